"""How often a player network wins against other bots, in games with the same luck for each seat."""

from dataclasses import replace

import numpy as np

from offleash.bots.kinds import LEARNED
from offleash.bots.lineup import default_bot, policy
from offleash.contract import Game, Records
from offleash.contract.bots.player_networks import (
    PlayerNetwork,
    WholeNetwork,
    action_layout,
    observation_layout,
)
from offleash.engine.batch import play_batch
from offleash.lab.statistics.intervals import Interval, mean_interval

USUAL = "usual"  # as opponents: the bot that each seat has by default


def player_of(game: Game, network: WholeNetwork) -> PlayerNetwork:
    """Return a player with this network for all rules."""
    learning = game.learning
    layouts = observation_layout(learning.encoding), action_layout(learning.action_encoding)
    versions = learning.encoding.version, learning.action_encoding.version
    return PlayerNetwork(dict.fromkeys(game.bots.networks, network), layouts, versions, {})


def with_player(game: Game, player: PlayerNetwork) -> Game:
    """Return the same game, whose learned player is this one."""
    return replace(game, bots=replace(game.bots, judges={LEARNED.name: player}))


def strength(
    game: Game,
    rules: Records,
    player: PlayerNetwork,
    against: str,
    games: int,
    seed: int = 0,
    threads: int | None = None,
) -> Interval:
    """Return the share of wins of a player on each seat in turn, with a 95 % interval.

    `against` names the bot on all other seats. With partners, the player has both seats of a side.
    """
    table = with_player(game, player)
    seats = table.seat_count(rules)
    sides = [int(table.rules.side(rules[0], seat)) for seat in range(seats)]
    seatings = []
    for side in dict.fromkeys(sides):
        names = [default_bot(game, rules, s) if against == USUAL else against for s in range(seats)]
        seatings.append([LEARNED.name if sides[s] == side else names[s] for s in range(seats)])
    blocks = -(-games // len(seatings))
    seated = np.tile(np.arange(len(seatings)), blocks)
    numbers = np.repeat(np.arange(blocks), len(seatings))
    batch = play_batch(
        *(table, policy(table, *seatings), len(seated), seed, rules),
        seated=seated,
        numbers=numbers,
        threads=threads,
    )
    own = np.zeros((len(seatings), table.max_seats), bool)
    for row, names in zip(own, seatings, strict=True):
        row[:seats] = [name == LEARNED.name for name in names]
    results = batch.results
    won = np.where(own[seated], results, 0).sum(axis=1) / results.sum(axis=1)
    return mean_interval(won.reshape(blocks, -1).mean(axis=1), share=True).one()
