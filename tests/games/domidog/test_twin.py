"""The rules of Dömidög against a second implementation, over whole random games.

`naive.py` was written from the rulings alone. Every seed is fixed.
"""

import math
import random
from collections import Counter

import pytest

from offleash.games.domidog import GAME
from tests.games.domidog import naive
from tests.games.domidog.twins import (
    applied,
    differing,
    engine_actor,
    engine_choices,
    engine_options,
    engine_returns,
)

SEEDS = range(8)
GAMES = 9  # for each seed
LONG_GAMES = 2_000


def random_options(rng):
    """Any table; the options on in half of the games."""
    return naive.Options(
        players=rng.choice((2, 2, 3, 4)),
        starter=rng.choice((None, None, 0, 1, 3)),
        extra_tiles=rng.random() < 0.5,
        face_up=rng.random() < 0.3,
        fork_before_draw_only=rng.random() < 0.5,
        fork_wins_before_draw=rng.random() < 0.5,
    )


def describe(opts, history, difference):
    return f"{difference}\noptions: {GAME.changes(opts)}\nafter: {', '.join(history)}"


def choose_action(rng, p, choices, forker):
    """Any choice; a forker forks when it can, another one only when there is nothing to lay."""
    actions = sorted(choices)
    forking = [text for text in actions if text.startswith("fork")]
    if naive.actor(p) != "chance" and forking:
        plain = [text for text in actions if text not in forking and text not in ("draw", "pass")]
        actions = forking if forker or not plain or rng.random() < 0.1 else plain
    return rng.choice(actions)


def play_both(rng, options):
    """One game on both sides, compared before every action; yields each action with its seat."""
    opts = engine_options(options)
    states, p, history = GAME.new_state(opts), naive.set_up(options), []
    forker = rng.random() < 0.4
    while True:
        assert engine_actor(states) == naive.actor(p), describe(opts, history, "the actor")
        differ = differing(p, states)
        assert not differ, describe(opts, history, "; ".join(differ))
        if naive.actor(p) == "over":
            assert engine_returns(states, opts) == naive.returns(p), describe(
                opts, history, "results"
            )
            yield p, "over"
            return
        if naive.actor(p) == "chance":
            choices = naive.chances(p, options)
        else:
            choices = naive.legal(p, options)
        actual = engine_choices(states, opts)
        assert actual == choices, describe(
            opts, history, f"only the engine: {actual - choices}; only the twin: {choices - actual}"
        )
        action = choose_action(rng, p, choices, forker)
        yield p, action
        states, p = applied(states, opts, action), naive.apply(p, options, action)
        history.append(action)


def kind(p, action):
    """What happens, for counting: so that nothing goes untried."""
    word = action.split()[0]
    if word in naive.EVERY_TILE:
        return "lay after drawing" if p.drew else "lay"
    if word == "draw" and p.phase == "open":
        return "draw to open"
    if word == "fork" and p.drew:
        return "fork after drawing"
    if word == "fork" and len(p.hands[p.seat]) == 1:
        return "fork with the last tile"
    if word == "over":
        return "blocked" if all(p.hands) else "won"
    return word


def check_games(rng, games):
    counts = Counter()
    for _ in range(games):
        counts.update(kind(p, action) for p, action in play_both(rng, random_options(rng)))
    return counts


@pytest.mark.parametrize("seed", SEEDS)
def test_games_from_the_deal_to_the_end(seed):
    counts = check_games(random.Random(f"games {seed}"), GAMES)
    assert counts["won"] + counts["blocked"] == GAMES
    assert counts["lay"] > 50
    assert counts["fork"] + counts["fork after drawing"] > 3


@pytest.mark.soak
def test_many_games_show_everything():
    counts = check_games(random.Random("many games"), LONG_GAMES)
    assert counts.keys() == {
        "deal",
        "first",
        "open",
        "draw to open",
        "lay",
        "lay after drawing",
        "draw",
        "pass",
        "fork",
        "fork after drawing",
        "fork with the last tile",
        "won",
        "blocked",
    }


# The twin itself, held to what the rulings count


@pytest.mark.parametrize(
    ("players", "tiles", "share"), [(2, 28, 3 / 7), (2, 36, 5 / 9), (3, 36, 1 / 3), (4, 36, 1 / 9)]
)
def test_nobody_holds_blue_blue(players, tiles, share):
    """M1: 42.9, 55.6, 33.3 and 11.1 %: of all deals, those with blue-blue in the supply."""
    options = naive.Options(players=players, extra_tiles=tiles == 36)
    assert len(naive.tiles_in_game(options)) == tiles
    dealt_tiles = players * naive.HAND_SIZE
    assert math.comb(tiles - 1, dealt_tiles) / math.comb(tiles, dealt_tiles) == pytest.approx(share)


@pytest.mark.parametrize(("extra", "percent"), [(False, 9.2), (True, 13.2)])
def test_a_starter_without_a_double(extra, percent):
    """M2: 9.2 and 13.2 % of starters by lot have eight of the mixed tiles."""
    tiles = [t for t in naive.tiles_in_game(naive.Options(extra_tiles=extra)) if t != "blue-blue"]
    mixed = [tile for tile in tiles if not naive.is_double(tile)]
    share = math.comb(len(mixed), naive.HAND_SIZE) / math.comb(len(tiles), naive.HAND_SIZE)
    assert round(100 * share, 1) == percent
