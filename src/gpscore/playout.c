#include <gpscore/game.h>

#include "bits.h"
#include "playout.h"

static void count_game(const gpscore_game *game, const void *rules, const void *state, uint32_t turns,
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

/* Play on with the game under way over at most *steps* positions, which are counted down. Whether it ended. */
static int play(gpscore__playout *run, uint64_t *steps, uint64_t *decisions) {
    const gpscore_game *const game = run->game;
    const void *const rules = run->rules;
    void *const state = &run->state;
    const uint32_t start = game->turn(run->from);
    for (; *steps; --*steps) {
        uint32_t to_act = game->to_act(state);
        /* Nobody here plays an embedding host: its games stay unfinished. */
        if (to_act == GPSCORE_TO_ACT_OVER || to_act == GPSCORE_TO_ACT_HOST) return 1;
        if (run->turn_cap && game->turn(state) - start >= run->turn_cap) return 1;
        if (to_act == GPSCORE_TO_ACT_CHANCE) {
            const gpscore_action action = game->sample_chance(rules, state, run->chance_key);
            game->apply_unchecked(rules, state, GPSCORE_CHANCE, action, NULL);
            continue;
        }
        for (; to_act; to_act &= to_act - 1u) {
            const int player = (int)gpscore__lowest(to_act);
            const gpscore_action action =
                game->choose(rules, state, player, run->policies[player], run->player_key);
            game->apply_unchecked(rules, state, player, action, NULL);
            ++*decisions;
        }
    }
    return 0;
}

static void begin_game(gpscore__playout *run) {
    const uint64_t seed = gpscore_draw(run->key, run->next, 0);
    run->chance_key = gpscore_key(seed, GPSCORE_PURPOSE_CHANCE);
    run->player_key = gpscore_key(seed, GPSCORE_PURPOSE_PLAYER);
    run->under_way = 1;
    for (uint32_t i = 0; i < run->game->state_size; i++) {
        run->state.bytes[i] = ((const unsigned char *)run->from)[i];
    }
}

void gpscore__playout_begin(gpscore__playout *run, const gpscore_game *game, const void *rules,
                            const void *state, const gpscore_policy *policies, uint64_t seed, uint64_t first,
                            uint64_t games, uint32_t turn_cap, uint32_t *lengths) {
    run->game = game;
    run->rules = rules;
    run->from = state;
    run->policies = policies;
    run->key = gpscore_key(seed, GPSCORE_PURPOSE_PLAYOUT);
    run->next = run->first = first;
    run->left = games;
    run->lengths = lengths;
    run->turn_cap = turn_cap;
    run->under_way = 0;
}

uint64_t gpscore__playout_go_on(gpscore__playout *run, uint64_t steps, gpscore_playout_stats *stats) {
    for (; run->left; run->left--, run->next++) {
        if (!run->under_way) begin_game(run);
        if (!play(run, &steps, &stats->decisions)) return run->left;
        const uint32_t turns = run->game->turn(&run->state) - run->game->turn(run->from);
        count_game(run->game, run->rules, &run->state, turns, stats);
        if (run->lengths) run->lengths[run->next - run->first] = turns;
        run->under_way = 0;
        steps--; /* the last position, so that games without a move count too */
    }
    return 0;
}

void gpscore__playout_halve(gpscore__playout *run, gpscore__playout *idle) {
    const uint64_t taken = (run->left - (uint64_t)run->under_way) / 2;
    run->left -= taken;
    *idle = *run;
    idle->next = run->next + run->left;
    idle->left = taken;
    idle->under_way = 0;
}

void gpscore__playout_add(gpscore_playout_stats *stats, const gpscore_playout_stats *others) {
    if (others->games && (!stats->games || others->turns_min < stats->turns_min))
        stats->turns_min = others->turns_min;
    if (others->turns_max > stats->turns_max) stats->turns_max = others->turns_max;
    stats->games += others->games;
    stats->unfinished += others->unfinished;
    stats->shared += others->shared;
    for (int p = 0; p < GPSCORE_MAX_PLAYERS; p++) stats->wins[p] += others->wins[p];
    stats->decisions += others->decisions;
    stats->turns += others->turns;
    stats->turns_square += others->turns_square;
}

void gpscore_playout(const gpscore_game *game, const void *rules, const void *state,
                     const gpscore_policy *policies, uint64_t seed, uint64_t first, uint64_t games,
                     uint32_t turn_cap, gpscore_playout_stats *stats, uint32_t *lengths) {
    gpscore__playout run;
    gpscore__playout_begin(&run, game, rules, state, policies, seed, first, games, turn_cap, lengths);
    while (gpscore__playout_go_on(&run, UINT64_MAX, stats)) {}
}
