/* The solar system's board: the printed one, which boards can be, and the tables of its 512 alignments. */
#include "solar_internal.h"
#include "text.h"

/* ---- The printed board ------------------------------------------------------------------------------ */

enum {
    HO = SOLAR_HOLE,
    EM = SOLAR_EMPTY,
    AS = SOLAR_ASTEROID,
    CO = SOLAR_COMET,
    EARTH = SOLAR_PLANET,
    MERCURY,
    VENUS,
    MARS,
    JUPITER,
    SATURN,
    URANUS,
    NEPTUNE
};

#define NO_RING {HO, HO, HO, HO, HO, HO, HO, HO}

static const solar_board printed = {
    .cells =
        {
            {{HO, MERCURY, EM, VENUS, HO, EARTH, EM, HO}, NO_RING, NO_RING, NO_RING},
            {{HO, HO, EM, AS, EM, AS, EM, HO}, {HO, HO, MARS, HO, HO, EM, AS, HO}, NO_RING, NO_RING},
            {{EM, CO, AS, HO, HO, EM, AS, AS},
             {CO, HO, EM, HO, AS, EM, HO, AS},
             {HO, HO, EM, JUPITER, EM, HO, HO, SATURN},
             NO_RING},
            {{AS, CO, EM, AS, AS, EM, CO, CO},
             {EM, CO, AS, EM, CO, EM, AS, EM},
             {EM, AS, CO, AS, AS, EM, EM, AS},
             {URANUS, EM, EM, NEPTUNE, EM, CO, EM, CO}},
        },
    .planet_count = 9,
    .moon_count = 9,
    .planets =
        {
            {.name = "earth"},
            {"mercury",
             0,
             3,
             1,
             {3, 0},
             3,
             2,
             {{SOLAR_GAIN_RANDOM_CARD, 1}, {SOLAR_GAIN_SIGNAL_HERE, 2}, {SOLAR_GAIN_INCOME, 1}},
             {{SOLAR_GAIN_SCORE, 12}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"venus",
             0,
             3,
             1,
             {2, 0},
             2,
             2,
             {{SOLAR_GAIN_SCORE, 6}, {SOLAR_GAIN_INCOME, 1}},
             {{SOLAR_GAIN_SCORE, 5}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"mars",
             0,
             3,
             2,
             {2, 1},
             3,
             2,
             {{SOLAR_GAIN_CARD, 1}, {SOLAR_GAIN_SIGNAL_HERE, 1}, {SOLAR_GAIN_INCOME, 1}},
             {{SOLAR_GAIN_SCORE, 6}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"jupiter",
             0,
             3,
             1,
             {2, 0},
             3,
             2,
             {{SOLAR_GAIN_DATA, 1}, {SOLAR_GAIN_SIGNAL_HERE, 1}, {SOLAR_GAIN_INCOME, 1}},
             {{SOLAR_GAIN_SCORE, 7}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"saturn",
             0,
             3,
             1,
             {2, 0},
             3,
             2,
             {{SOLAR_GAIN_PUBLICITY, 2}, {SOLAR_GAIN_SIGNAL_HERE, 1}, {SOLAR_GAIN_INCOME, 1}},
             {{SOLAR_GAIN_SCORE, 8}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"uranus",
             0,
             3,
             1,
             {3, 0},
             3,
             2,
             {{SOLAR_GAIN_SCORE, 8}, {SOLAR_GAIN_RANDOM_CARD, 3}, {SOLAR_GAIN_SIGNAL_BLACK, 1}},
             {{SOLAR_GAIN_SCORE, 9}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"neptune",
             0,
             3,
             1,
             {3, 0},
             3,
             2,
             {{SOLAR_GAIN_SCORE, 7}, {SOLAR_GAIN_DATA, 4}, {SOLAR_GAIN_SIGNAL_BLACK, 1}},
             {{SOLAR_GAIN_SCORE, 10}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
            {"pluto",
             SOLAR_PLANET_OWNED,
             0,
             0,
             {0, 0},
             3,
             3,
             {{SOLAR_GAIN_SCORE, 11}, {SOLAR_GAIN_PUBLICITY, 3}, {SOLAR_GAIN_ANY_TRACE, 1}},
             {{SOLAR_GAIN_SCORE, 11}, {SOLAR_GAIN_DATA, 4}, {SOLAR_GAIN_YELLOW_TRACE, 1}}},
        },
    .moons =
        {
            {"phobos_deimos", 3, 2, {{SOLAR_GAIN_SCORE, 8}, {SOLAR_GAIN_INCOME, 2}}},
            {"io", 4, 2, {{SOLAR_GAIN_SCORE, 10}, {SOLAR_GAIN_ENERGY, 4}}},
            {"europa", 4, 2, {{SOLAR_GAIN_SCORE, 7}, {SOLAR_GAIN_YELLOW_TRACE, 2}}},
            {"ganymede", 4, 2, {{SOLAR_GAIN_SCORE, 12}, {SOLAR_GAIN_PUBLICITY, 5}}},
            {"callisto", 4, 2, {{SOLAR_GAIN_SCORE, 13}, {SOLAR_GAIN_DATA, 4}}},
            {"enceladus",
             5,
             4,
             {{SOLAR_GAIN_SCORE, 12},
              {SOLAR_GAIN_SIGNAL_RED, 1},
              {SOLAR_GAIN_SIGNAL_BLUE, 1},
              {SOLAR_GAIN_SIGNAL_YELLOW, 1}}},
            {"titan", 5, 2, {{SOLAR_GAIN_SCORE, 7}, {SOLAR_GAIN_ANY_TRACE, 2}}},
            {"titania", 6, 1, {{SOLAR_GAIN_SCORE, 25}}},
            {"triton", 7, 1, {{SOLAR_GAIN_SCORE, 26}}},
        },
    .stars = {{{"procyon", 2, 5}, {"vega", 3, 4}},
              {{"sirius_a", 2, 6}, {"barnards_star", 0, 5}},
              {{"kepler_22", 1, 5}, {"proxima_centauri", 0, 6}},
              {{"61_virginis", 1, 6}, {"beta_pictoris", 3, 5}}},
    .launch_credit = 2,
    .orbit_credit = 1,
    .orbit_energy = 1,
    .land_energy = 3,
    .orbiter_discount = 1,
    .tech3_discount = 1,
    .asteroid_moves = 1,
    .research_publicity = 6,
    .publicity_limit = 10,
    .data_limit = 6,
    .probe_limit = 1,
    .hand_limit = 4,
};

_Static_assert(sizeof "proxima_centauri" <= SOLAR_NAME, "the longest name fits");

void solar_board_standard(solar_board *board) { *board = printed; }

const solar__start solar__starts[SOLAR_ORGANISATIONS] = {
    {4, 3, 4, 5, 1, {3, 2, 1, 0, 0}}, {2, 2, 3, 4, 2, {3, 1, 1, 0, 0}}, {3, 1, 4, 4, 3, {3, 1, 0, 1, 0}},
    {4, 2, 2, 5, 2, {2, 2, 1, 0, 1}}, {4, 2, 3, 4, 1, {3, 1, 1, 0, 0}}, {2, 2, 1, 5, 3, {2, 1, 1, 0, 0}},
    {3, 2, 7, 4, 0, {3, 1, 1, 1, 0}},
};

/* ---- Which boards can be ---------------------------------------------------------------------------- */

/* The rings that a layer reaches: disc 1 one, disc 2 two, disc 3 three, the base all four. */
static int reaches(int layer, int ring) { return ring <= layer; }

static gpscore_status check_cells(const solar_board *board, gpscore_error *error) {
    for (int layer = 0; layer < SOLAR_LAYERS; layer++) {
        for (int ring = 0; ring < SOLAR_RINGS; ring++) {
            for (int x = 0; x < SOLAR_SECTORS; x++) {
                const int cell = board->cells[layer][ring][x];
                if (cell >= SOLAR_PLANET + board->planet_count) {
                    return gpscore__fail(error, GPSCORE_BOARD_CELL, layer + 1, ring + 1, x, cell);
                }
                if (!reaches(layer, ring) && cell != SOLAR_HOLE) {
                    return gpscore__fail(error, GPSCORE_BOARD_NO_RING, layer + 1, ring + 1, x, 0);
                }
                if (layer == SOLAR_LAYERS - 1 && cell == SOLAR_HOLE) {
                    return gpscore__fail(error, GPSCORE_BOARD_BASE_HOLE, ring + 1, x, 0, 0);
                }
            }
        }
    }
    return GPSCORE_OK;
}

/* Each planet once, where no disc above can come over it; an owned one in no ring (S2, S20). */
static gpscore_status check_planet_cells(const solar_board *board, gpscore_error *error) {
    for (int p = 0; p < board->planet_count; p++) {
        const int wanted = !(board->planets[p].flags & SOLAR_PLANET_OWNED);
        int count = 0;
        for (int layer = 0; layer < SOLAR_LAYERS; layer++) {
            for (int ring = 0; ring < SOLAR_RINGS; ring++) {
                for (int x = 0; x < SOLAR_SECTORS; x++) {
                    if (board->cells[layer][ring][x] != SOLAR_PLANET + p) continue;
                    count++;
                    if (layer > 0 && reaches(layer - 1, ring)) {
                        return gpscore__fail(error, GPSCORE_BOARD_COVERED, p, layer + 1, ring + 1, 0);
                    }
                }
            }
        }
        if (count != wanted) return gpscore__fail(error, GPSCORE_BOARD_PLANET_CELLS, p, count, wanted, 0);
    }
    return GPSCORE_OK;
}

static gpscore_status check_list(const solar_reward *list, unsigned count, int number, gpscore_error *error) {
    for (unsigned i = 0; i < SOLAR_MAX_REWARDS; i++) {
        const int used = i < count;
        const int fits = used ? list[i].kind > SOLAR_NOTHING && list[i].kind < SOLAR_REWARD_KINDS &&
                                    list[i].n >= 1 && list[i].n <= 100
                              : list[i].kind == SOLAR_NOTHING && list[i].n == 0;
        if (!fits || count > SOLAR_MAX_REWARDS) {
            return gpscore__fail(error, GPSCORE_BOARD_REWARD, number, (int64_t)i, 0, 0);
        }
    }
    return GPSCORE_OK;
}

static gpscore_status check_planets(const solar_board *board, gpscore_error *error) {
    int owned = 0;
    for (int p = 0; p < board->planet_count; p++) {
        const solar_planet *planet = &board->planets[p];
        const int spaces = planet->data_spaces;
        if (planet->flags > SOLAR_PLANET_OWNED || spaces > 2 || planet->first_orbit > 100 ||
            planet->data[0] > 100 || planet->data[1] > 100 || (spaces < 1 && planet->data[0]) ||
            (spaces < 2 && planet->data[1]) || (p == 0 && planet->flags) ||
            (planet->flags && (spaces || planet->first_orbit))) {
            return gpscore__fail(error, GPSCORE_BOARD_PLANET, p, 0, 0, 0);
        }
        if (planet->flags && owned++) {
            return gpscore__fail(error, GPSCORE_BOARD_OWNED, p, 0, 0, 0);
        }
        GPSCORE__TRY(check_list(planet->orbit, planet->orbit_count, SOLAR_LIST_ORBIT + p, error));
        GPSCORE__TRY(check_list(planet->land, planet->land_count, SOLAR_LIST_LAND + p, error));
    }
    for (int m = 0; m < board->moon_count; m++) {
        const solar_moon *moon = &board->moons[m];
        if (moon->planet == 0 || moon->planet >= board->planet_count ||
            board->planets[moon->planet].flags & SOLAR_PLANET_OWNED) {
            return gpscore__fail(error, GPSCORE_BOARD_MOON, m, moon->planet, 0, 0);
        }
        GPSCORE__TRY(check_list(moon->land, moon->land_count, SOLAR_LIST_MOON + m, error));
    }
    return GPSCORE_OK;
}

/* Equal boards have equal bytes, so what is behind the planets and moons is 0. */
static gpscore_status check_unused(const solar_board *board, gpscore_error *error) {
    const unsigned char *planets = (const unsigned char *)&board->planets[board->planet_count];
    const unsigned char *moons = (const unsigned char *)&board->moons[board->moon_count];
    const size_t planet_bytes = sizeof board->planets[0] * (size_t)(SOLAR_MAX_PLANETS - board->planet_count);
    const size_t moon_bytes = sizeof board->moons[0] * (size_t)(SOLAR_MAX_MOONS - board->moon_count);
    unsigned any = 0;
    for (size_t i = 0; i < planet_bytes; i++) any |= planets[i];
    for (size_t i = 0; i < moon_bytes; i++) any |= moons[i];
    if (any) return gpscore__fail(error, GPSCORE_BOARD_UNUSED, board->planet_count, board->moon_count, 0, 0);
    return GPSCORE_OK;
}

static int same_name(const char *a, const char *b) { return gpscore__same_bytes(a, b, SOLAR_NAME); }

/* Lower-case letters, digits and _, then NULs to the end, so that equal boards have equal bytes. */
static int is_name(const char *name) {
    int length = 0;
    while (length < SOLAR_NAME && name[length]) {
        const char c = name[length++];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return 0;
    }
    if (length == 0 || length == SOLAR_NAME) return 0;
    for (int i = length; i < SOLAR_NAME; i++) {
        if (name[i]) return 0;
    }
    return 1;
}

/* The words of cells are no names, so that a cell's word says what it shows. */
static int is_cell_word(const char *name) {
    static const char words[4][SOLAR_NAME] = {"hole", "empty", "asteroid", "comet"};
    for (int i = 0; i < 4; i++) {
        if (same_name(name, words[i])) return 1;
    }
    return 0;
}

static gpscore_status check_names(const solar_board *board, gpscore_error *error) {
    const char *names[SOLAR_MAX_PLANETS + SOLAR_MAX_MOONS + 8];
    int count = 0;
    for (int p = 0; p < board->planet_count; p++) names[count++] = board->planets[p].name;
    for (int m = 0; m < board->moon_count; m++) names[count++] = board->moons[m].name;
    for (int s = 0; s < 8; s++) names[count++] = board->stars[s / 2][s % 2].name;
    for (int i = 0; i < count; i++) {
        int fits = is_name(names[i]) && !is_cell_word(names[i]);
        for (int j = 0; j < i && fits; j++) fits = !same_name(names[i], names[j]);
        if (!fits) return gpscore__fail(error, GPSCORE_BOARD_NAME, i, 0, 0, 0);
    }
    return GPSCORE_OK;
}

static gpscore_status check_limits(const solar_board *board, gpscore_error *error) {
    const struct {
        uint8_t value, low, high;
    } limits[] = {
        {board->launch_credit, 0, 100},
        {board->orbit_credit, 0, 100},
        {board->orbit_energy, 0, 100},
        {board->land_energy, 0, 100},
        {board->orbiter_discount, 0, 100},
        {board->tech3_discount, 0, 100},
        {board->asteroid_moves, 0, 10},
        {board->research_publicity, 0, 100},
        {board->publicity_limit, 1, 100},
        {board->data_limit, 1, 100},
        {board->probe_limit, 0, SOLAR_MAX_PROBES},
        {board->hand_limit, 0, 100},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (limits[i].value < limits[i].low || limits[i].value > limits[i].high) {
            return gpscore__fail(error, GPSCORE_BOARD_LIMIT, (int64_t)i, limits[i].value, limits[i].low,
                                 limits[i].high);
        }
    }
    for (int s = 0; s < 8; s++) {
        const solar_star *star = &board->stars[s / 2][s % 2];
        if (star->data > 100) return gpscore__fail(error, GPSCORE_BOARD_LIMIT, 12 + s, star->data, 0, 100);
        if (star->colour > 3) return gpscore__fail(error, GPSCORE_BOARD_LIMIT, 20 + s, star->colour, 0, 3);
    }
    return GPSCORE_OK;
}

gpscore_status solar_board_check(const solar_board *board, gpscore_error *error) {
    if (board->planet_count < 1 || board->planet_count > SOLAR_MAX_PLANETS ||
        board->moon_count > SOLAR_MAX_MOONS) {
        return gpscore__fail(error, GPSCORE_BOARD_COUNT, board->planet_count, board->moon_count,
                             SOLAR_MAX_PLANETS, SOLAR_MAX_MOONS);
    }
    GPSCORE__TRY(check_cells(board, error));
    GPSCORE__TRY(check_planet_cells(board, error));
    GPSCORE__TRY(check_planets(board, error));
    GPSCORE__TRY(check_unused(board, error));
    GPSCORE__TRY(check_names(board, error));
    return check_limits(board, error);
}

/* ---- Alignments ------------------------------------------------------------------------------------- */

/* What a layer has at a place of the board, in this alignment. */
static int cell_at(const solar_board *board, const unsigned offsets[SOLAR_LAYERS], int layer, int ring,
                   int x) {
    return board->cells[layer][ring][((unsigned)x - offsets[layer]) & 7u];
}

static void compile_space(const solar_board *board, const unsigned offsets[SOLAR_LAYERS], int ring, int x,
                          solar_alignment *out) {
    const int space = 8 * ring + x;
    const uint32_t bit = UINT32_C(1) << space;
    int layer = 0;
    while (cell_at(board, offsets, layer, ring, x) == SOLAR_HOLE) layer++; /* the base has none (S2) */
    const int cell = cell_at(board, offsets, layer, ring, x);
    out->shows[space] = (uint8_t)cell;
    if (cell == SOLAR_ASTEROID) out->asteroids |= bit;
    if (cell == SOLAR_COMET || cell > SOLAR_PLANET) out->icons |= bit; /* number 0 is Earth (S9) */
    if (cell >= SOLAR_PLANET) {
        out->planets |= bit;
        if (cell > SOLAR_PLANET) out->goals |= bit;
        out->where[cell - SOLAR_PLANET] = (uint8_t)space;
    }
    for (int step = 0; step < SOLAR_DISCS; step++) {
        int pushed = 0;
        if (layer > step) {
            /* S13: after the turn a disc has here what it has one sector clockwise now. */
            for (int disc = 0; disc <= step; disc++) {
                pushed |= cell_at(board, offsets, disc, ring, (x + 1) & 7) != SOLAR_HOLE;
            }
        }
        if (pushed) out->pushes[step] |= bit;
        if (pushed || layer <= step) out->turns[step] |= bit;
    }
}

static void compile_alignment(const solar_board *board, unsigned number, solar_alignment *out) {
    const unsigned offsets[SOLAR_LAYERS] = {solar__offset(number, 0), solar__offset(number, 1),
                                            solar__offset(number, 2), 0};
    for (int p = 0; p < SOLAR_MAX_PLANETS; p++) out->where[p] = SOLAR_NOWHERE;
    for (int ring = 0; ring < SOLAR_RINGS; ring++) {
        for (int x = 0; x < SOLAR_SECTORS; x++) compile_space(board, offsets, ring, x, out);
    }
}

/* ---- Rules ------------------------------------------------------------------------------------------ */

static uint64_t fingerprint(const solar_rules *rules) {
    const unsigned char *board = (const unsigned char *)&rules->board;
    uint64_t h = gpscore_mix(UINT64_C(0x534f4c4152) + SOLAR_PACKED_VERSION);
    const uint64_t fields[] = {rules->players,      rules->embedded,      rules->rounds,
                               rules->trace_points, rules->signal_points, rules->push_tech2};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) h = gpscore_mix(h ^ fields[i]) + i;
    for (int p = 0; p < SOLAR_MAX_PLAYERS; p++) {
        h = gpscore_mix(h ^ (uint64_t)(rules->pluto[p] * 16 + rules->organisation[p]));
    }
    for (size_t i = 0; i < sizeof rules->board; i++) h = (h ^ board[i]) * UINT64_C(0x100000001b3);
    return gpscore_mix(h);
}

/* What is wrong with the options, but for the board. */
static gpscore_status check_options(const solar_options *options, gpscore_error *error) {
    if (options->players < 1 || options->players > SOLAR_MAX_PLAYERS) {
        return gpscore__fail(error, GPSCORE_RULES_PLAYERS, options->players, SOLAR_MAX_PLAYERS, 0, 0);
    }
    if (options->embedded < 0 || options->embedded > 1) {
        return gpscore__fail(error, GPSCORE_RULES_HOST, options->embedded, 0, 0, 0);
    }
    if (options->rounds < 0 || options->rounds > SOLAR_MAX_ROUNDS) {
        return gpscore__fail(error, GPSCORE_RULES_ROUNDS, options->rounds, SOLAR_MAX_ROUNDS, 0, 0);
    }
    for (int p = 0; p < SOLAR_MAX_PLAYERS; p++) {
        const int64_t pluto = options->pluto[p], organisation = options->organisation[p];
        const int plays = p < options->players;
        if (pluto < 0 || pluto > plays) return gpscore__fail(error, GPSCORE_RULES_PLUTO, p, pluto, 0, 0);
        if (organisation < 0 || organisation >= (plays ? SOLAR_ORGANISATIONS : 1)) {
            return gpscore__fail(error, GPSCORE_RULES_ORGANISATION, p, organisation,
                                 plays ? SOLAR_ORGANISATIONS - 1 : 0, 0);
        }
    }
    if (options->trace_points < 0 || options->trace_points > 100) {
        return gpscore__fail(error, GPSCORE_RULES_TRACE_POINTS, options->trace_points, 100, 0, 0);
    }
    if (options->signal_points < 0 || options->signal_points > 100) {
        return gpscore__fail(error, GPSCORE_RULES_SIGNAL_POINTS, options->signal_points, 100, 0, 0);
    }
    if (options->push_tech2 < 0 || options->push_tech2 > 1) {
        return gpscore__fail(error, GPSCORE_RULES_PUSH_TECH2, options->push_tech2, 0, 0, 0);
    }
    return GPSCORE_OK;
}

gpscore_status solar_rules_init(solar_rules *rules, const solar_options *options, gpscore_error *error) {
    const solar_board *board = options->board ? options->board : &printed;
    int organisations = 0;
    GPSCORE__TRY(check_options(options, error));
    GPSCORE__TRY(solar_board_check(board, error));
    const solar_board copy = *board; /* which may lie in *rules */
    for (size_t i = 0; i < sizeof *rules; i++) ((unsigned char *)rules)[i] = 0;
    rules->players = (uint8_t)options->players;
    rules->embedded = (uint8_t)options->embedded;
    rules->trace_points = (uint8_t)options->trace_points;
    rules->signal_points = (uint8_t)options->signal_points;
    rules->push_tech2 = (uint8_t)options->push_tech2;
    for (int p = 0; p < SOLAR_MAX_PLAYERS; p++) {
        rules->pluto[p] = (uint8_t)options->pluto[p];
        rules->organisation[p] = (uint8_t)options->organisation[p];
        organisations |= rules->organisation[p];
    }
    rules->rounds = (uint8_t)(options->rounds ? options->rounds : organisations ? 4 : 5);
    rules->board = copy;
    rules->standard_board = (uint8_t)gpscore__same_bytes(&copy, &printed, sizeof copy);
    for (unsigned i = 0; i < SOLAR_ALIGNMENTS; i++)
        compile_alignment(&rules->board, i, &rules->alignments[i]);
    rules->fingerprint = fingerprint(rules);
    return GPSCORE_OK;
}
