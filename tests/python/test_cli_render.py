"""gpscore render: pictures of positions, and pages that replay a record."""

import io
import json
import re
import struct
import sys
from html.parser import HTMLParser
from pathlib import Path

import pictures
import pytest

import gpscore
from gpscore import CHANCE, effects
from gpscore.cli import main, replay, show, solar_show
from gpscore.record import GameRecord

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.record"))
RECORD = pytest.mark.parametrize("file", RECORDS, ids=lambda path: path.stem)


@pytest.fixture
def run(monkeypatch, capsys):
    """The command in this process: exit status, output and errors."""

    def call(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return call


def record_of(file: Path) -> GameRecord:
    return GameRecord.parse(file.read_bytes().decode("ascii"))


def data_of(html: str) -> dict:
    """What the page's script reads."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def frames_of(data: dict) -> list[list[str]]:
    """The lines of every frame, put together as the page does it."""
    frames: list[list[int]] = []
    for head, tail, middle in data["frames"]:
        before = frames[-1] if frames else []
        frames.append([*before[:head], *middle, *before[len(before) - tail :]])
    return [[data["lines"][line] for line in frame] for frame in frames]


def moving(svg: str) -> list[str]:
    """The lines of a picture that change from position to position."""
    return svg.split("<g id='position'>\n")[1].removesuffix("</g>\n</svg>\n").splitlines()


def described(svg: str) -> str | None:
    """What a picture says of the position in words."""
    return pictures.parsed(svg)[1].text


# ---- Pictures -----------------------------------------------------------------------------------


@RECORD
def test_a_record_is_drawn_at_any_ply(file, run):
    record = record_of(file)
    state = record.replay()
    assert run("render", file) == (0, state.svg(), "")
    for _ in range(min(3, len(record.plies))):
        state.undo()
    ply = max(0, len(record.plies) - 3)
    assert run("render", file, "--ply", ply, "--last", 2, "--theme", "dark") == (
        0, state.svg(last=2, theme="dark"), "",
    )  # fmt: skip


def test_a_position_is_drawn_from_text_or_rules_or_a_file(run, tmp_path):
    game = gpscore.gps(1, spaces=6, satellites=3, face_up=2)
    text = "choose 3 2 0 0 1@0,3@4+2"
    drawn = game.parse(text).svg(0, size=300, legal=0, labels=False)
    options = (
        "--rules", "gps players=1 spaces=6 satellites=3 face_up=2", "--size", 300,
        "--player", "red", "--legal", "0", "--no-labels",
    )  # fmt: skip
    assert run("render", text, *options) == (0, drawn, "")
    (tmp_path / "position.txt").write_text(f"{text}\n", encoding="ascii")
    assert run("render", tmp_path / "position.txt", *options) == (0, drawn, "")
    start = gpscore.solar(3).initial_state().svg()
    assert run("render", "solar players=3") == (0, start, "")


def test_standard_input_is_a_record(run):
    file = RECORDS[0]
    assert run("render", "-", stdin=file.read_bytes()) == (0, record_of(file).replay().svg(), "")


@pytest.mark.parametrize("name", ["a.svg", "a.SVG", "b c.svg"])
def test_a_file_is_written_whole_and_again(run, tmp_path, name):
    for players in (2, 3):
        assert run("render", f"gps players={players}", "-o", tmp_path / name) == (0, "", "")
        drawn = gpscore.gps(players).initial_state().svg()
        assert (tmp_path / name).read_text(encoding="ascii") == drawn
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("size", [100, 640])
def test_png_has_the_size(run, tmp_path, size):
    for rules, height in (("gps", 1000 / 1440), ("solar", 1500 / 1600)):
        status, out, errors = run("render", rules, "-o", tmp_path / "a.png", "--size", size)
        assert (status, out, errors) == (0, "", "")
        data = (tmp_path / "a.png").read_bytes()
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">2I", data[16:24]) == (size, round(size * height))
        assert len(data) > 1000


def test_png_without_its_library_says_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    status, _, errors = run("render", "gps", "-o", tmp_path / "a.png")
    assert status == 2
    assert "pip install resvg-py" in errors
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing-here"], "is no file, and no position either"),
        (["gps players=9"], "players is 9"),
        (["choose x"], "a number"),
        (["gps", "-o", "a.gif"], "ends in none of .svg, .png and .html"),
        (["gps", "-o", "gif"], "ends in none of .svg, .png and .html"),
        (["gps", "--format", "gif"], "gif"),
        (["gps", "--theme", "gothic"], "there are light, dark, colour-blind"),
        (["gps", "--size", "-3"], "is -3 px"),
        (["gps", "--size", "0"], "is 0 px"),
        (["gps", "--size", "big"], "big"),
        (["gps", "--player", "yellow"], "yellow"),
        (["gps", "--legal", "7"], "7"),
        (["gps", "--last", "-1"], "last is -1"),
        (["gps", "--ply", "3"], "only a record has plies"),
        (["gps", "--format", "html"], "a page replays a record"),
        ([RECORDS[0], "--ply", "99999"], "no position after 99999 plies; the record has"),
        ([RECORDS[0], "--ply", "-1"], "so say 0 to"),
        ([RECORDS[0], "--format", "html", "--ply", "1"], "--ply"),
        ([RECORDS[0], "--format", "html", "--size", "100"], "--size"),
        ([RECORDS[0], "--format", "html", "--frames", "1"], "frames is 1"),
        ([RECORDS[0], "--format", "html", "--theme", "x"], "there is no theme"),
        ([RECORDS[0].parent], "cannot be read"),
        ([Path(__file__)], "is no game record"),
    ],
    ids=str,
)
def test_what_cannot_be_rendered_is_refused(arguments, words, run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    status, out, errors = run("render", *arguments)
    assert (status, out) == (2, "")
    assert words in errors
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_record_is_refused(run, tmp_path):
    data = RECORDS[0].read_bytes()
    (tmp_path / "a.record").write_bytes(data.replace(b"spin:", b"spin:1", 1))
    status, out, errors = run("render", tmp_path / "a.record")
    assert (status, out) == (2, "")
    assert "a.record: line" in errors


def test_a_record_is_never_written_over(run, tmp_path):
    file = tmp_path / "game.svg"
    file.write_bytes(RECORDS[0].read_bytes())
    status, _, errors = run("render", "gps", "-o", file)
    assert status == 2
    assert "is a game record; it is left as it is" in errors
    assert file.read_bytes() == RECORDS[0].read_bytes()


def test_what_cannot_be_written_is_told(run, tmp_path):
    status, _, errors = run("render", "gps", "-o", tmp_path / "missing" / "a.svg")
    assert status == 2
    assert "cannot be written" in errors


# ---- Pages --------------------------------------------------------------------------------------


@RECORD
def test_a_page_has_every_ply(file, run, tmp_path):
    record = record_of(file)
    target = tmp_path / "a.html"
    assert run("render", file, "-o", target) == (0, "", "")
    html = target.read_text(encoding="utf-8")
    data = data_of(html)
    frames = frames_of(data)
    state = record.start.clone() if record.start else record.game.initial_state()
    wanted, told = [moving(state.svg())], [described(state.svg())]
    for player, action in record.plies:
        state.apply(action, player)
        wanted.append(moving(state.svg(last=1)))
        told.append(described(state.svg()))
    assert frames == wanted
    assert len(data["captions"]) == len(data["wheres"]) == len(frames)
    assert data["descriptions"] == told
    assert all(data["captions"][1:])
    assert len(set(data["lines"])) == len(data["lines"])


def test_a_page_tells_from_where_to_where_probes_go():
    file = next(path for path in RECORDS if path.stem == "solar-three")
    record = record_of(file)
    data = data_of(replay.page(record).html)
    frames = ["".join(frame) for frame in frames_of(data)]
    assert len(data["flights"]) == len(frames)
    assert data["flights"][0] == []
    seen = set()
    for before, after, flights in zip(frames, frames[1:], data["flights"][1:], strict=False):
        came = set(re.findall(r"id='(probe-\d-\d+)'", after)) - set(
            re.findall(r"id='(probe-\d-\d+)'", before)
        )
        for old, new in flights:
            assert f"id='{old}'" in before
            assert new.startswith("probe") <= (f"id='{new}'" in after)
            seen.add(new.partition("-")[0])
        # A probe that is there now was launched, or has come from somewhere.
        assert len(came - {new for _, new in flights}) <= 1
    assert {"probe", "orbiter"} <= seen


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("name", ["five", "solar"])
def test_a_page_is_alone_and_can_be_worked(name, run, tmp_path):
    file = next(path for path in RECORDS if path.stem == name)
    run("render", file, "-o", tmp_path / "a.html")
    html = (tmp_path / "a.html").read_text(encoding="utf-8")
    page = _Page()
    page.feed(html)
    assert not {tag for tag, _ in page.tags} & {"link", "img", "iframe", "object", "base"}
    assert not [attrs for _, attrs in page.tags if {"src", "href"} & attrs.keys()]
    assert "default-src 'none'" in html
    assert set(re.findall(r"https?://[^\"'\\ ]+", html)) == {"http://www.w3.org/2000/svg"}
    found = {attrs["id"] for _, attrs in page.tags if attrs.get("id")}
    buttons = {"first", "back", "play", "next", "last", "slider", "speed", "theme", "caption"}
    assert buttons <= found
    assert {"board", "position"} <= found
    for theme in gpscore.THEMES:
        assert f".gpscore-{theme} .back" in html
    # What the script looks for is there.
    script = html.split("</script>")[1]
    assert set(re.findall(r'byId\("([a-z]+)"\)', script)) <= found | {"data"}
    assert "@" not in re.sub(r"@media", "", html.split("<style>")[1].split("</style>")[0])


def test_a_page_shows_no_more_than_a_player_may_see(run, tmp_path):
    file = next(path for path in RECORDS if path.stem == "open-choices")
    record = record_of(file)
    for option, viewer in ((["--player", "red"], 0), (["--player", "1"], 1), ([], None)):
        assert run("render", file, "-o", tmp_path / "a.html", *option)[0] == 0
        data = data_of((tmp_path / "a.html").read_text(encoding="utf-8"))
        state = record.game.initial_state()
        for (player, action), frame in zip(record.plies, frames_of(data)[1:], strict=True):
            state.apply(action, player)
            assert frame == moving(state.svg(viewer, last=1))
        ghosts = set(re.findall(r"id='choice-(\d)", "".join(data["lines"])))
        assert ghosts <= ({str(viewer)} if viewer is not None else set())


def test_a_long_game_is_shown_by_turns(run, tmp_path):
    game = gpscore.gps(1)
    state = game.initial_state()
    while state.turn < 300:
        state.apply(
            state.sample_chance(5) if state.is_chance else state.choose("uniform", seed=state.turn)
        )
    record = GameRecord.from_state(state)
    for most in (2, 3, 10, 150, 301, 302, 400, len(record.plies), len(record.plies) + 1):
        made = replay.page(record, frames=most)
        frames = frames_of(data_of(made.html))
        assert 2 <= len(frames) <= most
        assert frames[0] == moving(game.initial_state().svg())
        assert (made.turns == 0) == (most > len(record.plies))
        last = pictures.ET.fromstring("<svg>" + "".join(frames[-1]) + "</svg>")
        drawn = {e.attrib["id"] for e in last.iter() if "id" in e.attrib}
        assert "satellite-0-1" in drawn
    (tmp_path / "a.record").write_text(record.to_text(), encoding="ascii")
    status, _, told = run(
        "render", tmp_path / "a.record", "-o", tmp_path / "a.html", "--frames", 100
    )
    assert status == 0
    assert "the page shows one position every 4 turns" in told


def test_the_marks_of_tags_do_not_end_the_script():
    state = gpscore.gps(1).initial_state()
    state.resolve_chance(1)
    html = replay.page(GameRecord.from_state(state, note="</script><script>alert(1)//")).html
    assert html.count("</script>") == 2
    assert "alert" not in html


def test_what_a_host_does_is_told():
    state = gpscore.solar(2, embedded=True, pluto=[0]).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
    tale = solar_show.Tale(state.game)
    told = []
    for effect in (
        effects.put(1, space=4),
        effects.put(gpscore.NEUTRAL, orbit=3),
        effects.put(0, surface=3),
        effects.put(0, moon=1),
        effects.remove(0, surface=3),
    ):
        state.apply(effect, gpscore.HOST)
        tale.take(state, effect)
        told.append(tale.told().plain)
    place = solar_show.place(state, 4)
    assert told == [
        f"Green gets a probe at {place}",
        "a neutral orbiter of Mars is put",
        "Red gets a lander on Mars",
        "Red gets a lander on Io",
        "Red loses a lander on Mars",
    ]


def test_captions_say_what_happened():
    game = gpscore.gps(2, spaces=6, satellites=2, face_up=1, wins=2)
    state = game.initial_state()
    while not state.is_terminal:
        state.apply(state.sample_chance(3) if state.is_chance else state.choose("steady", seed=1))
    captions = data_of(replay.page(GameRecord.from_state(state)).html)["captions"]
    text = "\n".join(captions)
    assert captions[0] == ""
    assert "Red turns up" in text
    assert "The spinner points to" in text
    assert "Red has chosen" in text
    assert "this game" in text
    assert "The satellites are shuffled for the next game" in text
    assert captions[-1].endswith(show.result(state).plain.rstrip("."))
    assert [player for player, _ in state.history].count(CHANCE) < len(captions)
