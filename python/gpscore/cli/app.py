"""The commands, put together."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec

import typer
from rich.text import Text
from typer.core import TyperCommand

import gpscore
from gpscore.cli import audit, bench, demo, play, render, show, tools
from gpscore.cli.files import FileError

P = ParamSpec("P")

app = typer.Typer(
    name="gpscore",
    help="Rules engines for board games about the sky.\n\n"
    "Exit status: 0 success; 1 a record does not verify; 2 bad input, or what cannot be read or "
    "written; 130 Ctrl-C.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Command(TyperCommand):
    """A command whose help has the usual notation: ``FILE...``, not ``{FILE}... <list[Path]>``."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [re.sub(r"[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            if row := param.get_help_record(ctx):
                words = row[1].removesuffix("[required]").rstrip()
                panel = getattr(param, "rich_help_panel", None)
                section = panel or f"{param.param_type_name.capitalize()}s"
                usage = re.sub(r" <.*>$", "", row[0])
                sections.setdefault(section, []).append((usage, words))
        for section, rows in sections.items():
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows)


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turn what a person may cause into a line and an exit status, never into a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except gpscore.Error as error:
            # Parse errors go on with an excerpt of the text and a caret.
            first, line_end, rest = str(error).partition("\n")
            name = f"{error.file}: " if isinstance(error, FileError) else ""
            said = show.by_colour(first.removeprefix(name))
            words = Text(f"Error: {name}{said}", style="red") + Text(line_end + rest)
            show.console(stderr=True).print(words, soft_wrap=True)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            show.console(stderr=True).print()  # the terminal has shown ^C
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


def _add(name: str, command: Callable[..., None]) -> None:
    app.command(name, cls=Command)(guarded(command))


for name, command in (
    ("demo", demo.demo),
    ("play", play.play),
    ("verify", tools.verify),
    ("audit", audit.audit),
    ("convert", tools.convert),
    ("perft", tools.perft),
    ("bench", bench.bench),
    ("signature", tools.signature),
    ("rules", tools.rules),
    ("state", tools.state),
    ("render", render.render),
):
    _add(name, command)
