"""Many threads: things of their own, rules that all read, and objects that should not be shared."""

import contextlib
import os
import subprocess
import sys
import sysconfig
import threading

import numpy as np
import pytest

import gpscore
from gpscore import _core

FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
THREADS = 8
# Times of the usual work, to look longer for what happens rarely.
STRESS = int(os.environ.get("GPSCORE_STRESS", "1"))
GAMES = [gpscore.gps(3, spaces=9, satellites=4, face_up=2, wins=2), gpscore.solar(3, rounds=2)]
of_each_game = pytest.mark.parametrize("game", GAMES, ids=["gps", "solar"])


def at_once(*works):
    """Run functions in threads that begin together; what they return, or the first error."""
    barrier = threading.Barrier(len(works))
    results, raised = [None] * len(works), []

    def run(number, work):
        try:
            barrier.wait(60)
            results[number] = work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=job, daemon=True) for job in enumerate(works)]
    # With the GIL, as many changes of threads as there can be.
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(600)
    finally:
        sys.setswitchinterval(before)
    assert not any(thread.is_alive() for thread in threads)
    if raised:
        raise raised[0]
    return results


def all_alike(work):
    """Every thread gets what a single one gets."""
    alone = work()
    for _ in range(STRESS):
        assert at_once(*[work] * THREADS) == [alone] * THREADS


def move(state, seed):
    if state.is_chance:
        state.resolve_chance(seed)
    else:
        player = state.to_act[-1]
        state.apply(state.choose("uniform", player, seed=seed), player)


def played(game, seed, plies):
    state = game.initial_state()
    while len(state.history) < plies and not state.is_terminal:
        move(state, seed)
    return state


def asked(state):
    """Everything that reads a state and does not change it, as something to compare."""
    answers = [
        str(state), repr(state), state.hash, state.turn, state.to_act, state.current_player,
        state.winners, state.returns(), state.validate(), state.legal_actions(),
        state.legal_mask(), state.chance_outcomes(), state.history, state.history_for(0),
        state.events, str(state.start), state.updates(), state.view(), state.view(1),
        state.view_text(0), state.legal_tree(), state.undo_floor(0), state.to_bytes(),
        state.to_struct(), str(state.svg()), state.observation(0).tobytes(), str(state.clone()),
        state == state.clone(), hash(state.game), state.game.rules,
        state.game.observation_schema,
    ]  # fmt: skip
    player = (*state.to_act, gpscore.CHANCE)[0]
    for action in state.legal_actions(player):
        answers += [state.action_to_string(action), state.preview(action, player)]
        answers.append(state.why_illegal(action, player))
    answers.append(state.why_illegal(7, player))
    return answers


@of_each_game
def test_threads_play_games_of_their_own_by_shared_rules(game):
    def work():
        told = []
        for seed in range(3):
            state = game.initial_state()
            while not state.is_terminal and len(state.history) < 40:
                move(state, seed)
                told.append(state.hash)
            while state.history:
                state.undo()
            assert state == game.initial_state()
            told.append(
                played(game, seed, 10).playout("greedy", 3, seed=seed, turn_cap=20, threads=2)
            )
            told.append(game.initial_state().perft(2))
        return told

    all_alike(work)


@of_each_game
def test_threads_make_rules_boards_and_errors_alike(game):
    def work():
        again = gpscore.parse_game(game.rules)
        state = game.initial_state()
        told = [again == game, hash(again), again.rules, state == again.initial_state()]
        wrongs = [
            lambda: game.parse("x"),
            lambda: game.from_bytes(b"x"),
            lambda: state.apply(7),
            lambda: state.view(99),
            lambda: gpscore.gps(9),
        ]
        for wrong in wrongs:
            with pytest.raises(gpscore.Error) as error:
                wrong()
            told.append((str(error.value), error.value.fields))
        return told

    all_alike(work)


@of_each_game
def test_threads_play_batches_of_their_own(game):
    def work():
        batch = game.batch(70, seed=3, max_turns=6, observations="uint8", threads=2)
        rng = np.random.default_rng(1)
        for _ in range(12):
            batch.step(batch.sample())
            shape = batch.legal_mask_bool().shape
            batch.step_random(logits=rng.standard_normal(shape, np.float32))
        return batch.play(20), batch.save(), batch.observations.tobytes(), str(batch.state(69))

    all_alike(work)


@of_each_game
def test_threads_keep_records_and_tables_of_their_own(game):
    def work():
        record = gpscore.GameRecord.from_state(played(game, 4, 60))
        read = gpscore.GameRecord.parse(record.to_text())
        assert gpscore.GameRecord.from_bytes(record.to_bytes()).plies == record.plies
        read.verify()
        table = gpscore.Table(game, seats=["human", "greedy", "greedy"], seed=2)
        for _ in range(3):
            (seat,) = table.waiting_for
            table.act(seat, table.see(seat).legal_actions()[0])
        return record.to_bytes(), str(read.state_at(30)), table.update(0), str(table.state)

    all_alike(work)


@of_each_game
def test_a_state_that_nobody_changes_may_be_read_by_all(game):
    state = played(game, 6, 31)
    all_alike(lambda: asked(state))
    batch = game.batch(5, observations="float32")
    arrays = at_once(*[lambda: (batch.legal_mask, batch.observations, batch.rewards)] * THREADS)
    for array in zip(*arrays, strict=True):
        assert all(one is array[0] for one in array)


@of_each_game
def test_a_state_that_all_change_holds(game):
    """No error but those of gpscore, and at the end a history that leads to the state."""
    state = played(game, 8, 20)
    first = str(state.start)

    def change(thread):
        for i in range(150 * STRESS):
            try:
                match (thread + i) % 8:
                    case 0 | 1 | 2:
                        move(state, i)
                    case 3:
                        state.undo()
                    case 4:
                        state.commit(state.legal_actions(thread % 3)[0], thread % 3)
                    case 5:
                        state.retract(thread % 3)
                    case 6:
                        state.apply_joint([state.choose("uniform", p) for p in state.to_act])
                    case 7:
                        gpscore.GameRecord.from_state(state)
            except (gpscore.Error, IndexError):
                pass

    def read():
        for _ in range(8 * STRESS):
            with contextlib.suppress(gpscore.Error):
                asked(state)
            assert state.clone().validate() == ()

    changes = [lambda thread=thread: change(thread) for thread in range(THREADS - 2)]
    at_once(*changes, read, read)
    assert state.validate() == ()
    assert str(state.start) == first
    again = game.parse(first)
    for player, action in state.history:
        again.apply(action, player)
    assert again == state
    while state.history:
        state.undo()
    assert str(state) == first


@of_each_game
def test_a_batch_that_all_call_holds(game):
    batch = game.batch(70, seed=1, max_turns=9, threads=2)
    done = []

    def work():
        for i in range(40 * STRESS):
            try:
                batch.step_random()
                done.append(1)
                batch.set_state(i % 70, game.initial_state())
                assert batch.state(69 - i % 70).validate() == ()
                done.append(batch.play(2).decisions > 0)
                batch.clone().reset()
            except gpscore.UsageError as error:
                assert "in use" in str(error)  # noqa: PT017

    at_once(*[work] * THREADS)
    assert done
    assert all(batch.state(lane).validate() == () for lane in range(70))
    assert game.load_batch(batch.save()).save() == batch.save()


@of_each_game
def test_a_log_that_all_fill_holds(game):
    source = played(game, 9, 60)
    plies = source.history
    log = _core._RecordLog(source.start, b"\0" * 32)

    def work():
        for i in range(60 * STRESS):
            try:
                log.extend(plies[len(log) : len(log) + 1], ())
                log.extend(source if len(log) == 0 else plies[i : i + 1], ())
            except _core._RecordFault:
                pass
            log.lines(0), log.pack(), log.plies(), log.times()
            log.state_at(len(log) // 2).validate()

    at_once(*[work] * THREADS)
    again = source.start
    for player, action in log.plies():
        again.apply(action, player)
    assert again == log.state


def test_to_import_leaves_the_gil_as_it_is():
    """A module that does not say that it does without turns the GIL on, for the whole process."""
    code = """if True:
        import sys, warnings
        warnings.simplefilter("error")
        import gpscore
        gpscore.gps().initial_state().svg()
        print(getattr(sys, "_is_gil_enabled", lambda: True)())
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(not FREE)
