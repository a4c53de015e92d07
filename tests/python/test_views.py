"""Views, events, patches, legal trees and previews: what frontends live on."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import jsonpatch
import jsonschema
import pytest

import gpscore
from gpscore import CHANCE, HOST, NEUTRAL, effects, views

ORGANISATIONS = ("orbital_dynamics", "fenwick", "turing", "sentinel", "xenolab", "helion")

# Games whose options matter to a view; the turn limit ends those that random play does not.
GAMES = {
    **{
        f"gps of {n}": gpscore.gps(n, spaces=8, satellites=5, face_up=2, wins=2, turn_limit=60)
        for n in range(1, 6)
    },
    "gps, all face up": gpscore.gps(2, spaces=4, satellites=3, face_up=3, wins=3, turn_limit=80),
    **{
        f"solar of {n}": gpscore.solar(
            n,
            pluto=(n - 1,),
            organisations=[ORGANISATIONS[(k + 2 * n) % 6] for k in range(n)],
            trace_points=2,
            signal_points=1,
        )
        for n in range(1, 5)
    },
    "solar, plain": gpscore.solar(2),
    "embedded": gpscore.solar(
        3, embedded=True, pluto=(1,), organisations=("xenolab", "helion", None)
    ),
}
VALIDATORS = {
    name: {of: jsonschema.Draft202012Validator(views.schema(name, of)) for of in views.DESCRIBED}
    for name in ("gps", "solar")
}


def random_effect(rng, players):
    """An effect of a host, more often than not one that is possible."""
    w, planet, moon = rng.randrange(players), rng.randrange(1, 9), rng.randrange(9)
    owner, space = rng.choice([*range(players), NEUTRAL]), rng.randrange(32)
    x = rng.randrange(8) if planet == 8 else 0
    some = [
        lambda: effects.change(w, rng.choice(sorted(RESOURCES)), rng.choice([-2, -1, 1, 2, 3])),
        lambda: effects.change(w, rng.choice(["red_trace", "blue_trace"]), 1),
        lambda: effects.moves(rng.randrange(1, 4), ring=rng.random() < 0.3),
        lambda: effects.launch(w, ignore_limit=rng.random() < 0.5),
        lambda: effects.orbit(w, planet, x=x),
        lambda: effects.land(w, planet, x=x, data_space=rng.randrange(3), again=rng.random() < 0.5),
        lambda: effects.land_moon(w, moon, again=rng.random() < 0.5),
        lambda: effects.tech(w, rotate=rng.random() < 0.5),
        effects.rotate,
        lambda: effects.limit(w, rng.choice([-1, 1]), turn=rng.random() < 0.5),
        effects.no_asteroids,
        effects.move_instead,
        lambda: effects.put(w, space=space),
        lambda: effects.put(owner, orbit=planet),
        lambda: effects.put(owner, surface=planet, data_space=rng.randrange(2)),
        lambda: effects.put(owner, moon=moon),
        lambda: effects.remove(w, space=space),
        lambda: effects.remove(owner, orbit=planet, covered=rng.randrange(2)),
        lambda: effects.remove(owner, surface=planet, covered=rng.randrange(3)),
        lambda: effects.remove(owner, moon=moon),
        effects.main,
    ]
    return rng.choice(some)()


RESOURCES = set(gpscore.Resource.__args__)


def step(state, rng):
    """Who does what next, at random."""
    if state.is_chance:
        return rng.choice(state.legal_actions(CHANCE)), CHANCE
    if state.is_host:
        return rng.choice(state.legal_actions(HOST)), HOST
    if getattr(state.game, "embedded", False) and state.phase == "turn" and rng.random() < 0.6:
        for _ in range(20):
            effect = random_effect(rng, state.game.players)
            if state.why_illegal(effect, HOST) is None:
                return effect, HOST
    seat = rng.choice(state.to_act)
    return rng.choice(state.legal_actions(seat)), seat


def whole_game(game, seed, most=1200):
    """A game to its end at random: the state, once before each action with None, then behind it."""
    rng = random.Random(seed)
    state = game.initial_state()
    plies = 0
    while not state.is_terminal and plies < most:
        action, seat = step(state, rng)
        yield state, action, seat
        state.apply(action, seat)
        yield state, None, None
        plies += 1


# ---- Events make the new view of the old one


@pytest.mark.rule("G3", "G4", "G6", "G8", "G10", "R5", "S12", "S13", "S15", "S17", "R10", "R12")
@pytest.mark.parametrize("name", GAMES)
def test_every_view_comes_of_events_alone(name):
    """For the public and each player, over whole games, hidden choices, chance and effects too."""
    game = GAMES[name]
    viewers = [None, *range(game.players)]
    first = game.initial_state()
    followed = {viewer: first.view(viewer) for viewer in viewers}
    checks = VALIDATORS[game.name]
    for state, action, _ in whole_game(game, 1, most=400 if name == "embedded" else 1200):
        if action is not None:
            continue
        for viewer in viewers:
            told = json.loads(json.dumps(state.updates(viewer)))
            before = json.dumps(followed[viewer])
            new = views.apply_events(followed[viewer], told)
            assert new == state.view(viewer), (state.updates(viewer), str(state))
            assert json.dumps(followed[viewer]) == before
            if viewer == viewers[len(state.history) % len(viewers)]:
                checks["view"].validate(new)
                for event in told:
                    checks["event"].validate(event)
            followed[viewer] = new


def test_all_events_occur_there():
    """Every kind of event of both schemas comes in such games, and no other."""
    kinds = {"gps": Counter(), "solar": Counter()}
    for name, game in GAMES.items():
        for seed in (1, 2, 3, 4) if name == "embedded" else (1,):
            for state, action, _ in whole_game(game, seed):
                if action is None:
                    kinds[game.name].update(event.kind for event in state.events)
    for name, found in kinds.items():
        known = {
            one["properties"]["kind"]["const"]
            for one in views.schema(name)["$defs"]["event"]["oneOf"]
            if "properties" in one
        }
        assert known - set(found) == {"retracted"} & known
        assert set(found) <= known


DOCS = Path(__file__).parents[2] / "docs"


def changes_of_the_guide(game):
    """By the kind of event: the fields of the view that the guide says it changes."""
    guide = (DOCS / "frontends.md").read_text(encoding="utf-8")
    table = guide[guide.index("| game | kind | what to show | what changes") :].split("\n\n")[0]
    told, of = {}, ""
    fields = gpscore.parse_game(game).initial_state().view().keys()
    for row in table.splitlines()[2:]:
        name, kinds, _, changes = row.strip("| ").split(" | ") if row[2] != "|" else (
            of, *row[3:].strip("| ").split(" | ")
        )  # fmt: skip
        of = name
        if of.lower() == game:
            paths = {re.sub(r"\[.*?\]", "", word) for word in re.findall(r"`([^`]+)`", changes)}
            for kind in re.findall(r"`(\w+)`", kinds):
                told[kind] = {path for path in paths if path.split(".")[0] in fields}
    return told


@pytest.mark.parametrize("game", ["gps", "solar"])
def test_the_guide_says_what_each_event_changes(game):
    """No less than the views of whole games show, and no more."""
    found = {}
    for name in [name for name, one in GAMES.items() if one.name == game]:
        for seed in (1, 2, 3) if name in ("gps of 2", "embedded") else (1,):
            view = GAMES[name].initial_state().view(0)
            for state, action, _ in whole_game(GAMES[name], seed):
                if action is not None:
                    continue
                for event in state.updates(0):
                    new = views.apply_events(view, [event])
                    if event["kind"] == "due":
                        assert all(new[key] == event[key] for key in event if key != "kind")
                    else:
                        paths = found.setdefault(event["kind"], set())
                        for one in views.patch(view, new):
                            parts = one["path"].split("/")[1:]
                            paths.add(".".join(p for p in parts if not re.fullmatch(r"\d+|-", p)))
                    view = new
    told = changes_of_the_guide(game)
    if game == "gps":
        found["retracted"] = {"players.chosen", "players.choice"}
    assert told.keys() == found.keys()
    assert {kind: paths - told[kind] for kind, paths in found.items() if paths - told[kind]} == {}
    # What the same words cover, and these games do not show: nobody pays with what a host may take.
    rare = {
        "shuffled": {"players.face_up"}, "aligned": {"token"},
        "tile_back": {"players.launch_tile_used"},
        "spent": {"players.data", "players.score", "players.tucked"},
    }  # fmt: skip
    unseen = {kind: told[kind] - paths for kind, paths in found.items() if told[kind] - paths}
    assert all(paths <= rare.get(kind, set()) for kind, paths in unseen.items()), unseen


@pytest.mark.rule("R5")
def test_a_choice_is_told_to_its_player_alone():
    state = gpscore.gps(3).parse("choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3/-+6,7,12")
    state.apply(state.parse_action("5cw"), 0)
    chose = {"kind": "chose", "player": 0}
    assert state.updates(0)[0] == {**chose, "choice": "5cw"}
    assert state.updates(1)[0] == state.updates()[0] == chose
    assert state.updates(2)[-1]["legal"] == {"2": ["6cw", "7cw", "12cw"]}
    assert state.updates(0)[-1]["legal"] == {}


def test_updates_of_a_state_without_history_tell_what_is_due():
    state = gpscore.gps(2).initial_state()
    (due,) = state.updates()
    assert due["kind"] == "due"
    assert views.apply_events(state.view(), [due]) == state.view()


@pytest.mark.parametrize("game", ["gps", "solar"])
def test_schemas_are_strict(game):
    """A view with something left out, added or of another type is refused."""
    schema = views.schema(game)
    jsonschema.Draft202012Validator.check_schema(schema)
    check = VALIDATORS[game]["view"]
    view = gpscore.parse_game(game).initial_state().view()
    assert check.is_valid(view)
    assert (view["schema"], view["version"]) == (f"{game}-view-1", 1)
    for key in view:
        assert not check.is_valid({k: v for k, v in view.items() if k != key}), key
        assert not check.is_valid({**view, key: 1.5}), key
    assert not check.is_valid({**view, "more": 1})
    name = gpscore.parse_game(game)
    assert views.schema(name) == schema
    with pytest.raises(gpscore.UsageError, match="no game"):
        views.schema("chess")
    with pytest.raises(gpscore.UsageError, match="no schema of 'tree'; there are view, event"):
        views.schema(game, "tree")
    with pytest.raises(TypeError, match="must be a name, not int"):
        views.schema(game, 1)


@pytest.mark.parametrize("game", ["gps", "solar"])
def test_schemas_describe_every_field(game):
    """By a sentence, or by the words that it may be."""

    def plain(rule):
        if {"description", "const", "enum", "$ref", "properties"} & set(rule):
            return False
        return all(map(plain, rule.get("oneOf", ())))

    def bare(rule, path):
        if isinstance(rule, dict):
            for key, one in rule.get("properties", {}).items():
                if plain(one):
                    yield f"{path}.{key}"
            for key, one in rule.items():
                yield from bare(one, f"{path}.{key}")
        elif isinstance(rule, list):
            for number, one in enumerate(rule):
                yield from bare(one, f"{path}[{number}]")

    assert list(bare(views.schema(game), "")) == []


@pytest.mark.parametrize("game", GAMES)
def test_events_of_the_other_game_are_refused(game):
    """Even where the kind is known to both: it is the fields that do not fit."""
    others = [one for one in GAMES.values() if one.name != GAMES[game].name]
    view = GAMES[game].initial_state().view()
    for other in others[::3]:
        for state, action, _ in whole_game(other, 2, most=60):
            if action is None:
                for event in state.updates():
                    if event["kind"] in ("over", "turn_ended") and "player" not in event:
                        continue
                    with pytest.raises(gpscore.UsageError):
                        views.apply_events(view, [event])


@pytest.mark.parametrize("game", ["gps of 3", "solar of 3", "embedded"])
def test_events_with_something_wrong_are_refused(game):
    """A field left out, added, or of another kind; a player that is none. The view stays."""
    tried = set()
    for state, action, _ in whole_game(GAMES[game], 6, most=150):
        if action is not None:
            before = state.view()
            continue
        same = json.dumps(before)
        for event in state.updates():
            if event["kind"] in tried:
                continue
            tried.add(event["kind"])
            needed = VALIDATORS[state.game.name]["event"]
            bad = [{**event, "more": 1}, {**event, "kind": "else"}, {**event, "kind": [1]}]
            bad += [{**event, key: 1.5} for key in event]
            bad += [{k: v for k, v in event.items() if k != key} for key in event]
            if "player" in event:
                bad += [{**event, "player": seat} for seat in (-1, 3, True, None)]
            for one in bad:
                if event["kind"] == "chose" and one == {"kind": "chose", "player": event["player"]}:
                    continue
                if needed.is_valid(one) and one.get("player") != 3:
                    continue  # what may be left out
                with pytest.raises(gpscore.UsageError):
                    views.apply_events(before, [one])
        assert json.dumps(before) == same
    assert len(tried) > 6


def test_events_that_do_not_fit_are_refused():
    view = gpscore.gps(2).initial_state().view()
    due = gpscore.gps(3).parse("choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3/-+6,7,12").updates()
    with pytest.raises(gpscore.UsageError, match="does not fit the view"):
        views.apply_events(view, due)
    solar = gpscore.solar(2).initial_state()
    with pytest.raises(gpscore.UsageError, match="does not fit the view"):
        views.apply_events(solar.view(), gpscore.solar(3).initial_state().updates())
    with pytest.raises(gpscore.UsageError, match="kind 'launched' in gps"):
        views.apply_events(view, [{"kind": "launched", "player": 0, "space": 5}])
    with pytest.raises(gpscore.UsageError, match="kind 'spun'"):
        views.apply_events(solar.view(), [{"kind": "spun", "space": 5}])
    with pytest.raises(gpscore.UsageError, match="this is no 'due' of gps, it has no targets"):
        views.apply_events(view, solar.updates())
    with pytest.raises(gpscore.UsageError, match="no view"):
        views.apply_events({"schema": "gps-view-9"}, [])


# ---- Patches


@pytest.mark.parametrize("name", ["gps of 3", "solar of 3"])
def test_patches_of_views_and_records_are_rfc_6902(name):
    """Another implementation makes the same of them."""
    game = GAMES[name]
    before = record = None
    for state, action, _ in whole_game(game, 5, most=150):
        if action is not None:
            before, record = state.view(0), views.record(state, 0)
            continue
        for old, new in ((before, state.view(0)), (record, views.record(state, 0))):
            operations = json.loads(json.dumps(views.patch(old, new)))
            assert jsonpatch.JsonPatch(operations).apply(old) == new
            assert views.apply_patch(old, operations) == new
        assert len(views.patch(record, views.record(state, 0))) <= 1 + game.players
        VALIDATORS[game.name]["record"].validate(views.record(state, 0))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, {"a": 1}),
        ({"a/b": 1, "c~d": [1]}, {"a/b": 2, "c~d": [1, 2, 3]}),
        ({"a": [1, 2, 3]}, {"a": []}),
        ({"a": 1, "b": 2}, {"b": True}),
        ([[1], {"x": None}], [[], {"x": 0, "y": []}]),
    ],
)
def test_patches_of_anything(old, new):
    operations = views.patch(old, new)
    assert views.apply_patch(old, operations) == new
    assert jsonpatch.JsonPatch(operations).apply(old) == new
    assert views.patch(new, new) == []


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "move", "from": "/a", "path": "/b"},
        {"op": "replace", "path": "/b", "value": 1},
        {"op": "remove", "path": "/a/7"},
        {"op": "add", "path": "/a/x", "value": 1},
        {"op": "add"},
        {"path": "/a"},
        {"op": "remove", "path": ""},
        {"op": "replace", "path": "a", "value": 1},
        {"op": "replace", "path": "x/a", "value": 1},
        {"op": "replace", "path": "/a/-1", "value": 1},
        {"op": "replace", "path": "/a/01", "value": 1},
        {"op": "replace", "path": "/a/ 1", "value": 1},
        {"op": "replace", "path": "/a/0_1", "value": 1},
        {"op": "replace", "path": 7, "value": 1},
        None,
    ],
)
def test_patches_that_do_not_fit_are_refused(operation):
    document = {"a": [1]}
    with pytest.raises(gpscore.UsageError, match="does not fit"):
        views.apply_patch(document, [{"op": "add", "path": "/a/-", "value": 2}, operation])
    assert document == {"a": [1]}


@pytest.mark.rule("R5")
def test_a_record_leaves_out_the_open_choices_of_others():
    game = gpscore.gps(3)
    state = game.parse("choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3/-+6,7,12")
    state.apply(state.parse_action("5cw"), 0)
    state.apply(state.parse_action("7cw"), 2)
    assert [ply["action"] for ply in views.record(state, 0)["plies"]] == ["5cw", None]
    assert [ply["action"] for ply in views.record(state)["plies"]] == [None, None]
    assert state.history_for(2) == [(0, None), (2, state.parse_action("7cw"))]
    state.apply(state.parse_action("1cw"), 1)
    assert state.history_for() == state.history
    # Choices that were open when the history begins stay hidden in its beginning.
    begun = game.parse("choose 4 0 0 0,0,0 -+4,5,7:5cw/-+1,2,3/-+6,7,12")
    assert "5cw" in views.record(begun, 0)["start"]
    assert "?" in views.record(begun, 1)["start"]


# ---- Legal trees and previews


@pytest.mark.parametrize("name", GAMES)
def test_legal_trees_have_exactly_the_legal_actions(name):
    for state, action, seat in whole_game(GAMES[name], 3, most=150):
        if action is None:
            continue
        for one in {seat, *state.to_act}:
            tree = json.loads(json.dumps(state.legal_tree(one)))
            leaves = views.leaves(tree)
            assert sorted(leaf["action"] for leaf in leaves) == sorted(state.legal_actions(one))
            for leaf in leaves:
                assert state.parse_action(leaf["text"]) == leaf["action"]
                assert leaf["kind"] == state.game.action_fields(leaf["action"]).kind
                assert leaf["label"] not in ("", leaf["text"]) or leaf["label"] == "pass"
                assert not re.search(r"\b1 (credit|card|point)s", leaf["label"])
                assert not re.search(r"\b[02-9] (credit|card|point)\b", leaf["label"])
            VALIDATORS[state.game.name]["legal_tree"].validate(tree)
            assert tree["player"] == {CHANCE: "chance", HOST: "host"}.get(one, one)
        for one in set(range(state.game.players)) - set(state.to_act):
            assert state.legal_tree(one)["groups"] == []
        VALIDATORS[state.game.name]["legal_tree"].validate(state.seen_by().legal_tree())


@pytest.mark.rule("G5", "R4")
def test_a_tree_of_gps_goes_from_satellite_to_direction():
    game = gpscore.gps(1, spaces=6, satellites=3, face_up=2)
    state = game.parse("choose 3 2 0 0 1@0,3@3+2")
    (node,) = state.legal_tree()["groups"]
    assert (node["label"], node["satellite"], node["space"]) == ("satellite 2", 2, None)
    assert [(leaf["label"], leaf["direction"], leaf["space"]) for leaf in node["children"]] == [
        ("clockwise to space 4", "cw", 4),
        ("counter-clockwise to space 2", "ccw", 2),
    ]
    moving = game.parse("choose 1 3 0 0 2@0,1@2,3@4+-")
    nodes = moving.legal_tree()["groups"]
    assert [node["label"] for node in nodes] == [
        "satellite 1 at space 2", "satellite 2 at space 0", "satellite 3 at space 4",
    ]  # fmt: skip
    assert [leaf["label"] for leaf in views.leaves(nodes[0])] == ["to space 1"]


@pytest.mark.rule("S6", "S8", "S14", "S16", "S18")
def test_a_tree_of_the_solar_system_goes_from_probe_and_planet():
    state = gpscore.solar(1).parse(
        "turn active=0 start=0 round=0 turns=0 discs=0,0,0 token=0 sectors=0 "
        "tiles=0:123/0:123/0:123/0:123 player0=score:1,credit:4,energy:4,publicity:6,"
        "probes:2.2"
    )
    assert state.content(10) == "mars"
    tree = state.legal_tree()
    groups = {group["kind"]: group for group in tree["groups"]}
    assert list(groups) == ["move", "planets", "research", "trade", "turn"]
    (probe,) = groups["move"]["children"]
    assert (probe["label"], probe["space"], probe["number"]) == (
        "the probe at ring 2, sector 2", 10, 1,
    )  # fmt: skip
    assert {leaf["space"] for leaf in probe["children"]} == {9, 11, 2, 18}
    assert all(leaf["spends"] == {"energy": 1} for leaf in probe["children"])
    for way in probe["reach"]:
        trial = state.clone()
        for action in way["path"]:
            trial.apply(action)
        assert way["space"] in trial.player(0).probes
        assert trial.player(0).energy == 4 - way["moves"]
    (mars,) = groups["planets"]["children"]
    assert (mars["label"], mars["planet"]) == ("Mars", 3)
    labels = {leaf["label"]: leaf["spends"] for leaf in mars["children"]}
    assert labels == {
        "orbit": {"credit": 1, "energy": 1},
        "land, data space 1": {"energy": 3},
        "land, data space 2": {"energy": 3},
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_preview_is_what_happens_and_changes_nothing(name):
    game = GAMES[name]
    simultaneous = game.name == "gps" and game.players > 1
    preview = {}
    for state, action, seat in whole_game(game, 4, most=200):
        if action is None:
            of_chance = isinstance(preview["player"], str)
            if of_chance or not simultaneous:
                viewer = None if of_chance else preview["player"]
                assert preview["events"] == state.updates(viewer)
                assert preview["view"] == state.view(viewer)
            continue
        before = (state.to_bytes(), state.history)
        preview = json.loads(json.dumps(state.preview(action, seat)))
        assert (state.to_bytes(), state.history) == before
        assert (preview["action"], preview["text"]) == (action, state.action_to_string(action))
        VALIDATORS[game.name]["preview"].validate(preview)


@pytest.mark.rule("G5", "R5")
def test_a_preview_of_a_choice_tells_the_own_outcome_alone():
    game = gpscore.gps(2, spaces=6, satellites=3, face_up=2)
    state = game.parse("choose 3 2 0 0,0 1@0,3@3+2/2@0,3@3+1")
    alone = state.preview(state.parse_action("2ccw"), 0)
    assert alone["events"] == [
        {"kind": "chose", "player": 0, "choice": "2ccw"},
        {"kind": "placed", "player": 0, "satellite": 2, "space": 2},
    ]
    assert alone["view"]["players"][0]["ring"] == [1, None, 2, 3, None, None]
    assert alone["view"]["players"][1] == state.view(0)["players"][1]
    # The last one to choose sees no more than that: what the other has chosen does not show.
    for other in ("1cw", "1ccw"):
        last = state.clone()
        last.apply(last.parse_action(other), 1)
        again = last.preview(last.parse_action("2ccw"), 0)
        assert again["events"] == alone["events"]
        assert again["view"]["players"][1]["ring"] == [2, None, None, 3, None, None]


def test_what_is_illegal_has_no_preview():
    state = gpscore.gps(2).initial_state()
    with pytest.raises(gpscore.IllegalActionError, match="G6"):
        state.preview(state.parse_action("7cw"), 0)
    with pytest.raises(gpscore.IllegalActionError):
        state.preview(2**40)
    for call in (state.legal_tree, state.updates, state.seen_by, state.history_for):
        with pytest.raises(gpscore.UsageError, match="no player 7"):
            call(7)


# ---- One seat


@pytest.mark.rule("R5")
def test_a_seat_sees_what_its_view_has():
    state = gpscore.gps(3).parse("choose 4 0 0 0,0,0 -+4,5,7/-+1,2,3/-+6,7,12")
    seen = state.seen_by(1)
    state.apply(state.parse_action("5cw"), 0)
    assert (seen.view(), seen.text, seen.hash) == (
        state.view(1), state.view_text(1), state.view_hash(1),
    )  # fmt: skip
    assert (seen.updates(), seen.history, seen.to_act) == (
        state.updates(1), state.history_for(1), (1, 2),
    )  # fmt: skip
    assert seen.legal_tree() == state.legal_tree(1)
    assert seen.legal_actions() == state.legal_actions(1)
    assert seen.why_illegal(state.parse_action("9cw")).reason == "gps_face_down"
    assert seen.preview(seen.legal_actions()[0])["player"] == 1
    assert (seen.observation() == state.observation(1)).all()
    assert seen.record() == views.record(state, 1)
    assert seen.undo_floor() == state.undo_floor(1)
    first = seen.legal_actions()[0]
    assert seen.parse_action(seen.action_to_string(first)) == first
    assert seen.preview(seen.action_to_string(first)) == seen.preview(first)
    assert seen.why_illegal("9cw") == seen.why_illegal(state.parse_action("9cw"))
    with pytest.raises(gpscore.ParseError):
        seen.why_illegal("nine")
    with pytest.raises(TypeError, match="an action that is no text must be an integer"):
        seen.preview(1.5)
    assert "5cw" not in repr(seen)
    public = state.seen_by()
    assert (public.legal_actions(), public.legal_tree()["groups"]) == ([], [])
    for call in (public.observation, public.undo_floor, lambda: public.preview(1)):
        with pytest.raises(gpscore.UsageError, match="plays no seat"):
            call()
    with pytest.raises(gpscore.UsageError, match="no observation"):
        gpscore.solar(2).initial_state().seen_by(0).observation()


def test_schemas_are_shipped():
    folder = Path(gpscore.__file__).parent / "schemas"
    assert sorted(path.name for path in folder.iterdir()) == [
        "gps-view-1.schema.json", "solar-view-1.schema.json",
    ]  # fmt: skip
