/* Lanes of a batch of the solar system, for its kernels, which differ in how they find what is legal and draw. */
#ifndef GPSCORE_SRC_SOLAR_BATCH_H
#define GPSCORE_SRC_SOLAR_BATCH_H

#include "batch_internal.h"
#include "solar_mask.h"

/* A lane: its game, of which somebody is to act or which has ended, and what goes with it. 304 bytes. */
typedef struct solar__lane {
    uint64_t mask[SOLAR_MASK_WORDS]; /* legal actions, 0 unless the stage is PLAYS */
    uint64_t key; /* of all draws of the running game */
    uint64_t episode; /* games begun in the lane before this one */
    uint32_t draws; /* decisions of the running game */
    uint32_t first_turn; /* when the game came into the lane */
    uint8_t stage; /* gpscore_lane_stage */
    uint8_t reserved[7];
    solar_state game; /* head.sum is 0 */
} solar__lane;

/* What kernels do in ways of their own, for a block or a part of the last one. */
typedef struct solar__ways {
    /* The mask of every lane that plays. */
    void (*look)(const solar_rules *rules, solar__lane *lanes, unsigned count);
    /* A legal action, all alike, by the draw of the decision of every lane that plays, GPSCORE_BATCH_NO_ACTION for
     * the others. */
    void (*draw)(const solar__lane *lanes, unsigned count, uint8_t *actions);
} solar__ways;
extern const solar__ways solar__scalar_ways;

/* The mask of a lane in any phase. */
void solar__lane_ask(const solar_rules *rules, solar__lane *lane);

/* The operations of kernels. */
void solar__step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions,
                 const solar__ways *ways);
void solar__sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions,
                   const solar__ways *ways);
void solar__play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats,
                 const solar__ways *ways);
uint64_t solar__lane_bytes(const void *rules, uint64_t lanes);
int solar__hosted(const void *rules);
void solar__lanes_start(const gpscore_batch *batch, uint64_t first, uint64_t count);
void solar__lanes_reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which);
uint64_t solar__lane_draw(const gpscore_batch *batch, uint64_t at, int player);
void solar__lane_get(const gpscore_batch *batch, uint64_t at, void *state, gpscore_lane *record);
gpscore_status solar__lane_set(const gpscore_batch *batch, uint64_t at, const void *state,
                               const gpscore_lane *record, gpscore_error *error);
#define SOLAR__KERNEL_COMMON                                                                              \
    .joint = 0, .legal_bytes = 8 * SOLAR_MASK_WORDS, .mask_bits = 64 * SOLAR_MASK_WORDS,                  \
    .hosted = solar__hosted, .lane_bytes = solar__lane_bytes, .start = solar__lanes_start,               \
    .reset = solar__lanes_reset, .draw = solar__lane_draw, .get = solar__lane_get, .set = solar__lane_set

#endif
