/* The slices of an observation of the solar system, in order: what it is called, what its numbers mean, how many
 * there are, and the greatest that one can be. */
#ifndef GPSCORE_SRC_SOLAR_OBSERVE_H
#define GPSCORE_SRC_SOLAR_OBSERVE_H

#include <gpscore/solar.h>

#define SOLAR__SEAT "0 nobody, 1 the viewer, 2 the next seat, and so on"
#define SOLAR__EACH ", the viewer's first, then by seat"
#define SOLAR__OWNER "0 open, 1 covered by the viewer, 2 by the next seat, and so on, 5 by a neutral figure"
#define SOLAR__FIGURES ", planet by planet from 1: the viewer's, those of the next seats, neutral ones"

#define SOLAR__SLICES(X)                                                                                     \
    X(PHASE, "phase",                                                                                        \
      "0 discs, 1 sector boards, 2 tiles of the setup; 3 setup income, 4 turn, 5 choice of a tech, 6 income, " \
      "7 trace, 8 free moves, 9 host settles, 10 next tile, 11 end of the round, 12 over",                   \
      1, SOLAR_OVER)                                                                                         \
    X(ACTING, "acting", "who chooses: " SOLAR__SEAT, 1, SOLAR_MAX_PLAYERS)                                   \
    X(ACTIVE, "active", "whose turn it is: " SOLAR__SEAT, 1, SOLAR_MAX_PLAYERS)                              \
    X(START, "start", "who began the round: " SOLAR__SEAT, 1, SOLAR_MAX_PLAYERS)                             \
    X(ROUND, "round", "rounds that are over", 1, SOLAR_MAX_ROUNDS)                                           \
    X(ROUNDS, "rounds", "rounds of the game", 1, SOLAR_MAX_ROUNDS)                                           \
    X(PLAYERS, "players", "players of the game", 1, SOLAR_MAX_PLAYERS)                                       \
    X(DISCS, "discs", "offsets of the discs", SOLAR_DISCS, SOLAR_SECTORS - 1)                                \
    X(TOKEN, "token", "which step turns next", 1, SOLAR_DISCS - 1)                                           \
    X(SECTORS, "sectors", "order of the sector boards", 1, 23)                                               \
    X(PLANETS, "planets", "1 + the space of each planet, Earth first, 0 in no ring", SOLAR_MAX_PLANETS,      \
      SOLAR_SPACES)                                                                                          \
    X(TILES, "tiles", "1 + the bonus on top of each tech's stack, 0 for none", SOLAR_TECHS, SOLAR_TILES)     \
    X(TILES_DOWN, "tiles_down", "a bit for each bonus face down in the stack", SOLAR_TECHS, 15)              \
    X(MOVES, "moves", "moves in hand", 1, SOLAR_MAX_COUNT)                                                   \
    X(RING_MOVES, "ring_moves", "moves in hand within the ring", 1, SOLAR_MAX_COUNT)                         \
    X(TURN, "turn",                                                                                          \
      "bits: 0 main action used, 1 no extra cost of asteroids, 2 a move instead of publicity, 3 Turing's tech " \
      "in bits 5..4, 6 a free action under way, 7 a tech still due",                                         \
      1, 255)                                                                                                \
    X(TURN_LIMIT, "turn_limit", "128 + the change of the active player's probe limit", 1, 255)               \
    X(PENDING, "pending", "who chooses or gains: " SOLAR__SEAT, 1, SOLAR_MAX_PLAYERS)                        \
    X(LIST, "list", "list of rewards that is being paid, 0 for none", 1, SOLAR_LISTS - 1)                    \
    X(ITEM, "item", "its item", 1, SOLAR_MAX_REWARDS)                                                        \
    X(LEFT, "left", "how many of the item, or tucks, are left", 1, 255)                                      \
    X(STEP, "step", "disc or tech of the phase", 1, SOLAR_TECHS - 1)                                         \
    X(AFTER, "after", "what follows the list, bits: 0 a launch, 1 the next tile, 2 the end of the turn", 1, 7) \
    X(MARK, "mark", "1 + the space of the probe that has moved, 0 for none", 1, SOLAR_SPACES)                \
    X(PROBES, "probes",                                                                                      \
      "1 + the space of each probe, ascending, and 0 up to seven a player" SOLAR__EACH,                      \
      SOLAR_MAX_PLAYERS *SOLAR_MAX_PROBES, SOLAR_SPACES)                                                     \
    X(SCORE_HIGH, "score_high", "points in whole 256s" SOLAR__EACH, SOLAR_MAX_PLAYERS, SOLAR_MAX_SCORE / 256) \
    X(SCORE_LOW, "score_low", "points beyond those" SOLAR__EACH, SOLAR_MAX_PLAYERS, 255)                     \
    X(CREDITS, "credits", "credits" SOLAR__EACH, SOLAR_MAX_PLAYERS, SOLAR_MAX_COUNT)                         \
    X(ENERGY, "energy", "energy" SOLAR__EACH, SOLAR_MAX_PLAYERS, SOLAR_MAX_COUNT)                            \
    X(CARDS, "cards", "cards in hand" SOLAR__EACH, SOLAR_MAX_PLAYERS, SOLAR_MAX_COUNT)                       \
    X(PUBLICITY, "publicity", "publicity" SOLAR__EACH, SOLAR_MAX_PLAYERS, 255)                               \
    X(DATA, "data", "data" SOLAR__EACH, SOLAR_MAX_PLAYERS, 255)                                              \
    X(TUCKED, "tucked", "cards tucked for credits, energy, cards" SOLAR__EACH, 3 * SOLAR_MAX_PLAYERS,        \
      SOLAR_MAX_COUNT)                                                                                       \
    X(TRACES, "traces", "red, yellow, blue traces" SOLAR__EACH, 3 * SOLAR_MAX_PLAYERS, SOLAR_MAX_COUNT)      \
    X(SIGNALS, "signals", "signals" SOLAR__EACH, SOLAR_MAX_PLAYERS, SOLAR_MAX_COUNT)                         \
    X(TECHS, "techs", "bits 3..0 techs owned, 7..4 switched off" SOLAR__EACH, SOLAR_MAX_PLAYERS, 255)        \
    X(FLAGS, "flags",                                                                                        \
      "bits: passed, organisation used, launch tile, research tile turned over" SOLAR__EACH,                 \
      SOLAR_MAX_PLAYERS, 15)                                                                                 \
    X(LIMITS, "limits", "128 + the change of the probe limit" SOLAR__EACH, SOLAR_MAX_PLAYERS, 255)           \
    X(ORBITERS, "orbiters", "orbiters" SOLAR__FIGURES, (SOLAR_MAX_PLANETS - 1) * SOLAR_OWNERS,               \
      SOLAR_MAX_FIGURES)                                                                                     \
    X(LANDERS, "landers", "landers" SOLAR__FIGURES, (SOLAR_MAX_PLANETS - 1) * SOLAR_OWNERS,                  \
      SOLAR_MAX_FIGURES)                                                                                     \
    X(FIRST, "first_orbits", "the first orbit of each planet from 1: " SOLAR__OWNER, SOLAR_MAX_PLANETS - 1,  \
      SOLAR_OWNERS)                                                                                          \
    X(DATA_SPACES, "data_spaces", "two data spaces of each planet from 1: " SOLAR__OWNER,                    \
      2 * (SOLAR_MAX_PLANETS - 1), SOLAR_OWNERS)                                                             \
    X(MOONS, "moons", "each moon: " SOLAR__OWNER, SOLAR_MAX_MOONS, SOLAR_OWNERS)

/* SEES_x is where slice x begins. */
#define SOLAR__X(slice, name, words, length, scale) SEES_##slice, SEES_##slice##_LAST = SEES_##slice + (length)-1,
enum { SOLAR__SLICES(SOLAR__X) SEES_ALL };
#undef SOLAR__X

_Static_assert(SEES_ALL == SOLAR_OBSERVATION, "the slices fill an observation");

#endif
