"""Measure what each option of an embedder saves: bytes of the library, for docs/embedding.md.

    python bench/sizes.py

Runs ``make lib`` for each option and adds up what ``size`` says of the code and constants in
libgpscore.a; the core has no data that can be written.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path("build", "sizes")
BOTH = "gps solar"
# What the rows of the table are called, the options, and the games.
OPTIONS = {
    "all of it": ("", BOTH),
    "`GPSCORE_NO_SIMD`": ("-DGPSCORE_NO_SIMD", BOTH),
    "`GPSCORE_NO_TEXT`": ("-DGPSCORE_NO_TEXT", BOTH),
    "`GPSCORE_NO_SOLAR`": ("", "gps"),
    "`GPSCORE_NO_GPS`": ("", "solar"),
    "GPS alone, without text and SIMD": ("-DGPSCORE_NO_TEXT -DGPSCORE_NO_SIMD", "gps"),
    "the solar system alone, without text and SIMD": (
        "-DGPSCORE_NO_TEXT -DGPSCORE_NO_SIMD",
        "solar",
    ),
}


def run(*command: str) -> str:
    """What a command prints, or the end with what it said."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def kilobytes(number: int, defines: str, games: str) -> float:
    """Code and constants of the static library."""
    folder = BUILD / str(number)
    library = folder / "libgpscore.a"
    run("make", f"LIB={folder}", f"DEFINES={defines}", f"GAMES={games}", str(library))
    text, data, bss, *_ = run("size", "-t", str(library)).splitlines()[-1].split()
    return (int(text) + int(data) + int(bss)) / 1000


def main() -> None:
    """Build, measure, print."""
    compiler = run(*os.environ.get("CC", "cc").split(), "--version").splitlines()[0]
    print(f"{compiler}; {platform.machine()}")
    print("| option | kB | saved |\n|---|---|---|")
    whole = 0.0
    for number, (name, (defines, games)) in enumerate(OPTIONS.items()):
        here = kilobytes(number, defines, games)
        whole = whole or here
        print(f"| {name} | {here:.0f} | {whole - here:.0f} |", flush=True)


if __name__ == "__main__":
    main()
