"""Perft and playouts with threads, and the signature."""

import os
import re
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import gpscore

ROOT = Path(__file__).parents[2]
RULES = (
    "gps",
    "gps players=1 spaces=6 satellites=3 face_up=2",
    "gps players=5 spaces=24 satellites=8",
    "solar",
    "solar players=4 rounds=2",
)


def middle(text: str, plies: int = 30) -> gpscore.State:
    """A position of a game of uniform players."""
    state = gpscore.parse_game(text).initial_state()
    for _ in range(plies):
        state.apply(state.sample_chance(5) if state.is_chance else state.choose("uniform", seed=5))
    return state


# ---- Perft --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", RULES)
def test_perft_is_the_same_for_every_number_of_threads(text):
    for state in (middle(text, 0), middle(text)):
        for depth in range(6):
            assert len({state.perft(depth, threads=t) for t in (1, 2, 3, 7)}) == 1


@pytest.mark.parametrize("text", RULES)
def test_perft_divide_is_perft_below_each_action(text):
    for state in (middle(text, 0), middle(text)):
        before = state.to_bytes()
        for depth in range(1, 5):
            counts = state.perft_divide(depth)
            assert counts == state.perft_divide(depth, threads=3)
            assert list(counts) == state.legal_actions()
            assert sum(counts.values()) == state.perft(depth)
            for action, count in counts.items():
                below = state.clone()
                below.apply(action)
                assert below.perft(depth - 1) == count
        assert state.to_bytes() == before


def test_perft_divide_of_a_finished_game_is_empty():
    game = gpscore.gps(1, spaces=3, satellites=2, face_up=2, turn_limit=1)
    assert game.parse("over - 1 0 0 1@0+2").perft_divide(3) == {}


def test_perft_divide_asks_hosts_too():
    state = gpscore.solar(2, embedded=True).initial_state()
    while not state.is_host:
        state.apply(state.sample_chance(2) if state.is_chance else state.choose("uniform", seed=2))
    assert list(state.perft_divide(2)) == state.legal_actions(gpscore.HOST)


@pytest.mark.parametrize("threads", [0, -1, 257, 2**64])
def test_threads_out_of_range(threads):
    state = gpscore.gps().initial_state()
    for call in (
        lambda: state.perft(2, threads=threads),
        lambda: state.perft_divide(2, threads=threads),
        lambda: state.playout(threads=threads),
        lambda: gpscore.signature(threads=threads),
    ):
        with pytest.raises(gpscore.UsageError, match=rf"threads is {threads}; it must be 1 to 256"):
            call()


@pytest.mark.parametrize("threads", ["2", 2.0, None, True])
def test_threads_that_are_no_number(threads):
    with pytest.raises(TypeError, match="threads must be an integer"):
        gpscore.gps().initial_state().perft(2, threads=threads)


def test_perft_divide_needs_a_ply():
    for depth in (0, -1, 65):
        with pytest.raises(gpscore.UsageError, match=rf"depth is {depth}; it must be 1 to 64"):
            gpscore.gps().initial_state().perft_divide(depth)


# ---- Playouts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("policy", [*gpscore.POLICIES, "mixed"])
def test_playouts_are_the_same_for_every_number_of_threads(text, policy):
    state = middle(text)
    players = state.game.players
    names = [gpscore.POLICIES[seat % 3] for seat in range(players)] if policy == "mixed" else policy
    one = state.playout(names, 41, seed=6, turn_cap=50, lengths=True)
    for threads in (2, 3, 64):
        more = state.playout(names, 41, seed=6, turn_cap=50, threads=threads, lengths=True)
        assert more[:-1] == one[:-1]
        assert np.array_equal(more.lengths, one.lengths)


def test_lengths_are_the_turns_of_each_game():
    state = middle("gps players=2 spaces=12 satellites=5")
    stats = state.playout("steady", 200, seed=8, lengths=True)
    assert stats.lengths.dtype == np.uint32
    assert stats.lengths.shape == (200,)
    assert (stats.lengths.min(), stats.lengths.max()) == (stats.turns_min, stats.turns_max)
    assert stats.lengths.sum() == stats.turns
    assert stats.lengths.std(ddof=1) / 200**0.5 == pytest.approx(stats.turns_sem)
    # A game does not depend on how many are played.
    singles = [state.playout("steady", n, seed=8).turns for n in range(20)]
    assert [after - before for before, after in pairwise(singles)] == list(stats.lengths[:19])
    assert state.playout("steady", 3, seed=8).lengths is None
    assert state.playout("steady", 0, seed=8, lengths=True).lengths.shape == (0,)


def test_lengths_of_too_many_games():
    state = gpscore.gps().initial_state()
    for n in (2**62, 2**45):
        with pytest.raises(MemoryError):
            state.playout(n=n, lengths=True)


def test_calls_on_one_state_from_many_threads_agree():
    state = middle("gps")
    counted: list[tuple[int, gpscore.PlayoutStats]] = []

    def call() -> None:
        counted.append((state.perft(5, threads=2), state.playout("greedy", 50, threads=2)))

    workers = [threading.Thread(target=call) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(counted) == 4
    assert len(set(counted)) == 1


if sys.platform != "win32":

    @pytest.mark.parametrize(
        "call",
        [
            "state.perft(30, threads=3)",
            "state.perft_divide(30, threads=2)",
            "state.playout('uniform', 7, turn_cap=0, threads=3)",
            "state.playout('steady', 10**9, threads=2)",
        ],
    )
    def test_threads_hear_ctrl_c(call):
        code = f"""if True:
            import signal, threading, time, gpscore
            state = gpscore.gps().initial_state()
            threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
            start = time.perf_counter()
            try:
                {call}
            except KeyboardInterrupt:
                assert state == gpscore.gps().initial_state()
                assert state.perft(3, threads=2) == 1320
                print("heard", time.perf_counter() - start < 10)
        """
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.stdout.strip() == "heard True", done.stderr

    def test_a_child_of_a_fork_counts_with_threads_of_its_own():
        code = """if True:
            import os, gpscore
            state = gpscore.gps().initial_state()
            counts = state.perft_divide(5, threads=3)
            child = os.fork()
            same = state.perft_divide(5, threads=3) == counts
            if child == 0:
                os._exit(0 if same else 1)
            print(same, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        assert done.stdout.strip() == "True 0", done.stderr


# ---- The signature ------------------------------------------------------------------------------


def pinned() -> dict[str, int]:
    lines = (ROOT / "tests" / "data" / "signature.txt").read_text(encoding="ascii").splitlines()
    return {name: int(number, 16) for number, name in (line.split(" ", 1) for line in lines)}


KERNELS = gpscore.gps().batch_kernels


@pytest.mark.parametrize("kernel", [None, *KERNELS])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_signature_is_the_pinned_one(kernel, threads):
    parts = pinned()
    whole = parts.pop("signature")
    assert gpscore.signature_parts(kernel=kernel, threads=threads) == parts
    assert gpscore.signature(kernel=kernel, threads=threads) == whole


def test_the_changelog_tells_the_signature():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, *_ = re.findall(r"`([0-9a-f]{16})`", changelog)
    assert int(newest, 16) == pinned()["signature"], "tell in CHANGELOG.md what changes it"


def test_the_signature_with_simd_switched_off():
    code = "import gpscore; print(gpscore.gps().batch_kernels, gpscore.signature())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "GPSCORE_DISABLE_SIMD": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == f"('scalar',) {pinned()['signature']}"


def test_there_is_no_such_kernel():
    with pytest.raises(gpscore.UsageError, match="kernel is 'sse9'; it must be one of"):
        gpscore.signature(kernel="sse9")


def test_the_signature_takes_less_than_two_seconds():
    start = time.process_time()
    gpscore.signature()
    assert time.process_time() - start < 2
