"""What Secret Mission is measured by."""

from offleash.contract import Game

# a label, a preset, who sits where; the first row is also the first game of a new process
ROWS = (
    ("random", None, "random"),
    ("greedy", None, "greedy"),
    ("36 tiles random", "expansion", "random"),
)
GOALS = {"random games/s": 10_000, "greedy games/s": 300, "two threads against one": 1.8}
COLD_GOAL, WARM_GOAL = 20, 1.5  # seconds to the first game


def beside_peers(game: Game, seconds: float) -> dict[str, float]:
    """Nobody else plays it."""
    return {}
