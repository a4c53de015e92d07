"""Write include/gpscore/capi.h and capi_unstable.h: the public functions as members of two tables.

A table only grows: what it holds keeps its place, new functions are appended in the order of the
headers. A changed signature or a function that is gone needs a new GPSCORE_ABI, for those of
unstable.h a new GPSCORE_UNSTABLE_ABI, by which a module that was compiled against the old table is
refused; then the table is made anew.

    python src/tools/capi.py          writes the headers
    python src/tools/capi.py --check  fails when they are not what would be written
"""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
INCLUDE = ROOT / "include"
# By the header to write: the macro with the number of its table, and the header that defines it.
TABLES = {
    "capi.h": ("GPSCORE_ABI", "gpscore.h"),
    "capi_unstable.h": ("GPSCORE_UNSTABLE_ABI", "unstable.h"),
}


def package_file(name: str) -> ModuleType:
    """A file of the package without the package, which need not be built."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "python" / "gpscore" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def names_in(text: str) -> dict[str, str]:
    """The functions of a header that was written before, in order, each with its row."""
    rows = re.findall(r"^    (X\(.*?, (\w+), \(.*?\)\))( \\)?$", text, re.MULTILINE)
    return {name: row for row, name, _ in rows}


def number(macro: str, header: str) -> str:
    text = (INCLUDE / "gpscore" / header).read_text(encoding="utf-8")
    match = re.search(rf"#define {macro} (\d+)", text)
    assert match is not None
    return match[1]


def functions() -> dict[str, dict[str, str]]:
    """The functions of each table, each with its row."""
    read = package_file("_headers").read
    rows = {
        f.name: f"X({f.result.replace(' *', '*')}, {f.name}, ({f.parameters}))"
        for f in read(INCLUDE, unstable=True).functions
    }
    stable = {f.name for f in read(INCLUDE).functions}
    return {
        "capi.h": {name: row for name, row in rows.items() if name in stable},
        "capi_unstable.h": {name: row for name, row in rows.items() if name not in stable},
    }


def write(header: str, rows: dict[str, str]) -> str:
    """The text of a header."""
    path = INCLUDE / "gpscore" / header
    abi = number(*TABLES[header])
    old_text = path.read_text(encoding="utf-8") if path.exists() else ""
    made_for = re.search(r"/\* For ABI (\d+)\. \*/", old_text)
    old = names_in(old_text) if made_for and made_for[1] == abi else {}
    changed = [name for name, row in old.items() if rows.get(name) != row]
    if changed:
        sys.exit(f"error: {header}: not as in the table of ABI {abi}: {', '.join(changed)}")
    order = [*old, *(name for name in rows if name not in old)]
    listed = " \\\n".join(f"    {rows[name]}" for name in order)
    table = "GPSCORE_CAPI_TABLE" + ("->unstable" if header == "capi_unstable.h" else "")
    macros = "\n".join(f"#define {name} ({table}->{name})" for name in order)
    template = Path(__file__).with_name(f"{header}.in").read_text(encoding="utf-8")
    return template.replace("@ABI@", abi).replace("@LIST@", listed).replace("@MACROS@", macros)


if __name__ == "__main__":
    for header, rows in functions().items():
        text = write(header, rows)
        path = INCLUDE / "gpscore" / header
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"error: {header} is not of these headers: run python src/tools/capi.py")
