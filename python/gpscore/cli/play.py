"""``gpscore play``: people at a terminal against bundled players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

import gpscore
from gpscore import Event, GpsState, SolarState
from gpscore.cli import show
from gpscore.cli.files import FileError, load
from gpscore.cli.options import (
    Board,
    FaceUp,
    Organisations,
    Players,
    Pluto,
    PushTech2,
    Rounds,
    Satellites,
    Seed,
    SignalPoints,
    Spaces,
    Spin,
    TracePoints,
    TurnLimit,
    Wins,
    chosen_game,
    policy_named,
    seat_named,
    some_seed,
)
from gpscore.cli.solar_play import SolarTable
from gpscore.cli.table import Table, who_plays

if TYPE_CHECKING:
    from gpscore import Policy

_BARE = re.compile(r"[0-9]{1,4}")
_WAY = re.compile(r"([0-9]+)(cw|ccw)")


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            show_default=False,
            help="The game: gps or solar. [default: gps, or that of the saved game]",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="COLOUR",
            help="A seat for a person: red, green, blue, white or yellow; may be given again. "
            "[default: red]",
        ),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Bundled player of the other seats: uniform, greedy or steady. [default: steady]",
        ),
    ] = None,
    seed: Seed = None,
    players: Players = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Go on with a saved game; it knows seats, rules and seed."
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record to this file when the play ends."),
    ] = None,
    spaces: Spaces = None,
    satellites: Satellites = None,
    face_up: FaceUp = None,
    wins: Wins = None,
    turn_limit: TurnLimit = None,
    spin: Spin = None,
    rounds: Rounds = None,
    organisations: Organisations = None,
    pluto: Pluto = None,
    trace_points: TracePoints = None,
    signal_points: SignalPoints = None,
    push_tech2: PushTech2 = None,
    board: Board = None,
) -> None:
    """Play a game against bundled players."""
    options: dict[str, Any] = {
        "spaces": spaces,
        "satellites": satellites,
        "face_up": face_up,
        "wins": wins,
        "turn_limit": turn_limit,
        "spin": spin,
        "rounds": rounds,
        "organisations": organisations,
        "pluto": pluto,
        "trace_points": trace_points,
        "signal_points": signal_points,
        "push_tech2": push_tech2,
        "board": board,
    }
    if resume is not None:
        if any(option is not None for option in (seat, policy, seed, players, *options.values())):
            raise typer.BadParameter(
                "with --resume the seats, policies, seed and rules come from the file; "
                "leave these options out"
            )
        _resumed(game, resume).run(record)
        return
    options["players"] = players
    chosen = chosen_game(game or gpscore.GpsGame.name, options)
    people = sorted({seat_named(name, chosen.players) for name in seat or ["red"]})
    other = policy_named(policy or "steady")
    policies: dict[int, Policy] = {s: other for s in range(chosen.players) if s not in people}
    _table(chosen.initial_state(), policies, people, some_seed(seed)).run(record)


def _table(
    state: gpscore.State, policies: dict[int, Policy], people: list[int], seed: int
) -> Table[Any]:
    if isinstance(state, SolarState):
        return SolarTable(state, policies, people, seed)
    assert isinstance(state, GpsState)
    return GpsTable(state, policies, people, seed)


def _resumed(game: str | None, path: Path) -> Table[Any]:
    """The play that a saved record holds."""
    saved = load(path)
    if game is not None and saved.game.name != game:
        raise FileError(path, f"holds another game than {game}", "record_tag")
    state = saved.replay()
    if isinstance(state, SolarState) and state.game.embedded:
        raise FileError(
            path,
            "cannot be resumed: its game is embedded in another one, which is not here",
            "record_tag",
        )
    table = _table(state, *who_plays(path, saved))
    table.path, table.saved = path, saved
    return table


class GpsTable(Table[GpsState]):
    """A play of GPS, with what has happened since the turn began."""

    EXAMPLE = "7 ccw"
    GOAL = (
        "Goal: all your satellites around the planet in clockwise ascending order, counted from "
        "the start line |. Who has that at the end of a turn wins; several may win together."
    )
    HELP = """\
  7            choose satellite 7, when only one way is open
  7 cw         ... clockwise, 7 ccw counter-clockwise
  why 7 ccw    say whether a choice is legal, and if not, why not
  undo         take back your previous choice, with all that followed
  show         show how things stand once more
  save FILE    write the game to FILE, to go on later with --resume FILE
  quit         stop; so does the end of the input
Spins and shuffles come from the seed: after an undo the same ones come again."""

    def __init__(
        self, state: GpsState, policies: dict[int, Policy], people: list[int], seed: int
    ) -> None:
        super().__init__(state, policies, people, seed)
        self.happened: list[Event] = []

    def note(self, action: int) -> None:
        state = self.state
        self.happened += state.events
        kinds = {event.kind for event in state.events}
        if "turn_ended" in kinds:
            self.out.print()
            show.print_lines(self.out, show.deeds(self.happened))
            self.happened.clear()
            if "won" in kinds or state.is_terminal:
                show.print_lines(self.out, show.rings(state, None))
            if "won" in kinds and state.game.wins > 1:
                winners = [event.player for event in state.events if event.kind == "won"]
                self.out.print(show.game_won(state, [seat for seat in winners if seat is not None]))

    def forget(self) -> None:
        self.happened.clear()

    def result(self) -> Text:
        return show.result(self.state)

    def board(self) -> Iterable[Text]:
        return show.rings(self.state, None)

    def show(self, seat: int) -> None:
        state = self.state
        pointed = state.pointed
        assert pointed is not None
        before = show.deeds(self.happened)
        if before:
            self.out.print()
            show.print_lines(self.out, before)
            self.happened.clear()
        self.out.print()
        self.out.print(show.spun(state.turn + 1, pointed))
        show.print_lines(self.out, show.rings(state, pointed))
        show.print_lines(self.out, show.face_up(state))
        self.out.print(show.name(seat) + Text(" can choose:"))
        for line in self.choices(seat):
            self.out.print(f"  {line}")

    def choices(self, seat: int) -> list[str]:
        """The legal choices, by the space where they end: ``to 18: 3 cw, 7 cw``."""
        state = self.state
        legal = {state.action_to_string(a): a for a in state.legal_actions(seat)}
        by_space: dict[int, list[str]] = {}
        for text, action in legal.items():
            match = _WAY.fullmatch(text)
            said = text
            if match:
                alone = match[1] + "cw" not in legal or match[1] + "ccw" not in legal
                said = match[1] if alone else f"{match[1]} {match[2]}"
            by_space.setdefault(state.target(action, seat), []).append(said)
        return [f"to {space}: {', '.join(said)}" for space, said in sorted(by_space.items())]

    def choice(self, seat: int, text: str) -> int | None:
        state = self.state
        text = text.lower()
        if _BARE.fullmatch(text):
            satellite = str(int(text))
            legal = {state.action_to_string(a): a for a in state.legal_actions(seat)}
            ways = [way for way in ("cw", "ccw") if satellite + way in legal]
            if len(ways) == 1:
                return legal[satellite + ways[0]]
            if ways:
                there = " or ".join(
                    f"{satellite} {way} (to {state.target(legal[satellite + way], seat)})"
                    for way in ways
                )
                self.out.print(f"Both ways are open: {there}?")
                return None
            text = satellite + "cw"
        try:
            action = state.parse_action(text)
        except gpscore.ParseError as error:
            why = str(error).partition("\n")[0].partition(", at position")[0]
            if error.reason == "parse_gps_action":
                why = f"{text[:40]!r} is not a satellite and a direction, such as 7cw"
            self.out.print(Text(f"That is no choice: {why}. Type help."), style="red")
            return None
        reason = state.why_illegal(action, seat)
        if reason is None:
            return action
        if reason.reason == "gps_one_space":  # the same, whichever way was said
            self.out.print(Text(show.by_colour(reason.text)), soft_wrap=True)
            return state.parse_action(f"{reason.fields['satellite']}cw")
        self.out.print(Text(show.by_colour(reason.text)), style="red", soft_wrap=True)
        return None

    def outcome(self, seat: int, action: int) -> str:
        return f"it ends at {self.state.target(action, seat)}"

    def hide(self, seat: int) -> None:
        if any(other in self.people for other in self.state.to_act) and self.out.is_terminal:
            self.out.clear()
            self.out.print(show.name(seat) + Text(" has chosen."))
