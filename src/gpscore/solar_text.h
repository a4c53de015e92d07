/* What the text forms of the solar system share. docs/formats.md is their specification. */
#ifndef GPSCORE_SRC_SOLAR_TEXT_H
#define GPSCORE_SRC_SOLAR_TEXT_H

#include "solar_internal.h"
#include "text.h"

/* A neutral figure, where the number of its owner would stand. */
enum { SOLAR__NEUTRAL_LETTER = 'n' };

/* The colours of stars; the first three are those of traces. */
extern const char *const solar__colour_words[4];

static inline void solar__put_number(gpscore__writer *w, const char *separator, int64_t number) {
    gpscore__puts(w, separator);
    gpscore__put_number(w, number);
}

static inline void solar__put_key(gpscore__writer *w, const char *word, int64_t number) {
    gpscore__put(w, ' ');
    gpscore__puts(w, word);
    gpscore__put(w, '=');
    gpscore__put_number(w, number);
}

static inline void solar__put_space(gpscore__writer *w, unsigned space) {
    gpscore__put_number(w, (int64_t)(space >> 3) + 1);
    gpscore__put(w, '.');
    gpscore__put_number(w, space & 7u);
}

static inline gpscore_status solar__expect_small(gpscore__scanner *s, int64_t low, int64_t high,
                                                 uint8_t *out) {
    int64_t number;
    *out = 0;
    /* A range without a number: nothing of that name can stand here. */
    if (low > high) return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
    GPSCORE__TRY(gpscore__expect_number(s, low, high, &number));
    *out = (uint8_t)number;
    return GPSCORE_OK;
}

/* One of the words, as its index. */
static inline gpscore_status solar__expect_choice(gpscore__scanner *s, const char *const *words, int count,
                                                  unsigned *index) {
    *index = 0;
    for (int i = 0; i < count; i++) {
        if (gpscore__skip_word(s, words[i])) {
            *index = (unsigned)i;
            return GPSCORE_OK;
        }
    }
    return gpscore__unexpected(s, GPSCORE_PARSE_WORD);
}

/* One of the words that was not met before, and the separator behind it. */
static inline gpscore_status solar__expect_key(gpscore__scanner *s, const char *const *words, int count,
                                               char separator, unsigned *seen, unsigned *key) {
    const size_t start = s->at;
    GPSCORE__TRY(solar__expect_choice(s, words, count, key));
    if (*seen >> *key & 1u) return gpscore__fail_at(s, start, GPSCORE_PARSE_DUPLICATE, 0, 0);
    *seen |= 1u << *key;
    return gpscore__expect(s, separator);
}

static inline gpscore_status solar__parse_space(gpscore__scanner *s, unsigned *space) {
    uint8_t ring, x;
    GPSCORE__TRY(solar__expect_small(s, 1, SOLAR_RINGS, &ring));
    GPSCORE__TRY(gpscore__expect(s, '.'));
    GPSCORE__TRY(solar__expect_small(s, 0, SOLAR_SECTORS - 1, &x));
    *space = 8u * (ring - 1u) + x;
    return GPSCORE_OK;
}

#endif
