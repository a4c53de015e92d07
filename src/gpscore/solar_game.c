/* The solar system in the table of games. */
#include <gpscore/solar.h>

#include "text.h"

#define GAME solar
#define GAME_MASK_WORDS SOLAR_MASK_WORDS
#define GAME_RULES_VERSION SOLAR_RULES_VERSION

static uint32_t solar_turn_count(const solar_state *state) { return state->head.turns; }

static void solar_mask(const solar_rules *rules, const solar_state *state, int player, uint64_t *mask) {
    solar_legal_mask(rules, state, player, mask);
}

/* Nobody chooses at once here: a joint step is that of the one who acts. */
static gpscore_status solar_joint(const solar_rules *rules, solar_state *state, uint32_t players,
                                  const gpscore_action *actions, solar_undo_info *undo,
                                  gpscore_error *error) {
    const uint32_t due = solar_to_act(state) & 0xfu;
    if (players & ~due) return gpscore__fail(error, GPSCORE_ILLEGAL_JOINT_EXTRA, players & ~due, due, 0, 0);
    if (due & ~players) return gpscore__fail(error, GPSCORE_ILLEGAL_JOINT_MISSING, due & ~players, 0, 0, 0);
    for (int w = 0; w < SOLAR_MAX_PLAYERS; w++) {
        if (due >> w & 1u) return solar_apply(rules, state, w, actions[w], undo, error);
    }
    return gpscore__fail(error, GPSCORE_SOLAR_NO_CHOICE, 0, 0, 0, 0);
}

/* Nothing is hidden. */
static void solar_seen(const solar_state *state, int viewer, solar_state *out) {
    (void)viewer;
    *out = *state;
}

#include "game_table.h"

_Static_assert(sizeof(solar_head) == 48 && sizeof(solar_player) == 32 && sizeof(solar_figures) == 64 &&
                   sizeof(solar_state) == 240,
               "the layout drawn in solar.h");
