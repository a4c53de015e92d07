/* The bundled players of the solar system: how they do against each other, and that they play the rules. */
#include "check.h"

/* Two players alone, each game twice with the seats swapped; how many the first policy wins. */
static int won_of(int games, gpscore_policy first, gpscore_policy second) {
    static solar_rules rules;
    const solar_options options = SOLAR_OPTIONS_DEFAULT;
    int won = 0;
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    for (int game = 0; game < games; game++) {
        const int seat = game & 1;
        const uint64_t chance = gpscore_key((uint64_t)game / 2, GPSCORE_PURPOSE_CHANCE);
        const uint64_t player = gpscore_key((uint64_t)game / 2, GPSCORE_PURPOSE_PLAYER);
        solar_state state;
        solar_init(&rules, &state);
        for (int step = 0; solar_to_act(&state) != GPSCORE_TO_ACT_OVER; step++) {
            const uint32_t to_act = solar_to_act(&state);
            const int p = to_act == GPSCORE_TO_ACT_CHANCE ? GPSCORE_CHANCE : (int)(to_act >> 1);
            const gpscore_action action =
                p < 0 ? solar_sample_chance(&rules, &state, chance)
                      : solar_choose(&rules, &state, p, p == seat ? first : second, player);
            CHECK(solar_apply(&rules, &state, p, action, NULL, NULL) == GPSCORE_OK);
            CHECK(step < 5000);
        }
        won += solar_winners(&rules, &state) == 1u << seat;
    }
    return won;
}

/* At least 65 of 100 is what steady is for; it wins 97 (bench/NOTES.md). */
static void steady_beats_greedy(void) { CHECK(won_of(10000, GPSCORE_STEADY, GPSCORE_GREEDY) > 9000); }

static void greedy_beats_uniform(void) { CHECK(won_of(200, GPSCORE_GREEDY, GPSCORE_UNIFORM) > 190); }

static void nobody_chooses_out_of_turn(void) {
    static solar_rules rules;
    const solar_options options = SOLAR_OPTIONS_DEFAULT;
    solar_state state;
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    solar_init(&rules, &state);
    for (int p = GPSCORE_HOST; p < 4; p++) {
        CHECK(solar_choose(&rules, &state, p, GPSCORE_STEADY, 1) == GPSCORE_NO_ACTION);
    }
}

int main(void) {
    static const test_case tests[] = {
        TEST(steady_beats_greedy),
        TEST(greedy_beats_uniform),
        TEST(nobody_chooses_out_of_turn),
    };
    return RUN_TESTS(tests);
}
