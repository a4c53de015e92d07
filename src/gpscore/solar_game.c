/* The solar system in the table of games. */
#include <gpscore/solar.h>

#include "batch_internal.h"
#include "solar_internal.h"
#include "solar_observe.h"
#include "text.h"

#define GAME solar
#define GAME_MASK_WORDS SOLAR_MASK_WORDS
#define GAME_RULES_VERSION SOLAR_RULES_VERSION

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
    for (int w = 0; w < SOLAR_MAX_PLAYERS; w++) {
        if (players & ~due & 1u << w) return solar_why_illegal(rules, state, w, actions[w], error);
    }
    if (due & ~players) SOLAR__FAIL(SOLAR_JOINT, due, 0, 0);
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

/* Nobody chooses at once here, so that nothing is ever open. */
static gpscore_status solar_take_back(const solar_rules *rules, solar_state *state, int player,
                                      solar_undo_info *undo, gpscore_error *error) {
    (void)undo;
    if (state->head.rules != rules->fingerprint) SOLAR__FAIL(ILLEGAL_FOREIGN_STATE, 0, 0, 0);
    if (player < 0 || player >= rules->players) SOLAR__FAIL(SOLAR_NO_PLAYER, player, rules->players - 1, 0);
    SOLAR__FAIL(SOLAR_NOTHING_OPEN, player, 0, 0);
}

static const char *planet_name(const void *rules, int64_t number) {
    const solar_board *board = &((const solar_rules *)rules)->board;
    return number >= 0 && number < board->planet_count ? board->planets[number].name : NULL;
}

static const char *moon_name(const void *rules, int64_t number) {
    const solar_board *board = &((const solar_rules *)rules)->board;
    return number >= 0 && number < board->moon_count ? board->moons[number].name : NULL;
}

static size_t solar_error_text(const solar_rules *rules, const gpscore_error *error, char *buffer,
                               size_t size) {
    const gpscore__names names = {rules, planet_name, moon_name};
    const gpscore_status_info *info = gpscore_status_find(error->status);
    return gpscore__error_text(error, info ? info->rule : NULL, &names, buffer, size);
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
