/* The solar system: lanes of a batch, and the scalar kernel. */
#include "solar_batch.h"
#include "text.h"

/* ---- A lane ----------------------------------------------------------------------------------------- */

void solar__lane_ask(const solar_rules *rules, solar__lane *lane) {
    const int player = solar__chooser(&lane->game);
    lane->player = (uint8_t)player;
    solar_legal_mask(rules, &lane->game, player, lane->mask);
}

static void close_lane(solar__lane *lane, unsigned stage) {
    for (int i = 0; i < SOLAR_MASK_WORDS; i++) lane->mask[i] = 0;
    lane->stage = (uint8_t)stage;
}

/* But for the mask. */
static void begin(const gpscore_batch *batch, uint64_t at, uint64_t episode, solar__lane *lane) {
    lane->key = gpscore_lane_seed(batch->options.seed, batch->options.first_lane + at, episode);
    lane->episode = episode;
    lane->draws = lane->first_turn = 0;
    lane->stage = GPSCORE_LANE_PLAYS;
    solar__begin(solar__rules_of(batch), &lane->game, lane->key);
}

static void observe(const gpscore_batch *batch, void *array, uint64_t at, const solar__lane *lane) {
    (void)batch, (void)array, (void)at, (void)lane;
}

/* What follows the end of a game: it is counted, seen a last time if *last* is set, and stays or makes way for the
 * next one as the options want it. */
static void end(const gpscore_batch *batch, uint64_t at, solar__lane *lane, solar__outcome outcome, int last,
                gpscore_batch_stats *stats) {
    if (stats) {
        stats->games++;
        stats->truncated += outcome.ended == GPSCORE_LANE_TRUNCATED;
        stats->shared += (outcome.winners & (outcome.winners - 1u)) != 0;
        for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) stats->wins[p] += outcome.winners >> p & 1u;
        stats->turns += lane->game.head.turns - lane->first_turn;
    }
    close_lane(lane, outcome.ended);
    if (batch->options.autoreset != GPSCORE_SAME_STEP) return;
    if (last && batch->arrays.final_observation) observe(batch, batch->arrays.final_observation, at, lane);
    begin(batch, at, lane->episode + 1u, lane);
}

solar__outcome solar__lane_any(const gpscore_batch *batch, uint64_t at, unsigned index, int last,
                               gpscore_batch_stats *stats) {
    const solar_rules *rules = solar__rules_of(batch);
    solar__lane *lane = solar__lane_at(batch, at);
    solar_state *state = &lane->game;
    const uint32_t most = batch->options.max_turns;
    solar__outcome outcome = {0, 0};
    if (lane->stage != GPSCORE_LANE_PLAYS) {
        if (lane->stage != GPSCORE_LANE_STOPPED && batch->options.autoreset == GPSCORE_NEXT_STEP)
            begin(batch, at, lane->episode + 1u, lane);
        return outcome;
    }
    if (!(lane->mask[index / 64] >> index % 64 & 1u)) {
        gpscore__batch_stop(batch, at, lane->player, index);
        close_lane(lane, GPSCORE_LANE_STOPPED);
        return outcome;
    }
    lane->draws++;
    solar__carry_out(rules, state, solar__action_at(rules, state, index));
    if (state->head.phase == SOLAR_TURN_TILE) solar__resolve_chance(rules, state, lane->key);
    if (state->head.phase == SOLAR_OVER) {
        outcome.ended = GPSCORE_LANE_TERMINATED;
        outcome.winners = (uint8_t)solar_winners(rules, state);
    } else if (most && state->head.turns - lane->first_turn >= most) {
        outcome.ended = GPSCORE_LANE_TRUNCATED;
    }
    if (outcome.ended) end(batch, at, lane, outcome, last, stats);
    return outcome;
}

void solar__lane_write(const gpscore_batch *batch, uint64_t at, const solar__lane *lane, solar__outcome outcome) {
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const unsigned players = solar__rules_of(batch)->players;
    uint64_t *legal = (uint64_t *)arrays->legal + at * SOLAR_MASK_WORDS;
    for (int i = 0; i < SOLAR_MASK_WORDS; i++) legal[i] = lane->mask[i];
    for (unsigned p = 0; p < players; p++)
        arrays->rewards[at * players + p] = (float)(outcome.winners >> p & 1u);
    arrays->to_act[at] = lane->stage == GPSCORE_LANE_PLAYS ? (uint8_t)(1u << lane->player) : 0;
    arrays->winners[at] = outcome.winners;
    arrays->terminated[at] =
        outcome.ended == GPSCORE_LANE_TERMINATED || lane->stage == GPSCORE_LANE_TERMINATED;
    arrays->truncated[at] = outcome.ended == GPSCORE_LANE_TRUNCATED || lane->stage == GPSCORE_LANE_TRUNCATED;
    if (lane->stage != GPSCORE_LANE_STOPPED) arrays->faults[at] = arrays->fault_choices[at] = 0;
    if (arrays->observation) observe(batch, arrays->observation, at, lane);
}

unsigned solar__lane_choice(const solar_rules *rules, const solar__lane *lane, gpscore_policy policy) {
    const uint64_t key = solar_draw_choice_bits(lane->key, lane->draws);
    return solar_index(rules, &lane->game, solar_choose(rules, &lane->game, lane->player, policy, key));
}

/* ---- What the kernels have in common ----------------------------------------------------------------- */

int solar__hosted(const void *rules) { return ((const solar_rules *)rules)->embedded; }

uint64_t solar__lane_bytes(const void *rules, uint64_t lanes) {
    (void)rules;
    return (lanes + GPSCORE_BATCH_BLOCK - 1u) / GPSCORE_BATCH_BLOCK * GPSCORE_BATCH_BLOCK * sizeof(solar__lane);
}

static const solar__outcome nothing_ended = {0, 0};

void solar__lanes_start(const gpscore_batch *batch, uint64_t first, uint64_t count) {
    for (uint64_t at = first; at < first + count; at++) {
        begin(batch, at, 0, solar__lane_at(batch, at));
        solar__lane_ask(solar__rules_of(batch), solar__lane_at(batch, at));
        solar__lane_write(batch, at, solar__lane_at(batch, at), nothing_ended);
    }
}

void solar__lanes_reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which) {
    for (uint64_t at = first; at < first + count; at++) {
        solar__lane *lane = solar__lane_at(batch, at);
        if (which && !which[at - first]) continue;
        begin(batch, at, lane->episode + 1u, lane);
        solar__lane_ask(solar__rules_of(batch), lane);
        solar__lane_write(batch, at, lane, nothing_ended);
    }
}

uint64_t solar__lane_draw(const gpscore_batch *batch, uint64_t at, int player) {
    const solar__lane *lane = solar__lane_at(batch, at);
    (void)player;
    return solar_draw_choice_bits(lane->key, lane->draws);
}

void solar__lane_get(const gpscore_batch *batch, uint64_t at, void *state, gpscore_lane *record) {
    const solar__lane *lane = solar__lane_at(batch, at);
    *(solar_state *)state = lane->game;
    ((solar_state *)state)->head.sum = solar__sum(&lane->game);
    if (!record) return;
    record->episode = lane->episode;
    record->draws = lane->draws;
    record->first_turn = lane->first_turn;
    record->stage = lane->stage;
}

gpscore_status solar__lane_set(const gpscore_batch *batch, uint64_t at, const void *state,
                               const gpscore_lane *record, gpscore_error *error) {
    const solar_rules *rules = solar__rules_of(batch);
    solar__lane *lane = solar__lane_at(batch, at), made = {.episode = record->episode,
                                                           .draws = record->draws,
                                                           .first_turn = record->first_turn,
                                                           .stage = record->stage,
                                                           .game = *(const solar_state *)state};
    made.key = gpscore_lane_seed(batch->options.seed, batch->options.first_lane + at, record->episode);
    made.game.head.sum = 0;
    if (record->stage == GPSCORE_LANE_PLAYS) {
        solar__resolve_chance(rules, &made.game, made.key);
        if (made.game.head.phase == SOLAR_OVER) return gpscore__fail(error, GPSCORE_BATCH_OVER, 0, 0, 0, 0);
        solar__lane_ask(rules, &made);
    }
    *lane = made;
    solar__lane_write(batch, at, lane, nothing_ended);
    return GPSCORE_OK;
}

/* ---- The scalar kernel ------------------------------------------------------------------------------ */

static void step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    solar__step(batch, first, count, actions, 0);
}

static void sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions) {
    solar__sample(batch, first, count, actions, 0);
}

static void play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    solar__play(batch, first, count, steps, policy, actions, stats, 0);
}

const struct gpscore_batch_kernel solar__scalar = {
    SOLAR__KERNEL_COMMON, .kind = GPSCORE_KERNEL_SCALAR, .step = step, .sample = sample, .play = play};
