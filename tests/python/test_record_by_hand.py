"""Records made by hand: whatever is in them, a fault is a RecordError that names the ply or tag."""

import copy
import pickle
import random

import numpy as np
import pytest

import gpscore
from gpscore import CHANCE, HOST
from gpscore.record import GameRecord, RecordError

GPS = gpscore.gps(players=3, spaces=12, satellites=8, face_up=2)
SOLAR = gpscore.solar(players=2)
HOSTED = gpscore.solar(players=2, embedded=True)
GAMES = pytest.mark.parametrize("game", [GPS, SOLAR, HOSTED], ids=["gps", "solar", "hosted"])
# More digits than Python turns into text.
HUGE = pytest.param(10**5000, id="huge")
CALLS = (GameRecord.replay, GameRecord.verify, GameRecord.to_text)


def played(game, plies, seed=5):
    """A state after random play, in which choices are made in any order."""
    rng = random.Random(seed)
    state = game.initial_state()
    while len(state.history) < plies:
        seat = rng.choice(state.to_act or (state.current_player,))
        state.apply(rng.choice(state.legal_actions(seat)), seat)
    return state


def choosing():
    """A state of GPS where three players choose at once, and a legal choice of each."""
    state = GPS.initial_state()
    while state.is_chance:
        state.resolve_chance(3)
    return state, [state.legal_actions(seat)[0] for seat in state.to_act]


def faults(record):
    """The error that every call gives, the same one."""
    errors = []
    for call in CALLS:
        with pytest.raises(RecordError) as caught:
            call(record)
        errors.append(caught.value)
    assert len({str(error) for error in errors}) == 1
    error = errors[0]
    if error.ply is not None:
        assert f", ply {error.ply}: " in str(error)
        assert error.record.plies == list(record.plies)[: error.ply]
        assert error.record.replay().turn == error.turn - 1
        lines = error.record.to_text().splitlines()
        assert lines[error.line - 1].startswith((f"{error.turn}. ", "end "))
    return error


# ---- plies


@GAMES
@pytest.mark.parametrize("action", [2**32, 2**40, -1, -(2**63), 2**64, 10**30, HUGE])
@pytest.mark.parametrize("at", [0, 7])
def test_no_action_at_all(game, action, at):
    good = played(game, at).history
    player = played(game, at).current_player
    error = faults(GameRecord(game, [*good, (player, action)]))
    assert (error.ply, error.player) == (at, player)
    assert error.reason == "illegal_unknown_action"
    assert error.action == (f"action:{action}" if abs(action) < 2**128 else "action:...")
    assert isinstance(error.__cause__, gpscore.IllegalActionError)
    assert len(str(error)) < 300


@GAMES
@pytest.mark.parametrize("player", [9, -7, 2**31, -(2**40), HUGE])
def test_no_player_at_all(game, player):
    good = played(game, 5).history
    error = faults(GameRecord(game, [*good, (player, 1)]))
    assert (error.ply, error.player) == (5, player)
    assert isinstance(error.__cause__, gpscore.Error)


@pytest.mark.rule("R5")
@pytest.mark.parametrize("order", [(2, 1, 0), (1, 2, 0), (0, 2, 1), (2, 0, 1)])
@pytest.mark.parametrize("bad", [{0}, {1}, {0, 1}, {1, 2}, {0, 1, 2}])
def test_illegal_choices_in_any_order(order, bad):
    """The first at fault is the one that stands first, with only what stands before it as good."""
    state, choices = choosing()
    down = [state.face_down(seat)[0] for seat in range(3)]
    for unknown in (2**40, None):
        joint = [
            (seat, (unknown or state.parse_action(f"{down[seat]}cw")))
            if seat in bad
            else (seat, choices[seat])
            for seat in order
        ]
        error = faults(GameRecord(GPS, [*state.history, *joint]))
        first = next(at for at, (seat, _) in enumerate(joint) if seat in bad)
        assert error.ply == len(state.history) + first
        assert error.player == joint[first][0]
        assert error.rule == ("" if unknown else "G4")


@pytest.mark.rule("R5")
def test_the_second_of_two_choices_of_one_seat_is_at_fault():
    state, choices = choosing()
    before = len(state.history)
    for joint, at in (
        ([(0, choices[0]), (0, choices[0])], 1),
        ([(2, choices[2]), (0, choices[0]), (2, choices[2])], 2),
        ([(1, choices[1]), (1, choices[1]), (0, choices[0])], 1),
        ([(1, choices[1]), (CHANCE, 0x13000000), (0, choices[0])], 1),
        ([(0, choices[0]), (1, choices[1]), (2, choices[2]), (0, choices[0])], 3),
    ):
        error = faults(GameRecord(GPS, [*state.history, *joint]))
        assert (error.ply, error.player) == (before + at, joint[at][0])


@GAMES
@pytest.mark.parametrize(
    "ply",
    [
        (), (CHANCE,), (CHANCE, 1, 1), "ab", b"ab", 7, None, {0, 1}, {0: 1}, (None, 1), (0, None),
        ("0", 1), (0, "7cw"), (0, 1.0), (True, 1), (0, True), (0, [1]), ((0, 1),), [[0], 1],
        pytest.param((10**5000,), id="huge"), pytest.param("x" * 10**6, id="long"),
    ],
)  # fmt: skip
def test_no_ply_at_all(game, ply):
    for before in (0, 6):
        error = faults(GameRecord(game, [*played(game, before).history, ply]))
        assert (error.ply, error.reason, error.code, error.rule) == (before, "record_ply", 0, "")
        assert "a ply is a pair of integers, the player and the action, not " in str(error)
        assert (error.player, error.action) == (None, None)
        assert len(str(error)) < 300


@GAMES
def test_pairs_of_other_kinds_are_plies(game):
    state = played(game, 25)
    text = GameRecord.from_state(state).to_text()
    for plies in (
        [list(ply) for ply in state.history],
        [(np.int8(player), np.uint32(action)) for player, action in state.history],
        tuple(state.history),
    ):
        record = GameRecord(game, plies)
        record.verify()
        assert record.replay() == state
        assert record.replay().history == state.history
        assert record.to_text() == text


# ---- what is no record


@pytest.mark.parametrize("thing", [5, None, "gps", GPS])
def test_a_record_is_made_from_a_state(thing):
    with pytest.raises(TypeError, match=f"from a State, not {type(thing).__name__}"):
        GameRecord.from_state(thing)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": 5}, "the game of a record is a Game, not int"),
        ({"game": GPS.initial_state()}, "is a Game, not GpsState"),
        ({"start": GPS}, "the start of a record is a State or None, not GpsGame"),
        ({"start": str(GPS.initial_state())}, "is a State or None, not str"),
        ({"plies": None}, "the plies of a record are a list, not NoneType"),
        ({"plies": {1: 2}}, "are a list, not dict"),
        ({"plies": "ab"}, "are a list, not str"),
        ({"tags": None}, "the tags of a record are a dict, not NoneType"),
        ({"tags": [("seed", "7")]}, "are a dict, not list"),
    ],
)
def test_fields_of_another_type(fields, words):
    with pytest.raises(TypeError, match=words):
        GameRecord(**{"game": GPS, **fields})
    record = GameRecord(GPS)
    ((name, value),) = fields.items()
    setattr(record, name, value)
    for call in CALLS:
        with pytest.raises(TypeError, match=words):
            call(record)


# ---- tags


@pytest.mark.parametrize("value", [7, None, b"7", ["7"], HUGE, "\x85", "\ud800", "\n", "x\x00"])
def test_tags_of_other_kinds(value):
    record = GameRecord(SOLAR, tags={"seed": value})
    for call in (GameRecord.verify, GameRecord.to_text):
        with pytest.raises(RecordError, match=r"^tag 'seed': .* is not printable text") as caught:
            call(record)
        assert caught.value.reason == "record_tag"
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("key", [7, None, b"seed", ("a",), "", "Seed", "rules", HUGE])
def test_keys_of_other_kinds(key):
    with pytest.raises(RecordError, match=r"^tag ") as caught:
        GameRecord(GPS, tags={key: "7"}).verify()
    assert caught.value.reason == "record_tag"


def test_a_tag_that_python_cannot_write():
    with pytest.raises(RecordError, match="tag 'seed': a value too long") as caught:
        GameRecord.from_state(GPS.initial_state(), seed=10**5000)
    assert caught.value.reason == "record_tag"
    assert GameRecord.from_state(GPS.initial_state(), seed=2**70).tags == {"seed": str(2**70)}


# ---- there and back


@GAMES
def test_the_text_is_the_same_however_it_was_written_down(game):
    state = played(game, 40)
    record = GameRecord.from_state(state)
    text = record.to_text()
    for other in (
        GameRecord(game, state.history),
        GameRecord(game, state.history, game.initial_state()),
    ):
        assert other.to_text() == text
        again = GameRecord.parse(other.to_text())
        assert again == record
        assert again.to_text() == text
        assert again.replay() == other.replay() == state
    if game is GPS:
        assert record.plies != state.history


def test_faults_beside_bad_tags_and_starts():
    """A fault of a ply is told though the tags have one too; its line counts the header's."""
    start = played(GPS, 9).clone()
    player = start.current_player
    record = GameRecord(GPS, [(player, 2**40)], start, {"a": "1", "b": "2"})
    error = faults(record)
    assert error.line == 10
    record.tags["c"] = "\x85"
    with pytest.raises(RecordError, match="line 11, turn") as caught:
        record.replay()
    assert caught.value.ply == 0
    with pytest.raises(RecordError, match="tag 'c'"):
        record.to_text()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@GAMES
def test_records_and_errors_pickle_with_every_protocol(game, protocol):
    record = GameRecord.from_state(played(game, 20), seed=3)
    again = pickle.loads(pickle.dumps(record, protocol))
    assert again == record
    assert again.to_text() == record.to_text()
    started = GameRecord(game, [], played(game, 20).clone())
    assert pickle.loads(pickle.dumps(started, protocol)) == started
    record.plies.append((0, 2**40))
    error = faults(record)
    again = pickle.loads(pickle.dumps(error, protocol))
    assert str(again) == str(error)
    assert again.__dict__ == error.__dict__
    with pytest.raises(gpscore.ParseError) as caught:
        game.parse("nonsense")
    again = pickle.loads(pickle.dumps(caught.value, protocol))
    assert (str(again), again.__dict__) == (str(caught.value), caught.value.__dict__)


def test_records_are_copied():
    record = GameRecord.from_state(played(HOSTED, 30), seed=3)
    assert HOST in {player for player, _ in record.plies}
    assert copy.copy(record) == copy.deepcopy(record) == record
    deep = copy.deepcopy(record)
    deep.plies.pop()
    deep.tags["seed"] = "4"
    assert len(deep.plies) == len(record.plies) - 1
    assert record.tags == {"seed": "3"}


def test_bare_carriage_returns_are_named_where_they_stand():
    text = GameRecord.from_state(played(GPS, 20)).to_text()
    for changed in (text.replace("\n", "\r"), text.replace("\n", "\r", 1)):
        with pytest.raises(RecordError) as caught:
            GameRecord.parse(changed)
        assert caught.value.position == changed.index("\r")
        assert "character code 13 cannot stand in a record" in str(caught.value)
    with pytest.raises(RecordError, match="ends in CR LF") as caught:
        GameRecord.parse(text.replace("\n", "\r\n"))
    assert caught.value.position == text.index("\n")
