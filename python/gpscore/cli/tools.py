"""Small commands for any game: verify records, count positions, print rules, states, signatures."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Annotated, cast, get_args

import typer
from rich.text import Text

import gpscore
from gpscore import GpsState, Kernel, RecordError, SolarState, State
from gpscore.cli import progress, show, solar_show
from gpscore.cli.files import FileError, check_target, load, named, save
from gpscore.cli.options import Threads, seat_named, whole

# perft goes branch by branch, for its bar, only above so many plies, into so many branches.
_BRANCHED = 4
_BRANCHES = 100
_DEEPEST = 64  # what is deeper the library refuses
_TRIED = 0.05  # seconds of a count by which deeper ones are judged
_LONG = 30.0  # seconds that nobody is warned of

Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="RULES",
        show_default=False,
        help="Rules of a state that is given as text. [default: gps, with all its defaults]",
    ),
]
Position = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        show_default=False,
        help='Rules, such as "gps players=2" or "solar", for their initial state; or the text of '
        "a state.",
    ),
]


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Game records; - is standard input."),
    ],
    fair: Annotated[
        bool,
        typer.Option(
            "--fair", help="Also draw all chance again: commitment, nonces, every outcome."
        ),
    ] = False,
) -> None:
    """Replay records; check every move and every hash.

    Exit status: 1 when a record does not verify, 2 when a file cannot be read.
    """
    out = show.console()
    status = 0
    for file in files:
        try:
            record = load(file)
            dealt = _dealt(file, record) if fair else ""
        except FileError as error:
            status = max(status, 2 if error.reason == "record_file" else 1)
            said = Text(show.by_colour(error.said), style="red")
            out.print(Text(f"{error.file}: ") + said, soft_wrap=True)
            continue
        state = record.state_at(len(record.plies))
        ending = "unfinished"
        if state.is_terminal:
            ending = f"won by {show.names(state.winners) if state.winners else 'nobody'}"
        out.print(
            f"{named(file)}: ok, {state.turn} turns, {len(record.plies)} plies, {ending}{dealt}",
            soft_wrap=True,
        )
    if status:
        raise typer.Exit(status)


def _dealt(file: Path, record: gpscore.GameRecord) -> str:
    """What is said of the chance of a record that was dealt fairly.

    :raises FileError: it was not.
    """
    from gpscore import fair  # only here is cryptography asked for

    try:
        report = fair.verify(record)
    except RecordError as error:
        raise FileError(file, f"is not shown to be fair: {error}", error.reason) from None
    mixed = f"nonces of {show.names(report.nonces)}" if report.nonces else "no player's nonce"
    return f", chance is fair ({report.draws} draws, {mixed})"


def convert(
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help="A game record; - is standard input.")
    ],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="TARGET",
            help="Where to write; a name in .gpsr means bytes, others text; it is said which.",
        ),
    ],
    viewer: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="SEAT",
            show_default=False,
            help="Only what a seat may see, such as red, or public. [default: all]",
        ),
    ] = None,
    recover: Annotated[
        bool, typer.Option("--recover", help="Of a damaged record, what is good before the fault.")
    ] = False,
) -> None:
    """Write a record as text or bytes, whole or in part.

    Exit status: 1 when it was damaged and the rest was written, 2 when nothing was.
    """
    check_target(target)
    damage = None
    try:
        record = load(source)
    except FileError as error:
        if recover and error.reason != "record_file" and error.record is None:
            lost = "; nothing can be recovered, as the rules and the start stand in what is damaged"
            raise FileError(source, error.said + lost, error.reason) from None
        if not (recover and error.record):
            raise
        damage, record = error, error.record
    if viewer is not None:
        seat = None if viewer == "public" else seat_named(viewer, record.game.players, "--for")
        record = record.for_player(seat)
    form = "bytes" if save(target, record) else "text"
    out = show.console()
    if damage is not None:
        said = Text(show.by_colour(damage.said), style="red")
        out.print(Text(f"{damage.file}: ") + said, soft_wrap=True)
    out.print(f"{named(target)}: {len(record.plies)} plies written as {form}", soft_wrap=True)
    if damage is not None:
        raise typer.Exit(1)


def perft(
    position: Position,
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", parser=whole, help="Plies; chance events count as plies."),
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Also the count below each legal action.")
    ] = False,
    threads: Threads = 1,
    rules: Rules = "gps",
) -> None:
    """Count the sequences of DEPTH plies from a position.

    Every legal action and every chance outcome is a branch. Players who choose at once choose in
    the order of the seats, one ply each.
    """
    state = read_position(position, rules)
    out = show.console()
    _warn(state, depth)
    begin = time.perf_counter()
    if _BRANCHED < depth <= _DEEPEST and progress.shown():
        counts = _count(state, depth, threads)
    elif divide and depth > 0:
        counts = state.perft_divide(depth, threads=threads)
    else:
        counts = {gpscore.CHANCE: state.perft(depth, threads=threads)}
    seconds = time.perf_counter() - begin
    if divide and depth > 0:
        for action, nodes in counts.items():
            out.print(f"{state.action_to_string(action)} {nodes}")
    total = sum(counts.values())
    out.print(f"perft {depth}: {total}")
    # On standard error, so that the counts alone can be compared.
    rate = f", {total / seconds / 1e6:.1f} M/s" if seconds > 0 else ""
    show.console(stderr=True).print(f"{seconds:.3f} s{rate}", style=show.DIM)


def _warn(state: State, depth: int) -> None:
    """Say on standard error what will take long, judging by what less deep counts have taken."""
    nodes, seconds, ways, reached = 1, 0.0, 1.0, 0
    while reached < depth - 1 and seconds < _TRIED and depth <= _DEEPEST:
        reached += 1
        begin = time.perf_counter()
        found = state.perft(reached)
        seconds = time.perf_counter() - begin
        if found == 0:
            return
        # Two plies together, as chance and choices take turns.
        ways = ways**0.5 * (found / nodes) ** 0.5
        nodes = found
    more = depth - reached
    if seconds < _TRIED or math.log(seconds) + more * math.log(ways) < math.log(_LONG):
        return
    digits = math.log10(nodes) + more * math.log10(ways)
    days = math.log10(seconds / 86400) + more * math.log10(ways)
    length = "days" if days < 3 else "longer than anybody waits"
    length = "minutes or hours" if days < 0 else length
    show.console(stderr=True).print(
        f"perft {depth} counts about 10^{digits:.0f} sequences, which takes {length}; "
        "Ctrl-C ends it",
        style=show.DIM,
    )


def _count(state: State, depth: int, threads: int) -> dict[int, int]:
    """``perft_divide`` branch by branch, which shows how far it is."""
    counts = dict.fromkeys(state.legal_actions(), 0)
    branches = [(action, _after(state, action)) for action in counts]
    left = depth - 1
    while left > _BRANCHED and 0 < len(branches) < _BRANCHES:
        branches = [
            (root, _after(above, action))
            for root, above in branches
            for action in above.legal_actions()
        ]
        left -= 1
    with progress.bar(f"perft {depth}", len(branches)) as advance:
        for root, below in branches:
            counts[root] += below.perft(left, threads=threads)
            advance()
    return counts


def _after(state: State, action: int) -> State:
    below = state.clone()
    below.apply(action)
    return below


def signature(
    parts: Annotated[
        bool, typer.Option("--parts", help="Also the numbers that it is made of, one a line.")
    ] = False,
    kernel: Annotated[
        str | None,
        typer.Option(
            "--kernel",
            metavar="KERNEL",
            help=f"Kernel of batches: {', '.join(get_args(Kernel))}. [default: the fastest here]",
        ),
    ] = None,
    threads: Threads = 1,
) -> None:
    """Print one number for how this build behaves.

    It is made from a fixed corpus of games, and the same on every machine. Two builds that differ
    in it differ in what they give.
    """
    out = show.console()
    chosen = cast("Kernel | None", kernel)  # what it is the library checks
    if parts:
        for name, number in gpscore.signature_parts(kernel=chosen, threads=threads).items():
            out.print(f"{number:016x} {name}")
    number = gpscore.signature(kernel=chosen, threads=threads)
    out.print(f"{number:016x} signature" if parts else f"{number:016x}")


def rules(
    text: Annotated[str, typer.Argument(metavar="RULES", help='Rules, such as "gps players=2".')],
) -> None:
    """Print rules in full, every option with its value."""
    show.console().print(gpscore.parse_game(text).rules, soft_wrap=True)


def state(
    position: Position,
    rules: Rules = "gps",
) -> None:
    """Check a state and print it.

    Its text and hash, its board, who has what, who acts and what is legal.
    """
    there = read_position(position, rules)
    out = show.console()
    out.print(str(there), soft_wrap=True)
    out.print(f"hash {there.hash:016x}")
    if isinstance(there, GpsState):
        show.print_lines(out, show.rings(there, there.pointed))
        show.print_lines(out, show.face_up(there))
    elif isinstance(there, SolarState):
        show.print_lines(out, solar_show.position(there))
    if there.is_terminal:
        out.print("over")
    elif there.is_chance:
        out.print(f"chance: {len(there.chance_outcomes())} outcomes")
    elif there.is_host:
        legal = " ".join(map(there.action_to_string, there.legal_actions()))
        out.print(f"the host can choose: {legal}", soft_wrap=True)
    for player in there.to_act:
        legal = " ".join(map(there.action_to_string, there.legal_actions(player)))
        out.print(show.name(player) + Text(f" can choose: {legal}"), soft_wrap=True)


def read_position(text: str, rules: str) -> State:
    """The state of a text; one that begins with the name of a game means its initial state."""
    if text.split(None, 1)[:1] in ([gpscore.GpsGame.name], [gpscore.SolarGame.name]):
        return gpscore.parse_game(text).initial_state()
    try:
        game = gpscore.parse_game(rules)
    except gpscore.Error as error:
        error.args = (f"--rules: {error}",)
        raise
    try:
        return game.parse(text)
    except gpscore.Error as error:
        hint = "\nGive the rules that the state belongs to: --rules" if rules == "gps" else ""
        error.args = (f"{error}\nIt was read as a state of: {game.rules}{hint}",)
        raise
