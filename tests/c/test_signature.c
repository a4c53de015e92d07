/* The signature is the one that tests/data/signature.txt pins: with every kernel, from a workspace that held anything
 * before, and with its parts on several threads. */
#include "check.h"

#include <gpscore/unstable.h>

#include "hosted/pool.h"

#include <inttypes.h>
#include <stdalign.h>

enum { THREADS = 3 };
static alignas(GPSCORE_BATCH_ALIGN) unsigned char workspaces[THREADS][GPSCORE_SIGNATURE_WORKSPACE];

/* The pinned numbers: a line for each part, and one for the whole. */
static uint64_t read_pinned(uint64_t parts[GPSCORE_SIGNATURE_PARTS]) {
    char name[64];
    uint64_t whole;
    FILE *file = fopen("tests/data/signature.txt", "r");
    CHECK(file);
    for (int part = 0; part < GPSCORE_SIGNATURE_PARTS; part++) {
        CHECK(fscanf(file, "%" SCNx64 " %63[^\n]", &parts[part], name) == 2);
        CHECK(!strcmp(name, gpscore_signature_name(part)));
    }
    CHECK(fscanf(file, "%" SCNx64 " %63[^\n]", &whole, name) == 2 && !strcmp(name, "signature"));
    fclose(file);
    return whole;
}

static void it_is_the_pinned_one(void) {
    uint64_t pinned[GPSCORE_SIGNATURE_PARTS];
    const uint64_t whole = read_pinned(pinned);
    CHECK(gpscore_signature_of(pinned) == whole);
    for (int part = 0; part < GPSCORE_SIGNATURE_PARTS; part++) {
        memset(workspaces[0], part & 1 ? 0xff : 0x5a, sizeof workspaces[0]);
        const uint64_t number = gpscore_signature_part(part, GPSCORE_KERNEL_SCALAR, workspaces[0]);
        if (number != pinned[part])
            fprintf(stderr, "%s is %016" PRIx64 "\n", gpscore_signature_name(part), number);
        CHECK(number && number == pinned[part]);
    }
}

static void every_kernel_has_the_same(void) {
    uint64_t pinned[GPSCORE_SIGNATURE_PARTS];
    const uint64_t whole = read_pinned(pinned);
    for (int kernel = 0; kernel < GPSCORE_KERNEL_COUNT; kernel++)
        CHECK(gpscore_signature((gpscore_kernel)kernel, workspaces[0]) == whole);
}

static void do_parts(void *context, int thread) {
    uint64_t *numbers = context;
    for (int part = thread; part < GPSCORE_SIGNATURE_PARTS; part += THREADS)
        numbers[part] = gpscore_signature_part(part, GPSCORE_KERNEL_SCALAR, workspaces[thread]);
}

static void threads_have_the_same(void) {
    uint64_t pinned[GPSCORE_SIGNATURE_PARTS], numbers[GPSCORE_SIGNATURE_PARTS];
    const uint64_t whole = read_pinned(pinned);
    gpscore_pool *pool = gpscore_pool_new(THREADS);
    CHECK(pool);
    gpscore_pool_run(pool, do_parts, numbers);
    CHECK(gpscore_signature_of(numbers) == whole);
    gpscore_pool_free(pool);
}

static void parts_have_names(void) {
    for (int part = 0; part < GPSCORE_SIGNATURE_PARTS; part++) CHECK(gpscore_signature_name(part));
    CHECK(!gpscore_signature_name(-1) && !gpscore_signature_name(GPSCORE_SIGNATURE_PARTS));
}

int main(void) {
    static const test_case tests[] = {
        TEST(it_is_the_pinned_one),
        TEST(every_kernel_has_the_same),
        TEST(threads_have_the_same),
        TEST(parts_have_names),
    };
    return RUN_TESTS(tests);
}
