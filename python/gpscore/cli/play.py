"""``gpscore play``: people at a terminal against bundled players.

Chance comes from the seed and the bundled players from the seed and the position, so a game that
was saved goes on as it would have gone on, and a choice that is taken back meets the same spins.
"""

from __future__ import annotations

import enum
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

import gpscore
from gpscore import Event, GpsState
from gpscore.cli import show
from gpscore.cli.files import check_target, load, save
from gpscore.cli.options import (
    FaceUp,
    Satellites,
    Seed,
    Spaces,
    Spin,
    TurnLimit,
    Wins,
    gps_game,
    policy_named,
    seat_named,
    some_seed,
)
from gpscore.record import GameRecord, RecordError

if TYPE_CHECKING:
    from gpscore import Policy

_HUMAN = "human"
_PLAYERS = 2  # a person and somebody to play against
_BARE = re.compile(r"[0-9]{1,4}")
_WAY = re.compile(r"([0-9]+)(cw|ccw)")

GOAL = (
    "Goal: all your satellites around the planet in clockwise ascending order, counted from the "
    "start line |. Who has that at the end of a turn wins; several may win together."
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


class _After(enum.Enum):
    """What follows when somebody was asked."""

    GO_ON = enum.auto()
    STOP = enum.auto()


def play(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", show_default=False, help="The game. [default: gps]"),
    ] = "gps",
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
    players: Annotated[
        int | None, typer.Option(metavar="N", help=f"Number of players. [default: {_PLAYERS}]")
    ] = None,
    spaces: Spaces = None,
    satellites: Satellites = None,
    face_up: FaceUp = None,
    wins: Wins = None,
    turn_limit: TurnLimit = None,
    spin: Spin = None,
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
) -> None:
    """Play a game against bundled players."""
    if game != gpscore.GpsGame.name:
        raise typer.BadParameter(f"there is no game {game!r} to play; there is gps")
    options = (players, spaces, satellites, face_up, wins, turn_limit, spin)
    if resume is not None:
        if any(option is not None for option in (seat, policy, seed, *options)):
            raise typer.BadParameter(
                "with --resume the seats, policies, seed and rules come from the file; "
                "leave these options out"
            )
        _resumed(resume).run(record)
        return
    chosen = gps_game(_PLAYERS if players is None else players, *options[1:])
    state = chosen.initial_state()
    people = sorted({seat_named(name, chosen.players) for name in seat or ["red"]})
    other = policy_named(policy or "steady")
    policies = {s: other for s in range(chosen.players) if s not in people}
    _Play(state, policies, people, some_seed(seed)).run(record)


def _resumed(path: Path) -> _Play:
    """The play that a saved record holds."""
    saved = load(path)
    state = saved.replay()
    if not isinstance(state, GpsState):
        raise RecordError(f"{path} holds another game than gps", reason="record_tag")
    seed = saved.tags.get("seed", "")
    if not re.fullmatch(r"[0-9]{1,20}", seed) or int(seed) >= 2**64:
        raise RecordError(f"{path} cannot be resumed: it has no seed", reason="record_tag")
    policies: dict[int, Policy] = {}
    people: list[int] = []
    for seat in range(state.game.players):
        who = saved.tags.get(f"player{seat}", "")
        if who == _HUMAN:
            people.append(seat)
            continue
        known = [policy for policy in gpscore.POLICIES if policy == who]
        if not known:
            raise RecordError(
                f"{path} cannot be resumed: its tag player{seat} is {who!r}, which is neither "
                f"{_HUMAN!r} nor a bundled player",
                reason="record_tag",
            )
        policies[seat] = known[0]
    if not people:
        raise RecordError(f"{path} cannot be resumed: no seat is a person's", reason="record_tag")
    table = _Play(state, policies, people, int(seed))
    table.path, table.saved = path, saved
    return table


class _Play:
    """One play: the state, who sits where, and what has happened since the turn began."""

    def __init__(
        self,
        state: GpsState,
        policies: dict[int, Policy],
        people: list[int],
        seed: int,
    ) -> None:
        self.state = state
        self.policies = policies
        self.people = people
        self.seed = seed
        self.out = show.console()
        self.path: Path | None = None
        self.saved: GameRecord | None = None
        self.happened: list[Event] = []

    def run(self, record: Path | None) -> None:
        if record is not None:
            check_target(record)
        out = self.out
        if sys.stdin.isatty():
            _edit_lines(secret=len(self.people) > 1)
        out.print(Text(self.state.game.rules), style=show.DIM)
        for seat in range(self.state.game.players):
            who = self.policies.get(seat, "a person")
            out.print(show.name(seat) + Text(f" is played by {who}"))
        out.print(GOAL)
        out.print(Text(f"Seed {self.seed}. Type help for what you can say."))
        interrupted = False
        try:
            self.go_on()
        except KeyboardInterrupt:
            interrupted = True
            out.print()  # the terminal has shown ^C
        self.leave(record)
        if interrupted:
            raise typer.Exit(130)

    def go_on(self) -> None:
        """Play until the people stop; when the play is over they may still take back or save."""
        state = self.state
        while True:
            if state.is_terminal:
                self.out.print()
                self.out.print(show.result(state))
                self.out.print("The play is over: undo, save FILE, show, or quit.")
                if self.ask(None) is _After.STOP:
                    return
            elif state.is_chance:
                state.resolve_chance(self.seed)
                self.note()
            else:
                # People first: bundled players then never hold a choice while a person may save.
                seat = next((s for s in state.to_act if s in self.people), state.current_player)
                if seat in self.people:
                    if self.ask(seat) is _After.STOP:
                        return
                    continue
                state.apply(state.choose(self.policies[seat], seat, seed=self.seed), seat)
                self.note()

    def note(self) -> None:
        """Take in the events of the last action, and tell of a turn that has ended."""
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

    def record(self) -> GameRecord:
        tags: dict[str, str | int] = {"seed": self.seed}
        for seat in range(self.state.game.players):
            tags[f"player{seat}"] = self.policies.get(seat, _HUMAN)
        return GameRecord.from_state(self.state, **tags)

    # ---- one person's choice ----

    def ask(self, seat: int | None) -> _After:
        """Ask until the person has chosen, taken something back or stopped.

        With no seat the play is over, and the question is to all people.
        """
        if seat is not None:
            self.show(seat)
        while True:
            try:
                line = self.line("> " if seat is None else f"{show.SEATS[seat][0]}> ")
            except EOFError:
                self.out.print()
                return _After.STOP
            word, _, rest = line.partition(" ")
            word, rest = word.lower(), rest.strip()
            if not word:
                continue
            if word in ("quit", "exit"):
                return _After.STOP
            if word in ("help", "?"):
                self.out.print(HELP, markup=False)
                self.out.print(GOAL)
            elif word == "save":
                self.save(rest)
            elif word == "undo":
                if self.undo(self.people if seat is None else [seat]):
                    return _After.GO_ON
            elif seat is None:
                if word == "show":
                    show.print_lines(self.out, show.rings(self.state, None))
                else:
                    self.out.print("The play is over; say undo, save FILE, show or quit.")
            elif word == "show":
                self.show(seat)
            elif word == "why":
                self.why(seat, rest)
            else:
                action = self.choice(seat, line)
                if action is not None:
                    self.state.apply(action, seat)
                    self.note()
                    self.hide(seat)
                    return _After.GO_ON

    def line(self, prompt: str) -> str:
        """What a person types. The prompt goes through ``input``, which edits lines after it."""
        if sys.stdin.isatty():
            return input(prompt).strip()
        self.out.print(Text(prompt), end="")
        line = input().strip()
        self.out.print()  # nobody pressed Enter on this screen
        return line

    def show(self, seat: int) -> None:
        """How things stand for a person who chooses now; nobody's open choice is shown."""
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
        """The legal action that a person's words mean; None, and the reason said, if none."""
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
        self.out.print(Text(show.by_colour(reason.text)), style="red", soft_wrap=True)
        return None

    def why(self, seat: int, text: str) -> None:
        if not text:
            self.out.print("Why what? Say for example: why 7 ccw")
            return
        action = self.choice(seat, text)
        if action is not None:
            self.out.print(
                f"{self.state.action_to_string(action)} is legal: "
                f"it ends at {self.state.target(action, seat)}"
            )

    def undo(self, seats: list[int]) -> bool:
        """Back to before the last choice in those seats; False when there is none."""
        state = self.state
        if all(player not in seats for player, _ in state.history):
            self.out.print("You have made no choice yet that could be taken back.")
            return False
        while state.undo()[0] not in seats:
            pass
        self.happened.clear()
        self.out.print("Taken back.")
        return True

    def hide(self, seat: int) -> None:
        """Wipe what a person typed before another one looks at the same screen (R5)."""
        if any(other in self.people for other in self.state.to_act) and self.out.is_terminal:
            self.out.clear()
            self.out.print(show.name(seat) + Text(" has chosen."))

    # ---- saving and leaving ----

    def save(self, path: str) -> None:
        if not path:
            self.out.print("Save where? Say for example: save evening.gpscore")
            return
        record = self.record()
        try:
            save(Path(path), record)
        except RecordError as error:
            self.out.print(Text(str(error)), style="red", soft_wrap=True)
            return
        self.path, self.saved = Path(path), record
        self.out.print(Text(f"Saved in {path}"), soft_wrap=True)

    def leave(self, path: Path | None) -> None:
        """Write the record where one is wanted, and say how to go on."""
        record = self.record()
        self.out.print("Goodbye.")
        if path is not None:
            try:
                save(path, record)
            except RecordError:
                # The place was good when the play began. Nothing of the play shall be lost.
                self.out.print(Text(record.to_text()), soft_wrap=True)
                raise
            self.path, self.saved = path, record
            self.out.print(Text(f"The record is in {path}"), soft_wrap=True)
        if self.path is None or self.saved is None:
            if not self.state.is_terminal:
                self.out.print("The game was not saved; 'save FILE' does that before you leave.")
            return
        lost = self.saved.plies != record.plies
        if lost or not self.state.is_terminal:
            self.out.print(
                Text("What came after the last save is lost. " * lost)
                + Text(f"Go on with: gpscore play gps --resume {shlex.quote(str(self.path))}"),
                soft_wrap=True,
            )


def _edit_lines(secret: bool) -> None:
    """Let arrow keys work at the prompt, where Python has readline.

    People at one screen must not find each other's choices in its history (R5): *secret*.
    """
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(not secret)
