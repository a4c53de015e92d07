"""Chance that was committed to can be drawn again, and whatever was changed is found."""

import collections
import hashlib
import hmac
import json
import random

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gpscore
from gpscore import CHANCE, fair
from gpscore.fair import FairDealer
from gpscore.record import GameRecord, RecordError

GAMES = pytest.mark.parametrize(
    "game",
    [
        gpscore.gps(players=3, spaces=8, satellites=4, face_up=2, spin_weights=range(8)),
        gpscore.solar(players=2, rounds=2),
    ],
    ids=["gps", "solar"],
)  # fmt: skip
SECRET = bytes(range(32))


def dealt(game, *, seats=None, secret=SECRET):
    dealer = FairDealer(game, secret)
    for seat in range(game.players) if seats is None else seats:
        dealer.add_nonce(seat, bytes((seat,)) * (16 + seat))
    state = game.initial_state()
    while not state.is_terminal:
        if state.is_chance:
            dealer.resolve(state)
        else:
            state.apply(state.choose(seed=3))
    return dealer, state


def refused(record):
    with pytest.raises(RecordError) as caught:
        fair.verify(record)
    return caught.value


@GAMES
def test_what_was_dealt_is_drawn_again(game):
    dealer, state = dealt(game)
    assert refused(dealer.record(state)).reason == "fair_reveal"
    secret = dealer.reveal()
    record = dealer.record(state, name0="Ana")
    assert (record.reveal, secret) == (SECRET.hex(), SECRET.hex())
    report = fair.verify(record)
    assert report.draws == sum(player == CHANCE for player, _ in record.plies)
    assert report.nonces == tuple(range(game.players))
    for again in (GameRecord.parse(record.to_text()), GameRecord.from_bytes(record.to_bytes())):
        assert again == record
        assert fair.verify(again) == report


@GAMES
def test_draws_are_those_of_the_protocol(game):
    """The protocol of docs/fair.md once more, from its text."""
    dealer, state = dealt(game, seats=[1])
    rules = game.rules.encode()
    commitment = hashlib.sha256(b"gpscore-fair-1 commit\n" + rules + b"\n" + SECRET)
    assert dealer.commitment == commitment.hexdigest()
    mixed = b"gpscore-fair-1 key\n" + commitment.digest()
    for seat in range(game.players):
        nonce = bytes((1,)) * 17 if seat == 1 else b""
        mixed += bytes((len(nonce),)) + nonce
    key = hmac.new(SECRET, mixed, hashlib.sha256).digest()
    again = game.initial_state()
    number = 0
    for player, action in state.history:
        if player == CHANCE:
            outcomes = again.chance_outcomes()
            total = sum(weight for _, weight in outcomes)
            message = b"gpscore-fair-1 draw\n" + number.to_bytes(8, "big") + bytes(4)
            x = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest(), "big")
            assert x < 2**256 // total * total  # an attempt more is needed once in 2**250 draws
            bag = [one for one, weight in outcomes for _ in range(weight)]
            assert bag[x % total] == action
            number += 1
        again.apply(action, player)


def test_draws_that_would_favour_some_are_drawn_again(monkeypatch):
    """Weights that add up to 3: the greatest number of 256 bits is one too many."""
    blocks = iter([b"\xff" * 32, bytes(31) + b"\x05"])
    asked = []
    monkeypatch.setattr(
        fair.hmac, "digest", lambda key, message, _: asked.append(message[-4:]) or next(blocks)
    )
    # 2**256 is 1 more than a multiple of 3.
    assert fair._drawn(b"", 0, [(7, 1), (8, 1), (9, 1)]) == 9
    assert asked == [bytes(4), bytes(3) + b"\1"]


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 5), min_size=1, max_size=4))
@settings(max_examples=20, deadline=None)
def test_draws_follow_the_weights(key, weights):
    outcomes = [(100 + i, weight) for i, weight in enumerate(weights)]
    counts = collections.Counter(fair._drawn(key, n, outcomes) for n in range(1500))
    total = sum(weights)
    for action, weight in outcomes:
        expected = 1500 * weight / total
        # Six standard deviations: once in a hundred million.
        assert abs(counts[action] - expected) <= 6 * max(1, expected) ** 0.5 + 6


@GAMES
def test_whatever_is_changed_is_found(game):
    dealer, state = dealt(game)
    dealer.reveal()
    good = dealer.record(state)

    def changed(**tags):
        return GameRecord(game, good.plies, None, {**good.tags, **tags}, reveal=good.reveal)

    digit = "1" if good.tags["fair-commitment"][0] == "0" else "0"
    other = digit + good.tags["fair-commitment"][1:]
    assert refused(changed(**{"fair-commitment": other})).reason == "fair_commitment"
    assert refused(changed(fair="gpscore-fair-2")).reason == "fair_protocol"
    assert refused(changed(**{"fair-extra": "1"})).reason == "fair_protocol"
    for nonce in ("", "00", "0" * 33, "zz" * 16, "0" * 130, "AA" * 16):
        assert refused(changed(**{"fair-nonce0": nonce})).reason == "fair_nonce"
    assert refused(changed(**{"fair-nonce9": "00" * 16})).reason == "fair_nonce"
    error = refused(changed(**{"fair-nonce0": "11" * 16}))
    assert error.reason == "fair_draw"
    assert error.ply is not None
    plain = GameRecord(game, good.plies)
    assert refused(plain).reason == "fair_missing"
    for secret in ("00", "zz" * 32, "00" * 33):
        bad = changed()
        bad.reveal = secret
        assert refused(bad).reason == "fair_reveal"
    bad = changed()
    bad.reveal = "00" * 32
    assert refused(bad).reason == "fair_commitment"
    with pytest.raises(TypeError):
        fair.verify(good.to_text())


@GAMES
def test_one_outcome_that_was_chosen_is_named(game):
    dealer, state = dealt(game)
    dealer.reveal()
    record = dealer.record(state)
    chances = [i for i, (player, _) in enumerate(record.plies) if player == CHANCE]
    for ply in chances[::7]:
        before = record.state_at(ply)
        other = [a for a, _ in before.chance_outcomes() if a != record.plies[ply][1]]
        if not other:
            continue
        forged = GameRecord(
            game, [*record.plies[:ply], (CHANCE, other[0])], None, record.tags, reveal=record.reveal
        )
        error = refused(forged)
        assert (error.reason, error.ply, error.turn) == ("fair_draw", ply, before.turn + 1)
        assert before.action_to_string(other[0]) in str(error)


def test_chance_depends_on_all_who_take_part():
    def spins(secret, nonces, rules="gps players=2"):
        game = gpscore.parse_game(rules)
        dealer = FairDealer(game, secret)
        for seat, nonce in nonces.items():
            dealer.add_nonce(seat, nonce)
        state = game.initial_state()
        drawn = []
        while state.phase == "setup":
            drawn.append(dealer.resolve(state))
        return tuple(drawn), dealer.commitment

    nonces = {0: b"a" * 16, 1: b"b" * 16}
    base = spins(SECRET, nonces)
    assert spins(SECRET, nonces) == base
    several = {
        base,
        spins(SECRET[::-1], nonces),
        spins(SECRET, {0: b"b" * 16, 1: b"a" * 16}),
        spins(SECRET, {0: b"a" * 16}),
        spins(SECRET, {1: b"a" * 16}),
        spins(SECRET, {0: b"a" * 17, 1: b"b" * 16}),
        spins(SECRET, nonces, "gps players=2 spaces=37"),
    }
    assert len({draws for draws, _ in several}) == 7
    # Nonces come after the commitment, so it cannot depend on them.
    assert len({commitment for _, commitment in several}) == 3


@GAMES
def test_undo_and_other_choices_meet_the_same_chance(game):
    dealer, _ = dealt(game)
    rng = random.Random(1)

    def first_draws(seed):
        state = game.initial_state()
        rng.seed(seed)
        drawn = []
        while len(drawn) < 12 and not state.is_terminal:
            if not state.is_chance:
                state.apply(rng.choice(state.legal_actions()))
                continue
            drawn.append(dealer.sample(state))
            assert dealer.resolve(state) == drawn[-1]
            if rng.random() < 0.3:
                state.undo()
                assert dealer.resolve(state) == drawn[-1]
        return drawn

    # The first events come before any choice.
    assert first_draws(1)[:3] == first_draws(2)[:3]
    state = game.initial_state()
    dealer.resolve(state)
    here = dealer.sample(state)
    assert dealer.sample(state.clone(), 1) == here  # a clone has no history to count


def test_the_order_of_the_steps_is_kept():
    game = gpscore.gps(players=2)
    dealer = FairDealer(game)
    assert dealer.commitment != FairDealer(game).commitment
    dealer.add_nonce(0, "00" * 16)
    for player, nonce, words in (
        (0, bytes(16), "already"), (1, bytes(15), "16 to 64"), (1, bytes(65), "16 to 64"),
        (1, "xy", "hex"), (1, "AA" * 16, "hex"), (2, bytes(16), "no player 2"),
    ):  # fmt: skip
        with pytest.raises(gpscore.UsageError, match=words):
            dealer.add_nonce(player, nonce)
    for wrong in (7, None, [0] * 16):
        with pytest.raises(TypeError):
            dealer.add_nonce(1, wrong)
    state = game.initial_state()
    with pytest.raises(gpscore.UsageError, match="another game"):
        dealer.sample(gpscore.gps(players=3).initial_state())
    for number in (-1, 2**64):
        with pytest.raises(gpscore.UsageError, match="number"):
            dealer.sample(state, number)
    dealer.resolve(state)
    with pytest.raises(gpscore.UsageError, match="drawn already"):
        dealer.add_nonce(1, bytes(16))
    while state.is_chance:
        dealer.resolve(state)
    with pytest.raises(gpscore.UsageError, match="no chance event is due"):
        dealer.sample(state)
    assert dealer.record(state).reveal == ""
    secret = dealer.reveal()
    assert secret not in repr(dealer)
    with pytest.raises(gpscore.UsageError, match="told"):
        dealer.sample(game.initial_state())
    with pytest.raises(RecordError, match="dealer's"):
        dealer.record(state, **{"fair-nonce1": "00" * 16})
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(gpscore.UsageError, match="32 bytes"):
            FairDealer(game, wrong)
    with pytest.raises(TypeError):
        FairDealer(game, "secret")
    with pytest.raises(TypeError):
        FairDealer("gps")


@GAMES
def test_headers_fit_the_schema(game):
    schema = json.loads(fair.SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    dealer = FairDealer(game)
    jsonschema.validate(dealer.header(), schema)
    dealer.add_nonce(0, bytes(64))
    header = json.loads(json.dumps(dealer.header()))
    jsonschema.validate(header, schema)
    jsonschema.validate({**header, "reveal": dealer.reveal()}, schema)
    assert header["commitment"] == dealer.commitment == dealer.tags["fair-commitment"]
    for wrong in (
        {**header, "protocol": "other"}, {**header, "nonces": {"9": "00" * 16}},
        {**header, "nonces": {"0": "00"}}, {**header, "secret": "00" * 32},
    ):  # fmt: skip
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_a_game_that_goes_on_tells_no_secret():
    dealer, state = dealt(gpscore.gps(players=2))
    while state.turn > 3:
        state.undo()
    dealer.reveal()
    record = dealer.record(state)
    part = record.for_player(1)
    assert part.reveal == ""
    assert part.tags == record.tags
    # The header is the same, so the chain of the excerpt is that of the whole.
    whole, shown = record.to_text().splitlines(), part.to_text().splitlines()
    assert shown[:-2] == whole[: len(shown) - 2]


@pytest.mark.parametrize("number", [1.5, "1", True, -1, 1 << 64])
def test_a_number_that_is_none_draws_nothing(number: object) -> None:
    game = gpscore.gps(players=2)
    dealer = FairDealer(game)
    with pytest.raises((TypeError, gpscore.UsageError)):
        dealer.sample(game.initial_state(), number)  # type: ignore[arg-type]
    dealer.add_nonce(0, b"late" * 4)  # nothing was drawn, so a nonce is still taken
