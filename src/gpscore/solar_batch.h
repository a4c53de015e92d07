/* A step of the lanes of a batch of the solar system: inlined in each kernel, which differ in what their processor
 * can do; and what is rare, in solar_batch.c. */
#ifndef GPSCORE_SRC_SOLAR_BATCH_H
#define GPSCORE_SRC_SOLAR_BATCH_H

#include "batch_internal.h"
#include "solar_mask.h"

/* A lane: its game, of which somebody is to act or which has ended, and what goes with it. 304 bytes. */
typedef struct solar__lane {
    uint64_t mask[SOLAR_MASK_WORDS]; /* legal actions, 0 unless the stage is PLAYS */
    uint64_t key;                    /* of all draws of the running game */
    uint64_t episode;                /* games begun in the lane before this one */
    uint32_t draws;                  /* decisions of the running game */
    uint32_t first_turn;             /* when the game came into the lane */
    uint8_t stage;                   /* gpscore_lane_stage */
    uint8_t reserved[7];
    solar_state game;                /* head.sum is 0 */
} solar__lane;

static inline const solar_rules *solar__rules_of(const gpscore_batch *batch) {
    return (const solar_rules *)batch->rules;
}

static inline solar__lane *solar__lane_at(const gpscore_batch *batch, uint64_t at) {
    return (solar__lane *)batch->arrays.lanes + at;
}

/* What came of a step of a lane. */
typedef struct solar__outcome {
    uint8_t ended; /* GPSCORE_LANE_TERMINATED or _TRUNCATED in this step, else 0 */
    uint8_t winners;
} solar__outcome;

/* A step of a lane that is no trade or move in a turn: any other action, one that is not legal, or none, when the lane
 * does not play and stays as it is or begins the next game. What is seen at the end is kept if *last* is set. The
 * mask of a lane that plays on is not renewed. */
solar__outcome solar__lane_any(const gpscore_batch *batch, uint64_t at, unsigned index, int last,
                               gpscore_batch_stats *stats);

/* The mask, in any phase. */
void solar__lane_ask(const solar_rules *rules, solar__lane *lane);

/* Write the arrays of lanes of a block, faults only when one is not stopped. */
void solar__lanes_write(const gpscore_batch *batch, uint64_t first, unsigned count, const solar__outcome *outcomes);

/* The choices of other bundled players than GPSCORE_UNIFORM. */
void solar__lanes_choose(const solar_rules *rules, const solar__lane *lanes, unsigned count, gpscore_policy policy,
                         uint8_t *actions);

/* ---- What is frequent --------------------------------------------------------------------------------- */

/* What kernels do in ways of their own, for a block or a part of the last one. */
typedef struct solar__ways {
    /* The mask of every lane that plays. */
    void (*look)(const solar_rules *rules, solar__lane *lanes, unsigned count);
    /* A legal action, all alike, by the draw of the decision of every lane that plays, GPSCORE_BATCH_NO_ACTION for
     * the others. */
    void (*draw)(const solar__lane *lanes, unsigned count, uint8_t *actions);
} solar__ways;
extern const solar__ways solar__scalar_ways;

enum { TRADE, MOVE, PASS, OTHER, KINDS };
extern const uint8_t solar__kind_of[256];

/* A step of a block, or of a part of the last one; everything is for its first lane at [0]. Legal actions in a turn
 * are sorted by what they are, since a processor that has to guess it for each lane loses more time than it takes. */
static GPSCORE__INLINE void solar__step_block(const gpscore_batch *batch, uint64_t first, unsigned count,
                                              const uint8_t *actions, solar__outcome *outcomes, int last,
                                              gpscore_batch_stats *stats, const solar__ways *ways) {
    const solar_rules *rules = solar__rules_of(batch);
    solar__lane *lanes = solar__lane_at(batch, first);
    uint8_t sorted[KINDS][GPSCORE_BATCH_BLOCK];
    unsigned counts[KINDS] = {0};
    for (unsigned i = 0; i < count; i++) {
        const unsigned index = actions[i];
        const unsigned plain = (unsigned)(lanes[i].game.head.phase == SOLAR_TURN) &
                               (unsigned)(lanes[i].mask[index / 64u] >> index % 64u & 1u);
        const unsigned kind = plain ? solar__kind_of[index] : OTHER;
        sorted[kind][counts[kind]++] = (uint8_t)i;
        outcomes[i] = (solar__outcome){0, 0};
    }
    for (unsigned k = 0; k < counts[TRADE]; k++) {
        solar__lane *lane = &lanes[sorted[TRADE][k]];
        lane->draws++;
        solar__do_trade(&lane->game, actions[sorted[TRADE][k]] - AT_CARD_MOVE, NULL);
    }
    for (unsigned k = 0; k < counts[MOVE]; k++) {
        solar__lane *lane = &lanes[sorted[MOVE][k]];
        const unsigned index = actions[sorted[MOVE][k]];
        lane->draws++;
        solar__move(rules, &lane->game, index & 31u, index >> 5, 0, NULL);
    }
    for (unsigned kind = PASS; kind < KINDS; kind++) {
        for (unsigned k = 0; k < counts[kind]; k++) {
            const unsigned i = sorted[kind][k];
            outcomes[i] = solar__lane_any(batch, first + i, actions[i], last, stats);
        }
    }
    ways->look(rules, lanes, count);
}

static GPSCORE__INLINE void solar__play_block(const gpscore_batch *batch, uint64_t first, unsigned count,
                                              uint64_t steps, gpscore_policy policy, uint8_t *actions,
                                              gpscore_batch_stats *stats, const solar__ways *ways) {
    solar__outcome outcomes[GPSCORE_BATCH_BLOCK];
    uint8_t chosen[GPSCORE_BATCH_BLOCK];
    solar__lane *lanes = solar__lane_at(batch, first);
    for (uint64_t step = 1; step <= steps; step++) {
        if (policy == GPSCORE_UNIFORM)
            ways->draw(lanes, count, chosen);
        else
            solar__lanes_choose(solar__rules_of(batch), lanes, count, policy, chosen);
        for (unsigned i = 0; stats && i < count; i++) stats->decisions += lanes[i].stage == GPSCORE_LANE_PLAYS;
        solar__step_block(batch, first, count, chosen, outcomes, step == steps, stats, ways);
    }
    for (unsigned i = 0; actions && i < count; i++) actions[i] = chosen[i];
    solar__lanes_write(batch, first, count, outcomes);
}

static inline unsigned solar__part(uint64_t at, uint64_t end) {
    return end - at < GPSCORE_BATCH_BLOCK ? (unsigned)(end - at) : GPSCORE_BATCH_BLOCK;
}

static GPSCORE__INLINE void solar__play(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                        uint64_t steps, gpscore_policy policy, uint8_t *actions,
                                        gpscore_batch_stats *stats, const solar__ways *ways) {
    const uint64_t end = first + count;
    if (!steps) return;
    for (uint64_t at = first; at < end; at += GPSCORE_BATCH_BLOCK) {
        solar__play_block(batch, at, solar__part(at, end), steps, policy, actions ? actions + at : NULL, stats, ways);
    }
}

static GPSCORE__INLINE void solar__step(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                        const uint8_t *actions, const solar__ways *ways) {
    solar__outcome outcomes[GPSCORE_BATCH_BLOCK];
    solar__step_block(batch, first, (unsigned)count, actions, outcomes, 1, NULL, ways);
    solar__lanes_write(batch, first, (unsigned)count, outcomes);
}

static GPSCORE__INLINE void solar__sample(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                          uint8_t *actions, const solar__ways *ways) {
    const uint64_t end = first + count;
    for (uint64_t at = first; at < end; at += GPSCORE_BATCH_BLOCK)
        ways->draw(solar__lane_at(batch, at), solar__part(at, end), actions + at);
}

/* What all kernels have in common, as initializers. */
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
