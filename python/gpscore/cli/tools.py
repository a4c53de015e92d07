"""Small commands for any game: verify records, count positions, print rules and states."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import gpscore
from gpscore import CHANCE, GpsState, SolarState, State
from gpscore.cli import show, solar_show
from gpscore.cli.files import FileError, load, named
from gpscore.cli.options import whole

Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="RULES",
        show_default=False,
        help="Rules of a state that is given as text. [default: gps, with all its defaults]",
    ),
]
Position = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        show_default=False,
        help='Rules, such as "gps players=2" or "solar", for their initial state; or the text of '
        "a state.",
    ),
]


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Game records; - is standard input."),
    ],
) -> None:
    """Replay records; check every move and every hash.

    Exit status: 1 when a record does not verify, 2 when a file cannot be read.
    """
    out = show.console()
    status = 0
    for file in files:
        try:
            record = load(file)
        except FileError as error:
            status = max(status, 2 if error.reason == "record_file" else 1)
            said = Text(show.by_colour(error.said), style="red")
            out.print(Text(f"{error.file}: ") + said, soft_wrap=True)
            continue
        state = record.replay()
        ending = "unfinished"
        if state.is_terminal:
            ending = f"won by {show.names(state.winners) if state.winners else 'nobody'}"
        out.print(
            f"{named(file)}: ok, {state.turn} turns, {len(record.plies)} plies, {ending}",
            soft_wrap=True,
        )
    if status:
        raise typer.Exit(status)


def perft(
    position: Position,
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", parser=whole, help="Plies; chance events count as plies."),
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Also the count below each legal action.")
    ] = False,
    rules: Rules = "gps",
) -> None:
    """Count the sequences of DEPTH plies from a position.

    Every legal action and every chance outcome is a branch. Players who choose at once choose in
    the order of the seats, one ply each.
    """
    state = read_position(position, rules)
    out = show.console()
    begin = time.perf_counter()
    if divide and depth > 0:
        total = 0
        if state.is_chance:
            player, actions = CHANCE, [action for action, _ in state.chance_outcomes()]
        elif state.is_terminal:
            player, actions = CHANCE, []
        else:
            player = state.current_player
            actions = state.legal_actions(player)
        for action in actions:
            below = state.clone()
            below.apply(action, player)
            nodes = below.perft(depth - 1)
            total += nodes
            out.print(f"{state.action_to_string(action)} {nodes}")
    else:
        total = state.perft(depth)
    seconds = time.perf_counter() - begin
    out.print(f"perft {depth}: {total}")
    # On standard error, so that the counts alone can be compared.
    show.console(stderr=True).print(f"{seconds:.3f} s", style=show.DIM)


def rules(
    text: Annotated[str, typer.Argument(metavar="RULES", help='Rules, such as "gps players=2".')],
) -> None:
    """Print rules in full, every option with its value."""
    show.console().print(gpscore.parse_game(text).rules, soft_wrap=True)


def state(
    position: Position,
    rules: Rules = "gps",
) -> None:
    """Check a state and print it.

    Its text and hash, its board, who has what, who acts and what is legal.
    """
    there = read_position(position, rules)
    out = show.console()
    out.print(str(there), soft_wrap=True)
    out.print(f"hash {there.hash:016x}")
    if isinstance(there, GpsState):
        show.print_lines(out, show.rings(there, there.pointed))
        show.print_lines(out, show.face_up(there))
    elif isinstance(there, SolarState):
        show.print_lines(out, solar_show.position(there))
    if there.is_terminal:
        out.print("over")
    elif there.is_chance:
        out.print(f"chance: {len(there.chance_outcomes())} outcomes")
    elif there.is_host:
        legal = " ".join(map(there.action_to_string, there.legal_actions()))
        out.print(f"the host can choose: {legal}", soft_wrap=True)
    for player in there.to_act:
        legal = " ".join(map(there.action_to_string, there.legal_actions(player)))
        out.print(show.name(player) + Text(f" can choose: {legal}"), soft_wrap=True)


def read_position(text: str, rules: str) -> State:
    """The state of a text; one that begins with the name of a game means its initial state."""
    if text.split(None, 1)[:1] in ([gpscore.GpsGame.name], [gpscore.SolarGame.name]):
        return gpscore.parse_game(text).initial_state()
    try:
        game = gpscore.parse_game(rules)
    except gpscore.Error as error:
        error.args = (f"--rules: {error}",)
        raise
    try:
        return game.parse(text)
    except gpscore.Error as error:
        hint = "Give the rules that the state belongs to: --rules"
        error.args = (f"{error}\nIt was read as a state of: {game.rules}\n{hint}",)
        raise
