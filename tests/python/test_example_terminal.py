"""The frontend of examples/terminal.py, which is written by docs/frontends.md alone."""

import ast
import importlib.util
import random
import re
from pathlib import Path

import pytest

import gpscore

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


@pytest.mark.rule("R4", "G5")
def test_what_is_not_possible_is_told_in_words(terminal):
    game = gpscore.gps(2, spaces=9, satellites=4, face_up=2)
    table = gpscore.Table(game, seed=1)
    legal = table.see(0).view()["legal"]["0"]
    words = ["why 9cw", "9cw", "nonsense", "77", "1", "back", "retract", "undo", legal[0], "quit"]
    person = Person(1, words)
    terminal.play(table, person.ask, person.say)
    said = "\n".join(person.lines)
    assert "there is no satellite 9; the satellites are 1 to 4 (G1)" in said
    assert "9cw is illegal for player 0" in said
    assert "an action is expected" in said
    assert "there is no 77" in said
    assert "has no open choice to take back (R5)" in said
    assert "player 0 has nothing to take back" in said
    assert table.waiting_for == (1,)


@pytest.mark.rule("R5")
def test_the_screen_of_one_does_not_show_the_choice_of_another(terminal):
    game = gpscore.gps(2, spaces=9, satellites=4, face_up=2)
    screens = []
    for number in ("1", "2"):
        table = gpscore.Table(game, seed=1)
        person = Person(1, [number, "1", "quit"])
        terminal.play(table, person.ask, person.say)
        second = next(i for i, line in enumerate(person.lines) if line == "player 1:")
        screens.append(person.lines[second - 2 :])
    assert screens[0] == screens[1]
    assert "has chosen" in screens[0][1]


def test_the_command_line(terminal, monkeypatch, capsys):
    answers = iter(["quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert terminal.main(["gps", "--players", "2", "--seed", "3"]) == 0
    assert "face up:" in capsys.readouterr().out
    assert terminal.main(["chess"]) == 2
    assert "no game of that name" in capsys.readouterr().err
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    assert terminal.main(["solar"]) == 0


def test_it_knows_no_rule():
    """It uses the table and views alone: of a state nothing but the reading of an action's text."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "table.state"
    }
    assert used == {"parse_action"}
    assert not re.search(r"\b[GRS]\d+\b", FILE.read_text(encoding="utf-8"))
