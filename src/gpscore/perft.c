#include "perft.h"

#include "bits.h"

/* Room for any game's undo record, aligned. */
typedef union undo_room {
    uint64_t words[GPSCORE_MAX_UNDO / 8];
} undo_room;

/* So many positions of a ply share the work out evenly enough. */
enum { DEALT_EACH = 32 };

/* Who takes the next branch: the lowest of those who choose at once. */
static int mover(uint32_t to_act) {
    if (to_act == GPSCORE_TO_ACT_CHANCE) return GPSCORE_CHANCE;
    return to_act == GPSCORE_TO_ACT_HOST ? GPSCORE_HOST : (int)gpscore__lowest(to_act);
}

/* Whether the number of the sequences of *left* actions from here can be told without taking one. Those who
 * choose at once do not change each other's choices, so their numbers multiply. */
static inline int is_told(const gpscore__perft *run, uint32_t to_act, int left, uint64_t *leaves) {
    const gpscore_game *const game = run->game;
    *leaves = left == 0;
    if (left == 0 || to_act == GPSCORE_TO_ACT_OVER) return 1;
    if (left == 1) {
        *leaves = game->count_actions(run->rules, run->state, mover(to_act));
        return 1;
    }
    if ((int)gpscore__count16(to_act) < left) return 0; /* no bits of players for chance and hosts */
    for (*leaves = 1; left > 0; to_act &= to_act - 1u, left--) {
        *leaves *= game->count_actions(run->rules, run->state, (int)gpscore__lowest(to_act));
    }
    return 1;
}

/* Whether the position that is dealt next, or was when the walk stopped in it, belongs to this share. */
static int is_ours(const gpscore__perft *run) { return run->dealt % run->shares == run->share; }

static int walk(gpscore__perft *run, int ply, uint32_t to_act);

/* Count what lies below the state, *ply* actions down. 0 when the portion ended first: then the path tells where
 * to go on. */
static inline int visit(gpscore__perft *run, int ply) {
    uint64_t leaves = 0;
    if (ply != run->deal || is_ours(run)) {
        const uint32_t to_act = run->game->to_act(run->state);
        if (!is_told(run, to_act, run->depth - ply, &leaves)) return walk(run, ply, to_act);
        if (ply > run->deal || is_ours(run)) run->leaves += leaves;
    }
    run->dealt += ply <= run->deal;
    run->steps--;
    return 1;
}

/* Take every branch. Apart, so that positions whose count is told cost no call. */
static int walk(gpscore__perft *run, int ply, uint32_t to_act) {
    const gpscore_game *const game = run->game;
    const int player = mover(to_act);
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    undo_room undo;
    const size_t count = game->legal_actions(run->rules, run->state, player, actions);
    for (size_t i = run->path[ply]; i < count; i++) {
        game->apply_unchecked(run->rules, run->state, player, actions[i], &undo);
        const int done = visit(run, ply + 1);
        game->undo(run->state, &undo);
        if (done && (run->steps || i + 1 == count)) continue;
        run->path[ply] = (uint8_t)(i + (size_t)done);
        return 0;
    }
    run->path[ply] = 0;
    run->dealt += ply == run->deal;
    return 1;
}

uint64_t gpscore_perft(const gpscore_game *game, const void *rules, void *state, int depth) {
    gpscore__perft run;
    if (depth > GPSCORE_MAX_PERFT) return UINT64_MAX;
    if (depth <= 0) return 1;
    gpscore__perft_begin(&run, game, rules, state, depth, 0, 1);
    while (!gpscore__perft_go_on(&run, UINT64_MAX)) {}
    return run.leaves;
}

/* The first ply with positions enough for all shares, which leaves something to walk below it. */
static int dealing_ply(const gpscore__perft *run) {
    int ply = 0;
    while (ply + 2 < run->depth &&
           gpscore_perft(run->game, run->rules, run->state, ply) < DEALT_EACH * run->shares)
        ply++;
    return ply;
}

void gpscore__perft_begin(gpscore__perft *run, const gpscore_game *game, const void *rules, void *state,
                          int depth, uint64_t share, uint64_t shares) {
    const gpscore__perft fresh = {
        .game = game, .rules = rules, .state = state, .depth = depth, .share = share, .shares = shares};
    *run = fresh;
    if (shares > 1) run->deal = dealing_ply(run);
}

int gpscore__perft_go_on(gpscore__perft *run, uint64_t steps) {
    run->steps = steps;
    return visit(run, 0);
}
