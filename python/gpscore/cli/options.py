"""Options that commands share, and the game that they ask for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

import typer

import gpscore
from gpscore import GpsGame
from gpscore.cli import show

if TYPE_CHECKING:
    from gpscore import Policy


def policy_named(name: str) -> Policy:
    """The bundled player of that name, or Typer's error that lists them."""
    for policy in gpscore.POLICIES:
        if policy == name:
            return policy
    raise typer.BadParameter(
        f"there is no bundled player {name!r}; there are {', '.join(gpscore.POLICIES)}",
        param_hint="--policy",
    )


def seat_named(name: str, players: int) -> int:
    """The seat of that colour (or number), or Typer's error that lists them."""
    colours = [show.SEATS[seat][0].lower() for seat in range(players)]
    for seat, colour in enumerate(colours):
        if name.lower() in (colour, str(seat)):
            return seat
    raise typer.BadParameter(
        f"there is no seat {name!r}; with --players {players} there are {', '.join(colours)}",
        param_hint="--seat",
    )


def some_seed(seed: int | None) -> int:
    """The seed given, or a fresh one that is short enough to type again."""
    return secrets.randbelow(1_000_000) if seed is None else seed


def gps_game(
    players: int | None,
    spaces: int | None,
    satellites: int | None,
    face_up: int | None,
    wins: int | None,
    turn_limit: int | None,
    spin: str | None,
) -> GpsGame:
    """GPS with the options given; the core has the defaults and says what is out of range."""
    options: dict[str, Any] = {
        "players": players,
        "spaces": spaces,
        "satellites": satellites,
        "face_up": face_up,
        "wins": wins,
        "turn_limit": turn_limit,
    }
    given = {name: value for name, value in options.items() if value is not None}
    if spin is not None and spin != "uniform":
        try:
            given["spin_weights"] = [int(weight) for weight in spin.split(",")]
        except ValueError:
            raise typer.BadParameter(
                f"{spin!r} is neither 'uniform' nor whole numbers such as 1,0,2",
                param_hint="--spin",
            ) from None
    try:
        return gpscore.gps(**given)
    except gpscore.RulesError as error:
        flag = "--spin" if error.option == "spin_weights" else f"--{error.option}"
        error.args = (f"{flag.replace('_', '-')}: {error}",)
        raise


def _seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < 2**64:
        raise typer.BadParameter(f"{seed} is not a number from 0 to 2**64 - 1", param_hint="--seed")
    return seed


_DEFAULT = gpscore.gps()

Seed = Annotated[
    int | None,
    typer.Option(
        metavar="SEED",
        callback=_seed,
        help="Seed of spins, shuffles and bundled players. [default: a random one]",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(metavar="N", help=f"Number of players. [default: {_DEFAULT.players}]"),
]
Spaces = Annotated[
    int | None,
    typer.Option(metavar="N", help=f"Spaces around the planet. [default: {_DEFAULT.spaces}]"),
]
Satellites = Annotated[
    int | None,
    typer.Option(metavar="N", help=f"Satellites of each player. [default: {_DEFAULT.satellites}]"),
]
FaceUp = Annotated[
    int | None,
    typer.Option(
        metavar="N", help=f"Satellites face up at the start. [default: {_DEFAULT.face_up}]"
    ),
]
Wins = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help=f"Games to win: 2 is a match of the printed rules. [default: {_DEFAULT.wins}]",
    ),
]
TurnLimit = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Turn at whose end the play is over without a winner; 0 for none. "
        f"[default: {_DEFAULT.turn_limit or 0}]",
    ),
]
Spin = Annotated[
    str | None,
    typer.Option(
        metavar="WEIGHTS",
        help="Weight of each space for the spinner, such as 1,0,2, or 'uniform'. "
        "[default: uniform]",
    ),
]
