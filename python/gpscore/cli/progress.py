"""A bar for what takes long, on standard error of a terminal, and nothing anywhere else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator

from gpscore.cli import show


def shown() -> bool:
    """Whether somebody would see a bar."""
    return show.console(stderr=True).is_terminal


@contextlib.contextmanager
def bar(what: str, total: int) -> Generator[Callable[[], object]]:
    """A bar of *total* steps while the block runs; call what it gives after each of them."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(what), BarColumn(), TimeElapsedColumn())
    console = show.console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not shown()) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)
