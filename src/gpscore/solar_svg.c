/* The solar system: the picture of a position. docs/pictures.md lists its elements. */
#include "solar_text.h"
#include "svg.h"

#ifndef GPSCORE_NO_TEXT

/* The board stands at the upper left, the players beside it, the techs and the table of planets below both. */
enum {
    WIDTH = 16000,
    HEIGHT = 15000,
    CAPTION = 206, /* the smallest font: 9 px in a picture of 700 px */
    SUN = 400,
    STARS = 4530, /* inner radius of the ring of stars */
    EDGE = 4960,  /* its outer radius */
    LEFT = 10150, /* left edge of the players' boards */
    BOARD_WIDTH = 5700,
    BOARDS = 1290,     /* top of the first */
    BOARDS_END = 9900, /* bottom of the last */
    BOARD_GAP = 110,
    MARGIN = 150,
    TABLE = WIDTH - 2 * MARGIN, /* width of what stands below */
    TILES = 10110, /* top of the row of tech tiles */
    TILE_WIDTH = 3842,
    TILE_GAP = 110,
    TILE_HEIGHT = 520,
    PLANETS = 11000, /* top of the table of planets */
    ROWS = 3424,     /* height of its rows together */
    ORBITS = 2330,   /* the space of the first orbiter; the orbiters follow */
    ORBITS_PAY = 4260, /* what an orbit pays, and the width of that */
    ORBITS_PAY_WIDTH = 1400,
    GROUNDS = 5890, /* the data spaces; the landers follow */
    GROUNDS_PAY = 8150,
    GROUNDS_PAY_WIDTH = 1020,
    MOONS = 9200,
    LEGEND = 14660, /* its first line */
    PLACE = 340, /* from figure to figure in a row */
    SLOT = 165, /* radius of a space that a figure covers */
    FIGURE = 130, /* radius of a figure in the table */
    PROBE = 120   /* and in a space */
};

static const gpscore__point centre = {5000, 5000}, origin = {0, 0};

/* Inner edge of each ring, and the outer edge of the last. */
static const int16_t edges[SOLAR_RINGS + 1] = {430, 1740, 2720, 3640, 4510};

/* Where things are in a space: distances from the Sun of what it shows, of its name and of its probes, how far
 * aside these stand, and how large a planet is. The inner rings have their probes in a row behind, the outer
 * ones, which are wide, beside what they show. */
static const struct {
    int16_t shown, planet, name, name_width, icon_out, icon_aside;
    int16_t probe[4][2]; /* outward, aside */
} places[SOLAR_RINGS] = {
    {740, 180, 1268, 980, 1030, 275, {{1525, -445}, {1572, -157}, {1572, 157}, {1525, 445}}},
    {2200, 200, 1870, 1100, 2230, 350, {{2512, -460}, {2555, -157}, {2555, 157}, {2512, 460}}},
    {3190, 190, 2845, 1300, 3200, 350, {{3180, -920}, {3180, -630}, {3180, 630}, {3180, 920}}},
    {4090, 185, 3765, 1600, 4100, 340, {{4080, -960}, {4080, -650}, {4080, 650}, {4080, 960}}},
};

static const char style[] =
    "@ .ring-of-stars{fill:@5;stroke:@9;stroke-width:1.5}\n"
    "@ .sector-edge{stroke:@9;stroke-width:1.5}\n"
    "@ .base{fill:@5;stroke:@9;stroke-width:1}\n"
    "@ .shadow{fill:none;stroke:#000;stroke-width:12;stroke-linejoin:round;opacity:.22}\n"
    "@ .disc-3 .face{fill:@6;stroke:@9;stroke-width:1.5}\n"
    "@ .disc-2 .face{fill:@7;stroke:@9;stroke-width:1.5}\n"
    "@ .disc-1 .face{fill:@8;stroke:@9;stroke-width:1.5}\n"
    "@ .on-board{fill:@w;pointer-events:none}\n"
    "@ .asteroids{fill:@r;stroke:@e;stroke-width:1}\n"
    "@ .comet{fill:@c;stroke:@e;stroke-width:1}\n"
    "@ .planet{stroke:@e;stroke-width:1.5}\n"
    "@ .shade{fill:#000;opacity:.25}\n"
    "@ .used{fill:@d;text-decoration:line-through}\n"
    "@ .detail{fill:none;stroke:@e;stroke-width:2;opacity:.45}\n"
    "@ .planet-0{fill:#4aa3e0}\n"
    "@ .planet-1{fill:#b8a99a}\n"
    "@ .planet-2{fill:#e8c47a}\n"
    "@ .planet-3{fill:#d1603d}\n"
    "@ .planet-4{fill:#d9a66b}\n"
    "@ .planet-5{fill:#ead29a}\n"
    "@ .planet-6{fill:#8fd6d9}\n"
    "@ .planet-7{fill:#5b7fe0}\n"
    "@ .planet-8{fill:#c9b6a6}\n"
    "@ .icon{pointer-events:none}\n"
    "@ .icon circle{fill:@u;stroke:@e;stroke-width:1}\n"
    "@ .icon text{fill:#2a2530;font-weight:bold}\n"
    "@ .sun{fill:@y;stroke:@s;stroke-width:5}\n"
    "@ .sun-text{fill:#2a2530;font-weight:bold}\n"
    "@ .ring{pointer-events:none}\n"
    "@ .chip{fill:@f;stroke:@9;stroke-width:1.5}\n"
    "@ .space{fill:none;pointer-events:all}\n"
    "@ .row{fill:@f}\n"
    "@ .row.odd{fill:@g}\n"
    "@ .slot{fill:@b;stroke:@l;stroke-width:1.5;stroke-dasharray:4 3}\n"
    "@ .neutral{color:@n}\n"
    "@ .tech{fill:@b;stroke:@l;stroke-width:1.5}\n"
    "@ .owned .tech{fill:@i;stroke:@i}\n"
    "@ .owned text{fill:@f;font-weight:bold}\n"
    "@ .off .tech{fill:@b;stroke:@i;stroke-width:2.5;stroke-dasharray:3 3}\n"
    "@ .off text{fill:@d}\n"
    "@ .back-of-tile{fill:@k;stroke:@e;stroke-width:1}\n"
    "@ .red{fill:@R;stroke:@e;stroke-width:1}\n"
    "@ .yellow{fill:@Y;stroke:@e;stroke-width:1}\n"
    "@ .blue{fill:@U;stroke:@e;stroke-width:1}\n"
    "@ .legal path{stroke:@v}\n"
    "@ .legal .line{stroke-width:2.5;pointer-events:none}\n"
    "@ .legal .head{fill:@v;stroke:none}\n"
    "@ .on-colour{fill:#101010}\n"
    "@ .black{fill:@K;stroke:@w;stroke-width:1}\n";

typedef struct picture {
    gpscore__canvas c;
    const solar_rules *rules;
    const solar_state *state;
    const gpscore_svg_options *options;
    int labels;
    uint8_t row[SOLAR_MAX_PLANETS]; /* of the planets' table */
    int rows;
} picture;

static gpscore__point in_space(unsigned space, int outward, int aside) {
    return gpscore__polar(centre, outward, aside, space & 7u, 8);
}

/* Where a player's probes stand in a space, or for nobody its middle. */
static gpscore__point stand_of(int player, unsigned space) {
    const unsigned ring = space >> 3;
    if (player < 0 || player >= SOLAR_MAX_PLAYERS) {
        return in_space(space, (edges[ring] + edges[ring + 1]) / 2, 0);
    }
    return in_space(space, places[ring].probe[player][0], places[ring].probe[player][1]);
}

/* Degrees by which text lies along a sector, never upside down. */
static int lie(unsigned x) { return x >= 3 && x <= 5 ? (int)x * 45 - 180 : (int)x * 45; }

/* ---- Pieces ------------------------------------------------------------------------------------------ */

/* A figure, with the number of them if there are several. */
static void draw_figure(picture *x, gpscore__point at, unsigned owner, unsigned number, int radius) {
    gpscore__canvas *c = &x->c;
    const int neutral = owner == SOLAR_NEUTRAL;
    gpscore__draw(c, "class='piece %s", neutral ? "neutral'" : "p");
    if (!neutral) gpscore__draw(c, "%d'", (int)owner);
    gpscore__draw(c, " transform='translate(%p)'><g transform='scale(%m)'>", at, radius * 10);
    gpscore__draw_shape(c, owner);
    if (number > 1) {
        const int font = number > 9 ? 112 : 172;
        gpscore__draw(c, "<text y='%t' font-size='%t'>%d</text>", font * 365 / 1000, font, (int)number);
    }
    gpscore__draw(c, "</g></g>\n");
}

/* A planet, dark on the side that is *turn* / 8 of a turn from the top. */
static void draw_planet(picture *x, unsigned planet, gpscore__point at, int radius, unsigned turn,
                        const char *id) {
    gpscore__canvas *c = &x->c;
    gpscore__draw(c, "<g id='%#%s-%d'><circle class='planet planet-%d' cx='%t' cy='%t' r='%t'/>", id,
                  (int)planet, (int)planet, at.x, at.y, radius);
    if (planet == 4) {
        gpscore__draw(c, "<path class='detail' d='M%t %th%tM%t %th%t'/>", at.x - radius * 9 / 10,
                      at.y - radius / 3, radius * 18 / 10, at.x - radius * 9 / 10, at.y + radius / 3,
                      radius * 18 / 10);
    }
    gpscore__draw(c, "<path class='shade' d='M%pA%t %t 0 0 1 %pA%t %t 0 0 0 %pZ'/>",
                  gpscore__polar(at, 0, -radius, turn, 8), radius, radius,
                  gpscore__polar(at, 0, radius, turn, 8), radius * 5 / 4, radius * 5 / 4,
                  gpscore__polar(at, 0, -radius, turn, 8));
    if (planet == 5) {
        gpscore__draw(c, "<ellipse class='detail' cx='%t' cy='%t' rx='%t' ry='%t'/>", at.x, at.y,
                      radius * 7 / 5, radius * 2 / 5);
    }
    gpscore__draw(c, "</g>\n");
}

/* ---- The board, which is the same in every position -------------------------------------------------- */

/* The cells of a layer that are no holes, around a point, and what they show. */
static void draw_layer(picture *x, unsigned layer, gpscore__point at) {
    gpscore__canvas *c = &x->c;
    const solar_board *board = &x->rules->board;
    const char *classes[] = {"shadow", layer == SOLAR_DISCS ? "base" : "face"};
    for (int i = layer == SOLAR_DISCS; i < 2; i++) {
        gpscore__draw(c, "<path class='%s' d='", classes[i]);
        for (unsigned ring = 0; ring < SOLAR_RINGS; ring++) {
            for (unsigned k = 0; k < SOLAR_SECTORS; k++) {
                if (board->cells[layer][ring][k] == SOLAR_HOLE) continue;
                gpscore__draw_wedge(c, at, edges[ring], edges[ring + 1], k, 1, 8);
            }
        }
        gpscore__draw(c, "'/>\n");
    }
    for (unsigned ring = 0; ring < SOLAR_RINGS; ring++) {
        for (unsigned k = 0; k < SOLAR_SECTORS; k++) {
            const unsigned shows = board->cells[layer][ring][k];
            /* By the Sun asteroids would touch the number of the ring. */
            const int out = ring == 0 && shows < SOLAR_PLANET ? 920 : places[ring].shown;
            const gpscore__point point = gpscore__polar(at, out, 0, k, 8);
            if (shows == SOLAR_ASTEROID) {
                gpscore__draw(
                    c,
                    "<path class='asteroids' transform='translate(%p) rotate(%d)' d='M-15 -6l8 -6 9 3 1 "
                    "8 -8 5 -9 -3zM7 -9l5 -5 6 4 -2 6 -7 1zM4 7l7 -4 8 4 -1 8 -9 3 -6 -4zM-12 9l5 -2 5 4 "
                    "-2 5 -6 1z'/>\n",
                    point, (int)k * 45);
            } else if (shows == SOLAR_COMET) {
                gpscore__draw(
                    c,
                    "<path class='comet' transform='translate(%p) rotate(%d)' d='M-9 8L-13 -20L-5 -6L0 -27L5 -6L13 "
                    "-20L9 8A9 9 0 0 1 -9 8Z'/>\n",
                    point, (int)k * 45);
            } else if (shows >= SOLAR_PLANET) {
                draw_planet(x, shows - SOLAR_PLANET, point, places[ring].planet, k, "planet");
            }
        }
    }
}

static void draw_board(picture *x) {
    gpscore__canvas *c = &x->c;
    gpscore__draw(c, "<g id='%#board'>\n<rect class='back' width='%t' height='%t'/>\n", WIDTH, HEIGHT);
    gpscore__draw(c, "<circle class='ring-of-stars' cx='%t' cy='%t' r='%t'/>\n", centre.x, centre.y, EDGE);
    gpscore__draw(c, "<path class='sector-edge' d='");
    for (int k = 0; k < SOLAR_SECTORS; k++) {
        gpscore__draw(c, "M%pL%p", gpscore__polar(centre, STARS, 0, 2 * k + 1, 16),
                      gpscore__polar(centre, EDGE, 0, 2 * k + 1, 16));
    }
    gpscore__draw(c, "'/>\n");
    draw_layer(x, SOLAR_DISCS, centre);
    for (int k = 0; x->labels && k < SOLAR_SECTORS; k++) {
        const gpscore__point at = gpscore__polar(centre, (STARS + EDGE) / 2, 0, 16 * k - 7, 128);
        gpscore__draw(
            c, "<text id='%#sector-%d' class='sector on-board' x='%t' y='%t' font-size='%t'>%d</text>\n", k,
            at.x, at.y + 75, CAPTION, k);
    }
    gpscore__draw(c, "</g>\n");
}

/* ---- The position ----------------------------------------------------------------------------------- */

static void draw_discs(picture *x) {
    gpscore__canvas *c = &x->c;
    for (unsigned disc = SOLAR_DISCS; disc-- > 0;) {
        gpscore__draw(c, "<g id='%#disc-%d' class='disc disc-%d' transform='translate(%p) rotate(%d)'>\n",
                      (int)disc + 1, (int)disc + 1, centre,
                      (int)solar__offset(x->state->head.alignment, disc) * 45);
        draw_layer(x, disc, origin);
        gpscore__draw(c, "</g>\n");
    }
    /* The Sun with the token of the rotation: so many discs turn next. */
    gpscore__draw(
        c,
        "<g id='%#token' class='token' transform='translate(%p)'><circle class='sun' r='%t'/><path "
        "class='detail' d='M-24 -4a24 24 0 1 0 10 -16m0 -9l0 10 10 1'/><text class='sun-text' y='9' "
        "font-size='24'>%d</text></g>\n",
        centre, SUN, x->state->head.token + 1);
}

static void draw_stars(picture *x) {
    gpscore__canvas *c = &x->c;
    for (unsigned k = 0; k < SOLAR_SECTORS; k++) {
        const unsigned number = solar_star_at(x->rules, x->state, k);
        const solar_star *star = &x->rules->board.stars[number / 2][number & 1u];
        const gpscore__point at = gpscore__polar(centre, (STARS + EDGE) / 2, 0, k, 8);
        const gpscore__point sign = gpscore__polar(centre, (STARS + EDGE) / 2, 0, 32 * (int)k - 10, 256);
        gpscore__draw(
            c,
            "<g id='%#star-%d' class='star'><path class='%s' transform='translate(%p)' d='M0 -13l4 9 9 4 "
            "-9 4 -4 9 -4 -9 -9 -4 9 -4z'/>",
            (int)k, solar__colour_words[star->colour], sign);
        if (x->labels) {
            const int font = gpscore__fitting_font(star->name, CAPTION, 2090);
            gpscore__draw(c,
                          "<text class='on-board strong' transform='translate(%p) rotate(%d)' y='%t' "
                          "font-size='%t'>",
                          at, lie(k), font * 36 / 100, font);
            gpscore__draw_name(c, star->name);
            gpscore__draw(c, "</text>");
        }
        gpscore__draw(c, "</g>\n");
    }
}

static void draw_spaces(picture *x) {
    for (unsigned space = 0; space < SOLAR_SPACES; space++) {
        gpscore__draw(&x->c, "<path id='%#space-%d' class='space' d='", (int)space);
        gpscore__draw_wedge(&x->c, centre, edges[space >> 3], edges[(space >> 3) + 1], space & 7u, 1, 8);
        gpscore__draw(&x->c, "'/>\n");
    }
}

/* Over the marks, so that these hide neither names nor icons; clicks go through to them. */
static void draw_names(picture *x) {
    gpscore__canvas *c = &x->c;
    const solar_alignment *shown = solar__shown(x->rules, x->state);
    for (unsigned space = 0; space < SOLAR_SPACES; space++) {
        const unsigned ring = space >> 3;
        if (shown->icons >> space & 1u) {
            const gpscore__point at = in_space(space, places[ring].icon_out, places[ring].icon_aside);
            gpscore__draw(c,
                          "<g id='%#icon-%d' class='icon' transform='translate(%p)'><circle r='12.5'/><text "
                          "y='7.5' font-size='%t'>P</text></g>\n",
                          (int)space, at, CAPTION);
        }
        if (x->labels && shown->shows[space] >= SOLAR_PLANET) {
            const unsigned planet = shown->shows[space] - SOLAR_PLANET;
            const char *name = x->rules->board.planets[planet].name;
            const int font = gpscore__fitting_font(name, ring > 1 ? 220 : CAPTION, places[ring].name_width);
            gpscore__draw(c,
                          "<text id='%#name-%d' class='on-board strong' transform='translate(%p) rotate(%d)' "
                          "y='%t' font-size='%t'>",
                          (int)planet, in_space(space, places[ring].name, 0), lie(space & 7u),
                          font * 36 / 100, font);
            gpscore__draw_name(c, name);
            gpscore__draw(c, "</text>\n");
        }
    }
}

/* The numbers of the rings, over the marks, which run along the same edge. */
static void draw_ring_numbers(picture *x) {
    gpscore__canvas *c = &x->c;
    for (int ring = 0; x->labels && ring < SOLAR_RINGS; ring++) {
        const gpscore__point at =
            gpscore__polar(centre, ring ? (edges[ring] + edges[ring + 1]) / 2 : 545, 0, -1, 16);
        gpscore__draw(
            c,
            "<g id='%#ring-%d' class='ring'><circle class='chip' cx='%t' cy='%t' r='12'/><text x='%t' "
            "y='%t' font-size='%t'>%d</text></g>\n",
            ring + 1, at.x, at.y, at.x, at.y + 75, CAPTION, ring + 1);
    }
}

static void draw_probes(picture *x) {
    for (int w = 0; w < x->rules->players; w++) {
        const solar_player *player = &x->state->players[w];
        for (unsigned space = 0; space < SOLAR_SPACES; space++) {
            if (!(solar__spaces(player) >> space & 1u)) continue;
            gpscore__draw(&x->c, "<g id='%#probe-%d-%d' data-space='%d' ", w, (int)space, (int)space);
            draw_figure(x, stand_of(w, space), (unsigned)w, solar__number_at(player, space), PROBE);
        }
    }
}

/* Within a space, as far from each of its edges as that there is room between two of them. */
static void outline_space(picture *x, const char *classes, unsigned space) {
    const int inner = edges[space >> 3] + 25, outer = edges[(space >> 3) + 1] - 60, in = 60;
    const int64_t first = 2 * (int)(space & 7u) - 1, last = first + 2;
    gpscore__draw(&x->c, "<path %s d='M%pA%t %t 0 0 1 %pL%pA%t %t 0 0 0 %pZ'/>\n", classes,
                  gpscore__polar(centre, outer, in, first, 16), outer, outer,
                  gpscore__polar(centre, outer, -in, last, 16), gpscore__polar(centre, inner, -in, last, 16),
                  inner, inner, gpscore__polar(centre, inner, in, first, 16));
}

/* ---- The planets' table ------------------------------------------------------------------------------ */

enum { NO_ROW = 255 };

/* A planet that belongs to nobody and is in no ring has no row. */
static void count_rows(picture *x) {
    int owners = 0;
    for (int w = 0; w < x->rules->players; w++) owners |= x->rules->pluto[w];
    for (unsigned p = 0; p < SOLAR_MAX_PLANETS; p++) {
        x->row[p] = NO_ROW;
        if (p == 0 || p >= x->rules->board.planet_count) continue;
        int any = owners || !solar__owned(x->rules, p);
        for (unsigned o = 0; !any && o < SOLAR_OWNERS; o++) {
            any = solar__orbiters(&x->state->figures, p, o) || solar__landers(&x->state->figures, p, o);
        }
        if (any) x->row[p] = (uint8_t)x->rows++;
    }
}

static int has_row(const picture *x, unsigned planet) {
    return planet < SOLAR_MAX_PLANETS && x->row[planet] != NO_ROW;
}

static int row_height(const picture *x) { return ROWS / (x->rows < 7 ? 7 : x->rows); }

static int row_top(const picture *x, unsigned planet) { return PLANETS + row_height(x) * x->row[planet]; }

static gpscore__point in_row(const picture *x, unsigned planet, int left, int place) {
    const gpscore__point point = {left + PLACE * place, row_top(x, planet) + row_height(x) / 2};
    return point;
}

/* A reward in short: "12VP", "3 cards", "YT"; the legend tells the letters. */
static void put_reward(gpscore__canvas *c, solar_reward reward) {
    static const char *const units[SOLAR_REWARD_KINDS] = {
        [SOLAR_GAIN_SCORE] = "VP",        [SOLAR_GAIN_CREDIT] = "C",       [SOLAR_GAIN_ENERGY] = "E",
        [SOLAR_GAIN_PUBLICITY] = "P",     [SOLAR_GAIN_DATA] = "D",         [SOLAR_GAIN_RANDOM_CARD] = " card",
        [SOLAR_GAIN_CARD] = " card",      [SOLAR_GAIN_INCOME] = " income", [SOLAR_GAIN_SIGNAL_HERE] = "S",
        [SOLAR_GAIN_SIGNAL_RED] = "RS",   [SOLAR_GAIN_SIGNAL_BLUE] = "BS", [SOLAR_GAIN_SIGNAL_YELLOW] = "YS",
        [SOLAR_GAIN_SIGNAL_BLACK] = "KS", [SOLAR_GAIN_RED_TRACE] = "RT",   [SOLAR_GAIN_YELLOW_TRACE] = "YT",
        [SOLAR_GAIN_BLUE_TRACE] = "BT",   [SOLAR_GAIN_ANY_TRACE] = "T"};
    const char *unit = units[reward.kind] ? units[reward.kind] : "";
    const int one = reward.n == 1 && (unit[0] == ' ' || reward.kind >= SOLAR_GAIN_SIGNAL_HERE);
    if (!one) gpscore__draw(c, "%d", reward.n);
    gpscore__draw(
        c, "%s%s", unit + (one && unit[0] == ' '),
        reward.n > 1 && (reward.kind == SOLAR_GAIN_CARD || reward.kind == SOLAR_GAIN_RANDOM_CARD) ? "s" : "");
}

/* What a list pays, in up to *lines* lines around a height. */
static void draw_rewards(picture *x, const char *id, unsigned number, unsigned list, gpscore__point at,
                         int width, int lines) {
    char text[2][128];
    unsigned count, used[2] = {0, 0};
    int filled = 0;
    const solar_reward *rewards = solar_list(x->rules, list, &count);
    if (!x->labels || !count) return;
    for (unsigned i = 0; i < count; i++) {
        char word[16];
        gpscore__canvas c = {{word, sizeof word, 0}, ""};
        put_reward(&c, rewards[i]);
        gpscore__finish(&c.w);
        for (;;) {
            gpscore__canvas row = {{text[filled] + used[filled], sizeof text[0] - used[filled], 0}, ""};
            gpscore__draw(&row, "%s%s", used[filled] ? " " : "", word);
            const unsigned more = (unsigned)gpscore__finish(&row.w);
            if (used[filled] && filled + 1 < lines &&
                gpscore__name_width(text[filled]) * CAPTION > 100 * width) {
                text[filled][used[filled]] = '\0';
                filled++;
                continue;
            }
            used[filled] += more;
            break;
        }
    }
    gpscore__draw(&x->c, "<g id='%#%s-%d' class='pays'>", id, (int)number);
    for (int i = 0; i <= filled; i++) {
        const int font = gpscore__fitting_font(text[i], CAPTION, width);
        gpscore__draw(&x->c, "<text class='caption start' x='%t' y='%t' font-size='%t'>%s</text>", at.x,
                      at.y + font * 36 / 100 + (filled ? (2 * i - 1) * CAPTION / 2 : 0), font, text[i]);
    }
    gpscore__draw(&x->c, "</g>\n");
}

/* A space that its first figure covers: what it gives, or the figure. */
static void draw_slot(picture *x, const char *id, unsigned planet, gpscore__point at, unsigned code,
                      unsigned gives, const char *unit) {
    gpscore__canvas *c = &x->c;
    gpscore__draw(c, "<g id='%#%s-%d' class='slot-of'><circle class='slot' cx='%t' cy='%t' r='%t'/>", id,
                  (int)planet, at.x, at.y, SLOT);
    if (!code) {
        gpscore__draw(c, "<text class='caption' x='%t' y='%t' font-size='%t'>%d%s</text></g>\n", at.x,
                      at.y + 75, CAPTION, (int)gives, unit);
        return;
    }
    gpscore__draw(c, "<g ");
    draw_figure(x, at, code - 1u, 1, FIGURE * 9 / 10);
    gpscore__draw(c, "</g>\n");
}

typedef struct moon_place {
    gpscore__point at;
    int height, width; /* of a moon's part of the row */
} moon_place;

/* The moons of a planet share its row: up to four in a line, more in two. */
static moon_place place_of_moon(const picture *x, unsigned moon) {
    const solar_board *board = &x->rules->board;
    int count = 0, before = 0;
    for (unsigned m = 0; m < board->moon_count; m++) {
        if (board->moons[m].planet != board->moons[moon].planet) continue;
        before += m < moon;
        count++;
    }
    const int lines = count <= 4 ? 1 : 2, columns = lines == 2 ? (count + 1) / 2 : count <= 2 ? 2 : 4;
    moon_place found;
    found.width = (MARGIN + TABLE - MOONS) / columns;
    found.height = (row_height(x) - 20) / lines;
    found.at.x = MOONS + found.width * (before % columns) + 160;
    found.at.y =
        row_top(x, board->moons[moon].planet) + 10 + found.height * (before / columns) + found.height / 2;
    return found;
}

static int moon_radius(moon_place place) { return place.height < 300 ? place.height * 9 / 20 : 150; }

static void draw_moons(picture *x) {
    gpscore__canvas *c = &x->c;
    const solar_board *board = &x->rules->board;
    for (unsigned m = 0; m < board->moon_count; m++) {
        if (!has_row(x, board->moons[m].planet)) continue;
        const moon_place place = place_of_moon(x, m);
        const unsigned code = solar__moon_owner(&x->state->figures, m);
        const int radius = moon_radius(place), two = place.height >= 300;
        const int left = place.at.x + radius + 40, width = place.width - radius - 240;
        gpscore__draw(c, "<g id='%#moon-%d' class='moon'><circle class='slot' cx='%t' cy='%t' r='%t'/>",
                      (int)m, place.at.x, place.at.y, radius);
        if (x->labels) {
            const char *name = board->moons[m].name;
            const int most = place.height * 3 / 4 < CAPTION ? place.height * 3 / 4 : CAPTION;
            const int font = gpscore__fitting_font(name, most, width);
            gpscore__draw(c, "<text class='start' x='%t' y='%t' font-size='%t'>", left,
                          place.at.y + font * 36 / 100 - (two ? CAPTION / 2 : 0), font);
            gpscore__draw_name(c, name);
            gpscore__draw(c, "</text>");
        }
        gpscore__draw(c, "</g>\n");
        if (two) {
            const gpscore__point below = {left, place.at.y + CAPTION / 2};
            draw_rewards(x, "moon-pays", m, SOLAR_LIST_MOON + m, below, width, 1);
        }
        if (!code) continue;
        gpscore__draw(c, "<g id='%#on-moon-%d' ", (int)m);
        draw_figure(x, place.at, code - 1u, 1, radius * 3 / 4);
    }
}

/* The name of a planet, above the signs of its owners if it has any. */
static void draw_planet_name(picture *x, unsigned planet, gpscore__point icon) {
    gpscore__canvas *c = &x->c;
    const int owned = solar__owned(x->rules, planet), most = owned ? CAPTION : 230;
    if (x->labels) {
        const char *name = x->rules->board.planets[planet].name;
        const int font = gpscore__fitting_font(name, most, 1430);
        gpscore__draw(c, "<text class='strong start' x='%t' y='%t' font-size='%t'>", MARGIN + 540,
                      icon.y + font * 36 / 100 - (owned ? 100 : 0), font);
        gpscore__draw_name(c, name);
        gpscore__draw(c, "</text>\n");
    }
    for (int w = 0, n = 0; owned && w < x->rules->players; w++) {
        if (!x->rules->pluto[w]) continue;
        const gpscore__point at = {MARGIN + 630 + 200 * n++, icon.y + 105};
        gpscore__draw(c, "<g id='%#owner-%d-%d' ", (int)planet, w);
        draw_figure(x, at, (unsigned)w, 1, 70);
    }
}

/* What letters and numbers mean that stand for themselves nowhere. */
static void draw_legend(picture *x) {
    static const char *const lines[] = {
        "In the Sun: how many discs turn next. P publicity, D data, C credits, E energy, + cards, S signals, T traces.",
        "Colours: R red, Y yellow, B blue, K black. In dashed rings: points of the first orbit, data of the first landers."};
    if (!x->labels) return;
    gpscore__draw(&x->c, "<g id='%#legend' class='legend'>");
    for (int i = 0; i < 2; i++) {
        gpscore__draw(&x->c, "<text class='caption start' x='%t' y='%t' font-size='%t'>%s</text>", MARGIN,
                      LEGEND + 240 * i, CAPTION, lines[i]);
    }
    gpscore__draw(&x->c, "</g>\n");
}

static void draw_planets(picture *x) {
    gpscore__canvas *c = &x->c;
    const solar_board *board = &x->rules->board;
    const solar_figures *f = &x->state->figures;
    if (x->labels) {
        gpscore__draw(
            c,
            "<g class='heads'><text class='caption start' x='%t' y='%t' font-size='%t'>in orbit</text><text "
            "class='caption start' x='%t' y='%t' font-size='%t'>landed</text><text class='caption start' "
            "x='%t' y='%t' font-size='%t'>moons</text></g>\n",
            ORBITS - SLOT, PLANETS - 90, CAPTION, GROUNDS - SLOT, PLANETS - 90, CAPTION, MOONS, PLANETS - 90,
            CAPTION);
    }
    for (unsigned p = 1; p < board->planet_count; p++) {
        const solar_planet *planet = &board->planets[p];
        if (!has_row(x, p)) continue;
        const gpscore__point icon = in_row(x, p, MARGIN + 270, 0);
        gpscore__draw(c, "<rect id='%#row-%d' class='row%s' x='%t' y='%t' width='%t' height='%t'/>\n", (int)p,
                      x->row[p] & 1 ? "" : " odd", MARGIN, row_top(x, p), TABLE, row_height(x));
        draw_planet(x, p, icon, 150, 3, "row-planet");
        draw_planet_name(x, p, icon);
        draw_rewards(x, "orbit-pays", p, SOLAR_LIST_ORBIT + p, in_row(x, p, ORBITS_PAY, 0), ORBITS_PAY_WIDTH,
                     2);
        draw_rewards(x, "land-pays", p, SOLAR_LIST_LAND + p, in_row(x, p, GROUNDS_PAY, 0), GROUNDS_PAY_WIDTH,
                     2);
        if (planet->first_orbit) {
            draw_slot(x, "first-orbit", p, in_row(x, p, ORBITS, 0), f->first[p - 1] & 15u,
                      planet->first_orbit, "");
        }
        for (unsigned slot = 1; slot <= planet->data_spaces; slot++) {
            draw_slot(x, slot == 1 ? "data-1" : "data-2", p, in_row(x, p, GROUNDS, (int)slot - 1),
                      solar__data_owner(f, p, slot), planet->data[slot - 1], "D");
        }
        /* The counts hold the figures on covered spaces too, which are drawn there. */
        for (unsigned o = 0; o < SOLAR_OWNERS; o++) {
            const unsigned orbiters = solar__orbiters(f, p, o) - ((f->first[p - 1] & 15u) == o + 1u);
            const unsigned landers = solar__landers(f, p, o) - (solar__data_owner(f, p, 1) == o + 1u) -
                                     (solar__data_owner(f, p, 2) == o + 1u);
            if (orbiters) {
                gpscore__draw(c, "<g id='%#orbiter-%d-%d' ", (int)p, (int)o);
                draw_figure(x, in_row(x, p, ORBITS, 1 + (int)o), o, orbiters, FIGURE);
            }
            if (landers) {
                gpscore__draw(c, "<g id='%#lander-%d-%d' ", (int)p, (int)o);
                draw_figure(x, in_row(x, p, GROUNDS, 2 + (int)o), o, landers, FIGURE);
            }
        }
    }
    draw_moons(x);
    draw_legend(x);
}

/* ---- Tiles and players' boards ---------------------------------------------------------------------- */

static const char *const tech_words[SOLAR_TECHS] = {"two probes", "asteroids", "landing", "moons"};

static const char *unit_of(unsigned kind) {
    switch (kind) {
    case SOLAR_GAIN_SCORE: return "VP";
    case SOLAR_GAIN_ENERGY: return "energy";
    case SOLAR_GAIN_PUBLICITY: return "publicity";
    default: return "card";
    }
}

static int tile_left(int tech) { return MARGIN + (TILE_WIDTH + TILE_GAP) * tech; }

static void draw_tiles(picture *x) {
    gpscore__canvas *c = &x->c;
    for (int tech = 0; tech < SOLAR_TECHS; tech++) {
        const unsigned stack = x->state->head.tiles[tech], bonus = stack >> 4 & 3u;
        const int left = tile_left(tech);
        gpscore__draw(
            c,
            "<g id='%#tile-%d' class='tile'><rect class='card' x='%t' y='%t' width='%t' height='%t' "
            "rx='8'/><text class='strong' x='%t' y='%t' font-size='28'>%d</text>",
            tech + 1, left, TILES, TILE_WIDTH, TILE_HEIGHT, left + 230, TILES + 360, tech + 1);
        for (int i = 0, n = 0; i < SOLAR_TILES; i++) {
            if (!(stack >> i & 1u)) continue;
            gpscore__draw(c, "<rect class='back-of-tile' x='%t' y='%t' width='9' height='16' rx='2'/>",
                          left + 3400 + 130 * n++, TILES + 180);
        }
        if (x->labels) {
            gpscore__draw(c, "<text class='start' x='%t' y='%t' font-size='%t'>%s</text>", left + 440,
                          TILES + 335, CAPTION, tech_words[tech]);
        }
        if (stack & SOLAR__TILE_TOP) {
            unsigned count;
            const solar_reward *reward = solar_list(x->rules, SOLAR_LIST_TILE + bonus, &count);
            gpscore__draw(c, "<text class='bonus end caption' x='%t' y='%t' font-size='%t'>+%d %s</text>",
                          left + 3300, TILES + 335, CAPTION, reward->n, unit_of(reward->kind));
        }
        gpscore__draw(c, "</g>\n");
    }
}

typedef struct card {
    int left, top, height;
} card;

static card board_of(const picture *x, int w) {
    const int players = x->rules->players, room = (BOARDS_END - BOARDS - BOARD_GAP * (players - 1)) / players;
    card found;
    found.height = room < 5600 ? room : 5600;
    found.left = LEFT;
    found.top = BOARDS + (found.height + BOARD_GAP) * w;
    return found;
}

/* Below the name are the counters, the techs and the stock; a low board has the last two in one line. */
static int is_tall(card at) { return at.height > 3300; }

static int middle_of_line(card at, int line) {
    const int name = 540, height = (at.height - name) / (is_tall(at) ? 3 : 2);
    return at.top + name + height * (2 * line + 1) / 2;
}

static void draw_caption(picture *x, int at, int line, const char *text) {
    if (!x->labels) return;
    gpscore__draw(&x->c, "<text class='caption' x='%t' y='%t' font-size='%t'>%s</text>", at, line, CAPTION,
                  text);
}

/* A small square with a number, such as traces have. More than 99 is smaller. */
static void draw_cell(picture *x, int at, int middle, const char *colour, const char *letter, int number) {
    gpscore__canvas *c = &x->c;
    const int font = number > 99 ? 135 : 215;
    gpscore__draw(
        c,
        "<rect class='%s' x='%t' y='%t' width='22' height='22' rx='4'/><text class='strong %s' x='%t' "
        "y='%t' font-size='%t'>%s</text><text class='start' x='%t' y='%t' font-size='%t'>%d</text>",
        colour, at, middle - 110, colour[0] == 'c' ? "on-chip" : "on-colour", at + 110, middle + 75, CAPTION,
        letter, at + 255, middle + font * 36 / 100, font, number);
}

/* Who the player is; what is used up of the organisation, or the tiles of Xenolab, is crossed through. */
static void draw_name(picture *x, int w, card at) {
    gpscore__canvas *c = &x->c;
    static const char *const organisations[SOLAR_ORGANISATIONS] = {
        "", "Orbital Dynamics", "Fenwick", "Turing", "Sentinel", "Xenolab", "Helion"};
    const solar_player *player = &x->state->players[w];
    const char *organisation = organisations[x->rules->organisation[w]];
    const gpscore__point sign = {at.left + 290, at.top + 290};
    gpscore__draw(c, "<g class='piece p%d' transform='translate(%p)'><g transform='scale(1.5)'>", w, sign);
    gpscore__draw_shape(c, (unsigned)w);
    gpscore__draw(c, "</g></g><text class='score strong end' x='%t' y='%t' font-size='32'>%d</text>",
                  at.left + BOARD_WIDTH - 570, at.top + 405, player->score);
    gpscore__draw(c, "<text class='caption start' x='%t' y='%t' font-size='%t'>VP</text>",
                  at.left + BOARD_WIDTH - 500, at.top + 405, CAPTION);
    if (!x->labels) return;
    gpscore__draw(c, "<text class='name strong start' x='%t' y='%t' font-size='25'>%s</text>", at.left + 560,
                  at.top + 380, gpscore__seat_names[w]);
    const int passed = player->flags & SOLAR_FLAG_PASSED, both = passed && organisation[0];
    if (passed) {
        gpscore__draw(c, "<text class='caption start' x='%t' y='%t' font-size='%t'>passed</text>",
                      at.left + 1620, at.top + (both ? 470 : 375), CAPTION);
    }
    if (organisation[0]) {
        gpscore__draw(c, "<text class='caption start%s' x='%t' y='%t' font-size='%t'>%s</text>",
                      player->flags & SOLAR_FLAG_ORG_USED ? " used" : "", at.left + 1620,
                      at.top + (both ? 255 : 375), CAPTION, organisation);
    }
    if (x->rules->organisation[w] != SOLAR_XENOLAB) return;
    for (int tile = 0; tile < 2; tile++) {
        const int used = player->flags & (tile ? SOLAR_FLAG_RESEARCH_TILE : SOLAR_FLAG_LAUNCH_TILE);
        const int left = at.left + 2700 + 290 * tile;
        gpscore__draw(
            c,
            "<rect class='chip' x='%t' y='%t' width='22' height='22' rx='4'/><text class='strong%s' "
            "x='%t' y='%t' font-size='%t'>%s</text>",
            left, at.top + 190, used ? " used" : " on-chip", left + 110, at.top + 375, CAPTION,
            tile ? "R" : "L");
    }
}

static void draw_techs(picture *x, int w, card at) {
    gpscore__canvas *c = &x->c;
    const int tall = is_tall(at), line = middle_of_line(at, 1) - 100, font = tall ? 300 : CAPTION;
    const uint8_t techs = x->state->players[w].techs;
    for (int tech = 0; tech < SOLAR_TECHS; tech++) {
        const unsigned owned = techs >> tech & 1u, off = techs >> (tech + 4) & 1u;
        const int middle = at.left + (tall ? BOARD_WIDTH * (2 * tech + 1) / 8 : 280 + 300 * tech);
        gpscore__draw(
            c,
            "<g id='%#tech-%d-%d' class='tech-of%s'><circle class='tech' cx='%t' cy='%t' r='%t'/><text "
            "x='%t' y='%t' font-size='%t'>%d</text></g>\n",
            w, tech + 1,
            off     ? " off"
            : owned ? " owned"
                    : "",
            middle, line, tall ? 210 : 135, middle, line + font * 36 / 100, font, tech + 1);
        if (tall) draw_caption(x, middle, line + 450, tech_words[tech]);
    }
    if (!tall) draw_caption(x, at.left + 730, line + 360, "techs");
}

/* The cells of a stock: three traces, three incomes, the signals. */
static int cell_width(card at) { return is_tall(at) ? 730 : 555; }
static int stock_line(card at) { return middle_of_line(at, is_tall(at) ? 2 : 1) - 100; }
static int in_stock(card at, int cell) {
    return at.left + (is_tall(at) ? 250 : 1550) + cell_width(at) * cell + 70 * (cell / 3);
}

static void draw_stock(picture *x, int w, card at) {
    gpscore__canvas *c = &x->c;
    static const char *const colours[] = {"red", "yellow", "blue"}, *const letters[] = {"R", "Y", "B"};
    static const char *const incomes[] = {"C", "E", "+"};
    const solar_player *player = &x->state->players[w];
    const int line = stock_line(at), cell = cell_width(at);
    const int traces = in_stock(at, 0), income = in_stock(at, 3), signals = in_stock(at, 6);
    gpscore__draw(c, "<g id='%#stock-%d' class='stock'>", w);
    for (int i = 0; i < 3; i++) {
        draw_cell(x, in_stock(at, i), line, colours[i], letters[i], player->traces[i]);
        draw_cell(x, in_stock(at, 3 + i), line, "chip", incomes[i], player->tucked[i]);
    }
    draw_cell(x, signals, line, "chip", "S", player->signals);
    draw_caption(x, traces + 3 * cell / 2 - 80, line + 360, "traces");
    draw_caption(x, income + 3 * cell / 2 - 80, line + 360, "income");
    draw_caption(x, signals + 190, line + 360, "signals");
    gpscore__draw(c, "</g>\n");
}

/* The middles of the counters of a board: those of the first resources, and the probes. */
static const int16_t counters[] = {560, 1500, 2350, 3260, 4180, 5090};
enum { PROBE_COUNTER = SOLAR_DATA + 1 };

static void draw_player(picture *x, int w) {
    gpscore__canvas *c = &x->c;
    const solar_player *player = &x->state->players[w];
    const card at = board_of(x, w);
    const uint32_t acting = solar_to_act(x->state), winners = solar_winners(x->rules, x->state);
    static const char *const words[] = {"credits", "energy", "cards", "publicity", "data"};
    const int numbers[] = {player->credits, player->energy, player->cards, player->publicity, player->data};
    gpscore__draw(
        c,
        "<g id='%#player-%d' class='player%s%s%s'><rect class='card' x='%t' y='%t' width='%t' height='%t' "
        "rx='12'/>",
        w, acting < 32 && (acting >> w & 1u) ? " now" : "", winners >> w & 1u ? " winner" : "",
        player->flags & SOLAR_FLAG_PASSED ? " passed" : "", at.left, at.top, BOARD_WIDTH, at.height);
    draw_name(x, w, at);
    const int font = is_tall(at) ? 360 : 290, first = middle_of_line(at, 0);
    for (int i = 0; i < PROBE_COUNTER; i++) {
        const int middle = at.left + counters[i];
        gpscore__draw(c, "<text class='%s' x='%t' y='%t' font-size='%t'>%d</text>", words[i], middle, first,
                      font, numbers[i]);
        draw_caption(x, middle, first + 255, words[i]);
    }
    const int middle = at.left + counters[PROBE_COUNTER];
    gpscore__draw(c, "<text class='probes' x='%t' y='%t' font-size='%t'>%d/%d</text>", middle, first, font,
                  player->count, solar__probe_limit(x->rules, x->state, w));
    draw_caption(x, middle, first + 255, "probes");
    gpscore__draw(c, "</g>\n");
    draw_techs(x, w, at);
    draw_stock(x, w, at);
}

/* ---- What is due ------------------------------------------------------------------------------------- */

static const char *phase_words(unsigned phase) {
    switch (phase) {
    case SOLAR_SETUP_INCOME: return " tucks a card for income";
    case SOLAR_TURN: return " has the turn";
    case SOLAR_CHOOSE_TECH: return " takes a tech";
    case SOLAR_CHOOSE_INCOME: return " chooses an income";
    case SOLAR_CHOOSE_TRACE: return " chooses a trace";
    case SOLAR_ORG_MOVES: return " moves two probes";
    case SOLAR_SETTLE: return ": the host settles a reward";
    case SOLAR_TURN_TILE: return ": a tile is turned up";
    default: return "";
    }
}

static void tell_due(picture *x) {
    gpscore__canvas *c = &x->c;
    const solar_head *head = &x->state->head;
    const uint32_t acting = solar_to_act(x->state);
    const uint32_t winners = solar_winners(x->rules, x->state);
    switch (head->phase) {
    case SOLAR_SETUP_DISCS:
    case SOLAR_SETUP_SECTORS:
    case SOLAR_SETUP_TILES: gpscore__draw(c, "The board is set up"); return;
    case SOLAR_ROUND_END: gpscore__draw(c, "All have passed"); return;
    case SOLAR_OVER:
        gpscore__draw_seats(c, winners);
        gpscore__draw(c, "%s", !winners ? "Over" : winners & (winners - 1) ? " win" : " wins");
        return;
    default: break;
    }
    const int who = acting < 32 && acting         ? (int)gpscore__lowest(acting)
                    : head->phase == SOLAR_SETTLE ? head->pending
                                                  : head->active;
    gpscore__draw(c, "%s%s", gpscore__seat_names[who % SOLAR_MAX_PLAYERS], phase_words(head->phase));
}

static void draw_heading(picture *x) {
    gpscore__canvas *c = &x->c;
    const solar_head *head = &x->state->head;
    if (!x->labels) return;
    gpscore__draw(
        c,
        "<text id='%#round' class='round strong start' x='%t' y='64' font-size='34'>Round %d of %d</text>\n",
        LEFT, head->round + 1, x->rules->rounds);
    gpscore__draw(c,
                  "<text id='%#turn' class='turn caption end' x='%t' y='64' font-size='%t'>turn %u</text>\n",
                  LEFT + BOARD_WIDTH, CAPTION, head->phase == SOLAR_OVER ? head->turns : head->turns + 1);
    gpscore__draw(c, "<text id='%#due' class='due start' x='%t' y='107' font-size='%t'>", LEFT, CAPTION);
    tell_due(x);
    if (head->moves | head->ring_moves) {
        const int moves = head->moves + head->ring_moves;
        gpscore__draw(c, ", %d %s", moves, moves == 1 ? "move" : "moves");
    }
    gpscore__draw(c, "</text>\n");
}

static void tell_where(picture *x, int w) {
    gpscore__canvas *c = &x->c;
    const solar_player *player = &x->state->players[w];
    const solar_alignment *shown = solar__shown(x->rules, x->state);
    for (unsigned space = 0; space < SOLAR_SPACES; space++) {
        const unsigned number = solar__number_at(player, space);
        if (!number) continue;
        gpscore__draw(c, "; %d %s at ring %d, sector %d", (int)number, number > 1 ? "probes" : "probe",
                      (int)(space >> 3) + 1, (int)(space & 7u));
        if (shown->shows[space] < SOLAR_PLANET) continue;
        gpscore__draw(c, " (");
        gpscore__draw_name(c, x->rules->board.planets[shown->shows[space] - SOLAR_PLANET].name);
        gpscore__draw(c, ")");
    }
    for (unsigned p = 1; p < x->rules->board.planet_count; p++) {
        const unsigned orbiters = solar__orbiters(&x->state->figures, p, (unsigned)w);
        const unsigned landers = solar__landers(&x->state->figures, p, (unsigned)w);
        if (orbiters) {
            gpscore__draw(c, "; %d in orbit of ", (int)orbiters);
            gpscore__draw_name(c, x->rules->board.planets[p].name);
        }
        if (landers) {
            gpscore__draw(c, "; %d on ", (int)landers);
            gpscore__draw_name(c, x->rules->board.planets[p].name);
        }
    }
    for (unsigned m = 0; m < x->rules->board.moon_count; m++) {
        if (solar__moon_owner(&x->state->figures, m) != (unsigned)w + 1u) continue;
        gpscore__draw(c, "; one on ");
        gpscore__draw_name(c, x->rules->board.moons[m].name);
    }
}

static void tell_board(picture *x) {
    gpscore__canvas *c = &x->c;
    const solar_alignment *shown = solar__shown(x->rules, x->state);
    gpscore__draw(c, " Planets:");
    for (unsigned p = 0, told = 0; p < x->rules->board.planet_count; p++) {
        if (shown->where[p] == SOLAR_NOWHERE) continue;
        gpscore__draw(c, "%s", told++ ? ", " : " ");
        gpscore__draw_name(c, x->rules->board.planets[p].name);
        gpscore__draw(c, " at ring %d, sector %d", (shown->where[p] >> 3) + 1, shown->where[p] & 7);
    }
    gpscore__draw(c, ". Techs to take:");
    for (int tech = 0; tech < SOLAR_TECHS; tech++) {
        const unsigned stack = x->state->head.tiles[tech];
        const int below = (int)gpscore__count16(stack & SOLAR__TILES_DOWN);
        gpscore__draw(c, "%s %d %s", tech ? ";" : "", tech + 1, tech_words[tech]);
        if (stack & SOLAR__TILE_TOP) {
            unsigned count;
            const solar_reward *reward = solar_list(x->rules, SOLAR_LIST_TILE + (stack >> 4 & 3u), &count);
            gpscore__draw(c, " with %d %s, %d below", reward->n, unit_of(reward->kind), below);
        } else {
            gpscore__draw(c, ", none open, %d below", below);
        }
    }
    gpscore__draw(c, ". Next %d %s.", x->state->head.token + 1,
                  x->state->head.token ? "discs turn" : "disc turns");
}

static void tell(picture *x) {
    gpscore__canvas *c = &x->c;
    gpscore__draw(c, "<title>The solar system, round %d of %d</title>\n<desc>", x->state->head.round + 1,
                  x->rules->rounds);
    tell_due(x);
    gpscore__draw(c, ".");
    for (int w = 0; w < x->rules->players; w++) {
        const solar_player *player = &x->state->players[w];
        gpscore__draw(c, " %s: %d points, %d credits, %d energy, %d cards, %d publicity, %d data",
                      gpscore__seat_names[w], player->score, player->credits, player->energy, player->cards,
                      player->publicity, player->data);
        tell_where(x, w);
        gpscore__draw(c, ".");
    }
    tell_board(x);
    gpscore__draw(c, "</desc>\n");
}

/* ---- Marks ------------------------------------------------------------------------------------------- */

static void outline_box(picture *x, const char *classes, int left, int top, int width, int height) {
    gpscore__draw(&x->c, "<rect %s x='%t' y='%t' width='%t' height='%t' rx='8'/>\n", classes, left, top,
                  width, height);
}

static void outline_place(picture *x, const char *classes, unsigned planet, int where, unsigned moon) {
    const int top = row_top(x, planet) + 15, height = row_height(x) - 30;
    if (where == SOLAR__AT_ORBIT) {
        outline_box(x, classes, ORBITS - PLACE / 2 - 10, top, 6 * PLACE + 20, height);
    } else if (where == SOLAR__AT_SURFACE) {
        outline_box(x, classes, GROUNDS - PLACE / 2 - 10, top, 7 * PLACE + 20, height);
    } else {
        const moon_place place = place_of_moon(x, moon);
        gpscore__draw(&x->c, "<circle %s cx='%t' cy='%t' r='%t'/>\n", classes, place.at.x, place.at.y,
                      moon_radius(place) + 10);
    }
}

/* What a mark stands around: a space, a planet's orbit or ground, a moon, a tile; or nothing. */
typedef struct target {
    uint8_t where; /* SOLAR__AT_* or AT_TILE, AT_NOTHING */
    uint8_t place;
} target;
enum { AT_TILE = 4, AT_NOTHING = 5 };

static target target_of(const picture *x, gpscore_action action) {
    const uint8_t low = action & 15u;
    switch (GPSCORE_ACTION_KIND(action)) {
    case SOLAR_MOVE:
        return (target){SOLAR__AT_SPACE, (uint8_t)solar__neighbour(action & 31u, action >> 5 & 3u)};
    case SOLAR_LAUNCH: return (target){SOLAR__AT_SPACE, solar__shown(x->rules, x->state)->where[0]};
    case SOLAR_ORBIT: return (target){SOLAR__AT_ORBIT, low};
    case SOLAR_LAND: return (target){SOLAR__AT_SURFACE, low};
    case SOLAR_LAND_MOON: return (target){SOLAR__AT_MOON, low};
    case SOLAR_TAKE_TECH: return (target){AT_TILE, low};
    default: return (target){AT_NOTHING, 0};
    }
}

static void draw_target(picture *x, const char *classes, target at) {
    switch (at.where) {
    case SOLAR__AT_SPACE: outline_space(x, classes, at.place); break;
    case SOLAR__AT_ORBIT:
    case SOLAR__AT_SURFACE: outline_place(x, classes, at.place, at.where, 0); break;
    case SOLAR__AT_MOON:
        outline_place(x, classes, x->rules->board.moons[at.place].planet, at.where, at.place);
        break;
    default: outline_box(x, classes, tile_left(at.place), TILES, TILE_WIDTH, TILE_HEIGHT); break;
    }
}

/* Beyond the middle of a way, so that it bends away from the Sun and the names. */
static gpscore__point beyond(gpscore__point from, gpscore__point to) {
    const gpscore__point point = {from.x + to.x - centre.x, from.y + to.y - centre.y};
    return point;
}

/* An arrow between the places of a player's probes, up to the edge of those that stand there. */
static void draw_way(picture *x, const char *classes, const char *id, int number, int colour, int player,
                     unsigned from, unsigned to) {
    const int taken =
        player >= 0 && player < x->rules->players && solar__number_at(&x->state->players[player], to) > 0;
    const gpscore__point a = stand_of(player, from), b = stand_of(player, to);
    gpscore__draw_arrow(&x->c, classes, id, number, colour, a, b, taken ? PROBE * 5 / 4 : 0, beyond(a, b));
}

/* Along the rim of a disc, an eighth of a turn the way it turns (S11). */
static void draw_turn(picture *x, unsigned disc) {
    unsigned ring = SOLAR_RINGS;
    for (unsigned any = 0; !any && ring-- > 0;) {
        for (unsigned k = 0; k < SOLAR_SECTORS; k++)
            any |= x->rules->board.cells[disc][ring][k] != SOLAR_HOLE;
    }
    const int rim = edges[ring + 1];
    const gpscore__point tip = gpscore__polar(centre, rim, 0, -3, 16);
    gpscore__draw(
        &x->c,
        "<g id='%#turned-%d' class='trail'><path class='line' d='M%pA%t %t 0 0 0 %p'/><path class='head' "
        "d='M%pL%pL%pZ'/></g>\n",
        (int)disc + 1, gpscore__polar(centre, rim, 0, -1, 16), rim, rim,
        gpscore__polar(centre, rim, 150, -3, 16), tip, gpscore__polar(centre, rim + 90, 190, -3, 16),
        gpscore__polar(centre, rim - 90, 190, -3, 16));
}

/* A bar to the left of words that have changed. */
static void mark_words(picture *x, int left, int top, int height) {
    gpscore__draw(&x->c, "<path class='mark' d='M%t %tV%t'/>\n", left, top, top + height);
}

enum { SCORE_BIT = 1 << SOLAR_SCORE, PROBES_BIT = 1 << SOLAR_RESOURCES, NAME_BIT = 2 << SOLAR_RESOURCES };

/* Around the numbers of a board that have changed. */
static void mark_board(picture *x, int w, uint32_t changed) {
    static const uint8_t cells[] = {[SOLAR_RED_TRACE] = 0,     [SOLAR_YELLOW_TRACE] = 1,
                                    [SOLAR_BLUE_TRACE] = 2,    [SOLAR_INCOME_CREDIT] = 3,
                                    [SOLAR_INCOME_ENERGY] = 4, [SOLAR_INCOME_CARD] = 5,
                                    [SOLAR_SIGNAL] = 6};
    const card at = board_of(x, w);
    const int first = middle_of_line(at, 0);
    if (changed & SCORE_BIT) outline_box(x, "class='mark'", at.left + 3950, at.top + 100, 1640, 390);
    for (int i = 0; i <= PROBE_COUNTER; i++) {
        if (!(changed & (i == PROBE_COUNTER ? (uint32_t)PROBES_BIT : UINT32_C(1) << i))) continue;
        outline_box(x, "class='mark'", at.left + counters[i] - 370, first - 310, 740, 375);
    }
    for (unsigned i = SOLAR_RED_TRACE; i < SOLAR_RESOURCES; i++) {
        if (!(changed >> i & 1u)) continue;
        outline_box(x, "class='mark'", in_stock(at, cells[i]) - 50, stock_line(at) - 160, cell_width(at) - 20,
                    320);
    }
    const int words = x->rules->organisation[w] || x->state->players[w].flags & SOLAR_FLAG_PASSED;
    if (changed & NAME_BIT && words && x->labels) mark_words(x, at.left + 1560, at.top + 110, 370);
}

/* Each place and number once, however often it has changed. */
typedef struct changes {
    uint32_t marks[AT_NOTHING], boards[SOLAR_MAX_PLAYERS];
    uint32_t
        stands[SOLAR_MAX_PLAYERS]; /* spaces where a probe has come from the hand, or left for a planet */
    uint32_t discs;
    int round, due, stars;
} changes;

static void hear(const picture *x, const gpscore_event *event, changes *found) {
    const unsigned a = event->args[0], b = event->args[1];
    const int somebody = event->player >= 0 && event->player < x->rules->players;
    uint32_t none = 0, *board = somebody ? &found->boards[event->player] : &none;
    uint32_t *stands = somebody ? &found->stands[event->player] : &none;
    switch (event->kind) {
    case SOLAR_EVENT_LAUNCHED:
        if (a < SOLAR_SPACES) *stands |= UINT32_C(1) << a;
        *board |= PROBES_BIT;
        break;
    case SOLAR_EVENT_ORBITED:
    case SOLAR_EVENT_LANDED:
    case SOLAR_EVENT_LANDED_MOON: {
        const int where = event->kind == SOLAR_EVENT_ORBITED  ? SOLAR__AT_ORBIT
                          : event->kind == SOLAR_EVENT_LANDED ? SOLAR__AT_SURFACE
                                                              : SOLAR__AT_MOON;
        found->marks[where] |= UINT32_C(1) << (a & 31u);
        if (b < SOLAR_SPACES) *stands |= UINT32_C(1) << b;
        *board |= PROBES_BIT;
        break;
    }
    case SOLAR_EVENT_PUT:
    case SOLAR_EVENT_REMOVED:
        if (a != SOLAR__AT_SPACE) {
            if (a < AT_TILE) found->marks[a] |= UINT32_C(1) << (b & 31u);
        } else if (b < SOLAR_SPACES) {
            *stands |= UINT32_C(1) << b;
            *board |= PROBES_BIT;
        }
        break;
    case SOLAR_EVENT_TECH:
    case SOLAR_EVENT_TILE: found->marks[AT_TILE] |= UINT32_C(1) << (a & 31u); break;
    case SOLAR_EVENT_GAINED:
    case SOLAR_EVENT_SPENT:
        if (a < SOLAR_RESOURCES) *board |= UINT32_C(1) << a;
        break;
    case SOLAR_EVENT_PUBLICITY: *board |= UINT32_C(1) << SOLAR_PUBLICITY; break;
    case SOLAR_EVENT_LIMIT:
    case SOLAR_EVENT_TURN_LIMIT: *board |= PROBES_BIT; break;
    case SOLAR_EVENT_PASSED:
    case SOLAR_EVENT_ORG_USED:
    case SOLAR_EVENT_TILE_USED:
    case SOLAR_EVENT_TILE_BACK: *board |= NAME_BIT; break;
    case SOLAR_EVENT_TURNED: found->discs |= (UINT32_C(1) << (a & 3u)) - 1u; break;
    case SOLAR_EVENT_ALIGNED: found->discs |= UINT32_C(1) << (a & 31u); break;
    case SOLAR_EVENT_ORDERED: found->stars = 1; break;
    case SOLAR_EVENT_ROUND: found->round = 1; break;
    case SOLAR_EVENT_MOVE_GAINED:
    case SOLAR_EVENT_RING_MOVE_GAINED:
    case SOLAR_EVENT_OVER: found->due = 1; break;
    default: break;
    }
}

/* Trails and marks in the rings, which stand under names and figures. */
static void draw_last_ways(picture *x, const changes *found) {
    for (unsigned disc = 0; disc < SOLAR_DISCS; disc++) {
        if (found->discs >> disc & 1u) draw_turn(x, disc);
    }
    if (found->stars) {
        gpscore__draw(&x->c, "<circle class='mark' cx='%t' cy='%t' r='%t'/>\n", centre.x, centre.y,
                      STARS + 30);
    }
    for (unsigned space = 0; space < SOLAR_SPACES; space++) {
        for (int w = 0; w < x->rules->players; w++) {
            if (!(found->stands[w] >> space & 1u)) continue;
            const gpscore__point at = stand_of(w, space);
            gpscore__draw(&x->c, "<circle class='mark' cx='%t' cy='%t' r='%t'/>\n", at.x, at.y,
                          PROBE * 7 / 5);
        }
    }
    for (size_t i = 0; i < x->options->event_count; i++) {
        const gpscore_event *event = &x->options->events[i];
        const unsigned a = event->args[0], b = event->args[1];
        const int goes = event->kind == SOLAR_EVENT_MOVED || event->kind == SOLAR_EVENT_RODE ||
                         event->kind == SOLAR_EVENT_PUSHED;
        if (!goes || a >= SOLAR_SPACES || b >= SOLAR_SPACES) continue;
        draw_way(x, "trail", "last", (int)i, -1, event->player, a, b);
    }
}

static void draw_last(picture *x, const changes *found) {
    for (unsigned place = 0; place < SOLAR_SPACES; place++) {
        for (int where = SOLAR__AT_SPACE + 1; where < AT_NOTHING; where++) {
            const target at = {(uint8_t)where, (uint8_t)place};
            const int there = where == AT_TILE          ? place < SOLAR_TECHS
                              : where == SOLAR__AT_MOON ? place < x->rules->board.moon_count
                                                        : has_row(x, place);
            if (there && found->marks[where] >> place & 1u) draw_target(x, "class='mark'", at);
        }
    }
    for (int w = 0; w < x->rules->players; w++) mark_board(x, w, found->boards[w]);
    if (!x->labels) return;
    if (found->round) mark_words(x, LEFT - 80, 380, 300);
    if (found->due) mark_words(x, LEFT - 80, 900, 200);
}

/* From each probe that may move to a space, a way. */
static void draw_legal_ways(picture *x, int player, const gpscore_action *actions, size_t count,
                            unsigned to) {
    uint32_t drawn = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned from = actions[i] & 31u;
        const target at = target_of(x, actions[i]);
        if (GPSCORE_ACTION_KIND(actions[i]) != SOLAR_MOVE || at.place != to || drawn >> from & 1u) continue;
        drawn |= UINT32_C(1) << from;
        const gpscore__point a = stand_of(player, from), b = stand_of(player, to);
        gpscore__draw_way(&x->c, a, b, solar__number_at(&x->state->players[player], to) ? PROBE * 5 / 4 : 0,
                          beyond(a, b));
    }
}

/* A mark for each place that legal actions lead to, which names them: those in the rings or the others. */
static void draw_legal(picture *x, int player, int in_rings) {
    static const char *const words[] = {"space", "orbit", "land", "moon", "tech"};
    gpscore__canvas *c = &x->c;
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    const size_t count = solar_legal_actions(x->rules, x->state, player, actions);
    const unsigned begin = in_rings ? 0 : SOLAR_SPACES,
                   end = in_rings ? SOLAR_SPACES : AT_NOTHING * SOLAR_SPACES;
    for (unsigned place = begin; place < end; place++) {
        const target at = {(uint8_t)(place / SOLAR_SPACES), (uint8_t)(place % SOLAR_SPACES)};
        int named = 0;
        for (size_t i = 0; i < count; i++) {
            const target found = target_of(x, actions[i]);
            if (found.where != at.where || found.place != at.place) continue;
            if (!named++) {
                gpscore__draw(c, "<g id='%#legal-%s-%d' class='legal' data-actions='%u", words[at.where],
                              at.place + (at.where == AT_TILE), actions[i]);
            } else {
                gpscore__draw(c, " %u", actions[i]);
            }
        }
        if (!named) continue;
        gpscore__draw(c, "'>");
        draw_target(x, "", at);
        if (in_rings) draw_legal_ways(x, player, actions, count, at.place);
        gpscore__draw(c, "</g>\n");
    }
}

gpscore_status solar_svg(const solar_rules *rules, const solar_state *state,
                         const gpscore_svg_options *options, char *buffer, size_t size, size_t *length,
                         gpscore_error *error) {
    static const gpscore_svg_options plain = GPSCORE_SVG_DEFAULT;
    const gpscore_svg_options *o = options ? options : &plain;
    picture x = {{{buffer, size, 0}, ""}, rules, state, o, o->labels != 0, {0}, 0};
    GPSCORE__TRY(gpscore__check_svg(o, rules->players, SOLAR_SPACES, error));
    count_rows(&x);
    gpscore__begin_svg(&x.c, o, "solar", 1100, WIDTH, HEIGHT);
    tell(&x);
    gpscore__style_svg(&x.c, o, style);
    draw_board(&x);
    gpscore__draw(&x.c, "<g id='%#position'>\n");
    draw_discs(&x);
    draw_stars(&x);
    draw_spaces(&x);
    changes found = {{0}, {0}, {0}, 0, 0, 0, 0};
    for (size_t i = 0; i < o->event_count; i++) hear(&x, &o->events[i], &found);
    draw_last_ways(&x, &found);
    if (o->legal != GPSCORE_SVG_NOBODY) draw_legal(&x, (int)o->legal, 1);
    draw_names(&x);
    draw_heading(&x);
    draw_planets(&x);
    draw_tiles(&x);
    for (int w = 0; w < rules->players; w++) draw_player(&x, w);
    draw_last(&x, &found);
    if (o->legal != GPSCORE_SVG_NOBODY) draw_legal(&x, (int)o->legal, 0);
    for (size_t i = 0; i < o->arrow_count; i++) {
        const gpscore_arrow *arrow = &o->arrows[i];
        draw_way(&x, "arrow", "arrow", (int)i, arrow->player, arrow->player, (unsigned)arrow->from,
                 (unsigned)arrow->to);
    }
    draw_ring_numbers(&x);
    draw_probes(&x);
    gpscore__draw(&x.c, "</g>\n");
    *length = gpscore__end_svg(&x.c);
    return GPSCORE_OK;
}

#endif
