/* GPS: the bundled players. All of them see one ring and the pointed space, and decide in integers.
 *
 * A choice (satellite s to space t) is judged by chains: sets of placed satellites that stand in order. A
 * chain that holds s at t is a chain of lower-numbered satellites before t, then s, then a chain of
 * higher-numbered ones behind t; a chain without s was there before the choice. So prefix and suffix values
 * of the ring as it stands, computed once, serve all choices, of which there are up to 32. */
#include <gpscore/gps.h>

#include "gps_internal.h"

/* One decision: the ring, the candidates and the spaces they can go to. */
typedef struct decision {
    const gps_rules *rules;
    const gps_ring *ring;
    uint32_t candidates;
    unsigned target[2]; /* clockwise, counter-clockwise */
    unsigned targets;   /* 1 when the two are the same (R4) */
} decision;

/* Every choice alike. Gives the index of the choice, like the other players here. */
static inline unsigned uniform_index(const gps_rules *rules, const gps_ring *ring, unsigned pointed,
                                     uint64_t key, uint64_t turn, uint64_t code) {
    const uint32_t candidates = gps__candidates(rules, ring);
    const uint32_t count = ring->up ? gpscore__count16(candidates) : rules->satellites;
    const uint32_t ways = 1u + gps__two_ways(rules, ring, pointed);
    const uint32_t n = gpscore_draw_below(key, turn, code, count * ways);
    const unsigned direction = n >= count;
    const unsigned rank = n - direction * count;
    /* When all are placed every satellite is a candidate, and the rank is the satellite. */
    return direction * GPS_CCW + (ring->up ? gpscore__nth(candidates, rank) : rank);
}

/* One of the choices that are equally good. */
static unsigned drawn(uint32_t ties, uint64_t key, uint64_t turn, uint64_t code) {
    const uint32_t count = gpscore__count16(ties & 0xffffu) + gpscore__count16(ties >> 16);
    return count == 1 ? gpscore__lowest(ties)
                      : gpscore__nth(ties, gpscore_draw_below(key, turn, code, count));
}

/* ---- Greedy: the longest increasing subsequence ------------------------------------------------------
 *
 * Patience sorting on a word: bit v is set when space v is the top of a pile. Tops ascend, so the number of
 * tops below t is the length of the longest chain that ends before t. Two counters keep that number for the
 * two targets while satellites are added; the pass from the other side is its mirror image. */

/* With as many targets as *ways*, which is known where this is inlined: mostly there is one. */
static GPSCORE__INLINE uint32_t greedy_among(const decision *d, const unsigned ways) {
    const uint8_t *position = d->ring->position;
    const int n = d->rules->satellites;
    uint8_t before[GPS_MAX_SATELLITES][2]; /* longest chain of lower satellites that ends before a target */
    uint8_t ending[GPS_MAX_SATELLITES];    /* longest chain that ends with a satellite */
    uint8_t level[GPS_MAX_SPACES];         /* length of the chain that a pile's top ends */
    unsigned length = 0;

    /* No top lies below one in space 0, so that its level can stand for "none below" until there is one; and that
     * of space 63 from the other side. Branches that nothing predicts would take longer. */
    const uint64_t lowest = 1, highest = UINT64_C(1) << (GPS_MAX_SPACES - 1);
    level[0] = 0;
    uint64_t piles = 0;
    uint64_t side[2] = {(UINT64_C(1) << d->target[0]) - 1u, (UINT64_C(1) << d->target[1]) - 1u};
    unsigned count[2] = {0, 0};
    for (int i = 0; i < n; i++) {
        for (unsigned k = 0; k < ways; k++) before[i][k] = (uint8_t)count[k];
        ending[i] = 0;
        if (position[i] == GPS_NOWHERE) continue;
        const uint64_t bit = UINT64_C(1) << position[i];
        const uint64_t lower = piles & (bit - 1u), upper = piles & (0u - bit);
        const uint64_t replaced = upper & (0u - upper);
        ending[i] = (uint8_t)(level[gpscore__highest(lower | lowest)] + 1u);
        level[position[i]] = ending[i];
        if (ending[i] > length) length = ending[i];
        piles = (piles ^ replaced) | bit;
        for (unsigned k = 0; k < ways; k++)
            count[k] += ((bit & side[k]) != 0) - (unsigned)((replaced & side[k]) != 0);
    }

    uint8_t through[GPS_MAX_SATELLITES][2]; /* longest chain with the satellite at a target */
    uint8_t on_longest[GPS_MAX_SATELLITES]; /* its place on a longest chain of the ring as it stands, or 0 */
    uint32_t once = 0, twice = 0; /* places on longest chains with one, and with several satellites */
    level[GPS_MAX_SPACES - 1] = 0;
    piles = 0;
    for (unsigned k = 0; k < ways; k++) {
        side[k] = ~side[k];
        count[k] = 0;
    }
    for (int i = n - 1; i >= 0; i--) {
        for (unsigned k = 0; k < ways; k++) through[i][k] = (uint8_t)(before[i][k] + 1u + count[k]);
        on_longest[i] = 0;
        if (position[i] == GPS_NOWHERE) continue;
        const uint64_t bit = UINT64_C(1) << position[i];
        const uint64_t lower = piles & (bit - 1u), upper = piles & (0u - bit);
        const uint64_t replaced = UINT64_C(1) << gpscore__highest(lower | lowest) & lower;
        const unsigned beginning = level[gpscore__lowest(upper | highest)] + 1u;
        level[position[i]] = (uint8_t)beginning;
        const uint32_t longest = ending[i] + beginning - 1u == length;
        on_longest[i] = (uint8_t)(longest * ending[i]);
        twice |= once & longest << ending[i];
        once |= longest << ending[i];
        piles = (piles ^ replaced) | bit;
        for (unsigned k = 0; k < ways; k++)
            count[k] += ((bit & side[k]) != 0) - (unsigned)((replaced & side[k]) != 0);
    }

    unsigned best = 0;
    uint32_t ties = 0;
    for (uint32_t left = d->candidates; left; left &= left - 1u) {
        const unsigned i = gpscore__lowest(left);
        /* A chain loses one when it must do without its only satellite for some place. */
        const unsigned without = length - ((on_longest[i] != 0) & ~(twice >> on_longest[i]) & 1u);
        for (unsigned k = 0; k < ways; k++) {
            const unsigned value = through[i][k] > without ? through[i][k] : without;
            const uint32_t bit = 1u << (k * GPS_CCW + i);
            ties = value > best ? bit : value == best ? ties | bit : ties;
            best = value > best ? value : best;
        }
    }
    return ties;
}

static uint32_t greedy_ties(const decision *d) {
    return d->targets == 1 ? greedy_among(d, 1) : greedy_among(d, 2);
}

/* ---- Steady: the cheapest chain -----------------------------------------------------------------------
 *
 * Between two neighbours of a chain, and between its ends and the start line, m satellites are missing and
 * w spaces lie. If w < m they can never all get in. Otherwise each of them costs at least one turn, and the
 * fewer spaces there are for it, the longer it waits for a spin that fits: m + 4 m m / w turns, where 4 is
 * what played best. The value of a ring is the cost of its cheapest chain, in 1/64 of a turn. */

enum { NEVER = GPS__NEVER };

/* gap_cost[COST_WIDTH * m + 64 + d]: m satellites missing between two that stand d spaces apart clockwise,
 * with the start line at -1 and S. d < 1 is no chain. */
enum { COST_WIDTH = 130, COST_ORIGIN = 64 };
#define COST(m, w) GPS__GAP_COST(m, w)
#define COST4(m, w) COST(m, w), COST(m, (w) + 1), COST(m, (w) + 2), COST(m, (w) + 3)
#define COST16(m, w) COST4(m, w), COST4(m, (w) + 4), COST4(m, (w) + 8), COST4(m, (w) + 12)
#define NEVER16 NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, \
                NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER
#define COST_ROW(m)                                                                                     \
    NEVER16, NEVER16, NEVER16, NEVER16, NEVER, COST16(m, 0), COST16(m, 16), COST16(m, 32), COST16(m, 48), \
        COST(m, 64)

static const uint16_t gap_cost[(GPS_MAX_SATELLITES + 1) * COST_WIDTH] = {
    COST_ROW(0),  COST_ROW(1),  COST_ROW(2),  COST_ROW(3),  COST_ROW(4),  COST_ROW(5),
    COST_ROW(6),  COST_ROW(7),  COST_ROW(8),  COST_ROW(9),  COST_ROW(10), COST_ROW(11),
    COST_ROW(12), COST_ROW(13), COST_ROW(14), COST_ROW(15), COST_ROW(16),
};

/* Satellite i at space a as one number, made so that the entry of a gap is the difference of two of them. */
static inline int spot(int i, int a) { return COST_WIDTH * i + a; }

static inline uint32_t gap(int left, int right) { return gap_cost[right - left - COST_WIDTH + COST_ORIGIN]; }

static uint32_t steady_ties(const decision *d) {
    enum { MAX_SPOTS = GPS_MAX_SATELLITES + 2 };
    const int n = d->rules->satellites;
    int spots[MAX_SPOTS]; /* the start line, the placed satellites ascending, the start line */
    int first[GPS_MAX_SATELLITES]; /* where in it satellites from i on begin */
    uint32_t prefix[MAX_SPOTS]; /* the cheapest chain from the start line to a spot */
    uint32_t suffix[MAX_SPOTS]; /* and on from it to the start line */
    uint32_t without[MAX_SPOTS]; /* the cheapest chain that leaves a spot out */
    int end = 0;

    spots[end++] = spot(-1, -1);
    for (int i = 0; i < n; i++) {
        first[i] = end;
        if (d->ring->position[i] != GPS_NOWHERE) spots[end++] = spot(i, d->ring->position[i]);
    }
    spots[end] = spot(n, d->rules->spaces);

    prefix[0] = 0;
    for (int j = 1; j <= end; j++) {
        uint32_t best = NEVER;
        for (int i = 0; i < j; i++) best = gpscore__least(best, prefix[i] + gap(spots[i], spots[j]));
        prefix[j] = best;
        without[j] = 2 * NEVER;
    }
    suffix[end] = 0;
    for (int i = end - 1; i >= 0; i--) {
        uint32_t best = 2 * NEVER;
        for (int j = end; j > i; j--) {
            /* So far the best right neighbour of i beyond j, which leaves j out. */
            without[j] = gpscore__least(without[j], prefix[i] + best);
            best = gpscore__least(best, suffix[j] + gap(spots[i], spots[j]));
        }
        suffix[i] = best;
    }

    uint32_t best = 4 * NEVER, ties = 0;
    for (unsigned k = 0; k < d->targets; k++) {
        for (uint32_t left = d->candidates; left; left &= left - 1u) {
            const unsigned s = gpscore__lowest(left);
            const int at = first[s], here = spot((int)s, (int)d->target[k]);
            const int stands = d->ring->position[s] != GPS_NOWHERE;
            uint32_t to_left = 2 * NEVER, to_right = 2 * NEVER;
            for (int i = 0; i < at; i++) to_left = gpscore__least(to_left, prefix[i] + gap(spots[i], here));
            for (int j = end; j >= at + stands; j--)
                to_right = gpscore__least(to_right, suffix[j] + gap(here, spots[j]));
            const uint32_t cost = gpscore__least(to_left + to_right, stands ? without[at] : prefix[end]);
            const uint32_t bit = 1u << (k * GPS_CCW + s);
            ties = cost < best ? bit : cost == best ? ties | bit : ties;
            best = gpscore__least(best, cost);
        }
    }
    return ties;
}

/* ---- The choice --------------------------------------------------------------------------------------- */

GPSCORE__APART uint32_t gps__best(const gps_rules *rules, const gps_ring *ring, unsigned pointed,
                                  gpscore_policy policy) {
    decision d = {rules, ring, gps__candidates(rules, ring), {0, 0}, 0};
    gps__targets(rules, ring, pointed, &d.target[0], &d.target[1]);
    d.targets = d.target[0] == d.target[1] ? 1 : 2;
    return policy == GPSCORE_GREEDY ? greedy_ties(&d) : steady_ties(&d);
}

gpscore_action gps_choose(const gps_rules *rules, const gps_state *state, int player, gpscore_policy policy,
                          uint64_t key) {
    if (!gps__chooses(rules, state, player)) return GPSCORE_NO_ACTION;
    const gps_ring *ring = &state->ring[player];
    const unsigned pointed = state->head.pointed;
    const uint64_t turn = state->head.turn, code = 1u + (uint64_t)player;
    const unsigned index = policy == GPSCORE_UNIFORM
                               ? uniform_index(rules, ring, pointed, key, turn, code)
                               : drawn(gps__best(rules, ring, pointed, policy), key, turn, code);
    return GPS_ACTION(ring->up ? GPS_PLACE : GPS_MOVE, index);
}
