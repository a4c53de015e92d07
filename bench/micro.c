/* Micro-benchmarks of the C core.
 *
 *     micro                  nanoseconds per operation: one line "name median least" each, of interleaved runs,
 *                            in processor time where the system tells it, so that waiting does not count
 *     micro NAME COUNT       do COUNT operations of one benchmark and stop, for an instruction counter
 *
 * The first line is the calibration loop, whose speed the others are compared with: a chain of 64-bit mixes.
 * The second does the same mixes independently of each other. A busy sibling thread of the processor slows it,
 * like all code that fills the processor, but not the chain: their ratio tells whether the machine was quiet. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#endif
#include <gpscore/gpscore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solar_internal.h"

enum { POOL = 128, RUNS = 25 };

static gps_rules one, five;
static gps_state pool[POOL];      /* one player, to choose; turns 0 to 63 of uniform play */
static gpscore_action next[POOL]; /* a legal action of each */

/* For each position of a pool, over and over; counts are multiples of its size. Nested, so that finding the
 * position costs next to nothing beside what is measured. */
#define EACH_OF_POOL                                           \
    for (uint64_t round = count / POOL; round > 0; round--) \
        for (uint64_t i = 0; i < POOL; i++)

static double seconds(void) {
    struct timespec now;
#if defined(_WIN32)
    timespec_get(&now, TIME_UTC);
#else
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void apply_chance(const gps_rules *rules, gps_state *state, uint64_t key) {
    while (gps_to_act(state) == GPSCORE_TO_ACT_CHANCE) {
        gps_apply_unchecked(rules, state, GPSCORE_CHANCE, gps_sample_chance(rules, state, key), NULL);
    }
}

static void fill_pool(void) {
    const uint64_t key = gpscore_key(1, GPSCORE_PURPOSE_CHANCE);
    gps_state state;
    gps_init(&one, &state);
    for (int i = 0; i < POOL; i++) {
        apply_chance(&one, &state, gpscore_draw(key, (uint64_t)i / 64, 0));
        if (state.head.turn == 64) {
            gps_init(&one, &state);
            apply_chance(&one, &state, gpscore_draw(key, (uint64_t)i / 64, 0));
        }
        pool[i] = state;
        next[i] = gps_choose(&one, &state, 0, GPSCORE_UNIFORM, gpscore_draw(key, (uint64_t)i, 1));
        gps_apply_unchecked(&one, &state, 0, next[i], NULL);
    }
}

#include "micro_solar.h"

static uint64_t calibration(uint64_t count) {
    uint64_t x = count;
    for (uint64_t i = 0; i < count; i++) x = gpscore_mix(x + i);
    return x;
}

static uint64_t throughput(uint64_t count) {
    uint64_t x = 0;
    for (uint64_t i = 0; i < count; i++) x ^= gpscore_mix(i);
    return x;
}

static uint64_t legal_mask(uint64_t count) {
    uint64_t sum = 0;
    EACH_OF_POOL sum += gps_legal_mask(&one, &pool[i], 0);
    return sum;
}

static uint64_t legal_list(uint64_t count) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    uint64_t sum = 0;
    EACH_OF_POOL sum += gps_legal_actions(&one, &pool[i], 0, actions);
    return sum;
}

static uint64_t apply_undo(uint64_t count) {
    gps_undo_info undo;
    uint64_t sum = 0;
    EACH_OF_POOL {
        gps_state *state = &pool[i];
        gps_apply_unchecked(&one, state, 0, next[i], &undo);
        sum += state->head.phase;
        gps_undo(state, &undo);
    }
    return sum;
}

static uint64_t checked_apply_undo(uint64_t count) {
    gps_undo_info undo;
    uint64_t sum = 0;
    EACH_OF_POOL {
        gps_state *state = &pool[i];
        sum += gps_apply(&one, state, 0, next[i], &undo, NULL);
        gps_undo(state, &undo);
    }
    return sum;
}

static uint64_t apply_events_undo(uint64_t count) {
    gps_undo_info undo;
    gpscore_event events[GPSCORE_MAX_EVENTS];
    uint64_t sum = 0;
    EACH_OF_POOL {
        gps_state *state = &pool[i];
        gps_apply_unchecked(&one, state, 0, next[i], &undo);
        sum += state->head.phase + gps_events(&one, state, &undo, events);
        gps_undo(state, &undo);
    }
    return sum;
}

static uint64_t copy_apply(uint64_t count) {
    uint64_t sum = 0;
    EACH_OF_POOL {
        gps_state state = pool[i];
        gps_apply_unchecked(&one, &state, 0, next[i], NULL);
        sum += state.head.phase;
    }
    return sum;
}

/* Decisions of uniform players, spins and reveals and the hash included, games cut off after 64 turns. */
static uint64_t random_play(const gps_rules *rules, uint64_t count) {
    gps_state state;
    uint64_t done = 0, sum = 0;
    for (uint64_t game = 0; done < count; game++) {
        const uint64_t key = gpscore_mix(game);
        gps_init(rules, &state);
        while (done < count && state.head.turn < 64) {
            uint32_t to_act;
            apply_chance(rules, &state, key);
            to_act = gps_to_act(&state);
            if (to_act == GPSCORE_TO_ACT_OVER) break;
            for (int p = 0; to_act; p++, to_act >>= 1) {
                const gpscore_action action = gps_choose(rules, &state, p, GPSCORE_UNIFORM, key);
                gps_apply_unchecked(rules, &state, p, action, NULL);
                sum ^= gps_hash(&state);
                done++;
            }
        }
    }
    return sum;
}

static uint64_t random_step(uint64_t count) { return random_play(&one, count); }
static uint64_t random_step_of_5(uint64_t count) { return random_play(&five, count); }

static uint64_t decision(gpscore_policy policy, uint64_t count) {
    uint64_t sum = 0;
    EACH_OF_POOL sum += gps_choose(&one, &pool[i], 0, policy, i);
    return sum;
}

static uint64_t uniform(uint64_t count) { return decision(GPSCORE_UNIFORM, count); }
static uint64_t greedy(uint64_t count) { return decision(GPSCORE_GREEDY, count); }
static uint64_t steady(uint64_t count) { return decision(GPSCORE_STEADY, count); }

static uint64_t steady_game_of_5(uint64_t count) {
    const gpscore_policy policies[5] = {GPSCORE_STEADY, GPSCORE_STEADY, GPSCORE_STEADY, GPSCORE_STEADY,
                                        GPSCORE_STEADY};
    gpscore_playout_stats stats = {0};
    gps_state state;
    gps_init(&five, &state);
    gpscore_playout(&gps_game, &five, &state, policies, 1, 0, count, 0, &stats, NULL);
    return stats.turns;
}

static uint64_t pack_unpack(uint64_t count) {
    uint8_t bytes[GPS_MAX_PACKED];
    uint64_t sum = 0;
    EACH_OF_POOL {
        gps_state state;
        gps_pack(&one, &pool[i], bytes);
        sum += gps_unpack(&one, bytes, gps_packed_size(&one), &state, NULL);
    }
    return sum;
}

static uint64_t text_round_trip(uint64_t count) {
    char text[GPS_STATE_TEXT];
    uint64_t sum = 0;
    EACH_OF_POOL {
        gps_state state;
        const size_t length = gps_state_write(&one, &pool[i], text, sizeof text);
        sum += gps_state_parse(&one, text, length, &state, NULL);
    }
    return sum;
}

#include "micro_batch.h"
#include "micro_engines.h"
#include "micro_gps_batch.h"
#include "micro_solar_batch.h"

/* A position of five players half way through uniform play, all of them placed. */
static uint64_t svg_of_5(uint64_t count) {
    static char text[GPS_SVG_TEXT];
    uint64_t sum = 0;
    gps_state state;
    gps_init(&five, &state);
    for (uint64_t i = 0; state.head.turn < 16; i++) {
        apply_chance(&five, &state, 1);
        const int player = (int)gpscore__lowest(gps_to_act(&state));
        gps_apply_unchecked(&five, &state, player, gps_choose(&five, &state, player, GPSCORE_UNIFORM, i),
                            NULL);
    }
    for (; count > 0; count--) {
        size_t length = 0;
        gps_svg(&five, &state, NULL, text, sizeof text, &length, NULL);
        sum += length;
    }
    return sum;
}

static uint64_t solar_svg_of_4(uint64_t count) {
    static char text[SOLAR_SVG_TEXT];
    uint64_t sum = 0;
    for (; count > 0; count--) {
        size_t length = 0;
        solar_svg(&host, &crowd_pool[count % POOL], NULL, text, sizeof text, &length, NULL);
        sum += length;
    }
    return sum;
}

typedef struct benchmark {
    const char *name;
    uint64_t (*run)(uint64_t count);
    uint64_t count; /* operations in one timed run */
} benchmark;

static const benchmark benchmarks[] = {
    {"calibration", calibration, 1000000},
    {"throughput", throughput, 1000000},
    {"legal_mask", legal_mask, 1024000},
    {"legal_list", legal_list, 204800},
    {"apply_undo", apply_undo, 307200},
    {"checked_apply_undo", checked_apply_undo, 307200},
    {"apply_events_undo", apply_events_undo, 307200},
    {"copy_apply", copy_apply, 307200},
    {"random_step", random_step, 300000},
    {"random_step_of_5", random_step_of_5, 300000},
    {"uniform", uniform, 307200},
    {"greedy", greedy, 51200},
    {"steady", steady, 10240},
    {"steady_game_of_5", steady_game_of_5, 100},
    {"pack_unpack", pack_unpack, 5120},
    {"text_round_trip", text_round_trip, 5120},
    {"gps_perft", gps_perft, GPS_LEAVES},
    {"playout_uniform", playout_uniform, 200000},
    {"playout_greedy", playout_greedy, 50000},
    {"playout_steady", playout_steady, 20000},
    {"gps_batch_random", gps_batch_random, TURNS * STEP},
    {"gps_batch_random_scalar", gps_batch_random_scalar, TURNS * STEP},
    {"gps_batch_step", gps_batch_step, TURNS * STEP},
    {"gps_batch_observe", gps_batch_observe, TURNS * STEP},
    {"gps_batch_greedy", gps_batch_greedy, TURNS * STEP},
    {"gps_batch_steady", gps_batch_steady, TURNS * STEP},
    {"svg_of_5", svg_of_5, 100},
    {"solar_rotate_undo", solar_rotate_undo, 102400},
    {"solar_rotate_events_undo", solar_rotate_events_undo, 102400},
    {"solar_moves_mask", solar_moves_mask, 307200},
    {"solar_turn_mask", solar_turn_mask, 102400},
    {"solar_move_undo", solar_move_undo, 204800},
    {"solar_move_events_undo", solar_move_events_undo, 204800},
    {"solar_reach_3", solar_reach_3, 10240},
    {"solar_random_game", solar_random_game, 200},
    {"solar_perft", solar_perft, SOLAR_LEAVES},
    {"solar_playout_steady", solar_playout_steady, 5000},
    {"solar_batch_random", solar_batch_random, SOLAR_STEPS * LANES},
    {"solar_batch_random_scalar", solar_batch_random_scalar, SOLAR_STEPS * LANES},
    {"solar_batch_step", solar_batch_step, SOLAR_STEPS * LANES},
    {"solar_batch_observe", solar_batch_observe, SOLAR_STEPS * LANES},
    {"solar_replayed_game", solar_replayed_game, 500},
    {"solar_replayed_game_events", solar_replayed_game_events, 500},
    {"solar_svg_of_4", solar_svg_of_4, 100},
};
enum { BENCHMARKS = sizeof benchmarks / sizeof benchmarks[0] };

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static double times[BENCHMARKS][RUNS];
    volatile uint64_t sink = 0;
    gps_options options = GPS_OPTIONS_DEFAULT;
    options.players = 1;
    gps_rules_init(&one, &options, NULL);
    options.players = 5;
    gps_rules_init(&five, &options, NULL);
    fill_pool();
    fill_solar_pools();
    fill_counts();
    if (argc == 3) {
        for (int b = 0; b < BENCHMARKS; b++) {
            if (!strcmp(argv[1], benchmarks[b].name)) {
                sink += benchmarks[b].run(strtoull(argv[2], NULL, 10));
                return 0;
            }
        }
        fprintf(stderr, "micro: there is no benchmark '%s'\n", argv[1]);
        return 2;
    }
    for (int run = 0; run < RUNS; run++) {
        for (int b = 0; b < BENCHMARKS; b++) {
            const double start = seconds();
            sink += benchmarks[b].run(benchmarks[b].count);
            times[b][run] = (seconds() - start) / (double)benchmarks[b].count * 1e9;
        }
    }
    for (int b = 0; b < BENCHMARKS; b++) {
        qsort(times[b], RUNS, sizeof times[b][0], ascending);
        printf("%s %.3f %.3f\n", benchmarks[b].name, times[b][RUNS / 2], times[b][0]);
    }
    return 0;
}
