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
    uint8_t player;                  /* who is to act */
    uint8_t reserved[6];
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

/* Who is to act, and the mask, in another phase than a turn. */
void solar__lane_ask(const solar_rules *rules, solar__lane *lane);

/* Write the arrays of a lane, faults only when it is not stopped. */
void solar__lane_write(const gpscore_batch *batch, uint64_t at, const solar__lane *lane, solar__outcome outcome);

/* The index that a bundled player other than GPSCORE_UNIFORM chooses. */
unsigned solar__lane_choice(const solar_rules *rules, const solar__lane *lane, gpscore_policy policy);

/* ---- What is frequent --------------------------------------------------------------------------------- */

static GPSCORE__INLINE unsigned solar__count(uint64_t x, int fast) {
    return fast ? gpscore__count64_fast(x) : gpscore__count64(x);
}

/* The index of a legal action, all alike, by the draw of the lane's decision. */
static GPSCORE__INLINE unsigned solar__drawn(const uint64_t mask[SOLAR_MASK_WORDS], uint64_t key,
                                             uint32_t decision, int fast) {
    const unsigned one = solar__count(mask[0], fast), two = one + solar__count(mask[1], fast);
    const unsigned three = two + solar__count(mask[2], fast), all = three + solar__count(mask[3], fast);
    const unsigned n = solar_draw_choice(key, decision, all);
    const unsigned word = (unsigned)(n >= one) + (unsigned)(n >= two) + (unsigned)(n >= three);
    const unsigned before[SOLAR_MASK_WORDS] = {0, one, two, three};
    return 64u * word + gpscore__nth64(mask[word], n - before[word]);
}

/* Who is to act, and what is legal. */
static GPSCORE__INLINE void solar__lane_look(const solar_rules *rules, solar__lane *lane, int fast) {
    if (lane->game.head.phase == SOLAR_TURN) {
        uint64_t mask[SOLAR_MASK_WORDS] = {0};
        solar__turn_mask(rules, &lane->game, mask, fast);
        for (int i = 0; i < SOLAR_MASK_WORDS; i++) lane->mask[i] = mask[i];
        lane->player = lane->game.head.active;
    } else {
        solar__lane_ask(rules, lane);
    }
}

/* A step of a block, or of a part of the last one; everything is for its first lane at [0]. Legal actions in a turn
 * are sorted by what they are, since a processor that has to guess it for each lane loses more time than it takes. */
static GPSCORE__INLINE void solar__step_block(const gpscore_batch *batch, uint64_t first, unsigned count,
                                              const uint8_t *actions, solar__outcome *outcomes, int last,
                                              gpscore_batch_stats *stats, int fast) {
    const solar_rules *rules = solar__rules_of(batch);
    solar__lane *lanes = solar__lane_at(batch, first);
    uint8_t trades[GPSCORE_BATCH_BLOCK], moves[GPSCORE_BATCH_BLOCK], others[GPSCORE_BATCH_BLOCK];
    unsigned trade_count = 0, move_count = 0, other_count = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned index = actions[i];
        const unsigned plain = (unsigned)(lanes[i].game.head.phase == SOLAR_TURN) &
                               (unsigned)(lanes[i].mask[index / 64u] >> index % 64u & 1u);
        const unsigned trade = plain & (unsigned)(index - AT_CARD_MOVE < SOLAR__TRADES);
        const unsigned move = plain & (unsigned)(index < AT_INSTEAD);
        trades[trade_count] = moves[move_count] = others[other_count] = (uint8_t)i;
        trade_count += trade;
        move_count += move;
        other_count += !(trade | move);
        outcomes[i] = (solar__outcome){0, 0};
    }
    for (unsigned k = 0; k < trade_count; k++) {
        solar__lane *lane = &lanes[trades[k]];
        lane->draws++;
        solar__do_trade(&lane->game, actions[trades[k]] - AT_CARD_MOVE, NULL);
    }
    for (unsigned k = 0; k < move_count; k++) {
        solar__lane *lane = &lanes[moves[k]];
        const unsigned index = actions[moves[k]];
        lane->draws++;
        solar__move(rules, &lane->game, index & 31u, index >> 5, 0, NULL);
    }
    for (unsigned k = 0; k < other_count; k++)
        outcomes[others[k]] = solar__lane_any(batch, first + others[k], actions[others[k]], last, stats);
    for (unsigned i = 0; i < count; i++) {
        if (lanes[i].stage == GPSCORE_LANE_PLAYS) solar__lane_look(rules, &lanes[i], fast);
    }
}

/* The choices of a block; how many players make one. */
static GPSCORE__INLINE unsigned solar__choose_block(const gpscore_batch *batch, uint64_t first, unsigned count,
                                                    gpscore_policy policy, uint8_t *actions, int fast) {
    const solar__lane *lanes = solar__lane_at(batch, first);
    unsigned decisions = 0;
    for (unsigned i = 0; i < count; i++) {
        const solar__lane *lane = &lanes[i];
        actions[i] = GPSCORE_BATCH_NO_ACTION;
        if (lane->stage != GPSCORE_LANE_PLAYS) continue;
        actions[i] = (uint8_t)(policy == GPSCORE_UNIFORM
                                   ? solar__drawn(lane->mask, lane->key, lane->draws, fast)
                                   : solar__lane_choice(solar__rules_of(batch), lane, policy));
        decisions++;
    }
    return decisions;
}

static GPSCORE__INLINE void solar__play_block(const gpscore_batch *batch, uint64_t first, unsigned count,
                                              uint64_t steps, gpscore_policy policy, uint8_t *actions,
                                              gpscore_batch_stats *stats, int fast) {
    solar__outcome outcomes[GPSCORE_BATCH_BLOCK];
    uint8_t chosen[GPSCORE_BATCH_BLOCK];
    uint64_t decisions = 0;
    for (uint64_t step = 1; step <= steps; step++) {
        decisions += solar__choose_block(batch, first, count, policy, chosen, fast);
        solar__step_block(batch, first, count, chosen, outcomes, step == steps, stats, fast);
    }
    if (stats) stats->decisions += decisions;
    for (unsigned i = 0; i < count; i++) {
        if (actions) actions[i] = chosen[i];
        solar__lane_write(batch, first + i, solar__lane_at(batch, first + i), outcomes[i]);
    }
}

static inline unsigned solar__part(uint64_t at, uint64_t end) {
    return end - at < GPSCORE_BATCH_BLOCK ? (unsigned)(end - at) : GPSCORE_BATCH_BLOCK;
}

static GPSCORE__INLINE void solar__play(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                        uint64_t steps, gpscore_policy policy, uint8_t *actions,
                                        gpscore_batch_stats *stats, int fast) {
    const uint64_t end = first + count;
    if (!steps) return;
    for (uint64_t at = first; at < end; at += GPSCORE_BATCH_BLOCK) {
        solar__play_block(batch, at, solar__part(at, end), steps, policy, actions ? actions + at : NULL, stats, fast);
    }
}

static GPSCORE__INLINE void solar__step(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                        const uint8_t *actions, int fast) {
    solar__outcome outcomes[GPSCORE_BATCH_BLOCK];
    solar__step_block(batch, first, (unsigned)count, actions, outcomes, 1, NULL, fast);
    for (unsigned i = 0; i < count; i++)
        solar__lane_write(batch, first + i, solar__lane_at(batch, first + i), outcomes[i]);
}

static GPSCORE__INLINE void solar__sample(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                          uint8_t *actions, int fast) {
    const uint64_t end = first + count;
    for (uint64_t at = first; at < end; at += GPSCORE_BATCH_BLOCK)
        solar__choose_block(batch, at, solar__part(at, end), GPSCORE_UNIFORM, actions + at, fast);
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
