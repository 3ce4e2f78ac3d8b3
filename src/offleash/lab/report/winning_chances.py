"""How games feel: winning chances during a game, estimated by playouts from its positions.

Some games of an arm are replayed and stopped at evenly spaced moments. From each moment the same
players play on many times with fresh luck; a side's share of wins is its chance. Half of the
playouts decide who leads, the other half by how much: using the same playouts for both would
overestimate the lead.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from offleash.bots.python.batch import play_bots
from offleash.compiler.seeds import MOST_SEED
from offleash.engine.batch import Batch
from offleash.lab.runs.experiment import Experiment

MOMENTS = 20  # per game, evenly spaced, after its start
PLAYOUTS = 24  # from each moment
GAMES = 64  # to sample
PLAYOUT_SEED_MASK = 0x0FF1EA54  # separates the luck of playouts from that of the games
CLEARLY = 0.1  # a smaller lead may be noise and is ignored
SAFE = 0.8  # the chance above which a game counts as decided

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Curves:
    """Chances to win, games × moments × sides, from each half of the playouts."""

    leading: Chances  # the half that says who leads
    measured: Chances  # the half that says by how much
    won: Chances  # games × sides: what each side won in the end
    block: NDArray[np.int64]  # games: which block it is of
    seating: NDArray[np.int64]

    @cached_property
    def chances(self) -> Chances:
        """From all playouts."""
        chances: Chances = (self.leading + self.measured) / 2
        return chances

    @cached_property
    def winner(self) -> NDArray[np.intp]:
        """The side that won; of several, the first."""
        winner: NDArray[np.intp] = self.won.argmax(axis=1)
        return winner

    @cached_property
    def of_winner(self) -> Chances:
        """The chance of the eventual winner, games × moments."""
        return _of_sides(self.chances, self.winner[:, None])

    @cached_property
    def drama(self) -> Chances:
        """How far the winner was behind the leader, on average over a game."""
        leader = self.leading.argmax(axis=2)
        behind = _of_sides(self.measured, leader) - _of_sides(self.measured, self.winner[:, None])
        return np.asarray(behind[:, :-1].mean(axis=1))

    @cached_property
    def decided(self) -> Chances:
        """The share of a game after which the winner's chance stays above `SAFE`."""
        return _share_until_last(self.of_winner < SAFE)

    @cached_property
    def settled(self) -> Chances:
        """The share of a game after which all playouts have the same winner."""
        return _share_until_last(np.any((self.chances > 0) & (self.chances < 1), axis=2))

    @cached_property
    def lead_changes(self) -> NDArray[np.int64]:
        """How often another side takes a clear lead."""
        return np.array([_changes(game) for game in self.chances], np.int64)

    @cached_property
    def half_time(self) -> Chances:
        """The result of the side that led at half time."""
        middle = self.chances.shape[1] // 2
        leader = self.leading[:, middle].argmax(axis=1)
        return np.asarray(self.won[np.arange(len(leader)), leader])


def _share_until_last(is_open: NDArray[np.bool_]) -> Chances:
    """Return for each game the share after which no moment is open any more."""
    moments = is_open.shape[1] - 1
    last = moments - is_open[:, ::-1].argmax(axis=1)
    share: Chances = np.where(is_open.any(axis=1), np.minimum(last + 1, moments), 0) / moments
    return share


def _of_sides(chances: Chances, sides: NDArray[np.intp]) -> Chances:
    """Return the chance of one side at each moment."""
    wide = np.broadcast_to(sides, chances.shape[:2])[:, :, None]
    return np.take_along_axis(chances, wide, axis=2)[:, :, 0]


def _changes(chances: Chances) -> int:
    """Return the number of lead changes in one game, [moments × sides]."""
    changes, leader = 0, -1
    for now in chances:
        first, second = np.argsort(-now, kind="stable")[:2]
        if now[first] - now[second] >= CLEARLY and first != leader:
            changes += leader >= 0
            leader = int(first)
    return changes


def curves(
    experiment: Experiment,
    arm: int = 0,
    games: int = GAMES,
    playouts: int = PLAYOUTS,
    threads: int | None = None,
) -> Curves:
    """Replay an arm's first blocks, one seating each, with playouts along the way."""
    table, game, seed = experiment.arm_table(arm), experiment.game, experiment.plan.seed
    blocks = np.arange(games)
    seated = blocks % len(table.seatings)

    def play(times: int, luck: NDArray[np.int64], **how: object) -> Batch:
        rows = np.repeat(seated, times)
        given = (game, table.policy, len(rows), how.pop("seed", seed), table.variants)
        return play_bots(*given, rows=rows, seated=rows, numbers=luck, threads=threads, **how)  # type: ignore[arg-type]

    whole = play(1, blocks)
    looks = MOMENTS + 1
    shares = np.arange(looks) / MOMENTS
    limits = np.rint(whole.lengths[:, None] * shares).astype(np.int64).ravel()
    stops = play(looks, np.repeat(blocks, looks), limit=limits)
    ahead = play(
        looks * playouts,
        np.arange(games * looks * playouts),
        starts=np.repeat(stops.states, playouts),
        seed=(seed ^ PLAYOUT_SEED_MASK) & MOST_SEED,
    )
    sides = np.array([_sides(experiment, arm, int(row)) for row in seated])
    won = _by_side(whole.results, sides)
    results = _by_side(ahead.results, np.repeat(sides, looks * playouts, axis=0))
    split = results.reshape(games, looks, playouts, -1)
    half = playouts // 2
    return Curves(split[:, :, :half].mean(2), split[:, :, half:].mean(2), won, blocks, seated)


def _sides(experiment: Experiment, arm: int, row: int) -> list[int]:
    """Return the side of every seat; -1 for seats that do not play."""
    sides = experiment.game.sides(experiment.arm_table(arm).variants[row])
    return [*sides, *[-1] * (experiment.game.max_seats - len(sides))]


def _by_side(results: Chances, sides: NDArray[np.int64]) -> Chances:
    """Return the share each side won: its seats share a win, so shares add up to at most 1."""
    every = range(sides.max() + 1)
    shares = np.stack([np.where(sides == side, results, 0).max(axis=1) for side in every], axis=1)
    total = shares.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(shares, total, out=np.zeros_like(shares), where=total > 0))
