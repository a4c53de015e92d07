/* The driver of batches, on a kernel of single states: options, ranges, types of actions, single lanes, faults and
 * logits. What the real kernels do is tested beside them. */
#include "batch_plain.h"

#include "logits.h"

enum { LANES = 3 * GPSCORE_BATCH_BLOCK + 17, PLAYERS = 3 };

typedef struct memory {
    _Alignas(GPSCORE_BATCH_ALIGN) plain_lane lanes[4 * GPSCORE_BATCH_BLOCK];
    uint32_t legal[LANES][PLAYERS];
    float rewards[LANES][PLAYERS];
    uint8_t terminated[LANES], truncated[LANES], winners[LANES], to_act[LANES];
    uint16_t faults[LANES], fault_choices[LANES];
    float observation[LANES][PLAYERS][GPS_OBSERVATION], final_observation[LANES][PLAYERS][GPS_OBSERVATION];
} memory;

static gpscore_game game;
static gps_rules rules;
static memory one, two;

static const gpscore_batch_options usual = {LANES, 5, 9, 6, GPSCORE_NEXT_STEP, 0, GPSCORE_OBSERVE_F32, 0};

static gpscore_batch_arrays arrays_of(memory *m) {
    return (gpscore_batch_arrays){m->lanes,         m->legal,       m->rewards[0],       m->terminated,
                                  m->truncated,     m->winners,     m->to_act,           m->faults,
                                  m->fault_choices, m->observation, m->final_observation};
}

static gpscore_batch made(memory *m, const gpscore_batch_options *options) {
    gpscore_batch batch;
    const gpscore_batch_arrays arrays = arrays_of(m);
    memset(m, 0x5a, sizeof *m);
    CHECK(gpscore_batch_init(&batch, &game, &rules, options, &arrays, NULL) == GPSCORE_OK);
    gpscore_batch_start(&batch, 0, options->lanes);
    return batch;
}

static void the_same(void) { CHECK(memcmp(&one, &two, sizeof one) == 0); }

/* ---- Options and arrays ------------------------------------------------------------------------------- */

static void options_out_of_range_are_refused(void) {
    gpscore_batch_sizes sizes, before;
    memset(&before, 1, sizeof before);
    static const struct {
        gpscore_batch_options options;
        gpscore_status status;
        int64_t operand;
    } wrong[] = {
        {{0, 0, 0, 0, 0, 0, 0, 0}, GPSCORE_BATCH_LANES, 0},
        {{(UINT64_C(1) << 32) + 1, 0, 0, 0, 0, 0, 0, 0}, GPSCORE_BATCH_LANES, (INT64_C(1) << 32) + 1},
        {{2, (uint64_t)INT64_MAX - 1, 0, 0, 0, 0, 0, 0}, GPSCORE_BATCH_FIRST_LANE, INT64_MAX - 1},
        {{1, 0, 0, 0, 3, 0, 0, 0}, GPSCORE_BATCH_AUTORESET, 3},
        {{1, 0, 0, 0, 0, 3, 0, 0}, GPSCORE_BATCH_KERNEL, 3},
        {{1, 0, 0, 0, 0, GPSCORE_KERNEL_NEON, 0, 0}, GPSCORE_BATCH_KERNEL, GPSCORE_KERNEL_NEON},
        {{1, 0, 0, 0, 0, 0, 3, 0}, GPSCORE_BATCH_OBSERVE, 3},
        {{1, 0, 0, 0, 0, 0, 0, 1}, GPSCORE_BATCH_RESERVED, 0},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        gpscore_error error;
        sizes = before;
        CHECK(gpscore_batch_measure(&game, &rules, &wrong[i].options, &sizes, &error) == wrong[i].status);
        CHECK(error.status == (int32_t)wrong[i].status && error.operand[0] == wrong[i].operand);
        CHECK(memcmp(&sizes, &before, sizeof sizes) == 0);
        CHECK(gpscore_batch_measure(&game, &rules, &wrong[i].options, &sizes, NULL) == wrong[i].status);
    }
}

static void sizes_are_those_of_the_arrays(void) {
    gpscore_batch_sizes sizes;
    gpscore_batch_options options = usual;
    CHECK(gpscore_batch_measure(&game, &rules, &options, &sizes, NULL) == GPSCORE_OK);
    CHECK(sizes.lanes == sizeof one.lanes && sizes.legal == sizeof one.legal);
    CHECK(sizes.rewards == sizeof one.rewards && sizes.terminated == LANES && sizes.truncated == LANES);
    CHECK(sizes.winners == LANES && sizes.to_act == LANES && sizes.faults == sizeof one.faults);
    CHECK(sizes.fault_choices == sizeof one.fault_choices);
    CHECK(sizes.observation == sizeof one.observation && sizes.final_observation == 0);
    options.autoreset = GPSCORE_SAME_STEP;
    options.observe = GPSCORE_OBSERVE_U8;
    CHECK(gpscore_batch_measure(&game, &rules, &options, &sizes, NULL) == GPSCORE_OK);
    CHECK(sizes.observation == sizeof one.observation / 4 && sizes.final_observation == sizes.observation);
    options.observe = GPSCORE_OBSERVE_NOTHING;
    CHECK(gpscore_batch_measure(&game, &rules, &options, &sizes, NULL) == GPSCORE_OK);
    CHECK(sizes.observation == 0 && sizes.final_observation == 0);
}

static void arrays_that_do_not_do_are_refused(void) {
    gpscore_batch batch, before;
    gpscore_error error;
    memset(&before, 1, sizeof before);
    batch = before;
    for (int i = 0; i < 11; i++) {
        gpscore_batch_options options = usual;
        options.autoreset = GPSCORE_SAME_STEP;
        for (int off = 0; off < 2; off++) {
            gpscore_batch_arrays arrays = arrays_of(&one);
            char *field;
            memcpy(&field, (char *)&arrays + (size_t)i * sizeof field, sizeof field);
            field = off ? field + 1 : NULL;
            memcpy((char *)&arrays + (size_t)i * sizeof field, &field, sizeof field);
            const int bytes = (i >= 3 && i <= 6) && off;
            const gpscore_status status =
                gpscore_batch_init(&batch, &game, &rules, &options, &arrays, &error);
            if (bytes) {
                CHECK(status == GPSCORE_OK);
                batch = before;
                continue;
            }
            CHECK(status == GPSCORE_BATCH_ARRAY && error.operand[0] == i && error.operand[1] > (off != 0));
            CHECK(memcmp(&batch, &before, sizeof batch) == 0);
        }
    }
}

static void kernels_are_those_of_the_game_and_the_processor(void) {
    CHECK(gpscore_kernel_available(&game, GPSCORE_KERNEL_SCALAR));
    CHECK(!gpscore_kernel_available(&game, GPSCORE_KERNEL_AVX2));
    CHECK(!gpscore_kernel_available(&game, (gpscore_kernel)GPSCORE_KERNEL_COUNT));
    CHECK(!gpscore_kernel_available(&game, (gpscore_kernel)-1));
    CHECK(gpscore_kernel_best(&game) == GPSCORE_KERNEL_SCALAR);
    CHECK(strcmp(gpscore_kernel_name(GPSCORE_KERNEL_AVX2), "avx2") == 0);
    CHECK(gpscore_kernel_name((gpscore_kernel)GPSCORE_KERNEL_COUNT) == NULL);
    for (size_t g = 0; gpscore_game_at(g); g++) {
        const gpscore_game *each = gpscore_game_at(g);
        CHECK(gpscore_kernel_available(each, gpscore_kernel_best(each)));
        for (int k = 0; k < GPSCORE_KERNEL_COUNT; k++)
            CHECK(!each->kernels[k] || (int)each->kernels[k]->kind == k);
    }
}

/* ---- Steps -------------------------------------------------------------------------------------------- */

static void parts_make_the_whole(void) {
    for (int mode = 0; mode < 3; mode++) {
        gpscore_batch_options options = usual;
        options.autoreset = (uint8_t)mode;
        const gpscore_batch whole = made(&one, &options), parts = made(&two, &options);
        static uint8_t actions[LANES][PLAYERS];
        for (int step = 0; step < 30; step++) {
            gpscore_batch_sample(&whole, 0, LANES, NULL, &actions[0][0]);
            gpscore_batch_step(&whole, 0, LANES, actions, GPSCORE_ACTION_U8);
            for (uint64_t first = 128; first <= 128; first -= 64) { /* backwards */
                const uint64_t count = first == 128 ? LANES - first : 64;
                gpscore_batch_step(&parts, first, count, actions, GPSCORE_ACTION_U8);
            }
            the_same();
        }
    }
}

static void every_type_of_action_is_the_same(void) {
    static uint8_t bytes[LANES][PLAYERS];
    static int32_t words[LANES][PLAYERS];
    static int64_t longs[LANES][PLAYERS];
    for (int type = 0; type < 2; type++) {
        const gpscore_batch a = made(&one, &usual), b = made(&two, &usual);
        for (int step = 0; step < 20; step++) {
            gpscore_batch_sample(&a, 0, LANES, NULL, &bytes[0][0]);
            for (int i = 0; i < LANES; i++)
                for (int p = 0; p < PLAYERS; p++) longs[i][p] = words[i][p] = bytes[i][p];
            gpscore_batch_step(&a, 0, LANES, bytes, GPSCORE_ACTION_U8);
            gpscore_batch_step(&b, 0, LANES, type ? (void *)longs : (void *)words,
                               type ? GPSCORE_ACTION_I64 : GPSCORE_ACTION_I32);
            the_same();
        }
    }
}

static void playing_is_sampling_and_stepping(void) {
    static uint8_t drawn[LANES][PLAYERS], stepped[LANES][PLAYERS];
    const gpscore_batch a = made(&one, &usual), b = made(&two, &usual);
    gpscore_batch_stats stats = {0}, parts = {0};
    for (int step = 0; step < 20; step++) {
        gpscore_batch_sample(&a, 0, LANES, NULL, &drawn[0][0]);
        gpscore_batch_step(&a, 0, LANES, drawn, GPSCORE_ACTION_U8);
        gpscore_batch_step_sampled(&b, 0, LANES, NULL, &stepped[0][0]);
        CHECK(memcmp(drawn, stepped, sizeof drawn) == 0);
        the_same();
    }
    gpscore_batch_play(&a, 0, LANES, 10, GPSCORE_UNIFORM, &stats);
    gpscore_batch_play(&b, 0, 64, 10, GPSCORE_UNIFORM, &parts);
    gpscore_batch_play(&b, 64, LANES - 64, 10, GPSCORE_UNIFORM, &parts);
    the_same();
    CHECK(stats.decisions > 0 && memcmp(&stats, &parts, sizeof stats) == 0);
}

/* ---- Faults ------------------------------------------------------------------------------------------- */

static void a_fault_stops_its_lane_alone(void) {
    static int64_t actions[LANES][PLAYERS];
    static uint8_t drawn[LANES][PLAYERS];
    static const int64_t nonsense[] = {-1, 32, 255, 256, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    const gpscore_batch a = made(&one, &usual), b = made(&two, &usual);
    for (int step = 0; step < 12; step++) {
        gpscore_batch_sample(&a, 0, LANES, NULL, &drawn[0][0]);
        for (int i = 0; i < LANES; i++)
            for (int p = 0; p < PLAYERS; p++) actions[i][p] = drawn[i][p];
        const int lane = 11 * step + 3, player = step % PLAYERS;
        const uint32_t legal = one.legal[lane][player];
        uint64_t before[GPSCORE_MAX_STATE / 8], after[GPSCORE_MAX_STATE / 8];
        gpscore_batch_get(&a, (uint64_t)lane, before, NULL, NULL);
        gpscore_batch_step(&b, 0, LANES, actions, GPSCORE_ACTION_I64);
        const int64_t illegal = step < 7 ? nonsense[step] : (int64_t)gpscore__lowest(~legal);
        actions[lane][player] = illegal;
        const int plays = one.to_act[lane] != 0;
        gpscore_batch_step(&a, 0, LANES, actions, GPSCORE_ACTION_I64);
        gpscore_error error;
        if (!plays) { /* between two games actions are not looked at */
            CHECK(one.faults[lane] == 0 && gpscore_batch_fault(&a, (uint64_t)lane, &error) == GPSCORE_OK);
            continue;
        }
        CHECK(one.faults[lane] == (step < 7 ? GPSCORE_ILLEGAL_INDEX : one.faults[lane]) &&
              one.faults[lane] != 0);
        CHECK(one.fault_choices[lane] == 256 * player + (illegal >= 0 && illegal < 255 ? illegal : 255));
        CHECK(gpscore_batch_fault(&a, (uint64_t)lane, &error) == one.faults[lane]);
        CHECK(error.status == one.faults[lane]);
        CHECK(one.to_act[lane] == 0 && one.terminated[lane] == 0 && one.truncated[lane] == 0);
        for (int p = 0; p < PLAYERS; p++) CHECK(one.legal[lane][p] == 0 && one.rewards[lane][p] == 0);
        gpscore_lane record;
        gpscore_batch_get(&a, (uint64_t)lane, after, &record, NULL);
        CHECK(memcmp(before, after, sizeof(gps_state)) == 0 && record.stage == GPSCORE_LANE_STOPPED);
        /* The lane that stopped, taken to where the other batch is, is like it; the others were so all along. */
        uint64_t state[GPSCORE_MAX_STATE / 8];
        gpscore_batch_get(&b, (uint64_t)lane, state, &record, NULL);
        CHECK(gpscore_batch_set(&a, (uint64_t)lane, state, &record, NULL) == GPSCORE_OK);
        the_same();
    }
    CHECK(gpscore_batch_fault(&a, LANES, NULL) == GPSCORE_BATCH_LANE);
}

static void a_fault_is_forgotten_by_a_reset(void) {
    static uint8_t actions[LANES][PLAYERS], which[LANES];
    const gpscore_batch batch = made(&one, &usual);
    memset(actions, 31, sizeof actions);
    gpscore_batch_step(&batch, 0, LANES, actions, GPSCORE_ACTION_U8);
    for (int i = 0; i < LANES; i++) CHECK(one.faults[i] && one.fault_choices[i] == 31 && one.to_act[i] == 0);
    which[70] = 1;
    gpscore_batch_reset(&batch, 64, LANES - 64, which + 64);
    for (int i = 0; i < LANES; i++)
        CHECK((one.faults[i] == 0) == (i == 70) && (one.fault_choices[i] == 0) == (i == 70));
    gpscore_batch_reset(&batch, 0, LANES, NULL);
    for (int i = 0; i < LANES; i++)
        CHECK(one.faults[i] == 0 && one.fault_choices[i] == 0 && one.to_act[i] == 7);
}

/* ---- Single lanes ------------------------------------------------------------------------------------- */

static void a_record_takes_a_lane_to_another_batch(void) {
    for (int mode = 0; mode < 3; mode++) {
        gpscore_batch_options options = usual;
        options.autoreset = (uint8_t)mode;
        const gpscore_batch a = made(&one, &options), b = made(&two, &options);
        static uint8_t bad[LANES][PLAYERS];
        for (int step = 0; step < 20; step++) {
            gpscore_batch_sample(&a, 0, LANES, NULL, &bad[0][0]);
            bad[step][1] = 31;
            gpscore_batch_step(&a, 0, LANES, bad, GPSCORE_ACTION_U8);
            for (uint64_t i = 0; i < LANES; i++) {
                uint64_t state[GPSCORE_MAX_STATE / 8];
                gpscore_lane record;
                CHECK(gpscore_batch_get(&a, i, state, &record, NULL) == GPSCORE_OK);
                CHECK(gpscore_batch_set(&b, i, state, &record, NULL) == GPSCORE_OK);
            }
            memcpy(two.final_observation, one.final_observation, sizeof one.final_observation);
            the_same();
        }
    }
}

static void a_state_begins_a_game_of_its_own(void) {
    const gpscore_batch batch = made(&one, &usual);
    uint64_t now[GPSCORE_MAX_STATE / 8];
    gpscore_lane record;
    gpscore_error error;
    gps_state state;
    gps_init(&rules, &state);
    CHECK(gpscore_batch_set(&batch, 4, &state, NULL, &error) == GPSCORE_OK);
    CHECK(gpscore_batch_get(&batch, 4, now, &record, &error) == GPSCORE_OK);
    CHECK(record.episode == 1 && record.first_turn == 0 && one.to_act[4] == 7);
    gpscore_batch_play(&batch, 0, LANES, 3, GPSCORE_UNIFORM, NULL);
    CHECK(gpscore_batch_get(&batch, 4, &state, &record, &error) == GPSCORE_OK);
    CHECK(gpscore_batch_set(&batch, 7, &state, NULL, &error) == GPSCORE_OK);
    CHECK(gpscore_batch_get(&batch, 7, now, &record, &error) == GPSCORE_OK);
    CHECK(memcmp(now, &state, sizeof state) == 0 && record.episode == 1 && record.first_turn == 3);
    CHECK(gpscore_batch_get(&batch, LANES, now, &record, &error) == GPSCORE_BATCH_LANE);
    CHECK(error.operand[0] == LANES && error.operand[1] == LANES - 1);
    CHECK(gpscore_batch_set(&batch, UINT64_MAX, &state, NULL, &error) == GPSCORE_BATCH_LANE);

    memcpy(&two, &one, sizeof one);
    state.head.phase = 9;
    CHECK(gpscore_batch_set(&batch, 4, &state, NULL, &error) == GPSCORE_POSITION_INVALID);
    CHECK(error.operand[0] == (int64_t)gps_validate(&rules, &state));
    const gps_rules short_rules = make_rules(PLAYERS, 36, 12, 3, 1, 3, NULL);
    gps_init(&short_rules, &state);
    CHECK(gpscore_batch_set(&batch, 4, &state, NULL, &error) == GPSCORE_POSITION_INVALID);
    the_same();
}

static void records_that_do_not_fit_are_refused(void) {
    const gpscore_batch batch = made(&one, &usual);
    gpscore_batch_play(&batch, 0, LANES, 4, GPSCORE_UNIFORM, NULL);
    gps_state state;
    gpscore_lane record, wrong;
    CHECK(gpscore_batch_get(&batch, 9, &state, &record, NULL) == GPSCORE_OK);
    memcpy(&two, &one, sizeof one);
#define REFUSED(change)                                                                       \
    do {                                                                                      \
        wrong = record;                                                                       \
        change;                                                                               \
        CHECK(gpscore_batch_set(&batch, 9, &state, &wrong, NULL) == GPSCORE_BATCH_RECORD);    \
        the_same();                                                                           \
    } while (0)
    REFUSED(wrong.stage = 4);
    REFUSED(wrong.stage = GPSCORE_LANE_TERMINATED);
    REFUSED(wrong.stage = GPSCORE_LANE_TRUNCATED);
    REFUSED(wrong.stage = GPSCORE_LANE_STOPPED);
    REFUSED((wrong.stage = GPSCORE_LANE_STOPPED, wrong.fault = 19999));
    REFUSED(wrong.fault = GPSCORE_ILLEGAL_INDEX);
    REFUSED(wrong.fault_choice = 1);
    REFUSED(wrong.terminated = 1);
    REFUSED(wrong.truncated = 1);
    REFUSED(wrong.truncated = 2);
    REFUSED(wrong.winners = 1);
    REFUSED(wrong.first_turn = 5);
#undef REFUSED
    CHECK(gpscore_batch_set(&batch, 9, &state, &record, NULL) == GPSCORE_OK);
}

/* ---- Logits ------------------------------------------------------------------------------------------- */

/* exp(-x), by halving and the series. */
static long double falling(long double x) {
    long double sum = 1, term = 1;
    for (int i = 1; i < 30; i++) sum += term *= -x / 1024 / i;
    for (int i = 0; i < 10; i++) sum *= sum;
    return sum;
}

static void weights_are_those_of_the_exponential(void) {
    const long double unit = (long double)(UINT64_C(1) << 26), top = (long double)(UINT64_C(1) << 47);
    uint64_t last = UINT64_MAX;
    CHECK(gpscore__logit_weight(0) == UINT64_C(1) << 47);
    for (uint64_t x = 0; x < UINT64_C(34) << 26; x += 100003) {
        const uint64_t weight = gpscore__logit_weight(x);
        const long double exact = top * falling((long double)x / unit);
        const long double off = exact - (long double)weight, allowed = 1 + exact / (1 << 24);
        CHECK(off < allowed && -off < allowed);
        CHECK(weight <= last);
        last = weight;
    }
    for (int i = 0; i < 32; i++) {
        const long double ln2 = 0.693147180559945309417232121458L;
        const long double exact = (long double)(UINT64_C(1) << 31) * falling(ln2 * (long double)i / 32);
        const long double off = exact - (long double)gpscore__logit_powers[i];
        CHECK(off < 0.5001L && off > -0.5001L);
    }
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void logits_are_read_exactly(void) {
    CHECK(gpscore__logit_fixed(bits_of(0.0f)) == 0 && gpscore__logit_fixed(bits_of(-0.0f)) == 0);
    CHECK(gpscore__logit_fixed(1) == 0 && gpscore__logit_fixed(0x80000001u) == 0);
    for (int i = -20; i <= 20; i++) {
        const float x = (float)i * 1.3125f;
        CHECK(gpscore__logit_fixed(bits_of(x)) == (int64_t)((double)x * (1 << 26)));
        CHECK(gpscore__logit_fixed(bits_of(x / 1048576)) == (int64_t)((double)x * 64));
    }
    CHECK(gpscore__logit_fixed(bits_of(536870912.0f)) == INT64_C(1) << 55);
    CHECK(gpscore__logit_fixed(bits_of(3e38f)) == GPSCORE__LOGIT_MOST);
    CHECK(gpscore__logit_fixed(bits_of(-3e38f)) == -GPSCORE__LOGIT_MOST);
    CHECK(gpscore__logit_fixed(0x7f800000u) == GPSCORE__LOGIT_ALWAYS);
    CHECK(gpscore__logit_fixed(0xff800000u) == GPSCORE__LOGIT_NEVER);
    CHECK(gpscore__logit_fixed(0x7fc00000u) == GPSCORE__LOGIT_NEVER);
    CHECK(gpscore__logit_fixed(0xffc00001u) == GPSCORE__LOGIT_NEVER);
}

/* The number of 64-bit draws, in 2^-20 of all, that give each index. */
static void shares(const uint64_t *mask, unsigned words, const float *logits, uint32_t *out) {
    memset(out, 0, 256 * sizeof *out);
    for (uint64_t i = 0; i < UINT64_C(1) << 20; i++)
        out[gpscore__logits_draw(mask, words, logits, i << 44)]++;
}

static void chances_are_in_proportion(void) {
    static uint32_t count[256];
    static float logits[256];
    const uint64_t mask[4] = {0x8000000000000011u, 0, 2, UINT64_C(1) << 61};
    static const int at[5] = {0, 4, 63, 129, 253};
    for (int i = 0; i < 256; i++) logits[i] = 1e30f; /* of what is not legal */
    for (int i = 0; i < 5; i++) logits[at[i]] = 3.5f - (float)i;
    shares(mask, 4, logits, count);
    long double sum = 0;
    for (int i = 0; i < 5; i++) sum += falling(i);
    for (int i = 0; i < 5; i++) {
        const long double exact = falling(i) / sum * (1 << 20), off = exact - count[at[i]];
        CHECK(off < 2 && off > -2);
    }
    CHECK(gpscore__logits_draw(mask, 4, logits, UINT64_MAX) == 253);
    logits[4] = 3e38f;
    shares(mask, 4, logits, count);
    CHECK(count[4] == 1 << 20);
    memset(&logits[63], 0xff, sizeof(float)); /* NaN */
    logits[4] = 3.5f;
    shares(mask, 4, logits, count);
    CHECK(count[63] == 0 && count[0] - count[4] + 1 <= 2);
    for (int i = 0; i < 5; i++) memset(&logits[at[i]], 0xff, sizeof(float));
    shares(mask, 4, logits, count);
    for (int i = 0; i < 5; i++) CHECK(count[at[i]] >= (1 << 20) / 5 && count[at[i]] <= (1 << 20) / 5 + 1);
    const uint32_t infinite = 0x7f800000u;
    memcpy(&logits[0], &infinite, sizeof infinite);
    memcpy(&logits[253], &infinite, sizeof infinite);
    shares(mask, 4, logits, count);
    CHECK(count[0] == 1 << 19 && count[253] == 1 << 19);
}

static void sampling_by_logits_is_legal_and_leaves_out_who_does_not_choose(void) {
    static float logits[LANES][PLAYERS][32];
    static uint8_t actions[LANES][PLAYERS], again[LANES][PLAYERS];
    dice d = {gpscore_key(3, GPSCORE_PURPOSE_CHANCE), 0};
    const gpscore_batch a = made(&one, &usual), b = made(&two, &usual);
    for (int step = 0; step < 20; step++) {
        for (int i = 0; i < LANES * PLAYERS * 32; i++) (&logits[0][0][0])[i] = (float)roll(&d, 1000) / 100;
        gpscore_batch_sample(&a, 0, LANES, &logits[0][0][0], &actions[0][0]);
        for (int i = 0; i < LANES; i++) {
            for (int p = 0; p < PLAYERS; p++) {
                const uint8_t action = actions[i][p];
                if (one.to_act[i] >> p & 1u)
                    CHECK(action < 32 && one.legal[i][p] >> action & 1u);
                else
                    CHECK(action == GPSCORE_BATCH_NO_ACTION);
            }
        }
        gpscore_batch_step(&a, 0, LANES, actions, GPSCORE_ACTION_U8);
        gpscore_batch_step_sampled(&b, 0, 64, &logits[0][0][0], &again[0][0]);
        gpscore_batch_step_sampled(&b, 64, LANES - 64, &logits[0][0][0], step & 1 ? NULL : &again[0][0]);
        if (!(step & 1)) CHECK(memcmp(actions, again, sizeof actions) == 0);
        the_same();
    }
}

int main(void) {
    static const test_case tests[] = {
        TEST(options_out_of_range_are_refused),
        TEST(sizes_are_those_of_the_arrays),
        TEST(arrays_that_do_not_do_are_refused),
        TEST(parts_make_the_whole),
        TEST(every_type_of_action_is_the_same),
        TEST(playing_is_sampling_and_stepping),
        TEST(a_fault_stops_its_lane_alone),
        TEST(a_fault_is_forgotten_by_a_reset),
        TEST(a_record_takes_a_lane_to_another_batch),
        TEST(a_state_begins_a_game_of_its_own),
        TEST(records_that_do_not_fit_are_refused),
        TEST(weights_are_those_of_the_exponential),
        TEST(logits_are_read_exactly),
        TEST(chances_are_in_proportion),
        TEST(sampling_by_logits_is_legal_and_leaves_out_who_does_not_choose),
        TEST(kernels_are_those_of_the_game_and_the_processor),
    };
    game = plain_gps();
    rules = make_rules(PLAYERS, 36, 12, 3, 1, 0, NULL);
    return RUN_TESTS(tests);
}
