"""The plain Python twin of the solar system, held to the rules by itself before it judges the core.

The worked rotations and totals of the rules, the cases that implementers get wrong, and random
games of many options, whose every change has to be explained by the events. Rules are named in
comments, not in markers, which are for tests of the core.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from oracle import solar_geometry as geometry
from oracle.solar_geometry import ASTEROID, COMET, DISCS, HOLE, SPACES, STANDARD, Board
from oracle.solar_oracle import (
    CHANCE,
    HOST,
    ID_KINDS,
    KINDS,
    MAX_PROBES,
    NEUTRAL,
    ORGANISATION_NAMES,
    OVER,
    RESOURCES,
    Action,
    Actor,
    Event,
    Options,
    State,
    action_id,
    propose_effect,
)

DATA = Path(__file__).parents[1] / "data" / "solar"
VECTORS = json.loads((DATA / "vectors.json").read_text(encoding="utf-8"))["vectors"]
EARTH, MERCURY, VENUS, MARS, JUPITER, SATURN, URANUS, NEPTUNE, PLUTO = range(9)
PHOBOS_DEIMOS, IO, EUROPA, GANYMEDE, CALLISTO, ENCELADUS, TITAN, TITANIA, TRITON = range(9)
CW, CCW, OUT, IN = range(4)
TECH1, TECH2, TECH3, TECH4 = range(4)
RED, YELLOW, BLUE = range(3)
DECLINE = len(KINDS)


def space(text: str) -> int:
    """The space of a text like "2.1", whose ring is the printed one."""
    ring, x = text.split(".")
    return geometry.at(int(ring) - 1, int(x))


def game(
    options: Options | None = None,
    *,
    offsets: tuple[int, int, int] = (0, 0, 0),
    bonus: int = 0,
    probes: str = "",
    token: int = 0,
    **have: int,
) -> State:
    """A game at its first turn, all tiles alike; ``probes`` and ``have`` are of seat 0."""
    state = State(options or Options())
    for x in offsets:
        state.apply(CHANCE, ("align", x))
    state.apply(CHANCE, ("order", 0))
    while state.to_act == CHANCE:
        state.apply(CHANCE, ("tile", bonus))
    while state.phase == "setup_income":
        state.apply(state.to_act, ("income", 0))
    state.token = token
    for text in probes.split():
        state.add_probe(0, space(text))
    state.players[0].have |= have
    return state


def probes_of(state: State, w: int = 0) -> list[int]:
    """The spaces of a seat's probes."""
    return list(state.snapshot().players[w].probes)


def kinds(state: State) -> set[str]:
    """The kinds of action that who acts may take."""
    return {action[0] for action in state.legal(state.to_act)}


# ---- Geometry -----------------------------------------------------------------------------------


# S2, S11, S12, S13, R4
@pytest.mark.parametrize("number", range(26))
def test_worked_rotation(number: int) -> None:
    vector = VECTORS[number]
    offsets, step = tuple(vector["offsets"]), vector["discs_turning"] - 1
    after = geometry.turned(offsets, step)
    start = geometry.at(vector["ring"] - 1, vector["x"])
    kind, goal, icons = geometry.settle(STANDARD, offsets, step, start)
    content = geometry.shows(STANDARD, after, goal)
    asteroid = kind == "push" and content == ASTEROID
    assert list(after) == vector["offsets_after"]
    assert geometry.layer_at(STANDARD, offsets, start) + 1 == vector["layer_before"]
    assert geometry.shows(STANDARD, offsets, start) == vector["content_before"]
    assert kind == vector["kind"]
    assert goal == geometry.at(vector["ring"] - 1, vector["x_after"])
    assert geometry.layer_at(STANDARD, after, goal) + 1 == vector["layer_after"]
    assert content == vector["content_after"]
    assert icons == vector["publicity_gain"]
    assert icons + asteroid == vector["publicity_gain_with_probe_tech2"]


def test_all_worked_rotations_are_there() -> None:
    assert len(VECTORS) == 26


# R3
def test_all_settlements() -> None:
    found: Counter[str] = Counter()
    earning = 0
    for offsets, step, start, kind, goal, icons in geometry.settlements(STANDARD):
        found[kind] += 1
        earning += icons
        if kind == "stay":
            assert goal == start
            continue
        assert goal == geometry.at(geometry.ring_of(start), start - 1)
        if kind == "push":  # what turned has a hole there, so that it is never pushed again
            after = geometry.turned(offsets, step)
            discs = range(step + 1)
            assert {geometry.cell(STANDARD, after, d, goal) for d in discs} == {HOLE}
    assert found == {"stay": 27_792, "ride": 16_752, "push": 4_608}
    assert earning == 822
    assert sum(found.values()) == 49_152


# S2
def test_every_planet_is_seen_once_in_every_alignment() -> None:
    planets = {planet.name for planet in STANDARD.planets if not planet.owned}
    for offsets in geometry.alignments():
        seen = Counter(geometry.shows(STANDARD, offsets, s) for s in range(SPACES))
        assert {seen[name] for name in planets} == {1}
        assert seen[HOLE] == 0


# S1, S6
def test_neighbours_are_mutual_and_the_sun_is_no_way() -> None:
    back = {CW: CCW, CCW: CW, OUT: IN, IN: OUT}
    for start in range(SPACES):
        for direction, opposite in back.items():
            goal = geometry.neighbour(start, direction)
            if goal is not None:
                assert geometry.neighbour(goal, opposite) == start
    assert geometry.neighbour(space("1.0"), IN) is None
    assert geometry.neighbour(space("4.0"), OUT) is None
    assert geometry.neighbour(space("1.7"), CW) == space("1.0")


# R1
def test_sector_boards_stand_in_every_order() -> None:
    first = [geometry.star_at(STANDARD, 0, x).name for x in (7, 0, 1, 2)]
    assert first == ["procyon", "vega", "sirius_a", "barnards_star"]
    last = [geometry.star_at(STANDARD, 23, x).name for x in (7, 0)]
    assert last == ["61_virginis", "beta_pictoris"]
    rows = {tuple(geometry.star_at(STANDARD, k, x).name for x in range(8)) for k in range(24)}
    assert len(rows) == 24


# ---- Cases that implementers get wrong ----------------------------------------------------------


# S12
def test_case_1_riding_on_mercury_is_no_visit() -> None:
    state = game(probes="1.1", publicity=6)
    events = state.apply(0, ("research", 0))
    assert events == [("spent", 0, "publicity", 6), ("turned", 1), ("rode", 0, 1, 0, 1)]
    assert state.view[0] == "mercury"
    assert state.players[0].have["publicity"] == 0


# S13
def test_case_2_a_gap_beside_a_gap_stays() -> None:
    state = game(probes="1.7", publicity=6)
    assert ("turned", 1) in state.apply(0, ("research", 0))
    assert probes_of(state) == [space("1.7")]
    assert state.view[space("1.0")] == "mercury"  # it has moved


# S13
def test_case_3_pushed_by_mars_to_a_comet() -> None:
    state = game(offsets=(7, 0, 0), token=1, probes="2.1", publicity=6)
    events = state.apply(0, ("research", 0))
    assert events[1:] == [
        ("turned", 2),
        ("pushed", 0, space("2.1"), space("2.0"), 1),
        ("publicity", 0, 1),
    ]
    assert state.view[space("2.0")] == COMET
    assert state.view[space("2.1")] == "mars"


# S11, S12
def test_case_4_discs_turn_not_rings() -> None:
    # All three stand on disc 3, each in another ring.
    for token, kept in ((0, {"2.0", "3.7"}), (1, {"2.0", "3.7"}), (2, set())):
        state = game(token=token, probes="1.0 2.0 3.7", publicity=6)
        events = state.apply(0, ("research", 0))
        stayed = {text for text in ("1.0", "2.0", "3.7") if space(text) in probes_of(state)}
        assert stayed == kept
        moved = {event[0] for event in events} & {"rode", "pushed"}
        assert moved == ({"rode"} if token == 2 else {"pushed"})


# S2, S12, S13
def test_case_5_a_probe_on_disc_2_seen_through_disc_1() -> None:
    step_1 = game(probes="1.4", publicity=6).apply(0, ("research", 0))
    step_2 = game(token=1, probes="1.4", publicity=6).apply(0, ("research", 0))
    assert ("pushed", 0, 4, 3, 1) in step_1
    assert ("rode", 0, 4, 3, 1) in step_2


# S9, S13
def test_case_6_a_push_at_10_publicity_pays_nothing() -> None:
    options = Options(embedded=True)
    state = game(options, offsets=(7, 0, 0), token=1, probes="2.1", publicity=10)
    events = state.apply(HOST, ("e_rotate",))
    assert events == [("turned", 2), ("pushed", 0, space("2.1"), space("2.0"), 1)]


# R7, S10
def test_case_7_the_push_cannot_pay_for_the_research() -> None:
    state = game(offsets=(7, 0, 0), token=1, probes="2.1", publicity=6)
    state.apply(0, ("research", 0))
    assert state.players[0].have["publicity"] == 1
    state = game(offsets=(7, 0, 0), token=1, probes="2.1", publicity=5)
    assert ("research", 0) not in state.legal(0)


# R2, S5
def test_case_8_the_bonus_launch_is_skipped_at_the_limit() -> None:
    state = game(probes="1.0 4.1", publicity=6)
    state.apply(0, ("research", 0))
    events = state.apply(0, ("take_tech", TECH1))
    assert events == [
        ("tech", 0, TECH1),
        ("gained", 0, "score", 2),
        ("gained", 0, "score", 3),
        ("launch_skipped", 0),
    ]
    state = game(probes="4.1", publicity=6)  # one below the new limit
    state.apply(0, ("research", 0))
    assert ("launched", 0, space("1.4")) in state.apply(0, ("take_tech", TECH1))


# S16, S18
def test_case_9_orbiter_tech_3_and_moon_cost_1() -> None:
    state = game(probes="3.3", energy=1)
    state.players[0].techs = {TECH3, TECH4}
    assert not kinds(state) & {"land", "land_moon"}
    state.orbiters[JUPITER][1] = 1  # another's
    events = state.apply(0, ("land_moon", GANYMEDE))
    assert events[:2] == [("spent", 0, "energy", 1), ("landed_moon", 0, GANYMEDE)]


# S16
def test_case_10_a_lander_gives_no_discount() -> None:
    state = game(probes="3.3", energy=2)
    state.landers[JUPITER] = [1, 1, 0, 0, 1]
    state.moons[IO] = 1
    assert "land" not in kinds(state)
    state.players[0].have["energy"] = 3
    assert state.apply(0, ("land", JUPITER, 0, 1))[0] == ("spent", 0, "energy", 3)


# S14
def test_case_11_the_player_chooses_the_planet() -> None:
    state = game(probes="3.3 3.7", credit=5, energy=5)
    orbits = [a for a in state.legal(0) if a[0] == "orbit"]
    assert orbits == [("orbit", JUPITER, 0), ("orbit", SATURN, 0)]
    events = state.apply(0, ("orbit", SATURN, 0))
    assert [e for e in events if e[0] == "spent"] == [
        ("spent", 0, "credit", 1),
        ("spent", 0, "energy", 1),
    ]
    assert probes_of(state) == [space("3.3")]


# S17, S18
def test_case_12_a_moon_leaves_the_data_of_its_planet() -> None:
    state = game(probes="3.3 3.3", energy=9)
    state.players[0].techs = {TECH4}
    assert not any(e[0] == "data_space" for e in state.apply(0, ("land_moon", CALLISTO)))
    state.main_used = False
    assert ("data_space", 0, JUPITER, 1) in state.apply(0, ("land", JUPITER, 0, 1))


# S17
def test_case_13_one_player_takes_both_data_spaces_of_mars() -> None:
    state = game(probes="2.2 2.2 2.2", energy=9)
    assert [a for a in state.legal(0) if a[0] == "land"] == [
        ("land", MARS, 0, 1),
        ("land", MARS, 0, 2),
    ]
    assert ("gained", 0, "data", 1) in state.apply(0, ("land", MARS, 0, 2))
    state.main_used = False
    assert [a for a in state.legal(0) if a[0] == "land"] == [("land", MARS, 0, 1)]
    assert ("gained", 0, "data", 2) in state.apply(0, ("land", MARS, 0, 1))
    state.main_used = False
    assert ("land", MARS, 0, 0) in state.legal(0)
    assert state.data[MARS] == [0, 0]


# R6, S17
def test_case_14_data_beyond_6_is_lost() -> None:
    state = game(probes="3.3", energy=3, data=5)
    assert ("gained", 0, "data", 1) in state.apply(0, ("land", JUPITER, 0, 1))
    assert state.players[0].have["data"] == 6


# S9
def test_case_15_every_entry_counts() -> None:
    state = game(probes="1.2", energy=3, publicity=0)
    for start, direction in (("1.2", CW), ("1.3", CCW), ("1.2", CW)):
        state.apply(0, ("move", space(start), direction, 0))
    assert state.view[space("1.3")] == "venus"
    assert state.players[0].have["publicity"] == 2


# S8
def test_case_16_only_leaving_asteroids_costs_more() -> None:
    state = game(probes="2.6", energy=9, publicity=0)
    assert (state.view[space("2.6")], state.view[space("2.7")]) == (ASTEROID, ASTEROID)
    assert ("moved", 0, space("2.6"), space("2.7"), 2) in state.apply(
        0, ("move", space("2.6"), CW, 0)
    )
    assert state.players[0].have["publicity"] == 0
    state = game(probes="2.5", energy=9)
    assert ("moved", 0, space("2.5"), space("2.6"), 1) in state.apply(
        0, ("move", space("2.5"), CW, 0)
    )
    state = game(probes="2.6", energy=9, publicity=0)
    state.players[0].techs = {TECH2}
    events = state.apply(0, ("move", space("2.6"), CW, 0))
    assert events == [
        ("spent", 0, "energy", 1),
        ("moved", 0, space("2.6"), space("2.7"), 1),
        ("publicity", 0, 1),
    ]


# R9
def test_case_17_orbital_dynamics_never_moves_a_probe_twice() -> None:
    options = Options(organisation=("orbital_dynamics",))
    state = game(options)
    assert probes_of(state) == [space("1.5")] * 2
    state.take_probe(0, space("1.5"))
    state.apply(0, ("org", 0))
    assert state.apply(0, ("move", space("1.5"), CW, 0))[0][0] == "moved"  # no energy
    assert state.phase == "turn"

    state = game(options)
    state.apply(0, ("org", 0))
    state.apply(0, ("move", space("1.5"), CW, 0))
    assert {a[1] for a in state.legal(0) if a[0] == "move"} == {space("1.5")}
    state.apply(0, ("move", space("1.5"), CW, 0))
    assert probes_of(state) == [space("1.6")] * 2
    assert state.phase == "turn"
    assert "org" not in kinds(state)

    state = game(options, probes="1.6")  # from where another probe stands too
    state.apply(0, ("org", 0))
    state.apply(0, ("move", space("1.5"), CW, 0))
    assert {a[1] for a in state.legal(0) if a[0] == "move"} == {space("1.5"), space("1.6")}
    assert state.apply(0, ("org_done",)) == []
    assert state.phase == "turn"


# S10
def test_case_18_the_last_round_rotates_too() -> None:
    state = game(Options(rounds=1))
    assert ("turned", 1) in state.apply(0, ("pass",))
    events = state.apply(1, ("pass",))
    assert events == [("passed", 1), ("turn_ended", 1), ("over",)]
    assert state.to_act == OVER


# S10
def test_case_19_a_tech_of_a_card_rotates_without_a_tech_to_take() -> None:
    state = game(Options(embedded=True))
    state.players[1].techs = {TECH1, TECH2, TECH3, TECH4}
    assert state.apply(HOST, ("e_tech", 1, 1)) == [("turned", 1)]
    assert state.phase == "turn"
    assert state.apply(HOST, ("e_tech", 1, 0)) == []


# R5, S15
def test_case_20_without_the_first_orbiter_its_space_is_open() -> None:
    state = game(Options(embedded=True))
    for owner in (0, 1):
        state.apply(HOST, ("e_put", "orbit", owner, VENUS, 0))
    assert state.first_orbit[VENUS] == 0
    state.apply(HOST, ("e_remove", "orbit", 0, VENUS, 1))
    assert state.first_orbit[VENUS] is None  # the other does not slide
    state.add_probe(1, space("1.3"))
    events = state.apply(HOST, ("e_orbit", 1, VENUS, 0))
    assert events[:3] == [
        ("orbited", 1, VENUS),
        ("first_orbit", 1, VENUS),
        ("gained", 1, "score", 3),
    ]


# ---- More of the rules --------------------------------------------------------------------------


# R1, R8
def test_setup_in_order() -> None:
    state = State(Options(players=2))
    phases = []
    while state.phase != "turn":
        phases.append((state.phase, state.snapshot().step, state.pending, len(state.chance())))
        action = state.chance()[-1][0] if state.to_act == CHANCE else ("income", 1)
        state.apply(state.to_act, action)
    assert phases == [
        *[("setup_discs", disc, None, 8) for disc in range(DISCS)],
        ("setup_sectors", 0, None, 24),
        *[("setup_tiles", tech, None, 4) for tech in range(4)],
        *[("setup_income", 0, w, 0) for w in range(2)],
    ]
    assert (state.offsets, state.sectors) == ((7, 7, 7), 23)
    for w, player in enumerate(state.players):
        numbers = [player.have[r] for r in ("score", "credit", "energy", "card", "publicity")]
        assert numbers == [w + 1, 4, 4, 4, 4]  # one card has become energy income, and energy
        assert player.have["income_energy"] == 1


# S21
@pytest.mark.parametrize("name", ORGANISATION_NAMES[1:])
def test_start_and_income_of_an_organisation(name: str) -> None:
    organisation = geometry.ORGANISATIONS[name]
    state = State(Options(players=2, organisation=(name,)))
    start = dict(state.players[0].have)
    assert state.options.round_count == 4
    assert [state.players[w].have["card"] for w in (0, 1)] == [4 + organisation.cards, 4]
    assert {r: start[r] for r in organisation.start} == organisation.start
    state = game(Options(players=2, organisation=(name,)))
    assert state.players[0].have["income_credit"] == organisation.tucks
    assert state.players[1].have["income_credit"] == 1
    before = dict(state.players[0].have)
    state.next_round()
    after = state.players[0].have
    expected = Counter(organisation.income) + Counter(credit=organisation.tucks)
    assert {r: after[r] - before[r] for r in RESOURCES if after[r] != before[r]} == expected


# S4, S5
def test_launch() -> None:
    state = game()
    credit = state.players[0].have["credit"]
    events = state.apply(0, ("launch", 0))
    assert events == [("spent", 0, "credit", 2), ("launched", 0, space("1.5"))]
    assert state.players[0].have["credit"] == credit - 2
    assert kinds(state) >= {"end_turn", "move"}
    assert not kinds(state) & {"launch", "pass", "research"}
    state.main_used = False
    assert "launch" not in kinds(state)  # at the limit


# S7, S8
def test_moves_in_hand_are_used_before_energy() -> None:
    state = game(Options(embedded=True), probes="2.6", energy=5)
    state.apply(HOST, ("e_moves", 1, 1))
    state.apply(HOST, ("e_moves", 2, 0))
    state.apply(0, ("move", space("2.6"), OUT, 0))  # off asteroids, leaving the ring
    assert (state.ring_moves, state.moves, state.players[0].have["energy"]) == (1, 0, 5)
    state.apply(0, ("move", space("3.6"), CCW, 0))
    assert (state.ring_moves, state.moves, state.players[0].have["energy"]) == (0, 0, 5)
    state.apply(0, ("move", space("3.5"), CCW, 0))
    assert state.players[0].have["energy"] == 4


def test_what_is_for_one_turn_ends_with_it() -> None:
    state = game(Options(players=1, embedded=True), probes="2.6")
    fresh = state.snapshot()
    for effect in (
        ("e_moves", 3, 0),
        ("e_moves", 2, 1),
        ("e_limit", 0, 4, 1),
        ("e_no_asteroids",),
        ("e_move_instead",),
        ("e_main",),
    ):
        state.apply(HOST, effect)
    busy = state.snapshot()
    assert (busy.moves, busy.ring_moves, busy.turn_limit) == (3, 2, 4)
    assert (busy.main_used, busy.no_asteroids, busy.move_instead) == (True, True, True)
    assert state.move_cost(0, space("2.6"), organised=False) == 1
    assert state.apply(0, ("end_turn",)) == [("turn_ended", 0)]
    assert state.snapshot() == fresh._replace(turns=1)


def test_a_move_instead_of_publicity() -> None:
    state = game(Options(embedded=True), probes="1.2 1.4", energy=5, publicity=0)
    state.apply(HOST, ("e_move_instead",))
    instead = [a for a in state.legal(0) if a[0] == "move" and a[3]]
    # Venus from both sides and Mercury, Mars; Earth from 1.4 offers none.
    assert instead == [
        ("move", space("1.2"), CW, 1),
        ("move", space("1.2"), CCW, 1),
        ("move", space("1.2"), OUT, 1),
        ("move", space("1.4"), CCW, 1),
    ]
    events = state.apply(0, instead[0])
    assert events[-1] == ("move_gained", 0, 1)
    assert (state.moves, state.players[0].have["publicity"]) == (1, 0)


# R6, S14, S15
def test_rewards_run_left_to_right() -> None:
    state = game(probes="1.1", credit=4, energy=4)
    events = state.apply(0, ("orbit", MERCURY, 0))
    assert events == [
        ("spent", 0, "credit", 1),
        ("spent", 0, "energy", 1),
        ("orbited", 0, MERCURY),
        ("first_orbit", 0, MERCURY),
        ("gained", 0, "score", 3),
        ("gained", 0, "card", 1),
        ("gained", 0, "signal", 2),
    ]
    assert state.phase == "choose_income"
    assert state.apply(0, ("income", 1)) == [
        ("spent", 0, "card", 1),
        ("gained", 0, "income_energy", 1),
        ("gained", 0, "energy", 1),
    ]
    assert state.phase == "turn"


def test_income_is_declined_or_lapses() -> None:
    state = game(probes="2.2", energy=4, card=1)
    state.players[0].techs = {TECH4}
    declining = state.clone()
    state.apply(0, ("land_moon", PHOBOS_DEIMOS))
    assert state.snapshot().left == 2
    assert state.apply(0, ("income", 0))[-1] == ("lapsed", 0)  # no card for the second
    assert state.phase == "turn"
    declining.apply(0, ("land_moon", PHOBOS_DEIMOS))
    assert declining.apply(0, ("income", DECLINE)) == [("declined", 0)]
    assert declining.snapshot().left == 1
    assert declining.apply(0, ("card_move",)) == [
        ("spent", 0, "card", 1),
        ("move_gained", 0, 1),
        ("lapsed", 0),
    ]


def test_traces_of_any_colour_are_chosen_alone_one_at_a_time() -> None:
    state = game(probes="3.7", energy=4)
    state.players[0].techs = {TECH4}
    state.apply(0, ("land_moon", TITAN))
    assert state.phase == "choose_trace"
    state.apply(0, ("trace", RED))
    state.apply(0, ("trace", BLUE))
    assert state.snapshot().players[0].traces == (1, 0, 1)
    assert state.phase == "turn"


def test_a_host_settles_item_by_item() -> None:
    state = game(Options(embedded=True), probes="3.7 1.1", energy=9, credit=9)
    state.players[0].techs = {TECH4}
    assert state.apply(0, ("land_moon", TITAN))[-1] == ("settle", 0, "any_trace")
    assert state.to_act == HOST
    assert state.legal(0) == []
    assert state.legal(HOST) == [("e_resolved", colour) for colour in range(3)]
    assert state.apply(HOST, ("e_resolved", BLUE)) == [
        ("gained", 0, "blue_trace", 1),
        ("settle", 0, "any_trace"),
    ]
    state.apply(HOST, ("e_resolved", RED))
    assert state.apply(HOST, ("e_orbit", 0, MERCURY, 0))[-2:] == [
        ("gained", 0, "card", 1),
        ("settle", 0, "random_card"),
    ]
    assert not state.is_legal(("e_resolved", BLUE))  # not a trace
    assert state.is_legal(("e_rotate",))
    assert not state.is_legal(("e_launch", 0, 1))
    assert state.apply(HOST, ("e_resolved", 0)) == [
        ("gained", 0, "signal", 2),
        ("settle", 0, "signal_here"),
    ]
    state.apply(HOST, ("e_resolved", 0))
    assert (state.phase, state.to_act) == ("choose_income", 0)


def test_a_host_settles_the_card_of_a_pass_and_begins_the_next_round() -> None:
    state = game(Options(players=1, embedded=True))
    assert state.apply(0, ("pass",))[-1] == ("settle", 0, "card")
    assert state.apply(HOST, ("e_resolved", 0)) == [("turn_ended", 0)]
    assert (state.phase, state.legal(HOST)) == ("round_end", [("e_next_round",)])
    assert not state.is_legal(("e_rotate",))
    events = state.apply(HOST, ("e_next_round",))
    assert events[:2] == [("round", 1), ("gained", 0, "credit", 4)]  # one tucked at setup


# R7, R8
def test_research_to_the_next_tile() -> None:
    state = game(publicity=6, bonus=1)
    energy, score = state.players[0].have["energy"], state.players[0].have["score"]
    state.apply(0, ("research", 0))
    assert [a for a in state.legal(0) if a[0] == "take_tech"] == [
        ("take_tech", t) for t in range(4)
    ]
    state.apply(0, ("take_tech", TECH3))
    assert state.players[0].have["energy"] == energy + 1
    assert state.players[0].have["score"] == score + 2
    assert (state.phase, state.snapshot().step) == ("turn_tile", TECH3)
    assert state.chance() == [(("tile", b), 1) for b in (0, 2, 3)]
    assert state.apply(CHANCE, ("tile", 3)) == [("tile", TECH3, 3)]
    state.apply(0, ("end_turn",))
    state.players[1].have["publicity"] = 6
    state.apply(1, ("research", 0))
    assert state.apply(1, ("take_tech", TECH3)) == [
        ("tech", 1, TECH3),
        ("gained", 1, "card", 1),  # the second taker has no points
    ]


# R8
def test_after_the_fourth_taker_no_tile_is_turned_up() -> None:
    state = game(Options(players=4, embedded=True))
    for w in range(4):
        state.apply(HOST, ("e_tech", w, 0))
        state.apply(w, ("take_tech", TECH2))
        while state.to_act in (CHANCE, HOST):
            outcome = state.chance()[0][0] if state.to_act == CHANCE else ("e_resolved", 0)
            state.apply(state.to_act, outcome)
    assert state.phase == "turn"
    assert state.snapshot().tiles[TECH2] == ((), None)


# R4
@pytest.mark.parametrize("pays", [False, True])
def test_tech_2_on_a_push_onto_asteroids(pays: bool) -> None:
    state = game(Options(embedded=True, push_tech2=pays), probes="1.0 1.0", publicity=0)
    state.players[0].techs = {TECH2}
    events = state.apply(HOST, ("e_rotate",))
    assert events[1] == ("pushed", 0, space("1.0"), space("1.7"), 2)
    assert events[2:] == ([("publicity", 0, 2)] if pays else [])  # each probe pays


# S13
def test_pushes_go_in_seat_order_from_the_active_player() -> None:
    state = game(Options(players=3, embedded=True))
    for w in range(3):
        state.apply(HOST, ("e_put", "space", w, space("1.4"), 0))
        state.apply(HOST, ("e_put", "space", w, space("1.1"), 0))
    state.active = 1
    events = state.apply(HOST, ("e_rotate",))
    assert [(e[0], e[1]) for e in events[1:]] == [
        (kind, w) for w in (1, 2, 0) for kind in ("rode", "pushed")
    ]


# S10
def test_pass_discards_rotates_once_and_takes_a_card() -> None:
    state = game(card=9)
    assert state.apply(0, ("pass",)) == [
        ("passed", 0),
        ("spent", 0, "card", 5),
        ("turned", 1),
        ("gained", 0, "card", 1),
        ("turn_ended", 0),
    ]
    assert state.active == 1
    events = state.apply(1, ("pass",))
    assert not any(e[0] == "turned" for e in events)
    assert ("round", 1) in events
    assert (state.start, state.active, state.turns) == (1, 1, 2)
    assert not any(p.passed for p in state.players)


def test_passed_seats_are_skipped() -> None:
    state = game(Options(players=3))
    state.apply(0, ("pass",))
    for _ in range(2):
        for w in (1, 2):
            assert state.active == w
            state.players[w].probes = {}
            state.players[w].have["credit"] = 2
            state.apply(w, ("launch", 0))
            state.apply(w, ("end_turn",))


# S20
def test_pluto_is_for_its_owners_once_each() -> None:
    state = game(Options(pluto=(True,)), probes="4.2 4.3 4.3", energy=9, credit=9, data=0)
    assert [a for a in state.legal(0) if a[:2] == ("orbit", PLUTO)] == [
        ("orbit", PLUTO, 2),
        ("orbit", PLUTO, 3),
    ]
    assert ("orbit", NEPTUNE, 0) in state.legal(0)  # the player chooses
    state.apply(0, ("orbit", PLUTO, 3))
    assert state.phase == "choose_trace"
    state.apply(0, ("trace", RED))
    assert state.first_orbit[PLUTO] is None
    state.main_used = False
    assert not any(a[:2] == ("orbit", PLUTO) for a in state.legal(0))
    events = state.apply(0, ("land", PLUTO, 2, 0))
    assert events[0] == ("spent", 0, "energy", 2)  # its orbiter makes it cheaper
    assert ("gained", 0, "data", 4) in events
    state.main_used = False
    assert not any(a[:2] == ("land", PLUTO) for a in state.legal(0))
    assert game(probes="4.2", energy=9, credit=9).departure(0, PLUTO, 2) is None


# R10
def test_fenwick_and_xenolab_research() -> None:
    state = game(Options(organisation=("fenwick",)), publicity=5)
    assert state.apply(0, ("research", 0))[0] == ("spent", 0, "publicity", 5)
    state = game(Options(organisation=("xenolab",)), publicity=6, credit=2)
    offered = {a for a in state.legal(0) if a[0] in ("launch", "research")}
    assert offered == {("launch", 0), ("launch", 1), ("research", 0), ("research", 1)}
    assert state.apply(0, ("research", 1))[0] == ("spent", 0, "publicity", 4)
    assert state.players[0].research_tile
    state.apply(0, ("take_tech", TECH3))
    state.apply(CHANCE, state.chance()[0][0])
    state.main_used = False
    assert state.apply(0, ("launch", 1))[0] == ("spent", 0, "credit", 1)
    assert state.players[0].launch_tile
    state.gain(0, "yellow_trace", 1)
    assert (state.players[0].launch_tile, state.players[0].research_tile) == (True, True)
    state.gain(0, "red_trace", 1)
    assert (state.players[0].launch_tile, state.players[0].research_tile) == (True, False)
    state.gain(0, "blue_trace", 1)
    assert not state.players[0].launch_tile


# R11
def test_turing_uses_a_tech_until_the_end_of_the_turn() -> None:
    state = game(Options(players=1, organisation=("turing",)), probes="4.1", credit=9)
    assert "launch" not in kinds(state)
    assert state.apply(0, ("org", TECH1)) == [("org_used", 0, TECH1)]  # no tile, no launch
    state.apply(0, ("launch", 0))
    assert "org" not in kinds(state)
    state.apply(0, ("end_turn",))
    assert len(probes_of(state)) == 2  # over the limit it stays
    assert state.probe_limit(0) == 1
    assert "launch" not in kinds(state)


# R11
def test_sentinel_marks_a_signal_with_every_launch() -> None:
    state = game(Options(organisation=("sentinel",)), publicity=6)
    state.apply(0, ("research", 0))
    events = state.apply(0, ("take_tech", TECH1))
    assert events[-2:] == [("launched", 0, space("1.4")), ("gained", 0, "signal", 1)]
    assert state.phase == "turn_tile"
    state = game(Options(organisation=("sentinel",), embedded=True))
    assert state.apply(0, ("launch", 0))[-1] == ("settle", 0, "signal_here")


# R12
def test_helion_switches_a_tech_off_for_an_income() -> None:
    state = game(Options(organisation=("helion",)), probes="1.3 4.1", credit=9, publicity=9)
    state.players[0].techs = {TECH1, TECH3}
    assert state.probe_limit(0) == 2
    state.apply(0, ("orbit", VENUS, 0))
    assert state.phase == "choose_income"
    state.apply(0, ("org", TECH1))  # inside the choice of a main action
    assert state.snapshot().free
    assert state.legal(0) == [("income", k) for k in range(4)]
    state.apply(0, ("income", 2))
    assert (state.phase, state.snapshot().free) == ("choose_income", False)
    state.apply(0, ("income", 0))
    assert (state.phase, state.probe_limit(0)) == ("turn", 1)
    state.main_used = False
    state.apply(0, ("research", 0))
    assert [a for a in state.legal(0) if a[0] == "take_tech"] == [
        ("take_tech", TECH2),
        ("take_tech", TECH4),
    ]


# R2
def test_launch_effects_and_the_limit() -> None:
    state = game(Options(embedded=True), probes="4.1")
    assert state.apply(HOST, ("e_launch", 0, 0)) == [("launch_skipped", 0)]
    assert state.apply(HOST, ("e_launch", 0, 1)) == [("launched", 0, space("1.5"))]
    state.apply(HOST, ("e_limit", 0, 2, 1))
    assert state.apply(HOST, ("e_launch", 0, 0)) == [("launched", 0, space("1.5"))]
    while len(probes_of(state)) < MAX_PROBES:
        state.apply(HOST, ("e_put", "space", 0, space("4.1"), 0))
    for effect in (("e_launch", 0, 1), ("e_put", "space", 0, space("4.1"), 0)):
        assert not state.is_legal(effect)


def test_covered_spaces_can_pay_again() -> None:
    state = game(Options(embedded=True), probes="3.3 3.3 3.3", data=0)
    assert not state.is_legal(("e_land", 0, JUPITER, 0, 1, 1))  # nothing is covered
    state.apply(HOST, ("e_put", "surface", 1, JUPITER, 1))
    assert ("gained", 0, "data", 2) in state.apply(HOST, ("e_land", 0, JUPITER, 0, 1, 1))
    assert state.data[JUPITER] == [1]
    state.apply(HOST, ("e_resolved", 0))
    assert not state.is_legal(("e_land_moon", 0, IO, 1))
    assert state.is_legal(("e_land_moon", 0, IO, 0))  # needs no tech
    state.apply(HOST, ("e_put", "moon", NEUTRAL, IO, 0))
    assert not state.is_legal(("e_land_moon", 0, IO, 0))
    assert ("gained", 0, "energy", 4) in state.apply(HOST, ("e_land_moon", 0, IO, 1))
    assert (state.moons[IO], state.landers[JUPITER][0]) == (NEUTRAL, 2)
    assert state.at_planet(JUPITER, NEUTRAL) == 1


def test_changes_by_a_host() -> None:
    state = game(Options(embedded=True), credit=249, publicity=9, card=0)
    assert state.is_legal(("e_change", 0, "credit", 1, 0))
    assert not state.is_legal(("e_change", 0, "credit", 2, 0))  # refused beyond the bound
    assert not state.is_legal(("e_change", 0, "income_credit", 2, 0))
    assert not state.is_legal(("e_change", 0, "energy", 0, 0))
    assert state.apply(HOST, ("e_change", 0, "publicity", 5, 0)) == [("gained", 0, "publicity", 1)]
    assert not state.is_legal(("e_change", 0, "publicity", 11, 1))
    assert state.apply(HOST, ("e_change", 0, "income_card", 2, 0)) == [
        ("gained", 0, "income_card", 2),
        ("gained", 0, "card", 2),
    ]
    assert state.apply(HOST, ("e_change", 0, "income_card", 1, 1)) == [
        ("spent", 0, "income_card", 1)
    ]
    assert state.players[0].have["card"] == 2
    assert not any(game().is_legal(e) for e in [("e_rotate",), ("e_main",)])  # alone


def test_points_and_shared_wins() -> None:
    state = game(Options(players=3, trace_points=2, signal_points=1))
    for w, (score, red, signal) in enumerate([(5, 1, 0), (3, 1, 2), (6, 0, 0)]):
        state.players[w].have |= {"score": score, "red_trace": red, "signal": signal}
    assert state.points() == [7, 7, 6]
    assert state.winners() == [0, 1]


def test_ids_of_actions() -> None:
    assert action_id(("align", 7)) == 0x20000007
    assert action_id(("move", 12, 2, 1)) == 0x240000CC
    assert action_id(("land", PLUTO, 3, 0)) == 0x26000038
    assert action_id(("land", MARS, 0, 2)) == 0x26000203
    assert action_id(("e_change", 1, "score", 5, 1)) == 0x33050550
    assert action_id(("e_limit", 2, -1, 1)) == 0x3BFF0600
    assert action_id(("e_put", "surface", NEUTRAL, MARS, 1)) == 0x3E008C03
    assert action_id(("e_resolved", BLUE)) == 0x42000002


# ---- Random games -------------------------------------------------------------------------------


class Ledger:
    """What the events say, added up: resources, probes and figures."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.have = [Counter(p.have) for p in state.players]
        self.probes = [Counter(p.probes) for p in state.players]
        self.orbiters: Counter[tuple[int, int]] = Counter()
        self.landers: Counter[tuple[int, int]] = Counter()
        self.first: dict[int, int] = {}
        self.data: dict[tuple[int, int], int] = {}
        self.moons: dict[int, int] = {}
        self.techs: list[set[int]] = [set() for _ in state.players]
        self.turns = 0

    def note(self, before: State, actor: Actor, action: Action, events: list[Event]) -> None:
        """Add the events of an action, each read without knowing what the state has become."""
        for name, *values in events:
            if name in ("gained", "spent"):
                w, resource, n = values
                assert n > 0
                self.have[w][resource] += n if name == "gained" else -n
            elif name == "publicity":
                assert values[1] > 0
                self.have[values[0]]["publicity"] += values[1]
            elif name == "launched":
                self.probes[values[0]][values[1]] += 1
            elif name == "moved":
                self.shift(values[0], values[1], values[2], 1)
            elif name in ("rode", "pushed"):
                self.shift(*values)
            elif name in ("orbited", "landed", "landed_moon"):
                self.leave(name, before, *values, action)
            elif name == "first_orbit":
                assert values[1] not in self.first
                self.first[values[1]] = values[0]
            elif name == "data_space":
                w, planet, slot = values
                self.data.setdefault((planet, slot), w)  # covered already if it pays again
            elif name in ("put", "removed"):
                self.host(name, *values)
            elif name == "tech":
                assert values[1] not in self.techs[values[0]]
                self.techs[values[0]].add(values[1])
            elif name == "turn_ended":
                self.turns += 1

    def shift(self, w: int, start: int, goal: int, number: int) -> None:
        assert self.probes[w][start] >= number
        self.probes[w][start] -= number
        self.probes[w][goal] += number

    def leave(self, name: str, before: State, w: int, goal: int, action: Action) -> None:
        planet = self.board.moons[goal].planet if name == "landed_moon" else goal
        if self.board.planets[planet].owned:
            x = action[3] if action[0].startswith("e_") else action[2]
            start = geometry.at(3, x)
        else:
            start = before.where(planet)
        assert self.probes[w][start] > 0
        self.probes[w][start] -= 1
        if name == "orbited":
            self.orbiters[planet, w] += 1
        elif name == "landed" or goal in self.moons:
            self.landers[planet, w] += 1
        else:
            self.moons[goal] = w

    def host(self, name: str, place: str, owner: int, number: int, cover: int) -> None:
        sign = 1 if name == "put" else -1
        if place == "space":
            self.probes[owner][number] += sign
        elif place == "orbit":
            self.orbiters[number, owner] += sign
            if name == "put" and self.board.planets[number].first_orbit:
                self.first.setdefault(number, owner)
            elif name == "removed" and cover:
                assert self.first.pop(number) == owner
        elif place == "surface":
            self.landers[number, owner] += sign
            if name == "put" and cover:
                assert (number, cover) not in self.data
                self.data[number, cover] = owner
            elif cover:
                assert self.data.pop((number, cover)) == owner
        elif name == "put":
            assert number not in self.moons
            self.moons[number] = owner
        else:
            assert self.moons.pop(number) == owner

    def compare(self, state: State) -> None:
        """Hold the sums against a state."""
        for w, player in enumerate(state.players):
            assert {r: self.have[w][r] for r in RESOURCES} == player.have
            assert +self.probes[w] == player.probes
            assert self.techs[w] == player.techs
        planets = range(len(self.board.planets))
        owners = range(NEUTRAL + 1)
        assert [[self.orbiters[p, o] for o in owners] for p in planets] == state.orbiters
        assert [[self.landers[p, o] for o in owners] for p in planets] == state.landers
        assert [self.first.get(p) for p in planets] == state.first_orbit
        data = {(p, k): o for p in planets for k, o in enumerate(state.data[p], 1)}
        assert self.data == {key: o for key, o in data.items() if o is not None}
        assert self.moons == {m: o for m, o in enumerate(state.moons) if o is not None}
        assert self.turns == state.turns


def check_bounds(state: State) -> None:
    """What is true of every state."""
    for w, player in enumerate(state.players):
        have = player.have
        assert min(have.values()) >= 0
        assert have["publicity"] <= state.board.publicity_limit
        assert have["data"] <= state.board.data_limit
        assert all(have[r] <= 250 for r in RESOURCES if r != "score")
        assert all(number > 0 for number in player.probes.values())
        assert player.in_space <= MAX_PROBES
        assert player.off <= player.techs
        assert not (player.passed and w == state.active and state.phase == "turn")
    for p in range(1, len(state.board.planets)):
        first = state.first_orbit[p]
        assert first is None or state.orbiters[p][first] > 0
        for owner in range(NEUTRAL + 1):
            assert state.data[p].count(owner) <= state.landers[p][owner] <= 15
            assert state.orbiters[p][owner] <= 15
    for stack in state.tiles:
        assert stack.top not in stack.down
    assert 0 <= min(state.moves, state.ring_moves) <= max(state.moves, state.ring_moves) <= 250


def check_actions(state: State) -> None:
    """Legal actions are sorted, distinct, also as ids, and only of who acts."""
    actor = state.to_act
    legal = state.legal(actor)
    assert legal == sorted(set(legal))
    assert len({action_id(action) for action in legal}) == len(legal)
    assert bool(legal) != (actor in (CHANCE, OVER))
    others = {CHANCE, HOST, OVER, *state.seats} - {actor}
    assert not any(state.legal(other) for other in others)
    assert (sum(weight for _, weight in state.chance()) > 0) == (actor == CHANCE)


def choose(state: State, rng: random.Random) -> Action:
    """A random action of who acts, all kinds alike but with few passes."""
    if state.to_act == CHANCE:
        outcomes, weights = zip(*state.chance(), strict=True)
        return rng.choices(outcomes, weights)[0]
    legal = state.legal(state.to_act)
    names = sorted({action[0] for action in legal})
    if len(names) > 1 and rng.random() < 0.9:
        names = [name for name in names if name not in ("pass", "end_turn")] or names
    name = rng.choice(names)
    return rng.choice([action for action in legal if action[0] == name])


def swapped_board() -> Board:
    """Another board: Venus and Earth in each other's place, other costs and limits."""
    swap = {"venus": "earth", "earth": "venus"}
    cells = tuple(
        tuple(tuple(swap.get(c, c) for c in ring) for ring in layer) for layer in STANDARD.cells
    )
    return replace(
        STANDARD,
        cells=cells,
        launch_credit=1,
        orbit_energy=0,
        land_energy=2,
        orbiter_discount=2,
        asteroid_moves=2,
        research_publicity=3,
        publicity_limit=7,
        data_limit=4,
        probe_limit=2,
        hand_limit=2,
    )


ALL_OPTIONS = {
    "usual": Options(),
    "one": Options(players=1, rounds=9),
    "three": Options(players=3, trace_points=3, signal_points=1),
    "four": Options(players=4, push_tech2=False),
    "pluto": Options(players=2, pluto=(True, True), rounds=8),
    "short": Options(players=4, rounds=1),
    "orbital-fenwick": Options(players=2, organisation=("orbital_dynamics", "fenwick"), rounds=9),
    "turing-sentinel": Options(players=2, organisation=("turing", "sentinel"), rounds=9),
    "xenolab-helion": Options(players=2, organisation=("xenolab", "helion"), rounds=9),
    "mixed": Options(players=3, organisation=("none", "helion", "none"), pluto=(True,)),
    "board": Options(players=2, board=swapped_board(), rounds=8),
    "host": Options(players=2, embedded=True, pluto=(True, True)),
    "host-four": Options(players=4, embedded=True, pluto=(True,), organisation=("turing",) * 4),
    "host-all": Options(
        players=4,
        embedded=True,
        organisation=("orbital_dynamics", "sentinel", "xenolab", "helion"),
    ),
    "host-board": Options(players=3, embedded=True, board=swapped_board(), rounds=3),
}
GAMES = 6
CLOSE_LOOK = 0.05  # share of the positions in which illegal actions and clones are tried
Step = tuple[State, Actor, Action, list[Event]]


def play(options: Options, rng: random.Random) -> Iterator[Step]:
    """A random game to its end: the state before each step, who did what, and the events."""
    state = State(options)
    yield state, OVER, ("begin",), []
    while state.to_act != OVER:
        before = state.clone()
        actor: Actor = state.to_act
        effect = propose_effect(state, rng)
        if options.embedded and rng.random() < 0.4:
            if not state.is_legal(effect):
                with pytest.raises(ValueError, match="may not"):
                    state.apply(HOST, effect)
                continue
            actor, action = HOST, effect
        else:
            action = choose(state, rng)
        events = list(state.apply(actor, action))
        yield before, actor, action, events


@cache
def played(name: str) -> Counter[str]:
    """Games of one set of options with every check; what was met."""
    met: Counter[str] = Counter()
    options = ALL_OPTIONS[name]
    for number in range(GAMES):
        rng = random.Random(f"{name} {number}")
        steps = play(options, rng)
        state, *_ = next(steps)
        ledger = Ledger(state)
        for before, actor, action, events in steps:
            met.update({action[0], f"phase {state.phase}", *(f"event {e[0]}" for e in events)})
            ledger.note(before, actor, action, events)
            ledger.compare(state)
            check_bounds(state)
            check_actions(state)
            if rng.random() < CLOSE_LOOK:
                look_closely(before, state, actor, action, events)
        assert state.round == options.round_count - 1
        assert state.winners()
    return met


def look_closely(
    before: State, after: State, actor: Actor, action: Action, events: list[Event]
) -> None:
    """The same again gives the same, a clone stands alone, what is illegal changes nothing."""
    again = before.clone()
    assert again.apply(actor, action) == events
    assert again.snapshot() == after.snapshot()
    was = before.snapshot()
    assert was == before.clone().snapshot()
    hash(was)  # tuples all the way down
    for player in (CHANCE, *before.seats):
        for wrong in (("nonsense",), ("launch", 2), ("move", 3, 4, 0), ("tile", 9), ("income", 4)):
            with pytest.raises(ValueError, match="may not"):
                before.apply(player, wrong)
    assert before.snapshot() == was


@pytest.mark.parametrize("name", ALL_OPTIONS)
def test_random_games_are_explained_by_their_events(name: str) -> None:
    assert played(name)["event turn_ended"]


def test_random_games_meet_everything() -> None:
    met: Counter[str] = Counter()
    for name in ALL_OPTIONS:
        met += played(name)
    phases = {
        "setup_discs", "setup_sectors", "setup_tiles", "setup_income", "turn", "choose_tech",
        "choose_income", "choose_trace", "org_moves", "settle", "turn_tile", "round_end", "over",
    }  # fmt: skip
    assert {f"phase {phase}" for phase in phases} <= met.keys()
    assert set(ID_KINDS) <= met.keys()
    events = {
        "launched", "launch_skipped", "moved", "publicity", "move_gained", "turned", "rode",
        "pushed", "orbited", "landed", "landed_moon", "first_orbit", "data_space", "gained",
        "spent", "tech", "tile", "lapsed", "declined", "passed", "turn_ended", "round", "settle",
        "put", "removed", "over", "ring_move_gained", "limit", "turn_limit", "no_asteroids",
        "move_instead", "main_used", "org_used", "aligned", "ordered", "tile_used", "tile_back",
    }  # fmt: skip
    assert {name.removeprefix("event ") for name in met if name.startswith("event")} == events


def test_half_of_the_proposed_effects_are_legal() -> None:
    rng = random.Random(5)
    state = game(ALL_OPTIONS["host-all"])
    legal: Counter[str] = Counter()
    illegal: Counter[str] = Counter()
    for _ in range(1500):
        effect = propose_effect(state, rng)
        fine = state.is_legal(effect)
        (legal if fine else illegal)[effect[0]] += 1
        if fine and state.phase == "turn" and effect[0] in ("e_put", "e_change", "e_moves"):
            state.apply(HOST, effect)
    assert 0.4 < sum(legal.values()) / 1500 < 0.6
    assert len(legal) == 14  # all but those that end a phase
    assert len(illegal) == 11  # all but those that are always legal in a turn
