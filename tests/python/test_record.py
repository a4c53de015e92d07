"""Game records come back as they were written, and damage is named, never taken for a game."""

import hashlib
import pickle
import random
import re
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gpscore
from gpscore import CHANCE, HOST, effects, fair
from gpscore.record import GameRecord, RecordError

OLD_RECORDS = sorted(Path(__file__).parents[1].joinpath("data", "records").glob("*.record"))
RECORDS = sorted(Path(__file__).parents[1].joinpath("data", "records", "v2").glob("*.record"))
SMALL = {"players": 2, "spaces": 6, "satellites": 4, "face_up": 2}


def played(game, plies, rng, start=None):
    """A state after at most that many plies of random play, choices made in any order."""
    state = start or game.initial_state()
    for _ in range(plies):
        if state.is_terminal:
            break
        if state.is_chance:
            state.apply(rng.choice(state.chance_outcomes())[0], CHANCE)
        else:
            seat = rng.choice(state.to_act)
            state.apply(rng.choice(state.legal_actions(seat)), seat)
    return state


def sample(plies=60, /, **tags):
    """A record of a small game with a few turns."""
    return GameRecord.from_state(played(gpscore.gps(**SMALL), plies, random.Random(4)), **tags)


def written(player, text):
    """A ply as it stands in a record."""
    return text if player == CHANCE else f"{'host' if player == HOST else player}:{text}"


def old_text(record):
    """The text of version 1, which is read for ever."""
    state = record.start.clone() if record.start else record.game.initial_state()
    text = f'[gpscore-record "1"]\n[rules "{record.game.rules}"]\n'
    for key, value in record.tags.items():
        value = value.replace("\\", "\\\\").replace('"', '\\"')
        text += f'[{key} "{value}"]\n'
    if record.start:
        text += f'[start "{record.start}"]\n'
    text += f'[check "{zlib.crc32(text.encode()):08x}"]\n\n'
    line, turn = "", state.turn
    for player, action in record.plies:
        line = line or f"{turn + 1}."
        line += f" {written(player, state.action_to_string(action))}"
        state.apply(action, player)
        if state.turn != turn:
            text += f"{line} #{state.hash:016x}\n"
            line, turn = "", state.turn
    if line:
        text += f"{line} #{state.hash:016x}\n"
    result = "-".join(f"{x:g}" for x in state.returns()) if state.is_terminal else "*"
    text += f"end {result} plies={len(record.plies)}"
    return f"{text} crc={zlib.crc32(text.encode()):08x}\n"


def of_version(record, version):
    return old_text(record) if version == 1 else record.to_text()


def chained(header, body):
    """The lines with the links that docs/formats.md asks for, as far as they can be read."""
    link = hashlib.sha256(header.encode()).digest()
    try:
        game = gpscore.parse_game(re.search(r'\n\[rules "(.*)"\]', header)[1])
        start = re.search(r'\n\[start "(.*)"\]', header)
        state = game.parse(start[1]) if start else game.initial_state()
    except gpscore.Error:
        return body, link
    lines = body.split("\n")
    for number, line in enumerate(lines):
        parts = re.fullmatch(r"(\d+\. )(.+) #([0-9a-f]*)(.*)", line, re.S)
        if not parts:
            break
        marks = ""
        for token in parts[2].split(" "):
            ply, _, time = token.partition("~")
            head, colon, text = ply.partition(":")
            if not (colon and (head.isdigit() or head == "host")):
                head, text = "-1", ply
            player = HOST if head == "host" else int(head)
            try:
                action = state.parse_action(text)
                state.apply(action, player)
            except gpscore.Error:
                break
            time = int(time) if time else 2**64 - 1
            link = hashlib.sha256(
                link + struct.pack("<bIQQ", player, action, time, state.hash)
            ).digest()
            marks += link.hex()[:4]
        lines[number] = f"{parts[1]}{parts[2]} #{marks}{parts[3][len(marks) :]}{parts[4]}"
    return "\n".join(lines), link


def sealed(text):
    """The text with all checksums and links made right again: what they guard is looked at."""
    head, mark, rest = text.partition('[check "')
    length = 8 if head.startswith('[gpscore-record "1"') else 64
    rest = rest[length:]
    if length == 8:
        text = f"{head}{mark}{zlib.crc32(head.encode()):08x}{rest}"
    else:
        between, body = re.match(r"(?s)(.*?\n(?=\d+\. |end |END )|)(.*)", rest).groups()
        body, link = chained(head, body)
        body = re.sub(r"( head=)[0-9a-f]{64}", rf"\g<1>{link.hex()}", body)
        text = f"{head}{mark}{hashlib.sha256(head.encode()).hexdigest()}{between}{body}"
    body = text[: text.rindex(" crc=")]
    return f"{body} crc={zlib.crc32(body.encode()):08x}\n"


def refused(text):
    with pytest.raises(RecordError) as caught:
        GameRecord.parse(text)
    return caught.value


@st.composite
def games(draw):
    satellites = draw(st.integers(2, 4))
    return gpscore.gps(
        draw(st.integers(1, 4)),
        spaces=draw(st.integers(satellites + 1, 8)),
        satellites=satellites,
        face_up=draw(st.integers(1, satellites)),
        wins=draw(st.integers(1, 2)),
        turn_limit=draw(st.sampled_from([None, None, 3, 9])),
    )


# ---- there and back ----


@pytest.mark.rule("R5")
@given(
    games(),
    st.integers(0, 150),
    st.randoms(use_true_random=False),
    st.dictionaries(
        st.from_regex(r"[a-z][a-z0-9_-]{0,9}", fullmatch=True).filter(
            lambda key: key not in ("rules", "start", "check")
        ),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20),
        max_size=3,
    ),
)
@settings(max_examples=120, deadline=None)
def test_a_record_parses_back_to_itself(game, plies, rng, tags):
    state = played(game, plies, rng)
    record = GameRecord.from_state(state, **tags)
    text = record.to_text()
    again = GameRecord.parse(text)
    assert again == record
    assert again.to_text() == text
    assert text.isascii()
    assert record.tags == tags
    replayed = again.replay()
    assert replayed == state
    assert replayed.history == record.plies
    record.verify()


@given(games(), st.integers(1, 60), st.integers(0, 60), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_record_may_start_anywhere(game, before, plies, rng):
    start = played(game, before, rng).clone()
    state = played(game, plies, rng, start.clone())
    record = GameRecord.from_state(state)
    assert record.start == (None if start == game.initial_state() else start)
    again = GameRecord.parse(record.to_text())
    assert again == record
    assert again.replay() == state
    assert again.replay().start == start


@pytest.mark.rule("R5")
def test_the_order_of_choices_leaves_no_trace():
    game = gpscore.gps(players=3)
    texts = set()
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        state = game.initial_state()
        while state.turn < 2:
            if state.is_chance:
                state.resolve_chance(5)
            for seat in order:
                if seat in state.to_act:
                    state.apply(state.legal_actions(seat)[0], seat)
        texts.add(GameRecord.from_state(state).to_text())
    assert len(texts) == 1


@pytest.mark.rule("R5")
def test_open_choices_are_kept():
    state = gpscore.gps(players=3).initial_state()
    while state.is_chance:
        state.resolve_chance(5)
    for seat in (2, 0):
        state.apply(state.legal_actions(seat)[-1], seat)
    again = GameRecord.parse(GameRecord.from_state(state).to_text()).replay()
    assert again == state
    assert again.to_act == (1,)
    assert [seat for seat, _ in again.history[-2:]] == [0, 2]


def test_the_text_reads_like_a_game():
    state = gpscore.gps(**SMALL).initial_state()
    while state.turn < 2:
        if state.is_chance:
            state.resolve_chance(7)
        else:
            state.apply(state.legal_actions()[0])
    lines = GameRecord.from_state(state, seed=7, event='a "b" \\').to_text().splitlines()
    assert lines[:6] == [
        '[gpscore-record "2"]',
        f'[library "{gpscore.__version__}"]',
        f'[rules-version "{state.game.rules_version}"]',
        f'[rules "{state.game.rules}"]',
        '[seed "7"]',
        r'[event "a \"b\" \\"]',
    ]
    head = "".join(f"{line}\n" for line in lines[:6])
    assert lines[6] == f'[check "{hashlib.sha256(head.encode()).hexdigest()}"]'
    assert lines[7] == ""
    choice = r"\d+c?cw"
    assert re.fullmatch(
        rf"1\. up:\d up:\d up:\d up:\d spin:\d 0:{choice} 1:{choice} up:\d up:\d #[0-9a-f]{{36}}",
        lines[8],
    )
    assert re.fullmatch(rf"2\. spin:\d 0:{choice} 1:{choice} up:\d up:\d #[0-9a-f]{{20}}", lines[9])
    assert re.fullmatch(r"end \* plies=14 head=[0-9a-f]{64} crc=[0-9a-f]{8}", lines[10])
    assert f" head={lines[9][-4:]}" in lines[10]


def test_a_finished_game_ends_with_its_returns():
    game = gpscore.gps(players=2, spaces=4, satellites=2, face_up=1)
    state = played(game, 10_000, random.Random(3))
    assert state.is_terminal
    result = "-".join(str(int(value)) for value in state.returns())
    assert (
        f"\nend {result} plies={len(state.history)} head=" in GameRecord.from_state(state).to_text()
    )


def test_no_ply_at_all():
    record = GameRecord(gpscore.gps(players=1))
    assert record.to_text().splitlines()[5:6] == [""]
    assert GameRecord.parse(record.to_text()) == record
    assert record.replay() == record.game.initial_state()


def test_effects_of_a_host_are_written_as_the_hosts():
    state = gpscore.solar(embedded=True).initial_state()
    while state.phase != "turn":
        state.apply(state.sample_chance(7) if state.is_chance else state.legal_actions()[0])
    state.apply(effects.rotate(), HOST)
    state.apply(effects.change(1, "credit", 3), HOST)
    for action in ("launch", "end"):
        state.apply(state.parse_action(action))
    record = GameRecord.from_state(state)
    text = record.to_text()
    turn = text.splitlines()[6]
    assert re.search(
        r"^1\. .* 1:income:credit host:e:rotate host:e:change:w1:credit\+3 0:launch 0:end #", turn
    )
    again = GameRecord.parse(text)
    assert again == record
    assert again.replay() == state
    assert [player for player, _ in again.plies[-4:]] == [HOST, HOST, 0, 0]
    # Whose a ply is, is a part of it: neither chance nor a player does what a host does.
    for other in ("", "0:", "Host:", "host:host:"):
        error = refused(sealed(text.replace("host:e:rotate", f"{other}e:rotate")))
        assert (error.line, error.ply, error.turn) == (7, 10, 1)
    assert refused(sealed(text.replace("0:launch", "host:launch"))).player == HOST


def test_a_line_is_a_turn_of_the_solar_system():
    state = gpscore.solar(players=3, rounds=1).initial_state()
    while not state.is_terminal:
        state.apply(state.sample_chance(5) if state.is_chance else state.choose(seed=5))
    lines = GameRecord.from_state(state).to_text().splitlines()[6:-1]
    assert len(lines) == state.turn
    assert all(re.search(r" (\d):(end|pass)( |$)", line.rpartition(" #")[0]) for line in lines)


# ---- damage ----


@pytest.fixture(scope="module", params=[1, 2], ids="version={}".format)
def text(request):
    return of_version(sample(seed=11, player0="steady", note='said "hi"'), request.param)


def test_every_change_of_one_character_is_noticed(text):
    GameRecord.parse(text)
    for i, c in enumerate(text):
        others = {chr(ord(c) ^ 1), " ", "0", "\n", "\x00", "\x7f", "\u0661", "", c + c} - {c}
        for other in others:
            damaged = text[:i] + other + text[i + 1 :]
            if damaged == text:  # one of a pair was dropped
                continue
            error = refused(damaged)
            assert error.line >= 1
            assert 0 <= error.position <= len(damaged)


def test_every_truncation_is_noticed_and_the_rest_is_kept(text):
    whole = GameRecord.parse(text)
    kept = []
    for length in range(len(text)):
        error = refused(text[:length])
        if error.record is None:
            assert length < text.index("\n\n") + 2
            continue
        assert error.record.plies == whole.plies[: len(error.record.plies)]
        assert error.record.tags == whole.tags
        kept.append(len(error.record.plies))
    assert kept == sorted(kept)
    assert kept[0] == 0
    assert kept[-1] == len(whole.plies)
    assert refused(text[:-1]).reason == "record_end"


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_sealed_damage_is_never_taken_for_the_game(data):
    """With all checksums made right again, what is accepted is a legal game as it stands there: one
    ply is another, of the same player, and all that follow can be done."""
    whole = sample(40)
    text = whole.to_text()
    first = text.index("\n\n") + 2
    at = data.draw(st.integers(first, text.rindex(" crc=") - 1))
    c = data.draw(st.sampled_from("0123456789abcdefuspincw:@.#* +-\n"))
    damaged = sealed(text[:at] + c + text[at + 1 :])
    try:
        record = GameRecord.parse(damaged)
    except RecordError:
        return
    assert record.to_text() == damaged
    record.verify()
    pairs = list(zip(record.plies, whole.plies, strict=True))
    assert sum(one != other for one, other in pairs) <= 1
    assert all(one[0] == other[0] for one, other in pairs)


@pytest.mark.rule("G4")
def test_an_illegal_ply_is_named_with_its_rule(text):
    record = GameRecord.parse(text)
    lines = text.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("2. "))
    token = re.search(r" 1:(\d+)c?cw", lines[at])
    state = record.replay()
    while state.turn >= 2:
        state.undo()
    while state.turn >= 1:
        state.undo()
    down = next(s for s in range(1, 5) if s in state.face_down(1))
    lines[at] = lines[at].replace(token[0], f" 1:{down}cw")
    error = refused(sealed("".join(lines)))
    assert (error.reason, error.rule) == ("gps_face_down", "G4")
    assert isinstance(error.__cause__, gpscore.IllegalActionError)
    assert error.code == error.__cause__.code
    assert (error.line, error.turn, error.player) == (at + 1, 2, 1)
    assert error.action == f"{down}cw"
    assert record.plies[error.ply][0] == 1
    assert error.record.plies == record.plies[: len(error.record.plies)]
    assert error.record.replay().turn == 1
    assert str(error).startswith(f"line {at + 1}, turn 2, ply {error.ply}: ")
    assert "(G4)" in str(error)
    assert "\n" not in str(error)


def test_a_wrong_hash_is_named():
    text = old_text(sample())
    at = text.index("#") + 1
    other = "0" if text[at] != "0" else "1"
    error = refused(sealed(text[:at] + other + text[at + 1 :]))
    assert error.reason == "record_hash"
    assert (error.turn, error.position) == (1, at)
    assert error.record.plies == []


@pytest.mark.rule("R5")
def test_choices_out_of_seat_order_are_refused(text):
    swapped = re.sub(r" (0:\w+) (1:\w+)", r" \2 \1", text, count=1)
    assert swapped != text
    error = refused(sealed(swapped))
    assert "seat order" in str(error)
    assert error.player == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: re.sub(r'-record "\d"]', '-record "3"]', t), "version '3' is not known"),
        (
            lambda t: t.replace("gps players=2", "gps  players=2"),
            "rules: an option is expected: players, spaces",
        ),
        (lambda t: t.replace(" wins=1", ""), "are written"),
        (lambda t: t.replace("players=2", "players=9"), "players is 9"),
        (lambda t: t.replace('"gps ', '"chess '), "no game of that name"),
        (lambda t: t.replace("[seed", "[rules", 1), "'rules' is given twice"),
        (lambda t: t.replace("[note", "[seed", 1), "'seed' is given twice"),
        (lambda t: t.replace("[seed", "[Seed", 1), "a tag such as"),
        (lambda t: t.replace('[seed "11"]', "[seed 11]", 1), "a tag such as"),
        (lambda t: t.replace("\n1. ", "\n2. ", 1), "turn 1 is expected"),
        (lambda t: t.replace("\n1. ", "\n01. ", 1), "is expected, not"),
        (lambda t: t.replace(" 0:", " 00:", 1), "is written '0:"),
        (lambda t: t.replace(" 0:", " 7:", 1), "player 7"),
        (lambda t: t.replace(" 0:", " 9999999:", 1), "player"),
        (lambda t: t.replace(" spin:", " spin: ", 1), "line"),
        (lambda t: t.replace(" spin:", " SPIN:", 1), "an action is expected"),
        (lambda t: t.replace("\n", "\r\n"), "line 1: the line ends in CR LF"),
        (lambda t: t.replace("\nend", "\r\nend"), "ends in CR LF"),
        (lambda t: re.sub(r"end \S+", "end 7", t), "the result is "),
        (lambda t: t.replace("plies=", "plies=1"), "plies, not 1"),
        (lambda t: t.replace("end ", "END "), "is expected, not"),
        (lambda t: t.replace("\n\n", "\n\n\n"), "is expected, not ''"),
        (lambda t: t.replace("\n\n", "\n"), "a blank line"),
        (lambda t: re.sub(r" #\w+\n\d+\.", "", t, count=1), "stands on a line of its own"),
        (
            lambda t: re.sub(r"(\n1\.( \S+){3})", r"\1 #0123456789abcdef\n1.", t),
            "has the hash|four lower-case hex digits",
        ),
    ],
)
def test_what_is_wrong_is_said(text, change, words):
    changed = change(text)
    assert changed != text
    error = refused(sealed(changed))
    assert re.search(words if "|" in words else re.escape(words), str(error))
    assert error.line >= 1


def test_checksums_guard_header_and_end(text):
    error = refused(text.replace('"steady"', '"greedy"'))
    assert error.reason == "record_checksum"
    assert error.record is None
    error = refused(text[:-9] + "00000000\n")
    assert error.reason == "record_checksum"
    assert error.record == GameRecord.parse(text)


def test_an_unfinished_turn_is_the_last(text):
    state = GameRecord.parse(text).replay()
    while state.turn > 1:
        state.undo()
    short = GameRecord.from_state(state).to_text()
    line = short.splitlines(keepends=True)[-2]
    assert line.startswith("2. ") is (state.turn == 1 and len(line.split()) > 2)
    error = refused(sealed(short.replace(line, line + line)))
    assert "was left unfinished" in str(error)


def test_text_after_the_end_is_refused(text):
    assert "after the end" in str(refused(text + "\n"))
    assert "after the end" in str(refused(text + text))


def test_a_start_must_be_needed_and_possible():
    game = gpscore.gps(players=1, spaces=4, satellites=2, face_up=1)
    state = played(game, 3, random.Random(1)).clone()
    text = GameRecord.from_state(state).to_text()
    assert f'[start "{state}"]' in text
    initial = str(game.initial_state())
    assert "initial state" in str(refused(sealed(text.replace(str(state), initial))))
    error = refused(sealed(text.replace(str(state), "over - 0 0 0 -+-")))
    assert error.reason == "position_invalid"
    other = GameRecord(gpscore.gps(players=2), start=state)
    with pytest.raises(RecordError, match="other rules"):
        other.replay()


def test_anything_else_is_refused(text):
    for junk in (
        "",
        "\n",
        "x" * 5_000_000,
        '[gpscore-record "1"]' * 100_000,
        '[gpscore-record "1"]\n[rules "' + "9" * 2_000_000 + '"]\n',
        text.replace("\n1. ", "\n" + "9" * 100_000 + ". "),
        text.replace("\n1. ", "\n1. " + "up:1 " * 100_000),
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        "\ufeff" + text,
        text.replace("steady", "\udcff"),
    ):
        assert len(str(refused(junk))) < 1000
    with pytest.raises(TypeError, match="bytes"):
        GameRecord.parse(text.encode())


@given(st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_garbage_never_gets_through(garbage):
    refused(garbage)
    refused('[gpscore-record "1"]\n' + garbage)


# ---- records made by hand ----


@pytest.mark.rule("G3")
def test_replay_names_the_illegal_ply():
    record = sample(30)
    ply = next(i for i, (player, _) in enumerate(record.plies) if i > 12 and player < 0)
    record.plies.insert(ply, (0, 0x11000000))
    for call in (record.replay, record.verify, record.to_text):
        with pytest.raises(RecordError) as caught:
            call()
        error = caught.value
        assert (error.ply, error.player, error.action) == (ply, 0, "1cw")
        assert error.record.plies == record.plies[:ply]
        assert error.record.to_text().splitlines()[error.line - 1].startswith(f"{error.turn}.")
        assert isinstance(error.__cause__, gpscore.IllegalActionError)


def test_a_seat_that_chooses_twice_is_named():
    state = gpscore.gps(players=2).initial_state()
    while state.is_chance:
        state.resolve_chance(1)
    action = state.legal_actions(0)[0]
    record = GameRecord(state.game, [*state.history, (0, action), (0, action)])
    with pytest.raises(RecordError) as caught:
        record.to_text()
    assert caught.value.rule == "R5"


@pytest.mark.parametrize(
    "key", ["", "A", "1a", "a b", "rules", "start", "check", "gpscore-record", "é"]
)
def test_tag_keys_are_checked(key):
    record = GameRecord(gpscore.gps(), tags={key: "x"})
    with pytest.raises(RecordError, match="tag") as caught:
        record.to_text()
    assert caught.value.reason == "record_tag"


@pytest.mark.parametrize("value", ["\n", "a\x00", "\x85", "\ud800", "\x7f", "\t"])
def test_tag_values_are_checked(value):
    with pytest.raises(RecordError, match="printable"):
        GameRecord.from_state(gpscore.gps().initial_state(), note=value)


def test_errors_pickle(text):
    error = refused(text[:-1])
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is RecordError
    assert str(again) == str(error)
    assert again.record == error.record
    assert (again.line, again.position, again.reason) == (error.line, error.position, error.reason)
    assert isinstance(error, gpscore.Error)
    assert isinstance(error, ValueError)


# ---- records that are kept ----


def test_there_are_records():
    assert len(OLD_RECORDS) >= 16
    assert len(RECORDS) >= 16


def played_again(record):
    """The game that the seed and the bundled players of a record give, on every platform."""
    seed = int(record.tags["seed"])
    state = record.start.clone() if record.start else record.game.initial_state()
    for player, action in record.plies:
        if player == HOST:  # whose effects come from outside
            state.apply(action, HOST)
        elif state.is_chance:
            state.resolve_chance(seed)
        else:
            seat = state.current_player
            state.apply(state.choose(record.tags[f"player{seat}"], seat, seed=seed), seat)
    again = GameRecord.from_state(state, record.times, **record.tags)
    again.library = record.library
    return again


@pytest.mark.parametrize("path", OLD_RECORDS, ids=lambda path: path.stem)
def test_records_of_version_1_are_verified_for_ever(path):
    text = path.read_bytes().decode("ascii")
    record = GameRecord.parse(text)
    assert old_text(record) == text
    assert old_text(played_again(record)) == text
    assert GameRecord.parse(record.to_text()) == record
    assert GameRecord.from_bytes(path.read_bytes()) == record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_kept_records_replay_and_are_played_again(path):
    text = path.read_bytes().decode("ascii")
    data = path.with_suffix(".gpsr").read_bytes()
    record = GameRecord.parse(text)
    assert GameRecord.from_bytes(data) == record
    assert sealed(text) == text
    for one in (record, played_again(record)) if "seed" in record.tags else (record,):
        assert one.to_text() == text
        assert one.to_bytes() == data


def test_kept_records_of_other_kinds():
    by_name = {path.stem: GameRecord.from_bytes(path.read_bytes()) for path in RECORDS}
    dealt = by_name["fair"]
    assert fair.verify(dealt).nonces == (0, 1)
    assert (dealt.tags["name0"], dealt.tags["name1"]) == ("Zo\u00eb", "\u8c22")
    part = by_name["excerpt"]
    whole = by_name["open-choices"]
    assert part == whole.for_player(3)
    assert part.excerpt == "3"
    assert len(part.plies) < len(whole.plies)
    assert by_name["alone"].times


# ---- docs/formats.md ----

FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"


def test_the_examples_in_the_specification_are_true():
    examples = re.findall(r"^    ((?:gps|choose) .*)$", FORMATS.read_text("utf-8"), re.M)
    rules, state = examples
    assert gpscore.parse_game(rules).rules == rules == gpscore.gps().rules
    assert str(gpscore.gps(players=2).parse(state)) == state
    assert gpscore.gps().packed_size == 44


def unpacked(game, data):
    """The fields of a packed state, read bit by bit as the specification says."""
    assert data[0] == 1
    assert int.from_bytes(data[1:9], "little") == game.fingerprint
    bits = int.from_bytes(data[9:], "little")

    def take(width):
        nonlocal bits
        value, bits = bits & ((1 << width) - 1), bits >> width
        return value

    phase = ("setup", "spin", "choose", "reveal", "shuffle", "over")[take(3)]
    turn = take(32)
    start = take(32) if game.wins > 1 else 0
    pointed = take((game.spaces - 1).bit_length())
    wins = tuple(take(game.wins.bit_length()) for _ in range(game.players))
    players = []
    for _ in range(game.players):
        where = [take((game.spaces + 1).bit_length()) for _ in range(game.satellites)]
        players.append((where, take(6)))
    assert bits == 0
    return phase, turn, start, pointed, wins, players


@given(games(), st.integers(0, 150), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_packed_states_are_as_specified(game, plies, rng):
    state = played(game, plies, rng)
    data = state.to_bytes()
    assert len(data) == game.packed_size
    phase, turn, start, pointed, wins, players = unpacked(game, data)
    assert (phase, turn, wins) == (state.phase, state.turn, state.wins)
    assert start == (int(str(state).split()[3]) if game.wins > 1 else 0)
    assert pointed == (state.pointed or 0)
    for seat, (where, choice) in enumerate(players):
        ring = state.ring(seat)
        for satellite, place in enumerate(where, 1):
            if place < game.spaces:
                assert ring[place] == satellite
            else:
                among = state.face_up if place == game.spaces else state.face_down
                assert satellite in among(seat)
        chosen = state.choice(seat)
        text = "" if chosen is None else state.action_to_string(chosen)
        assert choice == (0 if not text else int(text.rstrip("cw")) + 16 * text.endswith("ccw"))


def test_times_that_do_not_fit_are_refused_at_every_door() -> None:
    state = gpscore.gps(players=1).initial_state()
    for _ in range(12):
        state.apply(state.sample_chance(1) if state.is_chance else state.choose("greedy"))
    record = GameRecord.from_state(state)
    for times in ([1], [-1] * len(record.plies), [1 << 70] * len(record.plies)):
        record.times = times
        for door in (record.verify, lambda: record.for_player(0), lambda: record.state_at(3)):
            with pytest.raises(RecordError):
                door()


def test_arrows_that_shrink_while_they_are_read_are_what_they_were() -> None:
    arrow: list[object] = []

    class Emptying:
        def __index__(self) -> int:
            arrow.clear()
            return 1

    arrow += [Emptying(), 1]
    state = gpscore.gps(players=2).initial_state()
    drawn = state.svg(arrows=[arrow])  # type: ignore[list-item]
    assert drawn == state.svg(arrows=[(1, 1)])
