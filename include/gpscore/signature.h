/* gpscore/signature.h - one number for how the library behaves.
 *
 * A fixed corpus of games of both kinds is counted, played out, played move by move, written, read and stepped in
 * batches, and all that comes of it goes into one 64-bit number: counts, hashes, legal actions, refusals, events,
 * views, texts, bytes, observations, arrays. It is the same on every platform, with every compiler and with every
 * kernel. tests/data/signature.txt pins it: whoever changes it changes what users see, and says so in the
 * changelog. The words of errors are no part of it.
 *
 * Thread safety: the functions read and write only what they are given. Failure: gpscore_signature cannot
 * fail. */
#ifndef GPSCORE_SIGNATURE_H
#define GPSCORE_SIGNATURE_H

#include <gpscore/batch.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GPSCORE_SIGNATURE_WORKSPACE (512u << 10) /* bytes, aligned to GPSCORE_BATCH_ALIGN; need not be cleared */

/* The signature. Takes less than a second on a processor of today. */
uint64_t gpscore_signature(gpscore_kernel kernel, void *workspace);

#ifdef __cplusplus
}
#endif
#endif
