"""The README's table of speed and its chart, made of what ``compare.py`` measured."""

import re
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from chart import Bar, chart

OWN = ("gpscore GPS, 3 players", "gpscore solar, 2 players")
BEGIN = "<!-- speed: make bench-peers writes from here -->\n"
END = "<!-- speed: to here -->\n"

WORDS = {
    "random games": "random games from Python, decisions",
    "a copy": "copies of a state, from Python",
    "a move and back": "moves applied and undone, from Python",
    "perft": "leaves of perft",
    "a picture": "pictures (SVG), from Python",
    "a position as text": "positions as text, written and read, from Python",
    "a ply of a record, written and read": "plies of records, written and read, from Python",
}


class Beside(NamedTuple):
    """A peer, with the figures of gpscore from the same run: millions a second."""

    title: str
    peer: str
    python: str
    speed: float
    own: dict[str, float]  # by name
    times: dict[str, float]  # own speed in units of the peer's: median of the rounds' ratios


def _speed(row: dict[str, Any]) -> float:
    return 1e3 / float(row["ns"])


def besides(reports: list[dict[str, Any]]) -> Iterator[Beside]:
    """Every peer once, from the first run that had it."""
    seen: set[tuple[str, str]] = set()
    titles = [group["title"] for group in reports[0]["groups"]]
    for title in titles:
        for report in reports:
            rows = next(group["rows"] for group in report["groups"] if group["title"] == title)
            own = [row for row in rows if row["name"].startswith(OWN)]
            for row in rows:
                if row["name"].startswith("gpscore") or (title, row["name"]) in seen:
                    continue
                seen.add((title, row["name"]))
                times = {
                    one["name"]: statistics.median(
                        peer / mine for peer, mine in zip(row["times"], one["times"], strict=True)
                    )
                    for one in own
                }
                speeds = {one["name"]: _speed(one) for one in own}
                yield Beside(title, row["name"], report["python"], _speed(row), speeds, times)


def _figure(beside: Beside, prefix: str) -> str:
    """What gpscore has beside a peer: the first of its rows, which does what the peer does."""
    name = next((name for name in beside.own if name.startswith(prefix)), None)
    if name is None:
        return "-"
    return f"{_digits(beside.own[name])} ({_digits(beside.times[name])} times)"


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(reports: list[dict[str, Any]]) -> str:
    """Markdown: a row for each peer."""
    lines = [
        "| millions a second, one thread | peer | GPS, 3 players | solar, 2 players | Python |",
        "|---|---|---|---|---|",
    ]
    for beside in besides(reports):
        work = WORDS.get(beside.title, f"{beside.title}, decisions")
        version = ".".join(beside.python.split(".")[:2])
        figures = " | ".join(_figure(beside, prefix) for prefix in OWN)
        lines.append(f"| {work} | {beside.peer}: {_digits(beside.speed)} | {figures} | {version} |")
    return "\n".join(lines) + "\n"


def figure(reports: list[dict[str, Any]]) -> str:
    """The chart. Peers of later runs stand where their ratio to GPS puts them in the first one."""
    drawn = []
    for group in reports[0]["groups"]:
        title = group["title"]
        bars = [
            Bar(row["name"], _speed(row), True)
            for row in group["rows"]
            if row["name"].startswith(OWN) and "by chance_outcomes" not in row["name"]
        ]
        base = bars[0]
        for beside in besides(reports):
            if beside.title == title:
                bars.append(Bar(beside.peer, base.value / beside.times[base.name], False))
        drawn.append((WORDS.get(title, f"{title}, decisions"), bars))
    return chart("gpscore beside its peers: millions a second, one thread, logarithmic", drawn)


def write(reports: list[dict[str, Any]], folder: Path, readme: Path) -> str:
    """Write ``speed.md`` and ``speed.svg`` and the README's part; the table."""
    text = table(reports)
    (folder / "speed.md").write_text(text, encoding="utf-8")
    (folder / "speed.svg").write_text(figure(reports), encoding="utf-8")
    before = readme.read_text(encoding="utf-8")
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    after, found = re.subn(pattern, lambda _: BEGIN + text + END, before, flags=re.DOTALL)
    if found != 1:
        raise ValueError(f"{readme} has no one place for the table of speed")
    readme.write_text(after, encoding="utf-8")
    return text
