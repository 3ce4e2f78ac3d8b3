"""The bench of coverage itself: on made-up blocks whose truth is known."""

import numpy as np
from bench.coverage import RARE_EVENTS, Draws, Population, change, coverage, figure, no_change
from numpy.testing import assert_allclose

BLOCKS, FIGURES = 300, 6


def made_up(seed=1):
    """Two arms on the same luck; the second has half as much again of everything."""
    luck = np.random.default_rng(seed).normal(9.0, 1.0, (BLOCKS, FIGURES))
    totals = np.array([luck, 1.5 * luck + 0.1])
    return Population(totals, np.ones(totals.shape), np.zeros(FIGURES, bool))


def test_draws_are_columns_of_whole_blocks():
    population = made_up()
    draws = Draws(population, 3, [1, 4])
    index = draws.index(4)
    totals, _ = draws.take(1, index)
    assert totals.shape == (4, 3 * FIGURES)
    for draw in range(3):
        rows = totals[:, draw * FIGURES : (draw + 1) * FIGURES]
        assert_allclose(rows, population.totals[1][index[:, draw]])


def test_good_intervals_cover_and_others_do_not():
    population = made_up()
    for check in (figure, change, no_change(1), no_change(12)):
        shares = coverage(check, population, 20, 300, 1)
        assert len(shares) == FIGURES and 0.93 < shares.mean() < 0.99

    def half_as_wide(draws, size):
        values, _ = draws.take(0, draws.index(size))
        half = values.std(axis=0, ddof=1) / np.sqrt(size)
        return half > 0, np.abs(
            values.mean(axis=0) - draws.repeat(draws.population.truth[0])
        ) < half

    assert coverage(half_as_wide, population, 20, 300, 1).mean() < 0.75


def test_figures_that_are_rare_or_have_two_names():
    population = made_up()
    totals = population.totals.copy()
    totals[:, 30:, 2] = 0.0  # in a tenth of the blocks
    totals[:, :, 4] = totals[:, :, 0]
    totals[:, :, 5] = 1.0  # never varies
    kinds = Population(totals, population.of, np.arange(FIGURES) == 3).kinds()
    assert kinds[RARE_EVENTS].tolist() == [2] and kinds["shares"].tolist() == [3]
    assert len(kinds["means"]) == 2 and 1 in kinds["means"] and 5 not in kinds["means"]
