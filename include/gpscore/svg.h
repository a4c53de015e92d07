/* gpscore/svg.h - what the pictures of all games have in common: SVG, drawn into the caller's buffer.
 *
 * gps_svg, solar_svg and the operation `svg` of gpscore_game write one SVG document of printable ASCII: no
 * scripts, no fonts, no references, the same bytes on every platform. Every element that means something has
 * an id and classes, by which style sheets and scripts restyle, find and move it: docs/pictures.md lists them.
 *
 * Thread safety: calls touch only their arguments. Failure: what is returned when there is nothing is said at the
 * function. */
#ifndef GPSCORE_SVG_H
#define GPSCORE_SVG_H

#include <gpscore/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gpscore_theme {
    GPSCORE_LIGHT = 0,
    GPSCORE_DARK = 1,
    GPSCORE_COLOUR_BLIND = 2 /* colours that all eyes tell apart, strong outlines */
} gpscore_theme;
#define GPSCORE_THEME_COUNT 3

#define GPSCORE_SVG_MIN_SIZE 16
#define GPSCORE_SVG_MAX_SIZE 16384
#define GPSCORE_SVG_MAX_ARROWS 256
#define GPSCORE_SVG_PREFIX 32 /* bytes of a prefix with its NUL */
#define GPSCORE_SVG_NOBODY (-1)

/* An arrow from a space to a space; a ring around it when they are the same. */
typedef struct gpscore_arrow {
    int32_t from;
    int32_t to;
    int32_t player; /* whose colour it has, and in GPS whose track it is on; GPSCORE_SVG_NOBODY for none */
} gpscore_arrow;

struct gpscore_event; /* of game.h */

/* What to draw. Wide integers, so that nonsense arrives as it was given. */
typedef struct gpscore_svg_options {
    int64_t size;   /* the width in px, 16 to 16384; 0 for the game's own */
    int64_t theme;  /* gpscore_theme */
    int64_t viewer; /* whose view is drawn: GPSCORE_PUBLIC for what everybody may know */
    int64_t legal;  /* whose legal targets are marked, GPSCORE_SVG_NOBODY for none */
    int64_t labels; /* 1: with names and numbers of places and captions; 0: without */
    const struct gpscore_event *events; /* what happened last, which is marked; may be NULL */
    size_t event_count;
    const gpscore_arrow *arrows; /* may be NULL */
    size_t arrow_count;          /* at most 256 */
    const char *prefix; /* of all ids: a letter, then letters, digits, - and _; NULL or "" for none */
} gpscore_svg_options;

#define GPSCORE_SVG_DEFAULT \
    {0, GPSCORE_LIGHT, -1, GPSCORE_SVG_NOBODY, 1, NULL, 0, NULL, 0, NULL}

/* The name of a theme: "light", "dark", "colour-blind"; NULL when there is none of that number. */
const char *gpscore_theme_name(int64_t theme);

#ifdef __cplusplus
}
#endif
#endif
