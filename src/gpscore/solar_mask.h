/* The mask of legal actions of a turn, inlined where one state is asked and where the lanes of a batch go on. */
#ifndef GPSCORE_SRC_SOLAR_MASK_H
#define GPSCORE_SRC_SOLAR_MASK_H

#include "solar_internal.h"

/* First index of each kind, as drawn in the header. */
enum {
    AT_MOVE = 0,
    AT_INSTEAD = 128,
    AT_LAUNCH = 160,
    AT_ORBIT = 162,
    AT_ORBIT_OWNED = 170,
    AT_LAND = 178,
    AT_LAND_OWNED = 202,
    AT_MOON = 210,
    AT_RESEARCH = 226,
    AT_PASS = 228,
    AT_END = 229,
    AT_TECH = 230,
    AT_INCOME = 234,
    AT_TRACE = 238,
    AT_CARD_MOVE = 241,
    AT_EXCHANGE = 242,
    AT_BUY = 248,
    AT_ORG = 249,
    AT_ORG_DONE = 253
};

static inline void solar__set_bit(uint64_t mask[SOLAR_MASK_WORDS], unsigned index) {
    mask[index / 64] |= UINT64_C(1) << index % 64;
}

/* What few turns have is apart, in solar_legal.c: moves instead of publicity, what an organisation does, orbits and
 * landings. */
void solar__add_instead(const solar_rules *rules, const solar_state *state, const uint32_t from[4],
                        uint64_t mask[SOLAR_MASK_WORDS]);
void solar__add_organisation(const solar_rules *rules, const solar_state *state,
                             uint64_t mask[SOLAR_MASK_WORDS]);
void solar__add_planets(const solar_rules *rules, const solar_state *state, uint64_t mask[SOLAR_MASK_WORDS]);

static inline void solar__add_moves(const solar_rules *rules, const solar_state *state, unsigned techs,
                                    uint64_t mask[SOLAR_MASK_WORDS]) {
    const solar_head *head = &state->head;
    uint32_t from[4];
    solar__movable(rules, state, techs, solar__move_base(state), head->mark, from);
    mask[0] |= from[0] | (uint64_t)from[1] << 32;
    mask[1] |= from[2] | (uint64_t)from[3] << 32;
    if ((head->turn & SOLAR_TURN_MOVE_INSTEAD) && head->moves < SOLAR_MAX_COUNT) {
        const uint32_t copy[4] = {from[0], from[1], from[2], from[3]};
        solar__add_instead(rules, state, copy, mask);
    }
}

/* The legal trades, bit by bit. */
static inline unsigned solar__possible_trades(const solar_state *state) {
    const uint8_t *goods = &state->players[state->head.active].credits;
    unsigned trades = 0;
    for (unsigned k = 0; k < SOLAR__TRADES; k++) {
        const unsigned to = solar__trade.to[k], has = to == SOLAR__A_MOVE ? state->head.moves : goods[to];
        trades |= (unsigned)((goods[solar__trade.from[k]] >= solar__trade.paid[k]) & (has < SOLAR_MAX_COUNT))
                  << k;
    }
    return trades;
}

static inline void solar__add_free(const solar_rules *rules, const solar_state *state, unsigned techs,
                                   uint64_t mask[SOLAR_MASK_WORDS]) {
    solar__add_moves(rules, state, techs, mask);
    mask[AT_CARD_MOVE / 64] |= (uint64_t)solar__possible_trades(state) << AT_CARD_MOVE % 64;
    if (rules->organisation[state->head.active]) {
        uint64_t more[SOLAR_MASK_WORDS] = {0};
        solar__add_organisation(rules, state, more);
        mask[AT_ORG / 64] |= more[AT_ORG / 64];
    }
}

static inline void solar__add_main(const solar_rules *rules, const solar_state *state, unsigned techs,
                                   uint64_t mask[SOLAR_MASK_WORDS]) {
    const int w = state->head.active;
    const solar_player *player = &state->players[w];
    const int may_launch =
        (player->count < solar__limit_with(rules, state, w, techs)) & (player->count < SOLAR_MAX_PROBES);
    const int may_research = (player->techs & 15u) != 15u;
    const uint32_t spaces = solar__spaces(player);
    const int launches = may_launch & (player->credits >= rules->board.launch_credit);
    const int researches = may_research & (player->publicity >= solar__research_cost(rules, w, 0));
    mask[AT_LAUNCH / 64] |= (uint64_t)launches << AT_LAUNCH % 64;
    mask[AT_RESEARCH / 64] |= (uint64_t)researches << AT_RESEARCH % 64 | UINT64_C(1) << AT_PASS % 64;
    if (rules->organisation[w] == SOLAR_XENOLAB) {
        if (may_launch && !(player->flags & SOLAR_FLAG_LAUNCH_TILE) && player->credits >= SOLAR__TILE_CREDITS)
            solar__set_bit(mask, AT_LAUNCH + 1);
        if (may_research && !(player->flags & SOLAR_FLAG_RESEARCH_TILE) &&
            player->publicity >= solar__research_cost(rules, w, 1)) {
            solar__set_bit(mask, AT_RESEARCH + 1);
        }
    }
    if ((spaces & solar__shown(rules, state)->goals) || rules->pluto[w]) {
        uint64_t more[SOLAR_MASK_WORDS] = {0};
        solar__add_planets(rules, state, more);
        for (int i = AT_ORBIT / 64; i < SOLAR_MASK_WORDS; i++) mask[i] |= more[i];
    }
}

/* In SOLAR_TURN; *mask* is 0. */
static inline void solar__turn_mask(const solar_rules *rules, const solar_state *state,
                                    uint64_t mask[SOLAR_MASK_WORDS]) {
    const unsigned techs = solar__techs(state, state->head.active), used = state->head.turn & SOLAR_TURN_MAIN;
    uint64_t main[SOLAR_MASK_WORDS] = {0};
    solar__add_main(rules, state, techs, main);
    for (int i = 0; i < SOLAR_MASK_WORDS; i++) mask[i] = main[i] & ((uint64_t)used - 1u);
    mask[AT_END / 64] |= (uint64_t)used << AT_END % 64;
    solar__add_free(rules, state, techs, mask);
}
_Static_assert(SOLAR_TURN_MAIN == 1, "one less than it is no bits or all");

#endif
