"""What is counted in every game that is played with the tiles, first who wins how often."""

import numpy as np

from offleash import contract as G
from offleash.contract import FinishedGames, Label, Measure, Records
from offleash.games.shared.figures import tally_columns
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.tools.prose import ordinal

NO_WINNER = -1  # of a shared win, or a game given up


def turn_of(played: FinishedGames, way: int) -> Records:
    """Return games × seats: when each seat plays, 0 for the one that starts."""
    players = np.maximum(played.playing.sum(axis=1), 1)[:, None]
    starter = played.states["starter"].astype(np.int64)[:, None]
    return np.asarray(way * (np.arange(len(SEAT_NAMES)) - starter) % players)


def wins(played: FinishedGames, way: int) -> list[Measure]:
    """Return wins by order of play, which the rules can favour; then by seat, which lots even out.

    A shared win counts in parts.
    """
    turns = turn_of(played, way)
    by_turn = [
        _wins_of(f"wins of the {ordinal(turn + 1)} player", played, turns == turn, "turn", G.MAIN)
        for turn in range(len(SEAT_NAMES))
    ]
    seats = np.arange(len(SEAT_NAMES))[None, :]
    by_seat = [
        _wins_of(f"wins of {name} (seat {seat})", played, seats == seat, "seat", G.FURTHER)
        for seat, name in enumerate(SEAT_NAMES)
    ]
    return by_turn + by_seat


def _wins_of(name: str, played: FinishedGames, players: Records, group: str, depth: int) -> Measure:
    """Return what some players won, out of the games in which one of them played."""
    present = played.playing & players
    label = Label(name, is_share=True, unit="", group=group, depth=depth)
    won = np.where(present, played.results, 0.0).sum(axis=1)
    return Measure(label, won, np.asarray(present.any(axis=1), np.int64))


def is_over(played: FinishedGames, finished: int) -> Records:
    """Return which games were played to their end."""
    return np.asarray(played.states["phase"] == finished)


def result_columns(played: FinishedGames) -> tuple[dict[str, Records], dict[str, Records]]:
    """Return everything in the tallies, by game and by seat; then the winner and who started."""
    games, seats = tally_columns(played)
    is_sole = (played.results > 0).sum(axis=1) == 1
    games["winner"] = np.where(is_sole, played.results.argmax(axis=1), NO_WINNER)
    games["starter"] = played.states["starter"]
    return games, seats
