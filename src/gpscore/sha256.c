/* SHA-256, FIPS 180-4. */
#include <gpscore/record.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t roots[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u,
};

static inline uint32_t turned(uint32_t x, int n) { return x >> n | x << (32 - n); }

static inline uint32_t word_at(const uint8_t *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void take_block(uint32_t *sum, const uint8_t *block) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++) w[i] = word_at(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        const uint32_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ x >> 3) +
               (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
    }
    uint32_t a = sum[0], b = sum[1], c = sum[2], d = sum[3], e = sum[4], f = sum[5], g = sum[6], h = sum[7];
    for (int i = 0; i < 64; i++) {
        const uint32_t up =
            h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (g ^ (e & (f ^ g))) + roots[i] + w[i];
        const uint32_t down = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) | (c & (a | b)));
        h = g;
        g = f;
        f = e;
        e = d + up;
        d = c;
        c = b;
        b = a;
        a = up + down;
    }
    sum[0] += a;
    sum[1] += b;
    sum[2] += c;
    sum[3] += d;
    sum[4] += e;
    sum[5] += f;
    sum[6] += g;
    sum[7] += h;
}

void gpscore_sha256(const void *data, size_t length, uint8_t out[GPSCORE_LINK]) {
    uint32_t sum[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                       0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
    const uint8_t *bytes = (const uint8_t *)data;
    const uint64_t bits = (uint64_t)length << 3;
    uint8_t last[64];
    for (; length >= 64; length -= 64, bytes += 64) take_block(sum, bytes);
    /* A 1 bit behind the end, zeros, and the number of bits in the last eight bytes of a block. */
    size_t at = 0;
    for (; at < length; at++) last[at] = bytes[at];
    last[at++] = 0x80;
    if (at > 56) {
        while (at < 64) last[at++] = 0;
        take_block(sum, last);
        at = 0;
    }
    while (at < 56) last[at++] = 0;
    for (int i = 0; i < 8; i++) last[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
    take_block(sum, last);
    for (int i = 0; i < GPSCORE_LINK; i++) out[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}
