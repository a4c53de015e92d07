/* Rules and boards of the solar system to test with. */
#ifndef GPSCORE_TESTS_CHECK_SOLAR_H
#define GPSCORE_TESTS_CHECK_SOLAR_H

#include "check.h"

/* Another board that can be: other lists, costs and stars, fewer moons, Neptune gone. */
static inline solar_board random_board(dice *d) {
    solar_board board;
    solar_board_standard(&board);
    for (int p = 1; p < board.planet_count; p++) {
        solar_planet *planet = &board.planets[p];
        planet->land_count = (uint8_t)roll(d, SOLAR_MAX_REWARDS + 1);
        for (int i = 0; i < SOLAR_MAX_REWARDS; i++) {
            const int used = i < planet->land_count;
            planet->land[i].kind = (uint8_t)(used ? 1 + roll(d, SOLAR_REWARD_KINDS - 1) : 0);
            planet->land[i].n = (uint8_t)(used ? 1 + roll(d, 3) : 0);
        }
        if (!planet->flags) planet->first_orbit = (uint8_t)roll(d, 3);
    }
    while (board.moon_count > roll(d, 10)) {
        static const solar_moon no_moon = {{0}, 0, 0, {{0, 0}}};
        board.moons[--board.moon_count] = no_moon;
    }
    if (roll(d, 2)) { /* the last planet, Pluto, is not there */
        static const solar_planet no_planet = {{0}, 0, 0, 0, {0}, 0, 0, {{0, 0}}, {{0, 0}}};
        board.planets[--board.planet_count] = no_planet;
    }
    board.cells[2][0][roll(d, 8)] = SOLAR_ASTEROID;
    board.launch_credit = (uint8_t)roll(d, 4);
    board.research_publicity = (uint8_t)roll(d, 7);
    board.probe_limit = (uint8_t)roll(d, 4);
    board.publicity_limit = (uint8_t)(1 + roll(d, 20));
    board.stars[roll(d, 4)][1].colour = (uint8_t)roll(d, 4);
    return board;
}

/* With a host or without, by *hosted* 1; 0 for none. */
static inline void random_rules(dice *d, int hosted, solar_rules *out) {
    solar_options options = SOLAR_OPTIONS_DEFAULT;
    solar_board board = random_board(d);
    const int with_organisations = (int)roll(d, 2);
    options.players = 1 + roll(d, 4);
    options.embedded = hosted && roll(d, 2);
    options.rounds = roll(d, 9);
    for (int p = 0; p < options.players; p++) {
        options.pluto[p] = roll(d, 2);
        options.organisation[p] = with_organisations ? roll(d, SOLAR_ORGANISATIONS) : 0;
    }
    options.trace_points = roll(d, 3);
    options.signal_points = roll(d, 3);
    options.push_tech2 = roll(d, 2);
    if (roll(d, 3) == 0) options.board = &board;
    CHECK(solar_rules_init(out, &options, NULL) == GPSCORE_OK);
}

#endif
