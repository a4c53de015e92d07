/* The solar system rule by rule, on hand-made positions; ids are those of docs/rules/solar.md. */
#include "check.h"

/* ---- Positions and what is done in them ---------------------------------------------------------------- */

#define SPACE(ring, x) (8u * ((ring) - 1u) + (x))

/* Of the game that is played; the last action's record and events. */
static solar_rules rules;
static solar_undo_info record;
static gpscore_event events[GPSCORE_MAX_EVENTS];
static size_t event_count;

static void stop_with(const char *text, const gpscore_error *error) {
    char words[256];
    gpscore_error_text(error, words, sizeof words);
    fprintf(stderr, "%s\n  %s (at %d, operand %llx)\n", text, words, error->position,
            (unsigned long long)error->operand[0]);
    exit(1);
}

/* Play by these options: "players=3 host=embedded", "" for the standard game. */
static void by(const char *options) {
    char text[256];
    gpscore_error error;
    snprintf(text, sizeof text, "solar%s%s", *options ? " " : "", options);
    if (solar_rules_parse(text, strlen(text), &rules, &error) != GPSCORE_OK) stop_with(text, &error);
}

/* The position of a text, in which the phase is "turn" unless it is given, and the stacks of tiles fit the
 * techs that are owned, bonus 0 on top. */
static solar_state at(const char *fields) {
    char text[1024] = "turn", tiles[64] = " tiles=";
    const char *rest = fields;
    unsigned owners[SOLAR_TECHS] = {0};
    solar_state state;
    gpscore_error error;
    const size_t word = strcspn(fields, " =");
    if (fields[word] == ' ') {
        snprintf(text, sizeof text, "%.*s", (int)word, fields);
        rest = fields + word + 1;
    }
    for (const char *techs = strstr(rest, "techs:"); techs; techs = strstr(techs + 1, "techs:")) {
        for (const char *c = techs + 6; *c && *c != ',' && *c != ' '; c++) {
            if (*c >= '1' && *c <= '4') owners[*c - '1']++;
        }
    }
    for (int t = 0; t < SOLAR_TECHS; t++) {
        static const char *const stacks[] = {"0:123", "0:12", "0:1", "0:-", "-:-"};
        if (t) strcat(tiles, "/");
        strcat(tiles, stacks[owners[t]]);
    }
    if (!strstr(rest, "tiles=")) strcat(text, tiles);
    snprintf(text + strlen(text), sizeof text - strlen(text), " %s", rest);
    if (solar_state_parse(&rules, text, strlen(text), &state, &error) != GPSCORE_OK) stop_with(text, &error);
    return state;
}

static gpscore_action named(const solar_state *state, const char *text) {
    gpscore_action action = GPSCORE_NO_ACTION;
    gpscore_error error;
    if (solar_action_parse(&rules, state, text, strlen(text), &action, &error) != GPSCORE_OK) {
        stop_with(text, &error);
    }
    return action;
}

/* Why the action is not legal, or GPSCORE_OK. */
static gpscore_status refused(const solar_state *state, int player, const char *text) {
    const gpscore_action action = named(state, text);
    const solar_state before = *state;
    solar_state after = *state;
    gpscore_error error = {0};
    const gpscore_status status = solar_why_illegal(&rules, state, player, action, &error);
    if (status == GPSCORE_OK) return status;
    CHECK(error.status == (int32_t)status);
    CHECK(solar_apply(&rules, &after, player, action, NULL, NULL) == status);
    CHECK(memcmp(&after, &before, sizeof after) == 0);
    return status;
}

static int listed(const solar_state *state, int player, const char *text) {
    gpscore_action actions[GPSCORE_MAX_ACTIONS];
    const size_t count = solar_legal_actions(&rules, state, player, actions);
    for (size_t i = 0; i < count; i++) {
        if (actions[i] == named(state, text)) return 1;
    }
    return 0;
}

/* Do it, which must be legal. Whatever is done, the position stays a possible one, its hash the right one,
 * and the way back restores every byte. */
static void act(solar_state *state, int player, const char *text) {
    const solar_state before = *state;
    const gpscore_action action = named(state, text);
    gpscore_error error;
    if (solar_apply(&rules, state, player, action, &record, &error) != GPSCORE_OK) stop_with(text, &error);
    CHECK(player == GPSCORE_HOST || listed(&before, player, text));
    event_count = solar_events(&rules, state, &record, events);
    solar_state derived = *state, back = *state;
    solar_derive(&rules, &derived);
    solar_undo(&back, &record);
    CHECK(memcmp(&derived, state, sizeof derived) == 0 && memcmp(&back, &before, sizeof back) == 0);
    if (solar_validate(&rules, state)) fprintf(stderr, "after %s: %x\n", text, solar_validate(&rules, state));
    CHECK(solar_validate(&rules, state) == 0);
}

/* Whether the last action brought this event; -1 stands for any number. Its place is kept. */
static size_t event_place;
static int happened(int kind, int player, int a, int b, int c) {
    for (size_t i = 0; i < event_count; i++) {
        const gpscore_event *e = &events[i];
        if (e->kind == kind && e->player == player && (a < 0 || e->args[0] == a) &&
            (b < 0 || e->args[1] == b) && (c < 0 || e->args[2] == c)) {
            event_place = i;
            return 1;
        }
    }
    return 0;
}

/* The first letters of what happened, in order: "paid, turned ..." */
static int events_are(const char *kinds) {
    char found[4 * GPSCORE_MAX_EVENTS] = "";
    static const char *const words[] = {
        "launch", "skip",  "move",   "P",     "instead", "turn", "ride", "push",  "orbit",   "land",
        "moon",   "first", "data",   "+",     "-",       "tech", "tile", "lapse", "decline", "pass",
        "end",    "round", "settle", "put",   "remove",  "over", "ring", "limit", "limits",  "free",
        "moves",  "main",  "org",    "align", "order",   "used", "back"};
    for (size_t i = 0; i < event_count; i++) {
        if (i) strcat(found, " ");
        strcat(found, words[events[i].kind - SOLAR_EVENT_LAUNCHED]);
    }
    if (strcmp(found, kinds) != 0) fprintf(stderr, "is       %s\nexpected %s\n", found, kinds);
    return strcmp(found, kinds) == 0;
}

static unsigned probes_at(const solar_state *state, int player, unsigned space) {
    const uint32_t *probes = state->players[player].probes;
    return (probes[0] >> space & 1u) + 2u * (probes[1] >> space & 1u) + 4u * (probes[2] >> space & 1u);
}

static unsigned orbiters(const solar_state *state, unsigned planet, unsigned owner) {
    return state->figures.count[planet - 1][owner] & 15u;
}

static unsigned landers(const solar_state *state, unsigned planet, unsigned owner) {
    return state->figures.count[planet - 1][owner] >> 4;
}

/* ---- The board ------------------------------------------------------------------------------------------ */

/* rule: S1 S6 */
static void a_move_goes_to_a_neighbour_in_the_ring_or_the_sector(void) {
    by("players=1");
    for (unsigned ring = 1; ring <= 4; ring++) {
        for (unsigned x = 0; x < 8; x++) {
            char text[64];
            static const char *const ways[] = {"cw", "ccw", "out", "in"};
            const unsigned to[4] = {SPACE(ring, (x + 1) % 8), SPACE(ring, (x + 7) % 8), SPACE(ring + 1, x),
                                    SPACE(ring - 1, x)};
            snprintf(text, sizeof text, "player0=energy:2,probes:%u.%u", ring, x);
            const solar_state state = at(text);
            for (int way = 0; way < 4; way++) {
                solar_state moved = state;
                snprintf(text, sizeof text, "move:%u.%u>%s", ring, x, ways[way]);
                if ((way == 2 && ring == 4) || (way == 3 && ring == 1)) { /* outside, and the Sun */
                    CHECK(refused(&state, 0, text) == GPSCORE_SOLAR_EDGE);
                    continue;
                }
                act(&moved, 0, text);
                CHECK(probes_at(&moved, 0, to[way]) == 1 && moved.players[0].count == 1);
                CHECK(happened(SOLAR_EVENT_MOVED, 0, (int)SPACE(ring, x), (int)to[way], -1));
            }
        }
    }
    const solar_state state = at("player0=energy:9,probes:1.5");
    CHECK(refused(&state, 0, "move:1.4>cw") == GPSCORE_SOLAR_NO_PROBE);
}

/* What lies on top, the slow way: the layer from 0 and its cell. */
static int top(const int offsets[4], int ring, int x, int *layer) {
    for (*layer = 0; *layer < SOLAR_LAYERS; ++*layer) {
        const int cell = rules.board.cells[*layer][ring][(x - offsets[*layer] + 8) % 8];
        if (cell != SOLAR_HOLE) return cell;
    }
    return -1;
}

static void set_discs(solar_state *state, int number, int step, int offsets[4]) {
    for (int disc = 0; disc < SOLAR_DISCS; disc++) offsets[disc] = number >> (3 * disc) & 7;
    offsets[3] = 0;
    state->head.alignment = (uint16_t)number;
    state->head.token = (uint8_t)step;
}

/* rule: S2 */
static void the_first_layer_without_a_hole_is_what_a_space_shows(void) {
    by("");
    solar_state state = at("active=0");
    for (int number = 0; number < SOLAR_ALIGNMENTS; number++) {
        int offsets[4], layer;
        unsigned planets = 0;
        set_discs(&state, number, 0, offsets);
        for (int space = 0; space < SOLAR_SPACES; space++) {
            const int cell = top(offsets, space / 8, space % 8, &layer);
            CHECK(layer >= space / 8); /* disc 1 has ring 1 alone, and so on */
            CHECK(solar_content(&rules, &state, (unsigned)space) == (unsigned)cell);
            if (cell < SOLAR_PLANET) continue;
            planets |= 1u << (cell - SOLAR_PLANET);
            CHECK(solar_planet_space(&rules, &state, (unsigned)(cell - SOLAR_PLANET)) == (unsigned)space);
        }
        CHECK(planets == 0xff); /* never covered */
    }
    CHECK(solar_planet_space(&rules, &state, 8) == SOLAR_NOWHERE); /* Pluto */
}

/* rule: S3 */
static void only_figures_in_the_rings_are_probes(void) {
    by("");
    solar_state state = at("token=2 player0=credit:2,publicity:6 p4=orbit:0,first:0 p5=land:0,data1:0");
    CHECK(state.players[0].count == 0 && listed(&state, 0, "launch"));
    const solar_figures figures = state.figures;
    act(&state, 0, "research");
    CHECK(!happened(SOLAR_EVENT_RODE, 0, -1, -1, -1) &&
          memcmp(&figures, &state.figures, sizeof figures) == 0);
}

/* rule: R1 */
static void the_setup_is_drawn_uniformly(void) {
    by("players=2");
    solar_state state;
    gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS];
    solar_init(&rules, &state);
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_SETUP_DUE);
    static const char *const draws[] = {"align:3", "align:0", "align:7", "order:23",
                                        "tile:2",  "tile:0",  "tile:1",  "tile:3"};
    static const size_t counts[] = {8, 8, 8, 24, 4, 4, 4, 4};
    for (int i = 0; i < 8; i++) {
        CHECK(solar_to_act(&state) == GPSCORE_TO_ACT_CHANCE);
        CHECK(solar_chance_outcomes(&rules, &state, outcomes) == counts[i]);
        for (size_t k = 0; k < counts[i]; k++) {
            CHECK(outcomes[k].weight == 1 && (outcomes[k].action & 0xffffffu) == k);
        }
        act(&state, GPSCORE_CHANCE, draws[i]);
    }
    CHECK(state.head.alignment == (3 | 7 << 6) && state.head.sectors == 23 && state.head.token == 0);
    CHECK(state.head.tiles[0] == (0x40 | 2 << 4 | 0xb) && state.head.tiles[3] == (0x40 | 3 << 4 | 0x7));
    /* Sampled frequencies of a disc: 16,000 draws, five standard deviations. */
    solar_init(&rules, &state);
    int hits[8] = {0};
    for (uint64_t i = 0; i < 16000; i++) {
        hits[solar_sample_chance(&rules, &state, gpscore_key(i, GPSCORE_PURPOSE_CHANCE)) & 7u]++;
    }
    for (int i = 0; i < 8; i++) CHECK(abs(hits[i] - 2000) < 210);

    /* Any number of figures of any owners share a space. */
    by("players=4 host=embedded");
    state = at("player0=probes:4.4x7 player1=probes:4.4x7 player2=probes:4.3 player3=energy:1,probes:4.4");
    act(&state, GPSCORE_HOST, "e:moves:1");
    act(&state, 0, "move:4.4>ccw");
    CHECK(probes_at(&state, 0, SPACE(4, 4)) == 6 && probes_at(&state, 0, SPACE(4, 3)) == 1);
    CHECK(probes_at(&state, 1, SPACE(4, 4)) == 7 && probes_at(&state, 2, SPACE(4, 3)) == 1);
}

/* ---- Launch and move ------------------------------------------------------------------------------------ */

/* rule: S4 */
static void a_launch_costs_two_credits_and_is_no_visit(void) {
    by("");
    solar_state state = at("player0=credit:2");
    act(&state, 0, "launch");
    CHECK(state.players[0].credits == 0 && state.players[0].publicity == 0);
    CHECK(probes_at(&state, 0, SPACE(1, 5)) == 1 && (state.head.turn & SOLAR_TURN_MAIN));
    CHECK(events_are("- launch") && happened(SOLAR_EVENT_LAUNCHED, 0, (int)SPACE(1, 5), -1, -1));
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_MAIN_USED);
    state = at("player0=credit:1");
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_CREDITS && !listed(&state, 0, "launch"));
    state = at("discs=3,0,0 player0=credit:2"); /* Earth is where disc 1 shows it */
    act(&state, 0, "launch");
    CHECK(probes_at(&state, 0, SPACE(1, 0)) == 1);
}

/* rule: S5 */
static void at_the_limit_nobody_launches(void) {
    by("");
    solar_state state = at("player0=credit:9,probes:4.4");
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    state = at("player0=credit:9,techs:1,probes:4.4");
    act(&state, 0, "launch");
    state = at("player0=credit:9,techs:1,probes:4.4+4.5");
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    gpscore_error error;
    solar_why_illegal(&rules, &state, 0, SOLAR_ACTION(SOLAR_LAUNCH, 0), &error);
    CHECK(error.operand[0] == 0 && error.operand[1] == 2 && error.operand[2] == 2);
    /* A probe that has become an orbiter counts no more. */
    state = at("player0=credit:9,probes:1.3,energy:1");
    act(&state, 0, "orbit:p2");
    CHECK(state.players[0].count == 0);
}

/* rule: R2 */
static void granted_launches_are_skipped_at_the_limit_unless_it_is_ignored(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:2,probes:4.4");
    act(&state, GPSCORE_HOST, "e:launch:w0");
    CHECK(events_are("skip") && state.players[0].count == 1);
    act(&state, GPSCORE_HOST, "e:launch:w0:ignore");
    CHECK(events_are("launch") && state.players[0].count == 2 && state.players[0].credits == 2);
    /* It ignores it that once; the probe stays, and others wait until it is below the limit. */
    act(&state, GPSCORE_HOST, "e:launch:w0");
    CHECK(events_are("skip"));
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    act(&state, GPSCORE_HOST, "e:remove:w0:probe:4.4");
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    act(&state, GPSCORE_HOST, "e:remove:w0:probe:1.5");
    act(&state, 0, "launch");
    state = at("player0=probes:4.4x7");
    CHECK(refused(&state, GPSCORE_HOST, "e:launch:w0:ignore") == GPSCORE_SOLAR_TOO_MANY);
}

/* rule: S7 */
static void energy_buys_moves_at_any_time_of_the_own_turn(void) {
    by("");
    solar_state state = at("player0=energy:3,credit:2 player1=energy:2,probes:4.4");
    act(&state, 0, "launch");
    act(&state, 0, "move:1.5>cw");
    act(&state, 0, "move:1.6>ccw");
    CHECK(state.players[0].energy == 1);
    CHECK(refused(&state, 1, "move:4.4>cw") == GPSCORE_SOLAR_NOT_YOUR_TURN);
    CHECK(refused(&state, 0, "pass") == GPSCORE_SOLAR_MAIN_USED);
    act(&state, 0, "end");
    CHECK(state.head.active == 1 && state.head.turns == 1);
    CHECK(refused(&state, 0, "move:1.5>cw") == GPSCORE_SOLAR_NOT_YOUR_TURN);
    act(&state, 1, "move:4.4>cw"); /* before the main action */
    CHECK(refused(&state, 1, "end") == GPSCORE_SOLAR_MAIN_DUE);

    /* Between a rotation and the tech, too. */
    state = at("player0=publicity:6,energy:1,probes:4.4");
    act(&state, 0, "research");
    act(&state, 0, "move:4.4>cw");
    CHECK(state.head.phase == SOLAR_CHOOSE_TECH);
    CHECK(refused(&state, 0, "move:4.5>cw") == GPSCORE_SOLAR_MOVES);

    state = at("player0=cards:1,probes:4.4"); /* a card's corner */
    CHECK(refused(&state, 0, "move:4.4>cw") == GPSCORE_SOLAR_MOVES);
    act(&state, 0, "card-move");
    CHECK(happened(SOLAR_EVENT_MOVE_GAINED, 0, 1, -1, -1));
    CHECK(refused(&state, 0, "card-move") == GPSCORE_SOLAR_CARDS);
    act(&state, 0, "move:4.4>cw");
    CHECK(state.players[0].cards == 0 && state.head.moves == 0);

    by("host=embedded"); /* an effect's moves are split as one likes, and what is left lapses */
    state = at("player0=probes:4.1+4.4");
    act(&state, GPSCORE_HOST, "e:moves:3");
    act(&state, 0, "move:4.4>cw");
    act(&state, 0, "move:4.1>cw");
    CHECK(state.head.moves == 1);
    act(&state, GPSCORE_HOST, "e:main");
    act(&state, 0, "end");
    CHECK(state.head.moves == 0 && state.head.active == 1);
    /* Those bound to a ring go first, and only within it; energy goes last. */
    state = at("moves=1+1 player0=energy:1,probes:4.4");
    act(&state, 0, "move:4.4>cw");
    CHECK(state.head.ring_moves == 0 && state.head.moves == 1 && state.players[0].energy == 1);
    act(&state, 0, "move:4.5>in");
    CHECK(state.head.moves == 0 && state.players[0].energy == 1);
    state = at("moves=0+1 player0=probes:4.4");
    CHECK(refused(&state, 0, "move:4.4>in") == GPSCORE_SOLAR_MOVES);
}

/* rule: S7 */
static void exchanges_and_cards_are_free_actions(void) {
    by("");
    static const struct {
        const char *text;
        int credits, energy, cards;
    } exchanges[] = {
        {"exchange:credit>energy", 0, 3, 2}, {"exchange:credit>card", 0, 2, 3},
        {"exchange:energy>credit", 3, 0, 2}, {"exchange:energy>card", 2, 0, 3},
        {"exchange:card>credit", 3, 2, 0},   {"exchange:card>energy", 2, 3, 0},
    };
    for (size_t i = 0; i < sizeof exchanges / sizeof exchanges[0]; i++) {
        solar_state state = at("player0=credit:2,energy:2,cards:2");
        act(&state, 0, exchanges[i].text);
        CHECK(state.players[0].credits == exchanges[i].credits &&
              state.players[0].energy == exchanges[i].energy);
        CHECK(state.players[0].cards == exchanges[i].cards && !(state.head.turn & SOLAR_TURN_MAIN));
        state = at("player0=credit:1,energy:1,cards:1");
        CHECK(refused(&state, 0, exchanges[i].text) == GPSCORE_SOLAR_TOO_FEW);
    }
    solar_state state = at("player0=publicity:5");
    act(&state, 0, "buy");
    CHECK(state.players[0].publicity == 2 && state.players[0].cards == 1);
    CHECK(refused(&state, 0, "buy") == GPSCORE_SOLAR_BUY_PUBLICITY);
}

/* rule: S8 */
static void leaving_asteroids_costs_one_move_more(void) {
    by("");
    solar_state state = at("player0=energy:1,probes:2.6");
    CHECK(refused(&state, 0, "move:2.6>ccw") == GPSCORE_SOLAR_MOVES);
    CHECK(solar_move_cost(&rules, &state, 0, SPACE(2, 6)) == 2);
    CHECK(solar_move_cost(&rules, &state, 0, SPACE(2, 5)) == 1);
    state = at("player0=energy:2,probes:2.6");
    act(&state, 0, "move:2.6>ccw");
    CHECK(state.players[0].energy == 0 && happened(SOLAR_EVENT_MOVED, 0, -1, -1, 2));
    state = at("player0=energy:1,techs:2,probes:2.6"); /* not with tech 2 */
    CHECK(solar_move_cost(&rules, &state, 0, SPACE(2, 6)) == 1);
    act(&state, 0, "move:2.6>ccw");
    CHECK(state.players[0].energy == 0);
    /* A move in hand and one of energy go together. */
    state = at("moves=1+0 player0=energy:1,probes:2.6");
    act(&state, 0, "move:2.6>out");
    CHECK(state.players[0].energy == 0 && state.head.moves == 0);
    /* To be carried off asteroids, and to be pushed off them, costs nothing. */
    state = at("token=1 player0=publicity:6,probes:2.6"); /* disc 2 */
    act(&state, 0, "research");
    CHECK(probes_at(&state, 0, SPACE(2, 5)) == 1 && happened(SOLAR_EVENT_RODE, 0, (int)SPACE(2, 6), -1, 1));
    state = at("discs=0,4,6 player0=publicity:6,probes:1.4"); /* asteroids of disc 3, in a gap of disc 1 */
    CHECK(solar_content(&rules, &state, SPACE(1, 4)) == SOLAR_ASTEROID);
    act(&state, 0, "research");
    CHECK(probes_at(&state, 0, SPACE(1, 3)) == 1 && happened(SOLAR_EVENT_PUSHED, 0, (int)SPACE(1, 4), -1, 1));
    CHECK(state.players[0].energy == 0 && state.players[0].publicity == 0);
}

/* rule: S9 */
static void entering_a_space_with_an_icon_earns_publicity(void) {
    by("");
    static const struct {
        const char *from, *move;
        int earned;
    } cases[] = {
        {"2.2", "move:2.2>ccw", 1}, /* a comet */
        {"2.3", "move:2.3>ccw", 1}, /* Mars */
        {"1.4", "move:1.4>ccw", 1}, /* Venus */
        {"1.4", "move:1.4>cw", 0},  /* Earth */
        {"2.3", "move:2.3>cw", 0},  /* asteroids */
        {"4.1", "move:4.1>cw", 0},  /* nothing */
        {"4.1", "move:4.1>ccw", 1}, /* Uranus */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "player0=energy:1,publicity:9,probes:%s", cases[i].from);
        solar_state state = at(text);
        act(&state, 0, cases[i].move);
        CHECK(state.players[0].publicity == 9 + cases[i].earned);
        CHECK(happened(SOLAR_EVENT_PUBLICITY, 0, 1, -1, -1) == cases[i].earned);
        snprintf(text, sizeof text, "player0=energy:1,publicity:10,probes:%s", cases[i].from);
        state = at(text);
        act(&state, 0, cases[i].move);
        CHECK(state.players[0].publicity == 10 && !happened(SOLAR_EVENT_PUBLICITY, 0, -1, -1, -1));
    }
    solar_state state = at("player0=energy:1,techs:2,probes:2.3"); /* asteroids, with tech 2 */
    act(&state, 0, "move:2.3>cw");
    CHECK(state.players[0].publicity == 1);
}

/* ---- Rotation ------------------------------------------------------------------------------------------- */

/* rule: S10 R7 */
static void research_and_the_first_pass_of_a_round_turn_the_discs(void) {
    by("players=3");
    solar_state state = at("player0=publicity:6 player1=publicity:6");
    act(&state, 0, "research"); /* before the tech is chosen */
    CHECK(state.head.token == 1 && state.head.alignment == 7 && state.head.phase == SOLAR_CHOOSE_TECH);
    act(&state, 0, "take:2");
    act(&state, GPSCORE_CHANCE, "tile:1");
    act(&state, 0, "end");
    act(&state, 1, "pass");
    CHECK(state.head.token == 2 && happened(SOLAR_EVENT_TURNED, -1, 2, -1, -1));
    act(&state, 2, "pass");
    CHECK(state.head.token == 2 && !happened(SOLAR_EVENT_TURNED, -1, -1, -1, -1));
    act(&state, 0, "pass");
    CHECK(state.head.token == 2 && state.head.round == 1 && state.head.start == 1 && state.head.active == 1);
    act(&state, 1, "pass");
    CHECK(state.head.token == 0);
}

/* rule: S11 */
static void the_token_turns_one_two_and_three_discs_in_turn(void) {
    by("host=embedded");
    solar_state state = at("active=0");
    static const int after[][3] = {{7, 0, 0}, {6, 7, 0}, {5, 6, 7}, {4, 6, 7}};
    for (int i = 0; i < 4; i++) {
        act(&state, GPSCORE_HOST, "e:rotate");
        CHECK(state.head.alignment == (after[i][0] | after[i][1] << 3 | after[i][2] << 6));
        CHECK(state.head.token == (i + 1) % 3 && happened(SOLAR_EVENT_TURNED, -1, i % 3 + 1, -1, -1));
    }
}

/* rule: S12 S13 R3 R4 */
static void every_space_of_every_rotation_stays_rides_or_is_pushed(void) {
    for (int option = 0; option < 2; option++) {
        unsigned stays = 0, rides = 0, pushes = 0, paid = 0, paid_tech2 = 0;
        by(option ? "host=embedded push_tech2=1" : "host=embedded push_tech2=0");
        const solar_state start = at("player0=probes:1.0 player1=techs:2,probes:1.0");
        for (int number = 0; number < SOLAR_ALIGNMENTS; number++) {
            for (int step = 0; step < SOLAR_DISCS; step++) {
                int offsets[4], turned[4], layer, after_layer;
                solar_state state = start;
                set_discs(&state, number, step, offsets);
                memcpy(turned, offsets, sizeof turned);
                for (int disc = 0; disc <= step; disc++) turned[disc] = (turned[disc] + 7) % 8;
                for (int space = 0; space < SOLAR_SPACES; space++) {
                    const int ring = space / 8, x = space % 8;
                    top(offsets, ring, x, &layer);
                    int solid = 0; /* some turning disc has a cell here after the turn */
                    for (int disc = 0; disc <= step; disc++) {
                        solid |= rules.board.cells[disc][ring][(x - turned[disc] + 8) % 8] != SOLAR_HOLE;
                    }
                    const int ride = layer <= step, push = !ride && solid;
                    const int to = ride || push ? 8 * ring + (x + 7) % 8 : space;
                    const int shown = top(turned, to / 8, to % 8, &after_layer);
                    const int icon = push && (shown == SOLAR_COMET || shown > SOLAR_PLANET);
                    const int asteroids = push && shown == SOLAR_ASTEROID;
                    CHECK(!push || after_layer > step); /* a hole of all that turned, so no second push */
                    stays += !ride && !push, rides += ride, pushes += push, paid += icon;

                    solar_state moved = state;
                    moved.players[0].probes[0] = moved.players[1].probes[0] = UINT32_C(1) << space;
                    solar_derive(&rules, &moved);
                    solar_undo_info undo;
                    solar_apply_unchecked(&rules, &moved, GPSCORE_HOST, SOLAR_ACTION(SOLAR_E_ROTATE, 0),
                                          &undo);
                    CHECK(probes_at(&moved, 0, (unsigned)to) == 1 && moved.players[0].count == 1);
                    CHECK(moved.players[0].publicity == icon);
                    CHECK(moved.players[1].publicity == (icon || (asteroids && option)));
                    paid_tech2 += moved.players[1].publicity;
                    event_count = solar_events(&rules, &moved, &undo, events);
                    CHECK(happened(SOLAR_EVENT_RODE, 0, space, to, 1) == ride);
                    CHECK(happened(SOLAR_EVENT_PUSHED, 0, space, to, 1) == push);
                }
            }
        }
        CHECK(stays == 27792 && rides == 16752 && pushes == 4608 && paid == 822);
        CHECK(option ? paid_tech2 > paid : paid_tech2 == paid);
    }
}

/* rule: S13 */
static void a_push_pays_at_once_whoever_is_on_turn_and_in_seat_order(void) {
    by("players=3");
    /* Mars comes from 2.1 and pushes to the comet at 2.0. */
    solar_state state = at("active=1 turns=1 discs=7,0,0 token=1 player0=flags:passed,probes:2.1 "
                           "player1=publicity:6,probes:2.1 player2=probes:2.1");
    act(&state, 1, "research");
    for (int p = 0; p < 3; p++) {
        CHECK(state.players[p].publicity == 1 && probes_at(&state, p, SPACE(2, 0)) == 1);
    }
    CHECK(events_are("- turn push P push P push P"));
    CHECK(events[2].player == 1 && events[4].player == 2 && events[6].player == 0);

    /* Two of a player are pushed each, and each pays. */
    by("host=embedded");
    state = at("discs=7,0,0 token=1 player0=publicity:9,probes:2.1x2 player1=probes:2.1x2");
    act(&state, GPSCORE_HOST, "e:rotate");
    CHECK(happened(SOLAR_EVENT_PUSHED, 1, (int)SPACE(2, 1), (int)SPACE(2, 0), 2));
    CHECK(state.players[1].publicity == 2 && state.players[0].publicity == 10);
    CHECK(happened(SOLAR_EVENT_PUBLICITY, 0, 1, -1, -1) && happened(SOLAR_EVENT_PUBLICITY, 1, 2, -1, -1));
}

/* ---- Orbit and land ------------------------------------------------------------------------------------- */

/* rule: S14 */
static void an_orbit_costs_a_credit_and_an_energy(void) {
    by("");
    solar_state state = at("player0=credit:1,energy:1,probes:1.3");
    act(&state, 0, "orbit:p2");
    CHECK(state.players[0].credits == 0 && state.players[0].energy == 0 && state.players[0].count == 0);
    CHECK(orbiters(&state, 2, 0) == 1 && (state.head.turn & SOLAR_TURN_MAIN));
    state = at("player0=energy:1,probes:1.3");
    CHECK(refused(&state, 0, "orbit:p2") == GPSCORE_SOLAR_ORBIT_CREDITS);
    state = at("player0=credit:1,probes:1.3");
    CHECK(refused(&state, 0, "orbit:p2") == GPSCORE_SOLAR_ORBIT_ENERGY);
    state = at("player0=credit:1,energy:1,probes:1.4 player1=probes:1.3");
    CHECK(refused(&state, 0, "orbit:p2") == GPSCORE_SOLAR_NOT_AT_PLANET);
    /* Earth is none to go to: there is no such action. */
    state = at("player0=credit:1,energy:3,probes:1.5");
    for (unsigned planet = 0; planet < 16; planet += planet ? 1 : 9) {
        for (unsigned kind = SOLAR_ORBIT; kind <= SOLAR_LAND; kind++) {
            CHECK(solar_why_illegal(&rules, &state, 0, SOLAR_ACTION(kind, planet), NULL) ==
                  GPSCORE_ILLEGAL_UNKNOWN_ACTION);
        }
    }
    CHECK(!listed(&state, 0, "orbit:p1") && !listed(&state, 0, "land:p1/1"));
    /* No limit but the engine's own. */
    state = at("player0=credit:1,energy:1,probes:1.3 p2=orbit:0x14,first:0");
    act(&state, 0, "orbit:p2");
    state = at("player0=credit:1,energy:1,probes:1.3 p2=orbit:0x15,first:0");
    CHECK(refused(&state, 0, "orbit:p2") == GPSCORE_SOLAR_TOO_MANY && !listed(&state, 0, "orbit:p2"));
}

/* rule: S15 R5 */
static void the_first_orbiter_scores_the_space_that_it_covers(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:1,energy:1,probes:1.3 player1=probes:1.3");
    act(&state, 0, "orbit:p2");
    CHECK(events_are("- - orbit first + + lapse") && state.players[0].score == 3 + 6);
    act(&state, GPSCORE_HOST, "e:orbit:w1:p2"); /* not the second one */
    CHECK(state.players[1].score == 6 && state.figures.first[1] == 1);
    /* When it is removed the space is open, and the other one does not slide there. */
    CHECK(refused(&state, GPSCORE_HOST, "e:remove:w1:orbit:p2/1") == GPSCORE_SOLAR_NOT_THERE);
    CHECK(refused(&state, GPSCORE_HOST, "e:remove:w0:orbit:p2") == GPSCORE_SOLAR_NOT_THERE);
    act(&state, GPSCORE_HOST, "e:remove:w0:orbit:p2/1");
    CHECK(state.figures.first[1] == 0 && orbiters(&state, 2, 1) == 1 && state.players[0].score == 9);
    act(&state, GPSCORE_HOST, "e:put:w1:probe:1.3");
    act(&state, GPSCORE_HOST, "e:orbit:w1:p2");
    CHECK(state.players[1].score == 6 + 3 + 6 && state.figures.first[1] == 2 && orbiters(&state, 2, 1) == 2);
}

/* rule: S16 */
static void a_landing_costs_three_energy_or_two_beside_an_orbiter(void) {
    by("");
    static const struct {
        const char *figures;
        int cost;
    } cases[] = {
        {"", 3},
        {" p4=orbit:0,first:0", 2},        /* one's own */
        {" p4=orbit:1x3,first:1", 2},      /* anyone's, once */
        {" p5=orbit:0,first:0", 3},        /* at another planet */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int energy = 0; energy < 4; energy++) {
            char text[128];
            snprintf(text, sizeof text, "player0=energy:%d,probes:3.3%s", energy, cases[i].figures);
            solar_state state = at(text);
            if (energy < cases[i].cost) {
                CHECK(refused(&state, 0, "land:p4/1") == GPSCORE_SOLAR_ENERGY);
                continue;
            }
            act(&state, 0, "land:p4/1"); /* Jupiter, a gas giant, is like the rest */
            CHECK(state.players[0].energy == energy - cases[i].cost && landers(&state, 4, 0) == 1);
        }
    }
    /* No limit of landers but the engine's own. */
    solar_state state = at("player0=energy:3,probes:3.3 p4=land:0x14,data1:0");
    act(&state, 0, "land:p4");
    state = at("player0=energy:3,probes:3.3 p4=land:0x15,data1:0");
    CHECK(refused(&state, 0, "land:p4") == GPSCORE_SOLAR_TOO_MANY && !listed(&state, 0, "land:p4"));
    by("host=embedded"); /* a neutral orbiter is one */
    state = at("player0=energy:2,probes:3.3 p4=orbit:n,first:n");
    act(&state, 0, "land:p4/1");
}

/* rule: S17 */
static void the_first_lander_takes_the_data(void) {
    by("");
    solar_state state = at("player0=energy:3,probes:3.3");
    CHECK(refused(&state, 0, "land:p4") == GPSCORE_SOLAR_DATA_DUE); /* it cannot be left */
    CHECK(refused(&state, 0, "land:p4/2") == GPSCORE_SOLAR_DATA_SPACE);
    act(&state, 0, "land:p4/1");
    CHECK(events_are("- land data + + +"));
    CHECK(state.players[0].data == 2 && state.players[0].score == 7 && state.players[0].traces[1] == 1);
    state = at("player0=energy:3,probes:3.3 p4=land:1,data1:1");
    CHECK(refused(&state, 0, "land:p4/1") == GPSCORE_SOLAR_DATA_SPACE);
    act(&state, 0, "land:p4");
    CHECK(state.players[0].data == 0 && state.players[0].score == 7 && state.players[0].traces[1] == 1);
    /* Mars has two, and the lander picks. */
    state = at("player0=energy:3,probes:2.2");
    CHECK(listed(&state, 0, "land:p3/1") && listed(&state, 0, "land:p3/2") && !listed(&state, 0, "land:p3"));
    act(&state, 0, "land:p3/2");
    CHECK(state.players[0].data == 1 && state.figures.data[2] == 0x10);
    state = at("player0=energy:3,probes:2.2 p3=land:1,data2:1");
    CHECK(listed(&state, 0, "land:p3/1") && !listed(&state, 0, "land:p3/2"));
    state = at("player0=energy:3,probes:2.2 p3=land:0+1,data1:0,data2:1");
    CHECK(listed(&state, 0, "land:p3") && !listed(&state, 0, "land:p3/1"));
}

/* rule: S18 */
static void a_moon_needs_tech_4_and_holds_one_lander(void) {
    by("");
    solar_state state = at("player0=energy:3,probes:3.3");
    CHECK(refused(&state, 0, "moon:m1") == GPSCORE_SOLAR_MOON_TECH && !listed(&state, 0, "moon:m1"));
    state = at("player0=energy:3,techs:4,probes:3.3 m2=1 player1=techs:4");
    CHECK(refused(&state, 0, "moon:m2") == GPSCORE_SOLAR_MOON_TAKEN);
    CHECK(refused(&state, 0, "moon:m0") == GPSCORE_SOLAR_NOT_AT_PLANET); /* Mars's */
    CHECK(refused(&state, 0, "moon:m15") == GPSCORE_SOLAR_NO_MOON);
    act(&state, 0, "moon:m3");
    CHECK(state.players[0].energy == 0 && state.players[0].count == 0 && state.players[0].data == 0);
    CHECK(state.figures.moon[1] == (2 | 1 << 4) && landers(&state, 4, 0) == 0);
    state = at("player0=energy:2,techs:4,probes:3.3");
    CHECK(refused(&state, 0, "moon:m1") == GPSCORE_SOLAR_ENERGY);
    state = at("player0=energy:2,techs:4,probes:3.3 p4=orbit:1,first:1"); /* discounts included */
    act(&state, 0, "moon:m2");
    CHECK(state.players[0].energy == 0);
}

/* rule: S19 */
static void at_a_planet_are_orbiters_and_landers_with_those_on_moons(void) {
    by("host=embedded");
    const solar_state state =
        at("player0=probes:3.3x2 p4=orbit:0x2+1,land:0+n,first:1,data1:0 m1=0 m4=0 m5=0");
    CHECK(solar_figures_at(&rules, &state, 4, 0) == 2 + 1 + 2);
    CHECK(solar_figures_at(&rules, &state, 4, 1) == 1);
    CHECK(solar_figures_at(&rules, &state, 4, SOLAR_NEUTRAL) == 1);
    CHECK(solar_figures_at(&rules, &state, 5, 0) == 1); /* Enceladus */
    CHECK(solar_figures_at(&rules, &state, 3, 0) == 0 && solar_figures_at(&rules, &state, 0, 0) == 0);
}

/* rule: R6 S14 S17 S18 */
static void every_planet_and_moon_pays_what_is_printed(void) {
    static const struct {
        const char *probe, *action;
        int score, energy, cards, publicity, data, yellow, signals, tucks, traces;
    } cases[] = {
        {"1.1", "orbit:p1", 3, 0, 1, 0, 0, 0, 2, 1, 0},   {"1.3", "orbit:p2", 9, 0, 0, 0, 0, 0, 0, 1, 0},
        {"2.2", "orbit:p3", 3, 0, 1, 0, 0, 0, 1, 1, 0},   {"3.3", "orbit:p4", 3, 0, 0, 0, 1, 0, 1, 1, 0},
        {"3.7", "orbit:p5", 3, 0, 0, 2, 0, 0, 1, 1, 0},   {"4.0", "orbit:p6", 11, 0, 3, 0, 0, 0, 1, 0, 0},
        {"4.3", "orbit:p7", 10, 0, 0, 0, 4, 0, 1, 0, 0},  {"4.6", "orbit:p8@6", 11, 0, 0, 3, 0, 0, 0, 0, 1},
        {"1.1", "land:p1/1", 12, 0, 0, 0, 3, 1, 0, 0, 0}, {"1.3", "land:p2/1", 5, 0, 0, 0, 2, 1, 0, 0, 0},
        {"2.2", "land:p3/1", 6, 0, 0, 0, 2, 1, 0, 0, 0},  {"2.2", "land:p3/2", 6, 0, 0, 0, 1, 1, 0, 0, 0},
        {"3.3", "land:p4/1", 7, 0, 0, 0, 2, 1, 0, 0, 0},  {"3.7", "land:p5/1", 8, 0, 0, 0, 2, 1, 0, 0, 0},
        {"4.0", "land:p6/1", 9, 0, 0, 0, 3, 1, 0, 0, 0},  {"4.3", "land:p7/1", 10, 0, 0, 0, 3, 1, 0, 0, 0},
        {"4.6", "land:p8@6", 11, 0, 0, 0, 4, 1, 0, 0, 0}, {"2.2", "moon:m0", 8, 0, 0, 0, 0, 0, 0, 2, 0},
        {"3.3", "moon:m1", 10, 4, 0, 0, 0, 0, 0, 0, 0},   {"3.3", "moon:m2", 7, 0, 0, 0, 0, 2, 0, 0, 0},
        {"3.3", "moon:m3", 12, 0, 0, 5, 0, 0, 0, 0, 0},   {"3.3", "moon:m4", 13, 0, 0, 0, 4, 0, 0, 0, 0},
        {"3.7", "moon:m5", 12, 0, 0, 0, 0, 0, 3, 0, 0},   {"3.7", "moon:m6", 7, 0, 0, 0, 0, 0, 0, 0, 2},
        {"4.0", "moon:m7", 25, 0, 0, 0, 0, 0, 0, 0, 0},   {"4.3", "moon:m8", 26, 0, 0, 0, 0, 0, 0, 0, 0},
    };
    by("pluto=1,0");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        /* Two cards, so that incomes can be declined; what the action costs is taken off again. */
        snprintf(text, sizeof text, "player0=credit:1,energy:3,cards:2,techs:4,probes:%s", cases[i].probe);
        solar_state state = at(text);
        const int orbit = cases[i].action[0] == 'o';
        int tucks = 0, traces = 0;
        act(&state, 0, cases[i].action);
        for (; state.head.phase == SOLAR_CHOOSE_INCOME; tucks++) act(&state, 0, "income:no");
        for (; state.head.phase == SOLAR_CHOOSE_TRACE; traces++) act(&state, 0, "trace:red");
        const solar_player *me = &state.players[0];
        CHECK(state.head.phase == SOLAR_TURN && tucks == cases[i].tucks && traces == cases[i].traces);
        CHECK(me->score == cases[i].score && me->credits == (orbit ? 0 : 1));
        CHECK(me->energy == cases[i].energy + (orbit ? 2 : 0) && me->cards == 2 + cases[i].cards);
        CHECK(me->publicity == cases[i].publicity && me->data == cases[i].data);
        CHECK(me->signals == cases[i].signals && me->traces[1] == cases[i].yellow && me->traces[2] == 0);
        CHECK(me->traces[0] == cases[i].traces && me->count == 0);
    }
}

/* rule: R6 */
static void rewards_are_paid_from_left_to_right_and_wait_for_the_host(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:1,energy:1,probes:4.0");
    act(&state, 0, "orbit:p6"); /* the figure leaves the rings first */
    CHECK(events_are("- - orbit first + + + settle") && state.head.phase == SOLAR_SETTLE);
    CHECK(happened(SOLAR_EVENT_SETTLE, 0, SOLAR_GAIN_RANDOM_CARD, 3, 6) && state.players[0].cards == 3);
    CHECK(solar_to_act(&state) == GPSCORE_TO_ACT_HOST && state.players[0].signals == 0);
    CHECK(refused(&state, 0, "end") == GPSCORE_SOLAR_SETTLE_DUE);
    CHECK(refused(&state, GPSCORE_HOST, "e:launch:w0") == GPSCORE_SOLAR_SETTLE_DUE);
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(happened(SOLAR_EVENT_SETTLE, 0, SOLAR_GAIN_SIGNAL_BLACK, 1, 6) && state.players[0].signals == 1);
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(state.head.phase == SOLAR_TURN &&
          refused(&state, GPSCORE_HOST, "e:resolved") == GPSCORE_SOLAR_NO_CHOICE);

    /* A signal at the planet names the planet; its tuck comes last. */
    state = at("player0=credit:1,energy:1,cards:1,probes:1.1");
    act(&state, 0, "orbit:p1");
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(happened(SOLAR_EVENT_SETTLE, 0, SOLAR_GAIN_SIGNAL_HERE, 2, 1));
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(state.head.phase == SOLAR_CHOOSE_INCOME && refused(&state, 0, "end") == GPSCORE_SOLAR_INCOME_DUE);
    act(&state, 0, "income:energy");
    CHECK(state.players[0].tucked[1] == 1 && state.players[0].energy == 1 && state.players[0].cards == 1);

    /* Alone everything is counted at once; without a card an income lapses. */
    by("");
    state = at("player0=credit:1,energy:1,probes:1.3");
    act(&state, 0, "orbit:p2");
    CHECK(state.head.phase == SOLAR_TURN && happened(SOLAR_EVENT_LAPSED, 0, -1, -1, -1));
    /* One card for two incomes: the second lapses. */
    state = at("player0=energy:3,cards:1,techs:4,probes:2.2");
    act(&state, 0, "moon:m0");
    act(&state, 0, "income:card");
    CHECK(state.players[0].cards == 1 &&
          state.head.phase == SOLAR_CHOOSE_INCOME); /* its kind is gained now */
    act(&state, 0, "income:credit");
    CHECK(state.players[0].credits == 1 && state.players[0].cards == 0 && state.head.phase == SOLAR_TURN);
    state = at("player0=energy:3,cards:1,techs:4,probes:2.2");
    act(&state, 0, "moon:m0");
    act(&state, 0, "income:credit");
    CHECK(state.head.phase == SOLAR_TURN && happened(SOLAR_EVENT_LAPSED, 0, -1, -1, -1));
    /* A free action inside the choice that takes the last card: the incomes lapse. */
    state = at("player0=energy:3,cards:1,techs:4,probes:2.2");
    act(&state, 0, "moon:m0");
    act(&state, 0, "card-move");
    CHECK(state.head.phase == SOLAR_TURN && state.head.moves == 1);
    /* A colour is chosen one by one. */
    state = at("player0=energy:3,techs:4,probes:3.7");
    act(&state, 0, "moon:m6");
    act(&state, 0, "trace:blue");
    CHECK(refused(&state, 0, "end") == GPSCORE_SOLAR_TRACE_DUE);
    act(&state, 0, "trace:red");
    CHECK(state.players[0].traces[0] == 1 && state.players[0].traces[2] == 1 &&
          state.head.phase == SOLAR_TURN);
}

/* ---- Techs ---------------------------------------------------------------------------------------------- */

/* rule: R7 */
static void research_pays_rotates_and_takes_a_tech(void) {
    by("");
    solar_state state = at("player0=publicity:6 player1=techs:3");
    act(&state, 0, "research");
    CHECK(events_are("- turn") && state.players[0].publicity == 0);
    CHECK(refused(&state, 0, "end") == GPSCORE_SOLAR_TECH_DUE);
    solar_state first = state, second = state;
    act(&first, 0, "take:2"); /* first of it: 2 points, then the tile's 3 */
    CHECK(events_are("tech + +") && first.players[0].score == 5 && first.players[0].techs == 2);
    act(&second, 0, "take:3");
    CHECK(events_are("tech +") && second.players[0].score == 3);
    state = at("player0=publicity:5");
    CHECK(refused(&state, 0, "research") == GPSCORE_SOLAR_PUBLICITY);
    state = at("player0=publicity:10,techs:1+2+3+4");
    CHECK(refused(&state, 0, "research") == GPSCORE_SOLAR_ALL_TECHS);
    state = at("player0=publicity:6,techs:2");
    act(&state, 0, "research");
    CHECK(refused(&state, 0, "take:2") == GPSCORE_SOLAR_TECH_OWNED);
    /* Tech 1: its launch, under the new limit, comes last and costs nothing. */
    state = at("player0=publicity:6,credit:1,probes:4.4");
    act(&state, 0, "research");
    act(&state, 0, "take:1");
    CHECK(events_are("tech + + launch") && state.players[0].count == 2 && state.players[0].credits == 1);
    CHECK(probes_at(&state, 0, SPACE(1, 4)) == 1); /* Earth after the rotation */
}

/* rule: R8 */
static void a_stack_of_four_tiles_is_turned_up_by_chance(void) {
    by("players=4");
    gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS];
    solar_state state = at("tiles=0:123/1:023/2:013/3:012 player0=publicity:6 player1=publicity:6");
    for (int bonus = 0; bonus < 4; bonus++) {
        char text[24];
        solar_state taken = state;
        act(&taken, 0, "research");
        snprintf(text, sizeof text, "take:%d", bonus + 1);
        act(&taken, 0, text);
        const solar_player *me = &taken.players[0];
        CHECK(me->score == (bonus == 0 ? 5 : 2) && me->energy == (bonus == 1));
        CHECK(me->publicity == (bonus == 2) && me->cards == (bonus == 3));
        CHECK(taken.head.phase == SOLAR_TURN_TILE && refused(&taken, 0, "end") == GPSCORE_SOLAR_TILE_DUE);
        CHECK(solar_chance_outcomes(&rules, &taken, outcomes) == 3);
        for (int i = 0; i < 3; i++) {
            CHECK(outcomes[i].weight == 1 && (outcomes[i].action & 3u) == (unsigned)(i + (i >= bonus)));
        }
        snprintf(text, sizeof text, "tile:%d", bonus ? 0 : 1);
        act(&taken, GPSCORE_CHANCE, text);
        CHECK(taken.head.phase == SOLAR_TURN && happened(SOLAR_EVENT_TILE, -1, bonus, bonus ? 0 : 1, -1));
        act(&taken, 0, "end");
        act(&taken, 1, "research"); /* the second to take it gets the next tile, and no 2 points */
        snprintf(text, sizeof text, "take:%d", bonus + 1);
        act(&taken, 1, text);
        CHECK(taken.players[1].score == (bonus ? 3 : 0) && taken.players[1].energy == (bonus == 0));
        CHECK(solar_chance_outcomes(&rules, &taken, outcomes) == 2);
    }
    /* The last tile: nothing is left to turn up. */
    state = at("player0=publicity:6 player1=techs:2 player2=techs:2 player3=techs:2");
    act(&state, 0, "research");
    act(&state, 0, "take:2");
    CHECK(state.head.phase == SOLAR_TURN && state.head.tiles[1] == 0 && state.players[0].score == 3);
}

/* ---- Pluto and the organisations ------------------------------------------------------------------------- */

/* rule: S20 */
static void pluto_is_for_its_owners_once_each_from_ring_4(void) {
    by("pluto=1,0");
    solar_state state = at("player0=credit:1,energy:3,probes:4.6");
    CHECK(refused(&state, 0, "orbit:p8@5") == GPSCORE_SOLAR_NOT_AT_PLANET);
    act(&state, 0, "orbit:p8@6");
    CHECK(events_are("- - orbit + +") && state.figures.first[7] == 0); /* no points for the first, no visit */
    CHECK(state.players[0].score == 11 && state.players[0].publicity == 3 && state.players[0].energy == 2);
    state = at("player0=energy:2,credit:1,probes:4.6 p8=orbit:0");
    CHECK(refused(&state, 0, "orbit:p8@6") == GPSCORE_SOLAR_ONCE);
    act(&state, 0, "land:p8@6"); /* cheaper beside the orbiter */
    CHECK(state.players[0].energy == 0 && state.players[0].data == 4 && state.players[0].score == 11);
    state = at("player0=energy:3,credit:1,probes:4.6 p8=land:0");
    CHECK(refused(&state, 0, "land:p8@6") == GPSCORE_SOLAR_ONCE && listed(&state, 0, "orbit:p8@6"));
    state = at("player0=energy:2,techs:3,probes:4.6");
    act(&state, 0, "land:p8@6");
    CHECK(state.players[0].energy == 0);
    state = at("player0=energy:3,credit:1,probes:3.7");
    CHECK(refused(&state, 0, "land:p8@7") == GPSCORE_SOLAR_NOT_AT_PLANET);
    /* On Uranus one chooses. */
    state = at("player0=energy:3,credit:1,probes:4.0");
    CHECK(listed(&state, 0, "orbit:p6") && listed(&state, 0, "orbit:p8") && listed(&state, 0, "land:p8"));
    state = at("active=1 turns=1 player1=energy:3,credit:1,probes:4.0");
    CHECK(listed(&state, 1, "orbit:p6") && refused(&state, 1, "orbit:p8") == GPSCORE_SOLAR_NOT_OWNER);
    CHECK(refused(&state, 1, "land:p8") == GPSCORE_SOLAR_NOT_OWNER);
}

/* rule: S21 */
static void organisations_start_and_earn_as_printed(void) {
    static const struct {
        const char *name;
        int credits, energy, publicity, cards, tucks, income[5]; /* credits, energy, cards, publicity, data */
    } seats[] = {
        {"none", 4, 3, 4, 5, 1, {3, 2, 1, 0, 0}},     {"orbital_dynamics", 2, 2, 3, 4, 2, {3, 1, 1, 0, 0}},
        {"fenwick", 3, 1, 4, 4, 3, {3, 1, 0, 1, 0}},  {"turing", 4, 2, 2, 5, 2, {2, 2, 1, 0, 1}},
        {"sentinel", 4, 2, 3, 4, 1, {3, 1, 1, 0, 0}}, {"xenolab", 2, 2, 1, 5, 3, {2, 1, 1, 0, 0}},
        {"helion", 3, 2, 7, 4, 0, {3, 1, 1, 1, 0}},
    };
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        char text[64];
        solar_state state;
        snprintf(text, sizeof text, "players=1 organisations=%s", seats[i].name);
        by(text);
        CHECK(rules.rounds == (i ? 4 : 5));
        solar_init(&rules, &state);
        const solar_player *me = &state.players[0];
        CHECK(me->credits == seats[i].credits && me->energy == seats[i].energy && me->score == 1);
        CHECK(me->publicity == seats[i].publicity && me->cards == seats[i].cards && me->data == 0);
        static const char *const draws[] = {"align:0", "align:0", "align:0", "order:0",
                                            "tile:0",  "tile:0",  "tile:0",  "tile:0"};
        for (int k = 0; k < 8; k++) act(&state, GPSCORE_CHANCE, draws[k]);
        CHECK(me->count == (i == SOLAR_ORBITAL_DYNAMICS ? 2 : 0));
        for (int k = 0; k < seats[i].tucks; k++) {
            CHECK(state.head.phase == SOLAR_SETUP_INCOME &&
                  refused(&state, 0, "income:no") == GPSCORE_SOLAR_TUCK_DUE);
            CHECK(refused(&state, 0, "buy") == GPSCORE_SOLAR_NO_FREE);
            act(&state, 0, k == 0 ? "income:card" : "income:credit");
        }
        CHECK(state.head.phase == SOLAR_TURN &&
              me->cards == seats[i].cards - (seats[i].tucks ? seats[i].tucks - 1 : 0));
        CHECK(me->tucked[0] == (seats[i].tucks ? seats[i].tucks - 1 : 0) &&
              me->tucked[2] == (seats[i].tucks > 0));
        /* From the second round the income, and one for each tucked card. */
        state = at("player0=tucked:1+0+2");
        act(&state, 0, "pass");
        CHECK(state.head.round == 1 && me->credits == seats[i].income[0] + 1 &&
              me->energy == seats[i].income[1]);
        CHECK(me->cards == 1 + seats[i].income[2] + 2 && me->publicity == seats[i].income[3]);
        CHECK(me->data == seats[i].income[4]);
    }
    /* In a game with organisations four cards are dealt to everybody; seats are dealt with in order. */
    by("players=3 organisations=none,helion,fenwick");
    solar_state state;
    solar_init(&rules, &state);
    CHECK(state.players[0].cards == 4 && state.players[1].cards == 4 && state.players[2].score == 3);
    static const char *const draws[] = {"align:0", "align:0", "align:0", "order:0",
                                        "tile:0",  "tile:0",  "tile:0",  "tile:0"};
    for (int k = 0; k < 8; k++) act(&state, GPSCORE_CHANCE, draws[k]);
    CHECK(state.head.pending == 0 && state.head.left == 1);
    act(&state, 0, "income:energy");
    CHECK(state.head.pending == 2 && state.head.left == 3); /* Helion tucks none */
    for (int k = 0; k < 3; k++) act(&state, 2, "income:energy");
    CHECK(state.head.phase == SOLAR_TURN && state.head.active == 0);
}

/* rule: R9 */
static void orbital_dynamics_moves_two_different_probes_for_free(void) {
    by("players=1 organisations=orbital_dynamics");
    solar_state state = at("player0=credit:2,probes:4.1+4.4"); /* limit 2 */
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    act(&state, 0, "org");
    CHECK(happened(SOLAR_EVENT_ORG_USED, 0, SOLAR_NOWHERE, -1, -1));
    CHECK(state.head.phase == SOLAR_ORG_MOVES && refused(&state, 0, "org-done") == GPSCORE_SOLAR_ORG_DUE);
    CHECK(refused(&state, 0, "exchange:credit>energy") == GPSCORE_SOLAR_NO_FREE);
    CHECK(solar_move_cost(&rules, &state, 0, SPACE(4, 4)) == 0);
    act(&state, 0, "move:4.4>cw");
    CHECK(refused(&state, 0, "move:4.5>cw") == GPSCORE_SOLAR_SAME_PROBE && !listed(&state, 0, "move:4.5>cw"));
    act(&state, 0, "move:4.1>in");
    CHECK(state.head.phase == SOLAR_TURN && refused(&state, 0, "org") == GPSCORE_SOLAR_ORG_USED);
    CHECK(refused(&state, 0, "move:4.5>cw") == GPSCORE_SOLAR_MOVES);
    /* Both in one space: either of them, and the second one may stay. */
    state = at("player0=probes:4.4x2");
    act(&state, 0, "org");
    act(&state, 0, "move:4.4>cw");
    act(&state, 0, "move:4.4>cw");
    CHECK(probes_at(&state, 0, SPACE(4, 5)) == 2);
    state = at("player0=probes:4.1+4.4");
    act(&state, 0, "org");
    act(&state, 0, "move:4.4>cw");
    act(&state, 0, "org-done");
    CHECK(state.head.phase == SOLAR_TURN);
    /* The first goes to where the other stands: one of the two there has not moved. */
    state = at("player0=probes:4.4+4.5");
    act(&state, 0, "org");
    act(&state, 0, "move:4.4>cw");
    act(&state, 0, "move:4.5>cw");
    /* Leaving asteroids is topped up by another move; without one there is none. */
    state = at("player0=probes:2.6");
    CHECK(refused(&state, 0, "org") == GPSCORE_SOLAR_ORG_NO_MOVE);
    state = at("player0=energy:1,probes:2.6");
    act(&state, 0, "org");
    act(&state, 0, "move:2.6>ccw");
    CHECK(state.players[0].energy == 0 && happened(SOLAR_EVENT_MOVED, 0, -1, -1, 1));
    /* With tech 1 the limit is 3; once a round. */
    state = at("player0=credit:2,techs:1,probes:4.4+4.5,flags:org");
    act(&state, 0, "launch");
    CHECK(state.players[0].count == 3 && refused(&state, 0, "org") == GPSCORE_SOLAR_ORG_USED);
    state = at("player0=flags:org,probes:4.4");
    act(&state, 0, "pass");
    CHECK(listed(&state, 0, "org"));
    by("");
    state = at("player0=probes:4.4");
    CHECK(refused(&state, 0, "org") == GPSCORE_SOLAR_NO_ORG);
}

/* rule: R10 */
static void fenwick_researches_for_five_and_xenolab_has_two_tiles(void) {
    by("players=1 organisations=fenwick");
    solar_state state = at("player0=publicity:5");
    act(&state, 0, "research");
    CHECK(state.players[0].publicity == 0);
    state = at("player0=publicity:4");
    CHECK(refused(&state, 0, "research") == GPSCORE_SOLAR_PUBLICITY);

    by("players=1 organisations=xenolab");
    state = at("player0=credit:2,publicity:6");
    CHECK(listed(&state, 0, "launch") && listed(&state, 0, "launch:tile")); /* optional */
    CHECK(listed(&state, 0, "research") && listed(&state, 0, "research:tile"));
    solar_state other = state;
    act(&state, 0, "launch:tile");
    CHECK(state.players[0].credits == 1 && state.players[0].flags == SOLAR_FLAG_LAUNCH_TILE);
    act(&other, 0, "research:tile");
    CHECK(other.players[0].publicity == 2 && other.players[0].flags == SOLAR_FLAG_RESEARCH_TILE);
    state = at("player0=credit:2,publicity:6,flags:launch_tile+research_tile");
    CHECK(refused(&state, 0, "launch:tile") == GPSCORE_SOLAR_TILE_USED && listed(&state, 0, "launch"));
    CHECK(refused(&state, 0, "research:tile") == GPSCORE_SOLAR_TILE_USED);
    act(&state, 0, "pass"); /* a new round does not turn them back */
    CHECK(state.players[0].flags == (SOLAR_FLAG_LAUNCH_TILE | SOLAR_FLAG_RESEARCH_TILE));
    /* A blue trace turns back the launch tile, a red one the other. */
    state = at("player0=energy:3,techs:4,probes:3.7,flags:launch_tile+research_tile");
    act(&state, 0, "moon:m6");
    act(&state, 0, "trace:blue");
    CHECK(state.players[0].flags == SOLAR_FLAG_RESEARCH_TILE);
    act(&state, 0, "trace:red");
    CHECK(state.players[0].flags == 0);
    by("players=1");
    state = at("player0=credit:2,publicity:6");
    CHECK(refused(&state, 0, "launch:tile") == GPSCORE_SOLAR_TILE_USED);
}

/* rule: R11 */
static void turing_uses_a_tech_for_a_turn_and_sentinel_marks_signals(void) {
    by("players=2 organisations=turing,none");
    solar_state state = at("player0=credit:2,probes:4.4 player1=credit:1");
    act(&state, 0, "org");
    CHECK((state.head.turn & SOLAR_TURN_TURING) && state.players[0].techs == 0 &&
          state.players[0].score == 0);
    act(&state, 0, "launch"); /* over the own limit: it stays */
    act(&state, 0, "end");
    CHECK(!(state.head.turn & SOLAR_TURN_TURING) && state.players[0].count == 2);
    act(&state, 1, "pass");
    CHECK(refused(&state, 0, "org:2") == GPSCORE_SOLAR_ORG_USED &&
          refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    state = at("player0=energy:1,probes:2.6");
    act(&state, 0, "org:2");
    CHECK(happened(SOLAR_EVENT_ORG_USED, 0, 1, -1, -1));
    act(&state, 0, "move:2.6>cw"); /* asteroids to asteroids */
    CHECK(state.players[0].energy == 0 && state.players[0].publicity == 1);
    state = at("player0=energy:2,probes:3.3");
    act(&state, 0, "org:3");
    act(&state, 0, "land:p4/1");
    state = at("player0=energy:3,probes:3.3");
    act(&state, 0, "org:4");
    act(&state, 0, "moon:m2");
    state = at("player0=techs:2,probes:3.3");
    CHECK(refused(&state, 0, "org:2") == GPSCORE_SOLAR_ORG_TECH); /* its own already */

    by("players=1 organisations=sentinel");
    state = at("player0=credit:2");
    act(&state, 0, "launch");
    CHECK(state.players[0].signals == 1);
    state = at("player0=publicity:6");
    act(&state, 0, "research");
    act(&state, 0, "take:1");
    CHECK(state.players[0].signals == 1 && state.players[0].count == 1);
    by("players=1 organisations=sentinel host=embedded");
    state = at("player0=credit:2");
    act(&state, 0, "launch");
    CHECK(happened(SOLAR_EVENT_SETTLE, 0, SOLAR_GAIN_SIGNAL_HERE, 1, 0)); /* in Earth's sector */
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(state.head.phase == SOLAR_TURN && (state.head.turn & SOLAR_TURN_MAIN));
}

/* rule: R12 */
static void helion_switches_a_tech_off_for_an_income(void) {
    by("players=1 organisations=helion");
    solar_state state = at("player0=credit:2,cards:1,techs:1,probes:4.4+4.5");
    CHECK(refused(&state, 0, "org:2") == GPSCORE_SOLAR_OFF_TECH);
    act(&state, 0, "org");
    CHECK(state.players[0].techs == 0x11 && state.head.phase == SOLAR_CHOOSE_INCOME);
    CHECK(refused(&state, 0, "move:4.4>cw") == GPSCORE_SOLAR_NO_FREE);
    act(&state, 0, "income:credit");
    CHECK(state.players[0].tucked[0] == 1 && state.players[0].credits == 3 && state.head.phase == SOLAR_TURN);
    CHECK(state.players[0].count == 2); /* those over the lower limit stay */
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT &&
          refused(&state, 0, "org") == GPSCORE_SOLAR_ORG_USED);
    /* It still counts as owned. */
    state = at("player0=publicity:6,techs:2off+3,energy:1,probes:2.6");
    CHECK(refused(&state, 0, "move:2.6>cw") == GPSCORE_SOLAR_MOVES &&
          refused(&state, 0, "org:2") == GPSCORE_SOLAR_OFF_TECH);
    act(&state, 0, "research");
    CHECK(refused(&state, 0, "take:2") == GPSCORE_SOLAR_TECH_OWNED);
    /* Inside a choice it leads back to it. */
    state = at("player0=publicity:6,cards:1,techs:3");
    act(&state, 0, "research");
    act(&state, 0, "org:3");
    act(&state, 0, "income:no");
    CHECK(state.head.phase == SOLAR_CHOOSE_TECH);
    state = at("player0=techs:3"); /* without a card the income lapses */
    act(&state, 0, "org:3");
    CHECK(state.head.phase == SOLAR_TURN && happened(SOLAR_EVENT_LAPSED, 0, -1, -1, -1));
}

/* ---- The turn and the game alone ------------------------------------------------------------------------- */

/* rule: S10 */
static void a_turn_has_one_main_action_and_a_pass_ends_the_round_for_oneself(void) {
    by("players=3");
    solar_state state = at("player0=credit:4,cards:6 player1=credit:2 player2=credit:2");
    act(&state, 0, "pass"); /* down to 4 cards, the rotation, one card; the turn ends at once */
    CHECK(events_are("pass - turn + end") && state.players[0].cards == 5 && state.head.active == 1);
    CHECK(state.head.turns == 1);
    act(&state, 1, "launch");
    act(&state, 1, "end");
    act(&state, 2, "launch");
    act(&state, 2, "end");
    CHECK(state.head.active == 1); /* who has passed is skipped */
    act(&state, 1, "pass");
    CHECK(state.head.active == 2);
    act(&state, 2, "pass");
    CHECK(state.head.round == 1 && state.head.start == 1 && state.head.active == 1);
    CHECK(state.players[0].flags == 0 && state.players[0].credits == 4 + 3 && state.players[1].energy == 2);
    for (int p = 0; p < 3; p++) CHECK(happened(SOLAR_EVENT_GAINED, p, SOLAR_CREDIT, 3, 0));
}

/* rule: S10 */
static void after_the_last_round_the_most_points_win(void) {
    by("players=3 trace_points=2 signal_points=3");
    solar_state state = at("active=2 start=1 round=4 turns=14 player0=score:10,traces:1+1+0,flags:passed "
                           "player1=score:11,signals:1,flags:passed player2=score:13,cards:6,data:6");
    CHECK(solar_winners(&rules, &state) == 0);
    act(&state, 2, "pass");
    CHECK(state.head.phase == SOLAR_OVER && events_are("pass - end over") && state.players[2].cards == 4);
    CHECK(solar_points(&rules, &state, 0) == 14 && solar_points(&rules, &state, 1) == 14);
    CHECK(solar_points(&rules, &state, 2) == 13 && solar_winners(&rules, &state) == 3u); /* a tie is shared */
    CHECK(refused(&state, 0, "pass") == GPSCORE_SOLAR_ENDED && solar_to_act(&state) == GPSCORE_TO_ACT_OVER);
    by("players=1"); /* nobody is behind: zero points win, too */
    state = at("over round=4 turns=5 player0=flags:passed");
    CHECK(solar_winners(&rules, &state) == 1u);
}

/* rule: S9 R6 S5 */
static void what_goes_beyond_a_bound_is_lost(void) {
    by("players=1");
    solar_state state = at("player0=credit:250,energy:250,cards:4,publicity:10,tucked:0+0+250");
    act(&state, 0, "pass");
    CHECK(state.players[0].credits == 250 && state.players[0].energy == 250 && state.players[0].cards == 250);
    state = at("player0=credit:250,energy:3,publicity:10");
    CHECK(refused(&state, 0, "exchange:energy>credit") == GPSCORE_SOLAR_TOO_MANY);
    /* Turns are counted as far as they can be. */
    state = at("turns=4294967295 flags=main");
    act(&state, 0, "end");
    CHECK(state.head.turns == UINT32_MAX);
}

/* No two choices of a colour are the same where traces stand at their bound. */
/* rule: R6 R10 */
static void a_trace_of_any_colour_is_one_that_changes_something(void) {
    static const char *const hosts[] = {"alone", "embedded"};
    for (int embedded = 0; embedded < 2; embedded++) {
        char text[128];
        snprintf(text, sizeof text, "players=1 organisations=xenolab pluto=1 host=%s", hosts[embedded]);
        by(text);
        const char *phase = embedded ? "settle" : "choose_trace";
        const int who = embedded ? GPSCORE_HOST : 0;
        const char *const colours[] = {embedded ? "e:resolved" : "trace:red",
                                       embedded ? "e:resolved:yellow" : "trace:yellow",
                                       embedded ? "e:resolved:blue" : "trace:blue"};
        static const struct {
            const char *player;
            unsigned fits; /* by bit, red first */
        } cases[] = {
            {"traces:249+249+249", 7},
            {"traces:250+0+250", 2},
            {"traces:250+250+0", 4},
            {"traces:250+250+250", 1},
            {"traces:250+250+250,flags:launch_tile", 4},
            {"traces:250+0+250,flags:research_tile", 3},
        };
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            snprintf(text, sizeof text, "%s flags=main list=orbit:p8 item=2 left=1 player0=%s,probes:1.0",
                     phase, cases[i].player);
            const solar_state state = at(text);
            for (int c = 0; c < 3; c++) {
                const int fits = (int)(cases[i].fits >> c & 1u);
                CHECK(listed(&state, who, colours[c]) == fits);
                CHECK(refused(&state, who, colours[c]) == (fits ? GPSCORE_OK : GPSCORE_SOLAR_TOO_MANY));
            }
        }
    }
}

/* ---- Boards that cannot be -------------------------------------------------------------------------------- */

static void a_board_is_refused_with_the_place_of_the_fault(void) {
    solar_board good, board;
    gpscore_error error;
    solar_board_standard(&good);
    CHECK(solar_board_check(&good, NULL) == GPSCORE_OK);

    /* What is behind the planets and moons must be 0, so that equal boards have equal bytes. */
    for (size_t byte = 0; byte < sizeof board.moons[0]; byte++) {
        board = good;
        ((unsigned char *)&board.moons[board.moon_count])[byte] = 1;
        CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_UNUSED);
        CHECK(error.operand[0] == 9 && error.operand[1] == 9);
    }
    board = good;
    board.planet_count = 8; /* Pluto is still there */
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_UNUSED && error.operand[0] == 8);
    memset(&board.planets[8], 0, sizeof board.planets[8]);
    CHECK(solar_board_check(&board, NULL) == GPSCORE_OK);
    board.planets[8].land[5].n = 1;
    CHECK(solar_board_check(&board, NULL) == GPSCORE_BOARD_UNUSED);

    /* Names are padded with NULs and end with one. */
    board = good;
    board.planets[2].name[19] = 'x';
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_NAME && error.operand[0] == 2);
    board = good;
    memset(board.moons[1].name, 'a', SOLAR_NAME);
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_NAME && error.operand[0] == 9 + 1);
    board = good;
    board.stars[3][1].name[0] = 0;
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_NAME && error.operand[0] == 18 + 7);

    /* Stars: the data or the colour, which is said. */
    board = good;
    board.stars[1][0].data = 101;
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_LIMIT);
    CHECK(error.operand[0] == 12 + 2 && error.operand[1] == 101 && error.operand[3] == 100);
    board = good;
    board.stars[1][0].colour = 4;
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_LIMIT);
    CHECK(error.operand[0] == 20 + 2 && error.operand[1] == 4 && error.operand[3] == 3);
    board = good;
    board.hand_limit = 101;
    CHECK(solar_board_check(&board, &error) == GPSCORE_BOARD_LIMIT && error.operand[0] == 11);
}

/* ---- Cases that are easily got wrong ---------------------------------------------------------------------- */

/* rule: S12 */
static void case_01_riding_on_mercury_is_no_visit(void) {
    by("");
    solar_state state = at("player0=publicity:6,probes:1.1");
    act(&state, 0, "research");
    CHECK(probes_at(&state, 0, SPACE(1, 0)) == 1 && state.players[0].publicity == 0);
    CHECK(solar_planet_space(&rules, &state, 1) == SPACE(1, 0));
    CHECK(happened(SOLAR_EVENT_RODE, 0, -1, -1, -1) && !happened(SOLAR_EVENT_PUBLICITY, -1, -1, -1, -1));
}

/* rule: S13 */
static void case_02_in_a_gap_behind_a_gap_a_probe_stays(void) {
    by("");
    solar_state state = at("player0=publicity:6,probes:1.7"); /* holes of disc 1 at 7 and 0 */
    act(&state, 0, "research");
    CHECK(probes_at(&state, 0, SPACE(1, 7)) == 1 && solar_planet_space(&rules, &state, 1) == SPACE(1, 0));
    CHECK(events_are("- turn"));
}

/* rule: S13 S9 */
static void case_03_mars_pushes_to_the_comet_and_not_onto_itself(void) {
    by("");
    solar_state state = at("discs=7,0,0 token=1 player0=publicity:6,probes:2.1");
    act(&state, 0, "research");
    CHECK(probes_at(&state, 0, SPACE(2, 0)) == 1 && state.players[0].publicity == 1);
    CHECK(solar_content(&rules, &state, SPACE(2, 0)) == SOLAR_COMET);
    CHECK(solar_planet_space(&rules, &state, 3) == SPACE(2, 1));
}

/* rule: S2 S11 S12 */
static void case_04_discs_turn_and_not_rings(void) {
    by("players=1 host=embedded");
    /* Of disc 3 are shown: in ring 1 an empty space, in ring 2 a comet, in ring 3 Jupiter. */
    const solar_state start = at("player0=probes:1.0+2.0+3.3");
    solar_state state = start;
    act(&state, GPSCORE_HOST, "e:rotate");
    CHECK(probes_at(&state, 0, SPACE(2, 0)) == 1 && probes_at(&state, 0, SPACE(3, 3)) == 1);
    state = at("token=2 player0=probes:1.0+2.0+3.3");
    act(&state, GPSCORE_HOST, "e:rotate");
    CHECK(probes_at(&state, 0, SPACE(1, 7)) == 1 && probes_at(&state, 0, SPACE(2, 7)) == 1);
    CHECK(probes_at(&state, 0, SPACE(3, 2)) == 1 && events_are("turn ride ride ride"));
}

/* rule: S12 S13 */
static void case_05_on_disc_2_in_a_gap_of_disc_1_a_probe_rides_or_is_pushed(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:1.4");
    act(&state, GPSCORE_HOST, "e:rotate"); /* disc 1 alone: Earth comes */
    CHECK(happened(SOLAR_EVENT_PUSHED, 0, (int)SPACE(1, 4), (int)SPACE(1, 3), 1));
    state = at("token=1 player0=probes:1.4");
    act(&state, GPSCORE_HOST, "e:rotate"); /* both */
    CHECK(happened(SOLAR_EVENT_RODE, 0, (int)SPACE(1, 4), (int)SPACE(1, 3), 1));
}

/* rule: S9 S13 */
static void case_06_at_10_publicity_a_push_pays_nothing(void) {
    by("host=embedded");
    solar_state state = at("discs=7,0,0 token=1 player0=publicity:10,probes:2.1");
    act(&state, GPSCORE_HOST, "e:rotate");
    CHECK(events_are("turn push") && state.players[0].publicity == 10);
}

/* rule: R7 */
static void case_07_publicity_of_the_rotation_cannot_pay_for_the_research(void) {
    by("");
    solar_state state = at("discs=7,0,0 token=1 player0=publicity:6,probes:2.1");
    act(&state, 0, "research");
    CHECK(state.players[0].publicity == 1 && events_are("- turn push P"));
    state = at("discs=7,0,0 token=1 player0=publicity:5,probes:2.1");
    CHECK(refused(&state, 0, "research") == GPSCORE_SOLAR_PUBLICITY && !listed(&state, 0, "research"));
}

/* rule: R2 R7 */
static void case_08_with_two_probes_in_space_tech_1_launches_none(void) {
    by("host=embedded");
    solar_state state = at("player0=publicity:6,probes:4.4x2");
    act(&state, 0, "research");
    act(&state, 0, "take:1");
    CHECK(happened(SOLAR_EVENT_LAUNCH_SKIPPED, 0, -1, -1, -1) && state.players[0].count == 2);
}

/* rule: S16 S18 */
static void case_09_a_foreign_orbiter_and_tech_3_make_a_moon_cost_one(void) {
    by("");
    solar_state state = at("player0=energy:1,techs:3+4,probes:3.3 p4=orbit:1,first:1");
    act(&state, 0, "moon:m2");
    CHECK(state.players[0].energy == 0);
    state = at("player0=techs:3+4,probes:3.3 p4=orbit:1,first:1");
    CHECK(refused(&state, 0, "moon:m2") == GPSCORE_SOLAR_ENERGY);
}

/* rule: S16 */
static void case_10_a_lander_gives_no_discount(void) {
    by("");
    solar_state state = at("player0=energy:2,probes:3.3 player1=techs:4 p4=land:1,data1:1 m1=1");
    CHECK(refused(&state, 0, "land:p4") == GPSCORE_SOLAR_ENERGY);
    state = at("player0=energy:3,probes:3.3 p4=land:1,data1:1");
    act(&state, 0, "land:p4");
    CHECK(state.players[0].energy == 0);
}

/* rule: S14 S16 */
static void case_11_with_probes_on_two_planets_one_is_chosen_and_paid_for(void) {
    by("");
    solar_state state = at("player0=credit:2,energy:4,techs:1,probes:1.3+2.2");
    CHECK(listed(&state, 0, "orbit:p2") && listed(&state, 0, "orbit:p3") && listed(&state, 0, "land:p2/1"));
    act(&state, 0, "orbit:p2");
    CHECK(state.players[0].credits == 1 && state.players[0].energy == 3 && state.players[0].count == 1);
    CHECK(probes_at(&state, 0, SPACE(2, 2)) == 1 &&
          refused(&state, 0, "orbit:p3") == GPSCORE_SOLAR_MAIN_USED);
}

/* rule: S17 S18 */
static void case_12_a_moon_leaves_the_data_to_the_first_on_the_planet(void) {
    by("players=1");
    solar_state state = at("player0=energy:3,techs:4,probes:3.3");
    act(&state, 0, "moon:m2");
    CHECK(state.players[0].data == 0 && state.figures.data[3] == 0);
    state = at("player0=energy:3,techs:4,probes:3.3 m2=0");
    act(&state, 0, "land:p4/1");
    CHECK(state.players[0].data == 2 && state.figures.data[3] == 1);
}

/* rule: S17 */
static void case_13_one_player_may_take_both_data_of_mars(void) {
    by("");
    solar_state state = at("player0=energy:3,probes:2.2 p3=land:0,data1:0");
    act(&state, 0, "land:p3/2");
    CHECK(state.players[0].data == 1 && state.figures.data[2] == 0x11 && landers(&state, 3, 0) == 2);
}

/* rule: S17 R6 */
static void case_14_data_beyond_six_are_lost(void) {
    by("");
    solar_state state = at("player0=energy:3,data:5,probes:3.3");
    act(&state, 0, "land:p4/1");
    CHECK(state.players[0].data == 6 && happened(SOLAR_EVENT_GAINED, 0, SOLAR_DATA, 1, 0));
    state = at("player0=energy:3,data:6,probes:3.3");
    act(&state, 0, "land:p4/1"); /* the space is covered all the same */
    CHECK(state.figures.data[3] == 1 && !happened(SOLAR_EVENT_GAINED, 0, SOLAR_DATA, -1, -1));
}

/* rule: S9 */
static void case_15_venus_out_and_venus_again_earn_two(void) {
    by("");
    solar_state state = at("player0=energy:3,probes:1.4");
    act(&state, 0, "move:1.4>ccw");
    act(&state, 0, "move:1.3>out");
    act(&state, 0, "move:2.3>in");
    CHECK(state.players[0].publicity == 2);
}

/* rule: S8 */
static void case_16_from_asteroids_to_asteroids_costs_two(void) {
    by("");
    solar_state state = at("player0=energy:3,probes:2.6");
    act(&state, 0, "move:2.6>cw");
    CHECK(state.players[0].energy == 1 && solar_content(&rules, &state, SPACE(2, 7)) == SOLAR_ASTEROID);
    state = at("player0=energy:3,probes:2.5"); /* from a plain space one */
    act(&state, 0, "move:2.5>cw");
    CHECK(state.players[0].energy == 2);
    state = at("player0=energy:3,techs:2,probes:2.6");
    act(&state, 0, "move:2.6>cw");
    CHECK(state.players[0].energy == 2);
}

/* rule: R9 */
static void case_17_orbital_dynamics_with_one_probe_makes_one_move(void) {
    by("players=1 organisations=orbital_dynamics");
    solar_state state = at("player0=probes:4.4");
    act(&state, 0, "org");
    act(&state, 0, "move:4.4>cw");
    CHECK(state.head.phase == SOLAR_TURN && refused(&state, 0, "move:4.5>cw") == GPSCORE_SOLAR_MOVES);
}

/* rule: S10 */
static void case_18_the_first_pass_of_the_last_round_turns_the_discs_too(void) {
    by("");
    solar_state state = at("round=4 turns=8 player0=cards:4,probes:1.1");
    act(&state, 0, "pass");
    CHECK(events_are("pass turn ride end") && state.players[0].cards == 4); /* but takes no card */
}

/* rule: R7 S10 */
static void case_19_a_tech_from_an_effect_rotates_when_all_are_owned(void) {
    by("host=embedded");
    solar_state state = at("player0=techs:1+2+3+4,probes:1.1");
    act(&state, GPSCORE_HOST, "e:tech:w0:rotate");
    CHECK(events_are("turn ride") && state.head.phase == SOLAR_TURN && state.head.token == 1);
}

/* rule: S15 R5 */
static void case_20_removing_the_first_orbiter_opens_its_points_again(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:1,energy:1,probes:1.3 p2=orbit:0+1,first:1");
    act(&state, GPSCORE_HOST, "e:remove:w1:orbit:p2/1");
    act(&state, 0, "orbit:p2");
    CHECK(state.players[0].score == 9 && state.figures.first[1] == 1 && orbiters(&state, 2, 0) == 2);
}

/* ---- What hosts express with effects: the lines of docs/effects.md ------------------------------------------ */

/* rule: S7 */
static void effect_resources_are_granted_and_spent(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:2,publicity:9,data:5,score:1");
    act(&state, GPSCORE_HOST, "e:change:w0:credit+3");
    act(&state, GPSCORE_HOST, "e:change:w0:credit-5");
    CHECK(state.players[0].credits == 0);
    CHECK(refused(&state, GPSCORE_HOST, "e:change:w0:credit-1") == GPSCORE_SOLAR_TOO_FEW);
    act(&state, GPSCORE_HOST, "e:change:w0:publicity+5"); /* beyond the limits they are lost */
    act(&state, GPSCORE_HOST, "e:change:w0:data+5");
    CHECK(state.players[0].publicity == 10 && state.players[0].data == 6);
    act(&state, GPSCORE_HOST, "e:change:w1:income-energy+2"); /* tucked, and gained now */
    CHECK(state.players[1].tucked[1] == 2 && state.players[1].energy == 2);
    act(&state, GPSCORE_HOST, "e:change:w1:income-energy-1");
    CHECK(state.players[1].tucked[1] == 1 && state.players[1].energy == 2);
    act(&state, GPSCORE_HOST, "e:change:w0:score+250");
    act(&state, GPSCORE_HOST, "e:change:w0:score-251");
    CHECK(state.players[0].score == 0);
    static const struct {
        const char *text;
        solar_resource resource;
    } kinds[] = {
        {"e:change:w0:energy+1", SOLAR_ENERGY},
        {"e:change:w0:card+1", SOLAR_CARD},
        {"e:change:w0:red-trace+1", SOLAR_RED_TRACE},
        {"e:change:w0:yellow-trace+1", SOLAR_YELLOW_TRACE},
        {"e:change:w0:blue-trace+1", SOLAR_BLUE_TRACE},
        {"e:change:w0:signal+1", SOLAR_SIGNAL},
        {"e:change:w0:income-credit+1", SOLAR_INCOME_CREDIT},
        {"e:change:w0:income-card+1", SOLAR_INCOME_CARD},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        act(&state, GPSCORE_HOST, kinds[i].text);
        CHECK(happened(SOLAR_EVENT_GAINED, 0, kinds[i].resource, 1, 0));
    }
    state = at("player0=credit:250");
    CHECK(refused(&state, GPSCORE_HOST, "e:change:w0:credit+1") == GPSCORE_SOLAR_TOO_MANY);
    CHECK(refused(&state, GPSCORE_HOST, "e:change:w2:credit+1") == GPSCORE_SOLAR_NO_PLAYER);
}

/* rule: S7 S8 */
static void effect_two_moves_are_split_among_probes(void) {
    by("host=embedded");
    solar_state state = at("player0=techs:1,probes:4.1+4.4");
    act(&state, GPSCORE_HOST, "e:moves:2");
    CHECK(happened(SOLAR_EVENT_MOVE_GAINED, 0, 2, -1, -1));
    act(&state, 0, "move:4.4>cw");
    act(&state, 0, "move:4.1>cw");
    CHECK(state.head.moves == 0);
    state = at("player0=probes:2.6"); /* or make up one off asteroids */
    act(&state, GPSCORE_HOST, "e:moves:2");
    act(&state, 0, "move:2.6>out");
    CHECK(state.head.moves == 0 && probes_at(&state, 0, SPACE(3, 6)) == 1);
    state = at("player0=probes:4.4");
    act(&state, GPSCORE_HOST, "e:moves:2:ring");
    CHECK(happened(SOLAR_EVENT_RING_MOVE_GAINED, 0, 2, -1, -1));
    CHECK(refused(&state, 0, "move:4.4>in") == GPSCORE_SOLAR_MOVES);
    act(&state, 0, "move:4.4>cw");
}

/* rule: S4 R2 */
static void effect_a_launch_is_free_and_may_ignore_the_limit(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:4.4");
    act(&state, GPSCORE_HOST, "e:launch:w1");
    CHECK(state.players[1].count == 1 && happened(SOLAR_EVENT_LAUNCHED, 1, (int)SPACE(1, 5), -1, -1));
    act(&state, GPSCORE_HOST, "e:launch:w0:ignore");
    CHECK(state.players[0].count == 2 && !(state.head.turn & SOLAR_TURN_MAIN));
}

/* rule: S14 S16 S18 */
static void effect_orbits_and_landings_are_free(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:3.3x3");
    act(&state, GPSCORE_HOST, "e:orbit:w0:p4");
    CHECK(events_are("orbit first + + + settle") && !(state.head.turn & SOLAR_TURN_MAIN));
    CHECK(state.players[0].score == 3 && state.players[0].data == 1 && state.players[0].count == 2);
    act(&state, GPSCORE_HOST, "e:resolved");
    act(&state, GPSCORE_HOST, "e:land:w0:p4/1");
    act(&state, GPSCORE_HOST, "e:resolved");
    act(&state, GPSCORE_HOST, "e:moon:w0:m3"); /* without tech 4 */
    CHECK(state.players[0].publicity == 5 && state.players[0].techs == 0 && state.figures.moon[1] == 1 << 4);
    CHECK(refused(&state, GPSCORE_HOST, "e:orbit:w0:p4") == GPSCORE_SOLAR_NOT_AT_PLANET);
}

/* rule: S17 S18 */
static void effect_a_landing_on_a_covered_space_pays_it_again(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:2.2 p3=land:1x2,data1:1,data2:1 m0=1");
    CHECK(refused(&state, GPSCORE_HOST, "e:land:w0:p3/1") == GPSCORE_SOLAR_DATA_SPACE);
    solar_state moon = state;
    act(&state, GPSCORE_HOST, "e:land:w0:p3/1:again");
    CHECK(state.players[0].data == 2 && state.figures.data[2] == 0x22 && landers(&state, 3, 0) == 1);
    CHECK(refused(&moon, GPSCORE_HOST, "e:moon:w0:m0") == GPSCORE_SOLAR_MOON_TAKEN);
    act(&moon, GPSCORE_HOST, "e:moon:w0:m0:again");
    CHECK(moon.players[0].score == 8 && moon.figures.moon[0] == 2 && landers(&moon, 3, 0) == 1);
    CHECK(solar_figures_at(&rules, &moon, 3, 0) == 1);
    moon = at("player0=probes:2.2");
    CHECK(refused(&moon, GPSCORE_HOST, "e:moon:w0:m0:again") == GPSCORE_SOLAR_NOT_THERE);
    CHECK(refused(&moon, GPSCORE_HOST, "e:land:w0:p3/1:again") == GPSCORE_SOLAR_DATA_SPACE);
}

/* rule: R7 R8 */
static void effect_a_tech_comes_without_rotation_or_with_it(void) {
    by("host=embedded");
    solar_state state = at("player0=publicity:3 player1=score:1"), rotated = state;
    act(&state, GPSCORE_HOST, "e:tech:w0");
    CHECK(event_count == 0 && state.head.token == 0 && state.head.phase == SOLAR_CHOOSE_TECH);
    act(&state, 0, "take:2");
    CHECK(state.players[0].publicity == 3 && state.players[0].score == 5 &&
          state.head.phase == SOLAR_TURN_TILE);
    act(&state, GPSCORE_CHANCE, "tile:3");
    CHECK(!(state.head.turn & SOLAR_TURN_MAIN));
    act(&rotated, GPSCORE_HOST, "e:tech:w1:rotate"); /* somebody else's, who chooses */
    CHECK(events_are("turn") && solar_to_act(&rotated) == 2u);
    CHECK(refused(&rotated, 0, "take:2") == GPSCORE_SOLAR_NOT_YOUR_TURN);
    act(&rotated, 1, "take:4");
}

/* rule: S11 S12 S13 */
static void effect_the_discs_turn_alone(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:1.1 player1=probes:1.0");
    act(&state, GPSCORE_HOST, "e:rotate");
    CHECK(events_are("turn ride push"));
}

/* rule: S5 */
static void effect_the_limit_changes_for_good_or_for_this_turn(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:9,probes:4.4 player1=credit:9,probes:4.4");
    act(&state, GPSCORE_HOST, "e:limit:w0:+1:turn");
    CHECK(happened(SOLAR_EVENT_TURN_LIMIT, 0, 1, -1, -1));
    CHECK(refused(&state, GPSCORE_HOST, "e:limit:w1:+1:turn") == GPSCORE_SOLAR_NOT_ACTIVE);
    act(&state, 0, "launch");
    act(&state, 0, "end");
    CHECK(state.head.turn_limit == 0 && refused(&state, 1, "launch") == GPSCORE_SOLAR_LIMIT);
    act(&state, GPSCORE_HOST, "e:limit:w1:+1");
    act(&state, 1, "launch");
    act(&state, 1, "end");
    CHECK(state.players[1].limit == 1 && refused(&state, 0, "launch") == GPSCORE_SOLAR_LIMIT);
    act(&state, GPSCORE_HOST, "e:limit:w1:-3");
    CHECK(happened(SOLAR_EVENT_LIMIT, 1, 256 - 3, -1, -1));
    CHECK(state.players[1].limit == -2);
    CHECK(refused(&state, GPSCORE_HOST, "e:limit:w1:+11") == GPSCORE_SOLAR_LIMIT_CHANGE);
    act(&state, GPSCORE_HOST, "e:limit:w1:-10");
    CHECK(refused(&state, GPSCORE_HOST, "e:limit:w1:-9") == GPSCORE_SOLAR_TOO_MANY);
}

/* rule: S8 */
static void effect_asteroids_hold_nobody_this_turn(void) {
    by("host=embedded");
    solar_state state = at("player0=energy:1,probes:2.6 player1=energy:1,probes:2.6");
    act(&state, GPSCORE_HOST, "e:no-asteroids");
    CHECK(happened(SOLAR_EVENT_NO_ASTEROIDS, 0, -1, -1, -1));
    CHECK(solar_move_cost(&rules, &state, 0, SPACE(2, 6)) == 1 &&
          solar_move_cost(&rules, &state, 1, SPACE(2, 6)) == 2);
    act(&state, 0, "move:2.6>cw");
    CHECK(state.players[0].energy == 0 && state.players[0].publicity == 0); /* no publicity of tech 2 */
    act(&state, GPSCORE_HOST, "e:main");
    act(&state, 0, "end");
    CHECK(refused(&state, 1, "move:2.6>cw") == GPSCORE_SOLAR_MOVES);
}

/* rule: S9 */
static void effect_a_move_instead_of_the_publicity_of_planets(void) {
    by("host=embedded");
    solar_state state = at("player0=energy:1,probes:1.4");
    CHECK(refused(&state, 0, "move:1.4>ccw+move") == GPSCORE_SOLAR_NO_INSTEAD);
    act(&state, GPSCORE_HOST, "e:move-instead");
    CHECK(happened(SOLAR_EVENT_MOVE_INSTEAD, 0, -1, -1, -1));
    solar_state plain = state;
    act(&state, 0, "move:1.4>ccw+move");
    CHECK(events_are("- move instead") && state.head.moves == 1 && state.players[0].publicity == 0);
    act(&state, 0, "move:1.3>out");
    CHECK(state.head.moves == 0);
    act(&plain, 0, "move:1.4>ccw"); /* optional, for each entry */
    CHECK(plain.players[0].publicity == 1 && plain.head.moves == 0);
    CHECK(refused(&plain, 0, "move:1.3>cw+move") != GPSCORE_OK);
    state = at("flags=move_instead player0=energy:9,probes:1.4+2.2"); /* Earth and comets offer none */
    CHECK(refused(&state, 0, "move:1.4>cw+move") == GPSCORE_SOLAR_NO_INSTEAD);
    CHECK(refused(&state, 0, "move:2.2>ccw+move") == GPSCORE_SOLAR_NO_INSTEAD);
}

/* rule: S15 S17 */
static void effect_figures_are_put_without_launch_visit_or_reward(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:4.4");
    act(&state, GPSCORE_HOST, "e:put:w0:probe:2.1"); /* a comet, and over the limit */
    CHECK(events_are("put") && state.players[0].publicity == 0 && state.players[0].count == 2);
    act(&state, GPSCORE_HOST, "e:put:n:orbit:p4"); /* a neutral one takes the first space, unscored */
    CHECK(state.figures.first[3] == SOLAR_NEUTRAL + 1 && orbiters(&state, 4, SOLAR_NEUTRAL) == 1);
    act(&state, GPSCORE_HOST, "e:put:w0:orbit:p4");
    CHECK(state.figures.first[3] == SOLAR_NEUTRAL + 1 && state.players[0].score == 0);
    act(&state, GPSCORE_HOST, "e:put:w1:land:p3/2");
    act(&state, GPSCORE_HOST, "e:put:w1:land:p3");
    CHECK(state.figures.data[2] == 0x20 && landers(&state, 3, 1) == 2 && state.players[1].data == 0);
    CHECK(refused(&state, GPSCORE_HOST, "e:put:w0:land:p3/2") == GPSCORE_SOLAR_NOT_FREE);
    act(&state, GPSCORE_HOST, "e:put:w0:moon:m8");
    CHECK(refused(&state, GPSCORE_HOST, "e:put:w1:moon:m8") == GPSCORE_SOLAR_MOON_TAKEN);
    CHECK(refused(&state, GPSCORE_HOST, "e:put:n:probe:2.1") == GPSCORE_SOLAR_NOT_THERE);
    CHECK(refused(&state, GPSCORE_HOST, "e:put:w2:probe:2.1") == GPSCORE_SOLAR_NOT_THERE);
}

/* rule: R5 S17 S18 */
static void effect_removed_figures_open_what_they_covered(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:4.4 p3=land:0x2+1,data1:0,data2:1 m0=1");
    act(&state, GPSCORE_HOST, "e:remove:w1:land:p3/2");
    CHECK(events_are("remove") && state.figures.data[2] == 1 && landers(&state, 3, 1) == 0);
    act(&state, GPSCORE_HOST, "e:remove:w0:land:p3"); /* the one on no data space */
    CHECK(refused(&state, GPSCORE_HOST, "e:remove:w0:land:p3") == GPSCORE_SOLAR_NOT_THERE);
    CHECK(state.figures.data[2] == 1 && landers(&state, 3, 0) == 1);
    CHECK(refused(&state, GPSCORE_HOST, "e:remove:w0:moon:m0") == GPSCORE_SOLAR_NOT_THERE);
    act(&state, GPSCORE_HOST, "e:remove:w1:moon:m0");
    CHECK(state.figures.moon[0] == 0);
    act(&state, GPSCORE_HOST, "e:remove:w0:probe:4.4");
    CHECK(state.players[0].count == 0);
    state = at("player0=credit:1 p4=orbit:0x2,first:0"); /* one that covers nothing leaves the first there */
    act(&state, GPSCORE_HOST, "e:remove:w0:orbit:p4");
    CHECK(orbiters(&state, 4, 0) == 1 && state.figures.first[3] == 1);
}

/* rule: R5 */
static void effect_an_orbiter_is_taken_back_as_a_probe(void) {
    by("host=embedded");
    solar_state state = at("player0=probes:4.4 p4=orbit:0,first:0");
    act(&state, GPSCORE_HOST, "e:remove:w0:orbit:p4/1");
    act(&state, GPSCORE_HOST, "e:put:w0:probe:3.3"); /* where the planet is now */
    CHECK(solar_planet_space(&rules, &state, 4) == SPACE(3, 3) && state.players[0].count == 2);
    CHECK(state.players[0].publicity == 0 && orbiters(&state, 4, 0) == 0 && state.figures.first[3] == 0);
}

/* rule: R1 R6 */
static void effect_a_signal_in_the_sector_of_a_probe(void) {
    by("host=embedded");
    /* The probe stands at x = 5, which the first star of the fourth side is over: with the sector boards in
     * their first order board 3, with the last one board 0. The engine counts, the host knows the star. */
    solar_state state = at("player0=probes:3.5 player1=signals:2");
    CHECK(state.head.sectors == 0 && strcmp(rules.board.stars[3][0].name, "61_virginis") == 0);
    act(&state, GPSCORE_HOST, "e:change:w0:signal+1");
    CHECK(state.players[0].signals == 1 && happened(SOLAR_EVENT_GAINED, 0, SOLAR_SIGNAL, 1, 0));
    CHECK(solar_points(&rules, &state, 0) == 0);
}

/* rule: S20 */
static void effect_pluto_is_gone_to_by_its_owner(void) {
    by("host=embedded pluto=1,0");
    solar_state state = at("player0=probes:4.6x2 player1=probes:4.6");
    act(&state, GPSCORE_HOST, "e:orbit:w0:p8@6");
    CHECK(happened(SOLAR_EVENT_SETTLE, 0, SOLAR_GAIN_ANY_TRACE, 1, 8) && state.players[0].traces[1] == 0);
    act(&state, GPSCORE_HOST, "e:resolved:yellow");
    CHECK(state.players[0].traces[1] == 1 && state.head.phase == SOLAR_TURN);
    CHECK(refused(&state, GPSCORE_HOST, "e:orbit:w0:p8@6") == GPSCORE_SOLAR_ONCE);
    act(&state, GPSCORE_HOST, "e:land:w0:p8@6");
    CHECK(state.players[0].data == 4);
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(refused(&state, GPSCORE_HOST, "e:orbit:w1:p8@6") == GPSCORE_SOLAR_NOT_OWNER);
}

/* rule: S10 */
static void effect_main_actions_of_the_host_turns_and_rounds(void) {
    by("host=embedded");
    solar_state state = at("player0=credit:2 player1=credit:2");
    act(&state, GPSCORE_HOST, "e:main"); /* an action of the host's own game */
    CHECK(happened(SOLAR_EVENT_MAIN_USED, 0, -1, -1, -1));
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_MAIN_USED);
    CHECK(refused(&state, GPSCORE_HOST, "e:main") == GPSCORE_SOLAR_MAIN_USED);
    act(&state, 0, "end");
    act(&state, 1, "pass");
    CHECK(happened(SOLAR_EVENT_SETTLE, 1, SOLAR_GAIN_CARD, 1, SOLAR_NOWHERE)); /* the card of the pass */
    act(&state, GPSCORE_HOST, "e:resolved");
    act(&state, 0, "pass");
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(state.head.phase == SOLAR_ROUND_END && solar_to_act(&state) == GPSCORE_TO_ACT_HOST);
    CHECK(refused(&state, 0, "launch") == GPSCORE_SOLAR_ROUND_DUE);
    CHECK(refused(&state, GPSCORE_HOST, "e:rotate") == GPSCORE_SOLAR_EFFECT_PLACE);
    act(&state, GPSCORE_HOST, "e:next-round");
    CHECK(state.head.round == 1 && state.head.active == 1 && state.players[0].credits == 2 + 3);
    CHECK(refused(&state, GPSCORE_HOST, "e:next-round") == GPSCORE_SOLAR_ROUND_RUNNING);
}

static void effects_are_for_hosts_and_fields_without_a_meaning_for_nobody(void) {
    by("");
    solar_state state = at("player0=credit:2");
    CHECK(refused(&state, GPSCORE_HOST, "e:rotate") == GPSCORE_SOLAR_NOT_EMBEDDED);
    by("host=embedded");
    state = at("player0=credit:2");
    CHECK(refused(&state, 0, "e:rotate") == GPSCORE_SOLAR_NOT_HOST);
    CHECK(refused(&state, GPSCORE_HOST, "launch") == GPSCORE_SOLAR_NOT_HOST);
    CHECK(refused(&state, GPSCORE_CHANCE, "launch") == GPSCORE_SOLAR_NO_CHANCE);
    CHECK(refused(&state, 0, "tile:1") == GPSCORE_SOLAR_CHANCE);
    CHECK(refused(&state, 2, "launch") == GPSCORE_SOLAR_NO_PLAYER);
    const gpscore_action none[] = {
        0,
        SOLAR_ACTION(SOLAR_E_RESOLVED + 1, 0),
        SOLAR_ACTION(SOLAR_E_CHANGE, 0), /* 0 credits */
        SOLAR_ACTION(SOLAR_E_CHANGE, 1 << 16 | 13 << 4), /* a resource that is none */
        SOLAR_ACTION(SOLAR_E_MOVES, 0),
        SOLAR_ACTION(SOLAR_E_LIMIT, 0),
        SOLAR_ACTION(SOLAR_E_ORBIT, 0), /* Earth */
        SOLAR_ACTION(SOLAR_E_LAND, 9),
        SOLAR_ACTION(SOLAR_E_LAND, 3 | 3 << 10), /* a third data space */
        SOLAR_ACTION(SOLAR_E_PUT, 5 << 8), /* an owner that is none */
        SOLAR_ACTION(SOLAR_E_PUT, 1 << 11), /* a space of the rings that is covered */
        SOLAR_ACTION(SOLAR_E_PUT, 3 << 14 | 16),
        SOLAR_ACTION(SOLAR_E_REMOVE, 1 << 14),
        SOLAR_ACTION(SOLAR_E_RESOLVED, 3),
        SOLAR_ACTION(SOLAR_E_MAIN, 1),
    };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        char text[SOLAR_ACTION_TEXT];
        CHECK(solar_why_illegal(&rules, &state, GPSCORE_HOST, none[i], NULL) ==
              GPSCORE_ILLEGAL_UNKNOWN_ACTION);
        solar_action_write(none[i], text, sizeof text);
        CHECK(strncmp(text, "action:", 7) == 0);
    }
    const solar_state foreign = state;
    by("host=embedded rounds=6");
    CHECK(solar_why_illegal(&rules, &foreign, 0, named(&foreign, "launch"), NULL) ==
          GPSCORE_ILLEGAL_FOREIGN_STATE);
}

/* ---- Questions, against slow loops -------------------------------------------------------------------------- */

/* Positions at random for the questions: alignment, token, techs, turn flags. */
static solar_state random_position(dice *d) {
    static const char *const seats[] = {
        "player0=probes:1.0 player1=techs:2", "player0=techs:2 player1=techs:3",
        "flags=no_asteroids player0=probes:2.2+3.1x2 player1=probes:4.4",
        "active=1 turns=1 flags=no_asteroids player0=probes:2.1x3 player1=techs:2,probes:1.4+2.6"};
    int offsets[4];
    solar_state state = at(seats[roll(d, 4)]);
    set_discs(&state, (int)roll(d, SOLAR_ALIGNMENTS), (int)roll(d, 3), offsets);
    solar_derive(&rules, &state);
    return state;
}

/* What a step from a space costs and what entering one earns, from the contents alone. */
static int free_of_asteroids(const solar_state *state, int player) {
    return (state->players[player].techs & 2u) ||
           (player == state->head.active && (state->head.turn & SOLAR_TURN_NO_ASTEROIDS));
}

static int cost_of(const solar_state *state, int player, int space) {
    const unsigned shows = solar_content(&rules, state, (unsigned)space);
    return 1 + (shows == SOLAR_ASTEROID && !free_of_asteroids(state, player));
}

static int earns(const solar_state *state, int player, int space) {
    const unsigned shows = solar_content(&rules, state, (unsigned)space);
    return shows == SOLAR_COMET || shows > SOLAR_PLANET ||
           (shows == SOLAR_ASTEROID && (state->players[player].techs & 2u));
}

static int step_to(int space, int direction) {
    const int ring = space / 8, x = space % 8;
    if (direction < 2) return 8 * ring + (x + (direction ? 7 : 1)) % 8;
    const int to = direction == 2 ? ring + 1 : ring - 1;
    return to < 0 || to > 3 ? -1 : 8 * to + x;
}

/* Every way there is. */
static void walk(const solar_state *state, int player, int space, int cost, int publicity, int moves,
                 int cheapest[32], int most[32]) {
    if (cheapest[space] < 0 || cost < cheapest[space]) cheapest[space] = cost;
    if (publicity > most[space]) most[space] = publicity;
    const int then = cost + cost_of(state, player, space);
    if (then > moves) return;
    for (int direction = 0; direction < 4; direction++) {
        const int to = step_to(space, direction);
        if (to < 0) continue;
        walk(state, player, to, then, publicity + earns(state, player, to), moves, cheapest, most);
    }
}

/* rule: S6 S8 S9 */
static void reach_and_path_agree_with_every_way_there_is(void) {
    dice d = {gpscore_key(41, GPSCORE_PURPOSE_PLAYER), 0};
    by("host=embedded");
    for (int round = 0; round < 60; round++) {
        const solar_state state = random_position(&d);
        const int player = (int)roll(&d, 2), from = (int)roll(&d, 32), moves = (int)roll(&d, 7);
        int cheapest[32], most[32];
        for (int i = 0; i < 32; i++) cheapest[i] = most[i] = -1;
        walk(&state, player, from, 0, 0, moves, cheapest, most);
        solar_reach_info reach[SOLAR_SPACES];
        const uint32_t mask = solar_reach(&rules, &state, player, (unsigned)from, (unsigned)moves, reach);
        uint32_t wanted = 0;
        for (int to = 0; to < 32; to++) {
            if (cheapest[to] >= 0) wanted |= UINT32_C(1) << to;
            CHECK(reach[to].cost == (cheapest[to] < 0 ? SOLAR_NOWHERE : (unsigned)cheapest[to]));
            CHECK(reach[to].publicity == (most[to] < 0 ? 0 : most[to]));
            for (int richest = 0; richest < 2; richest++) {
                uint8_t way[SOLAR_MAX_REACH];
                const int steps = solar_path(&rules, &state, player, (unsigned)from, (unsigned)to,
                                             (unsigned)moves, richest, way);
                CHECK((steps < 0) == (cheapest[to] < 0));
                int at_space = from, cost = 0, publicity = 0;
                for (int i = 0; i < steps; i++) {
                    cost += cost_of(&state, player, at_space);
                    at_space = step_to(at_space, way[i]);
                    CHECK(at_space >= 0);
                    publicity += earns(&state, player, at_space);
                }
                if (steps < 0) continue;
                CHECK(at_space == to && cost <= moves);
                CHECK(richest ? publicity == most[to] : cost == cheapest[to]);
            }
        }
        CHECK(mask == wanted);
    }
    /* More moves than it takes are as good as the most it takes. */
    const solar_state state = random_position(&d);
    solar_reach_info reach[SOLAR_SPACES];
    CHECK(solar_reach(&rules, &state, 0, 0, 200, reach) == 0xffffffffu && reach[0].cost == 0);
}

/* rule: S11 S12 S13 */
static void a_preview_is_what_rotations_do(void) {
    dice d = {gpscore_key(42, GPSCORE_PURPOSE_PLAYER), 0};
    by("host=embedded");
    for (int round = 0; round < 300; round++) {
        solar_state state = random_position(&d), after;
        const solar_state before = state;
        const unsigned count = roll(&d, 9);
        gpscore_event expected[9 * 16], found[9 * 16];
        size_t total = 0;
        for (unsigned k = 0; k < count; k++) {
            act(&state, GPSCORE_HOST, "e:rotate");
            memcpy(expected + total, events, event_count * sizeof events[0]);
            total += event_count;
        }
        CHECK(solar_preview(&rules, &before, count, &after, found, sizeof found / sizeof found[0]) == total);
        CHECK(memcmp(found, expected, total * sizeof found[0]) == 0 &&
              memcmp(&after, &state, sizeof after) == 0);
        /* A short buffer holds the beginning. */
        memset(found, 0xaa, sizeof found);
        const size_t some = total / 2;
        CHECK(solar_preview(&rules, &before, count, &after, found, some) == total);
        CHECK(memcmp(found, expected, some * sizeof found[0]) == 0 && found[some].kind == 0xaa);
    }
}

/* rule: S8 S11 S20 */
static void windows_are_the_ways_from_earth_after_each_rotation(void) {
    dice d = {gpscore_key(43, GPSCORE_PURPOSE_PLAYER), 0};
    by("host=embedded pluto=1,0");
    for (int round = 0; round < 100; round++) {
        solar_state state = random_position(&d);
        const int player = (int)roll(&d, 2);
        enum { COUNT = 9 };
        for (unsigned planet = 0; planet < 9; planet++) {
            uint8_t costs[COUNT + 2];
            solar_state then = state;
            costs[COUNT + 1] = 0xee;
            solar_windows(&rules, &state, player, planet, COUNT, costs);
            CHECK(costs[COUNT + 1] == 0xee);
            for (int k = 0; k <= COUNT; k++) {
                /* The least costs to every space from Earth, until nothing gets less. */
                int least[32], changed = 1;
                for (int i = 0; i < 32; i++) least[i] = 99;
                least[solar_planet_space(&rules, &then, 0)] = 0;
                while (changed) {
                    changed = 0;
                    for (int space = 0; space < 32; space++) {
                        for (int way = 0; way < 4; way++) {
                            const int to = step_to(space, way),
                                      cost = least[space] + cost_of(&then, player, space);
                            if (to < 0 || least[to] <= cost) continue;
                            least[to] = cost;
                            changed = 1;
                        }
                    }
                }
                int wanted = 99;
                for (int x = 0; x < 8; x++) wanted = least[24 + x] < wanted ? least[24 + x] : wanted;
                if (planet != 8) wanted = least[solar_planet_space(&rules, &then, planet)];
                CHECK(costs[k] == wanted);
                act(&then, GPSCORE_HOST, "e:rotate");
            }
        }
    }
}

/* About who or what is not there a question tells nothing. */
static void questions_about_nobody_are_answered(void) {
    by("");
    const solar_state state = at("player0=score:5,probes:1.5");
    static const int nobody[] = {-2, -1, 2, 4, 1000};
    for (size_t i = 0; i < sizeof nobody / sizeof nobody[0]; i++) {
        const int w = nobody[i];
        solar_reach_info reach[SOLAR_SPACES];
        uint8_t ways[SOLAR_MAX_REACH], costs[3];
        CHECK(solar_probe_limit(&rules, &state, w) == 0);
        CHECK(solar_points(&rules, &state, w) == 0 && solar_move_cost(&rules, &state, w, 5) == 0);
        CHECK(solar_reach(&rules, &state, w, 5, 3, reach) == 0 && reach[5].cost == SOLAR_NOWHERE);
        CHECK(solar_path(&rules, &state, w, 5, 6, 3, 0, ways) == -1);
        solar_windows(&rules, &state, w, 1, 2, costs);
        CHECK(costs[0] == SOLAR_NOWHERE && costs[2] == SOLAR_NOWHERE);
        solar_windows(&rules, &state, 0, 9u + (unsigned)i * 1000u, 2, costs);
        CHECK(costs[0] == SOLAR_NOWHERE && costs[2] == SOLAR_NOWHERE);
    }
    unsigned count = 1;
    solar_list(&rules, SOLAR_LIST_NONE, &count);
    CHECK(count == 0);
    /* Only actions have an index. */
    for (uint32_t kind = 0; kind < 0x100; kind++) {
        CHECK(solar_index(&rules, &state, SOLAR_ACTION(kind, 0xffffff)) == GPSCORE_NO_INDEX);
    }
}

/* rule: R1 */
static void stars_stand_over_the_sectors_by_the_order_of_the_boards(void) {
    by("");
    solar_state state = at("sectors=0");
    for (unsigned x = 0; x < 8; x++) CHECK(solar_star_at(&rules, &state, (x + 7u) & 7u) == x);
    state = at("sectors=23"); /* boards 3, 2, 1, 0 */
    const unsigned backwards[8] = {6, 7, 4, 5, 2, 3, 0, 1};
    for (unsigned x = 0; x < 8; x++) CHECK(solar_star_at(&rules, &state, (x + 7u) & 7u) == backwards[x]);
    state = at("sectors=9"); /* 1, 2, 3, 0: the tenth permutation */
    const unsigned tenth[8] = {2, 3, 4, 5, 6, 7, 0, 1};
    for (unsigned x = 0; x < 8; x++) CHECK(solar_star_at(&rules, &state, (x + 7u) & 7u) == tenth[x]);
}

/* rule: R6 */
static void what_is_pending_is_told(void) {
    by("host=embedded");
    solar_state state = at("sectors=0");
    CHECK(solar_pending(&rules, &state).reward.kind == SOLAR_NOTHING);
    unsigned count;
    CHECK(solar_list(&rules, SOLAR_LIST_TILE, &count)->kind == SOLAR_GAIN_SCORE && count == 1);
    CHECK(solar_list(&rules, SOLAR_LIST_ORBIT + 6, &count)[1].n == 3 && count == 3);
}

/* A host that allows moves and passing alone gets those of the legal actions, in every kind's turn. */
static void the_legal_actions_can_be_limited_to_kinds(void) {
    by("host=embedded");
    const solar_state state = at("player0=credit:4,energy:3,cards:3,publicity:10,probes:1.1");
    uint64_t all[SOLAR_MASK_WORDS], kept[SOLAR_MASK_WORDS], sum[SOLAR_MASK_WORDS] = {0};
    solar_legal_mask(&rules, &state, 0, all);
    for (unsigned kind = SOLAR_ALIGN; kind <= SOLAR_ORG_DONE; kind++) {
        gpscore_action legal[GPSCORE_MAX_ACTIONS];
        const size_t count = solar_legal_actions(&rules, &state, 0, legal);
        memcpy(kept, all, sizeof kept);
        solar_limit_mask(SOLAR_KIND_BIT(kind), kept);
        for (size_t i = 0; i < count; i++) {
            const unsigned index = solar_index(&rules, &state, legal[i]);
            CHECK((kept[index / 64] >> index % 64 & 1u) == (GPSCORE_ACTION_KIND(legal[i]) == kind));
        }
        for (int i = 0; i < SOLAR_MASK_WORDS; i++) sum[i] |= kept[i];
    }
    CHECK(memcmp(sum, all, sizeof all) == 0);
    solar_limit_mask(0, all);
    for (int i = 0; i < SOLAR_MASK_WORDS; i++) CHECK(all[i] == 0);
}

/* rule: S6 */
static void a_move_is_named_by_the_space_it_goes_to(void) {
    by("players=1");
    const solar_state state = at("player0=probes:1.5");
    gpscore_action action = 0;
    gpscore_error error;
    for (unsigned from = 0; from < SOLAR_SPACES; from++) {
        for (unsigned to = 0; to < SOLAR_SPACES + 4; to++) {
            unsigned next = 4;
            for (unsigned d = 0; d < 4; d++) next = solar_neighbour(from, d) == to ? d : next;
            const gpscore_status status = solar_move_to(&rules, &state, from, to, &action, &error);
            CHECK((status == GPSCORE_OK) == (next < 4));
            if (next < 4) CHECK(action == SOLAR_ACTION(SOLAR_MOVE, from | next << 5));
        }
    }
    CHECK(solar_move_to(&rules, &state, SPACE(1, 5), SPACE(2, 2), &action, &error) ==
          GPSCORE_SOLAR_PLANET_NOT_NEXT);
    char text[200];
    solar_game.error_text(&rules, &error, text, sizeof text);
    CHECK(strcmp(text,
                 "Mars is not next to the probe at ring 1, sector 5; a move goes to a neighbouring space "
                 "(S6)") == 0);
    gpscore_error_text(&error, text, sizeof text);
    CHECK(strncmp(text, "planet 3 is not next", 20) == 0);
    CHECK(solar_move_to(&rules, &state, SPACE(1, 5), SPACE(3, 5), &action, &error) == GPSCORE_SOLAR_NOT_NEXT);
    CHECK(error.operand[0] == SPACE(3, 5) && error.operand[1] == SPACE(1, 5));
}

/* rule: R8 */
static void tiles_and_what_a_host_settles_inform(void) {
    by("players=1");
    solar_state state = at("player0=publicity:6,cards:3");
    act(&state, 0, "research");
    CHECK(!solar_informs(&rules, &record));
    act(&state, 0, "take:2");
    CHECK(!solar_informs(&rules, &record));
    act(&state, GPSCORE_CHANCE, "tile:1");
    CHECK(solar_informs(&rules, &record));
    by("players=1 host=embedded");
    state = at("player0=probes:1.1,credit:9,energy:9");
    act(&state, 0, "orbit:p1");
    CHECK(!solar_informs(&rules, &record) && state.head.phase == SOLAR_SETTLE);
    act(&state, GPSCORE_HOST, "e:resolved");
    CHECK(solar_informs(&rules, &record));
}

int main(void) {
    static const test_case tests[] = {
        TEST(a_move_goes_to_a_neighbour_in_the_ring_or_the_sector),
        TEST(the_first_layer_without_a_hole_is_what_a_space_shows),
        TEST(only_figures_in_the_rings_are_probes),
        TEST(the_setup_is_drawn_uniformly),
        TEST(a_launch_costs_two_credits_and_is_no_visit),
        TEST(at_the_limit_nobody_launches),
        TEST(granted_launches_are_skipped_at_the_limit_unless_it_is_ignored),
        TEST(energy_buys_moves_at_any_time_of_the_own_turn),
        TEST(exchanges_and_cards_are_free_actions),
        TEST(leaving_asteroids_costs_one_move_more),
        TEST(entering_a_space_with_an_icon_earns_publicity),
        TEST(research_and_the_first_pass_of_a_round_turn_the_discs),
        TEST(the_token_turns_one_two_and_three_discs_in_turn),
        TEST(every_space_of_every_rotation_stays_rides_or_is_pushed),
        TEST(a_push_pays_at_once_whoever_is_on_turn_and_in_seat_order),
        TEST(an_orbit_costs_a_credit_and_an_energy),
        TEST(the_first_orbiter_scores_the_space_that_it_covers),
        TEST(a_landing_costs_three_energy_or_two_beside_an_orbiter),
        TEST(the_first_lander_takes_the_data),
        TEST(a_moon_needs_tech_4_and_holds_one_lander),
        TEST(at_a_planet_are_orbiters_and_landers_with_those_on_moons),
        TEST(every_planet_and_moon_pays_what_is_printed),
        TEST(rewards_are_paid_from_left_to_right_and_wait_for_the_host),
        TEST(research_pays_rotates_and_takes_a_tech),
        TEST(a_stack_of_four_tiles_is_turned_up_by_chance),
        TEST(pluto_is_for_its_owners_once_each_from_ring_4),
        TEST(organisations_start_and_earn_as_printed),
        TEST(orbital_dynamics_moves_two_different_probes_for_free),
        TEST(fenwick_researches_for_five_and_xenolab_has_two_tiles),
        TEST(turing_uses_a_tech_for_a_turn_and_sentinel_marks_signals),
        TEST(helion_switches_a_tech_off_for_an_income),
        TEST(a_turn_has_one_main_action_and_a_pass_ends_the_round_for_oneself),
        TEST(after_the_last_round_the_most_points_win),
        TEST(what_goes_beyond_a_bound_is_lost),
        TEST(a_trace_of_any_colour_is_one_that_changes_something),
        TEST(a_board_is_refused_with_the_place_of_the_fault),
        TEST(case_01_riding_on_mercury_is_no_visit),
        TEST(case_02_in_a_gap_behind_a_gap_a_probe_stays),
        TEST(case_03_mars_pushes_to_the_comet_and_not_onto_itself),
        TEST(case_04_discs_turn_and_not_rings),
        TEST(case_05_on_disc_2_in_a_gap_of_disc_1_a_probe_rides_or_is_pushed),
        TEST(case_06_at_10_publicity_a_push_pays_nothing),
        TEST(case_07_publicity_of_the_rotation_cannot_pay_for_the_research),
        TEST(case_08_with_two_probes_in_space_tech_1_launches_none),
        TEST(case_09_a_foreign_orbiter_and_tech_3_make_a_moon_cost_one),
        TEST(case_10_a_lander_gives_no_discount),
        TEST(case_11_with_probes_on_two_planets_one_is_chosen_and_paid_for),
        TEST(case_12_a_moon_leaves_the_data_to_the_first_on_the_planet),
        TEST(case_13_one_player_may_take_both_data_of_mars),
        TEST(case_14_data_beyond_six_are_lost),
        TEST(case_15_venus_out_and_venus_again_earn_two),
        TEST(case_16_from_asteroids_to_asteroids_costs_two),
        TEST(case_17_orbital_dynamics_with_one_probe_makes_one_move),
        TEST(case_18_the_first_pass_of_the_last_round_turns_the_discs_too),
        TEST(case_19_a_tech_from_an_effect_rotates_when_all_are_owned),
        TEST(case_20_removing_the_first_orbiter_opens_its_points_again),
        TEST(effect_resources_are_granted_and_spent),
        TEST(effect_two_moves_are_split_among_probes),
        TEST(effect_a_launch_is_free_and_may_ignore_the_limit),
        TEST(effect_orbits_and_landings_are_free),
        TEST(effect_a_landing_on_a_covered_space_pays_it_again),
        TEST(effect_a_tech_comes_without_rotation_or_with_it),
        TEST(effect_the_discs_turn_alone),
        TEST(effect_the_limit_changes_for_good_or_for_this_turn),
        TEST(effect_asteroids_hold_nobody_this_turn),
        TEST(effect_a_move_instead_of_the_publicity_of_planets),
        TEST(effect_figures_are_put_without_launch_visit_or_reward),
        TEST(effect_removed_figures_open_what_they_covered),
        TEST(effect_an_orbiter_is_taken_back_as_a_probe),
        TEST(effect_a_signal_in_the_sector_of_a_probe),
        TEST(effect_pluto_is_gone_to_by_its_owner),
        TEST(effect_main_actions_of_the_host_turns_and_rounds),
        TEST(effects_are_for_hosts_and_fields_without_a_meaning_for_nobody),
        TEST(reach_and_path_agree_with_every_way_there_is),
        TEST(a_preview_is_what_rotations_do),
        TEST(windows_are_the_ways_from_earth_after_each_rotation),
        TEST(questions_about_nobody_are_answered),
        TEST(stars_stand_over_the_sectors_by_the_order_of_the_boards),
        TEST(what_is_pending_is_told),
        TEST(the_legal_actions_can_be_limited_to_kinds),
        TEST(a_move_is_named_by_the_space_it_goes_to),
        TEST(tiles_and_what_a_host_settles_inform),
    };
    return RUN_TESTS(tests);
}
