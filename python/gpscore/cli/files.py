"""Records and boards as files."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Generator
from pathlib import Path
from typing import BinaryIO

import gpscore
from gpscore.record import MAGIC, GameRecord, RecordError

#: Bytes of the largest record that is read, some millions of plies; other files may have no end.
LIMIT = 64 << 20

#: Bytes of the longest text of a position that is read.
TEXT_LIMIT = 1 << 20

#: Ending of the names of files in the byte form.
BYTES = ".gpsr"

_MARKS = (b"[gpscore-record ", MAGIC)


class FileError(RecordError):
    """What is wrong with a file; the text is its name, a colon and what *said* has."""

    file: str  #: the name as it is shown
    said: str

    def __init__(
        self,
        path: Path,
        said: str,
        reason: str = "record_file",
        record: GameRecord | None = None,
    ) -> None:
        self.file, self.said = named(path), said
        super().__init__(f"{self.file}: {said}", reason=reason, record=record)


def named(path: Path | str) -> str:
    """The name of a file for a person: what would break a line or steer a terminal is escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(path))


def load(path: Path) -> GameRecord:
    """Read and check the record in a file, or in standard input when that is ``-``.

    :raises FileError: the file cannot be read or is no regular one, or the record is damaged.
    """
    try:
        data = _read(path, LIMIT)
    except (OSError, ValueError) as error:
        raise FileError(path, f"cannot be read: {_why(error)}") from None
    if len(data) > LIMIT:
        raise FileError(path, f"is no record: it has more than {LIMIT >> 20} MiB")
    try:
        return GameRecord.from_bytes(data)
    except RecordError as error:
        raise FileError(path, str(error), error.reason, error.record) from None


def load_board(path: Path) -> gpscore.SolarBoard:
    """The board in a JSON file.

    :raises FileError: the file cannot be read or is no regular one, or it holds no board.
    """
    try:
        _check_mode(path)
        return gpscore.SolarBoard.load(path)
    except gpscore.Error as error:
        raise FileError(path, str(error), error.reason) from None
    except (OSError, ValueError) as error:
        raise FileError(path, f"cannot be read: {_why(error)}") from None


def is_record(path: Path) -> bool:
    """Whether a file begins as a record does; one that cannot be read is left to `load`.

    :raises FileError: it is no regular file.
    """
    try:
        data = _read(path, max(map(len, _MARKS)))
    except (OSError, ValueError) as error:
        raise FileError(path, f"cannot be read: {_why(error)}") from None
    return not data or data.startswith(_MARKS)


def load_text(path: Path) -> str:
    """The text in a file that is no record: as much of it as a position may have.

    :raises FileError: the file cannot be read or is no regular one.
    """
    try:
        return _read(path, TEXT_LIMIT).decode("latin-1")
    except (OSError, ValueError) as error:
        raise FileError(path, f"cannot be read: {_why(error)}") from None


def check_target(path: Path) -> None:
    """Refuse now what `save` would refuse later, when there is a game to lose.

    :raises FileError: the path is something else's, or nothing can be written there.
    """
    with _failure_told(path):
        unfinished, file = _new_beside(_place(path))
        file.close()
        unfinished.unlink()


def save(path: Path, record: GameRecord) -> bool:
    """Write a record whole or not at all, and never over a file that is none.

    The ending of its name, ``.gpsr``, asks for the byte form; True when it was that.

    :raises FileError: it cannot be written; what was there before is as it was.
    """
    in_bytes = path.suffix == BYTES
    data = record.to_bytes() if in_bytes else record.to_text().encode("ascii")
    with _failure_told(path):
        _put(_place(path), data)
    return in_bytes


def save_as(path: Path, data: bytes) -> None:
    """Write a picture or a page whole or not at all, over what was there before, but no record.

    :raises FileError: it cannot be written; what was there before is as it was.
    """
    with _failure_told(path):
        place = Path(os.path.realpath(path))
        if place.exists() and not place.is_file():
            # A device or a pipe takes bytes, but is not to be replaced.
            place.write_bytes(data)
            return
        if place.exists() and is_record(place) and place.stat().st_size:
            raise FileError(path, "is a game record; it is left as it is")
        _put(place, data)


def _read(path: Path, limit: int) -> bytes:
    """The bytes of a file, at most one more than the limit."""
    if str(path) == "-":
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return bytes(stream.read(limit + 1))
    _check_mode(path)
    with path.open("rb") as file:
        return file.read(limit + 1)


def _check_mode(path: Path) -> None:
    """Look before opening: a pipe would wait for somebody at its other end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "it is no regular file")


def _place(path: Path) -> Path:
    """Where a record is to stand, links followed; what is something else's is refused."""
    place = Path(os.path.realpath(path))
    try:
        mode = place.stat().st_mode
    except FileNotFoundError:
        return place
    if not stat.S_ISREG(mode):
        raise FileError(path, "is no file that could hold a record")
    with place.open("rb") as there:
        start = there.read(max(map(len, _MARKS)))
    if start and not start.startswith(_MARKS):
        raise FileError(path, "is something else than a game record; it is left as it is")
    return place


def _put(place: Path, data: bytes) -> None:
    """Write a file beside the place, then put it there."""
    unfinished, file = _new_beside(place)
    try:
        with file:
            file.write(data)
        if place.exists():
            shutil.copymode(place, unfinished)
        unfinished.replace(place)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _new_beside(place: Path) -> tuple[Path, BinaryIO]:
    """A file that was not there before, in which a record stands until it is whole."""
    unfinished = place.with_name(f".{secrets.token_hex(8)}.gpscore")
    return unfinished, unfinished.open("xb")


@contextlib.contextmanager
def _failure_told(path: Path) -> Generator[None]:
    try:
        yield
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(path, f"cannot be written: {_why(error)}") from None


def _why(error: OSError | ValueError) -> str:
    """What the system says; a ValueError is Python's word for a name that no file can have."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "no file can have this name"
