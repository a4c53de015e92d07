/* Perft and playouts are the same as a whole, in portions, in shares and on any number of threads; and perft is
 * what a plain walk counts. */
#include "check.h"

#include "hosted/shares.h"

enum { MOST = 5 };

static union {
    gps_rules gps;
    solar_rules solar; /* larger than a stack likes */
} rules;
static uint64_t state[GPSCORE_MAX_STATE / 8];

/* A position after *plies* actions of uniform players. */
static const gpscore_game *play_to(const char *text, int plies) {
    const gpscore_game *game = gpscore_game_find(text, strcspn(text, " "));
    const uint64_t chance = gpscore_key(5, GPSCORE_PURPOSE_CHANCE);
    const uint64_t player = gpscore_key(5, GPSCORE_PURPOSE_PLAYER);
    CHECK(game->rules_parse(text, strlen(text), &rules, NULL) == GPSCORE_OK);
    game->init(&rules, state);
    for (int i = 0; i < plies; i++) {
        const uint32_t to_act = game->to_act(state);
        gpscore_action actions[GPSCORE_MAX_ACTIONS];
        int seat = 0;
        CHECK(to_act != GPSCORE_TO_ACT_OVER);
        if (to_act == GPSCORE_TO_ACT_CHANCE) {
            game->apply_unchecked(&rules, state, GPSCORE_CHANCE, game->sample_chance(&rules, state, chance),
                                  NULL);
            continue;
        }
        if (to_act == GPSCORE_TO_ACT_HOST) {
            CHECK(game->legal_actions(&rules, state, GPSCORE_HOST, actions));
            game->apply_unchecked(&rules, state, GPSCORE_HOST, actions[0], NULL);
            continue;
        }
        while (!(to_act >> seat & 1u)) seat++;
        game->apply_unchecked(&rules, state, seat, game->choose(&rules, state, seat, GPSCORE_UNIFORM, player),
                              NULL);
    }
    return game;
}

static const struct {
    const char *rules;
    int plies, depth;
} positions[] = {
    {"gps players=3 spaces=6 satellites=3 face_up=2", 0, 9},
    {"gps players=3", 12, 4},
    {"gps players=5 spaces=8 satellites=4", 31, 9},
    {"gps players=2 spaces=4 satellites=2 face_up=1 wins=2 spin=1,0,2,1", 3, 14},
    {"gps players=1 spaces=3 satellites=2 face_up=2 turn_limit=3", 0, 10},
    {"solar players=2", 0, 5},
    {"solar players=3 organisations=turing,helion,none", 60, 4},
    {"solar players=2 host=embedded", 40, 4},
};
#define EACH_POSITION for (size_t at = 0; at < sizeof positions / sizeof positions[0]; at++)

static uint64_t count(const gpscore_game *game, int depth) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    uint64_t undo[GPSCORE_MAX_UNDO / 8], leaves = 0;
    const uint32_t to_act = game->to_act(state);
    int player = to_act == GPSCORE_TO_ACT_HOST ? GPSCORE_HOST : GPSCORE_CHANCE;
    if (depth == 0) return 1;
    if (to_act == GPSCORE_TO_ACT_OVER) return 0;
    if (to_act >> GPSCORE_MAX_PLAYERS == 0) {
        for (player = 0; !(to_act >> player & 1u); player++) {}
    }
    const size_t branches = game->legal_actions(&rules, state, player, actions);
    CHECK(game->count_actions(&rules, state, player) == branches);
    for (int other = GPSCORE_HOST; other < GPSCORE_MAX_PLAYERS; other++) {
        gpscore_action theirs[GPSCORE_MAX_ACTIONS];
        CHECK(game->count_actions(&rules, state, other) == game->legal_actions(&rules, state, other, theirs));
    }
    for (size_t i = 0; i < branches; i++) {
        game->apply_unchecked(&rules, state, player, actions[i], undo);
        leaves += count(game, depth - 1);
        game->undo(state, undo);
    }
    return leaves;
}

static void perft_is_what_a_walk_counts(void) {
    EACH_POSITION {
        const gpscore_game *game = play_to(positions[at].rules, positions[at].plies);
        for (int depth = 0; depth <= positions[at].depth; depth++)
            CHECK(gpscore_perft(game, &rules, state, depth) == count(game, depth));
    }
}

static void portions_of_perft_add_up(void) {
    EACH_POSITION {
        const gpscore_game *game = play_to(positions[at].rules, positions[at].plies);
        const int depth = positions[at].depth - 2;
        const uint64_t leaves = gpscore_perft(game, &rules, state, depth);
        for (uint64_t steps = 1; steps < 10000; steps *= 9) {
            uint64_t before[GPSCORE_MAX_STATE / 8];
            gpscore__perft run;
            memcpy(before, state, sizeof before);
            gpscore__perft_begin(&run, game, &rules, state, depth, 0, 1);
            for (uint64_t had = 0; !gpscore__perft_go_on(&run, steps); had = run.leaves) {
                CHECK(!memcmp(before, state, sizeof before));
                CHECK(run.leaves >= had && run.leaves - had <= steps * 64 * 64);
            }
            CHECK(run.leaves == leaves && !memcmp(before, state, sizeof before));
        }
    }
}

static void shares_of_perft_add_up(void) {
    EACH_POSITION {
        const gpscore_game *game = play_to(positions[at].rules, positions[at].plies);
        for (int depth = 0; depth < positions[at].depth; depth++) {
            const uint64_t leaves = gpscore_perft(game, &rules, state, depth);
            for (uint64_t shares = 1; shares <= 40; shares += 13) {
                uint64_t sum = 0;
                for (uint64_t share = 0; share < shares; share++) {
                    gpscore__perft run;
                    gpscore__perft_begin(&run, game, &rules, state, depth, share, shares);
                    while (!gpscore__perft_go_on(&run, 100)) {}
                    sum += run.leaves;
                }
                CHECK(sum == leaves);
            }
        }
    }
}

/* With more than one position for each, no share is left without work. */
static void shares_are_alike(void) {
    const gpscore_game *game = play_to("gps players=3", 0);
    const uint64_t leaves = gpscore_perft(game, &rules, state, 6);
    for (uint64_t share = 0; share < 2; share++) {
        gpscore__perft run;
        gpscore__perft_begin(&run, game, &rules, state, 6, share, 2);
        CHECK(gpscore__perft_go_on(&run, UINT64_MAX));
        CHECK(run.leaves * 2 == leaves);
    }
}

static void threads_count_alike(void) {
    static gpscore__perft_share shares[MOST];
    EACH_POSITION {
        const gpscore_game *game = play_to(positions[at].rules, positions[at].plies);
        const int depth = positions[at].depth;
        const uint64_t leaves = gpscore_perft(game, &rules, state, depth);
        for (int threads = 0; threads <= MOST; threads++) {
            gpscore_pool *pool = threads ? gpscore_pool_new(threads) : NULL;
            uint64_t sum = 1;
            gpscore__perft_share_out(shares, pool, game, &rules, state, depth);
            while (!gpscore__perft_share_go_on(shares, pool, 500, &sum)) CHECK(sum == 1);
            CHECK(sum == leaves);
            gpscore_pool_free(pool);
        }
    }
}

static void threads_play_alike(void) {
    static gpscore__playout_share shares[MOST];
    static const gpscore_policy policies[GPSCORE_MAX_PLAYERS] = {GPSCORE_STEADY, GPSCORE_UNIFORM,
                                                                 GPSCORE_GREEDY};
    enum { GAMES = 43 };
    EACH_POSITION {
        const gpscore_game *game = play_to(positions[at].rules, positions[at].plies);
        uint32_t lengths[GAMES], others[GAMES];
        gpscore_playout_stats whole = {0};
        uint64_t turns = 0;
        gpscore_playout(game, &rules, state, policies, 3, 11, GAMES, 40, &whole, lengths);
        for (int i = 0; i < GAMES; i++) turns += lengths[i];
        CHECK(whole.games == GAMES && whole.turns == turns);
        for (int threads = 0; threads <= MOST; threads++) {
            for (uint64_t steps = 5; steps < 100000; steps *= 100) {
                gpscore_pool *pool = threads ? gpscore_pool_new(threads) : NULL;
                gpscore_playout_stats stats = {0};
                memset(others, 0xff, sizeof others);
                gpscore__playout_share_out(shares, pool, game, &rules, state, policies, 3, 11, GAMES, 40,
                                           others);
                while (gpscore__playout_share_go_on(shares, pool, steps, &stats)) CHECK(stats.games == 0);
                CHECK(!memcmp(&stats, &whole, sizeof stats) && !memcmp(lengths, others, sizeof lengths));
                gpscore_pool_free(pool);
            }
        }
    }
}

static void fewer_games_than_threads(void) {
    static gpscore__playout_share shares[MOST];
    const gpscore_policy policy = GPSCORE_STEADY;
    const gpscore_game *game = play_to("gps players=1 spaces=9 satellites=4", 0);
    gpscore_pool *pool = gpscore_pool_new(MOST);
    for (uint64_t games = 0; games < 3; games++) {
        gpscore_playout_stats stats = {0}, whole = {0};
        gpscore_playout(game, &rules, state, &policy, 1, 0, games, 0, &whole, NULL);
        gpscore__playout_share_out(shares, pool, game, &rules, state, &policy, 1, 0, games, 0, NULL);
        while (gpscore__playout_share_go_on(shares, pool, 10, &stats)) {}
        CHECK(stats.games == games && !memcmp(&stats, &whole, sizeof stats));
    }
    gpscore_pool_free(pool);
}

int main(void) {
    static const test_case tests[] = {
        TEST(perft_is_what_a_walk_counts), TEST(portions_of_perft_add_up),
        TEST(shares_of_perft_add_up),      TEST(shares_are_alike),
        TEST(threads_count_alike),         TEST(threads_play_alike),
        TEST(fewer_games_than_threads),
    };
    return RUN_TESTS(tests);
}
