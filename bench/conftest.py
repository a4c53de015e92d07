"""What the suites share: measuring one operation at a time, and the table at the end."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest


class Row(NamedTuple):
    """A measured operation; the times are nanoseconds, medians."""

    name: str
    players: int
    ns: float
    target: float | None


ROWS = pytest.StashKey[list[Row]]()
LOAD = pytest.StashKey[str]()


def load_average() -> str:
    """The load of the last 1, 5 and 15 minutes."""
    try:
        return " ".join(f"{load:.2f}" for load in os.getloadavg())
    except (AttributeError, OSError):
        return "unknown"


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []
    config.stash[LOAD] = load_average()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Processor time: on a shared machine, waiting for a processor must not count.
    for item in items:
        item.add_marker(
            pytest.mark.benchmark(timer=time.process_time, max_time=0.4, min_rounds=7, warmup=True)
        )


@pytest.fixture
def per_op(benchmark: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., None]]:
    """Measure ``function()``, which does *ops* operations, and note what one of them takes.

    A call through the plugin takes longer than many an operation, so *function* has a loop of its
    own, whose step of 10 to 20 ns is part of what is noted.
    """

    def measure(
        name: str,
        players: int,
        function: Callable[[], object],
        *,
        ops: int,
        target: float | None = None,
    ) -> None:
        benchmark(function)
        if benchmark.stats is None:  # switched off: run once, as a test
            return
        ns = benchmark.stats.stats.median / ops * 1e9
        benchmark.extra_info.update(ops=ops, ns_per_op=ns, target_ns=target)
        request.config.stash[ROWS].append(Row(name, players, ns, target))

    yield measure


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rows = config.stash[ROWS]
    if not rows:
        return
    terminalreporter.section("nanoseconds an operation, medians of processor time")
    terminalreporter.write_line(
        f"load average before {config.stash[LOAD]}, after {load_average()}; "
        f"{os.cpu_count()} processors"
    )
    names = list(dict.fromkeys(row.name for row in rows))
    players = sorted({row.players for row in rows})
    heads = "".join(f"{f'{count} pl.':>10}" for count in players)
    terminalreporter.write_line(f"{'operation':34}{heads}   target")
    for name in names:
        found = {row.players: row for row in rows if row.name == name}
        cells = "".join(
            f"{found[count].ns:10.0f}" if count in found else f"{'':10}" for count in players
        )
        verdicts = [
            f"{row.target:g} ({count} pl.): " + ("met" if row.ns <= row.target else "missed")
            for count, row in sorted(found.items())
            if row.target is not None
        ]
        terminalreporter.write_line(f"{name:34}{cells}   {', '.join(verdicts)}".rstrip())
