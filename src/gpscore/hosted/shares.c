#include "shares.h"

#include <string.h>

static int threads_of(const gpscore_pool *pool) { return pool ? gpscore_pool_threads(pool) : 1; }

static void on_all(gpscore_pool *pool, void (*work)(void *context, int thread), void *context) {
    if (pool)
        gpscore_pool_run(pool, work, context);
    else
        work(context, 0);
}

/* A portion of work for every thread. */
typedef struct portion {
    void *shares;
    uint64_t steps;
} portion;

/* ---- Perft ------------------------------------------------------------------------------------------- */

void gpscore__perft_share_out(gpscore__perft_share *shares, gpscore_pool *pool, const gpscore_game *game,
                              const void *rules, const void *state, int depth) {
    const int threads = threads_of(pool);
    for (int t = 0; t < threads; t++) {
        memcpy(shares[t].state, state, game->state_size);
        gpscore__perft_begin(&shares[t].run, game, rules, shares[t].state, depth, (uint64_t)t,
                             (uint64_t)threads);
        shares[t].over = 0;
    }
}

static void walk_on(void *context, int thread) {
    const portion *now = (const portion *)context;
    gpscore__perft_share *share = (gpscore__perft_share *)now->shares + thread;
    if (!share->over) share->over = gpscore__perft_go_on(&share->run, now->steps);
}

int gpscore__perft_share_go_on(gpscore__perft_share *shares, gpscore_pool *pool, uint64_t steps,
                               uint64_t *leaves) {
    portion now = {shares, steps};
    uint64_t sum = 0;
    int over = 1;
    on_all(pool, walk_on, &now);
    for (int t = 0; t < threads_of(pool); t++) {
        sum += shares[t].run.leaves;
        over &= shares[t].over;
    }
    if (over) *leaves = sum;
    return over;
}

/* ---- Playouts ---------------------------------------------------------------------------------------- */

void gpscore__playout_share_out(gpscore__playout_share *shares, gpscore_pool *pool, const gpscore_game *game,
                                const void *rules, const void *state, const gpscore_policy *policies,
                                uint64_t seed, uint64_t first, uint64_t games, uint32_t turn_cap,
                                uint32_t *lengths) {
    const gpscore_playout_stats none = {0};
    const uint64_t threads = (uint64_t)threads_of(pool);
    for (uint64_t t = 0; t < threads; t++) {
        const uint64_t number = games / threads + (t < games % threads);
        gpscore__playout_begin(&shares[t].run, game, rules, state, policies, seed, first, number, turn_cap,
                               lengths);
        shares[t].stats = none;
        first += number;
        if (lengths) lengths += number;
    }
}

static void play_on(void *context, int thread) {
    const portion *now = (const portion *)context;
    gpscore__playout_share *share = (gpscore__playout_share *)now->shares + thread;
    gpscore__playout_go_on(&share->run, now->steps, &share->stats);
}

/* Who has nothing left takes half of what is left to who has most. Which thread plays a game changes nothing in
 * it. */
static void even_out(gpscore__playout_share *shares, int threads) {
    for (int t = 0; t < threads; t++) {
        int most = 0;
        if (shares[t].run.left) continue;
        for (int o = 1; o < threads; o++) {
            if (shares[o].run.left > shares[most].run.left) most = o;
        }
        gpscore__playout_halve(&shares[most].run, &shares[t].run);
    }
}

uint64_t gpscore__playout_share_go_on(gpscore__playout_share *shares, gpscore_pool *pool, uint64_t steps,
                                      gpscore_playout_stats *stats) {
    portion now = {shares, steps};
    const int threads = threads_of(pool);
    uint64_t left = 0;
    even_out(shares, threads);
    on_all(pool, play_on, &now);
    for (int t = 0; t < threads; t++) left += shares[t].run.left;
    for (int t = 0; left == 0 && t < threads; t++) gpscore__playout_add(stats, &shares[t].stats);
    return left;
}
