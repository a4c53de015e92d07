/* What the driver of batches (batch.c) and the kernels of the games share. */
#ifndef GPSCORE_SRC_BATCH_INTERNAL_H
#define GPSCORE_SRC_BATCH_INTERNAL_H

#include <gpscore/batch.h>

#include "bits.h"

/* A kernel of a game. The driver has checked everything: options, ranges, the type of actions. The functions write
 * all arrays of batch->arrays for the lanes of their range, observations included when they are asked for. */
struct gpscore_batch_kernel {
    gpscore_kernel kind;
    uint8_t joint;         /* 1: actions are [n][p], legal and observation too; 0: [n] */
    uint8_t legal_bytes;   /* of one mask: 4 for GPS, 32 for the solar system */
    uint16_t mask_bits;    /* 32, 256 */
    uint16_t observation;  /* numbers of one observation */
    /* Bytes of the lanes' memory; any layout, whole blocks of GPSCORE_BATCH_BLOCK lanes. */
    uint64_t (*lane_bytes)(const void *rules, uint64_t lanes);
    /* Episode 0 of every lane. */
    void (*start)(const gpscore_batch *batch, uint64_t first, uint64_t count);
    void (*reset)(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which);
    /* One block at most. actions[0] belongs to lane *first*: dense indices, GPSCORE_BATCH_NO_ACTION for numbers
     * that are none. */
    void (*step)(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions);
    /* Any range; actions[0] belongs to lane 0 of the batch. */
    void (*sample)(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions);
    void (*play)(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats);
    /* 64 random bits for the decision that a player of a lane faces, for sampling from logits. */
    uint64_t (*draw)(const gpscore_batch *batch, uint64_t lane, int player);
    void (*get)(const gpscore_batch *batch, uint64_t lane, void *state);
    gpscore_status (*set)(const gpscore_batch *batch, uint64_t lane, const void *state, gpscore_error *error);
};

/* The kernel of a game, NULL where it was not compiled in: rows of gpscore_game.kernels. */
extern const struct gpscore_batch_kernel gps__scalar, gps__avx2, gps__neon;
extern const struct gpscore_batch_kernel solar__scalar;

#endif
