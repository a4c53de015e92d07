"""The solar system in plain Python, to compare the core with.

Written from the rules (docs/rules) alone and meant to be obvious, not fast: resources are a dict by
name, probes a dict from space to number, and what is still to be paid or chosen is a list of tasks.
Every rule is cited where it is applied. "Choice:" marks a place where the rules leave room, with
what was chosen.

Players, planets, moons, techs (0 to 3) and rounds are numbered from 0; spaces as in solar_geometry.
Data spaces are 1 and 2, 0 is none. Flags in actions are 0 or 1. Actions are tuples::

    chance    ("align", x)  ("order", k)  ("tile", bonus)
    main      ("launch", xeno)  ("orbit", planet, x)  ("land", planet, x, data)  ("land_moon", moon)
              ("research", xeno)  ("pass",)
    free      ("move", space, direction, instead)  ("card_move",)  ("exchange", k)  ("buy_card",)
              ("org", tech)
    choices   ("take_tech", tech)  ("income", k)  ("trace", colour)  ("org_done",)  ("end_turn",)
    effects   ("e_change", player, resource, n, spend)  ("e_moves", n, ring)
              ("e_launch", player, ignore)  ("e_orbit", player, planet, x)
              ("e_land", player, planet, x, data, again)  ("e_land_moon", player, moon, again)
              ("e_tech", player, rotate)  ("e_rotate",)  ("e_limit", player, n, turn)
              ("e_no_asteroids",)  ("e_move_instead",)  ("e_main",)  ("e_next_round",)
              ("e_resolved", colour)
              ("e_put", place, owner, number, data)  ("e_remove", place, owner, number, covered)

with place "space", "orbit", "surface" or "moon" and number that of the space, planet or moon.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from oracle import solar_geometry as geometry
from oracle.solar_geometry import ASTEROID, RINGS, SECTORS, SPACES, STANDARD, Board

Action = tuple
Event = tuple
Actor = int | str  # a seat, "chance", "host" or "over"

CHANCE, HOST, OVER = "chance", "host", "over"
NEUTRAL = 4  # the owner of a figure that nobody plays
TECHS = range(4)
TECH_LIMIT, TECH_ASTEROIDS, TECH_LANDING, TECH_MOONS = TECHS  # printed 1 to 4
KINDS = ("credit", "energy", "card")  # of income, in the order of their numbers
COLOURS = ("red", "yellow", "blue")
TRACES = tuple(f"{colour}_trace" for colour in COLOURS)
INCOMES = tuple(f"income_{kind}" for kind in KINDS)
RESOURCES = (*KINDS, "publicity", "data", "score", *TRACES, "signal", *INCOMES)
EXCHANGES = (  # two of the first for one of the second
    ("credit", "energy"), ("credit", "card"), ("energy", "credit"),
    ("energy", "card"), ("card", "credit"), ("card", "energy"),
)  # fmt: skip
# Of the tiles (R8). Choice: the card is one from the row or the deck, as "card" stands for.
BONUSES = (("score", 3), ("energy", 1), ("publicity", 1), ("card", 1))
FIRST_TAKER, CARD_PRICE = 2, 3  # points (R7); publicity for a card
MAX_PROBES, MAX_FIGURES, MAX_COUNT, MAX_SCORE, MAX_MOVES = 7, 15, 250, 60000, 250
MAX_CHANGE, MAX_LIMIT = 10, 20  # of the probe limit by one effect, by all
MAX_N = 255  # of one effect, which has 8 bits for it
PLACES = ("space", "orbit", "surface", "moon")
STANDARD_START = {"publicity": 4, "credit": 4, "energy": 3}
STANDARD_INCOME = {"credit": 3, "energy": 2, "card": 1}
ORGANISATION_NAMES = ("none", *geometry.ORGANISATIONS)
ORBITAL, FENWICK, TURING, SENTINEL, XENOLAB, HELION = geometry.ORGANISATIONS

# Rewards that a host settles when embedded, and the resource that is counted at once.
SETTLED = {
    "random_card": "card",
    "card": "card",
    "signal_here": "signal",
    "signal_red": "signal",
    "signal_blue": "signal",
    "signal_yellow": "signal",
    "signal_black": "signal",
    **{trace: trace for trace in TRACES},
}
SETUP = ("setup_discs", "setup_sectors", "setup_tiles")
CHOICES = ("choose_tech", "choose_income", "choose_trace")
WAITS = {*SETUP, "setup_income", *CHOICES, "org_moves", "settle", "turn_tile", "round_end", OVER}


@dataclass(frozen=True)
class Options:
    """The options of a game; ``rounds`` 0 stands for the usual number."""

    players: int = 2
    embedded: bool = False
    rounds: int = 0
    pluto: tuple[bool, ...] = ()  # by seat; missing seats own none
    organisation: tuple[str, ...] = ()  # by seat; missing seats have "none"
    trace_points: int = 0
    signal_points: int = 0
    push_tech2: bool = True
    board: Board = STANDARD

    def organisation_of(self, w: int) -> str:
        """The name of a seat's organisation, or "none"."""
        return self.organisation[w] if w < len(self.organisation) else "none"

    def owns_pluto(self, w: int) -> bool:
        """Whether a seat owns the owned planet (S20)."""
        return w < len(self.pluto) and self.pluto[w]

    @property
    def with_organisations(self) -> bool:
        """Whether any seat has an organisation (S21)."""
        return any(self.organisation_of(w) != "none" for w in range(self.players))

    @property
    def round_count(self) -> int:
        """How many rounds are played."""
        return self.rounds or (4 if self.with_organisations else 5)

    @property
    def text(self) -> str:
        """One line, as the core writes it for the printed board."""
        seats = range(self.players)
        return (
            f"solar players={self.players} host={'embedded' if self.embedded else 'alone'} "
            f"rounds={self.round_count} "
            f"pluto={','.join(str(int(self.owns_pluto(w))) for w in seats)} "
            f"organisations={','.join(self.organisation_of(w) for w in seats)} "
            f"trace_points={self.trace_points} signal_points={self.signal_points} "
            f"push_tech2={int(self.push_tech2)} board=standard"
        )


@dataclass
class Player:
    """What a player has; ``probes`` is the number by space, ``off`` the techs switched off."""

    have: dict[str, int]
    probes: dict[int, int] = field(default_factory=dict)
    techs: set[int] = field(default_factory=set)
    off: set[int] = field(default_factory=set)
    passed: bool = False
    org_used: bool = False
    launch_tile: bool = False  # Xenolab: turned over, which is used
    research_tile: bool = False
    limit: int = 0

    @property
    def in_space(self) -> int:
        """How many probes are in the rings."""
        return sum(self.probes.values())

    def clone(self) -> Player:
        """A copy that shares nothing."""
        copies = (dict(self.have), dict(self.probes), set(self.techs), set(self.off))
        flags = (self.passed, self.org_used, self.launch_tile, self.research_tile)
        return Player(*copies, *flags, self.limit)


@dataclass
class Task:
    """What comes next: a step that runs by itself, or one of WAITS, which needs an action.

    ``n`` is how many are left; ``number`` a disc or a tech; ``mark`` the space of the probe that
    has moved; ``free`` says that it belongs to a free action.
    """

    what: str
    player: int | None = None
    kind: str = ""
    n: int = 0
    number: int = 0
    free: bool = False
    mark: int | None = None


@dataclass
class Stack:
    """The tiles of a tech: those face down, and the one on top (R8)."""

    down: set[int] = field(default_factory=lambda: set(range(len(BONUSES))))
    top: int | None = None
    taken: bool = False  # whether any has been


class PlayerSnapshot(NamedTuple):
    """A player's part of a snapshot; probes has a space once for each probe there."""

    probes: tuple[int, ...]
    score: int
    credit: int
    energy: int
    card: int
    publicity: int
    data: int
    tucked: tuple[int, ...]
    traces: tuple[int, ...]
    signal: int
    techs: tuple[int, ...]
    off: tuple[int, ...]
    passed: bool
    org_used: bool
    launch_tile: bool
    research_tile: bool
    limit: int


class PlanetSnapshot(NamedTuple):
    """Figures at a planet: orbiters and landers by owner, and who covers which space."""

    orbiters: tuple[int, ...]
    landers: tuple[int, ...]
    first_orbit: int | None
    data: tuple[int | None, ...]


class Snapshot(NamedTuple):
    """Everything about a state, to compare.

    ``tiles`` holds, for each tech, the bonuses face down and the one on top; ``pending`` who
    chooses, moves by an organisation or gains what is being settled, else None; ``left`` the tucks,
    traces, incomes or organisation's moves that are left, ``step`` the disc or tech of a chance
    phase, both 0 elsewhere; ``free`` whether a choice belongs to a free action; ``mark`` the space
    of the probe that an organisation has moved.
    """

    offsets: geometry.Offsets
    token: int
    sectors: int
    phase: str
    active: int
    start: int
    round: int
    tiles: tuple[tuple[tuple[int, ...], int | None], ...]
    moves: int
    ring_moves: int
    turn_limit: int
    main_used: bool
    no_asteroids: bool
    move_instead: bool
    turing: int | None
    free: bool
    pending: int | None
    left: int
    step: int
    mark: int | None
    turns: int
    players: tuple[PlayerSnapshot, ...]
    planets: tuple[PlanetSnapshot, ...]  # from planet 1
    moons: tuple[int | None, ...]


class State:
    """A position; ``apply`` changes it and gives the events."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options = options or Options()
        self.board = board = options.board
        self.offsets: geometry.Offsets = (0, 0, 0)
        self.view: list[str] = []  # what each space shows
        self.token = 0  # discs 0 to token turn next (S11)
        self.sectors = 0
        self.active = self.start = self.round = self.turns = 0
        self.tiles = [Stack() for _ in TECHS]
        self.players = [self.new_player(w) for w in range(options.players)]
        owners = NEUTRAL + 1
        self.orbiters = [[0] * owners for _ in board.planets]
        self.landers = [[0] * owners for _ in board.planets]
        self.first_orbit: list[int | None] = [None for _ in board.planets]
        self.data: list[list[int | None]] = [[None] * len(p.data) for p in board.planets]
        self.moons: list[int | None] = [None for _ in board.moons]
        self.events: list[Event] = []
        self.clear_turn()
        self.look()
        # Chance in this order (R1, R8), then the tucks, seat by seat.
        self.todo = [Task("setup_discs", number=disc) for disc in range(geometry.DISCS)]
        self.todo.append(Task("setup_sectors"))
        self.todo += [Task("setup_tiles", number=tech) for tech in TECHS]
        tucks = {w: self.tucks(w) for w in self.seats}
        self.todo += [Task("setup_income", w, n=n) for w, n in tucks.items() if n]

    # ---- Setup ----------------------------------------------------------------------------------

    def new_player(self, w: int) -> Player:
        """What a seat starts with; in a game with organisations 4 cards are dealt to all (S21)."""
        organisation = geometry.ORGANISATIONS.get(self.options.organisation_of(w))
        have = dict.fromkeys(RESOURCES, 0)
        have |= organisation.start if organisation else STANDARD_START
        have["card"] = 4 if self.options.with_organisations else 5
        have["card"] += organisation.cards if organisation else 0
        have["score"] = w + 1
        return Player(have)

    def tucks(self, w: int) -> int:
        """How many cards a seat tucks at the start."""
        organisation = geometry.ORGANISATIONS.get(self.options.organisation_of(w))
        return organisation.tucks if organisation else 1

    def put_starting_probes(self) -> None:
        """Orbital Dynamics' probes on Earth: no launch (R9). Choice: an event for each of them."""
        earth = self.where(0)
        for w in self.seats:
            organisation = geometry.ORGANISATIONS.get(self.options.organisation_of(w))
            for _ in range(organisation.probes_on_earth if organisation else 0):
                self.add_probe(w, earth)
                self.tell("put", "space", w, earth, 0)

    # ---- Looking --------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.options.players)

    @property
    def phase(self) -> str:
        """The phase, named as in the core's header."""
        return self.todo[0].what if self.todo else "turn"

    @property
    def pending(self) -> int | None:
        """Who chooses, or gains what is settled."""
        return self.todo[0].player if self.todo else None

    @property
    def to_act(self) -> Actor:
        """Who acts: a seat, "chance", "host" or "over"."""
        phase = self.phase
        if phase in SETUP or phase == "turn_tile":
            return CHANCE
        if phase in ("settle", "round_end"):
            return HOST
        if phase == OVER:
            return OVER
        return self.active if self.pending is None else self.pending

    def look(self) -> None:
        """See anew what every space shows."""
        self.view = [geometry.shows(self.board, self.offsets, s) for s in range(SPACES)]

    def where(self, planet: int) -> int:
        """The space of a planet that is in a ring."""
        return self.view.index(self.board.planets[planet].name)

    def has(self, w: int, organisation: str) -> bool:
        """Whether a seat has that organisation."""
        return self.options.organisation_of(w) == organisation

    def usable(self, w: int, tech: int) -> bool:
        """Owned and not switched off (R12), or used by Turing this turn (R11)."""
        player = self.players[w]
        return tech in player.techs - player.off or (w == self.active and self.turing == tech)

    def probe_limit(self, w: int) -> int:
        """How many probes a seat may have in space (S5, R9)."""
        limit = self.board.probe_limit + self.usable(w, TECH_LIMIT) + self.players[w].limit
        organisation = geometry.ORGANISATIONS.get(self.options.organisation_of(w))
        limit += organisation.limit if organisation else 0
        return limit + (self.turn_limit if w == self.active else 0)

    def may_launch(self, w: int) -> bool:
        """Whether a seat is below its limit, and below what a player can have at all (S5)."""
        return self.players[w].in_space < min(self.probe_limit(w), MAX_PROBES)

    def landing_cost(self, w: int, planet: int) -> int:
        """Energy for a landing there, or on a moon there (S16, S18)."""
        cost = self.board.land_energy
        if any(self.orbiters[planet]):  # anyone's; a lander gives no discount
            cost -= self.board.orbiter_discount
        if self.usable(w, TECH_LANDING):
            cost -= self.board.tech3_discount
        return max(cost, 0)

    def launch_cost(self, xeno: int) -> int:
        """Credits for a launch (S4), with Xenolab's tile or not (R10)."""
        return 1 if xeno else self.board.launch_credit

    def research_cost(self, w: int, xeno: int) -> int:
        """Publicity for research (R7, R10)."""
        if xeno:
            return 4
        return 5 if self.has(w, FENWICK) else self.board.research_publicity

    def at_planet(self, planet: int, owner: int) -> int:
        """Figures of an owner at a planet: orbiters, landers, those on its moons (S19)."""
        on_moons = sum(
            owner == landed
            for landed, moon in zip(self.moons, self.board.moons, strict=True)
            if moon.planet == planet
        )
        return self.orbiters[planet][owner] + self.landers[planet][owner] + on_moons

    def points(self) -> list[int]:
        """The points of every seat."""
        trace, signal = self.options.trace_points, self.options.signal_points
        return [
            p.have["score"] + trace * sum(p.have[t] for t in TRACES) + signal * p.have["signal"]
            for p in self.players
        ]

    def winners(self) -> list[int]:
        """The seats with the most points; ties are shared."""
        points = self.points()
        return [w for w in self.seats if points[w] == max(points)]

    def snapshot(self) -> Snapshot:
        """Everything, as nested tuples."""
        task = self.todo[0] if self.todo else Task("turn")
        counted = ("setup_income", "choose_income", "choose_trace", "org_moves")
        return Snapshot(
            offsets=self.offsets,
            token=self.token,
            sectors=self.sectors,
            phase=self.phase,
            active=self.active,
            start=self.start,
            round=self.round,
            tiles=tuple((tuple(sorted(stack.down)), stack.top) for stack in self.tiles),
            moves=self.moves,
            ring_moves=self.ring_moves,
            turn_limit=self.turn_limit,
            main_used=self.main_used,
            no_asteroids=self.no_asteroids,
            move_instead=self.move_instead,
            turing=self.turing,
            free=task.free and task.what in CHOICES,
            pending=self.pending,
            left=task.n if task.what in counted else 0,
            step=task.number,
            mark=task.mark,
            turns=self.turns,
            players=tuple(
                PlayerSnapshot(
                    probes=tuple(s for s in sorted(p.probes) for _ in range(p.probes[s])),
                    score=p.have["score"],
                    credit=p.have["credit"],
                    energy=p.have["energy"],
                    card=p.have["card"],
                    publicity=p.have["publicity"],
                    data=p.have["data"],
                    tucked=tuple(p.have[income] for income in INCOMES),
                    traces=tuple(p.have[trace] for trace in TRACES),
                    signal=p.have["signal"],
                    techs=tuple(sorted(p.techs)),
                    off=tuple(sorted(p.off)),
                    passed=p.passed,
                    org_used=p.org_used,
                    launch_tile=p.launch_tile,
                    research_tile=p.research_tile,
                    limit=p.limit,
                )
                for p in self.players
            ),
            planets=tuple(
                PlanetSnapshot(
                    tuple(self.orbiters[p]),
                    tuple(self.landers[p]),
                    self.first_orbit[p],
                    tuple(self.data[p]),
                )
                for p in range(1, len(self.board.planets))
            ),
            moons=tuple(self.moons),
        )

    def clone(self) -> State:
        """A copy that shares nothing that changes."""
        copy = State.__new__(State)
        copy.__dict__ |= self.__dict__
        copy.view = list(self.view)
        copy.tiles = [Stack(set(s.down), s.top, s.taken) for s in self.tiles]
        copy.players = [p.clone() for p in self.players]
        copy.orbiters = [list(row) for row in self.orbiters]
        copy.landers = [list(row) for row in self.landers]
        copy.first_orbit = list(self.first_orbit)
        copy.data = [list(row) for row in self.data]
        copy.moons = list(self.moons)
        copy.events = []
        copy.todo = [Task(**vars(task)) for task in self.todo]
        return copy

    # ---- What is legal --------------------------------------------------------------------------

    def chance(self) -> list[tuple[Action, int]]:
        """The outcomes of chance with their weights, none when it is not chance's turn."""
        if self.to_act != CHANCE:
            return []
        if self.phase == "setup_discs":
            return [(("align", x), 1) for x in range(SECTORS)]
        if self.phase == "setup_sectors":
            return [(("order", k), 1) for k in range(24)]
        return [(("tile", b), 1) for b in sorted(self.tiles[self.todo[0].number].down)]

    def legal(self, player: Actor) -> list[Action]:
        """What a seat may do now, sorted; for "host" what ends its phase (is_legal tells more)."""
        if player != self.to_act or player in (CHANCE, OVER):
            return []
        if player == HOST:
            ends = [("e_resolved", colour) for colour in range(len(COLOURS))] + [("e_next_round",)]
            return [effect for effect in ends if self.is_legal(effect)]
        w = player
        actions: list[Action] = []
        if self.phase == "turn":
            actions += [("end_turn",)] if self.main_used else self.main_actions(w)
        elif self.phase == "setup_income":
            actions += self.income_actions(w)  # cannot be declined
        elif self.phase == "choose_tech":
            actions += [("take_tech", t) for t in TECHS if t not in self.players[w].techs]
        elif self.phase == "choose_income":
            actions += [*self.income_actions(w), ("income", len(KINDS))]  # the last one declines
        elif self.phase == "choose_trace":
            actions += [("trace", c) for c in self.colours(w)]
        elif self.phase == "org_moves":
            actions += self.move_actions(w)
            actions += [("org_done",)] if self.todo[0].n == 1 else []
        if self.free_actions_allowed():
            actions += self.free_actions(w)
        return sorted(actions)

    def colours(self, w: int) -> list[int]:
        """The colours a trace can have: those at no bound, or that turn a tile back (R10).

        Choice: where none does anything it is red, so that no two choices are the same.
        """
        p = self.players[w]
        back = {"red_trace": p.research_tile, "blue_trace": p.launch_tile}
        able = [p.have[t] < MAX_COUNT or back.get(t, False) for t in TRACES]
        return [c for c, one in enumerate(able) if one] or [0]

    def free_actions_allowed(self) -> bool:
        """In the own turn, also at a choice that does not belong to a free action."""
        if self.phase == "turn":
            return True
        task = self.todo[0]
        return task.what in CHOICES and task.player == self.active and not task.free

    def main_actions(self, w: int) -> list[Action]:
        """The main actions, of which a turn has exactly one."""
        player, board = self.players[w], self.board
        have = player.have
        actions: list[Action] = [("pass",)]
        if self.may_launch(w):
            if have["credit"] >= self.launch_cost(0):
                actions.append(("launch", 0))
            if self.has(w, XENOLAB) and not player.launch_tile and have["credit"] >= 1:
                actions.append(("launch", 1))
        if player.techs != set(TECHS):  # those switched off count as owned (R12)
            if have["publicity"] >= self.research_cost(w, 0):
                actions.append(("research", 0))
            xeno = self.has(w, XENOLAB) and not player.research_tile
            if xeno and have["publicity"] >= self.research_cost(w, 1):
                actions.append(("research", 1))
        orbit_paid = (
            have["credit"] >= board.orbit_credit and have["energy"] >= board.orbit_energy
        )  # S14
        for p in range(1, len(board.planets)):
            land_paid = have["energy"] >= self.landing_cost(w, p)
            for x in range(SECTORS) if board.planets[p].owned else (0,):
                if orbit_paid and self.may_orbit(w, p, x):
                    actions.append(("orbit", p, x))
                for data in range(3):
                    if land_paid and self.may_land(w, p, x, data):
                        actions.append(("land", p, x, data))
        for m, moon in enumerate(board.moons):
            paid = have["energy"] >= self.landing_cost(w, moon.planet)
            if paid and self.usable(w, TECH_MOONS) and self.may_land_on_moon(w, m):
                actions.append(("land_moon", m))
        return actions

    def departure(self, w: int, planet: int, x: int) -> int | None:
        """The space from which a seat's probe goes to a planet, None when there is no such probe.

        x names the space for an owned planet and is 0 for the others.
        """
        if self.board.planets[planet].owned:
            space = geometry.at(RINGS - 1, x)  # S20: anywhere in ring 4
            allowed = x in range(SECTORS) and self.options.owns_pluto(w)
        else:
            space = self.where(planet)
            allowed = x == 0 and planet != 0
        return space if allowed and self.players[w].probes.get(space) else None

    def may_orbit(self, w: int, planet: int, x: int) -> bool:
        """Whether a probe of a seat can go into that orbit, leaving aside what it costs (S14)."""
        limit = 1 if self.board.planets[planet].owned else MAX_FIGURES  # S20: once each
        return self.departure(w, planet, x) is not None and self.orbiters[planet][w] < limit

    def may_land(self, w: int, planet: int, x: int, data: int, again: int = 0) -> bool:
        """Whether a probe of a seat can land there and take that data space (S16, S17).

        With ``again`` the data space is covered, and pays all the same.
        """
        limit = 1 if self.board.planets[planet].owned else MAX_FIGURES
        if self.departure(w, planet, x) is None or self.landers[planet][w] >= limit:
            return False
        covers = dict(enumerate(self.data[planet], start=1))
        if again:
            return covers.get(data) is not None
        spaces = [number for number, owner in covers.items() if owner is None] or [0]
        return data in spaces

    def may_land_on_moon(self, w: int, m: int, again: int = 0) -> bool:
        """Whether a probe of a seat is at the moon's planet, and the moon free (S18).

        With ``again`` the moon is occupied, and the figure is one of the planet's landers.
        """
        planet = self.board.moons[m].planet
        if self.departure(w, planet, 0) is None:
            return False
        if again:
            return self.moons[m] is not None and self.landers[planet][w] < MAX_FIGURES
        return self.moons[m] is None

    def room(self, w: int, resource: str) -> bool:
        """Whether a seat's number of something is below its bound.

        Choice: what is chosen and would gain nothing of what it is for, by that bound alone, is not
        legal, so that no two legal actions have the same result.
        """
        return self.players[w].have[resource] < MAX_COUNT

    def income_actions(self, w: int) -> list[Action]:
        """The kinds that a card can be tucked for."""
        return [("income", k) for k, income in enumerate(INCOMES) if self.room(w, income)]

    def free_actions(self, w: int) -> list[Action]:
        """The free actions (S7, section 7)."""
        player = self.players[w]
        actions = self.move_actions(w)
        if player.have["card"] and self.moves < MAX_MOVES:
            actions.append(("card_move",))
        for k, (given, taken) in enumerate(EXCHANGES):
            if player.have[given] >= 2 and self.room(w, taken):
                actions.append(("exchange", k))
        if player.have["publicity"] >= CARD_PRICE and self.room(w, "card"):
            actions.append(("buy_card",))
        if not player.org_used:
            if self.has(w, ORBITAL) and self.move_actions(w, organised=True):
                actions.append(("org", 0))
            if self.has(w, TURING):
                actions += [("org", t) for t in TECHS if not self.usable(w, t)]
            if self.has(w, HELION):
                actions += [("org", t) for t in player.techs - player.off]
        return actions

    def move_cost(self, w: int, space: int, organised: bool) -> int:
        """Moves that leaving a space costs (S7, S8); one less by the organisation (R9)."""
        cost = 0 if organised else 1
        if self.view[space] == ASTEROID and not self.no_asteroids:
            cost += 0 if self.usable(w, TECH_ASTEROIDS) else self.board.asteroid_moves
        return cost

    def move_actions(self, w: int, organised: bool | None = None) -> list[Action]:
        """The moves that a seat can pay for (S6)."""
        task = self.todo[0] if self.phase == "org_moves" else Task("turn")
        if organised is None:
            organised = task.what == "org_moves"
        player = self.players[w]
        actions: list[Action] = []
        for space, number in player.probes.items():
            if space == task.mark and number == 1:
                continue  # that probe has moved already (R9)
            cost = self.move_cost(w, space, organised)
            for direction in range(4):
                goal = geometry.neighbour(space, direction)
                if goal is None:
                    continue
                means = self.moves + player.have["energy"]
                if geometry.ring_of(goal) == geometry.ring_of(space):
                    means += self.ring_moves
                if means < cost:
                    continue
                actions.append(("move", space, direction, 0))
                content = self.view[goal]
                planet = content in (p.name for p in self.board.planets)
                instead = self.move_instead and self.moves < MAX_MOVES
                if instead and planet and geometry.has_icon(content):
                    actions.append(("move", space, direction, 1))
        return actions

    def is_legal(self, effect: Action) -> bool:
        """Whether the host may apply an effect, or resolve, now."""
        if not self.options.embedded:
            return False
        name, *values = effect
        phase = self.phase
        if name == "e_next_round":
            return phase == "round_end"
        if name == "e_resolved":
            if phase != "settle":
                return False
            task = self.todo[0]
            return values[0] in (self.colours(task.player) if task.kind == "any_trace" else [0])
        if phase not in ("turn", "settle"):
            return False
        always: dict[str, Callable[..., bool]] = {
            "e_change": self.may_change,
            "e_moves": self.may_give_moves,
            "e_limit": self.may_limit,
            "e_put": self.may_put,
            "e_remove": self.may_remove,
            "e_main": lambda: not self.main_used,
            # Choice: these two also when they hold already.
            "e_no_asteroids": lambda: True,
            "e_move_instead": lambda: True,
            "e_rotate": lambda: True,
        }
        if name in always:
            return always[name](*values)
        if phase != "turn" or values[0] not in self.seats:
            return False
        w = values[0]
        planets, moons = range(1, len(self.board.planets)), range(len(self.board.moons))
        if name == "e_launch":
            # R2: skipped at the limit, which is legal. Choice: with 7 probes and a limit above that
            # or ignored, it is illegal rather than skipped ("what would exceed is illegal").
            skipped = not values[1] and self.players[w].in_space >= self.probe_limit(w)
            return skipped or self.players[w].in_space < MAX_PROBES
        if name == "e_orbit":
            return values[1] in planets and self.may_orbit(*values)
        if name == "e_land":
            return values[1] in planets and self.may_land(*values)
        if name == "e_land_moon":
            return values[1] in moons and self.may_land_on_moon(*values)
        assert name == "e_tech", name
        return True

    def may_change(self, w: int, resource: str, n: int, spend: int) -> bool:
        """Whether a resource can be granted or spent; data and publicity in excess are lost.

        Choice: a grant of them is legal even when all of it is lost.
        """
        if w not in self.seats or n not in range(1, MAX_N + 1):
            return False
        have = self.players[w].have
        if spend:
            return have[resource] >= n
        touched = [resource]
        if resource in INCOMES:
            # Choice: refused also when what is gained now would exceed its bound.
            touched.append(resource.removeprefix("income_"))
        bounds = {"score": MAX_SCORE, "publicity": None, "data": None}
        limits = {r: bounds.get(r, MAX_COUNT) for r in touched}
        return all(limit is None or have[r] + n <= limit for r, limit in limits.items())

    def may_give_moves(self, n: int, ring: int) -> bool:
        """Whether the active player's moves in hand stay in bounds."""
        return n >= 1 and n + (self.ring_moves if ring else self.moves) <= MAX_MOVES

    def may_limit(self, w: int, n: int, turn: int) -> bool:
        """Whether a probe limit may be changed like that."""
        if w not in self.seats or n == 0 or abs(n) > MAX_CHANGE or (turn and w != self.active):
            return False
        return abs(n + (self.turn_limit if turn else self.players[w].limit)) <= MAX_LIMIT

    def may_put(self, place: str, owner: int, number: int, data: int) -> bool:
        """Whether a figure can be put there (no limit but the bounds)."""
        if owner not in (*self.seats, NEUTRAL) or (place != "surface" and data != 0):
            return False
        if place == "space":
            return (
                owner != NEUTRAL
                and number in range(SPACES)
                and self.players[owner].in_space < MAX_PROBES
            )
        if place == "moon":
            return number in range(len(self.moons)) and self.moons[number] is None
        # Choice: at an owned planet too, by anyone and any number; it is no orbiting or landing.
        if number not in range(1, len(self.board.planets)):
            return False
        if place == "orbit":
            return self.orbiters[number][owner] < MAX_FIGURES
        open_spaces = [k for k, cover in enumerate(self.data[number], start=1) if cover is None]
        return self.landers[number][owner] < MAX_FIGURES and data in (0, *open_spaces)

    def may_remove(self, place: str, owner: int, number: int, covered: int) -> bool:
        """Whether there is that figure; covered 0 is one that covers nothing."""
        if owner not in (*self.seats, NEUTRAL) or (place in ("space", "moon") and covered != 0):
            return False
        if place == "space":
            return owner != NEUTRAL and self.players[owner].probes.get(number, 0) > 0
        if place == "moon":
            return number in range(len(self.moons)) and self.moons[number] == owner
        if number not in range(1, len(self.board.planets)):
            return False
        if place == "orbit":
            figures, covers = self.orbiters[number], [self.first_orbit[number]]
        else:
            figures, covers = self.landers[number], self.data[number]
        if covered:
            return covered <= len(covers) and covers[covered - 1] == owner
        return figures[owner] > covers.count(owner)

    # ---- Applying -------------------------------------------------------------------------------

    def apply(self, player: Actor, action: Action) -> list[Event]:
        """Do a legal action of a seat, of "chance" or of the "host"; the events, in order."""
        if player == CHANCE:
            fine = action in [outcome for outcome, _ in self.chance()]
        elif player == HOST:
            fine = action[0].startswith("e_") and self.is_legal(action)
        else:
            fine = action in self.legal(player)
        if not fine:
            raise ValueError(f"{player} may not {action} in {self.phase}")
        self.events = []
        name, *values = action
        effect = name.startswith("e_")
        acts = {"income": self.do_income, "pass": self.do_pass}  # names that Python could not have
        act = acts.get(name) or getattr(self, name if effect else f"do_{name}")
        if player in (CHANCE, HOST):
            act(*values)
        else:
            act(player, *values)
        self.run()
        return self.events

    def tell(self, *event: object) -> None:
        """Note what happened."""
        self.events.append(event)

    def run(self) -> None:
        """Do the tasks that need nobody, up to one that waits."""
        while self.todo:
            task = self.todo[0]
            if task.what == "choose_income" and not self.players[task.player].have["card"]:
                # Section 4: without a card it lapses. Choice: that holds also when a free
                # action spends the last card at the choice; one event for all that lapses.
                self.todo.pop(0)
                self.tell("lapsed", task.player)
                continue
            if task.what in WAITS:
                return
            self.todo.pop(0)
            if task.what == "reward":
                self.pay(task)
            elif task.what == "launch":
                self.launch(task.player)
            elif task.what == "next_tile":
                if self.tiles[task.number].down:  # R8
                    self.todo.insert(0, Task("turn_tile", number=task.number))
            elif task.what == "end":
                self.end_turn()

    def first(self, *tasks: Task) -> None:
        """Do these before what was to be done."""
        self.todo[:0] = tasks

    def gain(self, w: int, resource: str, n: int) -> None:
        """Give a player something; what exceeds the limits is lost."""
        have = self.players[w].have
        limits = {
            "score": MAX_SCORE,
            "publicity": self.board.publicity_limit,  # S9
            "data": self.board.data_limit,  # R6
        }
        gained = min(n, limits.get(resource, MAX_COUNT) - have[resource])
        have[resource] += gained
        if gained:
            self.tell("gained", w, resource, gained)
        if n and self.has(w, XENOLAB):
            # R10. Choice: also when the trace itself is lost to the bound.
            if resource == "blue_trace" and self.players[w].launch_tile:
                self.players[w].launch_tile = False
                self.tell("tile_back", w, "launch")
            if resource == "red_trace" and self.players[w].research_tile:
                self.players[w].research_tile = False
                self.tell("tile_back", w, "research")

    def spend(self, w: int, resource: str, n: int) -> None:
        """Take what is there from a player."""
        have = self.players[w].have
        assert 0 <= n <= have[resource]
        have[resource] -= n
        if n:
            self.tell("spent", w, resource, n)

    def earn_publicity(self, w: int, n: int) -> None:
        """Publicity of visits (S9, S13)."""
        have = self.players[w].have
        gained = min(n, self.board.publicity_limit - have["publicity"])
        have["publicity"] += gained
        if gained:
            self.tell("publicity", w, gained)

    def pay(self, task: Task) -> None:
        """One item of a list of rewards (R6)."""
        w, kind, n = task.player, task.kind, task.n
        if kind == "income":
            self.first(Task("choose_income", w, n=n, free=task.free))
        elif kind == "any_trace" and not self.options.embedded:
            self.first(Task("choose_trace", w, n=n, free=task.free))
        elif kind == "any_trace":
            self.first(Task("settle", w, kind, n))
            self.tell("settle", w, kind)
        else:
            self.gain(w, SETTLED.get(kind, kind), n)
            if self.options.embedded and kind in SETTLED:
                self.first(Task("settle", w, kind, 1))
                self.tell("settle", w, kind)

    def rewards(self, w: int, items: geometry.Rewards) -> list[Task]:
        """The tasks that a list of rewards is."""
        return [Task("reward", w, kind, n) for kind, n in items]

    def add_probe(self, w: int, space: int) -> None:
        """A figure into the rings."""
        probes = self.players[w].probes
        probes[space] = probes.get(space, 0) + 1

    def take_probe(self, w: int, space: int) -> None:
        """A figure out of the rings."""
        probes = self.players[w].probes
        probes[space] -= 1
        if not probes[space]:
            del probes[space]

    # ---- Chance ---------------------------------------------------------------------------------

    def do_align(self, x: int) -> None:
        """The position of a disc (R1)."""
        disc = self.todo.pop(0).number
        first, second, third = (x if d == disc else o for d, o in enumerate(self.offsets))
        self.offsets = (first, second, third)
        self.look()
        self.tell("aligned", disc, x)
        if disc == geometry.DISCS - 1:
            self.put_starting_probes()

    def do_order(self, k: int) -> None:
        """The order of the sector boards (R1)."""
        self.todo.pop(0)
        self.sectors = k
        self.tell("ordered", k)

    def do_tile(self, bonus: int) -> None:
        """A tile is turned up (R8). Choice: the event tells the first ones of setup too."""
        stack = self.tiles[self.todo[0].number]
        self.tell("tile", self.todo.pop(0).number, bonus)
        stack.down.remove(bonus)
        stack.top = bonus

    # ---- Main actions ---------------------------------------------------------------------------

    def launch(self, w: int, ignore: int = 0) -> None:
        """A figure onto Earth's space, if the limit lets it (S4, R2); it is no visit."""
        if not ignore and not self.may_launch(w):
            self.tell("launch_skipped", w)
            return
        earth = self.where(0)
        self.add_probe(w, earth)
        self.tell("launched", w, earth)
        if self.has(w, SENTINEL):
            # R11. Choice: a reward like a signal at a planet, which an embedding host settles.
            self.first(Task("reward", w, "signal_here", 1))

    def do_launch(self, w: int, xeno: int) -> None:
        self.main_used = True
        self.spend(w, "credit", self.launch_cost(xeno))
        if xeno:
            self.players[w].launch_tile = True
            self.tell("tile_used", w, "launch")
        self.launch(w)

    def go_into_orbit(self, w: int, planet: int, x: int) -> None:
        """From the rings into orbit, with the rewards (S14, S15)."""
        printed = self.board.planets[planet]
        self.take_probe(w, self.departure(w, planet, x))
        self.orbiters[planet][w] += 1
        self.tell("orbited", w, planet)
        if printed.first_orbit and self.first_orbit[planet] is None:
            self.first_orbit[planet] = w
            self.tell("first_orbit", w, planet)
            self.gain(w, "score", printed.first_orbit)
        self.first(*self.rewards(w, printed.orbit))

    def go_to_surface(self, w: int, planet: int, x: int, data: int, again: int = 0) -> None:
        """From the rings onto a planet, with the rewards (S16, S17)."""
        printed = self.board.planets[planet]
        self.take_probe(w, self.departure(w, planet, x))
        self.landers[planet][w] += 1
        self.tell("landed", w, planet)
        if data:
            if not again:
                self.data[planet][data - 1] = w
            # Choice: the event also tells of a covered space that pays again.
            self.tell("data_space", w, planet, data)
            self.gain(w, "data", printed.data[data - 1])
        self.first(*self.rewards(w, printed.land))

    def go_to_moon(self, w: int, m: int, again: int = 0) -> None:
        """From the rings onto a moon; the planet's data stays (S18)."""
        moon = self.board.moons[m]
        self.take_probe(w, self.departure(w, moon.planet, 0))
        if again:
            self.landers[moon.planet][w] += 1
        else:
            self.moons[m] = w
        self.tell("landed_moon", w, m)
        self.first(*self.rewards(w, moon.land))

    def do_orbit(self, w: int, planet: int, x: int) -> None:
        self.main_used = True
        self.spend(w, "credit", self.board.orbit_credit)
        self.spend(w, "energy", self.board.orbit_energy)
        self.go_into_orbit(w, planet, x)

    def do_land(self, w: int, planet: int, x: int, data: int) -> None:
        self.main_used = True
        self.spend(w, "energy", self.landing_cost(w, planet))
        self.go_to_surface(w, planet, x, data)

    def do_land_moon(self, w: int, m: int) -> None:
        self.main_used = True
        self.spend(w, "energy", self.landing_cost(w, self.board.moons[m].planet))
        self.go_to_moon(w, m)

    def do_research(self, w: int, xeno: int) -> None:
        """Pay, rotate, choose (R7)."""
        self.main_used = True
        self.spend(w, "publicity", self.research_cost(w, xeno))
        if xeno:
            self.players[w].research_tile = True
            self.tell("tile_used", w, "research")
        self.rotate()
        self.first(Task("choose_tech", w))

    def do_take_tech(self, w: int, tech: int) -> None:
        """The points of the first taker, the tile, the tech's own bonus, the next tile (R7, R8)."""
        self.todo.pop(0)
        self.players[w].techs.add(tech)
        self.tell("tech", w, tech)
        stack = self.tiles[tech]
        if not stack.taken:
            self.gain(w, "score", FIRST_TAKER)
        stack.taken = True
        tasks = self.rewards(w, (BONUSES[stack.top],))
        stack.top = None
        if tech == TECH_LIMIT:
            tasks.append(Task("launch", w))
        self.first(*tasks, Task("next_tile", number=tech))

    def do_pass(self, w: int) -> None:
        """Discard, rotate if first, take a card unless it is the last round, end the turn."""
        first_passer = not any(player.passed for player in self.players)
        self.main_used = True  # Choice: of note only while an embedding host settles the card
        self.tell("passed", w)  # Choice: told before what it brings
        self.spend(w, "card", max(self.players[w].have["card"] - self.board.hand_limit, 0))
        self.players[w].passed = True
        if first_passer:
            self.rotate()  # S10
        last = self.round == self.options.round_count - 1
        # Choice: this card is a reward, so that an embedding host settles it before the turn ends.
        self.first(*([] if last else [Task("reward", w, "card", 1)]), Task("end", w))

    def do_end_turn(self, w: int) -> None:
        self.first(Task("end", w))

    def rotate(self) -> None:
        """Turn the discs, with all figures (S10 to S13, R3)."""
        step = self.token
        results = {s: geometry.settle(self.board, self.offsets, step, s) for s in range(SPACES)}
        self.offsets = geometry.turned(self.offsets, step)
        self.token = (step + 1) % geometry.DISCS
        self.look()
        self.tell("turned", step + 1)
        for k in self.seats:  # in seat order from the active player
            w = (self.active + k) % len(self.seats)
            before = self.players[w].probes
            self.players[w].probes = {}
            # Choice: of one seat those that ride first, by their space, then those that are pushed.
            for space in sorted(before, key=lambda s: (results[s][0] != "ride", s)):
                kind, goal, icons = results[space]
                number = before[space]
                for _ in range(number):
                    self.add_probe(w, goal)
                if kind == "ride":
                    self.tell("rode", w, space, goal, number)
                elif kind == "push":
                    self.tell("pushed", w, space, goal, number)
                    tech2 = self.options.push_tech2 and self.usable(w, TECH_ASTEROIDS)
                    asteroid = self.view[goal] == ASTEROID and tech2  # R4
                    self.earn_publicity(w, number * (icons + asteroid))

    def clear_turn(self) -> None:
        """What lasts for one turn only."""
        self.moves = self.ring_moves = self.turn_limit = 0
        self.main_used = self.no_asteroids = self.move_instead = False
        self.turing: int | None = None

    def end_turn(self) -> None:
        """To the next seat that has not passed, or to the end of the round."""
        self.tell("turn_ended", self.active)
        self.turns += 1
        self.clear_turn()
        others = [(self.active + k) % len(self.seats) for k in range(1, len(self.seats) + 1)]
        waiting = [w for w in others if not self.players[w].passed]
        if waiting:
            self.active = waiting[0]
        elif self.round == self.options.round_count - 1:
            self.todo = [Task(OVER)]
            self.tell("over")
        elif self.options.embedded:
            self.todo = [Task("round_end")]
        else:
            self.next_round()

    def next_round(self) -> None:
        """The start moves one seat on; income for all. Choice: the first round has no event."""
        self.round += 1
        self.start = self.active = (self.start + 1) % len(self.seats)
        self.tell("round", self.round)
        for w, player in enumerate(self.players):
            player.passed = player.org_used = False
            organisation = geometry.ORGANISATIONS.get(self.options.organisation_of(w))
            base = organisation.income if organisation else STANDARD_INCOME
            for resource in RESOURCES:
                tucked = player.have[f"income_{resource}"] if resource in KINDS else 0
                # Choice: base and tucked together, one event for each resource.
                self.gain(w, resource, base.get(resource, 0) + tucked)

    # ---- Free actions and choices ---------------------------------------------------------------

    def do_move(self, w: int, space: int, direction: int, instead: int) -> None:
        """A move: moves bound to the ring are used first, then others, then energy (S6 to S9)."""
        task = self.todo[0] if self.phase == "org_moves" else None
        cost = due = self.move_cost(w, space, organised=task is not None)
        goal = geometry.neighbour(space, direction)
        if geometry.ring_of(goal) == geometry.ring_of(space):
            used = min(due, self.ring_moves)
            self.ring_moves -= used
            due -= used
        used = min(due, self.moves)
        self.moves -= used
        # Choice: energy spent is told like any payment; cost counts moves, however paid, and is
        # what the organisation's move still costs (0 or the asteroid's).
        self.spend(w, "energy", due - used)
        self.take_probe(w, space)
        self.add_probe(w, goal)
        self.tell("moved", w, space, goal, cost)
        if instead:
            self.moves += 1
            self.tell("move_gained", w, 1)
        else:
            content = self.view[goal]
            asteroid = content == ASTEROID and self.usable(w, TECH_ASTEROIDS)  # tech 2
            self.earn_publicity(w, geometry.has_icon(content) + asteroid)  # S9
        if task:
            task.n -= 1
            task.mark = goal
            if not task.n or self.players[w].in_space == 1:
                self.todo.pop(0)

    def do_card_move(self, w: int) -> None:
        self.spend(w, "card", 1)
        self.moves += 1
        self.tell("move_gained", w, 1)

    def do_exchange(self, w: int, k: int) -> None:
        given, taken = EXCHANGES[k]
        self.spend(w, given, 2)
        self.gain(w, taken, 1)

    def do_buy_card(self, w: int) -> None:
        self.spend(w, "publicity", CARD_PRICE)
        self.gain(w, "card", 1)

    def do_org(self, w: int, tech: int) -> None:
        """The organisation's action, once a round (R9, R11, R12)."""
        player = self.players[w]
        player.org_used = True
        self.tell("org_used", w, None if self.has(w, ORBITAL) else tech)
        if self.has(w, ORBITAL):
            self.first(Task("org_moves", w, n=2, free=True))
        elif self.has(w, TURING):
            self.turing = tech
        else:
            player.off.add(tech)
            # Choice: it may happen at a choice inside a main action, which then goes on after it.
            self.first(Task("reward", w, "income", 1, free=True))

    def do_org_done(self, w: int) -> None:
        self.todo.pop(0)

    def do_income(self, w: int, k: int) -> None:
        """Tuck a card, whose kind is gained now too; or decline one."""
        if k == len(KINDS):
            self.tell("declined", w)
        else:
            self.spend(w, "card", 1)
            self.gain(w, INCOMES[k], 1)
            self.gain(w, KINDS[k], 1)
        self.one_less()

    def do_trace(self, w: int, colour: int) -> None:
        self.gain(w, TRACES[colour], 1)
        self.one_less()

    def one_less(self) -> None:
        """One of the present choices is made."""
        self.todo[0].n -= 1
        if not self.todo[0].n:
            self.todo.pop(0)

    # ---- Effects of an embedding host -----------------------------------------------------------

    def e_change(self, w: int, resource: str, n: int, spend: int) -> None:
        if spend:
            self.spend(w, resource, n)
            return
        self.gain(w, resource, n)
        if resource in INCOMES:
            self.gain(w, resource.removeprefix("income_"), n)

    def e_moves(self, n: int, ring: int) -> None:
        if ring:
            self.ring_moves += n
            self.tell("ring_move_gained", self.active, n)
        else:
            self.moves += n
            self.tell("move_gained", self.active, n)

    def e_launch(self, w: int, ignore: int) -> None:
        self.launch(w, ignore)

    def e_orbit(self, w: int, planet: int, x: int) -> None:
        self.go_into_orbit(w, planet, x)

    def e_land(self, w: int, planet: int, x: int, data: int, again: int) -> None:
        self.go_to_surface(w, planet, x, data, again)

    def e_land_moon(self, w: int, m: int, again: int) -> None:
        self.go_to_moon(w, m, again)

    def e_tech(self, w: int, rotate: int) -> None:
        if rotate:
            self.rotate()  # also when there is no tech to take
        if self.players[w].techs != set(TECHS):
            self.first(Task("choose_tech", w))

    def e_rotate(self) -> None:
        self.rotate()

    def e_limit(self, w: int, n: int, turn: int) -> None:
        if turn:
            self.turn_limit += n
        else:
            self.players[w].limit += n
        self.tell("turn_limit" if turn else "limit", w, n)

    def e_no_asteroids(self) -> None:
        self.no_asteroids = True
        self.tell("no_asteroids", self.active)

    def e_move_instead(self) -> None:
        self.move_instead = True
        self.tell("move_instead", self.active)

    def e_put(self, place: str, owner: int, number: int, data: int) -> None:
        printed = self.board.planets[number].first_orbit if place == "orbit" else 0
        takes_first = bool(printed) and self.first_orbit[number] is None
        self.tell("put", place, owner, number, int(takes_first) if place == "orbit" else data)
        if place == "space":
            self.add_probe(owner, number)
        elif place == "moon":
            self.moons[number] = owner
        elif place == "orbit":
            self.orbiters[number][owner] += 1
            if self.board.planets[number].first_orbit and self.first_orbit[number] is None:
                self.first_orbit[number] = owner  # unscored
        else:
            self.landers[number][owner] += 1
            if data:
                self.data[number][data - 1] = owner

    def e_remove(self, place: str, owner: int, number: int, covered: int) -> None:
        """The covered space is open again (R5)."""
        self.tell("removed", place, owner, number, covered)
        if place == "space":
            self.take_probe(owner, number)
        elif place == "moon":
            self.moons[number] = None
        elif place == "orbit":
            self.orbiters[number][owner] -= 1
            if covered:
                self.first_orbit[number] = None
        else:
            self.landers[number][owner] -= 1
            if covered:
                self.data[number][covered - 1] = None

    def e_main(self) -> None:
        self.main_used = True
        self.tell("main_used", self.active)

    def e_next_round(self) -> None:
        self.todo.pop(0)
        self.next_round()

    def e_resolved(self, colour: int) -> None:
        """The host has settled an item; of traces of any colour each by itself."""
        task = self.todo[0]
        if task.kind == "any_trace":
            self.gain(task.player, TRACES[colour], 1)
        self.one_less()
        if task.n:
            self.tell("settle", task.player, task.kind)


# ---- Effects at random --------------------------------------------------------------------------


def guess_effect(state: State, rng: random.Random) -> Action:
    """An effect that is well formed and may well be illegal."""
    board = state.board
    w = rng.choice((state.active, rng.randrange(4), rng.choice(state.seats)))
    owner = rng.choice((w, rng.randrange(NEUTRAL + 1)))
    flag = rng.randrange(2)
    planet, x = rng.randrange(len(board.planets)), rng.randrange(SECTORS)
    moon, data = rng.randrange(len(board.moons)), rng.randrange(3)
    # Where there are probes, so that orbiting and landing are often possible.
    probes = [s for p in state.players for s in p.probes]
    space = rng.choice([*probes, rng.randrange(SPACES)])
    names = [p.name for p in board.planets]
    here = [names.index(state.view[s]) for s in probes if state.view[s] in names]
    if here and rng.random() < 0.7:
        planet = rng.choice(here)
        of_planet = [m for m, printed in enumerate(board.moons) if printed.planet == planet]
        moon = rng.choice(of_planet or [moon])
    if not board.planets[planet].owned and rng.random() < 0.95:
        x = 0
    place = rng.choice(PLACES)
    number = {"space": space, "moon": moon}.get(place, planet)
    covered = 0 if place in ("space", "moon") and rng.random() < 0.95 else data
    # Seldom many, so that the bounds are met and the game does not live there.
    n = rng.choice((1, 1, 1, 2, 3, 6, rng.randrange(MAX_N + 1)))
    return rng.choice(
        (
            ("e_change", w, rng.choice(RESOURCES), n, flag),
            ("e_moves", n, flag),
            ("e_launch", w, flag),
            ("e_orbit", w, planet, x),
            ("e_land", w, planet, x, data, flag),
            ("e_land_moon", w, moon, flag),
            ("e_tech", w, flag),
            ("e_rotate",),
            ("e_limit", w, rng.randint(-11, 11), flag),
            ("e_no_asteroids",),
            ("e_move_instead",),
            ("e_put", place, owner, number, covered),
            ("e_remove", place, owner, number, covered),
            ("e_main",),
            ("e_next_round",),
            ("e_resolved", data),
        )
    )


def propose_effect(state: State, rng: random.Random) -> Action:
    """A random effect, legal about half the time where the phase lets any be."""
    wanted = rng.random() < 0.5
    for _ in range(40):
        effect = guess_effect(state, rng)
        if state.is_legal(effect) == wanted:
            break
    return effect


# ---- The core's ids -----------------------------------------------------------------------------

ID_KINDS = (
    "align", "order", "tile", "launch", "move", "orbit", "land", "land_moon", "research", "pass",
    "end_turn", "take_tech", "income", "trace", "card_move", "exchange", "buy_card", "org",
    "org_done", "e_change", "e_moves", "e_launch", "e_orbit", "e_land", "e_land_moon", "e_tech",
    "e_rotate", "e_limit", "e_no_asteroids", "e_move_instead", "e_put", "e_remove", "e_main",
    "e_next_round", "e_resolved",
)  # fmt: skip
FIRST_KIND, KIND_UNIT = 0x20, 2**24
# What each parameter of an action is multiplied with; one alone counts as it is.
ID_UNITS = {
    "move": (1, 2**5, 2**7),
    "orbit": (1, 2**4),
    "land": (1, 2**4, 2**8),
    "e_change": (2**8, 2**4, 2**16, 2**10),
    "e_moves": (1, 2**8),
    "e_launch": (2**8, 1),
    "e_orbit": (2**8, 1, 2**4),
    "e_land": (2**8, 1, 2**4, 2**10, 2**12),
    "e_land_moon": (2**8, 1, 2**12),
    "e_tech": (2**8, 1),
    "e_limit": (2**8, 2**16, 2**10),
    "e_put": (2**14, 2**8, 1, 2**11),
    "e_remove": (2**14, 2**8, 1, 2**11),
}


def action_id(action: Action) -> int:
    """The id of an action in the core, by the table in its header."""
    name, *values = action
    units = ID_UNITS.get(name, (1,))
    number = KIND_UNIT * (FIRST_KIND + ID_KINDS.index(name))
    for value, unit in zip(values, units, strict=False):
        if isinstance(value, str):
            value = (PLACES if value in PLACES else RESOURCES).index(value)
        number += unit * (value % 256)  # a negative change in two's complement
    return number
