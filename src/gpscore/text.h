/* Writing text into a caller's buffer, reading it back, and failing with words. */
#ifndef GPSCORE_SRC_TEXT_H
#define GPSCORE_SRC_TEXT_H

#include <gpscore/status.h>

/* A writer never writes past its buffer, but counts on, so that the needed length is known. */
typedef struct gpscore__writer {
    char *buffer;
    size_t size;
    size_t length;
} gpscore__writer;

void gpscore__put(gpscore__writer *w, char c);
void gpscore__puts(gpscore__writer *w, const char *s);
void gpscore__put_number(gpscore__writer *w, int64_t n);

/* NUL-terminate and return the length. */
size_t gpscore__finish(gpscore__writer *w);

/* A scanner over text that need not be terminated. */
typedef struct gpscore__scanner {
    const char *text;
    size_t length;
    size_t at;
    gpscore_error *error;
} gpscore__scanner;

/* Fill *error*, which may be NULL, and return *status*. Operands that are not given are 0. */
gpscore_status gpscore__fail(gpscore_error *error, gpscore_status status, int64_t a, int64_t b, int64_t c,
                             int64_t d);

/* The same at the scanner's place, or at *at*. */
gpscore_status gpscore__fail_at(gpscore__scanner *s, size_t at, gpscore_status status, int64_t a, int64_t b);

/* The names of a board, NULL where there is none. */
typedef struct gpscore__names {
    const void *rules;
    const char *(*planet)(const void *rules, int64_t number);
    const char *(*moon)(const void *rules, int64_t number);
} gpscore__names;

/* gpscore_error_text with the rule id and the names of a game; *names* may be NULL. */
size_t gpscore__error_text(const gpscore_error *error, const char *rule, const gpscore__names *names,
                           char *buffer, size_t size);

/* Step over *c* and return 1, or return 0. */
int gpscore__skip(gpscore__scanner *s, char c);
void gpscore__skip_blanks(gpscore__scanner *s);

/* Step over the word when it comes next and no letter follows it. */
int gpscore__skip_word(gpscore__scanner *s, const char *word);

/* Expect a character, a number in a range without needless zeros, or the end. */
gpscore_status gpscore__expect(gpscore__scanner *s, char c);
gpscore_status gpscore__expect_number(gpscore__scanner *s, int64_t low, int64_t high, int64_t *out);
gpscore_status gpscore__expect_end(gpscore__scanner *s);

/* The failure for something that should not stand here: PARSE_END, PARSE_CHARACTER or the *status* given. */
gpscore_status gpscore__unexpected(gpscore__scanner *s, gpscore_status status);

/* Return from the calling function when a step fails. */
#define GPSCORE__TRY(step)                               \
    do {                                                 \
        const gpscore_status try_status_ = (step);       \
        if (try_status_ != GPSCORE_OK) return try_status_; \
    } while (0)

#endif
