"""What Dog is measured by: goals, and OpenSpiel's C++ race game `maedn` in the same run."""

import time

from offleash.bots.lineup import policy
from offleash.contract import Game
from offleash.engine.batch import play_batch

# a label, a preset, who sits where; the first row is also the first game of a new process
ROWS = (("random", None, "random"), ("greedy", None, "greedy"))
GOALS = {
    "random games/s": 2500,
    "greedy games/s": 3500,
    "nodes/s against OpenSpiel": 3,
    "two threads against one": 1.8,
}
COLD_GOAL, WARM_GOAL = 15, 1.5  # seconds to the first game
PEER_GAMES = 500  # timed at once: enough that their lengths average out


def beside_peers(game: Game, seconds: float) -> dict[str, float]:
    """Nodes a second of random games, ours and OpenSpiel's, taking turns."""
    ours, theirs = side_by_side(game, seconds)
    return {
        "random nodes/s": ours,
        "OpenSpiel maedn nodes/s": theirs,
        "nodes/s against OpenSpiel": ours / theirs,
    }


def side_by_side(game: Game, seconds: float) -> tuple[float, float]:
    """Nodes a second of random games: Dog, and OpenSpiel's `maedn` for four players.

    OpenSpiel's is its own C++ game loop with its C++ random bots. The two take turns, each has the
    best of its turns, and what is counted is time on the core: other work disturbs both little.
    """
    import pyspiel

    peer = pyspiel.load_game("maedn(players=4)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    mean = sum(random_length(peer, seed) for seed in range(PEER_GAMES)) / PEER_GAMES
    players = policy(game, ["random"] * 4)
    ours = theirs = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time()
        batch = play_batch(game, players, 200, seed=1, threads=1)
        ours = max(ours, float(batch.lengths.sum()) / (time.process_time() - start))
        start = time.process_time()
        for seed in range(PEER_GAMES):
            pyspiel.evaluate_bots(peer.new_initial_state(), bots, seed)
        theirs = max(theirs, PEER_GAMES * mean / (time.process_time() - start))
    return ours, theirs


def random_length(game, seed: int) -> int:
    """Actions and chance outcomes of one random game, counted in Python."""
    import random

    rng, state, nodes = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        nodes += 1
    return nodes
