#include "text.h"

void gpscore__put(gpscore__writer *w, char c) {
    if (w->length + 1 < w->size) w->buffer[w->length] = c;
    w->length++;
}

void gpscore__puts(gpscore__writer *w, const char *s) {
    while (*s) gpscore__put(w, *s++);
}

void gpscore__put_number(gpscore__writer *w, int64_t n) {
    char digits[20];
    int count = 0;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    if (n < 0) gpscore__put(w, '-');
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (count) gpscore__put(w, digits[--count]);
}

size_t gpscore__finish(gpscore__writer *w) {
    if (w->size) w->buffer[w->length < w->size ? w->length : w->size - 1] = '\0';
    return w->length;
}

gpscore_status gpscore__fail(gpscore_error *error, gpscore_status status, int64_t a, int64_t b, int64_t c,
                             int64_t d) {
    if (error) {
        error->status = (int32_t)status;
        error->position = -1;
        error->operand[0] = a;
        error->operand[1] = b;
        error->operand[2] = c;
        error->operand[3] = d;
    }
    return status;
}

gpscore_status gpscore__fail_at(gpscore__scanner *s, size_t at, gpscore_status status, int64_t a, int64_t b) {
    gpscore__fail(s->error, status, a, b, 0, 0);
    if (s->error) s->error->position = at > INT32_MAX ? INT32_MAX : (int32_t)at;
    return status;
}

int gpscore__skip(gpscore__scanner *s, char c) {
    if (s->at >= s->length || s->text[s->at] != c) return 0;
    s->at++;
    return 1;
}

void gpscore__skip_blanks(gpscore__scanner *s) {
    while (gpscore__skip(s, ' ')) {}
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

int gpscore__skip_word(gpscore__scanner *s, const char *word) {
    size_t at = s->at;
    for (; *word; word++, at++) {
        if (at >= s->length || s->text[at] != *word) return 0;
    }
    if (at < s->length && is_letter(s->text[at])) return 0;
    s->at = at;
    return 1;
}

gpscore_status gpscore__unexpected(gpscore__scanner *s, gpscore_status status) {
    if (s->at >= s->length) return gpscore__fail_at(s, s->at, GPSCORE_PARSE_END, 0, 0);
    const unsigned char c = (unsigned char)s->text[s->at];
    if (status == GPSCORE_PARSE_CHARACTER || c < ' ' || c > '~') {
        return gpscore__fail_at(s, s->at, GPSCORE_PARSE_CHARACTER, c, 0);
    }
    return gpscore__fail_at(s, s->at, status, 0, 0);
}

gpscore_status gpscore__expect(gpscore__scanner *s, char c) {
    return gpscore__skip(s, c) ? GPSCORE_OK : gpscore__unexpected(s, GPSCORE_PARSE_CHARACTER);
}

gpscore_status gpscore__expect_number(gpscore__scanner *s, int64_t low, int64_t high, int64_t *out) {
    const size_t start = s->at;
    int64_t value = 0;
    int digits = 0;
    while (s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9' && digits < 12) {
        value = value * 10 + (s->text[s->at] - '0');
        digits++;
        s->at++;
    }
    if (digits == 0 && s->at >= s->length) return gpscore__fail_at(s, start, GPSCORE_PARSE_END, 0, 0);
    if (digits == 0 || value < low || value > high || (digits > 1 && s->text[start] == '0')) {
        return gpscore__fail_at(s, start, GPSCORE_PARSE_NUMBER, low, high);
    }
    *out = value;
    return GPSCORE_OK;
}

gpscore_status gpscore__expect_end(gpscore__scanner *s) {
    if (s->at == s->length) return GPSCORE_OK;
    return gpscore__unexpected(s, GPSCORE_PARSE_TRAILING);
}
