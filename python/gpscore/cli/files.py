"""Records as files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gpscore.record import GameRecord, RecordError

_MARK = b"[gpscore-record "


def load(path: Path) -> GameRecord:
    """Read and check the record in a file, or in standard input when that is ``-``.

    What goes wrong is a `RecordError` whose text begins with the path.
    """
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror}") from None
    try:
        # Bytes as they are: line ends too are part of a record. Latin-1 takes every byte, so that
        # the record says itself where one does not belong.
        return GameRecord.parse(data.decode("latin-1"))
    except RecordError as error:
        error.args = (f"{path}: {error}",)
        raise


def check_target(path: Path) -> None:
    """Refuse now what `save` would refuse later, when there is a game to lose.

    :raises RecordError: the path is something else's, or nothing can be written there.
    """
    unfinished = _unfinished(path)
    try:
        _spare_others(path)
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        raise _refused(path, f"cannot be written: {error.strerror}") from None


def save(path: Path, record: GameRecord) -> None:
    """Write a record whole or not at all, and never over a file that is none.

    :raises RecordError: it cannot be written; what was there before is as it was.
    """
    text = record.to_text()
    unfinished = _unfinished(path)
    try:
        _spare_others(path)
        try:
            unfinished.write_text(text, encoding="ascii", newline="\n")
            unfinished.replace(path.resolve())
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _refused(path, f"cannot be written: {error.strerror}") from None


def _unfinished(path: Path) -> Path:
    """Where a record stands until it is whole: beside its place, under a name that nobody has."""
    place = path.resolve()
    return place.with_name(f".{place.name}.{os.getpid()}")


def _spare_others(path: Path) -> None:
    if not path.exists():
        return
    if not path.is_file():
        raise _refused(path, "is no file that could hold a record")
    with path.open("rb") as file:
        start = file.read(len(_MARK))
    if start and start != _MARK:
        raise _refused(path, "is something else than a game record; it is left as it is")


def _refused(path: Path, why: str) -> RecordError:
    return RecordError(f"{path}: {why}", reason="record_file")
