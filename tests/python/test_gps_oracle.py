"""GPS in the core and in plain Python, played side by side and compared at every step.

Random games over many rules: after every action both tell who acts, what each may do and where that
ends, what chance may bring with which weights, everything visible, and what the action did.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import pytest

import gpscore
from oracle.gps_oracle import CHOOSE, OVER, Action, Choice, Rules, State, action_text

CLOSE_LOOK = 0.02  # share of the positions that are looked at more closely
WHOLE_UNDO = 10  # one game in this many is taken back to its start
ORDERS = 24  # orders of choosing that are tried in a position


class Chunk(NamedTuple):
    """Games of one set of rules, played until so many choices were made."""

    decisions: int
    rules: Rules


CHUNKS = (
    Chunk(8_000, Rules(1, 3, 2, 1)),
    Chunk(20_000, Rules(1, 5, 3, 2)),
    Chunk(12_000, Rules(2, 3, 2, 2)),
    Chunk(12_000, Rules(2, 4, 3, 1, wins=2)),
    Chunk(12_000, Rules(3, 4, 2, 1, wins=3)),
    Chunk(12_000, Rules(4, 4, 3, 3)),
    Chunk(12_000, Rules(5, 3, 2, 1, wins=2)),
    Chunk(10_000, Rules(5, 4, 3, 2)),
    Chunk(9_000, Rules(3, 5, 3, 3, wins=2, turn_limit=40)),
    Chunk(8_000, Rules(2, 5, 4, 2, spin_weights=(3, 0, 0, 6, 12))),
    Chunk(8_000, Rules(3, 6, 4, 2, spin_weights=(0, 0, 0, 0, 0, 3), turn_limit=50)),
    Chunk(8_000, Rules(2, 5, 3, 1, wins=100)),
    Chunk(4_000, Rules(2, 3, 2, 1, turn_limit=2)),
    Chunk(4_000, Rules(3, 3, 2, 1, wins=2, turn_limit=5)),
    Chunk(4_000, Rules(3, 5, 4, 1, wins=2, turn_limit=9)),
    Chunk(3_000, Rules(4, 20, 7, 3, turn_limit=5)),
    Chunk(3_000, Rules(4, 20, 7, 7, turn_limit=7)),
    Chunk(5_000, Rules(1, 64, 2, 1)),
    Chunk(5_000, Rules(1, 17, 16, 8)),
    Chunk(6_000, Rules(4, 13, 12, 12, turn_limit=25)),
    Chunk(8_000, Rules(2, 36, 12, 1, spin_weights=tuple(2 * (i % 7) for i in range(36)))),
    Chunk(18_000, Rules(3, turn_limit=40)),
    Chunk(8_000, Rules(5, 36, 12, 3)),
    Chunk(8_000, Rules(5, 64, 16, 16, turn_limit=30)),
    Chunk(8_000, Rules(5, 64, 16, 1, turn_limit=60)),
    Chunk(8_000, Rules(2, 64, 16, 5, wins=2, spin_weights=(1, *range(63)))),
)

KIND = {"spin": 0x10, "place": 0x11, "move": 0x12, "up": 0x13, "shuffle": 0x14}


def choice_id(twin: State, player: int, choice: Choice) -> int:
    """The documented id of a choice."""
    satellite, direction = choice
    kind = KIND["move" if twin.moving(player) else "place"]
    return kind << 24 | (direction == "ccw") << 4 | satellite - 1


def action_id(twin: State, action: Action) -> int:
    """The documented id of any action."""
    if action[0] == "choose":
        return choice_id(twin, action[1], action[2:])
    number = {"spin": lambda: action[1], "up": lambda: action[2] - 1, "shuffle": lambda: 0}
    return KIND[action[0]] << 24 | number[action[0]]()


class Table:
    """The core and its twin at one game."""

    def __init__(self, game: gpscore.GpsGame, rules: Rules, seed: str) -> None:
        self.game = game
        self.draw = random.Random(seed)
        self.twin = State(rules)
        self.core = game.initial_state()
        self.players = range(rules.players)
        self.spaces = range(rules.spaces)

    # Comparing

    def compare(self) -> None:
        """Everything visible, and everything that may happen next."""
        core, twin = self.core, self.twin
        seen = (
            core.phase,
            core.pointed,
            core.turn,
            core.game_turn,
            core.wins,
            core.winners,
            core.returns(),
            core.is_terminal,
            [core.ring(player) for player in self.players],
            [core.face_up(player) for player in self.players],
            [core.face_down(player) for player in self.players],
            [core.choice(player) for player in self.players],
        )
        told = (
            twin.phase,
            twin.pointed,
            twin.turn,
            twin.turn - twin.game_start,
            tuple(twin.wins),
            tuple(twin.winners()),
            twin.returns(),
            twin.phase == OVER,
            [tuple(map(ring.get, self.spaces)) for ring in twin.rings],
            [tuple(sorted(up)) for up in twin.up],
            [tuple(sorted(down)) for down in twin.down],
            [
                None if choice is None else choice_id(twin, player, choice)
                for player, choice in enumerate(twin.choices)
            ],
        )
        assert seen == told, twin.text
        chance = sorted((action_id(twin, event), weight) for event, weight in twin.chance().items())
        assert core.chance_outcomes() == chance, twin.text
        choosers = tuple(twin.choosers())
        acting = choosers[0] if choosers else gpscore.CHANCE if chance else gpscore.TERMINAL
        assert (core.to_act, core.is_chance) == (choosers, bool(chance)), twin.text
        assert core.current_player == acting, twin.text
        assert core.legal_actions(gpscore.CHANCE) == [event for event, _ in chance], twin.text
        for player in self.players:
            legal = sorted(choice_id(twin, player, choice) for choice in twin.legal(player))
            assert core.legal_actions(player) == legal, twin.text
        if len(choosers) == len(self.players):
            self.compare_targets()
        elif not choosers:
            order = [twin.in_order(player) for player in self.players]
            assert [core.in_order(player) for player in self.players] == order, twin.text

    def compare_targets(self) -> None:
        for player in self.players:
            for choice, space in self.twin.legal(player).items():
                action = choice_id(self.twin, player, choice)
                assert self.core.target(action, player) == space, (self.twin.text, choice)

    # Playing

    def choose_action(self) -> Action:
        """Anything that may happen next; who chooses first is up to chance too."""
        choosers = self.twin.choosers()
        if not choosers:
            return self.draw.choice(sorted(self.twin.chance()))
        player = self.draw.choice(choosers)
        return ("choose", player, *self.draw.choice(sorted(self.twin.legal(player))))

    def apply(self, action: Action) -> tuple[int, int]:
        """Do it on both sides and compare what happened; the player and action of the core."""
        number, text = action_id(self.twin, action), action_text(action)
        player = action[1] if action[0] == "choose" else gpscore.CHANCE
        assert self.core.parse_action(text) == number, text
        assert self.game.action_to_string(number) == text
        self.core.apply(number, player)
        happened = self.twin.apply(action)
        assert list(self.core.events) == happened, (action, self.twin.text)
        return player, number

    def snapshot(self) -> tuple[bytes, str, int]:
        return self.core.to_bytes(), str(self.core), self.core.hash

    # A closer look

    def look_closely(self) -> None:
        """What leaves the position as it is."""
        before = self.snapshot()
        packed, text, number = before
        assert text == self.twin.text
        for same in (self.core.clone(), self.game.parse(text), self.game.from_bytes(packed)):
            assert same == self.core
            assert (same.to_bytes(), str(same), same.hash) == before
        assert self.core.validate() == ()
        if self.twin.phase == OVER:
            return
        self.refuse()
        if self.twin.phase == CHOOSE:
            self.choose_in_every_order()
        else:
            events = self.core.events
            for action, _ in self.core.chance_outcomes():
                self.core.apply(action)
                assert self.core.hash != number
                assert self.core.undo() == (gpscore.CHANCE, action)
                assert self.snapshot() == before
            assert self.core.events == events
        assert self.snapshot() == before

    def refuse(self) -> None:
        """Of all actions that there are, exactly the legal ones have no reason against them."""
        before = self.snapshot()
        satellites = range(self.twin.rules.satellites)
        for player in (gpscore.CHANCE, *self.players):
            if player == gpscore.CHANCE:
                legal = {action_id(self.twin, event) for event in self.twin.chance()}
            else:
                legal = {choice_id(self.twin, player, c) for c in self.twin.legal(player)}
                mask = sum(1 << (action & 0x1F) for action in legal)
                assert self.core.legal_mask(player) == mask
            numbers = [KIND["spin"] << 24 | space for space in self.spaces]
            numbers += [KIND["up"] << 24 | satellite for satellite in satellites]
            numbers += [
                KIND[kind] << 24 | ccw << 4 | satellite
                for kind in ("place", "move")
                for ccw in (0, 1)
                for satellite in satellites
            ]
            numbers.append(KIND["shuffle"] << 24)
            allowed = {a for a in numbers if self.core.why_illegal(a, player) is None}
            assert allowed == legal, (self.twin.text, player)
            action = self.draw.choice([a for a in numbers if a not in legal])
            with pytest.raises(gpscore.IllegalActionError):
                self.core.apply(action, player)
            assert self.snapshot() == before

    def choose_in_every_order(self) -> None:
        """The order in which choices arrive makes no difference, and one joint step is the same."""
        before = self.snapshot()
        choosers = self.twin.choosers()
        choices = {
            player: choice_id(self.twin, player, self.draw.choice(sorted(self.twin.legal(player))))
            for player in choosers
        }
        orders = list(permutations(choosers))
        if len(orders) > ORDERS:
            orders = self.draw.sample(orders, ORDERS)
        ends = set()
        for order in orders:
            for player in order:
                self.core.apply(choices[player], player)
            ends.add(self.snapshot())
            for player in reversed(order):
                assert self.core.undo() == (player, choices[player])
            assert self.snapshot() == before
        joint = self.core.clone()
        joint.apply_joint(choices)
        ends.add((joint.to_bytes(), str(joint), joint.hash))
        assert len(ends) == 1, self.twin.text
        for player in reversed(choosers):
            assert joint.undo() == (player, choices[player])
        assert joint == self.core


@cache
def play(chunk: Chunk) -> Counter[str]:
    """Play a chunk's games; what was seen, counted."""
    rules = chunk.rules
    game = gpscore.gps(
        rules.players,
        spaces=rules.spaces,
        satellites=rules.satellites,
        face_up=rules.face_up,
        wins=rules.wins,
        turn_limit=rules.turn_limit,
        spin_weights=rules.spin_weights,
    )
    assert game.rules == rules.text
    assert game.spin_weights == rules.weights
    counts: Counter[str] = Counter()
    while counts["decisions"] < chunk.decisions:
        table = Table(game, rules, f"{rules.text} {counts['games']}")
        counts["games"] += 1
        keep = counts["games"] % WHOLE_UNDO == 1
        steps = []
        while True:
            table.compare()
            if table.draw.random() < CLOSE_LOOK:
                counts["looks"] += 1
                counts["orders"] += factorial(len(table.twin.choosers()))
                table.look_closely()
            if table.twin.phase == OVER or counts["decisions"] >= chunk.decisions:
                break
            before = table.snapshot() if keep else None
            steps.append((before, table.apply(table.choose_action())))
            count_events(table.core.events, counts)
        if table.twin.phase == OVER and rules.wins > 1 and table.twin.winners():
            counts["matches"] += 1
        if keep:
            for before, step in reversed(steps):
                assert table.core.undo() == step
                assert table.snapshot() == before
            assert table.core == game.initial_state()
            counts["whole games undone"] += 1
    return counts


def count_events(events: tuple[gpscore.Event, ...], counts: Counter[str]) -> None:
    kinds = [event.kind for event in events]
    counts.update(kinds)
    counts["decisions"] += "chose" in kinds
    winners = kinds.count("won")
    counts["game wins"] += winners > 0
    counts["shared"] += winners > 1


@pytest.mark.rule("G0", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10", "G11")
@pytest.mark.rule("R1", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R12", "R13", "R14")
@pytest.mark.parametrize("chunk", CHUNKS, ids=range(1, len(CHUNKS) + 1))
def test_core_plays_like_its_twin(chunk: Chunk) -> None:
    counts = play(chunk)
    assert counts["decisions"] == chunk.decisions
    assert counts["looks"] > 0


def test_enough_was_compared() -> None:
    """Over all chunks; none is played twice in one run."""
    total: Counter[str] = Counter()
    for chunk in CHUNKS:
        total += play(chunk)
    least = {
        "decisions": 200_000,
        "game wins": 5_000,
        "shared": 500,
        "matches": 100,
        "spun": 100,
        "placed": 100,
        "moved": 100,
        "turned_up": 100,
        "shuffled": 100,
        "over": 100,
        "looks": 1_000,
        "orders": 5_000,
        "whole games undone": 100,
    }
    assert {name: total[name] for name in least if total[name] < least[name]} == {}
