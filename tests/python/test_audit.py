"""The audit finds what a view tells that it should not, and nothing where nothing is."""

import itertools

import pytest
from typer.testing import CliRunner

import gpscore
from gpscore import leaks
from gpscore.cli.app import app

PUBLIC = [
    gpscore.gps(2),
    gpscore.gps(3, spaces=9, satellites=4, face_up=2, wins=2),
    gpscore.gps(5, spaces=7, satellites=3, face_up=3),
]


@pytest.mark.rule("R5")
@pytest.mark.parametrize("game", PUBLIC, ids=str)
def test_no_door_of_the_engine_leaks(game):
    found = gpscore.audit(game=game, pairs=60, seed=3)
    assert found.leaks == ()
    assert found.pairs == 60
    assert {"view", "updates", "legal_tree", "why_illegal", "record", "table", "svg"} <= set(
        found.doors
    )


def test_pairs_differ_in_what_the_viewer_may_not_know_alone():
    """Else the audit would prove nothing: the two are never alike, and only open choices differ."""
    game = PUBLIC[1]
    viewers = set()
    for first, second, viewer in leaks._pairs(game, 200, leaks.random.Random(1)):
        viewers.add(viewer)
        assert first != second
        differ = [seat for seat in range(3) if first.choice(seat) != second.choice(seat)]
        assert differ
        assert viewer not in differ
        assert first.to_act == second.to_act != ()
        for seat in range(3):
            assert first.ring(seat) == second.ring(seat)
            assert first.face_up(seat) == second.face_up(seat)
    assert viewers == {None, 0, 1, 2}


# Views that tell too much, each in a way that was seen somewhere.
LEAKY = {
    "the whole state": lambda state, viewer: str(state),
    "its hash": lambda state, viewer: state.hash,
    "its bytes": lambda state, viewer: state.to_bytes(),
    "the view of player 0 for all": lambda state, viewer: state.view(0),
    "the history": lambda state, viewer: state.history,
    "choices as numbers": lambda state, viewer: {
        "players": [state.choice(seat) for seat in range(state.game.players)]
    },
    "the choice in an error": lambda state, viewer: f"has chosen {state.choice(1)} already",
    "a length that depends on it": lambda state, viewer: len(str(state)),
    "the last event by its action": lambda state, viewer: state.action_to_string(
        state.history[-1][1]
    ),
    "a preview of the next turn": lambda state, viewer: (
        [
            state.preview(action, seat)["view"]["hash"]
            for seat in state.to_act
            for action in state.legal_actions(seat)[:1]
            if len(state.to_act) == 1
        ]
        + [state.view_text(0 if viewer is None else viewer)]
    ),
}


@pytest.mark.rule("R5")
@pytest.mark.parametrize("name", LEAKY)
def test_the_audit_bites(name):
    found = gpscore.audit(LEAKY[name], pairs=80)
    assert found.leaks
    leak = found.leaks[0]
    assert leak.first != leak.second
    assert "may not know" in str(leak)


@pytest.mark.rule("R5")
def test_the_audit_names_the_door_the_viewer_and_the_place():
    def scores(state, viewer):
        view = state.view(viewer)
        for seat, player in enumerate(view["players"]):
            player["note"] = state.choice(seat) if seat == 2 else None
        return view

    found = gpscore.audit(scores, game=gpscore.gps(3), pairs=60)
    assert {leak.door for leak in found.leaks} == {"scores"}
    assert {leak.path for leak in found.leaks} == {"/players/2/note"}
    assert 2 not in {leak.viewer for leak in found.leaks}


def test_a_view_that_fails_is_audited_by_what_it_says():
    def careless(state, viewer):
        raise gpscore.UsageError(f"{state.choice(0)} is on the way")

    assert gpscore.audit(careless, pairs=40).leaks
    with pytest.raises(ZeroDivisionError):
        gpscore.audit(lambda state, viewer: 1 / 0, pairs=1)


def test_a_view_must_be_the_same_for_one_state():
    counter = itertools.count()
    with pytest.raises(gpscore.UsageError, match="twice"):
        gpscore.audit(lambda state, viewer: next(counter), pairs=3)


def test_nothing_is_hidden_where_nobody_chooses_at_once():
    assert gpscore.audit(game=gpscore.solar(2), pairs=5).pairs == 0
    assert gpscore.audit(game=gpscore.gps(1), pairs=5).pairs == 0
    with pytest.raises(gpscore.UsageError, match="0 or more"):
        gpscore.audit(pairs=-1)


# ---- The command


def run(*arguments):
    """The command: exit status and output, which must hold no traceback."""
    result = CliRunner().invoke(app, ["audit", *arguments], prog_name="gpscore")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.fixture
def own_views(tmp_path, monkeypatch):
    (tmp_path / "views_of_mine.py").write_text(
        "def tight(state, viewer):\n"
        "    return state.view(viewer)\n"
        "def leaky(state, viewer):\n"
        "    return {'text': str(state)}\n"
        "def failing(state, viewer):\n"
        "    return 1 / 0\n"
        "def one_argument(state):\n"
        "    return state.view()\n"
        "number = 7\n",
        encoding="utf-8",
    )
    (tmp_path / "no_python.py").write_text("def view(:\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_the_command_audits_the_engine():
    status, shown = run("--pairs", "20", "--rules", "gps players=2 spaces=9 satellites=4")
    assert status == 0
    assert "pairs of states: 20;" in shown
    assert "leaks: 0" in shown
    assert "nothing is hidden" in run("--rules", "solar")[1]


@pytest.mark.usefixtures("own_views")
def test_the_command_audits_views_of_a_host():
    assert run("views_of_mine:tight", "--pairs", "20") == (
        0,
        "pairs of states: 20; doors: 1; leaks: 0\n",
    )
    status, shown = run("views_of_mine:leaky", "--pairs", "20", "--seed", "4")
    assert status == 1
    assert "LEAK leaky tells player" in shown
    assert "at /text" in shown
    # A pair is shown once: where the view is the text of the state it has been told already.
    assert len(set(shown.splitlines())) == len(shown.splitlines())
    for line in filter(lambda line: line.startswith("  "), shown.splitlines()):
        assert line.strip() not in shown.replace(line, "", 1)


@pytest.mark.usefixtures("own_views")
@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere:view"],
        ["views_of_mine:nothing"],
        ["views_of_mine:number"],
        ["views_of_mine"],
        [":"],
        ["../x:y"],
        ["no_python:view"],
        ["views_of_mine:failing"],
        ["views_of_mine:one_argument"],
        ["--pairs", "0"],
        ["--pairs", "-1"],
        ["--pairs", "many"],
        ["--rules", "chess"],
    ],
)
def test_the_command_says_what_is_wrong(arguments):
    status, shown = run(*arguments)
    assert status == 2
    assert "Error" in shown


def test_what_is_no_game_or_view_is_refused():
    for wrong in ({"game": "gps"}, {"view": 1}):
        with pytest.raises(TypeError, match="must be a"):
            gpscore.audit(**wrong)
    for wrong in ("gps", None):
        with pytest.raises(TypeError, match="Game or a State"):
            gpscore.Table(wrong)
