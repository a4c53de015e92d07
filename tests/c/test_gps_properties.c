/* GPS: what must hold at every position of many random games under many rules. */
#include "check.h"

/* A set of rules, small rings mostly, so that games end, matches too. */
static gps_rules random_rules(dice *d) {
    int64_t weights[GPS_MAX_SPACES];
    const int satellites = 2 + (int)roll(d, roll(d, 3) ? 4 : 15);
    const int spaces = satellites + 1 + (int)roll(d, roll(d, 3) ? 4 : (uint32_t)(64 - satellites));
    for (int s = 0; s < spaces; s++) weights[s] = roll(d, 4);
    weights[roll(d, (uint32_t)spaces)] = 1 + roll(d, 100);
    return make_rules(1 + (int)roll(d, 5), spaces, satellites, 1 + (int)roll(d, (uint32_t)satellites),
                      1 + (int)roll(d, 3), roll(d, 3) ? 0 : 1 + (int)roll(d, 60),
                      roll(d, 2) ? weights : NULL);
}

static void check_forms(const gps_rules *rules, const gps_state *state) {
    char text[GPS_STATE_TEXT];
    uint8_t bytes[GPS_MAX_PACKED], again[GPS_MAX_PACKED];
    gps_state back;
    CHECK(gps_validate(rules, state) == 0);
    const size_t length = gps_state_write(rules, state, text, sizeof text);
    CHECK(length < sizeof text && length == strlen(text));
    CHECK(gps_state_parse(rules, text, length, &back, NULL) == GPSCORE_OK);
    CHECK(memcmp(state, &back, sizeof back) == 0);
    CHECK(gps_state_write(rules, state, NULL, 0) == length);

    const size_t size = gps_packed_size(rules);
    CHECK(size <= sizeof bytes);
    gps_pack(rules, state, bytes);
    memset(&back, 0xcc, sizeof back);
    CHECK(gps_unpack(rules, bytes, size, &back, NULL) == GPSCORE_OK);
    CHECK(memcmp(state, &back, sizeof back) == 0);
    gps_pack(rules, &back, again);
    CHECK(memcmp(bytes, again, size) == 0);
    CHECK(gps_unpack(rules, bytes, size - 1, &back, NULL) == GPSCORE_BYTES_LENGTH);
}

/* rule: R8 */
static void check_legality(const gps_rules *rules, const gps_state *state) {
    const uint32_t to_act = gps_to_act(state);
    for (int p = GPSCORE_CHANCE; p < rules->players; p++) {
        gpscore_action legal[GPSCORE_MAX_ACTIONS];
        const size_t count = gps_legal_actions(rules, state, p, legal);
        const int acts = p == GPSCORE_CHANCE ? to_act == GPSCORE_TO_ACT_CHANCE
                                             : !(to_act & GPSCORE_TO_ACT_CHANCE) && to_act >> p & 1u;
        size_t met = 0;
        CHECK(acts == (count > 0));
        /* Every id of every kind is in the list exactly when it is legal, and the list ascends. */
        for (unsigned kind = GPS_SPIN_TO; kind <= GPS_DEAL; kind++) {
            for (unsigned index = 0; index < 64; index++) {
                const gpscore_action action = GPS_ACTION(kind, index);
                const int listed = met < count && legal[met] == action;
                met += (size_t)listed;
                CHECK(listed == (gps_why_illegal(rules, state, p, action, NULL) == GPSCORE_OK));
            }
        }
        CHECK(met == count);
    }
}

/* rule: R4 */
static void check_each_action(const gps_rules *rules, const gps_state *state) {
    const int chance = gps_to_act(state) == GPSCORE_TO_ACT_CHANCE;
    gps_state after[GPSCORE_MAX_ACTIONS];
    for (int p = GPSCORE_CHANCE; p < rules->players; p++) {
        gpscore_action legal[GPSCORE_MAX_ACTIONS];
        const size_t count = chance == (p < 0) ? gps_legal_actions(rules, state, p, legal) : 0;
        for (size_t i = 0; i < count; i++) {
            char text[GPS_ACTION_TEXT];
            gpscore_action parsed;
            gps_undo_info undo;
            gps_state trial = *state;
            gpscore_event events[GPS_MAX_EVENTS];
            memset(&undo, 0xee, sizeof undo);
            gps_action_write(legal[i], text, sizeof text);
            CHECK(gps_action_parse(rules, state, text, strlen(text), &parsed, NULL) == GPSCORE_OK);
            CHECK(parsed == legal[i]);
            CHECK(gps_apply(rules, &trial, p, legal[i], &undo, NULL) == GPSCORE_OK);
            CHECK(gps_validate(rules, &trial) == 0);
            const size_t happened = gps_events(rules, &trial, &undo, events);
            CHECK(happened >= 1 && happened <= GPS_MAX_EVENTS);
            after[i] = trial;
            /* No two ids for one result, and another result has another hash. */
            for (size_t j = 0; j < i; j++) {
                CHECK(memcmp(&after[j], &after[i], sizeof trial) != 0);
                CHECK(gps_hash(&after[j]) != gps_hash(&after[i]));
            }
            gps_undo(&trial, &undo);
            CHECK(memcmp(&trial, state, sizeof trial) == 0);
            gps_apply_unchecked(rules, &trial, p, legal[i], NULL);
            CHECK(memcmp(&trial, &after[i], sizeof trial) == 0);
        }
    }
}

static void check_views(const gps_rules *rules, const gps_state *state) {
    for (int viewer = GPSCORE_PUBLIC; viewer < rules->players; viewer++) {
        gps_state view, again;
        gps_view(state, viewer, &view);
        gps_view(&view, viewer, &again);
        CHECK(memcmp(&view, &again, sizeof view) == 0);
        again = view;
        gps_derive(rules, &again);
        CHECK(memcmp(&view, &again, sizeof view) == 0);
        for (int p = 0; p < rules->players; p++) {
            const uint8_t choice = state->ring[p].choice;
            CHECK(view.ring[p].choice == (p == viewer || !choice ? choice : GPS_HIDDEN));
        }
        if (viewer < 0) continue;
        uint8_t seen[GPS_OBSERVATION], viewed[GPS_OBSERVATION];
        gps_observe(rules, state, viewer, seen);
        gps_observe(rules, &view, viewer, viewed);
        CHECK(memcmp(seen, viewed, sizeof seen) == 0);
    }
}

/* All choices of the running turn, in a random order and by a joint step: the same bytes. */
static void check_order(const gps_rules *rules, const gps_state *state, dice *d) {
    gpscore_action actions[GPS_MAX_PLAYERS] = {0};
    const uint32_t due = gps_to_act(state);
    gps_state joint = *state, one_by_one = *state;
    gps_undo_info undo, undos[GPS_MAX_PLAYERS];
    int count = 0;
    if (state->head.phase != GPS_CHOOSE) return;
    for (int p = 0; p < rules->players; p++) {
        gpscore_action legal[GPSCORE_MAX_ACTIONS];
        const size_t n = gps_legal_actions(rules, state, p, legal);
        if (n) actions[p] = legal[roll(d, (uint32_t)n)];
    }
    CHECK(gps_apply_joint(rules, &joint, due, actions, &undo, NULL) == GPSCORE_OK);
    for (uint32_t left = due; left;) {
        const int p = (int)roll(d, rules->players);
        if (!(left >> p & 1u)) continue;
        CHECK(gps_apply(rules, &one_by_one, p, actions[p], &undos[count++], NULL) == GPSCORE_OK);
        left &= ~(1u << p);
    }
    CHECK(memcmp(&joint, &one_by_one, sizeof joint) == 0);
    while (count) gps_undo(&one_by_one, &undos[--count]);
    CHECK(memcmp(state, &one_by_one, sizeof joint) == 0);
    gps_undo(&joint, &undo);
    CHECK(memcmp(state, &joint, sizeof joint) == 0);
}

/* rule: R14 G11 */
static void random_games_hold_every_invariant(void) {
    dice d = {gpscore_key(11, GPSCORE_PURPOSE_PLAYER), 0};
    unsigned wins = 0, shared = 0, matches = 0, limits = 0;
    for (int game = 0; game < 500; game++) {
        const gps_rules rules = random_rules(&d);
        const uint64_t chance = gpscore_key(d.at, GPSCORE_PURPOSE_CHANCE);
        gps_state state;
        gps_init(&rules, &state);
        for (int step = 0; step < 150 && gps_to_act(&state) != GPSCORE_TO_ACT_OVER; step++) {
            check_forms(&rules, &state);
            if (step % 4 == 0) check_legality(&rules, &state);
            if (step % 4 == 1) check_each_action(&rules, &state);
            check_views(&rules, &state);
            check_order(&rules, &state, &d);
            if (gps_to_act(&state) == GPSCORE_TO_ACT_CHANCE) {
                const gpscore_action action = gps_sample_chance(&rules, &state, chance);
                CHECK(gps_apply(&rules, &state, GPSCORE_CHANCE, action, NULL, NULL) == GPSCORE_OK);
            } else {
                int p = (int)roll(&d, rules.players);
                while (!(gps_to_act(&state) >> p & 1u)) p = (p + 1) % rules.players;
                const gpscore_policy policy = (gpscore_policy)roll(&d, GPSCORE_POLICY_COUNT);
                const gpscore_action action = gps_choose(&rules, &state, p, policy, chance);
                CHECK(gps_apply(&rules, &state, p, action, NULL, NULL) == GPSCORE_OK);
            }
            if (state.head.phase == GPS_SHUFFLE) wins++;
        }
        check_forms(&rules, &state);
        if (state.head.phase != GPS_OVER) continue;
        const uint32_t winners = gps_winners(&rules, &state);
        wins += winners != 0;
        shared += (winners & (winners - 1)) != 0;
        matches += winners && rules.wins > 1;
        limits += !winners;
    }
    CHECK(wins > 200 && shared > 20 && matches > 20 && limits > 20);
}

/* ---- Validation --------------------------------------------------------------------------------------- */

static void every_problem_is_named(void) {
    const gps_rules rules = make_rules(2, 6, 3, 2, 2, 9, NULL);
    const gps_state good = position(&rules, "choose 4 1 0 0,0 1@2+2,3/2@2+1,3:3cw");
    gps_state bad;
    uint32_t met = 0;
    CHECK(gps_validate(&rules, &good) == 0);
#define BREAK(statement, problem)                              \
    do {                                                       \
        bad = good;                                            \
        statement;                                             \
        if (problem != GPS_PROBLEM_DERIVED) gps_derive(&rules, &bad); \
        CHECK(gps_validate(&rules, &bad) & problem);           \
        met |= problem;                                        \
    } while (0)
    BREAK(bad.head.rules ^= 1, GPS_PROBLEM_FOREIGN);
    BREAK(bad.head.phase = 6, GPS_PROBLEM_PHASE);
    BREAK(bad.head.pointed = 6, GPS_PROBLEM_POINTED);
    BREAK(bad.head.pointed = GPS_NOWHERE, GPS_PROBLEM_POINTED);
    BREAK(bad.ring[0].position[0] = 6, GPS_PROBLEM_SPACE);
    BREAK((bad.ring[0].position[1] = 2, bad.ring[0].up = 4), GPS_PROBLEM_TWO_IN_SPACE);
    BREAK(bad.ring[0].up = 7, GPS_PROBLEM_TWO_PLACES);
    BREAK(bad.ring[0].up = 2, GPS_PROBLEM_TWO_PLACES);
    BREAK(bad.ring[0].up |= 8, GPS_PROBLEM_SATELLITE);
    BREAK(bad.ring[0].position[15] = 3, GPS_PROBLEM_SATELLITE);
    BREAK((bad.ring[0].up = 4, bad.ring[0].down = 2), GPS_PROBLEM_COUNT);
    BREAK(bad.head.turn = 2, GPS_PROBLEM_TURN);
    BREAK(bad.head.game_start = 2, GPS_PROBLEM_TURN);
    BREAK((bad.head.turn = 12, bad.head.game_start = 11, bad.head.wins[0] = 1), GPS_PROBLEM_TURN);
    BREAK(bad.head.wins[0] = 1, GPS_PROBLEM_WINS);
    BREAK(bad.head.wins[0] = 2, GPS_PROBLEM_WINS);
    BREAK((bad.head.turn = 3, bad.head.game_start = 2, bad.head.wins[0] = 1), GPS_PROBLEM_WINS);
    BREAK(bad.ring[1].choice = 1 + 1, GPS_PROBLEM_CHOICE);
    BREAK(bad.ring[1].choice = 1 + 2 + 16, GPS_PROBLEM_CHOICE);
    BREAK(bad.ring[1].choice = 200, GPS_PROBLEM_CHOICE);
    BREAK(bad.ring[0].choice = 1 + 1, GPS_PROBLEM_CHOICE); /* nobody left to choose */
    BREAK(bad.ring[2].down = 1, GPS_PROBLEM_ABSENT);
    BREAK(bad.head.wins[3] = 1, GPS_PROBLEM_ABSENT);
    BREAK(bad.head.sum++, GPS_PROBLEM_DERIVED);
    BREAK(bad.head.pending = 3, GPS_PROBLEM_DERIVED);
    BREAK(bad.ring[0].occupied = 0, GPS_PROBLEM_DERIVED);
    BREAK(bad.ring[0].order = 0, GPS_PROBLEM_DERIVED);
    BREAK(bad.ring[0].reserved = 1, GPS_PROBLEM_DERIVED);
#undef BREAK
    const char *order[] = {"spin - 3 0 0,0 1@0,2@1,3@2+-/3@0,2@1,1@2+-",    /* won, but goes on */
                           "shuffle - 3 0 1,0 3@0,2@1,1@2+-/3@0,2@1,1@2+-", /* not won, but ended */
                           "over - 4 0 2,0 1@0,2@1,3@2+-/3@0,2@1,1@2+-",    /* two wins in one game */
                           "over - 4 0 0,0 3@0,2@1,1@2+-/3@0,2@1,1@2+-"};   /* over before the limit */
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        gpscore_error error;
        CHECK(gps_state_parse(&rules, order[i], strlen(order[i]), &bad, &error) == GPSCORE_POSITION_INVALID);
        CHECK(error.operand[0] & (GPS_PROBLEM_ORDER | GPS_PROBLEM_WINS));
        met |= (uint32_t)error.operand[0];
    }
    const struct {
        const char *text;
        uint32_t problem;
    } spins[] = {
        {"reveal 5 0 0 0,0 1@4+2/1@4+2", GPS_PROBLEM_SPINS},       /* nothing on the pointed space */
        {"spin - 1 0 0,0 1@4+2,3/2@3+1,3", GPS_PROBLEM_SPINS},     /* two spaces on one spin */
        {"spin - 2 0 0,0 1@4,2@5+3/1@2,2@3+3", GPS_PROBLEM_SPINS}, /* no space in common */
        {"spin - 1 0 0,0 1@0+2,3/2@0+1,3", GPS_PROBLEM_SPINS},     /* where the spinner cannot stop */
    };
    const int64_t weights[] = {0, 1, 1, 1, 1, 1};
    const gps_rules worn = make_rules(2, 6, 3, 2, 2, 9, weights), fresh = make_rules(2, 6, 3, 2, 2, 9, NULL);
    for (size_t i = 0; i < sizeof spins / sizeof spins[0]; i++) {
        gpscore_error error;
        const gps_rules *by = i == 3 ? &worn : &fresh;
        CHECK(gps_state_parse(by, spins[i].text, strlen(spins[i].text), &bad, &error) ==
              GPSCORE_POSITION_INVALID);
        CHECK(error.operand[0] == spins[i].problem);
        met |= (uint32_t)error.operand[0];
    }
    const gps_rules tiny = make_rules(1, 3, 2, 2, 1, 0, NULL);
    const char *ends = "over - 3 0 1 1@0,2@2+-"; /* neither could have come from elsewhere */
    CHECK(gps_state_parse(&tiny, ends, strlen(ends), &bad, NULL) == GPSCORE_POSITION_INVALID);
    CHECK(gps_validate(&tiny, (bad = position(&tiny, "over - 2 0 1 1@0,2@2+-"), &bad)) == 0);
    int bits = 0;
    while (gps_problem_text(bits)) bits++;
    CHECK(met == (1u << bits) - 1u);
    CHECK(!gps_problem_text(-1));
}

/* ---- Damaged input ------------------------------------------------------------------------------------ */

/* Flipped bits give an error, or another state that is valid. */
static void flipped_bits_never_make_a_broken_state(void) {
    dice d = {gpscore_key(12, GPSCORE_PURPOSE_PLAYER), 0};
    unsigned refused = 0, accepted = 0;
    for (int round = 0; round < 300; round++) {
        const gps_rules rules = random_rules(&d);
        gps_state state, back;
        uint8_t bytes[GPS_MAX_PACKED];
        const size_t size = gps_packed_size(&rules);
        gps_init(&rules, &state);
        for (uint32_t steps = roll(&d, 80); steps && gps_to_act(&state); steps--) {
            const uint32_t to_act = gps_to_act(&state);
            int p = 0;
            while (to_act != GPSCORE_TO_ACT_CHANCE && !(to_act >> p & 1u)) p++;
            if (to_act == GPSCORE_TO_ACT_CHANCE) p = GPSCORE_CHANCE;
            const gpscore_action action = p < 0 ? gps_sample_chance(&rules, &state, d.at++)
                                                : gps_choose(&rules, &state, p, GPSCORE_UNIFORM, d.at++);
            CHECK(gps_apply(&rules, &state, p, action, NULL, NULL) == GPSCORE_OK);
        }
        gps_pack(&rules, &state, bytes);
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit >> 3] ^= (uint8_t)(1u << (bit & 7));
            if (gps_unpack(&rules, bytes, size, &back, NULL) == GPSCORE_OK) {
                CHECK(gps_validate(&rules, &back) == 0 && memcmp(&back, &state, sizeof back) != 0);
                accepted++;
            } else {
                refused++;
            }
            bytes[bit >> 3] ^= (uint8_t)(1u << (bit & 7));
        }
    }
    CHECK(refused > 1000 && accepted > 1000);
}

/* Text with changes parses to a valid state or gives an error inside the text. */
static void damaged_text_is_refused_where_it_is_damaged(void) {
    static const char alphabet[] = "0123456789,@+-/:cw? setupinhoflrva\n\x80\xff";
    const gps_rules rules = make_rules(2, 12, 4, 2, 2, 0, NULL);
    const char *texts[] = {"choose 4 2 0 0,0 1@2,4@7+2,3/2@2,1@11+3,4:3ccw",
                           "spin - 5 0 0,0 2@1,1@2,3@3,4@4+-/4@0,1@1,2@2,3@9+-"};
    dice d = {gpscore_key(13, GPSCORE_PURPOSE_PLAYER), 0};
    unsigned parsed = 0;
    for (int round = 0; round < 40000; round++) {
        char text[GPS_STATE_TEXT];
        gpscore_error error;
        gps_state state, before;
        size_t length = strlen(texts[round & 1]);
        memcpy(text, texts[round & 1], length);
        for (uint32_t edits = 1 + roll(&d, 3); edits; edits--) {
            const size_t at = roll(&d, (uint32_t)length);
            switch (roll(&d, 3)) {
            case 0: text[at] = alphabet[roll(&d, sizeof alphabet - 1)]; break;
            case 1: length = at + 1; break;
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
        if (gps_state_parse(&rules, exact, length, &state, &error) == GPSCORE_OK) {
            CHECK(gps_validate(&rules, &state) == 0);
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

static void rules_text_round_trips_and_names_its_faults(void) {
    dice d = {gpscore_key(14, GPSCORE_PURPOSE_PLAYER), 0};
    gps_rules rules, back;
    char text[GPS_RULES_TEXT];
    gpscore_error error;
    for (int i = 0; i < 500; i++) {
        rules = random_rules(&d);
        const size_t length = gps_rules_write(&rules, text, sizeof text);
        CHECK(gps_rules_parse(text, length, &back, NULL) == GPSCORE_OK);
        CHECK(memcmp(&rules, &back, sizeof rules) == 0);
        const gps_rules other = random_rules(&d);
        CHECK((memcmp(&rules, &other, sizeof rules) == 0) == (rules.fingerprint == other.fingerprint));
    }
    CHECK(gps_rules_parse("gps", 3, &rules, NULL) == GPSCORE_OK && rules.players == 3 && rules.spaces == 36);
    const struct {
        const char *text;
        gpscore_status status;
        int position;
    } bad[] = {
        {"", GPSCORE_PARSE_END, 0},
        {"chess", GPSCORE_PARSE_WORD, 0},
        {"gpsx", GPSCORE_PARSE_WORD, 0},
        {"gps ", GPSCORE_PARSE_GPS_OPTION, 4},
        {"gps  players=2", GPSCORE_PARSE_GPS_OPTION, 4},
        {"gps players=02", GPSCORE_PARSE_NUMBER, 12},
        {"gps players=2 players=2", GPSCORE_PARSE_DUPLICATE, 14},
        {"gps players", GPSCORE_PARSE_END, 11},
        {"gps players=2;", GPSCORE_PARSE_TRAILING, 13},
        {"gps players=99999999999999999999", GPSCORE_PARSE_NUMBER, 12},
        {"gps players=9", GPSCORE_RULES_PLAYERS, -1},
        {"gps spin=1,2", GPSCORE_RULES_WEIGHT_COUNT, -1},
        {"gps players=", GPSCORE_PARSE_NUMBER, 12},
        {"gps spin=", GPSCORE_PARSE_GPS_SPIN, 9},
        {"gps spin=fair", GPSCORE_PARSE_GPS_SPIN, 9},
        {"gps spin=1,x", GPSCORE_PARSE_NUMBER, 11},
        {"gps colour=3", GPSCORE_PARSE_GPS_OPTION, 4},
        {"gps\nplayers=2", GPSCORE_PARSE_CHARACTER, 3},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(gps_rules_parse(bad[i].text, strlen(bad[i].text), &back, &error) == bad[i].status);
        CHECK(error.position == bad[i].position);
    }
    /* The range that is told is that of the option. */
    CHECK(gps_rules_parse("gps satellites=many", 19, &back, &error) == GPSCORE_PARSE_NUMBER);
    CHECK(error.operand[0] == 2 && error.operand[1] == 16);
    CHECK(gps_rules_parse("gps wins=99999999999", 20, &back, &error) == GPSCORE_PARSE_NUMBER);
    CHECK(error.operand[0] == 1 && error.operand[1] == 100);
}

static void actions_parse_as_people_write_them(void) {
    const gps_rules rules = make_rules(1, 6, 2, 2, 1, 0, NULL);
    const gps_state placing = position(&rules, "choose 0 1 0 0 2@3+1"),
                    moving = position(&rules, "choose 0 2 0 0 2@3,1@5+-");
    gpscore_action action;
    gpscore_error error;
    CHECK(action_of(&rules, &placing, " 1  cw ") == GPS_ACTION(GPS_PLACE, 0));
    CHECK(action_of(&rules, &moving, "1 ccw") == GPS_ACTION(GPS_MOVE, 16));
    CHECK(action_of(&rules, &moving, "spin 5") == GPS_ACTION(GPS_SPIN_TO, 5));
    CHECK(action_of(&rules, &moving, "up : 2") == GPS_ACTION(GPS_TURN_UP, 1));
    CHECK(action_of(&rules, &moving, "shuffle") == GPS_ACTION(GPS_DEAL, 0));
    const struct {
        const char *text;
        gpscore_status status;
        int position;
        int64_t first, second; /* operands */
    } bad[] = {
        {"", GPSCORE_PARSE_GPS_ACTION, 0, 0, 0},        {"cw", GPSCORE_PARSE_GPS_ACTION, 0, 0, 0},
        {"-1cw", GPSCORE_PARSE_GPS_ACTION, 0, 0, 0},    {"0cw", GPSCORE_PARSE_NUMBER, 0, 1, 2},
        {"17cw", GPSCORE_PARSE_NUMBER, 0, 1, 2},        {"02cw", GPSCORE_PARSE_NUMBER, 0, 1, 2},
        {"1", GPSCORE_PARSE_GPS_DIRECTION, 1, 1, 0},    {"2 xw", GPSCORE_PARSE_GPS_DIRECTION, 2, 2, 0},
        {"1cww", GPSCORE_PARSE_GPS_DIRECTION, 1, 1, 0}, {"spin", GPSCORE_PARSE_NUMBER, 4, 0, 5},
        {"spin:64", GPSCORE_PARSE_NUMBER, 5, 0, 5},     {"up:0", GPSCORE_PARSE_NUMBER, 3, 1, 2},
        {"shuffle 1", GPSCORE_PARSE_TRAILING, 8, 0, 0}, {"1cw 2", GPSCORE_PARSE_TRAILING, 4, 0, 0},
        {"1\tcw", GPSCORE_PARSE_CHARACTER, 1, '\t', 0}, {"\x7f", GPSCORE_PARSE_CHARACTER, 0, 127, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        action = 77;
        const size_t length = strlen(bad[i].text);
        CHECK(gps_action_parse(&rules, &moving, bad[i].text, length, &action, &error) == bad[i].status);
        CHECK(action == 77 && error.position == bad[i].position);
        CHECK(error.operand[0] == bad[i].first && error.operand[1] == bad[i].second);
    }
}

int main(void) {
    static const test_case tests[] = {
        TEST(random_games_hold_every_invariant),           TEST(every_problem_is_named),
        TEST(flipped_bits_never_make_a_broken_state),      TEST(damaged_text_is_refused_where_it_is_damaged),
        TEST(rules_text_round_trips_and_names_its_faults), TEST(actions_parse_as_people_write_them),
    };
    return RUN_TESTS(tests);
}
