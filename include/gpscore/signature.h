/* gpscore/signature.h - one number for how the library behaves.
 *
 * A fixed corpus of games of both kinds is counted, played out, played move by move, written, read and stepped in
 * batches, and all that comes of it goes into one 64-bit number: counts, hashes, legal actions, refusals, events,
 * views, texts, bytes, observations, arrays. It is the same on every platform, with every compiler and with every
 * kernel. tests/data/signature.txt pins it: whoever changes it changes what users see, and says so in the
 * changelog. The words of errors are no part of it.
 *
 * Thread safety: the functions read and write only what they are given. Parts are independent of each other. */
#ifndef GPSCORE_SIGNATURE_H
#define GPSCORE_SIGNATURE_H

#include <gpscore/batch.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GPSCORE_SIGNATURE_PARTS 10
#define GPSCORE_SIGNATURE_WORKSPACE (512u << 10) /* bytes, aligned to GPSCORE_BATCH_ALIGN; need not be cleared */

/* "gps perft" and so on; NULL for a number that is no part's. */
const char *gpscore_signature_name(int part);

/* The number of one part, 0 to GPSCORE_SIGNATURE_PARTS - 1. Batches have the kernel *kernel*, or the scalar one where
 * a game has not got that or the processor does not run it. */
uint64_t gpscore_signature_part(int part, gpscore_kernel kernel, void *workspace);

/* The signature made of the numbers of all parts, in order. */
uint64_t gpscore_signature_of(const uint64_t parts[GPSCORE_SIGNATURE_PARTS]);

/* The signature. Takes less than a second on a processor of today. */
uint64_t gpscore_signature(gpscore_kernel kernel, void *workspace);

#ifdef __cplusplus
}
#endif
#endif
