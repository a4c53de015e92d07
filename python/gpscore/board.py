"""Boards of the solar system: cells, planets, moons, rewards, costs, as data in a JSON form.

>>> import gpscore
>>> board = gpscore.SolarBoard.standard()
>>> form = board.to_dict()
>>> form["layers"]["disc1"]["rings"]["1"][5], form["planets"][3]["name"]
('earth', 'mars')
>>> form["costs"]["launch_credit"] = 3
>>> game = gpscore.solar(board=form)
>>> game.board == board, game.board == gpscore.SolarBoard(form)
(False, True)

``solar_board.schema.json`` beside this file is the JSON Schema of the form. This module looks at
the shape of what it is given alone; what a board must be is for the core to say.
"""

# The core's names with an underscore are for this package.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn, Self, cast

from gpscore._core import (
    _CELLS,
    _COLOURS,
    _COSTS,
    _LAYERS,
    _LIMITS,
    _MOST,
    _REWARDS,
    BoardError,
    ParseError,
    UsageError,
    _board_form,
    _pack_board,
    _standard_board,
)

__all__ = ["SCHEMA", "SolarBoard"]

#: The file of the JSON Schema of a board.
SCHEMA = Path(__file__).with_name("solar_board.schema.json")

#: No file of a board needs more: bytes, and brackets within brackets.
_MAX_BYTES = 1_000_000
_MAX_DEPTH = 32

# Disc 1 has the first of them, disc 2 two, disc 3 three, the base all.
_RINGS = ("1", "2", "3", "4")
_SECTORS = 8
# Possessive, and a string that does not end reaches to the end: no text takes more than one pass.
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class SolarBoard:
    """A board that the core accepts: immutable, hashable, equal when all of it is; it pickles.

    Make one from the JSON form, with `load` from a file, or with `standard`.

    :raises BoardError: when *form* is no board; *cell* names the place or the path of the key.
    :raises TypeError: when *form* is not a mapping.
    """

    __slots__ = ("_raw",)
    _raw: bytes  # the core's form

    def __init__(self, form: Mapping[str, Any]) -> None:
        if hasattr(self, "_raw"):
            raise AttributeError("a SolarBoard is immutable; make another one")
        if not isinstance(form, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a board must be a mapping, not {type(form).__name__}")
        object.__setattr__(self, "_raw", _pack_board(_checked(form)))

    @classmethod
    def _of(cls, raw: bytes) -> Self:
        """A board from the core's own form."""
        board = cls.__new__(cls)
        object.__setattr__(board, "_raw", raw)
        return board

    @classmethod
    def standard(cls) -> Self:
        """The printed board."""
        return cls._of(_standard_board())

    @classmethod
    def load(cls, source: str | os.PathLike[str] | Mapping[str, Any]) -> Self:
        """Read a board from the path of a JSON file, from JSON text (a str that begins with ``{``),
        or from a mapping in the same form.

        :raises BoardError: when it is no board; *cell* names the place or the path of the key.
        :raises ParseError: when the text is not JSON (with the position), too long or too deep.
        :raises OSError: when the file cannot be read.
        :raises UsageError: when no file can have this name.
        :raises TypeError: when *source* is something else.
        """
        if isinstance(source, Mapping):
            return cls(source)
        if isinstance(source, str) and source.lstrip()[:1] == "{":
            return cls(_parse(source))
        if not isinstance(source, str | os.PathLike):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"a board must be a mapping, a path or JSON text, not {type(source).__name__}"
            )
        try:
            with Path(source).open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
        except ValueError:  # of a NUL, or what no file system can spell
            raise UsageError(f"no file can have the name {str(source)[:40]!r}") from None
        _check_size(len(data))
        try:
            return cls(_parse(data.decode("utf-8-sig")))
        except UnicodeDecodeError as error:
            _no_json(f"the file is not UTF-8: {error.reason}", error.start)

    def to_dict(self) -> dict[str, Any]:
        """The board in its JSON form: new dicts and lists, which ``json.dumps`` takes."""
        return _board_form(self._raw)

    @property
    def is_standard(self) -> bool:
        """Whether it is the printed board."""
        return self._raw == _standard_board()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a SolarBoard is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a SolarBoard is immutable; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self._raw == other._raw if isinstance(other, SolarBoard) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._raw)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, Any]]]:
        return type(self), (self.to_dict(),)

    def __repr__(self) -> str:
        if self.is_standard:
            return "gpscore.SolarBoard.standard()"
        return f"gpscore.SolarBoard({self.to_dict()!r})"


# ---- JSON


def _no_json(what: str, position: int = -1, text: str = "") -> NoReturn:
    at = f", at position {position}" if position >= 0 else ""
    error = ParseError(f"a board is not read: {what}{at}")
    error.reason = "board_json"
    error.position = position
    error.text = text[max(0, position - 40) : position + 20] if position >= 0 else ""
    raise error


def _check_size(size: int) -> None:
    if size > _MAX_BYTES:
        _no_json(f"it is longer than {_MAX_BYTES} bytes")


def _check_depth(text: str) -> None:
    # Before json sees it: each of its levels is a level of recursion.
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > _MAX_DEPTH:
            _no_json(f"more than {_MAX_DEPTH} brackets within brackets", match.start(), text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                _no_json(f"the key {_shown(key)} is given twice")
            seen.add(key)
    return result


def _integer(digits: str) -> int:
    # Python refuses huge numbers with words about its own settings.
    return int(digits) if len(digits) < 20 else int(digits[:20])


def _parse(text: str) -> Mapping[str, Any]:
    _check_size(len(text))
    _check_depth(text)
    try:
        form = json.loads(text, object_pairs_hook=_unique, parse_int=_integer)
    except json.JSONDecodeError as error:
        _no_json(f"no JSON: {error.msg}", error.pos, text)
    if not isinstance(form, dict):
        _refuse("", f"a board is an object with keys, not {_shown(form)}")
    return cast("dict[str, Any]", form)


# ---- The shape of the form


def _refuse(path: str, what: str) -> NoReturn:
    error = BoardError(f"{path}: {what}" if path else what)
    error.reason = "board_form"
    error.cell = path
    raise error


def _shown(value: object) -> str:
    """A value for an error: never long, whatever was given."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "...")
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a huge number"
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else f"a {type(value).__name__}"


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _object(
    value: object, path: str, keys: tuple[str, ...], extra: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """A mapping with exactly these keys, and perhaps the extra ones."""
    if not isinstance(value, Mapping):
        _refuse(path, f"an object with keys is expected, not {_shown(value)}")
    form = cast("Mapping[str, Any]", value)
    for key in keys:
        if key not in form:
            _refuse(_join(path, key), "this key is missing")
    for key in form:
        if key not in keys and key not in extra:
            known = ", ".join(keys)
            _refuse(path, f"unknown key {_shown(key)}; there are {known}")
    return form


def _list(value: object, path: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        _refuse(path, f"a list is expected, not {_shown(value)}")
    items = cast("list[object] | tuple[object, ...]", value)
    # A list of somebody's own may say anything of its length; what it holds is what counts.
    return items if type(items) in (list, tuple) else list(iter(items))


def _byte(value: object, path: str) -> int:
    """A number that the core can be asked about; which ones are possible is for it to say."""
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(path, f"a whole number is expected, not {_shown(value)}")
    number = int.__int__(value)
    if not 0 <= number <= 255:
        _refuse(path, f"a number from 0 to 255 is expected, not {_shown(number)}")
    return number


def _name(value: object, path: str) -> str:
    if not isinstance(value, str):
        _refuse(path, f"a name is expected, not {_shown(value)}")
    name = str.__str__(value)
    if not name.isascii() or not 1 <= len(name) <= _MOST["name"]:
        _refuse(path, f"a name has 1 to {_MOST['name']} ASCII characters, unlike {_shown(name)}")
    return name


def _one_of(value: object, path: str, words: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        _refuse(path, f"{_shown(value)} is none of {', '.join(words)}")
    return str(value)


def _rewards(value: object, path: str) -> list[dict[str, int]]:
    rewards = _list(value, path)
    if len(rewards) > _MOST["rewards"]:
        _refuse(path, f"{len(rewards)} rewards; a list has at most {_MOST['rewards']}")
    result: list[dict[str, int]] = []
    for i, reward in enumerate(rewards):
        at = f"{path}[{i}]"
        pairs: list[tuple[object, object]] = []
        if isinstance(reward, Mapping):
            pairs = list(cast("Mapping[object, object]", reward).items())
        if len(pairs) != 1:
            _refuse(at, "a reward is an object with one key, its kind, such as {'score': 3}")
        ((kind, n),) = pairs
        result.append({_one_of(kind, at, _REWARDS[1:]): _byte(n, f"{at}.{kind}")})
    return result


def _ring(value: object, place: str, words: tuple[str, ...]) -> list[str]:
    row = _list(value, place)
    if len(row) != _SECTORS:
        _refuse(place, f"{len(row)} cells; a ring has {_SECTORS}")
    for x, cell in enumerate(row):
        if not isinstance(cell, str) or cell not in words:
            _refuse(f"{place}, sector {x}", f"{_shown(cell)} is none of {', '.join(words)}")
    return [str(cell) for cell in row]


def _layers(value: object, planets: tuple[str, ...]) -> dict[str, Any]:
    layers = _object(value, "layers", _LAYERS)
    result: dict[str, Any] = {}
    for i, key in enumerate(_LAYERS):
        layer = _object(layers[key], f"layers.{key}", ("rings",))
        rings = _object(layer["rings"], f"layers.{key}.rings", _RINGS[: i + 1])
        word = key.replace("disc", "disc ")
        result[key] = {
            "rings": {
                ring: _ring(rings[ring], f"{word}, ring {ring}", (*_CELLS, *planets))
                for ring in _RINGS[: i + 1]
            }
        }
    return result


def _planet(value: object, path: str) -> dict[str, Any]:
    keys = ("name", "owned", "first_orbiter", "orbit", "first_landers_data", "land")
    planet = _object(value, path, keys)
    path = f"{path} ({_name(planet['name'], f'{path}.name')})"
    if not isinstance(planet["owned"], bool):
        _refuse(f"{path}.owned", f"true or false is expected, not {_shown(planet['owned'])}")
    data = _list(planet["first_landers_data"], f"{path}.first_landers_data")
    if len(data) > 2:
        _refuse(f"{path}.first_landers_data", f"{len(data)} spaces; at most 2 are possible")
    return {
        "name": planet["name"],
        "owned": planet["owned"],
        "first_orbiter": _byte(planet["first_orbiter"], f"{path}.first_orbiter"),
        "orbit": _rewards(planet["orbit"], f"{path}.orbit"),
        "first_landers_data": [
            _byte(n, f"{path}.first_landers_data[{i}]") for i, n in enumerate(data)
        ],
        "land": _rewards(planet["land"], f"{path}.land"),
    }


def _moon(value: object, path: str, planets: tuple[str, ...]) -> dict[str, Any]:
    moon = _object(value, path, ("name", "of", "land"))
    path = f"{path} ({_name(moon['name'], f'{path}.name')})"
    return {
        "name": moon["name"],
        "of": _one_of(moon["of"], f"{path}.of", planets),
        "land": _rewards(moon["land"], f"{path}.land"),
    }


def _sector_boards(value: object) -> list[list[dict[str, Any]]]:
    boards = _list(value, "sector_boards")
    if len(boards) != 4:
        _refuse("sector_boards", f"{len(boards)} boards; there must be 4")
    result: list[list[dict[str, Any]]] = []
    for i, pair in enumerate(boards):
        stars = _list(pair, f"sector_boards[{i}]")
        if len(stars) != 2:
            _refuse(f"sector_boards[{i}]", f"{len(stars)} stars; a board has 2")
        row: list[dict[str, Any]] = []
        for j, value in enumerate(stars):
            path = f"sector_boards[{i}][{j}]"
            star = _object(value, path, ("star", "colour", "data"))
            row.append(
                {
                    "star": _name(star["star"], f"{path}.star"),
                    "colour": _one_of(star["colour"], f"{path}.colour", _COLOURS),
                    "data": _byte(star["data"], f"{path}.data"),
                }
            )
        result.append(row)
    return result


def _numbers(value: object, path: str, keys: tuple[str, ...]) -> dict[str, int]:
    numbers = _object(value, path, keys)
    return {key: _byte(numbers[key], f"{path}.{key}") for key in keys}


def _checked(form: Mapping[str, Any]) -> dict[str, Any]:
    """The form with nothing but what belongs there, or BoardError with the path of what does not.

    "about" and "$schema" are for people and editors; they are no part of the board.
    """
    keys = ("layers", "planets", "moons", "sector_boards", "costs", "limits")
    board = _object(form, "", keys, ("about", "$schema"))
    for key in ("about", "$schema"):
        if key in board and not isinstance(board[key], str):
            _refuse(key, f"text is expected, not {_shown(board[key])}")
    given = _list(board["planets"], "planets")
    # Far too many are refused unread; a few too many are for the core to count.
    for key in ("planets", "moons"):
        if len(_list(board[key], key)) > 2 * _MOST[key]:
            _refuse(key, f"{len(board[key])} {key}; at most {_MOST[key]} are possible")
    planets = [_planet(planet, f"planets[{i}]") for i, planet in enumerate(given)]
    names = tuple(planet["name"] for planet in planets)
    for i, name in enumerate(names):
        # The form refers to planets by name.
        if name in names[:i] or name in _CELLS:
            what = "is given twice" if name in names[:i] else "is the word for another cell"
            _refuse(f"planets[{i}].name", f"{_shown(name)} {what}")
    return {
        "layers": _layers(board["layers"], names),
        "planets": planets,
        "moons": [_moon(moon, f"moons[{i}]", names) for i, moon in enumerate(board["moons"])],
        "sector_boards": _sector_boards(board["sector_boards"]),
        "costs": _numbers(board["costs"], "costs", _COSTS),
        "limits": _numbers(board["limits"], "limits", _LIMITS),
    }
