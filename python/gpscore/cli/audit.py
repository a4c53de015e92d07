"""The command ``gpscore audit``: look for leaks of what a player may not know."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

import gpscore
from gpscore.cli import show
from gpscore.cli.options import whole


def audit(
    view: Annotated[
        str | None,
        typer.Argument(
            metavar="VIEW",
            show_default=False,
            help="A view of your own, as module:function; it takes a state and a player, or None "
            "for the public. Without one all doors of the engine are audited.",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            show_default=False,
            help='Rules to play by, such as "gps players=2". [default: a small match for four]',
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs", metavar="N", parser=whole, help="Pairs of states to compare. [default: 200]"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", parser=whole, help="Where the pairs come from. [default: 0]"
        ),
    ] = None,
) -> None:
    """Look for leaks of what a player may not know.

    Pairs of states that differ in nothing else are shown to every player, and must look alike.

    Exit status: 1 when something is told that should not be.
    """
    game = None if rules is None else gpscore.parse_game(rules)
    if pairs is not None and pairs < 1:
        raise typer.BadParameter("at least one pair is needed", param_hint="--pairs")
    own = _loaded(view)
    try:
        found = gpscore.audit(own, game=game, pairs=pairs or 200, seed=seed or 0)
    except gpscore.Error:
        raise
    except Exception as error:
        if own is None:
            raise
        raise gpscore.UsageError(f"{view} fails: {type(error).__name__}: {error}") from error
    out = show.console()
    shown: set[tuple[str, int | None]] = set()
    for leak in found.leaks:
        if (leak.door, leak.viewer) in shown:
            continue
        shown.add((leak.door, leak.viewer))
        out.print(f"LEAK {leak}", soft_wrap=True, markup=False)
        if leak.first not in leak.saw:  # a view that is the text of the state has shown them
            out.print(f"  {leak.first}\n  {leak.second}", soft_wrap=True, markup=False)
    said = f"pairs of states: {found.pairs}; doors: {len(found.doors)}; leaks: {len(found.leaks)}"
    if found.pairs == 0:
        said += "; nothing is hidden in these games"
    out.print(said, soft_wrap=True)
    if found.leaks:
        raise typer.Exit(1)


def _loaded(view: str | None) -> Callable[..., Any] | None:
    """The function of a name, from the working directory too."""
    if view is None:
        return None
    module, _, name = view.partition(":")
    with _here():
        try:
            found = getattr(importlib.import_module(module), name)
        except Exception as error:  # whatever the module does when it is imported
            why = f"{type(error).__name__}: {error}"
            raise gpscore.UsageError(f"there is no view {view}: {why}") from error
    if not callable(found):
        raise gpscore.UsageError(f"{view} is no function")
    return found  # type: ignore[no-any-return]


@contextlib.contextmanager
def _here() -> Any:
    sys.path.insert(0, "")
    try:
        yield
    finally:
        sys.path.remove("")
