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
    CARDS = 1300,      /* top of the first card */
    CARD_STEP = 1730,  /* from card to card */
    CARD_HEIGHT = 1660,
    LINE = 8           /* face-up pieces in a line */
};

static const gpscore__point centre = {5000, 5000};

static const char style[] =
    "@ .space{fill:@f;stroke:@l;stroke-width:1}\n"
    "@ .space.odd{fill:@g}\n"
    "@ .space.pointed{fill:@h}\n"
    "@ .track{fill:none;stroke-width:2;opacity:.55}\n"
    "@ .track.p0{stroke:@0}\n"
    "@ .track.p1{stroke:@1}\n"
    "@ .track.p2{stroke:@2}\n"
    "@ .track.p3{stroke:@l}\n"
    "@ .track.p4{stroke:@4}\n"
    "@ .planet{fill:@s;stroke:@e;stroke-width:3}\n"
    "@ .seam{fill:none;stroke:@t;stroke-width:3}\n"
    "@ .crater{fill:@t;opacity:.55}\n"
    "@ .star{fill:@l}\n"
    "@ .start-line{stroke:@i;stroke-width:6;stroke-linecap:round}\n"
    "@ .start-flag{fill:@i}\n"
    "@ .pointer path{fill:@a;stroke:@e;stroke-width:2.5;stroke-linejoin:round}\n"
    "@ .pointer circle{fill:@f;stroke:@e;stroke-width:2.5}\n"
    "@ .pointer.idle{opacity:.4}\n"
    "@ .piece path{stroke-width:1.2}\n"
    "@ .p0.down path{fill:@k;stroke:@0;stroke-width:3}\n"
    "@ .p1.down path{fill:@k;stroke:@1;stroke-width:3}\n"
    "@ .p2.down path{fill:@k;stroke:@2;stroke-width:3}\n"
    "@ .p3.down path{fill:@k;stroke:@3;stroke-width:3}\n"
    "@ .p4.down path{fill:@k;stroke:@4;stroke-width:3}\n"
    "@ .ghost{opacity:.5}\n"
    "@ .chosen{fill:none;stroke:@o;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}\n";

typedef struct picture {
    gpscore__canvas c;
    const gps_rules *rules;
    const gps_state *state; /* as the viewer sees it */
    int labels;
    int track; /* height of a track */
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
    return (width < x->track ? width : x->track) * 38 / 100;
}

static gpscore__point on_track(const picture *x, int player, unsigned space) {
    return gpscore__polar(centre, track_radius(x, player), 0, 2 * (int)space + 1, 2 * x->rules->spaces);
}

static int card_top(int player) { return CARDS + CARD_STEP * player; }

static gpscore__point in_card(int player, int right, int down) {
    const gpscore__point point = {PANEL + right, card_top(player) + down};
    return point;
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
            c, "<text id='%#number-%d' class='number caption' x='%t' y='%t' font-size='19'>%d</text>\n", s,
            at.x, at.y + 70, s);
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
        gpscore__draw(c, "<circle id='%#track-%d' class='track p%d' cx='%t' cy='%t' r='%t'/>\n", p, p,
                      centre.x, centre.y, track_radius(x, p));
    }
    gpscore__draw(c,
                  "<g id='%#start-line'><path class='start-line' d='M%t %tV%t'/><path class='start-flag' "
                  "d='M%t %tl-13 -22h26z'/></g>\n",
                  centre.x, centre.y - inner, centre.y - RIM - 40, centre.x, centre.y - RIM - 30);
}

static void draw_pointer(picture *x) {
    const int length = RIM - x->track * x->rules->players - 110, spaces = x->rules->spaces;
    const unsigned pointed = x->state->head.pointed;
    const int idle = pointed == GPS_NOWHERE;
    const int angle = idle ? 0 : (2 * (int)pointed + 1) * 180000 / spaces;
    /* Two rockets that fly one after the other; the head of the first is the arrow's. */
    gpscore__draw(&x->c,
                  "<g id='%#pointer' class='pointer%s' transform='translate(%p) rotate(%m)'>"
                  "<path d='M0 %tC22 %t 22 %t 15 %tL28 %tH-28L-15 %tC-22 %t -22 %t 0 %tZ'/>"
                  "<path d='M0 %tC17 %t 17 %t 11 0H-11C-17 %t -17 %t 0 %tZ'/><circle r='17'/></g>\n",
                  idle ? " idle" : "", centre, angle, -length, -length * 5 / 6, -length * 2 / 3,
                  -length * 13 / 25, -length * 9 / 20, -length * 13 / 25, -length * 2 / 3, -length * 5 / 6,
                  -length, -length * 12 / 25, -length * 2 / 5, -length / 4, -length / 4, -length * 2 / 5,
                  -length * 12 / 25);
}

typedef struct place {
    gpscore__point at;
    int radius;
    const char *how; /* "placed", "up", "down" */
} place;

/* Where a satellite is: on its track, or on the player's card, face up in lines of eight, face down in one. */
static place place_of(const picture *x, int player, int satellite) {
    const gps_ring *ring = &x->state->ring[player];
    const uint32_t below = (1u << satellite) - 1u;
    place found;
    if (ring->position[satellite] != GPS_NOWHERE) {
        found.at = on_track(x, player, ring->position[satellite]);
        found.radius = piece_radius(x, player);
        found.how = "placed";
    } else if (ring->up >> satellite & 1u) {
        const int n = (int)gpscore__count16(ring->up & below);
        found.at = in_card(player, 310 + 490 * (n % LINE), 645 + 430 * (n / LINE));
        found.radius = 170;
        found.how = "up";
    } else {
        const int n = (int)gpscore__count16(ring->down & below);
        const int lines = x->rules->face_up > LINE ? 2 : 1;
        found.at = in_card(player, 225 + 228 * n, 645 + 430 * lines + (lines == 1 ? 60 : -35));
        found.radius = 85;
        found.how = "down";
    }
    return found;
}

static void draw_piece(picture *x, const char *id, int player, int satellite, const char *classes, place at,
                       int numbered) {
    gpscore__canvas *c = &x->c;
    gpscore__draw(c, "<g id='%#%s-%d-%d' class='piece p%d %s' transform='translate(%p) scale(%m)'>", id,
                  player, satellite + 1, player, classes, at.at, at.radius * 10);
    gpscore__draw_shape(c, (unsigned)player);
    if (numbered) gpscore__draw(c, "<text y='3.7' font-size='10.2'>%d</text>", satellite + 1);
    gpscore__draw(c, "</g>\n");
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

/* From space to space along a track, bending towards the planet. */
static void draw_track_arrow(picture *x, const char *classes, const char *id, int number, int player,
                             int track, unsigned from, unsigned to) {
    gpscore__draw_arrow(&x->c, classes, id, number, player, on_track(x, track, from), on_track(x, track, to),
                        centre);
}

static void draw_rings(picture *x, const gpscore_svg_options *options) {
    const gps_rules *rules = x->rules;
    for (int p = 0; p < rules->players; p++) {
        uint8_t from[GPS_MAX_SATELLITES];
        for (int i = 0; i < GPS_MAX_SATELLITES; i++) from[i] = GPS_NOWHERE;
        const uint32_t last = last_of(options, p, from);
        for (int i = 0; i < rules->satellites; i++) {
            const unsigned now = x->state->ring[p].position[i];
            if (from[i] >= rules->spaces || now >= rules->spaces || from[i] == now) continue;
            draw_track_arrow(x, "trail", "last", 100 * p + i + 1, -1, p, from[i], now);
        }
        for (int i = 0; i < rules->satellites; i++) {
            const place at = place_of(x, p, i);
            const int down = x->state->ring[p].down >> i & 1u;
            if (last >> i & 1u) {
                draw_piece(x, "satellite", p, i,
                           down               ? "down last"
                           : at.how[0] == 'u' ? "up last"
                                              : "placed last",
                           at, !down);
            } else {
                draw_piece(x, "satellite", p, i, at.how, at, !down);
            }
        }
    }
}

/* An open choice: the satellite once more, where it will stand. Of a hidden one only that it was made. */
static void draw_choices(picture *x) {
    for (int p = 0; p < x->rules->players; p++) {
        const gps_ring *ring = &x->state->ring[p];
        if (ring->choice == 0) continue;
        const gpscore__point at = in_card(p, 3400, 215);
        gpscore__draw(&x->c, "<path id='%#chosen-%d' class='chosen' d='M%pl11 13l20 -26'/>\n", p, at);
        if (ring->choice == GPS_HIDDEN || x->state->head.pointed == GPS_NOWHERE) continue;
        unsigned clockwise, counter;
        const unsigned index = ring->choice - 1u, satellite = index & 15u;
        gps__targets(x->rules, ring, x->state->head.pointed, &clockwise, &counter);
        place ghost = place_of(x, p, (int)satellite);
        ghost.at = on_track(x, p, index & GPS_CCW ? counter : clockwise);
        ghost.radius = piece_radius(x, p);
        draw_piece(x, "choice", p, (int)satellite, "ghost", ghost, 1);
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
                      p, now ? " now" : "", winners >> p & 1u ? " winner" : "", PANEL, card_top(p),
                      PANEL_WIDTH, CARD_HEIGHT);
        if (wins && x->labels) {
            gpscore__draw(
                c, "<text id='%#wins-%d' class='wins end' x='%t' y='%t' font-size='18'>%d of %d</text>", p,
                PANEL + 3250, card_top(p) + 310, head->wins[p], x->rules->wins);
        }
        gpscore__draw(c, "<g id='%#seat-%d' class='seat piece p%d' transform='translate(%p) scale(1.3)'>", p,
                      p, in_card(p, 210, 240));
        gpscore__draw_shape(c, (unsigned)p);
        gpscore__draw(c, "</g>");
        if (x->labels) {
            gpscore__draw(c, "<text class='name start strong' x='%t' y='%t' font-size='24'>%s</text>",
                          PANEL + 430, card_top(p) + 325, gpscore__seat_names[p]);
        }
        const int down = (int)gpscore__count16(x->state->ring[p].down);
        if (x->labels && down) {
            const gpscore__point end = place_of(x, p, (int)gpscore__highest(x->state->ring[p].down)).at;
            gpscore__draw(c, "<text class='pile start caption' x='%t' y='%t' font-size='14'>%d</text>",
                          end.x + 150, end.y + 50, down);
        }
        gpscore__draw(c, "</g>\n");
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
    gpscore__draw(c,
                  "<text id='%#turn' class='turn start strong' x='%t' y='64' font-size='38'>Turn %u</text>\n",
                  PANEL, ended ? head->turn : head->turn + 1);
    gpscore__draw(c, "<text id='%#phase' class='phase start caption' x='%t' y='106' font-size='%s'>", PANEL,
                  named > 2 ? "15" : "22");
    if (ended && winners) {
        gpscore__draw_seats(c, winners);
        gpscore__draw(c, "%s%s", winners & (winners - 1) ? " win" : " wins",
                      head->phase == GPS_SHUFFLE ? " this game" : "");
    } else if (ended) {
        gpscore__draw(c, "Nobody wins");
    } else if (some) {
        gpscore__draw_seats(c, head->pending);
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
    picture x = {{{buffer, size, 0}, ""}, rules, &seen, o->labels != 0, track_height(rules)};
    GPSCORE__TRY(gpscore__check_svg(o, rules->players, rules->spaces, error));
    gps_view(state, (int)o->viewer, &seen);
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
                         (unsigned)arrow->from, (unsigned)arrow->to);
    }
    gpscore__draw(&x.c, "</g>\n");
    *length = gpscore__end_svg(&x.c);
    return GPSCORE_OK;
}

#endif
