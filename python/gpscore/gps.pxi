# GPS: its options and the fields of its states.

Phase = typing.Literal["setup", "spin", "choose", "reveal", "shuffle", "over"]

cdef tuple PHASES = typing.get_args(Phase)

Event = collections.namedtuple(
    "Event", "kind player satellite origin space wins", module="gpscore", defaults=(None,) * 5
)
Event.__doc__ = """Something that happened; what does not apply is None, satellites count from 1.

*kind* is "spun" (*space*), "chose" (*player*; what, is not told), "placed" (*satellite*, *space*),
"moved" (*satellite*, *origin*, *space*), "turned_up" (*satellite*), "turn_ended", "won" (*wins* of
*player* so far), "shuffled" or "over".
"""

# Kinds by the numbers of the core.
cdef tuple GPS_EVENTS = (
    None, "spun", "chose", "placed", "moved", "turned_up", "turn_ended", "won", "shuffled", "over",
    "retracted",
)

GpsAction = collections.namedtuple(
    "GpsAction", "kind satellite direction space", module="gpscore", defaults=(None,) * 3
)
GpsAction.__doc__ = """What an action id of GPS says; what does not apply is None.

*kind* is "spin" (to a *space*), "place" or "move" (a *satellite*, from 1, in a *direction*, "cw" or
"ccw"), "turn_up" (a *satellite*) or "deal" (between two games of a match).
"""

cdef gps_rules GPS_DEFAULTS
gps_rules_parse(b"gps", 3, &GPS_DEFAULTS, NULL)


@cython.final
cdef class GpsGame(Game):
    """The rules of GPS for one to five players; make one with ``gpscore.gps``."""

    name = "gps"

    cdef gps_rules _own

    def __cinit__(self):
        self._ops = &gps_game
        self._rules = &self._own

    cdef State blank(self):
        cdef GpsState state
        global making
        making = True
        try:
            state = GpsState.__new__(GpsState)
        finally:
            making = False
        state._game = self
        state._ops = self._ops
        state._rules = self._rules
        state._stride = sizeof(Ply) + sizeof(gps_undo_info)
        return state

    @property
    def spaces(self):
        """The number of spaces of a ring, numbered 0 to spaces - 1 clockwise (R1, R2)."""
        return self._own.spaces

    @property
    def satellites(self):
        """The number of satellites of each player (G1, R11)."""
        return self._own.satellites

    @property
    def face_up(self):
        """The number of satellites turned face up before the first turn (G2, R11)."""
        return self._own.face_up

    @property
    def wins(self):
        """The wins that end the play: 1 for a game, 2 for the match of the rules (R10)."""
        return self._own.wins

    @property
    def turn_limit(self):
        """The turn, counted over all games of a match, that ends the play unwon, or None (R12)."""
        return self._own.turn_limit or None

    @property
    def spin_weights(self):
        """The weight of each space for the spinner, in lowest terms (R7)."""
        cdef int space
        return tuple([self._own.weights[space] for space in range(self._own.spaces)])

    def action_fields(self, action):
        """What an action id says: a ``GpsAction``. Whether it is legal is for a state to say.

        The direction is "cw" too where there is but one space to go to (R4).

        :raises IllegalActionError: when it is no action of this game.
        """
        cdef int64_t value = read_action(action)
        cdef gpscore_action one = <gpscore_action>value
        cdef gps_state state
        gps_init(&self._own, &state)
        if not fits_action(value) or gps_game.index(&self._own, &state, one) == GPSCORE_NO_INDEX:
            raise unknown_action(action)
        kind = one >> 24
        if kind == GPS_SPIN_TO:
            return GpsAction("spin", space=GPS_INDEX(one))
        if kind == GPS_DEAL:
            return GpsAction("deal")
        satellite = GPS_SATELLITE(one) + 1
        if kind == GPS_TURN_UP:
            return GpsAction("turn_up", satellite)
        return GpsAction(
            "place" if kind == GPS_PLACE else "move", satellite, "ccw" if one & GPS_CCW else "cw"
        )

    def __repr__(self):
        options = [f"players={self._own.players}"]
        if self._own.spaces != GPS_DEFAULTS.spaces:
            options.append(f"spaces={self._own.spaces}")
        if self._own.satellites != GPS_DEFAULTS.satellites:
            options.append(f"satellites={self._own.satellites}")
        if self._own.face_up != GPS_DEFAULTS.face_up:
            options.append(f"face_up={self._own.face_up}")
        if self._own.wins != GPS_DEFAULTS.wins:
            options.append(f"wins={self._own.wins}")
        if self._own.turn_limit != GPS_DEFAULTS.turn_limit:
            options.append(f"turn_limit={self._own.turn_limit}")
        if not self._own.uniform:
            options.append(f"spin_weights={self.spin_weights}")
        return f"gpscore.gps({', '.join(options)})"


def gps(
    players=3, *, spaces=36, satellites=12, face_up=3, wins=1, turn_limit=None, spin_weights=None
):
    """The game GPS with these rules; the defaults are the printed game for three players.

    :param players: 1 to 5 (G1).
    :param spaces: spaces of a ring, satellites + 1 to 64 (R2).
    :param satellites: satellites of each player, 2 to 16 (R11).
    :param face_up: satellites face up before the first turn, 1 to *satellites* (G2).
    :param wins: wins that end the play, 1 to 100: 1 for a game, 2 for the match of the rules (R10).
    :param turn_limit: the turn at whose end the play is over unwon; None (or 0) for no limit (R12).
    :param spin_weights: an integer of 0 or more for each space, not all 0; None: a fair one (R7).
    :raises RulesError: when an option is out of its range; *option* and *rule* say which.
    :raises TypeError: when an option is not an integer, or *spin_weights* no sequence of them.
    """
    cdef gps_options options
    cdef int64_t weights[GPS_MAX_SPACES]
    cdef gpscore_error error
    cdef GpsGame game
    cdef Py_ssize_t count = 0
    cdef int i
    cdef list given_weights = []
    options.players = read_integer(players, "players")
    options.spaces = read_integer(spaces, "spaces")
    options.satellites = read_integer(satellites, "satellites")
    options.face_up = read_integer(face_up, "face_up")
    options.wins = read_integer(wins, "wins")
    options.turn_limit = 0 if turn_limit is None else read_integer(turn_limit, "turn_limit")
    options.weights = NULL
    options.weight_count = 0
    if spin_weights is not None:
        given_weights = read_items(
            spin_weights, "spin_weights", "integers", GPS_MAX_SPACES + 1, &count
        )
        memset(weights, 0, sizeof(weights))
        options.weights = weights
        options.weight_count = count
        for i in range(min(len(given_weights), <Py_ssize_t>GPS_MAX_SPACES)):
            weights[i] = read_integer(given_weights[i], "a spin weight")
    game = blank_game(&gps_game)
    if gps_rules_init(&game._own, &options, &error) != GPSCORE_OK:
        result = error_of(&error, words_of(&error))
        given = {
            "players": players, "spaces": spaces, "satellites": satellites, "face_up": face_up,
            "wins": wins, "turn_limit": turn_limit,
        }
        if result.option in given:
            as_given(result, given[result.option] or 0, error.operand[0])
        elif error.status == GPSCORE_RULES_WEIGHT_RANGE:
            as_given(result, given_weights[error.operand[0]], error.operand[1])
        raise result
    return game


@cython.final
cdef class GpsState(State):
    """A position of GPS with the history that led to it: a ``gpscore.State`` with fields of its own.

    What all games have (apply, undo, legal_actions, view ...) is told at ``gpscore.State``. Here a
    player is always named: None is for nobody, except in ``target``.

    Spaces are numbered 0 to S - 1 clockwise, the start line between S - 1 and 0 (R1); players from
    0; satellites from 1, as on the pieces.
    """

    cdef inline gps_state *own(self):
        return <gps_state *>self._raw

    @property
    @cython.critical_section
    def phase(self):
        """What is due: "setup", "spin", "choose", "reveal", "shuffle" or "over"."""
        return PHASES[self.own().head.phase]

    @property
    @cython.critical_section
    def pointed(self):
        """The space that the arrow points to until the turn ends (G3), or None."""
        cdef uint8_t space = self.own().head.pointed
        return None if space == GPS_NOWHERE else space

    @property
    @cython.critical_section
    def wins(self):
        """The games that each player has won so far (R10)."""
        cdef int seat
        return tuple([self.own().head.wins[seat] for seat in range(self._ops.players(self._rules))])

    @property
    @cython.critical_section
    def game_turn(self):
        """The number of turns completed in this game of the match; ``turn`` counts all games."""
        return self.own().head.turn - self.own().head.game_start

    @cython.critical_section
    def ring(self, player):
        """The satellite on each space of *player*'s ring, None where there is none: a tuple of S.

        :raises UsageError: when there is no such player.
        """
        cdef int seat = self.known_seat(player, False)
        return tuple(ring_of(<gps_rules *>self._rules, &self.own().ring[seat]))

    @cython.critical_section
    def face_up(self, player):
        """The face-up satellites of *player* that are not placed, ascending.

        :raises UsageError: when there is no such player.
        """
        return tuple(numbers_of(self.own().ring[self.known_seat(player, False)].up))

    @cython.critical_section
    def face_down(self, player):
        """The face-down satellites of *player*, ascending; nobody knows how they lie (R6).

        :raises UsageError: when there is no such player.
        """
        return tuple(numbers_of(self.own().ring[self.known_seat(player, False)].down))

    @cython.critical_section
    def choice(self, player):
        """The open choice of *player*, an action id, or None. The others must not see it yet (R5).

        :raises UsageError: when there is no such player.
        """
        return self.open_action(self.known_seat(player, False)) or None

    @cython.critical_section
    def in_order(self, player):
        """Whether *player*'s satellites all stand in ascending order from the start line (G9).

        :raises UsageError: when there is no such player.
        """
        cdef int seat = self.known_seat(player, False)
        return bool(gps_in_order(<gps_rules *>self._rules, self.own(), seat))

    @cython.critical_section
    def target(self, action, player=None):
        """The space where a legal choice of *player* ends (G5, G8).

        :raises IllegalActionError: when it is not legal now.
        :raises UsageError: when it is a chance event, which moves nothing.
        """
        cdef int64_t value = read_action(action)
        cdef int seat = self.current_seat() if player is None else read_player(player)
        cdef gpscore_error error
        cdef unsigned space
        if not fits_action(value):
            raise self.outside(action, seat)
        text = action_text(self._ops, <gpscore_action>value)
        if self._ops.why_illegal(self._rules, self._raw, seat, <gpscore_action>value,
                                 &error) != GPSCORE_OK:
            raise as_given(
                self.illegal(&error, text, seat), seat if player is None else player, seat
            )
        if seat != GPSCORE_CHANCE:
            space = gps_target(<gps_rules *>self._rules, self.own(), seat, <gpscore_action>value)
            if space != GPS_NOWHERE:
                return space
        raise UsageError(f"{text} moves no satellite to a space")

    cdef object event(self, const gpscore_event *event):
        cdef uint8_t kind = event.kind
        player = None if event.player < 0 else event.player
        if kind == GPS_EVENT_SPUN:
            return new_event("spun", None, None, None, event.args[0])
        if kind == GPS_EVENT_CHOSE:
            return new_event("chose", player)
        if kind == GPS_EVENT_PLACED:
            return new_event("placed", player, event.args[0] + 1, None, event.args[1])
        if kind == GPS_EVENT_MOVED:
            return new_event("moved", player, event.args[0] + 1, event.args[1], event.args[2])
        if kind == GPS_EVENT_TURNED_UP:
            return new_event("turned_up", player, event.args[0] + 1)
        if kind == GPS_EVENT_TURN_ENDED:
            return new_event("turn_ended")
        if kind == GPS_EVENT_WON:
            return new_event("won", player, None, None, None, event.args[0])
        if kind == GPS_EVENT_SHUFFLED:
            return new_event("shuffled")
        if kind == GPS_EVENT_OVER:
            return new_event("over")
        raise SystemError(f"the core told of an event of kind {kind}, unknown to this layer")

    cdef list forms_of(self, int viewer, const gpscore_event *events, size_t count,
                       const void *after):
        cdef const gps_state *state = <const gps_state *>after
        cdef const gpscore_event *event
        cdef size_t i
        forms = []
        for i in range(count):
            event = &events[i]
            form = {"kind": GPS_EVENTS[event.kind]}
            if event.player >= 0:
                form["player"] = event.player
            if event.kind == GPS_EVENT_SPUN:
                form["space"] = event.args[0]
            elif event.kind == GPS_EVENT_CHOSE:
                # In a view only the viewer's own choice is told.
                if state.ring[event.player].choice not in (0, GPS_HIDDEN):
                    form["choice"] = choice_text(state.ring[event.player].choice)
            elif event.kind == GPS_EVENT_PLACED:
                form.update(satellite=event.args[0] + 1, space=event.args[1])
            elif event.kind == GPS_EVENT_MOVED:
                form.update(
                    satellite=event.args[0] + 1, origin=event.args[1], space=event.args[2]
                )
            elif event.kind == GPS_EVENT_TURNED_UP:
                form["satellite"] = event.args[0] + 1
            elif event.kind == GPS_EVENT_WON:
                form["wins"] = event.args[0]
            forms.append(form)
        return forms

    cdef list own_outcome(self, int seat, gpscore_action action):
        cdef const gps_rules *rules = <const gps_rules *>self._rules
        cdef unsigned space, satellite = GPS_SATELLITE(action)
        if seat < 0 or rules.players == 1:
            return None
        space = gps_target(rules, self.own(), seat, action)
        origin = self.own().ring[seat].position[satellite]
        went = {"kind": "moved", "player": seat, "satellite": satellite + 1, "origin": origin}
        if origin == GPS_NOWHERE:
            went = {"kind": "placed", "player": seat, "satellite": satellite + 1}
        went["space"] = space
        chose = {"kind": "chose", "player": seat, "choice": action_text(self._ops, action)}
        return [chose, went]

    cdef gpscore_action open_action(self, int seat) except? 0:
        cdef const gps_ring *ring = &self.own().ring[seat]
        if ring.choice in (0, GPS_HIDDEN):
            return GPSCORE_NO_ACTION
        # The core alone knows which kind of action a choice is in this phase: through its text.
        return self.parsed(choice_text(ring.choice))

    cdef dict due_of(self, int viewer, const void *view):
        cdef const gps_rules *rules = <const gps_rules *>self._rules
        cdef unsigned ends[2]
        cdef int seat
        due = State.due_of(self, viewer, view)
        targets = {}
        for seat in due["to_act"]:
            gps_targets(rules, <const gps_state *>view, seat, ends)
            targets[str(seat)] = {"cw": ends[0], "ccw": ends[1]}
        due["phase"] = PHASES[(<const gps_state *>view).head.phase]
        due["targets"] = targets
        return due

    cdef dict seen(self, const void *view):
        cdef const gps_state *state = <const gps_state *>view
        cdef const gps_rules *rules = <const gps_rules *>self._rules
        cdef const gps_ring *ring
        cdef int seat
        players = []
        for seat in range(rules.players):
            ring = &state.ring[seat]
            players.append({
                "ring": ring_of(rules, ring),
                "face_up": numbers_of(ring.up),
                "face_down": numbers_of(ring.down),
                "chosen": ring.choice != 0,
                "choice": None if ring.choice in (0, GPS_HIDDEN) else choice_text(ring.choice),
            })
        return {
            "options": {
                "players": rules.players,
                "spaces": rules.spaces,
                "satellites": rules.satellites,
                "face_up": rules.face_up,
                "wins": rules.wins,
                "turn_limit": rules.turn_limit or None,
            },
            "game_start": state.head.game_start,
            "pointed": None if state.head.pointed == GPS_NOWHERE else state.head.pointed,
            "wins": [state.head.wins[seat] for seat in range(rules.players)],
            "players": players,
        }

    def __repr__(self):
        parts = [self.phase, f"turn={self.turn}"]
        if self.pointed is not None:
            parts.append(f"pointed={self.pointed}")
        if self.to_act:
            parts.append(f"to_act={self.to_act}")
        if self.winners:
            parts.append(f"winners={self.winners}")
        return f"<GpsState {' '.join(parts)}>"


cdef object new_event(str kind, player=None, satellite=None, origin=None, space=None, wins=None):
    # Not Event(...): a named tuple's own constructor takes three times as long.
    return tuple.__new__(Event, (kind, player, satellite, origin, space, wins))


cdef list ring_of(const gps_rules *rules, const gps_ring *ring):
    """The satellite on each space, or None."""
    cdef list spaces = [None] * rules.spaces
    cdef int i
    for i in range(rules.satellites):
        if ring.position[i] < rules.spaces:
            spaces[ring.position[i]] = i + 1
    return spaces


cdef list numbers_of(uint16_t satellites):
    """The numbers of a set of satellites."""
    cdef int i
    return [i + 1 for i in range(16) if satellites >> i & 1]


cdef str choice_text(uint8_t choice):
    """The text of an open choice."""
    return action_text(&gps_game, GPS_ACTION(GPS_PLACE, <uint32_t>choice - 1))
