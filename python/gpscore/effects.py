"""Effects: what a host does to a solar system that is embedded in its game, as action ids.

Each function encodes one effect; ``state.apply(effect, gpscore.HOST)`` does it, and says when the
rules do not allow it. Nothing here knows a position or a rule: only the ranges that an id can hold
are checked. Planets and moons are given by their numbers, or by their names on the printed board.
On another board ``game.planets.index(name)`` and ``game.moons.index(name)`` give the numbers.

>>> import gpscore
>>> state = gpscore.solar(embedded=True).initial_state()
>>> while state.phase != "turn":
...     state.apply(state.chance_outcomes()[0][0] if state.is_chance else state.legal_actions()[0])
>>> state.apply(gpscore.effects.change(1, "credit", 3), gpscore.HOST)
>>> state.events
(SolarEvent('gained', player=1, resource='credit', number=3),)

An argument that is out of its range, or a word that does not exist, is a ``UsageError``; one of
another type is a ``TypeError``.
"""

from __future__ import annotations

import functools
import operator
from typing import SupportsIndex, TypeAlias, get_args

from gpscore._core import NEUTRAL, UsageError, solar
from gpscore._types import Colour, Resource

__all__ = [
    "change",
    "land",
    "land_moon",
    "launch",
    "limit",
    "main",
    "move_instead",
    "moves",
    "next_round",
    "no_asteroids",
    "orbit",
    "put",
    "remove",
    "resolved",
    "rotate",
    "tech",
]

# The kinds of include/gpscore/solar.h, which has the table of bits too.
_CHANGE, _MOVES, _LAUNCH, _ORBIT, _LAND, _LAND_MOON, _TECH, _ROTATE = range(0x33, 0x3B)
_LIMIT, _NO_ASTEROIDS, _MOVE_INSTEAD, _PUT, _REMOVE, _MAIN, _NEXT_ROUND, _RESOLVED = range(
    0x3B, 0x43
)
_LAST_SEAT, _LAST_PLANET, _LAST_MOON, _LAST_SPACE, _LAST_SECTOR = 3, 8, 15, 31, 7


Place: TypeAlias = SupportsIndex | str
"""A planet or a moon, by its number or its name on the printed board."""


def _number(value: SupportsIndex, what: str, least: int, most: int) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{what} must be an integer, not bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None
    if not least <= number <= most:
        given = str(number) if abs(number) < 1 << 64 else "out of all range"
        raise UsageError(f"{what} is {given}; it must be {least} to {most}")
    return number


def _word(value: str, what: str, words: tuple[str, ...]) -> int:
    if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    if value not in words:
        raise UsageError(f"there is no {what} {value[:40]!r}; there are {', '.join(words)}")
    return words.index(value)


def _flag(value: bool, what: str) -> int:
    if not isinstance(value, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{what} must be a bool, not {type(value).__name__}")
    return int(value)


def _player(player: SupportsIndex) -> int:
    return _number(player, "player", 0, _LAST_SEAT) << 8


@functools.cache
def _names(what: str) -> tuple[str, ...]:
    """Of the planets, or the moons, of the printed board."""
    return solar().moons if what == "moon" else solar().planets


def _place(value: Place, what: str, kind: str) -> int:
    """A planet (not where probes start) or a moon by its number or name."""
    least, most = (0, _LAST_MOON) if kind == "moon" else (1, _LAST_PLANET)
    if not isinstance(value, str):
        return _number(value, what, least, most)
    names = _names(kind)[least:]
    if value not in names:
        raise UsageError(
            f"there is no {kind} {value[:40]!r} on the printed board; there are {', '.join(names)}"
        )
    return names.index(value) + least


def _target(planet: Place, x: SupportsIndex) -> int:
    return _place(planet, "planet", "planet") | _number(x, "x", 0, _LAST_SECTOR) << 4


def change(player: SupportsIndex, resource: Resource, n: SupportsIndex) -> int:
    """Give *player* *n* of a resource, or take them when *n* is negative; -255 to 255, not 0.

    *resource* is "credit", "energy", "card", "publicity", "data", "score", "red_trace",
    "yellow_trace", "blue_trace", "signal", or "income_credit", "income_energy", "income_card" for a
    card tucked for it, which the host has taken from wherever.
    """
    number = _number(n, "n", -255, 255)
    if number == 0:
        raise UsageError("n is 0; a change needs at least 1")
    kind = _word(resource, "resource", get_args(Resource))
    return _CHANGE << 24 | abs(number) << 16 | int(number < 0) << 10 | _player(player) | kind << 4


def moves(n: SupportsIndex, *, ring: bool = False) -> int:
    """Give the active player 1 to 255 moves, with *ring* such that stay within a ring (S7)."""
    return _MOVES << 24 | _flag(ring, "ring") << 8 | _number(n, "n", 1, 255)


def launch(player: SupportsIndex, *, ignore_limit: bool = False) -> int:
    """A free launch, skipped at the limit of probes unless that is ignored (S4, R2)."""
    return _LAUNCH << 24 | _player(player) | _flag(ignore_limit, "ignore_limit")


def orbit(player: SupportsIndex, planet: Place, *, x: SupportsIndex = 0) -> int:
    """A free orbit of a planet (S14); *x* is the sector in ring 4 for one with owners (S20)."""
    return _ORBIT << 24 | _player(player) | _target(planet, x)


def land(
    player: SupportsIndex,
    planet: Place,
    *,
    x: SupportsIndex = 0,
    data_space: SupportsIndex = 0,
    again: bool = False,
) -> int:
    """A free landing on a planet (S16), *x* as in `orbit`.

    *data_space* is the space of a first lander that is taken, 1 or 2, or 0 when none is open (S17);
    with *again* it is one that is covered, which pays all the same and stays as it is.
    """
    slot = _number(data_space, "data_space", 0, 2)
    return (
        _LAND << 24
        | _flag(again, "again") << 12
        | slot << 10
        | _player(player)
        | _target(planet, x)
    )


def land_moon(player: SupportsIndex, moon: Place, *, again: bool = False) -> int:
    """A free landing on a moon (S18); with *again* on one that is occupied, which pays again."""
    number = _place(moon, "moon", "moon")
    return _LAND_MOON << 24 | _flag(again, "again") << 12 | _player(player) | number


def tech(player: SupportsIndex, *, rotate: bool = False) -> int:
    """Let *player* take a tech they lack, with *rotate* after a rotation (R7)."""
    return _TECH << 24 | _player(player) | _flag(rotate, "rotate")


def rotate() -> int:
    """Turn the discs by the next step (S11)."""
    return _ROTATE << 24


def limit(player: SupportsIndex, n: SupportsIndex, *, turn: bool = False) -> int:
    """Change the probe limit by *n*, -128 to 127, not 0; for good or for this *turn* alone (S5)."""
    number = _number(n, "n", -128, 127)
    if number == 0:
        raise UsageError("n is 0; a change needs at least 1")
    return _LIMIT << 24 | (number & 0xFF) << 16 | _flag(turn, "turn") << 10 | _player(player)


def no_asteroids() -> int:
    """Let leaving asteroids cost no extra move in this turn (S8)."""
    return _NO_ASTEROIDS << 24


def move_instead() -> int:
    """Let entering a planet give a move instead of publicity, if wanted, in this turn (S9)."""
    return _MOVE_INSTEAD << 24


def _figure(
    kind: int,
    owner: SupportsIndex,
    places: dict[str, Place | None],
    covered: SupportsIndex,
) -> int:
    given = [(name, value) for name, value in places.items() if value is not None]
    if len(given) != 1:
        raise UsageError(f"one of {', '.join(places)} says where, not {len(given)} of them")
    ((name, value),) = given
    if name == "space" and _number(owner, "owner", 0, NEUTRAL) == NEUTRAL:
        raise UsageError(
            "probes are the players' own: of the neutral owner there are orbiters and landers alone"
        )
    if name == "space":
        number = _number(value, name, 0, _LAST_SPACE)  # type: ignore[arg-type]
    else:
        number = _place(value, name, "moon" if name == "moon" else "planet")
    return (
        kind << 24
        | list(places).index(name) << 14
        | _number(covered, "covered space", 0, 2) << 11
        | _number(owner, "owner", 0, NEUTRAL) << 8
        | number
    )


def put(
    owner: SupportsIndex,
    *,
    space: SupportsIndex | None = None,
    orbit: Place | None = None,
    surface: Place | None = None,
    moon: Place | None = None,
    data_space: SupportsIndex = 0,
) -> int:
    """Put a figure of a player or ``NEUTRAL``: no launch, visit, reward or limit.

    Say where by one of *space* (a probe), *orbit* or *surface* (of a planet), *moon*. On a surface
    *data_space* 1 or 2 is one that the figure covers.
    """
    places = {"space": space, "orbit": orbit, "surface": surface, "moon": moon}
    return _figure(_PUT, owner, places, data_space)


def remove(
    owner: SupportsIndex,
    *,
    space: SupportsIndex | None = None,
    orbit: Place | None = None,
    surface: Place | None = None,
    moon: Place | None = None,
    covered: SupportsIndex = 0,
) -> int:
    """Take a figure of a player or ``NEUTRAL`` off the board; what it covered is open again (R5).

    Say where as in `put`. *covered* names the space it covers: 1 for the first orbiter's, 1 or 2
    for those of first landers, 0 for a figure that covers none.
    """
    places = {"space": space, "orbit": orbit, "surface": surface, "moon": moon}
    return _figure(_REMOVE, owner, places, covered)


def main() -> int:
    """Use up the main action of this turn."""
    return _MAIN << 24


def next_round() -> int:
    """Begin the next round, when all have passed."""
    return _NEXT_ROUND << 24


def resolved(colour: Colour | None = None) -> int:
    """Tell that a reward is settled; *colour* is that of a trace of any colour (R6)."""
    number = 0 if colour is None else _word(colour, "colour", get_args(Colour))
    return _RESOLVED << 24 | number
