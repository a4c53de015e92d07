/* gpscore/solar.h - the solar system of SETI: probes on three stacked, rotating discs; orbiters and landers.
 *
 * Facts about the game
 *   players       1 to 4, who take turns
 *   chance        the discs' positions, the order of the sector boards, the tech tiles that are turned up
 *   information   perfect
 *   utility       1 for each winner, 0 for the others; the points are reported beside
 *   hosts         alone: a complete game. Embedded: the host applies effects and settles rewards
 *   options       players, host, rounds, organisations, Pluto's owners, points, tech 2 on pushes, the board
 * Rule ids (S13, R7 ...) are those of docs/rules/solar.md, which also tells the engine's own decisions.
 *
 * A space is 8 * ring + x: ring 0 is innermost (printed 1), x runs clockwise from 0 to 7. In texts a space is
 * ring.x with the printed ring: "1.5". Players, planets, moons and techs count from 0 in structs and
 * arguments; techs are printed 1 to 4.
 *
 * Thread safety: the functions read and write only what they are given, so calls that share nothing but rules may
 * run at once. Failure: a function that returns a gpscore_status can fail; it then fills *error*, which may be NULL,
 * and changes nothing else. Functions that return nothing cannot fail, nor can solar_to_act, solar_hash,
 * solar_informs, solar_events, solar_preview, solar_star_at, solar_content, solar_packed_size, solar_rules_write, solar_state_write,
 * solar_action_write; the others say what they return when there is nothing. All trust what they are handed: compiled
 * rules, valid states of them, players who play. What comes from elsewhere is looked at by solar_validate or
 * gpscore_check_state. */
#ifndef GPSCORE_SOLAR_H
#define GPSCORE_SOLAR_H

#include <gpscore/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Bounds ---------------------------------------------------------------------------------------- */

/* Rises when a game that could be played before goes another way. Records name it. */
#define SOLAR_RULES_VERSION 1
#define SOLAR_MAX_PLAYERS 4
#define SOLAR_NEUTRAL 4 /* the owner of a figure that nobody plays */
#define SOLAR_OWNERS 5
#define SOLAR_RINGS 4
#define SOLAR_SECTORS 8
#define SOLAR_SPACES 32
#define SOLAR_LAYERS 4  /* disc 1, disc 2, disc 3, base */
#define SOLAR_DISCS 3
#define SOLAR_ALIGNMENTS 512
#define SOLAR_MAX_PLANETS 9 /* Earth is number 0, so eight that figures go to */
#define SOLAR_MAX_MOONS 16
#define SOLAR_MAX_REWARDS 6 /* items of one list */
#define SOLAR_MAX_PROBES 7  /* of one player in the rings */
#define SOLAR_MAX_FIGURES 15 /* of one owner in one planet's orbit, and on it */
#define SOLAR_MAX_COUNT 250 /* of credits, energy, cards, tucked cards, traces of a colour, signals, moves in hand */
#define SOLAR_MAX_SCORE 60000
#define SOLAR_MAX_ROUNDS 20
#define SOLAR_TECHS 4
#define SOLAR_TILES 4 /* bonuses of a tech's stack */
#define SOLAR_NAME 20 /* bytes of a name with its NUL: lower-case letters, digits and _ */
#define SOLAR_NOWHERE 0xffu

/* ---- Board ----------------------------------------------------------------------------------------- */

/* What a cell shows. */
enum {
    SOLAR_HOLE = 0,
    SOLAR_EMPTY = 1,
    SOLAR_ASTEROID = 2,
    SOLAR_COMET = 3,
    SOLAR_PLANET = 4 /* 4 + number of the planet */
};

/* Rewards, paid from left to right (R6). Those marked h are settled by the host when embedded. */
typedef enum solar_reward_kind {
    SOLAR_NOTHING = 0,
    SOLAR_GAIN_SCORE = 1,
    SOLAR_GAIN_CREDIT = 2,
    SOLAR_GAIN_ENERGY = 3,
    SOLAR_GAIN_PUBLICITY = 4,
    SOLAR_GAIN_DATA = 5,
    SOLAR_GAIN_RANDOM_CARD = 6,   /* h, from the deck */
    SOLAR_GAIN_CARD = 7,          /* h, from the row or the deck */
    SOLAR_GAIN_INCOME = 8,        /* tuck a card: the player chooses its kind, or declines */
    SOLAR_GAIN_SIGNAL_HERE = 9,   /* h, in the planet's sector */
    SOLAR_GAIN_SIGNAL_RED = 10,   /* h */
    SOLAR_GAIN_SIGNAL_BLUE = 11,  /* h */
    SOLAR_GAIN_SIGNAL_YELLOW = 12, /* h */
    SOLAR_GAIN_SIGNAL_BLACK = 13, /* h */
    SOLAR_GAIN_RED_TRACE = 14,    /* h */
    SOLAR_GAIN_YELLOW_TRACE = 15, /* h */
    SOLAR_GAIN_BLUE_TRACE = 16,   /* h */
    SOLAR_GAIN_ANY_TRACE = 17     /* h, the player chooses the colour */
} solar_reward_kind;
#define SOLAR_REWARD_KINDS 18

typedef struct solar_reward {
    uint8_t kind; /* solar_reward_kind */
    uint8_t n;    /* how many, at least 1 */
} solar_reward;

/* Lists of rewards by number, as solar_head.list and errors of boards name them. */
enum {
    SOLAR_LIST_NONE = 0,
    SOLAR_LIST_ORBIT = 1,   /* + planet */
    SOLAR_LIST_LAND = 10,   /* + planet */
    SOLAR_LIST_MOON = 19,   /* + moon */
    SOLAR_LIST_TILE = 35,   /* + bonus of a tech tile (R8) */
    SOLAR_LIST_SIGNAL = 39, /* Sentinel's launch (R11) */
    SOLAR_LIST_PASS = 40,   /* the card that passing gives */
    SOLAR_LISTS = 41
};

/* The planet has an owner (S20): it is in no ring, its owners go there from any space of ring 4, once each
 * to orbit and to land. */
#define SOLAR_PLANET_OWNED 1

typedef struct solar_planet {
    char name[SOLAR_NAME];
    uint8_t flags;
    uint8_t first_orbit;  /* points of the first orbiter's space (S15), 0 for no such space */
    uint8_t data_spaces;  /* spaces for first landers, 0 to 2 (S17) */
    uint8_t data[2];      /* what they give */
    uint8_t orbit_count;  /* items of the lists */
    uint8_t land_count;
    solar_reward orbit[SOLAR_MAX_REWARDS];
    solar_reward land[SOLAR_MAX_REWARDS];
} solar_planet;

typedef struct solar_moon {
    char name[SOLAR_NAME];
    uint8_t planet;
    uint8_t land_count;
    solar_reward land[SOLAR_MAX_REWARDS];
} solar_moon;

typedef struct solar_star {
    char name[SOLAR_NAME];
    uint8_t colour; /* 0 red, 1 yellow, 2 blue, 3 black */
    uint8_t data;
} solar_star;

/* A board as it is printed: cells, planets (number 0 is Earth), moons, stars, costs and limits. */
typedef struct solar_board {
    uint8_t cells[SOLAR_LAYERS][SOLAR_RINGS][SOLAR_SECTORS]; /* holes where a layer has no such ring */
    uint8_t planet_count;
    uint8_t moon_count;
    solar_planet planets[SOLAR_MAX_PLANETS];
    solar_moon moons[SOLAR_MAX_MOONS];
    solar_star stars[4][2]; /* of the four sector boards, clockwise */
    uint8_t launch_credit, orbit_credit, orbit_energy, land_energy;
    uint8_t orbiter_discount, tech3_discount, asteroid_moves, research_publicity;
    uint8_t publicity_limit, data_limit, probe_limit, hand_limit;
} solar_board;

/* The printed board. */
void solar_board_standard(solar_board *board);

/* GPSCORE_OK, or GPSCORE_BOARD_* with the cell, planet or moon as operands. BOARD_LIMIT numbers the costs and
 * limits from 0 as they stand above, then the data of the eight stars, then their colours. What is behind the
 * planets and moons that are counted must be all 0. */
gpscore_status solar_board_check(const solar_board *board, gpscore_error *error);

/* ---- Rules ----------------------------------------------------------------------------------------- */

typedef enum solar_organisation {
    SOLAR_NO_ORGANISATION = 0,
    SOLAR_ORBITAL_DYNAMICS = 1,
    SOLAR_FENWICK = 2,
    SOLAR_TURING = 3,
    SOLAR_SENTINEL = 4,
    SOLAR_XENOLAB = 5,
    SOLAR_HELION = 6
} solar_organisation;
#define SOLAR_ORGANISATIONS 7

/* What solar_rules_init is asked for. Wide integers, so that nonsense arrives as it was given. */
typedef struct solar_options {
    int64_t players;                          /* 1 to 4 */
    int64_t embedded;                         /* 1: a host applies effects and settles rewards; 0: alone */
    int64_t rounds;                           /* 1 to 20; 0 for 5, or 4 with organisations */
    int64_t pluto[SOLAR_MAX_PLAYERS];         /* 1 for a seat that owns the owned planet (S20) */
    int64_t organisation[SOLAR_MAX_PLAYERS];  /* solar_organisation of each seat (S21) */
    int64_t trace_points;                     /* for each trace at the end, 0 to 100 */
    int64_t signal_points;                    /* for each signal at the end, 0 to 100 */
    int64_t push_tech2;                       /* 1: tech 2 pays on a push onto asteroids (R4) */
    const solar_board *board;                 /* NULL for the printed one */
} solar_options;

#define SOLAR_OPTIONS_DEFAULT {2, 0, 0, {0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0, 1, NULL}

/* What one alignment of the discs shows, 96 bytes. Words have a bit per space. */
typedef struct solar_alignment {
    uint32_t planets;                  /* a planet */
    uint32_t asteroids;
    uint32_t icons;                    /* a publicity icon (S9) */
    uint32_t goals;                    /* a planet that figures go to, any but Earth */
    uint32_t turns[SOLAR_DISCS];       /* by the step of the rotation: figures here go to x-1 (S12, S13) */
    uint32_t pushes[SOLAR_DISCS];      /* those of them that are pushed (S13) */
    uint8_t where[SOLAR_MAX_PLANETS];  /* space of each planet, SOLAR_NOWHERE for one that is in no ring */
    uint8_t reserved[3];
    uint8_t shows[SOLAR_SPACES];       /* content of each space */
    uint8_t pad[12];
} solar_alignment;

/* Compiled rules: immutable once made, compared with memcmp, shared freely between threads. */
typedef struct solar_rules {
    uint64_t fingerprint;
    uint8_t players;
    uint8_t embedded;
    uint8_t rounds;
    uint8_t trace_points;
    uint8_t signal_points;
    uint8_t push_tech2;
    uint8_t standard_board; /* 1 when the board is the printed one */
    uint8_t reserved;
    uint8_t pluto[SOLAR_MAX_PLAYERS];
    uint8_t organisation[SOLAR_MAX_PLAYERS];
    solar_board board;
    uint8_t pad[4];
    solar_alignment alignments[SOLAR_ALIGNMENTS]; /* number: offset 1 + 8 offset 2 + 64 offset 3 */
} solar_rules;

/* Compile options into rules. Fails with GPSCORE_RULES_* or GPSCORE_BOARD_*. */
gpscore_status solar_rules_init(solar_rules *rules, const solar_options *options, gpscore_error *error);

/* Text form: "solar players=2 host=alone rounds=5 pluto=0,0 organisations=none,none trace_points=0
 * signal_points=0 push_tech2=1 board=standard"; another board is written out after "board=". */
#define SOLAR_RULES_TEXT 4096
size_t solar_rules_write(const solar_rules *rules, char *buffer, size_t size);
gpscore_status solar_rules_parse(const char *text, size_t length, solar_rules *rules, gpscore_error *error);

/* ---- State ----------------------------------------------------------------------------------------- */

typedef enum solar_phase {
    SOLAR_SETUP_DISCS = 0,   /* chance: the position of disc `step` (R1) */
    SOLAR_SETUP_SECTORS = 1, /* chance: the order of the sector boards (R1) */
    SOLAR_SETUP_TILES = 2,   /* chance: the first tile of tech `step` (R8) */
    SOLAR_SETUP_INCOME = 3,  /* the pending player tucks `left` cards, seat by seat */
    SOLAR_TURN = 4,          /* the active player's turn */
    SOLAR_CHOOSE_TECH = 5,   /* the pending player takes a tech they lack (R7) */
    SOLAR_CHOOSE_INCOME = 6, /* the pending player tucks a card or declines */
    SOLAR_CHOOSE_TRACE = 7,  /* the pending player picks the colour of a trace */
    SOLAR_ORG_MOVES = 8,     /* Orbital Dynamics: free moves of two different probes (R9) */
    SOLAR_SETTLE = 9,        /* the host settles the reward at `item` of `list` (embedded) */
    SOLAR_TURN_TILE = 10,    /* chance: the next tile of tech `step` (R8) */
    SOLAR_ROUND_END = 11,    /* all have passed; the host says when the next round begins (embedded) */
    SOLAR_OVER = 12
} solar_phase;

/* One player, 32 bytes. Probes are three bit planes over the spaces: the number at a space is the sum of its
 * bits, worth 1, 2 and 4.
 *
 *     byte  0           12      14     15 16 17 18 19       22        25      26    27    28    29     30
 *           probes[3]   score   C  E  cards P  D  tucked[3] traces[3] signals techs flags limit count reserved[2]
 */
typedef struct solar_player {
    uint32_t probes[3];
    uint16_t score;
    uint8_t credits;
    uint8_t energy;
    uint8_t cards;
    uint8_t publicity;
    uint8_t data;
    uint8_t tucked[3];  /* cards tucked for income of credits, energy, cards */
    uint8_t traces[3];  /* red, yellow, blue */
    uint8_t signals;
    uint8_t techs;      /* bits 0-3 owned, bits 4-7 switched off for good (R12) */
    uint8_t flags;      /* SOLAR_FLAG_* */
    int8_t limit;       /* change of the probe limit by effects */
    uint8_t count;      /* derived: probes in the rings */
    uint8_t reserved[2];
} solar_player;

enum {
    SOLAR_FLAG_PASSED = 1,
    SOLAR_FLAG_ORG_USED = 2,      /* the once-a-round action of the organisation */
    SOLAR_FLAG_LAUNCH_TILE = 4,   /* Xenolab: the launch tile is turned over (used) */
    SOLAR_FLAG_RESEARCH_TILE = 8  /* Xenolab: the research tile is */
};

/* What is not a player's own, 48 bytes. */
typedef struct solar_head {
    uint64_t rules;       /* fingerprint of the rules it belongs to */
    uint64_t sum;         /* derived: the hash before its last mixing */
    uint16_t alignment;   /* offset 1 + 8 offset 2 + 64 offset 3 (bits 2..0, 5..3, 8..6) */
    uint8_t token;        /* which step turns next: 0 disc 1, 1 discs 1-2, 2 discs 1-3 (S11) */
    uint8_t sectors;      /* which of the 24 orders of the sector boards */
    uint8_t phase;        /* solar_phase */
    uint8_t active;       /* whose turn it is */
    uint8_t start;        /* who began the round */
    uint8_t round;        /* from 0 */
    uint8_t tiles
        [SOLAR_TECHS]; /* bits 0-3 bonuses face down in the stack, 4-5 the bonus on top, 6 there is one */
    uint8_t moves;        /* moves in hand, any direction */
    uint8_t ring_moves;   /* moves in hand within the ring */
    int8_t turn_limit;    /* change of the active player's probe limit for this turn */
    uint8_t turn;         /* SOLAR_TURN_* */
    uint8_t pending;      /* the player who chooses or gains, in the phases that say so */
    uint8_t list;         /* the list of rewards that is being paid, 0 for none */
    uint8_t item;         /* its item */
    uint8_t left;         /* how many of that item are left; or tucks at setup */
    uint8_t step;         /* disc or tech of the phases that say so */
    uint8_t after;        /* what follows the list: SOLAR_AFTER_* */
    uint8_t mark;         /* ORG_MOVES: where the probe that has moved stands, or SOLAR_NOWHERE */
    uint8_t reserved;
    uint32_t turns;       /* turns completed */
    uint8_t pad[4];       /* 0 */
} solar_head;

enum {
    SOLAR_TURN_MAIN = 1,         /* the main action is used up */
    SOLAR_TURN_NO_ASTEROIDS = 2, /* leaving asteroids costs no extra move (effect) */
    SOLAR_TURN_MOVE_INSTEAD = 4, /* entering a planet may give a move instead of publicity (effect) */
    SOLAR_TURN_TURING = 8,       /* bits 5-4: the tech used by Turing until the end of the turn (R11) */
    SOLAR_TURN_FREE = 64,        /* a free action is under way: its moves, or an income of its own */
    SOLAR_TURN_TECH_DUE = 128    /* behind it the player still takes a tech */
};
enum {
    SOLAR_AFTER_LAUNCH = 1, /* tech 1's own launch */
    SOLAR_AFTER_TILE = 2,   /* the next tile of tech `step` is turned up */
    SOLAR_AFTER_END = 4     /* the turn ends (a pass) */
};

/* Figures on the planetary board, 64 bytes. Planet p (1 to 8) is row p - 1. A count holds the figures on
 * covered spaces too. A covered space names its owner + 1, 0 when it is open. */
typedef struct solar_figures {
    uint8_t count[SOLAR_MAX_PLANETS - 1][SOLAR_OWNERS]; /* bits 3-0 orbiters, bits 7-4 landers */
    uint8_t first[SOLAR_MAX_PLANETS - 1];               /* bits 3-0 the first-orbit space (S15, R5) */
    uint8_t data[SOLAR_MAX_PLANETS - 1];                /* bits 3-0, 7-4 the two data spaces (S17) */
    uint8_t moon[SOLAR_MAX_MOONS / 2];                  /* nibble m: who landed on moon m (S18) */
} solar_figures;

/* A state, 240 bytes; players who do not play are all zero. */
typedef struct solar_state {
    solar_head head;
    solar_player players[SOLAR_MAX_PLAYERS];
    solar_figures figures;
} solar_state;

/* What an action overwrote, and which action it was, from which its events are made. Only the parts that
 * `saved` names are filled. */
typedef struct solar_undo_info {
    solar_head head;
    solar_player players[SOLAR_MAX_PLAYERS];
    solar_figures figures;
    gpscore_action action;
    int8_t player;
    uint8_t saved; /* SOLAR_SAVED_* */
    uint8_t first; /* the first player that is filled */
    uint8_t count; /* the number of players that are */
} solar_undo_info;

enum {
    SOLAR_SAVED_ACTIVE = 0,  /* the head and the active player */
    SOLAR_SAVED_PLAYERS = 1, /* the head and all players */
    SOLAR_SAVED_ALL = 2      /* everything */
};

/* ---- Actions --------------------------------------------------------------------------------------- */

/* Kinds and parameters. s a space (bits 4..0), d a direction (bits 6..5: 0 clockwise x+1, 1 counter-clockwise
 * x-1, 2 outward, 3 inward), p a planet, m a moon, t a tech, x a sector, o an owner (4 neutral).
 *
 *     kind                   31..24  parameters                                            who
 *     SOLAR_ALIGN            0x20    x 2..0                                                 chance
 *     SOLAR_ORDER            0x21    order 4..0 (0 to 23)                                   chance
 *     SOLAR_TILE             0x22    bonus 1..0                                             chance
 *     SOLAR_LAUNCH           0x23    bit 0: with Xenolab's tile                             player, main
 *     SOLAR_MOVE             0x24    s, d, bit 7: a move instead of the publicity           player, free
 *     SOLAR_ORBIT            0x25    p 3..0, x 6..4 for an owned planet                     player, main
 *     SOLAR_LAND             0x26    p 3..0, x 6..4, data space 9..8 (1, 2; 0 none)         player, main
 *     SOLAR_LAND_MOON        0x27    m 3..0                                                 player, main
 *     SOLAR_RESEARCH         0x28    bit 0: with Xenolab's tile                             player, main
 *     SOLAR_PASS             0x29    -                                                      player, main
 *     SOLAR_END_TURN         0x2a    -                                                      player
 *     SOLAR_TAKE_TECH        0x2b    t 1..0                                                 player, choice
 *     SOLAR_INCOME           0x2c    0 credits, 1 energy, 2 cards, 3 decline                player, choice
 *     SOLAR_TRACE            0x2d    0 red, 1 yellow, 2 blue                                player, choice
 *     SOLAR_CARD_MOVE        0x2e    -   a card for a move                                  player, free
 *     SOLAR_EXCHANGE         0x2f    0 C>E 1 C>card 2 E>C 3 E>card 4 card>C 5 card>E        player, free
 *     SOLAR_BUY_CARD         0x30    -   3 P for a card                                     player, free
 *     SOLAR_ORG              0x31    t 1..0 (Turing, Helion; 0 Orbital Dynamics)            player, free
 *     SOLAR_ORG_DONE         0x32    -   leave the second move of Orbital Dynamics          player, choice
 *
 * Effects of an embedding host; w the player 9..8 unless said otherwise:
 *
 *     SOLAR_E_CHANGE         0x33    w, resource 7..4 (below), bit 10: spend; n 23..16
 *     SOLAR_E_MOVES          0x34    n 7..0, bit 8: within the ring only       (the active player)
 *     SOLAR_E_LAUNCH         0x35    w, bit 0: ignore the limit; free
 *     SOLAR_E_ORBIT          0x36    w, p 3..0, x 6..4; free
 *     SOLAR_E_LAND           0x37    w, p 3..0, x 6..4, data space 11..10; bit 12: that data space is covered
 *                                    and pays all the same; free
 *     SOLAR_E_LAND_MOON      0x38    w, m 3..0, bit 12: the moon is occupied and pays all the same; free
 *     SOLAR_E_TECH           0x39    w, bit 0: rotate first
 *     SOLAR_E_ROTATE         0x3a    -
 *     SOLAR_E_LIMIT          0x3b    w, bit 10: for this turn only (the active player); n 23..16 signed
 *     SOLAR_E_NO_ASTEROIDS   0x3c    -   this turn
 *     SOLAR_E_MOVE_INSTEAD   0x3d    -   this turn
 *     SOLAR_E_PUT            0x3e    where 15..14 (0 space s, 1 orbit of p, 2 surface of p, 3 moon m), o 10..8,
 *                                    p or m or s in bits 4..0, data space 12..11 for a surface
 *     SOLAR_E_REMOVE         0x3f    as PUT; covered space 12..11: orbit 1 the first; surface 1, 2 data; 0 other
 *     SOLAR_E_MAIN           0x40    -   use up the main action
 *     SOLAR_E_NEXT_ROUND     0x41    -   in ROUND_END
 *     SOLAR_E_RESOLVED       0x42    colour 1..0 of a trace of any colour, else 0
 *
 * PASS and END_TURN are actions of the active player, which a host applies as such. */
enum {
    SOLAR_ALIGN = 0x20,
    SOLAR_ORDER = 0x21,
    SOLAR_TILE = 0x22,
    SOLAR_LAUNCH = 0x23,
    SOLAR_MOVE = 0x24,
    SOLAR_ORBIT = 0x25,
    SOLAR_LAND = 0x26,
    SOLAR_LAND_MOON = 0x27,
    SOLAR_RESEARCH = 0x28,
    SOLAR_PASS = 0x29,
    SOLAR_END_TURN = 0x2a,
    SOLAR_TAKE_TECH = 0x2b,
    SOLAR_INCOME = 0x2c,
    SOLAR_TRACE = 0x2d,
    SOLAR_CARD_MOVE = 0x2e,
    SOLAR_EXCHANGE = 0x2f,
    SOLAR_BUY_CARD = 0x30,
    SOLAR_ORG = 0x31,
    SOLAR_ORG_DONE = 0x32,
    SOLAR_E_CHANGE = 0x33,
    SOLAR_E_MOVES = 0x34,
    SOLAR_E_LAUNCH = 0x35,
    SOLAR_E_ORBIT = 0x36,
    SOLAR_E_LAND = 0x37,
    SOLAR_E_LAND_MOON = 0x38,
    SOLAR_E_TECH = 0x39,
    SOLAR_E_ROTATE = 0x3a,
    SOLAR_E_LIMIT = 0x3b,
    SOLAR_E_NO_ASTEROIDS = 0x3c,
    SOLAR_E_MOVE_INSTEAD = 0x3d,
    SOLAR_E_PUT = 0x3e,
    SOLAR_E_REMOVE = 0x3f,
    SOLAR_E_MAIN = 0x40,
    SOLAR_E_NEXT_ROUND = 0x41,
    SOLAR_E_RESOLVED = 0x42
};

/* Resources of SOLAR_E_CHANGE. */
typedef enum solar_resource {
    SOLAR_CREDIT = 0,
    SOLAR_ENERGY = 1,
    SOLAR_CARD = 2,
    SOLAR_PUBLICITY = 3,
    SOLAR_DATA = 4,
    SOLAR_SCORE = 5,
    SOLAR_RED_TRACE = 6,
    SOLAR_YELLOW_TRACE = 7,
    SOLAR_BLUE_TRACE = 8,
    SOLAR_SIGNAL = 9,
    SOLAR_INCOME_CREDIT = 10, /* a card tucked for it, which the host has taken from wherever */
    SOLAR_INCOME_ENERGY = 11,
    SOLAR_INCOME_CARD = 12
} solar_resource;
#define SOLAR_RESOURCES 13

/* What else the statuses SOLAR_TOO_MANY and SOLAR_TOO_FEW count. */
enum {
    SOLAR_COUNTED_MOVES = 13,
    SOLAR_COUNTED_PROBES = 14,
    SOLAR_COUNTED_FIGURES = 15,
    SOLAR_COUNTED_LIMIT = 16
};

#define SOLAR_ACTION(kind, parameters) (((gpscore_action)(kind) << 24) | (gpscore_action)(parameters))

/* The dense index of a player's or a chance action, for masks of SOLAR_MASK_WORDS words; effects have none.
 *
 *       0..127  MOVE          32 d + s                         226..227  RESEARCH      bit 0
 *     128..159  MOVE instead  4 (p - 1) + d, p the planet      228       PASS
 *     160..161  LAUNCH        bit 0                            229       END_TURN
 *     162..169  ORBIT         p - 1, in a ring                 230..233  TAKE_TECH     t
 *     170..177  ORBIT         x, of an owned planet            234..237  INCOME
 *     178..201  LAND          3 (p - 1) + data space           238..240  TRACE
 *     202..209  LAND          x, of an owned planet            241       CARD_MOVE
 *     210..225  LAND_MOON     m                                242..247  EXCHANGE
 *                                                              248       BUY_CARD
 *     ALIGN, ORDER, TILE: their parameter                      249..252  ORG, 253 ORG_DONE
 */
#define SOLAR_MASK_WORDS 4
/* GPSCORE_NO_INDEX for what has none. */
unsigned solar_index(const solar_rules *rules, const solar_state *state, gpscore_action action);

/* ---- Playing --------------------------------------------------------------------------------------- */

/* The first state of a game, in SETUP_DISCS. */
void solar_init(const solar_rules *rules, solar_state *state);

/* Why a position cannot be: X(NAME, bit, words). */
#define SOLAR_PROBLEM_LIST(X)                                                                            \
    X(FOREIGN, 0, "it belongs to other rules")                                                           \
    X(PHASE, 1, "there is no such phase, or not under these rules")                                      \
    X(ALIGNMENT, 2, "the discs, the token or the order of the sector boards are out of range (R1, S11)") \
    X(SEAT, 3, "the active, starting or pending player does not play or does not fit the phase")         \
    X(ROUND, 4, "the round does not fit the rules or the phase")                                         \
    X(TURN, 5, "moves in hand, flags or limits of the turn are out of range or not of this phase")       \
    X(TILES, 6, "a stack of tech tiles cannot be so after the techs that are owned (R8)")                \
    X(PENDING, 7, "what is pending is not a reward or choice that can be")                               \
    X(RESOURCES, 8, "credits, energy, cards, publicity, data or counts are above their bounds (S9, R6)") \
    X(PROBES, 9, "a player has more probes than there can be")                                           \
    X(TECHS, 10, "a tech is switched off that is not owned, or by a seat that cannot (R12)")             \
    X(FIGURES, 11, "figures at a planet are too many, or not those on its covered spaces (R5, S17)")     \
    X(MOONS, 12, "a moon that is not there, or an owner who does not play (S18)")                        \
    X(ABSENT, 13, "a player who does not play has something")                                            \
    X(FLAGS, 14, "flags of a player do not fit the rules or the phase")                                  \
    X(DERIVED, 15, "a derived or reserved field differs from what the others give")

#define SOLAR_X(name, bit, words) SOLAR_PROBLEM_##name = 1 << bit,
typedef enum solar_problem { SOLAR_PROBLEM_LIST(SOLAR_X) } solar_problem;
#undef SOLAR_X

/* The mask of everything that is wrong with a state, 0 when there is nothing. Embedded, a host can make
 * any position within the bounds; alone, some that no play reaches pass too. */
uint32_t solar_validate(const solar_rules *rules, const solar_state *state);

/* The words for one bit of the mask; NULL when there is none. */
const char *solar_problem_text(int bit);

/* Compute every derived field (sum, probe counts) from the given ones, the slow way. */
void solar_derive(const solar_rules *rules, solar_state *state);

uint32_t solar_to_act(const solar_state *state); /* GPSCORE_TO_ACT_HOST in SETTLE and ROUND_END */
uint64_t solar_hash(const solar_state *state);
uint32_t solar_winners(const solar_rules *rules, const solar_state *state); /* a mask; 0 before the end */

/* What a player's score is worth, traces and signals as the rules count them; 0 for one who does not play. */
uint32_t solar_points(const solar_rules *rules, const solar_state *state, int player);

/* How many probes a player may have in the rings now (S5); what is there already stays. 0 for one who
 * does not play. */
int solar_probe_limit(const solar_rules *rules, const solar_state *state, int player);

/* The legal actions of a player (GPSCORE_CHANCE, GPSCORE_HOST for what only the host can do now) as a mask
 * over the index, and as ids in the order of the index. Effects that a host may apply at any time are not listed. */
void solar_legal_mask(const solar_rules *rules, const solar_state *state, int player,
                      uint64_t mask[SOLAR_MASK_WORDS]);
/* Keep of a player's mask only the actions of certain kinds: bit k of *kinds* is kind SOLAR_ALIGN + k. For a
 * host that allows less than the rules do now. */
#define SOLAR_KIND_BIT(kind) (UINT32_C(1) << ((kind) - SOLAR_ALIGN))
void solar_limit_mask(uint32_t kinds, uint64_t mask[SOLAR_MASK_WORDS]);

/* Their number, 0 when nothing is theirs to choose; and without listing a player's. */
size_t solar_legal_actions(const solar_rules *rules, const solar_state *state, int player,
                           gpscore_action *out);
size_t solar_count_actions(const solar_rules *rules, const solar_state *state, int player);

/* As gps_chance_outcomes and gps_sample_chance: 0 outcomes, and GPSCORE_NO_ACTION, when no chance is due. */
size_t solar_chance_outcomes(const solar_rules *rules, const solar_state *state, gpscore_outcome *out);
gpscore_action solar_sample_chance(const solar_rules *rules, const solar_state *state, uint64_t key);

/* As the functions of gps.h with these names. */
gpscore_status solar_why_illegal(const solar_rules *rules, const solar_state *state, int player,
                                 gpscore_action action, gpscore_error *error);
gpscore_status solar_apply(const solar_rules *rules, solar_state *state, int player, gpscore_action action,
                           solar_undo_info *undo, gpscore_error *error);
void solar_apply_unchecked(const solar_rules *rules, solar_state *state, int player, gpscore_action action,
                           solar_undo_info *undo);
void solar_undo(solar_state *state, const solar_undo_info *undo);
/* Whether the action of an undo record told somebody what they had not known: a chance outcome, and what a host
 * has settled, whose cards may come from a deck. A polite undo goes no further back than that. */
int solar_informs(const solar_rules *rules, const solar_undo_info *undo);

/* ---- Events ---------------------------------------------------------------------------------------- */

/* What an action did, in order: kind, player, args. w is the event's player; spaces, planets, moons, techs
 * 0-based; resources as solar_resource. */
enum {
    SOLAR_EVENT_LAUNCHED = 32, /* space */
    SOLAR_EVENT_LAUNCH_SKIPPED, /* - */
    SOLAR_EVENT_MOVED, /* from, to, cost */
    SOLAR_EVENT_PUBLICITY, /* gained (a visit or a push) */
    SOLAR_EVENT_MOVE_GAINED, /* number in hand (instead of publicity, for a card, by an effect) */
    SOLAR_EVENT_TURNED, /* discs that turned, 1 to 3 */
    SOLAR_EVENT_RODE, /* from, to, number of probes */
    SOLAR_EVENT_PUSHED, /* from, to, number of probes */
    SOLAR_EVENT_ORBITED, /* planet, space that the probe left */
    SOLAR_EVENT_LANDED, /* planet, space that the probe left */
    SOLAR_EVENT_LANDED_MOON, /* moon, space that the probe left, 1 when the moon was occupied */
    SOLAR_EVENT_FIRST_ORBIT, /* planet */
    SOLAR_EVENT_DATA_SPACE, /* planet, data space 1 or 2, 1 when it was covered and pays again */
    SOLAR_EVENT_GAINED, /* resource, number (what was really gained; two bytes, low first) */
    SOLAR_EVENT_SPENT, /* resource, number (two bytes) */
    SOLAR_EVENT_TECH, /* tech */
    SOLAR_EVENT_TILE, /* tech, bonus turned up */
    SOLAR_EVENT_LAPSED, /* - (an income without a card) */
    SOLAR_EVENT_DECLINED, /* - */
    SOLAR_EVENT_PASSED, /* - */
    SOLAR_EVENT_TURN_ENDED, /* - */
    SOLAR_EVENT_ROUND, /* round that begins, from 0 */
    SOLAR_EVENT_SETTLE, /* solar_reward_kind that the host must settle, number, planet or 0xff */
    SOLAR_EVENT_PUT, /* where (0 to 3), place, covered space (1 the first in an orbit) */
    SOLAR_EVENT_REMOVED, /* where, place, covered space */
    SOLAR_EVENT_OVER, /* - */
    SOLAR_EVENT_RING_MOVE_GAINED, /* number in hand, within the ring alone */
    SOLAR_EVENT_LIMIT, /* change of the probe limit (signed) */
    SOLAR_EVENT_TURN_LIMIT, /* change of the probe limit for this turn (signed) */
    SOLAR_EVENT_NO_ASTEROIDS, /* - (this turn, an effect) */
    SOLAR_EVENT_MOVE_INSTEAD, /* - (this turn, an effect) */
    SOLAR_EVENT_MAIN_USED, /* - (an effect) */
    SOLAR_EVENT_ORG_USED, /* tech that Turing uses or Helion switches off, else SOLAR_NOWHERE */
    SOLAR_EVENT_ALIGNED, /* disc, from 0; its offset (setup) */
    SOLAR_EVENT_ORDERED, /* order of the sector boards (setup) */
    SOLAR_EVENT_TILE_USED, /* 0 Xenolab's launch tile, 1 the research tile: turned over */
    SOLAR_EVENT_TILE_BACK /* the same: turned back */
};
#define SOLAR_EVENT_KINDS 37

/* The events of the action that led to *state* and whose record is *undo*; at most GPSCORE_MAX_EVENTS. With
 * them, what a state holds can be made from what it held: they leave out only fields of the head that say what
 * is due (phase to mark), the moves in hand, the flags of the turn and whose turn it is. */
size_t solar_events(const solar_rules *rules, const solar_state *state, const solar_undo_info *undo,
                    gpscore_event *out);

/* ---- Questions ------------------------------------------------------------------------------------- *
 *
 * About a player or planet that is not there they tell nothing: 0, SOLAR_NOWHERE, no way. Spaces and sectors are taken
 * modulo their number, which is a power of two. */

/* What a space shows: SOLAR_EMPTY, SOLAR_ASTEROID, SOLAR_COMET or SOLAR_PLANET + planet (S2). */
unsigned solar_content(const solar_rules *rules, const solar_state *state, unsigned space);

/* The items of a list of rewards, and in *count how many there are, 0 for a list that is not there. */
const solar_reward *solar_list(const solar_rules *rules, unsigned list, unsigned *count);

/* What is being paid: the reward, how many of it are left, the planet of "here" (0 Earth, SOLAR_NOWHERE for
 * none) and who gains. Its kind is SOLAR_NOTHING when no list is being paid. */
typedef struct solar_pending_info {
    solar_reward reward;
    uint8_t left;
    uint8_t planet;
    uint8_t player;
} solar_pending_info;
solar_pending_info solar_pending(const solar_rules *rules, const solar_state *state);

/* The star over a sector (R1): row 2 * board + 0 or 1 of solar_board.stars. */
unsigned solar_star_at(const solar_rules *rules, const solar_state *state, unsigned x);

/* The neighbour of a space in a direction of MOVE, or SOLAR_NOWHERE where the board ends (S6). */
unsigned solar_neighbour(unsigned space, unsigned direction);

/* The action that moves a probe of the one who is to move from a space to a neighbouring one: how a person
 * moves. Fails with GPSCORE_SOLAR_NOT_NEXT or _PLANET_NOT_NEXT when the two are no neighbours (S6); whether
 * the move is legal is for solar_why_illegal to say. */
gpscore_status solar_move_to(const solar_rules *rules, const solar_state *state, unsigned from, unsigned to,
                             gpscore_action *action, gpscore_error *error);

/* The space of a planet, SOLAR_NOWHERE for one that is in no ring. */
unsigned solar_planet_space(const solar_rules *rules, const solar_state *state, unsigned planet);

/* Orbiters and landers of an owner at a planet, its moons included (S19); 0 for owners and planets that are not. */
unsigned solar_figures_at(const solar_rules *rules, const solar_state *state, unsigned planet,
                          unsigned owner);

/* The moves that leaving a space costs a player now (S8); 0 for one who does not play. */
unsigned solar_move_cost(const solar_rules *rules, const solar_state *state, int player, unsigned space);

/* How far from a space: the least moves to it, and the most publicity that a way to it earns within the
 * moves that were asked for, every entry counted and the limit of 10 left aside (S9). */
typedef struct solar_reach_info {
    uint8_t cost; /* SOLAR_NOWHERE when it is out of reach */
    uint8_t publicity;
} solar_reach_info;
#define SOLAR_MAX_REACH 20

/* For every space, reached by a probe of the player from *from* with at most *moves* moves (at most
 * SOLAR_MAX_REACH) in today's alignment. Returns the mask of the spaces in reach, *from* included; 0 for a player who
 * does not play. */
uint32_t solar_reach(const solar_rules *rules, const solar_state *state, int player, unsigned from,
                     unsigned moves, solar_reach_info out[SOLAR_SPACES]);

/* The way behind an entry of solar_reach: the cheapest, or with *most_publicity* the one that earns most, of
 * those the cheapest. Directions as in MOVE, at most *moves*; their number, or -1 when it is out of reach. */
int solar_path(const solar_rules *rules, const solar_state *state, int player, unsigned from, unsigned to,
               unsigned moves, int most_publicity, uint8_t directions[SOLAR_MAX_REACH]);

/* The next rotations: *after* is the state behind *count* of them, nothing else being done (not to be played
 * on; before the first turn nothing turns); the events say
 * which discs turn, who rides, who is pushed where and what it earns. Returns how many events there are;
 * those beyond *size* are counted, not written. */
size_t solar_preview(const solar_rules *rules, const solar_state *state, unsigned count, solar_state *after,
                     gpscore_event *out, size_t size);

/* The moves from Earth to a planet today (costs[0]) and after each of *count* coming rotations, for a player
 * with or without the asteroids' penalty as it is in this turn; SOLAR_NOWHERE when no way is shorter than
 * 40. An owned planet is in reach from any space of ring 4. */
void solar_windows(const solar_rules *rules, const solar_state *state, int player, unsigned planet,
                   unsigned count, uint8_t *costs);

/* ---- Bundled players ------------------------------------------------------------------------------- */

/* As gps_choose: GPSCORE_NO_ACTION when the seat does not choose. */
gpscore_action solar_choose(const solar_rules *rules, const solar_state *state, int player,
                            gpscore_policy policy, uint64_t key);

/* ---- Packed form, text, observation ---------------------------------------------------------------- */

#define SOLAR_PACKED_VERSION 1
#define SOLAR_MAX_PACKED 256
size_t solar_packed_size(const solar_rules *rules);
void solar_pack(const solar_rules *rules, const solar_state *state, uint8_t *out);
gpscore_status solar_unpack(const solar_rules *rules, const uint8_t *bytes, size_t length, solar_state *state,
                            gpscore_error *error);

#define SOLAR_STATE_TEXT 2048
size_t solar_state_write(const solar_rules *rules, const solar_state *state, char *buffer, size_t size);
gpscore_status solar_state_parse(const solar_rules *rules, const char *text, size_t length,
                                 solar_state *state, gpscore_error *error);

/* Actions in words, the same for every board: "move:1.5>cw", "launch", "land:p3/1" ... docs/formats.md has
 * the list. Planets and moons are written p1 and m0. */
#define SOLAR_ACTION_TEXT 48
size_t solar_action_write(gpscore_action action, char *buffer, size_t size);
gpscore_status solar_action_parse(const solar_rules *rules, const solar_state *state, const char *text,
                                  size_t length, gpscore_action *action, gpscore_error *error);

/* What a player sees, which is everything, as bytes for learning, version 1: seats and owners are counted from the
 * viewer. The slices are named in solar_game.observation (game.h):
 *
 *       0  phase acting active start round rounds players     40  probes: seven a player
 *       7  discs 3, token, sectors, planets 9                 68  17 numbers a player, by kind: scores, goods,
 *      21  tiles 4, tiles_down 4                                  tucked cards, traces, techs, flags, limits
 *      29  moves ring_moves turn turn_limit                  136  orbiters and landers, 40 each; first orbits 8,
 *      33  pending list item left step after mark                 data spaces 16, moons 16
 *
 * In a batch a lane shows what its player sees who is to act, or when nobody is, whose turn it was last. */
#define SOLAR_OBSERVATION_VERSION 1
#define SOLAR_OBSERVATION 256
void solar_observe(const solar_rules *rules, const solar_state *state, int player, uint8_t *out);

/* Draw the board with its discs, the probes, the figures at the planets, the tech tiles and what the players
 * have, as SVG into *buffer*; the rest is as for gps_svg. Events of *options* are those of solar_events. */
#define SOLAR_SVG_TEXT 131072
gpscore_status solar_svg(const solar_rules *rules, const solar_state *state,
                         const gpscore_svg_options *options, char *buffer, size_t size, size_t *length,
                         gpscore_error *error);

/* The table of operations of this game, for game.h. */
extern const gpscore_game solar_game;

#ifdef __cplusplus
}
#endif
#endif
