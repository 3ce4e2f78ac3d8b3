"""Measures and columns that several games have."""

import numpy as np

from offleash import contract
from offleash.contract import FinishedGames, Label, Measure, Records

PAD = "pad"  # a field of a record that holds nothing


def share(name: str, hits: Records, cases: Records | None = None, group: str = "") -> Measure:
    """Return a share of the games, or of the cases that count in each."""
    label = Label(name, is_share=True, unit="", group=group)
    return Measure(label, hits) if cases is None else average(label, hits, cases)


def average(label: Label, sums: Records, cases: Records) -> Measure:
    """Return what each game adds to an average, and how often it counts."""
    return Measure(label, np.where(cases > 0, sums, 0), cases.astype(np.int64))


def lengths(counts: Records, unit: str) -> list[Measure]:
    """Return the shortest, the median and the longest game."""
    extents = (contract.SHORTEST, contract.MEDIAN, contract.LONGEST)
    return [Measure(Label(f"{e} game", unit=unit, extent=e), counts) for e in extents]


def record_of(name: str, counts: Records, unit: str = "") -> Measure:
    """Return the most of something in any game."""
    return Measure(Label(name, unit=unit, extent=contract.LONGEST), counts)


def tally_columns(played: FinishedGames) -> tuple[dict[str, Records], dict[str, Records]]:
    """Return everything in the tallies, by game and by seat."""
    tallies = {name: played.tallies[name] for name in played.tallies.dtype.names or ()}
    tallies.pop(PAD, None)
    games = {name: tally for name, tally in tallies.items() if tally.ndim == 1}
    return games, {name: tally for name, tally in tallies.items() if tally.ndim > 1}
