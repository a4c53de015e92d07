/* Batches: the packed form.
 *
 *     bytes 0-3    "GPSB"
 *     4            GPSCORE_BATCH_VERSION
 *     5            autoreset
 *     6            observe
 *     7            0
 *     8-15         fingerprint of the rules
 *     16-23        seed
 *     24-31        first lane
 *     32-39        lanes
 *     40-43        max_turns
 *     44-47        bytes of a packed state
 *     48-55        hash of the observations' encoding, 0 when nothing is observed
 *     then each lane: episode (8), draws (4), first_turn (4), stage, terminated, truncated, winners (1 each),
 *                  fault, fault_choice (2 each), and its packed state
 *     then         the final observations, when there are some
 *     then         8 bytes made of all that come before
 *
 * Numbers have their least significant byte first, floats as the word of their bits. */
#include "batch_internal.h"
#include "text.h"

#include <string.h>

enum { HEADER = 56, RECORD = 24, SUM = 8 };

static uint8_t *put(uint8_t *out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *out++ = (uint8_t)(value >> 8 * i);
    return out;
}

static uint64_t get(const uint8_t **in, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)*(*in)++ << 8 * i;
    return value;
}

static uint64_t sum_of(const uint8_t *bytes, uint64_t length) {
    uint64_t h = length;
    for (; length >= 8; length -= 8) h = gpscore_mix(h ^ get(&bytes, 8));
    return gpscore_mix(h ^ get(&bytes, (int)length));
}

/* Numbers in the final observations of a batch. */
static uint64_t finals(const gpscore_game *game, const void *rules, const gpscore_batch_options *options) {
    if (options->observe == GPSCORE_OBSERVE_NOTHING || options->autoreset != GPSCORE_SAME_STEP) return 0;
    const uint64_t seats = game->kernels[GPSCORE_KERNEL_SCALAR]->joint ? (uint64_t)game->players(rules) : 1u;
    return options->lanes * seats * game->observation_size;
}

static int number_bytes(const gpscore_batch_options *options) {
    return options->observe == GPSCORE_OBSERVE_F32 ? 4 : 1;
}

static uint64_t size_of(const gpscore_game *game, const void *rules, const gpscore_batch_options *options) {
    return HEADER + options->lanes * (RECORD + game->packed_size(rules)) +
           finals(game, rules, options) * (uint64_t)number_bytes(options) + SUM;
}

uint64_t gpscore_batch_packed_size(const gpscore_batch *batch) {
    return size_of(batch->game, batch->rules, &batch->options);
}

void gpscore_batch_pack(const gpscore_batch *batch, uint8_t *out) {
    const gpscore_game *game = batch->game;
    const gpscore_batch_options *options = &batch->options;
    const uint64_t size = game->packed_size(batch->rules), numbers = finals(game, batch->rules, options);
    uint8_t *to = put(out, 0x42535047u, 4);
    to = put(to, GPSCORE_BATCH_VERSION, 1);
    to = put(to, options->autoreset, 1);
    to = put(to, options->observe, 2);
    to = put(to, game->fingerprint(batch->rules), 8);
    to = put(to, options->seed, 8);
    to = put(to, options->first_lane, 8);
    to = put(to, options->lanes, 8);
    to = put(to, options->max_turns, 4);
    to = put(to, size, 4);
    to = put(to, options->observe ? gpscore_observation_hash(game) : 0, 8);
    for (uint64_t lane = 0; lane < options->lanes; lane++, to += size) {
        uint64_t state[GPSCORE_MAX_STATE / 8];
        gpscore_lane record;
        gpscore_batch_get(batch, lane, state, &record, NULL);
        to = put(to, record.episode, 8);
        to = put(to, record.draws, 4);
        to = put(to, record.first_turn, 4);
        to = put(to, record.stage, 1);
        to = put(to, record.terminated, 1);
        to = put(to, record.truncated, 1);
        to = put(to, record.winners, 1);
        to = put(to, record.fault, 2);
        to = put(to, record.fault_choice, 2);
        game->pack(batch->rules, state, to);
    }
    if (numbers && options->observe == GPSCORE_OBSERVE_U8) {
        memcpy(to, batch->arrays.final_observation, numbers);
        to += numbers;
    } else {
        for (uint64_t i = 0; i < numbers; i++) {
            uint32_t bits;
            memcpy(&bits, (const float *)batch->arrays.final_observation + i, sizeof bits);
            to = put(to, bits, 4);
        }
    }
    put(to, sum_of(out, (uint64_t)(to - out)), SUM);
}

gpscore_status gpscore_batch_peek(const gpscore_game *game, const void *rules, const uint8_t *bytes,
                                  uint64_t length, gpscore_batch_options *options, gpscore_error *error) {
    const uint8_t *in = bytes;
    gpscore_batch_options found = {0};
    gpscore_batch_sizes sizes;
    if (length < 4 || get(&in, 4) != 0x42535047u)
        return gpscore__fail(error, GPSCORE_BYTES_BATCH, 0, 0, 0, 0);
    if (length < HEADER + SUM)
        return gpscore__fail(error, GPSCORE_BYTES_BATCH_LENGTH, (int64_t)length, HEADER + SUM, 0, 0);
    const uint64_t version = get(&in, 1);
    if (version != GPSCORE_BATCH_VERSION)
        return gpscore__fail(error, GPSCORE_BYTES_VERSION, (int64_t)version, GPSCORE_BATCH_VERSION, 0, 0);
    found.autoreset = (uint8_t)get(&in, 1);
    found.observe = (uint8_t)get(&in, 1);
    found.reserved = (uint8_t)get(&in, 1);
    if (get(&in, 8) != game->fingerprint(rules))
        return gpscore__fail(error, GPSCORE_BYTES_FOREIGN, 0, 0, 0, 0);
    found.seed = get(&in, 8);
    found.first_lane = get(&in, 8);
    found.lanes = get(&in, 8);
    found.max_turns = (uint32_t)get(&in, 4);
    const uint64_t packed = get(&in, 4), hash = get(&in, 8);
    /* With the scalar kernel, which every game has. */
    const gpscore_status status = gpscore_batch_measure(game, rules, &found, &sizes, error);
    if (status != GPSCORE_OK) return status;
    const uint64_t size = size_of(game, rules, &found);
    if (length != size)
        return gpscore__fail(error, GPSCORE_BYTES_BATCH_LENGTH, (int64_t)length, (int64_t)size, 0, 0);
    in = bytes + length - SUM;
    if (get(&in, SUM) != sum_of(bytes, length - SUM))
        return gpscore__fail(error, GPSCORE_BYTES_SUM, 0, 0, 0, 0);
    if (packed != game->packed_size(rules) || hash != (found.observe ? gpscore_observation_hash(game) : 0))
        return gpscore__fail(error, GPSCORE_BYTES_FOREIGN, 0, 0, 0, 0);
    found.kernel = options->kernel;
    *options = found;
    return GPSCORE_OK;
}

gpscore_status gpscore_batch_unpack(const gpscore_batch *batch, const uint8_t *bytes, uint64_t *lane,
                                    gpscore_error *error) {
    const gpscore_game *game = batch->game;
    const gpscore_batch_options *options = &batch->options;
    const uint64_t size = game->packed_size(batch->rules), numbers = finals(game, batch->rules, options);
    const uint8_t *in = bytes + HEADER;
    for (*lane = 0; *lane < options->lanes; ++*lane, in += size) {
        uint64_t state[GPSCORE_MAX_STATE / 8];
        gpscore_lane record;
        record.episode = get(&in, 8);
        record.draws = (uint32_t)get(&in, 4);
        record.first_turn = (uint32_t)get(&in, 4);
        record.stage = (uint8_t)get(&in, 1);
        record.terminated = (uint8_t)get(&in, 1);
        record.truncated = (uint8_t)get(&in, 1);
        record.winners = (uint8_t)get(&in, 1);
        record.fault = (uint16_t)get(&in, 2);
        record.fault_choice = (uint16_t)get(&in, 2);
        gpscore_status status = game->unpack(batch->rules, in, size, state, error);
        if (status != GPSCORE_OK) return status;
        status = gpscore_batch_set(batch, *lane, state, &record, error);
        if (status == GPSCORE_BATCH_RECORD || status == GPSCORE_BATCH_OVER)
            return gpscore__fail(error, GPSCORE_BYTES_RECORD, (int64_t)*lane, 0, 0, 0);
        if (status != GPSCORE_OK) return status;
    }
    if (numbers && options->observe == GPSCORE_OBSERVE_U8)
        memcpy(batch->arrays.final_observation, in, numbers);
    if (options->observe == GPSCORE_OBSERVE_F32) {
        for (uint64_t i = 0; i < numbers; i++) {
            const uint32_t bits = (uint32_t)get(&in, 4);
            memcpy((float *)batch->arrays.final_observation + i, &bits, sizeof bits);
        }
    }
    return GPSCORE_OK;
}
