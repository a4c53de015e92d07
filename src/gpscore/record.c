/* Plies of game records. */
#include <gpscore/record.h>

#include "bits.h"
#include "text.h"

/* What a link is made of, in bytes: one block of SHA-256 holds it. */
enum { LINK_PLAYER = GPSCORE_LINK, LINK_ACTION = 33, LINK_TIME = 37, LINK_HASH = 45, LINK_END = 53 };
_Static_assert(LINK_END <= 55, "a link takes one block");

#define PARAMETER_BITS 24
#define PLAYER_FOLLOWS 0x80u

static void put_word(uint8_t *out, uint64_t x, int bytes) {
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(x >> (8 * i));
}

void gpscore_record_link(uint8_t link[GPSCORE_LINK], const gpscore_ply *ply, uint64_t hash) {
    uint8_t all[LINK_END];
    for (int i = 0; i < GPSCORE_LINK; i++) all[i] = link[i];
    all[LINK_PLAYER] = (uint8_t)ply->player;
    put_word(all + LINK_ACTION, ply->action, 4);
    put_word(all + LINK_TIME, ply->time, 8);
    put_word(all + LINK_HASH, hash, 8);
    gpscore_sha256(all, LINK_END, link);
}

int gpscore_record_player(uint32_t to_act) {
    if (to_act == GPSCORE_TO_ACT_HOST) return GPSCORE_HOST;
    if (to_act == GPSCORE_TO_ACT_CHANCE || to_act == GPSCORE_TO_ACT_OVER) return GPSCORE_CHANCE;
    return (int)gpscore__lowest(to_act);
}

gpscore_status gpscore_record_apply(const gpscore_game *game, const void *rules, void *state,
                                    const gpscore_ply *ply, uint8_t link[GPSCORE_LINK],
                                    gpscore_error *error) {
    GPSCORE__TRY(game->apply(rules, state, ply->player, ply->action, NULL, error));
    gpscore_record_link(link, ply, game->hash(state));
    return GPSCORE_OK;
}

/* ---- Bytes ---------------------------------------------------------------------------------------- */

static uint8_t *put_varint(uint8_t *out, uint64_t x) {
    for (; x >= 0x80; x >>= 7) *out++ = (uint8_t)(x | 0x80);
    *out++ = (uint8_t)x;
    return out;
}

size_t gpscore_record_pack(const gpscore_ply *ply, int expected, int timed, uint8_t *out) {
    const uint8_t *const start = out;
    const int named = ply->player != expected;
    *out++ = (uint8_t)(GPSCORE_ACTION_KIND(ply->action) | (named ? PLAYER_FOLLOWS : 0));
    if (named) *out++ = (uint8_t)ply->player;
    out = put_varint(out, ply->action & ((UINT32_C(1) << PARAMETER_BITS) - 1));
    if (timed) out = put_varint(out, ply->time);
    return (size_t)(out - start);
}

typedef struct reader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
} reader;

static gpscore_status take(reader *r, uint8_t *out, gpscore_error *error) {
    if (r->at == r->length) return gpscore__fail(error, GPSCORE_BYTES_END, 0, 0, 0, 0);
    *out = r->bytes[r->at++];
    return GPSCORE_OK;
}

/* A number of at most *bits* bits, without needless bytes. */
static gpscore_status take_varint(reader *r, int bits, uint64_t *out, gpscore_error *error) {
    uint64_t x = 0;
    uint8_t byte = 0x80;
    for (int shift = 0; byte & 0x80; shift += 7) {
        if (shift >= bits) return gpscore__fail(error, GPSCORE_BYTES_PLY, 0, 0, 0, 0);
        GPSCORE__TRY(take(r, &byte, error));
        if (byte == 0 && shift) return gpscore__fail(error, GPSCORE_BYTES_PLY, 0, 0, 0, 0);
        x |= (uint64_t)(byte & 0x7f) << shift;
    }
    if (x >> bits) return gpscore__fail(error, GPSCORE_BYTES_PLY, 0, 0, 0, 0);
    *out = x;
    return GPSCORE_OK;
}

gpscore_status gpscore_record_unpack(const uint8_t *bytes, size_t length, int expected, int timed,
                                     gpscore_ply *ply, size_t *used, gpscore_error *error) {
    reader r = {bytes, length, 0};
    uint8_t kind = 0, player = 0;
    uint64_t parameters = 0, time = GPSCORE_NO_TIME;
    GPSCORE__TRY(take(&r, &kind, error));
    int who = expected;
    if (kind & PLAYER_FOLLOWS) {
        GPSCORE__TRY(take(&r, &player, error));
        who = player < 0x80 ? player : (int)player - 0x100;
        if (who == expected) return gpscore__fail(error, GPSCORE_BYTES_PLY, 0, 0, 0, 0);
    }
    GPSCORE__TRY(take_varint(&r, PARAMETER_BITS, &parameters, error));
    if (timed) GPSCORE__TRY(take_varint(&r, 53, &time, error));
    ply->action = (uint32_t)(kind & ~PLAYER_FOLLOWS) << PARAMETER_BITS | (uint32_t)parameters;
    ply->player = who;
    ply->time = time;
    *used = r.at;
    return GPSCORE_OK;
}

#ifndef GPSCORE_NO_TEXT
/* ---- Text ----------------------------------------------------------------------------------------- */

size_t gpscore_record_write(const gpscore_game *game, const gpscore_ply *ply, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    if (ply->player == GPSCORE_HOST) {
        gpscore__puts(&w, "host:");
    } else if (ply->player != GPSCORE_CHANCE) {
        gpscore__put_number(&w, ply->player);
        gpscore__put(&w, ':');
    }
    const size_t at = w.length < size ? w.length : size;
    w.length += game->action_write(ply->action, size ? buffer + at : NULL, size - at);
    if (ply->time != GPSCORE_NO_TIME) {
        gpscore__put(&w, '~');
        gpscore__put_number(&w, (int64_t)ply->time);
    }
    return gpscore__finish(&w);
}

/* A time is longer than what gpscore__expect_number reads. */
static gpscore_status read_time(gpscore__scanner *s, uint64_t *out) {
    const size_t start = s->at;
    uint64_t x = 0;
    while (s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9' && s->at - start < 17) {
        x = x * 10 + (uint64_t)(s->text[s->at++] - '0');
    }
    if (s->at == start && s->at < s->length) return gpscore__unexpected(s, GPSCORE_PARSE_CHARACTER);
    if (s->at == start || x > GPSCORE_MAX_TIME || (s->at - start > 1 && s->text[start] == '0')) {
        return gpscore__fail_at(s, start, GPSCORE_PARSE_NUMBER, 0, (int64_t)GPSCORE_MAX_TIME);
    }
    *out = x;
    return gpscore__expect_end(s);
}

gpscore_status gpscore_record_parse(const gpscore_game *game, const void *rules, const void *state,
                                    const char *text, size_t length, gpscore_ply *ply, gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    gpscore_ply found = {GPSCORE_NO_ACTION, GPSCORE_CHANCE, GPSCORE_NO_TIME};
    char written[GPSCORE_PLY_TEXT];
    size_t end = 0;
    while (s.at < length && text[s.at] >= '0' && text[s.at] <= '9') s.at++;
    if (s.at && s.at < length && text[s.at] == ':') {
        /* A number as long as the text must not be computed. */
        found.player = 0;
        for (size_t i = 0; i < s.at && i < 9; i++) found.player = found.player * 10 + (text[i] - '0');
        if (found.player >= GPSCORE_MAX_PLAYERS) {
            return gpscore__fail_at(&s, 0, GPSCORE_ILLEGAL_PLAYER, found.player, game->players(rules) - 1);
        }
        s.at++;
    } else {
        s.at = 0;
        if (gpscore__skip_word(&s, "host") && gpscore__skip(&s, ':')) {
            found.player = GPSCORE_HOST;
        } else {
            s.at = 0;
        }
    }
    for (end = s.at; end < length && text[end] != '~'; end++) {}
    const gpscore_status status =
        game->action_parse(rules, state, text + s.at, end - s.at, &found.action, error);
    if (status != GPSCORE_OK) {
        if (error && error->position >= 0) error->position += (int32_t)s.at;
        return status;
    }
    if (end < length) {
        s.at = end + 1;
        GPSCORE__TRY(read_time(&s, &found.time));
    }
    /* The form is the one that is written, so that a game has one text. */
    const size_t needed = gpscore_record_write(game, &found, written, sizeof written);
    if (needed != length || !gpscore__same_bytes(written, text, length)) {
        return gpscore__fail_at(&s, 0, GPSCORE_PARSE_FORM, 0, 0);
    }
    *ply = found;
    return GPSCORE_OK;
}

#endif
