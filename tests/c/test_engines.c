/* What is not one game's own: statuses and their words, random numbers, perft, playouts, the table of games. */
#include "check.h"

static void every_status_has_a_name_a_class_and_words(void) {
    char text[512];
    for (size_t i = 0; i < gpscore_status_count(); i++) {
        const gpscore_status_info *info = gpscore_status_at(i);
        const gpscore_error error = {(int32_t)info->status, -1, {5, 3, 1, 0}};
        CHECK(gpscore_status_find((int32_t)info->status) == info);
        CHECK((info->cls == GPSCORE_CLASS_OK) == (info->status == GPSCORE_OK));
        CHECK(info->name[0] && info->words[0]);
        const size_t length = gpscore_error_text(&error, text, sizeof text);
        CHECK(length == strlen(text) && !strchr(text, '{') && !strchr(text, '}'));
        CHECK(i == 0 || gpscore_status_at(i - 1)->status < info->status);
        /* A short buffer is filled and terminated, and the length is the whole one. */
        CHECK(gpscore_error_text(&error, text, 4) == length && strlen(text) == (length < 3 ? length : 3));
        CHECK(gpscore_error_text(&error, NULL, 0) == length);
    }
    CHECK(!gpscore_status_at(gpscore_status_count()) && !gpscore_status_find(-1));
}

static void words_speak_of_operands(void) {
    char text[256];
    const gpscore_error sets = {GPSCORE_GPS_PLACED, -1, {2, 17, 0x111, 0}};
    gpscore_error_text(&sets, text, sizeof text);
    CHECK(!strcmp(text, "satellite 2 already stands at space 17; face up to place: 1, 5 and 9 (G4)"));
    const gpscore_error one = {GPSCORE_ILLEGAL_JOINT_EXTRA, -1, {4, 3, 0, 0}};
    gpscore_error_text(&one, text, sizeof text);
    CHECK(!strcmp(text, "player 2 cannot choose now; a joint step is for players 0 and 1 (R5)"));
    const gpscore_error comma = {GPSCORE_PARSE_CHARACTER, 4, {',', 0, 0, 0}};
    gpscore_error_text(&comma, text, sizeof text);
    CHECK(!strcmp(text, "unexpected character ','"));
    const gpscore_error feed = {GPSCORE_PARSE_CHARACTER, 4, {10, 0, 0, 0}};
    gpscore_error_text(&feed, text, sizeof text);
    CHECK(!strcmp(text, "unexpected character code 10"));
    const gpscore_error range = {GPSCORE_RULES_PLAYERS, -1, {INT64_MIN, 5, 0, 0}};
    gpscore_error_text(&range, text, sizeof text);
    CHECK(!strcmp(text, "players is -9223372036854775808; it must be 1 to 5 (G1)"));
}

static void draws_are_fixed_and_unbiased(void) {
    /* Pinned: these numbers are part of what a seed means, on every platform. */
    const uint64_t key = gpscore_key(1, GPSCORE_PURPOSE_CHANCE);
    CHECK(key == UINT64_C(0xbfef8030ddc2d772));
    CHECK(gpscore_draw(key, 2, 3) == UINT64_C(0x457a3af28449dcf6));
    CHECK(gpscore_key(1, GPSCORE_PURPOSE_PLAYER) != key && gpscore_key(2, GPSCORE_PURPOSE_CHANCE) != key);
    int counts[3] = {0};
    for (uint64_t i = 0; i < 90000; i++) counts[gpscore_draw_below(key, i, 0, 3)]++;
    for (int i = 0; i < 3; i++) CHECK(abs(counts[i] - 30000) < 710); /* five standard deviations */
    /* With n just above half of 2^32 almost half of all draws are rejected; what stays is even. */
    const uint32_t n = 0x80000001u;
    uint64_t low = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        const uint32_t drawn = gpscore_draw_below(key, i, 1, n);
        CHECK(drawn < n);
        low += drawn < n / 2;
    }
    CHECK(low > 9640 && low < 10360);
    for (uint64_t i = 0; i < 100; i++) CHECK(gpscore_draw_below(key, i, 2, 1) == 0);
}

static void perft_counts_by_hand(void) {
    /* One player, 3 spaces, 2 satellites, both face up. Two turn-ups in either order; then a spin to one of 3;
     * then either satellite; a spin; the other satellite to the space or, when taken, to either side (2 ways,
     * twice 1 of 3 spins): 2, 2, 6, 12, 36, 12 * (1 + 1 + 2). */
    const gps_rules rules = make_rules(1, 3, 2, 2, 1, 0, NULL);
    const uint64_t counts[] = {1, 2, 2, 6, 12, 36, 48};
    gps_state state, before;
    gps_init(&rules, &state);
    before = state;
    for (int depth = 0; depth < 7; depth++)
        CHECK(gpscore_perft(&gps_game, &rules, &state, depth) == counts[depth]);
    CHECK(gpscore_perft(&gps_game, &rules, &state, -1) == 1);
    CHECK(gpscore_perft(&gps_game, &rules, &state, GPSCORE_MAX_PERFT + 1) == UINT64_MAX);
    CHECK(memcmp(&state, &before, sizeof state) == 0);
    /* A finished game has no continuation. */
    state = position(&rules, "over - 2 0 1 1@0,2@1+-");
    CHECK(gpscore_perft(&gps_game, &rules, &state, 0) == 1 &&
          gpscore_perft(&gps_game, &rules, &state, 1) == 0);
}

static void playouts_are_the_same_however_they_are_split(void) {
    const gps_rules rules = make_rules(3, 10, 5, 2, 2, 0, NULL);
    const gpscore_policy policies[3] = {GPSCORE_STEADY, GPSCORE_GREEDY, GPSCORE_STEADY};
    gpscore_playout_stats whole = {0}, parts = {0}, other = {0};
    gps_state state, before;
    gps_init(&rules, &state);
    before = state;
    gpscore_playout(&gps_game, &rules, &state, policies, 9, 0, 300, 0, &whole, NULL);
    gpscore_playout(&gps_game, &rules, &state, policies, 9, 0, 100, 0, &parts, NULL);
    gpscore_playout(&gps_game, &rules, &state, policies, 9, 100, 200, 0, &parts, NULL);
    CHECK(memcmp(&whole, &parts, sizeof whole) == 0 && memcmp(&state, &before, sizeof state) == 0);
    CHECK(whole.games == 300 && whole.unfinished == 0 && whole.decisions == 3 * whole.turns);
    CHECK(whole.wins[0] + whole.wins[1] + whole.wins[2] >= 300 + whole.shared);
    CHECK(whole.wins[0] > whole.wins[1] && whole.wins[2] > whole.wins[1]);
    gpscore_playout(&gps_game, &rules, &state, policies, 10, 0, 300, 0, &other, NULL);
    CHECK(other.turns != whole.turns);
    /* The cap cuts games off. */
    gpscore_playout_stats capped = {0};
    gpscore_playout(&gps_game, &rules, &state, policies, 9, 0, 50, 3, &capped, NULL);
    CHECK(capped.unfinished == 50 && capped.turns == 150 && capped.turns_max == 3);
}

static void games_are_found_by_name(void) {
    CHECK(gpscore_game_at(0) == &gps_game);
    CHECK(gpscore_game_find("gps", 3) == &gps_game);
    CHECK(!gpscore_game_find("gpsx", 4) && !gpscore_game_find("gp", 2) && !gpscore_game_find("", 0));
    size_t count = 0;
    while (gpscore_game_at(count)) count++;
    CHECK(count >= 1 && !gpscore_game_at(count + 5));
    CHECK(!strcmp(gpscore_version(), GPSCORE_VERSION_STRING) && gpscore_abi() == GPSCORE_ABI);
}

/* Every operation of the table does what the typed function does, over one game. */
static void the_table_plays_a_game(void) {
    uint64_t rules[(sizeof(gps_rules) + 7) / 8], state[GPSCORE_MAX_STATE / 8], undo[GPSCORE_MAX_UNDO / 8];
    const gpscore_game *game = gpscore_game_find("gps", 3);
    const char *text = "gps players=2 spaces=6 satellites=3 face_up=2";
    CHECK(game->rules_parse(text, strlen(text), rules, NULL) == GPSCORE_OK && game->players(rules) == 2);
    game->init(rules, state);
    for (int step = 0; game->to_act(state) != GPSCORE_TO_ACT_OVER; step++) {
        uint8_t bytes[GPS_MAX_PACKED];
        char written[GPS_STATE_TEXT];
        uint64_t back[GPSCORE_MAX_STATE / 8], before[GPSCORE_MAX_STATE / 8], view[GPSCORE_MAX_STATE / 8];
        gpscore_action action;
        gpscore_event events[GPSCORE_MAX_EVENTS];
        const uint32_t to_act = game->to_act(state);
        const int player = to_act == GPSCORE_TO_ACT_CHANCE ? GPSCORE_CHANCE : to_act & 1u ? 0 : 1;
        CHECK(game->validate(rules, state) == 0);
        game->pack(rules, state, bytes);
        CHECK(game->unpack(rules, bytes, game->packed_size(rules), back, NULL) == GPSCORE_OK);
        CHECK(memcmp(state, back, game->state_size) == 0 && game->hash(back) == game->hash(state));
        const size_t length = game->state_write(rules, state, written, sizeof written);
        CHECK(game->state_parse(rules, written, length, back, NULL) == GPSCORE_OK);
        game->view(state, player, view);
        action = player < 0 ? game->sample_chance(rules, state, 3)
                            : game->choose(rules, state, player, GPSCORE_STEADY, 3);
        uint64_t mask[GPSCORE_MAX_MASK];
        game->legal_mask(rules, state, player, mask);
        CHECK(mask[0] >> GPS_INDEX(action) & 1u);
        memcpy(before, state, game->state_size);
        CHECK(game->why_illegal(rules, state, player, action, NULL) == GPSCORE_OK);
        CHECK(game->index(rules, state, action) == GPS_INDEX(action) && game->mask_words == 1);
        CHECK(game->index(rules, state, action | 0x800000u) == GPSCORE_NO_INDEX);
        CHECK(game->apply(rules, state, player, action, undo, NULL) == GPSCORE_OK);
        CHECK(game->events(rules, state, undo, events) >= 1);
        game->undo(state, undo);
        CHECK(memcmp(state, before, game->state_size) == 0);
        game->apply_unchecked(rules, state, player, action, undo);
        CHECK(step < 1000);
    }
    CHECK(game->winners(rules, state) != 0 && game->turn(state) >= 3);
}

int main(void) {
    static const test_case tests[] = {
        TEST(every_status_has_a_name_a_class_and_words),
        TEST(words_speak_of_operands),
        TEST(draws_are_fixed_and_unbiased),
        TEST(perft_counts_by_hand),
        TEST(playouts_are_the_same_however_they_are_split),
        TEST(games_are_found_by_name),
        TEST(the_table_plays_a_game),
    };
    return RUN_TESTS(tests);
}
