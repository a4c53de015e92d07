"""What a release is built for, and that nothing is published whose tests were never run."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("targets", ROOT / "src" / "tools" / "targets.py")
targets = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(targets)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WHEELS = {
    "gpscore-1.0-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl": (
        "manylinux_x86_64",
        "cp313",
    ),
    "gpscore-1.0-cp312-abi3-manylinux_2_28_aarch64.whl": ("manylinux_aarch64", "abi3"),
    "gpscore-1.0-cp314-cp314t-musllinux_1_2_x86_64.whl": ("musllinux_x86_64", "cp314t"),
    "gpscore-1.0-cp311-cp311-macosx_11_0_arm64.whl": ("macosx_arm64", "cp311"),
    "gpscore-1.0-cp315-cp315t-win_arm64.whl": ("win_arm64", "cp315t"),
    "gpscore-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl": ("pyodide_wasm32", "cp314"),
}


def table(tmp_path, monkeypatch, text):
    path = tmp_path / "targets.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(targets, "TABLE", path)


@pytest.mark.parametrize(("name", "known"), WHEELS.items())
def test_a_wheel_is_known_by_its_name(name, known):
    assert targets.target_of(name) == known
    row = next(row for row in targets.targets() if row["name"] == known[0])
    assert targets.may_be_published(name) == (known[1] in row["tested"])


def test_every_target_is_built_and_only_what_was_tested_is_no_trial():
    rows = targets.targets()
    systems = {"manylinux": 2, "musllinux": 2, "macosx": 2, "win": 2, "pyodide": 1}
    assert sorted(row["name"].partition("_")[0] for row in rows) == sorted(
        system for system, count in systems.items() for _ in range(count)
    )
    built = {}
    for job in targets.matrix():
        name = job["name"].removesuffix("-trial")
        assert job["trial"] == job["name"].endswith("-trial")
        for one in job["build"].split():
            assert built.setdefault((name, one.partition("-")[0]), job["trial"]) == job["trial"]
        if job["abi3"]:
            built[name, "abi3"] = job["trial"]
    for row in rows:
        for python in [*row["pythons"], *(["abi3"] if row["abi3"] else [])]:
            assert built.pop((row["name"], python)) == (python not in row["tested"])
    assert built == {}


def test_what_was_never_tested_is_not_chosen(tmp_path, monkeypatch, capsys):
    table(
        tmp_path,
        monkeypatch,
        """
        pythons = ["cp312", "cp313", "cp314t"]
        abi3 = ["cp312"]
        target = [
            { name = "manylinux_x86_64", runner = "one", tested = ["cp313", "abi3"] },
            { name = "win_amd64", runner = "two", tested = [] },
        ]
        """,
    )
    built, chosen = tmp_path / "built", tmp_path / "chosen"
    built.mkdir()
    good = {
        "gpscore-1-cp313-cp313-manylinux_2_28_x86_64.whl",
        "gpscore-1-cp312-abi3-manylinux_2_28_x86_64.whl",
    }
    bad = {
        "gpscore-1-cp312-cp312-manylinux_2_28_x86_64.whl",
        "gpscore-1-cp314-cp314t-manylinux_2_28_x86_64.whl",
        "gpscore-1-cp313-cp313-win_amd64.whl",
        "gpscore-1-cp312-abi3-win_amd64.whl",
    }
    for name in good | bad:
        (built / name).touch()
    targets.choose(built, chosen)
    assert {path.name for path in chosen.iterdir()} == good
    assert set(re.findall(r"untested, not published: (\S+)", capsys.readouterr().out)) == bad
    (built / min(good)).unlink()
    with pytest.raises(SystemExit, match="tested once and are not here: abi3 of manylinux_x86_64"):
        targets.choose(built, tmp_path / "again")
    (built / "gpscore-1-cp313-cp313-win32.whl").touch()
    with pytest.raises(SystemExit, match="of no target"):
        targets.choose(built, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_what_is_not_built_cannot_be_tested(tmp_path, monkeypatch):
    table(
        tmp_path,
        monkeypatch,
        """
        pythons = ["cp313"]
        abi3 = []
        target = [{ name = "win_amd64", runner = "one", tested = ["abi3", "cp313"] }]
        """,
    )
    with pytest.raises(SystemExit, match=r"win_amd64 is tested with \['abi3'\]"):
        targets.targets()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_their_hash(path):
    used = re.findall(r"uses: *(\S+)(.*)", path.read_text(encoding="utf-8"))
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), action


def test_only_what_was_chosen_is_published():
    (text,) = [path.read_text(encoding="utf-8") for path in WORKFLOWS if path.stem == "wheels"]
    jobs = dict(
        re.findall(r"^  (\w+):\n((?:(?:    .*)?\n)+)", text.partition("\njobs:\n")[2], re.M)
    )
    assert "python src/tools/targets.py matrix" in jobs["sdist"]
    assert "fromJSON(needs.sdist.outputs.jobs)" in jobs["wheels"]
    assert "python src/tools/targets.py choose built chosen" in jobs["choose"]
    assert re.findall(r"name: (\S+)\n +path: dist", jobs["publish"]) == ["sdist", "chosen"]
    assert [name for name, job in jobs.items() if "id-token" in job] == ["publish"]


def test_the_tests_of_a_wheel_have_all_that_is_committed():
    """What cibuildwheel and `make wheels` lay beside the tests is there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sources = project["tool"]["cibuildwheel"]["test-sources"]
    assert {"tests", "src", "docs", "pyproject.toml"} <= set(sources)
    assert [part for part in sources if not (ROOT / part).exists()] == []
