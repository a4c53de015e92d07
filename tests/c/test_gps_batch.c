/* Batches of GPS: the scalar kernel against single states that are driven by the documented draws, the other kernels
 * against the scalar one, byte for byte. */
#include "batch_internal.h"
#include "check.h"

/* ---- A batch with memory of its own ------------------------------------------------------------------ */

enum { ARRAYS = 11, GUARD = 64, GUARD_BYTE = 0xa5 };

typedef struct whole {
    gpscore_batch batch;
    gps_rules rules;
    gpscore_batch_sizes sizes;
    void *memory[ARRAYS]; /* each with GUARD bytes behind it that nothing may touch */
    uint64_t size[ARRAYS];
} whole;

static void *guarded(uint64_t size) {
    uint8_t *memory = aligned_alloc(GPSCORE_BATCH_ALIGN, (size + 2 * GUARD) / GUARD * GUARD);
    CHECK(memory);
    memset(memory, 0, size);
    memset(memory + size, GUARD_BYTE, GUARD);
    return memory;
}

static void make(whole *w, const gps_rules *rules, const gpscore_batch_options *options) {
    w->rules = *rules;
    CHECK(gpscore_batch_measure(&gps_game, &w->rules, options, &w->sizes, NULL) == GPSCORE_OK);
    const uint64_t sizes[ARRAYS] = {
        w->sizes.lanes,         w->sizes.legal,       w->sizes.rewards,          w->sizes.terminated,
        w->sizes.truncated,     w->sizes.winners,     w->sizes.to_act,           w->sizes.faults,
        w->sizes.fault_choices, w->sizes.observation, w->sizes.final_observation};
    for (int i = 0; i < ARRAYS; i++) {
        w->size[i] = sizes[i];
        w->memory[i] = guarded(sizes[i]);
    }
    const gpscore_batch_arrays arrays = {w->memory[0], w->memory[1], w->memory[2], w->memory[3],
                                         w->memory[4], w->memory[5], w->memory[6], w->memory[7],
                                         w->memory[8], w->memory[9], w->memory[10]};
    CHECK(gpscore_batch_init(&w->batch, &gps_game, &w->rules, options, &arrays, NULL) == GPSCORE_OK);
    gpscore_batch_start(&w->batch, 0, options->lanes);
}

static void drop(whole *w) {
    for (int i = 0; i < ARRAYS; i++) {
        const uint8_t *memory = w->memory[i];
        for (int g = 0; g < GUARD; g++) CHECK(memory[w->size[i] + (uint64_t)g] == GUARD_BYTE);
        free(w->memory[i]);
    }
}

/* That two batches hold the same: all arrays but the lanes' memory, whose layout is a kernel's own. */
static void same_arrays(const whole *a, const whole *b) {
    for (int i = 1; i < ARRAYS; i++) {
        CHECK(a->size[i] == b->size[i] && memcmp(a->memory[i], b->memory[i], a->size[i]) == 0);
    }
}

static void same_lane(const whole *a, const whole *b, uint64_t lane) {
    gps_state x, y;
    gpscore_lane r = {0}, s = {0};
    CHECK(gpscore_batch_get(&a->batch, lane, &x, &r, NULL) == GPSCORE_OK);
    CHECK(gpscore_batch_get(&b->batch, lane, &y, &s, NULL) == GPSCORE_OK);
    CHECK(memcmp(&x, &y, sizeof x) == 0 && memcmp(&r, &s, sizeof r) == 0);
    CHECK(gps_validate(&a->rules, &x) == 0);
}

/* ---- The twin: single states and the documented draws ------------------------------------------------- */

typedef struct twin {
    gps_state state;
    uint64_t key, episode;
    uint32_t first_turn;
    uint8_t stage;
} twin;

static void twin_chance(const gps_rules *rules, twin *t) {
    gps_state *state = &t->state;
    while (gps_to_act(state) == GPSCORE_TO_ACT_CHANCE) {
        const uint32_t turn = state->head.turn;
        gpscore_action action = GPS_ACTION(GPS_DEAL, 0);
        gpscore_outcome outcomes[GPS_MAX_SPACES];
        const size_t count = gps_chance_outcomes(rules, state, outcomes);
        if (state->head.phase == GPS_SPIN) {
            uint32_t n, i = 0;
            if (rules->uniform)
                n = gpscore_draw16_below(t->key, 8 * turn + 4, 0, rules->spaces);
            else
                n = gpscore_draw_below(t->key, 8 * turn + 4, 3, rules->total);
            while (n >= outcomes[i].weight) n -= outcomes[i++].weight;
            action = outcomes[i].action;
        } else if (state->head.phase != GPS_SHUFFLE) {
            unsigned p = 0, up = 0;
            while (!(state->head.pending >> p & 1u)) p++;
            for (int i = 0; i < rules->satellites; i++) up += state->ring[p].up >> i & 1u;
            const uint32_t number = state->head.phase == GPS_REVEAL
                                        ? 8 * turn + 5 + p / 2
                                        : 8 * (48 * state->head.game_start + 3 * up + p / 2) + 3;
            action = outcomes[gpscore_draw16_below(t->key, number, p % 2, (uint32_t)count)].action;
        }
        CHECK(gps_apply(rules, state, GPSCORE_CHANCE, action, NULL, NULL) == GPSCORE_OK);
    }
}

static void twin_begin(const whole *w, twin *t, uint64_t lane, uint64_t episode) {
    const gpscore_batch_options *options = &w->batch.options;
    t->episode = episode;
    t->key = gpscore_lane_seed(options->seed, options->first_lane + lane, episode);
    t->first_turn = 0;
    t->stage = GPSCORE_LANE_PLAYS;
    gps_init(&w->rules, &t->state);
    twin_chance(&w->rules, t);
}

static void twin_observe(const whole *w, const twin *t, const void *array, uint64_t lane) {
    const int players = w->rules.players;
    for (int p = 0; p < players; p++) {
        const uint64_t at = (lane * (uint64_t)players + (uint64_t)p) * GPS_OBSERVATION;
        uint8_t seen[GPS_OBSERVATION];
        gps_observe(&w->rules, &t->state, p, seen);
        if (w->batch.options.observe == GPSCORE_OBSERVE_U8) {
            CHECK(memcmp((const uint8_t *)array + at, seen, sizeof seen) == 0);
            continue;
        }
        float scale[GPS_OBSERVATION];
        for (int i = 0; i < GPS_OBSERVATION; i++) scale[i] = 1;
        for (uint32_t s = 0; s < gps_game.observation_slices; s++) {
            const gpscore_slice *slice = &gps_game.observation[s];
            for (int i = 0; i < slice->length; i++) scale[slice->offset + i] = slice->scale;
        }
        for (int i = 0; i < GPS_OBSERVATION; i++) {
            CHECK(((const float *)array)[at + (uint64_t)i] == (float)seen[i] / scale[i]);
        }
    }
}

/* A step of the twin, and whether the arrays say the same of the lane. */
static void twin_step(const whole *w, twin *t, uint64_t lane, const uint8_t *actions) {
    const gpscore_batch_options *options = &w->batch.options;
    const gpscore_batch_arrays *arrays = &w->batch.arrays;
    const gps_rules *rules = &w->rules;
    const uint64_t players = rules->players;
    uint32_t terminated = 0, truncated = 0, winners = 0, fault = 0, fault_choice = 0;
    if (t->stage == GPSCORE_LANE_PLAYS && actions) {
        gpscore_action joint[GPS_MAX_PLAYERS];
        for (uint64_t p = 0; p < players && !fault; p++) {
            if (!(gps_to_act(&t->state) >> p & 1u)) continue;
            const unsigned index = actions[p];
            joint[p] = GPS_ACTION(t->state.ring[p].up ? GPS_PLACE : GPS_MOVE, index);
            if (index >= 32)
                fault = GPSCORE_ILLEGAL_INDEX;
            else
                fault = gps_why_illegal(rules, &t->state, (int)p, joint[p], NULL);
            if (fault) fault_choice = (uint32_t)p << 8 | index;
        }
        if (fault) {
            t->stage = GPSCORE_LANE_STOPPED;
        } else {
            CHECK(gps_apply_joint(rules, &t->state, gps_to_act(&t->state), joint, NULL, NULL) == GPSCORE_OK);
            twin_chance(rules, t);
            terminated = gps_to_act(&t->state) == GPSCORE_TO_ACT_OVER;
            winners = terminated ? gps_winners(rules, &t->state) : 0;
            truncated =
                !terminated && options->max_turns && t->state.head.turn - t->first_turn == options->max_turns;
            if (terminated | truncated) {
                t->stage = terminated ? GPSCORE_LANE_TERMINATED : GPSCORE_LANE_TRUNCATED;
                if (options->autoreset == GPSCORE_SAME_STEP) {
                    if (options->observe) twin_observe(w, t, arrays->final_observation, lane);
                    twin_begin(w, t, lane, t->episode + 1);
                }
            }
        }
    } else if (t->stage == GPSCORE_LANE_STOPPED) {
        fault = arrays->faults[lane];
        fault_choice = arrays->fault_choices[lane];
        CHECK(fault);
    } else if (actions && options->autoreset == GPSCORE_NEXT_STEP) {
        twin_begin(w, t, lane, t->episode + 1);
    } else {
        terminated = t->stage == GPSCORE_LANE_TERMINATED;
        truncated = t->stage == GPSCORE_LANE_TRUNCATED;
    }
    const uint32_t to_act = t->stage == GPSCORE_LANE_PLAYS ? gps_to_act(&t->state) : 0;
    CHECK(arrays->terminated[lane] == terminated);
    CHECK(arrays->truncated[lane] == truncated);
    CHECK(arrays->winners[lane] == winners);
    CHECK(arrays->to_act[lane] == to_act);
    CHECK(arrays->faults[lane] == fault);
    CHECK(arrays->fault_choices[lane] == fault_choice);
    for (uint64_t p = 0; p < players; p++) {
        const uint32_t mask = to_act ? gps_legal_mask(rules, &t->state, (int)p) : 0;
        CHECK(((const uint32_t *)arrays->legal)[lane * players + p] == mask);
        CHECK(arrays->rewards[lane * players + p] == (float)(winners >> p & 1u));
    }
    if (options->observe) twin_observe(w, t, arrays->observation, lane);
}

static void twin_equals(const whole *w, const twin *t, uint64_t lane) {
    gps_state state;
    gpscore_lane record;
    CHECK(gpscore_batch_get(&w->batch, lane, &state, &record, NULL) == GPSCORE_OK);
    CHECK(memcmp(&state, &t->state, sizeof state) == 0);
    CHECK(record.episode == t->episode && record.first_turn == t->first_turn && record.stage == t->stage);
}

/* ---- Random rules, options and actions ---------------------------------------------------------------- */

static gps_rules any_rules(dice *d) {
    static const int usual[][2] = {{36, 12}, {36, 12}, {17, 16}, {64, 16}, {5, 4}, {16, 8}, {13, 12}};
    int64_t weights[GPS_MAX_SPACES];
    int satellites = 2 + (int)roll(d, 15), spaces = satellites + 1 + (int)roll(d, 64u - (uint32_t)satellites);
    if (roll(d, 3) == 0) {
        const int *those = usual[roll(d, sizeof usual / sizeof usual[0])];
        spaces = those[0];
        satellites = those[1];
    } else if (roll(d, 3) == 0) {
        satellites = 2 + (int)roll(d, 3); /* so that games are won */
        spaces = satellites + 1 + (int)roll(d, 4);
    }
    const int weighted = roll(d, 4) == 0;
    for (int s = 0; s < spaces; s++) weights[s] = (int64_t)roll(d, 5) * (roll(d, 8) ? 1 : 10000000);
    weights[roll(d, (uint32_t)spaces)] = 3;
    return make_rules(1 + (int)roll(d, 5), spaces, satellites, 1 + (int)roll(d, (uint32_t)satellites),
                      1 + (int)roll(d, 3), roll(d, 2) ? 0 : 1 + (int)roll(d, 70), weighted ? weights : NULL);
}

static gpscore_batch_options any_options(dice *d, gpscore_kernel kernel) {
    const gpscore_batch_options options = {
        .lanes = 1 + roll(d, 200),
        .first_lane = roll(d, 2) ? 0 : gpscore_mix(d->at) >> 3,
        .seed = gpscore_mix(d->key ^ d->at++),
        .max_turns = roll(d, 3) ? 1 + roll(d, 90) : 0,
        .autoreset = (uint8_t)roll(d, 3),
        .kernel = (uint8_t)kernel,
        .observe = (uint8_t)roll(d, 3),
    };
    return options;
}

/* Mostly legal actions. */
static void any_actions(dice *d, const whole *w, uint8_t *actions, uint32_t faults) {
    const uint64_t seats = w->batch.options.lanes * w->rules.players;
    gpscore_batch_sample(&w->batch, 0, w->batch.options.lanes, NULL, actions);
    for (uint64_t i = 0; faults && i < seats; i++) {
        if (roll(d, faults) == 0) actions[i] = (uint8_t)roll(d, roll(d, 2) ? 33 : 256);
    }
}

#define EACH_KERNEL(kernel)                                                                       \
    for (gpscore_kernel kernel = (gpscore_kernel)0; kernel < GPSCORE_KERNEL_COUNT;                \
         kernel = (gpscore_kernel)(kernel + 1))                                                   \
        if (gpscore_kernel_available(&gps_game, kernel))

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void lanes_equal_single_states(void) {
    static uint8_t actions[256 * GPS_MAX_PLAYERS];
    static twin twins[256];
    EACH_KERNEL(kernel) {
        dice d = {gpscore_key(31, GPSCORE_PURPOSE_BATCH), 0};
        for (int round = 0; round < 60; round++) {
            const gps_rules rules = any_rules(&d);
            gpscore_batch_options options = any_options(&d, kernel);
            const uint32_t faults = roll(&d, 3) ? 0 : 400;
            whole w;
            if (round % 4) options.lanes = 1 + roll(&d, 20);
            make(&w, &rules, &options);
            for (uint64_t i = 0; i < options.lanes; i++) {
                twin_begin(&w, &twins[i], i, 0);
                twin_step(&w, &twins[i], i, NULL);
            }
            for (int step = 0; step < 100; step++) {
                any_actions(&d, &w, actions, faults);
                gpscore_batch_step(&w.batch, 0, options.lanes, actions, GPSCORE_ACTION_U8);
                for (uint64_t i = 0; i < options.lanes; i++) {
                    twin_step(&w, &twins[i], i, actions + i * rules.players);
                    if (step % 8 == 0) twin_equals(&w, &twins[i], i);
                }
            }
            drop(&w);
        }
    }
}

/* Whatever is done with two batches of other kernels, they stay the same in every byte. */
static void kernels_give_the_same_bytes(void) {
    static uint8_t actions[256 * GPS_MAX_PLAYERS], drawn[2][256 * GPS_MAX_PLAYERS];
    EACH_KERNEL(kernel) {
        dice d = {gpscore_key(32, GPSCORE_PURPOSE_BATCH), 0};
        for (int round = 0; round < 90; round++) {
            const gps_rules rules = any_rules(&d);
            gpscore_batch_options options = any_options(&d, GPSCORE_KERNEL_SCALAR);
            const uint64_t n = options.lanes;
            whole w[2];
            make(&w[0], &rules, &options);
            options.kernel = (uint8_t)kernel;
            make(&w[1], &rules, &options);
            same_arrays(&w[0], &w[1]);
            for (int step = 0; step < 60; step++) {
                const uint32_t what = roll(&d, 10), steps = 1 + roll(&d, 40);
                /* A part that begins and ends with a block, or with the last lane. */
                const uint64_t first = roll(&d, (uint32_t)(n + 63) / 64) * 64u;
                const uint64_t count = roll(&d, 2) ? n - first : n - first < 64 ? n - first : 64;
                const uint64_t lane = roll(&d, (uint32_t)n);
                const gpscore_policy policy = (gpscore_policy)(roll(&d, 6) % 4 % 3);
                gpscore_batch_stats stats[2] = {{0}, {0}};
                gps_state state;
                gpscore_lane record;
                if (what == 0) {
                    for (uint64_t i = 0; i < count; i++) actions[i] = roll(&d, 3) == 0;
                }
                any_actions(&d, &w[0], drawn[0], what == 1 ? 300 : 0);
                for (int k = 0; k < 2; k++) {
                    const gpscore_batch *batch = &w[k].batch;
                    if (what == 0) {
                        gpscore_batch_reset(batch, first, count, roll(&d, 1) ? NULL : actions);
                    } else if (what <= 3) {
                        gpscore_batch_step(batch, first, count, drawn[0], GPSCORE_ACTION_U8);
                    } else if (what == 4) {
                        gpscore_batch_step_sampled(batch, first, count, NULL, drawn[k]);
                    } else if (what == 5) {
                        gpscore_batch_sample(batch, 0, n, NULL, drawn[k]);
                    } else if (what == 6) {
                        /* The game of a lane of the first into the same lane of both, as it was or as a new one. */
                        if (k == 0)
                            CHECK(gpscore_batch_get(batch, lane, &state, &record, NULL) == GPSCORE_OK);
                        if (k == 0 && gps_to_act(&state) < 32 && roll(&d, 2)) { /* some have chosen already */
                            gpscore_action legal[GPSCORE_MAX_ACTIONS];
                            for (int p = 1; p < rules.players; p++) {
                                const size_t choices = gps_legal_actions(&rules, &state, p, legal);
                                if (choices && roll(&d, 2)) {
                                    gps_apply_unchecked(&rules, &state, p, legal[roll(&d, (uint32_t)choices)],
                                                        NULL);
                                }
                            }
                        }
                        const int anew = record.stage == GPSCORE_LANE_TRUNCATED || lane % 2;
                        const gpscore_status status =
                            gpscore_batch_set(batch, lane, &state, anew ? NULL : &record, NULL);
                        CHECK(status == GPSCORE_OK || status == GPSCORE_BATCH_OVER);
                    } else {
                        gpscore_batch_play(batch, first, count, steps, policy, &stats[k]);
                    }
                }
                same_arrays(&w[0], &w[1]);
                same_lane(&w[0], &w[1], lane);
                const uint64_t from = what == 5 ? 0 : first, of = what == 5 ? n : what == 4 ? count : 0;
                CHECK(memcmp(drawn[0] + from * rules.players, drawn[1] + from * rules.players,
                             of * rules.players) == 0);
                CHECK(memcmp(&stats[0], &stats[1], sizeof stats[0]) == 0);
            }
            for (uint64_t i = 0; i < n; i++) {
                same_lane(&w[0], &w[1], i);
                for (int p = 0; p < rules.players; p++) {
                    CHECK(w[0].batch.kernel->draw(&w[0].batch, i, p) ==
                          w[1].batch.kernel->draw(&w[1].batch, i, p));
                }
            }
            drop(&w[0]);
            drop(&w[1]);
        }
    }
}

/* Sampling and stepping by hand, and playing inside the engine, give the same games. */
static void playing_is_sampling_and_stepping(void) {
    static uint8_t actions[200 * GPS_MAX_PLAYERS];
    EACH_KERNEL(kernel) {
        dice d = {gpscore_key(33, GPSCORE_PURPOSE_BATCH), 0};
        for (int round = 0; round < 20; round++) {
            const gps_rules rules = any_rules(&d);
            const gpscore_batch_options options = any_options(&d, kernel);
            const uint32_t steps = 1 + roll(&d, 80);
            gpscore_batch_stats stats = {0};
            const uint64_t n = options.lanes, seen = (uint64_t)GPS_OBSERVATION * rules.players;
            uint64_t decisions = 0, games = 0, truncated = 0;
            whole w[2];
            make(&w[0], &rules, &options);
            make(&w[1], &rules, &options);
            gpscore_batch_play(&w[0].batch, 0, n, steps, GPSCORE_UNIFORM, &stats);
            const gpscore_batch_arrays *arrays = &w[1].batch.arrays;
            for (uint32_t step = 0; step < steps; step++) {
                gpscore_batch_sample(&w[1].batch, 0, n, NULL, actions);
                for (uint64_t i = 0; i < n; i++) decisions += arrays->to_act[i] ? rules.players : 0u;
                gpscore_batch_step(&w[1].batch, 0, n, actions, GPSCORE_ACTION_U8);
                for (uint64_t i = 0; i < n; i++) {
                    games += arrays->terminated[i] + arrays->truncated[i];
                    truncated += arrays->truncated[i];
                }
            }
            /* What was seen at the end of earlier games nobody looks at after the last step of play. */
            for (uint64_t i = 0; w[0].size[10] && i < n; i++) {
                const uint64_t bytes = seen * (options.observe == GPSCORE_OBSERVE_F32 ? sizeof(float) : 1u);
                if (arrays->terminated[i] | arrays->truncated[i]) {
                    CHECK(memcmp((uint8_t *)w[0].memory[10] + i * bytes,
                                 (uint8_t *)w[1].memory[10] + i * bytes, bytes) == 0);
                }
                memcpy((uint8_t *)w[0].memory[10] + i * bytes, (uint8_t *)w[1].memory[10] + i * bytes, bytes);
            }
            same_arrays(&w[0], &w[1]);
            for (uint64_t i = 0; i < options.lanes; i++) same_lane(&w[0], &w[1], i);
            CHECK(stats.decisions == decisions);
            if (options.autoreset == GPSCORE_SAME_STEP) {
                CHECK(stats.games == games && stats.truncated == truncated);
            }
            drop(&w[0]);
            drop(&w[1]);
        }
    }
}

/* The game of a lane depends on the number of the lane alone, not on those beside it. */
static void lanes_do_not_depend_on_their_batch(void) {
    EACH_KERNEL(kernel) {
        const gps_rules rules = make_rules(3, 9, 4, 2, 1, 0, NULL);
        gpscore_batch_options options = {.lanes = 150,
                                         .first_lane = 1000,
                                         .seed = 5,
                                         .max_turns = 30,
                                         .autoreset = GPSCORE_SAME_STEP,
                                         .kernel = (uint8_t)kernel};
        whole all, one;
        make(&all, &rules, &options);
        gpscore_batch_play(&all.batch, 0, 64, 100, GPSCORE_UNIFORM, NULL);
        gpscore_batch_play(&all.batch, 64, 86, 60, GPSCORE_UNIFORM, NULL);
        gpscore_batch_play(&all.batch, 64, 86, 40, GPSCORE_UNIFORM, NULL);
        for (uint64_t i = 0; i < 150; i += 7) {
            gps_state x, y;
            gpscore_lane r = {0}, s = {0};
            options.lanes = 1;
            options.first_lane = 1000 + i;
            make(&one, &rules, &options);
            gpscore_batch_play(&one.batch, 0, 1, 100, GPSCORE_UNIFORM, NULL);
            CHECK(gpscore_batch_get(&all.batch, i, &x, &r, NULL) == GPSCORE_OK);
            CHECK(gpscore_batch_get(&one.batch, 0, &y, &s, NULL) == GPSCORE_OK);
            CHECK(memcmp(&x, &y, sizeof x) == 0 && memcmp(&r, &s, sizeof r) == 0);
            drop(&one);
        }
        drop(&all);
    }
}

/* Of the 65,536 halves of a word exactly as many give each number; the rest are rejected and drawn anew. */
static void bounded_draws_are_exact(void) {
    const uint64_t key = gpscore_mix(7);
    for (uint32_t n = 1; n <= GPS_MAX_SPACES; n++) {
        const uint32_t again[2] = {gpscore_draw_below(key, 3, 1, n), gpscore_draw_below(key, 3, 2, n)};
        uint32_t times[GPS_MAX_SPACES] = {0}, rejected = 0;
        for (uint32_t half = 0; half < 65536; half++) {
            const uint32_t low = gpscore_word16_below(half | 0xabcd0000u, key, 3, 0, n);
            const uint32_t high = gpscore_word16_below(half << 16 | 0x1234u, key, 3, 1, n);
            if (half * n % 65536 < 65536 % n) {
                rejected++;
                CHECK(low == again[0] && high == again[1]);
            } else {
                CHECK(low == high && low == half * n / 65536);
                times[low]++;
            }
        }
        CHECK(rejected == 65536 % n);
        for (uint32_t i = 0; i < n; i++) CHECK(times[i] == 65536 / n);
    }
}

/* Spins, reveals and choices come as often as they should, within five standard deviations. */
static void chances_are_as_the_rules_say(void) {
    enum { LANES = 640, STEPS = 60 };
    static uint8_t actions[LANES * 2];
    const int64_t weights[7] = {3, 0, 1, 1, 5, 2, 4};
    EACH_KERNEL(kernel) {
        for (int weighted = 0; weighted < 2; weighted++) {
            const gps_rules rules = make_rules(2, 7, 4, 2, 1, 0, weighted ? weights : NULL);
            const gpscore_batch_options options = {.lanes = LANES,
                                                   .seed = 9,
                                                   .max_turns = 2,
                                                   .autoreset = GPSCORE_SAME_STEP,
                                                   .kernel = (uint8_t)kernel};
            double spun[7] = {0}, dealt[2][4] = {{0}}, chosen[2][32] = {{0}}, spins = 0, deals = 0,
                   choices = 0;
            whole w;
            make(&w, &rules, &options);
            for (int step = 0; step < STEPS; step++) {
                gpscore_batch_sample(&w.batch, 0, LANES, NULL, actions);
                for (uint64_t i = 0; i < LANES; i++) {
                    gps_state state;
                    CHECK(gpscore_batch_get(&w.batch, i, &state, NULL, NULL) == GPSCORE_OK);
                    spun[state.head.pointed]++;
                    spins++;
                    if (state.head.turn) continue;
                    deals++;
                    for (int p = 0; p < 2; p++) {
                        for (int s = 0; s < 4; s++) dealt[p][s] += state.ring[p].up >> s & 1;
                        if (state.ring[p].up != 3)
                            continue; /* one set for all, so that choices can be counted */
                        chosen[p][actions[2 * i + (uint64_t)p]]++;
                        choices += p == 0;
                    }
                }
                gpscore_batch_step(&w.batch, 0, LANES, actions, GPSCORE_ACTION_U8);
            }
            for (int s = 0; s < 7; s++) {
                const double chance = weighted ? (double)weights[s] / 16 : 1.0 / 7;
                const double off = spun[s] - spins * chance;
                CHECK(off * off <= 25 * spins * chance * (1 - chance));
            }
            for (int p = 0; p < 2; p++) {
                const double all = chosen[p][0] + chosen[p][1], off = chosen[p][0] - all / 2;
                CHECK(all > 0 && off * off <= 25 * all / 4);
                for (int s = 0; s < 4; s++) {
                    const double away = dealt[p][s] - deals / 2;
                    CHECK(away * away <= 25 * deals / 4);
                }
            }
            drop(&w);
        }
    }
}

int main(void) {
    static const test_case tests[] = {
        TEST(lanes_equal_single_states),        TEST(kernels_give_the_same_bytes),
        TEST(playing_is_sampling_and_stepping), TEST(lanes_do_not_depend_on_their_batch),
        TEST(bounded_draws_are_exact),          TEST(chances_are_as_the_rules_say),
    };
    return RUN_TESTS(tests);
}
