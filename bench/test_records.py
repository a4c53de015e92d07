"""Records of whole games: written, and read with every move, hash and link checked.

The games are those of steady players with the printed options, 1,000 of them, or 250 of the solar
system; one operation is a game. The target is 5,000 games a second for both together.
"""

from collections.abc import Callable

import pytest

import gpscore
from gpscore.record import GameRecord, RecordReader

Measure = Callable[..., None]

GAMES = {"GPS": (gpscore.gps(), 1000), "solar": (gpscore.solar(), 250)}
TARGET = 1e9 / 5000
SEEKS = 100


def played(game: gpscore.Game, seed: int) -> gpscore.State:
    """A game of steady players to its end."""
    state = game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(seed)
        else:
            state.apply(state.choose("steady", seed=seed))
    return state


@pytest.fixture(scope="module", params=GAMES)
def states(request: pytest.FixtureRequest) -> tuple[str, list[gpscore.State]]:
    game, count = GAMES[request.param]
    return request.param, [played(game, seed) for seed in range(count)]


FORMS: dict[str, Callable[[GameRecord], GameRecord]] = {
    "bytes": lambda record: GameRecord.from_bytes(record.to_bytes()),
    "text": lambda record: GameRecord.parse(record.to_text()),
}


@pytest.mark.parametrize("form", FORMS)
def test_record(per_op: Measure, states: tuple[str, list[gpscore.State]], form: str) -> None:
    name, games = states
    there_and_back = FORMS[form]

    def run() -> None:
        for state in games:
            there_and_back(GameRecord.from_state(state, seed=7))

    target = TARGET if name == "GPS" else None
    per_op(f"record, {form}, {name}", games[0].game.players, run, ops=len(games), target=target)


@pytest.mark.parametrize("form", FORMS)
def test_seek(per_op: Measure, form: str) -> None:
    """Any ply of 300,000, by a reader that was just made."""
    game = gpscore.gps(players=5)
    state = game.initial_state()
    while state.turn < 50_000:
        if state.is_chance:
            state.resolve_chance(7)
        else:
            state.apply_joint([state.legal_actions(seat)[0] for seat in state.to_act])
    record = GameRecord.from_state(state)
    data = record.to_bytes() if form == "bytes" else record.to_text().encode("ascii")
    plies = [i * 7919 * 13 % len(record.plies) for i in range(SEEKS)]

    def run() -> None:
        for ply in plies:
            RecordReader(data).state_at(ply)

    per_op(f"seek, {form}", game.players, run, ops=SEEKS, target=50e6)
