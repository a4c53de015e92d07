/* Solar: which positions can be. Every reason at once, so that a person who edits one sees all of them. */
#include <gpscore/solar.h>

#include "solar_internal.h"

const char *solar_problem_text(int bit) {
    static const char *const words[] = {
#define SOLAR_X(name, bit, words) words,
        SOLAR_PROBLEM_LIST(SOLAR_X)
#undef SOLAR_X
    };
    return bit >= 0 && bit < (int)(sizeof words / sizeof words[0]) ? words[bit] : NULL;
}

enum { LIMIT_CHANGE = 20, TURING_TECH = 0x30 };

static int in_setup(const solar_head *head) { return head->phase <= SOLAR_SETUP_INCOME; }

/* In the phases from TURN to TURN_TILE somebody's turn is running. */
static int in_turn(const solar_head *head) {
    return head->phase >= SOLAR_TURN && head->phase <= SOLAR_TURN_TILE;
}

/* Inside a free action: the moves of Orbital Dynamics (R9), or Helion's income (R12). What it was taken
 * inside of, if anything, waits in the list or in TECH_DUE. */
static int is_free(const solar_head *head) { return (head->turn & SOLAR_TURN_FREE) != 0; }

/* Whether a list of rewards is being paid, or waits behind a free action. */
static int is_paying(const solar_head *head) {
    if (is_free(head)) return head->list != SOLAR_LIST_NONE;
    return head->phase == SOLAR_CHOOSE_INCOME || head->phase == SOLAR_CHOOSE_TRACE ||
           head->phase == SOLAR_SETTLE;
}

/* Whether the player whose turn it is has passed, and only the card for it is still to be settled. */
static int is_passing(const solar_head *head) { return (head->after & SOLAR_AFTER_END) != 0; }

static int limit_fits(int change) { return change >= -LIMIT_CHANGE && change <= LIMIT_CHANGE; }

/* ---- The head --------------------------------------------------------------------------------------- */

static uint32_t check_phase(const solar_rules *rules, const solar_head *head) {
    int fits = head->phase <= SOLAR_OVER;
    if (head->phase == SOLAR_SETTLE || head->phase == SOLAR_ROUND_END) fits = rules->embedded;
    if (head->phase == SOLAR_CHOOSE_TRACE) fits = !rules->embedded;
    if (head->phase == SOLAR_ORG_MOVES) {
        fits = 0;
        for (int p = 0; p < rules->players; p++) fits |= rules->organisation[p] == SOLAR_ORBITAL_DYNAMICS;
    }
    return fits ? 0 : SOLAR_PROBLEM_PHASE;
}

/* R1, S11. A disc that is still to be placed, and what comes after, is 0. */
static uint32_t check_alignment(const solar_head *head) {
    const int discs = head->phase == SOLAR_SETUP_DISCS;
    const unsigned placed = discs ? head->step : SOLAR_DISCS;
    const int fits = placed <= SOLAR_DISCS && head->alignment >> (3 * placed) == 0 &&
                     head->token < SOLAR_DISCS && !(in_setup(head) && head->token) &&
                     head->sectors < SOLAR__ORDERS && !(head->phase <= SOLAR_SETUP_SECTORS && head->sectors);
    return fits ? 0 : SOLAR_PROBLEM_ALIGNMENT;
}

/* Who chooses or gains is named in the phases that need it; a free action keeps whom it was taken inside. */
static int pending_fits(const solar_rules *rules, const solar_head *head) {
    switch (head->phase) {
    case SOLAR_SETUP_INCOME: return 1;
    case SOLAR_CHOOSE_TECH:
    case SOLAR_CHOOSE_INCOME:
    case SOLAR_CHOOSE_TRACE:
    case SOLAR_SETTLE:
        /* Only a host gives others something to choose. */
        return head->pending == head->active || (rules->embedded && !is_free(head) && !is_passing(head));
    case SOLAR_ORG_MOVES:
        return head->pending == (head->list || head->turn & SOLAR_TURN_TECH_DUE ? head->active : 0);
    default: return head->pending == 0;
    }
}

static uint32_t check_seats(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const int passed = state->players[head->active].flags & SOLAR_FLAG_PASSED;
    int fits = pending_fits(rules, head);
    if (in_setup(head)) fits &= head->active == 0;
    if (in_turn(head)) fits &= passed == is_passing(head);
    /* The start moves one seat on from round to round. */
    fits &= head->start == head->round % rules->players;
    return fits ? 0 : SOLAR_PROBLEM_SEAT;
}

static uint32_t check_round(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    uint64_t passes = (uint64_t)head->round * rules->players;
    if (head->round >= rules->rounds) return SOLAR_PROBLEM_ROUND;
    if (in_setup(head)) return head->round || head->turns ? SOLAR_PROBLEM_ROUND : 0;
    if (head->phase == SOLAR_OVER && head->round + 1 != rules->rounds) return SOLAR_PROBLEM_ROUND;
    if (head->phase == SOLAR_ROUND_END && head->round + 1 == rules->rounds) return SOLAR_PROBLEM_ROUND;
    /* A pass is a turn, once it is over. */
    for (int p = 0; p < rules->players; p++) passes += state->players[p].flags & SOLAR_FLAG_PASSED;
    if (is_passing(head) && passes) passes--;
    return head->turns >= passes ? 0 : SOLAR_PROBLEM_ROUND;
}

static uint32_t check_turn(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const solar_player *active = &state->players[head->active];
    const int tech_due = (head->turn & SOLAR_TURN_TECH_DUE) != 0;
    int fits =
        head->moves <= SOLAR_MAX_COUNT && head->ring_moves <= SOLAR_MAX_COUNT && limit_fits(head->turn_limit);
    if (!in_turn(head)) fits &= !(head->moves | head->ring_moves | head->turn_limit | head->turn);
    if (head->turn & SOLAR_TURN_TURING)
        fits &= rules->organisation[head->active] == SOLAR_TURING && (active->flags & SOLAR_FLAG_ORG_USED);
    else
        fits &= !(head->turn & TURING_TECH);
    /* R9, R12: the free actions that are more than one step, and what they were taken inside. */
    if (is_free(head)) fits &= head->phase == SOLAR_ORG_MOVES || head->phase == SOLAR_CHOOSE_INCOME;
    if (head->phase == SOLAR_ORG_MOVES) fits &= is_free(head);
    if (tech_due) fits &= is_free(head) && !head->list && (active->techs & 15u) != 15u;
    if (!rules->embedded) {
        const int main_choice =
            head->phase == SOLAR_CHOOSE_TECH || head->phase == SOLAR_TURN_TILE || is_paying(head) || tech_due;
        fits &= !(head->ring_moves | head->turn_limit) &&
                !(head->turn & (SOLAR_TURN_NO_ASTEROIDS | SOLAR_TURN_MOVE_INSTEAD)) &&
                (!main_choice || (head->turn & SOLAR_TURN_MAIN));
    }
    return fits ? 0 : SOLAR_PROBLEM_TURN;
}

/* R8: each owner of a tech has taken a tile of its stack, and the next one is turned up in the end. */
static uint32_t check_tiles(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const int due = head->phase == SOLAR_TURN_TILE || head->after & SOLAR_AFTER_TILE;
    for (unsigned t = 0; t < SOLAR_TECHS; t++) {
        const unsigned stack = head->tiles[t], down = stack & SOLAR__TILES_DOWN, top = stack >> 4 & 3u;
        unsigned left = SOLAR_TILES;
        for (int p = 0; p < rules->players; p++) left -= state->players[p].techs >> t & 1u;
        const int drawn =
            head->phase > SOLAR_SETUP_TILES || (head->phase == SOLAR_SETUP_TILES && t < head->step);
        if (!drawn) {
            if (stack || left != SOLAR_TILES) return SOLAR_PROBLEM_TILES;
        } else if (stack & SOLAR__TILE_TOP) {
            if (gpscore__count16(down) + 1u != left || down >> top & 1u || stack & 0x80u) {
                return SOLAR_PROBLEM_TILES;
            }
            if (due && t == head->step) return SOLAR_PROBLEM_TILES;
        } else {
            if (stack != down || gpscore__count16(down) != left) return SOLAR_PROBLEM_TILES;
            if (left && !(due && t == head->step)) return SOLAR_PROBLEM_TILES;
        }
    }
    return 0;
}

/* The list is one of this board, and of somebody who can get it. */
static int list_fits(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const unsigned list = head->list, planets = rules->board.planet_count;
    if (list == SOLAR_LIST_NONE || list >= SOLAR_LISTS) return 0;
    if (list < SOLAR_LIST_LAND) return list - SOLAR_LIST_ORBIT < planets;
    if (list < SOLAR_LIST_MOON) return list - SOLAR_LIST_LAND < planets;
    if (list < SOLAR_LIST_TILE) return list - SOLAR_LIST_MOON < rules->board.moon_count;
    if (list == SOLAR_LIST_SIGNAL) return rules->organisation[head->pending] == SOLAR_SENTINEL;
    if (list == SOLAR_LIST_PASS) return is_passing(head) && head->turn & SOLAR_TURN_MAIN;
    return 1;
}

/* The item that is being paid is of a kind that somebody must choose or settle. */
static int item_fits(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    unsigned count;
    if (!list_fits(rules, state)) return 0;
    const solar_reward *rewards = solar_list(rules, head->list, &count);
    if (head->item >= count || head->left == 0) return 0;
    const solar_reward reward = rewards[head->item];
    const int income = reward.kind == SOLAR_GAIN_INCOME, any_trace = reward.kind == SOLAR_GAIN_ANY_TRACE;
    if (income || any_trace) {
        if (head->left > reward.n) return 0;
        /* A free action is taken inside a choice of the player, never while the host settles. */
        if (is_free(head)) return income || !rules->embedded;
        return income == (head->phase == SOLAR_CHOOSE_INCOME);
    }
    /* Cards, signals and traces of a colour are settled in one. */
    return head->phase == SOLAR_SETTLE && head->left == 1 && reward.kind >= SOLAR_GAIN_RANDOM_CARD;
}

/* R7, R8: a launch follows the tile of tech 1, a tile that of the tech that was taken. */
static int after_fits(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const int tile = head->list >= SOLAR_LIST_TILE && head->list < SOLAR_LIST_SIGNAL;
    const unsigned owned = state->players[head->pending].techs, after = head->after, step = head->step;
    if (after == SOLAR_AFTER_END)
        return head->list == SOLAR_LIST_PASS && !step && head->round + 1 < rules->rounds;
    if (after & SOLAR_AFTER_END || after >= 2 * SOLAR_AFTER_END) return 0;
    if (after & SOLAR_AFTER_TILE) {
        if (!(owned >> step & 1u) || !(head->tiles[step] & SOLAR__TILES_DOWN)) return 0;
    } else if (step) {
        return 0;
    }
    if (after & SOLAR_AFTER_LAUNCH) return tile && !step && owned & 1u;
    /* Sentinel's signal is for the launch of tech 1. */
    return !after || tile || (head->list == SOLAR_LIST_SIGNAL && !step);
}

/* R9: the first move is possible; the mark is where its probe then stands, and the second move is for another
 * one. */
static int moves_fit(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const solar_player *active = &state->players[head->active];
    if (rules->organisation[head->active] != SOLAR_ORBITAL_DYNAMICS) return 0;
    if (!(active->flags & SOLAR_FLAG_ORG_USED) || !active->count) return 0;
    if (head->mark == SOLAR_NOWHERE && head->alignment < SOLAR_ALIGNMENTS) {
        uint32_t from[4];
        solar__movable(rules, state, solar__techs(state, head->active), 0, SOLAR_NOWHERE, from);
        return (from[0] | from[2] | from[3]) != 0;
    }
    return head->mark == SOLAR_NOWHERE ||
           (head->mark < SOLAR_SPACES && active->count > 1 && solar__number_at(active, head->mark));
}

/* R6: an income needs a card; R12: one of its own follows a tech of Helion that was switched off. */
static int income_fits(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const solar_player *player = &state->players[head->pending];
    if (!player->cards) return 0;
    return !is_free(head) || (rules->organisation[head->pending] == SOLAR_HELION &&
                              player->flags & SOLAR_FLAG_ORG_USED && player->techs >> 4);
}

/* S21: at setup every seat still has the cards that it must tuck, and a kind to tuck them for. */
static int tucks_fit(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    for (int p = 0; p < rules->players; p++) {
        const solar_player *player = &state->players[p];
        unsigned due = solar__starts[rules->organisation[p]].tucks;
        if (head->phase == SOLAR_SETUP_INCOME && p <= head->pending)
            due = p == head->pending ? head->left : 0;
        if (due > player->cards) return 0;
        for (int i = 0; i < 3 && due; i++) {
            if (player->tucked[i] + due > SOLAR_MAX_COUNT) return 0;
        }
    }
    return 1;
}

/* *state* with its probes counted. */
static uint32_t check_pending(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    const unsigned left = head->left, step = head->step;
    const solar_player *pending = &state->players[head->pending];
    int fits = 1, uses_left = 0, uses_step = 0;
    switch (head->phase) {
    case SOLAR_SETUP_DISCS:
        uses_step = 1;
        fits = step < SOLAR_DISCS;
        break;
    case SOLAR_SETUP_TILES:
        uses_step = 1;
        fits = step < SOLAR_TECHS;
        break;
    case SOLAR_SETUP_INCOME:
        uses_left = 1;
        fits = left >= 1 && left <= solar__starts[rules->organisation[head->pending]].tucks;
        break;
    case SOLAR_CHOOSE_TECH: fits = (pending->techs & 15u) != 15u; break;
    case SOLAR_CHOOSE_INCOME: fits = income_fits(rules, state); break;
    case SOLAR_ORG_MOVES: fits = moves_fit(rules, state); break;
    case SOLAR_TURN_TILE:
        uses_step = 1;
        fits = step < SOLAR_TECHS && head->tiles[step] & SOLAR__TILES_DOWN;
        break;
    default: break;
    }
    if (is_paying(head)) {
        fits = fits && step < SOLAR_TECHS && item_fits(rules, state) && after_fits(rules, state);
    } else {
        fits &= !(head->list | head->item | head->after) && (uses_left || !left) && (uses_step || !step);
    }
    if (in_setup(head)) fits &= tucks_fit(rules, state);
    if (head->phase != SOLAR_ORG_MOVES) fits &= head->mark == SOLAR_NOWHERE;
    return fits ? 0 : SOLAR_PROBLEM_PENDING;
}

/* ---- Players ---------------------------------------------------------------------------------------- */

static uint32_t check_resources(const solar_rules *rules, const solar_player *player) {
    int fits = player->score <= SOLAR_MAX_SCORE && player->credits <= SOLAR_MAX_COUNT &&
               player->energy <= SOLAR_MAX_COUNT && player->cards <= SOLAR_MAX_COUNT &&
               player->publicity <= rules->board.publicity_limit && player->data <= rules->board.data_limit &&
               player->signals <= SOLAR_MAX_COUNT && limit_fits(player->limit);
    for (int i = 0; i < 3; i++) {
        fits &= player->tucked[i] <= SOLAR_MAX_COUNT && player->traces[i] <= SOLAR_MAX_COUNT;
    }
    if (!rules->embedded) fits &= !player->limit;
    return fits ? 0 : SOLAR_PROBLEM_RESOURCES;
}

/* S5. *player* with its count derived. */
static uint32_t check_probes(const solar_rules *rules, const solar_head *head, const solar_player *player,
                             int organisation) {
    int most = SOLAR_MAX_PROBES;
    if (!rules->embedded) {
        /* Tech 1 counts when it is switched off, and whenever it could be used: probes stay (R11, R12). */
        most = rules->board.probe_limit + (player->techs & 1u || organisation == SOLAR_TURING);
        if (organisation == SOLAR_ORBITAL_DYNAMICS) most = most < 1 ? 2 : most + 1;
        if (most > SOLAR_MAX_PROBES) most = SOLAR_MAX_PROBES;
    }
    if (head->phase == SOLAR_SETUP_DISCS) most = 0;
    return player->count <= most ? 0 : SOLAR_PROBLEM_PROBES;
}

static uint32_t check_techs(const solar_player *player, int organisation) {
    const unsigned off = player->techs >> 4;
    return off && (organisation != SOLAR_HELION || off & ~(unsigned)player->techs) ? SOLAR_PROBLEM_TECHS : 0;
}

static uint32_t check_flags(const solar_head *head, const solar_player *player, int organisation) {
    unsigned possible = SOLAR_FLAG_PASSED;
    if (organisation == SOLAR_ORBITAL_DYNAMICS || organisation == SOLAR_TURING ||
        organisation == SOLAR_HELION) {
        possible |= SOLAR_FLAG_ORG_USED;
    }
    if (organisation == SOLAR_XENOLAB) possible |= SOLAR_FLAG_LAUNCH_TILE | SOLAR_FLAG_RESEARCH_TILE;
    if (in_setup(head)) possible = 0;
    if (player->flags & ~possible) return SOLAR_PROBLEM_FLAGS;
    if (head->phase >= SOLAR_ROUND_END && !(player->flags & SOLAR_FLAG_PASSED)) return SOLAR_PROBLEM_FLAGS;
    return 0;
}

/* ---- Figures ---------------------------------------------------------------------------------------- */

/* Whether the owner code of a covered space or moon is of somebody who can have figures. */
static int is_owner(const solar_rules *rules, unsigned code) {
    return code - 1u < rules->players || (code == SOLAR_NEUTRAL + 1 && rules->embedded);
}

static int planet_fits(const solar_rules *rules, const solar_figures *figures, int planet) {
    const solar_planet *printed = &rules->board.planets[planet];
    const uint8_t *count = figures->count[planet - 1];
    const unsigned first = figures->first[planet - 1];
    unsigned orbiters = 0, landers = 0, covered = 0;
    for (unsigned o = 0; o < SOLAR_OWNERS; o++) {
        if (count[o] && !is_owner(rules, o + 1)) return 0;
        orbiters += count[o] & 15u;
        landers += count[o] >> 4;
        /* S20: alone, its owners go there once each. */
        if (printed->flags & SOLAR_PLANET_OWNED && !rules->embedded && count[o] &&
            (!rules->pluto[o] || (count[o] & 15u) > 1 || count[o] >> 4 > 1)) {
            return 0;
        }
    }
    /* R5: who covers the first space has an orbiter. Without a host it is the first one that comes. */
    if (first && (!printed->first_orbit || !is_owner(rules, first) || !(count[first - 1] & 15u))) return 0;
    if (!rules->embedded && printed->first_orbit && orbiters && !first) return 0;
    /* S17: the same for data spaces and landers, of which one covers one. */
    for (int i = 0; i < 2; i++) {
        const unsigned owner = figures->data[planet - 1] >> (4 * i) & 15u;
        const unsigned other = figures->data[planet - 1] >> (4 - 4 * i) & 15u;
        if (!owner) continue;
        if (i >= printed->data_spaces || !is_owner(rules, owner)) return 0;
        if ((unsigned)count[owner - 1] >> 4 < 1u + (owner == other)) return 0;
        covered++;
    }
    return rules->embedded || covered == (landers < printed->data_spaces ? landers : printed->data_spaces);
}

static uint32_t check_figures(const solar_rules *rules, const solar_state *state) {
    static const solar_figures nothing = {0};
    const solar_figures *figures = &state->figures;
    if (in_setup(&state->head)) {
        const int fits = gpscore__same_bytes(figures, &nothing, offsetof(solar_figures, moon));
        return fits ? 0 : SOLAR_PROBLEM_FIGURES;
    }
    for (int p = 1; p < SOLAR_MAX_PLANETS; p++) {
        if (p < rules->board.planet_count) {
            if (!planet_fits(rules, figures, p)) return SOLAR_PROBLEM_FIGURES;
        } else if (figures->first[p - 1] | figures->data[p - 1] ||
                   !gpscore__same_bytes(figures->count[p - 1], nothing.count[0], SOLAR_OWNERS)) {
            return SOLAR_PROBLEM_FIGURES;
        }
    }
    return 0;
}

static uint32_t check_moons(const solar_rules *rules, const solar_state *state) {
    for (int m = 0; m < SOLAR_MAX_MOONS; m++) {
        const unsigned owner = solar__moon_owner(&state->figures, (unsigned)m);
        if (!owner) continue;
        if (m >= rules->board.moon_count || !is_owner(rules, owner) || in_setup(&state->head)) {
            return SOLAR_PROBLEM_MOONS;
        }
        /* S18: without a host only tech 4 goes there. */
        if (!rules->embedded && !(state->players[owner - 1].techs & 8u) &&
            rules->organisation[owner - 1] != SOLAR_TURING) {
            return SOLAR_PROBLEM_MOONS;
        }
    }
    return 0;
}

/* ---- The whole -------------------------------------------------------------------------------------- */

uint32_t solar_validate(const solar_rules *rules, const solar_state *state) {
    static const solar_player nobody = {{0}, 0, 0, 0, 0, 0, 0, {0}, {0}, 0, 0, 0, 0, 0, {0}};
    const solar_head *head = &state->head;
    uint32_t problems = 0;
    if (head->rules != rules->fingerprint) problems |= SOLAR_PROBLEM_FOREIGN;
    problems |= check_phase(rules, head);
    if (head->active >= rules->players || head->start >= rules->players || head->pending >= rules->players) {
        problems |= SOLAR_PROBLEM_SEAT;
    }
    for (int p = rules->players; p < SOLAR_MAX_PLAYERS; p++) {
        if (!gpscore__same_bytes(&state->players[p], &nobody, sizeof nobody))
            problems |= SOLAR_PROBLEM_ABSENT;
    }
    /* What follows speaks of seats that play in a known phase. */
    if (head->phase > SOLAR_OVER || problems & SOLAR_PROBLEM_SEAT) return problems;

    solar_state derived = *state;
    solar_derive(rules, &derived);
    derived.head.reserved = 0;
    for (size_t i = 0; i < sizeof derived.head.pad; i++) derived.head.pad[i] = 0;
    problems |= check_alignment(head);
    problems |= check_seats(rules, state);
    problems |= check_round(rules, state);
    problems |= check_turn(rules, state);
    problems |= check_tiles(rules, state);
    problems |= check_pending(rules, &derived);
    for (int p = 0; p < rules->players; p++) {
        solar_player *player = &derived.players[p];
        const int organisation = rules->organisation[p];
        player->reserved[0] = player->reserved[1] = 0;
        problems |= check_resources(rules, player);
        problems |= check_probes(rules, head, player, organisation);
        problems |= check_techs(player, organisation);
        problems |= check_flags(head, player, organisation);
    }
    problems |= check_figures(rules, state);
    problems |= check_moons(rules, state);
    if (!gpscore__same_bytes(state, &derived, sizeof derived)) problems |= SOLAR_PROBLEM_DERIVED;
    return problems;
}
