/* gpscore/gpscore.h - everything that is stable: rules engines for games about the sky. What may change with every
 * release is in unstable.h, which is here where GPSCORE_UNSTABLE is defined.
 *
 * Thread safety: the functions read and write only what they are given. Failure: a function that returns a
 * gpscore_status can fail; it then fills *error*, which may be NULL, and changes nothing else. Those of the versions,
 * gpscore_version and gpscore_abi, cannot fail. */
#ifndef GPSCORE_GPSCORE_H
#define GPSCORE_GPSCORE_H

#include <gpscore/batch.h>
#include <gpscore/game.h>
#include <gpscore/gps.h>
#include <gpscore/random.h>
#include <gpscore/record.h>
#include <gpscore/signature.h>
#include <gpscore/solar.h>
#include <gpscore/status.h>
#include <gpscore/svg.h>

/* Three versions, each with its own promise. The library's follows semantic versioning. The ABI number
 * changes when a struct or a signature does. Each byte encoding carries a version of its own. */
#define GPSCORE_VERSION_MAJOR 0
#define GPSCORE_VERSION_MINOR 1
#define GPSCORE_VERSION_PATCH 0
#define GPSCORE_VERSION_STRING "0.1.0"
#define GPSCORE_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

/* The version that was compiled, to compare with the macros that a caller saw. */
const char *gpscore_version(void);
uint32_t gpscore_abi(void);

/* The ABI number and the sizes that a caller's headers have, GPSCORE_SIZES there. */
typedef struct gpscore_sizes {
    uint32_t abi;
    uint32_t gps_rules, gps_state, gps_undo_info;
    uint32_t solar_rules, solar_state, solar_undo_info;
} gpscore_sizes;
#define GPSCORE_SIZES                                                                                    \
    {GPSCORE_ABI,         sizeof(gps_rules),   sizeof(gps_state),      sizeof(gps_undo_info),            \
     sizeof(solar_rules), sizeof(solar_state), sizeof(solar_undo_info)}

/* GPSCORE_OK when they are those of this library, else GPSCORE_ABI_MISMATCH or GPSCORE_STRUCT_SIZE. A program that finds
 * the library at run time asks once, before anything else. */
gpscore_status gpscore_check_sizes(const gpscore_sizes *seen, gpscore_error *error);

/* Whether *size* bytes at *state*, which may lie anywhere, are a state of these rules that can be played on:
 * GPSCORE_OK, GPSCORE_STRUCT_SIZE, GPSCORE_STRUCT_ALIGNMENT, or GPSCORE_POSITION_INVALID with the mask of
 * problems (the lowest bit for other rules). For memory that comes from somewhere else; nothing is changed. */
gpscore_status gpscore_check_state(const gpscore_game *game, const void *rules, const void *state,
                                   size_t size, gpscore_error *error);

#ifdef __cplusplus
}
#endif

#ifdef GPSCORE_UNSTABLE
#include <gpscore/unstable.h>
#endif
#endif
