"""The commands, put together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, ParamSpec

import typer
from rich.console import Console
from rich.text import Text

import gpscore
from gpscore.cli import demo, play, tools

P = ParamSpec("P")

app = typer.Typer(
    name="gpscore",
    help="Rules engines for board games about the sky. Exit status: 0 success, 1 a record that "
    "does not verify, 2 bad input.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turn what a person may cause into a line and an exit status, never into a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except gpscore.Error as error:
            # Parse errors go on with an excerpt of the text, which the person has just typed.
            first = str(error).partition("\n")[0]
            Console(stderr=True).print(Text(first, style="red"), soft_wrap=True)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None

    return run


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gpscore {gpscore.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command; --version has done its work by then."""


for name, command in (
    ("demo", demo.demo),
    ("play", play.play),
    ("verify", tools.verify),
    ("perft", tools.perft),
    ("rules", tools.rules),
    ("state", tools.state),
):
    app.command(name)(guarded(command))
