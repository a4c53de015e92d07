"""Files and streams of the command: odd names, odd kinds, and what cannot be read or written."""

import io
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
import threading

import pytest

import gpscore
from gpscore.cli import files, main
from gpscore.cli.files import FileError, check_target, load, named, save
from gpscore.record import GameRecord

COMMAND = "import sys; from gpscore.cli import main; sys.exit(main())"
WINDOWS = sys.platform == "win32"
GAMES = pytest.mark.parametrize("game", ["gps", "solar"])
#: Everything that a terminal, Rich or a reader could take for something else.
NAMES = ["[red]z.rec", "[/b].rec", "player 1.rec", "\u00e9\u4e2d\U0001f6f0.rec", "-x.rec"]
if not WINDOWS:  # where these are the names of no files
    NAMES += [":cat:.rec", "a b'c\".rec", "two\nlines.rec", "\x1b[31mred.rec", "back\\slash.rec"]


@pytest.fixture
def run(monkeypatch, capsys):
    """The command in this process: exit status, output and errors."""

    def call(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return call


def spawn(*arguments, stdin=b"", **environment):
    """The command in a process of its own; output as bytes, without a traceback."""
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return quiet(
        subprocess.run(
            [sys.executable, "-c", COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            env={**plain, **environment},
            timeout=60,
            check=False,
        )
    )


def quiet(done):
    """What a process has done, after a look for tracebacks."""
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done


def record(game="gps", seed=3):
    """A record that play can go on from."""
    state = {"gps": gpscore.gps(2), "solar": gpscore.solar(2)}[game].initial_state()
    while state.is_chance:
        state.resolve_chance(seed)
    return GameRecord.from_state(state, seed=seed, player0="human", player1="steady")


# ---- names


@pytest.mark.parametrize("name", NAMES)
@GAMES
def test_names_of_files_are_shown_as_they_are(tmp_path, run, name, game):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    shown = named(file)
    assert shown.isprintable()
    if name.isprintable():
        assert shown == str(file)
    _, out, _ = run("demo", game, "--seed", 1, "--no-speed", "--record", file)
    assert f"\nIts record is in {shown}\n" in out
    assert load(file).replay().is_terminal
    status, out, _ = run("verify", file)
    assert (status, out.count("\n")) == (0, 1)
    assert out.startswith(f"{shown}: ok, ")
    _, out, _ = run("play", game, "--seed", 1, "--record", file)
    assert f"\nThe record is in {shown}\n" in out
    assert f"--resume {named(shlex.quote(str(file)))}\n" in out
    if "\n" not in name:
        _, out, _ = run("play", game, "--seed", 1, stdin=f"save {file}\n".encode())
        assert f"\nSaved in {shown}\n" in out
    file.write_text("no record")
    status, out, _ = run("verify", file)
    assert status == 1
    assert out.startswith(f"{shown}: line 1: this is no game record")
    status, _, err = run("play", "--resume", file)
    assert status == 2
    assert err.startswith(f"Error: {shown}: line 1: this is no game record")


if sys.platform == "linux":

    @pytest.mark.parametrize(
        ("name", "spoken"),
        [
            (b"\xff\xfe.rec", {"PYTHONIOENCODING": "utf-8:strict"}),
            ("\u00e9\u20ac.rec".encode(), {"PYTHONIOENCODING": "ascii:strict"}),
            (b"\xff\xc3\xa9.rec", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
        ],
        ids=["bytes", "ascii", "locale"],
    )
    def test_output_takes_names_of_any_bytes(tmp_path, name, spoken):
        file = os.fsencode(tmp_path) + b"/" + name
        done = spawn("play", "gps", "--seed", "1", stdin=b"save " + file + b"\n", **spoken)
        assert done.returncode == 0
        assert b"Saved in " in done.stdout
        assert [os.fsencode(path.name) for path in tmp_path.iterdir()] == [name]
        done = spawn("verify", file, file + b"x", **spoken)
        assert done.returncode == 2
        assert re.search(rb"rec: ok, .*\n.*recx: cannot be read: No such file", done.stdout)
        done = spawn("play", "--resume", file + b"x", **spoken)
        assert done.stderr.startswith(b"Error: ")


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (".", "is no file that could hold a record"),
        ("", "is no file that could hold a record"),
        ("/", "is no file that could hold a record"),
        ("..", "is no file that could hold a record"),
        (os.devnull, "cannot be written: " if WINDOWS else "is no file that could hold a record"),
        ("x" * 5000, "cannot be written: "),
        ("no/such/folder", "cannot be written: No such file or directory"),
    ],
)
@GAMES
def test_targets_that_can_hold_no_record(tmp_path, monkeypatch, run, target, words, game):
    monkeypatch.chdir(tmp_path)
    for command in (["demo", game, "--no-speed"], ["play", game]):
        status, out, err = run(*command, "--seed", 1, "--record", target)
        assert status == 2
        assert words in err
        assert err.count("\n") == 1
        assert "Turn 1" not in out
        assert "Setup" not in out
    if target:
        status, out, _ = run("play", game, "--seed", 1, stdin=f"save {target}\n".encode())
        assert status == 0
        assert words in out
    assert list(tmp_path.iterdir()) == []


def test_names_that_no_file_can_have(tmp_path, run):
    for call in (check_target, lambda path: save(path, record()), load):
        for name in ("a\0b",) if WINDOWS else ("a\0b", "\ud800"):
            with pytest.raises(FileError, match="no file can have this name") as caught:
                call(tmp_path / name)
            assert str(caught.value).isprintable()
    status, out, _ = run("play", "gps", "--seed", 1, stdin=b"save a\0b\nsave\nquit\n")
    assert status == 0
    assert "no file can have this name" in out
    assert "Save where?" in out


# ---- saving


def test_saving_spares_what_lies_beside(tmp_path):
    file = tmp_path / "game.record"
    beside = [tmp_path / name for name in (
        "game.record.part", f".game.record.{os.getpid()}", "game.record~", "game.record.tmp",
    )]  # fmt: skip
    for other in beside:
        other.write_text("mine")
    check_target(file)
    assert not file.exists()
    save(file, record())
    save(file, record(seed=4))
    assert load(file) == record(seed=4)
    assert sorted(tmp_path.iterdir()) == sorted([file, *beside])
    assert {other.read_text() for other in beside} == {"mine"}


def test_what_cannot_be_finished_leaves_all_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "game.record"
    save(file, record())
    before = file.read_bytes()

    def full(self, place):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(file), "replace", full)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        save(file, record(seed=4))
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
    # A name that is taken after all is nobody's to remove.
    monkeypatch.setattr(files.secrets, "token_hex", lambda size: "taken")
    taken = tmp_path / ".taken.gpscore"
    taken.write_text("mine")
    for call in (check_target, lambda path: save(path, record())):
        with pytest.raises(FileError, match="cannot be written: File exists"):
            call(file)
    assert taken.read_text() == "mine"


if not WINDOWS:

    def test_saving_goes_through_links_and_keeps_the_mode(tmp_path):
        place, link = tmp_path / "place.record", tmp_path / "link.record"
        link.symlink_to(place)
        check_target(link)
        save(link, record())
        assert link.is_symlink()
        assert load(place) == record()
        place.chmod(0o640)
        save(link, record(seed=4))
        assert link.is_symlink()
        assert load(link) == record(seed=4)
        assert stat.S_IMODE(place.stat().st_mode) == 0o640
        new = tmp_path / "new.record"
        umask = os.umask(0o027)
        try:
            save(new, record())
        finally:
            os.umask(umask)
        assert stat.S_IMODE(new.stat().st_mode) == 0o640
        loop = tmp_path / "loop"
        loop.symlink_to(loop)
        for call in (check_target, lambda path: save(path, record()), load):
            with pytest.raises(FileError, match="symbolic links"):
                call(loop)
        assert loop.is_symlink()

    def test_pipes_and_devices_hold_no_record(tmp_path):
        pipe, link = tmp_path / "pipe", tmp_path / "link"
        os.mkfifo(pipe)
        link.symlink_to(pipe)
        for path in (pipe, link):
            for call in (check_target, lambda path: save(path, record())):
                with pytest.raises(FileError, match="is no file that could hold a record"):
                    call(path)
            with pytest.raises(FileError, match="cannot be read: it is no regular file"):
                load(path)
        assert pipe.is_fifo()
        assert link.is_symlink()
        done = spawn("verify", str(pipe), os.devnull, "/dev/zero", str(tmp_path))
        assert done.returncode == 2
        lines = done.stdout.decode().splitlines()
        assert [line.partition(": ")[2] for line in lines] == [
            *["cannot be read: it is no regular file"] * 3, "cannot be read: Is a directory",
        ]  # fmt: skip

    def test_a_pipe_on_standard_input_is_read():
        read, write = os.pipe()
        text = record().to_text().encode()
        thread = threading.Thread(target=lambda: (os.write(write, text), os.close(write)))
        thread.start()
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "verify", "-"],
            stdin=read,
            capture_output=True,
            timeout=60,
            check=False,
        )
        os.close(read)
        thread.join()
        assert done.stdout.startswith(b"-: ok, ")


def test_there_is_a_bound_to_what_is_read(tmp_path, monkeypatch, run):
    file = tmp_path / "game.record"
    save(file, record())
    size = file.stat().st_size
    monkeypatch.setattr(files, "LIMIT", size)
    assert load(file) == record()
    monkeypatch.setattr(files, "LIMIT", size - 1)
    with pytest.raises(FileError, match="is no record: it has more than 0 MiB"):
        load(file)
    monkeypatch.undo()
    with file.open("r+b") as huge:
        huge.truncate(files.LIMIT + 1)
    status, out, _ = run("verify", file)
    assert status == 2
    assert "is no record: it has more than 64 MiB" in out


# ---- streams


@GAMES
def test_input_that_is_no_text(game):
    done = spawn("play", game, "--seed", "1", stdin=b"\xff\xfe\n\x80save\nwhy \xc3\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count(b"That is no choice") == 3
    assert done.stdout.endswith(b"does that before you leave.\n")
    done = spawn("verify", "-", stdin=b"\xff\xfe")
    assert done.returncode == 1
    assert done.stdout.startswith(b"-: line 1: ")


if not WINDOWS:

    def shell(line):
        return quiet(
            subprocess.run(
                ["/bin/sh", "-c", line, "sh", sys.executable, "-c", COMMAND],
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=60,
                check=False,
            )
        )

    def test_input_that_is_closed():
        for game in ("gps", "solar"):
            done = shell(f'"$@" play {game} --seed 1 <&-')
            assert done.returncode == 0
            assert done.stdout.endswith(b"does that before you leave.\n")
        done = shell('"$@" verify - <&-')
        assert done.returncode == 2
        assert done.stdout == b"-: cannot be read: standard input is closed\n"

    @pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
    def test_output_that_is_closed(closed):
        assert shell(f'"$@" demo gps --seed 1 --no-speed {closed}').returncode == 0
        assert shell(f'"$@" rules chess {closed}').returncode == 2

    def test_output_that_nobody_reads():
        done = shell('"$@" demo gps --seed 1 --no-speed | head -n 1')
        assert done.stdout.startswith(b"gps players=3")
        assert done.stderr == b""

    @pytest.mark.parametrize(
        "arguments", ["demo gps --seed 1 --no-speed", "rules gps", "-h", "render gps", "play gps"]
    )
    def test_the_command_ends_as_others_do_when_nobody_reads(arguments):
        """By the signal that a closed pipe sends, without a word."""
        done = subprocess.Popen(
            [sys.executable, "-c", f"import time; time.sleep(0.5); {COMMAND}", *arguments.split()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        done.stdout.close()
        assert done.stderr.read() == b""
        done.stderr.close()
        assert done.wait(60) == -signal.SIGPIPE


if sys.platform == "linux":

    @pytest.mark.parametrize(
        "arguments",
        ["rules gps", "demo gps --seed 1 --no-speed", "verify none", "-h", "play gps --seed 1"],
    )
    def test_output_that_is_full(arguments):
        done = shell(f'"$@" {arguments} > /dev/full')
        assert done.returncode == 2
        assert done.stderr == b"Error: input or output failed: No space left on device\n"

    def test_errors_that_cannot_be_told():
        assert shell('"$@" rules gps > /dev/full 2>&1').returncode == 2
        assert shell('"$@" rules chess 2> /dev/full').returncode == 2


def test_the_streams_of_a_caller_are_left_as_they_were(capsys):
    before = [stream.errors for stream in (sys.stdout, sys.stderr)]
    assert main(["rules", "gps"]) == 0
    assert [stream.errors for stream in (sys.stdout, sys.stderr)] == before
    capsys.readouterr()


# ---- numbers and columns


@pytest.mark.parametrize(
    "number", ["1_0", "\u0663", "+3", " 3", "3 ", "0x3", "1e1", "3.0", "9" * 40]
)
@pytest.mark.parametrize("option", ["seed", "players", "spaces", "turn-limit", "rounds"])
def test_numbers_are_plain_digits(capsys, number, option):
    game = "solar" if option == "rounds" else "gps"
    for command in ("demo", "play"):
        assert main([command, game, f"--{option}", number]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert f"--{option}" in err
        assert "is not a whole number" in err
    assert main(["perft", "gps", number]) == 2
    assert "is not a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["1_0,3", "1,\u0663", "1,,2", "1, 2", "+1,2", "", ",", "1,2,"])
def test_weights_are_plain_digits(capsys, text):
    assert main(["demo", "gps", "--seed", "1", "--spin", text]) == 2
    assert "is neither" in capsys.readouterr().err
    weights = ["0,1,2", "--spaces", "3", "--satellites", "2", "--face-up", "2"]
    assert main(["demo", "gps", "--seed", "1", "--no-speed", "--spin", *weights]) == 0
    assert "spin=0,1,2" in capsys.readouterr().out
    assert main(["demo", "gps", "--spin=-1,2"]) == 2
    assert "Error: --spin: " in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["0", "-5", "1", "", "wide", "\u0663", "1_0"])
@GAMES
def test_odd_widths_show_everything(monkeypatch, run, columns, game):
    monkeypatch.setenv("COLUMNS", "40")
    _, usual, _ = run("demo", game, "--seed", 7, "--no-speed")
    monkeypatch.setenv("COLUMNS", columns)
    status, out, _ = run("demo", game, "--seed", 7, "--no-speed")
    assert status == 0
    assert len(out.split()) > 0.8 * len(usual.split()) > 300
    _, _, err = run("rules", "gps players=9")
    assert err == "Error: players is 9; it must be 1 to 5 (G1)\n"
    _, out, err = run("perft", game, 2)
    assert out.startswith("perft 2: ")
    assert re.search(r" s, [0-9.]+ M/s\n$", err)
    _, out, _ = run("verify", "none")
    assert out == "none: cannot be read: No such file or directory\n"


def test_names_of_players_change_in_sentences_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["verify", "player 1: player 0"]) == 2
    assert capsys.readouterr().out.startswith("player 1: player 0: cannot be read")
    assert main(["play", "--resume", "players 0 and 1"]) == 2
    assert capsys.readouterr().err.startswith("Error: players 0 and 1: cannot be read")
