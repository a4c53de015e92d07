/* The solar system in the table of games. */
#include <gpscore/solar.h>

#include "batch_internal.h"
#include "solar_internal.h"
#include "solar_observe.h"
#include "text.h"

#define GAME solar
#define GAME_MASK_WORDS SOLAR_MASK_WORDS

static uint32_t solar_turn_count(const solar_state *state) { return state->head.turns; }

static void solar_mask(const solar_rules *rules, const solar_state *state, int player, uint64_t *mask) {
    solar_legal_mask(rules, state, player, mask);
}

static gpscore_action solar_at(const solar_rules *rules, const solar_state *state, int player,
                               unsigned index) {
    (void)player;
    if (index >= 64u * SOLAR_MASK_WORDS) return GPSCORE_NO_ACTION;
    const gpscore_action action = solar__action_at(rules, state, index);
    return solar__is_action(action) && solar_index(rules, state, action) == index ? action
                                                                                  : GPSCORE_NO_ACTION;
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

#define SOLAR__X(slice, name, words, length, scale) {name, words, SEES_##slice, length, scale},
static const gpscore_slice solar_slices[] = {SOLAR__SLICES(SOLAR__X)};
#undef SOLAR__X

#define GAME_OBSERVATION SOLAR_OBSERVATION
#define GAME_OBSERVATION_VERSION SOLAR_OBSERVATION_VERSION
#define GAME_KERNELS {&solar__scalar, GPSCORE__IF_AVX2(&solar__avx2)}

#include "game_table.h"

_Static_assert(sizeof(solar_head) == 48 && sizeof(solar_player) == 32 && sizeof(solar_figures) == 64 &&
                   sizeof(solar_state) == 240,
               "the layout drawn in solar.h");
