/* The solar system: state, legality, apply and undo. Rule ids are those of docs/rules/solar.md. */
#include <string.h>

#include "solar_internal.h"
#include "text.h"

/* ---- Hash -------------------------------------------------------------------------------------------
 *
 * Multilinear over the 32-bit words of the state behind the sum: each word times an odd key of its own.
 * Two states that differ only in the top bytes of words still collide with a chance of 2^-40 alone. */

enum {
    HEAD_WORDS = 8,
    PLAYER_WORDS = 8,
    FIGURE_WORDS = 16,
    WORDS = HEAD_WORDS + 4 * PLAYER_WORDS + FIGURE_WORDS
};

#define KEY(i) GPSCORE__HASH_KEY((i) * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0x736f6c6172))
#define KEYS8(i)                                                                                             \
    KEY(i + 1u), KEY(i + 2u), KEY(i + 3u), KEY(i + 4u), KEY(i + 5u), KEY(i + 6u), KEY(i + 7u), KEY(i + 8u)

static const uint64_t keys[WORDS] = {KEYS8(0),  KEYS8(8),  KEYS8(16), KEYS8(24),
                                     KEYS8(32), KEYS8(40), KEYS8(48)};

/* Word number *index*, on every machine what a little-endian one reads. */
static inline uint64_t word(const unsigned char *bytes, int index) {
    uint32_t w;
    memcpy(&w, bytes, sizeof w);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    /* The turns and probes are words; the alignment and scores are the low halves of theirs; all else are bytes. */
    const int of_player = index >= HEAD_WORDS && index < HEAD_WORDS + 4 * PLAYER_WORDS;
    const int place = of_player ? (index - HEAD_WORDS) % PLAYER_WORDS : -1;
    if (index == HEAD_WORDS - 2 || (of_player && place < 3)) return w;
    w = __builtin_bswap32(w);
    if (index == 0 || place == 3) w = (w & 0xffff0000u) | (w >> 8 & 0xffu) | (w & 0xffu) << 8;
#else
    (void)index;
#endif
    return w;
}

/* What changed words, an even number of them from *first* on, add to the sum. Most actions change few, so
 * that comparing pays. */
static inline uint64_t difference(const void *after, const void *before, int first, int count) {
    const unsigned char *a = (const unsigned char *)after, *b = (const unsigned char *)before;
    uint64_t sum = 0;
    for (int i = 0; i < count; i += 2) {
        uint64_t x, y;
        memcpy(&x, a + 4 * i, sizeof x);
        memcpy(&y, b + 4 * i, sizeof y);
        if (x == y) continue;
        sum += keys[first + i] * (word(a + 4 * i, first + i) - word(b + 4 * i, first + i));
        sum +=
            keys[first + i + 1] * (word(a + 4 * i + 4, first + i + 1) - word(b + 4 * i + 4, first + i + 1));
    }
    return sum;
}

/* What a byte of a word adds to the word's difference; *i* counts from the lowest one. */
#define IN_BYTE(after, before, i) (((uint64_t)(after) - (before)) << 8 * (i))

/* The words of the head behind its sum. */
static inline const unsigned char *head_words(const solar_head *head) {
    return (const unsigned char *)head + 16;
}

static inline uint64_t head_difference(const solar_head *after, const solar_head *before) {
    return difference(head_words(after), head_words(before), 0, HEAD_WORDS);
}

static inline uint64_t player_difference(const solar_player *after, const solar_player *before, int p) {
    return difference(after, before, HEAD_WORDS + p * PLAYER_WORDS, PLAYER_WORDS);
}

uint64_t solar__sum(const solar_state *state) {
    static const solar_state zero = {0};
    uint64_t sum = state->head.rules + head_difference(&state->head, &zero.head);
    for (int p = 0; p < SOLAR_MAX_PLAYERS; p++)
        sum += player_difference(&state->players[p], &zero.players[p], p);
    return sum + difference(&state->figures, &zero.figures, HEAD_WORDS + 4 * PLAYER_WORDS, FIGURE_WORDS);
}

uint64_t solar_hash(const solar_state *state) { return gpscore_mix(state->head.sum); }

static unsigned count_bits(uint32_t x) { return gpscore__count16(x & 0xffffu) + gpscore__count16(x >> 16); }

static unsigned count_probes(const solar_player *player) {
    return count_bits(player->probes[0]) + 2u * count_bits(player->probes[1]) +
           4u * count_bits(player->probes[2]);
}

void solar_derive(const solar_rules *rules, solar_state *state) {
    (void)rules;
    for (int p = 0; p < SOLAR_MAX_PLAYERS; p++)
        state->players[p].count = (uint8_t)count_probes(&state->players[p]);
    state->head.sum = solar__sum(state);
}

/* ---- Events ----------------------------------------------------------------------------------------- */

void solar__write_event(solar__sink *s, int kind, int player, unsigned a, unsigned b, unsigned c) {
    if (s->count == GPSCORE_MAX_EVENTS) return;
    const gpscore_event event = {
        (uint8_t)kind, (int8_t)player, {(uint8_t)a, (uint8_t)b, (uint8_t)c, 0, 0, 0}};
    s->out[s->count++] = event;
}

/* ---- Rotation --------------------------------------------------------------------------------------- */

/* The spaces where a push earns publicity (S13, R4). */
static inline uint32_t pushes_pay(const solar_rules *rules, const solar_state *state, int w) {
    const solar_alignment *now = solar__shown(rules, state);
    return now->icons | (rules->push_tech2 && solar__usable(state, w, 1) ? now->asteroids : 0u);
}

/* What a rotation does with the probes of *before* (S12, S13), and the publicity that their pushes earn (R4). */
static inline unsigned ride_and_push(const solar_rules *rules, int w, const solar_player *before,
                                     uint32_t turns, uint32_t pushes, uint32_t paying, solar__sink *s) {
    const uint32_t spaces = solar__spaces(before);
    const unsigned most = rules->board.publicity_limit, had = before->publicity;
    unsigned room = most > had ? most - had : 0, earned = 0;
    for (uint32_t left = s ? spaces & turns & ~pushes : 0; left; left &= left - 1u) {
        const unsigned from = gpscore__lowest(left);
        solar__emit(s, SOLAR_EVENT_RODE, w, from, solar__neighbour(from, 1), solar__number_at(before, from));
    }
    for (uint32_t left = spaces & pushes; left; left &= left - 1u) {
        const unsigned from = gpscore__lowest(left), to = solar__neighbour(from, 1);
        const unsigned number = solar__number_at(before, from);
        const unsigned gained = paying >> to & 1u ? gpscore__least(number, room) : 0;
        solar__emit(s, SOLAR_EVENT_PUSHED, w, from, to, number);
        if (gained) solar__emit(s, SOLAR_EVENT_PUBLICITY, w, gained, 0, 0);
        room -= gained;
        earned += gained;
    }
    return earned;
}

/* The same where nobody listens. */
static GPSCORE__APART unsigned pay_pushes(const solar_rules *rules, const solar_player *before,
                                          uint32_t pushes, uint32_t paying) {
    return ride_and_push(rules, 0, before, 0, pushes, paying, NULL);
}

/* Returns what the player's words add to the hash's sum. */
static inline uint64_t rotate_player(const solar_rules *rules, solar_state *state, int w, uint32_t turns,
                                     uint32_t pushes, solar__sink *s) {
    solar_player *player = &state->players[w];
    const uint64_t *key = &keys[HEAD_WORDS + w * PLAYER_WORDS];
    const uint32_t ones = player->probes[0], twos = player->probes[1], fours = player->probes[2];
    const uint32_t spaces = ones | twos | fours, pushed = spaces & pushes;
    /* Those that stay and those that come from clockwise add up, plane by plane. */
    uint32_t stays = ones & ~turns, comes = solar__back(ones & turns), carry = stays & comes;
    uint64_t sum = key[0] * ((uint64_t)(stays ^ comes) - ones);
    player->probes[0] = stays ^ comes;
    if (carry | twos | fours) {
        stays = twos & ~turns, comes = solar__back(twos & turns);
        player->probes[1] = stays ^ comes ^ carry;
        carry = (stays & comes) | (carry & (stays ^ comes));
        player->probes[2] = (fours & ~turns) ^ solar__back(fours & turns) ^ carry;
        sum += key[1] * ((uint64_t)player->probes[1] - twos) + key[2] * ((uint64_t)player->probes[2] - fours);
    }
    if (!s && !(pushed && solar__back(pushed) & pushes_pay(rules, state, w))) return sum;
    const unsigned had = player->publicity;
    const solar_player before = {.probes = {ones, twos, fours}, .publicity = (uint8_t)had};
    const uint32_t paying = pushes_pay(rules, state, w);
    const unsigned earned = s ? ride_and_push(rules, w, &before, turns, pushes, paying, s)
                              : pay_pushes(rules, &before, pushes, paying);
    player->publicity = (uint8_t)(had + earned);
    return sum + key[4] * IN_BYTE(player->publicity, had, 1);
}

/* The next step of the token: discs 1, 1-2 or 1-3 turn one sector counter-clockwise (S10, S11). Figures ride
 * along or are pushed, seat by seat from the active player (S12, S13). Returns what it all adds to the hash's
 * sum, for the action that does nothing else. */
static inline uint64_t rotate(const solar_rules *rules, solar_state *state, solar__sink *s) {
    solar_head *head = &state->head;
    const unsigned step = head->token, had = head->alignment;
    const solar_alignment *before = solar__shown(rules, state);
    const uint32_t turns = before->turns[step], pushes = before->pushes[step];
    head->alignment = (uint16_t)solar__turned(had, step);
    head->token = (uint8_t)solar__next_step(step);
    uint64_t sum = keys[0] * ((uint64_t)head->alignment - had + IN_BYTE(head->token, step, 2));
    solar__emit(s, SOLAR_EVENT_TURNED, -1, step + 1, 0, 0);
    for (int i = 0, w = head->active; i < rules->players; i++) {
        if (state->players[w].count) sum += rotate_player(rules, state, w, turns, pushes, s);
        if (++w == rules->players) w = 0;
    }
    return sum;
}

void solar__rotate(const solar_rules *rules, solar_state *state, solar__sink *s) { rotate(rules, state, s); }

/* ---- Rewards ---------------------------------------------------------------------------------------- */

const solar_reward *solar_list(const solar_rules *rules, unsigned list, unsigned *count) {
    static const solar_reward tiles[SOLAR_TILES] = {
        {SOLAR_GAIN_SCORE, 3}, {SOLAR_GAIN_ENERGY, 1}, {SOLAR_GAIN_PUBLICITY, 1}, {SOLAR_GAIN_CARD, 1}};
    static const solar_reward signal = {SOLAR_GAIN_SIGNAL_HERE, 1}, card = {SOLAR_GAIN_CARD, 1};
    const solar_board *board = &rules->board;
    *count = list != SOLAR_LIST_NONE && list < SOLAR_LISTS;
    if (list >= SOLAR_LIST_PASS || list == SOLAR_LIST_NONE) return &card;
    if (list >= SOLAR_LIST_SIGNAL) return &signal;
    if (list >= SOLAR_LIST_TILE) return &tiles[list - SOLAR_LIST_TILE];
    if (list >= SOLAR_LIST_MOON) {
        *count = board->moons[list - SOLAR_LIST_MOON].land_count;
        return board->moons[list - SOLAR_LIST_MOON].land;
    }
    if (list >= SOLAR_LIST_LAND) {
        *count = board->planets[list - SOLAR_LIST_LAND].land_count;
        return board->planets[list - SOLAR_LIST_LAND].land;
    }
    *count = board->planets[list - SOLAR_LIST_ORBIT].orbit_count;
    return board->planets[list - SOLAR_LIST_ORBIT].orbit;
}

/* The planet in whose sector "here" is, for the host. */
unsigned solar__list_planet(const solar_rules *rules, unsigned list) {
    if (list == SOLAR_LIST_SIGNAL) return 0; /* Earth */
    if (list >= SOLAR_LIST_TILE) return SOLAR_NOWHERE;
    if (list >= SOLAR_LIST_MOON) return rules->board.moons[list - SOLAR_LIST_MOON].planet;
    return list >= SOLAR_LIST_LAND ? list - SOLAR_LIST_LAND : list - SOLAR_LIST_ORBIT;
}

static const solar_resource reward_resource[SOLAR_REWARD_KINDS] = {
    [SOLAR_GAIN_SCORE] = SOLAR_SCORE,
    [SOLAR_GAIN_CREDIT] = SOLAR_CREDIT,
    [SOLAR_GAIN_ENERGY] = SOLAR_ENERGY,
    [SOLAR_GAIN_PUBLICITY] = SOLAR_PUBLICITY,
    [SOLAR_GAIN_DATA] = SOLAR_DATA,
    [SOLAR_GAIN_RANDOM_CARD] = SOLAR_CARD,
    [SOLAR_GAIN_CARD] = SOLAR_CARD,
    [SOLAR_GAIN_SIGNAL_HERE] = SOLAR_SIGNAL,
    [SOLAR_GAIN_SIGNAL_RED] = SOLAR_SIGNAL,
    [SOLAR_GAIN_SIGNAL_BLUE] = SOLAR_SIGNAL,
    [SOLAR_GAIN_SIGNAL_YELLOW] = SOLAR_SIGNAL,
    [SOLAR_GAIN_SIGNAL_BLACK] = SOLAR_SIGNAL,
    [SOLAR_GAIN_RED_TRACE] = SOLAR_RED_TRACE,
    [SOLAR_GAIN_YELLOW_TRACE] = SOLAR_YELLOW_TRACE,
    [SOLAR_GAIN_BLUE_TRACE] = SOLAR_BLUE_TRACE,
};

static void pay_rewards(const solar_rules *rules, solar_state *state, solar__sink *s);

static void begin_rewards(const solar_rules *rules, solar_state *state, int w, unsigned list, unsigned after,
                          solar__sink *s) {
    state->head.pending = (uint8_t)w;
    state->head.list = (uint8_t)list;
    state->head.item = 0;
    state->head.left = 0;
    state->head.after = (uint8_t)after;
    pay_rewards(rules, state, s);
}

/* A launch that something grants: taken if possible, skipped at the limit (R2). 1 when it has begun to pay
 * a signal, which ends in the same place as this would. */
int solar__granted_launch(const solar_rules *rules, solar_state *state, int w, int ignore_limit,
                          solar__sink *s) {
    solar_player *player = &state->players[w];
    const int most = ignore_limit ? SOLAR_MAX_PROBES : solar__probe_limit(rules, state, w);
    if (player->count >= most || player->count >= SOLAR_MAX_PROBES) {
        solar__emit(s, SOLAR_EVENT_LAUNCH_SKIPPED, w, 0, 0, 0);
        return 0;
    }
    const unsigned earth = solar__shown(rules, state)->where[0];
    solar__add_probe(player, earth);
    solar__emit(s, SOLAR_EVENT_LAUNCHED, w, earth, 0, 0);
    if (rules->organisation[w] != SOLAR_SENTINEL) return 0;
    begin_rewards(rules, state, w, SOLAR_LIST_SIGNAL, state->head.after, s); /* R11 */
    return 1;
}

static void end_turn(const solar_rules *rules, solar_state *state, solar__sink *s);

/* The list is paid: what comes behind it. */
static void end_rewards(const solar_rules *rules, solar_state *state, solar__sink *s) {
    solar_head *head = &state->head;
    const int w = head->pending;
    head->pending = head->list = head->item = head->left = 0;
    if (head->after & SOLAR_AFTER_LAUNCH) {
        head->after &= (uint8_t)~SOLAR_AFTER_LAUNCH;
        if (solar__granted_launch(rules, state, w, 0, s)) return;
    }
    const unsigned after = head->after;
    head->after = 0;
    head->phase = after & SOLAR_AFTER_TILE ? SOLAR_TURN_TILE : SOLAR_TURN;
    if (!(after & SOLAR_AFTER_TILE)) head->step = 0;
    if (after & SOLAR_AFTER_END) end_turn(rules, state, s);
}

/* Pay the list from where it stands until somebody must choose or settle, or to its end (R6). */
static void pay_rewards(const solar_rules *rules, solar_state *state, solar__sink *s) {
    solar_head *head = &state->head;
    for (;;) {
        unsigned count;
        const solar_reward *list = solar_list(rules, head->list, &count);
        const int w = head->pending;
        if (head->item >= count) {
            end_rewards(rules, state, s);
            return;
        }
        const solar_reward reward = list[head->item];
        if (!head->left) head->left = reward.n;
        switch (reward.kind) {
        case SOLAR_GAIN_INCOME:
            if (state->players[w].cards) {
                head->phase = SOLAR_CHOOSE_INCOME;
                return;
            }
            solar__emit(s, SOLAR_EVENT_LAPSED, w, 0, 0, 0);
            break;
        case SOLAR_GAIN_ANY_TRACE:
            head->phase = rules->embedded ? SOLAR_SETTLE : SOLAR_CHOOSE_TRACE;
            if (rules->embedded)
                solar__emit(s, SOLAR_EVENT_SETTLE, w, reward.kind, 1, solar__list_planet(rules, head->list));
            return;
        default:
            solar__gain(rules, state, w, reward_resource[reward.kind], reward.n, s);
            if (rules->embedded && reward.kind >= SOLAR_GAIN_RANDOM_CARD) {
                head->left = 1;
                head->phase = SOLAR_SETTLE;
                solar__emit(s, SOLAR_EVENT_SETTLE, w, reward.kind, reward.n,
                            solar__list_planet(rules, head->list));
                return;
            }
            break;
        }
        head->item++;
        head->left = 0;
    }
}

/* A free action is over: back to the choice inside which it was taken, if any. */
static void end_free(const solar_rules *rules, solar_state *state, solar__sink *s) {
    solar_head *head = &state->head;
    const int tech_due = head->turn & SOLAR_TURN_TECH_DUE;
    head->turn &= (uint8_t)~(SOLAR_TURN_FREE | SOLAR_TURN_TECH_DUE);
    if (head->list) {
        pay_rewards(rules, state, s);
    } else if (tech_due) {
        head->phase = SOLAR_CHOOSE_TECH;
    } else {
        head->phase = SOLAR_TURN;
        head->pending = 0;
    }
}

/* A card was spent inside the choice of an income: without any the rest lapses (R6). */
static void lapse_income(const solar_rules *rules, solar_state *state, solar__sink *s) {
    const solar_head *head = &state->head;
    if (head->phase == SOLAR_CHOOSE_INCOME && !state->players[head->pending].cards)
        pay_rewards(rules, state, s);
}

/* One of the item was chosen or settled. */
void solar__next_reward(const solar_rules *rules, solar_state *state, solar__sink *s) {
    if (--state->head.left == 0) state->head.item++;
    pay_rewards(rules, state, s);
}

/* ---- Setup, turns and rounds ------------------------------------------------------------------------ */

static void begin_tucks(const solar_rules *rules, solar_state *state, int first) {
    solar_head *head = &state->head;
    for (int w = first; w < rules->players; w++) {
        const unsigned tucks = solar__starts[rules->organisation[w]].tucks;
        if (!tucks) continue;
        head->phase = SOLAR_SETUP_INCOME;
        head->pending = (uint8_t)w;
        head->left = (uint8_t)tucks;
        return;
    }
    head->phase = SOLAR_TURN;
    head->pending = head->left = 0;
}

/* Nothing derived: nobody has a probe yet. */
static void set_up(const solar_rules *rules, solar_state *state) {
    static const solar_state zero = {0};
    int organisations = 0;
    *state = zero;
    for (int w = 0; w < rules->players; w++) organisations |= rules->organisation[w];
    for (int w = 0; w < rules->players; w++) {
        const solar__start *start = &solar__starts[rules->organisation[w]];
        solar_player *player = &state->players[w];
        player->credits = start->credits;
        player->energy = start->energy;
        player->publicity = start->publicity;
        player->cards = (uint8_t)(organisations && !rules->organisation[w] ? start->cards - 1 : start->cards);
        player->score = (uint16_t)(w + 1);
        if (player->publicity > rules->board.publicity_limit)
            player->publicity = rules->board.publicity_limit;
    }
    state->head.rules = rules->fingerprint;
    state->head.mark = SOLAR_NOWHERE;
}

void solar_init(const solar_rules *rules, solar_state *state) {
    set_up(rules, state);
    state->head.sum = solar__sum(state);
}

/* Disc `step` lies as drawn; behind the third the organisations' probes stand on Earth (R1, R9). */
static void align(const solar_rules *rules, solar_state *state, unsigned offset, solar__sink *s) {
    solar_head *head = &state->head;
    head->alignment = (uint16_t)(head->alignment | offset << 3 * head->step);
    solar__emit(s, SOLAR_EVENT_ALIGNED, -1, head->step, offset, 0);
    if (++head->step < SOLAR_DISCS) return;
    head->step = 0;
    head->phase = SOLAR_SETUP_SECTORS;
    for (int w = 0; w < rules->players; w++) {
        if (rules->organisation[w] != SOLAR_ORBITAL_DYNAMICS) continue;
        for (int i = 0; i < 2; i++) {
            const unsigned earth = solar__shown(rules, state)->where[0];
            solar__add_probe(&state->players[w], earth);
            solar__emit(s, SOLAR_EVENT_PUT, w, 0, earth, 0);
        }
    }
}

static void turn_tile(const solar_rules *rules, solar_state *state, unsigned bonus, solar__sink *s) {
    solar_head *head = &state->head;
    uint8_t *stack = &head->tiles[head->step];
    const unsigned down = head->phase == SOLAR_SETUP_TILES ? SOLAR__TILES_DOWN : *stack & SOLAR__TILES_DOWN;
    *stack = (uint8_t)((down & ~(1u << bonus)) | bonus << 4 | SOLAR__TILE_TOP);
    solar__emit(s, SOLAR_EVENT_TILE, -1, head->step, bonus, 0);
    if (head->phase == SOLAR_SETUP_TILES && ++head->step < SOLAR_TECHS) return;
    if (head->phase == SOLAR_SETUP_TILES)
        begin_tucks(rules, state, 0);
    else
        head->phase = SOLAR_TURN;
    head->step = 0;
}

static void order_sectors(solar_state *state, unsigned order) {
    state->head.sectors = (uint8_t)order;
    state->head.phase = SOLAR_SETUP_TILES;
}

void solar__resolve_chance(const solar_rules *rules, solar_state *state, uint64_t key) {
    for (;;) {
        const solar__chance due = solar__chance_due(state);
        if (!due.possible) return;
        const unsigned n = solar__draw_chance(state, due, key);
        switch (due.kind) {
        case SOLAR_ALIGN: align(rules, state, n, NULL); break;
        case SOLAR_ORDER: order_sectors(state, n); break;
        default: turn_tile(rules, state, n, NULL); break;
        }
    }
}

void solar__begin(const solar_rules *rules, solar_state *state, uint64_t key) {
    set_up(rules, state);
    solar__resolve_chance(rules, state, key);
}

/* S21; resources by their numbers, as they lie in *base*. */
static inline void pay_income_of(const solar_rules *rules, solar_state *state, int w, solar_resource resource,
                                 unsigned n, solar__sink *s) {
    if (n) solar__gain(rules, state, w, resource, n, s);
}

static void pay_income(const solar_rules *rules, solar_state *state, int w, solar__sink *s) {
    const uint8_t *base = solar__starts[rules->organisation[w]].income;
    const uint8_t *tucked = state->players[w].tucked;
    pay_income_of(rules, state, w, SOLAR_CREDIT, (unsigned)base[0] + tucked[0], s);
    pay_income_of(rules, state, w, SOLAR_ENERGY, (unsigned)base[1] + tucked[1], s);
    pay_income_of(rules, state, w, SOLAR_CARD, (unsigned)base[2] + tucked[2], s);
    pay_income_of(rules, state, w, SOLAR_PUBLICITY, base[3], s);
    pay_income_of(rules, state, w, SOLAR_DATA, base[4], s);
}

void solar__next_round(const solar_rules *rules, solar_state *state, solar__sink *s) {
    solar_head *head = &state->head;
    head->round++;
    head->start = (uint8_t)((head->start + 1) % rules->players);
    head->active = head->start;
    head->phase = SOLAR_TURN;
    solar__emit(s, SOLAR_EVENT_ROUND, -1, head->round, 0, 0);
    for (int w = 0; w < rules->players; w++) {
        state->players[w].flags &= (uint8_t)~(SOLAR_FLAG_PASSED | SOLAR_FLAG_ORG_USED);
        pay_income(rules, state, w, s);
    }
}

static void end_turn(const solar_rules *rules, solar_state *state, solar__sink *s) {
    solar_head *head = &state->head;
    solar__emit(s, SOLAR_EVENT_TURN_ENDED, head->active, 0, 0, 0);
    head->phase = SOLAR_TURN;
    head->moves = head->ring_moves = head->turn = 0;
    head->turn_limit = 0;
    if (head->turns != UINT32_MAX) head->turns++;
    for (int i = 1; i <= rules->players; i++) {
        const int w = (head->active + i) % rules->players;
        if (state->players[w].flags & SOLAR_FLAG_PASSED) continue;
        head->active = (uint8_t)w;
        return;
    }
    if (head->round + 1 == rules->rounds) {
        head->phase = SOLAR_OVER;
        solar__emit(s, SOLAR_EVENT_OVER, -1, 0, 0, 0);
    } else if (rules->embedded) {
        head->phase = SOLAR_ROUND_END;
    } else {
        solar__next_round(rules, state, s);
    }
}

static inline void pass(const solar_rules *rules, solar_state *state, solar__sink *s) {
    const int w = state->head.active;
    solar_player *player = &state->players[w];
    int first = 1;
    for (int p = 0; p < rules->players; p++) first &= !(state->players[p].flags & SOLAR_FLAG_PASSED);
    player->flags |= SOLAR_FLAG_PASSED;
    state->head.turn |= SOLAR_TURN_MAIN;
    solar__emit(s, SOLAR_EVENT_PASSED, w, 0, 0, 0);
    if (player->cards > rules->board.hand_limit) {
        solar__spend(state, w, SOLAR_CARD, player->cards - rules->board.hand_limit, s);
    }
    if (first) solar__rotate(rules, state, s);
    if (state->head.round + 1 < rules->rounds) {
        begin_rewards(rules, state, w, SOLAR_LIST_PASS, SOLAR_AFTER_END, s);
    } else {
        end_turn(rules, state, s);
    }
}

/* ---- Moves ------------------------------------------------------------------------------------------ */

static void move_probe(const solar_rules *rules, solar_state *state, unsigned from, unsigned direction,
                       int instead, solar__sink *s) {
    solar_head *head = &state->head;
    solar__move(rules, state, from, direction, instead, s);
    if (head->phase != SOLAR_ORG_MOVES) return;
    const int second = head->mark != SOLAR_NOWHERE;
    head->mark = (uint8_t)solar__neighbour(from, direction);
    if (!second && state->players[head->active].count > 1) return;
    head->mark = SOLAR_NOWHERE;
    end_free(rules, state, s);
}

/* ---- Orbit and land --------------------------------------------------------------------------------- */

void solar__do_orbit(const solar_rules *rules, solar_state *state, int w, unsigned planet, unsigned x,
                     solar__sink *s) {
    solar_figures *f = &state->figures;
    const unsigned from = solar__probe_space(rules, state, planet, x);
    solar__remove_probe(&state->players[w], from);
    f->count[planet - 1][w]++;
    solar__emit(s, SOLAR_EVENT_ORBITED, w, planet, from, 0);
    if (rules->board.planets[planet].first_orbit && !f->first[planet - 1]) {
        f->first[planet - 1] = (uint8_t)(w + 1);
        solar__emit(s, SOLAR_EVENT_FIRST_ORBIT, w, planet, 0, 0);
        solar__gain(rules, state, w, SOLAR_SCORE, rules->board.planets[planet].first_orbit, s); /* S15 */
    }
    begin_rewards(rules, state, w, SOLAR_LIST_ORBIT + planet, 0, s);
}

/* *slot* is the data space that pays, 0 for none; with *again* it is covered and stays so. */
void solar__do_land(const solar_rules *rules, solar_state *state, int w, unsigned planet, unsigned x,
                    unsigned slot, int again, solar__sink *s) {
    solar_figures *f = &state->figures;
    const unsigned from = solar__probe_space(rules, state, planet, x);
    solar__remove_probe(&state->players[w], from);
    f->count[planet - 1][w] = (uint8_t)(f->count[planet - 1][w] + 16);
    solar__emit(s, SOLAR_EVENT_LANDED, w, planet, from, 0);
    if (slot) {
        if (!again) solar__cover_data(f, planet, slot, (unsigned)w + 1u);
        solar__emit(s, SOLAR_EVENT_DATA_SPACE, w, planet, slot, (unsigned)again);
        solar__gain(rules, state, w, SOLAR_DATA, rules->board.planets[planet].data[slot - 1], s);
    }
    begin_rewards(rules, state, w, SOLAR_LIST_LAND + planet, 0, s);
}

void solar__do_land_moon(const solar_rules *rules, solar_state *state, int w, unsigned moon, int again,
                         solar__sink *s) {
    const unsigned planet = rules->board.moons[moon].planet;
    solar_figures *f = &state->figures;
    const unsigned from = solar__probe_space(rules, state, planet, 0);
    solar__remove_probe(&state->players[w], from);
    if (again)
        f->count[planet - 1][w] = (uint8_t)(f->count[planet - 1][w] + 16);
    else
        solar__set_moon(f, moon, (unsigned)w + 1u);
    solar__emit(s, SOLAR_EVENT_LANDED_MOON, w, moon, from, (unsigned)again);
    begin_rewards(rules, state, w, SOLAR_LIST_MOON + moon, 0, s);
}

/* ---- Techs and organisations ------------------------------------------------------------------------ */

void solar__begin_tech(solar_state *state, int w) {
    if ((state->players[w].techs & 15u) == 15u) return;
    state->head.phase = SOLAR_CHOOSE_TECH;
    state->head.pending = (uint8_t)w;
}

static void take_tech(const solar_rules *rules, solar_state *state, unsigned tech, solar__sink *s) {
    solar_head *head = &state->head;
    const int w = head->pending;
    const unsigned stack = head->tiles[tech], bonus = stack >> 4 & 3u;
    const int first = gpscore__count16(stack & SOLAR__TILES_DOWN) == SOLAR_TILES - 1;
    state->players[w].techs |= (uint8_t)(1u << tech);
    head->tiles[tech] = (uint8_t)(stack & SOLAR__TILES_DOWN);
    solar__emit(s, SOLAR_EVENT_TECH, w, tech, 0, 0);
    if (first) solar__gain(rules, state, w, SOLAR_SCORE, 2, s);
    head->step = (uint8_t)(stack & SOLAR__TILES_DOWN ? tech : 0);
    begin_rewards(rules, state, w, SOLAR_LIST_TILE + bonus,
                  (tech == 0 ? SOLAR_AFTER_LAUNCH : 0u) | (stack & SOLAR__TILES_DOWN ? SOLAR_AFTER_TILE : 0u),
                  s);
}

static void use_organisation(const solar_rules *rules, solar_state *state, unsigned tech, solar__sink *s) {
    solar_head *head = &state->head;
    const int w = head->active;
    solar_player *player = &state->players[w];
    player->flags |= SOLAR_FLAG_ORG_USED;
    solar__emit(s, SOLAR_EVENT_ORG_USED, w,
                rules->organisation[w] == SOLAR_ORBITAL_DYNAMICS ? SOLAR_NOWHERE : tech, 0, 0);
    if (rules->organisation[w] == SOLAR_TURING) {
        head->turn |= (uint8_t)(SOLAR_TURN_TURING | tech << 4);
        return;
    }
    head->turn |= SOLAR_TURN_FREE;
    if (head->phase == SOLAR_CHOOSE_TECH) head->turn |= SOLAR_TURN_TECH_DUE;
    if (rules->organisation[w] == SOLAR_ORBITAL_DYNAMICS) {
        head->phase = SOLAR_ORG_MOVES;
        return;
    }
    player->techs |= (uint8_t)(16u << tech); /* Helion */
    head->phase = SOLAR_CHOOSE_INCOME;
    head->pending = (uint8_t)w;
    if (player->cards) return;
    solar__emit(s, SOLAR_EVENT_LAPSED, w, 0, 0, 0);
    end_free(rules, state, s);
}

/* ---- Apply and undo --------------------------------------------------------------------------------- */

static void income_choice(const solar_rules *rules, solar_state *state, unsigned kind, solar__sink *s) {
    solar_head *head = &state->head;
    const int w = head->pending;
    if (kind == 3) {
        solar__emit(s, SOLAR_EVENT_DECLINED, w, 0, 0, 0);
    } else {
        solar__spend(state, w, SOLAR_CARD, 1, s);
        solar__gain(rules, state, w, (solar_resource)(SOLAR_INCOME_CREDIT + kind), 1, s);
        solar__gain(rules, state, w, (solar_resource)(SOLAR_CREDIT + kind), 1, s);
    }
    if (head->phase == SOLAR_SETUP_INCOME) {
        if (--head->left == 0) begin_tucks(rules, state, w + 1);
    } else if (head->turn & SOLAR_TURN_FREE) {
        end_free(rules, state, s);
    } else {
        solar__next_reward(rules, state, s);
    }
}

/* Xenolab's tile is used (R10). */
static GPSCORE__APART void turn_over(solar_state *state, int w, unsigned tile, solar__sink *s) {
    state->players[w].flags |= (uint8_t)tile;
    solar__emit(s, SOLAR_EVENT_TILE_USED, w, tile == SOLAR_FLAG_RESEARCH_TILE, 0, 0);
}

static void main_action(const solar_rules *rules, solar_state *state, gpscore_action action, solar__sink *s) {
    const solar_board *board = &rules->board;
    const int w = state->head.active;
    const unsigned n = action & 0xffffffu;
    const int tile = (int)(n & 1u);
    state->head.turn |= SOLAR_TURN_MAIN;
    switch (GPSCORE_ACTION_KIND(action)) {
    case SOLAR_LAUNCH:
        solar__spend(state, w, SOLAR_CREDIT, tile ? SOLAR__TILE_CREDITS : board->launch_credit, s);
        if (tile) turn_over(state, w, SOLAR_FLAG_LAUNCH_TILE, s);
        solar__granted_launch(rules, state, w, 1, s); /* the limit was checked */
        break;
    case SOLAR_ORBIT:
        solar__spend(state, w, SOLAR_CREDIT, board->orbit_credit, s);
        solar__spend(state, w, SOLAR_ENERGY, board->orbit_energy, s);
        solar__do_orbit(rules, state, w, n & 15u, n >> 4 & 7u, s);
        break;
    case SOLAR_LAND:
        solar__spend(state, w, SOLAR_ENERGY, solar__land_cost(rules, state, w, n & 15u), s);
        solar__do_land(rules, state, w, n & 15u, n >> 4 & 7u, n >> 8, 0, s);
        break;
    case SOLAR_LAND_MOON:
        solar__spend(state, w, SOLAR_ENERGY, solar__land_cost(rules, state, w, board->moons[n].planet), s);
        solar__do_land_moon(rules, state, w, n, 0, s);
        break;
    default: /* RESEARCH: pay, rotate, choose (R7) */
        solar__spend(state, w, SOLAR_PUBLICITY, solar__research_cost(rules, w, tile), s);
        if (tile) turn_over(state, w, SOLAR_FLAG_RESEARCH_TILE, s);
        solar__rotate(rules, state, s);
        solar__begin_tech(state, w);
        break;
    }
}

/* Every action; the hash's sum is left as it was. */
static void carry_out(const solar_rules *rules, solar_state *state, gpscore_action action, solar__sink *s) {
    solar_head *head = &state->head;
    const unsigned n = action & 0xffffffu;
    switch (GPSCORE_ACTION_KIND(action)) {
    case SOLAR_ALIGN: align(rules, state, n, s); break;
    case SOLAR_ORDER:
        order_sectors(state, n);
        solar__emit(s, SOLAR_EVENT_ORDERED, -1, n, 0, 0);
        break;
    case SOLAR_TILE: turn_tile(rules, state, n, s); break;
    case SOLAR_MOVE: move_probe(rules, state, n & 31u, n >> 5 & 3u, (int)(n >> 7), s); break;
    case SOLAR_LAUNCH:
    case SOLAR_ORBIT:
    case SOLAR_LAND:
    case SOLAR_LAND_MOON:
    case SOLAR_RESEARCH: main_action(rules, state, action, s); break;
    case SOLAR_PASS: pass(rules, state, s); break;
    case SOLAR_END_TURN: end_turn(rules, state, s); break;
    case SOLAR_TAKE_TECH: take_tech(rules, state, n, s); break;
    case SOLAR_INCOME: income_choice(rules, state, n, s); break;
    case SOLAR_TRACE:
        solar__gain(rules, state, head->pending, (solar_resource)(SOLAR_RED_TRACE + n), 1, s);
        solar__next_reward(rules, state, s);
        break;
    case SOLAR_CARD_MOVE:
        solar__do_trade(state, SOLAR__TRADE_CARD_MOVE, s);
        lapse_income(rules, state, s);
        break;
    case SOLAR_EXCHANGE:
        solar__do_trade(state, SOLAR__TRADE_EXCHANGE + n, s);
        lapse_income(rules, state, s);
        break;
    case SOLAR_BUY_CARD: solar__do_trade(state, SOLAR__TRADE_BUY, s); break;
    case SOLAR_ORG: use_organisation(rules, state, n, s); break;
    case SOLAR_ORG_DONE:
        head->mark = SOLAR_NOWHERE;
        end_free(rules, state, s);
        break;
    case SOLAR_E_ROTATE: solar__rotate(rules, state, s); break;
    default: solar__apply_effect(rules, state, action, s); break;
    }
}

void solar__pass(const solar_rules *rules, solar_state *state) { pass(rules, state, NULL); }

void solar__carry_out(const solar_rules *rules, solar_state *state, gpscore_action action) {
    carry_out(rules, state, action, NULL);
}

/* What an action can touch beside the head. */
static unsigned reach_of(unsigned kind) {
    switch (kind) {
    case SOLAR_MOVE:
    case SOLAR_CARD_MOVE:
    case SOLAR_EXCHANGE:
    case SOLAR_BUY_CARD: return SOLAR_SAVED_ACTIVE;
    case SOLAR_ORBIT:
    case SOLAR_LAND:
    case SOLAR_LAND_MOON:
    case SOLAR_E_ORBIT:
    case SOLAR_E_LAND:
    case SOLAR_E_LAND_MOON:
    case SOLAR_E_PUT:
    case SOLAR_E_REMOVE: return SOLAR_SAVED_ALL;
    default: return SOLAR_SAVED_PLAYERS;
    }
}

/* What actions of the active player in a turn that touch only probes, goods, publicity and the moves in hand add
 * to the sum. Byte by byte, since a word that is read back right after one of its bytes was written waits. */
static inline uint64_t free_difference(const solar_state *state, const solar_undo_info *record) {
    const int w = record->first;
    const solar_player *after = &state->players[w], *before = &record->players[w];
    const solar_head *now = &state->head, *then = &record->head;
    const uint64_t *key = &keys[HEAD_WORDS + w * PLAYER_WORDS];
    uint64_t sum =
        keys[3] * (IN_BYTE(now->moves, then->moves, 0) + IN_BYTE(now->ring_moves, then->ring_moves, 1));
    sum += key[0] * ((uint64_t)after->probes[0] - before->probes[0]);
    if ((after->probes[1] ^ before->probes[1]) | (after->probes[2] ^ before->probes[2])) {
        sum += key[1] * ((uint64_t)after->probes[1] - before->probes[1]);
        sum += key[2] * ((uint64_t)after->probes[2] - before->probes[2]);
    }
    sum += key[3] * (IN_BYTE(after->credits, before->credits, 2) + IN_BYTE(after->energy, before->energy, 3));
    sum +=
        key[4] * (IN_BYTE(after->cards, before->cards, 0) + IN_BYTE(after->publicity, before->publicity, 1));
    return sum;
}

static inline uint64_t whole_difference(const solar_state *state, const solar_undo_info *record) {
    uint64_t sum = head_difference(&state->head, &record->head);
    for (int p = record->first; p < record->first + record->count; p++) {
        sum += player_difference(&state->players[p], &record->players[p], p);
    }
    if (record->saved == SOLAR_SAVED_ALL) {
        sum += difference(&state->figures, &record->figures, HEAD_WORDS + 4 * PLAYER_WORDS, FIGURE_WORDS);
    }
    return sum;
}

static inline void save_active(const solar_state *state, solar_undo_info *record) {
    const int w = state->head.active;
    record->saved = SOLAR_SAVED_ACTIVE;
    record->first = (uint8_t)w;
    record->count = 1;
    record->players[w] = state->players[w];
}

static GPSCORE__APART void apply_any(const solar_rules *rules, solar_state *state, gpscore_action action,
                                     solar_undo_info *record) {
    const unsigned kind = GPSCORE_ACTION_KIND(action), reach = reach_of(kind);
    if (reach == SOLAR_SAVED_ACTIVE) {
        const int in_turn = state->head.phase == SOLAR_TURN;
        save_active(state, record);
        carry_out(rules, state, action, NULL);
        state->head.sum += in_turn ? free_difference(state, record) : whole_difference(state, record);
        return;
    }
    record->saved = (uint8_t)reach;
    record->first = 0;
    record->count = rules->players;
    for (int p = 0; p < rules->players; p++) record->players[p] = state->players[p];
    if (kind == SOLAR_E_ROTATE) {
        state->head.sum += rotate(rules, state, NULL);
        return;
    }
    if (reach == SOLAR_SAVED_ALL) record->figures = state->figures;
    carry_out(rules, state, action, NULL);
    state->head.sum += whole_difference(state, record);
}

void solar_apply_unchecked(const solar_rules *rules, solar_state *state, int player, gpscore_action action,
                           solar_undo_info *undo) {
    GPSCORE_ASSERT(solar_why_illegal(rules, state, player, action, NULL) == GPSCORE_OK);
    solar_undo_info room, *record = undo ? undo : &room;
    record->head = state->head;
    record->action = action;
    record->player = (int8_t)player;
    if (GPSCORE_ACTION_KIND(action) == SOLAR_MOVE && state->head.phase == SOLAR_TURN) {
        save_active(state, record);
        solar__move(rules, state, action & 31u, action >> 5 & 3u, (int)(action >> 7 & 1u), NULL);
        state->head.sum += free_difference(state, record);
    } else {
        apply_any(rules, state, action, record);
    }
}

gpscore_status solar_apply(const solar_rules *rules, solar_state *state, int player, gpscore_action action,
                           solar_undo_info *undo, gpscore_error *error) {
    GPSCORE__TRY(solar_why_illegal(rules, state, player, action, error));
    solar_apply_unchecked(rules, state, player, action, undo);
    return GPSCORE_OK;
}

void solar_undo(solar_state *state, const solar_undo_info *undo) {
    state->head = undo->head;
    if (undo->saved == SOLAR_SAVED_ACTIVE) {
        state->players[undo->first] = undo->players[undo->first];
        return;
    }
    for (int p = undo->first; p < undo->first + undo->count; p++) state->players[p] = undo->players[p];
    if (undo->saved == SOLAR_SAVED_ALL) state->figures = undo->figures;
}

int solar_informs(const solar_rules *rules, const solar_undo_info *undo) {
    (void)rules;
    return GPSCORE_ACTION_KIND(undo->action) <= SOLAR_TILE ||
           GPSCORE_ACTION_KIND(undo->action) == SOLAR_E_RESOLVED;
}

/* The events of a rotation that was all that the action did. Only what is ridden and pushed is looked at. */
static void tell_rotation(const solar_rules *rules, const solar_state *state, const solar_undo_info *undo,
                          solar__sink *s) {
    const solar_alignment *before = &rules->alignments[undo->head.alignment];
    const unsigned step = undo->head.token;
    solar__emit(s, SOLAR_EVENT_TURNED, -1, step + 1, 0, 0);
    for (int i = 0, w = undo->head.active; i < rules->players; i++) {
        if (undo->players[w].count)
            ride_and_push(rules, w, &undo->players[w], before->turns[step], before->pushes[step],
                          pushes_pay(rules, state, w), s);
        if (++w == rules->players) w = 0;
    }
}

/* The same of a move in a turn, which looks at the head and the player alone. */
static void tell_move(const solar_rules *rules, const solar_undo_info *undo, solar__sink *s) {
    const gpscore_action action = undo->action;
    solar_state before;
    before.head = undo->head;
    before.players[undo->first] = undo->players[undo->first];
    solar__move(rules, &before, action & 31u, action >> 5 & 3u, (int)(action >> 7 & 1u), s);
}

size_t solar_events(const solar_rules *rules, const solar_state *state, const solar_undo_info *undo,
                    gpscore_event *out) {
    const unsigned kind = GPSCORE_ACTION_KIND(undo->action);
    solar__sink s = {out, 0};
    if (kind == SOLAR_E_ROTATE) {
        tell_rotation(rules, state, undo, &s);
    } else if (kind == SOLAR_MOVE && undo->head.phase == SOLAR_TURN) {
        tell_move(rules, undo, &s);
    } else {
        /* The same action on the state before, this time with somebody listening. */
        solar_state before = *state;
        solar_undo(&before, undo);
        carry_out(rules, &before, undo->action, &s);
    }
    return s.count;
}

/* ---- The end ---------------------------------------------------------------------------------------- */

uint32_t solar_points(const solar_rules *rules, const solar_state *state, int player) {
    if (player < 0 || player >= rules->players) return 0;
    const solar_player *p = &state->players[player];
    const uint32_t traces = (uint32_t)p->traces[0] + p->traces[1] + p->traces[2];
    return p->score + rules->trace_points * traces + (uint32_t)rules->signal_points * p->signals;
}

int solar_probe_limit(const solar_rules *rules, const solar_state *state, int player) {
    if (player < 0 || player >= rules->players) return 0;
    const int limit = solar__probe_limit(rules, state, player);
    return limit < 0 ? 0 : limit;
}

uint32_t solar_winners(const solar_rules *rules, const solar_state *state) {
    uint32_t winners = 0, most = 0;
    if (state->head.phase != SOLAR_OVER) return 0;
    for (int p = 0; p < rules->players; p++) {
        const uint32_t points = solar_points(rules, state, p);
        if (points > most || p == 0) winners = 0;
        if (points >= most || p == 0) winners |= 1u << p;
        if (points > most) most = points;
    }
    return winners;
}
