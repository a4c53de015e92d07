/* GPS: the picture of a position. docs/pictures.md lists its elements. */
#include "gps_internal.h"
#include "svg.h"

#ifndef GPSCORE_NO_TEXT

enum {
    WIDTH = 14400,
    HEIGHT = 10000,
    RIM = 4560,        /* radius of the outer track's outer edge */
    NUMBERS = 4745,    /* of the numbers of spaces */
    TRACK = 720,       /* height of a track at most */
    PANEL = 10150,     /* left edge of the cards */
    PANEL_WIDTH = 4100,
    CARDS = 1250,      /* top of the first card */
    CARDS_END = 9850,  /* bottom of the last */
    CARD_GAP = 110,
    CARD_HEAD = 500,   /* height of a card above its satellites */
    CARD_EDGE = 110,   /* between its edge and its satellites */
    CAPTION = 190      /* the smallest font */
};

static const gpscore__point centre = {5000, 5000};

static const char style[] =
    "@ .space{fill:@f;stroke:@l;stroke-width:1}\n"
    "@ .space.odd{fill:@g}\n"
    "@ .space.pointed{fill:@h}\n"
    "@ .track{fill:none;stroke:currentColor;stroke-width:2;opacity:.55}\n"
    "@ .planet{fill:@s;stroke:@e;stroke-width:3}\n"
    "@ .seam{fill:none;stroke:@t;stroke-width:3}\n"
    "@ .crater{fill:@t;opacity:.55}\n"
    "@ .star{fill:@l}\n"
    "@ .start-line{stroke:@i;stroke-width:6;stroke-linecap:round}\n"
    "@ .start-flag{fill:@i}\n"
    "@ .shade{fill:#000;opacity:.08}\n"
    "@ .pointer{stroke:@e;stroke-width:.8;stroke-linejoin:round}\n"
    "@ .hull{fill:@z}\n"
    "@ .fin{fill:@a}\n"
    "@ .flame{fill:@y}\n"
    "@ .window{fill:@c}\n"
    "@ .hub{fill:@z;stroke-width:2.5}\n"
    "@ .pointer.idle{opacity:.55}\n"
    "@ .run{fill:none;stroke:currentColor;stroke-linecap:round;opacity:.3}\n"
    "@ .run.p4{opacity:.4}\n"
    "@ .piece path{stroke-width:1.2}\n"
    "@ .down path{fill:@k;stroke:currentColor;stroke-width:3}\n"
    "@ .p3.down path{fill:currentColor;stroke:@k}\n"
    "@ .ghost{opacity:.5}\n"
    "@ .chosen{fill:none;stroke:@o;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}\n";

typedef struct picture {
    gpscore__canvas c;
    const gps_rules *rules;
    const gps_state *state; /* as the viewer sees it */
    int labels;
    int track; /* height of a track */
    /* On a card every satellite has a cell: columns and size of these, radius of the pieces. */
    int columns, cell_width, cell_height, radius;
    int card_height;
} picture;

/* Tracks as high as the innermost one's spaces are wide: RIM = (players - 1/2 + spaces / 2 pi) heights. */
static int track_height(const gps_rules *rules) {
    const int height = RIM * 200 / (200 * rules->players - 100 + 32 * rules->spaces);
    return height < TRACK ? height : TRACK;
}

static int track_radius(const picture *x, int player) { return RIM - x->track * (2 * player + 1) / 2; }

/* The radius of the pieces of a track: within its height, and within a space's width. */
static int piece_radius(const picture *x, int player) {
    const int width = track_radius(x, player) * 628 / (100 * x->rules->spaces);
    return (width < x->track ? width : x->track) * 39 / 100;
}

static gpscore__point on_track(const picture *x, int player, unsigned space) {
    return gpscore__polar(centre, track_radius(x, player), 0, 2 * (int)space + 1, 2 * x->rules->spaces);
}

/* As many columns as make the cells largest in the height that each player's card can have. */
static void fit_cards(picture *x) {
    const int players = x->rules->players, count = x->rules->satellites;
    const int room = (CARDS_END - CARDS - CARD_GAP * (players - 1)) / players - CARD_HEAD - CARD_EDGE;
    const int line = PANEL_WIDTH - 2 * CARD_EDGE;
    int size = 0, best_lines = count + 1;
    for (int columns = 1; columns <= count; columns++) {
        const int lines = (count + columns - 1) / columns, width = line / columns, height = room / lines;
        const int least = width < height ? width : height;
        /* Fewer lines are worth a little. */
        if (lines == best_lines ? least <= size : least * 20 <= size * 19) continue;
        size = least;
        best_lines = lines;
        x->columns = columns;
        x->cell_width = width;
        x->cell_height = height;
    }
    x->radius = size * 36 / 100;
    x->card_height = CARD_HEAD + CARD_EDGE + room;
}

static int card_top(const picture *x, int player) { return CARDS + (x->card_height + CARD_GAP) * player; }

static gpscore__point in_card(const picture *x, int player, int right, int down) {
    const gpscore__point point = {PANEL + right, card_top(x, player) + down};
    return point;
}

static gpscore__point in_cell(const picture *x, int player, int cell) {
    return in_card(x, player, CARD_EDGE + x->cell_width * (2 * (cell % x->columns) + 1) / 2,
                   CARD_HEAD + x->cell_height * (2 * (cell / x->columns) + 1) / 2);
}

/* Craters: distance from the centre and radius in hundredths of the planet's, direction in degrees. */
static const int16_t craters[][3] = {{66, 24, 9},  {80, 52, 5},  {58, 97, 6},  {76, 133, 10}, {52, 171, 5},
                                     {84, 196, 5}, {66, 236, 8}, {80, 283, 6}, {55, 318, 7},  {84, 341, 4}};
/* Stars of a corner of the sheet: right, down, size in units. */
static const int16_t stars[][3] = {
    {320, 380, 6}, {900, 240, 4}, {260, 1010, 3}, {640, 720, 3}, {1450, 420, 3}};

/* ---- The board, which is the same in every position -------------------------------------------------- */

static void draw_board(picture *x) {
    gpscore__canvas *c = &x->c;
    const gps_rules *rules = x->rules;
    const int inner = RIM - x->track * rules->players, planet = inner - 80;
    gpscore__draw(c, "<g id='%#board'>\n<rect class='back' width='%t' height='%t'/>\n", WIDTH, HEIGHT);
    gpscore__draw(c, "<circle class='planet' cx='%t' cy='%t' r='%t'/>\n", centre.x, centre.y, planet);
    gpscore__draw(c, "<path class='seam' d='");
    for (int i = 0; i < 9; i++) {
        gpscore__draw(c, "M%pL%p", gpscore__polar(centre, planet * 3 / 8, 0, 2 * i + 1, 18),
                      gpscore__polar(centre, planet - 30, 0, 2 * i + 1, 18));
    }
    gpscore__draw(c, "'/>\n<circle class='seam' cx='%t' cy='%t' r='%t'/>\n", centre.x, centre.y,
                  planet * 3 / 8);
    for (size_t i = 0; i < sizeof craters / sizeof craters[0]; i++) {
        const gpscore__point at = gpscore__polar(centre, planet * craters[i][0] / 100, 0, craters[i][1], 360);
        gpscore__draw(c, "<circle class='crater' cx='%t' cy='%t' r='%t'/>\n", at.x, at.y,
                      planet * craters[i][2] / 100);
    }
    /* What the light from the upper left leaves dark. */
    const gpscore__point dark = gpscore__polar(centre, planet, 0, 1, 8);
    const gpscore__point far_dark = gpscore__polar(centre, planet, 0, 5, 8);
    gpscore__draw(c, "<path class='shade' d='M%pA%t %t 0 0 1 %pA%t %t 0 0 0 %pZ'/>\n", dark, planet, planet,
                  far_dark, planet * 13 / 10, planet * 13 / 10, dark);
    gpscore__draw(c, "<path class='star' d='");
    for (size_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        for (int corner = 0; corner < 4; corner++) {
            const int right = corner & 1 ? HEIGHT - stars[i][0] : stars[i][0];
            const int down = corner & 2 ? HEIGHT - stars[i][1] : stars[i][1];
            const gpscore__point at = {right, down - 10 * stars[i][2]};
            gpscore__draw(c, "M%pl%d %dl%d %dl%d %dz", at, stars[i][2], stars[i][2], -stars[i][2],
                          stars[i][2], -stars[i][2], -stars[i][2]);
        }
    }
    gpscore__draw(c, "'/>\n");
    for (int s = 0; x->labels && s < rules->spaces; s++) {
        const gpscore__point at = gpscore__polar(centre, NUMBERS, 0, 2 * s + 1, 2 * rules->spaces);
        gpscore__draw(
            c, "<text id='%#number-%d' class='number caption' x='%t' y='%t' font-size='%t'>%d</text>\n", s,
            at.x, at.y + 70, CAPTION, s);
    }
    gpscore__draw(c, "</g>\n");
}

/* ---- The position ----------------------------------------------------------------------------------- */

static void draw_spaces(picture *x) {
    gpscore__canvas *c = &x->c;
    const int inner = RIM - x->track * x->rules->players, spaces = x->rules->spaces;
    for (int s = 0; s < spaces; s++) {
        gpscore__draw(c, "<path id='%#space-%d' class='space%s%s' d='", s, s & 1 ? " odd" : "",
                      s == x->state->head.pointed ? " pointed" : "");
        gpscore__draw_wedge(c, centre, inner, RIM, 2 * s + 1, 2, 2 * spaces);
        gpscore__draw(c, "'/>\n");
    }
    for (int p = 0; p < x->rules->players; p++) {
        gpscore__draw(c, "<circle id='%#track-%d' class='track p%d%s' cx='%t' cy='%t' r='%t'/>\n", p, p,
                      p == 3 ? " pale" : "", centre.x, centre.y, track_radius(x, p));
    }
    gpscore__draw(c,
                  "<g id='%#start-line'><path class='start-line' d='M%t %tV%t'/><path class='start-flag' "
                  "d='M%t %tL%t %tH%tZ'/></g>\n",
                  centre.x, centre.y - inner, centre.y - RIM - 40, centre.x, centre.y - RIM - 30,
                  centre.x - 90, centre.y - RIM - 260, centre.x + 90);
}

static const char rocket[] =
    "<path class='flame' d='M-3.2 -2Q0 9 3.2 -2Z'/><path class='fin' d='M-5 -18L-10 -7V2L-4 -3H4L10 2V-7L5 -18Z'/>"
    "<path class='hull' d='M0 -49C7 -38 8 -18 4.5 -2H-4.5C-8 -18 -7 -38 0 -49Z'/><path class='fin' d='M0 "
    "-49C3.2 -44 4.9 -40 5.7 -35Q0 -32 -5.7 -35C-4.9 -40 -3.2 -44 0 -49Z'/><circle class='window' cy='-24' "
    "r='2.6'/>";

static void draw_pointer(picture *x) {
    const int length = RIM - x->track * x->rules->players - 110, spaces = x->rules->spaces;
    const unsigned pointed = x->state->head.pointed;
    const int idle = pointed == GPS_NOWHERE;
    const int angle = idle ? 0 : (2 * (int)pointed + 1) * 180000 / spaces;
    /* Two rockets that fly one behind the other, drawn for a pointer 100 units long. */
    gpscore__draw(&x->c,
                  "<g id='%#pointer' class='pointer%s' transform='translate(%p) rotate(%m)'><g "
                  "transform='scale(%m)'><g transform='translate(0 -5) scale(.86)'>%s</g><g "
                  "transform='translate(0 -51)'>%s</g></g><circle class='hub' r='15'/></g>\n",
                  idle ? " idle" : "", centre, angle, length, rocket, rocket);
}

typedef struct place {
    gpscore__point at;
    int radius;
    const char *how; /* "placed", "up", "down", "ghost" */
} place;

/* Where a satellite is: on its track, or on the player's card: first the cells of those that are placed, which
 * draw_order fills, then those face up, then those face down. */
static place place_of(const picture *x, int player, int satellite) {
    const gps_ring *ring = &x->state->ring[player];
    const uint32_t below = (1u << satellite) - 1u;
    const unsigned placed = (unsigned)x->rules->satellites - gpscore__count16(ring->up | ring->down);
    place found;
    if (ring->position[satellite] != GPS_NOWHERE) {
        found.at = on_track(x, player, ring->position[satellite]);
        found.radius = piece_radius(x, player);
        found.how = "placed";
    } else if (ring->up >> satellite & 1u) {
        found.at = in_cell(x, player, (int)(placed + gpscore__count16(ring->up & below)));
        found.radius = x->radius;
        found.how = "up";
    } else {
        const unsigned before = placed + gpscore__count16(ring->up);
        found.at = in_cell(x, player, (int)(before + gpscore__count16(ring->down & below)));
        found.radius = x->radius * 3 / 5;
        found.how = "down";
    }
    return found;
}

static void draw_piece(picture *x, const char *id, int player, int satellite, place at, int last) {
    gpscore__canvas *c = &x->c;
    gpscore__draw(
        c, "<g id='%#%s-%d-%d' class='piece p%d %s%s' transform='translate(%p)'><g transform='scale(%m)'>",
        id, player, satellite + 1, player, at.how, last ? " last" : "", at.at, at.radius * 10);
    if (last) gpscore__draw(c, "<circle class='halo' r='12.8'/>");
    gpscore__draw_shape(c, (unsigned)player);
    /* Of those face down nobody knows the number that is where (R6). */
    if (at.how[0] == 'd') {
        gpscore__draw(c, "<title>Face down</title></g></g>\n");
    } else {
        gpscore__draw(c, "<text y='4.1' font-size='11.4'>%d</text></g></g>\n", satellite + 1);
    }
}

/* The satellites that the events speak of, a bit for each; who moved from where goes into *from*. */
static uint32_t last_of(const gpscore_svg_options *options, int player, uint8_t from[GPS_MAX_SATELLITES]) {
    uint32_t last = 0;
    for (size_t i = 0; i < options->event_count; i++) {
        const gpscore_event *event = &options->events[i];
        if (event->player != player || event->args[0] >= GPS_MAX_SATELLITES) continue;
        if (event->kind != GPS_EVENT_PLACED && event->kind != GPS_EVENT_MOVED &&
            event->kind != GPS_EVENT_TURNED_UP) {
            continue;
        }
        last |= 1u << event->args[0];
        if (event->kind == GPS_EVENT_MOVED) from[event->args[0]] = event->args[1];
    }
    return last;
}

/* From space to space along the inner edge of a track, between the pieces, whose *reach* is in twentieths. */
static void draw_track_arrow(picture *x, const char *classes, const char *id, int number, int player,
                             int track, unsigned from, unsigned to, int reach) {
    const uint64_t occupied = x->state->ring[track].occupied;
    const int radius = track_radius(x, track), edge = piece_radius(x, track) * reach / 20;
    const gpscore__lane lane = {centre, radius, radius - x->track / 2, x->rules->spaces};
    gpscore__draw_ring_arrow(&x->c, classes, id, number, player, &lane, (int)from, (int)to,
                             occupied >> from & 1u ? edge : 0, occupied >> to & 1u ? edge : 0);
}

static void draw_rings(picture *x, const gpscore_svg_options *options) {
    const gps_rules *rules = x->rules;
    uint32_t last_ones[GPSCORE_MAX_PLAYERS];
    for (int p = 0; p < rules->players; p++) {
        uint8_t from[GPS_MAX_SATELLITES];
        for (int i = 0; i < GPS_MAX_SATELLITES; i++) from[i] = GPS_NOWHERE;
        last_ones[p] = last_of(options, p, from);
        for (int i = 0; i < rules->satellites; i++) {
            const unsigned now = x->state->ring[p].position[i];
            if (from[i] >= rules->spaces || now >= rules->spaces || from[i] == now) continue;
            draw_track_arrow(x, "trail", "last", 100 * p + i + 1, -1, p, from[i], now, 29);
        }
    }
    for (int p = 0; p < rules->players; p++) {
        const uint32_t last = last_ones[p];
        for (int i = 0; i < rules->satellites; i++) {
            draw_piece(x, "satellite", p, i, place_of(x, p, i), last >> i & 1u);
        }
    }
}

/* An open choice: the satellite once more, where it will stand. Of a hidden one only that it was made. */
static void draw_choices(picture *x) {
    for (int p = 0; p < x->rules->players; p++) {
        const gps_ring *ring = &x->state->ring[p];
        if (ring->choice == 0) continue;
        const gpscore__point at = in_card(x, p, 3530, 235);
        gpscore__draw(&x->c, "<path id='%#chosen-%d' class='chosen' d='M%pl11 13l20 -26'/>\n", p, at);
        if (ring->choice == GPS_HIDDEN || x->state->head.pointed == GPS_NOWHERE) continue;
        unsigned clockwise, counter;
        const unsigned index = ring->choice - 1u, satellite = index & 15u;
        gps__targets(x->rules, ring, x->state->head.pointed, &clockwise, &counter);
        place ghost = place_of(x, p, (int)satellite);
        ghost.at = on_track(x, p, index & GPS_CCW ? counter : clockwise);
        ghost.radius = piece_radius(x, p);
        ghost.how = "ghost";
        draw_piece(x, "choice", p, (int)satellite, ghost, 0);
    }
}

/* What the player may do: a mark around each satellite that may be chosen, and at each space it may go to. */
static void draw_legal(picture *x, int player) {
    gpscore__canvas *c = &x->c;
    const uint32_t legal = gps_legal_mask(x->rules, x->state, player);
    const unsigned kind = x->state->ring[player].up ? GPS_PLACE : GPS_MOVE;
    unsigned ends[2];
    if (!legal) return;
    gps__targets(x->rules, &x->state->ring[player], x->state->head.pointed, &ends[0], &ends[1]);
    for (int way = 0; way < 2; way++) {
        if (!(legal >> 16 * way & 0xffffu)) continue;
        const gpscore__point at = on_track(x, player, ends[way]);
        gpscore__draw(
            c, "<circle id='%#legal-%s' class='legal target' data-space='%u' cx='%t' cy='%t' r='%t'/>\n",
            way ? "ccw" : "cw", (uint32_t)ends[way], at.x, at.y, piece_radius(x, player) * 11 / 10);
    }
    for (int i = 0; i < x->rules->satellites; i++) {
        if (!(legal >> i & 0x10001u)) continue;
        const place at = place_of(x, player, i);
        gpscore__draw(c, "<circle id='%#legal-%d' class='legal satellite' data-actions='", i + 1);
        if (legal >> i & 1u) gpscore__draw(c, "%u", GPS_ACTION(kind, i));
        if (legal >> i & 0x10000u) {
            gpscore__draw(c, " %u", GPS_ACTION(kind, (uint32_t)i | GPS_CCW));
        }
        gpscore__draw(c, "' cx='%t' cy='%t' r='%t'/>\n", at.at.x, at.at.y, at.radius * 5 / 4);
    }
}

static const char *const phase_words[] = {"Setting up", "The spin",  "All choose",
                                          "Turning up", "Next game", ""};

/* The placed satellites as they stand from the start line on; those that ascend share a bar, so a player whose
 * satellites are all in order has a single one. */
static void draw_order(picture *x, int player) {
    gpscore__canvas *c = &x->c;
    const gps_ring *ring = &x->state->ring[player];
    const int font = x->radius * 11 / 10;
    uint8_t order[GPS_MAX_SATELLITES];
    int count = 0;
    for (int i = 0; i < x->rules->satellites; i++) {
        if (ring->position[i] == GPS_NOWHERE) continue;
        int at = count++;
        for (; at > 0 && ring->position[order[at - 1]] > ring->position[i]; at--) order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    if (!count) return;
    gpscore__draw(
        c,
        "<g id='%#order-%d' class='order'><title>Placed, from the start line on: those that ascend share "
        "a bar</title><path class='run p%d%s' stroke-width='%t' d='",
        player, player, player == 3 ? " pale" : "", x->radius * 17 / 10);
    for (int n = 0; n < count; n++) {
        const gpscore__point at = in_cell(x, player, n);
        const int begins = n == 0 || order[n - 1] > order[n],
                  ends = n + 1 == count || order[n] > order[n + 1];
        const int first = n % x->columns == 0, last = n % x->columns == x->columns - 1;
        /* A bar that goes on in another line reaches to the edge of the cells. */
        const int own = x->radius / 5, beyond = x->cell_width / 2 - x->radius * 17 / 20;
        if (begins || first) gpscore__draw(c, "M%t %t", at.x - (begins ? own : beyond), at.y);
        if (ends || last) gpscore__draw(c, "H%t", at.x + (ends ? own : beyond));
    }
    gpscore__draw(c, "'/>");
    for (int n = 0; n < count; n++) {
        const gpscore__point at = in_cell(x, player, n);
        gpscore__draw(c, "<text class='strong' x='%t' y='%t' font-size='%t'>%d</text>", at.x,
                      at.y + font * 36 / 100, font, order[n] + 1);
    }
    gpscore__draw(c, "</g>\n");
}

static void draw_cards(picture *x) {
    gpscore__canvas *c = &x->c;
    const gps_head *head = &x->state->head;
    const uint32_t winners = gps_winners(x->rules, x->state);
    const uint32_t acting = gps_to_act(x->state);
    for (int p = 0; p < x->rules->players; p++) {
        const int wins = x->rules->wins > 1, now = acting < 32 && (acting >> p & 1u);
        gpscore__draw(c,
                      "<g id='%#player-%d' class='player%s%s'><rect class='card' x='%t' y='%t' width='%t' "
                      "height='%t' rx='12'/>",
                      p, now ? " now" : "", winners >> p & 1u ? " winner" : "", PANEL, card_top(x, p),
                      PANEL_WIDTH, x->card_height);
        if (wins && x->labels) {
            const gpscore__point at = in_card(x, p, 3380, 335);
            gpscore__draw(
                c, "<text id='%#wins-%d' class='wins end' x='%t' y='%t' font-size='%t'>%d of %d</text>", p,
                at.x, at.y, CAPTION, head->wins[p], x->rules->wins);
        }
        gpscore__draw(c,
                      "<g id='%#seat-%d' class='seat piece p%d' transform='translate(%p)'><g "
                      "transform='scale(1.4)'>",
                      p, p, in_card(x, p, 260, 265));
        gpscore__draw_shape(c, (unsigned)p);
        gpscore__draw(c, "</g></g>");
        if (x->labels) {
            const gpscore__point at = in_card(x, p, 500, 355);
            gpscore__draw(c, "<text class='name start strong' x='%t' y='%t' font-size='25'>%s</text>", at.x,
                          at.y, gpscore__seat_names[p]);
        }
        gpscore__draw(c, "</g>\n");
        draw_order(x, p);
    }
}

static void draw_heading(picture *x) {
    gpscore__canvas *c = &x->c;
    const gps_head *head = &x->state->head;
    const uint32_t winners = gps_winners(x->rules, x->state);
    const int ended = head->phase == GPS_OVER || head->phase == GPS_SHUFFLE;
    const int some = head->phase == GPS_CHOOSE && head->pending != gps__all_players(x->rules);
    const int named = (int)gpscore__count16(ended ? winners : some ? head->pending : 0u);
    if (!x->labels) return;
    const int all_but_one = named >= 3 && named == x->rules->players - 1;
    gpscore__draw(c,
                  "<text id='%#turn' class='turn start strong' x='%t' y='62' font-size='38'>Turn %u</text>\n",
                  PANEL, ended ? head->turn : head->turn + 1);
    gpscore__draw(c, "<text id='%#phase' class='phase start caption' x='%t' y='103' font-size='%t'>", PANEL,
                  named > 2 ? CAPTION : 220);
    if (all_but_one) gpscore__draw(c, "All but ");
    const uint32_t meant = ended ? winners : head->pending;
    if (ended && winners) {
        if (named >= 3 && named == x->rules->players) {
            gpscore__draw(c, "All");
        } else {
            gpscore__draw_seats(c, all_but_one ? meant ^ gps__all_players(x->rules) : meant);
        }
        gpscore__draw(c, "%s%s", winners & (winners - 1) ? " win" : " wins",
                      head->phase == GPS_SHUFFLE && named < 3 ? " this game" : "");
    } else if (ended) {
        gpscore__draw(c, "Nobody wins");
    } else if (some) {
        gpscore__draw_seats(c, all_but_one ? meant ^ gps__all_players(x->rules) : meant);
        gpscore__draw(c, "%s", head->pending & (head->pending - 1u) ? " choose" : " chooses");
    } else {
        gpscore__draw(c, "%s", phase_words[head->phase]);
    }
    gpscore__draw(c, "</text>\n");
}

/* ---- In words ---------------------------------------------------------------------------------------- */

static void tell_set(gpscore__canvas *c, const char *what, uint32_t set) {
    if (!set) return;
    gpscore__draw(c, "%s", what);
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) {
        if (set >> i & 1u) gpscore__draw(c, " %d", i + 1);
    }
}

static void tell(picture *x) {
    gpscore__canvas *c = &x->c;
    const gps_head *head = &x->state->head;
    const int ended = head->phase == GPS_OVER || head->phase == GPS_SHUFFLE;
    gpscore__draw(c, "<title>GPS, turn %u</title>\n<desc>", ended ? head->turn : head->turn + 1);
    if (head->pointed != GPS_NOWHERE) gpscore__draw(c, "The arrow points to space %d. ", head->pointed);
    if (ended && gps_winners(x->rules, x->state)) {
        gpscore__draw(c, "Winning: ");
        gpscore__draw_seats(c, gps_winners(x->rules, x->state));
        gpscore__draw(c, ". ");
    }
    for (int p = 0; p < x->rules->players; p++) {
        const gps_ring *ring = &x->state->ring[p];
        gpscore__draw(c, "%s%s:", p ? " " : "", gpscore__seat_names[p]);
        for (int i = 0, told = 0; i < x->rules->satellites; i++) {
            if (ring->position[i] == GPS_NOWHERE) continue;
            gpscore__draw(c, "%s %d at %d", told++ ? "," : "", i + 1, ring->position[i]);
        }
        tell_set(c, "; face up", ring->up);
        tell_set(c, "; face down", ring->down);
        if (x->rules->wins > 1) gpscore__draw(c, "; wins %d of %d", head->wins[p], x->rules->wins);
        if (ring->choice) gpscore__draw(c, "; has chosen");
        gpscore__draw(c, ".");
    }
    gpscore__draw(c, "</desc>\n");
}

gpscore_status gps_svg(const gps_rules *rules, const gps_state *state, const gpscore_svg_options *options,
                       char *buffer, size_t size, size_t *length, gpscore_error *error) {
    static const gpscore_svg_options plain = GPSCORE_SVG_DEFAULT;
    const gpscore_svg_options *o = options ? options : &plain;
    gps_state seen;
    picture x = {{{buffer, size, 0}, ""}, rules, &seen, o->labels != 0, track_height(rules), 0, 0, 0, 0, 0};
    GPSCORE__TRY(gpscore__check_svg(o, rules->players, rules->spaces, error));
    gps_view(state, (int)o->viewer, &seen);
    fit_cards(&x);
    gpscore__begin_svg(&x.c, o, "gps", 900, WIDTH, HEIGHT);
    tell(&x);
    gpscore__style_svg(&x.c, o, style);
    draw_board(&x);
    gpscore__draw(&x.c, "<g id='%#position'>\n");
    draw_spaces(&x);
    draw_pointer(&x);
    draw_heading(&x);
    draw_cards(&x);
    draw_rings(&x, o);
    draw_choices(&x);
    if (o->legal != GPSCORE_SVG_NOBODY) draw_legal(&x, (int)o->legal);
    for (size_t i = 0; i < o->arrow_count; i++) {
        const gpscore_arrow *arrow = &o->arrows[i];
        draw_track_arrow(&x, "arrow", "arrow", (int)i, arrow->player, arrow->player < 0 ? 0 : arrow->player,
                         (unsigned)arrow->from, (unsigned)arrow->to, 23);
    }
    gpscore__draw(&x.c, "</g>\n");
    *length = gpscore__end_svg(&x.c);
    return GPSCORE_OK;
}

#endif
