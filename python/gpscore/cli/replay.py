"""A record as a page: one self-contained HTML file that plays the game, without a network.

The part of the picture that never changes stands in the page once. The rest of a frame is a list of
lines, most of which other frames have too: they are numbered, and a frame is what differs from the
one before.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, NamedTuple

import gpscore
from gpscore import Event, GpsState, SolarEvent, SolarState, State, Theme
from gpscore.cli import show, solar_show
from gpscore.record import GameRecord

#: Frames of a page at most; of a longer game the ends of turns are shown, or fewer
MOST_FRAMES = 2000

_MARK = "<g id='position'>\n"
_END = "</g>\n</svg>\n"


class Page(NamedTuple):
    """The HTML, and how many turns go by from frame to frame: 0 when every ply is shown."""

    html: str
    turns: int


def page(
    record: GameRecord,
    *,
    player: int | None = None,
    theme: Theme | None = None,
    labels: bool = True,
    frames: int = MOST_FRAMES,
) -> Page:
    """The page of a record, drawn as *player* or the public (None) may see it.

    :param theme: the one to begin with; None for what the reader's system asks for.
    :param frames: frames at most, 2 or more.
    :raises RecordError: a ply is illegal.
    :raises UsageError: there is no such player or theme, or *frames* is out of range.
    """
    if frames < 2:
        raise gpscore.UsageError(f"frames is {frames}; it must be 2 or more")
    turns = _stride(record, frames)
    lines: dict[str, int] = {}
    stored: list[list[Any]] = []
    wheres: list[str] = []
    captions: list[str] = []
    descriptions: list[str] = []
    flights: list[list[list[str]]] = []
    before: list[int] = []
    fixed = root = ""
    for shot in _shots(record, turns):
        svg = shot.state.svg(
            player, theme="light" if theme is None else theme, last=shot.plies, labels=labels
        )
        head, _, moving = svg.partition(_MARK)
        if not fixed:
            fixed = head[head.index("<style>") :]
            root = svg[: svg.index("<title>")]
        now = [
            lines.setdefault(line, len(lines)) for line in moving.removesuffix(_END).splitlines()
        ]
        stored.append(_difference(before, now))
        flights.append(list(_flights(shot.state)) if shot.plies == 1 else [])
        wheres.append(shot.where)
        captions.append(shot.caption)
        descriptions.append(head.partition("<desc>")[2].partition("</desc>")[0])
        before = now
    state = record.start or record.game.initial_state()
    styles = "".join(_style(state.svg(theme=one)) for one in gpscore.THEMES)
    board = fixed[fixed.index("</style>") + len("</style>\n") :]
    title = "GPS" if record.game.name == "gps" else "The solar system"
    words = f"<title>{title}</title>\n<desc></desc>\n"
    picture = f"{root}{words}<style>\n{styles}</style>\n{board}{_MARK}{_END}"
    data = {
        "theme": theme,
        "lines": list(lines),
        "frames": stored,
        "wheres": wheres,
        "captions": captions,
        "descriptions": descriptions,
        "flights": flights,
    }
    # No "<" in it, so that nothing can end the script.
    written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    template = files("gpscore.cli").joinpath("replay.html").read_text(encoding="utf-8")
    for mark, text in (("TITLE", html.escape(title)), ("PICTURE", picture), ("DATA", written)):
        template = template.replace(f"@{mark}@", text, 1)
    return Page(template, turns)


class _Shot(NamedTuple):
    """A position to be drawn, the plies since the one before, and the words for both."""

    state: State
    plies: int
    where: str
    caption: str


def _stride(record: GameRecord, frames: int) -> int:
    """The turns from frame to frame, so that there are few enough: 0 for every ply."""
    if len(record.plies) < frames:
        return 0
    turns = record.replay().turn - (record.start.turn if record.start else 0)
    return max(1, -(-turns // (frames - 2))) if frames > 2 else max(1, turns)


def _shots(record: GameRecord, turns: int) -> Iterator[_Shot]:
    state = record.start.clone() if record.start else record.game.initial_state()
    tale = _Tale(state)
    yield _Shot(state, 0, "Start", "")
    plies = 0
    shown = state.turn
    for number, (player, action) in enumerate(record.plies, 1):
        turn = state.turn
        state.apply(action, player)
        plies += 1
        tale.take(state, player, action)
        if turns and number < len(record.plies):
            if state.turn == turn or state.turn - shown < turns:
                continue
            shown = state.turn
        yield _Shot(state, plies, f"Turn {turn + 1}", tale.told(state, told_all=turns < 2))
        plies = 0


class _Tale:
    """What happened since it was last told."""

    def __init__(self, state: State) -> None:
        self.solar = solar_show.Tale(state.game) if isinstance(state, SolarState) else None
        self.events: list[Event] = []
        self.done = ""  # the last action by its own text, for what has no other words

    def take(self, state: State, player: int, action: int) -> None:
        text = state.action_to_string(action)
        if player >= 0:
            text = "ends the turn" if text == "end" else f"chooses {text}"
            text = f"{show.name(player).plain} {text}"
        self.done = text
        if self.solar and isinstance(state, SolarState):
            self.solar.take(state, action)
        elif isinstance(state, GpsState):
            self.events += state.events

    def told(self, state: State, *, told_all: bool) -> str:
        """All of it in words; of many turns nothing but an end of the game."""
        said: list[str] = []
        if self.solar:
            assert isinstance(state, SolarState)
            setup = "The board is set up" if state.phase.startswith("setup") else ""
            said.append(self.solar.told().plain or setup or self.done)
            ended = [solar_show.result(state).plain] if state.is_terminal else []
        else:
            assert isinstance(state, GpsState)
            said += _gps_words(state, self.events)
            self.events.clear()
            ended = [show.result(state).plain] if state.is_terminal else []
        return ". ".join([one.rstrip(".") for one in (said if told_all else []) + ended if one])


def _gps_words(state: GpsState, events: Iterable[Event]) -> Iterator[str]:
    events = list(events)
    for event in events:
        if event.kind == "spun":
            yield f"The spinner points to {event.space}"
        elif event.kind == "chose":
            assert event.player is not None
            if not any(one.kind in ("placed", "moved") for one in events):
                yield f"{show.name(event.player).plain} has chosen"
    yield " ".join(line.plain for line in show.deeds(events))
    won = [event.player for event in events if event.kind == "won" and event.player is not None]
    if won and not state.is_terminal:
        yield f"{show.names(won).plain} {'win' if len(won) > 1 else 'wins'} this game"
    if any(event.kind == "shuffled" for event in events):
        yield "The satellites are shuffled for the next game"


def _flights(state: State) -> Iterator[list[str]]:
    """From which element to which figures went that stand for their place."""
    for event in state.events:
        if not isinstance(event, SolarEvent):
            continue
        old = f"probe-{event.player}-{event.origin}"
        match event.kind:
            case "moved" | "rode" | "pushed":
                yield [old, f"probe-{event.player}-{event.space}"]
            case "orbited":
                yield [old, f"orbiter-{event.planet}-{event.player}"]
            case "landed":
                yield [old, f"lander-{event.planet}-{event.player}"]
            case "landed_moon":
                yield [old, f"on-moon-{event.moon}"]
            case _:
                pass


def _difference(before: list[int], now: list[int]) -> list[Any]:
    """How many lines at the beginning and at the end are the same, and those between."""
    most = min(len(before), len(now))
    head = next((i for i in range(most) if before[i] != now[i]), most)
    tail = next((i for i in range(most - head) if before[-1 - i] != now[-1 - i]), most - head)
    return [head, tail, now[head : len(now) - tail]]


def _style(svg: str) -> str:
    return svg[svg.index("<style>\n") + len("<style>\n") : svg.index("</style>")]
