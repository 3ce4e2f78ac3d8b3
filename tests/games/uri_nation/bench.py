"""What Uri-Nation is measured by: goals, and catanatron's random players in the same run."""

import random
import time

from offleash.bots.lineup import policy
from offleash.contract import Game
from offleash.engine.batch import play_batch

PERSONAS = "persona:bruiser,persona:scrapper,persona:diplomat,persona:yapper"

# a label, a preset, who sits where; the first row is also the first game of a new process
ROWS = (
    ("1.4 personas", "1.4", PERSONAS),
    ("1.2 personas", "1.2", PERSONAS),
    ("1.4 random", "1.4", "random"),
    ("1.2 random", "1.2", "random"),
)
GOALS = {
    "1.4 personas games/s": 1400,
    "1.2 personas games/s": 1400,
    "1.4 random games/s": 5000,
    "1.2 random games/s": 5000,
    "two threads against one": 1.8,
}
COLD_GOAL, WARM_GOAL = 75, 2  # seconds to the first game
PEER_GAMES = 20  # timed at once: enough that their lengths average out


def beside_peers(game: Game, seconds: float) -> dict[str, float]:
    """Random games a second for four, ours and catanatron's game of settlers, taking turns."""
    ours, theirs = side_by_side(game, seconds)
    return {
        "random games/s": ours,
        "catanatron games/s": theirs,
        "games/s against catanatron": ours / theirs,
    }


def side_by_side(game: Game, seconds: float) -> tuple[float, float]:
    """They take turns, so that other work on the machine disturbs both; each is its best turn."""
    from catanatron import Color, Game as Settlers, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
    players = policy(game, ["random"] * 4)
    ours = theirs = 0.0
    end = time.perf_counter() + seconds
    random.seed(1)
    while not ours or time.perf_counter() < end:
        start = time.perf_counter()
        play_batch(game, players, 1000, seed=1, threads=1)
        ours = max(ours, 1000 / (time.perf_counter() - start))
        start = time.perf_counter()
        for seed in range(PEER_GAMES):
            Settlers([RandomPlayer(colour) for colour in colours], seed=seed).play()
        theirs = max(theirs, PEER_GAMES / (time.perf_counter() - start))
    return ours, theirs
