"""A table in the terminal, for both games, written by docs/frontends.md alone.

    python examples/terminal.py gps --players 3 --humans 0
    python examples/terminal.py "solar players=2" --humans 0 1 --seed 7

It knows no rule: it draws the view, offers the legal tree, sends what is picked, and tells events.
Several people at one screen choose one after the other; what they have chosen is wiped off it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

import gpscore

Json = dict[str, Any]


# ---- Drawing the view


def draw(view: Json) -> str:
    """The view as text."""
    lines = draw_gps(view) if view["game"] == "gps" else draw_solar(view)
    return "\n".join([f"turn {view['turn'] + 1}, {view['phase'].replace('_', ' ')}", *lines])


def seat_mark(view: Json, seat: int) -> str:
    """A player's name, with a star where they have to act."""
    return f"player {seat}{'*' if seat in view['to_act'] else ' '}"


def draw_gps(view: Json) -> list[str]:
    spaces = view["options"]["spaces"]
    rows = -(-spaces // 22)  # of a ring, so that it fits 80 columns
    wide = -(-spaces // rows)
    lines: list[str] = []
    for first in range(0, spaces, wide):
        shown = range(first, min(first + wide, spaces))
        lines.append("space     " + " ".join(f"{space:2}" for space in shown))
        if view["pointed"] in shown:
            lines.append("          " + "   " * (view["pointed"] - first) + " v")
        for seat, player in enumerate(view["players"]):
            ring = (" ." if player["ring"][n] is None else f"{player['ring'][n]:2}" for n in shown)
            lines.append(f"{seat_mark(view, seat)} {' '.join(ring)}")
    for seat, player in enumerate(view["players"]):
        held = ", ".join(map(str, player["face_up"])) or "none"
        said = ", has chosen" if player["chosen"] else ""
        own = f" ({player['choice']})" if player["choice"] else ""
        lines.append(f"{seat_mark(view, seat)} face up: {held}{said}{own}")
    return lines


BONUSES = ("points", "energy", "publicity", "a card")  # as the schema says of a tile
UNCOUNTED = ("energy", "publicity", "data")


def counted(number: int, what: str) -> str:
    """A number of things: 1 credit, 2 credits, 2 energy."""
    return f"{number} {what}" + ("s" if number != 1 and what not in UNCOUNTED else "")


def space_words(view: Json, space: int) -> str:
    """A space as the picture shows it."""
    if view["game"] == "gps":
        return str(space)
    return f"ring {space // 8 + 1}, sector {space % 8}"


def draw_solar(view: Json) -> list[str]:
    probes: dict[int, str] = {}
    for seat, player in enumerate(view["players"]):
        for space in player["probes"]:
            probes[space] = probes.get(space, "") + str(seat)
    cells: list[str] = []
    for space, content in enumerate(view["spaces"]):
        there = [f"@{probes[space]}"] if space in probes else []
        cells.append(" ".join(([] if content == "empty" else [content]) + there))
    wide = max(map(len, cells))
    lines = ["sector   " + " ".join(f"{x:^{wide}}" for x in range(8)).rstrip()]
    for ring in range(4):
        row = " ".join(f"{cell:^{wide}}" for cell in cells[8 * ring : 8 * ring + 8])
        lines.append(f"ring {ring + 1}   {row}".rstrip())
    for seat, player in enumerate(view["players"]):
        had = [counted(view["points"][seat], "point")]
        had += [counted(player[f"{one}s"], one) for one in ("credit", "card")]
        had += [counted(player[one], one) for one in ("energy", "publicity", "data")]
        passed = ", has passed" if player["passed"] else ""
        lines.append(f"{seat_mark(view, seat)} {', '.join(had)}{passed}")
        techs = ", ".join(
            f"{tech} (off)" if tech in player["techs_off"] else str(tech)
            for tech in player["techs"]
        )
        traces = zip(player["traces"], ("red", "yellow", "blue"), strict=True)
        marks = [counted(number, f"{colour} trace") for number, colour in traces if number]
        marks += [counted(player["signals"], "signal")] if player["signals"] else []
        said = [f"techs: {techs or 'none'}", *marks]
        said.append(f"probes: {len(player['probes'])} of {view['probe_limits'][seat]}")
        lines.append(f"          {'; '.join(said)}")
    tiles = [
        f"tech {tech}: {'none' if tile['top'] is None else BONUSES[tile['top']]}"
        for tech, tile in enumerate(view["tiles"], start=1)
    ]
    lines.append(f"tiles     {', '.join(tiles)}")
    if view["moves"]:
        lines.append(f"moves in hand: {view['moves']}")
    for planet in view["planets"][1:]:
        figures = [
            f"{counted(number, kind)} of {'nobody' if owner == 4 else f'player {owner}'}"
            for kind in ("orbiter", "lander")
            for owner, number in enumerate(planet[f"{kind}s"])
            if number
        ]
        figures += [
            f"player {moon['owner']} on {moon['name']}"
            for moon in view["moons"]
            if moon["owner"] is not None and view["planets"][moon["planet"]] is planet
        ]
        if figures:
            lines.append(f"{planet['name']}: {', '.join(figures)}")
    return lines


# ---- Telling events


SKIPPED = ("kind", "number", "resource", "field", "index", "token")


def tell(view: Json, events: list[Json]) -> list[str]:
    """A line for each event, from its kind and fields."""
    lines: list[str] = []
    for event in events:
        if event["kind"] == "due":
            continue
        fields: list[str] = []
        for key, value in event.items():
            if key in ("origin", "space"):
                words = {"origin": "from", "space": "to" if "origin" in event else "space"}[key]
                at = "at " if words == "space" and view["game"] == "solar" else f"{words} "
                fields.append(at + space_words(view, value))
            elif key in ("planet", "moon"):
                fields.append(view[f"{key}s"][value]["name"].replace("_", " "))
            elif key not in SKIPPED and not isinstance(value, list):
                fields.append(f"{key} {value}")
        if "number" in event:
            what = event.get("resource", "").replace("_", " ").replace("score", "point")
            fields.append(counted(event["number"], what) if what else str(event["number"]))
        lines.append(f"  {event['kind'].replace('_', ' ')}: {', '.join(fields)}".rstrip(": "))
    return lines


# ---- Picking

HELP = """\
  2            the second of the list
  {example:<12} an action by its text
  back         the whole list again
  why {example:<8} whether that is legal, and if not, why not
  undo         take back what you did last; undo 1 what player 1 at this screen did
  show         how things stand, once more
  quit         stop; so does the end of the input
A probe of player 0 is drawn as @0; a satellite is drawn by its number. A star: who has to act."""


def offered(node: Json) -> Json:
    """The node itself, or what is below it where that is the only way."""
    children = node.get("children", ())
    if len(children) != 1:
        return node
    only = offered(children[0])
    return {**only, "label": f"{node['label']}: {only['label']}"}


def enter(nodes: list[Json]) -> list[Json]:
    """What there is to choose among: down to where the ways part."""
    nodes = [offered(node) for node in nodes]
    while len(nodes) == 1 and "children" in nodes[0]:
        nodes = [offered(node) for node in nodes[0]["children"]]
    return nodes


def listed(nodes: list[Json]) -> list[str]:
    """The lines to pick from."""
    lines: list[str] = []
    for number, node in enumerate(nodes, start=1):
        cost = ", ".join(counted(n, what) for what, n in node.get("spends", {}).items())
        lines.append(f"  {number:3} {node['label']}" + (f" ({cost})" if cost else ""))
    return lines


class Screen:
    """The people at one screen, who type and read."""

    def __init__(
        self,
        table: gpscore.Table,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        wipe: Callable[[], None] = lambda: None,
    ) -> None:
        self.table = table
        self.ask, self.say, self.wipe = ask, say, wipe
        self.view: Any = None  # the public one, kept up to date by patches, as a browser would
        self.plies = 0

    def follow(self, update: Json) -> None:
        """Tell what has happened."""
        self.view = gpscore.views.apply_patch(self.view, update["patch"])
        for line in tell(self.view, update["events"] or []):
            self.say(line)
        self.plies = update["plies"]

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self.follow(self.table.join())
        self.follow(self.table.update())
        while self.table.waiting_for:
            if not self.turn(self.table.waiting_for[0]):
                return
            self.follow(self.table.update())
        self.say(draw(self.view))
        if self.view["phase"] != "over":
            raise gpscore.UsageError("nobody at this table can go on")
        winners = " and ".join(f"player {seat}" for seat in self.view["winners"]) or "nobody"
        self.say(f"won by {winners}")

    def turn(self, seat: int) -> bool:
        """Let the person on a seat do one thing; False to stop."""
        seen = self.table.see(seat)
        tree = seen.legal_tree()
        example = gpscore.views.leaves(tree)[0]["text"]
        nodes = enter(tree["groups"])
        self.say(draw(seen.view()))
        self.say(f"player {seat}:")
        while True:
            for line in listed(nodes):
                self.say(line)
            answer = self.ask(f"player {seat}, a number, or help> ").strip()
            word, _, rest = answer.partition(" ")
            try:
                if word in ("quit", "exit", "q"):
                    return False
                if word in ("help", "?"):
                    self.say(HELP.format(example=example))
                elif word == "show":
                    self.say(draw(seen.view()))
                elif word in ("back", ""):
                    nodes = enter(tree["groups"])
                elif word == "why":
                    self.why(seat, rest.strip() or example)
                elif word in ("undo", "retract"):
                    self.take_back(rest.strip() or str(seat))
                    return True
                elif not (answer.isascii() and answer.isdigit()):
                    self.act(seat, answer)
                    return True
                elif not 1 <= int(answer) <= len(nodes):
                    self.say(f"there is no {answer} in the list, which ends at {len(nodes)}")
                elif "action" in nodes[int(answer) - 1]:
                    self.act(seat, nodes[int(answer) - 1]["action"])
                    return True
                else:
                    nodes = enter(nodes[int(answer) - 1]["children"])
            except gpscore.ParseError:
                self.say(f"{answer!r} is no action; say a number of the list, {example}, or help")
            except gpscore.Error as error:
                self.say(str(error))

    def act(self, seat: int, action: int | str) -> None:
        """Do it, and wipe off what was typed where others at this screen may not know it."""
        self.table.act(seat, action, since=self.plies)
        if self.table.see(seat).view()["players"][seat].get("chosen"):
            self.wipe()

    def why(self, seat: int, text: str) -> None:
        """Say whether an action is legal."""
        reason = self.table.see(seat).why_illegal(text)
        self.say(f"{text} is legal" if reason is None else reason.text)

    def take_back(self, name: str) -> None:
        """Take back an open choice of a seat, or else what it did last."""
        people = [str(n) for n, sitter in enumerate(self.table.seats) if sitter == "human"]
        if name not in people:
            raise gpscore.UsageError(f"{name!r} is no person here; there are {', '.join(people)}")
        seat = int(name)
        if self.view["players"][seat].get("chosen"):
            self.table.retract(seat)
        else:
            self.table.undo(seat)


def play(
    table: gpscore.Table,
    ask: Callable[[str], str],
    say: Callable[[str], None],
    wipe: Callable[[], None] = lambda: None,
) -> None:
    """Play until the game is over or somebody quits."""
    Screen(table, ask, say, wipe).play()


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="A table in the terminal.")
    parser.add_argument(
        "rules", help='gps, solar, or their rules, such as "gps players=2 spaces=18"'
    )
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--humans", type=int, nargs="+", default=[0], help="the seats of people")
    parser.add_argument("--policy", default="steady", choices=gpscore.POLICIES, help="the others")
    parser.add_argument("--undo", default="friendly", choices=gpscore.UNDO_POLICIES)
    parser.add_argument("--seed", type=int, default=0, help="of chance")
    given = parser.parse_args(arguments)
    rules = given.rules if given.players is None else f"{given.rules} players={given.players}"
    try:
        game = gpscore.parse_game(rules)
        if game.initial_state().view()["options"].get("embedded"):
            raise gpscore.UsageError(
                "an embedded game needs the host of the game around it, who settles rewards; there "
                "is none here: leave host=embedded out"
            )
        for seat in given.humans:
            if not 0 <= seat < game.players:
                parser.error(
                    f"--humans: there is no player {seat}; they are 0 to {game.players - 1}"
                )
        seats = ["human" if n in given.humans else given.policy for n in range(game.players)]
        table = gpscore.Table(game, seats=seats, seed=given.seed, undo=given.undo)
        play(table, input, print, wipe if sys.stdout.isatty() else lambda: None)
    except gpscore.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        return 130
    return 0


def wipe() -> None:
    """Clear the screen."""
    print("\033[2J\033[3J\033[H", end="")


if __name__ == "__main__":
    sys.exit(main())
