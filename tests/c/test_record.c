/* Plies of records: bytes and text that read back, the chain, SHA-256, and whatever bytes are given. */
#include "check.h"

static void check_sum(const char *text, size_t times, const char *expected) {
    static uint8_t data[1000000];
    char hex[2 * GPSCORE_LINK + 1];
    uint8_t sum[GPSCORE_LINK];
    const size_t length = strlen(text);
    for (size_t i = 0; i < times; i++) memcpy(data + i * length, text, length);
    gpscore_sha256(data, times * length, sum);
    for (int i = 0; i < GPSCORE_LINK; i++) sprintf(hex + 2 * i, "%02x", sum[i]);
    CHECK(strcmp(hex, expected) == 0);
}

/* The examples of FIPS 180-4 and of NIST. */
static void sums_are_sha_256(void) {
    check_sum("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sum("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_sum("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void check_same(const gpscore_ply *a, const gpscore_ply *b) {
    CHECK(a->action == b->action && a->player == b->player && a->time == b->time);
}

/* One ply in both forms, and its link against what the header promises. */
static void check_ply(const gpscore_game *game, const void *rules, const void *state,
                      const gpscore_ply *ply) {
    const int expected = gpscore_record_player(game->to_act(state));
    const int timed = ply->time != GPSCORE_NO_TIME;
    uint8_t bytes[GPSCORE_PLY_BYTES];
    char text[GPSCORE_PLY_TEXT];
    gpscore_ply again = {0, 0, 0};
    gpscore_error error;
    size_t used = 0;
    const size_t size = gpscore_record_pack(ply, expected, timed, bytes);
    CHECK(size <= GPSCORE_PLY_BYTES);
    CHECK(gpscore_record_unpack(bytes, size, expected, timed, &again, &used, &error) == GPSCORE_OK);
    CHECK(used == size);
    check_same(&again, ply);
    for (size_t cut = 0; cut < size; cut++) {
        CHECK(gpscore_record_unpack(bytes, cut, expected, timed, &again, &used, NULL) == GPSCORE_BYTES_END);
        CHECK(used == size);
        check_same(&again, ply);
    }
    const size_t length = gpscore_record_write(game, ply, text, sizeof text);
    CHECK(length < sizeof text && strlen(text) == length);
    CHECK(gpscore_record_write(game, ply, NULL, 0) == length);
    for (size_t room = 1; room < length; room++) {
        char part[GPSCORE_PLY_TEXT];
        memset(part, '!', sizeof part);
        CHECK(gpscore_record_write(game, ply, part, room) == length);
        CHECK(strlen(part) == room - 1 && memcmp(part, text, room - 1) == 0 && part[room] == '!');
    }
    memset(&again, 0, sizeof again);
    CHECK(gpscore_record_parse(game, rules, state, text, length, &again, &error) == GPSCORE_OK);
    check_same(&again, ply);
}

static void play(const gpscore_game *game, const void *rules, void *state, uint64_t seed, int plies) {
    dice d = {gpscore_key(seed, GPSCORE_PURPOSE_PLAYER), 0};
    uint8_t link[GPSCORE_LINK] = {0}, before[GPSCORE_LINK];
    for (int i = 0; i < plies && game->to_act(state) != GPSCORE_TO_ACT_OVER; i++) {
        static const uint64_t times[] = {0, 1, 127, 128, 1u << 20, GPSCORE_MAX_TIME};
        gpscore_action actions[GPSCORE_MAX_ACTIONS];
        uint64_t copy[GPSCORE_MAX_STATE / 8];
        gpscore_error error;
        gpscore_ply ply;
        ply.player = gpscore_record_player(game->to_act(state));
        ply.action = actions[roll(&d, (uint32_t)game->legal_actions(rules, state, ply.player, actions))];
        ply.time = roll(&d, 2) ? times[roll(&d, 6)] : GPSCORE_NO_TIME;
        check_ply(game, rules, state, &ply);
        memcpy(before, link, sizeof link);
        memcpy(copy, state, game->state_size);
        gpscore_ply wrong = ply;
        wrong.player = ply.player == GPSCORE_CHANCE ? 0 : GPSCORE_CHANCE;
        CHECK(gpscore_record_apply(game, rules, state, &wrong, link, &error) != GPSCORE_OK);
        CHECK(memcmp(before, link, sizeof link) == 0 && memcmp(copy, state, game->state_size) == 0);
        CHECK(gpscore_record_apply(game, rules, state, &ply, link, &error) == GPSCORE_OK);
        uint8_t all[53];
        memcpy(all, before, 32);
        all[32] = (uint8_t)ply.player;
        for (int b = 0; b < 4; b++) all[33 + b] = (uint8_t)(ply.action >> 8 * b);
        for (int b = 0; b < 8; b++) all[37 + b] = (uint8_t)(ply.time >> 8 * b);
        for (int b = 0; b < 8; b++) all[45 + b] = (uint8_t)(game->hash(state) >> 8 * b);
        gpscore_sha256(all, sizeof all, before);
        CHECK(memcmp(before, link, sizeof link) == 0);
    }
}

static void plies_read_back(void) {
    static solar_rules rules; /* larger than a stack likes */
    const gps_rules gps = make_rules(5, 64, 16, 3, 2, 0, NULL);
    gps_state state;
    solar_state sky;
    gps_init(&gps, &state);
    play(&gps_game, &gps, &state, 3, 2000);
    CHECK(solar_rules_parse("solar players=4", 15, &rules, NULL) == GPSCORE_OK);
    solar_init(&rules, &sky);
    play(&solar_game, &rules, &sky, 5, 1000);
}

static void any_id_has_bytes(void) {
    dice d = {gpscore_key(9, GPSCORE_PURPOSE_PLAYER), 0};
    for (int i = 0; i < 20000; i++) {
        const gpscore_ply ply = {(roll(&d, 0x7f) + 1) << 24 | roll(&d, 1u << 24) >> roll(&d, 24),
                                 (int)roll(&d, 7) - 2, (uint64_t)roll(&d, 1u << 21) << roll(&d, 33)};
        uint8_t bytes[GPSCORE_PLY_BYTES];
        gpscore_ply again;
        size_t used;
        const int expected = (int)roll(&d, 7) - 2;
        const size_t size = gpscore_record_pack(&ply, expected, 1, bytes);
        CHECK(gpscore_record_unpack(bytes, size, expected, 1, &again, &used, NULL) == GPSCORE_OK);
        CHECK(used == size);
        check_same(&again, &ply);
    }
}

/* What is read from any bytes is written again as the same bytes: a ply has but one form. */
static void any_bytes_are_one_form(void) {
    dice d = {gpscore_key(4, GPSCORE_PURPOSE_PLAYER), 0};
    int read = 0;
    for (int i = 0; i < 200000; i++) {
        uint8_t bytes[20], again[GPSCORE_PLY_BYTES];
        gpscore_ply ply;
        gpscore_error error;
        size_t used = 0;
        const size_t length = roll(&d, 20);
        const int expected = (int)roll(&d, 7) - 2, timed = (int)roll(&d, 2);
        for (size_t b = 0; b < length; b++) bytes[b] = (uint8_t)(roll(&d, 256) >> roll(&d, 8));
        const gpscore_status status =
            gpscore_record_unpack(bytes, length, expected, timed, &ply, &used, &error);
        if (status != GPSCORE_OK) {
            CHECK((int32_t)status == error.status &&
                  (status == GPSCORE_BYTES_END || status == GPSCORE_BYTES_PLY));
            continue;
        }
        read++;
        CHECK(used <= length && gpscore_record_pack(&ply, expected, timed, again) == used);
        CHECK(memcmp(bytes, again, used) == 0);
    }
    CHECK(read > 10000);
}

static void other_texts_are_refused(void) {
    static const struct {
        const char *text;
        gpscore_status status;
        int position;
    } wrong[] = {
        {"", GPSCORE_PARSE_GPS_ACTION, 0},
        {"0:", GPSCORE_PARSE_GPS_ACTION, 2},
        {"00:7cw", GPSCORE_PARSE_FORM, 0},
        {"7:7cw", GPSCORE_ILLEGAL_PLAYER, 0},
        {"99999999999999999999:7cw", GPSCORE_ILLEGAL_PLAYER, 0},
        {"0:7 cw", GPSCORE_PARSE_FORM, 0},
        {" 0:7cw", GPSCORE_PARSE_NUMBER, 1},
        {"host:", GPSCORE_PARSE_GPS_ACTION, 5},
        {"hosts:7cw", GPSCORE_PARSE_GPS_ACTION, 0},
        {"0:7cw~", GPSCORE_PARSE_NUMBER, 6},
        {"0:7cw~x", GPSCORE_PARSE_CHARACTER, 6},
        {"0:7cw~01", GPSCORE_PARSE_NUMBER, 6},
        {"0:7cw~1x", GPSCORE_PARSE_TRAILING, 7},
        {"0:7cw~9007199254740992", GPSCORE_PARSE_NUMBER, 6},
        {"0:7cw~99999999999999999999", GPSCORE_PARSE_NUMBER, 6},
    };
    const gps_rules rules = make_rules(2, 36, 12, 3, 1, 0, NULL);
    gps_state state;
    gps_init(&rules, &state);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        gpscore_ply ply = {1, 2, 3};
        gpscore_error error;
        const gpscore_status status = gpscore_record_parse(&gps_game, &rules, &state, wrong[i].text,
                                                           strlen(wrong[i].text), &ply, &error);
        if (status != wrong[i].status || error.position != wrong[i].position) {
            fprintf(stderr, "'%s': %d at %d\n", wrong[i].text, (int)status, error.position);
        }
        CHECK(status == wrong[i].status && error.position == wrong[i].position);
        CHECK(ply.action == 1 && ply.player == 2 && ply.time == 3);
    }
}

static void games_have_versions_of_their_rules(void) {
    CHECK(gps_game.rules_version == GPS_RULES_VERSION && solar_game.rules_version == SOLAR_RULES_VERSION);
}

int main(void) {
    const test_case tests[] = {
        TEST(sums_are_sha_256),       TEST(plies_read_back),         TEST(any_id_has_bytes),
        TEST(any_bytes_are_one_form), TEST(other_texts_are_refused), TEST(games_have_versions_of_their_rules),
    };
    return RUN_TESTS(tests);
}
