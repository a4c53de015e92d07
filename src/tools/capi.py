"""Write include/gpscore/capi.h: every public function as a member of one table.

The table only grows: what it holds keeps its place, new functions are appended in the order of the
headers. A changed signature or a function that is gone needs a new GPSCORE_ABI, by which a module
that was compiled against the old table is refused; then the table is made anew.

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
TEMPLATE = Path(__file__).with_name("capi.h.in")


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
    listed = f"/* For ABI {abi()}. */\n#define GPSCORE_CAPI_LIST(X) \\\n{listed}"
    template = TEMPLATE.read_text(encoding="utf-8")
    return template.replace("@LIST@", listed).replace("@MACROS@", macros)


if __name__ == "__main__":
    text = write()
    if "--check" not in sys.argv:
        HEADER.write_text(text, encoding="utf-8")
    elif HEADER.read_text(encoding="utf-8") != text:
        sys.exit(f"error: {HEADER.name} is not of these headers: run python src/tools/capi.py")
