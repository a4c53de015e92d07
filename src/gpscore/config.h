/* What an embedder can choose when the core is compiled (docs/embedding.md tells what each saves):
 *
 *     GPSCORE_NO_SIMD     no kernels for vector units
 *     GPSCORE_NO_TEXT     no text forms, no words of errors, no pictures, no signature: those entries of the
 *                         table of operations are NULL, and the functions are not there
 *     GPSCORE_NO_GPS      without GPS: leave out gps*.c and signature.c
 *     GPSCORE_NO_SOLAR    without the solar system: leave out solar*.c and signature.c
 *     GPSCORE_ASSERT      an assertion, which checks what the unchecked functions are trusted with;
 *                         GPSCORE_ASSERT_HEADER names a header that defines it */
#ifndef GPSCORE_SRC_CONFIG_H
#define GPSCORE_SRC_CONFIG_H

#ifdef GPSCORE_ASSERT_HEADER
#include GPSCORE_ASSERT_HEADER
#endif
#ifndef GPSCORE_ASSERT
#define GPSCORE_ASSERT(condition) ((void)0)
#endif

#if (defined(__x86_64__) || defined(_M_X64)) && !defined(GPSCORE_NO_SIMD)
#define GPSCORE__AVX2
#endif
#if (defined(__aarch64__) || defined(_M_ARM64)) && !defined(__ARM_BIG_ENDIAN) && !defined(GPSCORE_NO_SIMD)
#define GPSCORE__NEON
#endif

#endif
