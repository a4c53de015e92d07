"""Taking back: open choices, repeated ones, and how far a polite undo goes."""

import random

import pytest

import gpscore
from gpscore import CHANCE, HOST, effects


def choosing(players=3):
    """Space 4 is pointed to, nothing is placed, and the history is empty."""
    text = ["-+4,5,7", "-+1,2,3", "-+6,7,12", "-+1,2,12", "-+8,9,10"]
    return gpscore.gps(players).parse(
        f"choose 4 0 0 {','.join('0' * players)} {'/'.join(text[:players])}"
    )


# ---- Open choices


@pytest.mark.rule("R5")
@pytest.mark.parametrize("seed", range(12))
def test_a_choice_that_is_taken_back_was_never_made(seed):
    """In whatever order choices come and go, all that is left is who has chosen what."""
    rng = random.Random(seed)
    state = choosing(rng.randint(2, 5))
    begin = state.clone()
    made = {}
    for _ in range(30):
        seat = rng.randrange(state.game.players)
        if seat in made:
            assert state.retract(seat) == made.pop(seat)
        elif len(made) < state.game.players - 1:
            made[seat] = rng.choice(state.legal_actions(seat))
            state.apply(made[seat], seat)
        fresh = begin.clone()
        for one, action in made.items():
            fresh.apply(action, one)
        assert (state, state.hash, sorted(state.history)) == (
            fresh,
            fresh.hash,
            sorted(made.items()),
        )
        for viewer in (None, *range(state.game.players)):
            assert state.view(viewer) == fresh.view(viewer)
        assert state.validate() == ()
    while state.history:
        state.undo()
    assert state == begin


@pytest.mark.rule("R5")
def test_undo_records_fit_after_a_choice_was_taken_back():
    """Undo goes on to the beginning of the game, every byte as it was."""
    state = gpscore.gps(3, spaces=9, satellites=4, face_up=2).initial_state()
    rng = random.Random(1)
    trace = [state.to_bytes()]
    while state.turn < 3:
        if state.is_chance:
            state.resolve_chance(rng.getrandbits(60))
            trace.append(state.to_bytes())
            continue
        first, second, third = rng.sample(state.to_act, 3)
        state.apply(state.legal_actions(first)[0], first)
        state.apply(state.legal_actions(second)[0], second)
        state.retract(first)
        trace.append(state.to_bytes())
        for seat in (third, first):
            state.apply(state.legal_actions(seat)[-1], seat)
            trace.append(state.to_bytes())
    while state.history:
        assert state.to_bytes() == trace.pop()
        state.undo()
    assert [state.to_bytes()] == trace


@pytest.mark.rule("R5")
def test_a_choice_that_was_open_when_the_history_begins():
    game = gpscore.gps(3)
    state = game.parse("choose 4 0 0 0,0,0 -+4,5,7:5cw/-+1,2,3/-+6,7,12")
    state.apply(state.parse_action("1cw"), 1)
    assert state.action_to_string(state.retract(0)) == "5cw"
    assert str(state) == "choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3:1cw/-+6,7,12"
    assert [player for player, _ in state.history] == [1]
    state.undo()
    assert str(state) == "choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3/-+6,7,12"


@pytest.mark.rule("R5")
def test_there_must_be_a_choice_to_take_back():
    state = choosing(2)
    before = state.to_bytes()
    with pytest.raises(gpscore.IllegalActionError, match="no open choice to take back") as caught:
        state.retract(0)
    assert (caught.value.reason, caught.value.fields) == ("illegal_nothing_open", {"player": 0})
    with pytest.raises(gpscore.UsageError, match="no player 2"):
        state.retract(2)
    with pytest.raises(TypeError):
        state.retract(None)
    assert state.to_bytes() == before
    state.apply_joint([state.legal_actions(seat)[0] for seat in state.to_act])
    with pytest.raises(gpscore.IllegalActionError, match="R5"):
        state.retract(0)  # all have chosen, so that it is carried out
    solar = gpscore.solar(2).initial_state()
    with pytest.raises(gpscore.IllegalActionError) as caught:
        solar.retract(1)
    assert caught.value.reason == "solar_nothing_open"


@pytest.mark.rule("R5")
def test_the_same_choice_again_is_harmless_and_another_replaces_it():
    state = choosing()
    one, another = state.legal_actions(1)[:2]
    assert state.commit(one, 1)
    told = (state.to_bytes(), state.history)
    assert not state.commit(one, 1)
    assert (state.to_bytes(), state.history) == told
    assert state.commit(state.legal_actions(0)[0], 0)
    assert state.commit(another, 1)
    assert state.choice(1) == another
    assert len(state.history) == 2
    for bad in (state.parse_action("9cw"), 2**40):
        before = (state.to_bytes(), sorted(state.history))
        with pytest.raises(gpscore.IllegalActionError):
            state.commit(bad, 1)
        assert (state.to_bytes(), sorted(state.history)) == before
    with pytest.raises(TypeError):
        state.commit("7cw", 1)
    with pytest.raises(gpscore.IllegalActionError, match="no player 9"):
        state.commit(one, 9)
    # What is not simultaneous is applied as by apply.
    solar = gpscore.solar(1).initial_state()
    assert solar.commit(solar.legal_actions()[0])
    assert len(solar.history) == 1


# ---- How far a polite undo goes


@pytest.mark.rule("R5", "R6")
def test_undo_of_gps_stops_at_chance_and_at_the_choices_of_others():
    state = gpscore.gps(2, spaces=9, satellites=4, face_up=2).initial_state()
    while state.phase != "choose":
        state.resolve_chance(1)
    spun = len(state.history)
    assert state.undo_floor() == state.undo_floor(0) == spun
    state.apply(state.legal_actions(0)[0], 0)
    assert state.undo_floor(0) == spun  # nobody knows it
    assert state.undo_floor() == spun
    assert state.undo_floor(1) == spun + 1  # the last action is another player's
    state.apply(state.legal_actions(1)[0], 1)
    # Now the choices are seen.
    assert state.undo_floor(0) == state.undo_floor(1) == state.undo_floor() == spun + 2
    assert state.undo_floor(1, "free") == 0
    assert state.undo_floor(1, "strict") == len(state.history)


@pytest.mark.rule("R6")
def test_undo_alone_stops_at_chance():
    state = gpscore.gps(1, spaces=9, satellites=4, face_up=4).initial_state()
    while state.phase != "choose":
        state.resolve_chance(1)
    spun = len(state.history)
    state.apply(state.legal_actions()[0])
    assert state.phase == "spin"
    assert state.undo_floor(0) == spun  # nothing was turned up, and nobody else has chosen
    state.resolve_chance(1)
    assert state.undo_floor(0) == spun + 2


@pytest.mark.rule("S7", "R8")
def test_undo_of_the_solar_system_stops_at_tiles_and_at_other_players():
    state = gpscore.solar(2).parse(
        "turn active=0 start=0 round=0 turns=0 discs=0,0,0 token=0 sectors=0 "
        "tiles=0:123/0:123/0:123/0:123 player0=score:1,credit:4,energy:4,publicity:6 "
        "player1=score:2,credit:4,publicity:6"
    )
    for text in ("launch", "move:1.5>cw", "exchange:energy>credit"):
        state.apply(state.parse_action(text))
    assert state.undo_floor(0) == 0  # all of it is the own turn, and nothing new was seen
    state.apply(state.parse_action("end"))
    assert (state.undo_floor(0), state.undo_floor(1), state.undo_floor()) == (0, 4, 0)
    state.apply(state.parse_action("research"))
    state.apply(state.legal_actions_of(["take_tech"])[1])
    assert (state.undo_floor(1), state.undo_floor(0)) == (4, 6)
    state.apply(state.legal_actions(CHANCE)[0], CHANCE)
    assert state.undo_floor(1) == state.undo_floor() == 7


def test_undo_in_a_host_game_stops_at_what_the_host_has_settled():
    state = gpscore.solar(1, embedded=True).parse(
        "turn active=0 start=0 round=0 turns=0 discs=0,0,0 token=0 sectors=0 "
        "tiles=0:123/0:123/0:123/0:123 player0=score:1,credit:4,energy:4,probes:1.1"
    )
    state.apply(effects.change(0, "credit", 1), HOST)
    state.apply(state.parse_action("orbit:p1"))
    assert (state.undo_floor(), state.undo_floor(0), state.undo_floor(HOST)) == (0, 1, 2)
    state.apply(effects.resolved(), HOST)  # a card of the host's deck
    assert state.undo_floor() == state.undo_floor(0) == state.undo_floor(HOST) == 3


@pytest.mark.parametrize("policy", ["polite", "", None, 3])
def test_undo_policies_are_named(policy):
    state = choosing()
    assert gpscore.UNDO_POLICIES == ("strict", "friendly", "free")
    with pytest.raises(gpscore.UsageError, match="strict, friendly, free"):
        state.undo_floor(0, policy)
    with pytest.raises(gpscore.UsageError, match="no player 5"):
        state.undo_floor(5)


def test_a_choice_that_is_refused_leaves_the_history_in_its_order() -> None:
    state = gpscore.gps(players=3).initial_state()
    while state.is_chance:
        state.resolve_chance(1)
    for player in (0, 1):
        state.apply(state.legal_actions(player)[0], player)
    before, raw = state.history, state.to_struct()
    for action in (state.parse_action("1cw") | 0xFF00, 0):
        with pytest.raises(gpscore.IllegalActionError):
            state.commit(action, 0)
        assert (state.history, state.to_struct()) == (before, raw)
