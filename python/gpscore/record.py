"""Game records: a whole game as text that a person can read or as bytes, for programs to check.

A record names its rules and versions, may carry tags (seed, players, a date), and lists every ply.
A chain of hashes runs through it: the link of a ply vouches for all that came before, so that a
change is found where it is. It works for every game of this library and knows the rules of none:
each ply is put to the core. ``docs/formats.md`` has the grammar and the layout.

    >>> import gpscore
    >>> from gpscore.record import GameRecord
    >>> state = gpscore.gps(players=2).initial_state()
    >>> _ = state.resolve_chance(seed=7)
    >>> record = GameRecord.from_state(state, seed="7", name0="Ana")
    >>> GameRecord.parse(record.to_text()).replay() == state
    True
    >>> GameRecord.from_bytes(record.to_bytes()) == record
    True
"""

# Names with an underscore are for this package, not for one class or module of it.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from operator import index
from typing import Any, NamedTuple, NoReturn, TypeVar, cast
from zlib import crc32

from gpscore._core import (
    _RECORD_LEAP,
    Error,
    Game,
    HistoryError,
    ParseError,
    State,
    UsageError,
    _integer,
    _RecordFault,
    _RecordLog,
    _with_history,
    parse_game,
)
from gpscore._core import version as version_of_library

__all__ = [
    "BINARY_VERSION",
    "MAGIC",
    "VERSION",
    "GameRecord",
    "RecordError",
    "RecordReader",
    "Recovered",
]

#: Version of the text form that is written; version 1 is read too.
VERSION = 2
#: Version of the byte form.
BINARY_VERSION = 1
#: What the byte form begins with. As in PNG, its line ends show what a tool has changed.
MAGIC = b"\x89GPS\r\n\x1a\n"

#: Most milliseconds of a ply.
MAX_TIME = (1 << 53) - 1
#: Tags that nobody may see before the end of a game.
SECRET_TAGS = ("seed",)

_RESERVED = frozenset({"gpscore-record", "library", "rules-version", "rules", "start", "check"})
_HOST = "host"
_PUBLIC = "public"
_KEY = re.compile(r"[a-z][a-z0-9_-]*")
# Possessive, since to go back in a value of millions of characters takes a gigabyte.
_TAG = re.compile(
    rb'\[([a-z][a-z0-9_-]*) "((?:[ !#-\[\]-~]++|\\(?:["\\]|u\{[0-9a-f]{2,6}\}))*+)"\]\n'
)
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]+)\}|(.))")
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
# Controls break lines and steer terminals; surrogates are no characters.
_UNWRITTEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_REVEAL = re.compile(r"reveal ((?:[0-9a-f]{2}){1,64})")
_END_1 = re.compile(r"end ([^ ]+) plies=(0|[1-9][0-9]{0,17}) crc=([0-9a-f]{8})")
_END = re.compile(
    r"end ([^ ]+) plies=(0|[1-9][0-9]{0,17}) head=([0-9a-f]{64})(?: excerpt=([a-z]+|[0-9]+))?"
)
_CRC = re.compile(r" crc=([0-9a-f]{8})")
_AT = re.compile(rb"at ([1-9][0-9]{0,17}) ([0-9a-f]{64}) ([ -~]+)\n")
_LINK = 32
_BYTES_HEAD = len(MAGIC) + 6
_FOOTER = 16
_MARK = b"GPSE"

_Parsed = TypeVar("_Parsed")
_parse_game = lru_cache(64)(parse_game)


class RecordError(Error, ValueError):
    """A record that is damaged, or a ply of it that the rules do not allow.

    ``reason`` is one of ``record_text``, ``record_version``, ``record_rules_version``,
    ``record_end``, ``record_checksum``, ``record_link`` (the chain breaks), ``record_hash``,
    ``record_tag``, ``record_ply`` (it is no pair of integers), ``record_time``,
    ``record_excerpt``, or that of the core's error when a ply, the rules or the start are at
    fault; ``rule`` is then the rule id. Those of ``gpscore.fair`` begin with ``fair_``.
    """

    line: int  #: line of the text, from 1; the one it would have if there is none yet; 0: bytes
    position: int  #: offset of the fault in the text or bytes, -1 when there are none
    ply: int | None  #: index of the ply at fault
    turn: int | None  #: turn of that ply, from 1
    player: int | None  #: who made it, CHANCE (-1) for chance, HOST (-2) for a host
    action: str | None  #: its text, ``action:`` and a number for what is none
    record: GameRecord | None  #: what is good before the fault, None when the header is at fault

    def __init__(
        self,
        message: str,
        *,
        reason: str = "record_text",
        line: int = 0,
        position: int = -1,
        ply: int | None = None,
        turn: int | None = None,
        player: int | None = None,
        action: str | None = None,
        record: GameRecord | None = None,
        cause: Error | None = None,
    ) -> None:
        Exception.__init__(self, message)
        self.code = cause.code if cause else 0
        self.reason = cause.reason if cause else reason
        self.rule = cause.rule if cause else ""
        self.operands = cause.operands if cause else ()
        self.line = line
        self.position = position
        self.ply = ply
        self.turn = turn
        self.player = player
        self.action = action
        self.record = record

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle_error, (self.args[0], dict(self.__dict__))


def _unpickle_error(message: str, fields: dict[str, object]) -> RecordError:
    error = RecordError(message)
    error.__dict__.update(fields)
    return error


def _again(error: RecordError) -> RecordError:
    """The same error without the frames of who asked before."""
    again = copy(error)
    again.__cause__ = error.__cause__
    return again


class Recovered(NamedTuple):
    """What could be read of a damaged record, and why no more; no error when it is whole."""

    record: GameRecord | None  #: None when the header is at fault
    error: RecordError | None


@dataclass(slots=True)
class GameRecord:
    """One game: its rules, where it started, what was done, and tags about it.

    Two records are equal when all fields but ``library`` are, as they stand. ``plies`` are
    ``(player, action id)`` pairs, the player of a chance event is ``CHANCE``, that of an embedding
    host's effect ``HOST``; choices that players make at once stand in seat order in a record that
    `from_state` or `parse` made. Tag keys are lower-case words, values any characters but controls.
    """

    game: Game
    plies: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    start: State | None = None  #: None: the initial state of the game
    tags: dict[str, str] = field(default_factory=dict[str, str])
    #: Milliseconds that each ply took, as the host counts them, 0 to 2**53 - 1; empty: not known.
    times: list[int] = field(default_factory=list[int])
    reveal: str = ""  #: the secret of a fair deal, in hex, once it is told (``gpscore.fair``)
    excerpt: str = ""  #: for whom something was left out: a seat or ``public``; empty: whole
    #: Version of the library that wrote it.
    library: str = field(default_factory=version_of_library, compare=False)

    def __post_init__(self) -> None:
        self._check_types()

    def __reduce__(self) -> tuple[object, ...]:
        # The oldest protocols of pickle do not know slots.
        return GameRecord, (
            self.game,
            self.plies,
            self.start,
            self.tags,
            self.times,
            self.reveal,
            self.excerpt,
            self.library,
        )

    def __repr__(self) -> str:
        return f"<GameRecord {self.game.rules!r} plies={len(self.plies)} tags={self.tags!r}>"

    @classmethod
    def from_state(
        cls, state: State, times: Iterable[int] | None = None, /, **tags: str | int
    ) -> GameRecord:
        """The record of how ``state`` came about: from ``state.start`` by ``state.history``.

        ``times`` are milliseconds, one for each ply of the history.

        :raises RecordError: a tag's key or value cannot be written, or a time.
        :raises TypeError: ``state`` is no ``State``.
        """
        if not isinstance(state, State):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a record is made from a State, not {type(state).__name__}")
        state = _with_history(state)  # nobody else's, so that all that follows is of one moment
        game = state.game
        start = state.start
        record = cls(
            game,
            [],
            None if start == game.initial_state() else start,
            {key: _tag_text(key, value) for key, value in tags.items()},
        )
        record._check_tags()
        if times is not None:
            given = cast("object", times)
            if isinstance(given, (str, bytes, memoryview)) or not isinstance(given, Iterable):
                raise TypeError(f"times must be a list of integers, not {type(times).__name__}")
            # Before the plies are put in order, with which the times go.
            record.plies = state.history
            record.times = list(itertools.islice(times, len(record.plies) + 1))
            record._check_times()
        log = _RecordLog(start)
        log.extend(state, record.times)
        record.plies, record.times = log.plies(), log.times()
        return record

    def replay(self) -> State:
        """Play the record through: the last state, with the whole history to undo.

        :raises RecordError: the first ply that is illegal, with the reason and its rule id.
        :raises TypeError: the game, the start or the plies are of another type.
        """
        state = self._begin()
        for ply in range(len(self.plies)):
            self._apply(state, ply)
        return state

    def state_at(self, ply: int) -> State:
        """The position after the first ``ply`` plies, with an empty history.

        It plays all of them; `RecordReader` seeks in a long record.

        :raises RecordError: one of them is illegal.
        :raises HistoryError: the record has fewer.
        """
        self._check_types()
        ply = _number_of(ply, len(self.plies))
        times = self.times[:ply]
        return GameRecord(self.game, list(self.plies[:ply]), self.start, {}, times)._log().state

    def verify(self) -> None:
        """Check everything that `to_text` and `parse` would: tags, start and every ply.

        `parse` has already compared a text with its chain, so this is for records made or changed
        by hand.

        :raises RecordError: the first fault.
        :raises TypeError: the game, the start, the plies or the tags are of another type.
        """
        self._written()

    @property
    def head(self) -> str:
        """The last link of the chain, 64 hex digits that vouch for the header and all plies.

        Whoever knows it can tell that nothing was changed: sign it, or publish it.

        :raises RecordError: a tag cannot be written, or a ply is illegal.
        """
        return self._written()[1].link.hex()

    def to_text(self) -> str:
        """The text form, in which a game has one: `parse` gives the same text again.

        What `parse` gives is equal to a record that `from_state` or `parse` made. In one made by
        hand, choices that are made at once come by seat, and an initial state that was given as
        the start is left out.

        :raises RecordError: a tag cannot be written, or a ply is illegal.
        :raises TypeError: the game, the start, the plies or the tags are of another type.
        """
        header, log = self._written()
        lines = log.lines(self._begin().turn).decode("ascii")
        text = f"{header}\n{lines}{self._tail(log)}"
        return f"{text} crc={crc32(text.encode('ascii')):08x}\n"

    def to_bytes(self) -> bytes:
        """The byte form, in which a game has one: less than half the text, and made to seek in.

        :raises RecordError: a tag cannot be written, or a ply is illegal.
        :raises TypeError: the game, the start, the plies or the tags are of another type.
        """
        header, log = self._written()
        head = header.encode("ascii")
        plies, marks = log.pack()
        body = b"".join(
            (
                MAGIC,
                bytes((BINARY_VERSION, log.timed)),
                len(head).to_bytes(4, "little"),
                head,
                plies,
            )
        )
        return body + _binary_end(body, self._tail(log), marks)

    @classmethod
    def parse(cls, text: str) -> GameRecord:
        """Read the text form and check all of it: checksums, chain, legality of every ply.

        Only what `to_text` writes is accepted, byte for byte; texts of version 1 too. Read a file
        as bytes (`from_bytes`): text mode would hide changed line ends.

        :raises RecordError: the first fault, with its line and place, and in ``error.record`` the
            game up to there.
        :raises TypeError: ``text`` is no ``str``.
        """
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a record is parsed from str, not {type(text).__name__}")
        return _Reader(text).record()

    @classmethod
    def from_bytes(cls, data: bytes) -> GameRecord:
        """Read the bytes of a file, of either form, and check all of it.

        :raises RecordError: the first fault, with its place, and in ``error.record`` the game up
            to there.
        :raises TypeError: ``data`` is not bytes-like.
        """
        return _reader(data).record()

    @classmethod
    def recover(cls, data: str | bytes) -> Recovered:
        """Read what can be read of a damaged record: all before the damage, and the error.

        :raises TypeError: ``data`` is neither ``str`` nor bytes-like.
        """
        try:
            return Recovered(
                cls.parse(data) if isinstance(data, str) else cls.from_bytes(data), None
            )
        except RecordError as error:
            return Recovered(error.record, error)

    def for_player(self, player: int | None = None) -> GameRecord:
        """What a player, or the public (None), may see of the record now.

        Choices of others that are still open are left out, and until the game is over the tag
        ``seed`` and what was revealed, by which chance could be foretold. If anything was, the
        record is marked as an excerpt for them. Its chain is that of the whole record up to there,
        unless a tag was left out; links that cover what is hidden are not told, as few choices
        are possible and could be tried out.

        :raises RecordError: it started among choices that are still open and hidden from them.
        :raises UsageError: there is no such player.
        """
        log = self._log()
        last = log.state
        shown = last.view_hash(player)
        count = len(log) - log.open
        plies, times = log.plies(), log.times()
        own = [i for i, ply in enumerate(plies) if i < count or ply[0] == player]
        tags, reveal = dict(self.tags), self.reveal
        if not last.is_terminal:
            tags = {key: value for key, value in tags.items() if key not in SECRET_TAGS}
            reveal = ""
        start = self._begin()
        if count == 0 and start.view_hash(player) != start.hash:
            raise RecordError(
                "the record starts among choices that are still open; an excerpt would show them",
                reason="record_excerpt",
            )
        hidden = shown != last.hash or tags != self.tags or reveal != self.reveal
        return GameRecord(
            self.game,
            [plies[i] for i in own],
            self.start,
            tags,
            [times[i] for i in own] if times else [],
            reveal,
            (_PUBLIC if player is None else str(index(player))) if hidden else self.excerpt,
            self.library,
        )

    # ---- inside ----

    def _check_types(self) -> None:
        """Refuse what is no record at all; faults of a game and its tags are found when used."""
        start: Any = self.start
        if not (start is None or isinstance(start, State)):
            raise TypeError(f"the start of a record is a State or None, not {type(start).__name__}")
        value: Any
        for what, value, types, wanted in (
            ("game of a record is", self.game, Game, "a Game"),
            ("plies of a record are", self.plies, (list, tuple), "a list"),
            ("tags of a record are", self.tags, dict, "a dict"),
            ("times of a record are", self.times, (list, tuple), "a list"),
            ("reveal of a record is", self.reveal, str, "a str"),
            ("excerpt of a record is", self.excerpt, str, "a str"),
            ("library of a record is", self.library, str, "a str"),
        ):
            if not isinstance(value, types):
                raise TypeError(f"the {what} {wanted}, not {type(value).__name__}")
        # A list of somebody's own may say anything of its length; what it holds is what counts.
        if type(self.plies) not in (list, tuple):
            self.plies = list(iter(self.plies))
        if type(self.times) not in (list, tuple):
            self.times = list(iter(self.times))

    def _begin(self) -> State:
        self._check_types()
        if self.start is None:
            return self.game.initial_state()
        if self.start.game != self.game:
            raise RecordError(
                "the start belongs to a game with other rules: "
                f"{self.start.game.rules!r}, not {self.game.rules!r}",
                reason="illegal_foreign_state",
            )
        return self.start.clone()

    def _log(self, link: bytes | None = None) -> _RecordLog:
        """All plies, choices made at once by seat, chained on from ``link`` if it is given."""
        log = _RecordLog(self._begin(), link)
        self._check_times()
        try:
            log.extend(self.plies, self.times)
        except _RecordFault as fault:
            error = self._fault(fault.ply)
            raise error from error.__cause__
        return log

    def _written(self) -> tuple[str, _RecordLog]:
        """The header and the chained plies, all checked."""
        self._check_types()
        self._check_tags()
        self._check_end()
        header = self._header()
        link = sha256(header.encode("ascii"))
        log = self._log(link.digest())
        if self.excerpt:
            _check_excerpt(self.excerpt, log, self._refuse_excerpt)
        return f'{header}[check "{link.hexdigest()}"]\n', log

    def _apply(self, state: State, ply: int) -> None:
        """Do ply number ``ply``."""
        player, action = self._pair(ply)
        try:
            state.apply(action, player)
        except Error:
            fault = self._fault(ply)
            raise fault from fault.__cause__

    def _pair(self, ply: int) -> tuple[int, int]:
        """Ply number ``ply`` as integers."""
        given = cast("Iterable[Any]", self.plies[ply])
        try:
            if not isinstance(given, (tuple, list)) or bool in map(type, given):
                raise TypeError
            player, action = map(index, given)
        except (TypeError, ValueError):
            raise self._told(
                ply,
                f"a ply is a pair of integers, the player and the action, not {_shown(given)}",
                reason="record_ply",
            ) from None
        return player, action

    def _spoken(self, action: int) -> str:
        """The text of an action, whatever number it is."""
        try:
            return self.game.action_to_string(action)
        except Error:
            return f"action:{action}" if action.bit_length() <= 128 else "action:..."

    def _fault(self, ply: int) -> RecordError:
        """The error for a ply that is wrong; only now is it worth finding out all about it."""
        try:
            player, action = self._pair(ply)
        except RecordError as no_pair:
            return no_pair
        state = self._before(ply)._log().state
        try:
            state.apply(action, player)
        except Error as cause:
            error = self._told(
                ply, _first_line(cause), player=player, action=self._spoken(action), cause=cause
            )
            error.__cause__ = cause
            return error
        return self._told(
            ply,
            "the numbers of this ply are others each time they are read",
            reason="record_ply",
        )

    def _before(self, ply: int) -> GameRecord:
        return GameRecord(
            self.game,
            list(self.plies[:ply]),
            self.start,
            dict(self.tags),
            list(self.times[:ply]),
            library=self.library,
        )

    def _told(
        self,
        ply: int,
        message: str,
        *,
        reason: str = "",
        player: int | None = None,
        action: str | None = None,
        cause: Error | None = None,
    ) -> RecordError:
        """The error for a ply, with the line that it would stand in."""
        before = self._before(ply)
        log = before._log()
        line = before._header_length() + log.lines_before() + 1
        return RecordError(
            f"line {line}, turn {log.turn + 1}, ply {ply}: {message}",
            reason=reason,
            line=line,
            ply=ply,
            turn=log.turn + 1,
            player=player,
            action=action,
            record=before,
            cause=cause,
        )

    def _check_tags(self) -> None:
        key: Any
        value: Any
        for key, value in self.tags.items():
            if not (isinstance(key, str) and _KEY.fullmatch(key)):
                raise RecordError(
                    f"tag {_shown(key)}: a key is a lower-case letter, then letters, digits, '_' "
                    "or '-'",
                    reason="record_tag",
                )
            if key in _RESERVED:
                raise RecordError(
                    f"tag {key!r}: this key is written by the record itself", reason="record_tag"
                )
            if not isinstance(value, str) or _UNWRITTEN.search(value):
                raise RecordError(
                    f"tag {key!r}: {_shown(value)} is not printable text", reason="record_tag"
                )
        if _UNWRITTEN.search(self.library):
            raise RecordError(
                f"library: {_shown(self.library)} is not printable text", reason="record_tag"
            )

    def _check_times(self) -> None:
        if not self.times:
            return
        if len(self.times) != len(self.plies):
            raise RecordError(
                f"there are {len(self.times)} times for {len(self.plies)} plies; each has one, or "
                "none has",
                reason="record_time",
            )
        time: Any
        for ply, time in enumerate(self.times):
            if type(time) is not int or not 0 <= time <= MAX_TIME:
                raise RecordError(
                    f"ply {ply}: a time is 0 to 2**53 - 1 milliseconds, not {_shown(time)}",
                    reason="record_time",
                    ply=ply,
                )

    def _check_end(self) -> None:
        if self.reveal and not _REVEAL.fullmatch(f"reveal {self.reveal}"):
            raise RecordError(
                f"reveal: {_shown(self.reveal)} is not 1 to 64 bytes in lower-case hex",
                reason="record_tag",
            )

    def _refuse_excerpt(self, message: str) -> NoReturn:
        raise RecordError(message, reason="record_excerpt")

    def _start_is_written(self) -> bool:
        return self.start is not None and self.start != self.game.initial_state()

    def _header_length(self) -> int:
        """The number of lines of the header, with the blank one."""
        return 6 + len(self.tags) + self._start_is_written()

    def _header(self) -> str:
        """The lines before the check."""
        lines = [
            f'[gpscore-record "{VERSION}"]\n[library "{_escaped(self.library)}"]\n'
            f'[rules-version "{self.game.rules_version}"]\n[rules "{self.game.rules}"]\n'
        ]
        lines += [f'[{key} "{_escaped(value)}"]\n' for key, value in self.tags.items()]
        if self._start_is_written():
            lines.append(f'[start "{self.start}"]\n')
        return "".join(lines)

    def _tail(self, log: _RecordLog) -> str:
        """The lines behind the last ply, without the last checksum and line end."""
        reveal = f"reveal {self.reveal}\n" if self.reveal else ""
        excerpt = f" excerpt={self.excerpt}" if self.excerpt else ""
        return f"{reveal}end {_result(log.state)} plies={len(log)} head={log.link.hex()}{excerpt}"


class RecordReader:
    """A record that is read where it is needed: it seeks in bytes or text of millions of plies.

    Both forms have positions to seek from, and what is read is checked by the chain from there. A
    text whose checksum is another one, or of version 1, is read as far as it is asked for. Ask
    `verify` for the whole.

    :raises RecordError: the header or the end of the byte form is damaged, or the text has no end.
    :raises TypeError: ``data`` is not bytes-like.
    """

    def __init__(self, data: bytes) -> None:
        self._reader = _reader(data)
        self._header = self._reader.header()
        self._reader.seekable()

    @property
    def header(self) -> GameRecord:
        """The record without its plies: game, start, tags, library."""
        return self._header._before(0)

    def __len__(self) -> int:
        """The number of plies that the record says it has."""
        return self._reader.count

    def state_at(self, ply: int) -> State:
        """The position after the first ``ply`` plies, with an empty history.

        :raises RecordError: what has to be read for it is damaged.
        :raises HistoryError: the record has fewer.
        """
        ply = _number_of(ply, self._reader.count)
        log, first = self._reader.upto(ply, ply)
        return log.state_at(ply - first)

    def plies(self, first: int = 0, last: int | None = None) -> list[tuple[int, int]]:
        """The plies number ``first`` to ``last`` - 1 (None: all) as (player, action).

        :raises RecordError: what has to be read for them is damaged.
        :raises HistoryError: the record has fewer, or the last comes before the first.
        """
        count = self._reader.count
        last = count if last is None else _number_of(last, count)
        first = _number_of(first, last)
        log, before = self._reader.upto(first, last)
        return log.plies(first - before, last - before)

    def record(self) -> GameRecord:
        """The whole record, all of it checked.

        :raises RecordError: the first fault.
        """
        return GameRecord.from_bytes(self._reader.data)

    def verify(self) -> None:
        """Check all of the record, without making its list of plies.

        :raises RecordError: the first fault.
        """
        _reader(self._reader.data).check()


def _number_of(ply: object, count: int) -> int:
    """A number of plies that a record of *count* has."""
    number = _integer(ply, "ply")
    if not 0 <= number <= count:
        raise HistoryError(f"there is no ply {_shown(number)}; there are {count}")
    return number


def _shown(value: object) -> str:
    """What was given, for an error."""
    try:
        text = ascii(value)
    except ValueError:  # Python writes no integer of more than some thousand digits
        return "a value too long to be written"
    return text if len(text) <= 60 else text[:57] + "..."


def _tag_text(key: str, value: object) -> str:
    try:
        return str(value)
    except ValueError:
        raise RecordError(f"tag {key!r}: {_shown(value)}", reason="record_tag") from None


def _escaped(value: str) -> str:
    """The value of a tag as it is written, in ASCII."""
    if _PLAIN.fullmatch(value):
        return value
    return "".join(
        f"\\{c}" if c in '"\\' else c if " " <= c <= "~" else f"\\u{{{ord(c):02x}}}" for c in value
    )


def _unescaped(written: str) -> str:
    """The value of a tag from what is written; ValueError when no character has such a number."""
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else m[2], written)


def _result(state: State) -> str:
    """``*`` while the game goes on, else the returns seat by seat: ``1-0-0``."""
    return "-".join(f"{value:g}" for value in state.returns()) if state.is_terminal else "*"


def _first_line(cause: Error) -> str:
    """The message without the excerpt that parse errors show below it."""
    return str(cause).partition("\n")[0]


def _inside(cause: Error) -> int:
    """Where in the parsed text the fault is, 0 when nobody knows."""
    return max(0, cause.position) if isinstance(cause, ParseError) else 0


def _short(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def _check_excerpt(excerpt: str, log: _RecordLog, fail: Callable[[str], object]) -> None:
    """Refuse an excerpt for nobody who plays, or one that shows what its reader may not know."""
    seats = [str(seat) for seat in range(log.state.game.players)]
    if excerpt != _PUBLIC and excerpt not in seats:
        fail(f"an excerpt is for a seat or 'public', not {_short(excerpt)}")
    count = len(log)
    for player, _ in log.plies(count - log.open, count):
        if str(player) != excerpt:
            fail(f"an excerpt for {excerpt} does not hold an open choice of player {player}")


def _binary_end(body: bytes, tail: str, marks: bytes) -> bytes:
    """What stands behind the plies in the byte form."""
    written = tail.encode("ascii")
    end = b"".join((b"\0", len(written).to_bytes(4, "little"), written, marks))
    at = len(body)
    end += at.to_bytes(8, "little")
    return end + crc32(end, crc32(body)).to_bytes(4, "little") + _MARK


def _reader(data: bytes) -> _Reader | _BinaryReader:
    """The reader for the form that the bytes have."""
    try:
        data = data if type(data) is bytes else bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a record is read from bytes, not {type(data).__name__}") from None
    except (BufferError, ValueError) as error:
        raise UsageError(f"a record is read from one block of bytes ({error})") from None
    return _BinaryReader(data) if data[:1] == MAGIC[:1] else _Reader(data)


class _Reader:
    """One pass over a text, line by line: what stands after a fault is never looked at."""

    def __init__(self, text: str | bytes) -> None:
        self.given = text
        self.binary = False
        if isinstance(text, str):
            if not text.isascii():
                # One byte for each character, none of them taken for what it is not.
                text = re.sub(r"[^\x00-\x7f]", "\xff", text)
            text = text.encode("latin-1")
        self.data = text
        self.begin = 0  # where the header starts
        self.at = 0  # where the current line starts
        self.next = 0  # where the line after it starts
        self.line = 0
        self.version = VERSION
        self.versions: tuple[str, ...] = ("1", str(VERSION))
        self.good: GameRecord | None = None
        self.link = b""
        self.log: _RecordLog
        self.count = 0
        self.timed = -1  # whether plies have times, -1 while that is not known
        self.broken: RecordError | None = None  # why no more can be read
        self.body = 0  # where turns begin
        self.seeks = False  # whether positions can be trusted
        self.before = 0  # plies before those of the log
        self.until = 0  # the first ply to which another position is nearer

    def read(self) -> str:
        """The next line without its newline."""
        self.at = self.next
        self.line += not self.binary
        end = self.data.find(b"\n", self.at)
        line = self.data[self.at : end if end >= 0 else len(self.data)].decode("latin-1")
        if end >= 0 and line.endswith("\r"):
            self.fail(
                "the line ends in CR LF; the lines of a record end in a line feed alone, and a "
                "tool has changed that",
                at=self.at + len(line) - 1,
            )
        if not (line.isascii() and line.isprintable()):
            self.odd(self.at + next(i for i, c in enumerate(line) if not " " <= c <= "~"))
        if end < 0:
            self.fail(
                "the text ends too early: the record has no complete end line",
                at=len(self.data),
                reason="record_end",
            )
        self.next = end + 1
        return line

    def odd(self, at: int) -> NoReturn:
        """Refuse the character at *at*."""
        given = self.given[at]
        code = ord(given) if isinstance(given, str) else given
        column = "" if self.binary else f"column {at - self.at + 1}: "
        self.fail(
            f"{column}character code {code} cannot stand in a record, which is printable ASCII "
            "with lines that end in a line feed",
            at=at,
        )

    def fail(
        self,
        message: str,
        *,
        at: int | None = None,
        reason: str = "record_text",
        ply: int | None = None,
        turn: int | None = None,
        player: int | None = None,
        action: str | None = None,
        cause: Error | None = None,
    ) -> NoReturn:
        at = self.at if at is None else at
        where = f"byte {at}" if self.binary else f"line {self.line}"
        if turn is not None:
            where += f", turn {turn}"
        if ply is not None:
            where += f", ply {ply}"
        raise RecordError(
            f"{where}: {message}",
            reason=reason,
            line=self.line,
            position=at,
            ply=ply,
            turn=turn,
            player=player,
            action=action,
            record=self.so_far(),
            cause=cause,
        ) from cause

    def so_far(self) -> GameRecord | None:
        """The record up to here, unless what was read does not begin at its start."""
        if self.before:
            return None
        if self.good is not None and not self.good.plies:
            self.good.plies, self.good.times = self.log.plies(), self.log.times()
        return self.good

    def fault(self, fault: _RecordFault) -> NoReturn:
        """Tell what the core found wrong with a ply."""
        if fault.reason == "record_character":
            self.odd(fault.at)
        known = fault.player is not None
        self.fail(
            fault.message,
            at=fault.at,
            reason=fault.reason,
            ply=self.before + fault.ply if known else None,
            turn=self.log.turn + 1 if known else None,
            player=fault.player,
            action=fault.action,
            cause=fault.cause,
        )

    def tag(self) -> tuple[str, str]:
        match = _TAG.match(self.data, self.next)
        if not match:
            self.fail(f'a tag such as [seed "7"] is expected, not {_short(self.read())}')
        self.at, self.next = match.span()
        self.line += not self.binary
        key, written = match[1].decode("ascii"), match[2].decode("ascii")
        if "\\" not in written:
            return key, written
        try:
            value = _unescaped(written)
        except (ValueError, OverflowError):
            value = "\0"
        if _UNWRITTEN.search(value) or _escaped(value) != written:
            self.fail(f"{key!r}: no text is written {_short(written)}")
        return key, value

    def expect(self, wanted: str) -> str:
        """The value of a tag that stands here."""
        key, value = self.tag()
        if key != wanted:
            what = "rules are" if wanted == "rules" else f"{wanted} is"
            self.fail(f"the {what} expected here, not {key!r}")
        return value

    def header(self) -> GameRecord:
        if not self.data.startswith(b'[gpscore-record "', self.begin):
            self.line += not self.binary
            self.fail(
                f'this is no game record: it does not start with [gpscore-record "{VERSION}"]'
            )
        _, version = self.tag()
        if version not in self.versions:
            newer = version.isdigit() and len(version) < 10 and int(version) > VERSION
            self.fail(
                f"record version {_short(version)} is not known; this library reads "
                f"{' and '.join(self.versions)}{', so a newer one is needed' if newer else ''}",
                reason="record_version",
            )
        self.version = int(version)
        library, rules_version = version_of_library(), "1"  # a text of version 1 has neither
        if self.version > 1:
            library = self.expect("library")
            rules_version = self.expect("rules-version")
        version_line, version_at = self.line, self.at
        rules = self.expect("rules")
        value_at = self.at + len('[rules "')
        game = self.parsed("rules", _parse_game, rules, value_at)
        if game.rules != rules:
            self.fail(f"these rules are written {game.rules!r}", at=value_at)
        if rules_version != str(game.rules_version):
            self.line, self.at = version_line, version_at
            self.fail(
                f"it was played by version {_short(rules_version)} of the rules of {game.name}; "
                f"this library plays version {game.rules_version}",
                reason="record_rules_version",
            )
        tags: dict[str, str] = {}
        start: State | None = None
        while True:
            key, value = self.tag()
            if key == "check":
                break
            if start is not None:
                self.fail(f"the check is expected after the start, not {key!r}")
            if key == "start":
                start = self.position(game, value)
            elif key in tags or (key in _RESERVED and (self.version > 1 or key == "rules")):
                self.fail(f"{key!r} is given twice")
            else:
                tags[key] = value
        before = self.data[self.begin : self.at]
        if self.version == 1:
            found = f"{crc32(before):08x}"
        else:
            self.link = sha256(before).digest()
            found = self.link.hex()
        if value != found:
            self.fail(
                f"the header is damaged: its checksum is {found}, not {_short(value)}",
                reason="record_checksum",
            )
        if not self.binary and self.read():
            self.fail("a blank line is expected after the header")
        self.good = GameRecord(game, [], start, tags, library=library)
        self.log = _RecordLog(self.good._begin(), self.link or None, self.timed)
        return self.good

    def parsed(self, what: str, parse: Callable[[str], _Parsed], text: str, at: int) -> _Parsed:
        """What a text at *at* stands for."""
        try:
            return parse(text)
        except Error as cause:
            self.fail(f"{what}: {_first_line(cause)}", at=at + _inside(cause), cause=cause)

    def position(self, game: Game, text: str) -> State:
        value_at = self.at + len('[start "')
        start = self.parsed("start", game.parse, text, value_at)
        if str(start) != text:
            self.fail(f"this start is written {str(start)!r}", at=value_at)
        if start == game.initial_state():
            self.fail("the initial state is no start to be written")
        return start

    def lines(self, limit: int = -1) -> None:
        """Read turns: all, or until there are more than ``limit`` plies."""
        line, before = self.line, self.log.lines_read
        try:
            self.next = self.log.read_lines(self.data, self.next, self.version == 1, limit)
        except _RecordFault as fault:
            self.line = line + self.log.lines_read - before + 1
            self.at = self.data.rfind(b"\n", 0, max(0, fault.at)) + 1
            self.fault(fault)
        self.line = line + self.log.lines_read - before

    def record(self) -> GameRecord:
        self.check()
        record = self.so_far()
        assert record is not None
        return record

    def check(self) -> None:
        """Read all of it."""
        self.header()
        self.lines()
        self.end(self.read())
        if self.next != len(self.data):
            self.line += 1
            self.fail("there is text after the end", at=self.next)

    def end(self, line: str) -> None:
        if self.version > 1 and line.startswith("reveal "):
            match = _REVEAL.fullmatch(line)
            if not match:
                self.fail(f"'reveal <hex>' is expected, not {_short(line)}")
            assert self.good is not None
            self.good.reveal = match[1]
            line = self.read()
        if not line.startswith("end "):
            self.fail(f"'3. <plies> #<hex digits>' is expected, not {_short(line)}")
        if self.version == 1:
            match = _END_1.fullmatch(line)
            if not match:
                self.fail(f"'end <result> plies=<n> crc=<crc>' is expected, not {_short(line)}")
            self.crc(match[3], match.start(3) - len(" crc="))
            self.counted(match)
            return
        body, crc = line[:-13], _CRC.fullmatch(line[-13:])
        if not crc or not self.tail(body):
            self.fail(
                "'end <result> plies=<n> head=<link> crc=<crc>' is expected, not " + _short(line)
            )
        self.crc(crc[1], len(body))
        self.facts(body)

    def crc(self, given: str, length: int) -> None:
        found = crc32(self.data[: self.at + length])
        if given != f"{found:08x}":
            self.fail(
                f"the record is damaged: its checksum is {found:08x}, not {given}",
                at=self.at + length + len(" crc="),
                reason="record_checksum",
            )

    def tail(self, line: str) -> re.Match[str] | None:
        return _END.fullmatch(line)

    def facts(self, line: str) -> None:
        """Compare what the end line says with the plies."""
        match = self.tail(line)
        assert match is not None
        assert self.good is not None
        self.counted(match)
        if match[3] != self.log.link.hex():
            self.fail(
                f"the last link is {self.log.link.hex()}, not {match[3]}", reason="record_link"
            )
        excerpt = match[4] or ""
        if excerpt:
            _check_excerpt(
                excerpt, self.log, lambda message: self.fail(message, reason="record_excerpt")
            )
        self.good.excerpt = excerpt

    def counted(self, match: re.Match[str]) -> None:
        result = _result(self.log.state)
        if match[1] != result:
            self.fail(f"the result is {result}, not {_short(match[1])}")
        if int(match[2]) != len(self.log):
            self.fail(f"there are {len(self.log)} plies, not {match[2]}")

    # ---- seeking ----

    def seekable(self) -> None:
        """The number of plies, from the last line."""
        self.body = self.next
        last = self.data[self.data.rfind(b"\n", 0, -1) + 1 :].decode("latin-1")
        match = re.match(r"end [^ ]+ plies=(0|[1-9][0-9]{0,17}) ", last)
        if match is None:
            self.lines()
            self.end(self.read())
            return
        self.count = int(match[1])
        crc = _CRC.fullmatch(last[-14:-1])
        self.seeks = bool(self.version > 1 and crc and crc32(self.data[:-14]) == int(crc[1], 16))

    def seek(self, ply: int) -> None:
        """Go to the last position that the text tells and that is not behind a ply."""
        low, high, number, until, place = self.body, len(self.data), 0, self.count + 1, None
        while low < high:
            middle = (low + high) // 2
            at = self.data.find(b"\nat ", middle, high) + 1
            if at == 0:
                high = middle
                continue
            match = _AT.match(self.data, at)
            if match is None:
                self.line, self.at = self.line_of(at), at
                self.fail("'at <plies> <link> <position>' is expected")
            if int(match[1]) <= ply:
                low, number, place = match.end(), int(match[1]), match
            else:
                high, until = middle, int(match[1])
        assert self.good is not None
        start, link = self.good._begin(), self.link
        if place:
            self.line, self.at = self.line_of(place.start()), place.start()
            text = place[3].decode("ascii")
            start = self.parsed("position", self.good.game.parse, text, place.start(3))
            link = bytes.fromhex(place[2].decode("ascii"))
        self.log = _RecordLog(start, link, self.timed, number)
        self.next = place.end() if place else self.body
        if place is None:
            self.line = self.line_of(self.next) - 1
        self.before, self.until, self.broken = number, until, None

    def line_of(self, at: int) -> int:
        return self.data.count(b"\n", 0, at) + 1

    def upto(self, first: int, last: int) -> tuple[_RecordLog, int]:
        """Plies up to ``last`` and the number of the first that is there."""
        if self.seeks and not self.before <= first < self.until:
            self.seek(first)
        if len(self.log) < last - self.before and self.broken is None:
            try:
                self.lines(last - self.before)
                if len(self.log) < last - self.before:
                    self.at, self.line = self.next, self.line + 1
                    self.fail(f"there are {self.before + len(self.log)} plies, not {self.count}")
            except RecordError as error:
                self.broken = _again(error)
            except BaseException:
                self.begin_again()  # a line was left half read
                raise
        if len(self.log) < last - self.before:
            assert self.broken is not None
            raise _again(self.broken)
        return self.log, self.before

    def begin_again(self) -> None:
        assert self.good is not None
        self.log = _RecordLog(self.good._begin(), self.link or None, self.timed)
        self.next, self.line = self.body, self.line_of(self.body) - 1
        self.before = self.until = 0


class _BinaryReader(_Reader):
    """The same for the byte form, whose header and end are text within."""

    data: bytes

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.binary = True
        self.versions = (str(VERSION),)
        self.begin = self.next = _BYTES_HEAD
        self.seeking = False

    def header(self) -> GameRecord:
        data = self.data
        if data[: len(MAGIC)] != MAGIC[: len(data)]:
            at = next(i for i, (a, b) in enumerate(zip(data, MAGIC, strict=False)) if a != b)
            self.fail("this is no game record: its first bytes are other ones", at=at)
        if len(data) < _BYTES_HEAD:
            self.short()
        version, self.timed = data[len(MAGIC)], data[len(MAGIC) + 1]
        if version != BINARY_VERSION:
            newer = ", so a newer one is needed" if version > BINARY_VERSION else ""
            self.fail(
                f"record version {version} of the byte form is not known; this library reads "
                f"{BINARY_VERSION}{newer}",
                at=len(MAGIC),
                reason="record_version",
            )
        if self.timed > 1:
            self.fail("flags that have no meaning are not 0", at=len(MAGIC) + 1)
        stop = _BYTES_HEAD + int.from_bytes(data[_BYTES_HEAD - 4 : _BYTES_HEAD], "little")
        if stop > len(data):
            self.short()
        record = super().header()
        if self.next != stop:
            self.good = None
            self.fail("the header does not end where it is said to", at=_BYTES_HEAD - 4)
        return record

    def so_far(self) -> GameRecord | None:
        # Where it seeks, what it has read does not begin at the start.
        return None if self.seeking else super().so_far()

    def short(self) -> NoReturn:
        self.fail(
            "the bytes end too early: the record has no end", at=len(self.data), reason="record_end"
        )

    def check(self) -> None:
        self.header()
        try:
            at = self.log.read_bytes(self.data, self.next)
        except _RecordFault as fault:
            self.fault(fault)
        self.finish(at)

    def finish(self, at: int) -> None:
        """Check what stands behind the plies, which end at *at*."""
        tail = self.tail_at(at)
        reveal, line_end, line = tail.rpartition("\n")
        self.at = at + 5
        if line_end:
            match = _REVEAL.fullmatch(reveal)
            if not match:
                self.fail(f"'reveal <hex>' is expected, not {_short(reveal)}")
            assert self.good is not None
            self.good.reveal = match[1]
            self.at += len(reveal) + 1
        if not self.tail(line):
            self.fail(f"'end <result> plies=<n> head=<link>' is expected, not {_short(line)}")
        self.facts(line)
        _, marks = self.log.pack()
        body = self.data[:at]
        if self.timed != self.log.timed and len(self.log):
            self.fail("the flags are other ones", at=len(MAGIC) + 1)
        if self.timed and not len(self.log):
            self.fail("there is no ply that could have a time", at=len(MAGIC) + 1)
        expected = _binary_end(body, tail, marks)
        given = self.data[at:]
        if given != expected:
            pairs = zip(given, expected, strict=False)
            same = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
            if same is None and len(given) < len(expected):
                self.short()
            if same is None:
                self.fail("there are bytes after the end", at=at + len(expected))
            self.fail(
                "the end is damaged: its index or checksum is not that of the plies",
                at=at + same,
                reason="record_checksum",
            )

    def tail_at(self, at: int) -> str:
        """The text behind the plies, which end at *at*."""
        length = int.from_bytes(self.data[at + 1 : at + 5], "little")
        if at + 5 + length > len(self.data) or len(self.data) < at + 5:
            self.short()
        tail = self.data[at + 5 : at + 5 + length].decode("latin-1")
        if not (tail.isascii() and tail.replace("\n", "").isprintable()):
            odd = next(i for i, c in enumerate(tail) if not (" " <= c <= "~" or c == "\n"))
            self.at = at + 5
            self.odd(at + 5 + odd)
        return tail

    # ---- seeking ----

    def seekable(self) -> None:
        """Find the index; the checksum has to be right, since what is read may rest on it alone."""
        data = self.data
        if len(data) < self.next + _FOOTER or data[-4:] != _MARK:
            self.short()
        if crc32(data[:-8]) != int.from_bytes(data[-8:-4], "little"):
            self.fail(
                "the record is damaged: its checksum is another one",
                at=len(data) - 8,
                reason="record_checksum",
            )
        at = int.from_bytes(data[-16:-8], "little")
        if not self.next <= at < len(data) - _FOOTER:
            self.fail("the end is not where it is said to be", at=len(data) - _FOOTER)
        tail = self.tail_at(at)
        match = self.tail(tail.rpartition("\n")[2])
        if match is None:
            self.fail("'end <result> plies=<n> head=<link>' is expected", at=at + 5)
        self.count = int(match[2])
        self.end_at = at
        self.index_at = at + 5 + len(tail)
        assert self.good is not None
        self.entry = 8 + _LINK + self.good.game.packed_size
        self.seeking = True

    def upto(self, first: int, last: int) -> tuple[_RecordLog, int]:
        assert self.good is not None
        entries = (len(self.data) - _FOOTER - self.index_at) // self.entry
        number = min(first // _RECORD_LEAP, entries)
        if number == 0:
            log, at = _RecordLog(self.good._begin(), self.link, self.timed), self.next
        else:
            place = self.index_at + (number - 1) * self.entry
            entry = self.data[place : place + self.entry]
            at = self.next + int.from_bytes(entry[:8], "little")
            if at > self.end_at:
                self.fail("an entry of the index leads nowhere", at=place)
            try:
                start = self.good.game.from_bytes(entry[8 + _LINK :])
            except Error as cause:
                self.fail(f"a position of the index: {cause}", at=place, cause=cause)
            log = _RecordLog(start, entry[8 : 8 + _LINK], self.timed)
        before = number * _RECORD_LEAP
        try:
            at = log.read_bytes(self.data, at, last - before)
        except _RecordFault as fault:
            self.fail(
                fault.message,
                at=fault.at,
                reason=fault.reason,
                ply=None if fault.player is None else before + fault.ply,
                player=fault.player,
                action=fault.action,
                cause=fault.cause,
            )
        if len(log) < last - before:
            self.fail(f"there are {before + len(log)} plies, not {self.count}", at=at)
        return log, before
