"""Small commands for any game: verify records, count positions, print rules and states."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import gpscore
from gpscore import CHANCE, GpsState, State
from gpscore.cli import show
from gpscore.cli.files import load
from gpscore.record import RecordError

Rules = Annotated[
    str, typer.Option("--rules", help="Rules of a state that is given as text. Default: gps.")
]


def verify(
    files: Annotated[list[Path], typer.Argument(help="Game records.", show_default=False)],
) -> None:
    """Replay records; check every move and every hash."""
    out = show.console()
    bad = False
    for file in files:
        try:
            record = load(file)
        except RecordError as error:
            bad = True
            out.print(Text(f"{file}: ") + Text(str(error), style="red"), soft_wrap=True)
            continue
        state = record.replay()
        ending = "unfinished"
        if state.is_terminal:
            winners = ", ".join(map(str, state.winners))
            ending = f"won by player {winners}" if winners else "won by nobody"
        out.print(
            f"{file}: ok, {state.turn} turns, {len(record.plies)} plies, {ending}", soft_wrap=True
        )
    if bad:
        raise typer.Exit(1)


def perft(
    position: Annotated[
        str, typer.Argument(help="Rules, to count from the initial state, or the text of a state.")
    ],
    depth: Annotated[int, typer.Argument(min=0, help="Plies; chance events count as plies.")],
    divide: Annotated[
        bool, typer.Option("--divide", help="Also the count below each legal action.")
    ] = False,
    rules: Rules = "gps",
) -> None:
    """Count the sequences of DEPTH plies: every legal action and chance outcome is a branch.

    Players who choose at once choose in seat order, one ply each.
    """
    state = _position(position, rules)
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
            text = state.action_to_string(action)
            out.print(f"{text if player < 0 else f'{player}:{text}'} {nodes}")
    else:
        total = state.perft(depth)
    seconds = time.perf_counter() - begin
    out.print(f"perft {depth}: {total}")
    # On standard error, so that the counts alone can be compared.
    Console(stderr=True, highlight=False).print(f"{seconds:.3f} s", style=show.DIM)


def rules(
    text: Annotated[str, typer.Argument(help='Rules, such as "gps players=2".')],
) -> None:
    """Print rules in full, every option with its value."""
    show.console().print(gpscore.parse_game(text).rules, soft_wrap=True, markup=False)


def state(
    position: Annotated[
        str, typer.Argument(help="Rules, for the initial state, or the text of a state.")
    ],
    rules: Rules = "gps",
) -> None:
    """Check a state and print it: its text, its rings, who acts and what is legal."""
    there = _position(position, rules)
    out = show.console()
    out.print(str(there), soft_wrap=True, markup=False)
    out.print(f"hash {there.hash:016x}")
    if isinstance(there, GpsState):
        show.print_lines(out, show.rings(there, there.pointed))
    if there.is_terminal:
        out.print("over")
    elif there.is_chance:
        out.print(f"chance: {len(there.chance_outcomes())} outcomes")
    for player in there.to_act:
        if player >= 0:
            legal = " ".join(map(there.action_to_string, there.legal_actions(player)))
            out.print(f"player {player}: {legal}", soft_wrap=True)


def _position(text: str, rules: str) -> State:
    """The state of a text; one that begins with the name of a game means its initial state."""
    if text.split(None, 1)[:1] == [gpscore.GpsGame.name]:
        return gpscore.parse_game(text).initial_state()
    return gpscore.parse_game(rules).parse(text)
