/* A batch of any game with memory of its own, each array with bytes behind it that nothing may touch. */
#ifndef GPSCORE_TESTS_BATCH_WHOLE_H
#define GPSCORE_TESTS_BATCH_WHOLE_H

#include "batch_internal.h"
#include "check.h"

enum { ARRAYS = 11, GUARD = 64, GUARD_BYTE = 0xa5 };

typedef struct whole {
    gpscore_batch batch;
    void *memory[ARRAYS];
    uint64_t size[ARRAYS];
} whole;

/* Rules outlive the batch. */
static inline void make_whole(whole *w, const gpscore_game *game, const void *rules,
                              const gpscore_batch_options *options) {
    gpscore_batch_sizes sizes;
    CHECK(gpscore_batch_measure(game, rules, options, &sizes, NULL) == GPSCORE_OK);
    const uint64_t all[ARRAYS] = {
        sizes.lanes,         sizes.legal,       sizes.rewards,          sizes.terminated,
        sizes.truncated,     sizes.winners,     sizes.to_act,           sizes.faults,
        sizes.fault_choices, sizes.observation, sizes.final_observation};
    for (int i = 0; i < ARRAYS; i++) {
        w->size[i] = all[i];
        uint8_t *memory = aligned_alloc(GPSCORE_BATCH_ALIGN, (size_t)(all[i] + 2 * GUARD) / GUARD * GUARD);
        CHECK(memory);
        memset(memory, 0, (size_t)all[i]);
        memset(memory + all[i], GUARD_BYTE, GUARD);
        w->memory[i] = memory;
    }
    const gpscore_batch_arrays arrays = {w->memory[0], w->memory[1], w->memory[2], w->memory[3],
                                         w->memory[4], w->memory[5], w->memory[6], w->memory[7],
                                         w->memory[8], w->memory[9], w->memory[10]};
    CHECK(gpscore_batch_init(&w->batch, game, rules, options, &arrays, NULL) == GPSCORE_OK);
    gpscore_batch_start(&w->batch, 0, options->lanes);
}

static inline void drop_whole(whole *w) {
    for (int i = 0; i < ARRAYS; i++) {
        const uint8_t *memory = w->memory[i];
        for (int g = 0; g < GUARD; g++) CHECK(memory[w->size[i] + (uint64_t)g] == GUARD_BYTE);
        free(w->memory[i]);
    }
}

/* That two batches hold the same: all arrays but the lanes' memory, whose layout is a kernel's own. */
static inline void same_arrays(const whole *a, const whole *b) {
    for (int i = 1; i < ARRAYS; i++) {
        CHECK(a->size[i] == b->size[i] && memcmp(a->memory[i], b->memory[i], (size_t)a->size[i]) == 0);
    }
}

#endif
