# The solar system: its options, its board and the fields of its states.

from gpscore._types import Organisation, Resource, SolarPhase

NEUTRAL = <int>SOLAR_NEUTRAL

# ---- Words

cdef tuple SOLAR_PHASES = typing.get_args(SolarPhase)
cdef tuple ORGANISATIONS = (None, *typing.get_args(Organisation))
cdef tuple RESOURCES = typing.get_args(Resource)
cdef tuple FIGURES = ("probe", "orbiter", "lander", "moon")
# Index: that of RESOURCES. Where a view has a player's: the field, and the place if it is a list.
cdef tuple RESOURCE_FIELDS = (
    {"field": "credits"}, {"field": "energy"}, {"field": "cards"}, {"field": "publicity"},
    {"field": "data"}, {"field": "score"},
    {"field": "traces", "index": 0}, {"field": "traces", "index": 1}, {"field": "traces", "index": 2},
    {"field": "signals"},
    {"field": "tucked", "index": 0}, {"field": "tucked", "index": 1}, {"field": "tucked", "index": 2},
)
cdef tuple LAYERS = ("disc 1", "disc 2", "disc 3", "base")

cdef dict ACTION_KINDS = {
    "move": SOLAR_MOVE,
    "launch": SOLAR_LAUNCH,
    "orbit": SOLAR_ORBIT,
    "land": SOLAR_LAND,
    "land_moon": SOLAR_LAND_MOON,
    "research": SOLAR_RESEARCH,
    "pass": SOLAR_PASS,
    "end_turn": SOLAR_END_TURN,
    "take_tech": SOLAR_TAKE_TECH,
    "income": SOLAR_INCOME,
    "trace": SOLAR_TRACE,
    "card_move": SOLAR_CARD_MOVE,
    "exchange": SOLAR_EXCHANGE,
    "buy_card": SOLAR_BUY_CARD,
    "org": SOLAR_ORG,
    "org_done": SOLAR_ORG_DONE,
}

cdef dict KIND_WORDS = {kind: word for word, kind in ACTION_KINDS.items()}
cdef dict CHANCE_KINDS = {SOLAR_ALIGN: "align", SOLAR_ORDER: "order", SOLAR_TILE: "tile"}

# Of the JSON form of a board.
_LAYERS = ("disc1", "disc2", "disc3", "base")
_CELLS = ("hole", "empty", "asteroid", "comet")
_REWARDS = (
    "nothing", "score", "credit", "energy", "publicity", "data", "random_card", "card", "income",
    "signal_here", "signal_red", "signal_blue", "signal_yellow", "signal_black", "red_trace",
    "yellow_trace", "blue_trace", "any_trace",
)
_COLOURS = ("red", "yellow", "blue", "black")
_COSTS = (
    "launch_credit", "orbit_credit", "orbit_energy", "land_energy", "orbiter_discount",
    "tech3_discount", "asteroid_moves", "research_publicity",
)
_LIMITS = ("publicity", "data", "probes", "hand")
_MOST = {
    "planets": <int>SOLAR_MAX_PLANETS,
    "moons": <int>SOLAR_MAX_MOONS,
    "rewards": <int>SOLAR_MAX_REWARDS,
    "name": <int>SOLAR_NAME - 1,
}

# Index: SOLAR_EVENT_*, from the first on.
cdef tuple SOLAR_EVENTS = (
    "launched", "launch_skipped", "moved", "publicity", "move_gained", "turned", "rode", "pushed",
    "orbited", "landed", "landed_moon", "first_orbit", "data_space", "gained", "spent", "tech",
    "tile", "lapsed", "declined", "passed", "turn_ended", "round", "settle", "put", "removed",
    "over", "ring_move_gained", "limit", "turn_limit", "no_asteroids", "move_instead", "main_used",
    "org_used", "aligned", "ordered", "tile_used", "tile_back",
)
# Of Xenolab, by their numbers in events.
cdef tuple XENOLAB_TILES = ("launch", "research")

SolarAction = collections.namedtuple(
    "SolarAction",
    "kind space direction target planet moon tech data_space choice tile instead",
    module="gpscore",
    defaults=(None,) * 10,
)
SolarAction.__doc__ = """What an action id of the solar system says; what does not apply is None.

*kind* is "align", "order", "tile" (chance; *choice* is the number drawn), "move" (from *space* in a
*direction*, "cw", "ccw", "out" or "in", to *target*, None off the board; *instead* of publicity),
"launch" and "research" (*tile*: with Xenolab's), "orbit" and "land" (*planet*, *space* for an owned
planet, *data_space* 1, 2 or None), "land_moon" (*moon*), "take_tech" and "org" (*tech*, from 1),
"income", "trace" and "exchange" (*choice*), "pass", "end_turn", "card_move", "buy_card", "org_done",
or "effect", which only a host applies.
"""

cdef tuple DIRECTIONS = ("cw", "ccw", "out", "in")
cdef tuple INCOMES = ("credit", "energy", "card", "decline")
cdef tuple TRACES = ("red", "yellow", "blue")
cdef tuple EXCHANGES = (
    "credit>energy", "credit>card", "energy>credit", "energy>card", "card>credit", "card>energy",
)

# ---- What is handed out


class SolarEvent(collections.namedtuple(
    "SolarEvent",
    "kind player origin space planet moon tech slot figure resource reward number disc tile again",
    defaults=(None,) * 14,
)):
    """Something that happened in the solar system; what does not apply is None.

    Techs count from 1, as printed, players, planets and moons from 0; *player* may be ``NEUTRAL``.
    By *kind*:

    - "launched" (*space*), "launch_skipped"; "moved" (*origin*, *space*, *number* of moves it cost);
      "publicity" (*number* gained by a visit or a push); "move_gained" and "ring_move_gained"
      (*number* in hand, instead of publicity, for a card or by an effect);
    - "turned" (*number* of discs); "rode" and "pushed" (*origin*, *space*, *number* of probes);
    - "orbited", "landed" (*planet*, *origin*: the space that the probe left), "first_orbit"
      (*planet*); "landed_moon" (*moon*, *origin*; *again* on an occupied one); "data_space"
      (*planet*, *slot* 1 or 2; *again* when it was covered);
    - "gained" and "spent" (*resource*, *number*); "tech" (*tech*); "tile" (*tech*, *number* of the
      bonus turned up); "lapsed" and "declined" (an income); "settle" (*reward*, *number*, *planet*:
      what the host must settle);
    - "passed", "turn_ended", "round" (*number*, from 0), "over"; "org_used" (*tech* that Turing uses
      or Helion switches off);
    - "limit" and "turn_limit" (*number* by which an effect changes the probe limit);
      "no_asteroids", "move_instead" and "main_used" (by effects);
    - "tile_used" and "tile_back" (*tile* "launch" or "research" of Xenolab); "aligned" (*disc* 1 to
      3, *number*: its offset) and "ordered" (*number* of the order of the sector boards) at setup;
    - "put" and "removed" (*figure* "probe" at *space*, "orbiter" or "lander" at *planet* with the
      *slot* that it covers if it covers one, or "moon" at *moon*).
    """

    __module__ = "gpscore"
    __slots__ = ()

    def __repr__(self):
        fields = [f"{name}={value!r}" for name, value in zip(self._fields[1:], self[1:])
                  if value is not None]
        return f"SolarEvent({', '.join([repr(self.kind), *fields])})"


SolarPlayer = collections.namedtuple(
    "SolarPlayer",
    "score credits energy cards publicity data probes tucked traces signals techs techs_off passed "
    "org_used launch_tile_used research_tile_used limit_change",
    module="gpscore",
)
SolarPlayer.__doc__ = """All that is one player's own.

*probes* holds the space of each probe, ascending; *tucked* the cards tucked for income of credits,
energy and cards; *traces* those in red, yellow and blue; *techs* the numbers (1 to 4) of the techs
that are owned, *techs_off* of those switched off for good (R12). *passed* is for this round (S10),
*org_used* the once-a-round action of the organisation (S21); the two tiles are Xenolab's (R10).
*limit_change* is what effects have changed of the probe limit.
"""

SolarStack = collections.namedtuple("SolarStack", "top down", module="gpscore")
SolarStack.__doc__ = """The bonus tiles of a tech: *top*, None when there is none, and those *down*.

The numbers are those of ``game.tile_bonuses``; how the face-down ones lie, nobody knows (R8).
"""

SolarPending = collections.namedtuple(
    "SolarPending", "player kind number planet moon", module="gpscore"
)
SolarPending.__doc__ = """What a player must choose, or the host settle, before the turn goes on.

*kind* is "tech", "move" (of Orbital Dynamics, R9) or the name of a reward; *number* is how many are
left; *planet* the number of the planet and *moon* of the moon that pay, None where neither does.
"""

SolarReach = collections.namedtuple("SolarReach", "cost publicity", module="gpscore")
SolarReach.__doc__ = """How far a space is: the least moves, and the most publicity on a way there (S9)."""

SolarForecast = collections.namedtuple("SolarForecast", "state events", module="gpscore")
SolarForecast.__doc__ = """What coming rotations do: the state behind them, and all their events."""

# ---- Boards


cdef str layer_word(int64_t number):
    return LAYERS[number - 1] if 1 <= number <= 4 else f"layer {number}"


cdef str planet_word(const solar_board *board, int64_t number):
    if board == NULL or not 0 <= number < SOLAR_MAX_PLANETS or board.planets[number].name[0] == 0:
        return f"planet {number}"
    return (<const char *>board.planets[number].name).decode("ascii")


cdef str moon_word(const solar_board *board, int64_t number):
    if board == NULL or not 0 <= number < SOLAR_MAX_MOONS or board.moons[number].name[0] == 0:
        return f"moon {number}"
    return (<const char *>board.moons[number].name).decode("ascii")


cdef str list_word(const solar_board *board, int64_t number):
    if number >= SOLAR_LIST_MOON:
        return f"{moon_word(board, number - SOLAR_LIST_MOON)}, land"
    if number >= SOLAR_LIST_LAND:
        return f"{planet_word(board, number - SOLAR_LIST_LAND)}, land"
    return f"{planet_word(board, number - SOLAR_LIST_ORBIT)}, orbit"


cdef str name_word(const solar_board *board, int64_t number):
    """Where the name with that number stands: planets first, then moons, then stars."""
    if board == NULL:
        return f"name {number}"
    if number < board.planet_count:
        return f"planets[{number}].name"
    number -= board.planet_count
    if number < board.moon_count:
        return f"moons[{number}].name"
    number -= board.moon_count
    return f"sector_boards[{number // 2}][{number % 2}].star"


cdef str limit_word(const solar_board *board, int64_t number):
    cdef Py_ssize_t costs = len(_COSTS), limits = len(_LIMITS)
    if number < costs:
        return f"costs.{_COSTS[number]}"
    if number < costs + limits:
        return f"limits.{_LIMITS[number - costs]}"
    number -= costs + limits
    return f"sector_boards[{number // 2}][{number % 2}]"


cdef str place_of(const gpscore_error *error, const solar_board *board=NULL):
    """The place that an error of a board speaks of, by name where the board is known."""
    cdef int status = error.status
    cdef int64_t first = error.operand[0], second = error.operand[1], third = error.operand[2]
    if status == GPSCORE_BOARD_CELL or status == GPSCORE_BOARD_NO_RING:
        return f"{layer_word(first)}, ring {second}, sector {third}"
    if status == GPSCORE_BOARD_BASE_HOLE:
        return f"base, ring {first}, sector {second}"
    if status == GPSCORE_BOARD_COVERED:
        return f"{planet_word(board, first)} on {layer_word(second)}, ring {third}"
    if status in (GPSCORE_BOARD_PLANET_CELLS, GPSCORE_BOARD_PLANET, GPSCORE_BOARD_OWNED):
        return planet_word(board, first)
    if status == GPSCORE_BOARD_REWARD:
        return f"{list_word(board, first)}[{second}]"
    if status == GPSCORE_BOARD_MOON:
        return moon_word(board, first)
    if status == GPSCORE_BOARD_NAME:
        return name_word(board, first)
    if status == GPSCORE_BOARD_LIMIT:
        return limit_word(board, first)
    return ""


cdef object board_error(const gpscore_error *error, const solar_board *board):
    """The exception for a board that the core refused, with the names of that board."""
    cell = place_of(error, board)
    result = error_of(error, f"{cell}: {words_of(error)}" if cell else words_of(error))
    result.cell = cell
    return result


cdef int put_name(char *out, str name) except -1:
    """A name of a board, which has been checked to fit."""
    cdef Py_ssize_t size
    cdef const char *chars = PyUnicode_AsUTF8AndSize(name, &size)
    memcpy(out, chars, min(size, <Py_ssize_t>SOLAR_NAME - 1))
    return 0


cdef int put_rewards(solar_reward *out, list rewards) except -1:
    for i, reward in enumerate(rewards[:SOLAR_MAX_REWARDS]):
        for kind, n in reward.items():
            out[<int>i].kind = _REWARDS.index(kind)
            out[<int>i].n = n
    return len(rewards)


def _pack_board(dict form not None):
    """The core's form of a board, as bytes, from the JSON form, whose shape has been checked.

    :raises BoardError: when the core refuses it.
    """
    cdef solar_board board
    cdef gpscore_error error
    cdef solar_planet *planet
    cdef solar_moon *moon
    cdef solar_star *star
    cdef int i, j, x
    planets, moons = form["planets"], form["moons"]
    if len(planets) > SOLAR_MAX_PLANETS or len(moons) > SOLAR_MAX_MOONS:
        memset(&error, 0, sizeof(error))
        error.status = GPSCORE_BOARD_COUNT
        error.position = -1
        error.operand[0] = len(planets)
        error.operand[1] = len(moons)
        error.operand[2] = SOLAR_MAX_PLANETS
        error.operand[3] = SOLAR_MAX_MOONS
        raise board_error(&error, NULL)
    memset(&board, 0, sizeof(board))
    names = {planet_form["name"]: number for number, planet_form in enumerate(planets)}
    cells = {name: number for number, name in enumerate(_CELLS)}
    cells.update({name: SOLAR_PLANET + number for name, number in names.items()})
    for i, layer in enumerate(_LAYERS):
        for ring, row in form["layers"][layer]["rings"].items():
            for x in range(SOLAR_SECTORS):
                board.cells[i][<int>int(ring) - 1][x] = cells[row[x]]
    board.planet_count = len(planets)
    for i, planet_form in enumerate(planets):
        planet = &board.planets[i]
        put_name(planet.name, planet_form["name"])
        planet.flags = SOLAR_PLANET_OWNED if planet_form["owned"] else 0
        planet.first_orbit = planet_form["first_orbiter"]
        planet.data_spaces = len(planet_form["first_landers_data"])
        for j, n in enumerate(planet_form["first_landers_data"]):
            planet.data[j] = n
        planet.orbit_count = put_rewards(planet.orbit, planet_form["orbit"])
        planet.land_count = put_rewards(planet.land, planet_form["land"])
    board.moon_count = len(moons)
    for i, moon_form in enumerate(moons):
        moon = &board.moons[i]
        put_name(moon.name, moon_form["name"])
        moon.planet = names[moon_form["of"]]
        moon.land_count = put_rewards(moon.land, moon_form["land"])
    for i, pair in enumerate(form["sector_boards"]):
        for j, star_form in enumerate(pair):
            star = &board.stars[i][j]
            put_name(star.name, star_form["star"])
            star.colour = _COLOURS.index(star_form["colour"])
            star.data = star_form["data"]
    costs, limits = form["costs"], form["limits"]
    board.launch_credit = costs["launch_credit"]
    board.orbit_credit = costs["orbit_credit"]
    board.orbit_energy = costs["orbit_energy"]
    board.land_energy = costs["land_energy"]
    board.orbiter_discount = costs["orbiter_discount"]
    board.tech3_discount = costs["tech3_discount"]
    board.asteroid_moves = costs["asteroid_moves"]
    board.research_publicity = costs["research_publicity"]
    board.publicity_limit = limits["publicity"]
    board.data_limit = limits["data"]
    board.probe_limit = limits["probes"]
    board.hand_limit = limits["hand"]
    if solar_board_check(&board, &error) != GPSCORE_OK:
        raise board_error(&error, &board)
    return PyBytes_FromStringAndSize(<const char *>&board, sizeof(board))


cdef str cell_word(const solar_board *board, unsigned content):
    if content < SOLAR_PLANET:
        return _CELLS[content]
    return planet_word(board, content - SOLAR_PLANET)


cdef list rewards_form(const solar_reward *rewards, int count):
    cdef int i
    return [{_REWARDS[rewards[i].kind]: rewards[i].n} for i in range(count)]


cdef dict ring_forms(const solar_board *board, int layer):
    """The rings of a layer: one of disc 1, two of disc 2, three of disc 3, the base's four."""
    cdef int ring, x
    return {
        str(ring + 1): [
            cell_word(board, board.cells[layer][ring][x]) for x in range(SOLAR_SECTORS)
        ]
        for ring in range(layer + 1)
    }


def _board_form(bytes raw not None):
    """The JSON form of a board from the core's form of it."""
    cdef solar_board board
    cdef const solar_planet *planet
    cdef int i, j
    read_board(raw, &board)
    planets = []
    for i in range(board.planet_count):
        planet = &board.planets[i]
        planets.append({
            "name": planet_word(&board, i),
            "owned": planet.flags & SOLAR_PLANET_OWNED != 0,
            "first_orbiter": planet.first_orbit,
            "orbit": rewards_form(planet.orbit, planet.orbit_count),
            "first_landers_data": [planet.data[j] for j in range(planet.data_spaces)],
            "land": rewards_form(planet.land, planet.land_count),
        })
    return {
        "layers": {name: {"rings": ring_forms(&board, i)} for i, name in enumerate(_LAYERS)},
        "planets": planets,
        "moons": [
            {
                "name": moon_word(&board, i),
                "of": planet_word(&board, board.moons[i].planet),
                "land": rewards_form(board.moons[i].land, board.moons[i].land_count),
            }
            for i in range(board.moon_count)
        ],
        "sector_boards": [
            [
                {
                    "star": board.stars[i][j].name.decode("ascii"),
                    "colour": _COLOURS[board.stars[i][j].colour],
                    "data": board.stars[i][j].data,
                }
                for j in range(2)
            ]
            for i in range(4)
        ],
        "costs": {
            "launch_credit": board.launch_credit,
            "orbit_credit": board.orbit_credit,
            "orbit_energy": board.orbit_energy,
            "land_energy": board.land_energy,
            "orbiter_discount": board.orbiter_discount,
            "tech3_discount": board.tech3_discount,
            "asteroid_moves": board.asteroid_moves,
            "research_publicity": board.research_publicity,
        },
        "limits": {
            "publicity": board.publicity_limit,
            "data": board.data_limit,
            "probes": board.probe_limit,
            "hand": board.hand_limit,
        },
    }


def _standard_board():
    """The core's form of the printed board."""
    cdef solar_board board
    solar_board_standard(&board)
    return PyBytes_FromStringAndSize(<const char *>&board, sizeof(board))


cdef int read_board(bytes raw, solar_board *board) except -1:
    """The core's form of a board, checked: nobody else's bytes get in."""
    cdef gpscore_error error
    if len(raw) != sizeof(solar_board):
        raise UsageError("these bytes are not a board")
    memcpy(board, PyBytes_AsString(raw), sizeof(solar_board))
    if solar_board_check(board, &error) != GPSCORE_OK:
        raise board_error(&error, NULL)
    return 0


cdef object board_class():
    """``gpscore.SolarBoard``; its module is not loaded before somebody asks."""
    from gpscore.board import SolarBoard
    return SolarBoard

# ---- The game


@cython.final
cdef class SolarGame(Game):
    """The rules of the solar system for one to four players; make one with ``gpscore.solar``."""

    name = "solar"

    cdef solar_rules _own

    def __cinit__(self):
        self._ops = &solar_game
        self._rules = &self._own

    cdef int made(self) except -1:
        self._hosted = self._own.embedded
        return 0

    cdef State blank(self):
        cdef SolarState state
        global making
        making = True
        try:
            state = SolarState.__new__(SolarState)
        finally:
            making = False
        state._game = self
        state._ops = self._ops
        state._rules = self._rules
        state._stride = sizeof(Ply) + sizeof(solar_undo_info)
        return state

    @property
    def embedded(self):
        """Whether a host plays along, who applies effects and settles rewards."""
        return self._own.embedded != 0

    @property
    def rounds(self):
        """The number of rounds."""
        return self._own.rounds

    @property
    def pluto(self):
        """Whether each player owns the planet that has owners, Pluto on the printed board (S20)."""
        cdef int seat
        return tuple([self._own.pluto[seat] != 0 for seat in range(self._own.players)])

    @property
    def organisations(self):
        """The organisation of each player, or None (S21)."""
        cdef int seat
        return tuple([
            ORGANISATIONS[self._own.organisation[seat]] for seat in range(self._own.players)
        ])

    @property
    def trace_points(self):
        """The points of each trace at the end."""
        return self._own.trace_points

    @property
    def signal_points(self):
        """The points of each signal at the end."""
        return self._own.signal_points

    @property
    def push_tech2(self):
        """Whether tech 2 pays publicity for a push onto asteroids too (R4)."""
        return self._own.push_tech2 != 0

    @property
    def board(self):
        """The board that is played on, a ``SolarBoard``."""
        return board_class()._of(
            PyBytes_FromStringAndSize(<const char *>&self._own.board, sizeof(solar_board))
        )

    @property
    def planets(self):
        """The names of the planets by their number; number 0 is Earth, where probes start."""
        cdef int i
        return tuple([
            planet_word(&self._own.board, i) for i in range(self._own.board.planet_count)
        ])

    @property
    def moons(self):
        """The names of the moons by their number."""
        cdef int i
        return tuple([moon_word(&self._own.board, i) for i in range(self._own.board.moon_count)])

    @property
    def tile_bonuses(self):
        """What each of the four bonus tiles gives, as (reward, number), by the tile's number (R8)."""
        cdef const solar_reward *items
        cdef unsigned count
        cdef int tile
        bonuses = []
        for tile in range(SOLAR_TILES):
            items = solar_list(&self._own, SOLAR_LIST_TILE + tile, &count)
            bonuses.append((_REWARDS[items[0].kind], items[0].n))
        return tuple(bonuses)

    def action_fields(self, action):
        """What an action id says: a ``SolarAction``. Whether it is legal is for a state to say.

        :raises IllegalActionError: when it is no action of this game.
        """
        cdef int64_t value = read_action(action)
        cdef gpscore_action one = <gpscore_action>value
        cdef gpscore_error error
        cdef solar_state state
        cdef unsigned n = one & 0xffffff, kind = one >> 24, to
        solar_init(&self._own, &state)
        if not fits_action(value) or solar_why_illegal(
            &self._own, &state, GPSCORE_CHANCE, one, &error
        ) == GPSCORE_ILLEGAL_UNKNOWN_ACTION:
            raise unknown_action(action)
        if kind >= SOLAR_E_CHANGE:
            return SolarAction("effect")
        word = CHANCE_KINDS.get(kind) or KIND_WORDS[kind]
        if kind <= SOLAR_TILE:
            return SolarAction(word, choice=n)
        if kind == SOLAR_MOVE:
            to = solar_neighbour(n & 31, n >> 5 & 3)
            return SolarAction(
                word, n & 31, DIRECTIONS[n >> 5 & 3], None if to == SOLAR_NOWHERE else to,
                instead=n >> 7 != 0,
            )
        if kind == SOLAR_LAUNCH or kind == SOLAR_RESEARCH:
            return SolarAction(word, tile=n & 1 != 0)
        if kind == SOLAR_ORBIT or kind == SOLAR_LAND:
            planet = n & 15
            owned = planet < self._own.board.planet_count and (
                self._own.board.planets[planet].flags & SOLAR_PLANET_OWNED
            )
            return SolarAction(
                word, 24 + (n >> 4 & 7) if owned else None, planet=planet, data_space=n >> 8 or None
            )
        if kind == SOLAR_LAND_MOON:
            return SolarAction(word, moon=n)
        if kind == SOLAR_TAKE_TECH or kind == SOLAR_ORG:
            return SolarAction(word, tech=n + 1)
        if kind == SOLAR_INCOME:
            return SolarAction(word, choice=INCOMES[n])
        if kind == SOLAR_TRACE:
            return SolarAction(word, choice=TRACES[n])
        if kind == SOLAR_EXCHANGE:
            return SolarAction(word, choice=EXCHANGES[n])
        return SolarAction(word)

    def __repr__(self):
        cdef const solar_rules *own = &self._own
        options = [f"players={own.players}"]
        if own.embedded:
            options.append("embedded=True")
        if own.rounds != solar(own.players, organisations=self.organisations).rounds:
            options.append(f"rounds={own.rounds}")
        if any(self.pluto):
            options.append(f"pluto={self.pluto}")
        if any(self.organisations):
            options.append(f"organisations={self.organisations}")
        if own.trace_points:
            options.append(f"trace_points={own.trace_points}")
        if own.signal_points:
            options.append(f"signal_points={own.signal_points}")
        if not own.push_tech2:
            options.append("push_tech2=False")
        if not own.standard_board:
            options.append(f"board={self.board!r}")
        return f"gpscore.solar({', '.join(options)})"


cdef int64_t read_flag(object value, str what) except? -1:
    """A bool, or an integer that the core says no to unless it is 0 or 1."""
    return <int64_t>value if isinstance(value, bool) else read_integer(value, what)


cdef object option_error(int status, str message):
    """The exception for an option that this layer refuses itself, before the core can."""
    cdef gpscore_error error
    memset(&error, 0, sizeof(error))
    error.status = status
    rule = gpscore_status_find(status).rule.decode("ascii")
    result = error_of(&error, f"{message} ({rule})" if rule else message)
    result.operands = ()
    return result


cdef int read_pluto(object pluto, solar_options *options) except -1:
    """A flag for each seat, or the seats that own it."""
    cdef int64_t seat
    cdef int64_t players = options.players
    cdef Py_ssize_t count = 0
    values = read_items(
        pluto, "pluto", "bools or seat numbers", SOLAR_MAX_PLAYERS + 1, &count
    )
    if not 1 <= players <= SOLAR_MAX_PLAYERS:
        return 0  # which is for the core to explain
    if values and all([isinstance(value, bool) for value in values]):
        if count != players:
            raise option_error(
                GPSCORE_RULES_PLUTO, f"pluto has {count} flags for {players} players"
            )
        for i, value in enumerate(values):
            options.pluto[<int>i] = value
        return 0
    if count > players:
        raise option_error(
            GPSCORE_RULES_PLUTO, f"pluto names {count} owners among {players} players"
        )
    for value in values:
        seat = read_integer(value, "a seat in pluto")
        if not 0 <= seat < players:
            raise option_error(
                GPSCORE_RULES_PLUTO,
                f"pluto names player {number_text(operator.index(value))}; the players are 0 to "
                f"{players - 1}",
            )
        options.pluto[seat] = 1
    return 0


cdef int read_organisations(object organisations, solar_options *options) except -1:
    cdef int64_t players = options.players
    cdef Py_ssize_t count = 0
    values = read_items(organisations, "organisations", "names", SOLAR_MAX_PLAYERS + 1, &count)
    if not 1 <= players <= SOLAR_MAX_PLAYERS:
        return 0
    if count != players:
        raise option_error(
            GPSCORE_RULES_ORGANISATION,
            f"{count} organisations are given for {players} players",
        )
    for i, value in enumerate(values):
        if not (value is None or isinstance(value, str)):
            raise TypeError(f"organisations must be str or None, not {type(value).__name__}")
        value = value if value is None else PyUnicode_FromObject(value)
        if value not in ORGANISATIONS:
            raise option_error(
                GPSCORE_RULES_ORGANISATION,
                f"there is no organisation {quoted(value)}; there are {', '.join(ORGANISATIONS[1:])}",
            )
        options.organisation[<int>i] = ORGANISATIONS.index(value)
    return 0


def solar(
    players=2,
    *,
    embedded=False,
    rounds=None,
    pluto=None,
    organisations=None,
    trace_points=0,
    signal_points=0,
    push_tech2=True,
    board=None,
):
    """The solar system with these rules; the defaults are the game that stands alone for two.

    :param players: 1 to 4.
    :param embedded: True: a host applies effects and settles rewards; False: a complete game.
    :param rounds: 1 to 20; None (or 0) for 5, or 4 when there are organisations (S10, S21).
    :param pluto: who owns the planet that has owners: a bool for each player, or the numbers of
        those who do; None for nobody (S20).
    :param organisations: for each player a name ("orbital_dynamics", "fenwick", "turing",
        "sentinel", "xenolab", "helion") or None; None for no organisations at all (S21).
    :param trace_points: points of each trace at the end, 0 to 100.
    :param signal_points: points of each signal at the end, 0 to 100.
    :param push_tech2: whether tech 2 pays publicity for a push onto asteroids too (R4).
    :param board: a ``SolarBoard``, or what ``SolarBoard.load`` takes (the path of a JSON file, or a
        dict in its form); None for the printed board.
    :raises RulesError: when an option is out of its range; *option* and *rule* say which.
    :raises BoardError: when the board cannot be; *cell* says where.
    :raises ParseError: when the file of the board is not JSON.
    :raises TypeError: when an option has another type.
    """
    cdef solar_options options
    cdef solar_board own
    cdef gpscore_error error
    cdef SolarGame game
    memset(&options, 0, sizeof(options))
    options.players = read_integer(players, "players")
    options.embedded = read_flag(embedded, "embedded")
    options.rounds = 0 if rounds is None else read_integer(rounds, "rounds")
    options.trace_points = read_integer(trace_points, "trace_points")
    options.signal_points = read_integer(signal_points, "signal_points")
    options.push_tech2 = read_flag(push_tech2, "push_tech2")
    options.board = NULL
    if pluto is not None:
        read_pluto(pluto, &options)
    if organisations is not None:
        read_organisations(organisations, &options)
    if board is not None:
        cls = board_class()
        read_board((board if isinstance(board, cls) else cls.load(board))._raw, &own)
        options.board = &own
    game = blank_game(&solar_game)
    if solar_rules_init(&game._own, &options, &error) != GPSCORE_OK:
        result = error_of(&error, words_of(&error))
        given = {
            "players": players, "rounds": rounds, "trace_points": trace_points,
            "signal_points": signal_points,
        }
        if result.option in given:
            as_given(result, given[result.option] or 0, error.operand[0])
        raise result
    game.made()
    return game

# ---- The state


@cython.final
cdef class SolarState(State):
    """A position of the solar system with the history that led to it.

    A space is the number 8 * ring + x, ring 0 innermost and x clockwise from 0 to 7. Players,
    planets and moons are numbered from 0, techs from 1, as printed; a planet may be given by its
    name too. An owner of figures is a player or ``NEUTRAL``.
    """

    cdef inline solar_state *own(self):
        return <solar_state *>self._raw

    cdef inline const solar_rules *own_rules(self):
        return <const solar_rules *>self._rules

    # ---- Arguments

    cdef int known(self, object value, str what, int least, int most) except? -1:
        """A number in its range, else UsageError."""
        cdef int64_t number = read_integer(value, what)
        if not least <= number <= most:
            raise UsageError(
                f"{what} is {number_text(operator.index(value))}; it must be {least} to {most}"
            )
        return <int>number

    cdef int known_space(self, object space) except? -1:
        return self.known(space, "space", 0, SOLAR_SPACES - 1)

    cdef int known_planet(self, object planet, int least=0) except? -1:
        """A planet by its number or name."""
        cdef const solar_board *board = &self.own_rules().board
        cdef int number
        if isinstance(planet, str):
            for number in range(least, board.planet_count):
                if planet_word(board, number) == planet:
                    return number
            names = [planet_word(board, number) for number in range(least, board.planet_count)]
            raise UsageError(f"there is no planet {quoted(planet)}; there are {', '.join(names)}")
        return self.known(planet, "planet", least, board.planet_count - 1)

    cdef int known_moon(self, object moon) except? -1:
        """A moon by its number or name."""
        cdef const solar_board *board = &self.own_rules().board
        cdef int number
        if isinstance(moon, str):
            for number in range(board.moon_count):
                if moon_word(board, number) == moon:
                    return number
            names = [moon_word(board, number) for number in range(board.moon_count)]
            raise UsageError(f"there is no moon {quoted(moon)}; there are {', '.join(names)}")
        if board.moon_count == 0:
            raise UsageError("this board has no moons")
        return self.known(moon, "moon", 0, board.moon_count - 1)

    # ---- The turn

    @property
    @cython.critical_section
    def phase(self):
        """What is due: "turn" for the turn of ``active``, "over" at the end, or a ``SolarPhase``."""
        return SOLAR_PHASES[self.own().head.phase]

    @property
    @cython.critical_section
    def active(self):
        """The player whose turn it is; others may have to choose within it."""
        return self.own().head.active

    @property
    @cython.critical_section
    def start_player(self):
        """The player who began this round."""
        return self.own().head.start

    @property
    @cython.critical_section
    def round(self):
        """The number of rounds completed."""
        return self.own().head.round

    @property
    @cython.critical_section
    def main_used(self):
        """Whether the main action of this turn is used up."""
        return self.own().head.turn & SOLAR_TURN_MAIN != 0

    @property
    @cython.critical_section
    def no_asteroids(self):
        """Whether leaving asteroids costs no extra move in this turn, by an effect (S8)."""
        return self.own().head.turn & SOLAR_TURN_NO_ASTEROIDS != 0

    @property
    @cython.critical_section
    def move_instead(self):
        """Whether entering a planet may give a move instead of publicity, by an effect."""
        return self.own().head.turn & SOLAR_TURN_MOVE_INSTEAD != 0

    @property
    @cython.critical_section
    def turing(self):
        """The tech that Turing uses in this turn, or None (R11)."""
        cdef uint8_t turn = self.own().head.turn
        return (turn >> 4 & 3) + 1 if turn & SOLAR_TURN_TURING else None

    @property
    @cython.critical_section
    def turn_limit_change(self):
        """What effects have changed of the active player's probe limit for this turn."""
        return self.own().head.turn_limit

    @property
    @cython.critical_section
    def moves(self):
        """The moves in hand; what is left lapses at the end of the turn."""
        return self.own().head.moves

    @property
    @cython.critical_section
    def ring_moves(self):
        """The moves in hand that stay within a ring."""
        return self.own().head.ring_moves

    @property
    @cython.critical_section
    def pending(self):
        """What must be chosen or settled before the turn goes on: ``SolarPending``, or None."""
        return pending_of(self.own_rules(), self.own())

    # ---- The discs

    @property
    @cython.critical_section
    def offsets(self):
        """The offset of each disc, 0 to 7: its own sector 0 lies at that x (S2)."""
        return offsets_of(self.own())

    @property
    @cython.critical_section
    def token(self):
        """The step that turns next: 0 disc 1, 1 discs 1 and 2, 2 all three (S11)."""
        return self.own().head.token

    @property
    @cython.critical_section
    def sectors(self):
        """Which of the 24 orders of the sector boards was drawn, 0 to 23 (R1)."""
        return self.own().head.sectors

    @property
    @cython.critical_section
    def tiles(self):
        """The stack of bonus tiles of each tech: four ``SolarStack`` (R8)."""
        cdef int tech
        return tuple([stack_of(self.own().head.tiles[tech]) for tech in range(SOLAR_TECHS)])

    @cython.critical_section
    def content(self, space):
        """What a space shows: "empty", "asteroid", "comet" or the name of a planet (S2).

        :raises UsageError: when there is no such space.
        """
        cdef const solar_rules *rules = self.own_rules()
        cdef unsigned content = solar_content(rules, self.own(), self.known_space(space))
        return cell_word(&rules.board, content)

    def legal_actions_of(self, kinds, player=None):
        """The legal actions of some kinds alone, for a host that allows less than the rules do now.

        *kinds* are words: "move", "launch", "orbit", "land", "land_moon", "research", "pass",
        "end_turn", "take_tech", "income", "trace", "card_move", "exchange", "buy_card", "org" and
        "org_done".

        :raises UsageError: when there is no such player or kind.
        :raises TypeError: when *kinds* is no sequence of words.
        """
        if isinstance(kinds, (str, bytes, memoryview)) or not hasattr(type(kinds), "__iter__"):
            raise TypeError(f"kinds must be a sequence of words, not {type(kinds).__name__}")
        wanted = set()
        for kind in kinds:
            if not isinstance(kind, str):
                raise TypeError(f"a kind must be a str, not {type(kind).__name__}")
            kind = PyUnicode_FromObject(kind)
            if kind not in ACTION_KINDS:
                raise UsageError(
                    f"there is no kind {quoted(kind)}; there are {', '.join(ACTION_KINDS)}"
                )
            wanted.add(ACTION_KINDS[kind])
        return [action for action in self.legal_actions(player) if action >> 24 in wanted]

    @cython.critical_section
    def star(self, sector):
        """The name of the star over a sector, 0 to 7 (R1); a signal marked there is that star's.

        :raises UsageError: when there is no such sector.
        """
        cdef int x = self.known(sector, "sector", 0, SOLAR_SECTORS - 1)
        cdef const solar_star *star
        cdef unsigned number = solar_star_at(self.own_rules(), self.own(), <unsigned>x)
        star = &self.own_rules().board.stars[number // 2][number % 2]
        return star.name.decode("ascii")

    @cython.critical_section
    def planet_space(self, planet):
        """The space of a planet, None for one that is in no ring (S20).

        :raises UsageError: when there is no such planet.
        """
        cdef unsigned space
        space = solar_planet_space(self.own_rules(), self.own(), self.known_planet(planet))
        return None if space == SOLAR_NOWHERE else space

    # ---- The players and their figures

    @cython.critical_section
    def player(self, player):
        """All that is one player's own: a ``SolarPlayer``.

        :raises UsageError: when there is no such player.
        """
        return player_of(&self.own().players[self.known_seat(player, False)])

    @cython.critical_section
    def points(self, player):
        """The points of a player as they would count now, traces and signals included.

        :raises UsageError: when there is no such player.
        """
        return solar_points(self.own_rules(), self.own(), self.known_seat(player, False))

    @cython.critical_section
    def probe_limit(self, player):
        """How many probes a player may have in the rings now; what is there already stays (S5).

        :raises UsageError: when there is no such player.
        """
        return solar_probe_limit(self.own_rules(), self.own(), self.known_seat(player, False))

    @cython.critical_section
    def orbiters(self, planet):
        """The orbiters at a planet by owner: a tuple of five, the last of them ``NEUTRAL``'s (S14).

        :raises UsageError: when there is no such planet, or it is Earth.
        """
        return figures_of(&self.own().figures, self.known_planet(planet, 1), 0)

    @cython.critical_section
    def landers(self, planet):
        """The landers on a planet by owner: a tuple of five, the last of them ``NEUTRAL``'s (S16).

        :raises UsageError: when there is no such planet, or it is Earth.
        """
        return figures_of(&self.own().figures, self.known_planet(planet, 1), 4)

    @cython.critical_section
    def first_orbit(self, planet):
        """Who covers the space of the first orbiter, or None while it is open (S15, R5).

        :raises UsageError: when there is no such planet, or it is Earth.
        """
        return owner_of(self.own().figures.first[self.known_planet(planet, 1) - 1])

    @cython.critical_section
    def data_owners(self, planet):
        """Who covers each space of a first lander, None for an open one (S17): a tuple of 0 to 2.

        :raises UsageError: when there is no such planet, or it is Earth.
        """
        cdef int number = self.known_planet(planet, 1)
        return data_owners_of(self.own_rules(), &self.own().figures, number)

    @cython.critical_section
    def moon_owner(self, moon):
        """Whose lander is on a moon, or None (S18).

        :raises UsageError: when there is no such moon.
        """
        return moon_owner_of(&self.own().figures, self.known_moon(moon))

    @cython.critical_section
    def figures_at(self, planet, owner):
        """How many figures an owner has at a planet: orbiters and landers, moons included (S19).

        :raises UsageError: when there is no such planet or owner, or it is Earth.
        """
        cdef int number = self.known_planet(planet, 1)
        cdef int who = self.known(owner, "owner", 0, SOLAR_NEUTRAL)
        return solar_figures_at(self.own_rules(), self.own(), number, who)

    # ---- Questions

    @cython.critical_section
    def move_cost(self, player, space):
        """The moves that leaving a space costs a player now (S8).

        :raises UsageError: when there is no such player or space.
        """
        cdef int seat = self.known_seat(player, False)
        return solar_move_cost(self.own_rules(), self.own(), seat, self.known_space(space))

    @cython.critical_section
    def reach(self, player, space, moves):
        """The spaces that a probe of *player* at *space* reaches with 0 to 20 *moves*.

        A dict of spaces, ascending, to ``SolarReach``: the least moves, and the most publicity that
        a way there earns within *moves*, its limit left aside (S8, S9).

        :raises UsageError: when there is no such player or space, or *moves* is out of range.
        """
        cdef solar_reach_info info[SOLAR_SPACES]
        cdef int seat = self.known_seat(player, False)
        cdef int origin = self.known_space(space)
        cdef int most = self.known(moves, "moves", 0, SOLAR_MAX_REACH)
        cdef uint32_t reached = solar_reach(self.own_rules(), self.own(), seat, origin, most, info)
        cdef int i
        return {
            i: SolarReach(info[i].cost, info[i].publicity)
            for i in range(SOLAR_SPACES) if reached >> i & 1
        }

    @cython.critical_section
    def path(self, player, origin, space, moves, *, most_publicity=False):
        """The way behind an entry of ``reach``: action ids of moves in order, or None.

        It is the cheapest way, or with *most_publicity* the one that earns most within *moves* (0
        to 20), and of those the cheapest. None when *space* is out of reach.

        :raises UsageError: when there is no such player or space, or *moves* is out of range.
        """
        cdef uint8_t ways[SOLAR_MAX_REACH]
        cdef int seat = self.known_seat(player, False)
        cdef unsigned at = self.known_space(origin)
        cdef int to = self.known_space(space)
        cdef int most = self.known(moves, "moves", 0, SOLAR_MAX_REACH)
        cdef int count = solar_path(
            self.own_rules(), self.own(), seat, at, to, most,
            read_flag(most_publicity, "most_publicity") != 0, ways
        )
        cdef int i
        if count < 0:
            return None
        path = []
        for i in range(count):
            path.append(action_object(SOLAR_ACTION(SOLAR_MOVE, at | <unsigned>ways[i] << 5)))
            at = solar_neighbour(at, ways[i])
        return path

    @cython.critical_section
    def move_action(self, origin, target):
        """The action that moves a probe from a space to the next one, a planet by its name too.

        It need not be legal; ``why_illegal`` tells.

        :raises IllegalActionError: when they are no neighbours (S6).
        :raises UsageError: when there is no such space or planet.
        """
        cdef int space = self.known_space(origin), to
        cdef gpscore_action action = 0
        cdef gpscore_error error
        if isinstance(target, str):
            to = solar_planet_space(self.own_rules(), self.own(), self.known_planet(target))
            if to == SOLAR_NOWHERE:
                raise UsageError(f"{target} is in no space")
        else:
            to = self.known_space(target)
        if solar_move_to(self.own_rules(), self.own(), space, to, &action, &error) != GPSCORE_OK:
            raise error_of(&error, self.words(&error))
        return action_object(action)

    @cython.critical_section
    def windows(self, player, planet, count=8):
        """The moves from Earth to a planet now and after each of 0 to 1000 coming rotations.

        A tuple of *count* + 1. A planet that is in no ring is reached from ring 4 (S20). None where
        it is out of reach.

        :raises UsageError: when there is no such player or planet, or *count* is out of range.
        """
        cdef int seat = self.known_seat(player, False)
        cdef int number = self.known_planet(planet)
        cdef int wanted = self.known(count, "count", 0, 1000)
        cdef uint8_t costs[1001]
        cdef int i
        solar_windows(self.own_rules(), self.own(), seat, number, wanted, costs)
        return tuple([None if costs[i] == SOLAR_NOWHERE else costs[i] for i in range(wanted + 1)])

    @cython.critical_section
    def forecast(self, count=1):
        """What the next 0 to 1000 rotations do, nothing else being done: a ``SolarForecast``.

        :raises UsageError: when *count* is out of range.
        """
        cdef int wanted = self.known(count, "count", 0, 1000)
        cdef size_t size = <size_t>wanted * GPSCORE_MAX_EVENTS, total, i
        cdef gpscore_event *events = NULL
        cdef SolarState after = self._game.blank()
        if size > 0:
            events = <gpscore_event *>PyMem_Realloc(NULL, size * sizeof(gpscore_event))
            if events == NULL:
                raise MemoryError(f"no memory for the events of {wanted} rotations")
        try:
            total = solar_preview(
                self.own_rules(), self.own(), wanted, after.own(), events, size
            )
            told = tuple([self.event(&events[i]) for i in range(min(total, size))])
        finally:
            PyMem_Free(events)
        return SolarForecast(after, told)

    # ---- Forms

    cdef object event(self, const gpscore_event *event):
        cdef uint8_t kind = event.kind
        cdef uint8_t a = event.args[0], b = event.args[1], c = event.args[2]
        if not SOLAR_EVENT_LAUNCHED <= kind < SOLAR_EVENT_LAUNCHED + len(SOLAR_EVENTS):
            raise SystemError(f"the core told of an event of kind {kind}, unknown to this layer")
        word = SOLAR_EVENTS[kind - SOLAR_EVENT_LAUNCHED]
        player = None if event.player < 0 else event.player
        origin = space = planet = moon = tech = slot = figure = resource = reward = number = None
        disc = tile = again = None
        if kind == SOLAR_EVENT_LAUNCHED:
            space = a
        elif kind in (SOLAR_EVENT_MOVED, SOLAR_EVENT_RODE, SOLAR_EVENT_PUSHED):
            origin, space, number = a, b, c
        elif kind in (SOLAR_EVENT_PUBLICITY, SOLAR_EVENT_TURNED, SOLAR_EVENT_ROUND,
                      SOLAR_EVENT_MOVE_GAINED, SOLAR_EVENT_RING_MOVE_GAINED):
            number = a
        elif kind in (SOLAR_EVENT_LIMIT, SOLAR_EVENT_TURN_LIMIT):
            number = <int8_t>a
        elif kind == SOLAR_EVENT_ORG_USED:
            tech = None if a == SOLAR_NOWHERE else a + 1
        elif kind == SOLAR_EVENT_ORBITED or kind == SOLAR_EVENT_LANDED:
            planet, origin = a, b
        elif kind == SOLAR_EVENT_FIRST_ORBIT:
            planet = a
        elif kind == SOLAR_EVENT_LANDED_MOON:
            moon, origin, again = a, b, True if c else None
        elif kind == SOLAR_EVENT_DATA_SPACE:
            planet, slot, again = a, b, True if c else None
        elif kind in (SOLAR_EVENT_GAINED, SOLAR_EVENT_SPENT):
            resource, number = RESOURCES[a], b | c << 8
        elif kind == SOLAR_EVENT_TECH:
            tech = a + 1
        elif kind == SOLAR_EVENT_ALIGNED:
            disc, number = a + 1, b
        elif kind == SOLAR_EVENT_ORDERED:
            number = a
        elif kind == SOLAR_EVENT_TILE_USED or kind == SOLAR_EVENT_TILE_BACK:
            tile = XENOLAB_TILES[a]
        elif kind == SOLAR_EVENT_TILE:
            tech, number = a + 1, b
        elif kind == SOLAR_EVENT_SETTLE:
            reward, number = _REWARDS[a], b
            planet = None if c == SOLAR_NOWHERE else c
        elif kind in (SOLAR_EVENT_PUT, SOLAR_EVENT_REMOVED):
            figure = FIGURES[a]
            if a == 0:
                space = b
            elif a == 3:
                moon = b
            else:
                planet, slot = b, c or None
        return tuple.__new__(SolarEvent, (
            word, player, origin, space, planet, moon, tech, slot, figure, resource, reward, number,
            disc, tile, again,
        ))

    cdef list forms_of(self, int viewer, const gpscore_event *events, size_t count,
                       const void *after):
        cdef const solar_state *state = <const solar_state *>after
        cdef const solar_rules *rules = self.own_rules()
        cdef size_t i
        forms = []
        for i in range(count):
            event = self.event(&events[i])
            form = {
                name: value for name, value in zip(event._fields, event) if value is not None
            }
            # What a follower would need a rule or the printed board for is told along. An action
            # turns the discs once at most.
            if event.kind in ("turned", "aligned"):
                form["offsets"] = list(offsets_of(state))
                form["token"] = state.head.token
                form.update(sky_of(rules, state))
            elif event.kind == "ordered":
                form["stars"] = stars_of(rules, state)
            elif event.kind == "tile":
                form["down"] = list(stack_of(state.head.tiles[event.tech - 1]).down)
            elif event.kind == "round":
                form["start_player"] = state.head.start
            elif event.kind in ("gained", "spent"):
                form.update(RESOURCE_FIELDS[events[i].args[0]])
            elif event.kind == "org_used":
                form["techs_off"] = list(techs_of(state.players[event.player].techs >> 4))
            forms.append(form)
        return forms

    cdef dict due_of(self, int viewer, const void *view):
        cdef const solar_state *state = <const solar_state *>view
        cdef uint8_t turn = state.head.turn
        cdef int seat
        due = State.due_of(self, viewer, view)
        pending = pending_of(self.own_rules(), state)
        due.update({
            "phase": SOLAR_PHASES[state.head.phase],
            "host": solar_to_act(state) == GPSCORE_TO_ACT_HOST,
            "active": state.head.active,
            "points": [
                solar_points(self.own_rules(), state, seat)
                for seat in range(self.own_rules().players)
            ],
            "probe_limits": [
                solar_probe_limit(self.own_rules(), state, seat)
                for seat in range(self.own_rules().players)
            ],
            "pending": None if pending is None else pending._asdict(),
            "moves": state.head.moves,
            "ring_moves": state.head.ring_moves,
            "main_used": turn & SOLAR_TURN_MAIN != 0,
            "no_asteroids": turn & SOLAR_TURN_NO_ASTEROIDS != 0,
            "move_instead": turn & SOLAR_TURN_MOVE_INSTEAD != 0,
            "turing": (turn >> 4 & 3) + 1 if turn & SOLAR_TURN_TURING else None,
            "turn_limit_change": state.head.turn_limit,
        })
        return due

    cdef dict seen(self, const void *view):
        cdef const solar_state *state = <const solar_state *>view
        cdef const solar_rules *rules = self.own_rules()
        cdef const solar_board *board = &rules.board
        cdef int seat, i
        players = []
        sky = sky_of(rules, state)
        for seat in range(rules.players):
            fields = player_of(&state.players[seat])._asdict()
            players.append({
                key: list(value) if type(value) is tuple else value for key, value in fields.items()
            })
        planets = []
        for i in range(board.planet_count):
            planet = {"name": planet_word(board, i), "space": sky["planet_spaces"][i]}
            if i > 0:
                planet["orbiters"] = list(figures_of(&state.figures, i, 0))
                planet["landers"] = list(figures_of(&state.figures, i, 4))
                planet["first_orbit"] = owner_of(state.figures.first[i - 1])
                planet["data_owners"] = list(data_owners_of(rules, &state.figures, i))
            planets.append(planet)
        stacks = [stack_of(state.head.tiles[i]) for i in range(SOLAR_TECHS)]
        return {
            "options": {
                "players": rules.players,
                "embedded": rules.embedded != 0,
                "rounds": rules.rounds,
                "pluto": [rules.pluto[seat] != 0 for seat in range(rules.players)],
                "organisations": [
                    ORGANISATIONS[rules.organisation[seat]] for seat in range(rules.players)
                ],
                "trace_points": rules.trace_points,
                "signal_points": rules.signal_points,
                "push_tech2": rules.push_tech2 != 0,
            },
            "start_player": state.head.start,
            "round": state.head.round,
            "offsets": list(offsets_of(state)),
            "token": state.head.token,
            "sectors": state.head.sectors,
            "stars": stars_of(rules, state),
            "tiles": [{"top": stack.top, "down": list(stack.down)} for stack in stacks],
            "spaces": sky["spaces"],
            "planets": planets,
            "moons": [
                {
                    "name": moon_word(board, i),
                    "planet": board.moons[i].planet,
                    "owner": moon_owner_of(&state.figures, i),
                }
                for i in range(board.moon_count)
            ],
            "players": players,
        }

    def __repr__(self):
        parts = [self.phase, f"round={self.round}", f"turn={self.turn}"]
        if self.to_act:
            parts.append(f"to_act={self.to_act}")
        if self.winners:
            parts.append(f"winners={self.winners}")
        return f"<SolarState {' '.join(parts)}>"


cdef dict sky_of(const solar_rules *rules, const solar_state *state):
    """What each space shows and where each planet is, None for one that is in no ring."""
    cdef const solar_board *board = &rules.board
    cdef int i
    cdef unsigned at
    spaces = []
    for i in range(board.planet_count):
        at = solar_planet_space(rules, state, i)
        spaces.append(None if at == SOLAR_NOWHERE else at)
    return {
        "spaces": [cell_word(board, solar_content(rules, state, i)) for i in range(SOLAR_SPACES)],
        "planet_spaces": spaces,
    }


cdef list stars_of(const solar_rules *rules, const solar_state *state):
    """The star over each sector."""
    cdef unsigned x, number
    stars = []
    for x in range(SOLAR_SECTORS):
        number = solar_star_at(rules, state, x)
        stars.append(
            (<const char *>rules.board.stars[number // 2][number % 2].name).decode("ascii")
        )
    return stars


cdef tuple offsets_of(const solar_state *state):
    cdef int disc
    return tuple([state.head.alignment >> 3 * disc & 7 for disc in range(SOLAR_DISCS)])


cdef object owner_of(unsigned code):
    """The owner that a covered space names, None for an open one."""
    return None if code == 0 else code - 1


cdef object moon_owner_of(const solar_figures *figures, int moon):
    return owner_of(figures.moon[moon // 2] >> 4 * (moon & 1) & 15)


cdef tuple figures_of(const solar_figures *figures, int planet, int shift):
    """Orbiters (shift 0) or landers (4) at a planet by owner."""
    cdef int owner
    return tuple([figures.count[planet - 1][owner] >> shift & 15 for owner in range(SOLAR_OWNERS)])


cdef tuple data_owners_of(const solar_rules *rules, const solar_figures *figures, int planet):
    cdef int slot
    return tuple([
        owner_of(figures.data[planet - 1] >> 4 * slot & 15)
        for slot in range(rules.board.planets[planet].data_spaces)
    ])


cdef object stack_of(uint8_t tiles):
    cdef int tile
    return SolarStack(
        tiles >> 4 & 3 if tiles & 0x40 else None,
        tuple([tile for tile in range(SOLAR_TILES) if tiles >> tile & 1]),
    )


cdef tuple techs_of(unsigned techs):
    """The numbers of a set of techs: its four lowest bits."""
    cdef int i
    return tuple([i + 1 for i in range(SOLAR_TECHS) if techs >> i & 1])


cdef object player_of(const solar_player *player):
    cdef int i, n
    cdef uint8_t flags = player.flags
    cdef list probes = []
    for i in range(SOLAR_SPACES):
        n = (player.probes[0] >> i & 1) + 2 * (player.probes[1] >> i & 1) + \
            4 * (player.probes[2] >> i & 1)
        while n > 0:
            probes.append(i)
            n -= 1
    # Not SolarPlayer(...): a named tuple's own constructor takes three times as long.
    return tuple.__new__(SolarPlayer, (
        player.score,
        player.credits,
        player.energy,
        player.cards,
        player.publicity,
        player.data,
        tuple(probes),
        (player.tucked[0], player.tucked[1], player.tucked[2]),
        (player.traces[0], player.traces[1], player.traces[2]),
        player.signals,
        techs_of(player.techs),
        techs_of(player.techs >> 4),
        flags & SOLAR_FLAG_PASSED != 0,
        flags & SOLAR_FLAG_ORG_USED != 0,
        flags & SOLAR_FLAG_LAUNCH_TILE != 0,
        flags & SOLAR_FLAG_RESEARCH_TILE != 0,
        player.limit,
    ))


cdef object pending_of(const solar_rules *rules, const solar_state *state):
    """What is to be chosen or settled, or None."""
    cdef const solar_head *head = &state.head
    cdef unsigned number = head.list, count = 0
    cdef const solar_reward *item
    if head.phase == SOLAR_SETUP_INCOME:
        return SolarPending(head.pending, _REWARDS[SOLAR_GAIN_INCOME], head.left, None, None)
    if head.phase == SOLAR_CHOOSE_TECH:
        return SolarPending(head.pending, "tech", 1, None, None)
    if head.phase == SOLAR_ORG_MOVES:
        return SolarPending(head.active, "move", 2 if head.mark == SOLAR_NOWHERE else 1, None, None)
    if head.phase == SOLAR_CHOOSE_INCOME and head.turn & SOLAR_TURN_FREE:
        # That of a free action, whatever list it interrupts.
        return SolarPending(head.pending, _REWARDS[SOLAR_GAIN_INCOME], 1, None, None)
    if head.phase not in (SOLAR_CHOOSE_INCOME, SOLAR_CHOOSE_TRACE, SOLAR_SETTLE):
        return None
    item = &solar_list(rules, number, &count)[head.item]
    planet = moon = None
    if number == SOLAR_LIST_SIGNAL:
        planet = 0
    elif SOLAR_LIST_MOON <= number < SOLAR_LIST_TILE:
        moon = number - SOLAR_LIST_MOON
        planet = rules.board.moons[number - SOLAR_LIST_MOON].planet
    elif SOLAR_LIST_LAND <= number < SOLAR_LIST_MOON:
        planet = number - SOLAR_LIST_LAND
    elif number < SOLAR_LIST_LAND:
        planet = number - SOLAR_LIST_ORBIT
    # A host settles an item as a whole, but traces of any colour one by one.
    whole = head.phase == SOLAR_SETTLE and item.kind != SOLAR_GAIN_ANY_TRACE
    return SolarPending(
        head.pending, _REWARDS[item.kind], item.n if whole else head.left, planet, moon
    )
