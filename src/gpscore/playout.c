#include <gpscore/game.h>

#include "bits.h"

/* Room for any game's state, aligned. */
typedef union state_room {
    uint64_t words[GPSCORE_MAX_STATE / 8];
    unsigned char bytes[GPSCORE_MAX_STATE];
} state_room;

static void copy_state(state_room *to, const void *from, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) to->bytes[i] = ((const unsigned char *)from)[i];
}

static void count_game(const gpscore_game *game, const void *rules, const state_room *state, uint32_t turns,
                       gpscore_playout_stats *stats) {
    const uint32_t winners = game->winners(rules, state);
    const int over = game->to_act(state) == GPSCORE_TO_ACT_OVER;
    if (stats->games == 0 || turns < stats->turns_min) stats->turns_min = turns;
    if (turns > stats->turns_max) stats->turns_max = turns;
    stats->games++;
    stats->turns += turns;
    stats->turns_square += (uint64_t)turns * turns;
    stats->unfinished += !over || winners == 0;
    if (!over) return;
    stats->shared += (winners & (winners - 1u)) != 0;
    for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) stats->wins[p] += winners >> p & 1u;
}

/* One game from *state*, in place; returns the turns it took. */
static uint32_t play(const gpscore_game *game, const void *rules, state_room *state,
                     const gpscore_policy *policies, uint64_t seed, uint32_t turn_cap, uint64_t *decisions) {
    const uint64_t chance_key = gpscore_key(seed, GPSCORE_PURPOSE_CHANCE);
    const uint64_t player_key = gpscore_key(seed, GPSCORE_PURPOSE_PLAYER);
    const uint32_t start = game->turn(state);
    for (;;) {
        uint32_t to_act = game->to_act(state);
        const uint32_t turns = game->turn(state) - start;
        if (to_act == GPSCORE_TO_ACT_OVER || (turn_cap && turns >= turn_cap)) return turns;
        if (to_act == GPSCORE_TO_ACT_CHANCE) {
            const gpscore_action action = game->sample_chance(rules, state, chance_key);
            game->apply_unchecked(rules, state, GPSCORE_CHANCE, action, NULL);
            continue;
        }
        for (; to_act; to_act &= to_act - 1u) {
            const int player = (int)gpscore__lowest(to_act);
            const gpscore_action action = game->choose(rules, state, player, policies[player], player_key);
            game->apply_unchecked(rules, state, player, action, NULL);
            ++*decisions;
        }
    }
}

void gpscore_playout(const gpscore_game *game, const void *rules, const void *state,
                     const gpscore_policy *policies, uint64_t seed, uint64_t first, uint64_t games,
                     uint32_t turn_cap, gpscore_playout_stats *stats) {
    const uint64_t key = gpscore_key(seed, GPSCORE_PURPOSE_PLAYOUT);
    for (uint64_t i = 0; i < games; i++) {
        state_room copy;
        copy_state(&copy, state, game->state_size);
        const uint64_t game_seed = gpscore_draw(key, first + i, 0);
        const uint32_t turns = play(game, rules, &copy, policies, game_seed, turn_cap, &stats->decisions);
        count_game(game, rules, &copy, turns, stats);
    }
}
