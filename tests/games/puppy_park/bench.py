"""What Puppy Park is measured by: goals, and OpenSpiel's C++ game `hive` in the same run."""

import time

from offleash.bots.lineup import policy
from offleash.contract import Game
from offleash.engine.batch import play_batch

# a label, a preset, who sits where; the first row is also the first game of a new process
ROWS = (
    ("random", None, "random"),
    ("greedy", None, "greedy"),
    ("expansion random", "expansion", "random"),
)
GOALS = {
    "random games/s": 5000,
    "greedy games/s": 700,
    "expansion random games/s": 2000,
    "two threads against one": 1.8,
}
COLD_GOAL, WARM_GOAL = 20, 1.5  # seconds to the first game
PEER_GAMES = 5  # timed at once


def beside_peers(game: Game, seconds: float) -> dict[str, float]:
    """Random games a second for two, ours and OpenSpiel's `hive`: another game, for scale."""
    ours, theirs = side_by_side(game, seconds)
    return {
        "random games/s beside hive": ours,
        "OpenSpiel hive games/s": theirs,
        "games/s against hive": ours / theirs,
    }


def side_by_side(game: Game, seconds: float) -> tuple[float, float]:
    """Both lay hexagons next to each other, with hundreds of places to choose from.

    OpenSpiel's is its own C++ game loop with its C++ random bots. The two take turns, so that
    other work on the machine disturbs both alike; each is the best of its turns.
    """
    import pyspiel

    peer = pyspiel.load_game("hive")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    players = policy(game, ["random"] * 2)
    ours = theirs = 0.0
    end = time.perf_counter() + seconds
    while not ours or time.perf_counter() < end:
        start = time.perf_counter()
        play_batch(game, players, 500, seed=1, threads=1)
        ours = max(ours, 500 / (time.perf_counter() - start))
        start = time.perf_counter()
        for seed in range(PEER_GAMES):
            pyspiel.evaluate_bots(peer.new_initial_state(), bots, seed)
        theirs = max(theirs, PEER_GAMES / (time.perf_counter() - start))
    return ours, theirs
