/* What the pictures of the games share: a canvas to write elements on, points, shapes, themes.
 *
 * Lengths are tenths of a unit of the view box; angles are fractions of a turn, clockwise from the top. */
#ifndef GPSCORE_SRC_SVG_H
#define GPSCORE_SRC_SVG_H

#include <gpscore/game.h>
#include <gpscore/svg.h>

#include "text.h"

typedef struct gpscore__canvas {
    gpscore__writer w;
    const char *prefix; /* of ids */
} gpscore__canvas;

typedef struct gpscore__point {
    int32_t x, y;
} gpscore__point;

/* Write a format with its arguments: %d an int, %u a uint32_t, %t tenths (an int) as units, %m thousandths,
 * %p a gpscore__point as "x y", %s text that needs no escaping, %# the prefix of ids. */
void gpscore__draw(gpscore__canvas *c, const char *format, ...);

/* GPSCORE_OK, or what is wrong with the options; *spaces* and *players* are how many there are. */
gpscore_status gpscore__check_svg(const gpscore_svg_options *options, int players, int spaces,
                                  gpscore_error *error);

/* The root element, its style (the common rules and the game's own) up to where the title goes, and its end.
 * Colours of a style are letters behind @, see the themes. */
void gpscore__begin_svg(gpscore__canvas *c, const gpscore_svg_options *options, const char *game,
                        int own_size, int width, int height);
void gpscore__style_svg(gpscore__canvas *c, const gpscore_svg_options *options, const char *own);
size_t gpscore__end_svg(gpscore__canvas *c);

/* Sine of *numerator* / *denominator* turns, times 2^30. */
int64_t gpscore__sine(int64_t numerator, int64_t denominator);

/* The point that lies *outward* from a centre in a direction, and then *aside* of that, clockwise. */
gpscore__point gpscore__polar(gpscore__point centre, int outward, int aside, int64_t numerator,
                              int64_t denominator);

/* "M ... Z": the part of a ring between two radii, *width* / *denominator* of a turn wide, around a direction. */
void gpscore__draw_wedge(gpscore__canvas *c, gpscore__point centre, int inner, int outer, int64_t middle,
                         int64_t width, int64_t denominator);

/* The sign of a seat around the origin, as a path; it is 10 units wide to each side, and nowhere 12.5. */
void gpscore__draw_shape(gpscore__canvas *c, unsigned seat);

/* An arrow that bends a little towards a point, in the colour of a player (or -1), and ends *gap* before *to*. */
void gpscore__draw_arrow(gpscore__canvas *c, const char *classes, const char *id, int number, int player,
                         gpscore__point from, gpscore__point to, int gap, gpscore__point towards);

/* The line and the head of such an arrow alone. */
void gpscore__draw_way(gpscore__canvas *c, gpscore__point from, gpscore__point to, int gap,
                       gpscore__point towards);

/* Spaces on a circle, and the circle within it that arrows between them follow. */
typedef struct gpscore__lane {
    gpscore__point centre;
    int outer, inner, spaces;
} gpscore__lane;

/* An arrow from space to space along a ring; it begins *leave* beside the middle of its space and ends *gap*
 * before that of the other. */
void gpscore__draw_ring_arrow(gpscore__canvas *c, const char *classes, const char *id, int number, int player,
                              const gpscore__lane *lane, int from, int to, int leave, int gap);

/* A name of a board as a person writes it ("Proxima Centauri"), its width in any usual font in hundredths of the
 * font size, and the font size, at most *font*, in which it is no wider than *width*. */
void gpscore__draw_name(gpscore__canvas *c, const char *name);
int gpscore__name_width(const char *name);
int gpscore__fitting_font(const char *name, int font, int width);

/* The colours that seats are called by. */
extern const char *const gpscore__seat_names[GPSCORE_MAX_PLAYERS];

/* "Red", "Red and Blue", "Red, Green and Blue". */
void gpscore__draw_seats(gpscore__canvas *c, uint32_t seats);

#endif
