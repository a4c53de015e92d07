/* The solar system: the bundled players. They decide in integers, in 1/16 of a point. */
#include "solar_internal.h"

/* ---- Uniform ---------------------------------------------------------------------------------------- */

static gpscore_action drawn(const gpscore_action *actions, size_t count, const solar_state *state, int player,
                            uint64_t key) {
    /* The hash stands for the place in the game, of which a turn has many. */
    return actions[gpscore_draw_below(key, state->head.sum, 1u + (uint64_t)player, (uint32_t)count)];
}

/* ---- What things are worth -------------------------------------------------------------------------- */

enum { POINT = 16 };

/* What a unit of credits, energy or cards is worth: about what it earns when it is spent well, while there
 * is time to spend it; in the last round almost nothing. */
static int unit_worth(const solar_rules *rules, const solar_state *state) {
    return state->head.round + 1 < rules->rounds ? 20 : 3;
}

static int reward_worth(const solar_rules *rules, const solar_state *state, solar_reward reward) {
    const int unit = unit_worth(rules, state), left = rules->rounds - 1 - state->head.round;
    switch (reward.kind) {
    case SOLAR_GAIN_SCORE: return POINT * reward.n;
    case SOLAR_GAIN_CREDIT:
    case SOLAR_GAIN_ENERGY:
    case SOLAR_GAIN_RANDOM_CARD:
    case SOLAR_GAIN_CARD: return unit * reward.n;
    case SOLAR_GAIN_PUBLICITY: return unit * reward.n / 3;
    case SOLAR_GAIN_INCOME: return unit * left * reward.n; /* a card becomes one unit now and each round */
    case SOLAR_GAIN_SIGNAL_HERE:
    case SOLAR_GAIN_SIGNAL_RED:
    case SOLAR_GAIN_SIGNAL_BLUE:
    case SOLAR_GAIN_SIGNAL_YELLOW:
    case SOLAR_GAIN_SIGNAL_BLACK: return POINT * rules->signal_points * reward.n;
    case SOLAR_GAIN_RED_TRACE:
    case SOLAR_GAIN_YELLOW_TRACE:
    case SOLAR_GAIN_BLUE_TRACE:
    case SOLAR_GAIN_ANY_TRACE: return POINT * rules->trace_points * reward.n;
    default: return 0;
    }
}

static int list_worth(const solar_rules *rules, const solar_state *state, unsigned list) {
    unsigned count;
    const solar_reward *rewards = solar_list(rules, list, &count);
    int worth = 0;
    for (unsigned i = 0; i < count; i++) worth += reward_worth(rules, state, rewards[i]);
    return worth;
}

/* The points alone that a list scores at once. */
static int list_points(const solar_rules *rules, unsigned list) {
    unsigned count;
    const solar_reward *rewards = solar_list(rules, list, &count);
    int points = 0;
    for (unsigned i = 0; i < count; i++) points += rewards[i].kind == SOLAR_GAIN_SCORE ? rewards[i].n : 0;
    return points;
}

/* The cost of the cheapest way from a space to any of the targets, and the first direction of it. */
static int way(const solar_rules *rules, uint32_t held, unsigned from, uint32_t targets,
               unsigned *direction) {
    uint32_t at[SOLAR__FAR];
    const unsigned extra = rules->board.asteroid_moves;
    const int cost = solar__way(held, extra, from, targets, at);
    if (cost == 0 || cost == SOLAR__FAR) return cost;
    const uint32_t next = at[cost - 1 - (held >> from & 1u ? (int)extra : 0)];
    for (unsigned d = 4; d-- > 0;) {
        const unsigned to = solar__neighbour(from, d);
        if (to != SOLAR_NOWHERE && (next >> to & 1u)) *direction = d;
    }
    return cost;
}

/* ---- Goals: what a probe can become ------------------------------------------------------------------- */

typedef struct goal {
    gpscore_action action; /* ORBIT, LAND or LAND_MOON */
    uint32_t spaces;       /* where it can be done */
    int gain;              /* in 1/16 of a point */
    int points;            /* scored at once */
    int credits, energy;
} goal;

enum { MAX_GOALS = 64 };

static int add_planet_goals(const solar_rules *rules, const solar_state *state, int w, unsigned planet,
                            uint32_t spaces, goal *goals, int n) {
    const solar_board *board = &rules->board;
    const solar_planet *p = &board->planets[planet];
    const solar_figures *f = &state->figures;
    const int is_owned = p->flags & SOLAR_PLANET_OWNED;
    const int energy = (int)solar__land_cost(rules, state, w, planet);
    if (!is_owned || solar__may_visit_owned(rules, state, w, planet, 0)) {
        const int first = p->first_orbit && !f->first[planet - 1] ? p->first_orbit : 0;
        const goal g = {SOLAR_ACTION(SOLAR_ORBIT, planet),
                        spaces,
                        POINT * first + list_worth(rules, state, SOLAR_LIST_ORBIT + planet),
                        first + list_points(rules, SOLAR_LIST_ORBIT + planet),
                        board->orbit_credit,
                        board->orbit_energy};
        goals[n++] = g;
    }
    if (!is_owned || solar__may_visit_owned(rules, state, w, planet, 1)) {
        const unsigned open = solar__open_data(rules, f, planet);
        unsigned slot = open & 1u ? 1 : open & 2u ? 2 : 0;
        if (open == 3 && p->data[1] > p->data[0]) slot = 2;
        const goal g = {SOLAR_ACTION(SOLAR_LAND, planet | slot << 8),
                        spaces,
                        list_worth(rules, state, SOLAR_LIST_LAND + planet),
                        list_points(rules, SOLAR_LIST_LAND + planet),
                        0,
                        energy};
        goals[n++] = g;
    }
    if (!solar__usable(state, w, 3)) return n;
    for (unsigned m = 0; m < board->moon_count; m++) {
        if (board->moons[m].planet != planet || solar__moon_owner(f, m)) continue;
        const goal g = {
            SOLAR_ACTION(SOLAR_LAND_MOON, m),        spaces, list_worth(rules, state, SOLAR_LIST_MOON + m),
            list_points(rules, SOLAR_LIST_MOON + m), 0,      energy};
        goals[n++] = g;
    }
    return n;
}

/* All that probes of w can become in an alignment. */
static int find_goals(const solar_rules *rules, const solar_state *state, int w, unsigned alignment,
                      goal *goals) {
    const solar_alignment *shows = &rules->alignments[alignment];
    int n = 0;
    for (unsigned p = 1; p < rules->board.planet_count; p++) {
        const int is_owned = rules->board.planets[p].flags & SOLAR_PLANET_OWNED;
        if (is_owned ? !rules->pluto[w] : shows->where[p] == SOLAR_NOWHERE) continue;
        const uint32_t spaces = is_owned ? 0xff000000u : UINT32_C(1) << shows->where[p];
        n = add_planet_goals(rules, state, w, p, spaces, goals, n);
    }
    return n;
}

/* The goal's action for a probe that stands in *space* (an owned planet names the sector). */
static gpscore_action goal_action(const solar_rules *rules, const goal *g, unsigned space) {
    const unsigned kind = GPSCORE_ACTION_KIND(g->action);
    if (kind == SOLAR_LAND_MOON || !solar__owned(rules, g->action & 15u)) return g->action;
    return g->action | (space & 7u) << 4;
}

/* ---- Greedy: the best immediate points per cost ------------------------------------------------------- */

static int legal_in(const gpscore_action *actions, size_t count, gpscore_action action) {
    for (size_t i = 0; i < count; i++) {
        if (actions[i] == action) return 1;
    }
    return 0;
}

static gpscore_action first_of(const gpscore_action *actions, size_t count, unsigned kind) {
    for (size_t i = 0; i < count; i++) {
        if (GPSCORE_ACTION_KIND(actions[i]) == kind) return actions[i];
    }
    return GPSCORE_NO_ACTION;
}

/* What scores most for its cost at once; else a launch; else a step to the nearest planet of today; else
 * research; else pass. */
static gpscore_action greedy_turn(const solar_rules *rules, const solar_state *state, int w,
                                  const gpscore_action *actions, size_t count) {
    goal goals[MAX_GOALS];
    const int n = find_goals(rules, state, w, state->head.alignment, goals);
    const uint32_t probes = solar__spaces(&state->players[w]);
    gpscore_action best = GPSCORE_NO_ACTION;
    int best_ratio = 0;
    uint32_t planets = 0;
    for (int i = 0; i < n; i++) {
        planets |= goals[i].spaces;
        if (!(probes & goals[i].spaces)) continue;
        const unsigned space = gpscore__lowest(probes & goals[i].spaces);
        const gpscore_action action = goal_action(rules, &goals[i], space);
        const int cost = goals[i].credits + goals[i].energy, ratio = 64 * goals[i].points / (cost ? cost : 1);
        if (ratio <= best_ratio || !legal_in(actions, count, action)) continue;
        best = action;
        best_ratio = ratio;
    }
    if (best) return best;
    const gpscore_action launch = first_of(actions, count, SOLAR_LAUNCH);
    if (launch) return launch;
    int nearest = SOLAR__FAR;
    for (uint32_t left = probes; left; left &= left - 1u) {
        const unsigned from = gpscore__lowest(left);
        unsigned direction = 0;
        const int cost = way(rules, solar__sticky(rules, state), from, planets, &direction);
        const gpscore_action step = SOLAR_ACTION(SOLAR_MOVE, from | direction << 5);
        if (cost == 0 || cost >= nearest || !legal_in(actions, count, step)) continue;
        nearest = cost;
        best = step;
    }
    if (best) return best;
    const gpscore_action research = first_of(actions, count, SOLAR_RESEARCH);
    if (research) return research;
    return first_of(actions, count, SOLAR_PASS);
}

/* ---- Steady: the flight over the coming rotations ------------------------------------------------------ */

/* Where a probe and the discs are after k more steps of the rotation. */
static unsigned carried(const solar_rules *rules, unsigned space, unsigned *alignment, unsigned *token) {
    const solar_alignment *shows = &rules->alignments[*alignment];
    const unsigned to = shows->turns[*token] >> space & 1u ? solar__neighbour(space, 1) : space;
    *alignment = solar__turned(*alignment, *token);
    *token = solar__next_step(*token);
    return to;
}

/* A plan for one probe: what it becomes, in how many rotations, and what that is worth, costs taken off. */
typedef struct plan {
    int worth;
    int rotations;     /* to wait for */
    int moves;         /* to fly, once they are over */
    unsigned from;
    unsigned direction;
    goal g;
} plan;

/* The units that a player can spend on moves and landing. */
static int affordable(const solar_state *state, int w, int credits, int energy, int moves) {
    const solar_player *player = &state->players[w];
    const solar_head *head = &state->head;
    int hand = w == head->active ? head->moves + head->ring_moves : 0;
    if (hand > moves) hand = moves;
    int lack = energy + (moves - hand) - player->energy; /* cards can pay moves, one for one */
    int spare = player->cards;
    if (lack > moves - hand) {
        /* energy for the landing itself is exchanged, two for one */
        const int landing = lack - (moves - hand);
        lack -= landing;
        int two = 2 * landing;
        const int credit = player->credits - credits > 0 ? player->credits - credits : 0;
        if (two > credit + spare) return 0;
        spare -= two > credit ? two - credit : 0;
    }
    if (lack > 0 && lack > spare) return 0;
    return player->credits >= credits;
}

static void consider(const solar_rules *rules, const solar_state *state, int w, unsigned from,
                     unsigned alignment, int rotations, int credits_before, plan *best) {
    goal goals[MAX_GOALS];
    const int n = find_goals(rules, state, w, alignment, goals);
    const int unit = unit_worth(rules, state);
    const uint32_t held = solar__usable(state, w, 1) ? 0u : rules->alignments[alignment].asteroids;
    for (int i = 0; i < n; i++) {
        unsigned direction = 0;
        const int moves = way(rules, held, from, goals[i].spaces, &direction);
        if (moves == SOLAR__FAR ||
            !affordable(state, w, goals[i].credits + credits_before, goals[i].energy, moves))
            continue;
        const int cost = unit * (goals[i].credits + goals[i].energy + moves) + 12 * rotations;
        if (goals[i].gain - cost <= best->worth) continue;
        const plan p = {goals[i].gain - cost, rotations, moves, from, direction, goals[i]};
        *best = p;
    }
}

/* The best plan of a probe at *from*, now and after each of the next rotations. */
static plan best_plan(const solar_rules *rules, const solar_state *state, int w, unsigned from,
                      int credits_before) {
    unsigned alignment = state->head.alignment, token = state->head.token;
    const int most = state->head.round + 1 < rules->rounds ? 3 : 1;
    plan best = {0, 0, 0, from, 0, {0, 0, 0, 0, 0, 0}};
    unsigned at = from;
    for (int k = 0; k <= most; k++) {
        consider(rules, state, w, at, alignment, k, credits_before, &best);
        at = carried(rules, at, &alignment, &token);
    }
    best.from = from;
    return best;
}

static int research_worth(const solar_rules *rules, const solar_state *state) {
    const int left = rules->rounds - 1 - state->head.round;
    return 3 * POINT + 14 * left - unit_worth(rules, state);
}

/* Energy or moves for a plan that is to be carried out now: discard a card, or exchange. */
static gpscore_action raise(const solar_state *state, int w, const plan *p, const gpscore_action *actions,
                            size_t count) {
    const solar_player *player = &state->players[w];
    const int hand = state->head.moves + state->head.ring_moves;
    const gpscore_action card = SOLAR_ACTION(SOLAR_CARD_MOVE, 0);
    if (p->moves > 0 && hand < p->moves && player->energy < p->g.energy + p->moves - hand &&
        legal_in(actions, count, card)) {
        return card;
    }
    if (player->energy >= p->g.energy) return GPSCORE_NO_ACTION;
    const gpscore_action credit = SOLAR_ACTION(SOLAR_EXCHANGE, 0), cards = SOLAR_ACTION(SOLAR_EXCHANGE, 5);
    if (player->credits >= p->g.credits + 2 && legal_in(actions, count, credit)) return credit;
    return legal_in(actions, count, cards) ? cards : GPSCORE_NO_ACTION;
}

static gpscore_action steady_turn(const solar_rules *rules, const solar_state *state, int w,
                                  const gpscore_action *actions, size_t count) {
    plan best = {0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0}};
    for (uint32_t left = solar__spaces(&state->players[w]); left; left &= left - 1u) {
        const plan p = best_plan(rules, state, w, gpscore__lowest(left), 0);
        if (p.worth > best.worth) best = p;
    }
    gpscore_action action = GPSCORE_NO_ACTION;
    int worth = 0;
    const gpscore_action launch = first_of(actions, count, SOLAR_LAUNCH);
    if (launch) {
        const int price = launch & 1u ? (int)SOLAR__TILE_CREDITS : rules->board.launch_credit;
        const unsigned earth = solar__shown(rules, state)->where[0];
        const plan p = best_plan(rules, state, w, earth, price);
        worth = p.worth - price * unit_worth(rules, state);
        if (worth > 0) action = launch;
    }
    const gpscore_action research = first_of(actions, count, SOLAR_RESEARCH);
    if (research && research_worth(rules, state) > worth) {
        worth = research_worth(rules, state);
        action = research;
    }
    if (best.worth > 0 && best.rotations == 0 && best.worth >= worth) {
        const gpscore_action finish = goal_action(rules, &best.g, best.from);
        const gpscore_action step = SOLAR_ACTION(SOLAR_MOVE, best.from | best.direction << 5);
        const gpscore_action more = raise(state, w, &best, actions, count);
        if (more) return more;
        if (best.moves == 0 && legal_in(actions, count, finish)) return finish;
        if (best.moves > 0 && legal_in(actions, count, step)) return step;
    }
    return action ? action : first_of(actions, count, SOLAR_PASS);
}

/* ---- Choices inside actions ---------------------------------------------------------------------------- */

/* Which tech, by how often it helps a prober. */
static gpscore_action wanted_tech(const gpscore_action *actions, size_t count, int steady) {
    static const uint8_t wish[SOLAR_TECHS] = {3, 2, 1, 0}; /* moons, cheap landings, asteroids, two probes */
    for (int i = 0; i < SOLAR_TECHS; i++) {
        const gpscore_action take = SOLAR_ACTION(SOLAR_TAKE_TECH, steady ? wish[i] : (uint8_t)i);
        if (legal_in(actions, count, take)) return take;
    }
    return actions[0];
}

static gpscore_action wanted_income(const gpscore_action *actions, size_t count, const solar_rules *rules,
                                    const solar_state *state) {
    /* In the last round a card in hand is as good as its income. */
    const gpscore_action decline = SOLAR_ACTION(SOLAR_INCOME, 3), energy = SOLAR_ACTION(SOLAR_INCOME, 1);
    (void)rules;
    (void)state;
    if (legal_in(actions, count, energy)) return energy;
    return legal_in(actions, count, decline) ? decline : actions[0];
}

gpscore_action solar_choose(const solar_rules *rules, const solar_state *state, int player,
                            gpscore_policy policy, uint64_t key) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    const size_t count = player < 0 ? 0 : solar_legal_actions(rules, state, player, actions);
    const int steady = policy == GPSCORE_STEADY;
    if (!count) return GPSCORE_NO_ACTION;
    if (policy == GPSCORE_UNIFORM) return drawn(actions, count, state, player, key);
    switch (state->head.phase) {
    case SOLAR_TURN: {
        const gpscore_action end = SOLAR_ACTION(SOLAR_END_TURN, 0);
        if (legal_in(actions, count, end)) return end;
        return steady ? steady_turn(rules, state, player, actions, count)
                      : greedy_turn(rules, state, player, actions, count);
    }
    case SOLAR_CHOOSE_TECH: return wanted_tech(actions, count, steady);
    case SOLAR_SETUP_INCOME:
    case SOLAR_CHOOSE_INCOME: return wanted_income(actions, count, rules, state);
    default: return drawn(actions, count, state, player, key);
    }
}
