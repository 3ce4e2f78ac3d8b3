"""How often the lab's intervals hold the truth, from eight blocks up: `make coverage`.

Every table is played for many blocks under two sets of rules, and these blocks are taken for the
truth. Then few of them are drawn, with replacement, again and again, as if somebody had played no
more. All draws of a figure are computed at once, as columns. A figure without an interval, because
nothing or always the same was seen, does not count.
"""

import argparse
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from offleash.contract import RECORDED, Label
from offleash.games import registry
from offleash.lab.experiments import claim, compare
from offleash.lab.experiments.goals import (
    FAIR_GROUPS,
    FAIRNESS,
    Goal,
    fair_gaps,
    goal_costs,
    goal_labels,
)
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.differences import columns, shared_labels, wins_by_player
from offleash.lab.figures.measures import is_win
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.lab.statistics.intervals import (
    ROUNDING,
    linearised_difference,
    paired_ratio_difference,
    ratio_interval,
)
from offleash.lab.statistics.jackknife import jackknife, largest_gap, leave_one_out
from offleash.lab.statistics.sequential import Sequential, Threshold, schedule

Numbers = NDArray[np.float64]
Hits = NDArray[np.bool_]
Index = NDArray[np.int64]

PERSONAS = ("persona:bruiser", "persona:scrapper", "persona:diplomat", "persona:yapper")
# Game, preset, what the second set of rules changes, bots
TABLES: tuple[tuple[str, str, Mapping[str, str], tuple[str, ...]], ...] = (
    ("uri-nation", "1.4", {"walk_dice": "3"}, PERSONAS),
    ("uri-nation", "1.2", {"swagger_per": "2"}, PERSONAS),
    ("puppy-park", "", {"pairs": "each"}, ("greedy", "random")),
    ("dog", "", {"jokers": "2"}, ("greedy", "random", "greedy", "random")),
    ("domidog", "", {"face_up": "1"}, ("greedy", "random")),
    ("secret-mission", "", {"open_playing_tile": "1"}, ("greedy", "random")),
)
SIZES = (8, 20, 60)
COMPARE_LOOKS = schedule(384, compare.FIRST_LOOK)
CLAIM_LOOKS = schedule(256, claim.FIRST_LOOK)
UNEQUAL = 12  # times the games of the other arm
RARE = 0.2  # of all blocks have the event
RARE_EVENTS = "rare events"
MEASURES = 60  # of a table and kind, at most
COMPARED = 3  # of these, every third is compared look by look, which takes long
LEAST_PRINTED = 0.25  # of the draws, or a figure does not count
LEAST, MOST = 0.93, 0.99  # of the draws should hold the truth
CELLS = 4_000_000  # numbers of an array, about


@dataclass(frozen=True)
class Population:
    """Figures of two arms that play the same blocks: [arms × blocks × figures]."""

    totals: Numbers
    of: Numbers
    is_share: Hits

    @cached_property
    def truth(self) -> Numbers:
        with np.errstate(invalid="ignore"):
            return np.asarray(self.totals.sum(axis=1) / self.of.sum(axis=1))

    def select(self, figures: Index) -> "Population":
        return Population(self.totals[..., figures], self.of[..., figures], self.is_share[figures])

    def kinds(self) -> dict[str, Index]:
        """Some figures of each kind, evenly spread from those that vary most to the least."""
        deviations = self.totals - self.truth[:, None] * self.of
        errors = np.sqrt(np.square(deviations).sum(axis=1))
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = errors[0] / np.abs(self.totals[0].sum(axis=0))
        both = np.concatenate((*self.totals, *self.of))
        _, first = np.unique(both, axis=1, return_index=True)  # some figures have two names
        varies = (spread > ROUNDING) & np.isfinite(spread) & (errors[1] > 0)
        is_own = np.isin(np.arange(both.shape[1]), first) & varies
        is_rare = (self.totals[0] != 0).mean(axis=0) < RARE
        masks = {
            "means": ~is_rare & ~self.is_share,
            "shares": ~is_rare & self.is_share,
            RARE_EVENTS: is_rare,
        }
        kinds = {}
        for name, mask in masks.items():
            figures = np.flatnonzero(mask & is_own)
            ranked = figures[np.argsort(spread[figures], kind="stable")]
            places = np.linspace(0, len(ranked) - 1, min(len(ranked), MEASURES)).round()
            kinds[name] = ranked[places.astype(int)]
        return kinds


@dataclass(frozen=True)
class Table:
    """What both arms of a table have counted."""

    labels: tuple[Label, ...]
    measures: Population
    wins: Population  # by block: the share of each bot, and whether it has more than another


def play(
    name: str, preset: str, change: Mapping[str, str], bots: tuple[str, ...], blocks: int, seed: int
) -> Table:
    game = registry.load(name)
    both = (game.options(preset or None), game.options(preset or None, change))
    arms = [make_arm(game, text, options, bots) for text, options in zip("ab", both, strict=True)]
    per_block = Experiment(make_plan(game, arms, 1, seed), game).games_per_block[0]
    results = Run(Experiment(make_plan(game, arms, blocks * per_block, seed), game)).play()
    accounts = [results.account(arm) for arm in range(2)]
    labels = shared_labels(accounts, RECORDED)
    totals, of = (
        np.array(parts)
        for parts in zip(*(columns(account, labels) for account in accounts), strict=True)
    )
    measures = Population(totals, of, np.array([label.is_share for label in labels]))
    wins = np.array([_wins(account) for account in accounts])
    everything = np.ones(wins.shape)
    return Table(tuple(labels), measures, Population(wins, everything, wins[0, 0] >= 0))


def _wins(account: MeasureAccount) -> Numbers:
    """The values of a block in claims: each bot's share of the wins, and duels of two bots."""
    wins = wins_by_player(account)
    shares = (wins / wins.sum(axis=1, keepdims=True)).T
    duels = [np.where(a == b, 0.5, a > b) for a, b in combinations(shares, 2)]
    return np.array([*shares, *duels]).T


class Draws:
    """Blocks drawn many times; results are [blocks × (draws · figures)]."""

    def __init__(self, population: Population, count: int, seed: list[int]) -> None:
        self.population, self.count = population, count
        self._generator = np.random.default_rng(seed)

    def index(self, size: int) -> Index:
        """Which blocks are drawn: [blocks × draws]."""
        blocks = self.population.totals.shape[1]
        return self._generator.integers(0, blocks, (size, self.count))

    def take(self, arm: int, index: Index) -> tuple[Numbers, Numbers]:
        """Totals of an arm, and what they are divided by."""
        both = (self.population.totals[arm], self.population.of[arm])
        totals, of = (part[index].reshape(len(index), -1) for part in both)
        return totals, of

    def repeat(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        return np.tile(values, self.count)


# Checks: whether an interval is printed, and whether it holds the truth, by draw and figure

Check = Callable[[Draws, int], tuple[Hits, Hits]]


def figure(draws: Draws, size: int) -> tuple[Hits, Hits]:
    is_share = draws.repeat(draws.population.is_share)
    interval = ratio_interval(*draws.take(0, draws.index(size)), share=is_share)
    truth = draws.repeat(draws.population.truth[0])
    return np.isfinite(interval.low), (interval.low <= truth) & (truth <= interval.high)


def change(draws: Draws, size: int) -> tuple[Hits, Hits]:
    """The difference between two sets of rules with the same luck."""
    index = draws.index(size)
    interval = paired_ratio_difference(*draws.take(0, index), *draws.take(1, index))
    truth = draws.repeat(np.diff(draws.population.truth, axis=0)[0])
    return np.isfinite(interval.low), (interval.low <= truth) & (truth <= interval.high)


def no_change(times: int) -> Check:
    """Two arms with the same rules, one of which plays so many times the games: is p above 5 %?"""

    def check(draws: Draws, size: int) -> tuple[Hits, Hits]:
        few = draws.take(0, draws.index(size))
        many = draws.take(0, draws.index(size))
        for _ in range(times - 1):
            for into, part in zip(many, draws.take(0, draws.index(size)), strict=True):
                into += part
        p = paired_ratio_difference(*few, *many).p
        return np.isfinite(p), p > 0.05

    return check


@dataclass(frozen=True)
class Comparison:
    """A comparison by its looks, of other rules with the same luck or of the same rules."""

    is_same: bool = False

    def looks(self, draws: Draws) -> Iterator[tuple[Numbers, Numbers]]:
        """The ends of the intervals at each look."""
        index = draws.index(COMPARE_LOOKS[-1])
        a = draws.take(0, index)
        b = draws.take(0, draws.index(len(index))) if self.is_same else draws.take(1, index)
        of = draws.population.of
        is_even = (of == of[:, :1]).all(axis=(0, 1))
        is_bounded = draws.repeat(draws.population.is_share & is_even)
        for look in COMPARE_LOOKS:
            values = linearised_difference(*(part[:look] for part in (*a, *b)))
            low, high = np.empty(values.shape[1]), np.empty(values.shape[1])
            for bound, mask in ((1.0, is_bounded), (None, ~is_bounded)):
                if mask.any():
                    test = Sequential(0.0, COMPARE_LOOKS, bound=bound)
                    part = test.intervals(values[:, mask])
                    low[mask], high[mask] = part.low, part.high
            yield low, high

    def truth(self, draws: Draws) -> Numbers:
        difference = np.diff(draws.population.truth, axis=0)[0]
        return draws.repeat(0.0 * difference if self.is_same else difference)

    def every_look(self, draws: Draws, _: int) -> tuple[Hits, Hits]:
        truth = self.truth(draws)
        holds = np.ones(truth.shape, bool)
        for low, high in self.looks(draws):
            holds &= (low <= truth) & (truth <= high)
        return np.isfinite(high), holds

    def at_the_stop(self, draws: Draws, _: int) -> tuple[Hits, Hits]:
        """With a precision that half of all draws reach at the second look."""
        truth, paths = self.truth(draws), list(self.looks(draws))
        halves = (paths[1][1] - paths[1][0]) / 2
        precision = draws.repeat(np.median(halves.reshape(draws.count, -1), axis=0))
        is_open, holds = np.ones(truth.shape, bool), np.zeros(truth.shape, bool)
        for low, high in paths:
            is_last = low is paths[-1][0]
            is_clear = ((low > 0) | (high < 0)) & ((high - low) / 2 <= precision)
            stops = is_open & (is_clear | is_last)
            holds[stops] = ((low <= truth) & (truth <= high))[stops]
            is_open &= ~stops
        return np.isfinite(high), holds


def claim_holds(draws: Draws, _: int) -> tuple[Hits, Hits]:
    """A claim about a bot's wins, at every look."""
    values, _of = draws.take(0, draws.index(CLAIM_LOOKS[-1]))
    truth, test = draws.repeat(draws.population.truth[0]), Threshold(0.5, CLAIM_LOOKS)
    holds = np.ones(truth.shape, bool)
    for look in CLAIM_LOOKS:
        interval = test.intervals(values[:look])
        holds &= (interval.low <= truth) & (truth <= interval.high)
    return np.isfinite(truth), holds


# The table


def coverage(check: Check, population: Population, size: int, draws: int, seed: int) -> Numbers:
    """The coverage of each figure that is printed often enough, a few figures at a time."""
    count = population.totals.shape[2]
    results = []
    for part in np.array_split(np.arange(count), max(1, count * size * draws // CELLS)):
        with np.errstate(divide="ignore", invalid="ignore"):
            hits = check(Draws(population.select(part), draws, [seed, size]), size)
        is_printed, holds = (hit.reshape(draws, -1) for hit in hits)
        counts = is_printed.sum(axis=0)
        covered = (is_printed & holds).sum(axis=0)
        often = counts > LEAST_PRINTED * draws
        results.append(covered[often] / counts[often])
    return np.concatenate(results)


def fairness(table: Table, size: int, draws: int, seed: int) -> Iterator[tuple[str, Numbers]]:
    """Both sets of rules, and their difference, for each group that should win equally often."""
    groups = [g for g in FAIR_GROUPS if any(is_win(label, g) for label in table.labels)]
    generator = np.random.default_rng([seed, size])
    index = generator.integers(0, table.measures.totals.shape[1], (draws, size))
    is_known = np.isfinite(table.measures.truth).all(axis=0)
    known = [label for label, is_in in zip(table.labels, is_known, strict=True) if is_in]
    earlier = set()
    for group in groups:
        goal = Goal(FAIRNESS, FAIRNESS, group)
        labels = goal_labels(goal, known)
        wins = table.measures.select(np.array([table.labels.index(label) for label in labels]))
        costs = goal_costs(goal, labels, wins.truth, 0)
        if tuple(costs) in earlier or costs.min() == 0:  # a home may go with a seat
            continue
        earlier.add(tuple(costs))
        truth = np.array([*costs, costs[1] - costs[0]])
        hits, counts = np.zeros(3), np.zeros(3)
        for blocks in index:
            shares = [
                leave_one_out(total[blocks], of[blocks])
                for total, of in zip(wins.totals, wins.of, strict=True)
            ]
            a, b = (goal_costs(goal, labels, part, 0) for part in shares)
            gaps = [largest_gap(fair_gaps(labels, part)) for part in shares]
            intervals = [*gaps, jackknife(b - a)]
            ends = np.array([(interval.low, interval.high) for interval in intervals])
            hits += (ends[:, 0] <= truth) & (truth <= ends[:, 1])
            counts += np.isfinite(ends[:, 0])
        for name, part in (("fairness", [0, 1]), ("change in fairness", [2])):
            often = counts[part] > LEAST_PRINTED * draws
            yield name, hits[part][often] / counts[part][often]


def rows(table: Table, draws: int, seed: int) -> Iterator[tuple[str, int, Numbers]]:
    """The coverage of every figure, by kind of interval and blocks."""
    kinds = table.measures.kinds()
    measures = {name: table.measures.select(kinds[name]) for name in kinds}
    every = table.measures.select(np.concatenate(list(kinds.values())))
    steps: list[tuple[str, Check, Population]] = []
    steps += [(name, figure, part) for name, part in measures.items()]
    steps.append(("change of the rules", change, every))
    for times, text in ((1, "as many games"), (UNEQUAL, f"{UNEQUAL} times the games")):
        steps.append((f"same rules, {text}", no_change(times), every))
        rare = f"same rules, {text}, {RARE_EVENTS}"
        steps.append((rare, no_change(times), measures[RARE_EVENTS]))
    for name, check, population in steps:
        for size in SIZES:
            yield name, size, coverage(check, population, size, draws, seed)
    for size in SIZES:
        for name, shares in fairness(table, size, draws, seed):
            yield name, size, shares
    some = every.select(np.arange(0, len(every.is_share), COMPARED))
    for name, check, population, looks in (
        ("`compare`, same rules", Comparison(True).every_look, some, COMPARE_LOOKS),
        ("`compare`, change", Comparison().every_look, some, COMPARE_LOOKS),
        ("`compare --precision`", Comparison().at_the_stop, some, COMPARE_LOOKS),
        ("`claims`", claim_holds, table.wins, CLAIM_LOOKS),
    ):
        yield name, looks[-1], coverage(check, population, looks[-1], draws, seed)


def print_table(results: Mapping[tuple[str, int], list[Numbers]]) -> None:
    limits = f"below {100 * LEAST:.0f} % | above {100 * MOST:.0f} %"
    print(f"| interval of | blocks | figures | mean | lowest | {limits} |")
    print("|---|---|---|---|---|---|---|")
    kinds = list(dict.fromkeys(kind for kind, _ in results))
    ordered = sorted(results.items(), key=lambda row: (kinds.index(row[0][0]), row[0][1]))
    for (kind, size), parts in ordered:
        shares = np.concatenate(parts)
        numbers = (shares.mean(), shares.min(), (shares < LEAST).mean(), (shares > MOST).mean())
        cells = " | ".join(f"{100 * number:.1f} %" for number in numbers)
        print(f"| {kind} | {size} | {len(shares):,} | {cells} |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--blocks", type=int, default=512, help="blocks that are played")
    parser.add_argument("--draws", type=int, default=1000, help="how often few of them are drawn")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    blocks, draws, seed = arguments.blocks, arguments.draws, arguments.seed
    results: dict[tuple[str, int], list[Numbers]] = {}
    for name, preset, changes, bots in TABLES:
        print(f"playing {name} {preset}".rstrip(), flush=True)
        table = play(name, preset, changes, bots, blocks, seed)
        print("drawing blocks", flush=True)
        for kind, size, shares in rows(table, draws, seed):
            if len(shares):
                results.setdefault((kind, size), []).append(shares)
    slack = 100 * 2 * math.sqrt(0.95 * 0.05 / draws)
    print(f"{blocks:,} blocks of every table, {draws:,} draws, seed {seed}.")
    print(f"With so many draws, a coverage of 95 % is printed to within ±{slack:.1f} points.\n")
    print_table(results)


if __name__ == "__main__":
    main()
