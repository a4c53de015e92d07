"""GPS in plain Python, to compare the core with.

Written from the rules (docs/rules/gps.md) alone and meant to be obvious, not fast: a ring is a dict
from space to satellite, face-up and face-down satellites are sets, and every rule is cited where it
is applied. Satellites are numbered from 1, players and spaces from 0.

Actions are tuples::

    ("spin", space)
    ("choose", player, satellite, "cw" or "ccw")
    ("up", player, satellite)
    ("shuffle",)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

Action = tuple
Choice = tuple[int, str]

SETUP, SPIN, CHOOSE, REVEAL, SHUFFLE, OVER = "setup", "spin", "choose", "reveal", "shuffle", "over"
CW, CCW = "cw", "ccw"
STEP = {CW: 1, CCW: -1}


class Event(NamedTuple):
    """Something that happened; fields that do not apply are None."""

    kind: str
    player: int | None = None
    satellite: int | None = None
    origin: int | None = None
    space: int | None = None
    wins: int | None = None


@dataclass(frozen=True)
class Rules:
    """The options of a game; without ``spin_weights`` the spinner is fair."""

    players: int = 3
    spaces: int = 36
    satellites: int = 12
    face_up: int = 3
    wins: int = 1
    turn_limit: int | None = None
    spin_weights: tuple[int, ...] | None = None

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of every space, in lowest terms (R7)."""
        if self.spin_weights is None:
            return (1,) * self.spaces
        common = gcd(*self.spin_weights)
        return tuple(weight // common for weight in self.spin_weights)

    @property
    def text(self) -> str:
        """One line, as the core writes it."""
        fair = set(self.weights) == {1}
        spin = "uniform" if fair else ",".join(map(str, self.weights))
        return (
            f"gps players={self.players} spaces={self.spaces} satellites={self.satellites} "
            f"face_up={self.face_up} wins={self.wins} turn_limit={self.turn_limit or 0} spin={spin}"
        )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read what ``text`` gives."""
        name, *fields = text.split()
        values = dict(field.split("=") for field in fields)
        if name != "gps":
            raise ValueError(f"not rules of GPS: {text!r}")
        spin = values.pop("spin")
        numbers = {key: int(value) for key, value in values.items()}
        numbers["turn_limit"] = numbers["turn_limit"] or None
        weights = None if spin == "uniform" else tuple(map(int, spin.split(",")))
        return cls(**numbers, spin_weights=weights)


class State:
    """A position. ``apply`` changes it; ``copy`` gives one to change instead."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.phase = SETUP
        self.pointed: int | None = None
        self.turn = 0  # turns completed, over all games of a match
        self.game_start = 0  # turns that had been completed when this game began
        self.wins = [0] * rules.players
        self.game_winners: list[int] = []  # of the game that has just ended
        self.deal()

    def deal(self) -> None:
        """Everything off the planet and face down (G2)."""
        players = range(self.rules.players)
        self.rings: list[dict[int, int]] = [{} for _ in players]
        self.up: list[set[int]] = [set() for _ in players]
        self.down = [set(range(1, self.rules.satellites + 1)) for _ in players]
        self.choices: list[Choice | None] = [None for _ in players]
        self.turned = [False for _ in players]  # has had this turn's reveal (G6)
        self.phase = SETUP
        self.pointed = None

    def copy(self) -> State:
        """An independent twin."""
        twin = object.__new__(State)
        twin.rules = self.rules
        twin.phase = self.phase
        twin.pointed = self.pointed
        twin.turn = self.turn
        twin.game_start = self.game_start
        twin.wins = list(self.wins)
        twin.game_winners = list(self.game_winners)
        twin.rings = [dict(ring) for ring in self.rings]
        twin.up = [set(up) for up in self.up]
        twin.down = [set(down) for down in self.down]
        twin.choices = list(self.choices)
        twin.turned = list(self.turned)
        return twin

    # Who acts, and what they may do

    def revealer(self) -> int | None:
        """The seat whose satellite chance turns face up next: the lowest one due (R14)."""
        for player in range(self.rules.players):
            if self.phase == SETUP and len(self.up[player]) < self.rules.face_up:  # G2
                return player
            if self.phase == REVEAL and self.down[player] and not self.turned[player]:  # G6
                return player
        return None

    def choosers(self) -> list[int]:
        """The players who have yet to choose: all of them on the same spin, in any order (R5)."""
        if self.phase != CHOOSE:
            return []
        return [player for player, choice in enumerate(self.choices) if choice is None]

    def directions(self, player: int) -> dict[str, int]:
        """Where a satellite of the player would go, by direction."""
        ring = self.rings[player]
        assert self.pointed is not None
        # G4, G8: the pointed space itself, if free; one choice, the clockwise one (R4).
        if self.pointed not in ring:
            return {CW: self.pointed}
        ends = {}
        # G5, G8: the next space without one of their own, on either side.
        for direction, step in STEP.items():
            space = self.pointed
            while space in ring:  # R3: a satellite that is about to move still stands
                space = (space + step) % self.rules.spaces  # R13: on across the start line
            ends[direction] = space
        if ends[CW] == ends[CCW]:  # R4
            del ends[CCW]
        return ends

    def moving(self, player: int) -> bool:
        """Whether the player moves satellites, all being placed (G7)."""
        return len(self.rings[player]) == self.rules.satellites

    def legal(self, player: int) -> dict[Choice, int]:
        """The player's choices, each with the space it ends in; there is no passing (R8)."""
        if self.phase != CHOOSE or self.choices[player] is not None:
            return {}
        # G4: a face-up one is placed. G7, G8: any placed one is moved, the one pointed to included.
        able = self.rings[player].values() if self.moving(player) else self.up[player]
        ends = self.directions(player)
        return {
            (satellite, direction): space for direction, space in ends.items() for satellite in able
        }

    def chance(self) -> dict[Action, int]:
        """The chance events that may happen now, with their weights."""
        if self.phase == SPIN:  # G3, R7
            weights = self.rules.weights
            return {("spin", space): weight for space, weight in enumerate(weights) if weight}
        if self.phase in (SETUP, REVEAL):  # R6: uniform over the owner's face-down ones
            player = self.revealer()
            assert player is not None
            return {("up", player, satellite): 1 for satellite in self.down[player]}
        if self.phase == SHUFFLE:  # R10: a new game is set up afresh
            return {("shuffle",): 1}
        return {}

    def branches(self) -> list[Action]:
        """Everything that may happen next, with players who choose at once taken in seat order."""
        for player in self.choosers():
            return [("choose", player, *choice) for choice in self.legal(player)]
        return list(self.chance())

    # What comes of it

    def in_order(self, player: int) -> bool:
        """Whether all satellites stand, ascending clockwise from the start line (G9, R1, R9)."""
        ring = self.rings[player]
        if len(ring) < self.rules.satellites:
            return False
        clockwise = [ring[space] for space in sorted(ring)]
        return clockwise == sorted(clockwise)

    def winners(self) -> list[int]:
        """Of the play when it is over, of the game that has ended before a shuffle; else none."""
        if self.phase == OVER:
            target = self.rules.wins
            return [player for player, wins in enumerate(self.wins) if wins >= target]  # R10
        return list(self.game_winners) if self.phase == SHUFFLE else []

    def returns(self) -> list[int]:
        """1 for each winner of the play, 0 for the others (R14)."""
        won = self.winners() if self.phase == OVER else []
        return [int(player in won) for player in range(self.rules.players)]

    def apply(self, action: Action) -> list[Event]:
        """Do a legal action and tell what happened."""
        kind = action[0]
        if kind == "choose":
            _, player, *choice = action
            if tuple(choice) not in self.legal(player):
                raise ValueError(f"{action} is not legal in {self.text}")
            return self._choose(player, tuple(choice))
        if action not in self.chance():
            raise ValueError(f"{action} cannot happen in {self.text}")
        if kind == "spin":
            self.phase, self.pointed = CHOOSE, action[1]
            return [Event("spun", space=action[1])]
        if kind == "up":
            return self._turn_up(action[1], action[2])
        self.deal()
        self.game_winners = []
        self.game_start = self.turn
        return [Event("shuffled")]

    def _choose(self, player: int, choice: Choice) -> list[Event]:
        events = [Event("chose", player)]
        if len(self.choosers()) > 1:  # R5: nothing moves before the last has chosen
            self.choices[player] = choice
            return events
        self.choices[player] = choice
        for seat, (satellite, direction) in enumerate(self.choices):
            events.append(self._carry_out(seat, satellite, self.directions(seat)[direction]))
        self.choices = [None] * self.rules.players
        self.phase = REVEAL
        return events + self._go_on()

    def _carry_out(self, player: int, satellite: int, space: int) -> Event:
        ring = self.rings[player]
        if not self.moving(player):  # G4
            self.up[player].remove(satellite)
            ring[space] = satellite
            return Event("placed", player, satellite, space=space)
        (origin,) = (at for at, standing in ring.items() if standing == satellite)  # G8
        del ring[origin]
        ring[space] = satellite
        return Event("moved", player, satellite, origin, space)

    def _turn_up(self, player: int, satellite: int) -> list[Event]:
        self.down[player].remove(satellite)
        self.up[player].add(satellite)
        if self.phase == REVEAL:
            self.turned[player] = True
        return [Event("turned_up", player, satellite), *self._go_on()]

    def _go_on(self) -> list[Event]:
        """Leave SETUP or REVEAL when nobody is left to turn one face up."""
        if self.revealer() is not None:
            return []
        if self.phase == SETUP:
            self.phase = SPIN
            return []
        return self._end_turn()

    def _end_turn(self) -> list[Event]:
        self.turn += 1
        self.pointed = None
        self.turned = [False] * self.rules.players
        events = [Event("turn_ended")]
        # G9: everybody in order wins, together
        won = [player for player in range(self.rules.players) if self.in_order(player)]
        for player in won:
            self.wins[player] += 1
            events.append(Event("won", player, wins=self.wins[player]))
        if max(self.wins) >= self.rules.wins or self.turn == self.rules.turn_limit:  # R10, R12
            self.phase = OVER
            events.append(Event("over"))
        elif won:  # G10
            self.phase = SHUFFLE
            self.game_winners = won
        else:  # G11
            self.phase = SPIN
        return events

    # Text

    @property
    def text(self) -> str:
        """One line, as the core writes it."""
        pointed = "-" if self.pointed is None else self.pointed
        wins = ",".join(map(str, self.wins))
        rings = "/".join(map(self._ring_text, range(self.rules.players)))
        return f"{self.phase} {pointed} {self.turn} {self.game_start} {wins} {rings}"

    def _ring_text(self, player: int) -> str:
        ring, choice = self.rings[player], self.choices[player]
        placed = ",".join(f"{ring[space]}@{space}" for space in sorted(ring)) or "-"
        up = ",".join(map(str, sorted(self.up[player]))) or "-"
        return f"{placed}+{up}" + (f":{choice[0]}{choice[1]}" if choice else "")

    @classmethod
    def parse(cls, rules: Rules, text: str) -> State:
        """Read what ``text`` gives, without asking whether play can reach it."""
        phase, pointed, turn, game_start, wins, rings = text.split(" ")
        state = cls(rules)
        state.phase = phase
        state.pointed = None if pointed == "-" else int(pointed)
        state.turn, state.game_start = int(turn), int(game_start)
        state.wins = [int(number) for number in wins.split(",")]
        for player, ring in enumerate(rings.split("/")):
            placed, up = ring.split("+")
            up, _, choice = up.partition(":")
            for pair in placed.split(",") if placed != "-" else ():
                satellite, space = map(int, pair.split("@"))
                state.rings[player][space] = satellite
            state.up[player] = {int(number) for number in up.split(",")} if up != "-" else set()
            state.down[player] -= state.up[player] | set(state.rings[player].values())
            if choice:
                direction = CCW if choice.endswith(CCW) else CW
                state.choices[player] = (int(choice.removesuffix(direction)), direction)
        if phase == REVEAL:  # everybody has placed one; who has turned one up has as many as before
            state.turned = [len(up) == rules.face_up for up in state.up]
        if phase == SHUFFLE:
            state.game_winners = [p for p in range(rules.players) if state.in_order(p)]
        return state


def action_text(action: Action) -> str:
    """The action as the core writes it."""
    if action[0] == "choose":
        return f"{action[2]}{action[3]}"
    if action[0] == "up":
        return f"up:{action[2]}"
    return ":".join(map(str, action))


def perft(state: State, depth: int) -> int:
    """Count the sequences of ``depth`` actions, each chance event and each choice a branch."""
    if depth == 0:
        return 1
    branches = state.branches()
    if depth == 1:
        return len(branches)
    total = 0
    for branch in branches:
        child = state.copy()
        child.apply(branch)
        total += perft(child, depth - 1)
    return total


def arrangements(rules: Rules) -> Iterator[dict[int, int]]:
    """Every way in which all satellites of one player can stand."""

    def extend(ring: dict[int, int], satellite: int) -> Iterator[dict[int, int]]:
        if satellite > rules.satellites:
            yield ring
            return
        for space in range(rules.spaces):
            if space not in ring:
                yield from extend({**ring, space: satellite}, satellite + 1)

    return extend({}, 1)
