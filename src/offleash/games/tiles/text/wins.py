"""Who wins how often, in every game that is played with the tiles."""

import numpy as np

from offleash.core.game import FURTHER, MAIN, FinishedGames, Label, Measure, Records
from offleash.core.prose import ordinal
from offleash.games.tiles.text.names import SEAT_NAMES

CLOCKWISE, ANTICLOCKWISE = 1, -1  # from seat to seat


def turn_of(played: FinishedGames, way: int) -> Records:
    """Games × seats: when each seat plays, 0 for who starts."""
    players = np.maximum(played.playing.sum(axis=1), 1)[:, None]
    starter = played.states["starter"].astype(np.int64)[:, None]
    return np.asarray(way * (np.arange(len(SEAT_NAMES)) - starter) % players)


def wins(played: FinishedGames, way: int) -> list[Measure]:
    """By the order of play, which the rules can favour; then by seat, which the lot evens out.

    A shared win counts in parts.
    """
    turns = turn_of(played, way)
    by_turn = [
        _share(f"wins of the {ordinal(turn + 1)} player", played, turns == turn, "turn", MAIN)
        for turn in range(len(SEAT_NAMES))
    ]
    seats = np.arange(len(SEAT_NAMES))
    by_seat = [
        _share(f"wins of {name} (seat {seat})", played, seats[None, :] == seat, "seat", FURTHER)
        for seat, name in enumerate(SEAT_NAMES)
    ]
    return by_turn + by_seat


def _share(name: str, played: FinishedGames, who: Records, group: str, depth: int) -> Measure:
    """What somebody won, of the games in which there was somebody."""
    there = played.playing & who
    label = Label(name, is_share=True, unit="", group=group, depth=depth)
    won = np.where(there, played.results, 0.0).sum(axis=1)
    return Measure(label, won, np.asarray(there.any(axis=1), np.int64))
