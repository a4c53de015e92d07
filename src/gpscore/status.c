#include <gpscore/status.h>

#include "config.h"
#include "text.h"

#ifdef GPSCORE_NO_TEXT
#define WORDS(text) ""
#else
#define WORDS(text) text
#endif

static const gpscore_status_info table[] = {
#define GPSCORE_X(name, value, cls, rule, words) \
    {GPSCORE_##name, GPSCORE_CLASS_##cls, WORDS(#name), WORDS(rule), WORDS(words)},
    GPSCORE_STATUS_LIST(GPSCORE_X)
#undef GPSCORE_X
};

size_t gpscore_status_count(void) { return sizeof table / sizeof table[0]; }

const gpscore_status_info *gpscore_status_at(size_t index) {
    return index < gpscore_status_count() ? &table[index] : NULL;
}

const gpscore_status_info *gpscore_status_find(int32_t status) {
    for (size_t i = 0; i < gpscore_status_count(); i++) {
        if ((int32_t)table[i].status == status) return &table[i];
    }
    return NULL;
}

/* "1, 5 and 9" for the set bits, numbered from *base*; "none" for the empty set. */
static void put_set(gpscore__writer *w, uint64_t set, int base) {
    if (!set) gpscore__puts(w, "none");
    for (int i = 0; set; i++, set >>= 1) {
        if (!(set & 1)) continue;
        gpscore__put_number(w, i + base);
        const uint64_t rest = set >> 1;
        if (rest) gpscore__puts(w, rest & (rest - 1) ? ", " : " and ");
    }
}

/* A character as it is typed, or the code of one that cannot be seen. */
static void put_character(gpscore__writer *w, int64_t c) {
    if (c < ' ' || c > '~') {
        gpscore__puts(w, "code ");
        gpscore__put_number(w, c);
        return;
    }
    gpscore__put(w, '\'');
    gpscore__put(w, (char)c);
    gpscore__put(w, '\'');
}

/* What SOLAR_TOO_MANY and SOLAR_TOO_FEW count: by solar_resource, and behind it SOLAR_COUNTED_*. */
static void put_counted(gpscore__writer *w, int64_t what) {
    static const char *const words[] = {"credits",
                                        "energy",
                                        "cards",
                                        "publicity",
                                        "data",
                                        "points",
                                        "red traces",
                                        "yellow traces",
                                        "blue traces",
                                        "signals",
                                        "cards for income of credits",
                                        "cards for income of energy",
                                        "cards for income of cards",
                                        "moves in hand",
                                        "probes in space",
                                        "figures there",
                                        "changes of the limit"};
    const int known = what >= 0 && what < (int64_t)(sizeof words / sizeof words[0]);
    gpscore__puts(w, known ? words[what] : "of them");
}

/* "Mars" for a name of the board, "planet 3" without one. */
static void put_name(gpscore__writer *w, const char *name, const char *thing, int64_t number) {
    if (!name) {
        gpscore__puts(w, thing);
        gpscore__put_number(w, number);
        return;
    }
    gpscore__put(w, (char)(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name));
    for (name++; *name; name++) gpscore__put(w, *name == '_' ? ' ' : *name);
}

static void put_operand(gpscore__writer *w, char letter, int64_t operand, const gpscore__names *names) {
    const uint64_t set = (uint64_t)operand;
    switch (letter) {
    case 'c': put_character(w, operand); break;
    case 's': put_set(w, set, 1); break;
    case 'p':
        gpscore__puts(w, set & (set - 1) ? "players " : "player ");
        put_set(w, set, 0);
        break;
    case 'o':
        if (operand == 4) {
            gpscore__puts(w, "the neutral owner");
        } else {
            gpscore__puts(w, "player ");
            gpscore__put_number(w, operand);
        }
        break;
    case 'n': put_name(w, names ? names->planet(names->rules, operand) : NULL, "planet ", operand); break;
    case 'm': put_name(w, names ? names->moon(names->rules, operand) : NULL, "moon ", operand); break;
    case 'x':
        gpscore__puts(w, "ring ");
        gpscore__put_number(w, operand / 8 + 1);
        gpscore__puts(w, ", sector ");
        gpscore__put_number(w, operand % 8);
        break;
    case 'w': put_counted(w, operand); break;
    default: gpscore__put_number(w, operand); break;
    }
}

size_t gpscore__error_text(const gpscore_error *error, const char *rule, const gpscore__names *names,
                           char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const gpscore_status_info *info = gpscore_status_find(error->status);
    const char *s = info ? info->words : "unknown status";
    while (*s) {
        if (*s != '{') {
            gpscore__put(&w, *s++);
            continue;
        }
        put_operand(&w, s[2], error->operand[(s[1] - '0') & 3], names);
        while (*s++ != '}') {}
    }
    if (rule && rule[0]) {
        gpscore__puts(&w, " (");
        gpscore__puts(&w, rule);
        gpscore__put(&w, ')');
    }
    return gpscore__finish(&w);
}

size_t gpscore_error_text(const gpscore_error *error, char *buffer, size_t size) {
    const gpscore_status_info *info = gpscore_status_find(error->status);
    return gpscore__error_text(error, info ? info->rule : NULL, NULL, buffer, size);
}
