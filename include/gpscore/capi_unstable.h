/* gpscore/capi_unstable.h - the functions of unstable.h as a table, for extension modules that decide to use them.
 *
 * Written by src/tools/capi.py. It is included in place of capi.h, or after it, and gpscore_import_unstable() is called
 * in place of gpscore_import(). It refuses every gpscore whose unstable part has another number than the one that the
 * module was compiled against, older and later ones alike. */
#ifndef GPSCORE_CAPI_UNSTABLE_H
#define GPSCORE_CAPI_UNSTABLE_H

#include <gpscore/capi.h>
#include <gpscore/unstable.h>

/* clang-format off */
/* Every function: X(result, name, parameters). */
/* For ABI 1. */
#define GPSCORE_CAPI_UNSTABLE_LIST(X) \
    X(gpscore_status, gpscore_check_unstable, (uint32_t seen, gpscore_error *error)) \
    X(int, gpscore_kernel_available, (const gpscore_game *game, gpscore_kernel kernel)) \
    X(const char*, gpscore_kernel_name, (gpscore_kernel kernel)) \
    X(const char*, gpscore_signature_name, (int part)) \
    X(uint64_t, gpscore_signature_part, (int part, gpscore_kernel kernel, void *workspace)) \
    X(uint64_t, gpscore_signature_of, (const uint64_t parts[10]))
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gpscore_capi_unstable {
    uint32_t abi; /* GPSCORE_UNSTABLE_ABI of the host */
    uint32_t size; /* bytes of the host's table */
#define GPSCORE_X(result, name, parameters) result(*name) parameters;
    GPSCORE_CAPI_UNSTABLE_LIST(GPSCORE_X)
#undef GPSCORE_X
} gpscore_capi_unstable;

#if defined(Py_PYTHON_H) && !defined(GPSCORE_CAPI_HOST)

/* Find both tables. 0, or -1 with an ImportError set; the GIL must be held. */
static inline int gpscore_import_unstable(void) {
    const gpscore_capi_unstable *table;
    if (gpscore_import() < 0) return -1;
    table = GPSCORE_CAPI_TABLE->unstable;
    if (table->abi != GPSCORE_UNSTABLE_ABI || table->size < sizeof(gpscore_capi_unstable)) {
        PyErr_Format(
            PyExc_ImportError,
            "this module was compiled against number %u (%u bytes) of the unstable part of gpscore, but the installed "
            "gpscore has number %u (%u bytes): compile this module again",
            (unsigned)GPSCORE_UNSTABLE_ABI, (unsigned)sizeof(gpscore_capi_unstable), (unsigned)table->abi,
            (unsigned)table->size);
        return -1;
    }
    return 0;
}

/* clang-format off */
#define gpscore_check_unstable (GPSCORE_CAPI_TABLE->unstable->gpscore_check_unstable)
#define gpscore_kernel_available (GPSCORE_CAPI_TABLE->unstable->gpscore_kernel_available)
#define gpscore_kernel_name (GPSCORE_CAPI_TABLE->unstable->gpscore_kernel_name)
#define gpscore_signature_name (GPSCORE_CAPI_TABLE->unstable->gpscore_signature_name)
#define gpscore_signature_part (GPSCORE_CAPI_TABLE->unstable->gpscore_signature_part)
#define gpscore_signature_of (GPSCORE_CAPI_TABLE->unstable->gpscore_signature_of)
/* clang-format on */

#endif

#ifdef __cplusplus
}
#endif
#endif
