/* Counting sequences in portions and shares, for callers that must look up now and then and for threads. */
#ifndef GPSCORE_SRC_PERFT_H
#define GPSCORE_SRC_PERFT_H

#include <gpscore/game.h>

/* One walk through the sequences of *depth* actions: its share of them, when several walks divide the work. What
 * it points to must outlive it. */
typedef struct gpscore__perft {
    const gpscore_game *game;
    const void *rules;
    void *state; /* as it was whenever a call returns */
    int depth;
    int deal;       /* the ply at which positions are dealt out to the shares */
    uint64_t share; /* of *shares*: this walk goes on from the positions whose number modulo shares is this */
    uint64_t shares;
    uint64_t dealt; /* positions that were dealt, to this share or another */
    uint64_t steps; /* positions that this portion may still visit */
    uint64_t leaves;
    uint8_t path[GPSCORE_MAX_PERFT]; /* the number of the branch, at each ply, where the walk goes on */
} gpscore__perft;

/* Get ready to count share number *share* of *shares*; depth is 0 to GPSCORE_MAX_PERFT. The shares add up to
 * gpscore_perft. */
void gpscore__perft_begin(gpscore__perft *run, const gpscore_game *game, const void *rules, void *state,
                          int depth, uint64_t share, uint64_t shares);

/* Walk on over about *steps* positions, adding to run->leaves. Whether the walk is over. */
int gpscore__perft_go_on(gpscore__perft *run, uint64_t steps);

#endif
