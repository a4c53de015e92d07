"""What frontends do with what a state tells: follow events, make patches, pick by a tree.

Everything here is JSON-ready and made of the views and events of the core (``state.view``,
``state.updates``); no rule of a game is in it. docs/frontends.md is the guide.
"""

# The core's names with an underscore are for this package.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import bisect
import contextlib
import copy
import json
import reprlib
from collections.abc import Generator, Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from gpscore._core import (
    CHANCE,
    HOST,
    Error,
    Game,
    GpsState,
    Reason,
    SolarGame,
    SolarState,
    State,
    Svg,
    UsageError,
    _integer,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "Seen",
    "apply_events",
    "apply_patch",
    "leaves",
    "legal_tree",
    "patch",
    "record",
    "schema",
]

View: TypeAlias = dict[str, Any]
Form: TypeAlias = dict[str, Any]

GAMES = ("gps", "solar")


def schema(game: Game | str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the views and events of a game, given itself or by its name.

    The document describes a view; its ``$defs`` have "event" for what ``state.updates`` gives.

    :raises UsageError: when there is no such game.
    :raises TypeError: when *game* is neither a Game nor a str.
    """
    _check(game, (Game, str), "game must be a Game or a name")
    name = game.name if isinstance(game, Game) else game
    if name not in GAMES:
        raise UsageError(f"there is no game {name[:40]!r}; there are {', '.join(GAMES)}")
    file = resources.files("gpscore") / "schemas" / f"{name}-view-1.schema.json"
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


@contextlib.contextmanager
def _not_too_deep() -> Generator[None]:
    """Values that lie too deep in each other, or in themselves, are an error of the call."""
    try:
        yield
    except RecursionError:
        raise UsageError("the values lie too deep in each other") from None


def _check(value: object, cls: type | tuple[type, ...], what: str) -> None:
    if not isinstance(value, cls):
        raise TypeError(f"{what}, not {type(value).__name__}")


# ---- From an old view to the new one


def apply_events(view: View, events: list[Form] | tuple[Form, ...]) -> View:
    """The view that comes of *view* when these events (of ``state.updates``) have happened.

    They must be told to the same viewer, and none may be left out. *view* stays as it is.

    :raises UsageError: when the view is of no known game or version, or an event is unknown or
        does not fit the view.
    :raises TypeError: when the view is no dict, or the events are no list of dicts.
    """
    followers = {"gps-view-1": _follow_gps, "solar-view-1": _follow_solar}
    _check(view, dict, "a view must be a dict")
    _check(events, (list, tuple), "events must be a list of dicts")
    named = view.get("schema")
    if not isinstance(named, str) or named not in followers:
        raise UsageError(f"there is no view {named!r}; there are {', '.join(followers)}")
    with _not_too_deep():
        new: View = copy.deepcopy(view)
        for event in events:
            _check(event, dict, "an event must be a dict")
            try:
                if event.get("kind") == "due":
                    new.update({k: copy.deepcopy(v) for k, v in event.items() if k != "kind"})
                else:
                    followers[named](new, event)
            except Error:
                raise
            except (KeyError, IndexError, TypeError, ValueError, AttributeError):
                said = reprlib.repr(event)
                raise UsageError(f"the event does not fit the view: {said}") from None
    return new


def _unknown(event: Form) -> UsageError:
    return UsageError(f"there is no event of the kind {event.get('kind')!r} in this game")


def _follow_gps(view: View, event: Form) -> None:
    kind = event.get("kind")
    own: Form = view["players"][event["player"]] if "player" in event else {}
    if kind == "spun":
        view["pointed"] = event["space"]
    elif kind in ("chose", "retracted"):
        own["chosen"] = kind == "chose"
        own["choice"] = event.get("choice")
    elif kind in ("placed", "moved"):
        if kind == "placed":
            own["face_up"].remove(event["satellite"])
        else:
            own["ring"][event["origin"]] = None
        own["ring"][event["space"]] = event["satellite"]
        own["chosen"], own["choice"] = False, None
    elif kind == "turned_up":
        own["face_down"].remove(event["satellite"])
        bisect.insort(own["face_up"], event["satellite"])
    elif kind == "turn_ended":
        view["turn"] += 1
        view["pointed"] = None
    elif kind == "won":
        view["wins"][event["player"]] = event["wins"]
    elif kind == "shuffled":
        view["game_start"] = view["turn"]
        for player in view["players"]:
            player["ring"] = [None] * view["options"]["spaces"]
            player["face_up"] = []
            player["face_down"] = list(range(1, view["options"]["satellites"] + 1))
    elif kind != "over":
        raise _unknown(event)


# Where a player of the solar system has a resource: its key, and the place in a list.
_HELD: dict[str, tuple[str, int | None]] = {
    "credit": ("credits", None),
    "energy": ("energy", None),
    "card": ("cards", None),
    "publicity": ("publicity", None),
    "data": ("data", None),
    "score": ("score", None),
    "signal": ("signals", None),
    "red_trace": ("traces", 0),
    "yellow_trace": ("traces", 1),
    "blue_trace": ("traces", 2),
    "income_credit": ("tucked", 0),
    "income_energy": ("tucked", 1),
    "income_card": ("tucked", 2),
}
# What only the due fields show, or nothing.
_QUIET = (
    "launch_skipped",
    "lapsed",
    "declined",
    "settle",
    "move_gained",
    "ring_move_gained",
    "turn_limit",
    "no_asteroids",
    "move_instead",
    "main_used",
    "over",
)


def _follow_solar(view: View, event: Form) -> None:
    kind = event.get("kind")
    seat = event.get("player")
    player: Form = {}
    if seat is not None and seat < len(view["players"]):
        player = view["players"][seat]
    if kind in ("gained", "spent", "publicity"):
        number = -event["number"] if kind == "spent" else event["number"]
        key, place = _HELD[event.get("resource", "publicity")]
        if place is None:
            player[key] += number
        else:
            player[key][place] += number
        options = view["options"]
        player["points"] = (
            player["score"]
            + options["trace_points"] * sum(player["traces"])
            + options["signal_points"] * player["signals"]
        )
    elif kind == "launched":
        bisect.insort(player["probes"], event["space"])
    elif kind in ("moved", "rode", "pushed"):
        for _ in range(1 if kind == "moved" else event["number"]):
            player["probes"].remove(event["origin"])
            bisect.insort(player["probes"], event["space"])
    elif kind in ("turned", "aligned"):
        for key in ("offsets", "token", "spaces"):
            view[key] = copy.copy(event[key])
        for planet, space in zip(view["planets"], event["planet_spaces"], strict=True):
            planet["space"] = space
    elif kind in ("orbited", "landed", "landed_moon"):
        player["probes"].remove(event["origin"])
        if kind == "orbited":
            view["planets"][event["planet"]]["orbiters"][seat] += 1
        elif kind == "landed":
            view["planets"][event["planet"]]["landers"][seat] += 1
        elif "again" in event:
            view["planets"][view["moons"][event["moon"]]["planet"]]["landers"][seat] += 1
        else:
            view["moons"][event["moon"]]["owner"] = seat
    elif kind == "first_orbit":
        view["planets"][event["planet"]]["first_orbit"] = seat
    elif kind == "data_space":
        if "again" not in event:
            view["planets"][event["planet"]]["data_owners"][event["slot"] - 1] = seat
    elif kind == "tech":
        bisect.insort(player["techs"], event["tech"])
        view["tiles"][event["tech"] - 1]["top"] = None
    elif kind == "tile":
        view["tiles"][event["tech"] - 1] = {"top": event["number"], "down": list(event["down"])}
    elif kind == "passed":
        player["passed"] = True
    elif kind == "turn_ended":
        view["turn"] += 1
    elif kind == "round":
        view["round"], view["start_player"] = event["number"], event["start_player"]
        for each in view["players"]:
            each["passed"] = each["org_used"] = False
    elif kind == "ordered":
        view["sectors"], view["stars"] = event["number"], list(event["stars"])
    elif kind == "org_used":
        player["org_used"] = True
        if view["options"]["organisations"][event["player"]] == "helion":
            bisect.insort(player["techs_off"], event["tech"])
    elif kind in ("tile_used", "tile_back"):
        player[f"{event['tile']}_tile_used"] = kind == "tile_used"
    elif kind == "limit":
        player["limit_change"] += event["number"]
    elif kind in ("put", "removed"):
        _figure(view, event, player)
    elif kind not in _QUIET:
        raise _unknown(event)


def _figure(view: View, event: Form, player: Form) -> None:
    """A host has put or removed a figure."""
    seat, figure, slot = event["player"], event["figure"], event.get("slot", 0)
    put = event["kind"] == "put"
    owner = seat if put else None
    if figure == "probe":
        if put:
            bisect.insort(player["probes"], event["space"])
        else:
            player["probes"].remove(event["space"])
        return
    if figure == "moon":
        view["moons"][event["moon"]]["owner"] = owner
        return
    planet = view["planets"][event["planet"]]
    planet["orbiters" if figure == "orbiter" else "landers"][seat] += 1 if put else -1
    if slot and figure == "orbiter":
        planet["first_orbit"] = owner
    elif slot:
        planet["data_owners"][slot - 1] = owner


# ---- JSON patches


def patch(old: Any, new: Any) -> list[Form]:
    """The JSON Patch (RFC 6902) that makes *new* of *old*, which are JSON-ready.

    :raises UsageError: when values lie too deep in each other.
    :raises TypeError: when a key is no str.
    """
    with _not_too_deep():
        return list(_differences(old, new, ""))


def _differences(old: Any, new: Any, path: str) -> Iterator[Form]:
    if isinstance(old, dict) and isinstance(new, dict):
        had, has = cast("dict[str, object]", old), cast("dict[str, object]", new)
        for key in had:
            at = f"{path}/{_escaped(key)}"
            if key in has:
                yield from _differences(had[key], has[key], at)
            else:
                yield {"op": "remove", "path": at}
        for key in has:
            if key not in had:
                yield {"op": "add", "path": f"{path}/{_escaped(key)}", "value": has[key]}
    elif isinstance(old, list) and isinstance(new, list):
        # They are counted by going through them: a __len__ of somebody's own may say anything.
        before = list(iter(cast("list[object]", old)))
        after = list(iter(cast("list[object]", new)))
        both = min(len(before), len(after))
        for i in range(both):
            yield from _differences(before[i], after[i], f"{path}/{i}")
        for i in range(len(before) - 1, both - 1, -1):
            yield {"op": "remove", "path": f"{path}/{i}"}
        for value in after[both:]:
            yield {"op": "add", "path": f"{path}/-", "value": value}
    elif type(cast("object", old)) is not type(cast("object", new)) or old != new:
        yield {"op": "replace", "path": path, "value": new}


def _escaped(key: str) -> str:
    _check(key, str, "a key of JSON must be a str")
    return key.replace("~", "~0").replace("/", "~1")


def apply_patch(document: Any, operations: list[Form] | tuple[Form, ...]) -> Any:
    """What comes of a JSON document by the operations of ``patch``; *document* stays as it is.

    Of RFC 6902 it knows what ``patch`` writes: add, remove and replace.

    :raises UsageError: when an operation is another one, or does not fit the document.
    :raises TypeError: when the operations are no list.
    """
    _check(operations, (list, tuple), "operations must be a list of dicts")
    with _not_too_deep():
        root = {"": copy.deepcopy(document)}
        for operation in operations:
            try:
                keys: list[str] = ["", *operation["path"].split("/")[1:]]
                path, last = keys[:-1], keys[-1]
                at: Any = root
                for key in path:
                    at = at[int(key) if isinstance(at, list) else _plain(key)]
                _do(at, operation["op"], _plain(last), operation)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError):
                said = reprlib.repr(operation)
                raise UsageError(f"the operation does not fit the document: {said}") from None
        return root[""]


def _plain(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")


def _do(at: Any, op: str, key: str, operation: Form) -> None:
    place: Any = key
    row = cast("list[object]", at) if isinstance(at, list) else None
    if row is not None:
        place = len(row) if key == "-" else int(key)
        if not 0 <= place <= len(row) - (op != "add"):
            raise IndexError(key)
    if op == "remove":
        del at[place]
    elif op == "add" and row is not None:
        row.insert(place, copy.deepcopy(operation["value"]))
    elif op == "add" or (op == "replace" and (row is not None or key in at)):
        at[place] = copy.deepcopy(operation["value"])
    else:
        raise ValueError(op)


def record(state: State, player: int | None = None) -> Form:
    """The history of a state as *player* or the public (None) may know it, JSON-ready.

    A dict of *game*, *rules*, *start* (the text of the view where the history begins) and *plies*:
    a list of dicts of *player* ("chance" and "host" where it was these) and *action*, the text, or
    None for an open choice of somebody else. What ``patch`` makes of two of them is short.

    :raises UsageError: when there is no such player.
    :raises TypeError: when *state* is no State.
    """
    _check(state, State, "a record of moves is made from a State")
    return {
        "game": state.game.name,
        "rules": state.game.rules,
        "start": state.start.view_text(player),
        "plies": [
            {
                "player": _actor(seat),
                "action": None if action is None else state.action_to_string(action),
            }
            for seat, action in state.history_for(player)
        ],
    }


def _actor(seat: int) -> int | str:
    return {CHANCE: "chance", HOST: "host"}.get(seat, seat)


# ---- The legal actions as a person picks


def leaves(tree: Form) -> list[Form]:
    """The leaves of a ``legal_tree``, or of a node of it, in order: those with an *action*.

    :raises UsageError: when a node has neither *action* nor a list of *groups* or *children*.
    :raises TypeError: when a node is no dict.
    """
    with _not_too_deep():
        return list(_leaves(tree))


def _leaves(node: Form) -> Iterator[Form]:
    _check(node, dict, "a node of a legal tree must be a dict")
    if "action" in node:
        yield node
        return
    below = node.get("groups", node.get("children"))
    if not isinstance(below, list):
        raise UsageError("this is no legal tree: a node has neither action, groups nor children")
    for child in cast("list[Form]", below):
        yield from _leaves(child)


def legal_tree(state: State, seat: int) -> Form:
    """The legal actions of a seat in groups as a person picks: see ``State.legal_tree``.

    :raises UsageError: when there is no such seat.
    :raises TypeError: when *state* is no State, or *seat* no integer.
    """
    _check(state, State, "a legal tree is made from a State")
    seat = _integer(seat, "seat")
    groups: list[Form] = []
    actions = state.legal_actions(seat)
    if seat == CHANCE:
        weights = dict(state.chance_outcomes())
        nodes = [_leaf(state, action, weight=weights[action]) for action in actions]
        groups = [_node("chance", "what chance may bring", nodes)] if nodes else []
    elif isinstance(state, GpsState):
        groups = _gps_groups(state, seat, actions)
    elif isinstance(state, SolarState):
        groups = _solar_groups(state, seat, actions)
    return {"player": _actor(seat), "groups": groups}


def _node(kind: str, label: str, children: list[Form], **fields: Any) -> Form:
    return {"kind": kind, "label": label, **fields, "children": children}


def _leaf(state: State, action: int, label: str | None = None, **fields: Any) -> Form:
    text = state.action_to_string(action)
    return {"action": action, "text": text, "label": text if label is None else label, **fields}


def _gps_groups(state: GpsState, seat: int, actions: list[int]) -> list[Form]:
    stands = {satellite: space for space, satellite in enumerate(state.ring(seat)) if satellite}
    ways: dict[int, list[Form]] = {}
    two = len(actions) > len({state.game.action_fields(action).satellite for action in actions})
    for action in actions:
        fields = state.game.action_fields(action)
        assert fields.satellite is not None
        space = state.target(action, seat)
        way = {"cw": "clockwise ", "ccw": "counter-clockwise "}[fields.direction or "cw"]
        ways.setdefault(fields.satellite, []).append(
            _leaf(
                state,
                action,
                f"{way if two else ''}to space {space}",
                direction=fields.direction,
                space=space,
            )
        )
    return [
        _node(
            "satellite",
            f"satellite {satellite}" + (f" at space {at}" if at is not None else ""),
            ways[satellite],
            satellite=satellite,
            space=at,
        )
        for satellite in sorted(ways)
        for at in (stands.get(satellite),)
    ]


def _space_words(space: int) -> str:
    return f"ring {space // 8 + 1}, sector {space % 8}"


def _name(word: str) -> str:
    return word.replace("_", " ").capitalize()


_ALONE = {
    "launch": "launch a probe from Earth",
    "research": "research a tech",
    "pass": "pass",
    "end_turn": "end the turn",
    "card_move": "discard a card for a move",
    "buy_card": "buy a card for publicity",
    "org_done": "leave the other move",
}
# Groups of what is not picked on the board, in their order.
_GROUPS = (
    ("launch", "launch", ("launch",)),
    ("research", "research", ("research",)),
    ("tech", "take a tech", ("take_tech",)),
    ("income", "tuck a card for income", ("income",)),
    ("trace", "the colour of the trace", ("trace",)),
    ("trade", "cards and exchanges", ("card_move", "exchange", "buy_card")),
    ("organisation", "the organisation's action", ("org", "org_done")),
    ("host", "for the host to do", ("effect",)),
    ("turn", "the turn", ("pass", "end_turn")),
)


def _solar_groups(state: SolarState, seat: int, actions: list[int]) -> list[Form]:
    fields = {action: state.game.action_fields(action) for action in actions}
    moves: dict[int, list[Form]] = {}
    planets: dict[int, list[Form]] = {}
    others: dict[str, list[Form]] = {}
    trial = state.clone()
    moons = state.view()["moons"]
    for action, said in fields.items():
        label, more = _solar_label(state, said)
        trial.apply(action, seat)
        leaf = _leaf(state, action, label, **more, **_bill(trial, seat))
        trial.undo()
        if said.kind == "move":
            assert said.space is not None
            moves.setdefault(said.space, []).append(leaf)
        elif said.kind in ("orbit", "land", "land_moon"):
            planet = said.planet
            if planet is None:
                planet = moons[said.moon]["planet"]
            planets.setdefault(planet, []).append(leaf)
        else:
            others.setdefault(said.kind, []).append(leaf)
    groups: list[Form] = []
    if moves:
        probes = [
            _node(
                "probe",
                f"the probe at {_space_words(space)}",
                moves[space],
                space=space,
                number=state.player(seat).probes.count(space),
                reach=_reach(state, seat, space),
            )
            for space in sorted(moves)
        ]
        groups.append(_node("move", "move a probe", probes))
    if planets:
        names = state.game.planets
        nodes = [
            _node("planet", _name(names[planet]), planets[planet], planet=planet)
            for planet in sorted(planets)
        ]
        groups.append(_node("planets", "orbit or land", nodes))
    for kind, label, kinds in _GROUPS:
        found = [leaf for one in kinds for leaf in others.pop(one, ())]
        if found:
            groups.append(_node(kind, label, found))
    assert not others, others
    return groups


def _bill(trial: SolarState, seat: int) -> Form:
    """What an action that was just done took from the player and gave at once."""
    spends: dict[str, int] = {}
    gains: dict[str, int] = {}
    for event in trial.events:
        if event.player == seat and event.kind in ("spent", "gained", "publicity"):
            into = spends if event.kind == "spent" else gains
            resource = event.resource or "publicity"
            into[resource] = into.get(resource, 0) + (event.number or 0)
    return {"spends": spends, "gains": gains}


def _solar_label(state: SolarState, said: Any) -> tuple[str, Form]:
    """What an action is called, and the fields that a frontend picks it by."""
    game = state.game
    assert isinstance(game, SolarGame)
    if said.kind == "move":
        content = state.content(said.target)
        there = _space_words(said.target)
        where = f"to {_name(content)}, {there}" if content in game.planets else f"to {there}"
        label = f"{where}, for a move instead of publicity" if said.instead else where
        return label, {
            "kind": "move",
            "direction": said.direction,
            "space": said.target,
            "content": content,
            "instead": said.instead,
        }
    if said.kind in ("orbit", "land"):
        label = "orbit" if said.kind == "orbit" else "land"
        label += f", data space {said.data_space}" if said.data_space else ""
        label += f", from {_space_words(said.space)}" if said.space is not None else ""
        more = {"kind": said.kind, "planet": said.planet, "space": said.space}
        return label, {**more, "data_space": said.data_space}
    if said.kind == "land_moon":
        moon: int = said.moon
        return f"land on {_name(game.moons[moon])}", {"kind": said.kind, "moon": moon}
    if said.kind == "take_tech":
        return f"tech {said.tech}", {"kind": said.kind, "tech": said.tech}
    if said.kind == "org":
        named = {"turing": "use tech {} in this turn", "helion": "switch tech {} off for an income"}
        organisation = game.organisations[state.active] or ""
        label = named.get(organisation, "a free move with two probes").format(said.tech)
        return label, {"kind": said.kind, "tech": said.tech}
    if said.kind in ("income", "trace"):
        return f"{said.choice}", {"kind": said.kind, "choice": said.choice}
    if said.kind == "exchange":
        given, taken = said.choice.split(">")
        return f"2 of {given} for 1 of {taken}", {"kind": said.kind, "choice": said.choice}
    if said.kind == "effect":
        return "settled", {"kind": said.kind}
    label = _ALONE[said.kind]
    if said.tile:
        label += ", with Xenolab's tile"
    more = {"kind": said.kind}
    return label, ({**more, "tile": said.tile} if said.tile is not None else more)


def _reach(state: SolarState, seat: int, space: int) -> list[Form]:
    """The spaces beyond the neighbours that moves in hand and energy lead to, with the way."""
    means = min(20, state.moves + state.player(seat).energy)
    if state.phase != "turn":
        return []
    reached: list[Form] = []
    for target, found in state.reach(seat, space, means).items():
        path = state.path(seat, space, target, means) or []
        if len(path) > 1:
            reached.append(
                {
                    "space": target,
                    "content": state.content(target),
                    "moves": found.cost,
                    "publicity": found.publicity,
                    "path": path,
                }
            )
    return reached


# ---- One seat


class Seen:
    """All that one viewer may ask of a state: every door goes through the same view.

    Make one with ``state.seen_by(player)``. It follows the state. Hosts that hand out nothing else
    leak nothing: the open choices of others, and what hangs on them, are in none of its answers.
    """

    __slots__ = ("_state", "player")

    def __init__(self, state: State, player: int | None) -> None:
        _check(state, State, "what is seen is a State")
        self._state = state
        self.player = player

    def __repr__(self) -> str:
        who = "the public" if self.player is None else f"player {self.player}"
        return f"<Seen by {who}: {self.text}>"

    @property
    def text(self) -> str:
        """The text form of the view; hidden choices are ``?``."""
        return self._state.view_text(self.player)

    @property
    def hash(self) -> int:
        """The 64-bit hash of the view: equal if it looks equal."""
        return self._state.view_hash(self.player)

    @property
    def history(self) -> list[tuple[int, int | None]]:
        """The history, with None for the open choices of others."""
        return self._state.history_for(self.player)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who choose now."""
        return self._state.to_act

    def view(self) -> View:
        """``state.view`` for this viewer."""
        return self._state.view(self.player)

    def updates(self) -> list[Form]:
        """``state.updates`` for this viewer."""
        return self._state.updates(self.player)

    def record(self) -> Form:
        """``gpscore.views.record`` for this viewer."""
        return record(self._state, self.player)

    def legal_actions(self) -> list[int]:
        """The legal actions of this player; none for the public."""
        return [] if self.player is None else self._state.legal_actions(self.player)

    def legal_tree(self) -> Form:
        """``state.legal_tree`` of this player; without groups for the public."""
        if self.player is None:
            return {"player": None, "groups": []}
        return self._state.legal_tree(self.player)

    def why_illegal(self, action: int) -> Reason | None:
        """Why this player may not do an action now, or None when it is legal."""
        return self._state.why_illegal(action, self._seat())

    def preview(self, action: int) -> Form:
        """``state.preview`` of an action of this player."""
        return self._state.preview(action, self._seat())

    def svg(self, **options: Any) -> Svg:
        """``state.svg`` for this viewer, with its *options*."""
        return self._state.svg(self.player, **options)

    def observation(self) -> npt.NDArray[np.uint8]:
        """``state.observation`` of this player, where the game has one.

        :raises UsageError: when the viewer plays no seat, or the game has no observation.
        """
        if not isinstance(self._state, GpsState):
            raise UsageError(f"{self._state.game.name} has no observation")
        return self._state.observation(self._seat())

    def undo_floor(self, policy: str = "friendly") -> int:
        """``state.undo_floor`` of this player."""
        return self._state.undo_floor(self._seat(), policy)

    def _seat(self) -> int:
        if self.player is None:
            raise UsageError("the public plays no seat")
        return self.player
