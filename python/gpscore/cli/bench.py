"""``gpscore bench``: how fast the library is on this machine, in a few seconds."""

from __future__ import annotations

import json
import platform
import random
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Literal, NamedTuple

import typer

import gpscore
from gpscore import Batch, Game, Kernel, Policy, State
from gpscore.cli import progress, show
from gpscore.cli.options import Threads

#: Uniform players practically never finish GPS: all random games are cut here.
TURNS = 64
LANES = 4096
_SLICE = 0.05  # seconds of one figure, at least
_POSITIONS = 64
_GPS = "gps players="
_SOLAR = "solar players="


Clock = Callable[[], float]
Run = Callable[[int], tuple[int, float]]  # of some work: how much, and in how long


class Measure(NamedTuple):
    """Something to measure: ``run(n)`` does the work n times, and says how much in how long."""

    group: str
    name: str
    unit: str  # of the figure: "ns" for each, or "M/s" of them
    run: Run


class Figure(NamedTuple):
    """What was measured."""

    group: str
    name: str
    value: float
    unit: str


def bench(
    threads: Threads = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how fast gpscore is here.

    Single states are driven from Python, a call at a time; playouts, perft and batches run inside,
    on so many threads. Other work on the machine makes figures smaller.
    """
    gpscore.gps().initial_state().perft(0, threads=threads)  # refuses what cannot be, at once
    measures = list(_measures(threads))
    figures: list[Figure] = []
    with progress.bar("bench", len(measures)) as advance:
        for measure in measures:
            figures.append(_figure(measure))
            advance()
    if as_json:
        report = {
            "gpscore": gpscore.__version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            "threads": threads,
            "figures": [figure._asdict() for figure in figures],
        }
        typer.echo(json.dumps(report, indent=2))
        return
    _print(figures, threads)


def _print(figures: list[Figure], threads: int) -> None:
    out = show.console()
    host = f"Python {platform.python_version()}, {platform.machine()}"
    out.print(f"gpscore {gpscore.__version__}, {host}, threads: {threads}")
    widest = max(len(figure.name) for figure in figures)
    group = ""
    for figure in figures:
        if figure.group != group:
            group = figure.group
            out.print(f"\n{group}", style=show.STRONG)
        digits = 0 if figure.value >= 100 else 1 if figure.value >= 10 else 2
        out.print(f"  {figure.name:{widest}} {figure.value:>9,.{digits}f} {figure.unit}")


def _figure(measure: Measure) -> Figure:
    """The work as often as fills a slice, doubled until it does."""
    n = 1
    while True:
        count, seconds = measure.run(n)
        if seconds >= _SLICE:
            break
        n = max(2 * n, min(100 * n, round(n * 1.2 * _SLICE / max(seconds, 1e-9))))
    value = seconds / count * 1e9 if measure.unit == "ns" else count / seconds / 1e6
    return Figure(measure.group, measure.name, value, measure.unit)


def _timed(work: Callable[[int], int], clock: Clock = time.process_time) -> Run:
    def run(n: int) -> tuple[int, float]:
        start = clock()
        count = work(n)
        return count, clock() - start

    return run


def _measures(threads: int) -> Iterator[Measure]:
    # Processor time leaves other work on the machine aside, but adds up over threads.
    clock = time.process_time if threads == 1 else time.perf_counter
    for text in (_GPS + "3", _SOLAR + "2"):
        yield from _single(gpscore.parse_game(text), text)
    for text in (_GPS + "3", _SOLAR + "2"):
        yield from _inside(gpscore.parse_game(text), text, threads, clock)
    for text in (_GPS + "1", _GPS + "3", _GPS + "5", _SOLAR + "2", _SOLAR + "4"):
        game = gpscore.parse_game(text)
        for kernel in game.batch_kernels:
            yield from _batched(game, text, kernel, threads, clock)


# ---- Single states ------------------------------------------------------------------------------


def _positions(game: Game) -> list[State]:
    """Where somebody chooses, in games of uniform players."""
    found: list[State] = []
    seed = 1
    while len(found) < _POSITIONS:
        state = game.initial_state()
        while not state.is_terminal and state.turn < TURNS and len(found) < _POSITIONS:
            if state.is_chance:
                state.resolve_chance(seed)
            else:
                found.append(state.clone())
                state.apply(state.choose("uniform", seed=seed))
        seed += 1
    return found


def _single(game: Game, name: str) -> Iterator[Measure]:
    positions = _positions(game)
    rng = random.Random(1)
    pairs = [(state, rng.choice(state.legal_actions())) for state in positions]

    def each(call: Callable[[State], object]) -> Run:
        def work(n: int) -> int:
            for _ in range(n):
                for state in positions:
                    call(state)
            return n * len(positions)

        return _timed(work)

    def there_and_back(n: int) -> int:
        for _ in range(n):
            for state, action in pairs:
                state.apply(action)
                state.undo()
        return n * len(pairs)

    def games(n: int) -> int:
        decisions = 0
        for seed in range(n):
            state = game.initial_state()
            while not state.is_terminal and state.turn < TURNS:
                if state.is_chance:
                    state.resolve_chance(seed)
                else:
                    actions = state.legal_actions()
                    state.apply(actions[int(rng.random() * len(actions))])
                    decisions += 1
        return decisions

    group = f"single states from Python: {name}"
    yield Measure(group, "clone", "ns", each(lambda state: state.clone()))
    yield Measure(group, "legal_actions", "ns", each(lambda state: state.legal_actions()))
    yield Measure(group, "legal_mask", "ns", each(lambda state: state.legal_mask()))
    yield Measure(group, "apply, undo", "ns", _timed(there_and_back))
    yield Measure(group, "to_bytes", "ns", each(lambda state: state.to_bytes()))
    yield Measure(group, "observation", "ns", each(lambda state: state.observation(0)))
    yield Measure(group, "random games, decisions", "M/s", _timed(games))


# ---- Engines ------------------------------------------------------------------------------------


def _inside(game: Game, name: str, threads: int, clock: Clock) -> Iterator[Measure]:
    start = game.initial_state()
    group = f"inside the engine: {name}"

    def playouts(policy: Policy) -> Run:
        def work(n: int) -> int:
            return start.playout(policy, 10 * n, turn_cap=TURNS, threads=threads).decisions

        return _timed(work, clock)

    for policy in gpscore.POLICIES:
        yield Measure(group, f"playouts by {policy}, decisions", "M/s", playouts(policy))
    early = next(state for state in _positions(game) if state.turn == 3)
    depth = 2
    while early.perft(depth) < 300_000:
        depth += 1

    def perft(n: int) -> int:
        return sum(early.perft(depth, threads=threads) for _ in range(n))

    yield Measure(group, f"perft {depth}, leaves", "M/s", _timed(perft, clock))


def _batched(
    game: Game, name: str, kernel: Kernel, threads: int, clock: Clock
) -> Iterator[Measure]:
    group = f"batch of {LANES:,}, {kernel}: {name}"

    def batch(observations: Literal["uint8"] | None = None) -> Batch:
        return game.batch(
            LANES,
            seed=1,
            autoreset="same_step",
            max_turns=TURNS,
            kernel=kernel,
            threads=threads,
            observations=observations,
        )

    def played(policy: Policy) -> Run:
        games = batch()
        return _timed(lambda n: games.play(n, policy).decisions, clock)

    def stepped(observations: Literal["uint8"] | None) -> Run:
        games = batch(observations)
        actions = games.sample()

        def work(n: int) -> tuple[int, float]:
            seconds = 0.0
            for _ in range(n):
                games.sample(actions)  # by the caller, who is not measured
                start = clock()
                games.step(actions)
                seconds += clock() - start
            return n * actions.size, seconds

        return work

    for policy in gpscore.POLICIES:
        yield Measure(group, f"play by {policy}, decisions", "M/s", played(policy))
    yield Measure(group, "step with actions given, decisions", "M/s", stepped(None))
    yield Measure(group, "the same with observations", "M/s", stepped("uint8"))
