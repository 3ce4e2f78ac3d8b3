import math
import subprocess
import sys

import numpy as np
import pytest
import scipy.stats as st
from numpy.testing import assert_allclose

from offleash.lab.statistics.distributions import (
    f_tail,
    gamma_quantile,
    normal_tail,
    t_quantile,
    t_tail,
)
from offleash.lab.statistics.intervals import (
    bootstrap,
    caution,
    linearised_difference,
    mean_interval,
    paired_ratio_difference,
    percentile_ends,
    ratio_interval,
    wilson,
)
from offleash.lab.statistics.multiple_comparisons import holm
from offleash.tools.confidence import normal_quantile, unanimous

DEGREES = np.array([1, 2, 3, 4.5, 7, 30, 99, 100, 101, 1999, 99_999, 100_001, 3e7])


@pytest.mark.parametrize("probability", [0.0005, 0.3, 0.5, 0.9, 0.975, 0.999999])
def test_t_quantiles_are_scipys(probability):
    expected = st.t.ppf(probability, DEGREES)
    assert_allclose(t_quantile(probability, DEGREES), expected, rtol=1e-10, atol=1e-12)


def test_t_tails_are_scipys():
    x = np.array([-30, -2, -0.1, 0, 1e-4, 0.3, 1, 2.5, 7, 20])[:, None]
    assert_allclose(t_tail(x, DEGREES), st.t.sf(x, DEGREES), rtol=1e-9, atol=1e-60)
    assert np.isnan(t_tail(1.0, 0.0)) and np.isnan(t_quantile(0.9, -1.0))


def test_normal_and_f_are_scipys():
    x = np.linspace(-6, 9, 31)
    assert_allclose(normal_tail(x), st.norm.sf(x), rtol=1e-13)
    assert_allclose(normal_quantile(0.975), 1.959963984540054, rtol=1e-14)
    for above, below in ((1, 4), (3, 60), (15, 2000)):
        for f in (0.0, 0.02, 0.9, 1.7, 6.0):
            assert_allclose(f_tail(f, above, below), st.f.sf(f, above, below), rtol=1e-11)


def test_intervals_need_no_scipy():
    """All of the package runs where SciPy and polars can't be imported."""
    code = (
        "import sys\n"
        "for name in ('scipy', 'polars', 'numba', 'altair'): sys.modules[name] = None\n"
        "import numpy as np\n"
        "from offleash.lab.statistics import intervals, luck, ratings, sensitivity, sequential\n"
        "from offleash.lab.statistics import survival\n"
        "x = np.arange(600.0).reshape(200, 3) % 7\n"
        "intervals.ratio_interval(x, x + 1)\n"
        "intervals.paired_ratio_difference(x, x + 1, x + 2, x + 1)\n"
        "sequential.Sequential(1.0, (100, 200)).look(x[:, 0]); luck.equal_means(x)\n"
        "survival.kaplan_meier(x[:, 0], x[:, 1] > 1, np.arange(200) // 4)\n"
        "rankings = ratings.collect([[0, 1], [1, 0]], [[0, 1]] * 2, [0, 1], 2)\n"
        "ratings.rate(rankings, resamples=5)\n"
        "points = sensitivity.sobol_points(2, 4, seed=1)\n"
        "sensitivity.sobol_indices(points[:, 0], 2, seed=1, resamples=2)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (3, 10), (250, 1000), (10, 10)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_wilson_is_scipys(successes, trials, level):
    expected = st.binomtest(successes, trials).proportion_ci(level, method="wilson")
    interval = wilson(successes, trials, level)
    assert_allclose((interval.low, interval.high), (expected.low, expected.high), atol=1e-12)
    assert interval.value == successes / trials


def test_wilson_is_as_wide_as_the_notes_say():
    small, large = wilson(250, 1000), wilson(2500, 10_000)
    assert round((small.high - small.low) / 2 * 100, 1) == 2.7
    assert round((large.high - large.low) / 2 * 100, 2) == 0.85
    assert math.isnan(wilson(0, 0).value)


def test_the_interval_of_values_without_skewness_is_the_t_interval():
    half_of_them = np.random.default_rng(1).gamma(2, size=(12, 4))
    values = np.concatenate([half_of_them, -half_of_them])
    interval = mean_interval(values)
    half = st.t.ppf(0.975, 23) * st.sem(values, axis=0)
    assert_allclose(interval.value, values.mean(axis=0), atol=1e-12)
    assert_allclose(interval.low, values.mean(axis=0) - half)
    assert_allclose(interval.high, values.mean(axis=0) + half)
    one = interval.one(2)
    assert (one.value, one.low, one.high) == (interval.value[2], interval.low[2], interval.high[2])


def test_ratio_interval_by_hand():
    # ratio −6/4; deviations .5, −.5, 0: variance 3/2 · 0.5 / 16
    interval = ratio_interval([-1.0, -2.0, -3.0], [1.0, 1.0, 2.0])
    half = st.t.ppf(0.975, 2) * math.sqrt(1.5 * 0.5 / 16)
    assert_allclose((interval.value, interval.low, interval.high), (-1.5, -1.5 - half, half - 1.5))


def gamma_ends(totals):
    """Fay and Feuer (1997): the upper end is that of one more cluster of events."""
    blocks, rate, error = len(totals), totals.mean(), st.sem(totals)
    variance = (error * st.t.ppf(0.975, blocks - 1) / st.norm.ppf(0.975)) ** 2
    low = st.gamma.ppf(0.025, rate**2 / variance, scale=variance / rate)
    rate, variance = rate + error**2 / rate, variance + (error**2 / rate) ** 2
    return low, st.gamma.ppf(0.975, rate**2 / variance, scale=variance / rate)


def test_the_upper_end_of_a_rate_without_skewness_is_that_of_a_gamma_distribution():
    totals = np.array([0.0, 1, 0, 1, 0, 1, 0, 1])
    low, high = gamma_ends(totals)
    half = st.t.ppf(0.975, 7) * st.sem(totals)
    assert 0.5 - half < low and 0.5 + half < high
    interval = mean_interval(totals)
    assert_allclose((interval.low, interval.high), (0.5 - half, high))


def test_the_lower_end_of_rare_events_is_that_of_a_gamma_distribution():
    totals = np.zeros(40)
    totals[[3, 20]] = 1 / 24, 2 / 24
    interval, (low, high) = mean_interval(totals), gamma_ends(totals)
    assert totals.mean() - st.t.ppf(0.975, 39) * st.sem(totals) < 0
    assert_allclose(interval.low, low)
    assert interval.high >= high
    share = mean_interval(1 - totals, share=True)
    assert_allclose((share.low, share.high), (1 - interval.high, 1 - low))


@pytest.mark.parametrize("probability", [0.025, 0.5, 0.975])
def test_gamma_quantiles_are_scipys(probability):
    shape = np.array([0.3, 0.9, 1, 2.5, 9.9, 10.1, 40, 5000])
    expected = st.gamma.ppf(probability, shape)
    assert_allclose(gamma_quantile(probability, shape), expected, rtol=2e-3)
    assert_allclose(gamma_quantile(probability, shape)[:5], expected[:5], rtol=1e-9)
    assert np.isnan(gamma_quantile(probability, 0.0))


def test_a_block_that_says_nothing_changes_nothing():
    total, of = np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 2.0])
    with_empty = ratio_interval(np.append(total, [0, 0]), np.append(of, [0, 0]))
    plain = ratio_interval(total, of)
    assert_allclose((with_empty.low, with_empty.high), (plain.low, plain.high))


def test_odd_cases_of_ratios():
    of = np.array([[0, 0, 1, 3.0, 1], [0, 1, 2, 1, 1], [0, 0, 3, 2, 1]])
    total = np.array([[0, 0, 0.1, 3, 0], [0, 7, 0.2, 1, 0], [0, 0, 0.3, 2, 0.0]])
    interval = ratio_interval(total, of, share=[False, False, False, True, True])
    assert_allclose(interval.value, [np.nan, 7, 0.1, 1, 0])
    assert np.isnan(interval.low).all() and np.isnan(interval.high).all()  # no spread at all
    one = mean_interval([4.0])
    assert one.value == 4 and np.isnan(one.low) and np.isnan(one.high)


def test_shares_stay_between_nought_and_one():
    interval = mean_interval([0.0, 0.0, 0.0, 0.2], share=True)
    assert 0 < interval.low < 0.05 < interval.high < 1
    assert mean_interval([0.0, 0.0, 0.0, -0.2, 0.4]).low < 0
    assert mean_interval([0.0, 0.125], share=True).high == 1


def test_intervals_of_unanimous_blocks():
    assert_allclose(unanimous(100) * 100, 3.62, atol=0.01)  # rule of three, two-sided
    assert unanimous(0) == 1.0
    assert_allclose((1 - unanimous(7, 0.9)) ** 7, 0.05)


@pytest.mark.parametrize("blocks", [12, 200])
def test_ratio_intervals_cover(blocks):
    """2,000 measures at once, each with block sizes of its own and luck inside a block."""
    rng = np.random.default_rng(blocks)
    of = rng.integers(1, 9, (blocks, 2000)).astype(float)
    total = (
        of * 0.3 + np.sqrt(of) * rng.normal(size=of.shape) + 0.5 * of * rng.normal(size=of.shape)
    )
    interval = ratio_interval(total, of)
    covered = np.mean((interval.low < 0.3) & (interval.high > 0.3))
    assert 0.93 < covered < 0.965


@pytest.mark.parametrize("blocks", [8, 20, 60])
@pytest.mark.parametrize("rate", [0.01, 0.1, 1.0])
def test_intervals_of_rare_events_cover(rate, blocks):
    """Events of 24 games that share their luck: Poisson numbers around a gamma mean."""
    rng = np.random.default_rng([blocks, round(100 * rate)])
    of = np.full((blocks, 4000), 24.0)
    total = rng.poisson(24 * rate * rng.gamma(2, 0.5, of.shape)).astype(float)
    interval = ratio_interval(total, of)
    is_printed = np.isfinite(interval.low)
    holds = (interval.low < rate) & (rate < interval.high)
    highest = 0.99 if rate * 24 * blocks > 10 else 0.999  # counts of one or two are coarse
    assert 0.93 < holds[is_printed].mean() < highest
    assert is_printed.mean() > 0.8 and interval.low[is_printed].min() >= 0


@pytest.mark.parametrize("times", [1, 12])
@pytest.mark.parametrize("rate", [0.001, 0.01, 0.3])
def test_unequal_games_raise_no_false_alarms(rate, times):
    rng = np.random.default_rng([times, round(1000 * rate)])
    of = np.full((20, 4000), 24.0)
    few, many = (rng.poisson(rate * size).astype(float) for size in (of, times * of))
    p = paired_ratio_difference(few, of, many, times * of).p
    assert np.mean(p < 0.05) < 0.06


def test_none_of_few_games_against_some_of_many_is_no_difference():
    """0 of 480 against 9 of 5,760: Fisher's exact test has p = 1."""
    few, many = np.full(20, 24.0), np.full(20, 288.0)
    events = np.zeros(20)
    events[[1, 2, 3, 5, 8, 11, 13, 17, 19]] = 1
    assert st.fisher_exact([[0, 480], [9, 5751]]).pvalue > 0.99
    assert paired_ratio_difference(0 * few, few, events, many).p > 0.2


def test_the_paired_difference_of_means_without_skewness_is_the_paired_t_test():
    rng = np.random.default_rng(2)
    half_of_them = rng.gamma(2, size=(16, 3))
    deviations = np.concatenate([half_of_them, -half_of_them])
    a = rng.normal(size=deviations.shape)
    b = a + [-1.5, 0.1, 0.8] + deviations
    ones = np.ones(a.shape)
    difference = paired_ratio_difference(a, ones, b, ones)
    expected = st.ttest_rel(b, a, axis=0)
    assert_allclose(difference.p, expected.pvalue)
    interval = expected.confidence_interval()
    assert_allclose((difference.low, difference.high), (interval.low, interval.high))


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_longer_side_of_a_skewed_paired_difference_is_halls(sign):
    """Hall (1992): T + kT²/3 + k²T³/27 + k/6 is nearly symmetric, for a skewness k of the mean."""
    rng = np.random.default_rng(3)
    a, changes = rng.normal(size=12), sign * rng.gamma(1, size=12)
    difference = paired_ratio_difference(a, np.ones(12), a + changes, np.ones(12))
    k, t, error = st.skew(changes) / math.sqrt(12), st.t.ppf(0.975, 11), st.sem(changes)
    ends = [difference.low, difference.high][::sign]
    assert_allclose(ends[0], changes.mean() - sign * t * error)
    studentised = (changes.mean() - ends[1]) / error
    hall = studentised + k * studentised**2 / 3 + k**2 * studentised**3 / 27 + k / 6
    assert_allclose(hall, -sign * t)
    assert abs(studentised) > t


def test_the_p_value_of_a_difference_is_where_its_interval_ends_at_zero():
    rng = np.random.default_rng(4)
    a, b = rng.gamma(1, size=(2, 9, 300))
    shift = rng.normal(size=300)
    ones = np.ones(a.shape)
    difference = paired_ratio_difference(a, ones, b + shift, ones)
    leaves_out_zero = (difference.low > 0) | (difference.high < 0)
    assert ((difference.p < 0.05) == leaves_out_zero).all() and 30 < leaves_out_zero.sum() < 270
    for i in range(0, 300, 10):
        column = [part[:, i] for part in (a, ones, b + shift, ones)]
        at_p = paired_ratio_difference(*column, level=1 - difference.p[i])
        nearest = at_p.low if at_p.value > 0 else at_p.high
        assert difference.p[i] == 1 or abs(nearest) < 1e-9


@pytest.mark.parametrize("blocks", [8, 20])
def test_skewed_measures_raise_fewer_false_alarms_than_a_t_test(blocks):
    """Waiting times, with 12 times the games in one arm: nearly all luck is that of the other."""
    rng = np.random.default_rng(blocks)
    few, many = rng.gamma(1, size=(blocks, 4000)), rng.gamma(12, 1 / 12, size=(blocks, 4000))
    ones = np.ones(few.shape)
    p = paired_ratio_difference(few, ones, many, ones).p
    alarms, alarms_of_t = np.mean(p < 0.05), np.mean(st.ttest_rel(few, many).pvalue < 0.05)
    assert alarms < 0.07 and alarms < 0.8 * alarms_of_t


def test_paired_difference_of_ratios_agrees_with_the_jackknife():
    rng = np.random.default_rng(3)
    blocks = 400
    luck = rng.normal(size=blocks)
    of_a, of_b = rng.integers(5, 15, (2, blocks)).astype(float)
    total_a = of_a * (1 + 0.3 * luck) + rng.normal(size=blocks)
    total_b = of_b * (1.02 + 0.3 * luck) + rng.normal(size=blocks)
    difference = paired_ratio_difference(total_a, of_a, total_b, of_b)
    left_out = np.array(
        [
            np.delete(total_b, i).sum() / np.delete(of_b, i).sum()
            - np.delete(total_a, i).sum() / np.delete(of_a, i).sum()
            for i in range(blocks)
        ]
    )
    error = math.sqrt((blocks - 1) * left_out.var())
    assert_allclose(
        (difference.high - difference.low) / 2, error * st.t.ppf(0.975, blocks - 1), rtol=0.01
    )
    assert_allclose(difference.p, 2 * st.t.sf(difference.value / error, blocks - 1), rtol=0.05)
    unpaired = ratio_interval(total_b, of_b)
    assert difference.high - difference.low < 0.6 * (
        unpaired.high - unpaired.low
    )  # shared luck cancels
    values = linearised_difference(total_a, of_a, total_b, of_b)
    assert_allclose(values.mean(), difference.value)
    assert_allclose(mean_interval(values).low, difference.low, atol=0.01 * error)


def test_odd_paired_differences():
    ones = np.ones((3, 3))
    a = np.array([[1.0, 1, 1], [2, 2, 2], [3, 3, 3]])
    b = a + [0.0, 1.0, 1.0]
    of_b = ones.copy()
    of_b[:, 2] = 0
    difference = paired_ratio_difference(a, ones, b, of_b)
    assert_allclose(difference.value, [0, 1, np.nan])
    assert_allclose(difference.p, [1, 0.25, np.nan], atol=1e-12)  # three signs that agree
    assert np.isnan(difference.low).all()  # and too few for an interval
    ten = paired_ratio_difference(np.ones(10), np.ones(10), np.full(10, 2.0), np.ones(10))
    assert (ten.low, ten.high) == (1, 1)
    of_b[:, 1] = [0, 1, 0]  # one block says something about B: no spread known
    single = paired_ratio_difference(a, ones, b, of_b)
    assert np.isnan(single.low[1]) and np.isnan(single.p[1]) and not np.isnan(single.value[1])


def test_events_that_neither_variant_shows_have_no_interval_of_their_difference():
    """Like the figures themselves: an event of every fifth block may be missing in eight."""
    none, of = np.zeros(8), np.full(8, 24.0)
    difference = paired_ratio_difference(none, of, none, of)
    assert (difference.value, difference.p) == (0, 1)
    assert np.isnan(difference.low) and np.isnan(difference.high)


def test_bootstrap_of_a_mean_is_near_its_t_interval():
    values = np.random.default_rng(4).normal(size=400)
    interval, repeated = (bootstrap(np.mean, values, seed=9) for _ in range(2))
    expected = mean_interval(values)
    assert_allclose((interval.low, interval.high), (expected.low, expected.high), atol=0.012)
    assert interval.low == repeated.low
    assert bootstrap(np.mean, values, seed=10).low != interval.low


def test_bootstrap_resamples_all_arrays_alike():
    total = np.random.default_rng(5).normal(size=50)
    interval = bootstrap(lambda x, y: [np.sum(x) / np.sum(y), 0.0], total, 2 * total, seed=1)
    assert_allclose((interval.low, interval.high), [[0.5, 0.0]] * 2)


def test_percentiles_leave_out_what_is_unknown():
    draws = np.arange(101.0)
    assert_allclose(percentile_ends(draws, 0.9), (5, 95))
    assert_allclose(percentile_ends(np.append(draws, [np.nan] * 7), 0.9), (5, 95))


def test_holm_by_hand():
    assert_allclose(holm([0.01, 0.04, 0.03, np.nan, 0.005]), [0.03, 0.06, 0.06, np.nan, 0.02])
    assert_allclose(holm([0.6, 0.7]), [1, 1])


def test_holm_keeps_the_family_error():
    p = np.random.default_rng(6).random((4000, 8))
    alarms = np.mean([holm(row).min() < 0.05 for row in p])
    assert 0.04 < alarms < 0.06
    assert np.mean(p.min(axis=1) < 0.05) > 0.3


def test_few_blocks_are_called_rough():
    assert caution(19).startswith("With only 19 blocks") and "at least 20" in caution(19)
    assert caution(1).startswith("With only one block")
    assert caution(20) == ""
