/* GPS: the course of a batch for vectors of bytes, a lane in each. A file of its own for each kind of vectors says
 * what VECTOR_KERNEL, VECTOR_KIND, VECTOR_TARGET and VECTOR_INLINE are, how wide a vector is (WIDTH), what a vec is and
 * what the v_ (bytes), h_ (16 bits) and w_ (32 bits) functions do, and includes this once.
 *
 * A block keeps 64 lanes, field by field:
 *
 *     position     a row of 64 bytes for each satellite of each player: its space, UP or DOWN
 *     all others   a row of 64 for each field
 *
 * That is all there is of a ring. Which spaces are taken near the pointed one, which satellites are face up, who has
 * won: a pass over the rows tells, in a few instructions for a row of 32 lanes. The number of placed, face-up
 * and face-down satellites follows from the turn. The lanes of a block are nearly always in the same phase; the
 * rare lane that is not, or that ends, is looked at by itself. */
#include <string.h>

#include "text.h"

enum { LANES = GPSCORE_BATCH_BLOCK, UP = 0x80, DOWN = 0x81, NOBODY = GPSCORE_BATCH_NO_ACTION };

/* Draws take key + number * GOLDEN. Since numbers grow by 8 with a turn and turns of lanes with the clock of their
 * block, that is salt + (8 clock + slot) * GOLDEN. */
#define GOLDEN UINT32_C(0x9e3779b9)

typedef struct block {
    uint32_t salt[LANES]; /* at word_of: low half of the key - 8 born GOLDEN */
    uint32_t high[LANES]; /* at word_of: high half of the key */
    uint64_t episode[LANES];
    uint32_t born[LANES]; /* turn = clock - born */
    uint32_t game_start[LANES];
    uint32_t first_turn[LANES];
    uint8_t pointed[LANES];
    uint8_t played[LANES]; /* turns of this game, at most 255 */
    uint8_t left[LANES]; /* at least as many turns pass until the limit or the last turn; when 0, look */
    uint8_t stage[LANES];
    uint64_t odd; /* lanes with open choices */
    uint32_t clock;
    uint32_t reserved[13];
    /* then for each player a row of wins and one of open choices, then the positions */
} block;

_Static_assert(sizeof(block) % GPSCORE_BATCH_ALIGN == 0, "rows are aligned");

/* Where the words of a lane are, so that four vectors of words are shuffled into one of bytes within each word: byte
 * 4 k + j of a group comes from word k of vector j. */
static inline unsigned word_of(unsigned lane) {
    return (lane & ~(WIDTH - 1u)) + (lane & 3u) * (WIDTH / 4u) + (lane & (WIDTH - 1u)) / 4u;
}

/* ---- Memory ------------------------------------------------------------------------------------------ */

static uint64_t block_bytes(const gps_rules *rules) {
    return sizeof(block) + (uint64_t)rules->players * (2u + rules->satellites) * LANES;
}

static uint64_t lane_bytes(const void *rules, uint64_t lanes) {
    return (lanes + LANES - 1u) / LANES * block_bytes((const gps_rules *)rules);
}

static block *block_at(const gpscore_batch *batch, uint64_t lane) {
    return (block *)(void *)((uint8_t *)batch->arrays.lanes +
                             lane / LANES * block_bytes(gps__rules_of(batch)));
}

static inline uint8_t *wins_row(block *b, int player) { return (uint8_t *)(b + 1) + player * 2 * LANES; }
static inline uint8_t *choice_row(block *b, int player) { return wins_row(b, player) + LANES; }
/* The first row of a player's positions. */
static inline uint8_t *ring_rows(block *b, const gps_rules *rules, int player) {
    return (uint8_t *)(b + 1) + (rules->players * 2 + player * rules->satellites) * LANES;
}

static inline uint64_t key_of(const block *b, unsigned lane) {
    const unsigned w = word_of(lane);
    return (uint64_t)b->high[w] << 32 | (b->salt[w] + 8u * b->born[lane] * GOLDEN);
}

/* Turns until something may end, at most 255. */
static uint8_t turns_left(const gpscore_batch *batch, uint32_t turn, uint32_t first_turn) {
    const uint32_t max_turns = batch->options.max_turns, since = turn - first_turn;
    uint32_t left = gps__rules_of(batch)->last_turn - turn;
    if (max_turns) left = gpscore__least(left, since < max_turns ? max_turns - since : 1u);
    return (uint8_t)gpscore__least(left, 255u);
}

/* One lane out of its block, and into it. */
static void take_out(const gpscore_batch *batch, block *b, unsigned i, gps__lane *lane, gps_ring *rings) {
    const gps_rules *rules = gps__rules_of(batch);
    const gps__lane empty = {0};
    *lane = empty;
    lane->key = key_of(b, i);
    lane->episode = b->episode[i];
    lane->turn = b->clock - b->born[i];
    lane->game_start = b->game_start[i];
    lane->first_turn = b->first_turn[i];
    lane->pointed = b->pointed[i];
    lane->stage = b->stage[i];
    for (int p = 0; p < rules->players; p++) {
        const uint8_t *row = ring_rows(b, rules, p) + i;
        gps_ring ring = {0};
        for (int s = 0; s < GPS_MAX_SATELLITES; s++) {
            const unsigned at = s < rules->satellites ? row[s * LANES] : GPS_NOWHERE;
            ring.position[s] = (uint8_t)(at < GPS_MAX_SPACES ? at : GPS_NOWHERE);
            ring.up |= (uint16_t)((at == UP) << s);
            ring.down |= (uint16_t)((at == DOWN) << s);
            if (at < GPS_MAX_SPACES) ring.occupied |= UINT64_C(1) << at;
        }
        ring.order = (uint16_t)gps__order(rules, &ring);
        ring.choice = choice_row(b, p)[i];
        lane->open |= (uint8_t)((ring.choice != 0) << p);
        lane->wins[p] = wins_row(b, p)[i];
        rings[p] = ring;
    }
}

static void put_key(block *b, unsigned i, uint64_t key, uint32_t turn, uint32_t clock) {
    const unsigned w = word_of(i);
    b->born[i] = clock - turn;
    b->salt[w] = (uint32_t)key - 8u * b->born[i] * GOLDEN;
    b->high[w] = (uint32_t)(key >> 32);
}

static void put_in(const gpscore_batch *batch, block *b, unsigned i, const gps__lane *lane,
                   const gps_ring *rings) {
    const gps_rules *rules = gps__rules_of(batch);
    put_key(b, i, lane->key, lane->turn, b->clock);
    b->episode[i] = lane->episode;
    b->game_start[i] = lane->game_start;
    b->first_turn[i] = lane->first_turn;
    b->pointed[i] = lane->pointed;
    b->played[i] = (uint8_t)gpscore__least(lane->turn - lane->game_start, 255u);
    b->left[i] = turns_left(batch, lane->turn, lane->first_turn);
    b->stage[i] = lane->stage;
    for (int p = 0; p < rules->players; p++) {
        uint8_t *row = ring_rows(b, rules, p) + i;
        const gps_ring *ring = &rings[p];
        for (int s = 0; s < rules->satellites; s++) {
            row[s * LANES] = ring->position[s] != GPS_NOWHERE ? ring->position[s]
                             : ring->up >> s & 1u             ? UP
                                                              : DOWN;
        }
        choice_row(b, p)[i] = ring->choice;
        wins_row(b, p)[i] = lane->wins[p];
    }
    b->odd = (b->odd & ~(UINT64_C(1) << i)) | (uint64_t)(lane->open != 0) << i;
}

/* ---- Draws ------------------------------------------------------------------------------------------- */

/* Numbers below those of *even* for the even player and below those of *odd* for the odd one, 0 where there are
 * none. */
typedef struct pair {
    vec even, odd;
} pair;

/* What tells the numbers of a draw: slot, clock of the block, and, for a deal of setups, its number. */
typedef struct draw_place {
    uint32_t clock, slot;
    int deal; /* -1: none */
} draw_place;

/* The few lanes whose draw may have to be rejected, one by one. */
typedef struct doubtful {
    uint32_t low[WIDTH]; /* at word_of: not 0 when it may */
    uint8_t of[2][WIDTH], drawn[2][WIDTH];
} doubtful;

static GPSCORE__APART void draw_again(const block *b, unsigned group, draw_place place, doubtful *d) {
    for (unsigned i = 0; i < WIDTH; i++) {
        if (!d->low[word_of(i)]) continue;
        const unsigned lane = group + i;
        const uint32_t number =
            place.deal < 0 ? 8u * (place.clock - b->born[lane]) + place.slot
                           : gps_draw_deal(b->game_start[lane], (uint32_t)place.deal, 0) + place.slot;
        for (unsigned half = 0; half < 2; half++) {
            const uint32_t n = d->of[half][i];
            if (n) d->drawn[half][i] = (uint8_t)gpscore_draw16_below(key_of(b, lane), number, half, n);
        }
    }
}

/* A vector of any number below 16, as an operand in memory rather than in a register. */
#define NUMBER8(i)  i, i, i, i, i, i, i, i
#define NUMBER32(i) {NUMBER8(i), NUMBER8(i), NUMBER8(i), NUMBER8(i)}
static const uint8_t numbers[GPS_MAX_SATELLITES][32] = {
    NUMBER32(0),  NUMBER32(1),  NUMBER32(2),  NUMBER32(3),  NUMBER32(4),  NUMBER32(5),
    NUMBER32(6),  NUMBER32(7),  NUMBER32(8),  NUMBER32(9),  NUMBER32(10), NUMBER32(11),
    NUMBER32(12), NUMBER32(13), NUMBER32(14), NUMBER32(15),
};
VECTOR_INLINE vec v_number(int i) { return v_load(numbers[i]); }

VECTOR_INLINE vec w_mix(vec x) {
    x = w_times(v_xor(x, w_right(x, 16)), w_set(0x7feb352du));
    x = w_times(v_xor(x, w_right(x, 15)), w_set(0x846ca68bu));
    return v_xor(x, w_right(x, 16));
}

/* Byte 4 k + j of a vector as the low half of word k, or as the high one; as the high byte of a half. */
#define SPREAD(j, a, b)                                                                             \
    {                                                                                               \
        a(j), 255, b(j), 255, a(j + 4), 255, b(j + 4), 255, a(j + 8), 255, b(j + 8), 255, a(j + 12), \
            255, b(j + 12), 255                                                                     \
    }
#define SPREAD_HIGH(j, a, b)                                                                        \
    {                                                                                               \
        255, a(j), 255, b(j), 255, a(j + 4), 255, b(j + 4), 255, a(j + 8), 255, b(j + 8), 255,      \
            a(j + 12), 255, b(j + 12)                                                               \
    }
#define THIS(i) (i)
#define NONE(i) 255
static const uint8_t spread_even[4][16] = {SPREAD(0, THIS, NONE), SPREAD(1, THIS, NONE),
                                           SPREAD(2, THIS, NONE), SPREAD(3, THIS, NONE)};
static const uint8_t spread_odd[4][16] = {SPREAD(0, NONE, THIS), SPREAD(1, NONE, THIS), SPREAD(2, NONE, THIS),
                                          SPREAD(3, NONE, THIS)};

/* The draws of a group, whose keys plus numbers are *salt* + *offset*; gpscore_draw16_below for vectors. */
VECTOR_INLINE pair draw_from(const block *b, unsigned group, const uint32_t *salt, uint32_t offset,
                             const draw_place place, pair of, const int with_odd) {
    vec high[4], low[4];
    for (int j = 0; j < 4; j++) {
        const vec at = w_add(v_load(salt + group + j * (WIDTH / 4)), w_set(offset));
        const vec x = w_mix(v_xor(w_mix(at), v_load(b->high + group + j * (WIDTH / 4))));
        vec n = v_look(of.even, v_table(spread_even[j]));
        if (with_odd) n = v_or(n, v_look(of.odd, v_table(spread_odd[j])));
        high[j] = h_high(x, n);
        low[j] = h_sub_least(n, h_low(x, n));
    }
    const vec one = v_or(high[0], w_left(high[1], 8)), two = v_or(high[2], w_left(high[3], 8));
    pair drawn = {w_halves(one, w_left(two, 16)), with_odd ? w_halves(w_right(one, 16), two) : v_set(0)};
    if (v_any(v_or(v_or(low[0], low[1]), v_or(low[2], low[3])))) {
        doubtful d;
        for (int j = 0; j < 4; j++) v_store(d.low + j * (WIDTH / 4), low[j]);
        v_store(d.of[0], of.even);
        v_store(d.of[1], of.odd);
        v_store(d.drawn[0], drawn.even);
        v_store(d.drawn[1], drawn.odd);
        draw_again(b, group, place, &d);
        drawn.even = v_load(d.drawn[0]);
        drawn.odd = v_load(d.drawn[1]);
    }
    return drawn;
}

VECTOR_INLINE pair draw(const block *b, unsigned group, uint32_t clock, uint32_t slot, pair of,
                        const int with_odd) {
    const draw_place place = {clock, slot, -1};
    return draw_from(b, group, b->salt, (8u * clock + slot) * GOLDEN, place, of, with_odd);
}

/* ---- A ring ------------------------------------------------------------------------------------------ */

/* The number of ones at the low end of each byte. */
VECTOR_INLINE vec ones(vec bytes) {
    static const uint8_t of_nibble[16] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4};
    const vec table = v_table(of_nibble), nibble = v_set(15);
    const vec low = v_look(table, v_and(bytes, nibble));
    const vec high = v_look(table, v_and(w_right(bytes, 4), nibble));
    return v_add(low, v_and(high, v_equal(low, v_set(4))));
}

/* x or x - spaces, for x of 0 to twice the spaces; x or x + spaces, for those of -spaces to spaces - 1. */
VECTOR_INLINE vec wrap_down(vec x, vec spaces) { return v_min(x, v_sub(x, spaces)); }
VECTOR_INLINE vec wrap_up(vec x, vec spaces) { return v_min(x, v_add(x, spaces)); }

/* How many spaces from the pointed one on are taken clockwise, and from the one before it on counter-clockwise. */
typedef struct runs {
    vec clockwise, counter;
} runs;

/* The same for runs of any length, at most 16. */
static GPSCORE__APART VECTOR_TARGET void long_runs(const gps_rules *rules, const uint8_t *rows, vec pointed,
                                                   runs *found) {
    static const uint8_t low_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128},
                         high_bits[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
    const vec spaces = v_set(rules->spaces), low_table = v_table(low_bits), high_table = v_table(high_bits);
    const vec before = wrap_up(v_sub(pointed, v_set(1)), spaces);
    vec low[2] = {v_set(0), v_set(0)}, high[2] = {v_set(0), v_set(0)}, run[2];
    for (int i = 0; i < rules->satellites; i++) {
        const vec at = v_load(rows + i * LANES);
        const vec placed = v_greater(at, v_set(0xff)); /* UP and DOWN are negative */
        const vec away[2] = {wrap_up(v_sub(at, pointed), spaces), wrap_up(v_sub(before, at), spaces)};
        for (int k = 0; k < 2; k++) {
            const vec near = v_near(v_select(placed, away[k], v_set(0xff)));
            low[k] = v_or(low[k], v_look(low_table, near));
            high[k] = v_or(high[k], v_look(high_table, near));
        }
    }
    for (int k = 0; k < 2; k++) {
        run[k] = v_add(ones(low[k]), v_and(ones(high[k]), v_equal(low[k], v_set(0xff))));
    }
    found->clockwise = run[0];
    found->counter = run[1];
}

/* Spaces p + 7 down to p - 8 as places 0 to 15 of a window; place 7 is the pointed one. *ahead* is p + 7. */
VECTOR_INLINE runs short_runs(const gps_rules *rules, const int satellites, const uint8_t *rows, vec pointed,
                              vec ahead) {
    static const uint8_t clockwise_bits[16] = {128, 64, 32, 16, 8, 4, 2, 1};
    static const uint8_t counter_bits[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
    const vec spaces = v_set(rules->spaces), full = v_set(0xff);
    const vec clockwise_table = v_table(clockwise_bits), counter_table = v_table(counter_bits);
    vec clockwise = v_set(0), counter = v_set(0);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (int i = 0; i < satellites; i++) {
        /* UP and DOWN end up far away: 127 at least before, 255 at most after the wrap. */
        const vec place = v_near(wrap_up(v_sub(ahead, v_load(rows + i * LANES)), spaces));
        clockwise = v_or(clockwise, v_look(clockwise_table, place));
        counter = v_or(counter, v_look(counter_table, place));
        VECTOR_KEEP(clockwise);
        VECTOR_KEEP(counter);
    }
    runs found = {ones(clockwise), ones(counter)};
    if (rules->spaces < 16 || v_any(v_or(v_equal(clockwise, full), v_equal(counter, full)))) {
        runs any;
        long_runs(rules, rows, pointed, &any);
        return any;
    }
    return found;
}

/* Where a satellite of a ring ends (gps__targets), and whether it is the same both ways; then only clockwise
 * counts. */
typedef struct ways {
    vec clockwise, counter, two;
} ways;

/* In the closest rings all placed leave one space. *crowded* says in which lanes. */
VECTOR_INLINE ways look_around(const gps_rules *rules, const int satellites, const uint8_t *rows, vec pointed,
                               vec ahead, vec crowded) {
    const vec spaces = v_set(rules->spaces);
    const runs run = short_runs(rules, satellites, rows, pointed, ahead);
    const ways found = {
        wrap_down(v_add(pointed, run.clockwise), spaces),
        wrap_up(v_sub(v_sub(pointed, v_set(1)), run.counter), spaces),
        v_without(v_greater(run.clockwise, v_set(0)), crowded),
    };
    return found;
}

/* Put satellite *which* of each lane, if it has that number, in space *to*. Where the ring now is in order. */
VECTOR_INLINE vec put(const int satellites, uint8_t *rows, vec which, vec to) {
    vec before = v_set(0xff), ordered = v_set(0xff);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (int i = 0; i < satellites; i++) {
        uint8_t *row = rows + i * LANES;
        const vec at = v_select(v_equal(which, v_number(i)), to, v_load(row));
        v_store(row, at);
        ordered = v_and(ordered, v_greater(at, before)); /* UP and DOWN are negative: never */
        before = at;
    }
    return ordered;
}

/* The satellite number n (from 0) of those with this code; NOBODY where there are none. */
VECTOR_INLINE vec find(const int satellites, const uint8_t *rows, unsigned code, vec n) {
    vec found = v_set(NOBODY);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (int i = 0; i < satellites; i++) {
        const vec is = v_equal(v_load(rows + i * LANES), v_set(code));
        found = v_select(v_and(is, v_equal(n, v_set(0))), v_number(i), found);
        n = v_add(n, is);
    }
    return found;
}

/* Turn number n of the face-down satellites face up, in the lanes of the mask. */
VECTOR_INLINE void turn_up(const int satellites, uint8_t *rows, vec n, vec mask) {
    n = v_select(mask, n, v_set(0xff));
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (int i = 0; i < satellites; i++) {
        uint8_t *row = rows + i * LANES;
        const vec at = v_load(row);
        const vec is = v_equal(at, v_set(DOWN));
        v_store(row, v_add(at, v_and(is, v_equal(n, v_set(0))))); /* DOWN - 1 is UP */
        n = v_add(n, is);
    }
}

/* ---- Choices ------------------------------------------------------------------------------------------ */

/* Where a step begins, for one group of WIDTH lanes of a block. */
typedef struct lane_group {
    const gpscore_batch *batch;
    const gps_rules *rules;
    block *b;
    uint8_t *rows; /* positions of player 0 */
    unsigned first; /* lane of the block */
    vec plays; /* the lanes whose game goes on */
    vec pointed, ahead;
    vec placing; /* those in which satellites are placed */
    vec candidates; /* how many satellites are to choose among */
    vec crowded;
} lane_group;

/* What a step knows of a group beforehand, so that it is compiled for that: the number of satellites, and whether
 * any lane may be placing. */
typedef struct given_that {
    int satellites, placing;
} given_that;

/* A choice in each lane: the satellite, NOBODY in lanes that do not play, and whether it goes counter-clockwise. */
typedef struct choices {
    vec satellite, counter, to;
} choices;

VECTOR_INLINE lane_group look_at_group(const gpscore_batch *batch, block *b, unsigned first,
                                       const given_that t) {
    const gps_rules *rules = gps__rules_of(batch);
    const vec all = v_set((unsigned)t.satellites), none = v_set(0);
    const vec missing = t.placing ? v_sub_least(all, v_load(b->played + first)) : none;
    lane_group g;
    g.batch = batch;
    g.rules = rules;
    g.b = b;
    g.rows = (uint8_t *)(b + 1) + rules->players * (2 * LANES) + first;
    g.first = first;
    g.plays = v_equal(v_load(b->stage + first), v_set(GPSCORE_LANE_PLAYS));
    g.pointed = v_load(b->pointed + first);
    g.ahead = wrap_down(v_add(g.pointed, v_set(7)), v_set(rules->spaces));
    g.placing = t.placing ? v_greater(missing, none) : none;
    g.candidates = t.placing ? v_select(g.placing, v_min(missing, v_set(rules->face_up)), all) : all;
    g.crowded = rules->spaces == t.satellites + 1 ? v_equal(missing, none) : none;
    return g;
}

VECTOR_INLINE uint8_t *rows_of(const lane_group *g, int player, const given_that t) {
    return g->rows + player * t.satellites * LANES;
}

VECTOR_INLINE ways ways_of(const lane_group *g, int player, const given_that t) {
    return look_around(g->rules, t.satellites, rows_of(g, player, t), g->pointed, g->ahead, g->crowded);
}

/* Number n of the legal choices. */
VECTOR_INLINE choices nth_choice(const lane_group *g, int player, const given_that t, const ways *w, vec n) {
    choices c;
    c.counter = v_greater(n, v_sub(g->candidates, v_set(1)));
    n = v_sub(n, v_and(c.counter, g->candidates));
    c.satellite = n; /* when all are placed every satellite is a candidate */
    if (t.placing) c.satellite = v_select(g->placing, find(t.satellites, rows_of(g, player, t), UP, n), n);
    c.satellite = v_select(g->plays, c.satellite, v_set(NOBODY));
    c.to = v_select(c.counter, w->counter, w->clockwise);
    return c;
}

/* Players p and p + 1, every choice alike. */
VECTOR_INLINE void choose_uniform(const lane_group *g, int p, const int both, const given_that t,
                                  choices *out) {
    ways w[2];
    pair of = {v_set(0), v_set(0)};
    w[0] = ways_of(g, p, t);
    of.even = v_add(g->candidates, v_and(g->candidates, w[0].two));
    if (both) {
        w[1] = ways_of(g, p + 1, t);
        of.odd = v_add(g->candidates, v_and(g->candidates, w[1].two));
    }
    const pair n = draw(g->b, g->first, g->b->clock, gps_draw_choice(0, p), of, both);
    out[0] = nth_choice(g, p, t, &w[0], n.even);
    if (both) out[1] = nth_choice(g, p + 1, t, &w[1], n.odd);
}

#include "gps_batch_best.h"

/* ---- What ends and what begins -------------------------------------------------------------------------- */

/* What comes of a step of a block, lane by lane. */
typedef struct results {
    uint8_t ended[LANES]; /* gps__outcome of each */
    uint8_t winners[LANES];
    uint64_t begun; /* lanes in which a game began */
    int last; /* this step is the one that the arrays will tell of */
    gpscore_batch_stats *stats;
} results;

/* The lanes of a group that are dealt anew. */
typedef struct deals {
    uint32_t salt
        [LANES]; /* at word_of: low half of the key + 8 * 48 game_start GOLDEN; only the group's are used */
    uint8_t dealt[WIDTH]; /* 0xff in the lanes that are */
    uint8_t spins[WIDTH]; /* 0xff in those that are spun for afterwards */
    int any;
} deals;

static void mark_deal(block *b, unsigned group, unsigned lane, deals *d) {
    d->salt[word_of(lane)] = (uint32_t)key_of(b, lane) + 8u * 48u * b->game_start[lane] * GOLDEN;
    d->dealt[lane - group] = 0xff;
    d->spins[lane - group] = 0xff;
    d->any = 1;
}

static void begin_game(const gpscore_batch *batch, block *b, uint64_t at, unsigned group, results *r,
                       deals *d) {
    const unsigned i = (unsigned)(at % LANES);
    const gps_rules *rules = gps__rules_of(batch);
    b->episode[i]++;
    put_key(b, i, gps__lane_key(batch, at, b->episode[i]), 0, b->clock);
    b->game_start[i] = b->first_turn[i] = 0;
    b->played[i] = 0;
    b->left[i] = turns_left(batch, 0, 0);
    b->stage[i] = GPSCORE_LANE_PLAYS;
    for (int p = 0; p < rules->players; p++) wins_row(b, p)[i] = choice_row(b, p)[i] = 0;
    b->odd &= ~(UINT64_C(1) << i);
    r->begun |= UINT64_C(1) << i;
    mark_deal(b, group, i, d);
}

/* The end of a turn of lane *at*, the clock of whose block has been set on. *won* is the mask of those whose rings are
 * in order. */
static void end_turn(const gpscore_batch *batch, block *b, uint64_t at, unsigned group, uint32_t won,
                     results *r, deals *d) {
    const unsigned i = (unsigned)(at % LANES);
    const gps_rules *rules = gps__rules_of(batch);
    const uint32_t turn = b->clock - b->born[i], max_turns = batch->options.max_turns;
    uint8_t wins[GPS_MAX_PLAYERS];
    gps__outcome outcome = {0, 0, 0};
    for (int p = 0; p < rules->players; p++) wins[p] = wins_row(b, p)[i];
    const gps_phase phase = gps__judge(rules, wins, won, turn);
    if (phase == GPS_OVER) {
        outcome.ended = GPSCORE_LANE_TERMINATED;
        outcome.winners = (uint8_t)gps__match_winners(rules, wins);
        d->spins[i - group] = 0;
        b->pointed[i] = GPS_NOWHERE;
    } else if (max_turns && turn - b->first_turn[i] >= max_turns) {
        outcome.ended = GPSCORE_LANE_TRUNCATED;
    }
    for (int p = 0; p < rules->players; p++) wins_row(b, p)[i] = wins[p];
    if (!outcome.ended) b->left[i] = turns_left(batch, turn, b->first_turn[i]);
    if (outcome.ended) {
        r->ended[i] = outcome.ended;
        r->winners[i] = outcome.winners;
        b->stage[i] = outcome.ended;
        if (r->stats) gps__count_game(r->stats, outcome, turn - b->first_turn[i]);
        if (batch->options.autoreset == GPSCORE_SAME_STEP) {
            if (r->last && batch->arrays.final_observation) {
                gps_ring rings[GPS_MAX_PLAYERS];
                gps__lane lane;
                take_out(batch, b, i, &lane, rings);
                gps__lane_go_on(rules, &lane, rings, phase);
                gps__lane_observe(batch, batch->arrays.final_observation, at, &lane, rings);
            }
            begin_game(batch, b, at, group, r, d);
            return;
        }
    }
    if (phase == GPS_SHUFFLE) {
        b->game_start[i] = turn;
        b->played[i] = 0;
        mark_deal(b, group, i, d);
    }
}

/* The lanes of a group whose games may end or begin, as bits; won[p] is where player p's ring is in order. */
static GPSCORE__APART void settle(const gpscore_batch *batch, block *b, uint64_t at, unsigned group,
                                  uint32_t ending, uint32_t resting, uint8_t won[][WIDTH], results *r,
                                  deals *d) {
    const int players = gps__rules_of(batch)->players;
    d->any = 0;
    for (unsigned i = 0; i < WIDTH; i++) d->dealt[i] = 0;
    for (; resting; resting &= resting - 1u) {
        begin_game(batch, b, at + group + gpscore__lowest(resting), group, r, d);
    }
    for (; ending; ending &= ending - 1u) {
        const unsigned i = gpscore__lowest(ending);
        uint32_t winners = 0;
        for (int p = 0; p < players; p++) winners |= (uint32_t)(won[p][i] & 1u) << p;
        end_turn(batch, b, at + group + i, group, winners, r, d);
    }
}

/* Setups (G2) of the lanes that are dealt anew. */
static GPSCORE__APART VECTOR_TARGET void deal_group(const gps_rules *rules, block *b, unsigned group,
                                                    const deals *d) {
    const int satellites = rules->satellites, all_up = rules->face_up == satellites;
    const vec dealt = v_load(d->dealt), code = v_set(all_up ? UP : DOWN);
    for (int p = 0; p < rules->players; p++) {
        uint8_t *rows = ring_rows(b, rules, p) + group;
        for (int i = 0; i < satellites; i++) {
            v_store(rows + i * LANES, v_select(dealt, code, v_load(rows + i * LANES)));
        }
    }
    for (int n = 0; n < rules->face_up && !all_up; n++) {
        const vec of = v_and(dealt, v_set((unsigned)(satellites - n)));
        for (int p = 0; p < rules->players; p += 2) {
            const draw_place place = {b->clock, 8u * ((unsigned)p / 2u), n};
            const uint32_t offset = gps_draw_deal(0, (uint32_t)n, p) * GOLDEN;
            const pair drawn = draw_from(b, group, d->salt, offset, place, (pair){of, of}, 1);
            turn_up(satellites, ring_rows(b, rules, p) + group, drawn.even, dealt);
            if (p + 1 < rules->players)
                turn_up(satellites, ring_rows(b, rules, p + 1) + group, drawn.odd, dealt);
        }
    }
}

static GPSCORE__APART void spin_weighted(const gps_rules *rules, block *b, unsigned group,
                                         const uint8_t *spins) {
    for (unsigned i = group; i < group + WIDTH; i++) {
        if (spins[i - group])
            b->pointed[i] = (uint8_t)gps__draw_spin(rules, key_of(b, i), b->clock - b->born[i]);
    }
}

VECTOR_INLINE void spin(const gps_rules *rules, block *b, unsigned group, vec spins) {
    if (rules->uniform) {
        const pair of = {v_set(rules->spaces), v_set(0)};
        const vec drawn = draw(b, group, b->clock, gps_draw_spin(0), of, 0).even;
        v_store(b->pointed + group, v_select(spins, drawn, v_load(b->pointed + group)));
    } else {
        uint8_t lanes[WIDTH];
        v_store(lanes, spins);
        spin_weighted(rules, b, group, lanes);
    }
}

/* ---- Turns ---------------------------------------------------------------------------------------------- */

/* G6: of n face-down satellites of each player, in each lane. */
VECTOR_INLINE void reveal(const lane_group *g, const given_that t, const int players, uint32_t clock, vec n) {
    const vec owing = v_greater(n, v_set(0));
    for (int p = 0; p < players; p += 2) {
        const pair drawn = draw(g->b, g->first, clock, gps_draw_reveal(0, p), (pair){n, n}, 1);
        turn_up(t.satellites, rows_of(g, p, t), drawn.even, owing);
        if (p + 1 < players) turn_up(t.satellites, rows_of(g, p + 1, t), drawn.odd, owing);
    }
}

/* The choices are carried out, chance is resolved. *clock* is that of the turn; the block's is one ahead already. */
VECTOR_INLINE void take_turn(const lane_group *g, const given_that t, uint64_t at, uint32_t clock,
                             const choices *c, uint32_t resting, results *r) {
    const gps_rules *rules = g->rules;
    const int players = rules->players;
    block *b = g->b;
    vec won[GPS_MAX_PLAYERS], any = v_set(0);
    for (int p = 0; p < players; p++) {
        won[p] = v_and(put(t.satellites, rows_of(g, p, t), c[p].satellite, c[p].to), g->plays);
        any = v_or(any, won[p]);
    }
    const vec played = v_load(b->played + g->first), one = v_and(g->plays, v_set(1));
    if (t.placing) {
        const vec down = v_and(v_sub_least(v_set((unsigned)t.satellites - rules->face_up), played), g->plays);
        if (v_any(down)) reveal(g, t, players, clock, down);
    }
    const vec left = v_sub(v_load(b->left + g->first), one);
    v_store(b->played + g->first, v_add_most(played, one));
    v_store(b->left + g->first, left);
    const vec ending = v_or(any, v_and(v_equal(left, v_set(0)), g->plays));
    vec spins = g->plays;
    if (v_any(ending) || resting) {
        uint8_t rows[GPS_MAX_PLAYERS][WIDTH];
        deals d;
        for (int p = 0; p < players; p++) v_store(rows[p], won[p]);
        v_store(d.spins, spins);
        settle(g->batch, b, at, g->first, v_bits(ending), resting, rows, r, &d);
        if (d.any) deal_group(rules, b, g->first, &d);
        spins = v_load(d.spins);
    }
    spin(rules, b, g->first, spins);
}

/* Lanes that did not play in a step keep their turn when the clock is set on. */
static GPSCORE__APART void hold(block *b, uint64_t lanes) {
    for (; lanes; lanes &= lanes - 1u) {
        const unsigned i = gpscore__lowest(lanes);
        b->born[i]++;
        b->salt[word_of(i)] -= 8u * GOLDEN;
    }
}

/* ---- Steps ---------------------------------------------------------------------------------------------- */

/* Who chooses in a step. */
typedef struct chooser {
    gpscore_policy policy;
    const uint8_t *actions; /* rows of the callers' actions, [players][LANES], or NULL for the policy */
    uint8_t *drawn; /* rows that get what the policy chose, or NULL */
} chooser;

/* Keep the choices of the policy in *drawn*, which is left as it is in lanes without one. */
VECTOR_INLINE void note(const lane_group *g, const choices *c, uint8_t *drawn) {
    for (int p = 0; p < g->rules->players; p++) {
        const vec index = v_or(c[p].satellite, v_and(c[p].counter, v_set(GPS_CCW)));
        vec chooses = g->plays;
        if (g->b->odd)
            chooses = v_without(chooses, v_greater(v_load(choice_row(g->b, p) + g->first), v_set(0)));
        uint8_t *row = drawn + p * LANES + g->first;
        v_store(row, v_select(chooses, index, v_load(row)));
    }
}

/* The callers' choices, of which those are bad that are not legal. */
VECTOR_INLINE choices given(const lane_group *g, int player, const given_that t, const uint8_t *row,
                            vec *bad) {
    const ways w = ways_of(g, player, t);
    const vec index = v_load(row + g->first);
    const vec which = v_and(index, v_set(15));
    vec candidate = v_greater(v_set((unsigned)t.satellites), which);
    if (t.placing) {
        vec up = v_set(0);
        for (int i = 0; i < t.satellites; i++) {
            const vec is_up = v_equal(v_load(rows_of(g, player, t) + i * LANES), v_set(UP));
            up = v_or(up, v_and(is_up, v_equal(which, v_number(i))));
        }
        candidate = v_select(g->placing, up, candidate);
    }
    choices c;
    c.counter = v_equal(v_and(index, v_set(GPS_CCW)), v_set(GPS_CCW));
    const vec legal = v_and(candidate, v_equal(v_and(index, v_set(0xe0)), v_set(0)));
    *bad = v_without(g->plays, v_without(legal, v_without(c.counter, w.two)));
    c.satellite = which;
    c.to = v_select(c.counter, w.counter, w.clockwise);
    return c;
}

/* Stop the lanes of a group with a bad action. */
static GPSCORE__APART void stop(const gpscore_batch *batch, block *b, uint64_t at, unsigned group,
                                uint8_t bad[][WIDTH], const uint8_t *actions) {
    const int players = gps__rules_of(batch)->players;
    for (unsigned i = 0; i < WIDTH; i++) {
        for (int p = 0; p < players; p++) {
            if (!bad[p][i]) continue;
            b->stage[group + i] = GPSCORE_LANE_STOPPED;
            gpscore__batch_stop(batch, at + group + i, p, actions[(unsigned)p * LANES + group + i]);
            break;
        }
    }
}

/* Every choice alike, for all players. */
VECTOR_INLINE void choose_all_uniform(const lane_group *g, const given_that t, choices *c) {
    const int players = g->rules->players;
    int p = 0;
    for (; p + 1 < players; p += 2) choose_uniform(g, p, 1, t, c + p);
    if (p < players) choose_uniform(g, p, 0, t, c + p);
}

/* The callers' choices for all players. Lanes with a bad one stop. */
VECTOR_INLINE void take_given(lane_group *g, const given_that t, uint64_t at, const uint8_t *actions,
                              choices *c) {
    const int players = g->rules->players;
    vec bad[GPS_MAX_PLAYERS], any = v_set(0);
    for (int p = 0; p < players; p++) {
        c[p] = given(g, p, t, actions + p * LANES, &bad[p]);
        any = v_or(any, bad[p]);
    }
    if (v_any(any)) {
        uint8_t rows[GPS_MAX_PLAYERS][WIDTH];
        for (int p = 0; p < players; p++) v_store(rows[p], bad[p]);
        stop(g->batch, g->b, at, g->first, rows, actions);
        g->plays = v_without(g->plays, any);
    }
    for (int p = 0; p < players; p++) c[p].satellite = v_select(g->plays, c[p].satellite, v_set(NOBODY));
}

typedef enum choosing { UNIFORM, BEST, GIVEN } choosing;

/* A step of a group. Returns the lanes that play, as bits. */
VECTOR_INLINE uint32_t step_group(const gpscore_batch *batch, block *b, uint64_t at, unsigned first,
                                  const given_that t, const choosing how, const chooser *who, results *r) {
    lane_group g = look_at_group(batch, b, first, t);
    choices c[GPS_MAX_PLAYERS];
    uint32_t resting = 0;
    if (batch->options.autoreset == GPSCORE_NEXT_STEP) {
        const vec stage = v_load(b->stage + first);
        resting = v_bits(v_or(v_equal(stage, v_set(GPSCORE_LANE_TERMINATED)),
                              v_equal(stage, v_set(GPSCORE_LANE_TRUNCATED))));
    }
    if (!resting && !v_any(g.plays)) return 0;
    if (how == GIVEN)
        take_given(&g, t, at, who->actions, c);
    else if (how == BEST)
        choose_best(&g, t, who->policy, c);
    else
        choose_all_uniform(&g, t, c);
    if (how != GIVEN && who->drawn) note(&g, c, who->drawn);
    const uint32_t clock = b->clock++;
    take_turn(&g, t, at, clock, c, resting, r);
    b->clock = clock;
    return v_bits(g.plays);
}

/* The same, compiled for what is most often met: the printed game, whose loops over satellites unroll. */
typedef uint32_t (*group_step)(const gpscore_batch *batch, block *b, uint64_t at, unsigned first,
                               const chooser *who, results *r);
#define GROUP_STEP(name, satellites, placing, how)                                                          \
    static GPSCORE__APART VECTOR_TARGET uint32_t name(const gpscore_batch *batch, block *b, uint64_t at,     \
                                                      unsigned first, const chooser *who, results *r) {     \
        return step_group(batch, b, at, first, (given_that){satellites, placing}, how, who, r);             \
    }
GROUP_STEP(uniform_moving, 12, 0, UNIFORM)
GROUP_STEP(uniform_placing, 12, 1, UNIFORM)
GROUP_STEP(uniform_any, gps__rules_of(batch)->satellites, 1, UNIFORM)
GROUP_STEP(given_moving, 12, 0, GIVEN)
GROUP_STEP(given_any, gps__rules_of(batch)->satellites, 1, GIVEN)
GROUP_STEP(best_any, gps__rules_of(batch)->satellites, 1, BEST)

static inline group_step step_for(const gps_rules *rules, const chooser *who, const int moving) {
    if (who->actions) return moving && rules->satellites == 12 ? given_moving : given_any;
    if (who->policy != GPSCORE_UNIFORM) return best_any;
    if (rules->satellites != 12) return uniform_any;
    return moving ? uniform_moving : uniform_placing;
}

/* A step of the lanes with open choices, which are rare, one by one. Returns them; meanwhile they count as stopped, and
 * *stage* keeps what they are. */
static GPSCORE__APART uint64_t step_odd(const gpscore_batch *batch, block *b, uint64_t at, const chooser *who,
                                        uint8_t *stage, results *r) {
    const gps_rules *rules = gps__rules_of(batch);
    uint64_t done = 0;
    for (uint64_t left = b->odd; left; left &= left - 1u) {
        const unsigned i = gpscore__lowest(left);
        gps__lane lane;
        gps_ring rings[GPS_MAX_PLAYERS];
        uint8_t chosen[GPS_MAX_PLAYERS];
        if (b->stage[i] != GPSCORE_LANE_PLAYS) continue;
        take_out(batch, b, i, &lane, rings);
        for (int p = 0; p < rules->players; p++) {
            chosen[p] = who->actions ? who->actions[p * LANES + (int)i] : NOBODY;
        }
        const gps__outcome outcome = gps__lane_step(batch, at + i, &lane, rings, who->actions != NULL,
                                                    who->policy, chosen, r->last, r->stats);
        for (int p = 0; who->drawn && p < rules->players; p++) who->drawn[p * LANES + (int)i] = chosen[p];
        b->clock++;
        put_in(batch, b, i, &lane, rings);
        b->clock--;
        r->ended[i] = outcome.ended;
        r->winners[i] = outcome.winners;
        stage[i] = b->stage[i];
        b->stage[i] = GPSCORE_LANE_STOPPED;
        done |= UINT64_C(1) << i;
    }
    return done;
}

static inline unsigned count_lanes(uint64_t lanes) {
    unsigned count = 0;
    if (!~lanes) return LANES;
    for (; lanes; lanes &= lanes - 1u) count++;
    return count;
}

/* A step of a block; 0 when nothing goes on there, now or later. */
static VECTOR_TARGET int step_block(const gpscore_batch *batch, block *b, uint64_t at, const chooser *who,
                                    results *r) {
    const gps_rules *rules = gps__rules_of(batch);
    uint8_t stage[LANES];
    uint64_t odd = 0, plays = 0;
    r->begun = 0;
    for (unsigned i = 0; i < LANES; i += WIDTH) {
        v_store(r->ended + i, v_set(0));
        v_store(r->winners + i, v_set(0));
    }
    if (b->odd) odd = step_odd(batch, b, at, who, stage, r);
    for (unsigned i = 0; i < LANES; i += WIDTH) {
        const vec missing = v_sub_least(v_set(rules->satellites), v_load(b->played + i));
        plays |= (uint64_t)step_for(rules, who, !v_any(missing))(batch, b, at, i, who, r) << i;
    }
    for (uint64_t left = odd; left; left &= left - 1u) {
        b->stage[gpscore__lowest(left)] = stage[gpscore__lowest(left)];
    }
    if (!(plays | odd | r->begun)) return 0;
    b->clock++;
    const uint64_t held = ~(plays | odd | r->begun);
    if (held) hold(b, held);
    if (r->stats) r->stats->decisions += (uint64_t)count_lanes(plays) * rules->players;
    return 1;
}

/* ---- Arrays --------------------------------------------------------------------------------------------- */

/* The legal masks of a group, at word_of: low half clockwise, high half counter-clockwise. */
VECTOR_INLINE void write_legal(const lane_group *g, int player, const given_that t, uint32_t *out) {
    static const uint8_t spread[4][4][16] = {
#define SPREADS(j) {SPREAD(j, THIS, NONE), SPREAD_HIGH(j, THIS, NONE), SPREAD(j, NONE, THIS), SPREAD_HIGH(j, NONE, THIS)}
        SPREADS(0), SPREADS(1), SPREADS(2), SPREADS(3)};
    const gps_rules *rules = g->rules;
    const uint8_t *rows = rows_of(g, player, t);
    vec taken = v_set(0), low = v_set(rules->all & 0xffu), high = v_set(rules->all >> 8);
    for (int i = 0; i < t.satellites; i++) {
        taken = v_or(taken, v_equal(v_load(rows + i * LANES), g->pointed));
    }
    if (v_any(g->placing)) {
        vec up[2] = {v_set(0), v_set(0)};
        for (int i = 0; i < t.satellites; i++) {
            const vec is_up = v_equal(v_load(rows + i * LANES), v_set(UP));
            up[i / 8] = v_or(up[i / 8], v_and(is_up, v_set(1u << i % 8)));
        }
        low = v_select(g->placing, up[0], low);
        high = v_select(g->placing, up[1], high);
    }
    vec chooses = g->plays;
    if (g->b->odd)
        chooses = v_without(chooses, v_greater(v_load(choice_row(g->b, player) + g->first), v_set(0)));
    low = v_and(low, chooses);
    high = v_and(high, chooses);
    const vec two = v_without(taken, g->crowded);
    const vec bytes[4] = {low, high, v_and(low, two), v_and(high, two)};
    for (int j = 0; j < 4; j++) {
        vec words = v_look(bytes[0], v_table(spread[j][0]));
        for (int k = 1; k < 4; k++) words = v_or(words, v_look(bytes[k], v_table(spread[j][k])));
        v_store(out + g->first + j * (WIDTH / 4), words);
    }
}

/* The rings of a player as they are observed, 16 bytes for each lane of a group. */
static VECTOR_TARGET void observe_rings(const gps_rules *rules, const uint8_t *rows, uint8_t (*out)[16]) {
    vec now[16], next[16];
    for (int i = 0; i < 16; i++) {
        if (i >= rules->satellites) {
            now[i] = v_set(0);
            continue;
        }
        const vec at = v_load(rows + i * LANES);
        now[i] = v_select(v_greater(v_set(0), at), v_sub(v_set(DOWN + 1), at), v_add(at, v_set(3)));
    }
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 8; i++) {
            next[2 * i] = v_zip_low(now[i], now[i + 8]);
            next[2 * i + 1] = v_zip_high(now[i], now[i + 8]);
        }
        for (int i = 0; i < 16; i++) now[i] = next[i];
    }
    for (int i = 0; i < 16; i++) v_store_parts(out + i, now[i]);
}

/* What is divided by in float observations. */
static void observation_scales(float *scale) {
    for (int i = 0; i < GPS_OBSERVATION; i++) scale[i] = 1;
    for (uint32_t s = 0; s < gps_game.observation_slices; s++) {
        const gpscore_slice *slice = &gps_game.observation[s];
        for (int i = 0; i < slice->length; i++) scale[slice->offset + i] = slice->scale;
    }
}

/* The first 16 bytes of what a player sees, as two words, the first byte lowest. */
typedef struct seen_head {
    uint64_t words[2];
} seen_head;

/* Of what differs between lanes, phase and pointed space; of the rest, which is the same for all, *same*. */
static inline seen_head head_of(const block *b, unsigned i, seen_head same) {
    same.words[0] |= b->stage[i] == GPSCORE_LANE_TERMINATED ? GPS_OVER : GPS_CHOOSE;
    same.words[0] |= (uint64_t)(uint8_t)(b->pointed[i] + 1u) << 8; /* GPS_NOWHERE becomes 0 */
    return same;
}

/* Add what hardly ever is there: open choices and wins. */
static GPSCORE__APART seen_head add_rare(const gps_rules *rules, block *b, unsigned i, int viewer,
                                         seen_head head) {
    for (int seat = 0; seat < rules->players; seat++) {
        const int p = (viewer + seat) % rules->players, at = 4 + seat;
        head.words[0] |= (uint64_t)(choice_row(b, p)[i] != 0) << (16 + seat);
        head.words[at / 8] |= (uint64_t)wins_row(b, p)[i] << 8 * (at % 8);
    }
    head.words[1] |= (uint64_t)choice_row(b, viewer)[i] << 32;
    return head;
}

typedef uint8_t ring_bytes[LANES][16];

/* What all players of lanes first to first + count - 1 see. */
VECTOR_INLINE void see(const gps_rules *rules, block *b, ring_bytes *rings, const int players, unsigned first,
                       unsigned count, uint8_t *out) {
    const seen_head same = {{(uint64_t)rules->wins << 24, (uint64_t)rules->spaces << 8 |
                                                              (uint64_t)rules->satellites << 16 |
                                                              (uint64_t)players << 24}};
    const int matches = rules->wins > 1 || b->odd;
    for (unsigned i = first; i < first + count; i++) {
        const seen_head usual = head_of(b, i, same);
        const int rare = matches || b->stage[i] == GPSCORE_LANE_TERMINATED;
        for (int viewer = 0; viewer < players; viewer++, out += GPS_OBSERVATION) {
            seen_head head = usual;
            if (rare) head = add_rare(rules, b, i, viewer, usual);
            memcpy(out, &head, sizeof head);
            for (int seat = 0; seat < players; seat++) {
                const int p = viewer + seat < players ? viewer + seat : viewer + seat - players;
                memcpy(out + 16 + 16 * seat, rings[p][i], 16);
            }
            memset(out + 16 + 16 * players, 0, (size_t)(16 * (GPS_MAX_PLAYERS - players)));
        }
    }
}

static VECTOR_TARGET void see_lanes(const gps_rules *rules, block *b, ring_bytes *rings, unsigned first,
                                    unsigned count, uint8_t *out) {
    switch (rules->players) { /* compiled for each number, so that the inner loops unroll */
    case 1: see(rules, b, rings, 1, first, count, out); break;
    case 2: see(rules, b, rings, 2, first, count, out); break;
    case 3: see(rules, b, rings, 3, first, count, out); break;
    case 4: see(rules, b, rings, 4, first, count, out); break;
    default: see(rules, b, rings, 5, first, count, out); break;
    }
}

static VECTOR_TARGET void observe_block(const gpscore_batch *batch, block *b, uint64_t at, unsigned count) {
    enum { TILE = 8 }; /* lanes made into floats at once */
    const gps_rules *rules = gps__rules_of(batch);
    const unsigned each = rules->players * GPS_OBSERVATION;
    ring_bytes rings[GPS_MAX_PLAYERS];
    for (int p = 0; p < rules->players; p++) {
        for (unsigned i = 0; i < LANES; i += WIDTH)
            observe_rings(rules, ring_rows(b, rules, p) + i, rings[p] + i);
    }
    if (batch->options.observe == GPSCORE_OBSERVE_U8) {
        see_lanes(rules, b, rings, 0, count, (uint8_t *)batch->arrays.observation + at * each);
        return;
    }
    float scale[GPS_OBSERVATION];
    uint8_t seen[TILE * GPS_MAX_PLAYERS][GPS_OBSERVATION];
    float *out = (float *)batch->arrays.observation + at * each;
    observation_scales(scale);
    for (unsigned first = 0; first < count; first += TILE) {
        const unsigned tile = count - first < TILE ? count - first : TILE;
        see_lanes(rules, b, rings, first, tile, seen[0]);
        for (unsigned k = 0; k < tile * rules->players; k++, out += GPS_OBSERVATION) {
            for (int i = 0; i < GPS_OBSERVATION; i++) out[i] = (float)seen[k][i] / scale[i];
        }
    }
}

/* Copy rows of all players between [players][LANES] and [LANES][players]; compiled for each number of players, since
 * then the compiler knows how to interleave. */
VECTOR_INLINE void from_rows(const uint32_t (*rows)[LANES], const unsigned players, unsigned count,
                             uint32_t *out) {
    for (unsigned i = 0; i < count; i++) {
        for (unsigned p = 0; p < players; p++) out[i * players + p] = rows[p][word_of(i)];
    }
}

VECTOR_INLINE void bytes_from_rows(const uint8_t *rows, const unsigned players, unsigned count,
                                   uint8_t *out) {
    for (unsigned i = 0; i < count; i++) {
        for (unsigned p = 0; p < players; p++) out[i * players + p] = rows[p * LANES + i];
    }
}

VECTOR_INLINE void bytes_to_rows(const uint8_t *in, const unsigned players, unsigned count, uint8_t *rows) {
    for (unsigned p = 0; p < players; p++) {
        for (unsigned i = 0; i < count; i++) rows[p * LANES + i] = in[i * players + p];
    }
}

#define FOR_PLAYERS(players, count, call, ...)                                                           \
    switch (players) {                                                                                  \
    case 1: FOR_COUNT(count, call, 1, __VA_ARGS__) break;                                                \
    case 2: FOR_COUNT(count, call, 2, __VA_ARGS__) break;                                                \
    case 3: FOR_COUNT(count, call, 3, __VA_ARGS__) break;                                                \
    case 4: FOR_COUNT(count, call, 4, __VA_ARGS__) break;                                                \
    default: FOR_COUNT(count, call, 5, __VA_ARGS__) break;                                               \
    }
#define FOR_COUNT(count, call, players, from, to)                                                        \
    if ((count) == LANES)                                                                               \
        call(from, players, LANES, to);                                                                 \
    else                                                                                                \
        call(from, players, count, to);

static VECTOR_TARGET void write_masks(const uint32_t (*rows)[LANES], unsigned players, unsigned count,
                                      uint32_t *out) {
    FOR_PLAYERS(players, count, from_rows, rows, out)
}

static VECTOR_TARGET void write_drawn(const uint8_t *rows, unsigned players, unsigned count,
                                      uint8_t *actions) {
    FOR_PLAYERS(players, count, bytes_from_rows, rows, actions)
}

static VECTOR_TARGET void read_actions(const uint8_t *actions, unsigned players, unsigned count,
                                       uint8_t *rows) {
    FOR_PLAYERS(players, count, bytes_to_rows, actions, rows)
}

/* Write the arrays of the first *count* lanes of a block. */
static VECTOR_TARGET void write_block(const gpscore_batch *batch, block *b, uint64_t at, unsigned count,
                                      const results *r) {
    const gpscore_batch_arrays *arrays = &batch->arrays;
    const gps_rules *rules = gps__rules_of(batch);
    const unsigned players = rules->players;
    const vec one = v_set(1), over = v_set(GPSCORE_LANE_TERMINATED), cut = v_set(GPSCORE_LANE_TRUNCATED);
    const given_that any = {rules->satellites, 1};
    uint32_t legal[GPS_MAX_PLAYERS][LANES];
    uint8_t terminated[LANES], truncated[LANES], to_act[LANES];
    vec won = v_set(0), stopped = v_set(0);
    for (unsigned i = 0; i < LANES; i += WIDTH) {
        const lane_group g = look_at_group(batch, b, i, any);
        const vec stage = v_load(b->stage + i), ended = v_load(r->ended + i);
        for (unsigned p = 0; p < players; p++) write_legal(&g, (int)p, any, legal[p]);
        v_store(terminated + i, v_and(v_or(v_equal(stage, over), v_equal(ended, over)), one));
        v_store(truncated + i, v_and(v_or(v_equal(stage, cut), v_equal(ended, cut)), one));
        v_store(to_act + i, v_and(g.plays, v_set(gps__all_players(rules))));
        won = v_or(won, v_load(r->winners + i));
        stopped = v_or(stopped, v_equal(stage, v_set(GPSCORE_LANE_STOPPED)));
    }
    for (uint64_t left = b->odd; left; left &= left - 1u) {
        const unsigned i = gpscore__lowest(left);
        for (unsigned p = 0; p < players; p++) {
            if (choice_row(b, (int)p)[i]) to_act[i] &= (uint8_t)~(1u << p);
        }
    }
    write_masks((const uint32_t (*)[LANES])legal, players, count, (uint32_t *)arrays->legal + at * players);
    memcpy(arrays->terminated + at, terminated, count);
    memcpy(arrays->truncated + at, truncated, count);
    memcpy(arrays->to_act + at, to_act, count);
    memcpy(arrays->winners + at, r->winners, count);
    float *rewards = arrays->rewards + at * players;
    for (unsigned i = 0; i < count * players; i++) rewards[i] = 0;
    for (unsigned i = 0; v_any(won) && i < count; i++) {
        for (unsigned p = 0; p < players; p++) rewards[i * players + p] = (float)(r->winners[i] >> p & 1u);
    }
    if (!v_any(stopped)) {
        memset(arrays->faults + at, 0, count * sizeof(uint16_t));
        memset(arrays->fault_choices + at, 0, count * sizeof(uint16_t));
    }
    for (unsigned i = 0; v_any(stopped) && i < count; i++) {
        if (b->stage[i] != GPSCORE_LANE_STOPPED) arrays->faults[at + i] = arrays->fault_choices[at + i] = 0;
    }
    if (arrays->observation) observe_block(batch, b, at, count);
}

/* ---- The kernel ----------------------------------------------------------------------------------------- */

static inline unsigned lanes_of(const gpscore_batch *batch, uint64_t at) {
    const uint64_t left = batch->options.lanes - at;
    return left < LANES ? (unsigned)left : LANES;
}

static inline uint64_t first_lanes(unsigned count) { return ~UINT64_C(0) >> (LANES - count); }

static const results nothing_ended;

/* Begin the next game in these lanes. */
static VECTOR_TARGET void begin_lanes(const gpscore_batch *batch, block *b, uint64_t at, uint64_t lanes) {
    const gps_rules *rules = gps__rules_of(batch);
    results r = nothing_ended;
    for (unsigned first = 0; first < LANES; first += WIDTH) {
        deals d;
        d.any = 0;
        v_store(d.dealt, v_set(0));
        v_store(d.spins, v_set(0));
        for (unsigned i = first; i < first + WIDTH; i++) {
            if (lanes >> i & 1u) begin_game(batch, b, at + i, first, &r, &d);
        }
        if (!d.any) continue;
        deal_group(rules, b, first, &d);
        spin(rules, b, first, v_load(d.spins));
    }
}

static void start(const gpscore_batch *batch, uint64_t first, uint64_t count) {
    const gps_rules *rules = gps__rules_of(batch);
    for (uint64_t at = first; at < first + count; at += LANES) {
        block *b = block_at(batch, at);
        memset(b, 0, block_bytes(rules));
        for (unsigned i = 0; i < LANES; i++) {
            b->episode[i] = UINT64_MAX; /* one before the first */
            b->stage[i] = GPSCORE_LANE_STOPPED; /* behind the last lane nobody ever plays */
        }
        begin_lanes(batch, b, at, first_lanes(lanes_of(batch, at)));
        write_block(batch, b, at, lanes_of(batch, at), &nothing_ended);
    }
}

static void reset(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which) {
    for (uint64_t at = first; at < first + count; at += LANES) {
        block *b = block_at(batch, at);
        const unsigned here = lanes_of(batch, at);
        uint64_t lanes = 0;
        for (unsigned i = 0; i < here; i++) lanes |= (uint64_t)(!which || which[at - first + i]) << i;
        begin_lanes(batch, b, at, lanes);
        if (lanes == first_lanes(here)) {
            write_block(batch, b, at, here, &nothing_ended);
            continue;
        }
        for (; lanes; lanes &= lanes - 1u) {
            const unsigned i = gpscore__lowest(lanes);
            gps__lane lane;
            gps_ring rings[GPS_MAX_PLAYERS];
            take_out(batch, b, i, &lane, rings);
            gps__lane_write(batch, at + i, &lane, rings, (gps__outcome){0, 0, 0});
        }
    }
}

static void clear_drawn(uint8_t *rows, unsigned players) { memset(rows, NOBODY, (size_t)players * LANES); }

static void step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    const unsigned players = gps__rules_of(batch)->players;
    uint8_t rows[GPS_MAX_PLAYERS * LANES];
    const chooser who = {GPSCORE_UNIFORM, rows, NULL};
    results r = nothing_ended;
    r.last = 1;
    if (count < LANES) clear_drawn(rows, players);
    read_actions(actions, players, (unsigned)count, rows);
    step_block(batch, block_at(batch, first), first, &who, &r);
    write_block(batch, block_at(batch, first), first, (unsigned)count, &r);
}

static VECTOR_TARGET void sample(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                 uint8_t *actions) {
    const int players = gps__rules_of(batch)->players;
    uint8_t rows[GPS_MAX_PLAYERS * LANES];
    for (uint64_t at = first; at < first + count; at += LANES) {
        clear_drawn(rows, (unsigned)players);
        for (unsigned i = 0; i < LANES; i += WIDTH) {
            const given_that any = {gps__rules_of(batch)->satellites, 1};
            const lane_group g = look_at_group(batch, block_at(batch, at), i, any);
            choices c[GPS_MAX_PLAYERS];
            choose_all_uniform(&g, any, c);
            note(&g, c, rows);
        }
        write_drawn(rows, (unsigned)players, lanes_of(batch, at), actions + at * (uint64_t)players);
    }
}

static void play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    const unsigned players = gps__rules_of(batch)->players;
    uint8_t rows[GPS_MAX_PLAYERS * LANES];
    const chooser who = {policy, NULL, actions ? rows : NULL};
    results r = nothing_ended;
    r.stats = stats;
    for (uint64_t at = first; steps && at < first + count; at += LANES) {
        block *b = block_at(batch, at);
        clear_drawn(rows, players);
        for (uint64_t left = steps; left; left--) {
            r.last = left == 1;
            if (!step_block(batch, b, at, &who, &r)) break;
        }
        write_block(batch, b, at, lanes_of(batch, at), &r);
        if (actions) write_drawn(rows, players, lanes_of(batch, at), actions + at * players);
    }
}

static uint64_t draw_bits(const gpscore_batch *batch, uint64_t at, int player) {
    const block *b = block_at(batch, at);
    const unsigned i = (unsigned)(at % LANES);
    return gps__draw_bits(key_of(b, i), b->clock - b->born[i], player);
}

static void get(const gpscore_batch *batch, uint64_t at, void *state, gpscore_lane *record) {
    gps__lane lane;
    gps_ring rings[GPS_MAX_PLAYERS];
    take_out(batch, block_at(batch, at), (unsigned)(at % LANES), &lane, rings);
    gps__lane_give(gps__rules_of(batch), &lane, rings, (gps_state *)state, record);
}

static gpscore_status set(const gpscore_batch *batch, uint64_t at, const void *state,
                          const gpscore_lane *record, gpscore_error *error) {
    gps__lane lane;
    gps_ring rings[GPS_MAX_PLAYERS];
    const gpscore_status status = gps__lane_take(batch, at, (const gps_state *)state, record, &lane, rings);
    if (status != GPSCORE_OK) return gpscore__fail(error, status, 0, 0, 0, 0);
    put_in(batch, block_at(batch, at), (unsigned)(at % LANES), &lane, rings);
    gps__lane_write(batch, at, &lane, rings, (gps__outcome){0, 0, 0});
    return GPSCORE_OK;
}

const struct gpscore_batch_kernel VECTOR_KERNEL = {
    .kind = VECTOR_KIND,
    GPS__KERNEL_COMMON,
    .lane_bytes = lane_bytes,
    .start = start,
    .reset = reset,
    .step = step,
    .sample = sample,
    .play = play,
    .draw = draw_bits,
    .get = get,
    .set = set,
};
