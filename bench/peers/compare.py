"""Measure gpscore and its peers side by side, in this process, with this interpreter.

    python bench/peers/compare.py [--rounds N] [--json FILE]

``run.py`` makes the environment that this needs. What is not installed is left out.

Rounds are interleaved: each plays every contender once, so that what disturbs the machine disturbs
all of them. Figures are medians over the rounds, ratios medians of the ratios within a round.
"""

import argparse
import importlib
import io
import itertools
import json
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gpscore
from gpscore.record import GameRecord

SLICE = 0.08  # seconds of one contender in one round
LANES = 4096  # of every batch
GPS_TURNS = 64  # uniform players practically never finish GPS: its games are cut
CHESS_PLIES = 200  # and the longest of chess
CATAN_STEPS = 2000
POSITIONS = 64
TARGETS = {"GPS": 3.0, "solar": 2.0}  # from Python, times pig from Python

random.seed(1)
# Random numbers made beforehand, alike for all, so that the engines are measured: random.choice
# takes 0.3 microseconds, half of what a whole decision does. The length is prime, so that no game
# repeats in step with it.
draw = itertools.cycle([random.getrandbits(30) for _ in range(8191)]).__next__


class Contender(NamedTuple):
    """Something to measure: ``run(n)`` does the work n times and returns how many operations.

    It returns the seconds too where not all of its time counts.
    """

    name: str
    run: Callable[[int], int | tuple[int, float]]


class Group(NamedTuple):
    """Contenders of one kind of work. Times are told in units of *reference*."""

    title: str
    reference: str
    contenders: list[Contender]
    rates: bool  # operations a second too


class Result(NamedTuple):
    """Medians of a contender."""

    name: str
    ns: float  # an operation
    low: float  # quartiles of the same
    high: float
    speed: float  # times the reference of its group
    times: list[float]  # nanoseconds of every round


def optional(name: str) -> Any:
    """A module, or None when it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


# JAX alone knows threads that nobody asked for; everything here is measured on one.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

pyspiel = optional("pyspiel")
chess = optional("chess")
pgn = optional("chess.pgn")
bulletchess = optional("bulletchess")
fastcatan = optional("fastcatan")
pgx = optional("pgx")


# ---- Games: every decision is made here. Decisions of players count, chance only takes time -----


def by_seed(game: gpscore.Game) -> int:
    state = game.initial_state()
    seed = random.getrandbits(32)
    decisions = 0
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(seed)
        else:
            actions = state.legal_actions()
            state.apply(actions[draw() % len(actions)])
            decisions += 1
    return decisions


def by_outcomes(game: gpscore.Game) -> int:
    state = game.initial_state()
    decisions = 0
    while not state.is_terminal:
        if state.is_chance:
            # All alike with the fair spinner of these rules, and in the solar system.
            outcomes = state.chance_outcomes()
            state.apply(outcomes[draw() % len(outcomes)][0])
        else:
            actions = state.legal_actions()
            state.apply(actions[draw() % len(actions)])
            decisions += 1
    return decisions


def spiel_game(game: Any) -> int:
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            # All alike in pig. In backgammon doubles come too often, which costs it nothing.
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[draw() % len(outcomes)][0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[draw() % len(actions)])
            decisions += 1
    return decisions


def chess_game() -> int:
    board = chess.Board()
    for ply in range(CHESS_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[draw() % len(moves)])
    return CHESS_PLIES


def bulletchess_game() -> int:
    board = bulletchess.Board()
    for ply in range(CHESS_PLIES):
        moves = board.legal_moves()
        if not moves:
            return ply
        board.apply(moves[draw() % len(moves)])
    return CHESS_PLIES


def catan_game(env: Any) -> int:
    env.reset(random.getrandbits(32))
    for step in range(1, CATAN_STEPS + 1):
        actions = env.legal_actions()
        if env.step(actions[draw() % len(actions)]):
            return step
    return CATAN_STEPS


def repeated(play: Callable[..., int], *arguments: Any) -> Callable[[int], int]:
    """*play* so many times, its counts added."""
    return lambda n: sum(play(*arguments) for _ in range(n))


def gps_name(players: int) -> str:
    return f"gpscore GPS, {players} player{'s' if players > 1 else ''}"


def games() -> Iterable[Contender]:
    for players in (1, 3, 5):
        game = gpscore.gps(players=players, turn_limit=GPS_TURNS)
        name = gps_name(players)
        yield Contender(name, repeated(by_seed, game))
        yield Contender(f"{name}, by chance_outcomes", repeated(by_outcomes, game))
    yield Contender("gpscore solar, 2 players", repeated(by_seed, gpscore.solar(players=2)))
    if pyspiel:
        for name in ("pig", "tic_tac_toe", "backgammon"):
            yield Contender(f"OpenSpiel {name}", repeated(spiel_game, pyspiel.load_game(name)))
    if fastcatan:
        yield Contender("fastcatan", repeated(catan_game, fastcatan.Env()))
    if bulletchess:
        yield Contender("bulletchess", repeated(bulletchess_game))
    if chess:
        yield Contender("python-chess", repeated(chess_game))


# ---- Single operations, on positions of random games --------------------------------------------


def gps_positions(players: int) -> list[gpscore.GpsState]:
    """Where everybody has yet to choose, turn by turn."""
    state = gpscore.gps(players=players).initial_state()
    found: list[gpscore.GpsState] = []
    while len(found) < POSITIONS and not state.is_terminal:
        if len(state.to_act) == players:
            found.append(state.clone())
        if state.is_chance:
            state.resolve_chance(1)
        else:
            state.apply(random.choice(state.legal_actions()))
    return found


def solar_positions(players: int) -> list[gpscore.State]:
    """The first decisions of a game."""
    state = gpscore.solar(players=players).initial_state()
    found: list[gpscore.State] = []
    while len(found) < POSITIONS and not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(1)
        else:
            found.append(state.clone())
            state.apply(random.choice(state.legal_actions()))
    return found


def spiel_positions(game: Any) -> list[Any]:
    """Where a player decides, game after game."""
    found: list[Any] = []
    while len(found) < POSITIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                found.append(state.clone())
                state.apply_action(random.choice(state.legal_actions()))
    return found[:POSITIONS]


def chess_positions() -> list[str]:
    """The plies of random games, as FEN."""
    found: list[str] = []
    while len(found) < POSITIONS:
        board = chess.Board()
        while moves := list(board.legal_moves):
            found.append(board.fen())
            if len(found) == POSITIONS:
                break
            board.push(random.choice(moves))
    return found


def bulletchess_positions() -> list[Any]:
    """The plies of a random game."""
    found: list[Any] = []
    while len(found) < POSITIONS:
        board = bulletchess.Board()
        while moves := board.legal_moves():
            found.append(bulletchess.Board.from_fen(board.fen()))
            if len(found) == POSITIONS:
                break
            board.apply(random.choice(moves))
    return found


def clones() -> Iterable[Contender]:
    for players in (1, 3, 5):
        positions = gps_positions(players)

        def gps_run(n: int, positions: list[gpscore.GpsState] = positions) -> int:
            for _ in range(n):
                for state in positions:
                    state.clone()
            return n * len(positions)

        yield Contender(f"{gps_name(players)}: clone", gps_run)
    if pyspiel:
        for name in ("pig", "tic_tac_toe", "backgammon"):
            states = spiel_positions(pyspiel.load_game(name))

            def spiel_run(n: int, states: list[Any] = states) -> int:
                for _ in range(n):
                    for state in states:
                        state.clone()
                return n * len(states)

            yield Contender(f"OpenSpiel {name}: clone", spiel_run)
    if bulletchess:
        bullets = bulletchess_positions()

        def bullet_run(n: int) -> int:
            for _ in range(n):
                for board in bullets:
                    board.copy()
            return n * len(bullets)

        yield Contender("bulletchess: copy", bullet_run)
    if chess:
        boards = [chess.Board(fen) for fen in chess_positions()]

        def chess_run(n: int) -> int:
            for _ in range(n):
                for board in boards:
                    board.copy(stack=False)
            return n * len(boards)

        yield Contender("python-chess: copy(stack=False)", chess_run)


def undos() -> Iterable[Contender]:
    for players in (1, 3, 5):
        pairs = [(state, random.choice(state.legal_actions())) for state in gps_positions(players)]

        def gps_run(n: int, pairs: list[tuple[gpscore.GpsState, int]] = pairs) -> int:
            for _ in range(n):
                for state, action in pairs:
                    state.apply(action)
                    state.undo()
            return n * len(pairs)

        yield Contender(f"{gps_name(players)}: apply, undo", gps_run)
    if pyspiel:
        # Pig has no undo.
        for name in ("tic_tac_toe", "backgammon"):
            triples = [
                (state, state.current_player(), random.choice(state.legal_actions()))
                for state in spiel_positions(pyspiel.load_game(name))
            ]

            def spiel_run(n: int, triples: list[tuple[Any, int, int]] = triples) -> int:
                for _ in range(n):
                    for state, player, action in triples:
                        state.apply_action(action)
                        state.undo_action(player, action)
                return n * len(triples)

            yield Contender(f"OpenSpiel {name}: apply_action, undo_action", spiel_run)
    if bulletchess:
        bullets = [(board, random.choice(board.legal_moves())) for board in bulletchess_positions()]

        def bullet_run(n: int) -> int:
            for _ in range(n):
                for board, move in bullets:
                    board.apply(move)
                    board.undo()
            return n * len(bullets)

        yield Contender("bulletchess: apply, undo", bullet_run)
    if chess:
        boards = [
            (board, random.choice(list(board.legal_moves)))
            for board in map(chess.Board, chess_positions())
        ]

        def chess_run(n: int) -> int:
            for _ in range(n):
                for board, move in boards:
                    board.push(move)
                    board.pop()
            return n * len(boards)

        yield Contender("python-chess: push, pop", chess_run)


def drawings() -> Iterable[Contender]:
    """Positions as SVG, each with what its own game shows."""
    drawn: list[tuple[str, Sequence[gpscore.State]]] = [
        (f"{gps_name(players)}: svg", gps_positions(players)) for players in (3, 1, 5)
    ]
    drawn += [(f"gpscore solar, {n} players: svg", solar_positions(n)) for n in (2, 4)]
    for name, positions in drawn:

        def run(n: int, positions: Sequence[gpscore.State] = positions) -> int:
            for _ in range(n):
                for state in positions:
                    state.svg()
            return n * len(positions)

        yield Contender(name, run)
    if chess:
        picture = importlib.import_module("chess.svg")
        boards = [chess.Board(fen) for fen in chess_positions()]

        def chess_run(n: int) -> int:
            for _ in range(n):
                for board in boards:
                    picture.board(board)
            return n * len(boards)

        yield Contender("python-chess: svg.board", chess_run)


def texts() -> Iterable[Contender]:
    """Positions as text, written and read again."""
    written: list[tuple[str, gpscore.Game, Sequence[gpscore.State]]] = [
        (gps_name(3), gpscore.gps(), gps_positions(3)),
        ("gpscore solar, 2 players", gpscore.solar(), solar_positions(2)),
    ]
    for name, game, positions in written:

        def run(
            n: int, game: gpscore.Game = game, positions: Sequence[gpscore.State] = positions
        ) -> int:
            for _ in range(n):
                for state in positions:
                    game.parse(str(state))
            return n * len(positions)

        yield Contender(f"{name}: text", run)
    if chess:
        boards = [chess.Board(fen) for fen in chess_positions()]

        def chess_run(n: int) -> int:
            for _ in range(n):
                for board in boards:
                    chess.Board(board.fen())
            return n * len(boards)

        yield Contender("python-chess: FEN", chess_run)


# ---- Records: a whole game written and read again, with every move checked ----------------------


def played(game: gpscore.Game) -> gpscore.State:
    """A game of steady players."""
    state = game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(1)
        else:
            state.apply(state.choose("steady"))
    return state


def records() -> Iterable[Contender]:
    for name, game in ((gps_name(3), gpscore.gps()), ("gpscore solar, 2 players", gpscore.solar())):
        state = played(game)

        def bytes_run(n: int, state: gpscore.State = state) -> int:
            for _ in range(n):
                GameRecord.from_bytes(GameRecord.from_state(state).to_bytes())
            return n * len(state.history)

        def text_run(n: int, state: gpscore.State = state) -> int:
            for _ in range(n):
                GameRecord.parse(GameRecord.from_state(state).to_text())
            return n * len(state.history)

        yield Contender(f"{name}: record, bytes", bytes_run)
        yield Contender(f"{name}: record, text", text_run)
    if pgn:
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[draw() % len(moves)])

        def pgn_run(n: int) -> int:
            for _ in range(n):
                pgn.read_game(io.StringIO(str(pgn.Game.from_board(board))))
            return n * len(board.move_stack)

        yield Contender("python-chess: PGN", pgn_run)


# ---- Perft: every leaf counts, however it was counted --------------------------------------------


def perfts() -> Iterable[Contender]:
    def positions(name: str, turn: int) -> gpscore.State:
        state = gpscore.parse_game(name).initial_state()
        while state.turn < turn:
            state.apply(state.sample_chance(7) if state.is_chance else state.choose("uniform"))
        return state

    for name, title, depth in (
        ("gps players=3", "gpscore GPS, 3 players", 7),
        ("solar players=2", "gpscore solar, 2 players", 5),
    ):
        state = positions(name, 3)

        def own_run(n: int, state: gpscore.State = state, depth: int = depth) -> int:
            return sum(state.perft(depth) for _ in range(n))

        yield Contender(f"{title}: perft({depth})", own_run)
    if bulletchess:
        from bulletchess.utils import perft

        board = bulletchess.Board()

        def bullet_run(n: int) -> int:
            return sum(perft(board, 4) for _ in range(n))

        yield Contender("bulletchess: perft(board, 4)", bullet_run)


# ---- Batches: actions are the caller's, drawn from the masks while nobody measures --------------


def own_batch(text: str, observed: bool = False) -> gpscore.Batch:
    return gpscore.parse_game(text).batch(
        LANES,
        seed=1,
        max_turns=GPS_TURNS,
        autoreset="same_step",
        observations="uint8" if observed else None,
    )


def own_steps(games: gpscore.Batch) -> Callable[[int], tuple[int, float]]:
    actions = games.sample()

    def run(n: int) -> tuple[int, float]:
        seconds = 0.0
        for _ in range(n):
            games.sample(actions)
            start = time.process_time()
            games.step(actions)
            seconds += time.process_time() - start
        return n * actions.size, seconds

    return run


def own_play(games: gpscore.Batch) -> Callable[[int], int]:
    return lambda n: games.play(n).decisions


def gpscore_batches() -> Iterable[Contender]:
    for text, title in (
        ("gps players=3", gps_name(3)),
        ("solar players=2", "gpscore solar, 2 players"),
    ):
        yield Contender(f"{title}: step", own_steps(own_batch(text)))
        yield Contender(f"{title}: step, observations", own_steps(own_batch(text, observed=True)))
        yield Contender(f"{title}: play, inside", own_play(own_batch(text)))


def drawn(masks: Any) -> Any:
    """A set bit of each row of 64-bit words: the first one on from a random place.

    With little memory, so that the engine finds its own in the cache again.
    """
    import numpy as np

    rng = np.random.default_rng(draw())
    rows, words = np.arange(len(masks)), masks.shape[1]
    order = (rng.integers(words, size=(len(masks), 1)) + np.arange(words)) % words
    ordered = np.take_along_axis(masks, order, 1)
    first = (ordered != 0).argmax(axis=1)
    word, turned = ordered[rows, first], rng.integers(64, size=len(masks), dtype=np.uint64)
    ahead = word >> turned | word << ((64 - turned) & np.uint64(63))
    lowest = np.frexp((ahead & (~ahead + np.uint64(1))).astype(np.float64))[1] - 1
    return (64 * order[rows, first] + (lowest + turned.astype(np.int64)) % 64).astype(np.uint32)


def catan_batch() -> Contender:
    import numpy as np

    games = fastcatan.BatchedEnv(LANES, 1)
    games.reset()
    masks = np.zeros((LANES, fastcatan.MASK_WORDS), np.uint64)
    dones = np.zeros(LANES, np.uint8)
    games.write_masks(masks)

    def run(n: int) -> tuple[int, float]:
        seconds = 0.0
        for _ in range(n):
            actions = drawn(masks)
            start = time.process_time()
            games.step_autoreset(actions, dones)
            games.write_masks(masks)
            seconds += time.process_time() - start
        return n * LANES, seconds

    return Contender("fastcatan: step_autoreset, write_masks", run)


def pgx_batch(name: str) -> Contender:
    import jax
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32")))
    )
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, LANES))

    def run(n: int) -> tuple[int, float]:
        nonlocal key, state
        seconds = 0.0
        for _ in range(n):
            key, first, second = jax.random.split(key, 3)
            actions = choose(first, state.legal_action_mask).block_until_ready()
            keys = jax.random.split(second, LANES).block_until_ready()
            start = time.process_time()
            state = step(state, actions, keys)
            state.legal_action_mask.block_until_ready()
            seconds += time.process_time() - start
        return n * LANES, seconds

    run(1)  # compiles
    return Contender(f"Pgx {name}: step, auto_reset", run)


def batches() -> Iterable[Contender]:
    yield from gpscore_batches()
    if fastcatan:
        yield catan_batch()
    if pgx:
        yield from map(pgx_batch, ("tic_tac_toe", "connect_four", "backgammon"))


# ---- Measuring ----------------------------------------------------------------------------------


def timed(contender: Contender, n: int) -> tuple[float, int]:
    """Seconds of processor time and operations of ``run(n)``."""
    start = time.process_time()
    done = contender.run(n)
    seconds = time.process_time() - start
    return (done[1], done[0]) if isinstance(done, tuple) else (seconds, done)


def calibrated(contender: Contender) -> int:
    """How often to do the work so that it takes a slice."""
    n = 1
    while True:
        seconds, _ = timed(contender, n)
        if seconds >= SLICE / 4:
            return max(1, round(n * SLICE / seconds))
        n *= 4


def measure(group: Group, rounds: int) -> list[Result]:
    """Every contender, and how many times as quick as the reference it is."""
    counts = [calibrated(contender) for contender in group.contenders]
    taken: dict[str, list[float]] = {contender.name: [] for contender in group.contenders}
    for _ in range(rounds):
        for contender, n in zip(group.contenders, counts, strict=True):
            seconds, ops = timed(contender, n)
            taken[contender.name].append(seconds / ops * 1e9)
    results = []
    for name, times in taken.items():
        ratios = [base / own for base, own in zip(taken[group.reference], times, strict=True)]
        low, middle, high = statistics.quantiles(times, n=4)
        results.append(Result(name, middle, low, high, statistics.median(ratios), times))
    return results


def show(group: Group, results: list[Result]) -> None:
    """A table."""
    print(f"\n{group.title}; 'times' is the speed in units of {group.reference}")
    print(f"{'':46} {'ns':>8} {'quartiles':>15} {'times':>7}{'     M/s' if group.rates else ''}")
    for row in results:
        digits = 0 if row.ns >= 100 else 2
        spread = f"{row.low:.{digits}f}-{row.high:.{digits}f}"
        rate = f"{1e3 / row.ns:8.3f}" if group.rates else ""
        print(f"{row.name:46} {row.ns:8.{digits}f} {spread:>15} {row.speed:7.2f}{rate}")


def load_average() -> str:
    """The load of the last 1, 5 and 15 minutes."""
    try:
        return " ".join(f"{load:.2f}" for load in os.getloadavg())
    except (AttributeError, OSError):
        return "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each table (default 15)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args()
    if arguments.rounds < 2:
        parser.error("--rounds must be at least 2")

    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    print(f"load average before {load_average()}")
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "load_before": load_average(),
        "groups": [],
    }
    pig = "OpenSpiel pig"
    own = gps_name(3)
    groups = (
        Group("random games", pig if pyspiel else own, list(games()), True),
        Group("a copy", f"{own}: clone", list(clones()), False),
        Group("a move and back", f"{own}: apply, undo", list(undos()), False),
        Group("perft", f"{own}: perft(7)", list(perfts()), True),
        Group(f"batches of {LANES:,}", f"{own}: step", list(batches()), True),
        *(
            Group(title, contenders[0].name, contenders, False)
            for title, contenders in (
                ("a picture", list(drawings())),
                ("a position as text", list(texts())),
                ("a ply of a record, written and read", list(records())),
            )
        ),
    )
    for group in groups:
        results = measure(group, arguments.rounds)
        show(group, results)
        report["groups"].append({"title": group.title, "rows": [row._asdict() for row in results]})
        for word, target in TARGETS.items() if group.reference == pig else ():
            print(f"\ntarget: {target:g} times {pig}")
            for row in results:
                if row.name.startswith(f"gpscore {word}"):
                    print(f"{row.name}: {'met' if row.speed >= target else 'missed'}")
    print(f"\nload average after {load_average()}")
    report["load_after"] = load_average()
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
