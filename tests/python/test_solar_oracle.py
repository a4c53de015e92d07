"""The solar system in the core and in plain Python, played side by side and compared at every step.

Random games over many options, alone and with a host that applies random effects: before every
action both tell who acts, what each may do, what chance may bring with which weights, the whole
state and the points; after it, what happened, in order. At some of the positions every action that
there is gets tried, and every form of the position.

GPSCORE_LONG=1 in the environment plays ten times as much, and demands ten times as much.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import gpscore
from oracle import solar_geometry as geometry
from oracle.solar_geometry import ASTEROID, BASE, DISCS, SECTORS, SPACES, STANDARD, Board
from oracle.solar_oracle import (
    CHANCE,
    FIRST_KIND,
    HOST,
    ID_KINDS,
    INCOMES,
    MAX_COUNT,
    MAX_SCORE,
    NEUTRAL,
    OVER,
    PLACES,
    RESOURCES,
    SETUP,
    TECH_MOONS,
    TRACES,
    Action,
    Actor,
    Event,
    Options,
    PlanetSnapshot,
    PlayerSnapshot,
    Snapshot,
    State,
    action_id,
    propose_effect,
)

TIMES = 10 if os.environ.get("GPSCORE_LONG") == "1" else 1
CLOSE_LOOK = 0.01  # share of the positions that are looked at more closely
WHOLE_UNDO = 6  # one game in this many is taken back to its start
NEAR_BOUNDS = 6  # one in this many begins with numbers near their bounds
PILES = 5  # in one in this many a host piles up figures in one place
EFFECTS = 0.35  # share of a host's steps among those of an embedded game
SOME, REFUSED = 40, 4  # ids that are tried there where none is legal; actions that have to fail
ORGANISED = ("orbital_dynamics", "fenwick", "turing", "sentinel", "xenolab", "helion")


def other_board() -> Board:
    """Another board: Venus and Earth in each other's place, other costs, limits and rewards."""
    swap = {"venus": "earth", "earth": "venus"}
    cells = tuple(
        tuple(tuple(swap.get(c, c) for c in ring) for ring in layer) for layer in STANDARD.cells
    )
    venus, saturn, neptune = (STANDARD.planets[number] for number in (2, 5, 7))
    changed = {
        2: replace(venus, land=(("any_trace", 2), ("energy", 3), ("any_trace", 1))),
        5: replace(saturn, orbit=(("income", 2), ("any_trace", 2), ("red_trace", 1)), data=(1, 2)),
        7: replace(neptune, first_orbit=0, data=(), land=(("blue_trace", 3), ("credit", 2))),
    }
    planets = tuple(changed.get(number, p) for number, p in enumerate(STANDARD.planets))
    return replace(
        STANDARD,
        cells=cells,
        planets=planets,
        launch_credit=1,
        orbit_energy=0,
        land_energy=2,
        orbiter_discount=2,
        asteroid_moves=2,
        research_publicity=3,
        publicity_limit=7,
        data_limit=4,
        probe_limit=2,
        hand_limit=2,
    )


class Chunk(NamedTuple):
    """Games of one set of options, played until players have made so many decisions."""

    decisions: int
    options: Options


def alone(decisions: int, players: int, **options: Any) -> Chunk:
    """Games that stand alone."""
    return Chunk(decisions * TIMES, Options(players=players, **options))


def hosted(decisions: int, players: int, **options: Any) -> Chunk:
    """Games that are embedded in a host's."""
    return Chunk(decisions * TIMES, Options(players=players, embedded=True, **options))


CHUNKS = {
    "usual": alone(5_000, 2),
    "one": alone(4_000, 1, rounds=9, pluto=(True,)),
    "three": alone(5_000, 3, trace_points=3, signal_points=1, pluto=(True, False, True)),
    "four": alone(5_000, 4, push_tech2=False, pluto=(False, True, False, True)),
    "short": alone(3_000, 4, rounds=1),
    "long": alone(4_000, 2, rounds=20, pluto=(True, True), trace_points=100),
    "orbital-fenwick": alone(5_000, 2, organisation=ORGANISED[:2], rounds=9),
    "turing-sentinel": alone(5_000, 2, organisation=ORGANISED[2:4], pluto=(True, True)),
    "xenolab-helion": alone(5_000, 2, organisation=ORGANISED[4:], rounds=9),
    "mixed": alone(4_000, 3, organisation=("none", "helion", "none"), pluto=(True,)),
    "orbital-four": alone(4_000, 4, organisation=("orbital_dynamics",) * 4, rounds=7),
    "board": alone(6_000, 2, board=other_board(), pluto=(True, True)),
    "host": hosted(6_000, 2, pluto=(True, True)),
    "host-one": hosted(5_000, 1, signal_points=100),
    "host-three": hosted(5_000, 3, push_tech2=False, rounds=4),
    "host-four": hosted(5_000, 4, rounds=2),
    "host-long": hosted(5_000, 2, rounds=20, pluto=(True,)),
    "host-turing": hosted(5_000, 4, pluto=(True,), organisation=("turing",) * 4, rounds=3),
    "host-organised": hosted(
        5_000, 4, organisation=("orbital_dynamics", "sentinel", "xenolab", "helion")
    ),
    "host-fenwick": hosted(5_000, 2, organisation=("fenwick", "none"), pluto=(False, True)),
    "host-board": hosted(5_000, 3, board=other_board(), rounds=3, organisation=("helion",)),
}

# ---- The core in the oracle's words -------------------------------------------------------------


def board_form(board: Board) -> dict[str, Any]:
    """A board in the JSON form."""

    def rewards(items: geometry.Rewards) -> list[dict[str, int]]:
        return [{kind: number} for kind, number in items]

    depth = {"disc1": 1, "disc2": 2, "disc3": 3, "base": 4}  # rings
    return {
        "layers": {
            name: {"rings": {str(ring + 1): list(layer[ring]) for ring in range(depth[name])}}
            for name, layer in zip(depth, board.cells, strict=True)
        },
        "planets": [
            {
                "name": planet.name,
                "owned": planet.owned,
                "first_orbiter": planet.first_orbit,
                "orbit": rewards(planet.orbit),
                "first_landers_data": list(planet.data),
                "land": rewards(planet.land),
            }
            for planet in board.planets
        ],
        "moons": [
            {"name": m.name, "of": board.planets[m.planet].name, "land": rewards(m.land)}
            for m in board.moons
        ],
        "sector_boards": [
            [{"star": s.name, "colour": s.colour, "data": s.data} for s in pair]
            for pair in board.stars
        ],
        "costs": {
            name: getattr(board, name)
            for name in (
                "launch_credit", "orbit_credit", "orbit_energy", "land_energy", "orbiter_discount",
                "tech3_discount", "asteroid_moves", "research_publicity",
            )
        },
        "limits": {
            "publicity": board.publicity_limit,
            "data": board.data_limit,
            "probes": board.probe_limit,
            "hand": board.hand_limit,
        },
    }  # fmt: skip


def game_of(options: Options) -> gpscore.SolarGame:
    """The core's game with these options."""
    seats = range(options.players)
    names = [options.organisation_of(w) for w in seats]
    game = gpscore.solar(
        options.players,
        embedded=options.embedded,
        rounds=options.rounds or None,
        pluto=[options.owns_pluto(w) for w in seats],
        organisations=[None if name == "none" else name for name in names],
        trace_points=options.trace_points,
        signal_points=options.signal_points,
        push_tech2=options.push_tech2,
        board=None if options.board == STANDARD else board_form(options.board),
    )
    if options.board == STANDARD:
        assert game.rules == options.text
    return game


def acting(actor: Actor) -> int:
    """The core's number for who acts."""
    numbers = {CHANCE: gpscore.CHANCE, HOST: gpscore.HOST, OVER: gpscore.TERMINAL}
    return numbers.get(actor, actor)


def less_one(techs: tuple[int, ...]) -> tuple[int, ...]:
    """Techs counted from 0."""
    return tuple(tech - 1 for tech in techs)


def snapshot_of(core: gpscore.SolarState) -> Snapshot:
    """The core's state as the oracle shows its own."""
    game = core.game
    pending = core.pending
    # What belongs to nobody's fields is told by the text form alone.
    fields = dict(word.split("=", 1) for word in str(core).split(" ")[1:])
    mark = fields.get("mark")
    phase = core.phase
    chance = phase in SETUP or phase == "turn_tile"
    counted = phase in ("setup_income", "choose_income", "choose_trace", "org_moves")
    players = []
    for w in range(game.players):
        p = core.player(w)
        players.append(
            PlayerSnapshot(
                p.probes, p.score, p.credits, p.energy, p.cards, p.publicity, p.data, p.tucked,
                p.traces, p.signals, less_one(p.techs), less_one(p.techs_off), p.passed, p.org_used,
                p.launch_tile_used, p.research_tile_used, p.limit_change,
            )
        )  # fmt: skip
    return Snapshot(
        offsets=core.offsets,
        token=core.token,
        sectors=core.sectors,
        phase=phase,
        active=core.active,
        start=core.start_player,
        round=core.round,
        # Before its first tile is turned up the core says nothing of a stack.
        tiles=tuple(
            (tuple(range(4)) if phase in SETUP and s.top is None else s.down, s.top)
            for s in core.tiles
        ),
        moves=core.moves,
        ring_moves=core.ring_moves,
        turn_limit=core.turn_limit_change,
        main_used=core.main_used,
        no_asteroids=core.no_asteroids,
        move_instead=core.move_instead,
        turing=None if core.turing is None else core.turing - 1,
        free="free" in fields.get("flags", "").split("+") and phase != "org_moves",
        pending=pending.player if pending else None,
        left=pending.number if pending and counted else 0,
        step=int(fields.get("step", 0)) if chance else 0,
        mark=None if mark is None else geometry.at(int(mark[0]) - 1, int(mark[2])),
        turns=core.turn,
        players=tuple(players),
        planets=tuple(
            PlanetSnapshot(
                core.orbiters(p), core.landers(p), core.first_orbit(p), core.data_owners(p)
            )
            for p in range(1, len(game.planets))
        ),
        moons=tuple(core.moon_owner(m) for m in range(len(game.moons))),
    )


def differences(seen: tuple[Any, ...], told: tuple[Any, ...], path: str = "") -> str:
    """Where the core's snapshot differs from the oracle's, by the names of the fields."""
    names = getattr(seen, "_fields", range(len(seen)))
    lines = []
    for name, one, other in zip(names, seen, told, strict=True):
        if one == other:
            continue
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            lines.append(differences(one, other, f"{path}{name}."))
        else:
            lines.append(f"{path}{name}: {one} in the core, {other} in the oracle")
    return "\n".join(lines)


def event_of(event: gpscore.SolarEvent) -> Event:
    """An event of the core as the oracle tells it."""
    kind, w, number = event.kind, event.player, event.number
    fields: dict[str, tuple[Any, ...]] = {
        "launched": (w, event.space),
        "moved": (w, event.origin, event.space, number),
        "publicity": (w, number),
        "turned": (number,),
        "rode": (w, event.origin, event.space, number),
        "pushed": (w, event.origin, event.space, number),
        "orbited": (w, event.planet),
        "landed": (w, event.planet),
        "landed_moon": (w, event.moon),
        "first_orbit": (w, event.planet),
        "data_space": (w, event.planet, event.slot),
        "gained": (w, event.resource, number),
        "spent": (w, event.resource, number),
        "round": (number,),
        "over": (),
        "ordered": (number,),
        "tile_used": (w, event.tile),
        "tile_back": (w, event.tile),
        "settle": (w, event.reward),
        "move_gained": (w, number),
        "ring_move_gained": (w, number),
        "limit": (w, number),
        "turn_limit": (w, number),
        "org_used": (w, None if event.tech is None else event.tech - 1),
    }
    if kind == "tech":
        return (kind, w, event.tech - 1)
    if kind == "aligned":
        return (kind, event.disc - 1, number)
    if kind == "tile":
        return (kind, event.tech - 1, number)
    if kind in ("put", "removed"):
        figures = ("probe", "orbiter", "lander", "moon")
        where = PLACES[figures.index(event.figure)]
        number = {"space": event.space, "moon": event.moon}.get(where, event.planet)
        return (kind, where, w, number, event.slot or 0)
    return (kind, *fields.get(kind, (w,)))


# The first dense index of each kind of action, by the table in the core's header.
FIRST_INDEX = {
    "move": 0, "launch": 160, "orbit": 162, "land": 178, "land_moon": 210, "research": 226,
    "pass": 228, "end_turn": 229, "take_tech": 230, "income": 234, "trace": 238, "card_move": 241,
    "exchange": 242, "buy_card": 248, "org": 249, "org_done": 253,
}  # fmt: skip


def index_of(twin: State, action: Action) -> int:
    """The dense index of an action, by the table in the core's header."""
    name, *values = action
    if name in ("align", "order", "tile"):
        return values[0]
    planets = twin.board.planets
    if name == "move":
        space, direction, instead = values
        if not instead:
            return 32 * direction + space
        goal = twin.view[geometry.neighbour(space, direction)]
        number = next(n for n, planet in enumerate(planets) if planet.name == goal)
        return 128 + 4 * (number - 1) + direction
    if name == "orbit":
        planet, x = values
        return 170 + x if planets[planet].owned else 162 + planet - 1
    if name == "land":
        planet, x, data = values
        return 202 + x if planets[planet].owned else 178 + 3 * (planet - 1) + data
    return FIRST_INDEX[name] + (values[0] if values else 0)


# ---- Every action that there is -----------------------------------------------------------------


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action of players and chance whose id has a meaning, on whatever board."""
    planets, x = range(1, 9), range(SECTORS)
    made: list[Action] = [
        ("pass",), ("end_turn",), ("card_move",), ("buy_card",), ("org_done",),
    ]  # fmt: skip
    numbered = {
        "align": 8, "order": 24, "tile": 4, "launch": 2, "land_moon": 16, "research": 2,
        "take_tech": 4, "income": 4, "trace": 3, "exchange": 6, "org": 4,
    }  # fmt: skip
    made += [(name, n) for name, most in numbered.items() for n in range(most)]
    made += [("move", *values) for values in product(range(SPACES), range(4), range(2))]
    made += [("orbit", *values) for values in product(planets, x)]
    made += [("land", *values) for values in product(planets, x, range(3))]
    return tuple(made)


@cache
def all_effects() -> tuple[Action, ...]:
    """Every effect whose id has a meaning; of the numbers in changes only some."""
    w, flag, planets, x, moons = range(4), range(2), range(1, 9), range(SECTORS), range(16)
    numbers = (1, 2, 3, 6, 10, 100, 249, 250, 255)
    limits = (-128, -20, *range(-11, 0), *range(1, 12), 20, 127)
    made: list[Action] = [
        ("e_rotate",), ("e_no_asteroids",), ("e_move_instead",), ("e_main",), ("e_next_round",),
    ]  # fmt: skip
    made += [("e_resolved", colour) for colour in range(3)]
    made += [("e_change", *values) for values in product(w, RESOURCES, numbers, flag)]
    made += [("e_moves", *values) for values in product(range(1, 256), flag)]
    made += [("e_launch", *values) for values in product(w, flag)]
    made += [("e_tech", *values) for values in product(w, flag)]
    made += [("e_limit", *values) for values in product(w, limits, flag)]
    made += [("e_orbit", *values) for values in product(w, planets, x)]
    made += [("e_land", *values) for values in product(w, planets, x, range(3), flag)]
    made += [("e_land_moon", *values) for values in product(w, moons, flag)]
    for name, owner in product(("e_put", "e_remove"), range(NEUTRAL + 1)):
        made += [(name, "space", owner, space, 0) for space in range(SPACES)]
        made += [(name, "moon", owner, moon, 0) for moon in moons]
        for place, planet, covered in product(("orbit", "surface"), planets, range(3)):
            made.append((name, place, owner, planet, covered))
    return tuple(made)


@cache
def ids_of(effects: bool) -> tuple[tuple[Action, int], ...]:
    """Effects, or all other actions, with their ids."""
    actions = all_effects() if effects else all_actions()
    return tuple((action, action_id(action)) for action in actions)


# ---- What to do next ----------------------------------------------------------------------------

# What a host may do in a turn, and seldom enough to be wished for twice.
AT_ANY_TIME = (
    "e_change", "e_moves", "e_launch", "e_orbit", "e_land", "e_land_moon", "e_tech", "e_rotate",
    "e_limit", "e_no_asteroids", "e_move_instead", "e_put", "e_remove", "e_main",
    "e_orbit", "e_land", "e_land_moon", "e_main", "e_main", "e_main",
)  # fmt: skip

# How much likelier a kind is than others, so that what is rare is met often enough.
LIKELY = {
    "land_moon": 30, "land": 8, "orbit": 8, "research": 6, "launch": 4, "org": 2, "org_done": 4,
    "end_turn": 0.5, "pass": 0.15, "card_move": 0.6, "exchange": 0.6, "buy_card": 1, "move": 3,
}  # fmt: skip


def choose(state: State, legal: list[Action], draw: random.Random) -> Action:
    """A random action of a player, or outcome of chance."""
    if state.to_act == CHANCE:
        outcomes, weights = zip(*state.chance(), strict=True)
        return draw.choices(outcomes, weights)[0]
    if ("take_tech", TECH_MOONS) in legal and draw.random() < 0.6:
        return ("take_tech", TECH_MOONS)
    names = sorted({action[0] for action in legal})
    if state.options.embedded and "pass" in names and draw.random() < 0.1:
        return ("pass",)  # for more rounds of which the host begins the next
    name = draw.choices(names, [LIKELY.get(name, 2) for name in names])[0]
    actions = [action for action in legal if action[0] == name]
    if name == "move":
        # To a planet where there is something to do, more often than not.
        there = [a for a in actions if state.view[geometry.neighbour(a[1], a[2])] in state.names]
        if there and draw.random() < 0.6:
            actions = there
    return draw.choice(actions)


@cache
def pushed(board: Board, offsets: geometry.Offsets, token: int) -> tuple[int, ...]:
    """The spaces from which the next rotation pushes a probe to where it earns publicity."""
    return tuple(
        space
        for space in range(SPACES)
        if geometry.settle(board, offsets, token, space)[::2] == ("push", 1)
    )


def coax(state: State, draw: random.Random) -> Action:
    """An effect that leads to what is rare: pushes that pay, moons, techs."""
    w = draw.choice(state.seats)
    player = state.players[w]
    moons = [m for m, owner in enumerate(state.moons) if owner is None]
    push = pushed(state.board, state.offsets, state.token)
    options: list[Action] = [("e_tech", w, 0)]
    if any(space in push for p in state.players for space in p.probes):
        options += [("e_rotate",)] * 3
    if push:
        options += [("e_put", "space", w, draw.choice(push), 0)] * 2
    if moons:
        planet = state.board.moons[draw.choice(moons)].planet
        options.append(("e_put", "space", w, state.where(planet), 0))
    else:
        m = draw.randrange(len(state.moons))
        options.append(("e_remove", "moon", state.moons[m], m, 0))
    if player.have["publicity"] > 6:
        options.append(("e_change", w, "publicity", 5, 1))
    if player.have["energy"] < 3:
        options.append(("e_change", w, "energy", 4, 0))
    if player.in_space > 5:
        options.append(("e_remove", "space", w, draw.choice(sorted(player.probes)), 0))
    return draw.choice(options)


def figures(state: State) -> list[Action]:
    """What takes away each of the figures that there are."""
    found: list[Action] = [
        ("e_remove", "space", w, space, 0) for w in state.seats for space in state.players[w].probes
    ]
    found += [("e_remove", "moon", o, m, 0) for m, o in enumerate(state.moons) if o is not None]
    for p, o in product(range(1, len(state.board.planets)), range(NEUTRAL + 1)):
        covered = [k for k, owner in enumerate(state.data[p], start=1) if owner == o]
        if state.orbiters[p][o]:
            found.append(("e_remove", "orbit", o, p, int(state.first_orbit[p] == o)))
        if state.landers[p][o]:
            found.append(("e_remove", "surface", o, p, covered[0] if covered else 0))
    return found


def effect_of_kind(state: State, kind: str, draw: random.Random) -> Action:
    """A random effect of that kind, mostly a legal one."""
    w, flag = draw.choice(state.seats), draw.randrange(2)
    planets = state.board.planets
    moon = draw.randrange(len(state.moons))
    if kind in ("e_orbit", "e_land"):
        visits = [
            (seat, p, x)
            for seat, p in product(state.seats, range(1, len(planets)))
            for x in (range(SECTORS) if planets[p].owned else (0,))
            if state.departure(seat, p, x) is not None
        ]
        if not visits:
            return ("e_put", "space", w, state.where(draw.choice((1, 2, 3, 4, 5, 6, 7))), 0)
        visit = draw.choice(visits)
        if kind == "e_orbit":
            return (kind, *visit)
        covers = list(enumerate(state.data[visit[1]], start=1))
        number, owner = draw.choice(covers or [(0, None)])
        return (kind, *visit, number, int(owner is not None))
    if kind == "e_land_moon":
        near = [
            (seat, m)
            for seat, (m, printed) in product(state.seats, enumerate(state.board.moons))
            if state.departure(seat, printed.planet, 0) is not None
        ]
        if not near:
            return ("e_put", "space", w, state.where(state.board.moons[moon].planet), 0)
        seat, m = draw.choice(near)
        return (kind, seat, m, int(state.moons[m] is not None))
    if kind == "e_remove":
        return draw.choice(figures(state) or [("e_main",)])
    if kind == "e_put":
        place, owner = draw.choice(PLACES), draw.choice((*state.seats, NEUTRAL))
        place = "orbit" if place == "space" and owner == NEUTRAL else place
        number = draw.randrange(SPACES) if place == "space" else draw.randrange(1, len(planets))
        number = moon if place == "moon" else number
        return (kind, place, owner, number, draw.choice((0, 1)) if place == "surface" else 0)
    if kind == "e_change":
        # Seldom many, so that the bounds are met and the game does not live there.
        n = draw.choice((1, 1, 1, 2, 2, 3, 4, draw.randrange(1, 256)))
        return (kind, w, draw.choice(RESOURCES), n, flag)
    if kind == "e_limit":
        seat = state.active if flag else w
        return (kind, seat, draw.choice((-2, -1, -1, 1, 1, 2, draw.randint(-10, 10))), flag)
    if kind == "e_moves":
        return (kind, draw.choice((1, 1, 2, 3, draw.randrange(1, 256))), flag)
    return (kind, w, flag) if kind in ("e_launch", "e_tech") else (kind,)


class Twin(State):
    """The oracle, which works out what is legal once for each position."""

    def __init__(self, options: Options) -> None:
        self.told: tuple[Actor, list[Action]] | None = None
        self.names = {moon.name for moon in options.board.planets}
        super().__init__(options)

    def legal(self, player: Actor) -> list[Action]:
        if player != self.to_act or player in (CHANCE, OVER, HOST):
            return super().legal(player)
        if self.told is None or self.told[0] != player:
            self.told = player, super().legal(player)
        return self.told[1]

    def apply(self, player: Actor, action: Action) -> list[Event]:
        events = super().apply(player, action)
        self.told = None
        return events


class Table:
    """The core and the oracle at one game."""

    def __init__(self, game: gpscore.SolarGame, options: Options, seed: str) -> None:
        self.game = game
        self.options = options
        self.name = seed
        self.draw = random.Random(seed)
        self.twin = Twin(options)
        self.core = game.initial_state()
        self.shown: geometry.Offsets | None = None
        self.source: tuple[int | None, dict[str, int]] = (None, {})
        self.last: tuple[Actor, Action] | None = None
        self.pile: Action | None = None
        if options.embedded and self.draw.randrange(PILES) == 0:
            place, owner = self.draw.choice(PLACES[1:3]), self.draw.choice((*self.twin.seats, 4))
            planet = self.draw.randrange(1, len(options.board.planets))
            self.pile = ("e_put", place, owner, planet, 0)

    def where(self) -> str:
        """For messages: the game, the last step and the position."""
        return f"{self.name}: {self.last}\n{self.game.rules[:300]}\n{self.core}"

    # Comparing

    def compare(self) -> None:
        """The whole state, who acts, and everything that may happen next."""
        core, twin = self.core, self.twin
        seen, told = snapshot_of(core), twin.snapshot()
        if seen != told:
            pytest.fail(f"{differences(seen, told)}\n{self.where()}")
        assert core.validate() == (), self.where()
        self.compare_pending()
        points = twin.points()
        assert [core.points(w) for w in twin.seats] == points, self.where()
        actor = twin.to_act
        over = actor == OVER
        winners = tuple(twin.winners()) if over else ()
        assert (core.winners, core.is_terminal) == (winners, over), self.where()
        assert core.returns() == [float(w in winners) for w in twin.seats]
        assert core.current_player == acting(actor), self.where()
        assert core.to_act == ((actor,) if actor in twin.seats else ()), self.where()
        assert (core.is_chance, core.is_host) == (actor == CHANCE, actor == HOST), self.where()
        chance = [(action_id(outcome), weight) for outcome, weight in twin.chance()]
        assert core.chance_outcomes() == chance, self.where()
        assert core.legal_actions(gpscore.CHANCE) == [number for number, _ in chance]
        for player in (*twin.seats, HOST):
            if player == HOST and not self.options.embedded:
                continue
            legal = sorted(action_id(action) for action in twin.legal(player))
            assert sorted(core.legal_actions(acting(player))) == legal, self.where()
        if twin.offsets != self.shown:
            self.shown = twin.offsets
            assert [core.content(space) for space in range(SPACES)] == twin.view, self.where()
            for number, planet in enumerate(twin.board.planets):
                at = None if planet.owned else twin.where(number)
                assert core.planet_space(number) == at, self.where()

    def compare_pending(self) -> None:
        """What is to be chosen or settled: whose, what, how many, and which planet pays."""
        pending, task = self.core.pending, self.twin.todo[0] if self.twin.todo else None
        if task is None or task.player is None:
            assert pending is None, self.where()
            return
        kinds = {"choose_tech": "tech", "choose_trace": "any_trace", "org_moves": "move"}
        kind = task.kind if task.what == "settle" else kinds.get(task.what, "income")
        number = max(task.n, 1)
        if task.what == "settle":
            planet, rewards = self.source
            number = task.n if kind == "any_trace" else rewards[kind]
            assert pending.planet == planet, self.where()
        assert pending[:3] == (task.player, kind, number), self.where()

    # Playing

    def go_near_bounds(self) -> None:
        """Give both sides numbers of which little more is possible; the core's by its text form."""
        words = {"credit": "credit", "energy": "energy", "card": "cards", "signal": "signals"}
        most = {"score": MAX_SCORE}
        text = str(self.core)
        for w in self.twin.seats:
            have = self.twin.players[w].have
            for resource in [*words, "score", *INCOMES, *(TRACES if self.options.embedded else ())]:
                if self.draw.random() < 0.6:
                    have[resource] = most.get(resource, MAX_COUNT) - self.draw.randrange(5)
            fields = [f"{word}:{have[resource]}" for resource, word in words.items()]
            fields += [f"score:{have['score']}"]
            fields += [f"tucked:{'+'.join(str(have[income]) for income in INCOMES)}"]
            fields += [f"traces:{'+'.join(str(have[trace]) for trace in TRACES)}"]
            # What is left of the old fields follows.
            old = re.search(rf" player{w}=(\S+)", text)[1].split(",")
            fields += [f for f in old if f.split(":")[0] not in {g.split(":")[0] for g in fields}]
            text = re.sub(rf"( player{w}=)\S+", rf"\g<1>{','.join(fields)}", text)
        self.core = self.game.parse(text)

    def step(self) -> tuple[Actor, Action] | None:
        """Who does what next; None when an effect was tried that is illegal."""
        twin, draw = self.twin, self.draw
        actor = twin.to_act
        if self.options.embedded and twin.phase in ("turn", "settle") and draw.random() < EFFECTS:
            luck = draw.random()
            if self.pile and luck < 0.15:
                effect = self.pile
            elif luck < 0.4:
                effect = coax(twin, draw)
            elif luck < 0.8:
                effect = effect_of_kind(twin, draw.choice(AT_ANY_TIME), draw)
            else:
                effect = propose_effect(twin, draw)
            if twin.is_legal(effect):
                return HOST, effect
            self.refuse(HOST, effect)
            return None
        if actor == HOST:
            return HOST, draw.choice(twin.legal(HOST))
        return actor, choose(twin, twin.legal(actor), draw)

    def apply(self, actor: Actor, action: Action) -> list[Event]:
        """Do it on both sides and compare what happened."""
        number = action_id(action)
        self.last = actor, action
        self.core.apply(number, acting(actor))
        happened = self.twin.apply(actor, action)
        events = self.core.events
        told = [event_of(event) for event in events]
        assert told == happened, f"core {told}\noracle {happened}\n{self.where()}"
        for event in events:
            self.follow(event)
        return happened

    def follow(self, event: gpscore.SolarEvent) -> None:
        """Remember what pays; hold what is to be settled to its list of rewards (R6)."""
        board = self.twin.board
        if event.kind == "launched":
            self.source = 0, {"signal_here": 1}
        elif event.kind == "orbited":
            self.source = event.planet, dict(board.planets[event.planet].orbit)
        elif event.kind == "landed":
            self.source = event.planet, dict(board.planets[event.planet].land)
        elif event.kind == "landed_moon":
            self.source = board.moons[event.moon].planet, dict(board.moons[event.moon].land)
        elif event.kind in ("tech", "passed"):
            self.source = None, {"card": 1}
        elif event.kind == "settle":
            planet, rewards = self.source
            number = 1 if event.reward == "any_trace" else rewards[event.reward]
            assert (event.planet, event.number) == (planet, number), self.where()

    def refuse(self, actor: Actor, action: Action) -> None:
        """An illegal action has a reason and changes nothing."""
        number, player = action_id(action), acting(actor)
        before, events = self.core.clone(), self.core.events
        reason = self.core.why_illegal(number, player)
        assert reason is not None, (action, self.where())
        with pytest.raises(gpscore.IllegalActionError) as caught:
            self.core.apply(number, player)
        assert caught.value.reason == reason.reason
        assert self.core == before
        assert self.core.events == events

    # A closer look

    def look_closely(self) -> None:
        """What leaves the position as it is."""
        core, twin = self.core, self.twin
        packed, text, number = core.to_bytes(), str(core), core.hash
        before, events = core.clone(), core.events
        for same in (before, self.game.parse(text), self.game.from_bytes(packed)):
            assert same == core, self.where()
            assert (same.to_bytes(), str(same), same.hash) == (packed, text, number)
        self.try_all()
        actor = twin.to_act
        actions = [outcome for outcome, _ in twin.chance()] or twin.legal(actor)
        mask = 0 if actor == HOST else sum(1 << index_of(twin, action) for action in actions)
        assert actor == OVER or core.legal_mask(acting(actor)) == mask, self.where()
        results = set()
        for action in actions:
            ident = action_id(action)
            assert core.parse_action(core.action_to_string(ident)) == ident
            if actor != HOST:  # effects have no index
                assert core.action_index(ident) == index_of(twin, action), self.where()
                assert core.action_at(index_of(twin, action)) == ident, self.where()
            core.apply(ident, acting(actor))
            assert core.validate() == (), (action, before)
            results.add(core.to_bytes())
            assert core.undo() == (acting(actor), ident)
            assert core == before, (action, self.where())
        if actor != HOST:
            # No two that are legal at once have the same result; trace colours of a host may.
            assert len(results) == len(actions), self.where()
        assert core.events == events
        if twin.phase not in SETUP:
            stars = [geometry.star_at(twin.board, twin.sectors, x).name for x in range(SECTORS)]
            assert [core.star(x) for x in range(SECTORS)] == stars, self.where()
        for w, planet in product(range(NEUTRAL + 1), range(1, len(twin.board.planets))):
            assert core.figures_at(planet, w) == twin.at_planet(planet, w), self.where()
        for w, space in product(twin.seats, range(SPACES)):
            organised = twin.phase == "org_moves" and w == twin.active
            cost = twin.move_cost(w, space, organised)
            if w == twin.active or not twin.no_asteroids:  # an effect for the active player alone
                assert core.move_cost(w, space) == cost, (w, space, self.where())

    def try_all(self) -> None:
        """Of all actions that there are, exactly the legal ones have no reason against them."""
        core, twin, draw = self.core, self.twin, self.draw
        actor = twin.to_act
        chance = {outcome for outcome, _ in twin.chance()}
        actors: list[Actor] = [CHANCE, *twin.seats, HOST]
        for other in actors:
            player = acting(other)
            legal = chance if other == CHANCE else set(twin.legal(other))
            # All are tried where any is legal, else some.
            tried = ids_of(False) if other == actor else draw.sample(ids_of(False), SOME)
            for action, number in tried if other != HOST else ():
                fine = core.why_illegal(number, player) is None
                assert fine == (action in legal), (other, action, self.where())
            host = other == HOST and self.options.embedded
            for action, number in ids_of(True) if host else draw.sample(ids_of(True), SOME):
                fine = core.why_illegal(number, player) is None
                assert fine == (host and twin.is_legal(action)), (other, action, self.where())
        for number in unknown_ids(draw):
            other = draw.choice(actors)
            assert core.why_illegal(number, acting(other)) is not None, (hex(number), self.where())
        legal = chance | set(twin.legal(actor))
        for action, _ in draw.sample(ids_of(False), REFUSED):
            if action not in legal:
                self.refuse(actor, action)


def unknown_ids(draw: random.Random) -> list[int]:
    """Ids without a meaning, most of them of a kind that there is."""
    kinds = range(FIRST_KIND, FIRST_KIND + len(ID_KINDS))
    numbers = [draw.getrandbits(32) for _ in range(SOME)]
    numbers += [draw.choice(kinds) << 24 | draw.getrandbits(24) for _ in range(SOME)]
    numbers += [draw.choice(kinds) << 24 | 1 << draw.randrange(24) for _ in range(SOME)]
    # Of these kinds only some of the numbers that have a meaning are among the known ids.
    partly = {FIRST_KIND + ID_KINDS.index(kind) for kind in ("e_change", "e_limit")}
    known = {number for effects in (False, True) for _, number in ids_of(effects)}
    return [n for n in numbers if n not in known and n >> 24 not in partly]


@cache
def play(name: str) -> Counter[str]:
    """Play the games of a chunk; what was seen, counted."""
    decisions, options = CHUNKS[name]
    game = game_of(options)
    counts: Counter[str] = Counter()
    while counts["decisions"] < decisions:
        table = Table(game, options, f"{name} {counts['games']}")
        counts["games"] += 1
        keep = counts["games"] % WHOLE_UNDO == 1
        near_bounds = counts["games"] % NEAR_BOUNDS == 0  # never one that is kept
        kept: list[tuple[gpscore.SolarState, tuple[Actor, Action]]] = []
        while True:
            if near_bounds and table.twin.phase == "turn":
                near_bounds = False
                counts["near bounds"] += 1
                table.go_near_bounds()
            table.compare()
            if table.draw.random() < CLOSE_LOOK:
                counts["looks"] += 1
                table.look_closely()
            if table.twin.to_act == OVER or counts["decisions"] >= decisions:
                break
            step = table.step()
            if step is None:
                counts["refused"] += 1
                continue
            if keep:
                kept.append((table.core.clone(), step))
            events = table.apply(*step)
            count(step, events, counts)
        counts["ended"] += table.twin.to_act == OVER
        if keep:
            for before, (actor, action) in reversed(kept):
                assert table.core.undo() == (acting(actor), action_id(action))
                assert table.core == before
            assert table.core == game.initial_state()
            counts["whole games undone"] += 1
    return counts


def count(step: tuple[Actor, Action], events: list[Event], counts: Counter[str]) -> None:
    """Count a step by its kind, and what it brought."""
    actor, action = step
    counts["decisions"] += isinstance(actor, int)
    counts[action[0]] += 1
    names = [event[0] for event in events]
    counts.update(f"event {name}" for name in names)
    counts["paid pushes"] += sum(
        first == "pushed" and second == "publicity" for first, second in pairwise(names)
    )


@pytest.mark.rule("S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11", "S12", "S13", "S14")
@pytest.mark.rule("S15", "S16", "S17", "S18", "S19", "S20", "S21", "R1", "R2", "R3", "R4", "R5")
@pytest.mark.rule("R6", "R7", "R8", "R9", "R10", "R11", "R12")
@pytest.mark.parametrize("name", CHUNKS)
def test_core_plays_like_its_twin(name: str) -> None:
    counts = play(name)
    assert counts["decisions"] == CHUNKS[name].decisions
    assert counts["looks"] > 0


def test_enough_was_compared() -> None:
    """Over all chunks; none is played twice in one run."""
    total: Counter[str] = Counter()
    for name in CHUNKS:
        total += play(name)
    least = {
        "decisions": 100_000,
        "paid pushes": 500,
        "event landed_moon": 500,
        "ended": 100,
        "looks": 1_000,
        "refused": 1_000,
        "whole games undone": 50,
        "near bounds": 50,
    }
    least |= {kind: 500 if kind.startswith("e_") else 100 for kind in ID_KINDS}
    assert {n: total[n] for n in least if total[n] < least[n] * TIMES} == {}


@pytest.mark.rule("S18")
def test_a_full_orbit_leaves_the_moons_free() -> None:
    titan, saturn = 6, 5
    text = (
        "turn tiles=0:123/0:123/0:123/3:12 discs=0,0,0 player0=energy:3{techs},probes:3.7 "
        "player1=score:2,techs:4 p5=orbit:0x15,land:1,first:0,data1:1"
    )
    for embedded in (False, True):
        game = gpscore.solar(embedded=embedded)
        state = game.parse(text.format(techs=",techs:4").replace("3:12 ", "2:1 "))
        assert state.content(state.player(0).probes[0]) == game.planets[saturn]
        orbit, land = action_id(("orbit", saturn, 0)), action_id(("land_moon", titan))
        assert state.why_illegal(orbit).reason == "solar_too_many"
        assert state.why_illegal(land) is None
        state = game.parse(text.format(techs=""))
        assert state.why_illegal(land).reason == "solar_moon_tech"
        if embedded:
            assert state.why_illegal(action_id(("e_land_moon", 0, titan, 0)), gpscore.HOST) is None


# ---- The discs ----------------------------------------------------------------------------------

DATA = Path(__file__).parents[1] / "data" / "solar" / "vectors.json"
VECTORS = json.loads(DATA.read_text(encoding="utf-8"))["vectors"]


@cache
def game_of_four(push_tech2: bool) -> gpscore.SolarGame:
    return gpscore.solar(4, embedded=True, push_tech2=push_tech2)  # for more than two probes


def with_probes(
    offsets: Sequence[int],
    token: int,
    probes: Sequence[int],
    *,
    tech2: bool = False,
    push_tech2: bool = True,
) -> gpscore.SolarState:
    """A turn of four players with no publicity; each has one of every four of the probes."""
    players = []
    for w in range(4):
        fields = ["techs:2"] if tech2 else []
        spaces = [f"{geometry.ring_of(s) + 1}.{geometry.x_of(s)}" for s in sorted(probes[w::4])]
        fields += [f"probes:{'+'.join(spaces)}"] if spaces else []
        players.append(f"player{w}={','.join(fields) or '-'}")
    stacks = ["0:123"] * 4
    stacks[1] = "-:-" if tech2 else stacks[1]  # all four have taken one of it
    discs = ",".join(map(str, offsets))
    text = f"turn discs={discs} token={token} tiles={'/'.join(stacks)} {' '.join(players)}"
    return game_of_four(push_tech2).parse(text)


def turned(state: gpscore.SolarState) -> tuple[gpscore.SolarState, dict[int, tuple[str, int, int]]]:
    """The state after the next rotation; of each space where a probe was "ride", "push" or "stay",
    where it is now, and what it earned."""
    after, events = state.forecast()
    told: dict[int, tuple[str, int, int]] = {}
    for event, follower in pairwise([*events, None]):
        if event.kind in ("rode", "pushed"):
            paid = follower is not None and follower.kind == "publicity"
            kind = "ride" if event.kind == "rode" else "push"
            told[event.origin] = kind, event.space, follower.number if paid else 0
    for w in range(4):
        spaces = state.player(w).probes
        told |= {space: ("stay", space, 0) for space in spaces if space not in told}
        assert after.player(w).probes == tuple(sorted(told[space][1] for space in spaces))
        assert after.player(w).publicity == sum(told[space][2] for space in spaces)
    return after, told


@cache
def settled(tech2: bool, push_tech2: bool) -> dict[tuple[geometry.Offsets, int, int], Any]:
    """Of every alignment, step and space what the core does to a probe there."""
    halves = range(0, SPACES, 2), range(1, SPACES, 2)  # nobody can have a probe in all spaces
    found: dict[tuple[geometry.Offsets, int, int], Any] = {}
    for offsets, step, spaces in product(geometry.alignments(), range(DISCS), halves):
        state = with_probes(offsets, step, spaces, tech2=tech2, push_tech2=push_tech2)
        after, told = turned(state)
        assert after.offsets == geometry.turned(offsets, step)
        assert after.token == (step + 1) % DISCS
        found |= {(offsets, step, space): told[space] for space in spaces}
    return found


@pytest.mark.rule("S2", "S11", "S12", "S13", "R3", "R4")
@pytest.mark.parametrize(
    ("tech2", "push_tech2"), [(False, True), (True, True), (True, False)], ids=str
)
def test_all_settlements(tech2: bool, push_tech2: bool) -> None:
    core = settled(tech2, push_tech2)
    assert len(core) == 49_152
    for offsets, step, space, kind, goal, icons in geometry.settlements(STANDARD):
        pays = icons
        if kind == "push" and tech2 and push_tech2:
            after = geometry.turned(offsets, step)
            pays += geometry.shows(STANDARD, after, goal) == ASTEROID
        assert core[offsets, step, space] == (kind, goal, pays), (offsets, step, space)


@pytest.mark.rule("R3")
def test_totals_of_all_settlements() -> None:
    results = settled(tech2=False, push_tech2=True).values()
    kinds = Counter(kind for kind, _, _ in results)
    assert kinds == {"stay": 27_792, "ride": 16_752, "push": 4_608}
    assert sum(paid for _, _, paid in results) == 822


@pytest.mark.rule("S2")
def test_every_alignment_shows_the_same() -> None:
    for offsets in geometry.alignments():
        state = with_probes(offsets, 0, ())
        shown = [geometry.shows(STANDARD, offsets, space) for space in range(SPACES)]
        assert [state.content(space) for space in range(SPACES)] == shown, offsets
        for number, planet in enumerate(STANDARD.planets):
            at = None if planet.owned else shown.index(planet.name)
            assert state.planet_space(number) == at, offsets


def layer_of(offsets: Sequence[int], space: int) -> int:
    """The layer that carries a probe, from 1: the first step that takes it along, else the base."""
    for step in range(DISCS):
        _, told = turned(with_probes(offsets, step, [space]))
        if told[space][0] == "ride":
            return step + 1
    return BASE + 1


@pytest.mark.rule("S2", "S11", "S12", "S13", "R4")
@pytest.mark.parametrize("number", range(26))
def test_worked_rotation(number: int) -> None:
    vector = VECTORS[number]
    offsets, step = vector["offsets"], vector["discs_turning"] - 1
    space = geometry.at(vector["ring"] - 1, vector["x"])
    goal = geometry.at(vector["ring"] - 1, vector["x_after"])
    state = with_probes(offsets, step, [space])
    assert state.content(space) == vector["content_before"]
    assert layer_of(offsets, space) == vector["layer_before"]
    after, told = turned(state)
    assert told == {space: (vector["kind"], goal, vector["publicity_gain"])}
    assert list(after.offsets) == vector["offsets_after"]
    assert after.content(goal) == vector["content_after"]
    assert layer_of(after.offsets, goal) == vector["layer_after"]
    _, told = turned(with_probes(offsets, step, [space], tech2=True))
    paid = vector["publicity_gain_with_probe_tech2"]
    assert told == {space: (vector["kind"], goal, paid)}
    _, told = turned(with_probes(offsets, step, [space], tech2=True, push_tech2=False))
    assert told == {space: (vector["kind"], goal, vector["publicity_gain"])}


def test_all_worked_rotations_are_there() -> None:
    assert len(VECTORS) == 26
