# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
# cython: initializedcheck=False, auto_pickle=False, freethreading_compatible=True
"""The compiled layer of gpscore: validation, memory, errors and buffers around the C core.

No rule of any game is in here. Everything that games share goes through the core's table of
operations (include/gpscore/game.h); a game adds one file with its options and fields.

Where there is no GIL, ``cython.critical_section`` is the lock of an object that can change: the
methods of a state and of the log of a record stand under it, also where they only read. With the GIL
it is nothing. Others may get in where a method calls Python code, never within a call of the core. A
method under the lock calls no other one of its object, which would wait for itself for a while.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_ND,
    PyBUF_SIMPLE,
    PyBUF_WRITABLE,
    PyBuffer_FillInfo,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.list cimport PyList_New
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.sequence cimport PySequence_Check
from libc.math cimport NAN, sqrt
from libc.stdint cimport (
    INT32_MAX,
    INT32_MIN,
    INT64_MAX,
    INT64_MIN,
    SIZE_MAX,
    UINT32_MAX,
    int32_t,
    int64_t,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
    uintptr_t,
)
from libc.string cimport memchr, memcmp, memcpy, memmove, memset

from gpscore.cgpscore cimport *
from gpscore.cgpscore_unstable cimport *

import collections
import collections.abc
import itertools
import operator
import os
import re
import typing

from gpscore import _types

cdef extern from *:
    """
    enum {
        LAYER_TEXT = 1024,
        LAYER_ACTION_CACHE = 1024
    };
    /* What is kept for all threads is not written without the GIL. */
    #ifdef Py_GIL_DISABLED
    enum { LAYER_KEEPS = 0 };
    #else
    enum { LAYER_KEEPS = 1 };
    #endif
    #ifdef _MSC_VER
    static __declspec(thread) int layer_making;
    #else
    static _Thread_local int layer_making;
    #endif
    #ifdef Py_LIMITED_API
    #define layer_list_put(list, i, item) ((void)PyList_SetItem(list, i, item))
    #else
    #define layer_list_put(list, i, item) PyList_SET_ITEM(list, i, item)
    #endif
    """
    enum:
        LAYER_TEXT
        LAYER_ACTION_CACHE
        LAYER_KEEPS
    # Set while this module makes an object, and whatever becomes of it cleared again, for each thread:
    # Game and State cannot be made from outside, where nothing would fill them.
    bint making "layer_making"
    # Steals a reference, which Cython does not know: Py_INCREF first.
    void layer_list_put(object list, Py_ssize_t i, object item)

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL
    const Py_ssize_t PY_SSIZE_T_MAX
    # A plain str of an instance of a subclass.
    object PyUnicode_FromObject(object text)

CHANCE = <int>GPSCORE_CHANCE
HOST = <int>GPSCORE_HOST
TERMINAL = -4
ABI = gpscore_abi()


def version():
    """The version of the compiled core, e.g. ``"0.1.0"``."""
    return gpscore_version().decode("ascii")


include "errors.pxi"
include "arguments.pxi"
include "game.pxi"
include "engines.pxi"
include "svg.pxi"
include "state.pxi"
include "gps.pxi"
include "solar.pxi"
include "embed.pxi"
include "batch.pxi"
include "signature.pxi"
include "record.pxi"
