/* Batches of 4,096 lanes for the benchmarks of both games. A part of micro.c. */

enum { LANES = 4096 };

/* What is measured: a game, how many actions a lane takes in a step, the steps after which its games begin again, and the
 * turns after which they are cut. */
typedef struct bench_kind {
    const gpscore_game *game;
    const void *rules;
    uint64_t seats, steps;
    uint32_t max_turns;
} bench_kind;

/* A batch in memory of its own, made at its first use. */
typedef struct bench_batch {
    gpscore_batch batch;
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

static const gpscore_batch *bench_batch_of(bench_batch *b, const bench_kind *of, gpscore_kernel kernel,
                                           gpscore_observe observe, int with_actions) {
    if (b->made) return &b->batch;
    const uint64_t step = LANES * of->seats;
    const gpscore_batch_options how = {.lanes = LANES,
                                       .seed = 1,
                                       .max_turns = of->max_turns,
                                       .autoreset = GPSCORE_SAME_STEP,
                                       .kernel = (uint8_t)kernel,
                                       .observe = (uint8_t)observe};
    const gpscore_batch_arrays arrays = arrays_of(of->game, of->rules, &how);
    if (gpscore_batch_init(&b->batch, of->game, of->rules, &how, &arrays, NULL) != GPSCORE_OK) exit(1);
    gpscore_batch_start(&b->batch, 0, LANES);
    if (with_actions) {
        b->actions = lasting_memory(of->steps * step);
        for (uint64_t t = 0; t < of->steps; t++)
            gpscore_batch_step_sampled(&b->batch, 0, LANES, NULL, b->actions + t * step);
    }
    b->made = 1;
    return &b->batch;
}

/* Bundled players inside the engine; *count* is of actions. */
static uint64_t batch_play(bench_batch *b, const bench_kind *of, gpscore_kernel kernel, gpscore_policy policy,
                           uint64_t count) {
    gpscore_batch_stats stats = {0};
    const gpscore_batch *batch = bench_batch_of(b, of, kernel, GPSCORE_OBSERVE_NOTHING, 0);
    gpscore_batch_play(batch, 0, LANES, count / (LANES * of->seats), policy, &stats);
    return stats.decisions;
}

/* The caller's actions. */
static uint64_t batch_step(bench_batch *b, const bench_kind *of, gpscore_observe observe, uint64_t count) {
    const uint64_t step = LANES * of->seats;
    const gpscore_batch *batch = bench_batch_of(b, of, gpscore_kernel_best(of->game), observe, 1);
    for (uint64_t t = 0; t < count / step; t++) {
        if (t % of->steps == 0) gpscore_batch_start(batch, 0, LANES);
        gpscore_batch_step(batch, 0, LANES, b->actions + t % of->steps * step, GPSCORE_ACTION_U8);
    }
    return batch->arrays.to_act[0];
}
