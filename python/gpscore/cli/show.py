"""What happened and how things stand, as lines for a terminal of 40 columns or more.

Everything here is told by the core: events, rings, targets. Nothing is worked out from rules.
"""

from __future__ import annotations

import re
import shutil
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

_LABEL = 6  # columns of the longest name
_PLAYERS = re.compile(r"(?<!there is no )\bplayers? (\d+(?:(?:, | and )\d+)*)\b")


def width() -> int:
    """The columns of the terminal, or of COLUMNS; 80 when nobody knows, and never below 40."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def console(stderr: bool = False) -> Console:
    """The console of standard output (or error): plain without a terminal or under NO_COLOR.

    Text is printed as it is: brackets and colons in the name of a file mean nothing to it.
    """
    return Console(highlight=False, markup=False, emoji=False, width=width(), stderr=stderr)


def name(seat: int) -> Text:
    """The colour of a seat, in its colour."""
    return Text(SEATS[seat][0], style=SEATS[seat][1])


def names(seats: Sequence[int]) -> Text:
    """``Red``, ``Red and Blue``, ``Red, Green and Blue``."""
    said = [name(seat) for seat in seats]
    if len(said) < 2:
        return said[0]
    return Text(", ").join(said[:-1]) + Text(" and ") + said[-1]


def by_colour(words: str) -> str:
    """Words of the library with colours for its numbers of players: ``Red and Blue must ...``."""

    def colours(match: re.Match[str]) -> str:
        if any(int(number) >= len(SEATS) for number in re.findall(r"\d+", match[1])):
            return match[0]
        return re.sub(r"\d+", lambda number: SEATS[int(number[0])][0], match[1])

    return _PLAYERS.sub(colours, words)


def spun(turn: int, space: int) -> Text:
    """The heading of a turn, which counts from 1."""
    return Text(f"Turn {turn}: the spinner points to {space}", style=STRONG)


def deeds(events: Iterable[Event]) -> list[Text]:
    """What the players did, one clause a seat: ``Red places 7 at 17, turns up 9; Green ...``.

    Lines that break between clauses; none when nobody did anything.
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
    return _folded(
        name(seat) + Text(" " + ", ".join(clause))
        for seat, clause in sorted(said.items())
        if clause
    )


def face_up(state: GpsState) -> list[Text]:
    """Who has what face up: ``Face up: Red 3 7 11; Green 2 5 8``. No lines when nobody has."""
    clauses = [
        name(seat) + Text(" " + " ".join(map(str, state.face_up(seat))))
        for seat in range(state.game.players)
        if state.face_up(seat)
    ]
    return _folded([Text("Face up: ") + clauses[0], *clauses[1:]] if clauses else [])


def _folded(clauses: Iterable[Text]) -> list[Text]:
    """Clauses joined by semicolons, in lines that break after one."""
    lines: list[Text] = []
    for clause in clauses:
        if lines and len(lines[-1]) + 2 + len(clause) < width():
            lines[-1] += Text("; ") + clause
        else:
            if lines:
                lines[-1].append(";")
            lines.append(clause)
    return lines


def rings(state: GpsState, pointed: int | None) -> Iterator[Text]:
    """Each player's ring as a line of cells from the start line ``|`` round to it again.

    A ``v`` above stands over the pointed space, numbers over every fourth other space. A ring that
    is too long for a line goes on below.
    """
    spaces = state.game.spaces
    cell = 3 if state.game.satellites > 9 else 2
    fit = (width() - _LABEL - 2) // cell  # between two marks of the start line
    size = -(-spaces // -(-spaces // fit))
    # Lines that begin at a numbered space, where that fits too.
    size = min(-(-size // 4) * 4, spaces) if -(-size // 4) * 4 <= fit else size
    all_rings = [state.ring(seat) for seat in range(state.game.players)]
    for first in range(0, spaces, size):
        part = range(first, min(first + size, spaces))
        yield _ruler(part, pointed, cell)
        for seat, ring in enumerate(all_rings):
            style = SEATS[seat][1]
            line = Text(SEATS[seat][0].ljust(_LABEL), style=style)
            line.append("|" if first == 0 else " ", style=STRONG)
            for space in part:
                satellite = ring[space]
                shade = DIM if satellite is None else style + STRONG
                line.append(
                    f"{'.' if satellite is None else satellite:>{cell}}",
                    style=POINTED if space == pointed else shade,
                )
            line.append("|" if part.stop == spaces else "", style=STRONG)
            yield line


def _ruler(part: range, pointed: int | None, cell: int) -> Text:
    line = Text(" " * (_LABEL + 1))
    for space in part:
        near = pointed is not None and abs(space - pointed) < 2
        if space == pointed:
            line.append("v".rjust(cell), style=STRONG)
        else:
            line.append(("" if near or space % 4 else str(space)).rjust(cell), style=DIM)
    line.rstrip()
    return line


def game_won(state: GpsState, winners: Sequence[int]) -> Text:
    """The result of the game of a match that has just ended, with the wins so far."""
    fields = state.game.action_fields
    game = 1 + sum(fields(action).kind == "deal" for _, action in state.history)
    standing = Text(", ").join(
        name(seat) + Text(f" {wins}") for seat, wins in enumerate(state.wins)
    )
    return (
        Text(f"Game {game} goes to ", style=STRONG)
        + names(winners)
        + Text(f" after {state.game_turn} turns. Wins: ")
        + standing
        + Text("." if state.is_terminal else f"; {state.game.wins} end the match.")
    )


def result(state: GpsState) -> Text:
    """How the play ended: the winners and the number of turns."""
    who = names(state.winners) if state.winners else Text("Nobody")
    verb = "win" if len(state.winners) > 1 else "wins"
    match = " the match" if state.game.wins > 1 else ""
    return who + Text(f" {verb}{match} after {state.turn} turns.", style=STRONG)


def print_lines(out: Console, lines: Iterable[Text]) -> None:
    """Print lines that must not be wrapped by words."""
    for line in lines:
        out.print(line, soft_wrap=True)
