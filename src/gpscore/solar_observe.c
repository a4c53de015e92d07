/* The solar system: observations. */
#include "solar_observe.h"

#include <string.h>

#include "solar_internal.h"

/* Seats and owners as the viewer counts them, from 1. */
typedef struct places {
    int viewer, players;
    uint8_t of_owner[SOLAR_OWNERS + 1]; /* by the code of an owner, 0 for none */
} places;

static uint8_t seat_from(const places *places, int seat) {
    const int ahead = seat - places->viewer;
    return (uint8_t)(1 + ahead + (ahead < 0 ? places->players : 0));
}

/* 1 + a space, 0 for none. */
static inline uint8_t place(unsigned space) { return (uint8_t)(space + 1u); }
_Static_assert((uint8_t)(SOLAR_NOWHERE + 1u) == 0, "nowhere is the last number of a byte");

static void observe_turn(const solar_rules *rules, const solar_state *state, const places *places,
                         uint8_t *out) {
    const solar_head *head = &state->head;
    const solar_alignment *shown = solar__shown(rules, state);
    const int chooser = solar__chooser(state);
    const int pends = head->list || head->phase == SOLAR_SETUP_INCOME ||
                      (head->phase >= SOLAR_CHOOSE_TECH && head->phase <= SOLAR_CHOOSE_TRACE) ||
                      (head->turn & SOLAR_TURN_TECH_DUE);
    out[SEES_PHASE] = head->phase;
    out[SEES_ACTING] = chooser < 0 ? 0 : seat_from(places, chooser);
    out[SEES_ACTIVE] = seat_from(places, head->active);
    out[SEES_START] = seat_from(places, head->start);
    out[SEES_ROUND] = head->round;
    out[SEES_ROUNDS] = rules->rounds;
    out[SEES_PLAYERS] = rules->players;
    for (unsigned d = 0; d < SOLAR_DISCS; d++)
        out[SEES_DISCS + d] = (uint8_t)solar__offset(head->alignment, d);
    out[SEES_TOKEN] = head->token;
    out[SEES_SECTORS] = head->sectors;
    for (int p = 0; p < SOLAR_MAX_PLANETS; p++) out[SEES_PLANETS + p] = place(shown->where[p]);
    for (int t = 0; t < SOLAR_TECHS; t++) {
        const unsigned stack = head->tiles[t];
        out[SEES_TILES + t] = (uint8_t)(stack & SOLAR__TILE_TOP ? 1u + (stack >> 4 & 3u) : 0u);
        out[SEES_TILES_DOWN + t] = (uint8_t)(stack & SOLAR__TILES_DOWN);
    }
    out[SEES_MOVES] = head->moves;
    out[SEES_RING_MOVES] = head->ring_moves;
    out[SEES_TURN] = head->turn;
    out[SEES_TURN_LIMIT] = (uint8_t)(128 + head->turn_limit);
    out[SEES_PENDING] = pends ? seat_from(places, head->pending) : 0;
    out[SEES_LIST] = head->list;
    out[SEES_ITEM] = head->item;
    out[SEES_LEFT] = head->left;
    out[SEES_STEP] = head->step;
    out[SEES_AFTER] = head->after;
    out[SEES_MARK] = place(head->mark);
}

static void observe_player(const solar_player *player, int i, uint8_t *out) {
    unsigned n = (unsigned)(SEES_PROBES + i * SOLAR_MAX_PROBES);
    for (uint32_t left = solar__spaces(player); left; left &= left - 1u) {
        const unsigned space = gpscore__lowest(left);
        for (unsigned k = solar__number_at(player, space); k > 0; k--) out[n++] = (uint8_t)(space + 1u);
    }
    out[SEES_SCORE_HIGH + i] = (uint8_t)(player->score >> 8);
    out[SEES_SCORE_LOW + i] = (uint8_t)player->score;
    out[SEES_CREDITS + i] = player->credits;
    out[SEES_ENERGY + i] = player->energy;
    out[SEES_CARDS + i] = player->cards;
    out[SEES_PUBLICITY + i] = player->publicity;
    out[SEES_DATA + i] = player->data;
    for (int k = 0; k < 3; k++) {
        out[SEES_TUCKED + 3 * i + k] = player->tucked[k];
        out[SEES_TRACES + 3 * i + k] = player->traces[k];
    }
    out[SEES_SIGNALS + i] = player->signals;
    out[SEES_TECHS + i] = player->techs;
    out[SEES_FLAGS + i] = player->flags;
    out[SEES_LIMITS + i] = (uint8_t)(128 + player->limit);
}

/* Most spaces are open, most planets without figures. */
static void observe_figures(const solar_state *state, const places *places, uint8_t *out) {
    const solar_figures *f = &state->figures;
    for (int p = 0; p < SOLAR_MAX_PLANETS - 1; p++) {
        const uint8_t *counts = f->count[p];
        if (!(counts[0] | counts[1] | counts[2] | counts[3] | counts[4] | f->first[p] | f->data[p])) continue;
        for (int owner = 0; owner < SOLAR_OWNERS; owner++) {
            const unsigned count = counts[owner];
            if (!count) continue;
            const int at = p * SOLAR_OWNERS + places->of_owner[owner + 1] - 1;
            out[SEES_ORBITERS + at] = count & 15u;
            out[SEES_LANDERS + at] = (uint8_t)(count >> 4);
        }
        out[SEES_FIRST + p] = places->of_owner[f->first[p]];
        out[SEES_DATA_SPACES + 2 * p] = places->of_owner[f->data[p] & 15u];
        out[SEES_DATA_SPACES + 2 * p + 1] = places->of_owner[f->data[p] >> 4];
    }
    for (unsigned m = 0; m < SOLAR_MAX_MOONS; m += 2) {
        if (!f->moon[m / 2]) continue;
        out[SEES_MOONS + m] = places->of_owner[solar__moon_owner(f, m)];
        out[SEES_MOONS + m + 1] = places->of_owner[solar__moon_owner(f, m + 1)];
    }
}

void solar_observe(const solar_rules *rules, const solar_state *state, int player, uint8_t *out) {
    places places = {player, rules->players, {0}};
    for (int seat = 0; seat < SOLAR_MAX_PLAYERS; seat++)
        places.of_owner[seat + 1] = seat < rules->players ? seat_from(&places, seat) : 0;
    places.of_owner[SOLAR_NEUTRAL + 1] = SOLAR_NEUTRAL + 1;
    memset(out, 0, SOLAR_OBSERVATION);
    observe_turn(rules, state, &places, out);
    for (int i = 0, w = player; i < rules->players; i++) {
        observe_player(&state->players[w], i, out);
        if (++w == rules->players) w = 0;
    }
    observe_figures(state, &places, out);
}
