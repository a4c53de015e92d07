"""The part of gpscore that may change with every release, for modules that use an installed gpscore.

Call ``gpscore_import_unstable()`` in place of ``gpscore_import()``; it refuses every gpscore whose unstable
part has another number. For modules that compile the core in there is ``gpscore.cgpscore_unstable``.
"""

from gpscore.capi cimport *
from gpscore.cgpscore_unstable cimport *

cdef extern from "gpscore/capi_unstable.h":
    # Raises ImportError when the installed gpscore is not one that this module can use.
    int gpscore_import_unstable() except -1
