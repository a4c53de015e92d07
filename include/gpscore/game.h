/* gpscore/game.h - what every game of gpscore has in common, and the engines that run on any of them.
 *
 * A game is a table of operations (gpscore_game) over two plain structs, its rules and its state. Use the
 * typed functions of gps.h for one game, or this table for code that serves all of them. States are
 * pointer-free: assignment or memcpy copies one, memcmp of two states of the same rules compares them.
 *
 * Thread safety: the functions read and write only what they are given, so calls that share nothing but rules may
 * run at once. Failure: a function that returns a gpscore_status can fail; it then fills *error*, which may be NULL,
 * and changes nothing else. Functions that return nothing cannot fail, nor can gpscore_observation_hash; the others
 * say what they return when there is nothing. All trust what they are handed: compiled rules, valid states of them,
 * players who play. What comes from elsewhere is looked at by gpscore_check_state (gpscore.h). */
#ifndef GPSCORE_GAME_H
#define GPSCORE_GAME_H

#include <gpscore/random.h>
#include <gpscore/status.h>
#include <gpscore/svg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bounds over all games, for buffers on the stack. */
#define GPSCORE_MAX_PLAYERS 5
#define GPSCORE_MAX_RULES 51200 /* bytes of any game's compiled rules */
#define GPSCORE_MAX_STATE 256   /* bytes of any game's state */
#define GPSCORE_MAX_UNDO 256    /* bytes of any game's undo record */
#define GPSCORE_MAX_ACTIONS 256 /* legal actions, or chance outcomes, of any one decision */
#define GPSCORE_MAX_EVENTS 128  /* events of any one action */
#define GPSCORE_MAX_PERFT 64    /* depth of a perft, which walks the stack */
#define GPSCORE_MAX_MASK 4      /* 64-bit words of any game's mask of legal actions */

/* An action is a 32-bit id, tagged by its kind:
 *
 *     31      24 23                     0
 *     kkkkkkkk   pppppppppppppppppppppppp     k kind, p parameters (described where the kind is)
 *
 * Kinds 0x10-0x1f belong to GPS, 0x20-0x4f to the solar system. 0 is no action. Ids are stable within a
 * major version, and no two ids that are legal at once have the same result. That holds for players and
 * chance, and for what only a host can do now; of the effects that a host may apply at any time some change
 * nothing where a limit takes what they give. */
typedef uint32_t gpscore_action;
#define GPSCORE_NO_ACTION 0u
#define GPSCORE_ACTION_KIND(action) ((action) >> 24)
/* The dense index of what is no action, or is in no mask. */
#define GPSCORE_NO_INDEX 0xffffu

/* Who acts, as to_act gives it: a mask of players (bit i is player i), or one of these. */
#define GPSCORE_TO_ACT_OVER 0u
#define GPSCORE_TO_ACT_CHANCE 0x80000000u
#define GPSCORE_TO_ACT_HOST 0x40000000u /* an embedding host must act; no action of GPS asks for it */

/* The player argument of a chance action. */
#define GPSCORE_CHANCE (-1)
/* The player argument of a host's effect. */
#define GPSCORE_HOST (-2)
/* The viewer argument for somebody who plays no seat. */
#define GPSCORE_PUBLIC (-1)

/* A chance outcome: its probability is weight divided by the sum of the weights of all outcomes. */
typedef struct gpscore_outcome {
    gpscore_action action;
    uint32_t weight; /* at least 1 */
} gpscore_outcome;

/* The bundled players, least able first. They decide in integers, so that they play the same everywhere;
 * what is equally good is drawn by a key. */
typedef enum gpscore_policy {
    GPSCORE_UNIFORM = 0, /* every legal action alike */
    GPSCORE_GREEDY = 1,  /* the best immediate gain */
    GPSCORE_STEADY = 2   /* looks ahead, plays games to their end */
} gpscore_policy;
#define GPSCORE_POLICY_COUNT 3

/* Something that happened, compact: eight bytes whose meaning the game's header gives by kind. */
typedef struct gpscore_event {
    uint8_t kind;
    int8_t player; /* or -1 */
    uint8_t args[6];
} gpscore_event;

/* A named part of a game's observation. */
typedef struct gpscore_slice {
    const char *name;
    const char *words; /* what its numbers mean */
    uint16_t offset;   /* of its first number */
    uint16_t length;
    uint16_t scale;    /* what its numbers are divided by in float32 observations; none is greater */
} gpscore_slice;

/* Who does the work in a batch (batch.h). All give the same bytes. */
typedef enum gpscore_kernel {
    GPSCORE_KERNEL_SCALAR = 0, /* plain C */
    GPSCORE_KERNEL_AVX2 = 1,   /* x86-64 */
    GPSCORE_KERNEL_NEON = 2    /* arm64 */
} gpscore_kernel;
#define GPSCORE_KERNEL_COUNT 3

struct gpscore_batch_kernel;

/* The table of a game's operations. Each is described at the typed function of the same name in the
 * game's header. Pointers to rules, states and undo records must be of that game and aligned to 8. */
typedef struct gpscore_game {
    const char *name; /* "gps" */
    uint32_t rules_size;
    uint32_t state_size;
    uint32_t undo_size;
    uint32_t mask_words; /* 64-bit words of a mask over the dense index of actions */
    uint32_t rules_version; /* rises when a game that could be played goes another way; records name it */
    gpscore_status (*rules_parse)(const char *text, size_t length, void *rules, gpscore_error *error);
    size_t (*rules_write)(const void *rules, char *buffer, size_t size);
    uint64_t (*fingerprint)(const void *rules);
    int (*players)(const void *rules);
    void (*init)(const void *rules, void *state);
    uint32_t (*validate)(const void *rules, const void *state);
    const char *(*problem_text)(int bit);
    uint32_t (*to_act)(const void *state);
    uint32_t (*turn)(const void *state);
    size_t (*legal_actions)(const void *rules, const void *state, int player, gpscore_action *out);
    size_t (*count_actions)(const void *rules, const void *state, int player);
    void (*legal_mask)(const void *rules, const void *state, int player, uint64_t *mask);
    size_t (*chance_outcomes)(const void *rules, const void *state, gpscore_outcome *out);
    /* The bit of an action in the mask of who may do it in this state, or GPSCORE_NO_INDEX. */
    unsigned (*index)(const void *rules, const void *state, gpscore_action action);
    gpscore_action (*sample_chance)(const void *rules, const void *state, uint64_t key);
    gpscore_status (*why_illegal)(const void *rules, const void *state, int player, gpscore_action action,
                                  gpscore_error *error);
    gpscore_status (*apply)(const void *rules, void *state, int player, gpscore_action action, void *undo,
                            gpscore_error *error);
    void (*apply_unchecked)(const void *rules, void *state, int player, gpscore_action action, void *undo);
    gpscore_status (*apply_joint)(const void *rules, void *state, uint32_t players,
                                  const gpscore_action *actions, void *undo, gpscore_error *error);
    void (*undo)(void *state, const void *undo);
    uint32_t (*winners)(const void *rules, const void *state);
    uint64_t (*hash)(const void *state);
    void (*view)(const void *state, int viewer, void *out);
    size_t (*events)(const void *rules, const void *state, const void *undo, gpscore_event *out);
    gpscore_action (*choose)(const void *rules, const void *state, int player, gpscore_policy policy,
                             uint64_t key);
    size_t (*packed_size)(const void *rules);
    void (*pack)(const void *rules, const void *state, uint8_t *out);
    gpscore_status (*unpack)(const void *rules, const uint8_t *bytes, size_t length, void *state,
                             gpscore_error *error);
    size_t (*state_write)(const void *rules, const void *state, char *buffer, size_t size);
    gpscore_status (*state_parse)(const void *rules, const char *text, size_t length, void *state,
                                  gpscore_error *error);
    size_t (*action_write)(gpscore_action action, char *buffer, size_t size);
    gpscore_status (*action_parse)(const void *rules, const void *state, const char *text, size_t length,
                                   gpscore_action *action, gpscore_error *error);
    /* The action of a player that has a dense index, the reverse of index; it need not be legal.
     * GPSCORE_NO_ACTION where none has it. */
    gpscore_action (*action_at)(const void *rules, const void *state, int player, unsigned index);
    /* What a player may know, as *observation_size* numbers of a byte. Its slices, *observation_slices* of them
     * in order, do not meet; what none has is 0. */
    uint16_t observation_version;
    uint16_t observation_size;
    uint32_t observation_slices;
    const gpscore_slice *observation;
    void (*observe)(const void *rules, const void *state, int player, uint8_t *out);
    /* NULL where it is not compiled in. */
    const struct gpscore_batch_kernel *kernels[GPSCORE_KERNEL_COUNT];
    gpscore_status (*retract)(const void *rules, void *state, int player, void *undo, gpscore_error *error);
    int (*informs)(const void *rules, const void *undo);
    /* gpscore_error_text with the names of the game's board. */
    size_t (*error_text)(const void *rules, const gpscore_error *error, char *buffer, size_t size);
    gpscore_status (*svg)(const void *rules, const void *state, const gpscore_svg_options *options,
                          char *buffer, size_t size, size_t *length, gpscore_error *error);
} gpscore_game;

/* A number made of the encoding of the game's observations: name, version and size, and name, offset, length and
 * scale of each slice. What was learned from observations serves where it is the same. */
uint64_t gpscore_observation_hash(const gpscore_game *game);

/* The games of this library: number *index*, NULL past the end; and by name, NULL when there is none such. */
const gpscore_game *gpscore_game_at(size_t index);
const gpscore_game *gpscore_game_find(const char *name, size_t length);

/* Count the sequences of *depth* actions from *state*, chance outcomes and players' choices alike a branch.
 * Players who choose at once are taken in seat order, so that each joint choice counts once. A finished
 * game has no continuation: it counts at its own depth alone. What can be told without taking an action is: the
 * last ply, and the choices of those who choose at once. The state is restored before the return. Takes less
 * than 2 KiB of stack for each of the at most GPSCORE_MAX_PERFT plies; deeper ones are not counted:
 * UINT64_MAX. */
uint64_t gpscore_perft(const gpscore_game *game, const void *rules, void *state, int depth);

/* What came of a number of games. Zero it before the first; calls add up. */
typedef struct gpscore_playout_stats {
    uint64_t games;
    uint64_t unfinished; /* reached the cap of turns, or the limit of the rules, with nobody winning */
    uint64_t shared;     /* had several winners */
    uint64_t wins[GPSCORE_MAX_PLAYERS];
    uint64_t decisions;    /* choices made by players */
    uint64_t turns;        /* summed over the games */
    uint64_t turns_square; /* sum of squares, for confidence intervals */
    uint32_t turns_min;
    uint32_t turns_max;
} gpscore_playout_stats;

/* Play *games* games on from *state* (which is not changed) and add them to *stats*. policies[p] is the
 * bundled player of seat p. Game number i draws from its own keys, made of *seed* and first + i, so any
 * split into ranges gives the same games. A game is cut off when *turn_cap* more turns were played
 * (0: never), or when an embedding host must act. lengths[i] becomes the turns of game number i; *lengths* may be
 * NULL. */
void gpscore_playout(const gpscore_game *game, const void *rules, const void *state,
                     const gpscore_policy *policies, uint64_t seed, uint64_t first, uint64_t games,
                     uint32_t turn_cap, gpscore_playout_stats *stats, uint32_t *lengths);

#ifdef __cplusplus
}
#endif
#endif
