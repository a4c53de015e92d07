"""Measure the loops of other programs beside the engine's own: Cython, C, cffi, numba.

    python bench/downstream.py [--json FILE] [--rounds N]

Builds the projects of ``tests/downstream`` against the installed package and lets each play random
games to their end, call by call through the table of functions. The same number of games is played
by ``state.playout``, whose loop is in the core. Rounds alternate, in processor time; a ratio is the
median of the rounds' ratios of time for a decision. numba is measured where it is installed.
"""

import argparse
import importlib
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import gpscore

ROOT = Path(__file__).resolve().parents[1]
DOWNSTREAM = ROOT / "tests" / "downstream"
BUILD = ROOT / "build" / "bench" / "downstream"
GAMES = [gpscore.gps(players=3, turn_limit=64), gpscore.solar(players=2)]
# Games of a round, and the ratio that a loop may have.
PLAYERS: dict[str, tuple[int, float | None]] = {
    "cython": (400, 1.3),
    "c": (400, 1.3),
    "numba": (400, None),
    "cffi": (8, None),
}

Loop = Callable[[int, int], int]  # seed, games: decisions


def build(name: str) -> None:
    """Install a project into BUILD."""
    source = BUILD / f"{name}-source"
    shutil.copytree(DOWNSTREAM / name, source)
    if not (source / "pyproject.toml").exists():
        shutil.copy2(source / f"{name}.py", BUILD)
        return
    command = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install"]
    command += [
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--target",
        str(BUILD),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: {name} cannot be built\n{done.stdout}{done.stderr}")


def counting(
    games: Callable[[bytes, bytes, int, int], tuple[int, int]], game: gpscore.Game
) -> Loop:
    """The function of a project with its rules."""
    name, rules = game.name.encode(), game.rules.encode()
    return lambda seed, n: games(name, rules, seed, n)[0]


def loops(game: gpscore.Game) -> dict[str, Loop]:
    """What plays random games, the engine first."""
    start = game.initial_state()
    found: dict[str, Loop] = {
        "engine": lambda seed, n: start.playout("uniform", n, seed=seed).decisions
    }
    for player in PLAYERS:
        if player == "numba" and not importlib.util.find_spec("numba"):
            continue
        module = importlib.import_module(f"{player}_player")
        found[player] = counting(module.games, game)
    return found


def nanoseconds(loop: Loop, seed: int, games: int) -> float:
    """Of processor time for a decision."""
    before = time.process_time_ns()
    decisions = loop(seed, games)
    return (time.process_time_ns() - before) / decisions


def measure(game: gpscore.Game, rounds: int) -> list[dict[str, str | float | None]]:
    """A row for each loop."""
    playing = loops(game)
    for loop in playing.values():
        loop(0, 1)  # what numba compiles is compiled
    times: dict[str, list[float]] = {name: [] for name in playing}
    ratios: dict[str, list[float]] = {name: [] for name in playing}
    for number in range(rounds):
        seed = 1000 * number
        for name, loop in playing.items():
            games = PLAYERS.get(name, PLAYERS["c"])[0]
            times[name].append(nanoseconds(loop, seed, games))
            engine = nanoseconds(playing["engine"], seed, PLAYERS["c"][0])
            ratios[name].append(times[name][-1] / engine)
    return [
        {
            "game": game.name,
            "loop": name,
            "ns": statistics.median(times[name]),
            "ratio": statistics.median(ratios[name]),
            "target": PLAYERS.get(name, (0, None))[1],
        }
        for name in playing
    ]


def main() -> int:
    """Build, measure, print; 1 when a loop misses its target."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--rounds", type=int, default=25, metavar="N")
    arguments = parser.parse_args()
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    for player in PLAYERS:
        build(f"{player}_player")
    sys.path.insert(0, str(BUILD))
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")
    print(f"{'game':6} {'loop':8} {'ns a decision':>14} {'x engine':>9}")
    rows = [row for game in GAMES for row in measure(game, arguments.rounds)]
    missed = False
    for row in rows:
        verdict = ""
        if row["target"] is not None:
            over = float(row["ratio"] or 0) > float(row["target"])
            verdict = f"  at most {row['target']}: {'missed' if over else 'met'}"
            missed |= over
        figures = f"{row['ns']:14.1f} {row['ratio']:9.2f}"
        print(f"{row['game']:6} {row['loop']:8} {figures}{verdict}")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return missed


if __name__ == "__main__":
    sys.exit(main())
