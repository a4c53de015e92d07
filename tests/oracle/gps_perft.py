"""Write tests/data/perft/gps.perft from the oracle: ``python -m oracle.gps_perft`` in tests/.

The positions are starts and points of seeded random games, so that running this again gives the
same file unless the rules changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from oracle.gps_oracle import Rules, State, perft

DATA = Path(__file__).resolve().parents[1] / "data" / "perft" / "gps.perft"
MOST = 400_000  # sequences at the greatest depth given
DEEPEST = 12

Where = Callable[[State], bool]


def moving(state: State) -> bool:
    return all(state.moving(player) for player in range(state.rules.players))


def spin_after(turns: int) -> Where:
    return lambda state: state.phase == "spin" and state.turn >= turns


def doubled(state: State) -> bool:
    """Everybody may choose a direction."""
    players = range(state.rules.players)
    return len(state.choosers()) == len(players) and all(
        len(state.directions(player)) == 2 for player in players
    )


POSITIONS: tuple[tuple[Rules, Where | None], ...] = (
    (Rules(), None),
    (Rules(1, 6, 3, 2), None),
    (Rules(2, 4, 2, 1), None),
    (Rules(2, 3, 2, 2, wins=2), None),
    (Rules(1, 5, 3, 3, turn_limit=4), None),
    (Rules(2, 6, 4, 2, spin_weights=(1, 0, 2, 0, 3, 1)), None),
    (Rules(1, 3, 2, 2, wins=3, spin_weights=(0, 0, 7)), None),
    (Rules(5, 64, 16, 16), None),
    (Rules(), spin_after(5)),
    (Rules(), spin_after(15)),
    (Rules(), lambda state: state.phase == "choose" and len(state.choosers()) == 2),
    (Rules(), lambda state: state.phase == "choose" and moving(state) and doubled(state)),
    (Rules(), lambda state: state.phase == "reveal" and state.revealer() == 1),
    (Rules(2, 64, 12, 3), lambda state: moving(state) and doubled(state)),
    (Rules(5, 64, 16, 4), lambda state: state.turn > 16 and len(state.choosers()) == 3),
    (Rules(1, 64, 16, 1), spin_after(20)),
    (Rules(1, 17, 16, 5), lambda state: state.phase == "choose" and moving(state)),
    (Rules(4, 9, 4, 4, spin_weights=(0, 3, 0, 0, 6, 0, 9, 0, 0)), spin_after(6)),
    (Rules(2, 5, 3, 2, wins=2), lambda state: state.phase == "shuffle"),
    (Rules(3, 4, 3, 1, wins=2), lambda state: state.phase == "spin" and max(state.wins) == 1),
    (Rules(2, 5, 4, 3, wins=5, turn_limit=60), spin_after(59)),
    (Rules(2, 10, 5, 2), lambda state: state.phase == "over"),
)


def walk(rules: Rules, where: Where, seed: int) -> State:
    """The first state that is wanted in one random game, or the next, and so on."""
    draw = random.Random(seed)
    while True:
        state = State(rules)
        while state.phase != "over":
            if where(state):
                return state
            state.apply(draw.choice(sorted(state.branches())))
        if where(state):
            return state


def line(rules: Rules, where: Where | None, seed: int) -> str:
    state = State(rules) if where is None else walk(rules, where, seed)
    counts = []
    for depth in range(1, DEEPEST + 1):
        count = perft(state, depth)
        counts.append(f"D{depth} {count}")
        widest = max(rules.spaces, 2 * rules.satellites)
        if count == 0 or count * widest > MOST:
            break
    return " ; ".join([rules.text, "start" if where is None else state.text, *counts])


def main() -> None:
    lines = [line(*position, seed) for seed, position in enumerate(POSITIONS)]
    DATA.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
