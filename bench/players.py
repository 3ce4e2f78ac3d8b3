"""How strong shipped or trained player networks are, and how many decisions a second they make."""

import argparse
import time
from pathlib import Path

import numpy as np

from offleash.bots.kinds import LEARNED
from offleash.bots.lineup import policy
from offleash.contract import Game
from offleash.contract.bots.player_networks import PlayerNetwork, read_player
from offleash.engine.batch import PACE, play_batch
from offleash.games import registry
from offleash.learners.strength import strength, with_player

SEED = 7_100_000  # luck that no training has
RATE_GAMES = 400
GOAL = 500  # a second, on one core


def decisions_a_second(game: Game, player: PlayerNetwork, preset: str | None) -> float:
    """Decisions with a choice, on one core."""
    table, rules = with_player(game, player), game.options(preset)
    players = policy(table, [LEARNED.name] * game.seat_count(rules))
    play_batch(table, players, 1, SEED, rules, threads=1)  # compiles
    start = time.perf_counter()
    batch = play_batch(table, players, RATE_GAMES, SEED, rules, threads=1)
    assert batch.paces.shape == (RATE_GAMES, PACE)
    free = int((batch.paces[:, 0] - batch.paces[:, 1]).sum())
    return free / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--file", type=Path, help="in place of the shipped player")
    parser.add_argument("--against", nargs="+", default=["search:300", "greedy", "random"])
    parser.add_argument("--presets", nargs="*")
    parser.add_argument("--games", type=int, default=4000)
    settings = parser.parse_args()
    game = registry.load(settings.game)
    learning = game.learning
    player = (
        read_player(settings.file, (learning.encoding, learning.action_encoding))
        if settings.file
        else game.bots.judges[LEARNED.name]
    )
    if not isinstance(player, PlayerNetwork):
        parser.error(f"the learned player of {game.title} is a judge: see docs/ladder")
    size = np.concatenate([network.numbers() for network in player.networks.values()]).size
    print(f"{game.title}: {size:,} numbers")
    for preset in settings.presets or list(game.rules.presets) or [None]:
        rate = decisions_a_second(game, player, preset)
        print(
            f"{preset or ''}  {rate:,.0f} decisions with a choice a second on one core, goal {GOAL}"
        )
        for bot in settings.against:
            won = strength(game, game.options(preset), player, bot, settings.games, SEED)
            shares = [100 * share for share in (won.value, won.low, won.high)]
            print("{}  against {}: {:.1f} % ({:.1f} … {:.1f})".format(preset or "", bot, *shares))


if __name__ == "__main__":
    main()
