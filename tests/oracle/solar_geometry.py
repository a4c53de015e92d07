"""The printed board of the solar system, and what its three turning discs do to a figure.

Everything that is printed stands here as plain data: cells, costs, limits, rewards, organisations.
A space is ``8 * ring + x`` with the ring from 0 (innermost) to 3 and x from 0 to 7 clockwise;
layers are 0 to 2 for the discs, from the top, and 3 for the base. Planets and moons are numbered in
the order of their lists; Earth is planet 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

RINGS, SECTORS, SPACES, DISCS, BASE = 4, 8, 32, 3, 3
HOLE, EMPTY, ASTEROID, COMET, EARTH = "hole", "empty", "asteroid", "comet", "earth"
CLOCKWISE, COUNTER_CLOCKWISE, OUTWARD, INWARD = range(4)

Cells = tuple[tuple[tuple[str, ...], ...], ...]  # of a layer, a ring, a sector
Offsets = tuple[int, int, int]
Rewards = tuple[tuple[str, int], ...]  # kind and number, paid from left to right (R6)


@dataclass(frozen=True)
class Planet:
    """A planet of the planetary board; ``owned`` is one that is in no ring (S20)."""

    name: str
    orbit: Rewards = ()
    land: Rewards = ()
    first_orbit: int = 0
    data: tuple[int, ...] = ()
    owned: bool = False


@dataclass(frozen=True)
class Moon:
    """A moon; ``planet`` is the number of its planet."""

    name: str
    planet: int
    land: Rewards


@dataclass(frozen=True)
class Star:
    """A star of a sector board."""

    name: str
    colour: str
    data: int


@dataclass(frozen=True)
class Organisation:
    """What a seat with an organisation starts with, and its income from round 2 (S21)."""

    name: str
    start: dict[str, int]
    cards: int
    tucks: int
    income: dict[str, int]
    probes_on_earth: int = 0
    limit: int = 0


@dataclass(frozen=True)
class Board:
    """A board as it is printed."""

    cells: Cells
    planets: tuple[Planet, ...]
    moons: tuple[Moon, ...]
    stars: tuple[tuple[Star, Star], ...]
    launch_credit: int = 2
    orbit_credit: int = 1
    orbit_energy: int = 1
    land_energy: int = 3
    orbiter_discount: int = 1
    tech3_discount: int = 1
    asteroid_moves: int = 1
    research_publicity: int = 6
    publicity_limit: int = 10
    data_limit: int = 6
    probe_limit: int = 1
    hand_limit: int = 4


# ---- What is printed ----------------------------------------------------------------------------

# Short for what a cell shows: letters as a reader of the board would pick them.
LETTERS = {
    ".": HOLE, "-": EMPTY, "a": ASTEROID, "c": COMET, "E": EARTH, "Y": "mercury", "V": "venus",
    "M": "mars", "J": "jupiter", "S": "saturn", "U": "uranus", "N": "neptune",
}  # fmt: skip
PRINTED = (
    # x: 0 to 7 in each ring, the innermost ring first
    (".Y-V.E-.", "........", "........", "........"),  # disc 1
    ("..-a-a-.", "..M..-a.", "........", "........"),  # disc 2
    ("-ca..-aa", "c.-.a-.a", "..-J-..S", "........"),  # disc 3
    ("ac-aa-cc", "-ca-c-a-", "-acaa--a", "U--N-c-c"),  # base
)
CELLS: Cells = tuple(
    tuple(tuple(LETTERS[letter] for letter in ring) for ring in layer) for layer in PRINTED
)

YELLOW = ("yellow_trace", 1)
PLANETS = (
    Planet(EARTH),
    Planet(
        "mercury",
        orbit=(("random_card", 1), ("signal_here", 2), ("income", 1)),
        land=(("score", 12), YELLOW),
        first_orbit=3,
        data=(3,),
    ),
    Planet(
        "venus",
        orbit=(("score", 6), ("income", 1)),
        land=(("score", 5), YELLOW),
        first_orbit=3,
        data=(2,),
    ),
    Planet(
        "mars",
        orbit=(("card", 1), ("signal_here", 1), ("income", 1)),
        land=(("score", 6), YELLOW),
        first_orbit=3,
        data=(2, 1),
    ),
    Planet(
        "jupiter",
        orbit=(("data", 1), ("signal_here", 1), ("income", 1)),
        land=(("score", 7), YELLOW),
        first_orbit=3,
        data=(2,),
    ),
    Planet(
        "saturn",
        orbit=(("publicity", 2), ("signal_here", 1), ("income", 1)),
        land=(("score", 8), YELLOW),
        first_orbit=3,
        data=(2,),
    ),
    Planet(
        "uranus",
        orbit=(("score", 8), ("random_card", 3), ("signal_black", 1)),
        land=(("score", 9), YELLOW),
        first_orbit=3,
        data=(3,),
    ),
    Planet(
        "neptune",
        orbit=(("score", 7), ("data", 4), ("signal_black", 1)),
        land=(("score", 10), YELLOW),
        first_orbit=3,
        data=(3,),
    ),
    Planet(
        "pluto",
        orbit=(("score", 11), ("publicity", 3), ("any_trace", 1)),
        land=(("score", 11), ("data", 4), YELLOW),
        owned=True,
    ),
)
NUMBER = {planet.name: number for number, planet in enumerate(PLANETS)}

MOONS = (
    Moon("phobos_deimos", NUMBER["mars"], (("score", 8), ("income", 2))),
    Moon("io", NUMBER["jupiter"], (("score", 10), ("energy", 4))),
    Moon("europa", NUMBER["jupiter"], (("score", 7), ("yellow_trace", 2))),
    Moon("ganymede", NUMBER["jupiter"], (("score", 12), ("publicity", 5))),
    Moon("callisto", NUMBER["jupiter"], (("score", 13), ("data", 4))),
    Moon(
        "enceladus",
        NUMBER["saturn"],
        (("score", 12), ("signal_red", 1), ("signal_blue", 1), ("signal_yellow", 1)),
    ),
    Moon("titan", NUMBER["saturn"], (("score", 7), ("any_trace", 2))),
    Moon("titania", NUMBER["uranus"], (("score", 25),)),
    Moon("triton", NUMBER["neptune"], (("score", 26),)),
)

STARS = (
    (Star("procyon", "blue", 5), Star("vega", "black", 4)),
    (Star("sirius_a", "blue", 6), Star("barnards_star", "red", 5)),
    (Star("kepler_22", "yellow", 5), Star("proxima_centauri", "red", 6)),
    (Star("61_virginis", "yellow", 6), Star("beta_pictoris", "black", 5)),
)
SIDES = ((7, 0), (1, 2), (3, 4), (5, 6))  # the x of a side's two stars, in clockwise order (R1)

STANDARD = Board(CELLS, PLANETS, MOONS, STARS)

ORGANISATIONS = {
    organisation.name: organisation
    for organisation in (
        Organisation(
            "orbital_dynamics",
            start={"publicity": 3, "credit": 2, "energy": 2},
            cards=0,
            tucks=2,
            income={"credit": 3, "energy": 1, "card": 1},
            probes_on_earth=2,
            limit=1,
        ),
        Organisation(
            "fenwick",
            start={"publicity": 4, "credit": 3, "energy": 1},
            cards=0,
            tucks=3,
            income={"credit": 3, "energy": 1, "publicity": 1},
        ),
        Organisation(
            "turing",
            start={"publicity": 2, "credit": 4, "energy": 2},
            cards=1,
            tucks=2,
            income={"credit": 2, "energy": 2, "card": 1, "data": 1},
        ),
        Organisation(
            "sentinel",
            start={"publicity": 3, "credit": 4, "energy": 2},
            cards=0,
            tucks=1,
            income={"credit": 3, "energy": 1, "card": 1},
        ),
        Organisation(
            "xenolab",
            start={"publicity": 1, "credit": 2, "energy": 2},
            cards=1,
            tucks=3,
            income={"credit": 2, "energy": 1, "card": 1},
        ),
        Organisation(
            "helion",
            start={"publicity": 7, "credit": 3, "energy": 2},
            cards=0,
            tucks=0,
            income={"credit": 3, "energy": 1, "card": 1, "publicity": 1},
        ),
    )
}


# ---- Where things are ---------------------------------------------------------------------------


def ring_of(space: int) -> int:
    """The ring of a space, 0 to 3."""
    return space // SECTORS


def x_of(space: int) -> int:
    """The sector of a space, 0 to 7."""
    return space % SECTORS


def at(ring: int, x: int) -> int:
    """The space at a ring and a sector; x may be any number."""
    return SECTORS * ring + x % SECTORS


def neighbour(space: int, direction: int) -> int | None:
    """The next space in a direction, None beyond the rings; the Sun cannot be crossed (S1, S6)."""
    ring, x = ring_of(space), x_of(space)
    if direction == CLOCKWISE:
        return at(ring, x + 1)
    if direction == COUNTER_CLOCKWISE:
        return at(ring, x - 1)
    ring += 1 if direction == OUTWARD else -1
    return at(ring, x) if 0 <= ring < RINGS else None


def cell(board: Board, offsets: Offsets, layer: int, space: int) -> str:
    """What one layer has at a space, under the layers above it."""
    offset = 0 if layer == BASE else offsets[layer]
    return board.cells[layer][ring_of(space)][(x_of(space) - offset) % SECTORS]


def layer_at(board: Board, offsets: Offsets, space: int) -> int:
    """The first layer from the top that has no hole at a space (S2)."""
    return next(n for n in range(BASE + 1) if cell(board, offsets, n, space) != HOLE)


def shows(board: Board, offsets: Offsets, space: int) -> str:
    """What can be seen at a space: empty, asteroid, comet or the name of a planet (S2)."""
    return cell(board, offsets, layer_at(board, offsets, space), space)


def has_icon(content: str) -> bool:
    """Whether visiting it earns publicity: every comet, every planet but Earth (S9)."""
    return content not in (EMPTY, ASTEROID, EARTH)


def where(board: Board, offsets: Offsets, planet: int) -> int | None:
    """The space of a planet, None for one that is in no ring."""
    name = board.planets[planet].name
    return next((s for s in range(SPACES) if shows(board, offsets, s) == name), None)


def star_at(board: Board, order: int, x: int) -> Star:
    """The star at a sector when the sector boards stand in the order of that number (R1)."""
    boards = list(permutations(range(len(SIDES))))[order]
    return next(
        board.stars[number][side.index(x)]
        for number, side in zip(boards, SIDES, strict=True)
        if x in side
    )


# ---- The rotation -------------------------------------------------------------------------------


def turned(offsets: Offsets, step: int) -> Offsets:
    """The offsets after discs 0 to ``step`` have turned counter-clockwise (S11)."""
    first, second, third = ((o - 1) % SECTORS if d <= step else o for d, o in enumerate(offsets))
    return first, second, third


def settle(board: Board, offsets: Offsets, step: int, space: int) -> tuple[str, int, int]:
    """What a rotation does to a figure: "stay", "ride" or "push"; its space; icons it visits.

    ``offsets`` are those before the rotation, which turns discs 0 to ``step``.
    """
    after = turned(offsets, step)
    next_space = at(ring_of(space), x_of(space) - 1)
    if layer_at(board, offsets, space) <= step:
        return "ride", next_space, 0  # S12: no visit
    if any(cell(board, after, disc, space) != HOLE for disc in range(step + 1)):
        return "push", next_space, int(has_icon(shows(board, after, next_space)))  # S13
    return "stay", space, 0


def alignments() -> Iterator[Offsets]:
    """All 512 positions of the three discs (R1)."""
    positions = range(SECTORS)
    yield from product(positions, positions, positions)


def settlements(board: Board) -> Iterator[tuple[Offsets, int, int, str, int, int]]:
    """All 49,152 of them: offsets, step, space, and what settle() says (R3)."""
    for offsets, step, space in product(alignments(), range(DISCS), range(SPACES)):
        yield (offsets, step, space, *settle(board, offsets, step, space))
