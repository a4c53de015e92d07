"""Boards of the solar system: what reads, what is refused, and where the fault is said to be."""

import copy
import json
import pickle
import re
import time
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gpscore
from gpscore import _core, board
from gpscore.board import SCHEMA, SolarBoard


def form():
    """The printed board in its JSON form, to be changed."""
    return SolarBoard.standard().to_dict()


def schema():
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def small():
    """Another board: four planets, no moon, no asteroids, dear launches."""
    empty = ["empty"] * 8
    plain = {"owned": False, "first_orbiter": 0, "orbit": [], "first_landers_data": []}
    return {
        "about": "A board for tests.",
        "layers": {
            "disc1": {"rings": {"1": ["terra", *["hole"] * 7]}},
            "disc2": {"rings": {"1": ["hole"] * 8, "2": [*["hole"] * 7, "ares"]}},
            "disc3": {"rings": {"1": empty, "2": empty, "3": ["hole"] * 8}},
            "base": {
                "rings": {"1": empty, "2": empty, "3": ["comet"] * 8, "4": ["zeus", *empty[1:]]}
            },
        },
        "planets": [
            {"name": "terra", **plain, "land": []},
            {"name": "ares", **plain, "land": [{"score": 9}]},
            {"name": "zeus", **plain, "land": [{"credit": 2}, {"any_trace": 1}]},
            {"name": "far", **plain, "owned": True, "land": [{"score": 1}]},
        ],
        "moons": [],
        "sector_boards": form()["sector_boards"],
        "costs": {**form()["costs"], "launch_credit": 4},
        "limits": {**form()["limits"], "publicity": 7},
    }


# ---- What reads


@pytest.mark.rule("S1", "S2", "S14", "S16", "S18")
def test_the_standard_board():
    standard = form()
    assert list(standard) == ["layers", "planets", "moons", "sector_boards", "costs", "limits"]
    assert standard["layers"]["disc1"]["rings"]["1"][5] == "earth"
    assert [len(layer["rings"]) for layer in standard["layers"].values()] == [1, 2, 3, 4]
    planets = {planet["name"]: planet for planet in standard["planets"]}
    assert next(iter(planets)) == "earth"
    assert planets["mars"]["first_landers_data"] == [2, 1]
    assert planets["mars"]["orbit"] == [{"card": 1}, {"signal_here": 1}, {"income": 1}]
    assert [name for name, planet in planets.items() if planet["owned"]] == ["pluto"]
    assert standard["moons"][1] == {
        "name": "io",
        "of": "jupiter",
        "land": [{"score": 10}, {"energy": 4}],
    }
    assert standard["costs"]["land_energy"] == 3
    assert standard["limits"] == {"publicity": 10, "data": 6, "probes": 1, "hand": 4}
    assert standard["sector_boards"][0][1] == {"star": "vega", "colour": "black", "data": 4}


@pytest.mark.parametrize("make", [form, small])
def test_forms_read_back(make, tmp_path):
    one = SolarBoard(make())
    text = json.dumps(make())
    path = tmp_path / "board.json"
    path.write_text(text, encoding="utf-8")
    marked = tmp_path / "marked.json"
    marked.write_bytes(b"\xef\xbb\xbf" + text.encode())
    for again in (
        SolarBoard(one.to_dict()),
        SolarBoard.load(make()),
        SolarBoard.load("  " + text),
        SolarBoard.load(path),
        SolarBoard.load(str(path)),
        SolarBoard.load(marked),
        pickle.loads(pickle.dumps(one)),
        copy.copy(one),
        copy.deepcopy(one),
        eval(repr(one), {"gpscore": gpscore}),
        gpscore.solar(board=path).board,
        gpscore.solar(board=make()).board,
        gpscore.parse_game(str(gpscore.solar(board=one))).board,
    ):
        assert type(again) is SolarBoard
        assert again == one
        assert hash(again) == hash(one)
        assert again.to_dict() == one.to_dict()
    assert one.is_standard == (make is form)
    assert one != text
    assert {k: v for k, v in make().items() if k != "about"} == one.to_dict()


def test_boards_are_immutable():
    one = SolarBoard.standard()
    with pytest.raises(AttributeError):
        one._raw = b""
    with pytest.raises(AttributeError):
        del one._raw
    with pytest.raises(AttributeError):
        one.__init__({})
    one.to_dict()["costs"]["launch_credit"] = 9
    assert one == SolarBoard.standard()
    assert repr(one) == "gpscore.SolarBoard.standard()"


def test_a_game_is_played_on_its_board():
    game = gpscore.solar(players=1, board=small(), pluto=[True])
    assert game.planets == ("terra", "ares", "zeus", "far")
    assert game.moons == ()
    assert game != gpscore.solar(players=1, pluto=[True])
    again = eval(repr(game), {"gpscore": gpscore})
    assert again == game == pickle.loads(pickle.dumps(game)) == gpscore.parse_game(str(game))
    state = game.initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(1) if state.is_chance else state.legal_actions()[0])
    assert state.planet_space("zeus") == 24
    assert state.planet_space("far") is None
    state.apply(state.parse_action("launch"))
    assert state.player(0).credits == 1
    assert state.content(state.player(0).probes[0]) == "terra"
    assert game.parse(str(state)) == state == pickle.loads(pickle.dumps(state))
    assert game.from_bytes(state.to_bytes()) == state
    assert json.loads(json.dumps(state.view())) == state.view()
    with pytest.raises(gpscore.UsageError, match="no moons"):
        state.moon_owner(0)


# ---- The schema


@pytest.mark.parametrize("make", [form, small])
def test_boards_fit_the_schema(make):
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(make(), schema())
    jsonschema.validate(SolarBoard(make()).to_dict(), schema())


def test_the_schema_has_the_words_of_the_core():
    shape = schema()
    assert tuple(shape["$defs"]["rewards"]["items"]["properties"]) == _core._REWARDS[1:]
    assert tuple(shape["properties"]["costs"]["properties"]) == _core._COSTS
    assert tuple(shape["properties"]["limits"]["properties"]) == _core._LIMITS
    assert tuple(shape["properties"]["layers"]["properties"]) == _core._LAYERS
    assert tuple(shape["$defs"]["star"]["properties"]["colour"]["enum"]) == _core._COLOURS
    assert shape["properties"]["planets"]["maxItems"] == _core._MOST["planets"]
    assert shape["properties"]["moons"]["maxItems"] == _core._MOST["moons"]
    assert shape["$defs"]["rewards"]["maxItems"] == _core._MOST["rewards"]
    assert f"{{1,{_core._MOST['name']}}}" in shape["$defs"]["name"]["pattern"]
    number = shape["$defs"]["rewards"]["items"]["properties"]["score"]
    for value in (number["minimum"], number["maximum"]):
        SolarBoard(changed(form(), ["planets", 1, "land"], [{"score": value}]))


# ---- What is refused


def changed(board_form, path, value):
    """The form with the value at the path replaced."""
    at = board_form
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return board_form


def dropped(board_form, path):
    """The form without the key at the path."""
    at = board_form
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return board_form


RING = ("layers", "disc2", "rings", "2")
MARS, MERCURY = ("planets", 3), ("planets", 1)
AT = "planets[3] (mars)"


@pytest.mark.parametrize(
    ("path", "value", "cell", "words"),
    [
        (("layers", "disc4"), {}, "layers", "unknown key 'disc4'; there are disc1, disc2"),
        (("colour",), 1, "", "unknown key 'colour'"),
        (("about",), 1, "about", "text is expected, not 1"),
        (("layers",), [], "layers", "an object with keys is expected, not a list"),
        (("layers", "disc1"), None, "layers.disc1", "not None"),
        (("layers", "disc1", "rings", "5"), ["hole"] * 8, "layers.disc1.rings", "'5'; there are 1"),
        (("layers", "disc1", "rings", "2"), ["empty"] * 8, "layers.disc1.rings", "unknown key '2'"),
        (RING, ["hole"] * 7, "disc 2, ring 2", "7 cells; a ring has 8"),
        (RING, ["hole"] * 10**6, "disc 2, ring 2", "1000000 cells"),
        (RING, "hole" * 2, "disc 2, ring 2", "a list is expected"),
        ((*RING, 5), "krypton", "disc 2, ring 2, sector 5", "'krypton' is none of hole, empty"),
        ((*RING, 5), 3, "disc 2, ring 2, sector 5", "3 is none of hole"),
        ((*RING, 5), "x" * 10**6, "disc 2, ring 2, sector 5", "xxx..."),
        (("planets",), {}, "planets", "a list is expected, not an object"),
        (("planets",), [{}] * 10**5, "planets", "100000 planets; at most 9"),
        (MARS, "mars", "planets[3]", "an object with keys is expected, not 'mars'"),
        ((*MARS, "name"), "", "planets[3].name", "a name has 1 to 19"),
        ((*MARS, "name"), "m" * 20, "planets[3].name", "a name has 1 to 19"),
        ((*MARS, "name"), "m\u00e4rs", "planets[3].name", "ASCII"),
        ((*MARS, "name"), "venus", "planets[3].name", "'venus' is given twice"),
        ((*MARS, "name"), "hole", "planets[3].name", "another cell"),
        ((*MARS, "owned"), 1, f"{AT}.owned", "true or false is expected, not 1"),
        ((*MARS, "first_orbiter"), -1, f"{AT}.first_orbiter", "0 to 255 is expected, not -1"),
        ((*MARS, "first_orbiter"), 10**30, f"{AT}.first_orbiter", "a huge number"),
        ((*MARS, "first_orbiter"), True, f"{AT}.first_orbiter", "not True"),
        ((*MARS, "first_orbiter"), 3.0, f"{AT}.first_orbiter", "not 3.0"),
        ((*MARS, "first_landers_data"), [1, 2, 3], f"{AT}.first_landers_data", "3 spaces"),
        ((*MARS, "land"), [{"gold": 1}], f"{AT}.land[0]", "'gold' is none of score"),
        ((*MARS, "land"), [{"nothing": 1}], f"{AT}.land[0]", "'nothing' is none of"),
        ((*MARS, "land"), [{"score": 1, "data": 1}], f"{AT}.land[0]", "one key"),
        ((*MARS, "land"), [{"score": "1"}], f"{AT}.land[0].score", "not '1'"),
        ((*MARS, "land"), [{"score": 1}] * 7, f"{AT}.land", "7 rewards; a list has at most 6"),
        (("moons", 1, "of"), "krypton", "moons[1] (io).of", "'krypton' is none of earth"),
        (("sector_boards",), [], "sector_boards", "0 boards; there must be 4"),
        (("sector_boards", 2), [1], "sector_boards[2]", "1 stars; a board has 2"),
        (("sector_boards", 2, 1, "colour"), "green", "sector_boards[2][1].colour", "none of red"),
        (("costs", "launch_credit"), "2", "costs.launch_credit", "expected, not '2'"),
        (("limits", "hand"), 256, "limits.hand", "not 256"),
    ],
)  # fmt: skip
def test_forms_of_another_shape(path, value, cell, words):
    with pytest.raises(gpscore.BoardError, match=re.escape(words)) as caught:
        SolarBoard(changed(form(), list(path), value))
    assert caught.value.cell == cell
    assert str(caught.value).startswith(cell)
    assert caught.value.reason == "board_form"
    assert len(str(caught.value)) < 300
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.cell) == (str(caught.value), cell)


@pytest.mark.parametrize(
    "path",
    [
        ("layers",), ("layers", "base"), ("layers", "disc3", "rings", "3"), ("planets",),
        ("planets", 2, "land"), ("moons",), ("moons", 0, "of"), ("sector_boards", 0, 0, "star"),
        ("costs", "asteroid_moves"), ("limits", "hand"),
    ],
)  # fmt: skip
def test_keys_that_are_missing(path):
    with pytest.raises(gpscore.BoardError, match="this key is missing") as caught:
        SolarBoard(dropped(form(), list(path)))
    assert caught.value.cell.endswith(path[-1])


MOONS = [{"name": f"m{i}", "of": "mars", "land": []} for i in range(17)]
EARTH = ("layers", "disc1", "rings", "1", 5)


@pytest.mark.rule("S2", "S17", "S18", "S20", "R6")
@pytest.mark.parametrize(
    ("path", "value", "reason", "cell"),
    [
        (EARTH, "empty", "board_planet_cells", "earth"),
        (EARTH, "venus", "board_planet_cells", "earth"),
        ((*RING, 5), "mars", "board_planet_cells", "mars"),
        ((*RING, 5), "pluto", "board_planet_cells", "pluto"),
        (("layers", "base", "rings", "3", 0), "hole", "board_base_hole", "base, ring 3, sector 0"),
        (("layers", "disc2", "rings", "1", 2), "mars", "board_covered", "mars on disc 2, ring 1"),
        (("layers", "base", "rings", "2", 2), "uranus", "board_covered", "uranus on base, ring 2"),
        ((*MERCURY, "first_orbiter"), 101, "board_planet", "mercury"),
        ((*MERCURY, "land"), [{"score": 1}, {"data": 0}], "board_reward", "mercury, land[1]"),
        ((*MERCURY, "orbit"), [{"score": 101}], "board_reward", "mercury, orbit[0]"),
        (("moons", 8, "land"), [{"energy": 200}], "board_reward", "triton, land[0]"),
        (("moons", 8, "of"), "earth", "board_moon", "triton"),
        (("moons", 8, "of"), "pluto", "board_moon", "triton"),
        (("moons", 8, "name"), "io", "board_name", "moons[8].name"),
        (("moons", 8, "name"), "Triton", "board_name", "moons[8].name"),
        (("sector_boards", 3, 1, "star"), "a b", "board_name", "sector_boards[3][1].star"),
        (("costs", "asteroid_moves"), 11, "board_limit", "costs.asteroid_moves"),
        (("limits", "publicity"), 0, "board_limit", "limits.publicity"),
        (("limits", "hand"), 101, "board_limit", "limits.hand"),
        (("sector_boards", 3, 0, "data"), 101, "board_limit", "sector_boards[3][0]"),
        (("planets", 0, "owned"), True, "board_planet_cells", "earth"),
        (("moons",), MOONS, "board_count", ""),
    ],
)  # fmt: skip
def test_boards_that_cannot_be(path, value, reason, cell):
    with pytest.raises(gpscore.BoardError) as caught:
        SolarBoard(changed(form(), list(path), value))
    assert (caught.value.reason, caught.value.cell) == (reason, cell)
    assert caught.value.code >= 84
    assert f"({caught.value.rule})" in str(caught.value) or reason in ("board_name", "board_limit")
    assert str(caught.value).startswith(cell)
    with pytest.raises(gpscore.BoardError) as again:
        gpscore.solar(board=changed(form(), list(path), value))
    assert str(again.value) == str(caught.value)


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("old", "new", "cell"),
    [
        ("board=A", "board=e", "planet 0"),
        (",cccccccc,", ",.ccccccc,", "base, ring 3, sector 0"),
        ("board=A", "board=H", "disc 1, ring 1, sector 0"),
        ("/........,", "/A.......,", "planet 0 on disc 2, ring 1"),
        ("9vp", "200vp", "planet 1, land[0]"),
        ("launch_credit:4", "launch_credit:101", "costs.launch_credit"),
    ],
)
def test_boards_in_rules_text_that_cannot_be(old, new, cell):
    text = str(gpscore.solar(board=small()))
    assert text.count(old) == 1
    with pytest.raises(gpscore.BoardError) as caught:
        gpscore.parse_game(text.replace(old, new))
    assert caught.value.cell == cell
    assert caught.value.reason.startswith("board_")


def test_the_fault_of_a_board_comes_after_that_of_options():
    with pytest.raises(gpscore.RulesError):
        gpscore.solar(0)
    with pytest.raises(gpscore.BoardError):
        gpscore.solar(board=changed(form(), EARTH, "empty"))


# ---- Text that is no board


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Expecting property name"),
        ('{"layers": }', "Expecting value"),
        ("{} {}", "Extra data"),
        ('{"a": 1, "a": 2}', "the key 'a' is given twice"),
        ("{" + "".join(f'"k{i}":1,' for i in range(20_000)) + '"z":1,"z":1}', "the key 'z' is"),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}", "more than 32 brackets"),
        ('{"a": ' + "[" * 400_000, "more than 32 brackets"),
        ('{"a": ' * 100_000, "more than 32 brackets"),
        ('{"a": "' + '\\"' * 400_000, "Unterminated string"),
        ('{"a": "' + "[" * 400_000 + "\\", "Unterminated string"),
        ('{"a": ' + "9" * 1_000_000 + "}", "longer than 1000000 bytes"),
        ('{"about": "' + "x" * 1_000_000 + '"}', "longer than 1000000 bytes"),
    ],
    ids=["open", "value", "two", "twice", "keys", "deep", "bombs", "objects", "quotes", "string",
         "digits", "long"],
)  # fmt: skip
def test_text_that_does_not_parse(text, words, tmp_path):
    path = tmp_path / "board.json"
    path.write_text(text, encoding="utf-8")
    for source in (text, path):
        started = time.perf_counter()
        with pytest.raises(gpscore.ParseError, match=words) as caught:
            SolarBoard.load(source)
        assert time.perf_counter() - started < 1
        assert caught.value.reason == "board_json"
        assert len(str(caught.value)) < 200
        assert len(caught.value.text) <= 60


@pytest.mark.parametrize(
    ("text", "cell", "words"),
    [
        ("{}", "layers", "missing"),
        (json.dumps({**form(), "costs": {**form()["costs"], "launch_credit": 10**30}}),
         "costs.launch_credit", "a huge number"),
        (json.dumps(form()).replace('"land_energy": 3', '"land_energy": ' + "3" * 9000),
         "costs.land_energy", "a huge number"),
        (json.dumps(form()).replace('"land_energy": 3', '"land_energy": NaN'),
         "costs.land_energy", "not nan"),
        (json.dumps(form()).replace('"land_energy": 3', '"land_energy": 3e9'),
         "costs.land_energy", "not 3000000000.0"),
        (json.dumps({**form(), "layers": {str(i): {} for i in range(20_000)}}),
         "layers.disc1", "missing"),
    ],
    ids=["nothing", "huge", "digits", "nan", "float", "layers"],
)  # fmt: skip
def test_text_of_another_shape(text, cell, words):
    with pytest.raises(gpscore.BoardError, match=words) as caught:
        SolarBoard.load(text)
    assert caught.value.cell == cell


def test_files_that_are_no_text(tmp_path):
    path = tmp_path / "board.json"
    path.write_bytes(b'{"about": "\xff"}')
    with pytest.raises(gpscore.ParseError, match="UTF-8") as caught:
        SolarBoard.load(path)
    assert caught.value.position == 11
    path.write_text("[1, 2]", encoding="utf-8")
    with pytest.raises(gpscore.BoardError, match="an object with keys, not a list"):
        SolarBoard.load(path)
    with pytest.raises(FileNotFoundError):
        SolarBoard.load(tmp_path / "none.json")
    with pytest.raises(OSError):  # noqa: PT011 (which one depends on the system)
        SolarBoard.load(tmp_path)


def test_thousands_of_rings():
    rings = {str(i): ["hole"] * 8 for i in range(1, 5000)}
    with pytest.raises(gpscore.BoardError, match="unknown key '2'; there are 1"):
        SolarBoard(changed(form(), ["layers", "disc1", "rings"], rings))


def test_nesting_without_end():
    endless = []
    endless.append(endless)
    for path in (["layers"], ["layers", "base", "rings", "1"], ["planets", 0, "land"], ["about"]):
        with pytest.raises(gpscore.BoardError):
            SolarBoard(changed(form(), path, endless))


@pytest.mark.parametrize("value", [None, 3, b"{}", ["{}"], 1.5, True])
def test_sources_of_another_type(value):
    for call in (SolarBoard, SolarBoard.load, lambda v: gpscore.solar(board=v)):
        if value is None and call is not SolarBoard and call is not SolarBoard.load:
            continue
        with pytest.raises(TypeError, match="a board must be a mapping"):
            call(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 300) | st.floats() | st.text(max_size=6)
    | st.sampled_from(["hole", "empty", "earth", "mars", "pluto", "comet"]),
    lambda inner: (
        st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=9,
)  # fmt: skip


def places(value, path=()):
    """Every path into a form."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


PLACES = list(places(form()))


@settings(max_examples=300)
@given(st.sampled_from(PLACES), json_values)
def test_any_change_gives_a_board_or_an_error_that_says_where(path, value):
    try:
        one = SolarBoard(changed(form(), list(path), value))
    except gpscore.BoardError:
        return
    assert SolarBoard(one.to_dict()) == one
    jsonschema.validate(one.to_dict(), schema())
    game = gpscore.solar(board=one)
    assert gpscore.parse_game(str(game)) == game


def test_raw_bytes_are_checked_too():
    for raw in (b"", b"x" * 10, _core._standard_board()[:-1] + b"\xff", b"\0" * 2000):
        with pytest.raises(gpscore.Error):
            gpscore.solar(board=SolarBoard._of(raw))


def test_the_schema_is_in_the_package():
    assert Path(board.__file__).parent == SCHEMA.parent
    assert SCHEMA.is_file()
