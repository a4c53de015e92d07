/* The pool of threads: every thread works once in every run, runs begin and end in order, and a child of a fork
 * has threads of its own. */
#include "check.h"

#include "hosted/pool.h"

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { MOST = 8 };

typedef struct tally {
    long done[MOST][16]; /* a row of cache lines for each thread */
    long sum;
} tally;

static void count(void *context, int thread) { ((tally *)context)->done[thread][0]++; }

static void check_runs(gpscore_pool *pool, int threads, int runs) {
    tally t = {0};
    for (int run = 1; run <= runs; run++) {
        gpscore_pool_run(pool, count, &t);
        for (int i = 0; i < threads; i++) CHECK(t.done[i][0] == run);
    }
}

static void every_thread_works_once_in_every_run(void) {
    for (int threads = 1; threads <= MOST; threads++) {
        gpscore_pool *pool = gpscore_pool_new(threads);
        CHECK(pool && gpscore_pool_threads(pool) == threads);
        check_runs(pool, threads, 2000);
        gpscore_pool_free(pool);
    }
}

/* What a run wrote, the next one reads on other threads. */
static void add_neighbour(void *context, int thread) {
    tally *t = context;
    t->done[thread][1] = t->done[(thread + 1) % 4][0];
}

static void take_over(void *context, int thread) {
    tally *t = context;
    t->done[thread][0] = t->done[thread][1] + 1;
}

static void a_run_sees_what_the_last_one_wrote(void) {
    gpscore_pool *pool = gpscore_pool_new(4);
    tally t = {0};
    CHECK(pool);
    for (int i = 0; i < 4; i++) t.done[i][0] = i;
    for (int run = 0; run < 4000; run++) {
        gpscore_pool_run(pool, add_neighbour, &t);
        gpscore_pool_run(pool, take_over, &t);
    }
    for (int i = 0; i < 4; i++) CHECK(t.done[i][0] == 4000 + i);
    gpscore_pool_free(pool);
}

static void numbers_out_of_range_give_no_pool(void) {
    CHECK(!gpscore_pool_new(0) && !gpscore_pool_new(-1) && !gpscore_pool_new(GPSCORE_POOL_MAX_THREADS + 1));
    gpscore_pool_free(NULL);
    for (int i = 0; i < 20; i++) gpscore_pool_free(gpscore_pool_new(MOST)); /* nothing was run */
}

#if !defined(_WIN32)
static void a_child_of_a_fork_has_threads_of_its_own(void) {
    gpscore_pool *pool = gpscore_pool_new(3);
    CHECK(pool);
    check_runs(pool, 3, 10);
    const pid_t child = fork();
    if (child == 0) {
        check_runs(pool, 3, 100);
        gpscore_pool_free(pool);
        _exit(0);
    }
    int status = 1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check_runs(pool, 3, 100);
    const pid_t idle = fork();
    if (idle == 0) {
        gpscore_pool_free(pool);
        _exit(0);
    }
    CHECK(idle > 0 && waitpid(idle, &status, 0) == idle && status == 0);
    gpscore_pool_free(pool);
}
#endif

int main(void) {
    static const test_case tests[] = {
        TEST(every_thread_works_once_in_every_run),
        TEST(a_run_sees_what_the_last_one_wrote),
        TEST(numbers_out_of_range_give_no_pool),
#if !defined(_WIN32)
        TEST(a_child_of_a_fork_has_threads_of_its_own),
#endif
    };
    return RUN_TESTS(tests);
}
