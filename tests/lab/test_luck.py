import numpy as np
import pytest
import scipy.stats as st
from numpy.testing import assert_allclose

from offleash.lab.statistics.luck import equal_means, luck_shares

ROTATION = (np.arange(4)[None, :] - np.arange(4)[:, None]) % 4  # [seating, seat]
SKILL = np.array([1.0, 0.2, -0.2, -1.0])
SEAT = np.array([0.6, 0.0, -0.3, -0.3])


def results(rng, blocks, skill=SKILL, seat=SEAT, deal=0.7, residual=1.2):
    """Results of known parts; a game's results add up to a constant, as in a real one."""

    def luck(shape, deviation):
        noise = rng.normal(size=shape)
        noise -= noise.mean(axis=-1, keepdims=True)
        return noise * deviation / np.sqrt(0.75)

    parts = skill[ROTATION] + seat + luck((blocks, 1, 4), deal) + luck((blocks, 4, 4), residual)
    return 5.0 + parts


def test_components_are_unbiased():
    """Over many small experiments the mean of each estimate is the known variance."""
    rng = np.random.default_rng(1)
    expected = np.array([np.square(SKILL).mean(), np.square(SEAT).mean(), 0.49, 1.44])
    estimates = np.array(
        [luck_shares(results(rng, 8), ROTATION, seed=1, resamples=1).variances for _ in range(600)]
    )
    error = estimates.std(axis=0) / np.sqrt(len(estimates))
    assert np.all(np.abs(estimates.mean(axis=0) - expected) < 4 * error)
    assert np.all(error < 0.05)


def test_nothing_but_luck():
    """Equal players in equal seats: skill and seat are nought on average."""
    rng = np.random.default_rng(2)
    none = np.zeros(4)
    estimates = np.array(
        [
            luck_shares(results(rng, 8, none, none), ROTATION, seed=1, resamples=1).variances
            for _ in range(400)
        ]
    )
    error = estimates.std(axis=0) / np.sqrt(len(estimates))
    assert np.all(np.abs(estimates.mean(axis=0) - [0, 0, 0.49, 1.44]) < 4 * error)
    assert 0.3 < np.mean(estimates[:, 0] < 0) < 0.8


def test_shares_with_intervals():
    expected = np.array([np.square(SKILL).mean(), np.square(SEAT).mean(), 0.49, 1.44])
    shares = luck_shares(results(np.random.default_rng(3), 3000), ROTATION, seed=4, resamples=200)
    assert_allclose(shares.value, expected / expected.sum(), atol=0.02)
    assert_allclose(shares.value.sum(), 1)
    assert np.all(shares.low < shares.value) and np.all(shares.value < shares.high)
    assert np.all(shares.high - shares.low < 0.06)


def test_one_kind_of_player():
    y = results(np.random.default_rng(5), 500, skill=np.zeros(4))
    shares = luck_shares(y, np.zeros((4, 4), int), seed=1, resamples=5)
    assert shares.variances[0] == 0 and shares.value[1] > 0.03
    constant = luck_shares(np.ones((3, 4, 4)), ROTATION, seed=1, resamples=5)
    assert np.isnan(constant.value).all()


def test_unfit_designs_are_refused():
    y = results(np.random.default_rng(6), 4)
    with pytest.raises(ValueError, match="two blocks and two seatings"):
        luck_shares(y[:1], ROTATION, seed=1)
    with pytest.raises(ValueError, match="equally often"):
        luck_shares(y, np.tile(np.arange(4), (4, 1)), seed=1)


def test_two_columns_are_the_paired_t_test():
    values = np.random.default_rng(7).normal(size=(40, 2)) + [0.3, 0.0]
    result = equal_means(values)
    expected = st.ttest_rel(values[:, 0], values[:, 1])
    assert_allclose((result.statistic, result.p), (expected.statistic**2, expected.pvalue))
    assert result.degrees == (1, 39)


def test_independent_wins_are_a_chi_square_of_counts():
    """One winner a block: Neyman's chi-square, (seen − expected)² / seen; Pearson's is close."""
    winners = np.random.default_rng(8).choice(4, 20_000, p=[0.26, 0.25, 0.25, 0.24])
    result = equal_means(np.eye(4)[winners])
    counts = np.bincount(winners)
    neyman = np.sum(np.square(counts - 5000.0) / counts)
    assert_allclose(result.statistic, neyman * 19_999 / 20_000)
    assert_allclose(result.p, st.chi2.sf(neyman, 3), rtol=0.01)
    assert_allclose(result.statistic, st.chisquare(counts).statistic, rtol=0.05)


def test_false_alarms_with_correlated_games():
    """All four games of a block have the same winner: counts would cry wolf, blocks do not."""
    rng = np.random.default_rng(9)
    alarms, naive = [], []
    for _ in range(600):
        wins = 4 * np.eye(4)[rng.integers(0, 4, 60)]
        alarms.append(equal_means(wins).p < 0.05)
        naive.append(st.chisquare(wins.sum(axis=0)).pvalue < 0.05)
    assert 0.02 < np.mean(alarms) < 0.08
    assert np.mean(naive) > 0.3


def test_odd_tables_of_wins():
    assert equal_means(np.ones((5, 3))).p == 1
    assert np.isnan(equal_means([[1.0, 0.0, 2.0], [0.0, 5.0, 1.0]]).p)
    always = equal_means(np.tile([1.0, 0.0], (8, 1)))
    assert always.statistic == np.inf
    assert_allclose(always.p, st.binomtest(8, 8).pvalue)
    never = equal_means(np.eye(3)[[0, 1] * 10])
    assert_allclose(never.p, 3 * (2 / 3) ** 20)
