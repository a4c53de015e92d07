"""The frontend of examples/terminal.py, which is written by docs/frontends.md alone."""

import ast
import contextlib
import importlib.util
import os
import random
import re
import sys
from pathlib import Path

import pytest

import gpscore

if sys.platform != "win32":
    import pty

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "terminal.py"


@pytest.fixture(scope="module")
def terminal():
    spec = importlib.util.spec_from_file_location("terminal_example", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Person:
    """Types what is offered, at random, and now and then something else."""

    def __init__(self, seed, words=()):
        self.rng = random.Random(seed)
        self.words = list(words)
        self.lines = []
        self.offered = 0

    def say(self, line):
        self.lines.append(line)
        found = re.fullmatch(r" +(\d+) .*", line)
        if found:
            self.offered = int(found[1])

    def ask(self, prompt):
        if self.words:
            return self.words.pop(0)
        return str(self.rng.randint(1, max(self.offered, 1)))


@pytest.mark.parametrize(
    ("rules", "humans"),
    [
        ("gps players=2 spaces=8 satellites=4 face_up=2 wins=2 turn_limit=40", [0]),
        ("gps players=3 spaces=9 satellites=3 turn_limit=20", [0, 2]),
        ("solar players=2", [0]),
        ("solar players=3 organisations=xenolab,helion,orbital_dynamics", [0, 1]),
    ],
)
def test_a_whole_game_is_played_by_what_is_offered(terminal, rules, humans):
    game = gpscore.parse_game(rules)
    seats = ["human" if seat in humans else "greedy" for seat in range(game.players)]
    table = gpscore.Table(game, seats=seats, seed=3)
    person = Person(1)
    terminal.play(table, person.ask, person.say)
    assert table.state.is_terminal
    assert person.lines[-1].startswith("won by ")
    said = "\n".join(person.lines)
    assert "illegal" not in said
    assert ("pushed" in said or "rode" in said) if game.name == "solar" else "spun: space" in said


def small(seats=None, **options):
    game = gpscore.gps(2, spaces=9, satellites=4, face_up=2)
    return gpscore.Table(game, seats=seats, seed=1, **options)


def typed(terminal, table, *words):
    """All that is said when these words are typed."""
    person = Person(1, [*words, "quit"])
    terminal.play(table, person.ask, person.say)
    return "\n".join(person.lines)


@pytest.mark.rule("R4", "G5")
def test_what_is_not_possible_is_told_in_words(terminal):
    table = small()
    before = table.state.to_bytes()
    said = typed(terminal, table, "why 9cw", "9cw", "77", "0", "undo", "retract", "undo 5")
    assert "there is no satellite 9; the satellites are 1 to 4 (G1)" in said
    assert "9cw is illegal for player 0" in said
    assert "there is no 77 in the list, which ends at 2" in said
    assert "there is no 0 in the list" in said
    assert said.count("player 0 has nothing to take back") == 2
    assert "'5' is no person here; there are 0, 1" in said
    assert table.state.to_bytes() == before


@pytest.mark.parametrize("rules", ["gps players=2", "solar players=2"])
@pytest.mark.parametrize("text", ["zzz", "3cx", "why zzz", "1 2", "\u0663", "-1", "7" * 50 + "cw"])
def test_what_is_no_action_is_told_by_what_is_one(terminal, rules, text):
    """And by nothing that only chance does."""
    table = gpscore.Table(gpscore.parse_game(rules), seed=1)
    legal = table.see(table.waiting_for[0]).view()["legal"]["0"]
    said = typed(terminal, table, text)
    told = next(line for line in said.splitlines() if line.startswith(repr(text)))
    assert told == f"{text!r} is no action; say a number of the list, {legal[0]}, or help"
    assert not re.search("spin|up:|shuffle|position", told)


def test_words_at_the_prompt(terminal):
    table = small()
    said = typed(terminal, table, "help", "?", "show", "", "back", "why")
    for word in ("back", "why", "undo", "show", "quit"):
        assert said.count(f"\n  {word}") == 2
    assert said.count("turn 1, choose") == 2
    assert said.count("  1 satellite") == 7
    assert "cw is legal" in said
    for word in ("quit", "exit", "q"):
        assert typed(terminal, table, word).count("turn 1, choose") == 1


def test_where_one_way_is_left_there_is_one_question(terminal):
    table = gpscore.Table(gpscore.solar(2), seed=3, seats=["human", "greedy"])
    said = typed(terminal, table, "1")
    # No question before it.
    assert "    1 tuck a card: 1 credit now, and in each later round (1 card)\n    2 tuck" in said
    assert "  1 launch: launch a probe from Earth (2 credits)" in said
    assert table.see(0).view()["players"][0]["probes"] == []
    typed(terminal, table, "1")
    assert len(table.see(0).view()["players"][0]["probes"]) == 1
    table = small(["human", "steady"])
    turn = table.state.turn
    said = typed(terminal, table, "1")  # first a satellite has one way, then two
    assert table.state.turn == turn + 1
    assert re.search(r"  1 satellite \d: to space \d", said)


def test_a_node_of_the_tree_is_entered_where_its_ways_part(terminal):
    leaf = {"action": 1, "label": "leaf"}
    one = {"label": "one", "children": [leaf]}
    two = {"label": "two", "children": [leaf, leaf]}
    assert [node["label"] for node in terminal.enter([one, two])] == ["one: leaf", "two"]
    assert terminal.enter([two]) == [leaf, leaf]
    assert terminal.enter([{"label": "all", "children": [two]}]) == [leaf, leaf]
    assert terminal.enter([{"label": "all", "children": [one]}])[0]["label"] == "all: one: leaf"


@pytest.mark.parametrize(
    "rules",
    [
        "gps",
        "gps players=5 spaces=64 satellites=16",
        "gps players=1 spaces=7 satellites=3",
        "solar",
    ],
)
def test_what_is_drawn_fits_a_terminal(terminal, rules):
    """In the course of a game; and those who have to act have a star, nobody else."""
    table = gpscore.Table(gpscore.parse_game(rules), seats=None, seed=2)
    for _ in range(60):
        view = table.see().view()
        drawn = terminal.draw(view)
        assert max(map(len, drawn.splitlines())) <= (80 if rules.startswith("gps") else 120)
        for seat in range(table.state.game.players):
            assert (f"player {seat}* " in drawn) == (seat in view["to_act"])
            assert (f"player {seat}  " in drawn) == (seat not in view["to_act"])
        if table.waiting_for:
            seat = table.waiting_for[0]
            table.act(seat, table.state.choose("greedy", seat))


@pytest.mark.rule("S5")
def test_the_screen_shows_what_is_needed_to_choose(terminal):
    game = gpscore.solar(2, trace_points=2)
    state = game.parse(
        "turn active=1 start=0 round=0 turns=1 discs=0,0,0 token=0 sectors=0 "
        "tiles=1:23/1:023/2:013/3:012 player0=score:1,credit:1,cards:2,probes:2.2 "
        "player1=score:4,traces:1+0+0,techs:1"
    )
    drawn = terminal.draw(state.view())
    assert "player 0  1 point, 1 credit, 2 cards, 0 energy, 0 publicity, 0 data" in drawn
    assert "player 1* 6 points, 0 credits" in drawn
    assert "techs: 1; 1 red trace; probes: 0 of 2" in drawn
    assert "techs: none; probes: 1 of 1" in drawn
    assert "tiles     tech 1: energy, tech 2: energy, tech 3: publicity, tech 4: a card" in drawn


def test_events_are_told_in_the_words_of_the_menus(terminal):
    """Spaces by ring and sector, planets by name, things counted as a person does."""
    table = gpscore.Table(gpscore.solar(2), seats=["human", "greedy"], seed=3)
    person = Person(4)
    terminal.play(table, person.ask, person.say)
    told = [line for line in person.lines if re.match("  [a-z]", line)]
    assert any(
        re.search(r"moved: .*from ring \d, sector \d, to ring \d, sector \d", x) for x in told
    )
    for line in told:
        assert not re.search(r"(origin|space|planet|moon) \d|\b1 (credit|card|point)s", line)
        assert not re.search(r"\b[02-9] (credit|card|point)\b", line)
    assert not re.search(r"\b1 (orbiter|lander)s", "\n".join(person.lines))


@pytest.mark.rule("R5")
def test_choices_are_taken_back_at_one_screen(terminal):
    table = small()
    said = typed(terminal, table, "1", "undo 0")
    assert "retracted: player 0" in said
    assert table.waiting_for == (0, 1)
    assert "chance has decided since (spin:" in typed(terminal, table, "1", "1", "undo")
    # An open choice is another matter than what has been done, whatever the policy is.
    strict = small(undo="strict")
    assert "retracted: player 0" in typed(terminal, strict, "1", "undo 0")
    assert "undo is strict at this table" in typed(terminal, strict, "1", "1", "undo")


@pytest.mark.rule("R5")
def test_what_was_typed_is_wiped_where_another_is_to_choose(terminal):
    wiped = []
    for seats, times in ((["human", "human"], 1), (["human", "steady"], 0)):
        wiped.clear()
        person = Person(1, ["1", "1", "quit"])
        terminal.play(small(seats), person.ask, person.say, lambda: wiped.append(1))
        assert len(wiped) == times


def test_players_have_one_name(terminal):
    """Their numbers, as in what the engine says."""
    for rules in ("gps players=2 spaces=9 satellites=4 turn_limit=9", "solar players=2"):
        table = gpscore.Table(gpscore.parse_game(rules), seats=["human", "greedy"], seed=3)
        person = Person(1)
        terminal.play(table, person.ask, person.say)
        said = "\n".join(person.lines)
        assert "player 0" in said
        assert not re.search(r"\b(Red|Green|Blue|seat)\b", said)


@pytest.mark.rule("R5")
def test_the_screen_of_one_does_not_show_the_choice_of_another(terminal):
    game = gpscore.gps(2, spaces=9, satellites=4, face_up=2)
    screens = []
    for number in ("1", "2"):
        table = gpscore.Table(game, seed=1)
        person = Person(1, [number, "quit"])
        terminal.play(table, person.ask, person.say)
        second = next(i for i, line in enumerate(person.lines) if line == "player 1:")
        screens.append(person.lines[second - 1 :])
    assert screens[0] == screens[1]
    assert "has chosen" in screens[0][0]


def test_the_command_line(terminal, monkeypatch, capsys):
    answers = iter(["help", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert terminal.main(["gps", "--players", "2", "--seed", "3"]) == 0
    assert "face up:" in capsys.readouterr().out
    assert terminal.main(["solar players=2 host=embedded", "--humans", "0", "1"]) == 2
    assert "error: an embedded game needs the host" in capsys.readouterr().err
    assert terminal.main(["chess"]) == 2
    assert "no game of that name" in capsys.readouterr().err
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    assert terminal.main(["solar"]) == 0
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(KeyboardInterrupt))
    assert terminal.main(["solar"]) == 130


@pytest.mark.parametrize("humans", [["5"], ["0", "3"], ["-1"], []])
def test_seats_that_are_not_there_are_refused(terminal, capsys, humans):
    with pytest.raises(SystemExit) as ended:
        terminal.main(["gps", "--players", "3", "--humans", *humans])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert (f"there is no player {humans[-1]}; they are 0 to 2" if humans else "--humans") in said


if sys.platform != "win32":

    def test_at_a_terminal():
        """A person who sees the screen alone: help, a choice that is wiped off, and the end."""
        pid, fd = pty.fork()
        if pid == 0:
            words = [sys.executable, str(FILE), "gps players=2 spaces=9 satellites=4"]
            os.execv(sys.executable, [*words, "--humans", "0", "1", "--seed", "3"])
        seen = b""
        for answer in (b"help", b"1", b"quit"):
            while not seen.endswith(b"> "):
                seen += os.read(fd, 4096)
            os.write(fd, answer + b"\n")
            seen += b"|"
        with contextlib.suppress(OSError):  # Linux tells the end so
            while more := os.read(fd, 4096):
                seen += more
        os.close(fd)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        before, wiped, after = seen.decode().partition("\033[2J\033[3J\033[H")
        assert "player 0, a number, or help> |help" in before
        assert "an action by its text" in before
        assert wiped
        assert "has chosen" in after
        assert "player 1, a number, or help> |quit" in after


def test_it_knows_no_rule():
    """It uses the table and views alone, and nothing of the state."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("table.state")
    }
    assert used == set()
    assert not re.search(r"\b[GRS]\d+\b", FILE.read_text(encoding="utf-8"))
