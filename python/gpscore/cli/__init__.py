"""The command ``gpscore``: watch a game, play one, check records, count positions.

It needs the extra ``cli`` (Typer and Rich). The commands ask the core and know no rule of any game.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Generator, Sequence
from typing import cast

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments``, by default those of the process; its exit status.

    0 is success, 1 a record that does not verify or a missing extra, 2 bad input or a failure of
    reading or writing, 130 Ctrl-C.
    """
    try:
        from gpscore.cli.app import app
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        print("The command gpscore needs Typer and Rich: pip install typer rich", file=sys.stderr)
        return 1
    if arguments is None:
        _end_with_the_reader()
    status = 0
    with _any_text():
        try:
            try:
                app(args=None if arguments is None else list(arguments), prog_name="gpscore")
            except SystemExit as done:
                status = done.code if isinstance(done.code, int) else 1
            if sys.stdout is not None:
                sys.stdout.flush()  # now, while a failure can be told
        except OSError as error:
            _drop_output()
            with contextlib.suppress(OSError):
                print(f"Error: input or output failed: {error.strerror}", file=sys.stderr)
            status = 2
        except MemoryError:
            print("Error: there is not enough memory for this", file=sys.stderr)
            status = 2
    return status


def _end_with_the_reader() -> None:
    """Let the system end the command quietly when nobody reads its output any more."""
    if sys.platform != "win32":
        with contextlib.suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)


@contextlib.contextmanager
def _any_text() -> Generator[None]:
    """Let the standard streams take whatever comes, file names of any bytes too.

    What output cannot spell is escaped, and bytes of input that are no text come through as they
    do in arguments. Input that was closed has come to its end.
    """
    changed: list[tuple[io.TextIOWrapper, str | None]] = []
    closed = sys.stdin is None
    if closed:
        sys.stdin = io.StringIO()
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            text = cast("io.TextIOWrapper", stream)
            changed.append((text, text.errors))
            text.reconfigure(errors=errors)
    try:
        yield
    finally:
        if closed:
            sys.stdin = None
        for stream, before in changed:
            # Input that was read in part keeps what it has.
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors=before)


def _drop_output() -> None:
    """What could not be written shall not be tried again when Python ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, sys.stdout.fileno())
        os.close(descriptor)
