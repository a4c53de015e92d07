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
import functools
import json
import re
import reprlib
from collections.abc import Generator, Iterable, Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_args

from gpscore import effects
from gpscore._core import (
    CHANCE,
    HOST,
    NEUTRAL,
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
from gpscore._types import Colour

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
DESCRIBED = ("view", "event", "update", "legal_tree", "preview", "record")


def schema(game: Game | str, of: str = "view") -> dict[str, Any]:
    """The JSON Schema (2020-12) of what frontends get of a game, given itself or by its name.

    The document describes *of*: a "view" (``state.view``), an "event" (of ``state.updates``), an
    "update" (``Table.update``, ``Table.join``), a "legal_tree", a "preview" or a "record"
    (``views.record``). All of them are in its ``$defs``.

    :raises UsageError: when there is no such game, or nothing of that name.
    :raises TypeError: when *game* is neither a Game nor a str, or *of* no str.
    """
    _check(game, (Game, str), "game must be a Game or a name")
    _check(of, str, "what a schema is of must be a name")
    name = game.name if isinstance(game, Game) else game
    if name not in GAMES:
        raise UsageError(f"there is no game {name[:40]!r}; there are {', '.join(GAMES)}")
    if of not in DESCRIBED:
        raise UsageError(f"there is no schema of {of[:40]!r}; there are {', '.join(DESCRIBED)}")
    file = resources.files("gpscore") / "schemas" / f"{name}-view-1.schema.json"
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {**loaded, "$ref": f"#/$defs/{of}"}


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

    :raises UsageError: when the view is of no known game or version, or an event is none of its
        game, has not the fields that the schema asks for, or does not fit the view.
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
            _check_event(named.partition("-")[0], event)
            try:
                if event["kind"] == "due":
                    _take_over(new, event)
                else:
                    followers[named](new, event)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError):
                said = reprlib.repr(event)
                raise UsageError(f"the event does not fit the view: {said}") from None
    return new


@functools.cache
def _event_rules(game: str) -> Form:
    """What the schema demands of each kind of event."""
    defs = schema(game)["$defs"]
    rules = [one if "properties" in one else defs["due"] for one in defs["event"]["oneOf"]]
    return {one["properties"]["kind"]["const"]: one for one in rules}


def _check_event(game: str, event: Form) -> None:
    rules = _event_rules(game)
    kind = event.get("kind")
    if not isinstance(kind, str) or kind not in rules:
        raise UsageError(f"there is no event of the kind {reprlib.repr(kind)} in {game}")
    wrong = _misfit(event, rules[kind])
    if wrong is not None:
        raise UsageError(f"this is no {kind!r} of {game}, {wrong}: {reprlib.repr(event)}")


_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": (list, tuple),
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


def _misfit(value: Any, rule: Form, name: str = "") -> str | None:
    """What is wrong with a value by the part of JSON Schema that events are described in."""
    if "const" in rule or "enum" in rule:
        known = rule["enum"] if "enum" in rule else [rule["const"]]
        return None if any(_same(value, one) for one in known) else _wrong(value, name)
    if "oneOf" in rule:
        fits = any(_misfit(value, one, name) is None for one in rule["oneOf"])
        return None if fits else _wrong(value, name)
    types = rule.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(_is_of(value, one) for one in types):
        return _wrong(value, name)
    if isinstance(value, dict):
        return _misfit_of_fields(cast("Form", value), rule, name)
    if isinstance(value, (list, tuple)):
        # A __len__ of somebody's own may say anything.
        entries = list(iter(cast("Iterable[Any]", value)))
        if not rule.get("minItems", 0) <= len(entries) <= rule.get("maxItems", len(entries)):
            return f"{name} has {len(entries)} entries"
        of_each = rule.get("items", {})
        found = (_misfit(one, of_each, f"{name}[{i}]") for i, one in enumerate(entries))
        return next((one for one in found if one is not None), None)
    if isinstance(value, str):
        return None if re.search(rule.get("pattern", ""), value) else _wrong(value, name)
    if isinstance(value, int):
        fits = rule.get("minimum", value) <= value <= rule.get("maximum", value)
        return None if fits else _wrong(value, name)
    return None


def _wrong(value: Any, name: str) -> str:
    return f"{name or 'it'} is {reprlib.repr(value)}"


def _same(value: Any, other: object) -> bool:
    return type(value) is type(other) and value == other


def _is_of(value: Any, name: str) -> bool:
    return isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _misfit_of_fields(value: Form, rule: Form, name: str) -> str | None:
    fields, more = rule.get("properties", {}), rule.get("additionalProperties", True)
    for key in rule.get("required", ()):
        if key not in value:
            return f"it has no {key}"
    for key, one in value.items():
        if _misfit(key, rule.get("propertyNames", {})) or (key not in fields and more is False):
            return f"it has no field {reprlib.repr(key)}"
        wrong = _misfit(one, fields.get(key, more if isinstance(more, dict) else {}), str(key))
        if wrong is not None:
            return wrong
    return None


def _take_over(view: View, due: Form) -> None:
    players = len(view["players"])
    seats = [*due["to_act"], *due["winners"], *(int(seat) for seat in due.get("targets", ()))]
    of_each = (due[key] for key in ("points", "probe_limits") if key in due)
    if any(seat >= players for seat in seats) or any(len(one) != players for one in of_each):
        raise ValueError("of a game of other players")
    view.update({key: copy.deepcopy(value) for key, value in due.items() if key != "kind"})


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


def _follow_solar(view: View, event: Form) -> None:
    kind = event.get("kind")
    seat = event.get("player")
    player: Form = {} if seat in (None, NEUTRAL) else view["players"][seat]
    if kind in ("gained", "spent"):
        number = -event["number"] if kind == "spent" else event["number"]
        if "index" in event:
            player[event["field"]][event["index"]] += number
        else:
            player[event["field"]] += number
    elif kind == "publicity":
        player["publicity"] += event["number"]
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
        player["techs_off"] = list(event["techs_off"])
    elif kind in ("tile_used", "tile_back"):
        player[f"{event['tile']}_tile_used"] = kind == "tile_used"
    elif kind == "limit":
        player["limit_change"] += event["number"]
    elif kind in ("put", "removed"):
        _figure(view, event, player)


def _figure(view: View, event: Form, player: Form) -> None:
    """A host has put or removed a figure."""
    seat, figure, slot = event["player"], event["figure"], event.get("slot")
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
                *path, last = _keys(operation["path"])
                if not path and operation["op"] == "remove":
                    raise ValueError("nothing would be left")
                at: Any = root
                for key in path:
                    at = at[_index(key) if isinstance(at, list) else key]
                _do(at, operation["op"], last, operation)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError):
                said = reprlib.repr(operation)
                raise UsageError(f"the operation does not fit the document: {said}") from None
        return root[""]


def _keys(pointer: object) -> list[str]:
    """The keys of a JSON Pointer (RFC 6901), the first of them that of the document itself."""
    if not isinstance(pointer, str) or pointer[:1] not in ("", "/"):
        raise ValueError(pointer)
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")]


def _index(key: str) -> int:
    if not (key.isascii() and key.isdigit()) or (key[0] == "0" and len(key) > 1):
        raise ValueError(key)
    return int(key)


def _do(at: Any, op: str, key: str, operation: Form) -> None:
    place: Any = key
    row = cast("list[object]", at) if isinstance(at, list) else None
    if row is not None:
        place = len(row) if key == "-" else _index(key)
        if place > len(row) - (op != "add"):
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
        nodes = _chance_leaves(state)
        groups = [_node("chance", "what chance may bring", nodes)] if nodes else []
    elif isinstance(state, GpsState):
        groups = _gps_groups(state, seat, actions)
    elif isinstance(state, SolarState):
        groups = _solar_groups(state, seat, actions)
    return {"player": _actor(seat), "groups": groups}


def _node(kind: str, label: str, children: list[Form], **fields: Any) -> Form:
    return {"kind": kind, "label": label, **fields, "children": children}


def _leaf(state: State, action: int, label: str, **fields: Any) -> Form:
    game: Any = state.game  # of a game that has them
    kind = game.action_fields(action).kind
    text = state.action_to_string(action)
    return {"kind": kind, "action": action, "text": text, "label": label, **fields}


def _chance_leaves(state: State) -> list[Form]:
    """What chance may bring, named and told by the event that it is."""
    labels = {
        "spun": "the arrow points to space {space}",
        "turned_up": "satellite {satellite} of player {player} is turned up",
        "shuffled": "the satellites are shuffled for the next game",
        "aligned": "disc {disc} lies at offset {number}",
        "ordered": "the sector boards lie in order {number}",
        "tile": "the tile of tech {tech} is {bonus}",
    }
    leaves: list[Form] = []
    game: Any = state.game  # of a game that has them
    trial = state.clone()
    for action, weight in state.chance_outcomes():
        trial.apply(action, CHANCE)
        event = trial.events[0]
        trial.undo()
        said = {name: value for name, value in event._asdict().items() if value is not None}
        kind = said.pop("kind")
        bonus = ""
        if kind == "tile":
            reward, number = game.tile_bonuses[said["number"]]
            bonus = _amount(number, reward)
        leaves.append(
            _leaf(state, action, labels[kind].format(**said, bonus=bonus), weight=weight, **said)
        )
    return leaves


def _amount(number: int, what: str) -> str:
    """A number of something in words."""
    plain = {"score": "point"}.get(what, what).replace("_", " ")
    uncounted = ("energy", "publicity", "data")
    return f"{number} {plain}" + ("s" if number != 1 and plain not in uncounted else "")


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
        effect = said.kind == "effect"
        label, more = _host_label(state, action) if effect else _solar_label(state, said)
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
            "direction": said.direction,
            "space": said.target,
            "content": content,
            "instead": said.instead,
        }
    if said.kind in ("orbit", "land"):
        label = "orbit" if said.kind == "orbit" else "land"
        label += f", data space {said.data_space}" if said.data_space else ""
        label += f", from {_space_words(said.space)}" if said.space is not None else ""
        more = {"planet": said.planet, "space": said.space}
        return label, more if said.kind == "orbit" else {**more, "data_space": said.data_space}
    if said.kind == "land_moon":
        moon: int = said.moon
        return f"land on {_name(game.moons[moon])}", {"moon": moon}
    if said.kind == "take_tech":
        return f"tech {said.tech}", {"tech": said.tech}
    if said.kind == "org":
        named = {"turing": "use tech {} in this turn", "helion": "switch tech {} off for an income"}
        organisation = game.organisations[state.active] or ""
        label = named.get(organisation, "a free move with two probes").format(said.tech)
        return label, {"tech": said.tech}
    if said.kind == "income":
        label = f"tuck a card: {_amount(1, said.choice)} now, and in each later round"
        label = "decline the income" if said.choice == "decline" else label
        return label, {"choice": said.choice}
    if said.kind == "trace":
        return f"{said.choice} trace", {"choice": said.choice}
    if said.kind == "exchange":
        given, taken = said.choice.split(">")
        return f"{_amount(2, given)} for {_amount(1, taken)}", {"choice": said.choice}
    if said.kind in ("launch", "research"):
        label = _ALONE[said.kind] + (", with Xenolab's tile" if said.tile else "")
        return label, {"tile": said.tile}
    return _ALONE[said.kind], {}


def _host_label(state: SolarState, action: int) -> tuple[str, Form]:
    """What only a host can do: settle a reward, or begin the next round."""
    if action == effects.next_round():
        return "begin the next round", {}
    pending = state.pending
    if pending is None or pending.kind != "any_trace":
        return "the reward is settled", {}
    colour = {effects.resolved(colour): colour for colour in get_args(Colour)}[action]
    return f"the trace is settled as a {colour} one", {"choice": colour}


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


def _action(state: State, action: int | str) -> int:
    """An action by its id or text, as people and screens give it."""
    if isinstance(action, str):
        return state.parse_action(action)
    return _integer(action, "an action that is no text")


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

    def parse_action(self, text: str) -> int:
        """``state.parse_action``: the id of an action from its text; it need not be legal."""
        return self._state.parse_action(text)

    def action_to_string(self, action: int) -> str:
        """``state.action_to_string``: the text of an action id."""
        return self._state.action_to_string(action)

    def why_illegal(self, action: int | str) -> Reason | None:
        """Why this player may not do an action (id or text) now, or None when it is legal."""
        return self._state.why_illegal(_action(self._state, action), self._seat())

    def preview(self, action: int | str) -> Form:
        """``state.preview`` of an action (id or text) of this player."""
        return self._state.preview(_action(self._state, action), self._seat())

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
