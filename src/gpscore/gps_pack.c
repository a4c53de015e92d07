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

/* Bits on their way into or out of bytes, least significant first; fewer than 8 wait between two calls. */
typedef struct bit_writer {
    uint8_t *out;
    uint64_t waiting;
    unsigned count;
} bit_writer;

typedef struct bit_reader {
    const uint8_t *in;
    uint64_t waiting;
    unsigned count;
} bit_reader;

static void put_bits(bit_writer *w, uint32_t value, unsigned bits) {
    w->waiting |= (uint64_t)value << w->count;
    for (w->count += bits; w->count >= 8; w->count -= 8, w->waiting >>= 8) *w->out++ = (uint8_t)w->waiting;
}

static uint32_t get_bits(bit_reader *r, unsigned bits) {
    for (; r->count < bits; r->count += 8) r->waiting |= (uint64_t)*r->in++ << r->count;
    const uint32_t value = (uint32_t)(r->waiting & ((UINT64_C(1) << bits) - 1u));
    r->waiting >>= bits;
    r->count -= bits;
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
    bit_writer w = {out + HEADER_BYTES, 0, 0};
    out[0] = GPS_PACKED_VERSION;
    for (int i = 0; i < 8; i++) out[1 + i] = (uint8_t)(rules->fingerprint >> (8 * i));
    put_bits(&w, head->phase, PHASE_BITS);
    put_bits(&w, head->turn, TURN_BITS);
    if (rules->wins > 1) put_bits(&w, head->game_start, TURN_BITS);
    put_bits(&w, head->pointed == GPS_NOWHERE ? 0 : head->pointed, width(rules->spaces - 1u));
    for (int p = 0; p < rules->players; p++) put_bits(&w, head->wins[p], width(rules->wins));
    for (int p = 0; p < rules->players; p++) {
        const gps_ring *ring = &state->ring[p];
        for (int i = 0; i < rules->satellites; i++) {
            put_bits(&w, satellite_code(rules, ring, i), width(rules->spaces + 1u));
        }
        put_bits(&w, ring->choice, CHOICE_BITS);
    }
    if (w.count) *w.out = (uint8_t)w.waiting;
}

static gpscore_status unpack_ring(const gps_rules *rules, bit_reader *r, gps_ring *ring,
                                  gpscore_error *error) {
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) {
        ring->position[i] = GPS_NOWHERE;
        if (i >= rules->satellites) continue;
        const uint32_t code = get_bits(r, width(rules->spaces + 1u));
        if (code < rules->spaces)
            ring->position[i] = (uint8_t)code;
        else if (code == rules->spaces)
            ring->up = (uint16_t)(ring->up | 1u << i);
        else if (code == rules->spaces + 1u)
            ring->down = (uint16_t)(ring->down | 1u << i);
        else
            return gpscore__fail(error, GPSCORE_BYTES_CODE, i + 1, code, 0, 0);
    }
    ring->choice = (uint8_t)get_bits(r, CHOICE_BITS);
    return GPSCORE_OK;
}

gpscore_status gps_unpack(const gps_rules *rules, const uint8_t *bytes, size_t length, gps_state *state,
                          gpscore_error *error) {
    const size_t size = gps_packed_size(rules);
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
    if (length != size)
        return gpscore__fail(error, GPSCORE_BYTES_LENGTH, (int64_t)length, (int64_t)size, 0, 0);

    bit_reader r = {bytes + HEADER_BYTES, 0, 0};
    made.head.rules = fingerprint;
    made.head.phase = (uint8_t)get_bits(&r, PHASE_BITS);
    made.head.turn = get_bits(&r, TURN_BITS);
    if (rules->wins > 1) made.head.game_start = get_bits(&r, TURN_BITS);
    const uint32_t pointed = get_bits(&r, width(rules->spaces - 1u));
    const int points = made.head.phase == GPS_CHOOSE || made.head.phase == GPS_REVEAL;
    if (!points && pointed) return gpscore__fail(error, GPSCORE_BYTES_UNUSED, 0, 0, 0, 0);
    made.head.pointed = (uint8_t)(points ? pointed : GPS_NOWHERE);
    for (int p = 0; p < rules->players; p++) made.head.wins[p] = (uint8_t)get_bits(&r, width(rules->wins));
    for (int p = 0; p < rules->players; p++) GPSCORE__TRY(unpack_ring(rules, &r, &made.ring[p], error));
    if (r.waiting) {
        return gpscore__fail(error, GPSCORE_BYTES_UNUSED, 0, 0, 0, 0);
    }

    gps_derive(rules, &made);
    const uint32_t problems = gps_validate(rules, &made);
    if (problems) return gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0);
    *state = made;
    return GPSCORE_OK;
}
