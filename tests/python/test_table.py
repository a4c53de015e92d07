"""The table: seats, whose turn it is to be waited for, repeats, undo, and what each is told."""

import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import gpscore
from gpscore import views

DOCS = Path(__file__).parents[2] / "docs"
SMALL = gpscore.gps(3, spaces=9, satellites=4, face_up=2)


def follow(table, viewer, seen):
    """The view that comes of an update, by events and by the patch."""
    update = json.loads(json.dumps(table.update(viewer)))
    new = views.apply_patch(seen, update["patch"])
    if update["events"] is not None:
        assert views.apply_events(seen, update["events"]) == new
    assert new == table.state.view(viewer)
    return new


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (SMALL, ["human", "steady", "human"]),
        (gpscore.gps(1, spaces=9, satellites=4), ["human"]),
        (gpscore.solar(3), ["human", "greedy", "human"]),
    ],
    ids=str,
)
def test_a_whole_game_at_a_table(game, seats):
    """Every viewer follows it by updates alone; bundled players and chance go on by themselves."""
    table = gpscore.Table(game, seats=seats, seed=5)
    viewers = [None, *range(game.players)]
    seen = {viewer: follow(table, viewer, None) for viewer in viewers}
    while table.waiting_for:
        seat = table.waiting_for[-1]
        assert seats[seat] == "human"
        action = table.state.choose("greedy", seat, seed=len(table.state.history))
        assert table.act(seat, table.state.action_to_string(action), since=table.plies)
        for viewer in viewers:
            seen[viewer] = follow(table, viewer, seen[viewer])
    assert table.state.is_terminal
    assert not table.step()


@pytest.mark.rule("R5")
def test_what_is_sent_twice_is_done_once():
    table = gpscore.Table(SMALL, seed=1)
    since = table.plies
    first, second, third = (table.see(seat).legal_actions()[0] for seat in range(3))
    assert table.act(0, first, since=since)
    assert not table.act(0, first, since=since)
    assert table.act(2, third, since=since)
    assert table.act(1, second, since=since)  # which ends the turn
    done = table.state.history
    for seat, action in ((0, first), (1, second), (2, third)):
        assert not table.act(seat, action, since=since)
    assert table.state.history == done
    other = next(a for a in range(first, first + 12) if a != first)
    with pytest.raises(gpscore.UsageError, match="in the meantime"):
        table.act(0, other, since=since)


@pytest.mark.rule("R5")
def test_choices_are_replaced_and_taken_back():
    table = gpscore.Table(SMALL, seed=1)
    seen = {viewer: follow(table, viewer, None) for viewer in (None, 0, 1)}
    one, another = table.see(0).legal_actions()[:2]
    for step in (
        lambda: table.act(0, one),
        lambda: table.act(0, another),
        lambda: table.retract(0),
        lambda: table.act(0, one),
    ):
        step()
        for viewer in seen:
            seen[viewer] = follow(table, viewer, seen[viewer])
    kinds = [event["kind"] for event in table.update(1)["events"]]
    assert kinds == ["due"]
    with pytest.raises(gpscore.IllegalActionError, match="no open choice"):
        table.retract(1)


def test_undo_keeps_to_the_policy():
    for policy, far in (("strict", 0), ("friendly", 3), ("free", 3)):
        table = gpscore.Table(gpscore.solar(1), seats=["human"], seed=4, undo=policy)
        begin = table.plies
        seen = follow(table, 0, None)
        table.act(0, table.see(0).legal_actions()[0])  # tucks a card
        seen = follow(table, 0, seen)
        for text in ("launch", "exchange:credit>energy"):
            table.act(0, text)
        for _ in range(far):
            assert table.undo(0) == 1
            seen = follow(table, 0, seen)
        assert table.plies == begin + 3 - far
        said = "has nothing to take back" if far else "undo is strict"
        with pytest.raises(gpscore.UsageError, match=said):
            table.undo(0)


@pytest.mark.rule("R5")
def test_a_friendly_undo_stops_at_what_was_seen():
    table = gpscore.Table(SMALL, seats=["human", "steady", "steady"], seed=1)
    table.act(0, table.see(0).legal_actions()[0])  # the last to choose, so that all is seen
    before = table.state.to_bytes()
    with pytest.raises(gpscore.UsageError, match="undo is friendly"):
        table.undo(0)
    assert table.state.to_bytes() == before


@pytest.mark.rule("S4")
def test_a_friendly_undo_goes_back_over_what_bundled_players_have_answered():
    """Where neither chance nor a person came in between; they do it again."""
    table = gpscore.Table(gpscore.solar(3), seats=["human", "steady", "human"], seed=4)
    while table.waiting_for != (0,) or table.state.phase != "turn":
        seat = table.waiting_for[0]
        table.act(seat, table.see(seat).legal_actions()[0])
    before, plies = table.state.to_bytes(), table.plies
    table.act(0, "launch")
    table.act(0, "end")
    assert table.waiting_for == (2,)
    answered = [player for player, _ in table.state.history[plies:]]
    assert set(answered) == {0, 1}
    assert not any(event.kind == "tile" for event in table.state.events)
    seen = follow(table, 0, None)
    assert table.undo_floor(0) <= plies < table.state.undo_floor(0)
    assert table.undo(0) == len(answered) - 1  # the end of the turn, and the answer
    seen = follow(table, 0, seen)
    assert table.undo(0) == 1
    follow(table, 0, seen)
    assert (table.state.to_bytes(), table.plies) == (before, plies)
    # A person who has acted since is in the way, as chance is.
    table.act(0, "launch")
    table.act(0, "end")
    table.act(2, "launch")
    with pytest.raises(gpscore.UsageError, match="player 2 has acted since"):
        table.undo(0)


def test_what_was_seen_at_no_ply_is_refused():
    table = gpscore.Table(gpscore.solar(2, embedded=True), seed=7)
    while table.state.phase != "turn":
        table.act(table.waiting_for[0], table.see(table.waiting_for[0]).legal_actions()[0])
    begun = table.state.to_bytes()
    for since in (10**9, table.plies + 1, -1):
        with pytest.raises(gpscore.UsageError, match=rf"since is {since}, .* 0 to {table.plies}$"):
            table.act(0, "launch", since=since)
    assert table.state.to_bytes() == begun
    table.act(0, "launch", since=table.plies)
    seen = table.plies
    table.undo(0)
    with pytest.raises(gpscore.UsageError, match="no number of plies that the table has had"):
        table.act(0, "launch", since=seen)  # what was seen then has been taken back


@pytest.mark.rule("R5")
def test_a_choice_may_be_made_in_a_view_that_had_one_more_open():
    table = gpscore.Table(SMALL, seed=1)
    table.act(0, table.see(0).legal_actions()[0])
    seen = table.plies
    table.retract(0)
    assert table.act(1, table.see(1).legal_actions()[0], since=seen)


def test_a_free_undo_takes_back_what_came_of_it():
    table = gpscore.Table(SMALL, seats=["human", "steady", "steady"], seed=1, undo="free")
    before = table.state.to_bytes()
    turn = table.state.turn
    table.act(0, table.see(0).legal_actions()[0])
    assert table.state.turn > turn
    table.update(0)
    assert table.undo(0) > 1
    assert table.waiting_for == (0,)
    assert table.state.turn == turn
    assert table.update(0)["events"] is None
    # The bundled players choose the same again, since nothing is different.
    while table.state.history and table.state.history[-1][0] > 0:
        table.state.undo()
    assert len(table.state.to_bytes()) == len(before)


def test_seats_change_hands():
    table = gpscore.Table(SMALL, seed=3)
    assert table.waiting_for == (0, 1, 2)
    table.sit(1, "steady")
    assert table.seats == ("human", "steady", "human")
    assert table.waiting_for == (0, 2)
    table.sit(2, "left")
    assert table.waiting_for == (0,)
    with pytest.raises(gpscore.UsageError, match="'left', not a person"):
        table.act(2, table.state.legal_actions(0)[0])
    turn = table.state.turn
    table.act(0, table.see(0).legal_actions()[0])
    assert table.state.turn == turn + 1
    table.sit(2, "human")
    assert table.waiting_for == (0,)  # the choice of who sat there before is open
    table.retract(2)
    assert table.waiting_for == (0, 2)
    table.sit(0, "left")
    table.sit(2, "left")
    assert table.waiting_for == ()  # nobody is there: nothing goes on by itself
    plies = table.plies
    assert table.step()
    assert table.plies == plies + 1


def test_a_host_may_bring_chance_itself():
    table = gpscore.Table(gpscore.gps(1, spaces=6, satellites=3, face_up=1))
    assert (table.waiting_for, table.state.is_chance) == ((), True)
    assert not table.step()
    for text in ("up:2", "spin:4"):
        table.resolve(text)
    assert table.waiting_for == (0,)
    assert table.see(0).view()["pointed"] == 4
    with pytest.raises(gpscore.IllegalActionError):
        table.resolve("spin:4")


def test_a_table_goes_on_from_a_state_with_its_history():
    state = SMALL.initial_state()
    state.resolve_chance(1)
    table = gpscore.Table(state)
    assert table.state is state
    assert table.plies == 1
    assert "human" in repr(table)


def embedded(players=2, **options):
    """A table whose host is another game, in the first turn."""
    table = gpscore.Table(gpscore.solar(players, embedded=True), seed=3, **options)
    while table.state.phase != "turn":
        if table.state.is_host:
            table.effect("e:resolved")
        else:
            table.act(table.waiting_for[0], table.see(table.waiting_for[0]).legal_actions()[0])
    return table


def test_effects_of_a_host_are_told_to_all():
    table = embedded()
    viewers = (None, 0, 1)
    seen = {viewer: follow(table, viewer, None) for viewer in viewers}
    other = table.state.clone()
    for effect, kinds in (
        (gpscore.effects.change(1, "credit", 3), ["gained"]),
        ("e:launch:w0", ["launched"]),
        (gpscore.effects.put(gpscore.NEUTRAL, orbit=4), ["put"]),
        ("e:rotate", None),
        (gpscore.effects.limit(0, 1), ["limit"]),
        ("e:change:w0:card-1", ["spent"]),
        ("e:main", ["main_used"]),
    ):
        table.effect(effect)
        action = other.parse_action(effect) if isinstance(effect, str) else effect
        other.apply(action, gpscore.HOST)
        told = [table.update(viewer) for viewer in viewers]
        for viewer, update in zip(viewers, told, strict=True):
            if kinds is not None:
                assert [event["kind"] for event in update["events"]] == [*kinds, "due"]
            assert update["events"] == other.updates(viewer)  # as a host tells without a table
            assert views.apply_events(seen[viewer], update["events"]) == table.state.view(viewer)
            seen[viewer] = views.apply_patch(seen[viewer], update["patch"])
            assert seen[viewer] == table.state.view(viewer)
    assert table.state == other


def test_effects_stand_among_what_players_do():
    table = embedded(seats=["human", "greedy"])
    seen = follow(table, 0, None)
    table.effect("e:moves:2")
    table.act(0, "launch")
    table.effect("e:change:w1:credit+1")
    update = table.update(0)
    kinds = [event["kind"] for event in update["events"]]
    assert kinds == ["move_gained", "spent", "launched", "gained", "due"]
    assert views.apply_events(seen, update["events"]) == table.state.view(0)
    with pytest.raises(gpscore.UsageError, match=r"the host has acted since \(e:change:w1:credit"):
        table.undo(0)


def test_effects_that_are_refused_change_nothing():
    table = embedded()
    table.update()
    before = (table.state.to_bytes(), table.plies)
    for effect, error in (
        ("e:next-round", gpscore.IllegalActionError),
        ("e:resolved", gpscore.IllegalActionError),
        ("launch", gpscore.IllegalActionError),
        ("e:nonsense", gpscore.ParseError),
        (2**40, gpscore.IllegalActionError),
    ):
        with pytest.raises(error):
            table.effect(effect)
        assert (table.state.to_bytes(), table.plies) == before
        assert [event["kind"] for event in table.update()["events"]] == ["due"]
    for alone in (gpscore.gps(2), gpscore.solar(2)):
        with pytest.raises(gpscore.Error):
            gpscore.Table(alone, seed=1).effect("e:main" if alone.name == "solar" else "1cw")


def test_what_is_done_past_the_table_is_told_by_the_patch():
    table = embedded()
    seen = follow(table, 0, None)
    table.effect("e:moves:2")
    table.state.apply(gpscore.effects.rotate(), gpscore.HOST)
    table.effect("e:moves:1")
    update = table.update(0)
    assert update["events"] is None
    assert views.apply_patch(seen, update["patch"]) == table.state.view(0)
    table.effect("e:moves:1")
    assert [event["kind"] for event in table.update(0)["events"]] == ["move_gained", "due"]


def test_a_screen_may_join_at_any_time():
    table = gpscore.Table(SMALL, seed=1)
    assert table.join(1) == {**table.join(1), "events": None}
    first = views.apply_patch(None, table.join(1)["patch"])
    table.act(0, table.see(0).legal_actions()[0])
    late = table.join(1)
    second = views.apply_patch(None, late["patch"])
    assert second == first  # since the update that both get next leads on from here
    assert late["plies"] == table.plies - 1
    late["patch"][0]["value"]["players"].clear()  # is a copy
    update = table.update(1)
    assert [event["kind"] for event in update["events"]] == ["chose", "due"]
    update["patch"].clear()
    third = views.apply_patch(None, table.join(1)["patch"])
    assert third == views.apply_events(first, update["events"]) == table.state.view(1)
    with pytest.raises(gpscore.UsageError, match="no player 7"):
        table.join(7)


@pytest.mark.rule("R5")
def test_why_something_cannot_be_taken_back():
    def refused(table, seat):
        with pytest.raises(gpscore.UsageError) as caught:
            table.undo(seat)
        return str(caught.value)

    table = gpscore.Table(SMALL, seed=1)
    first = [table.see(seat).legal_actions()[0] for seat in range(3)]
    assert refused(table, 0) == "player 0 has nothing to take back"
    table.act(0, first[0])
    table.act(1, first[1])
    assert refused(table, 0).endswith("it is an open choice, which retract takes back")
    table.act(2, first[2])
    text = table.state.action_to_string(table.state.history[-1][1])
    assert refused(table, 0) == (
        f"player 0 may not take that back: chance has decided since ({text}), and undo is "
        "friendly at this table; only free goes back over that"
    )
    table = gpscore.Table(gpscore.solar(2), seed=4)
    while table.state.phase != "turn":
        table.act(table.waiting_for[0], table.see(table.waiting_for[0]).legal_actions()[0])
    assert "player 1 has acted since (income:" in refused(table, 0)
    table.act(0, "launch")
    assert table.undo(0) == 1
    strict = gpscore.Table(gpscore.solar(1), seed=4, undo="strict")
    strict.act(0, strict.see(0).legal_actions()[0])
    assert "undo is strict at this table, what is done is done" in refused(strict, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seats": ["human"]}, "1 seats are given for 3 players"),
        ({"seats": ["human", "human", "dog"]}, "nobody is 'dog'"),
        ({"undo": "polite"}, "no undo policy"),
        ({"stand_in": "human"}, "no bundled player 'human'"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_tables_are_refused(arguments, said):
    with pytest.raises(gpscore.UsageError, match=said):
        gpscore.Table(SMALL, **arguments)


def test_bad_calls_are_refused_and_change_nothing():
    table = gpscore.Table(SMALL, seed=1)
    before = (table.state.to_bytes(), table.seats, table.plies)
    action = table.see(0).legal_actions()[0]
    for call, error in (
        (lambda: table.act(7, action), gpscore.UsageError),
        (lambda: table.act(0, "99"), gpscore.ParseError),
        (lambda: table.act(0, 0x23000000), gpscore.IllegalActionError),
        (lambda: table.sit(7, "human"), gpscore.UsageError),
        (lambda: table.sit(0, "dog"), gpscore.UsageError),
        (lambda: table.see(7), gpscore.UsageError),
        (lambda: table.update(7), gpscore.UsageError),
        (lambda: table.undo(7), gpscore.UsageError),
        (lambda: table.undo(0), gpscore.UsageError),
        (lambda: table.retract(0), gpscore.IllegalActionError),
        (lambda: table.resolve("spin:1"), gpscore.IllegalActionError),
    ):
        with pytest.raises(error):
            call()
        assert (table.state.to_bytes(), table.seats, table.plies) == before


# ---- clicks, as docs/frontends.md tells them


class Page:
    """What a person clicks: a picture with marks, targets, and buttons for the rest."""

    def __init__(self, table, seat):
        seen = table.see(seat)
        tree = json.loads(json.dumps(seen.legal_tree()))
        self.leaf_of = {leaf["action"]: leaf for leaf in views.leaves(tree)}
        self.marks, self.targets = {}, {}
        for element in ElementTree.fromstring(seen.svg(legal=seat)).iter():
            if element.get("data-actions"):
                ids = [int(action) for action in element.get("data-actions").split()]
                self.marks[element.get("id")] = ids
            elif "target" in element.get("class", "").split():
                self.targets[element.get("id")] = int(element.get("data-space"))

    def buttons(self):
        marked = {action for ids in self.marks.values() for action in ids}
        assert marked <= self.leaf_of.keys()
        return sorted(self.leaf_of.keys() - marked)

    def way(self, ids, target):
        """The one of several ids whose way is the target that is clicked next."""
        (found,) = (a for a in ids if f"legal-{self.leaf_of[a]['direction']}" == target)
        assert self.leaf_of[found]["space"] == self.targets[target]
        return found


@pytest.mark.parametrize(
    "rules",
    [
        "gps players=2 spaces=8 satellites=4 face_up=2 turn_limit=40",
        "gps players=1 spaces=6 satellites=4 turn_limit=40",
        "solar players=3",
        "solar players=4 organisations=xenolab,helion,orbital_dynamics,turing pluto=1,1,1,1",
    ],
)
def test_a_table_is_played_by_clicks(rules):
    rng = random.Random(5)
    table = gpscore.Table(gpscore.parse_game(rules), seed=5)
    clicked = set()
    while table.waiting_for:
        seat = table.waiting_for[0]
        page = Page(table, seat)
        rare = [mark for mark in page.marks if not mark.startswith("legal-space-")]
        click = rng.choice(rare or [*page.marks] * 9 + ["button"] * bool(page.buttons()))
        clicked.add(re.sub(r"\d+", "N", click))
        if click == "button":
            action = rng.choice(page.buttons())
        elif len(page.marks[click]) > 1 and page.targets:
            clicked.add("target")
            action = page.way(page.marks[click], rng.choice([*page.targets]))
        else:
            action = rng.choice(page.marks[click])
        assert table.act(seat, action, since=table.plies)
        for viewer in (None, seat):
            table.update(viewer)
    if rules.startswith("gps"):
        assert clicked >= {"legal-N", "target"}
    else:
        assert clicked >= {"button", "legal-space-N"}
        assert clicked & {"legal-orbit-N", "legal-land-N"}


BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
PAGE = """<!DOCTYPE html><div id="board">%s</div><script>
const board = document.getElementById("board");
const leafOf = new Map(%s.map((leaf) => [leaf.action, leaf]));
const done = [];
const act = (id) => done.push(id);
const menu = (ids) => done.push(ids);
%s
for (const id of %s)
  document.getElementById(id).dispatchEvent(new MouseEvent("click", { bubbles: true }));
document.body.innerHTML = `<output>${JSON.stringify(done)}</output>`;
</script>"""


@pytest.mark.skipif(not BROWSER, reason="there is no browser to run the listener of the guide in")
def test_the_listener_of_the_guide_runs_in_a_browser(tmp_path):
    """A click is an action; of a satellite with two ways the second click is the way."""
    guide = (DOCS / "frontends.md").read_text(encoding="utf-8")
    listener = re.search(r"^```js\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[1]

    def done(state, clicks):
        seen = state.seen_by(0)
        leaves = json.dumps(views.leaves(seen.legal_tree()))
        page = tmp_path / "page.html"
        text = PAGE % (seen.svg(legal=0), leaves, listener, json.dumps(clicks))
        page.write_text(text, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/u"]
        # What a build with sanitizers loads first is none of the browser's.
        clean = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
        try:
            told = subprocess.run(
                [BROWSER, *options, "--dump-dom", page.as_uri()],
                capture_output=True, text=True, check=True, timeout=60, env=clean,
            )  # fmt: skip
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            pytest.skip(f"the browser does not run here: {error}")
        return json.loads(re.search(r"<output>(.*?)</output>", told.stdout)[1])

    game = gpscore.gps(1, spaces=6, satellites=3, face_up=2)
    state = game.parse("choose 3 2 0 0 1@0,3@3+2")  # 2 may go both ways
    way = {text: state.parse_action(text) for text in ("2cw", "2ccw")}
    clicks = ["legal-cw", "space-0", "legal-2", "legal-ccw", "legal-cw", "legal-2", "legal-cw"]
    assert done(state, clicks) == [way["2ccw"], way["2cw"]]
    state = gpscore.solar(2).initial_state()
    while state.phase != "turn":
        state.apply(state.legal_actions()[0])
    earth = f"legal-space-{state.planet_space('earth')}"
    assert done(state, ["space-0", earth]) == [state.parse_action("launch")]


def test_the_fields_of_the_guide_are_those_of_views():
    guide = (DOCS / "frontends.md").read_text(encoding="utf-8")
    table = guide[guide.index("What is common to both games:") :].split("\n\n")[1]
    named = {
        word for row in table.splitlines() for word in re.findall(r"`(\w+)`", row.split(" | ")[0])
    }
    assert len(named) == 11
    for game in (SMALL, gpscore.solar(2)):
        assert named <= game.initial_state().view(0).keys()


def test_the_ids_of_the_guide_are_those_of_pictures():
    guide = (DOCS / "frontends.md").read_text(encoding="utf-8")
    pictures = (DOCS / "pictures.md").read_text(encoding="utf-8")
    rows = [line for line in pictures.splitlines() if line.startswith("| `")]
    known = {word for row in rows for word in re.findall(r"`([^`]+)`", row.split(" | ")[0])}
    table = guide[guide.index("| | GPS | solar |") :].partition("\n\n")[0]
    named = set(re.findall(r"`([a-z0-9-]+-[A-Z](?:-[A-Z])?)`", table))
    assert len(named) > 20
    assert named <= known


def test_what_one_viewer_is_given_is_no_other_viewers():
    table = gpscore.Table(gpscore.gps(3), seed=2)
    for viewer in (0, 1):
        table.update(viewer)
    table.act(0, table.see(0).legal_actions()[0])
    table.retract(0)
    table.update(0)["events"][-2]["note"] = "mine"
    assert table.update(1)["events"][-2] == {"kind": "retracted", "player": 0}
