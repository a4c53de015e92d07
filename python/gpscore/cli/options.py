"""Options that commands share, and the game that they ask for."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

import gpscore
from gpscore import Organisation, SolarGame
from gpscore.cli import show
from gpscore.cli.files import load_board

if TYPE_CHECKING:
    from gpscore import Game, Policy

_GPS = gpscore.gps()
_SOLAR = gpscore.solar()
_ORGANISED = gpscore.solar(organisations=["turing", None])

#: The games, and the options that each alone has.
OPTIONS = {
    "gps": ("spaces", "satellites", "face_up", "wins", "turn_limit", "spin"),
    "solar": (
        "rounds", "organisations", "pluto", "trace_points", "signal_points", "push_tech2", "board",
    ),
}  # fmt: skip


def policy_named(name: str) -> Policy:
    """The bundled player of that name, or Typer's error that lists them."""
    for policy in gpscore.POLICIES:
        if policy == name:
            return policy
    raise typer.BadParameter(
        f"there is no bundled player {name!r}; there are {', '.join(gpscore.POLICIES)}",
        param_hint="--policy",
    )


def seat_named(name: str, players: int, hint: str = "--seat") -> int:
    """The seat of that colour (or number), or Typer's error that lists them."""
    colours = [colour.lower() for colour, _ in show.SEATS[: max(players, 0)]]
    for seat, colour in enumerate(colours):
        if name.lower() in (colour, str(seat)):
            return seat
    raise typer.BadParameter(
        f"there is no seat {name!r}; with --players {players} there are {', '.join(colours)}",
        param_hint=hint,
    )


def whole(text: str | int) -> int:
    """The number that a person wrote: ASCII digits alone, where Python's int() takes more."""
    if isinstance(text, int):
        return text  # a default
    if re.fullmatch(r"-?[0-9]{1,30}", text):
        return int(text)
    raise typer.BadParameter(f"{text!r} is not a whole number")


def some_seed(seed: int | None) -> int:
    """The seed given, or a fresh one that is short enough to type again."""
    return secrets.randbelow(1_000_000) if seed is None else seed


def chosen_game(name: str, options: dict[str, Any]) -> Game:
    """The game of that name with the options that are not None.

    The core has the defaults and says what is out of range.
    """
    if name not in OPTIONS:
        raise typer.BadParameter(
            f"there is no game {name!r}; there are {' and '.join(OPTIONS)}", param_hint="GAME"
        )
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if option != "players" and option not in OPTIONS[name]:
            raise typer.BadParameter(f"this is no option of {name}", param_hint=_flag(option))
    if "spin" in given:
        weights = _weights(given.pop("spin"))
        given.update({} if weights is None else {"spin_weights": weights})
    if "organisations" in given:
        words = given["organisations"].split(",")
        given["organisations"] = [None if word == "none" else word for word in words]
    if "board" in given:
        given["board"] = load_board(given["board"])
    try:
        if "pluto" in given:
            seats = gpscore.solar(given.get("players", _SOLAR.players)).players
            owners = given["pluto"].split(",")
            given["pluto"] = [seat_named(owner, seats, "--pluto") for owner in owners]
        return gpscore.gps(**given) if name == "gps" else gpscore.solar(**given)
    except gpscore.RulesError as error:
        error.args = (f"{_flag(error.option)}: {error}",)
        raise


def _weights(text: str) -> list[int] | None:
    if text == "uniform":
        return None
    if re.fullmatch(r"-?[0-9]{1,30}(,-?[0-9]{1,30})*", text):
        return [int(weight) for weight in text.split(",")]
    raise typer.BadParameter(
        f"{text!r} is neither 'uniform' nor whole numbers such as 1,0,2", param_hint="--spin"
    )


def _flag(option: str) -> str:
    """The option of the command line for an option of the rules."""
    return "--spin" if option == "spin_weights" else f"--{option.replace('_', '-')}"


def again(game: Game) -> list[str]:
    """The options that ask for this game: those that are not the default ones."""
    if isinstance(game, SolarGame):
        return _solar_again(game)
    words: list[str] = []
    default = dict(word.split("=") for word in _GPS.rules.split()[1:])
    for word in game.rules.split()[1:]:
        key, value = word.split("=")
        # The text of a fair spinner does not depend on the number of spaces.
        if value != default[key]:
            words.append(f"{_flag(key)} {value}")
    return words


def _solar_again(game: SolarGame) -> list[str]:
    words: list[str] = []
    if game.players != _SOLAR.players:
        words.append(f"--players {game.players}")
    if game.rounds != gpscore.solar(game.players, organisations=game.organisations).rounds:
        words.append(f"--rounds {game.rounds}")
    if any(game.organisations):
        words.append(f"--organisations {','.join(one or 'none' for one in game.organisations)}")
    if any(game.pluto):
        owners = [show.SEATS[seat][0].lower() for seat, owns in enumerate(game.pluto) if owns]
        words.append(f"--pluto {','.join(owners)}")
    if game.trace_points:
        words.append(f"--trace-points {game.trace_points}")
    if game.signal_points:
        words.append(f"--signal-points {game.signal_points}")
    if not game.push_tech2:
        words.append("--no-push-tech2")
    if not game.board.is_standard:
        words.append("--board FILE")
    return words


def _seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < 2**64:
        raise typer.BadParameter(f"{seed} is not a number from 0 to 2**64 - 1", param_hint="--seed")
    return seed


Threads = Annotated[
    int,
    typer.Option(metavar="N", parser=whole, help="Threads to use; the counts are the same."),
]

_OF_GPS = "Options of gps"
_OF_SOLAR = "Options of solar"

Seed = Annotated[
    int | None,
    typer.Option(
        metavar="SEED",
        parser=whole,
        callback=_seed,
        help="Seed of chance and of the bundled players. [default: a random one]",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Number of players. [default: {_GPS.players} in gps, {_SOLAR.players} in solar]",
    ),
]
Spaces = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Spaces around the planet. [default: {_GPS.spaces}]",
        rich_help_panel=_OF_GPS,
    ),
]
Satellites = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Satellites of each player. [default: {_GPS.satellites}]",
        rich_help_panel=_OF_GPS,
    ),
]
FaceUp = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Satellites face up at the start. [default: {_GPS.face_up}]",
        rich_help_panel=_OF_GPS,
    ),
]
Wins = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Games to win: 2 is a match of the printed rules. [default: {_GPS.wins}]",
        rich_help_panel=_OF_GPS,
    ),
]
TurnLimit = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help="Turn at whose end the play is over without a winner; 0 for none. "
        f"[default: {_GPS.turn_limit or 0}]",
        rich_help_panel=_OF_GPS,
    ),
]
Spin = Annotated[
    str | None,
    typer.Option(
        metavar="WEIGHTS",
        help="Weight of each space for the spinner, such as 1,0,2, or 'uniform'. "
        "[default: uniform]",
        rich_help_panel=_OF_GPS,
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Rounds of the game. [default: {_SOLAR.rounds}; {_ORGANISED.rounds} with "
        "organisations]",
        rich_help_panel=_OF_SOLAR,
    ),
]
Organisations = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help=f"Organisation of each seat, such as turing,none; there are "
        f"{', '.join(get_args(Organisation))}. [default: none]",
        rich_help_panel=_OF_SOLAR,
    ),
]
Pluto = Annotated[
    str | None,
    typer.Option(
        metavar="COLOURS",
        help="Seats that own Pluto, such as red,blue. [default: none]",
        rich_help_panel=_OF_SOLAR,
    ),
]
TracePoints = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Points of each trace at the end. [default: {_SOLAR.trace_points}]",
        rich_help_panel=_OF_SOLAR,
    ),
]
SignalPoints = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole,
        help=f"Points of each signal at the end. [default: {_SOLAR.signal_points}]",
        rich_help_panel=_OF_SOLAR,
    ),
]
PushTech2 = Annotated[
    bool | None,
    typer.Option(
        help="Whether tech 2 pays for a push onto asteroids too. [default: it does]",
        rich_help_panel=_OF_SOLAR,
    ),
]
Board = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Board to play on, in its JSON form. [default: the printed one]",
        rich_help_panel=_OF_SOLAR,
    ),
]
