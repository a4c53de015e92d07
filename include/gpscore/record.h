/* gpscore/record.h - game records: a ply's bytes and text, and the chain of hashes over all plies.
 *
 * A record is a header (text, made by the caller) and the plies in order. A chain runs through it: its first
 * link is the SHA-256 of the header, the link of a ply the SHA-256 of the link before, the ply, its time and
 * the position that it leads to. So a link vouches for all that came before it. Files keep the first
 * GPSCORE_LINK_MARK bytes of each link, which name the ply where two records part, and the last link whole.
 * docs/formats.md has both forms of a file.
 *
 * Thread safety: the functions read and write only what they are given. Failure: a function that returns a
 * gpscore_status can fail; it then fills *error*, which may be NULL, and changes nothing else. Functions that return
 * nothing cannot fail, nor can gpscore_record_player, gpscore_record_pack, gpscore_record_write. */
#ifndef GPSCORE_RECORD_H
#define GPSCORE_RECORD_H

#include <gpscore/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GPSCORE_LINK 32      /* bytes of a link */
#define GPSCORE_LINK_MARK 2  /* bytes of it that stand at each ply */
#define GPSCORE_PLY_BYTES 16 /* most bytes of a ply, without its mark */
#define GPSCORE_PLY_TEXT 96  /* most characters of a ply, with the NUL */

/* Milliseconds of a ply, where it is not known and at most: what JSON and a double hold exactly. */
#define GPSCORE_NO_TIME UINT64_MAX
#define GPSCORE_MAX_TIME ((UINT64_C(1) << 53) - 1)

/* Something that was done. */
typedef struct gpscore_ply {
    gpscore_action action;
    int32_t player; /* or GPSCORE_CHANCE, GPSCORE_HOST */
    uint64_t time;  /* milliseconds that it took, as the caller counts them, or GPSCORE_NO_TIME */
} gpscore_ply;

/* The SHA-256 (FIPS 180-4) of *length* bytes. */
void gpscore_sha256(const void *data, size_t length, uint8_t out[GPSCORE_LINK]);

/* Replace *link* by the link of *ply*, which leads to a position with this hash. */
void gpscore_record_link(uint8_t link[GPSCORE_LINK], const gpscore_ply *ply, uint64_t hash);

/* The player of whom a ply is expected where *to_act* act: the lowest of them, chance or the host. */
int gpscore_record_player(uint32_t to_act);

/* Apply *ply* to *state* and replace *link* by its link. A ply that is illegal changes neither. Choices made
 * at once have one order in a record, that of the seats, for which the caller cares. */
gpscore_status gpscore_record_apply(const gpscore_game *game, const void *rules, void *state,
                                    const gpscore_ply *ply, uint8_t link[GPSCORE_LINK], gpscore_error *error);

/* The bytes of a ply, at most GPSCORE_PLY_BYTES, returning how many:
 *
 *     kind        1       e_kkkkkkk: the action's kind; e 1 when the player follows
 *     player      0 or 1  the player as a signed byte, where it is not *expected*
 *     parameters  1 to 4  the action's low 24 bits, seven at a time, low ones first; bit 7: more follow
 *     time        0 to 8  likewise, only where *timed*: all plies of a record have a time, or none has */
size_t gpscore_record_pack(const gpscore_ply *ply, int expected, int timed, uint8_t *out);

/* Read a ply back and its length into *used*. BYTES_END when it goes on behind *length*, BYTES_PLY when no
 * ply has such bytes; each ply has but one form. */
gpscore_status gpscore_record_unpack(const uint8_t *bytes, size_t length, int expected, int timed,
                                     gpscore_ply *ply, size_t *used, gpscore_error *error);

/* The text of a ply, "0:7cw", "spin:3", "host:e:rotate" or with a time "0:7cw~1250", into *buffer* of *size*
 * bytes. Returns the length without the NUL, like snprintf. */
size_t gpscore_record_write(const gpscore_game *game, const gpscore_ply *ply, char *buffer, size_t size);

/* Read a ply from exactly *length* characters; *state* is the one that it is for. Only what
 * gpscore_record_write gives is read. It need not be legal. */
gpscore_status gpscore_record_parse(const gpscore_game *game, const void *rules, const void *state,
                                    const char *text, size_t length, gpscore_ply *ply, gpscore_error *error);

#ifdef __cplusplus
}
#endif
#endif
