/* Asking the processor, by its own instructions: what compilers offer for it is wrong or missing with some. */
#include "cpu.h"

#include "config.h"

#include <stdint.h>

#ifdef GPSCORE__AVX2

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>

static void cpuid(uint32_t leaf, uint32_t out[4]) {
    int got[4];
    __cpuidex(got, (int)leaf, 0);
    for (int i = 0; i < 4; i++) out[i] = (uint32_t)got[i];
}

static uint64_t xcr0(void) { return _xgetbv(0); }
#else
static void cpuid(uint32_t leaf, uint32_t out[4]) {
    __asm__ volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf), "c"(0));
}

static uint64_t xcr0(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}
#endif

int gpscore__cpu_avx2(void) {
    enum { POPCNT = 1 << 23, OSXSAVE = 1 << 27, AVX = 1 << 28, XMM_AND_YMM = 6 };
    enum { BMI1 = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8 };
    uint32_t r[4];
    cpuid(0, r);
    if (r[0] < 7) return 0;
    cpuid(1, r);
    if ((r[2] & (POPCNT | OSXSAVE | AVX)) != (POPCNT | OSXSAVE | AVX)) return 0;
    /* The operating system keeps the wide registers of each thread. */
    if ((xcr0() & XMM_AND_YMM) != XMM_AND_YMM) return 0;
    cpuid(7, r);
    return (r[1] & (BMI1 | AVX2 | BMI2)) == (BMI1 | AVX2 | BMI2);
}

#else

int gpscore__cpu_avx2(void) { return 0; }

#endif
