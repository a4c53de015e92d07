/* gpscore/batch.h - many games of one kind at once, stepped together.
 *
 * A batch is n lanes, each with a game of its own, and arrays with what came of the last step. All memory is
 * the caller's: ask gpscore_batch_sizes, hand in the arrays, and nothing is ever allocated. Chance is resolved
 * inside: after a step every lane that goes on waits for choices of players.
 *
 * Shapes (n lanes, p players, in C order; docs/batches.md tells the same for Python)
 *
 *                       GPS, all choose at once       the solar system, one at a time
 *     actions           [n][p]                        [n]                   dense index of the legal mask
 *     legal             [n][p] uint32, bits 0..31     [n][4] uint64, bits 0..255
 *     rewards           [n][p] float                  [n][p] float
 *     observation       [n][p][size]                  [n][size], of the one who acts
 *     all others        [n]                           [n]
 *
 * Lane i of a batch whose first lane is f is lane f + i of all lanes of the seed. The game in it is a function of
 * rules, seed, f + i, the number of games that were begun there before, and the actions: the same whatever n,
 * f, threads, kernel, and the ranges of the calls.
 *
 * A step of a lane
 *   goes on       the actions are done, chance is resolved until somebody chooses or the game is over
 *   ends          terminated: the game is over. truncated: max_turns turns were played and it is not. The
 *                 rewards are 1 for winners and 0 for the others; before the end all are 0.
 *   begins        autoreset, by the names of Gymnasium:
 *                   NEXT_STEP  the lane stays as it ended; the next step ignores its actions and begins a game,
 *                              with rewards 0 and neither flag
 *                   SAME_STEP  a game begins in the step that ended the last one; final_observation keeps what
 *                              was seen at the end
 *                   DISABLED   the lane stays as it ended, and steps leave it so, until gpscore_batch_reset
 *                 In a lane that steps leave as it is the flags stay, while rewards and winners are 0 again.
 *   faults        an action that is not legal stops the lane: nothing is changed in its game, faults[lane] is
 *                 the gpscore_status that says why and fault_choices[lane] whose action it was (the lowest
 *                 player with one), nobody is to act, rewards and flags are 0, and steps leave it so until
 *                 gpscore_batch_reset or gpscore_batch_set. Other lanes do not notice. Actions of those who do
 *                 not choose are not looked at.
 *
 * What a caller writes into the arrays is lost with the next step and changes no game. They are read only by
 * what draws from logits (legal), and by gpscore_batch_get and gpscore_batch_pack (flags, winners, faults).
 *
 * Failure: a function that returns a gpscore_status can fail; it then fills *error*, which may be NULL, and changes
 * nothing but what is said there. Functions that return nothing cannot fail, nor can gpscore_kernel_best and
 * gpscore_batch_packed_size; actions that are not legal stop their lane, as told above.
 *
 * Thread safety: the functions read and write only what they are given.
 *
 * Ranges: calls take lanes first to first + count - 1. first must be a multiple of GPSCORE_BATCH_BLOCK, and
 * so must count unless it goes to the last lane. Calls on ranges that do not meet may run on different threads at
 * once; the batch struct itself is only read.
 *
 * Embedded solar games have a host, whom no batch plays: GPSCORE_BATCH_HOST. */
#ifndef GPSCORE_BATCH_H
#define GPSCORE_BATCH_H

#include <gpscore/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GPSCORE_BATCH_BLOCK 64u
#define GPSCORE_BATCH_MAX_LANES (UINT64_C(1) << 32)
#define GPSCORE_BATCH_ALIGN 64 /* bytes, of the memory of the lanes; arrays need that of their elements */

/* ---- Kernels ---------------------------------------------------------------------------------------- */

/* The fastest kernel of the game that is compiled in and that this processor runs; every game has the scalar one.
 * Asked anew each time, nothing is kept. Which there are is told by unstable.h. */
gpscore_kernel gpscore_kernel_best(const gpscore_game *game);

/* ---- A batch ---------------------------------------------------------------------------------------- */

typedef enum gpscore_autoreset {
    GPSCORE_NEXT_STEP = 0,
    GPSCORE_SAME_STEP = 1,
    GPSCORE_DISABLED = 2
} gpscore_autoreset;

typedef enum gpscore_observe {
    GPSCORE_OBSERVE_NOTHING = 0,
    GPSCORE_OBSERVE_U8 = 1, /* as the game's observation */
    GPSCORE_OBSERVE_F32 = 2 /* each number divided by the scale of its slice */
} gpscore_observe;

/* What actions are given as. A number that is no index of the mask is a fault of its lane. */
typedef enum gpscore_action_type {
    GPSCORE_ACTION_U8 = 0,
    GPSCORE_ACTION_I32 = 1,
    GPSCORE_ACTION_I64 = 2
} gpscore_action_type;

typedef struct gpscore_batch_options {
    uint64_t lanes; /* 1 to GPSCORE_BATCH_MAX_LANES */
    uint64_t first_lane;
    uint64_t seed;
    uint32_t max_turns; /* turns of a game after which it is truncated, 0 for never */
    uint8_t autoreset; /* gpscore_autoreset */
    uint8_t kernel; /* gpscore_kernel, an available one */
    uint8_t observe; /* gpscore_observe */
    uint8_t reserved; /* 0 */
} gpscore_batch_options;

/* The arrays. Written by every step; to be read between calls. Nothing beyond the last lane is touched. */
typedef struct gpscore_batch_arrays {
    void *lanes; /* the games, in the layout of the kernel; aligned to GPSCORE_BATCH_ALIGN */
    void *legal; /* legal choices; 0 for whoever does not choose */
    float *rewards;
    uint8_t *terminated; /* 0 or 1 */
    uint8_t *truncated; /* 0 or 1 */
    uint8_t *winners; /* mask of players: of the game that ended in this step, else 0 */
    uint8_t *to_act; /* mask of players, 0 when over or stopped by a fault */
    uint16_t *faults; /* gpscore_status, 0 for none */
    uint16_t *fault_choices; /* of lanes with a fault: 256 * player + action as a byte, else 0 */
    void *observation; /* uint8 or float; NULL when nothing is observed */
    void *final_observation; /* the same; written only for lanes that ended in this step, by SAME_STEP */
} gpscore_batch_arrays;

/* Bytes of each array. */
typedef struct gpscore_batch_sizes {
    uint64_t lanes, legal, rewards, terminated, truncated, winners, to_act, faults, fault_choices,
        observation, final_observation;
} gpscore_batch_sizes;

/* What came of steps that players inside the engine took. Zero it before the first call; calls add up. */
typedef struct gpscore_batch_stats {
    uint64_t decisions; /* choices made by players */
    uint64_t games; /* that ended, truncated ones included */
    uint64_t truncated;
    uint64_t shared; /* had several winners */
    uint64_t wins[GPSCORE_MAX_PLAYERS];
    uint64_t turns; /* of the games that ended */
} gpscore_batch_stats;

struct gpscore_batch_kernel;

/* A batch: plain data in the caller's memory that points to the rules and arrays, which must outlive it. */
typedef struct gpscore_batch {
    const gpscore_game *game;
    const void *rules;
    const struct gpscore_batch_kernel *kernel;
    gpscore_batch_options options;
    gpscore_batch_arrays arrays;
} gpscore_batch;

/* The sizes for some options; 0 for the arrays that these options have not. Fails with GPSCORE_BATCH_* and changes nothing. */
gpscore_status gpscore_batch_measure(const gpscore_game *game, const void *rules,
                                     const gpscore_batch_options *options, gpscore_batch_sizes *sizes,
                                     gpscore_error *error);

/* Make a batch of arrays of those sizes. Its lanes hold nothing until gpscore_batch_start. */
gpscore_status gpscore_batch_init(gpscore_batch *batch, const gpscore_game *game, const void *rules,
                                  const gpscore_batch_options *options, const gpscore_batch_arrays *arrays,
                                  gpscore_error *error);

/* Begin the first game of every lane of a range: episode 0. */
void gpscore_batch_start(const gpscore_batch *batch, uint64_t first, uint64_t count);

/* Begin the next game in the lanes whose byte in *which* is not 0 (which[0] belongs to lane *first*), in all when
 * it is NULL; faults are forgotten. The other lanes keep what they have. */
void gpscore_batch_reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which);

/* One step. *actions* is the whole array, not its part for the range. */
void gpscore_batch_step(const gpscore_batch *batch, uint64_t first, uint64_t count, const void *actions,
                        gpscore_action_type type);

/* Draw a legal action for everybody who chooses, GPSCORE_BATCH_NO_ACTION for the others: uniformly, or with
 * *logits* ([n][p][32] or [n][256] floats) with chances in proportion to exp(logit). Drawn by the lane, game and
 * decision, so the same until the lane is stepped.
 *
 * With logits the choice is among those that the array legal shows, and only their logits are read. Logits are
 * rounded to 2^-26, and the chances to 2^-47 of the greatest, in integers, so that every platform draws alike. NaN
 * and -infinity are never drawn, unless all are; of several +infinity, and above 2^30, each is drawn alike. */
#define GPSCORE_BATCH_NO_ACTION 0xffu
void gpscore_batch_sample(const gpscore_batch *batch, uint64_t first, uint64_t count, const float *logits,
                          uint8_t *actions);

/* Sample and step in one. *actions*, when it is not NULL, gets what was drawn. */
void gpscore_batch_step_sampled(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                const float *logits, uint8_t *actions);

/* Let bundled players take *steps* steps and add what came of it to *stats*, which may be NULL. GPSCORE_UNIFORM
 * plays the same games as gpscore_batch_sample and gpscore_batch_step. */
void gpscore_batch_play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                        gpscore_policy policy, gpscore_batch_stats *stats);

/* ---- Single lanes ------------------------------------------------------------------------------------- */

struct gpscore_lane; /* of unstable.h: what a lane has beside its game's state */

/* One game out of the batch as a state, and what goes with it; *record* may be NULL. Fails with
 * GPSCORE_BATCH_LANE. */
gpscore_status gpscore_batch_get(const gpscore_batch *batch, uint64_t lane, void *state,
                                 struct gpscore_lane *record, gpscore_error *error);

/* A state into the batch. Without a record it begins a game there, the lane's next, that is under way: chance that
 * is due is resolved. With one it takes up what gpscore_batch_get gave. Fails, and changes nothing, with
 * GPSCORE_BATCH_LANE, GPSCORE_POSITION_INVALID, for a state in which nobody chooses any more with
 * GPSCORE_BATCH_OVER, and for a record that does not fit the state or the options with GPSCORE_BATCH_RECORD. */
gpscore_status gpscore_batch_set(const gpscore_batch *batch, uint64_t lane, const void *state,
                                 const struct gpscore_lane *record, gpscore_error *error);

/* Why a lane is stopped: the status of its fault, with its operands in *error*; GPSCORE_OK when it is not. Fails
 * with GPSCORE_BATCH_LANE too. */
gpscore_status gpscore_batch_fault(const gpscore_batch *batch, uint64_t lane, gpscore_error *error);

/* Legal choices as bytes, 0 or 1, from what the array has: out[0] belongs to lane 0. [n][p][32] or [n][256]. */
void gpscore_batch_legal_bytes(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *out);

/* ---- Bytes -------------------------------------------------------------------------------------------- */

/* A batch as bytes, of any kernel and for any: options but the kernel, and every lane with its record; docs/formats.md
 * has the layout. Rules, and the memory, are the reader's to bring. */
#define GPSCORE_BATCH_VERSION 1
uint64_t gpscore_batch_packed_size(const gpscore_batch *batch);
void gpscore_batch_pack(const gpscore_batch *batch, uint8_t *out);

/* The options of a packed batch, all but the kernel, which is left as it is; everything is checked but the
 * states. Fails with GPSCORE_BYTES_*, or as gpscore_batch_measure. */
gpscore_status gpscore_batch_peek(const gpscore_game *game, const void *rules, const uint8_t *bytes,
                                  uint64_t length, gpscore_batch_options *options, gpscore_error *error);

/* Fill a batch that was made with these options, and started, from the bytes that peek has seen. Fails with
 * GPSCORE_BYTES_* or GPSCORE_POSITION_INVALID; then some lanes, the first *lane* of them, are filled. */
gpscore_status gpscore_batch_unpack(const gpscore_batch *batch, const uint8_t *bytes, uint64_t *lane,
                                    gpscore_error *error);

#ifdef __cplusplus
}
#endif
#endif
