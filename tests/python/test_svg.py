"""Pictures: valid, complete, private, alike everywhere; nothing in them overlaps or leaves them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pictures
import pytest

import gpscore
from gpscore import HOST, GpsState, SolarState, State, effects
from gpscore.record import GameRecord

GAMES = pytest.mark.parametrize(
    "make", [gpscore.gps, gpscore.solar], ids=lambda make: make.__name__
)


def played(game: gpscore.Game, plies: int, policy: gpscore.Policy = "uniform") -> State:
    """A position of a game after so many plies, or at its end."""
    state = game.initial_state()
    while plies and not state.is_terminal:
        plies -= 1
        if state.is_chance:
            state.resolve_chance(7)
        elif state.is_host:
            state.apply(state.legal_actions()[0], HOST)
        else:
            state.apply(state.choose(policy, seed=plies))
    return state


def ids(svg: str) -> list[str]:
    return [e.attrib["id"] for e in pictures.parsed(svg).iter() if "id" in e.attrib]


def element(svg: str, name: str) -> pictures.ET.Element:
    found = [e for e in pictures.parsed(svg).iter() if e.attrib.get("id") == name]
    assert len(found) == 1, (name, len(found))
    return found[0]


# ---- The document -------------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("theme", gpscore.THEMES)
@pytest.mark.parametrize("plies", [0, 9, 60, 10_000])
def test_a_picture_is_ascii_xml_with_title_and_ids(make, theme, plies):
    state = played(make(), plies, "steady")
    svg = state.svg(0, theme=theme, legal=0, last=9, arrows=[(0, 5), (3, 3, 1)])
    assert isinstance(svg, gpscore.Svg)
    assert svg.isascii()
    root = pictures.parsed(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["class"] == f"gpscore gpscore-{theme} {state.game.name}"
    assert [child.tag.partition("}")[2] for child in root] == ["title", "desc", "style", "g", "g"]
    assert all(child.text for child in list(root)[:3])
    assert len(ids(svg)) == len(set(ids(svg)))
    # Nothing that a page or a network could get at.
    assert not re.search(r"href|url\(|<script|<image|import", svg)


@GAMES
def test_a_picture_is_the_same_wherever_the_position_comes_from(make):
    state = played(make(), 77)
    again = state.game.from_bytes(state.to_bytes())
    assert state.svg() == again.svg() == state._repr_svg_() == state.svg()._repr_svg_()


@GAMES
def test_a_picture_changes_nothing(make):
    state = played(make(), 77)
    before, history = state.to_bytes(), state.history
    state.svg(last=500, legal=0)
    assert (state.to_bytes(), state.history) == (before, history)


@GAMES
@pytest.mark.parametrize("size", [16, 200, 777, 16384])
def test_the_size_is_the_width(make, size):
    root = pictures.parsed(make().initial_state().svg(size=size))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert int(root.attrib["width"]) == size
    assert abs(int(root.attrib["height"]) - size * height / width) <= 0.5


@GAMES
def test_the_prefix_is_that_of_every_id(make):
    state = played(make(), 40)
    plain = state.svg(legal=0, last=9, arrows=[(0, 1)])
    other = state.svg(legal=0, last=9, arrows=[(0, 1)], prefix="left-")
    assert ids(other) == [f"left-{name}" for name in ids(plain)]


@GAMES
def test_the_styles_of_two_themes_do_not_meet(make):
    for theme in gpscore.THEMES:
        style = pictures.parsed(make().initial_state().svg(theme=theme))[2].text
        rules = [line for line in style.splitlines() if line]
        assert len(rules) > 40
        assert [line for line in rules if not line.startswith(f".gpscore-{theme} ")] == []
        assert "@" not in style


@GAMES
def test_without_labels_no_words_are_left(make):
    svg = played(make(), 60).svg(labels=False)
    words = [e.text for e in pictures.parsed(svg).iter() if e.tag.endswith("}text")]
    allowed = r"[0-9]+D?|[0-9]+/[0-9]+|[A-Z+]|VP|\+[0-9]+ (VP|energy|publicity|card)"
    assert [w for w in words if not re.fullmatch(allowed, w)] == []


# ---- What is refused ----------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"player": 9}, "there is no player 9"),
        ({"player": -1}, "there is no player -1"),
        ({"legal": 9}, "there is no player 9"),
        ({"size": -3}, "is -3 px"),
        ({"size": 0}, "is 0 px"),
        ({"size": 15}, "must be 16 to 16384"),
        ({"size": 10**30}, f"is {10**30} px"),
        ({"theme": "gothic"}, "no theme 'gothic'; there are light, dark, colour-blind"),
        ({"arrows": [(0, 1), (0, 64)]}, "arrow 1 names space 64"),
        ({"arrows": [(-1, 0)]}, "arrow 0 names space -1"),
        ({"arrows": [(0, 10**30)]}, f"arrow 0 names space {10**30}"),
        ({"arrows": [(0, 1, 9)]}, "there is no player 9"),
        ({"arrows": [(0, 1)] * 257}, "257 arrows"),
        ({"last": -1}, "last is -1"),
        ({"prefix": "1"}, "a prefix of ids"),
        ({"prefix": "a'b"}, "a prefix of ids"),
        ({"prefix": "a\0"}, "a prefix of ids"),
        ({"prefix": "\u00e9"}, "a prefix of ids"),
        ({"prefix": "a" * 32}, "a prefix of ids"),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(make, options, words):
    state = played(make(), 20)
    before = state.to_bytes()
    with pytest.raises(gpscore.UsageError, match=re.escape(words)):
        state.svg(**options)
    assert state.to_bytes() == before


@GAMES
@pytest.mark.parametrize(
    "options",
    [
        {"player": "red"},
        {"size": "big"},
        {"size": 1.5},
        {"theme": 1},
        {"theme": None},
        {"legal": "red"},
        {"arrows": 3},
        {"arrows": [(1,)]},
        {"arrows": [5]},
        {"arrows": [("a", "b")]},
        {"last": None},
        {"prefix": b"a"},
    ],
    ids=str,
)
def test_what_is_of_another_type_is_a_type_error(make, options):
    with pytest.raises(TypeError):
        make().initial_state().svg(**options)


def test_the_limits_are_drawn():
    state = played(gpscore.gps(), 20)
    assert state.svg(arrows=[(0, 1)] * 256, prefix="a" * 31).count("class='arrow'") == 256


# ---- What is shown ------------------------------------------------------------------------------


@pytest.mark.rule("R5")
def test_open_choices_of_others_are_not_drawn():
    start = played(gpscore.gps(2), 7)
    assert start.to_act == (0, 1)
    pictures_of = {0: set(), 1: set(), None: set()}
    for action in start.legal_actions(0):
        state = start.clone()
        state.apply(action, 0)
        for viewer, drawn in pictures_of.items():
            drawn.add(state.svg(viewer, last=1, legal=1))
    assert len(pictures_of[0]) == len(start.legal_actions(0))
    assert len(pictures_of[1]) == len(pictures_of[None]) == 1
    assert "id='chosen-0'" in pictures_of[1].pop()
    assert all("choice-0-" in svg for svg in pictures_of[0])


@pytest.mark.parametrize("players", [1, 3, 5])
def test_every_satellite_is_where_it_is(players):
    state = played(gpscore.gps(players), 60)
    assert isinstance(state, GpsState)
    svg = state.svg()
    for player in range(players):
        placed = [s for s in state.ring(player) if s is not None]
        for kind, numbers in (
            ("placed", placed), ("up", state.face_up(player)), ("down", state.face_down(player)),
        ):  # fmt: skip
            for satellite in numbers:
                piece = element(svg, f"satellite-{player}-{satellite}")
                assert piece.attrib["class"] == f"piece p{player} {kind}"
                text = piece.find(".//{http://www.w3.org/2000/svg}text")
                assert (text is None) == (kind == "down")
                assert text is None or text.text == str(satellite)


@pytest.mark.rule("R1")
@pytest.mark.parametrize("spaces", [3, 13, 36, 64])
def test_spaces_stand_clockwise_from_the_start_line(spaces):
    game = gpscore.gps(1, spaces=spaces, satellites=2, face_up=1)
    centre = (500.0, 500.0)
    for space in range(spaces):
        state = game.parse(f"spin - 1 0 0 1@{space}+2")
        found = element(state.svg(), "satellite-0-1").attrib["transform"]
        x, y = map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", found)[0])
        angle = pictures.math.atan2(x - centre[0], centre[1] - y) / pictures.math.tau % 1
        assert angle == pytest.approx((space + 0.5) / spaces, abs=2e-4)


@pytest.mark.parametrize("seed", range(6))
def test_legal_marks_name_exactly_the_legal_actions_of_gps(seed):
    state = played(gpscore.gps(3), 30 + 37 * seed)
    while state.phase != "choose":
        state.resolve_chance(seed)
    svg = state.svg(legal=1)
    marks = [e for e in pictures.parsed(svg).iter() if "data-actions" in e.attrib]
    named = sorted(int(a) for e in marks for a in e.attrib["data-actions"].split())
    assert named == state.legal_actions(1)
    targets = [e for e in pictures.parsed(svg).iter() if "data-space" in e.attrib]
    spaces = {state.target(action, 1) for action in state.legal_actions(1)}
    assert {int(e.attrib["data-space"]) for e in targets} == spaces


def test_legal_marks_name_the_legal_actions_of_the_solar_system_that_have_a_place():
    state = gpscore.solar(2).initial_state()
    drawn = set()
    fields = ("move:", "launch", "orbit:", "land:", "moon:", "take:")
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(3)
            continue
        seat = state.current_player
        marks = [e for e in pictures.parsed(state.svg(legal=seat)).iter()
                 if "data-actions" in e.attrib]  # fmt: skip
        named = sorted(int(a) for e in marks for a in e.attrib["data-actions"].split())
        legal = [a for a in state.legal_actions(seat)
                 if state.action_to_string(a).startswith(fields)]  # fmt: skip
        assert named == legal
        drawn |= {state.action_to_string(a)[:4] for a in named}
        state.apply(state.choose("steady", seed=1), seat)
    assert {"move", "laun", "orbi", "land", "take"} <= drawn


def test_the_last_move_is_marked():
    state = gpscore.gps(1, spaces=6, satellites=3, face_up=1).parse("choose 3 2 0 0 1@0,3@4+2")
    state.apply(state.legal_actions()[0])
    assert "last" not in state.svg().split("</style>")[1]
    assert " last" in element(state.svg(last=True), "satellite-0-2").attrib["class"]
    moving = gpscore.gps(1, spaces=6, satellites=3, face_up=1).parse("choose 3 3 0 0 2@0,1@4,3@5+-")
    moving.apply(moving.parse_action("1cw"))
    assert element(moving.svg(last=1), "last-1").attrib["class"] == "trail"


@pytest.mark.parametrize(
    ("players", "chosen", "words"),
    [
        (5, (), "All choose"),
        (5, (0,), "All but Red choose"),
        (5, (0, 2), "Green, White and Yellow choose"),
        (4, (3,), "All but White choose"),
        (3, (1,), "Red and Blue choose"),
        (2, (1,), "Red chooses"),
        (1, (), "All choose"),
    ],
)
def test_the_heading_says_who_has_to_choose(players, chosen, words):
    state = played(gpscore.gps(players), 0)
    while state.is_chance:
        state.resolve_chance(3)
    for player in chosen:
        state.apply(state.legal_actions(player)[0], player)
    assert element(state.svg(), "phase").text == words


@pytest.mark.rule("G9", "R10")
@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ((0,), "Red wins"),
        ((1, 4), "Green and Yellow win"),
        ((0, 1, 3), "Red, Green and White win"),
        ((0, 1, 2, 3), "All but Yellow win"),
        ((0, 1, 2, 3, 4), "All win"),
    ],
)
def test_the_heading_says_who_has_won(winners, words):
    game = gpscore.gps(5, spaces=5, satellites=2, face_up=2)
    rings = ["1@0,2@1+-" if p in winners else "2@0,1@1+-" for p in range(5)]
    wins = ",".join(str(int(p in winners)) for p in range(5))
    state = game.parse(f"over - 2 0 {wins} {'/'.join(rings)}")
    assert element(state.svg(), "phase").text == words
    assert [
        p for p in range(5) if "winner" in element(state.svg(), f"player-{p}").attrib["class"]
    ] == list(winners)


@pytest.mark.parametrize("players", [1, 5])
def test_an_arrow_ends_at_the_edge_of_what_stands_there(players):
    state = played(gpscore.gps(players), 60 * players)
    assert isinstance(state, GpsState)
    ring = state.ring(0)  # who stands in each space
    taken, free = next(s for s in range(36) if ring[s]), next(s for s in range(36) if not ring[s])
    svg = state.svg(arrows=[(free, taken, 0), (taken, free, 0)])
    piece = element(svg, f"satellite-0-{ring[taken]}")
    found = piece.attrib["transform"] + piece[0].attrib["transform"]
    x, y, scale = map(float, re.findall(r"-?[\d.]+", found))

    def tip(name: str) -> tuple[float, float]:
        head = next(e for e in element(svg, name).iter() if e.attrib.get("class") == "head")
        numbers = re.findall(r"-?[\d.]+", head.attrib["d"])
        return float(numbers[0]), float(numbers[1])

    assert 10 * scale < pictures.math.dist(tip("arrow-0"), (x, y)) < 13 * scale
    middle = element(state.svg(arrows=[(free, free, 0)]), "arrow-0")
    circle = next(e for e in middle.iter() if "cx" in e.attrib)
    place = (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
    assert pictures.math.dist(tip("arrow-1"), place) < 1


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("way", [(0, 9), (9, 0), (30, 4), (4, 5), (20, 3)])
def test_an_arrow_of_gps_passes_between_the_pieces(players, way):
    """Its line keeps to the edge of a track, where it covers no number."""
    state = played(gpscore.gps(players), 60 * players)
    for player in range(players):
        svg = state.svg(arrows=[(*way, player)])
        pieces = [o for o in pictures.outlines(svg) if "/satellite-" in o.name]
        line = next(e for e in element(svg, "arrow-0") if e.attrib["class"] == "line")
        corners = [float(n) for n in re.findall(r"-?[\d.]+", line.attrib["d"])]
        # M start L down A rx ry 0 0 sweep up, then the end.
        (down, radius, sweep, up) = corners[2:4], corners[4], corners[8], corners[9:11]
        assert corners[4] == corners[5]
        begin, end = (
            pictures.math.atan2(x - 500, 500 - y) / pictures.math.tau for x, y in (down, up)
        )
        turn = (end - begin) % 1 if sweep else -((begin - end) % 1)
        assert abs(turn) < 0.51
        for step in range(101):
            angle = pictures.math.tau * (begin + turn * step / 100)
            x, y = 500 + radius * pictures.math.sin(angle), 500 - radius * pictures.math.cos(angle)
            box = ((x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y + 0.1))
            point = pictures.Outline("point", "point", box)
            assert not [o.name for o in pieces if pictures.overlap(o, point)]


@pytest.mark.parametrize("theme", gpscore.THEMES)
def test_what_was_done_last_has_a_halo_of_the_ground(theme):
    state = played(gpscore.gps(5), 300)
    svg = state.svg(last=5, theme=theme)
    marked = {
        key for key, one in parts(svg).items() if "last" in one.attrib.get("class", "").split()
    }
    haloed = {
        key for key, one in parts(svg).items()
        if key.startswith("satellite-") and any(e.attrib.get("class") == "halo" for e in one.iter())
    }  # fmt: skip
    assert marked == haloed
    assert marked
    style = pictures.parsed(svg)[2].text or ""
    ring, back = re.search(r"\.halo{fill:(#\w+)", style), re.search(r"\.back{fill:(#\w+)", style)
    assert ring is not None
    assert back is not None
    assert ring[1] == back[1]


def test_the_discs_are_drawn_at_their_offsets():
    state = played(gpscore.solar(2), 40)
    assert isinstance(state, SolarState)
    svg = state.svg()
    for disc, offset in enumerate(state.offsets, 1):
        assert f"rotate({45 * offset})" in element(svg, f"disc-{disc}").attrib["transform"]


@pytest.mark.rule("R5", "S15", "S17")
def test_a_figure_on_a_covered_space_is_drawn_once():
    state = gpscore.solar(2, embedded=True).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
    for effect in (
        effects.put(0, orbit=2),
        effects.put(0, orbit=2),
        effects.put(1, orbit=2),
        effects.put(1, surface=3, data_space=2),
        effects.put(0, surface=3),
    ):
        state.apply(effect, HOST)
    svg = state.svg()

    def shown(name: str) -> str:
        """Whose figure is there, or else what is written."""
        drawn = element(svg, name)
        classes = [word for e in drawn.iter() for word in e.attrib.get("class", "").split()]
        owners = [word for word in classes if re.fullmatch(r"p\d", word)]
        return "".join(drawn.itertext()).strip() + "".join(owners)

    assert [shown(n) for n in ("first-orbit-2", "orbiter-2-0", "orbiter-2-1")] == [
        "p0", "p0", "p1",
    ]  # fmt: skip
    assert [shown(n) for n in ("data-1-3", "data-2-3", "lander-3-0")] == ["2D", "p1", "p0"]
    assert "lander-3-1" not in ids(svg)


@pytest.mark.rule("S21")
def test_what_is_used_up_of_an_organisation_is_crossed_through():
    game = gpscore.solar(2, organisations=["xenolab", "helion"])
    seen: set[str] = set()
    for seed in range(30):
        state = game.initial_state()
        while not state.is_terminal:
            crossed = [
                {e.text or "" for e in element(state.svg(), f"player-{player}").iter()
                 if "used" in e.attrib.get("class", "").split()}
                for player in (0, 1)
            ]  # fmt: skip
            for player, flags in enumerate(state.view()["players"]):
                wanted = {"L"} if flags["launch_tile_used"] else set()
                wanted |= {"R"} if flags["research_tile_used"] else set()
                wanted |= {"Helion"} if player and flags["org_used"] else set()
                assert crossed[player] == wanted
                seen |= crossed[player]
            action = state.sample_chance(seed) if state.is_chance else None
            state.apply(state.choose("uniform", seed=seed) if action is None else action)
        if seen == {"L", "R", "Helion"}:
            return
    raise AssertionError(seen)


@pytest.mark.rule("S21")
@pytest.mark.parametrize("players", [1, 4])
def test_the_organisation_of_who_has_passed_is_still_shown(players):
    state = gpscore.solar(players, organisations=["fenwick"] * players).initial_state()
    for seed in range(900):
        passed = [bool(p["passed"]) for p in state.view()["players"]]
        texts = [
            [e.text for e in element(state.svg(), f"player-{p}").iter()] for p in range(players)
        ]
        assert all("Fenwick" in told for told in texts)
        assert ["passed" in told for told in texts] == passed
        if all(passed):
            return
        state.apply(
            state.sample_chance(seed) if state.is_chance else state.choose("uniform", seed=seed)
        )
        if state.is_terminal and any(p["passed"] for p in state.view()["players"]):
            return
    raise AssertionError("nobody has passed")


def test_the_table_tells_what_the_core_pays():
    board = gpscore.SolarBoard.standard().to_dict()
    svg = gpscore.solar(2, pluto=[1]).initial_state().svg()
    short = {
        "score": "VP", "credit": "C", "energy": "E", "publicity": "P", "data": "D",
        "income": " income",
        "signal_here": "S", "signal_red": "RS", "signal_blue": "BS", "signal_yellow": "YS",
        "signal_black": "KS", "any_trace": "T", "yellow_trace": "YT", "card": " card",
        "random_card": " card",
    }  # fmt: skip

    def words(rewards: list[dict[str, int]]) -> str:
        told = []
        for reward in rewards:
            for kind, n in reward.items():
                unit = short[kind] + ("s" if "card" in kind and n > 1 else "")
                one = n == 1 and (unit[0] == " " or kind.startswith("signal") or "trace" in kind)
                told.append(unit.strip() if one else f"{n}{unit}")
        return " ".join(told)

    def shown(name: str) -> str:
        return " ".join(e.text or "" for e in element(svg, name))

    for number, planet in enumerate(board["planets"]):
        if number:
            assert shown(f"orbit-pays-{number}") == words(planet["orbit"])
            assert shown(f"land-pays-{number}") == words(planet["land"])
    for number, moon in enumerate(board["moons"]):
        assert shown(f"moon-pays-{number}") == words(moon["land"])


@pytest.mark.rule("S20")
@pytest.mark.parametrize("owners", [[], [0], [0, 2], [0, 1, 2]])
def test_pluto_has_a_row_when_somebody_owns_it(owners):
    found = parts(gpscore.solar(3, pluto=owners).initial_state().svg())
    assert ("row-8" in found) == bool(owners)
    assert [key for key in found if key.startswith("owner-")] == [f"owner-8-{p}" for p in owners]


def test_what_the_last_plies_changed_is_marked():
    """Every number of a card that differs has an outline."""
    state = gpscore.solar(3, rounds=3).initial_state()
    fields = ("score", "credits", "energy", "cards", "publicity", "data", "probes")
    seen = 0
    for seed in range(300):
        if state.is_terminal:
            break
        before = [numbers_of(state.svg(), p, fields) for p in range(3)]
        state.apply(
            state.sample_chance(seed) if state.is_chance else state.choose("steady", seed=seed)
        )
        svg = state.svg(last=1)
        marks = [
            tuple(float(e.attrib[key]) for key in ("x", "y", "width", "height"))
            for e in pictures.parsed(svg).iter()
            if e.attrib.get("class") == "mark" and e.tag.endswith("}rect")
        ]
        for player in range(3):
            for field, (text, x, y) in numbers_of(svg, player, fields).items():
                inside = any(
                    left < x < left + width and top < y - 5 < top + height
                    for left, top, width, height in marks
                )
                if text != before[player][field][0]:
                    assert inside, (field, str(state), state.events)
                    seen += 1
    assert seen > 60
    assert "'mark'" in state.svg(last=1)  # the end is told, too


def test_what_the_last_plies_did_in_the_rings_is_marked_once():
    state = gpscore.solar(2, pluto=[0]).initial_state()
    seen: set[str] = set()
    told: list[gpscore.SolarEvent] = []
    for seed in range(400):
        if state.is_terminal:
            break
        state.apply(
            state.sample_chance(seed) if state.is_chance else state.choose("greedy", seed=seed)
        )
        told = [*told, *state.events] if seed % 3 else list(state.events)
        kinds = [event.kind for event in told]
        svg = state.svg(last=1 + seed % 3)
        found = parts(svg)
        trails = [key for key in found if key.startswith("last-")]
        assert len(trails) == sum(kind in ("moved", "rode", "pushed") for kind in kinds)
        turned = {key for key in found if key.startswith("turned-")}
        discs = max((e.number or 0 for e in told if e.kind == "turned"), default=0)
        if "aligned" not in kinds:
            assert turned == {f"turned-{disc + 1}" for disc in range(discs)}
        marks = [
            str(e.attrib) for e in pictures.parsed(svg).iter() if e.attrib.get("class") == "mark"
        ]
        assert len(marks) == len(set(marks))
        for kind in ("launched", "orbited", "landed", "passed", "tech", "over", "round"):
            assert kind not in kinds or marks, kind
        names = list(found)
        assert all(names.index(key) < names.index("name-0") for key in (*trails, *turned))
        seen |= set(kinds)
    assert {"launched", "orbited", "landed", "passed", "rode", "over", "round", "turned"} <= seen


def numbers_of(
    svg: str, player: int, fields: tuple[str, ...]
) -> dict[str, tuple[str, float, float]]:
    found = {}
    for one in element(svg, f"player-{player}").iter():
        for field in {*one.attrib.get("class", "").split()} & {*fields}:
            found[field] = (one.text or "", float(one.attrib["x"]), float(one.attrib["y"]))
    return found


@pytest.mark.parametrize("players", [1, 3])
def test_legal_spaces_stand_apart_and_say_whose_probes_go_there(players):
    state = gpscore.solar(players).initial_state()
    seen = 0
    for seed in range(400):
        if state.is_terminal:
            break
        if not state.is_chance:
            seat = state.current_player
            svg = state.svg(legal=seat)
            names = list(parts(svg))
            for action in state.legal_actions(seat):
                told = state.game.action_fields(action)
                if told.kind != "move":
                    continue
                mark = element(svg, f"legal-space-{told.target}")
                own, whole = (
                    [tuple(map(float, xy)) for xy in re.findall(
                        r"(?:M|L|0 0 [01] )(-?[\d.]+) (-?[\d.]+)", one.attrib["d"]
                    )]
                    for one in (mark[0], element(svg, f"space-{told.target}"))
                )  # fmt: skip
                assert len(own) == len(whole) == 4
                gaps = [pictures.math.dist(a, b) for a, b in zip(own, whole, strict=True)]
                assert all(6 < gap < 10 for gap in gaps)
                origins = {
                    state.game.action_fields(int(one)).space
                    for one in mark.attrib["data-actions"].split()
                }
                assert len([e for e in mark.iter() if e.attrib.get("class") == "line"]) == len(
                    origins
                )
                # Under the names, over the spaces that take clicks.
                assert names.index("space-31") < names.index(f"legal-space-{told.target}")
                assert names.index(f"legal-space-{told.target}") < names.index("name-0")
                seen += 1
        state.apply(
            state.sample_chance(seed) if state.is_chance else state.choose("steady", seed=seed)
        )
    assert seen > 20


def test_the_description_says_where_planets_and_tiles_are():
    state = played(gpscore.solar(2), 60, "steady")
    assert isinstance(state, SolarState)
    told = pictures.parsed(state.svg())[1].text or ""
    for number, name in enumerate(("Earth", "Mercury", "Venus", "Mars")):
        space = state.planet_space(number)
        assert space is not None
        assert f"{name} at ring {space // 8 + 1}, sector {space % 8}" in told
    for tech, words in enumerate(("two probes", "asteroids", "landing", "moons"), 1):
        assert f" {tech} {words} with " in told


def test_probes_say_how_many_they_are():
    state = gpscore.solar(2, embedded=True).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
    for space in (3, 3, 3, 20):
        state.apply(effects.put(1, space=space), HOST)
    svg = state.svg()
    first, second = element(svg, "probe-1-3"), element(svg, "probe-1-20")
    assert [e.attrib["data-space"] for e in (first, second)] == ["3", "20"]
    assert ["".join(e.itertext()) for e in (first, second)] == ["3", ""]
    assert all("p1" in e.attrib["class"] for e in (first, second))


# ---- What moves ---------------------------------------------------------------------------------

Parts = dict[str, pictures.ET.Element]


def parts(svg: str) -> Parts:
    """The elements of `position` that have an id, by that."""
    position = next(e for e in pictures.parsed(svg) if e.attrib.get("id") == "position")
    return {e.attrib["id"]: e for e in position.iter() if "id" in e.attrib}


def moved(before: Parts, after: Parts) -> set[str]:
    """What is in both pictures and stands elsewhere."""
    return {
        key for key in before.keys() & after.keys()
        if before[key].attrib.get("transform") != after[key].attrib.get("transform")
    }  # fmt: skip


def owner(one: pictures.ET.Element) -> set[str]:
    return set(re.findall(r"\bp\d|neutral", one.attrib.get("class", "")))


@GAMES
@pytest.mark.parametrize("players", [1, 4])
def test_a_transform_is_a_place_and_perhaps_a_turn(make, players):
    state = played(make(players), 150, "steady")
    number = r"-?[\d.]+"
    wanted = rf"translate\({number} {number}\)( rotate\({number}\))?"
    found = parts(state.svg(0, last=9, legal=0))
    placed = {
        key: one.attrib["transform"] for key, one in found.items() if "transform" in one.attrib
    }
    assert [text for text in placed.values() if not re.fullmatch(wanted, text)] == []
    pieces = {key for key, one in found.items() if "piece" in one.attrib.get("class", "").split()}
    assert len(pieces) > players
    assert pieces <= placed.keys()
    scales = [
        re.fullmatch(rf"scale\({number}\)", found[key][0].attrib["transform"]) for key in pieces
    ]
    assert all(scales)


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("seed", range(3))
def test_events_tell_what_moves_in_the_pictures_of_gps(players, seed):
    state = gpscore.gps(players, spaces=14, satellites=6, face_up=2, wins=2).initial_state()
    before = parts(state.svg())
    for ply in range(250):
        if state.is_terminal:
            break
        state.apply(
            state.sample_chance(seed + ply) if state.is_chance
            else state.choose("steady" if seed else "uniform", seed=seed + ply)
        )  # fmt: skip
        after = parts(state.svg())
        changed = moved(before, after)
        assert all(owner(before[key]) == owner(after[key]) for key in before.keys() & after.keys())
        kinds = {event.kind for event in state.events}
        assert ("pointer" in changed) <= bool(kinds & {"spun", "turn_ended", "shuffled"})
        changed -= {"pointer"}
        if "shuffled" not in kinds:
            told = {f"satellite-{e.player}-{e.satellite}": e for e in state.events
                    if e.kind in ("placed", "moved", "turned_up")}  # fmt: skip
            for key in changed:
                classes = after[key].attrib["class"].split()
                if key in told and told[key].kind != "turned_up":
                    assert "placed" in classes
                    assert state.ring(told[key].player)[told[key].space] == told[key].satellite
                else:
                    # Those on a card close up when one of them is placed or turned up.
                    assert {"up", "down"} & set(classes)
                    assert any(owner(after[key]) == {f"p{e.player}"} for e in told.values())
        before = after


def figures(found: Parts) -> dict[str, int]:
    """How many figures stand for each id, those that cover a printed space under its id."""
    counts = {}
    for key, one in found.items():
        if key.startswith(("probe-", "orbiter-", "lander-", "on-moon-")):
            counts[key] = int("".join(one.itertext()) or 1)
        elif key.startswith(("first-orbit-", "data-")):
            counts[key] = int(any("piece" in e.attrib.get("class", "") for e in one.iter()))
    return {key: n for key, n in counts.items() if n}


def fly(counts: dict[str, int], events: list[gpscore.Event]) -> None:
    """Let the figures go from element to element as the document says."""

    def change(key: str, n: int) -> None:
        counts[key] = counts.get(key, 0) + n
        if not counts[key]:
            del counts[key]

    for event in events:
        probe = f"probe-{event.player}-"
        if event.kind in ("moved", "orbited", "landed", "landed_moon"):
            change(f"{probe}{event.origin}", -1)
        if event.kind in ("moved", "launched"):
            change(f"{probe}{event.space}", 1)
        elif event.kind in ("rode", "pushed"):
            change(f"{probe}{event.origin}", -event.number)
            change(f"{probe}{event.space}", event.number)
        elif event.kind == "orbited":
            change(f"orbiter-{event.planet}-{event.player}", 1)
        elif event.kind == "landed":
            change(f"lander-{event.planet}-{event.player}", 1)
        elif event.kind == "landed_moon" and f"on-moon-{event.moon}" not in counts:
            change(f"on-moon-{event.moon}", 1)
        elif event.kind == "first_orbit":
            change(f"orbiter-{event.planet}-{event.player}", -1)
            change(f"first-orbit-{event.planet}", 1)
        elif event.kind == "data_space" and f"data-{event.slot}-{event.planet}" not in counts:
            change(f"lander-{event.planet}-{event.player}", -1)
            change(f"data-{event.slot}-{event.planet}", 1)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("policy", ["uniform", "steady", "greedy"])
def test_events_tell_what_moves_in_the_pictures_of_the_solar_system(players, policy):
    game = gpscore.solar(players, pluto=[0], rounds=3)
    wanted = {"launched", "turned", "moved", "rode"}
    wanted |= set() if policy == "uniform" else {"orbited", "landed", "data_space"}
    kinds: set[str] = set()
    state = game.initial_state()
    before = parts(state.svg())
    for seed in range(2000):
        if state.is_terminal:
            if wanted <= kinds:
                return
            state = game.initial_state()
            before = parts(state.svg())
        state.apply(
            state.sample_chance(seed) if state.is_chance else state.choose(policy, seed=seed)
        )
        after = parts(state.svg())
        # A probe's element belongs to a space, which it never leaves.
        changed = moved(before, after)
        turned = {e.kind for e in state.events} & {"turned", "aligned"}
        assert {key.partition("-")[0] for key in changed} <= ({"disc", "name"} if turned else set())
        for key in before.keys() & after.keys():
            if key.startswith(("probe-", "orbiter-", "lander-")):
                assert owner(before[key]) == owner(after[key]), key
        counts = figures(before)
        fly(counts, state.events)
        assert counts == figures(after), (str(state), state.events)
        kinds |= {e.kind for e in state.events}
        before = after
    raise AssertionError(kinds)


@pytest.mark.parametrize("theme", gpscore.THEMES)
def test_a_seat_has_its_colour_in_one_place(theme):
    style = pictures.parsed(gpscore.gps().initial_state().svg(theme=theme))[2].text
    seats = re.findall(rf"\.gpscore-{theme} (\.p\d){{color:(#[0-9a-f]+)}}", style)
    assert [seat for seat, _ in seats] == [f".p{p}" for p in range(5)]
    for seat, colour in seats:
        # White is also that of much else, and flames are yellow.
        assert seat in (".p3", ".p4") or style.count(colour) == 1, seat


@GAMES
def test_another_colour_of_a_seat_is_that_of_all_that_is_theirs(make):
    resvg = pytest.importorskip("resvg_py")
    state = played(make(2), 60, "steady")
    svg = state.svg(arrows=[(0, 5, 0)], size=400)
    own = svg.replace("</svg>", "<style>svg.gpscore .p0{color:#12fe34}</style></svg>")
    plain, other = (
        pictures.colours_of_png(bytes(resvg.svg_to_bytes(svg_string=one))) for one in (svg, own)
    )
    red, green = b"\xc9\x30\x2c", b"\x12\xfe\x34"
    assert (red in plain, green in plain) == (True, False)
    assert (red in other, green in other) == (False, True)


def bars(svg: str, player: int) -> list[list[int]]:
    """The satellites that share each bar of a player's card, in the order of the cells."""
    order = element(svg, f"order-{player}")
    texts = [
        (float(e.attrib["x"]), float(e.attrib["y"]), int(e.text or ""))
        for e in order.iter() if e.tag.endswith("}text")
    ]  # fmt: skip
    path = order.find("{http://www.w3.org/2000/svg}path")
    assert path is not None
    pieces = [
        tuple(map(float, found))
        for found in re.findall(r"M(-?[\d.]+) (-?[\d.]+)H(-?[\d.]+)", path.attrib["d"])
    ]
    assert path.attrib["d"] == "".join(f"M{a:g} {y:g}H{b:g}" for a, y, b in pieces)
    half = float(path.attrib["stroke-width"]) / 2
    return [
        [n for x, y, n in texts if left <= x <= right and abs(y - line) < half]
        for left, line, right in pieces
    ]


@pytest.mark.rule("G9", "R1")
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_satellites_in_order_share_a_bar(players):
    game = gpscore.gps(players, spaces=36, satellites=12)
    ring = "2@0,7@1,1@5,3@6,4@7,5@8,6@9,8@10,9@11,10@12,11@20,12@35"
    wins = ",".join("0" * players)
    text = f"choose 3 20 0 {wins} {'/'.join([ring + '+-'] * players)}"
    state = game.parse(text)
    order = [2, 7, 1, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    for player in range(players):
        found = bars(state.svg(), player)
        assert [n for bar in found for n in bar] == order
        # A bar ends where the next number is lower, or at the end of its line.
        assert found[0] == [2, 7]
        assert all(bar == sorted(bar) for bar in found)
        lines = {e.attrib["y"] for e in element(state.svg(), f"order-{player}") if "y" in e.attrib}
        assert len(found) <= 1 + len(lines)


def test_what_is_in_hand_follows_what_is_placed():
    state = gpscore.gps(1, spaces=9, satellites=6, face_up=2).parse("choose 0 2 0 0 4@0,2@5+1,6")
    svg = state.svg()
    assert bars(svg, 0) == [[4], [2]]

    def place(name: str) -> tuple[float, float]:
        found = re.match(r"translate\(([\d.]+) ([\d.]+)\)", element(svg, name).attrib["transform"])
        assert found is not None
        return float(found[2]), float(found[1])

    cells = [place(f"satellite-0-{n}") for n in (1, 6, 3, 5)]
    assert cells == sorted(cells)


# ---- What can be read ---------------------------------------------------------------------------

# The least size of a text, in px, and how wide the picture is then.
READABLE, SHOWN = 9, 700


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("plies", [0, 6, 40, 200])
def test_the_texts_of_gps_can_be_read(players, plies):
    least = min(pictures.text_sizes(played(gpscore.gps(players, wins=2), plies).svg(), SHOWN))
    assert least[0] >= READABLE, least


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("plies", [0, 30, 120, 10_000])
def test_the_texts_of_the_solar_system_can_be_read(players, plies):
    game = gpscore.solar(players, organisations=["orbital_dynamics"] * players)
    state = played(game, plies, "steady")
    least = min(pictures.text_sizes(state.svg(), SHOWN))
    assert least[0] >= READABLE, least


def test_numbers_that_no_usual_game_has_are_smaller_and_can_still_be_seen():
    state = crowded(random.Random(3), 4)
    assert min(pictures.text_sizes(state.svg(), SHOWN))[0] >= 5.5
    many = gpscore.gps(5, spaces=64, satellites=16, face_up=16)
    assert min(pictures.text_sizes(played(many, 300).svg(), SHOWN))[0] >= 6.5


def test_the_size_of_a_text_counts_what_it_stands_in():
    svg = "<svg viewBox='0 0 1400 9' xmlns='http://www.w3.org/2000/svg'><g transform='scale(2)'>"
    assert list(pictures.text_sizes(svg + "<text font-size='3'>a</text></g></svg>", 700)) == [
        (3.0, "a")
    ]


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG has it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@GAMES
@pytest.mark.parametrize("theme", gpscore.THEMES)
def test_texts_stand_out_from_what_they_stand_on(make, theme):
    style = pictures.parsed(make().initial_state().svg(theme=theme))[2].text
    colours = {
        (selector, name): value
        for selector, rules in re.findall(rf"\.gpscore-{theme} ([^{{]+){{([^}}]*)}}", style)
        for name, value in re.findall(r"(fill|stroke):(#[0-9a-f]+)", rules)
    }
    pairs = [("text", ".back"), ("text", ".card"), (".caption", ".back"), (".caption", ".card")]
    colours |= {
        (f"{seat} path", "fill"): value
        for seat, value in re.findall(rf"\.gpscore-{theme} (\.p\d){{color:(#[0-9a-f]+)}}", style)
    }
    pairs += [(f".p{p} text", f".p{p} path") for p in range(5)]
    if make is gpscore.solar:
        pairs += [(".on-board", f".disc-{disc} .face") for disc in (1, 2, 3)]
        pairs += [(".on-board", ".base"), (".on-board", ".ring-of-stars")]
        pairs += [(".icon text", ".icon circle"), (".sun-text", ".sun")]
        pairs += [(".on-colour", f".{colour}") for colour in ("red", "yellow", "blue")]
        pairs += [("text", ".row"), ("text", ".row.odd"), (".caption", ".row")]
        pairs += [(".caption", ".row.odd"), (".caption", ".slot"), ("text", ".tech")]
        pairs += [(".owned text", ".owned .tech"), (".off text", ".off .tech"), ("text", ".chip")]
    else:
        pairs += [(".caption", ".back")]
    for text, ground in pairs:
        found = contrast(colours[text, "fill"], colours[ground, "fill"])
        assert found >= 4.5, (text, ground, found)


# ---- The room is used ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("plies", [0, 6, 40, 200])
def test_no_part_of_a_picture_of_gps_is_blank(players, plies):
    share = pictures.largest_blank(played(gpscore.gps(players), plies).svg())
    assert share < 0.06, share


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_no_part_of_a_picture_of_the_solar_system_is_blank(players):
    share = pictures.largest_blank(played(gpscore.solar(players), 60, "steady").svg())
    assert share < (0.08 if players > 1 else 0.12), share


def test_a_blank_part_is_found():
    svg = played(gpscore.gps(1), 40).svg()
    gone = re.sub(r"<g id='order-0'.*", "", svg)
    assert gone != svg
    assert pictures.largest_blank(gone) > 0.15


# ---- Nothing overlaps ---------------------------------------------------------------------------


def check(state: State, **options: object) -> None:
    """No text or figure lies over another one or leaves the picture."""
    svg = state.svg(**options)
    found = pictures.outlines(svg)
    assert len(found) > 8
    assert pictures.collisions(found) == [], str(state)
    assert pictures.outside(svg, found) == [], str(state)


def test_an_overlap_is_found():
    svg = played(gpscore.gps(2), 50).svg()
    piece = re.search(r"<g id='satellite-0-3'.*", svg)
    assert piece is not None
    moved = re.sub(r"translate\([^)]*\)", "translate(1300 42)", piece[0])
    found = pictures.outlines(svg.replace(piece[0], moved))
    assert pictures.collisions(found) == []
    moved = re.sub(r"translate\([^)]*\)", "translate(1060 52)", piece[0])
    assert pictures.collisions(pictures.outlines(svg.replace(piece[0], moved))) != []
    moved = re.sub(r"translate\([^)]*\)", "translate(5 5)", piece[0])
    changed = svg.replace(piece[0], moved)
    assert pictures.outside(changed, pictures.outlines(changed)) != []


GPS_RULES = [
    {"players": players, "spaces": spaces, "satellites": satellites, "face_up": face_up, "wins": w}
    for players in (1, 2, 3, 4, 5)
    for spaces, satellites, face_up, w in (
        (64, 16, 16, 100), (64, 16, 3, 1), (36, 12, 3, 2), (17, 16, 9, 100), (3, 2, 1, 1),
        (20, 12, 8, 1),
    )
]  # fmt: skip


@pytest.mark.parametrize("rules", GPS_RULES, ids=lambda r: "-".join(map(str, r.values())))
def test_nothing_overlaps_in_gps(rules):
    game = gpscore.gps(**rules)
    state = game.initial_state()
    for ply in range(400):
        if state.is_terminal:
            break
        if ply % 23 == 0 or ply < 3 or ply in (rules["players"] * rules["face_up"] + 1,):
            check(state, player=0, theme=gpscore.THEMES[ply % 3], last=5)
        state.apply(
            state.sample_chance(ply) if state.is_chance else state.choose("uniform", seed=ply)
        )


def test_nothing_overlaps_in_the_longest_gps_texts():
    game = gpscore.gps(5, spaces=64, satellites=16, face_up=1, wins=100)
    ring = ",".join(f"{16 - i}@{33 + 2 * i}" for i in range(16)) + "+-"
    head = "choose 1 4294967290 4294967000 99,99,99,99,99"
    state = game.parse(f"{head} {'/'.join([ring] * 5)}")
    check(state, legal=0)


def crowded(rng: random.Random, players: int, **options: object) -> SolarState:
    """A position of an embedded game with as much of everything as there can be."""
    game = gpscore.solar(players, embedded=True, pluto=range(players), **options)
    words = [
        "turn active=0 start=0 round=0 turns=4000000000",
        f"discs={rng.randrange(8)},{rng.randrange(8)},{rng.randrange(8)}",
        f"token={rng.randrange(3)} sectors={rng.randrange(24)}",
        "tiles=0:123/1:023/2:013/3:012 moves=200+40",
    ]
    one_space = rng.randrange(32)
    for player in range(players):
        if rng.random() < 0.5:
            probes = [one_space] * 7
        else:
            probes = [rng.choice((one_space, rng.randrange(32))) for _ in range(7)]
        counted = "+".join(
            f"{s // 8 + 1}.{s % 8}" + (f"x{probes.count(s)}" if probes.count(s) > 1 else "")
            for s in sorted(set(probes))
        )
        words.append(
            f"player{player}=score:60000,credit:250,energy:250,cards:250,publicity:10,data:6,"
            f"tucked:250+250+250,traces:250+250+250,signals:250,probes:{counted}"
        )
    owners = [*map(str, range(players)), "n"]
    for planet in range(1, 9):
        orbit = "+".join(f"{owner}x15" for owner in owners)
        extra = "" if planet == 8 else f",first:{rng.choice(owners)},data1:{rng.choice(owners)}"
        extra += f",data2:{rng.choice(owners)}" if planet == 3 else ""
        words.append(f"p{planet}=orbit:{orbit},land:{orbit}{extra}")
    words += [f"m{moon}={rng.choice(owners)}" for moon in range(9)]
    return game.parse(" ".join(words))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_nothing_overlaps_in_the_solar_system(players, seed):
    rng = random.Random(100 * players + seed)
    organisations = ["orbital_dynamics", "xenolab", "turing", "sentinel", "helion", "fenwick", None]
    rng.shuffle(organisations)
    check(crowded(rng, players, organisations=organisations[:players], rounds=20))


@pytest.mark.parametrize("space", range(32))
def test_nothing_overlaps_where_all_probes_stand_in_one_space(space):
    state = gpscore.solar(4, embedded=True).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(space) if state.is_chance else state.legal_actions()[0])
    for player in range(4):
        for _ in range(7):
            state.apply(effects.put(player, space=space), HOST)
    check(state)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nothing_overlaps_while_the_solar_system_is_played(players):
    game = gpscore.solar(players, organisations=["xenolab"] * players, rounds=3)
    state = game.initial_state()
    ply = 0
    while not state.is_terminal:
        if ply % 17 == 0:
            check(state, theme=gpscore.THEMES[ply % 3], last=3)
        ply += 1
        state.apply(
            state.sample_chance(ply) if state.is_chance else state.choose("uniform", seed=ply)
        )
    check(state)


def test_nothing_overlaps_on_a_board_with_long_names():
    form = gpscore.SolarBoard.standard().to_dict()
    names = {p["name"]: f"{'wm' * 9}{i}" for i, p in enumerate(form["planets"])}
    for planet in form["planets"]:
        planet["name"] = names[planet["name"]]
    for layer in form["layers"].values():
        for row in layer["rings"].values():
            row[:] = [names.get(cell, cell) for cell in row]
    for i, moon in enumerate(form["moons"]):
        moon["name"] = f"{'mw' * 8}_{i}"
        moon["of"] = names[list(names)[4]]
    for i, star in enumerate(star for pair in form["sector_boards"] for star in pair):
        star["star"] = f"{'m' * 17}_{i}"
    game = gpscore.solar(4, board=form)
    state = game.initial_state()
    for seed in range(60):
        state.apply(state.sample_chance(seed) if state.is_chance else state.legal_actions()[0])
    check(state)


# ---- The list of names --------------------------------------------------------------------------

DOCUMENT = Path(__file__).parents[2] / "docs" / "pictures.md"


def test_the_document_lists_every_id_and_class():
    """With letters for numbers: ``satellite-P-N`` is there for ``satellite-0-7``."""
    listed = {re.sub(r"(?<=-)[A-Z](?![a-z])", "#", name) for name in re.findall(
        r"`([a-zA-Z0-9-]+)`", DOCUMENT.read_text(encoding="utf-8")
    )}  # fmt: skip
    listed = {re.sub(r"(?<=-)\d", "#", name) for name in listed}
    found = set()
    for make in (gpscore.gps, gpscore.solar):
        for plies in range(0, 260, 3):
            state = played(make(2, wins=2) if make is gpscore.gps else make(2), plies, "steady")
            acting = (state.to_act or (0,))[0]
            svg = state.svg(0, legal=acting, last=6, arrows=[(0, 1), (2, 3, 1)])
            for one in pictures.parsed(svg).iter():
                found |= {one.attrib.get("id", ""), *one.attrib.get("class", "").split()}
    svg = crowded(random.Random(1), 2, organisations=["helion", None]).svg()
    for one in pictures.parsed(svg).iter():
        found |= {one.attrib.get("id", ""), *one.attrib.get("class", "").split()}
    found = {re.sub(r"(?<=-)\d+", "#", name) for name in found}
    given = {"gpscore", "gpscore-light", "gps", "solar", "p0", "p1", ""}
    assert found - listed == given - listed
    words = {"legal", "last", "light", "dark", "colour-blind", "transform", "size", "theme"}
    words |= {"player", "arrows", "labels", "prefix", "svg", "path", "--frames", "off"}
    words |= {
        "12VP",
        "2S",
        "YT",
        "data-actions",
        "data-space",
        "used",
        "color",
        "g",
        "space",
        "origin",
    }
    # Events, and a field of theirs.
    words |= {"moved", "rode", "pushed", "launched", "orbited", "landed", "put", "removed", "again"}
    assert listed - found <= words | {"p4", "pale"}


@pytest.mark.parametrize("name", ["gps", "solar"])
def test_the_pictures_of_the_documents_are_what_is_drawn(name):
    record, ply, options = {
        "gps": ("five", 110, {"last": 10}),
        "solar": ("solar-three", 100, {"last": 2}),
    }[name]
    file = Path(__file__).parents[1] / "data" / "records" / f"{record}.record"
    state = GameRecord.parse(file.read_bytes().decode("ascii")).replay()
    while len(state.history) > ply:
        state.undo()
    shown = DOCUMENT.with_suffix("") / f"{name}.svg"
    assert shown.read_bytes() == state.svg(**options).encode("ascii")
