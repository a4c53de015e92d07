"""People at a terminal and bundled players around one game: what all games of the play share.

Chance comes from the seed and the bundled players from the seed and the position, so a game that
was saved goes on as it would have gone on, and a choice that is taken back meets the same chance.
"""

from __future__ import annotations

import abc
import enum
import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import typer
from rich.text import Text

import gpscore
from gpscore import State
from gpscore.cli import show
from gpscore.cli.files import FileError, check_target, named, save
from gpscore.record import GameRecord

if TYPE_CHECKING:
    from gpscore import Policy

S = TypeVar("S", bound=State)

HUMAN = "human"


class After(enum.Enum):
    """What follows when somebody was asked."""

    GO_ON = enum.auto()
    STOP = enum.auto()


class Table(abc.ABC, Generic[S]):
    """One play: the state, who sits where, and how it is shown and asked about."""

    GOAL: ClassVar[str]
    HELP: ClassVar[str]

    def __init__(
        self,
        state: S,
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

    # ---- what a game shows and understands ----

    @abc.abstractmethod
    def note(self, action: int) -> None:
        """Take in what *action* did, and tell of what is complete."""

    @abc.abstractmethod
    def forget(self) -> None:
        """Something was taken back: what was noted and not told yet is not to be told."""

    @abc.abstractmethod
    def show(self, seat: int) -> None:
        """How things stand for a person who chooses now; nobody's open choice is shown."""

    @abc.abstractmethod
    def board(self) -> Iterable[Text]:
        """How things stand when the play is over."""

    @abc.abstractmethod
    def choice(self, seat: int, text: str) -> int | None:
        """The legal action that a person's words mean; None, and the reason said, if none."""

    @abc.abstractmethod
    def outcome(self, seat: int, action: int) -> str:
        """What a legal action would do: ``it ends at 7``."""

    @abc.abstractmethod
    def result(self) -> Text:
        """How the play ended."""

    #: An action for the examples of what can be said.
    EXAMPLE: ClassVar[str]

    def other(self, word: str) -> bool:
        """Answer a word that this game alone knows; False for none."""
        return False

    # ---- the play ----

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
        out.print(self.GOAL)
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
                self.out.print(self.result())
                self.out.print("The play is over: undo, save FILE, show, or quit.")
                if self.ask(None) is After.STOP:
                    return
            elif state.is_chance:
                self.note(state.resolve_chance(self.seed))
            else:
                # People first: bundled players then never hold a choice while a person may save.
                seat = next((s for s in state.to_act if s in self.people), state.current_player)
                if seat in self.people:
                    if self.ask(seat) is After.STOP:
                        return
                    continue
                action = state.choose(self.policies[seat], seat, seed=self.seed)
                state.apply(action, seat)
                self.note(action)

    def record(self) -> GameRecord:
        tags: dict[str, str | int] = {"seed": self.seed}
        for seat in range(self.state.game.players):
            tags[f"player{seat}"] = self.policies.get(seat, HUMAN)
        return GameRecord.from_state(self.state, **tags)

    # ---- one person's choice ----

    def ask(self, seat: int | None) -> After:
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
                return After.STOP
            word, _, rest = line.partition(" ")
            word, rest = word.lower(), rest.strip()
            if not word:
                continue
            if word in ("quit", "exit"):
                return After.STOP
            if word in ("help", "?"):
                self.out.print(self.HELP, markup=False)
                self.out.print(self.GOAL)
            elif word == "save":
                self.save(rest)
            elif word == "undo":
                if self.undo(self.people if seat is None else [seat]):
                    return After.GO_ON
            elif self.other(word):
                pass
            elif seat is None:
                if word == "show":
                    show.print_lines(self.out, self.board())
                else:
                    self.out.print("The play is over; say undo, save FILE, show or quit.")
            elif word == "show":
                self.show_again(seat)
            elif word == "why":
                self.why(seat, rest)
            else:
                action = self.choice(seat, line)
                if action is not None:
                    self.state.apply(action, seat)
                    self.note(action)
                    self.hide(seat)
                    return After.GO_ON

    def show_again(self, seat: int) -> None:
        """All that `show` shows, though it may have been shown before."""
        self.show(seat)

    def line(self, prompt: str) -> str:
        """What a person types. The prompt goes through ``input``, which edits lines after it."""
        if sys.stdin.isatty():
            return input(prompt).strip()
        self.out.print(Text(prompt), end="")
        line = input().strip()
        self.out.print()  # nobody pressed Enter on this screen
        return line

    def why(self, seat: int, text: str) -> None:
        if not text:
            self.out.print(f"Why what? Say for example: why {self.EXAMPLE}")
            return
        action = self.choice(seat, text)
        if action is not None:
            spoken = self.state.action_to_string(action)
            said = Text(f"{spoken} is legal: {self.outcome(seat, action)}")
            self.out.print(said)

    def undo(self, seats: list[int]) -> bool:
        """Back to before the last choice in those seats; False when there is none."""
        state = self.state
        if all(player not in seats for player, _ in state.history):
            self.out.print("You have made no choice yet that could be taken back.")
            return False
        while state.undo()[0] not in seats:
            pass
        self.forget()
        self.out.print("Taken back.")
        return True

    def hide(self, seat: int) -> None:
        """Wipe what a person typed before another one looks at the same screen (R5)."""

    # ---- saving and leaving ----

    def save(self, path: str) -> None:
        if not path:
            self.out.print("Save where? Say for example: save evening.gpscore")
            return
        record = self.record()
        try:
            save(Path(path), record)
        except FileError as error:
            self.out.print(Text(str(error)), style="red", soft_wrap=True)
            return
        self.path, self.saved = Path(path), record
        self.out.print(Text(f"Saved in {named(path)}"), soft_wrap=True)

    def leave(self, path: Path | None) -> None:
        """Write the record where one is wanted, and say how to go on."""
        record = self.record()
        self.out.print("Goodbye.")
        if path is not None:
            try:
                save(path, record)
            except FileError:
                # The place was good when the play began. Nothing of the play shall be lost.
                self.out.print(Text(record.to_text()), soft_wrap=True)
                raise
            self.path, self.saved = path, record
            self.out.print(Text(f"The record is in {named(path)}"), soft_wrap=True)
        if self.path is None or self.saved is None:
            if not self.state.is_terminal:
                self.out.print("The game was not saved; 'save FILE' does that before you leave.")
            return
        lost = self.saved.plies != record.plies
        if lost or not self.state.is_terminal:
            file = named(shlex.quote(str(self.path)))
            resume = f"gpscore play {self.state.game.name} --resume {file}"
            self.out.print(
                Text("What came after the last save is lost. " * lost)
                + Text(f"Go on with: {resume}"),
                soft_wrap=True,
            )


def who_plays(path: Path, saved: GameRecord) -> tuple[dict[int, Policy], list[int], int]:
    """The bundled players, the people's seats and the seed that a saved record names.

    :raises FileError: it does not say enough to go on.
    """
    seed = saved.tags.get("seed", "")
    if not re.fullmatch(r"[0-9]{1,20}", seed) or int(seed) >= 2**64:
        raise FileError(path, "cannot be resumed: it has no seed", "record_tag")
    policies: dict[int, Policy] = {}
    people: list[int] = []
    for seat in range(saved.game.players):
        who = saved.tags.get(f"player{seat}", "")
        if who == HUMAN:
            people.append(seat)
            continue
        known: list[Policy] = [policy for policy in gpscore.POLICIES if policy == who]
        if not known:
            raise FileError(
                path,
                f"cannot be resumed: its tag player{seat} is {who!r}, which is neither {HUMAN!r} "
                "nor a bundled player",
                "record_tag",
            )
        policies[seat] = known[0]
    if not people:
        raise FileError(path, "cannot be resumed: no seat is a person's", "record_tag")
    return policies, people, int(seed)


def _edit_lines(secret: bool) -> None:
    """Let arrow keys work at the prompt, where Python has readline.

    People at one screen must not find each other's choices in its history (R5): *secret*.
    """
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(not secret)
