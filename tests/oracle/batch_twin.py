"""A twin of batches in plain Python: each lane is a single state, driven by the documented draws.

Rules are asked of single states (``apply``, ``chance_outcomes``, ``legal_mask`` ...), which have
oracles of their own. What is told again here is what a batch adds: seeds of lanes, the draws of
each game, the order of chance, when games end and begin, faults, and the shapes of all arrays.
"""

import contextlib
import functools
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

import gpscore

WORD = (1 << 64) - 1
WORD32 = (1 << 32) - 1
PLAYS, TERMINATED, TRUNCATED, STOPPED = range(4)


# ---- Random numbers: include/gpscore/random.h ---------------------------------------------------


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def unmix(x: int) -> int:
    """The number that mix takes to x."""
    for shift, factor in ((31, 1), (27, 0x94D049BB133111EB), (30, 0xBF58476D1CE4E5B9)):
        x = x * pow(factor, -1, 1 << 64) & WORD
        x ^= x >> shift ^ x >> 2 * shift
    return x


def seed_of(key: int, purpose: int) -> int:
    """The seed whose key for a purpose (1 chance, 2 players) is this one."""
    return unmix((unmix(key) - purpose * 0x9E3779B97F4A7C15) & WORD)


def lane_seed(seed: int, lane: int, episode: int) -> int:
    batch = mix((mix(seed) + 4 * 0x9E3779B97F4A7C15) & WORD)
    return mix((batch + lane * 0xD1342543DE82EF95 + episode * 0x2545F4914F6CDD1D) & WORD)


def draw(key: int, ply: int, code: int) -> int:
    return mix((key + ply * 0xD1342543DE82EF95 + code * 0x2545F4914F6CDD1D) & WORD)


def draw_below(key: int, ply: int, code: int, n: int) -> int:
    while True:
        product = (draw(key, ply, code) >> 32) * n
        if (product & WORD32) >= (1 << 32) % n:
            return product >> 32
        code += 1 << 32


def mix32(x: int) -> int:
    x = (x ^ x >> 16) * 0x7FEB352D & WORD32
    x = (x ^ x >> 15) * 0x846CA68B & WORD32
    return x ^ x >> 16


def draw16_below(key: int, number: int, half: int, n: int) -> int:
    word = mix32(mix32((key + number * 0x9E3779B9) & WORD32) ^ key >> 32)
    product = (word >> 16 * half & 0xFFFF) * n
    if (product & 0xFFFF) < (1 << 16) % n:
        return draw_below(key, number & WORD32, 1 + half, n)
    return product >> 16


def below_weights(outcomes: list[tuple[int, int]], n: int) -> int:
    """The outcome that has number n of all the weights."""
    for action, weight in outcomes:
        if n < weight:
            return action
        n -= weight
    raise AssertionError("a number beyond the weights")


# ---- The draws of each game ---------------------------------------------------------------------


class GpsDraws:
    """gps.h, "Draws of a batch"."""

    joint = True
    mask_bits = 32

    def chance(self, state: Any, key: int, draws: int) -> int:
        game, outcomes = state.game, state.chance_outcomes()
        if state.phase == "shuffle":
            return outcomes[0][0]
        if state.phase == "spin":
            number = 8 * state.turn + 4
            total = sum(weight for _, weight in outcomes)
            if len(outcomes) == game.spaces == total:
                return outcomes[draw16_below(key, number, 0, total)][0]
            return below_weights(outcomes, draw_below(key, number & WORD32, 3, total))
        # Who turns a satellite up: the lowest player who has too few, as the state asks for it.
        player = min(
            p
            for p in range(game.players)
            if len(state.face_up(p)) < game.face_up and state.face_down(p)
        )
        if state.phase == "setup":
            dealt = len(state.face_up(player))
            start = state.turn - state.game_turn
            number = 8 * (48 * start + 3 * dealt + player // 2) + 3
        else:
            number = 8 * state.turn + 5 + player // 2
        return outcomes[draw16_below(key, number, player % 2, len(outcomes))][0]

    def choice(self, state: Any, player: int, key: int, draws: int, count: int) -> int:
        return draw16_below(key, 8 * state.turn + player // 2, player % 2, count)

    def bits(self, state: Any, player: int, key: int, draws: int) -> int:
        return draw(key, 8 * state.turn + player // 2 & WORD32, 4 + player % 2)


class SolarDraws:
    """solar.h, "Draws of a batch"."""

    joint = False
    mask_bits = 256

    def chance(self, state: Any, key: int, draws: int) -> int:
        return state.sample_chance(seed_of(key, 1))

    def choice(self, state: Any, player: int, key: int, draws: int, count: int) -> int:
        return draw16_below(key, draws, 0, count)

    def bits(self, state: Any, player: int, key: int, draws: int) -> int:
        return draw(key, draws, 3)


DRAWS: dict[str, Any] = {"gps": GpsDraws(), "solar": SolarDraws()}


@functools.cache
def solar_actions() -> list[int]:
    """The ids of all players' actions of the solar system, LAUNCH to ORG_DONE."""
    state = gpscore.solar(1).initial_state()
    ids = (kind << 24 | n for kind in range(0x23, 0x33) for n in range(0x380))
    unknown = "illegal_unknown_action"
    return [action for action in ids if state.why_illegal(action, 0).reason != unknown]


# ---- Lanes --------------------------------------------------------------------------------------


@dataclass
class Lane:
    """One lane: its game, and what the arrays show of it."""

    twin: "BatchTwin"
    number: int
    episode: int = 0
    draws: int = 0  # decisions of the game so far
    first_turn: int = 0
    stage: int = PLAYS
    state: Any = None
    key: int = 0
    rewards: list[float] = field(default_factory=list)
    terminated: bool = False
    truncated: bool = False
    winners: int = 0
    fault: int = 0
    error: Any = None
    final: Any = None
    length: int = 0  # turns of the game that ended last

    def begin(self, episode: int, state: Any = None) -> None:
        game = self.twin.game
        self.episode = episode
        self.draws = 0
        self.stage = PLAYS
        self.state = (game.initial_state() if state is None else state).clone()
        self.first_turn = self.state.turn
        self.key = lane_seed(self.twin.seed, self.twin.first_lane + self.number, episode)
        self.resolve()

    def quiet(self) -> None:
        """What the arrays show when nothing has ended."""
        self.rewards = [0.0] * self.twin.game.players
        self.terminated = self.truncated = False
        self.winners = self.fault = 0
        self.error = None

    def resolve(self) -> None:
        """Chance, until somebody chooses or the game is over."""
        while self.state.is_chance:
            action = self.twin.draws.chance(self.state, self.key, self.draws)
            self.state.apply(action, gpscore.CHANCE)

    def reset(self) -> None:
        self.begin(self.episode + 1)
        self.quiet()

    def set_state(self, state: Any) -> None:
        self.begin(self.episode + 1, state)
        self.quiet()

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.state.to_act if self.stage == PLAYS else ()

    def mask(self, player: int) -> int:
        return self.state.legal_mask(player) if player in self.to_act else 0

    def uniform(self, player: int) -> int:
        """The index of a legal action, all alike."""
        bits = [i for i in range(self.state.game.mask_bits) if self.mask(player) >> i & 1]
        return bits[self.twin.draws.choice(self.state, player, self.key, self.draws, len(bits))]

    def step(self, actions: list[int]) -> None:
        """actions[player] is an index; only those of players who act are looked at."""
        game = self.twin.game
        if self.stage == STOPPED:
            return
        if self.stage != PLAYS:
            if self.twin.autoreset == "next_step":
                self.reset()
            else:
                self.rewards = [0.0] * game.players
                self.winners = 0
            return
        acting = self.to_act
        for player in acting:
            index = actions[player]
            if not (0 <= index < self.twin.draws.mask_bits and self.mask(player) >> index & 1):
                self.stage = STOPPED
                self.quiet()
                self.error = self.why(player, index)
                self.fault = self.error.code
                return
        self.state.apply_joint({p: self.state.action_at(actions[p], p) for p in acting})
        self.draws += 1
        self.resolve()
        self.quiet()
        played = self.state.turn - self.first_turn
        if self.state.is_terminal:
            self.stage = TERMINATED
            self.terminated = True
            self.winners = sum(1 << p for p in self.state.winners)
            self.rewards = self.state.returns()
        elif self.twin.max_turns and played >= self.twin.max_turns:
            self.stage = TRUNCATED
            self.truncated = True
        if self.stage != PLAYS:
            self.length = played
        if self.stage != PLAYS and self.twin.autoreset == "same_step":
            self.final = self.seen()
            self.begin(self.episode + 1)

    def why(self, player: int, index: int) -> Any:
        """The error of a single state for an index that is not legal."""
        for action in self.twin.actions_of(self.state, player, index):
            try:
                self.state.clone().apply(action, player)
            except gpscore.IllegalActionError as error:
                return error
            break
        return gpscore._core._error(110, index if 0 <= index < 255 else 255)

    def seen(self) -> list[Any]:
        """The observations of this lane: a row for each player, or the one of who acts."""
        return [self.state.observation(p) for p in self.twin.seats(self)]


class BatchTwin:
    """What ``game.batch(n, ...)`` is to do."""

    def __init__(
        self,
        game: Any,
        n: int,
        *,
        seed: int = 0,
        autoreset: str = "next_step",
        max_turns: int = 0,
        first_lane: int = 0,
    ) -> None:
        self.game = game
        self.seed = seed
        self.autoreset = autoreset
        self.max_turns = max_turns
        self.first_lane = first_lane
        self.draws = DRAWS[game.name]
        self.lanes = [Lane(self, i) for i in range(n)]
        for lane in self.lanes:
            lane.begin(0)
            lane.quiet()

    def seats(self, lane: Lane) -> list[int]:
        """Whose observations a lane shows."""
        if self.draws.joint:
            return list(range(self.game.players))
        return [lane.state.to_act[0] if lane.state.to_act else lane.state.active]

    def actions_of(self, state: Any, player: int, index: int) -> list[int]:
        """The actions that an index may mean there."""
        if self.game.name == "gps":
            kind = 0x11 if state.face_up(player) else 0x12
            return [kind << 24 | index] if 0 <= index < 32 else []
        found = []
        for action in solar_actions():
            with contextlib.suppress(gpscore.IllegalActionError):
                if state.action_index(action) == index:
                    found.append(action)
        return found

    # ---- What is done to it

    def step(self, actions: Any) -> None:
        for lane, row in zip(self.lanes, np.asarray(actions).tolist(), strict=True):
            lane.step(row if self.draws.joint else [row] * self.game.players)

    def sample(self) -> Any:
        """All alike, and 255 for those who do not act."""
        rows = []
        for lane in self.lanes:
            row = [255] * self.game.players
            for player in lane.to_act:
                row[player] = lane.uniform(player)
            rows.append(row if self.draws.joint else min(row))
        return np.array(rows, np.uint8)

    def play(self, steps: int) -> gpscore.BatchStats:
        """Steps of uniform players, and what came of them."""
        decisions = games = truncated = shared = turns = 0
        wins = [0] * self.game.players
        for _ in range(steps):
            acting = [lane for lane in self.lanes if lane.to_act]
            decisions += sum(len(lane.to_act) for lane in acting)
            self.step(self.sample())
            for lane in acting:
                if lane.terminated or lane.truncated:
                    games += 1
                    truncated += lane.truncated
                    shared += lane.winners.bit_count() > 1
                    turns += lane.length
                    for player in range(self.game.players):
                        wins[player] += lane.winners >> player & 1
        return gpscore.BatchStats(decisions, games, truncated, shared, tuple(wins), turns)

    def reset(self, mask: Any = None) -> None:
        for lane in self.lanes:
            if mask is None or mask[lane.number]:
                lane.reset()

    # ---- What the arrays show

    @property
    def legal_mask(self) -> Any:
        players = range(self.game.players)
        if self.draws.joint:
            return np.array([[lane.mask(p) for p in players] for lane in self.lanes], np.uint32)
        whole = [sum(lane.mask(p) for p in lane.to_act) for lane in self.lanes]
        return np.array([[one >> 64 * w & WORD for w in range(4)] for one in whole], np.uint64)

    @property
    def rewards(self) -> Any:
        return np.array([lane.rewards for lane in self.lanes], np.float32)

    @property
    def terminated(self) -> Any:
        return np.array([lane.terminated for lane in self.lanes])

    @property
    def truncated(self) -> Any:
        return np.array([lane.truncated for lane in self.lanes])

    @property
    def winners(self) -> Any:
        return np.array([lane.winners for lane in self.lanes], np.uint8)

    @property
    def to_act(self) -> Any:
        return np.array([sum(1 << p for p in lane.to_act) for lane in self.lanes], np.uint8)

    @property
    def faults(self) -> Any:
        return np.array([lane.fault for lane in self.lanes], np.uint16)

    def observations(self, rows: list[Any], dtype: str) -> Any:
        """Rows of bytes as a batch shows them."""
        seen = np.array(rows, np.uint8)
        if not self.draws.joint:
            seen = seen[:, 0]
        if dtype == "uint8":
            return seen
        scale = np.ones(seen.shape[-1], np.float32)
        for part in self.game.observation_schema["slices"]:
            scale[part["offset"] : part["offset"] + part["shape"][0]] = part["scale"]
        return seen.astype(np.float32) / scale


# ---- Logits -------------------------------------------------------------------------------------


def logit_choice(logits: Any, bits: list[int], number: int) -> set[int]:
    """The indices that 64 random bits may draw, when chances are off by at most a millionth."""
    values = [float(logits[i]) for i in bits]
    if all(np.isnan(x) or x == -np.inf for x in values):
        weights = [1.0] * len(values)
    elif np.inf in values:
        weights = [float(x == np.inf) for x in values]
    else:
        top = max(x for x in values if not np.isnan(x))
        weights = [0.0 if np.isnan(x) else float(np.exp(x - top)) for x in values]
    total, found = sum(weights), set()
    for off in (-1e-6, 0.0, 1e-6):
        place, reached, chosen = float(Fraction(number, 1 << 64)) + off, 0.0, None
        for index, weight in zip(bits, weights, strict=True):
            if weight and (chosen is None or place >= reached):
                chosen = index
            reached += weight / total
        found.add(chosen)
    return {i for i in found if i is not None}
