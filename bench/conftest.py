"""What the suites share: measuring one operation at a time, and the table at the end."""

import os
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

SECONDS = 0.8  # for one measurement
ROUNDS = (9, 2000)  # at least, at most


class Row(NamedTuple):
    """A measured operation; the times are nanoseconds, medians."""

    name: str
    players: int
    ns: float
    calls: float  # the same in units of the calibration
    target: float | None


ROWS = pytest.StashKey[list[Row]]()
CALLS = pytest.StashKey[list[float]]()
LOAD = pytest.StashKey[str]()

WORDS = ["calibration"] * 1000


def calibration() -> float:
    """Nanoseconds for a step of a loop that calls a method of a built-in type."""
    start = time.process_time()
    for word in WORDS:
        word.isascii()
    return (time.process_time() - start) / len(WORDS) * 1e9


def load_average() -> str:
    """The load of the last 1, 5 and 15 minutes."""
    try:
        return " ".join(f"{load:.2f}" for load in os.getloadavg())
    except (AttributeError, OSError):
        return "unknown"


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []
    config.stash[CALLS] = []
    config.stash[LOAD] = load_average()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Processor time: on a shared machine, waiting for a processor must not count.
    for item in items:
        item.add_marker(pytest.mark.benchmark(timer=time.process_time))


@pytest.fixture
def per_op(benchmark: Any, request: pytest.FixtureRequest) -> Callable[..., None]:
    """Measure ``function()``, which does *ops* operations, and note what one of them takes.

    A call through the plugin takes longer than many an operation, so *function* has a loop of its
    own, whose step of 10 to 20 ns is part of what is noted. The calibration runs before every
    round, so that what disturbs the machine disturbs both.
    """

    def measure(
        name: str,
        players: int,
        function: Callable[[], object],
        *,
        ops: int,
        target: float | None = None,
    ) -> None:
        start = time.process_time()
        function()
        taken = max(time.process_time() - start, 1e-6)
        rounds = min(max(ROUNDS[0], int(SECONDS / taken)), ROUNDS[1])
        calls: list[float] = []
        benchmark.pedantic(function, setup=lambda: calls.append(calibration()), rounds=rounds)
        if benchmark.stats is None:  # switched off: run once, as a test
            return
        times = [seconds / ops * 1e9 for seconds in benchmark.stats.stats.data]
        ns = statistics.median(times)
        ratio = statistics.median(own / call for own, call in zip(times, calls, strict=True))
        benchmark.extra_info.update(ops=ops, ns_per_op=ns, calls_per_op=ratio, target_ns=target)
        request.config.stash[ROWS].append(Row(name, players, ns, ratio, target))
        request.config.stash[CALLS].append(statistics.median(calls))

    return measure


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rows = config.stash[ROWS]
    if not rows:
        return
    calls = config.stash[CALLS]
    line = terminalreporter.write_line
    terminalreporter.section("one operation: median of processor time, ns")
    line(
        f"load average before {config.stash[LOAD]}, after {load_average()}; "
        f"{os.cpu_count()} processors"
    )
    line(
        "in brackets: in calls of a built-in method, measured in turn with it, which took "
        f"{min(calls):.1f} to {max(calls):.1f} ns;"
    )
    line("targets are compared with the number in brackets, times the least of these")
    players = sorted({row.players for row in rows})
    heads = "".join(f"{f'{count} pl.':>16}" for count in players)
    line(f"{'':32}{heads}   target")
    for name in dict.fromkeys(row.name for row in rows):
        found = {row.players: row for row in rows if row.name == name}
        cells = "".join(
            f"{found[count].ns:8.0f} {f'({found[count].calls:.1f})':>7}" if count in found else ""
            for count in players
        )
        verdicts = []
        for count, row in sorted(found.items()):
            if row.target is not None:
                quiet = row.calls * min(calls)
                word = "met" if quiet <= row.target else "missed"
                verdicts.append(f"{row.target:g}: {quiet:.0f}, {word} ({count} pl.)")
        line(f"{name:32}{cells}   {', '.join(verdicts)}".rstrip())
