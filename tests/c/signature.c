/* Prints the signature with every kernel that this processor runs: the parts of the first, then a line for each
 * kernel. A program of its own, to be built by any compiler for any target. */
#include <gpscore/gpscore.h>
#include <gpscore/unstable.h>
#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>

int main(void) {
    static alignas(GPSCORE_BATCH_ALIGN) unsigned char workspace[GPSCORE_SIGNATURE_WORKSPACE];
    for (int part = 0; part < GPSCORE_SIGNATURE_PARTS; part++) {
        const uint64_t number = gpscore_signature_part(part, GPSCORE_KERNEL_SCALAR, workspace);
        printf("%016" PRIx64 " %s\n", number, gpscore_signature_name(part));
    }
    for (int kernel = 0; kernel < GPSCORE_KERNEL_COUNT; kernel++) {
        if (kernel && !gpscore_kernel_available(&gps_game, (gpscore_kernel)kernel)) continue;
        printf("%016" PRIx64 " signature, %s\n", gpscore_signature((gpscore_kernel)kernel, workspace),
               gpscore_kernel_name((gpscore_kernel)kernel));
    }
    return 0;
}
