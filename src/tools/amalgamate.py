"""Write the core as two files: gpscore.h and gpscore.c, for programs that take sources in.

    python src/tools/amalgamate.py FOLDER

gpscore.h is the public headers, gpscore.c all sources of the core, in one unit. Names of one file
that another file has too get the file's name in front.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
INCLUDE = ROOT / "include"
CORE = ROOT / "src" / "gpscore"

# Words behind a point or an arrow are fields, those in GAME_(...) parts of a name.
TOKEN = re.compile(
    r"/\*.*?\*/|GAME_\(\w+\)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|(?:\.|->)\s*\w+|\w+|\s+|.",
    re.DOTALL,
)
# Files of one game alone, and what needs both.
WITHOUT = {
    "gps": ("GPSCORE_NO_GPS",),
    "solar": ("GPSCORE_NO_SOLAR",),
    "signature": ("GPSCORE_NO_GPS", "GPSCORE_NO_SOLAR"),
}
WORD = re.compile(r"[A-Za-z_]\w*\Z")
INCLUDE_LINE = re.compile(r'^#include (<gpscore/[\w/]+\.h>|"[\w/]+\.h")[^\n]*\n', re.MULTILINE)


def header_text() -> tuple[str, list[str]]:
    """The public headers, each once, and what they are named."""
    seen: list[str] = []

    def inline(name: str) -> str:
        if name in seen:
            return ""
        seen.append(name)
        text = (INCLUDE / name).read_text(encoding="utf-8")
        return INCLUDE_LINE.sub(lambda match: inline(match[1].strip("<>")), text)

    return inline("gpscore/gpscore.h"), seen


def source_text() -> str:
    """All sources; headers of theirs once, templates wherever they are included."""
    seen: set[Path] = set()
    used: set[str] = set()
    parts = []

    def inline(path: Path, include: str) -> str:
        if include.startswith("<"):
            return ""
        inner = (path.parent / include.strip('"')).resolve()
        text = inner.read_text(encoding="utf-8")
        if "#ifndef GPSCORE_SRC_" in text:
            if inner in seen:
                return ""
            seen.add(inner)
            parts.append(INCLUDE_LINE.sub(lambda match: inline(inner, match[1]), text))
            return ""
        return INCLUDE_LINE.sub(lambda match: inline(inner, match[1]), text)

    for path in sorted(CORE.glob("*.c")):
        text = path.read_text(encoding="utf-8")
        text = INCLUDE_LINE.sub(lambda match, path=path: inline(path, match[1]), text)
        own = names_of(text)
        text = rename(text, {name: f"{path.stem}__{name}" for name in own & used})
        used |= own
        macros = re.findall(r"^#define (\w+)", text, re.MULTILINE)
        ends = "".join(f"#undef {name}\n" for name in dict.fromkeys(macros))
        without = WITHOUT.get(path.stem.partition("_")[0], ())
        begin = "".join(f"#ifndef {option}\n" for option in without)
        ends += "#endif\n" * len(without)
        parts.append(f"/* ======== {path.name} ======== */\n{begin}{text}{ends}\n")
    return "\n".join(parts)


def names_of(text: str) -> set[str]:
    """The names that a file keeps to itself: static functions and data, types, enumerators."""
    bare = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    kept = r"^(?:static|VECTOR_\w+|GPSCORE__\w+) [^;={(]*?\b(\w+)\s*(?:\(|\[|=|;)"
    names = set(re.findall(kept, bare, re.MULTILINE))
    names |= set(re.findall(r"^(?:typedef )?(?:struct|enum|union) (\w+) \{", bare, re.MULTILINE))
    names |= set(re.findall(r"^\} (\w+)\s*(?:;|\[|=)", bare, re.MULTILINE))
    for body in re.findall(
        r"^(?:typedef )?enum(?: \w+)? \{(.*?)\}", bare, re.MULTILINE | re.DOTALL
    ):
        names |= set(re.findall(r"(?:^|,)\s*(\w+)", body))
    return names


def rename(text: str, names: dict[str, str]) -> str:
    """Replace whole words."""
    return TOKEN.sub(lambda m: names.get(m[0], m[0]) if WORD.match(m[0]) else m[0], text)


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    header, _ = header_text()
    (folder / "gpscore.h").write_text(header, encoding="utf-8")
    start = "/* gpscore.c - the core of gpscore in one file, made of src/gpscore. */\n"
    # All of the headers, whether or not the program that has the two files asks for it.
    start += "#ifndef GPSCORE_UNSTABLE\n#define GPSCORE_UNSTABLE\n#endif\n"
    source = f'{start}#include "gpscore.h"\n\n{source_text()}'
    (folder / "gpscore.c").write_text(source, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(Path(sys.argv[1]))
