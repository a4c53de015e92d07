/* The solar system: the kernel for processors with AVX2. Actions are carried out as in the scalar one, since games
 * branch too much for vectors; but masks, which every lane needs in every step, are made of eight lanes at once. */
#include "solar_batch.h"

#ifdef GPSCORE__AVX2

#include <immintrin.h>

#if defined(__GNUC__)
#define VECTOR_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define VECTOR_INLINE static inline __attribute__((target("avx2,bmi,bmi2,popcnt"), always_inline))
#else
#define VECTOR_TARGET
#define VECTOR_INLINE static __forceinline
#endif

typedef __m256i vec; /* of eight words of 32 bits, one a lane */
enum { WIDTH = 8 };

VECTOR_INLINE vec set(uint32_t word) { return _mm256_set1_epi32((int)word); }
VECTOR_INLINE vec and(vec a, vec b) { return _mm256_and_si256(a, b); }
VECTOR_INLINE vec or(vec a, vec b) { return _mm256_or_si256(a, b); }
VECTOR_INLINE vec without(vec a, vec b) { return _mm256_andnot_si256(b, a); }
VECTOR_INLINE vec plus(vec a, vec b) { return _mm256_add_epi32(a, b); }
VECTOR_INLINE vec times(vec a, vec b) { return _mm256_mullo_epi32(a, b); }
VECTOR_INLINE vec greater(vec a, vec b) { return _mm256_cmpgt_epi32(a, b); } /* all ones or none */
VECTOR_INLINE vec same(vec a, vec b) { return _mm256_cmpeq_epi32(a, b); }
VECTOR_INLINE vec byte_of(vec a, int n) { return and(_mm256_srli_epi32(a, 8 * n), set(0xff)); }
VECTOR_INLINE uint32_t bits(vec a) { return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(a)); }

VECTOR_INLINE __m128i load(const void *at) { return _mm_loadu_si128((const __m128i *)at); }

/* Rows to columns and back, of lanes 0 to 3 and of lanes 4 to 7. */
VECTOR_INLINE void transpose(const vec in[4], vec out[4]) {
    const vec low = _mm256_unpacklo_epi32(in[0], in[1]), low2 = _mm256_unpacklo_epi32(in[2], in[3]);
    const vec high = _mm256_unpackhi_epi32(in[0], in[1]), high2 = _mm256_unpackhi_epi32(in[2], in[3]);
    out[0] = _mm256_unpacklo_epi64(low, low2);
    out[1] = _mm256_unpackhi_epi64(low, low2);
    out[2] = _mm256_unpacklo_epi64(high, high2);
    out[3] = _mm256_unpackhi_epi64(high, high2);
}

/* Four words from the places of eight lanes: what processors have for this takes longer. */
VECTOR_INLINE void gather(const void *const at[WIDTH], vec words[4]) {
    vec rows[4];
    for (int i = 0; i < 4; i++)
        rows[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(load(at[i])), load(at[i + 4]), 1);
    transpose(rows, words);
}

/* Four words a lane as they come: 0-31 and 32-63 of each 64 bits. */
VECTOR_INLINE void store_masks(solar__lane *lanes, uint32_t which, const vec words[2 * SOLAR_MASK_WORDS]) {
    vec begins[4], ends[4]; /* of lanes 0 and 4, 1 and 5 ... */
    transpose(words, begins);
    transpose(words + 4, ends);
    for (unsigned i = 0; i < WIDTH / 2; i++) {
        const vec first = _mm256_permute2x128_si256(begins[i], ends[i], 0x20);
        const vec second = _mm256_permute2x128_si256(begins[i], ends[i], 0x31);
        if (which >> i & 1u) _mm256_storeu_si256((vec *)(void *)lanes[i].mask, first);
        if (which >> (i + 4u) & 1u) _mm256_storeu_si256((vec *)(void *)lanes[i + 4u].mask, second);
    }
}

/* Where fields are within the words that are gathered. */
_Static_assert(offsetof(solar__lane, stage) == 56 && offsetof(solar__lane, draws) == 48 &&
                   offsetof(solar__lane, key) == 32,
               "words of a lane");
_Static_assert(offsetof(solar_head, phase) == 20 && offsetof(solar_head, moves) == 28 &&
                   offsetof(solar_head, turn) == 31,
               "words of a head, from its alignment on");
_Static_assert(offsetof(solar_player, credits) == 14 && offsetof(solar_player, cards) == 16 &&
                   offsetof(solar_player, techs) == 26 && offsetof(solar_player, count) == 29,
               "words of a player");
_Static_assert(offsetof(solar_alignment, asteroids) == 4 && offsetof(solar_alignment, goals) == 12,
               "words of an alignment");

/* solar__turn_mask of eight lanes, of which only those in a turn get it, where no seat has an organisation. Without a
 * host there are no moves within the ring, and no effects on limits and asteroids. */
VECTOR_INLINE void look_at_eight(const solar_rules *rules, solar__lane *lanes) {
    const solar_board *board = &rules->board;
    const void *at[5][WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        const solar_state *state = &lanes[i].game;
        const solar_player *player = &state->players[state->head.active];
        at[0][i] = &lanes[i].draws;
        at[1][i] = &state->head.alignment;
        at[2][i] = player;
        at[3][i] = &player->cards;
        at[4][i] = solar__shown(rules, state);
    }
    vec lane[4], head[4], probes[4], goods[4], shown[4];
    gather(at[0], lane);
    gather(at[1], head);
    gather(at[2], probes);
    gather(at[3], goods);
    gather(at[4], shown);
    const vec asteroids = shown[1], goals = shown[3];
    const vec spaces = or(or(probes[0], probes[1]), probes[2]);
    const vec moves = byte_of(head[3], 0);
    const vec main_open = same(and(head[3], set((uint32_t)SOLAR_TURN_MAIN << 24)), set(0));
    const vec credits = byte_of(probes[3], 2), energy = byte_of(probes[3], 3), cards = byte_of(goods[0], 0);
    const vec publicity = byte_of(goods[0], 1), owned = byte_of(goods[2], 2), count = byte_of(goods[3], 1);
    const vec techs = owned; /* none is switched off without an organisation (R12) */

    /* Moves (S7, S8). */
    const vec held = without(asteroids, same(and(techs, set(2)), set(2)));
    const vec units = plus(moves, energy);
    const vec from = and(spaces, or(without(greater(units, set(0)), held),
                                    and(greater(units, set(board->asteroid_moves)), held)));

    /* Launch and research (S4, S5, R7). */
    const vec limit = plus(set(board->probe_limit), and(techs, set(1)));
    const vec launches = and(and(greater(limit, count), greater(set(SOLAR_MAX_PROBES), count)),
                             without(main_open, greater(set(board->launch_credit), credits)));
    const vec researches = without(without(main_open, same(and(owned, set(15)), set(15))),
                                   greater(set(board->research_publicity), publicity));

    /* Trades. */
    const vec most = set(SOLAR_MAX_COUNT);
    const vec has[SOLAR__A_MOVE + 1] = {credits, energy, cards, publicity, moves};
    vec trades = set(0);
    for (unsigned k = 0; k < SOLAR__TRADES; k++) {
        const vec enough = greater(has[solar__trade.from[k]], set(solar__trade.paid[k] - 1u));
        const vec room = greater(most, has[solar__trade.to[k]]);
        trades = or(trades, and(and(enough, room), set(1u << (AT_CARD_MOVE % 32u + k))));
    }

    const vec last =
        or(or(trades, and(researches, set(1u << AT_RESEARCH % 32u))),
           or(and(main_open, set(1u << AT_PASS % 32u)), without(set(1u << AT_END % 32u), main_open)));
    const vec words[2 * SOLAR_MASK_WORDS] = {from,
                                             from,
                                             and(from, set(0x00ffffffu)),
                                             and(from, set(0xffffff00u)),
                                             set(0),
                                             and(launches, set(1u << AT_LAUNCH % 32u)),
                                             set(0),
                                             last};
    const uint32_t plays = bits(same(byte_of(lane[2], 0), set(GPSCORE_LANE_PLAYS)));
    const uint32_t in_turn = bits(same(byte_of(head[1], 0), set(SOLAR_TURN))) & plays;
    store_masks(lanes, in_turn, words);
    uint32_t at_planets = ~bits(same(and(spaces, goals), set(0)));
    for (int w = 0; w < rules->players; w++) at_planets |= 0u - (uint32_t)rules->pluto[w];
    for (uint32_t left = at_planets & in_turn & bits(main_open); left; left &= left - 1u) {
        solar__lane *own = &lanes[gpscore__lowest(left)];
        solar__add_planets(rules, &own->game, own->mask);
    }
    for (uint32_t left = plays & ~in_turn; left; left &= left - 1u)
        solar__lane_ask(rules, &lanes[gpscore__lowest(left)]);
}

VECTOR_TARGET static void look(const solar_rules *rules, solar__lane *lanes, unsigned count) {
    unsigned wide = count / WIDTH * WIDTH;
    for (int w = 0; w < rules->players; w++) wide = rules->organisation[w] ? 0 : wide;
    for (unsigned i = 0; i < wide; i += WIDTH) look_at_eight(rules, lanes + i);
    solar__scalar_ways.look(rules, lanes + wide, count - wide);
}

/* gpscore_mix32. */
VECTOR_INLINE vec mix(vec x) {
    x = times(_mm256_xor_si256(x, _mm256_srli_epi32(x, 16)), set(0x7feb352du));
    x = times(_mm256_xor_si256(x, _mm256_srli_epi32(x, 15)), set(0x846ca68bu));
    return _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
}

/* gpscore_draw32 of eight lanes' decisions. */
VECTOR_INLINE vec draws_of_eight(const solar__lane *lanes) {
    const void *keys[WIDTH], *numbers[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        keys[i] = &lanes[i].key;
        numbers[i] = &lanes[i].draws;
    }
    vec key[4], number[4];
    gather(keys, key);
    gather(numbers, number);
    return mix(_mm256_xor_si256(mix(plus(key[0], times(number[0], set(0x9e3779b9u)))), key[1]));
}

VECTOR_TARGET static void draw(const solar__lane *lanes, unsigned count, uint8_t *actions) {
    const unsigned wide = count / WIDTH * WIDTH;
    uint32_t drawn[GPSCORE_BATCH_BLOCK];
    for (unsigned i = 0; i < wide; i += WIDTH)
        _mm256_storeu_si256((vec *)(void *)(drawn + i), draws_of_eight(lanes + i));
    for (unsigned i = 0; i < wide; i++) {
        const solar__lane *lane = &lanes[i];
        const unsigned one = (unsigned)_mm_popcnt_u64(lane->mask[0]);
        const unsigned two = one + (unsigned)_mm_popcnt_u64(lane->mask[1]);
        const unsigned three = two + (unsigned)_mm_popcnt_u64(lane->mask[2]);
        const unsigned all = three + (unsigned)_mm_popcnt_u64(lane->mask[3]);
        const uint32_t product = (drawn[i] & 0xffffu) * all;
        uint32_t n = product >> 16;
        /* Where gpscore_draw16_below may draw anew; and lanes that do not play. */
        if ((product & 0xffffu) < all) n = solar_draw_choice(lane->key, lane->draws, all);
        const unsigned word = (unsigned)(n >= one) + (unsigned)(n >= two) + (unsigned)(n >= three);
        const unsigned before[SOLAR_MASK_WORDS] = {0, one, two, three};
        const uint64_t bit = _pdep_u64(UINT64_C(1) << (n - before[word]), lane->mask[word]);
        actions[i] = (uint8_t)(all ? 64u * word + gpscore__lowest(bit) : GPSCORE_BATCH_NO_ACTION);
    }
    solar__scalar_ways.draw(lanes + wide, count - wide, actions + wide);
}

static const solar__ways ways = {look, draw};

static void step(const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *actions) {
    solar__step(batch, first, count, actions, &ways);
}

static void sample(const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *actions) {
    solar__sample(batch, first, count, actions, &ways);
}

static void play(const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps,
                 gpscore_policy policy, uint8_t *actions, gpscore_batch_stats *stats) {
    solar__play(batch, first, count, steps, policy, actions, stats, &ways);
}

const struct gpscore_batch_kernel solar__avx2 = {SOLAR__KERNEL_COMMON, .kind = GPSCORE_KERNEL_AVX2,
                                                 .step = step, .sample = sample, .play = play};

#endif
