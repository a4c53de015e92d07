/* GPS: which positions can be. Every reason at once, so that a person who edits one sees all of them. */
#include <gpscore/gps.h>

#include "gps_internal.h"

const char *gps_problem_text(int bit) {
    static const char *const words[] = {
#define GPS_X(name, bit, words) words,
        GPS_PROBLEM_LIST(GPS_X)
#undef GPS_X
    };
    return bit >= 0 && bit < (int)(sizeof words / sizeof words[0]) ? words[bit] : NULL;
}

/* Satellites of one player, counted. */
typedef struct ring_counts {
    uint32_t placed, up, down;
} ring_counts;

static uint32_t check_ring(const gps_rules *rules, const gps_ring *ring, ring_counts *counts) {
    const uint32_t all = (1u << rules->satellites) - 1u;
    uint32_t problems = 0, placed = 0;
    uint64_t taken = 0;
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) {
        const unsigned s = ring->position[i];
        if (s == GPS_NOWHERE) continue;
        placed |= 1u << i;
        if (s >= rules->spaces) {
            problems |= GPS_PROBLEM_SPACE;
            continue;
        }
        if (taken >> s & 1u) problems |= GPS_PROBLEM_TWO_IN_SPACE;
        taken |= UINT64_C(1) << s;
    }
    if ((placed | ring->up | ring->down) & ~all) problems |= GPS_PROBLEM_SATELLITE;
    if ((placed & ring->up) | (placed & ring->down) | (ring->up & ring->down) |
        (all & ~(placed | ring->up | ring->down))) {
        problems |= GPS_PROBLEM_TWO_PLACES;
    }
    counts->placed = gpscore__count16(placed);
    counts->up = gpscore__count16(ring->up);
    counts->down = gpscore__count16(ring->down);
    return problems;
}

/* G2, G6: the numbers of every player's satellites, which run in step. */
static uint32_t check_counts(const gps_rules *rules, const gps_state *state, const ring_counts *counts) {
    const uint32_t placed = counts[0].placed;
    const uint32_t left = rules->satellites - placed;
    int owing = 0; /* a player was met who still turns satellites face up */
    for (int p = 0; p < rules->players; p++) {
        const ring_counts *c = &counts[p];
        if (c->placed != placed) return GPS_PROBLEM_COUNT;
        switch (state->head.phase) {
        case GPS_SETUP:
            if (placed || c->up > rules->face_up || (owing && c->up)) return GPS_PROBLEM_COUNT;
            owing |= c->up < rules->face_up;
            break;
        case GPS_REVEAL:
            /* Before the choice left + 1 were not placed, of which some were face down. */
            if (left + 1 <= rules->face_up || c->up + 1 < rules->face_up || c->up > rules->face_up) {
                return GPS_PROBLEM_COUNT;
            }
            if (owing && c->up == rules->face_up) return GPS_PROBLEM_COUNT;
            owing |= c->up < rules->face_up;
            break;
        case GPS_SHUFFLE:
            if (left) return GPS_PROBLEM_COUNT;
            break;
        default:
            if (c->up != gpscore__least(rules->face_up, left)) return GPS_PROBLEM_COUNT;
            break;
        }
    }
    if ((state->head.phase == GPS_SETUP || state->head.phase == GPS_REVEAL) && !owing) {
        return GPS_PROBLEM_COUNT;
    }
    return 0;
}

/* R9, R12: turns of this game against what is placed, and all turns against the limit. */
static uint32_t check_turns(const gps_rules *rules, const gps_state *state, uint32_t placed) {
    const gps_head *head = &state->head;
    if (head->game_start > head->turn) return GPS_PROBLEM_TURN;
    const uint32_t played = head->turn - head->game_start;
    const uint32_t stand = gpscore__least(played, rules->satellites);
    const int in_time = head->phase == GPS_OVER ? head->turn <= rules->last_turn && played > 0
                                                : head->turn < rules->last_turn;
    int fits = 0;
    switch (head->phase) {
    case GPS_SETUP: fits = played == 0; break;
    case GPS_REVEAL: fits = placed == played + 1; break;
    case GPS_SHUFFLE: fits = played >= rules->satellites; break;
    default: fits = placed == stand; break;
    }
    return fits && in_time ? 0 : GPS_PROBLEM_TURN;
}

/* G9, G10, R10: who has won what, against the rings and the turns that earlier games took. */
static uint32_t check_wins(const gps_rules *rules, const gps_state *state, const gps_state *derived) {
    const gps_head *head = &state->head;
    uint32_t problems = 0, in_order = 0, at_target = 0;
    uint32_t most_before = 0, sum_before = 0;
    for (int p = 0; p < rules->players; p++) {
        const uint32_t won = (uint32_t)gps__ring_won(rules, &derived->ring[p]);
        uint32_t before = head->wins[p];
        if (head->wins[p] > rules->wins) problems |= GPS_PROBLEM_WINS;
        in_order |= won << p;
        at_target |= (uint32_t)(head->wins[p] >= rules->wins) << p;
        if (won && (head->phase == GPS_SHUFFLE || head->phase == GPS_OVER)) {
            if (before == 0)
                problems |= GPS_PROBLEM_WINS;
            else
                before--;
        }
        if (before > most_before) most_before = before;
        sum_before += before;
    }
    /* Each earlier game took a turn per satellite at least and was won by somebody; and there were as many
     * as the wins of the one who has most. */
    if ((sum_before == 0) != (head->game_start == 0) || most_before >= rules->wins ||
        (uint64_t)head->game_start < (uint64_t)most_before * rules->satellites) {
        problems |= GPS_PROBLEM_WINS;
    }
    switch (head->phase) {
    case GPS_OVER:
        if (at_target ? (at_target & ~in_order) != 0 : head->turn != rules->last_turn) {
            problems |= GPS_PROBLEM_ORDER;
        }
        break;
    case GPS_SHUFFLE:
        if (at_target) problems |= GPS_PROBLEM_WINS;
        if (!in_order) problems |= GPS_PROBLEM_ORDER;
        break;
    default:
        if (at_target) problems |= GPS_PROBLEM_WINS;
        if (in_order) problems |= GPS_PROBLEM_ORDER;
        break;
    }
    return problems;
}

/* G4, G5: after a turn of placing everybody has a satellite in the space that was pointed to, the same for
 * all; before the turn ends it is known which. */
static uint32_t check_shared_spin(const gps_rules *rules, const gps_state *derived, uint32_t placed) {
    const gps_head *head = &derived->head;
    const uint32_t played = head->turn - head->game_start;
    uint64_t common = 0;
    if (placed == 0 || played > rules->satellites || head->phase == GPS_SHUFFLE) return 0;
    for (unsigned s = 0; s < rules->spaces; s++) {
        const int possible = head->phase == GPS_REVEAL ? s == head->pointed : rules->weights[s] != 0;
        common |= (uint64_t)possible << s;
    }
    for (int p = 0; p < rules->players; p++) common &= derived->ring[p].occupied;
    return common ? 0 : GPS_PROBLEM_SPINS;
}

/* G9: two satellites that were not in order a move ago; from one end of the ring to the other there was no
 * such place. With three or more there always was. */
static uint32_t check_last_move(const gps_rules *rules, const gps_state *derived) {
    const gps_head *head = &derived->head;
    if (rules->satellites > 2 || head->turn - head->game_start <= rules->satellites) return 0;
    for (int p = 0; p < rules->players; p++) {
        const gps_ring *ring = &derived->ring[p];
        if (gps__ring_won(rules, ring) && ring->position[0] == 0 && ring->position[1] == rules->spaces - 1) {
            return GPS_PROBLEM_ORDER;
        }
    }
    return 0;
}

static uint32_t check_pointed(const gps_rules *rules, const gps_head *head) {
    if (head->phase != GPS_CHOOSE && head->phase != GPS_REVEAL) {
        return head->pointed == GPS_NOWHERE ? 0 : GPS_PROBLEM_POINTED;
    }
    return head->pointed < rules->spaces && rules->weights[head->pointed] ? 0 : GPS_PROBLEM_POINTED;
}

/* R5: open choices are legal ones, and somebody is still to choose. */
static uint32_t check_choices(const gps_rules *rules, const gps_state *derived) {
    uint32_t open = 0;
    for (int p = 0; p < rules->players; p++) {
        const gps_ring *ring = &derived->ring[p];
        if (!ring->choice) continue;
        open |= 1u << p;
        if (ring->choice > 2 * GPS_MAX_SATELLITES || derived->head.phase != GPS_CHOOSE) {
            return GPS_PROBLEM_CHOICE;
        }
        const unsigned index = ring->choice - 1u;
        const uint32_t two_ways = gps__two_ways(rules, ring, derived->head.pointed);
        if (!(gps__candidates(rules, ring) >> (index & 15u) & 1u) || (index & GPS_CCW && !two_ways)) {
            return GPS_PROBLEM_CHOICE;
        }
    }
    return open == gps__all_players(rules) ? GPS_PROBLEM_CHOICE : 0;
}

uint32_t gps_validate(const gps_rules *rules, const gps_state *state) {
    static const gps_ring nothing = {{0}, 0, 0, 0, 0, 0, 0};
    ring_counts counts[GPS_MAX_PLAYERS];
    uint32_t problems = 0;
    if (state->head.rules != rules->fingerprint) problems |= GPS_PROBLEM_FOREIGN;
    if (state->head.phase > GPS_OVER)
        problems |= GPS_PROBLEM_PHASE;
    else
        problems |= check_pointed(rules, &state->head);
    for (int p = 0; p < rules->players; p++) problems |= check_ring(rules, &state->ring[p], &counts[p]);
    for (int p = rules->players; p < GPS_MAX_PLAYERS; p++) {
        if (!gpscore__same_bytes(&state->ring[p], &nothing, sizeof nothing) || state->head.wins[p]) {
            problems |= GPS_PROBLEM_ABSENT;
        }
    }
    /* What follows speaks of whole rings in a known phase; with a broken one it would only repeat that. */
    if (problems) return problems;

    gps_state derived = *state;
    gps_derive(rules, &derived);
    problems |= check_counts(rules, state, counts);
    problems |= check_turns(rules, state, counts[0].placed);
    problems |= check_wins(rules, state, &derived);
    if (!problems) {
        problems |= check_shared_spin(rules, &derived, counts[0].placed);
        problems |= check_last_move(rules, &derived);
        problems |= check_choices(rules, &derived);
    }
    for (int p = 0; p < rules->players; p++) derived.ring[p].reserved = 0;
    if (!gpscore__same_bytes(state, &derived, sizeof derived)) problems |= GPS_PROBLEM_DERIVED;
    return problems;
}
