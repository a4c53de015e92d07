/* GPS rule by rule, on hand-made positions. */
#include "check.h"

/* rule: G1 R11 */
static void options_have_their_ranges(void) {
    const struct {
        int64_t players, spaces, satellites, face_up, wins, turns;
        gpscore_status status;
    } cases[] = {
        {0, 36, 12, 3, 1, 0, GPSCORE_RULES_PLAYERS},
        {6, 36, 12, 3, 1, 0, GPSCORE_RULES_PLAYERS},
        {3, 36, 1, 1, 1, 0, GPSCORE_RULES_SATELLITES},
        {3, 36, 17, 3, 1, 0, GPSCORE_RULES_SATELLITES},
        {3, 12, 12, 3, 1, 0, GPSCORE_RULES_SPACES},
        {3, 65, 12, 3, 1, 0, GPSCORE_RULES_SPACES},
        {3, 36, 12, 0, 1, 0, GPSCORE_RULES_FACE_UP},
        {3, 36, 12, 13, 1, 0, GPSCORE_RULES_FACE_UP},
        {3, 36, 12, 3, 0, 0, GPSCORE_RULES_WINS},
        {3, 36, 12, 3, 101, 0, GPSCORE_RULES_WINS},
        {3, 36, 12, 3, 1, -1, GPSCORE_RULES_TURN_LIMIT},
        {3, 36, 12, 3, 1, INT64_MAX, GPSCORE_RULES_TURN_LIMIT},
        {INT64_MIN, 36, 12, 3, 1, 0, GPSCORE_RULES_PLAYERS},
        {1, 3, 2, 2, 100, UINT32_MAX, GPSCORE_OK},
        {5, 64, 16, 16, 1, 0, GPSCORE_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const gps_options options = {cases[i].players,
                                     cases[i].spaces,
                                     cases[i].satellites,
                                     cases[i].face_up,
                                     cases[i].wins,
                                     cases[i].turns,
                                     NULL,
                                     0};
        gps_rules rules, before;
        gpscore_error error = {0};
        memset(&rules, 0xab, sizeof rules);
        before = rules;
        CHECK(gps_rules_init(&rules, &options, &error) == cases[i].status);
        CHECK(cases[i].status == GPSCORE_OK || error.status == (int32_t)cases[i].status);
        CHECK(cases[i].status == GPSCORE_OK || memcmp(&rules, &before, sizeof rules) == 0);
    }
}

/* rule: R7 */
static void spin_weights_are_checked_and_reduced(void) {
    int64_t weights[5] = {2, 0, 4, 6, 0};
    gps_options options = GPS_OPTIONS_DEFAULT;
    gps_rules rules, other;
    options.spaces = 5;
    options.satellites = 3;
    options.weights = weights;
    options.weight_count = 5;
    CHECK(gps_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    CHECK(rules.weights[0] == 1 && rules.weights[2] == 2 && rules.weights[3] == 3 && rules.total == 6);
    options.weight_count = 4;
    CHECK(gps_rules_init(&other, &options, NULL) == GPSCORE_RULES_WEIGHT_COUNT);
    options.weight_count = 5;
    weights[1] = -1;
    CHECK(gps_rules_init(&other, &options, NULL) == GPSCORE_RULES_WEIGHT_RANGE);
    for (int i = 0; i < 5; i++) weights[i] = 0;
    CHECK(gps_rules_init(&other, &options, NULL) == GPSCORE_RULES_WEIGHT_ZERO);
    for (int i = 0; i < 5; i++) weights[i] = UINT32_MAX - i;
    CHECK(gps_rules_init(&other, &options, NULL) == GPSCORE_RULES_WEIGHT_SUM);
    for (int i = 0; i < 5; i++) weights[i] = 7;
    CHECK(gps_rules_init(&other, &options, NULL) == GPSCORE_OK && other.uniform && other.total == 5);

    gps_state state = position(&rules, "spin - 3 0 0,0,0 3@0,2@1,1@2+-/3@0,2@1,1@2+-/3@0,2@1,1@2+-");
    gpscore_outcome outcomes[GPS_MAX_SPACES];
    CHECK(gps_chance_outcomes(&rules, &state, outcomes) == 3);
    CHECK(outcomes[1].action == GPS_ACTION(GPS_SPIN_TO, 2) && outcomes[1].weight == 2);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "spin:1") == GPSCORE_GPS_SPIN_WEIGHT);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "spin:5") == GPSCORE_GPS_SPACE_RANGE);

    /* Sampled frequencies are the weights': 60,000 draws, five standard deviations. */
    int counts[5] = {0};
    const uint64_t key = gpscore_key(5, GPSCORE_PURPOSE_CHANCE);
    for (uint32_t turn = 0; turn < 60000; turn++) {
        state.head.turn = turn;
        counts[GPS_INDEX(gps_sample_chance(&rules, &state, key))]++;
    }
    CHECK(counts[1] == 0 && counts[4] == 0);
    CHECK(abs(counts[0] - 10000) < 460 && abs(counts[2] - 20000) < 580 && abs(counts[3] - 30000) < 620);
}

/* rule: G2 G6 R6 R14 */
static void satellites_are_turned_up_seat_by_seat(void) {
    const gps_rules rules = make_rules(2, 6, 4, 2, 1, 0, NULL);
    gpscore_outcome outcomes[GPS_MAX_SPACES];
    gps_state state;
    gps_init(&rules, &state);
    CHECK(state_is(&rules, &state, "setup - 0 0 0,0 -+-/-+-"));
    CHECK(gps_to_act(&state) == GPSCORE_TO_ACT_CHANCE);
    CHECK(gps_chance_outcomes(&rules, &state, outcomes) == 4 && outcomes[3].weight == 1);
    do_action(&rules, &state, GPSCORE_CHANCE, "up:3");
    CHECK(gps_chance_outcomes(&rules, &state, outcomes) == 3);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "up:3") == GPSCORE_GPS_NOT_FACE_DOWN);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "up:5") == GPSCORE_GPS_SATELLITE_RANGE);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "spin:1") == GPSCORE_GPS_REVEAL_DUE);
    do_action(&rules, &state, GPSCORE_CHANCE, "up:1");
    do_action(&rules, &state, GPSCORE_CHANCE, "up:4");
    do_action(&rules, &state, GPSCORE_CHANCE, "up:2");
    CHECK(state_is(&rules, &state, "spin - 0 0 0,0 -+1,3/-+2,4"));

    /* After the placing each player turns one up, while any is down. */
    do_action(&rules, &state, GPSCORE_CHANCE, "spin:5");
    do_action(&rules, &state, 0, "3cw");
    do_action(&rules, &state, 1, "2cw");
    CHECK(state_is(&rules, &state, "reveal 5 0 0 0,0 3@5+1/2@5+4"));
    CHECK(why(&rules, &state, 0, "1cw") == GPSCORE_GPS_REVEAL_DUE);
    do_action(&rules, &state, GPSCORE_CHANCE, "up:4");
    CHECK(state_is(&rules, &state, "reveal 5 0 0 0,0 3@5+1,4/2@5+4"));
    do_action(&rules, &state, GPSCORE_CHANCE, "up:1");
    CHECK(state_is(&rules, &state, "spin - 1 0 0,0 3@5+1,4/2@5+1,4"));

    /* With none face down the turn ends without a reveal. */
    state = position(&rules, "choose 1 2 0 0,0 1@0,2@5+3,4/1@0,2@5+3,4");
    do_action(&rules, &state, 0, "3cw");
    do_action(&rules, &state, 1, "3cw");
    CHECK(state_is(&rules, &state, "spin - 3 0 0,0 1@0,3@1,2@5+4/1@0,3@1,2@5+4"));
}

/* rule: G3 G4 R5 R8 */
static void one_spin_then_everybody_chooses_unseen(void) {
    const gps_rules rules = make_rules(3, 6, 3, 2, 1, 0, NULL);
    gps_state state = position(&rules, "spin - 0 0 0,0,0 -+1,2/-+1,3/-+2,3"), view;
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    CHECK(gps_to_act(&state) == GPSCORE_TO_ACT_CHANCE && gps_legal_mask(&rules, &state, 0) == 0);
    CHECK(why(&rules, &state, 0, "1cw") == GPSCORE_GPS_SPIN_DUE);
    CHECK(gps_legal_actions(&rules, &state, GPSCORE_CHANCE, actions) == 6);
    do_action(&rules, &state, GPSCORE_CHANCE, "spin:4");
    CHECK(gps_to_act(&state) == 7u);
    CHECK(gps_legal_actions(&rules, &state, 2, actions) == 2 && actions[0] == GPS_ACTION(GPS_PLACE, 1));
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "spin:4") == GPSCORE_GPS_CHOICE_DUE);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "1cw") == GPSCORE_ILLEGAL_NEEDS_PLAYER);
    CHECK(why(&rules, &state, 0, "spin:4") == GPSCORE_ILLEGAL_CHANCE_ACTION);
    CHECK(why(&rules, &state, 3, "1cw") == GPSCORE_ILLEGAL_PLAYER);
    do_action(&rules, &state, 1, "3cw");
    CHECK(why(&rules, &state, 1, "1cw") == GPSCORE_ILLEGAL_CHOSEN);
    CHECK(gps_to_act(&state) == 5u);

    /* Nobody else sees it, and the hash that they see does not tell. */
    gps_view(&state, 0, &view);
    CHECK(state_is(&rules, &view, "choose 4 0 0 0,0,0 -+1,2/-+1,3:?/-+2,3"));
    CHECK(gps_validate(&rules, &view) == GPS_PROBLEM_CHOICE);
    CHECK(why(&rules, &view, 0, "1cw") == GPSCORE_ILLEGAL_HIDDEN);
    gps_state other = position(&rules, "choose 4 0 0 0,0,0 -+1,2/-+1,3:1cw/-+2,3"), other_view;
    gps_view(&other, 0, &other_view);
    CHECK(gps_hash(&state) != gps_hash(&other) && memcmp(&view, &other_view, sizeof view) == 0);
    gps_view(&state, 1, &view);
    CHECK(memcmp(&state, &view, sizeof view) == 0);
}

/* rule: G5 R1 R4 R13 */
static void a_taken_space_gives_the_next_empty_one_on_either_side(void) {
    const gps_rules rules = make_rules(1, 6, 4, 2, 1, 0, NULL);
    /* Pointed space 5 is taken, so is 0 behind the start line: clockwise 1, counter-clockwise 4. */
    gps_state state = position(&rules, "choose 5 2 0 0 1@0,4@5+2,3");
    CHECK(gps_legal_mask(&rules, &state, 0) == 0x00060006u);
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "2cw")) == 1);
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "2ccw")) == 4);
    do_action(&rules, &state, 0, "3ccw");
    CHECK(state_is(&rules, &state, "spin - 3 0 0 1@0,3@4,4@5+2"));

    /* Empty: one choice per satellite, written clockwise. */
    state = position(&rules, "choose 3 2 0 0 1@0,4@5+2,3");
    CHECK(gps_legal_mask(&rules, &state, 0) == 0x00000006u);
    CHECK(why(&rules, &state, 0, "2ccw") == GPSCORE_GPS_ONE_SPACE);
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "2cw")) == 3);

    /* One empty space left for both directions: one choice again. */
    const gps_rules tight = make_rules(1, 3, 2, 2, 1, 0, NULL);
    state = position(&tight, "choose 1 5 0 0 2@0,1@1+-");
    CHECK(gps_legal_mask(&tight, &state, 0) == 0x00000003u);
    CHECK(gps_target(&tight, &state, 0, action_of(&tight, &state, "1cw")) == 2);
}

/* rule: G4 G7 */
static void placing_ends_when_all_are_placed(void) {
    const gps_rules rules = make_rules(1, 6, 4, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 3 1 0 0 1@0+3,4");
    CHECK(why(&rules, &state, 0, "1cw") == GPSCORE_GPS_PLACED);
    CHECK(why(&rules, &state, 0, "2cw") == GPSCORE_GPS_FACE_DOWN);
    CHECK(why(&rules, &state, 0, "5cw") == GPSCORE_GPS_SATELLITE_RANGE);
    CHECK(gps_why_illegal(&rules, &state, 0, GPS_ACTION(GPS_MOVE, 2), NULL) == GPSCORE_GPS_PLACE_FIRST);
    state = position(&rules, "choose 3 4 0 0 4@0,1@1,2@2,3@4+-");
    CHECK(gps_legal_mask(&rules, &state, 0) == 0xfu);
    CHECK(gps_why_illegal(&rules, &state, 0, GPS_ACTION(GPS_PLACE, 2), NULL) == GPSCORE_GPS_ALL_PLACED);
}

/* rule: G8 R3 */
static void the_satellite_in_the_pointed_space_moves_too(void) {
    const gps_rules rules = make_rules(1, 6, 4, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 1 4 0 0 4@0,1@1,2@2,3@4+-");
    /* Space 1 holds satellite 1; judged with it standing, the neighbours are 3 and 5. */
    CHECK(gps_legal_mask(&rules, &state, 0) == 0x000f000fu);
    gps_state moved = state;
    do_action(&rules, &moved, 0, "1cw");
    CHECK(state_is(&rules, &moved, "spin - 5 0 0 4@0,2@2,1@3,3@4+-"));
    moved = state;
    do_action(&rules, &moved, 0, "1ccw");
    CHECK(state_is(&rules, &moved, "spin - 5 0 0 4@0,2@2,3@4,1@5+-"));
    moved = state;
    do_action(&rules, &moved, 0, "3cw");
    CHECK(state_is(&rules, &moved, "spin - 5 0 0 4@0,1@1,2@2,3@3+-"));
}

/* rule: G5 */
static void players_do_not_block_each_other(void) {
    const gps_rules rules = make_rules(2, 6, 3, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 3 2 0 0,0 2@3,3@5+1/2@0,3@5+1");
    CHECK(gps_legal_mask(&rules, &state, 0) == 0x00010001u && gps_legal_mask(&rules, &state, 1) == 1u);
}

/* rule: G9 R1 R9 */
static void order_from_the_start_line_wins(void) {
    const gps_rules rules = make_rules(2, 6, 3, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 5 2 0 0,0 1@1,2@4+3/3@0,1@1+2");
    do_action(&rules, &state, 0, "3cw");
    do_action(&rules, &state, 1, "2cw");
    /* 3 1 2 is in cyclic order alone, which does not count. */
    CHECK(state_is(&rules, &state, "over - 3 0 1,0 1@1,2@4,3@5+-/3@0,1@1,2@5+-"));
    CHECK(gps_winners(&rules, &state) == 1u && gps_to_act(&state) == GPSCORE_TO_ACT_OVER);
    CHECK(gps_in_order(&rules, &state, 0) && !gps_in_order(&rules, &state, 1));
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "spin:0") == GPSCORE_ILLEGAL_OVER);

    /* Two of three in order is no win. */
    state = position(&rules, "spin - 2 0 0,0 1@1,2@4+3/1@0,3@1+2");
    CHECK(gps_winners(&rules, &state) == 0 && !gps_in_order(&rules, &state, 0));
}

/* rule: G9 */
static void a_victory_can_be_shared(void) {
    const gps_rules rules = make_rules(2, 6, 2, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 5 1 0 0,0 1@0+2/1@0+2");
    gps_undo_info undo;
    gpscore_event events[GPS_MAX_EVENTS];
    const gpscore_action actions[2] = {GPS_ACTION(GPS_PLACE, 1), GPS_ACTION(GPS_PLACE, 1)};
    CHECK(gps_apply_joint(&rules, &state, 3u, actions, &undo, NULL) == GPSCORE_OK);
    CHECK(state_is(&rules, &state, "over - 2 0 1,1 1@0,2@5+-/1@0,2@5+-"));
    CHECK(gps_winners(&rules, &state) == 3u);
    CHECK(gps_events(&rules, &state, &undo, events) == 8);
    CHECK(events[2].kind == GPS_EVENT_PLACED && events[2].args[0] == 1 && events[2].args[1] == 5);
    CHECK(events[5].kind == GPS_EVENT_WON && events[5].player == 0 && events[6].player == 1);
    CHECK(events[4].kind == GPS_EVENT_TURN_ENDED && events[7].kind == GPS_EVENT_OVER);
}

/* rule: G10 R10 */
static void a_match_goes_on_until_somebody_has_won_twice(void) {
    const gps_rules rules = make_rules(2, 6, 2, 2, 2, 0, NULL);
    gps_state state = position(&rules, "choose 5 1 0 0,0 1@0+2/2@0+1"), before;
    gps_undo_info undo;
    gpscore_outcome outcomes[GPS_MAX_SPACES];
    do_action(&rules, &state, 0, "2cw");
    do_action(&rules, &state, 1, "1cw");
    CHECK(state_is(&rules, &state, "shuffle - 2 0 1,0 1@0,2@5+-/2@0,1@5+-"));
    CHECK(gps_winners(&rules, &state) == 1u);
    CHECK(why(&rules, &state, GPSCORE_CHANCE, "spin:0") == GPSCORE_GPS_SHUFFLE_DUE);
    CHECK(why(&rules, &state, 0, "1cw") == GPSCORE_GPS_SHUFFLE_DUE);
    CHECK(gps_chance_outcomes(&rules, &state, outcomes) == 1 && outcomes[0].weight == 1);
    before = state;
    CHECK(gps_apply(&rules, &state, GPSCORE_CHANCE, outcomes[0].action, &undo, NULL) == GPSCORE_OK);
    CHECK(state_is(&rules, &state, "setup - 2 2 1,0 -+-/-+-"));
    gps_undo(&state, &undo);
    CHECK(memcmp(&state, &before, sizeof state) == 0);

    state = position(&rules, "choose 5 3 2 1,0 1@0+2/1@0+2");
    do_action(&rules, &state, 0, "2cw");
    do_action(&rules, &state, 1, "2cw");
    CHECK(state_is(&rules, &state, "over - 4 2 2,1 1@0,2@5+-/1@0,2@5+-"));
    CHECK(gps_winners(&rules, &state) == 1u);

    state = position(&rules, "choose 5 5 4 1,1 1@0+2/1@0+2");
    do_action(&rules, &state, 0, "2cw");
    do_action(&rules, &state, 1, "2cw");
    CHECK(gps_winners(&rules, &state) == 3u); /* several may reach the target together */
}

/* rule: R12 G11 */
static void the_turn_limit_ends_the_play_unwon(void) {
    const gps_rules rules = make_rules(1, 6, 2, 2, 2, 3, NULL);
    gps_state state = position(&rules, "choose 0 2 0 0 2@3,1@5+-");
    do_action(&rules, &state, 0, "2cw");
    CHECK(gps_winners(&rules, &state) == 0 && state.head.phase == GPS_OVER);
    const gps_rules longer = make_rules(1, 6, 2, 2, 2, 4, NULL);
    state = position(&longer, "choose 0 2 0 0 2@3,1@5+-");
    do_action(&longer, &state, 0, "2cw");
    CHECK(state.head.phase == GPS_SPIN);
    /* A game won on the last turn counts, but does not reach the target of two. */
    state = position(&rules, "choose 0 2 0 0 2@3,1@5+-");
    do_action(&rules, &state, 0, "1cw");
    CHECK(state_is(&rules, &state, "over - 3 0 1 1@0,2@3+-") && gps_winners(&rules, &state) == 0);
    /* Without a limit the counter's last turn is one. */
    const gps_rules endless = make_rules(1, 6, 2, 2, 1, 0, NULL);
    state = position(&endless, "choose 0 4294967294 0 0 2@3,1@5+-");
    do_action(&endless, &state, 0, "2cw");
    CHECK(state_is(&endless, &state, "over - 4294967295 0 0 2@0,1@5+-"));
}

/* rule: R5 */
static void joint_steps_are_all_or_nothing(void) {
    const gps_rules rules = make_rules(3, 6, 3, 2, 1, 0, NULL);
    const gps_state start = position(&rules, "choose 4 0 0 0,0,0 -+1,2/-+1,3/-+2,3");
    gpscore_action actions[3] = {GPS_ACTION(GPS_PLACE, 0), GPS_ACTION(GPS_PLACE, 2),
                                 GPS_ACTION(GPS_PLACE, 0)};
    gps_state state = start;
    gps_undo_info undo;
    gpscore_error error;
    CHECK(gps_apply_joint(&rules, &state, 3u, actions, &undo, &error) == GPSCORE_ILLEGAL_JOINT_MISSING);
    CHECK(error.operand[0] == 4);
    CHECK(gps_apply_joint(&rules, &state, 15u, actions, &undo, &error) == GPSCORE_ILLEGAL_JOINT_EXTRA);
    CHECK(gps_apply_joint(&rules, &state, 7u, actions, &undo, &error) == GPSCORE_GPS_FACE_DOWN);
    CHECK(memcmp(&state, &start, sizeof state) == 0);
    actions[2] = GPS_ACTION(GPS_PLACE, 1);
    CHECK(gps_apply_joint(&rules, &state, 7u, actions, &undo, &error) == GPSCORE_OK);
    CHECK(state_is(&rules, &state, "reveal 4 0 0 0,0,0 1@4+2/3@4+1/2@4+3"));
    CHECK(gps_apply_joint(&rules, &state, 7u, actions, &undo, &error) == GPSCORE_GPS_REVEAL_DUE);
    gps_undo(&state, &undo);
    CHECK(memcmp(&state, &start, sizeof state) == 0);
    /* After one has chosen on their own, the joint step is for the others. */
    do_action(&rules, &state, 1, "3cw");
    const gps_state half = state;
    CHECK(gps_apply_joint(&rules, &state, 7u, actions, &undo, &error) == GPSCORE_ILLEGAL_JOINT_EXTRA);
    CHECK(gps_apply_joint(&rules, &state, 5u, actions, &undo, &error) == GPSCORE_OK);
    CHECK(state_is(&rules, &state, "reveal 4 0 0 0,0,0 1@4+2/3@4+1/2@4+3"));
    gps_undo(&state, &undo);
    CHECK(memcmp(&state, &half, sizeof state) == 0);
}

/* rule: R2 */
static void rings_of_64_spaces_and_16_satellites_play(void) {
    const gps_rules rules = make_rules(1, 64, 16, 16, 1, 0, NULL);
    gps_state state = position(&rules, "choose 63 2 0 0 1@0,16@63+2,3,4,5,6,7,8,9,10,11,12,13,14,15");
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "9cw")) == 1);
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "9ccw")) == 62);
    CHECK(gps_legal_mask(&rules, &state, 0) == 0x7ffe7ffeu);
    state = position(&rules, "choose 0 2 0 0 1@0,16@63+2,3,4,5,6,7,8,9,10,11,12,13,14,15");
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "9cw")) == 1);
    CHECK(gps_target(&rules, &state, 0, action_of(&rules, &state, "9ccw")) == 62);
}

/* rule: R5 */
static void an_open_choice_is_taken_back_in_any_order(void) {
    const gps_rules rules = make_rules(3, 6, 2, 2, 1, 0, NULL), other = make_rules(3, 7, 2, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 5 1 0 0,0,0 1@0+2/1@0+2/2@0+1");
    const gps_state before = state;
    gps_undo_info undo;
    gpscore_event events[GPS_MAX_EVENTS];
    gpscore_error error;
    CHECK(gps_retract(&rules, &state, 0, NULL, &error) == GPSCORE_ILLEGAL_NOTHING_OPEN);
    CHECK(error.operand[0] == 0);
    do_action(&rules, &state, 0, "2cw");
    const gps_state first = state;
    do_action(&rules, &state, 1, "2cw");
    const gps_state both = state;
    CHECK(gps_retract(&rules, &state, 0, &undo, NULL) == GPSCORE_OK);
    CHECK(state_is(&rules, &state, "choose 5 1 0 0,0,0 1@0+2/1@0+2:2cw/2@0+1"));
    CHECK(gps_validate(&rules, &state) == 0 && gps_to_act(&state) == 5u && !gps_informs(&rules, &undo));
    CHECK(gps_events(&rules, &state, &undo, events) == 1);
    CHECK(events[0].kind == GPS_EVENT_RETRACTED && events[0].player == 0);
    gps_undo(&state, &undo);
    CHECK(memcmp(&state, &both, sizeof state) == 0);
    CHECK(gps_retract(&rules, &state, 1, NULL, NULL) == GPSCORE_OK);
    CHECK(memcmp(&state, &first, sizeof state) == 0);
    CHECK(gps_retract(&rules, &state, 0, NULL, NULL) == GPSCORE_OK);
    CHECK(memcmp(&state, &before, sizeof state) == 0);

    /* Not for somebody else, nor in a view, nor when all have chosen. */
    state = both;
    CHECK(gps_retract(&rules, &state, 2, NULL, NULL) == GPSCORE_ILLEGAL_NOTHING_OPEN);
    CHECK(gps_retract(&rules, &state, 3, NULL, NULL) == GPSCORE_ILLEGAL_PLAYER);
    CHECK(gps_retract(&rules, &state, GPSCORE_CHANCE, NULL, NULL) == GPSCORE_ILLEGAL_PLAYER);
    CHECK(gps_retract(&other, &state, 0, NULL, NULL) == GPSCORE_ILLEGAL_FOREIGN_STATE);
    CHECK(memcmp(&state, &both, sizeof state) == 0);
    gps_view(&both, 1, &state);
    CHECK(gps_retract(&rules, &state, 0, NULL, NULL) == GPSCORE_ILLEGAL_HIDDEN);
    state = both;
    do_action(&rules, &state, 2, "1cw");
    CHECK(gps_retract(&rules, &state, 0, NULL, NULL) == GPSCORE_ILLEGAL_NOTHING_OPEN);
}

/* rule: R5 R6 */
static void chance_and_the_choices_of_others_inform(void) {
    const gps_rules rules = make_rules(2, 6, 2, 1, 1, 0, NULL), alone = make_rules(1, 6, 2, 2, 1, 0, NULL);
    gps_state state = position(&rules, "spin - 1 0 0,0 1@0+2/1@0+2");
    gps_undo_info undo;
    CHECK(gps_apply(&rules, &state, GPSCORE_CHANCE, GPS_ACTION(GPS_SPIN_TO, 3), &undo, NULL) == GPSCORE_OK);
    CHECK(gps_informs(&rules, &undo));
    CHECK(gps_apply(&rules, &state, 1, GPS_ACTION(GPS_PLACE, 1), &undo, NULL) == GPSCORE_OK);
    CHECK(!gps_informs(&rules, &undo));
    CHECK(gps_apply(&rules, &state, 0, GPS_ACTION(GPS_PLACE, 1), &undo, NULL) == GPSCORE_OK);
    CHECK(gps_informs(&rules, &undo));
    state = position(&alone, "choose 3 0 0 0 -+1,2");
    CHECK(gps_apply(&alone, &state, 0, GPS_ACTION(GPS_PLACE, 1), &undo, NULL) == GPSCORE_OK);
    CHECK(!gps_informs(&alone, &undo));
}

/* rule: G5 R4 */
static void targets_are_where_choices_end(void) {
    const gps_rules rules = make_rules(2, 6, 3, 3, 1, 0, NULL);
    gps_state state = position(&rules, "choose 3 2 0 0,0 1@0,3@3+2/2@0,3@1+1"), view;
    unsigned ends[2];
    CHECK(gps_targets(&rules, &state, 0, ends) == 2 && ends[0] == 4 && ends[1] == 2);
    CHECK(gps_targets(&rules, &state, 1, ends) == 1 && ends[0] == 3 && ends[1] == 3);
    do_action(&rules, &state, 0, "2ccw");
    CHECK(gps_targets(&rules, &state, 0, ends) == 0);
    CHECK(gps_targets(&rules, &state, 7, ends) == 0 && gps_targets(&rules, &state, -1, ends) == 0);
    gps_view(&state, 1, &view);
    CHECK(gps_targets(&rules, &view, 1, ends) == 1 && ends[0] == 3);
}

static void foreign_and_unknown_actions_are_refused(void) {
    const gps_rules rules = make_rules(1, 6, 2, 2, 1, 0, NULL), other = make_rules(1, 7, 2, 2, 1, 0, NULL);
    gps_state state = position(&rules, "choose 0 2 0 0 2@3,1@5+-");
    const gps_state before = state;
    const gpscore_action unknown[] = {0,           1,           0x10000040u, 0x11000020u, 0x12000100u,
                                      0x13000010u, 0x14000001u, 0x15000000u, 0x20000000u, 0xffffffffu};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        for (int player = -2; player < 3; player++) {
            CHECK(gps_apply(&rules, &state, player, unknown[i], NULL, NULL) ==
                  GPSCORE_ILLEGAL_UNKNOWN_ACTION);
        }
    }
    CHECK(gps_apply(&other, &state, 0, GPS_ACTION(GPS_MOVE, 0), NULL, NULL) == GPSCORE_ILLEGAL_FOREIGN_STATE);
    CHECK(gps_apply_joint(&other, &state, 1, unknown, NULL, NULL) == GPSCORE_ILLEGAL_FOREIGN_STATE);
    CHECK(memcmp(&state, &before, sizeof state) == 0);
}

int main(void) {
    static const test_case tests[] = {
        TEST(options_have_their_ranges),
        TEST(spin_weights_are_checked_and_reduced),
        TEST(satellites_are_turned_up_seat_by_seat),
        TEST(one_spin_then_everybody_chooses_unseen),
        TEST(a_taken_space_gives_the_next_empty_one_on_either_side),
        TEST(placing_ends_when_all_are_placed),
        TEST(the_satellite_in_the_pointed_space_moves_too),
        TEST(players_do_not_block_each_other),
        TEST(order_from_the_start_line_wins),
        TEST(a_victory_can_be_shared),
        TEST(a_match_goes_on_until_somebody_has_won_twice),
        TEST(the_turn_limit_ends_the_play_unwon),
        TEST(joint_steps_are_all_or_nothing),
        TEST(rings_of_64_spaces_and_16_satellites_play),
        TEST(an_open_choice_is_taken_back_in_any_order),
        TEST(chance_and_the_choices_of_others_inform),
        TEST(targets_are_where_choices_end),
        TEST(foreign_and_unknown_actions_are_refused),
    };
    return RUN_TESTS(tests);
}
