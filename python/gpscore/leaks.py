"""The audit: two states that differ only in what a viewer may not know must look the same to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import gpscore
from gpscore import views
from gpscore._core import CHANCE, Error, Game, GpsState, State, UsageError

__all__ = ["Audit", "Leak", "audit"]

Door: TypeAlias = Callable[[State, int | None], object]
"""Something that shows a state to a player, or to the public (None)."""


class Leak(NamedTuple):
    """A difference that a viewer could see and should not."""

    door: str
    viewer: int | None
    path: str  # where in what the door gave, as of JSON Patch
    first: str  # the two states, in text
    second: str
    saw: str  # what the door gave there, for each of them

    def __str__(self) -> str:
        who = "the public" if self.viewer is None else f"player {self.viewer}"
        where = f" at {self.path}" if self.path else ""
        return f"{self.door} tells {who} what they may not know{where}: {self.saw}"


class Audit(NamedTuple):
    """What an audit has found: nothing when *leaks* is empty."""

    pairs: int  # pairs of states that were compared; 0 where a game hides nothing
    doors: tuple[str, ...]
    leaks: tuple[Leak, ...]


def audit(
    view: Door | None = None, *, game: Game | None = None, pairs: int = 200, seed: int = 0
) -> Audit:
    """Look for leaks of hidden information, in the engine's doors or in a view of your own.

    Pairs of states are made by random play that differ only in what a viewer may not know: the open
    choices of others. Each door is asked about both, and has to give the same.

    *view* is a function of a state and a viewer (a player, or None for the public) that gives
    anything that compares, JSON for a start; without one all doors of the engine are asked.
    *game* is the rules to play by; by default a small match of GPS for four. *pairs* is how many
    pairs to make, and *seed* where they come from.

    >>> import gpscore
    >>> gpscore.audit(pairs=20).leaks
    ()
    >>> leaks = gpscore.audit(lambda state, viewer: str(state), pairs=20).leaks
    >>> leaks[0].door
    '<lambda>'

    :raises UsageError: when *pairs* is negative, or a view is not the same for one state twice.
    :raises TypeError: when *view* is no function or *game* no ``Game``.
    """
    if pairs < 0:
        raise UsageError(f"pairs is {pairs}; it must be 0 or more")
    if game is not None and not isinstance(game, Game):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"game must be a Game, not {type(game).__name__}")
    if view is not None and not callable(view):
        raise TypeError(f"view must be a function of state and viewer, not {type(view).__name__}")
    if game is None:
        game = gpscore.gps(players=4, spaces=9, satellites=4, face_up=2, wins=2)
    doors = _DOORS if view is None else {getattr(view, "__name__", repr(view)): view}
    leaks: list[Leak] = []
    made = 0
    for first, second, viewer in _pairs(game, pairs, random.Random(seed)):
        made += 1
        for name, door in doors.items():
            one, other = _seen(door, first, viewer), _seen(door, second, viewer)
            if one != other:
                leaks.append(_leak(name, door, (first, second), viewer, (one, other)))
    return Audit(made, tuple(doors), tuple(leaks))


def _leak(
    name: str, door: Door, states: tuple[State, State], viewer: int | None, saw: tuple[Any, Any]
) -> Leak:
    if _seen(door, states[0], viewer) != saw[0]:
        raise UsageError(
            f"{name} does not give the same for one state twice, so that it is no view"
        )
    path, what = "", f"{saw[0]!r} and {saw[1]!r}"
    for change in views.patch(*saw):
        path = change["path"]
        what = f"{_at(saw[0], path)!r} and {_at(saw[1], path)!r}"
        break
    return Leak(name, viewer, path, str(states[0]), str(states[1]), what[:200])


def _at(document: Any, path: str) -> Any:
    for key in path.split("/")[1:]:
        try:
            document = document[int(key) if isinstance(document, list) else key]
        except (KeyError, IndexError, ValueError):
            return None
    return document


def _seen(door: Door, state: State, viewer: int | None) -> Any:
    """What a door gives, in a form that compares; an error is what it says."""
    try:
        given = door(state, viewer)
    except Error as error:
        return {"error": str(error), "reason": error.reason, "fields": error.fields}
    return _plain(given)


def _plain(given: Any) -> Any:
    if isinstance(given, dict):
        form = cast("dict[object, object]", given)
        return {str(key): _plain(value) for key, value in form.items()}
    if isinstance(given, (list, tuple)):
        return [_plain(value) for value in cast("Sequence[Any]", given)]
    return given.tolist() if hasattr(given, "tolist") else given


# ---- Pairs


def _pairs(game: Game, count: int, rng: random.Random) -> Iterator[tuple[State, State, int | None]]:
    """States that differ for a viewer in nothing but the open choices of others."""
    if game.players < 2 or not isinstance(game, gpscore.GpsGame):
        return  # nobody has secrets from others
    state: State = game.initial_state()
    made = 0
    while made < count:
        if state.is_terminal:
            state = game.initial_state()
        elif state.is_chance:
            state.resolve_chance(rng.getrandbits(64))
        else:
            for _ in range(min(4, count - made)):
                pair = _pair(state, rng)
                if pair is not None:
                    yield pair
                    made += 1
            state.apply_joint([rng.choice(state.legal_actions(seat)) for seat in state.to_act])


def _pair(state: State, rng: random.Random) -> tuple[State, State, int | None] | None:
    """Two states behind this one, or None where those who choose had no other choice."""
    seats = list(state.to_act)
    rng.shuffle(seats)
    viewer = rng.choice([None, *range(state.game.players)])
    # Somebody still chooses, and somebody else than the viewer has chosen.
    others = [seat for seat in seats if seat != viewer]
    chosen = others[: rng.randint(1, max(1, len(others) - 1))]
    if viewer is not None and rng.random() < 0.5 and len(chosen) < len(seats) - 1:
        chosen.append(viewer)
    rng.shuffle(chosen)
    first, second = _with_history(state), _with_history(state)
    for seat in chosen:
        actions = state.legal_actions(seat)
        one = rng.choice(actions)
        first.apply(one, seat)
        another = [action for action in actions if action != one] or [one]
        second.apply(one if seat == viewer else rng.choice(another), seat)
    return None if first == second else (first, second, viewer)


def _with_history(state: State) -> State:
    """A copy that has the last ply of the history too."""
    if not state.history:
        return state.clone()
    player, action = state.undo()
    copy = state.clone()
    state.apply(action, player)
    copy.apply(action, player)
    return copy


# ---- Doors


def _reasons(state: State, viewer: int | None) -> object:
    """Why anything whatever is illegal for the viewer, chance actions and nonsense too."""
    ids = [*range(0x11000000, 0x11000020), *range(0x12000000, 0x12000020), 0x10000000, 0x13000001]
    seat = CHANCE if viewer is None else viewer
    return [state.why_illegal(action, seat) for action in [*ids, 0, 2**40]]


def _errors(state: State, viewer: int | None) -> object:
    """What is said when the viewer tries what is not allowed."""
    said: list[str] = []
    seat = CHANCE if viewer is None else viewer
    trials: list[Callable[[State], object]] = [
        lambda s: s.apply(0x11000000, seat),
        lambda s: s.apply(0x1200000F, seat),
        lambda s: s.retract(seat),
        lambda s: s.apply_joint({}),
        lambda s: s.choose("steady", seat),
        lambda s: s.resolve_chance(1),
    ]
    for trial in trials:
        try:
            trial(_with_history(state) if seat not in state.to_act else state.clone())
            said.append("done")
        except Error as error:
            said.append(str(error))
    return said


def _previews(state: State, viewer: int | None) -> object:
    seen = state.seen_by(viewer)
    return [seen.preview(action) for action in seen.legal_actions()]


def _observation(state: State, viewer: int | None) -> object:
    if viewer is None or not isinstance(state, GpsState):
        return None
    return state.observation(viewer)


def _table(state: State, viewer: int | None) -> object:
    update = gpscore.Table(state).update(viewer)
    return [update["plies"], update["patch"]]


_DOORS: dict[str, Door] = {
    "view": lambda state, viewer: state.view(viewer),
    "view_text": lambda state, viewer: state.view_text(viewer),
    "view_hash": lambda state, viewer: state.view_hash(viewer),
    "updates": lambda state, viewer: state.updates(viewer),
    "history_for": lambda state, viewer: state.history_for(viewer),
    "record": views.record,
    "observation": _observation,
    "legal_actions": lambda state, viewer: state.seen_by(viewer).legal_actions(),
    "legal_tree": lambda state, viewer: state.seen_by(viewer).legal_tree(),
    "preview": _previews,
    "why_illegal": _reasons,
    "errors": _errors,
    "seen_by": lambda state, viewer: repr(state.seen_by(viewer)),
    "table": _table,
    "svg": lambda state, viewer: str(state.svg(viewer, legal=viewer)),
    "repr": lambda state, viewer: repr(state),
    "undo_floor": lambda state, viewer: [state.undo_floor(viewer), state.to_act, state.turn],
}
