/* GPS: the packed form of a state.
 *
 *     byte 0      GPS_PACKED_VERSION
 *     bytes 1-8   fingerprint of the rules, least significant byte first
 *     then bits, least significant first, each field as wide as the rules need:
 *         phase         3
 *         turn          32
 *         game_start    32, in a match only (wins > 1)
 *         pointed       width(spaces - 1), in CHOOSE and REVEAL; else 0
 *         wins          width(wins) for each player
 *         per player    width(spaces + 1) for each satellite: its space, or spaces when face up, or
 *                       spaces + 1 when face down; then 6 for the open choice: 0 none, else 1 + index
 *     zero bits up to a whole byte
 *
 * width(n) is the number of bits of n. The size depends on the rules alone. */
#include <gpscore/gps.h>

#include "gps_internal.h"
#include "text.h"

enum { HEADER_BYTES = 9, PHASE_BITS = 3, TURN_BITS = 32, CHOICE_BITS = 6 };

static unsigned width(unsigned n) { return n ? gpscore__highest(n) + 1u : 0u; }

/* A cursor of single bits over bytes; slow and plain. */
typedef struct bit_cursor {
    uint8_t *out;
    const uint8_t *in;
    size_t at;
} bit_cursor;

static void put_bits(bit_cursor *c, uint32_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; i++, c->at++) {
        c->out[c->at >> 3] |= (uint8_t)((value >> i & 1u) << (c->at & 7u));
    }
}

static uint32_t get_bits(bit_cursor *c, unsigned bits) {
    uint32_t value = 0;
    for (unsigned i = 0; i < bits; i++, c->at++) {
        value |= (uint32_t)(c->in[c->at >> 3] >> (c->at & 7u) & 1u) << i;
    }
    return value;
}

static size_t packed_bits(const gps_rules *rules) {
    const unsigned ring = rules->satellites * width(rules->spaces + 1u) + CHOICE_BITS;
    return 8u * HEADER_BYTES + PHASE_BITS + TURN_BITS + (rules->wins > 1 ? TURN_BITS : 0u) +
           width(rules->spaces - 1u) + rules->players * (width(rules->wins) + ring);
}

size_t gps_packed_size(const gps_rules *rules) { return (packed_bits(rules) + 7u) / 8u; }

static uint32_t satellite_code(const gps_rules *rules, const gps_ring *ring, int i) {
    if (ring->position[i] != GPS_NOWHERE) return ring->position[i];
    return ring->up >> i & 1u ? rules->spaces : rules->spaces + 1u;
}

void gps_pack(const gps_rules *rules, const gps_state *state, uint8_t *out) {
    const gps_head *head = &state->head;
    const size_t size = gps_packed_size(rules);
    bit_cursor c = {out, NULL, 8u * HEADER_BYTES};
    for (size_t i = 0; i < size; i++) out[i] = 0;
    out[0] = GPS_PACKED_VERSION;
    for (int i = 0; i < 8; i++) out[1 + i] = (uint8_t)(rules->fingerprint >> (8 * i));
    put_bits(&c, head->phase, PHASE_BITS);
    put_bits(&c, head->turn, TURN_BITS);
    if (rules->wins > 1) put_bits(&c, head->game_start, TURN_BITS);
    put_bits(&c, head->pointed == GPS_NOWHERE ? 0 : head->pointed, width(rules->spaces - 1u));
    for (int p = 0; p < rules->players; p++) put_bits(&c, head->wins[p], width(rules->wins));
    for (int p = 0; p < rules->players; p++) {
        const gps_ring *ring = &state->ring[p];
        for (int i = 0; i < rules->satellites; i++) {
            put_bits(&c, satellite_code(rules, ring, i), width(rules->spaces + 1u));
        }
        put_bits(&c, ring->choice, CHOICE_BITS);
    }
}

static gpscore_status unpack_ring(const gps_rules *rules, bit_cursor *c, gps_ring *ring, gpscore_error *error) {
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) {
        ring->position[i] = GPS_NOWHERE;
        if (i >= rules->satellites) continue;
        const uint32_t code = get_bits(c, width(rules->spaces + 1u));
        if (code < rules->spaces) ring->position[i] = (uint8_t)code;
        else if (code == rules->spaces) ring->up = (uint16_t)(ring->up | 1u << i);
        else if (code == rules->spaces + 1u) ring->down = (uint16_t)(ring->down | 1u << i);
        else return gpscore__fail(error, GPSCORE_BYTES_CODE, i + 1, code, 0, 0);
    }
    ring->choice = (uint8_t)get_bits(c, CHOICE_BITS);
    return GPSCORE_OK;
}

gpscore_status gps_unpack(const gps_rules *rules, const uint8_t *bytes, size_t length, gps_state *state,
                          gpscore_error *error) {
    const size_t size = gps_packed_size(rules);
    bit_cursor c = {NULL, bytes, 8u * HEADER_BYTES};
    gps_state made = {0};
    uint64_t fingerprint = 0;
    if (length == 0) return gpscore__fail(error, GPSCORE_BYTES_LENGTH, 0, (int64_t)size, 0, 0);
    if (bytes[0] != GPS_PACKED_VERSION) {
        return gpscore__fail(error, GPSCORE_BYTES_VERSION, bytes[0], GPS_PACKED_VERSION, 0, 0);
    }
    if (length >= HEADER_BYTES) {
        for (int i = 0; i < 8; i++) fingerprint |= (uint64_t)bytes[1 + i] << (8 * i);
        if (fingerprint != rules->fingerprint) return gpscore__fail(error, GPSCORE_BYTES_FOREIGN, 0, 0, 0, 0);
    }
    if (length != size) return gpscore__fail(error, GPSCORE_BYTES_LENGTH, (int64_t)length, (int64_t)size, 0, 0);

    made.head.rules = fingerprint;
    made.head.phase = (uint8_t)get_bits(&c, PHASE_BITS);
    made.head.turn = get_bits(&c, TURN_BITS);
    if (rules->wins > 1) made.head.game_start = get_bits(&c, TURN_BITS);
    const uint32_t pointed = get_bits(&c, width(rules->spaces - 1u));
    const int points = made.head.phase == GPS_CHOOSE || made.head.phase == GPS_REVEAL;
    if (!points && pointed) return gpscore__fail(error, GPSCORE_BYTES_UNUSED, 0, 0, 0, 0);
    made.head.pointed = (uint8_t)(points ? pointed : GPS_NOWHERE);
    for (int p = 0; p < rules->players; p++) made.head.wins[p] = (uint8_t)get_bits(&c, width(rules->wins));
    for (int p = 0; p < rules->players; p++) GPSCORE__TRY(unpack_ring(rules, &c, &made.ring[p], error));
    if (get_bits(&c, (unsigned)(8u * size - packed_bits(rules)))) {
        return gpscore__fail(error, GPSCORE_BYTES_UNUSED, 0, 0, 0, 0);
    }

    gps_derive(rules, &made);
    const uint32_t problems = gps_validate(rules, &made);
    if (problems) return gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0);
    *state = made;
    return GPSCORE_OK;
}
