# Game: the rules of one game, for all games alike.

cdef class State
cdef class Batch


cdef str action_text(const gpscore_game *ops, gpscore_action action):
    cdef char buffer[LAYER_TEXT]
    cdef size_t length = ops.action_write(action, buffer, LAYER_TEXT)
    return buffer[:length].decode("ascii")


cdef dict action_texts = {}  # no two games share an id


cdef str known_text(const gpscore_game *ops, gpscore_action action):
    """The text of an action that is legal: those are few and come again and again."""
    text = action_texts.get(action)
    if text is None:
        text = action_text(ops, action)
        if len(action_texts) < LAYER_ACTION_CACHE:
            action_texts.setdefault(action, text)  # never replaced, which a reader might notice
    return text


cdef str state_text(const gpscore_game *ops, const void *rules, const void *state):
    cdef char buffer[LAYER_TEXT]
    cdef size_t length = ops.state_write(rules, state, buffer, LAYER_TEXT)
    cdef bytes longer
    if length < LAYER_TEXT:
        return buffer[:length].decode("ascii")
    longer = PyBytes_FromStringAndSize(NULL, length + 1)
    ops.state_write(rules, state, PyBytes_AsString(longer), length + 1)
    return longer[:length].decode("ascii")


cdef int open_bytes(object data, str door, Py_buffer *view) except -1:
    """Open what is bytes-like; the caller releases it."""
    if not PyObject_CheckBuffer(data):
        raise TypeError(f"a bytes-like object is required, not {type(data).__name__}")
    try:
        return PyObject_GetBuffer(data, view, PyBUF_SIMPLE)
    except (BufferError, ValueError) as failure:
        # Some exporters say ValueError where they should say BufferError.
        raise UsageError(f"{door} needs one contiguous block of bytes ({failure})") from None


@cython.no_gc
cdef class Game:
    """The rules of one game: immutable, hashable, equal when they play alike.

    Make one with the function named like the game (``gpscore.gps``, ``gpscore.solar``) or from text
    (``gpscore.parse_game``). Games pickle, and ``str(game)`` is the one-line rules text that parses
    back.
    """

    name = ""

    cdef const gpscore_game *_ops
    cdef const void *_rules
    # Whether a host plays along, as the player HOST.
    cdef bint _hosted
    cdef str _text

    def __cinit__(self):
        if not making:
            raise TypeError(
                f"make a {type(self).__name__} with gpscore.{type(self).name or 'gps'}() or "
                "gpscore.parse_game()"
            )

    cdef State blank(self):
        """A state of this game that is still to be filled."""
        raise NotImplementedError

    cdef int made(self) except -1:
        """Called when the rules are filled."""
        return 0

    @property
    def players(self):
        """The number of players; they are numbered from 0."""
        return self._ops.players(self._rules)

    @property
    def rules(self):
        """The rules as one line of text, which ``gpscore.parse_game`` reads back."""
        return self.rules_text()

    cdef str rules_text(self):
        with cython.critical_section(self):
            if self._text is None:
                self._text = self.written()
            return self._text

    cdef str written(self):
        cdef char buffer[LAYER_TEXT]
        cdef size_t length = self._ops.rules_write(self._rules, buffer, LAYER_TEXT)
        cdef bytes longer
        if length < LAYER_TEXT:
            return buffer[:length].decode("ascii")
        longer = PyBytes_FromStringAndSize(NULL, length + 1)
        self._ops.rules_write(self._rules, PyBytes_AsString(longer), length + 1)
        return longer[:length].decode("ascii")

    @property
    def fingerprint(self):
        """A 64-bit number made of the rules, which every state and file carries."""
        return self._ops.fingerprint(self._rules)

    @property
    def packed_size(self):
        """The number of bytes of a state's ``to_bytes()``, the same for all states of the game."""
        return self._ops.packed_size(self._rules)

    @property
    def mask_bits(self):
        """The number of bits of ``state.legal_mask()``, which is also what action indices are below."""
        return 64 * self._ops.mask_words

    @property
    def observation_slices(self):
        """The named parts of ``state.observation``: a dict of slices."""
        cdef uint32_t i
        cdef const gpscore_slice *part
        slices = {}
        for i in range(self._ops.observation_slices):
            part = &self._ops.observation[i]
            slices[part.name.decode("ascii")] = slice(part.offset, part.offset + part.length)
        return slices

    @property
    def observation_schema(self):
        """What the numbers of ``state.observation`` mean, as a dict that ``json.dumps`` takes.

        It has *game*, *version* of the encoding, *dtype*, *size*, and *slices*: of each its *name*,
        *offset*, *shape*, *scale* (the greatest number, by which float32 observations of batches
        are divided) and what it means in *words*. Numbers of no slice are 0.
        """
        cdef uint32_t i
        cdef const gpscore_slice *part
        slices = []
        for i in range(self._ops.observation_slices):
            part = &self._ops.observation[i]
            slices.append({
                "name": part.name.decode("ascii"),
                "offset": part.offset,
                "shape": [part.length],
                "scale": part.scale,
                "words": part.words.decode("ascii"),
            })
        return {
            "game": self.name,
            "version": self._ops.observation_version,
            "dtype": "uint8",
            "size": self._ops.observation_size,
            "slices": slices,
        }

    @property
    def observation_hash(self):
        """A 64-bit number of the encoding: what was learned from observations serves while it stays.

        It is made of the schema without its *words*.
        """
        return gpscore_observation_hash(self._ops)

    @property
    def rules_version(self):
        """The version of this game's rules, which rises when a game goes another way than before."""
        return self._ops.rules_version

    def initial_state(self):
        """The state in which the game begins, with an empty history."""
        cdef State state = self.blank()
        self._ops.init(self._rules, state._raw)
        return state

    def parse(self, text):
        """Read a state from its text form, ``str(state)``.

        :raises ParseError: when the text does not parse (with the position).
        :raises PositionError: when play cannot reach the position (with every reason).
        :raises TypeError: when *text* is not a str.
        """
        cdef str clipped = read_text(text, "the text of a state")
        cdef State state = self.blank()
        cdef gpscore_error error
        cdef Py_ssize_t size
        cdef const char *chars = PyUnicode_AsUTF8AndSize(clipped, &size)
        if self._ops.state_parse(self._rules, chars, size, state._raw, &error) != GPSCORE_OK:
            raise read_error(self._ops, &error, clipped)
        check_all_read(text, clipped)
        return state

    def from_bytes(self, data):
        """Read a state from its packed form, ``state.to_bytes()``: any contiguous buffer of bytes.

        :raises FormatError: when the bytes are damaged, of another version or of other rules.
        :raises PositionError: when play cannot reach the position (with every reason).
        :raises UsageError: when the buffer is not contiguous, or has been released.
        :raises TypeError: when *data* is not bytes-like.
        """
        cdef State state = self.blank()
        cdef gpscore_error error
        cdef Py_buffer view
        cdef gpscore_status status
        open_bytes(data, "from_bytes", &view)
        status = self._ops.unpack(
            self._rules, <const uint8_t *>view.buf, view.len, state._raw, &error
        )
        PyBuffer_Release(&view)
        if status != GPSCORE_OK:
            raise read_error(self._ops, &error, None)
        return state

    def from_struct(self, data):
        """Make a state of the bytes of its C struct, as ``state.to_struct()`` gives them.

        For memory that C code or a NumPy array of ``gpscore.embed.dtype`` filled; it may lie anywhere
        and is copied. Files are for ``to_bytes``: the struct changes with ``gpscore.ABI``.

        :raises FormatError: when the size is not that of the struct.
        :raises PositionError: when the position cannot be, or is one of other rules.
        :raises UsageError: when the buffer is not contiguous, or has been released.
        :raises TypeError: when *data* is not bytes-like.
        """
        cdef State state = self.blank()
        cdef gpscore_error error
        cdef Py_buffer view
        cdef size_t size
        open_bytes(data, "from_struct", &view)
        size = view.len
        # A state of another size is refused before it is read.
        if size == self._ops.state_size:
            memcpy(state._raw, view.buf, size)
        PyBuffer_Release(&view)
        if gpscore_check_state(self._ops, self._rules, state._raw, size, &error) != GPSCORE_OK:
            raise read_error(self._ops, &error, None)
        return state

    def rules_struct(self):
        """The compiled rules as the bytes of their C struct, e.g. ``gps_rules``, to hand to C code."""
        return PyBytes_FromStringAndSize(<const char *>self._rules, self._ops.rules_size)

    @property
    def batch_kernels(self):
        """The kernels that ``batch`` may be given here, as names: "scalar" first.

        "scalar" alone when ``GPSCORE_DISABLE_SIMD`` is set in the environment, to anything but 0.
        """
        return kernels_of(self._ops)

    def batch(
        self, n, *, seed=0, autoreset="next_step", threads=1, max_turns=0, observations=None,
        first_lane=0, kernel=None, out=None
    ):
        """A ``Batch``: *n* games of these rules at once, with their first games begun.

        :param n: lanes, 1 to 2**32.
        :param seed: of all chance in it, 0 to 2**64 - 1.
        :param autoreset: when the next game begins in a lane whose game has ended: "next_step" (the
            next step does it, and ignores the lane's actions), "same_step" (at once; the last
            observations are kept) or "disabled" (only ``reset`` does it).
        :param threads: that share the work, 1 to 256; the results are the same.
        :param max_turns: turns of a game after which it is truncated, 0 for never.
        :param observations: None, "uint8" or "float32".
        :param first_lane: the number of the first lane among all lanes of the seed: a part of a larger
            batch has the games of that part.
        :param kernel: one of ``batch_kernels``, or None for the fastest; the results are the same.
        :param out: arrays of yours to write to, by name: any of "legal_mask", "rewards", "terminated",
            "truncated", "winners", "to_act", "faults", "observations", "final_observations", of
            the shape and dtype that the batch's own would have. They are kept until the batch goes.
        :raises UsageError: when an option is out of its range, the game has a host, the system gives
            no so many threads, or an array is read-only, not C-contiguous, of another shape, not
            aligned, given twice, or overlaps another one.
        :raises TypeError: when an option or an array is of another type.
        :raises MemoryError: when there is not enough memory.
        """
        return new_batch(
            self, n, seed, autoreset, threads, max_turns, observations, first_lane, kernel, out
        )

    def load_batch(self, data, *, threads=1, kernel=None, out=None):
        """Read a ``Batch`` from its bytes, ``batch.save()``; it goes on as the saved one would have.

        *threads*, *kernel* and *out* are those of ``batch``.

        :raises FormatError: when the bytes are damaged, of another version or of other rules.
        :raises PositionError: when play cannot reach the position of a lane (with every reason).
        :raises UsageError: when the buffer is not contiguous, or an argument does not do.
        :raises TypeError: when *data* is not bytes-like.
        :raises MemoryError: when there is not enough memory.
        """
        return read_batch(self, data, threads, kernel, out)

    def action_to_string(self, action):
        """The text of an action id, e.g. ``"7cw"``; ``"action:<number>"`` for what is none."""
        cdef int64_t value = read_action(action)
        if not fits_action(value):
            raise unknown_action(action)
        return action_text(self._ops, <gpscore_action>value)

    cdef bint same(self, Game other):
        """Whether both play alike."""
        return self is other or (
            self._ops == other._ops
            and memcmp(self._rules, other._rules, self._ops.rules_size) == 0
        )

    def __eq__(self, other):
        return self.same(<Game>other) if isinstance(other, Game) else NotImplemented

    def __hash__(self):
        cdef Py_hash_t result = <Py_hash_t>self._ops.fingerprint(self._rules)
        return -2 if result == -1 else result

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return parse_game, (self.rules,)

    def __str__(self):
        return self.rules


cdef object unknown_action(object action):
    """The exception for an integer that is no action."""
    cdef int64_t value = read_action(action)
    return as_given(plain_error(GPSCORE_ILLEGAL_UNKNOWN_ACTION, value), action, value)


cdef Game blank_game(const gpscore_game *ops):
    """A game of the kind of *ops* whose rules are still to be filled."""
    global making
    making = True
    try:
        if ops == &gps_game:
            return GpsGame.__new__(GpsGame)
        if ops == &solar_game:
            return SolarGame.__new__(SolarGame)
    finally:
        making = False
    raise plain_error(GPSCORE_NO_SUCH_GAME)


def parse_game(text):
    """Read a game from its rules text, e.g. ``"gps players=2 spaces=24"`` or ``"solar"``.

    Options may come in any order; those left out have their defaults.

    :raises ParseError: when the text does not parse (with the position).
    :raises RulesError: when an option is out of its range (with the option and its rule id).
    :raises BoardError: when the board of the solar system cannot be (with the place).
    :raises UsageError: when there is no game of that name.
    :raises TypeError: when *text* is not a str.
    """
    cdef str clipped = read_text(text, "the text of a game")
    cdef Py_ssize_t size, start = 0, end
    cdef const char *chars = PyUnicode_AsUTF8AndSize(clipped, &size)
    cdef const gpscore_game *ops
    cdef gpscore_error error
    cdef Game game
    while start < size and chars[start] == b" ":
        start += 1
    end = start
    while end < size and chars[end] != b" ":
        end += 1
    if start == end:
        raise _error(<int>GPSCORE_PARSE_END, position=start, text=clipped)
    ops = gpscore_game_find(chars + start, end - start)
    if ops == NULL:
        result = plain_error(GPSCORE_NO_SUCH_GAME)
        word = clipped[start:min(end, start + 40)]
        result.args = (f"{result}: {word!r}; games: {', '.join(games())}",)
        raise result
    game = blank_game(ops)
    if ops.rules_parse(chars, size, <void *>game._rules, &error) != GPSCORE_OK:
        raise read_error(ops, &error, clipped)
    check_all_read(text, clipped)
    game.made()
    return game


cdef list games():
    """The names of all games."""
    cdef size_t i = 0
    names = []
    while gpscore_game_at(i) != NULL:
        names.append(gpscore_game_at(i).name.decode("ascii"))
        i += 1
    return names
