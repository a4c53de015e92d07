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


@pytest.mark.parametrize("declarations", ["cgpscore.pxd", "cgpscore_unstable.pxd"])
def test_cython_declarations_hold_every_public_function(declarations: str) -> None:
    declared = (ROOT / "python" / "gpscore" / declarations).read_text(encoding="utf-8")
    stable = {function.name for function in _headers.read(ROOT / "include").functions}
    every = {function.name for function in _headers.read(ROOT / "include", unstable=True).functions}
    here, elsewhere = (stable, every - stable)
    assert len(here) > 80 > len(elsewhere) > 4
    if declarations == "cgpscore_unstable.pxd":
        here, elsewhere = elsewhere, here
    found = {name for name in every if re.search(rf"\b{name}\(", declared)}
    assert found == here


def test_the_declarations_are_those_of_the_compiler(tmp_path: Path) -> None:
    """Every constant, size, offset and shape, asserted by a C compiler."""
    layout = embed.layout(unstable=True)
    assert layout["structs"].keys() - embed.layout()["structs"].keys() == {"gpscore_lane"}
    assert embed.dtype("gpscore_lane", unstable=True).itemsize == 24
    lines = ["#include <gpscore/gpscore.h>", "#include <gpscore/unstable.h>"]
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


def unstable_names() -> list[str]:
    """Functions, inline ones too, types and constants of unstable.h."""
    text = (ROOT / "include" / "gpscore" / "unstable.h").read_text(encoding="utf-8")
    stable = _headers.read(ROOT / "include")
    every = _headers.read(ROOT / "include", unstable=True)
    return [
        *(f.name for f in every.functions if f not in stable.functions),
        *re.findall(r"^static inline \w+ (\w+)\(", text, re.MULTILINE),
        *(every.constants.keys() - stable.constants.keys()),
    ]


@pytest.mark.parametrize("form", ["headers", "two files"])
def test_the_unstable_part_is_there_for_those_who_ask_for_it(form: str, tmp_path: Path) -> None:
    include = ["-I", ROOT / "include"] if form == "headers" else ["-I", tmp_path]
    header = "<gpscore/gpscore.h>" if form == "headers" else '"gpscore.h"'
    run(sys.executable, TOOLS / "amalgamate.py", tmp_path)
    names = unstable_names()
    assert {"gpscore_kernel_name", "gps_draw_spin", "GPSCORE_LANE_PLAYS"} <= set(names)
    source = tmp_path / "user.c"
    uses = "".join(f"(void){name}; " for name in names)
    source.write_text(f"#include {header}\nvoid use(void) {{ {uses}}}\n", encoding="utf-8")
    command: list[str | Path] = [*CC, "-std=c11", "-fmax-errors=0", "-fsyntax-only", *include]
    run(*command, "-DGPSCORE_UNSTABLE", source)
    done = subprocess.run([*command, source], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    told = {word for line in re.findall(r"error: ([^;\n]*)", done.stderr) for word in line.split()}
    missing = {word.strip("'\u2018\u2019") for word in told}
    assert [name for name in names if name not in missing] == []


def test_the_unstable_part_needs_no_macro_in_a_header_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "user.c"
    source.write_text(
        "#include <gpscore/gpscore.h>\n#include <gpscore/unstable.h>\ngpscore_lane lane;\n",
        encoding="utf-8",
    )
    run(*CC, *STRICT, "-fsyntax-only", "-I", ROOT / "include", source)


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


def build(name: str, folder: Path, header: Path | None = None, *, unstable: bool = False) -> Path:
    """Build a project of tests/downstream against the installed package; where it then lies.

    With *unstable* a C project that asks for the unstable part too.
    """
    source, target = folder / "source", folder / "target"
    shutil.copytree(DOWNSTREAM / name, source)
    if unstable:
        code = source / f"{name}.c"
        text = code.read_text(encoding="utf-8").replace("capi.h>", "capi_unstable.h>")
        text = text.replace("gpscore_import()", "gpscore_import_unstable()")
        code.write_text(text, encoding="utf-8")
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


@pytest.mark.parametrize("name", ["c_player", "cython_player", "cffi_player", "numba_player"])
def test_a_downstream_project_plays_both_games(name: str, tmp_path: Path) -> None:
    if name in {"cffi_player", "numba_player"}:
        pytest.importorskip("cffi")
        pytest.importorskip(name.removesuffix("_player"))
        path = DOWNSTREAM / name
    else:
        path = build(name, tmp_path)
    for game in GAMES.values():
        assert play(name, path, game) == played(game, 7, 20)


@pytest.mark.parametrize(
    ("header", "before", "after", "words"),
    [
        ("gpscore.h", "GPSCORE_ABI 1\n", "GPSCORE_ABI 999\n", r"C ABI 999 .* has ABI 1"),
        ("gpscore.h", "GPSCORE_ABI 1\n", "GPSCORE_ABI 0\n", r"C ABI 0 .* has ABI 1"),
        ("capi.h", "} gpscore_capi;", "void (*later)(void); } gpscore_capi;", r"\d+ bytes; .* \d+"),
    ],
    ids=["a later ABI", "an earlier ABI", "a later table"],
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
    said = refused(path)
    assert re.search(rf"ImportError: this module was compiled against .*{words}", said), said


def test_a_module_of_another_unstable_part_is_refused(tmp_path: Path) -> None:
    """Older and later numbers alike: nothing is promised between them."""
    shutil.copytree(Path(gpscore.get_include()), tmp_path / "include")
    changed = tmp_path / "include" / "gpscore" / "unstable.h"
    text = changed.read_text(encoding="utf-8")
    assert "GPSCORE_UNSTABLE_ABI 1\n" in text
    for number in (0, 2):
        new = text.replace("GPSCORE_UNSTABLE_ABI 1\n", f"GPSCORE_UNSTABLE_ABI {number}\n")
        changed.write_text(new, encoding="utf-8")
        folder = tmp_path / str(number)
        path = build("c_player", folder, tmp_path / "include", unstable=True)
        said = refused(path)
        assert f"against number {number} (" in said
        assert "has number 1 (" in said
        assert "compile this module again" in said


def refused(path: Path, before: str = "") -> str:
    """What an import of c_player says that must fail with an ImportError."""
    done = subprocess.run(
        [sys.executable, "-c", f"{before}\nimport c_player"],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "\nImportError: " in done.stderr, done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def c_player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("c_player", tmp_path_factory.mktemp("c_player"))


# Puts another table into the place of the real one, as other versions of gpscore would have it.
CAPSULE = """
import ctypes
from gpscore import _core, embed
table = (ctypes.c_uint32 * 4096)()
size = ctypes.cast(embed.capi_address(), ctypes.POINTER(ctypes.c_uint32))[1]
ctypes.memmove(table, embed.capi_address(), size)
table[0], table[1] = {abi}, {size}
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
name = ctypes.create_string_buffer(b"{name}")
_core._C_API = new(ctypes.addressof(table), name, None)
"""
NAME = "gpscore._core._C_API"


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (CAPSULE.format(abi=2, size="size", name=NAME), r"against C ABI 1 .* has ABI 2: install a"),
        (CAPSULE.format(abi=0, size="size", name=NAME), r"against C ABI 1 .* has ABI 0: install a"),
        (CAPSULE.format(abi=1, size="size - 8", name=NAME), r"has \d+ bytes; .* install gpscore 0"),
        (CAPSULE.format(abi=1, size="size", name="another"), r"has no gpscore\._core\._C_API"),
        ("from gpscore import _core; del _core._C_API", r"has no gpscore\._core\._C_API"),
        ("from gpscore import _core; _core._C_API = 1", r"has no gpscore\._core\._C_API"),
    ],
    ids=["a later ABI", "an earlier ABI", "a shorter table", "another name", "none", "a number"],
)
def test_a_capsule_that_does_not_fit_is_refused(before: str, words: str, c_player: Path) -> None:
    assert re.search(rf"ImportError: .*{words}", refused(c_player, before))


def test_a_capsule_that_has_grown_is_taken(c_player: Path) -> None:
    before = CAPSULE.format(abi=1, size="size + 64", name=NAME)
    game = GAMES["gps"]
    program = f"{before}\n{PLAY.format(name='c_player')}"
    out = run(sys.executable, "-c", program, game.name, game.rules, PYTHONPATH=str(c_player))
    assert tuple(map(int, out.split()[:2])) == played(game, 7, 20)


@pytest.mark.parametrize("name", ["cffi_player", "numba_player"])
def test_a_table_of_another_abi_is_refused_without_a_compiler(name: str) -> None:
    """A program of cffi compares by itself, with the ABI that its declarations are of."""
    pytest.importorskip(name.removesuffix("_player"))
    longer = "old().replace('} gpscore_capi;', 'void *later; } gpscore_capi;')"
    for before in ("embed.ABI = 2", f"embed.cdef = lambda: {longer}"):
        program = f"from gpscore import embed; old = embed.cdef; {before}; import {name}"
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(DOWNSTREAM / name)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "ImportError: the table of gpscore is of ABI 1 and has " in done.stderr, done.stderr


def test_the_capsule_is_there_and_named() -> None:
    from gpscore import _core

    assert 'capsule object "gpscore._core._C_API"' in repr(_core._C_API)  # type: ignore[attr-defined]


def test_the_unstable_part_is_in_a_table_of_its_own(tmp_path: Path) -> None:
    path = build("cython_player", tmp_path)
    out = run(sys.executable, "-c", "import cython_player as m; print(*m.parts(), sep='\\n')",
              PYTHONPATH=str(path))  # fmt: skip
    assert out.splitlines() == list(gpscore.signature_parts())


# ---- What is refused, by the functions themselves -----------------------------------------------


class Table:
    """The table of functions by cffi, and the words of errors."""

    def __init__(self) -> None:
        cffi = pytest.importorskip("cffi")
        self.ffi = cffi.FFI()
        self.ffi.cdef(embed.cdef(unstable=True))
        self.core = self.ffi.cast("const gpscore_capi *", embed.capi_address())
        self.error = self.ffi.new("gpscore_error *")

    def words(self, status: int) -> str:
        assert status == self.error.status
        buffer = self.ffi.new("char[]", 512)
        self.core.gpscore_error_text(self.error, buffer, 512)
        return str(self.ffi.string(buffer).decode())


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


SIZES = ("gps_rules", "gps_state", "gps_undo_info", "solar_rules", "solar_state", "solar_undo_info")


def test_headers_of_another_abi_are_refused(table: Table) -> None:
    sizes = embed.layout()["structs"]
    right = [embed.ABI, *(sizes[name]["size"] for name in SIZES)]
    check = table.core.gpscore_check_sizes
    assert check(table.ffi.new("gpscore_sizes *", right), table.error) == 0
    for abi in (0, 2):
        seen = table.ffi.new("gpscore_sizes *", [abi, *right[1:]])
        words = table.words(check(seen, table.error))
        assert words == (
            f"the caller was compiled against C ABI {abi} of gpscore, but this library has ABI 1"
        )
    for number in range(1, len(right)):
        wrong = [size + 8 * (i == number) for i, size in enumerate(right)]
        words = table.words(check(table.ffi.new("gpscore_sizes *", wrong), table.error))
        assert words.startswith(f"a struct has {wrong[number]} bytes, but {right[number]} here")
    check = table.core.unstable.gpscore_check_unstable
    assert check(table.core.unstable.abi, table.error) == 0
    for number in (0, 2):
        words = table.words(check(number, table.error))
        assert f"against number {number} of the unstable part" in words
        assert words.endswith("has number 1")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_memory_that_is_no_state_is_refused(game: gpscore.Game, table: Table) -> None:
    ffi, check = table.ffi, table.core.gpscore_check_state
    operations = getattr(table.core, game.name)
    data = game.initial_state().to_struct()
    rules = ffi.new("uint64_t[]", len(game.rules_struct()) // 8)
    ffi.memmove(rules, game.rules_struct(), len(game.rules_struct()))
    memory = ffi.new("uint64_t[]", len(data) // 8 + 1)
    bytes_ = ffi.cast("char *", memory)
    ffi.memmove(memory, data, len(data))
    assert check(operations, rules, memory, len(data), table.error) == 0
    for size in (0, len(data) - 8, len(data) + 8):
        words = table.words(check(operations, rules, memory, size, table.error))
        assert words.startswith(f"a struct has {size} bytes, but {len(data)} here")
    for past in range(1, 8):
        ffi.memmove(bytes_ + past, data, len(data))
        words = table.words(check(operations, rules, bytes_ + past, len(data), table.error))
        assert words == f"a struct lies {past} bytes past an address that divides by 8"
    other = {"gps": gpscore.gps(players=4), "solar": gpscore.solar(players=3)}[game.name]
    ffi.memmove(memory, other.initial_state().to_struct(), len(data))
    assert table.words(check(operations, rules, memory, len(data), table.error)) == (
        "the position cannot be"
    )
    assert table.error.operand[0] & 1, "the lowest bit: it belongs to other rules"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_bytes_of_another_version_are_refused(game: gpscore.Game) -> None:
    data = game.initial_state().to_bytes()
    with pytest.raises(gpscore.FormatError, match="version"):
        game.from_bytes(bytes([data[0] + 1]) + data[1:])
    with pytest.raises(gpscore.FormatError):
        game.from_bytes(data[:-1])


def test_what_is_not_there_is_told_as_the_headers_say(table: Table) -> None:
    """Each function that says in its header what it returns when there is nothing."""
    ffi, core = table.ffi, table.core
    null, no_action, no_index, nowhere = ffi.NULL, 0, 0xFFFF, 0xFF
    memory = {}
    for name, game in GAMES.items():
        rules = ffi.new("uint64_t[]", len(game.rules_struct()) // 8)
        ffi.memmove(rules, game.rules_struct(), len(game.rules_struct()))
        state = ffi.new("uint64_t[]", len(game.initial_state().to_struct()) // 8)
        ffi.memmove(state, game.initial_state().to_struct(), 8 * len(state))
        memory[name] = (ffi.cast(f"{name}_rules *", rules), ffi.cast(f"{name}_state *", state),
                        rules, state)  # fmt: skip
    gps, gps_state, *_ = memory["gps"]
    solar, solar_state, *_ = memory["solar"]
    actions, ways = ffi.new("gpscore_action[256]"), ffi.new("unsigned[2]")
    outcomes, count = ffi.new("gpscore_outcome[256]"), ffi.new("unsigned *")
    reach, path = ffi.new("solar_reach_info[32]"), ffi.new("uint8_t[20]")
    told = {
        "gpscore_status_at": (core.gpscore_status_at(1 << 20), null),
        "gpscore_status_find": (core.gpscore_status_find(9999), null),
        "gpscore_theme_name": (core.gpscore_theme_name(3), null),
        "gpscore_game_at": (core.gpscore_game_at(2), null),
        "gpscore_game_find": (core.gpscore_game_find(b"chess", 5), null),
        "gpscore_perft": (core.gpscore_perft(core.gps, gps, gps_state, 65), (1 << 64) - 1),
        "gps_problem_text": (core.gps_problem_text(15), null),
        "gps_validate": (core.gps_validate(gps, gps_state), 0),
        "gps_winners": (core.gps_winners(gps, gps_state), 0),
        # In the first state chance turns satellites up, so no player chooses.
        "gps_legal_mask": (core.gps_legal_mask(gps, gps_state, 0), 0),
        "gps_legal_actions": (core.gps_legal_actions(gps, gps_state, 0, actions), 0),
        "gps_count_actions": (core.gps_count_actions(gps, gps_state, 0), 0),
        "gps_target": (core.gps_target(gps, gps_state, 0, 0), nowhere),
        "gps_targets": (core.gps_targets(gps, gps_state, 0, ways), 0),
        "gps_choose": (core.gps_choose(gps, gps_state, 0, 0, 1), no_action),
        "solar_problem_text": (core.solar_problem_text(16), null),
        "solar_validate": (core.solar_validate(solar, solar_state), 0),
        "solar_winners": (core.solar_winners(solar, solar_state), 0),
        "solar_points": (core.solar_points(solar, solar_state, 2), 0),
        "solar_probe_limit": (core.solar_probe_limit(solar, solar_state, 2), 0),
        "solar_index": (core.solar_index(solar, solar_state, 0), no_index),
        "solar_legal_actions": (core.solar_legal_actions(solar, solar_state, 0, actions), 0),
        "solar_count_actions": (core.solar_count_actions(solar, solar_state, 0), 0),
        "solar_list": (core.solar_list(solar, 41, count) and count[0], 0),
        "solar_pending": (core.solar_pending(solar, solar_state).reward.kind, 0),
        "solar_neighbour": (core.solar_neighbour(0, 3), nowhere),
        "solar_planet_space": (core.solar_planet_space(solar, solar_state, 9), nowhere),
        "solar_figures_at": (core.solar_figures_at(solar, solar_state, 1, 5), 0),
        "solar_move_cost": (core.solar_move_cost(solar, solar_state, 2, 0), 0),
        "solar_reach": (core.solar_reach(solar, solar_state, 2, 0, 3, reach), 0),
        "solar_path": (core.solar_path(solar, solar_state, 2, 0, 1, 3, 0, path), -1),
        "solar_choose": (core.solar_choose(solar, solar_state, 0, 0, 1), no_action),
        "gpscore_kernel_available": (core.unstable.gpscore_kernel_available(core.gps, 9), 0),
        "gpscore_kernel_name": (core.unstable.gpscore_kernel_name(9), null),
        "gpscore_signature_name": (core.unstable.gpscore_signature_name(10), null),
    }
    # Behind setup, where no chance is due.
    while core.gps_to_act(gps_state) == 0x80000000:
        core.gps_apply_unchecked(
            gps, gps_state, -1, core.gps_sample_chance(gps, gps_state, 3), null
        )
    while core.solar_to_act(solar_state) == 0x80000000:
        action = core.solar_sample_chance(solar, solar_state, 3)
        core.solar_apply_unchecked(solar, solar_state, -1, action, null)
    told |= {
        "gps_chance_outcomes": (core.gps_chance_outcomes(gps, gps_state, outcomes), 0),
        "gps_sample_chance": (core.gps_sample_chance(gps, gps_state, 3), no_action),
        "solar_chance_outcomes": (core.solar_chance_outcomes(solar, solar_state, outcomes), 0),
        "solar_sample_chance": (core.solar_sample_chance(solar, solar_state, 3), no_action),
    }
    assert {name: was for name, (was, _) in told.items()} == {
        name: wanted for name, (_, wanted) in told.items()
    }
    assert told.keys() == {f for f, how in failures().items() if how == "a value"}


# ---- Failure, as the headers state it -----------------------------------------------------------

# What a function returns when there is nothing to return.
SAID = re.compile(
    r"\b(NULL|GPSCORE_NO_ACTION|GPSCORE_NO_INDEX|\w+_NOWHERE|UINT64_MAX|SOLAR_NOTHING)\b"
    r"|\b0 (when|for|before|outcomes)\b|\belse 0\b|-1 when\b"
)


def failures() -> dict[str, str]:
    """How each public function fails, as its header states it: "a status", "never", "a value"."""
    found: dict[str, str] = {}
    problems = []
    include = ROOT / "include"
    functions = {f.name: f for f in _headers.read(include, unstable=True).functions}
    for path in _headers.headers(include):
        text = path.read_text(encoding="utf-8")
        head = " ".join(re.findall(r"[^\s*/]+", text[: text.index("*/")]))
        for name in re.findall(r"^(?:\w+[ *]+)+(\w+)\((?:[^;{]|\n)*\);", text, re.MULTILINE):
            function = functions[name]
            listed = re.search(rf"\b{name}\b[^;.]*\bcannot fail", head) or re.search(
                rf"\bcannot fail, nor can [^;.]*\b{name}\b", head
            )
            said = SAID.search(about(name, text))
            if "Thread safety:" not in head or "Failure:" not in head:
                problems.append(f"{path.name}: the head states no thread safety or failure")
            if function.result == "gpscore_status":
                found[name] = "a status"
                if "returns a gpscore_status can fail" not in head:
                    problems.append(f"{name}: the head does not say how a status is told")
                if not function.parameters.endswith("gpscore_error *error"):
                    problems.append(f"{name}: it has nowhere to tell why")
            elif function.result == "void":
                found[name] = "never"
                if "return nothing cannot fail" not in head:
                    problems.append(f"{name}: the head does not say that it cannot fail")
            elif bool(listed) == bool(said):
                problems.append(f"{name}: {'both ways' if said else 'no way'} of failing is stated")
            else:
                found[name] = "never" if listed else "a value"
    assert problems == []
    assert found.keys() == functions.keys()
    return found


def about(name: str, text: str) -> str:
    """The comments on a function: before it, or its group, and behind it on its line."""
    declared = re.search(rf"^(?:\w+[ *]+)+{name}\([^;]*\);(.*)$", text, re.MULTILINE)
    assert declared is not None, name
    block = text[: declared.start()].rpartition("\n\n")[2]
    comments = [*re.findall(r"/\*.*?\*/", block, re.DOTALL)[-1:], declared[1]]
    return " ".join(re.findall(r"[^\s*/]+", " ".join(comments)))


def test_every_public_function_states_how_it_can_fail() -> None:
    ways = failures()
    assert {
        "gps_apply": "a status",
        "gps_init": "never",
        "gps_hash": "never",
    }.items() <= ways.items()
    assert {"gps_choose": "a value", "gpscore_game_find": "a value"}.items() <= ways.items()


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
