"""Random games by the functions of an installed gpscore, through cffi and without a compiler."""

import cffi

from gpscore import embed

ffi = cffi.FFI()
ffi.cdef(embed.cdef())
core = ffi.cast("const gpscore_capi *", embed.capi_address())
if core.abi != embed.ABI or core.size < ffi.sizeof("gpscore_capi"):
    raise ImportError(f"the table of gpscore is of ABI {core.abi} and has {core.size} bytes")

# By a library, whichever, the constants of the headers.
CONSTANTS = ffi.dlopen(None)

CHANCE = -1
TO_ACT_CHANCE = 0x80000000
UNIFORM = 0
PURPOSE_CHANCE, PURPOSE_PLAYER = 1, 2


def key(seed: int, purpose: int) -> int:
    """gpscore_key of <gpscore/random.h>, which is an inline function."""
    word = (1 << 64) - 1

    def mix(x: int) -> int:
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & word
        x = (x ^ x >> 27) * 0x94D049BB133111EB & word
        return x ^ x >> 31

    return mix(mix(seed) + purpose * 0x9E3779B97F4A7C15 & word)


def signature() -> int:
    """The number that every build of this version of gpscore has."""
    size, align = CONSTANTS.GPSCORE_SIGNATURE_WORKSPACE, CONSTANTS.GPSCORE_BATCH_ALIGN
    memory = ffi.new("char[]", size + align)
    workspace = memory + (align - int(ffi.cast("uintptr_t", memory)) % align)
    return core.gpscore_signature(core.gpscore_kernel_best(core.gps), workspace)


def games(name: bytes, rules_text: bytes, seed: int, n: int) -> tuple[int, int]:
    """Play n games of some rules; the number of decisions, and the last hash."""
    game = core.gpscore_game_find(name, len(name))
    if not game:
        raise ValueError("there is no such game")
    rules = ffi.new("uint64_t[]", game.rules_size // 8)
    state = ffi.new("uint64_t[]", game.state_size // 8)
    error = ffi.new("gpscore_error *")
    if game.rules_parse(rules_text, len(rules_text), rules, error):
        words = ffi.new("char[]", 512)
        core.gpscore_error_text(error, words, 512)
        raise ValueError(ffi.string(words).decode())
    decisions = last = 0
    for i in range(n):
        chance, choices = key(seed + i, PURPOSE_CHANCE), key(seed + i, PURPOSE_PLAYER)
        game.init(rules, state)
        while to_act := game.to_act(state):
            if to_act == TO_ACT_CHANCE:
                action = game.sample_chance(rules, state, chance)
                game.apply_unchecked(rules, state, CHANCE, action, ffi.NULL)
                continue
            for player in range(to_act.bit_length()):
                if to_act >> player & 1:
                    action = game.choose(rules, state, player, UNIFORM, choices)
                    game.apply_unchecked(rules, state, player, action, ffi.NULL)
                    decisions += 1
        last = game.hash(state)
    return decisions, last
