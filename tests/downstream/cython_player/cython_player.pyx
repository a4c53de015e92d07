# cython: language_level=3
"""Random games without the GIL, by the functions of an installed gpscore, its unstable part too."""

from gpscore.capi_unstable cimport *

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

gpscore_import_unstable()


cdef uint64_t play(const gpscore_game *game, const void *rules, void *state, uint64_t seed,
                   uint64_t *decisions) noexcept nogil:
    """Play one game to its end, every choice alike, and return its last hash."""
    cdef uint64_t chance = gpscore_key(seed, GPSCORE_PURPOSE_CHANCE)
    cdef uint64_t choices = gpscore_key(seed, GPSCORE_PURPOSE_PLAYER)
    cdef uint32_t to_act
    cdef int player
    game.init(rules, state)
    while True:
        to_act = game.to_act(state)
        if to_act == GPSCORE_TO_ACT_OVER:
            return game.hash(state)
        if to_act == GPSCORE_TO_ACT_CHANCE:
            game.apply_unchecked(
                rules, state, GPSCORE_CHANCE, game.sample_chance(rules, state, chance), NULL
            )
            continue
        for player in range(GPSCORE_MAX_PLAYERS):
            if to_act >> player & 1:
                game.apply_unchecked(
                    rules, state, player,
                    game.choose(rules, state, player, GPSCORE_UNIFORM, choices), NULL,
                )
                decisions[0] += 1


def signature():
    """The number that every build of this version of gpscore has."""
    cdef uint64_t result
    cdef size_t memory = <size_t>malloc(GPSCORE_SIGNATURE_WORKSPACE + GPSCORE_BATCH_ALIGN)
    if memory == 0:
        raise MemoryError
    with nogil:
        result = gpscore_signature(
            gpscore_kernel_best(gpscore_game_at(0)),
            <void *>((memory + GPSCORE_BATCH_ALIGN - 1) & ~<size_t>(GPSCORE_BATCH_ALIGN - 1)),
        )
    free(<void *>memory)
    return result


def parts():
    """The names of the parts of the signature."""
    return [gpscore_signature_name(part).decode() for part in range(GPSCORE_SIGNATURE_PARTS)]


def games(bytes name, bytes rules_text, uint64_t seed, uint64_t n):
    """Play n games of some rules; the number of decisions, and the last hash."""
    cdef const gpscore_game *game = gpscore_game_find(name, len(name))
    cdef uint64_t rules[GPSCORE_RULES_WORDS]
    cdef uint64_t state[GPSCORE_STATE_WORDS]
    cdef uint64_t decisions = 0, last = 0, i
    cdef gpscore_error error
    if game == NULL:
        raise ValueError("there is no such game")
    if game.rules_parse(rules_text, len(rules_text), rules, &error) != GPSCORE_OK:
        raise ValueError("rules that do not parse")
    with nogil:
        for i in range(n):
            last = play(game, rules, state, seed + i, &decisions)
    return decisions, last
