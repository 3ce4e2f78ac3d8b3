"""The games of one arm of a run as arrays, and what wins can be compared by."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from offleash.core.game import Figure, Game
from offleash.lab.experiment import Experiment
from offleash.lab.finished_run import FinishedRun
from offleash.lab.plan import EVERYTHING
from offleash.lab.statistics import Interval, Intervals, ratio_interval

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LOOKED_AT = ("arm", "side", "won", "place", "turns")  # of the columns of seats


@dataclass(frozen=True, eq=False)
class Kind:
    """Something that seats differ by: an archetype, a home, who plays, the seat itself."""

    name: str
    levels: tuple[str, ...]
    codes: Ints  # games × seats: which level
    same: tuple[str, ...] = ()  # other kinds that go together with this one

    @property
    def plural(self) -> str:
        return f"{self.name}s"

    @property
    def title(self) -> str:
        """What it is called where others may go together with it."""
        return " and ".join((self.name, *self.same))


class Material:
    """One arm of a run that has ended."""

    def __init__(self, loaded: FinishedRun, arm: int = 0) -> None:
        self.loaded, self.arm = loaded, arm
        self.experiment: Experiment = loaded.experiment
        self.game: Game = loaded.experiment.game
        self.table = self.experiment.arm_table(arm)
        self.count = loaded.results.games(arm)

    @cached_property
    def figures(self) -> list[Figure]:
        """Every figure, in the order that the game lists them."""
        return self.loaded.results.account(self.arm).figures()

    @cached_property
    def by_key(self) -> Mapping[str, Figure]:
        return {figure.label.key: figure for figure in self.figures}

    @property
    def has_games(self) -> bool:
        """Whether the run kept its games, or only what all of them come to."""
        return self.loaded.plan.record == EVERYTHING

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row for each game."""
        return self._rows(self.loaded.games)

    @cached_property
    def seats(self) -> pl.DataFrame:
        """A row for each seat of each game: only the columns that reports look at."""
        every = self.loaded.seats
        kept = [
            name
            for name, kind in every.collect_schema().items()
            if name in LOOKED_AT or name.startswith("left_") or isinstance(kind, pl.Enum)
        ]
        return self._rows(every.select(kept))

    def _rows(self, frame: pl.LazyFrame) -> pl.DataFrame:
        return frame.filter(pl.col("arm") == self.arm).collect()

    @cached_property
    def seat_count(self) -> int:
        return self.game.seat_count(self.table.variants[:1])

    @cached_property
    def groups(self) -> Ints:
        """Of each game, the group of blocks that it is added up with."""
        blocks = self.games["block"].to_numpy().astype(np.int64)
        found: Ints = blocks // self.experiment.group
        return found

    def by_game(self, column: str) -> NDArray[np.generic]:
        """A column of the seats, games × seats."""
        return np.asarray(self.seats[column].to_numpy()).reshape(-1, self.seat_count)

    @cached_property
    def won(self) -> Floats:
        """Games × seats: what each won."""
        return self.by_game("won").astype(np.float64)

    @cached_property
    def places(self) -> Ints:
        """Games × seats, 0 is first; −1 in games that were given up."""
        places = self.seats["place"].fill_null(-1).to_numpy()
        return np.asarray(places.reshape(-1, self.seat_count), np.int64)

    @property
    def even(self) -> float:
        """What a seat wins on average: where all would be if all were equal."""
        return float(self.won.mean())

    # What wins are compared by

    @cached_property
    def kinds(self) -> list[Kind]:
        """Every kind with more than one level, the game's own first; twins are told as one."""
        found: list[Kind] = []
        for kind in self._every_kind() if self.has_games else ():
            if len(kind.levels) < 2 or (kind.name == "seat" and self._sides().levels):
                continue  # seats of one side win together, so the side says it all
            twin = next((each for each in found if _go_together(each, kind)), None)
            if twin is None:
                found.append(kind)
            else:
                both = Kind(twin.name, twin.levels, twin.codes, (*twin.same, kind.name))
                found[found.index(twin)] = both
        return found

    @property
    def main(self) -> Kind | None:
        """The kind that tells most."""
        return self.kinds[0] if self.kinds else None

    def kind(self, name: str) -> Kind | None:
        return next((each for each in self.kinds if each.name == name), None)

    def _every_kind(self) -> list[Kind]:
        own = [
            name
            for name, kind in self.seats.schema.items()
            if isinstance(kind, pl.Enum) and name not in ("name", "player")
        ]
        return [*(self._worded(name) for name in (*own, "player")), self._sides(), self._seats()]

    def _worded(self, name: str) -> Kind:
        """A kind from a column of words; only words that came up are levels."""
        column = self.seats[name]
        words = [word for word in column.dtype.categories if word is not None]  # type: ignore[attr-defined]
        codes = column.to_physical().fill_null(0).to_numpy().astype(np.int64)
        used, dense = np.unique(codes, return_inverse=True)
        levels = tuple(_level(name, words[code]) for code in used.tolist())
        return Kind(name, levels, dense.reshape(-1, self.seat_count).astype(np.int64))

    def _seats(self) -> Kind:
        names = tuple(self.game.seat_names[: self.seat_count])
        codes = np.tile(np.arange(self.seat_count), (len(self.won), 1))
        return Kind("seat", names, codes)

    def _sides(self) -> Kind:
        """Seats that win together; where each wins alone, that is no kind."""
        codes = self.by_game("side").astype(np.int64)
        first, names = codes[0], self.game.seat_names
        members = [np.flatnonzero(first == side) for side in np.unique(first)]
        if len(members) == self.seat_count:
            return Kind("side", (), codes)
        return Kind("side", tuple("–".join(names[int(i)] for i in each) for each in members), codes)

    def by_level(self, kind: Kind, values: Floats) -> tuple[Floats, Floats]:
        """Groups of blocks × levels: totals of games × seats, and how many seats they are of."""
        size = len(kind.levels)
        cells = (self.groups[:, None] * size + kind.codes).ravel()
        least = (int(self.groups.max()) + 1) * size
        totals: Floats = np.bincount(cells, values.ravel(), minlength=least).astype(np.float64)
        of: Floats = np.bincount(cells, minlength=least).astype(np.float64)
        return totals.reshape(-1, size), of.reshape(-1, size)

    def win_shares(self, kind: Kind) -> Intervals:
        """What each level wins, with intervals from the blocks."""
        return ratio_interval(*self.by_level(kind, self.won), share=True)

    def mean(
        self,
        values: NDArray[np.generic],
        of: NDArray[np.generic] | None = None,
        is_share: bool = False,
    ) -> Interval:
        """A mean over games, or a ratio, with its interval from the blocks."""
        weights = np.ones(len(values)) if of is None else of.astype(np.float64)
        totals = np.bincount(self.groups, values.astype(np.float64))[:, None]
        of_blocks = np.bincount(self.groups, weights)[:, None]
        return ratio_interval(totals, of_blocks, share=is_share).one()


def _level(kind: str, word: str) -> str:
    """`Bruiser`, but `home 1`; players keep their names."""
    if kind == "player":
        return word.removeprefix("persona:")
    return word.capitalize() if word[:1].isalpha() else f"{kind} {word}"


def _go_together(one: Kind, other: Kind) -> bool:
    """Whether each level of one always meets the same level of the other."""
    if len(one.levels) != len(other.levels):
        return False
    met = np.unique(one.codes * len(other.levels) + other.codes)
    return len(met) == len(one.levels)
