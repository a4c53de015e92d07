"""GPS through the public Python API, one operation at a time and whole games.

Positions are those of uniform play with the printed options: turns 0 to 63, some of which still
place and most of which move. Targets, in nanoseconds, are for one player.
"""

import random
from collections.abc import Callable

import numpy as np
import pytest

import gpscore

TURNS = 64  # uniform players practically never finish: their games are cut
POOL = 128
LOOPS = 8  # through the pool, in one timed call

Measure = Callable[..., None]

pytestmark = pytest.mark.parametrize("players", [1, 3, 5], ids="players={}".format)


def positions(players: int, *, chance: bool = False) -> list[gpscore.GpsState]:
    """States where the players choose, or with *chance* where the spinner is due, in play order."""
    game = gpscore.gps(players=players)
    found: list[gpscore.GpsState] = []
    for seed in range(POOL // TURNS):
        state = game.initial_state()
        while state.turn < TURNS and not state.is_terminal:
            if (state.phase == "spin") if chance else len(state.to_act) == players:
                found.append(state.clone())
            if state.is_chance:
                state.resolve_chance(seed)
            else:
                state.apply(state.choose("uniform", seed=seed))
    return found


def pool(players: int, *, chance: bool = False) -> list[gpscore.GpsState]:
    """The positions, as often as one timed call looks at them."""
    states = positions(players, chance=chance) * LOOPS
    assert len(states) == POOL * LOOPS
    return states


# ---- The state ----------------------------------------------------------------------------------


def test_clone(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.clone()

    target = 100 if players == 1 else None
    per_op("clone", players, run, ops=len(states), target=target)


def test_apply_undo(per_op: Measure, players: int) -> None:
    pairs = [(state, state.choose("uniform")) for state in pool(players)]
    before = [state.to_bytes() for state, _ in pairs]

    def run() -> None:
        for state, action in pairs:
            state.apply(action)
            state.undo()

    target = 150 if players == 1 else None
    per_op("apply, undo", players, run, ops=len(pairs), target=target)
    assert [state.to_bytes() for state, _ in pairs] == before


def test_joint_turn(per_op: Measure, players: int) -> None:
    turns = [
        (state, [state.choose("uniform", player) for player in range(players)])
        for state in pool(players)
    ]

    def run() -> None:
        for state, actions in turns:
            state.apply_joint(actions)
            for _ in actions:
                state.undo()

    per_op("apply_joint, undo of all", players, run, ops=len(turns))


def test_legal_actions(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.legal_actions()

    per_op("legal_actions", players, run, ops=len(states))


def test_legal_mask(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.legal_mask()

    per_op("legal_mask", players, run, ops=len(states))


def test_chance_outcomes(per_op: Measure, players: int) -> None:
    states = pool(players, chance=True)

    def run() -> None:
        for state in states:
            state.chance_outcomes()

    per_op("chance_outcomes of a spin", players, run, ops=len(states))


def test_resolve_chance(per_op: Measure, players: int) -> None:
    states = pool(players, chance=True)

    def run() -> None:
        for state in states:
            state.resolve_chance(7)
            state.undo()

    per_op("resolve_chance of a spin, undo", players, run, ops=len(states))


def test_hash(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.hash  # noqa: B018

    per_op("hash", players, run, ops=len(states))


# ---- Forms --------------------------------------------------------------------------------------


def test_to_bytes(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.to_bytes()

    per_op("to_bytes", players, run, ops=len(states))


def test_from_bytes(per_op: Measure, players: int) -> None:
    packed = [state.to_bytes() for state in pool(players)]
    from_bytes = gpscore.gps(players=players).from_bytes

    def run() -> None:
        for data in packed:
            from_bytes(data)

    per_op("from_bytes", players, run, ops=len(packed))


def test_str(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            str(state)

    per_op("str", players, run, ops=len(states))


def test_parse(per_op: Measure, players: int) -> None:
    texts = [str(state) for state in pool(players)]
    parse = gpscore.gps(players=players).parse

    def run() -> None:
        for text in texts:
            parse(text)

    per_op("parse", players, run, ops=len(texts))


# ---- Views --------------------------------------------------------------------------------------


def test_view(per_op: Measure, players: int) -> None:
    states = positions(players)

    def run() -> None:
        for state in states:
            state.view(0)

    per_op("view", players, run, ops=len(states), target=60_000 if players == 5 else None)


def test_view_hash(per_op: Measure, players: int) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.view_hash(0)

    per_op("view_hash", players, run, ops=len(states))


def test_svg(per_op: Measure, players: int) -> None:
    states = positions(players)

    def run() -> None:
        for state in states:
            state.svg()

    per_op("svg", players, run, ops=len(states), target=400_000 if players == 5 else None)


def test_observation(per_op: Measure, players: int) -> None:
    states = pool(players)
    out = np.zeros_like(states[0].observation(0))

    def run() -> None:
        for state in states:
            state.observation(0, out)

    per_op("observation, out=", players, run, ops=len(states))
    assert (out == states[-1].observation(0)).all()


# ---- Bundled players ----------------------------------------------------------------------------


@pytest.mark.parametrize("policy", gpscore.POLICIES)
def test_choose(per_op: Measure, players: int, policy: gpscore.Policy) -> None:
    states = pool(players)

    def run() -> None:
        for state in states:
            state.choose(policy)

    per_op(f"choose {policy}", players, run, ops=len(states))


@pytest.mark.parametrize("policy", gpscore.POLICIES)
def test_playout(per_op: Measure, players: int, policy: gpscore.Policy) -> None:
    state = gpscore.gps(players=players).initial_state()
    stats = state.playout(policy, 20, seed=1, turn_cap=TURNS)

    def run() -> None:
        state.playout(policy, 20, seed=1, turn_cap=TURNS)

    per_op(f"playout {policy}, a decision", players, run, ops=stats.decisions)


# ---- Games driven from Python -------------------------------------------------------------------


def play_with_seed(game: gpscore.GpsGame, draw: Callable[[], float], seed: int) -> int:
    """A game of uniform players whose chance is that of a seed; the number of decisions."""
    state = game.initial_state()
    decisions = 0
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(seed)
        else:
            actions = state.legal_actions()
            state.apply(actions[int(draw() * len(actions))])
            decisions += 1
    return decisions


def play_with_outcomes(game: gpscore.GpsGame, draw: Callable[[], float], seed: int) -> int:
    """The same, chance drawn here from the outcomes, all alike with a fair spinner."""
    state = game.initial_state()
    decisions = 0
    while not state.is_terminal:
        if state.is_chance:
            outcomes = state.chance_outcomes()
            state.apply(outcomes[int(draw() * len(outcomes))][0])
        else:
            actions = state.legal_actions()
            state.apply(actions[int(draw() * len(actions))])
            decisions += 1
    return decisions


@pytest.mark.parametrize(
    ("name", "play"),
    [("resolve_chance", play_with_seed), ("chance_outcomes", play_with_outcomes)],
    ids=["resolve_chance", "chance_outcomes"],
)
def test_game(
    per_op: Measure,
    players: int,
    name: str,
    play: Callable[[gpscore.GpsGame, Callable[[], float], int], int],
) -> None:
    game = gpscore.gps(players=players, turn_limit=TURNS)
    draw = random.Random(1).random
    assert play(game, draw, 0) == players * TURNS

    def run() -> None:
        for seed in range(4):
            play(game, draw, seed)

    per_op(f"game, {name}, a decision", players, run, ops=4 * players * TURNS)
