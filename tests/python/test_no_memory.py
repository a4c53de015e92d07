"""Whatever allocation fails, in any call: MemoryError, nothing changed, nothing broken.

Of the compiled layer, that is: records and the JSON form of boards are Python code, and CPython
itself crashes in some of that when it has no memory (seen with 3.11.7, 3.12.1 and 3.13.0). So does
the free-threaded one in anything (3.13.5: in making a dict of lists).
"""

import importlib.util
import subprocess
import sys
import sysconfig

import pytest

CODE = """if True:
    import _testcapi, copy, faulthandler, gc, pickle, sys
    import gpscore
    import gpscore.board  # so that no call below has to import it

    faulthandler.enable()
    # Nothing that was freed is at hand for the next call: results are kept, the free list of states
    # is used up, and a collection empties those of Python.
    kept = []
    IN_A_ROW = 12  # calls without a failure, after which there is no allocation left to fail


    def every_failure(name, call, prepare, same):
        # Fail the first allocation of a call, then the second alone, and so on to the last.
        prepare()
        kept.append(call())  # what is made but once is there
        failures = good = at = 0
        while good < IN_A_ROW:
            before = None
            prepare()
            before = same()
            caught = result = None
            _testcapi.set_nomemory(at, at + 1)
            spare = (at, at)  # takes the memory of the arguments, which would be at hand too
            try:
                result = call()
            except BaseException as error:
                caught = error
            finally:
                _testcapi.remove_mem_hooks()
            if caught is not None:
                # Python itself makes a SystemError of one that it loses.
                assert isinstance(caught, (MemoryError, SystemError)), (name, at, repr(caught))
                assert same() == before, (name, at)
                failures += 1
            kept.append(result)
            good = 0 if caught is not None else good + 1
            at += 1
            for cls in (type(state), type(game)):
                try:
                    cls.__new__(cls)
                except TypeError:
                    continue
                raise AssertionError((name, at, "an object that nothing fills"))
        return failures


    def reached(game, plies):
        state = game.initial_state()
        while plies or state.is_chance or state.is_host:
            plies = max(0, plies - 1)
            player = state.current_player
            state.apply(state.legal_actions(player)[0], player)
        return state


    rules, make = {
        "gps": ("gps players=2 spaces=6 satellites=3 face_up=2 wins=2", gpscore.gps),
        "solar": ("solar players=2 host=embedded rounds=3 pluto=1,0", gpscore.solar),
    }[sys.argv[1]]
    game = gpscore.parse_game(rules)
    state = reached(game, 12)
    undone = reached(game, 12)
    error = None
    try:
        state.apply(2**40)
    except gpscore.Error as refused:
        error = refused
    pickled, pickled_error = pickle.dumps(state), pickle.dumps(error)
    chance = game.initial_state()
    start = chance.clone()
    text, packed = str(state), state.to_bytes()
    action = state.legal_actions()[0]
    spoken = state.action_to_string(action)
    joint = {player: state.legal_actions(player)[0] for player in state.to_act}
    wrong = {player: 2**31 for player in state.to_act}


    def refuse(call, *arguments):
        try:
            call(*arguments)
        except gpscore.Error as error:
            return str(error), error.operands
        raise AssertionError("not refused")


    def fresh(do):
        # The clone is of the call too, so that each one starts alike.
        return lambda: do(state.clone())


    def prepare():
        if not undone.history:
            while len(undone.history) < 12:
                player = undone.current_player
                undone.apply(undone.legal_actions(player)[0], player)
        while chance.history:
            chance.undo()
        gc.collect()


    players = range(game.players)
    calls = {
        "make": make,
        "parse_game": lambda: gpscore.parse_game(rules),
        "rules": lambda: (game.rules, repr(game), str(game), hash(game), game.fingerprint),
        "fields of the game": lambda: [
            getattr(game, name) for name in dir(type(game))
            if not name.startswith("_") and name != "board"
            and not callable(getattr(type(game), name))
        ],
        "initial_state": game.initial_state,
        "parse": lambda: game.parse(text),
        "from_bytes": lambda: game.from_bytes(packed),
        "unpickle": lambda: pickle.loads(pickled),
        "copies": lambda: (copy.copy(state), copy.deepcopy(state), state.clone()),
        "text": lambda: (str(state), repr(state), state.view_text(), state.view_text(0)),
        "to_bytes": state.to_bytes,
        "fields of the state": lambda: [
            getattr(state, name) for name in dir(type(state))
            if not name.startswith("_") and not callable(getattr(type(state), name))
        ],
        "legal": lambda: [
            (state.legal_actions(player), state.legal_mask(player)) for player in players
        ],
        "index": lambda: [state.action_at(state.action_index(action)), spoken],
        "chance": lambda: (start.chance_outcomes(), start.legal_actions(), start.sample_chance(3)),
        "why": lambda: (state.why_illegal(0), state.why_illegal(action), state.why_illegal(2**40)),
        "apply": fresh(lambda one: one.apply(action)),
        "apply_joint": fresh(lambda one: one.apply_joint(joint)),
        "joint sequence": fresh(lambda one: one.apply_joint(list(joint.values()))),
        "undo": undone.undo,
        "resolve_chance": lambda: chance.resolve_chance(7),
        "parse_action": lambda: state.parse_action(spoken),
        "action_to_string": lambda: (game.action_to_string(action), game.action_to_string(1)),
        "returns": lambda: (state.returns(), state.validate(), state.winners),
        "view": lambda: (state.view(), state.view(0), state.view_hash(1)),
        "picture": lambda: state.svg(0, legal=0, last=3, arrows=[(0, 1), (2, 2, 1)], prefix="a"),
        "choose": lambda: state.choose("greedy", seed=1),
        "perft": lambda: state.perft(2),
        "compare": lambda: (state == start, state != chance, game == game),
        "refused": lambda: [
            refuse(state.apply, 0), refuse(state.apply, 2**40), refuse(state.apply, action, 9),
            refuse(state.apply_joint, wrong), refuse(state.apply_joint, {}),
            refuse(state.legal_actions, 9), refuse(game.parse, text[:-1] + "?"),
            refuse(game.from_bytes, packed[:-1]), refuse(gpscore.parse_game, rules + " x"),
            refuse(make, 99), refuse(start.undo), refuse(state.parse_action, "nonsense"),
        ],
        "an error": lambda: pickle.loads(pickled_error),
        "statuses": gpscore.statuses,
    }
    observed = bytearray(game.observation_schema["size"])
    calls["observation"] = lambda: state.observation(0, observed)
    if sys.argv[1] == "gps":
        batch = game.batch(70, seed=1, observations="uint8", autoreset="same_step")
        actions = memoryview(batch.sample())
        place = memoryview(bytearray(70))
        saved, pickled_batch = batch.save(), pickle.dumps(batch)
        lane = batch.state(3)
        calls |= {
            "batch": lambda: game.batch(
                70, autoreset="disabled", threads=2, out={"winners": bytearray(70)}
            ),
            "batch arrays": lambda: [
                getattr(game.batch(3, observations="uint8"), name)
                for name in ("rewards", "legal_mask", "observations")
            ],
            "batch load": lambda: game.load_batch(saved),
            "batch copies": lambda: (batch.clone(), batch.save(), pickle.loads(pickled_batch)),
            "batch steps": lambda: (
                batch.step(actions), batch.sample(actions), batch.step_random(), batch.play(2),
                batch.reset(place), batch.reset(),
            ),
            "batch lanes": lambda: (
                batch.state(1), batch.set_state(2, lane), batch.fault(1), repr(batch),
            ),
            "batch refused": lambda: [
                refuse(game.batch, 0), refuse(game.load_batch, saved[:-1]),
                refuse(batch.state, 70), refuse(batch.play, -1), refuse(batch.reset, observed),
                refuse(batch.step, memoryview(observed).cast("B", (1, len(observed)))),
            ],
        }
    if sys.argv[1] == "gps":
        calls |= {
            "options": lambda: make(2, spaces=6, satellites=3, spin_weights=[1, 0, 2, 3, 4, 5]),
            "playout": lambda: state.playout(["greedy", "steady"], 2, turn_cap=9),
            "rings": lambda: [
                (state.ring(p), state.face_up(p), state.face_down(p), state.choice(p))
                for p in players
            ],
            "target": lambda: (state.target(action), game.action_fields(action)),
        }
    else:
        board = game.board
        alone = make(2)
        calls |= {
            "options": lambda: make(2, pluto=[1], organisations=["xenolab", None]),
            "own board": lambda: make(2, board=board),
            "playout": lambda: alone.initial_state().playout(["greedy", "steady"], 2),
            "players": lambda: [(state.player(p), state.points(p)) for p in players],
            "planets": lambda: [
                (state.orbiters(p), state.landers(p), state.first_orbit(p), state.data_owners(p))
                for p in ("mars", 2, 3)
            ],
            "spaces": lambda: [state.content(s) for s in range(32)],
            "moons": lambda: [state.moon_owner(m) for m in range(len(game.moons))],
            "reach": lambda: (state.reach(0, 3, 6), state.path(0, 3, 12, 6), state.windows(0, 2)),
            "forecast": lambda: state.forecast(4),
        }
    kept += [game.initial_state() for _ in range(300)]
    gc.collect()
    gc.freeze()
    counts = {}
    for name, call in calls.items():
        counts[name] = every_failure(
            name,
            call,
            prepare,
            lambda: (
                state.to_bytes(), state.history, undone.to_bytes(), undone.history,
                chance.to_bytes(), chance.history,
            ),
        )
    print(counts)
    assert sum(counts.values()) > 400
    for name in ("initial_state", "view", "undo", "apply_joint", "refused"):
        assert counts[name] > 0, name
    print("nothing broke")
"""

if (
    importlib.util.find_spec("_testcapi")
    and sys.implementation.name == "cpython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
):

    @pytest.mark.parametrize("game", ["gps", "solar"])
    def test_every_allocation_may_fail(game):
        done = subprocess.run(
            [sys.executable, "-c", CODE, game],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith("nothing broke\n"), done.stderr
