# Reading arguments: integers from anything with __index__, and text.

# No text form is longer; what comes after is not looked at, so that huge input costs nothing.
cdef enum:
    TEXT_LIMIT = 65536

cdef PyObject *action_cache[LAYER_ACTION_CACHE]
cdef gpscore_action action_cache_key[LAYER_ACTION_CACHE]


cdef inline object action_object(gpscore_action action):
    """The int of an action. Ids are few and come again and again, so they are kept."""
    # Kind and low bits both reach the index, so that the ids of a game do not share places.
    cdef unsigned slot = (action ^ (action >> 18)) & (<unsigned>LAYER_ACTION_CACHE - 1)
    if action_cache_key[slot] == action and action_cache[slot] != NULL:
        return <object>action_cache[slot]
    cdef object result = action
    if LAYER_KEEPS and action_cache[slot] == NULL:
        Py_INCREF(result)
        action_cache[slot] = <PyObject *>result
        action_cache_key[slot] = action
    return result


cdef PyObject *pair_cache[LAYER_ACTION_CACHE]


cdef inline object outcome_object(gpscore_action action, uint32_t weight):
    """The pair of a chance outcome. Most weights are 1, and those pairs are kept."""
    cdef unsigned slot = (action ^ (action >> 18)) & (<unsigned>LAYER_ACTION_CACHE - 1)
    cdef object number = action_object(action)
    if not LAYER_KEEPS or weight != 1 or action_cache_key[slot] != action:
        return (number, weight)
    if pair_cache[slot] == NULL:
        pair = (number, 1)
        Py_INCREF(pair)
        pair_cache[slot] = <PyObject *>pair
    return <object>pair_cache[slot]


cdef int64_t saturated(object value) except? -1:
    """An exact int as 64 bits; what does not fit becomes the nearest that does."""
    cdef int overflow = 0
    cdef long long result = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow:
        return INT64_MAX if overflow > 0 else INT64_MIN
    return result


cdef object integer(object value, str what):
    """An exact int from anything with __index__ but bool, else TypeError."""
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}")
    try:
        return int(operator.index(value))
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None


def _integer(value, str what not None):
    """An exact int from anything with __index__ but bool, for the modules in Python."""
    return integer(value, what)


cdef int64_t read_integer(object value, str what) except? -1:
    """64 bits from anything with __index__, saturated: the core names what is out of range."""
    return saturated(value if PyLong_CheckExact(value) else integer(value, what))


cdef int64_t read_action_slow(object value) except? -1:
    if isinstance(value, str):
        raise TypeError(
            f"an action is an integer id, not str: use state.parse_action({quoted(value)})"
        )
    return saturated(integer(value, "an action"))


cdef inline int64_t read_action(object value) except? -1:
    """An action id, saturated; whether it fits 32 bits is for the caller to look at."""
    if PyLong_CheckExact(value):
        return saturated(value)
    return read_action_slow(value)


cdef inline bint fits_action(int64_t value):
    return 0 <= value <= <int64_t>UINT32_MAX


cdef int read_player(object value) except? -2:
    """A player number, not checked but kept within 32 bits."""
    cdef int64_t player = read_integer(value, "player")
    return <int>min(max(player, <int64_t>INT32_MIN), <int64_t>INT32_MAX)


cdef uint64_t read_seed(object seed) except? 0:
    """A seed of 64 bits, else UsageError: cutting it down would make different seeds the same."""
    cdef int overflow = 0
    cdef long long small
    if PyLong_CheckExact(seed):
        small = PyLong_AsLongLongAndOverflow(seed, &overflow)
        if not overflow and small >= 0:
            return <uint64_t>small
    else:
        seed = integer(seed, "seed")
    if not 0 <= seed < 1 << 64:
        raise UsageError("the seed must be 0 to 2**64 - 1")
    return seed


cdef str quoted(object text):
    """The beginning of a str for an error. What a subclass says of itself is left aside."""
    return repr(PyUnicode_FromObject(text)[:40])


cdef list read_items(object values, str what, str of, Py_ssize_t most, Py_ssize_t *count):
    """The first *most* items of a sequence, and how many it has in *count*.

    They are counted by going through them: a __len__ of somebody's own may say anything.
    """
    cdef list items
    if type(values) is list or type(values) is tuple:
        count[0] = len(values)
        return list(values[:most])
    if not PySequence_Check(values) or isinstance(values, (str, bytes, memoryview)):
        raise TypeError(f"{what} must be a sequence of {of}, not {type(values).__name__}")
    items = list(itertools.islice(values, most))
    count[0] = len(items)
    if count[0] == most:
        # Only for an error to tell, and at least what was seen.
        try:
            count[0] = max(count[0], len(values))
        except OverflowError:
            count[0] = PY_SSIZE_T_MAX
        except (TypeError, ValueError):
            pass
    return items


cdef str read_text(object text, str what):
    """Text for the core: *text* or its beginning; ParseError at the first that is not ASCII."""
    cdef gpscore_error error
    cdef Py_ssize_t i
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    text = PyUnicode_FromObject(text)
    clipped = text if len(text) <= TEXT_LIMIT else text[:TEXT_LIMIT]
    if not clipped.isascii():
        for i in range(len(clipped)):
            if clipped[i] > "\x7f":
                memset(&error, 0, sizeof(error))
                error.status = GPSCORE_PARSE_CHARACTER
                error.position = <int32_t>i
                error.operand[0] = ord(clipped[i])
                raise parse_error(&error, clipped)
    return clipped


cdef int check_all_read(object text, str clipped) except -1:
    """The beginning of the text parsed; refuse when that was not the whole."""
    cdef gpscore_error error
    text = PyUnicode_FromObject(text)
    if len(text) > len(clipped):
        memset(&error, 0, sizeof(error))
        error.status = GPSCORE_PARSE_TRAILING
        error.position = TEXT_LIMIT
        raise parse_error(&error, text[:TEXT_LIMIT + 40])
    return 0


cdef char kind_of(const Py_buffer *view) noexcept nogil:
    """The kind of number in a buffer: u unsigned, i signed, f float, b bool, 0 something else.

    Its size is the buffer's itemsize. Numbers in the byte order of other machines are something else;
    ctypes names a byte order even of bytes.
    """
    cdef const char *letter = view.format
    cdef char order = 0
    cdef uint16_t one = 1
    if letter == NULL:
        return c'u'
    if letter[0] in (c'@', c'=', c'<', c'>', c'!'):
        order = letter[0]
        letter += 1
    if letter[0] == 0 or letter[1] != 0:
        return 0
    if view.itemsize > 1 and order == (c'>' if (<uint8_t *>&one)[0] else c'<'):
        return 0
    if view.itemsize > 1 and order == c'!' and (<uint8_t *>&one)[0]:
        return 0
    if letter[0] in (c'B', c'H', c'I', c'L', c'Q', c'N'):
        return c'u'
    if letter[0] in (c'b', c'h', c'i', c'l', c'q', c'n'):
        return c'i'
    if letter[0] in (c'f', c'd'):
        return c'f'
    return c'b' if letter[0] == c'?' else 0
