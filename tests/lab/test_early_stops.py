"""Estimates after an early stop, against simulated tests with known truths."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from offleash.lab.statistics.early_stops import StopRule, corrected_mean, expected_mean
from offleash.lab.statistics.sequential import Sequential, Threshold, schedule

LOOKS = schedule(1024)


def stop_rule(margin: float) -> StopRule:
    test = Sequential(margin, LOOKS)
    return StopRule(LOOKS, tuple(test.critical(look) / math.sqrt(look) for look in LOOKS), margin)


def stopped_tests(margin: float, truth: float, runs: int) -> list[np.ndarray]:
    """The blocks that each of many simulated tests has played when it stops."""
    generator = np.random.default_rng(5)
    rule, stopped = stop_rule(margin), []
    for _ in range(runs):
        blocks = generator.standard_normal(LOOKS[-1]) + truth
        for look, reach in zip(LOOKS, rule.reaches, strict=True):
            mean = abs(blocks[:look].mean())
            if mean > margin + reach or mean < margin - reach or look == LOOKS[-1]:
                stopped.append(blocks[:look])
                break
    return stopped


@pytest.mark.parametrize(("margin", "truth"), [(0.0, 0.1), (0.0, 0.3), (0.1, 0.0), (0.1, 0.2)])
def test_the_mean_at_a_stop_is_as_expected(margin, truth):
    means = np.array([blocks.mean() for blocks in stopped_tests(margin, truth, 4000)])
    error = means.std() / math.sqrt(len(means))
    assert abs(expected_mean(stop_rule(margin), truth) - means.mean()) < 4 * error


def test_a_test_of_one_look_needs_no_correction():
    rule = StopRule((100,), (0.2,), 0.1)
    assert_allclose([corrected_mean(rule, mean) for mean in (-0.3, 0.25)], (-0.3, 0.25), atol=1e-6)


@pytest.mark.parametrize("truth", [0.15, -0.2])
def test_corrected_effects_are_right_on_average(truth):
    """The plain means overstate by a fifth and more."""
    test = Sequential(0.05, LOOKS)
    stopped = stopped_tests(0.05, truth, 250)
    effects = np.array([test.corrected(blocks) for blocks in stopped])
    error = effects.std() / math.sqrt(len(effects))
    assert abs(effects.mean() - truth) < 3 * error
    assert np.mean([blocks.mean() for blocks in stopped]) / truth > 1.12


def test_a_corrected_share_is_nearer_to_the_figure():
    shares = 0.5 + 0.1 * np.tile([1.0, -0.6], 32)
    test = Threshold(0.5, LOOKS)
    corrected = test.corrected(shares)
    assert corrected is not None and 0.5 < corrected < shares.mean()
    below = test.corrected(1.0 - shares)
    assert below is not None and corrected + below == pytest.approx(1.0)


def test_nothing_is_corrected_with_one_look_or_few_events():
    test = Sequential(0.05, LOOKS)
    assert Sequential(0.05, (64,)).corrected(np.random.default_rng(1).standard_normal(64)) is None
    rare = np.zeros(LOOKS[0])
    rare[3] = 1.0
    assert test.corrected(rare) is None
