import itertools
import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from offleash.lab.statistics.intervals import ratio_interval
from offleash.lab.statistics.ratings import (
    ABSENT,
    collect,
    elo,
    factor_design,
    fit,
    pair_totals,
    rate,
)


def play(rng, strengths, entrants):
    """Ranks drawn from Plackett and Luce's model: exponential arrival times."""
    arrival = rng.exponential(size=entrants.shape) / np.exp(np.asarray(strengths)[entrants])
    return arrival.argsort(axis=1).argsort(axis=1)


def plain_log_likelihood(strengths, entrants_by_game, ranks, top=None):
    """One game after the other, over all strict orders that agree with each result."""
    total = 0.0
    for entrants, places in zip(entrants_by_game, ranks, strict=True):
        orders = []
        for order in itertools.permutations(range(len(entrants))):
            if all(places[a] <= places[b] for a, b in itertools.pairwise(order)):
                theta = [strengths[entrants[place]] for place in order]
                steps = len(order) if top is None else top
                terms = (math.log(sum(map(math.exp, theta[at:]))) for at in range(steps))
                orders.append(sum(theta[:steps]) - sum(terms))
        total += sum(orders) / len(orders)
    return total


@pytest.mark.parametrize("top", [None, 1, 2])
def test_the_fit_is_the_best_of_a_plain_likelihood(top):
    rng = np.random.default_rng(1)
    entrants = np.array([rng.permutation(5)[:4] for _ in range(25)])
    ranks = rng.integers(0, 3, entrants.shape)  # many shared places
    strengths = fit(collect(entrants, ranks, np.arange(25), 5, top), prior=2.0)

    def loss(x):
        return 0.5 * np.sum(np.square(x)) / 4 - plain_log_likelihood(x, entrants, ranks, top)

    best = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-6})
    assert_allclose(strengths, best.x, atol=1e-5)


def test_two_bots_by_hand():
    """30 wins, 10 losses and 20 draws: odds of 40 to 20 when the prior is flat."""
    ranks = [[0, 1]] * 30 + [[1, 0]] * 10 + [[4, 4]] * 20
    strengths = fit(collect([[0, 1]] * 60, ranks, range(60), 2), prior=1e3)
    assert_allclose(strengths, np.array([0.5, -0.5]) * math.log(2), atol=1e-4)
    assert_allclose(elo(math.log(10)), 400)


def test_a_bot_that_wins_every_game_has_a_finite_strength():
    games = collect([[0, 1]] * 1000, [[0, 1]] * 1000, np.arange(1000) // 2, 2)
    ratings = rate(games, resamples=60)
    gap = ratings.value[0] - ratings.value[1]
    # the slope of the likelihood, 1000/(1+eᵍ), is that of the prior, g/2/9
    assert_allclose(1000 / (1 + math.exp(gap)), gap / 2 / 9, rtol=1e-6)
    assert ratings.low[0] > 1 and ratings.high[0] - ratings.low[0] > 0.5  # no false certainty


def test_strengths_are_recovered():
    rng = np.random.default_rng(2)
    truth = np.array([0.9, 0.4, 0.1, -0.4, -1.0])
    entrants = np.array([rng.permutation(5)[:4] for _ in range(8000)])
    games = collect(entrants, play(rng, truth, entrants), np.arange(8000) // 4, 5)
    ratings = rate(games, resamples=60)
    assert_allclose(ratings.value, truth, atol=0.05)
    assert_allclose(ratings.value.sum(), 0, atol=1e-9)
    assert np.all(ratings.high - ratings.low < 0.15) and np.all(ratings.low < ratings.value)


def test_intervals_cover():
    """Equal bots; each block favours one of them in all its games, and counts once."""
    rng = np.random.default_rng(3)
    hits, naive = [], []
    for _ in range(30):
        entrants = rng.permuted(np.tile(np.arange(3), (240, 1)), axis=1)
        favour = np.repeat(rng.normal(size=(40, 3)), 6, axis=0)
        strengths = np.take_along_axis(favour, entrants, axis=1)
        ranks = (rng.exponential(size=entrants.shape) / np.exp(strengths)).argsort().argsort()
        for covered, blocks in ((hits, np.repeat(np.arange(40), 6)), (naive, np.arange(240))):
            ratings = rate(collect(entrants, ranks, blocks, 3), resamples=60)
            covered.append((ratings.low <= 0) & (ratings.high >= 0))
    assert np.mean(hits) > 0.87
    assert np.mean(naive) < 0.87


def test_the_order_of_games_does_not_matter():
    rng = np.random.default_rng(4)
    entrants = np.array([rng.permutation(6)[:4] for _ in range(500)])
    entrants[::7, 3] = ABSENT
    ranks, blocks = rng.integers(0, 4, entrants.shape), np.arange(500) // 5
    plain = rate(collect(entrants, ranks, blocks, 6), resamples=10)
    for _ in range(3):
        order = rng.permutation(500)
        seats = rng.permuted(np.tile(np.arange(4), (500, 1)), axis=1)[order]
        shuffled_entrants = np.take_along_axis(entrants[order], seats, axis=1)
        shuffled_ranks = np.take_along_axis(ranks[order], seats, axis=1)
        shuffled = rate(
            collect(shuffled_entrants, shuffled_ranks * 10 - 3, blocks[order], 6), resamples=10
        )
        assert shuffled.value.tobytes() == plain.value.tobytes()
        assert shuffled.draws.tobytes() == plain.draws.tobytes()


def test_wide_tables_are_counted_alike():
    """Ten seats of ninety bots don't fit into one number; three of them do."""
    rng = np.random.default_rng(8)
    entrants = np.full((300, 10), ABSENT)
    entrants[:, :3] = rng.integers(0, 4, (300, 3)) * 20
    ranks = rng.integers(0, 3, entrants.shape)
    blocks = np.arange(300) // 3
    wide, narrow = (
        collect(entrants, ranks, blocks, 90),
        collect(entrants[:, :3], ranks[:, :3], blocks, 90),
    )
    assert fit(wide).tobytes() == fit(narrow).tobytes()


def test_games_of_different_sizes():
    """An absent entrant is as if it were not in the table at all."""
    two = collect([[0, 1], [1, 0]], [[0, 1], [0, 1]], [0, 1], 3)
    four = collect(
        [[0, ABSENT, 1, ABSENT], [ABSENT, 1, ABSENT, 0]], [[0, 9, 1, 9], [9, 0, 9, 1]], [0, 1], 3
    )
    assert_allclose(fit(two), fit(four))
    assert fit(two)[2] == 0


def test_the_same_bot_in_several_seats():
    """Two seats of bot 0 against one of bot 1: it wins two of three when equally strong."""
    rng = np.random.default_rng(5)
    entrants = np.tile([0, 0, 1], (6000, 1))
    ranks = play(rng, [0.0, 0.5], entrants)
    strengths = fit(collect(entrants, ranks, np.arange(6000), 2))
    assert_allclose(strengths[1] - strengths[0], 0.5, atol=0.06)


def test_factors_are_recovered_and_add_up_to_nought():
    rng = np.random.default_rng(6)
    kinds = np.array(list(itertools.product(range(4), range(4), range(4))))  # archetype, home, seat
    design, (archetype, home, seat) = factor_design(*kinds.T)
    truth = np.array([0.5, 0.2, -0.2, -0.5, 0.3, -0.1, -0.1, -0.1, 0.15, 0.05, -0.05, -0.15])
    games = []
    for archetypes in itertools.permutations(range(4)):
        for turn in range(4):
            seats = (np.arange(4) + turn) % 4
            games.append([archetypes[h] * 16 + h * 4 + seats[h] for h in range(4)])
    entrants = np.tile(games, (60, 1))
    ranks = play(rng, design @ truth, entrants)
    totals = collect(entrants, ranks, np.repeat(np.arange(60), len(games)), 64)
    ratings = rate(totals, design, resamples=20)
    assert_allclose(ratings.value, truth, atol=0.07)
    for part in (archetype, home, seat):
        assert_allclose(ratings.value[part].sum(), 0, atol=1e-9)
        assert_allclose(ratings.draws[:, part].sum(axis=1), 0, atol=1e-9)
    # the same by single strengths, which know nothing of factors, is close to the design's
    alone = fit(totals)
    assert np.corrcoef(alone, design @ truth)[0, 1] > 0.97


def test_winners_only():
    rng = np.random.default_rng(7)
    truth = np.array([0.8, 0.0, -0.3, -0.5])
    entrants = np.array([rng.permutation(4) for _ in range(6000)])
    ranks = play(rng, truth, entrants)
    winner_ranks = np.where(ranks == 0, 0, 1)  # nobody knows who came second
    assert_allclose(fit(collect(entrants, winner_ranks, range(6000), 4, top=1)), truth, atol=0.08)
    shared = fit(
        collect(entrants, winner_ranks, range(6000), 4)
    )  # places shared by three say they are equal
    assert np.ptp(shared) < 0.7 * np.ptp(truth)


def test_the_win_matrix():
    entrants = [[0, 1, 2], [2, 0, 1], [0, 0, 1]]
    ranks = [[0, 1, 1], [0, 1, 2], [0, 2, 1]]
    wins, meetings = pair_totals(entrants, ranks, [5, 5, 9], 3)
    assert_allclose(wins[0], [[0, 2, 1], [0, 0, 0.5], [1, 1.5, 0]])
    assert_allclose(meetings[0], [[0, 2, 2], [2, 0, 2], [2, 2, 0]])
    assert wins[1, 0, 1] == wins[1, 1, 0] == 1 and meetings[1, 0, 1] == 2
    shares = ratio_interval(wins, meetings, share=True)
    assert shares.value.shape == (3, 3) and shares.value[0, 1] == 0.75
    assert_allclose(shares.value + shares.value.T, np.where(np.eye(3), np.nan, 1))


def test_bad_results_are_refused():
    with pytest.raises(ValueError, match="numbered from 0 to 1"):
        collect([[0, 2]], [[0, 1]], [0], 2)
    with pytest.raises(ValueError, match="a block for each game"):
        collect([[0, 1]], [[0, 1]], [0, 1], 2)
    with pytest.raises(ValueError, match="share a place"):
        collect([range(13)], [[0] * 13], [0], 13)
    lonely = rate(collect([[0, 1]], [[0, 1]], [0], 2))
    assert np.isnan(lonely.low).all() and lonely.value[0] > lonely.value[1]
