# The table of functions that other extension modules and cffi find: include/gpscore/capi.h.

from cpython.pycapsule cimport PyCapsule_New

cdef extern from *:
    """
    #define GPSCORE_CAPI_HOST
    #include <gpscore/capi_unstable.h>
    #define LAYER_X(result, name, parameters) name,
    static const gpscore_capi_unstable layer_unstable = {
        GPSCORE_UNSTABLE_ABI, sizeof(gpscore_capi_unstable), GPSCORE_CAPI_UNSTABLE_LIST(LAYER_X)
    };
    static const gpscore_capi layer_capi = {
        GPSCORE_ABI, sizeof(gpscore_capi), &gps_game, &solar_game, &layer_unstable, GPSCORE_CAPI_LIST(LAYER_X)
    };
    #undef LAYER_X
    """
    const char *GPSCORE_CAPI_NAME
    const size_t layer_capi_address "((size_t)&layer_capi)"
    void *layer_capi_pointer "((void *)&layer_capi)"

_C_API = PyCapsule_New(layer_capi_pointer, GPSCORE_CAPI_NAME, NULL)


def capi_address():
    """The address of the table of C functions, a ``const gpscore_capi *`` of ``<gpscore/capi.h>``.

    For cffi, ctypes and what else calls functions by address; C and Cython modules find the table by
    ``gpscore_import()``. It stays valid until the process ends. Compare its ``abi`` with the one that your
    declarations are of.
    """
    return layer_capi_address
