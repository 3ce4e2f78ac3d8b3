"""Plays games and writes down what seats saw, for the training of a judge."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import LEARNED
from offleash.bots.templates import recording
from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.contract import Game, Records
from offleash.engine.batch import Policy, cores, new_desk

SLICE = 32  # games of one task
ROOM = 256  # samples of a game and a seat that are kept at most

RULES = (
    *("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns", "hide"),
    "write_features",
)
LEARNED_RULES = ("turn_outcomes", "skip_chance")  # as the learned player has them


@dataclass(frozen=True)
class Fixture:
    """Games to be played: the rules, the luck and the players of each, and whom to watch."""

    variants: Records
    rows: NDArray[np.int64]  # games: which of the variants
    casts: NDArray[np.int64]  # games × seats: which player of the policy
    numbers: NDArray[np.int64]  # games: whose luck
    watched: NDArray[np.int64]  # games: seats as bits

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class Recording:
    """What was seen, in the order of games, seats and time; and what each seat won."""

    samples: NDArray[np.uint8]
    owners: NDArray[np.int64]  # samples × (game, seat)
    results: NDArray[np.float64]  # games × seats


def recording_kernels(game: Game, policy: Policy) -> Any:
    """Return the template `recording`, bound to a game and a policy."""
    learned = LEARNED.module(game, policy.note)
    bound: dict[str, Any] = {name: game.find_rule(name) for name in RULES}
    bound |= {name: getattr(learned, name) for name in LEARNED_RULES}
    return specialise(game.rules.rule, recording, note=policy.note, choose=policy.choose, **bound)


def record_games(
    game: Game, policy: Policy, fixture: Fixture, seed: int, threads: int | None = None
) -> Recording:
    """Play the fixture; any number of threads gives the same samples in the same order."""
    module, games = recording_kernels(game, policy), len(fixture)
    states, results = np.zeros(games, game.rules.record), np.zeros((games, game.max_seats))
    seated, width = np.arange(games), len(game.bots.features)

    def play(lo: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        hi = min(lo + SLICE, games)
        desk = new_desk(game, policy, len(fixture.variants))
        room = ROOM * (hi - lo) * int(np.bitwise_count(fixture.watched[lo:hi]).max() or 1)
        samples, owners = np.zeros((room, width), np.uint8), np.zeros((room, 2), np.int64)
        cursor = np.zeros(1, np.int64)
        own = (desk.works, desk.plans, words(desk.plans), desk.study)
        luck = (desk.rng, desk.out, desk.chances)
        players = (policy.personas, fixture.casts, seated, fixture.numbers, fixture.watched)
        notes = (samples, owners, cursor, results)
        variants = (fixture.variants, fixture.rows)
        module.record_games(states, *variants, *own, *luck, *players, *notes, seed, lo, hi)
        return samples[: cursor[0]].copy(), owners[: cursor[0]].copy()

    pool = ThreadPoolExecutor(threads or cores())
    try:
        parts = list(pool.map(play, range(0, games, SLICE)))
    finally:
        pool.shutdown(cancel_futures=True)  # an interruption starts no more
    samples = np.concatenate([part for part, _ in parts])
    owners = np.concatenate([part for _, part in parts])
    order = np.lexsort((owners[:, 1], owners[:, 0]))  # stable: time stays in order
    return Recording(samples[order], owners[order], results)


def sequences(
    recording: Recording,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return one row per seat and game: where its samples begin and end, and what it won."""
    owners = recording.owners
    cuts = np.flatnonzero(np.any(np.diff(owners, axis=0) != 0, axis=1)) + 1
    starts = np.concatenate([[0], cuts]) if len(owners) else np.zeros(0, np.int64)
    ends = np.concatenate([cuts, [len(owners)]]) if len(owners) else starts
    games, seats = owners[starts].T
    return starts, ends, recording.results[games, seats].astype(np.float32)
