/* The solar system: which actions are legal, their dense index, chance outcomes, and why an action is not
 * legal. */
#include "solar_mask.h"
#include "text.h"

/* ---- What is an action ------------------------------------------------------------------------------- */

/* The bits of its parameters that a kind uses. */
static uint32_t parameter_bits(unsigned kind) {
    switch (kind) {
    case SOLAR_LAUNCH:
    case SOLAR_RESEARCH: return 0x1u;
    case SOLAR_TILE:
    case SOLAR_TAKE_TECH:
    case SOLAR_INCOME:
    case SOLAR_TRACE:
    case SOLAR_ORG:
    case SOLAR_E_RESOLVED: return 0x3u;
    case SOLAR_ALIGN:
    case SOLAR_EXCHANGE: return 0x7u;
    case SOLAR_LAND_MOON: return 0xfu;
    case SOLAR_ORDER: return 0x1fu;
    case SOLAR_ORBIT: return 0x7fu;
    case SOLAR_MOVE: return 0xffu;
    case SOLAR_LAND: return 0x37fu;
    case SOLAR_E_CHANGE: return 0xff07f0u;
    case SOLAR_E_MOVES: return 0x1ffu;
    case SOLAR_E_LAUNCH:
    case SOLAR_E_TECH: return 0x301u;
    case SOLAR_E_ORBIT: return 0x37fu;
    case SOLAR_E_LAND: return 0x1f7fu;
    case SOLAR_E_LAND_MOON: return 0x130fu;
    case SOLAR_E_LIMIT: return 0xff0700u;
    case SOLAR_E_PUT:
    case SOLAR_E_REMOVE: return 0xdf1fu;
    default: return 0;
    }
}

/* Whether PUT and REMOVE name a place and a covered space that can be. */
static int names_figure(uint32_t n) {
    const unsigned where = n >> 14 & 3u, place = n & 31u, covered = n >> 11 & 3u;
    if ((n >> 8 & 7u) > SOLAR_NEUTRAL || covered > 2) return 0;
    if (where == SOLAR__AT_SPACE) return covered == 0;
    if (where == SOLAR__AT_MOON) return place < SOLAR_MAX_MOONS && covered == 0;
    return place >= 1 && place < SOLAR_MAX_PLANETS;
}

int solar__is_action(gpscore_action action) {
    const unsigned kind = GPSCORE_ACTION_KIND(action), planet = action & 15u;
    const uint32_t n = action & 0xffffffu;
    const int is_planet = planet >= 1 && planet < SOLAR_MAX_PLANETS;
    if (kind < SOLAR_ALIGN || kind > SOLAR_E_RESOLVED || n & ~parameter_bits(kind)) return 0;
    switch (kind) {
    case SOLAR_ORDER: return n < SOLAR__ORDERS;
    case SOLAR_ORBIT:
    case SOLAR_E_ORBIT: return is_planet;
    case SOLAR_LAND: return is_planet && n >> 8 <= 2;
    case SOLAR_E_LAND: return is_planet && (n >> 10 & 3u) <= 2;
    case SOLAR_TRACE:
    case SOLAR_E_RESOLVED: return n < 3;
    case SOLAR_EXCHANGE: return n < SOLAR__EXCHANGES;
    case SOLAR_E_CHANGE: return (n >> 4 & 15u) < SOLAR_RESOURCES && n >> 16;
    case SOLAR_E_MOVES: return (n & 0xffu) != 0;
    case SOLAR_E_LIMIT: return n >> 16 != 0;
    case SOLAR_E_PUT:
    case SOLAR_E_REMOVE: return names_figure(n);
    default: return 1;
    }
}

/* ---- The dense index -------------------------------------------------------------------------------- */

/* The one planet that has owners, or 0. */
static unsigned solar__owned_planet(const solar_rules *rules) {
    for (unsigned p = 1; p < rules->board.planet_count; p++) {
        if (solar__owned(rules, p)) return p;
    }
    return 0;
}

static gpscore_action move_action(unsigned space, unsigned direction, unsigned instead) {
    return SOLAR_ACTION(SOLAR_MOVE, space | direction << 5 | instead << 7);
}

/* The index of what is an action. */
static unsigned index_of(const solar_rules *rules, const solar_state *state, gpscore_action action) {
    const unsigned n = action & 0xffffffu, planet = n & 15u, x = n >> 4 & 7u, slot = n >> 8 & 3u;
    switch (GPSCORE_ACTION_KIND(action)) {
    case SOLAR_ALIGN:
    case SOLAR_ORDER:
    case SOLAR_TILE: return n;
    case SOLAR_MOVE: {
        const unsigned to = solar__neighbour(n & 31u, n >> 5 & 3u);
        if (!(n >> 7)) return AT_MOVE + 32u * (n >> 5 & 3u) + (n & 31u);
        if (to == SOLAR_NOWHERE || solar__shown(rules, state)->shows[to] <= SOLAR_PLANET)
            return GPSCORE_NO_INDEX;
        return AT_INSTEAD + 4u * (solar__shown(rules, state)->shows[to] - SOLAR_PLANET - 1u) + (n >> 5 & 3u);
    }
    case SOLAR_LAUNCH: return AT_LAUNCH + n;
    case SOLAR_ORBIT:
        if (planet >= rules->board.planet_count) return GPSCORE_NO_INDEX;
        return solar__owned(rules, planet) ? AT_ORBIT_OWNED + x : AT_ORBIT + planet - 1u;
    case SOLAR_LAND:
        if (planet >= rules->board.planet_count) return GPSCORE_NO_INDEX;
        return solar__owned(rules, planet) ? AT_LAND_OWNED + x : AT_LAND + 3u * (planet - 1u) + slot;
    case SOLAR_LAND_MOON: return AT_MOON + n;
    case SOLAR_RESEARCH: return AT_RESEARCH + n;
    case SOLAR_PASS: return AT_PASS;
    case SOLAR_END_TURN: return AT_END;
    case SOLAR_TAKE_TECH: return AT_TECH + n;
    case SOLAR_INCOME: return AT_INCOME + n;
    case SOLAR_TRACE: return AT_TRACE + n;
    case SOLAR_CARD_MOVE: return AT_CARD_MOVE;
    case SOLAR_EXCHANGE: return AT_EXCHANGE + n;
    case SOLAR_BUY_CARD: return AT_BUY;
    case SOLAR_ORG: return AT_ORG + n;
    case SOLAR_ORG_DONE: return AT_ORG_DONE;
    default: return GPSCORE_NO_INDEX;
    }
}

unsigned solar_index(const solar_rules *rules, const solar_state *state, gpscore_action action) {
    return solar__is_action(action) ? index_of(rules, state, action) : GPSCORE_NO_INDEX;
}

/* The action of a set bit of the mask; of other bits something that may be no action, or have another index. */
gpscore_action solar__action_at(const solar_rules *rules, const solar_state *state, unsigned index) {
    if (index < AT_INSTEAD) return move_action(index & 31u, index >> 5, 0);
    if (index < AT_LAUNCH) {
        /* Into the planet against the direction: the space that the probe comes from. */
        const unsigned direction = index & 3u, planet = (index - AT_INSTEAD) / 4u + 1u;
        return move_action(solar__neighbour(solar__shown(rules, state)->where[planet], direction ^ 1u) & 31u,
                           direction, 1);
    }
    if (index < AT_ORBIT) return SOLAR_ACTION(SOLAR_LAUNCH, index - AT_LAUNCH);
    if (index < AT_ORBIT_OWNED) return SOLAR_ACTION(SOLAR_ORBIT, index - AT_ORBIT + 1u);
    if (index < AT_LAND)
        return SOLAR_ACTION(SOLAR_ORBIT, solar__owned_planet(rules) | (index - AT_ORBIT_OWNED) << 4);
    if (index < AT_LAND_OWNED) {
        return SOLAR_ACTION(SOLAR_LAND, ((index - AT_LAND) / 3u + 1u) | ((index - AT_LAND) % 3u) << 8);
    }
    if (index < AT_MOON)
        return SOLAR_ACTION(SOLAR_LAND, solar__owned_planet(rules) | (index - AT_LAND_OWNED) << 4);
    if (index < AT_RESEARCH) return SOLAR_ACTION(SOLAR_LAND_MOON, index - AT_MOON);
    if (index < AT_PASS) return SOLAR_ACTION(SOLAR_RESEARCH, index - AT_RESEARCH);
    if (index == AT_PASS) return SOLAR_ACTION(SOLAR_PASS, 0);
    if (index == AT_END) return SOLAR_ACTION(SOLAR_END_TURN, 0);
    if (index < AT_INCOME) return SOLAR_ACTION(SOLAR_TAKE_TECH, index - AT_TECH);
    if (index < AT_TRACE) return SOLAR_ACTION(SOLAR_INCOME, index - AT_INCOME);
    if (index < AT_CARD_MOVE) return SOLAR_ACTION(SOLAR_TRACE, index - AT_TRACE);
    if (index == AT_CARD_MOVE) return SOLAR_ACTION(SOLAR_CARD_MOVE, 0);
    if (index < AT_BUY) return SOLAR_ACTION(SOLAR_EXCHANGE, index - AT_EXCHANGE);
    if (index == AT_BUY) return SOLAR_ACTION(SOLAR_BUY_CARD, 0);
    if (index < AT_ORG_DONE) return SOLAR_ACTION(SOLAR_ORG, index - AT_ORG);
    return SOLAR_ACTION(SOLAR_ORG_DONE, 0);
}

/* ---- Legality --------------------------------------------------------------------------------------- */

/* Directions are numbered so that the opposite one differs in the lowest bit. */
enum { CLOCKWISE = 0, COUNTER_CLOCKWISE = 1, OUTWARD = 2, INWARD = 3 };
_Static_assert((CLOCKWISE ^ 1) == COUNTER_CLOCKWISE && (OUTWARD ^ 1) == INWARD,
               "as the action is drawn in solar.h");

static gpscore_status why_org(const solar_rules *rules, const solar_state *state, unsigned tech,
                              gpscore_error *e) {
    const int w = state->head.active;
    const solar_player *player = &state->players[w];
    const int organisation = rules->organisation[w];
    uint32_t from[4];
    if (organisation != SOLAR_ORBITAL_DYNAMICS && organisation != SOLAR_TURING &&
        organisation != SOLAR_HELION) {
        return gpscore__fail(e, GPSCORE_SOLAR_NO_ORG, w, 0, 0, 0);
    }
    if (player->flags & SOLAR_FLAG_ORG_USED) return gpscore__fail(e, GPSCORE_SOLAR_ORG_USED, 0, 0, 0, 0);
    if (organisation == SOLAR_ORBITAL_DYNAMICS) {
        if (tech) return gpscore__fail(e, GPSCORE_SOLAR_ORG_TECH, (int64_t)tech + 1, 0, 0, 0);
        solar__movable(rules, state, solar__techs(state, w), 0, SOLAR_NOWHERE, from);
        return from[0] | from[2] | from[3] ? GPSCORE_OK
                                           : gpscore__fail(e, GPSCORE_SOLAR_ORG_NO_MOVE, w, 0, 0, 0);
    }
    const int fits = organisation == SOLAR_TURING
                         ? !solar__usable(state, w, tech)
                         : (player->techs >> tech & 1u) && !(player->techs >> (tech + 4u) & 1u);
    if (fits) return GPSCORE_OK;
    const gpscore_status status =
        organisation == SOLAR_TURING ? GPSCORE_SOLAR_ORG_TECH : GPSCORE_SOLAR_OFF_TECH;
    return gpscore__fail(e, status, (int64_t)tech + 1, w, 0, 0);
}

void solar__add_instead(const solar_rules *rules, const solar_state *state, const uint32_t from[4],
                        uint64_t mask[SOLAR_MASK_WORDS]) {
    for (unsigned p = 1; p < rules->board.planet_count; p++) {
        const unsigned to = solar__shown(rules, state)->where[p];
        if (to == SOLAR_NOWHERE) continue;
        for (unsigned d = 0; d < 4; d++) {
            const unsigned space = solar__neighbour(to, d ^ 1u);
            if (space != SOLAR_NOWHERE && (from[d] >> space & 1u))
                solar__set_bit(mask, AT_INSTEAD + 4 * (p - 1) + d);
        }
    }
}

void solar__add_organisation(const solar_rules *rules, const solar_state *state,
                             uint64_t mask[SOLAR_MASK_WORDS]) {
    for (unsigned t = 0; t < SOLAR_TECHS; t++) {
        if (why_org(rules, state, t, NULL) == GPSCORE_OK) solar__set_bit(mask, AT_ORG + t);
    }
}

static void add_landings(const solar_rules *rules, const solar_state *state, int w, unsigned planet,
                         uint64_t mask[SOLAR_MASK_WORDS]) {
    const solar_player *player = &state->players[w];
    const solar_figures *f = &state->figures;
    const unsigned open = solar__open_data(rules, f, planet);
    if (player->energy < solar__land_cost(rules, state, w, planet)) return;
    if (solar__landers(f, planet, (unsigned)w) < SOLAR_MAX_FIGURES) {
        if (!open) solar__set_bit(mask, AT_LAND + 3 * (planet - 1));
        if (open & 1u) solar__set_bit(mask, AT_LAND + 3 * (planet - 1) + 1);
        if (open & 2u) solar__set_bit(mask, AT_LAND + 3 * (planet - 1) + 2);
    }
    if (!solar__usable(state, w, 3)) return;
    for (unsigned m = 0; m < rules->board.moon_count; m++) {
        if (rules->board.moons[m].planet == planet && !solar__moon_owner(f, m))
            solar__set_bit(mask, AT_MOON + m);
    }
}

void solar__add_planets(const solar_rules *rules, const solar_state *state, uint64_t mask[SOLAR_MASK_WORDS]) {
    const solar_board *board = &rules->board;
    const solar_alignment *shown = solar__shown(rules, state);
    const int w = state->head.active;
    const solar_player *player = &state->players[w];
    const solar_figures *f = &state->figures;
    const uint32_t spaces = solar__spaces(player);
    const int can_orbit = player->credits >= board->orbit_credit && player->energy >= board->orbit_energy;
    for (uint32_t left = spaces & shown->goals; left; left &= left - 1u) {
        const unsigned p = shown->shows[gpscore__lowest(left)] - (unsigned)SOLAR_PLANET;
        if (can_orbit && solar__orbiters(f, p, (unsigned)w) < SOLAR_MAX_FIGURES)
            solar__set_bit(mask, AT_ORBIT + p - 1);
        add_landings(rules, state, w, p, mask);
    }
    if (!rules->pluto[w] || !(spaces >> 24)) return;
    const unsigned p = solar__owned_planet(rules);
    if (!p) return;
    const int can_land = player->energy >= solar__land_cost(rules, state, w, p) &&
                         solar__may_visit_owned(rules, state, w, p, 1);
    for (unsigned x = 0; x < SOLAR_SECTORS; x++) {
        if (!(spaces >> (24 + x) & 1u)) continue;
        if (can_orbit && solar__may_visit_owned(rules, state, w, p, 0))
            solar__set_bit(mask, AT_ORBIT_OWNED + x);
        if (can_land) solar__set_bit(mask, AT_LAND_OWNED + x);
    }
}

/* Whether the pending choice lets the active player do free actions (section 7). */
static int solar__free_inside(const solar_head *head) {
    return head->pending == head->active && !(head->turn & SOLAR_TURN_FREE);
}

/* Who chooses, as one player, or a negative number. */
int solar__chooser(const solar_state *state) {
    const solar_head *head = &state->head;
    switch (head->phase) {
    case SOLAR_SETUP_INCOME:
    case SOLAR_CHOOSE_TECH:
    case SOLAR_CHOOSE_INCOME:
    case SOLAR_CHOOSE_TRACE: return head->pending;
    case SOLAR_TURN:
    case SOLAR_ORG_MOVES: return head->active;
    case SOLAR_SETTLE:
    case SOLAR_ROUND_END: return GPSCORE_HOST;
    default: return GPSCORE_CHANCE;
    }
}

uint32_t solar_to_act(const solar_state *state) {
    const int w = solar__chooser(state);
    if (state->head.phase == SOLAR_OVER) return GPSCORE_TO_ACT_OVER;
    if (w == GPSCORE_HOST) return GPSCORE_TO_ACT_HOST;
    return w < 0 ? GPSCORE_TO_ACT_CHANCE : 1u << w;
}

void solar_legal_mask(const solar_rules *rules, const solar_state *state, int player,
                      uint64_t mask[SOLAR_MASK_WORDS]) {
    const solar_head *head = &state->head;
    if (head->phase == SOLAR_TURN && player == head->active) {
        uint64_t legal[SOLAR_MASK_WORDS] = {0};
        solar__turn_mask(rules, state, legal);
        for (int i = 0; i < SOLAR_MASK_WORDS; i++) mask[i] = legal[i];
        return;
    }
    for (int i = 0; i < SOLAR_MASK_WORDS; i++) mask[i] = 0;
    if (head->phase == SOLAR_OVER || player != solar__chooser(state) || player == GPSCORE_HOST) return;
    if (player == GPSCORE_CHANCE) {
        gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS];
        const size_t count = solar_chance_outcomes(rules, state, outcomes);
        for (size_t i = 0; i < count; i++) solar__set_bit(mask, outcomes[i].action & 0xffffffu);
        return;
    }
    const solar_player *p = &state->players[player];
    switch (head->phase) {
    case SOLAR_ORG_MOVES:
        solar__add_moves(rules, state, solar__techs(state, player), mask);
        if (head->mark != SOLAR_NOWHERE) solar__set_bit(mask, AT_ORG_DONE);
        return;
    case SOLAR_CHOOSE_TECH:
        for (unsigned t = 0; t < SOLAR_TECHS; t++) {
            if (!(p->techs >> t & 1u)) solar__set_bit(mask, AT_TECH + t);
        }
        break;
    case SOLAR_CHOOSE_TRACE:
        for (unsigned c = 0; c < 3; c++) {
            if (solar__trace_colours(p) >> c & 1u) solar__set_bit(mask, AT_TRACE + c);
        }
        break;
    default: /* SETUP_INCOME and CHOOSE_INCOME */
        for (unsigned k = 0; k < 3 && p->cards; k++) {
            if (p->tucked[k] < SOLAR_MAX_COUNT) solar__set_bit(mask, AT_INCOME + k);
        }
        if (head->phase == SOLAR_SETUP_INCOME) return;
        solar__set_bit(mask, AT_INCOME + 3);
        break;
    }
    if (solar__free_inside(head)) solar__add_free(rules, state, solar__techs(state, player), mask);
}

void solar_limit_mask(uint32_t kinds, uint64_t mask[SOLAR_MASK_WORDS]) {
    /* The first index of each kind that players have, in the order of their indices. */
    static const struct {
        uint8_t first, kind;
    } ranges[] = {
        {AT_MOVE, SOLAR_MOVE},         {AT_LAUNCH, SOLAR_LAUNCH},  {AT_ORBIT, SOLAR_ORBIT},
        {AT_LAND, SOLAR_LAND},         {AT_MOON, SOLAR_LAND_MOON}, {AT_RESEARCH, SOLAR_RESEARCH},
        {AT_PASS, SOLAR_PASS},         {AT_END, SOLAR_END_TURN},   {AT_TECH, SOLAR_TAKE_TECH},
        {AT_INCOME, SOLAR_INCOME},     {AT_TRACE, SOLAR_TRACE},    {AT_CARD_MOVE, SOLAR_CARD_MOVE},
        {AT_EXCHANGE, SOLAR_EXCHANGE}, {AT_BUY, SOLAR_BUY_CARD},   {AT_ORG, SOLAR_ORG},
        {AT_ORG_DONE, SOLAR_ORG_DONE},
    };
    const unsigned count = sizeof ranges / sizeof ranges[0];
    for (unsigned i = 0; i < count; i++) {
        const unsigned end = i + 1 < count ? ranges[i + 1].first : 64 * SOLAR_MASK_WORDS;
        if (kinds & SOLAR_KIND_BIT(ranges[i].kind)) continue;
        for (unsigned index = ranges[i].first; index < end; index++) {
            mask[index / 64] &= ~(UINT64_C(1) << index % 64);
        }
    }
}

size_t solar_legal_actions(const solar_rules *rules, const solar_state *state, int player,
                           gpscore_action *out) {
    uint64_t mask[SOLAR_MASK_WORDS];
    size_t count = 0;
    if (player == GPSCORE_HOST && state->head.phase == SOLAR_ROUND_END) {
        out[count++] = SOLAR_ACTION(SOLAR_E_NEXT_ROUND, 0);
    } else if (player == GPSCORE_HOST && state->head.phase == SOLAR_SETTLE) {
        for (unsigned c = 0; c < 3; c++) {
            if (solar__resolutions(rules, state) >> c & 1u) out[count++] = SOLAR_ACTION(SOLAR_E_RESOLVED, c);
        }
    } else if (player == GPSCORE_CHANCE) {
        gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS];
        count = solar_chance_outcomes(rules, state, outcomes);
        for (size_t i = 0; i < count; i++) out[i] = outcomes[i].action;
    } else {
        solar_legal_mask(rules, state, player, mask);
        for (int i = 0; i < SOLAR_MASK_WORDS; i++) {
            for (uint64_t left = mask[i]; left; left &= left - 1u) {
                out[count++] = solar__action_at(rules, state, 64u * (unsigned)i + gpscore__lowest(left));
            }
        }
    }
    return count;
}

/* ---- Chance ----------------------------------------------------------------------------------------- */

size_t solar_chance_outcomes(const solar_rules *rules, const solar_state *state, gpscore_outcome *out) {
    (void)rules;
    const solar__chance due = solar__chance_due(state);
    size_t count = 0;
    for (uint32_t left = due.possible; left; left &= left - 1u) {
        out[count].action = SOLAR_ACTION(due.kind, gpscore__lowest(left));
        out[count++].weight = 1;
    }
    return count;
}

size_t solar_count_actions(const solar_rules *rules, const solar_state *state, int player) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    uint64_t mask[SOLAR_MASK_WORDS];
    size_t count = 0;
    if (player == GPSCORE_CHANCE) return gpscore__count64(solar__chance_due(state).possible);
    if (player == GPSCORE_HOST) return solar_legal_actions(rules, state, player, actions);
    solar_legal_mask(rules, state, player, mask);
    for (int i = 0; i < SOLAR_MASK_WORDS; i++) count += gpscore__count64(mask[i]);
    return count;
}

gpscore_action solar_sample_chance(const solar_rules *rules, const solar_state *state, uint64_t key) {
    (void)rules;
    const solar__chance due = solar__chance_due(state);
    return due.possible ? SOLAR_ACTION(due.kind, solar__draw_chance(state, due, key)) : GPSCORE_NO_ACTION;
}

/* ---- Why an action is illegal ------------------------------------------------------------------------ */

/* What the phase asks for instead. */
static gpscore_status why_phase(const solar_state *state, gpscore_error *error) {
    const solar_head *head = &state->head;
    switch (head->phase) {
    case SOLAR_SETUP_DISCS:
    case SOLAR_SETUP_SECTORS:
    case SOLAR_SETUP_TILES: SOLAR__FAIL(SOLAR_SETUP_DUE, 0, 0, 0);
    case SOLAR_TURN_TILE: SOLAR__FAIL(SOLAR_TILE_DUE, 0, 0, 0);
    case SOLAR_CHOOSE_TECH: SOLAR__FAIL(SOLAR_TECH_DUE, head->pending, 0, 0);
    case SOLAR_SETUP_INCOME: SOLAR__FAIL(SOLAR_TUCK_DUE, head->pending, 0, 0);
    case SOLAR_CHOOSE_INCOME: SOLAR__FAIL(SOLAR_INCOME_DUE, head->pending, 0, 0);
    case SOLAR_CHOOSE_TRACE: SOLAR__FAIL(SOLAR_TRACE_DUE, head->pending, 0, 0);
    case SOLAR_ORG_MOVES: SOLAR__FAIL(SOLAR_ORG_DUE, 0, 0, 0);
    case SOLAR_SETTLE: SOLAR__FAIL(SOLAR_SETTLE_DUE, head->pending, 0, 0);
    case SOLAR_ROUND_END: SOLAR__FAIL(SOLAR_ROUND_DUE, 0, 0, 0);
    case SOLAR_OVER: SOLAR__FAIL(SOLAR_ENDED, 0, 0, 0);
    default: SOLAR__FAIL(SOLAR_NO_CHOICE, 0, 0, 0);
    }
}

static gpscore_status why_move(const solar_rules *rules, const solar_state *state, unsigned n,
                               gpscore_error *error) {
    const solar_head *head = &state->head;
    const int w = head->active;
    const unsigned from = n & 31u, direction = n >> 5 & 3u, to = solar__neighbour(from, direction);
    const unsigned cost = solar__move_cost(rules, state, from, solar__move_base(state));
    if (!solar__has_probe(state, w, from)) SOLAR__FAIL(SOLAR_NO_PROBE, w, from / 8 + 1, from % 8);
    if (to == SOLAR_NOWHERE) SOLAR__FAIL(SOLAR_EDGE, from / 8 + 1, 0, 0);
    if (head->mark == from && solar__number_at(&state->players[w], from) == 1)
        SOLAR__FAIL(SOLAR_SAME_PROBE, 0, 0, 0);
    if (solar__can_pay(state, direction < 2) < cost)
        SOLAR__FAIL(SOLAR_MOVES, cost, solar__can_pay(state, direction < 2), 0);
    SOLAR__FAIL(SOLAR_NO_INSTEAD, 0, 0, 0);
}

static gpscore_status why_launch(const solar_rules *rules, const solar_state *state, int tile,
                                 gpscore_error *error) {
    const int w = state->head.active;
    const solar_player *player = &state->players[w];
    const unsigned cost = tile ? SOLAR__TILE_CREDITS : rules->board.launch_credit;
    if (tile && (rules->organisation[w] != SOLAR_XENOLAB || player->flags & SOLAR_FLAG_LAUNCH_TILE)) {
        SOLAR__FAIL(SOLAR_TILE_USED, 0, 0, 0);
    }
    if (player->count >= solar__probe_limit(rules, state, w))
        SOLAR__FAIL(SOLAR_LIMIT, w, player->count, solar__probe_limit(rules, state, w));
    if (player->count >= SOLAR_MAX_PROBES)
        SOLAR__FAIL(SOLAR_TOO_MANY, player->count + 1, SOLAR_MAX_PROBES, SOLAR_COUNTED_PROBES);
    SOLAR__FAIL(SOLAR_CREDITS, cost, player->credits, w);
}

static gpscore_status why_land(const solar_rules *rules, const solar_state *state, gpscore_action action,
                               gpscore_error *error) {
    const int w = state->head.active;
    const unsigned n = action & 0xffffffu;
    const int moon = GPSCORE_ACTION_KIND(action) == SOLAR_LAND_MOON;
    if (moon && n >= rules->board.moon_count) SOLAR__FAIL(SOLAR_NO_MOON, n, 0, 0);
    const unsigned planet = moon ? rules->board.moons[n].planet : n & 15u;
    const unsigned where = moon ? SOLAR__AT_MOON : SOLAR__AT_SURFACE;
    GPSCORE__TRY(solar__why_visit(rules, state, w, planet, moon ? 0 : n >> 4 & 7u, where, error));
    if (moon && !solar__usable(state, w, 3)) SOLAR__FAIL(SOLAR_MOON_TECH, w, 0, 0);
    if (moon && solar__moon_owner(&state->figures, n)) SOLAR__FAIL(SOLAR_MOON_TAKEN, n, 0, 0);
    if (!moon) GPSCORE__TRY(solar__why_slot(rules, state, planet, n >> 8 & 3u, error));
    SOLAR__FAIL(SOLAR_ENERGY, solar__land_cost(rules, state, w, planet), state->players[w].energy, w);
}

static gpscore_status why_orbit(const solar_rules *rules, const solar_state *state, unsigned n,
                                gpscore_error *error) {
    const int w = state->head.active;
    const solar_player *player = &state->players[w];
    GPSCORE__TRY(solar__why_visit(rules, state, w, n & 15u, n >> 4 & 7u, SOLAR__AT_ORBIT, error));
    if (player->credits < rules->board.orbit_credit)
        SOLAR__FAIL(SOLAR_ORBIT_CREDITS, rules->board.orbit_credit, player->credits, w);
    SOLAR__FAIL(SOLAR_ORBIT_ENERGY, rules->board.orbit_energy, player->energy, w);
}

static gpscore_status why_research(const solar_rules *rules, const solar_state *state, int tile,
                                   gpscore_error *error) {
    const int w = state->head.active;
    const solar_player *player = &state->players[w];
    if (tile && (rules->organisation[w] != SOLAR_XENOLAB || player->flags & SOLAR_FLAG_RESEARCH_TILE)) {
        SOLAR__FAIL(SOLAR_TILE_USED, 0, 0, 0);
    }
    if ((player->techs & 15u) == 15u) SOLAR__FAIL(SOLAR_ALL_TECHS, w, 0, 0);
    SOLAR__FAIL(SOLAR_PUBLICITY, solar__research_cost(rules, w, tile), player->publicity, w);
}

/* Whether the action is one that its phase asks for or allows. */
static int fits_phase(const solar_state *state, unsigned kind) {
    const solar_head *head = &state->head;
    const int is_free = kind == SOLAR_MOVE || kind == SOLAR_CARD_MOVE || kind == SOLAR_EXCHANGE ||
                        kind == SOLAR_BUY_CARD || kind == SOLAR_ORG;
    switch (head->phase) {
    case SOLAR_TURN: return kind <= SOLAR_END_TURN || is_free;
    case SOLAR_ORG_MOVES: return kind == SOLAR_MOVE || kind == SOLAR_ORG_DONE;
    case SOLAR_CHOOSE_TECH: return kind == SOLAR_TAKE_TECH || (is_free && solar__free_inside(head));
    case SOLAR_CHOOSE_INCOME: return kind == SOLAR_INCOME || (is_free && solar__free_inside(head));
    case SOLAR_CHOOSE_TRACE: return kind == SOLAR_TRACE || (is_free && solar__free_inside(head));
    case SOLAR_SETUP_INCOME: return kind == SOLAR_INCOME;
    default: return 0;
    }
}

static gpscore_status why_choice(const solar_rules *rules, const solar_state *state, gpscore_action action,
                                 gpscore_error *error) {
    const solar_head *head = &state->head;
    const unsigned kind = GPSCORE_ACTION_KIND(action), n = action & 0xffffffu;
    const int w = solar__chooser(state);
    if (w < 0) return why_phase(state, error);
    const solar_player *player = &state->players[w];
    if (!fits_phase(state, kind)) {
        if (kind == SOLAR_MOVE || kind == SOLAR_CARD_MOVE || kind == SOLAR_EXCHANGE ||
            kind == SOLAR_BUY_CARD || kind == SOLAR_ORG) {
            SOLAR__FAIL(SOLAR_NO_FREE, 0, 0, 0);
        }
        return why_phase(state, error);
    }
    if (head->phase == SOLAR_TURN && (head->turn & SOLAR_TURN_MAIN) &&
        (kind == SOLAR_LAUNCH || (kind >= SOLAR_ORBIT && kind <= SOLAR_PASS))) {
        SOLAR__FAIL(SOLAR_MAIN_USED, 0, 0, 0);
    }
    switch (kind) {
    case SOLAR_MOVE: return why_move(rules, state, n, error);
    case SOLAR_LAUNCH: return why_launch(rules, state, (int)(n & 1u), error);
    case SOLAR_ORBIT: return why_orbit(rules, state, n, error);
    case SOLAR_LAND:
    case SOLAR_LAND_MOON: return why_land(rules, state, action, error);
    case SOLAR_RESEARCH: return why_research(rules, state, (int)(n & 1u), error);
    case SOLAR_END_TURN: SOLAR__FAIL(SOLAR_MAIN_DUE, 0, 0, 0);
    case SOLAR_TAKE_TECH: SOLAR__FAIL(SOLAR_TECH_OWNED, w, n + 1, 0);
    case SOLAR_INCOME:
        if (!player->cards) SOLAR__FAIL(SOLAR_NO_CARD, w, 0, 0);
        if (n < 3) SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_COUNT + 1, SOLAR_MAX_COUNT, SOLAR_INCOME_CREDIT + n);
        SOLAR__FAIL(SOLAR_TUCK_DUE, w, 0, 0); /* at setup nobody declines */
    case SOLAR_TRACE: SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_COUNT + 1, SOLAR_MAX_COUNT, SOLAR_RED_TRACE + n);
    case SOLAR_CARD_MOVE:
        if (!player->cards) SOLAR__FAIL(SOLAR_CARDS, 1, 0, w);
        SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_COUNT + 1, SOLAR_MAX_COUNT, SOLAR_COUNTED_MOVES);
    case SOLAR_EXCHANGE: {
        const unsigned had = solar__amount(player, solar__exchange_from(n));
        const unsigned paid = solar__trade.paid[SOLAR__TRADE_EXCHANGE + n];
        if (had < paid)
            return gpscore__fail(error, GPSCORE_SOLAR_TOO_FEW, paid, had, w, solar__exchange_from(n));
        SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_COUNT + 1, SOLAR_MAX_COUNT, solar__exchange_to(n));
    }
    case SOLAR_BUY_CARD:
        if (player->publicity < solar__trade.paid[SOLAR__TRADE_BUY])
            SOLAR__FAIL(SOLAR_BUY_PUBLICITY, solar__trade.paid[SOLAR__TRADE_BUY], player->publicity, w);
        SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_COUNT + 1, SOLAR_MAX_COUNT, SOLAR_CARD);
    case SOLAR_ORG: return why_org(rules, state, n, error);
    default: SOLAR__FAIL(SOLAR_ORG_DUE, 0, 0, 0); /* ORG_DONE before the first move */
    }
}

gpscore_status solar_why_illegal(const solar_rules *rules, const solar_state *state, int player,
                                 gpscore_action action, gpscore_error *error) {
    const unsigned kind = GPSCORE_ACTION_KIND(action);
    uint64_t mask[SOLAR_MASK_WORDS];
    if (state->head.rules != rules->fingerprint) SOLAR__FAIL(ILLEGAL_FOREIGN_STATE, 0, 0, 0);
    if (!solar__is_action(action)) SOLAR__FAIL(ILLEGAL_UNKNOWN_ACTION, action, 0, 0);
    if (player != GPSCORE_CHANCE && player != GPSCORE_HOST && (player < 0 || player >= rules->players)) {
        SOLAR__FAIL(SOLAR_NO_PLAYER, player, rules->players - 1, 0);
    }
    if (state->head.phase == SOLAR_OVER) SOLAR__FAIL(SOLAR_ENDED, 0, 0, 0);
    if (solar__is_effect(action) != (player == GPSCORE_HOST)) SOLAR__FAIL(SOLAR_NOT_HOST, 0, 0, 0);
    if (solar__is_effect(action)) return solar__why_effect(rules, state, action, error);
    if (kind <= SOLAR_TILE) {
        if (player != GPSCORE_CHANCE) SOLAR__FAIL(SOLAR_CHANCE, player, 0, 0);
    } else if (player == GPSCORE_CHANCE) {
        SOLAR__FAIL(SOLAR_NO_CHANCE, 0, 0, 0);
    } else if (player != solar__chooser(state)) {
        if (solar__chooser(state) < 0) return why_phase(state, error);
        SOLAR__FAIL(SOLAR_NOT_YOUR_TURN, player, solar__chooser(state), 0);
    }
    solar_legal_mask(rules, state, player, mask);
    const unsigned index = index_of(rules, state, action);
    if (index != GPSCORE_NO_INDEX && (mask[index / 64] >> index % 64 & 1u)) {
        if (kind <= SOLAR_TILE) {
            const unsigned wanted = state->head.phase == SOLAR_SETUP_DISCS     ? SOLAR_ALIGN
                                    : state->head.phase == SOLAR_SETUP_SECTORS ? SOLAR_ORDER
                                                                               : SOLAR_TILE;
            if (kind == wanted) return GPSCORE_OK;
        } else if (solar__action_at(rules, state, index) == action) {
            return GPSCORE_OK;
        }
    }
    return kind <= SOLAR_TILE ? why_phase(state, error) : why_choice(rules, state, action, error);
}
