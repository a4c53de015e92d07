/* Batches of the solar system: 4,096 lanes of two players, games begun again when they end. An operation is a decision.
 * A part of micro.c. */

enum { SOLAR_STEPS = 128 };

typedef struct solar_bench {
    gpscore_batch batch;
    uint8_t *actions; /* legal ones for the first games, step after step */
    int made;
} solar_bench;

static const gpscore_batch *solar_bench_of(solar_bench *b, gpscore_kernel kernel, gpscore_observe observe,
                                           int with_actions) {
    if (b->made) return &b->batch;
    const gpscore_batch_options how = {.lanes = LANES,
                                       .seed = 1,
                                       .autoreset = GPSCORE_SAME_STEP,
                                       .kernel = (uint8_t)kernel,
                                       .observe = (uint8_t)observe};
    const gpscore_batch_arrays arrays = arrays_of(&solar_game, &two, &how);
    if (gpscore_batch_init(&b->batch, &solar_game, &two, &how, &arrays, NULL) != GPSCORE_OK) exit(1);
    gpscore_batch_start(&b->batch, 0, LANES);
    if (with_actions) {
        b->actions = lasting_memory((uint64_t)SOLAR_STEPS * LANES);
        for (int t = 0; t < SOLAR_STEPS; t++)
            gpscore_batch_step_sampled(&b->batch, 0, LANES, NULL, b->actions + (uint64_t)t * LANES);
    }
    b->made = 1;
    return &b->batch;
}

static uint64_t solar_batch_play(solar_bench *b, gpscore_kernel kernel, gpscore_policy policy,
                                 uint64_t count) {
    gpscore_batch_stats stats = {0};
    const gpscore_batch *batch = solar_bench_of(b, kernel, GPSCORE_OBSERVE_NOTHING, 0);
    gpscore_batch_play(batch, 0, LANES, count / LANES, policy, &stats);
    return stats.decisions;
}

static uint64_t solar_batch_steps(solar_bench *b, gpscore_observe observe, uint64_t count) {
    const gpscore_batch *batch = solar_bench_of(b, gpscore_kernel_best(&solar_game), observe, 1);
    for (uint64_t t = 0; t < count / LANES; t++) {
        if (t % SOLAR_STEPS == 0) gpscore_batch_start(batch, 0, LANES);
        gpscore_batch_step(batch, 0, LANES, b->actions + t % SOLAR_STEPS * LANES, GPSCORE_ACTION_U8);
    }
    return batch->arrays.to_act[0];
}

static uint64_t solar_batch_random(uint64_t count) {
    static solar_bench b;
    return solar_batch_play(&b, gpscore_kernel_best(&solar_game), GPSCORE_UNIFORM, count);
}

static uint64_t solar_batch_random_scalar(uint64_t count) {
    static solar_bench b;
    return solar_batch_play(&b, GPSCORE_KERNEL_SCALAR, GPSCORE_UNIFORM, count);
}

static uint64_t solar_batch_step(uint64_t count) {
    static solar_bench b;
    return solar_batch_steps(&b, GPSCORE_OBSERVE_NOTHING, count);
}

static uint64_t solar_batch_observe(uint64_t count) {
    static solar_bench b;
    return solar_batch_steps(&b, GPSCORE_OBSERVE_U8, count);
}
