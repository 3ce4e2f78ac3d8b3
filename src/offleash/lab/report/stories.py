"""Single games worth reading: means hide what players will remember."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from offleash.bots.players import watch_game
from offleash.lab.report.winning_chances import Curves
from offleash.lab.runs.experiment import Experiment
from offleash.play.session import Session


@dataclass(frozen=True)
class GameStory:
    """One game of an arm, and why it is worth reading."""

    name: str  # used in file names
    why: str  # a sentence
    block: int
    seating: int


def pick_stories(
    lengths: NDArray[np.int64],
    blocks: NDArray[np.int64],
    seatings: NDArray[np.int64],
    curves: Curves | None = None,
) -> list[GameStory]:
    """The longest game, one of median length and, with `curves`, the most dramatic."""
    order = np.lexsort((seatings, blocks, lengths))
    longest = int(order[np.searchsorted(lengths[order], lengths.max())])
    median = int(order[(len(order) - 1) // 2])
    picked = [
        _story("longest", lengths, blocks, seatings, longest, "the longest of all"),
        _story("median", lengths, blocks, seatings, median, "of median length"),
    ]
    if curves is not None and len(curves.drama):
        most = int(curves.drama.argmax())
        behind = 100 * float(curves.drama[most])
        why = f"the most dramatic that was looked into: its winner was {behind:.0f} points behind, "
        why += "on average over the game"
        picked.append(
            GameStory("dramatic", why, int(curves.block[most]), int(curves.seating[most]))
        )
    return picked


def _story(
    name: str,
    lengths: NDArray[np.int64],
    blocks: NDArray[np.int64],
    seatings: NDArray[np.int64],
    number: int,
    why: str,
) -> GameStory:
    reason = f"{why}: {int(lengths[number]):,} actions, dice and cards included"
    return GameStory(name, reason, int(blocks[number]), int(seatings[number]))


def replay_story(experiment: Experiment, story: GameStory, arm: int = 0) -> Session:
    """Replays the game of a story, move by move."""
    table = experiment.arm_table(arm)
    options = table.variants[story.seating : story.seating + 1]
    players = table.seatings[story.seating].players
    return watch_game(experiment.game, options, players, experiment.plan.seed, story.block)
