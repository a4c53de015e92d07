#include <gpscore/game.h>

#include "bits.h"

/* Room for any game's undo record, aligned. */
typedef union undo_room {
    uint64_t words[GPSCORE_MAX_UNDO / 8];
} undo_room;

static uint64_t count_leaves(const gpscore_game *game, const void *rules, void *state, int depth) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    undo_room undo;
    uint64_t leaves = 0;
    const uint32_t to_act = game->to_act(state);
    if (to_act == GPSCORE_TO_ACT_OVER) return 0;
    const int player = to_act == GPSCORE_TO_ACT_CHANCE ? GPSCORE_CHANCE
                       : to_act == GPSCORE_TO_ACT_HOST ? GPSCORE_HOST
                                                       : (int)gpscore__lowest(to_act);
    const size_t count = game->legal_actions(rules, state, player, actions);
    if (depth == 1) return count;
    for (size_t i = 0; i < count; i++) {
        game->apply_unchecked(rules, state, player, actions[i], &undo);
        leaves += count_leaves(game, rules, state, depth - 1);
        game->undo(state, &undo);
    }
    return leaves;
}

uint64_t gpscore_perft(const gpscore_game *game, const void *rules, void *state, int depth) {
    if (depth > GPSCORE_MAX_PERFT) return UINT64_MAX;
    return depth <= 0 ? 1 : count_leaves(game, rules, state, depth);
}
