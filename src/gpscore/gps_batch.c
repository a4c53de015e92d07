/* GPS: lanes of a batch one by one, and the scalar kernel, which is nothing but a loop over them. */
#include "gps_batch.h"
#include "text.h"

/* ---- Chance ----------------------------------------------------------------------------------------- */

/* Turn number n of the face-down satellites face up (G6). */
static inline void turn_up(gps_ring *ring, uint32_t n) {
    const uint32_t bit = 1u << gpscore__nth16(ring->down, n);
    ring->up = (uint16_t)(ring->up | bit);
    ring->down = (uint16_t)(ring->down & ~bit);
}

/* The rest of a setup (G2), of which nothing or a part was done. */
static void finish_setup(const gps_rules *rules, const gps__lane *lane, gps_ring *rings) {
    for (int p = 0; p < rules->players; p++) {
        for (uint32_t d = gpscore__count16(rings[p].up); d < rules->face_up; d++) {
            turn_up(&rings[p],
                    gps__draw(lane->key, gps_draw_deal(lane->game_start, d, p), p, rules->satellites - d));
        }
    }
}

static void deal(const gps_rules *rules, gps__lane *lane, gps_ring *rings) {
    gps_ring ring = {0};
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) ring.position[i] = GPS_NOWHERE;
    ring.down = rules->all;
    for (int p = 0; p < rules->players; p++) rings[p] = ring;
    lane->game_start = lane->turn;
    finish_setup(rules, lane, rings);
}

static inline void spin(const gps_rules *rules, gps__lane *lane) {
    lane->pointed = (uint8_t)gps__draw_spin(rules, lane->key, lane->turn);
}

/* The players who turned none face up yet in this turn do, and it ends unwon (R9). */
static inline gps_phase finish_reveal(const gps_rules *rules, gps__lane *lane, gps_ring *rings) {
    for (int p = 0; p < rules->players; p++) {
        const uint32_t down = gpscore__count16(rings[p].down);
        if (!down || gpscore__count16(rings[p].up) >= rules->face_up) continue;
        turn_up(&rings[p], gps__draw(lane->key, gps_draw_reveal(lane->turn, p), p, down));
    }
    return gps__judge(rules, lane->wins, 0, ++lane->turn);
}

static inline gps_phase go_on(const gps_rules *rules, gps__lane *lane, gps_ring *rings, gps_phase phase) {
    if (phase == GPS_OVER) {
        lane->pointed = GPS_NOWHERE;
        return GPS_OVER;
    }
    if (phase == GPS_SHUFFLE) deal(rules, lane, rings);
    spin(rules, lane);
    return GPS_CHOOSE;
}

gps_phase gps__lane_go_on(const gps_rules *rules, gps__lane *lane, gps_ring *rings, gps_phase phase) {
    return go_on(rules, lane, rings, phase);
}

void gps__lane_begin(const gpscore_batch *batch, uint64_t at, uint64_t episode, gps__lane *lane,
                     gps_ring *rings) {
    const gps__lane fresh = {0};
    *lane = fresh;
    lane->episode = episode;
    lane->key = gps__lane_key(batch, at, episode);
    deal(gps__rules_of(batch), lane, rings);
    spin(gps__rules_of(batch), lane);
}

/* ---- Turns ------------------------------------------------------------------------------------------ */

static inline uint32_t legal_mask(const gps_rules *rules, const gps__lane *lane, const gps_ring *ring) {
    const uint32_t candidates = gps__candidates(rules, ring);
    return candidates | candidates * gps__two_ways(rules, ring, lane->pointed) << 16;
}

static inline uint32_t draw_choice(const gps__lane *lane, int player, uint32_t n) {
    return gps__draw(lane->key, gps_draw_choice(lane->turn, player), player, n);
}

/* Every choice alike, by the word of the player's draw. */
static GPSCORE__INLINE unsigned uniform_choice(const gps_rules *rules, const gps__lane *lane,
                                               const gps_ring *ring, int player, uint32_t word,
                                               const int moving) {
    const uint32_t candidates = moving ? 0u : gps__candidates(rules, ring);
    const uint32_t count = moving || !ring->up ? rules->satellites : gpscore__count16(candidates);
    unsigned clockwise, counter;
    gps__targets(rules, ring, lane->pointed, &clockwise, &counter); /* which the turn needs too */
    const uint32_t n = gpscore_word16_below(word, lane->key, gps_draw_choice(lane->turn, player),
                                            (unsigned)player & 1u, count << (clockwise != counter));
    const unsigned way = n >= count;
    const unsigned rank = n - (way ? count : 0u);
    /* When all are placed every satellite is a candidate, and the rank is the satellite. */
    return way * GPS_CCW + (moving || !ring->up ? rank : gpscore__nth16(candidates, rank));
}

static inline uint32_t choice_word(const gps__lane *lane, int player) {
    return gpscore_draw32(lane->key, gps_draw_choice(lane->turn, player));
}

unsigned gps__lane_choice(const gps_rules *rules, const gps__lane *lane, const gps_ring *ring, int player,
                          gpscore_policy policy) {
    if (policy == GPSCORE_UNIFORM)
        return uniform_choice(rules, lane, ring, player, choice_word(lane, player), 0);
    const uint32_t best = gps__best(rules, ring, lane->pointed, policy);
    const uint32_t count = gpscore__count16(best & 0xffffu) + gpscore__count16(best >> 16);
    return gpscore__nth(best, draw_choice(lane, player, count));
}

/* What a turn knows beforehand, so that it is compiled for that: every choice is alike and drawn on the way; all
 * satellites are placed. */
enum { DRAWN = 1, MOVING = 2 };

/* Carry out the choices that are given, or those that are drawn, which are left there. Returns the mask of those whose
 * rings are in order. */
static GPSCORE__INLINE uint32_t carry_out_all(const gps_rules *rules, const gps__lane *lane, gps_ring *rings,
                                              uint8_t *choices, const int known) {
    const int players = rules->players;
    const unsigned pointed = lane->pointed;
    uint32_t winners = 0, won, word = 0;
    for (int p = 0; p < players; p++) {
        gps_ring *ring = &rings[p];
        unsigned index;
        if (known & DRAWN) {
            if (p % 2 == 0) word = choice_word(lane, p);
            index = uniform_choice(rules, lane, ring, p, word, known & MOVING);
        } else if (ring->choice) {
            index = ring->choice - 1u;
            ring->choice = 0;
        } else {
            index = choices[p];
        }
        gps__carry_out(rules, ring, gps__keys, pointed, index, known & MOVING, &won);
        winners |= won << p;
        /* Only now, since the compiler must assume that a byte that is stored could lie in the ring. */
        if (known & DRAWN) choices[p] = (uint8_t)index;
    }
    return winners;
}

/* What comes behind. */
static gps__outcome finish_turn(const gpscore_batch *batch, gps__lane *lane, gps_ring *rings,
                                uint32_t winners) {
    const gps_rules *rules = gps__rules_of(batch);
    gps__outcome outcome = {0, 0, (uint8_t)(rules->players - (int)gpscore__count16(lane->open))};
    gps_phase phase;
    lane->open = 0;
    if (rings[0].down)
        phase = finish_reveal(rules, lane, rings);
    else
        phase = gps__judge(rules, lane->wins, winners, ++lane->turn);
    if (go_on(rules, lane, rings, phase) == GPS_OVER) {
        outcome.ended = GPSCORE_LANE_TERMINATED;
        outcome.winners = (uint8_t)gps__match_winners(rules, lane->wins);
    } else if (batch->options.max_turns && lane->turn - lane->first_turn >= batch->options.max_turns) {
        outcome.ended = GPSCORE_LANE_TRUNCATED;
    }
    return outcome;
}

/* With what is drawn, while all satellites are placed, at most *steps* turns behind which the game surely goes on. Then,
 * if one of *steps* is left, the turn that may end it, up to its end; *winners* are its. Returns the turns before. */
static uint64_t play_on(const gpscore_batch *batch, gps__lane *lane, gps_ring *rings, uint64_t steps,
                        uint8_t *choices, uint32_t *winners) {
    const gps_rules *rules = gps__rules_of(batch);
    uint32_t safe = rules->last_turn - lane->turn - 1u;
    if (batch->options.max_turns) {
        const uint32_t played = lane->turn - lane->first_turn;
        safe = gpscore__least(safe, played < batch->options.max_turns ? batch->options.max_turns - played - 1u
                                                                      : 0u);
    }
    for (uint64_t done = 0;; done++) {
        if (done == steps) return done;
        *winners = carry_out_all(rules, lane, rings, choices, DRAWN | MOVING);
        if (*winners || done == safe) return done;
        lane->turn++;
        spin(rules, lane);
    }
}

/* The choices of all players who have none open, GPSCORE_BATCH_NO_ACTION for the others. */
static inline void choose_all(const gps_rules *rules, const gps__lane *lane, const gps_ring *rings,
                              gpscore_policy policy, uint8_t *choices) {
    for (int p = 0; p < rules->players; p++) {
        choices[p] = GPSCORE_BATCH_NO_ACTION;
        if (rings[p].choice || lane->stage != GPSCORE_LANE_PLAYS) continue;
        choices[p] = (uint8_t)gps__lane_choice(rules, lane, &rings[p], p, policy);
    }
}

/* The first player with an action that is not legal, or -1. */
static inline int offender(const gps_rules *rules, const gps__lane *lane, const gps_ring *rings,
                           const uint8_t *actions) {
    for (int p = 0; p < rules->players; p++) {
        if (rings[p].choice) continue;
        if (actions[p] >= 32u || !(legal_mask(rules, lane, &rings[p]) >> actions[p] & 1u)) return p;
    }
    return -1;
}

/* The end of a turn, of a game if need be, and what follows it. */
static gps__outcome finish_step(const gpscore_batch *batch, uint64_t at, gps__lane *lane, gps_ring *rings,
                                uint32_t winners, int last, gpscore_batch_stats *stats) {
    const gps__outcome outcome = finish_turn(batch, lane, rings, winners);
    if (stats) stats->decisions += outcome.decided;
    if (!outcome.ended) return outcome;
    lane->stage = outcome.ended;
    if (stats) gps__count_game(stats, outcome, lane->turn - lane->first_turn);
    if (batch->options.autoreset != GPSCORE_SAME_STEP) return outcome;
    if (last && batch->arrays.final_observation) {
        gps__lane_observe(batch, batch->arrays.final_observation, at, lane, rings);
    }
    gps__lane_begin(batch, at, lane->episode + 1u, lane, rings);
    return outcome;
}

/* All satellites of one player, and so those of all. */
static inline int all_placed(const gps_ring *rings) { return !(rings[0].up | rings[0].down); }

static GPSCORE__INLINE gps__outcome lane_step(const gpscore_batch *batch, uint64_t at, gps__lane *lane,
                                              gps_ring *rings, const int given, const gpscore_policy policy,
                                              uint8_t *choices, int last, gpscore_batch_stats *stats) {
    const gps_rules *rules = gps__rules_of(batch);
    const gps__outcome nothing = {0, 0, 0};
    if (lane->stage != GPSCORE_LANE_PLAYS) {
        if (lane->stage != GPSCORE_LANE_STOPPED && batch->options.autoreset == GPSCORE_NEXT_STEP) {
            gps__lane_begin(batch, at, lane->episode + 1u, lane, rings);
        }
        return nothing;
    }
    if (given) {
        const int p = offender(rules, lane, rings, choices);
        if (p >= 0) {
            gpscore__batch_stop(batch, at, p, choices[p]);
            lane->stage = GPSCORE_LANE_STOPPED;
            return nothing;
        }
    }
    uint32_t winners;
    if (given || policy != GPSCORE_UNIFORM || lane->open) {
        if (!given) choose_all(rules, lane, rings, policy, choices);
        winners = all_placed(rings) ? carry_out_all(rules, lane, rings, choices, MOVING)
                                    : carry_out_all(rules, lane, rings, choices, 0);
    } else {
        winners = carry_out_all(rules, lane, rings, choices, DRAWN);
    }
    return finish_step(batch, at, lane, rings, winners, last, stats);
}

gps__outcome gps__lane_step(const gpscore_batch *batch, uint64_t at, gps__lane *lane, gps_ring *rings,
                            int given, gpscore_policy policy, uint8_t *choices, int last,
                            gpscore_batch_stats *stats) {
    return lane_step(batch, at, lane, rings, given, policy, choices, last, stats);
}

/* ---- Arrays ----------------------------------------------------------------------------------------- */

/* The given fields of the state; the derived ones of the head are 0. */
static void fill_state(const gps_rules *rules, const gps__lane *lane, const gps_ring *rings,
                       gps_state *state) {
    const gps_state empty = {0};
    *state = empty;
    state->head.rules = rules->fingerprint;
    state->head.turn = lane->turn;
    state->head.game_start = lane->game_start;
    state->head.phase = lane->stage == GPSCORE_LANE_TERMINATED ? GPS_OVER : GPS_CHOOSE;
    state->head.pointed = lane->pointed;
    for (int p = 0; p < rules->players; p++) {
        state->head.wins[p] = lane->wins[p];
        state->ring[p] = rings[p];
    }
}

void gps__lane_observe(const gpscore_batch *batch, void *array, uint64_t at, const gps__lane *lane,
                       const gps_ring *rings) {
    const gps_rules *rules = gps__rules_of(batch);
    uint8_t seen[GPS_OBSERVATION];
    gps_state state;
    fill_state(rules, lane, rings, &state);
    for (int p = 0; p < rules->players; p++) {
        gps_observe(rules, &state, p, seen);
        gpscore__batch_observed(batch, array, at * rules->players + (uint64_t)p, seen);
    }
}

void gps__lane_write(const gpscore_batch *batch, uint64_t at, const gps__lane *lane, const gps_ring *rings,
                     gps__outcome outcome) {
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const gps_rules *rules = gps__rules_of(batch);
    const int players = rules->players, plays = lane->stage == GPSCORE_LANE_PLAYS;
    uint32_t *legal = (uint32_t *)arrays->legal + at * (uint64_t)players;
    float *rewards = arrays->rewards + at * (uint64_t)players;
    uint32_t to_act = 0;
    for (int p = 0; p < players; p++) {
        const int chooses = plays && !rings[p].choice;
        legal[p] = chooses ? legal_mask(rules, lane, &rings[p]) : 0u;
        to_act |= (uint32_t)chooses << p;
        rewards[p] = (float)(outcome.winners >> p & 1u);
    }
    arrays->to_act[at] = (uint8_t)to_act;
    arrays->winners[at] = outcome.winners;
    arrays->terminated[at] =
        outcome.ended == GPSCORE_LANE_TERMINATED || lane->stage == GPSCORE_LANE_TERMINATED;
    arrays->truncated[at] = outcome.ended == GPSCORE_LANE_TRUNCATED || lane->stage == GPSCORE_LANE_TRUNCATED;
    if (lane->stage != GPSCORE_LANE_STOPPED) arrays->faults[at] = arrays->fault_choices[at] = 0;
    if (arrays->observation) gps__lane_observe(batch, arrays->observation, at, lane, rings);
}

/* ---- Lanes and states ------------------------------------------------------------------------------- */

void gps__lane_give(const gps_rules *rules, const gps__lane *lane, const gps_ring *rings, gps_state *state,
                    gpscore_lane *record) {
    fill_state(rules, lane, rings, state);
    gps_derive(rules, state);
    if (!record) return;
    record->episode = lane->episode;
    record->draws = 0; /* every draw tells its place by the turn */
    record->first_turn = lane->first_turn;
    record->stage = lane->stage;
}

gpscore_status gps__lane_take(const gpscore_batch *batch, uint64_t at, const gps_state *state,
                              const gpscore_lane *record, gps__lane *lane, gps_ring *rings) {
    const gps_rules *rules = gps__rules_of(batch);
    const gps_head *head = &state->head;
    gps__lane made = {0};
    made.episode = record->episode;
    made.key = gps__lane_key(batch, at, record->episode);
    made.turn = head->turn;
    made.game_start = head->game_start;
    made.first_turn = record->first_turn;
    made.pointed = head->pointed;
    made.stage = record->stage;
    for (int p = 0; p < rules->players; p++) {
        made.wins[p] = head->wins[p];
        made.open |= (uint8_t)((state->ring[p].choice != 0) << p);
        rings[p] = state->ring[p];
    }
    gps_phase phase = (gps_phase)head->phase;
    if (phase == GPS_SETUP) finish_setup(rules, &made, rings);
    if (phase == GPS_REVEAL) phase = finish_reveal(rules, &made, rings);
    if (phase != GPS_CHOOSE) phase = go_on(rules, &made, rings, phase);
    if ((phase == GPS_OVER) != (record->stage == GPSCORE_LANE_TERMINATED)) {
        return phase == GPS_OVER ? GPSCORE_BATCH_OVER : GPSCORE_BATCH_RECORD;
    }
    *lane = made;
    return GPSCORE_OK;
}

/* ---- The scalar kernel ------------------------------------------------------------------------------ */

/* The lanes' memory: gps__lane of each, then the rings of each, both in whole blocks. */

static uint64_t whole_blocks(uint64_t lanes) {
    return (lanes + GPSCORE_BATCH_BLOCK - 1u) / GPSCORE_BATCH_BLOCK * GPSCORE_BATCH_BLOCK;
}

static uint64_t lane_bytes(const void *rules, uint64_t lanes) {
    return whole_blocks(lanes) * (sizeof(gps__lane) + ((const gps_rules *)rules)->players * sizeof(gps_ring));
}

static gps__lane *lane_at(const gpscore_batch *batch, uint64_t at) {
    return (gps__lane *)batch->arrays.lanes + at;
}

static gps_ring *rings_at(const gpscore_batch *batch, uint64_t at) {
    gps__lane *end = lane_at(batch, whole_blocks(batch->options.lanes));
    return (gps_ring *)(void *)end + at * gps__rules_of(batch)->players;
}

static const gps__outcome nothing_ended = {0, 0, 0};

static void start(const gpscore_batch *batch, uint64_t first, uint64_t count) {
    for (uint64_t at = first; at < first + count; at++) {
        gps__lane_begin(batch, at, 0, lane_at(batch, at), rings_at(batch, at));
        gps__lane_write(batch, at, lane_at(batch, at), rings_at(batch, at), nothing_ended);
    }
}

static void reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which) {
    for (uint64_t at = first; at < first + count; at++) {
        if (which && !which[at - first]) continue;
        gps__lane *lane = lane_at(batch, at);
        gps__lane_begin(batch, at, lane->episode + 1u, lane, rings_at(batch, at));
        gps__lane_write(batch, at, lane, rings_at(batch, at), nothing_ended);
    }
}

static void step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    const unsigned players = gps__rules_of(batch)->players;
    uint8_t choices[GPS_MAX_PLAYERS];
    for (uint64_t at = first; at < first + count; at++, actions += players) {
        gps__lane *lane = lane_at(batch, at);
        gps_ring *rings = rings_at(batch, at);
        for (unsigned p = 0; p < players; p++) choices[p] = actions[p];
        const gps__outcome outcome = lane_step(batch, at, lane, rings, 1, GPSCORE_UNIFORM, choices, 1, NULL);
        gps__lane_write(batch, at, lane, rings, outcome);
    }
}

static void sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions) {
    const gps_rules *rules = gps__rules_of(batch);
    for (uint64_t at = first; at < first + count; at++) {
        choose_all(rules, lane_at(batch, at), rings_at(batch, at), GPSCORE_UNIFORM,
                   actions + at * rules->players);
    }
}

static void play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    const uint64_t players = gps__rules_of(batch)->players;
    uint8_t choices[GPS_MAX_PLAYERS];
    for (uint64_t at = first; steps && at < first + count; at++) {
        gps__lane *lane = lane_at(batch, at);
        gps_ring *rings = rings_at(batch, at);
        gps__outcome outcome = nothing_ended;
        for (uint64_t p = 0; p < players; p++) choices[p] = GPSCORE_BATCH_NO_ACTION;
        for (uint64_t left = steps; left;) {
            if (policy == GPSCORE_UNIFORM && lane->stage == GPSCORE_LANE_PLAYS && all_placed(rings) &&
                !lane->open) {
                uint32_t winners = 0;
                const uint64_t done = play_on(batch, lane, rings, left, choices, &winners);
                if (stats) stats->decisions += done * players;
                left -= done;
                outcome = nothing_ended;
                if (left) outcome = finish_step(batch, at, lane, rings, winners, left-- == 1, stats);
            } else {
                outcome = lane_step(batch, at, lane, rings, 0, policy, choices, left-- == 1, stats);
            }
        }
        for (uint64_t p = 0; actions && p < players; p++) actions[at * players + p] = choices[p];
        gps__lane_write(batch, at, lane, rings, outcome);
    }
}

static uint64_t draw(const gpscore_batch *batch, uint64_t at, int player) {
    const gps__lane *lane = lane_at(batch, at);
    return gps__draw_bits(lane->key, lane->turn, player);
}

static void get(const gpscore_batch *batch, uint64_t at, void *state, gpscore_lane *record) {
    gps__lane_give(gps__rules_of(batch), lane_at(batch, at), rings_at(batch, at), (gps_state *)state, record);
}

static gpscore_status set(const gpscore_batch *batch, uint64_t at, const void *state,
                          const gpscore_lane *record, gpscore_error *error) {
    gps_ring rings[GPS_MAX_PLAYERS];
    const gpscore_status status =
        gps__lane_take(batch, at, (const gps_state *)state, record, lane_at(batch, at), rings);
    if (status != GPSCORE_OK) return gpscore__fail(error, status, 0, 0, 0, 0);
    for (int p = 0; p < gps__rules_of(batch)->players; p++) rings_at(batch, at)[p] = rings[p];
    gps__lane_write(batch, at, lane_at(batch, at), rings_at(batch, at), nothing_ended);
    return GPSCORE_OK;
}

const struct gpscore_batch_kernel gps__scalar = {
    .kind = GPSCORE_KERNEL_SCALAR,
    GPS__KERNEL_COMMON,
    .lane_bytes = lane_bytes,
    .start = start,
    .reset = reset,
    .step = step,
    .sample = sample,
    .play = play,
    .draw = draw,
    .get = get,
    .set = set,
};
