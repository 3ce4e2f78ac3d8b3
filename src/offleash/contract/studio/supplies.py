"""How many pieces of each kind a game needs: measured in play, stored as data, cut from paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.tools.errors import BadFile
from offleash.tools.toml import read_toml

SHARE = 0.99  # of all games have enough of every kind
ALL_RULES = "of every preset"  # what was played for rules without a measurement
LARGER_VALUES = (5, 10)  # of tokens that stand for several

Counts = Mapping[str, int]  # of pieces, by their kind
Peaks = Mapping[str, NDArray[np.int64]]  # for each kind, the most at once in each game


@dataclass(frozen=True)
class Supply:
    """What games of some rules need of each kind of piece."""

    rules: str  # the preset that was played
    seats: int
    games: int
    counts: Counts
    is_exact: bool = field(default=True, compare=False)  # measured under these very rules


def suffices(peaks: Peaks, counts: Counts) -> NDArray[np.bool_]:
    """Return whether each game has enough of every kind."""
    games = len(next(iter(peaks.values())))
    enough = np.ones(games, np.bool_)
    for kind, values in peaks.items():
        enough &= values <= counts[kind]
    return enough


def smallest_counts(peaks: Peaks, share: float = SHARE) -> dict[str, int]:
    """Return one percentile of every kind, as low as leaves this share of games enough of all."""
    games = len(next(iter(peaks.values())))
    ordered = {kind: np.sort(values) for kind, values in peaks.items()}
    for place in range(games):
        counts = {kind: int(values[place]) for kind, values in ordered.items()}
        if suffices(peaks, counts).mean() >= share:
            break
    return counts


def read_supplies(path: Path) -> list[Supply]:
    """Return the measured supplies in a file, or raise BadFile if one is incomplete."""
    _, tables = read_toml(path)
    supplies = []
    for row in tables.get("supply", []):
        try:
            counts = {kind: int(count) for kind, count in row["counts"].items()}
            supplies.append(Supply(str(row["rules"]), int(row["seats"]), int(row["games"]), counts))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadFile(path, None, "a supply needs rules, seats, games and counts") from None
    return supplies


def format_supplies(command: str, supplies: Sequence[Supply]) -> str:
    """Return the file for `read_supplies`; its first line names the command that writes it."""

    def lines() -> Iterator[str]:
        yield f"# The most pieces in play at once that 99 of 100 games need. Written by: {command}"
        for supply in supplies:
            counts = ", ".join(f'"{kind}" = {count}' for kind, count in supply.counts.items())
            yield f'\n[[supply]]\nrules = "{supply.rules}"\nseats = {supply.seats}'
            yield f"games = {supply.games}\ncounts = {{ {counts} }}"

    return "\n".join(lines()) + "\n"


def merged(supplies: Sequence[Supply]) -> Supply:
    """Return the most that any of the supplies has, for rules that none was measured under."""
    counts: dict[str, int] = {}
    for supply in supplies:
        for kind, count in supply.counts.items():
            counts[kind] = max(count, counts.get(kind, 0))
    first: Any = supplies[0]
    return Supply(ALL_RULES, first.seats, first.games, counts, is_exact=False)


def token_values(total: int, holders: int) -> dict[int, int]:
    """Return how many tokens of each value to cut so that any split of a total can be laid out.

    A holder of n keeps at most four ones, and at most one five if there are tens.
    The way with the fewest tokens is taken, plain ones if that is no more.
    """
    ways = [{1: total}]
    for count in range(1, len(LARGER_VALUES) + 1):
        for larger in combinations(LARGER_VALUES, count):
            values = (1, *larger)
            way = {
                value: holders * (next_value // value - 1) for value, next_value in pairwise(values)
            }
            ways.append({**way, values[-1]: total // values[-1]})
    return min(ways, key=lambda way: sum(way.values()))
