/* gpscore/gpscore.h - everything: rules engines for games about the sky. */
#ifndef GPSCORE_GPSCORE_H
#define GPSCORE_GPSCORE_H

#include <gpscore/game.h>
#include <gpscore/gps.h>
#include <gpscore/random.h>
#include <gpscore/record.h>
#include <gpscore/solar.h>
#include <gpscore/status.h>

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

#ifdef __cplusplus
}
#endif
#endif
