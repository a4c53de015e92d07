/* The signature: everything that the corpus shows, mixed into one number. */
#include <gpscore/gps.h>
#include <gpscore/signature.h>
#include <gpscore/solar.h>

#include "batch_internal.h"
#include "text.h"

#include <string.h>

#ifndef GPSCORE_NO_TEXT

/* ---- The corpus --------------------------------------------------------------------------------------- */

enum { RULES = 6 };
static const char *const corpus[2][RULES] = {
    {
        "gps",
        "gps players=1 spaces=18 satellites=9 face_up=2",
        "gps players=5 spaces=24 satellites=8",
        "gps players=2 spaces=12 satellites=5 face_up=2 wins=2",
        "gps players=2 spaces=10 satellites=4 face_up=1 turn_limit=40 spin=1,0,2,3,1,0,0,5,1,1",
        "gps players=4 spaces=64 satellites=16 face_up=16",
    },
    {
        "solar",
        "solar players=1 rounds=3",
        "solar players=4 rounds=3 pluto=1,0,0,1 trace_points=2 signal_points=1",
        "solar players=4 organisations=orbital_dynamics,fenwick,turing,sentinel",
        "solar players=3 organisations=xenolab,helion,none push_tech2=0",
        "solar players=2 host=embedded rounds=2",
    },
};

/* Texts that are no rules, or no state of the first rules. */
static const char *const no_rules[2][4] = {
    {"gps players=6", "gps spaces=12 satellites=12", "gps spin=1,x", "gps players=2 players=2"},
    {"solar players=5", "solar rounds=0", "solar organisations=turing,turing", "solar host=x"},
};
static const char *const no_state[2][3] = {
    {"", "choose 2 0 0 0,0,0 -+1", "spin - 1 0 0,0,0 1@0,2@0+-/-+1,2,3/-+1,2,3"},
    {"", "turn active=9", "turn active=0 start=0 round=9"},
};

/* The workspace: rules, room for the arrays of a batch, and logits for it. */
typedef union any_rules {
    gps_rules gps;
    solar_rules solar;
} any_rules;
enum {
    RULES_SIZE = (sizeof(any_rules) + GPSCORE_BATCH_ALIGN - 1) / GPSCORE_BATCH_ALIGN * GPSCORE_BATCH_ALIGN,
    LANES = GPSCORE_BATCH_BLOCK + 7,
    LOGITS = LANES * 64 * GPSCORE_MAX_MASK, /* no game has more */
    ROOM = GPSCORE_SIGNATURE_WORKSPACE - RULES_SIZE - LOGITS * (int)sizeof(float)
};
_Static_assert(ROOM % GPSCORE_BATCH_ALIGN == 0, "logits lie behind the room, aligned");

typedef union any_state {
    uint64_t words[GPSCORE_MAX_STATE / 8];
} any_state;

typedef struct task {
    const gpscore_game *game;
    int kind; /* 0 GPS, 1 the solar system */
    gpscore_kernel kernel;
    any_rules *rules;
    unsigned char *room;
    uint64_t sum;
} task;

static void put(task *t, uint64_t x) { t->sum = gpscore_mix(t->sum ^ x) + UINT64_C(0x9e3779b97f4a7c15); }

static void put_bytes(task *t, const void *bytes, size_t size) {
    const unsigned char *at = (const unsigned char *)bytes;
    put(t, size);
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = i; k < size && k < i + 8; k++) word |= (uint64_t)at[k] << 8 * (k - i);
        put(t, word);
    }
}

static void put_error(task *t, gpscore_status status, const gpscore_error *error) {
    put(t, (uint64_t)status);
    if (status == GPSCORE_OK) return;
    put(t, (uint64_t)(int64_t)error->position);
    for (int i = 0; i < 4; i++) put(t, (uint64_t)error->operand[i]);
}

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

static void read_rules(task *t, const char *text) {
    gpscore_error error;
    put_error(t, t->game->rules_parse(text, length_of(text), t->rules, &error), &error);
}

/* ---- Rules -------------------------------------------------------------------------------------------- */

static void rules_part(task *t) {
    const gpscore_game *const game = t->game;
    char text[SOLAR_RULES_TEXT];
    any_state state;
    gpscore_error error;
    for (int r = 0; r < RULES; r++) {
        read_rules(t, corpus[t->kind][r]);
        const size_t length = game->rules_write(t->rules, text, sizeof text);
        put_bytes(t, text, length);
        put(t, game->fingerprint(t->rules));
        read_rules(t, text);
        put(t, game->fingerprint(t->rules));
        put(t, (uint64_t)game->players(t->rules));
        put(t, game->packed_size(t->rules));
    }
    for (size_t i = 0; i < sizeof no_rules[0] / sizeof no_rules[0][0]; i++)
        read_rules(t, no_rules[t->kind][i]);
    read_rules(t, corpus[t->kind][0]);
    for (size_t i = 0; i < sizeof no_state[0] / sizeof no_state[0][0]; i++) {
        const char *wrong = no_state[t->kind][i];
        put_error(t, game->state_parse(t->rules, wrong, length_of(wrong), &state, &error), &error);
    }
    put(t, game->observation_version);
    for (uint32_t i = 0; i < game->observation_slices; i++) {
        const gpscore_slice *slice = &game->observation[i];
        put_bytes(t, slice->name, length_of(slice->name));
        put(t, slice->offset);
        put(t, slice->length);
        put(t, slice->scale);
    }
}

/* ---- Games, action by action --------------------------------------------------------------------------- */

/* Who acts, the lowest of several. */
static int actor(uint32_t to_act) {
    if (to_act == GPSCORE_TO_ACT_CHANCE) return GPSCORE_CHANCE;
    return to_act == GPSCORE_TO_ACT_HOST ? GPSCORE_HOST : (int)gpscore__lowest(to_act);
}

/* What comes next when all players are *policy*. A host does the first that it can. */
static gpscore_action next_action(task *t, const any_state *state, int player, gpscore_policy policy,
                                  uint64_t seed) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    if (player == GPSCORE_CHANCE)
        return t->game->sample_chance(t->rules, state, gpscore_key(seed, GPSCORE_PURPOSE_CHANCE));
    if (player >= 0)
        return t->game->choose(t->rules, state, player, policy, gpscore_key(seed, GPSCORE_PURPOSE_PLAYER));
    return t->game->legal_actions(t->rules, state, player, actions) ? actions[0] : GPSCORE_NO_ACTION;
}

/* What may be done, as a list, a mask and weights. */
static void put_choices(task *t, const any_state *state, int player) {
    const gpscore_game *const game = t->game;
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS];
    uint64_t mask[GPSCORE_MAX_MASK];
    char text[SOLAR_ACTION_TEXT];
    const size_t count = game->legal_actions(t->rules, state, player, actions);
    put(t, game->count_actions(t->rules, state, player));
    for (size_t i = 0; i < count; i++) {
        put(t, actions[i]);
        put(t, game->index(t->rules, state, actions[i]));
    }
    if (count) {
        gpscore_action back = GPSCORE_NO_ACTION;
        const size_t length = game->action_write(actions[count / 2], text, sizeof text);
        put_bytes(t, text, length);
        put(t, (uint64_t)game->action_parse(t->rules, state, text, length, &back, NULL));
        put(t, back);
    }
    game->legal_mask(t->rules, state, player, mask);
    for (uint32_t i = 0; i < game->mask_words; i++) put(t, mask[i]);
    const size_t ways = game->chance_outcomes(t->rules, state, outcomes);
    for (size_t i = 0; i < ways; i++) put(t, (uint64_t)outcomes[i].action << 32 | outcomes[i].weight);
}

/* Text, bytes, and whether both come back as the same state. */
static void put_forms(task *t, const any_state *state) {
    const gpscore_game *const game = t->game;
    char text[SOLAR_STATE_TEXT];
    uint8_t bytes[SOLAR_MAX_PACKED];
    any_state back;
    gpscore_error error;
    const size_t length = game->state_write(t->rules, state, text, sizeof text);
    const size_t size = game->packed_size(t->rules);
    put_bytes(t, text, length);
    put_error(t, game->state_parse(t->rules, text, length, &back, &error), &error);
    put(t, !memcmp(&back, state, game->state_size));
    game->pack(t->rules, state, bytes);
    put_bytes(t, bytes, size);
    put_error(t, game->unpack(t->rules, bytes, size, &back, &error), &error);
    put(t, !memcmp(&back, state, game->state_size));
    bytes[gpscore_draw_below(t->sum, 0, 0, (uint32_t)size)] ^= 0x10;
    put_error(t, game->unpack(t->rules, bytes, size, &back, &error), &error);
    put(t, game->validate(t->rules, state));
}

/* What everybody may know. */
static void put_views(task *t, const any_state *state) {
    const gpscore_game *const game = t->game;
    uint8_t seen[UINT8_MAX + 1];
    any_state view;
    for (int viewer = GPSCORE_PUBLIC; viewer < game->players(t->rules); viewer++) {
        game->view(state, viewer, &view);
        put(t, game->hash(&view));
        if (viewer < 0 || !game->observation_size) continue;
        game->observe(t->rules, state, viewer, seen);
        put_bytes(t, seen, game->observation_size);
    }
}

/* Whether actions of any kind may be done, and the first that a host may do. */
static gpscore_action put_refusals(task *t, const any_state *state) {
    gpscore_action effect = GPSCORE_NO_ACTION;
    for (int i = 0; i < 4; i++) {
        const uint64_t drawn = gpscore_draw(t->sum, 1, (uint64_t)i);
        const gpscore_action kind =
            (t->kind ? 0x20u : 0x10u) + (gpscore_action)(drawn % (t->kind ? 0x28u : 5u));
        const gpscore_action action = kind << 24 | (gpscore_action)(drawn >> 40 >> (drawn >> 32) % 24u);
        for (int player = GPSCORE_HOST; player < 2; player++) {
            gpscore_error error;
            const gpscore_status status = t->game->why_illegal(t->rules, state, player, action, &error);
            put_error(t, status, &error);
            if (player == GPSCORE_HOST && status == GPSCORE_OK && !effect) effect = action;
        }
    }
    return effect;
}

/* Do it, with what came of it, back, and again. */
static void act(task *t, any_state *state, int player, gpscore_action action) {
    const gpscore_game *const game = t->game;
    const any_state before = *state;
    gpscore_event events[GPSCORE_MAX_EVENTS];
    uint64_t undo[GPSCORE_MAX_UNDO / 8];
    gpscore_error error;
    put(t, action);
    put_error(t, game->apply(t->rules, state, player, action, undo, &error), &error);
    const size_t count = game->events(t->rules, state, undo, events);
    for (size_t i = 0; i < count; i++) {
        put(t, events[i].kind | (uint64_t)(uint8_t)events[i].player << 8);
        put_bytes(t, events[i].args, sizeof events[i].args);
    }
    game->undo(state, undo);
    put(t, !memcmp(state, &before, game->state_size));
    game->apply_unchecked(t->rules, state, player, action, NULL);
    put(t, game->hash(state));
}

static void put_questions(task *t, const any_state *state) {
    const solar_rules *rules = &t->rules->solar;
    const solar_state *there = (const solar_state *)state;
    solar_reach_info reach[SOLAR_SPACES];
    for (int p = 0; p < rules->players; p++) {
        put(t, solar_points(rules, there, p));
        for (uint32_t left = there->players[p].probes[0]; left; left &= left - 1u) {
            put(t, solar_reach(rules, there, p, gpscore__lowest(left), 3, reach));
            for (int i = 0; i < SOLAR_SPACES; i++) put_bytes(t, &reach[i], sizeof reach[i]);
        }
    }
}

static void games_part(task *t) {
    const gpscore_game *const game = t->game;
    for (int r = 0; r < RULES; r++) {
        read_rules(t, corpus[t->kind][r]);
        for (int policy = 0; policy < GPSCORE_POLICY_COUNT; policy++) {
            any_state state;
            uint32_t to_act;
            const uint64_t seed = (uint64_t)(100 * r + policy);
            game->init(t->rules, &state);
            for (int ply = 0; ply < 400 && (to_act = game->to_act(&state)) != GPSCORE_TO_ACT_OVER; ply++) {
                const int player = actor(to_act);
                put(t, to_act);
                put(t, game->turn(&state));
                put_choices(t, &state, player);
                put_forms(t, &state);
                put_views(t, &state);
                if (t->kind) put_questions(t, &state);
                const gpscore_action effect = put_refusals(t, &state);
                if (effect) act(t, &state, GPSCORE_HOST, effect);
                if (effect && game->to_act(&state) != to_act) continue;
                act(t, &state, player, next_action(t, &state, player, (gpscore_policy)policy, seed));
            }
            put(t, game->winners(t->rules, &state));
        }
    }
}

/* ---- Perft and playouts -------------------------------------------------------------------------------- */

static void perft_part(task *t) {
    const gpscore_game *const game = t->game;
    for (int r = 0; r < RULES; r++) {
        any_state state;
        read_rules(t, corpus[t->kind][r]);
        game->init(t->rules, &state);
        for (int ply = 0; ply <= 60; ply++) {
            const uint32_t to_act = game->to_act(&state);
            uint64_t leaves = 0;
            for (int depth = 1; ply % 20 == 0 && depth <= 12 && leaves < 30000; depth++) {
                leaves = gpscore_perft(game, t->rules, &state, depth);
                put(t, leaves);
            }
            if (to_act == GPSCORE_TO_ACT_OVER) break;
            const int player = actor(to_act);
            game->apply_unchecked(t->rules, &state, player,
                                  next_action(t, &state, player, GPSCORE_UNIFORM, (uint64_t)r), NULL);
        }
    }
}

static void put_playouts(task *t, const any_state *state, const gpscore_policy *policies, uint64_t games) {
    gpscore_playout_stats stats = {0};
    uint32_t lengths[64];
    gpscore_playout(t->game, t->rules, state, policies, t->sum, 0, games, 64, &stats, lengths);
    put(t, stats.games);
    put(t, stats.unfinished);
    put(t, stats.shared);
    for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) put(t, stats.wins[p]);
    put(t, stats.decisions);
    put(t, stats.turns);
    put(t, stats.turns_square);
    put(t, (uint64_t)stats.turns_min << 32 | stats.turns_max);
    for (uint64_t i = 0; i < games; i++) put(t, lengths[i]);
}

static void playouts_part(task *t) {
    const uint64_t games = t->kind ? 16 : 64;
    for (int r = 0; r < RULES; r++) {
        any_state state;
        gpscore_policy policies[GPSCORE_MAX_PLAYERS];
        read_rules(t, corpus[t->kind][r]);
        t->game->init(t->rules, &state);
        for (int policy = 0; policy <= GPSCORE_POLICY_COUNT; policy++) {
            /* Every player alike, then all kinds at one table. */
            for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) {
                const int one = policy < GPSCORE_POLICY_COUNT ? policy : (p + r) % GPSCORE_POLICY_COUNT;
                policies[p] = (gpscore_policy)one;
            }
            put_playouts(t, &state, policies, games);
        }
    }
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

/* The next *size* bytes of the room, aligned; NULL for none. */
static void *part_of(task *t, size_t *used, uint64_t size) {
    void *const there = t->room + *used;
    if (!size || size > ROOM - *used) return NULL;
    *used += ((size_t)size + GPSCORE_BATCH_ALIGN - 1) / GPSCORE_BATCH_ALIGN * GPSCORE_BATCH_ALIGN;
    return there;
}

static gpscore_status make_batch(task *t, const gpscore_batch_options *options, gpscore_batch *batch) {
    gpscore_batch_sizes sizes;
    size_t used = 0;
    GPSCORE__TRY(gpscore_batch_measure(t->game, t->rules, options, &sizes, NULL));
    const gpscore_batch_arrays arrays = {
        .lanes = part_of(t, &used, sizes.lanes),
        .legal = part_of(t, &used, sizes.legal),
        .rewards = (float *)part_of(t, &used, sizes.rewards),
        .terminated = (uint8_t *)part_of(t, &used, sizes.terminated),
        .truncated = (uint8_t *)part_of(t, &used, sizes.truncated),
        .winners = (uint8_t *)part_of(t, &used, sizes.winners),
        .to_act = (uint8_t *)part_of(t, &used, sizes.to_act),
        .faults = (uint16_t *)part_of(t, &used, sizes.faults),
        .fault_choices = (uint16_t *)part_of(t, &used, sizes.fault_choices),
        .observation = part_of(t, &used, sizes.observation),
        .final_observation = part_of(t, &used, sizes.final_observation),
    };
    return gpscore_batch_init(batch, t->game, t->rules, options, &arrays, NULL);
}

/* Numbers of an array, the same whatever their bytes are like. */
static void put_words(task *t, const void *array, size_t count, size_t size) {
    const unsigned char *at = (const unsigned char *)array;
    for (size_t i = 0; i < count; i++, at += size) {
        uint16_t two;
        uint32_t four;
        uint64_t word = *at;
        if (size == 2) memcpy(&two, at, size), word = two;
        if (size == 4) memcpy(&four, at, size), word = four;
        if (size == 8) memcpy(&word, at, size);
        put(t, word);
    }
}

static void put_arrays(task *t, const gpscore_batch *batch) {
    const gpscore_batch_arrays *a = &batch->arrays;
    const size_t word = batch->kernel->mask_bits > 32 ? 8 : 4;
    const size_t players = (size_t)t->game->players(t->rules), seats = batch->kernel->joint ? players : 1;
    const size_t number = batch->options.observe == GPSCORE_OBSERVE_F32 ? sizeof(float) : 1;
    put_words(t, a->legal, LANES * seats * batch->kernel->legal_bytes / word, word);
    put_words(t, a->rewards, LANES * players, sizeof(float));
    put_bytes(t, a->terminated, LANES);
    put_bytes(t, a->truncated, LANES);
    put_bytes(t, a->winners, LANES);
    put_bytes(t, a->to_act, LANES);
    put_words(t, a->faults, LANES, sizeof *a->faults);
    put_words(t, a->fault_choices, LANES, sizeof *a->fault_choices);
    if (a->observation) put_words(t, a->observation, LANES * seats * t->game->observation_size, number);
    /* What was seen at the end stands there for lanes that ended in this step. */
    for (size_t lane = 0; a->final_observation && lane < LANES; lane++) {
        const size_t size = seats * t->game->observation_size;
        if (!a->terminated[lane] && !a->truncated[lane]) continue;
        put_words(t, (const unsigned char *)a->final_observation + lane * size * number, size, number);
    }
}

static void put_stats(task *t, const gpscore_batch_stats *stats) {
    put(t, stats->decisions);
    put(t, stats->games);
    put(t, stats->truncated);
    put(t, stats->shared);
    for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) put(t, stats->wins[p]);
    put(t, stats->turns);
}

static void put_lanes(task *t, const gpscore_batch *batch) {
    for (uint64_t lane = 0; lane < LANES; lane += 10) {
        any_state state;
        gpscore_lane record;
        put(t, (uint64_t)gpscore_batch_get(batch, lane, &state, &record, NULL));
        put(t, t->game->hash(&state));
        put(t, record.episode);
        put(t, (uint64_t)record.draws << 32 | record.first_turn);
        put(t, record.stage);
        put(t,
            (uint64_t)gpscore_batch_set(batch, (lane + 1) % LANES, &state, lane % 20 ? &record : NULL, NULL));
    }
}

/* Steps by hand, with a wrong action now and then, and whole games inside. */
static void step_batch(task *t, const gpscore_batch *batch) {
    uint8_t actions[LANES * GPSCORE_MAX_PLAYERS];
    uint8_t which[LANES];
    gpscore_batch_stats stats = {0};
    const size_t seats = batch->kernel->joint ? (size_t)t->game->players(t->rules) : 1;
    gpscore_batch_start(batch, 0, LANES);
    for (uint32_t step = 0; step < 24; step++) {
        gpscore_batch_sample(batch, 0, LANES, NULL, actions);
        put_bytes(t, actions, LANES * seats);
        if (step % 4 == 1) actions[(step * 29u) % LANES * seats] = (uint8_t)(step * 37u);
        gpscore_batch_step(batch, 0, LANES, actions, GPSCORE_ACTION_U8);
        if (step % 6 == 0) put_arrays(t, batch);
    }
    for (size_t lane = 0; lane < LANES; lane++) which[lane] = lane % 3 == 0 || batch->arrays.faults[lane];
    gpscore_batch_reset(batch, 0, GPSCORE_BATCH_BLOCK, which);
    gpscore_batch_reset(batch, GPSCORE_BATCH_BLOCK, LANES - GPSCORE_BATCH_BLOCK, which + GPSCORE_BATCH_BLOCK);
    for (int policy = 0; policy < GPSCORE_POLICY_COUNT; policy++) {
        gpscore_batch_play(batch, 0, LANES, policy ? 30 : 200, (gpscore_policy)policy, &stats);
        put_stats(t, &stats);
        put_arrays(t, batch);
    }
    put_lanes(t, batch);
}

/* Drawn from logits that are there for every action. */
static void draw_from_logits(task *t, const gpscore_batch *batch) {
    const size_t seats = batch->kernel->joint ? (size_t)t->game->players(t->rules) : 1;
    const size_t count = LANES * seats * batch->kernel->mask_bits;
    float *const logits = (float *)(void *)(t->room + ROOM);
    uint8_t actions[LANES * GPSCORE_MAX_PLAYERS];
    for (size_t i = 0; i < count; i++) logits[i] = (float)gpscore_draw_below(1, i, 0, 1024) / 128.0f - 4.0f;
    for (int step = 0; step < 8; step++) {
        gpscore_batch_step_sampled(batch, 0, LANES, logits, actions);
        put_bytes(t, actions, LANES * seats);
    }
    put_arrays(t, batch);
}

static void batches_part(task *t) {
    for (int r = 0; r < RULES; r++) {
        gpscore_batch batch;
        const gpscore_kernel kernel =
            gpscore_kernel_available(t->game, t->kernel) ? t->kernel : GPSCORE_KERNEL_SCALAR;
        const gpscore_batch_options options = {
            .lanes = LANES,
            .first_lane = 1000u * (unsigned)r,
            .seed = (uint64_t)r,
            .max_turns = r % 3 ? 40 : 0,
            .autoreset = (uint8_t)(r % 3),
            .kernel = (uint8_t)kernel,
            .observe = (uint8_t)((r + r / 3) % 3),
        };
        read_rules(t, corpus[t->kind][r]);
        const gpscore_status status = make_batch(t, &options, &batch);
        put(t, (uint64_t)status);
        if (status == GPSCORE_BATCH_HOST) continue;
        if (status != GPSCORE_OK) {
            t->sum = 0; /* the corpus itself is wrong */
            return;
        }
        step_batch(t, &batch);
        draw_from_logits(t, &batch);
    }
}

/* ---- The parts ----------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(task *t);
} parts[GPSCORE_SIGNATURE_PARTS] = {
    {"gps rules", rules_part},       {"gps games", games_part},     {"gps perft", perft_part},
    {"gps playouts", playouts_part}, {"gps batches", batches_part}, {"solar rules", rules_part},
    {"solar games", games_part},     {"solar perft", perft_part},   {"solar playouts", playouts_part},
    {"solar batches", batches_part},
};

const char *gpscore_signature_name(int part) {
    return part >= 0 && part < GPSCORE_SIGNATURE_PARTS ? parts[part].name : NULL;
}

uint64_t gpscore_signature_part(int part, gpscore_kernel kernel, void *workspace) {
    task t = {0};
    t.kind = part >= GPSCORE_SIGNATURE_PARTS / 2;
    t.game = t.kind ? &solar_game : &gps_game;
    t.kernel = kernel;
    t.rules = (any_rules *)workspace;
    t.room = (unsigned char *)workspace + RULES_SIZE;
    parts[part].run(&t);
    return t.sum;
}

uint64_t gpscore_signature_of(const uint64_t numbers[GPSCORE_SIGNATURE_PARTS]) {
    uint64_t sum = 0;
    for (int i = 0; i < GPSCORE_SIGNATURE_PARTS; i++) sum = gpscore_mix(sum ^ numbers[i]) + (uint64_t)i;
    return sum;
}

uint64_t gpscore_signature(gpscore_kernel kernel, void *workspace) {
    uint64_t numbers[GPSCORE_SIGNATURE_PARTS];
    for (int i = 0; i < GPSCORE_SIGNATURE_PARTS; i++)
        numbers[i] = gpscore_signature_part(i, kernel, workspace);
    return gpscore_signature_of(numbers);
}

#endif
