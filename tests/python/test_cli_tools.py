"""``gpscore perft``, ``bench`` and ``signature``: threads, bars, Ctrl-C and JSON."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import gpscore
from gpscore.cli import bench
from gpscore.cli.app import app

SIGNATURE = Path(__file__).parents[1] / "data" / "signature.txt"
SMALL = "gps players=2 spaces=6 satellites=3"


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def run(*arguments):
    """The command in this process: exit status, standard output and error, without a traceback."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], prog_name="gpscore")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def spawn(*arguments, code="", **environment):
    """The command in a process of its own, after *code*."""
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    program = f"import sys; {code or None}; from gpscore.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**plain, **environment},
        timeout=120,
        check=False,
    )


# ---- perft ----


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_perft_with_threads(threads):
    code, out, _ = run("perft", SMALL, 7, "--threads", threads)
    assert (code, out) == (0, f"perft 7: {gpscore.parse_game(SMALL).initial_state().perft(7)}\n")


@pytest.mark.parametrize("text", [SMALL, "gps players=1 spaces=4 satellites=3", "solar"])
@pytest.mark.parametrize("divide", [[], ["--divide"]])
def test_perft_counts_alike_with_a_bar(text, divide):
    plain = spawn("perft", text, 7, *divide)
    shown = spawn("perft", text, 7, *divide, FORCE_COLOR="1")
    assert plain.returncode == shown.returncode == 0
    assert plain.stdout == shown.stdout
    assert "\x1b" not in plain.stderr
    assert "perft 7" in shown.stderr
    assert re.fullmatch(r"\d+\.\d{3} s, \d+\.\d M/s\n", plain.stderr)


def test_perft_warns_of_what_takes_long(monkeypatch, capsys):
    from gpscore.cli import tools

    state = gpscore.parse_game("gps players=1").initial_state()
    tools._warn(state, 50)
    said = " ".join(capsys.readouterr().err.split())
    found = re.fullmatch(
        r"perft 50 counts about 10\^(\d+) sequences, which takes longer than anybody waits; "
        r"Ctrl-C ends it",
        said,
    )
    assert 30 < int(found[1]) < 100
    tools._warn(state, 4)
    tools._warn(gpscore.parse_game("gps players=1 turn_limit=1").initial_state(), 60)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("threads", ["0", "257", "-1", "two"])
def test_perft_with_threads_that_cannot_be(threads):
    code, _, error = run("perft", "gps", 3, "--threads", threads)
    assert code == 2
    assert "must be 1 to 256" in error or "is not a whole number" in error


def test_perft_too_deep_says_so_with_a_bar_too():
    for environment in ({}, {"FORCE_COLOR": "1"}):
        done = spawn("perft", "gps", 65, **environment)
        assert done.returncode == 2
        assert "depth is 65; it must be 0 to 64" in done.stderr


if sys.platform != "win32":

    @pytest.mark.parametrize("color", [{}, {"FORCE_COLOR": "1"}])
    @pytest.mark.parametrize(
        "arguments",
        [
            ["perft", "gps", "30"],
            ["perft", "gps", "30", "--divide", "--threads", "2"],
            ["bench"],
        ],
    )
    def test_ctrl_c_ends_long_runs(arguments, color):
        # Bench is slow here, so that it cannot be over before the signal.
        code = (
            "import signal, threading, gpscore.cli.bench as bench; bench._SLICE = 1; "
            "threading.Timer(1.5, signal.raise_signal, [signal.SIGINT]).start()"
        )
        done = spawn(*arguments, code=code, **color)
        assert done.returncode == 130
        assert done.stdout == ""
        assert "Traceback" not in done.stderr


# ---- signature ----


def test_signature():
    parts = SIGNATURE.read_text(encoding="ascii")
    whole = parts.splitlines()[-1].split()[0]
    assert run("signature") == (0, f"{whole}\n", "")
    assert run("signature", "--parts", "--threads", 2) == (0, parts, "")
    for kernel in gpscore.gps().batch_kernels:
        assert run("signature", "--kernel", kernel)[1] == f"{whole}\n"


def test_signature_of_a_kernel_that_is_not_there():
    code, out, error = run("signature", "--kernel", "sse9")
    assert (code, out) == (2, "")
    assert error.startswith("Error: kernel is 'sse9'; it must be one of")


# ---- bench ----


@pytest.fixture
def brief(monkeypatch):
    monkeypatch.setattr(bench, "_SLICE", 0.0005)
    monkeypatch.setattr(bench, "LANES", 128)


@pytest.mark.usefixtures("brief")
def test_bench_prints_a_table():
    code, out, _ = run("bench")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert out.startswith(f"gpscore {gpscore.__version__}, Python ")
    for heading in (
        "single states from Python: gps players=3",
        "inside the engine: solar players=2",
    ):
        assert f"\n{heading}\n" in out
    for kernel in gpscore.gps().batch_kernels:
        assert f"\nbatch of 128, {kernel}: gps players=5\n" in out
    for row in (
        "apply, undo",
        "playouts by steady, decisions",
        "perft",
        "play by greedy, decisions",
    ):
        assert re.search(rf"^  {row}.* [\d,.]+ (ns|M/s)$", out, re.M), row


@pytest.mark.usefixtures("brief")
def test_bench_prints_json():
    code, out, _ = run("bench", "--json", "--threads", 2)
    assert code == 0
    report = json.loads(out)
    assert report["gpscore"] == gpscore.__version__
    assert report["threads"] == 2
    assert len(report["figures"]) > 30
    for figure in report["figures"]:
        assert set(figure) == {"group", "name", "value", "unit"}
        assert figure["value"] > 0
        assert figure["unit"] in ("ns", "M/s")


@pytest.mark.usefixtures("brief")
def test_bench_refuses_threads_that_cannot_be():
    code, _, error = run("bench", "--threads", 0)
    assert code == 2
    assert "threads is 0; it must be 1 to 256" in error
