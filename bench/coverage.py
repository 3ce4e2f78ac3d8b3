"""How often the lab's intervals hold the truth, from eight blocks up: `make coverage`.

A game is played for many blocks, and their average is taken for the truth. Then few blocks at a
time are drawn from them, again and again, as if somebody had played no more. An interval that is
not printed, because nothing or always the same was seen, does not count.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from offleash.core.figures import is_win_of_player
from offleash.games import registry
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.lab.statistics.intervals import paired_ratio_difference, ratio_interval
from offleash.lab.statistics.sequential import Sequential, Threshold, schedule

Numbers = NDArray[np.float64]
Hits = NDArray[np.bool_]
Order = NDArray[np.int64]  # the blocks in the order in which they are drawn

PERSONAS = ("persona:bruiser", "persona:scrapper", "persona:diplomat", "persona:yapper")
TABLES = (
    ("uri-nation", "1.4", PERSONAS),
    ("uri-nation", "1.2", PERSONAS),
    ("puppy-park", "", ("greedy", "random")),
    ("dog", "", ("greedy", "random", "greedy", "random")),
    ("domidog", "", ("greedy", "random")),
    ("secret-mission", "", ("greedy", "random")),
)
SIZES = (8, 16, 32, 64)
RARE = 0.2  # of all blocks have the event
UNEQUAL = 12  # times the games of the other arm
LEAST_PRINTED = 0.25  # of the draws, or a figure does not count
LOWEST = 0.05  # of the figures, to be shown beside their mean


@dataclass(frozen=True)
class Population:
    """The blocks of a long run, and what they say."""

    totals: Numbers
    of: Numbers
    is_share: Hits
    wins: Numbers  # by block, the share of the first bot

    @cached_property
    def truth(self) -> Numbers:
        return np.asarray(self.totals.sum(axis=0) / self.of.sum(axis=0))

    @cached_property
    def rates(self) -> Numbers:
        """The value of each block, 0 where it says nothing."""
        return np.asarray(self.totals / np.maximum(self.of, 1))

    @cached_property
    def is_rare(self) -> Hits:
        return np.asarray((self.totals != 0).mean(axis=0) < RARE)


def play(name: str, preset: str, bots: tuple[str, ...], blocks: int, seed: int) -> Population:
    """Many blocks of one table; measures that never vary are left out."""
    game = registry.load(name)
    arm = make_arm(game, "", game.options(preset or None), bots)
    per_block = Experiment(make_plan(game, [arm], 1, seed), game).games_per_block[0]
    experiment = Experiment(make_plan(game, [arm], blocks * per_block, seed), game)
    account: MeasureAccount = Run(experiment).play().account(0)
    players = [i for i, label in enumerate(account.means) if is_win_of_player(label)]
    wins = account.totals[:, players]
    varies = (account.totals / np.maximum(account.of, 1)).std(axis=0) > 0
    return Population(
        account.totals[:, varies],
        account.of[:, varies],
        np.array([label.is_share for label in account.means])[varies],
        wins[:, 0] / wins.sum(axis=1),
    )


# Checks: whether an interval is printed and whether it holds the truth, by measure

Check = Callable[[Population, Order, int], tuple[Hits, Hits]]


def figures(population: Population, order: Order, size: int) -> tuple[Hits, Hits]:
    few = order[:size]
    drawn = ratio_interval(population.totals[few], population.of[few], share=population.is_share)
    holds = (drawn.low <= population.truth) & (population.truth <= drawn.high)
    return np.isfinite(drawn.low), holds


def difference(times: int) -> Check:
    """Two arms of the same rules, one of which plays so many times the games."""

    def check(population: Population, order: Order, size: int) -> tuple[Hits, Hits]:
        few, many = order[:size], order[size : size * (times + 1)].reshape(size, times)
        drawn = paired_ratio_difference(
            population.totals[few],
            population.of[few],
            population.totals[many].sum(axis=1),
            population.of[many].sum(axis=1),
        )
        return np.isfinite(drawn.p), drawn.p > 0.05

    return check


def claim(population: Population, order: Order, size: int) -> tuple[Hits, Hits]:
    """The wins of a bot, at every look up to this many blocks."""
    looks = schedule(size, min(size, 8))
    test, truth = Threshold(0.5, looks), population.wins.mean()
    intervals = (test.intervals(population.wins[order[:look], None]).one() for look in looks)
    holds = all(interval.low <= truth <= interval.high for interval in intervals)
    return np.ones(1, bool), np.array([holds])


def comparison(population: Population, order: Order, size: int) -> tuple[Hits, Hits]:
    """Two arms of the same rules, at every look up to this many blocks."""
    looks = schedule(size, min(size, 8))
    test = Sequential(0.0, looks)
    values = population.rates[order[:size]] - population.rates[order[size : 2 * size]]
    holds = np.ones(values.shape[1], bool)
    for look in looks:
        interval = test.intervals(values[:look])
        holds &= (interval.low <= 0) & (interval.high >= 0)
    return np.isfinite(interval.high), holds


def rows(population: Population, draws: int, seed: int) -> Iterator[tuple[str, int, Numbers]]:
    """The coverage of each measure that is printed often enough, by kind of interval and size."""
    rare = population.is_rare
    every = np.ones(rare.shape, bool)
    checks = (
        ("figures", figures, every),
        ("figures of rare events", figures, rare),
        ("differences", difference(1), every),
        (f"differences, one arm with {UNEQUAL} times the games", difference(UNEQUAL), every),
        ("the same, rare events", difference(UNEQUAL), rare),
        ("comparisons, all looks", comparison, every),
        ("claims, all looks", claim, np.ones(1, bool)),
    )
    for name, check, selection in checks:
        for size in SIZES:
            if not selection.any() or size * (UNEQUAL + 1) > len(population.totals):
                continue
            generator = np.random.default_rng([seed, size])
            orders = (generator.permutation(len(population.totals)) for _ in range(draws))
            with np.errstate(divide="ignore", invalid="ignore"):
                results = [check(population, order, size) for order in orders]
            is_printed, holds = (np.array(part) for part in zip(*results, strict=True))
            counts = is_printed.sum(axis=0)
            measures = selection & (counts > LEAST_PRINTED * draws)
            covered = (is_printed & holds).sum(axis=0)
            if measures.any():
                yield name, size, covered[measures] / counts[measures]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--blocks", type=int, default=1024, help="blocks that are played")
    parser.add_argument("--draws", type=int, default=400, help="how often few of them are drawn")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    coverage: dict[tuple[str, int], list[Numbers]] = {}
    for name, preset, bots in TABLES:
        print(f"playing {name} {preset}".rstrip(), flush=True)
        population = play(name, preset, bots, arguments.blocks, arguments.seed)
        for kind, size, shares in rows(population, arguments.draws, arguments.seed):
            coverage.setdefault((kind, size), []).append(shares)
    print(f"| interval | blocks | figures | mean | {100 * LOWEST:g} % are below |")
    print("|---|---|---|---|---|")
    for (kind, size), parts in coverage.items():
        shares = np.concatenate(parts)
        lowest = np.quantile(shares, LOWEST)
        print(f"| {kind} | {size} | {len(shares):,} | {shares.mean():.1%} | {lowest:.1%} |")


if __name__ == "__main__":
    main()
