/* Playouts in portions, for callers that must look up now and then: a game may last for ever. */
#ifndef GPSCORE_SRC_PLAYOUT_H
#define GPSCORE_SRC_PLAYOUT_H

#include <gpscore/game.h>

/* The games of one gpscore_playout that are still to be played. What it points to must outlive it. */
typedef struct gpscore__playout {
    const gpscore_game *game;
    const void *rules;
    const void *from; /* where every game begins */
    const gpscore_policy *policies;
    uint64_t key;  /* of the seeds of the games */
    uint64_t next; /* the number of the game that comes next, or is under way */
    uint64_t left; /* games that have not ended */
    uint64_t first; /* the number of the game to which lengths[0] belongs */
    uint32_t *lengths; /* turns of each game; or NULL */
    uint64_t chance_key, player_key;
    uint32_t turn_cap;
    int under_way;
    union {
        uint64_t words[GPSCORE_MAX_STATE / 8]; /* aligned */
        unsigned char bytes[GPSCORE_MAX_STATE];
    } state;
} gpscore__playout;

/* Get ready for what gpscore_playout would do with these arguments. */
void gpscore__playout_begin(gpscore__playout *run, const gpscore_game *game, const void *rules,
                            const void *state, const gpscore_policy *policies, uint64_t seed, uint64_t first,
                            uint64_t games, uint32_t turn_cap, uint32_t *lengths);

/* Play on over at most *steps* positions, add the games that end to *stats* and return how many are left. */
uint64_t gpscore__playout_go_on(gpscore__playout *run, uint64_t steps, gpscore_playout_stats *stats);

/* Leave the later half of the games that have not begun to *idle*, which has none left. */
void gpscore__playout_halve(gpscore__playout *run, gpscore__playout *idle);

/* Add what came of other games. */
void gpscore__playout_add(gpscore_playout_stats *stats, const gpscore_playout_stats *others);

#endif
