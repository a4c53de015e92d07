#include <gpscore/status.h>

#include "text.h"

static const gpscore_status_info table[] = {
#define GPSCORE_X(name, value, cls, rule, words) \
    {GPSCORE_##name, GPSCORE_CLASS_##cls, #name, rule, words},
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

size_t gpscore_error_text(const gpscore_error *error, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const gpscore_status_info *info = gpscore_status_find(error->status);
    const char *s = info ? info->words : "unknown status";
    while (*s) {
        if (s[0] != '{') {
            gpscore__put(&w, *s++);
            continue;
        }
        const int64_t operand = error->operand[(s[1] - '0') & 3];
        s += 2;
        if (*s == 'c') {
            put_character(&w, operand);
            s++;
        } else if (*s == 's') {
            put_set(&w, (uint64_t)operand, 1);
            s++;
        } else if (*s == 'p') {
            const uint64_t set = (uint64_t)operand;
            gpscore__puts(&w, set & (set - 1) ? "players " : "player ");
            put_set(&w, set, 0);
            s++;
        } else {
            gpscore__put_number(&w, operand);
        }
        s++; /* the closing brace */
    }
    if (info && info->rule[0]) {
        gpscore__puts(&w, " (");
        gpscore__puts(&w, info->rule);
        gpscore__put(&w, ')');
    }
    return gpscore__finish(&w);
}
