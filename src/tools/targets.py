"""The targets of a release: what is built where, and which of the wheels may be published.

    python src/tools/targets.py matrix              the jobs of the workflow, as JSON
    python src/tools/targets.py choose FROM TO      copy the wheels that may be published

``targets.toml``, beside this, has the table and says what it means.
"""

import json
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("targets.toml")


def targets() -> list[dict[str, Any]]:
    """The rows of the table, each with all its fields."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    common = {"pythons": table["pythons"], "abi3": table["abi3"]}
    rows = [{**common, **row} for row in table["target"]]
    for row in rows:
        built = {*row["pythons"], *(["abi3"] if row["abi3"] else [])}
        if unknown := sorted(set(row["tested"]) - built):
            sys.exit(f"error: {row['name']} is tested with {unknown}, for which nothing is built")
    return rows


def matrix() -> list[dict[str, Any]]:
    """The jobs: what cibuildwheel is told for each target.

    What was never tested has jobs of its own, as trials, which may fail.
    """
    systems = {"macosx": "macos", "win": "windows", "pyodide": "pyodide"}
    jobs: list[dict[str, Any]] = []
    for row in targets():
        system, _, arch = row["name"].partition("_")
        for trial in (False, True):
            pythons = [one for one in row["pythons"] if (one in row["tested"]) != trial]
            abi3 = row["abi3"] if ("abi3" in row["tested"]) != trial else []
            if pythons or abi3:
                jobs.append(
                    {
                        "name": row["name"] + ("-trial" if trial else ""),
                        "trial": trial,
                        "runner": row["runner"],
                        "platform": systems.get(system, "linux"),
                        "arch": arch.upper() if system == "win" else arch,
                        "build": " ".join(f"{python}-{row['name']}" for python in pythons),
                        "abi3": " ".join(f"{python}-{row['name']}" for python in abi3),
                    }
                )
    return jobs


def target_of(wheel: str) -> tuple[str, str]:
    """The target of a wheel, and its Python or "abi3", by its file's name.

    >>> target_of("gpscore-1.0-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl")
    ('manylinux_x86_64', 'cp313')
    """
    *_, abi, platform = wheel.removesuffix(".whl").split("-")
    first = platform.partition(".")[0]
    name = re.sub(r"^(manylinux|musllinux|macosx|pyemscripten|pyodide)_\d+_\d+_", r"\1_", first)
    name = name.replace("pyemscripten_", "pyodide_")
    return name, abi


def may_be_published(wheel: str) -> bool:
    name, python = target_of(wheel)
    for row in targets():
        if row["name"] == name:
            return python in row["tested"]
    sys.exit(f"error: {wheel} is of no target in {TABLE.name}")


def choose(source: Path, out: Path) -> None:
    """Copy what may be published, and say what may not."""
    kinds: dict[bool, list[Path]] = {True: [], False: []}
    for wheel in sorted(source.glob("*.whl")):
        kinds[may_be_published(wheel.name)].append(wheel)
    wanted = {(row["name"], python) for row in targets() for python in row["tested"]}
    if missing := sorted(wanted - {target_of(wheel.name) for wheel in kinds[True]}):
        words = ", ".join(f"{python} of {name}" for name, python in missing)
        sys.exit(f"error: these were tested once and are not here: {words}")
    out.mkdir(parents=True, exist_ok=True)
    for wheel in kinds[True]:
        shutil.copy2(wheel, out)
        print(f"to publish: {wheel.name}")
    for wheel in kinds[False]:
        print(f"untested, not published: {wheel.name}")


def main() -> None:
    match sys.argv[1:]:
        case ["matrix"]:
            print(json.dumps(matrix()))
        case ["choose", source, out]:
            choose(Path(source), Path(out))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
