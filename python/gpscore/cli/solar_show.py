"""The solar system as lines for a terminal of 40 columns or more: board, table, what happened.

Everything here is told by the core: events, contents of spaces, what players have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.style import Style
from rich.text import Text

from gpscore import NEUTRAL, SolarEvent, SolarGame, SolarState
from gpscore.cli import show

_RINGS = 4
_SECTORS = 8
# Where the sectors lie from the Sun, clockwise from x = 0: right, down.
_WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_CELLS = 2 * _RINGS + 1
_SHAPES = {"empty": ".", "asteroid": ":::"}
_TURN = len("Turn 99  ")

SUN = Style(color="yellow", bold=True)
COMET = Style(color="cyan")

#: One of a thing, and several.
_WORDS = {
    "credit": ("credit", "credits"),
    "energy": ("energy", "energy"),
    "card": ("card", "cards"),
    "publicity": ("publicity", "publicity"),
    "data": ("data", "data"),
    "score": ("point", "points"),
    "red_trace": ("red trace", "red traces"),
    "yellow_trace": ("yellow trace", "yellow traces"),
    "blue_trace": ("blue trace", "blue traces"),
    "signal": ("signal", "signals"),
    "income_credit": ("card tucked for credits", "cards tucked for credits"),
    "income_energy": ("card tucked for energy", "cards tucked for energy"),
    "income_card": ("card tucked for cards", "cards tucked for cards"),
    "move": ("move in hand", "moves in hand"),
    # Rewards of a board that are no resource yet.
    "income": ("income", "incomes"),
    "random_card": ("card from the deck", "cards from the deck"),
    "signal_here": ("signal there", "signals there"),
    "signal_red": ("red signal", "red signals"),
    "signal_blue": ("blue signal", "blue signals"),
    "signal_yellow": ("yellow signal", "yellow signals"),
    "signal_black": ("black signal", "black signals"),
    "any_trace": ("trace of any colour", "traces of any colour"),
}


def amount(number: int, thing: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {_WORDS[thing][number != 1]}"


def listed(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def titled(name: str) -> str:
    """The name of a planet, a moon or an organisation as a person writes it."""
    return name.replace("_", " ").title()


def at(space: int) -> str:
    """A space as it is printed: ``1.5``."""
    return f"{space // _SECTORS + 1}.{space % _SECTORS}"


def place(state: SolarState, space: int) -> str:
    """A space with what it shows now: ``1.5 (Earth)``; without, where it is empty."""
    content = state.content(space)
    if content == "empty":
        return at(space)
    planet = content in state.game.planets
    return f"{at(space)} ({titled(content) if planet else content + 's' * (content != 'comet')})"


def figure_of(state: SolarState, event: SolarEvent) -> str:
    """What a host puts or removes: ``a probe at 1.5 (Earth)``, ``an orbiter of Mars``."""
    kind = "neutral " if event.player == NEUTRAL else ""
    if event.space is not None:
        return f"a {kind}probe at {place(state, event.space)}"
    if event.moon is not None:
        return f"a {kind}lander on {titled(state.game.moons[event.moon])}"
    assert event.planet is not None
    article = "a" if kind or event.figure == "lander" else "an"
    where = "lander on" if event.figure == "lander" else "orbiter of"
    return f"{article} {kind}{where} {titled(state.game.planets[event.planet])}"


# ---- The board


def board(state: SolarState) -> Iterator[Text]:
    """The rings as four squares around the Sun, the sectors clockwise from the top.

    A space has two lines: what it shows, and its number with the probes that are there.
    """
    cell = min(show.width() // _CELLS, 10)
    probes = [Counter(state.player(seat).probes) for seat in range(state.game.players)]
    for row in range(-_RINGS, _RINGS + 1):
        upper, lower = Text(), Text()
        for column in range(-_RINGS, _RINGS + 1):
            ring = max(abs(row), abs(column))
            way = (column // ring, row // ring) if ring else (0, 0)
            if ring == 0:
                _put(upper, "Sun", SUN, cell)
                _put(lower, "", SUN, cell)
            elif (way[0] * ring, way[1] * ring) == (column, row):
                space = (ring - 1) * _SECTORS + _WAYS.index(way)
                _space(state, space, probes, cell, upper, lower)
            elif abs(row) == ring:
                _put(upper, "-" * (cell - 1), show.DIM, cell)
                _put(lower, "", show.DIM, cell)
            else:
                _put(upper, "|", show.DIM, cell)
                _put(lower, "|", show.DIM, cell)
        for line in (upper, lower):
            line.rstrip()
            yield line
    yield Text(f"{_SHAPES['asteroid']} asteroids; 2.3 is ring 2, sector 3", style=show.DIM)


def _space(
    state: SolarState,
    space: int,
    probes: list[Counter[int]],
    cell: int,
    upper: Text,
    lower: Text,
) -> None:
    content = state.content(space)
    if content in _SHAPES:
        _put(upper, _SHAPES[content], show.DIM, cell)
    else:
        planet = content in state.game.planets
        _put(upper, titled(content) if planet else content, show.STRONG if planet else COMET, cell)
    here = [(seat, count[space]) for seat, count in enumerate(probes) if count[space]]
    letters = [show.SEATS[seat][0][0] + (str(n) if n > 1 else "") for seat, n in here]
    number = at(space)
    if here and len(number) + 1 + sum(map(len, letters)) > cell:
        number = ""
        if sum(map(len, letters)) > cell:
            letters = [letter[0] for letter in letters]
    end = len(lower) + cell
    lower.append(number + " " * bool(number and here), style=show.DIM)
    for (seat, _), letter in zip(here, letters, strict=True):
        lower.append(letter, style=show.SEATS[seat][1] + show.POINTED)
    lower.append(" " * (end - len(lower)))


def _put(line: Text, words: str, style: Style, cell: int) -> None:
    """A cell of a line; one column stays free, so that cells do not run into each other."""
    words = words[: cell - 1]
    line.append(words, style=style)
    line.append(" " * (cell - len(words)))


# ---- Who has what


def table(state: SolarState) -> Iterator[Text]:
    """A row a player: points, credits, energy, cards, publicity, data, techs; then the figures."""
    heads = ("points", "credits", "energy", "cards", "publicity", "data")
    widths = [len(head) + 1 for head in heads]
    if show.width() < 6 + sum(widths) + 9:
        heads = ("VP", "C", "E", "cards", "P", "D")
        widths = [5, 4, 4, 6, 3, 3]
    yield Text(
        " " * 6
        + "".join(f"{head:>{w}}" for head, w in zip(heads, widths, strict=True))
        + "  techs",
        style=show.DIM,
    )
    players = range(state.game.players)
    for seat in players:
        has = state.player(seat)
        numbers = (
            state.points(seat), has.credits, has.energy, has.cards, has.publicity, has.data,
        )  # fmt: skip
        line = show.name(seat)
        line.append(" " * (6 - len(line)))
        line.append("".join(f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True)) + "  ")
        line.append(" ".join(f"({t})" if t in has.techs_off else str(t) for t in has.techs) or "-")
        yield line
    for seat in players:
        if other := figures(state, seat):
            yield from hanging(show.name(seat) + Text(": " + "; ".join(other)), 2)


def figures(state: SolarState, seat: int) -> list[str]:
    """What a player has beside numbers and techs: ``orbits Venus, Mars twice``, ``on Io`` ..."""
    game = state.game
    has = state.player(seat)
    orbits: list[str] = []
    landed: list[str] = []
    for planet, planet_name in enumerate(game.planets[1:], 1):
        for places, number in (
            (orbits, state.orbiters(planet)[seat]),
            (landed, state.landers(planet)[seat]),
        ):
            if number:
                places.append(titled(planet_name) + (f" x{number}" if number > 1 else ""))
    landed += [titled(moon) for moon in game.moons if state.moon_owner(moon) == seat]
    told: list[str] = []
    if has.passed:
        told.append("has passed")
    if organisation := game.organisations[seat]:
        told.append(titled(organisation) + (" (used in this round)" if has.org_used else ""))
    if has.probes:
        told.append(
            ("probe at " if len(has.probes) == 1 else "probes at ")
            + listed([place(state, space) for space in has.probes])
        )
    if orbits:
        told.append(f"orbits {listed(orbits)}")
    if landed:
        told.append(f"landed on {listed(landed)}")
    things = ("credit", "energy", "card")
    tucked = [f"{n} for {_WORDS[t][1]}" for t, n in zip(things, has.tucked, strict=True) if n]
    if tucked:
        told.append(f"tucked {listed(tucked)}")
    traces = zip(("red_trace", "yellow_trace", "blue_trace"), has.traces, strict=True)
    told += [amount(n, trace) for trace, n in traces if n]
    if has.signals:
        told.append(amount(has.signals, "signal"))
    return told


def tiles(state: SolarState) -> Iterator[Text]:
    """What the top tile of each tech gives: ``Tech tiles: 1 +3 points, 2 +1 card ...``."""
    bonuses = state.game.tile_bonuses
    told = [
        f"{tech} " + ("none left" if stack.top is None else f"+{_bonus(bonuses[stack.top])}")
        for tech, stack in enumerate(state.tiles, 1)
    ]
    if not state.phase.startswith("setup"):
        yield from hanging(Text("Tech tiles: " + ", ".join(told)), 2)


def _bonus(bonus: tuple[str, int]) -> str:
    return amount(bonus[1], bonus[0])


def ahead(state: SolarState) -> Iterator[Text]:
    """What the next rotation does, if nothing else is done before."""
    after, events = state.forecast()
    tale = Tale(state.game)
    tale.hear(after, events)
    if events:
        yield from hanging(Text("The next rotation: ") + tale.told(), 2)


def planets(state: SolarState) -> Iterator[Text]:
    """Where each planet is and what an orbit and a landing there, or on its moons, give."""
    game = state.game
    form = game.board.to_dict()
    for planet, about in enumerate(form["planets"]):
        space = state.planet_space(planet)
        if space is None and not any(game.pluto):
            continue
        where = "beyond the rings" if space is None else f"at {at(space)}"
        line = Text.assemble((f"p{planet} {titled(about['name'])}", show.STRONG), f" {where}")
        told: list[str] = []
        for verb, rewards in (("orbit", about["orbit"]), ("land", about["land"])):
            if rewards:
                told.append(f"{verb} {_rewards(rewards)}")
        if planet > 0:
            if about["first_orbiter"] and state.first_orbit(planet) is None:
                told.append(f"first orbiter ({amount(about['first_orbiter'], 'score')})")
            for slot, owner in enumerate(state.data_owners(planet), 1):
                if owner is None:
                    data = about["first_landers_data"][slot - 1]
                    told.append(f"data space {slot} ({amount(data, 'data')})")
        for moon, its in enumerate(form["moons"]):
            if its["of"] == about["name"]:
                owner = state.moon_owner(moon)
                there = _rewards(its["land"])
                if owner is not None:
                    there = show.SEATS[owner][0] if owner < game.players else "taken"
                told.append(f"m{moon} {titled(its['name'])}: {there}")
        if told:
            line.append(": " + "; ".join(told))
        yield from hanging(line, 3)


def _rewards(rewards: list[dict[str, int]]) -> str:
    return listed([amount(n, kind) for reward in rewards for kind, n in reward.items()])


# ---- What happened


_THIRD = {"have": "has", "launch": "launches", "pass": "passes", "research": "researches"}


@dataclass
class _Clause:
    """One thing that a player does or that happens: a verb with its price and what it brings."""

    player: int | None
    verb: str
    path: list[str] = field(default_factory=list[str])
    where: str = ""
    rest: str = ""
    price: Counter[str] = field(default_factory=Counter[str])
    gain: Counter[str] = field(default_factory=Counter[str])
    notes: list[str] = field(default_factory=list[str])
    moved: bool = False
    times: int = 1

    def words(self, third: bool) -> str:
        """The clause without its subject, *third*: ``launches``, else ``launch``."""
        said = self.verb
        if third and self.player is not None:
            verb, blank, rest = said.partition(" ")
            said = _THIRD.get(verb, verb + "s") + blank + rest
        if self.path:
            said += " " + " > ".join(self.path) + self.where
        said += self.rest
        if self.times > 1:
            said += f", {self.times} times"
        if price := [amount(n, thing) for thing, n in self.price.items() if n]:
            said += f" for {listed(price)}"
        else:
            said = said.removesuffix(",")
        gain = [f"+{amount(n, thing)}" for thing, n in self.gain.items() if n]
        if gain + self.notes:
            said += f": {', '.join(gain + self.notes)}"
        return said


class Tale:
    """What happens, gathered action by action until it is told."""

    def __init__(self, game: SolarGame) -> None:
        self.game = game
        self.clauses: list[_Clause] = []

    def take(self, state: SolarState, action: int) -> None:
        """Gather what *action* did, which led to *state*."""
        self.hear(state, state.events, state.action_to_string(action))

    def hear(self, state: SolarState, events: Iterable[SolarEvent], action: str = "") -> None:
        """Gather events that led to *state*; some actions are told by their own text alone."""
        kind, _, what = action.partition(":")
        price: Counter[str] = Counter()
        mine: list[_Clause] = []  # those of this action that gains belong to
        round_begins = False

        def clause(player: int | None, verb: str, *, gains: bool = True) -> _Clause:
            new = _Clause(player, verb)
            if player is not None and gains:
                new.price.update(price)
                price.clear()
                mine.append(new)
            self.clauses.append(new)
            return new

        def again(player: int | None, verb: str) -> None:
            last = self.clauses[-1] if self.clauses else None
            if last and (last.player, last.verb) == (player, verb):
                last.times += 1
                mine.append(last)
            else:
                clause(player, verb)

        # What has no event of its own.
        acting = next((e.player for e in events if e.player is not None), None)
        if kind == "research":
            clause(acting, "research")
        elif kind == "card-move":
            again(acting, "discard a card for a move")
            return
        elif kind in ("exchange", "buy"):
            sides = [
                amount(event.number or 0, event.resource or "")
                for event in events
                if event.kind in ("spent", "gained")
            ]
            again(acting, f"exchange {' for '.join(sides)}")
            return
        elif kind == "income" and what != "no":
            again(acting, f"tuck a card for {_WORDS[what][1]}")
        elif kind == "trace":
            clause(acting, "choose a trace")
        elif kind in ("org", "org-done"):
            organisation = self.game.organisations[state.active] or ""
            done = "use" if kind == "org" else "end the moves of"
            # The text of an action leaves tech 1 out.
            tech = "" if organisation == "orbital_dynamics" else f" for tech {what or 1}"
            clause(state.active, f"{done} {titled(organisation)}{tech}")

        for event in events:
            player = event.player
            number = event.number or 0
            match event.kind:
                case "spent" if kind == "pass":
                    mine[-1].rest += f", discards {amount(number, 'card')}"
                case "spent" if kind == "income":
                    pass  # the card that is tucked
                case "spent":
                    assert event.resource is not None
                    (mine[-1].price if kind == "research" else price)[event.resource] += number
                case "gained":
                    assert event.resource is not None
                    if event.resource.startswith("income_") and kind == "income":
                        continue
                    owner = [one for one in mine if one.player == player]
                    if round_begins and not owner:
                        owner = [clause(player, "have an income")]
                    gaining = owner[-1] if owner else clause(player, "gain")
                    gaining.gain[event.resource] += number
                case "launched":
                    assert event.space is not None
                    clause(player, f"launch a probe at {place(state, event.space)}")
                case "launch_skipped":
                    clause(player, "launch no probe: the limit of probes is reached")
                case "moved":
                    assert event.origin is not None
                    assert event.space is not None
                    last = self.clauses[-1] if self.clauses else None
                    if not (
                        last
                        and last.moved
                        and last.player == player
                        and last.path[-1] == at(event.origin)
                    ):
                        last = _Clause(player, "move", path=[at(event.origin)], moved=True)
                        self.clauses.append(last)
                    mine.append(last)
                    last.path.append(at(event.space))
                    last.where = place(state, event.space)[len(last.path[-1]) :]
                    in_hand = number - price["energy"]
                    last.price.update(price)
                    last.price["move"] += in_hand
                    price.clear()
                case "publicity":
                    (self.clauses or [clause(player, "gain")])[-1].gain["publicity"] += number
                case "move_gained":
                    (self.clauses or [clause(player, "gain")])[-1].gain["move"] += number
                case "turned":
                    discs = listed([str(disc + 1) for disc in range(number)])
                    clause(None, f"disc {discs} turns" if number == 1 else f"discs {discs} turn")
                case "rode" | "pushed":
                    assert event.origin is not None
                    assert event.space is not None
                    verb = "ride" if event.kind == "rode" else "get pushed"
                    moved = clause(player, verb, gains=False)
                    if number > 1:
                        moved.verb += f" with {number} probes"
                    moved.path = [at(event.origin), at(event.space)]
                    moved.where = place(state, event.space)[len(moved.path[1]) :]
                case "orbited" | "landed":
                    assert event.planet is not None
                    verb = "orbit" if event.kind == "orbited" else "land on"
                    clause(player, f"{verb} {titled(self.game.planets[event.planet])}")
                case "first_orbit":
                    mine[-1].rest += " first"
                case "data_space":
                    mine[-1].rest += f", data space {event.slot},"
                case "landed_moon":
                    assert event.moon is not None
                    clause(player, f"land on {titled(self.game.moons[event.moon])}")
                case "tech":
                    clause(player, f"take tech {event.tech}")
                # Those of the setup, before which no tech is taken, are shown with the position.
                case "tile" if any(one.verb.startswith("take tech") for one in self.clauses):
                    bonus = _bonus(self.game.tile_bonuses[number])
                    clause(None, f"tech {event.tech} now has the tile +{bonus}")
                case "lapsed":
                    due = mine or [clause(player, "have an income")]
                    due[-1].notes.append("no card for the income")
                case "declined":
                    clause(player, "decline the income")
                case "passed":
                    clause(player, "pass")
                case "settle":
                    assert event.reward is not None
                    clause(player, f"wait for the host: {amount(number, event.reward)}")
                case "put" | "removed" if kind == "e":
                    what = figure_of(state, event)
                    if player == NEUTRAL:
                        clause(None, f"{what} is {event.kind}")
                    else:
                        clause(player, f"{'get' if event.kind == 'put' else 'lose'} {what}")
                case "put":
                    assert event.space is not None
                    again(player, f"begin with a probe at {place(state, event.space)}")
                case "round":
                    round_begins = True
                    mine.clear()
                case _:
                    pass  # told by what comes with it, or by the position

    def told(self) -> Text:
        """Everything since the last time, in one line: ``Red launches ...; disc 1 turns; ...``."""
        line = Text()
        subject: int | None = None
        for clause in self.clauses:
            if line:
                line.append("; ")
            if clause.player is not None and (clause.player != subject or not line):
                line += show.name(clause.player) + Text(" ")
            subject = clause.player
            line.append(clause.words(third=True))
        self.clauses.clear()
        return line

    def asked(self) -> str:
        """The same for what somebody might do: ``launch a probe at 1.5 (Earth) for 2 credits``."""
        said: list[str] = []
        subject = first = self.clauses[0].player if self.clauses else None
        for clause in self.clauses:
            if clause.player in (None, first) and subject == first:
                said.append(clause.words(third=False))
                continue
            if clause.player is not None and clause.player != subject:
                subject = clause.player
                said.append(f"{show.SEATS[subject][0]} {clause.words(third=True)}")
            else:
                said.append(clause.words(third=True))
        self.clauses.clear()
        return "; ".join(said)


def hanging(line: Text, indent: int, first: str = "") -> Iterator[Text]:
    """A line folded to the terminal; what follows the first stands *indent* columns in."""
    folded = line.wrap(Console(width=show.width()), show.width() - indent)
    for number, part in enumerate(folded):
        part.rstrip()
        yield Text.assemble((first if number == 0 else " " * indent, show.STRONG), part)


def turn(number: int, line: Text) -> Iterator[Text]:
    """What happened in a turn, which counts from 1; 0 is the setup."""
    return hanging(line, _TURN, (f"Turn {number}" if number else "Setup").ljust(_TURN))


def begins(state: SolarState) -> Text:
    """The heading of a round, which counts from 1."""
    return Text.assemble(
        (f"Round {state.round + 1} of {state.game.rounds}: ", show.STRONG),
        show.name(state.start_player),
        " begins",
    )


def position(state: SolarState) -> Iterator[Text]:
    """The board, who has what, the tiles and the next rotation."""
    yield from board(state)
    yield from table(state)
    yield from tiles(state)
    yield from ahead(state)


def result(state: SolarState) -> Text:
    """How the game ended: the winners and everybody's points."""
    points = Text(", ").join(
        show.name(seat) + Text(f" {state.points(seat)}") for seat in range(state.game.players)
    )
    verb = "win" if len(state.winners) > 1 else "wins"
    return (
        show.names(state.winners)
        + Text(f" {verb} after {state.turn} turns.", style=show.STRONG)
        + Text(" Points: ")
        + points
        + Text(".")
    )
