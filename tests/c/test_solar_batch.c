/* Batches of the solar system: every kernel against single states that are driven by the documented draws, and byte
 * for byte against the scalar one; and what observations tell. */
#include "batch_whole.h"
#include "check_solar.h"
#include <stddef.h>

static solar_rules rules;

#define EACH_KERNEL(kernel)                                                                       \
    for (gpscore_kernel kernel = (gpscore_kernel)0; kernel < GPSCORE_KERNEL_COUNT;                \
         kernel = (gpscore_kernel)(kernel + 1))                                                   \
        if (gpscore_kernel_available(&solar_game, kernel))

/* ---- The twin: a single state and the documented draws ------------------------------------------------ */

typedef struct twin {
    solar_state state;
    uint64_t key, episode;
    uint32_t draws, first_turn;
    uint8_t stage;
} twin;

static int player_of(uint32_t to_act) {
    int player = 0;
    while (!(to_act >> player & 1u)) player++;
    return player;
}

static void twin_chance(twin *t) {
    while (solar_to_act(&t->state) == GPSCORE_TO_ACT_CHANCE) {
        const gpscore_action action = solar_sample_chance(&rules, &t->state, t->key);
        CHECK(solar_apply(&rules, &t->state, GPSCORE_CHANCE, action, NULL, NULL) == GPSCORE_OK);
    }
}

static void twin_begin(const whole *w, twin *t, uint64_t lane, uint64_t episode) {
    const gpscore_batch_options *options = &w->batch.options;
    const twin fresh = {0};
    *t = fresh;
    t->episode = episode;
    t->key = gpscore_lane_seed(options->seed, options->first_lane + lane, episode);
    solar_init(&rules, &t->state);
    twin_chance(t);
}

/* The byte that a bundled player chooses. */
static uint8_t twin_choice(const twin *t, gpscore_policy policy) {
    gpscore_action legal[GPSCORE_MAX_ACTIONS], action;
    if (t->stage != GPSCORE_LANE_PLAYS) return GPSCORE_BATCH_NO_ACTION;
    const int player = player_of(solar_to_act(&t->state));
    const size_t count = solar_legal_actions(&rules, &t->state, player, legal);
    if (policy == GPSCORE_UNIFORM) {
        action = legal[gpscore_draw16_below(t->key, t->draws, 0, (uint32_t)count)];
    } else {
        solar_state unhashed = t->state;
        unhashed.head.sum = 0;
        action = solar_choose(&rules, &unhashed, player, policy, gpscore_draw(t->key, t->draws, 3));
    }
    return (uint8_t)solar_index(&rules, &t->state, action);
}

static void twin_observe(const whole *w, const twin *t, const void *array, uint64_t lane) {
    const uint32_t to_act = solar_to_act(&t->state);
    const int viewer = to_act ? player_of(to_act) : t->state.head.active;
    const uint64_t at = lane * SOLAR_OBSERVATION;
    uint8_t seen[SOLAR_OBSERVATION];
    solar_observe(&rules, &t->state, viewer, seen);
    if (w->batch.options.observe == GPSCORE_OBSERVE_U8) {
        CHECK(memcmp((const uint8_t *)array + at, seen, sizeof seen) == 0);
        return;
    }
    for (uint32_t s = 0; s < solar_game.observation_slices; s++) {
        const gpscore_slice *slice = &solar_game.observation[s];
        for (uint64_t i = slice->offset; i < slice->offset + (uint64_t)slice->length; i++)
            CHECK(((const float *)array)[at + i] == (float)seen[i] / (float)slice->scale);
    }
}

/* A step of the twin, and whether the arrays say the same of the lane. */
static void twin_step(const whole *w, twin *t, uint64_t lane, const uint8_t *actions) {
    const gpscore_batch_options *options = &w->batch.options;
    const gpscore_batch_arrays *arrays = &w->batch.arrays;
    uint32_t terminated = 0, truncated = 0, winners = 0, fault = 0, fault_choice = 0;
    if (t->stage == GPSCORE_LANE_PLAYS && actions) {
        const unsigned index = actions[lane];
        const int player = player_of(solar_to_act(&t->state));
        const gpscore_action action = solar_game.action_at(&rules, &t->state, player, index);
        fault = action == GPSCORE_NO_ACTION ? GPSCORE_ILLEGAL_INDEX
                                            : solar_why_illegal(&rules, &t->state, player, action, NULL);
        if (fault) {
            t->stage = GPSCORE_LANE_STOPPED;
            fault_choice = (uint32_t)player << 8 | index;
        } else {
            CHECK(solar_apply(&rules, &t->state, player, action, NULL, NULL) == GPSCORE_OK);
            t->draws++;
            twin_chance(t);
            terminated = solar_to_act(&t->state) == GPSCORE_TO_ACT_OVER;
            winners = solar_winners(&rules, &t->state);
            truncated = !terminated && options->max_turns &&
                        t->state.head.turns - t->first_turn >= options->max_turns;
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
    const uint32_t to_act = t->stage == GPSCORE_LANE_PLAYS ? solar_to_act(&t->state) : 0;
    uint64_t mask[SOLAR_MASK_WORDS] = {0};
    if (to_act) solar_legal_mask(&rules, &t->state, player_of(to_act), mask);
    CHECK(memcmp((const uint64_t *)arrays->legal + lane * SOLAR_MASK_WORDS, mask, sizeof mask) == 0);
    CHECK(arrays->terminated[lane] == terminated);
    CHECK(arrays->truncated[lane] == truncated);
    CHECK(arrays->winners[lane] == winners);
    CHECK(arrays->to_act[lane] == to_act);
    CHECK(arrays->faults[lane] == fault);
    CHECK(arrays->fault_choices[lane] == fault_choice);
    for (unsigned p = 0; p < rules.players; p++)
        CHECK(arrays->rewards[lane * rules.players + p] == (float)(winners >> p & 1u));
    if (options->observe) twin_observe(w, t, arrays->observation, lane);
}

static void twin_equals(const whole *w, const twin *t, uint64_t lane) {
    solar_state state;
    gpscore_lane record;
    CHECK(gpscore_batch_get(&w->batch, lane, &state, &record, NULL) == GPSCORE_OK);
    CHECK(memcmp(&state, &t->state, sizeof state) == 0);
    CHECK(record.episode == t->episode && record.draws == t->draws && record.first_turn == t->first_turn &&
          record.stage == t->stage);
}

/* ---- Options and actions ------------------------------------------------------------------------------ */

static gpscore_batch_options any_options(dice *d, gpscore_kernel kernel) {
    const gpscore_batch_options options = {
        .lanes = 1 + roll(d, roll(d, 2) ? 20 : 150),
        .first_lane = roll(d, 2) ? 0 : gpscore_mix(d->at) >> 3,
        .seed = gpscore_mix(d->key ^ d->at++),
        .max_turns = roll(d, 3) ? 0 : 1 + roll(d, 20),
        .autoreset = (uint8_t)roll(d, 3),
        .kernel = (uint8_t)kernel,
        .observe = (uint8_t)roll(d, 3),
    };
    return options;
}

/* Often the standard game, which kernels may know a short cut for; once in a while not a legal action. */
static void any_rules(dice *d) {
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    options.players = 1 + roll(d, 4);
    options.rounds = roll(d, 6);
    options.pluto[0] = roll(d, 3) == 0;
    solar_board board;
    solar_board_standard(&board);
    board.probe_limit = (uint8_t)(roll(d, 2) ? board.probe_limit : SOLAR_MAX_PROBES);
    options.board = &board;
    if (roll(d, 2))
        random_rules(d, 0, &rules);
    else
        CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
}

/* Uniform choices, but rather a main action than a trade or a pass; one of *faults* is any byte. */
static void any_actions(dice *d, const whole *w, uint8_t *actions, uint32_t faults) {
    const uint64_t n = w->batch.options.lanes;
    gpscore_batch_sample(&w->batch, 0, n, NULL, actions);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t *legal = (const uint64_t *)w->batch.arrays.legal + SOLAR_MASK_WORDS * i;
        const uint64_t mains = legal[2] | (legal[3] & UINT64_C(0xfffffffff));
        if (mains && roll(d, 4) == 0) { /* launch, orbit, land or research */
            for (unsigned k = 160; k < 228; k++) {
                if (legal[k / 64] >> k % 64 & 1u) actions[i] = (uint8_t)k;
            }
        }
        if (faults && roll(d, faults) == 0) actions[i] = (uint8_t)roll(d, 256);
    }
}

/* ---- Lanes -------------------------------------------------------------------------------------------- */

/* Counts at the edges of what trades, moves and launches ask for, which games come to seldom or never. */
static void go_to_the_edges(dice *d, const whole *w, twin *t, uint64_t lane) {
    static const uint8_t edges[] = {0, 1, 2, 3, 4, SOLAR_MAX_COUNT - 1, SOLAR_MAX_COUNT};
    const uint32_t number = sizeof edges;
    solar_player *player = &t->state.players[t->state.head.active];
    if (t->stage != GPSCORE_LANE_PLAYS || t->state.head.phase != SOLAR_TURN) return;
    player->credits = edges[roll(d, number)];
    player->energy = edges[roll(d, number)];
    player->cards = edges[roll(d, number)];
    player->publicity = (uint8_t)roll(d, rules.board.publicity_limit + 1u);
    t->state.head.moves = edges[roll(d, number)];
    for (int i = 0; i < 3; i++) player->probes[i] = 0;
    for (uint32_t probes = roll(d, rules.board.probe_limit + 1u); probes && probes <= SOLAR_MAX_PROBES;
         probes--) {
        uint32_t free = ~player->probes[0];
        for (uint32_t skip = roll(d, 25); skip; skip--) free &= free - 1u;
        player->probes[0] |= free & (0u - free);
    }
    solar_derive(&rules, &t->state);
    CHECK(gpscore_batch_set(&w->batch, lane, &t->state, NULL, NULL) == GPSCORE_OK);
    t->episode++;
    t->key = gpscore_lane_seed(w->batch.options.seed, w->batch.options.first_lane + lane, t->episode);
    t->draws = 0;
    t->first_turn = t->state.head.turns;
}

static void lanes_equal_single_states(void) {
    static uint8_t actions[256];
    static twin twins[256];
    uint32_t ended = 0, truncated = 0, stopped = 0, organised = 0;
    EACH_KERNEL(kernel) {
        dice d = {gpscore_key(41, GPSCORE_PURPOSE_BATCH), 0};
        for (int round = 0; round < 60; round++) {
            any_rules(&d);
            const gpscore_batch_options options = any_options(&d, kernel);
            const uint32_t faults = roll(&d, 3) ? 0 : 1000;
            whole w;
            make_whole(&w, &solar_game, &rules, &options);
            for (uint64_t i = 0; i < options.lanes; i++) {
                twin_begin(&w, &twins[i], i, 0);
                twin_step(&w, &twins[i], i, NULL);
            }
            for (int step = 0; step < 150; step++) {
                for (uint64_t i = 0; round % 2 && i < options.lanes; i++) {
                    if (roll(&d, 8) == 0) go_to_the_edges(&d, &w, &twins[i], i);
                }
                any_actions(&d, &w, actions, faults);
                gpscore_batch_step(&w.batch, 0, options.lanes, actions, GPSCORE_ACTION_U8);
                for (uint64_t i = 0; i < options.lanes; i++) {
                    twin_step(&w, &twins[i], i, actions);
                    if (step % 16 == 0) twin_equals(&w, &twins[i], i);
                    ended += w.batch.arrays.terminated[i];
                    truncated += w.batch.arrays.truncated[i];
                    stopped += twins[i].stage == GPSCORE_LANE_STOPPED;
                }
                organised += rules.organisation[0] != 0;
            }
            drop_whole(&w);
        }
    }
    CHECK(ended > 1000 && truncated > 1000 && stopped > 1000 && organised > 1000);
}

/* What is sampled, and played, is what the documented draws say. */
static void players_draw_as_documented(void) {
    static uint8_t actions[256];
    static twin twins[256];
    EACH_KERNEL(kernel) {
        dice d = {gpscore_key(42, GPSCORE_PURPOSE_BATCH), 0};
        for (int round = 0; round < 30; round++) {
            const gpscore_policy policy = (gpscore_policy)(round % GPSCORE_POLICY_COUNT);
            any_rules(&d);
            const gpscore_batch_options options = any_options(&d, kernel);
            gpscore_batch_stats stats = {0}, counted = {0};
            whole w;
            make_whole(&w, &solar_game, &rules, &options);
            for (uint64_t i = 0; i < options.lanes; i++) twin_begin(&w, &twins[i], i, 0);
            for (int step = 0; step < 120; step++) {
                for (uint64_t i = 0; i < options.lanes; i++) actions[i] = twin_choice(&twins[i], policy);
                if (policy == GPSCORE_UNIFORM) {
                    uint8_t sampled[256];
                    gpscore_batch_sample(&w.batch, 0, options.lanes, NULL, sampled);
                    CHECK(memcmp(sampled, actions, options.lanes) == 0);
                }
                const uint32_t steps = step % 10 ? 0 : 1; /* most steps with the actions, some played */
                if (steps)
                    gpscore_batch_play(&w.batch, 0, options.lanes, steps, policy, &stats);
                else
                    gpscore_batch_step(&w.batch, 0, options.lanes, actions, GPSCORE_ACTION_U8);
                for (uint64_t i = 0; i < options.lanes; i++) {
                    const int plays = twins[i].stage == GPSCORE_LANE_PLAYS;
                    const uint32_t turns = twins[i].state.head.turns;
                    twin_step(&w, &twins[i], i, actions);
                    if (!steps || !plays) continue;
                    counted.decisions++;
                    if (!(w.batch.arrays.terminated[i] | w.batch.arrays.truncated[i])) continue;
                    const uint32_t winners = w.batch.arrays.winners[i];
                    counted.games++;
                    counted.truncated += w.batch.arrays.truncated[i];
                    counted.shared += (winners & (winners - 1)) != 0;
                    for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) counted.wins[p] += winners >> p & 1u;
                    counted.turns += turns + 1; /* the action that ends a game ends a turn */
                }
            }
            CHECK(memcmp(&stats, &counted, sizeof stats) == 0);
            drop_whole(&w);
        }
    }
}

/* Whatever is done with two batches of different kernels, they stay the same in every byte. */
static void kernels_give_the_same_bytes(void) {
    static uint8_t drawn[2][256], which[256];
    EACH_KERNEL(kernel) {
        dice d = {gpscore_key(43, GPSCORE_PURPOSE_BATCH), 0};
        for (int round = 0; round < 40; round++) {
            any_rules(&d);
            gpscore_batch_options options = any_options(&d, GPSCORE_KERNEL_SCALAR);
            const uint64_t n = options.lanes;
            whole w[2];
            make_whole(&w[0], &solar_game, &rules, &options);
            options.kernel = (uint8_t)kernel;
            make_whole(&w[1], &solar_game, &rules, &options);
            for (int step = 0; step < 60; step++) {
                const uint32_t what = roll(&d, 9), steps = 1 + roll(&d, 60);
                /* A part that begins and ends with a block, or with the last lane. */
                const uint64_t first = roll(&d, (uint32_t)(n + 63) / 64) * 64u;
                const uint64_t count = roll(&d, 2) || n - first < 64 ? n - first : 64;
                const uint64_t lane = roll(&d, (uint32_t)n), other = roll(&d, (uint32_t)n);
                const gpscore_policy policy = (gpscore_policy)(roll(&d, 6) % 4 % 3);
                gpscore_batch_stats stats[2] = {{0}, {0}};
                solar_state state;
                gpscore_lane record;
                for (uint64_t i = 0; i < count; i++) which[i] = roll(&d, 3) == 0;
                any_actions(&d, &w[0], drawn[0], what == 1 ? 100 : 0);
                CHECK(gpscore_batch_get(&w[0].batch, lane, &state, &record, NULL) == GPSCORE_OK);
                for (int k = 0; k < 2; k++) {
                    const gpscore_batch *batch = &w[k].batch;
                    switch (what) {
                    case 0: gpscore_batch_reset(batch, first, count, which); break;
                    case 1:
                    case 2:
                    case 3: gpscore_batch_step(batch, first, count, drawn[0], GPSCORE_ACTION_U8); break;
                    case 4: gpscore_batch_step_sampled(batch, first, count, NULL, drawn[k]); break;
                    case 5: { /* the game of a lane into another one as a new one, or back as it was */
                        const int anew = (lane + other) % 2 && record.stage == GPSCORE_LANE_PLAYS;
                        CHECK(gpscore_batch_set(batch, anew ? other : lane, &state, anew ? NULL : &record,
                                                NULL) == GPSCORE_OK);
                        break;
                    }
                    default: gpscore_batch_play(batch, first, count, steps, policy, &stats[k]); break;
                    }
                }
                same_arrays(&w[0], &w[1]);
                if (what == 4) CHECK(memcmp(drawn[0] + first, drawn[1] + first, count) == 0);
                CHECK(memcmp(&stats[0], &stats[1], sizeof stats[0]) == 0);
            }
            for (uint64_t i = 0; i < n; i++) {
                solar_state states[2];
                gpscore_lane records[2];
                for (int k = 0; k < 2; k++) {
                    memset(&records[k], 0, sizeof records[k]);
                    CHECK(gpscore_batch_get(&w[k].batch, i, &states[k], &records[k], NULL) == GPSCORE_OK);
                }
                CHECK(memcmp(&states[0], &states[1], sizeof states[0]) == 0);
                CHECK(memcmp(&records[0], &records[1], sizeof records[0]) == 0);
                CHECK(solar_validate(&rules, &states[0]) == 0);
                CHECK(w[0].batch.kernel->draw(&w[0].batch, i, 0) ==
                      w[1].batch.kernel->draw(&w[1].batch, i, 0));
            }
            drop_whole(&w[0]);
            drop_whole(&w[1]);
        }
    }
}

/* A state in the middle of its setup, or before a tile is turned up, is taken, and its chance resolved. */
static void states_before_chance_are_taken(void) {
    const solar_options options = SOLAR_OPTIONS_DEFAULT;
    const gpscore_batch_options batch_options = {.lanes = 1, .seed = 5, .autoreset = GPSCORE_DISABLED};
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    for (int taken = 0; taken < 9; taken++) {
        solar_state state, back;
        gpscore_lane record;
        twin t = {0};
        whole w;
        make_whole(&w, &solar_game, &rules, &batch_options);
        solar_init(&rules, &state);
        for (int i = 0; i < taken && solar_to_act(&state) == GPSCORE_TO_ACT_CHANCE; i++) {
            const gpscore_action action = solar_sample_chance(&rules, &state, 77);
            CHECK(solar_apply(&rules, &state, GPSCORE_CHANCE, action, NULL, NULL) == GPSCORE_OK);
        }
        CHECK(gpscore_batch_set(&w.batch, 0, &state, NULL, NULL) == GPSCORE_OK);
        CHECK(gpscore_batch_get(&w.batch, 0, &back, &record, NULL) == GPSCORE_OK);
        CHECK(record.episode == 1);
        t.state = state;
        t.key = gpscore_lane_seed(5, 0, 1);
        twin_chance(&t);
        CHECK(memcmp(&back, &t.state, sizeof back) == 0);
        drop_whole(&w);
    }
}

static void embedded_games_are_refused(void) {
    const gpscore_batch_options batch_options = {.lanes = 1};
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    gpscore_batch_sizes sizes;
    options.embedded = 1;
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    CHECK(gpscore_batch_measure(&solar_game, &rules, &batch_options, &sizes, NULL) == GPSCORE_BATCH_HOST);
}

/* ---- Observations ------------------------------------------------------------------------------------- */

static const gpscore_slice *slice_of(const char *name) {
    for (uint32_t s = 0; s < solar_game.observation_slices; s++) {
        if (strcmp(solar_game.observation[s].name, name) == 0) return &solar_game.observation[s];
    }
    fprintf(stderr, "there is no slice %s\n", name);
    exit(1);
}

static void slices_fill_an_observation_in_order(void) {
    unsigned next = 0;
    CHECK(solar_game.observation_size == SOLAR_OBSERVATION && SOLAR_OBSERVATION <= 256);
    CHECK(solar_game.observation_version == SOLAR_OBSERVATION_VERSION);
    for (uint32_t s = 0; s < solar_game.observation_slices; s++) {
        const gpscore_slice *slice = &solar_game.observation[s];
        CHECK(slice->offset == next && slice->length > 0 && slice->scale > 0 && slice->scale < 256);
        CHECK(slice->name[0] && slice->words[0]);
        for (uint32_t other = 0; other < s; other++)
            CHECK(strcmp(slice->name, solar_game.observation[other].name));
        next += slice->length;
    }
    CHECK(next == SOLAR_OBSERVATION);
}

/* The state with a field changed, or with what a batch does not keep; which slice has to differ. */
typedef struct change {
    const char *slice;
    size_t offset; /* of a byte of the state */
    uint8_t flip;
} change;

#define HEAD(field) (offsetof(solar_state, head) + offsetof(solar_head, field))
#define PLAYER(p, field) \
    (offsetof(solar_state, players) + (p) * sizeof(solar_player) + offsetof(solar_player, field))
#define FIGURE(field) (offsetof(solar_state, figures) + offsetof(solar_figures, field))

/* Two states that differ in one field differ in its slice, and, but for what goes with it, in no other. Every byte of
 * a state is in some slice, but for fingerprint, hash, turns, derived and reserved ones. */
static void every_field_is_seen(void) {
    static const change changes[] = {
        {"phase", HEAD(phase), SOLAR_CHOOSE_TRACE ^ SOLAR_CHOOSE_INCOME},
        {"active", HEAD(active), 1},
        {"start", HEAD(start), 1},
        {"round", HEAD(round), 1},
        {"discs", HEAD(alignment), 1},
        {"discs", HEAD(alignment) + 1, 1},
        {"planets", HEAD(alignment), 8},
        {"token", HEAD(token), 1},
        {"sectors", HEAD(sectors), 1},
        {"tiles", HEAD(tiles) + 2, 0x10},
        {"tiles_down", HEAD(tiles) + 3, 1},
        {"moves", HEAD(moves), 1},
        {"ring_moves", HEAD(ring_moves), 1},
        {"turn", HEAD(turn), 1},
        {"turn_limit", HEAD(turn_limit), 1},
        {"pending", HEAD(pending), 1},
        {"acting", HEAD(pending), 2},
        {"list", HEAD(list), 1},
        {"item", HEAD(item), 1},
        {"left", HEAD(left), 1},
        {"step", HEAD(step), 1},
        {"after", HEAD(after), 1},
        {"mark", HEAD(mark), 0xfe},
        {"probes", PLAYER(2, probes), 1},
        {"probes", PLAYER(2, probes) + 7, 0x80},
        {"probes", PLAYER(2, probes) + 8, 1},
        {"score_low", PLAYER(1, score), 1},
        {"score_high", PLAYER(1, score) + 1, 1},
        {"credits", PLAYER(3, credits), 1},
        {"energy", PLAYER(3, energy), 1},
        {"cards", PLAYER(0, cards), 1},
        {"publicity", PLAYER(0, publicity), 1},
        {"data", PLAYER(0, data), 1},
        {"tucked", PLAYER(1, tucked), 1},
        {"tucked", PLAYER(1, tucked) + 2, 1},
        {"traces", PLAYER(1, traces) + 1, 1},
        {"signals", PLAYER(2, signals), 1},
        {"techs", PLAYER(2, techs), 0x10},
        {"flags", PLAYER(2, flags), 4},
        {"limits", PLAYER(2, limit), 1},
        {"orbiters", FIGURE(count) + 3, 1},
        {"landers", FIGURE(count) + 39, 0x10},
        {"first_orbits", FIGURE(first) + 2, 3},
        {"data_spaces", FIGURE(data) + 5, 2},
        {"data_spaces", FIGURE(data) + 5, 0x20},
        {"moons", FIGURE(moon) + 7, 0x40},
        {"moons", FIGURE(moon), 1},
    };
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    options.players = 4;
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    solar_state state;
    solar_init(&rules, &state);
    state.head.phase = SOLAR_CHOOSE_INCOME;
    state.head.list = SOLAR_LIST_ORBIT + 1;
    state.head.mark = SOLAR_NOWHERE;
    for (int t = 0; t < SOLAR_TECHS; t++) state.head.tiles[t] = 0x40;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const change *c = &changes[i];
        for (int viewer = 0; viewer < 4; viewer++) {
            uint8_t before[SOLAR_OBSERVATION], after[SOLAR_OBSERVATION];
            solar_state other = state;
            const gpscore_slice *slice = slice_of(c->slice);
            ((uint8_t *)&other)[c->offset] ^= c->flip;
            solar_observe(&rules, &state, viewer, before);
            solar_observe(&rules, &other, viewer, after);
            if (memcmp(before + slice->offset, after + slice->offset, slice->length) == 0)
                fprintf(stderr, "%s, byte %zu of the state, viewer %d\n", c->slice, c->offset, viewer);
            CHECK(memcmp(before + slice->offset, after + slice->offset, slice->length) != 0);
        }
    }
    for (size_t at = 0; at < sizeof state; at++) {
        uint8_t before[SOLAR_OBSERVATION], after[SOLAR_OBSERVATION];
        const size_t in_player = (at - PLAYER(0, probes)) % sizeof(solar_player);
        const int of_player = at >= PLAYER(0, probes) && at < FIGURE(count);
        solar_state other = state;
        if (at < HEAD(alignment) || at == HEAD(reserved) || (at >= HEAD(turns) && at < PLAYER(0, probes)))
            continue;
        if (of_player && in_player >= offsetof(solar_player, count)) continue;
        ((uint8_t *)&other)[at] ^= 1;
        solar_observe(&rules, &state, 1, before);
        solar_observe(&rules, &other, 1, after);
        CHECK(memcmp(before, after, sizeof before) != 0);
    }
}

/* Everybody sees the same, from the own side: the seats turned round give the same observation. */
static void viewers_see_it_from_their_side(void) {
    static const struct {
        const char *name;
        int each;
    } rows[] = {{"probes", SOLAR_MAX_PROBES},
                {"score_low", 1},
                {"score_high", 1},
                {"credits", 1},
                {"energy", 1},
                {"cards", 1},
                {"publicity", 1},
                {"data", 1},
                {"tucked", 3},
                {"traces", 3},
                {"signals", 1},
                {"techs", 1},
                {"flags", 1},
                {"limits", 1}};
    static const char *const seats[] = {"acting",       "active",      "start", "pending",
                                        "first_orbits", "data_spaces", "moons"};
    dice d = {gpscore_key(44, GPSCORE_PURPOSE_BATCH), 0};
    unsigned figures = 0;
    for (int round = 0; round < 300; round++) {
        gpscore_action legal[GPSCORE_MAX_ACTIONS];
        solar_state state;
        any_rules(&d);
        const int players = rules.players;
        solar_init(&rules, &state);
        for (uint32_t steps = roll(&d, 200); steps && solar_to_act(&state); steps--) {
            const uint32_t to_act = solar_to_act(&state);
            const int who = to_act == GPSCORE_TO_ACT_CHANCE ? GPSCORE_CHANCE : player_of(to_act);
            const size_t count = solar_legal_actions(&rules, &state, who, legal);
            gpscore_action action = legal[roll(&d, (uint32_t)count)];
            for (size_t i = 0; i < count; i++) {
                const unsigned kind = GPSCORE_ACTION_KIND(legal[i]);
                if (kind == SOLAR_ORBIT || kind == SOLAR_LAND || kind == SOLAR_LAND_MOON) action = legal[i];
            }
            solar_apply_unchecked(&rules, &state, who, action, NULL);
        }
        uint8_t first[SOLAR_OBSERVATION], seen[SOLAR_OBSERVATION];
        solar_observe(&rules, &state, 0, first);
        for (uint32_t s = 0; s < solar_game.observation_slices; s++) {
            const gpscore_slice *slice = &solar_game.observation[s];
            for (int i = 0; i < slice->length; i++) CHECK(first[slice->offset + i] <= slice->scale);
        }
        for (int viewer = 0; viewer < players; viewer++) {
            solar_observe(&rules, &state, viewer, seen);
            for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
                const int at = slice_of(rows[r].name)->offset, each = rows[r].each;
                for (int p = 0; p < players; p++) {
                    CHECK(memcmp(seen + at + each * p, first + at + each * ((viewer + p) % players),
                                 (size_t)each) == 0);
                }
                for (int i = each * players; i < each * SOLAR_MAX_PLAYERS; i++) CHECK(seen[at + i] == 0);
            }
            for (size_t r = 0; r < sizeof seats / sizeof seats[0]; r++) {
                const gpscore_slice *slice = slice_of(seats[r]);
                for (int i = 0; i < slice->length; i++) {
                    const int seat = first[slice->offset + i];
                    CHECK(seen[slice->offset + i] ==
                          (seat ? 1 + (seat - 1 - viewer + players) % players : 0));
                }
            }
            const int orbiters = slice_of("orbiters")->offset, landers = slice_of("landers")->offset;
            for (int p = 0; p < SOLAR_MAX_PLANETS - 1; p++) {
                for (int i = 0; i < players; i++) {
                    const unsigned count = state.figures.count[p][(viewer + i) % players];
                    CHECK(seen[orbiters + p * SOLAR_OWNERS + i] == (count & 15u));
                    CHECK(seen[landers + p * SOLAR_OWNERS + i] == count >> 4);
                    figures += count != 0;
                }
            }
        }
    }
    CHECK(figures > 300);
}

int main(void) {
    static const test_case tests[] = {
        TEST(lanes_equal_single_states),   TEST(players_draw_as_documented),
        TEST(kernels_give_the_same_bytes), TEST(states_before_chance_are_taken),
        TEST(embedded_games_are_refused),  TEST(slices_fill_an_observation_in_order),
        TEST(every_field_is_seen),         TEST(viewers_see_it_from_their_side),
    };
    return RUN_TESTS(tests);
}
