/* What the files of the solar system share. */
#ifndef GPSCORE_SRC_SOLAR_INTERNAL_H
#define GPSCORE_SRC_SOLAR_INTERNAL_H

#include <gpscore/solar.h>

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
    for (unsigned disc = 0; disc <= step; disc++) {
        const unsigned offset = (solar__offset(alignment, disc) + 7u) & 7u;
        alignment = (alignment & ~(7u << 3 * disc)) | offset << 3 * disc;
    }
    return alignment;
}
static inline unsigned solar__next_step(unsigned step) { return step == SOLAR_DISCS - 1 ? 0 : step + 1; }

/* Spaces by the least moves to a set of targets: at[c] holds those that c moves lead from; leaving *held*
 * spaces costs *extra* more. Returns the least c that holds *from*, or SOLAR__FAR. at has room for SOLAR__FAR. */
enum { SOLAR__FAR = 40 };
int solar__way(uint32_t held, unsigned extra, unsigned from, uint32_t targets, uint32_t at[SOLAR__FAR]);

/* The neighbour of a space in a direction, or SOLAR_NOWHERE. */
static inline unsigned solar__neighbour(unsigned space, unsigned direction) {
    switch (direction) {
    case 0: return (space & 24u) | ((space + 1u) & 7u);
    case 1: return (space & 24u) | ((space + 7u) & 7u);
    case 2: return space < 24 ? space + 8u : SOLAR_NOWHERE;
    default: return space >= 8 ? space - 8u : SOLAR_NOWHERE;
    }
}

/* Whether the player can use a tech now: their own, not switched off, or Turing's for this turn. */
static inline int solar__usable(const solar_state *state, int player, unsigned tech) {
    const solar_head *head = &state->head;
    const uint8_t techs = state->players[player].techs;
    if (techs >> tech & ~(techs >> (tech + 4u)) & 1u) return 1;
    return player == head->active && (head->turn & SOLAR_TURN_TURING) && (head->turn >> 4 & 3u) == tech;
}

/* ---- Reading a state ---------------------------------------------------------------------------------- */

static inline const solar_alignment *solar__shown(const solar_rules *rules, const solar_state *state) {
    return &rules->alignments[state->head.alignment];
}

/* The one-byte counter of a resource (all but the score). */
static inline uint8_t *solar__counter(solar_player *player, solar_resource resource) {
    switch (resource) {
    case SOLAR_CREDIT: return &player->credits;
    case SOLAR_ENERGY: return &player->energy;
    case SOLAR_CARD: return &player->cards;
    case SOLAR_PUBLICITY: return &player->publicity;
    case SOLAR_DATA: return &player->data;
    case SOLAR_SIGNAL: return &player->signals;
    case SOLAR_RED_TRACE:
    case SOLAR_YELLOW_TRACE:
    case SOLAR_BLUE_TRACE: return &player->traces[resource - SOLAR_RED_TRACE];
    default: return &player->tucked[resource - SOLAR_INCOME_CREDIT];
    }
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

static inline int solar__probe_limit(const solar_rules *rules, const solar_state *state, int w) {
    const solar_head *head = &state->head;
    return rules->board.probe_limit + solar__usable(state, w, 0) +
           (rules->organisation[w] == SOLAR_ORBITAL_DYNAMICS) + state->players[w].limit +
           (w == head->active ? head->turn_limit : 0);
}

/* Spaces that cost an extra move to leave (S8). */
static inline uint32_t solar__sticky(const solar_rules *rules, const solar_state *state) {
    const solar_head *head = &state->head;
    if ((head->turn & SOLAR_TURN_NO_ASTEROIDS) || solar__usable(state, head->active, 1)) return 0;
    return solar__shown(rules, state)->asteroids;
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

/* The spaces from which the active player can make a move of this base cost, by direction; not from *mark*,
 * where the probe stands that has moved (R9), unless another one is there. */
static inline void solar__movable(const solar_rules *rules, const solar_state *state, unsigned base,
                                  unsigned mark, uint32_t out[4]) {
    const solar_player *player = &state->players[state->head.active];
    const uint32_t held = solar__sticky(rules, state);
    const unsigned most = base + rules->board.asteroid_moves;
    const unsigned ring = solar__can_pay(state, 1), radial = solar__can_pay(state, 0);
    uint32_t from = solar__spaces(player);
    if (mark != SOLAR_NOWHERE && solar__number_at(player, mark) == 1) from &= ~(UINT32_C(1) << mark);
    const uint32_t within = (ring >= base ? from & ~held : 0u) | (ring >= most ? from & held : 0u);
    const uint32_t across = (radial >= base ? from & ~held : 0u) | (radial >= most ? from & held : 0u);
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

/* The colours that a trace of any colour can have, by bit: those that change something, a tile of Xenolab
 * included (R10); red alone where none does, so that no two choices are the same. */
static inline unsigned solar__trace_colours(const solar_player *player) {
    unsigned colours = 0;
    for (unsigned c = 0; c < 3; c++) colours |= (unsigned)(player->traces[c] < SOLAR_MAX_COUNT) << c;
    if (player->flags & SOLAR_FLAG_RESEARCH_TILE) colours |= 1u;
    if (player->flags & SOLAR_FLAG_LAUNCH_TILE) colours |= 1u << 2;
    return colours ? colours : 1u;
}

/* What RESOLVED may name now, by bit: a colour, or 0 where none is asked for. */
static inline unsigned solar__resolutions(const solar_rules *rules, const solar_state *state) {
    unsigned count;
    const solar_reward *list = solar_list(rules, state->head.list, &count);
    if (list[state->head.item].kind != SOLAR_GAIN_ANY_TRACE) return 1u;
    return solar__trace_colours(&state->players[state->head.pending]);
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

/* EXCHANGE k: 2 of one of credits, energy and cards for 1 of another one. */
enum { SOLAR__EXCHANGES = 6 };
static inline solar_resource solar__exchange_from(unsigned k) { return (solar_resource)(k / 2u); }

static inline solar_resource solar__exchange_to(unsigned k) {
    const unsigned from = k / 2u;
    if (k & 1u) return from == SOLAR_CARD ? SOLAR_ENERGY : SOLAR_CARD;
    return from == SOLAR_CREDIT ? SOLAR_ENERGY : SOLAR_CREDIT;
}

/* What a card costs, a launch with Xenolab's tile (R10), and the parts of solar_head.tiles. */
enum { SOLAR__BUY_PUBLICITY = 3, SOLAR__TILE_CREDITS = 1, SOLAR__TILE_TOP = 0x40, SOLAR__TILES_DOWN = 0xf };

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

/* Where events go, or nowhere: what takes one works the same with NULL. */
typedef struct solar__sink {
    gpscore_event *out;
    size_t count;
} solar__sink;

void solar__write_event(solar__sink *s, int kind, int player, unsigned a, unsigned b, unsigned c);

static inline void solar__emit(solar__sink *s, int kind, int player, unsigned a, unsigned b, unsigned c) {
    if (s) solar__write_event(s, kind, player, a, b, c);
}

/* ---- Changes, in solar.c; none keeps the hash's sum up to date ----------------------------------------- */

/* Gain up to the bound; the excess is lost (S9, R6). Returns what was gained. */
unsigned solar__gain(const solar_rules *rules, solar_state *state, int w, solar_resource resource, unsigned n,
                     solar__sink *s);
void solar__spend(solar_state *state, int w, solar_resource resource, unsigned n, solar__sink *s);
void solar__add_probe(solar_player *player, unsigned space);
void solar__remove_probe(solar_player *player, unsigned space);

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
