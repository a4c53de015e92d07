/* A playout in portions of any size is the playout as a whole, and every call comes back. */
#include "check.h"

#include "playout.h"

static void check_portions(const gpscore_game *game, const void *rules, const void *state, uint64_t games,
                           uint32_t turn_cap) {
    static const gpscore_policy policies[GPSCORE_MAX_PLAYERS] = {GPSCORE_STEADY, GPSCORE_UNIFORM,
                                                                 GPSCORE_GREEDY};
    gpscore_playout_stats whole = {0};
    gpscore_playout(game, rules, state, policies, 9, 5, games, turn_cap, &whole, NULL);
    CHECK(whole.games == games);
    for (uint64_t steps = 1; steps < 100000; steps *= 7) {
        gpscore_playout_stats parts = {0};
        gpscore__playout run;
        uint64_t left = games, calls = 0;
        gpscore__playout_begin(&run, game, rules, state, policies, 9, 5, games, turn_cap, NULL);
        while (left) {
            const uint64_t now = gpscore__playout_go_on(&run, steps, &parts);
            CHECK(now <= left && left - now <= steps);
            left = now;
            calls++;
        }
        CHECK(calls >= games / steps && calls >= whole.turns / steps);
        CHECK(memcmp(&whole, &parts, sizeof whole) == 0);
        CHECK(gpscore__playout_go_on(&run, steps, &parts) == 0 && parts.games == games);
    }
}

static void portions_of_gps(void) {
    const gps_rules rules = make_rules(3, 6, 3, 2, 2, 0, NULL);
    gps_state state;
    gps_init(&rules, &state);
    check_portions(&gps_game, &rules, &state, 20, 0);
    check_portions(&gps_game, &rules, &state, 20, 4);
    gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS];
    while (gps_chance_outcomes(&rules, &state, outcomes)) {
        gps_apply_unchecked(&rules, &state, GPSCORE_CHANCE, outcomes[0].action, NULL);
    }
    check_portions(&gps_game, &rules, &state, 5, 0);
}

static void portions_of_solar(void) {
    static solar_rules rules; /* larger than a stack likes */
    solar_state state;
    CHECK(solar_rules_parse("solar players=3 rounds=2", 24, &rules, NULL) == GPSCORE_OK);
    solar_init(&rules, &state);
    check_portions(&solar_game, &rules, &state, 5, 0);
}

static void a_game_that_is_over_counts_too(void) {
    const gps_rules rules = make_rules(1, 3, 2, 2, 1, 1, NULL);
    const gps_state state = position(&rules, "over - 1 0 0 1@0+2");
    check_portions(&gps_game, &rules, &state, 1000, 0);
}

static void an_endless_game_comes_back(void) {
    const gps_rules rules = make_rules(1, 64, 16, 3, 1, 0, NULL);
    const gpscore_policy policy = GPSCORE_UNIFORM;
    gpscore_playout_stats stats = {0};
    gpscore__playout run;
    gps_state state;
    gps_init(&rules, &state);
    gpscore__playout_begin(&run, &gps_game, &rules, &state, &policy, 1, 0, 1, 0, NULL);
    for (int i = 1; i <= 20; i++) {
        CHECK(gpscore__playout_go_on(&run, 1000, &stats) == 1);
        /* A spin and a choice make a turn, when all is placed. */
        CHECK(stats.games == 0 && stats.decisions > (uint64_t)(i - 1) * 400 && stats.decisions <= i * 500u);
    }
}

int main(void) {
    const test_case tests[] = {
        TEST(portions_of_gps),
        TEST(portions_of_solar),
        TEST(a_game_that_is_over_counts_too),
        TEST(an_endless_game_comes_back),
    };
    return RUN_TESTS(tests);
}
