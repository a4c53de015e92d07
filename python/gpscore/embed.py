"""For programs that use the C core of an installed gpscore: declarations, layouts, and the table.

C and Cython extension modules need ``gpscore.get_include()`` alone (docs/embedding.md). This is for
what has no compiler: cffi and ctypes, NumPy arrays of states, other languages.

    import cffi, gpscore
    from gpscore import embed

    ffi = cffi.FFI()
    ffi.cdef(embed.cdef())
    core = ffi.cast("const gpscore_capi *", embed.capi_address())
    assert core.abi == embed.ABI
    core.gps_legal_mask(rules, state, 0)
"""

import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpscore import ABI, get_include
from gpscore._core import capi_address
from gpscore._headers import Declarations, read

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ABI", "capi_address", "cdef", "dtype", "layout"]

_NUMPY = {"char": "S1", "float": "<f4", "double": "<f8", "int": "<i4", "unsigned": "<u4"}


def _declarations(unstable: bool) -> Declarations:
    if not isinstance(unstable, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"unstable must be a bool, not {type(unstable).__name__}")
    return _declared(unstable)


@functools.cache
def _declared(unstable: bool) -> Declarations:
    return read(get_include(), unstable=unstable)


def cdef(*, unstable: bool = False) -> str:
    """What ``<gpscore/capi.h>`` declares as text for ``cffi.FFI().cdef()``.

    Constants, structs, and the table of functions, ``gpscore_capi``. No compiler is needed. With
    *unstable* also what ``<gpscore/unstable.h>`` declares, and the table that ``core.unstable``
    then points to; compare its ``abi`` with ``GPSCORE_UNSTABLE_ABI``.
    """
    declared = _declarations(unstable)
    constants = (
        f"#define {name} {value}"
        for name, value in declared.constants.items()
        if -(1 << 31) <= value < 1 << 64
    )
    games = [
        "const gpscore_game *gps",
        "const gpscore_game *solar",
        "const struct gpscore_capi_unstable *unstable",
    ]
    tables = [_table(declared, "capi", games)]
    if unstable:
        tables.append(_table(declared, "capi_unstable", []))
    return "\n".join([*constants, *(f"{text};" for text in [*declared.types, *tables]), ""])


def _table(declared: Declarations, name: str, first: list[str]) -> str:
    """A table of functions as a struct, in the order of its header."""
    text = Path(get_include(), "gpscore", f"{name}.h").read_text(encoding="utf-8")
    by_name = {f.name: f for f in declared.functions}
    members = [
        f"{by_name[function].result} (*{function})({by_name[function].parameters})"
        for function in re.findall(r"^    X\(.*?, (\w+), \(", text, re.MULTILINE)
    ]
    fields = "; ".join(["uint32_t abi", "uint32_t size", *first, *members])
    return f"typedef struct gpscore_{name} {{ {fields}; }} gpscore_{name}"


def layout(*, unstable: bool = False) -> dict[str, Any]:
    """Where every field of the public structs lies, for languages that read states in place.

    JSON-ready: ``{"abi": int, "version": str, "byte_order": "little", "constants": {name: int},
    "structs": {name: {"size", "alignment", "fields": [{"name", "type", "offset", "shape", "bits":
    [{"name", "lowest", "bits"}]}]}}}``. Sizes and offsets are bytes. Structs with pointers are left
    out. With *unstable* also those of ``<gpscore/unstable.h>``.
    """
    import gpscore
    from gpscore._layout import describe

    declared = _declarations(unstable)
    return {
        "abi": ABI,
        "version": gpscore.__version__,
        "byte_order": "little",
        "constants": dict(declared.constants),
        "structs": describe(declared),
    }


def dtype(name: str, *, unstable: bool = False) -> "np.dtype[Any]":
    """The NumPy dtype of a public struct, e.g. ``dtype("gps_state")`` for ``state.to_struct()``.

    With *unstable* also of those of ``<gpscore/unstable.h>``.

    :raises UsageError: when there is no such struct, with the names of those that there are.
    :raises TypeError: when *name* is not a str, or *unstable* not a bool.
    """
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"the name of a struct must be a str, not {type(name).__name__}")
    _declarations(unstable)
    return _dtype(name, unstable)


@functools.cache
def _dtype(name: str, unstable: bool) -> "np.dtype[Any]":
    import numpy as np

    from gpscore import UsageError
    from gpscore._layout import structs

    known = structs(_declared(unstable))
    if name not in known:
        raise UsageError(f"there is no struct {name!r}; there are {', '.join(known)}")
    struct = known[name]

    def item(type_: str) -> Any:
        if type_ in known:
            return _dtype(type_, unstable)
        return (
            _NUMPY.get(type_)
            or f"<{'u' if type_[0] == 'u' else 'i'}{int(type_.strip('_intu')) // 8}"
        )

    return np.dtype(
        {
            "names": [field.name for field in struct.fields],
            "formats": [
                (item(f.type), f.shape) if f.type != "char" else f"S{f.shape[-1]}"
                for f in struct.fields
            ],
            "offsets": [field.offset for field in struct.fields],
            "itemsize": struct.size,
        }
    )


if __name__ == "__main__":
    print(json.dumps(layout(), indent=1))
