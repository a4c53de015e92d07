/* Batches of the solar system: two players, games begun again when they end. An operation is a decision. A part of
 * micro.c. */

enum { SOLAR_STEPS = 128 };
static const bench_kind solar_kind = {&solar_game, &two, 1, SOLAR_STEPS, 0};

static uint64_t solar_batch_random(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, &solar_kind, gpscore_kernel_best(&solar_game), GPSCORE_UNIFORM, count);
}

static uint64_t solar_batch_random_scalar(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, &solar_kind, GPSCORE_KERNEL_SCALAR, GPSCORE_UNIFORM, count);
}

static uint64_t solar_batch_step(uint64_t count) {
    static bench_batch b;
    return batch_step(&b, &solar_kind, GPSCORE_OBSERVE_NOTHING, count);
}

static uint64_t solar_batch_observe(uint64_t count) {
    static bench_batch b;
    return batch_step(&b, &solar_kind, GPSCORE_OBSERVE_U8, count);
}
