/* Solar: the words of actions. */
#include "solar_text.h"

#ifndef GPSCORE_NO_TEXT

enum { FIRST_KIND = SOLAR_ALIGN, FIRST_EFFECT = SOLAR_E_CHANGE, LAST_KIND = SOLAR_E_RESOLVED };
enum { KINDS = LAST_KIND - FIRST_KIND + 1 };

/* By kind. Those of effects stand behind "e:". */
static const char *const kind_words[KINDS] = {
    "align",        "order",        "tile", "launch", "move",     "orbit",      "land",
    "moon",         "research",     "pass", "end",    "take",     "income",     "trace",
    "card-move",    "exchange",     "buy",  "org",    "org-done", "change",     "moves",
    "launch",       "orbit",        "land", "moon",   "tech",     "rotate",     "limit",
    "no-asteroids", "move-instead", "put",  "remove", "main",     "next-round", "resolved"};
static const char *const way_words[] = {"cw", "ccw", "out", "in"};
static const char *const income_words[] = {"credit", "energy", "card", "no"};
static const char *const figure_words[] = {"probe", "orbit", "land", "moon"};
static const char *const resource_words[SOLAR_RESOURCES] = {
    "credit",       "energy",     "card",   "publicity",     "data",          "score",      "red-trace",
    "yellow-trace", "blue-trace", "signal", "income-credit", "income-energy", "income-card"};

static unsigned field(uint32_t parameters, unsigned low, unsigned bits) {
    return (unsigned)(parameters >> low & ((1u << bits) - 1u));
}

static int signed_byte(unsigned byte) { return byte < 128 ? (int)byte : (int)byte - 256; }

static void put_word(gpscore__writer *w, const char *word) {
    gpscore__put(w, ':');
    gpscore__puts(w, word);
}

/* ":p4@5/1": the planet, where a probe goes to an owned one from, the data space. */
static void put_target(gpscore__writer *w, uint32_t parameters, unsigned data) {
    solar__put_number(w, ":p", field(parameters, 0, 4));
    if (field(parameters, 4, 3)) solar__put_number(w, "@", field(parameters, 4, 3));
    if (data) solar__put_number(w, "/", data);
}

/* ":w0:orbit:p3/1" of PUT and REMOVE. */
static void put_figure(gpscore__writer *w, uint32_t parameters) {
    const unsigned owner = field(parameters, 8, 3), where = field(parameters, 14, 2);
    const unsigned place = field(parameters, 0, 5), space = field(parameters, 11, 2);
    if (owner == SOLAR_NEUTRAL) {
        gpscore__put(w, ':');
        gpscore__put(w, SOLAR__NEUTRAL_LETTER);
    } else {
        solar__put_number(w, ":w", owner);
    }
    put_word(w, figure_words[where]);
    if (where == SOLAR__AT_SPACE) {
        gpscore__put(w, ':');
        solar__put_space(w, place);
    } else {
        solar__put_number(w, where == SOLAR__AT_MOON ? ":m" : ":p", place);
        if (space) solar__put_number(w, "/", space);
    }
}

static void put_effect(gpscore__writer *w, unsigned kind, uint32_t parameters) {
    const unsigned player = field(parameters, 8, 2), n = field(parameters, 16, 8);
    const int with_player =
        kind == SOLAR_E_CHANGE || (kind >= SOLAR_E_LAUNCH && kind <= SOLAR_E_TECH) || kind == SOLAR_E_LIMIT;
    if (with_player) solar__put_number(w, ":w", player);
    switch (kind) {
    case SOLAR_E_CHANGE:
        put_word(w, resource_words[field(parameters, 4, 4)]);
        solar__put_number(w, field(parameters, 10, 1) ? "-" : "+", n);
        break;
    case SOLAR_E_MOVES:
        solar__put_number(w, ":", field(parameters, 0, 8));
        if (field(parameters, 8, 1)) put_word(w, "ring");
        break;
    case SOLAR_E_LAUNCH:
        if (parameters & 1u) put_word(w, "ignore");
        break;
    case SOLAR_E_ORBIT: put_target(w, parameters, 0); break;
    case SOLAR_E_LAND:
        put_target(w, parameters, field(parameters, 10, 2));
        if (field(parameters, 12, 1)) put_word(w, "again");
        break;
    case SOLAR_E_LAND_MOON:
        solar__put_number(w, ":m", field(parameters, 0, 4));
        if (field(parameters, 12, 1)) put_word(w, "again");
        break;
    case SOLAR_E_TECH:
        if (parameters & 1u) put_word(w, "rotate");
        break;
    case SOLAR_E_LIMIT:
        solar__put_number(w, signed_byte(n) > 0 ? ":+" : ":", signed_byte(n));
        if (field(parameters, 10, 1)) put_word(w, "turn");
        break;
    case SOLAR_E_PUT:
    case SOLAR_E_REMOVE: put_figure(w, parameters); break;
    case SOLAR_E_RESOLVED:
        if (parameters) put_word(w, solar__colour_words[parameters]);
        break;
    default: break;
    }
}

size_t solar_action_write(gpscore_action action, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const unsigned kind = GPSCORE_ACTION_KIND(action);
    const uint32_t parameters = action & 0xffffffu;
    if (!solar__is_action(action)) {
        solar__put_number(&w, "action:", action);
        return gpscore__finish(&w);
    }
    if (kind >= FIRST_EFFECT) gpscore__puts(&w, "e:");
    gpscore__puts(&w, kind_words[kind - FIRST_KIND]);
    switch (kind) {
    case SOLAR_ALIGN:
    case SOLAR_ORDER:
    case SOLAR_TILE: solar__put_number(&w, ":", parameters); break;
    case SOLAR_LAUNCH:
    case SOLAR_RESEARCH:
        if (parameters) put_word(&w, "tile");
        break;
    case SOLAR_MOVE:
        gpscore__put(&w, ':');
        solar__put_space(&w, field(parameters, 0, 5));
        gpscore__put(&w, '>');
        gpscore__puts(&w, way_words[field(parameters, 5, 2)]);
        if (field(parameters, 7, 1)) gpscore__puts(&w, "+move");
        break;
    case SOLAR_ORBIT: put_target(&w, parameters, 0); break;
    case SOLAR_LAND: put_target(&w, parameters, field(parameters, 8, 2)); break;
    case SOLAR_LAND_MOON: solar__put_number(&w, ":m", parameters); break;
    case SOLAR_TAKE_TECH: solar__put_number(&w, ":", (int64_t)parameters + 1); break;
    case SOLAR_INCOME: put_word(&w, income_words[parameters]); break;
    case SOLAR_TRACE: put_word(&w, solar__colour_words[parameters]); break;
    case SOLAR_EXCHANGE:
        put_word(&w, income_words[solar__exchange_from(parameters)]);
        gpscore__put(&w, '>');
        gpscore__puts(&w, income_words[solar__exchange_to(parameters)]);
        break;
    case SOLAR_ORG:
        if (parameters) solar__put_number(&w, ":", (int64_t)parameters + 1);
        break;
    default: put_effect(&w, kind, parameters); break;
    }
    return gpscore__finish(&w);
}

/* A colon or blanks between two parts. */
static void skip_colon(gpscore__scanner *s) {
    gpscore__skip_blanks(s);
    gpscore__skip(s, ':');
    gpscore__skip_blanks(s);
}

/* Whether another part follows; steps to it. */
static int more(gpscore__scanner *s) {
    gpscore__skip_blanks(s);
    if (s->at >= s->length) return 0;
    skip_colon(s);
    return 1;
}

/* A number with a letter or a sign before it, added to the parameters. */
static gpscore_status parse_part(gpscore__scanner *s, char letter, int64_t low, int64_t high, unsigned shift,
                                 uint32_t *parameters) {
    int64_t number;
    if (letter) GPSCORE__TRY(gpscore__expect(s, letter));
    GPSCORE__TRY(gpscore__expect_number(s, low, high, &number));
    *parameters |= (uint32_t)number << shift;
    return GPSCORE_OK;
}

/* One of some words, added to the parameters as its index. */
static gpscore_status parse_word(gpscore__scanner *s, const char *const *words, int count, unsigned shift,
                                 uint32_t *parameters) {
    unsigned index;
    GPSCORE__TRY(solar__expect_choice(s, words, count, &index));
    *parameters |= (uint32_t)index << shift;
    return GPSCORE_OK;
}

/* A word that may be left out, which sets a bit. */
static gpscore_status parse_flag(gpscore__scanner *s, const char *word, unsigned bit, uint32_t *parameters) {
    if (!more(s)) return GPSCORE_OK;
    if (!gpscore__skip_word(s, word)) return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
    *parameters |= 1u << bit;
    return GPSCORE_OK;
}

static gpscore_status parse_move(gpscore__scanner *s, uint32_t *parameters) {
    unsigned space;
    GPSCORE__TRY(solar__parse_space(s, &space));
    *parameters = space;
    gpscore__skip_blanks(s);
    gpscore__skip(s, '>');
    gpscore__skip_blanks(s);
    GPSCORE__TRY(parse_word(s, way_words, 4, 5, parameters));
    gpscore__skip_blanks(s);
    if (!gpscore__skip(s, '+')) return GPSCORE_OK;
    gpscore__skip_blanks(s);
    if (!gpscore__skip_word(s, "move")) return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
    *parameters |= 0x80u;
    return GPSCORE_OK;
}

/* A planet, with the data space where *data_shift* says, which is 0 for an orbit. */
static gpscore_status parse_target(gpscore__scanner *s, unsigned data_shift, uint32_t *parameters) {
    GPSCORE__TRY(parse_part(s, 'p', 1, SOLAR_MAX_PLANETS - 1, 0, parameters));
    if (gpscore__skip(s, '@')) GPSCORE__TRY(parse_part(s, 0, 0, SOLAR_SECTORS - 1, 4, parameters));
    if (data_shift && gpscore__skip(s, '/')) GPSCORE__TRY(parse_part(s, 0, 1, 2, data_shift, parameters));
    return GPSCORE_OK;
}

static gpscore_status parse_exchange(gpscore__scanner *s, uint32_t *parameters) {
    unsigned from, to;
    GPSCORE__TRY(solar__expect_choice(s, income_words, 3, &from));
    gpscore__skip_blanks(s);
    GPSCORE__TRY(gpscore__expect(s, '>'));
    gpscore__skip_blanks(s);
    const size_t start = s->at;
    GPSCORE__TRY(solar__expect_choice(s, income_words, 3, &to));
    for (unsigned i = 0; i < SOLAR__EXCHANGES; i++) {
        if (solar__exchange_from(i) != from || solar__exchange_to(i) != to) continue;
        *parameters = i;
        return GPSCORE_OK;
    }
    return gpscore__fail_at(s, start, GPSCORE_PARSE_WORD, 0, 0);
}

static gpscore_status parse_figure(gpscore__scanner *s, uint32_t *parameters) {
    unsigned where;
    if (gpscore__skip(s, SOLAR__NEUTRAL_LETTER))
        *parameters = (uint32_t)SOLAR_NEUTRAL << 8;
    else
        GPSCORE__TRY(parse_part(s, 'w', 0, SOLAR_MAX_PLAYERS - 1, 8, parameters));
    skip_colon(s);
    GPSCORE__TRY(solar__expect_choice(s, figure_words, 4, &where));
    *parameters |= (uint32_t)where << 14;
    skip_colon(s);
    if (where == SOLAR__AT_SPACE) {
        unsigned space;
        GPSCORE__TRY(solar__parse_space(s, &space));
        *parameters |= space;
        return GPSCORE_OK;
    }
    if (where == SOLAR__AT_MOON) return parse_part(s, 'm', 0, SOLAR_MAX_MOONS - 1, 0, parameters);
    GPSCORE__TRY(parse_part(s, 'p', 1, SOLAR_MAX_PLANETS - 1, 0, parameters));
    return gpscore__skip(s, '/') ? parse_part(s, 0, 1, 2, 11, parameters) : GPSCORE_OK;
}

static gpscore_status parse_sign(gpscore__scanner *s, int *minus) {
    *minus = gpscore__skip(s, '-');
    return *minus ? GPSCORE_OK : gpscore__expect(s, '+');
}

static gpscore_status parse_effect(gpscore__scanner *s, unsigned kind, uint32_t *parameters) {
    int64_t number;
    int minus;
    if (kind == SOLAR_E_CHANGE || (kind >= SOLAR_E_LAUNCH && kind <= SOLAR_E_TECH) || kind == SOLAR_E_LIMIT) {
        skip_colon(s);
        GPSCORE__TRY(parse_part(s, 'w', 0, SOLAR_MAX_PLAYERS - 1, 8, parameters));
    }
    switch (kind) {
    case SOLAR_E_CHANGE:
        skip_colon(s);
        GPSCORE__TRY(parse_word(s, resource_words, SOLAR_RESOURCES, 4, parameters));
        gpscore__skip_blanks(s);
        GPSCORE__TRY(parse_sign(s, &minus));
        *parameters |= (uint32_t)minus << 10;
        return parse_part(s, 0, 1, UINT8_MAX, 16, parameters);
    case SOLAR_E_MOVES:
        skip_colon(s);
        GPSCORE__TRY(parse_part(s, 0, 1, UINT8_MAX, 0, parameters));
        return parse_flag(s, "ring", 8, parameters);
    case SOLAR_E_LAUNCH: return parse_flag(s, "ignore", 0, parameters);
    case SOLAR_E_ORBIT: skip_colon(s); return parse_target(s, 0, parameters);
    case SOLAR_E_LAND:
        skip_colon(s);
        GPSCORE__TRY(parse_target(s, 10, parameters));
        return parse_flag(s, "again", 12, parameters);
    case SOLAR_E_LAND_MOON:
        skip_colon(s);
        GPSCORE__TRY(parse_part(s, 'm', 0, SOLAR_MAX_MOONS - 1, 0, parameters));
        return parse_flag(s, "again", 12, parameters);
    case SOLAR_E_TECH: return parse_flag(s, "rotate", 0, parameters);
    case SOLAR_E_LIMIT:
        skip_colon(s);
        GPSCORE__TRY(parse_sign(s, &minus));
        GPSCORE__TRY(gpscore__expect_number(s, 1, minus ? 128 : 127, &number));
        *parameters |= (uint32_t)((minus ? -number : number) & 0xff) << 16;
        return parse_flag(s, "turn", 10, parameters);
    case SOLAR_E_PUT:
    case SOLAR_E_REMOVE: skip_colon(s); return parse_figure(s, parameters);
    case SOLAR_E_RESOLVED: return more(s) ? parse_word(s, solar__colour_words, 3, 0, parameters) : GPSCORE_OK;
    default: return GPSCORE_OK;
    }
}

static gpscore_status parse_parameters(gpscore__scanner *s, unsigned kind, uint32_t *parameters) {
    switch (kind) {
    case SOLAR_ALIGN: skip_colon(s); return parse_part(s, 0, 0, SOLAR_SECTORS - 1, 0, parameters);
    case SOLAR_ORDER: skip_colon(s); return parse_part(s, 0, 0, SOLAR__ORDERS - 1, 0, parameters);
    case SOLAR_TILE: skip_colon(s); return parse_part(s, 0, 0, SOLAR_TILES - 1, 0, parameters);
    case SOLAR_LAUNCH:
    case SOLAR_RESEARCH: return parse_flag(s, "tile", 0, parameters);
    case SOLAR_MOVE: skip_colon(s); return parse_move(s, parameters);
    case SOLAR_ORBIT: skip_colon(s); return parse_target(s, 0, parameters);
    case SOLAR_LAND: skip_colon(s); return parse_target(s, 8, parameters);
    case SOLAR_LAND_MOON: skip_colon(s); return parse_part(s, 'm', 0, SOLAR_MAX_MOONS - 1, 0, parameters);
    case SOLAR_TAKE_TECH:
    case SOLAR_ORG: {
        int64_t tech = 1;
        if (kind == SOLAR_TAKE_TECH || more(s)) {
            skip_colon(s);
            GPSCORE__TRY(gpscore__expect_number(s, 1, SOLAR_TECHS, &tech));
        }
        *parameters = (uint32_t)tech - 1u;
        return GPSCORE_OK;
    }
    case SOLAR_INCOME: skip_colon(s); return parse_word(s, income_words, 4, 0, parameters);
    case SOLAR_TRACE: skip_colon(s); return parse_word(s, solar__colour_words, 3, 0, parameters);
    case SOLAR_EXCHANGE: skip_colon(s); return parse_exchange(s, parameters);
    default: return parse_effect(s, kind, parameters);
    }
}

/* The word of a kind; "org" is not the beginning of "org-done". */
static int skip_kind(gpscore__scanner *s, const char *word) {
    const size_t start = s->at;
    if (gpscore__skip_word(s, word) && (s->at == s->length || s->text[s->at] != '-')) return 1;
    s->at = start;
    return 0;
}

gpscore_status solar_action_parse(const solar_rules *rules, const solar_state *state, const char *text,
                                  size_t length, gpscore_action *action, gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    uint32_t parameters = 0;
    (void)rules;
    (void)state;
    gpscore__skip_blanks(&s);
    const int effect = gpscore__skip_word(&s, "e");
    if (effect) skip_colon(&s);
    unsigned kind = effect ? FIRST_EFFECT : FIRST_KIND;
    const unsigned end = effect ? LAST_KIND + 1 : FIRST_EFFECT;
    while (kind < end && !skip_kind(&s, kind_words[kind - FIRST_KIND])) kind++;
    if (kind == end) return gpscore__unexpected(&s, GPSCORE_PARSE_WORD);
    GPSCORE__TRY(parse_parameters(&s, kind, &parameters));
    gpscore__skip_blanks(&s);
    GPSCORE__TRY(gpscore__expect_end(&s));
    *action = SOLAR_ACTION(kind, parameters);
    return GPSCORE_OK;
}

#endif
