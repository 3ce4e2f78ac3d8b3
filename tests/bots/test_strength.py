"""A search that works beats the greedy even with few playouts: a quick form of `make ladder`.

Seeds are fixed, so a game is the same game every time. What is asked for is far from what was
found: it tells a broken search from one that works, no more.
"""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from offleash.bots.kinds import kinds
from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.bots.templates.search import HEADER, WIDTH
from offleash.engine.batch import Policy, play_batch
from offleash.games import registry

SEED = 90
PLAYERS = {  # the search, whom it plays against, games, and the fewest that it has to win
    "uri-nation": ("search:24", "random", 16, 12),
    "dog": ("search:24", "greedy", 40, 24),
    "puppy-park": ("search:24", "greedy", 8, 6),
    "domidog": ("search:24", "random", 60, 36),
    "secret-mission": ("search:24", "random", 40, 28),
}
Numbers = NDArray[np.int64]


def games_won(name: str, change: Callable[[Policy], None] = lambda players: None) -> float:
    """What the search wins of so many games, each of them with both sides."""
    game = registry.load(name)
    search, other, games, _ = PLAYERS[name]
    options = game.options()
    seats = game.seat_count(options)
    lineups = [[(search, other)[(seat + turn) % 2] for seat in range(seats)] for turn in (0, 1)]
    players = policy(game, *lineups, also_compiled=SHARED_BOTS)
    change(players)
    batch = play_batch(
        game, players, games, SEED, options,
        seated=np.arange(games) % 2, numbers=np.arange(games) // 2, threads=1,
    )  # fmt: skip
    assert batch.finished.all()
    is_search = batch.players_by_seat[:, :seats] == list(players.players).index(search)
    shares = batch.results[:, :seats]
    return float(((shares * is_search).sum(axis=1) / shares.sum(axis=1)).sum())


def test_every_game_that_can_be_searched_is_tried():
    rows = registry.ROWS.values()
    assert {*PLAYERS} == {row.name for row in rows if row.module.startswith("offleash.games.")}
    assert all("search" in kinds(registry.load(name)) for name in PLAYERS)


@pytest.mark.parametrize("name", PLAYERS)
def test_search_beats_a_weaker_bot(name):
    won = games_won(name)
    print(
        f"{name}: {PLAYERS[name][0]} won {won:g} of {PLAYERS[name][2]} against {PLAYERS[name][1]}"
    )
    assert won >= PLAYERS[name][3]


def want_to_lose(players: Policy) -> None:
    """A search that tries the two actions that score worst, and takes good for bad."""
    row = players.personas[[name.startswith("search") for name in players.players].index(True)]
    row[WIDTH] = 2
    row[HEADER:] *= -1


def test_a_search_that_prefers_the_worst_is_found():
    assert games_won("dog", want_to_lose) < PLAYERS["dog"][3] / 2
