"""The command ``gpscore``: watch a game, play one, check records, count positions.

It needs the extra ``cli`` (Typer and Rich). The commands ask the core and know no rule of any game.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments``, by default those of the process; its exit status.

    0 is success, 1 a record that does not verify or a missing extra, 2 bad input, 130 Ctrl-C.
    """
    try:
        from gpscore.cli.app import app
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        print("The command gpscore needs Typer and Rich: pip install typer rich", file=sys.stderr)
        return 1
    try:
        app(args=None if arguments is None else list(arguments), prog_name="gpscore")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 1
    return 0
