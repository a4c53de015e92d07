"""Reasons: the catalogue, its table in the docs, and the names of operands."""

import json
import re
from pathlib import Path

import pytest

import gpscore
from gpscore import HOST, _core, effects

DOCS = Path(__file__).parents[2] / "docs" / "reasons.md"
TYPES = {
    "number", "character", "numbers", "players", "owner", "planet", "moon", "space", "what",
}  # fmt: skip


def rows_of(text):
    """The rows of all tables of reasons in the page: key, rule, text, operands."""
    rows = re.findall(r"^\| `(\w+)` \| (\w*) ?\| (.*) \| (.*) \|$", text, re.MULTILINE)
    return {key: (rule, words.strip(), operands.strip()) for key, rule, words, operands in rows}


def row_of(reason):
    """The row that a reason has to have there."""
    text = reason["text"].replace("|", "\\|")
    operands = ", ".join(
        f"`{name}`" + (f" {kind}" if kind != "number" else "")
        for name, kind in reason["operands"].items()
    )
    return (reason["rule"], text, operands)


def test_the_table_in_the_docs_is_the_catalogue():
    documented = rows_of(DOCS.read_text(encoding="utf-8"))
    catalogue = {reason["reason"]: row_of(reason) for reason in gpscore.reasons()}
    assert documented == catalogue


def test_the_catalogue_is_whole_and_json_ready():
    catalogue = gpscore.reasons()
    assert json.loads(json.dumps(catalogue)) == catalogue
    statuses = {status.reason: status for status in gpscore.statuses() if status.kind != "ok"}
    assert [reason["reason"] for reason in catalogue] == list(statuses)
    for reason in catalogue:
        status = statuses[reason["reason"]]
        assert (reason["code"], reason["kind"], reason["rule"]) == (
            status.code, status.kind, status.rule,
        )  # fmt: skip
        # Every operand has a name, and the text has a place for every name.
        assert set(re.findall(r"\{(\w+)\}", reason["text"])) == set(reason["operands"])
        assert set(reason["operands"].values()) <= TYPES
        assert not re.search(r"\{\d", reason["text"])


@pytest.mark.parametrize("reason", gpscore.reasons(), ids=lambda reason: reason["reason"])
def test_a_host_can_tell_a_reason_from_its_fields(reason):
    """What the fields hold put into the English text gives what the engine says."""
    if reason["kind"] == "position":
        return  # which tells its problems
    error = _core._error(reason["code"], 3, 4, 5, 6, position=2, text="some text")
    assert json.loads(json.dumps(error.fields)) == error.fields
    assert set(error.fields) == set(reason["operands"])
    words = {name: told(reason["operands"][name], error.fields[name]) for name in error.fields}
    first = str(error).partition("\n")[0]
    said = reason["text"].format(**words)
    assert first.startswith(said), (first, said)


WHAT = {
    "publicity": "publicity", "data": "data", "score": "points", "red_trace": "red traces",
}  # fmt: skip


def told(kind, value):
    """A field in English."""
    if kind in ("numbers", "players"):
        *some, last = [str(one) for one in value]
        words = f"{', '.join(some)} and {last}" if some else last
        return words if kind == "numbers" else f"player{'s' if some else ''} {words}"
    if kind == "space":
        return f"ring {value // 8 + 1}, sector {value % 8}"
    if kind == "character":
        return f"code {ord(value)}"
    if kind == "owner":
        return "the neutral owner" if value == gpscore.NEUTRAL else f"player {value}"
    if kind in ("planet", "moon"):
        return f"{kind} {value}"
    return WHAT[value] if kind == "what" else str(value)


@pytest.mark.rule("S6", "S14", "S17", "S18", "S20")
def test_the_solar_system_tells_of_planets_by_name():
    game = gpscore.solar(1, pluto=(0,))
    state = game.parse(
        "turn active=0 start=0 round=0 turns=0 discs=0,0,0 token=0 sectors=0 "
        "tiles=0:123/0:123/0:123/0:123 player0=score:1,credit:4,energy:4,probes:2.2"
    )
    cases = {
        "orbit:p4": "player 0 has no probe at ring 3, sector 3, from where Jupiter is reached "
        "(S14)",
        "orbit:p8@3": "player 0 has no probe at ring 4, sector 3, from where Pluto is reached "
        "(S14)",
        "land:p3": "who lands on Mars takes an open data space: 1 and 2 (S17)",
        "moon:m0": "player 0 may not land on moons without probe tech 4 (S18)",
    }
    for text, said in cases.items():
        reason = state.why_illegal(state.parse_action(text))
        assert reason.text == said
        with pytest.raises(gpscore.IllegalActionError) as caught:
            state.apply(state.parse_action(text))
        assert str(caught.value) == f"{text} is illegal for player 0: {said}"
        assert caught.value.fields == reason.fields


@pytest.mark.rule("S6")
def test_a_move_to_a_space_that_is_not_next_has_a_reason():
    state = gpscore.solar(1).parse(
        "turn active=0 start=0 round=0 turns=0 discs=0,0,0 token=0 sectors=0 "
        "tiles=0:123/0:123/0:123/0:123 player0=score:1,credit:4,energy:4,probes:1.5"
    )
    assert state.move_action(5, 4) == state.parse_action("move:1.5>ccw")
    assert state.move_action(5, 13) == state.parse_action("move:1.5>out")
    assert state.move_action(2, "venus") == state.parse_action("move:1.2>cw")
    with pytest.raises(gpscore.IllegalActionError) as caught:
        state.move_action(5, "mars")
    assert str(caught.value) == (
        "Mars is not next to the probe at ring 1, sector 5; a move goes to a neighbouring space "
        "(S6)"
    )
    assert (caught.value.reason, caught.value.fields) == (
        "solar_planet_not_next", {"planet": 3, "origin": 5},
    )  # fmt: skip
    assert state.why_illegal(state.parse_action("move:1.5>in")).text == (
        "ring 1 is the last on that side; no move leaves the board or crosses the Sun (S1)"
    )
    with pytest.raises(gpscore.IllegalActionError, match="ring 3, sector 5 is not next") as caught:
        state.move_action(5, 21)
    assert caught.value.fields == {"space": 21, "origin": 5}
    with pytest.raises(gpscore.IllegalActionError, match="S6"):
        state.move_action(5, 5)
    for bad in (32, -1, "moon"):
        with pytest.raises(gpscore.UsageError):
            state.move_action(5, bad)


@pytest.mark.rule("S5", "S7", "S9", "S10")
def test_what_is_counted_is_named():
    state = gpscore.solar(2, embedded=True).parse(
        "turn active=0 start=0 round=0 turns=0 discs=0,0,0 token=0 sectors=0 moves=250+250 "
        "tiles=0:123/0:123/0:123/0:123 player0=score:1,credit:250,energy:1,"
        "probes:1.5x7 player1=score:2"
    )
    cases = {
        effects.change(0, "credit", 1): ("credit", "that would make 251 credits; at most 250 are"),
        effects.moves(1): ("moves", "that would make 251 moves in hand; at most 250 are possible"),
        effects.put(0, space=3): ("probes", "that would make 8 probes in space; at most 7 are"),
        effects.change(0, "energy", -2): ("energy", "energy needed: 2; player 0 has 1"),
    }
    for action, (what, said) in cases.items():
        reason = state.why_illegal(action, HOST)
        assert reason.fields["what"] == what
        assert reason.text.startswith(said)
    assert state.why_illegal(effects.limit(1, 1, turn=True), HOST).reason == "solar_not_active"
    assert state.why_illegal(effects.limit(0, 11), HOST).fields == {"number": 11}
    assert state.why_illegal(effects.next_round(), HOST).rule == "S10"


def test_actions_of_the_other_game_are_no_actions():
    gps, solar = gpscore.gps(2).initial_state(), gpscore.solar(2).initial_state()
    for state, action in ((gps, 0x23000000), (solar, 0x11000003)):
        before = state.to_bytes()
        reason = state.why_illegal(action, 0)
        assert (reason.reason, reason.fields) == ("illegal_unknown_action", {"action": action})
        for call in (state.apply, state.commit, state.preview):
            with pytest.raises(gpscore.IllegalActionError, match="not an action of this game"):
                call(action, 0)
        assert state.to_bytes() == before
