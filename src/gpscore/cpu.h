/* What the processor can do. */
#ifndef GPSCORE_SRC_CPU_H
#define GPSCORE_SRC_CPU_H

/* Whether processor and operating system run AVX2, and the instructions on bits (BMI1, BMI2, POPCNT) that every
 * processor with AVX2 has. Asked anew each time, since nothing is kept. */
int gpscore__cpu_avx2(void);

#endif
