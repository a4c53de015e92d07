"""Every door of the Python API of the solar system does what its docstring says."""

import copy
import doctest
import functools
import inspect
import itertools
import json
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gpscore
from gpscore import CHANCE, HOST, NEUTRAL, effects

EMBEDDED = {
    "players": 3,
    "embedded": True,
    "pluto": (False, True, False),
    "organisations": ("turing", None, "helion"),
    "signal_points": 2,
    "push_tech2": False,
}
RULES = (
    {"players": 2},
    {"players": 1, "rounds": 2},
    {"players": 4, "rounds": 3, "pluto": (True, False, False, True), "trace_points": 3},
    {"players": 3, "organisations": ("orbital_dynamics", "xenolab", "sentinel")},
    EMBEDDED,
)


@functools.cache
def game_of(index):
    return gpscore.solar(**RULES[index])


def play(game, seed, plies):
    """A state that random play reaches; a host settles what it must, and does things of its own."""
    rng = random.Random(seed)
    state = game.initial_state()
    for _ in range(plies):
        if state.is_terminal:
            break
        if game.embedded and state.phase == "turn" and rng.random() < 0.2:
            state.apply(a_gift(rng, game), HOST)
            continue
        state.apply(rng.choice(state.legal_actions()), state.current_player)
    return state


def a_gift(rng, game):
    """An effect that is legal in any turn of a game that is not too long."""
    player = rng.randrange(game.players)
    return rng.choice(
        [
            effects.change(player, "publicity", 3),
            effects.change(player, "energy", 1),
            effects.moves(2, ring=rng.random() < 0.5),
            effects.rotate(),
            effects.no_asteroids(),
        ]
    )


def turn(seed=7, **options):
    """The first turn of a game."""
    state = gpscore.solar(**options).initial_state()
    while state.phase != "turn":
        if state.is_chance:
            state.resolve_chance(seed)
        else:
            state.apply(state.legal_actions()[0])
    return state


def until(state, phase):
    """Play on at random until a phase is reached."""
    rng = random.Random(3)
    while state.phase != phase:
        state.apply(rng.choice(state.legal_actions()))
    return state


positions = st.builds(
    lambda index, seed, plies: play(game_of(index), seed, plies),
    st.integers(0, len(RULES) - 1),
    st.integers(0, 10**9),
    st.integers(0, 150),
)


# ---- The package


def test_boards_are_loaded_only_when_asked_for():
    code = "import sys, gpscore; gpscore.solar(); print('gpscore.board' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


@pytest.mark.parametrize("module", [effects, inspect.getmodule(gpscore.SolarBoard)])
def test_tutorials_run(module):
    result = doctest.testmod(module)
    assert result.attempted >= 4
    assert result.failed == 0


@pytest.mark.parametrize(
    "thing",
    [effects, gpscore.SolarBoard, gpscore.SolarGame, gpscore.SolarState, gpscore.SolarEvent],
)
def test_everything_public_has_a_docstring(thing):
    for name in getattr(thing, "__all__", dir(thing)):
        if not name.startswith("_") and name != "name":
            assert getattr(thing, name).__doc__, name


# ---- Games


def test_defaults_are_those_of_the_core():
    game = gpscore.solar()
    assert game == gpscore.parse_game("solar")
    assert (game.name, game.players, game.embedded, game.rounds) == ("solar", 2, False, 5)
    assert (game.pluto, game.organisations) == ((False, False), (None, None))
    assert (game.trace_points, game.signal_points, game.push_tech2) == (0, 0, True)
    assert game.board == gpscore.SolarBoard.standard()
    assert game.planets[:4] == ("earth", "mercury", "venus", "mars")
    assert game.moons[-1] == "triton"
    assert game.tile_bonuses == (("score", 3), ("energy", 1), ("publicity", 1), ("card", 1))
    assert repr(game) == "gpscore.solar(players=2)"


@pytest.mark.parametrize("options", RULES)
def test_game_forms_read_back(options):
    game = gpscore.solar(**options)
    again = eval(repr(game), {"gpscore": gpscore})
    assert game == again == gpscore.parse_game(str(game)) == pickle.loads(pickle.dumps(game))
    assert len({game, again, copy.copy(game), copy.deepcopy(game)}) == 1
    assert game.fingerprint == again.fingerprint
    for name, value in options.items():
        assert getattr(game, name) == value
        assert f"{name}={value}" in repr(game)


def test_games_that_differ_are_not_equal():
    games = [game_of(index) for index in range(len(RULES))]
    for a, b in itertools.combinations(games, 2):
        assert a != b
        assert a.fingerprint != b.fingerprint
    assert games[0] != gpscore.gps(2)
    assert games[0].initial_state() != gpscore.gps(2).initial_state()


@pytest.mark.rule("S10", "S20", "S21")
def test_options_that_mean_the_same():
    assert gpscore.solar(rounds=0) == gpscore.solar(rounds=None) == gpscore.solar(rounds=5)
    organised = gpscore.solar(organisations=["fenwick", None])
    assert organised.rounds == 4
    assert "rounds" not in repr(organised)
    assert "rounds=5" in repr(gpscore.solar(organisations=["fenwick", None], rounds=5))
    assert gpscore.solar(organisations=[None, None]) == gpscore.solar(organisations=None)
    assert gpscore.solar(3, pluto=[2]) == gpscore.solar(3, pluto=[False, False, True])
    assert gpscore.solar(3, pluto=np.array([0, 2])).pluto == (True, False, True)
    assert gpscore.solar(2, pluto=[0, 1]).pluto == (True, True)
    assert gpscore.solar(pluto=[]) == gpscore.solar(pluto=None)
    assert gpscore.solar(embedded=1, push_tech2=0) == gpscore.solar(embedded=True, push_tech2=False)
    assert gpscore.solar(board=gpscore.SolarBoard.standard()) == gpscore.solar()


@pytest.mark.parametrize(
    ("options", "option", "rule"),
    [
        ({"players": 0}, "players", ""),
        ({"players": 5, "pluto": [4], "organisations": [None] * 5}, "players", ""),
        ({"players": -(10**30)}, "players", ""),
        ({"rounds": 21}, "rounds", "S10"),
        ({"rounds": -1}, "rounds", "S10"),
        ({"embedded": 2}, "embedded", ""),
        ({"push_tech2": 2}, "push_tech2", "R4"),
        ({"trace_points": 101}, "trace_points", ""),
        ({"signal_points": -1}, "signal_points", ""),
        ({"trace_points": 101, "signal_points": 101}, "trace_points", ""),
        ({"pluto": [True]}, "pluto", "S20"),
        ({"pluto": [True, False, False]}, "pluto", "S20"),
        ({"pluto": [2]}, "pluto", "S20"),
        ({"pluto": [-1]}, "pluto", "S20"),
        ({"pluto": range(10**12)}, "pluto", "S20"),
        ({"organisations": ["turing"]}, "organisations", "S21"),
        ({"organisations": ["turing", "esa"]}, "organisations", "S21"),
        ({"organisations": ["turing", "x" * 10**6]}, "organisations", "S21"),
    ],
)
def test_rules_out_of_range(options, option, rule):
    with pytest.raises(gpscore.RulesError) as caught:
        gpscore.solar(**options)
    assert (caught.value.option, caught.value.rule) == (option, rule)
    assert caught.value.reason.startswith("rules_")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "options",
    [
        {"players": True},
        {"players": 2.0},
        {"embedded": "yes"},
        {"embedded": None},
        {"rounds": "5"},
        {"trace_points": False},
        {"pluto": 1},
        {"pluto": "01"},
        {"pluto": [0.0]},
        {"pluto": [True, 0]},
        {"pluto": {0}},
        {"organisations": "fenwick"},
        {"organisations": [1, 2]},
        {"organisations": {"fenwick"}},
        {"board": 3},
        {"board": b"{}"},
        {"colour": 1},
    ],
)
def test_options_of_another_type(options):
    with pytest.raises(TypeError, match=next(iter(options))):
        gpscore.solar(**options)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("solar player=3", 6),
        ("solar players=2 players=2", 16),
        ("solar players=2 host=mine", 21),
        ("solar board=stand", 12),
        ("solar pluto=2,0", 12),
    ],
)
def test_rules_text_that_does_not_parse(text, position):
    with pytest.raises(gpscore.ParseError) as caught:
        gpscore.parse_game(text)
    assert caught.value.position == position


def test_games_and_states_cannot_be_changed_or_made_from_nothing():
    state = turn()
    for thing, name in ((state.game, "rounds"), (state.game, "board"), (state, "phase")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 2)
    for cls in (gpscore.SolarGame, gpscore.SolarState):
        with pytest.raises(TypeError, match="make a"):
            cls()
        with pytest.raises(TypeError):
            type("Sub", (cls,), {})
    with pytest.raises(TypeError, match=r"gpscore\.solar\(\)"):
        gpscore.SolarGame()


# ---- States


@pytest.mark.rule("R1")
def test_initial_state():
    state = gpscore.solar().initial_state()
    assert isinstance(state, gpscore.SolarState)
    assert state.game == gpscore.solar()
    assert state.phase == "setup_discs"
    assert state.is_chance
    assert len(state.chance_outcomes()) == 8
    assert (state.to_act, state.current_player, state.is_host) == ((), CHANCE, False)
    assert (state.offsets, state.token, state.sectors) == ((0, 0, 0), 0, 0)
    assert state.tiles == ((None, ()),) * 4
    assert state.pending is None
    assert repr(state) == "<SolarState setup_discs round=0 turn=0>"


@pytest.mark.rule("R1", "R8")
def test_the_first_turn():
    state = turn()
    assert (state.phase, state.active, state.start_player, state.round) == ("turn", 0, 0, 0)
    assert (state.moves, state.ring_moves, state.turn_limit_change) == (0, 0, 0)
    assert (state.main_used, state.no_asteroids, state.move_instead) == (False,) * 3
    assert state.turing is None
    assert all(0 <= offset < 8 for offset in state.offsets)
    assert 0 <= state.sectors < 24
    for stack in state.tiles:
        assert sorted((stack.top, *stack.down)) == [0, 1, 2, 3]
    assert state.to_act == (0,)
    assert repr(state) == "<SolarState turn round=0 turn=0 to_act=(0,)>"
    first, second = state.player(0), state.player(1)
    assert (first.publicity, first.cards, first.score, second.score) == (4, 4, 1, 2)
    # The first legal choice of an income is a credit, gained at once too.
    assert (first.credits, first.energy, first.tucked) == (5, 3, (1, 0, 0))
    assert first.probes == first.techs == first.techs_off == ()
    assert (first.traces, first.signals, first.data, first.limit_change) == ((0, 0, 0), 0, 0, 0)
    assert (first.passed, first.org_used, first.launch_tile_used) == (False,) * 3


def test_pending_while_cards_are_tucked():
    state = until(gpscore.solar(organisations=["fenwick", None]).initial_state(), "setup_income")
    assert state.pending == (0, "income", 3, None, None)
    assert state.pending.kind == "income"
    assert state.current_player == 0
    state.apply(state.legal_actions()[1])
    assert state.pending.number == 2
    assert state.player(0).tucked == (0, 1, 0)


@settings(max_examples=60)
@given(positions)
def test_every_door_agrees_at_a_position(state):
    game = state.game
    assert state.validate() == ()
    assert state.is_chance + state.is_host + state.is_terminal + bool(state.to_act) == 1
    expected = (
        state.to_act[0] if state.to_act
        else CHANCE if state.is_chance
        else HOST if state.is_host
        else gpscore.TERMINAL
    )  # fmt: skip
    assert state.current_player == expected
    assert len(state.returns()) == game.players
    others = (CHANCE, HOST) if game.embedded else (CHANCE,)
    for player in (*others, *range(game.players)):
        legal = state.legal_actions(player)
        assert legal == sorted(set(legal))
        assert bool(legal) == (player == state.current_player)
        mask = state.legal_mask(player)
        assert mask.bit_count() == (0 if player == HOST else len(legal))
        assert 0 <= mask < 1 << 256
        for action in legal:
            assert state.why_illegal(action, player) is None
            assert state.parse_action(state.action_to_string(action)) == action
    if not game.embedded:
        assert not state.is_host
        with pytest.raises(gpscore.UsageError, match="no player -2"):
            state.legal_actions(HOST)
    assert [action for action, _ in state.chance_outcomes()] == state.legal_actions(CHANCE)
    figures = 0
    for player in range(game.players):
        own = state.player(player)
        assert list(own.probes) == sorted(own.probes)
        assert set(own.techs_off) <= set(own.techs) <= {1, 2, 3, 4}
        assert state.points(player) == (
            own.score + game.trace_points * sum(own.traces) + game.signal_points * own.signals
        )
        assert (player in state.winners) == (state.returns()[player] == 1.0)
        figures += sum(state.figures_at(planet, player) for planet in game.planets[1:])
    counted = sum(sum(state.orbiters(p)) + sum(state.landers(p)) for p in game.planets[1:])
    assert figures == counted + sum(state.moon_owner(m) is not None for m in game.moons)
    if state.pending:
        assert state.phase in (
            "setup_income", "choose_tech", "choose_income", "choose_trace", "org_moves", "settle",
        )  # fmt: skip
        assert state.pending.number >= 1
        assert state.current_player in (state.pending.player, HOST)


@settings(max_examples=60)
@given(positions)
def test_forms_and_copies_read_back(state):
    game = state.game
    for again in (
        game.parse(str(state)),
        game.from_bytes(state.to_bytes()),
        pickle.loads(pickle.dumps(state)),
        gpscore.parse_game(str(game)).parse(str(state)),
        state.clone(),
        copy.deepcopy(state),
    ):
        assert type(again) is gpscore.SolarState
        assert again == state
        assert (again.hash, str(again), again.history) == (state.hash, str(state), [])
    assert len(state.to_bytes()) == game.packed_size


@settings(max_examples=25)
@given(positions)
def test_undo_takes_back_everything(state):
    again = state.start
    assert again == state.game.initial_state()
    trace = []
    for player, action in state.history:
        trace.append((again.to_bytes(), again.hash, again.events))
        again.apply(action, player)
    assert again == state
    while trace:
        last = again.history[-1]
        assert again.undo() == last
        assert (again.to_bytes(), again.hash, again.events) == trace.pop()


def test_perft_counts_what_a_walk_counts():
    def walk(state, depth):
        if depth == 0:
            return 1
        count = 0
        for action in state.legal_actions():
            state.apply(action)
            count += walk(state, depth - 1)
            state.undo()
        return count

    state = turn(organisations=["turing", "orbital_dynamics"])
    for depth in range(4):
        assert state.perft(depth) == walk(state, depth)


def test_bundled_players_finish_games():
    stats = gpscore.solar(players=2, rounds=2).initial_state().playout("uniform", 5, seed=2)
    assert (stats.games, stats.unfinished) == (5, 0)
    state = turn(rounds=1)
    assert state.choose("uniform", seed=1) in state.legal_actions()
    with pytest.raises(gpscore.UsageError, match="needs its host"):
        gpscore.solar(embedded=True).initial_state().playout()


# ---- The board


@pytest.mark.rule("S2")
@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_contents_and_planets_agree(seed):
    state = turn(seed)
    contents = [state.content(space) for space in range(32)]
    for number, name in enumerate(state.game.planets):
        space = state.planet_space(name)
        assert state.planet_space(number) == space
        assert [i for i in range(32) if contents[i] == name] == ([] if space is None else [space])
    assert state.planet_space("pluto") is None
    # Disc 1 carries Earth, at its own sector 5.
    assert state.planet_space("earth") == (5 + state.offsets[0]) % 8
    assert set(contents) >= {"empty", "asteroid", "comet"}
    assert "hole" not in contents


@pytest.mark.parametrize("space", [-1, 32, 10**30])
def test_spaces_that_do_not_exist(space):
    with pytest.raises(gpscore.UsageError, match="it must be 0 to 31"):
        turn().content(space)


def test_planets_moons_and_owners_that_do_not_exist():
    state = turn()
    for planet in (9, -1, "krypton"):
        with pytest.raises(gpscore.UsageError, match="planet"):
            state.planet_space(planet)
    for call in (state.orbiters, state.landers, state.first_orbit, state.data_owners):
        for planet in ("earth", 0):
            with pytest.raises(gpscore.UsageError):
                call(planet)
        with pytest.raises(TypeError):
            call(1.5)
    for moon in (9, -1, "endor"):
        with pytest.raises(gpscore.UsageError, match="moon"):
            state.moon_owner(moon)
    with pytest.raises(gpscore.UsageError, match="owner is 5"):
        state.figures_at("mars", 5)
    for call in (state.player, state.points, lambda p: state.move_cost(p, 0), state.view):
        for player in (2, -1, HOST):
            with pytest.raises(gpscore.UsageError, match="the players are 0 to 1"):
                call(player)


# ---- A host


def test_effects_of_a_host_change_what_they_say():
    state = turn(players=2, embedded=True)
    state.apply(effects.change(1, "card", 2), HOST)
    assert state.events == (gpscore.SolarEvent("gained", 1, resource="card", number=2),)
    assert state.history[-1] == (HOST, effects.change(1, "card", 2))
    state.apply(effects.change(1, "card", -1), HOST)
    assert state.events == (gpscore.SolarEvent("spent", 1, resource="card", number=1),)
    assert state.player(1).cards == 5
    state.apply(effects.change(0, "score", 255), HOST)
    state.apply(effects.change(0, "score", 255), HOST)
    assert state.player(0).score == 511
    state.apply(effects.moves(3), HOST)
    state.apply(effects.moves(2, ring=True), HOST)
    assert (state.moves, state.ring_moves) == (3, 2)
    state.apply(effects.limit(0, 2), HOST)
    state.apply(effects.limit(0, -1, turn=True), HOST)
    assert (state.player(0).limit_change, state.turn_limit_change) == (2, -1)
    state.apply(effects.no_asteroids(), HOST)
    state.apply(effects.move_instead(), HOST)
    assert state.no_asteroids
    assert state.move_instead
    state.apply(effects.main(), HOST)
    assert state.main_used
    state.undo()
    assert not state.main_used
    assert state.current_player == 0


@pytest.mark.rule("S14", "S15", "S17", "S18", "S19", "R5")
def test_figures_that_a_host_puts_and_removes():
    state = turn(players=2, embedded=True)
    state.apply(effects.put(1, space=9), HOST)
    state.apply(effects.put(1, space=9), HOST)
    state.apply(effects.put(1, space=3), HOST)
    assert state.player(1).probes == (3, 9, 9)
    assert state.events == (gpscore.SolarEvent("put", 1, space=3, figure="probe"),)
    state.apply(effects.put(NEUTRAL, orbit=3), HOST)
    assert state.events[0][:5] == ("put", NEUTRAL, None, None, 3)
    assert state.events[0].figure == "orbiter"
    state.apply(effects.put(1, orbit=3), HOST)
    state.apply(effects.put(1, surface=3, data_space=2), HOST)
    state.apply(effects.put(0, moon=0), HOST)
    assert state.events == (gpscore.SolarEvent("put", 0, moon=0, figure="moon"),)
    assert state.orbiters("mars") == (0, 1, 0, 0, 1)
    assert state.landers("mars") == (0, 1, 0, 0, 0)
    assert state.first_orbit("mars") == NEUTRAL
    assert state.data_owners("mars") == (None, 1)
    assert state.data_owners("venus") == (None,)
    assert state.data_owners("pluto") == ()
    assert state.moon_owner("phobos_deimos") == 0
    assert state.moon_owner(1) is None
    assert [state.figures_at("mars", owner) for owner in range(5)] == [1, 2, 0, 0, 1]
    state.apply(effects.remove(NEUTRAL, orbit=3, covered=1), HOST)
    state.apply(effects.remove(1, surface=3, covered=2), HOST)
    state.apply(effects.remove(0, moon=0), HOST)
    state.apply(effects.remove(1, space=9), HOST)
    assert state.first_orbit("mars") is None
    assert state.data_owners("mars") == (None, None)
    assert state.moon_owner(0) is None
    assert state.player(1).probes == (3, 9)
    assert state.events == (gpscore.SolarEvent("removed", 1, space=9, figure="probe"),)


@pytest.mark.rule("S4", "R2", "S16", "R6")
def test_a_reward_that_the_host_settles():
    state = turn(players=2, embedded=True)
    state.apply(effects.launch(0), HOST)
    earth = state.planet_space("earth")
    assert state.events == (gpscore.SolarEvent("launched", 0, space=earth),)
    state.apply(effects.launch(0), HOST)
    assert [event.kind for event in state.events] == ["launch_skipped"]
    state.apply(effects.put(0, space=state.planet_space("mars")), HOST)
    state.apply(effects.land(0, 3, data_space=1), HOST)
    kinds = {event.kind: event for event in state.events}
    assert kinds["landed"].planet == 3
    assert (kinds["data_space"].planet, kinds["data_space"].slot) == (3, 1)
    assert kinds["settle"] == gpscore.SolarEvent(
        "settle", 0, planet=3, reward="yellow_trace", number=1
    )
    assert state.phase == "settle"
    assert state.is_host
    assert (state.to_act, state.current_player) == ((), HOST)
    assert state.pending == (0, "yellow_trace", 1, 3, None)
    assert state.legal_actions() == state.legal_actions(HOST) == [effects.resolved()]
    assert state.legal_mask() == 0
    assert state.view()["legal"] == {"host": ["e:resolved"]}
    assert state.view(0)["legal"] == {}
    assert state.view()["pending"]["kind"] == "yellow_trace"
    with pytest.raises(gpscore.UsageError, match="nobody chooses now"):
        state.choose()
    with pytest.raises(
        gpscore.IllegalActionError, match=r"^pass is illegal for player 0: the host"
    ):
        state.apply(state.parse_action("pass"), 0)
    state.apply(effects.resolved())
    assert state.history[-1] == (HOST, effects.resolved())
    assert state.phase == "turn"
    assert state.player(0).traces == (0, 1, 0)


@pytest.mark.rule("S18", "R6")
def test_traces_of_any_colour_are_settled_one_by_one():
    state = turn(players=2, embedded=True)
    state.apply(effects.put(0, space=state.planet_space("saturn")), HOST)
    titan = state.game.moons.index("titan")
    state.apply(effects.land_moon(0, titan), HOST)
    saturn = state.game.planets.index("saturn")
    assert state.pending == (0, "any_trace", 2, saturn, titan)
    assert state.legal_actions() == [effects.resolved(c) for c in ("red", "yellow", "blue")]
    state.apply(effects.resolved("blue"))
    assert state.pending.number == 1
    state.apply(effects.resolved("red"))
    assert state.pending is None
    assert state.player(0).traces == (1, 0, 1)


@pytest.mark.rule("S10", "R7")
def test_a_host_begins_the_next_round():
    state = turn(players=2, embedded=True)
    while state.phase != "round_end":
        state.apply(effects.resolved() if state.is_host else state.parse_action("pass"))
    assert state.is_host
    assert state.legal_actions() == [effects.next_round()]
    assert state.legal_actions(0) == []
    state.apply(effects.next_round())
    assert (state.round, state.start_player, state.phase) == (1, 1, "turn")
    assert state.events[0] == gpscore.SolarEvent("round", number=1)
    state.apply(effects.tech(0, rotate=True), HOST)
    assert state.events[0].kind == "turned"
    assert state.pending == (0, "tech", 1, None, None)
    assert state.to_act == (0,)
    tops = [stack.top for stack in state.tiles]
    state.apply(state.parse_action("take:3"))
    assert state.player(0).techs == (3,)
    assert gpscore.SolarEvent("tech", 0, tech=3) in state.events
    while not state.is_chance:
        state.apply(state.legal_actions()[0])
    state.apply(state.legal_actions()[-1])
    assert state.events == (gpscore.SolarEvent("tile", tech=3, number=state.tiles[2].top),)
    assert [stack.top for stack in state.tiles][:2] == tops[:2]


@pytest.mark.rule("R9")
def test_moves_of_orbital_dynamics():
    state = turn(organisations=["orbital_dynamics", None])
    assert len(state.player(0).probes) == 2
    state.apply(state.parse_action("org"))
    assert state.pending == (0, "move", 2, None, None)
    state.apply(next(a for a in state.legal_actions() if a >> 24 == 0x24))
    assert state.pending.number == 1
    state.apply(state.parse_action("org-done"))
    assert state.pending is None
    assert state.player(0).org_used


@pytest.mark.rule("R12")
def test_the_income_of_helion():
    state = turn(embedded=True, organisations=["helion", None])
    state.apply(effects.change(0, "card", 3), HOST)
    state.apply(effects.tech(0), HOST)
    state.apply(state.parse_action("take:4"))
    while state.phase != "turn":
        state.apply(state.legal_actions()[0])
    state.apply(state.parse_action("org:4"))
    assert state.pending == (0, "income", 1, None, None)
    assert state.player(0).techs == state.player(0).techs_off == (4,)


@pytest.mark.rule("R11")
def test_the_tech_of_turing():
    state = turn(organisations=["turing", None])
    assert state.turing is None
    state.apply(state.parse_action("org:2"))
    assert state.turing == state.view()["turing"] == 2
    assert state.player(0).techs == ()


def test_effects_are_for_hosts_and_hosts_for_effects():
    alone, hosted = turn(), turn(embedded=True)
    effect = effects.rotate()
    with pytest.raises(gpscore.IllegalActionError, match=r"^e:rotate is illegal for the host") as c:
        alone.apply(effect, HOST)
    assert c.value.reason == "solar_not_embedded"
    with pytest.raises(gpscore.IllegalActionError, match="only the host") as caught:
        hosted.apply(effect)
    assert caught.value.reason == "solar_not_host"
    assert hosted.why_illegal(hosted.parse_action("pass"), HOST).reason == "solar_not_host"
    assert gpscore.gps().initial_state().is_host is False
    with pytest.raises(gpscore.UsageError, match="no player -2"):
        gpscore.gps().initial_state().legal_actions(HOST)


EFFECTS = [
    (effects.change(1, "credit", 2), "e:change:w1:credit+2"),
    (effects.change(3, "income_card", -255), "e:change:w3:income-card-255"),
    (effects.moves(4), "e:moves:4"),
    (effects.moves(255, ring=True), "e:moves:255:ring"),
    (effects.launch(2), "e:launch:w2"),
    (effects.launch(0, ignore_limit=True), "e:launch:w0:ignore"),
    (effects.orbit(1, 4), "e:orbit:w1:p4"),
    (effects.orbit(1, 8, x=7), "e:orbit:w1:p8@7"),
    (effects.land(1, 3, data_space=2), "e:land:w1:p3/2"),
    (effects.land(3, 8, x=5), "e:land:w3:p8@5"),
    (effects.land(0, 3, data_space=1, again=True), "e:land:w0:p3/1:again"),
    (effects.land_moon(0, 15), "e:moon:w0:m15"),
    (effects.land_moon(2, 0, again=True), "e:moon:w2:m0:again"),
    (effects.tech(1), "e:tech:w1"),
    (effects.tech(1, rotate=True), "e:tech:w1:rotate"),
    (effects.rotate(), "e:rotate"),
    (effects.limit(3, 1), "e:limit:w3:+1"),
    (effects.limit(0, -128, turn=True), "e:limit:w0:-128:turn"),
    (effects.no_asteroids(), "e:no-asteroids"),
    (effects.move_instead(), "e:move-instead"),
    (effects.put(1, space=31), "e:put:w1:probe:4.7"),
    (effects.put(NEUTRAL, orbit=8), "e:put:n:orbit:p8"),
    (effects.put(0, surface=1, data_space=1), "e:put:w0:land:p1/1"),
    (effects.put(3, moon=9), "e:put:w3:moon:m9"),
    (effects.remove(2, space=0), "e:remove:w2:probe:1.0"),
    (effects.remove(2, orbit=3, covered=1), "e:remove:w2:orbit:p3/1"),
    (effects.remove(NEUTRAL, surface=3, covered=2), "e:remove:n:land:p3/2"),
    (effects.remove(2, moon=0), "e:remove:w2:moon:m0"),
    (effects.main(), "e:main"),
    (effects.next_round(), "e:next-round"),
    (effects.resolved(), "e:resolved"),
    (effects.resolved("blue"), "e:resolved:blue"),
]


@pytest.mark.parametrize(("effect", "text"), EFFECTS, ids=[text for _, text in EFFECTS])
def test_effects_are_the_ids_of_the_core(effect, text):
    game = gpscore.solar(embedded=True)
    assert game.action_to_string(effect) == text
    assert game.initial_state().parse_action(text) == effect


def test_effects_take_names_as_states_do():
    state = turn(players=2, embedded=True)
    for name in state.game.planets[1:]:
        number = state.game.planets.index(name)
        assert state.orbiters(name) == state.orbiters(number)
        assert effects.orbit(0, name) == effects.orbit(0, number)
        assert effects.land(0, name, data_space=1) == effects.land(0, number, data_space=1)
        for make in (effects.put, effects.remove):
            assert make(1, orbit=name) == make(1, orbit=number)
            assert make(1, surface=name) == make(1, surface=number)
    for number, name in enumerate(state.game.moons):
        assert effects.land_moon(1, name) == effects.land_moon(1, number)
        for make in (effects.put, effects.remove):
            assert make(1, moon=name) == make(1, moon=number)


@pytest.mark.rule("R5")
def test_why_the_neutral_owner_has_no_probe():
    state = turn(players=2, embedded=True)
    for text in ("e:put:n:probe:2.1", "e:remove:n:probe:2.1"):
        said = state.why_illegal(state.parse_action(text), HOST).text
        assert "probes are the players' own" in said
        assert "the neutral owner" in said


@pytest.mark.rule("R7")
def test_why_an_effect_waits_for_a_tech():
    state = turn(players=2, embedded=True)
    state.apply(effects.tech(0), HOST)
    assert state.phase == "choose_tech"
    said = state.why_illegal(effects.change(0, "credit", 1), HOST).text
    assert "a tech, an income or a trace that is to be chosen comes first" in said


def test_every_effect_is_encoded():
    names = {name for name, _ in inspect.getmembers(effects, inspect.isfunction) if name[0] != "_"}
    assert names - {"get_args"} == set(effects.__all__)
    assert {effect >> 24 for effect, _ in EFFECTS} == set(range(0x33, 0x43))
    game = gpscore.solar(players=1, embedded=True)
    resources = {gpscore.effects.change(0, resource, 1) for resource in effects.get_args(
        gpscore.Resource)}  # fmt: skip
    assert len({game.action_to_string(effect) for effect in resources}) == 13


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("change", {"player": 4, "resource": "card", "n": 1}, "player is 4; it must be 0 to 3"),
        ("change", {"player": 0, "resource": "card", "n": 0}, "n is 0"),
        ("change", {"player": 0, "resource": "card", "n": 256}, "n is 256; it must be -255 to 255"),
        ("change", {"player": 0, "resource": "gold", "n": 1}, "'gold'; there are credit, energy"),
        ("change", {"player": 0, "resource": "card", "n": 10**5000}, "out of all range"),
        ("moves", {"n": 0}, "n is 0; it must be 1 to 255"),
        ("launch", {"player": -1}, "player is -1"),
        ("orbit", {"player": 0, "planet": 0}, "planet is 0; it must be 1 to 8"),
        ("orbit", {"player": 0, "planet": 8, "x": 8}, "x is 8"),
        ("land", {"player": 0, "planet": 3, "data_space": 3}, "data_space is 3"),
        ("land_moon", {"player": 0, "moon": 16}, "moon is 16"),
        ("limit", {"player": 0, "n": 0}, "n is 0"),
        ("limit", {"player": 0, "n": 128}, "n is 128"),
        ("put", {"owner": 5, "space": 1}, "owner is 5; it must be 0 to 4"),
        ("put", {"owner": 0}, "one of space, orbit, surface, moon says where, not 0 of them"),
        ("put", {"owner": 0, "space": 1, "moon": 1}, "not 2 of them"),
        ("put", {"owner": 0, "space": 32}, "space is 32"),
        ("put", {"owner": 0, "orbit": 0}, "orbit is 0; it must be 1 to 8"),
        ("remove", {"owner": 0, "surface": 3, "covered": 3}, "covered space is 3"),
        ("resolved", {"colour": "black"}, "there are red, yellow, blue"),
        ("put", {"owner": NEUTRAL, "space": 5}, "probes are the players' own"),
        ("remove", {"owner": NEUTRAL, "space": 5}, "probes are the players' own"),
        ("orbit", {"player": 0, "planet": "moon"}, "no planet 'moon' .* there are mercury, venus"),
        ("orbit", {"player": 0, "planet": "earth"}, "no planet 'earth'"),
        ("put", {"owner": 0, "surface": "io"}, "no planet 'io'"),
        ("land_moon", {"player": 0, "moon": "mars"}, "no moon 'mars' .* there are phobos_deimos"),
    ],
)
def test_effects_that_cannot_be_encoded(name, arguments, words):
    with pytest.raises(gpscore.UsageError, match=words):
        getattr(effects, name)(**arguments)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("change", {"player": True, "resource": "card", "n": 1}),
        ("change", {"player": 0, "resource": 2, "n": 1}),
        ("change", {"player": 0, "resource": "card", "n": 1.0}),
        ("moves", {"n": 1, "ring": 1}),
        ("put", {"owner": 0, "space": "1.5"}),
        ("resolved", {"colour": 1}),
    ],
)
def test_effects_of_another_type(name, arguments):
    with pytest.raises(TypeError, match="must be a"):
        getattr(effects, name)(**arguments)


@pytest.mark.rule("S5", "R12")
def test_the_limit_of_probes_is_told():
    """Whoever has fewer may launch, whoever has as many may not: tech 1 and effects count."""
    state = turn(players=2, embedded=True)
    assert [state.probe_limit(player) for player in (0, 1)] == [1, 1]
    state.apply(effects.limit(0, 2), HOST)
    state.apply(effects.limit(0, -1, turn=True), HOST)
    state.apply(effects.limit(1, -9), HOST)
    assert [state.probe_limit(player) for player in (0, 1)] == [2, 0]
    state.apply(effects.change(0, "credit", 9), HOST)
    for count in range(3):
        reason = state.why_illegal(state.parse_action("launch"), 0)
        assert (reason is None) == (count < state.probe_limit(0))
        if reason is None:
            state.apply(effects.put(0, space=1), HOST)
    assert reason.text == "probes of player 0 in space: 2; at most 2 are possible (S5)"
    with pytest.raises(gpscore.UsageError, match="no player 2"):
        state.probe_limit(2)


# ---- Events


@pytest.mark.rule("S4", "S6", "S9", "S11", "S12", "S13", "R7", "R8")
def test_events_tell_of_every_change():
    """Follow probes and counters by the events alone, over many games."""
    kinds = set()
    for seed in range(30):
        game = game_of(seed % len(RULES))
        rng = random.Random(seed)
        state = game.initial_state()
        probes = [[] for _ in range(game.players)]
        techs = [[] for _ in range(game.players)]
        while not state.is_terminal:
            before = state.clone()
            state.apply(rng.choice(state.legal_actions()))
            moved = []
            for event in state.events:
                kinds.add(event.kind)
                assert isinstance(event, gpscore.SolarEvent)
                if event.kind in ("launched", "put"):
                    probes[event.player].append(event.space)
                elif event.kind == "moved":
                    probes[event.player].remove(event.origin)
                    probes[event.player].append(event.space)
                    cost = 0 if before.phase == "org_moves" else 1
                    assert event.number >= cost
                elif event.kind in ("rode", "pushed"):
                    for _ in range(event.number):
                        probes[event.player].remove(event.origin)
                        moved.append((event.player, event.space))
                elif event.kind in ("orbited", "landed"):
                    space = before.planet_space(event.planet)
                    if space is not None:
                        probes[event.player].remove(space)
                    else:
                        probes[event.player] = list(state.player(event.player).probes)
                elif event.kind == "tech":
                    techs[event.player].append(event.tech)
                elif event.kind == "turned":
                    assert event.number == before.token + 1
                elif event.kind == "round":
                    assert event.number == state.round
                # Those of one rotation move at once.
            for player, space in moved:
                probes[player].append(space)
            for player in range(game.players):
                own = state.player(player)
                assert sorted(probes[player]) == list(own.probes)
                assert sorted(techs[player]) == list(own.techs)
    assert kinds >= {
        "launched", "moved", "publicity", "turned", "rode", "pushed", "orbited", "first_orbit",
        "gained", "spent", "tech", "tile", "passed", "turn_ended", "round", "over", "declined",
        "put", "settle",
    }  # fmt: skip


def test_events_are_short_to_read_and_pickle():
    event = gpscore.SolarEvent("moved", 1, 5, 13, number=2)
    assert repr(event) == "SolarEvent('moved', player=1, origin=5, space=13, number=2)"
    again = eval(repr(event), {"SolarEvent": gpscore.SolarEvent})
    assert again == event == pickle.loads(pickle.dumps(event))
    assert type(again) is gpscore.SolarEvent


# ---- Questions


@pytest.mark.rule("S6", "S8", "S9")
@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 31), st.integers(0, 12))
def test_reach_and_path_are_what_moves_do(seed, origin, moves):
    state = turn(seed, embedded=True)
    state.apply(effects.put(0, space=origin), HOST)
    state.apply(effects.moves(20), HOST)
    state.apply(effects.change(0, "publicity", -4), HOST)
    reach = state.reach(0, origin, moves)
    assert reach[origin] == (0, reach[origin].publicity)
    assert list(reach) == sorted(reach)
    for space in range(32):
        for most in (False, True):
            path = state.path(0, origin, space, moves, most_publicity=most)
            if space not in reach:
                assert path is None
                continue
            walked = state.clone()
            for action in path:
                walked.apply(action)
            assert walked.player(0).probes == (space,)
            spent = 20 - walked.moves
            assert spent <= moves
            if most:
                assert walked.player(0).publicity == min(10, reach[space].publicity)
            else:
                assert spent == reach[space].cost
    assert state.move_cost(0, origin) == (2 if state.content(origin) == "asteroid" else 1)


@pytest.mark.rule("S11", "S12", "S13")
@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 30))
def test_a_preview_is_what_rotations_do(seed, count):
    state = turn(seed, embedded=True)
    rng = random.Random(seed)
    for _ in range(5):
        state.apply(effects.put(rng.randrange(2), space=rng.randrange(32)), HOST)
    before = state.to_bytes()
    after, events = state.forecast(count)
    windows = state.windows(0, "mars", count)
    assert len(windows) == count + 1
    assert state.to_bytes() == before
    assert after.history == []
    told = []
    for rotation in range(count + 1):
        reach = state.reach(0, state.planet_space("earth"), 20)
        assert windows[rotation] == reach[state.planet_space("mars")].cost
        if rotation < count:
            state.apply(effects.rotate(), HOST)
            told += state.events
    assert after == state
    assert list(events) == told


def test_questions_out_of_range():
    state = turn()
    for call in (
        lambda: state.reach(0, 32, 3),
        lambda: state.reach(0, 0, 21),
        lambda: state.reach(0, 0, -1),
        lambda: state.reach(2, 0, 3),
        lambda: state.path(0, 0, 32, 3),
        lambda: state.move_cost(0, -1),
        lambda: state.windows(0, "mars", 1001),
        lambda: state.windows(0, "krypton"),
        lambda: state.forecast(-1),
    ):
        with pytest.raises(gpscore.UsageError):
            call()
    assert len(state.windows(1, "pluto")) == 9


# ---- Views


@settings(max_examples=25)
@given(positions)
def test_view_is_all_that_a_frontend_draws(state):
    view = state.view()
    game = state.game
    assert json.loads(json.dumps(view)) == view
    assert (view["game"], view["version"], view["rules"]) == ("solar", 1, game.rules)
    assert set(view) == {
        "game", "version", "rules", "turn", "to_act", "chance", "host", "winners", "phase",
        "active", "start_player", "round", "offsets", "token", "sectors", "stars", "tiles", "moves",
        "ring_moves", "main_used", "no_asteroids", "move_instead", "turing", "turn_limit_change",
        "pending", "spaces", "planets", "moons", "players", "legal", "hash", "schema", "viewer",
        "options", "points", "probe_limits",
    }  # fmt: skip
    for key, value in view["options"].items():
        own = getattr(game, key)
        assert value == (list(own) if isinstance(own, tuple) else own)
    for name in ("phase", "active", "start_player", "round", "token", "sectors", "moves", "turing"):
        assert view[name] == getattr(state, name)
    assert (view["chance"], view["host"]) == (state.is_chance, state.is_host)
    assert view["spaces"] == [state.content(space) for space in range(32)]
    assert view["tiles"] == [{"top": s.top, "down": list(s.down)} for s in state.tiles]
    for number, planet in enumerate(view["planets"]):
        assert planet["name"] == game.planets[number]
        assert planet["space"] == state.planet_space(number)
        if number:
            assert planet["orbiters"] == list(state.orbiters(number))
            assert planet["landers"] == list(state.landers(number))
            assert planet["first_orbit"] == state.first_orbit(number)
            assert planet["data_owners"] == list(state.data_owners(number))
    for number, moon in enumerate(view["moons"]):
        assert (moon["name"], moon["owner"]) == (game.moons[number], state.moon_owner(number))
    for player, fields in enumerate(view["players"]):
        own = state.player(player)._asdict()
        assert view["points"][player] == state.points(player)
        assert view["probe_limits"][player] == state.probe_limit(player)
        assert fields == {k: list(v) if isinstance(v, tuple) else v for k, v in own.items()}
    # Nothing is hidden.
    others = state.view(0)
    assert others["hash"] == view["hash"] == f"{state.hash:016x}"
    assert state.view_text(0) == str(state)


# ---- Errors


@settings(max_examples=50)
@given(positions, st.data())
def test_any_integer_is_legal_or_refused_without_a_change(state, data):
    known = st.builds(
        lambda kind, low, high: kind << 24 | high << 16 | low,
        st.integers(0x20, 0x43),
        st.integers(0, 0xFFFF),
        st.sampled_from([0, 0, 1, 255]),
    )
    before, history = state.to_bytes(), state.history
    for _ in range(20):
        action = data.draw(st.one_of(known, st.integers(0, 2**32), st.integers(-(2**70), 2**70)))
        player = data.draw(st.one_of(st.integers(-2, 4), st.integers(-(2**40), 2**40)))
        if state.why_illegal(action, player) is None:
            state.apply(action, player)
            assert state.validate() == ()
            assert state.game.parse(str(state)) == state
            assert state.undo() == (player, action)
        else:
            with pytest.raises(gpscore.IllegalActionError) as caught:
                state.apply(action, player)
            assert len(str(caught.value)) < 300
        assert state.to_bytes() == before
        assert state.history == history


@settings(max_examples=60)
@given(positions, st.data())
def test_changed_texts_and_bytes_give_an_error_or_another_valid_state(state, data):
    text = str(state)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = data.draw(st.sampled_from("0123456789,-+:=/x \0"))
    altered = text[:at] + changed + text[at + data.draw(st.integers(0, 1)) :]
    try:
        other = state.game.parse(altered)
    except (gpscore.ParseError, gpscore.PositionError):
        pass
    else:
        assert other.validate() == ()
        assert state.game.parse(str(other)) == other
    raw = bytearray(state.to_bytes())
    bit = data.draw(st.integers(0, 8 * len(raw) - 1))
    raw[bit >> 3] ^= 1 << (bit & 7)
    try:
        other = state.game.from_bytes(raw)
    except (gpscore.FormatError, gpscore.PositionError):
        return
    assert other.validate() == ()
    assert other != state
    assert other.to_bytes() == bytes(raw)


def test_a_position_tells_its_problems():
    state = turn()
    text = str(state).replace(" start=0", " start=1")
    with pytest.raises(gpscore.PositionError) as caught:
        state.game.parse(text)
    assert caught.value.problems
    assert all(problem in str(caught.value) for problem in caught.value.problems)


def test_legal_actions_can_be_limited_to_kinds():
    state = gpscore.solar(players=2).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
    legal = state.legal_actions()
    kept = state.legal_actions_of(["launch", "pass"])
    assert [state.action_to_string(action) for action in kept] == ["launch", "pass"]
    assert set(kept) < set(legal)
    assert state.legal_actions_of([]) == state.legal_actions_of(["move"], 1) == []
    with pytest.raises(gpscore.UsageError, match="there is no kind 'jump'; there are move, launch"):
        state.legal_actions_of(["jump"])
    with pytest.raises(TypeError, match="sequence of words"):
        state.legal_actions_of("launch")
    for kinds in (7, b"move", ["move", 7], [["move"]], None):
        with pytest.raises(TypeError, match="must be a"):
            state.legal_actions_of(kinds)
    with pytest.raises(gpscore.UsageError) as caught:
        state.legal_actions_of(["x" * 100_000])
    assert len(str(caught.value)) < 300


@pytest.mark.rule("R1", "S19")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("star", (10**5000,)),
        ("star", (-1,)),
        ("content", (10**30,)),
        ("planet_space", (10**5000,)),
        ("moon_owner", (10**5000,)),
        ("figures_at", (1, 10**5000)),
        ("windows", (0, 1, 10**5000)),
        ("forecast", (10**5000,)),
    ],
)
def test_numbers_out_of_all_range_are_told_as_they_are(name, arguments):
    state = gpscore.solar().initial_state()
    with pytest.raises(gpscore.UsageError, match="it must be 0 to") as caught:
        getattr(state, name)(*arguments)
    assert len(str(caught.value)) < 100
    assert str(2**63 - 1) not in str(caught.value)


@pytest.mark.rule("S10", "R1", "R6", "S21")
def test_errors_cite_the_rules_of_this_game():
    game = gpscore.solar()
    state = game.initial_state()
    launch = state.parse_action("launch")
    assert state.why_illegal(launch, gpscore.CHANCE)[1:3] == ("solar_no_chance", "")
    assert state.why_illegal(state.parse_action("align:1"), 0)[1:3] == ("solar_chance", "R1")
    assert state.why_illegal(launch, 2)[1:3] == ("solar_no_player", "")
    with pytest.raises(gpscore.UsageError, match=r"the players are 0 to 1$") as caught:
        state.player(2)
    assert (caught.value.reason, caught.value.rule) == ("no_such_seat", "")
    while state.is_chance:
        state.resolve_chance(3)
    refused = state.why_illegal(state.parse_action("income:no"))
    assert refused[1:3] == ("solar_tuck_due", "S21")
    assert "decline" not in refused.text
    over = game.parse(
        "over start=0 round=4 active=1 turns=20 tiles=0:123/0:123/0:123/0:123 "
        "player0=flags:passed player1=flags:passed"
    )
    assert over.why_illegal(launch, 0)[1:3] == ("solar_ended", "S10")
    for number in (10**30, -(10**5000)):
        with pytest.raises(gpscore.RulesError) as caught:
            gpscore.solar(rounds=number)
        assert caught.value.operands[0] == number
        assert len(str(caught.value)) < 120


@pytest.mark.rule("S5", "S7", "S8", "S9", "R11")
def test_every_effect_that_changes_something_has_an_event():
    state = turn(embedded=True)
    told = {
        "moves": (effects.moves(3), ("move_gained", 0, 3)),
        "ring": (effects.moves(2, ring=True), ("ring_move_gained", 0, 2)),
        "limit": (effects.limit(1, -2), ("limit", 1, -2)),
        "turn": (effects.limit(0, 1, turn=True), ("turn_limit", 0, 1)),
        "asteroids": (effects.no_asteroids(), ("no_asteroids", 0, None)),
        "instead": (effects.move_instead(), ("move_instead", 0, None)),
        "main": (effects.main(), ("main_used", 0, None)),
    }
    for effect, event in told.values():
        state.apply(effect, gpscore.HOST)
        assert [(e.kind, e.player, e.number) for e in state.events] == [event]
    state = turn(players=1, organisations=["turing"])
    state.apply(state.parse_action("org:3"))
    assert state.events == (gpscore.SolarEvent("org_used", player=0, tech=3),)


@pytest.mark.rule("S21", "R9")
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "setup_income left=1 player0=- player1=cards:5"),
        ({}, "setup_income left=1 player0=cards:1,tucked:250+250+250 player1=cards:5"),
        ({}, "setup_income left=1 player0=cards:5 player1=-"),
        ({"organisations": ["orbital_dynamics", None]},
         "org_moves flags=free player0=probes:2.6x2,flags:org"),
    ],
)  # fmt: skip
def test_positions_in_which_nobody_could_go_on_are_refused(options, text):
    game = gpscore.solar(2, **options)
    phase, _, rest = text.partition(" ")
    with pytest.raises(gpscore.PositionError, match="what is pending"):
        game.parse(f"{phase} tiles=0:123/0:123/0:123/0:123 {rest}")


def test_the_table_of_effects_says_the_same_in_text_and_in_python():
    state = turn(embedded=True)
    page = (Path(__file__).parents[2] / "docs" / "effects.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|`]+ \| (`e?[^|]+`) \| (`[^|]+`) \|$", page, re.MULTILINE)
    assert len(rows) > 30
    kinds = set()
    for texts, calls in rows:
        pairs = zip(re.findall("`(.*?)`", texts), re.findall("`(.*?)`", calls), strict=True)
        for text, call in pairs:
            made = eval(call, {"e": effects, "gpscore": gpscore, "state": state})
            assert state.parse_action(text) == made, text
            assert state.action_to_string(made) == text
            kinds.add(made >> 24)
    assert kinds >= set(range(0x33, 0x43))  # every effect has a line
