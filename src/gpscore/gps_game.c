/* GPS in the table of games. */
#include <gpscore/gps.h>

#include "batch_internal.h"

#define GAME gps
#define GAME_MASK_WORDS 1
#define GAME_RULES_VERSION GPS_RULES_VERSION

static uint32_t gps_turn_count(const gps_state *state) { return state->head.turn; }

static void gps_mask(const gps_rules *rules, const gps_state *state, int player, uint64_t *mask) {
    gpscore_outcome outcomes[GPS_MAX_SPACES];
    *mask = gps_legal_mask(rules, state, player);
    if (player != GPSCORE_CHANCE) return;
    const size_t count = gps_chance_outcomes(rules, state, outcomes);
    for (size_t i = 0; i < count; i++) *mask |= UINT64_C(1) << GPS_INDEX(outcomes[i].action);
}

/* GPSCORE_NO_INDEX for what is no action of this game. */
static unsigned gps_index(const gps_rules *rules, const gps_state *state, gpscore_action action) {
    const gpscore_status status = gps_why_illegal(rules, state, GPSCORE_CHANCE, action, NULL);
    return status == GPSCORE_ILLEGAL_UNKNOWN_ACTION ? GPSCORE_NO_INDEX : GPS_INDEX(action);
}

static gpscore_action gps_at(const gps_rules *rules, const gps_state *state, int player, unsigned index) {
    if (player < 0 || player >= rules->players || index >= 2u * GPS_CCW) return GPSCORE_NO_ACTION;
    return GPS_ACTION(state->ring[player].up ? GPS_PLACE : GPS_MOVE, index);
}

static gpscore_status gps_joint(const gps_rules *rules, gps_state *state, uint32_t players,
                                const gpscore_action *actions, gps_undo_info *undo, gpscore_error *error) {
    return gps_apply_joint(rules, state, players, actions, undo, error);
}

static void gps_seen(const gps_state *state, int viewer, gps_state *out) { gps_view(state, viewer, out); }

static gpscore_status gps_take_back(const gps_rules *rules, gps_state *state, int player, gps_undo_info *undo,
                                    gpscore_error *error) {
    return gps_retract(rules, state, player, undo, error);
}

static size_t gps_error_text(const gps_rules *rules, const gpscore_error *error, char *buffer, size_t size) {
    (void)rules;
    return gpscore_error_text(error, buffer, size);
}

#define RING(seat, name, words) {name, words, 16 + 16 * (seat), GPS_MAX_SATELLITES, 3 + GPS_MAX_SPACES - 1}
#define RING_WORDS "one number a satellite: 0 absent, 1 face down, 2 face up, 3 + its space"

static const gpscore_slice gps_slices[] = {
    {"phase", "0 setup, 1 spin, 2 choose, 3 reveal, 4 shuffle, 5 over", 0, 1, GPS_OVER},
    {"pointed", "0 none, 1 + the pointed space", 1, 1, GPS_MAX_SPACES},
    {"chosen", "a bit for each player who has chosen in this turn, bit 0 the viewer", 2, 1, 31},
    {"wins_needed", "the wins that end the play", 3, 1, GPS_MAX_WINS},
    {"wins", "wins so far, the viewer's first", 4, GPS_MAX_PLAYERS, GPS_MAX_WINS},
    {"spaces", "spaces of a ring", 9, 1, GPS_MAX_SPACES},
    {"satellites", "satellites of each player", 10, 1, GPS_MAX_SATELLITES},
    {"players", "players of the game", 11, 1, GPS_MAX_PLAYERS},
    {"choice", "the viewer's open choice: 0 none, 1 + its index", 12, 1, 2 * GPS_CCW},
    RING(0, "ring0", "the viewer's ring, " RING_WORDS),
    RING(1, "ring1", "the ring of the next player, " RING_WORDS),
    RING(2, "ring2", "the ring of the second next player, " RING_WORDS),
    RING(3, "ring3", "the ring of the third next player, " RING_WORDS),
    RING(4, "ring4", "the ring of the fourth next player, " RING_WORDS),
};
#define GAME_OBSERVATION GPS_OBSERVATION
#define GAME_OBSERVATION_VERSION GPS_OBSERVATION_VERSION
#define GAME_KERNELS {&gps__scalar, GPSCORE__IF_AVX2(&gps__avx2), GPSCORE__IF_NEON(&gps__neon)}

#include "game_table.h"

_Static_assert(sizeof(gps_ring) == 32 && sizeof(gps_head) == 32 && sizeof(gps_state) == 192,
               "the layout drawn in gps.h");
