/* GPS: the greedy and the steady player on vectors, a part of gps_batch_vector.h. They value choices as gps_play.c does,
 * and so find the same ones equally good; how they find them differs, since lanes cannot go different ways: every
 * pair of satellites is looked at, placed or not. */

enum { SPOTS = GPS_MAX_SATELLITES + 2 };

/* The choices of a player that are equally good: 0xff in the lanes where moving satellite i clockwise (0) or
 * counter-clockwise (1) is one of them. */
typedef struct best_choices {
    vec are[2][GPS_MAX_SATELLITES];
} best_choices;

/* Which satellites may be chosen, besides those that stand when none is face up. */
VECTOR_INLINE vec may_choose(const lane_group *g, vec at) {
    return v_select(g->placing, v_equal(at, v_set(UP)), v_set(0xff));
}

/* ---- Greedy: the longest increasing subsequence ------------------------------------------------------- */

/* A bit for each place on a chain, 1 to 16. */
typedef struct places {
    vec low, high;
} places;

VECTOR_INLINE places place_bits(vec place, vec mask) {
    static const uint8_t low[16] = {1, 2, 4, 8, 16, 32, 64, 128};
    static const uint8_t high[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
    const vec near = v_near(v_sub(place, v_set(1)));
    const places bits = {v_and(v_look(v_table(low), near), mask), v_and(v_look(v_table(high), near), mask)};
    return bits;
}

static GPSCORE__APART VECTOR_TARGET void greedy(const lane_group *g, const uint8_t *rows, const ways *w,
                                                best_choices *best) {
    const int n = g->rules->satellites;
    const vec none = v_set(0), one = v_set(1);
    const vec target[2] = {w->clockwise, w->counter};
    vec ending[GPS_MAX_SATELLITES], beginning[GPS_MAX_SATELLITES];
    vec value[2][GPS_MAX_SATELLITES]; /* first the longest chain before a target, then the choice's value */
    vec length = none, so_far[2] = {none, none};
    for (int i = 0; i < n; i++) {
        const vec at = v_load(rows + i * LANES), placed = v_greater(at, v_set(0xff));
        vec most = none;
        for (int j = 0; j < i; j++) {
            most = v_max(most, v_and(v_greater(at, v_load(rows + j * LANES)), ending[j]));
        }
        ending[i] = v_and(v_add(most, one), placed);
        length = v_max(length, ending[i]);
        for (int k = 0; k < 2; k++) {
            value[k][i] = so_far[k];
            so_far[k] = v_max(so_far[k], v_and(v_greater(target[k], at), ending[i]));
        }
    }
    places once = {none, none}, twice = {none, none};
    so_far[0] = so_far[1] = none;
    for (int i = n - 1; i >= 0; i--) {
        const vec at = v_load(rows + i * LANES), placed = v_greater(at, v_set(0xff));
        vec most = none;
        for (int j = n - 1; j > i; j--) {
            most = v_max(most, v_and(v_greater(v_load(rows + j * LANES), at), beginning[j]));
        }
        beginning[i] = v_and(v_add(most, one), placed);
        for (int k = 0; k < 2; k++) {
            value[k][i] = v_add(v_add(value[k][i], one), so_far[k]);
            so_far[k] = v_max(so_far[k], v_and(v_greater(at, target[k]), beginning[i]));
        }
        /* From here on beginning says whether the satellite is on a longest chain. */
        const vec longest = v_and(v_equal(v_add(ending[i], most), length), placed);
        const places bits = place_bits(ending[i], longest);
        twice.low = v_or(twice.low, v_and(once.low, bits.low));
        twice.high = v_or(twice.high, v_and(once.high, bits.high));
        once.low = v_or(once.low, bits.low);
        once.high = v_or(once.high, bits.high);
    }
    vec most = none;
    for (int i = 0; i < n; i++) {
        const vec at = v_load(rows + i * LANES), placed = v_greater(at, v_set(0xff)), may = may_choose(g, at);
        const vec longest = v_and(v_equal(v_sub(v_add(ending[i], beginning[i]), one), length), placed);
        const places bits = place_bits(ending[i], longest);
        const vec shared = v_or(v_and(bits.low, twice.low), v_and(bits.high, twice.high));
        /* A chain loses one when it must do without its only satellite for some place. */
        const vec without = v_add(length, v_and(longest, v_equal(shared, none)));
        for (int k = 0; k < 2; k++) {
            value[k][i] = v_and(v_max(value[k][i], without), k ? v_and(may, w->two) : may);
            most = v_max(most, value[k][i]);
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) best->are[k][i] = v_equal(value[k][i], most);
    }
}

/* ---- Steady: the cheapest chain ------------------------------------------------------------------------ */

/* 16 bits for each lane, in the order of v_zip_low and v_zip_high. */
typedef struct costs {
    vec low, high;
} costs;

VECTOR_INLINE costs c_set(unsigned cost) { return (costs){h_set(cost), h_set(cost)}; }
VECTOR_INLINE costs c_mask(vec bytes) { return (costs){v_zip_low(bytes, bytes), v_zip_high(bytes, bytes)}; }
VECTOR_INLINE costs c_add(costs a, costs b) { return (costs){h_add(a.low, b.low), h_add(a.high, b.high)}; }
VECTOR_INLINE costs c_sub(costs a, costs b) { return (costs){h_sub(a.low, b.low), h_sub(a.high, b.high)}; }
VECTOR_INLINE costs c_least(costs a, costs b) { return (costs){h_min(a.low, b.low), h_min(a.high, b.high)}; }
VECTOR_INLINE costs c_select(costs mask, costs a, costs b) {
    return (costs){v_select(mask.low, a.low, b.low), v_select(mask.high, a.high, b.high)};
}
VECTOR_INLINE vec c_equal(costs a, costs b) { return v_pack(h_equal(a.low, b.low), h_equal(a.high, b.high)); }

/* What a gap of w spaces spares of GPS__NEVER when m satellites are missing in it: low bytes, then high ones. So 0, which
 * is found for numbers that are no gap, is never. */
#define SPARED(m, w)   ((w) < (m) ? 0 : GPS__NEVER - GPS__GAP_COST(m, w))
#define BYTE4(m, w, b) (SPARED(m, w) >> b & 255), (SPARED(m, (w) + 1) >> b & 255), \
                       (SPARED(m, (w) + 2) >> b & 255), (SPARED(m, (w) + 3) >> b & 255)
#define BYTE16(m, w, b) {BYTE4(m, w, b), BYTE4(m, (w) + 4, b), BYTE4(m, (w) + 8, b), BYTE4(m, (w) + 12, b)}
#define SPARED_ROW(m)                                                                                    \
    {{BYTE16(m, 0, 0), BYTE16(m, 16, 0), BYTE16(m, 32, 0), BYTE16(m, 48, 0)},                             \
     {BYTE16(m, 0, 8), BYTE16(m, 16, 8), BYTE16(m, 32, 8), BYTE16(m, 48, 8)}}
static const uint8_t spared_bytes[GPS_MAX_SATELLITES][2][4][16] = {
    SPARED_ROW(0),  SPARED_ROW(1),  SPARED_ROW(2),  SPARED_ROW(3),  SPARED_ROW(4),  SPARED_ROW(5),
    SPARED_ROW(6),  SPARED_ROW(7),  SPARED_ROW(8),  SPARED_ROW(9),  SPARED_ROW(10), SPARED_ROW(11),
    SPARED_ROW(12), SPARED_ROW(13), SPARED_ROW(14), SPARED_ROW(15),
};

/* The width of a gap, ready to be looked up; negative ones, 192 and more, are no gaps. */
typedef struct width {
    vec near[4];
} width;

VECTOR_INLINE width width_of(vec spaces, const int parts) {
    width w;
    for (int part = 0; part < 4; part++) {
        w.near[part] = part < parts ? v_near(v_sub(spaces, v_set(16u * (unsigned)part))) : v_set(0xff);
    }
    return w;
}

VECTOR_INLINE costs spared(int missing, const width *w, const int parts) {
    const uint8_t (*table)[4][16] = spared_bytes[missing];
    vec low = v_look(v_table(table[0][0]), w->near[0]), high = v_look(v_table(table[1][0]), w->near[0]);
    for (int part = 1; part < parts; part++) {
        low = v_or(low, v_look(v_table(table[0][part]), w->near[part]));
        high = v_or(high, v_look(v_table(table[1][part]), w->near[part]));
    }
    return (costs){v_zip_low(low, high), v_zip_high(low, high)};
}

/* *parts* is how many times 16 spaces there are, rounded up. */
VECTOR_INLINE void steady_parts(const lane_group *g, const uint8_t *rows, const ways *w, const int n,
                                const int parts, best_choices *best) {
    const costs never = c_set(GPS__NEVER), unplaced = c_set(2 * GPS__NEVER);
    const int end = n + 1;
    const vec target[2] = {w->clockwise, w->counter};
    vec at[SPOTS], placed[SPOTS]; /* the start line, the satellites, the start line */
    costs gaps[SPOTS][SPOTS]; /* what the gap between two spots spares */
    costs prefix[SPOTS], suffix[SPOTS]; /* cheapest chains up to a spot and on from it; + GPS__NEVER */
    costs without[SPOTS], value[2][SPOTS];

    at[0] = v_set(0xff);
    at[end] = v_set(g->rules->spaces);
    placed[0] = placed[end] = v_set(0xff);
    for (int i = 1; i < end; i++) {
        at[i] = v_load(rows + (i - 1) * LANES);
        placed[i] = v_greater(at[i], v_set(0xff));
    }

    prefix[0] = never;
    for (int j = 1; j <= end; j++) {
        const vec before = v_sub(at[j], v_set(1));
        costs least = unplaced;
        for (int i = j == end; i < j; i++) {
            const width between = width_of(v_sub(before, at[i]), parts);
            gaps[i][j] = spared(j - i - 1, &between, parts);
            least = c_least(least, c_sub(prefix[i], gaps[i][j]));
        }
        if (j == end) { /* nobody stands: one gap, wider than any other */
            gaps[0][end] = c_set(GPS__NEVER - (unsigned)GPS__GAP_COST(n, g->rules->spaces));
            least = c_least(least, c_sub(prefix[0], gaps[0][end]));
        }
        prefix[j] = c_add(c_select(c_mask(placed[j]), least, unplaced), never);
        without[j] = unplaced;
    }
    suffix[end] = never;
    for (int i = end - 1; i >= 0; i--) {
        costs least = unplaced;
        for (int j = end; j > i; j--) {
            /* So far the best right neighbour of i beyond j, which leaves j out. */
            without[j] = c_least(without[j], c_sub(c_add(prefix[i], least), never));
            least = c_least(least, c_sub(suffix[j], gaps[i][j]));
        }
        suffix[i] = c_add(c_select(c_mask(placed[i]), least, unplaced), never);
    }

    costs least = unplaced;
    for (int k = 0; k < 2; k++) {
        costs left[SPOTS], right[SPOTS];
        width to_target[SPOTS], from_target[SPOTS];
        const vec before = v_sub(target[k], v_set(1)), behind = v_add(target[k], v_set(1));
        for (int i = 0; i <= end; i++) {
            to_target[i] = width_of(v_sub(before, at[i]), parts);
            from_target[i] = width_of(v_sub(at[i], behind), parts);
            left[i] = right[i] = unplaced;
        }
        for (int missing = 0; missing < n; missing++) {
            for (int i = 0; i + missing + 1 < end; i++) {
                const int s = i + missing + 1, j = end - i, z = end - s;
                left[s] = c_least(left[s], c_sub(prefix[i], spared(missing, &to_target[i], parts)));
                right[z] = c_least(right[z], c_sub(suffix[j], spared(missing, &from_target[j], parts)));
            }
        }
        for (int s = 1; s < end; s++) {
            const costs stay = c_select(c_mask(placed[s]), without[s], c_sub(prefix[end], never));
            const vec may = may_choose(g, at[s]);
            const costs cost = c_least(c_add(left[s], right[s]), stay);
            value[k][s] = c_select(c_mask(k ? v_and(may, w->two) : may), cost, unplaced);
            least = c_least(least, value[k][s]);
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) best->are[k][i] = c_equal(value[k][i + 1], least);
    }
}

static GPSCORE__APART VECTOR_TARGET void steady(const lane_group *g, const uint8_t *rows, const ways *w,
                                                best_choices *best) {
    const int n = g->rules->satellites, spaces = g->rules->spaces;
    if (spaces > 48)
        steady_parts(g, rows, w, n, 4, best);
    else if (spaces > 16)
        steady_parts(g, rows, w, n, 3, best);
    else
        steady_parts(g, rows, w, n, 1, best);
}

/* ---- The choice ------------------------------------------------------------------------------------------ */

VECTOR_INLINE vec count_best(const best_choices *best, int n) {
    vec count = v_set(0);
    for (int i = 0; i < n; i++) count = v_sub(v_sub(count, best->are[0][i]), best->are[1][i]);
    return count;
}

VECTOR_INLINE choices nth_best(const lane_group *g, const best_choices *best, const ways *w, vec n) {
    choices c = {v_set(NOBODY), v_set(0), v_set(0)};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < g->rules->satellites; i++) {
            const vec is = best->are[k][i], taken = v_and(is, v_equal(n, v_set(0)));
            c.satellite = v_select(taken, v_number(i), c.satellite);
            if (k) c.counter = v_or(c.counter, taken);
            n = v_add(n, is);
        }
    }
    c.satellite = v_select(g->plays, c.satellite, v_set(NOBODY));
    c.to = v_select(c.counter, w->counter, w->clockwise);
    return c;
}

/* The choices of a player who values them, for all players. */
VECTOR_INLINE void choose_best(const lane_group *g, const given_that t, gpscore_policy policy, choices *out) {
    const int players = g->rules->players;
    for (int p = 0; p < players; p += 2) {
        best_choices best[2];
        ways w[2];
        pair of = {v_set(0), v_set(0)};
        for (int q = 0; q < 2 && p + q < players; q++) {
            const uint8_t *rows = rows_of(g, p + q, t);
            w[q] = ways_of(g, p + q, t);
            if (policy == GPSCORE_GREEDY)
                greedy(g, rows, &w[q], &best[q]);
            else
                steady(g, rows, &w[q], &best[q]);
            *(q ? &of.odd : &of.even) = count_best(&best[q], t.satellites);
        }
        const pair n = draw(g->b, g->first, g->b->clock, gps_draw_choice(0, p), of, 1);
        out[p] = nth_best(g, &best[0], &w[0], n.even);
        if (p + 1 < players) out[p + 1] = nth_best(g, &best[1], &w[1], n.odd);
    }
}
