/* Solar: the packed form of a state.
 *
 *     byte 0      SOLAR_PACKED_VERSION
 *     bytes 1-8   fingerprint of the rules, least significant byte first
 *     then bits, least significant first: the fields of walk() below, each as wide as the rules need
 *     zero bits up to a whole byte
 *
 * The size depends on the rules alone. */
#include <gpscore/solar.h>

#include "solar_internal.h"
#include "text.h"

enum { HEADER_BYTES = 9, LIMIT_OFFSET = 32, OWNER_BITS = 3 };

static unsigned width(unsigned n) { return n ? gpscore__highest(n) + 1u : 0u; }

/* Bits on their way, least significant first, in one of three directions: into *out*, from *in*, or only
 * counted. One list of fields serves all of them, so that they cannot differ. */
typedef struct coder {
    uint8_t *out;
    const uint8_t *in;
    uint64_t waiting; /* fewer than 8 bits between two fields */
    unsigned count;
    size_t bits;
} coder;

/* Pass a field on: the value that was written or read. */
static uint32_t field(coder *c, uint32_t value, unsigned bits) {
    const uint64_t mask = (UINT64_C(1) << bits) - 1u;
    c->bits += bits;
    if (c->out) {
        c->waiting |= (value & mask) << c->count;
        for (c->count += bits; c->count >= 8; c->count -= 8, c->waiting >>= 8)
            *c->out++ = (uint8_t)c->waiting;
    } else if (c->in) {
        for (; c->count < bits; c->count += 8) c->waiting |= (uint64_t)*c->in++ << c->count;
        value = (uint32_t)(c->waiting & mask);
        c->waiting >>= bits;
        c->count -= bits;
    }
    return value;
}

static void byte_field(coder *c, uint8_t *value, unsigned bits) { *value = (uint8_t)field(c, *value, bits); }

/* From -LIMIT_OFFSET up, as a number from 0 up. */
static void signed_field(coder *c, int8_t *value, unsigned bits) {
    *value = bits ? (int8_t)((int)field(c, (uint32_t)(*value + LIMIT_OFFSET), bits) - LIMIT_OFFSET) : 0;
}

/* A space + 1, 0 for nowhere. */
static void space_field(coder *c, uint8_t *value) {
    *value = (uint8_t)(field(c, (*value + 1u) & 0xffu, 6) - 1u);
}

static void walk_head(coder *c, const solar_rules *rules, solar_head *head) {
    const unsigned seat = width(rules->players - 1u), host = rules->embedded ? 8u : 0u;
    byte_field(c, &head->phase, 4);
    head->alignment = (uint16_t)field(c, head->alignment, 9);
    byte_field(c, &head->token, 2);
    byte_field(c, &head->sectors, 5);
    byte_field(c, &head->active, seat);
    byte_field(c, &head->start, seat);
    byte_field(c, &head->round, width(rules->rounds - 1u));
    head->turns = field(c, head->turns, 32);
    for (int t = 0; t < SOLAR_TECHS; t++) byte_field(c, &head->tiles[t], 7);
    byte_field(c, &head->moves, 8);
    byte_field(c, &head->ring_moves, host);
    signed_field(c, &head->turn_limit, host ? 6 : 0);
    byte_field(c, &head->turn, 8);
    byte_field(c, &head->pending, seat);
    byte_field(c, &head->list, 6);
    byte_field(c, &head->item, 3);
    byte_field(c, &head->left, 7);
    byte_field(c, &head->step, 2);
    byte_field(c, &head->after, 3);
    space_field(c, &head->mark);
}

/* The spaces of a player's probes, the highest first, then nowhere: SOLAR_MAX_PROBES of them. Returns 0 for
 * another order. */
static int walk_probes(coder *c, solar_player *player) {
    uint8_t spaces[SOLAR_MAX_PROBES];
    int n = 0;
    for (int space = SOLAR_SPACES; space-- > 0;) {
        for (unsigned i = solar__number_at(player, (unsigned)space); i && n < SOLAR_MAX_PROBES; i--) {
            spaces[n++] = (uint8_t)space;
        }
    }
    while (n < SOLAR_MAX_PROBES) spaces[n++] = SOLAR_NOWHERE;
    unsigned last = SOLAR_SPACES;
    for (int i = 0; i < SOLAR_MAX_PROBES; i++) {
        space_field(c, &spaces[i]);
        const unsigned code = (spaces[i] + 1u) & 0xffu;
        if (code > last) return 0;
        last = code;
    }
    if (!c->in) return 1;
    for (int i = 0; i < SOLAR_MAX_PROBES && spaces[i] != SOLAR_NOWHERE; i++) {
        /* One more there, carried from plane to plane. */
        uint32_t carry = UINT32_C(1) << spaces[i];
        for (int plane = 0; plane < 3; plane++) {
            const uint32_t had = player->probes[plane];
            player->probes[plane] = had ^ carry;
            carry &= had;
        }
    }
    return 1;
}

static int walk_player(coder *c, const solar_rules *rules, int organisation, solar_player *player) {
    const int in_order = walk_probes(c, player);
    player->score = (uint16_t)field(c, player->score, 16);
    byte_field(c, &player->credits, 8);
    byte_field(c, &player->energy, 8);
    byte_field(c, &player->cards, 8);
    byte_field(c, &player->publicity, width(rules->board.publicity_limit));
    byte_field(c, &player->data, width(rules->board.data_limit));
    for (int i = 0; i < 3; i++) byte_field(c, &player->tucked[i], 8);
    for (int i = 0; i < 3; i++) byte_field(c, &player->traces[i], 8);
    byte_field(c, &player->signals, 8);
    byte_field(c, &player->techs, organisation == SOLAR_HELION ? 8 : 4);
    byte_field(c, &player->flags, 4);
    signed_field(c, &player->limit, rules->embedded ? 6 : 0);
    return in_order;
}

static void owner_field(coder *c, uint8_t *byte, int nibble) {
    const unsigned shift = nibble ? 4 : 0;
    const unsigned owner = field(c, *byte >> shift & 15u, OWNER_BITS);
    *byte = (uint8_t)((*byte & ~(15u << shift)) | owner << shift);
}

static void walk_figures(coder *c, const solar_rules *rules, solar_figures *figures) {
    const solar_board *board = &rules->board;
    for (int p = 1; p < board->planet_count; p++) {
        const solar_planet *planet = &board->planets[p];
        for (int o = 0; o < rules->players; o++) byte_field(c, &figures->count[p - 1][o], 8);
        if (rules->embedded) byte_field(c, &figures->count[p - 1][SOLAR_NEUTRAL], 8);
        if (planet->first_orbit) owner_field(c, &figures->first[p - 1], 0);
        for (int i = 0; i < planet->data_spaces; i++) owner_field(c, &figures->data[p - 1], i);
    }
    for (int m = 0; m < board->moon_count; m++) owner_field(c, &figures->moon[m >> 1], m & 1);
}

/* All fields; 0 when probes came in another order. */
static int walk(coder *c, const solar_rules *rules, solar_state *state) {
    int in_order = 1;
    walk_head(c, rules, &state->head);
    for (int p = 0; p < rules->players; p++) {
        in_order &= walk_player(c, rules, rules->organisation[p], &state->players[p]);
    }
    walk_figures(c, rules, &state->figures);
    return in_order;
}

size_t solar_packed_size(const solar_rules *rules) {
    coder c = {0};
    solar_state state = {0};
    walk(&c, rules, &state);
    return HEADER_BYTES + (c.bits + 7u) / 8u;
}

void solar_pack(const solar_rules *rules, const solar_state *state, uint8_t *out) {
    coder c = {0};
    solar_state copy = *state;
    out[0] = SOLAR_PACKED_VERSION;
    for (int i = 0; i < 8; i++) out[1 + i] = (uint8_t)(rules->fingerprint >> (8 * i));
    c.out = out + HEADER_BYTES;
    walk(&c, rules, &copy);
    if (c.count) *c.out = (uint8_t)c.waiting;
}

gpscore_status solar_unpack(const solar_rules *rules, const uint8_t *bytes, size_t length, solar_state *state,
                            gpscore_error *error) {
    const size_t size = solar_packed_size(rules);
    coder c = {0};
    solar_state made = {0};
    uint64_t fingerprint = 0;
    if (length == 0) return gpscore__fail(error, GPSCORE_BYTES_LENGTH, 0, (int64_t)size, 0, 0);
    if (bytes[0] != SOLAR_PACKED_VERSION) {
        return gpscore__fail(error, GPSCORE_BYTES_VERSION, bytes[0], SOLAR_PACKED_VERSION, 0, 0);
    }
    if (length >= HEADER_BYTES) {
        for (int i = 0; i < 8; i++) fingerprint |= (uint64_t)bytes[1 + i] << (8 * i);
        if (fingerprint != rules->fingerprint) return gpscore__fail(error, GPSCORE_BYTES_FOREIGN, 0, 0, 0, 0);
    }
    if (length != size)
        return gpscore__fail(error, GPSCORE_BYTES_LENGTH, (int64_t)length, (int64_t)size, 0, 0);

    c.in = bytes + HEADER_BYTES;
    made.head.rules = fingerprint;
    if (!walk(&c, rules, &made) || c.waiting) return gpscore__fail(error, GPSCORE_BYTES_UNUSED, 0, 0, 0, 0);

    solar_derive(rules, &made);
    const uint32_t problems = solar_validate(rules, &made);
    if (problems) return gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0);
    *state = made;
    return GPSCORE_OK;
}
