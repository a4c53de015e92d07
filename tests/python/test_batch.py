"""Batches: each array after each step is what single states and the documented draws give."""

import copy
import pickle

import numpy as np
import pytest

import gpscore
from oracle.batch_twin import BatchTwin, logit_choice

AUTORESETS = ("next_step", "same_step", "disabled")
ARRAYS = (
    "legal_mask", "rewards", "terminated", "truncated", "winners", "to_act", "faults",
)  # fmt: skip

# Small games end, large ones hold every field; of all the options each is somewhere.
GPS = {
    "one": {"players": 1},
    "two": {"players": 2, "spaces": 5, "satellites": 3, "face_up": 2},
    "three": {"players": 3},
    "match": {"players": 2, "spaces": 4, "satellites": 2, "face_up": 2, "wins": 2},
    "long match": {
        "players": 4,
        "spaces": 3,
        "satellites": 2,
        "face_up": 1,
        "wins": 5,
        "turn_limit": 40,
    },
    "five": {"players": 5, "spaces": 64, "satellites": 16, "face_up": 16},
    "largest": {"players": 5, "spaces": 17, "satellites": 16, "face_up": 1, "turn_limit": 30},
    "biased": {"players": 3, "spaces": 6, "satellites": 4, "spin_weights": [1, 0, 2, 3, 0, 5]},
    "heavy": {
        "players": 2,
        "spaces": 7,
        "satellites": 3,
        "spin_weights": [2**20 + i for i in range(7)],
    },
}
SOLAR = {
    "solar": {"players": 2},
    "alone": {"players": 1, "rounds": 1},
    "short": {"players": 4, "rounds": 2, "pluto": [True, False, True, True]},
    "organisations": {
        "players": 4,
        "organisations": ["orbital_dynamics", "turing", "helion", "xenolab"],
        "rounds": 3,
    },
    "others": {
        "players": 3,
        "organisations": ["fenwick", "sentinel", None],
        "trace_points": 3,
        "push_tech2": False,
    },
}
GAMES = {name: gpscore.gps(**options) for name, options in GPS.items()}
GAMES |= {name: gpscore.solar(**options) for name, options in SOLAR.items()}
TABLE = list(GAMES)


def kernels(game):
    return game.batch_kernels


def same(batch, twin, observed=None):
    for name in ARRAYS:
        got, expected = getattr(batch, name), getattr(twin, name)
        assert got.dtype == expected.dtype, name
        assert got.shape == expected.shape, name
        assert got.tolist() == expected.tolist(), name
    if observed:
        show = [lane for lane in twin.lanes if lane.stage != 3]
        at = [lane.number for lane in show]
        expected = twin.observations([lane.seen() for lane in show], observed)
        assert batch.observations.dtype == expected.dtype
        assert batch.observations[at].tolist() == expected.tolist()
        ended = [i for i in range(len(batch)) if batch.terminated[i] or batch.truncated[i]]
        if batch.final_observations is not None and ended:
            finals = twin.observations([twin.lanes[i].final for i in ended], observed)
            assert batch.final_observations[ended].tolist() == finals.tolist()


# ---- Against the twin ---------------------------------------------------------------------------


@pytest.mark.parametrize("autoreset", AUTORESETS)
@pytest.mark.parametrize("name", TABLE)
def test_every_array_after_every_step(name, autoreset):
    game = GAMES[name]
    for number, kernel in enumerate(kernels(game)):
        options = {"seed": 2**63 + 5, "autoreset": autoreset, "max_turns": (0, 13)[number % 2]}
        check_steps(game, 67, 28, options, kernel)


@pytest.mark.parametrize("name", TABLE)
def test_games_are_truncated(name):
    game = GAMES[name]
    for kernel in kernels(game):
        for autoreset, cap in (("next_step", 1), ("same_step", 2), ("disabled", 5)):
            options = {"seed": 3, "autoreset": autoreset, "max_turns": cap, "first_lane": 1000}
            batch = check_steps(game, 5, 12, options, kernel)
            stats = batch.play(300)
            assert stats.games >= 5
            assert stats.turns <= cap * stats.games
            assert autoreset != "disabled" or (batch.truncated | batch.terminated).all()


def check_steps(game, n, steps, options, kernel):
    """A batch and its twin side by side, with illegal actions and resets now and then."""
    rng = np.random.default_rng(n + steps)
    observed = ("uint8", "float32")[n % 2]
    batch = game.batch(n, kernel=kernel, observations=observed, threads=1 + n % 3, **options)
    twin = BatchTwin(game, n, **options)
    same(batch, twin, observed)
    for step in range(steps):
        drawn = batch.sample()
        assert drawn.dtype == np.uint8
        assert drawn.tolist() == twin.sample().tolist()
        actions = drawn.astype((np.uint8, np.int32, np.int64)[step % 3])
        if step % 7 == 3:
            flat = actions.reshape(-1)
            flat[rng.integers(len(flat), size=2)] = rng.integers(0, 256, size=2)
            if actions.dtype != np.uint8:
                flat[rng.integers(len(flat))] = rng.choice([-1, 256, 2**31 - 1])
        batch.step(actions)
        twin.step(actions)
        same(batch, twin, observed)
        if step % 11 == 10:
            mask = rng.random(n) < 0.2
            batch.reset(mask)
            twin.reset(mask)
            same(batch, twin, observed)
    batch.reset()
    twin.reset()
    same(batch, twin, observed)
    return batch


@pytest.mark.parametrize("name", TABLE)
def test_playing_inside_is_sampling_and_stepping(name):
    game = GAMES[name]
    for kernel in kernels(game):
        for autoreset in AUTORESETS:
            options = {"seed": 11, "autoreset": autoreset, "max_turns": 9}
            batch = game.batch(70, kernel=kernel, threads=2, **options)
            other = game.batch(70, kernel=kernel, **options)
            twin = BatchTwin(game, 70, **options)
            out = np.zeros(other.sample().shape, np.uint8)
            for steps in (0, 1, 2, 5):
                assert batch.play(steps) == twin.play(steps)
                for _ in range(steps):
                    drawn = other.sample()
                    other.step_random(out)
                    assert out.tolist() == drawn.tolist()
                same(batch, twin)
                same(other, twin)


@pytest.mark.parametrize("name", TABLE)
def test_a_lane_is_the_same_in_every_batch(name):
    """Whatever n, first_lane, threads, kernel and the portions of play."""
    game = GAMES[name]
    whole = game.batch(200, seed=8, max_turns=7, observations="uint8")
    whole.play(25)
    for kernel in kernels(game):
        for first, n, threads in ((0, 200, 3), (64, 136, 4), (0, 1, 2), (199, 1, 1), (77, 99, 2)):
            part = game.batch(
                n, seed=8, max_turns=7, observations="uint8", first_lane=first, threads=threads,
                kernel=kernel,
            )  # fmt: skip
            for steps in (1, 0, 20, 4):
                part.play(steps)
            for array in (*ARRAYS, "observations"):
                lanes = getattr(whole, array)[first : first + n]
                assert (getattr(part, array) == lanes).all(), (array, first)


@pytest.mark.parametrize("policy", gpscore.POLICIES)
@pytest.mark.parametrize("name", TABLE)
def test_kernels_and_threads_play_alike(name, policy):
    game = GAMES[name]
    results = []
    for kernel in kernels(game):
        for threads in (1, 2, 3):
            batch = game.batch(150, seed=5, max_turns=20, threads=threads, kernel=kernel)
            results.append((batch.play(30, policy), batch.save()))
    assert all(result == results[0] for result in results)
    assert results[0][0].decisions > 0


@pytest.mark.parametrize("name", ["two", "three", "biased"])
def test_good_players_win_more_games(name):
    game = GAMES[name]
    stats = [game.batch(256, seed=2, max_turns=60).play(60, policy) for policy in gpscore.POLICIES]
    ended = [one.games - one.truncated for one in stats]
    assert ended[0] <= ended[1] <= ended[2]
    assert ended[2] > 0
    for one in stats:
        assert sum(one.wins) >= one.games - one.truncated >= one.shared


# ---- Logits -------------------------------------------------------------------------------------


def bits_of(mask):
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


@pytest.mark.parametrize("name", TABLE)
def test_actions_by_logits(name):
    game = GAMES[name]
    rng = np.random.default_rng(1)
    special = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, 0, -0.0, 1e-40], np.float32)
    for kernel in kernels(game):
        batch = game.batch(66, seed=6, max_turns=5, kernel=kernel, threads=2)
        other = game.batch(66, seed=6, max_turns=5)
        twin = BatchTwin(game, 66, seed=6, max_turns=5)
        for step in range(12):
            logits = rng.normal(0, 4, batch.legal_mask_bool().shape).astype(np.float32)
            if step % 3 == 2:
                where = rng.random(logits.shape) < 0.5
                logits[where] = rng.choice(special, where.sum())
            drawn = batch.sample(logits=logits)
            for lane in twin.lanes:
                for player in range(game.players):
                    joint = twin.draws.joint
                    at = (lane.number, player) if joint else (lane.number,)
                    if player in lane.to_act:
                        bits = bits_of(lane.mask(player))
                        number = twin.draws.bits(lane.state, player, lane.key, lane.draws)
                        assert drawn[at] in logit_choice(logits[at], bits, number)
                    elif joint or not lane.to_act:
                        assert drawn[at] == 255
            out = np.zeros_like(drawn)
            other.step_random(out, logits=logits)
            assert out.tolist() == drawn.tolist()
            batch.step(drawn)
            twin.step(drawn)
            same(batch, twin)
            same(other, twin)


def test_chances_by_logits_are_the_softmax():
    game = gpscore.gps(1, spaces=64, satellites=16, face_up=16)
    batch = game.batch(60_000, seed=4)
    logits = np.tile(np.linspace(-3, 2, 32, dtype=np.float32), (60_000, 1, 1))
    drawn = batch.sample(logits=logits)[:, 0]
    legal = batch.legal_mask_bool()[:, 0]
    assert (legal == legal[0]).all()
    chances = np.where(legal[0], np.exp(logits[0, 0]), 0)
    chances /= chances.sum()
    counts = np.bincount(drawn, minlength=32)
    expected = chances * 60_000
    assert ((counts - expected) ** 2 / np.where(legal[0], expected, 1)).sum() < 50


# ---- Faults -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLE)
def test_faults_say_what_single_states_say(name):
    game = GAMES[name]
    for kernel in kernels(game):
        batch = game.batch(65, seed=1, kernel=kernel)
        twin = BatchTwin(game, 65, seed=1)
        batch.play(4)
        twin.play(4)
        actions = batch.sample()
        flat = actions.reshape(65, -1)
        for lane in range(64):
            flat[lane, lane % flat.shape[1]] = (7 * lane) % 256
        before = [batch.state(lane) for lane in range(65)]
        batch.step(actions)
        twin.step(actions)
        same(batch, twin)
        stopped = np.flatnonzero(batch.faults)
        assert len(stopped) > 20
        for lane in range(65):
            error, expected = batch.fault(lane), twin.lanes[lane].error
            assert (error is None) == (lane not in stopped) == (expected is None)
            if error is None:
                continue
            assert isinstance(error, gpscore.IllegalActionError)
            assert error.code == batch.faults[lane]
            fields = ("code", "reason", "rule", "operands")
            assert all(getattr(error, one) == getattr(expected, one) for one in fields)
            assert str(error).startswith(f"lane {lane}: ")
            assert batch.state(lane) == before[lane]
        saved = batch.save()
        batch.step(batch.sample())
        for lane in stopped:
            assert batch.state(lane) == before[lane]
        assert game.load_batch(saved).fault(stopped[0]).args == batch.fault(stopped[0]).args
        batch.reset(batch.faults != 0)
        assert not batch.faults.any()
        assert all(batch.fault(lane) is None for lane in range(65))


def test_numbers_that_are_no_index_stop_their_lane():
    game = gpscore.gps(2)
    for number, dtype in (
        (-1, np.int32),
        (2**31 - 1, np.int32),
        (-(2**63), np.int64),
        (2**32, np.int64),
        (256, np.int64),
        (255, np.uint8),
        (32, np.uint8),
    ):
        batch = game.batch(3)
        actions = batch.sample().astype(dtype)
        actions[1, 1] = number
        batch.step(actions)
        assert (batch.faults != 0).tolist() == [False, True, False]
        assert batch.fault(1).reason == "illegal_index"
        assert "index" in str(batch.fault(1))


# ---- Single lanes, copies, bytes ----------------------------------------------------------------


@pytest.mark.parametrize("autoreset", AUTORESETS)
@pytest.mark.parametrize("name", TABLE)
def test_saved_and_cloned_batches_go_on_alike(name, autoreset):
    game = GAMES[name]
    for kernel in kernels(game):
        for observations in (None, "uint8", "float32"):
            batch = game.batch(
                70, seed=9, autoreset=autoreset, max_turns=6, observations=observations,
                kernel=kernel, first_lane=3,
            )  # fmt: skip
            arrays = [n for n in (*ARRAYS, "observations", "final_observations")
                      if getattr(batch, n) is not None]  # fmt: skip
            for step in range(9):
                actions = batch.sample()
                actions[step] = 31
                batch.step(actions)
                if step % 4 != 2:
                    continue
                saved = batch.save()
                others = [
                    batch.clone(), copy.copy(batch), copy.deepcopy(batch),
                    pickle.loads(pickle.dumps(batch)),
                    *(game.load_batch(saved, kernel=k, threads=2) for k in kernels(game)),
                ]  # fmt: skip
                for other in others:
                    assert other.save() == saved
                    for options in ("seed", "autoreset", "max_turns", "first_lane"):
                        assert getattr(other, options) == getattr(batch, options)
                    for array in arrays:
                        assert (getattr(other, array) == getattr(batch, array)).all(), array
                reference = batch.clone()
                reference.play(15)
                for other in others:
                    other.play(15)
                    assert other.save() == reference.save()
                    for array in arrays:
                        same_now = getattr(other, array) == getattr(reference, array)
                        assert same_now.all(), array
                assert batch.save() == saved  # nobody else's doing


@pytest.mark.parametrize("name", TABLE)
def test_states_in_and_out(name):
    game = GAMES[name]
    for kernel in kernels(game):
        batch = game.batch(66, seed=4, max_turns=9, kernel=kernel, observations="uint8")
        twin = BatchTwin(game, 66, seed=4, max_turns=9)
        for number in range(0, 20, 2):
            state = reached(game, number)
            if state.is_terminal:
                continue
            for lane in (number, 65):
                if ends_by_chance(state):
                    with pytest.raises(gpscore.UsageError, match="nobody chooses"):
                        batch.set_state(lane, state)
                    continue
                batch.set_state(lane, state)
                twin.lanes[lane].set_state(state)
                assert batch.state(lane) == twin.lanes[lane].state
            same(batch, twin, "uint8")
            actions = batch.sample()
            assert actions.tolist() == twin.sample().tolist()
            batch.step(actions)
            twin.step(actions)
            same(batch, twin, "uint8")
            for lane in range(66):
                assert batch.state(lane) == twin.lanes[lane].state


def ends_by_chance(state):
    """Whether nobody chooses behind the chance that is due."""
    state = state.clone()
    while state.is_chance:
        state.resolve_chance(1)
    return state.is_terminal


def reached(game, number):
    """A position of its own for each number: chance due, open choices, or in between."""
    state = game.initial_state()
    rng = np.random.default_rng(number)
    for _ in range(3 * number):
        if state.is_terminal:
            break
        if state.is_chance:
            state.resolve_chance(number)
            continue
        player = int(rng.choice(state.to_act))
        state.apply(state.choose("uniform", player, seed=number), player)
    return state


def test_states_that_cannot_go_in():
    game = gpscore.gps(2, spaces=5, satellites=3, face_up=2, turn_limit=3)
    batch = game.batch(3, seed=1)
    saved = batch.save()
    for state, words in (
        (gpscore.gps(2).initial_state(), "other rules"),
        (gpscore.solar(2).initial_state(), "other rules"),
        (next(s for s in (reached(game, n) for n in range(9)) if s.is_terminal), "nobody chooses"),
    ):
        with pytest.raises(gpscore.UsageError, match=words):
            batch.set_state(1, state)
    for state in (None, "spin - 0", 5, game, batch):
        with pytest.raises(TypeError, match="a State"):
            batch.set_state(1, state)
    for lane in (3, -1, 2**70):
        for call in (batch.state, batch.fault, lambda i: batch.set_state(i, game.initial_state())):
            with pytest.raises(
                gpscore.UsageError, match=f"there is no lane {lane}; the lanes are 0 to 2"
            ):
                call(lane)
    for lane in (None, 1.0, "1", True):
        with pytest.raises(TypeError, match="lane must be an integer"):
            batch.state(lane)
    assert batch.save() == saved


def test_damaged_bytes_are_refused():
    game = gpscore.gps(2, spaces=5, satellites=3, face_up=2)
    batch = game.batch(3, seed=1, autoreset="same_step", observations="float32", max_turns=2)
    batch.play(2)
    saved = batch.save()
    assert game.load_batch(bytearray(saved)).save() == saved
    for at in range(len(saved)):
        with pytest.raises(gpscore.Error):
            game.load_batch(saved[:at])
    for at in range(len(saved)):
        for bit in (0, 7):
            damaged = bytearray(saved)
            damaged[at] ^= 1 << bit
            with pytest.raises((gpscore.FormatError, gpscore.UsageError)):
                game.load_batch(damaged)
    for other in (gpscore.gps(3), gpscore.gps(2), gpscore.solar(2)):
        with pytest.raises(gpscore.FormatError, match="other rules"):
            other.load_batch(saved)
    with pytest.raises(gpscore.FormatError, match="GPSB"):
        game.load_batch(b"GPSC" + saved[4:])
    with pytest.raises(gpscore.FormatError, match="bytes were given; this batch has"):
        game.load_batch(saved + b"x")
    with pytest.raises(gpscore.FormatError, match="version 9"):
        game.load_batch(saved[:4] + b"\x09" + saved[5:])
    for data in (None, "GPSB", 5, [1, 2]):
        with pytest.raises(TypeError, match="bytes-like"):
            game.load_batch(data)
    with pytest.raises(gpscore.UsageError, match="contiguous"):
        game.load_batch(memoryview(saved)[::2])


def resummed(data):
    """With the checksum that its bytes should have: include/gpscore/random.h's mix over words."""
    from oracle.batch_twin import mix

    body = bytes(data[:-8])
    total = len(body)
    for at in range(0, len(body) - 7, 8):
        total = mix(total ^ int.from_bytes(body[at : at + 8], "little"))
    rest = body[len(body) // 8 * 8 :]
    return body + mix(total ^ int.from_bytes(rest, "little")).to_bytes(8, "little")


def test_forged_bytes_are_refused_or_are_a_batch():
    game = gpscore.gps(2, spaces=5, satellites=3, face_up=2)
    batch = game.batch(3, seed=1, max_turns=2)
    batch.play(2)
    saved = batch.save()
    assert resummed(saved) == saved
    rng = np.random.default_rng(3)
    loaded = 0
    for _ in range(3000):
        forged = bytearray(saved)
        for _ in range(rng.integers(1, 3)):
            forged[rng.integers(len(saved) - 8)] = rng.integers(256)
        try:
            other = game.load_batch(resummed(forged))
        except (gpscore.FormatError, gpscore.UsageError, gpscore.PositionError):
            continue
        loaded += 1
        other.play(5)
        assert game.load_batch(other.save()).save() == other.save()
    assert loaded > 50
