"""Forfeited games: how many, by whom, and the first of them in full."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from offleash.contract import MEAN, Measure
from offleash.contract.lab.general_measures import is_win_of_player
from offleash.engine.batch import Batch
from offleash.engine.forfeit import Forfeit
from offleash.tools.prose import count_of

MOST_LISTED = 20  # forfeits kept in full; all are counted


@dataclass(frozen=True)
class Forfeits:
    """How many games each player forfeited on each seat, and the first of them."""

    counts: Mapping[tuple[str, int], int] = field(default_factory=dict)
    first: tuple[Forfeit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.counts)

    @property
    def data(self) -> dict[str, Any]:
        """As plain data for a summary or a file; empty if there are none."""
        if not self:
            return {}
        by_seat = [{"player": p, "seat": s, "games": n} for (p, s), n in self.counts.items()]
        return {
            "games": sum(self.counts.values()),
            "by_seat": by_seat,
            "first": [asdict(forfeit) for forfeit in self.first],
        }


def forfeits_from(data: Mapping[str, Any]) -> Forfeits:
    """Parse what `Forfeits.data` returned."""
    counts = {(row["player"], row["seat"]): row["games"] for row in data.get("by_seat", ())}
    return Forfeits(counts, tuple(Forfeit(**forfeit) for forfeit in data.get("first", ())))


def count_forfeits(forfeits: Iterable[Forfeit]) -> Forfeits:
    """Count the forfeits of single games."""
    all_forfeits = list(forfeits)
    return _sorted(
        Counter((forfeit.player, forfeit.seat) for forfeit in all_forfeits),
        all_forfeits[:MOST_LISTED],
    )


def add_forfeits(parts: Iterable[Forfeits]) -> Forfeits:
    """Add up the forfeits of several shards, in their order."""
    counts, first = Counter[tuple[str, int]](), list[Forfeit]()
    for part in parts:
        counts.update(part.counts)
        first += part.first[: MOST_LISTED - len(first)]
    return _sorted(counts, first)


def _sorted(counts: Mapping[tuple[str, int], int], first: Iterable[Forfeit]) -> Forfeits:
    return Forfeits(dict(sorted(counts.items())), tuple(first))


def without_forfeits(measure: Measure, batch: Batch) -> Measure:
    """Return a measure without forfeited games; wins count in those too."""
    if not batch.forfeits or is_win_of_player(measure.label):
        return measure
    is_played = np.ones(len(batch.states), np.bool_)
    is_played[list(batch.forfeits)] = False
    if measure.label.extent != MEAN:
        return Measure(measure.label, np.where(is_played, measure.total, np.nan))
    of = is_played.astype(np.int64) if measure.of is None else measure.of * is_played
    return Measure(measure.label, measure.total * is_played, of)


def sentence(data: Mapping[str, Any]) -> str:
    """Return `3 games were forfeited: mybots:Mine 2 on seat 0, 1 on seat 2`; empty if none."""
    if not data:
        return ""
    by_player: dict[str, list[str]] = {}
    for row in data["by_seat"]:
        by_player.setdefault(row["player"], []).append(f"{row['games']:,} on seat {row['seat']}")
    players = "; ".join(f"{player} {', '.join(seats)}" for player, seats in by_player.items())
    return f"{count_of(data['games'], 'game was', 'games were')} forfeited: {players}"
