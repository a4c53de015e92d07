/* What the files of the solar system share. */
#ifndef GPSCORE_SRC_SOLAR_INTERNAL_H
#define GPSCORE_SRC_SOLAR_INTERNAL_H

#include <gpscore/solar.h>
#include <stddef.h>

#include "bits.h"

/* The planet in whose sector "here" is for a list's signals: 0 Earth, SOLAR_NOWHERE for none. */
unsigned solar__list_planet(const solar_rules *rules, unsigned list);

/* What an organisation brings (S21); row 0 is the standard start of a game without them. */
typedef struct solar__start {
    uint8_t credits, energy, publicity, cards, tucks;
    uint8_t income[5]; /* credits, energy, cards, publicity, data */
} solar__start;
extern const solar__start solar__starts[SOLAR_ORGANISATIONS];

/* Offset of a disc in an alignment, and the alignment with it changed. */
static inline unsigned solar__offset(unsigned alignment, unsigned disc) { return alignment >> 3 * disc & 7u; }

/* The spaces with a probe of the player. */
static inline uint32_t solar__spaces(const solar_player *player) {
    return player->probes[0] | player->probes[1] | player->probes[2];
}

static inline unsigned solar__number_at(const solar_player *player, unsigned space) {
    return (player->probes[0] >> space & 1u) | (player->probes[1] >> space & 1u) << 1 |
           (player->probes[2] >> space & 1u) << 2;
}

/* Every word turned one sector counter-clockwise: in each byte, a ring, bit x goes to x - 1. */
static inline uint32_t solar__back(uint32_t word) {
    return (word >> 1 & 0x7f7f7f7fu) | (word & 0x01010101u) << 7;
}

/* All neighbours of a set of spaces. */
static inline uint32_t solar__neighbours(uint32_t word) {
    const uint32_t forth = (word << 1 & 0xfefefefeu) | (word >> 7 & 0x01010101u);
    return forth | solar__back(word) | word << 8 | word >> 8;
}

/* An alignment after one more step of the token, which goes on too. */
static inline unsigned solar__turned(unsigned alignment, unsigned step) {
    /* One less in each of the offsets that turn, without borrowing from the next: its top bit takes the borrow. */
    const unsigned tops = 0444u, ones = 0111u & ((8u << 3 * step) - 1u);
    return ((alignment | tops) - ones) ^ (~alignment & tops);
}
static inline unsigned solar__next_step(unsigned step) { return step == SOLAR_DISCS - 1 ? 0 : step + 1; }

/* Spaces by the least moves to a set of targets: at[c] holds those that c moves lead from; leaving *held*
 * spaces costs *extra* more. Returns the least c that holds *from*, or SOLAR__FAR. at has room for SOLAR__FAR. */
enum { SOLAR__FAR = 40 };
int solar__way(uint32_t held, unsigned extra, unsigned from, uint32_t targets, uint32_t at[SOLAR__FAR]);

/* The neighbour of a space in a direction, or SOLAR_NOWHERE. */
static inline unsigned solar__neighbour(unsigned space, unsigned direction) {
    const unsigned around = (space & 24u) | ((space + 1u + 6u * direction) & 7u);
    const unsigned across = space + 8u - 16u * (direction & 1u);
    const unsigned to = direction < 2 ? around : across;
    return to < SOLAR_SPACES ? to : SOLAR_NOWHERE;
}

/* The techs that the player can use now, bit by bit: their own, not switched off, or Turing's for this turn. */
static inline unsigned solar__techs(const solar_state *state, int player) {
    const solar_head *head = &state->head;
    const unsigned techs = state->players[player].techs, own = techs & ~(techs >> 4) & 15u;
    if (!(head->turn & SOLAR_TURN_TURING) || player != head->active) return own;
    return own | 1u << (head->turn >> 4 & 3u);
}

static inline int solar__usable(const solar_state *state, int player, unsigned tech) {
    return (int)(solar__techs(state, player) >> tech & 1u);
}

/* ---- Reading a state ---------------------------------------------------------------------------------- */

static inline const solar_alignment *solar__shown(const solar_rules *rules, const solar_state *state) {
    return &rules->alignments[state->head.alignment];
}

/* The one-byte counter of a resource (all but the score). */
static inline uint8_t *solar__counter(solar_player *player, solar_resource resource) {
    static const uint8_t places[SOLAR_RESOURCES] = {
        [SOLAR_CREDIT] = offsetof(solar_player, credits),
        [SOLAR_ENERGY] = offsetof(solar_player, energy),
        [SOLAR_CARD] = offsetof(solar_player, cards),
        [SOLAR_PUBLICITY] = offsetof(solar_player, publicity),
        [SOLAR_DATA] = offsetof(solar_player, data),
        [SOLAR_RED_TRACE] = offsetof(solar_player, traces),
        [SOLAR_YELLOW_TRACE] = offsetof(solar_player, traces) + 1,
        [SOLAR_BLUE_TRACE] = offsetof(solar_player, traces) + 2,
        [SOLAR_SIGNAL] = offsetof(solar_player, signals),
        [SOLAR_INCOME_CREDIT] = offsetof(solar_player, tucked),
        [SOLAR_INCOME_ENERGY] = offsetof(solar_player, tucked) + 1,
        [SOLAR_INCOME_CARD] = offsetof(solar_player, tucked) + 2,
    };
    return (uint8_t *)player + places[resource];
}

static inline unsigned solar__bound(const solar_rules *rules, solar_resource resource) {
    switch (resource) {
    case SOLAR_PUBLICITY: return rules->board.publicity_limit;
    case SOLAR_DATA: return rules->board.data_limit;
    case SOLAR_SCORE: return SOLAR_MAX_SCORE;
    default: return SOLAR_MAX_COUNT;
    }
}

static inline unsigned solar__amount(const solar_player *player, solar_resource resource) {
    return resource == SOLAR_SCORE ? player->score : *solar__counter((solar_player *)player, resource);
}

static inline int solar__has_probe(const solar_state *state, int w, unsigned space) {
    return (int)(solar__spaces(&state->players[w]) >> space & 1u);
}

/* *techs* are those that w can use. */
static inline int solar__limit_with(const solar_rules *rules, const solar_state *state, int w,
                                    unsigned techs) {
    const solar_head *head = &state->head;
    return rules->board.probe_limit + (int)(techs & 1u) + (rules->organisation[w] == SOLAR_ORBITAL_DYNAMICS) +
           state->players[w].limit + (w == head->active ? head->turn_limit : 0);
}

static inline int solar__probe_limit(const solar_rules *rules, const solar_state *state, int w) {
    return solar__limit_with(rules, state, w, solar__techs(state, w));
}

/* Spaces that cost the active player, who can use *techs*, an extra move to leave (S8). */
static inline uint32_t solar__sticky_with(const solar_rules *rules, const solar_state *state,
                                          unsigned techs) {
    const int freed = (state->head.turn & SOLAR_TURN_NO_ASTEROIDS) || (techs & 2u);
    return freed ? 0 : solar__shown(rules, state)->asteroids;
}

static inline uint32_t solar__sticky(const solar_rules *rules, const solar_state *state) {
    return solar__sticky_with(rules, state, solar__techs(state, state->head.active));
}

/* What must be paid to leave a space; *base* is 1, or 0 for the free moves of Orbital Dynamics (R9). */
static inline unsigned solar__move_cost(const solar_rules *rules, const solar_state *state, unsigned space,
                                        unsigned base) {
    return base + ((solar__sticky(rules, state) >> space & 1u) ? rules->board.asteroid_moves : 0u);
}

static inline unsigned solar__move_base(const solar_state *state) {
    return state->head.phase != SOLAR_ORG_MOVES;
}

static inline unsigned solar__can_pay(const solar_state *state, int within_ring) {
    const solar_head *head = &state->head;
    return head->moves + (within_ring ? head->ring_moves : 0u) + state->players[head->active].energy;
}

/* All ones or none. */
static inline uint32_t solar__all_if(int condition) { return 0u - (uint32_t)(condition != 0); }

/* The spaces from which the active player, who can use *techs*, can make a move of this base cost, by direction;
 * not from *mark*, where the probe stands that has moved (R9), unless another one is there. */
static inline void solar__movable(const solar_rules *rules, const solar_state *state, unsigned techs,
                                  unsigned base, unsigned mark, uint32_t out[4]) {
    const solar_player *player = &state->players[state->head.active];
    const uint32_t held = solar__sticky_with(rules, state, techs);
    const unsigned most = base + rules->board.asteroid_moves;
    const unsigned radial = solar__can_pay(state, 0), ring = radial + state->head.ring_moves;
    uint32_t from = solar__spaces(player);
    if (mark != SOLAR_NOWHERE && solar__number_at(player, mark) == 1) from &= ~(UINT32_C(1) << mark);
    const uint32_t within =
        from & ((solar__all_if(ring >= base) & ~held) | (solar__all_if(ring >= most) & held));
    const uint32_t across =
        from & ((solar__all_if(radial >= base) & ~held) | (solar__all_if(radial >= most) & held));
    out[0] = out[1] = within;
    out[2] = across & 0x00ffffffu;
    out[3] = across & 0xffffff00u;
}

static inline unsigned solar__orbiters(const solar_figures *f, unsigned planet, unsigned owner) {
    return f->count[planet - 1][owner] & 15u;
}

static inline unsigned solar__landers(const solar_figures *f, unsigned planet, unsigned owner) {
    return f->count[planet - 1][owner] >> 4;
}

static inline int solar__any_orbiter(const solar_figures *f, unsigned planet) {
    unsigned any = 0;
    for (unsigned o = 0; o < SOLAR_OWNERS; o++) any |= solar__orbiters(f, planet, o);
    return any != 0;
}

/* The data spaces of a planet that are open: bit 0 the first, bit 1 the second (S17). */
static inline unsigned solar__open_data(const solar_rules *rules, const solar_figures *f, unsigned planet) {
    const unsigned spaces = rules->board.planets[planet].data_spaces, taken = f->data[planet - 1];
    return (unsigned)(spaces > 0 && !(taken & 15u)) | (unsigned)(spaces > 1 && !(taken >> 4)) << 1;
}

static inline void solar__cover_data(solar_figures *f, unsigned planet, unsigned slot, unsigned owner_code) {
    const unsigned shift = slot == 1 ? 0 : 4;
    f->data[planet - 1] = (uint8_t)((f->data[planet - 1] & ~(15u << shift)) | owner_code << shift);
}

static inline unsigned solar__data_owner(const solar_figures *f, unsigned planet, unsigned slot) {
    return f->data[planet - 1] >> (slot == 1 ? 0 : 4) & 15u;
}

static inline unsigned solar__moon_owner(const solar_figures *f, unsigned moon) {
    return f->moon[moon / 2] >> 4 * (moon & 1u) & 15u;
}

static inline void solar__set_moon(solar_figures *f, unsigned moon, unsigned owner_code) {
    const unsigned shift = 4 * (moon & 1u);
    f->moon[moon / 2] = (uint8_t)((f->moon[moon / 2] & ~(15u << shift)) | owner_code << shift);
}

/* S16, S18: any orbiter there and tech 3 make it cheaper. */
static inline unsigned solar__land_cost(const solar_rules *rules, const solar_state *state, int w,
                                        unsigned planet) {
    const solar_board *board = &rules->board;
    unsigned discount = solar__any_orbiter(&state->figures, planet) ? board->orbiter_discount : 0u;
    if (solar__usable(state, w, 2)) discount += board->tech3_discount;
    return board->land_energy > discount ? board->land_energy - discount : 0u;
}

static inline int solar__owned(const solar_rules *rules, unsigned planet) {
    return rules->board.planets[planet].flags & SOLAR_PLANET_OWNED;
}

/* Where the probe leaves from: the planet's space, or for an owned one ring 4 at x. */
static inline unsigned solar__probe_space(const solar_rules *rules, const solar_state *state, unsigned planet,
                                          unsigned x) {
    return solar__owned(rules, planet) ? 24u + x : solar__shown(rules, state)->where[planet];
}

static inline unsigned solar__research_cost(const solar_rules *rules, int w, int tile) {
    if (tile) return 4; /* R10 */
    return rules->organisation[w] == SOLAR_FENWICK ? 5u : rules->board.research_publicity;
}

/* The free trades, in the order of their dense index: CARD_MOVE, the EXCHANGEs, BUY_CARD. So many of one good for
 * one of another, which for CARD_MOVE is a move in hand. */
enum { SOLAR__EXCHANGES = 6, SOLAR__TRADES = 8, SOLAR__A_MOVE = 4 };
enum { SOLAR__TRADE_CARD_MOVE = 0, SOLAR__TRADE_EXCHANGE = 1, SOLAR__TRADE_BUY = 7 };
typedef struct solar__trades_of {
    uint8_t from[SOLAR__TRADES], paid[SOLAR__TRADES], to[SOLAR__TRADES];
} solar__trades_of;
static const solar__trades_of solar__trade = {
    {SOLAR_CARD, SOLAR_CREDIT, SOLAR_CREDIT, SOLAR_ENERGY, SOLAR_ENERGY, SOLAR_CARD, SOLAR_CARD,
     SOLAR_PUBLICITY},
    {1, 2, 2, 2, 2, 2, 2, 3},
    {SOLAR__A_MOVE, SOLAR_ENERGY, SOLAR_CARD, SOLAR_CREDIT, SOLAR_CARD, SOLAR_CREDIT, SOLAR_ENERGY,
     SOLAR_CARD},
};

static inline solar_resource solar__exchange_from(unsigned k) {
    return (solar_resource)solar__trade.from[SOLAR__TRADE_EXCHANGE + k];
}

static inline solar_resource solar__exchange_to(unsigned k) {
    return (solar_resource)solar__trade.to[SOLAR__TRADE_EXCHANGE + k];
}

/* The goods lie side by side in a player, by the numbers of their resources. */
_Static_assert(offsetof(solar_player, energy) == offsetof(solar_player, credits) + SOLAR_ENERGY &&
                   offsetof(solar_player, cards) == offsetof(solar_player, credits) + SOLAR_CARD &&
                   offsetof(solar_player, publicity) == offsetof(solar_player, credits) + SOLAR_PUBLICITY,
               "counters of goods by number");

/* What a launch with Xenolab's tile costs (R10), and the parts of solar_head.tiles. */
enum { SOLAR__TILE_CREDITS = 1, SOLAR__TILE_TOP = 0x40, SOLAR__TILES_DOWN = 0xf };

/* S20: an owner's first orbiter, or lander, at an owned planet. */
static inline int solar__may_visit_owned(const solar_rules *rules, const solar_state *state, int w,
                                         unsigned planet, int to_land) {
    const solar_figures *f = &state->figures;
    return rules->pluto[w] &&
           !(to_land ? solar__landers(f, planet, (unsigned)w) : solar__orbiters(f, planet, (unsigned)w));
}

/* Orders of the sector boards (R1), and where PUT and REMOVE put a figure. */
enum { SOLAR__ORDERS = 24 };
enum { SOLAR__AT_SPACE = 0, SOLAR__AT_ORBIT = 1, SOLAR__AT_SURFACE = 2, SOLAR__AT_MOON = 3 };

/* What chance decides now, SOLAR_ALIGN, SOLAR_ORDER or SOLAR_TILE, and the outcomes that are possible and alike,
 * bit by bit; no bit when it decides nothing. */
typedef struct solar__chance {
    unsigned kind;
    uint32_t possible;
} solar__chance;

static inline solar__chance solar__chance_due(const solar_state *state) {
    const solar_head *head = &state->head;
    const uint32_t down = head->tiles[head->step & 3u] & SOLAR__TILES_DOWN;
    switch (head->phase) {
    case SOLAR_SETUP_DISCS: return (solar__chance){SOLAR_ALIGN, (1u << SOLAR_SECTORS) - 1u};
    case SOLAR_SETUP_SECTORS: return (solar__chance){SOLAR_ORDER, (1u << SOLAR__ORDERS) - 1u};
    case SOLAR_SETUP_TILES: return (solar__chance){SOLAR_TILE, SOLAR__TILES_DOWN};
    case SOLAR_TURN_TILE: return (solar__chance){SOLAR_TILE, down};
    default: return (solar__chance){0, 0};
    }
}

/* One of them. A tech's stack is drawn from by its own code, so that the same seed gives the same stacks. */
static inline unsigned solar__draw_chance(const solar_state *state, solar__chance due, uint64_t key) {
    const solar_head *head = &state->head;
    const unsigned count = gpscore__count16(due.possible & 0xffffu) + gpscore__count16(due.possible >> 16);
    const unsigned code =
        due.kind == SOLAR_TILE ? 0x100u + head->step * 16u + count : head->phase * 16u + head->step;
    return gpscore__nth(due.possible, gpscore_draw_below(key, 0, code, count));
}

/* Where events go, or nowhere: what takes one works the same with NULL. */
typedef struct solar__sink {
    gpscore_event *out;
    size_t count;
} solar__sink;

void solar__write_event(solar__sink *s, int kind, int player, unsigned a, unsigned b, unsigned c);

static inline void solar__emit(solar__sink *s, int kind, int player, unsigned a, unsigned b, unsigned c) {
    if (s) solar__write_event(s, kind, player, a, b, c);
}

/* ---- Changes; none keeps the hash's sum up to date ------------------------------------------------------ */

static inline void solar__set_amount(solar_player *player, solar_resource resource, unsigned n) {
    if (resource == SOLAR_SCORE)
        player->score = (uint16_t)n;
    else
        *solar__counter(player, resource) = (uint8_t)n;
}

/* Gain up to the bound; the excess is lost (S9, R6). */
static inline void solar__gain(const solar_rules *rules, solar_state *state, int w, solar_resource resource,
                               unsigned n, solar__sink *s) {
    solar_player *player = &state->players[w];
    const unsigned had = solar__amount(player, resource), most = solar__bound(rules, resource);
    const unsigned has = had + n > most ? (had > most ? had : most) : had + n;
    solar__set_amount(player, resource, has);
    if (resource == SOLAR_BLUE_TRACE) player->flags &= (uint8_t)~SOLAR_FLAG_LAUNCH_TILE; /* R10 */
    if (resource == SOLAR_RED_TRACE) player->flags &= (uint8_t)~SOLAR_FLAG_RESEARCH_TILE;
    if (has > had) solar__emit(s, SOLAR_EVENT_GAINED, w, resource, (has - had) & 0xffu, (has - had) >> 8);
}

static inline void solar__spend(solar_state *state, int w, solar_resource resource, unsigned n,
                                solar__sink *s) {
    if (!n) return;
    solar__set_amount(&state->players[w], resource, solar__amount(&state->players[w], resource) - n);
    solar__emit(s, SOLAR_EVENT_SPENT, w, resource, n & 0xffu, n >> 8);
}

static inline void solar__add_probe(solar_player *player, unsigned space) {
    uint32_t carry = UINT32_C(1) << space;
    for (int i = 0; i < 3 && carry; i++) {
        const uint32_t had = player->probes[i];
        player->probes[i] = had ^ carry;
        carry &= had;
    }
    player->count++;
}

static inline void solar__remove_probe(solar_player *player, unsigned space) {
    uint32_t borrow = UINT32_C(1) << space;
    for (int i = 0; i < 3 && borrow; i++) {
        const uint32_t had = player->probes[i];
        player->probes[i] = had ^ borrow;
        borrow &= ~had;
    }
    player->count--;
}

static inline unsigned solar__take(uint8_t *from, unsigned *owed) {
    const unsigned taken = gpscore__least(*from, *owed);
    *from = (uint8_t)(*from - taken);
    *owed -= taken;
    return taken;
}

/* A move of the active player: what it costs, where the probe goes, what the visit brings. */
static inline void solar__move(const solar_rules *rules, solar_state *state, unsigned from,
                               unsigned direction, int instead, solar__sink *s) {
    solar_head *head = &state->head;
    const int w = head->active;
    solar_player *player = &state->players[w];
    const solar_alignment *now = solar__shown(rules, state);
    const unsigned to = solar__neighbour(from, direction);
    const unsigned cost = solar__move_cost(rules, state, from, solar__move_base(state));
    const uint32_t paying = now->icons | (solar__usable(state, w, 1) ? now->asteroids : 0u);
    unsigned owed = cost;
    if (direction < 2 && head->ring_moves) solar__take(&head->ring_moves, &owed);
    if (head->moves) solar__take(&head->moves, &owed);
    solar__spend(state, w, SOLAR_ENERGY, owed, s);
    solar__remove_probe(player, from);
    solar__add_probe(player, to);
    solar__emit(s, SOLAR_EVENT_MOVED, w, from, to, cost);
    if (instead) {
        head->moves++;
        solar__emit(s, SOLAR_EVENT_MOVE_GAINED, w, 0, 0, 0);
        return;
    }
    if ((paying >> to & 1u) && player->publicity < rules->board.publicity_limit) {
        player->publicity++;
        solar__emit(s, SOLAR_EVENT_PUBLICITY, w, 1, 0, 0);
    }
}

/* A trade of the active player, for whose gain there is room. Without a branch, since players mix them. */
static inline void solar__do_trade(solar_state *state, unsigned number, solar__sink *s) {
    const unsigned from = solar__trade.from[number], paid = solar__trade.paid[number];
    const unsigned to = solar__trade.to[number], a_move = to == SOLAR__A_MOVE;
    const int w = state->head.active;
    uint8_t *goods = &state->players[w].credits;
    goods[from] = (uint8_t)(goods[from] - paid);
    goods[to & 3u] = (uint8_t)(goods[to & 3u] + !a_move);
    state->head.moves = (uint8_t)(state->head.moves + a_move);
    solar__emit(s, SOLAR_EVENT_SPENT, w, from, paid, 0);
    if (!a_move) solar__emit(s, SOLAR_EVENT_GAINED, w, to, 1, 0);
}

/* The rest is in solar.c. */

/* The next step of the token: discs 1, 1-2 or 1-3 turn one sector counter-clockwise (S10, S11). */
void solar__rotate(const solar_rules *rules, solar_state *state, solar__sink *s);

/* A launch that something grants: taken if possible, skipped at the limit (R2). 1 when it has begun to pay a
 * signal (R11), which goes on to where this would. */
int solar__granted_launch(const solar_rules *rules, solar_state *state, int w, int ignore_limit,
                          solar__sink *s);

/* Orbit and land without paying. *slot* is the data space that pays, 0 for none; with *again* what is covered
 * pays once more and stays as it is. */
void solar__do_orbit(const solar_rules *rules, solar_state *state, int w, unsigned planet, unsigned x,
                     solar__sink *s);
void solar__do_land(const solar_rules *rules, solar_state *state, int w, unsigned planet, unsigned x,
                    unsigned slot, int again, solar__sink *s);
void solar__do_land_moon(const solar_rules *rules, solar_state *state, int w, unsigned moon, int again,
                         solar__sink *s);

/* A game from its start, or any state, with the chance that is due resolved: each event as solar_sample_chance
 * draws it. Neither fills in the hash's sum. */
void solar__begin(const solar_rules *rules, solar_state *state, uint64_t key);
void solar__resolve_chance(const solar_rules *rules, solar_state *state, uint64_t key);

/* Passing, and any action. */
void solar__pass(const solar_rules *rules, solar_state *state);
void solar__carry_out(const solar_rules *rules, solar_state *state, gpscore_action action);

void solar__begin_tech(solar_state *state, int w);
void solar__next_reward(const solar_rules *rules, solar_state *state, solar__sink *s);
void solar__next_round(const solar_rules *rules, solar_state *state, solar__sink *s);

/* ---- Questions of legality, in solar_legal.c and solar_effects.c --------------------------------------- */

/* Who chooses, as one player, GPSCORE_HOST or GPSCORE_CHANCE. */
int solar__chooser(const solar_state *state);

/* A probe of w that can go to this planet, and room for the figure *where* it goes to (SOLAR__AT_*): orbiters
 * and landers of an owner have a bound, and moons are counted in neither. */
gpscore_status solar__why_visit(const solar_rules *rules, const solar_state *state, int w, unsigned planet,
                                unsigned x, unsigned where, gpscore_error *error);

/* S17: an open data space if there is one, else none. */
gpscore_status solar__why_slot(const solar_rules *rules, const solar_state *state, unsigned planet,
                               unsigned slot, gpscore_error *error);

/* Whether an id is an action: every field of its kind has a meaning, whatever the rules and the board. */
int solar__is_action(gpscore_action action);
gpscore_action solar__action_at(const solar_rules *rules, const solar_state *state, unsigned index);
int solar__is_effect(gpscore_action action);
gpscore_status solar__why_effect(const solar_rules *rules, const solar_state *state, gpscore_action action,
                                 gpscore_error *error);
void solar__apply_effect(const solar_rules *rules, solar_state *state, gpscore_action action, solar__sink *s);

/* Return a failure with its operands. */
#define SOLAR__FAIL(status, a, b, c) \
    return gpscore__fail(error, GPSCORE_##status, (int64_t)(a), (int64_t)(b), (int64_t)(c), 0)

/* The hash's sum, the slow way. */
uint64_t solar__sum(const solar_state *state);

#endif
