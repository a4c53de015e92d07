"""``gpscore demo``: one game of bundled players, told turn by turn."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from gpscore import Event, GpsGame
from gpscore.cli import show
from gpscore.cli.files import check_target, save
from gpscore.cli.options import (
    FaceUp,
    Players,
    Satellites,
    Seed,
    Spaces,
    Spin,
    TurnLimit,
    Wins,
    gps_game,
    policy_named,
    some_seed,
)
from gpscore.record import GameRecord

if TYPE_CHECKING:
    from gpscore import Policy

#: Players without a plan may never finish, and nobody would read on for ever.
_TURNS_SHOWN = 400
_TURNS_TIMED = 500


def demo(
    seed: Seed = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="NAME",
            help="Bundled player: uniform, greedy or steady. Once for all seats, or once for each "
            "in their order. [default: steady]",
        ),
    ] = None,
    players: Players = None,
    spaces: Spaces = None,
    satellites: Satellites = None,
    face_up: FaceUp = None,
    wins: Wins = None,
    turn_limit: TurnLimit = None,
    spin: Spin = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of the game to this file.")
    ] = None,
    speed: Annotated[
        bool, typer.Option(help="Say at the end how fast such games are played, or not.")
    ] = True,
) -> None:
    """Show one game of GPS, turn by turn."""
    game = gps_game(players, spaces, satellites, face_up, wins, turn_limit, spin)
    policies = [policy_named(name) for name in policy or ["steady"]]
    if len(policies) == 1:
        policies *= game.players
    if len(policies) != game.players:
        raise typer.BadParameter(
            f"given {len(policies)} times for {game.players} players; "
            "give it once, or once for each",
            param_hint="--policy",
        )
    if record is not None:
        check_target(record)
    seed = some_seed(seed)
    again = _again(game, policies, seed)

    out = show.console()
    out.print(Text(f"{game.rules}"), style=show.DIM)
    for seat, playing in enumerate(policies):
        out.print(show.name(seat) + Text(f" is played by {playing}"))

    state = game.initial_state()
    happened: list[Event] = []
    pointed: int | None = None
    games = 0
    while not state.is_terminal and state.turn < _TURNS_SHOWN:
        if state.is_chance:
            state.resolve_chance(seed)
        else:
            seat = state.current_player
            state.apply(state.choose(policies[seat], seat, seed=seed), seat)
        happened += state.events
        kinds = {event.kind for event in state.events}
        if "spun" in kinds:
            pointed = next(event.space for event in state.events if event.kind == "spun")
            if before := show.deeds(happened):
                out.print(Text("\nSetup", style=show.STRONG))
                show.print_lines(out, before)
            happened.clear()
        elif "turn_ended" in kinds:
            assert pointed is not None
            out.print()
            out.print(show.spun(state.turn, pointed))
            show.print_lines(out, show.deeds(happened))
            show.print_lines(out, show.rings(state, pointed))
            show.print_lines(out, show.face_up(state))
            happened.clear()
            if "won" in kinds:
                games += 1
                if game.wins > 1:
                    winners = [e.player for e in state.events if e.kind == "won"]
                    out.print(show.game_won(state, [seat for seat in winners if seat is not None]))

    out.print()
    if state.is_terminal:
        out.print(show.result(state))
        if game.wins > 1:
            out.print(f"Games won in this match: {games}")
    else:
        out.print(f"Nobody has won after {state.turn} turns; the demo stops here.")
    out.print(f"The same game again: {again}", soft_wrap=True)
    if record is not None:
        tags: dict[str, str | int] = {"seed": seed}
        tags.update({f"player{seat}": playing for seat, playing in enumerate(policies)})
        save(record, GameRecord.from_state(state, **tags))
        out.print(f"Its record is in {record}", soft_wrap=True)
    if speed:
        out.print(_speed(game, policies, seed))


def _again(game: GpsGame, policies: list[Policy], seed: int) -> str:
    """The command that shows this game again: the options that are not the default ones."""
    words = [f"gpscore demo --seed {seed}"]
    default = dict(word.split("=") for word in gps_game(*[None] * 7).rules.split()[1:])
    for word in game.rules.split()[1:]:
        key, value = word.split("=")
        # The text of a fair spinner does not depend on the number of spaces.
        if value != default[key]:
            words.append(f"--{key.replace('_', '-')} {value}")
    if set(policies) != {"steady"}:
        words += [f"--policy {policy}" for policy in policies]
    return " ".join(words)


def _speed(game: GpsGame, policies: list[Policy], seed: int, seconds: float = 0.5) -> str:
    """Play games for about half a second and say how many decisions a second that is."""
    state = game.initial_state()
    decisions = 0
    batch = 1
    begin = now = time.perf_counter()
    while now - begin < seconds:
        stats = state.playout(policies, batch, seed=seed, turn_cap=_TURNS_TIMED)
        decisions += stats.decisions
        seed = (seed + 1) % 2**64
        last, now = now, time.perf_counter()
        if now - last < seconds / 20:
            batch *= 2
    rate = decisions / (now - begin)
    told = f"{rate / 1e6:.1f} million" if rate >= 1e6 else f"{rate / 1e3:.0f} thousand"
    who = ", ".join(sorted(set(policies)))
    return f"Speed: {told} decisions a second, one thread, {who} players"
