import math

import numpy as np
import pytest
import scipy.stats as st
from numpy.testing import assert_allclose

from offleash.lab.statistics.sequential import Sequential, Threshold, Verdict, boundaries, schedule

LOOKS = schedule(1024)
MARGIN = 0.1


def lan_demets(fraction):
    """The spending function in the manner of O'Brien and Fleming, as a share of 5 %."""
    return 4 * st.norm.sf(st.norm.ppf(1 - 0.05 / 4) / math.sqrt(fraction)) / 0.05


def test_schedules():
    assert schedule(1024) == (64, 128, 256, 512, 1024)
    assert schedule(64) == (64,) and schedule(10) == (10,)
    odd = schedule(1000, 30, 1.5)
    assert odd[0] == 30 and odd[-1] == 1000
    assert max(np.divide(odd[1:], odd[:-1])) <= 1.55 and all(np.diff(odd) > 0)
    for bad in ((1,), (100, 1), (100, 10, 1.01)):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            schedule(*bad)


def test_boundaries_of_the_literature():
    """Lan and DeMets' values for five equal looks and 5 %."""
    edges = boundaries((0.2, 0.4, 0.6, 0.8, 1.0), 0.05, lan_demets)
    assert_allclose(edges, (4.8769, 3.3569, 2.6803, 2.2898, 2.0310), atol=2e-4)


def test_one_look_is_the_plain_test():
    assert_allclose(boundaries((1.0,), 0.05), (1.959964,), atol=1e-6)


def test_boundaries_spend_what_they_may():
    """Against SciPy's multivariate normal: the chance to stay inside up to each look."""
    fractions = (0.1, 0.25, 0.5, 1.0)
    edges = np.asarray(boundaries(fractions, 0.05))
    times = np.asarray(fractions)
    correlation = np.sqrt(np.minimum.outer(times, times) / np.maximum.outer(times, times))
    for looks in (2, 3, 4):
        edge = edges[:looks]
        inside = st.multivariate_normal(cov=correlation[:looks, :looks], seed=1).cdf(
            edge, lower_limit=-edge, rng=np.random.default_rng(1)
        )
        assert_allclose(1 - inside, 0.05 * math.sqrt(fractions[looks - 1]), atol=2e-5)


def stop_runs(values, truth, margin, looks=LOOKS, bound=None):
    """Many runs at once (columns): coverage after the stop and at all looks; verdicts; counts."""
    test = Sequential(margin, looks, bound=bound)
    runs = values.shape[1]
    going, always = np.ones(runs, bool), np.ones(runs, bool)
    covered = np.zeros(runs, bool)
    verdicts = np.array(["undecided"] * runs, dtype=object)
    count = np.full(runs, looks[-1])
    for blocks in looks:
        intervals = test.intervals(values[:blocks])
        holds = (intervals.low <= truth) & (truth <= intervals.high)
        always &= holds
        outside = (intervals.low > margin) | (intervals.high < -margin)
        inside = (intervals.low > -margin) & (intervals.high < margin)
        now = going & (outside | inside | (blocks == looks[-1]))
        covered[now] = holds[now]
        verdicts[now & outside], verdicts[now & inside] = "differs", "does not"
        count[now] = blocks
        going &= ~now
    share = {
        verdict: np.mean(verdicts == verdict) for verdict in ("differs", "does not", "undecided")
    }
    return covered.mean(), always.mean(), share, count.mean()


def normal(rng, shape):
    return rng.normal(size=shape)


def skewed(rng, shape):
    return rng.exponential(size=shape) - 1


# Runs of a simulation; three standard errors of a coverage of 95 % beside it.
RUNS = 1000
SLACK = 3 * math.sqrt(0.05 * 0.95 / RUNS)


@pytest.mark.parametrize("effect", [0.0, MARGIN, 2 * MARGIN])
@pytest.mark.parametrize("noise", [normal, skewed], ids=["normal", "skewed"])
def test_the_interval_after_the_stop_covers(noise, effect):
    rng = np.random.default_rng([7, round(10 * effect), noise is normal])
    values = noise(rng, (LOOKS[-1], RUNS)) + effect
    covered, always, share, _ = stop_runs(values, effect, MARGIN)
    assert covered > 0.95 - SLACK and always > 0.95 - SLACK
    if effect == 0:
        assert share["differs"] < 0.01
    if effect == MARGIN:  # neither verdict is true: both are false alarms
        assert share["differs"] + share["does not"] < 0.05 + SLACK
    if effect > MARGIN:
        assert share["does not"] < 0.01


@pytest.mark.parametrize("bound", [1.0, None])
@pytest.mark.parametrize(("chance", "margin"), [(0.3, 0.15), (0.05, 0.05), (0.01, 0.02)])
def test_rare_wins_are_covered(chance, margin, bound):
    """Blocks that differ by 0 or 1, mostly 0: the plain t interval fails here."""
    rng = np.random.default_rng([8, round(1000 * chance)])
    values = (rng.random((LOOKS[-1], RUNS)) < chance).astype(float)
    covered, always, share, _ = stop_runs(values, chance, margin, bound=bound)
    assert covered > 0.95 - SLACK and always > 0.95 - SLACK
    if margin == chance:
        assert share["differs"] + share["does not"] < 0.05 + SLACK


def test_looking_with_a_plain_interval_would_raise_false_alarms():
    """The check above can fail: with 1.96 at every look it does."""
    values = np.random.default_rng(9).normal(size=(LOOKS[-1], RUNS))
    outside = np.zeros(RUNS, bool)
    for blocks in LOOKS:
        z = values[:blocks].mean(axis=0) * math.sqrt(blocks) / values[:blocks].std(axis=0)
        outside |= np.abs(z) > 1.96
    assert outside.mean() > 0.1
    assert np.mean([stop_runs(values, 0.0, 0.0)[2]["differs"]]) < 0.05 + SLACK


def test_power_and_early_stops():
    rng = np.random.default_rng(10)
    large = rng.normal(1.0, 1.0, (LOOKS[-1], 300))
    _, _, share, count = stop_runs(large, 1.0, MARGIN)
    assert share["differs"] == 1 and count < 70
    none = rng.normal(0.0, 0.5, (LOOKS[-1], 300))
    _, _, share, count = stop_runs(none, 0.0, MARGIN)
    assert share["does not"] > 0.98 and count < 600


@pytest.mark.soak
@pytest.mark.parametrize("looks", [LOOKS, schedule(4096, 32, 1.5)], ids=["few", "many"])
@pytest.mark.parametrize("effect", [0.0, MARGIN, 2 * MARGIN])
def test_coverage_with_many_runs(looks, effect):
    rows = []
    for part in range(10):
        values = np.random.default_rng([11, part]).normal(effect, 1.0, (looks[-1], 1000))
        rows.append(stop_runs(values, effect, MARGIN, looks)[:2])
    covered, always = np.mean(rows, axis=0)
    assert covered > 0.95 - 0.0065 and always > 0.95 - 0.0065


def test_a_look_says_what_the_intervals_say():
    test = Sequential(MARGIN, LOOKS)
    values = np.random.default_rng(12).normal(0.25, 1.0, LOOKS[-1])
    verdicts = []
    for blocks in LOOKS:
        look = test.look(values[:blocks])
        intervals = test.intervals(np.stack([values, -values], axis=1)[:blocks])
        assert_allclose((look.low, look.high), (intervals.low[0], intervals.high[0]))
        assert_allclose((look.low, look.high), (-intervals.high[1], -intervals.low[1]))
        assert look.blocks == blocks and look.last == (blocks == LOOKS[-1])
        assert_allclose(look.effect, values[:blocks].mean())
        verdicts.append(look.verdict)
    assert verdicts[0] is Verdict.UNDECIDED and verdicts[-1] is Verdict.DIFFERS


def test_verdicts():
    test = Sequential(1.0, (10,))
    assert test.verdict(1.1, 2) is test.verdict(-3, -1.01) is Verdict.DIFFERS
    assert test.verdict(-0.9, 0.9) is Verdict.DOES_NOT
    for interval in ((0.5, 1.5), (-2, 2), (-1, 0), (1, 2), (-math.inf, math.inf)):
        assert test.verdict(*interval) is Verdict.UNDECIDED


def test_how_many_more():
    """With the effect and spread of now, the interval is clear of the margin at that look."""
    looks = schedule(8192)
    test = Sequential(0.5, looks)
    values = np.tile([-0.5, 1.5], 32)  # mean 0.5, deviation 1
    look = test.look(values + 0.15)
    half = test.critical(64 + look.more) / math.sqrt(64 + look.more)
    earlier = looks[looks.index(64 + look.more) - 1]
    assert half < 0.15 < test.critical(earlier) / math.sqrt(earlier)
    final = test.look(np.tile([-1.0, 1.0], 4096) + 0.51)
    assert final.last and final.verdict is Verdict.UNDECIDED
    assert_allclose(final.more + 8192, (test.critical(8192) / 0.01) ** 2, rtol=0.001)
    at_margin = test.look(np.tile([-1.0, 1.0], 32) + 0.5)
    assert 0 < at_margin.more < 64 * 100
    assert test.look(values + 5).more == 0


def test_blocks_that_never_differ():
    zeros = np.zeros(1024)
    bounded = Sequential(0.02, LOOKS, bound=1.0)
    first, last = bounded.look(zeros[:64]), bounded.look(zeros)
    assert first.verdict is Verdict.UNDECIDED  # a win in fifty blocks may still be unseen
    assert_allclose(first.high, 1 - st.norm.sf(bounded.critical(64)) ** (1 / 64))
    assert last.verdict is Verdict.DOES_NOT
    free = Sequential(0.02, LOOKS)
    assert free.look(zeros[:512]).verdict is Verdict.UNDECIDED
    end = free.look(zeros)
    assert (end.low, end.high, end.verdict) == (0, 0, Verdict.DOES_NOT)


def test_few_events_get_clopper_and_pearsons_interval():
    values = np.zeros(256)
    values[[3, 77, 200]] = [2.0, -2.0, 1.0]
    test = Sequential(0.1, LOOKS, bound=2.0)
    level = 1 - 2 * st.norm.sf(test.critical(256))
    chance = st.binomtest(3, 256).proportion_ci(level, method="exact").high
    look = test.look(values)
    assert_allclose((look.low, look.high), (-2 * chance, 2 * chance))


def test_p_values_match_the_intervals():
    """A measure whose interval just reaches zero has p = 5 %, whichever look it is."""
    test = Sequential(0.1, LOOKS)
    for blocks in LOOKS[::2]:
        values = np.tile([[-1.0], [1.0]], (blocks // 2, 1))
        values = np.concatenate((values, values), axis=1)
        values[:, 0] -= test.intervals(values).low[0]
        assert_allclose(test.p_values(values), [0.05, 1.0], rtol=0.01)
        assert_allclose(test.intervals(values).low[0], 0, atol=1e-12)


def test_p_values_hold_at_any_stop():
    test = Sequential(0.1, LOOKS)
    values = np.random.default_rng(13).normal(size=(1024, 500))
    p = np.min([test.p_values(values[:blocks]) for blocks in LOOKS], axis=0)
    assert np.mean(p < 0.05) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 500)
    assert np.mean(p < 0.3) > 0.2
    rare = np.zeros((64, 1))
    rare[5] = 1.0
    assert test.p_values(rare) == 1


def test_only_looks_are_answered():
    with pytest.raises(ValueError, match="65 blocks is not one of the looks"):
        Sequential(0.1, LOOKS).look(np.zeros(65))


def test_few_blocks_that_differ_ask_for_as_many_more_as_make_enough():
    """Three blocks of 64 make all the difference: five times as many are the least to go by."""
    values = np.zeros(64)
    values[:3] = 20.0
    result = Sequential(MARGIN, schedule(256)).look(values)
    assert result.verdict is Verdict.UNDECIDED and result.high == math.inf
    assert 64 * 3 < result.more < 64 * 5


# The mean of bounded blocks, and a figure


def pairs_of_games(rng, shape, chance):
    """Blocks of two games with the sides swapped: 0, a half or 1."""
    return rng.binomial(2, chance, shape) / 2


def tables_of_four(rng, shape, chance):
    """Blocks of sixteen games on the same luck: some are better than others for everybody."""
    luck = rng.beta(20 * chance, 20 * (1 - chance), shape)
    return rng.binomial(16, luck) / 16


def whole_blocks(rng, shape, chance):
    """A block goes to one of two."""
    return (rng.random(shape) < chance).astype(float)


CASES = [(pairs_of_games, 0.9), (pairs_of_games, 0.98), (tables_of_four, 0.4), (whole_blocks, 0.52)]
CLAIM_LOOKS = schedule(512, 32)


def stop_claims(values, figure, looks=CLAIM_LOOKS):
    """Many runs (columns), each stopped as a claim is: verdict, blocks and interval at the stop."""
    test, runs = Threshold(figure, looks), values.shape[1]
    verdicts, going = np.zeros(runs), np.ones(runs, bool)
    count, low, high = np.zeros(runs), np.zeros(runs), np.ones(runs)
    for blocks in looks:
        intervals = test.intervals(values[:blocks])
        verdict = (intervals.low > figure) * 1 - (intervals.high < figure) * 1
        count[going], low[going], high[going] = blocks, intervals.low[going], intervals.high[going]
        verdicts[going] = verdict[going]
        going &= verdict == 0
    return verdicts, count, low, high


@pytest.mark.parametrize(("blocks", "chance"), CASES)
def test_a_claim_that_is_just_false_is_seldom_shown(blocks, chance):
    """Where the truth is the figure itself: 2.5 % to each side, and three standard errors."""
    rng = np.random.default_rng([13, round(100 * chance)])
    verdicts, _, low, high = stop_claims(blocks(rng, (CLAIM_LOOKS[-1], RUNS), chance), chance)
    slack = 3 * math.sqrt(0.025 * 0.975 / RUNS)
    assert np.mean(verdicts > 0) < 0.025 + slack and np.mean(verdicts < 0) < 0.025 + slack
    assert np.mean((low <= chance) & (chance <= high)) > 0.95 - SLACK


@pytest.mark.soak
@pytest.mark.parametrize("looks", [CLAIM_LOOKS, schedule(2048, 32), (32,)], ids=str)
@pytest.mark.parametrize(("blocks", "chance"), CASES)
def test_false_claims_over_many_runs(blocks, chance, looks):
    rng, runs = np.random.default_rng([14, round(100 * chance), looks[-1]]), 10_000
    verdicts, _, low, high = stop_claims(blocks(rng, (looks[-1], runs), chance), chance, looks)
    assert np.mean(verdicts > 0) < 0.025 + 3 * math.sqrt(0.025 * 0.975 / runs)
    covered = np.mean((low <= chance) & (chance <= high))
    assert covered > 0.95 - 3 * math.sqrt(0.05 * 0.95 / runs)


def test_a_true_claim_is_shown_early_and_a_false_one_falls():
    rng = np.random.default_rng(15)
    values = pairs_of_games(rng, (CLAIM_LOOKS[-1], 300), 0.95)
    verdicts, count, low, high = stop_claims(values, 0.85)
    assert (verdicts == 1).all() and count.mean() < 150
    assert (low > 0.85).all() and (high <= 1.0).all()
    verdicts, _, _, high = stop_claims(values, 0.99)
    assert np.mean(verdicts == -1) > 0.98 and (high[verdicts == -1] < 0.99).all()


def test_a_claim_is_the_test_of_the_difference_from_its_figure():
    """At one look and with even blocks it is Student's interval."""
    values = np.tile([0.25, 0.5, 0.5, 0.75], 16)
    look = Threshold(0.4, (64,)).look(values)
    half = st.t.ppf(0.975, 63) * values.std(ddof=1) / 8
    assert_allclose((look.low, look.effect, look.high), (0.5 - half, 0.5, 0.5 + half))
    assert look.verdict is Verdict.ABOVE and look.last
    assert Threshold(0.5 - half, (64,)).verdict(0.5 - half, 1.0) is Verdict.UNDECIDED
    assert Threshold(0.6, (64,)).look(values).verdict is Verdict.BELOW


def test_a_bot_that_never_lost_may_lose_one_day():
    """Clopper and Pearson's end, since blocks that are all the same have no spread."""
    test = Threshold(0.9, (32, 64))
    look = test.look(np.ones(32))
    tail = st.norm.sf(Sequential(0.0, (32, 64)).critical(32))
    assert_allclose((look.low, look.high), ((tail / 2) ** (1 / 32), 1.0))
    assert look.verdict is Verdict.UNDECIDED and look.more > 0
    assert test.look(np.ones(64)).verdict is Verdict.ABOVE


def test_few_blocks_of_many_games_are_enough_for_a_narrow_interval():
    """Half of 512 games in 32 blocks: Student's interval, not that of 32 single trials."""
    values = np.random.default_rng(16).binomial(16, 0.47, 32) / 16
    look = Threshold(0.25, (32,)).look(values)
    half = st.t.ppf(0.975, 31) * values.std(ddof=1) / math.sqrt(32)
    assert look.high - look.low < 2.2 * half < 0.15
    assert look.verdict is Verdict.ABOVE


@pytest.mark.parametrize("blocks", [8, 16, 32])
@pytest.mark.parametrize("chance", [0.03, 0.25, 0.5])
def test_claims_of_few_blocks_cover(chance, blocks):
    rng = np.random.default_rng([17, blocks, round(100 * chance)])
    values = rng.binomial(16, chance, (blocks, 4000)) / 16
    interval = Threshold(0.5, (blocks,)).intervals(values)
    assert 0.94 < np.mean((interval.low <= chance) & (chance <= interval.high)) <= 1.0


def test_few_blocks_that_are_not_won_whole():
    """Three halves and a loss among 64 blocks: the two chances that the mean is bounded by."""
    values = np.ones(64)
    values[[5, 20, 40]], values[50] = 0.5, 0.0
    look = Threshold(0.5, (64,)).look(values)
    upper, lower = (st.beta.ppf(1 - 0.0125, k + 1, 64 - k) for k in (4, 1))
    assert_allclose(look.low, 1 - (upper + lower) / 2, atol=1e-9)
    mirrored = Threshold(0.5, (64,)).look(1 - values)
    assert_allclose((mirrored.low, mirrored.high), (1 - look.high, 1 - look.low))


def test_values_other_than_shares_are_refused():
    with pytest.raises(ValueError, match="must be a share, from 0 to 1"):
        Threshold(0.5, (4,)).look([0.0, 0.5, 1.0, 1.5])
