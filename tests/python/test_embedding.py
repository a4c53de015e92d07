"""What other programs build on: the table of functions, declarations, layouts, the library.

Compilers as in test_project.py. The projects of tests/downstream are built against the installed
package.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpscore
from gpscore import _headers, embed

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "src" / "tools"
DOWNSTREAM = ROOT / "tests" / "downstream"
CC = shlex.split(os.environ.get("CC", "cc"))
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
GAMES = {
    "gps": gpscore.gps(players=3, turn_limit=64),
    "solar": gpscore.solar(players=2),
}


def run(*command: str | Path, cwd: Path | None = None, **env: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def played(game: gpscore.Game, seed: int, n: int) -> tuple[int, int]:
    """What the projects of tests/downstream do, by the Python layer."""
    decisions = last = 0
    for i in range(n):
        state = game.initial_state()
        while not state.is_terminal:
            if state.is_chance:
                state.resolve_chance(seed + i)
                continue
            for player in state.to_act:
                state.apply(state.choose("uniform", player, seed=seed + i), player)
                decisions += 1
        last = state.hash
    return decisions, last


# ---- Declarations -------------------------------------------------------------------------------


def test_the_table_holds_every_public_function() -> None:
    run(sys.executable, TOOLS / "capi.py", "--check")


def test_cython_declarations_hold_every_public_function() -> None:
    declared = (ROOT / "python" / "gpscore" / "cgpscore.pxd").read_text(encoding="utf-8")
    functions = {function.name for function in _headers.read(ROOT / "include").functions}
    assert len(functions) > 80
    missing = {name for name in functions if not re.search(rf"\b{name}\(", declared)}
    assert missing == set()


def test_the_declarations_are_those_of_the_compiler(tmp_path: Path) -> None:
    """Every constant, size, offset and shape, asserted by a C compiler."""
    layout = embed.layout()
    lines = ["#include <gpscore/gpscore.h>"]
    for name, value in layout["constants"].items():
        lines.append(f'_Static_assert((long long){name} == {value}LL, "{name}");')
    for name, struct in layout["structs"].items():
        lines.append(f'_Static_assert(sizeof({name}) == {struct["size"]}, "{name}");')
        lines.append(f'_Static_assert(_Alignof({name}) == {struct["alignment"]}, "{name}");')
        for field in struct["fields"]:
            member = f"(({name} *)0)->{field['name']}"
            count = int(np.prod(field["shape"], dtype=int))
            item = field["type"]
            for assertion in (
                f"offsetof({name}, {field['name']}) == {field['offset']}",
                f"sizeof {member} == {count} * sizeof({item})",
            ):
                lines.append(f'_Static_assert({assertion}, "{name}.{field["name"]}");')
    assert len(lines) > 500
    source = tmp_path / "layout.c"
    source.write_text("\n".join([*lines, "int main(void) { return 0; }", ""]), encoding="utf-8")
    run(*CC, "-std=c11", "-Wall", "-Werror", f"-I{gpscore.get_include()}", "-fsyntax-only", source)


def test_bits_of_the_layout_do_not_meet_and_fit() -> None:
    sizes = {"uint8_t": 8, "uint16_t": 16}
    packed = [
        (struct, field)
        for struct, about in embed.layout()["structs"].items()
        for field in about["fields"]
        if field["bits"]
    ]
    assert len(packed) == 10
    for struct, field in packed:
        taken = 0
        for part in field["bits"]:
            mask = ((1 << part["bits"]) - 1) << part["lowest"]
            assert taken & mask == 0, (struct, field["name"], part["name"])
            taken |= mask
        assert taken < 1 << sizes[field["type"]]


def test_a_numpy_dtype_reads_states_in_place() -> None:
    game = gpscore.solar(players=2)
    state = game.initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(3) if state.is_chance else state.legal_actions()[0])
    (fields,) = np.frombuffer(state.to_struct(), dtype=embed.dtype("solar_state"))
    assert [p["score"] for p in fields["players"][:2]] == [state.player(p).score for p in (0, 1)]
    assert fields["head"]["rules"] == game.fingerprint
    bits = {f["name"]: f["bits"] for f in embed.layout()["structs"]["solar_head"]["fields"]}
    offsets = [
        int(fields["head"]["alignment"]) >> part["lowest"] & (1 << part["bits"]) - 1
        for part in bits["alignment"]
    ]
    assert tuple(offsets) == tuple(state.offsets)
    rules = np.frombuffer(game.rules_struct(), dtype=embed.dtype("solar_rules"))
    assert rules["players"] == 2
    assert rules["board"]["planets"]["name"][0][0] == b"earth"


def test_a_struct_that_is_none_has_no_dtype() -> None:
    with pytest.raises(gpscore.UsageError, match=r"no struct 'chess_state'; there are .*gps_state"):
        embed.dtype("chess_state")


# ---- States as structs --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_structs_read_back_wherever_they_lie(game: gpscore.Game) -> None:
    state = game.initial_state()
    for _ in range(20):
        if state.is_chance:
            state.resolve_chance(5)
        else:
            state.apply(state.choose("uniform", state.to_act[0], seed=5), state.to_act[0])
    data = state.to_struct()
    assert game.from_struct(data) == state
    assert game.from_struct(memoryview(b"x" + data)[1:]) == state
    assert len(game.rules_struct()) > 100


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_structs_that_are_no_states_are_refused(game: gpscore.Game) -> None:
    data = game.initial_state().to_struct()
    for wrong in (b"", data[:-1], data + b"\0"):
        with pytest.raises(gpscore.FormatError, match=rf"{len(wrong)} bytes, but {len(data)}"):
            game.from_struct(wrong)
    with pytest.raises(gpscore.PositionError, match="other rules"):
        game.from_struct(bytes([data[0] ^ 1]) + data[1:])
    with pytest.raises(gpscore.PositionError):
        game.from_struct(b"\xff" * len(data))
    other = GAMES["solar" if game.name == "gps" else "gps"]
    with pytest.raises((gpscore.FormatError, gpscore.PositionError)):
        game.from_struct(other.initial_state().to_struct())
    with pytest.raises(TypeError, match="bytes-like"):
        game.from_struct("state")  # type: ignore[arg-type]


# ---- Projects that build on the installed package -----------------------------------------------


def build(name: str, folder: Path, header: Path | None = None) -> Path:
    """Build a project of tests/downstream against the installed package; where it then lies."""
    source, target = folder / "source", folder / "target"
    shutil.copytree(DOWNSTREAM / name, source)
    flags = f"-O2 -g0 -Wall -Werror=implicit-function-declaration{f' -I{header}' if header else ''}"
    run(
        sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install",
        "--no-build-isolation", "--no-deps", "--no-index", "--target", target, source,
        CFLAGS=flags,
    )  # fmt: skip
    return target


PLAY = (
    "import sys, {name} as m; "
    "print(*m.games(sys.argv[1].encode(), sys.argv[2].encode(), 7, 20), m.signature())"
)


def play(name: str, path: Path, game: gpscore.Game) -> tuple[int, int]:
    program = PLAY.format(name=name)
    out = run(sys.executable, "-c", program, game.name, game.rules, PYTHONPATH=str(path))
    decisions, last, signature = map(int, out.split())
    assert signature == gpscore.signature()
    return decisions, last


@pytest.mark.parametrize("name", ["c_player", "cython_player", "cffi_player"])
def test_a_downstream_project_plays_both_games(name: str, tmp_path: Path) -> None:
    if name == "cffi_player":
        pytest.importorskip("cffi")
        path = DOWNSTREAM / name
    else:
        path = build(name, tmp_path)
    for game in GAMES.values():
        assert play(name, path, game) == played(game, 7, 20)


@pytest.mark.parametrize(
    ("header", "before", "after", "words"),
    [
        ("gpscore.h", "GPSCORE_ABI 1\n", "GPSCORE_ABI 999\n", r"C ABI 999 .* has ABI 1"),
        ("capi.h", "} gpscore_capi;", "void (*later)(void); } gpscore_capi;", r"\d+ bytes; .* \d+"),
    ],
    ids=["another ABI", "a later table"],
)
def test_a_module_of_another_gpscore_is_refused(
    header: str, before: str, after: str, words: str, tmp_path: Path
) -> None:
    shutil.copytree(Path(gpscore.get_include()), tmp_path / "include")
    changed = tmp_path / "include" / "gpscore" / header
    text = changed.read_text(encoding="utf-8")
    assert before in text
    changed.write_text(text.replace(before, after), encoding="utf-8")
    path = build("c_player", tmp_path, tmp_path / "include")
    done = subprocess.run(
        [sys.executable, "-c", "import c_player"],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert re.search(rf"ImportError: this module was compiled against .*{words}", done.stderr), (
        done.stderr
    )


def test_the_capsule_is_there_and_named() -> None:
    from gpscore import _core

    assert 'capsule object "gpscore._core._C_API"' in repr(_core._C_API)  # type: ignore[attr-defined]


# ---- The core without Python --------------------------------------------------------------------

PROGRAM = r"""
#include HEADER
#include <stdio.h>
#include <string.h>
int main(void) {
    const gpscore_sizes seen = GPSCORE_SIZES;
    gpscore_error error;
    static uint64_t rules[GPSCORE_MAX_RULES / 8];
    uint64_t state[GPSCORE_MAX_STATE / 8 + 1];
    if (gpscore_check_sizes(&seen, &error)) return 1;
    for (size_t g = 0; gpscore_game_at(g); g++) {
        const gpscore_game *game = gpscore_game_at(g);
        const gpscore_policy policies[GPSCORE_MAX_PLAYERS] = {GPSCORE_UNIFORM};
        gpscore_playout_stats stats = {0};
        if (game->rules_parse(game->name, strlen(game->name), rules, &error)) return 2;
        game->init(rules, state);
        if (gpscore_check_state(game, rules, state, game->state_size, &error)) return 3;
        const size_t size = game->state_size;
        const char *unaligned = (char *)state + 1;
        const int small = gpscore_check_state(game, rules, state, size - 8, &error);
        const int moved = gpscore_check_state(game, rules, unaligned, size, &error);
        if (small != GPSCORE_STRUCT_SIZE || moved != GPSCORE_STRUCT_ALIGNMENT) return 4;
        gpscore_playout(game, rules, state, policies, 1, 0, 50, 64, &stats, NULL);
        printf("%s %llu\n", game->name, (unsigned long long)stats.decisions);
    }
    return 0;
}
"""


# Without the text of rules, which some options leave out.
WITHOUT = r"""
#include "gpscore.h"
#include <stdio.h>
static void play(const gpscore_game *game, const void *rules, void *state) {
    const gpscore_policy best = GPSCORE_GREEDY, policies[] = {best, best, best, best, best};
    gpscore_playout_stats stats = {0};
    game->init(rules, state);
    gpscore_playout(game, rules, state, policies, 1, 0, 5, 64, &stats, NULL);
    printf("%s %llu\n", game->name, (unsigned long long)stats.decisions);
}
int main(void) {
#ifndef GPSCORE_NO_GPS
    const gps_options gps = GPS_OPTIONS_DEFAULT;
    gps_rules gps_compiled;
    gps_state gps_position;
    if (gps_rules_init(&gps_compiled, &gps, NULL)) return 1;
    play(&gps_game, &gps_compiled, &gps_position);
#endif
#ifndef GPSCORE_NO_SOLAR
    const solar_options solar = SOLAR_OPTIONS_DEFAULT;
    static solar_rules solar_compiled;
    solar_state solar_position;
    if (solar_rules_init(&solar_compiled, &solar, NULL)) return 2;
    play(&solar_game, &solar_compiled, &solar_position);
#endif
    return 0;
}
"""


def greedy() -> list[str]:
    lines = []
    for game in (gpscore.gps(), gpscore.solar()):
        stats = game.initial_state().playout("greedy", 5, seed=1, turn_cap=64)
        lines.append(f"{game.name} {stats.decisions}")
    return lines


def expected() -> list[str]:
    counts = {}
    for game in (gpscore.gps(), gpscore.solar()):
        stats = game.initial_state().playout("uniform", 50, seed=1, turn_cap=64)
        counts[game.name] = stats.decisions
    return [f"{name} {count}" for name, count in counts.items()]


def program(tmp_path: Path, header: str, *flags: str | Path) -> list[str]:
    source, result = tmp_path / "program.c", tmp_path / "program"
    source.write_text(PROGRAM, encoding="utf-8")
    run(
        *CC,
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-DHEADER={header}",
        source,
        *flags,
        "-o",
        result,
    )
    return run(result, LD_LIBRARY_PATH=str(tmp_path / "lib")).splitlines()


@pytest.mark.parametrize(
    "options",
    [
        ["-DGPSCORE_NO_SIMD"],
        ["-DGPSCORE_NO_TEXT"],
        ["-DGPSCORE_NO_SOLAR", "-DGPSCORE_NO_TEXT", "-DGPSCORE_NO_SIMD"],
        ["-DGPSCORE_NO_GPS"],
        ["-DGPSCORE_ASSERT_HEADER=<assert.h>", "-DGPSCORE_ASSERT=assert"],
    ],
    ids=lambda options: " ".join(one.removeprefix("-DGPSCORE_") for one in options),
)
def test_what_an_embedder_leaves_out_changes_nothing_else(
    options: list[str], tmp_path: Path
) -> None:
    run(sys.executable, TOOLS / "amalgamate.py", tmp_path)
    source, result = tmp_path / "program.c", tmp_path / "program"
    source.write_text(WITHOUT, encoding="utf-8")
    run(*CC, *STRICT, "-O0", *options, source, tmp_path / "gpscore.c", "-o", result)
    left_out = [name for name in GAMES if f"-DGPSCORE_NO_{name.upper()}" in options]
    wanted = [line for line in greedy() if line.split()[0] not in left_out]
    assert run(result).splitlines() == wanted


def test_the_two_files_play_the_same(tmp_path: Path) -> None:
    run(sys.executable, TOOLS / "amalgamate.py", tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["gpscore.c", "gpscore.h"]
    run(*CC, *STRICT, "-O1", "-c", tmp_path / "gpscore.c", "-o", tmp_path / "gpscore.o")
    out = program(tmp_path, '"gpscore.h"', f"-I{tmp_path}", tmp_path / "gpscore.o")
    assert out == expected()


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.skipif(sys.platform == "win32", reason="make lib is for Unix")
def test_the_library_installs_and_plays_the_same(tmp_path: Path) -> None:
    for part in ("include", "src"):
        shutil.copytree(ROOT / part, tmp_path / "tree" / part)
    shutil.copy2(ROOT / "Makefile", tmp_path / "tree")
    command = ["make", "-C", tmp_path / "tree", "install-lib", f"CC={shlex.join(CC)}", "CFLAGS=-O1"]
    run(*command, f"PREFIX={tmp_path}", MAKEFLAGS="", MAKELEVEL="")
    header, include = "<gpscore/gpscore.h>", f"-I{tmp_path / 'include'}"
    assert program(tmp_path, header, include, tmp_path / "lib" / "libgpscore.a") == expected()
    assert program(tmp_path, header, include, f"-L{tmp_path / 'lib'}", "-lgpscore") == expected()
    config = (tmp_path / "lib" / "pkgconfig" / "gpscore.pc").read_text(encoding="utf-8")
    assert f"prefix={tmp_path}" in config
    assert f"Version: {gpscore.__version__}" in config
    if shutil.which("cmake"):
        check_cmake(tmp_path)


def check_cmake(tmp_path: Path) -> None:
    folder = tmp_path / "cmake"
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(user C)\n"
        f"find_package(gpscore {gpscore.__version__} REQUIRED)\n"
        "foreach(kind gpscore static)\n"
        "  add_executable(${kind}_user ../program.c)\n"
        "  target_compile_definitions(${kind}_user PRIVATE HEADER=<gpscore/gpscore.h>)\n"
        "  target_link_libraries(${kind}_user gpscore::${kind})\nendforeach()\n",
        encoding="utf-8",
    )
    environment: dict[str, Any] = {"CC": CC[-1]}
    run("cmake", "-S", folder, "-B", folder / "b", f"-DCMAKE_PREFIX_PATH={tmp_path}", **environment)
    run("cmake", "--build", folder / "b")
    for kind in ("gpscore", "static"):
        assert run(folder / "b" / f"{kind}_user").splitlines() == expected()
