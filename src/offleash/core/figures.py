"""The measures of a game: its own, and those that every game has."""

from dataclasses import replace

from offleash.core.game import FURTHER, FinishedGames, Game, Label, Measure
from offleash.core.playing_time import Seconds, time_measures


def measures_of(game: Game, played: FinishedGames, seconds: Seconds | None = None) -> list[Measure]:
    """Return the measures of the game, then those that every game has.

    Wins by player are added if the game itself does not measure them. `seconds` for some kinds of
    decision replace the defaults of the game.
    """
    own = list(game.lab.measures(played)) if game.lab.measures else []
    has_wins = any(is_win_of_player(measure.label) for measure in own)
    wins = [] if has_wins else wins_by_player(played)
    return [*own, *wins, *_decisions(played), *time_measures(game, played, seconds)]


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
