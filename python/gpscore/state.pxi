# State: a position and the history that led to it, for all games alike.

# numpy.empty and numpy.uint8, once an observation was asked for.
cdef object empty_array = None

UNDO_POLICIES = typing.get_args(_types.UndoPolicy)


# Of the JSON forms of views and events; docs/frontends.md says what a change of it means.
cdef enum:
    VIEW_VERSION = 1

# What happens to a state is kept as a row: who, what, and the core's undo record.
cdef struct Ply:
    int32_t player
    gpscore_action action

# Seats of every mask of players, and the lowest of them.
cdef tuple SEATS = tuple(
    tuple(seat for seat in range(GPSCORE_MAX_PLAYERS) if mask >> seat & 1)
    for mask in range(1 << GPSCORE_MAX_PLAYERS)
)
cdef int LOWEST[32]
for _mask in range(1, 32):
    LOWEST[_mask] = SEATS[_mask][0]
LOWEST[0] = 0


@cython.no_gc
@cython.freelist(256)
cdef class State:
    """A position with the history that led to it: mutable, comparable, picklable, not hashable.

    States come from ``game.initial_state()``, ``game.parse(text)``, ``game.from_bytes(data)`` and
    ``state.clone()``. Two states are equal when their rules and all their bytes are; the history
    does not count. Copies are cheap and begin a history of their own: ``clone``, ``copy.copy``,
    ``copy.deepcopy`` and pickle leave it behind, and such a copy has nothing to undo. A record
    (``gpscore.GameRecord``) keeps it. A state must not be used by two threads at once: give each a
    clone.

    A *player* is a number from 0. None stands for ``current_player`` in ``legal_actions``,
    ``legal_mask``, ``legal_tree``, ``action_at``, ``why_illegal``, ``apply``, ``commit``,
    ``preview``, ``choose`` and ``target`` (of GPS), and for the public, who knows nobody's open
    choice, in ``view``, ``view_text``, ``view_hash``, ``updates``, ``history_for`` and ``seen_by``.
    Elsewhere a player must be named. ``CHANCE`` may be named where actions are meant,
    which then are chance outcomes: ``legal_actions``, ``legal_mask``, ``action_at``,
    ``why_illegal``, ``apply``.

    Players and actions may be anything with ``__index__`` (NumPy integers too). A call that fails
    changes nothing. The fields of one game are told at its own class: ``gpscore.GpsState`` has
    phase, pointed, wins, game_turn, ring, face_up, face_down, choice, in_order and target.
    """

    cdef Game _game
    cdef const gpscore_game *_ops
    cdef const void *_rules
    cdef char *_log
    cdef size_t _count
    cdef size_t _room
    cdef size_t _stride
    cdef uint64_t _raw[GPSCORE_STATE_WORDS]

    def __cinit__(self):
        if not making:
            raise TypeError(
                f"make a {type(self).__name__} with game.initial_state(), game.parse(), "
                "game.from_bytes() or state.clone()"
            )

    def __dealloc__(self):
        PyMem_Free(self._log)

    # ---- Memory

    cdef inline Ply *ply(self, size_t index):
        return <Ply *>(self._log + index * self._stride)

    cdef inline void *record(self, size_t index):
        return self._log + index * self._stride + sizeof(Ply)

    cdef int reserve(self, size_t more) except -1:
        """Make room for more plies before anything is changed."""
        cdef size_t room
        cdef void *log
        if self._room - self._count >= more:
            return 0
        # Four at first, a block that the allocator keeps at hand: clones often make a move or two.
        room = max(<size_t>4, 2 * self._room, self._count + more)
        if room > <size_t>SIZE_MAX // self._stride:
            raise MemoryError("the history of a state is too long")
        log = PyMem_Realloc(self._log, room * self._stride)
        if log == NULL:
            raise MemoryError(f"no memory for a history of {room} plies")
        self._log = <char *>log
        self._room = room
        return 0

    # ---- Arguments

    cdef inline int current_seat(self):
        """Who acts: the lowest seat that does, chance or the host. Seat 0 when nobody does: asking
        gets the core's answer that the game is over."""
        cdef uint32_t mask = self._ops.to_act(self._raw)
        if mask < 32:
            return LOWEST[mask]
        return GPSCORE_HOST if mask == GPSCORE_TO_ACT_HOST else GPSCORE_CHANCE

    cdef int known_seat(self, object player, bint others) except? -2:
        """A seat that exists, or if *others* chance or a host that plays along, else UsageError."""
        cdef int seat = read_player(player)
        cdef int players = self._ops.players(self._rules)
        if 0 <= seat < players or (others and seat == GPSCORE_CHANCE):
            return seat
        if others and seat == GPSCORE_HOST and self._game._hosted:
            return seat
        # The same words, with the rule of GPS or without.
        cdef int status = (
            GPSCORE_NO_SUCH_PLAYER if self._ops == &gps_game else GPSCORE_NO_SUCH_SEAT
        )
        raise as_given(plain_error(status, seat, players - 1), player, seat)

    cdef int viewer(self, object player) except? -2:
        return <int>GPSCORE_PUBLIC if player is None else self.known_seat(player, False)

    # ---- Errors

    cdef object illegal(self, const gpscore_error *error, str what, int seat):
        """The exception for an action that the core refused."""
        return illegal_error(error, what, seat, self._ops, self._rules)

    cdef str words(self, const gpscore_error *error):
        """The sentence of an error, in the words of this game."""
        return words_of(error, self._ops, self._rules)

    cdef str due(self):
        """Who has to act, in words."""
        cdef uint32_t mask = self._ops.to_act(self._raw)
        if mask == GPSCORE_TO_ACT_OVER:
            return "the game is over"
        if mask == GPSCORE_TO_ACT_HOST:
            return "the host is due"
        if mask >= 32:
            return "a chance event is due"
        numbers = [str(seat) for seat in SEATS[mask]]
        last = numbers.pop()
        if not numbers:
            return f"it is for player {last} to choose"
        return f"it is for players {', '.join(numbers)} and {last} to choose"

    cdef object outside(self, object action, int seat):
        """The exception for an integer that does not fit an action."""
        cdef gpscore_error error
        memset(&error, 0, sizeof(error))
        error.status = GPSCORE_ILLEGAL_UNKNOWN_ACTION
        error.operand[0] = read_action(action)
        return as_given(
            self.illegal(&error, "an id outside 32 bits", seat), action, error.operand[0]
        )

    # ---- The position

    @property
    @cython.critical_section
    def game(self):
        """The rules that the state is played by."""
        return self._game

    @property
    @cython.critical_section
    def to_act(self):
        """The players who choose now, ascending; empty when chance or a host acts, and at the end."""
        return self.acting()

    cdef tuple acting(self):
        cdef uint32_t mask = self._ops.to_act(self._raw)
        return SEATS[mask] if mask < 32 else ()

    @property
    @cython.critical_section
    def current_player(self):
        """The lowest player of ``to_act``, else ``CHANCE``, ``HOST``, or ``TERMINAL`` at the end."""
        cdef uint32_t mask = self._ops.to_act(self._raw)
        if mask == GPSCORE_TO_ACT_OVER:
            return TERMINAL
        return self.current_seat()

    @property
    @cython.critical_section
    def is_chance(self):
        """Whether a chance event is due."""
        return self._ops.to_act(self._raw) == GPSCORE_TO_ACT_CHANCE

    @property
    @cython.critical_section
    def is_host(self):
        """Whether an embedding host is due: to settle a reward, or to begin the next round."""
        return self._ops.to_act(self._raw) == GPSCORE_TO_ACT_HOST

    @property
    @cython.critical_section
    def is_terminal(self):
        """Whether the game is over."""
        return self._ops.to_act(self._raw) == GPSCORE_TO_ACT_OVER

    @property
    @cython.critical_section
    def hash(self):
        """A 64-bit hash of the whole position, open choices included; alike on every platform."""
        return self._ops.hash(self._raw)

    @property
    @cython.critical_section
    def turn(self):
        """The number of turns completed."""
        return self._ops.turn(self._raw)

    @property
    @cython.critical_section
    def winners(self):
        """The players who have won, ascending; empty while nobody has."""
        return SEATS[self._ops.winners(self._rules, self._raw) & 31]

    @cython.critical_section
    def returns(self):
        """What each player gets: 1.0 for each winner, else 0.0; all 0.0 before the end (R14)."""
        cdef uint32_t mask = 0
        cdef int seat
        if self._ops.to_act(self._raw) == GPSCORE_TO_ACT_OVER:
            mask = self._ops.winners(self._rules, self._raw)
        return [1.0 if mask >> seat & 1 else 0.0 for seat in range(self._ops.players(self._rules))]

    @cython.critical_section
    def validate(self):
        """All that is wrong with the position, in words; empty for positions that play reaches."""
        return problems_of(self._ops, self._ops.validate(self._rules, self._raw))

    # ---- Actions

    @cython.critical_section
    def legal_actions(self, player=None):
        """The legal actions of a player, ascending ids; empty when the player does not act.

        At a chance event ``CHANCE`` has the possible outcomes. ``HOST`` has what only a host can do
        now; effects that it may apply at any time are not listed.

        :raises UsageError: when there is no such player.
        """
        cdef gpscore_action actions[GPSCORE_MAX_ACTIONS]
        cdef int seat = self.current_seat() if player is None else self.known_seat(player, True)
        cdef size_t count = self._ops.legal_actions(self._rules, self._raw, seat, actions)
        cdef size_t i
        cdef list result = PyList_New(count)
        for i in range(count):
            action = action_object(actions[i])
            Py_INCREF(action)
            layer_list_put(result, i, action)
        return result

    @cython.critical_section
    def legal_mask(self, player=None):
        """The legal actions of a player as a mask over their dense index; 0 for who does not act.

        Bit i is set when the action whose ``action_index`` is i is legal; ``action_at`` gives it.
        There are ``game.mask_bits`` bits. Effects of a host have no index.

        :raises UsageError: when there is no such player.
        """
        cdef uint64_t mask[GPSCORE_MAX_MASK]
        cdef int seat = self.current_seat() if player is None else self.known_seat(player, True)
        cdef uint32_t word = self._ops.mask_words - 1
        self._ops.legal_mask(self._rules, self._raw, seat, mask)
        cdef object result = mask[word]
        while word > 0:
            word -= 1
            result = result << 64 | mask[word]
        return result

    @cython.critical_section
    def action_index(self, action):
        """The dense index of an action, its bit in ``legal_mask``: 0 to ``game.mask_bits`` - 1.

        It need not be legal. No two actions that are legal at once for one player have the same
        index. docs/formats.md has the table: in GPS a choice is satellite - 1, and 16 more when
        counter-clockwise, a spin is its space, and a satellite that is turned up is satellite - 1.

        :raises IllegalActionError: when it is no action of this game, or one that has no index.
        """
        cdef int64_t value = read_action(action)
        cdef unsigned index = GPSCORE_NO_INDEX
        if fits_action(value):
            index = self._ops.index(self._rules, self._raw, <gpscore_action>value)
        if index == GPSCORE_NO_INDEX:
            raise unknown_action(action)
        return index

    @cython.critical_section
    def action_at(self, index, player=None):
        """The legal action of a player that has this index: the reverse of ``action_index``.

        :raises IllegalActionError: when no legal action of the player has it.
        :raises UsageError: when there is no such player, or no such index in the game.
        """
        cdef gpscore_action actions[GPSCORE_MAX_ACTIONS]
        cdef int seat = self.current_seat() if player is None else self.known_seat(player, True)
        cdef int64_t wanted = read_integer(index, "index")
        cdef size_t count, i
        if not 0 <= wanted < 64 * <int64_t>self._ops.mask_words:
            raise UsageError(
                f"index is {number_text(operator.index(index))}; it must be 0 to "
                f"{self._game.mask_bits - 1}"
            )
        count = self._ops.legal_actions(self._rules, self._raw, seat, actions)
        for i in range(count):
            if self._ops.index(self._rules, self._raw, actions[i]) == wanted:
                return action_object(actions[i])
        who = {GPSCORE_CHANCE: "chance", GPSCORE_HOST: "the host"}.get(seat, f"player {seat}")
        why = "it is not set in the legal_mask" if count > 0 else self.due()
        raise IllegalActionError(f"index {wanted} is no legal action for {who}: {why}")

    @cython.critical_section
    def chance_outcomes(self):
        """The chance outcomes as (action, weight), ascending; empty when no chance event is due.

        An outcome's probability is its weight divided by the sum of the weights, which are
        integers.
        """
        cdef gpscore_outcome outcomes[GPSCORE_MAX_ACTIONS]
        cdef size_t count = self._ops.chance_outcomes(self._rules, self._raw, outcomes)
        cdef size_t i
        cdef list result = PyList_New(count)
        for i in range(count):
            pair = outcome_object(outcomes[i].action, outcomes[i].weight)
            Py_INCREF(pair)
            layer_list_put(result, i, pair)
        return result

    @cython.critical_section
    def why_illegal(self, action, player=None):
        """Why *player* may not do *action* now: a ``Reason``, or None when it is legal."""
        cdef int64_t value = read_action(action)
        cdef int seat = self.current_seat() if player is None else read_player(player)
        cdef gpscore_error error
        cdef const gpscore_status_info *info
        if not fits_action(value):
            memset(&error, 0, sizeof(error))
            error.status = GPSCORE_ILLEGAL_UNKNOWN_ACTION
            error.operand[0] = value
        elif self._ops.why_illegal(self._rules, self._raw, seat, <gpscore_action>value,
                                   &error) == GPSCORE_OK:
            return None
        info = gpscore_status_find(error.status)
        if not fits_action(value):
            told = as_given(error_of(&error, self.words(&error)), action, value)
        elif seat == INT32_MAX or seat == INT32_MIN:
            told = as_given(error_of(&error, self.words(&error)), player, seat)
        else:
            return Reason(
                info.status,
                name_of(info),
                info.rule.decode("ascii"),
                operands_of(&error, info),
                self.words(&error),
                fields_of(&error, info),
            )
        return Reason(
            told.code, told.reason, told.rule, told.operands, str(told), told.fields
        )

    cdef int push(self, gpscore_action action, int seat) except -1:
        """Apply and record one action."""
        cdef gpscore_error error
        cdef Ply *ply
        if self._count == self._room:
            self.reserve(1)
        ply = self.ply(self._count)
        if self._ops.apply(self._rules, self._raw, seat, action, <char *>ply + sizeof(Ply),
                           &error) != GPSCORE_OK:
            raise self.illegal(&error, action_text(self._ops, action), seat)
        ply.player = seat
        ply.action = action
        self._count += 1
        return 0

    @cython.critical_section
    def apply(self, action, player=None):
        """Do an action: a player's, a chance outcome with ``CHANCE``, or a host's effect with ``HOST``.

        It is checked and recorded. A simultaneous choice is held open until all players have made
        theirs; any order gives the same state (R5 of GPS).

        :raises IllegalActionError: when the rules do not allow it now (with reason and rule id).
        :raises TypeError: when *action* or *player* is not an integer.
        """
        self.do_action(action, player)

    cdef int do_action(self, object action, object player) except -1:
        cdef int64_t value = read_action(action)
        cdef int seat = self.current_seat() if player is None else read_player(player)
        if not fits_action(value):
            raise self.outside(action, seat)
        try:
            self.push(<gpscore_action>value, seat)
        except Error as error:
            # The core was told the nearest number that fits when the player's does not.
            raise error if player is None else as_given(error, player, seat)
        return 0

    cdef int read_choice(self, object player, object action, gpscore_action *ids,
                         uint32_t *players) except -1:
        """Put one choice of a joint step into *ids*, and its player into the set of *players*."""
        cdef int seat = self.known_seat(player, False)
        cdef int64_t value = read_action(action)
        if not fits_action(value):
            raise self.outside(action, seat)
        if players[0] >> seat & 1:
            raise UsageError(f"player {seat} is given twice")
        players[0] |= <uint32_t>1 << seat
        ids[seat] = <gpscore_action>value
        return 0

    @cython.critical_section
    def apply_joint(self, actions):
        """Do the choices of all players of ``to_act`` at once: all, or none when one is illegal.

        *actions* maps players to actions, or is a sequence in the order of ``to_act``. The history
        gets one entry for each player, in seat order.

        :raises IllegalActionError: when a choice is illegal, missing, or one too many (R5).
        :raises UsageError: when there is no such player, or a sequence is too long.
        :raises TypeError: when *actions* is neither, or its players or actions are no integers.
        """
        cdef gpscore_action ids[GPSCORE_MAX_PLAYERS]
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef uint64_t record[GPSCORE_UNDO_WORDS]
        cdef uint32_t players = 0
        cdef int seat
        cdef gpscore_error error, own
        cdef size_t before
        cdef Py_ssize_t count = 0
        memset(ids, 0, sizeof(ids))
        if type(actions) is dict:
            for key, action in (<dict>actions).items():
                self.read_choice(key, action, ids, &players)
        elif isinstance(actions, collections.abc.Mapping):
            # Not items(), which somebody's own mapping may have wrong; a seat too many ends it.
            for key in actions:
                self.read_choice(key, actions[key], ids, &players)
        elif PySequence_Check(actions) and not isinstance(actions, (str, bytes, memoryview)):
            seats = self.acting()
            choices = read_items(actions, "actions", "action ids", GPSCORE_MAX_PLAYERS + 1, &count)
            # When nobody acts, the core says why.
            if count > len(seats) > 0:
                raise UsageError(f"{count} actions were given for {len(seats)} players to act")
            for key, action in zip(seats, choices):
                self.read_choice(key, action, ids, &players)
        else:
            raise TypeError(
                "apply_joint takes a mapping of players to actions, or a sequence of actions, "
                f"not {type(actions).__name__}"
            )
        memcpy(scratch, self._raw, self._ops.state_size)
        if self._ops.apply_joint(self._rules, scratch, players, ids, record, &error) != GPSCORE_OK:
            for seat in range(GPSCORE_MAX_PLAYERS):
                # A choice that fails on its own has the clearer reason.
                if players >> seat & 1 and self._ops.why_illegal(
                    self._rules, self._raw, seat, ids[seat], &own
                ) == error.status:
                    raise self.illegal(&own, action_text(self._ops, ids[seat]), seat)
            raise error_of(&error, f"the joint step is illegal: {self.words(&error)}")
        before = self._count
        self.reserve(GPSCORE_MAX_PLAYERS)
        try:
            for seat in range(GPSCORE_MAX_PLAYERS):
                if players >> seat & 1:
                    self.push(ids[seat], seat)
        except BaseException:
            while self._count > before:
                self.take_back()
            raise

    cdef inline void take_back(self) noexcept:
        """Undo the last ply of the history, which there must be."""
        self._count -= 1
        self._ops.undo(self._raw, self.record(self._count))

    @cython.critical_section
    def undo(self):
        """Take back the last action of the history and return it as (player, action).

        :raises HistoryError: when the history is empty.
        """
        cdef Ply *ply
        if self._count == 0:
            raise plain_error(GPSCORE_NOTHING_TO_UNDO)
        ply = self.ply(self._count - 1)
        # Made first: there may be no memory for it.
        taken_back = (ply.player, action_object(ply.action))
        self.take_back()
        return taken_back

    cdef size_t since_news(self):
        """The length of the history up to what last told somebody something, or was the host's."""
        cdef size_t count = self._count
        while count > 0 and self.ply(count - 1).player >= 0 and not self._ops.informs(
            self._rules, self.record(count - 1)
        ):
            count -= 1
        return count

    @cython.critical_section
    def retract(self, player):
        """Take back the open choice of *player* while others are still choosing, and return it.

        The position, its hash and the history are as if it had not been made, whatever others have
        chosen since (R5 of GPS). Others see that there was a choice, and never which.

        :raises IllegalActionError: when the player has no open choice; what all have chosen is
            carried out, and for ``undo``.
        :raises UsageError: when there is no such player.
        """
        return self.take_choice_back(self.known_seat(player, False))

    cdef object take_choice_back(self, int seat):
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef Ply others[GPSCORE_MAX_PLAYERS]
        cdef gpscore_error error
        cdef size_t first, count = 0, i
        cdef bint found = False
        taken_back = action_object(self.open_action(seat))
        # No Python code is called from here on, so that nobody gets in between.
        memcpy(scratch, self._raw, self._ops.state_size)
        if self._ops.retract(self._rules, scratch, seat, NULL, &error) != GPSCORE_OK:
            raise error_of(&error, f"nothing was taken back: {self.words(&error)}")
        # Open choices were made in any order: those of the others are undone and made again.
        first = self.since_news()
        while self._count > first:
            if self.ply(self._count - 1).player == seat:
                found = True
            else:
                others[count] = self.ply(self._count - 1)[0]
                count += 1
            self.take_back()
        if not found:  # it was open when the history began
            self._ops.retract(self._rules, self._raw, seat, NULL, NULL)
        for i in range(count):
            self.ply(self._count)[0] = others[count - 1 - i]
            self._ops.apply_unchecked(
                self._rules, self._raw, others[count - 1 - i].player, others[count - 1 - i].action,
                self.record(self._count),
            )
            self._count += 1
        return taken_back

    cdef gpscore_action open_action(self, int seat) except? 0:
        """The open choice of a player, or no action."""
        return GPSCORE_NO_ACTION

    @cython.critical_section
    def commit(self, action, player=None):
        """``apply`` for choices that may arrive twice or be changed: True when something changed.

        A simultaneous choice that is open already is left as it is when it is the same, and
        replaced when it is another. Everything else is applied as by ``apply``.

        :raises IllegalActionError: when the rules do not allow it now; an open choice stays.
        :raises TypeError: when *action* or *player* is not an integer.
        """
        cdef int64_t value = read_action(action)
        cdef int seat = self.current_seat() if player is None else read_player(player)
        cdef gpscore_action before = GPSCORE_NO_ACTION
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef gpscore_error error
        if 0 <= seat < self._ops.players(self._rules):
            before = self.open_action(seat)
        if before == GPSCORE_NO_ACTION:
            self.do_action(action, player)
            return True
        if before == value:
            return False
        if not fits_action(value):
            raise self.outside(action, seat)
        # Tried on a copy: what is refused leaves the history in its order.
        memcpy(scratch, self._raw, self._ops.state_size)
        self._ops.retract(self._rules, scratch, seat, NULL, NULL)
        if self._ops.why_illegal(
            self._rules, scratch, seat, <gpscore_action>value, &error
        ) != GPSCORE_OK:
            raise self.illegal(&error, action_text(self._ops, <gpscore_action>value), seat)
        self.reserve(1)
        self.take_choice_back(seat)
        self.push(<gpscore_action>value, seat)
        return True

    @cython.critical_section
    def undo_floor(self, player=None, policy="friendly"):
        """How far back *player* may take: the least length of ``history`` that undo may leave.

        *policy* is "strict" (what is done is done), "friendly" (the player's own last actions, up to
        where a chance outcome, a card of the host or the choices of others were seen, or somebody
        else acted) or "free" (to the beginning). With None the players are one person, as at one
        screen: only what was not known before holds them up.

        :raises UsageError: when there is no such player or policy.
        """
        cdef size_t floor = self._count
        cdef int seat = GPSCORE_CHANCE if player is None else self.known_seat(player, True)
        if not isinstance(policy, str) or policy not in UNDO_POLICIES:
            what = quoted(policy) if isinstance(policy, str) else f"of the type {type(policy).__name__}"
            raise UsageError(
                f"there is no undo policy {what}; there are {', '.join(UNDO_POLICIES)}"
            )
        if policy == "strict":
            return floor
        if policy == "free":
            return 0
        while floor > 0 and not self._ops.informs(self._rules, self.record(floor - 1)):
            if player is not None and self.ply(floor - 1).player != seat:
                break
            floor -= 1
        return floor

    @cython.critical_section
    def parse_action(self, text):
        """Read an action from its text, e.g. ``"7cw"`` or ``"spin:17"``; it need not be legal.

        :raises ParseError: when the text is no action (with the position).
        :raises TypeError: when *text* is not a str.
        """
        return action_object(self.parsed(text))

    cdef gpscore_action parsed(self, object text) except? 0:
        cdef str clipped = read_text(text, "the text of an action")
        cdef gpscore_error error
        cdef gpscore_action action = 0
        cdef Py_ssize_t size
        cdef const char *chars = PyUnicode_AsUTF8AndSize(clipped, &size)
        if self._ops.action_parse(self._rules, self._raw, chars, size, &action,
                                  &error) != GPSCORE_OK:
            raise read_error(self._ops, &error, clipped)
        check_all_read(text, clipped)
        return action

    def action_to_string(self, action):
        """The text of an action id, e.g. ``"7cw"``; ``"action:<number>"`` for what is none."""
        return self._game.action_to_string(action)

    # ---- History

    @cython.critical_section
    def clone(self):
        """A copy of the position, with an empty history. ``copy.copy`` and pickle do the same."""
        return self.twin()

    cdef State twin(self):
        cdef State other = self._game.blank()
        memcpy(other._raw, self._raw, self._ops.state_size)
        return other

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    @property
    @cython.critical_section
    def history(self):
        """All that was applied since ``start``: a list of (player, action), oldest first."""
        return self.plies()

    cdef list plies(self):
        cdef size_t i
        return [(self.ply(i).player, action_object(self.ply(i).action)) for i in range(self._count)]

    @cython.critical_section
    def history_for(self, player=None):
        """The history as *player* or the public (None) may know it: (player, action), oldest first.

        The action is None where it is the open choice of somebody else (R5 of GPS).

        :raises UsageError: when there is no such player.
        """
        cdef int viewer = self.viewer(player), seat
        cdef size_t first = self.since_news(), i
        plies = self.plies()
        for i in range(first, self._count):
            seat = self.ply(i).player
            if seat != viewer and self.open_action(seat) != GPSCORE_NO_ACTION:
                plies[i] = (seat, None)
        return plies

    @property
    @cython.critical_section
    def start(self):
        """A state as it was where the history begins."""
        cdef State first = self.twin()
        cdef size_t i = self._count
        while i > 0:
            i -= 1
            self._ops.undo(first._raw, self.record(i))
        return first

    cdef object event(self, const gpscore_event *event):
        """The Python form of an event."""
        raise NotImplementedError

    @property
    @cython.critical_section
    def events(self):
        """What the last action of the history did: a tuple of ``Event``, empty without one."""
        cdef gpscore_event events[GPSCORE_MAX_EVENTS]
        cdef size_t count, i
        if self._count == 0:
            return ()
        count = self._ops.events(self._rules, self._raw, self.record(self._count - 1), events)
        return tuple([self.event(&events[i]) for i in range(count)])

    cdef list forms_of(self, int viewer, const gpscore_event *events, size_t count,
                       const void *after):
        """The JSON-ready form of events, as *viewer* sees them; *after* is the state behind them."""
        raise NotImplementedError

    cdef list told(self, int viewer, const void *after, const void *record):
        """The events of an action that led to *after*, and what is due then, JSON-ready."""
        cdef gpscore_event events[GPSCORE_MAX_EVENTS]
        cdef uint64_t view[GPSCORE_STATE_WORDS]
        cdef size_t count = 0
        if record != NULL:
            count = self._ops.events(self._rules, after, record, events)
        self._ops.view(after, viewer, view)
        told = self.forms_of(viewer, events, count, view)
        told.append({"kind": "due", **self.due_of(viewer, view)})
        return told

    @cython.critical_section
    def updates(self, player=None):
        """What the last action did as *player* or the public (None) may see it, JSON-ready.

        A list of dicts: the events in order, each with its *kind* and the fields of ``Event`` or
        ``SolarEvent`` that apply, and at the end one of the kind "due" that says who acts and what
        is legal now. With them ``gpscore.views.apply_events`` makes the new view from the old one.

        :raises UsageError: when there is no such player.
        """
        return self.told(
            self.viewer(player), self._raw,
            self.record(self._count - 1) if self._count > 0 else NULL,
        )

    cdef list own_outcome(self, int seat, gpscore_action action):
        """What a choice does to the player's own things, where others choose at once; else None."""
        return None

    @cython.critical_section
    def preview(self, action, player=None):
        """What an action would do, without doing it: a JSON-ready dict.

        It has *player* (or "chance", "host"), *action*, *text*, *events* (as of ``updates``, in the
        eyes of the player, of the public at chance and the host's) and *view*, the view behind it.
        A choice that is made at once with others tells its own outcome alone, as if the others did
        nothing; what they have chosen does not show (R5 of GPS).

        :raises IllegalActionError: when the rules do not allow it now.
        :raises TypeError: when *action* or *player* is not an integer.
        """
        cdef int64_t value = read_action(action)
        cdef int seat = self.current_seat() if player is None else read_player(player)
        cdef int viewer = max(seat, <int>GPSCORE_PUBLIC)
        cdef uint64_t after[GPSCORE_STATE_WORDS]
        cdef uint64_t record[GPSCORE_UNDO_WORDS]
        cdef gpscore_error error
        if not fits_action(value):
            raise self.outside(action, seat)
        text = action_text(self._ops, <gpscore_action>value)
        memcpy(after, self._raw, self._ops.state_size)
        if self._ops.apply(self._rules, after, seat, <gpscore_action>value, record,
                           &error) != GPSCORE_OK:
            refused = self.illegal(&error, text, seat)
            raise refused if player is None else as_given(refused, player, seat)
        told = self.own_outcome(seat, <gpscore_action>value)
        if told is None:
            told = self.told(viewer, after, record)
            view = self.view_of(viewer, after)
        else:
            from gpscore.views import apply_events
            view = apply_events(self.view_of(viewer, self._raw), told)
        return {
            "player": {GPSCORE_CHANCE: "chance", GPSCORE_HOST: "host"}.get(seat, seat),
            "action": action_object(<gpscore_action>value),
            "text": text,
            "events": told,
            "view": view,
        }

    @cython.critical_section
    def legal_tree(self, player=None):
        """The legal actions of a player in groups as a person picks, JSON-ready; see docs/frontends.md.

        A dict with *player* (or "chance", "host") and *groups*. A node has a *label* in English,
        fields that name what is picked, and *children*; a leaf has *action* (the id) and *text*.
        The leaves are exactly ``legal_actions(player)``, each once. Other fields say more, such as
        what an action costs and where it leads.

        :raises UsageError: when there is no such player.
        """
        from gpscore.views import legal_tree
        cdef State position = self.twin()  # which stays as it is while it is asked
        cdef int seat = (
            position.current_seat() if player is None else position.known_seat(player, True)
        )
        return legal_tree(position, seat)

    @cython.critical_section
    def seen_by(self, player=None):
        """All that *player* or the public (None) may ask for, in one object: a ``gpscore.Seen``.

        :raises UsageError: when there is no such player.
        """
        from gpscore.views import Seen
        cdef int viewer = self.viewer(player)
        return Seen(self, None if viewer == GPSCORE_PUBLIC else viewer)

    # ---- Chance and bundled players

    cdef gpscore_action sampled(self, object seed) except? 0:
        cdef gpscore_action action = self._ops.sample_chance(
            self._rules, self._raw, gpscore_key(read_seed(seed), GPSCORE_PURPOSE_CHANCE)
        )
        if action == GPSCORE_NO_ACTION:
            raise plain_error(GPSCORE_NOT_CHANCE)
        return action

    @cython.critical_section
    def sample_chance(self, seed):
        """An outcome of the chance event that is due, drawn by its weights; nothing is applied.

        It is a function of *seed* (0 to 2**64 - 1), the turn and what is decided: the same seed
        gives the same chance whatever the players do, on every platform.

        :raises UsageError: when no chance event is due.
        """
        return action_object(self.sampled(seed))

    @cython.critical_section
    def resolve_chance(self, seed):
        """Apply ``sample_chance(seed)`` and return it.

        :raises UsageError: when no chance event is due.
        """
        cdef gpscore_action action = self.sampled(seed)
        drawn = action_object(action)  # before anything changes: there may be no memory for it
        self.push(action, GPSCORE_CHANCE)
        return drawn

    @cython.critical_section
    def choose(self, policy="steady", player=None, *, seed=0):
        """The choice of a bundled player for a seat that acts now; nothing is applied.

        *policy* is one of ``POLICIES``, least able first. The choice is a function of position,
        seat and *seed* (0 to 2**64 - 1); the seed breaks ties between choices that are equally
        good, and for "uniform" all are.

        :raises UsageError: when there is no such policy or player, or the player does not act now.
        """
        cdef gpscore_policy number = read_policy(policy)
        cdef int seat = self.current_seat() if player is None else self.known_seat(player, True)
        cdef uint64_t key = gpscore_key(read_seed(seed), GPSCORE_PURPOSE_PLAYER)
        cdef gpscore_action action = GPSCORE_NO_ACTION
        if seat >= 0:
            action = self._ops.choose(self._rules, self._raw, seat, number, key)
        if action == GPSCORE_NO_ACTION:
            if seat < 0 or not self.acting():
                who = "nobody chooses now"
            else:
                who = f"player {seat} does not choose now"
            raise UsageError(f"{who}: {self.due()}")
        return action_object(action)

    @cython.critical_section
    def playout(self, policy="steady", n=1, *, seed=0, turn_cap=None, threads=1, lengths=False):
        """Play *n* games on from here with bundled players: ``PlayoutStats``. The state stays.

        *policy* is one of ``POLICIES``, or one for each seat. *seed* is 0 to 2**64 - 1; the same
        seed gives the same games, whatever the number of *threads*, 1 to 256. A game is cut off, and
        counts as unfinished, after *turn_cap* more turns: 100,000 by default, since weak players
        practically never finish; 0 for never. With *lengths* the result has the turns of each game
        too, as an array of uint32, shape (n,). The GIL is released, and Ctrl-C is heard.

        :raises UsageError: when there is no such policy, or a number is out of range, or a host
            plays along, who is no bundled player, or the system gives no so many threads.
        :raises TypeError: when *policy* is neither a str nor a sequence of them.
        :raises MemoryError: when there is no memory for the lengths or threads.
        """
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef gpscore_policy policies[GPSCORE_MAX_PLAYERS]
        cdef const gpscore_game *ops = self._ops
        cdef const void *rules = self._rules
        cdef Game game = self._game
        cdef int64_t wanted = read_integer(n, "n")
        cdef int64_t cap = DEFAULT_TURN_CAP
        cdef uint64_t start = read_seed(seed)
        cdef int crew = read_threads(threads)
        if turn_cap is not None:
            cap = read_integer(turn_cap, "turn_cap")
        read_policies(policy, ops.players(rules), policies)
        if game._hosted:
            raise UsageError("an embedded game needs its host; playouts are of games played alone")
        if wanted < 0:
            raise UsageError(f"n is {number_text(operator.index(n))}; it must be 0 or more")
        if not 0 <= cap <= <int64_t>UINT32_MAX:
            raise UsageError(
                f"turn_cap is {number_text(operator.index(turn_cap))}; it must be 0 (none) to "
                f"{UINT32_MAX}"
            )
        array = None
        if read_flag(lengths, "lengths"):
            import numpy
            if wanted > <int64_t>(PY_SSIZE_T_MAX // sizeof(uint32_t)):
                raise MemoryError(f"no memory for the lengths of {wanted} games")
            array = numpy.empty(wanted, numpy.uint32)
        memcpy(scratch, self._raw, ops.state_size)
        return play_games(_Crew(crew, sizeof(gpscore__playout_share)), ops, rules, scratch, policies,
                          start, <uint64_t>wanted, <uint32_t>cap, array)

    @cython.critical_section
    def perft(self, depth, *, threads=1):
        """Count the sequences of *depth* actions from here, chance outcomes included.

        Players who choose at once are taken in seat order; a finished game has no continuation. The
        count is the same for every number of *threads*, 1 to 256. The GIL is released, and Ctrl-C is
        heard.

        :raises UsageError: when *depth* is not 0 to 64, or *threads* is out of range or more than
            the system gives.
        :raises MemoryError: when there is no memory for the threads.
        """
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef const gpscore_game *ops = self._ops
        cdef const void *rules = self._rules
        cdef Game game = self._game
        cdef int plies = read_depth(depth, 0)
        cdef int crew = read_threads(threads)
        memcpy(scratch, self._raw, ops.state_size)
        return count_leaves(_Crew(crew, sizeof(gpscore__perft_share)), ops, rules, scratch, plies)

    @cython.critical_section
    def perft_divide(self, depth, *, threads=1):
        """``perft(depth)`` by the first action: a dict from each of ``legal_actions()`` to its count.

        The counts add up to ``perft(depth)``. It is empty when nobody acts.

        :raises UsageError: when *depth* is not 1 to 64, or *threads* is out of range or more than
            the system gives.
        :raises MemoryError: when there is no memory for the threads.
        """
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef gpscore_action actions[GPSCORE_MAX_ACTIONS]
        cdef const gpscore_game *ops = self._ops
        cdef const void *rules = self._rules
        cdef Game game = self._game
        cdef int plies = read_depth(depth, 1), seat = self.current_seat()
        cdef _Crew crew = _Crew(read_threads(threads), sizeof(gpscore__perft_share))
        cdef uint64_t root[GPSCORE_STATE_WORDS]
        cdef size_t count, i
        memcpy(root, self._raw, ops.state_size)
        count = ops.legal_actions(rules, root, seat, actions)
        counts = {}
        for i in range(count):
            memcpy(scratch, root, ops.state_size)
            ops.apply_unchecked(rules, scratch, seat, actions[i], NULL)
            counts[action_object(actions[i])] = count_leaves(crew, ops, rules, scratch, plies - 1)
        return counts

    # ---- Views

    cdef dict seen(self, const void *view):
        """The game's own fields of a view, made from nothing but the view."""
        raise NotImplementedError

    cdef dict legal_of(self, int viewer, const void *view):
        """The texts of the legal actions that *viewer* may know, by who has them.

        Only of those who act, who have no open choice: a view has all that they depend on.
        """
        cdef gpscore_action actions[GPSCORE_MAX_ACTIONS]
        cdef uint32_t to_act = self._ops.to_act(view)
        cdef size_t count, i
        legal = {}
        for seat in SEATS[to_act] if to_act < 32 else ():
            if viewer == GPSCORE_PUBLIC or viewer == seat:
                count = self._ops.legal_actions(self._rules, view, seat, actions)
                legal[str(seat)] = [known_text(self._ops, actions[i]) for i in range(count)]
        if to_act == GPSCORE_TO_ACT_HOST and viewer == GPSCORE_PUBLIC:
            count = self._ops.legal_actions(self._rules, view, GPSCORE_HOST, actions)
            legal["host"] = [known_text(self._ops, actions[i]) for i in range(count)]
        return legal

    cdef dict due_of(self, int viewer, const void *view):
        """The fields of a view that say what is due, made from nothing but the view."""
        cdef uint32_t to_act = self._ops.to_act(view)
        return {
            "to_act": list(SEATS[to_act] if to_act < 32 else ()),
            "chance": to_act == GPSCORE_TO_ACT_CHANCE,
            "winners": list(SEATS[self._ops.winners(self._rules, view) & 31]),
            "legal": self.legal_of(viewer, view),
            "hash": f"{self._ops.hash(view):016x}",
        }

    cdef dict view_of(self, int viewer, const void *state):
        cdef uint64_t view[GPSCORE_STATE_WORDS]
        cdef Game game = self._game
        self._ops.view(state, viewer, view)
        result = {
            "game": game.name,
            "schema": f"{game.name}-view-{VIEW_VERSION}",
            "version": <int>VIEW_VERSION,
            "rules": game.rules_text(),
            "viewer": None if viewer == GPSCORE_PUBLIC else viewer,
            "turn": self._ops.turn(view),
        }
        result.update(self.seen(view))
        result.update(self.due_of(viewer, view))
        return result

    @cython.critical_section
    def view(self, player=None):
        """What *player* may know, or the public (None), as a dict that ``json.dumps`` takes.

        It is made from a view in which the open choices of others do not exist (R5), and described
        by the JSON Schema that ``gpscore.views.schema(game)`` gives. *legal* maps the players who
        act now (as str) to the texts of their legal actions: all of them in the public view, else
        the viewer alone; and there "host" to those of a host that is due.

        :raises UsageError: when there is no such player.
        """
        return self.view_of(self.viewer(player), self._raw)

    @cython.critical_section
    def view_hash(self, player=None):
        """The 64-bit hash of what *player* or the public (None) may know: equal if it looks equal.

        :raises UsageError: when there is no such player.
        """
        cdef uint64_t view[GPSCORE_STATE_WORDS]
        self._ops.view(self._raw, self.viewer(player), view)
        return self._ops.hash(view)

    @cython.critical_section
    def view_text(self, player=None):
        """The text form of what *player* or the public (None) may know; hidden choices are ``?``.

        :raises UsageError: when there is no such player.
        """
        cdef uint64_t view[GPSCORE_STATE_WORDS]
        self._ops.view(self._raw, self.viewer(player), view)
        return state_text(self._ops, self._rules, view)

    @cython.critical_section
    def observation(self, player, out=None):
        """What *player* may know as a NumPy array: uint8, shape (size,), for learning.

        ``game.observation_schema`` tells the size (96 in GPS) and what the numbers mean, and
        ``game.observation_slices`` the parts. With *out*, a writable, C-contiguous uint8 array of
        that shape, that is filled and returned.

        :raises UsageError: when there is no such player, or *out* is read-only, strided or of
            another shape.
        :raises TypeError: when *out* is not an array of uint8.
        """
        global empty_array
        cdef int seat = self.known_seat(player, False)
        cdef Py_ssize_t size = self._ops.observation_size
        cdef Py_buffer view
        cdef int flags = PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_ND | PyBUF_C_CONTIGUOUS
        if out is None:
            if empty_array is None:
                import numpy
                numpy_parts = (numpy.empty, numpy.uint8)
                # Set once: another thread may be about to read it.
                with cython.critical_section(State):
                    if empty_array is None:
                        empty_array = numpy_parts
            out = empty_array[0](size, empty_array[1])
        elif not PyObject_CheckBuffer(out):
            raise TypeError(f"out must be an array of uint8, not {type(out).__name__}")
        try:
            PyObject_GetBuffer(out, &view, flags)
        except (BufferError, ValueError) as error:
            raise UsageError(f"out must be writable and C-contiguous ({error})") from None
        try:
            if not (view.itemsize == 1 and kind_of(&view) == c"u"):
                raise TypeError("out must be an array of uint8")
            if view.ndim != 1 or view.len != size:
                raise UsageError(f"out must have the shape ({size},)")
            self._ops.observe(self._rules, self._raw, seat, <uint8_t *>view.buf)
        finally:
            PyBuffer_Release(&view)
        return out

    # ---- Pictures

    cdef size_t last_events(self, int64_t plies, gpscore_event *out, size_t room) noexcept:
        """The events of the last plies of the history, oldest first, as far as there is room."""
        cdef gpscore_event events[GPSCORE_MAX_EVENTS]
        cdef uint64_t then[GPSCORE_STATE_WORDS]
        cdef size_t at = self._count, begin = room, count
        memcpy(then, self._raw, self._ops.state_size)
        while plies > 0 and at > 0:
            at -= 1
            plies -= 1
            count = self._ops.events(self._rules, then, self.record(at), events)
            if count > begin:
                break
            begin -= count
            memcpy(&out[begin], events, count * sizeof(gpscore_event))
            self._ops.undo(then, self.record(at))
        count = room - begin
        memmove(out, &out[begin], count * sizeof(gpscore_event))
        return count

    cdef bytes read_arrows(self, list arrows):
        """The core's form of arrows, each (from, to) or (from, to, player)."""
        cdef Py_ssize_t i, count = 0
        cdef bytes result = PyBytes_FromStringAndSize(
            NULL, (len(arrows) + 1) * <Py_ssize_t>sizeof(gpscore_arrow)
        )
        cdef gpscore_arrow *out = <gpscore_arrow *>PyBytes_AsString(result)
        for i, arrow in enumerate(arrows):
            if not isinstance(arrow, (tuple, list)):
                raise TypeError("an arrow is (from, to) or (from, to, player)")
            ends = read_items(arrow, "an arrow", "spaces", 4, &count)
            if len(ends) not in (2, 3):
                raise TypeError("an arrow is (from, to) or (from, to, player)")
            out[i].from_ = read_small(ends[0], "a space")
            out[i].to = read_small(ends[1], "a space")
            out[i].player = GPSCORE_SVG_NOBODY
            if len(ends) == 3 and ends[2] is not None:
                out[i].player = self.known_seat(ends[2], False)
        return result

    @cython.critical_section
    def svg(self, player=None, *, size=None, theme="light", legal=None, last=0, arrows=(),
            labels=True, prefix=""):
        """The position as an SVG picture: an ``Svg``, a str that notebooks show.

        It is what *player* may know, or the public (None): open choices of others are not drawn.
        Every element has an id and classes for style sheets and scripts, which docs/pictures.md
        lists.

        :param size: the width in px, 16 to 16384; None for the game's own.
        :param theme: "light", "dark" or "colour-blind" (``gpscore.THEMES``).
        :param legal: a player, whose legal targets are marked.
        :param last: how many of the last plies are marked (True is 1): who moved from where ...
        :param arrows: (from, to) or (from, to, player) each, spaces of the board; at most 256.
        :param labels: whether names, numbers of spaces and captions are written.
        :param prefix: of all ids, for several pictures in one page: a letter, then letters, digits,
            ``-`` or ``_``, at most 31.
        :raises UsageError: when there is no such player, theme or space, or *size*, *last*,
            *prefix* or the number of arrows is out of range.
        :raises TypeError: when an argument is of another type.
        """
        cdef gpscore_event events[SVG_EVENTS]
        cdef gpscore_svg_options options
        cdef bytes arrow_rows, prefix_bytes
        cdef const gpscore_arrow *row
        cdef list given
        cdef int64_t plies
        cdef Py_ssize_t count = 0
        memset(&options, 0, sizeof(options))
        options.viewer = self.viewer(player)
        options.size = 0
        if size is not None:
            options.size = read_integer(size, "size")
            if options.size == 0:
                raise plain_error(GPSCORE_SVG_SIZE, 0, GPSCORE_SVG_MIN_SIZE, GPSCORE_SVG_MAX_SIZE)
        options.theme = read_theme(theme)
        options.legal = GPSCORE_SVG_NOBODY if legal is None else self.known_seat(legal, False)
        options.labels = read_flag(labels, "labels") != 0
        plies = last if isinstance(last, bool) else read_integer(last, "last")
        if plies < 0:
            raise UsageError(f"last is {number_text(operator.index(last))}; it must be 0 or more")
        options.events = events
        options.event_count = self.last_events(plies, events, SVG_EVENTS)
        given = read_items(arrows, "arrows", "arrows", GPSCORE_SVG_MAX_ARROWS + 1, &count)
        options.arrow_count = count
        arrow_rows = self.read_arrows(given)
        options.arrows = <const gpscore_arrow *>PyBytes_AsString(arrow_rows)
        if not isinstance(prefix, str):
            raise TypeError(f"prefix must be a str, not {type(prefix).__name__}")
        # What is not ASCII, or a NUL that would end it early, becomes what no prefix may have.
        prefix_bytes = PyUnicode_FromObject(prefix).encode("ascii", "replace").replace(b"\0", b"?")
        options.prefix = PyBytes_AsString(prefix_bytes)
        try:
            return draw(self._ops, self._rules, self._raw, &options)
        except UsageError as error:
            # The core was told the nearest number that fits when a given one does not.
            if error.code == GPSCORE_SVG_SIZE:
                as_given(error, size, options.size)
            elif error.code == GPSCORE_SVG_SPACE:
                row = <const gpscore_arrow *>PyBytes_AsString(arrow_rows) + <int>error.operands[0]
                which = 0 if row.from_ == error.operands[1] else 1
                as_given(error, given[error.operands[0]][which], error.operands[1])
            raise

    def _repr_svg_(self):
        return str(self.svg())

    # ---- Forms

    @cython.critical_section
    def to_bytes(self):
        """The position in ``game.packed_size`` bytes: canonical, for hash tables and files."""
        cdef bytes result = PyBytes_FromStringAndSize(NULL, self._ops.packed_size(self._rules))
        self._ops.pack(self._rules, self._raw, <uint8_t *>PyBytes_AsString(result))
        return result

    @cython.critical_section
    def to_struct(self):
        """The position as the bytes of its C struct, e.g. ``gps_state`` of ``<gpscore/gps.h>``.

        ``gpscore.embed.dtype`` reads its fields, ``game.from_struct`` reads it back.
        """
        return PyBytes_FromStringAndSize(<const char *>self._raw, self._ops.state_size)

    @cython.critical_section
    def __str__(self):
        return state_text(self._ops, self._rules, self._raw)

    def __reduce__(self):
        return _restore, (self._game, self.to_bytes())

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        with cython.critical_section(self, other):
            return self._game.same((<State>other)._game) and memcmp(
                self._raw, (<State>other)._raw, self._ops.state_size
            ) == 0


def _restore(Game game not None, data):
    """Unpickle a state."""
    return game.from_bytes(data)
