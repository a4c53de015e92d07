/* What the processor can do. */
#ifndef GPSCORE_SRC_CPU_H
#define GPSCORE_SRC_CPU_H

/* Whether processor and operating system run AVX2. Asked anew each time, since nothing is kept. */
int gpscore__cpu_avx2(void);

#endif
