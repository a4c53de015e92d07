"""The project keeps what it promises around the code: versions, headers, the core, documents.

Compilers: ``$CC`` or ``cc`` for C, ``$CXX`` or ``c++`` for C++ where there is one.
"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import gpscore

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HEADERS = sorted((ROOT / "include" / "gpscore").glob("*.h"))
CORE = sorted((ROOT / "src" / "gpscore").glob("*.c"))
INCLUDES = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'src' / 'gpscore'}"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CC = shlex.split(os.environ.get("CC", "cc"))
CXX = shlex.split(os.environ.get("CXX", "c++"))
# A compiler for C is needed to build the package; one for C++ is not.
LANGUAGES = {"c11": CC, "c++11": CXX} if shutil.which(CXX[0]) else {"c11": CC}


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command, and fail with all that it said if it does."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


# ---- Versions and metadata ----------------------------------------------------------------------


def test_the_version_is_the_same_everywhere() -> None:
    header = (ROOT / "include" / "gpscore" / "gpscore.h").read_text(encoding="utf-8")
    numbers = dict(re.findall(r"#define GPSCORE_VERSION_(MAJOR|MINOR|PATCH) (\d+)", header))
    string = re.search(r'#define GPSCORE_VERSION_STRING "(.*)"', header)
    version = PROJECT["project"]["version"]
    assert string is not None
    assert string[1] == version
    assert ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH")) == version
    assert gpscore.__version__ == version
    assert metadata.version("gpscore") == version


def test_the_changelog_has_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['project']['version'])} ", changelog, re.MULTILINE)


def test_builds_with_and_without_isolation_need_the_same() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_the_tests_have_what_the_command_needs() -> None:
    assert set(PROJECT["project"]["optional-dependencies"]["cli"]) <= {
        one for one in PROJECT["dependency-groups"]["test-core"] if isinstance(one, str)
    }


# Classes of the layer whose objects change, and methods at whose time nobody else has the object.
LOCKED = {"state": "State", "gps": "GpsState", "solar": "SolarState", "record": "_RecordLog"}
ALONE = {"__cinit__", "__dealloc__"}


def methods(owner: str, text: str) -> list[tuple[str, str, str]]:
    """For each method of a class of the layer: what stands before it, its name, and the rest."""
    rest = text.partition(f"\ncdef class {owner}")[2]
    body = re.split(r"\n(?=\S)", rest, maxsplit=1)[0]
    parts = re.split(r"\n    (cp?def (?:inline )?|def )", body)
    return [
        (before[-40:] if kind == "def " else "cdef", re.findall(r"(\w+)\(", part)[0], part)
        for before, kind, part in zip(parts[::2], parts[1::2], parts[2::2], strict=False)
        if "(" in part.partition("\n")[0]
    ]


def test_methods_of_what_changes_stand_under_its_lock() -> None:
    """Only where there is no GIL would a missing lock show, and seldom; one too many costs time."""
    sources = {
        owner: (ROOT / "python" / "gpscore" / f"{name}.pxi").read_text(encoding="utf-8")
        for name, owner in LOCKED.items()
    }
    public = {
        owner: {name for before, name, _ in methods(owner, text) if before != "cdef"}
        for owner, text in sources.items()
    }
    for owner, text in sources.items():
        others = public[owner] | (public["State"] if owner.endswith("State") else set())
        assert len(public[owner]) > 9
        for before, name, body in methods(owner, text):
            used = set(re.findall(r"self\.(\w+)", body))
            if before.endswith("@cython.critical_section") or before == "cdef":
                assert not used & others, f"{owner}.{name} waits for itself"
            elif "with cython.critical_section(self, other)" not in body and name not in ALONE:
                assert used <= others | {"_game"}, f"{owner}.{name} has no lock"


def test_links_of_the_documents_lead_somewhere() -> None:
    texts = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    links = [
        (path, target)
        for path in texts
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    ]
    assert len(links) > 5
    assert [link for link in links if not (link[0].parent / link[1]).exists()] == []


def test_lint_tools_are_pinned_to_one_version() -> None:
    loose = [tool for tool in PROJECT["dependency-groups"]["lint"] if not re.search(r"==\d", tool)]
    assert loose == []


# ---- The installed package ----------------------------------------------------------------------


def test_the_package_under_test_is_the_installed_one() -> None:
    assert not Path(gpscore.__file__).is_relative_to(ROOT / "python"), "this is an editable install"


def test_the_package_ships_types_declarations_and_headers() -> None:
    package = Path(gpscore.__file__).parent
    for name in ("py.typed", "_core.pyi", "__init__.pxd", "cgpscore.pxd"):
        assert (package / name).is_file(), f"{name} is not installed"
    for header in HEADERS:
        assert (package / "include" / "gpscore" / header.name).read_bytes() == header.read_bytes()


def test_the_package_ships_no_sources_of_the_build() -> None:
    package = Path(gpscore.__file__).parent
    assert [p.name for p in package.rglob("*") if p.suffix in {".pyx", ".pxi", ".c"}] == []


def test_get_include_leads_to_the_headers(tmp_path: Path) -> None:
    source = tmp_path / "user.c"
    source.write_text("#include <gpscore/gpscore.h>\n", encoding="utf-8")
    run(*CC, "-std=c11", "-fsyntax-only", f"-I{gpscore.get_include()}", source)


# ---- The C core ---------------------------------------------------------------------------------


@pytest.mark.parametrize("standard", LANGUAGES)
@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_a_public_header_compiles_alone(header: Path, standard: str, tmp_path: Path) -> None:
    source = tmp_path / ("user.cpp" if "++" in standard else "user.c")
    # Twice, for the include guard; the variable since C forbids an empty unit.
    include = f"#include <gpscore/{header.name}>\n"
    source.write_text(f"{include}{include}extern int used;\n", encoding="utf-8")
    public = f"-I{ROOT / 'include'}"
    run(*LANGUAGES[standard], f"-std={standard}", *STRICT, "-fsyntax-only", public, source)


@pytest.fixture(scope="module")
def symbols(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str]]:
    """File, type and name of each symbol of the core, compiled without an operating system."""
    folder = tmp_path_factory.mktemp("freestanding")
    # What a hosted compiler adds by itself would hide what the sources ask for. Constant tables
    # with pointers go to read-only data only where code is not relocated.
    plain = ["-fno-stack-protector", "-U_FORTIFY_SOURCE", "-fno-asynchronous-unwind-tables"]
    plain += [] if sys.platform == "darwin" else ["-fno-pic"]
    found = []
    for source in CORE:
        compiled = folder / f"{source.stem}.o"
        flags = ["-std=c11", "-O2", "-ffreestanding", *plain, *STRICT, *INCLUDES]
        run(*CC, *flags, "-c", source, "-o", compiled)
        for line in run("nm", compiled).splitlines():
            *_, kind, name = line.split()
            name = name.removeprefix("_") if sys.platform == "darwin" else name
            found.append((source.name, kind, name))
    return found


def test_the_core_needs_nothing_but_four_memory_functions(
    symbols: list[tuple[str, str, str]],
) -> None:
    defined = {name for _, kind, name in symbols if kind in "TtRrDdVWS"}
    allowed = defined | {"memcpy", "memset", "memmove", "memcmp"}
    allowed |= {"bzero"} if sys.platform == "darwin" else set()  # what clang makes of memset there
    assert "gps_apply" in defined, "the symbols of the core were not read"
    assert [s for s in symbols if s[1] == "U" and s[2] not in allowed] == []


def test_the_core_has_no_data_that_can_be_written(symbols: list[tuple[str, str, str]]) -> None:
    # On macOS s is any section that has no letter, read-only data among them.
    writable = "BbCDd" if sys.platform == "darwin" else "BbCDdGgSs"
    assert [s for s in symbols if s[1] in writable] == []


def test_global_names_of_the_core_are_prefixed(symbols: list[tuple[str, str, str]]) -> None:
    bare = [s for s in symbols if s[1] in "TRDBV" and not re.match(r"(gpscore|gps|solar)_", s[2])]
    assert bare == []


COUNTED = r"""
#include <gpscore/gpscore.h>
#include "hosted/pool.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile long counted;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) { counted++; return __real_malloc(size); }
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { counted++; return __real_calloc(n, size); }
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) { counted++; return __real_realloc(p, size); }

enum { LANES = 200, THREADS = 2 };
static unsigned char memory[1 << 20];
static unsigned char actions[LANES * 5];
static gpscore_batch batch;

static void step(void *context, int thread) {
    const uint64_t first = thread ? 64 : 0, count = thread ? LANES - 64 : 64;
    gpscore_batch_sample(&batch, first, count, NULL, actions);
    gpscore_batch_step(&batch, first, count, actions, GPSCORE_ACTION_U8);
    gpscore_batch_step_sampled(&batch, first, count, context, NULL);
    gpscore_batch_play(&batch, first, count, 3, GPSCORE_STEADY, NULL);
}

/* The next part of the memory, aligned. */
static void *part(size_t *at, uint64_t size) {
    unsigned char *const start = memory + *at;
    *at = (*at + size + 63) / 64 * 64;
    return start;
}

int main(void) {
    static uint64_t rules[8192];
    static float logits[LANES * 256];
    for (size_t g = 0; gpscore_game_at(g); g++) {
        const gpscore_game *game = gpscore_game_at(g);
        gpscore_batch_options options = {LANES, 0, 1, 9, GPSCORE_SAME_STEP, 0, 0, 0};
        options.observe = GPSCORE_OBSERVE_U8;
        gpscore_batch_sizes sizes;
        if (game->rules_parse(game->name, strlen(game->name), rules, NULL) != GPSCORE_OK) return 1;
        options.kernel = (uint8_t)gpscore_kernel_best(game);
        if (gpscore_batch_measure(game, rules, &options, &sizes, NULL) != GPSCORE_OK) return 2;
        size_t at = (64 - (uintptr_t)memory % 64) % 64;
        gpscore_batch_arrays arrays;
        arrays.lanes = part(&at, sizes.lanes);
        arrays.legal = part(&at, sizes.legal);
        arrays.rewards = part(&at, sizes.rewards);
        arrays.terminated = part(&at, sizes.terminated);
        arrays.truncated = part(&at, sizes.truncated);
        arrays.winners = part(&at, sizes.winners);
        arrays.to_act = part(&at, sizes.to_act);
        arrays.faults = part(&at, sizes.faults);
        arrays.fault_choices = part(&at, sizes.fault_choices);
        arrays.observation = part(&at, sizes.observation);
        arrays.final_observation = part(&at, sizes.final_observation);
        if (at > sizeof memory) return 3;
        if (gpscore_batch_init(&batch, game, rules, &options, &arrays, NULL)) return 4;
        gpscore_batch_start(&batch, 0, LANES);
        gpscore_pool *pool = gpscore_pool_new(THREADS);
        if (!pool) return 5;
        const long before = counted;
        for (int i = 0; i < 200; i++) gpscore_pool_run(pool, step, logits);
        if (before < 1 || counted != before) return 6;
        gpscore_pool_free(pool);
    }
    puts("none");
    return 0;
}
"""

if sys.platform == "linux":

    def test_steps_of_batches_allocate_nothing(tmp_path: Path) -> None:
        """Every call of malloc, calloc and realloc in core and pool is counted."""
        source, program = tmp_path / "counted.c", tmp_path / "counted"
        source.write_text(COUNTED, encoding="utf-8")
        hosted = sorted((ROOT / "src" / "gpscore" / "hosted").glob("*.c"))
        wrap = [f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc")]
        flags = ["-std=c11", "-O2", "-pthread", *INCLUDES, *wrap]
        run(*CC, *flags, source, *CORE, *hosted, "-o", program)
        assert run(program) == "none\n"


# ---- The documentation runs ---------------------------------------------------------------------


def blocks(document: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a Markdown file in one language: number of the first line, and text."""
    text = document.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start(1)) + 1, match[1]) for match in found]


DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_PYTHON = [d for d in DOCUMENTS if not d.exists() or blocks(d, "python")]
C_PROGRAMS = [
    (document, line, text)
    for document in DOCUMENTS
    if document.exists()
    for line, text in blocks(document, "c")
    if re.search(r"\bmain\(", text)
]


@pytest.mark.parametrize("document", WITH_PYTHON, ids=lambda path: path.name)
def test_python_of_the_documents_runs(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain blocks run, and examples with ``>>>`` print what they show.

    Each needs no other.
    """
    monkeypatch.chdir(tmp_path)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, text in blocks(document, "python"):
        names: dict[str, object] = {"__name__": "__main__"}
        if ">>>" not in text:
            exec(compile("\n" * (number - 1) + text, str(document), "exec"), names)
            continue
        test = parser.get_doctest(text, {}, document.name, str(document), number - 1)
        test.globs = names
        report: list[str] = []
        assert runner.run(test, out=report.append, clear_globs=False).failed == 0, "".join(report)


def test_c_programs_are_found() -> None:
    assert any(document.name == "README.md" for document, _, _ in C_PROGRAMS)


@pytest.mark.parametrize(
    ("document", "line", "text"),
    C_PROGRAMS,
    ids=[f"{document.name}:{line}" for document, line, _ in C_PROGRAMS],
)
def test_c_programs_of_the_documents_run(
    document: Path, line: int, text: str, tmp_path: Path
) -> None:
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(f'#line {line} "{document.name}"\n{text}', encoding="utf-8")
    run(*CC, "-std=c11", "-O1", *STRICT, *INCLUDES[:1], source, *CORE, "-o", program)
    run(program, cwd=tmp_path)
