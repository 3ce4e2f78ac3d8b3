"""The measures of a game: its own, and those that every game has."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from offleash.core.game import FURTHER, FinishedGames, Game, Label, Measure


def measures_of(game: Game, played: FinishedGames) -> list[Measure]:
    """Return the measures of the game, then those that every game has.

    Wins by player are added if the game itself does not measure them.
    """
    own = list(game.lab.measures(played)) if game.lab.measures else []
    has_wins = any(is_win_of_player(measure.label) for measure in own)
    return [*own, *([] if has_wins else wins_by_player(played)), *_decisions(played)]


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
    """Whether this is the share of wins of one player: no other share is grouped by player."""
    return label.is_share and label.group == "player"


def wins_by_player(played: FinishedGames) -> list[Measure]:
    """The average win of each player over all its seats; empty if there is only one player."""
    if len(played.players) < 2:
        return []
    measures = []
    for number, name in enumerate(played.players):
        mine = (played.players_by_seat == number) & played.playing
        label = Label(f"wins of {name}", is_share=True, unit="", group="player")
        measures.append(Measure(label, (played.results * mine).sum(axis=1), mine.sum(axis=1)))
    return measures


def _decisions(played: FinishedGames) -> list[Measure]:
    """The number of decisions, of forced ones, and of choices in a decision."""
    heading = "Decisions"
    decisions, forced, choices = played.paces.T
    label = Label("decisions", heading=heading, depth=FURTHER)
    return [
        Measure(label, decisions),
        Measure(replace(label, name="of them forced", is_share=True, unit=""), forced, decisions),
        Measure(replace(label, name="choices", unit="per decision"), choices, decisions),
    ]
