"""The shares that the rulings tell, found again by playing."""

import random

import pytest

from offleash.bots.lineup import policy
from offleash.compiler.rule import MODE
from offleash.engine.batch import play_batch
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.record import MISSING
from tests.games.domidog import naive

GAMES = 20_000 if MODE == "compiled" else 200
NAIVE_GAMES = 800
TOLERANCE = 0.035  # the shares of M12 were told without saying how many games they are from
SIGMAS = 4

# players, 36 tiles: shares of M1, of M12 at random, and of M12 where only who is stuck forks
TABLES = {
    (2, False): (3 / 7, 0.26, 0.14),
    (2, True): (5 / 9, 0.35, 0.19),
    (3, True): (1 / 3, 0.34, 0.15),
    (4, True): (1 / 9, 0.40, 0.075),
}


def spread(share, games):
    return SIGMAS * (share * (1 - share) / games) ** 0.5


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_shares_of_random_games(table):
    players, extra = table
    nobody, blocked, _ = TABLES[table]
    options = GAME.options(players=players, extra_tiles=extra)
    batch = play_batch(GAME, policy(GAME, ["random"] * players), GAMES, 5, options)
    missing = float((batch.states["asked"] == MISSING).mean())
    assert missing == pytest.approx(nobody, abs=spread(nobody, GAMES))
    share = float(batch.tallies["blocked"].mean())
    assert share == pytest.approx(blocked, abs=TOLERANCE + spread(blocked, GAMES))


def blocked_if_forks_wait(rng, options):
    """One game among random players who fork only when they can't lay a tile, by the twin."""
    p = naive.set_up(options)
    while naive.actor(p) != "over":
        if naive.actor(p) == "chance":
            choices = naive.chances(p, options)
        else:
            legal = naive.legal(p, options)
            forks = {action for action in legal if action.startswith("fork")}
            choices = forks if forks and legal - forks <= {"draw", "pass"} else legal - forks
        p = naive.apply(p, options, rng.choice(sorted(choices)))
    return all(p.hands)


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_shares_when_only_stuck_players_fork(table):
    players, extra = table
    rng, expected = random.Random(f"waiting {table}"), TABLES[table][2]
    options = naive.Options(players=players, extra_tiles=extra)
    share = sum(blocked_if_forks_wait(rng, options) for _ in range(NAIVE_GAMES)) / NAIVE_GAMES
    assert share == pytest.approx(expected, abs=TOLERANCE + spread(expected, NAIVE_GAMES))
