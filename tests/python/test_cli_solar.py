"""The command line shows the solar system as the core tells it, and knows no rule of it."""

import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest
from typer.testing import CliRunner

import gpscore
from gpscore.cli import solar_show
from gpscore.cli.app import app
from gpscore.record import GameRecord

NAMES = ("Red", "Green", "Blue", "White")
# As the board is read: clockwise from the top, ring 1 innermost.
NORTH_TO_NORTHWEST = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def run(*arguments, stdin=None):
    """The command in this process: exit status and output, which must hold no traceback."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin, prog_name="gpscore")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def played(game, seed, policy="steady"):
    """The game as the demo plays it, state by state with the action that led to it."""
    state = game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            action = state.resolve_chance(seed)
        else:
            action = state.choose(policy, seed=seed)
            state.apply(action)
        yield state, action


def last(game, seed, policy="steady"):
    return list(played(game, seed, policy))[-1][0]


def joined(shown):
    """Text without its line breaks, so that what is folded is found."""
    return " ".join(shown.split())


def rows_of(shown, heading):
    """The 18 lines of the board below a heading."""
    lines = shown[shown.index(heading) :].splitlines()
    return lines[1:19]


def cell_of(rows, space, cell):
    """The two lines of a space, found by where a person would look for it."""
    ring, x = divmod(space, 8)
    right, down = ((ring + 1) * step for step in NORTH_TO_NORTHWEST[x])
    at = slice((4 + right) * cell, (5 + right) * cell)
    return tuple(rows[2 * (4 + down) + line][at].rstrip() for line in (0, 1))


# ---- demo ----


def test_demo_tells_the_game_that_the_seed_gives():
    code, shown = run("demo", "solar", "--seed", 7, "--no-speed")
    assert code == 0
    assert run("demo", "solar", "--seed", 7, "--no-speed") == (0, shown)
    assert run("demo", "solar", "--seed", 8, "--no-speed") != (0, shown)
    assert shown.endswith("The same game again: gpscore demo solar --seed 7\n")
    assert max(map(len, shown.splitlines())) <= 80
    text = joined(shown)

    counted = Counter()
    for state, _ in played(gpscore.solar(), 7):
        for event in state.events:
            counted[event.kind] += 1
            who = None if event.player is None else NAMES[event.player]
            if event.kind == "launched":
                here = f"{event.space // 8 + 1}.{event.space % 8}"
                assert f"{who} launches a probe at {here} (Earth) for 2 credits" in text
            elif event.kind == "orbited":
                assert f"orbits {state.game.planets[event.planet].title()}" in text
            elif event.kind == "landed_moon":
                assert f"lands on {state.game.moons[event.moon].title()} for" in text
            elif event.kind == "tech":
                assert f"takes tech {event.tech}: +" in text
            elif event.kind == "round":
                assert f"Round {event.number + 1} of 5: {NAMES[state.start_player]} begins" in text
    planets, moons = (
        "|".join(map(str.title, names)) for names in (state.game.planets, state.game.moons)
    )
    told = {
        "launched": "launches a probe", "orbited": rf"orbits (?:{planets})(?: first)? for",
        "landed": rf"lands on (?:{planets})\b", "landed_moon": rf"lands on (?:{moons}) for",
        "first_orbit": r"orbits \w+ first for", "data_space": r", data space \d, for",
        "tech": "takes tech", "passed": r"\w passes", "lapsed": "no card for the income",
    }  # fmt: skip
    for kind, words in told.items():
        assert len(re.findall(words, text)) == counted[kind] > 0, kind
    for turn in range(1, state.turn + 1):
        assert len(re.findall(rf"^Turn {turn} +(?:Red|Green) ", shown, re.M)) == 1
    points = ", ".join(f"{NAMES[seat]} {state.points(seat)}" for seat in range(2))
    assert (
        f"\n{NAMES[state.winners[0]]} wins after {state.turn} turns. Points: {points}.\n" in shown
    )


@pytest.mark.rule("S6", "S7", "S8", "S9", "S12", "S13")
def test_demo_adds_up():
    """Moves, their prices and what they bring, rides and pushes are those of the events."""
    game = gpscore.solar(players=4)
    options = ("--players", 4, "--seed", 2, "--policy", "uniform", "--no-speed")
    text = joined(run("demo", "solar", *options)[1])
    text = text[: text.index("The end")]
    steps = publicity = energy = in_hand = 0
    for way, price, gain in re.findall(
        r"moves (\d\.\d(?: > \d\.\d)+)(?: \(\w+\))?(?: for ([^;:]*))?((?:: [^;]*)?)", text
    ):
        steps += way.count(">")
        publicity += sum(map(int, re.findall(r"\+(\d+) publicity", gain)))
        energy += sum(map(int, re.findall(r"(\d+) energy", price)))
        in_hand += sum(map(int, re.findall(r"(\d+) moves? in hand", price)))
    seen = Counter()
    for state, action in played(game, 2, "uniform"):
        moving = state.action_to_string(action).startswith("move:")
        for event in state.events:
            seen[event.kind] += 1
            if event.kind == "moved":
                seen["moves"] += event.number
            elif moving and event.kind == "publicity":
                seen["earned"] += event.number
            elif moving and event.kind == "spent":
                seen["energy"] += event.number
    assert seen["moved"] == steps > 20
    assert seen["earned"] == publicity > 2
    assert seen["energy"] == energy
    assert seen["moves"] - seen["energy"] == in_hand > 0
    # What the next rotation would do is told beside the board as well.
    told = re.sub(r"The next rotation: .*?(?=Turn \d+ )", "", text)
    for kind, verb in (("rode", "rides"), ("pushed", "gets pushed")):
        assert len(re.findall(rf"\b{verb}(?: with \d probes)? \d\.\d > \d\.\d", told)) == seen[kind]
    assert seen["rode"] > 0
    assert seen["pushed"] > 0


@pytest.mark.parametrize("columns", [20, 40, 61, 80, 120])
def test_the_board_fits_the_terminal_and_shows_each_space_once(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    code, shown = run("demo", "solar", "--seed", 7, "--players", 3, "--no-speed")
    assert code == 0
    told = shown.splitlines()
    assert max(map(len, told[:-1])) <= max(columns, 40)  # the command to repeat it is one line
    width = min(max(columns, 40) // 9, 10)
    boards = 0
    for state, _ in played(gpscore.solar(3), 7):
        if boards == 5 or state.phase != "turn" or state.round < boards:
            continue
        boards += 1
        rows = rows_of(shown, f"Round {boards} of 5")
        for space in range(32):
            upper, lower = cell_of(rows, space, width)
            content = state.content(space)
            name = {"empty": ".", "asteroid": ":::", "comet": "comet"}.get(content, content.title())
            assert upper == name[: width - 1]
            here = [Counter(state.player(seat).probes)[space] for seat in range(3)]
            letters = "".join("RGB"[seat] + str(n) * (n > 1) for seat, n in enumerate(here) if n)
            number = f"{space // 8 + 1}.{space % 8}"
            # Where both do not fit, the probes stand alone.
            assert lower == (f"{number} {letters}" if letters else number) or (
                width < 8 and lower == letters
            )
        assert rows[8][4 * width :].startswith("Sun")
    assert boards == 5


def test_a_crowded_space_stays_in_its_cell(monkeypatch):
    game = gpscore.solar(players=4, embedded=True)
    state = game.initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(1) if state.is_chance else state.legal_actions()[0])
    for seat, number in enumerate((7, 2, 1, 3)):
        for _ in range(number):
            state.apply(gpscore.effects.put(seat, space=12), gpscore.HOST)
    for columns, letters in ((80, "R7G2BW3"), (40, "RGBW"), (120, "R7G2BW3")):
        monkeypatch.setenv("COLUMNS", str(columns))
        rows = [line.plain for line in solar_show.board(state)]
        assert cell_of(rows, 12, min(columns // 9, 10))[1].endswith(letters)
        assert max(map(len, rows)) <= columns


def test_who_has_what_is_as_in_the_state():
    shown = run("demo", "solar", "--seed", 7, "--no-speed")[1]
    end = shown[shown.index("The end") :]
    state = last(gpscore.solar(), 7)
    assert "       points credits energy cards publicity data  techs\n" in end
    for seat in range(2):
        has = state.player(seat)
        row = [state.points(seat), has.credits, has.energy, has.cards, has.publicity, has.data]
        assert re.search(
            rf"^{NAMES[seat]} +" + " +".join(map(str, [*row, *has.techs])) + "$", end, re.M
        )
    text = joined(end)
    assert "Red: has passed; orbits Venus x2 and Uranus; landed on Callisto and Titania;" in text
    assert "landed on Mercury x2, Ganymede and Triton; tucked 2 for energy; 2 yellow traces" in text
    assert state.moon_owner("titania") == 0
    assert state.landers("mercury")[1] == 2


def test_demo_of_both_games_is_one_of_each():
    code, both = run("demo", "--seed", 7, "--no-speed")
    assert code == 0
    assert both == "\n".join(
        run("demo", name, "--seed", 7, "--no-speed")[1] for name in ("gps", "solar")
    )


def test_demo_without_a_game_says_which_options_need_one():
    for options, words in (
        (["--spaces", "20"], "--spaces: only gps has this option: gpscore demo gps"),
        (["--pluto", "red"], "--pluto: only solar has this option: gpscore demo solar"),
        (["--record", "x.record"], "--record: a record holds one game; say which"),
    ):
        code, shown = run("demo", *options)
        assert code == 2
        assert words in joined(shown)
        assert "is played by" not in shown


def test_demo_says_how_to_see_it_again():
    options = ["--players", 4, "--rounds", 2, "--pluto", "green,3", "--policy", "uniform"]
    options += ["--organisations", "turing,orbital_dynamics,none,xenolab"]
    code, shown = run("demo", "solar", "--no-speed", *options)
    assert code == 0
    again = re.search(r"The same game again: gpscore (.*)", shown)[1]
    assert "--pluto green,white" in again
    assert run(*again.split(), "--no-speed") == (0, shown)
    assert "Green: Orbital Dynamics" in shown


def test_demo_on_a_board_of_ones_own(tmp_path):
    form = gpscore.SolarBoard.standard().to_dict()
    form["planets"][2]["orbit"] = [{"score": 9}]
    file = tmp_path / "board.json"
    file.write_text(json.dumps(form), "utf-8")
    options = ["--seed", 3, "--trace-points", 2, "--signal-points", 1, "--no-push-tech2"]
    code, shown = run("demo", "solar", "--board", file, "--no-speed", *options)
    assert code == 0
    game = gpscore.solar(board=form, trace_points=2, signal_points=1, push_tech2=False)
    # A board has no blanks, so that its text is folded anywhere.
    assert game.rules.replace(" ", "") in "".join(shown.split())
    again = re.search(r"The same game again: gpscore (.*)", shown)[1]
    assert again.endswith("--trace-points 2 --signal-points 1 --no-push-tech2 --board FILE")
    assert run(*again.removesuffix("FILE").split(), file, "--no-speed") == (0, shown)


def test_files_that_hold_no_board(tmp_path):
    file = tmp_path / "board.json"
    for text, words in (
        ("[]", "a board is an object with keys"),
        ("{", "a board is not read: no JSON"),
        ('{"layers": {}}', "planets: this key is missing"),
    ):
        file.write_text(text, "utf-8")
        code, shown = run("play", "solar", "--board", file)
        assert code == 2
        assert words in joined(shown)
        assert file.name in shown
    for path in (tmp_path / "nothing.json", tmp_path, os.devnull):
        code, shown = run("play", "solar", "--board", path)
        assert code == 2
        assert "cannot be read" in joined(shown)


def test_demo_writes_a_record_that_verifies(tmp_path):
    file = tmp_path / "solar.record"
    code, shown = run("demo", "solar", "--seed", 9, "--record", file, "--no-speed")
    assert code == 0
    assert f"Its record is in {file}" in shown
    record = GameRecord.parse(file.read_text("ascii"))
    assert record.tags == {"seed": "9", "player0": "steady", "player1": "steady"}
    state = record.replay()
    assert state == last(gpscore.solar(), 9)
    winner = NAMES[state.winners[0]]
    assert run("verify", file) == (
        0,
        f"{file}: ok, {state.turn} turns, {len(record.plies)} plies, won by {winner}\n",
    )
    file.write_text(file.read_text("ascii").replace(" 0:launch ", " 0:research ", 1))
    code, shown = run("verify", file)
    assert code == 1
    assert "(R7)" in shown


def test_without_a_terminal_output_is_plain_and_no_color_is_kept():
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}

    def spawn(**environment):
        code = "import sys; from gpscore.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", code, "demo", "solar", "--seed", "7", "--no-speed"]
        done = subprocess.run(
            command, capture_output=True, text=True, env={**plain, **environment}, check=True
        )
        return done.stdout

    assert spawn() == run("demo", "solar", "--seed", 7, "--no-speed")[1]
    assert "\x1b[31mRed" in spawn(FORCE_COLOR="1")
    assert "\x1b[31mRed" not in spawn(FORCE_COLOR="1", NO_COLOR="1")


def test_demo_measures_its_speed():
    line = run("demo", "solar", "--seed", 1)[1].splitlines()[-1]
    assert re.fullmatch(r"Speed: .* decisions a second, one thread, steady players", line)


# ---- play ----


def prompts(shown):
    return len(re.findall(r"^(?:Red|Green)> $", shown, re.M))


def test_play_by_text_and_by_number(tmp_path):
    file = tmp_path / "x.record"
    typed = "income:energy\n1\nend\n3\norbit venus\n"
    code, shown = run("play", "solar", "--seed", 7, "--record", file, stdin=typed)
    assert code == 0
    assert max(map(len, shown[: shown.index("Goodbye.")].splitlines())) <= 80
    assert "Goal: the most points after the last round." in shown
    assert "    1 income:credit  tuck a card for credits: +1 credit\n" in shown
    assert "    1 launch     launch a probe at 1.6 (Earth) for 2 credits\n" in shown
    assert "  Probe at 1.6 (Earth):\n" in shown
    assert "move:1.6>ccw  move 1.6 > 1.5 (comet) for 1 energy: +1 publicity\n" in shown
    assert re.search(r"^Turn 2 +Green launches a probe", shown, re.M)
    state = GameRecord.parse(file.read_text("ascii")).replay()
    mine = [state.action_to_string(action) for seat, action in state.history if seat == 0]
    # The third of the list in the second turn, then a choice that is not legal yet.
    assert mine == ["income:energy", "launch", "end", "move:1.6>out"]
    assert "(S14)" in shown
    assert prompts(shown) == 6


def test_numbers_are_those_of_the_list_that_was_shown():
    """Each number does what its line says, whatever the group it stands in."""
    state = gpscore.solar(2).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[1])
    state.apply(state.parse_action("launch"))
    legal = {state.action_to_string(action) for action in state.legal_actions()}
    shown = run("play", "solar", "--seed", 7, stdin="2\nlaunch\n")[1]
    listed = shown.split("can choose:")[-1]
    offered = dict(re.findall(r"(?:^|  ) *(\d+) ([a-z]+(?:[-:][^ \n]+)?)(?= |$)", listed, re.M))
    assert set(offered.values()) == legal
    for number, text in offered.items():
        shown = run("play", "solar", "--seed", 7, stdin=f"2\nlaunch\nwhy {number}\nwhy {text}\n")[1]
        assert shown.count(f"{text} is legal: ") == 2
    for number in ("0", str(len(offered) + 1), "9999"):
        shown = run("play", "solar", "--seed", 7, stdin=f"2\nlaunch\n{number}\n")[1]
        assert f"That is no choice: the list goes from 1 to {len(offered)}." in shown


@pytest.mark.rule("S6", "S7", "S14")
def test_play_says_why_not():
    typed = "2\nwhy orbit venus\nwhy move:1.5>cw\nwhy launch\nwhy\nnonsense\nlaunch\nlaunch\n"
    code, shown = run("play", "solar", "--seed", 7, stdin=typed)
    assert code == 0
    assert "(S14)" in shown
    assert "Red has no probe at ring 1, sector 5 (S6)" in shown
    assert "launch is legal: launch a probe at 1.6 (Earth) for 2 credits" in shown
    assert "Why what? Say for example: why move:1.5>cw" in shown
    assert "That is no choice: there is no choice 'nonsense'. Type help." in shown
    assert "the main action of this turn is used (S7)" in shown


def test_play_says_what_a_choice_lacks():
    typed = "2\nland\nmove:\nincome:gold\nmove:1.6>up\norbit pluton\nquit\n"
    shown = re.sub(r"\s+", " ", run("play", "solar", "--seed", 7, stdin=typed)[1])
    for said in (
        "land lacks something; land is written such as land:p4.",
        "move: lacks something; move is written such as move:1.5>cw.",
        "'gold' does not fit there; income is written such as income:credit.",
        "'up' does not fit there; move is written such as move:1.5>cw.",
        "'pluton' does not fit there; orbit is written such as orbit:p4.",
    ):
        assert f"That is no choice: {said}" in shown


def test_play_takes_back():
    typed = "undo\n2\nlaunch\nmove 1.6 > cw\nundo\nend\nundo\nmove 1.6 > ccw\n"
    code, shown = run("play", "solar", "--seed", 7, stdin=typed)
    assert code == 0
    assert "You have made no choice yet that could be taken back." in shown
    first, moved, ended = shown.split("Taken back.")
    assert "Red moves 1.6 > 1.7 for 1 energy" in first
    # Only the move is taken back, then only the end of the turn with what Green did after it.
    assert "1.6 R " in moved
    assert "Green launches" in moved
    assert "Turn 1, round 1 of 5" in ended
    assert re.search(r"^Turn 1 +Red moves 1\.6 > 1\.5 \(comet\)", ended, re.M)


def test_show_planets_and_help():
    code, shown = run("play", "solar", "--seed", 7, stdin="show\nplanets\nhelp\nquit\n3\n")
    assert code == 0
    assert len(re.findall(r"^4\.5 .*4\.3$", shown, re.M)) == 2
    assert "p2 Venus at 1.4: orbit 6 points and 1 income; land 5 points and 1 yellow" in shown
    assert "first orbiter (3 points)" in shown
    assert "m7 Titania: 25 points" in shown
    assert "Pluto" not in shown
    assert "take back your previous choice" in shown
    assert shown.count("Goal: ") == 2
    assert prompts(shown) == 4
    assert "p8 Pluto beyond the rings" in run("play", "solar", "--pluto", "red", stdin="planets")[1]


def test_a_saved_game_goes_on_as_it_would_have(tmp_path):
    file, whole, rest = (tmp_path / name for name in ("eve.record", "whole.record", "rest.record"))
    choices = ["2", "launch", "end", "move:1.6>ccw", "move:1.5>ccw", "orbit:p2", "2", "end", "pass"]
    start = ("play", "solar", "--seed", 7, "--policy", "greedy")
    assert run(*start, "--record", whole, stdin="\n".join(choices))[0] == 0
    code, shown = run(*start, stdin="\n".join([*choices[:5], f"save {file}", "quit"]))
    assert code == 0
    assert f"Saved in {file}" in shown
    assert shown.endswith(f"Go on with: gpscore play solar --resume {file}\n")
    for game in (["solar"], []):
        options = ["--resume", file, "--record", rest]
        code, shown = run("play", *game, *options, stdin="\n".join(choices[5:]))
        assert code == 0
        assert "Green is played by greedy" in shown
        assert "Red orbits Venus first for 1 credit and 1 energy: +9 points" in shown
        assert rest.read_bytes() == whole.read_bytes()
    assert run("verify", file)[0] == 0
    code, shown = run("play", "gps", "--resume", file)
    assert code == 2
    assert "holds another game than gps" in shown


def test_a_game_is_played_to_its_end(tmp_path):
    """The bundled player's own choices, typed by a person, give the bundled player's game."""
    game = gpscore.solar(2, rounds=2)
    state = last(game, 5)
    typed = [state.action_to_string(action) for seat, action in state.history if seat == 0]
    file = tmp_path / "end.record"
    code, shown = run(
        "play", "solar", "--rounds", 2, "--seed", 5, "--record", file, stdin="\n".join(typed) + "\n"
    )
    assert code == 0
    assert prompts(shown) == len(typed)
    result = re.search(
        r"^(?:Red|Green|Red and Green) wins? after (\d+) turns\. Points: ", shown, re.M
    )
    assert int(result[1]) == state.turn
    assert shown.endswith(f"> \nGoodbye.\nThe record is in {file}\n")
    assert GameRecord.parse(file.read_text("ascii")).replay() == state
    code, shown = run("play", "--resume", file, stdin=f"show\nwhy 1\nundo\n{typed[-1]}\n")
    assert code == 0
    assert "The play is over; say undo, save FILE, show or quit." in shown
    assert shown.count(f"after {state.turn} turns. Points: ") == 2


def test_two_people_and_no_bundled_player():
    code, shown = run(
        "play",
        "solar",
        "--seat",
        "red",
        "--seat",
        "green",
        "--seed",
        7,
        stdin="1\n3\nlaunch\nend\n",
    )
    assert code == 0
    assert re.findall(r"^(Red|Green)> $", shown, re.M) == ["Red", "Green", "Red", "Red", "Green"]
    assert "Setup    Green tucks a card for cards: +1 card" in shown


@pytest.mark.rule("R9", "R11")
def test_organisations_are_named():
    options = ("--organisations", "turing,orbital_dynamics", "--seat", "red", "--seat", "green")
    typed = "1\n1\n1\n1\norg:2\norg\npass\norg\nmove:1.5>cw\norg-done\n"
    code, shown = run("play", "solar", "--seed", 7, *options, stdin=typed)
    assert code == 0
    assert "use Turing for tech 1\n" in shown
    assert "Red uses Turing for tech 2" in shown
    assert "Red: Turing (used in this round)" in shown
    assert "Setup    Green begins with a probe at 1.6 (Earth), 2 times" in shown
    assert "org-done  end the moves of Orbital Dynamics\n" in shown
    assert "Green ends the moves of Orbital Dynamics" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "there is no game 'chess'; there are gps and solar"),
        (["play", "solar", "--wins", "2"], "--wins: this is no option of solar"),
        (["play", "gps", "--rounds", "2"], "--rounds: this is no option of gps"),
        (["play", "solar", "--rounds", "99"], "Error: --rounds: rounds is 99"),
        (["play", "solar", "--players", "5"], "Error: --players: players is 5"),
        (["play", "solar", "--pluto", "red", "--players", "9"], "Error: --players: players is 9"),
        (
            ["play", "solar", "--pluto", "blue"],
            "--pluto: there is no seat 'blue'; with --players 2",
        ),
        (["play", "solar", "--organisations", "esa,none"], "there is no organisation 'esa'"),
        (["play", "solar", "--organisations", "turing"], "Error: --organisations: 1 organisations"),
        (["play", "solar", "--seat", "blue"], "there is no seat 'blue'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, words):
    code, shown = run(*arguments)
    assert code == 2
    assert words in joined(shown)


def test_an_embedded_game_is_not_resumed(tmp_path):
    file = tmp_path / "embedded.record"
    state = gpscore.solar(embedded=True).initial_state()
    file.write_text(GameRecord.from_state(state, seed=1, player0="human").to_text(), "ascii")
    code, shown = run("play", "--resume", file)
    assert code == 2
    assert "its game is embedded in another one" in joined(shown)


# ---- the small commands ----


def test_rules_state_and_perft():
    game = gpscore.solar(players=3, rounds=2)
    assert run("rules", "solar players=3 rounds=2") == (0, f"{game}\n")
    assert gpscore.solar().initial_state().perft(2) == 64
    code, shown = run("perft", "solar", 2, "--divide")
    assert code == 0
    assert re.findall(r"^align:\d 8$", shown, re.M) == [f"align:{x} 8" for x in range(8)]
    assert "perft 2: 64\n" in shown
    code, shown = run("state", "solar")
    assert code == 0
    assert "chance: 8 outcomes" in shown
    assert "The next rotation" not in shown

    state = game.initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
    code, shown = run("state", str(state), "--rules", str(game))
    assert code == 0
    lines = shown.splitlines()
    assert lines[:2] == [str(state), f"hash {state.hash:016x}"]
    assert [line.plain for line in solar_show.position(state)] == lines[2:-1]
    assert "The next rotation: disc 1 turns" in shown
    legal = " ".join(map(state.action_to_string, state.legal_actions()))
    assert lines[-1] == f"Red can choose: {legal}"
    assert run("perft", str(state), 2, "--rules", str(game))[1].startswith(
        f"perft 2: {state.perft(2)}\n"
    )


def test_state_of_a_host_that_is_due():
    state = gpscore.solar(embedded=True).initial_state()
    while not state.is_host:
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
        if state.phase == "turn":
            state.apply(state.parse_action("pass"))
    code, shown = run("state", str(state), "--rules", str(state.game))
    assert code == 0
    assert shown.splitlines()[-1] == "the host can choose: e:resolved"
    code, shown = run("perft", str(state), 1, "--divide", "--rules", str(state.game))
    assert code == 0
    assert shown.startswith("e:resolved 1\nperft 1: 1\n")
