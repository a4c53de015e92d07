/* Batches of GPS: three players, games cut after 64 turns and begun again, so that placing and moving both count. An
 * operation is a decision of a player. A part of micro.c. */

enum { SEATS = 3, TURNS = 64, STEP = LANES * SEATS };

static const bench_kind *gps_kind(void) {
    static gps_rules rules;
    static const bench_kind kind = {&gps_game, &rules, SEATS, TURNS, TURNS};
    gps_options options = GPS_OPTIONS_DEFAULT;
    options.players = SEATS;
    if (!rules.players) gps_rules_init(&rules, &options, NULL);
    return &kind;
}

static uint64_t gps_batch_random(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gps_kind(), gpscore_kernel_best(&gps_game), GPSCORE_UNIFORM, count);
}

static uint64_t gps_batch_random_scalar(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gps_kind(), GPSCORE_KERNEL_SCALAR, GPSCORE_UNIFORM, count);
}

static uint64_t gps_batch_step(uint64_t count) {
    static bench_batch b;
    return batch_step(&b, gps_kind(), GPSCORE_OBSERVE_NOTHING, count);
}

static uint64_t gps_batch_observe(uint64_t count) {
    static bench_batch b;
    return batch_step(&b, gps_kind(), GPSCORE_OBSERVE_U8, count);
}

static uint64_t gps_batch_greedy(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gps_kind(), gpscore_kernel_best(&gps_game), GPSCORE_GREEDY, count);
}

static uint64_t gps_batch_steady(uint64_t count) {
    static bench_batch b;
    return batch_play(&b, gps_kind(), gpscore_kernel_best(&gps_game), GPSCORE_STEADY, count);
}
