"""Chance that can be proven fair: committed to before play, mixed by the players, told afterwards.

Whoever deals publishes a commitment to a secret, then every player gives a nonce, and all chance of
the game follows from both. When the secret is told at the end, anybody can draw it all again.
``docs/fair.md`` has the protocol, and what it proves and what it does not.

    >>> import gpscore
    >>> from gpscore import fair
    >>> game = gpscore.gps(players=2, spaces=12, satellites=4, face_up=2)
    >>> dealer = fair.FairDealer(game)  # 1. publish dealer.header()
    >>> for seat in range(game.players):
    ...     dealer.add_nonce(seat, bytes(16))  # 2. each player's own 16 random bytes
    >>> state = game.initial_state()
    >>> while not state.is_terminal:
    ...     if state.is_chance:
    ...         _ = dealer.resolve(state)
    ...     else:
    ...         state.apply(state.choose(seed=1))
    >>> _ = dealer.reveal()  # 3. tell the secret
    >>> record = dealer.record(state)
    >>> fair.verify(record).nonces
    (0, 1)

``fair.schema.json`` beside this file is the JSON Schema of ``header()``.
"""

# The core's names with an underscore are for this package.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, cast

from gpscore._core import CHANCE, Game, State, UsageError, _integer
from gpscore.record import GameRecord, RecordError

__all__ = ["PROTOCOL", "SCHEMA", "FairDealer", "FairReport", "verify"]

#: Name and version of the protocol.
PROTOCOL = "gpscore-fair-1"
#: The JSON Schema of ``FairDealer.header``.
SCHEMA = Path(__file__).with_name("fair.schema.json")

_SECRET = 32
_NONCE = (16, 64)
_TAG = "fair"
_COMMITMENT = "fair-commitment"
_NONCE_TAG = re.compile(r"fair-nonce(0|[1-9][0-9]?)")
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class FairReport(NamedTuple):
    """What was found to be fair."""

    draws: int  #: chance events that were drawn again
    nonces: tuple[int, ...]  #: seats whose nonce is in it


class FairDealer:
    """Deals the chance of one game so that it can be checked: commit, take nonces, draw, reveal.

    *secret* is 32 random bytes, by default from the operating system; a host that goes on with a
    game gives the secret and the nonces again.

    :raises UsageError: the secret has another length.
    :raises TypeError: *game* is no ``Game``, or the secret is not bytes.
    """

    __slots__ = ("_key", "_nonces", "_revealed", "_secret", "game")

    def __init__(self, game: Game, secret: bytes | None = None) -> None:
        given: Any = game
        if not isinstance(given, Game):
            raise TypeError(f"a dealer is for a Game, not {type(given).__name__}")
        self.game = game
        self._secret = secrets.token_bytes(_SECRET) if secret is None else _bytes(secret, "secret")
        if len(self._secret) != _SECRET:
            raise UsageError(f"a secret has {_SECRET} bytes, not {len(self._secret)}")
        self._nonces: dict[int, bytes] = {}
        self._key: bytes | None = None
        self._revealed = False

    def __repr__(self) -> str:
        return f"<FairDealer {self.game.rules!r} commitment={self.commitment}>"

    @property
    def commitment(self) -> str:
        """SHA-256 over the rules and the secret, in hex: to be published before any nonce."""
        return _commitment(self.game, self._secret)

    @property
    def nonces(self) -> dict[int, str]:
        """The nonces so far, seat by seat, in hex."""
        return {seat: self._nonces[seat].hex() for seat in sorted(self._nonces)}

    def add_nonce(self, player: int, nonce: bytes | str) -> None:
        """Mix in what a player has drawn: 16 to 64 bytes, or as many in lower-case hex.

        :raises UsageError: there is no such player, they have given one, the first chance event
            was drawn, or the length is another.
        :raises TypeError: the nonce is neither bytes nor str.
        """
        seat = _integer(player, "player")
        self.game.initial_state().view_hash(seat)  # which says when there is no such player
        if isinstance(nonce, str):
            if not _HEX.fullmatch(nonce):
                raise UsageError("a nonce is bytes, or text of lower-case hex digits in pairs")
            nonce = bytes.fromhex(nonce)
        nonce = _bytes(nonce, "nonce")
        if not _NONCE[0] <= len(nonce) <= _NONCE[1]:
            raise UsageError(f"a nonce has {_NONCE[0]} to {_NONCE[1]} bytes, not {len(nonce)}")
        if self._key is not None:
            raise UsageError("chance was drawn already; a nonce must be given before")
        if seat in self._nonces:
            raise UsageError(f"player {seat} has given a nonce already")
        self._nonces[seat] = nonce

    def sample(self, state: State, number: int | None = None) -> int:
        """The outcome of the chance event that is due; nothing is applied.

        *number* is how many chance events came before since the start of the record, by default
        those of ``state.history``. The same number gives the same draw, so that undo and redo
        change nothing. From the first call on no nonce is taken.

        :raises UsageError: no chance event is due, the state is of another game, the secret is told
            already, or the number is out of range.
        :raises TypeError: *number* is no integer.
        """
        given: Any = state
        if not isinstance(given, State) or state.game != self.game:
            raise UsageError("the state belongs to another game than the dealer's")
        if self._revealed:
            raise UsageError("the secret is told; nothing can be drawn from it any more")
        outcomes = state.chance_outcomes()
        if not outcomes:
            raise UsageError("no chance event is due")
        if number is None:
            number = sum(player == CHANCE for player, _ in state.history)
        number = _integer(number, "the number of a chance event")
        if not 0 <= number < 1 << 64:
            raise UsageError("a chance event has a number from 0 to 2**64 - 1")
        if self._key is None:
            self._key = _key(self.game, self._secret, self._nonces)
        return _drawn(self._key, number, outcomes)

    def resolve(self, state: State, number: int | None = None) -> int:
        """Apply ``sample(state, number)`` and return it.

        :raises UsageError: as for ``sample``.
        """
        action = self.sample(state, number)
        state.apply(action, CHANCE)
        return action

    def reveal(self) -> str:
        """The secret in hex, once the game is over; nothing is drawn from it any more."""
        self._revealed = True
        return self._secret.hex()

    def header(self) -> dict[str, Any]:
        """What is published before play, JSON-ready: protocol, rules, commitment and nonces."""
        return {
            "protocol": PROTOCOL,
            "rules": self.game.rules,
            "commitment": self.commitment,
            "nonces": {str(seat): nonce for seat, nonce in self.nonces.items()},
        }

    @property
    def tags(self) -> dict[str, str]:
        """The same as tags of a record."""
        tags = {_TAG: PROTOCOL, _COMMITMENT: self.commitment}
        return tags | {f"fair-nonce{seat}": nonce for seat, nonce in self.nonces.items()}

    def record(
        self, state: State, times: Sequence[int] | None = None, /, **tags: str | int
    ) -> GameRecord:
        """``GameRecord.from_state`` with the tags of the dealer, and the secret once it is told.

        :raises RecordError: a tag cannot be written, or is one of the dealer's.
        """
        for key in tags:
            if key.startswith(_TAG):
                raise RecordError(f"tag {key!r}: this key is the dealer's", reason="record_tag")
        record = GameRecord.from_state(state, times, **self.tags, **tags)
        if self._revealed:
            record.reveal = self._secret.hex()
        return record


def verify(record: GameRecord) -> FairReport:
    """Check the commitment, the nonces and every chance event of a record that was dealt.

    ``RecordError.reason`` is ``fair_missing`` (it was not dealt so), ``fair_protocol``,
    ``fair_commitment``, ``fair_nonce``, ``fair_reveal`` or, with the ply, ``fair_draw``.

    :raises RecordError: something is not as the protocol asks, or a ply is illegal.
    :raises TypeError: it is no ``GameRecord``.
    """
    if not isinstance(record, GameRecord):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a GameRecord is verified, not {type(record).__name__}")
    tags = record.tags
    if _TAG not in tags:
        _fail("fair_missing", "it has no tag 'fair': nobody committed to its chance")
    if tags[_TAG] != PROTOCOL:
        _fail("fair_protocol", f"protocol {tags[_TAG]!r} is not known; this library has {PROTOCOL}")
    nonces: dict[int, bytes] = {}
    for key, value in tags.items():
        match = _NONCE_TAG.fullmatch(key)
        if not match:
            if key.startswith("fair-") and key != _COMMITMENT:
                _fail("fair_protocol", f"tag {key!r} is none of the protocol")
            continue
        seat = int(match[1])
        if seat >= record.game.players:
            _fail("fair_nonce", f"tag {key!r}: there is no player {seat}")
        length = len(value) // 2
        if not (_HEX.fullmatch(value) and _NONCE[0] <= length <= _NONCE[1]):
            _fail("fair_nonce", f"tag {key!r} is not 16 to 64 bytes in lower-case hex")
        nonces[seat] = bytes.fromhex(value)
    if not record.reveal:
        _fail("fair_reveal", "the secret is not told yet")
    if not (_HEX.fullmatch(record.reveal) and len(record.reveal) == 2 * _SECRET):
        _fail("fair_reveal", f"the secret is not {_SECRET} bytes in lower-case hex")
    secret = bytes.fromhex(record.reveal)
    found = _commitment(record.game, secret)
    if tags.get(_COMMITMENT) != found:
        _fail(
            "fair_commitment",
            f"the secret that was told has the commitment {found}, "
            f"not {tags.get(_COMMITMENT, 'none')!r}",
        )
    key_bytes = _key(record.game, secret, nonces)
    record.verify()
    state = record.state_at(0)
    draws = 0
    for ply, (player, action) in enumerate(record.plies):
        if player == CHANCE:
            drawn = _drawn(key_bytes, draws, state.chance_outcomes())
            if drawn != action:
                spoken = state.action_to_string(action)
                raise RecordError(
                    f"turn {state.turn + 1}, ply {ply}: {spoken} was dealt; "
                    f"the secret and the nonces give {state.action_to_string(drawn)}",
                    reason="fair_draw",
                    ply=ply,
                    turn=state.turn + 1,
                    player=player,
                    action=spoken,
                )
            draws += 1
        state.apply(action, player)
    return FairReport(draws, tuple(sorted(nonces)))


def _fail(reason: str, message: str) -> NoReturn:
    raise RecordError(message, reason=reason)


def _bytes(value: Any, what: str) -> bytes:
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"a {what} is bytes, not {type(value).__name__}")
    try:
        return bytes(cast("bytes | bytearray | memoryview[int]", value))
    except (BufferError, ValueError) as error:
        raise UsageError(f"a {what} is a block of bytes ({error})") from None


def _commitment(game: Game, secret: bytes) -> str:
    return sha256(f"{PROTOCOL} commit\n{game.rules}\n".encode("ascii") + secret).hexdigest()


def _key(game: Game, secret: bytes, nonces: dict[int, bytes]) -> bytes:
    """The key of all draws. Each nonce stands behind its length, so that no two mixes are alike."""
    parts = [f"{PROTOCOL} key\n".encode("ascii"), bytes.fromhex(_commitment(game, secret))]
    for seat in range(game.players):
        nonce = nonces.get(seat, b"")
        parts += [bytes((len(nonce),)), nonce]
    return hmac.digest(secret, b"".join(parts), "sha256")


def _drawn(key: bytes, number: int, outcomes: list[tuple[int, int]]) -> int:
    """The outcome of a chance event, exactly by the weights: what favours some is drawn again."""
    total = sum(weight for _, weight in outcomes)
    fair = (1 << 256) // total * total
    start = f"{PROTOCOL} draw\n".encode("ascii") + number.to_bytes(8, "big")
    attempts = count()
    value = fair
    while value >= fair:
        block = hmac.digest(key, start + next(attempts).to_bytes(4, "big"), "sha256")
        value = int.from_bytes(block, "big")
    value %= total
    for action, weight in outcomes:
        if value < weight:
            return action
        value -= weight
    raise AssertionError("the weights add up")  # pragma: no cover
