"""Write the records in ``v2`` anew: games of bundled players that cover the rule options.

A difference that version control then shows is a change of behaviour: of chance, of a bundled
player, of a hash or of the record's text or bytes. The records beside this file are of version 1 of
the text, which nothing writes any more; they stay as they are.
"""

from pathlib import Path

import gpscore
from gpscore import HOST, effects, fair
from gpscore.record import GameRecord

HERE = Path(__file__).parent / "v2"

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
    ("solar", "solar", 7, ["steady"] * 2, 0, None),
    ("solar-alone", "solar players=1 rounds=3 push_tech2=0", 1, ["greedy"], 0, None),
    ("solar-three", "solar players=3 pluto=1,0,1", 2, ["uniform", "greedy", "steady"], 0, None),
    (
        "solar-organisations",
        "solar players=4 organisations=turing,orbital_dynamics,xenolab,helion trace_points=2",
        3,
        ["steady", "uniform", "steady", "uniform"],
        0,
        None,
    ),
    ("solar-from-turn-12", "solar signal_points=1", 4, ["steady", "greedy"], 12, None),
    (
        "solar-embedded",
        "solar players=3 host=embedded organisations=sentinel,none,fenwick",
        5,
        ["steady", "uniform", "steady"],
        0,
        None,
    ),
]

#: What an embedding host does by itself, each when that many plies are done, if it can then.
EFFECTS = {
    20: effects.change(0, "credit", 3),
    24: effects.moves(2),
    25: effects.moves(1, ring=True),
    30: effects.launch(1, ignore_limit=True),
    36: effects.rotate(),
    42: effects.put(gpscore.NEUTRAL, orbit=4),
    41: effects.put(2, space=19),
    50: effects.limit(0, 1),
    60: effects.no_asteroids(),
    61: effects.move_instead(),
    70: effects.tech(2, rotate=True),
    82: effects.remove(gpscore.NEUTRAL, orbit=4, covered=1),
    90: effects.main(),
}

#: Records whose plies have times.
TIMED = ("alone", "solar-embedded")


def times(ply):
    """Milliseconds of a ply, of every length."""
    return (ply * 2654435761 % 2**32) >> (ply % 32)


def play(state, seed, players, *, turn=None, plies=None):
    """Play on until the end, that turn, or that many plies."""
    while not state.is_terminal and state.turn != turn and plies != len(state.history):
        effect = EFFECTS.get(len(state.history)) if getattr(state.game, "embedded", 0) else None
        if effect is not None and state.why_illegal(effect, HOST) is None:
            state.apply(effect, HOST)
        elif state.is_host:
            state.apply(state.legal_actions(HOST)[0], HOST)
        elif state.is_chance:
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


def fair_record():
    """A game whose chance was dealt, its secret told."""
    dealer = fair.FairDealer(gpscore.gps(players=2, spaces=18), bytes(range(32)))
    for seat in range(2):
        dealer.add_nonce(seat, bytes((seat,)) * 16)
    state = dealer.game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            dealer.resolve(state)
        else:
            state.apply(state.choose(seed=1))
    dealer.reveal()
    return dealer.record(state, name0="Zo\u00eb", name1="\u8c22")


def excerpt():
    """What player 3 may see of the record of open choices."""
    (game,) = (game for name, *game in GAMES if name == "open-choices")
    return record(*game).for_player(3)


#: Records that no seed plays again.
OTHERS = {"fair": fair_record, "excerpt": excerpt}


def write(name, one):
    (HERE / f"{name}.record").write_text(one.to_text(), encoding="ascii", newline="\n")
    (HERE / f"{name}.gpsr").write_bytes(one.to_bytes())
    print(name)


if __name__ == "__main__":
    for name, make in OTHERS.items():
        write(name, make())
    for name, *game in GAMES:
        one = record(*game)
        if name in TIMED:
            one.times = [times(ply) for ply in range(len(one.plies))]
        write(name, one)
