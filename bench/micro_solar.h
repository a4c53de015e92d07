/* The solar system's part of micro.c. */

static solar_rules two, host;           /* two players alone; four with an embedding host */
static solar_state probe_pool[POOL];    /* turns of uniform play, the active player with four probes */
static solar_state crowd_pool[POOL];    /* embedded, two probes of each of four players */
static gpscore_action probe_next[POOL]; /* a legal move of each */

static void solar_chance(const solar_rules *rules, solar_state *state, uint64_t key) {
    while (solar_to_act(state) == GPSCORE_TO_ACT_CHANCE) {
        solar_apply_unchecked(rules, state, GPSCORE_CHANCE, solar_sample_chance(rules, state, key), NULL);
    }
}

/* The next action of uniform players; 0 at the end. */
static int solar_play_one(const solar_rules *rules, solar_state *state, uint64_t key) {
    solar_chance(rules, state, key);
    const uint32_t to_act = solar_to_act(state);
    if (to_act == GPSCORE_TO_ACT_OVER) return 0;
    int player = 0;
    while (!(to_act >> player & 1u)) player++;
    solar_apply_unchecked(rules, state, player, solar_choose(rules, state, player, GPSCORE_UNIFORM, key),
                          NULL);
    return 1;
}

static void put_probes(solar_state *state, int player, int number, uint64_t key) {
    for (int i = 0; i < 3; i++) state->players[player].probes[i] = 0;
    for (int i = 0; i < number; i++) {
        state->players[player].probes[0] |= UINT32_C(1)
                                            << gpscore_draw_below(key, (uint64_t)player, (uint64_t)i, 32);
    }
}

static void fill_solar_pools(void) {
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    solar_rules_init(&two, &options, NULL);
    options.players = 4;
    options.embedded = 1;
    solar_rules_init(&host, &options, NULL);
    solar_state state;
    solar_init(&two, &state);
    uint64_t game = 1;
    for (int i = 0; i < POOL;) {
        if (!solar_play_one(&two, &state, gpscore_mix(game))) {
            game++;
            solar_init(&two, &state);
        }
        if (state.head.phase != SOLAR_TURN) continue;
        probe_pool[i] = state;
        put_probes(&probe_pool[i], state.head.active, 4, gpscore_mix((uint64_t)i));
        probe_pool[i].players[state.head.active].energy = 5;
        solar_derive(&two, &probe_pool[i]);
        const uint64_t moves = solar__spaces(&probe_pool[i].players[state.head.active]);
        probe_next[i] = SOLAR_ACTION(SOLAR_MOVE, gpscore__lowest(moves) | (unsigned)(i & 1) << 5);
        i++;
    }
    solar_init(&host, &state);
    while (state.head.phase != SOLAR_TURN) solar_play_one(&host, &state, 1);
    for (int i = 0; i < POOL; i++) {
        crowd_pool[i] = state;
        crowd_pool[i].head.alignment = (uint16_t)gpscore_draw_below(1, (uint64_t)i, 9, SOLAR_ALIGNMENTS);
        crowd_pool[i].head.token = (uint8_t)(i % 3);
        for (int p = 0; p < 4; p++) put_probes(&crowd_pool[i], p, 2, gpscore_mix((uint64_t)i + 1000));
        solar_derive(&host, &crowd_pool[i]);
    }
}

static uint64_t solar_rotate_undo(uint64_t count) {
    solar_undo_info undo;
    uint64_t sum = 0;
    EACH_OF_POOL {
        solar_state *state = &crowd_pool[i];
        solar_apply_unchecked(&host, state, GPSCORE_HOST, SOLAR_ACTION(SOLAR_E_ROTATE, 0), &undo);
        sum += state->head.sum;
        solar_undo(state, &undo);
    }
    return sum;
}

static uint64_t solar_moves_mask(uint64_t count) {
    uint64_t sum = 0;
    EACH_OF_POOL {
        const solar_state *state = &probe_pool[i];
        uint32_t from[4];
        solar__movable(&two, state, solar__techs(state, state->head.active), 1, SOLAR_NOWHERE, from);
        sum += from[0] + from[2] + from[3];
    }
    return sum;
}

static uint64_t solar_turn_mask(uint64_t count) {
    uint64_t sum = 0, mask[SOLAR_MASK_WORDS];
    EACH_OF_POOL {
        const solar_state *state = &probe_pool[i];
        solar_legal_mask(&two, state, state->head.active, mask);
        sum += mask[0] ^ mask[3];
    }
    return sum;
}

static uint64_t solar_move_undo(uint64_t count) {
    solar_undo_info undo;
    uint64_t sum = 0;
    EACH_OF_POOL {
        solar_state *state = &probe_pool[i];
        solar_apply_unchecked(&two, state, state->head.active, probe_next[i], &undo);
        sum += state->head.sum;
        solar_undo(state, &undo);
    }
    return sum;
}

static uint64_t solar_reach_3(uint64_t count) {
    solar_reach_info reach[SOLAR_SPACES];
    uint64_t sum = 0;
    EACH_OF_POOL {
        const solar_state *state = &probe_pool[i];
        sum += solar_reach(&two, state, state->head.active, (unsigned)(i % 32), 3, reach);
    }
    return sum;
}

static uint64_t solar_random_game(uint64_t count) {
    uint64_t sum = 0;
    for (uint64_t game = 0; game < count; game++) {
        solar_state state;
        solar_init(&two, &state);
        while (solar_play_one(&two, &state, gpscore_mix(game))) {}
        sum += state.head.sum;
    }
    return sum;
}
