# Pictures: the options of an SVG, and what holds one.

from gpscore._types import Theme

THEMES = typing.get_args(Theme)

# Bytes that hold nearly every picture; a longer one is drawn twice.
cdef enum:
    SVG_GUESS = 1 << 16
    # Events of the last plies that are marked, which is more than a turn has.
    SVG_EVENTS = 512


class Svg(str):
    """An SVG document: a str, which notebooks show as a picture."""

    __module__ = "gpscore"
    __slots__ = ()

    def _repr_svg_(self):
        return str(self)

    def __repr__(self):
        return f"<Svg of {len(self)} characters>"


cdef int64_t read_theme(object theme) except -1:
    if not isinstance(theme, str):
        raise TypeError(f"a theme must be a str, not {type(theme).__name__}")
    name = PyUnicode_FromObject(theme)
    if name in THEMES:
        return THEMES.index(name)
    error = plain_error(GPSCORE_SVG_THEME, -1, GPSCORE_THEME_COUNT - 1)
    error.args = (f"there is no theme {quoted(name)}; there are {', '.join(THEMES)}",)
    raise error


cdef int32_t read_small(object value, str what) except? -2:
    """An integer, not checked but kept within 32 bits."""
    cdef int64_t number = read_integer(value, what)
    return <int32_t>min(max(number, <int64_t>INT32_MIN), <int64_t>INT32_MAX)


cdef object draw(const gpscore_game *ops, const void *rules, const void *state,
                 const gpscore_svg_options *options):
    """The picture, in memory of its own size if it does not fit the guess."""
    cdef gpscore_error error
    cdef size_t length = 0, room = SVG_GUESS
    cdef char *buffer = <char *>PyMem_Realloc(NULL, room)
    cdef char *longer
    if buffer == NULL:
        raise MemoryError("no memory for a picture")
    try:
        while True:
            if ops.svg(rules, state, options, buffer, room, &length, &error) != GPSCORE_OK:
                raise error_of(&error, words_of(&error, ops, rules))
            if length < room:
                return Svg(buffer[:length].decode("ascii"))
            room = length + 1
            longer = <char *>PyMem_Realloc(buffer, room)
            if longer == NULL:
                raise MemoryError("no memory for a picture")
            buffer = longer
    finally:
        PyMem_Free(buffer)
