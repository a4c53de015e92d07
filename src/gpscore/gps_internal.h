/* What the files of GPS share: the keys of the hash and the geometry of one ring. */
#ifndef GPSCORE_SRC_GPS_INTERNAL_H
#define GPSCORE_SRC_GPS_INTERNAL_H

#include <gpscore/gps.h>

#include "bits.h"

/* The hash is multilinear: every given field times an odd key of its own, summed modulo 2^64 and mixed when it
 * is asked for. What the rings add is kept up to date, a change costing one multiplication; the few fields of
 * the head are added when it is asked for. Two states that differ in the rings collide with a chance below
 * 2^-48 over the choice of keys (a difference below 2^16 loses at most 15 bits), in the head alone below
 * 2^-32. Field numbers:
 *
 *     24 p + i      position of satellite i of player p        120  turn
 *     24 p + 16     face up                                    121  game_start
 *     24 p + 17     face down                                  122  phase, pointed, wins[0]
 *     24 p + 18     open choice                                123  wins[1] to wins[4]
 */
enum {
    GPS__KEY_UP = 16,
    GPS__KEY_DOWN = 17,
    GPS__KEY_CHOICE = 18,
    GPS__KEYS_PER_RING = 24,
    GPS__KEY_TURN = 120,
    GPS__KEY_GAME_START = 121,
    GPS__KEY_HEAD = 122,
    GPS__KEY_WINS = 123,
    GPS__KEY_COUNT = 128
};
extern const uint64_t gps__keys[GPS__KEY_COUNT];

static inline const uint64_t *gps__ring_keys(int player) { return &gps__keys[player * GPS__KEYS_PER_RING]; }

static inline int gps__chooses(const gps_rules *rules, const gps_state *state, int player) {
    (void)rules; /* only those who play are ever pending */
    return state->head.phase == GPS_CHOOSE && (unsigned)player < GPS_MAX_PLAYERS &&
           (state->head.pending >> player & 1u);
}

/* The satellites that the player may choose among: those face up, or all when all are placed (G4, G7). */
static inline uint32_t gps__candidates(const gps_rules *rules, const gps_ring *ring) {
    return ring->up ? ring->up : rules->all;
}

static inline uint64_t gps__empty(const gps_rules *rules, const gps_ring *ring) {
    return ~ring->occupied & rules->ring_mask;
}

/* 1 when the two directions end in different spaces, which is when the pointed one is taken and more than
 * one is empty (R4); else 0. Without a branch, which nothing could predict. */
static inline uint32_t gps__two_ways(const gps_rules *rules, const gps_ring *ring, unsigned pointed) {
    const uint64_t empty = gps__empty(rules, ring);
    return (uint32_t)(ring->occupied >> pointed) & (uint32_t)((empty & (empty - 1u)) != 0);
}

/* Where a satellite ends clockwise and counter-clockwise when *pointed* is the pointed space: there, or the
 * next space without a satellite of this player, across the start line if need be (G5, G8, R3, R13). The
 * two are equal when there is only one choice (R4). Some space is always empty (R2). */
static inline void gps__targets(const gps_rules *rules, const gps_ring *ring, unsigned pointed,
                                unsigned *clockwise, unsigned *counter) {
    const uint64_t empty = gps__empty(rules, ring);
    const uint64_t here = UINT64_C(1) << pointed;
    const uint64_t above = empty & (0u - here);
    const uint64_t below = empty & (here | (here - 1u));
    *clockwise = gpscore__lowest(above ? above : empty);
    *counter = gpscore__highest(below ? below : empty);
}

/* gps_ring.order, the slow way. */
static inline uint32_t gps__order(const gps_rules *rules, const gps_ring *ring) {
    uint32_t order = 0;
    for (int i = 0; i + 1 < rules->satellites; i++) {
        order |= (uint32_t)(ring->position[i] < ring->position[i + 1]) << i;
    }
    return order;
}

static inline int gps__ring_won(const gps_rules *rules, const gps_ring *ring) {
    return !(ring->up | ring->down) && ring->order == rules->full_order;
}

/* Put the satellite of a choice in its space (G4, G5, G8). Returns what that adds to the hash's sum, and
 * in *won whether the player's satellites now all stand in order (G9). *moving* tells the compiler that all are placed
 * already. */
static inline uint64_t gps__carry_out(const gps_rules *rules, gps_ring *ring, const uint64_t *keys,
                                      unsigned pointed, unsigned index, const int moving, uint32_t *won) {
    const unsigned satellite = index & 15u;
    const unsigned from = ring->position[satellite];
    /* Only the order to the left and to the right of this satellite can change. Keeping it spares a wide load
     * of the positions right after the one-byte store, which would stall. The comparisons at the ends are
     * with anything: the left one is shifted out, the right one masked off. */
    const unsigned left = ring->position[satellite ? satellite - 1u : 0u];
    const unsigned right = ring->position[(satellite + 1u) & 15u];
    const uint32_t full = rules->full_order;
    unsigned clockwise, counter;
    gps__targets(rules, ring, pointed, &clockwise, &counter);
    /* By arithmetic, since no branch could be predicted. */
    const unsigned to = clockwise ^ ((clockwise ^ counter) & (0u - (index >> 4 & 1u)));
    const uint32_t sides = (uint32_t)(left < to) | (uint32_t)(to < right) << 1;
    const uint32_t kept = (uint32_t)ring->order << 1 & ~(3u << satellite);
    const uint32_t order = (kept | sides << satellite) >> 1 & full;
    uint64_t occupied = ring->occupied | UINT64_C(1) << to;
    uint64_t sum = keys[satellite] * ((uint64_t)to - from);
    uint32_t up = moving ? 0u : ring->up;
    if (!moving && from == GPS_NOWHERE) {
        up ^= 1u << satellite;
        sum -= keys[GPS__KEY_UP] << satellite;
        ring->up = (uint16_t)up;
    } else {
        occupied ^= UINT64_C(1) << from;
    }
    *won = order == full && (moving || !(up | ring->down));
    ring->occupied = occupied;
    ring->order = (uint16_t)order;
    ring->position[satellite] = (uint8_t)to;
    return sum;
}

/* The turn was won by the players of the mask, or was the last (G9, G10, R10, R12): count their wins and say what
 * comes next. */
static inline gps_phase gps__judge(const gps_rules *rules, uint8_t *wins, uint32_t won, uint32_t turn) {
    gps_phase next = GPS_SPIN;
    int over = turn == rules->last_turn;
    for (; won; won &= won - 1u) {
        const int p = (int)gpscore__lowest(won);
        wins[p]++;
        over |= wins[p] >= rules->wins;
        next = GPS_SHUFFLE;
    }
    return over ? GPS_OVER : next;
}

static inline uint32_t gps__all_players(const gps_rules *rules) { return (1u << rules->players) - 1u; }

/* What m missing satellites in w spaces cost the steady player, in 1/64 of a turn (gps_play.c says why). */
enum { GPS__TURN = 64, GPS__SCARCE = 4 * GPS__TURN, GPS__NEVER = 0x3000 };
#define GPS__GAP_COST(m, w)                                                                              \
    ((w) < (m) ? GPS__NEVER                                                                              \
               : GPS__TURN * (m) + GPS__SCARCE * (m) * (m) / ((w) > (m) ? (w) : (m) ? (m) : 1))

/* The choices that are equally good for a bundled player, as a mask over the index: one or more of the legal
 * ones. */
uint32_t gps__best(const gps_rules *rules, const gps_ring *ring, unsigned pointed, gpscore_policy policy);

/* The rings' part of the hash, the slow way. */
uint64_t gps__sum(const gps_rules *rules, const gps_state *state);

#endif
