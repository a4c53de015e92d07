"""Numbers that were found without the core come out of it, and out of its plain Python twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gpscore
from oracle import gps_oracle as twin

PERFT = Path(__file__).resolve().parents[1] / "data" / "perft" / "gps.perft"

# By arrangement, then by spin, the arrangements that the choices lead to; None for a game won.
Moves = dict[str, list[list[str | None]]]


def core_moves(rules: twin.Rules) -> tuple[Moves, int]:
    """The moving phase as the core plays it, and how many arrangements it refuses as won."""
    game = gpscore.parse_game(rules.text)
    moves: Moves = {}
    won = 0
    for ring in twin.arrangements(rules):
        text = moving_text(rules, ring)
        try:
            state = game.parse(text)
        except gpscore.PositionError:
            won += 1
            continue
        assert str(state) == text
        moves[ring_text(ring)] = by_spin = []
        for spin, weight in state.chance_outcomes():
            assert weight == 1
            state.apply(spin)
            ends: list[str | None] = []
            for action in state.legal_actions(0):
                state.apply(action, 0)
                standing = enumerate(state.ring(0))
                after = {space: satellite for space, satellite in standing if satellite is not None}
                ends.append(None if state.is_terminal else ring_text(after))
                state.undo()
            by_spin.append(ends)
            state.undo()
        assert str(state) == text
    return moves, won


def twin_moves(rules: twin.Rules) -> tuple[Moves, int]:
    """The same as the twin plays it."""
    moves: Moves = {}
    won = 0
    for ring in twin.arrangements(rules):
        state = twin.State.parse(rules, moving_text(rules, ring))
        if state.in_order(0):
            won += 1
            continue
        moves[ring_text(ring)] = by_spin = []
        for spin in state.chance():
            spun = state.copy()
            spun.apply(spin)
            ends: list[str | None] = []
            for branch in spun.branches():
                moved = spun.copy()
                moved.apply(branch)
                ends.append(None if moved.phase == twin.OVER else ring_text(moved.rings[0]))
            by_spin.append(ends)
    return moves, won


def ring_text(ring: dict[int, int]) -> str:
    return ",".join(f"{ring[space]}@{space}" for space in sorted(ring))


def moving_text(rules: twin.Rules, ring: dict[int, int]) -> str:
    return f"spin - {rules.satellites} 0 0 {ring_text(ring)}+-"


def solve(moves: Moves) -> dict[str, float]:
    """Least expected spins to a win by value iteration."""
    values: dict[str | None, float] = dict.fromkeys(moves, 0.0)
    values[None] = 0.0
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for arrangement, by_spin in moves.items():
            value = 1 + sum(min(values[end] for end in ends) for ends in by_spin) / len(by_spin)
            change = max(change, abs(value - values[arrangement]))
            values[arrangement] = value
    del values[None]
    return values


@pytest.mark.rule("G7", "G8", "G9", "R3", "R4")
@pytest.mark.parametrize("source", [core_moves, twin_moves], ids=["core", "twin"])
@pytest.mark.parametrize(
    ("spaces", "satellites", "count", "won", "mean", "worst"),
    [(5, 3, 60, 10, 1.474133, 3.008000), (6, 4, 360, 15, 2.390778, 4.167438)],
)
def test_least_expected_spins(
    source: Callable[[twin.Rules], tuple[Moves, int]],
    spaces: int,
    satellites: int,
    count: int,
    won: int,
    mean: float,
    worst: float,
) -> None:
    rules = twin.Rules(1, spaces, satellites, 1)
    moves, won_already = source(rules)
    values = solve(moves)
    assert won_already == won
    assert len(values) + won_already == count
    assert sum(values.values()) / count == pytest.approx(mean, abs=5e-7)
    assert max(values.values()) == pytest.approx(worst, abs=5e-7)


def test_core_and_twin_move_alike() -> None:
    """Choice by choice, in the same order up to the direction."""
    rules = twin.Rules(1, 6, 4, 1)
    core, _ = core_moves(rules)
    other, _ = twin_moves(rules)
    assert core.keys() == other.keys()
    for arrangement, by_spin in core.items():
        for ends, twin_ends in zip(by_spin, other[arrangement], strict=True):
            assert sorted(map(str, ends)) == sorted(map(str, twin_ends)), arrangement


# The leaves of the one-player tree cut off after some turns, games won before among them: every
# spin and every choice a branch, the order in which satellites turn up fixed.
SMALL = twin.Rules(1, 6, 3, 2)
FIXED_ORDER = [((1, 2, 3), [12, 168, 1344, 30386]), ((3, 1, 2), [12, 168, 1344, 30620])]


def core_turns(state: gpscore.GpsState, order: tuple[int, ...], turns: int) -> int:
    """The leaves of the tree of ``turns`` more turns, from the core."""
    if turns == 0 or state.is_terminal:
        return 1
    if state.phase in ("setup", "reveal"):
        hidden = set(state.face_down(0))
        number = next(satellite for satellite in order if satellite in hidden)
        state.apply(state.parse_action(f"up:{number}"))
        count = core_turns(state, order, turns)
        state.undo()
        return count
    count = 0
    for spin, _ in state.chance_outcomes():
        state.apply(spin)
        for action in state.legal_actions(0):
            state.apply(action, 0)
            count += core_turns(state, order, turns - 1)
            state.undo()
        state.undo()
    return count


def twin_turns(state: twin.State, order: tuple[int, ...], turns: int) -> int:
    """The same from the twin."""
    if turns == 0 or state.phase == twin.OVER:
        return 1
    if state.phase in (twin.SETUP, twin.REVEAL):
        number = next(satellite for satellite in order if satellite in state.down[0])
        after = state.copy()
        after.apply(("up", 0, number))
        return twin_turns(after, order, turns)
    count = 0
    for spin in state.chance():
        spun = state.copy()
        spun.apply(spin)
        for branch in spun.branches():
            moved = spun.copy()
            moved.apply(branch)
            count += twin_turns(moved, order, turns - 1)
    return count


@pytest.mark.rule("G4", "G5", "G6", "G8", "R3", "R4", "R13")
@pytest.mark.parametrize(("order", "counts"), FIXED_ORDER)
def test_tree_with_fixed_order(order: tuple[int, ...], counts: list[int]) -> None:
    state = gpscore.parse_game(SMALL.text).initial_state()
    assert [core_turns(state, order, turns) for turns in (1, 2, 3, 4)] == counts
    assert str(state) == str(state.game.initial_state())


@pytest.mark.parametrize(("order", "counts"), FIXED_ORDER)
def test_twin_tree_with_fixed_order(order: tuple[int, ...], counts: list[int]) -> None:
    state = twin.State(SMALL)
    assert [twin_turns(state, order, turns) for turns in (1, 2, 3, 4)] == counts


def perft_lines() -> Iterator[tuple[str, str, dict[int, int]]]:
    for line in PERFT.read_text(encoding="ascii").splitlines():
        rules, state, *counts = line.split(" ; ")
        pairs = (field.removeprefix("D").split() for field in counts)
        yield rules, state, {int(depth): int(count) for depth, count in pairs}


LINES = list(perft_lines())


def test_perft_file_has_its_positions() -> None:
    assert len(LINES) == 22
    assert sum(sum(counts.values()) for _, _, counts in LINES) > 1_000_000


@pytest.mark.parametrize(("rules", "text", "counts"), LINES, ids=range(1, len(LINES) + 1))
def test_perft(rules: str, text: str, counts: dict[int, int]) -> None:
    game = gpscore.parse_game(rules)
    assert game.rules == rules
    state = game.initial_state() if text == "start" else game.parse(text)
    before = str(state), state.hash, state.to_bytes()
    assert text in ("start", before[0])
    assert state.perft(0) == 1
    assert {depth: state.perft(depth) for depth in counts} == counts
    assert (str(state), state.hash, state.to_bytes()) == before


@pytest.mark.parametrize(("rules", "text", "counts"), LINES, ids=range(1, len(LINES) + 1))
def test_twin_perft(rules: str, text: str, counts: dict[int, int]) -> None:
    """The file is the twin's, as it is now; the great depths are left to its generator."""
    options = twin.Rules.parse(rules)
    assert options.text == rules
    state = twin.State(options) if text == "start" else twin.State.parse(options, text)
    assert text in ("start", state.text)
    small = {depth: count for depth, count in counts.items() if count <= 20_000}
    assert {depth: twin.perft(state, depth) for depth in small} == small
