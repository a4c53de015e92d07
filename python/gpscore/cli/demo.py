"""``gpscore demo``: games of bundled players, told turn by turn."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from gpscore import Event, GpsState, SolarState, State
from gpscore.cli import show, solar_show
from gpscore.cli.files import check_target, named, save
from gpscore.cli.options import (
    OPTIONS,
    Board,
    FaceUp,
    Organisations,
    Players,
    Pluto,
    PushTech2,
    Rounds,
    Satellites,
    Seed,
    SignalPoints,
    Spaces,
    Spin,
    TracePoints,
    TurnLimit,
    Wins,
    again,
    chosen_game,
    policy_named,
    some_seed,
)
from gpscore.record import GameRecord

if TYPE_CHECKING:
    from gpscore import Game, Policy

#: Players without a plan may never finish, and nobody would read on for ever.
_TURNS_SHOWN = 400
_TURNS_TIMED = 500


def demo(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            show_default=False,
            help="The game: gps or solar. [default: one of each]",
        ),
    ] = None,
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
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the record of the game to this file; say which GAME."
        ),
    ] = None,
    speed: Annotated[
        bool, typer.Option(help="Say at the end how fast such games are played, or not.")
    ] = True,
    spaces: Spaces = None,
    satellites: Satellites = None,
    face_up: FaceUp = None,
    wins: Wins = None,
    turn_limit: TurnLimit = None,
    spin: Spin = None,
    rounds: Rounds = None,
    organisations: Organisations = None,
    pluto: Pluto = None,
    trace_points: TracePoints = None,
    signal_points: SignalPoints = None,
    push_tech2: PushTech2 = None,
    board: Board = None,
) -> None:
    """Show a game of each kind, or of one, turn by turn."""
    options: dict[str, Any] = {
        "spaces": spaces,
        "satellites": satellites,
        "face_up": face_up,
        "wins": wins,
        "turn_limit": turn_limit,
        "spin": spin,
        "rounds": rounds,
        "organisations": organisations,
        "pluto": pluto,
        "trace_points": trace_points,
        "signal_points": signal_points,
        "push_tech2": push_tech2,
        "board": board,
    }
    if game is None:
        _only_common(options, record)
    options["players"] = players
    names = list(OPTIONS) if game is None else [game]
    shown = [_Demo(chosen_game(name, options), policy or ["steady"]) for name in names]
    if record is not None:
        check_target(record)
    seed = some_seed(seed)
    out = show.console()
    for number, one in enumerate(shown):
        if number:
            out.print()
        one.run(out, seed, record, speed)


def _only_common(options: dict[str, Any], record: Path | None) -> None:
    """Refuse what fits one game alone where both are shown."""
    for name, known in OPTIONS.items():
        for option in known:
            if options[option] is not None:
                raise typer.BadParameter(
                    f"only {name} has this option: gpscore demo {name} ...",
                    param_hint=f"--{option.replace('_', '-')}",
                )
    if record is not None:
        raise typer.BadParameter(
            f"a record holds one game; say which: gpscore demo {' or '.join(OPTIONS)}",
            param_hint="--record",
        )


class _Demo:
    """One game to be shown, and who plays it."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.game = game
        self.policies: list[Policy] = [policy_named(name) for name in names]
        if len(self.policies) == 1:
            self.policies *= game.players
        if len(self.policies) != game.players:
            raise typer.BadParameter(
                f"given {len(self.policies)} times for {game.players} players; "
                "give it once, or once for each",
                param_hint="--policy",
            )

    def run(self, out: Console, seed: int, record: Path | None, speed: bool) -> None:
        out.print(Text(self.game.rules), style=show.DIM)
        for seat, playing in enumerate(self.policies):
            out.print(show.name(seat) + Text(f" is played by {playing}"))
        state = self.game.initial_state()
        if isinstance(state, SolarState):
            self.tell_solar(out, state, seed)
        else:
            assert isinstance(state, GpsState)
            self.tell_gps(out, state, seed)
        out.print(f"The same game again: {self.again(seed)}", soft_wrap=True)
        if record is not None:
            tags: dict[str, str | int] = {"seed": seed}
            tags.update({f"player{seat}": playing for seat, playing in enumerate(self.policies)})
            save(record, GameRecord.from_state(state, **tags))
            out.print(f"Its record is in {named(record)}", soft_wrap=True)
        if speed:
            out.print(_speed(self.game, self.policies, seed))

    def act(self, state: State, seed: int) -> int:
        """Let chance or the player who is due act; the action."""
        if state.is_chance:
            return state.resolve_chance(seed)
        seat = state.current_player
        action = state.choose(self.policies[seat], seat, seed=seed)
        state.apply(action, seat)
        return action

    def tell_gps(self, out: Console, state: GpsState, seed: int) -> None:
        happened: list[Event] = []
        pointed: int | None = None
        games = 0
        while not state.is_terminal and state.turn < _TURNS_SHOWN:
            self.act(state, seed)
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
                    if state.game.wins > 1:
                        winners = [e.player for e in state.events if e.kind == "won"]
                        out.print(
                            show.game_won(state, [seat for seat in winners if seat is not None])
                        )

        out.print()
        if state.is_terminal:
            out.print(show.result(state))
            if state.game.wins > 1:
                out.print(f"Games won in this match: {games}")
        else:
            out.print(f"Nobody has won after {state.turn} turns; the demo stops here.")

    def tell_solar(self, out: Console, state: SolarState, seed: int) -> None:
        tale = solar_show.Tale(state.game)
        turn, drawn = 0, -1
        while not state.is_terminal:
            tale.take(state, self.act(state, seed))
            if state.turn > turn:
                turn = state.turn
                show.print_lines(out, solar_show.turn(turn, tale.told()))
            if state.phase == "turn" and state.round > drawn:
                if drawn < 0:
                    out.print(Text("\nSetup", style=show.STRONG))
                    show.print_lines(out, solar_show.hanging(tale.told(), 0))
                drawn = state.round
                out.print()
                out.print(solar_show.begins(state))
                show.print_lines(out, solar_show.position(state))
                out.print()
        out.print(Text("\nThe end", style=show.STRONG))
        show.print_lines(out, solar_show.board(state))
        show.print_lines(out, solar_show.table(state))
        out.print()
        out.print(solar_show.result(state))

    def again(self, seed: int) -> str:
        """The command that shows this game again: the options that are not the default ones."""
        words = [f"gpscore demo {self.game.name} --seed {seed}", *again(self.game)]
        if set(self.policies) != {"steady"}:
            words += [f"--policy {policy}" for policy in self.policies]
        return " ".join(words)


def _speed(game: Game, policies: list[Policy], seed: int, seconds: float = 0.5) -> str:
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
