"""A table: who sits where, whose turn it is to be waited for, and how far back anybody may go.

There is no rule of any game in here: the core decides what is legal, and what is known to whom.
"""

# The core's names with an underscore are for this package.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, cast, get_args

from gpscore import views
from gpscore._core import CHANCE, HOST, POLICIES, Game, State, UsageError, _integer
from gpscore._types import Policy, UndoPolicy

__all__ = ["Sitter", "Table"]

Sitter: TypeAlias = Literal["human", "left", "uniform", "greedy", "steady"]
"""Who sits on a seat: a person, nobody any more, or a bundled player."""


class Table:
    """A game among people, bundled players and seats that were left.

    Seats of bundled players and chance go on by themselves until a person has to act. A seat that
    was left is played on by *stand_in*, since the rules let nobody sit out; somebody may sit down
    there again. Where no person sits, ``step`` is for the host to call. The host of an embedded
    game acts by ``effect``.

    >>> import gpscore
    >>> table = gpscore.Table(gpscore.gps(players=2), seats=["human", "steady"], seed=7)
    >>> table.waiting_for
    (0,)
    >>> table.act(0, table.see(0).legal_actions()[0])
    True
    >>> table.state.turn
    1

    *state* is the whole truth and for the host alone; what players get are ``see`` and ``update``.
    It is changed by the methods of the table; ``update`` tells what is done to it past them by its
    patch alone.

    :param game: the rules, or a state to go on from (its history comes along).
    :param seats: who sits where; all are people by default.
    :param seed: chance and ties of bundled players come from it; with None chance is for the host,
        by ``resolve``.
    :param undo: the policy of ``undo``: "strict", "friendly" (the default) or "free";
        docs/frontends.md tells what each allows.
    :param stand_in: the bundled player for seats that were left.
    :raises UsageError: when a seat, sitter or policy is none, or their number is wrong.
    :raises TypeError: when an argument is of another type.
    """

    def __init__(
        self,
        game: Game | State,
        *,
        seats: Iterable[Sitter | str] | None = None,
        seed: int | None = None,
        undo: UndoPolicy = "friendly",
        stand_in: Policy = "steady",
    ) -> None:
        if not isinstance(game, (Game, State)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a table is for a Game or a State, not {type(game).__name__}")
        self.state = game if isinstance(game, State) else game.initial_state()
        players = self.state.game.players
        chosen = ["human"] * players if seats is None else _few(seats, players)
        if len(chosen) != players:
            number = len(chosen) if len(chosen) < players else f"more than {players}"
            raise UsageError(f"{number} seats are given for {players} players")
        for sitter in chosen:
            _known_sitter(sitter)
        if not isinstance(stand_in, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"stand_in must be a str, not {type(stand_in).__name__}")
        if stand_in not in POLICIES:
            raise UsageError(
                f"there is no bundled player {stand_in!r}; there are {', '.join(POLICIES)}"
            )
        self.state.undo_floor(policy=undo)  # which says when there is no such policy
        self._seats = chosen
        self._seed = seed
        self._stand_in: Policy = stand_in
        self.undo_policy: UndoPolicy = undo
        # By viewer: the view that was last told, with its plies, and the events since; None when
        # they are not all.
        self._told: dict[int | None, tuple[views.View, int]] = {}
        self._news: dict[int | None, list[views.Form] | None] = {}
        self._noted = self.state.hash  # of the position that the events lead to
        self._longest = 0  # plies since something was last taken back that others had seen
        self._advance()

    # ---- Who sits where

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits on each seat."""
        return tuple(self._seats)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The people who have to act now."""
        return tuple(seat for seat in self.state.to_act if self._seats[seat] == "human")

    @property
    def plies(self) -> int:
        """The length of the history; ``act`` may be told it."""
        return len(self.state.history)

    def sit(self, seat: int, sitter: Sitter) -> None:
        """Hand a seat over: to a person ("human"), to a bundled player, or to nobody ("left").

        :raises UsageError: when there is no such seat or sitter.
        """
        number = self._known_seat(seat)
        _known_sitter(sitter)
        self._seats[number] = sitter
        self._advance()

    # ---- Playing

    def act(self, seat: int, action: int | str, *, since: int | None = None) -> bool:
        """What a person does, by id or text; False when it is known already and changed nothing.

        An open choice that comes again changes nothing, and another one replaces it (see
        ``State.commit``). With *since*, the ``plies`` at which it was chosen, that holds for what
        has been carried out in the meantime too: sent twice it is done once.

        :raises IllegalActionError: when the rules do not allow it.
        :raises UsageError: when no person sits there, the seat did something else since, or *since*
            is a number of plies that the table has not had, or that were taken back.
        :raises ParseError: when the text is no action.
        :raises TypeError: when *action* is neither an integer nor a str, or another argument no
            integer.
        """
        seat = self._known_seat(seat)
        if self._seats[seat] != "human":
            raise UsageError(
                f"on seat {seat} sits {self._seats[seat]!r}, not a person; what the seat does the "
                "table does itself"
            )
        one = self._action(action)
        if since is not None and self._done_since(seat, one, _integer(since, "since")):
            return False
        self._notice()
        before = self.state.history
        changed = self.state.commit(one, seat)
        if changed:
            replaced = len(before) == len(self.state.history)
            if replaced:
                self._note([{"kind": "retracted", "player": seat}])
            self._note_last()
            self._advance()
        return changed

    def _done_since(self, seat: int, action: int, since: int) -> bool:
        """Whether the seat has done this since; else it must still be for it to act."""
        history = self.state.history
        self._longest = max(self._longest, len(history))
        if not 0 <= since <= self._longest:
            raise UsageError(
                f"since is {since}, which is no number of plies that the table has had: it is 0 to "
                f"{self._longest}"
            )
        own = [done for player, done in history[since:] if player == seat]
        if not own or self._open(seat):
            return False
        if own[0] == action:
            return True
        text = self.state.action_to_string
        raise UsageError(
            f"player {seat} has done {text(own[0])} in the meantime; {text(action)} is too late"
        )

    def _open(self, seat: int) -> bool:
        """Whether the seat has an open choice: others do not see which."""
        other = None if self.state.game.players == 1 else (seat + 1) % self.state.game.players
        return (seat, None) in self.state.history_for(other)

    def _action(self, action: int | str) -> int:
        if isinstance(action, str):
            return self.state.parse_action(action)
        return _integer(action, "an action that is no text")

    def resolve(self, action: int | str) -> None:
        """A chance outcome, where the host brings chance itself.

        :raises IllegalActionError: when it cannot be now.
        :raises ParseError: when the text is no action.
        """
        self._apply(action, CHANCE)

    def effect(self, action: int | str) -> None:
        """What an embedding host does, by id (``gpscore.effects``) or text; all viewers are told.

        :raises IllegalActionError: when the rules do not allow it now, or the game has no host.
        :raises ParseError: when the text is no action.
        """
        self._apply(action, HOST)

    def _apply(self, action: int | str, player: int) -> None:
        self._notice()
        self.state.apply(self._action(action), player)
        self._note_last()
        self._advance()

    def step(self) -> bool:
        """One chance event or choice of a seat without a person; False when there is none to do."""
        state = self.state
        self._notice()
        if state.is_chance and self._seed is not None:
            state.resolve_chance(self._seed)
        else:
            others = [seat for seat in state.to_act if self._seats[seat] != "human"]
            if not others:
                return False
            sitter = self._seats[others[0]]
            policy = self._stand_in if sitter == "left" else sitter
            assert policy in POLICIES
            state.apply(state.choose(policy, others[0], seed=self._seed or 0), others[0])
        self._note_last()
        return True

    def _advance(self) -> None:
        while "human" in self._seats and self.step():
            pass

    # ---- Taking back

    def retract(self, seat: int) -> None:
        """Take back an open choice, whatever the policy: nobody has seen it (``State.retract``).

        :raises IllegalActionError: when the seat has none.
        :raises UsageError: when there is no such seat.
        """
        seat = self._known_seat(seat)
        self._notice()
        self._longest = max(self._longest, self.plies)
        self.state.retract(seat)
        self._note([{"kind": "retracted", "player": seat}])

    def undo(self, seat: int) -> int:
        """Take back what a person did last, and what came of it; the number of plies.

        What bundled players have answered is taken back with it, as far as the policy lets
        (``undo_floor``).

        :raises UsageError: when the policy does not let them, with what stands in the way, or they
            have done nothing yet.
        """
        seat = self._known_seat(seat)
        history = self.state.history
        own = [i for i, (player, _) in enumerate(history) if player == seat]
        if not own:
            raise UsageError(f"player {seat} has nothing to take back")
        floor = self.undo_floor(seat)
        if own[-1] < floor:
            raise UsageError(f"player {seat} may not take that back: {self._why(seat, floor)}")
        for _ in history[own[-1] :]:
            self.state.undo()
        self._longest = self.plies
        self._forget_news()
        self._advance()
        return len(history) - own[-1]

    def undo_floor(self, seat: int) -> int:
        """How far back a seat may take by the policy of the table: the least ``plies`` to leave.

        It is ``State.undo_floor``, but "friendly" goes back over what seats without a person have
        done, since they play it again.

        :raises UsageError: when there is no such seat.
        """
        seat = self._known_seat(seat)
        if self.undo_policy != "friendly":
            return self.state.undo_floor(seat, self.undo_policy)
        news = self.state.undo_floor(policy="friendly")
        history = self.state.history
        floor = len(history)
        while floor > news and self._gives_way(history[floor - 1][0], seat):
            floor -= 1
        return floor

    def _gives_way(self, player: int, seat: int) -> bool:
        return player == seat or (player >= 0 and self._seats[player] != "human")

    def _why(self, seat: int, floor: int) -> str:
        """What stands in the way of a seat whose undo may leave no less than *floor* plies."""
        if self._open(seat):
            return "it is an open choice, which retract takes back"
        if self.undo_policy == "strict":
            return "undo is strict at this table, what is done is done"
        player, action = self.state.history_for(seat)[floor - 1]
        words = "?" if action is None else self.state.action_to_string(action)
        if player == CHANCE:
            came = f"chance has decided since ({words})"
        elif player == HOST:
            came = f"the host has acted since ({words})"
        elif player != seat:
            came = f"player {player} has acted since" + (f" ({words})" if action else "")
        else:
            came = f"it showed what nobody knew before ({words})"
        return (
            f"{came}, and undo is {self.undo_policy} at this table; only free goes back over that"
        )

    # ---- Seeing

    def see(self, viewer: int | None = None) -> views.Seen:
        """All that a seat or the public (None) may ask for.

        :raises UsageError: when there is no such seat.
        """
        return self.state.seen_by(viewer)

    def update(self, viewer: int | None = None) -> dict[str, Any]:
        """What has changed for a viewer since the last call, JSON-ready.

        *patch* (RFC 6902) makes the new view of the one before; at the first call of *null*.
        *events* tells what happened, ending with what is due, or is null at the first call and
        where something was taken back, which the patch alone tells. *plies* is for ``act``. What
        players, bundled ones, chance and a host (``effect``) do is told alike.

        :raises UsageError: when there is no such seat.
        """
        view = self.state.view(viewer)
        viewer = view["viewer"]
        self._notice()
        news = self._news.get(viewer)
        events = None if news is None else [*news, self.state.updates(viewer)[-1]]
        before, _ = self._told.get(viewer, (None, 0))
        self._told[viewer] = (self.state.view(viewer), self.plies)  # not what is given away
        self._news[viewer] = []
        return {"plies": self.plies, "events": events, "patch": views.patch(before, view)}

    def join(self, viewer: int | None = None) -> dict[str, Any]:
        """An ``update`` for a screen that has just been opened, or has lost the view that it had.

        Its *patch* makes of *null* the view that the last ``update`` of this viewer led to, so
        that the next one fits all the screens that they have.

        :raises UsageError: when there is no such seat.
        """
        viewer = self.state.view(viewer)["viewer"]
        if viewer not in self._told:
            return self.update(viewer)
        view, plies = self._told[viewer]
        return {"plies": plies, "events": None, "patch": views.patch(None, copy.deepcopy(view))}

    def _notice(self) -> None:
        """What was done to the state past the table is not in the events."""
        if self._noted != self.state.hash:
            self._forget_news()

    def _note(self, events: list[views.Form]) -> None:
        for news in self._news.values():
            if news is not None:
                news += copy.deepcopy(events)  # each viewer's are given away
        self._noted = self.state.hash

    def _note_last(self) -> None:
        for viewer, news in self._news.items():
            if news is not None:
                news += self.state.updates(viewer)[:-1]
        self._noted = self.state.hash

    def _forget_news(self) -> None:
        for viewer in self._news:
            self._news[viewer] = None
        self._noted = self.state.hash

    def _known_seat(self, seat: int) -> int:
        number = _integer(seat, "seat")
        self.state.view_hash(number)  # which says when there is no such player
        return number

    def __repr__(self) -> str:
        return f"<Table {', '.join(self._seats)}: {self.state!r}>"


def _few(seats: Iterable[str], players: int) -> list[str]:
    """Who sits there, at most one more than there may be."""
    given = cast("object", seats)
    if isinstance(given, (str, bytes, memoryview)) or not isinstance(given, Iterable):
        raise TypeError(f"seats must be a sequence of sitters, not {type(seats).__name__}")
    return list(itertools.islice(seats, players + 1))


def _known_sitter(sitter: str) -> None:
    if not isinstance(sitter, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a sitter must be a str, not {type(sitter).__name__}")
    if sitter not in get_args(Sitter):
        raise UsageError(f"nobody is {sitter!r}; there are {', '.join(get_args(Sitter))}")
