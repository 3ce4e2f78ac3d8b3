"""The race: territories as the rounds go by, and what a lead is worth."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from offleash.contract import FURTHER, RECORDED, FinishedGames, Label, Measure
from offleash.games.uri_nation.rules.places import MOST_ROUNDS
from offleash.games.uri_nation.text.figures.dogs import Dogs, Numbers, columns, row

SHOWN_ROUNDS = 5  # the table shows every fifth round
EACH_ROUND = 30  # up to here the others are recorded too
LISTED = (*range(1, EACH_ROUND), *range(EACH_ROUND, MOST_ROUNDS, SHOWN_ROUNDS))
LOOKS = range(SHOWN_ROUNDS, EACH_ROUND, SHOWN_ROUNDS)  # rounds after which leaders are looked at


@dataclass(frozen=True)
class Race:
    """Who held how many territories when; arrays have the games last."""

    played: FinishedGames

    @cached_property
    def ended(self) -> Numbers:
        """Games: the round in which it ended."""
        return self.played.states["rounds"].astype(np.int64)

    @cached_property
    def territories(self) -> Numbers:
        """Rounds × seats × games: territories after it; a game that is over stays as it was."""
        by_round = self.played.tallies["by_round"]
        last = max(1, int(self.ended.max(initial=0)))
        territories = np.empty((*by_round.shape[1:], len(by_round)), by_round.dtype)
        territories[:last] = by_round[:, :last].transpose(1, 2, 0)
        for number in range(1, last):
            np.copyto(territories[number], territories[number - 1], where=self.ended <= number)
        territories[last:] = territories[last - 1]
        return territories

    @cached_property
    def won(self) -> Numbers:
        """Seats × games: what each won."""
        return self.played.results.T

    def standings(self, rounds: Numbers) -> Numbers:
        """Return seats × games: territories after a round of each game; −1 for absent seats."""
        territories = np.take_along_axis(self.territories, (rounds - 1)[None, None], axis=0)[0]
        return np.where(self.played.playing.T, territories, -1)


def race(run: Race, dogs: Dogs) -> list[Measure]:
    """Return territories by round, then the lead."""
    changes = Label("lead changes", heading="Lead", depth=FURTHER)
    return [
        *_territories(run, dogs),
        Measure(changes, run.played.tallies["lead_changes"]),
        *_at_half_time(run),
        *(_ahead(run, number) for number in LOOKS),
        _margin(run),
    ]


def _territories(run: Race, dogs: Dogs) -> list[Measure]:
    """Return how many each archetype holds by round, in games that may last longer than that."""
    heading, lines = "Territories", []
    last = run.played.variants["last_round"][run.played.rows]
    for number in LISTED:
        goes_on = number < last
        territories = dogs.added(run.territories[number - 1] * goes_on)
        depth = RECORDED if number % SHOWN_ROUNDS else FURTHER
        parts = columns(territories, dogs.counts * goes_on)
        lines += row(heading, f"after round {number}", parts, depth=depth)
    return [*lines, *row(heading, "at the end", dogs.mean(run.territories[-1]))]


def _share(name: str, total: Numbers, of: Numbers) -> Measure:
    return Measure(Label(name, is_share=True, unit="", heading="Lead", depth=FURTHER), total, of)


def _leader_wins(run: Race, name: str, territories: Numbers, counts: Numbers) -> Measure:
    """Return how often who leads alone wins, in the games that count."""
    leads = territories == territories.max(axis=0)
    is_alone = counts & (leads.sum(axis=0) == 1)
    return _share(name, (run.won * leads).sum(axis=0) * is_alone, is_alone)


def _at_half_time(run: Race) -> list[Measure]:
    """Return who led after half of the rounds played; a game of one round has no half time."""
    half = run.ended // 2
    has_half, territories = half > 0, run.standings(np.maximum(half, 1))
    behind = territories < territories.max(axis=0)
    rest = np.where(territories < 0, MOST_ROUNDS, territories)
    last = rest == rest.min(axis=0)
    last &= last.sum(axis=0) == 1
    return [
        _leader_wins(run, "leader at half time wins", territories, has_half),
        _share("came from behind", (run.won * behind).sum(axis=0) * has_half, has_half),
        _share("came from last place", (run.won * last).sum(axis=0) * has_half, has_half),
    ]


def _ahead(run: Race, number: int) -> Measure:
    """Return who led after a round, in games that went on after it."""
    territories = run.standings(np.full(len(run.ended), number))
    return _leader_wins(run, f"ahead after round {number} wins", territories, run.ended > number)


def _margin(run: Race) -> Measure:
    """Return how many territories the winner is ahead of the next dog; none where several win."""
    territories = run.standings(run.ended)
    winner = run.won.argmax(axis=0)[None]
    others = territories.copy()
    np.put_along_axis(others, winner, -1, axis=0)
    lead = np.take_along_axis(territories, winner, axis=0)[0] - others.max(axis=0)
    return Measure(Label("winner's lead", unit="territories", heading="Lead", depth=FURTHER), lead)
