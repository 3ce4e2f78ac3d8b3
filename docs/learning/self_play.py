"""A small agent that teaches itself Dömidög: `python self_play.py` trains, exports and measures it.

It needs NumPy and Offleash only. Each legal action is scored by a small network from numbers that
say what the action leads to; all of them come from the observation. Two copies of the agent play
each other, and the network learns from who won (PPO). Then `self_play:SelfTaught` is a bot:

    offleash simulate domidog --seats self_play:SelfTaught,greedy --games 200
"""

import argparse
import time
from pathlib import Path

import numpy as np

import offleash

GAME = offleash.load_game("domidog")
CODE = GAME.learning.encoding
FILE = Path(__file__).with_suffix(".npz")
TILES, NO_DOG = 36, 8
PLACE, DOG, HELD, HOUSE, PASSED, DRAWER, VOID = (
    CODE.place(name) for name in ("place", "dog", "held", "house", "passed", "drawer", "void")
)
SUPPLY = CODE.place("supply_left").start
UNSEEN, OWN = -1, 3  # of `place`

NAMES = ("blue", "brown", "yellow", "red", "white", "black", "grey", "shiba")
# The breeds of each tile: the encoding calls the first numbers `place[blue-blue]` and so on.
BREEDS = np.array([[NAMES.index(dog) for dog in name[6:-1].split("-")] for name in CODE.names[:36]])
HAS = np.zeros((TILES, NO_DOG + 1), np.float32)  # whether a tile has a dog of this breed
HAS[np.arange(TILES)[:, None], BREEDS] = 1
IS_DOUBLE = (BREEDS[:, 0] == BREEDS[:, 1]).astype(np.float32)
TILE_OF = np.full((NO_DOG + 1, NO_DOG + 1), TILES)  # the tile with two breeds; TILES: none
TILE_OF[BREEDS[:, 0], BREEDS[:, 1]] = TILE_OF[BREEDS[:, 1], BREEDS[:, 0]] = np.arange(TILES)
OPEN, PLAY, DRAW, PASS, FORK = KINDS = range(5)


def action_table() -> np.ndarray:
    """For every action number: its kind, tile, end, and the breed that a fork starts from."""
    rows = np.zeros((GAME.rules.action_count, 4), np.int64)
    chance = GAME.learning.chance_actions
    for number in range(len(rows)):
        if number < TILES:
            rows[number] = OPEN, number, 0, 0
        elif number < 3 * TILES:
            rows[number] = PLAY, number % TILES, number // TILES - 1, 0
        elif number < chance.start:
            rows[number] = (DRAW, PASS)[number - 3 * TILES], 0, 0, 0
        elif number >= chance.stop:
            pair, spot = divmod(number - chance.stop, 2 * TILES)
            rows[number] = FORK, pair % TILES, pair // TILES, BREEDS[spot // 2, spot % 2]
    return rows


ACTIONS = action_table()
GROUPS = np.unique(ACTIONS, axis=0, return_inverse=True)[1].ravel()  # actions that look the same


def features(seen: np.ndarray, owners: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Say what each action leads to. `owners` says which of the observations it belongs to."""
    kind, tile, end, start = ACTIONS[actions].T
    rows, lays = np.arange(len(actions)), (kind == OPEN) | (kind == PLAY) | (kind == FORK)
    ends = np.where(seen[:, DOG] < 0, NO_DOG, seen[:, DOG])[owners]
    first, second = BREEDS[tile].T
    fresh = np.where(first == np.where(kind == FORK, start, ends[rows, end]), second, first)
    ends[rows, end] = np.where(lays, fresh, ends[rows, end])
    ends[:, 1] = np.where(kind == OPEN, second, ends[:, 1])
    one, two = ends.T
    away = np.where(lays, tile, TILES)  # the tile that leaves the hand

    own, unseen, may_have, newer = knowledge(seen)
    mine = count_fitting(own, owners, one, two, away)
    older = np.maximum(seen[:, HELD.start + 1] - newer, 0)[owners]
    stop = np.ones(len(actions), np.float32)  # the chance that the other can lay nothing
    for tiles, count in ((may_have, older), (unseen, newer[owners])):
        fitting = count_fitting(tiles, owners, one, two, np.full(len(actions), TILES))
        stop *= np.clip(1 - fitting / np.maximum(tiles.sum(axis=1)[owners], 1), 0, 1) ** count
    other, supply = seen[owners, HELD.start + 1], seen[owners, SUPPLY]
    size = seen[owners, HELD.start] - lays  # of its own hand
    breeds = (own[:, :TILES] @ HAS)[owners] - HAS[np.minimum(away, TILES - 1)] * lays[:, None]
    doubles = (own[:, :TILES] @ IS_DOUBLE)[owners] - ((first == second) & lays)
    at_ends = breeds[rows[:, None], ends]
    against = (may_have[:, :TILES] @ HAS)[owners][rows[:, None], ends]
    houses = seen[:, HOUSE.start : HOUSE.start + 2][owners] < 0
    columns = [
        *(kind == number for number in KINDS),
        *(size / 8, size == 0, size == 1, size == 2, mine / 8, mine == 0, mine == 1),
        *(mine / np.maximum(size, 1), at_ends.min(axis=1) / 4, at_ends.max(axis=1) / 4),
        *((breeds > 0).sum(axis=1) / 8, against.min(axis=1) / 4, against.max(axis=1) / 4),
        *(stop, stop * (mine > 0), stop * (supply == 0), doubles / 4, one == two),
        *((first == second) & lays, other / 8, other == 1, other == 2, other == 3),
        *(supply / 20, supply == 0, (kind == FORK) & (supply == 0), size > other),
        *((size - other) / 8, houses[:, 0], houses[:, 1]),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def knowledge(seen: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return own tiles, those out of sight, those of them that the other may hold, and its draws.

    It may hold what it can have had when it last could lay nothing; draws are those since.
    """
    own, unseen = (np.zeros((len(seen), TILES + 1), np.float32) for _ in range(2))
    own[:, :TILES], unseen[:, :TILES] = seen[:, PLACE] == OWN, seen[:, PLACE] == UNSEEN
    draws = seen[:, DRAWER] == 1
    shows = np.where(draws & (seen[:, VOID] > 0), np.arange(1, 37), 0).max(axis=1)
    bits = np.where(shows > 0, seen[np.arange(len(seen)), VOID.start + np.maximum(shows - 1, 0)], 0)
    newer = (draws & (np.arange(1, 37) >= shows[:, None])).sum(axis=1) * (shows > 0)
    passed = seen[:, PASSED].reshape(len(seen), 4, NO_DOG + 1)[:, 1]
    has_passed = passed.any(axis=1)  # later than any draw
    bits = np.where(has_passed, passed @ (1 << np.arange(NO_DOG + 1)), bits)
    lacking = ((bits[:, None] >> np.arange(NO_DOG)) & 1).astype(np.float32)
    may_have = unseen.copy()
    may_have[:, :TILES] *= lacking @ HAS.T[:NO_DOG] == 0
    return own, unseen, may_have, np.where(has_passed, 0, newer)


def count_fitting(tiles, owners, one, two, away):
    """How many of the tiles, without the one that is away, fit one of two ends."""
    by_breed = tiles[:, :TILES] @ HAS
    is_pair = one != two
    total = by_breed[owners, one] + is_pair * by_breed[owners, two]
    total -= is_pair * tiles[owners, TILE_OF[one, two]]
    gone = np.minimum(away, TILES - 1)
    return total - (away < TILES) * np.maximum(HAS[gone, one], HAS[gone, two])


PARTS = ("first", "bias", "second", "direct")  # the weights of a network, in its file


class Network:
    """A weighted sum of the inputs, and a hidden layer next to it; Adam adjusts the weights."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        first = rng.normal(0, inputs**-0.5, (inputs, hidden))
        shapes = (hidden, hidden, inputs)
        self.weights = [np.float32(first), *(np.zeros(size, np.float32) for size in shapes)]
        self.moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        first, bias, second, direct = self.weights
        self.hidden = np.tanh(inputs @ first + bias)
        return self.hidden @ second + inputs @ direct

    def learn(self, inputs: np.ndarray, slopes: np.ndarray, rate: float) -> None:
        """Take a step against the slopes of the loss by the outputs of the last call."""
        inner = slopes[:, None] * self.weights[2] * (1 - self.hidden**2)
        pairs = ((inputs, inner), (np.ones(len(inputs), np.float32), inner))
        gradients = [left.T @ right for left, right in pairs]
        gradients += [self.hidden.T @ slopes, inputs.T @ slopes]
        self.steps += 1
        for weight, gradient, moment in zip(self.weights, gradients, self.moments, strict=True):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.001 * (gradient**2 - moment[1])
            mean = moment[0] / (1 - 0.9**self.steps)
            spread = np.sqrt(moment[1] / (1 - 0.999**self.steps))
            weight -= np.float32(rate) * mean / (spread + 1e-6)


def softmax(scores: np.ndarray, starts: np.ndarray, owners: np.ndarray) -> np.ndarray:
    """Probabilities of the actions of each decision."""
    powers = np.exp(scores - np.maximum.reduceat(scores, starts)[owners])
    return powers / np.add.reduceat(powers, starts)[owners]


def choices(env, places):
    """Return the legal actions of some games in one row: actions, owners, where each game's begin.

    Of forks that lead to the same ends with the same tile, one is enough.
    """
    counts = env.legal_counts[places]
    owners = np.repeat(np.arange(len(places)), counts)
    columns = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    actions = env.legal_actions[places][owners, columns]
    _, distinct = np.unique(owners * len(GROUPS) + GROUPS[actions], return_index=True)
    owners = owners[distinct]
    return actions[distinct], owners, np.searchsorted(owners, np.arange(len(places)))


def draw(chances, starts, rng):
    """One action of each decision, by its probability."""
    total, last = np.cumsum(chances), np.append(starts[1:], len(chances)) - 1
    before = np.concatenate([[0], total])[starts]
    aims = before + rng.random(len(starts)) * (total[last] - before)
    return np.clip(np.searchsorted(total, aims), starts, last)


def best(scores, starts, owners):
    """Return the first of the best actions of each decision."""
    top = np.maximum.reduceat(scores, starts)[owners]
    places = np.where(scores == top, np.arange(len(scores)), len(scores))
    return np.minimum.reduceat(places, starts)


def play_games(env, actor, rng):
    """Self-play of a batch to its end: features, decisions, and what each decision led to."""
    env.reset()
    record, returns = [], np.zeros((env.games, 2))
    while (places := np.flatnonzero(env.actors >= 0)).size:
        actions, owners, starts = choices(env, places)
        inputs = features(env.observations[places], owners, actions)
        chances = softmax(actor(inputs), starts, owners)
        picks = draw(chances, starts, rng)
        seats = env.actors[places]
        record.append((inputs, starts, picks, np.log(chances[picks]), places, seats))
        moves = np.zeros(env.games, np.int32)
        moves[places] = actions[picks]
        env.step(moves)
        over = env.dones == 1
        returns[over] = env.rewards[over, :2]
    return record, returns


def gather(record, returns):
    """One array of each kind for the whole batch."""
    offset, parts = 0, []
    for inputs, starts, picks, logs, places, seats in record:
        parts.append((inputs, starts + offset, picks + offset, logs, returns[places, seats] - 0.5))
        offset += len(inputs)
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def train(batches: int, seed: int, games: int = 1024) -> Network:
    """Return the network after so many batches of self-play: the same seed gives the same one."""
    rng = np.random.default_rng(seed)
    env = offleash.vector(GAME, games, skip_forced=True, auto_reset=False)
    env.reset(seed)
    size = features(env.observations, *np.zeros((2, games), np.int64)).shape[1]
    actor, critic = Network(size, 32, rng), Network(size, 32, rng)
    decisions = 0
    for batch in range(1, batches + 1):
        inputs, starts, picks, logs, results = gather(*play_games(env, actor, rng))
        rate = 5e-3 * (1 - batch / batches) + 1e-5
        learn(actor, critic, inputs, starts, picks, logs, results, rate, rng)
        decisions += len(picks)
        if batch % 50 == 0:
            spent = time.process_time() / 60
            played = f"{batch * games:,} games, {decisions:,} decisions"
            print(f"{played}, {spent:.1f} minutes of computing", flush=True)
    return actor


def learn(actor, critic, inputs, starts, picks, logs, results, rate, rng, parts=2, clip=0.2):
    """Two rounds of PPO over a batch, in parts."""
    ends = np.append(starts[1:], len(inputs))
    # The prediction must not know the action, or nothing would be left to learn from it.
    outlook = np.add.reduceat(inputs, starts) / (ends - starts)[:, None].astype(np.float32)
    gains = (results - critic(outlook)).astype(np.float32)
    scale = gains.std() + 1e-6
    for chunk in np.array_split(rng.permutation(len(starts)), parts) * 2:
        counts = ends[chunk] - starts[chunk]
        first = np.concatenate([[0], np.cumsum(counts)[:-1]])
        owners = np.repeat(np.arange(len(chunk)), counts)
        rows = np.arange(len(owners)) - first[owners] + starts[chunk][owners]
        taken = picks[chunk] - starts[chunk] + first
        own = inputs[rows]
        chances = softmax(actor(own), first, owners)
        ratio = np.exp(np.log(chances[taken]) - logs[chunk])
        gain = gains[chunk] / scale
        is_free = np.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
        push = (gain * ratio * is_free).astype(np.float32)
        slopes = chances * push[owners]
        slopes[taken] -= push
        entropy = np.add.reduceat(-chances * np.log(chances + 1e-9), first)
        slopes += 0.003 * chances * (np.log(chances + 1e-9) + entropy[owners])
        actor.learn(own, (slopes / len(chunk)).astype(np.float32), rate)
        error = critic(outlook[chunk]) - results[chunk]
        critic.learn(outlook[chunk], (2 * error / len(chunk)).astype(np.float32), rate)


def export(actor: Network) -> None:
    """Write the weights, with the version of the encoding that they are for."""
    np.savez(FILE, version=CODE.version, **dict(zip(PARTS, actor.weights, strict=True)))


class SelfTaught:
    """The exported agent as a bot: it plays the action with the best score."""

    def __init__(self) -> None:
        with np.load(FILE) as saved:
            if saved["version"] != CODE.version:
                raise ValueError(f"{FILE.name} is for another version of the encoding: train again")
            self.network = Network(1, 1, np.random.default_rng())
            self.network.weights = [saved[name] for name in PARTS]

    def choose(self, view, legal):
        actions = np.array([int(action) for action in legal])
        inputs = features(view.array[None], np.zeros(len(actions), np.int64), actions)
        return legal[int(self.network(inputs).argmax())]


def measure(bot: str, games: int, seed: int) -> tuple[float, float]:
    """Return the share of games that the agent wins, seats in turn, and a 95 % half-width."""
    network, shares = SelfTaught().network, []
    for seat in (0, 1):
        seats = ["agent" if number == seat else bot for number in (0, 1)]
        env = offleash.vector(GAME, games // 2, seats=seats, skip_forced=True, auto_reset=False)
        env.reset(seed)
        while (places := np.flatnonzero(env.actors >= 0)).size:
            actions, owners, starts = choices(env, places)
            inputs = features(env.observations[places], owners, actions)
            scores = network(inputs)
            moves = np.zeros(env.games, np.int32)
            moves[places] = actions[best(scores, starts, owners)]
            env.step(moves)
            over = env.dones == 1
            shares += env.rewards[over, seat].tolist()
    return float(np.mean(shares)), float(1.96 * np.std(shares) / len(shares) ** 0.5)


def main() -> None:
    """Train, export and rate the agent."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batches", type=int, default=400, help="of 1,024 games to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=20_000, help="to measure it with")
    settings = parser.parse_args()
    export(train(settings.batches, settings.seed))
    for bot in ("random", "greedy"):
        share, width = measure(bot, settings.games, settings.seed + 1)
        print(f"wins {share:.1%} ± {width:.1%} against {bot} ({settings.games:,} games)")


if __name__ == "__main__":
    main()
