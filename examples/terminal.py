"""A table in the terminal, for both games, written by docs/frontends.md alone.

    python examples/terminal.py gps --players 3 --humans 0
    python examples/terminal.py "solar players=2" --humans 0 1 --seed 7

It knows no rule: it draws the view, offers the legal tree, sends what is picked, and tells events.
Several people at one screen choose one after the other; what they have chosen is not shown.
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


def draw_gps(view: Json) -> list[str]:
    spaces = range(view["options"]["spaces"])
    lines = ["space    " + " ".join(f"{space:2}" for space in spaces)]
    if view["pointed"] is not None:
        lines.append("         " + "   " * view["pointed"] + " v")
    for seat, player in enumerate(view["players"]):
        ring = " ".join(" ." if one is None else f"{one:2}" for one in player["ring"])
        held = ", ".join(map(str, player["face_up"])) or "none"
        said = ", has chosen" if player["chosen"] else ""
        own = f" ({player['choice']})" if player["choice"] else ""
        lines.append(f"player {seat} {ring}   face up: {held}{said}{own}")
    return lines


def draw_solar(view: Json) -> list[str]:
    probes: dict[int, str] = {}
    for seat, player in enumerate(view["players"]):
        for space in player["probes"]:
            probes[space] = probes.get(space, "") + str(seat)
    lines = ["sector   " + " ".join(f"{x:^12}" for x in range(8))]
    for ring in range(4):
        cells = []
        for space in range(8 * ring, 8 * ring + 8):
            content = "" if view["spaces"][space] == "empty" else view["spaces"][space]
            there = f" @{probes[space]}" if space in probes else ""
            cells.append(f"{content + there:^12}")
        lines.append(f"ring {ring + 1}   " + " ".join(cells))
    for seat, player in enumerate(view["players"]):
        goods = ("points", "credits", "energy", "cards", "publicity", "data")
        had = ", ".join(f"{player[key]} {key}" for key in goods)
        techs = ", ".join(map(str, player["techs"])) or "none"
        mark = "*" if view["active"] == seat else " "
        passed = ", has passed" if player["passed"] else ""
        lines.append(f"player {seat}{mark} {had}; techs: {techs}{passed}")
    for planet in view["planets"][1:]:
        figures = [
            f"{number} {kind} of {'nobody' if owner == 4 else f'player {owner}'}"
            for kind in ("orbiters", "landers")
            for owner, number in enumerate(planet[kind])
            if number
        ]
        if figures:
            lines.append(f"{planet['name']}: {', '.join(figures)}")
    return lines


# ---- Telling events


def tell(events: list[Json]) -> list[str]:
    """A line for each event, from its kind and fields."""
    lines = []
    for event in events:
        if event["kind"] == "due":
            continue
        fields = [
            f"{key} {value}"
            for key, value in event.items()
            if key != "kind" and not isinstance(value, list)
        ]
        lines.append(f"  {event['kind'].replace('_', ' ')}: {', '.join(fields)}".rstrip(": "))
    return lines


# ---- Picking


def pick(tree: Json, ask: Callable[[str], str], say: Callable[[str], None]) -> Json | str:
    """Go down the tree until an action is picked; or the word that was typed instead."""
    nodes = tree["groups"]
    while True:
        for number, node in enumerate(nodes, start=1):
            cost = ", ".join(f"{n} {what}" for what, n in node.get("spends", {}).items())
            say(f"  {number:3} {node['label']}" + (f" ({cost})" if cost else ""))
        answer = ask("number, text of an action, back, undo, retract, why <action>, quit: ").strip()
        if answer == "back":
            nodes = tree["groups"]
        elif not answer.isascii() or not answer.isdigit():
            return answer
        elif not 1 <= int(answer) <= len(nodes):
            say(f"there is no {answer}")
        else:
            chosen: Json = nodes[int(answer) - 1]
            if "action" in chosen:
                return chosen
            nodes = chosen["children"]


def turn(
    table: gpscore.Table, seat: int, ask: Callable[[str], str], say: Callable[[str], None]
) -> bool:
    """Let the person on a seat do one thing; False to stop."""
    seen = table.see(seat)
    say(draw(seen.view()))
    say(f"player {seat}:")
    picked = pick(seen.legal_tree(), ask, say)
    word = picked if isinstance(picked, str) else ""
    try:
        if word == "quit":
            return False
        if word == "undo":
            table.undo(seat)
        elif word == "retract":
            table.retract(seat)
        elif word.startswith("why "):
            reason = seen.why_illegal(table.state.parse_action(word.removeprefix("why ")))
            say("it is legal" if reason is None else reason.text)
        elif isinstance(picked, str):
            table.act(seat, picked, since=table.plies)
        else:
            table.act(seat, picked["action"], since=table.plies)
    except gpscore.Error as error:
        say(str(error))
    return True


def play(table: gpscore.Table, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
    """Play until the game is over or somebody quits."""
    view = None
    while table.waiting_for:
        update = table.update()
        for line in tell(update["events"] or []):
            say(line)
        # The public view is kept up to date by patches, as a browser would.
        view = gpscore.views.apply_patch(view, update["patch"])
        if not turn(table, table.waiting_for[0], ask, say):
            return
    update = table.update()
    for line in tell(update["events"] or []):
        say(line)
    view = gpscore.views.apply_patch(view, update["patch"])
    say(draw(view))
    winners = " and ".join(f"player {seat}" for seat in view["winners"]) or "nobody"
    say(f"won by {winners}")


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="A table in the terminal.")
    parser.add_argument(
        "rules", help='gps, solar, or their rules, such as "gps players=2 spaces=18"'
    )
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--humans", type=int, nargs="*", default=[0], help="the seats of people")
    parser.add_argument("--policy", default="steady", choices=gpscore.POLICIES, help="the others")
    parser.add_argument("--undo", default="friendly", choices=gpscore.UNDO_POLICIES)
    parser.add_argument("--seed", type=int, default=0, help="of chance")
    given = parser.parse_args(arguments)
    rules = given.rules if given.players is None else f"{given.rules} players={given.players}"
    try:
        game = gpscore.parse_game(rules)
        seats = ["human" if n in given.humans else given.policy for n in range(game.players)]
        table = gpscore.Table(game, seats=seats, seed=given.seed, undo=given.undo)
        play(table, input, print)
    except gpscore.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
