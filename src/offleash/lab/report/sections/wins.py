"""Who wins: by every factor in which seats differ, and against whom."""

from itertools import combinations

import numpy as np

from offleash.lab.report.arm_data import ArmData, Factor
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, forest
from offleash.lab.report.charts.matrix import matrix, square
from offleash.lab.report.estimates import format_estimate
from offleash.lab.report.numbers import number, percent
from offleash.lab.report.parts import Chart, Part, Section, Text
from offleash.lab.statistics.intervals import Interval, ratio_interval
from offleash.lab.statistics.multiple_comparisons import holm
from offleash.lab.statistics.ratings import collect, factor_design, pair_totals, rate
from offleash.tools.prose import join_and

SIGNIFICANCE = 0.05
SMALLEST_P = 0.001
RESAMPLES = 200  # of the fit of strengths


def wins_section(data: ArmData) -> Section:
    """Return a forest plot of win shares, the results of tests, and both matrices."""
    factors = data.factors
    rows = [
        ForestRow(level, data.win_shares(factor).one(place), panel=f"by {factor.title}")
        for factor in factors
        for place, level in enumerate(factor.levels)
    ]
    axis = ForestAxis("share of games won", is_share=True, reference=data.equal_share)
    caption = f"The dashed line marks an equal share, {percent(data.equal_share)}."
    parts: list[Part] = [
        forest("Win shares", rows, axis, f"{caption} Lines are 95 % intervals.", "wins"),
        Text(_verdicts(data)),
        *_crossed(data),
        *_match_ups(data),
        *_strengths(data),
    ]
    return Section("Who wins?", parts, _lead(data))


def _lead(data: ArmData) -> str:
    main = data.main_factor
    if main is None:
        return "All seats are alike."
    (best, high), (worst, low) = data.extreme_levels(main)
    return (
        f"{best} wins {format_estimate(high, True)} of the games and {worst} "
        f"{format_estimate(low, True)}; "
        f"an equal share would be {percent(data.equal_share)}."
    )


def _verdicts(data: ArmData) -> list[str]:
    """Return a test of each factor, by whole blocks, corrected for the number of factors."""
    adjusted = holm([data.win_test(factor) for factor in data.factors])
    return [_verdict(factor, float(p)) for factor, p in zip(data.factors, adjusted, strict=True)]


def _verdict(factor: Factor, p: float) -> str:
    name = f"The {join_and(f'{alias}s' for alias in (factor.name, *factor.aliases))}"
    together = ", which go together here," if factor.aliases else ""
    if np.isnan(p):
        return f"{name}{together} can't be told apart with so few games."
    if p >= SIGNIFICANCE:
        return f"{name}{together} may well win equally often (p = {number(p, 2)})."
    p_value = f"p < {SMALLEST_P}" if p < SMALLEST_P else f"p = {number(p, 3)}"
    return f"{name}{together} do not win equally often ({p_value})."


def _crossed(data: ArmData) -> list[Chart]:
    """Return win shares by the first two factors that occur in every combination."""
    for one, other in combinations(data.factors, 2):
        both = one.codes * len(other.levels) + other.codes
        crossed = Factor("both", tuple(map(str, range(len(one.levels) * len(other.levels)))), both)
        if "side" in (one.name, other.name) or len(np.unique(both)) < len(crossed.levels):
            continue
        shares = data.win_shares(crossed)
        cells = {
            (row, column): shares.one(i * len(other.levels) + j)
            for i, row in enumerate(one.levels)
            for j, column in enumerate(other.levels)
        }
        title = f"Win shares by {one.name} and {other.name}"
        caption = (
            f"Blue: below {percent(data.equal_share)}; orange: above. Small print: 95 % intervals."
        )
        return [matrix(title, cells, True, data.equal_share, caption=caption, slug="wins-crossed")]
    return []


def _match_ups(data: ArmData) -> list[Chart]:
    """Return how often one level of the main factor finishes ahead of another."""
    main = data.main_factor
    whole = (data.places >= 0).all(axis=1)
    if main is None or main.name in ("seat", "side") or not whole.any():
        return []
    size = len(main.levels)
    ahead, met = pair_totals(main.codes[whole], data.places[whole], data.groups[whole], size)
    shares = ratio_interval(ahead.reshape(-1, size**2), met.reshape(-1, size**2), share=True)
    cells: dict[tuple[int, int], Interval] = {
        (i, j): shares.one(i * size + j)
        for i in range(size)
        for j in range(size)
        if i != j and not np.isnan(shares.value[i * size + j])
    }
    caption = "How often the row finishes ahead of the column; equal places count half."
    title = f"Which {main.name} finishes ahead of which"
    return [matrix(title, square(main.levels, cells), True, 0.5, caption=caption, slug="match-ups")]


def _strengths(data: ArmData) -> list[Chart]:
    """Return the strength of each level in the finishing order, with all factors fitted at once."""
    factors = [factor for factor in data.factors if factor.name != "side"]
    whole = (data.places >= 0).all(axis=1)
    if len(factors) < 2 or not whole.any():
        return []
    sizes = [len(factor.levels) for factor in factors]
    competitors = np.ravel_multi_index([factor.codes[whole] for factor in factors], sizes)
    count = int(np.prod(sizes))
    results = collect(competitors, data.places[whole], data.groups[whole], count)
    design, slices = factor_design(*np.unravel_index(np.arange(count), sizes))
    fitted = rate(results, design, resamples=RESAMPLES)
    rows = [
        ForestRow(
            level, _against_average(fitted.one(part.start + place)), panel=f"by {factor.title}"
        )
        for factor, part in zip(factors, slices, strict=True)
        for place, level in enumerate(factor.levels)
    ]
    axis = ForestAxis("chance to finish ahead of an average opponent", is_share=True, reference=0.5)
    *first, last = (factor.name for factor in factors)
    names = f"{', '.join(first)} and {last}"
    caption = (
        f"From one fit of all finishing orders (Plackett–Luce), which separates the effects of "
        f"{names}: how often each would finish ahead of an average opponent."
    )
    return [forest("How strong each is, all else being equal", rows, axis, caption, "strengths")]


def _against_average(strength: Interval) -> Interval:
    """Convert a strength, in natural log-odds, to a chance."""
    ends = (strength.value, strength.low, strength.high)
    return Interval(*(float(1 / (1 + np.exp(-end))) for end in ends))
