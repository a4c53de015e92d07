#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "pool.h"

#include <stdlib.h>

/* ---- What systems call it ----------------------------------------------------------------------------- */

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <windows.h>

typedef SRWLOCK lock_type;
typedef CONDITION_VARIABLE signal_type;
typedef HANDLE thread_type;
typedef volatile LONG counter;

static void make_lock(lock_type *lock) { InitializeSRWLock(lock); }
static void make_signal(signal_type *signal) { InitializeConditionVariable(signal); }
static void take(lock_type *lock) { AcquireSRWLockExclusive(lock); }
static void give(lock_type *lock) { ReleaseSRWLockExclusive(lock); }
static void await(signal_type *signal, lock_type *lock) {
    SleepConditionVariableSRW(signal, lock, INFINITE, 0);
}
static void wake_all(signal_type *signal) { WakeAllConditionVariable(signal); }
static long process(void) { return 1; } /* nothing forks there */
static long get(counter *c) { return InterlockedCompareExchange(c, 0, 0); }
static void set(counter *c, long value) { InterlockedExchange(c, value); }
static long one_less(counter *c) { return InterlockedDecrement(c); }
static void relax(void) { YieldProcessor(); }

static void serve(void *worker);
static unsigned __stdcall enter(void *worker) {
    serve(worker);
    return 0;
}
static int start(thread_type *thread, void *worker) {
    *thread = (HANDLE)_beginthreadex(NULL, 0, enter, worker, 0, NULL);
    return *thread != 0;
}
static void join(thread_type thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

#else
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

typedef pthread_mutex_t lock_type;
typedef pthread_cond_t signal_type;
typedef pthread_t thread_type;
typedef long counter;

static void make_lock(lock_type *lock) { pthread_mutex_init(lock, NULL); }
static void make_signal(signal_type *signal) { pthread_cond_init(signal, NULL); }
static void take(lock_type *lock) { pthread_mutex_lock(lock); }
static void give(lock_type *lock) { pthread_mutex_unlock(lock); }
static void await(signal_type *signal, lock_type *lock) { pthread_cond_wait(signal, lock); }
static void wake_all(signal_type *signal) { pthread_cond_broadcast(signal); }
static long process(void) { return (long)getpid(); }
static long get(counter *c) { return __atomic_load_n(c, __ATOMIC_ACQUIRE); }
static void set(counter *c, long value) { __atomic_store_n(c, value, __ATOMIC_RELEASE); }
static long one_less(counter *c) { return __atomic_sub_fetch(c, 1, __ATOMIC_ACQ_REL); }
static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void serve(void *worker);
static void *enter(void *worker) {
    serve(worker);
    return NULL;
}
/* Signals are for the threads that the program made itself. */
static int start(thread_type *thread, void *worker) {
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return 0;
    const int failed = pthread_create(thread, NULL, enter, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !failed;
}
static void join(thread_type thread) { pthread_join(thread, NULL); }
#endif

/* ---- The pool ----------------------------------------------------------------------------------------- */

/* Looks at a counter before a thread goes to sleep: some microseconds, what waking one up costs. */
enum { LOOKS = 500 };

typedef struct worker {
    gpscore_pool *pool;
    thread_type thread;
    int number;
} worker;

struct gpscore_pool {
    lock_type lock;
    signal_type begin, end;
    void (*work)(void *context, int thread);
    void *context;
    counter run;     /* counts the runs */
    counter pending; /* workers that have not finished this one */
    counter closing;
    long process; /* that has the threads */
    int threads;
    int started; /* workers that run */
    worker workers[];
};

static void serve(void *argument) {
    const worker *const me = argument;
    gpscore_pool *const pool = me->pool;
    long seen = 0;
    for (;;) {
        for (int i = 0; i < LOOKS && get(&pool->run) == seen; i++) relax();
        if (get(&pool->run) == seen) {
            take(&pool->lock);
            while (get(&pool->run) == seen) await(&pool->begin, &pool->lock);
            give(&pool->lock);
        }
        seen = get(&pool->run);
        if (get(&pool->closing)) return;
        pool->work(pool->context, me->number);
        if (one_less(&pool->pending) == 0) {
            /* The caller looks at the counter under the lock before it waits. */
            take(&pool->lock);
            wake_all(&pool->end);
            give(&pool->lock);
        }
    }
}

/* A run for all workers that there are. */
static void begin(gpscore_pool *pool) {
    take(&pool->lock);
    set(&pool->pending, pool->started);
    set(&pool->run, (long)((unsigned long)get(&pool->run) + 1u));
    wake_all(&pool->begin);
    give(&pool->lock);
}

static void close_threads(gpscore_pool *pool) {
    set(&pool->closing, 1);
    begin(pool);
    for (int i = 0; i < pool->started; i++) join(pool->workers[i].thread);
    pool->started = 0;
}

/* Start the workers, all or none. */
static int open_threads(gpscore_pool *pool) {
    make_lock(&pool->lock);
    make_signal(&pool->begin);
    make_signal(&pool->end);
    set(&pool->run, 0);
    set(&pool->pending, 0);
    set(&pool->closing, 0);
    pool->process = process();
    for (pool->started = 0; pool->started < pool->threads - 1; pool->started++) {
        worker *const one = &pool->workers[pool->started];
        one->pool = pool;
        one->number = pool->started + 1;
        if (!start(&one->thread, one)) {
            close_threads(pool);
            return 0;
        }
    }
    return 1;
}

gpscore_pool *gpscore_pool_new(int threads) {
    if (threads < 1 || threads > GPSCORE_POOL_MAX_THREADS) return NULL;
    gpscore_pool *const pool = malloc(sizeof *pool + (size_t)(threads - 1) * sizeof pool->workers[0]);
    if (!pool) return NULL;
    pool->threads = threads;
    if (open_threads(pool)) return pool;
    free(pool);
    return NULL;
}

int gpscore_pool_threads(const gpscore_pool *pool) { return pool->threads; }

void gpscore_pool_run(gpscore_pool *pool, void (*work)(void *context, int thread), void *context) {
    /* A fork takes the memory along, with the lock as it was, and of the threads the caller's alone. */
    if (pool->process != process()) open_threads(pool);
    if (pool->started < pool->threads - 1) {
        for (int thread = 0; thread < pool->threads; thread++) work(context, thread);
        return;
    }
    pool->work = work;
    pool->context = context;
    if (pool->started) begin(pool);
    work(context, 0);
    for (int i = 0; i < LOOKS && get(&pool->pending); i++) relax();
    if (get(&pool->pending)) {
        take(&pool->lock);
        while (get(&pool->pending)) await(&pool->end, &pool->lock);
        give(&pool->lock);
    }
}

void gpscore_pool_free(gpscore_pool *pool) {
    if (!pool) return;
    if (pool->process == process()) close_threads(pool);
    free(pool);
}
