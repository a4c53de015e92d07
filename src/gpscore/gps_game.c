/* GPS in the table of games. */
#include <gpscore/gps.h>

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

static gpscore_status gps_joint(const gps_rules *rules, gps_state *state, uint32_t players,
                                const gpscore_action *actions, gps_undo_info *undo, gpscore_error *error) {
    return gps_apply_joint(rules, state, players, actions, undo, error);
}

static void gps_seen(const gps_state *state, int viewer, gps_state *out) { gps_view(state, viewer, out); }

#include "game_table.h"

_Static_assert(sizeof(gps_ring) == 32 && sizeof(gps_head) == 32 && sizeof(gps_state) == 192,
               "the layout drawn in gps.h");
