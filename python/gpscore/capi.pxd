"""C declarations of gpscore for modules that use an installed gpscore, through its table of functions.

Call ``gpscore_import()`` once, at the top of the module; then every function of ``gpscore.cgpscore``, which
this cimports, is a call through the table. Modules that compile the core's C sources in cimport
``gpscore.cgpscore`` alone.
"""

from libc.stdint cimport uint32_t

from gpscore.cgpscore cimport *

cdef extern from "gpscore/capi.h":
    ctypedef struct gpscore_capi:
        uint32_t abi
        uint32_t size
    # Raises ImportError when the installed gpscore is not one that this module can use.
    int gpscore_import() except -1
