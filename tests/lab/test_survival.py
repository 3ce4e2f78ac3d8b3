import math

import numpy as np
import pytest
import scipy.stats as st
from numpy.testing import assert_allclose

from offleash.lab.statistics.survival import aalen_johansen, kaplan_meier


def sample(games, seed, kinds=3):
    """Times in rounds, with ties; causes of which 0 is 'broken off'."""
    rng = np.random.default_rng(seed)
    times = rng.integers(1, 12, games)
    return times, rng.integers(0, kinds + 1, games)


def plain_kaplan_meier(times, is_ended):
    """One game after the other, as in a textbook: the share, and Greenwood's sum."""
    share, total, rows = 1.0, 0.0, []
    for now in sorted(set(times)):
        at_risk = sum(t >= now for t in times)
        deaths = sum(t == now and e for t, e in zip(times, is_ended, strict=True))
        share *= 1 - deaths / at_risk
        if at_risk > deaths:
            total += deaths / (at_risk * (at_risk - deaths))
        rows.append((now, share, share * math.sqrt(total)))
    return np.array(rows).T


def plain_incidence(times, causes, kind):
    """By redistribution: a game broken off hands its weight to those that go on after it."""
    games = sorted(range(len(times)), key=lambda i: (times[i], causes[i] == 0))
    weight = dict.fromkeys(games, 1.0 / len(games))
    incidence = dict.fromkeys(sorted(set(times)), 0.0)
    for at, game in enumerate(games):
        if causes[game] == 0:
            later = games[at + 1 :]
            for survivor in later:
                weight[survivor] += weight[game] / len(later)
        elif causes[game] == kind:
            incidence[times[game]] += weight[game]
    return np.cumsum(list(incidence.values()))


def test_kaplan_meier_by_hand():
    # ends at 1, 2 (of four), broken off at 2, ends at 4
    curve = kaplan_meier([1, 2, 2, 4], [1, 1, 0, 1])
    assert_allclose(curve.times, [1, 2, 4])
    assert_allclose(curve.value, [3 / 4, 3 / 4 * 2 / 3, 0])
    variance = 0.75**2 * (1 / (4 * 3))  # Greenwood
    z = st.norm.ppf(0.975) * math.sqrt(variance) / (0.75 * math.log(0.75))
    assert_allclose(sorted(0.75 ** np.exp([z, -z])), (curve.low[0], curve.high[0]))


def test_kaplan_meier_of_the_leukaemia_trial():
    """Freireich's 6-MP group, worked through in every textbook."""
    end_times = [6, 6, 6, 7, 10, 13, 16, 22, 23]
    open_ended = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    curve = kaplan_meier(end_times + open_ended, [1] * 9 + [0] * 12)
    shares = dict(zip(curve.times, curve.value, strict=True))
    expected = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    for time, share in expected.items():
        assert_allclose(shares[time], share, atol=0.0006)


def test_kaplan_meier_agrees_with_a_plain_one():
    times, causes = sample(60, 1)
    curve = kaplan_meier(times, causes > 0)
    grid, share, error = plain_kaplan_meier(times.tolist(), (causes > 0).tolist())
    assert_allclose(curve.times, grid)
    assert_allclose(curve.value, share, atol=1e-12)
    inside = (share > 0) & (share < 1)
    z = st.norm.ppf(0.975) * error[inside] / (share[inside] * np.log(share[inside]))
    assert_allclose(curve.low[inside], share[inside] ** np.exp(-z))
    assert_allclose(curve.high[inside], share[inside] ** np.exp(z))


def test_incidence_agrees_with_a_plain_one():
    times, causes = sample(80, 2)
    incidence = aalen_johansen(times, causes, 3)
    for kind in (1, 2, 3):
        expected = plain_incidence(times.tolist(), causes.tolist(), kind)
        assert_allclose(incidence.value[kind - 1], expected, atol=1e-12)
    survival = kaplan_meier(times, causes > 0).value
    assert_allclose(incidence.value.sum(axis=0) + survival, 1)


def test_incidence_without_broken_games_is_the_share():
    times, causes = np.array([3, 1, 2, 2, 5, 4]), np.array([1, 2, 2, 1, 1, 2])
    incidence = aalen_johansen(times, causes, 2)
    assert_allclose(incidence.value[0], [0, 1 / 6, 2 / 6, 2 / 6, 3 / 6])
    # variance of a share, on the log-log scale
    half = st.norm.ppf(0.975) * math.sqrt(2 / 6 * 4 / 6 / 6) / (2 / 6 * math.log(2 / 6))
    assert_allclose(incidence.low[0, 2], (2 / 6) ** math.exp(-half))


def test_a_block_for_each_game_gives_greenwood():
    """The influence of single games adds up to Greenwood's variance, whatever was broken off."""
    times, causes = sample(5000, 3)
    plain = kaplan_meier(times, causes > 0)
    single = kaplan_meier(times, causes > 0, np.arange(5000))
    assert_allclose(single.low[:-1], plain.low[:-1], rtol=1e-3)
    curves = aalen_johansen(times, causes, 3), aalen_johansen(times, causes, 3, np.arange(5000))
    assert_allclose(curves[0].low, curves[1].low, rtol=2e-3)


def test_intervals_of_one_way_to_end_are_those_of_survival():
    """With one cause, incidence is one minus survival, and so is its error."""
    times, causes = sample(300, 4, kinds=1)
    blocks = np.arange(300) // 5
    one, survival = aalen_johansen(times, causes, 1, blocks), kaplan_meier(times, causes, blocks)

    def error(value, low):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log(np.log(low) / np.log(value)) * value * -np.log(value)

    inside = survival.value > 0
    errors = error(one.value[0], one.low[0])[inside]
    assert_allclose(errors, error(survival.value, survival.low)[inside])


def test_games_of_a_block_count_once():
    """Four copies of each game, as one block, say no more than the game alone."""
    times, causes = sample(200, 5)
    alone = kaplan_meier(times, causes > 0, np.arange(200))
    copied = kaplan_meier(np.repeat(times, 4), np.repeat(causes > 0, 4), np.repeat(range(200), 4))
    assert_allclose((alone.low, alone.high), (copied.low, copied.high))
    alone = aalen_johansen(times, causes, 3, np.arange(200))
    copied = aalen_johansen(np.repeat(times, 4), np.repeat(causes, 4), 3, np.repeat(range(200), 4))
    assert_allclose((alone.low, alone.high), (copied.low, copied.high))


def test_incidence_covers():
    """Games of a block share a speed; the truth is from a large sample."""

    def play(seed, blocks):
        rng = np.random.default_rng(seed)
        speed = rng.gamma(3.0, size=(blocks, 1)) / 3
        first, second = rng.exponential(size=(2, blocks, 4)) / (speed * [[[1.0]], [[0.5]]])
        over = np.minimum(first, second)
        causes = np.where(over > 4, 0, np.where(first < second, 1, 2))
        return np.ceil(np.minimum(over, 4) * 4).ravel(), causes.ravel()

    times, causes = play(0, 200_000)
    truth = np.mean((times <= 4) & (causes == 1))
    names = np.repeat(np.arange(100), 4)
    hits, narrow = [], []
    for seed in range(1, 201):
        times, causes = play(seed, 100)
        for covered, blocks in ((hits, names), (narrow, None)):
            incidence = aalen_johansen(times, causes, 2, blocks)
            at = np.searchsorted(incidence.times, 4)
            covered.append(incidence.low[0, at] <= truth <= incidence.high[0, at])
    assert np.mean(hits) > 0.925
    assert np.mean(narrow) < np.mean(hits)


def test_ends_of_the_scale():
    curve = kaplan_meier([5, 5, 6], [0, 0, 1])
    assert_allclose(curve.value, [1, 0])
    bound = 1 - 0.025 ** (1 / 3)
    assert_allclose((curve.low[0], curve.high[0]), (1 - bound, 1))
    assert_allclose((curve.low[1], curve.high[1]), (0, bound))
    lonely = kaplan_meier([1, 2], [1, 1], [7, 7])
    assert np.isnan(lonely.low).all()


def test_bad_endings_are_refused():
    with pytest.raises(ValueError, match="between 0 and 2"):
        aalen_johansen([1, 2], [1, 3], 2)
    with pytest.raises(ValueError, match="one time and one ending"):
        kaplan_meier([], [])


def test_many_games_in_chunks(monkeypatch):
    times, causes = sample(400, 6)
    blocks = np.random.default_rng(1).permutation(400) // 4
    whole = aalen_johansen(times, causes, 3, blocks)
    monkeypatch.setattr("offleash.lab.statistics.survival.CHUNK", 300)
    assert_allclose(aalen_johansen(times, causes, 3, blocks).low, whole.low)
