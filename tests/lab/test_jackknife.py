"""The jackknife: against the interval of a mean, against a naive count, and by its coverage."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from offleash.lab.statistics.intervals import mean_interval
from offleash.lab.statistics.jackknife import (
    jackknife,
    largest_gap as largest_gap_interval,
    leave_one_out,
    worst,
)


def largest_gap(rows):
    """Of some shares, the largest distance from their mean."""
    return np.abs(rows - rows.mean(axis=1, keepdims=True)).max(axis=1)


def test_ratios_without_each_block_by_hand():
    total, of = np.array([[1.0], [2.0], [6.0]]), np.array([[2.0], [2.0], [4.0]])
    assert_allclose(leave_one_out(total, of)[:, 0], [9 / 8, 8 / 6, 7 / 6, 3 / 4])


def test_of_a_mean_it_is_the_t_interval():
    rng = np.random.default_rng(1)
    values = rng.normal(3, 1, (12, 1))
    interval = jackknife(leave_one_out(values, np.ones((12, 1)))[:, 0])
    half = 2.201 * values.std(ddof=1) / math.sqrt(12)  # Student's t for 11 degrees of freedom
    assert_allclose(
        (interval.low, interval.high), (values.mean() - half, values.mean() + half), rtol=1e-4
    )
    plain = mean_interval(values[:, 0]).one()
    assert plain.low <= interval.low and interval.high <= plain.high


def test_two_tables_add_their_variances():
    rng = np.random.default_rng(2)
    tables = [rng.normal(0, 1, (n, 1)) for n in (10, 40)]
    rows = [leave_one_out(table, np.ones_like(table))[:, 0] for table in tables]
    total = rows[0][0] + rows[1][0]
    joint = jackknife(*(np.concatenate(([total], row[1:] - row[0] + total)) for row in rows))
    error = math.sqrt(sum(table.var(ddof=1) / len(table) for table in tables))
    assert joint.value == pytest.approx(total)
    assert joint.high - joint.low == pytest.approx(2 * 2.262 * error, rel=1e-3)  # t for 9 degrees


def test_the_worst_of_two_tables():
    rows = worst([np.array([3.0, 2.0, 4.0]), np.array([1.0, 3.5])])
    assert_allclose(rows[0], [3.0, 2.0, 4.0])  # never below the other, which is 1
    assert_allclose(rows[1], [3.0, 3.5])


@pytest.mark.parametrize(("blocks", "is_known"), [(1, False), (2, False), (5, False), (6, True)])
def test_blocks_that_agree_prove_nothing_if_they_are_few(blocks, is_known):
    interval = jackknife(np.full(blocks + 1, 0.5))
    assert math.isnan(interval.low) != is_known
    assert interval.value == 0.5


def test_a_gap_that_no_block_shows_has_no_interval():
    interval = jackknife(np.zeros(21))
    assert interval.value == 0 and math.isnan(interval.low) and math.isnan(interval.high)


@pytest.mark.parametrize("blocks", [8, 20, 100])
def test_the_difference_of_two_largest_gaps_is_covered(blocks):
    """Four shares a block, luck that both rule sets have, and luck of their own."""
    rng, hits, runs = np.random.default_rng(blocks), 0, 400
    shares = np.array([[0.45, 0.25, 0.2, 0.1], [0.32, 0.28, 0.22, 0.18]])
    truth = 0.20 - 0.07
    for _ in range(runs):
        shared = rng.normal(0, 0.08, (blocks, 1, 4))
        own = rng.normal(0, 0.04, (blocks, 2, 4))
        noise = shared + own
        games = shares + noise - noise.mean(axis=2, keepdims=True)
        costs = [largest_gap(leave_one_out(games[:, i], np.ones((blocks, 4)))) for i in (0, 1)]
        interval = jackknife(costs[0] - costs[1])
        hits += interval.low <= truth <= interval.high
    assert 0.93 <= hits / runs <= 0.99


@pytest.mark.parametrize("blocks", [8, 20, 60])
@pytest.mark.parametrize(
    "shares", [(0.25, 0.25, 0.25, 0.25), (0.27, 0.25, 0.25, 0.23), (0.45, 0.25, 0.2, 0.1)]
)
def test_the_largest_of_four_gaps_is_covered_even_if_all_are_nearly_fair(shares, blocks):
    rng, hits, runs = np.random.default_rng(blocks), 0, 300
    truth = max(abs(share - 0.25) for share in shares)
    for _ in range(runs):
        noise = rng.normal(0, 0.08, (blocks, 4))
        games = shares + noise - noise.mean(axis=1, keepdims=True)
        gaps = leave_one_out(games, np.ones((blocks, 4))) - 0.25
        interval = largest_gap_interval(gaps)
        assert interval.value == pytest.approx(np.abs(games.mean(axis=0) - 0.25).max())
        hits += interval.low <= truth <= interval.high
    assert hits / runs >= 0.93


def test_the_largest_gap_of_several_tables_is_that_of_the_worst():
    rng = np.random.default_rng(3)
    tables = [rng.normal(mean, 0.02, (20, 3)) for mean in (0.02, 0.2)]
    rows = [leave_one_out(table, np.ones_like(table)) for table in tables]
    both, worse = largest_gap_interval(*rows), largest_gap_interval(rows[1])
    assert both.value == worse.value and both.high == worse.high
    assert 0.15 < both.low < worse.low  # more statistics share the error
