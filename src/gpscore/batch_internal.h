/* What the driver of batches (batch.c) and the kernels of the games share. */
#ifndef GPSCORE_SRC_BATCH_INTERNAL_H
#define GPSCORE_SRC_BATCH_INTERNAL_H

#include <gpscore/batch.h>
#include <gpscore/unstable.h>

#include "bits.h"

/* A kernel of a game. The driver has checked everything: options, ranges, states. The functions write all arrays
 * of batch->arrays for the lanes of their range, observations included when they are asked for, and not a byte
 * beyond. They trust nothing that they find in the arrays, where callers may write: what a lane is, its memory
 * alone tells. */
struct gpscore_batch_kernel {
    gpscore_kernel kind;
    uint8_t joint;       /* 1: actions are [n][p], legal and observation too; 0: [n] */
    uint8_t legal_bytes; /* of one mask: 4 for GPS, 32 for the solar system */
    uint16_t mask_bits;  /* 32, 256 */
    /* Whether the rules have a host, whom no batch plays; NULL where none have. */
    int (*hosted)(const void *rules);
    /* Bytes of the lanes' memory; any layout, whole blocks of GPSCORE_BATCH_BLOCK lanes. */
    uint64_t (*lane_bytes)(const void *rules, uint64_t lanes);
    /* Episode 0 of every lane. */
    void (*start)(const gpscore_batch *batch, uint64_t first, uint64_t count);
    /* which[0] belongs to lane *first*; NULL for all. */
    void (*reset)(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which);
    /* One block at most. actions[0] belongs to lane *first*. Any byte may come: what has no bit in the mask of legal
     * actions is a fault, for gpscore__batch_stop. */
    void (*step)(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions);
    /* Any range; actions[0] belongs to lane 0 of the batch. */
    void (*sample)(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions);
    /* Any range. *actions* is NULL, or steps is 1 and it gets what was drawn; actions[0] belongs to lane 0. *stats*
     * may be NULL. */
    void (*play)(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats);
    /* 64 random bits for the decision that a player of a lane faces, for sampling from logits. */
    uint64_t (*draw)(const gpscore_batch *batch, uint64_t lane, int player);
    /* The game of a lane, and if *record* is not NULL episode, draws, first_turn and stage; the driver has the rest
     * from the arrays. */
    void (*get)(const gpscore_batch *batch, uint64_t lane, void *state, gpscore_lane *record);
    /* The reverse, with those four. In stage PLAYS chance that is due is resolved; GPSCORE_BATCH_OVER when nobody
     * chooses behind it, and then nothing is changed. Writes legal, to_act and the observation; the driver writes
     * the rest. */
    gpscore_status (*set)(const gpscore_batch *batch, uint64_t lane, const void *state,
                          const gpscore_lane *record, gpscore_error *error);
};

/* The kernels that exist, and where they are compiled in: rows of gpscore_game.kernels, which a game's file sets
 * with GAME_KERNELS. */
extern const struct gpscore_batch_kernel gps__scalar, gps__avx2, gps__neon;
extern const struct gpscore_batch_kernel solar__scalar, solar__avx2;

#ifdef GPSCORE__AVX2
#define GPSCORE__IF_AVX2(kernel) (kernel)
#else
#define GPSCORE__IF_AVX2(kernel) NULL
#endif
#ifdef GPSCORE__NEON
#define GPSCORE__IF_NEON(kernel) (kernel)
#else
#define GPSCORE__IF_NEON(kernel) NULL
#endif

/* Write that the player's action, which is not legal, stops the lane: faults, fault_choices, and 0 to legal,
 * to_act, rewards, flags and winners. The kernel keeps the stage STOPPED, and leaves the game and the observation
 * as they are. Asks the kernel's get and the game for the reason: for the rare case. */
void gpscore__batch_stop(const gpscore_batch *batch, uint64_t lane, int player, unsigned action);

/* Write an observation of bytes into place *at* of batch->arrays.observation or final_observation, as the options
 * want it: bytes, or floats divided by the scales. Places are lanes, or lane * p + player in joint games. For
 * kernels that have no quicker way. */
void gpscore__batch_observed(const gpscore_batch *batch, void *array, uint64_t at, const uint8_t *bytes);

#endif
