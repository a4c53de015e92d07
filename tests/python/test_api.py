"""Every door of the Python API does what its docstring says."""

import copy
import doctest
import itertools
import json
import os
import pickle
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gpscore

# Rules that reach every phase soon: rings so small that random players win.
SMALL = {"players": 2, "spaces": 5, "satellites": 3, "face_up": 2, "wins": 2}
RULES = (
    SMALL,
    {"players": 1, "spaces": 4, "satellites": 3, "face_up": 1},
    {"players": 3, "spaces": 6, "satellites": 3, "face_up": 3, "turn_limit": 9},
    {"players": 3, "spaces": 4, "satellites": 2, "face_up": 1, "spin_weights": (1, 0, 5, 2)},
    {"players": 5, "spaces": 64, "satellites": 16, "face_up": 16, "wins": 3, "turn_limit": 40},
    {"players": 3},
)


def play(options, seed, plies):
    """A state that random play reaches, choices made in random order."""
    rng = random.Random(seed)
    state = gpscore.gps(**options).initial_state()
    for _ in range(plies):
        if state.is_terminal:
            break
        player = rng.choice(state.to_act) if state.to_act else gpscore.CHANCE
        state.apply(rng.choice(state.legal_actions(player)), player)
    return state


def until(state, phase, seed=0):
    """Play on at random until a phase is reached."""
    rng = random.Random(seed)
    while state.phase != phase:
        state.apply(rng.choice(state.legal_actions()))
    return state


def choosing(players=3, **options):
    """A first turn in which everybody still has to choose."""
    return until(gpscore.gps(players, **options).initial_state(), "choose")


positions = st.builds(play, st.sampled_from(RULES), st.integers(0, 10**9), st.integers(0, 160))
small_positions = st.builds(play, st.just(SMALL), st.integers(0, 10**9), st.integers(0, 160))


# ---- The package


def test_import_is_light():
    code = "import sys, gpscore; print(sorted({'numpy', 'gpscore.record'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_public_names_exist():
    for name in gpscore.__all__:
        assert getattr(gpscore, name) is not None
        assert name in dir(gpscore)
    assert {name for name in dir(gpscore) if not name.startswith("__")} <= set(gpscore.__all__)
    with pytest.raises(AttributeError, match="no_such_thing"):
        gpscore.no_such_thing  # noqa: B018


def test_tutorial_runs():
    result = doctest.testmod(gpscore)
    assert result.attempted >= 8
    assert result.failed == 0


def test_versions():
    assert gpscore.__version__ == gpscore.version()
    assert len(gpscore.version().split(".")) == 3
    assert gpscore.ABI >= 1
    assert gpscore.CHANCE == -1
    assert gpscore.TERMINAL == -4


def test_get_include_has_the_headers():
    assert (Path(gpscore.get_include()) / "gpscore" / "gps.h").is_file()


@pytest.mark.parametrize(
    "thing",
    [gpscore, gpscore.Game, gpscore.State, gpscore.GpsGame, gpscore.GpsState, gpscore.Batch],
)
def test_everything_public_has_a_docstring(thing):
    aliases = (
        *("Autoreset", "Colour", "Kernel", "Organisation", "Phase", "Policy", "Resource"),
        *("SolarPhase", "Theme", "UndoPolicy"),
    )
    lists = ("POLICIES", "THEMES", "UNDO_POLICIES")
    values = ("name", "ABI", "CHANCE", "HOST", "NEUTRAL", "TERMINAL", *lists, *aliases)
    for name in dir(thing):
        if name.startswith("_") or name in values:
            continue
        if thing is gpscore and name not in gpscore.__all__:
            continue
        assert getattr(thing, name).__doc__, name


# ---- Games


@pytest.mark.rule("G1", "G2", "R2", "R10", "R12")
def test_defaults_are_those_of_the_core():
    game = gpscore.gps()
    assert game == gpscore.parse_game("gps")
    assert (game.players, game.spaces, game.satellites, game.face_up) == (3, 36, 12, 3)
    assert (game.wins, game.turn_limit) == (1, None)
    assert game.spin_weights == (1,) * 36
    assert game.name == "gps"
    assert repr(game) == "gpscore.gps(players=3)"


@pytest.mark.parametrize("options", RULES)
def test_game_forms_read_back(options):
    game = gpscore.gps(**options)
    again = eval(repr(game), {"gpscore": gpscore})
    assert game == again == gpscore.parse_game(str(game)) == pickle.loads(pickle.dumps(game))
    assert len({game, again, copy.copy(game), copy.deepcopy(game)}) == 1
    assert game.rules == str(game)
    assert game.fingerprint == again.fingerprint
    for name, value in options.items():
        assert getattr(game, name) == value
        default = getattr(gpscore.gps(), name)
        assert (f"{name}={value}" in repr(game)) == (value != default or name == "players")


def test_games_that_differ_are_not_equal():
    games = [gpscore.gps(**options) for options in RULES]
    for a, b in itertools.combinations(games, 2):
        assert a != b
        assert a.fingerprint != b.fingerprint
    assert games[0] != "gps"
    assert games[0] != 3


@pytest.mark.rule("R7", "R12")
def test_options_that_mean_the_same():
    assert gpscore.gps(turn_limit=0) == gpscore.gps(turn_limit=None) == gpscore.gps()
    assert gpscore.gps(turn_limit=0).turn_limit is None
    assert gpscore.gps(spin_weights=[7] * 36) == gpscore.gps()
    small = {"spaces": 4, "satellites": 3}
    assert gpscore.gps(**small, spin_weights=[2, 0, 4, 6]).spin_weights == (1, 0, 2, 3)
    weights = np.array([1, 0, 2, 3], dtype=np.uint16)
    assert gpscore.gps(**small, spin_weights=weights).spin_weights == (1, 0, 2, 3)
    assert gpscore.gps(np.int8(2), spaces=np.uint64(20)) == gpscore.gps(2, spaces=20)


def test_games_and_states_cannot_be_changed_or_made_from_nothing():
    game = gpscore.gps()
    state = game.initial_state()
    for name in ("players", "spaces", "rules"):
        with pytest.raises(AttributeError):
            setattr(game, name, 2)
    for name in ("turn", "hash", "game"):
        with pytest.raises(AttributeError):
            setattr(state, name, 2)
    for cls in (gpscore.Game, gpscore.GpsGame, gpscore.State, gpscore.GpsState):
        with pytest.raises(TypeError, match="make a"):
            cls()
        with pytest.raises(TypeError, match="make a"):
            cls.__new__(cls)
    with pytest.raises(TypeError):
        object.__new__(gpscore.GpsState)
    for cls in (gpscore.GpsGame, gpscore.GpsState):
        with pytest.raises(TypeError):
            type("Sub", (cls,), {})


# ---- States


def test_initial_state():
    state = gpscore.gps(2).initial_state()
    assert isinstance(state, gpscore.GpsState)
    assert isinstance(state, gpscore.State)
    assert state.game == gpscore.gps(2)
    assert state.is_chance
    assert state.to_act == ()
    assert state.current_player == gpscore.CHANCE
    assert not state.is_terminal
    assert (state.phase, state.pointed, state.turn, state.game_turn) == ("setup", None, 0, 0)
    assert state.wins == (0, 0)
    assert state.returns() == [0.0, 0.0]
    assert state.winners == ()
    assert state.history == []
    assert state.events == ()
    assert state.ring(0) == (None,) * 36
    assert state.face_up(1) == ()
    assert state.face_down(1) == tuple(range(1, 13))
    assert state.choice(0) is None
    assert not state.in_order(0)
    assert state.validate() == ()


def test_repr_and_str():
    state = choosing(players=3)
    state.apply(state.legal_actions(1)[0], 1)
    assert repr(state) == f"<GpsState choose turn=0 pointed={state.pointed} to_act=(0, 2)>"
    assert repr(state.game.initial_state()) == "<GpsState setup turn=0>"
    end = until(gpscore.gps(**SMALL).initial_state(), "over")
    assert repr(end) == f"<GpsState over turn={end.turn} winners={end.winners}>"
    assert str(state) == state.view_text(1)
    assert str(state).isascii()
    assert "\n" not in str(state)


def test_comparing():
    state = choosing()
    other = state.clone()
    assert state == other
    other.apply(other.legal_actions()[0])
    assert state != other
    assert state != str(state)
    # The same bytes under other rules are another position.
    assert gpscore.gps(3).initial_state() != gpscore.gps(3, turn_limit=5).initial_state()
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    with pytest.raises(TypeError):
        state < other  # noqa: B015


@settings(max_examples=60)
@given(positions)
def test_every_door_agrees_at_a_position(state):
    game = state.game
    assert state.validate() == ()
    assert state.to_act == tuple(sorted(set(state.to_act)))
    assert state.is_chance + state.is_terminal + bool(state.to_act) == 1
    if state.is_chance:
        assert state.current_player == gpscore.CHANCE
    elif state.is_terminal:
        assert state.current_player == gpscore.TERMINAL
    else:
        assert state.current_player == state.to_act[0]
    assert len(state.returns()) == len(state.wins) == game.players
    if state.is_terminal:
        assert state.returns() == [float(p in state.winners) for p in range(game.players)]
    for player in (gpscore.CHANCE, *range(game.players)):
        legal = state.legal_actions(player)
        assert legal == sorted(set(legal))
        acts = player in state.to_act or (player == gpscore.CHANCE and state.is_chance)
        assert bool(legal) == acts
        mask = state.legal_mask(player)
        assert mask.bit_count() == len(legal)
        assert mask >> game.mask_bits == 0
        assert sum(1 << state.action_index(action) for action in legal) == mask
        for action in legal:
            assert state.action_at(state.action_index(action), player) == action
            assert state.why_illegal(action, player) is None
            assert state.parse_action(state.action_to_string(action)) == action
            assert game.action_to_string(action) == state.action_to_string(action)
    assert state.legal_actions() == (
        [] if state.is_terminal else state.legal_actions(state.current_player)
    )
    outcomes = state.chance_outcomes()
    assert [action for action, _ in outcomes] == state.legal_actions(gpscore.CHANCE)
    assert all(weight >= 1 for _, weight in outcomes)
    for player in range(game.players):
        placed = [s for s in state.ring(player) if s is not None]
        everything = placed + list(state.face_up(player)) + list(state.face_down(player))
        assert sorted(everything) == list(range(1, game.satellites + 1))


# ---- Apply, undo, history


@settings(max_examples=40)
@given(positions)
def test_undo_takes_back_everything(state):
    trace = []
    again = state.start
    assert again == state.game.initial_state()
    assert again.history == []
    for player, action in state.history:
        trace.append((again.to_bytes(), str(again), again.hash, again.events))
        again.apply(action, player)
    assert again == state
    assert again.history == state.history
    while trace:
        last = again.history[-1]
        assert again.undo() == last
        assert (again.to_bytes(), str(again), again.hash, again.events) == trace.pop()
        assert again.validate() == ()
    assert again.history == []
    with pytest.raises(gpscore.HistoryError):
        again.undo()


def test_history_in_the_middle():
    state = play(SMALL, 5, 40)
    copied = state.clone()
    assert copied.history == []
    assert copied.events == ()
    rng = random.Random(1)
    for _ in range(30):
        if copied.is_terminal:
            break
        copied.apply(rng.choice(copied.legal_actions()))
    assert copied.start == state
    while copied.history:
        copied.undo()
    assert copied == state


@settings(max_examples=40)
@given(positions)
def test_copies_are_equal_and_apart(state):
    before = state.to_bytes()
    history = state.history
    for other in (
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert type(other) is type(state)
        assert other == state
        assert other.hash == state.hash
        assert other.history == []
        if not other.is_terminal:
            other.apply(other.legal_actions()[-1])
            assert other != state
    assert state.to_bytes() == before
    assert state.history == history


def test_a_long_history():
    state = gpscore.gps(5, turn_limit=20_000).initial_state()
    rng = random.Random(3)
    while not state.is_terminal:
        state.apply(rng.choice(state.legal_actions()))
    assert len(state.history) > 100_000
    assert state.turn == 20_000
    assert state.winners == ()
    assert state.start == state.game.initial_state()
    for _ in range(len(state.history)):
        state.undo()
    assert state == state.game.initial_state()


if sys.platform == "linux":

    def test_no_memory_leaves_the_state_as_it_was():
        code = """if True:
            import resource, gpscore
            state = gpscore.gps(5).initial_state()
            while not state.to_act:
                state.resolve_chance(1)
            used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20),) * 2)
            try:
                while True:
                    before = state.to_bytes()
                    state.apply_joint([state.legal_actions(p)[0] for p in state.to_act])
                    while state.is_chance:
                        before = state.to_bytes()
                        state.resolve_chance(1)
            except MemoryError as error:
                assert "history" in str(error), error
                assert state.to_bytes() == before
                for _ in range(1000):
                    state.undo()
                state.apply(state.legal_actions()[0])
                print("refused")
        """
        # A sanitizer would end the process where malloc says no.
        options = f"{os.environ.get('ASAN_OPTIONS', '')}:allocator_may_return_null=1"
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "ASAN_OPTIONS": options},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.strip() == "refused", done.stderr


# ---- Simultaneous choices


@pytest.mark.rule("R5")
@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 12), st.randoms())
def test_every_order_of_choices_gives_the_same(seed, turns, rng):
    state = gpscore.gps(3, spaces=7, satellites=5).initial_state()
    while state.turn < turns or state.phase != "choose":
        state.apply(rng.choice(state.legal_actions()))
        if state.is_terminal:
            return
    choices = {p: rng.choice(state.legal_actions(p)) for p in state.to_act}
    results = set()
    for order in itertools.permutations(choices):
        one = state.clone()
        for player in order:
            one.apply(choices[player], player)
        results.add((one.to_bytes(), str(one), one.hash))
    joint = state.clone()
    joint.apply_joint(choices)
    results.add((joint.to_bytes(), str(joint), joint.hash))
    assert len(results) == 1
    assert joint.history == sorted(choices.items())
    in_order = state.clone()
    in_order.apply_joint([choices[p] for p in state.to_act])
    assert in_order == joint
    for _ in choices:
        joint.undo()
    assert joint == state


def test_joint_step_completes_an_open_turn():
    state = choosing(players=3)
    choices = {p: state.legal_actions(p)[-1] for p in state.to_act}
    whole = state.clone()
    whole.apply_joint(choices)
    state.apply(choices.pop(1), 1)
    state.apply_joint({np.int64(p): np.uint32(a) for p, a in choices.items()})
    assert state == whole
    assert [player for player, _ in state.history[-3:]] == [1, 0, 2]


@pytest.mark.rule("R5")
@settings(max_examples=60)
@given(small_positions, st.randoms())
def test_views_hide_the_choices_of_others(state, rng):
    while state.phase != "choose":
        if state.is_terminal:
            return
        state.apply(rng.choice(state.legal_actions()))
    secret = rng.choice(state.to_act)
    others = [None, *(p for p in range(state.game.players) if p != secret)]
    seen = {viewer: set() for viewer in others}
    own = set()
    actions = state.legal_actions(secret)
    for action in actions:
        one = state.clone()
        one.apply(action, secret)
        if one.phase != "choose":
            return  # the last choice reveals them all
        assert one.choice(secret) == action
        own.add((json.dumps(one.view(secret)), one.view_hash(secret), one.view_text(secret)))
        for viewer in others:
            view = one.view(viewer)
            assert view["players"][secret]["chosen"]
            assert view["players"][secret]["choice"] is None
            look = (json.dumps(view), one.view_hash(viewer), one.view_text(viewer))
            if viewer is not None:
                look += (one.observation(viewer).tobytes(),)
            seen[viewer].add(look)
    assert {len(looks) for looks in seen.values()} == {1}
    assert len(own) == len(actions)


def texts_of(state):
    """The texts of the legal actions by player."""
    return {
        str(p): [state.action_to_string(a) for a in state.legal_actions(p)] for p in state.to_act
    }


def test_view_is_whole_and_json():
    state = choosing(players=3)
    chosen = state.legal_actions(1)[0]
    state.apply(chosen, 1)
    public = state.view()
    assert json.loads(json.dumps(public)) == public
    assert set(public) == {
        "game", "version", "rules", "phase", "turn", "game_start", "pointed", "to_act", "chance",
        "wins", "winners", "players", "legal", "hash", "schema", "viewer", "options", "targets",
    }  # fmt: skip
    options = public["options"]
    assert {key: getattr(state.game, key) for key in options} == options
    for seat, ends in public["targets"].items():
        assert seat in texts_of(state)
        found = {state.target(a, int(seat)) for a in state.legal_actions(int(seat))}
        assert found == set(ends.values())
    assert (public["game"], public["version"], public["rules"]) == ("gps", 1, state.game.rules)
    assert (public["phase"], public["turn"], public["game_start"]) == ("choose", 0, 0)
    assert (public["pointed"], public["to_act"], public["chance"]) == (state.pointed, [0, 2], False)
    assert (public["wins"], public["winners"]) == ([0, 0, 0], [])
    assert public["hash"] == f"{state.view_hash():016x}"
    assert len(public["hash"]) == 16
    for player, fields in enumerate(public["players"]):
        assert fields["ring"] == list(state.ring(player))
        assert fields["face_up"] == list(state.face_up(player))
        assert fields["face_down"] == list(state.face_down(player))
        assert fields["chosen"] == (player == 1)
    texts = texts_of(state)
    assert public["legal"] == texts
    assert set(public["targets"]) == set(texts)
    assert state.view(0)["legal"] == {"0": texts["0"]}
    assert state.view(1)["legal"] == {}
    assert state.view(1)["players"][1]["choice"] == state.action_to_string(chosen)
    assert state.view(1)["hash"] == f"{state.hash:016x}"
    assert "?" in state.view_text()
    with pytest.raises(gpscore.ParseError, match="R5"):
        state.game.parse(state.view_text())
    end = until(gpscore.gps(**SMALL).initial_state(), "over")
    assert end.view()["winners"] == list(end.winners) != []
    assert end.view()["legal"] == {}
    assert choosing().start.view()["chance"] is True


# ---- Text, bytes, pickles


@settings(max_examples=120)
@given(positions)
def test_forms_read_back(state):
    game = state.game
    data = state.to_bytes()
    assert len(data) == game.packed_size
    for again in (
        game.parse(str(state)),
        game.from_bytes(data),
        game.from_bytes(bytearray(data)),
        game.from_bytes(memoryview(b"x" + data)[1:]),
        game.from_bytes(np.frombuffer(data, dtype=np.uint8)),
        pickle.loads(pickle.dumps(state)),
        gpscore.parse_game(str(game)).parse(str(state)),
    ):
        assert again == state
        assert again.hash == state.hash
        assert again.to_bytes() == data
        assert str(again) == str(state)
        assert again.validate() == ()


def test_parse_action_takes_what_people_write():
    state = choosing()
    satellite = state.face_up(0)[0]
    assert state.parse_action(f"{satellite} cw") == state.parse_action(f" {satellite}cw ")
    assert state.parse_action(np.str_(f"{satellite}cw")) == state.parse_action(f"{satellite}cw")
    assert state.action_to_string(state.parse_action("spin 3")) == "spin:3"


def test_every_action_has_the_index_and_the_fields_of_its_text():
    game = gpscore.gps(3)
    state = choosing()
    assert game.mask_bits == 64
    for text, index, fields in (
        ("7cw", 6, ("place", 7, "cw", None)),
        ("7ccw", 22, ("place", 7, "ccw", None)),
        ("16ccw", 31, ("place", 16, "ccw", None)),
        ("spin:35", 35, ("spin", None, None, 35)),
        ("up:5", 4, ("turn_up", 5, None, None)),
        ("shuffle", 0, ("deal", None, None, None)),
    ):
        action = state.parse_action(text)
        assert state.action_index(action) == index
        assert game.action_fields(action) == fields
        assert isinstance(game.action_fields(action), gpscore.GpsAction)
    placed = "choose 0 12 0 0 12@0,1@1,2@2,3@3,4@4,5@5,6@6,7@7,8@8,9@9,10@10,11@11+-"
    move = gpscore.gps(1).parse(placed).parse_action("3 ccw")
    assert game.action_fields(move) == ("move", 3, "ccw", None)
    for action in (0, 5, 0x11000020, 0x10000040, 0x15000000, 2**32 - 1):
        for call in (state.action_index, game.action_fields):
            with pytest.raises(gpscore.IllegalActionError) as caught:
                call(action)
            assert caught.value.reason == "illegal_unknown_action"


def test_an_index_is_looked_up_among_what_is_legal():
    state = choosing()
    satellite = state.face_up(1)[0]
    assert state.action_at(satellite - 1, 1) == state.parse_action(f"{satellite}cw")
    down = state.face_down(1)[0]
    with pytest.raises(gpscore.IllegalActionError, match="no legal action for player 1: it is not"):
        state.action_at(down - 1, 1)
    with pytest.raises(gpscore.IllegalActionError, match="for players 0, 1 and 2 to choose"):
        state.action_at(0, gpscore.CHANCE)
    for index in (-1, 64, 10**30):
        with pytest.raises(gpscore.UsageError, match=f"index is {index}; it must be 0 to 63"):
            state.action_at(index)
    with pytest.raises(TypeError, match="index"):
        state.action_at("7")
    with pytest.raises(gpscore.UsageError, match="no player 3"):
        state.action_at(0, 3)
    spin = until(gpscore.gps().initial_state(), "spin")
    assert spin.action_at(17) == spin.action_at(17, gpscore.CHANCE) == spin.parse_action("spin:17")


def test_ids_that_are_no_action_have_a_text():
    assert gpscore.gps().action_to_string(5) == "action:5"
    assert gpscore.gps().action_to_string(2**32 - 1) == f"action:{2**32 - 1}"


# ---- Events


@pytest.mark.rule("G3", "G4", "G6", "R5")
def test_events_of_a_first_turn():
    state = gpscore.gps(2, face_up=1).initial_state()
    action = state.resolve_chance(3)
    (event,) = state.events
    assert event == ("turned_up", 0, state.face_up(0)[0], None, None, None)
    assert state.action_to_string(action) == f"up:{event.satellite}"
    state = until(state, "spin")
    state.apply(state.parse_action("spin:7"))
    assert state.events == (gpscore.Event("spun", space=7),)
    first, second = state.face_up(0)[0], state.face_up(1)[0]
    state.apply(state.legal_actions(1)[0], 1)
    assert state.events == (gpscore.Event("chose", 1),)
    state.apply(state.legal_actions(0)[0], 0)
    assert state.events == (
        gpscore.Event("chose", 0),
        gpscore.Event("placed", 0, first, None, 7),
        gpscore.Event("placed", 1, second, None, 7),
    )
    state.resolve_chance(3)
    assert [event.kind for event in state.events] == ["turned_up"]
    state.resolve_chance(3)
    assert [event.kind for event in state.events] == ["turned_up", "turn_ended"]
    state.undo()
    assert [event.kind for event in state.events] == ["turned_up"]


@pytest.mark.rule("G7", "G9", "G10", "R10", "R14")
def test_events_and_results_of_a_match():
    rng = random.Random(11)
    state = gpscore.gps(**SMALL).initial_state()
    kinds = set()
    wins = [0, 0]
    while not state.is_terminal:
        before = [state.ring(p) for p in range(2)]
        state.apply(rng.choice(state.legal_actions()))
        for event in state.events:
            kinds.add(event.kind)
            if event.kind == "moved":
                assert before[event.player][event.origin] == event.satellite
                if not any(other.kind == "won" for other in state.events):
                    assert state.ring(event.player)[event.space] == event.satellite
            if event.kind == "won":
                wins[event.player] += 1
                assert event.wins == wins[event.player]
                assert state.in_order(event.player)
        assert tuple(wins) == state.wins
        assert state.game_turn <= state.turn
        if not state.is_terminal:
            assert state.returns() == [0.0, 0.0]
    assert kinds == {
        "turned_up", "spun", "chose", "placed", "moved", "turn_ended", "won", "shuffled", "over",
    }  # fmt: skip
    assert max(state.wins) == 2
    assert state.winners == tuple(p for p in range(2) if state.wins[p] == 2)
    assert state.returns() == [float(w == 2) for w in state.wins]
    assert state.events[-1].kind == "over"
    assert state.legal_actions() == []
    assert state.legal_mask() == 0
    assert state.chance_outcomes() == []


# ---- Fields of GPS


@pytest.mark.rule("G5", "G8")
@settings(max_examples=40)
@given(small_positions)
def test_target_is_where_the_satellite_lands(state):
    if state.phase != "choose":
        return
    for player in state.to_act:
        for action in state.legal_actions(player):
            space = state.target(action, player)
            end = state.clone()
            end.apply(action, player)
            for other in end.to_act:
                end.apply(end.legal_actions(other)[0], other)
            (event,) = (e for e in end.events if e.player == player and e.space is not None)
            assert event.space == space


def test_target_of_what_moves_nothing():
    state = gpscore.gps().initial_state()
    with pytest.raises(gpscore.UsageError, match="moves no satellite"):
        state.target(state.legal_actions()[0])
    state = choosing()
    with pytest.raises(gpscore.IllegalActionError, match="satellite 16"):
        state.target(state.parse_action("16cw"))


@settings(max_examples=60)
@given(positions, st.randoms())
def test_observation(state, rng):
    game = state.game
    player = rng.randrange(game.players)
    observed = state.observation(player)
    assert observed.dtype == np.uint8
    assert observed.shape == (96,)
    part = {name: observed[where] for name, where in game.observation_slices.items()}
    phases = ("setup", "spin", "choose", "reveal", "shuffle", "over")
    assert phases[part["phase"][0]] == state.phase
    assert part["pointed"][0] == (0 if state.pointed is None else state.pointed + 1)
    assert part["wins_needed"][0] == game.wins
    assert (part["spaces"][0], part["satellites"][0]) == (game.spaces, game.satellites)
    assert part["players"][0] == game.players
    seats = [(player + i) % game.players for i in range(game.players)]
    assert part["wins"].tolist() == [state.wins[p] for p in seats] + [0] * (5 - game.players)
    chosen = [state.choice(p) is not None for p in seats]
    assert part["chosen"][0] == sum(1 << i for i, one in enumerate(chosen) if one)
    assert (part["choice"][0] != 0) == chosen[0]
    for i in range(5):
        expected = [0] * 16
        if i < game.players:
            for satellite in state.face_down(seats[i]):
                expected[satellite - 1] = 1
            for satellite in state.face_up(seats[i]):
                expected[satellite - 1] = 2
            for space, satellite in enumerate(state.ring(seats[i])):
                if satellite is not None:
                    expected[satellite - 1] = 3 + space
        assert part[f"ring{i}"].tolist() == expected
    out = np.full(96, 255, dtype=np.uint8)
    assert state.observation(player, out) is out
    assert out.tolist() == observed.tolist()
    rows = np.zeros((2, 96), dtype=np.uint8)
    state.observation(player, out=rows[1])
    assert rows[1].tolist() == observed.tolist()
    assert not rows[0].any()


def test_observation_slices_cover_each_byte_once():
    covered = [i for s in gpscore.gps().observation_slices.values() for i in range(96)[s]]
    assert sorted(covered) == [*range(13), *range(16, 96)]


# An encoding of a version never changes: another number here needs another version.
OBSERVATION_HASHES = {"gps": (1, 96, 0xE1B67A60618CA558), "solar": (1, 256, 0x583AF7DA66233E)}


@pytest.mark.parametrize("game", [gpscore.gps(), gpscore.solar()], ids=lambda game: game.name)
def test_observations_have_a_schema(game):
    schema = game.observation_schema
    assert json.loads(json.dumps(schema)) == schema
    version, size, number = OBSERVATION_HASHES[game.name]
    assert (schema["game"], schema["version"], schema["size"]) == (game.name, version, size)
    assert schema["dtype"] == "uint8"
    assert game.observation_hash == number
    end = 0
    for part in schema["slices"]:
        assert set(part) == {"name", "offset", "shape", "scale", "words"}
        assert part["offset"] >= end
        end = part["offset"] + part["shape"][0]
        assert game.observation_slices[part["name"]] == slice(part["offset"], end)
        assert 1 <= part["scale"] <= 255
        assert part["words"]
    assert end <= size
    assert len({part["name"] for part in schema["slices"]}) == len(schema["slices"])


@pytest.mark.parametrize("make", [gpscore.gps, gpscore.solar], ids=lambda make: make.__name__)
def test_no_number_is_above_its_scale(make):
    game = make(2)
    scale = np.zeros(game.observation_schema["size"], int)
    for part in game.observation_schema["slices"]:
        scale[game.observation_slices[part["name"]]] = part["scale"]
    for seed in range(20):
        state = game.initial_state()
        for ply in range(60):
            if state.is_terminal:
                break
            if state.is_chance:
                state.resolve_chance(seed)
            else:
                state.apply(
                    state.choose(gpscore.POLICIES[ply % 3], seed=seed + ply), state.to_act[0]
                )
            for player in range(2):
                assert (state.observation(player) <= scale).all()


# ---- Chance and bundled players


@pytest.mark.rule("R7")
def test_sampled_chance_follows_the_weights():
    game = gpscore.gps(1, spaces=4, satellites=3, spin_weights=[1, 0, 2, 5])
    state = until(game.initial_state(), "spin")
    assert [weight for _, weight in state.chance_outcomes()] == [1, 2, 5]
    counts = dict.fromkeys((action for action, _ in state.chance_outcomes()), 0)
    for seed in range(4000):
        counts[state.sample_chance(seed)] += 1
    for (action, weight), count in zip(state.chance_outcomes(), counts.values(), strict=True):
        # Five standard deviations.
        assert abs(count - 500 * weight) < 5 * (4000 * weight / 8 * (1 - weight / 8)) ** 0.5, action
    assert state.sample_chance(2**64 - 1) in counts


def test_chance_depends_on_the_seed_alone():
    games = [gpscore.gps(2).initial_state() for _ in range(2)]
    for pick, state in enumerate(games):
        while state.turn < 3:
            if state.is_chance:
                expected = state.sample_chance(np.uint64(9))
                assert state.resolve_chance(9) == expected
                assert state.history[-1] == (gpscore.CHANCE, expected)
            else:
                state.apply(state.legal_actions()[-pick])
    texts = [[state.action_to_string(a) for _, a in state.history] for state in games]
    spins = [[text for text in row if text.startswith("spin")] for row in texts]
    assert spins[0] == spins[1]
    assert games[0] != games[1]


@pytest.mark.parametrize("policy", gpscore.POLICIES)
def test_bundled_players_play_whole_games(policy):
    state = gpscore.gps(2, spaces=10, satellites=4).initial_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(4)
            continue
        player = state.to_act[-1]
        action = state.choose(policy, player, seed=4)
        assert action in state.legal_actions(player)
        assert action == state.choose(policy, player, seed=4)
        state.apply(action, player)
    assert state.winners


def test_choices_of_the_uniform_player_depend_on_the_seed():
    state = choosing()
    assert {state.choose("uniform", seed=seed) for seed in range(100)} == set(state.legal_actions())
    assert len({state.choose("steady", seed=seed) for seed in range(100)}) == 1


def test_the_seed_breaks_ties():
    """Choices that a player with a plan finds equally good are drawn by the seed."""
    state = gpscore.gps(1, spaces=5, satellites=2, face_up=2).parse("choose 2 0 0 0 -+1,2")
    texts = {state.action_to_string(state.choose("steady", seed=seed)) for seed in range(100)}
    assert texts == {"1cw", "2cw"}


def test_playout():
    game = gpscore.gps(2, spaces=18)
    state = game.initial_state()
    stats = state.playout(n=300, seed=5)
    assert state == game.initial_state()
    assert stats == state.playout("steady", 300, seed=5)
    assert stats != state.playout("steady", 300, seed=6)
    assert stats.games == 300
    assert stats.unfinished == 0
    assert sum(stats.wins) == stats.games + stats.shared
    assert stats.turns_min <= stats.turns_mean <= stats.turns_max
    assert stats.turns_mean == pytest.approx(stats.turns / 300)
    assert stats.decisions == 2 * stats.turns
    assert 0 < stats.turns_sem < 1
    # One game by hand gives the same as the sums say.
    single = [state.playout(n=k, seed=5).turns for k in range(40)]
    lengths = np.diff(single)
    some = state.playout(n=39, seed=5)
    assert some.turns_mean == pytest.approx(lengths.mean())
    assert some.turns_sem == pytest.approx(lengths.std(ddof=1) / 39**0.5)
    assert (some.turns_min, some.turns_max) == (lengths.min(), lengths.max())


def test_playout_policies_and_cap():
    state = gpscore.gps(2, spaces=24).initial_state()
    strong = state.playout(["steady", "greedy"], 60, seed=1)
    assert strong.wins[0] > strong.wins[1]
    cut = state.playout("uniform", 5, turn_cap=20)
    assert cut.unfinished == 5
    assert cut.turns == 100
    assert state.playout("uniform").unfinished == 1
    nothing = state.playout(n=0)
    assert nothing.games == 0
    assert nothing.turns_mean != nothing.turns_mean
    over = until(gpscore.gps(**SMALL).initial_state(), "over")
    assert over.playout(n=3).turns == 0


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

    state = gpscore.gps(**SMALL).initial_state()
    before = state.to_bytes()
    for depth in range(6):
        assert state.perft(depth) == walk(state, depth)
    assert state.to_bytes() == before
    assert until(state, "over").perft(1) == 0
    assert state.perft(6) == state.perft(64) == 0
    # Deep enough to reach the levels that end before the depth asked for.
    ending = gpscore.gps(1, spaces=3, satellites=2, face_up=2, turn_limit=3).initial_state()
    assert ending.perft(8) == walk(ending, 8) > 0
    assert ending.perft(9) == walk(ending, 9) == 0


if sys.platform != "win32":

    def test_perft_hears_ctrl_c():
        code = """if True:
            import signal, threading, time, gpscore
            state = gpscore.gps().initial_state()
            threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
            start = time.perf_counter()
            try:
                state.perft(30)
            except KeyboardInterrupt:
                assert state == gpscore.gps().initial_state()
                print("heard", time.perf_counter() - start < 5)
        """
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.stdout.strip() == "heard True", done.stderr


def test_long_calls_leave_other_threads_running():
    state = gpscore.gps(2, spaces=24).initial_state()
    worker = threading.Thread(target=state.perft, args=(8,))
    ticks = 0
    started = time.perf_counter()
    worker.start()
    while worker.is_alive():
        time.sleep(0.001)
        ticks += 1
    # Holding the GIL would leave a tick or two before and after. Few enough for a busy machine.
    assert ticks > max(2, 20 * (time.perf_counter() - started))


# ---- Arguments


def test_numpy_integers_are_integers():
    state = choosing()
    expected = state.legal_actions(1)
    for kind in (np.int8, np.uint8, np.int32, np.int64):
        assert state.legal_actions(kind(1)) == expected
    for kind in (np.uint32, np.int64, np.uint64):
        other = state.clone()
        other.apply(kind(expected[0]), np.int16(1))
        assert other.history == [(1, expected[0])]
        assert type(other.history[0][1]) is int
    assert state.perft(np.int64(1)) == len(state.legal_actions())


class Index:
    """Anything with __index__."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_anything_with_index_is_an_integer():
    state = choosing()
    state.apply(Index(state.legal_actions(1)[0]), Index(1))
    assert state.to_act == (0, 2)


def test_none_is_the_current_player():
    state = choosing()
    legal = state.legal_actions(0)
    assert state.legal_actions() == state.legal_actions(None) == legal
    state.apply(legal[0], None)
    assert state.history[-1] == (0, legal[0])
    assert state.current_player == 1
