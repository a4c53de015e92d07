"""Records and boards as files."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import gpscore
from gpscore.record import GameRecord, RecordError

#: Bytes of the largest record that is read, some millions of plies; other files may have no end.
LIMIT = 64 << 20

_MARK = b"[gpscore-record "


class FileError(RecordError):
    """What is wrong with a file; the text is its name, a colon and what *said* has."""

    file: str  #: the name as it is shown
    said: str

    def __init__(self, path: Path, said: str, reason: str = "record_file") -> None:
        self.file, self.said = named(path), said
        super().__init__(f"{self.file}: {said}", reason=reason)


def named(path: Path | str) -> str:
    """The name of a file for a person: what would break a line or steer a terminal is escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(path))


def load(path: Path) -> GameRecord:
    """Read and check the record in a file, or in standard input when that is ``-``.

    :raises FileError: the file cannot be read or is no regular one, or the record is damaged.
    """
    try:
        data = _read(path)
    except (OSError, ValueError) as error:
        raise FileError(path, f"cannot be read: {_why(error)}") from None
    if len(data) > LIMIT:
        raise FileError(path, f"is no record: it has more than {LIMIT >> 20} MiB")
    try:
        # Bytes as they are: line ends too are part of a record. Latin-1 takes every byte, so that
        # the record says itself where one does not belong.
        return GameRecord.parse(data.decode("latin-1"))
    except RecordError as error:
        raise FileError(path, str(error), error.reason) from None


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


def check_target(path: Path) -> None:
    """Refuse now what `save` would refuse later, when there is a game to lose.

    :raises FileError: the path is something else's, or nothing can be written there.
    """
    with _failure_told(path):
        unfinished, file = _new_beside(_place(path))
        file.close()
        unfinished.unlink()


def save(path: Path, record: GameRecord) -> None:
    """Write a record whole or not at all, and never over a file that is none.

    :raises FileError: it cannot be written; what was there before is as it was.
    """
    data = record.to_text().encode("ascii")
    with _failure_told(path):
        place = _place(path)
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


def _read(path: Path) -> bytes:
    """The bytes of a file, at most one more than the limit."""
    if str(path) == "-":
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return bytes(stream.read(LIMIT + 1))
    _check_mode(path)
    with path.open("rb") as file:
        return file.read(LIMIT + 1)


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
        start = there.read(len(_MARK))
    if start and start != _MARK:
        raise FileError(path, "is something else than a game record; it is left as it is")
    return place


def _new_beside(place: Path) -> tuple[Path, BinaryIO]:
    """A file that was not there before, in which a record stands until it is whole."""
    unfinished = place.with_name(f".{secrets.token_hex(8)}.gpscore")
    return unfinished, unfinished.open("xb")


@contextlib.contextmanager
def _failure_told(path: Path) -> Iterator[None]:
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
