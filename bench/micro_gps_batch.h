/* Batches of GPS: 4,096 lanes of three players, games cut after 64 turns and begun again, so that placing and moving
 * both count. An operation is a decision of a player. A part of micro.c. */

enum { LANES = 4096, SEATS = 3, TURNS = 64, STEP = LANES * SEATS };

/* A batch in memory of its own, made at its first use. */
typedef struct bench_batch {
    gpscore_batch batch;
    gps_rules rules;
    uint8_t *actions; /* legal ones for the first games, step after step */
    int made;
} bench_batch;

static void *lasting_memory(uint64_t size) {
    void *memory = aligned_alloc(GPSCORE_BATCH_ALIGN,
                                 (size + GPSCORE_BATCH_ALIGN) / GPSCORE_BATCH_ALIGN * GPSCORE_BATCH_ALIGN);
    if (!memory) exit(1);
    return memset(memory, 0, size);
}

static gpscore_batch_arrays arrays_of(const gpscore_game *game, const void *rules,
                                      const gpscore_batch_options *how) {
    gpscore_batch_sizes sizes;
    if (gpscore_batch_measure(game, rules, how, &sizes, NULL) != GPSCORE_OK) exit(1);
    const gpscore_batch_arrays arrays = {
        .lanes = lasting_memory(sizes.lanes),
        .legal = lasting_memory(sizes.legal),
        .rewards = lasting_memory(sizes.rewards),
        .terminated = lasting_memory(sizes.terminated),
        .truncated = lasting_memory(sizes.truncated),
        .winners = lasting_memory(sizes.winners),
        .to_act = lasting_memory(sizes.to_act),
        .faults = lasting_memory(sizes.faults),
        .fault_choices = lasting_memory(sizes.fault_choices),
        .observation = lasting_memory(sizes.observation),
        .final_observation = lasting_memory(sizes.final_observation),
    };
    return arrays;
}

static const gpscore_batch *bench_batch_of(bench_batch *b, gpscore_kernel kernel, gpscore_observe observe,
                                           int with_actions) {
    if (b->made) return &b->batch;
    gps_options options = GPS_OPTIONS_DEFAULT;
    options.players = SEATS;
    gps_rules_init(&b->rules, &options, NULL);
    const gpscore_batch_options how = {.lanes = LANES,
                                       .seed = 1,
                                       .max_turns = TURNS,
                                       .autoreset = GPSCORE_SAME_STEP,
                                       .kernel = (uint8_t)kernel,
                                       .observe = (uint8_t)observe};
    const gpscore_batch_arrays arrays = arrays_of(&gps_game, &b->rules, &how);
    if (gpscore_batch_init(&b->batch, &gps_game, &b->rules, &how, &arrays, NULL) != GPSCORE_OK) exit(1);
    gpscore_batch_start(&b->batch, 0, LANES);
    if (with_actions) {
        b->actions = lasting_memory((uint64_t)TURNS * STEP);
        for (int t = 0; t < TURNS; t++) {
            gpscore_batch_step_sampled(&b->batch, 0, LANES, NULL, b->actions + (uint64_t)t * STEP);
        }
    }
    b->made = 1;
    return &b->batch;
}

static uint64_t batch_play(bench_batch *b, gpscore_kernel kernel, gpscore_policy policy, uint64_t count) {
    gpscore_batch_stats stats = {0};
    const gpscore_batch *batch = bench_batch_of(b, kernel, GPSCORE_OBSERVE_NOTHING, 0);
    gpscore_batch_play(batch, 0, LANES, count / STEP, policy, &stats);
    return stats.decisions;
}

static uint64_t batch_step(bench_batch *b, gpscore_observe observe, uint64_t count) {
    const gpscore_batch *batch = bench_batch_of(b, gpscore_kernel_best(&gps_game), observe, 1);
    for (uint64_t t = 0; t < count / STEP; t++) {
        if (t % TURNS == 0) gpscore_batch_start(batch, 0, LANES);
        gpscore_batch_step(batch, 0, LANES, b->actions + t % TURNS * STEP, GPSCORE_ACTION_U8);
    }
    return batch->arrays.to_act[0];
}

static uint64_t gps_batch_random(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gpscore_kernel_best(&gps_game), GPSCORE_UNIFORM, count);
}

static uint64_t gps_batch_random_scalar(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, GPSCORE_KERNEL_SCALAR, GPSCORE_UNIFORM, count);
}

static uint64_t gps_batch_step(uint64_t count) {
    static bench_batch b;
    return batch_step(&b, GPSCORE_OBSERVE_NOTHING, count);
}

static uint64_t gps_batch_observe(uint64_t count) {
    static bench_batch b;
    return batch_step(&b, GPSCORE_OBSERVE_U8, count);
}

static uint64_t gps_batch_greedy(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gpscore_kernel_best(&gps_game), GPSCORE_GREEDY, count);
}

static uint64_t gps_batch_steady(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gpscore_kernel_best(&gps_game), GPSCORE_STEADY, count);
}
