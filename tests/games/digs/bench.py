"""What Digs would be measured by. It is no shipped game, so `make bench` leaves it out."""

from offleash.contract import Game

# a label, a preset, who sits where; the first row is also the first game of a new process
ROWS = (("random", None, "random"), ("greedy", None, "greedy"))
GOALS: dict[str, float] = {}
COLD_GOAL, WARM_GOAL = 20, 2  # seconds to the first game


def beside_peers(game: Game, seconds: float) -> dict[str, float]:
    """Nobody else plays it."""
    return {}
