/* GPS: rules, state, legality, apply and undo. Rule ids are those of docs/rules/gps.md. */
#include <gpscore/gps.h>

#include "gps_internal.h"
#include "text.h"

/* ---- Hash keys, made by the compiler from SplitMix64 ------------------------------------------------ */

#define KEY(i) GPSCORE__HASH_KEY((i) * UINT64_C(0x9e3779b97f4a7c15))
#define KEYS8(i)                                                                                    \
    KEY(i + 1u), KEY(i + 2u), KEY(i + 3u), KEY(i + 4u), KEY(i + 5u), KEY(i + 6u), KEY(i + 7u), KEY(i + 8u)

const uint64_t gps__keys[GPS__KEY_COUNT] = {
    KEYS8(0),  KEYS8(8),  KEYS8(16), KEYS8(24), KEYS8(32), KEYS8(40),  KEYS8(48),  KEYS8(56),
    KEYS8(64), KEYS8(72), KEYS8(80), KEYS8(88), KEYS8(96), KEYS8(104), KEYS8(112), KEYS8(120),
};

uint64_t gps__sum(const gps_rules *rules, const gps_state *state) {
    uint64_t sum = rules->fingerprint;
    for (int p = 0; p < rules->players; p++) {
        const gps_ring *ring = &state->ring[p];
        const uint64_t *keys = gps__ring_keys(p);
        for (int i = 0; i < GPS_MAX_SATELLITES; i++) sum += keys[i] * ring->position[i];
        sum += keys[GPS__KEY_UP] * ring->up;
        sum += keys[GPS__KEY_DOWN] * ring->down;
        sum += keys[GPS__KEY_CHOICE] * ring->choice;
    }
    return sum;
}

uint64_t gps_hash(const gps_state *state) {
    const gps_head *head = &state->head;
    const uint32_t one = head->phase | (uint32_t)head->pointed << 8 | (uint32_t)head->wins[0] << 16;
    const uint32_t two = head->wins[1] | (uint32_t)head->wins[2] << 8 | (uint32_t)head->wins[3] << 16 |
                         (uint32_t)head->wins[4] << 24;
    return gpscore_mix(head->sum + gps__keys[GPS__KEY_TURN] * head->turn +
                       gps__keys[GPS__KEY_GAME_START] * head->game_start + gps__keys[GPS__KEY_HEAD] * one +
                       gps__keys[GPS__KEY_WINS] * two);
}

/* ---- Rules ------------------------------------------------------------------------------------------ */

static uint64_t rules_fingerprint(const gps_rules *rules) {
    uint64_t h = gpscore_mix(UINT64_C(0x475053) + GPS_PACKED_VERSION);
    const uint64_t fields[] = {rules->players, rules->spaces,     rules->satellites, rules->face_up,
                               rules->wins,    rules->turn_limit, rules->uniform};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) h = gpscore_mix(h ^ fields[i]) + i;
    for (int s = 0; s < rules->spaces; s++) h = gpscore_mix(h ^ rules->weights[s]) + (uint64_t)s;
    return h;
}

static uint32_t greatest_divisor(uint32_t a, uint32_t b) {
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static gpscore_status compile_weights(gps_rules *rules, const gps_options *options, gpscore_error *error) {
    uint64_t total = 0;
    uint32_t divisor = 0;
    if (options->weights && options->weight_count != rules->spaces) {
        return gpscore__fail(error, GPSCORE_RULES_WEIGHT_COUNT, (int64_t)options->weight_count, rules->spaces,
                             0, 0);
    }
    for (int s = 0; s < rules->spaces; s++) {
        const int64_t weight = options->weights ? options->weights[s] : 1;
        if (weight < 0 || weight > UINT32_MAX) {
            return gpscore__fail(error, GPSCORE_RULES_WEIGHT_RANGE, s, weight, UINT32_MAX, 0);
        }
        rules->weights[s] = (uint32_t)weight;
        divisor = greatest_divisor(divisor, (uint32_t)weight);
        total += (uint64_t)weight;
    }
    if (divisor == 0) return gpscore__fail(error, GPSCORE_RULES_WEIGHT_ZERO, 0, 0, 0, 0);
    if (total / divisor > UINT32_MAX) {
        return gpscore__fail(error, GPSCORE_RULES_WEIGHT_SUM, (int64_t)(total / divisor), UINT32_MAX, 0, 0);
    }
    rules->uniform = 1;
    for (int s = 0; s < rules->spaces; s++) {
        rules->weights[s] /= divisor;
        rules->uniform &= rules->weights[s] == 1;
    }
    rules->total = (uint32_t)(total / divisor);
    return GPSCORE_OK;
}

gpscore_status gps_rules_init(gps_rules *rules, const gps_options *options, gpscore_error *error) {
    gps_rules made = {0};
    const int64_t satellites = options->satellites;
    if (options->players < 1 || options->players > GPS_MAX_PLAYERS) {
        return gpscore__fail(error, GPSCORE_RULES_PLAYERS, options->players, GPS_MAX_PLAYERS, 0, 0);
    }
    if (satellites < GPS_MIN_SATELLITES || satellites > GPS_MAX_SATELLITES) {
        return gpscore__fail(error, GPSCORE_RULES_SATELLITES, satellites, GPS_MIN_SATELLITES,
                             GPS_MAX_SATELLITES, 0);
    }
    if (options->spaces <= satellites || options->spaces > GPS_MAX_SPACES) {
        return gpscore__fail(error, GPSCORE_RULES_SPACES, options->spaces, satellites, satellites + 1,
                             GPS_MAX_SPACES);
    }
    if (options->face_up < 1 || options->face_up > satellites) {
        return gpscore__fail(error, GPSCORE_RULES_FACE_UP, options->face_up, satellites, 0, 0);
    }
    if (options->wins < 1 || options->wins > GPS_MAX_WINS) {
        return gpscore__fail(error, GPSCORE_RULES_WINS, options->wins, GPS_MAX_WINS, 0, 0);
    }
    if (options->turn_limit < 0 || options->turn_limit > GPS_LAST_TURN) {
        return gpscore__fail(error, GPSCORE_RULES_TURN_LIMIT, options->turn_limit, GPS_LAST_TURN, 0, 0);
    }
    made.players = (uint8_t)options->players;
    made.spaces = (uint8_t)options->spaces;
    made.satellites = (uint8_t)satellites;
    made.face_up = (uint8_t)options->face_up;
    made.wins = (uint8_t)options->wins;
    made.turn_limit =
        options->turn_limit == GPS_LAST_TURN ? 0u : (uint32_t)options->turn_limit; /* the same */
    made.last_turn = made.turn_limit ? made.turn_limit : GPS_LAST_TURN;
    made.all = (uint16_t)((1u << made.satellites) - 1u);
    made.full_order = (uint16_t)((1u << (made.satellites - 1)) - 1u);
    made.ring_mask = ~UINT64_C(0) >> (GPS_MAX_SPACES - made.spaces);
    GPSCORE__TRY(compile_weights(&made, options, error));
    made.fingerprint = rules_fingerprint(&made);
    *rules = made;
    return GPSCORE_OK;
}

/* ---- Setup and derived fields ----------------------------------------------------------------------- */

/* All satellites face down, a new game begins (G2). */
static void deal(const gps_rules *rules, gps_state *state) {
    gps_ring ring = {0};
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) ring.position[i] = GPS_NOWHERE;
    ring.down = rules->all;
    for (int p = 0; p < rules->players; p++) state->ring[p] = ring;
    state->head.game_start = state->head.turn;
    state->head.phase = GPS_SETUP;
    state->head.pending = (uint8_t)gps__all_players(rules);
    state->head.sum = gps__sum(rules, state);
}

void gps_init(const gps_rules *rules, gps_state *state) {
    const gps_state empty = {0};
    *state = empty;
    state->head.rules = rules->fingerprint;
    state->head.pointed = GPS_NOWHERE;
    deal(rules, state);
}

static uint32_t pending_of(const gps_rules *rules, const gps_state *state) {
    uint32_t pending = 0;
    for (int p = 0; p < rules->players; p++) {
        const gps_ring *ring = &state->ring[p];
        const int owes = ring->down && gpscore__count16(ring->up) < rules->face_up;
        switch (state->head.phase) {
        case GPS_SETUP:
        case GPS_REVEAL: pending |= (uint32_t)owes << p; break;
        case GPS_CHOOSE: pending |= (uint32_t)(ring->choice == 0) << p; break;
        default: break;
        }
    }
    return pending;
}

void gps_derive(const gps_rules *rules, gps_state *state) {
    for (int p = 0; p < rules->players; p++) {
        gps_ring *ring = &state->ring[p];
        ring->occupied = 0;
        for (int i = 0; i < rules->satellites; i++) {
            if (ring->position[i] < rules->spaces) ring->occupied |= UINT64_C(1) << ring->position[i];
        }
        ring->order = (uint16_t)gps__order(rules, ring);
    }
    state->head.pending = (uint8_t)pending_of(rules, state);
    state->head.sum = gps__sum(rules, state);
}

/* ---- Questions -------------------------------------------------------------------------------------- */

uint32_t gps_to_act(const gps_state *state) {
    switch (state->head.phase) {
    case GPS_CHOOSE: return state->head.pending;
    case GPS_OVER: return GPSCORE_TO_ACT_OVER;
    default: return GPSCORE_TO_ACT_CHANCE;
    }
}

int gps_in_order(const gps_rules *rules, const gps_state *state, int player) {
    return player >= 0 && player < rules->players && gps__ring_won(rules, &state->ring[player]);
}

uint32_t gps_winners(const gps_rules *rules, const gps_state *state) {
    uint32_t winners = 0;
    for (int p = 0; p < rules->players; p++) {
        if (state->head.phase == GPS_OVER) {
            winners |= (uint32_t)(state->head.wins[p] >= rules->wins) << p;
        } else if (state->head.phase == GPS_SHUFFLE) {
            winners |= (uint32_t)gps__ring_won(rules, &state->ring[p]) << p;
        }
    }
    return winners;
}

void gps_view(const gps_state *state, int viewer, gps_state *out) {
    *out = *state;
    if (state->head.phase != GPS_CHOOSE) return;
    for (int p = 0; p < GPS_MAX_PLAYERS; p++) {
        gps_ring *ring = &out->ring[p];
        if (p == viewer || ring->choice == 0) continue;
        out->head.sum += gps__ring_keys(p)[GPS__KEY_CHOICE] * (uint64_t)(GPS_HIDDEN - ring->choice);
        ring->choice = GPS_HIDDEN;
    }
}

uint32_t gps_legal_mask(const gps_rules *rules, const gps_state *state, int player) {
    if (!gps__chooses(rules, state, player)) return 0;
    const gps_ring *ring = &state->ring[player];
    const uint32_t candidates = gps__candidates(rules, ring);
    return candidates | candidates * gps__two_ways(rules, ring, state->head.pointed) << 16;
}

static uint32_t choice_kind(const gps_ring *ring) { return ring->up ? GPS_PLACE : GPS_MOVE; }

size_t gps_legal_actions(const gps_rules *rules, const gps_state *state, int player, gpscore_action *out) {
    size_t count = 0;
    if (player == GPSCORE_CHANCE) {
        gpscore_outcome outcomes[GPS_MAX_SPACES];
        count = gps_chance_outcomes(rules, state, outcomes);
        for (size_t i = 0; i < count; i++) out[i] = outcomes[i].action;
        return count;
    }
    uint32_t mask = gps_legal_mask(rules, state, player);
    if (!mask) return 0;
    const gpscore_action kind = GPS_ACTION(choice_kind(&state->ring[player]), 0);
    for (; mask; mask &= mask - 1u) out[count++] = kind | gpscore__lowest(mask);
    return count;
}

static size_t count_outcomes(const gps_rules *rules, const gps_state *state);

size_t gps_count_actions(const gps_rules *rules, const gps_state *state, int player) {
    if (player == GPSCORE_CHANCE) return count_outcomes(rules, state);
    if (!gps__chooses(rules, state, player)) return 0;
    const gps_ring *ring = &state->ring[player];
    return (size_t)gpscore__count16(gps__candidates(rules, ring))
           << gps__two_ways(rules, ring, state->head.pointed);
}

unsigned gps_target(const gps_rules *rules, const gps_state *state, int player, gpscore_action action) {
    unsigned clockwise, counter;
    if (gps_why_illegal(rules, state, player, action, NULL) != GPSCORE_OK || player < 0) return GPS_NOWHERE;
    gps__targets(rules, &state->ring[player], state->head.pointed, &clockwise, &counter);
    return action & GPS_CCW ? counter : clockwise;
}

unsigned gps_targets(const gps_rules *rules, const gps_state *state, int player, unsigned out[2]) {
    if (!gps__chooses(rules, state, player)) return 0;
    gps__targets(rules, &state->ring[player], state->head.pointed, &out[0], &out[1]);
    return 1u + (out[0] != out[1]);
}

/* ---- Chance ----------------------------------------------------------------------------------------- */

/* Whose satellite is turned face up next: seat by seat (R14). */
static int revealing(const gps_state *state) { return (int)gpscore__lowest(state->head.pending); }

size_t gps_chance_outcomes(const gps_rules *rules, const gps_state *state, gpscore_outcome *out) {
    size_t count = 0;
    switch (state->head.phase) {
    case GPS_SPIN:
        for (unsigned s = 0; s < rules->spaces; s++) {
            if (!rules->weights[s]) continue;
            out[count].action = GPS_ACTION(GPS_SPIN_TO, s);
            out[count++].weight = rules->weights[s];
        }
        break;
    case GPS_SETUP:
    case GPS_REVEAL:
        for (uint32_t down = state->ring[revealing(state)].down; down; down &= down - 1u) {
            out[count].action = GPS_ACTION(GPS_TURN_UP, gpscore__lowest(down));
            out[count++].weight = 1;
        }
        break;
    case GPS_SHUFFLE:
        out[count].action = GPS_ACTION(GPS_DEAL, 0);
        out[count++].weight = 1;
        break;
    default: break;
    }
    return count;
}

static size_t count_outcomes(const gps_rules *rules, const gps_state *state) {
    size_t count = 0;
    switch (state->head.phase) {
    case GPS_SPIN:
        if (rules->uniform) return rules->spaces;
        for (unsigned s = 0; s < rules->spaces; s++) count += rules->weights[s] != 0;
        return count;
    case GPS_SETUP:
    case GPS_REVEAL: return gpscore__count16(state->ring[revealing(state)].down);
    default: return state->head.phase == GPS_SHUFFLE;
    }
}

/* What tells a draw apart from the others of its turn. */
enum { SPIN_CODE = 1, REVEAL_CODE = 0x100, SETUP_CODE = 0x200, SEAT_CODE = 0x20 };

static GPSCORE__APART gpscore_action sample_turn_up(const gps_state *state, uint64_t key) {
    const int p = revealing(state);
    const gps_ring *ring = &state->ring[p];
    const unsigned base = state->head.phase == GPS_SETUP ? SETUP_CODE : REVEAL_CODE;
    const uint64_t code = base + (unsigned)p * SEAT_CODE + gpscore__count16(ring->up);
    const uint32_t n = gpscore_draw_below(key, state->head.turn, code, gpscore__count16(ring->down));
    return GPS_ACTION(GPS_TURN_UP, gpscore__nth(ring->down, n));
}

gpscore_action gps_sample_chance(const gps_rules *rules, const gps_state *state, uint64_t key) {
    if (state->head.phase == GPS_SPIN) {
        uint32_t n = gpscore_draw_below(key, state->head.turn, SPIN_CODE, rules->total);
        unsigned s = 0;
        if (rules->uniform) return GPS_ACTION(GPS_SPIN_TO, n);
        while (n >= rules->weights[s]) n -= rules->weights[s++];
        return GPS_ACTION(GPS_SPIN_TO, s);
    }
    switch (state->head.phase) {
    case GPS_SETUP:
    case GPS_REVEAL: return sample_turn_up(state, key);
    case GPS_SHUFFLE: return GPS_ACTION(GPS_DEAL, 0);
    default: return GPSCORE_NO_ACTION;
    }
}

/* ---- Legality --------------------------------------------------------------------------------------- */

static gpscore_status why_chance(const gps_rules *rules, const gps_state *state, gpscore_action action,
                                 gpscore_error *error) {
    const int64_t index = GPS_INDEX(action);
    switch (state->head.phase) {
    case GPS_SPIN:
        if (GPSCORE_ACTION_KIND(action) != GPS_SPIN_TO) break;
        if (index >= rules->spaces) {
            return gpscore__fail(error, GPSCORE_GPS_SPACE_RANGE, index, rules->spaces - 1, 0, 0);
        }
        if (!rules->weights[index]) return gpscore__fail(error, GPSCORE_GPS_SPIN_WEIGHT, index, 0, 0, 0);
        return GPSCORE_OK;
    case GPS_SETUP:
    case GPS_REVEAL: {
        const int p = revealing(state);
        if (GPSCORE_ACTION_KIND(action) != GPS_TURN_UP) break;
        if (index >= rules->satellites) {
            return gpscore__fail(error, GPSCORE_GPS_SATELLITE_RANGE, index + 1, rules->satellites, 0, 0);
        }
        if (!(state->ring[p].down >> index & 1u)) {
            return gpscore__fail(error, GPSCORE_GPS_NOT_FACE_DOWN, index + 1, p, state->ring[p].down, 0);
        }
        return GPSCORE_OK;
    }
    default:
        if (state->head.phase == GPS_SHUFFLE && GPSCORE_ACTION_KIND(action) == GPS_DEAL) return GPSCORE_OK;
        break;
    }
    switch (state->head.phase) {
    case GPS_SPIN: return gpscore__fail(error, GPSCORE_GPS_SPIN_DUE, 0, 0, 0, 0);
    case GPS_CHOOSE: return gpscore__fail(error, GPSCORE_GPS_CHOICE_DUE, state->head.pending, 0, 0, 0);
    case GPS_SHUFFLE: return gpscore__fail(error, GPSCORE_GPS_SHUFFLE_DUE, 0, 0, 0, 0);
    default: return gpscore__fail(error, GPSCORE_GPS_REVEAL_DUE, revealing(state), 0, 0, 0);
    }
}

static gpscore_status why_choice(const gps_rules *rules, const gps_state *state, int player,
                                 gpscore_action action, gpscore_error *error) {
    const gps_ring *ring = &state->ring[player];
    const unsigned satellite = GPS_SATELLITE(action);
    unsigned clockwise, counter;
    if (state->head.phase == GPS_SPIN) return gpscore__fail(error, GPSCORE_GPS_SPIN_DUE, 0, 0, 0, 0);
    if (state->head.phase == GPS_SHUFFLE) return gpscore__fail(error, GPSCORE_GPS_SHUFFLE_DUE, 0, 0, 0, 0);
    if (state->head.phase != GPS_CHOOSE) {
        return gpscore__fail(error, GPSCORE_GPS_REVEAL_DUE, revealing(state), 0, 0, 0);
    }
    for (int p = 0; p < rules->players; p++) {
        if (state->ring[p].choice == GPS_HIDDEN)
            return gpscore__fail(error, GPSCORE_ILLEGAL_HIDDEN, 0, 0, 0, 0);
    }
    if (!(state->head.pending >> player & 1u)) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_CHOSEN, player, 0, 0, 0);
    }
    if (satellite >= rules->satellites) {
        return gpscore__fail(error, GPSCORE_GPS_SATELLITE_RANGE, satellite + 1, rules->satellites, 0, 0);
    }
    if (GPSCORE_ACTION_KIND(action) == GPS_MOVE && ring->up) {
        return gpscore__fail(error, GPSCORE_GPS_PLACE_FIRST, ring->up, 0, 0, 0);
    }
    if (GPSCORE_ACTION_KIND(action) == GPS_PLACE) {
        if (!ring->up) return gpscore__fail(error, GPSCORE_GPS_ALL_PLACED, 0, 0, 0, 0);
        if (ring->down >> satellite & 1u) {
            return gpscore__fail(error, GPSCORE_GPS_FACE_DOWN, satellite + 1, ring->up, 0, 0);
        }
        if (!(ring->up >> satellite & 1u)) {
            return gpscore__fail(error, GPSCORE_GPS_PLACED, satellite + 1, ring->position[satellite],
                                 ring->up, 0);
        }
    }
    if ((action & GPS_CCW) && !gps__two_ways(rules, ring, state->head.pointed)) {
        gps__targets(rules, ring, state->head.pointed, &clockwise, &counter);
        return gpscore__fail(error, GPSCORE_GPS_ONE_SPACE, satellite + 1, clockwise, 0, 0);
    }
    return GPSCORE_OK;
}

/* Whether the bits of an id outside its kind's parameters are 0. */
static int is_action(gpscore_action action) {
    const gpscore_action parameters = action & 0xffffffu;
    switch (GPSCORE_ACTION_KIND(action)) {
    case GPS_SPIN_TO: return parameters < GPS_MAX_SPACES;
    case GPS_PLACE:
    case GPS_MOVE: return parameters < 2u * GPS_MAX_SATELLITES;
    case GPS_TURN_UP: return parameters < GPS_MAX_SATELLITES;
    case GPS_DEAL: return parameters == 0;
    default: return 0;
    }
}

static int is_choice(gpscore_action action) {
    return GPSCORE_ACTION_KIND(action) == GPS_PLACE || GPSCORE_ACTION_KIND(action) == GPS_MOVE;
}

gpscore_status gps_why_illegal(const gps_rules *rules, const gps_state *state, int player,
                               gpscore_action action, gpscore_error *error) {
    if (state->head.rules != rules->fingerprint) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_FOREIGN_STATE, 0, 0, 0, 0);
    }
    if (!is_action(action)) return gpscore__fail(error, GPSCORE_ILLEGAL_UNKNOWN_ACTION, action, 0, 0, 0);
    if (player != GPSCORE_CHANCE && (player < 0 || player >= rules->players)) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_PLAYER, player, rules->players - 1, 0, 0);
    }
    if (state->head.phase == GPS_OVER) return gpscore__fail(error, GPSCORE_ILLEGAL_OVER, 0, 0, 0, 0);
    if (is_choice(action)) {
        if (player == GPSCORE_CHANCE) return gpscore__fail(error, GPSCORE_ILLEGAL_NEEDS_PLAYER, 0, 0, 0, 0);
        return why_choice(rules, state, player, action, error);
    }
    if (player != GPSCORE_CHANCE) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_CHANCE_ACTION, player, 0, 0, 0);
    }
    return why_chance(rules, state, action, error);
}

/* ---- Apply and undo --------------------------------------------------------------------------------- */

/* Here the fields are read before any is written, since the compiler must assume that a byte that is stored
 * could lie in the rules. */

static void set_phase(gps_head *head, gps_phase phase, unsigned pointed) {
    head->phase = (uint8_t)phase;
    head->pointed = (uint8_t)pointed;
}

static inline void save_rings(const gps_state *state, gps_undo_info *undo, unsigned first, unsigned count) {
    if (!undo) return;
    undo->first = first;
    undo->count = count;
    for (unsigned p = first; p < first + count; p++) undo->ring[p] = state->ring[p];
}

/* Count the turn, which the players of the mask have won, and say what comes next (G11). */
static inline void end_turn(const gps_rules *rules, gps_head *head, uint32_t won) {
    const uint32_t turn = head->turn + 1u;
    gps_phase next = GPS_SPIN;
    if (won || turn == rules->last_turn) next = gps__judge(rules, head->wins, won, turn);
    head->turn = turn;
    set_phase(head, next, GPS_NOWHERE);
}

/* Everybody has chosen: carry all choices out (R5). A player whose ring holds none chose *last*. */
static inline void close_choices(const gps_rules *rules, gps_state *state, unsigned last) {
    const unsigned pointed = state->head.pointed;
    const int players = rules->players;
    uint64_t sum = state->head.sum;
    uint32_t winners = 0, won;
    for (int p = 0; p < players; p++) {
        gps_ring *ring = &state->ring[p];
        const uint64_t *keys = gps__ring_keys(p);
        const unsigned choice = ring->choice;
        ring->choice = 0;
        sum -= keys[GPS__KEY_CHOICE] * choice;
        sum += gps__carry_out(rules, ring, keys, pointed, choice ? choice - 1u : last, 0, &won);
        winners |= won << p;
    }
    state->head.sum = sum;
    if (!state->ring[0].down) { /* all players have the same number face down */
        state->head.pending = 0;
        end_turn(rules, &state->head, winners);
    } else {
        state->head.pending = (uint8_t)gps__all_players(rules);
        set_phase(&state->head, GPS_REVEAL, pointed);
    }
}

static inline void open_choice(gps_state *state, int player, unsigned index) {
    state->head.sum += gps__ring_keys(player)[GPS__KEY_CHOICE] * (index + 1u);
    state->head.pending &= (uint8_t)~(1u << player);
    state->ring[player].choice = (uint8_t)(index + 1u);
}

static GPSCORE__APART void apply_choice(const gps_rules *rules, gps_state *state, int player, unsigned index,
                                        gps_undo_info *undo) {
    if (state->head.pending != 1u << player) {
        open_choice(state, player, index);
    } else {
        save_rings(state, undo, 0, rules->players);
        close_choices(rules, state, index);
    }
}

static GPSCORE__APART void apply_turn_up(const gps_rules *rules, gps_state *state, unsigned satellite,
                                         gps_undo_info *undo) {
    const int p = revealing(state);
    gps_head *head = &state->head;
    gps_ring *ring = &state->ring[p];
    const uint32_t bit = 1u << satellite;
    save_rings(state, undo, (unsigned)p, 1);
    ring->up = (uint16_t)(ring->up | bit);
    ring->down = (uint16_t)(ring->down & ~bit);
    head->sum += (gps__ring_keys(p)[GPS__KEY_UP] - gps__ring_keys(p)[GPS__KEY_DOWN]) * bit;
    if (head->phase == GPS_SETUP && gpscore__count16(ring->up) < rules->face_up) return;
    head->pending &= (uint8_t)~(1u << p);
    if (head->pending) return;
    if (head->phase == GPS_SETUP) {
        set_phase(head, GPS_SPIN, GPS_NOWHERE);
    } else {
        end_turn(rules, head, 0); /* R9: nobody has won while satellites are not placed */
    }
}

static GPSCORE__APART void apply_deal(const gps_rules *rules, gps_state *state, gps_undo_info *undo) {
    save_rings(state, undo, 0, rules->players);
    deal(rules, state);
}

void gps_apply_unchecked(const gps_rules *rules, gps_state *state, int player, gpscore_action action,
                         gps_undo_info *undo) {
    GPSCORE_ASSERT(gps_why_illegal(rules, state, player, action, NULL) == GPSCORE_OK);
    if (undo) {
        undo->head = state->head;
        undo->first = undo->count = 0;
    }
    switch (GPSCORE_ACTION_KIND(action)) {
    case GPS_SPIN_TO:
        set_phase(&state->head, GPS_CHOOSE, GPS_INDEX(action));
        state->head.pending = (uint8_t)gps__all_players(rules);
        break;
    case GPS_PLACE:
    case GPS_MOVE: apply_choice(rules, state, player, GPS_INDEX(action), undo); break;
    case GPS_TURN_UP: apply_turn_up(rules, state, GPS_SATELLITE(action), undo); break;
    case GPS_DEAL: apply_deal(rules, state, undo); break;
    default: break;
    }
}

gpscore_status gps_apply(const gps_rules *rules, gps_state *state, int player, gpscore_action action,
                         gps_undo_info *undo, gpscore_error *error) {
    GPSCORE__TRY(gps_why_illegal(rules, state, player, action, error));
    gps_apply_unchecked(rules, state, player, action, undo);
    return GPSCORE_OK;
}

gpscore_status gps_apply_joint(const gps_rules *rules, gps_state *state, uint32_t players,
                               const gpscore_action *actions, gps_undo_info *undo, gpscore_error *error) {
    const uint32_t due = state->head.phase == GPS_CHOOSE ? state->head.pending : 0u;
    if (state->head.rules != rules->fingerprint) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_FOREIGN_STATE, 0, 0, 0, 0);
    }
    if (!due) {
        /* One of the chosen actions says best why nobody can choose now. */
        return gps_why_illegal(rules, state, 0, GPS_ACTION(GPS_MOVE, 0), error);
    }
    if (players & ~due) return gpscore__fail(error, GPSCORE_ILLEGAL_JOINT_EXTRA, players & ~due, due, 0, 0);
    if (due & ~players) return gpscore__fail(error, GPSCORE_ILLEGAL_JOINT_MISSING, due & ~players, 0, 0, 0);
    for (int p = 0; p < rules->players; p++) {
        if (due >> p & 1u) GPSCORE__TRY(gps_why_illegal(rules, state, p, actions[p], error));
    }
    if (undo) undo->head = state->head;
    save_rings(state, undo, 0, rules->players);
    for (int p = 0; p < rules->players; p++) {
        if (due >> p & 1u) open_choice(state, p, GPS_INDEX(actions[p]));
    }
    close_choices(rules, state, 0);
    return GPSCORE_OK;
}

void gps_undo(gps_state *state, const gps_undo_info *undo) {
    if (undo->count) {
        for (unsigned p = undo->first; p < undo->first + undo->count; p++) state->ring[p] = undo->ring[p];
    } else if (undo->head.phase == GPS_CHOOSE) {
        state->ring[gpscore__lowest(undo->head.pending ^ state->head.pending)].choice = 0;
    }
    state->head = undo->head;
}

gpscore_status gps_retract(const gps_rules *rules, gps_state *state, int player, gps_undo_info *undo,
                           gpscore_error *error) {
    if (state->head.rules != rules->fingerprint) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_FOREIGN_STATE, 0, 0, 0, 0);
    }
    if (player < 0 || player >= rules->players) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_PLAYER, player, rules->players - 1, 0, 0);
    }
    gps_ring *ring = &state->ring[player];
    if (state->head.phase != GPS_CHOOSE || !ring->choice) {
        return gpscore__fail(error, GPSCORE_ILLEGAL_NOTHING_OPEN, player, 0, 0, 0);
    }
    if (ring->choice == GPS_HIDDEN) return gpscore__fail(error, GPSCORE_ILLEGAL_HIDDEN, 0, 0, 0, 0);
    if (undo) undo->head = state->head;
    save_rings(state, undo, (unsigned)player, 1);
    state->head.sum -= gps__ring_keys(player)[GPS__KEY_CHOICE] * ring->choice;
    state->head.pending |= (uint8_t)(1u << player);
    ring->choice = 0;
    return GPSCORE_OK;
}

/* Whether the record is of a choice that was taken back: it alone saves one ring while players choose. The
 * choice of a single player saves one ring too, in which nothing is open. */
static int is_retraction(const gps_undo_info *undo) {
    return undo->head.phase == GPS_CHOOSE && undo->count == 1 && undo->ring[undo->first].choice;
}

int gps_informs(const gps_rules *rules, const gps_undo_info *undo) {
    if (undo->head.phase != GPS_CHOOSE) return 1;
    return undo->count && rules->players > 1 && !is_retraction(undo);
}

/* ---- Events ----------------------------------------------------------------------------------------- */

static size_t add_event(gpscore_event *out, size_t count, uint8_t kind, int player, unsigned a, unsigned b,
                        unsigned c) {
    const gpscore_event event = {kind, (int8_t)player, {(uint8_t)a, (uint8_t)b, (uint8_t)c, 0, 0, 0}};
    out[count] = event;
    return count + 1;
}

static size_t choice_events(const gps_rules *rules, const gps_state *state, const gps_undo_info *undo,
                            gpscore_event *out) {
    const uint32_t open = state->head.phase == GPS_CHOOSE ? state->head.pending : 0u;
    const uint32_t chose = undo->head.pending & ~open;
    size_t n = 0;
    if (is_retraction(undo)) return add_event(out, n, GPS_EVENT_RETRACTED, (int)undo->first, 0, 0, 0);
    for (int p = 0; p < rules->players; p++) {
        if (chose >> p & 1u) n = add_event(out, n, GPS_EVENT_CHOSE, p, 0, 0, 0);
    }
    for (int p = 0; undo->count && p < rules->players; p++) {
        const gps_ring *before = &undo->ring[p], *after = &state->ring[p];
        unsigned i = 0;
        while (before->position[i] == after->position[i]) i++; /* R3, R8: exactly one satellite moved */
        if (before->position[i] == GPS_NOWHERE) {
            n = add_event(out, n, GPS_EVENT_PLACED, p, i, after->position[i], 0);
        } else {
            n = add_event(out, n, GPS_EVENT_MOVED, p, i, before->position[i], after->position[i]);
        }
    }
    return n;
}

size_t gps_events(const gps_rules *rules, const gps_state *state, const gps_undo_info *undo,
                  gpscore_event *out) {
    size_t n = 0;
    switch (undo->head.phase) {
    case GPS_SPIN: n = add_event(out, n, GPS_EVENT_SPUN, -1, state->head.pointed, 0, 0); break;
    case GPS_CHOOSE: n = choice_events(rules, state, undo, out); break;
    case GPS_SETUP:
    case GPS_REVEAL: {
        const unsigned p = undo->first;
        n = add_event(out, n, GPS_EVENT_TURNED_UP, (int)p,
                      gpscore__lowest((uint64_t)(state->ring[p].up ^ undo->ring[p].up)), 0, 0);
        break;
    }
    case GPS_SHUFFLE: n = add_event(out, n, GPS_EVENT_SHUFFLED, -1, 0, 0, 0); break;
    default: break;
    }
    if (state->head.turn == undo->head.turn) return n;
    n = add_event(out, n, GPS_EVENT_TURN_ENDED, -1, 0, 0, 0);
    for (int p = 0; p < rules->players; p++) {
        if (state->head.wins[p] == undo->head.wins[p]) continue;
        n = add_event(out, n, GPS_EVENT_WON, p, state->head.wins[p], 0, 0);
    }
    if (state->head.phase == GPS_OVER) n = add_event(out, n, GPS_EVENT_OVER, -1, 0, 0, 0);
    return n;
}

/* ---- Observation ------------------------------------------------------------------------------------ */

void gps_observe(const gps_rules *rules, const gps_state *state, int player, uint8_t *out) {
    const gps_head *head = &state->head;
    for (int i = 0; i < GPS_OBSERVATION; i++) out[i] = 0;
    out[0] = head->phase;
    out[1] = (uint8_t)(head->pointed == GPS_NOWHERE ? 0 : head->pointed + 1);
    out[3] = rules->wins;
    out[9] = rules->spaces;
    out[10] = rules->satellites;
    out[11] = rules->players;
    out[12] = state->ring[player].choice;
    for (int seat = 0; seat < rules->players; seat++) {
        const int p = (player + seat) % rules->players;
        const gps_ring *ring = &state->ring[p];
        uint8_t *row = out + 16 + seat * GPS_MAX_SATELLITES;
        out[2] |= (uint8_t)((ring->choice != 0) << seat);
        out[4 + seat] = head->wins[p];
        for (int i = 0; i < rules->satellites; i++) {
            if (ring->position[i] != GPS_NOWHERE)
                row[i] = (uint8_t)(3 + ring->position[i]);
            else
                row[i] = ring->up >> i & 1u ? 2 : 1;
        }
    }
}
