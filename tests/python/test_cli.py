"""The command line shows what the core says, and ends politely whatever it is given."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import gpscore
from gpscore import fair
from gpscore.cli import main
from gpscore.cli.app import app
from gpscore.cli.show import by_colour
from gpscore.record import GameRecord

ESCAPE = "\x1b"


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


PAIR = ("play", "gps", "--players", "2")


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
    code, shown = run("demo", "gps", "--seed", 7, "--no-speed")
    assert code == 0
    assert run("demo", "gps", "--seed", 7, "--no-speed") == (0, shown)
    assert run("demo", "gps", "--seed", 8, "--no-speed") != (0, shown)
    assert "The same game again: gpscore demo gps --seed 7\n" in shown
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
        cells = ["  ." if s is None else f"{s:3d}" for s in state.ring(seat)]
        assert f"\n{names[seat]:6}|{''.join(cells[:20])}\n" in shown
        assert f"\n{names[seat]:6} {''.join(cells[20:])}|\n" in shown


@pytest.mark.parametrize(("satellites", "cell"), [(9, 2), (10, 3)])
def test_demo_marks_the_pointed_space(monkeypatch, satellites, cell):
    monkeypatch.setenv("COLUMNS", "200")
    _, shown = run("demo", "gps", "--seed", 7, "--satellites", satellites, "--no-speed")
    lines = shown.splitlines()
    turns = 0
    for i, line in enumerate(lines):
        if match := re.match(r"Turn \d+: the spinner points to (\d+)$", line):
            turns += 1
            ruler = next(later for later in lines[i:] if later.startswith("       "))
            assert ruler.index("v") == 6 + cell * (int(match[1]) + 1)
    assert turns > 9


@pytest.mark.parametrize("columns", [20, 40, 47, 60, 80, 100, 300])
def test_rings_fold_to_the_terminal(monkeypatch, columns):
    """Whatever the width, each ring is there once, in cells that stand under their numbers."""
    monkeypatch.setenv("COLUMNS", str(columns))
    game = ("--satellites", 16, "--spaces", 64, "--players", 5)
    _, shown = run("demo", "gps", "--seed", 2, "--turn-limit", 20, *game, "--no-speed")
    assert max(map(len, shown.splitlines()[6:-2])) <= max(columns, 40)
    state = gpscore.gps(5, satellites=16, spaces=64, turn_limit=20).initial_state()
    while state.turn < 20:
        if state.is_chance:
            state.resolve_chance(2)
        else:
            state.apply(state.choose(seed=2))
    last = shown[shown.index("Turn 20:") :].splitlines()
    for seat, name in enumerate(("Red", "Green", "Blue", "White", "Yellow")):
        rows = [line[6:] for line in last if re.match(rf"{name:6}[| ](  [.\d]| 1\d)", line)]
        assert rows[0][0] == rows[-1][-1] == "|"
        cells = "".join(row.strip("|")[row[0] == " " :] for row in rows)
        assert cells == "".join("  ." if s is None else f"{s:3d}" for s in state.ring(seat))


def test_demo_tells_who_has_what_face_up():
    _, shown = run("demo", "gps", "--seed", 7, "--no-speed")
    state = gpscore.gps().initial_state()
    while state.turn < 1:
        if state.is_chance:
            state.resolve_chance(7)
        else:
            state.apply(state.choose(seed=7))
    parts = [" ".join(map(str, state.face_up(seat))) for seat in range(3)]
    assert f"\nFace up: Red {parts[0]}; Green {parts[1]}; Blue {parts[2]}\n" in shown
    assert "Face up" not in shown[shown.index("Turn 12:") :]


def test_demo_of_a_match_tells_each_game():
    options = ("--seed", 1, "--players", 2, "--spaces", 8, "--satellites", 4, "--wins", 2)
    code, shown = run("demo", "gps", *options, "--no-speed")
    assert code == 0
    games = int(re.search(r"Games won in this match: (\d+)", shown)[1])
    assert games > 1
    for game in range(1, games + 1):
        told = re.search(rf"\nGame {game} goes to .* after \d+ turns\. Wins: ([^.]*\.)", shown)[1]
        assert " ".join(told.split()).endswith("; 2 end the match.") == (game < games)
    assert re.search(r"\n(Red|Green|Red and Green) wins? the match after \d+ turns\.\n", shown)
    assert "2" in told
    assert "gpscore demo gps --seed 1 --players 2 --spaces 8 --satellites 4 --wins 2\n" in shown


def test_demo_wraps_large_rings():
    code, shown = run(
        "demo",
        "gps",
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
    assert re.search(r"^White \|(  .| 1\d|  \d){24}$", shown, re.M)
    assert re.search(r"^Yellow (  .| 1\d|  \d){24}$", shown, re.M)
    assert re.search(r"^Yellow (  .| 1\d|  \d){16}\|$", shown, re.M)


def test_demo_says_how_to_see_it_again():
    """With options of every kind, the command that it prints shows the same."""
    code, shown = run(
        "demo",
        "gps",
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
    code, shown = run(
        "demo", "gps", "--seed", 1, "--players", 1, "--policy", "uniform", "--no-speed"
    )
    assert code == 0
    assert "Nobody has won after 400 turns" in shown
    code, shown = run("demo", "gps", "--seed", 1, "--turn-limit", 3, "--no-speed")
    assert code == 0
    assert "\nNobody wins after 3 turns.\n" in shown


def test_demo_measures_its_speed():
    _, shown = run("demo", "gps", "--seed", 1)
    last = shown.splitlines()[-1]
    words = r"Speed: (\d+\.\d million|\d+ thousand) decisions a second, one thread, steady players"
    assert re.fullmatch(words, last)
    assert len(last) <= 80


def test_demo_writes_a_record(tmp_path):
    file = tmp_path / "game.record"
    code, _ = run("demo", "gps", "--seed", 9, "--record", file, "--no-speed")
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
    done = spawn("demo", "gps", "--seed", 7, "--no-speed")
    assert done.returncode == 0
    assert done.stderr == ""
    assert ESCAPE not in done.stdout
    assert done.stdout == run("demo", "gps", "--seed", 7, "--no-speed")[1]


def test_colour_where_it_is_wanted():
    red = "\x1b[31mRed"
    assert red in spawn("demo", "gps", "--seed", 7, "--no-speed", FORCE_COLOR="1").stdout
    done = spawn("demo", "gps", "--seed", 7, "--no-speed", FORCE_COLOR="1", NO_COLOR="1")
    assert red not in done.stdout
    assert "Red" in done.stdout


# ---- play ----


def prompts(shown):
    return len(re.findall(r"^(?:Red|Green|Blue)> $", shown, re.M))


def test_play_shows_the_reason_for_what_is_illegal():
    code, shown = run(*PAIR, "--seed", 7, stdin="7\n7 ccw\nwhy 4 ccw\nwhy 4\nwhy\nnonsense\n\n")
    assert code == 0
    state = gpscore.gps(2).initial_state()
    while state.is_chance:
        state.resolve_chance(7)
    assert state.face_up(0) == (3, 4, 6)
    assert "\nGoal: all your satellites around the planet in clockwise ascending order" in shown
    assert "Face up: Red 3 4 6; Green 2 5 8\n" in shown
    assert f"Turn 1: the spinner points to {state.pointed}" in shown
    assert f"  to {state.pointed}: 3, 4, 6\n" in shown
    assert shown.count("satellite 7 is still face down; face up to place: 3, 4 and 6 (G4)") == 2
    assert (
        "satellite 4 can only go to space 28, whichever way; that choice is written 4cw (R4)"
        in shown
    )
    assert "4cw is legal: it ends at 28" in shown
    assert "Why what?" in shown
    assert "That is no choice: 'nonsense' is not a satellite and a direction" in shown
    assert prompts(shown) == 8
    assert shown.endswith("The game was not saved; 'save FILE' does that before you leave.\n")


@pytest.mark.rule("R4")
def test_play_takes_either_way_where_there_is_one():
    for said in ("4 ccw", "4 cw", "4"):
        code, shown = run(*PAIR, "--seed", 7, stdin=f"{said}\n")
        assert code == 0
        assert "Red places 4 at 28" in shown
        assert ("that choice is written 4cw (R4)" in shown) == (said == "4 ccw")


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
    code, shown = run(*PAIR, "--seed", 7, stdin="undo\n3\nundo\n4 cw\n")
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
        *PAIR,
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
        *PAIR,
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
    assert "Green is played by greedy" in shown
    assert "is lost" not in shown
    assert "not saved" not in shown
    assert shown.endswith(
        f"The record is in {rest}\nGo on with: gpscore play gps --resume {rest}\n"
    )
    code, shown = run("play", "gps", "--resume", file, stdin="\n".join(choices[3:]))
    assert "What came after the last save is lost. Go on with: " in shown
    assert rest.read_bytes() == whole.read_bytes()
    record = GameRecord.parse(whole.read_text("ascii"))
    assert record.tags == {"seed": "7", "player0": "human", "player1": "greedy"}


@pytest.mark.rule("R5")
def test_people_do_not_see_each_others_open_choices(tmp_path):
    file = tmp_path / "two.record"
    code, shown = run(
        *PAIR, "--seat", "red", "--seat", "Green", "--seed", 7, stdin=f"3\nsave {file}\n2\n"
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
    code, shown = run(*PAIR, "--seat", 1, "--seat", 0, "--seed", 7, stdin="3\n2\n6\nundo\n5\n")
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
        *PAIR,
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
    # Each game ends with its board and the tally.
    board = r"(?:(?:Red  |Green) \|[ .\d]{16}\|\n){2}"
    tallies = re.findall(rf"{board}Game (\d) goes to .* Wins: Red \d, Green \d", shown)
    assert tallies == [str(number) for number in range(1, len(tallies) + 1)]
    assert len(tallies) > 1
    assert re.search(rf"wins? the match after {state.turn} turns\.\nThe play is over: undo", shown)
    assert shown.endswith(f"> \nGoodbye.\nThe record is in {file}\n")
    assert GameRecord.parse(file.read_text("ascii")).replay() == state
    code, shown = run("play", "gps", "--resume", file)
    assert code == 0
    assert prompts(shown) == 0
    assert f"after {state.turn} turns." in shown
    # What is over can be looked at, kept, and taken back.
    kept = tmp_path / "kept.record"
    typed = f"why 1\nshow\nsave {kept}\nundo\n{typed[-1]}\nquit\n"
    code, shown = run("play", "gps", "--resume", file, stdin=typed)
    assert code == 0
    assert "The play is over; say undo, save FILE, show or quit." in shown
    assert f"Saved in {kept}" in shown
    assert "Taken back." in shown
    assert prompts(shown) == 1
    assert shown.count(f"the match after {state.turn} turns.") == 2
    assert shown.endswith("> \nGoodbye.\n")
    assert kept.read_bytes() == file.read_bytes()


def test_help_and_quit():
    code, shown = run(*PAIR, stdin="help\nquit\n3\n")
    assert code == 0
    assert "take back your previous choice" in shown
    assert shown.count("Goal: ") == 2
    assert prompts(shown) == 2
    assert "Goodbye." in shown


def test_the_board_is_shown_again_and_letters_may_be_large():
    code, shown = run(*PAIR, "--seed", 7, stdin="show\nSHOW\n3  CW\n")
    assert code == 0
    assert shown.count("Turn 1: the spinner points to 28") == 3
    assert "Red places 3 at 28" in shown


@pytest.mark.rule("R5")
def test_reasons_call_seats_by_their_colour(tmp_path):
    state = gpscore.gps(2).initial_state()
    while state.is_chance:
        state.resolve_chance(7)
    action = state.legal_actions(0)[0]
    record = GameRecord(state.game, [*state.history])
    file = tmp_path / "twice.record"
    text = record.to_text()
    spoken = state.action_to_string(action)
    file.write_text(text.replace(" #", f" 0:{spoken} 0:{spoken} #"))
    code, shown = run("verify", file)
    assert code == 1
    assert f"{spoken} is illegal for Red: Red has already chosen this turn (R5)" in shown
    assert by_colour("it is for players 0, 1 and 4 to choose") == (
        "it is for Red, Green and Yellow to choose"
    )
    assert by_colour("there is no player 3; the players are 0 to 2") == (
        "there is no player 3; the players are 0 to 2"
    )
    assert by_colour("for player 7: 2 players") == "for player 7: 2 players"


@pytest.mark.parametrize("command", [["demo", "gps", "--no-speed"], ["play", "gps"]])
def test_a_place_for_the_record_is_tried_before_the_first_turn(tmp_path, command):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all")
    for path, words in (
        (tmp_path / "no" / "such" / "folder", "cannot be written: No such file"),
        (letter, "is something else than a game record"),
        (tmp_path, "is no file that could hold a record"),
    ):
        code, shown = run(*command, "--record", path, stdin="")
        assert code == 2
        assert words in shown
        assert "Turn 1" not in shown
    assert letter.read_text() == "Dear all"
    assert sorted(tmp_path.iterdir()) == [letter]


def test_a_record_whose_place_is_gone_at_the_end_is_shown(tmp_path, monkeypatch):
    folder = tmp_path / "stick"
    folder.mkdir()
    answers = iter(["3"])

    def pulled_out():
        if (choice := next(answers, None)) is None:
            folder.rmdir()
            raise EOFError
        return choice

    monkeypatch.setattr("builtins.input", pulled_out)
    code, shown = run(*PAIR, "--seed", 7, "--record", folder / "game.record")
    assert code == 2
    assert "cannot be written" in shown
    found = re.search(r"\[gpscore-record.*crc=\w{8}\n", shown, re.S)
    assert len(GameRecord.parse(found[0]).plies) > 6


def test_saving_spares_other_files(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all")
    missing = tmp_path / "no" / "such" / "folder"
    code, shown = run(*PAIR, "--seed", 7, stdin=f"save\nsave {letter}\nsave {missing}\n")
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
    assert run("demo", "gps", "--seed", 3, "--record", good, "--no-speed")[0] == 0
    record = GameRecord.parse(good.read_text("ascii"))
    state = record.replay()
    code, shown = run("verify", good)
    assert (code, shown.count("\n")) == (0, 1)
    assert shown.startswith(
        f"{good}: ok, {state.turn} turns, {len(record.plies)} plies, won by Red"
    )

    text = good.read_text("ascii")
    at = text.index("\n2. ")
    spin = re.search(r"spin:(\d+)", text[at:])
    bad.write_text(text[:at] + text[at:].replace(spin[0], "spin:99", 1))
    code, shown = run("verify", good, bad, tmp_path / "none", good)
    assert code == 2
    assert run("verify", good, bad)[0] == 1
    lines = shown.splitlines()
    assert len(lines) == 4
    assert lines[0] == lines[3]
    assert re.match(rf"{re.escape(str(bad))}: line \d+, turn 2, ply \d+: a number from 0", lines[1])
    assert lines[2] == f"{tmp_path / 'none'}: cannot be read: No such file or directory"

    bad.write_text(text[:at] + text[at:].replace(spin[0], "up:1", 1))
    code, shown = run("verify", bad)
    assert code == 1
    assert "(G3)" in shown


def test_verify_looks_at_line_ends_and_reads_standard_input(tmp_path):
    file = tmp_path / "x.record"
    assert run("demo", "gps", "--seed", 3, "--record", file, "--no-speed")[0] == 0
    data = file.read_bytes()
    done = spawn("verify", "-", stdin=data.decode("ascii"))
    assert done.returncode == 0
    assert done.stdout.startswith("-: ok, ")
    for changed in (data.replace(b"\n", b"\r\n"), data[:-1] + b"\r\n"):
        file.write_bytes(changed)
        code, shown = run("verify", file)
        assert code == 1
        assert "ends in CR LF; the lines of a record end in a line feed alone" in shown
        code, shown = run("play", "--resume", file)
        assert code == 2
        assert f"Error: {file}: line " in shown


def test_verify_takes_any_bytes(tmp_path):
    file = tmp_path / "x.record"
    for junk in (b"", b"\x00" * 1000, bytes(range(256)), "é".encode()):
        file.write_bytes(junk)
        code, shown = run("verify", file)
        assert code == 1
        assert shown.count("\n") == 1


def test_verify_takes_bytes_too(tmp_path):
    text, data = tmp_path / "x.record", tmp_path / "x.gpsr"
    assert run("demo", "gps", "--seed", 3, "--record", text, "--no-speed")[0] == 0
    assert run("demo", "gps", "--seed", 3, "--record", data, "--no-speed")[0] == 0
    assert GameRecord.from_bytes(data.read_bytes()) == GameRecord.parse(text.read_text("ascii"))
    assert data.read_bytes().startswith(b"\x89GPS")
    said = [run("verify", path)[1].partition(": ")[2] for path in (text, data)]
    assert said[0] == said[1]
    damaged = bytearray(data.read_bytes())
    damaged[-200] ^= 1
    data.write_bytes(damaged)
    code, shown = run("verify", data)
    assert code == 1
    assert re.match(rf"{re.escape(str(data))}: byte \d+(, turn \d+, ply \d+)?: ", shown)


def dealt_record(players=2):
    dealer = fair.FairDealer(gpscore.gps(players=players))
    dealer.add_nonce(1, bytes(16))
    state = dealer.game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            dealer.resolve(state)
        else:
            state.apply(state.choose(seed=1))
    dealer.reveal()
    return dealer.record(state)


def test_verify_draws_chance_again(tmp_path):
    record = dealt_record()
    file, plain, bad = (tmp_path / name for name in ("a.gpsr", "b.record", "c.record"))
    file.write_bytes(record.to_bytes())
    draws = sum(player < 0 for player, _ in record.plies)
    assert run("verify", file)[1].endswith("\n")
    code, shown = run("verify", "--fair", file)
    assert code == 0
    assert shown.endswith(f", chance is fair ({draws} draws, nonces of Green)\n")
    plain.write_text(GameRecord(record.game, record.plies).to_text())
    assert run("verify", plain)[0] == 0
    code, shown = run("verify", "--fair", plain, file)
    assert code == 1
    lines = shown.splitlines()
    assert (
        lines[0]
        == f"{plain}: is not shown to be fair: it has no tag 'fair': nobody committed to its chance"
    )
    assert ": ok, " in lines[1]
    record.tags["fair-nonce1"] = "01" * 16
    bad.write_text(record.to_text())
    assert run("verify", bad)[0] == 0
    code, shown = run("verify", "--fair", bad)
    assert code == 1
    assert re.search(r"is not shown to be fair: turn 1, ply \d+: up:\d+ was dealt; ", shown)


def test_convert_goes_both_ways(tmp_path):
    text, data, again = (tmp_path / name for name in ("a.record", "b.gpsr", "c.record"))
    assert run("demo", "gps", "--seed", 3, "--record", text, "--no-speed")[0] == 0
    plies = len(GameRecord.parse(text.read_text("ascii")).plies)
    assert run("convert", text, data) == (0, f"{data}: {plies} plies written as bytes\n")
    assert run("convert", data, again)[0] == 0
    assert again.read_bytes() == text.read_bytes()
    done = spawn("convert", "-", tmp_path / "d.gpsr", stdin=text.read_text("ascii"))
    assert done.returncode == 0
    assert (tmp_path / "d.gpsr").read_bytes() == data.read_bytes()
    other = tmp_path / "other.txt"
    other.write_text("mine")
    code, shown = run("convert", text, other)
    assert (code, other.read_text()) == (2, "mine")
    assert "is something else than a game record" in shown
    assert run("convert", tmp_path / "none", again)[0] == 2
    assert again.read_bytes() == text.read_bytes()


@pytest.mark.rule("R5")
def test_convert_shows_a_seat_what_it_may_see(tmp_path):
    state = gpscore.gps(3).initial_state()
    while state.is_chance:
        state.resolve_chance(7)
    for seat in (0, 2):
        state.apply(state.legal_actions(seat)[0], seat)
    record = GameRecord.from_state(state, seed=7)
    file, part = tmp_path / "a.record", tmp_path / "b.record"
    file.write_text(record.to_text())
    for viewer, seat in (("red", 0), ("2", 2), ("public", None)):
        assert run("convert", file, part, "--for", viewer)[0] == 0
        assert GameRecord.parse(part.read_text()) == record.for_player(seat)
        assert "seed" not in part.read_text()
    code, shown = run("convert", file, part, "--for", "black")
    assert code == 2
    assert "there is no seat 'black'" in shown


def test_convert_recovers(tmp_path):
    file, good = tmp_path / "a.record", tmp_path / "b.record"
    assert run("demo", "gps", "--seed", 3, "--record", file, "--no-speed")[0] == 0
    whole = GameRecord.parse(file.read_text("ascii"))
    file.write_bytes(file.read_bytes()[:-150])
    code, shown = run("convert", file, good)
    assert code == 2
    assert not good.exists()
    code, shown = run("convert", file, good, "--recover")
    assert code == 1
    first, second = shown.splitlines()
    assert re.match(rf"{re.escape(str(file))}: line \d+: the text ends too early", first)
    kept = GameRecord.parse(good.read_text("ascii"))
    assert second == f"{good}: {len(kept.plies)} plies written as text"
    assert kept.plies == whole.plies[: len(kept.plies)]
    assert len(kept.plies) > 50
    good.unlink()
    file.write_bytes(b"nothing")
    code, shown = run("convert", file, good, "--recover")
    assert code == 2
    assert "nothing can be recovered" in shown
    assert not good.exists()
    assert "recovered" not in run("convert", file, good)[1]
    assert "recovered" not in run("convert", tmp_path / "none", good, "--recover")[1]


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
    counts = dict(re.findall(r"^(\d+c?cw) (\d+)$", shown, re.M))
    assert list(counts) == [state.action_to_string(a) for a in state.legal_actions()]
    assert f"perft 2: {sum(map(int, counts.values()))}\n" in shown
    assert sum(map(int, counts.values())) == state.perft(2)


def test_state_is_drawn():
    text = "choose 2 12 0 0 3@0,1@2,2@4+-"
    code, shown = run("state", text, "--rules", "gps players=1 spaces=6 satellites=3")
    assert code == 0
    assert shown.splitlines()[0] == text
    assert "Red   | 3 . 1 . 2 .|" in shown
    assert "Red can choose: 1cw 2cw 3cw 1ccw 2ccw 3ccw" in shown
    assert "12 outcomes" in run("state", "gps")[1]
    _, shown = run("state", "spin - 0 0 0,0 -+1,2,3/-+4,5,12", "--rules", "gps players=2")
    assert "\nFace up: Red 1 2 3; Green 4 5 12\n" in shown


def test_a_state_of_other_rules_gets_a_hint():
    code, shown = run("state", "choose 4 0 0 0,0 -+1,2,3/-+4,5,7")
    assert code == 2
    assert "Error: wins of each player are expected: 3 numbers, not 2, at position 13\n" in shown
    assert "\n" + " " * 15 + "^\n" in shown
    assert f"It was read as a state of: {gpscore.gps()}\n" in shown
    assert "--rules" in shown
    given = "gps players=1 spaces=6 satellites=3 face_up=2"
    code, shown = run("state", "choose 3 2 0 0 1@0,3@9+2", "--rules", given)
    assert code == 2
    assert f"It was read as a state of: {gpscore.parse_game(given)}\n".replace("\n", "") in shown
    assert "--rules" not in shown
    code, shown = run("state", "spin - 0 0 0 -+-", "--rules", "gps playerz=1")
    assert code == 2
    assert "Error: --rules: an option is expected: players, " in shown


def test_version():
    assert run("--version") == (0, f"gpscore {gpscore.__version__}\n")
    done = spawn("--version", code="import runpy; runpy.run_module('gpscore', run_name='__main__')")
    assert (done.returncode, done.stdout) == (0, f"gpscore {gpscore.__version__}\n")


# ---- what goes wrong ----


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "gps players=9"], "Error: players is 9; it must be 1 to 5 (G1)"),
        (["rules", "chess"], "Error: there is no game of that name"),
        (
            ["demo", "gps", "--players", "0"],
            "Error: --players: players is 0; it must be 1 to 5 (G1)",
        ),
        (["demo", "gps", "--spaces", "12"], "Error: --spaces: spaces is 12"),
        (["demo", "gps", "--face-up", "0"], "Error: --face-up: face_up is 0"),
        (["demo", "gps", "--spin", "1,2"], "Error: --spin: 2 spin weights"),
        (["play", "gps", "--resume", "no-such-file"], "Error: no-such-file: cannot be read: No"),
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
    assert done.stderr == "Error: players is 9; it must be 1 to 5 (G1)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["demo", "gps", "--seed", "-1"],
        ["demo", "gps", "--seed", str(2**64)],
        ["demo", "gps", "--policy", "grandmaster"],
        ["demo", "gps", "--policy", "steady", "--policy", "greedy"],
        ["demo", "gps", "--spin", "1,x"],
        ["play", "chess"],
        [*PAIR, "--policy", "grandmaster"],
        [*PAIR, "--seat", "-1"],
        [*PAIR, "--seat", "blue"],
        ["perft", "gps", "251"],
        ["play", "gps", "--resume", "x", "--seed", "1"],
        ["perft", "gps", "-1"],
        ["verify"],
    ],
)
def test_wrong_usage_exits_2(arguments):
    code, shown = run(*arguments)
    assert code == 2
    assert "Traceback" not in shown


def test_wrong_options_are_named():
    for arguments, words in (
        (
            ["demo", "gps", "--policy", "grandmaster"],
            "--policy: there is no bundled player 'grandmaster'",
        ),
        (
            ["demo", "gps", "--policy", "steady", "--policy", "greedy"],
            "--policy: given 2 times for 3",
        ),
        (["demo", "gps", "--spin", "1,x"], "--spin: '1,x' is neither"),
        (["demo", "gps", "--seed", "-1"], "--seed: -1 is not a number from 0 to 2**64 - 1"),
        (
            ["play", "--seat", "pink"],
            "--seat: there is no seat 'pink'; with --players 3 there are",
        ),
    ):
        _, shown = run(*arguments)
        assert words in " ".join(shown.split())


def test_ctrl_c_says_goodbye_and_writes_the_record(monkeypatch, tmp_path):
    file = tmp_path / "x.record"
    answers = iter(["3"])

    def interrupted():
        if (choice := next(answers, None)) is None:
            raise KeyboardInterrupt
        return choice

    monkeypatch.setattr("builtins.input", interrupted)
    code, shown = run(*PAIR, "--seed", 7, "--record", file)
    assert code == 130
    assert f"> \nGoodbye.\nThe record is in {file}\nGo on with: gpscore play gps" in shown
    assert GameRecord.parse(file.read_text("ascii")).replay().turn == 1
    code, shown = run(*PAIR, "--seed", 7)
    assert code == 130
    assert shown.endswith("The game was not saved; 'save FILE' does that before you leave.\n")


if sys.platform == "linux":

    def typed_at_a_terminal(arguments, *typed):
        """What the command shows and its status when *typed* is typed, each at a prompt."""
        master, slave = os.openpty()
        code = (
            "import os, sys; terminal = os.open(sys.argv[1], os.O_RDWR);"
            "[os.dup2(terminal, fd) for fd in range(3)];"
            "os.execv(sys.executable, [sys.executable, '-m', 'gpscore', *sys.argv[2:]])"
        )
        # Without a session of its own Ctrl-C would not reach it.
        child = subprocess.Popen(
            [sys.executable, "-c", code, os.ttyname(slave), *map(str, arguments)],
            start_new_session=True,
            env={**os.environ, "TERM": "xterm"},
        )
        shown = b""
        left = list(typed)
        seen = 0
        os.set_blocking(master, False)
        give_up = time.monotonic() + 30
        while child.poll() is None and time.monotonic() < give_up:
            try:
                shown += os.read(master, 65536)
            except BlockingIOError:
                time.sleep(0.01)
            if left and re.search(rb"> $", shown[seen:]):
                seen = len(shown)
                os.write(master, left.pop(0))
        child.kill()
        status = child.wait()
        try:
            while more := os.read(master, 65536):
                shown += more
        except OSError:
            pass
        os.close(slave)
        os.close(master)
        return status, shown.decode().replace("\r\n", "\n")

    def test_ctrl_c_at_a_terminal(tmp_path):
        file = tmp_path / "x.record"
        status, shown = typed_at_a_terminal(
            ["play", "--seed", 7, "--record", file], b"3\n", b"\x03"
        )
        assert status == 130
        assert "\nGoodbye.\n" in shown
        assert GameRecord.parse(file.read_text("ascii")).replay().turn == 1

    def test_lines_can_be_edited_at_a_terminal():
        pytest.importorskip("readline")
        status, shown = typed_at_a_terminal(
            ["play", "--seed", 7], b"34\x1b[D\x7f\n", b"\x1b[A\n", b"quit\n"
        )
        assert status == 0
        assert "Red places 4 at 28" in shown
        # What was typed before comes back, and is put to the game again.
        assert "satellite 4 already stands at space 28" in shown

    @pytest.mark.rule("R5")
    def test_people_at_one_terminal_do_not_find_each_others_choices_in_its_history():
        arguments = ["play", "--seat", "red", "--seat", "green", "--seed", 7]
        status, shown = typed_at_a_terminal(arguments, b"3\n", b"\x1b[A\n", b"\x04")
        assert status == 0
        assert "Green> 3" not in shown


@pytest.mark.parametrize("name", ["typer", "rich"])
def test_without_the_extra_one_line_says_how_to_get_it(name):
    done = spawn(
        "demo",
        "gps",
        code=f"sys.modules[{name!r}] = None; from gpscore.cli import main; sys.exit(main())",
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "The command gpscore needs Typer and Rich: pip install typer rich\n"


def test_main_returns_the_status(capsys):
    assert main(["rules", "gps"]) == 0
    assert capsys.readouterr().out == str(gpscore.gps()) + "\n"
    assert main(["rules", "gps players=9"]) == 2


# ---- help ----

COMMANDS = (
    *("demo", "play", "verify", "convert", "audit", "perft", "bench", "signature", "rules"),
    "state",
)


def test_help_is_whole_and_in_the_usual_notation():
    code, shown = run("-h")
    assert (code, shown) == run("--help")
    assert "..." not in shown.split("Commands:")[1]
    for command in COMMANDS:
        assert re.search(rf"^  {command} +[A-Z].*\.$", shown, re.M)
        code, text = run(command, "-h")
        assert code == 0
        assert (code, text) == run(command, "--help")
        assert not re.search(r"[<{}]|x<=|x>=", text)
        assert max(map(len, text.splitlines())) <= 80
        assert not re.search(r"Default: |\[default: [^\]]*\]\s*\[default", text)


def test_help_tells_the_defaults():
    for command, players in (("demo", "3 in gps, 2 in solar"), ("play", "3 in gps, 2 in solar")):
        shown = " ".join(run(command, "-h")[1].split())
        for option, default in (
            ("players", players), ("spaces", 36), ("satellites", 12), ("face-up", 3), ("wins", 1),
            ("turn-limit", 0), ("spin", "uniform"), ("policy", "steady"), ("seed", "a random one"),
        ):  # fmt: skip
            assert re.search(rf"--{option} [A-Z]+ [^\[]*\[default: {default}\]", shown), option


def test_the_readme_shows_every_command():
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"\ngpscore {command} " in readme
