/* The solar system: the kernel for processors with AVX2, all of which count bits too. The lanes' games branch too
 * much for vectors; what gains is the drawing of actions and the mask. */
#include "solar_batch.h"

#if defined(__x86_64__) || defined(_M_X64)

#if defined(__GNUC__)
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#else
#define TARGET
#endif

TARGET static void step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    solar__step(batch, first, count, actions, 1);
}

TARGET static void sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions) {
    solar__sample(batch, first, count, actions, 1);
}

TARGET static void play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                        gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    solar__play(batch, first, count, steps, policy, actions, stats, 1);
}

const struct gpscore_batch_kernel solar__avx2 = {
    SOLAR__KERNEL_COMMON, .kind = GPSCORE_KERNEL_AVX2, .step = step, .sample = sample, .play = play};

#endif
