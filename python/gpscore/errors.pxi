# Exceptions. The classes follow the classes of the core's one list of statuses, and every text
# comes from there; this file adds what only the caller's side knows (the text that was parsed, the
# action).


class Error(Exception):
    """Root of all errors of gpscore. Every one of them leaves everything as it was.

    Attributes: *code* (stable number of the status, 0 where there is none), *reason* (its stable
    name, e.g. ``"gps_one_space"``), *rule* (rule id of docs/rules, or ``""``), *operands* (the
    integers that the text speaks of; a set of satellites or players is a bit mask) and *fields*
    (the same by their stable names, JSON-ready and sets as lists, for hosts that translate;
    ``gpscore.reasons()`` has the texts that they go into). Errors pickle.
    """

    __module__ = "gpscore"
    code = 0
    reason = ""
    rule = ""
    operands = ()
    fields = {}


class IllegalActionError(Error, ValueError):
    """The rules do not allow the action now; *rule* says which one."""

    __module__ = "gpscore"


class ParseError(Error, ValueError):
    """A text does not parse: *position* is the offset of the fault or -1, *text* is around it."""

    __module__ = "gpscore"
    position = -1
    text = ""


class RulesError(Error, ValueError):
    """An option of the rules is out of its range; *option* is its name in ``gpscore.gps``."""

    __module__ = "gpscore"
    option = ""


class BoardError(Error, ValueError):
    """A board of the solar system that cannot be; *cell* names the place, in words.

    It is a cell ("disc 2, ring 1, sector 5"), a planet, moon or star, a cost or limit, or the path
    of a key of the JSON form ("planets[3].orbit"); "" where it is no place in particular.
    """

    __module__ = "gpscore"
    cell = ""


class PositionError(Error, ValueError):
    """A position that play cannot reach; *problems* has every reason at once."""

    __module__ = "gpscore"
    problems = ()


class FormatError(Error, ValueError):
    """Bytes that are damaged, of another version, or of a game with other rules."""

    __module__ = "gpscore"


class UsageError(Error, ValueError):
    """The call itself is wrong: a seat that does not exist, no chance event due."""

    __module__ = "gpscore"


class HistoryError(UsageError, IndexError):
    """There is nothing to undo, or a record has no such ply."""

    __module__ = "gpscore"


Reason = collections.namedtuple(
    "Reason", "code reason rule operands text fields", module="gpscore"
)
Reason.__doc__ = """Why an action is illegal: *text* is a sentence, *rule* the rule id it rests on.

The other fields are those of ``gpscore.Error``; an operand that is a set is a bit mask.
"""

Status = collections.namedtuple("Status", "code reason kind rule words", module="gpscore")
Status.__doc__ = """One row of the core's list of statuses.

*kind* is "ok", "usage", "rules", "parse", "format", "position", "illegal" or "board". In *words* an
operand stands in braces, as ``{0:satellite}``: its number, 0 to 3, a letter for how it is told, and
its name. The letters are c for a character by its code, s for a set of satellites (bit i is number
i + 1), p for a set of players (bit i is player i), o for an owner of figures, n for a planet, m for
a moon, x for a space (8 * ring + sector) and w for what is counted. ``gpscore.reasons()`` is easier
to read by a program.
"""

# Index: gpscore_status_class.
cdef tuple KINDS = ("ok", "usage", "rules", "parse", "format", "position", "illegal", "board")
cdef tuple ERROR_CLASSES = (
    Error, UsageError, RulesError, ParseError, FormatError, PositionError, IllegalActionError,
    BoardError,
)
# Options whose statuses bear another name than the argument.
cdef dict OPTIONS = {
    "weight_count": "spin_weights",
    "weight_range": "spin_weights",
    "weight_zero": "spin_weights",
    "weight_sum": "spin_weights",
    "host": "embedded",
    "seats": "players",
    "organisation": "organisations",
}


def statuses():
    """All statuses of the core, in ascending order of their code: a tuple of ``Status``."""
    rows = []
    cdef const gpscore_status_info *info
    cdef size_t i
    for i in range(gpscore_status_count()):
        info = gpscore_status_at(i)
        rows.append(Status(info.status, name_of(info), KINDS[info.cls], info.rule.decode("ascii"),
                           info.words.decode("ascii")))
    return tuple(rows)


cdef str name_of(const gpscore_status_info *info):
    return info.name.decode("ascii").lower()


# What {w} counts. Index: solar_resource, then SOLAR_COUNTED_*.
cdef tuple COUNTED = (
    *typing.get_args(_types.Resource), "moves", "probes", "figures", "limit_change",
)
# How operands are told, by their letter.
cdef dict OPERANDS = {
    "": "number", "c": "character", "s": "numbers", "p": "players", "o": "owner", "n": "planet",
    "m": "moon", "x": "space", "w": "what",
}
_OPERAND = re.compile(r"\{(\d)([a-z]?):(\w+)\}")


def reasons():
    """The catalogue of reasons, JSON-ready: a list of dicts, for hosts that translate.

    Each has *reason* (the stable key, which errors and ``why_illegal`` give), *code*, *kind* (as in
    ``Status``), *rule*, *text* (the English sentence with ``{name}`` for the operands) and
    *operands*: for each name what it is, "number", "character", "numbers" and "players" (lists),
    "owner" (a player, or ``NEUTRAL``), "planet", "moon", "space" (8 * ring + sector) or "what" (a
    resource, "moves", "probes", "figures" or "limit_change").
    """
    return [
        {
            "reason": row.reason,
            "code": row.code,
            "kind": row.kind,
            "rule": row.rule,
            "text": _OPERAND.sub(r"{\3}", row.words),
            "operands": {
                name: OPERANDS[letter] for _, letter, name in _OPERAND.findall(row.words)
            },
        }
        for row in statuses()[1:]
    ]


cdef dict FORMS = {}  # by status: number, letter and name of each operand


cdef dict fields_of(const gpscore_error *error, const gpscore_status_info *info):
    """The operands by their names, sets as lists."""
    cdef int status = info.status
    if status not in FORMS:
        FORMS[status] = _OPERAND.findall(info.words.decode("ascii"))
    fields = {}
    for number, letter, name in FORMS[status]:
        value = error.operand[int(number)]
        if letter == "s":
            value = [i + 1 for i in range(64) if value >> i & 1]
        elif letter == "p":
            value = [i for i in range(64) if value >> i & 1]
        elif letter == "c":
            value = chr(value) if 0 <= value < 0x110000 else ""
        elif letter == "w":
            value = COUNTED[value] if 0 <= value < len(COUNTED) else ""
        fields[name] = value
    return fields


cdef str words_of(const gpscore_error *error, const gpscore_game *ops=NULL, const void *rules=NULL):
    """The sentence of an error, with its rule id; with a game in its words."""
    cdef char buffer[LAYER_TEXT]
    cdef size_t length
    if ops == NULL:
        length = gpscore_error_text(error, buffer, LAYER_TEXT)
    else:
        length = ops.error_text(rules, error, buffer, LAYER_TEXT)
    return buffer[:min(length, <size_t>LAYER_TEXT - 1)].decode("ascii")


cdef tuple operands_of(const gpscore_error *error, const gpscore_status_info *info):
    """The operands that the words speak of, and any other that is not 0."""
    cdef Py_ssize_t used = 0, i
    cdef const char *c = info.words
    for i in range(4):
        if error.operand[i] != 0:
            used = i + 1
    while c[0] != 0:
        if c[0] == c'{' and c[1] - c'0' >= used:
            used = c[1] - c'0' + 1
        c += 1
    return tuple([error.operand[i] for i in range(used)])


cdef object error_of(const gpscore_error *error, str message):
    """The exception for an error of the core, with *message*."""
    cdef const gpscore_status_info *info = gpscore_status_find(error.status)
    if info == NULL:
        raise SystemError(f"the core reported status {error.status}, which it does not list")
    cls = HistoryError if error.status == GPSCORE_NOTHING_TO_UNDO else ERROR_CLASSES[info.cls]
    result = cls(message)
    result.code = info.status
    result.reason = name_of(info)
    result.rule = info.rule.decode("ascii")
    result.operands = operands_of(error, info)
    result.fields = fields_of(error, info)
    if info.cls == GPSCORE_CLASS_RULES:
        option = result.reason.removeprefix("rules_")
        result.option = OPTIONS.get(option, option)
    elif info.cls == GPSCORE_CLASS_BOARD:
        result.cell = place_of(error)
    return result


cdef object illegal_error(
    const gpscore_error *error, str what, int seat, const gpscore_game *ops, const void *rules
):
    """The exception for an action that the core refused to somebody."""
    if error.status in (GPSCORE_ILLEGAL_OVER, GPSCORE_SOLAR_ENDED):
        who = ""
    elif seat == GPSCORE_CHANCE:
        who = " for chance"
    elif seat == GPSCORE_HOST:
        who = " for the host"
    else:
        who = f" for player {seat}"
    return error_of(error, f"{what} is illegal{who}: {words_of(error, ops, rules)}")


cdef object plain_error(int status, int64_t a=0, int64_t b=0, int64_t c=0):
    """The exception for a status that this layer found itself."""
    cdef gpscore_error error
    memset(&error, 0, sizeof(error))
    error.status = status
    error.position = -1
    error.operand[0] = a
    error.operand[1] = b
    error.operand[2] = c
    return error_of(&error, words_of(&error))


cdef str number_text(object value):
    """An integer of any size, short enough for a line."""
    if value.bit_length() <= 128:
        return str(value)
    return f"about {'-' if value < 0 else ''}2**{value.bit_length() - 1}"


cdef object as_given(object error, object value, int64_t told):
    """The exception with the integer that was given, where the core was told the nearest it knows."""
    value = operator.index(value)
    if value != told:
        error.args = (str(error).replace(str(told), number_text(value)),)
        error.operands = tuple([value if one == told else one for one in error.operands])
        error.fields = {
            name: value if one == told else one for name, one in error.fields.items()
        }
    return error


cdef object parse_error(const gpscore_error *error, str text):
    """The exception for text that did not parse: an excerpt with a caret under the fault."""
    cdef Py_ssize_t at = error.position, first, last
    message = words_of(error)
    if at >= 0:
        # At most 60 characters, so that the caret stays under its place in a narrow terminal.
        first = max(0, at - 40)
        last = min(len(text), first + 60)
        excerpt = text[first:last]
        shown = "".join([c if " " <= c <= "~" else "?" for c in excerpt])
        left = "..." if first > 0 else ""
        right = "..." if last < len(text) else ""
        message = (f"{message}, at position {at}\n  {left}{shown}{right}\n  "
                   + " " * (len(left) + at - first) + "^")
    else:
        excerpt = text[:60]
    result = error_of(error, message)
    result.position = at
    result.text = excerpt
    return result


cdef tuple problems_of(const gpscore_game *ops, uint32_t mask):
    """The words for every bit of a mask of problems."""
    cdef int bit
    cdef const char *words
    problems = []
    for bit in range(32):
        if mask >> bit & 1:
            words = ops.problem_text(bit)
            problems.append(f"problem {bit}" if words == NULL else words.decode("ascii"))
    return tuple(problems)


cdef object position_error(const gpscore_game *ops, const gpscore_error *error):
    """The exception for a position that cannot be, with every reason."""
    problems = problems_of(ops, <uint32_t>error.operand[0])
    result = error_of(error, words_of(error) + ": " + "; ".join(problems))
    result.problems = problems
    return result


cdef object read_error(const gpscore_game *ops, const gpscore_error *error, str text):
    """The exception for a failed read of *text* (None: of bytes)."""
    cdef const gpscore_status_info *info = gpscore_status_find(error.status)
    if error.status == GPSCORE_POSITION_INVALID:
        return position_error(ops, error)
    if info != NULL and info.cls == GPSCORE_CLASS_PARSE:
        return parse_error(error, text)
    return error_of(error, words_of(error))


def _error(int code, *operands, int position=-1, str text=""):
    """The exception for a status code, as the library would raise it; for tests of the list."""
    cdef gpscore_error error
    memset(&error, 0, sizeof(error))
    error.status = code
    error.position = position
    for i, operand in enumerate(operands[:4]):
        error.operand[i] = operand
    return read_error(&gps_game, &error, text)
