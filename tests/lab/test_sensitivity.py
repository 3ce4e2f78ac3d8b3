import math

import numpy as np
import pytest
import scipy.stats as st
from numpy.testing import assert_allclose
from scipy.stats import qmc

from offleash.lab.statistics.sensitivity import (
    _indices,
    elementary_effects,
    radial_points,
    sobol_indices,
    sobol_points,
)
from offleash.lab.statistics.sobol_sequence import MAX_DIMENSIONS, direction_numbers, sobol_sequence


def ishigami(points, a=7.0, b=0.1):
    x = (2 * points - 1) * math.pi
    return np.sin(x[:, 0]) + a * np.sin(x[:, 1]) ** 2 + b * x[:, 2] ** 4 * np.sin(x[:, 0])


def test_the_known_indices_of_ishigami():
    points = sobol_points(3, 4096, seed=1)
    indices = sobol_indices(ishigami(points), 3, seed=2, resamples=100)
    # V = a²/8 + bπ⁴/5 + b²π⁸/18 + 1/2, and so on
    assert_allclose(indices.first.value[0], [0.3139, 0.4424, 0.0], atol=0.02)
    assert_allclose(indices.total.value[0], [0.5576, 0.4424, 0.2437], atol=0.02)
    for part, expected in (
        (indices.first, [0.3139, 0.4424, 0]),
        (indices.total, [0.5576, 0.4424, 0.2437]),
    ):
        assert np.all(part.low < expected) and np.all(part.high > expected)
        assert np.all(part.high - part.low < 0.15)


def test_the_design():
    points = sobol_points(2, 8, seed=3)
    assert points.shape == (32, 2) and points.min() >= 0 and points.max() < 1
    a, b, first, second = points.reshape(4, 8, 2)
    assert_allclose(first, np.stack((b[:, 0], a[:, 1]), axis=1))
    assert_allclose(second, np.stack((a[:, 0], b[:, 1]), axis=1))
    assert np.array_equal(points, sobol_points(2, 8, seed=3))
    assert not np.array_equal(points, sobol_points(2, 8, seed=4))


def test_discrete_options_and_several_measures():
    """Options of 2, 3 and 5 values: a sum, whose indices are the shares of variance; a constant."""
    points = sobol_points(3, 1024, seed=5)
    level = np.floor(points * [2, 3, 5])
    measures = np.stack((level @ [3.0, 1.0, 1.0], np.full(len(level), 4.0)), axis=1)
    indices = sobol_indices(measures, 3, seed=6, resamples=20)
    variance = np.array([9 * 1 / 4, 2 / 3, 2.0])
    assert_allclose(indices.first.value[0], variance / variance.sum(), atol=0.02)
    assert_allclose(indices.total.value[0], variance / variance.sum(), atol=0.02)
    assert np.isnan(indices.first.value[1]).all() and np.isnan(indices.total.low[1]).all()


def test_one_option():
    points = sobol_points(1, 64, seed=7)
    indices = sobol_indices(points[:, 0] ** 2, 1, seed=8, resamples=10)
    assert_allclose(indices.first.value, [[1.0]], atol=0.1)


@pytest.mark.parametrize(
    ("dimensions", "points", "seed"), [(1, 1, 0), (2, 8, 3), (12, 256, 7), (MAX_DIMENSIONS, 4, 5)]
)
def test_the_sequence_is_scipys(dimensions, points, seed):
    expected = qmc.Sobol(dimensions, scramble=True, rng=seed).random(points)
    assert np.array_equal(sobol_sequence(dimensions, points, seed), expected)


def test_the_table_has_every_dimension():
    numbers = [direction_numbers(dimension) for dimension in range(MAX_DIMENSIONS)]
    assert len({tuple(row) for row in numbers}) == MAX_DIMENSIONS
    with pytest.raises(IndexError):
        direction_numbers(MAX_DIMENSIONS)


def test_indices_are_scipys():
    """One measure of five options, and one that varies in the mixed matrices alone."""
    values = np.random.default_rng(1).random((2, 7, 16))
    values[1, :2] = 0.5
    first, total = _indices(values)
    matrices = {"f_A": values[:, 0], "f_B": values[:, 1], "f_AB": np.moveaxis(values[:, 2:], 1, 0)}
    expected = st.sobol_indices(func={k: v.copy() for k, v in matrices.items()}, n=16)
    assert_allclose(first, expected.first_order, atol=1e-14)
    assert_allclose(total[0], expected.total_order[0], atol=1e-14)
    assert np.all(total[1] == 0) and np.all(first[1] == 0)


def test_bad_designs_are_refused():
    with pytest.raises(ValueError, match="power of two, not 12"):
        sobol_points(2, 12, seed=1)
    with pytest.raises(ValueError, match="41 values are not a Sobol design of 3 options"):
        sobol_indices(np.zeros(41), 3, seed=1)


def test_a_radial_design_changes_one_option_at_a_time():
    points = radial_points([2, 3, 5, 4], 40, 1.0, seed=1)
    assert points.shape == (40, 5, 4) and points.min() == 0
    assert (points.max(axis=(0, 1)) == [1, 2, 4, 3]).all()
    assert not points[0, 0].any()  # the first centre is the base
    moved = (points[1:, 0] > 0).sum(axis=1)
    assert 0.5 < moved.mean() < 1.5  # about one option of each other centre
    for centre in points:
        changed = centre[1:] != centre[0]
        assert (changed == np.eye(4, dtype=bool)).all()
    assert np.array_equal(points, radial_points([2, 3, 5, 4], 40, 1.0, seed=1))


def test_elementary_effects_of_a_known_function():
    """Three steps up, nothing, and a sign that depends on the first option."""
    points = radial_points([2, 4, 2], 200, 1.5, seed=2)

    def measure(x):
        return 3.0 * x[..., 0] + x[..., 2] * np.where(x[..., 0] > 0, 1.0, -1.0)

    steps = measure(points[:, 1:]) - measure(points[:, :1])
    effects = elementary_effects(steps[:, :, None], np.zeros((200, 3, 1)))
    assert effects.size.value[0, 1] == effects.mean[0, 1] == 0.0
    # the first moves by 3, or by 5 where the third is on; up from the base and down from elsewhere
    assert 3.0 < effects.size.value[0, 0] < 5.0
    assert effects.size.value[0, 2] == pytest.approx(1.0)
    assert abs(effects.mean[0, 2]) < 1.0
    assert effects.luck.tolist() == [0.0]


def test_effects_know_what_luck_alone_would_show():
    rng = np.random.default_rng(3)
    errors = np.full((50, 40, 1), 0.2)
    effects = elementary_effects(rng.normal(0, 0.2, (50, 40, 1)), errors)
    assert effects.size.value.mean() == pytest.approx(effects.luck[0], rel=0.03)
    inside = (effects.size.low <= effects.luck[0]) & (effects.luck[0] <= effects.size.high)
    assert inside.mean() > 0.85


def test_what_could_not_be_played_does_not_count():
    steps = np.array([[[1.0], [np.nan]], [[3.0], [np.nan]]])
    effects = elementary_effects(steps, np.zeros_like(steps))
    assert effects.size.value[0, 0] == 2.0 and np.isnan(effects.size.value[0, 1])
    assert np.isnan(elementary_effects(steps[:1], np.zeros((1, 2, 1))).size.low[0, 0])
