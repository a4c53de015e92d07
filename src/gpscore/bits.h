/* Bit scans and counts on words, comparing bytes, keys of hashes, and a hint to compilers. */
#ifndef GPSCORE_SRC_BITS_H
#define GPSCORE_SRC_BITS_H

#include <stddef.h>
#include <stdint.h>

#include "config.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* A function to be called rather than inlined, so that what it needs does not burden the short paths of its
 * caller. */
#if defined(__GNUC__)
#define GPSCORE__APART __attribute__((noinline))
#elif defined(_MSC_VER)
#define GPSCORE__APART __declspec(noinline)
#else
#define GPSCORE__APART
#endif

/* A function that belongs into its callers, which differ in what they know. */
#if defined(__GNUC__)
#define GPSCORE__INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define GPSCORE__INLINE __forceinline
#else
#define GPSCORE__INLINE inline
#endif

/* Index of the lowest set bit; x must not be 0. */
static inline unsigned gpscore__lowest(uint64_t x) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanForward64(&index, x);
    return (unsigned)index;
#else
    return (unsigned)__builtin_ctzll(x);
#endif
}

/* Index of the highest set bit; x must not be 0. */
static inline unsigned gpscore__highest(uint64_t x) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanReverse64(&index, x);
    return (unsigned)index;
#else
    return 63u ^ (unsigned)__builtin_clzll(x);
#endif
}

/* Number of set bits of a 16-bit set. By hand, since plain x86-64 has no instruction for it and the
 * compiler's replacement is a call. */
static inline unsigned gpscore__count16(uint32_t x) {
    x -= (x >> 1) & 0x5555u;
    x = (x & 0x3333u) + ((x >> 2) & 0x3333u);
    x = (x + (x >> 4)) & 0x0f0fu;
    return (x + (x >> 8)) & 0x1fu;
}

/* Number of set bits of a word. */
static inline unsigned gpscore__count64(uint64_t x) {
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((x * UINT64_C(0x0101010101010101)) >> 56);
}

/* Index of the set bit number n (from 0) of a word with more than n set bits. */
static inline unsigned gpscore__nth(uint64_t x, unsigned n) {
    while (n-- > 0) x &= x - 1;
    return gpscore__lowest(x);
}

/* The same without a branch, for sets whose number n cannot be guessed. Byte by byte the bits up to there are counted,
 * then bit by bit in the byte where number n is. */
static inline unsigned gpscore__nth64(uint64_t x, unsigned n) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t sums = x - ((x >> 1) & UINT64_C(0x5555555555555555));
    sums = (sums & UINT64_C(0x3333333333333333)) + ((sums >> 2) & UINT64_C(0x3333333333333333));
    sums = ((sums + (sums >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * ones;
    const uint64_t full = ((n * ones | tops) - sums) & tops; /* bytes with no more bits than n up to there */
    const unsigned place = (unsigned)((full >> 7) * ones >> 53) & 0x38u;
    const uint64_t rank = n - ((sums << 8) >> place & 0xffu);
    /* Bit i of the byte in byte i, at any place of it, then as 1. */
    const uint64_t spread = ((x >> place & 0xffu) * ones) & UINT64_C(0x8040201008040201);
    sums = ((((spread + (tops - ones)) | spread) & tops) >> 7) * ones;
    const uint64_t below = ((rank * ones | tops) - sums) & tops;
    return place + (unsigned)((below >> 7) * ones >> 56);
}

/* The same of a 16-bit set, without a branch, where no branch could be predicted: in which half the bit is, and so on. */
static inline unsigned gpscore__nth16(uint32_t x, unsigned n) {
    const uint32_t twos = x - ((x >> 1) & 0x5555u);
    const uint32_t fours = (twos & 0x3333u) + ((twos >> 2) & 0x3333u);
    uint32_t below = (fours + (fours >> 4)) & 0xfu, over = 0u - (uint32_t)(n >= below);
    unsigned at = 8u & over;
    n -= below & over;
    below = fours >> at & 0xfu;
    over = 0u - (uint32_t)(n >= below);
    at += 4u & over;
    n -= below & over;
    below = twos >> at & 3u;
    over = 0u - (uint32_t)(n >= below);
    at += 2u & over;
    n -= below & over;
    return at + (n >= (x >> at & 1u));
}

static inline uint32_t gpscore__least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Whether two objects are the same, byte for byte. */
static inline int gpscore__same_bytes(const void *a, const void *b, size_t size) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] != y[i]) return 0;
    }
    return 1;
}

/* An odd key of a hash, made by the compiler: gpscore_mix of a number. */
#define GPSCORE__MIX1(x) (((x) ^ ((x) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define GPSCORE__MIX2(x) (((x) ^ ((x) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define GPSCORE__MIX3(x) ((x) ^ ((x) >> 31))
#define GPSCORE__HASH_KEY(x) (GPSCORE__MIX3(GPSCORE__MIX2(GPSCORE__MIX1(x))) | 1u)

#endif
