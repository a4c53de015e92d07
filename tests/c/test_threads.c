/* Many threads at once: rules are shared, states are each thread's own, and nothing else is written. Run it with
 * the thread sanitizer: make tsan. */
#include "check.h"
#include "hosted/pool.h"

enum { THREADS = 8, GAMES = 40 };

typedef struct job {
    const gpscore_game *game;
    const void *rules;
    uint64_t sum[THREADS];
} job;

/* Everything a search does with a state, over whole games. */
static uint64_t play(const gpscore_game *game, const void *rules, uint64_t seed) {
    uint64_t state[GPSCORE_MAX_STATE / 8], copy[GPSCORE_MAX_STATE / 8], undo[GPSCORE_MAX_UNDO / 8];
    uint64_t mask[GPSCORE_MAX_MASK], sum = 0;
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    gpscore_event events[GPSCORE_MAX_EVENTS];
    uint8_t packed[256];
    char text[2048];
    gpscore_error error;
    const uint64_t chance = gpscore_key(seed, GPSCORE_PURPOSE_CHANCE);
    const uint64_t choices = gpscore_key(seed, GPSCORE_PURPOSE_PLAYER);
    game->init(rules, state);
    for (int ply = 0; ply < 60; ply++) {
        const uint32_t who = game->to_act(state);
        if (who == GPSCORE_TO_ACT_OVER) break;
        int player = GPSCORE_CHANCE;
        gpscore_action action;
        if (who == GPSCORE_TO_ACT_CHANCE) {
            action = game->sample_chance(rules, state, chance);
        } else {
            for (player = 0; !(who >> player & 1u); player++) {}
            action =
                game->choose(rules, state, player, (gpscore_policy)(ply % GPSCORE_POLICY_COUNT), choices);
        }
        game->legal_mask(rules, state, player, mask);
        sum += mask[0] + game->legal_actions(rules, state, player, actions);
        CHECK(game->apply(rules, state, player, action, undo, &error) == GPSCORE_OK);
        sum += game->events(rules, state, undo, events);
        memcpy(copy, state, game->state_size);
        game->undo(state, undo);
        CHECK(game->apply(rules, state, player, action, undo, &error) == GPSCORE_OK);
        CHECK(memcmp(copy, state, game->state_size) == 0);
        game->pack(rules, state, packed);
        CHECK(game->unpack(rules, packed, game->packed_size(rules), copy, &error) == GPSCORE_OK);
        sum += game->state_write(rules, state, text, sizeof text);
        CHECK(game->apply(rules, copy, 99, action, NULL, &error) != GPSCORE_OK);
        sum += gpscore_error_text(&error, text, sizeof text);
        sum ^= game->hash(state);
    }
    return sum;
}

static void work(void *context, int thread) {
    job *own = (job *)context;
    uint64_t sum = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) sum = sum * 31 + play(own->game, own->rules, seed);
    own->sum[thread] = sum;
}

static void threads_do_not_meet(void) {
    static uint64_t rules[GPSCORE_MAX_RULES / 8];
    gpscore_pool *pool = gpscore_pool_new(THREADS);
    CHECK(pool);
    for (size_t g = 0; gpscore_game_at(g); g++) {
        const gpscore_game *game = gpscore_game_at(g);
        job all = {game, rules, {0}};
        CHECK(game->rules_parse(game->name, strlen(game->name), rules, NULL) == GPSCORE_OK);
        gpscore_pool_run(pool, work, &all);
        for (int t = 1; t < THREADS; t++) CHECK(all.sum[t] == all.sum[0]);
    }
    gpscore_pool_free(pool);
}

int main(void) {
    const test_case tests[] = {
        TEST(threads_do_not_meet),
    };
    return RUN_TESTS(tests);
}
