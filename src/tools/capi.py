"""Write include/gpscore/capi.h: every public function as a member of one table.

The table only grows: what it holds keeps its place, new functions are appended in the order of the
headers. A changed signature or a function that is gone needs a new GPSCORE_ABI, by which a module that was
compiled against the old table is refused; then the table is made anew.

    python src/tools/capi.py          writes the header
    python src/tools/capi.py --check  fails when it is not what would be written
"""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
INCLUDE = ROOT / "include"
HEADER = INCLUDE / "gpscore" / "capi.h"


def package_file(name: str) -> ModuleType:
    """A file of the package without the package, which need not be built."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "python" / "gpscore" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


TOP = """\
/* gpscore/capi.h - the functions of gpscore as a table that another extension module finds at run time.
 *
 * Written by src/tools/capi.py from the other headers. The compiled Python module hides its symbols, so that two
 * copies of the core never mix; what it offers instead is this table, in the capsule gpscore._core._C_API.
 *
 * An extension module includes <Python.h> and then this header, and calls gpscore_import() once when it is
 * loaded. From then on gps_apply(...) and all the others are calls through the table, without the GIL if need be.
 * The table only grows within an ABI number: a module runs with the gpscore that it was compiled against and
 * with later ones. gpscore_import refuses others with an ImportError that says which.
 *
 * One table pointer serves each C file. To share one, define GPSCORE_CAPI_TABLE as a name before including this in
 * every file, and define `const gpscore_capi *NAME;` in one of them. */
#ifndef GPSCORE_CAPI_H
#define GPSCORE_CAPI_H

#include <gpscore/gpscore.h>

/* The name of the capsule. */
#define GPSCORE_CAPI_NAME "gpscore._core._C_API"

/* clang-format off */
/* Every function: X(result, name, parameters). */
"""

STRUCT = """\
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gpscore_capi {
    uint32_t abi;  /* GPSCORE_ABI of the host */
    uint32_t size; /* bytes of the host's table */
    const gpscore_game *gps;
    const gpscore_game *solar;
#define GPSCORE_X(result, name, parameters) result(*name) parameters;
    GPSCORE_CAPI_LIST(GPSCORE_X)
#undef GPSCORE_X
} gpscore_capi;

#if defined(Py_PYTHON_H) && !defined(GPSCORE_CAPI_HOST)

#ifdef GPSCORE_CAPI_TABLE
extern const gpscore_capi *GPSCORE_CAPI_TABLE;
#else
#define GPSCORE_CAPI_TABLE gpscore_capi_table
static const gpscore_capi *gpscore_capi_table;
#endif

/* Find the table. 0, or -1 with an ImportError set; the GIL must be held. */
static inline int gpscore_import(void) {
    const gpscore_capi *table;
    PyObject *module = PyImport_ImportModule("gpscore._core");
    if (!module) return -1;
    Py_DECREF(module);
    table = (const gpscore_capi *)PyCapsule_Import(GPSCORE_CAPI_NAME, 0);
    if (!table) {
        PyErr_SetString(PyExc_ImportError, "the installed gpscore has no " GPSCORE_CAPI_NAME
                                           ": it is older than the one this module was compiled against");
        return -1;
    }
    if (table->abi != GPSCORE_ABI) {
        PyErr_Format(PyExc_ImportError,
                     "this module was compiled against C ABI %u of gpscore, but the installed gpscore has ABI "
                     "%u: install a gpscore of ABI %u, or compile this module again",
                     (unsigned)GPSCORE_ABI, (unsigned)table->abi, (unsigned)GPSCORE_ABI);
        return -1;
    }
    if (table->size < sizeof(gpscore_capi)) {
        PyErr_Format(PyExc_ImportError,
                     "this module was compiled against gpscore " GPSCORE_VERSION_STRING
                     ", whose table has %u bytes; that of the installed gpscore has %u: install gpscore "
                     GPSCORE_VERSION_STRING " or later",
                     (unsigned)sizeof(gpscore_capi), (unsigned)table->size);
        return -1;
    }
    GPSCORE_CAPI_TABLE = table;
    return 0;
}

/* clang-format off */
#define gps_game (*GPSCORE_CAPI_TABLE->gps)
#define solar_game (*GPSCORE_CAPI_TABLE->solar)
"""

BOTTOM = """\
/* clang-format on */

#endif

#ifdef __cplusplus
}
#endif
#endif
"""


def names_in(text: str) -> dict[str, str]:
    """The functions of a header that was written before, in order, each with its row."""
    rows = re.findall(r"^    (X\(.*?, (\w+), \(.*?\)\))( \\)?$", text, re.MULTILINE)
    return {name: row for row, name, _ in rows}


def abi() -> str:
    text = (INCLUDE / "gpscore" / "gpscore.h").read_text(encoding="utf-8")
    match = re.search(r"#define GPSCORE_ABI (\d+)", text)
    assert match is not None
    return match[1]


def write() -> str:
    """The text of the header."""
    rows = {
        f.name: f"X({f.result.replace(' *', '*')}, {f.name}, ({f.parameters}))"
        for f in package_file("_headers").read(INCLUDE).functions
    }
    old_text = HEADER.read_text(encoding="utf-8") if HEADER.exists() else ""
    made_for = re.search(r"/\* For ABI (\d+)\. \*/", old_text)
    old = names_in(old_text) if made_for and made_for[1] == abi() else {}
    changed = [name for name, row in old.items() if rows.get(name) != row]
    if changed:
        sys.exit(f"error: not as in the table of ABI {abi()}: {', '.join(changed)}")
    order = [*old, *(name for name in rows if name not in old)]
    listed = " \\\n".join(f"    {rows[name]}" for name in order)
    macros = "\n".join(f"#define {name} (GPSCORE_CAPI_TABLE->{name})" for name in order)
    return (
        f"{TOP}/* For ABI {abi()}. */\n#define GPSCORE_CAPI_LIST(X) \\\n{listed}\n"
        f"{STRUCT}{macros}\n{BOTTOM}"
    )


if __name__ == "__main__":
    text = write()
    if "--check" not in sys.argv:
        HEADER.write_text(text, encoding="utf-8")
    elif HEADER.read_text(encoding="utf-8") != text:
        sys.exit(f"error: {HEADER.name} is not of these headers: run python src/tools/capi.py")
