"""What happened and how things stand, as lines for a terminal of 80 columns.

Everything here is told by the core: events, rings, targets. Nothing is worked out from rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.style import Style
from rich.text import Text

from gpscore import Event, GpsState

SEATS = (
    ("Red", Style(color="red")),
    ("Green", Style(color="green")),
    ("Blue", Style(color="bright_blue")),
    ("White", Style(color="bright_white")),
    ("Yellow", Style(color="yellow")),
)
DIM = Style(dim=True)
STRONG = Style(bold=True)
POINTED = Style(bold=True, reverse=True)

_WIDTH = 80
_LABEL = 6  # columns of the longest name
_CELLS = (_WIDTH - _LABEL - 2) // 2  # of two columns, between two marks of the start line


def console() -> Console:
    """The console of standard output: plain without a terminal, without colour under NO_COLOR."""
    return Console(highlight=False)


def name(seat: int) -> Text:
    """The colour of a seat, in its colour."""
    return Text(SEATS[seat][0], style=SEATS[seat][1])


def names(seats: Sequence[int]) -> Text:
    """``Red``, ``Red and Blue``, ``Red, Green and Blue``."""
    said = [name(seat) for seat in seats]
    if len(said) < 2:
        return said[0]
    return Text(", ").join(said[:-1]) + Text(" and ") + said[-1]


def spun(turn: int, space: int) -> Text:
    """The heading of a turn, which counts from 1."""
    return Text(f"Turn {turn}: the spinner points to {space}", style=STRONG)


def deeds(events: Iterable[Event]) -> list[Text]:
    """What the players did, one clause a seat: ``Red places 7 at 17, turns up 9; Green ...``.

    Lines of at most 80 columns that break between clauses; none when nobody did anything.
    """
    said: dict[int, list[str]] = {}
    for event in events:
        if event.player is None:
            continue
        clause = said.setdefault(event.player, [])
        if event.kind == "placed":
            clause.append(f"places {event.satellite} at {event.space}")
        elif event.kind == "moved":
            clause.append(f"moves {event.satellite} from {event.origin} to {event.space}")
        elif event.kind == "turned_up":
            if clause and clause[-1].startswith("turns up"):
                clause[-1] += f" {event.satellite}"
            else:
                clause.append(f"turns up {event.satellite}")
    lines: list[Text] = []
    for seat, clause in sorted(said.items()):
        if not clause:
            continue
        text = name(seat) + Text(" " + ", ".join(clause))
        if lines and len(lines[-1]) + 2 + len(text) < _WIDTH:
            lines[-1] += Text("; ") + text
        else:
            if lines:
                lines[-1].append(";")
            lines.append(text)
    return lines


def rings(state: GpsState, pointed: int | None) -> Iterator[Text]:
    """Each player's ring as a line of cells from the start line ``|`` round to it again.

    A ``v`` above stands over the pointed space, numbers over every fourth other space. A ring that
    is too long for a line goes on below.
    """
    spaces = state.game.spaces
    parts = -(-spaces // _CELLS)
    size = -(-spaces // parts)
    all_rings = [state.ring(seat) for seat in range(state.game.players)]
    for first in range(0, spaces, size):
        part = range(first, min(first + size, spaces))
        yield _ruler(part, pointed)
        for seat, ring in enumerate(all_rings):
            style = SEATS[seat][1]
            line = Text(SEATS[seat][0].ljust(_LABEL), style=style)
            line.append("|" if first == 0 else " ", style=STRONG)
            for space in part:
                satellite = ring[space]
                cell = " ." if satellite is None else f"{satellite:2d}"
                shade = DIM if satellite is None else style + STRONG
                line.append(cell, style=POINTED if space == pointed else shade)
            line.append("|" if part.stop == spaces else "", style=STRONG)
            yield line


def _ruler(part: range, pointed: int | None) -> Text:
    line = Text(" " * (_LABEL + 1))
    for space in part:
        near = pointed is not None and abs(space - pointed) < 2
        if space == pointed:
            line.append(" v", style=STRONG)
        else:
            line.append("  " if near or space % 4 else f"{space:2d}", style=DIM)
    line.rstrip()
    return line


def face_up(state: GpsState, seat: int) -> Text:
    """``Red has face up: 3 7 11``, or that nothing is."""
    there = " ".join(map(str, state.face_up(seat)))
    return name(seat) + Text(f" has face up: {there or 'none'}")


def game_won(state: GpsState, game: int) -> Text:
    """The result of one game of a match, with the wins so far."""
    standing = Text(", ").join(
        name(seat) + Text(f" {wins}") for seat, wins in enumerate(state.wins)
    )
    return (
        Text(f"Game {game} goes to ", style=STRONG)
        + names(state.winners)
        + Text(f" after {state.game_turn} turns. Wins: ")
        + standing
        + Text(f"; {state.game.wins} end the match.")
    )


def result(state: GpsState) -> Text:
    """How the play ended: the winners and the number of turns."""
    who = names(state.winners) if state.winners else Text("Nobody")
    verb = "win" if len(state.winners) > 1 else "wins"
    return who + Text(f" {verb} after {state.turn} turns.", style=STRONG)


def print_lines(out: Console, lines: Iterable[Text]) -> None:
    """Print lines that must not be wrapped by words."""
    for line in lines:
        out.print(line, soft_wrap=True)
