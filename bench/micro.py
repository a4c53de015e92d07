"""Measure the C core: ``bench/micro.c``, compiled like the package, timed and counted.

    python bench/micro.py [--json FILE] [--no-instructions]

Times are in processor time, ratios in units of the calibration loop. Instructions are counted by
valgrind's callgrind, where it is installed, at two counts of operations: the difference has no
start of the program in it.
"""

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "bench"

# What each should take, in nanoseconds on one core of the machine of NOTES.md.
TARGETS = {
    "legal_mask": 3,
    "apply_undo": 20,
    "random_step": 30,
    "greedy": 180,
    "steady": 800,
    "steady_game_of_5": 90_000,
    "gps_perft": 10,
    "playout_greedy": 200,
    "playout_steady": 833,
    "gps_batch_random": 2.5,
    "gps_batch_random_scalar": 16.7,
    "gps_batch_step": 12.5,
    "gps_batch_observe": 50,
    "gps_batch_greedy": 50,
    "gps_batch_steady": 200,
    "svg_of_5": 60_000,
    "solar_rotate_undo": 40,
    "solar_moves_mask": 12,
    "solar_turn_mask": 40,
    "solar_move_undo": 20,
    "solar_reach_3": 500,
    "solar_random_game": 30_000,
    "solar_perft": 20,
    "solar_batch_random": 33,
    "solar_batch_step": 66,
    "solar_batch_observe": 166,
}

# Operations of the two counted runs, by a part of the name: in batches of 4,096 lanes as many as
# three players make in games of 64 turns, whole games, whole counts; else whole rounds of the pool.
COUNTS = {
    "batch": (64 * 3 * 4096, 2 * 64 * 3 * 4096),
    "game": (10, 60),
    "gps_perft": (332_424, 3 * 332_424),
    "solar_perft": (968_704, 2 * 968_704),
    "playout": (5_000, 25_000),
    "": (640, 6400),
}


def compile_command(target: Path) -> list[str]:
    """The command that makes *target* with the flags of the package (see setup.py)."""
    config = sysconfig.get_config_vars("CC", "CFLAGS", "CCSHARED")
    compiler, cflags, shared = (shlex.split(value or "") for value in config)
    compiler = shlex.split(os.environ.get("CC", "")) or compiler
    if not compiler:
        sys.exit("error: this Python names no C compiler; name one: CC=gcc")
    own = shlex.split(os.environ.get("CFLAGS", ""))
    sources = [ROOT / "bench" / "micro.c", *sorted((ROOT / "src" / "gpscore").glob("*.c"))]
    return [
        *compiler,
        *cflags,
        *shared,
        *("-O3", "-std=c11", "-fvisibility=hidden"),
        *own,
        *(f"-I{ROOT / folder}" for folder in ("include", "src/gpscore")),
        *map(str, sources),
        *("-o", str(target)),
    ]


def build() -> tuple[Path, list[str]]:
    """Compile the benchmarks; the program and the command that made it."""
    BUILD.mkdir(parents=True, exist_ok=True)
    target = BUILD / "micro"
    command = compile_command(target)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        sys.exit(f"error: the compiler {command[0]!r} does not start: {error.strerror}")
    if done.returncode != 0:
        sys.exit(f"error: bench/micro.c does not compile\n{shlex.join(command)}\n{done.stderr}")
    return target, command


def times(program: Path) -> dict[str, tuple[float, float]]:
    """Nanoseconds an operation by benchmark: median and least."""
    output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    rows = map(str.split, output.splitlines())
    return {name: (float(median), float(least)) for name, median, least in rows}


def counted(program: Path, name: str, count: int) -> int:
    """Instructions of a whole run of *count* operations."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind.out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        done = subprocess.run(
            [*command, program, name, str(count)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(f"error: callgrind stopped on {name}\n{done.stderr}")
        total = re.search(r"^(?:totals|summary): (\d+)", out.read_text(encoding="utf-8"), re.M)
    if total is None:
        sys.exit(f"error: callgrind wrote no total for {name}")
    return int(total[1])


def instructions(program: Path, name: str) -> float:
    """Instructions of one operation."""
    few, many = next(counts for part, counts in COUNTS.items() if part in name)
    return (counted(program, name, many) - counted(program, name, few)) / (many - few)


def load_average() -> str:
    """The load of the last 1, 5 and 15 minutes."""
    try:
        return " ".join(f"{load:.2f}" for load in os.getloadavg())
    except (AttributeError, OSError):
        return "unknown"


def verdict(ns: float, target: float | None) -> str:
    """Whether a time is within its target, and if not how far off."""
    if target is None:
        return ""
    return "met" if ns <= target else f"missed, {ns / target:.2f} times it"


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument(
        "--no-instructions", action="store_true", help="leave out what takes longest"
    )
    arguments = parser.parse_args()
    counting = not arguments.no_instructions
    if counting and shutil.which("valgrind") is None:
        print("instructions are not counted: valgrind is not installed", file=sys.stderr)
        counting = False

    program, command = build()
    before = load_average()
    measured = times(program)
    after = load_average()
    missing = TARGETS.keys() - measured.keys()
    if missing:
        sys.exit(f"error: bench/micro.c no longer has {', '.join(sorted(missing))}")
    calibration, _ = measured["calibration"]
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "ns": ns,
            "ns_least": least,
            "ratio": ns / calibration,
            "instructions": instructions(program, name) if counting else None,
            "target_ns": TARGETS.get(name),
        }
        for name, (ns, least) in measured.items()
    ]

    print(f"load average before {before}, after {after}; {os.cpu_count()} processors")
    print(f"{'operation':25} {'ns':>10} {'least':>10} {'x calib.':>9} {'instr.':>10} {'target':>7}")
    for row in rows:
        count = "" if row["instructions"] is None else f"{row['instructions']:.1f}"
        target = row["target_ns"]
        figures = f"{row['ns']:10.2f} {row['ns_least']:10.2f} {row['ratio']:9.2f} {count:>10}"
        aim = "" if target is None else f"{target:>7} {verdict(row['ns'], target)}"
        print(f"{row['name']:25} {figures} {aim}".rstrip())
    if arguments.json:
        report = {
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "machine": platform.machine(),
            "processors": os.cpu_count(),
            "load_before": before,
            "load_after": after,
            "command": shlex.join(command),
            "benchmarks": rows,
        }
        arguments.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
