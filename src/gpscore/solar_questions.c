/* The solar system: what a frontend or a planner asks about a position. */
#include "solar_internal.h"
#include "text.h"

unsigned solar_content(const solar_rules *rules, const solar_state *state, unsigned space) {
    return solar__shown(rules, state)->shows[space & 31u];
}

solar_pending_info solar_pending(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    solar_pending_info info = {{SOLAR_NOTHING, 0}, 0, SOLAR_NOWHERE, 0};
    unsigned count;
    if (!head->list) return info;
    info.reward = solar_list(rules, head->list, &count)[head->item];
    info.left = head->left;
    info.planet = (uint8_t)solar__list_planet(rules, head->list);
    info.player = head->pending;
    return info;
}

unsigned solar_star_at(const solar_rules *rules, const solar_state *state, unsigned x) {
    /* The sides are the sectors 7 and 0, 1 and 2, 3 and 4, 5 and 6; the order is a number of a permutation. */
    const unsigned side = ((x + 1u) & 7u) / 2u;
    unsigned left = 0xfu, order = state->head.sectors, weight = 6, board = 0;
    (void)rules;
    for (unsigned i = 0; i <= side; i++) {
        board = gpscore__nth(left, order / weight);
        left &= ~(1u << board);
        order %= weight;
        weight = weight > 1 ? weight / (3u - i) : 1u;
    }
    return 2u * board + ((x + 1u) & 1u);
}

unsigned solar_neighbour(unsigned space, unsigned direction) {
    return solar__neighbour(space & 31u, direction & 3u);
}

gpscore_status solar_move_to(const solar_rules *rules, const solar_state *state, unsigned from, unsigned to,
                             gpscore_action *action, gpscore_error *error) {
    for (unsigned d = 0; d < 4; d++) {
        if (solar_neighbour(from, d) != to) continue;
        *action = SOLAR_ACTION(SOLAR_MOVE, (from & 31u) | d << 5);
        return GPSCORE_OK;
    }
    const unsigned shows = solar_content(rules, state, to);
    if (shows >= SOLAR_PLANET && to != from)
        SOLAR__FAIL(SOLAR_PLANET_NOT_NEXT, shows - SOLAR_PLANET, from, 0);
    SOLAR__FAIL(SOLAR_NOT_NEXT, to, from, 0);
}

unsigned solar_planet_space(const solar_rules *rules, const solar_state *state, unsigned planet) {
    return planet < SOLAR_MAX_PLANETS ? solar__shown(rules, state)->where[planet] : SOLAR_NOWHERE;
}

unsigned solar_figures_at(const solar_rules *rules, const solar_state *state, unsigned planet,
                          unsigned owner) {
    const solar_figures *f = &state->figures;
    if (planet == 0 || planet >= rules->board.planet_count || owner >= SOLAR_OWNERS) return 0;
    unsigned count = solar__orbiters(f, planet, owner) + solar__landers(f, planet, owner);
    for (unsigned m = 0; m < rules->board.moon_count; m++) {
        count += rules->board.moons[m].planet == planet && solar__moon_owner(f, m) == owner + 1u;
    }
    return count;
}

static int plays(const solar_rules *rules, int player) { return player >= 0 && player < rules->players; }

/* The spaces that cost the player an extra move to leave; the effect of a turn is the active player's. */
static uint32_t held_for(const solar_rules *rules, const solar_state *state, int player, unsigned alignment) {
    const int freed = player == state->head.active && (state->head.turn & SOLAR_TURN_NO_ASTEROIDS);
    return freed || solar__usable(state, player, 1) ? 0u : rules->alignments[alignment].asteroids;
}

unsigned solar_move_cost(const solar_rules *rules, const solar_state *state, int player, unsigned space) {
    if (!plays(rules, player)) return 0;
    const uint32_t held = held_for(rules, state, player, state->head.alignment);
    const unsigned base = player == state->head.active ? solar__move_base(state) : 1u; /* R9 */
    return base + (held >> (space & 31u) & 1u ? rules->board.asteroid_moves : 0u);
}

int solar__way(uint32_t held, unsigned extra, unsigned from, uint32_t targets, uint32_t at[SOLAR__FAR]) {
    at[0] = targets;
    if (targets >> from & 1u) return 0;
    for (int c = 1; c < SOLAR__FAR; c++) {
        const int before = c - 1 - (int)extra;
        at[c] = solar__neighbours(at[c - 1]) & ~held;
        if (before >= 0) at[c] |= solar__neighbours(at[before]) & held;
        if (at[c] >> from & 1u) return c;
    }
    return SOLAR__FAR;
}

/* For each cost the most publicity of the ways of exactly that cost to each space, or -1; and the direction
 * of the last move. */
typedef struct ways {
    int8_t most[SOLAR_MAX_REACH + 1][SOLAR_SPACES];
    uint8_t last[SOLAR_MAX_REACH + 1][SOLAR_SPACES];
} ways;

static void find_ways(const solar_rules *rules, const solar_state *state, int player, unsigned from,
                      unsigned moves, ways *w) {
    const solar_alignment *shows = solar__shown(rules, state);
    const uint32_t held = held_for(rules, state, player, state->head.alignment);
    const uint32_t paying = shows->icons | (solar__usable(state, player, 1) ? shows->asteroids : 0u);
    for (unsigned c = 0; c <= moves; c++) {
        for (int s = 0; s < SOLAR_SPACES; s++) w->most[c][s] = -1;
    }
    w->most[0][from] = 0;
    uint32_t at[SOLAR_MAX_REACH + 1] = {UINT32_C(1) << from};
    for (unsigned c = 0; c < moves; c++) {
        for (uint32_t left = at[c]; left; left &= left - 1u) {
            const unsigned s = gpscore__lowest(left);
            const unsigned then = c + 1u + (held >> s & 1u ? rules->board.asteroid_moves : 0u);
            if (then > moves) continue;
            for (unsigned d = 0; d < 4; d++) {
                const unsigned to = solar__neighbour(s, d);
                if (to == SOLAR_NOWHERE) continue;
                const int8_t publicity = (int8_t)(w->most[c][s] + (int)(paying >> to & 1u));
                if (publicity <= w->most[then][to]) continue;
                w->most[then][to] = publicity;
                w->last[then][to] = (uint8_t)d;
                at[then] |= UINT32_C(1) << to;
            }
        }
    }
}

uint32_t solar_reach(const solar_rules *rules, const solar_state *state, int player, unsigned from,
                     unsigned moves, solar_reach_info out[SOLAR_SPACES]) {
    static const solar_reach_info nowhere = {SOLAR_NOWHERE, 0};
    ways w;
    uint32_t reached = 0;
    moves = gpscore__least(moves, SOLAR_MAX_REACH);
    for (unsigned s = 0; s < SOLAR_SPACES; s++) out[s] = nowhere;
    if (!plays(rules, player)) return 0;
    find_ways(rules, state, player, from & 31u, moves, &w);
    for (unsigned s = 0; s < SOLAR_SPACES; s++) {
        for (unsigned c = 0; c <= moves; c++) {
            if (w.most[c][s] < 0) continue;
            if (out[s].cost == SOLAR_NOWHERE) out[s].cost = (uint8_t)c;
            if (w.most[c][s] > out[s].publicity) out[s].publicity = (uint8_t)w.most[c][s];
            reached |= UINT32_C(1) << s;
        }
    }
    return reached;
}

int solar_path(const solar_rules *rules, const solar_state *state, int player, unsigned from, unsigned to,
               unsigned moves, int most_publicity, uint8_t directions[SOLAR_MAX_REACH]) {
    ways w;
    int cost = -1, count = 0;
    if (!plays(rules, player)) return -1;
    const uint32_t held = held_for(rules, state, player, state->head.alignment);
    moves = gpscore__least(moves, SOLAR_MAX_REACH);
    find_ways(rules, state, player, from & 31u, moves, &w);
    for (unsigned c = 0; c <= moves; c++) {
        if (w.most[c][to & 31u] < 0) continue;
        if (cost < 0 || (most_publicity && w.most[c][to & 31u] > w.most[cost][to & 31u])) cost = (int)c;
    }
    if (cost < 0) return -1;
    uint8_t reversed[SOLAR_MAX_REACH];
    unsigned at = to & 31u;
    for (int c = cost; c > 0;) {
        const unsigned d = w.last[c][at];
        reversed[count++] = (uint8_t)d;
        at = solar__neighbour(at, d ^ 1u);
        c -= 1 + (held >> at & 1u ? (int)rules->board.asteroid_moves : 0);
    }
    for (int i = 0; i < count; i++) directions[i] = reversed[count - 1 - i];
    return count;
}

size_t solar_preview(const solar_rules *rules, const solar_state *state, unsigned count, solar_state *after,
                     gpscore_event *out, size_t size) {
    size_t total = 0;
    *after = *state;
    if (state->head.phase < SOLAR_TURN) return 0;
    for (unsigned k = 0; k < count; k++) {
        gpscore_event events[GPSCORE_MAX_EVENTS];
        solar__sink s = {events, 0};
        solar__rotate(rules, after, &s);
        for (size_t i = 0; i < s.count; i++, total++) {
            if (total < size) out[total] = events[i];
        }
    }
    solar_derive(rules, after);
    return total;
}

void solar_windows(const solar_rules *rules, const solar_state *state, int player, unsigned planet,
                   unsigned count, uint8_t *costs) {
    unsigned alignment = state->head.alignment, token = state->head.token;
    const int known = plays(rules, player) && planet < rules->board.planet_count;
    for (unsigned k = 0; k <= count; k++) {
        costs[k] = SOLAR_NOWHERE;
        if (!known) continue;
        const solar_alignment *shows = &rules->alignments[alignment];
        uint32_t at[SOLAR__FAR], targets = 0xff000000u;
        if (!solar__owned(rules, planet)) targets = UINT32_C(1) << shows->where[planet];
        const uint32_t held = held_for(rules, state, player, alignment);
        const int cost = solar__way(held, rules->board.asteroid_moves, shows->where[0], targets, at);
        if (cost != SOLAR__FAR) costs[k] = (uint8_t)cost;
        alignment = solar__turned(alignment, token);
        token = solar__next_step(token);
    }
}
