"""Pictures of positions and pages of games: SVG, PNG, HTML."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import gpscore
from gpscore import State, Theme
from gpscore.cli import show
from gpscore.cli.files import FileError, is_record, load, load_text, named, save_as
from gpscore.cli.options import seat_named, whole
from gpscore.cli.replay import MOST_FRAMES, page
from gpscore.cli.tools import Rules, read_position

if TYPE_CHECKING:
    from gpscore.record import GameRecord


class Format(StrEnum):
    """What is written."""

    svg = "svg"
    png = "png"
    html = "html"


def render(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            show_default=False,
            help="A game record; - is standard input. Or a position: its text, rules for their "
            "initial state, or a file with either.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to: a name that ends in .svg, .png or .html. [default: standard output]",
        ),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(
            metavar="FORMAT",
            help="svg, png, or html: a page that replays a record. [default: what FILE ends in, "
            "else svg]",
        ),
    ] = None,
    rules: Rules = "gps",
    ply: Annotated[
        int | None,
        typer.Option(
            parser=whole, metavar="N", help="The position after N plies of a record. [default: all]"
        ),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(
            parser=whole, metavar="PX", help="The width. [default: 900, or 1100 for solar]"
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="THEME",
            help="light, dark or colour-blind. [default: light; a page takes the reader's]",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Draw what this seat may see; red, green, ..., a number, or public, the default.",
        ),
    ] = None,
    legal: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Mark what this seat may do.")
    ] = None,
    last: Annotated[
        int | None,
        typer.Option(
            parser=whole, metavar="N", help="Mark the last N plies of a record. [default: 0]"
        ),
    ] = None,
    labels: Annotated[
        bool, typer.Option(help="Write names, numbers of spaces and captions, or not.")
    ] = True,
    frames: Annotated[
        int | None,
        typer.Option(
            parser=whole,
            metavar="N",
            help="Positions of a page at most; of a longer game the ends of turns are shown. "
            f"[default: {MOST_FRAMES}]",
        ),
    ] = None,
) -> None:
    """Draw a position, or make a page that replays a record.

    The page needs no network and no other file. PNG needs resvg-py: pip install resvg-py.
    """
    wanted = _format(output, format)
    record, state = _read(source, rules)
    players = (record.game if record else state.game).players
    chosen = None if theme is None else _theme(theme)
    viewer = (
        None if player is None or player == "public" else seat_named(player, players, "--player")
    )
    if wanted is Format.html:
        if record is None:
            raise typer.BadParameter("a page replays a record, and this is a position")
        for option, given in (("--ply", ply), ("--legal", legal), ("--size", size)):
            if given is not None:
                raise typer.BadParameter("a page shows the whole game", param_hint=option)
        most = MOST_FRAMES if frames is None else frames
        made = page(record, player=viewer, theme=chosen, labels=labels, frames=most)
        if made.turns:
            every = "turn" if made.turns == 1 else f"{made.turns} turns"
            show.console(stderr=True).print(
                f"The game has {len(record.plies)} plies; the page shows one position every "
                f"{every} (--frames {most})",
                style=show.DIM,
                soft_wrap=True,
            )
        _write(output, made.html.encode("utf-8"))
        return
    if record is not None:
        state = _after(record, ply)
    elif ply is not None:
        raise typer.BadParameter("only a record has plies", param_hint="--ply")
    svg = state.svg(
        viewer,
        size=size,
        theme=chosen or "light",
        legal=None if legal is None else seat_named(legal, players, "--legal"),
        last=last or 0,
        labels=labels,
    )
    _write(output, _png(svg) if wanted is Format.png else svg.encode("ascii"))


def _format(output: Path | None, given: Format | None) -> Format:
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    if given is not None:
        return given
    if output is None:
        return Format.svg
    if suffix in Format.__members__:
        return Format(suffix)
    raise typer.BadParameter(
        f"{named(output)} ends in none of .svg, .png and .html; say which: --format",
        param_hint="--output",
    )


def _theme(name: str) -> Theme:
    for theme in gpscore.THEMES:
        if theme == name:
            return theme
    raise typer.BadParameter(
        f"there is no theme {name!r}; there are {', '.join(gpscore.THEMES)}", param_hint="--theme"
    )


def _read(source: str, rules: str) -> tuple[GameRecord | None, Any]:
    """The record, or None and the position."""
    path = Path(source)
    if source == "-" or _exists(path):
        if source == "-" or is_record(path):
            return load(path), None
        text = load_text(path)
        try:
            return None, read_position(text.strip(), rules)
        except gpscore.Error as error:
            raise FileError(path, f"is no game record, and as a position: {error}") from None
    try:
        return None, read_position(source, rules)
    except gpscore.Error:
        if " " in source.strip():
            raise
        raise FileError(path, "is no file, and no position either") from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a text that is too long for a name
        return False


def _after(record: GameRecord, plies: int | None) -> State:
    """The position of a record after so many plies."""
    state = record.replay()
    count = len(record.plies)
    if plies is not None:
        if not 0 <= plies <= count:
            raise typer.BadParameter(
                f"there is no position after {plies} plies; the record has {count}, so say 0 to "
                f"{count}",
                param_hint="--ply",
            )
        for _ in range(count - plies):
            state.undo()
    return state


def _png(svg: str) -> bytes:
    try:
        import resvg_py
    except ModuleNotFoundError as missing:
        if missing.name != "resvg_py":
            raise
        raise gpscore.UsageError("PNG needs the package resvg-py: pip install resvg-py") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def _write(output: Path | None, data: bytes) -> None:
    if output is not None:
        save_as(output, data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
