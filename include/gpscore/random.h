/* gpscore/random.h - keyed, counter-based random numbers.
 *
 * There is no generator in any state. A draw is a pure function of a seed and of what it is for, so it
 * is the same on every platform, in any order and on any thread.
 *
 * Thread safety: all functions are pure. Failure: none can fail. */
#ifndef GPSCORE_RANDOM_H
#define GPSCORE_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a draw is for: draws for different purposes are independent of each other. */
typedef enum gpscore_purpose {
    GPSCORE_PURPOSE_CHANCE = 1, /* chance events of a game that is played */
    GPSCORE_PURPOSE_PLAYER = 2, /* choices of the bundled players */
    GPSCORE_PURPOSE_PLAYOUT = 3, /* seeds of the games of a playout */
    GPSCORE_PURPOSE_BATCH = 4    /* seeds of the games of a batch */
} gpscore_purpose;

/* A 64-bit permutation with full avalanche (the finalizer of SplitMix64). */
static inline uint64_t gpscore_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The key of a seed for one purpose. Make it once, then draw from it with gpscore_draw. */
static inline uint64_t gpscore_key(uint64_t seed, gpscore_purpose purpose) {
    return gpscore_mix(gpscore_mix(seed) + (uint64_t)purpose * UINT64_C(0x9e3779b97f4a7c15));
}

/* 64 random bits for (key, ply, code): *ply* is the place in the game, *code* tells apart the draws
 * made there. The same three numbers always give the same bits. */
static inline uint64_t gpscore_draw(uint64_t key, uint64_t ply, uint64_t code) {
    return gpscore_mix(key + ply * UINT64_C(0xd1342543de82ef95) + code * UINT64_C(0x2545f4914f6cdd1d));
}

/* An unbiased number in 0 .. n-1 for (key, ply, code); n must not be 0. Lemire's method: the low word of
 * the product rejects the few draws that would favour some numbers, and a rejected draw takes the next
 * code of a far domain (bit 32 upwards of *code*, which callers leave 0). */
static inline uint32_t gpscore_draw_below(uint64_t key, uint64_t ply, uint64_t code, uint32_t n) {
    uint64_t product = (gpscore_draw(key, ply, code) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t threshold = (uint32_t)(0u - n) % n;
        while ((uint32_t)product < threshold) {
            code += UINT64_C(1) << 32;
            product = (gpscore_draw(key, ply, code) >> 32) * n;
        }
    }
    return (uint32_t)(product >> 32);
}

#ifdef __cplusplus
}
#endif
#endif
