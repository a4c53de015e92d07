/* The driver of batches: what can be wrong is found here, actions become bytes, and the kernels of the games do the
 * rest. Sampling from logits is here too, in integers. */
#include "batch_internal.h"
#include "cpu.h"
#include "logits.h"
#include "text.h"

#include <string.h>

/* ---- Kernels ---------------------------------------------------------------------------------------- */

int gpscore_kernel_available(const gpscore_game *game, gpscore_kernel kernel) {
    if ((unsigned)kernel >= GPSCORE_KERNEL_COUNT || !game->kernels[kernel]) return 0;
    return kernel != GPSCORE_KERNEL_AVX2 || gpscore__cpu_avx2();
}

gpscore_kernel gpscore_kernel_best(const gpscore_game *game) {
    for (int kernel = GPSCORE_KERNEL_COUNT; kernel-- > 1;) {
        if (gpscore_kernel_available(game, (gpscore_kernel)kernel)) return (gpscore_kernel)kernel;
    }
    return GPSCORE_KERNEL_SCALAR;
}

const char *gpscore_kernel_name(gpscore_kernel kernel) {
    static const char *const names[GPSCORE_KERNEL_COUNT] = {"scalar", "avx2", "neon"};
    return (unsigned)kernel < GPSCORE_KERNEL_COUNT ? names[kernel] : NULL;
}

/* ---- Making ----------------------------------------------------------------------------------------- */

static gpscore_status check_options(const gpscore_game *game, const void *rules,
                                    const gpscore_batch_options *options, gpscore_error *error) {
    if (options->lanes == 0 || options->lanes > GPSCORE_BATCH_MAX_LANES) {
        return gpscore__fail(error, GPSCORE_BATCH_LANES, (int64_t)options->lanes,
                             (int64_t)GPSCORE_BATCH_MAX_LANES, 0, 0);
    }
    const uint64_t last = (uint64_t)INT64_MAX - options->lanes;
    if (options->first_lane > last) {
        return gpscore__fail(error, GPSCORE_BATCH_FIRST_LANE, (int64_t)options->first_lane,
                             (int64_t)options->lanes, (int64_t)last, 0);
    }
    if (options->autoreset > GPSCORE_DISABLED)
        return gpscore__fail(error, GPSCORE_BATCH_AUTORESET, options->autoreset, 0, 0, 0);
    if (options->observe > GPSCORE_OBSERVE_F32)
        return gpscore__fail(error, GPSCORE_BATCH_OBSERVE, options->observe, 0, 0, 0);
    if (options->reserved) return gpscore__fail(error, GPSCORE_BATCH_RESERVED, 0, 0, 0, 0);
    if (!gpscore_kernel_available(game, (gpscore_kernel)options->kernel))
        return gpscore__fail(error, GPSCORE_BATCH_KERNEL, options->kernel, 0, 0, 0);
    const struct gpscore_batch_kernel *kernel = game->kernels[options->kernel];
    if (kernel->hosted && kernel->hosted(rules)) return gpscore__fail(error, GPSCORE_BATCH_HOST, 0, 0, 0, 0);
    return GPSCORE_OK;
}

gpscore_status gpscore_batch_measure(const gpscore_game *game, const void *rules,
                                     const gpscore_batch_options *options, gpscore_batch_sizes *sizes,
                                     gpscore_error *error) {
    const gpscore_status status = check_options(game, rules, options, error);
    if (status != GPSCORE_OK) return status;
    const struct gpscore_batch_kernel *kernel = game->kernels[options->kernel];
    const uint64_t n = options->lanes, players = (uint64_t)game->players(rules);
    const uint64_t seats = kernel->joint ? n * players : n;
    const uint64_t number = options->observe == GPSCORE_OBSERVE_F32 ? sizeof(float) : 1;
    const uint64_t seen = options->observe ? seats * game->observation_size * number : 0;
    sizes->lanes = kernel->lane_bytes(rules, n);
    sizes->legal = seats * kernel->legal_bytes;
    sizes->rewards = n * players * sizeof(float);
    sizes->terminated = n;
    sizes->truncated = n;
    sizes->winners = n;
    sizes->to_act = n;
    sizes->faults = n * sizeof(uint16_t);
    sizes->fault_choices = n * sizeof(uint16_t);
    sizes->observation = seen;
    sizes->final_observation = options->autoreset == GPSCORE_SAME_STEP ? seen : 0;
    return GPSCORE_OK;
}

static int fits(const void *array, uint64_t size, uintptr_t align) {
    return !size || (array && (uintptr_t)array % align == 0);
}

gpscore_status gpscore_batch_init(gpscore_batch *batch, const gpscore_game *game, const void *rules,
                                  const gpscore_batch_options *options, const gpscore_batch_arrays *arrays,
                                  gpscore_error *error) {
    gpscore_batch_sizes sizes;
    const gpscore_status status = gpscore_batch_measure(game, rules, options, &sizes, error);
    if (status != GPSCORE_OK) return status;
    const struct gpscore_batch_kernel *kernel = game->kernels[options->kernel];
    const uintptr_t number = options->observe == GPSCORE_OBSERVE_F32 ? sizeof(float) : 1;
    const struct {
        const void *array;
        uint64_t size;
        uintptr_t align;
    } all[] = {
        {arrays->lanes, sizes.lanes, GPSCORE_BATCH_ALIGN},
        {arrays->legal, sizes.legal, kernel->mask_bits > 32 ? 8 : 4},
        {arrays->rewards, sizes.rewards, sizeof(float)},
        {arrays->terminated, sizes.terminated, 1},
        {arrays->truncated, sizes.truncated, 1},
        {arrays->winners, sizes.winners, 1},
        {arrays->to_act, sizes.to_act, 1},
        {arrays->faults, sizes.faults, sizeof(uint16_t)},
        {arrays->fault_choices, sizes.fault_choices, sizeof(uint16_t)},
        {arrays->observation, sizes.observation, number},
        {arrays->final_observation, sizes.final_observation, number},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!fits(all[i].array, all[i].size, all[i].align))
            return gpscore__fail(error, GPSCORE_BATCH_ARRAY, (int64_t)i, (int64_t)all[i].align, 0, 0);
    }
    batch->game = game;
    batch->rules = rules;
    batch->kernel = kernel;
    batch->options = *options;
    batch->arrays = *arrays;
    if (!sizes.observation) batch->arrays.observation = NULL;
    if (!sizes.final_observation) batch->arrays.final_observation = NULL;
    return GPSCORE_OK;
}

void gpscore_batch_start(const gpscore_batch *batch, uint64_t first, uint64_t count) {
    for (uint64_t i = first; i < first + count; i++) batch->arrays.fault_choices[i] = 0;
    batch->kernel->start(batch, first, count);
}

void gpscore_batch_reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which) {
    for (uint64_t i = 0; i < count; i++) {
        if (!which || which[i]) batch->arrays.fault_choices[first + i] = 0;
    }
    batch->kernel->reset(batch, first, count, which);
}

/* ---- Steps ------------------------------------------------------------------------------------------ */

/* Choices of one lane: one a player, or the one of whoever acts. */
static uint64_t width(const gpscore_batch *batch) {
    return batch->kernel->joint ? (uint64_t)batch->game->players(batch->rules) : 1u;
}

static inline uint8_t byte_of(uint64_t number) {
    return (uint8_t)(number < GPSCORE_BATCH_NO_ACTION ? number : GPSCORE_BATCH_NO_ACTION);
}

void gpscore_batch_step(const gpscore_batch *batch, uint64_t first, uint64_t count, const void *actions,
                        gpscore_action_type type) {
    uint8_t bytes[GPSCORE_BATCH_BLOCK * GPSCORE_MAX_PLAYERS];
    const uint64_t each = width(batch), end = first + count;
    for (uint64_t lane = first; lane < end; lane += GPSCORE_BATCH_BLOCK) {
        const uint64_t lanes = end - lane < GPSCORE_BATCH_BLOCK ? end - lane : GPSCORE_BATCH_BLOCK;
        const uint64_t at = lane * each;
        if (type == GPSCORE_ACTION_U8) {
            batch->kernel->step(batch, lane, lanes, (const uint8_t *)actions + at);
            continue;
        }
        if (type == GPSCORE_ACTION_I32) {
            const int32_t *from = (const int32_t *)actions + at;
            for (uint64_t i = 0; i < lanes * each; i++) bytes[i] = byte_of((uint32_t)from[i]);
        } else {
            const int64_t *from = (const int64_t *)actions + at;
            for (uint64_t i = 0; i < lanes * each; i++) bytes[i] = byte_of((uint64_t)from[i]);
        }
        batch->kernel->step(batch, lane, lanes, bytes);
    }
}

/* ---- Logits ----------------------------------------------------------------------------------------- */

/* By the logits, for the lanes of a range; actions[0] belongs to its first lane. */
static void sample_logits(const gpscore_batch *batch, uint64_t first, uint64_t count, const float *logits,
                          uint8_t *actions) {
    const struct gpscore_batch_kernel *kernel = batch->kernel;
    const uint64_t each = width(batch);
    for (uint64_t lane = first; lane < first + count; lane++) {
        for (uint64_t seat = 0; seat < each; seat++, actions++) {
            const uint64_t at = lane * each + seat;
            uint64_t mask[GPSCORE_MAX_MASK] = {0}, any = 0;
            if (kernel->legal_bytes == sizeof(uint32_t))
                mask[0] = ((const uint32_t *)batch->arrays.legal)[at];
            else
                memcpy(mask, (const uint8_t *)batch->arrays.legal + at * kernel->legal_bytes,
                       kernel->legal_bytes);
            for (int w = 0; w < GPSCORE_MAX_MASK; w++) any |= mask[w];
            *actions = GPSCORE_BATCH_NO_ACTION;
            if (!any) continue;
            *actions = (uint8_t)gpscore__logits_draw(mask, (kernel->mask_bits + 63u) / 64u,
                                                     logits + at * kernel->mask_bits,
                                                     kernel->draw(batch, lane, (int)seat));
        }
    }
}

void gpscore_batch_sample(const gpscore_batch *batch, uint64_t first, uint64_t count, const float *logits,
                          uint8_t *actions) {
    if (logits)
        sample_logits(batch, first, count, logits, actions + first * width(batch));
    else
        batch->kernel->sample(batch, first, count, actions);
}

void gpscore_batch_step_sampled(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                const float *logits, uint8_t *actions) {
    uint8_t bytes[GPSCORE_BATCH_BLOCK * GPSCORE_MAX_PLAYERS];
    const uint64_t each = width(batch), end = first + count;
    if (!logits) {
        batch->kernel->play(batch, first, count, 1, GPSCORE_UNIFORM, actions, NULL);
        return;
    }
    for (uint64_t lane = first; lane < end; lane += GPSCORE_BATCH_BLOCK) {
        const uint64_t lanes = end - lane < GPSCORE_BATCH_BLOCK ? end - lane : GPSCORE_BATCH_BLOCK;
        uint8_t *const block = actions ? actions + lane * each : bytes;
        sample_logits(batch, lane, lanes, logits, block);
        batch->kernel->step(batch, lane, lanes, block);
    }
}

void gpscore_batch_play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                        gpscore_policy policy, gpscore_batch_stats *stats) {
    batch->kernel->play(batch, first, count, steps, policy, NULL, stats);
}

void gpscore_batch_legal_bytes(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *out) {
    const struct gpscore_batch_kernel *kernel = batch->kernel;
    const uint64_t each = width(batch);
    const int narrow = kernel->legal_bytes == sizeof(uint32_t);
    const unsigned bits = narrow ? 32u : 64u;
    const uint64_t words = each * kernel->mask_bits / bits;
    uint8_t *to = out + first * each * kernel->mask_bits;
    for (uint64_t w = first * words; w < (first + count) * words; w++) {
        const uint64_t word =
            narrow ? ((const uint32_t *)batch->arrays.legal)[w] : ((const uint64_t *)batch->arrays.legal)[w];
        for (unsigned i = 0; i < bits; i++) *to++ = word >> i & 1u;
    }
}

/* ---- Single lanes ----------------------------------------------------------------------------------- */

/* A state of any game. */
typedef union any_state {
    uint64_t words[GPSCORE_MAX_STATE / 8];
} any_state;

static gpscore_status check_lane(const gpscore_batch *batch, uint64_t lane, gpscore_error *error) {
    if (lane < batch->options.lanes) return GPSCORE_OK;
    return gpscore__fail(error, GPSCORE_BATCH_LANE, (int64_t)lane, (int64_t)batch->options.lanes - 1, 0, 0);
}

gpscore_status gpscore_batch_get(const gpscore_batch *batch, uint64_t lane, void *state, gpscore_lane *record,
                                 gpscore_error *error) {
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const gpscore_status status = check_lane(batch, lane, error);
    if (status != GPSCORE_OK) return status;
    batch->kernel->get(batch, lane, state, record);
    if (!record) return GPSCORE_OK;
    record->terminated = arrays->terminated[lane];
    record->truncated = arrays->truncated[lane];
    record->winners = arrays->winners[lane];
    record->fault = arrays->faults[lane];
    record->fault_choice = arrays->fault_choices[lane];
    return GPSCORE_OK;
}

/* Whether get could have given it. */
static int is_record(const gpscore_batch *batch, const void *state, const gpscore_lane *record) {
    const gpscore_game *game = batch->game;
    const uint32_t to_act = game->to_act(state), players = 1u << game->players(batch->rules);
    const int chooses = to_act > 0 && to_act < players;
    const int same_step = batch->options.autoreset == GPSCORE_SAME_STEP;
    if (record->terminated > 1 || record->truncated > 1 || (record->terminated && record->truncated))
        return 0;
    if (record->winners && (!record->terminated || record->winners >= players)) return 0;
    if (record->first_turn > game->turn(state)) return 0;
    if (record->stage != GPSCORE_LANE_STOPPED && (record->fault || record->fault_choice)) return 0;
    switch (record->stage) {
    case GPSCORE_LANE_PLAYS: return chooses && (same_step || !(record->terminated | record->truncated));
    case GPSCORE_LANE_TERMINATED: return to_act == GPSCORE_TO_ACT_OVER && !same_step && record->terminated;
    case GPSCORE_LANE_TRUNCATED: return to_act != GPSCORE_TO_ACT_OVER && !same_step && record->truncated;
    case GPSCORE_LANE_STOPPED:
        return chooses && !(record->terminated | record->truncated) && record->fault &&
               gpscore_status_find(record->fault);
    default: return 0;
    }
}

gpscore_status gpscore_batch_set(const gpscore_batch *batch, uint64_t lane, const void *state,
                                 const gpscore_lane *record, gpscore_error *error) {
    const gpscore_game *game = batch->game;
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const int players = game->players(batch->rules);
    gpscore_status status = check_lane(batch, lane, error);
    if (status != GPSCORE_OK) return status;
    const uint32_t problems = game->validate(batch->rules, state);
    if (problems) return gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0);
    gpscore_lane mine;
    if (record) {
        if (!is_record(batch, state, record)) return gpscore__fail(error, GPSCORE_BATCH_RECORD, 0, 0, 0, 0);
        mine = *record;
    } else {
        any_state before;
        if (game->to_act(state) == GPSCORE_TO_ACT_OVER)
            return gpscore__fail(error, GPSCORE_BATCH_OVER, 0, 0, 0, 0);
        memset(&mine, 0, sizeof mine);
        gpscore_lane now;
        batch->kernel->get(batch, lane, &before, &now);
        mine.episode = now.episode + 1u;
        mine.first_turn = game->turn(state);
    }
    status = batch->kernel->set(batch, lane, state, &mine, error);
    if (status != GPSCORE_OK) return status;
    arrays->terminated[lane] = mine.terminated;
    arrays->truncated[lane] = mine.truncated;
    arrays->winners[lane] = mine.winners;
    arrays->faults[lane] = mine.fault;
    arrays->fault_choices[lane] = mine.fault_choice;
    for (int p = 0; p < players; p++)
        arrays->rewards[lane * (uint64_t)players + (uint64_t)p] = (float)(mine.winners >> p & 1u);
    return GPSCORE_OK;
}

/* ---- Faults ----------------------------------------------------------------------------------------- */

/* Why a byte is no legal action of a player who is to act. */
static gpscore_status why(const gpscore_batch *batch, const void *state, int player, unsigned index,
                          gpscore_error *error) {
    const gpscore_game *game = batch->game;
    if (player < game->players(batch->rules)) {
        const gpscore_action action = game->action_at(batch->rules, state, player, index);
        if (action != GPSCORE_NO_ACTION) {
            const gpscore_status status = game->why_illegal(batch->rules, state, player, action, error);
            if (status != GPSCORE_OK) return status;
        }
    }
    return gpscore__fail(error, GPSCORE_ILLEGAL_INDEX, index, 0, 0, 0);
}

void gpscore__batch_stop(const gpscore_batch *batch, uint64_t lane, int player, unsigned action) {
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const struct gpscore_batch_kernel *kernel = batch->kernel;
    const uint64_t players = (uint64_t)batch->game->players(batch->rules);
    const uint64_t masks = width(batch) * kernel->legal_bytes;
    any_state state;
    kernel->get(batch, lane, &state, NULL);
    arrays->faults[lane] = (uint16_t)why(batch, &state, player, action, NULL);
    arrays->fault_choices[lane] = (uint16_t)((unsigned)player << 8 | action);
    memset((uint8_t *)arrays->legal + lane * masks, 0, masks);
    for (uint64_t p = 0; p < players; p++) arrays->rewards[lane * players + p] = 0;
    arrays->terminated[lane] = arrays->truncated[lane] = arrays->winners[lane] = arrays->to_act[lane] = 0;
}

gpscore_status gpscore_batch_fault(const gpscore_batch *batch, uint64_t lane, gpscore_error *error) {
    gpscore_lane record;
    any_state state;
    const gpscore_status status = gpscore_batch_get(batch, lane, &state, &record, error);
    if (status != GPSCORE_OK) return status;
    if (record.stage != GPSCORE_LANE_STOPPED) return GPSCORE_OK;
    return why(batch, &state, record.fault_choice >> 8, record.fault_choice & 0xffu, error);
}

/* ---- Observations ----------------------------------------------------------------------------------- */

void gpscore__batch_observed(const gpscore_batch *batch, void *array, uint64_t at, const uint8_t *bytes) {
    const gpscore_game *game = batch->game;
    const uint64_t size = game->observation_size;
    if (batch->options.observe == GPSCORE_OBSERVE_U8) {
        memcpy((uint8_t *)array + at * size, bytes, size);
        return;
    }
    float *out = (float *)array + at * size;
    for (uint64_t i = 0; i < size; i++) out[i] = 0;
    for (uint32_t s = 0; s < game->observation_slices; s++) {
        const gpscore_slice *slice = &game->observation[s];
        const float scale = slice->scale;
        for (uint32_t i = slice->offset; i < slice->offset + (uint32_t)slice->length; i++)
            out[i] = (float)bytes[i] / scale;
    }
}
