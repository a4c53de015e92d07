"""A table: who sits where, whose turn it is to be waited for, and how far back anybody may go.

There is no rule of any game in here: the core decides what is legal, and what is known to whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, get_args

from gpscore import views
from gpscore._core import POLICIES, Game, State, UsageError
from gpscore._types import Policy, UndoPolicy

__all__ = ["Sitter", "Table"]

Sitter: TypeAlias = Literal["human", "left", "uniform", "greedy", "steady"]
"""Who sits on a seat: a person, nobody any more, or a bundled player."""


class Table:
    """A game among people, bundled players and seats that were left.

    Seats of bundled players and chance go on by themselves until a person has to act. A seat that
    was left is played on by *stand_in*, since the rules let nobody sit out; somebody may sit down
    there again. Where no person sits, ``step`` is for the host to call.

    >>> import gpscore
    >>> table = gpscore.Table(gpscore.gps(players=2), seats=["human", "steady"], seed=7)
    >>> table.waiting_for
    (0,)
    >>> table.act(0, table.see(0).legal_actions()[0])
    True
    >>> table.state.turn
    1

    *state* is the whole truth and for the host alone; what players get are ``see`` and ``update``.

    :param game: the rules, or a state to go on from (its history comes along).
    :param seats: who sits where; all are people by default.
    :param seed: chance and ties of bundled players come from it; with None chance is for the host,
        by ``resolve``.
    :param undo: the policy of ``undo``: "strict", "friendly" or "free".
    :param stand_in: the bundled player for seats that were left.
    :raises UsageError: when a seat, sitter or policy is none, or their number is wrong.
    """

    def __init__(
        self,
        game: Game | State,
        *,
        seats: Sequence[Sitter | str] | None = None,
        seed: int | None = None,
        undo: UndoPolicy = "friendly",
        stand_in: Policy = "steady",
    ) -> None:
        if not isinstance(game, (Game, State)):
            raise TypeError(f"a table is for a Game or a State, not {type(game).__name__}")
        self.state = game if isinstance(game, State) else game.initial_state()
        players = self.state.game.players
        chosen = ["human"] * players if seats is None else list(seats)
        if len(chosen) != players:
            raise UsageError(f"{len(chosen)} seats are given for {players} players")
        for sitter in chosen:
            _known_sitter(sitter)
        if stand_in not in POLICIES:
            raise UsageError(
                f"there is no bundled player {stand_in!r}; there are {', '.join(POLICIES)}"
            )
        self.state.undo_floor(policy=undo)  # which says when there is no such policy
        self._seats = chosen
        self._seed = seed
        self._stand_in: Policy = stand_in
        self.undo_policy: UndoPolicy = undo
        # By viewer: the view that was last told, and the events since; None when they are not all.
        self._told: dict[int | None, views.View] = {}
        self._news: dict[int | None, list[views.Form] | None] = {}
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
        self._known_seat(seat)
        _known_sitter(sitter)
        self._seats[seat] = sitter
        self._advance()

    # ---- Playing

    def act(self, seat: int, action: int | str, *, since: int | None = None) -> bool:
        """What a person does, by id or text; False when it is known already and changed nothing.

        An open choice that comes again changes nothing, and another one replaces it (see
        ``State.commit``). With *since*, the ``plies`` at which it was chosen, that holds for what
        has been carried out in the meantime too: sent twice it is done once.

        :raises IllegalActionError: when the rules do not allow it.
        :raises UsageError: when no person sits there, or the seat did something else since.
        :raises ParseError: when the text is no action.
        """
        self._known_seat(seat)
        if self._seats[seat] != "human":
            raise UsageError(f"on seat {seat} sits {self._seats[seat]!r}, not a person")
        one = self.state.parse_action(action) if isinstance(action, str) else int(action)
        if since is not None and self._done_since(seat, one, since):
            return False
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
        own = [done for player, done in history[max(since, 0) :] if player == seat]
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

    def resolve(self, action: int | str) -> None:
        """A chance outcome, where the host brings chance itself.

        :raises IllegalActionError: when it cannot be now.
        """
        one = self.state.parse_action(action) if isinstance(action, str) else action
        self.state.apply(one, -1)
        self._note_last()
        self._advance()

    def step(self) -> bool:
        """One chance event or choice of a seat without a person; False when there is none to do."""
        state = self.state
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
        self.state.retract(seat)
        self._note([{"kind": "retracted", "player": seat}])

    def undo(self, seat: int) -> int:
        """Take back what a person did last, and what came of it; the number of plies.

        :raises UsageError: when the policy does not let them, or they have done nothing yet.
        """
        self._known_seat(seat)
        history = self.state.history
        own = [i for i, (player, _) in enumerate(history) if player == seat]
        if not own:
            raise UsageError(f"player {seat} has nothing to take back")
        if own[-1] < self.state.undo_floor(seat, self.undo_policy):
            raise UsageError(
                f"player {seat} may not take that back: undo is {self.undo_policy} at this table"
            )
        for _ in history[own[-1] :]:
            self.state.undo()
        for viewer in self._news:
            self._news[viewer] = None
        self._advance()
        return len(history) - own[-1]

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
        where something was taken back, which the patch alone tells. *plies* is for ``act``.

        :raises UsageError: when there is no such seat.
        """
        view = self.state.view(viewer)
        news = self._news.get(viewer)
        events = None if news is None else [*news, self.state.updates(viewer)[-1]]
        changed = views.patch(self._told.get(viewer), view)
        self._told[viewer] = view
        self._news[viewer] = []
        return {"plies": self.plies, "events": events, "patch": changed}

    def _note(self, events: list[views.Form]) -> None:
        for news in self._news.values():
            if news is not None:
                news += events

    def _note_last(self) -> None:
        for viewer, news in self._news.items():
            if news is not None:
                news += self.state.updates(viewer)[:-1]

    def _known_seat(self, seat: int) -> None:
        self.state.view_hash(seat)  # which says when there is no such player

    def __repr__(self) -> str:
        return f"<Table {', '.join(self._seats)}: {self.state!r}>"


def _known_sitter(sitter: str) -> None:
    if sitter not in get_args(Sitter):
        raise UsageError(f"nobody is {sitter!r}; there are {', '.join(get_args(Sitter))}")
