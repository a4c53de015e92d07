"""Random games by the functions of an installed gpscore, called from code that numba compiles."""

from typing import Any

import cffi
import numba
import numpy as np

import gpscore
from gpscore import embed

ffi = cffi.FFI()
ffi.cdef(embed.cdef())
core = ffi.cast("const gpscore_capi *", embed.capi_address())
if core.abi != embed.ABI or core.size < ffi.sizeof("gpscore_capi"):
    raise ImportError(f"the table of gpscore is of ABI {core.abi} and has {core.size} bytes")

CHANCE, UNIFORM, PLAYERS = -1, 0, 5
TO_ACT_CHANCE = 0x80000000
PURPOSE_CHANCE, PURPOSE_PLAYER = 1, 2


@numba.njit
def mix(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@numba.njit
def key(seed, purpose):
    """gpscore_key of <gpscore/random.h>, which is an inline function."""
    return mix(mix(np.uint64(seed)) + np.uint64(purpose) * np.uint64(0x9E3779B97F4A7C15))


def loop(game: Any) -> Any:
    """The loop for one kind of game, whose functions are constants of what numba compiles."""
    init, to_act, hash_of = game.init, game.to_act, game.hash
    sample_chance, choose, apply = game.sample_chance, game.choose, game.apply_unchecked

    @numba.njit(nogil=True)
    def play(rules, state, undo, seed, n):
        decisions, last = 0, np.uint64(0)
        for i in range(n):
            chance, choices = key(seed + i, PURPOSE_CHANCE), key(seed + i, PURPOSE_PLAYER)
            init(rules.ctypes, state.ctypes)
            who = to_act(state.ctypes)
            while who:
                if who == TO_ACT_CHANCE:
                    action = sample_chance(rules.ctypes, state.ctypes, chance)
                    apply(rules.ctypes, state.ctypes, CHANCE, action, undo.ctypes)
                else:
                    for player in range(PLAYERS):
                        if who >> player & 1:
                            action = choose(rules.ctypes, state.ctypes, player, UNIFORM, choices)
                            apply(rules.ctypes, state.ctypes, player, action, undo.ctypes)
                            decisions += 1
                who = to_act(state.ctypes)
            last = hash_of(state.ctypes)
        return decisions, last

    return play


LOOPS = {b"gps": loop(core.gps), b"solar": loop(core.solar)}


def signature() -> int:
    """The number that every build of this version of gpscore has."""
    return gpscore.signature()


def games(name: bytes, rules_text: bytes, seed: int, n: int) -> tuple[int, int]:
    """Play n games of some rules; the number of decisions, and the last hash."""
    game = gpscore.parse_game(rules_text.decode())
    rules = np.frombuffer(game.rules_struct(), np.uint64)
    state = np.frombuffer(game.initial_state().to_struct(), np.uint64).copy()
    undo = np.zeros(ffi.sizeof(f"{name.decode()}_undo_info") // 8 + 1, np.uint64)
    decisions, last = LOOPS[name](rules, state, undo, seed, n)
    return int(decisions), int(last)
