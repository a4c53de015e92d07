/* GPS: the one-line text forms of rules, state and action. docs/formats.md is their specification. */
#include <gpscore/gps.h>

#include "gps_internal.h"
#include "text.h"

#ifndef GPSCORE_NO_TEXT

static const char *const phase_words[] = {"setup", "spin", "choose", "reveal", "shuffle", "over"};

/* ---- Rules ------------------------------------------------------------------------------------------ */

/* The keys of the rules text in the order they are written. */
enum { KEY_PLAYERS, KEY_SPACES, KEY_SATELLITES, KEY_FACE_UP, KEY_WINS, KEY_TURN_LIMIT, KEY_SPIN, KEY_COUNT };
static const char *const key_words[KEY_COUNT] = {"players", "spaces",     "satellites", "face_up",
                                                 "wins",    "turn_limit", "spin"};

size_t gps_rules_write(const gps_rules *rules, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const uint32_t values[KEY_SPIN] = {rules->players, rules->spaces, rules->satellites,
                                       rules->face_up, rules->wins,   rules->turn_limit};
    gpscore__puts(&w, "gps");
    for (int k = 0; k < KEY_SPIN; k++) {
        gpscore__put(&w, ' ');
        gpscore__puts(&w, key_words[k]);
        gpscore__put(&w, '=');
        gpscore__put_number(&w, values[k]);
    }
    gpscore__puts(&w, " spin=");
    if (rules->uniform) {
        gpscore__puts(&w, "uniform");
        return gpscore__finish(&w);
    }
    for (int s = 0; s < rules->spaces; s++) {
        if (s) gpscore__put(&w, ',');
        gpscore__put_number(&w, rules->weights[s]);
    }
    return gpscore__finish(&w);
}

/* The failure for what should stand here: *status*, or PARSE_CHARACTER for what no text may hold. */
static gpscore_status wanted(gpscore__scanner *s, gpscore_status status, int64_t operand) {
    if (s->at < s->length && (s->text[s->at] < ' ' || s->text[s->at] > '~')) {
        return gpscore__unexpected(s, status);
    }
    return gpscore__fail_at(s, s->at, status, operand, 0);
}

/* A number of 0 .. *high*. What is none is told the range *low* .. *last* that makes sense here, and what
 * lies between is left to others to refuse, by its rule. */
static gpscore_status expect_up_to(gpscore__scanner *s, int64_t high, int64_t low, int64_t last,
                                   int64_t *out) {
    const size_t start = s->at;
    if (gpscore__expect_number(s, 0, high, out) == GPSCORE_OK) return GPSCORE_OK;
    return gpscore__fail_at(s, start, GPSCORE_PARSE_NUMBER, low, last);
}

static gpscore_status parse_weights(gpscore__scanner *s, int64_t *weights, gps_options *options) {
    if (gpscore__skip_word(s, "uniform")) {
        options->weights = NULL;
        return GPSCORE_OK;
    }
    if (s->at == s->length || s->text[s->at] < '0' || s->text[s->at] > '9') {
        return wanted(s, GPSCORE_PARSE_GPS_SPIN, 0);
    }
    options->weights = weights;
    options->weight_count = 0;
    do {
        if (options->weight_count == GPS_MAX_SPACES) {
            return gpscore__fail_at(s, s->at, GPSCORE_RULES_WEIGHT_COUNT, GPS_MAX_SPACES + 1, GPS_MAX_SPACES);
        }
        GPSCORE__TRY(gpscore__expect_number(s, 0, UINT32_MAX, &weights[options->weight_count]));
        options->weight_count++;
    } while (gpscore__skip(s, ','));
    return GPSCORE_OK;
}

gpscore_status gps_rules_parse(const char *text, size_t length, gps_rules *rules, gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    gps_options options = GPS_OPTIONS_DEFAULT;
    int64_t weights[GPS_MAX_SPACES];
    int64_t *const values[KEY_SPIN] = {&options.players, &options.spaces, &options.satellites,
                                       &options.face_up, &options.wins,   &options.turn_limit};
    const struct {
        int64_t low, high;
    } ranges[KEY_SPIN] = {{1, GPS_MAX_PLAYERS},
                          {GPS_MIN_SATELLITES + 1, GPS_MAX_SPACES},
                          {GPS_MIN_SATELLITES, GPS_MAX_SATELLITES},
                          {1, GPS_MAX_SATELLITES},
                          {1, GPS_MAX_WINS},
                          {0, UINT32_MAX}};
    unsigned seen = 0;
    if (!gpscore__skip_word(&s, "gps")) return gpscore__unexpected(&s, GPSCORE_PARSE_WORD);
    while (gpscore__skip(&s, ' ')) {
        const size_t start = s.at;
        int k = 0;
        while (k < KEY_COUNT && !gpscore__skip_word(&s, key_words[k])) k++;
        if (k == KEY_COUNT) return wanted(&s, GPSCORE_PARSE_GPS_OPTION, 0);
        if (seen >> k & 1u) return gpscore__fail_at(&s, start, GPSCORE_PARSE_DUPLICATE, 0, 0);
        seen |= 1u << k;
        GPSCORE__TRY(gpscore__expect(&s, '='));
        if (k == KEY_SPIN) {
            GPSCORE__TRY(parse_weights(&s, weights, &options));
        } else {
            GPSCORE__TRY(expect_up_to(&s, UINT32_MAX, ranges[k].low, ranges[k].high, values[k]));
        }
    }
    GPSCORE__TRY(gpscore__expect_end(&s));
    return gps_rules_init(rules, &options, error);
}

/* ---- Actions ---------------------------------------------------------------------------------------- */

static void put_choice(gpscore__writer *w, unsigned index) {
    gpscore__put_number(w, (int64_t)(index & 15u) + 1);
    gpscore__puts(w, index & GPS_CCW ? "ccw" : "cw");
}

size_t gps_action_write(gpscore_action action, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const uint32_t parameters = action & 0xffffffu;
    const gpscore_action kind = GPSCORE_ACTION_KIND(action);
    if (kind == GPS_SPIN_TO && parameters < GPS_MAX_SPACES) {
        gpscore__puts(&w, "spin:");
        gpscore__put_number(&w, parameters);
    } else if ((kind == GPS_PLACE || kind == GPS_MOVE) && parameters < 2u * GPS_MAX_SATELLITES) {
        put_choice(&w, parameters);
    } else if (kind == GPS_TURN_UP && parameters < GPS_MAX_SATELLITES) {
        gpscore__puts(&w, "up:");
        gpscore__put_number(&w, (int64_t)parameters + 1);
    } else if (kind == GPS_DEAL && parameters == 0) {
        gpscore__puts(&w, "shuffle");
    } else {
        gpscore__puts(&w, "action:");
        gpscore__put_number(&w, action);
    }
    return gpscore__finish(&w);
}

/* A colon or blanks between a word and its number. */
static void skip_colon(gpscore__scanner *s) {
    gpscore__skip_blanks(s);
    gpscore__skip(s, ':');
    gpscore__skip_blanks(s);
}

/* A satellite that some game has; whether this one has it, is for its rule to say. */
static gpscore_status parse_satellite(gpscore__scanner *s, const gps_rules *rules, int64_t *number) {
    const size_t start = s->at;
    GPSCORE__TRY(expect_up_to(s, GPS_MAX_SATELLITES, 1, rules->satellites, number));
    if (*number == 0) return gpscore__fail_at(s, start, GPSCORE_PARSE_NUMBER, 1, rules->satellites);
    return GPSCORE_OK;
}

/* The direction of a choice of that satellite; both as the index of the action. */
static gpscore_status parse_way(gpscore__scanner *s, int64_t number, unsigned *index) {
    *index = (unsigned)number - 1u;
    if (gpscore__skip_word(s, "cw")) return GPSCORE_OK;
    if (!gpscore__skip_word(s, "ccw")) return wanted(s, GPSCORE_PARSE_GPS_DIRECTION, number);
    *index |= GPS_CCW;
    return GPSCORE_OK;
}

gpscore_status gps_action_parse(const gps_rules *rules, const gps_state *state, const char *text,
                                size_t length, gpscore_action *action, gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    gpscore_action parsed;
    int64_t number;
    gpscore__skip_blanks(&s);
    if (gpscore__skip_word(&s, "spin")) {
        skip_colon(&s);
        GPSCORE__TRY(expect_up_to(&s, GPS_MAX_SPACES - 1, 0, rules->spaces - 1, &number));
        parsed = GPS_ACTION(GPS_SPIN_TO, number);
    } else if (gpscore__skip_word(&s, "up")) {
        skip_colon(&s);
        GPSCORE__TRY(parse_satellite(&s, rules, &number));
        parsed = GPS_ACTION(GPS_TURN_UP, number - 1);
    } else if (gpscore__skip_word(&s, "shuffle")) {
        parsed = GPS_ACTION(GPS_DEAL, 0);
    } else if (s.at == s.length || s.text[s.at] < '0' || s.text[s.at] > '9') {
        return wanted(&s, GPSCORE_PARSE_GPS_ACTION, 0);
    } else {
        unsigned index;
        GPSCORE__TRY(parse_satellite(&s, rules, &number));
        gpscore__skip_blanks(&s);
        GPSCORE__TRY(parse_way(&s, number, &index));
        /* G7: all are placed for all players at once, so the first ring tells. */
        const int moving = !state->ring[0].up && !state->ring[0].down;
        parsed = GPS_ACTION(moving ? GPS_MOVE : GPS_PLACE, index);
    }
    gpscore__skip_blanks(&s);
    GPSCORE__TRY(gpscore__expect_end(&s));
    *action = parsed;
    return GPSCORE_OK;
}

/* ---- State ------------------------------------------------------------------------------------------ */

static void put_ring(gpscore__writer *w, const gps_ring *ring) {
    const char *separator = "";
    for (uint64_t left = ring->occupied; left; left &= left - 1u) {
        const unsigned space = gpscore__lowest(left);
        unsigned i = 0;
        while (ring->position[i] != space) i++;
        gpscore__puts(w, separator);
        gpscore__put_number(w, (int64_t)i + 1);
        gpscore__put(w, '@');
        gpscore__put_number(w, space);
        separator = ",";
    }
    gpscore__puts(w, ring->occupied ? "+" : "-+");
    separator = "";
    for (uint32_t up = ring->up; up; up &= up - 1u) {
        gpscore__puts(w, separator);
        gpscore__put_number(w, (int64_t)gpscore__lowest(up) + 1);
        separator = ",";
    }
    if (!ring->up) gpscore__put(w, '-');
    if (!ring->choice) return;
    gpscore__put(w, ':');
    if (ring->choice == GPS_HIDDEN)
        gpscore__put(w, '?');
    else
        put_choice(w, ring->choice - 1u);
}

size_t gps_state_write(const gps_rules *rules, const gps_state *state, char *buffer, size_t size) {
    gpscore__writer w = {buffer, size, 0};
    const gps_head *head = &state->head;
    gpscore__puts(&w, phase_words[head->phase]);
    gpscore__put(&w, ' ');
    if (head->pointed == GPS_NOWHERE)
        gpscore__put(&w, '-');
    else
        gpscore__put_number(&w, head->pointed);
    gpscore__put(&w, ' ');
    gpscore__put_number(&w, head->turn);
    gpscore__put(&w, ' ');
    gpscore__put_number(&w, head->game_start);
    for (int p = 0; p < rules->players; p++) {
        gpscore__put(&w, p ? ',' : ' ');
        gpscore__put_number(&w, head->wins[p]);
    }
    for (int p = 0; p < rules->players; p++) {
        gpscore__put(&w, p ? '/' : ' ');
        put_ring(&w, &state->ring[p]);
    }
    return gpscore__finish(&w);
}

static gpscore_status parse_placed(gpscore__scanner *s, const gps_rules *rules, gps_ring *ring) {
    int64_t last = -1;
    if (gpscore__skip(s, '-')) return GPSCORE_OK;
    do {
        const size_t start = s->at;
        int64_t number, space;
        GPSCORE__TRY(gpscore__expect_number(s, 1, rules->satellites, &number));
        if (ring->position[number - 1] != GPS_NOWHERE) {
            return gpscore__fail_at(s, start, GPSCORE_PARSE_DUPLICATE, 0, 0);
        }
        GPSCORE__TRY(gpscore__expect(s, '@'));
        const size_t place = s->at;
        GPSCORE__TRY(gpscore__expect_number(s, 0, rules->spaces - 1, &space));
        /* The same space twice is for validation to explain, by its rule. */
        if (space < last) return gpscore__fail_at(s, place, GPSCORE_PARSE_ORDER, 0, 0);
        last = space;
        ring->position[number - 1] = (uint8_t)space;
    } while (gpscore__skip(s, ','));
    return GPSCORE_OK;
}

static gpscore_status parse_face_up(gpscore__scanner *s, const gps_rules *rules, gps_ring *ring) {
    int64_t last = 0;
    if (gpscore__skip(s, '-')) return GPSCORE_OK;
    do {
        const size_t start = s->at;
        int64_t number;
        GPSCORE__TRY(gpscore__expect_number(s, 1, rules->satellites, &number));
        if (number == last) return gpscore__fail_at(s, start, GPSCORE_PARSE_DUPLICATE, 0, 0);
        if (number < last) return gpscore__fail_at(s, start, GPSCORE_PARSE_ORDER, 0, 0);
        last = number;
        ring->up = (uint16_t)(ring->up | 1u << (number - 1));
    } while (gpscore__skip(s, ','));
    return GPSCORE_OK;
}

static gpscore_status parse_ring(gpscore__scanner *s, const gps_rules *rules, gps_ring *ring) {
    for (int i = 0; i < GPS_MAX_SATELLITES; i++) ring->position[i] = GPS_NOWHERE;
    GPSCORE__TRY(parse_placed(s, rules, ring));
    GPSCORE__TRY(gpscore__expect(s, '+'));
    GPSCORE__TRY(parse_face_up(s, rules, ring));
    for (int i = 0; i < rules->satellites; i++) {
        const uint32_t bit = 1u << i;
        if (ring->position[i] == GPS_NOWHERE && !(ring->up & bit)) ring->down = (uint16_t)(ring->down | bit);
    }
    if (gpscore__skip(s, ':')) {
        int64_t number;
        unsigned index;
        if (s->at < s->length && s->text[s->at] == '?') return gpscore__unexpected(s, GPSCORE_PARSE_HIDDEN);
        GPSCORE__TRY(parse_satellite(s, rules, &number));
        /* No blanks, unlike in an action: a state has one text. */
        GPSCORE__TRY(parse_way(s, number, &index));
        ring->choice = (uint8_t)(index + 1u);
    }
    return GPSCORE_OK;
}

/* The items of a list from here on, which *separator* divides and a blank or the end closes. */
static int64_t count_items(const gpscore__scanner *s, char separator) {
    int64_t count = 1;
    for (size_t at = s->at; at < s->length && s->text[at] != ' '; at++) count += s->text[at] == separator;
    return count;
}

static gpscore_status parse_wins(gpscore__scanner *s, const gps_rules *rules, gps_head *head) {
    const size_t start = s->at;
    const int64_t given = count_items(s, ',');
    int64_t number;
    for (int p = 0; p < rules->players; p++) {
        if (p && s->at < s->length && s->text[s->at] == ' ') break;
        if (p) GPSCORE__TRY(gpscore__expect(s, ','));
        GPSCORE__TRY(expect_up_to(s, GPS_MAX_WINS, 0, rules->wins, &number));
        head->wins[p] = (uint8_t)number;
    }
    if (given == rules->players) return GPSCORE_OK;
    return gpscore__fail_at(s, start, GPSCORE_PARSE_GPS_WINS, given, rules->players);
}

static gpscore_status parse_head(gpscore__scanner *s, const gps_rules *rules, gps_head *head) {
    int64_t number;
    unsigned phase = 0;
    while (phase <= GPS_OVER && !gpscore__skip_word(s, phase_words[phase])) phase++;
    if (phase > GPS_OVER) return wanted(s, GPSCORE_PARSE_GPS_PHASE, 0);
    head->phase = (uint8_t)phase;
    GPSCORE__TRY(gpscore__expect(s, ' '));
    head->pointed = GPS_NOWHERE;
    if (!gpscore__skip(s, '-')) {
        GPSCORE__TRY(gpscore__expect_number(s, 0, rules->spaces - 1, &number));
        head->pointed = (uint8_t)number;
    }
    GPSCORE__TRY(gpscore__expect(s, ' '));
    GPSCORE__TRY(gpscore__expect_number(s, 0, GPS_LAST_TURN, &number));
    head->turn = (uint32_t)number;
    GPSCORE__TRY(gpscore__expect(s, ' '));
    GPSCORE__TRY(gpscore__expect_number(s, 0, GPS_LAST_TURN, &number));
    head->game_start = (uint32_t)number;
    GPSCORE__TRY(gpscore__expect(s, ' '));
    return parse_wins(s, rules, head);
}

gpscore_status gps_state_parse(const gps_rules *rules, const char *text, size_t length, gps_state *state,
                               gpscore_error *error) {
    gpscore__scanner s = {text, length, 0, error};
    gps_state made = {0};
    made.head.rules = rules->fingerprint;
    GPSCORE__TRY(parse_head(&s, rules, &made.head));
    for (int p = 0; p < rules->players; p++) {
        if (p && s.at < s.length && s.text[s.at] != '/')
            return gpscore__unexpected(&s, GPSCORE_PARSE_CHARACTER);
        if (p && s.at == s.length) return gpscore__fail_at(&s, s.at, GPSCORE_PARSE_COUNT, p, rules->players);
        GPSCORE__TRY(gpscore__expect(&s, p ? '/' : ' '));
        GPSCORE__TRY(parse_ring(&s, rules, &made.ring[p]));
    }
    if (s.at < s.length && s.text[s.at] == '/') {
        const int64_t given = rules->players - 1 + count_items(&s, '/');
        return gpscore__fail_at(&s, s.at, GPSCORE_PARSE_COUNT, given, rules->players);
    }
    GPSCORE__TRY(gpscore__expect_end(&s));
    gps_derive(rules, &made);
    const uint32_t problems = gps_validate(rules, &made);
    if (problems) return gpscore__fail(error, GPSCORE_POSITION_INVALID, problems, 0, 0, 0);
    *state = made;
    return GPSCORE_OK;
}

#endif
