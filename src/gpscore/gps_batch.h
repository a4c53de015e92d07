/* One lane of a batch of GPS by itself, which is how the scalar kernel keeps all, and the others look at the rare
 * lane that is not like its neighbours. */
#ifndef GPSCORE_SRC_GPS_BATCH_H
#define GPSCORE_SRC_GPS_BATCH_H

#include <gpscore/gps.h>

#include "batch_internal.h"
#include "gps_internal.h"

/* What a lane has beside its rings. Of the phases of a game only CHOOSE and OVER (stage TERMINATED) last; no field
 * of a ring but its choice differs from what gps.h says. 40 bytes. */
typedef struct gps__lane {
    uint64_t key; /* of all draws of the running game */
    uint64_t episode; /* games begun in the lane before this one */
    uint32_t turn;
    uint32_t game_start;
    uint32_t first_turn; /* when the game came into the lane */
    uint8_t pointed;
    uint8_t stage; /* gpscore_lane_stage */
    uint8_t wins[GPS_MAX_PLAYERS];
    uint8_t open; /* players with an open choice, as only a state from outside can have them */
} gps__lane;

static inline const gps_rules *gps__rules_of(const gpscore_batch *batch) {
    return (const gps_rules *)batch->rules;
}

/* The key of a lane's game. */
static inline uint64_t gps__lane_key(const gpscore_batch *batch, uint64_t lane, uint64_t episode) {
    return gpscore_lane_seed(batch->options.seed, batch->options.first_lane + lane, episode);
}

static inline uint32_t gps__draw(uint64_t key, uint32_t number, int player, uint32_t n) {
    return gpscore_draw16_below(key, number, (unsigned)player & 1u, n);
}

/* The space where a weighted spinner stops: number n of all the spaces' weights. */
static inline unsigned gps__weighted(const gps_rules *rules, uint32_t n) {
    unsigned s = 0;
    while (n >= rules->weights[s]) n -= rules->weights[s++];
    return s;
}

static inline unsigned gps__draw_spin(const gps_rules *rules, uint64_t key, uint32_t turn) {
    const uint32_t number = gps_draw_spin(turn);
    if (rules->uniform) return gps__draw(key, number, 0, rules->spaces);
    return gps__weighted(rules, gpscore_draw_below(key, number, 3, rules->total));
}

/* 64 bits for the choice of a player by logits. */
static inline uint64_t gps__draw_bits(uint64_t key, uint32_t turn, int player) {
    return gpscore_draw(key, gps_draw_choice(turn, player), 4u + ((unsigned)player & 1u));
}

/* What came of a step of a lane. */
typedef struct gps__outcome {
    uint8_t ended; /* GPSCORE_LANE_TERMINATED or _TRUNCATED in this step, else 0 */
    uint8_t winners;
    uint8_t decided; /* choices that were made in it */
} gps__outcome;

/* Count a game that ended after so many turns. */
static inline void gps__count_game(gpscore_batch_stats *stats, gps__outcome outcome, uint32_t turns) {
    stats->games++;
    stats->truncated += outcome.ended == GPSCORE_LANE_TRUNCATED;
    stats->shared += (outcome.winners & (outcome.winners - 1u)) != 0;
    for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) stats->wins[p] += outcome.winners >> p & 1u;
    stats->turns += turns;
}

/* Who has won when the play is over (R10). */
static inline uint32_t gps__match_winners(const gps_rules *rules, const uint8_t *wins) {
    uint32_t winners = 0;
    for (int p = 0; p < rules->players; p++) winners |= (uint32_t)(wins[p] >= rules->wins) << p;
    return winners;
}

/* Begin the game of an episode, up to the first choice. */
void gps__lane_begin(const gpscore_batch *batch, uint64_t at, uint64_t episode, gps__lane *lane,
                     gps_ring *rings);

/* The choice that a bundled player would make. */
unsigned gps__lane_choice(const gps_rules *rules, const gps__lane *lane, const gps_ring *ring, int player,
                          gpscore_policy policy);

/* A step of a lane: by the actions in *choices* when *given*, which may be bad; else by the policy, which leaves there
 * what it chooses. *last*: the arrays will tell of this step; a game that is seen no more is seen a last time. */
gps__outcome gps__lane_step(const gpscore_batch *batch, uint64_t at, gps__lane *lane, gps_ring *rings,
                            int given, gpscore_policy policy, uint8_t *choices, int last,
                            gpscore_batch_stats *stats);

/* From the end of a turn, or a phase of chance, to the next choice or the end, and which of the two. */
gps_phase gps__lane_go_on(const gps_rules *rules, gps__lane *lane, gps_ring *rings, gps_phase phase);

/* Write what the players see into the places of a lane. */
void gps__lane_observe(const gpscore_batch *batch, void *array, uint64_t at, const gps__lane *lane,
                       const gps_ring *rings);

/* Write the arrays of a lane, faults only when it is not stopped. */
void gps__lane_write(const gpscore_batch *batch, uint64_t at, const gps__lane *lane, const gps_ring *rings,
                     gps__outcome outcome);

/* The lane as a state, and back. gps__lane_take resolves chance; GPSCORE_BATCH_OVER when nobody chooses behind it,
 * or GPSCORE_BATCH_RECORD when that is not as the record has it. */
void gps__lane_give(const gps_rules *rules, const gps__lane *lane, const gps_ring *rings, gps_state *state,
                    gpscore_lane *record);
gpscore_status gps__lane_take(const gpscore_batch *batch, uint64_t at, const gps_state *state,
                              const gpscore_lane *record, gps__lane *lane, gps_ring *rings);

/* What the kernels of GPS have in common. */
#define GPS__KERNEL_COMMON .joint = 1, .legal_bytes = sizeof(uint32_t), .mask_bits = 32

#endif
