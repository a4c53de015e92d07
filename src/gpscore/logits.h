/* Drawing from logits: softmax in integers, so that every platform draws alike, without a mathematical library. */
#ifndef GPSCORE_SRC_LOGITS_H
#define GPSCORE_SRC_LOGITS_H

#include <gpscore/batch.h>
#include <string.h>

#include "bits.h"

/* Logits in units of 2^-26. GPSCORE__LOGIT_NEVER is below, and GPSCORE__LOGIT_ALWAYS above every number. */
#define GPSCORE__LOGIT_NEVER  INT64_MIN
#define GPSCORE__LOGIT_ALWAYS (INT64_C(1) << 60)
#define GPSCORE__LOGIT_MOST   (INT64_C(1) << 56)

/* The float whose bits these are, towards 0. */
static inline int64_t gpscore__logit_fixed(uint32_t bits) {
    const int exponent = (int)(bits >> 23 & 0xffu), shift = exponent - 150 + 26;
    const uint32_t fraction = bits & 0x7fffffu;
    const int negative = (int)(bits >> 31);
    if (exponent == 255) return fraction || negative ? GPSCORE__LOGIT_NEVER : GPSCORE__LOGIT_ALWAYS;
    if (exponent == 0) return 0; /* below 2^-126 */
    const int64_t whole = fraction | 0x800000u;
    int64_t size;
    if (shift > 32)
        size = GPSCORE__LOGIT_MOST;
    else if (shift >= 0)
        size = whole << shift;
    else
        size = shift > -24 ? whole >> -shift : 0;
    return negative ? -size : size;
}

/* 2^(31 - i/32), rounded; tests/c/test_batch.c computes them again. */
static const uint32_t gpscore__logit_powers[32] = {
    2147483648u, 2101467502u, 2056437387u, 2012372174u, 1969251188u, 1927054196u, 1885761398u, 1845353420u,
    1805811301u, 1767116489u, 1729250827u, 1692196547u, 1655936265u, 1620452965u, 1585730000u, 1551751076u,
    1518500250u, 1485961921u, 1454120821u, 1422962010u, 1392470869u, 1362633090u, 1333434672u, 1304861917u,
    1276901417u, 1249540052u, 1222764986u, 1196563654u, 1170923762u, 1145833280u, 1121280436u, 1097253708u,
};

/* exp(-x) in units of 2^-47, for x in units of 2^-26: the whole part of the power of two is a shift, five bits
 * come from the table, and the rest, below 2^-5, from the first terms of the series of 2^-r. Off by less than
 * 2^-26 of itself. */
static inline uint64_t gpscore__logit_weight(uint64_t x) {
    enum { LN2 = 1488522236, LN2_SQUARE_HALF = 515882496, LN2_CUBE_SIXTH = 119194166 };
    if (x >= UINT64_C(33) << 26) return 0; /* below 2^-47 */
    const uint64_t y = x * UINT64_C(3098164009); /* times log2(e) 2^31: 57 bits behind the point */
    const unsigned whole = (unsigned)(y >> 57);
    const uint64_t r = y >> 21 & 0x7fffffffu; /* 36 bits behind the point, of which the first five are 0 */
    const uint64_t square = (LN2_SQUARE_HALF - (LN2_CUBE_SIXTH * r >> 36)) * r >> 36;
    const uint64_t small = (UINT64_C(1) << 31) - ((LN2 - square) * r >> 36);
    return ((gpscore__logit_powers[y >> 52 & 31u] * small) >> 15) >> whole;
}

/* The high half of a product. */
static inline uint64_t gpscore__high_product(uint64_t a, uint64_t b) {
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    const uint64_t one = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    const uint64_t two = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32);
}

static inline int64_t gpscore__logit(const float *logits, unsigned index) {
    uint32_t bits;
    memcpy(&bits, logits + index, sizeof bits);
    return gpscore__logit_fixed(bits);
}

/* An index of the mask of *words* words, by the logits and 64 random bits. */
static inline unsigned gpscore__logits_draw(const uint64_t *mask, unsigned words, const float *logits,
                                            uint64_t bits) {
    uint64_t weights[64 * GPSCORE_MAX_MASK];
    int64_t greatest = GPSCORE__LOGIT_NEVER;
    for (unsigned w = 0; w < words; w++) {
        for (uint64_t left = mask[w]; left; left &= left - 1u) {
            const int64_t x = gpscore__logit(logits, 64u * w + gpscore__lowest(left));
            if (x > greatest) greatest = x;
        }
    }
    uint64_t sum = 0;
    unsigned count = 0;
    for (unsigned w = 0; w < words; w++) {
        for (uint64_t left = mask[w]; left; left &= left - 1u) {
            const int64_t x = gpscore__logit(logits, 64u * w + gpscore__lowest(left));
            /* When all are GPSCORE__LOGIT_NEVER, each is the greatest. */
            const uint64_t one = x == greatest ? gpscore__logit_weight(0)
                                 : x == GPSCORE__LOGIT_NEVER
                                     ? 0
                                     : gpscore__logit_weight((uint64_t)(greatest - x));
            weights[count++] = one;
            sum += one;
        }
    }
    /* Below the sum, which is below 2^55, so that no chance is off by more than 2^-64. */
    uint64_t place = gpscore__high_product(bits, sum);
    unsigned i = 0;
    for (unsigned w = 0; w < words; w++) {
        for (uint64_t left = mask[w]; left; left &= left - 1u) {
            if (place < weights[i]) return 64u * w + gpscore__lowest(left);
            place -= weights[i++];
        }
    }
    return GPSCORE_BATCH_NO_ACTION;
}

#endif
