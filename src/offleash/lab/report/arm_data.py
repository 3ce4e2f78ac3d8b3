"""The games of one arm of a run as arrays, and the factors by which wins are compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from offleash.bots.kinds import list_players
from offleash.contract import Figure, Game
from offleash.lab.questions.question import EVERYTHING
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.finished_run import FinishedRun
from offleash.lab.statistics.intervals import Interval, Intervals, ratio_interval
from offleash.lab.statistics.luck import equal_means

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SEAT_COLUMNS = ("arm", "side", "won", "place", "turns")  # that reports read


@dataclass(frozen=True, eq=False)
class Factor:
    """Something in which seats differ: the archetype, the home, the player, the seat itself."""

    name: str
    levels: tuple[str, ...]
    codes: Ints  # games × seats: which level
    aliases: tuple[str, ...] = ()  # other factors that always coincide with this one

    @property
    def title(self) -> str:
        """The name, joined with those of its aliases."""
        return " and ".join((self.name, *self.aliases))


class ArmData:
    """The data of one arm of a finished run."""

    def __init__(self, loaded: FinishedRun, arm: int = 0) -> None:
        self.loaded, self.arm = loaded, arm
        self.experiment: Experiment = loaded.experiment
        self.game: Game = loaded.experiment.game
        self.plan_arm = loaded.plan.arms[arm]
        self.table = self.experiment.arm_table(arm)
        self.count = loaded.results.games(arm)

    @property
    def players(self) -> str:
        """The players by seat, or one name if all are the same."""
        names = self.plan_arm.lineups[0]
        return list_players(self.game, names[:1] if len(set(names)) == 1 else names)

    @cached_property
    def figures(self) -> list[Figure]:
        """Every figure, in the game's order."""
        return self.loaded.results.account(self.arm).figures()

    @cached_property
    def by_key(self) -> Mapping[str, Figure]:
        return {figure.label.key: figure for figure in self.figures}

    @property
    def has_games(self) -> bool:
        """Whether the run recorded its games, or only figures over all of them."""
        return self.loaded.plan.record == EVERYTHING

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row for each game."""
        return self._rows(self.loaded.games)

    @property
    def clock(self) -> str:
        """The column of the games that measures their length."""
        return "rounds" if "rounds" in self.games.columns else "length"

    @property
    def clock_unit(self) -> str:
        """What the clock counts."""
        return "rounds" if self.clock == "rounds" else "actions"

    @cached_property
    def seats(self) -> pl.DataFrame:
        """A row for each seat of each game: only the columns that reports read."""
        seats = self.loaded.seats
        columns = [
            name
            for name, dtype in seats.collect_schema().items()
            if name in SEAT_COLUMNS or name.startswith("left_") or isinstance(dtype, pl.Enum)
        ]
        return self._rows(seats.select(columns))

    def _rows(self, frame: pl.LazyFrame) -> pl.DataFrame:
        return frame.filter(pl.col("arm") == self.arm).collect()

    @cached_property
    def seat_count(self) -> int:
        return self.game.seat_count(self.table.variants[:1])

    @cached_property
    def groups(self) -> Ints:
        """The group of blocks to which each game belongs."""
        blocks = self.games["block"].to_numpy().astype(np.int64)
        groups: Ints = blocks // self.experiment.group
        return groups

    def by_game(self, column: str) -> NDArray[np.generic]:
        """Return a column of the seats, games × seats."""
        return np.asarray(self.seats[column].to_numpy()).reshape(-1, self.seat_count)

    @cached_property
    def wins(self) -> Floats:
        """Games × seats: the share of the win."""
        return self.by_game("won").astype(np.float64)

    @cached_property
    def places(self) -> Ints:
        """Games × seats, 0 is first, −1 in games that were given up."""
        places = self.seats["place"].fill_null(-1).to_numpy()
        return np.asarray(places.reshape(-1, self.seat_count), np.int64)

    @property
    def equal_share(self) -> float:
        """The mean share of wins of a seat, which all would have if they were equal."""
        return float(self.wins.mean())

    # Factors

    @cached_property
    def factors(self) -> list[Factor]:
        """Factors with several levels, the game's own first; those that coincide are merged."""
        factors: list[Factor] = []
        for factor in self._all_factors() if self.has_games else ():
            if len(factor.levels) < 2 or (factor.name == "seat" and self._sides().levels):
                continue  # seats of one side win together, so the side says everything
            twin = next((other for other in factors if _coincide(other, factor)), None)
            if twin is None:
                factors.append(factor)
            else:
                both = Factor(twin.name, twin.levels, twin.codes, (*twin.aliases, factor.name))
                factors[factors.index(twin)] = both
        return factors

    @property
    def main_factor(self) -> Factor | None:
        """The most important factor."""
        return self.factors[0] if self.factors else None

    def _all_factors(self) -> list[Factor]:
        own = [
            name
            for name, dtype in self.seats.schema.items()
            if isinstance(dtype, pl.Enum) and name not in ("name", "player")
        ]
        return [
            *(self._column_factor(name) for name in (*own, "player")),
            self._sides(),
            self._seats(),
        ]

    def _column_factor(self, name: str) -> Factor:
        """Return a factor from a column of words; only words that occur are levels."""
        column = self.seats[name]
        words = [word for word in column.dtype.categories if word is not None]  # type: ignore[attr-defined]
        codes = column.to_physical().fill_null(0).to_numpy().astype(np.int64)
        used, dense = np.unique(codes, return_inverse=True)
        levels = tuple(_level(name, words[code]) for code in used.tolist())
        return Factor(name, levels, dense.reshape(-1, self.seat_count).astype(np.int64))

    def _seats(self) -> Factor:
        names = tuple(self.game.rules.seat_names[: self.seat_count])
        codes = np.tile(np.arange(self.seat_count), (len(self.wins), 1))
        return Factor("seat", names, codes)

    def _sides(self) -> Factor:
        """Return the sides, whose seats win together; without levels if each seat wins alone."""
        codes = self.by_game("side").astype(np.int64)
        first, names = codes[0], self.game.rules.seat_names
        members = [np.flatnonzero(first == side) for side in np.unique(first)]
        if len(members) == self.seat_count:
            return Factor("side", (), codes)
        return Factor(
            "side", tuple("–".join(names[int(i)] for i in seats) for seats in members), codes
        )

    def by_level(self, factor: Factor, values: Floats) -> tuple[Floats, Floats]:
        """Return groups of blocks × levels: totals of games × seats, and the seats in each."""
        size = len(factor.levels)
        cells = (self.groups[:, None] * size + factor.codes).ravel()
        least = (int(self.groups.max()) + 1) * size
        totals: Floats = np.bincount(cells, values.ravel(), minlength=least).astype(np.float64)
        counts: Floats = np.bincount(cells, minlength=least).astype(np.float64)
        return totals.reshape(-1, size), counts.reshape(-1, size)

    def win_shares(self, factor: Factor) -> Intervals:
        """Return the win share of each level, with intervals from the blocks."""
        return ratio_interval(*self.by_level(factor, self.wins), share=True)

    def win_test(self, factor: Factor) -> float:
        """Return the p-value of the hypothesis that levels win equally often, by whole blocks."""
        totals, counts = self.by_level(factor, self.wins)
        with np.errstate(invalid="ignore"):
            means = totals / counts
        return float(equal_means(means[~np.isnan(means).any(axis=1)]).p)

    def extreme_levels(self, factor: Factor) -> list[tuple[str, Interval]]:
        """Return the level that wins most often and the one that wins least, with their shares."""
        shares = self.win_shares(factor)
        places = (int(np.nanargmax(shares.value)), int(np.nanargmin(shares.value)))
        return [(factor.levels[place], shares.one(place)) for place in places]

    def mean(
        self,
        values: NDArray[np.generic],
        counts: NDArray[np.generic] | None = None,
        is_share: bool = False,
    ) -> Interval:
        """Return a mean over games, or a ratio, with its interval from the blocks."""
        weights = np.ones(len(values)) if counts is None else counts.astype(np.float64)
        totals = np.bincount(self.groups, values.astype(np.float64))[:, None]
        group_counts = np.bincount(self.groups, weights)[:, None]
        return ratio_interval(totals, group_counts, share=is_share).one()


def _level(factor: str, word: str) -> str:
    """Return `Bruiser`, but `home 1`; players keep their names."""
    if factor == "player":
        return word.removeprefix("persona:")
    return word.capitalize() if word[:1].isalpha() else f"{factor} {word}"


def _coincide(one: Factor, other: Factor) -> bool:
    """Return whether each level of one always meets the same level of the other."""
    if len(one.levels) != len(other.levels):
        return False
    met = np.unique(one.codes * len(other.levels) + other.codes)
    return len(met) == len(one.levels)
