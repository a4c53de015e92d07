/* Drawing for the games: elements, numbers, geometry in integers, themes. docs/pictures.md lists the classes. */
#include "svg.h"

#include <stdarg.h>

#ifndef GPSCORE_NO_TEXT

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* With so much room left, numbers and texts are written without a look at the end of the buffer: no piece of a
 * format or style between two directives is longer. */
enum { AMPLE = 1024 };

static char *ample(gpscore__writer *w) { return w->length + AMPLE < w->size ? w->buffer + w->length : NULL; }

/* Write up to the end or the next *stop* and return that. */
static const char *put_run(gpscore__writer *w, const char *s, char stop) {
    char *out = ample(w);
    if (!out) {
        for (; *s && *s != stop; s++) gpscore__put(w, *s);
        return s;
    }
    for (char c = *s; c && c != stop; c = *++s) *out++ = c;
    w->length = (size_t)(out - w->buffer);
    return s;
}

/* A number of parts of 10^digits, without needless zeros. */
static void put_parts(gpscore__writer *w, int negative, uint32_t parts, int digits) {
    char text[16];
    int at = sizeof text, started = 0;
    for (; digits > 0; digits--, parts /= 10) {
        started |= parts % 10 != 0;
        if (started) text[--at] = (char)('0' + parts % 10);
    }
    if (started) text[--at] = '.';
    do {
        text[--at] = (char)('0' + parts % 10);
        parts /= 10;
    } while (parts);
    if (negative) text[--at] = '-';
    char *out = ample(w);
    if (out) {
        w->length += sizeof text - (size_t)at;
        while (at < (int)sizeof text) *out++ = text[at++];
        return;
    }
    while (at < (int)sizeof text) gpscore__put(w, text[at++]);
}

static void put_int(gpscore__writer *w, int number, int digits) {
    put_parts(w, number < 0, number < 0 ? 0u - (uint32_t)number : (uint32_t)number, digits);
}

static void put_directive(gpscore__canvas *c, char directive, va_list *arguments) {
    gpscore__writer *w = &c->w;
    switch (directive) {
    case 'd': put_int(w, va_arg(*arguments, int), 0); break;
    case 'u': put_parts(w, 0, va_arg(*arguments, uint32_t), 0); break;
    case 't': put_int(w, va_arg(*arguments, int), 1); break;
    case 'm': put_int(w, va_arg(*arguments, int), 3); break;
    case 's': put_run(w, va_arg(*arguments, const char *), '\0'); break;
    case 'p': {
        const gpscore__point point = va_arg(*arguments, gpscore__point);
        put_int(w, point.x, 1);
        gpscore__put(w, ' ');
        put_int(w, point.y, 1);
        break;
    }
    default: put_run(w, c->prefix, '\0'); break;
    }
}

void gpscore__draw(gpscore__canvas *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    while (*(format = put_run(&c->w, format, '%'))) {
        put_directive(c, format[1], &arguments);
        format += 2;
    }
    va_end(arguments);
}

/* ---- Geometry --------------------------------------------------------------------------------------- */

/* sin(pi/2 x) as a polynomial in x, 0 to 1, all times 2^30: wrong by less than 10^-5. */
static int64_t quarter_sine(int64_t x) {
    static const int64_t terms[] = {INT64_C(1686629713), INT64_C(-693598668), INT64_C(85569306),
                                    INT64_C(-5026995), INT64_C(172272)};
    const int64_t square = (x * x) >> 30;
    int64_t sum = 0;
    for (int i = 4; i >= 0; i--) sum = ((sum * square) >> 30) + terms[i];
    return (sum * x) >> 30;
}

int64_t gpscore__sine(int64_t numerator, int64_t denominator) {
    const int64_t turn = INT64_C(1) << 32, quarter = turn / 4;
    int64_t angle = numerator % denominator;
    if (angle < 0) angle += denominator;
    angle = angle * turn / denominator;
    const int64_t half = angle % (turn / 2);
    const int64_t sine = quarter_sine(half <= quarter ? half : turn / 2 - half);
    return angle < turn / 2 ? sine : -sine;
}

/* Rounded to the nearest, alike for both signs. */
static int32_t scaled(int64_t value) {
    const int64_t half = INT64_C(1) << 29;
    return (int32_t)(value < 0 ? -((half - value) >> 30) : (value + half) >> 30);
}

gpscore__point gpscore__polar(gpscore__point centre, int outward, int aside, int64_t numerator,
                              int64_t denominator) {
    const int64_t sine = gpscore__sine(numerator, denominator);
    const int64_t cosine = gpscore__sine(4 * numerator + denominator, 4 * denominator);
    const gpscore__point point = {centre.x + scaled(outward * sine + aside * cosine),
                                  centre.y + scaled(aside * sine - outward * cosine)};
    return point;
}

void gpscore__draw_wedge(gpscore__canvas *c, gpscore__point centre, int inner, int outer, int64_t middle,
                         int64_t width, int64_t denominator) {
    const int64_t first = 2 * middle - width, last = 2 * middle + width;
    gpscore__draw(c, "M%pA%t %t 0 0 1 %pL%pA%t %t 0 0 0 %pZ",
                  gpscore__polar(centre, outer, 0, first, 2 * denominator), outer, outer,
                  gpscore__polar(centre, outer, 0, last, 2 * denominator),
                  gpscore__polar(centre, inner, 0, last, 2 * denominator), inner, inner,
                  gpscore__polar(centre, inner, 0, first, 2 * denominator));
}

void gpscore__draw_shape(gpscore__canvas *c, unsigned seat) {
    static const char *const shapes[] = {
        "<path d='M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z'/>", /* circle */
        "<path d='M-9 -9H9V9H-9Z'/>", /* square */
        "<path d='M-9.5 -8.5H9.5V3.5L0 11.5L-9.5 3.5Z'/>", /* pennant */
        "<path d='M0 -12.4L12.4 0L0 12.4L-12.4 0Z'/>", /* diamond */
        "<path d='M-5.7 -9.9H5.7L11.4 0L5.7 9.9H-5.7L-11.4 0Z'/>"}; /* hexagon */
    gpscore__draw(c, "%s", shapes[seat]);
}

static int64_t root(int64_t x) {
    int64_t low = 0, high = INT64_C(1) << 24;
    while (low < high) {
        const int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= x) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* The point of the way from a to b that is *length* before b, moved *aside*. */
static gpscore__point before(gpscore__point a, gpscore__point b, int length, int aside) {
    const int64_t x = b.x - a.x, y = b.y - a.y, whole = root(x * x + y * y) + 1;
    const gpscore__point point = {(int32_t)(b.x - x * length / whole - y * aside / whole),
                                  (int32_t)(b.y - y * length / whole + x * aside / whole)};
    return point;
}

static int distance(gpscore__point a, gpscore__point b) {
    const int64_t x = b.x - a.x, y = b.y - a.y;
    return (int)root(x * x + y * y);
}

/* Up to the class of the line; of an arrow to where it begins the whole, a ring, and 0. */
static int begin_arrow(gpscore__canvas *c, const char *classes, const char *id, int number, int player,
                       gpscore__point from, gpscore__point to) {
    gpscore__draw(c, "<g id='%#%s-%d' class='%s", id, number, classes);
    if (player >= 0) gpscore__draw(c, " p%d", player);
    if (from.x != to.x || from.y != to.y) return 1;
    gpscore__draw(c, "'><circle class='line' cx='%t' cy='%t' r='26'/></g>\n", to.x, to.y);
    return 0;
}

/* The end of a line that comes from a point, and a head of that length up to the tip. */
static void end_arrow(gpscore__canvas *c, gpscore__point from, gpscore__point tip, int head) {
    const int way = distance(from, tip), covered = head - 20 < way ? head - 20 : way;
    gpscore__draw(c, "%p'/><path class='head' d='M%pL%pL%pZ'/>", before(from, tip, covered, 0), tip,
                  before(from, tip, head, head * 9 / 20), before(from, tip, head, -head * 9 / 20));
}

void gpscore__draw_way(gpscore__canvas *c, gpscore__point from, gpscore__point to, int gap,
                       gpscore__point towards) {
    /* The curve comes half as near to its control point as its ends are. */
    const gpscore__point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    const int length = distance(from, to), free = length - gap;
    const gpscore__point control = before(towards, middle, length / 3, 0);
    gpscore__draw(c, "<path class='line' d='M%pQ%p ", from, control);
    end_arrow(c, control, before(control, to, gap, 0), 2 * free / 3 < 210 ? 2 * free / 3 : 210);
}

void gpscore__draw_arrow(gpscore__canvas *c, const char *classes, const char *id, int number, int player,
                         gpscore__point from, gpscore__point to, int gap, gpscore__point towards) {
    if (!begin_arrow(c, classes, id, number, player, from, to)) return;
    gpscore__draw(c, "'>");
    gpscore__draw_way(c, from, to, gap, towards);
    gpscore__draw(c, "</g>\n");
}

void gpscore__draw_ring_arrow(gpscore__canvas *c, const char *classes, const char *id, int number, int player,
                              const gpscore__lane *lane, int from, int to, int leave, int gap) {
    const gpscore__point a = gpscore__polar(lane->centre, lane->outer, 0, 2 * from + 1, 2 * lane->spaces);
    const gpscore__point b = gpscore__polar(lane->centre, lane->outer, 0, 2 * to + 1, 2 * lane->spaces);
    if (!begin_arrow(c, classes, id, number, player, a, b)) return;
    /* Down to the edge of the space that the shorter way leaves by, along the ring, and up again. */
    const int clockwise = (to - from + lane->spaces) % lane->spaces * 2 <= lane->spaces;
    const gpscore__point down = gpscore__polar(lane->centre, lane->inner, 0, from + clockwise, lane->spaces);
    const gpscore__point up = gpscore__polar(lane->centre, lane->inner, 0, to + !clockwise, lane->spaces);
    const int free = distance(up, b) - gap, head = free < 110 ? 110 : free > 210 ? 210 : free;
    gpscore__draw(c, "'><path class='line' d='M%pL%p", before(down, a, leave, 0), down);
    gpscore__draw(c, "A%t %t 0 0 %d %pL", lane->inner, lane->inner, clockwise, up);
    end_arrow(c, up, before(up, b, gap, 0), head);
    gpscore__draw(c, "</g>\n");
}

/* ---- Names ------------------------------------------------------------------------------------------- */

/* Widths of a wide bold sans-serif, rounded up, in hundredths of the font size: capitals, then small letters. */
static const uint8_t letter_widths[2][26] = {{79, 78, 75, 84, 70, 69, 83, 85, 55, 56,  79, 65, 101,
                                              86, 87, 75, 87, 79, 73, 70, 83, 79, 113, 79, 76, 74},
                                             {69, 73, 61, 73, 69, 45, 73, 73, 36, 41, 69, 36, 107,
                                              73, 70, 73, 73, 51, 61, 49, 73, 67, 98, 68, 67, 61}};

static int width_of(char c, int capital) {
    if (c >= 'a' && c <= 'z') return letter_widths[!capital][c - 'a'];
    if (c >= 'A' && c <= 'Z') return letter_widths[0][c - 'A'];
    return c == '_' || c == ' ' ? 42 : 72;
}

int gpscore__name_width(const char *name) {
    int needed = 0;
    for (int i = 0; name[i]; i++) needed += width_of(name[i], i == 0 || name[i - 1] == '_');
    return needed;
}

int gpscore__fitting_font(const char *name, int font, int width) {
    const int needed = gpscore__name_width(name);
    return needed * font <= 100 * width ? font : 100 * width / needed;
}

void gpscore__draw_name(gpscore__canvas *c, const char *name) {
    for (int i = 0; name[i]; i++) {
        const int capital = (i == 0 || name[i - 1] == '_') && name[i] >= 'a' && name[i] <= 'z';
        gpscore__put(&c->w, name[i] == '_' ? ' ' : (char)(name[i] - (capital ? 'a' - 'A' : 0)));
    }
}

/* ---- Options ---------------------------------------------------------------------------------------- */

const char *gpscore_theme_name(int64_t theme) {
    static const char *const names[GPSCORE_THEME_COUNT] = {"light", "dark", "colour-blind"};
    return theme >= 0 && theme < GPSCORE_THEME_COUNT ? names[theme] : NULL;
}

static int is_prefix(const char *s) {
    for (size_t i = 0; s[i]; i++) {
        const char c = s[i];
        const int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const int later = (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!letter && !(later && i > 0)) return 0;
        if (i + 2 > GPSCORE_SVG_PREFIX) return 0;
    }
    return 1;
}

gpscore_status gpscore__check_svg(const gpscore_svg_options *options, int players, int spaces,
                                  gpscore_error *error) {
    const gpscore_svg_options *o = options;
    if (o->size != 0 && (o->size < GPSCORE_SVG_MIN_SIZE || o->size > GPSCORE_SVG_MAX_SIZE)) {
        return gpscore__fail(error, GPSCORE_SVG_SIZE, o->size, GPSCORE_SVG_MIN_SIZE, GPSCORE_SVG_MAX_SIZE, 0);
    }
    if (!gpscore_theme_name(o->theme)) {
        return gpscore__fail(error, GPSCORE_SVG_THEME, o->theme, GPSCORE_THEME_COUNT - 1, 0, 0);
    }
    if (o->viewer != GPSCORE_PUBLIC && (o->viewer < 0 || o->viewer >= players)) {
        return gpscore__fail(error, GPSCORE_NO_SUCH_PLAYER, o->viewer, players - 1, 0, 0);
    }
    if (o->legal != GPSCORE_SVG_NOBODY && (o->legal < 0 || o->legal >= players)) {
        return gpscore__fail(error, GPSCORE_NO_SUCH_PLAYER, o->legal, players - 1, 0, 0);
    }
    if (o->arrow_count > GPSCORE_SVG_MAX_ARROWS) {
        return gpscore__fail(error, GPSCORE_SVG_ARROWS, (int64_t)o->arrow_count, GPSCORE_SVG_MAX_ARROWS, 0,
                             0);
    }
    for (size_t i = 0; i < o->arrow_count; i++) {
        const gpscore_arrow *arrow = &o->arrows[i];
        const int outside = arrow->from < 0 || arrow->from >= spaces;
        if (outside || arrow->to < 0 || arrow->to >= spaces) {
            return gpscore__fail(error, GPSCORE_SVG_SPACE, (int64_t)i, outside ? arrow->from : arrow->to,
                                 spaces - 1, 0);
        }
        if (arrow->player != GPSCORE_SVG_NOBODY && (arrow->player < 0 || arrow->player >= players)) {
            return gpscore__fail(error, GPSCORE_NO_SUCH_PLAYER, arrow->player, players - 1, 0, 0);
        }
    }
    if (o->prefix && !is_prefix(o->prefix)) {
        return gpscore__fail(error, GPSCORE_SVG_NO_PREFIX, GPSCORE_SVG_PREFIX - 1, 0, 0, 0);
    }
    return GPSCORE_OK;
}

/* ---- The document ----------------------------------------------------------------------------------- */

/* Colours by the letter that a style names them by, for each theme. */
static const char *const palette['z' + 1][GPSCORE_THEME_COUNT] = {
    ['b'] = {"#ece5d3", "#10131c", "#ffffff"}, /* background */
    ['i'] = {"#2a2530", "#eeeae0", "#000000"}, /* ink */
    ['d'] = {"#6d6470", "#a4a3b2", "#444444"}, /* dim ink */
    ['f'] = {"#fbf7ec", "#1a1e2b", "#ffffff"}, /* face of a card, of a space */
    ['g'] = {"#f1ead9", "#212637", "#eef2f7"}, /* face of every other space */
    ['l'] = {"#c9bda3", "#3b4158", "#8494a8"}, /* lines */
    ['e'] = {"#2a2530", "#05060a", "#000000"}, /* edges of pieces */
    ['a'] = {"#d9552b", "#ff8f5e", "#1f2d3d"}, /* accent: the pointer */
    ['h'] = {"#f7d9b0", "#4a3524", "#ffe39a"}, /* highlighted space */
    ['o'] = {"#0f9d58", "#4be08f", "#a3217a"}, /* legal targets */
    ['v'] = {"#8dffbf", "#4be08f", "#a3217a"}, /* the same on the discs */
    ['m'] = {"#e08a00", "#ffc857", "#e69f00"}, /* what happened last */
    ['s'] = {"#d8b98a", "#4b4468", "#d3deea"}, /* the planet of GPS, the Sun's rim */
    ['t'] = {"#c7a470", "#5d5580", "#b3c3d6"}, /* its seams */
    ['y'] = {"#f6b73c", "#f6b73c", "#f0e442"}, /* the Sun */
    ['z'] = {"#fdfaf2", "#dfe3f0", "#ffffff"}, /* hulls of rockets */
    ['k'] = {"#8b7f93", "#59607c", "#6f7d8f"}, /* the backs of pieces */
    ['0'] = {"#c9302c", "#f0656a", "#d55e00"}, /* the seats */
    ['1'] = {"#25804a", "#30a46c", "#009e73"},
    ['2'] = {"#2a62c9", "#4f8df5", "#0072b2"},
    ['3'] = {"#ffffff", "#f4f2ec", "#ffffff"},
    ['4'] = {"#f4c430", "#f5d90a", "#f0e442"},
    ['n'] = {"#9a949c", "#8b8fa3", "#b0b0b0"}, /* nobody's figures */
    ['A'] = {"#ffffff", "#0d0f16", "#000000"}, /* what is written on the pieces of each seat */
    ['B'] = {"#ffffff", "#0d0f16", "#000000"},
    ['C'] = {"#ffffff", "#0d0f16", "#ffffff"},
    ['D'] = {"#2a2530", "#1b1a20", "#000000"},
    ['E'] = {"#2a2530", "#1b1a20", "#000000"},
    /* The solar system: its base and discs, from the bottom up, and what is printed on them. */
    ['5'] = {"#23304f", "#0c1224", "#d2dde9"},
    ['6'] = {"#2f4270", "#182446", "#dfe7f0"},
    ['7'] = {"#3d5690", "#243465", "#ecf1f7"},
    ['8'] = {"#4f6cb0", "#324885", "#f9fbfd"},
    ['9'] = {"#7f93bd", "#56699c", "#777777"}, /* edges of cells */
    ['w'] = {"#eef2fb", "#e8ecf8", "#000000"}, /* what is written on discs */
    ['r'] = {"#a9a29a", "#8f8a86", "#555555"}, /* asteroids */
    ['c'] = {"#9fe8ff", "#8fdcf5", "#56b4e9"}, /* comets */
    ['u'] = {"#ffd166", "#ffd166", "#e69f00"}, /* publicity */
    ['R'] = {"#e0584f", "#ff6b66", "#d55e00"}, /* colours of stars and traces */
    ['Y'] = {"#d9a400", "#f5d90a", "#f0e442"},
    ['U'] = {"#5b93ea", "#6aa5ff", "#56b4e9"},
    ['K'] = {"#3a3540", "#c9c7d4", "#000000"},
};

/* In a style "@ " binds a rule to the theme, so that pictures of several themes can stand in one page; @x is
 * the colour of a letter. */
static void put_rules(gpscore__canvas *c, int64_t theme, const char *rules) {
    while (*(rules = put_run(&c->w, rules, '@'))) {
        if (rules[1] == ' ') {
            put_run(&c->w, ".gpscore-", '\0');
            put_run(&c->w, gpscore_theme_name(theme), '\0');
            gpscore__put(&c->w, ' ');
        } else {
            put_run(&c->w, palette[(unsigned char)rules[1]][theme], '\0');
        }
        rules += 2;
    }
}

static const char common[] =
    "@ text{font-family:\"DejaVu Sans\",Verdana,Arial,sans-serif;text-anchor:middle;fill:@i}\n"
    "@ .back{fill:@b}\n"
    "@ .card{fill:@f;stroke:@l;stroke-width:1.5}\n"
    "@ .now .card{stroke:@a;stroke-width:4}\n"
    "@ .winner .card{stroke:@m;stroke-width:5}\n"
    "@ .caption{fill:@d}\n"
    "@ .strong{font-weight:bold}\n"
    "@ .start{text-anchor:start}\n"
    "@ .end{text-anchor:end}\n"
    "@ .arrow{color:@o}\n"
    "@ .p0{color:@0}\n"
    "@ .p1{color:@1}\n"
    "@ .p2{color:@2}\n"
    "@ .p3{color:@3}\n"
    "@ .p4{color:@4}\n"
    "@ .pale{color:@n}\n"
    "@ .piece path{fill:currentColor;stroke:@e;stroke-width:1.5}\n"
    "@ .piece text{font-weight:bold}\n"
    "@ .p0 text{fill:@A}\n"
    "@ .p1 text{fill:@B}\n"
    "@ .p2 text{fill:@C}\n"
    "@ .p3 text{fill:@D}\n"
    "@ .p4 text{fill:@E}\n"
    "@ .halo{fill:@b;stroke:@m;stroke-width:2.6}\n"
    "@ .legal{fill:none;stroke:@o;stroke-width:4;stroke-dasharray:7 4;pointer-events:all}\n"
    "@ .arrow .line{fill:none;stroke:currentColor;stroke-width:5;stroke-linecap:round;opacity:.85}\n"
    "@ .arrow .head{fill:currentColor;stroke:none;opacity:.9}\n"
    "@ .trail .line{fill:none;stroke:@m;stroke-width:4;stroke-linecap:round;stroke-dasharray:1 8}\n"
    "@ .trail .head{fill:@m;stroke:none}\n"
    "@ .mark{fill:none;stroke:@m;stroke-width:4}\n";

void gpscore__begin_svg(gpscore__canvas *c, const gpscore_svg_options *options, const char *game,
                        int own_size, int width, int height) {
    const int size = options->size ? (int)options->size : own_size;
    c->prefix = options->prefix ? options->prefix : "";
    gpscore__draw(c,
                  "<svg xmlns='http://www.w3.org/2000/svg' class='gpscore gpscore-%s %s' role='img' "
                  "width='%d' height='%d' viewBox='0 0 %t %t'>\n",
                  gpscore_theme_name(options->theme), game, size, (size * height + width / 2) / width, width,
                  height);
}

void gpscore__style_svg(gpscore__canvas *c, const gpscore_svg_options *options, const char *own) {
    gpscore__draw(c, "<style>\n");
    put_rules(c, options->theme, common);
    put_rules(c, options->theme, own);
    gpscore__draw(c, "</style>\n");
}

size_t gpscore__end_svg(gpscore__canvas *c) {
    gpscore__draw(c, "</svg>\n");
    return gpscore__finish(&c->w);
}

const char *const gpscore__seat_names[GPSCORE_MAX_PLAYERS] = {"Red", "Green", "Blue", "White", "Yellow"};

void gpscore__draw_seats(gpscore__canvas *c, uint32_t seats) {
    for (unsigned seat = 0, told = 0; seat < GPSCORE_MAX_PLAYERS; seat++) {
        if (!(seats >> seat & 1u)) continue;
        if (told++) gpscore__draw(c, "%s", seats >> (seat + 1) ? ", " : " and ");
        gpscore__draw(c, "%s", gpscore__seat_names[seat]);
    }
}

#endif
