"""From measures to figures: what is counted game by game, added up."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from offleash.core.game import (
    FURTHER,
    LONGEST,
    MEAN,
    MEDIAN,
    SHORTEST,
    Figure,
    Game,
    Label,
    Measure,
    Played,
)

EXTENTS: dict[str, Callable[..., Any]] = {SHORTEST: np.min, MEDIAN: np.median, LONGEST: np.max}


def measures_of(game: Game, played: Played) -> list[Measure]:
    """All that is counted in a game: its own measures, then those of every game.

    Who won how often is added where the game does not say it by player.
    """
    own = list(game.lab.measures(played)) if game.lab.measures else []
    told = any(is_win_of_player(each.label) for each in own)
    return [*own, *([] if told else wins_by_player(played)), *_choices(played)]


def is_win_of_player(label: Label) -> bool:
    """Whether this is what one of the players won: no other share stands by player."""
    return label.is_share and label.group == "player"


def figures_of(measures: Iterable[Measure]) -> list[Figure]:
    """What measures come to over all their games, without intervals; nothing of nothing."""
    found = [Figure(each.label, _value(each)) for each in measures if len(each.total)]
    return [figure for figure in found if not math.isnan(figure.value)]


def _value(measure: Measure) -> float:
    if measure.label.extent != MEAN:
        return float(EXTENTS[measure.label.extent](measure.total))
    of = len(measure.total) if measure.of is None else measure.of.sum()
    return float(measure.total.sum() / of) if of else math.nan


def wins_by_player(played: Played) -> list[Measure]:
    """What each player won on average, wherever it sat; nothing where all play alike."""
    if len(played.players) < 2:
        return []
    found = []
    for number, name in enumerate(played.players):
        mine = (played.who == number) & played.playing
        label = Label(f"wins of {name}", is_share=True, unit="", group="player")
        found.append(Measure(label, (played.results * mine).sum(axis=1), mine.sum(axis=1)))
    return found


def _choices(played: Played) -> list[Measure]:
    """How many decisions there were, and between how much."""
    heading = "Decisions"
    decisions, forced, choices = played.paces.T
    every = Label("decisions", heading=heading, depth=FURTHER)
    return [
        Measure(every, decisions),
        Measure(replace(every, name="of them forced", is_share=True, unit=""), forced, decisions),
        Measure(replace(every, name="choices", unit="per decision"), choices, decisions),
    ]
