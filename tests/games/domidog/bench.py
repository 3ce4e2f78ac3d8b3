"""What Dömidög is measured by: goals, and the package `dominoes` from PyPI in the same run.

That one is plain Python and another game of dominoes: four players in teams, all 28 tiles dealt, no
drawing and no forks. So moves are compared as well as games.
"""

import random
import time

from offleash.bots.lineup import policy
from offleash.contract import Game
from offleash.engine.batch import play_batch

# a label, a preset, who sits where; the first row is also the first game of a new process
ROWS = (
    ("random", None, "random"),
    ("random, 36 tiles", "expansion", "random"),
    ("greedy", None, "greedy"),
)
GOALS = {
    "random games/s": 50_000,
    "decisions/s against dominoes": 10,
    "two threads against one": 1.8,
}
COLD_GOAL, WARM_GOAL = 20, 1.5  # seconds to the first game
OUR_GAMES, PEER_GAMES = 20_000, 50  # timed at once


def beside_peers(game: Game, seconds: float) -> dict[str, float]:
    """Random games and decisions a second, ours and those of `dominoes`, taking turns.

    They take turns so that other work on the machine disturbs both alike; each is the best of its
    turns.
    """
    players = policy(game, ["random"] * 2)
    luck = random.Random(1)
    ours, theirs, their_games = 0.0, 0.0, 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        batch = play_batch(game, players, OUR_GAMES, seed=1, threads=1)
        ours = max(ours, float(batch.paces[:, 0].sum()) / (time.perf_counter() - start))
        start = time.perf_counter()
        decisions = sum(random_game(luck) for _ in range(PEER_GAMES))
        rate = decisions / (time.perf_counter() - start)
        if rate > theirs:
            theirs, their_games = rate, rate * PEER_GAMES / decisions
    return {
        "random decisions/s": ours,
        "dominoes games/s": their_games,
        "dominoes decisions/s": theirs,
        "decisions/s against dominoes": ours / theirs,
    }


def random_game(luck: random.Random) -> int:
    """Moves of one random game of the package, passes included."""
    try:
        import dominoes
    except ImportError as missing:
        raise SystemExit("the package dominoes is missing: run `make setup-bench`") from missing

    game = dominoes.Game.new()
    while game.result is None:
        game.make_move(*luck.choice(game.valid_moves))
    return len(game.moves)
