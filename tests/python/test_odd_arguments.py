"""Arguments that say one thing and are another: an error that is documented, or taken as meant."""

import collections.abc
import ctypes
import inspect
import itertools
import mmap
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import gpscore
from gpscore import effects, embed, fair, views

GAMES = pytest.mark.parametrize(
    "make", [gpscore.gps, gpscore.solar], ids=lambda make: make.__name__
)


class Sequence:
    """A sequence that says of its length what it likes."""

    def __init__(self, items, length):
        self.items = items
        self.length = length

    def __len__(self):
        if isinstance(self.length, BaseException):
            raise self.length
        return self.length

    def __getitem__(self, i):
        return self.items[i]


class Endless(Sequence):
    def __getitem__(self, i):
        return self.items[i % len(self.items)]


class Words(str):
    """A str that says of its length what it likes, and cuts as it likes."""

    length = 0

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        raise KeyError(i)


LENGTHS = [0, 1, 35, 36, 37, 10**9, -1, 2**62, 2**63, TypeError("no"), ValueError("no")]


def choosing(players=3):
    state = gpscore.gps(players).initial_state()
    while state.is_chance:
        state.resolve_chance(1)
    return state


# ---- sequences whose length lies


@pytest.mark.parametrize("length", LENGTHS, ids=repr)
def test_spin_weights_are_counted(length):
    weights = [1, 2] * 18
    assert gpscore.gps(spin_weights=Sequence(weights, length)) == gpscore.gps(spin_weights=weights)
    for few in ([], [1] * 35):
        with pytest.raises(gpscore.RulesError, match=f"{len(few)} spin weights") as caught:
            gpscore.gps(spin_weights=Sequence(few, length))
        assert caught.value.option == "spin_weights"
    for many in (Sequence([1] * 37, length), Endless([1], length)):
        with pytest.raises(gpscore.RulesError, match="spin weights") as caught:
            gpscore.gps(spin_weights=many)
        assert caught.value.rule == "R7"
    bad = Sequence([*weights[:-1], 2**40], length)
    with pytest.raises(gpscore.RulesError, match=str(2**40)):
        gpscore.gps(spin_weights=bad)


def test_more_than_can_be_counted():
    with pytest.raises(gpscore.RulesError, match="spin weights"):
        gpscore.gps(spin_weights=range(10**30))
    for options in ({"pluto": range(10**30)}, {"organisations": Endless([None], 2)}):
        with pytest.raises(gpscore.RulesError):
            gpscore.solar(**options)


@pytest.mark.parametrize("length", LENGTHS, ids=repr)
def test_options_of_the_solar_system_are_counted(length):
    solar = gpscore.solar
    assert solar(2, pluto=Sequence([True, False], length)).pluto == (True, False)
    assert solar(3, pluto=Sequence([2, 0], length)).pluto == (True, False, True)
    names = ["turing", None]
    assert solar(2, organisations=Sequence(names, length)).organisations == tuple(names)
    for options in (
        {"pluto": Sequence([True] * 8, length)},
        {"pluto": Endless([True], length)},
        {"pluto": Sequence([0, 1, 0], length)},
        {"pluto": Sequence([True], length)},
        {"organisations": Sequence([None] * 8, length)},
        {"organisations": Endless(["turing"], length)},
        {"organisations": Sequence([None], length)},
        {"organisations": Sequence([], length)},
    ):
        with pytest.raises(gpscore.RulesError) as caught:
            solar(2, **options)
        assert [caught.value.option] == list(options)


@pytest.mark.parametrize("length", LENGTHS, ids=repr)
def test_joint_steps_and_policies_are_counted(length):
    state = choosing()
    before = state.to_bytes()
    good = [state.legal_actions(player)[0] for player in range(3)]
    with pytest.raises(gpscore.IllegalActionError, match=r"player 2 too \(R5\)"):
        state.apply_joint(Sequence(good[:2], length))
    for many in (Sequence([*good, 1], length), Endless(good, length)):
        with pytest.raises(gpscore.UsageError, match="actions were given for 3 players to act"):
            state.apply_joint(many)
    assert state.to_bytes() == before
    names = ["greedy", "steady", "uniform"]
    stats = state.playout(names, 3, turn_cap=9)
    assert state.playout(Sequence(names, length), 3, turn_cap=9) == stats
    for wrong in (Sequence(names[:2], length), Endless(names, length)):
        with pytest.raises(gpscore.UsageError, match="the number of policies is "):
            state.playout(wrong)
    state.apply_joint(Sequence(good, length))
    assert [action for _, action in state.history[-3:]] == good


def test_policies_are_a_sequence():
    for policy in (itertools.repeat("steady"), {"steady"}, {"steady": 1}, None, 3, b"abc"):
        with pytest.raises(TypeError, match="policy must be a sequence of names"):
            choosing().playout(policy)
    with pytest.raises(TypeError, match="a policy must be a str, not int"):
        choosing().playout([1, 2, 3])


class Mapping(collections.abc.Mapping):
    """A mapping with keys and values of its own, and items() that do not fit."""

    def __init__(self, choices, items=None):
        self.choices = choices
        self.wrong = items

    def __len__(self):
        return -1

    def __iter__(self):
        return iter(self.choices)

    def __getitem__(self, key):
        return self.choices[key]

    def items(self):
        return self.wrong


@pytest.mark.parametrize("items", [None, 5, [()], [(0,)], [(0, 1, 2)], "ab", [None]], ids=repr)
def test_joint_steps_ask_a_mapping_for_keys_and_values(items):
    state = choosing()
    choices = {player: state.legal_actions(player)[0] for player in (2, 0, 1)}
    state.apply_joint(Mapping(choices, items))
    assert dict(state.history[-3:]) == choices
    state = choosing()
    with pytest.raises(gpscore.IllegalActionError, match="R5"):
        state.apply_joint(Mapping({0: choices[0]}, items))

    class Dict(dict):
        def items(self):
            return items

    state.apply_joint(Dict(choices))
    assert dict(state.history[-3:]) == choices


def test_a_mapping_without_an_end():
    class Counting(Mapping):
        def __iter__(self):
            return itertools.count()

    state = choosing()
    endless = Counting(collections.defaultdict(lambda: state.legal_actions(0)[0]))
    with pytest.raises(gpscore.UsageError, match="no player 3"):
        state.apply_joint(endless)


# ---- text that lies


@pytest.mark.parametrize("length", [-1, 0, 3, 10**6, 2**62])
@GAMES
def test_text_of_a_class_of_its_own(make, length):
    game = make(2)
    state = game.initial_state()

    def words(text):
        made = Words(text)
        made.length = length
        return made

    assert gpscore.parse_game(words(str(game))) == game
    assert game.parse(words(str(state))) == state
    action = state.legal_actions()[0]
    assert state.parse_action(words(state.action_to_string(action))) == action
    for read in (gpscore.parse_game, game.parse, state.parse_action):
        for text in ("nonsense", "gps x", " " * 100_000, "\u20ac"):
            with pytest.raises(gpscore.Error):
                read(words(text))
    with pytest.raises(TypeError, match=r"use state.parse_action\('7cw'\)"):
        state.apply(words("7cw"))
    with pytest.raises(gpscore.UsageError, match="there is no bundled player 'best'; there are"):
        state.playout(words("best"))
    assert state.playout(words("greedy"), 2, turn_cap=3) == state.playout("greedy", 2, turn_cap=3)
    if make is gpscore.solar:
        for call in (state.planet_space, state.moon_owner):
            with pytest.raises(gpscore.UsageError, match="'vulcan'; there are"):
                call(words("vulcan"))
        with pytest.raises(gpscore.RulesError, match="there is no organisation 'acme'"):
            make(2, organisations=[words("acme"), None])
        assert make(2, organisations=[words("turing"), None]).organisations == ("turing", None)


# ---- buffers


@GAMES
def test_buffers_that_are_no_block_of_bytes(make):
    game = make(2)
    data = game.initial_state().to_bytes()
    released = memoryview(data)
    released.release()
    closed = mmap.mmap(-1, len(data))
    closed.close()
    square = np.zeros((200, 200), np.uint8)
    for value in (
        released, closed, memoryview(bytes(400))[::2], np.zeros(400, np.uint8)[::2], square[:, 3],
        square.T[3:, :4],
    ):  # fmt: skip
        with pytest.raises(gpscore.UsageError, match="one contiguous block of bytes"):
            game.from_bytes(value)
    for value in (
        bytearray(data), memoryview(data), np.frombuffer(data, np.uint8),
        np.frombuffer(data, np.int8), (ctypes.c_ubyte * len(data))(*data),
    ):  # fmt: skip
        assert game.from_bytes(value) == game.initial_state()


def test_observations_fill_every_array_of_unsigned_bytes():
    state = choosing()
    expected = state.observation(1)
    little, native = (ctypes.c_ubyte * 96)(), (ctypes.c_uint8 * 96)()
    assert memoryview(little).format == "<B"
    for out in (little, native, bytearray(96), memoryview(bytearray(96)), np.empty(96, np.uint8)):
        assert state.observation(1, out) is out
        assert bytes(out) == bytes(expected)
    for out in (
        (ctypes.c_byte * 96)(), (ctypes.c_char * 96)(), (ctypes.c_bool * 96)(),
        (ctypes.c_ubyte * 2 * 96)(), (ctypes.c_ushort * 96)(), memoryview(bytearray(96)).cast("c"),
        np.zeros(96, [("a", np.uint8)]),
    ):  # fmt: skip
        with pytest.raises((TypeError, gpscore.UsageError), match=r"uint8|shape"):
            state.observation(1, out)


# ---- one text for a state


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "text",
    [
        "choose 0 0 0 0,0 -+1,2,3:3cw/-+1,2,3",
        "choose 0 1 0 0,0 1@0+2,3:3ccw/2@0+1,3",
        "choose 0 3 0 0,0 2@0,1@1,3@3+-:2cw/1@0,3@1,2@3+-",
        "spin - 1 0 0,0 1@0+2,3/2@0+1,3",
    ],
)
def test_a_state_has_one_text(text):
    game = gpscore.gps(2, spaces=4, satellites=3, face_up=3)
    state = game.parse(text)
    assert str(state) == text
    for at in range(len(text) + 1):
        for more in (" ", "  ", "0", "+", "\t", ":", ",", "-", "_", "\n"):
            altered = text[:at] + more + text[at:]
            try:
                other = game.parse(altered)
            except (gpscore.ParseError, gpscore.PositionError):
                continue
            assert str(other) == altered
    # People may write an action with blanks, which its text has not.
    assert state.parse_action(" 3  ccw ") == state.parse_action("3ccw")


# ---- games without an end


if sys.platform != "win32":

    @pytest.mark.parametrize(
        ("policy", "n", "cap"),
        [("uniform", 1, 0), ("uniform", 3, 2**32 - 1), ("greedy", 10**6, 0), ("steady", 10**9, 1)],
    )
    def test_playouts_hear_ctrl_c(policy, n, cap):
        code = """if True:
            import signal, sys, threading, time, gpscore
            policy, n, cap = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
            state = gpscore.gps(1, spaces=64, satellites=16).initial_state()
            threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
            start = time.perf_counter()
            try:
                state.playout(policy, n, turn_cap=cap)
            except KeyboardInterrupt:
                assert state == state.game.initial_state()
                print("heard", time.perf_counter() - start < 5)
        """
        done = subprocess.run(
            [sys.executable, "-c", code, policy, str(n), str(cap)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.stdout.strip() == "heard True", done.stderr

    def test_playouts_of_games_that_are_over_hear_ctrl_c():
        game = gpscore.gps(1, spaces=3, satellites=2, face_up=2, turn_limit=1)
        over = game.parse("over - 1 0 0 1@0+2")
        heard = []
        before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1) or 1 / 0)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        start = time.perf_counter()
        try:
            with pytest.raises(ZeroDivisionError):
                over.playout(n=2**62)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert heard == [1]
        assert time.perf_counter() - start < 5


@GAMES
def test_a_long_playout_is_the_sum_of_its_games(make):
    """More positions than are played at once, whose portions leave no trace."""
    game = make(2) if make is gpscore.solar else make(2, spaces=8, satellites=4)
    state = game.initial_state()
    n = 400 if make is gpscore.solar else 9000
    stats = state.playout("greedy", n, seed=4)
    assert stats.games == n
    assert stats == state.playout("greedy", n, seed=4, turn_cap=0)
    assert stats.turns_mean == pytest.approx(stats.turns / n)
    assert stats.turns_min <= stats.turns_mean <= stats.turns_max


# ---- every door, and whatever may be put into it


class Lying(list):
    """A list that says that it has five items, and has what it has."""

    def __len__(self):
        return 5


class LyingPair(tuple):
    """A tuple that says that it has three items."""

    def __len__(self):
        return 3


class Changing:
    """An integer that is another one each time it is asked."""

    def __init__(self, *numbers):
        self.numbers = numbers
        self.asked = -1

    def __index__(self):
        self.asked += 1
        return self.numbers[self.asked % len(self.numbers)]


def deep(kind):
    value = kind([])
    for _ in range(5000):
        value = kind([value])
    return value


def in_itself():
    value = []
    value.append(value)
    return value


def released():
    view = memoryview(bytearray(4))
    view.release()
    return view


ODD = {
    "None": lambda: None,
    "True": lambda: True,
    "-1": lambda: -1,
    "great": lambda: 10**30,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "''": lambda: "",
    "word": lambda: "nonsense",
    "surrogate": lambda: "\u20ac\ud800\0",
    "bytes": lambda: b"abc",
    "released": released,
    "[]": list,
    "[1]": lambda: [1],
    "()": tuple,
    "{}": dict,
    "{0: 1}": lambda: {0: 1},
    "object": object,
    "class": lambda: int,
    "array": lambda: np.zeros(3),
    "generator": lambda: (i for i in range(3)),
    "lying": lambda: Lying([1, 2]),
    "lying pair": lambda: LyingPair((1, 2)),
    "changing": lambda: Changing(0, 1, 0x11000000, -1),
    "deep": lambda: deep(list),
    "deep dict": lambda: deep(lambda below: {"children": below, "groups": below}),
    "in itself": in_itself,
    "state": lambda: choosing(2),
    "game": gpscore.solar,
    "view": lambda: choosing(2).view(),
}


def doors():
    """What a program may call, made anew, with the arguments that it takes when all is well."""
    state = choosing(2)
    table = gpscore.Table(state, seed=1)
    record = gpscore.GameRecord.from_state(state)
    solar = gpscore.solar(2).initial_state()
    board = gpscore.SolarBoard.standard()
    found = {}
    for of, where in {
        "state": state, "solar": solar, "table": table, "seen": state.seen_by(0),
        "record": record, "reader": gpscore.RecordReader(record.to_bytes()),
        "dealer": fair.FairDealer(state.game), "board": board, "game": state.game,
        "batch": state.game.batch(2),
    }.items():  # fmt: skip
        for name in dir(where):
            if not name.startswith("_") and callable(getattr(where, name)):
                found[f"{of}.{name}"] = getattr(where, name)
    for module in (views, effects, fair, embed):
        for name in module.__all__:
            if callable(getattr(module, name)):
                found[f"{module.__name__}.{name}"] = getattr(module, name)
    for name in ("gps", "solar", "parse_game", "Table", "GameRecord", "SolarBoard", "Seen"):
        found[name] = getattr(gpscore, name)
    return state, found


# These take as long as they are told to.
LONG = re.compile(r"\.(playout|perft|perft_divide|play|batch|load_batch)$")
DOORS = sorted(name for name in doors()[1] if not LONG.search(name))


@pytest.mark.parametrize("door", DOORS)
def test_whatever_is_put_in_is_taken_or_refused_in_words(door):
    """With an exception that is documented, of one argument at a time; nothing is changed then."""
    good = {
        "state": choosing(2), "seat": 0, "player": 0, "view": choosing(2).view(), "events": [],
        "action": choosing(2).legal_actions()[0], "game": gpscore.gps(2), "old": {}, "new": {},
        "document": {}, "operations": [], "tree": choosing(2).legal_tree(), "planet": 3, "moon": 1,
    }  # fmt: skip
    parameters = [
        one
        for one in inspect.signature(doors()[1][door]).parameters.values()
        if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
    ]
    for odd, make in ODD.items():
        for wrong in parameters:
            state, found = doors()
            before = (str(state), len(state.history))
            given = {
                one.name: good.get(one.name, 0)
                for one in parameters
                if one.default is one.empty and one is not wrong
            }
            given[wrong.name] = make()
            alone = [one.name for one in parameters if one.kind == one.POSITIONAL_ONLY]
            first = [given.pop(name) for name in alone if name in given]
            try:
                found[door](*first, **given)
                said = None
            except (gpscore.Error, TypeError, OSError) as error:
                said = str(error)
            except Exception as error:
                raise AssertionError(f"{odd} as {wrong.name}: {error!r}") from error
            if said is not None:
                assert said, (odd, wrong)
                assert (str(state), len(state.history)) == before, (odd, wrong)


def test_what_is_no_state_or_view_is_told_by_its_type():
    for call in (
        lambda one: views.record(one),
        lambda one: views.legal_tree(one, 0),
        lambda one: views.apply_events(one, []),
        lambda one: views.Seen(one, 0),
        lambda one: views.leaves(one),
        lambda one: views.apply_events(choosing(2).view(), one),
        lambda one: views.apply_patch({}, one),
    ):
        for wrong in (None, 5, "gps", object()):
            with pytest.raises(TypeError, match=f"not {type(wrong).__name__}$"):
                call(wrong)
    with pytest.raises(TypeError, match="an event must be a dict, not int"):
        views.apply_events(choosing(2).view(), [3])
    with pytest.raises(TypeError, match="a key of JSON must be a str, not int"):
        views.patch({}, {1: 2})


def test_trees_and_events_that_do_not_fit():
    for tree in ({}, {"groups": 3}, {"children": [{"label": "x"}]}):
        with pytest.raises(gpscore.UsageError, match="no legal tree"):
            views.leaves(tree)
    view = choosing(2).view()
    before = str(view)
    for event in (
        {"kind": "spun"}, {"kind": "moved", "player": 0, "origin": 99, "satellite": 1, "space": 1},
        {"kind": "chose", "player": 7}, {"kind": "chose", "player": "x"},
        {"kind": "turned_up", "player": 0, "satellite": 77}, {"kind": "shuffled", "player": None},
    ):  # fmt: skip
        with pytest.raises(gpscore.UsageError, match=r"does not fit the view|this is no '"):
            views.apply_events({**view, "options": {}}, [event])
        assert str(view) == before
    with pytest.raises(gpscore.UsageError, match="no event of the kind 'launched'"):
        views.apply_events(view, [{"kind": "launched"}])


def test_values_that_lie_deep_in_each_other():
    for call in (
        lambda: views.patch(deep(list), deep(list)),
        lambda: views.patch(in_itself(), in_itself()),
        lambda: views.apply_patch(deep(list), []),
        lambda: views.leaves(deep(lambda below: {"children": below or [{"action": 1}]})),
        lambda: views.apply_events({**choosing(2).view(), "more": deep(list)}, []),
    ):
        with pytest.raises(gpscore.UsageError, match="too deep in each other"):
            call()


def test_lists_that_lie_about_their_length_are_counted():
    assert views.patch(Lying([1, 2]), [1, 3]) == views.patch([1, 2], [1, 3])
    state = choosing(2)
    assert state.svg(arrows=[Lying([1, 2])]) == state.svg(arrows=[(1, 2)])
    with pytest.raises(TypeError, match=r"an arrow is \(from, to\)"):
        state.svg(arrows=[LyingPair((1,))])
    record = gpscore.GameRecord.from_state(state)
    lying = gpscore.GameRecord(state.game, Lying(record.plies))
    assert lying.replay() == state
    assert lying.to_text() == record.to_text()
    few = gpscore.GameRecord(state.game, record.plies, times=Lying([1]))
    with pytest.raises(gpscore.RecordError, match="1 times for 7 plies"):
        few.to_text()
    with pytest.raises(gpscore.UsageError, match="1 seats are given for 3 players"):
        gpscore.Table(gpscore.gps(3), seats=Sequence(["human"], 3).items)
    with pytest.raises(gpscore.UsageError, match="more than 3 seats are given for 3 players"):
        gpscore.Table(gpscore.gps(3), seats=itertools.repeat("human"))


def test_boards_are_made_of_what_their_parts_hold():
    class Dict(dict):
        def __len__(self):
            return 1

    def board(change):
        form = gpscore.SolarBoard.standard().to_dict()
        change(form)
        return form

    def cells(form, wrap):
        form["layers"]["disc1"]["rings"]["1"] = wrap(form["layers"]["disc1"]["rings"]["1"])

    standard = gpscore.SolarBoard.standard()
    assert gpscore.SolarBoard(board(lambda form: cells(form, Lying))) == standard
    for change, said in (
        (lambda form: cells(form, lambda row: Lying(row[:5])), "5 cells; a ring has 8"),
        (lambda form: form["planets"][3].update(name=Words("")), "1 to"),
        (
            lambda form: form["planets"][3].update(orbit=[Dict({"score": 1, "data": 1})]),
            "a reward is an object with one key",
        ),
    ):
        with pytest.raises(gpscore.BoardError, match=said):
            gpscore.SolarBoard(board(change))


def test_numbers_that_change_are_no_ply():
    state = choosing(2)
    plies = state.history
    player, action = plies[-1]
    record = gpscore.GameRecord(state.game, [*plies[:-1], (player, Changing(-5, action))])
    with pytest.raises(gpscore.RecordError, match="ply 6: the numbers of this ply are others each"):
        record.to_text()
    with pytest.raises(gpscore.RecordError, match="ply 6"):
        record.replay()


def test_seats_and_actions_of_a_table_are_told_by_their_type():
    table = gpscore.Table(gpscore.gps(2), seed=1)
    action = table.see(0).legal_actions()[0]
    before = (table.state.to_bytes(), table.seats, table.plies)
    for call in (
        lambda seat: table.act(seat, action),
        lambda seat: table.sit(seat, "steady"),
        lambda seat: table.retract(seat),
        lambda seat: table.undo(seat),
    ):
        for seat in (None, "0", 0.0, True):
            with pytest.raises(
                TypeError, match=f"seat must be an integer, not {type(seat).__name__}"
            ):
                call(seat)
    for wrong in (None, 3.5, b"1cw", [action], True):
        name = type(wrong).__name__
        for call in (lambda a: table.act(0, a), table.resolve, table.effect):
            with pytest.raises(TypeError, match=f"an action .* must be an integer, not {name}"):
                call(wrong)
        with pytest.raises(TypeError, match=f"an action must be an integer, not {name}"):
            table.state.apply(wrong, 0)
    with pytest.raises(TypeError, match="since must be an integer, not str"):
        table.act(0, action, since="now")
    assert (table.state.to_bytes(), table.seats, table.plies) == before
    assert table.act(np.int64(0), np.int64(action), since=np.int64(table.plies))


def test_arrays_of_a_batch_are_given_once():
    """Also by a mapping that has a name twice: all buffers are let go."""
    game = gpscore.gps(2)

    class Twice(Mapping):
        def __iter__(self):
            return iter(["rewards", "winners", "rewards"])

    for kind in (bytearray, np.zeros):
        rewards = bytearray(4 * 2 * 3) if kind is bytearray else np.zeros((3, 2), np.float32)
        winners = np.zeros(3, np.uint8)
        before = sys.getrefcount(rewards), sys.getrefcount(winners)
        if kind is bytearray:
            rewards = memoryview(rewards).cast("f", (3, 2))
            before = sys.getrefcount(rewards), before[1]
        with pytest.raises(gpscore.UsageError, match="out gives 'rewards' twice"):
            game.batch(3, out=Twice({"rewards": rewards, "winners": winners}))
        assert (sys.getrefcount(rewards), sys.getrefcount(winners)) == before
    rewards.resize((9, 2), refcheck=False)


if sys.platform == "linux":

    @pytest.mark.parametrize(
        "call", ["state.perft(2, threads=256)", "game.batch(9999, threads=99)"]
    )
    def test_threads_that_the_system_does_not_give(call):
        code = f"""if True:
            import pathlib, resource, gpscore
            game = gpscore.gps(2)
            state = game.initial_state()
            # Memory for some stacks: of threads root may have any number.
            used = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
            most = used * resource.getpagesize() + (64 << 20)
            resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
            try:
                {call}
            except gpscore.UsageError as error:
                print(error)
        """
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
        )
        assert re.fullmatch(r"the system gives no \d+ threads now; ask for fewer\n", done.stdout), (
            done.stderr
        )

    def test_ctrl_c_is_heard_with_many_threads():
        code = """if True:
            import signal, threading, time, gpscore
            state = gpscore.gps(1, spaces=64, satellites=16).initial_state()
            solar = gpscore.solar(2).initial_state()
            for call in (
                lambda: state.playout("greedy", 10**7, turn_cap=0, threads=256),
                lambda: state.perft(40, threads=256),
                lambda: solar.playout("steady", 10**7, threads=256),
            ):
                threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
                start = time.perf_counter()
                try:
                    call()
                except KeyboardInterrupt:
                    print("heard", time.perf_counter() - start < 5)
        """
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=90, check=False
        )
        assert done.stdout == 3 * "heard True\n", done.stderr
