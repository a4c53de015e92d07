/* Solar: the one-line text form of states. */
#include "solar_text.h"

#ifndef GPSCORE_NO_TEXT

static const char *const phase_words[] = {"setup_discs", "setup_sectors", "setup_tiles",   "setup_income",
                                          "turn",        "choose_tech",   "choose_income", "choose_trace",
                                          "org_moves",   "settle",        "turn_tile",     "round_end",
                                          "over"};

/* ---- Parts of several fields ---------------------------------------------------------------------- */

static gpscore_status expect_signed(gpscore__scanner *s, int low, int high, int8_t *out) {
    const size_t start = s->at;
    const int minus = gpscore__skip(s, '-');
    int64_t number;
    const gpscore_status status = gpscore__expect_number(s, minus ? 1 : 0, minus ? -low : high, &number);
    if (status == GPSCORE_PARSE_NUMBER) return gpscore__fail_at(s, start, status, low, high);
    if (status == GPSCORE_OK) *out = (int8_t)(minus ? -number : number);
    return status;
}

/* A number that ascends in a list: *last* is the one before, -1 at first. */
static gpscore_status expect_ascending(gpscore__scanner *s, size_t start, int number, int *last) {
    if (number == *last) return gpscore__fail_at(s, start, GPSCORE_PARSE_DUPLICATE, 0, 0);
    if (number < *last) return gpscore__fail_at(s, start, GPSCORE_PARSE_ORDER, 0, 0);
    *last = number;
    return GPSCORE_OK;
}

/* The words of the set bits, joined by "+". */
static void put_set(gpscore__writer *w, const char *const *words, int count, unsigned set) {
    const char *separator = "";
    for (int i = 0; i < count; i++) {
        if (!(set >> i & 1u)) continue;
        gpscore__puts(w, separator);
        gpscore__puts(w, words[i]);
        separator = "+";
    }
}

static gpscore_status parse_set(gpscore__scanner *s, const char *const *words, int count, uint8_t *set) {
    int last = -1;
    do {
        const size_t start = s->at;
        unsigned index;
        GPSCORE__TRY(solar__expect_choice(s, words, count, &index));
        GPSCORE__TRY(expect_ascending(s, start, (int)index, &last));
        *set = (uint8_t)(*set | 1u << index);
    } while (gpscore__skip(s, '+'));
    return GPSCORE_OK;
}

/* ---- The head ------------------------------------------------------------------------------------- */

/* The keys of the state text in the order they are written, but those of players, planets and moons. */
enum {
    HEAD_ACTIVE,
    HEAD_START,
    HEAD_ROUND,
    HEAD_TURNS,
    HEAD_DISCS,
    HEAD_TOKEN,
    HEAD_SECTORS,
    HEAD_TILES,
    HEAD_MOVES,
    HEAD_LIMIT,
    HEAD_FLAGS,
    HEAD_PENDING,
    HEAD_LIST,
    HEAD_ITEM,
    HEAD_LEFT,
    HEAD_STEP,
    HEAD_AFTER,
    HEAD_MARK,
    HEAD_COUNT
};
static const char *const head_words[HEAD_COUNT] = {"active",  "start", "round", "turns", "discs", "token",
                                                   "sectors", "tiles", "moves", "limit", "flags", "pending",
                                                   "list",    "item",  "left",  "step",  "after", "mark"};

/* By bit of solar_head.turn; bits 4 and 5 are the number behind "turing". */
enum { TURN_FLAGS = 8, TURN_TURING_BIT = 3 };
static const char *const turn_words[TURN_FLAGS] = {"main", "no_asteroids", "move_instead", "turing",
                                                   NULL,   NULL,           "free",         "tech_due"};
static const char *const after_words[] = {"launch", "tile", "end"};
static const char *const player_flag_words[] = {"passed", "org", "launch_tile", "research_tile"};

/* The lists of rewards by number: a word, the letter of what it belongs to, the first number, how many. */
static const struct list_form {
    const char *word;
    char letter; /* of a planet or moon, '0' for a number alone, 0 for the word alone */
    uint8_t first;
    uint8_t count;
} list_forms[] = {{"orbit", 'p', SOLAR_LIST_ORBIT, SOLAR_MAX_PLANETS},
                  {"land", 'p', SOLAR_LIST_LAND, SOLAR_MAX_PLANETS},
                  {"moon", 'm', SOLAR_LIST_MOON, SOLAR_MAX_MOONS},
                  {"tile", '0', SOLAR_LIST_TILE, SOLAR_TILES},
                  {"signal", 0, SOLAR_LIST_SIGNAL, 1},
                  {"pass", 0, SOLAR_LIST_PASS, 1}};
enum { LIST_FORMS = 6 };

static void put_list(gpscore__writer *w, unsigned list) {
    for (int i = 0; i < LIST_FORMS; i++) {
        const struct list_form *form = &list_forms[i];
        if (list < form->first || list >= (unsigned)form->first + form->count) continue;
        gpscore__puts(w, form->word);
        if (!form->letter) return;
        gpscore__put(w, ':');
        if (form->letter != '0') gpscore__put(w, form->letter);
        gpscore__put_number(w, (int64_t)list - form->first);
        return;
    }
    gpscore__put(w, '?');
}

static gpscore_status parse_list(gpscore__scanner *s, const solar_rules *rules, uint8_t *list) {
    for (int i = 0; i < LIST_FORMS; i++) {
        const struct list_form *form = &list_forms[i];
        uint8_t number = 0;
        if (!gpscore__skip_word(s, form->word)) continue;
        if (form->letter) {
            GPSCORE__TRY(gpscore__expect(s, ':'));
            if (form->letter == 'p') {
                GPSCORE__TRY(gpscore__expect(s, 'p'));
                GPSCORE__TRY(solar__expect_small(s, 1, rules->board.planet_count - 1, &number));
            } else if (form->letter == 'm') {
                GPSCORE__TRY(gpscore__expect(s, 'm'));
                GPSCORE__TRY(solar__expect_small(s, 0, rules->board.moon_count - 1, &number));
            } else {
                GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_TILES - 1, &number));
            }
        }
        *list = (uint8_t)(form->first + number);
        return GPSCORE_OK;
    }
    return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
}

/* "2:013": the bonus on top and those face down below it. */
static void put_stack(gpscore__writer *w, unsigned tiles) {
    if (tiles & SOLAR__TILE_TOP)
        gpscore__put_number(w, tiles >> 4 & 3u);
    else
        gpscore__put(w, '-');
    gpscore__put(w, ':');
    if (!(tiles & SOLAR__TILES_DOWN)) gpscore__put(w, '-');
    for (int i = 0; i < SOLAR_TILES; i++) {
        if (tiles >> i & 1u) gpscore__put_number(w, i);
    }
}

static gpscore_status parse_bonus(gpscore__scanner *s, unsigned *bonus) {
    *bonus = 0;
    if (s->at >= s->length) return gpscore__unexpected(s, GPSCORE_PARSE_END);
    if (s->text[s->at] < '0' || s->text[s->at] >= '0' + SOLAR_TILES) {
        return gpscore__fail_at(s, s->at, GPSCORE_PARSE_NUMBER, 0, SOLAR_TILES - 1);
    }
    *bonus = (unsigned)(s->text[s->at++] - '0');
    return GPSCORE_OK;
}

static gpscore_status parse_stack(gpscore__scanner *s, uint8_t *tiles) {
    unsigned bonus, stack = 0;
    int last = -1;
    if (!gpscore__skip(s, '-')) {
        GPSCORE__TRY(parse_bonus(s, &bonus));
        stack = SOLAR__TILE_TOP | bonus << 4;
    }
    GPSCORE__TRY(gpscore__expect(s, ':'));
    if (!gpscore__skip(s, '-')) {
        do {
            const size_t start = s->at;
            GPSCORE__TRY(parse_bonus(s, &bonus));
            GPSCORE__TRY(expect_ascending(s, start, (int)bonus, &last));
            stack |= 1u << bonus;
        } while (s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9');
    }
    *tiles = (uint8_t)stack;
    return GPSCORE_OK;
}

static void put_turn_flags(gpscore__writer *w, unsigned turn) {
    const char *separator = "";
    for (int i = 0; i < TURN_FLAGS; i++) {
        if (!turn_words[i] || !(turn >> i & 1u)) continue;
        gpscore__puts(w, separator);
        gpscore__puts(w, turn_words[i]);
        if (i == TURN_TURING_BIT) solar__put_number(w, ":", (int64_t)(turn >> 4 & 3u) + 1);
        separator = "+";
    }
}

static gpscore_status parse_turn_flags(gpscore__scanner *s, uint8_t *turn) {
    int last = -1;
    do {
        const size_t start = s->at;
        int i = 0;
        while (i < TURN_FLAGS && !(turn_words[i] && gpscore__skip_word(s, turn_words[i]))) i++;
        if (i == TURN_FLAGS) return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
        GPSCORE__TRY(expect_ascending(s, start, i, &last));
        *turn = (uint8_t)(*turn | 1u << i);
        if (i == TURN_TURING_BIT) {
            uint8_t tech;
            GPSCORE__TRY(gpscore__expect(s, ':'));
            GPSCORE__TRY(solar__expect_small(s, 1, SOLAR_TECHS, &tech));
            *turn = (uint8_t)(*turn | (tech - 1u) << 4);
        }
    } while (gpscore__skip(s, '+'));
    return GPSCORE_OK;
}

/* ---- Players -------------------------------------------------------------------------------------- */

enum {
    PLAYER_SCORE,
    PLAYER_CREDIT,
    PLAYER_ENERGY,
    PLAYER_CARDS,
    PLAYER_PUBLICITY,
    PLAYER_DATA,
    PLAYER_SIGNALS,
    PLAYER_TUCKED,
    PLAYER_TRACES,
    PLAYER_TECHS,
    PLAYER_FLAGS,
    PLAYER_LIMIT,
    PLAYER_PROBES,
    PLAYER_COUNT
};
static const char *const player_words[PLAYER_COUNT] = {"score", "credit",  "energy", "cards",  "publicity",
                                                       "data",  "signals", "tucked", "traces", "techs",
                                                       "flags", "limit",   "probes"};

static void put_three(gpscore__writer *w, const uint8_t numbers[3]) {
    for (int i = 0; i < 3; i++) solar__put_number(w, i ? "+" : "", numbers[i]);
}

static void put_probes(gpscore__writer *w, const solar_player *player) {
    const char *separator = "";
    for (int space = 0; space < SOLAR_SPACES; space++) {
        const unsigned n = solar__number_at(player, (unsigned)space);
        if (!n) continue;
        gpscore__puts(w, separator);
        solar__put_space(w, (unsigned)space);
        if (n > 1) solar__put_number(w, "x", n);
        separator = "+";
    }
}

static void put_techs(gpscore__writer *w, unsigned techs) {
    const char *separator = "";
    for (int t = 0; t < SOLAR_TECHS; t++) {
        if (!((techs | techs >> 4) >> t & 1u)) continue;
        solar__put_number(w, separator, t + 1);
        if (techs >> (4 + t) & 1u) gpscore__puts(w, "off");
        separator = "+";
    }
}

/* What is 0 or nothing is left out. */
static void put_player(gpscore__writer *w, const solar_player *player) {
    const int numbers[PLAYER_TUCKED] = {player->score,     player->credits, player->energy, player->cards,
                                        player->publicity, player->data,    player->signals};
    const int there[PLAYER_COUNT] = {
        [PLAYER_TUCKED] = player->tucked[0] | player->tucked[1] | player->tucked[2],
        [PLAYER_TRACES] = player->traces[0] | player->traces[1] | player->traces[2],
        [PLAYER_TECHS] = player->techs,
        [PLAYER_FLAGS] = player->flags,
        [PLAYER_LIMIT] = player->limit,
        [PLAYER_PROBES] = (player->probes[0] | player->probes[1] | player->probes[2]) != 0};
    const char *separator = "";
    for (int k = 0; k < PLAYER_COUNT; k++) {
        if (k < PLAYER_TUCKED ? !numbers[k] : !there[k]) continue;
        gpscore__puts(w, separator);
        gpscore__puts(w, player_words[k]);
        gpscore__put(w, ':');
        separator = ",";
        switch (k) {
        case PLAYER_TUCKED: put_three(w, player->tucked); break;
        case PLAYER_TRACES: put_three(w, player->traces); break;
        case PLAYER_TECHS: put_techs(w, player->techs); break;
        case PLAYER_FLAGS: put_set(w, player_flag_words, 4, player->flags); break;
        case PLAYER_LIMIT: gpscore__put_number(w, player->limit); break;
        case PLAYER_PROBES: put_probes(w, player); break;
        default: gpscore__put_number(w, numbers[k]); break;
        }
    }
    if (!*separator) gpscore__put(w, '-');
}

static gpscore_status parse_three(gpscore__scanner *s, uint8_t numbers[3]) {
    for (int i = 0; i < 3; i++) {
        if (i) GPSCORE__TRY(gpscore__expect(s, '+'));
        GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_MAX_COUNT, &numbers[i]));
    }
    return GPSCORE_OK;
}

static gpscore_status parse_techs(gpscore__scanner *s, uint8_t *techs) {
    int last = -1;
    do {
        const size_t start = s->at;
        uint8_t tech;
        GPSCORE__TRY(solar__expect_small(s, 1, SOLAR_TECHS, &tech));
        GPSCORE__TRY(expect_ascending(s, start, tech, &last));
        *techs = (uint8_t)(*techs | 1u << (tech - 1));
        if (gpscore__skip_word(s, "off")) *techs = (uint8_t)(*techs | 16u << (tech - 1));
    } while (gpscore__skip(s, '+'));
    return GPSCORE_OK;
}

static gpscore_status parse_probes(gpscore__scanner *s, solar_player *player) {
    int last = -1;
    do {
        const size_t start = s->at;
        unsigned space;
        uint8_t n = 1;
        GPSCORE__TRY(solar__parse_space(s, &space));
        GPSCORE__TRY(expect_ascending(s, start, (int)space, &last));
        if (gpscore__skip(s, 'x')) GPSCORE__TRY(solar__expect_small(s, 1, SOLAR_MAX_PROBES, &n));
        for (int plane = 0; plane < 3; plane++) player->probes[plane] |= (n >> plane & 1u) << space;
    } while (gpscore__skip(s, '+'));
    return GPSCORE_OK;
}

static gpscore_status parse_player(gpscore__scanner *s, const solar_rules *rules, solar_player *player) {
    unsigned seen = 0;
    if (gpscore__skip(s, '-')) return GPSCORE_OK;
    do {
        unsigned key;
        int64_t number;
        GPSCORE__TRY(solar__expect_key(s, player_words, PLAYER_COUNT, ':', &seen, &key));
        switch (key) {
        case PLAYER_SCORE:
            GPSCORE__TRY(gpscore__expect_number(s, 0, SOLAR_MAX_SCORE, &number));
            player->score = (uint16_t)number;
            break;
        case PLAYER_CREDIT: GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_MAX_COUNT, &player->credits)); break;
        case PLAYER_ENERGY: GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_MAX_COUNT, &player->energy)); break;
        case PLAYER_CARDS: GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_MAX_COUNT, &player->cards)); break;
        case PLAYER_PUBLICITY:
            GPSCORE__TRY(solar__expect_small(s, 0, rules->board.publicity_limit, &player->publicity));
            break;
        case PLAYER_DATA:
            GPSCORE__TRY(solar__expect_small(s, 0, rules->board.data_limit, &player->data));
            break;
        case PLAYER_SIGNALS:
            GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_MAX_COUNT, &player->signals));
            break;
        case PLAYER_TUCKED: GPSCORE__TRY(parse_three(s, player->tucked)); break;
        case PLAYER_TRACES: GPSCORE__TRY(parse_three(s, player->traces)); break;
        case PLAYER_TECHS: GPSCORE__TRY(parse_techs(s, &player->techs)); break;
        case PLAYER_FLAGS: GPSCORE__TRY(parse_set(s, player_flag_words, 4, &player->flags)); break;
        case PLAYER_LIMIT: GPSCORE__TRY(expect_signed(s, -20, 20, &player->limit)); break;
        default: GPSCORE__TRY(parse_probes(s, player)); break;
        }
    } while (gpscore__skip(s, ','));
    return GPSCORE_OK;
}

/* ---- Figures -------------------------------------------------------------------------------------- */

enum { PLANET_ORBIT, PLANET_LAND, PLANET_FIRST, PLANET_DATA1, PLANET_DATA2, PLANET_COUNT };
static const char *const planet_words[PLANET_COUNT] = {"orbit", "land", "first", "data1", "data2"};

static void put_owner(gpscore__writer *w, unsigned owner) {
    if (owner == SOLAR_NEUTRAL)
        gpscore__put(w, SOLAR__NEUTRAL_LETTER);
    else
        gpscore__put_number(w, owner);
}

static gpscore_status parse_owner(gpscore__scanner *s, const solar_rules *rules, unsigned *owner) {
    uint8_t seat;
    *owner = SOLAR_NEUTRAL;
    if (gpscore__skip(s, SOLAR__NEUTRAL_LETTER)) return GPSCORE_OK;
    GPSCORE__TRY(solar__expect_small(s, 0, rules->players - 1, &seat));
    *owner = seat;
    return GPSCORE_OK;
}

/* "0x2+n": the owners of the orbiters or landers at a planet. */
static void put_owners(gpscore__writer *w, const uint8_t count[SOLAR_OWNERS], int shift) {
    const char *separator = "";
    for (unsigned o = 0; o < SOLAR_OWNERS; o++) {
        const unsigned n = count[o] >> shift & 15u;
        if (!n) continue;
        gpscore__puts(w, separator);
        put_owner(w, o);
        if (n > 1) solar__put_number(w, "x", n);
        separator = "+";
    }
}

static gpscore_status parse_owners(gpscore__scanner *s, const solar_rules *rules, uint8_t count[SOLAR_OWNERS],
                                   int shift) {
    int last = -1;
    do {
        const size_t start = s->at;
        unsigned owner;
        uint8_t n = 1;
        GPSCORE__TRY(parse_owner(s, rules, &owner));
        GPSCORE__TRY(expect_ascending(s, start, (int)owner, &last));
        if (gpscore__skip(s, 'x')) GPSCORE__TRY(solar__expect_small(s, 1, SOLAR_MAX_FIGURES, &n));
        count[owner] = (uint8_t)(count[owner] | n << shift);
    } while (gpscore__skip(s, '+'));
    return GPSCORE_OK;
}

static void put_figures(gpscore__writer *w, const solar_rules *rules, const solar_figures *figures) {
    for (int row = 0; row + 1 < rules->board.planet_count; row++) {
        const uint8_t *count = figures->count[row];
        unsigned all = 0;
        for (int o = 0; o < SOLAR_OWNERS; o++) all |= count[o];
        const unsigned there[PLANET_COUNT] = {all & 15u, all >> 4, figures->first[row],
                                              figures->data[row] & 15u, figures->data[row] >> 4};
        const char *separator = "=";
        for (int k = 0; k < PLANET_COUNT; k++) {
            if (!there[k]) continue;
            if (*separator == '=') solar__put_number(w, " p", row + 1);
            gpscore__puts(w, separator);
            gpscore__puts(w, planet_words[k]);
            gpscore__put(w, ':');
            separator = ",";
            if (k <= PLANET_LAND)
                put_owners(w, count, k == PLANET_LAND ? 4 : 0);
            else
                put_owner(w, there[k] - 1u);
        }
    }
    for (int m = 0; m < rules->board.moon_count; m++) {
        const unsigned owner = solar__moon_owner(figures, (unsigned)m);
        if (!owner) continue;
        solar__put_number(w, " m", m);
        gpscore__put(w, '=');
        put_owner(w, owner - 1u);
    }
}

static gpscore_status parse_planet_figures(gpscore__scanner *s, const solar_rules *rules, int row,
                                           solar_figures *figures) {
    unsigned seen = 0;
    do {
        unsigned key, owner;
        GPSCORE__TRY(solar__expect_key(s, planet_words, PLANET_COUNT, ':', &seen, &key));
        if (key <= PLANET_LAND) {
            GPSCORE__TRY(parse_owners(s, rules, figures->count[row], key == PLANET_LAND ? 4 : 0));
            continue;
        }
        GPSCORE__TRY(parse_owner(s, rules, &owner));
        if (key == PLANET_FIRST)
            figures->first[row] = (uint8_t)(owner + 1u);
        else
            figures->data[row] =
                (uint8_t)(figures->data[row] | (owner + 1u) << (key == PLANET_DATA2 ? 4 : 0));
    } while (gpscore__skip(s, ','));
    return GPSCORE_OK;
}

/* ---- The whole ------------------------------------------------------------------------------------ */

size_t solar_state_write(const solar_rules *rules, const solar_state *state, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const solar_head *head = &state->head;
    gpscore__puts(&w, head->phase <= SOLAR_OVER ? phase_words[head->phase] : "?");
    solar__put_key(&w, head_words[HEAD_ACTIVE], head->active);
    solar__put_key(&w, head_words[HEAD_START], head->start);
    solar__put_key(&w, head_words[HEAD_ROUND], head->round);
    solar__put_key(&w, head_words[HEAD_TURNS], head->turns);
    solar__put_key(&w, head_words[HEAD_DISCS], head->alignment & 7u);
    solar__put_number(&w, ",", head->alignment >> 3 & 7u);
    solar__put_number(&w, ",", head->alignment >> 6 & 7u);
    solar__put_key(&w, head_words[HEAD_TOKEN], head->token);
    solar__put_key(&w, head_words[HEAD_SECTORS], head->sectors);
    gpscore__puts(&w, " tiles=");
    for (int t = 0; t < SOLAR_TECHS; t++) {
        if (t) gpscore__put(&w, '/');
        put_stack(&w, head->tiles[t]);
    }
    if (head->moves | head->ring_moves) {
        solar__put_key(&w, head_words[HEAD_MOVES], head->moves);
        solar__put_number(&w, "+", head->ring_moves);
    }
    if (head->turn_limit) solar__put_key(&w, head_words[HEAD_LIMIT], head->turn_limit);
    if (head->turn) {
        gpscore__puts(&w, " flags=");
        put_turn_flags(&w, head->turn);
    }
    if (head->pending) solar__put_key(&w, head_words[HEAD_PENDING], head->pending);
    if (head->list) {
        gpscore__puts(&w, " list=");
        put_list(&w, head->list);
    }
    if (head->item) solar__put_key(&w, head_words[HEAD_ITEM], head->item);
    if (head->left) solar__put_key(&w, head_words[HEAD_LEFT], head->left);
    if (head->step) solar__put_key(&w, head_words[HEAD_STEP], head->step);
    if (head->after) {
        gpscore__puts(&w, " after=");
        put_set(&w, after_words, 3, head->after);
    }
    if (head->mark != SOLAR_NOWHERE) {
        gpscore__puts(&w, " mark=");
        solar__put_space(&w, head->mark);
    }
    for (int p = 0; p < rules->players; p++) {
        solar__put_number(&w, " player", p);
        gpscore__put(&w, '=');
        put_player(&w, &state->players[p]);
    }
    put_figures(&w, rules, &state->figures);
    return gpscore__finish(&w);
}

static gpscore_status parse_head(gpscore__scanner *s, const solar_rules *rules, unsigned key,
                                 solar_head *head) {
    const int last_seat = rules->players - 1;
    int64_t number;
    unsigned space;
    switch (key) {
    case HEAD_ACTIVE: return solar__expect_small(s, 0, last_seat, &head->active);
    case HEAD_START: return solar__expect_small(s, 0, last_seat, &head->start);
    case HEAD_ROUND: return solar__expect_small(s, 0, rules->rounds - 1, &head->round);
    case HEAD_TURNS:
        GPSCORE__TRY(gpscore__expect_number(s, 0, UINT32_MAX, &number));
        head->turns = (uint32_t)number;
        return GPSCORE_OK;
    case HEAD_DISCS:
        for (int disc = 0; disc < SOLAR_DISCS; disc++) {
            uint8_t offset;
            if (disc) GPSCORE__TRY(gpscore__expect(s, ','));
            GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_SECTORS - 1, &offset));
            head->alignment = (uint16_t)(head->alignment | offset << (3 * disc));
        }
        return GPSCORE_OK;
    case HEAD_TOKEN: return solar__expect_small(s, 0, SOLAR_DISCS - 1, &head->token);
    case HEAD_SECTORS: return solar__expect_small(s, 0, SOLAR__ORDERS - 1, &head->sectors);
    case HEAD_TILES:
        for (int t = 0; t < SOLAR_TECHS; t++) {
            if (t) GPSCORE__TRY(gpscore__expect(s, '/'));
            GPSCORE__TRY(parse_stack(s, &head->tiles[t]));
        }
        return GPSCORE_OK;
    case HEAD_MOVES:
        GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_MAX_COUNT, &head->moves));
        GPSCORE__TRY(gpscore__expect(s, '+'));
        return solar__expect_small(s, 0, SOLAR_MAX_COUNT, &head->ring_moves);
    case HEAD_LIMIT: return expect_signed(s, -20, 20, &head->turn_limit);
    case HEAD_FLAGS: return parse_turn_flags(s, &head->turn);
    case HEAD_PENDING: return solar__expect_small(s, 0, last_seat, &head->pending);
    case HEAD_LIST: return parse_list(s, rules, &head->list);
    case HEAD_ITEM: return solar__expect_small(s, 0, SOLAR_MAX_REWARDS - 1, &head->item);
    case HEAD_LEFT: return solar__expect_small(s, 0, UINT8_MAX, &head->left);
    case HEAD_STEP: return solar__expect_small(s, 0, SOLAR_TECHS - 1, &head->step);
    case HEAD_AFTER: return parse_set(s, after_words, 3, &head->after);
    default:
        GPSCORE__TRY(solar__parse_space(s, &space));
        head->mark = (uint8_t)space;
        return GPSCORE_OK;
    }
}

/* The number in the name of a player, planet or moon that was not met before. */
static gpscore_status parse_numbered(gpscore__scanner *s, size_t start, int low, int high, unsigned *seen,
                                     uint8_t *number) {
    GPSCORE__TRY(solar__expect_small(s, low, high, number));
    if (*seen >> *number & 1u) return gpscore__fail_at(s, start, GPSCORE_PARSE_DUPLICATE, 0, 0);
    *seen |= 1u << *number;
    return gpscore__expect(s, '=');
}

gpscore_status solar_state_parse(const solar_rules *rules, const char *text, size_t length,
                                 solar_state *state, gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    solar_state made = {0};
    unsigned seen = 0, players = 0, planets = 0, moons = 0, key;
    made.head.rules = rules->fingerprint;
    made.head.mark = SOLAR_NOWHERE;
    GPSCORE__TRY(solar__expect_choice(&s, phase_words, SOLAR_OVER + 1, &key));
    made.head.phase = (uint8_t)key;
    while (gpscore__skip(&s, ' ')) {
        const size_t start = s.at;
        uint8_t number;
        unsigned owner;
        if (gpscore__skip_word(&s, "player")) {
            GPSCORE__TRY(parse_numbered(&s, start, 0, rules->players - 1, &players, &number));
            GPSCORE__TRY(parse_player(&s, rules, &made.players[number]));
        } else if (gpscore__skip_word(&s, "p")) {
            GPSCORE__TRY(parse_numbered(&s, start, 1, rules->board.planet_count - 1, &planets, &number));
            GPSCORE__TRY(parse_planet_figures(&s, rules, number - 1, &made.figures));
        } else if (gpscore__skip_word(&s, "m")) {
            GPSCORE__TRY(parse_numbered(&s, start, 0, rules->board.moon_count - 1, &moons, &number));
            GPSCORE__TRY(parse_owner(&s, rules, &owner));
            solar__set_moon(&made.figures, number, owner + 1u);
        } else {
            GPSCORE__TRY(solar__expect_key(&s, head_words, HEAD_COUNT, '=', &seen, &key));
            GPSCORE__TRY(parse_head(&s, rules, key, &made.head));
        }
    }
    GPSCORE__TRY(gpscore__expect_end(&s));
    solar_derive(rules, &made);
    const uint32_t problems = solar_validate(rules, &made);
    if (problems) return gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0);
    *state = made;
    return GPSCORE_OK;
}

#endif
