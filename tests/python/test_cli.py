"""The command line shows what the core says, and ends politely whatever it is given."""

import os
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import gpscore
from gpscore.cli import main
from gpscore.cli.app import app
from gpscore.record import GameRecord

ESCAPE = "\x1b"


def run(*arguments, stdin=None):
    """The command in this process: exit status and output, which must hold no traceback."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin, prog_name="gpscore")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def spawn(
    *arguments, stdin="", code="from gpscore.cli import main; sys.exit(main())", **environment
):
    """The command in a process of its own, without a terminal."""
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, "-c", f"import sys; {code}", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        env={**plain, **environment},
        timeout=60,
        check=False,
    )


# ---- demo ----


def test_demo_tells_the_game_that_the_seed_gives():
    code, shown = run("demo", "--seed", 7, "--no-speed")
    assert code == 0
    assert run("demo", "--seed", 7, "--no-speed") == (0, shown)
    assert run("demo", "--seed", 8, "--no-speed") != (0, shown)
    assert "The same game again: gpscore demo --seed 7\n" in shown
    assert max(map(len, shown.splitlines())) <= 80

    state = gpscore.gps().initial_state()
    told = 0
    names = ("Red", "Green", "Blue")
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(7)
        else:
            state.apply(state.choose(seed=7))
        for event in state.events:
            if event.kind == "spun":
                assert f"\nTurn {state.turn + 1}: the spinner points to {event.space}\n" in shown
            elif event.kind == "placed":
                told += 1
                assert f"{names[event.player]} places {event.satellite} at {event.space}" in shown
            elif event.kind == "moved":
                told += 1
                assert (
                    f"{names[event.player]} moves {event.satellite} "
                    f"from {event.origin} to {event.space}" in shown
                )
            elif event.kind == "turned_up":
                assert re.search(rf"turns up [\d ]*\b{event.satellite}\b", shown)
    assert told == 3 * state.turn
    winners = " and ".join(names[seat] for seat in state.winners)
    assert re.search(rf"\n{winners} wins? after {state.turn} turns\.\n", shown)
    for seat in range(3):
        cells = [" ." if s is None else f"{s:2d}" for s in state.ring(seat)]
        assert f"\n{names[seat]:6}|{''.join(cells)}|\n" in shown


def test_demo_marks_the_pointed_space():
    _, shown = run("demo", "--seed", 7, "--no-speed")
    lines = shown.splitlines()
    for i, line in enumerate(lines):
        if match := re.match(r"Turn \d+: the spinner points to (\d+)$", line):
            ruler = next(later for later in lines[i:] if later.startswith("       "))
            assert ruler.index("v") == 6 + 1 + 2 * int(match[1]) + 1


def test_demo_of_a_match_tells_each_game():
    options = ("--seed", 1, "--players", 2, "--spaces", 8, "--satellites", 4, "--wins", 2)
    code, shown = run("demo", *options, "--no-speed")
    assert code == 0
    games = int(re.search(r"Games in this match: (\d+)", shown)[1])
    assert games > 1
    for game in range(1, games):
        assert f"Game {game} goes to " in shown
    assert f"Game {games} goes to " not in shown
    assert "gpscore demo --seed 1 --players 2 --spaces 8 --satellites 4 --wins 2\n" in shown


def test_demo_wraps_large_rings():
    code, shown = run(
        "demo",
        "--seed",
        2,
        "--spaces",
        64,
        "--satellites",
        16,
        "--players",
        5,
        "--turn-limit",
        20,
        "--no-speed",
    )
    assert code == 0
    assert max(map(len, shown.splitlines()[1:-1])) <= 80
    assert re.search(r"^White \|( .|1\d| \d){32}$", shown, re.M)
    assert re.search(r"^Yellow ( .|1\d| \d){32}\|$", shown, re.M)


def test_demo_says_how_to_see_it_again():
    """With options of every kind, the command that it prints shows the same."""
    code, shown = run(
        "demo",
        "--players",
        1,
        "--spaces",
        5,
        "--satellites",
        3,
        "--face-up",
        2,
        "--turn-limit",
        30,
        "--spin",
        "2,0,4,4,4",
        "--policy",
        "greedy",
        "--no-speed",
    )
    assert code == 0
    again = re.search(r"The same game again: gpscore (.*)", shown)[1]
    assert run(*again.split(), "--no-speed") == (0, shown)


def test_demo_that_nobody_would_finish_stops():
    code, shown = run("demo", "--seed", 1, "--players", 1, "--policy", "uniform", "--no-speed")
    assert code == 0
    assert "Nobody has won after 400 turns" in shown
    code, shown = run("demo", "--seed", 1, "--turn-limit", 3, "--no-speed")
    assert code == 0
    assert "\nNobody wins after 3 turns.\n" in shown


def test_demo_measures_its_speed():
    _, shown = run("demo", "--seed", 1)
    found = re.search(
        r"Speed: ([\d,]+) thousand decisions a second, one thread, steady players "
        r"\(([\d,]+) games\)",
        shown,
    )
    assert int(found[1].replace(",", "")) >= 1
    assert int(found[2].replace(",", "")) >= 1


def test_demo_writes_a_record(tmp_path):
    file = tmp_path / "game.record"
    code, _ = run("demo", "--seed", 9, "--record", file, "--no-speed")
    assert code == 0
    record = GameRecord.parse(file.read_text("ascii"))
    assert record.tags == {
        "seed": "9",
        "player0": "steady",
        "player1": "steady",
        "player2": "steady",
    }
    assert record.replay().is_terminal
    assert run("verify", file)[0] == 0


def test_without_a_terminal_output_is_plain():
    done = spawn("demo", "--seed", 7, "--no-speed")
    assert done.returncode == 0
    assert done.stderr == ""
    assert ESCAPE not in done.stdout
    assert done.stdout == run("demo", "--seed", 7, "--no-speed")[1]


def test_colour_where_it_is_wanted():
    red = "\x1b[31mRed"
    assert red in spawn("demo", "--seed", 7, "--no-speed", FORCE_COLOR="1").stdout
    done = spawn("demo", "--seed", 7, "--no-speed", FORCE_COLOR="1", NO_COLOR="1")
    assert red not in done.stdout
    assert "Red" in done.stdout


# ---- play ----


def prompts(shown):
    return len(re.findall(r"^(?:Red|Green|Blue)> $", shown, re.M))


def test_play_shows_the_reason_for_what_is_illegal():
    code, shown = run(
        "play", "gps", "--seed", 7, stdin="7\n7 ccw\nwhy 4 ccw\nwhy 4\nwhy\nnonsense\n\n"
    )
    assert code == 0
    state = gpscore.gps(2).initial_state()
    while state.is_chance:
        state.resolve_chance(7)
    assert state.face_up(0) == (3, 4, 6)
    assert "Red has face up: 3 4 6\nGreen has face up: 2 5 8\n" in shown
    assert f"Turn 1: the spinner points to {state.pointed}" in shown
    assert f"  to {state.pointed}: 3, 4, 6\n" in shown
    assert shown.count("satellite 7 is still face down; face up to place: 3, 4 and 6 (G4)") == 2
    assert (
        "satellite 4 can only go to space 28, whichever way; that choice is written 4cw (R4)"
        in shown
    )
    assert "4cw is legal: it ends at 28" in shown
    assert "Why what?" in shown
    assert "That is no choice: unknown word. Type help." in shown
    assert prompts(shown) == 8
    assert shown.endswith("The game was not saved; 'save FILE' does that before you leave.\n")


@pytest.mark.rule("G5")
def test_play_asks_which_way():
    """A choice by number alone is asked back when both ways are open, and their ends are shown."""
    game = ["--players", 1, "--spaces", 4, "--satellites", 2, "--face-up", 2, "--spin", "1,0,0,0"]
    code, shown = run("play", "gps", *game, stdin="2\n1\n1 ccw\n")
    assert code == 0
    assert "to 0: 1, 2" in shown
    assert "to 1: 1 cw\n  to 3: 1 ccw\n" in shown
    assert "Both ways are open: 1 cw (to 1) or 1 ccw (to 3)?" in shown
    assert "Red places 1 at 3" in shown


def test_play_takes_back():
    code, shown = run("play", "gps", "--seed", 7, stdin="undo\n3\nundo\n4 cw\n")
    assert code == 0
    assert "You have made no choice yet that could be taken back." in shown
    assert shown.count("Turn 1: the spinner points to 28") == 2
    assert shown.count("Turn 2: the spinner points to 18") == 2
    assert "Red places 3 at 28" in shown
    assert "Taken back." in shown
    assert "Red places 4 at 28" in shown


def test_a_saved_game_goes_on_as_it_would_have(tmp_path):
    file = tmp_path / "an evening.record"
    whole = tmp_path / "whole.record"
    choices = ["3", "6", "4", "undo", "12", "1"]
    code, _ = run(
        "play",
        "gps",
        "--seed",
        7,
        "--policy",
        "greedy",
        "--record",
        whole,
        stdin="\n".join(choices),
    )
    assert code == 0
    code, shown = run(
        "play",
        "gps",
        "--seed",
        7,
        "--policy",
        "greedy",
        stdin="\n".join([*choices[:3], f"save {file}", "quit", "7"]),
    )
    assert code == 0
    assert f"Saved in {file}" in shown
    assert shown.endswith(f"Go on with: gpscore play gps --resume '{file}'\n")
    rest = tmp_path / "rest.record"
    code, shown = run(
        "play", "gps", "--resume", file, "--record", rest, stdin="\n".join(choices[3:])
    )
    assert code == 0
    assert "Green is seat 1, played by greedy" in shown
    assert "What came after the last save is lost. Go on with: " in shown
    assert rest.read_bytes() == whole.read_bytes()
    record = GameRecord.parse(whole.read_text("ascii"))
    assert record.tags == {"seed": "7", "player0": "human", "player1": "greedy"}


@pytest.mark.rule("R5")
def test_people_do_not_see_each_others_open_choices(tmp_path):
    file = tmp_path / "two.record"
    code, shown = run(
        "play", "gps", "--seat", 0, "--seat", 1, "--seed", 7, stdin=f"3\nsave {file}\n2\n"
    )
    assert code == 0
    first, second, third = re.split(r"^(?:Red|Green) can choose:", shown, flags=re.M)[:3]
    assert "Turn 1" in first
    # Between the choice of Red and that of Green nothing shows what Red has chosen.
    assert not re.search(r"places|3@|3cw|chose 3", second.split("Saved in")[0].split("\n", 2)[2])
    assert re.search(r"Red places 3 at 28.*\n?.*Green places 2 at 28", third + second)
    open_choice = GameRecord.parse(file.read_text("ascii")).replay()
    assert open_choice.to_act == (1,)
    code, shown = run("play", "--resume", file, stdin="2\n")
    assert code == 0
    assert "Red places 3 at 28" in shown


def test_one_of_several_people_takes_back_their_own_choice():
    code, shown = run(
        "play", "gps", "--seat", 1, "--seat", 0, "--seed", 7, stdin="3\n2\n6\nundo\n5\n"
    )
    assert code == 0
    after = shown[shown.index("Taken back.") :]
    assert "Turn 1: " in after.split("can choose")[0]
    assert "Green can choose" in after
    assert re.search(r"Red places 3 at 28.*Green places 5 at 28", after, re.S)


def test_a_game_is_played_to_its_end(tmp_path):
    """The bundled player's own choices, typed by a person, give the bundled player's game."""
    game = gpscore.gps(2, spaces=8, satellites=4, wins=2)
    state = game.initial_state()
    typed = []
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(5)
            continue
        seat = state.current_player
        action = state.choose("steady", seat, seed=5)
        if seat == 0:
            typed.append(state.action_to_string(action))
        state.apply(action, seat)
    file = tmp_path / "end.record"
    code, shown = run(
        "play",
        "gps",
        "--spaces",
        8,
        "--satellites",
        4,
        "--wins",
        2,
        "--seed",
        5,
        "--record",
        file,
        stdin="\n".join(typed) + "\n",
    )
    assert code == 0
    assert prompts(shown) == len(typed)
    assert "This game goes to " in shown
    assert re.search(rf"wins? after {state.turn} turns\.\nThe record is in ", shown)
    assert GameRecord.parse(file.read_text("ascii")).replay() == state
    code, shown = run("play", "gps", "--resume", file)
    assert code == 0
    assert prompts(shown) == 0
    assert f"after {state.turn} turns." in shown


def test_help_and_quit():
    code, shown = run("play", "gps", stdin="help\nquit\n3\n")
    assert code == 0
    assert "take back your previous choice" in shown
    assert prompts(shown) == 2
    assert "Goodbye." in shown


def test_saving_spares_other_files(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all")
    missing = tmp_path / "no" / "such" / "folder"
    code, shown = run("play", "gps", "--seed", 7, stdin=f"save\nsave {letter}\nsave {missing}\n")
    assert code == 0
    assert "Save where?" in shown
    assert "is something else than a game record; it is left as it is" in shown
    assert "cannot be written: No such file" in shown
    assert letter.read_text() == "Dear all"
    assert sorted(tmp_path.iterdir()) == [letter]


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({}, "it has no seed"),
        ({"seed": "-1"}, "it has no seed"),
        ({"seed": "1"}, "its tag player0 is ''"),
        ({"seed": "1", "player0": "human", "player1": "grandmaster"}, "'grandmaster'"),
        ({"seed": "1", "player0": "steady", "player1": "steady"}, "no seat is a person's"),
    ],
)
def test_what_cannot_be_resumed_is_said(tmp_path, tags, words):
    file = tmp_path / "x.record"
    file.write_text(GameRecord.from_state(gpscore.gps(2).initial_state(), **tags).to_text())
    code, shown = run("play", "gps", "--resume", file)
    assert code == 2
    assert words in shown


# ---- verify ----


def test_verify_good_and_bad(tmp_path):
    good, bad = tmp_path / "good.record", tmp_path / "bad.record"
    assert run("demo", "--seed", 3, "--record", good, "--no-speed")[0] == 0
    record = GameRecord.parse(good.read_text("ascii"))
    state = record.replay()
    code, shown = run("verify", good)
    assert (code, shown.count("\n")) == (0, 1)
    assert shown.startswith(
        f"{good}: ok, {state.turn} turns, {len(record.plies)} plies, won by player"
    )

    text = good.read_text("ascii")
    at = text.index("\n2. ")
    spin = re.search(r"spin:(\d+)", text[at:])
    bad.write_text(text[:at] + text[at:].replace(spin[0], "spin:99", 1))
    code, shown = run("verify", good, bad, tmp_path / "none", good)
    assert code == 1
    lines = shown.splitlines()
    assert len(lines) == 4
    assert lines[0] == lines[3]
    assert re.match(rf"{re.escape(str(bad))}: line \d+, turn 2, ply \d+: a number from 0", lines[1])
    assert "cannot be read: No such file" in lines[2]

    bad.write_text(text[:at] + text[at:].replace(spin[0], "up:1", 1))
    code, shown = run("verify", bad)
    assert code == 1
    assert "(G3)" in shown


def test_verify_takes_any_bytes(tmp_path):
    file = tmp_path / "x.record"
    for junk in (b"", b"\x00" * 1000, bytes(range(256)), "é".encode()):
        file.write_bytes(junk)
        code, shown = run("verify", file)
        assert code == 1
        assert shown.count("\n") == 1


# ---- small commands ----


def test_rules_are_printed_in_full():
    assert run("rules", "gps players=2") == (0, str(gpscore.gps(2)) + "\n")


@pytest.mark.parametrize("text", ["gps players=1 spaces=6 satellites=3 face_up=2", "gps players=2"])
def test_perft(text):
    state = gpscore.parse_game(text).initial_state()
    code, shown = run("perft", text, 3, "--divide")
    assert code == 0
    assert f"perft 3: {state.perft(3)}" in shown
    counts = dict(re.findall(r"^(up:\d+) (\d+)$", shown, re.M))
    assert list(counts) == [state.action_to_string(a) for a, _ in state.chance_outcomes()]
    assert sum(map(int, counts.values())) == state.perft(3)


def test_perft_of_a_state_divides_by_choice():
    game = gpscore.gps(1, spaces=6, satellites=3)
    text = "choose 2 12 0 0 3@0,1@2,2@4+-"
    state = game.parse(text)
    code, shown = run("perft", text, 2, "--divide", "--rules", game.rules)
    assert code == 0
    counts = dict(re.findall(r"^0:(\d+c?cw) (\d+)$", shown, re.M))
    assert list(counts) == [state.action_to_string(a) for a in state.legal_actions()]
    assert f"perft 2: {sum(map(int, counts.values()))}\n" in shown
    assert sum(map(int, counts.values())) == state.perft(2)


def test_state_is_drawn():
    text = "choose 2 12 0 0 3@0,1@2,2@4+-"
    code, shown = run("state", text, "--rules", "gps players=1 spaces=6 satellites=3")
    assert code == 0
    assert shown.splitlines()[0] == text
    assert "Red   | 3 . 1 . 2 .|" in shown
    assert "player 0: 1cw 2cw 3cw 1ccw 2ccw 3ccw" in shown
    assert "12 outcomes" in run("state", "gps")[1]


def test_version():
    assert run("--version") == (0, f"gpscore {gpscore.__version__}\n")
    done = spawn("--version", code="import runpy; runpy.run_module('gpscore', run_name='__main__')")
    assert (done.returncode, done.stdout) == (0, f"gpscore {gpscore.__version__}\n")


# ---- what goes wrong ----


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "gps players=9"], "players is 9; it must be 1 to 5 (G1)"),
        (["rules", "gps playerz=2"], "unknown word, at position 4"),
        (["rules", "chess"], "there is no game of that name"),
        (["demo", "--players", "0"], "players is 0; it must be 1 to 5 (G1)"),
        (["demo", "--spaces", "12"], "spaces is 12"),
        (["play", "gps", "--seat", "2"], "there is no player 2; the players are 0 to 1 (G1)"),
        (["perft", "spin - 12 0 0 -+-", "1"], "unexpected character"),
        (["state", "spin - 12 0 0,0,0 -+-/-+-/-+-"], "the position cannot be"),
        (["play", "gps", "--resume", "no-such-file"], "no-such-file cannot be read"),
    ],
)
def test_errors_of_the_library_are_one_line(arguments, words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert words in err
    assert ESCAPE not in err
    monkeypatch.setenv("FORCE_COLOR", "1")
    main(arguments)
    assert capsys.readouterr().err.startswith("\x1b[31m")


def test_an_error_of_the_library_ends_the_process():
    done = spawn("rules", "gps players=9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "players is 9; it must be 1 to 5 (G1)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["demo", "--seed", "-1"],
        ["demo", "--seed", str(2**64)],
        ["demo", "--policy", "grandmaster"],
        ["demo", "--policy", "steady", "--policy", "greedy"],
        ["demo", "--spin", "1,x"],
        ["play", "chess"],
        ["play", "gps", "--policy", "grandmaster"],
        ["play", "gps", "--seat", "-1"],
        ["play", "gps", "--resume", "x", "--seed", "1"],
        ["perft", "gps", "-1"],
        ["verify"],
    ],
)
def test_wrong_usage_exits_2(arguments):
    code, shown = run(*arguments)
    assert code == 2
    assert "Traceback" not in shown


def test_ctrl_c_is_quiet(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    code, shown = run("play", "gps", "--seed", 7)
    assert code == 130
    assert shown.endswith("> ")


@pytest.mark.parametrize("name", ["typer", "rich"])
def test_without_the_extra_one_line_says_how_to_get_it(name):
    done = spawn(
        "demo",
        code=f"sys.modules[{name!r}] = None; from gpscore.cli import main; sys.exit(main())",
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == ("The command gpscore needs Typer and Rich: pip install 'gpscore[cli]'\n")


def test_main_returns_the_status(capsys):
    assert main(["rules", "gps"]) == 0
    assert capsys.readouterr().out == str(gpscore.gps()) + "\n"
    assert main(["rules", "gps players=9"]) == 2
