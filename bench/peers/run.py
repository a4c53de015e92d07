"""Make environments with gpscore and its peers, and compare them there.

    python bench/peers/run.py [--all] [--rounds N] [--json FILE] [--readme] [PYTHON ...]

The interpreter that runs this comes first; others that are found (on PATH, or of pyenv) serve the
peers that it cannot install. Each that is needed gets an environment under ``build/peers``, where
one process measures everything that could be installed. *PYTHON* names the interpreters instead.
At the end comes the README's table of speed; ``--readme`` writes it there, and beside this file as
``speed.md`` with the chart ``speed.svg``.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import report

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "peers"
# What the package is built from.
SOURCES = ("setup.py", "pyproject.toml", "MANIFEST.in", "LICENSE", "README.md")
FOLDERS = ("include", "src", "python")
OLDEST = (3, 11)  # that gpscore runs on

PROBE = "import ensurepip, sys, venv; print(*sys.version_info[:2], sys.executable)"


class Interpreter(NamedTuple):
    version: tuple[int, int]
    path: str


def probed(command: str) -> Interpreter | None:
    """The interpreter behind a command, or None when it does not run or makes no environments."""
    try:
        done = subprocess.run([command, "-c", PROBE], capture_output=True, text=True, check=False)
    except OSError:
        return None
    if done.returncode != 0:
        return None
    major, minor, path = done.stdout.rstrip("\n").split(" ", 2)
    return Interpreter((int(major), int(minor)), path)


def found() -> list[Interpreter]:
    """The running interpreter, then one of each other version, newest first."""
    folders = [Path(folder) for folder in os.get_exec_path() if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += sorted(pyenv.glob("versions/*/bin"), reverse=True)
    running = Interpreter(sys.version_info[:2], sys.executable)
    others: dict[tuple[int, int], Interpreter] = {}
    for folder in folders:
        for file in sorted(folder.glob("python3.*")):
            if re.fullmatch(r"python3\.\d+", file.name) and os.access(file, os.X_OK):
                candidate = probed(str(file))
                if candidate and candidate.version >= OLDEST:
                    others.setdefault(candidate.version, candidate)
    others.pop(running.version, None)
    return [running, *sorted(others.values(), reverse=True)]


def peers() -> list[str]:
    """What pip is asked for, peer by peer."""
    lines = (HERE / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def pip(python: Path, *arguments: str) -> str | None:
    """Install something; None, or the reason why it did not work."""
    command: list[str | Path] = [
        python,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "install",
        "--quiet",
    ]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    # The first error says most: which versions there are, and which Python they need.
    return next((line for line in lines if line.startswith("ERROR")), lines[-1] if lines else "?")


def digest(files: list[Path]) -> str:
    """A hash over names and contents."""
    state = hashlib.sha256()
    for file in files:
        state.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return state.hexdigest()


def package_files() -> list[Path]:
    """The files that the package is built from."""
    files = [ROOT / name for name in SOURCES if (ROOT / name).is_file()]
    for folder in FOLDERS:
        files += [
            file
            for file in (ROOT / folder).rglob("*")
            if file.is_file() and not {"__pycache__", "gpscore.egg-info"} & set(file.parts)
        ]
    return sorted(files)


def install_gpscore(python: Path, stamp: Path) -> str | None:
    """Build this checkout and install it, unless it is there; None, or the reason for a failure."""
    files = package_files()
    # What is measured does not depend on the README, which this may write.
    current = digest([file for file in files if file.name != "README.md"])
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == current:
        return None
    stamp.unlink(missing_ok=True)
    # Built from a copy: a build leaves files in its tree, and one of another time could find them.
    copy = BUILD / "source"
    shutil.rmtree(copy, ignore_errors=True)
    for file in files:
        target = copy / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    reason = pip(python, "--force-reinstall", "--no-deps", str(copy)) or pip(python, "numpy>=1.26")
    shutil.rmtree(copy)
    if reason is None:
        stamp.write_text(current, encoding="utf-8")
    return reason


def prepare(
    interpreter: Interpreter, wanted: list[str], needed: set[str]
) -> tuple[Path, dict[str, str]]:
    """An environment of an interpreter, and the reasons for what could not be installed there.

    When none of what is *needed* could, the rest is left out.
    """
    name = "python{}.{}".format(*interpreter.version)
    folder = BUILD / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    origin = folder / "origin"
    # Scripts and links of an environment hold paths: one that came from elsewhere is made anew.
    made = f"{interpreter.path}\n{folder}"
    if not origin.is_file() or origin.read_text(encoding="utf-8") != made:
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([interpreter.path, "-m", "venv", folder], check=True)
        origin.write_text(made, encoding="utf-8")
    print(f"{name}: installing gpscore and its peers into {folder.relative_to(ROOT)}", flush=True)
    reasons: dict[str, str] = {}
    for what in sorted(wanted, key=lambda what: what not in needed):
        if what not in needed and needed and needed <= reasons.keys():
            return python, reasons
        reason = pip(python, *what.split())
        if reason:
            reasons[what] = reason
    reason = install_gpscore(python, folder / "gpscore")
    if reason:
        reasons["gpscore"] = reason
    return python, reasons


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("python", nargs="*", metavar="PYTHON", help="interpreters to use")
    parser.add_argument("--all", action="store_true", help="use every interpreter that is found")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each table (default 15)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--readme", action="store_true", help="write table and chart")
    arguments = parser.parse_args()

    interpreters = []
    for command in arguments.python:
        interpreter = probed(command)
        if interpreter is None:
            parser.error(f"{command} does not run, or cannot make virtual environments")
        interpreters.append(interpreter)
    everything = arguments.all or bool(interpreters)
    interpreters = interpreters or found()

    wanted = peers()
    reasons: dict[str, list[str]] = {peer: [] for peer in wanted}
    missing = set(wanted)
    reports = []
    measured = 0
    for interpreter in interpreters:
        if not (everything or missing):
            break
        version = "{}.{}".format(*interpreter.version)
        python, failures = prepare(interpreter, wanted, set() if everything else missing)
        for peer, reason in failures.items():
            print(f"{version}: {peer} is not installed: {reason}")
            reasons.setdefault(peer, []).append(f"Python {version}: {reason}")
        if "gpscore" in failures or not (everything or missing - failures.keys()):
            continue
        missing &= failures.keys()
        print(flush=True)
        figures = BUILD / f"python{version}.json"
        command = [python, HERE / "compare.py", f"--rounds={arguments.rounds}", "--json", figures]
        # Elsewhere, so that the sources of the checkout do not hide what is installed.
        if subprocess.run(command, cwd=BUILD, check=False).returncode != 0:
            return 1
        reports.append(json.loads(figures.read_text(encoding="utf-8")))
        measured += 1
        print(flush=True)
    for peer in sorted(missing):
        print(f"{peer} was not compared; {'; '.join(reasons[peer])}")
    if arguments.json:
        arguments.json.write_text(json.dumps(reports, indent=2) + "\n", encoding="utf-8")
    if reports and arguments.readme:
        print(f"\n{report.write(reports, HERE, ROOT / 'README.md')}")
    elif reports:
        print(f"\n{report.table(reports)}")
    if not measured:
        print("error: nothing could be compared", file=sys.stderr)
    return 0 if measured else 1


if __name__ == "__main__":
    sys.exit(main())
