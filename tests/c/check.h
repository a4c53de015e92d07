/* A check that stays on in every build, and the loop that runs the tests of one file. */
#ifndef GPSCORE_TESTS_CHECK_H
#define GPSCORE_TESTS_CHECK_H

#include <gpscore/gpscore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                       \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: %s: not true: %s\n", __FILE__, __LINE__, __func__, #condition); \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;
#define TEST(function) {#function, function}

static inline int run_tests(const char *file, const test_case *tests, size_t count) {
    for (size_t i = 0; i < count; i++) tests[i].run();
    printf("%s: %zu passed, 0 failed\n", file, count);
    return 0;
}
#define RUN_TESTS(tests) run_tests(__FILE__, tests, sizeof(tests) / sizeof(tests)[0])

/* A stream of numbers for tests. */
typedef struct dice {
    uint64_t key, at;
} dice;

static inline uint32_t roll(dice *d, uint32_t n) { return gpscore_draw_below(d->key, d->at++, 7, n); }

static inline gps_rules make_rules(int players, int spaces, int satellites, int face_up, int wins, int limit,
                                   const int64_t *weights) {
    const gps_options options = {players, spaces, satellites, face_up, wins, limit, weights, (size_t)spaces};
    gps_rules rules;
    CHECK(gps_rules_init(&rules, &options, NULL) == GPSCORE_OK);
    return rules;
}

/* The state of a text that must parse. */
static inline gps_state position(const gps_rules *rules, const char *text) {
    gps_state state;
    gpscore_error error;
    if (gps_state_parse(rules, text, strlen(text), &state, &error) != GPSCORE_OK) {
        char words[256];
        gpscore_error_text(&error, words, sizeof words);
        fprintf(stderr, "%s\n  %s (at %d, operand %llx)\n", text, words, error.position,
                (unsigned long long)error.operand[0]);
        exit(1);
    }
    return state;
}

/* The action of a text that must parse in this state. */
static inline gpscore_action action_of(const gps_rules *rules, const gps_state *state, const char *text) {
    gpscore_action action = GPSCORE_NO_ACTION;
    CHECK(gps_action_parse(rules, state, text, strlen(text), &action, NULL) == GPSCORE_OK);
    return action;
}

/* Do it, which must be legal. */
static inline void do_action(const gps_rules *rules, gps_state *state, int player, const char *text) {
    gpscore_error error;
    if (gps_apply(rules, state, player, action_of(rules, state, text), NULL, &error) != GPSCORE_OK) {
        char words[256];
        gpscore_error_text(&error, words, sizeof words);
        fprintf(stderr, "%s: %s\n", text, words);
        exit(1);
    }
}

static inline int state_is(const gps_rules *rules, const gps_state *state, const char *text) {
    char written[GPS_STATE_TEXT];
    gps_state_write(rules, state, written, sizeof written);
    if (strcmp(written, text) != 0) fprintf(stderr, "is      %s\nexpected %s\n", written, text);
    return strcmp(written, text) == 0;
}

static inline gpscore_status why(const gps_rules *rules, const gps_state *state, int player,
                                 const char *text) {
    return gps_why_illegal(rules, state, player, action_of(rules, state, text), NULL);
}

#endif
