/* gpscore/gps.h - GPS: one to five players sort their satellites around a planet.
 *
 * Facts about the game
 *   players       1 to 5, who choose simultaneously on one shared spin
 *   chance        the spin, and which face-down satellite is turned face up
 *   information   perfect, but for choices of the running turn, which nobody sees before choosing
 *   utility       1 for each winner, 0 for the others; a shared victory has several winners
 *   options       players, spaces, satellites, face_up, wins, turn_limit, spin weights
 * Rule ids (G1, R3 ...) are those of docs/rules/gps.md.
 *
 * The course of a game
 *   SETUP    chance turns face_up satellites of each player face up, seat by seat (G2)
 *   SPIN     chance points to a space (G3)
 *   CHOOSE   every player places or moves one satellite, in any order, seen by none of the others (G4, G7)
 *   REVEAL   chance turns one satellite of each player face up while any is face down (G6)
 *            then the turn ends: winners (G9), else SPIN again
 *   SHUFFLE  in a match, between two games: one chance outcome, all satellites face down again (G10)
 *   OVER
 *
 * Spaces are 0 .. S-1 clockwise, the start line between S-1 and 0 (R1). Players and satellites are 0-based
 * in structs and arguments; satellites are 1-based in texts and in the words of errors, as on the pieces.
 *
 * Thread safety: the functions read and write only what they are given, so calls that share nothing but rules may
 * run at once. Failure: a function that returns a gpscore_status can fail; it then fills *error*, which may be NULL,
 * and changes nothing else. Functions that return nothing cannot fail, nor can gps_to_act, gps_in_order, gps_hash,
 * gps_informs, gps_events, gps_packed_size, gps_rules_write, gps_state_write, gps_action_write; the others say what
 * they return when there is nothing. All trust what they are handed: compiled rules, valid states of them, players who
 * play. What comes from elsewhere is looked at by gps_validate or gpscore_check_state. */
#ifndef GPSCORE_GPS_H
#define GPSCORE_GPS_H

#include <gpscore/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rules ---------------------------------------------------------------------------------------- */

/* Rises when a game that could be played before goes another way. Records name it. */
#define GPS_RULES_VERSION 1
#define GPS_MAX_PLAYERS 5
#define GPS_MIN_SATELLITES 2
#define GPS_MAX_SATELLITES 16
#define GPS_MAX_SPACES 64
#define GPS_MAX_WINS 100
/* Turns are counted in 32 bits. A game without a limit ends unwon at this one, which 2^32 - 1 turns take. */
#define GPS_LAST_TURN UINT32_MAX

/* What gps_rules_init is asked for. Wide integers, so that nonsense arrives as it was given. */
typedef struct gps_options {
    int64_t players;         /* 1 to 5 (G1) */
    int64_t spaces;          /* satellites + 1 to 64 (R2) */
    int64_t satellites;      /* 2 to 16 for each player (G1, R11) */
    int64_t face_up;         /* 1 to satellites (G2, R11) */
    int64_t wins;            /* wins that end the play, 1 to 100: 1 a game, 2 the match of G10 (R10) */
    int64_t turn_limit;      /* over all games of a match; 0 for none (R12) */
    const int64_t *weights;  /* of the spinner's spaces, or NULL for a fair one (R7) */
    size_t weight_count;     /* must be spaces when weights are given */
} gps_options;

/* The printed game, for three players. */
#define GPS_OPTIONS_DEFAULT {3, 36, 12, 3, 1, 0, NULL, 0}

/* Compiled rules: immutable once made, compared with memcmp, shared freely between threads. */
typedef struct gps_rules {
    uint64_t fingerprint; /* of the options; states carry it */
    uint64_t ring_mask;   /* the S low bits */
    uint32_t total;       /* sum of the weights */
    uint32_t turn_limit;  /* 0 for none */
    uint32_t last_turn;   /* the limit, or GPS_LAST_TURN */
    uint16_t all;         /* the set of all satellites */
    uint16_t full_order;  /* gps_ring.order of a player who has won */
    uint8_t reserved[2];
    uint8_t players;
    uint8_t spaces;
    uint8_t satellites;
    uint8_t face_up;
    uint8_t wins;
    uint8_t uniform; /* 1 when all weights are 1 */
    uint32_t weights[GPS_MAX_SPACES]; /* in lowest terms; 0 past the last space */
} gps_rules;

/* Compile options into rules. Weights are divided by their greatest common divisor, so that spinners that
 * spin alike are equal. Fails with one of GPSCORE_RULES_*, naming the first option that is wrong. */
gpscore_status gps_rules_init(gps_rules *rules, const gps_options *options, gpscore_error *error);

/* Text form: "gps players=3 spaces=36 satellites=12 face_up=3 wins=1 turn_limit=0 spin=uniform" or
 * "... spin=1,0,2". Writing gives the length without the NUL, like snprintf; it is at most
 * GPS_RULES_TEXT - 1. When parsing, keys may come in any order and be left out for their defaults. */
#define GPS_RULES_TEXT 1024
size_t gps_rules_write(const gps_rules *rules, char *buffer, size_t size);
gpscore_status gps_rules_parse(const char *text, size_t length, gps_rules *rules, gpscore_error *error);

/* ---- State ---------------------------------------------------------------------------------------- */

typedef enum gps_phase {
    GPS_SETUP = 0,
    GPS_SPIN = 1,
    GPS_CHOOSE = 2,
    GPS_REVEAL = 3,
    GPS_SHUFFLE = 4,
    GPS_OVER = 5
} gps_phase;

#define GPS_NOWHERE 0xffu /* the position of a satellite that is not placed; no space is pointed to */
#define GPS_HIDDEN 0xffu  /* the choice of somebody else, in a view */

/* One player's ring, 32 bytes. Bit i of a 16-bit set is satellite i.
 *
 *     byte  0             16   18     20       21         22      24         32
 *           position[16]  up   down   choice   reserved   order   occupied
 *
 * A satellite is placed, face up or face down, never two of these: position[i] != GPS_NOWHERE, or bit i of
 * up, or bit i of down. In order, bit i says that satellite i stands before i+1, or that i is placed and
 * i+1 is not; so when all are placed the player has won exactly if bits 0 .. K-2 are all set. */
typedef struct gps_ring {
    /* given */
    uint8_t position[GPS_MAX_SATELLITES]; /* space of each satellite, or GPS_NOWHERE */
    uint16_t up;                          /* face up, not placed */
    uint16_t down;                        /* face down */
    uint8_t choice;                       /* 0 none, 1 + index of the open choice, GPS_HIDDEN in a view */
    uint8_t reserved;                     /* 0 */
    /* derived */
    uint16_t order;
    uint64_t occupied; /* bit s: space s has a satellite of this player */
} gps_ring;

/* The part of the state that is not a ring, 32 bytes.
 *
 *     byte  0       8      12           16      17        18        23        24    32
 *           rules   turn   game_start   phase   pointed   wins[5]   pending   sum
 */
typedef struct gps_head {
    /* given */
    uint64_t rules;      /* fingerprint of the rules it belongs to */
    uint32_t turn;       /* turns completed, over all games of a match */
    uint32_t game_start; /* turns that had been completed when this game began */
    uint8_t phase;       /* gps_phase */
    uint8_t pointed;     /* the pointed space in CHOOSE and REVEAL, else GPS_NOWHERE */
    uint8_t wins[GPS_MAX_PLAYERS];
    /* derived */
    uint8_t pending; /* CHOOSE: who still chooses; SETUP, REVEAL: who still turns face up, lowest first */
    uint64_t sum; /* what the rings add to the hash: each of their given fields times a key of its own */
} gps_head;

/* A state, 192 bytes; rings of players who do not play are all zero. */
typedef struct gps_state {
    gps_head head;
    gps_ring ring[GPS_MAX_PLAYERS];
} gps_state;

/* What an action overwrote, written by apply and read by undo, 200 bytes. Only the parts that changed are
 * filled: the head always; all rings when the action carried choices out or shuffled; one when it turned a
 * satellite face up. */
typedef struct gps_undo_info {
    gps_head head;
    gps_ring ring[GPS_MAX_PLAYERS];
    uint32_t first; /* the first ring that is filled */
    uint32_t count; /* the number of rings that are */
} gps_undo_info;

/* The first state of a game: everything face down, in SETUP. */
void gps_init(const gps_rules *rules, gps_state *state);

/* Why a position cannot be: X(NAME, bit, words). */
#define GPS_PROBLEM_LIST(X)                                                                              \
    X(FOREIGN, 0, "it belongs to other rules")                                                           \
    X(PHASE, 1, "there is no such phase")                                                                \
    X(POINTED, 2,                                                                                        \
      "a space is pointed to exactly from the spin to the end of the turn, one where the spinner can "   \
      "stop (G3, R7)")                                                                                   \
    X(SPACE, 3, "a satellite stands on a space that the ring does not have (R2)")                        \
    X(TWO_IN_SPACE, 4, "two satellites of one player stand in one space (G5)")                           \
    X(TWO_PLACES, 5, "a satellite is not exactly one of placed, face up and face down (G1)")             \
    X(SATELLITE, 6, "a player has a satellite that is not in the game (G1)")                             \
    X(COUNT, 7, "the numbers of placed, face-up and face-down satellites do not fit the phase (G6)")     \
    X(TURN, 8, "the turn counters do not fit each other, the limit or what is placed (R9, R12)")         \
    X(WINS, 9, "the wins do not fit the phase, the turns or the target (R10)")                           \
    X(ORDER, 10, "somebody's satellites stand in order and the game went on, or the reverse (G9)")       \
    X(CHOICE, 11, "an open choice is hidden, not legal or not of this phase (R5)")                       \
    X(ABSENT, 12, "a player who does not play has something (G1)")                                       \
    X(SPINS, 13, "no spin explains where the players' satellites stand (G4, G5, R7)")                    \
    X(DERIVED, 14, "a derived or reserved field differs from what the others give")

#define GPS_X(name, bit, words) GPS_PROBLEM_##name = 1 << bit,
typedef enum gps_problem { GPS_PROBLEM_LIST(GPS_X) } gps_problem;
#undef GPS_X

/* The mask of everything that is wrong with a state, 0 when nothing is and all derived fields equal the
 * recomputed ones. No position of a game is refused; of those that no game reaches, the ones pass that only a
 * search through all spins could tell. A broken ring, phase or pointed space hides later problems. A view with
 * hidden choices has the problem CHOICE. */
uint32_t gps_validate(const gps_rules *rules, const gps_state *state);

/* The words for one bit of the mask, rule ids in parentheses; NULL when there is none. */
const char *gps_problem_text(int bit);

/* Compute every derived field from the given ones, the slow way. The given ones must be in range. */
void gps_derive(const gps_rules *rules, gps_state *state);

/* Who acts: a mask of players in CHOOSE, GPSCORE_TO_ACT_CHANCE, or GPSCORE_TO_ACT_OVER when nobody does. */
uint32_t gps_to_act(const gps_state *state);

/* The winners as a mask: of the play in OVER, of the game that just ended in SHUFFLE, else 0 (G9, R10). */
uint32_t gps_winners(const gps_rules *rules, const gps_state *state);

/* Whether the player's satellites all stand in clockwise ascending order from the start line (G9, R9). */
int gps_in_order(const gps_rules *rules, const gps_state *state, int player);

/* 64-bit hash of the whole state, kept up to date by every action; open choices included. */
uint64_t gps_hash(const gps_state *state);

/* What *viewer* may know (GPSCORE_PUBLIC: nobody's choices): a copy in which the open choices of others are
 * GPS_HIDDEN. Its hash says nothing of them either. Such a view is read, written and drawn like a state,
 * but not played on (R5).
 *
 * Who may see what, which views, texts, observations, events, legal actions, reasons and records keep to:
 *
 *     placed, face up, face down as a set, pointed space, wins, turns, whose turn it is   everybody
 *     that a player has chosen                                                            everybody
 *     what a player has chosen, until all have (R5)                                       that player alone
 *     how the face-down satellites lie, the next spin (R6)                                nobody: not stored */
void gps_view(const gps_state *state, int viewer, gps_state *out);

/* ---- Actions -------------------------------------------------------------------------------------- */

/* Kinds of action and their parameters; "index" is the dense index of the action in its mask.
 *
 *     kind          31..24  23..5  4        3..0       index
 *     GPS_SPIN_TO   0x10    0      space (bits 5..0)   space, 0..63
 *     GPS_PLACE     0x11    0      ccw      satellite  bits 4..0, 0..31
 *     GPS_MOVE      0x12    0      ccw      satellite  bits 4..0, 0..31
 *     GPS_TURN_UP   0x13    0      0        satellite  satellite, 0..15
 *     GPS_DEAL      0x14    0      0        0          0
 *
 * ccw is 1 only when the pointed space is taken and the two directions end in different spaces (R4); a
 * phase decides between PLACE and MOVE, so the index of a choice is the same in both. */
enum {
    GPS_SPIN_TO = 0x10, /* chance: the spinner stops (G3) */
    GPS_PLACE = 0x11,   /* a player places a face-up satellite (G4, G5) */
    GPS_MOVE = 0x12,    /* a player moves a placed satellite (G7, G8) */
    GPS_TURN_UP = 0x13, /* chance: a face-down satellite is turned face up (G2, G6) */
    GPS_DEAL = 0x14     /* chance: all satellites face down for the next game of a match (G10) */
};

#define GPS_ACTION(kind, index) (((gpscore_action)(kind) << 24) | (gpscore_action)(index))
#define GPS_INDEX(action) ((action)&0x3fu)
#define GPS_SATELLITE(action) ((action)&0xfu)
#define GPS_CCW 0x10u

/* The legal choices of a player as a mask over the index: low half clockwise, high half counter-clockwise.
 * 0 when the player does not choose now. */
uint32_t gps_legal_mask(const gps_rules *rules, const gps_state *state, int player);

/* The same as ids in ascending order, at most 32; with GPSCORE_CHANCE the possible chance outcomes, at
 * most 64. Returns their number, 0 when it is not theirs to choose. */
size_t gps_legal_actions(const gps_rules *rules, const gps_state *state, int player, gpscore_action *out);

/* How many there are, without listing them; 0 when there are none. */
size_t gps_count_actions(const gps_rules *rules, const gps_state *state, int player);

/* The space where a legal PLACE or MOVE of *player* ends (G5, G8), or GPS_NOWHERE for other actions. */
unsigned gps_target(const gps_rules *rules, const gps_state *state, int player, gpscore_action action);

/* Where any choice of a player ends, clockwise and counter-clockwise (G5, G8): alike for all satellites, and for
 * both directions when there is but one way (R4). Returns the number of ways, 0 when the player does not choose.
 * For views too. */
unsigned gps_targets(const gps_rules *rules, const gps_state *state, int player, unsigned out[2]);

/* The chance outcomes with exact weights (R6, R7), ascending, at most 64; their number, 0 when no chance
 * is due. */
size_t gps_chance_outcomes(const gps_rules *rules, const gps_state *state, gpscore_outcome *out);

/* The outcome for a key of gpscore_key(seed, GPSCORE_PURPOSE_CHANCE): a function of key, turn and what is
 * decided, so that the same seed gives the same spins whatever the players do. GPSCORE_NO_ACTION when no
 * chance is due. */
gpscore_action gps_sample_chance(const gps_rules *rules, const gps_state *state, uint64_t key);

/* GPSCORE_OK when *player* (GPSCORE_CHANCE for chance) may do *action* now, else the reason. */
gpscore_status gps_why_illegal(const gps_rules *rules, const gps_state *state, int player,
                               gpscore_action action, gpscore_error *error);

/* Do an action, checked. A choice is held open until all players have chosen; the last one carries out all
 * of them, ends in REVEAL or ends the turn. *undo* may be NULL. */
gpscore_status gps_apply(const gps_rules *rules, gps_state *state, int player, gpscore_action action,
                         gps_undo_info *undo, gpscore_error *error);

/* The same without a check: the action must be legal and the state valid, or the state is corrupted. */
void gps_apply_unchecked(const gps_rules *rules, gps_state *state, int player, gpscore_action action,
                         gps_undo_info *undo);

/* All open choices at once: *players* must be exactly gps_to_act, actions[p] is read for each of them. One
 * undo record takes the whole step back. */
gpscore_status gps_apply_joint(const gps_rules *rules, gps_state *state, uint32_t players,
                               const gpscore_action *actions, gps_undo_info *undo, gpscore_error *error);

/* Take back the last action that was applied, whose record *undo* is: every byte as before. Last in, first
 * out. */
void gps_undo(gps_state *state, const gps_undo_info *undo);

/* Take back the open choice of *player* while others are still choosing (R5), as if it had not been made: in
 * any order, and with the hash as it was. *undo*, which may be NULL, puts the choice back again. Fails with
 * GPSCORE_ILLEGAL_NOTHING_OPEN when there is no choice, or it has been carried out. Undo records of choices
 * that were made after it are no longer for the state: undo those first and apply them again. */
gpscore_status gps_retract(const gps_rules *rules, gps_state *state, int player, gps_undo_info *undo,
                           gpscore_error *error);

/* Whether the action of an undo record told somebody what they had not known: a chance outcome, or the last
 * choice of several players, which shows all of them. A polite undo goes no further back than that. */
int gps_informs(const gps_rules *rules, const gps_undo_info *undo);

/* ---- Events --------------------------------------------------------------------------------------- */

/* What an action did, in order. args by kind; satellites and spaces 0-based:
 *
 *     GPS_EVENT_SPUN        space
 *     GPS_EVENT_CHOSE       -                        player chose; what, is not told (R5)
 *     GPS_EVENT_PLACED      satellite, space         player
 *     GPS_EVENT_MOVED       satellite, from, to      player
 *     GPS_EVENT_TURNED_UP   satellite                player
 *     GPS_EVENT_TURN_ENDED  -
 *     GPS_EVENT_WON         wins so far              player has won this game
 *     GPS_EVENT_SHUFFLED    -
 *     GPS_EVENT_OVER        -                        the play is over
 *     GPS_EVENT_RETRACTED   -                        player took the open choice back (gps_retract) */
enum {
    GPS_EVENT_SPUN = 1,
    GPS_EVENT_CHOSE = 2,
    GPS_EVENT_PLACED = 3,
    GPS_EVENT_MOVED = 4,
    GPS_EVENT_TURNED_UP = 5,
    GPS_EVENT_TURN_ENDED = 6,
    GPS_EVENT_WON = 7,
    GPS_EVENT_SHUFFLED = 8,
    GPS_EVENT_OVER = 9,
    GPS_EVENT_RETRACTED = 10
};
#define GPS_MAX_EVENTS 24

/* The events of the action that led to *state* and whose record is *undo*; at most GPS_MAX_EVENTS. */
size_t gps_events(const gps_rules *rules, const gps_state *state, const gps_undo_info *undo,
                  gpscore_event *out);

/* ---- Bundled players ------------------------------------------------------------------------------- */

/* The choice of a bundled player for a seat that chooses now; a function of state, seat and key, where the
 * key is gpscore_key(seed, GPSCORE_PURPOSE_PLAYER). GPSCORE_NO_ACTION when the seat does not choose.
 *   UNIFORM  every legal choice alike
 *   GREEDY   the longest run of satellites in order after the choice (not necessarily neighbours), ties by
 *            the key
 *   STEADY   the cheapest chain after the choice: satellites in order that leave room between them, and to
 *            the start line, for those that are missing; in integers, ties by the key */
gpscore_action gps_choose(const gps_rules *rules, const gps_state *state, int player, gpscore_policy policy,
                          uint64_t key);

/* ---- Packed form ----------------------------------------------------------------------------------- */

/* A state in the fewest whole bytes of fixed fields, canonical: equal states of equal rules give equal bytes. For
 * hash tables and files; docs/formats.md has the layout. */
#define GPS_PACKED_VERSION 1
#define GPS_MAX_PACKED 112
size_t gps_packed_size(const gps_rules *rules);
void gps_pack(const gps_rules *rules, const gps_state *state, uint8_t *out);

/* Read a packed state, validated. Fails with GPSCORE_BYTES_* or GPSCORE_POSITION_INVALID. */
gpscore_status gps_unpack(const gps_rules *rules, const uint8_t *bytes, size_t length, gps_state *state,
                          gpscore_error *error);

/* ---- Text ------------------------------------------------------------------------------------------ */

/* One line of ASCII that parses back to the same bytes; docs/formats.md has the grammar. Writing gives the
 * length without the NUL, like snprintf. Hidden choices are written "?". */
#define GPS_STATE_TEXT 640
size_t gps_state_write(const gps_rules *rules, const gps_state *state, char *buffer, size_t size);
gpscore_status gps_state_parse(const gps_rules *rules, const char *text, size_t length, gps_state *state,
                               gpscore_error *error);

/* "spin:17", "7cw", "7ccw", "up:5", "shuffle". PLACE and MOVE are written alike. Ids that are no action are
 * written "action:<number>", which does not parse back. */
#define GPS_ACTION_TEXT 24
size_t gps_action_write(gpscore_action action, char *buffer, size_t size);

/* Parse an action; blanks may stand between its parts ("7 cw"). The phase decides between PLACE and MOVE.
 * Whether it is legal is for gps_why_illegal to say. */
gpscore_status gps_action_parse(const gps_rules *rules, const gps_state *state, const char *text,
                                size_t length, gpscore_action *action, gpscore_error *error);

/* ---- Picture --------------------------------------------------------------------------------------- */

/* Draw the board, the players' rings, what they have face up and down, wins, the turn, open choices, as SVG
 * into *buffer*, NUL-terminated when size > 0. *length* is the length of the whole picture without the NUL,
 * like snprintf; GPS_SVG_TEXT holds any but arrows, each of which may take 400 bytes more. Events of *options*
 * are those of gps_events. Fails with GPSCORE_SVG_* or GPSCORE_NO_SUCH_PLAYER, and then writes nothing. The
 * state must be valid, or a view. */
#define GPS_SVG_TEXT 65536
gpscore_status gps_svg(const gps_rules *rules, const gps_state *state, const gpscore_svg_options *options,
                       char *buffer, size_t size, size_t *length, gpscore_error *error);

/* ---- Observation ----------------------------------------------------------------------------------- */

/* What a player may know as bytes for learning, version 1: own ring first, then the others in seat order.
 *
 *     0..15    phase, pointed space + 1, chosen-mask (bit 0 the viewer), wins needed, then per player in the
 *              same order wins so far (5), spaces, satellites, players, own open choice (0 none), 3 zeros
 *     16..95   five rings of 16 bytes, one a satellite: 0 absent, 1 face down, 2 face up, 3 + space */
#define GPS_OBSERVATION_VERSION 1
#define GPS_OBSERVATION 96
void gps_observe(const gps_rules *rules, const gps_state *state, int player, uint8_t *out);

/* The table of operations of this game, for game.h. */
extern const gpscore_game gps_game;

#ifdef __cplusplus
}
#endif
#endif
