"""Batches called wrongly, by two at once, or interrupted: clear errors, clean stops."""

import gc
import importlib.util
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import tracemalloc

import numpy as np
import pytest

import gpscore

GAME = gpscore.gps(2, spaces=12, satellites=4, face_up=2)
ARRAYS = {
    "legal_mask": np.uint32,
    "rewards": np.float32,
    "terminated": np.bool_,
    "truncated": np.bool_,
    "winners": np.uint8,
    "to_act": np.uint8,
    "faults": np.uint16,
    "observations": np.uint8,
    "final_observations": np.uint8,
}


def shapes(n, players=2):
    """The shape of each array of a batch of n lanes of GPS."""
    return {
        "legal_mask": (n, players),
        "rewards": (n, players),
        **dict.fromkeys(("terminated", "truncated", "winners", "to_act", "faults"), (n,)),
        "observations": (n, players, 96),
        "final_observations": (n, players, 96),
    }


def full(n, **options):
    return GAME.batch(
        n, seed=3, autoreset="same_step", observations="uint8", max_turns=4, **options
    )


def arrays_of(batch):
    return {name: getattr(batch, name).tobytes() for name in ARRAYS}


# ---- Options ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, 2**63, -(2**70), 10**30])
def test_numbers_of_lanes_that_cannot_be(n):
    with pytest.raises(gpscore.UsageError, match=r"it must be 1 to 4294967296") as caught:
        GAME.batch(n)
    assert caught.value.reason == "batch_lanes"
    assert caught.value.operands[0] == n


@pytest.mark.parametrize("n", [None, 1.0, "3", True, [3], np.float32(3)])
def test_numbers_of_lanes_are_integers(n):
    with pytest.raises(TypeError, match="n must be an integer"):
        GAME.batch(n)


def test_more_lanes_than_memory():
    before = GAME.batch(1).save()
    for n in (2**32, 2**31):
        with pytest.raises(MemoryError, match=f"no memory for {n} lanes: [0-9]+ bytes are needed"):
            gpscore.gps(5).batch(n, observations="float32")
    assert GAME.batch(1).save() == before


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"autoreset": "never"}, gpscore.UsageError, "autoreset is 'never'; it must be one of"),
        ({"autoreset": None}, gpscore.UsageError, "autoreset is None"),
        ({"autoreset": 1}, TypeError, "autoreset must be a str, not int"),
        ({"observations": "int8"}, gpscore.UsageError, "one of None, 'uint8', 'float32'"),
        ({"observations": np.uint8}, TypeError, "observations must be a str"),
        ({"kernel": "sse"}, gpscore.UsageError, "kernel is 'sse'"),
        ({"kernel": "neon" if "neon" not in GAME.batch_kernels else "avx2"}, gpscore.UsageError,
         "there is no kernel .* here"),
        ({"kernel": 0}, TypeError, "kernel must be a str"),
        ({"threads": 0}, gpscore.UsageError, "threads is 0; it must be 1 to 256"),
        ({"threads": -3}, gpscore.UsageError, "threads is -3"),
        ({"threads": 257}, gpscore.UsageError, "threads is 257"),
        ({"threads": None}, TypeError, "threads must be an integer"),
        ({"max_turns": -1}, gpscore.UsageError, "max_turns is -1"),
        ({"max_turns": 2**32}, gpscore.UsageError, "max_turns is 4294967296"),
        ({"max_turns": 2**80}, gpscore.UsageError, str(2**80)),
        ({"first_lane": -1}, gpscore.UsageError, "first_lane is -1; with 5 lanes"),
        ({"first_lane": 2**63 - 5}, gpscore.UsageError, f"it must be 0 to {2**63 - 6}"),
        ({"first_lane": 2**90}, gpscore.UsageError, f"first_lane is {2**90}"),
        ({"seed": -1}, gpscore.UsageError, "the seed must be"),
        ({"seed": 2**64}, gpscore.UsageError, "the seed must be"),
        ({"seed": "x"}, TypeError, "seed must be an integer"),
        ({"out": []}, TypeError, "out must be a mapping"),
        ({"out": {"legal": np.zeros(5)}}, gpscore.UsageError, "no array 'legal' here; there are"),
        ({"out": {7: np.zeros(5)}}, gpscore.UsageError, "no array 7 here"),
        ({"out": {"observations": np.zeros(5)}}, gpscore.UsageError, "no array 'observations'"),
    ],
)  # fmt: skip
def test_options_that_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        GAME.batch(5, **options)
    if set(options) <= {"threads", "kernel", "out"}:
        with pytest.raises(error, match=words):
            GAME.load_batch(GAME.batch(5).save(), **options)


def test_the_last_lanes_there_are():
    batch = GAME.batch(5, first_lane=2**63 - 6, seed=2**64 - 1, max_turns=2**32 - 1)
    batch.play(100)
    assert (batch.first_lane, batch.seed, batch.max_turns) == (2**63 - 6, 2**64 - 1, 2**32 - 1)
    assert GAME.load_batch(batch.save()).save() == batch.save()


def test_what_a_batch_is():
    batch = full(130, threads=3, first_lane=7)
    assert (len(batch), batch.seed, batch.first_lane, batch.threads) == (130, 3, 7, 3)
    assert (batch.autoreset, batch.max_turns, batch.game) == ("same_step", 4, GAME)
    assert batch.kernel in GAME.batch_kernels
    assert batch.observation_hash == GAME.observation_hash == gpscore.gps(5).observation_hash
    assert repr(batch) == f"<Batch of 130 lanes of {GAME!r}, seed=3>"
    for name, shape in shapes(130).items():
        array = getattr(batch, name)
        assert (array.shape, array.dtype) == (shape, ARRAYS[name])
        assert array is getattr(batch, name)
        assert array.flags.c_contiguous
        assert array.flags.writeable
        assert array.ctypes.data % 64 == 0
    plain = GAME.batch(3)
    assert plain.observations is None
    assert plain.final_observations is None
    assert GAME.batch(3, observations="uint8").final_observations is None
    for make in (gpscore.Batch, object.__new__):
        with pytest.raises(TypeError):
            make() if make is gpscore.Batch else make(gpscore.Batch)


def test_embedded_games_have_a_host_whom_no_batch_plays():
    game = gpscore.solar(2, embedded=True)
    with pytest.raises(gpscore.UsageError, match="an embedded game needs its host") as caught:
        game.batch(3)
    assert caught.value.reason == "batch_host"
    with pytest.raises(gpscore.Error):
        game.load_batch(gpscore.solar(2).batch(3).save())


def test_arrays_of_the_solar_system():
    for players in range(1, 5):
        game = gpscore.solar(players)
        batch = game.batch(70, autoreset="same_step", observations="float32")
        size = game.observation_schema["size"]
        expected = {
            "legal_mask": ((70, 4), np.uint64),
            "rewards": ((70, players), np.float32),
            "observations": ((70, size), np.float32),
            "final_observations": ((70, size), np.float32),
        }
        for name, dtype in ARRAYS.items():
            shape, dtype = expected.get(name, ((70,), dtype))
            array = getattr(batch, name)
            assert (array.shape, array.dtype) == (shape, dtype)
        assert batch.sample().shape == (70,)
        mask = batch.legal_mask_bool()
        assert mask.shape == (70, 256)
        whole = [int.from_bytes(row.tobytes(), "little") for row in batch.legal_mask]
        assert [[one >> i & 1 for i in range(256)] for one in whole] == mask.tolist()
        assert batch.sample(logits=np.zeros((70, 256), np.float32)).shape == (70,)
        for wrong in (np.zeros((70, players), np.uint8), np.zeros((70, 1), np.uint8)):
            with pytest.raises(gpscore.UsageError, match=r"it must be \(70,\)"):
                batch.step(wrong)


def test_memory_per_lane_is_the_state_the_mask_and_the_outputs():
    """The state of single games has a hash and history besides, and room for five players."""
    for players in range(1, 6):
        game = gpscore.gps(players)
        outputs = sum(getattr(game.batch(1), name).nbytes for name in list(ARRAYS)[:7]) + 2
        for kernel in game.batch_kernels:
            per_lane = game.batch(6400, kernel=kernel).nbytes / 6400
            assert per_lane <= 40 + 32 * players + outputs
    game = gpscore.solar(4)
    outputs = sum(getattr(game.batch(1), name).nbytes for name in list(ARRAYS)[:7]) + 2
    for kernel in game.batch_kernels:
        # A state of 240, its mask, and 32 for key and counters.
        assert game.batch(6400, kernel=kernel).nbytes / 6400 <= 240 + 32 + 32 + outputs


# ---- Arrays that are given ----------------------------------------------------------------------


def wrong_arrays(shape, dtype):
    """Arrays like one that would do, each wrong in its own way: array, error, words."""
    good = np.zeros(shape, dtype)
    longer = np.zeros((shape[0] + 1, *shape[1:]), dtype)
    readonly = good.copy()
    readonly.flags.writeable = False
    cases = [
        (longer, gpscore.UsageError, re.escape(f"shape {longer.shape}; it must be {shape}")),
        (good[None], gpscore.UsageError, "has the shape"),
        (np.repeat(longer, 2, 0)[::2][: shape[0]], gpscore.UsageError, "C-contiguous"),
        (good.astype(np.complex64), TypeError, "must be an array of"),
        (good.astype(object), TypeError, "must be an array of"),
        (good.astype("S1"), TypeError, "must be an array of"),
        (good.tolist(), TypeError, "not list"),
        (None, TypeError, "not NoneType"),
        ("x" * 9, TypeError, "not str"),
        (5, TypeError, "not int"),
    ]  # fmt: skip
    if good.ndim > 1:
        cases.append((np.asfortranarray(good), gpscore.UsageError, "C-contiguous"))
    if good.itemsize > 1:
        cases.append((good.astype(good.dtype.newbyteorder()), TypeError, "must be an array of"))
        skewed = np.zeros(good.nbytes + 1, np.uint8)[1:].view(dtype).reshape(shape)
        cases.append((skewed, gpscore.UsageError, "aligned"))
    return good, readonly, cases


@pytest.mark.parametrize("name", ARRAYS)
def test_out_arrays_that_are_refused(name):
    shape, dtype = shapes(70)[name], ARRAYS[name]
    good, readonly, cases = wrong_arrays(shape, dtype)
    cases.append((readonly, gpscore.UsageError, "writable"))
    others = {np.uint8: np.int8, np.bool_: np.int8}
    cases.append((good.astype(others.get(dtype, np.uint8)), TypeError, "must be an array of"))
    for array, error, words in cases:
        before = array.tobytes() if isinstance(array, np.ndarray) else None
        with pytest.raises(error, match=words) as caught:
            full(70, out={name: array})
        assert name in str(caught.value)
        assert before is None or array.tobytes() == before


def test_out_arrays_are_written():
    arrays = {name: np.full(shape, 1, ARRAYS[name]) for name, shape in shapes(70).items()}
    batch, own = full(70, out=arrays, threads=2), full(70)
    for _ in range(9):
        for name, array in arrays.items():
            assert getattr(batch, name) is array
            if name != "final_observations":
                assert array.tobytes() == getattr(own, name).tobytes()
        batch.step_random()
        own.step_random()
    assert batch.save() == own.save()
    loaded = np.zeros((70, 2), np.uint32)
    assert GAME.load_batch(batch.save(), out={"legal_mask": loaded}).legal_mask is loaded
    assert loaded.tolist() == batch.legal_mask.tolist()
    clone = batch.clone()
    clone.play(3)
    assert all(getattr(batch, name) is array for name, array in arrays.items())
    assert own.save() == batch.save() != clone.save()


def test_out_arrays_of_any_kind():
    """Whatever has a buffer; bytes do for bools."""
    flags, winners = bytearray(5), memoryview(bytearray(5))
    rewards = np.zeros((2, 5, 2), np.float32)
    batch = GAME.batch(5, seed=1, max_turns=1, out={
        "truncated": flags, "winners": winners, "rewards": rewards[1],
    })  # fmt: skip
    batch.step_random()
    assert flags == b"\x01" * 5
    assert batch.truncated is flags
    assert not rewards.any()
    with pytest.raises(BufferError):
        flags.append(1)  # held by the batch
    del batch
    flags.append(1)


def test_arrays_that_overlap():
    block = np.zeros(1000, np.uint8)
    with pytest.raises(gpscore.UsageError, match=r"out\['winners'\] and out\['to_act'\] overlap"):
        GAME.batch(70, out={"to_act": block[:70], "winners": block[69:139]})
    GAME.batch(70, out={"to_act": block[:70], "winners": block[70:140]})
    batch = GAME.batch(70, out={"winners": block[:70]})
    for actions in (block[69:209].reshape(70, 2), block[:140].reshape(70, 2)):
        for call in (batch.step, batch.sample, batch.step_random):
            with pytest.raises(gpscore.UsageError, match="overlaps winners of the batch"):
                call(actions)
    with pytest.raises(gpscore.UsageError, match="overlaps legal_mask of the batch"):
        batch.step(batch.legal_mask.view(np.int32))
    with pytest.raises(gpscore.UsageError, match="overlaps terminated of the batch"):
        batch.reset(batch.terminated)
    logits = np.zeros((70, 2, 32), np.float32)
    with pytest.raises(gpscore.UsageError, match="out overlaps the logits"):
        batch.sample(logits.view(np.uint8).reshape(-1)[-140:].reshape(70, 2), logits=logits)


@pytest.mark.parametrize(
    "call", ["step", "sample", "step_random", "reset", "legal_mask_bool", "logits"]
)
def test_arrays_of_calls_that_are_refused(call):
    batch = full(70)
    shape, dtype = {
        "reset": ((70,), np.bool_),
        "legal_mask_bool": ((70, 2, 32), np.bool_),
        "logits": ((70, 2, 32), np.float32),
    }.get(call, ((70, 2), np.uint8))
    good, readonly, cases = wrong_arrays(shape, dtype)
    run = {
        "logits": lambda array: (batch.sample(logits=array), batch.step_random(logits=array)),
    }.get(call) or getattr(batch, call)
    if call in ("sample", "step_random", "legal_mask_bool"):
        cases.append((readonly, gpscore.UsageError, "writable"))
    for other in (np.int8, np.int16, np.float64, np.uint32):
        cases.append((good.astype(other), TypeError, "must be an array of"))
    before = batch.save(), arrays_of(batch)
    for array, error, words in cases:
        if array is None and call != "step":
            continue  # as if nothing was given
        held = array.tobytes() if isinstance(array, np.ndarray) else None
        with pytest.raises(error, match=words):
            run(array)
        assert (batch.save(), arrays_of(batch)) == before
        assert held is None or array.tobytes() == held
    run(good)
    if call in ("step", "reset", "logits"):
        run(readonly)


def test_masks_as_bools():
    batch = gpscore.gps(3).batch(70, threads=2)
    mask = batch.legal_mask_bool()
    assert mask.dtype == np.bool_
    assert mask.shape == (70, 3, 32)
    bits = (batch.legal_mask[..., None] >> np.arange(32, dtype=np.uint32)) & 1
    assert (mask == bits).all()
    out = np.full(mask.shape, 7, np.uint8)
    assert batch.legal_mask_bool(out) is out
    assert (out == bits).all()


def test_numbers_of_steps():
    batch = GAME.batch(3)
    saved = batch.save()
    for steps in (-1, -(2**70)):
        with pytest.raises(gpscore.UsageError, match="steps is -"):
            batch.play(steps)
    for steps in (1.0, None, "1", True):
        with pytest.raises(TypeError, match="steps must be an integer"):
            batch.play(steps)
    for policy, error in (
        ("best", gpscore.UsageError),
        (None, TypeError),
        (["steady"] * 2, TypeError),
    ):
        with pytest.raises(error):
            batch.play(1, policy)
    assert batch.play(0) == (0, 0, 0, 0, (0, 0), 0)
    assert batch.save() == saved


# ---- Memory that is shared ----------------------------------------------------------------------


def test_what_is_written_into_arrays_changes_no_game():
    for kernel in GAME.batch_kernels:
        for autoreset in ("next_step", "same_step", "disabled"):
            options = {
                "seed": 3,
                "autoreset": autoreset,
                "observations": "uint8",
                "max_turns": 3,
                "kernel": kernel,
            }
            batch, calm = GAME.batch(70, **options), GAME.batch(70, **options)
            for step in range(12):
                actions = calm.sample()
                actions[step] = 31
                if step % 2:
                    calm.step(actions)
                    batch.step(actions)
                else:
                    assert calm.play(2) == batch.play(2)
                for name in ARRAYS:
                    if getattr(calm, name) is None or name == "final_observations":
                        continue
                    expected = getattr(calm, name)
                    if name != "observations":
                        at = calm.faults == 0  # a lane that stopped is not written again
                        expected, got = expected[at], getattr(batch, name)[at]
                        assert (got == expected).all(), (name, kernel)
                    getattr(batch, name).view(np.uint8)[...] = 255 - step
                # States are those of the lanes, whatever the arrays say.
                assert all(batch.state(lane) == calm.state(lane) for lane in range(0, 70, 9))


def test_arrays_outlive_their_batch():
    batch = full(300)
    batch.play(3)
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    before = {name: array.tobytes() for name, array in arrays.items()}
    del batch
    gc.collect()
    for _ in range(5):
        full(300).play(2)
    assert {name: array.tobytes() for name, array in arrays.items()} == before
    for array in arrays.values():
        array.view(np.uint8)[...] = 0


class OnlyDLPack:
    """An array of another library: no buffer, but the protocol."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class ElsewhereDLPack(OnlyDLPack):
    def __dlpack_device__(self):
        return (2, 0)  # CUDA

    def __dlpack__(self, **options):
        raise BufferError("this is in the memory of a graphics card")


def test_dlpack_in_and_out():
    batch, other = GAME.batch(70, seed=2), GAME.batch(70, seed=2)
    seen = np.from_dlpack(OnlyDLPack(batch.legal_mask))
    assert np.shares_memory(seen, batch.legal_mask)
    for dtype in (np.uint8, np.int32, np.int64):
        actions = batch.sample()
        batch.step(actions)
        other.step(OnlyDLPack(actions.astype(dtype)))
        assert batch.save() == other.save()
    with pytest.raises(TypeError, match="actions must be in the memory of the processor"):
        batch.step(ElsewhereDLPack(batch.sample()))
    with pytest.raises(TypeError, match="actions must be an array of uint8, int32 or int64"):
        batch.step(OnlyDLPack(np.zeros((70, 2), np.float32)))


if importlib.util.find_spec("torch"):

    def test_torch_takes_arrays_without_a_copy():
        import torch

        batch = full(70)
        for name in ARRAYS:
            array = getattr(batch, name)
            tensor = torch.from_dlpack(array)
            assert tensor.data_ptr() == array.ctypes.data
            assert tuple(tensor.shape) == array.shape
        seen = torch.from_dlpack(batch.observations)
        for dtype in (torch.uint8, torch.int32, torch.int64):
            batch.step(torch.from_numpy(batch.sample()).to(dtype))
            assert seen.numpy().tolist() == batch.observations.tolist()
        logits = torch.zeros(70, 2, 32)
        batch.step_random(logits=logits)
        out = torch.zeros(70, 2, 96, dtype=torch.uint8)
        other = GAME.batch(70, seed=3, observations="uint8", out={"observations": out})
        assert (
            out.tolist()
            == other.state(0).game.batch(70, seed=3, observations="uint8").observations.tolist()
        )


# ---- Threads, signals, forks --------------------------------------------------------------------


def tried(call):
    """What a UsageError of a call says, or None."""
    try:
        call()
    except gpscore.UsageError as error:
        return str(error)
    return None


def test_a_second_thread_is_refused():
    # On a busy machine this thread may not get to see a short play.
    assert any(second_thread_refused(turns) for turns in (300, 3_000, 30_000))


def second_thread_refused(turns):
    """Whether every call was refused while another thread played."""
    batch, calm = GAME.batch(4096, seed=1), GAME.batch(4096, seed=1)
    state = GAME.initial_state()
    actions = batch.sample()
    done, stats = threading.Event(), []

    def play():
        stats.append(batch.play(turns, "steady"))
        done.set()

    calls = (
        lambda: batch.step(actions), batch.sample, batch.step_random, lambda: batch.play(1),
        batch.reset, lambda: batch.state(0), lambda: batch.set_state(0, state), batch.clone,
        batch.save, lambda: batch.fault(0), batch.legal_mask_bool, lambda: pickle.dumps(batch),
    )  # fmt: skip
    thread = threading.Thread(target=play)
    thread.start()
    refused = set()
    while not done.is_set():
        for number, call in enumerate(calls):
            # Harmless until the other thread has begun.
            words = tried(call if refused else lambda: batch.fault(0))
            if words is not None:
                assert "in use" in words
                refused.add(number)
            else:
                assert done.is_set() or not refused
    thread.join()
    assert stats == [calm.play(turns, "steady")]
    return refused == set(range(len(calls)))


if sys.platform != "win32":

    def interrupted(call, after):
        """Call, with an alarm in the middle that raises."""

        def ring(*_):
            raise ZeroDivisionError

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, after)
        start = time.perf_counter()
        try:
            with pytest.raises(ZeroDivisionError):
                call()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        return time.perf_counter() - start

    @pytest.mark.parametrize("threads", [1, 2])
    def test_play_stops_between_two_steps(threads):
        game = gpscore.gps(1, spaces=64, satellites=16)
        batch, other = game.batch(300, seed=5, threads=threads), game.batch(300, seed=5)
        assert interrupted(lambda: batch.play(2**62), 0.1) < 20
        # Players who choose at random practically never finish, so turns are steps.
        (turns,) = {batch.state(lane).turn for lane in range(300)}
        assert turns > 0
        other.play(turns)
        assert other.save() == batch.save()
        batch.play(10)

    def test_a_handler_may_not_play_on():
        batch = GAME.batch(100, seed=1)
        heard = []

        def ring(*_):
            try:
                batch.play(1)
            except gpscore.UsageError as error:
                heard.append(str(error))
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            with pytest.raises(KeyboardInterrupt):
                batch.play(2**62)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert len(heard) == 1
        assert "no signal handler in between" in heard[0]
        batch.play(3)

    FORK = """if True:
        import os, sys, gpscore
        game = gpscore.gps(3)
        batch = game.batch(1000, seed=1, threads=3, max_turns=30)
        batch.play(20)
        expected = batch.clone()
        expected.play(50)
        expected = expected.save()
        for child in range(3):
            pid = os.fork()
            if pid == 0:
                batch.play(50)
                good = batch.save() == expected
                copy = batch.clone()
                copy.play(1)
                del batch, copy
                os._exit(0 if good else 1)
            assert os.waitpid(pid, 0)[1] == 0
        batch.play(50)
        assert batch.save() == expected
        print("alike")
    """

    def test_a_fork_goes_on_with_threads_of_its_own():
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", FORK],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.stdout == "alike\n", done.stderr


def test_simd_can_be_switched_off(monkeypatch):
    monkeypatch.delenv("GPSCORE_DISABLE_SIMD", raising=False)
    names = GAME.batch_kernels
    assert names[0] == "scalar"
    assert GAME.batch(1).kernel == names[-1]
    plain = GAME.batch(90, seed=1, kernel="scalar")
    for value in ("1", "yes", "0x"):
        monkeypatch.setenv("GPSCORE_DISABLE_SIMD", value)
        assert GAME.batch_kernels == ("scalar",)
        assert GAME.batch(1).kernel == "scalar"
        assert pickle.loads(pickle.dumps(plain)).kernel == "scalar"
        for name in ("avx2", "neon"):
            with pytest.raises(gpscore.UsageError, match="here since GPSCORE_DISABLE_SIMD is set"):
                GAME.batch(1, kernel=name)
    for value in ("", "0"):
        monkeypatch.setenv("GPSCORE_DISABLE_SIMD", value)
        assert GAME.batch_kernels == names


# ---- No allocation per step ---------------------------------------------------------------------


def test_a_step_leaves_no_memory_behind():
    batch = full(500, threads=2)
    actions = batch.sample()
    logits = np.zeros((500, 2, 32), np.float32)

    def steps(count):
        for _ in range(count):
            batch.sample(actions)
            batch.step(actions)
            batch.step_random(actions, logits=logits)
            batch.play(2)

    steps(3)
    tracemalloc.start()
    try:
        steps(3)
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        steps(100)
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 200
    assert peak - before < 2000  # the numbers of a result on their way


if importlib.util.find_spec("_testcapi") and sys.implementation.name == "cpython":
    NOTHING = """if True:
        import _testcapi, sys, numpy as np, gpscore
        batch = gpscore.gps(3).batch(200, seed=1, observations="uint8", max_turns=9, threads=2)
        actions = batch.sample()
        logits = np.zeros((200, 3, 32), np.float32)
        def calls():
            batch.step(actions)
            batch.sample(actions)
            batch.sample(actions, logits=logits)
            batch.step_random()
            batch.step_random(actions)
            batch.step_random(logits=logits)
            batch.legal_mask_bool(bools)
            batch.reset(which)
            batch.reset()
        bools, which = batch.legal_mask_bool(), np.zeros(200, bool)
        # NumPy itself asks for a little when it is asked for a buffer; its memoryviews do not.
        actions, logits, bools, which = map(memoryview, (actions, logits, bools, which))
        calls()
        _testcapi.set_nomemory(0, 0)  # from here on nothing is given
        try:
            calls()
            calls()
        finally:
            _testcapi.remove_mem_hooks()
        print("nothing was asked for")
    """

    def test_steps_need_no_memory():
        done = subprocess.run(
            [sys.executable, "-c", NOTHING],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.stdout == "nothing was asked for\n", done.stderr
