/* The solar system: lanes of a batch, and the scalar kernel. */
#include "solar_batch.h"

#include <string.h>

#include "text.h"

static const solar_rules *rules_of(const gpscore_batch *batch) { return (const solar_rules *)batch->rules; }

static solar__lane *lane_at(const gpscore_batch *batch, uint64_t at) {
    return (solar__lane *)batch->arrays.lanes + at;
}

/* What came of a step of a lane. */
typedef struct outcome {
    uint8_t ended; /* GPSCORE_LANE_TERMINATED or _TRUNCATED in this step, else 0 */
    uint8_t winners;
} outcome;
static const outcome nothing_ended = {0, 0};

/* ---- A lane ----------------------------------------------------------------------------------------- */

void solar__lane_ask(const solar_rules *rules, solar__lane *lane) {
    solar_legal_mask(rules, &lane->game, solar__chooser(&lane->game), lane->mask);
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
    solar__begin(rules_of(batch), &lane->game, lane->key);
}

static void observe(const gpscore_batch *batch, void *array, uint64_t at, const solar__lane *lane) {
    const solar_head *head = &lane->game.head;
    const int chooser = head->phase == SOLAR_TURN ? head->active : solar__chooser(&lane->game);
    const int viewer = chooser < 0 ? head->active : chooser;
    if (batch->options.observe == GPSCORE_OBSERVE_U8) {
        solar_observe(rules_of(batch), &lane->game, viewer, (uint8_t *)array + at * SOLAR_OBSERVATION);
        return;
    }
    uint8_t seen[SOLAR_OBSERVATION];
    solar_observe(rules_of(batch), &lane->game, viewer, seen);
    gpscore__batch_observed(batch, array, at, seen);
}

/* What follows the end of a game: it is counted, seen a last time if *last* is set, and stays or makes way for the
 * next one as the options want it. */
static void end(const gpscore_batch *batch, uint64_t at, solar__lane *lane, outcome result, int last,
                gpscore_batch_stats *stats) {
    if (stats) {
        stats->games++;
        stats->truncated += result.ended == GPSCORE_LANE_TRUNCATED;
        stats->shared += (result.winners & (result.winners - 1u)) != 0;
        for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) stats->wins[p] += result.winners >> p & 1u;
        stats->turns += lane->game.head.turns - lane->first_turn;
    }
    close_lane(lane, result.ended);
    if (batch->options.autoreset != GPSCORE_SAME_STEP) return;
    if (last && batch->arrays.final_observation) observe(batch, batch->arrays.final_observation, at, lane);
    begin(batch, at, lane->episode + 1u, lane);
}

/* A step of a lane that is no trade or move in a turn: any other action, one that is not legal, or none, when the lane
 * does not play and stays as it is or begins the next game. What is seen at the end is kept if *last* is set. The
 * mask of a lane that plays on is not renewed. */
static outcome carry_out(const gpscore_batch *batch, uint64_t at, unsigned index, int last,
                         gpscore_batch_stats *stats) {
    const solar_rules *rules = rules_of(batch);
    solar__lane *lane = lane_at(batch, at);
    solar_state *state = &lane->game;
    const uint32_t most = batch->options.max_turns;
    outcome result = {0, 0};
    if (lane->stage != GPSCORE_LANE_PLAYS) {
        if (lane->stage != GPSCORE_LANE_STOPPED && batch->options.autoreset == GPSCORE_NEXT_STEP)
            begin(batch, at, lane->episode + 1u, lane);
        return result;
    }
    if (!(lane->mask[index / 64] >> index % 64 & 1u)) {
        gpscore__batch_stop(batch, at, solar__chooser(state), index);
        close_lane(lane, GPSCORE_LANE_STOPPED);
        return result;
    }
    lane->draws++;
    if (index == AT_PASS)
        solar__pass(rules, state);
    else
        solar__carry_out(rules, state, solar__action_at(rules, state, index));
    if (state->head.phase == SOLAR_TURN_TILE) solar__resolve_chance(rules, state, lane->key);
    if (state->head.phase == SOLAR_OVER) {
        result.ended = GPSCORE_LANE_TERMINATED;
        result.winners = (uint8_t)solar_winners(rules, state);
    } else if (most && state->head.turns - lane->first_turn >= most) {
        result.ended = GPSCORE_LANE_TRUNCATED;
    }
    if (result.ended) end(batch, at, lane, result, last, stats);
    return result;
}

/* Write the arrays of lanes of a block, faults only when one is not stopped. */
static void write(const gpscore_batch *batch, uint64_t first, unsigned count, const outcome *outcomes) {
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const solar__lane *lanes = lane_at(batch, first);
    const unsigned players = rules_of(batch)->players;
    uint64_t *legal = (uint64_t *)arrays->legal + first * SOLAR_MASK_WORDS;
    float *rewards = arrays->rewards + first * players;
    for (unsigned i = 0; i < count * players; i++) rewards[i] = 0;
    for (unsigned i = 0; i < count; i++) {
        const solar__lane *lane = &lanes[i];
        const unsigned ended = outcomes[i].ended, winners = outcomes[i].winners, stage = lane->stage;
        memcpy(legal + SOLAR_MASK_WORDS * i, lane->mask, sizeof lane->mask);
        for (unsigned p = 0; winners >> p; p++) rewards[i * players + p] = (float)(winners >> p & 1u);
        unsigned to_act = 1u << lane->game.head.active;
        if (lane->game.head.phase != SOLAR_TURN) to_act = solar_to_act(&lane->game);
        arrays->to_act[first + i] = stage == GPSCORE_LANE_PLAYS ? (uint8_t)to_act : 0;
        arrays->winners[first + i] = (uint8_t)winners;
        arrays->terminated[first + i] = ended == GPSCORE_LANE_TERMINATED || stage == GPSCORE_LANE_TERMINATED;
        arrays->truncated[first + i] = ended == GPSCORE_LANE_TRUNCATED || stage == GPSCORE_LANE_TRUNCATED;
        if (stage != GPSCORE_LANE_STOPPED) arrays->faults[first + i] = arrays->fault_choices[first + i] = 0;
        if (arrays->observation) observe(batch, arrays->observation, first + i, lane);
    }
}

/* The choices of other bundled players than GPSCORE_UNIFORM. */
static void choose(const solar_rules *rules, const solar__lane *lanes, unsigned count, gpscore_policy policy,
                   uint8_t *actions) {
    for (unsigned i = 0; i < count; i++) {
        const solar_state *state = &lanes[i].game;
        actions[i] = GPSCORE_BATCH_NO_ACTION;
        if (lanes[i].stage != GPSCORE_LANE_PLAYS) continue;
        const uint64_t key = solar_draw_choice_bits(lanes[i].key, lanes[i].draws);
        actions[i] = (uint8_t)solar_index(rules, state,
                                          solar_choose(rules, state, solar__chooser(state), policy, key));
    }
}

/* ---- Steps ------------------------------------------------------------------------------------------- */

/* What actions are, by their index; PASS and OTHER are carried out alike, but apart. */
enum { TRADE, MOVE, PASS, OTHER, KINDS };
#define EIGHT(kind)   kind, kind, kind, kind, kind, kind, kind, kind
#define SIXTEEN(kind) EIGHT(kind), EIGHT(kind)
static const uint8_t kind_of[256] = {
    SIXTEEN(MOVE),  SIXTEEN(MOVE),  SIXTEEN(MOVE),  SIXTEEN(MOVE),  SIXTEEN(MOVE),  SIXTEEN(MOVE),
    SIXTEEN(MOVE),  SIXTEEN(MOVE),  SIXTEEN(OTHER), SIXTEEN(OTHER), SIXTEEN(OTHER), SIXTEEN(OTHER),
    SIXTEEN(OTHER), SIXTEEN(OTHER), OTHER,          OTHER,          OTHER,          OTHER,
    PASS,           OTHER,          OTHER,          OTHER,          EIGHT(OTHER),   OTHER,
    EIGHT(TRADE),   OTHER,          OTHER,          OTHER,          OTHER,          OTHER,
    OTHER,          OTHER};
_Static_assert(AT_INSTEAD == 8 * 16 && AT_PASS == 14 * 16 + 4 && AT_CARD_MOVE == 15 * 16 + 1 &&
                   AT_ORG == AT_CARD_MOVE + 8,
               "kinds by index");

/* A step of a block, or of a part of the last one; everything is for its first lane at [0]. Legal actions in a turn
 * are sorted by what they are, since a processor that has to guess it for each lane loses more time than it takes. */
static void step_block(const gpscore_batch *batch, uint64_t first, unsigned count, const uint8_t *actions,
                       outcome *outcomes, int last, gpscore_batch_stats *stats, const solar__ways *ways) {
    const solar_rules *rules = rules_of(batch);
    solar__lane *lanes = lane_at(batch, first);
    uint8_t sorted[KINDS][GPSCORE_BATCH_BLOCK];
    unsigned counts[KINDS] = {0};
    for (unsigned i = 0; i < count; i++) {
        const unsigned index = actions[i];
        const unsigned plain = (unsigned)(lanes[i].game.head.phase == SOLAR_TURN) &
                               (unsigned)(lanes[i].mask[index / 64u] >> index % 64u & 1u);
        const unsigned kind = plain ? kind_of[index] : OTHER;
        sorted[kind][counts[kind]++] = (uint8_t)i;
        outcomes[i] = (outcome){0, 0};
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
            outcomes[i] = carry_out(batch, first + i, actions[i], last, stats);
        }
    }
    ways->look(rules, lanes, count);
}

static void play_block(const gpscore_batch *batch, uint64_t first, unsigned count, uint64_t steps,
                       gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats,
                       const solar__ways *ways) {
    outcome outcomes[GPSCORE_BATCH_BLOCK];
    uint8_t chosen[GPSCORE_BATCH_BLOCK];
    solar__lane *lanes = lane_at(batch, first);
    for (uint64_t step = 1; step <= steps; step++) {
        if (policy == GPSCORE_UNIFORM)
            ways->draw(lanes, count, chosen);
        else
            choose(rules_of(batch), lanes, count, policy, chosen);
        for (unsigned i = 0; stats && i < count; i++)
            stats->decisions += lanes[i].stage == GPSCORE_LANE_PLAYS;
        step_block(batch, first, count, chosen, outcomes, step == steps, stats, ways);
    }
    for (unsigned i = 0; actions && i < count; i++) actions[i] = chosen[i];
    write(batch, first, count, outcomes);
}

static unsigned part(uint64_t at, uint64_t end) {
    return end - at < GPSCORE_BATCH_BLOCK ? (unsigned)(end - at) : GPSCORE_BATCH_BLOCK;
}

void solar__play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats,
                 const solar__ways *ways) {
    const uint64_t end = first + count;
    if (!steps) return;
    for (uint64_t at = first; at < end; at += GPSCORE_BATCH_BLOCK) {
        play_block(batch, at, part(at, end), steps, policy, actions ? actions + at : NULL, stats, ways);
    }
}

void solar__step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions,
                 const solar__ways *ways) {
    outcome outcomes[GPSCORE_BATCH_BLOCK];
    step_block(batch, first, (unsigned)count, actions, outcomes, 1, NULL, ways);
    write(batch, first, (unsigned)count, outcomes);
}

void solar__sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions,
                   const solar__ways *ways) {
    const uint64_t end = first + count;
    for (uint64_t at = first; at < end; at += GPSCORE_BATCH_BLOCK)
        ways->draw(lane_at(batch, at), part(at, end), actions + at);
}

/* ---- What the kernels have in common ----------------------------------------------------------------- */

int solar__hosted(const void *rules) { return ((const solar_rules *)rules)->embedded; }

uint64_t solar__lane_bytes(const void *rules, uint64_t lanes) {
    (void)rules;
    return (lanes + GPSCORE_BATCH_BLOCK - 1u) / GPSCORE_BATCH_BLOCK * GPSCORE_BATCH_BLOCK *
           sizeof(solar__lane);
}

void solar__lanes_start(const gpscore_batch *batch, uint64_t first, uint64_t count) {
    for (uint64_t at = first; at < first + count; at++) {
        begin(batch, at, 0, lane_at(batch, at));
        solar__lane_ask(rules_of(batch), lane_at(batch, at));
        write(batch, at, 1, &nothing_ended);
    }
}

void solar__lanes_reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which) {
    for (uint64_t at = first; at < first + count; at++) {
        solar__lane *lane = lane_at(batch, at);
        if (which && !which[at - first]) continue;
        begin(batch, at, lane->episode + 1u, lane);
        solar__lane_ask(rules_of(batch), lane);
        write(batch, at, 1, &nothing_ended);
    }
}

uint64_t solar__lane_draw(const gpscore_batch *batch, uint64_t at, int player) {
    const solar__lane *lane = lane_at(batch, at);
    (void)player;
    return solar_draw_choice_bits(lane->key, lane->draws);
}

void solar__lane_get(const gpscore_batch *batch, uint64_t at, void *state, gpscore_lane *record) {
    const solar__lane *lane = lane_at(batch, at);
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
    const solar_rules *rules = rules_of(batch);
    solar__lane *lane = lane_at(batch, at), made = {.episode = record->episode,
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
    write(batch, at, 1, &nothing_ended);
    return GPSCORE_OK;
}

/* ---- The scalar kernel ------------------------------------------------------------------------------ */

static void look(const solar_rules *rules, solar__lane *lanes, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        solar__lane *lane = &lanes[i];
        if (lane->stage != GPSCORE_LANE_PLAYS) continue;
        if (lane->game.head.phase == SOLAR_TURN) {
            uint64_t mask[SOLAR_MASK_WORDS] = {0};
            solar__turn_mask(rules, &lane->game, mask);
            for (int k = 0; k < SOLAR_MASK_WORDS; k++) lane->mask[k] = mask[k];
        } else {
            solar__lane_ask(rules, lane);
        }
    }
}

static void draw(const solar__lane *lanes, unsigned count, uint8_t *actions) {
    for (unsigned i = 0; i < count; i++) {
        const solar__lane *lane = &lanes[i];
        actions[i] = GPSCORE_BATCH_NO_ACTION;
        if (lane->stage != GPSCORE_LANE_PLAYS) continue;
        const unsigned one = gpscore__count64(lane->mask[0]), two = one + gpscore__count64(lane->mask[1]);
        const unsigned three = two + gpscore__count64(lane->mask[2]);
        const unsigned all = three + gpscore__count64(lane->mask[3]);
        const unsigned n = solar_draw_choice(lane->key, lane->draws, all);
        const unsigned word = (unsigned)(n >= one) + (unsigned)(n >= two) + (unsigned)(n >= three);
        const unsigned before[SOLAR_MASK_WORDS] = {0, one, two, three};
        actions[i] = (uint8_t)(64u * word + gpscore__nth64(lane->mask[word], n - before[word]));
    }
}

const solar__ways solar__scalar_ways = {look, draw};

static void step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    solar__step(batch, first, count, actions, &solar__scalar_ways);
}

static void sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions) {
    solar__sample(batch, first, count, actions, &solar__scalar_ways);
}

static void play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    solar__play(batch, first, count, steps, policy, actions, stats, &solar__scalar_ways);
}

const struct gpscore_batch_kernel solar__scalar = {SOLAR__KERNEL_COMMON, .kind = GPSCORE_KERNEL_SCALAR,
                                                   .step = step, .sample = sample, .play = play};
