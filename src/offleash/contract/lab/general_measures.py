"""The measures of a game: its own, those that every game has, and those that findings need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract.game import Game
from offleash.contract.lab.measures import FURTHER, RECORDED, FinishedGames, Label, Measure
from offleash.contract.lab.playing_time import Seconds, time_measures
from offleash.contract.lab.ratios import PACES, Ratio, Sum

# Headings and names under which `contract.lab.general_findings` looks for measures
WINNERS, LOSERS, CHOICES, LEAD = "Winners", "Losers", "Choices", "Lead"
AHEAD, NOT_AHEAD = "won when ahead", "won when not ahead"
DECISIONS = Label("decisions", heading="Decisions", depth=FURTHER)
PROGRESS = "progress"  # the group of columns of a measure in the course of a game

Counts = NDArray[Any]


def measures_of(game: Game, played: FinishedGames, seconds: Seconds | None = None) -> list[Measure]:
    """Return the measures of the game, then those that every game has.

    Wins by player are added if the game itself does not measure them. `seconds` for some kinds of
    decision replace the defaults of the game.
    """
    own = list(game.lab.measures(played)) if game.lab.measures else []
    has_wins = any(is_win_of_player(measure.label) for measure in own)
    wins = [] if has_wins else wins_by_player(played)
    return [*own, *wins, *_decisions(played), *time_measures(game, played, seconds)]


def labels_of(game: Game, players: Sequence[str]) -> list[Label]:
    """Return the labels of all measures, without playing: they depend on game and players only."""
    options, seats = game.options(), game.max_seats
    rules = game.rules
    nothing = FinishedGames(
        states=np.zeros(1, rules.record),
        tallies=np.zeros(1, rules.tally),
        sums=np.zeros(1, rules.sums),
        variants=options,
        rows=np.zeros(1, np.int64),
        players=players,
        players_by_seat=np.zeros((1, seats), np.int64),
        playing=np.arange(seats)[None] < game.seat_count(options),
        results=np.zeros((1, seats)),
        lengths=np.zeros(1, np.int64),
        paces=np.zeros((1, 3), np.int64),
    )
    with np.errstate(all="ignore"):  # all values are 0 of 0
        return [measure.label for measure in measures_of(game, nothing)]


def is_win_of_player(label: Label) -> bool:
    """Return whether this is one player's share of wins: no other share is grouped by player."""
    return label.is_share and label.group == "player"


def wins_by_player(played: FinishedGames) -> list[Measure]:
    """Return each player's average win over all its seats; empty if there is only one player."""
    if len(played.players) < 2:
        return []
    measures = []
    for number, name in enumerate(played.players):
        mine = (played.players_by_seat == number) & played.playing
        label = Label(f"wins of {name}", is_share=True, unit="", group="player")
        measures.append(Measure(label, (played.results * mine).sum(axis=1), mine.sum(axis=1)))
    return measures


def _decisions(played: FinishedGames) -> list[Measure]:
    """Return the number of decisions, of forced ones, and of choices in a decision."""
    decisions, forced, choices = played.paces.T
    share = replace(DECISIONS, name="of them forced", is_share=True, unit="")
    return [
        Measure(DECISIONS, decisions),
        Measure(share, forced, decisions),
        Measure(replace(DECISIONS, name="choices", unit="per decision"), choices, decisions),
    ]


def general_ratios() -> list[Ratio]:
    """Return figures of every game as data, for pages."""
    decisions, choices = Sum(PACES, index=(0,)), Sum(PACES, index=(2,))
    wide = replace(DECISIONS, name="choices", unit="per decision")
    return [Ratio(DECISIONS, decisions), Ratio(wide, choices, decisions)]


# What findings need


@dataclass(frozen=True)
class SeatKinds:
    """What seats have to have in common to be compared: their archetype, or their player."""

    word: str  # "archetype"
    names: Sequence[str]
    numbers: Counts  # games × seats: an index of `names`


def kinds_of_players(played: FinishedGames) -> SeatKinds:
    """Return the kinds of seats: two are alike if the same player has them."""
    return SeatKinds("bot", played.players, played.players_by_seat)


def winner_measures(
    played: FinishedGames,
    deeds: Mapping[str, Counts],
    unit: str = "per game",
    kinds: SeatKinds | None = None,
) -> list[Measure]:
    """Return what winners and losers of the same kind do; deeds are counted by games × seats."""
    kinds, measures = kinds or kinds_of_players(played), list[Measure]()
    for heading, shares in ((WINNERS, played.results), (LOSERS, 1 - played.results)):
        weights = _weights_by_kind(played, kinds, shares)
        for name, counts in deeds.items():
            measures += _by_kind(weights, kinds, Label(name, unit=unit, heading=heading), counts)
    return measures


def lead_measures(
    played: FinishedGames, leads: Counts, kinds: SeatKinds | None = None
) -> list[Measure]:
    """Return how often seats that lead, games × seats, win, and others of the same kind."""
    kinds, measures = kinds or kinds_of_players(played), list[Measure]()
    for name, shares in ((AHEAD, leads), (NOT_AHEAD, 1 - leads)):
        label = Label(name, is_share=True, unit="", heading=LEAD)
        weights = _weights_by_kind(played, kinds, shares)
        measures += _by_kind(weights, kinds, label, played.results)
    return measures


def _weights_by_kind(
    played: FinishedGames, kinds: SeatKinds, shares: Counts
) -> list[tuple[Counts, Counts]]:
    """Return for each kind, seats × games, how much a seat of it counts; and that by game."""
    plays, numbers, by_seat = played.playing.T, kinds.numbers.T, np.ascontiguousarray(shares.T)
    every = [by_seat * ((numbers == number) & plays) for number in range(len(kinds.names))]
    return [(weights, weights.sum(axis=0)) for weights in every]


def _by_kind(
    weights: Sequence[tuple[Counts, Counts]], kinds: SeatKinds, label: Label, values: Counts
) -> list[Measure]:
    """Return the weighted mean, over the seats of each kind, of a value of games × seats."""
    by_seat, measures = np.ascontiguousarray(values.T), []
    for name, (weight, total) in zip(kinds.names, weights, strict=True):
        column = replace(label, column=name, group=kinds.word, depth=RECORDED)
        measures.append(Measure(column, (by_seat * weight).sum(axis=0), total))
    return measures


def progress_measures(wins: Mapping[int, tuple[Counts, Counts]]) -> list[Measure]:
    """Return how often a sole leader wins after some per cent of a game: wins, leads per game."""
    label = Label("leader wins", is_share=True, unit="", group=PROGRESS, heading=LEAD)
    return [
        Measure(replace(label, column=f"{share} %", depth=RECORDED), won, leads)
        for share, (won, leads) in wins.items()
    ]


def choice_measures(choices: Mapping[str, tuple[Counts, Counts]]) -> list[Measure]:
    """Return how often an action is taken when legal: by its name, picks and offers per game."""
    label = Label("", is_share=True, unit="of the times when it is legal", heading=CHOICES)
    return [
        Measure(replace(label, name=name, depth=RECORDED), picks, offers)
        for name, (picks, offers) in choices.items()
    ]
