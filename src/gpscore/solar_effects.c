/* The solar system: the effects that an embedding host applies. */
#include "solar_internal.h"
#include "text.h"

/* ---- Effects of a host ------------------------------------------------------------------------------ */

/* The parameters of an effect, taken apart; not every effect has all. */
typedef struct effect {
    unsigned kind;
    unsigned w;        /* whom it concerns */
    unsigned resource;
    unsigned n;
    unsigned place;    /* planet, moon or space */
    unsigned x;
    unsigned slot;
    unsigned where;
    unsigned owner;
    int amount;        /* signed */
    int flag;          /* spend, ring only, ignore, again, rotate, this turn only: the effect's own */
} effect;

int solar__is_effect(gpscore_action action) {
    const unsigned kind = GPSCORE_ACTION_KIND(action);
    return kind >= SOLAR_E_CHANGE && kind <= SOLAR_E_RESOLVED;
}

static effect take_apart(gpscore_action action) {
    effect e = {0};
    e.kind = GPSCORE_ACTION_KIND(action);
    e.w = action >> 8 & 3u;
    e.n = action >> 16 & 0xffu;
    switch (e.kind) {
    case SOLAR_E_CHANGE:
        e.resource = action >> 4 & 15u;
        e.flag = (int)(action >> 10 & 1u);
        break;
    case SOLAR_E_MOVES:
        e.n = action & 0xffu;
        e.flag = (int)(action >> 8 & 1u);
        break;
    case SOLAR_E_LAUNCH:
    case SOLAR_E_TECH: e.flag = (int)(action & 1u); break;
    case SOLAR_E_ORBIT:
    case SOLAR_E_LAND:
    case SOLAR_E_LAND_MOON:
        e.place = action & 15u;
        e.x = action >> 4 & 7u;
        e.slot = action >> 10 & 3u;
        e.flag = (int)(action >> 12 & 1u);
        break;
    case SOLAR_E_LIMIT:
        e.amount = (int)e.n - (e.n > 127 ? 256 : 0);
        e.flag = (int)(action >> 10 & 1u);
        break;
    case SOLAR_E_PUT:
    case SOLAR_E_REMOVE:
        e.place = action & 31u;
        e.owner = action >> 8 & 7u;
        e.slot = action >> 11 & 3u;
        e.where = action >> 14 & 3u;
        break;
    case SOLAR_E_RESOLVED: e.n = action & 3u; break;
    default: break;
    }
    return e;
}

static gpscore_status why_change(const solar_rules *rules, const solar_state *state, const effect *e,
                                 gpscore_error *error) {
    const unsigned had = solar__amount(&state->players[e->w], (solar_resource)e->resource);
    if (e->flag) {
        if (had < e->n) return gpscore__fail(error, GPSCORE_SOLAR_TOO_FEW, e->n, had, e->w, e->resource);
        return GPSCORE_OK;
    }
    /* Publicity and data beyond their limits are lost, by the rules; other bounds are the engine's. */
    if (e->resource == SOLAR_PUBLICITY || e->resource == SOLAR_DATA) return GPSCORE_OK;
    if (had + e->n > solar__bound(rules, (solar_resource)e->resource)) {
        SOLAR__FAIL(SOLAR_TOO_MANY, had + e->n, solar__bound(rules, (solar_resource)e->resource),
                    e->resource);
    }
    if (e->resource >= SOLAR_INCOME_CREDIT) { /* which is gained now, too */
        const unsigned now =
            solar__amount(&state->players[e->w], (solar_resource)(e->resource - SOLAR_INCOME_CREDIT));
        if (now + e->n > SOLAR_MAX_COUNT)
            SOLAR__FAIL(SOLAR_TOO_MANY, now + e->n, SOLAR_MAX_COUNT, e->resource - SOLAR_INCOME_CREDIT);
    }
    return GPSCORE_OK;
}

/* At the limit the launch is skipped (R2); what cannot be is an eighth probe. */
static gpscore_status why_e_launch(const solar_rules *rules, const solar_state *state, const effect *e,
                                   gpscore_error *error) {
    const unsigned count = state->players[e->w].count;
    const int skipped = !e->flag && (int)count >= solar__probe_limit(rules, state, (int)e->w);
    if (count >= SOLAR_MAX_PROBES && !skipped)
        SOLAR__FAIL(SOLAR_TOO_MANY, count + 1, SOLAR_MAX_PROBES, SOLAR_COUNTED_PROBES);
    return GPSCORE_OK;
}

gpscore_status solar__why_visit(const solar_rules *rules, const solar_state *state, int w, unsigned planet,
                                unsigned x, unsigned where, gpscore_error *error) {
    const solar_figures *f = &state->figures;
    const int to_land = where == SOLAR__AT_SURFACE;
    if (planet >= rules->board.planet_count) SOLAR__FAIL(SOLAR_NO_PLANET, planet, 0, 0);
    if (!solar__owned(rules, planet) && x) SOLAR__FAIL(SOLAR_NO_PLANET, planet, 0, 0);
    if (solar__owned(rules, planet) && !rules->pluto[w]) SOLAR__FAIL(SOLAR_NOT_OWNER, w, planet, 0);
    const unsigned space = solar__probe_space(rules, state, planet, x);
    if (!solar__has_probe(state, w, space)) SOLAR__FAIL(SOLAR_NOT_AT_PLANET, w, planet, space);
    if (solar__owned(rules, planet) && !solar__may_visit_owned(rules, state, w, planet, to_land))
        SOLAR__FAIL(SOLAR_ONCE, w, planet, 0);
    if (where == SOLAR__AT_MOON) return GPSCORE_OK;
    if ((to_land ? solar__landers(f, planet, (unsigned)w) : solar__orbiters(f, planet, (unsigned)w)) >=
        SOLAR_MAX_FIGURES) {
        SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_FIGURES + 1, SOLAR_MAX_FIGURES, SOLAR_COUNTED_FIGURES);
    }
    return GPSCORE_OK;
}

/* S17: an open data space if there is one. */
gpscore_status solar__why_slot(const solar_rules *rules, const solar_state *state, unsigned planet,
                               unsigned slot, gpscore_error *error) {
    const unsigned open = solar__open_data(rules, &state->figures, planet);
    const int fits = slot ? (int)(open >> (slot - 1) & 1u) : open == 0;
    if (!fits && !slot) SOLAR__FAIL(SOLAR_DATA_DUE, planet, open, 0);
    if (!fits) SOLAR__FAIL(SOLAR_DATA_SPACE, slot, planet, open);
    return GPSCORE_OK;
}

static gpscore_status why_e_land(const solar_rules *rules, const solar_state *state, const effect *e,
                                 gpscore_error *error) {
    GPSCORE__TRY(solar__why_visit(rules, state, (int)e->w, e->place, e->x, SOLAR__AT_SURFACE, error));
    if (!e->flag) return solar__why_slot(rules, state, e->place, e->slot, error);
    if (e->slot == 0 || e->slot > rules->board.planets[e->place].data_spaces ||
        !solar__data_owner(&state->figures, e->place, e->slot)) {
        SOLAR__FAIL(SOLAR_DATA_SPACE, e->slot, e->place, solar__open_data(rules, &state->figures, e->place));
    }
    return GPSCORE_OK;
}

static gpscore_status why_e_moon(const solar_rules *rules, const solar_state *state, const effect *e,
                                 gpscore_error *error) {
    if (e->place >= rules->board.moon_count) SOLAR__FAIL(SOLAR_NO_MOON, e->place, 0, 0);
    /* On an occupied moon the figure counts among the planet's landers. */
    const unsigned where = e->flag ? SOLAR__AT_SURFACE : SOLAR__AT_MOON;
    GPSCORE__TRY(
        solar__why_visit(rules, state, (int)e->w, rules->board.moons[e->place].planet, 0, where, error));
    const int taken = solar__moon_owner(&state->figures, e->place) != 0;
    if (taken && !e->flag) SOLAR__FAIL(SOLAR_MOON_TAKEN, e->place, 0, 0);
    if (!taken && e->flag) SOLAR__FAIL(SOLAR_NOT_THERE, e->w, 0, 0);
    return GPSCORE_OK;
}

/* What PUT and REMOVE name: the place exists and the owner can own there. */
static gpscore_status why_figure(const solar_rules *rules, const effect *e, gpscore_error *error) {
    const unsigned most = e->where == SOLAR__AT_SPACE ? rules->players - 1u : SOLAR_NEUTRAL;
    if (e->owner > most || (e->owner >= rules->players && e->owner != SOLAR_NEUTRAL)) {
        SOLAR__FAIL(SOLAR_NOT_THERE, e->owner, 0, 0);
    }
    if (e->where == SOLAR__AT_MOON && e->place >= rules->board.moon_count)
        SOLAR__FAIL(SOLAR_NO_MOON, e->place, 0, 0);
    if ((e->where == SOLAR__AT_ORBIT || e->where == SOLAR__AT_SURFACE) &&
        e->place >= rules->board.planet_count) {
        SOLAR__FAIL(SOLAR_NO_PLANET, e->place, 0, 0);
    }
    return GPSCORE_OK;
}

static gpscore_status why_put(const solar_rules *rules, const solar_state *state, const effect *e,
                              gpscore_error *error) {
    const solar_figures *f = &state->figures;
    GPSCORE__TRY(why_figure(rules, e, error));
    unsigned has = 0, most = SOLAR_MAX_FIGURES;
    switch (e->where) {
    case SOLAR__AT_SPACE:
        has = state->players[e->owner].count;
        most = SOLAR_MAX_PROBES;
        break;
    case SOLAR__AT_ORBIT:
        if (e->slot) SOLAR__FAIL(SOLAR_NOT_FREE, 0, 0, 0); /* the first space is taken if it is open */
        has = solar__orbiters(f, e->place, e->owner);
        break;
    case SOLAR__AT_SURFACE:
        if (e->slot && !(solar__open_data(rules, f, e->place) >> (e->slot - 1) & 1u)) {
            SOLAR__FAIL(SOLAR_NOT_FREE, 0, 0, 0);
        }
        has = solar__landers(f, e->place, e->owner);
        break;
    default:
        if (solar__moon_owner(f, e->place)) SOLAR__FAIL(SOLAR_MOON_TAKEN, e->place, 0, 0);
        break;
    }
    if (has >= most) {
        SOLAR__FAIL(SOLAR_TOO_MANY, has + 1, most,
                    e->where == SOLAR__AT_SPACE ? SOLAR_COUNTED_PROBES : SOLAR_COUNTED_FIGURES);
    }
    return GPSCORE_OK;
}

static gpscore_status why_remove(const solar_rules *rules, const solar_state *state, const effect *e,
                                 gpscore_error *error) {
    const solar_figures *f = &state->figures;
    const unsigned code = e->owner + 1;
    GPSCORE__TRY(why_figure(rules, e, error));
    int there = 0;
    switch (e->where) {
    case SOLAR__AT_SPACE: there = solar__has_probe(state, (int)e->owner, e->place); break;
    case SOLAR__AT_ORBIT:
        there = e->slot == 1 ? f->first[e->place - 1] == code
                             : e->slot == 0 &&
                                   solar__orbiters(f, e->place, e->owner) > (f->first[e->place - 1] == code);
        break;
    case SOLAR__AT_SURFACE: {
        const unsigned covering = (solar__data_owner(f, e->place, 1) == code) +
                                  (unsigned)(solar__data_owner(f, e->place, 2) == code);
        there = e->slot == 0 ? solar__landers(f, e->place, e->owner) > covering
                             : solar__data_owner(f, e->place, e->slot) == code;
        break;
    }
    default: there = solar__moon_owner(f, e->place) == code; break;
    }
    if (!there) SOLAR__FAIL(SOLAR_NOT_THERE, e->owner, 0, 0);
    return GPSCORE_OK;
}

static gpscore_status why_limit(const solar_rules *rules, const solar_state *state, const effect *e,
                                gpscore_error *error) {
    const int had = e->flag ? state->head.turn_limit : state->players[e->w].limit;
    const int total = had + e->amount;
    (void)rules;
    if (e->amount < -10 || e->amount > 10) SOLAR__FAIL(SOLAR_LIMIT_CHANGE, e->amount, 0, 0);
    if (e->flag && e->w != state->head.active) SOLAR__FAIL(SOLAR_NOT_ACTIVE, e->w, state->head.active, 0);
    if (total < -20 || total > 20) SOLAR__FAIL(SOLAR_TOO_MANY, total, 20, SOLAR_COUNTED_LIMIT);
    return GPSCORE_OK;
}

static gpscore_status why_resolved(const solar_rules *rules, const solar_state *state, const effect *e,
                                   gpscore_error *error) {
    unsigned count;
    if (state->head.phase != SOLAR_SETTLE) SOLAR__FAIL(SOLAR_NO_CHOICE, 0, 0, 0);
    if (solar__resolutions(rules, state) >> e->n & 1u) return GPSCORE_OK;
    const solar_reward *list = solar_list(rules, state->head.list, &count);
    if (list[state->head.item].kind == SOLAR_GAIN_ANY_TRACE)
        SOLAR__FAIL(SOLAR_TOO_MANY, SOLAR_MAX_COUNT + 1, SOLAR_MAX_COUNT, SOLAR_RED_TRACE + e->n);
    SOLAR__FAIL(SOLAR_NO_CHOICE, 0, 0, 0);
}

gpscore_status solar__why_effect(const solar_rules *rules, const solar_state *state, gpscore_action action,
                                 gpscore_error *error) {
    const effect e = take_apart(action);
    const solar_head *head = &state->head;
    if (!rules->embedded) SOLAR__FAIL(SOLAR_NOT_EMBEDDED, 0, 0, 0);
    if (e.kind == SOLAR_E_RESOLVED) return why_resolved(rules, state, &e, error);
    if (e.kind == SOLAR_E_NEXT_ROUND) {
        if (head->phase != SOLAR_ROUND_END) SOLAR__FAIL(SOLAR_ROUND_RUNNING, 0, 0, 0);
        return GPSCORE_OK;
    }
    if (head->phase == SOLAR_SETTLE && e.kind >= SOLAR_E_LAUNCH && e.kind <= SOLAR_E_TECH) {
        SOLAR__FAIL(SOLAR_SETTLE_DUE, head->pending, 0, 0);
    }
    if (head->phase != SOLAR_TURN && head->phase != SOLAR_SETTLE) SOLAR__FAIL(SOLAR_EFFECT_PLACE, 0, 0, 0);
    const int names_player = e.kind != SOLAR_E_MOVES && e.kind != SOLAR_E_PUT && e.kind != SOLAR_E_REMOVE;
    if (names_player && e.w >= rules->players) SOLAR__FAIL(SOLAR_NO_PLAYER, e.w, rules->players - 1, 0);
    switch (e.kind) {
    case SOLAR_E_CHANGE: return why_change(rules, state, &e, error);
    case SOLAR_E_MOVES: {
        const unsigned had = e.flag ? head->ring_moves : head->moves;
        if (had + e.n > SOLAR_MAX_COUNT)
            SOLAR__FAIL(SOLAR_TOO_MANY, had + e.n, SOLAR_MAX_COUNT, SOLAR_COUNTED_MOVES);
        return GPSCORE_OK;
    }
    case SOLAR_E_LAUNCH: return why_e_launch(rules, state, &e, error);
    case SOLAR_E_ORBIT: return solar__why_visit(rules, state, (int)e.w, e.place, e.x, SOLAR__AT_ORBIT, error);
    case SOLAR_E_LAND: return why_e_land(rules, state, &e, error);
    case SOLAR_E_LAND_MOON: return why_e_moon(rules, state, &e, error);
    case SOLAR_E_LIMIT: return why_limit(rules, state, &e, error);
    case SOLAR_E_PUT: return why_put(rules, state, &e, error);
    case SOLAR_E_REMOVE: return why_remove(rules, state, &e, error);
    case SOLAR_E_MAIN:
        if (head->turn & SOLAR_TURN_MAIN) SOLAR__FAIL(SOLAR_MAIN_USED, 0, 0, 0);
        return GPSCORE_OK;
    default: return GPSCORE_OK; /* TECH, ROTATE and the flags of a turn always fit */
    }
}

static void put_figure(const solar_rules *rules, solar_state *state, const effect *e, solar__sink *s) {
    solar_figures *f = &state->figures;
    unsigned covered = e->slot;
    switch (e->where) {
    case SOLAR__AT_SPACE: solar__add_probe(&state->players[e->owner], e->place); break;
    case SOLAR__AT_ORBIT:
        f->count[e->place - 1][e->owner]++;
        if (rules->board.planets[e->place].first_orbit && !f->first[e->place - 1]) {
            f->first[e->place - 1] = (uint8_t)(e->owner + 1);
            covered = 1;
        }
        break;
    case SOLAR__AT_SURFACE:
        f->count[e->place - 1][e->owner] = (uint8_t)(f->count[e->place - 1][e->owner] + 16);
        if (e->slot) solar__cover_data(f, e->place, e->slot, e->owner + 1);
        break;
    default: solar__set_moon(f, e->place, e->owner + 1); break;
    }
    solar__emit(s, SOLAR_EVENT_PUT, (int)e->owner, e->where, e->place, covered);
}

/* The figure goes and what it covered is open again (R5). */
static void remove_figure(solar_state *state, const effect *e, solar__sink *s) {
    solar_figures *f = &state->figures;
    switch (e->where) {
    case SOLAR__AT_SPACE: solar__remove_probe(&state->players[e->owner], e->place); break;
    case SOLAR__AT_ORBIT:
        f->count[e->place - 1][e->owner]--;
        if (e->slot) f->first[e->place - 1] = 0;
        break;
    case SOLAR__AT_SURFACE:
        f->count[e->place - 1][e->owner] = (uint8_t)(f->count[e->place - 1][e->owner] - 16);
        if (e->slot) solar__cover_data(f, e->place, e->slot, 0);
        break;
    default: solar__set_moon(f, e->place, 0); break;
    }
    solar__emit(s, SOLAR_EVENT_REMOVED, (int)e->owner, e->where, e->place, e->slot);
}

void solar__apply_effect(const solar_rules *rules, solar_state *state, gpscore_action action,
                         solar__sink *s) {
    const effect e = take_apart(action);
    solar_head *head = &state->head;
    const int w = (int)e.w;
    switch (e.kind) {
    case SOLAR_E_CHANGE:
        if (e.flag) {
            solar__spend(state, w, (solar_resource)e.resource, e.n, s);
            break;
        }
        solar__gain(rules, state, w, (solar_resource)e.resource, e.n, s);
        if (e.resource >= SOLAR_INCOME_CREDIT) {
            solar__gain(rules, state, w, (solar_resource)(e.resource - SOLAR_INCOME_CREDIT), e.n, s);
        }
        break;
    case SOLAR_E_MOVES:
        if (e.flag)
            head->ring_moves = (uint8_t)(head->ring_moves + e.n);
        else
            head->moves = (uint8_t)(head->moves + e.n);
        solar__emit(s, e.flag ? SOLAR_EVENT_RING_MOVE_GAINED : SOLAR_EVENT_MOVE_GAINED, head->active, e.n, 0,
                    0);
        break;
    case SOLAR_E_LAUNCH: solar__granted_launch(rules, state, w, e.flag, s); break;
    case SOLAR_E_ORBIT: solar__do_orbit(rules, state, w, e.place, e.x, s); break;
    case SOLAR_E_LAND: solar__do_land(rules, state, w, e.place, e.x, e.slot, e.flag, s); break;
    case SOLAR_E_LAND_MOON: solar__do_land_moon(rules, state, w, e.place, e.flag, s); break;
    case SOLAR_E_TECH:
        if (e.flag) solar__rotate(rules, state, s);
        solar__begin_tech(state, w);
        break;
    case SOLAR_E_LIMIT:
        if (e.flag)
            head->turn_limit = (int8_t)(head->turn_limit + e.amount);
        else
            state->players[w].limit = (int8_t)(state->players[w].limit + e.amount);
        solar__emit(s, e.flag ? SOLAR_EVENT_TURN_LIMIT : SOLAR_EVENT_LIMIT, w, e.n, 0, 0);
        break;
    case SOLAR_E_NO_ASTEROIDS:
        head->turn |= SOLAR_TURN_NO_ASTEROIDS;
        solar__emit(s, SOLAR_EVENT_NO_ASTEROIDS, head->active, 0, 0, 0);
        break;
    case SOLAR_E_MOVE_INSTEAD:
        head->turn |= SOLAR_TURN_MOVE_INSTEAD;
        solar__emit(s, SOLAR_EVENT_MOVE_INSTEAD, head->active, 0, 0, 0);
        break;
    case SOLAR_E_PUT: put_figure(rules, state, &e, s); break;
    case SOLAR_E_REMOVE: remove_figure(state, &e, s); break;
    case SOLAR_E_MAIN:
        head->turn |= SOLAR_TURN_MAIN;
        solar__emit(s, SOLAR_EVENT_MAIN_USED, head->active, 0, 0, 0);
        break;
    case SOLAR_E_NEXT_ROUND: solar__next_round(rules, state, s); break;
    default: { /* RESOLVED */
        unsigned count;
        const solar_reward *list = solar_list(rules, head->list, &count);
        if (list[head->item].kind == SOLAR_GAIN_ANY_TRACE) {
            solar__gain(rules, state, head->pending, (solar_resource)(SOLAR_RED_TRACE + e.n), 1, s);
        }
        solar__next_reward(rules, state, s);
        break;
    }
    }
}
