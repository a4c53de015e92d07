/* Perft and playouts on the threads of a pool, in portions, so that a caller can look up in between: the same
 * counts for every number of threads. All memory but the pool's is the caller's. */
#ifndef GPSCORE_SRC_HOSTED_SHARES_H
#define GPSCORE_SRC_HOSTED_SHARES_H

#include "../perft.h"
#include "../playout.h"
#include "pool.h"

/* What one thread does, apart from what the others write. */
typedef struct gpscore__perft_share {
    uint64_t state[GPSCORE_MAX_STATE / 8];
    gpscore__perft run;
    int over;
    uint8_t apart[64];
} gpscore__perft_share;

typedef struct gpscore__playout_share {
    gpscore__playout run;
    gpscore_playout_stats stats;
    uint8_t apart[64];
} gpscore__playout_share;

/* Share gpscore_perft out among the threads of the pool, as many shares; a NULL pool is one thread. Depth is 0 to
 * GPSCORE_MAX_PERFT. */
void gpscore__perft_share_out(gpscore__perft_share *shares, gpscore_pool *pool, const gpscore_game *game,
                              const void *rules, const void *state, int depth);

/* Walk on over about *steps* positions (at least 1) on every thread. Whether all is counted; then *leaves* is the
 * number. */
int gpscore__perft_share_go_on(gpscore__perft_share *shares, gpscore_pool *pool, uint64_t steps,
                               uint64_t *leaves);

/* The same for gpscore_playout. Policies must outlive the shares, state too. */
void gpscore__playout_share_out(gpscore__playout_share *shares, gpscore_pool *pool, const gpscore_game *game,
                                const void *rules, const void *state, const gpscore_policy *policies,
                                uint64_t seed, uint64_t first, uint64_t games, uint32_t turn_cap,
                                uint32_t *lengths);

/* Play on over at most *steps* positions on every thread and return how many games are left; when none is, add
 * all to *stats*. */
uint64_t gpscore__playout_share_go_on(gpscore__playout_share *shares, gpscore_pool *pool, uint64_t steps,
                                      gpscore_playout_stats *stats);

#endif
