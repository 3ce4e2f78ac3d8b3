"""What is measured in finished games: measures, their labels, figures and columns."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract.part import Records


@dataclass(frozen=True)
class FinishedGames:
    """Finished games, the argument of `measures` and `columns`."""

    states: Records  # final positions
    tallies: Records
    sums: Records  # one per row of `variants`
    variants: Records
    rows: NDArray[np.int64]  # the row of `variants` of each game
    players: Sequence[str]  # names
    players_by_seat: NDArray[np.int64]  # games × seats: an index of `players`, or NOBODY
    playing: NDArray[np.bool_]  # games × seats: whether the seat was in the game
    results: NDArray[np.float64]  # games × seats: the share of each seat
    lengths: NDArray[np.int64]  # actions, chance included
    paces: NDArray[np.int64]  # games × (decisions, those with one choice, all choices)


# The depth of a figure: always printed; not with `--brief`; only with `--json`.
MAIN, FURTHER, RECORDED = range(3)


MEAN, SHORTEST, MEDIAN, LONGEST = "mean", "shortest", "median", "longest"


@dataclass(frozen=True)
class Label:
    """The name of a figure and its place in tables.

    Figures may have a heading; figures of one name with several columns share a row.
    """

    name: str
    is_share: bool = False
    unit: str = field(default="per game", compare=False)  # older runs have other units
    group: str = ""  # the kind of the name or column: "seat", "archetype" …
    heading: str = ""
    column: str = ""
    depth: int = MAIN
    extent: str = MEAN  # or SHORTEST, MEDIAN, LONGEST of all games

    @property
    def key(self) -> str:
        """The unique name of the figure."""
        name = f"{self.heading}: {self.name}" if self.heading else self.name
        return f"{name}, {self.column}" if self.column else name


@dataclass(frozen=True)
class Measure:
    """A number that is counted in each game, and the divisor of its sum over all games.

    The divisor is 1 per game for a mean over games, the game's turns for a rate, and the number of
    players for a share of the players.
    """

    label: Label
    total: NDArray[Any]  # one per game
    of: NDArray[Any] | None = None  # one per game; None: 1


@dataclass(frozen=True)
class Figure:
    """One number about many games, with its 95 % interval if there is one."""

    label: Label
    value: float
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True)
class Columns:
    """The numbers of each game and of each seat, by name."""

    games: Mapping[str, NDArray[Any]]  # one value per game
    # Games × seats, playing or not; with a third axis if the name ends in `_by_round`
    seats: Mapping[str, NDArray[Any]]
    # Words for the numbers of a column, counted from 0; numbers below 0 have none
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class HeatMap:
    """A picture of the board that shows how often something happened at each place."""

    name: str
    title: str  # a caption in words
    svg: str


@dataclass(frozen=True)
class Outcomes:
    """The distinct boards that a card, or something else that a player uses, can lead to."""

    noun: str  # "card"
    values: str  # "A 2 … 10 J Q K Joker"
    boards: Callable[[Records, Records, str, int], list[str]]  # (states, options, value, seat)
