"""Where the fields of the public structs lie, computed from the headers as C compilers do it."""

import re
from typing import Any, NamedTuple

from gpscore._headers import Declarations

_SIZES = {"float": 4, "double": 8, "char": 1, "int": 4, "unsigned": 4}

# Fields that hold several things: name of each, its lowest bit and the number of bits.
BITS: dict[str, dict[str, tuple[int, int]]] = {
    "solar_head.alignment": {"disc_1": (0, 3), "disc_2": (3, 3), "disc_3": (6, 3)},
    "solar_head.tiles": {"down": (0, 4), "top": (4, 2), "has_top": (6, 1)},
    "solar_head.turn": {
        "main": (0, 1),
        "no_asteroids": (1, 1),
        "move_instead": (2, 1),
        "turing": (3, 1),
        "turing_tech": (4, 2),
        "free": (6, 1),
        "tech_due": (7, 1),
    },
    "solar_head.after": {"launch": (0, 1), "tile": (1, 1), "end": (2, 1)},
    "solar_player.techs": {"owned": (0, 4), "off": (4, 4)},
    "solar_player.flags": {
        "passed": (0, 1),
        "organisation_used": (1, 1),
        "launch_tile_used": (2, 1),
        "research_tile_used": (3, 1),
    },
    "solar_figures.count": {"orbiters": (0, 4), "landers": (4, 4)},
    "solar_figures.first": {"owner": (0, 4)},
    "solar_figures.data": {"first": (0, 4), "second": (4, 4)},
    "solar_figures.moon": {"even": (0, 4), "odd": (4, 4)},
}


class Field(NamedTuple):
    """A field: the type of one item, where it begins, and how many items it has."""

    name: str
    type: str
    offset: int
    shape: tuple[int, ...]


class Struct(NamedTuple):
    """A struct without pointers: its bytes and its fields."""

    size: int
    alignment: int
    fields: tuple[Field, ...]


def structs(declarations: Declarations) -> dict[str, Struct]:
    """The public structs that hold no pointer, by name."""
    aliases: dict[str, str] = {}
    found: dict[str, Struct] = {}
    for text in declarations.types:
        alias = re.match(r"typedef (\w+) (\w+)\Z", text)
        struct = re.match(r"typedef struct (\w+) \{(.*)\} \w+\Z", text)
        if alias:
            aliases[alias[2]] = alias[1]
        elif struct and "*" not in struct[2]:
            found[struct[1]] = _lay_out(struct[2], aliases, found)
    return found


def _lay_out(body: str, aliases: dict[str, str], known: dict[str, Struct]) -> Struct:
    fields: list[Field] = []
    offset, widest = 0, 1
    for declaration in filter(None, map(str.strip, body.split(";"))):
        type_, _, names = declaration.partition(" ")
        while type_ in aliases:
            type_ = aliases[type_]
        size, alignment = _extent(type_, known)
        for item in names.split(","):
            name, *dimensions = re.findall(r"\w+", item)
            shape = tuple(map(int, dimensions))
            offset = _up(offset, alignment)
            fields.append(Field(name, type_, offset, shape))
            count = 1
            for dimension in shape:
                count *= dimension
            offset += size * count
        widest = max(widest, alignment)
    return Struct(_up(offset, widest), widest, tuple(fields))


def _extent(type_: str, known: dict[str, Struct]) -> tuple[int, int]:
    if type_ in known:
        return known[type_].size, known[type_].alignment
    integer = re.match(r"u?int(\d+)_t\Z", type_)
    size = int(integer[1]) // 8 if integer else _SIZES[type_]
    return size, size


def _up(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) // alignment * alignment


def describe(declarations: Declarations) -> dict[str, Any]:
    """The structs as plain data for JSON."""
    return {
        name: {
            "size": struct.size,
            "alignment": struct.alignment,
            "fields": [
                {
                    "name": field.name,
                    "type": field.type,
                    "offset": field.offset,
                    "shape": list(field.shape),
                    "bits": [
                        {"name": part, "lowest": lowest, "bits": bits}
                        for part, (lowest, bits) in BITS.get(f"{name}.{field.name}", {}).items()
                    ],
                }
                for field in struct.fields
            ],
        }
        for name, struct in structs(declarations).items()
    }
