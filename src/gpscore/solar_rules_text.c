/* Solar: the one-line text forms of rules and board. */
#include "solar_text.h"

#ifndef GPSCORE_NO_TEXT

const char *const solar__colour_words[4] = {"red", "yellow", "blue", "black"};

/* ---- Board ---------------------------------------------------------------------------------------- */

/* By solar_reward_kind; s- are signals, t- traces. */
static const char *const reward_words[SOLAR_REWARD_KINDS] = {
    "nothing", "vp",    "c",      "e",        "p",       "d",     "random",   "card",   "income",
    "s-here",  "s-red", "s-blue", "s-yellow", "s-black", "t-red", "t-yellow", "t-blue", "t-any"};

enum { COST_COUNT = 12 };
static const char *const cost_words[COST_COUNT] = {"launch_credit",  "orbit_credit",       "orbit_energy",
                                                   "land_energy",    "orbiter_discount",   "tech3_discount",
                                                   "asteroid_moves", "research_publicity", "publicity_limit",
                                                   "data_limit",     "probe_limit",        "hand_limit"};

static uint8_t *cost(solar_board *board, int i) {
    uint8_t *const costs[COST_COUNT] = {
        &board->launch_credit,    &board->orbit_credit,   &board->orbit_energy,   &board->land_energy,
        &board->orbiter_discount, &board->tech3_discount, &board->asteroid_moves, &board->research_publicity,
        &board->publicity_limit,  &board->data_limit,     &board->probe_limit,    &board->hand_limit};
    return costs[i];
}

static void put_cells(gpscore__writer *w, const solar_board *board) {
    static const char contents[] = ".eac";
    for (int layer = 0; layer < SOLAR_LAYERS; layer++) {
        int rings = SOLAR_RINGS;
        while (rings > 1) {
            unsigned any = 0;
            for (int x = 0; x < SOLAR_SECTORS; x++) any |= board->cells[layer][rings - 1][x];
            if (any) break;
            rings--;
        }
        if (layer) gpscore__put(w, '/');
        for (int ring = 0; ring < rings; ring++) {
            if (ring) gpscore__put(w, ',');
            for (int x = 0; x < SOLAR_SECTORS; x++) {
                const unsigned cell = board->cells[layer][ring][x];
                gpscore__put(w, cell < SOLAR_PLANET ? contents[cell] : (char)('A' + (cell - SOLAR_PLANET)));
            }
        }
    }
}

static void put_rewards(gpscore__writer *w, const solar_reward *rewards, int count) {
    if (count == 0) gpscore__put(w, '-');
    for (int i = 0; i < count; i++) {
        if (i) gpscore__put(w, '+');
        gpscore__put_number(w, rewards[i].n);
        gpscore__puts(w, reward_words[rewards[i].kind]);
    }
}

static void put_planet(gpscore__writer *w, const solar_planet *planet) {
    gpscore__puts(w, planet->name);
    if (planet->flags & SOLAR_PLANET_OWNED) gpscore__put(w, '*');
    gpscore__put(w, '/');
    gpscore__put_number(w, planet->first_orbit);
    gpscore__put(w, '/');
    if (planet->data_spaces == 0) gpscore__put(w, '-');
    for (int i = 0; i < planet->data_spaces; i++) {
        if (i) gpscore__put(w, '+');
        gpscore__put_number(w, planet->data[i]);
    }
    gpscore__put(w, '/');
    put_rewards(w, planet->orbit, planet->orbit_count);
    gpscore__put(w, '/');
    put_rewards(w, planet->land, planet->land_count);
}

static void put_board(gpscore__writer *w, const solar_board *board) {
    solar_board costs = *board;
    put_cells(w, board);
    for (int i = 0; i < COST_COUNT; i++) {
        gpscore__put(w, i ? ',' : ';');
        gpscore__puts(w, cost_words[i]);
        gpscore__put(w, ':');
        gpscore__put_number(w, *cost(&costs, i));
    }
    for (int p = 0; p < board->planet_count; p++) {
        gpscore__put(w, p ? ',' : ';');
        put_planet(w, &board->planets[p]);
    }
    if (board->moon_count == 0) gpscore__puts(w, ";-");
    for (int m = 0; m < board->moon_count; m++) {
        const solar_moon *moon = &board->moons[m];
        gpscore__put(w, m ? ',' : ';');
        gpscore__puts(w, moon->name);
        gpscore__put(w, '/');
        gpscore__put(w, (char)('A' + moon->planet));
        gpscore__put(w, '/');
        put_rewards(w, moon->land, moon->land_count);
    }
    for (int i = 0; i < 8; i++) {
        const solar_star *star = &board->stars[i >> 1][i & 1];
        gpscore__put(w, i ? ',' : ';');
        gpscore__puts(w, star->name);
        gpscore__put(w, '/');
        gpscore__puts(w, solar__colour_words[star->colour]);
        gpscore__put(w, '/');
        gpscore__put_number(w, star->data);
    }
}

/* A planet by its letter. */
static gpscore_status parse_letter(gpscore__scanner *s, uint8_t *planet) {
    if (s->at >= s->length || s->text[s->at] < 'A' || s->text[s->at] >= 'A' + SOLAR_MAX_PLANETS) {
        return gpscore__unexpected(s, GPSCORE_PARSE_CHARACTER);
    }
    *planet = (uint8_t)(s->text[s->at++] - 'A');
    return GPSCORE_OK;
}

static gpscore_status parse_cells(gpscore__scanner *s, solar_board *board) {
    for (int layer = 0; layer < SOLAR_LAYERS; layer++) {
        int ring = 0;
        if (layer) GPSCORE__TRY(gpscore__expect(s, '/'));
        do {
            for (int x = 0; x < SOLAR_SECTORS; x++) {
                uint8_t cell = SOLAR_HOLE;
                if (gpscore__skip(s, 'e'))
                    cell = SOLAR_EMPTY;
                else if (gpscore__skip(s, 'a'))
                    cell = SOLAR_ASTEROID;
                else if (gpscore__skip(s, 'c'))
                    cell = SOLAR_COMET;
                else if (!gpscore__skip(s, '.')) {
                    GPSCORE__TRY(parse_letter(s, &cell));
                    cell = (uint8_t)(cell + SOLAR_PLANET);
                }
                board->cells[layer][ring][x] = cell;
            }
        } while (++ring < SOLAR_RINGS && gpscore__skip(s, ','));
    }
    return GPSCORE_OK;
}

static gpscore_status parse_name(gpscore__scanner *s, char *name) {
    const size_t start = s->at;
    while (s->at < s->length) {
        const char c = s->text[s->at];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) break;
        /* The last byte is the NUL. */
        if (s->at - start == SOLAR_NAME - 1) return gpscore__unexpected(s, GPSCORE_PARSE_CHARACTER);
        name[s->at - start] = c;
        s->at++;
    }
    return s->at == start ? gpscore__unexpected(s, GPSCORE_PARSE_WORD) : GPSCORE_OK;
}

static gpscore_status parse_rewards(gpscore__scanner *s, solar_reward *rewards, uint8_t *count) {
    if (gpscore__skip(s, '-')) return GPSCORE_OK;
    do {
        unsigned kind;
        if (*count == SOLAR_MAX_REWARDS) {
            /* Behind the last that fits, only something else than "+" can stand. */
            s->at--;
            return gpscore__unexpected(s, GPSCORE_PARSE_CHARACTER);
        }
        GPSCORE__TRY(solar__expect_small(s, 1, UINT8_MAX, &rewards[*count].n));
        GPSCORE__TRY(solar__expect_choice(s, reward_words + 1, SOLAR_REWARD_KINDS - 1, &kind));
        rewards[*count].kind = (uint8_t)(kind + 1u);
        (*count)++;
    } while (gpscore__skip(s, '+'));
    return GPSCORE_OK;
}

static gpscore_status parse_planet(gpscore__scanner *s, solar_planet *planet) {
    GPSCORE__TRY(parse_name(s, planet->name));
    if (gpscore__skip(s, '*')) planet->flags = SOLAR_PLANET_OWNED;
    GPSCORE__TRY(gpscore__expect(s, '/'));
    GPSCORE__TRY(solar__expect_small(s, 0, UINT8_MAX, &planet->first_orbit));
    GPSCORE__TRY(gpscore__expect(s, '/'));
    if (!gpscore__skip(s, '-')) {
        do {
            GPSCORE__TRY(solar__expect_small(s, 0, UINT8_MAX, &planet->data[planet->data_spaces]));
        } while (++planet->data_spaces < 2 && gpscore__skip(s, '+'));
    }
    GPSCORE__TRY(gpscore__expect(s, '/'));
    GPSCORE__TRY(parse_rewards(s, planet->orbit, &planet->orbit_count));
    GPSCORE__TRY(gpscore__expect(s, '/'));
    return parse_rewards(s, planet->land, &planet->land_count);
}

static gpscore_status parse_moon(gpscore__scanner *s, solar_moon *moon) {
    GPSCORE__TRY(parse_name(s, moon->name));
    GPSCORE__TRY(gpscore__expect(s, '/'));
    GPSCORE__TRY(parse_letter(s, &moon->planet));
    GPSCORE__TRY(gpscore__expect(s, '/'));
    return parse_rewards(s, moon->land, &moon->land_count);
}

static gpscore_status parse_star(gpscore__scanner *s, solar_star *star) {
    unsigned colour;
    GPSCORE__TRY(parse_name(s, star->name));
    GPSCORE__TRY(gpscore__expect(s, '/'));
    GPSCORE__TRY(solar__expect_choice(s, solar__colour_words, 4, &colour));
    star->colour = (uint8_t)colour;
    GPSCORE__TRY(gpscore__expect(s, '/'));
    return solar__expect_small(s, 0, UINT8_MAX, &star->data);
}

static gpscore_status parse_board(gpscore__scanner *s, solar_board *board) {
    static const solar_board empty = {0};
    *board = empty;
    GPSCORE__TRY(parse_cells(s, board));
    for (int i = 0; i < COST_COUNT; i++) {
        GPSCORE__TRY(gpscore__expect(s, i ? ',' : ';'));
        if (!gpscore__skip_word(s, cost_words[i])) return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
        GPSCORE__TRY(gpscore__expect(s, ':'));
        GPSCORE__TRY(solar__expect_small(s, 0, UINT8_MAX, cost(board, i)));
    }
    GPSCORE__TRY(gpscore__expect(s, ';'));
    do {
        GPSCORE__TRY(parse_planet(s, &board->planets[board->planet_count]));
    } while (++board->planet_count < SOLAR_MAX_PLANETS && gpscore__skip(s, ','));
    GPSCORE__TRY(gpscore__expect(s, ';'));
    if (!gpscore__skip(s, '-')) {
        do {
            GPSCORE__TRY(parse_moon(s, &board->moons[board->moon_count]));
        } while (++board->moon_count < SOLAR_MAX_MOONS && gpscore__skip(s, ','));
    }
    for (int i = 0; i < 8; i++) {
        GPSCORE__TRY(gpscore__expect(s, i ? ',' : ';'));
        GPSCORE__TRY(parse_star(s, &board->stars[i >> 1][i & 1]));
    }
    return GPSCORE_OK;
}

/* ---- Rules ---------------------------------------------------------------------------------------- */

/* The keys of the rules text in the order they are written. */
enum {
    KEY_PLAYERS,
    KEY_HOST,
    KEY_ROUNDS,
    KEY_PLUTO,
    KEY_ORGANISATIONS,
    KEY_TRACE_POINTS,
    KEY_SIGNAL_POINTS,
    KEY_PUSH_TECH2,
    KEY_BOARD,
    KEY_COUNT
};
static const char *const key_words[KEY_COUNT] = {"players",       "host",          "rounds",
                                                 "pluto",         "organisations", "trace_points",
                                                 "signal_points", "push_tech2",    "board"};
static const char *const host_words[] = {"alone", "embedded"};
static const char *const organisation_words[SOLAR_ORGANISATIONS] = {
    "none", "orbital_dynamics", "fenwick", "turing", "sentinel", "xenolab", "helion"};

size_t solar_rules_write(const solar_rules *rules, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    gpscore__puts(&w, "solar");
    solar__put_key(&w, key_words[KEY_PLAYERS], rules->players);
    gpscore__puts(&w, " host=");
    gpscore__puts(&w, host_words[rules->embedded]);
    solar__put_key(&w, key_words[KEY_ROUNDS], rules->rounds);
    gpscore__puts(&w, " pluto=");
    for (int p = 0; p < rules->players; p++) {
        if (p) gpscore__put(&w, ',');
        gpscore__put_number(&w, rules->pluto[p]);
    }
    gpscore__puts(&w, " organisations=");
    for (int p = 0; p < rules->players; p++) {
        if (p) gpscore__put(&w, ',');
        gpscore__puts(&w, organisation_words[rules->organisation[p]]);
    }
    solar__put_key(&w, key_words[KEY_TRACE_POINTS], rules->trace_points);
    solar__put_key(&w, key_words[KEY_SIGNAL_POINTS], rules->signal_points);
    solar__put_key(&w, key_words[KEY_PUSH_TECH2], rules->push_tech2);
    gpscore__puts(&w, " board=");
    if (rules->standard_board)
        gpscore__puts(&w, "standard");
    else
        put_board(&w, &rules->board);
    return gpscore__finish(&w);
}

/* A list with an entry for each seat, and where it stands. */
typedef struct seat_list {
    size_t at;
    int count;
} seat_list;

static gpscore_status parse_seats(gpscore__scanner *s, int organisations, int64_t *values, seat_list *list) {
    list->at = s->at;
    do {
        unsigned index = 0;
        if (list->count == SOLAR_MAX_PLAYERS) {
            return gpscore__fail_at(s, list->at, GPSCORE_PARSE_COUNT, SOLAR_MAX_PLAYERS + 1,
                                    SOLAR_MAX_PLAYERS);
        }
        if (organisations) {
            GPSCORE__TRY(solar__expect_choice(s, organisation_words, SOLAR_ORGANISATIONS, &index));
            values[list->count] = index;
        } else {
            GPSCORE__TRY(gpscore__expect_number(s, 0, 1, &values[list->count]));
        }
        list->count++;
    } while (gpscore__skip(s, ','));
    return GPSCORE_OK;
}

static gpscore_status parse_option(gpscore__scanner *s, unsigned key, solar_options *options,
                                   solar_board *board, seat_list lists[2]) {
    int64_t *const numbers[KEY_COUNT] = {[KEY_PLAYERS] = &options->players,
                                         [KEY_ROUNDS] = &options->rounds,
                                         [KEY_TRACE_POINTS] = &options->trace_points,
                                         [KEY_SIGNAL_POINTS] = &options->signal_points,
                                         [KEY_PUSH_TECH2] = &options->push_tech2};
    unsigned index;
    switch (key) {
    case KEY_HOST:
        GPSCORE__TRY(solar__expect_choice(s, host_words, 2, &index));
        options->embedded = index;
        return GPSCORE_OK;
    case KEY_PLUTO: return parse_seats(s, 0, options->pluto, &lists[0]);
    case KEY_ORGANISATIONS: return parse_seats(s, 1, options->organisation, &lists[1]);
    case KEY_PUSH_TECH2: return gpscore__expect_number(s, 0, 1, numbers[key]);
    case KEY_BOARD:
        if (gpscore__skip_word(s, "standard")) return GPSCORE_OK;
        options->board = board;
        return parse_board(s, board);
    default: return gpscore__expect_number(s, 0, UINT32_MAX, numbers[key]);
    }
}

gpscore_status solar_rules_parse(const char *text, size_t length, solar_rules *rules, gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    solar_board board;
    seat_list lists[2] = {{0, 0}, {0, 0}};
    unsigned seen = 0;
    if (!gpscore__skip_word(&s, "solar")) return gpscore__unexpected(&s, GPSCORE_PARSE_WORD);
    while (gpscore__skip(&s, ' ')) {
        unsigned key;
        GPSCORE__TRY(solar__expect_key(&s, key_words, KEY_COUNT, '=', &seen, &key));
        GPSCORE__TRY(parse_option(&s, key, &options, &board, lists));
    }
    GPSCORE__TRY(gpscore__expect_end(&s));
    /* A number of players that cannot be is for the compilation to explain. */
    for (int i = 0; i < 2 && options.players >= 1 && options.players <= SOLAR_MAX_PLAYERS; i++) {
        if (lists[i].count && lists[i].count != options.players) {
            return gpscore__fail_at(&s, lists[i].at, GPSCORE_PARSE_COUNT, lists[i].count, options.players);
        }
    }
    return solar_rules_init(rules, &options, error);
}

#endif
