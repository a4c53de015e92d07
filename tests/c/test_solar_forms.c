/* Solar: texts and packed bytes of rules, boards, states and actions, and which positions can be. */
#include "check.h"

#include <gpscore/solar.h>

/* ---- Rules, boards and games to test with -------------------------------------------------------------- */

/* Rules are large; the tests run one after the other. */
static solar_rules rules, other_rules;

static const char *const organisations[] = {"none",     "orbital_dynamics", "fenwick", "turing",
                                            "sentinel", "xenolab",          "helion"};

static void rules_of(const char *text, solar_rules *out) {
    gpscore_error error;
    if (solar_rules_parse(text, strlen(text), out, &error) != GPSCORE_OK) {
        char words[256];
        gpscore_error_text(&error, words, sizeof words);
        fprintf(stderr, "%s\n  %s (at %d)\n", text, words, error.position);
        exit(1);
    }
}

/* Another board that can be: other lists, costs and stars, fewer moons, Neptune gone. */
static solar_board random_board(dice *d) {
    solar_board board;
    solar_board_standard(&board);
    for (int p = 1; p < board.planet_count; p++) {
        solar_planet *planet = &board.planets[p];
        planet->land_count = (uint8_t)roll(d, SOLAR_MAX_REWARDS + 1);
        for (int i = 0; i < SOLAR_MAX_REWARDS; i++) {
            const int used = i < planet->land_count;
            planet->land[i].kind = (uint8_t)(used ? 1 + roll(d, SOLAR_REWARD_KINDS - 1) : 0);
            planet->land[i].n = (uint8_t)(used ? 1 + roll(d, 3) : 0);
        }
        if (!planet->flags) planet->first_orbit = (uint8_t)roll(d, 3);
    }
    while (board.moon_count > roll(d, 10)) {
        static const solar_moon no_moon = {{0}, 0, 0, {{0, 0}}};
        board.moons[--board.moon_count] = no_moon;
    }
    if (roll(d, 2)) { /* the last planet, Pluto, is not there */
        static const solar_planet no_planet = {{0}, 0, 0, 0, {0}, 0, 0, {{0, 0}}, {{0, 0}}};
        board.planets[--board.planet_count] = no_planet;
    }
    board.cells[2][0][roll(d, 8)] = SOLAR_ASTEROID;
    board.launch_credit = (uint8_t)roll(d, 4);
    board.research_publicity = (uint8_t)roll(d, 7);
    board.probe_limit = (uint8_t)roll(d, 4);
    board.publicity_limit = (uint8_t)(1 + roll(d, 20));
    board.stars[roll(d, 4)][1].colour = (uint8_t)roll(d, 4);
    return board;
}

static void random_rules(dice *d, solar_rules *out) {
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    solar_board board = random_board(d);
    const int with_organisations = (int)roll(d, 2);
    options.players = 1 + roll(d, 4);
    options.embedded = roll(d, 2);
    options.rounds = roll(d, 9);
    for (int p = 0; p < options.players; p++) {
        options.pluto[p] = roll(d, 2);
        options.organisation[p] = with_organisations ? roll(d, SOLAR_ORGANISATIONS) : 0;
    }
    options.trace_points = roll(d, 3);
    options.signal_points = roll(d, 3);
    options.push_tech2 = roll(d, 2);
    if (roll(d, 3) == 0) options.board = &board;
    CHECK(solar_rules_init(out, &options, NULL) == GPSCORE_OK);
}

/* An effect whose fields are drawn, most of which are not possible now. */
static gpscore_action random_effect(dice *d) {
    const uint32_t kind = SOLAR_E_CHANGE + roll(d, SOLAR_E_RESOLVED - SOLAR_E_CHANGE + 1);
    uint32_t parameters = roll(d, 0x10000);
    if (roll(d, 2)) parameters &= 0xf3cf;
    if (kind == SOLAR_E_CHANGE || kind == SOLAR_E_LIMIT) parameters |= (1 + roll(d, 3)) << 16;
    if (kind == SOLAR_E_CHANGE) parameters &= 0xff07f0;
    return SOLAR_ACTION(kind, parameters);
}

/* One action of whoever is to act: chance, a player, or a host, who also applies effects in between. */
static void play_one(const solar_rules *r, solar_state *state, dice *d) {
    gpscore_action legal[GPSCORE_MAX_ACTIONS];
    const uint32_t to_act = solar_to_act(state);
    int actor = GPSCORE_CHANCE;
    if (r->embedded && roll(d, 3) == 0) {
        for (int i = 0; i < 20; i++) {
            const gpscore_action action = random_effect(d);
            if (solar_apply(r, state, GPSCORE_HOST, action, NULL, NULL) == GPSCORE_OK) return;
        }
    }
    if (to_act == GPSCORE_TO_ACT_HOST) actor = GPSCORE_HOST;
    if (!(to_act & (GPSCORE_TO_ACT_HOST | GPSCORE_TO_ACT_CHANCE))) {
        actor = 0;
        while (!(to_act >> actor & 1u)) actor++;
    }
    const size_t count = solar_legal_actions(r, state, actor, legal);
    CHECK(count > 0);
    gpscore_action action = legal[roll(d, (uint32_t)count)];
    /* Moves are many and a pass ends the round: draw again, and often rather go to a planet. */
    const unsigned kind = GPSCORE_ACTION_KIND(action);
    if (kind == SOLAR_MOVE || kind == SOLAR_PASS) action = legal[roll(d, (uint32_t)count)];
    for (size_t i = roll(d, (uint32_t)count); i < count; i++) {
        const unsigned other = GPSCORE_ACTION_KIND(legal[i]);
        if (other == SOLAR_ORBIT || other == SOLAR_LAND || other == SOLAR_LAND_MOON) action = legal[i];
    }
    CHECK(solar_apply(r, state, actor, action, NULL, NULL) == GPSCORE_OK);
}

static solar_state solar_position(const solar_rules *r, const char *text) {
    solar_state state;
    gpscore_error error;
    if (solar_state_parse(r, text, strlen(text), &state, &error) != GPSCORE_OK) {
        char words[256];
        gpscore_error_text(&error, words, sizeof words);
        fprintf(stderr, "%s\n  %s (at %d, operand %llx)\n", text, words, error.position,
                (unsigned long long)error.operand[0]);
        exit(1);
    }
    return state;
}

/* ---- Round trips --------------------------------------------------------------------------------------- */

static void check_forms(const solar_rules *r, const solar_state *state) {
    char text[SOLAR_STATE_TEXT];
    uint8_t bytes[SOLAR_MAX_PACKED], again[SOLAR_MAX_PACKED];
    solar_state back;
    gpscore_error error;
    const size_t length = solar_state_write(r, state, text, sizeof text);
    CHECK(length < sizeof text && length == strlen(text));
    if (solar_validate(r, state) != 0) {
        fprintf(stderr, "problems %x: %s\n", (unsigned)solar_validate(r, state), text);
        exit(1);
    }
    if (solar_state_parse(r, text, length, &back, &error) != GPSCORE_OK) {
        fprintf(stderr, "status %d at %d: %s\n", error.status, error.position, text);
        exit(1);
    }
    CHECK(memcmp(state, &back, sizeof back) == 0);
    CHECK(solar_state_write(r, state, NULL, 0) == length);

    const size_t size = solar_packed_size(r);
    CHECK(size <= sizeof bytes);
    solar_pack(r, state, bytes);
    memset(&back, 0xcc, sizeof back);
    CHECK(solar_unpack(r, bytes, size, &back, NULL) == GPSCORE_OK);
    CHECK(memcmp(state, &back, sizeof back) == 0);
    solar_pack(r, &back, again);
    CHECK(memcmp(bytes, again, size) == 0);
    CHECK(solar_unpack(r, bytes, size - 1, &back, NULL) == GPSCORE_BYTES_LENGTH);
}

static void check_action_texts(const solar_rules *r, const solar_state *state) {
    gpscore_action legal[GPSCORE_MAX_ACTIONS];
    for (int p = GPSCORE_HOST; p < r->players; p++) {
        const size_t count = solar_legal_actions(r, state, p, legal);
        for (size_t i = 0; i < count; i++) {
            char text[SOLAR_ACTION_TEXT];
            gpscore_action back;
            solar_action_write(legal[i], text, sizeof text);
            CHECK(solar_action_parse(r, state, text, strlen(text), &back, NULL) == GPSCORE_OK);
            CHECK(back == legal[i]);
        }
    }
}

static void every_position_of_a_game_has_its_forms(void) {
    dice d = {gpscore_key(31, GPSCORE_PURPOSE_PLAYER), 0};
    unsigned phases[SOLAR_OVER + 1] = {0};
    for (int game = 0; game < 300; game++) {
        solar_state state;
        random_rules(&d, &rules);
        solar_init(&rules, &state);
        for (int step = 0; step < 400 && solar_to_act(&state) != GPSCORE_TO_ACT_OVER; step++) {
            check_forms(&rules, &state);
            if (step % 8 == 0) check_action_texts(&rules, &state);
            phases[state.head.phase]++;
            play_one(&rules, &state, &d);
        }
        check_forms(&rules, &state);
        phases[state.head.phase]++;
    }
    for (int phase = 0; phase <= SOLAR_OVER; phase++) CHECK(phases[phase] > 20);
}

static void equal_states_have_equal_bytes_only(void) {
    dice d = {gpscore_key(32, GPSCORE_PURPOSE_PLAYER), 0};
    enum { STATES = 60 };
    static solar_state states[STATES];
    uint8_t bytes[STATES][SOLAR_MAX_PACKED];
    rules_of("solar players=3", &rules);
    for (int i = 0; i < STATES; i++) {
        solar_init(&rules, &states[i]);
        for (uint32_t step = roll(&d, 200); step && solar_to_act(&states[i]); step--) {
            play_one(&rules, &states[i], &d);
        }
        solar_pack(&rules, &states[i], bytes[i]);
        for (int j = 0; j < i; j++) {
            CHECK((memcmp(&states[i], &states[j], sizeof states[0]) == 0) ==
                  (memcmp(bytes[i], bytes[j], solar_packed_size(&rules)) == 0));
        }
    }
}

/* The texts are as long as they can be; nothing needs to be possible. */
static void the_longest_texts_fit(void) {
    solar_state state;
    solar_board board;
    char text[SOLAR_RULES_TEXT], one_less[64];
    rules_of("solar players=4 host=embedded", &rules);
    memset(&state, 0xff, sizeof state);
    state.head.phase = SOLAR_CHOOSE_INCOME;
    state.head.active = state.head.start = state.head.pending = 3;
    state.head.round = SOLAR_MAX_ROUNDS - 1;
    state.head.token = 2;
    state.head.sectors = 23;
    state.head.step = 3;
    state.head.turn_limit = -20;
    state.head.item = 5;
    state.head.list = 34;
    state.head.mark = 31;
    for (int p = 0; p < 4; p++) {
        solar_player *player = &state.players[p];
        player->probes[0] = 0x7f;
        player->probes[1] = player->probes[2] = 0;
        player->limit = -20;
    }
    memset(state.figures.first, 5, sizeof state.figures.first);
    memset(state.figures.data, 0x55, sizeof state.figures.data);
    memset(state.figures.moon, 0x55, sizeof state.figures.moon);
    rules.board.moon_count = SOLAR_MAX_MOONS;
    CHECK(solar_state_write(&rules, &state, NULL, 0) < SOLAR_STATE_TEXT);

    solar_board_standard(&board);
    board.moon_count = SOLAR_MAX_MOONS;
    for (int i = 0; i < SOLAR_MAX_PLANETS + SOLAR_MAX_MOONS; i++) {
        const int is_planet = i < SOLAR_MAX_PLANETS;
        solar_planet *planet = &board.planets[is_planet ? i : 0];
        solar_moon *moon = &board.moons[is_planet ? 0 : i - SOLAR_MAX_PLANETS];
        memset(is_planet ? planet->name : moon->name, 'a' + i, SOLAR_NAME - 1);
        if (is_planet && !planet->flags) {
            if (i) planet->data_spaces = 2, planet->data[0] = planet->data[1] = 100;
            planet->first_orbit = 100;
        }
        if (!is_planet) moon->planet = 1;
        planet->orbit_count = planet->land_count = moon->land_count = SOLAR_MAX_REWARDS;
        for (int k = 0; k < SOLAR_MAX_REWARDS; k++) {
            const solar_reward longest = {SOLAR_GAIN_YELLOW_TRACE, 100};
            planet->orbit[k] = planet->land[k] = moon->land[k] = longest;
        }
    }
    for (int i = 0; i < 8; i++) {
        memset(board.stars[i >> 1][i & 1].name, '0' + i, SOLAR_NAME - 1);
        board.stars[i >> 1][i & 1].colour = 1;
        board.stars[i >> 1][i & 1].data = 100;
    }
    solar_options options = {4, 1, 20, {1, 1, 1, 1}, {1, 1, 1, 1}, 100, 100, 0, &board};
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    const size_t length = solar_rules_write(&rules, text, sizeof text);
    CHECK(length < sizeof text);
    CHECK(solar_rules_parse(text, length, &other_rules, NULL) == GPSCORE_OK);
    CHECK(memcmp(&rules, &other_rules, sizeof rules) == 0);
    CHECK(solar_packed_size(&rules) <= SOLAR_MAX_PACKED);

    /* A buffer that is too small holds the beginning. */
    memset(one_less, 'x', sizeof one_less);
    CHECK(solar_rules_write(&rules, one_less, 6) == length);
    CHECK(strcmp(one_less, "solar") == 0 && one_less[6] == 'x');
}

/* ---- Rules text ---------------------------------------------------------------------------------------- */

static void rules_text_round_trips_and_names_its_faults(void) {
    dice d = {gpscore_key(33, GPSCORE_PURPOSE_PLAYER), 0};
    char text[SOLAR_RULES_TEXT];
    gpscore_error error;
    for (int i = 0; i < 200; i++) {
        random_rules(&d, &rules);
        const size_t length = solar_rules_write(&rules, text, sizeof text);
        CHECK(length == strlen(text));
        CHECK(solar_rules_parse(text, length, &other_rules, NULL) == GPSCORE_OK);
        CHECK(memcmp(&rules, &other_rules, sizeof rules) == 0);
    }
    rules_of("solar", &rules);
    solar_rules_write(&rules, text, sizeof text);
    CHECK(strcmp(text, "solar players=2 host=alone rounds=5 pluto=0,0 organisations=none,none trace_points=0 "
                       "signal_points=0 push_tech2=1 board=standard") == 0);
    for (unsigned i = 0; i < SOLAR_ORGANISATIONS; i++) {
        sprintf(text, "solar organisations=%s players=1 host=embedded pluto=1", organisations[i]);
        rules_of(text, &rules);
        CHECK(rules.organisation[0] == i && rules.embedded && rules.pluto[0]);
        CHECK(rules.rounds == (i ? 4 : 5));
    }
    const struct {
        const char *text;
        gpscore_status status;
        int position;
    } bad[] = {
        {"", GPSCORE_PARSE_END, 0},
        {"gps", GPSCORE_PARSE_WORD, 0},
        {"solarsystem", GPSCORE_PARSE_WORD, 0},
        {"solar ", GPSCORE_PARSE_END, 6},
        {"solar  players=2", GPSCORE_PARSE_WORD, 6},
        {"solar players=02", GPSCORE_PARSE_NUMBER, 14},
        {"solar host=alone host=alone", GPSCORE_PARSE_DUPLICATE, 17},
        {"solar players=5", GPSCORE_RULES_SEATS, -1},
        {"solar players=5 pluto=1,1,1,1,1", GPSCORE_PARSE_COUNT, 22},
        {"solar host=here", GPSCORE_PARSE_WORD, 11},
        {"solar rounds=21", GPSCORE_RULES_ROUNDS, -1},
        {"solar pluto=1", GPSCORE_PARSE_COUNT, 12},
        {"solar pluto=0,2", GPSCORE_PARSE_NUMBER, 14},
        {"solar pluto=0,0,0 players=4", GPSCORE_PARSE_COUNT, 12},
        {"solar organisations=none,nobody", GPSCORE_PARSE_WORD, 25},
        {"solar organisations=none,none,none", GPSCORE_PARSE_COUNT, 20},
        {"solar trace_points=101", GPSCORE_RULES_TRACE_POINTS, -1},
        {"solar push_tech2=2", GPSCORE_PARSE_NUMBER, 17},
        {"solar board=flat", GPSCORE_PARSE_CHARACTER, 12},
        {"solar board=", GPSCORE_PARSE_END, 12},
        {"solar players=2;", GPSCORE_PARSE_TRAILING, 15},
        {"solar\nplayers=2", GPSCORE_PARSE_CHARACTER, 5},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(solar_rules_parse(bad[i].text, strlen(bad[i].text), &other_rules, &error) == bad[i].status);
        CHECK(error.position == bad[i].position);
    }
}

static void a_board_is_written_out_and_checked(void) {
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    solar_board board;
    char text[SOLAR_RULES_TEXT], broken[SOLAR_RULES_TEXT];
    gpscore_error error;
    solar_board_standard(&board);
    board.launch_credit = 3;
    options.board = &board;
    CHECK(solar_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    const size_t length = solar_rules_write(&rules, text, sizeof text);
    CHECK(strstr(text, " board=.BeC.Ae./..eaeae.,..D..ea./eca..eaa,c.e."));
    CHECK(strstr(text, ";launch_credit:3,orbit_credit:1,"));
    CHECK(strstr(text, ",mars/3/2+1/1card+1s-here+1income/6vp+1t-yellow,"));
    CHECK(strstr(text, ",pluto*/0/-/11vp+3p+1t-any/11vp+4d+1t-yellow;phobos_deimos/D/8vp+2income,"));
    CHECK(strstr(text, ";procyon/blue/5,vega/black/4,"));
    /* The printed board, written out, is the printed board. */
    strcpy(broken, text);
    strstr(broken, "launch_credit:3")[14] = '2';
    CHECK(solar_rules_parse(broken, length, &other_rules, NULL) == GPSCORE_OK);
    CHECK(other_rules.standard_board);

    const struct {
        const char *from, *to; /* as long as each other */
        gpscore_status status;
    } bad[] = {
        {".BeC.Ae.", ".BeC.AeX", GPSCORE_PARSE_CHARACTER},
        {".BeC.Ae.", ".BeC.Ae,", GPSCORE_PARSE_CHARACTER},
        {".BeC.Ae.", ".BeC.BeB", GPSCORE_BOARD_PLANET_CELLS},
        {"launch_credit", "launch_kredit", GPSCORE_PARSE_WORD},
        {"land_energy:3,", "land_energy:x,", GPSCORE_PARSE_NUMBER},
        {"/1card+1s-here", "/1card+1x-here", GPSCORE_PARSE_WORD},
        {"/1card+1s-here", "/1card+0s-here", GPSCORE_PARSE_NUMBER},
        {"phobos_deimos/D", "phobos_deimos/d", GPSCORE_PARSE_CHARACTER},
        {"phobos_deimos/D", "phobos_deimos/A", GPSCORE_BOARD_MOON},
        {"venus", "Venus", GPSCORE_PARSE_WORD},
        {"earth/", "venus/", GPSCORE_BOARD_NAME},
        {"/blue/5", "/pink/5", GPSCORE_PARSE_WORD},
        {"probe_limit:1", "probe_limit:9", GPSCORE_BOARD_LIMIT},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        strcpy(broken, text);
        char *place = strstr(broken, bad[i].from);
        CHECK(place != NULL);
        memcpy(place, bad[i].to, strlen(bad[i].to));
        memset(&other_rules, 0x5a, sizeof other_rules);
        rules = other_rules;
        CHECK(solar_rules_parse(broken, length, &other_rules, &error) == bad[i].status);
        CHECK(memcmp(&rules, &other_rules, sizeof rules) == 0);
        if (gpscore_status_find(error.status)->cls == GPSCORE_CLASS_PARSE) {
            CHECK(error.position >= place - broken && error.position <= place - broken + 14);
        } else {
            CHECK(error.position == -1);
        }
    }
    /* Cut off anywhere, the text ends too early or the number or name before the cut is another one. */
    for (size_t cut = 0; cut < length; cut++) {
        char *exact = (char *)malloc(cut + 1);
        memcpy(exact, text, cut);
        const gpscore_status status = solar_rules_parse(exact, cut, &other_rules, &error);
        CHECK(error.status == (int)status || status == GPSCORE_OK);
        if (cut > (size_t)(strstr(text, " board=") - text) && cut < length) CHECK(status != GPSCORE_OK);
        free(exact);
    }
    /* One too many of what has a bound. */
    CHECK(solar_rules_parse(text, length, &rules, NULL) == GPSCORE_OK);
    char *lists = strstr(text, "/1card+1s-here+1income");
    const size_t head = (size_t)(lists - text);
    sprintf(broken, "%.*s/1c+1c+1c+1c+1c+1c+1c%s", (int)head, text, lists + strlen("/1card+1s-here+1income"));
    CHECK(solar_rules_parse(broken, strlen(broken), &rules, &error) == GPSCORE_PARSE_CHARACTER);
    CHECK(error.position == (int)head + 18 && error.operand[0] == '+');
}

/* ---- Actions ------------------------------------------------------------------------------------------- */

static void every_action_id_is_written_and_read(void) {
    static const unsigned ids_of_kind[] = {
        8,     24,  4, 2,   256,  64,  192, 16, 2,    1, 1, 4,   4,   3, 1, 6,
        1,     4,   1,          /* of players and chance */
        26520, 510, 8, 256, 1536, 128, 8,   1,  2040, 1, 1, 480, 480, 1, 1, 3}; /* effects */
    char text[SOLAR_ACTION_TEXT];
    gpscore_error error;
    rules_of("solar", &rules);
    solar_state state;
    solar_init(&rules, &state);
    for (uint32_t kind = SOLAR_ALIGN; kind <= SOLAR_E_RESOLVED; kind++) {
        unsigned met = 0;
        /* Bits 23 to 16 are a number of these, and nothing elsewhere. */
        const int numbered = kind == SOLAR_E_CHANGE || kind == SOLAR_E_LIMIT;
        for (uint32_t parameters = 0; parameters < (numbered ? 0x1000000u : 0x10000u); parameters++) {
            const gpscore_action action = SOLAR_ACTION(kind, parameters);
            gpscore_action back = GPSCORE_NO_ACTION;
            /* Bits that have no meaning are tried with a few of the numbers. */
            if (numbered && parameters & 0xf80f && parameters >> 17) continue;
            const size_t length = solar_action_write(action, text, sizeof text);
            CHECK(length < sizeof text);
            if (strncmp(text, "action:", 7) == 0) {
                CHECK(solar_action_parse(&rules, &state, text, length, &back, &error) == GPSCORE_PARSE_WORD);
                CHECK(back == GPSCORE_NO_ACTION && error.position == 0);
                continue;
            }
            met++;
            CHECK(solar_action_parse(&rules, &state, text, length, &back, NULL) == GPSCORE_OK);
            CHECK(back == action);
        }
        solar_action_write(SOLAR_ACTION(kind, numbered ? 0x800001 : 0x10000), text, sizeof text);
        CHECK(strncmp(text, "action:", 7) == 0);
        if (met != ids_of_kind[kind - SOLAR_ALIGN]) fprintf(stderr, "kind %#x: %u ids\n", kind, met);
        CHECK(met == ids_of_kind[kind - SOLAR_ALIGN]);
    }
    solar_action_write(GPSCORE_NO_ACTION, text, sizeof text);
    CHECK(strcmp(text, "action:0") == 0);
    solar_action_write(SOLAR_ACTION(SOLAR_E_RESOLVED + 1, 0), text, sizeof text);
    CHECK(strncmp(text, "action:", 7) == 0);
}

static void actions_are_written_in_words(void) {
    const struct {
        gpscore_action action;
        const char *text;
    } examples[] = {
        {SOLAR_ACTION(SOLAR_ALIGN, 5), "align:5"},
        {SOLAR_ACTION(SOLAR_ORDER, 17), "order:17"},
        {SOLAR_ACTION(SOLAR_TILE, 2), "tile:2"},
        {SOLAR_ACTION(SOLAR_LAUNCH, 0), "launch"},
        {SOLAR_ACTION(SOLAR_LAUNCH, 1), "launch:tile"},
        {SOLAR_ACTION(SOLAR_MOVE, 5), "move:1.5>cw"},
        {SOLAR_ACTION(SOLAR_MOVE, 31 | 1 << 5), "move:4.7>ccw"},
        {SOLAR_ACTION(SOLAR_MOVE, 5 | 2 << 5), "move:1.5>out"},
        {SOLAR_ACTION(SOLAR_MOVE, 11 | 3 << 5 | 1 << 7), "move:2.3>in+move"},
        {SOLAR_ACTION(SOLAR_ORBIT, 4), "orbit:p4"},
        {SOLAR_ACTION(SOLAR_ORBIT, 8 | 5 << 4), "orbit:p8@5"},
        {SOLAR_ACTION(SOLAR_LAND, 3 | 1 << 8), "land:p3/1"},
        {SOLAR_ACTION(SOLAR_LAND, 8 | 5 << 4), "land:p8@5"},
        {SOLAR_ACTION(SOLAR_LAND_MOON, 2), "moon:m2"},
        {SOLAR_ACTION(SOLAR_RESEARCH, 0), "research"},
        {SOLAR_ACTION(SOLAR_RESEARCH, 1), "research:tile"},
        {SOLAR_ACTION(SOLAR_PASS, 0), "pass"},
        {SOLAR_ACTION(SOLAR_END_TURN, 0), "end"},
        {SOLAR_ACTION(SOLAR_TAKE_TECH, 2), "take:3"},
        {SOLAR_ACTION(SOLAR_INCOME, 1), "income:energy"},
        {SOLAR_ACTION(SOLAR_INCOME, 3), "income:no"},
        {SOLAR_ACTION(SOLAR_TRACE, 2), "trace:blue"},
        {SOLAR_ACTION(SOLAR_CARD_MOVE, 0), "card-move"},
        {SOLAR_ACTION(SOLAR_EXCHANGE, 0), "exchange:credit>energy"},
        {SOLAR_ACTION(SOLAR_EXCHANGE, 5), "exchange:card>energy"},
        {SOLAR_ACTION(SOLAR_BUY_CARD, 0), "buy"},
        {SOLAR_ACTION(SOLAR_ORG, 0), "org"},
        {SOLAR_ACTION(SOLAR_ORG, 1), "org:2"},
        {SOLAR_ACTION(SOLAR_ORG_DONE, 0), "org-done"},
        {SOLAR_ACTION(SOLAR_E_CHANGE, 3 << 16), "e:change:w0:credit+3"},
        {SOLAR_ACTION(SOLAR_E_CHANGE, 200 << 16 | 1 << 10 | 2 << 8 | 11 << 4),
         "e:change:w2:income-energy-200"},
        {SOLAR_ACTION(SOLAR_E_MOVES, 3), "e:moves:3"},
        {SOLAR_ACTION(SOLAR_E_MOVES, 3 | 1 << 8), "e:moves:3:ring"},
        {SOLAR_ACTION(SOLAR_E_LAUNCH, 1 | 1 << 8), "e:launch:w1:ignore"},
        {SOLAR_ACTION(SOLAR_E_ORBIT, 8 | 5 << 4 | 1 << 8), "e:orbit:w1:p8@5"},
        {SOLAR_ACTION(SOLAR_E_LAND, 3 | 2 << 10 | 1 << 12), "e:land:w0:p3/2:again"},
        {SOLAR_ACTION(SOLAR_E_LAND_MOON, 4 | 1 << 12), "e:moon:w0:m4:again"},
        {SOLAR_ACTION(SOLAR_E_TECH, 1 | 3 << 8), "e:tech:w3:rotate"},
        {SOLAR_ACTION(SOLAR_E_ROTATE, 0), "e:rotate"},
        {SOLAR_ACTION(SOLAR_E_LIMIT, 1 << 16 | 1 << 10), "e:limit:w0:+1:turn"},
        {SOLAR_ACTION(SOLAR_E_LIMIT, 0xfe << 16), "e:limit:w0:-2"},
        {SOLAR_ACTION(SOLAR_E_NO_ASTEROIDS, 0), "e:no-asteroids"},
        {SOLAR_ACTION(SOLAR_E_MOVE_INSTEAD, 0), "e:move-instead"},
        {SOLAR_ACTION(SOLAR_E_PUT, 5 | 1 << 8), "e:put:w1:probe:1.5"},
        {SOLAR_ACTION(SOLAR_E_PUT, 1 << 14 | 4 << 8 | 3), "e:put:n:orbit:p3"},
        {SOLAR_ACTION(SOLAR_E_REMOVE, 2 << 14 | 1 << 11 | 3), "e:remove:w0:land:p3/1"},
        {SOLAR_ACTION(SOLAR_E_REMOVE, 3 << 14 | 15), "e:remove:w0:moon:m15"},
        {SOLAR_ACTION(SOLAR_E_MAIN, 0), "e:main"},
        {SOLAR_ACTION(SOLAR_E_NEXT_ROUND, 0), "e:next-round"},
        {SOLAR_ACTION(SOLAR_E_RESOLVED, 0), "e:resolved"},
        {SOLAR_ACTION(SOLAR_E_RESOLVED, 1), "e:resolved:yellow"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        char text[SOLAR_ACTION_TEXT];
        solar_action_write(examples[i].action, text, sizeof text);
        if (strcmp(text, examples[i].text) != 0) fprintf(stderr, "%s is %s\n", examples[i].text, text);
        CHECK(strcmp(text, examples[i].text) == 0);
    }
}

static void actions_parse_as_people_write_them(void) {
    const struct {
        const char *text;
        gpscore_action action;
    } good[] = {
        {"  launch ", SOLAR_ACTION(SOLAR_LAUNCH, 0)},
        {"launch tile", SOLAR_ACTION(SOLAR_LAUNCH, 1)},
        {"launch : tile", SOLAR_ACTION(SOLAR_LAUNCH, 1)},
        {"move 1.5 > cw", SOLAR_ACTION(SOLAR_MOVE, 5)},
        {"move 1.5 cw + move", SOLAR_ACTION(SOLAR_MOVE, 5 | 1 << 7)},
        {"land p3/1", SOLAR_ACTION(SOLAR_LAND, 3 | 1 << 8)},
        {"orbit:p8@0", SOLAR_ACTION(SOLAR_ORBIT, 8)},
        {"org 1", SOLAR_ACTION(SOLAR_ORG, 0)},
        {"exchange card > credit", SOLAR_ACTION(SOLAR_EXCHANGE, 4)},
        {"e change w1 score -3", SOLAR_ACTION(SOLAR_E_CHANGE, 3 << 16 | 1 << 10 | 1 << 8 | 5 << 4)},
        {"e : resolved : red", SOLAR_ACTION(SOLAR_E_RESOLVED, 0)},
    };
    /* Each with where it is wrong. */
    const struct {
        const char *text;
        int position;
    } bad[] = {
        {"", 0},
        {"   ", 3},
        {"fly", 0},
        {"launches", 0},
        {"launch:", 7},
        {"launch tiles", 7},
        {"launch tile 2", 12},
        {"align:8", 6},
        {"order:24", 6},
        {"move", 4},
        {"move:0.5>cw", 5},
        {"move:5.5>cw", 5},
        {"move:1.8>cw", 7},
        {"move:1.5>up", 9},
        {"move:1.5>cw+fly", 12},
        {"orbit:p0", 7},
        {"orbit:p9", 7},
        {"orbit:4", 6},
        {"orbit:p4/1", 8},
        {"land:p3/3", 8},
        {"land:p3/0", 8},
        {"land:p3@8", 8},
        {"moon:m16", 6},
        {"take:0", 5},
        {"take:5", 5},
        {"take", 4},
        {"income:gold", 7},
        {"trace:black", 6},
        {"exchange:card>card", 14},
        {"org-", 0},
        {"e:", 2},
        {"e:fly", 2},
        {"e:pass", 2},
        {"change:w0:credit+1", 0},
        {"e:change:w4:credit+1", 10},
        {"e:change:w0:gold+1", 12},
        {"e:change:w0:credit+0", 19},
        {"e:change:w0:credit", 18},
        {"e:change:w0:credit+256", 19},
        {"e:limit:w0:3", 11},
        {"e:limit:w0:-129", 12},
        {"e:put:w0:probe:p3", 15},
        {"e:put:x:orbit:p3", 6},
        {"e:put:w0:sky:p3", 9},
        {"e:remove:w0:moon:m2/1", 19},
        {"action:587202560", 0},
    };
    rules_of("solar", &rules);
    solar_state state;
    solar_init(&rules, &state);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        gpscore_action action = GPSCORE_NO_ACTION;
        CHECK(solar_action_parse(&rules, &state, good[i].text, strlen(good[i].text), &action, NULL) ==
              GPSCORE_OK);
        CHECK(action == good[i].action);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        gpscore_action action = 77;
        gpscore_error error;
        CHECK(solar_action_parse(&rules, &state, bad[i].text, strlen(bad[i].text), &action, &error) !=
              GPSCORE_OK);
        if (error.position != bad[i].position) fprintf(stderr, "%s: at %d\n", bad[i].text, error.position);
        CHECK(action == 77 && error.position == bad[i].position);
    }
}

/* ---- States -------------------------------------------------------------------------------------------- */

/* A middle of a game alone: three seats, the second of which is Turing's, the third Helion's. */
static const char *const alone_rules =
    "solar players=3 rounds=5 organisations=orbital_dynamics,turing,helion pluto=0,0,1";
static const char *const alone_text =
    "turn active=1 start=1 round=1 turns=11 discs=3,0,7 token=1 sectors=5 tiles=2:0/0:123/3:12/1:023 "
    "flags=main+turing:4 player0=score:12,credit:4,energy:3,cards:5,publicity:4,techs:1,probes:1.5x2+4.0 "
    "player1=score:2,data:2,signals:3,traces:0+1+0,flags:org "
    "player2=score:30,credit:1,tucked:1+0+2,traces:1+2+0,techs:1off+3,flags:passed+org,probes:3.2 "
    "p3=orbit:0x2+1,land:0+2,first:1,data1:2,data2:0 p8=land:2 m4=1";

/* The same of an embedded one, with a signal to settle, which follows the launch of tech 1. */
static const char *const host_rules = "solar players=2 host=embedded organisations=sentinel,none";
static const char *const host_text =
    "settle active=1 start=1 round=1 turns=9 discs=0,0,0 token=0 sectors=23 tiles=-:012/0:123/0:123/2:013 "
    "moves=3+1 limit=-2 flags=main+no_asteroids+move_instead list=signal left=1 after=tile "
    "player0=energy:250,techs:1,limit:-1,probes:1.5 player1=- p3=orbit:0+n,land:nx3,first:n,data2:n p8=orbit:1x2 "
    "m0=n";

static void a_state_is_written_as_it_is_read(void) {
    char text[SOLAR_STATE_TEXT];
    rules_of(alone_rules, &rules);
    solar_state state = solar_position(&rules, alone_text), back;
    solar_state_write(&rules, &state, text, sizeof text);
    CHECK(strcmp(text, alone_text) == 0);
    CHECK(state.players[0].count == 3 && state.players[2].techs == 0x15);
    CHECK(state.figures.count[2][0] == 0x12 && state.figures.data[2] == 0x13 && state.figures.moon[2] == 2);
    check_forms(&rules, &state);

    /* Keys may stand in any order, and what is 0 may stand there too. */
    strcpy(text, "turn m4=1 p8=land:2 p3=data1:2,data2:0,first:1,land:0+2,orbit:0x2+1 ");
    strcat(text, strstr(alone_text, "player0="));
    strstr(text, " p3=orbit:")[0] = '\0';
    strcat(text, " moves=0+0 left=0 limit=0 active=1 start=1 round=1 turns=11 discs=3,0,7 token=1 sectors=5 "
                 "tiles=2:0/0:123/3:12/1:023 flags=main+turing:4");
    back = solar_position(&rules, text);
    CHECK(memcmp(&state, &back, sizeof back) == 0);

    rules_of(host_rules, &rules);
    state = solar_position(&rules, host_text);
    solar_state_write(&rules, &state, text, sizeof text);
    CHECK(strcmp(text, host_text) == 0);
    check_forms(&rules, &state);
}

static void state_text_names_its_faults(void) {
    const struct {
        const char *from, *to;
        gpscore_status status;
        int offset; /* from the place of *from* */
    } bad[] = {
        {"turn active=1", "twist active=1", GPSCORE_PARSE_WORD, 0},
        {"turn active=1", "turn act=1", GPSCORE_PARSE_WORD, 5},
        {"active=1", "active=3", GPSCORE_PARSE_NUMBER, 7},
        {"active=1", "active=1 active=1", GPSCORE_PARSE_DUPLICATE, 9},
        {"active=1", "active=01", GPSCORE_PARSE_NUMBER, 7},
        {"active=1 ", "active=1  ", GPSCORE_PARSE_WORD, 9},
        {"round=1", "round=5", GPSCORE_PARSE_NUMBER, 6},
        {"turns=11", "turns=4294967296", GPSCORE_PARSE_NUMBER, 6},
        {"discs=3,0,7", "discs=3,0,8", GPSCORE_PARSE_NUMBER, 10},
        {"discs=3,0,7", "discs=3,0", GPSCORE_PARSE_CHARACTER, 9},
        {"token=1", "token=3", GPSCORE_PARSE_NUMBER, 6},
        {"sectors=5", "sectors=24", GPSCORE_PARSE_NUMBER, 8},
        {"tiles=2:0/", "tiles=4:0/", GPSCORE_PARSE_NUMBER, 6},
        {"tiles=2:0/", "tiles=2:11/", GPSCORE_PARSE_DUPLICATE, 9},
        {"tiles=2:0/", "tiles=2:10/", GPSCORE_PARSE_ORDER, 9},
        {"flags=main+turing:4", "flags=turing:4+main", GPSCORE_PARSE_ORDER, 15},
        {"flags=main+turing:4", "flags=main+turing:5", GPSCORE_PARSE_NUMBER, 18},
        {"flags=main+turing:4", "flags=main+main", GPSCORE_PARSE_DUPLICATE, 11},
        {" player0=", " list=orbit:p0 player0=", GPSCORE_PARSE_NUMBER, 13},
        {" player0=", " list=moon:m9 player0=", GPSCORE_PARSE_NUMBER, 12},
        {" player0=", " list=tile:4 player0=", GPSCORE_PARSE_NUMBER, 11},
        {" player0=", " list=gold player0=", GPSCORE_PARSE_WORD, 6},
        {" player0=", " item=6 player0=", GPSCORE_PARSE_NUMBER, 6},
        {" player0=", " after=tile+launch player0=", GPSCORE_PARSE_ORDER, 12},
        {" player0=", " mark=5.0 player0=", GPSCORE_PARSE_NUMBER, 6},
        {" player0=", " limit=-21 player0=", GPSCORE_PARSE_NUMBER, 7},
        {" player0=", " limit=-0 player0=", GPSCORE_PARSE_NUMBER, 7},
        {" player0=", " moves=251+0 player0=", GPSCORE_PARSE_NUMBER, 7},
        {"player0=", "player3=", GPSCORE_PARSE_NUMBER, 6},
        {"player0=", "player1=", GPSCORE_PARSE_DUPLICATE, -1}, /* at the second one */
        {"score:12", "score:60001", GPSCORE_PARSE_NUMBER, 6},
        {"score:12", "gold:12", GPSCORE_PARSE_WORD, 0},
        {"score:12,", "score:12,score:12,", GPSCORE_PARSE_DUPLICATE, 9},
        {"energy:3", "energy:251", GPSCORE_PARSE_NUMBER, 7},
        {"publicity:4", "publicity:11", GPSCORE_PARSE_NUMBER, 10},
        {"data:2", "data:7", GPSCORE_PARSE_NUMBER, 5},
        {"tucked:1+0+2", "tucked:1+0", GPSCORE_PARSE_CHARACTER, 10},
        {"techs:1off+3", "techs:3+1off", GPSCORE_PARSE_ORDER, 8},
        {"probes:1.5x2", "probes:1.5x8", GPSCORE_PARSE_NUMBER, 11},
        {"probes:1.5x2+4.0", "probes:4.0+1.5x2", GPSCORE_PARSE_ORDER, 11},
        {"p3=orbit", "p9=orbit", GPSCORE_PARSE_NUMBER, 1},
        {"p8=land:2", "p3=land:2", GPSCORE_PARSE_DUPLICATE, 0},
        {"p3=orbit:0x2", "p3=orbit:0x16", GPSCORE_PARSE_NUMBER, 11},
        {"p3=orbit:0x2+1", "p3=orbit:1+0x2", GPSCORE_PARSE_ORDER, 11},
        {"p3=orbit:0x2+1", "p3=orbit:0x2+3", GPSCORE_PARSE_NUMBER, 13},
        {"p8=land:2", "p8=-", GPSCORE_PARSE_WORD, 3},
        {"m4=1", "m9=1", GPSCORE_PARSE_NUMBER, 1},
        {"m4=1", "m4=1;", GPSCORE_PARSE_TRAILING, 4},
        {"m4=1", "m4=1 ", GPSCORE_PARSE_END, 5},
        {"m4=1", "m4=1 m4=1", GPSCORE_PARSE_DUPLICATE, 5},
    };
    rules_of(alone_rules, &rules);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[SOLAR_STATE_TEXT];
        gpscore_error error;
        solar_state state, before;
        const char *place = strstr(alone_text, bad[i].from);
        CHECK(place != NULL);
        sprintf(text, "%.*s%s%s", (int)(place - alone_text), alone_text, bad[i].to,
                place + strlen(bad[i].from));
        memset(&state, 0x5a, sizeof state);
        before = state;
        const gpscore_status status = solar_state_parse(&rules, text, strlen(text), &state, &error);
        const long at = bad[i].offset < 0 ? strstr(strstr(text, "player1=") + 1, "player1=") - text
                                          : place - alone_text + bad[i].offset;
        if (status != bad[i].status || error.position != at) {
            fprintf(stderr, "%s for %s: status %d at %d, expected %ld\n", bad[i].to, bad[i].from, (int)status,
                    error.position, at);
        }
        CHECK(status == bad[i].status && error.position == at);
        CHECK(memcmp(&state, &before, sizeof state) == 0);
    }
}

/* ---- Validation ---------------------------------------------------------------------------------------- */

static solar_state good;
static uint32_t met;

static void expect_problem(solar_state *bad, uint32_t problem, int line) {
    if (problem != SOLAR_PROBLEM_DERIVED) solar_derive(&rules, bad);
    if (!(solar_validate(&rules, bad) & problem)) {
        fprintf(stderr, "line %d: %x has no %x\n", line, (unsigned)solar_validate(&rules, bad),
                (unsigned)problem);
        exit(1);
    }
    met |= problem;
}

#define BREAK(statement, problem)                 \
    do {                                          \
        solar_state bad = good;                   \
        statement;                                \
        expect_problem(&bad, problem, __LINE__); \
    } while (0)

/* A position with changes that are all in order. */
#define KEEP(statement)                           \
    do {                                          \
        solar_state bad = good;                   \
        statement;                                \
        solar_derive(&rules, &bad);               \
        CHECK(solar_validate(&rules, &bad) == 0); \
    } while (0)

static void every_problem_is_named(void) {
    met = 0;
    rules_of(alone_rules, &rules);
    good = solar_position(&rules, alone_text);
    BREAK(bad.head.rules ^= 1, SOLAR_PROBLEM_FOREIGN);
    BREAK(bad.head.phase = 13, SOLAR_PROBLEM_PHASE);
    BREAK(bad.head.phase = SOLAR_SETTLE, SOLAR_PROBLEM_PHASE);
    BREAK(bad.head.phase = SOLAR_ROUND_END, SOLAR_PROBLEM_PHASE);
    BREAK(bad.head.alignment = 512, SOLAR_PROBLEM_ALIGNMENT);
    BREAK(bad.head.token = 3, SOLAR_PROBLEM_ALIGNMENT);
    BREAK(bad.head.sectors = 24, SOLAR_PROBLEM_ALIGNMENT);
    BREAK(bad.head.active = 3, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.start = 3, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.pending = 3, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.pending = 1, SOLAR_PROBLEM_SEAT); /* nobody has to choose */
    BREAK(bad.head.start = 0, SOLAR_PROBLEM_SEAT);
    BREAK(bad.players[1].flags |= SOLAR_FLAG_PASSED, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.round = 5, SOLAR_PROBLEM_ROUND);
    BREAK(bad.head.turns = 3, SOLAR_PROBLEM_ROUND); /* three passes of the first round, one of this */
    KEEP(bad.head.turns = 4);
    BREAK(bad.head.phase = SOLAR_OVER, SOLAR_PROBLEM_ROUND);
    BREAK(bad.head.moves = 251, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.ring_moves = 1, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.turn_limit = 1, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.turn |= SOLAR_TURN_TECH_DUE, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.turn |= SOLAR_TURN_FREE, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.turn |= SOLAR_TURN_NO_ASTEROIDS, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.turn = 0x31, SOLAR_PROBLEM_TURN);
    BREAK(bad.players[1].flags = 0, SOLAR_PROBLEM_TURN); /* Turing's tech without the action */
    BREAK(bad.head.active = 0, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.tiles[1] = 0x0f, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.tiles[1] = 0x4f, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.tiles[1] |= 0x80, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.tiles[0] = 0x40 | 2 << 4 | 3, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.tiles[0] = 0x41, SOLAR_PROBLEM_TILES); /* on top and face down */
    BREAK(bad.players[1].techs |= 2, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.left = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.item = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.step = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.after = SOLAR_AFTER_END, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.after = 8, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.mark = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[0].score = 60001, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].credits = 251, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].publicity = 11, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].data = 7, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].tucked[2] = 251, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].traces[2] = 251, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].signals = 251, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].limit = 1, SOLAR_PROBLEM_RESOURCES);
    BREAK(bad.players[0].probes[2] |= 1, SOLAR_PROBLEM_PROBES);
    BREAK(bad.players[0].probes[0] |= 1,
          SOLAR_PROBLEM_PROBES); /* a fourth, with tech 1 and Orbital Dynamics */
    BREAK(bad.players[2].probes[0] |= 3, SOLAR_PROBLEM_PROBES);
    KEEP(bad.players[1].probes[1] |= 1); /* as Turing could launch them */
    BREAK(bad.players[2].techs |= 0x20, SOLAR_PROBLEM_TECHS);
    BREAK(bad.players[0].techs |= 0x10, SOLAR_PROBLEM_TECHS);
    BREAK(bad.figures.count[2][3] = 1, SOLAR_PROBLEM_FIGURES);
    BREAK(bad.figures.count[2][SOLAR_NEUTRAL] = 1, SOLAR_PROBLEM_FIGURES);
    BREAK(bad.figures.first[2] = 3, SOLAR_PROBLEM_FIGURES); /* has no orbiter there */
    BREAK(bad.figures.first[2] = 0, SOLAR_PROBLEM_FIGURES); /* somebody came first */
    BREAK(bad.figures.first[2] = 6, SOLAR_PROBLEM_FIGURES);
    BREAK(bad.figures.first[7] = 3, SOLAR_PROBLEM_FIGURES); /* Pluto has no such space */
    BREAK(bad.figures.data[2] = 0x33, SOLAR_PROBLEM_FIGURES); /* two spaces for one lander */
    BREAK(bad.figures.data[2] = 0x03, SOLAR_PROBLEM_FIGURES);
    BREAK(bad.figures.data[2] = 0x23, SOLAR_PROBLEM_FIGURES);
    BREAK((bad.figures.count[1][0] = 0x20, bad.figures.data[1] = 0x11), SOLAR_PROBLEM_FIGURES);
    BREAK(bad.figures.count[7][0] = 1, SOLAR_PROBLEM_FIGURES); /* not an owner of Pluto */
    BREAK(bad.figures.count[7][2] = 0x20, SOLAR_PROBLEM_FIGURES); /* once each */
    KEEP(bad.figures.count[7][2] = 0x11);
    BREAK(bad.figures.moon[2] = 4, SOLAR_PROBLEM_MOONS);
    BREAK(bad.figures.moon[2] = 5, SOLAR_PROBLEM_MOONS);
    BREAK(bad.figures.moon[7] = 0x20, SOLAR_PROBLEM_MOONS);
    BREAK(bad.figures.moon[0] = 1, SOLAR_PROBLEM_MOONS); /* without tech 4 */
    BREAK(bad.players[3].cards = 1, SOLAR_PROBLEM_ABSENT);
    BREAK(bad.players[0].flags = SOLAR_FLAG_LAUNCH_TILE, SOLAR_PROBLEM_FLAGS);
    BREAK(bad.players[0].flags = 16, SOLAR_PROBLEM_FLAGS);
    BREAK((bad.head.phase = SOLAR_OVER, bad.head.round = 4), SOLAR_PROBLEM_FLAGS);
    BREAK(bad.head.sum++, SOLAR_PROBLEM_DERIVED);
    BREAK(bad.players[0].count++, SOLAR_PROBLEM_DERIVED);
    BREAK(bad.head.reserved = 1, SOLAR_PROBLEM_DERIVED);
    BREAK(bad.players[0].reserved[1] = 1, SOLAR_PROBLEM_DERIVED);
#define SOLAR_X(name, bit, words)             \
    CHECK(met & SOLAR_PROBLEM_##name);        \
    CHECK(strcmp(solar_problem_text(bit), words) == 0);
    SOLAR_PROBLEM_LIST(SOLAR_X)
#undef SOLAR_X
    CHECK(!solar_problem_text(-1));
    CHECK(!solar_problem_text(16));
}

static void setup_comes_in_its_order(void) {
    rules_of("solar players=2 organisations=fenwick,orbital_dynamics", &rules);
    solar_init(&rules, &good);
    KEEP((void)bad);
    BREAK(bad.head.alignment = 1, SOLAR_PROBLEM_ALIGNMENT);
    KEEP((bad.head.step = 1, bad.head.alignment = 7));
    BREAK(bad.head.sectors = 1, SOLAR_PROBLEM_ALIGNMENT);
    BREAK(bad.head.token = 1, SOLAR_PROBLEM_ALIGNMENT);
    BREAK(bad.head.active = 1, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.turns = 1, SOLAR_PROBLEM_ROUND);
    BREAK(bad.head.moves = 1, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.step = 3, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.tiles[0] = 0x4e, SOLAR_PROBLEM_TILES);
    BREAK(bad.players[1].probes[0] = 1, SOLAR_PROBLEM_PROBES);
    BREAK(bad.players[0].techs = 1, SOLAR_PROBLEM_TILES);
    BREAK(bad.players[1].flags = SOLAR_FLAG_ORG_USED, SOLAR_PROBLEM_FLAGS);
    BREAK(bad.figures.count[0][0] = 1, SOLAR_PROBLEM_FIGURES);
    BREAK(bad.figures.moon[0] = 1, SOLAR_PROBLEM_MOONS);

    good.head.phase = SOLAR_SETUP_TILES;
    good.head.step = 1;
    good.head.tiles[0] = 0x4e;
    KEEP((void)bad);
    BREAK(bad.head.step = 2, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.step = 4, SOLAR_PROBLEM_PENDING);

    good.head.phase = SOLAR_SETUP_INCOME;
    good.head.step = 0;
    good.head.left = 3;
    for (int t = 0; t < SOLAR_TECHS; t++) good.head.tiles[t] = 0x4e;
    KEEP((void)bad);
    KEEP((bad.head.pending = 1, bad.head.left = 2));
    BREAK(bad.head.pending = 1, SOLAR_PROBLEM_PENDING); /* who tucks two */
    BREAK(bad.head.left = 0, SOLAR_PROBLEM_PENDING);
}

/* rule: R6 R7 R8 R9 R12 */
static void what_is_pending_can_be(void) {
    rules_of(alone_rules, &rules);
    good = solar_position(&rules, alone_text);
    const solar_state turn = good;

    /* Somebody can always do something: a card to tuck, and a kind for it; a first move. */
    rules_of("solar players=2 organisations=orbital_dynamics,fenwick", &rules);
    good = solar_position(&rules,
                          "setup_income tiles=0:123/0:123/0:123/0:123 left=2 player0=cards:2,probes:1.5x2 "
                          "player1=cards:3");
    KEEP((void)bad);
    BREAK(bad.players[0].cards = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].cards = 2, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].tucked[2] = 248, SOLAR_PROBLEM_PENDING);
    KEEP((bad.players[1].tucked[2] = 247));
    good = solar_position(&rules, "org_moves tiles=0:123/0:123/0:123/0:123 flags=free "
                                  "player0=probes:2.0+2.5,energy:1,flags:org");
    KEEP((void)bad);
    BREAK((bad.players[0].probes[0] = 1u << 14, bad.players[0].energy = 0), SOLAR_PROBLEM_PENDING);
    rules_of(alone_rules, &rules);
    good = turn;
    good.head.phase = SOLAR_CHOOSE_TECH;
    good.head.pending = 1;
    KEEP((void)bad);
    BREAK(bad.head.pending = 0, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.turn &= 0xfe, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.step = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].techs = 15, SOLAR_PROBLEM_PENDING);

    good.head.phase = SOLAR_CHOOSE_INCOME; /* the last item of orbiting Mars */
    good.players[1].cards = 2;
    good.head.list = 1 + 3;
    good.head.item = 2;
    good.head.left = 1;
    KEEP((void)bad);
    KEEP((bad.head.list = 19, bad.head.item = 1, bad.head.left = 2)); /* two on its moon */
    BREAK(bad.head.left = 2, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.left = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.item = 1, SOLAR_PROBLEM_PENDING); /* a signal */
    BREAK(bad.head.item = 3, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 34, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 39, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 40, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 41, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 255, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].cards = 0, SOLAR_PROBLEM_PENDING); /* it has lapsed */
    BREAK(bad.head.turn |= SOLAR_TURN_FREE, SOLAR_PROBLEM_PENDING); /* not Helion */
    BREAK(bad.head.after = SOLAR_AFTER_LAUNCH, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.step = 2, SOLAR_PROBLEM_PENDING);

    good.head.phase = SOLAR_CHOOSE_TRACE; /* Pluto's orbit, Titan */
    good.head.list = 1 + 8;
    KEEP((void)bad);
    KEEP((bad.head.list = 19 + 6, bad.head.item = 1, bad.head.left = 2));
    BREAK(bad.head.item = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.left = 2, SOLAR_PROBLEM_PENDING);

    good = turn;
    good.head.phase = SOLAR_TURN_TILE; /* after somebody's tech 3 */
    good.head.step = 2;
    good.head.tiles[2] = 0xe;
    good.players[1].techs = 4;
    BREAK((void)bad, SOLAR_PROBLEM_TILES); /* two own it, so two are left */
    good.head.tiles[2] = 6;
    KEEP((void)bad);
    BREAK(bad.head.step = 1, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.step = 4, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.tiles[2] = 0x42, SOLAR_PROBLEM_TILES);

    rules_of("solar organisations=orbital_dynamics,helion", &rules);
    good = solar_position(&rules, "org_moves active=0 tiles=0:123/0:123/0:123/0:123 flags=main+free "
                                  "player0=flags:org,probes:1.0+2.0 player1=cards:1");
    KEEP(bad.head.mark = 8);
    BREAK(bad.head.mark = 9, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.mark = 32, SOLAR_PROBLEM_PENDING);
    BREAK((bad.head.mark = 0, bad.players[0].probes[0] = 1), SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[0].probes[0] = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[0].flags = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.active = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.left = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.turn = 0, SOLAR_PROBLEM_TURN);
    BREAK(bad.head.phase = SOLAR_TURN, SOLAR_PROBLEM_TURN);
    KEEP(bad.head.turn |= SOLAR_TURN_TECH_DUE); /* while a tech is chosen */
    BREAK((bad.head.turn |= SOLAR_TURN_TECH_DUE, bad.players[0].techs = 15), SOLAR_PROBLEM_TURN);
    BREAK(bad.head.turn = SOLAR_TURN_FREE | SOLAR_TURN_TECH_DUE, SOLAR_PROBLEM_TURN);
    /* While a trace or an income is chosen. */
    KEEP((bad.head.list = 9, bad.head.item = 2, bad.head.left = 1));
    KEEP((bad.head.list = 19, bad.head.item = 1, bad.head.left = 2));
    BREAK((bad.head.list = 19, bad.head.item = 0, bad.head.left = 1), SOLAR_PROBLEM_PENDING);
    BREAK((bad.head.list = 9, bad.head.item = 2), SOLAR_PROBLEM_PENDING);
    BREAK((bad.head.list = 9, bad.head.left = 1, bad.head.turn |= SOLAR_TURN_TECH_DUE), SOLAR_PROBLEM_TURN);

    good = solar_position(&rules, "choose_income active=1 pending=1 tiles=0:123/1:02/0:123/0:123 flags=free "
                                  "player1=cards:1,techs:2off,flags:org player0=-");
    KEEP(bad.head.turn |= SOLAR_TURN_MAIN | SOLAR_TURN_TECH_DUE);
    BREAK(bad.head.turn = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].cards = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].flags = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.players[1].techs = 2, SOLAR_PROBLEM_PENDING);
    BREAK((bad.head.active = bad.head.pending = 0), SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.pending = 0, SOLAR_PROBLEM_SEAT);

    rules_of(host_rules, &rules);
    good = solar_position(&rules, host_text);
    KEEP((bad.head.list = 38, bad.head.after |= SOLAR_AFTER_LAUNCH));
    KEEP((bad.head.after = 0, bad.head.tiles[0] = 0x46));
    BREAK(bad.head.pending = 1, SOLAR_PROBLEM_PENDING); /* Sentinel is player 0 */
    BREAK(bad.head.after |= SOLAR_AFTER_LAUNCH, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.after |= SOLAR_AFTER_END, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.after = 0, SOLAR_PROBLEM_TILES);
    BREAK(bad.head.step = 1, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.left = 2, SOLAR_PROBLEM_PENDING);
    BREAK((bad.head.list = 37, bad.head.after = 0), SOLAR_PROBLEM_PENDING); /* publicity is paid at once */
    BREAK(bad.head.phase = SOLAR_CHOOSE_TRACE, SOLAR_PROBLEM_PHASE);
    BREAK(bad.figures.first[2] = 2, SOLAR_PROBLEM_FIGURES);
    KEEP(bad.figures.first[2] = 0); /* a host has removed it */
    BREAK((bad.head.phase = SOLAR_ROUND_END, bad.head.list = 0), SOLAR_PROBLEM_FLAGS);

    good =
        solar_position(&rules, "settle active=1 pending=1 turns=3 tiles=0:123/0:123/0:123/0:123 flags=main "
                               "list=pass left=1 after=end player0=flags:passed player1=flags:passed");
    BREAK(bad.players[1].flags = 0, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.pending = 0, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.after = 0, SOLAR_PROBLEM_SEAT);
    BREAK(bad.head.turn = 0, SOLAR_PROBLEM_PENDING);
    BREAK(bad.head.list = 38, SOLAR_PROBLEM_PENDING);
    BREAK((bad.head.round = 3, bad.head.start = 1, bad.head.turns = 7),
          SOLAR_PROBLEM_PENDING); /* no card then */
    KEEP(bad.head.turns = 1); /* player 1 has not ended the turn */
    BREAK(bad.head.turns = 0, SOLAR_PROBLEM_ROUND);
}

/* ---- Damaged input ------------------------------------------------------------------------------------- */

/* Flipped bits give an error, or another state that is valid. */
static void flipped_bits_never_make_a_broken_state(void) {
    dice d = {gpscore_key(34, GPSCORE_PURPOSE_PLAYER), 0};
    unsigned refused = 0, accepted = 0;
    for (int round = 0; round < 60; round++) {
        solar_state state, back;
        uint8_t bytes[SOLAR_MAX_PACKED];
        random_rules(&d, &rules);
        const size_t size = solar_packed_size(&rules);
        solar_init(&rules, &state);
        for (uint32_t steps = roll(&d, 150); steps && solar_to_act(&state); steps--) {
            play_one(&rules, &state, &d);
        }
        solar_pack(&rules, &state, bytes);
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit >> 3] ^= (uint8_t)(1u << (bit & 7));
            memset(&back, 0x5a, sizeof back);
            if (solar_unpack(&rules, bytes, size, &back, NULL) == GPSCORE_OK) {
                uint8_t again[SOLAR_MAX_PACKED];
                CHECK(solar_validate(&rules, &back) == 0 && memcmp(&back, &state, sizeof back) != 0);
                solar_pack(&rules, &back, again);
                CHECK(memcmp(bytes, again, size) == 0);
                accepted++;
            } else {
                for (size_t i = 0; i < sizeof back; i++) CHECK(((const uint8_t *)&back)[i] == 0x5a);
                refused++;
            }
            bytes[bit >> 3] ^= (uint8_t)(1u << (bit & 7));
        }
    }
    CHECK(refused > 1000 && accepted > 1000);
}

/* Whatever position passes, somebody can go on from it, and it stays one that passes. */
static void what_can_be_can_be_played_on(void) {
    static const uint8_t values[] = {0, 1, 2, 3, 7, 249, 250, 255};
    dice d = {gpscore_key(59, GPSCORE_PURPOSE_PLAYER), 0};
    int kept = 0;
    for (int round = 0; round < 60; round++) {
        random_rules(&d, &rules);
        solar_state played;
        solar_init(&rules, &played);
        for (int ply = (int)roll(&d, 150); ply && solar_to_act(&played) != GPSCORE_TO_ACT_OVER; ply--)
            play_one(&rules, &played, &d);
        for (int change = 0; change < 300; change++) {
            solar_state state = played;
            unsigned char *bytes = (unsigned char *)&state;
            for (uint32_t n = 1 + roll(&d, 3); n; n--) {
                const uint32_t from = offsetof(solar_state, head.alignment);
                const uint32_t at = from + roll(&d, (uint32_t)sizeof state - from);
                bytes[at] = values[roll(&d, sizeof values)];
            }
            solar_derive(&rules, &state);
            if (solar_validate(&rules, &state)) continue;
            kept++;
            for (int ply = 0; ply < 8 && solar_to_act(&state) != GPSCORE_TO_ACT_OVER; ply++) {
                play_one(&rules, &state, &d);
                CHECK(solar_validate(&rules, &state) == 0);
            }
        }
    }
    CHECK(kept > 2000);
}

static void bytes_of_something_else_are_refused(void) {
    uint8_t bytes[SOLAR_MAX_PACKED];
    solar_state state, back;
    gpscore_error error;
    rules_of("solar players=1", &rules);
    rules_of("solar players=1 push_tech2=0", &other_rules);
    solar_init(&rules, &state);
    const size_t size = solar_packed_size(&rules);
    solar_pack(&rules, &state, bytes);
    CHECK(solar_unpack(&rules, bytes, 0, &back, &error) == GPSCORE_BYTES_LENGTH);
    CHECK(solar_unpack(&rules, bytes, size + 1, &back, &error) == GPSCORE_BYTES_LENGTH);
    CHECK(error.operand[0] == (int64_t)size + 1 && error.operand[1] == (int64_t)size);
    CHECK(solar_unpack(&other_rules, bytes, size, &back, &error) == GPSCORE_BYTES_FOREIGN);
    bytes[0]++;
    CHECK(solar_unpack(&rules, bytes, size, &back, &error) == GPSCORE_BYTES_VERSION);
}

/* Text with changes parses to a valid state or gives an error inside the text. */
static void damaged_text_is_refused_where_it_is_damaged(void) {
    static const char alphabet[] = "0123456789,@+-/:>.=x n? turnpmedchoactiveslgk\n\x80\xff";
    dice d = {gpscore_key(35, GPSCORE_PURPOSE_PLAYER), 0};
    unsigned parsed = 0;
    rules_of(alone_rules, &rules);
    rules_of(host_rules, &other_rules);
    for (int round = 0; round < 40000; round++) {
        char text[SOLAR_STATE_TEXT];
        gpscore_error error;
        solar_state state, before;
        const char *whole = round & 1 ? host_text : alone_text;
        const solar_rules *r = round & 1 ? &other_rules : &rules;
        size_t length = strlen(whole);
        memcpy(text, whole, length);
        for (uint32_t edits = 1 + roll(&d, 3); edits; edits--) {
            const size_t at = roll(&d, (uint32_t)length);
            switch (roll(&d, 5)) {
            case 0:
            case 1: text[at] = alphabet[roll(&d, sizeof alphabet - 1)]; break;
            case 2: length = at + 1; break;
            default:
                memmove(text + at + 1, text + at, length - at);
                text[at] = alphabet[roll(&d, sizeof alphabet - 1)];
                length++;
                break;
            }
        }
        char *exact = (char *)malloc(length); /* so that a read past the end is seen */
        memcpy(exact, text, length);
        memset(&state, 0x5a, sizeof state);
        before = state;
        if (solar_state_parse(r, exact, length, &state, &error) == GPSCORE_OK) {
            check_forms(r, &state);
            parsed++;
        } else {
            CHECK(memcmp(&state, &before, sizeof state) == 0);
            CHECK(error.status == GPSCORE_POSITION_INVALID
                      ? error.position == -1
                      : error.position >= 0 && error.position <= (int)length);
        }
        free(exact);
    }
    CHECK(parsed > 50);
}

int main(void) {
    static const test_case tests[] = {
        TEST(every_position_of_a_game_has_its_forms),
        TEST(equal_states_have_equal_bytes_only),
        TEST(the_longest_texts_fit),
        TEST(rules_text_round_trips_and_names_its_faults),
        TEST(a_board_is_written_out_and_checked),
        TEST(every_action_id_is_written_and_read),
        TEST(actions_are_written_in_words),
        TEST(actions_parse_as_people_write_them),
        TEST(a_state_is_written_as_it_is_read),
        TEST(state_text_names_its_faults),
        TEST(every_problem_is_named),
        TEST(setup_comes_in_its_order),
        TEST(what_is_pending_can_be),
        TEST(flipped_bits_never_make_a_broken_state),
        TEST(what_can_be_can_be_played_on),
        TEST(bytes_of_something_else_are_refused),
        TEST(damaged_text_is_refused_where_it_is_damaged),
    };
    return RUN_TESTS(tests);
}
