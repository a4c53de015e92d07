"""People and bundled players around the solar system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

import gpscore
from gpscore import SolarState
from gpscore.cli import show, solar_show
from gpscore.cli.table import Table

if TYPE_CHECKING:
    from gpscore import Policy

_NUMBER = re.compile(r"[0-9]{1,4}")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PROBE = re.compile(r"move:([0-9.]+)>")
_AT_PLANETS = ("orbit", "land", "moon")
#: How the choices that say more than their name are written.
_FORMS = {
    "move": "move:1.5>cw",
    "orbit": "orbit:p4",
    "land": "land:p4",
    "moon": "moon:m2",
    "take": "take:3",
    "income": "income:credit",
    "trace": "trace:red",
    "exchange": "exchange:credit>energy",
    "launch": "launch",
    "research": "research",
    "org": "org:2",
}
#: Told by their names well enough, and too many for a line each.
_SHORT = ("exchange", "buy")


class SolarTable(Table[SolarState]):
    """A play of the solar system, with what has happened and is not told yet."""

    EXAMPLE = "move:1.5>cw"
    GOAL = (
        "Goal: the most points after the last round. Points come from orbits and landings; a turn "
        "has one main action: launch, orbit, land, research or pass."
    )
    HELP = """\
  7               choose number 7 of the list that was shown
  move:1.5>cw     choose by name: move the probe at 1.5 clockwise; ccw, out, in
  orbit venus     names of planets and moons do as well as p2 or m7
  why land:p4     say whether a choice is legal, and if not, why not
  undo            take back your previous choice, with all that followed
  show            show the board and how things stand once more
  planets         show what orbits and landings give
  save FILE       write the game to FILE, to go on later with --resume FILE
  quit            stop; so does the end of the input
Techs: 1 another probe, 2 asteroids, 3 cheaper landings, 4 landings on moons.
Chance comes from the seed: after an undo the same comes again."""

    def __init__(
        self, state: SolarState, policies: dict[int, Policy], people: list[int], seed: int
    ) -> None:
        super().__init__(state, policies, people, seed)
        self.tale = solar_show.Tale(state.game)
        self.offered: list[int] = []  # the legal actions as they were numbered
        self.seen: tuple[int, int] | None = None  # turn and seat that the board was shown for
        self.phase = state.phase  # before the last action
        self.names = {name: f"p{n}" for n, name in enumerate(state.game.planets)}
        self.names.update({name: f"m{n}" for n, name in enumerate(state.game.moons)})

    def note(self, action: int) -> None:
        state = self.state
        self.tale.take(state, action)
        kinds = {event.kind for event in state.events}
        by_person = state.history[-1][0] in self.people
        ready = self.phase.startswith("setup") and state.phase == "turn"
        if "turn_ended" in kinds or ready or (by_person and not state.is_chance):
            self.tell(state.turn + ("turn_ended" not in kinds))
        self.phase = state.phase
        if "over" in kinds:
            self.out.print()
            show.print_lines(self.out, solar_show.board(state))
            show.print_lines(self.out, solar_show.table(state))

    def tell(self, turn: int) -> None:
        """Tell what happened in that turn, or at setup, and is not told yet."""
        if self.tale.clauses:
            self.out.print()
            number = 0 if self.phase.startswith("setup") else turn
            show.print_lines(self.out, solar_show.turn(number, self.tale.told()))

    def forget(self) -> None:
        self.tale.clauses.clear()
        self.seen = None
        self.phase = self.state.phase

    def result(self) -> Text:
        return solar_show.result(self.state)

    def board(self) -> Iterable[Text]:
        return solar_show.position(self.state)

    def show(self, seat: int) -> None:
        """The board when a turn begins, afterwards what changes: what one has, what is legal."""
        state = self.state
        self.tell(state.turn + 1)
        self.out.print()
        if self.seen != (state.turn, seat):
            self.seen = (state.turn, seat)
            setup = self.phase.startswith("setup")
            heading = "Setup" if setup else f"Turn {state.turn + 1}"
            within = "" if setup else f", round {state.round + 1} of {state.game.rounds}"
            self.out.print(Text.assemble((heading, show.STRONG), within))
            show.print_lines(self.out, solar_show.position(state))
        else:
            show.print_lines(self.out, solar_show.table(state))
        if state.moves:
            self.out.print(f"Moves in hand: {state.moves}")
        self.out.print(show.name(seat) + Text(" can choose:"))
        show.print_lines(self.out, self.choices(seat))

    def show_again(self, seat: int) -> None:
        self.seen = None
        self.show(seat)

    def other(self, word: str) -> bool:
        if word == "planets":
            show.print_lines(self.out, solar_show.planets(self.state))
        return word == "planets"

    def choices(self, seat: int) -> Iterator[Text]:
        """The legal actions, numbered: the moves of each probe, planets, and the rest."""
        state = self.state
        groups: dict[str, list[int]] = {}
        for action in state.legal_actions(seat):
            groups.setdefault(self.group(action), []).append(action)
        last = ("Planets", "Others", "Exchanges")
        order = sorted(groups, key=lambda name: (last.index(name) + 1 if name in last else 0, name))
        self.offered = [action for name in order for action in groups[name]]
        number = 0
        for name in order:
            texts = [state.action_to_string(action) for action in groups[name]]
            if len(order) > 1:
                yield Text(f"  {name}:", style=show.DIM)
            if name == "Exchanges":
                wide = max(map(len, texts)) + 6
                numbered = [f"{n:>5} {text}" for n, text in enumerate(texts, number + 1)]
                fit = max(1, show.width() // wide)
                for i in range(0, len(numbered), fit):
                    row = "".join(one.ljust(wide) for one in numbered[i : i + fit])
                    yield Text(row.rstrip())
                number += len(texts)
                continue
            wide = max(map(len, texts))
            for text, action in zip(texts, groups[name], strict=True):
                number += 1
                first = f"{number:>5} {text:{wide}}  "
                told = self.outcome(seat, action)
                if show.width() - len(first) < 20:
                    yield Text(first.rstrip())
                    yield from solar_show.hanging(Text(told), 6, " " * 6)
                else:
                    for n, line in enumerate(solar_show.hanging(Text(told), len(first))):
                        yield Text(first) + Text(line.plain.lstrip()) if n == 0 else line

    def group(self, action: int) -> str:
        text = self.state.action_to_string(action)
        if match := _PROBE.match(text):
            return f"Probe at {solar_show.place(self.state, _space(match[1]))}"
        kind = text.partition(":")[0]
        if kind in _AT_PLANETS:
            return "Planets"
        return "Exchanges" if kind in _SHORT else "Others"

    def choice(self, seat: int, text: str) -> int | None:
        state = self.state
        text = text.lower()
        if _NUMBER.fullmatch(text):
            if 1 <= int(text) <= len(self.offered):
                return self.offered[int(text) - 1]
            self.out.print(
                f"That is no choice: the list goes from 1 to {len(self.offered)}.", style="red"
            )
            return None
        words = _NAME.sub(lambda match: self.names.get(match[0], match[0]), text)
        try:
            action = state.parse_action(words)
        except gpscore.ParseError as error:
            why = self.unread(seat, words, error)
            self.out.print(Text(f"That is no choice: {why}. Type help."), style="red")
            return None
        reason = state.why_illegal(action, seat)
        if reason is None:
            return action
        self.out.print(Text(show.by_colour(reason.text)), style="red", soft_wrap=True)
        return None

    def unread(self, seat: int, words: str, error: gpscore.ParseError) -> str:
        """What is wrong with words that are no action."""
        kind = re.split(r"[: ]", words, maxsplit=1)[0]
        at = max(error.position or 0, 0)
        before, behind = re.search(r"[^ :>]*$", words[:at]), re.match(r"[^ ]*", words[at:])
        wrong = (before[0] if before else "") + (behind[0] if behind else "")
        if kind not in _FORMS:
            return f"there is no choice {kind[:40]!r}"
        legal = [self.state.action_to_string(action) for action in self.state.legal_actions(seat)]
        like = [text for text in legal if text.startswith(f"{kind}:")][:3] or [_FORMS[kind]]
        said = f"{kind} is written such as {', '.join(like)}"
        if error.reason == "parse_end" or not wrong:
            return f"{words[:40]} lacks something; {said}"
        return f"{wrong[:40]!r} does not fit there; {said}"

    def outcome(self, seat: int, action: int) -> str:
        """What a legal action would do: the core is asked, on a copy."""
        state = self.state.clone()
        state.apply(action, seat)
        tale = solar_show.Tale(state.game)
        tale.take(state, action)
        return tale.asked() or "end the turn"


def _space(text: str) -> int:
    ring, _, x = text.partition(".")
    return (int(ring) - 1) * 8 + int(x)
