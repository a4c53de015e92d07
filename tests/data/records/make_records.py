"""Write the records beside this file anew: games of bundled players that cover the rule options.

A difference that version control then shows is a change of behaviour: of chance, of a bundled
player, of a hash or of the record's text.
"""

from pathlib import Path

import gpscore
from gpscore.record import GameRecord

HERE = Path(__file__).parent

# Name, rules, seed, bundled players, turn to start at (0: the beginning), plies to play at most.
GAMES = [
    ("three", "gps", 7, ["steady"] * 3, 0, None),
    ("five", "gps players=5", 2, ["steady", "greedy", "steady", "greedy", "uniform"], 0, None),
    ("alone", "gps players=1 spaces=18", 1, ["steady"], 0, None),
    ("match", "gps players=2 spaces=8 satellites=4 wins=2", 5, ["steady", "greedy"], 0, None),
    ("largest", "gps players=5 spaces=64 satellites=16 face_up=16", 4, ["steady"] * 5, 0, None),
    ("limit", "gps players=4 turn_limit=15", 3, ["uniform"] * 4, 0, None),
    (
        "biased",
        "gps players=2 spaces=7 satellites=4 spin=0,1,2,3,0,5,8",
        6,
        ["steady"] * 2,
        0,
        None,
    ),
    ("from-turn-9", "gps players=3 spaces=24", 8, ["greedy", "steady", "steady"], 9, None),
    ("open-choices", "gps players=4", 10, ["steady"] * 4, 0, 60),
    ("nothing", "gps players=2", 0, ["steady"] * 2, 0, 0),
]


def play(state, seed, players, *, turn=None, plies=None):
    """Play on until the end, that turn, or that many plies."""
    while not state.is_terminal and state.turn != turn and plies != len(state.history):
        if state.is_chance:
            state.resolve_chance(seed)
        else:
            seat = state.current_player
            state.apply(state.choose(players[seat], seat, seed=seed), seat)
    return state


def record(rules, seed, players, turn, plies):
    """The record of one game of the list."""
    start = gpscore.parse_game(rules).initial_state()
    if turn:
        start = play(start, seed, players, turn=turn).clone()
    tags = {f"player{seat}": name for seat, name in enumerate(players)}
    return GameRecord.from_state(play(start, seed, players, plies=plies), seed=seed, **tags)


if __name__ == "__main__":
    for name, *game in GAMES:
        path = HERE / f"{name}.record"
        path.write_text(record(*game).to_text(), encoding="ascii", newline="\n")
        print(path.name)
