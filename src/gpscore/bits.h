/* Bit scans and counts on 64-bit words, and a hint, for compilers with and without builtins. */
#ifndef GPSCORE_SRC_BITS_H
#define GPSCORE_SRC_BITS_H

#include <stdint.h>

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

/* Index of the set bit number n (from 0) of a word with more than n set bits. */
static inline unsigned gpscore__nth(uint64_t x, unsigned n) {
    while (n-- > 0) x &= x - 1;
    return gpscore__lowest(x);
}

#endif
