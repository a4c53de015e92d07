/* Threads that wait for work: pthreads, or those of Windows. Outside the core, which knows no threads; programs
 * that embed the core leave this folder out, or bring threads of their own. */
#ifndef GPSCORE_SRC_HOSTED_POOL_H
#define GPSCORE_SRC_HOSTED_POOL_H

#define GPSCORE_POOL_MAX_THREADS 256

typedef struct gpscore_pool gpscore_pool;

/* A pool of *threads* threads, 1 to GPSCORE_POOL_MAX_THREADS, of which the caller of gpscore_pool_run is one. NULL
 * when there is no memory, or the system gives no more threads. The others wait without using the processor,
 * but for some microseconds after each run, so that runs in a row begin at once. They take no signals. */
gpscore_pool *gpscore_pool_new(int threads);

int gpscore_pool_threads(const gpscore_pool *pool);

/* work(context, t) on each thread t from 0 on, 0 being the caller's; returns when all have. One run at a time. In
 * a process that was forked off the threads are started anew, and where the system gives none, the caller does
 * all of the work. */
void gpscore_pool_run(gpscore_pool *pool, void (*work)(void *context, int thread), void *context);

/* End the threads. NULL is fine. */
void gpscore_pool_free(gpscore_pool *pool);

#endif
