"""Options that commands share, and the game that they ask for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

import typer

import gpscore
from gpscore import GpsGame

if TYPE_CHECKING:
    from gpscore import Policy


def policy_named(name: str) -> Policy:
    """The bundled player of that name, or Typer's error that lists them."""
    for policy in gpscore.POLICIES:
        if policy == name:
            return policy
    raise typer.BadParameter(
        f"there is no bundled player {name!r}; there are {', '.join(gpscore.POLICIES)}"
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
                f"--spin {spin!r} is neither 'uniform' nor whole numbers such as 1,0,2"
            ) from None
    return gpscore.gps(**given)


Seed = Annotated[
    int | None,
    typer.Option(min=0, max=2**64 - 1, help="Seed of spins and shuffles. Default: a random one."),
]
Players = Annotated[int | None, typer.Option(help="Number of players.")]
Spaces = Annotated[int | None, typer.Option(help="Spaces around the planet.")]
Satellites = Annotated[int | None, typer.Option(help="Satellites of each player.")]
FaceUp = Annotated[int | None, typer.Option(help="Satellites face up at the start.")]
Wins = Annotated[int | None, typer.Option(help="Wins that end the play: 2 is a match.")]
TurnLimit = Annotated[int | None, typer.Option(help="Turns after which nobody wins; 0: no limit.")]
Spin = Annotated[
    str | None, typer.Option(help="Weights of the spinner's spaces, such as 1,0,2, or 'uniform'.")
]
