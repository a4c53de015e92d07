/* gpscore/unstable.h - the part of the interface that may change with every release.
 *
 * How batches draw, what a lane holds beside its game, which kernels there are, of which parts the signature is made:
 * what a better kernel or one more part would change. Nothing else of gpscore asks for it.
 *
 * Including this header is the decision to use it; <gpscore/gpscore.h>, and gpscore.h of the two-file form, have it
 * where GPSCORE_UNSTABLE is defined before they are included. GPSCORE_ABI does not speak of it. It has a number of
 * its own, and what was compiled with one number is refused by a library of any other: gpscore_check_unstable,
 * gpscore_import_unstable.
 *
 * Thread safety: the functions read and write only what they are given. Failure: a function that returns a
 * gpscore_status can fail; it then fills *error*, which may be NULL, and changes nothing else. gpscore_signature_part,
 * gpscore_signature_of and the draws cannot fail; the others say what they return when there is nothing. */
#ifndef GPSCORE_UNSTABLE_H
#define GPSCORE_UNSTABLE_H

#include <gpscore/batch.h>
#include <gpscore/gps.h>
#include <gpscore/random.h>
#include <gpscore/signature.h>
#include <gpscore/solar.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rises with every change of what this header declares. */
#define GPSCORE_UNSTABLE_ABI 1

/* GPSCORE_OK when *seen*, GPSCORE_UNSTABLE_ABI of a caller's headers, is that of this library, else
 * GPSCORE_UNSTABLE_MISMATCH. */
gpscore_status gpscore_check_unstable(uint32_t seen, gpscore_error *error);

/* ---- Kernels ------------------------------------------------------------------------------------------------ */

/* Whether the game has a kernel here: compiled in, and run by this processor; 0 for numbers of no kernel too. Asked
 * anew each time, nothing is kept. Every game has the scalar one. */
int gpscore_kernel_available(const gpscore_game *game, gpscore_kernel kernel);

/* "scalar", "avx2", "neon"; NULL for others. */
const char *gpscore_kernel_name(gpscore_kernel kernel);

/* ---- Lanes -------------------------------------------------------------------------------------------------- */

typedef enum gpscore_lane_stage {
    GPSCORE_LANE_PLAYS = 0, /* players are to act */
    GPSCORE_LANE_TERMINATED = 1, /* stays as it ended */
    GPSCORE_LANE_TRUNCATED = 2,
    GPSCORE_LANE_STOPPED = 3 /* by a fault */
} gpscore_lane_stage;

/* What a lane has beside its game's state: with both, any kernel goes on as if nothing had been. */
typedef struct gpscore_lane {
    uint64_t episode; /* games that were begun in the lane before this one */
    uint32_t draws; /* where the game is in its draws, as all kernels of the game count */
    uint32_t
        first_turn; /* turn of the state in which the game came into the lane; max_turns counts from it */
    uint8_t stage; /* gpscore_lane_stage */
    uint8_t terminated; /* the rest as the arrays have it */
    uint8_t truncated;
    uint8_t winners;
    uint16_t fault;
    uint16_t fault_choice;
} gpscore_lane;

/* ---- Draws of a batch --------------------------------------------------------------------------------------- */

/* 32 random bits for a key and a number, from multiplications of 32 bits alone, which vector units have. Two
 * rounds of mixing, each with a half of the key. For batches. */
static inline uint32_t gpscore_mix32(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}
static inline uint32_t gpscore_draw32(uint64_t key, uint32_t number) {
    return gpscore_mix32(gpscore_mix32((uint32_t)key + number * 0x9e3779b9u) ^ (uint32_t)(key >> 32));
}

/* An unbiased number in 0 .. n-1, n from 1 to 65535, from a half of gpscore_draw32(key, number): the low one is half
 * 0. Again Lemire's method; the few rejected draws, fewer than n of 65536, are drawn anew from 64 bits. Who
 * needs both halves draws the word once and hands it to gpscore_word16_below. */
static inline uint32_t gpscore_word16_below(uint32_t word, uint64_t key, uint32_t number, unsigned half,
                                            uint32_t n) {
    const uint32_t product = (word >> (16u * half) & 0xffffu) * n;
    const uint32_t low = product & 0xffffu;
    if (low < n && low < 65536u % n) return gpscore_draw_below(key, number, 1u + half, n);
    return product >> 16;
}
static inline uint32_t gpscore_draw16_below(uint64_t key, uint32_t number, unsigned half, uint32_t n) {
    return gpscore_word16_below(gpscore_draw32(key, number), key, number, half, n);
}

/* The seed of a lane's game: *lane* counted over all lanes of the seed, *episode* the games that were begun there
 * before. */
static inline uint64_t gpscore_lane_seed(uint64_t seed, uint64_t lane, uint64_t episode) {
    return gpscore_mix(gpscore_key(seed, GPSCORE_PURPOSE_BATCH) + lane * UINT64_C(0xd1342543de82ef95) +
                       episode * UINT64_C(0x2545f4914f6cdd1d));
}

/* In a batch (batch.h) the game of a lane draws by key = gpscore_lane_seed(seed, lane, episode) and numbers:
 *
 *     what is drawn                        number                                  of
 *     choice of player p                   8 turn + p / 2                          the choices that come in question
 *     satellite turned up for player p     8 turn + 5 + p / 2                      the face-down ones
 *     deal d (from 0) to player p          8 (48 game_start + 3 d + p / 2) + 3     the face-down ones
 *     spin                                 8 turn + 4                              the spaces
 *
 * modulo 2^32, where turn and game_start are those of the state that is acted on. So no choice shares a number
 * with chance. Of a number the odd player has half 1, all else half 0: gpscore_draw16_below(key, number, half, n)
 * says which of n, in ascending order, is taken. A choice comes in question when it is legal; for the players
 * GREEDY and STEADY, when none is better. The spin of weights that are not all alike is
 * gpscore_draw_below(key, number, 3, sum of the weights): each space has as many of these as it weighs. A choice
 * by logits takes the 64 bits of gpscore_draw(key, number, 4 + p % 2). */
static inline uint32_t gps_draw_choice(uint32_t turn, int player) {
    return 8u * turn + (uint32_t)player / 2u;
}
static inline uint32_t gps_draw_spin(uint32_t turn) { return 8u * turn + 4u; }
static inline uint32_t gps_draw_reveal(uint32_t turn, int player) {
    return 8u * turn + 5u + (uint32_t)player / 2u;
}
static inline uint32_t gps_draw_deal(uint32_t game_start, uint32_t deal, int player) {
    return 8u * (48u * game_start + 3u * deal + (uint32_t)player / 2u) + 3u;
}

/* In a batch (batch.h) the game of a lane draws by key = gpscore_lane_seed(seed, lane, episode). Chance events are
 * those of solar_sample_chance with that key. The decisions of a game are counted from 0; the uniform choice at
 * decision d is number gpscore_draw16_below(key, d, 0, n) of the n legal actions by ascending index. A choice by
 * logits takes the 64 bits of gpscore_draw(key, d, 3), which are also the key with which the other bundled players
 * are asked, by solar_choose on the state with a head.sum of 0. */
static inline uint32_t solar_draw_choice(uint64_t key, uint32_t decision, uint32_t n) {
    return gpscore_draw16_below(key, decision, 0, n);
}
static inline uint64_t solar_draw_choice_bits(uint64_t key, uint32_t decision) {
    return gpscore_draw(key, decision, 3);
}

/* ---- Parts of the signature --------------------------------------------------------------------------------- */

#define GPSCORE_SIGNATURE_PARTS 10

/* "gps perft" and so on; NULL for a number that is no part's. */
const char *gpscore_signature_name(int part);

/* The number of one part, 0 to GPSCORE_SIGNATURE_PARTS - 1. Parts are independent of each other. Batches have the kernel *kernel*, or the scalar one where
 * a game has not got that or the processor does not run it. */
uint64_t gpscore_signature_part(int part, gpscore_kernel kernel, void *workspace);

/* The signature made of the numbers of all parts, in order. */
uint64_t gpscore_signature_of(const uint64_t parts[GPSCORE_SIGNATURE_PARTS]);

#ifdef __cplusplus
}
#endif
#endif
