"""Game records: a whole game as text that a person can read and a program can check.

A record names its rules, may carry tags (seed, players, a date), and lists every ply, one line a
turn, each line closed by the hash of the position it leads to. It works for every game of this
library and knows the rules of none: each ply is put to the core. ``docs/formats.md`` has the
grammar.

    >>> import gpscore
    >>> from gpscore.record import GameRecord
    >>> state = gpscore.gps(players=2).initial_state()
    >>> _ = state.resolve_chance(seed=7)
    >>> text = GameRecord.from_state(state, seed="7").to_text()
    >>> GameRecord.parse(text).replay() == state
    True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import index, itemgetter
from typing import Any, NoReturn
from zlib import crc32

from gpscore._core import CHANCE, HOST, Error, Game, ParseError, State, parse_game

__all__ = ["VERSION", "GameRecord", "RecordError"]

#: Version of the text form that is written, and the only one that is read.
VERSION = 1

_RESERVED = frozenset({"gpscore-record", "rules", "start", "check"})
_HOST = "host"
_KEY = re.compile(r"[a-z][a-z0-9_-]*")
_TAG = re.compile(r'\[([a-z][a-z0-9_-]*) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPE = re.compile(r"\\(.)")
_LINE = re.compile(r"([1-9][0-9]{0,9})\. (.+) #([0-9a-f]{16})")
_END = re.compile(r"end ([^ ]+) plies=(0|[1-9][0-9]{0,17}) crc=([0-9a-f]{8})")


class RecordError(Error, ValueError):
    """A record that is damaged, or a ply of it that the rules do not allow.

    ``reason`` is one of ``record_text``, ``record_version``, ``record_end``, ``record_checksum``,
    ``record_hash``, ``record_tag``, ``record_ply`` (it is no pair of integers), or that of the
    core's error when a ply, the rules or the start are at fault; ``rule`` is then the rule id.
    """

    line: int  #: line of the text, from 1; the one it would have when there is no text yet
    position: int  #: offset of the fault in the text, -1 when there is no text
    ply: int | None  #: index of the ply at fault
    turn: int | None  #: turn of that ply, from 1
    player: int | None  #: who made it, CHANCE (-1) for chance, HOST (-2) for a host
    action: str | None  #: its text, ``action:`` and a number for what is none
    record: GameRecord | None  #: up to the last good line, None when the header is at fault

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


@dataclass(slots=True)
class GameRecord:
    """One game: its rules, where it started, what was done, and tags about it.

    Two records are equal when all four are, as they stand. ``plies`` are ``(player, action id)``
    pairs, the player of a chance event is ``CHANCE``, that of an embedding host's effect ``HOST``;
    choices that players make at once stand in seat order in a record that `from_state` or `parse`
    made. Tag keys are lower-case words, values printable ASCII.
    """

    game: Game
    plies: list[tuple[int, int]] = field(default_factory=list)
    start: State | None = None  #: None: the initial state of the game
    tags: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_types()

    def __reduce__(self) -> tuple[object, ...]:
        # The oldest protocols of pickle do not know slots.
        return GameRecord, (self.game, self.plies, self.start, self.tags)

    def __repr__(self) -> str:
        return f"<GameRecord {self.game.rules!r} plies={len(self.plies)} tags={self.tags!r}>"

    @classmethod
    def from_state(cls, state: State, /, **tags: str | int) -> GameRecord:
        """The record of how ``state`` came about: from ``state.start`` by ``state.history``.

        :raises RecordError: a tag's key or value cannot be written.
        :raises TypeError: ``state`` is no ``State``.
        """
        if not isinstance(state, State):
            raise TypeError(f"a record is made from a State, not {type(state).__name__}")
        game = state.game
        start = state.start
        record = cls(
            game,
            state.history,
            None if start == game.initial_state() else start,
            {key: _tag_text(key, value) for key, value in tags.items()},
        )
        record._check_tags()
        record.plies = [ply for together in record._runs(record._begin()) for ply in together]
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

    def verify(self) -> None:
        """Check everything that `to_text` and `parse` would: tags, start and every ply.

        `parse` has already compared a text with its hashes, so this is for records made or changed
        by hand.

        :raises RecordError: the first fault.
        :raises TypeError: the game, the start, the plies or the tags are of another type.
        """
        self.to_text()

    def to_text(self) -> str:
        """The text form, in which a game has one: `parse` gives the same text again.

        What `parse` gives is equal to a record that `from_state` or `parse` made. In one made by
        hand, choices that are made at once come by seat, and an initial state that was given as
        the start is left out.

        :raises RecordError: a tag cannot be written, or a ply is illegal.
        :raises TypeError: the game, the start, the plies or the tags are of another type.
        """
        lines = self._header()
        state = self._begin()
        spoken = state.action_to_string
        turn = state.turn
        parts = [f"{turn + 1}."]
        for together in self._runs(state):
            parts += [_ply(player, spoken(action)) for player, action in together]
            if state.turn != turn:
                parts.append(f"#{state.hash:016x}\n")
                lines.append(" ".join(parts))
                turn = state.turn
                parts = [f"{turn + 1}."]
        if len(parts) > 1:
            parts.append(f"#{state.hash:016x}\n")
            lines.append(" ".join(parts))
        lines.append(f"end {_result(state)} plies={len(self.plies)}")
        text = "".join(lines)
        return f"{text} crc={crc32(text.encode('ascii')):08x}\n"

    @classmethod
    def parse(cls, text: str) -> GameRecord:
        """Read a record and check all of it: checksums, legality of every ply, hash of every line.

        Only what `to_text` writes is accepted, byte for byte. Read a file as bytes and decode them
        (``path.read_bytes().decode("ascii")``): text mode would hide changed line ends.

        :raises RecordError: the first fault, with its line and place, and in ``error.record`` the
            game up to the last good line.
        :raises TypeError: ``text`` is no ``str``.
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is parsed from str, not {type(text).__name__}")
        return _Reader(text).record()

    # ---- inside ----

    def _check_types(self) -> None:
        """Refuse what is no record at all; faults of a game and its tags are found when used."""
        game: Any = self.game
        if not isinstance(game, Game):
            raise TypeError(f"the game of a record is a Game, not {type(game).__name__}")
        start: Any = self.start
        if not (start is None or isinstance(start, State)):
            raise TypeError(f"the start of a record is a State or None, not {type(start).__name__}")
        plies: Any = self.plies
        if not isinstance(plies, (list, tuple)):
            raise TypeError(f"the plies of a record are a list, not {type(plies).__name__}")
        tags: Any = self.tags
        if not isinstance(tags, dict):
            raise TypeError(f"the tags of a record are a dict, not {type(tags).__name__}")

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

    def _runs(self, state: State) -> Iterator[list[tuple[int, int]]]:
        """Apply every ply to the start ``state`` and give them, choices made at once by seat.

        Any order of such choices gives the same position. They are applied as they stand, so that
        the first at fault is the one that stands first.
        """
        done = 0
        while done < len(self.plies):
            stop = min(done + max(1, len(state.to_act)), len(self.plies))
            run = [self._apply(state, ply) for ply in range(done, stop)]
            yield sorted(run, key=itemgetter(0))
            done = stop

    def _apply(self, state: State, ply: int) -> tuple[int, int]:
        """Do ply number ``ply`` and give it as (player, action)."""
        given: Any = self.plies[ply]
        try:
            if not isinstance(given, (tuple, list)) or bool in map(type, given):
                raise TypeError
            player, action = map(index, given)
        except (TypeError, ValueError):
            raise self._fault(
                ply,
                f"a ply is a pair of integers, the player and the action, not {_shown(given)}",
                reason="record_ply",
            ) from None
        try:
            state.apply(action, player)
        except Error as cause:
            raise self._fault(
                ply, _first_line(cause), player=player, action=self._spoken(action), cause=cause
            ) from cause
        return player, action

    def _spoken(self, action: int) -> str:
        """The text of an action, whatever number it is."""
        try:
            return self.game.action_to_string(action)
        except Error:
            return f"action:{action}" if action.bit_length() <= 128 else "action:..."

    def _fault(
        self,
        ply: int,
        message: str,
        *,
        reason: str = "",
        player: int | None = None,
        action: str | None = None,
        cause: Error | None = None,
    ) -> RecordError:
        """The error for a ply; only now is it worth finding the line it would stand in."""
        before = GameRecord(self.game, list(self.plies[:ply]), self.start, dict(self.tags))
        state = before._begin()
        turn = state.turn
        line = before._header_length() + 1
        for good in range(ply):
            before._apply(state, good)
            if state.turn != turn:
                turn = state.turn
                line += 1
        return RecordError(
            f"line {line}, turn {turn + 1}, ply {ply}: {message}",
            reason=reason,
            line=line,
            ply=ply,
            turn=turn + 1,
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
            if not (isinstance(value, str) and value.isascii() and value.isprintable()):
                raise RecordError(
                    f"tag {key!r}: {_shown(value)} is not printable ASCII text", reason="record_tag"
                )

    def _start_is_written(self) -> bool:
        return self.start is not None and self.start != self.game.initial_state()

    def _header_length(self) -> int:
        """The number of lines of the header, with the blank one."""
        return 4 + len(self.tags) + self._start_is_written()

    def _header(self) -> list[str]:
        """The lines before the first ply, the last one blank."""
        self._check_types()
        self._check_tags()
        lines = [f'[gpscore-record "{VERSION}"]\n', f'[rules "{self.game.rules}"]\n']
        for key, value in self.tags.items():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'[{key} "{escaped}"]\n')
        if self._start_is_written():
            lines.append(f'[start "{self.start}"]\n')
        check = crc32("".join(lines).encode("ascii"))
        lines += [f'[check "{check:08x}"]\n', "\n"]
        return lines


def _shown(value: object) -> str:
    """What was given, for an error."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of more than some thousand digits
        return "a value too long to be written"
    return text if len(text) <= 60 else text[:57] + "..."


def _tag_text(key: str, value: object) -> str:
    try:
        return str(value)
    except ValueError:
        raise RecordError(f"tag {key!r}: {_shown(value)}", reason="record_tag") from None


def _ply(player: int, action: str) -> str:
    """One ply as it is written: ``0:7cw``, ``host:e:rotate``, and ``spin:3`` for chance."""
    if player >= 0:
        return f"{player}:{action}"
    return f"{_HOST}:{action}" if player == HOST else action


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
    return repr(text if len(text) <= 40 else text[:37] + "...")


class _Reader:
    """One pass over a text, line by line: what stands after a fault is never looked at."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # where the current line starts
        self.next = 0  # where the line after it starts
        self.line = 0
        self.good: GameRecord | None = None

    def read(self) -> str:
        """The next line without its newline."""
        self.at = self.next
        self.line += 1
        end = self.text.find("\n", self.at)
        line = self.text[self.at : end] if end >= 0 else self.text[self.at :]
        if end >= 0 and line.endswith("\r"):
            self.fail(
                "the line ends in CR LF; the lines of a record end in a line feed alone, and a "
                "tool has changed that",
                at=self.at + len(line) - 1,
            )
        if not (line.isascii() and line.isprintable()):
            column = next(i for i, c in enumerate(line) if not " " <= c <= "~")
            self.fail(
                f"column {column + 1}: character code {ord(line[column])} cannot stand in a "
                "record, which is printable ASCII with lines that end in a line feed",
                at=self.at + column,
            )
        if end < 0:
            self.fail(
                "the text ends too early: the record has no complete end line",
                at=len(self.text),
                reason="record_end",
            )
        self.next = end + 1
        return line

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
        where = f"line {self.line}"
        if turn is not None:
            where += f", turn {turn}"
        if ply is not None:
            where += f", ply {ply}"
        raise RecordError(
            f"{where}: {message}",
            reason=reason,
            line=self.line,
            position=self.at if at is None else at,
            ply=ply,
            turn=turn,
            player=player,
            action=action,
            record=self.good,
            cause=cause,
        ) from cause

    def tag(self) -> tuple[str, str]:
        line = self.read()
        match = _TAG.fullmatch(line)
        if not match:
            self.fail(f'a tag such as [seed "7"] is expected, not {_short(line)}')
        return match[1], _ESCAPE.sub(r"\1", match[2])

    def header(self) -> GameRecord:
        if not self.text.startswith('[gpscore-record "'):
            self.line = 1
            self.fail('this is no game record: it does not start with [gpscore-record "1"]')
        _, version = self.tag()
        if version != str(VERSION):
            self.fail(
                f"record version {_short(version)} is not known; "
                f"this library reads version {VERSION}",
                reason="record_version",
            )
        key, rules = self.tag()
        if key != "rules":
            self.fail(f"the rules are expected here, not {key!r}")
        value_at = self.at + len('[rules "')
        try:
            game = parse_game(rules)
        except Error as cause:
            self.fail(f"rules: {_first_line(cause)}", at=value_at + _inside(cause), cause=cause)
        if game.rules != rules:
            self.fail(f"these rules are written {game.rules!r}", at=value_at)
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
            elif key in _RESERVED or key in tags:
                self.fail(f"{key!r} is given twice")
            else:
                tags[key] = value
        found = crc32(self.text[: self.at].encode("ascii"))
        if value != f"{found:08x}":
            self.fail(
                f"the header is damaged: its checksum is {found:08x}, not {_short(value)}",
                reason="record_checksum",
            )
        if self.read():
            self.fail("a blank line is expected after the header")
        return GameRecord(game, [], start, tags)

    def position(self, game: Game, text: str) -> State:
        value_at = self.at + len('[start "')
        try:
            start = game.parse(text)
        except Error as cause:
            self.fail(f"start: {_first_line(cause)}", at=value_at + _inside(cause), cause=cause)
        if str(start) != text:
            self.fail(f"this start is written {str(start)!r}", at=value_at)
        if start == game.initial_state():
            self.fail("the initial state is no start to be written")
        return start

    def record(self) -> GameRecord:
        record = self.header()
        self.good = record
        state = record._begin()
        spoken = state.action_to_string
        plies = record.plies
        left = 0  # choices still open in a joint decision
        seat = -1  # who made the last one
        unfinished = False

        def wrong(message: str, cause: Error | None = None) -> NoReturn:
            self.fail(
                message,
                at=at,
                ply=len(plies) + len(fresh),
                turn=turn + 1,
                player=player,
                action=text,
                cause=cause,
            )

        while not (line := self.read()).startswith("end "):
            turn = state.turn
            match = _LINE.fullmatch(line)
            if not match:
                self.fail(f"'3. <plies> #<16 hex digits>' is expected, not {_short(line)}")
            if unfinished:
                self.fail(f"turn {turn + 1} was left unfinished; only the end may follow")
            if int(match[1]) != turn + 1:
                self.fail(f"turn {turn + 1} is expected here, not {match[1]}")
            fresh: list[tuple[int, int]] = []
            at = self.at + match.start(2)
            for token in match[2].split(" "):
                head, colon, text = token.partition(":")
                if colon and head.isdigit():
                    # No seat has four digits; a number as long as the text must not be computed.
                    player = int(head) if len(head) <= 3 else 1000
                elif colon and head == _HOST:
                    player = HOST
                else:
                    player, text = CHANCE, token
                if state.turn != turn:
                    wrong("this turn is over; the next one stands on a line of its own")
                if player >= 0:
                    if left == 0:
                        left = len(state.to_act)
                        seat = -1
                    if player < seat:
                        wrong(f"choices made at once stand in seat order, {player} before {seat}")
                    seat = player
                    left -= 1
                try:
                    action = state.parse_action(text)
                    state.apply(action, player)
                except Error as cause:
                    at += len(token) - len(text) + _inside(cause)
                    wrong(_first_line(cause), cause)
                written = _ply(player, spoken(action))
                if written != token:
                    wrong(f"{_short(token)} is written {written!r}")
                fresh.append((player, action))
                at += len(token) + 1
            if match[3] != f"{state.hash:016x}":
                self.fail(
                    f"the position after this line has the hash {state.hash:016x}, not {match[3]}",
                    at=self.at + match.start(3),
                    reason="record_hash",
                    ply=len(plies) + len(fresh) - 1,
                    turn=turn + 1,
                    player=fresh[-1][0],
                    action=spoken(fresh[-1][1]),
                )
            plies += fresh
            unfinished = state.turn == turn
        self.finish(line, record, state)
        return record

    def finish(self, line: str, record: GameRecord, state: State) -> None:
        match = _END.fullmatch(line)
        if not match:
            self.fail(f"'end <result> plies=<n> crc=<crc>' is expected, not {_short(line)}")
        found = crc32(self.text[: self.at + match.start(3) - len(" crc=")].encode("ascii"))
        if match[3] != f"{found:08x}":
            self.fail(
                f"the record is damaged: its checksum is {found:08x}, not {match[3]}",
                at=self.at + match.start(3),
                reason="record_checksum",
            )
        if match[1] != _result(state):
            self.fail(f"the result is {_result(state)}, not {_short(match[1])}")
        if int(match[2]) != len(record.plies):
            self.fail(f"there are {len(record.plies)} plies, not {match[2]}")
        if self.next != len(self.text):
            self.line += 1
            self.fail("there is text after the end", at=self.next)
