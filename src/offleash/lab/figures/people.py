"""Measures of games that people played, next to those of bots."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from offleash.contract import MAIN, FinishedGames, Label
from offleash.contract.lab.general_measures import measures_of
from offleash.contract.lab.playing_time import HEADING
from offleash.lab.figures.accounts import MeasureAccount, account_of
from offleash.lab.figures.differences import columns
from offleash.lab.statistics.intervals import Interval, ratio_interval, unanimous_interval
from offleash.play.session import Session
from offleash.tools.confidence import LEVEL


@dataclass(frozen=True)
class PeopleRow:
    """A measure of people's games and of bots' games, and the difference with its interval."""

    label: Label
    people: Interval
    bots: Interval
    difference: Interval

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.difference.low > 0 or self.difference.high < 0


def finished_games(sessions: Sequence[Session]) -> FinishedGames:
    """Return people's games in the lab's form for bots; choices in a decision are not counted."""
    game = sessions[0].game
    seats = game.max_seats
    results = np.zeros((len(sessions), seats))
    playing = np.zeros((len(sessions), seats), bool)
    for row, session in enumerate(sessions):
        results[row, : len(session.returns)] = session.returns
        playing[row, : len(session.returns)] = True
    decisions = [sum(moment.actor >= 0 for moment in one.history) for one in sessions]
    nothing = np.zeros(len(sessions), np.int64)
    return FinishedGames(
        states=np.concatenate([session.state for session in sessions]),
        tallies=np.concatenate([session.tally for session in sessions]),
        sums=np.zeros(len(sessions), game.rules.sums),
        variants=np.concatenate([session.options for session in sessions]),
        rows=np.arange(len(sessions)),
        players=["people"],
        players_by_seat=np.where(playing, 0, -1),
        playing=playing,
        results=results,
        lengths=np.array([len(session.history) for session in sessions]),
        paces=np.stack([np.array(decisions, np.int64), nothing, nothing], axis=1),
    )


def people_account(sessions: Sequence[Session]) -> MeasureAccount:
    """Return the account of people's games, one game at a time."""
    with np.errstate(all="ignore"):  # some measures are 0 of 0 in a few games
        return account_of(measures_of(sessions[0].game, finished_games(sessions)), 1)


def shared_keys(people: MeasureAccount, bots: MeasureAccount) -> list[str]:
    """Return the main measures that both have, without minutes, which are estimates for bots."""
    known = {label.key for label in bots.means}
    labels = [label for label in people.means if label.key in known and label.depth <= MAIN]
    return [label.key for label in labels if label.heading != HEADING]


def compare_with_bots(
    people: MeasureAccount, bots: MeasureAccount, keys: Sequence[str], level: float = LEVEL
) -> list[PeopleRow]:
    """Return the measures with these keys, as far as both have them."""
    known = {label.key: label for label in bots.means}
    both = {label.key for label in people.means} & known.keys()
    labels = [known[key] for key in keys if key in both]
    sides = [_intervals(account, labels, level) for account in (people, bots)]
    rows = [
        PeopleRow(label, sides[0][n], sides[1][n], difference_of(sides[0][n], sides[1][n]))
        for n, label in enumerate(labels)
    ]
    return [row for row in rows if np.isfinite([row.people.value, row.bots.value]).all()]


def _intervals(account: MeasureAccount, labels: Sequence[Label], level: float) -> list[Interval]:
    mine = {label.key: label for label in account.means}
    shares = np.array([label.is_share for label in labels], bool)
    totals, of = columns(account, [mine[label.key] for label in labels])
    intervals = ratio_interval(totals, of, level=level, share=shares)
    rows = [intervals.one(n) for n in range(len(labels))]
    for n, row in enumerate(rows):
        counts = of[:, n][of[:, n] > 0]
        is_unanimous = shares[n] and row.value in (0, 1) and np.isnan(row.low)
        if is_unanimous and (counts == 1).all():  # a game each: what never happened may be rare
            rows[n] = unanimous_interval(row.value, len(counts), level)
    return rows


def difference_of(one: Interval, other: Interval) -> Interval:
    """Return a difference of independent values from their intervals (Zou and Donner, 2008)."""
    value = one.value - other.value
    low = value - np.hypot(one.value - one.low, other.high - other.value)
    high = value + np.hypot(one.high - one.value, other.value - other.low)
    return Interval(value, float(low), float(high))
