"""Errors are for people: what, where, which rule; and they change nothing."""

import pickle
import random
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gpscore
from gpscore import _core

SMALL = {"players": 2, "spaces": 5, "satellites": 3, "face_up": 2, "wins": 2}
# More digits than Python turns into text.
HUGE = pytest.param(10**5000, id="huge")
CLASSES = {
    "usage": gpscore.UsageError,
    "rules": gpscore.RulesError,
    "parse": gpscore.ParseError,
    "format": gpscore.FormatError,
    "position": gpscore.PositionError,
    "illegal": gpscore.IllegalActionError,
    "board": gpscore.BoardError,
}


def play(options, seed, plies):
    """A state that random play reaches."""
    rng = random.Random(seed)
    state = gpscore.gps(**options).initial_state()
    for _ in range(plies):
        if state.is_terminal:
            break
        player = rng.choice(state.to_act) if state.to_act else gpscore.CHANCE
        state.apply(rng.choice(state.legal_actions(player)), player)
    return state


small_positions = st.builds(play, st.just(SMALL), st.integers(0, 10**9), st.integers(0, 120))


def choosing():
    """Three players to choose; space 4 is pointed to, nothing is placed."""
    return gpscore.gps(3).parse("choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3/-+6,7,12")


# ---- The one list of statuses


def test_every_status_has_a_class_and_words():
    rows = gpscore.statuses()
    assert len(rows) > 40
    assert len({row.code for row in rows}) == len({row.reason for row in rows}) == len(rows)
    assert [row.code for row in rows] == sorted(row.code for row in rows)
    for row in rows:
        assert row.words
        assert row.reason == row.reason.lower()
        if row.kind == "ok":
            assert row.code == 0
            continue
        operands = (3, 4, 5, 6) if row.kind != "position" else (0b101,)
        error = _core._error(row.code, *operands, position=2, text="some text")
        assert type(error) in (CLASSES[row.kind], gpscore.HistoryError)
        assert (error.code, error.reason, error.rule) == (row.code, row.reason, row.rule)
        assert error.operands == operands[: len(error.operands)]
        assert str(error)
        assert "{" not in str(error), row
        assert "}" not in str(error), row
        assert "unknown status" not in str(error)
        if row.rule:
            assert f"({row.rule})" in str(error)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert again.__dict__ == error.__dict__
    assert len({row.kind for row in rows}) == len(CLASSES) + 1


def test_the_tree_of_classes():
    for cls in (*CLASSES.values(), gpscore.HistoryError):
        assert issubclass(cls, gpscore.Error)
        assert issubclass(cls, ValueError)
        assert cls.__module__ == "gpscore"
        error = cls("words")
        assert str(error) == "words"
        assert (error.code, error.reason, error.rule, error.operands) == (0, "", "", ())
        assert str(pickle.loads(pickle.dumps(error))) == "words"
    assert issubclass(gpscore.HistoryError, gpscore.UsageError)
    assert issubclass(gpscore.HistoryError, IndexError)
    assert not issubclass(gpscore.Error, ValueError)


# ---- Rules


@pytest.mark.rule("G1", "G2", "R2", "R7", "R10", "R11", "R12")
@pytest.mark.parametrize(
    ("options", "option", "rule"),
    [
        ({"players": 0}, "players", "G1"),
        ({"players": 6}, "players", "G1"),
        ({"players": -(10**30)}, "players", "G1"),
        ({"satellites": 1}, "satellites", "R11"),
        ({"satellites": 17}, "satellites", "R11"),
        ({"spaces": 12}, "spaces", "R2"),
        ({"spaces": 65}, "spaces", "R2"),
        ({"spaces": 2**64}, "spaces", "R2"),
        ({"face_up": 0}, "face_up", "R11"),
        ({"face_up": 13}, "face_up", "R11"),
        ({"wins": 0}, "wins", "R10"),
        ({"wins": 101}, "wins", "R10"),
        ({"turn_limit": -1}, "turn_limit", "R12"),
        ({"turn_limit": 2**32}, "turn_limit", "R12"),
        ({"spin_weights": [1] * 35}, "spin_weights", "R7"),
        ({"spin_weights": []}, "spin_weights", "R7"),
        ({"spin_weights": range(10**12)}, "spin_weights", "R7"),
        ({"spin_weights": [0] * 36}, "spin_weights", "R7"),
        ({"spin_weights": [1] * 35 + [-1]}, "spin_weights", "R7"),
        ({"spin_weights": [1] * 35 + [2**32]}, "spin_weights", "R7"),
        ({"spin_weights": [2**32 - 1, 1] + [0] * 34}, "spin_weights", "R7"),
    ],
)
def test_rules_out_of_range(options, option, rule):
    with pytest.raises(gpscore.RulesError) as caught:
        gpscore.gps(**options)
    assert caught.value.option == option
    assert caught.value.rule == rule
    assert rule in str(caught.value)
    (value,) = options.values()
    if isinstance(value, int) and abs(value) < 2**63:
        assert str(value) in str(caught.value)


@pytest.mark.parametrize(
    "name", ["players", "spaces", "satellites", "face_up", "wins", "turn_limit"]
)
@pytest.mark.parametrize("value", [True, 3.0, "3", b"3", [3], np.bool_(True), np.float32(3)])
def test_options_are_integers(name, value):
    with pytest.raises(TypeError, match=name):
        gpscore.gps(**{name: value})


@pytest.mark.parametrize(
    "weights", ["1" * 36, b"1" * 36, {1, 2}, {1: 2}, iter([1]), 7, [1.0] * 36, [True] * 36]
)
def test_spin_weights_are_a_sequence_of_integers(weights):
    with pytest.raises(TypeError, match="spin"):
        gpscore.gps(spin_weights=weights)


def test_options_are_keywords():
    with pytest.raises(TypeError):
        gpscore.gps(3, 36)
    with pytest.raises(TypeError):
        gpscore.gps(colour=3)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("gps playrs=3", 4),
        ("gps players=3 players=3", 14),
        ("gps players", 11),
        ("gps players=x", 12),
        ("gps players=3 ", 14),
        ("gps players=3\n", 13),
        ("gps players=3\0", 13),
        ("gps spin=1,,2", 11),
        ("", 0),
        ("   ", 3),
        ("gps players=\u0663", 12),
        ("gps \ud800", 4),
    ],
)
def test_rules_text_that_does_not_parse(text, position):
    with pytest.raises(gpscore.ParseError) as caught:
        gpscore.parse_game(text)
    assert caught.value.position == position
    lines = str(caught.value).split("\n")
    assert f"at position {position}" in lines[0]
    assert lines[2].index("^") == 2 + position
    assert caught.value.text == text
    str(caught.value).encode("ascii")


def test_the_caret_stands_under_the_fault_of_a_long_text():
    text = "gps spin=" + ",".join(["1"] * 60) + ",x" + " y" * 100
    with pytest.raises(gpscore.ParseError) as caught:
        gpscore.parse_game(text)
    position = caught.value.position
    assert text[position] == "x"
    _, excerpt, caret = str(caught.value).split("\n")
    assert excerpt[caret.index("^")] == "x"
    assert excerpt.startswith("  ...")
    assert excerpt.endswith("...")
    assert len(excerpt) < 80
    assert caught.value.text in text
    assert "x" in caught.value.text


def test_rules_text_out_of_range_and_unknown_games():
    with pytest.raises(gpscore.RulesError) as caught:
        gpscore.parse_game("gps spaces=9")
    assert caught.value.option == "spaces"
    with pytest.raises(gpscore.UsageError, match="'chess'; games: gps"):
        gpscore.parse_game("chess players=2")


# ---- Positions


def test_a_position_tells_every_problem_at_once():
    game = gpscore.gps(2, spaces=5, satellites=3, face_up=2)
    for text, rules in (
        ("spin 2 7 9 0,0 1@2,2@2+3/-+1", ["G3", "G5"]),
        ("spin - 7 9 1,0 -+-/1@2+3", ["G6", "R9", "R10"]),
    ):
        with pytest.raises(gpscore.PositionError) as caught:
            game.parse(text)
        problems = caught.value.problems
        assert len(problems) == len(rules)
        for problem, rule in zip(problems, rules, strict=True):
            assert f"({rule}" in problem
            assert problem in str(caught.value)
        assert caught.value.operands[0].bit_count() == len(rules)
        assert caught.value.reason == "position_invalid"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("spim - 0 0 0,0 -+-/-+-", 0),
        ("setup x 0 0 0,0 -+-/-+-", 6),
        ("setup - 99999999999 0 0,0 -+-/-+-", 8),
        ("setup - 0 0 0,0 -+-", 19),
        ("setup - 0 0 0,0 -+-/-+-/-+-", 23),
        ("setup - 0 0 0,0 -+-/-+- ", 23),
        ("setup - 0 0 0,0 4@0+-/-+-", 16),
        ("setup - 0 0 0,0 1@0,1@1+-/-+-", 20),
        ("setup - 0 0 0,0 1@1,2@0+-/-+-", 22),
        ("choose 1 0 0 0,0 -+1,2:?/-+1,2", 23),
    ],
)
def test_state_text_that_does_not_parse(text, position):
    with pytest.raises(gpscore.ParseError) as caught:
        gpscore.gps(2, spaces=5, satellites=3, face_up=2).parse(text)
    assert caught.value.position == position


@pytest.mark.parametrize("read", [gpscore.parse_game, gpscore.gps().parse, choosing().parse_action])
@pytest.mark.parametrize("value", [b"gps", None, 3, ["gps"], bytearray(b"gps")])
def test_text_is_a_str(read, value):
    with pytest.raises(TypeError, match="must be a str"):
        read(value)


@pytest.mark.parametrize("read", [gpscore.parse_game, gpscore.gps().parse, choosing().parse_action])
@pytest.mark.parametrize(
    ("start", "repeated"),
    [("", "x"), ("", " "), ("", "\u20ac"), ("gps ", "\ud800"), ("gps spin=", "1,"), ("7cw", " ")],
    ids=["letters", "blanks", "non-ascii", "surrogates", "weights", "trailing"],
)
def test_huge_text_is_refused_at_once(read, start, repeated):
    text = start + repeated * 15_000_000
    started = time.perf_counter()
    with pytest.raises(gpscore.Error) as caught:
        read(text)
    assert time.perf_counter() - started < 0.5
    assert len(str(caught.value)) < 400


garbage = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789cwspinup:@+-/,? =gplayerschoose_", max_size=80),
    st.builds(
        lambda parts: " ".join(parts),
        st.lists(st.sampled_from(
            ["choose", "spin", "setup", "over", "-", "0", "4", "0,0", "-+-/-+-", "1@2+3/-+1", "gps",
             "players=2", "wins=", "spin=1,2,3", "7cw", "cw", "up:3", "99999999999999999999"]
        ), max_size=8),
    ),
)  # fmt: skip


@settings(max_examples=400)
@given(garbage)
def test_garbage_text_gives_an_error_or_something_valid(text):
    game = gpscore.gps(2, spaces=5, satellites=3, face_up=2)
    try:
        assert game.parse(text).validate() == ()
    except (gpscore.ParseError, gpscore.PositionError) as error:
        str(error).encode("ascii")
    try:
        other = gpscore.parse_game(text)
        assert gpscore.parse_game(str(other)) == other
    except gpscore.Error:
        pass
    state = game.initial_state()
    try:
        action = state.parse_action(text)
        assert state.parse_action(state.action_to_string(action)) == action
    except gpscore.ParseError:
        pass


@settings(max_examples=300)
@given(small_positions, st.data())
def test_a_changed_text_gives_an_error_or_another_valid_state(state, data):
    text = str(state)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = data.draw(st.sampled_from("0123456789,-+/@:?cwx \0"))
    altered = text[:at] + changed + text[at + data.draw(st.integers(0, 1)) :]
    try:
        other = state.game.parse(altered)
    except (gpscore.ParseError, gpscore.PositionError):
        return
    assert other.validate() == ()
    assert str(other) == altered


# ---- Bytes


@settings(max_examples=300)
@given(small_positions, st.data())
def test_changed_bytes_give_an_error_or_another_valid_state(state, data):
    raw = bytearray(state.to_bytes())
    bits = st.integers(0, 8 * len(raw) - 1)
    for bit in data.draw(st.lists(bits, min_size=1, max_size=3, unique=True)):
        raw[bit >> 3] ^= 1 << (bit & 7)
    try:
        other = state.game.from_bytes(raw)
    except (gpscore.FormatError, gpscore.PositionError):
        return
    assert other.validate() == ()
    assert other != state
    assert other.to_bytes() == bytes(raw)


@settings(max_examples=60)
@given(small_positions)
def test_bytes_of_a_wrong_length(state):
    raw = state.to_bytes()
    for size in range(len(raw)):
        with pytest.raises(gpscore.FormatError):
            state.game.from_bytes(raw[:size])
    with pytest.raises(gpscore.FormatError, match=f"{len(raw) + 1} bytes"):
        state.game.from_bytes(raw + b"\0")


@settings(max_examples=100)
@given(st.binary(max_size=80))
def test_garbage_bytes_are_refused(raw):
    with pytest.raises((gpscore.FormatError, gpscore.PositionError)):
        gpscore.gps().from_bytes(raw)


def test_foreign_bytes_and_versions():
    raw = choosing().to_bytes()
    with pytest.raises(gpscore.FormatError, match="other rules") as caught:
        gpscore.gps(3, turn_limit=9).from_bytes(raw)
    assert caught.value.reason == "bytes_foreign"
    with pytest.raises(
        gpscore.FormatError, match="one of version 9; this library reads 1"
    ) as caught:
        gpscore.gps(3).from_bytes(b"\x09" + raw[1:])
    assert caught.value.operands == (9, 1)


def test_bytes_must_be_a_contiguous_buffer():
    game = gpscore.gps()
    for value in ("text", None, 3, [1, 2]):
        with pytest.raises(TypeError, match="bytes-like"):
            game.from_bytes(value)
    with pytest.raises(gpscore.UsageError, match="contiguous"):
        game.from_bytes(memoryview(bytes(200))[::2])


# ---- Actions


@pytest.mark.rule("R4")
def test_an_illegal_action_is_told_in_full():
    state = gpscore.gps(3).parse("choose 4 0 0 0,0,0 -+1,2,3/-+4,5,7/-+6,7,12")
    with pytest.raises(gpscore.IllegalActionError) as caught:
        state.apply(state.parse_action("7ccw"), 1)
    assert str(caught.value) == (
        "7ccw is illegal for player 1: satellite 7 can only go to space 4, whichever way; "
        "that choice is written 7cw (R4)"
    )
    assert (caught.value.reason, caught.value.rule) == ("gps_one_space", "R4")
    assert caught.value.operands == (7, 4)
    reason = state.why_illegal(state.parse_action("7ccw"), 1)
    assert reason == (
        caught.value.code, "gps_one_space", "R4", (7, 4),
        "satellite 7 can only go to space 4, whichever way; that choice is written 7cw (R4)",
        {"satellite": 7, "space": 4},
    )  # fmt: skip
    assert reason.text == reason[4]


PLACED = "4@4+5,7/1@4+2,3/6@4+7,12"


@pytest.mark.rule("G3", "G4", "G6", "G7", "G9", "R2", "R5", "R6", "R7", "R8")
@pytest.mark.parametrize(
    ("text", "action", "player", "reason", "rule"),
    [
        ("setup - 0 0 0,0,0 -+-/-+-/-+-", "spin:3", -1, "gps_reveal_due", "G6"),
        ("spin - 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "1cw", 0, "gps_spin_due", "G3"),
        ("spin - 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "1cw", -1, "illegal_needs_player", "R5"),
        ("spin - 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "spin:40", -1, "gps_space_range", "R2"),
        ("spin - 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "spin:4", 1, "illegal_chance_action", "R5"),
        ("choose 4 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "spin:4", -1, "gps_choice_due", "G4"),
        ("choose 4 0 0 0,0,0 -+1,2,3:1cw/-+1,2,3/-+1,2,3", "2cw", 0, "illegal_chosen", "R5"),
        ("choose 4 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "5cw", 0, "gps_face_down", "G4"),
        ("choose 4 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "13cw", 0, "gps_satellite_range", "G1"),
        ("choose 4 0 0 0,0,0 -+1,2,3/-+1,2,3/-+1,2,3", "1cw", 3, "illegal_player", "G1"),
        (f"reveal 4 0 0 0,0,0 {PLACED}", "up:5", -1, "gps_not_face_down", "R6"),
        (f"reveal 4 0 0 0,0,0 {PLACED}", "up:14", -1, "gps_satellite_range", "G1"),
        (f"reveal 4 0 0 0,0,0 {PLACED}", "4cw", 0, "gps_reveal_due", "G6"),
    ],
)
def test_reasons(text, action, player, reason, rule):
    state = gpscore.gps(3).parse(text)
    number = state.parse_action(action)
    why = state.why_illegal(number, player)
    assert (why.reason, why.rule) == (reason, rule)
    assert why.text.endswith(f"({rule})")
    with pytest.raises(gpscore.IllegalActionError) as caught:
        state.apply(number, player)
    assert (caught.value.reason, caught.value.rule, caught.value.code) == (reason, rule, why.code)
    assert caught.value.operands == why.operands
    who = "chance" if player < 0 else f"player {player}"
    assert str(caught.value).startswith(f"{action} is illegal for {who}: ")
    assert why.text in str(caught.value)
    assert str(state) == text
    assert state.history == []


@pytest.mark.rule("G9")
def test_nothing_is_legal_when_the_game_is_over():
    state = play({"players": 1, "spaces": 4, "satellites": 2, "face_up": 2}, 1, 10**6)
    assert state.is_terminal
    for player in (None, 0, gpscore.CHANCE):
        words = r"^1cw is illegal: the game is over \(G9\)$"
        with pytest.raises(gpscore.IllegalActionError, match=words):
            state.apply(state.parse_action("1cw"), player)
        assert state.why_illegal(state.parse_action("1cw"), player).reason == "illegal_over"


@settings(max_examples=60)
@given(small_positions, st.data())
def test_any_integer_is_legal_or_refused_without_a_change(state, data):
    index = st.integers(0, 63)
    known = st.builds(lambda kind, i: kind << 24 | i, st.integers(0x10, 0x15), index)
    before = state.to_bytes()
    history = state.history
    for _ in range(20):
        action = data.draw(st.one_of(known, st.integers(0, 2**32), st.integers(-(2**70), 2**70)))
        player = data.draw(st.one_of(st.integers(-1, 2), st.integers(-(2**40), 2**40)))
        legal = player in range(-1, 2) and action in state.legal_actions(player)
        assert (state.why_illegal(action, player) is None) == legal
        if legal:
            state.apply(action, player)
            assert state.undo() == (player, action)
        else:
            with pytest.raises(gpscore.IllegalActionError):
                state.apply(action, player)
        assert state.to_bytes() == before
        assert state.history == history


@pytest.mark.parametrize("action", [-1, 2**32, 2**63, -(2**63), HUGE, 0, 2**32 - 1])
def test_integers_that_are_no_action(action):
    state = choosing()
    with pytest.raises(gpscore.IllegalActionError) as caught:
        state.apply(action, 0)
    assert caught.value.reason == "illegal_unknown_action"
    assert state.why_illegal(action, 0).reason == "illegal_unknown_action"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("number", [2**70, -(2**70), 2**63, -(2**63) - 1, -(2**31) - 1])
def test_numbers_are_told_as_they_were_given(number):
    """Also those that the core cannot hold, where it was told the nearest that it can."""
    state = choosing()
    action = state.legal_actions(0)[0]
    for call in (
        lambda: gpscore.gps(number), lambda: gpscore.gps(spaces=number),
        lambda: gpscore.gps(wins=number), lambda: gpscore.gps(spin_weights=[number] + [1] * 35),
        lambda: state.ring(number), lambda: state.legal_actions(number),
        lambda: state.view(number), lambda: state.apply(action, number),
        lambda: state.target(action, number), lambda: state.apply_joint({number: action}),
        lambda: state.playout(turn_cap=number), lambda: state.perft(number),
        lambda: state.action_at(number),
    ):  # fmt: skip
        with pytest.raises(gpscore.Error) as caught:
            call()
        assert str(number) in str(caught.value)
        assert not {2**63 - 1, -(2**63), 2**31 - 1, -(2**31)} & set(caught.value.operands)
    reason = state.why_illegal(action, number)
    assert str(number) in reason.text
    assert reason.operands == (number, 2)
    if not 0 <= number < 2**32:
        for call in (state.apply, state.action_index, state.game.action_fields, state.target):
            with pytest.raises(gpscore.IllegalActionError, match=str(number)) as caught:
                call(number)
            assert caught.value.operands == (number,)
        assert state.why_illegal(number).operands == (number,)


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("7", "parse_gps_direction", "a direction is expected after satellite 7: cw or ccw"),
        ("7 up", "parse_gps_direction", "after satellite 7"),
        ("", "parse_gps_action", "an action is expected: satellite and direction"),
        ("turn 5", "parse_gps_action", "spin:17, up:5, shuffle"),
        ("17cw", "parse_number", "a number from 1 to 12 is expected"),
        ("spin:99", "parse_number", "a number from 0 to 35 is expected"),
        ("7cw,", "parse_trailing", "text after the end"),
        ("7\ncw", "parse_character", "unexpected character code 10"),
    ],
)
def test_action_text_that_does_not_parse(text, reason, words):
    with pytest.raises(gpscore.ParseError) as caught:
        choosing().parse_action(text)
    assert caught.value.reason == reason
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("gps colour=3", "parse_gps_option", "players, spaces, satellites, face_up, wins"),
        ("gps players=2 ", "parse_gps_option", "turn_limit or spin"),
        ("gps players=two", "parse_number", "a number from 1 to 5 is expected"),
        ("gps players=", "parse_number", "a number from 1 to 5 is expected"),
        ("gps spaces=x", "parse_number", "a number from 3 to 64 is expected"),
        ("gps satellites=x", "parse_number", "a number from 2 to 16 is expected"),
        ("gps face_up=x", "parse_number", "a number from 1 to 16 is expected"),
        ("gps wins=x", "parse_number", "a number from 1 to 100 is expected"),
        ("gps turn_limit=x", "parse_number", "a number from 0 to 4294967295 is expected"),
        ("gps spin=fair", "parse_gps_spin", "'uniform' is expected, or a weight for each space"),
    ],
)
def test_rules_text_is_told_what_is_expected(text, reason, words):
    with pytest.raises(gpscore.ParseError) as caught:
        gpscore.parse_game(text)
    assert caught.value.reason == reason
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("waiting - 0 0 0,0 -+-/-+-", "parse_gps_phase", "setup, spin, choose, reveal, shuffle"),
        ("setup - 0 0 0,0,0 -+-/-+-/-+-", "parse_gps_wins", "2 numbers, not 3"),
        ("setup - 0 0 0 -+-/-+-", "parse_gps_wins", "2 numbers, not 1"),
        ("setup - 0 0 0,0 -+-/-+-/-+-/-+-", "parse_count", "2, not 4"),
        ("setup - 0 0 0,0 -+-", "parse_count", "2, not 1"),
        ("setup - 0 0 0;0 -+-/-+-", "parse_character", "unexpected character ';'"),
        ("setup - 0 0  0,0 -+-/-+-", "parse_number", "a number from 0 to 1"),
        ("choose 1 0 0 0,0 -+1,2:1/-+1,2", "parse_gps_direction", "after satellite 1"),
    ],
)
def test_state_text_is_told_what_is_expected(text, reason, words):
    with pytest.raises(gpscore.ParseError) as caught:
        gpscore.gps(2, spaces=5, satellites=3, face_up=2).parse(text)
    assert caught.value.reason == reason
    assert words in str(caught.value)


@pytest.mark.parametrize("value", [True, 1.0, None, [1], b"1", np.float64(1), np.bool_(True)])
def test_actions_are_integers(value):
    state = choosing()
    for call in (state.apply, state.why_illegal, state.target, state.action_to_string):
        with pytest.raises(TypeError, match="an action must be an integer"):
            call(value)


def test_an_action_given_as_text_gets_a_hint():
    with pytest.raises(TypeError, match=r"use state.parse_action\('7cw'\)"):
        choosing().apply("7cw")


# ---- Players and the rest


@pytest.mark.parametrize("player", [3, 5, 31, 32, 64, -2, -4, 2**31, -(2**31) - 1, 10**30])
def test_seats_that_do_not_exist(player):
    state = choosing()
    for call in (
        state.legal_actions, state.legal_mask, state.ring, state.face_up, state.face_down,
        state.choice, state.in_order, state.observation, state.view, state.view_hash,
        state.view_text,
        lambda p: state.choose("steady", p), lambda p: state.apply_joint({p: 1}),
    ):  # fmt: skip
        with pytest.raises(gpscore.UsageError, match=r"the players are 0 to 2 \(G1\)"):
            call(player)


@pytest.mark.parametrize("player", [True, 1.0, "1", [1]])
def test_players_are_integers(player):
    state = choosing()
    action = state.legal_actions(1)[0]
    for call in (
        state.legal_actions, state.legal_mask, state.ring, state.observation, state.view,
        lambda p: state.apply(action, p), lambda p: state.why_illegal(action, p),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="player must be an integer"):
            call(player)


def test_seats_that_do_not_act_have_nothing_to_do():
    state = choosing()
    state.apply(state.legal_actions(1)[0], 1)
    assert state.legal_actions(1) == []
    assert state.legal_mask(1) == 0
    assert state.legal_actions(gpscore.CHANCE) == []


class Seat:
    """Another key for seat 0."""

    def __index__(self):
        return 0


@pytest.mark.rule("R5")
def test_joint_steps_that_are_refused():
    state = choosing()
    state.apply(state.legal_actions(2)[0], 2)
    before, history = state.to_bytes(), state.history
    good = [state.legal_actions(p)[0] for p in (0, 1)]
    bad = state.parse_action("9cw")
    illegal = gpscore.IllegalActionError
    for joint, error, words in (
        ([], illegal, r"players 0 and 1 too \(R5\)"),
        (good[:1], illegal, r"player 1 too \(R5\)"),
        ({0: good[0]}, illegal, r"player 1 too \(R5\)"),
        ({0: good[0], 1: good[1], 2: good[0]}, illegal, "player 2 cannot choose now"),
        ({0: good[0], 1: bad}, illegal, "9cw is illegal for player 1: satellite 9"),
        ([bad, good[1]], illegal, "9cw is illegal for player 0: satellite 9"),
        ([good[0], 2**40], illegal, "32 bits is illegal for player 1"),
        ([*good, good[0]], gpscore.UsageError, "3 actions were given for 2 players"),
        ({0: good[0], 3: good[1]}, gpscore.UsageError, "no player 3"),
        ({0: good[0], Seat(): good[1]}, gpscore.UsageError, "player 0 is given twice"),
        ("ab", TypeError, "mapping"),
        (b"ab", TypeError, "mapping"),
        ({1, 2}, TypeError, "mapping"),
        (7, TypeError, "mapping"),
        (None, TypeError, "mapping"),
        ([good[0], "9cw"], TypeError, "parse_action"),
        ([good[0], True], TypeError, "must be an integer"),
        ({"0": good[0]}, TypeError, "player must be an integer"),
    ):
        with pytest.raises(error, match=words):
            state.apply_joint(joint)
        assert state.to_bytes() == before
        assert state.history == history
    state.apply_joint(good)
    with pytest.raises(gpscore.IllegalActionError, match="G6"):
        state.apply_joint(good)
    with pytest.raises(gpscore.IllegalActionError, match="G6"):
        state.apply_joint([])


def test_no_chance_event_is_due():
    state = choosing()
    for call in (state.sample_chance, state.resolve_chance):
        with pytest.raises(gpscore.UsageError) as caught:
            call(1)
        assert caught.value.reason == "not_chance"
    assert state.chance_outcomes() == []


@pytest.mark.parametrize("seed", [-1, 2**64, HUGE])
def test_seeds_have_64_bits(seed):
    state = gpscore.gps().initial_state()
    for call in (state.sample_chance, state.resolve_chance, lambda s: state.playout(seed=s)):
        with pytest.raises(gpscore.UsageError, match="seed"):
            call(seed)
    with pytest.raises(TypeError, match="seed"):
        state.sample_chance("1")


def test_calls_of_bundled_players_that_are_refused():
    state = choosing()
    for policy in ("best", "", "STEADY"):
        for call in (state.choose, state.playout):
            with pytest.raises(gpscore.UsageError, match="uniform, greedy, steady"):
                call(policy)
    with pytest.raises(TypeError, match="policy"):
        state.choose(3)
    words = "number of policies is 2; give one, or one for each player: 3"
    with pytest.raises(gpscore.UsageError, match=words):
        state.playout(["steady", "steady"])
    with pytest.raises(gpscore.UsageError, match="n is -1"):
        state.playout(n=-1)
    with pytest.raises(gpscore.UsageError, match="turn_cap"):
        state.playout(turn_cap=-1)
    with pytest.raises(gpscore.UsageError, match="turn_cap"):
        state.playout(turn_cap=2**32)
    for depth in (-1, 65, 10**30):
        with pytest.raises(gpscore.UsageError, match=f"depth is {depth}; it must be 0 to 64"):
            state.perft(depth)
    state.apply(state.choose(player=1), 1)
    words = "player 1 does not choose now: it is for players 0 and 2 to choose"
    with pytest.raises(gpscore.UsageError, match=words):
        state.choose(player=1)
    state.apply(state.choose(player=0), 0)
    with pytest.raises(gpscore.UsageError, match="it is for player 2 to choose"):
        state.choose(player=1)
    for player in (None, 0, gpscore.CHANCE):
        words = "^nobody chooses now: a chance event is due$"
        with pytest.raises(gpscore.UsageError, match=words):
            state.game.initial_state().choose(player=player)
    over = play(SMALL, 1, 10**6)
    with pytest.raises(gpscore.UsageError, match="nobody chooses now: the game is over"):
        over.choose()


@pytest.mark.parametrize(
    ("out", "error", "words"),
    [
        (np.zeros(95, np.uint8), gpscore.UsageError, "shape"),
        (np.zeros((1, 96), np.uint8), gpscore.UsageError, "shape"),
        (np.zeros(192, np.uint8)[::2], gpscore.UsageError, "contiguous"),
        (np.frombuffer(bytes(96), np.uint8), gpscore.UsageError, "writable"),
        (np.zeros(96, np.int8), TypeError, "uint8"),
        (np.zeros(96, bool), TypeError, "uint8"),
        (np.zeros(12, np.uint64), TypeError, "uint8"),
        (np.zeros(96, np.float32), TypeError, "uint8"),
        ([0] * 96, TypeError, "uint8"),
        ("x" * 96, TypeError, "uint8"),
    ],
)
def test_observation_buffers_that_are_refused(out, error, words):
    before = bytes(out) if isinstance(out, np.ndarray) else None
    with pytest.raises(error, match=words):
        choosing().observation(0, out)
    if before is not None:
        assert bytes(out) == before


def test_failed_calls_change_nothing():
    state = choosing()
    state.apply(state.legal_actions(1)[0], 1)
    before = (state.to_bytes(), str(state), state.hash, state.history, state.events)
    for call in (
        lambda: state.apply(state.legal_actions(0)[0], 1),
        lambda: state.apply(0),
        lambda: state.apply("7cw"),
        lambda: state.apply(2**40),
        lambda: state.apply_joint([0, 0]),
        lambda: state.resolve_chance(1),
        lambda: state.choose("best"),
        lambda: state.playout("steady", -1),
        lambda: state.perft(-1),
        lambda: state.view(9),
        lambda: state.parse_action("nonsense"),
        lambda: state.game.parse("nonsense"),
        lambda: state.game.from_bytes(b"nonsense"),
        lambda: state.observation(0, np.zeros(3, np.uint8)),
    ):
        with pytest.raises((gpscore.Error, TypeError)):
            call()
        assert (state.to_bytes(), str(state), state.hash, state.history, state.events) == before
