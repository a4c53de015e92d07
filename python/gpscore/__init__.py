"""Rules engines for board games about the sky.

Play a whole game of GPS, the players being bundled ones:

>>> import gpscore
>>> game = gpscore.gps(players=2, spaces=18)
>>> state = game.initial_state()
>>> while not state.is_terminal:
...     if state.is_chance:
...         _ = state.resolve_chance(seed=7)
...     else:
...         state.apply(state.choose("steady"))
>>> len(state.winners) > 0, sum(state.returns()) == len(state.winners)
(True, True)

A state takes back what was done, copies itself, and has a text and a byte form that read back:

>>> player, action = state.undo()
>>> state.is_terminal
False
>>> game.parse(str(state)) == state == game.from_bytes(state.to_bytes())
True

It says why an action is illegal, and by which rule:

>>> first = game.initial_state()
>>> first.why_illegal(first.parse_action("spin:3")).rule
'G6'

Other rules are options of ``gpscore.gps``. The solar system is ``gpscore.solar``, played alike:

>>> state = gpscore.solar(players=2).initial_state()
>>> while state.phase != "turn":
...     _ = state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
>>> state.content(state.planet_space("mars")), state.player(1).score
('mars', 2)

What is refused is a ``gpscore.Error``, which is a ``ValueError``; arguments of another type are a
``TypeError``, files that cannot be read an ``OSError``. The rule ids are those of
docs/rules.

What follows is long; a class alone is told by ``help(gpscore.State)`` (what every game has),
``help(gpscore.GpsState)`` (what GPS adds), ``help(gpscore.SolarState)``, ``help(gpscore.gps)``.

Constants:

- ``CHANCE`` (-1) is the player of chance actions, in ``apply`` and ``history``, and
  ``state.current_player`` where a chance event is due.
- ``HOST`` (-2) is the player of the effects of an embedding host.
- ``TERMINAL`` (-4) is ``state.current_player`` when the game is over; it is no player.
- ``POLICIES`` are the names of the bundled players, least able first.
- ``UNDO_POLICIES`` are those of ``state.undo_floor``.
- ``THEMES`` are the themes of pictures, ``state.svg(theme=...)``.
- ``ABI`` is the number of the C interface: it changes when a struct or a signature of the headers
  does, so that code compiled against them can compare it with its own ``GPSCORE_ABI``.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    from gpscore._core import (
        ABI,
        CHANCE,
        HOST,
        NEUTRAL,
        POLICIES,
        TERMINAL,
        THEMES,
        UNDO_POLICIES,
        Batch,
        BatchStats,
        BoardError,
        Error,
        Event,
        FormatError,
        Game,
        GpsAction,
        GpsGame,
        GpsState,
        HistoryError,
        IllegalActionError,
        ParseError,
        PlayoutStats,
        PositionError,
        Reason,
        RulesError,
        SolarAction,
        SolarEvent,
        SolarForecast,
        SolarGame,
        SolarPending,
        SolarPlayer,
        SolarReach,
        SolarStack,
        SolarState,
        State,
        Status,
        Svg,
        UsageError,
        gps,
        parse_game,
        reasons,
        signature,
        signature_parts,
        solar,
        statuses,
        version,
    )
except ModuleNotFoundError as error:
    if error.name != "gpscore._core":
        raise
    raise ImportError(
        "gpscore's compiled module is missing: this is probably a source tree, not an "
        "installation. Run `pip install .` in it and start Python elsewhere."
    ) from error

from gpscore import effects
from gpscore._types import (
    Autoreset,
    Colour,
    Kernel,
    Organisation,
    Phase,
    Policy,
    Resource,
    SolarPhase,
    Theme,
    UndoPolicy,
)

if TYPE_CHECKING:
    from gpscore import views as views
    from gpscore.board import SolarBoard as SolarBoard
    from gpscore.leaks import Audit as Audit
    from gpscore.leaks import Leak as Leak
    from gpscore.leaks import audit as audit
    from gpscore.record import GameRecord as GameRecord
    from gpscore.record import RecordError as RecordError
    from gpscore.record import RecordReader as RecordReader
    from gpscore.table import Table as Table
    from gpscore.views import Seen as Seen

__version__ = version()

__all__ = [
    "ABI",
    "CHANCE",
    "HOST",
    "NEUTRAL",
    "POLICIES",
    "TERMINAL",
    "THEMES",
    "UNDO_POLICIES",
    "Audit",
    "Autoreset",
    "Batch",
    "BatchStats",
    "BoardError",
    "Colour",
    "Error",
    "Event",
    "FormatError",
    "Game",
    "GameRecord",
    "GpsAction",
    "GpsGame",
    "GpsState",
    "HistoryError",
    "IllegalActionError",
    "Kernel",
    "Leak",
    "Organisation",
    "ParseError",
    "Phase",
    "PlayoutStats",
    "Policy",
    "PositionError",
    "Reason",
    "RecordError",
    "RecordReader",
    "Resource",
    "RulesError",
    "Seen",
    "SolarAction",
    "SolarBoard",
    "SolarEvent",
    "SolarForecast",
    "SolarGame",
    "SolarPending",
    "SolarPhase",
    "SolarPlayer",
    "SolarReach",
    "SolarStack",
    "SolarState",
    "State",
    "Status",
    "Svg",
    "Table",
    "Theme",
    "UndoPolicy",
    "UsageError",
    "audit",
    "effects",
    "get_include",
    "gps",
    "parse_game",
    "reasons",
    "signature",
    "signature_parts",
    "solar",
    "statuses",
    "version",
    "views",
]


def get_include() -> str:
    """The directory of the C headers, for a compiler's include path (``#include <gpscore/gps.h>``).

    Headers alone: an installation holds neither the C sources nor a library to link with. Compile
    the sources of the same version, from the source distribution, into your program.

    :raises FileNotFoundError: when the installation has none.
    """
    package = Path(__file__).resolve().parent
    # Beside this file in an installation, at the top of the source tree in an editable one.
    for candidate in (package / "include", package.parents[1] / "include"):
        if (candidate / "gpscore" / "gpscore.h").is_file():
            return str(candidate)
    raise FileNotFoundError(f"no gpscore headers beside {package}: the installation is incomplete")


_LATER = {
    "Audit": "leaks",
    "GameRecord": "record",
    "Leak": "leaks",
    "RecordError": "record",
    "RecordReader": "record",
    "Seen": "views",
    "SolarBoard": "board",
    "Table": "table",
    "audit": "leaks",
    "views": "views",
}


def __getattr__(name: str) -> Any:
    # What only some need is read when they ask for it: importing gpscore stays quick.
    module = _LATER.get(name)
    if module is not None:
        found = import_module(f"gpscore.{module}")
        return found if name == module else getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
