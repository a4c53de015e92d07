/* A kernel for any game, made of single states and the table of operations: the contract of batch.h in the fewest
 * words. Its draws are its own, so its games are not those of the real kernels. */
#ifndef GPSCORE_TESTS_BATCH_PLAIN_H
#define GPSCORE_TESTS_BATCH_PLAIN_H

#include "check.h"

#include "batch_internal.h"

typedef struct plain_lane {
    uint64_t state[GPSCORE_MAX_STATE / 8];
    gpscore_lane record;
} plain_lane;

static inline plain_lane *plain_at(const gpscore_batch *batch, uint64_t lane) {
    return (plain_lane *)batch->arrays.lanes + lane;
}

static inline uint64_t plain_key(const gpscore_batch *batch, uint64_t lane, gpscore_purpose purpose) {
    const gpscore_batch_options *options = &batch->options;
    const uint64_t episode = plain_at(batch, lane)->record.episode;
    return gpscore_key(gpscore_lane_seed(options->seed, options->first_lane + lane, episode), purpose);
}

static uint64_t plain_bytes(const void *rules, uint64_t lanes) {
    (void)rules;
    const uint64_t blocks = (lanes + GPSCORE_BATCH_BLOCK - 1) / GPSCORE_BATCH_BLOCK;
    return blocks * GPSCORE_BATCH_BLOCK * sizeof(plain_lane);
}

/* Legal choices, who acts, and what is seen. */
static void plain_show(const gpscore_batch *batch, uint64_t lane) {
    const gpscore_game *game = batch->game;
    const struct gpscore_batch_kernel *kernel = batch->kernel;
    const plain_lane *own = plain_at(batch, lane);
    const uint64_t players = (uint64_t)game->players(batch->rules);
    const uint64_t rows = kernel->joint ? players : 1;
    const uint32_t to_act = own->record.stage == GPSCORE_LANE_PLAYS ? game->to_act(own->state) : 0;
    uint8_t *legal = (uint8_t *)batch->arrays.legal + lane * rows * kernel->legal_bytes;
    memset(legal, 0, rows * kernel->legal_bytes);
    batch->arrays.to_act[lane] = (uint8_t)to_act;
    for (uint64_t p = 0; p < players; p++) {
        uint64_t mask[GPSCORE_MAX_MASK] = {0};
        uint8_t seen[GPSCORE_MAX_MASK * 64];
        if (to_act >> p & 1u) {
            game->legal_mask(batch->rules, own->state, (int)p, mask);
            memcpy(legal + (kernel->joint ? p * kernel->legal_bytes : 0), mask, kernel->legal_bytes);
        }
        if (!batch->options.observe || !game->observe || !kernel->joint) continue;
        game->observe(batch->rules, own->state, (int)p, seen);
        gpscore__batch_observed(batch, batch->arrays.observation, lane * players + p, seen);
    }
}

/* Resolve chance until somebody chooses or the game ends. */
static void plain_settle(const gpscore_batch *batch, uint64_t lane) {
    const gpscore_game *game = batch->game;
    plain_lane *own = plain_at(batch, lane);
    const uint32_t cap = batch->options.max_turns;
    const uint64_t key = plain_key(batch, lane, GPSCORE_PURPOSE_CHANCE);
    for (;;) {
        if (game->to_act(own->state) == GPSCORE_TO_ACT_OVER)
            own->record.stage = GPSCORE_LANE_TERMINATED;
        else if (cap && game->turn(own->state) - own->record.first_turn >= cap)
            own->record.stage = GPSCORE_LANE_TRUNCATED;
        else if (game->to_act(own->state) == GPSCORE_TO_ACT_CHANCE) {
            const gpscore_action action = game->sample_chance(batch->rules, own->state, key);
            game->apply_unchecked(batch->rules, own->state, GPSCORE_CHANCE, action, NULL);
            continue;
        }
        return;
    }
}

static void plain_quiet(const gpscore_batch *batch, uint64_t lane) {
    const uint64_t players = (uint64_t)batch->game->players(batch->rules);
    for (uint64_t p = 0; p < players; p++) batch->arrays.rewards[lane * players + p] = 0;
    batch->arrays.terminated[lane] = batch->arrays.truncated[lane] = batch->arrays.winners[lane] = 0;
    batch->arrays.faults[lane] = 0;
}

static void plain_begin(const gpscore_batch *batch, uint64_t lane, uint64_t episode) {
    plain_lane *own = plain_at(batch, lane);
    memset(own, 0, sizeof *own);
    own->record.episode = episode;
    batch->game->init(batch->rules, own->state);
    plain_settle(batch, lane);
}

static void plain_start(const gpscore_batch *batch, uint64_t first, uint64_t count) {
    for (uint64_t i = first; i < first + count; i++) {
        plain_begin(batch, i, 0);
        plain_quiet(batch, i);
        plain_show(batch, i);
    }
}

static void plain_reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which) {
    for (uint64_t i = first; i < first + count; i++) {
        if (which && !which[i - first]) continue;
        plain_begin(batch, i, plain_at(batch, i)->record.episode + 1);
        plain_quiet(batch, i);
        plain_show(batch, i);
    }
}

static void plain_one(const gpscore_batch *batch, uint64_t lane, const uint8_t *actions) {
    const gpscore_game *game = batch->game;
    const gpscore_batch_arrays *arrays = &batch->arrays;
    plain_lane *own = plain_at(batch, lane);
    const uint64_t players = (uint64_t)game->players(batch->rules);
    const int autoreset = batch->options.autoreset;
    gpscore_action chosen[GPSCORE_MAX_PLAYERS] = {0};
    if (own->record.stage == GPSCORE_LANE_STOPPED) return;
    if (own->record.stage != GPSCORE_LANE_PLAYS) {
        if (autoreset == GPSCORE_NEXT_STEP) {
            plain_begin(batch, lane, own->record.episode + 1);
            plain_quiet(batch, lane);
            plain_show(batch, lane);
        } else {
            for (uint64_t p = 0; p < players; p++) arrays->rewards[lane * players + p] = 0;
            arrays->winners[lane] = 0;
        }
        return;
    }
    const uint32_t to_act = game->to_act(own->state);
    for (uint32_t p = 0; p < players; p++) {
        uint64_t mask[GPSCORE_MAX_MASK] = {0};
        const unsigned index = actions[batch->kernel->joint ? p : 0];
        if (!(to_act >> p & 1u)) continue;
        game->legal_mask(batch->rules, own->state, (int)p, mask);
        if (!(mask[index / 64] >> index % 64 & 1u)) {
            own->record.stage = GPSCORE_LANE_STOPPED;
            gpscore__batch_stop(batch, lane, (int)p, index);
            return;
        }
        chosen[p] = game->action_at(batch->rules, own->state, (int)p, index);
    }
    CHECK(game->apply_joint(batch->rules, own->state, to_act, chosen, NULL, NULL) == GPSCORE_OK);
    own->record.draws++;
    plain_settle(batch, lane);
    plain_quiet(batch, lane);
    plain_show(batch, lane);
    if (own->record.stage == GPSCORE_LANE_PLAYS) return;
    arrays->terminated[lane] = own->record.stage == GPSCORE_LANE_TERMINATED;
    arrays->truncated[lane] = own->record.stage == GPSCORE_LANE_TRUNCATED;
    if (arrays->terminated[lane]) arrays->winners[lane] = (uint8_t)game->winners(batch->rules, own->state);
    for (uint64_t p = 0; p < players; p++)
        arrays->rewards[lane * players + p] = (float)(arrays->winners[lane] >> p & 1u);
    if (autoreset != GPSCORE_SAME_STEP) return;
    if (arrays->final_observation) {
        const uint64_t size = players * game->observation_size *
                              (batch->options.observe == GPSCORE_OBSERVE_F32 ? sizeof(float) : 1);
        memcpy((uint8_t *)arrays->final_observation + lane * size,
               (const uint8_t *)arrays->observation + lane * size, size);
    }
    plain_begin(batch, lane, own->record.episode + 1);
    plain_show(batch, lane);
}

static uint64_t plain_draw(const gpscore_batch *batch, uint64_t lane, int player) {
    const plain_lane *own = plain_at(batch, lane);
    return gpscore_draw(plain_key(batch, lane, GPSCORE_PURPOSE_PLAYER), own->record.draws, (uint64_t)player);
}

static void plain_step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    const uint64_t each = batch->kernel->joint ? (uint64_t)batch->game->players(batch->rules) : 1;
    CHECK(count <= GPSCORE_BATCH_BLOCK);
    for (uint64_t i = 0; i < count; i++) plain_one(batch, first + i, actions + i * each);
}

static void plain_choose(const gpscore_batch *batch, uint64_t lane, gpscore_policy policy, uint8_t *out) {
    const gpscore_game *game = batch->game;
    const plain_lane *own = plain_at(batch, lane);
    const uint32_t players = (uint32_t)game->players(batch->rules);
    const uint32_t to_act = own->record.stage == GPSCORE_LANE_PLAYS ? game->to_act(own->state) : 0;
    const uint64_t key = plain_key(batch, lane, GPSCORE_PURPOSE_PLAYER) + own->record.draws;
    if (!batch->kernel->joint) *out = GPSCORE_BATCH_NO_ACTION;
    for (uint32_t p = 0; p < players; p++) {
        if (batch->kernel->joint) out[p] = GPSCORE_BATCH_NO_ACTION;
        if (!(to_act >> p & 1u)) continue;
        const gpscore_action action = game->choose(batch->rules, own->state, (int)p, policy, key);
        out[batch->kernel->joint ? p : 0] = (uint8_t)game->index(batch->rules, own->state, action);
    }
}

static void plain_sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions) {
    const uint64_t each = batch->kernel->joint ? (uint64_t)batch->game->players(batch->rules) : 1;
    for (uint64_t i = first; i < first + count; i++)
        plain_choose(batch, i, GPSCORE_UNIFORM, actions + i * each);
}

static void plain_play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                       gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    const gpscore_game *game = batch->game;
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const uint64_t each = batch->kernel->joint ? (uint64_t)game->players(batch->rules) : 1;
    for (uint64_t step = 0; step < steps; step++) {
        for (uint64_t i = first; i < first + count; i++) {
            plain_lane *own = plain_at(batch, i);
            uint8_t chosen[GPSCORE_MAX_PLAYERS];
            const uint32_t turn = game->turn(own->state) - own->record.first_turn;
            const uint32_t acting = own->record.stage == GPSCORE_LANE_PLAYS ? game->to_act(own->state) : 0;
            plain_choose(batch, i, policy, chosen);
            if (actions) memcpy(actions + i * each, chosen, each);
            plain_one(batch, i, chosen);
            if (!stats || !acting) continue;
            for (uint32_t left = acting; left; left &= left - 1) stats->decisions++;
            if (!(arrays->terminated[i] | arrays->truncated[i])) continue;
            const uint32_t winners = arrays->winners[i];
            stats->games++;
            stats->truncated += arrays->truncated[i];
            stats->shared += (winners & (winners - 1)) != 0;
            for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) stats->wins[p] += winners >> p & 1u;
            stats->turns += turn + 1; /* of GPS, where every choice ends a turn */
        }
    }
}

static void plain_get(const gpscore_batch *batch, uint64_t lane, void *state, gpscore_lane *record) {
    const plain_lane *own = plain_at(batch, lane);
    memcpy(state, own->state, batch->game->state_size);
    if (!record) return;
    record->episode = own->record.episode;
    record->draws = own->record.draws;
    record->first_turn = own->record.first_turn;
    record->stage = own->record.stage;
}

static gpscore_status plain_set(const gpscore_batch *batch, uint64_t lane, const void *state,
                                const gpscore_lane *record, gpscore_error *error) {
    plain_lane *own = plain_at(batch, lane);
    const plain_lane before = *own;
    memcpy(own->state, state, batch->game->state_size);
    own->record.episode = record->episode;
    own->record.draws = record->draws;
    own->record.first_turn = record->first_turn;
    own->record.stage = record->stage;
    if (record->stage == GPSCORE_LANE_PLAYS) {
        plain_settle(batch, lane);
        if (own->record.stage != GPSCORE_LANE_PLAYS) {
            *own = before;
            if (error) *error = (gpscore_error){GPSCORE_BATCH_OVER, -1, {0}};
            return GPSCORE_BATCH_OVER;
        }
    }
    plain_show(batch, lane);
    return GPSCORE_OK;
}

static const struct gpscore_batch_kernel plain_kernel = {
    .kind = GPSCORE_KERNEL_SCALAR,
    .joint = 1,
    .legal_bytes = 4,
    .mask_bits = 32,
    .lane_bytes = plain_bytes,
    .start = plain_start,
    .reset = plain_reset,
    .step = plain_step,
    .sample = plain_sample,
    .play = plain_play,
    .draw = plain_draw,
    .get = plain_get,
    .set = plain_set,
};

/* GPS with this kernel. */
static inline gpscore_game plain_gps(void) {
    gpscore_game game = gps_game;
    for (int i = 0; i < GPSCORE_KERNEL_COUNT; i++) game.kernels[i] = NULL;
    game.kernels[GPSCORE_KERNEL_SCALAR] = &plain_kernel;
    return game;
}

#endif
