"""The race: territories as the rounds go by, and what a lead is worth."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from offleash.core.game import FURTHER, RECORDED, FinishedGames, Label, Measure
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures.dogs import Dogs, Numbers, columns, row

SHOWN_ROUNDS = 5  # every so many-th round is in the table
EACH_ROUND = 30  # up to here the others are recorded too
LISTED = (*range(1, EACH_ROUND), *range(EACH_ROUND, R.MOST_ROUNDS, SHOWN_ROUNDS))
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
    def held(self) -> Numbers:
        """Rounds × seats × games: territories after it; a game that is over stays as it was."""
        held = self.played.tallies["by_round"].transpose(1, 2, 0).copy()
        for number in range(1, R.MOST_ROUNDS):
            is_over = self.ended <= number
            held[number] = np.where(is_over, held[number - 1], held[number])
        return held

    @cached_property
    def won(self) -> Numbers:
        """Seats × games: what each won."""
        return self.played.results.T

    def standings(self, rounds: Numbers) -> Numbers:
        """Seats × games: territories after a round of each game; −1 for who does not play."""
        held = np.take_along_axis(self.held, (rounds - 1)[None, None], axis=0)[0]
        return np.where(self.played.playing.T, held, -1)


def race(played: FinishedGames, dogs: Dogs) -> list[Measure]:
    """Territories by round, then the lead."""
    run = Race(played)
    changes = Label("lead changes", heading="Lead", depth=FURTHER)
    return [
        *_territories(run, dogs),
        Measure(changes, played.tallies["lead_changes"]),
        *_at_half_time(run),
        *(_ahead(run, number) for number in LOOKS),
        _margin(run),
    ]


def _territories(run: Race, dogs: Dogs) -> list[Measure]:
    """How many each archetype holds, round by round, in games that may last longer than that."""
    heading, found = "Territories", []
    last = run.played.variants["max_rounds"][run.played.rows]
    for number in LISTED:
        goes_on = number < last
        held = dogs.added(run.held[number - 1] * goes_on)
        depth = RECORDED if number % SHOWN_ROUNDS else FURTHER
        parts = columns(held, dogs.counts * goes_on)
        found += row(heading, f"after round {number}", parts, depth=depth)
    return [*found, *row(heading, "at the end", dogs.mean(run.held[-1]))]


def _share(name: str, total: Numbers, of: Numbers) -> Measure:
    return Measure(Label(name, is_share=True, unit="", heading="Lead", depth=FURTHER), total, of)


def _leader_wins(run: Race, name: str, held: Numbers, counts: Numbers) -> Measure:
    """How often who leads alone wins, in the games that count."""
    leads = held == held.max(axis=0)
    is_alone = counts & (leads.sum(axis=0) == 1)
    return _share(name, (run.won * leads).sum(axis=0) * is_alone, is_alone)


def _at_half_time(run: Race) -> list[Measure]:
    """Who led after half of the rounds that were played; a game of one round has no half time."""
    half = run.ended // 2
    has_half, held = half > 0, run.standings(np.maximum(half, 1))
    behind = held < held.max(axis=0)
    rest = np.where(held < 0, R.MOST_ROUNDS, held)
    last = rest == rest.min(axis=0)
    last &= last.sum(axis=0) == 1
    return [
        _leader_wins(run, "leader at half time wins", held, has_half),
        _share("came from behind", (run.won * behind).sum(axis=0) * has_half, has_half),
        _share("came from last place", (run.won * last).sum(axis=0) * has_half, has_half),
    ]


def _ahead(run: Race, number: int) -> Measure:
    """Who led after a round, in games that went on after it."""
    held = run.standings(np.full(len(run.ended), number))
    return _leader_wins(run, f"ahead after round {number} wins", held, run.ended > number)


def _margin(run: Race) -> Measure:
    """How many territories the winner is ahead of the next dog; none where several win."""
    held = run.standings(run.ended)
    winner = run.won.argmax(axis=0)[None]
    others = held.copy()
    np.put_along_axis(others, winner, -1, axis=0)
    lead = np.take_along_axis(held, winner, axis=0)[0] - others.max(axis=0)
    return Measure(Label("winner's lead", unit="territories", heading="Lead", depth=FURTHER), lead)
