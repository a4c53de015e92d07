/* Perft and playouts, as part of micro.c. */

static gps_rules three;
static gps_state count_from;         /* three players, a spin of the fourth turn */
static solar_state solar_count_from; /* two players, a turn of the first round */

/* Leaves of the two counts, which COUNTS of micro.py are multiples of. */
enum { GPS_DEPTH = 7, GPS_LEAVES = 332424, SOLAR_DEPTH = 6, SOLAR_LEAVES = 968704 };

/* Steady players, until a number of choices and chance events. */
static void play_on(const gpscore_game *game, const void *rules, void *state, int plies) {
    const uint64_t chance = gpscore_key(7, GPSCORE_PURPOSE_CHANCE),
                   key = gpscore_key(7, GPSCORE_PURPOSE_PLAYER);
    for (; plies > 0; plies--) {
        const uint32_t to_act = game->to_act(state);
        const int player = to_act == GPSCORE_TO_ACT_CHANCE ? GPSCORE_CHANCE : (int)gpscore__lowest(to_act);
        const gpscore_action action = player == GPSCORE_CHANCE
                                          ? game->sample_chance(rules, state, chance)
                                          : game->choose(rules, state, player, GPSCORE_STEADY, key);
        game->apply_unchecked(rules, state, player, action, NULL);
    }
}

static void fill_counts(void) {
    const gps_options options = GPS_OPTIONS_DEFAULT;
    gps_rules_init(&three, &options, NULL);
    gps_init(&three, &count_from);
    play_on(&gps_game, &three, &count_from, 30);
    solar_init(&two, &solar_count_from);
    play_on(&solar_game, &two, &solar_count_from, 20);
}

static uint64_t perfts(const gpscore_game *game, const void *rules, void *state, int depth, uint64_t leaves,
                       uint64_t count) {
    uint64_t sum = 0;
    for (; count >= leaves; count -= leaves) sum += gpscore_perft(game, rules, state, depth);
    if (count || sum % leaves) {
        fprintf(stderr, "micro: perft %d is not %llu\n", depth, (unsigned long long)leaves);
        exit(2);
    }
    return sum;
}

static uint64_t gps_perft(uint64_t count) {
    return perfts(&gps_game, &three, &count_from, GPS_DEPTH, GPS_LEAVES, count);
}

static uint64_t solar_perft(uint64_t count) {
    return perfts(&solar_game, &two, &solar_count_from, SOLAR_DEPTH, SOLAR_LEAVES, count);
}

/* Decisions of whole games; the last one may bring a few more. */
static uint64_t playouts(const gpscore_game *game, const void *rules, const void *state,
                         gpscore_policy policy, uint64_t count) {
    const gpscore_policy policies[GPSCORE_MAX_PLAYERS] = {policy, policy, policy, policy, policy};
    gpscore_playout_stats stats = {0};
    for (uint64_t number = 0; stats.decisions < count; number++)
        gpscore_playout(game, rules, state, policies, 1, number, 1, 64, &stats, NULL);
    return stats.turns;
}

static uint64_t gps_playout(gpscore_policy policy, uint64_t count) {
    gps_state state;
    gps_init(&three, &state);
    return playouts(&gps_game, &three, &state, policy, count);
}

static uint64_t playout_uniform(uint64_t count) { return gps_playout(GPSCORE_UNIFORM, count); }
static uint64_t playout_greedy(uint64_t count) { return gps_playout(GPSCORE_GREEDY, count); }
static uint64_t playout_steady(uint64_t count) { return gps_playout(GPSCORE_STEADY, count); }

static uint64_t solar_playout_steady(uint64_t count) {
    solar_state state;
    solar_init(&two, &state);
    return playouts(&solar_game, &two, &state, GPSCORE_STEADY, count);
}
