"""Records as files."""

from __future__ import annotations

from pathlib import Path

from gpscore.record import GameRecord, RecordError


def load(path: Path) -> GameRecord:
    """Read and check the record in a file; what goes wrong is a `RecordError`."""
    try:
        # Latin-1 takes every byte, so that the record says itself where one does not belong.
        text = path.read_text(encoding="latin-1")
    except OSError as error:
        raise RecordError(
            f"{path} cannot be read: {error.strerror}", reason="record_file"
        ) from None
    return GameRecord.parse(text)


def save(path: Path, record: GameRecord) -> None:
    """Write a record whole or not at all, and never over a file that is none."""
    text = record.to_text()
    unfinished = path.with_name(path.name + ".part")
    try:
        if path.exists() and path.stat().st_size:
            with path.open("rb") as file:
                if file.read(16) != b"[gpscore-record ":
                    raise RecordError(
                        f"{path} is something else than a game record; it is left as it is",
                        reason="record_file",
                    )
        unfinished.write_text(text, encoding="ascii", newline="\n")
        unfinished.replace(path)
    except OSError as error:
        raise RecordError(
            f"{path} cannot be written: {error.strerror}", reason="record_file"
        ) from None
