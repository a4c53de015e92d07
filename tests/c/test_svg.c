/* Pictures in any buffer: the same text as far as there is room, the whole length, nothing past the end. */
#include "check.h"

enum { ROOM = 1 << 18 };
static char whole[ROOM], part[ROOM];
static _Alignas(8) unsigned char rules[1 << 17], state[GPSCORE_MAX_STATE], record[GPSCORE_MAX_UNDO];

/* Draw into the first *size* bytes of a buffer whose rest must stay as it is. */
static void check_room(const gpscore_game *game, const gpscore_svg_options *options, size_t length,
                       size_t size) {
    size_t needed = 0;
    memset(part, 0x5a, sizeof part);
    CHECK(game->svg(rules, state, options, part, size, &needed, NULL) == GPSCORE_OK);
    CHECK(needed == length);
    const size_t written = size == 0 ? 0 : length < size ? length : size - 1;
    CHECK(memcmp(part, whole, written) == 0);
    if (size > 0) CHECK(part[written] == '\0');
    for (size_t i = size == 0 ? 0 : written + 1; i < sizeof part; i++) CHECK(part[i] == 0x5a);
}

static void check_picture(const gpscore_game *game, const gpscore_svg_options *options, dice *d) {
    size_t length = 0;
    const uint64_t hash = game->hash(state);
    CHECK(game->svg(rules, state, options, whole, sizeof whole, &length, NULL) == GPSCORE_OK);
    CHECK(length < sizeof whole && whole[length] == '\0' && strlen(whole) == length);
    CHECK(length < (game == &gps_game ? GPS_SVG_TEXT : SOLAR_SVG_TEXT) || options->arrow_count > 0);
    for (size_t i = 0; i < length; i++) CHECK(whole[i] == '\n' || (whole[i] >= ' ' && whole[i] <= '~'));
    CHECK(strncmp(whole, "<svg ", 5) == 0 && strcmp(whole + length - 7, "</svg>\n") == 0);
    const size_t sizes[] = {0, 1, 2, 1023, length - 1, length, length + 1, length + 1024, length + 1025};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) check_room(game, options, length, sizes[i]);
    check_room(game, options, length, roll(d, (uint32_t)length));
    CHECK(game->hash(state) == hash);
}

static void play(const char *text, uint64_t seed, int plies) {
    const gpscore_game *game = gpscore_game_find(text, strcspn(text, " "));
    dice d = {seed, 0};
    gpscore_event events[GPSCORE_MAX_EVENTS];
    CHECK(game != NULL && game->rules_size <= sizeof rules);
    CHECK(game->rules_parse(text, strlen(text), rules, NULL) == GPSCORE_OK);
    game->init(rules, state);
    for (int ply = 0; ply < plies && game->to_act(state); ply++) {
        const uint32_t acting = game->to_act(state);
        int seat = GPSCORE_CHANCE;
        if (acting < 32) {
            for (seat = 0; !(acting >> seat & 1u); seat++) {}
        }
        gpscore_action actions[GPSCORE_MAX_ACTIONS];
        const size_t count = game->legal_actions(rules, state, seat, actions);
        game->apply_unchecked(rules, state, seat, actions[roll(&d, (uint32_t)count)], record);
        if (roll(&d, 9)) continue;
        gpscore_arrow arrows[] = {{0, (int)roll(&d, 3), -1}, {2, 1, 0}};
        gpscore_svg_options options = GPSCORE_SVG_DEFAULT;
        options.theme = roll(&d, 3);
        options.viewer = (int)roll(&d, 2) - 1;
        options.legal = (int)roll(&d, 2) - 1;
        options.labels = roll(&d, 2);
        options.events = events;
        options.event_count = game->events(rules, state, record, events);
        options.arrows = arrows;
        options.arrow_count = roll(&d, 3);
        options.prefix = roll(&d, 2) ? "left-" : NULL;
        check_picture(game, &options, &d);
    }
}

static void every_room_is_enough_for_its_part(void) {
    play("gps players=1 spaces=3 satellites=2 face_up=1 wins=3", 1, 200);
    play("gps players=5 spaces=64 satellites=16 face_up=9", 2, 250);
    play("gps players=3", 3, 250);
    play("solar players=1", 4, 200);
    play("solar players=4 organisations=orbital_dynamics,xenolab,turing,helion pluto=1,1,1,1", 5, 250);
}

/* Events of another game, or made up, mark something or nothing, and read nothing that is not there. */
static void nonsense_of_events_is_harmless(void) {
    static const char *const games[] = {"gps players=2", "solar players=2"};
    dice d = {6, 0};
    for (int g = 0; g < 2; g++) {
        const gpscore_game *game = gpscore_game_find(games[g], strcspn(games[g], " "));
        CHECK(game->rules_parse(games[g], strlen(games[g]), rules, NULL) == GPSCORE_OK);
        game->init(rules, state);
        for (int i = 0; i < 300; i++) {
            gpscore_event event = {(uint8_t)roll(&d, 64), (int8_t)((int)roll(&d, 256) - 128), {0}};
            for (int k = 0; k < 6; k++) event.args[k] = (uint8_t)roll(&d, 256);
            gpscore_svg_options options = GPSCORE_SVG_DEFAULT;
            size_t length;
            options.events = &event;
            options.event_count = 1;
            CHECK(game->svg(rules, state, &options, whole, sizeof whole, &length, NULL) == GPSCORE_OK);
        }
    }
}

static void wrong_options_are_refused(void) {
    const gpscore_arrow beyond = {0, 36, -1}, before = {-1, 0, -1}, stranger = {0, 1, 3};
    const gps_rules printed = make_rules(3, 36, 12, 3, 1, 0, NULL);
    const struct {
        gpscore_svg_options options;
        gpscore_status status;
        int64_t operand;
    } cases[] = {
        {{15, 0, -1, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_SVG_SIZE, 15},
        {{-1, 0, -1, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_SVG_SIZE, -1},
        {{INT64_MIN, 0, -1, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_SVG_SIZE, INT64_MIN},
        {{16385, 0, -1, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_SVG_SIZE, 16385},
        {{0, 3, -1, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_SVG_THEME, 3},
        {{0, -1, -1, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_SVG_THEME, -1},
        {{0, 0, 3, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_NO_SUCH_PLAYER, 3},
        {{0, 0, -2, -1, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_NO_SUCH_PLAYER, -2},
        {{0, 0, -1, INT64_MAX, 1, NULL, 0, NULL, 0, NULL}, GPSCORE_NO_SUCH_PLAYER, INT64_MAX},
        {{0, 0, -1, -1, 1, NULL, 0, &beyond, 1, NULL}, GPSCORE_SVG_SPACE, 0},
        {{0, 0, -1, -1, 1, NULL, 0, &before, 1, NULL}, GPSCORE_SVG_SPACE, 0},
        {{0, 0, -1, -1, 1, NULL, 0, &stranger, 1, NULL}, GPSCORE_NO_SUCH_PLAYER, 3},
        {{0, 0, -1, -1, 1, NULL, 0, &beyond, 257, NULL}, GPSCORE_SVG_ARROWS, 257},
        {{0, 0, -1, -1, 1, NULL, 0, NULL, 0, "9a"}, GPSCORE_SVG_NO_PREFIX, 31},
        {{0, 0, -1, -1, 1, NULL, 0, NULL, 0, "a b"}, GPSCORE_SVG_NO_PREFIX, 31},
        {{0, 0, -1, -1, 1, NULL, 0, NULL, 0, "a2345678901234567890123456789012"}, GPSCORE_SVG_NO_PREFIX, 31},
    };
    gps_state start;
    gps_init(&printed, &start);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpscore_error error;
        size_t length = 12345;
        memset(part, 0x5a, 64);
        CHECK(gps_svg(&printed, &start, &cases[i].options, part, sizeof part, &length, &error) ==
              cases[i].status);
        CHECK(error.status == (int32_t)cases[i].status && error.operand[0] == cases[i].operand);
        CHECK(length == 12345 && part[0] == 0x5a);
    }
}

static void a_view_is_drawn_like_what_it_is_a_view_of(void) {
    const gps_rules printed = make_rules(2, 36, 12, 3, 1, 0, NULL);
    gps_state there = position(&printed, "choose 17 1 0 0,0 7@3+1,4,9/2@3+5,11,12"), view;
    gpscore_svg_options options = GPSCORE_SVG_DEFAULT;
    size_t length[2];
    do_action(&printed, &there, 0, "4 cw");
    gps_view(&there, GPSCORE_PUBLIC, &view);
    CHECK(gps_svg(&printed, &there, &options, whole, sizeof whole, &length[0], NULL) == GPSCORE_OK);
    CHECK(gps_svg(&printed, &view, &options, part, sizeof part, &length[1], NULL) == GPSCORE_OK);
    CHECK(length[0] == length[1] && strcmp(whole, part) == 0);
    CHECK(strstr(whole, "chosen-0") && !strstr(whole, "choice-0"));
    options.viewer = 0;
    CHECK(gps_svg(&printed, &there, &options, whole, sizeof whole, &length[0], NULL) == GPSCORE_OK);
    CHECK(strstr(whole, "choice-0-4"));
    CHECK(gps_svg(&printed, &there, NULL, part, sizeof part, &length[1], NULL) == GPSCORE_OK);
    CHECK(!strstr(part, "choice-0-4"));
}

int main(void) {
    const test_case tests[] = {
        TEST(every_room_is_enough_for_its_part),
        TEST(nonsense_of_events_is_harmless),
        TEST(wrong_options_are_refused),
        TEST(a_view_is_drawn_like_what_it_is_a_view_of),
    };
    return RUN_TESTS(tests);
}
