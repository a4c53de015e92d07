# The plies of a game record: kept in 24 bytes each, chained, and written and read in both forms.

# Plies between two positions that are kept to seek from; it is a part of both forms.
cdef enum:
    LEAP = 1024

_RECORD_LEAP = <int>LEAP

# Plies between two looks at signals.
cdef enum:
    RECORD_PORTION = 1 << 14

cdef enum:
    PLY_EXPECTED = 1  # the player is the one who is expected
    PLY_ENDS_TURN = 2

cdef struct LoggedPly:
    gpscore_ply ply
    uint8_t flags
    uint8_t mark[2]

cdef struct Milestone:
    uint64_t state[GPSCORE_STATE_WORDS]
    uint8_t link[32]

cdef bytes HEX = b"0123456789abcdef"


class _RecordFault(Exception):
    """What is wrong with a ply, for ``gpscore.record`` to tell with the line and the record so far.

    *at* is the offset in what was read, *player* None where the fault is none of a ply.
    """

    def __init__(self, message, reason="record_text", *, at=-1, ply=-1, player=None, action=None,
                 cause=None):
        Exception.__init__(self, message)
        self.message = message
        self.reason = reason
        self.at = at
        self.ply = ply
        self.player = player
        self.action = action
        self.cause = cause


def _with_history(State state not None):
    """A copy of a state that has its history, both as they are at one moment."""
    cdef State copy = state._game.blank()
    with cython.critical_section(state):
        copy.reserve(state._count)
        memcpy(copy._raw, state._raw, state._ops.state_size)
        if state._count > 0:
            memcpy(copy._log, state._log, state._count * state._stride)
        copy._count = state._count
    return copy


cdef inline bint position_due(size_t before, size_t after) noexcept:
    """Whether a turn from one number of plies to another has a position behind it, to seek from."""
    return after // LEAP > before // LEAP


cdef inline int hex_digit(char c) noexcept:
    """The value of a lower-case digit, or -1."""
    if c'0' <= c <= c'9':
        return c - c'0'
    return c - c'a' + 10 if c'a' <= c <= c'f' else -1


cdef inline int set_size(uint32_t mask) noexcept:
    """How many players are in a mask; 1 for chance and the host."""
    cdef int size = 0
    if mask >= 32:
        return 1
    while mask:
        mask &= mask - 1
        size += 1
    return size


cdef inline bint alike(const uint8_t *a, const uint8_t *b) noexcept:
    return a[0] == b[0] and a[1] == b[1]


cdef str shown(const char *text, Py_ssize_t length):
    """The beginning of a text for an error, what is not printable escaped."""
    whole = text[:min(length, 41)].decode("latin-1")
    return ascii(whole if length <= 40 else whole[:37] + "...")


@cython.final
cdef class _RecordLog:
    """The plies of a record from *start* on, and the chain over them from *link* on.

    Without a link there is no chain, and what needs one is not to be called.
    """

    cdef Game _game
    cdef const gpscore_game *_ops
    cdef const void *_rules
    cdef LoggedPly *_log
    cdef size_t _count
    cdef size_t _room
    cdef Milestone *_stones
    cdef size_t _stones_room
    cdef uint64_t _raw[GPSCORE_STATE_WORDS]
    cdef uint8_t _link[32]
    cdef bint _chained
    # Whether plies have times: 1 or 0, -1 while there is none.
    cdef int _timed
    # Of a decision that is made at once: who are still to choose, who chose last, and how many did.
    cdef int _left
    cdef int _seat
    cdef int _chosen
    # The last line that was read stops within its turn.
    cdef bint _unfinished
    # Before another turn the line of a position is due.
    cdef bint _due
    # Plies of the record before *start*.
    cdef Py_ssize_t _before
    # Plies that will not be taken back when the line turns out to be damaged.
    cdef size_t _sure
    # Lines that were read whole.
    cdef readonly Py_ssize_t lines_read

    @cython.critical_section
    def __init__(self, State start not None, bytes link=None, int timed=-1, Py_ssize_t before=0):
        self._game = start._game
        self._ops = start._ops
        self._rules = start._rules
        with cython.critical_section(start):
            memcpy(self._raw, start._raw, self._ops.state_size)
        self._chained = link is not None
        if self._chained:
            if len(link) != GPSCORE_LINK:
                raise ValueError("a link has 32 bytes")
            memcpy(self._link, <const char *>link, GPSCORE_LINK)
        self._timed = timed
        self._before = before

    def __dealloc__(self):
        PyMem_Free(self._log)
        PyMem_Free(self._stones)

    @cython.critical_section
    def __len__(self):
        return self._count

    @property
    @cython.critical_section
    def link(self):
        """The last link."""
        return (<const char *>self._link)[:GPSCORE_LINK]

    @property
    @cython.critical_section
    def timed(self):
        """Whether the plies have times."""
        return self._timed == 1

    @property
    @cython.critical_section
    def open(self):
        """How many of the last plies are choices of a decision that others are still to make."""
        return self._chosen if self._left > 0 else 0

    @property
    @cython.critical_section
    def turn(self):
        """The number of turns completed."""
        return self._ops.turn(self._raw)

    @property
    @cython.critical_section
    def state(self):
        """The last position, with an empty history."""
        cdef State state = self._game.blank()
        memcpy(state._raw, self._raw, self._ops.state_size)
        return state

    # ---- Taking in

    cdef int reserve(self) except -1:
        """Make room for one more ply before anything is changed."""
        cdef size_t room
        cdef void *grown
        if self._count == self._room:
            room = max(<size_t>64, 2 * self._room)
            grown = PyMem_Realloc(self._log, room * sizeof(LoggedPly))
            if grown == NULL:
                raise MemoryError(f"no memory for a record of {room} plies")
            self._log = <LoggedPly *>grown
            self._room = room
        if self._count % LEAP == 0 and self._count // LEAP >= self._stones_room:
            room = max(<size_t>1, 2 * self._stones_room)
            grown = PyMem_Realloc(self._stones, room * sizeof(Milestone))
            if grown == NULL:
                raise MemoryError("no memory for the positions of a record")
            self._stones = <Milestone *>grown
            self._stones_room = room
        return 0

    cdef int push(self, const gpscore_ply *ply, const uint8_t *mark,
                  gpscore_error *error) except? -2:
        """Apply a ply: 0, or the status of the error; -1 when its link does not begin with *mark*."""
        cdef uint64_t before[GPSCORE_STATE_WORDS]
        cdef uint8_t link[32]
        cdef uint32_t to_act = self._ops.to_act(self._raw)
        cdef uint32_t turn = self._ops.turn(self._raw)
        cdef Milestone *stone
        cdef LoggedPly *place
        cdef gpscore_status status
        self.reserve()
        memcpy(before, self._raw, self._ops.state_size)
        if self._chained:
            memcpy(link, self._link, GPSCORE_LINK)
            status = gpscore_record_apply(
                self._ops, self._rules, self._raw, ply, self._link, error
            )
        else:
            status = self._ops.apply(
                self._rules, self._raw, ply.player, ply.action, NULL, error
            )
        if status != GPSCORE_OK:
            return status
        if mark != NULL and not alike(mark, self._link):
            memcpy(self._raw, before, self._ops.state_size)
            memcpy(self._link, link, GPSCORE_LINK)
            return -1
        if self._count % LEAP == 0:
            stone = self._stones + self._count // LEAP
            memcpy(stone.state, before, self._ops.state_size)
            if self._chained:
                memcpy(stone.link, link, GPSCORE_LINK)
        place = self._log + self._count
        place.ply = ply[0]
        place.flags = 0
        if ply.player == gpscore_record_player(to_act):
            place.flags |= PLY_EXPECTED
        if self._ops.turn(self._raw) != turn:
            place.flags |= PLY_ENDS_TURN
        memcpy(place.mark, self._link, 2)
        self._timed = ply.time != GPSCORE_NO_TIME
        if ply.player >= 0:
            if self._left == 0:
                self._left = set_size(to_act)
                self._chosen = 0
            self._left -= 1
            self._chosen += 1
            self._seat = ply.player
        self._count += 1
        if self._count % RECORD_PORTION == 0:
            PyErr_CheckSignals()
        return 0

    cdef int check(self, const gpscore_ply *ply, Py_ssize_t at) except -1:
        """Refuse a ply that is not in its place among those made at once, or that alone has a time."""
        if self._left > 0 and 0 <= ply.player < self._seat:
            raise self.fault(
                f"choices made at once stand in seat order, {ply.player} before {self._seat}",
                ply, at,
            )
        if self._timed >= 0 and self._timed != (ply.time != GPSCORE_NO_TIME):
            raise self.fault("either all plies have a time or none has", ply, at)
        return 0

    cdef object fault(self, str message, const gpscore_ply *ply, Py_ssize_t at,
                      str reason="record_text", object cause=None):
        """The exception for a ply that would be the next."""
        return _RecordFault(
            message, reason, at=at, ply=self._count, player=ply.player,
            action=action_text(self._ops, ply.action), cause=cause,
        )

    cdef object refused(self, const gpscore_error *error, const gpscore_ply *ply, Py_ssize_t at):
        """The exception for a ply that the core refused."""
        cause = illegal_error(error, action_text(self._ops, ply.action), ply.player, self._ops,
                              self._rules)
        return self.fault(str(cause), ply, at, "", cause)

    cdef object broken(self, const gpscore_ply *ply, const uint8_t *mark, Py_ssize_t at):
        """The exception for a ply after which the link is another one."""
        return self.fault(
            f"the chain breaks: the link of this ply does not begin with {mark[0]:02x}{mark[1]:02x}",
            ply, at, "record_link",
        )

    cdef int read_pair(self, object given, gpscore_ply *ply) except -1:
        """Read (player, action): 1, or 0 when the integers are too large for a legal ply."""
        cdef int64_t action
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise TypeError
        player, number = given
        ply.player = read_player(player)
        action = read_action(number)
        ply.action = <gpscore_action>action
        return fits_action(action)

    @cython.critical_section
    def extend(self, plies, times):
        """Take in plies of choices made at once in any order; *times* or none.

        *plies* are pairs that anybody may have made, or a State, whose history they are. They are
        applied as they stand, so that the first at fault is the one that stands first.

        :raises _RecordFault: a ply is illegal, or no pair of integers; it has but the number.
        """
        cdef gpscore_ply run[GPSCORE_MAX_PLAYERS]
        cdef gpscore_ply one
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef gpscore_error error
        cdef State source = plies if isinstance(plies, State) else None
        cdef Py_ssize_t total = len(plies) if source is None else source._count
        cdef Py_ssize_t done = 0, i, j, size
        cdef bint timed = len(times) > 0, fits
        while done < total:
            size = min(max(1, set_size(self._ops.to_act(self._raw))), total - done)
            if size > 1:
                memcpy(scratch, self._raw, self._ops.state_size)
            for i in range(size):
                if source is not None:
                    with cython.critical_section(source):
                        one.player = source.ply(done + i).player
                        one.action = source.ply(done + i).action
                    fits = True
                else:
                    try:
                        fits = self.read_pair(plies[done + i], &one)
                    except (TypeError, ValueError):
                        raise _RecordFault("", "record_ply", ply=done + i) from None
                one.time = times[done + i] if timed else GPSCORE_NO_TIME
                if not fits:
                    error.status = GPSCORE_ILLEGAL_UNKNOWN_ACTION
                elif size == 1:
                    error.status = self.push(&one, NULL, &error)
                else:
                    error.status = self._ops.apply(
                        self._rules, scratch, one.player, one.action, NULL, &error
                    )
                if error.status != GPSCORE_OK:
                    raise _RecordFault("", ply=done + i)
                j = i
                while j > 0 and run[j - 1].player > one.player:
                    run[j] = run[j - 1]
                    j -= 1
                run[j] = one
            if size > 1:
                for i in range(size):
                    self.push(&run[i], NULL, &error)
            done += size

    # ---- Asking

    cdef int go_to(self, size_t ply, void *state, uint8_t *link) except -1:
        """The position and, unless NULL, the link before a ply: from the milestone before it on."""
        cdef size_t at = ply // LEAP * LEAP
        if ply == self._count:
            memcpy(state, self._raw, self._ops.state_size)
            if link != NULL:
                memcpy(link, self._link, GPSCORE_LINK)
            return 0
        memcpy(state, self._stones[ply // LEAP].state, self._ops.state_size)
        if link != NULL:
            memcpy(link, self._stones[ply // LEAP].link, GPSCORE_LINK)
        while at < ply:
            self._ops.apply_unchecked(
                self._rules, state, self._log[at].ply.player, self._log[at].ply.action, NULL
            )
            if link != NULL:
                gpscore_record_link(link, &self._log[at].ply, self._ops.hash(state))
            at += 1
        return 0

    @cython.critical_section
    def state_at(self, Py_ssize_t ply):
        """The position after so many plies, at most all, with an empty history."""
        cdef State state = self._game.blank()
        if not 0 <= ply <= <Py_ssize_t>self._count:
            raise IndexError(ply)
        self.go_to(ply, state._raw, NULL)
        return state

    @cython.critical_section
    def plies(self, Py_ssize_t first=0, Py_ssize_t last=PY_SSIZE_T_MAX):
        """The plies number *first* to *last* - 1 as (player, action)."""
        cdef Py_ssize_t i
        return [
            (self._log[i].ply.player, action_object(self._log[i].ply.action))
            for i in range(first, min(last, <Py_ssize_t>self._count))
        ]

    @cython.critical_section
    def times(self, Py_ssize_t first=0, Py_ssize_t last=PY_SSIZE_T_MAX):
        """The times of the same, empty when there are none."""
        cdef Py_ssize_t i
        if self._timed != 1:
            return []
        return [self._log[i].ply.time for i in range(first, min(last, <Py_ssize_t>self._count))]

    # ---- Text

    @cython.critical_section
    def lines(self, uint32_t turn):
        """The plies as lines, one a turn; *turn* turns were completed before the first."""
        cdef char *out = NULL
        cdef void *grown
        cdef size_t used = 0, room = 0, i, j, first = 0
        cdef uint64_t state[GPSCORE_STATE_WORDS]
        cdef uint8_t link[32]
        cdef uint8_t byte
        cdef bytes stone
        try:
            for i in range(self._count):
                # A ply, the number of its turn, and at the end of a turn the marks of all its plies.
                if room - used < GPSCORE_PLY_TEXT + 32 + 4 * (i + 1 - first):
                    room = 2 * room + 4096 + 4 * (i + 1 - first)
                    grown = PyMem_Realloc(out, room)
                    if grown == NULL:
                        raise MemoryError("no memory for the text of a record")
                    out = <char *>grown
                if i == first:
                    start = b"%d." % (turn + 1)
                    memcpy(out + used, <const char *>start, len(start))
                    used += len(start)
                out[used] = c' '
                used += 1
                used += gpscore_record_write(
                    self._ops, &self._log[i].ply, out + used, GPSCORE_PLY_TEXT
                )
                if i + 1 == self._count or self._log[i].flags & PLY_ENDS_TURN:
                    out[used] = c' '
                    out[used + 1] = c'#'
                    used += 2
                    for j in range(2 * first, 2 * (i + 1)):
                        byte = self._log[j >> 1].mark[j & 1]
                        out[used] = (<const char *>HEX)[byte >> 4]
                        out[used + 1] = (<const char *>HEX)[byte & 15]
                        used += 2
                    out[used] = c'\n'
                    used += 1
                    if i + 1 < self._count and position_due(first, i + 1):
                        self.go_to(i + 1, state, link)
                        stone = self.stone_line(i + 1, state, link)
                        if room - used < <size_t>len(stone):
                            room = 2 * room + len(stone)
                            grown = PyMem_Realloc(out, room)
                            if grown == NULL:
                                raise MemoryError("no memory for the text of a record")
                            out = <char *>grown
                        memcpy(out + used, <const char *>stone, len(stone))
                        used += len(stone)
                    first = i + 1
                    turn += 1
            return out[:used] if used else b""
        finally:
            PyMem_Free(out)

    @cython.critical_section
    def lines_before(self):
        """How many lines the text has before the one with the next ply."""
        cdef size_t i, first = 0
        cdef Py_ssize_t lines = 0
        for i in range(self._count):
            if self._log[i].flags & PLY_ENDS_TURN:
                lines += 1 + position_due(first, i + 1)
                first = i + 1
        return lines

    cdef bytes stone_line(self, Py_ssize_t plies, const void *state, const uint8_t *link):
        """The line that tells the position after so many plies, to seek from."""
        text = state_text(self._ops, self._rules, state).encode("ascii")
        return b"at %d %s %s\n" % (plies, (<const char *>link)[:GPSCORE_LINK].hex().encode(), text)

    @cython.critical_section
    def read_lines(self, bytes data, Py_ssize_t at, bint old=False, Py_ssize_t limit=-1):
        """Read turns from the line at *at* on; gives where the first line that is none begins.

        *old*: the first version of the text, whose lines end in the hash of the position. With a
        *limit*, it stops at the line after the one that has the ply of this number.

        :raises _RecordFault: what is wrong first; what was good before it is taken in.
        """
        cdef const char *text = data
        cdef Py_ssize_t size = len(data)
        cdef Py_ssize_t count
        while at < size and (limit < 0 or <Py_ssize_t>self._count <= limit):
            if self._due and (c'1' <= text[at] <= c'9' or text[at] == c'a'):
                at = self.read_stone(text, at, size)
                self._due = False
                self.lines_read += 1
                continue
            if not c'1' <= text[at] <= c'9':
                break
            self._sure = count = self._count
            try:
                at = self.read_line(text, at, size, old)
            except _RecordFault:
                if self._sure < self._count:
                    self.go_back(self._sure)
                raise
            self.lines_read += 1
            self._due = not old and position_due(self._before + count, self._before + self._count)
        return at

    cdef Py_ssize_t read_stone(self, const char *text, Py_ssize_t at, Py_ssize_t size) except -1:
        """Read the line of the position, which is known, and what follows it is a turn."""
        cdef bytes line = self.stone_line(self._before + self._count, self._raw, self._link)
        cdef const char *expected = line
        cdef Py_ssize_t length = len(line), i = 0, odd
        while i < length and at + i < size and text[at + i] == expected[i]:
            i += 1
        odd = at + i
        if i == length and (odd == size or c'1' <= text[odd] <= c'9'):
            return odd
        while odd < size and c' ' <= text[odd] <= c'~':
            odd += 1
        if odd < size and text[odd] != c'\n':
            raise self.odd_character(text, odd, size, False)
        if i == length:
            raise _RecordFault("a line 'at ...' stands only where a turn follows", at=at)
        if odd == size:
            raise _RecordFault(
                "the text ends too early: the record has no complete end line", "record_end", at=size
            )
        raise _RecordFault(
            f"the position after {self._before + self._count} plies is expected here, "
            f"{shown(expected, length - 1)}", at=at + i,
        )

    cdef int go_back(self, size_t count) except -1:
        """Forget all plies but the first so many."""
        cdef uint64_t state[GPSCORE_STATE_WORDS]
        cdef uint8_t link[32]
        self.go_to(count, state, link if self._chained else NULL)
        memcpy(self._raw, state, self._ops.state_size)
        if self._chained:
            memcpy(self._link, link, GPSCORE_LINK)
        self._count = count
        self._left = 0
        return 0

    cdef Py_ssize_t read_line(self, const char *text, Py_ssize_t at, Py_ssize_t size,
                              bint old) except -1:
        cdef const char *found = <const char *>memchr(text + at, c'\n', size - at)
        cdef bint cut = found == NULL
        cdef Py_ssize_t end = size if cut else found - text
        cdef Py_ssize_t odd = at, stop, marks = -1, first = at, token
        cdef uint32_t turn = self._ops.turn(self._raw)
        cdef uint64_t number = 0
        cdef size_t before = self._count
        cdef gpscore_ply ply
        cdef gpscore_error error
        cdef uint8_t mark[2]
        cdef int status, digits
        ply.player = GPSCORE_CHANCE
        while odd < end and c' ' <= text[odd] <= c'~':
            odd += 1
        while c'0' <= text[at] <= c'9' and at - first < 10:
            number = 10 * number + (text[at] - c'0')
            at += 1
            if at == end:
                break
        if end - at < 2 or text[at] != c'.' or text[at + 1] != c' ':
            raise self.no_line(text, first, end, odd, cut)
        if self._unfinished:
            raise _RecordFault(
                f"turn {turn + 1} was left unfinished; only the end may follow", at=first
            )
        if number != turn + 1:
            raise _RecordFault(f"turn {turn + 1} is expected here, not {number}", at=first)
        at += 2
        stop = end
        found = <const char *>memchr(text + at, c'#', end - at)
        if found != NULL and (found - 1)[0] == c' ':
            marks = found - text + 1
            stop = marks - 2
        while True:
            token = at
            while at < stop and text[at] != c' ':
                at += 1
            if cut and marks < 0 and at == stop:
                break  # the last one may lack its end
            if self._ops.turn(self._raw) != turn:
                raise self.no_ply(
                    text, token, at, odd, "this turn is over; the next one stands on a line of its own"
                )
            status = gpscore_record_parse(
                self._ops, self._rules, self._raw, text + token, at - token, &ply, &error
            )
            if status != GPSCORE_OK:
                raise self.unread(text, token, at, odd, &error)
            self.check(&ply, token)
            digits = 0
            if marks >= 0 and not old:
                digits = self.read_mark(text + marks, end - marks, self._count - before, mark)
            status = self.push(&ply, mark if digits == 4 else NULL, &error)
            if status > 0:
                raise self.refused(&error, &ply, token)
            if status < 0:
                raise self.broken(&ply, mark, token)
            # The marks of a line that is cut may be lost. Else a ply that has none was put in, and is
            # looked at only to say what else is wrong with it.
            if old:
                pass
            elif digits == 4 or (cut and self.mark_lost(marks, end, digits, before)):
                self._sure = self._count
            elif not self.mark_lost(marks, end, digits, before):
                raise self.no_mark(text, marks + 4 * (self._count - 1 - before), end, odd)
            if at == stop:
                break
            at += 1
        if odd < end:
            raise self.odd_character(text, odd, end, cut)
        if cut:
            raise _RecordFault(
                "the text ends too early: the record has no complete end line", "record_end",
                at=size,
            )
        if marks < 0:
            raise self.no_line(text, first, end, odd, cut)
        if old:
            self.check_hash(text + marks, end - marks, marks)
        elif end - marks != 4 * <Py_ssize_t>(self._count - before):
            raise self.no_mark(text, marks + 4 * (self._count - before), end, odd)
        self._unfinished = self._ops.turn(self._raw) == turn
        return end + 1

    cdef bint mark_lost(self, Py_ssize_t marks, Py_ssize_t end, int digits, size_t before):
        """Whether the line ends within the mark of the last ply, or before it."""
        return marks < 0 or marks + 4 * <Py_ssize_t>(self._count - 1 - before) + digits >= end

    cdef int read_mark(self, const char *text, Py_ssize_t length, size_t number,
                       uint8_t *mark) except -1:
        """The mark of ply *number* of a line; how many of its digits are there."""
        cdef Py_ssize_t at = 4 * number
        cdef int i, digit, value = 0
        for i in range(4):
            if at + i >= length:
                return i
            digit = hex_digit(text[at + i])
            if digit < 0:
                return i
            value = value << 4 | digit
        mark[0] = value >> 8
        mark[1] = value & 0xFF
        return 4

    cdef int check_hash(self, const char *text, Py_ssize_t length, Py_ssize_t at) except -1:
        cdef LoggedPly *last = self._log + self._count - 1
        expected = f"{self._ops.hash(self._raw):016x}"
        if text[:length] != expected.encode("ascii"):
            raise _RecordFault(
                f"the position after this line has the hash {expected}, not {shown(text, length)}",
                "record_hash", at=at, ply=self._count - 1, player=last.ply.player,
                action=action_text(self._ops, last.ply.action),
            )
        return 0

    cdef object odd_character(self, const char *text, Py_ssize_t odd, Py_ssize_t end, bint cut):
        """The exception for a character that cannot stand in a record."""
        if text[odd] == c'\r' and odd + 1 == end and not cut:
            return _RecordFault(
                "the line ends in CR LF; the lines of a record end in a line feed alone, and a "
                "tool has changed that", at=odd,
            )
        return _RecordFault("", "record_character", at=odd)

    cdef object no_line(self, const char *text, Py_ssize_t first, Py_ssize_t end, Py_ssize_t odd,
                        bint cut):
        if odd < end:
            return self.odd_character(text, odd, end, cut)
        if cut:
            return _RecordFault(
                "the text ends too early: the record has no complete end line", "record_end", at=end
            )
        return _RecordFault(
            f"'3. <plies> #<hex digits>' is expected, not {shown(text + first, end - first)}",
            at=first,
        )

    cdef object no_mark(self, const char *text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t odd):
        if odd < end:
            return self.odd_character(text, odd, end, False)
        return _RecordFault(
            "behind # there are four lower-case hex digits for each ply of the line",
            at=min(at, end),
        )

    cdef object no_ply(self, const char *text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t odd,
                       str message, object cause=None, Py_ssize_t inside=0):
        """The exception for what should be a ply and cannot be read as one."""
        if odd < end:
            return self.odd_character(text, odd, end, False)
        token = text[at:min(end, at + 200)].decode("latin-1")
        head, colon, rest = token.partition(":")
        player = CHANCE
        if colon and head.isdecimal():
            player = int(head[:9])
        elif colon and head == "host":
            player = HOST
        else:
            rest = token
        return _RecordFault(
            message, at=at + inside, ply=self._count, player=player, action=rest, cause=cause
        )

    cdef object unread(self, const char *text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t odd,
                       const gpscore_error *error):
        cdef gpscore_action action = 0
        words = words_of(error)
        cause = error_of(error, words)
        cause.position = error.position
        cause.text = text[at:min(end, at + 60)].decode("latin-1")
        if error.status == GPSCORE_PARSE_FORM:
            # What was meant is known; only now is it worth to find out how it is written.
            head, colon, spoken = cause.text.partition(":")
            if colon and head.isdecimal():
                head = f"{int(head)}:"
            elif colon and head == "host":
                head = "host:"
            else:
                head, spoken = "", cause.text
            spoken = spoken.partition("~")[0].encode("latin-1")
            if self._ops.action_parse(
                self._rules, self._raw, spoken, len(spoken), &action, NULL
            ) == GPSCORE_OK:
                words = (f"{shown(text + at, end - at)} is written "
                         f"{head + action_text(self._ops, action)!r}")
        return self.no_ply(text, at, end, odd, words, cause, max(0, error.position))

    # ---- Bytes

    @cython.critical_section
    def pack(self):
        """The plies as bytes, each with its mark, and the index of the positions to seek from."""
        cdef uint8_t *out = NULL
        cdef void *grown
        cdef size_t used = 0, room = 0, i
        cdef LoggedPly *place
        cdef bytes packed
        cdef Py_ssize_t size = self._ops.packed_size(self._rules)
        index = []
        try:
            for i in range(self._count):
                if room - used < GPSCORE_PLY_BYTES + GPSCORE_LINK_MARK:
                    room = 2 * room + 1024
                    grown = PyMem_Realloc(out, room)
                    if grown == NULL:
                        raise MemoryError("no memory for the bytes of a record")
                    out = <uint8_t *>grown
                if i % LEAP == 0 and i > 0:
                    packed = PyBytes_FromStringAndSize(NULL, size)
                    self._ops.pack(
                        self._rules, self._stones[i // LEAP].state,
                        <uint8_t *>PyBytes_AsString(packed),
                    )
                    index.append(
                        used.to_bytes(8, "little")
                        + (<const char *>self._stones[i // LEAP].link)[:GPSCORE_LINK]
                        + packed
                    )
                place = self._log + i
                # Whom to expect was seen when the ply was taken in: any other number will do.
                used += gpscore_record_pack(
                    &place.ply, place.ply.player if place.flags & PLY_EXPECTED else 127,
                    self._timed == 1, out + used,
                )
                memcpy(out + used, place.mark, GPSCORE_LINK_MARK)
                used += GPSCORE_LINK_MARK
            return (<const char *>out)[:used] if used else b"", b"".join(index)
        finally:
            PyMem_Free(out)

    @cython.critical_section
    def read_bytes(self, bytes data, Py_ssize_t at, Py_ssize_t limit=-1):
        """Read plies from *at* on, until a 0 or *limit* plies more; gives where it stopped.

        :raises _RecordFault: what is wrong first; what was good before it is taken in.
        """
        cdef const uint8_t *all = data
        cdef Py_ssize_t size = len(data)
        cdef size_t used = 0
        cdef gpscore_ply ply
        cdef gpscore_error error
        cdef bint timed = self._timed == 1
        cdef int status
        while limit != 0:
            if at < size and all[at] == 0:
                break
            status = gpscore_record_unpack(
                all + at, size - at, gpscore_record_player(self._ops.to_act(self._raw)), timed,
                &ply, &used, &error,
            )
            if status == GPSCORE_BYTES_END or (
                status == GPSCORE_OK and size - at < <Py_ssize_t>used + GPSCORE_LINK_MARK
            ):
                raise _RecordFault(
                    "the bytes end too early: the record has no end", "record_end", at=size
                )
            if status != GPSCORE_OK:
                cause = error_of(&error, words_of(&error))
                raise _RecordFault(str(cause), at=at, ply=self._count, cause=cause)
            self.check(&ply, at)
            status = self.push(&ply, all + at + used, &error)
            if status > 0:
                raise self.refused(&error, &ply, at)
            if status < 0:
                raise self.broken(&ply, all + at + used, at)
            at += used + GPSCORE_LINK_MARK
            limit -= limit > 0
        return at
