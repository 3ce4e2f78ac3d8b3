"""Who wins: by everything that seats differ by, and against whom."""

from itertools import combinations

import numpy as np

from offleash.lab.report.estimates import told
from offleash.lab.report.forest import Look, Row, forest
from offleash.lab.report.material import Kind, Material
from offleash.lab.report.matrix import matrix, square
from offleash.lab.report.numbers import number, percent
from offleash.lab.report.parts import Chart, Part, Section, Text
from offleash.lab.statistics import (
    Interval,
    collect,
    equal_means,
    factor_design,
    holm,
    pair_totals,
    rate,
    ratio_interval,
)

SURE = 0.05  # a difference that chance brings about less often counts as one
RARELY = 0.001
RESAMPLES = 200  # of the fit of strengths


def wins(material: Material) -> Section:
    """A forest of win shares, what tests say of them, and both matrices."""
    kinds = material.kinds
    rows = [
        Row(level, material.win_shares(kind).one(place), panel=f"by {kind.title}")
        for kind in kinds
        for place, level in enumerate(kind.levels)
    ]
    look = Look("share of the games that are won", is_share=True, reference=material.even)
    caption = f"The dashed line is where all would be if all were equal, {percent(material.even)}."
    parts: list[Part] = [
        forest("Win shares", rows, look, f"{caption} Lines are 95 % intervals.", "wins"),
        Text(_verdicts(material)),
        *_crossed(material),
        *_match_ups(material),
        *_strengths(material),
    ]
    return Section("Who wins?", parts, _lead(material))


def _lead(material: Material) -> str:
    main = material.main
    if main is None:
        return "All seats are alike."
    shares = material.win_shares(main)
    best, worst = int(np.nanargmax(shares.value)), int(np.nanargmin(shares.value))
    high, low = (told(shares.one(place), is_share=True) for place in (best, worst))
    return (
        f"{main.levels[best]} wins {high} of the games, {main.levels[worst]} {low}; "
        f"{percent(material.even)} would be even."
    )


def _verdicts(material: Material) -> list[str]:
    """What a test says of each kind; it takes whole blocks, and the kinds as one family."""
    tests = []
    for kind in material.kinds:
        totals, of = material.by_level(kind, material.won)
        with np.errstate(invalid="ignore"):
            means = totals / of
        tests.append(equal_means(means[~np.isnan(means).any(axis=1)]).p)
    adjusted = holm(tests)
    return [_verdict(kind, float(p)) for kind, p in zip(material.kinds, adjusted, strict=True)]


def _verdict(kind: Kind, p: float) -> str:
    name = " and ".join(f"{each}s" for each in (kind.name, *kind.same))
    together = " (which go together here)" if kind.same else ""
    if np.isnan(p):
        return f"{name.capitalize()}{together}: too few games to tell."
    if p >= SURE:
        return (
            f"{name.capitalize()}{together}: no difference that chance would not bring about as "
            f"well (p = {number(p, 2)})."
        )
    rare = f"p < {RARELY}" if p < RARELY else f"p = {number(p, 3)}"
    return f"{name.capitalize()}{together} are not equal: chance alone would hardly do it ({rare})."


def _crossed(material: Material) -> list[Chart]:
    """Win shares of the first two kinds that are not tied to each other, one against the other."""
    for one, other in combinations(material.kinds, 2):
        both = one.codes * len(other.levels) + other.codes
        crossed = Kind("both", tuple(map(str, range(len(one.levels) * len(other.levels)))), both)
        if "side" in (one.name, other.name) or len(np.unique(both)) < len(crossed.levels):
            continue
        shares = material.win_shares(crossed)
        cells = {
            (row, column): shares.one(i * len(other.levels) + j)
            for i, row in enumerate(one.levels)
            for j, column in enumerate(other.levels)
        }
        title = f"Win shares by {one.name} and {other.name}"
        caption = f"Blue: less than {percent(material.even)}, orange: more. Small: 95 % intervals."
        return [matrix(title, cells, True, material.even, caption=caption, slug="wins-crossed")]
    return []


def _match_ups(material: Material) -> list[Chart]:
    """How often one level of the main kind finishes ahead of another."""
    main = material.main
    whole = (material.places >= 0).all(axis=1)
    if main is None or main.name in ("seat", "side") or not whole.any():
        return []
    size = len(main.levels)
    ahead, met = pair_totals(
        main.codes[whole], material.places[whole], material.groups[whole], size
    )
    shares = ratio_interval(ahead.reshape(-1, size**2), met.reshape(-1, size**2), share=True)
    cells: dict[tuple[int, int], Interval] = {
        (i, j): shares.one(i * size + j)
        for i in range(size)
        for j in range(size)
        if i != j and not np.isnan(shares.value[i * size + j])
    }
    caption = (
        "How often the one at the left finishes ahead of the one above; equal places count half."
    )
    title = f"Which {main.name} finishes ahead of which"
    return [matrix(title, square(main.levels, cells), True, 0.5, caption=caption, slug="match-ups")]


def _strengths(material: Material) -> list[Chart]:
    """What each level adds to a place in the finishing order, all kinds fitted at once."""
    kinds = [kind for kind in material.kinds if kind.name != "side"]
    whole = (material.places >= 0).all(axis=1)
    if len(kinds) < 2 or not whole.any():
        return []
    sizes = [len(kind.levels) for kind in kinds]
    who = np.ravel_multi_index([kind.codes[whole] for kind in kinds], sizes)
    count = int(np.prod(sizes))
    results = collect(who, material.places[whole], material.groups[whole], count)
    design, slices = factor_design(*np.unravel_index(np.arange(count), sizes))
    fitted = rate(results, design, resamples=RESAMPLES)
    rows = [
        Row(level, _against_average(fitted.one(part.start + place)), panel=f"by {kind.title}")
        for kind, part in zip(kinds, slices, strict=True)
        for place, level in enumerate(kind.levels)
    ]
    look = Look("chance to finish ahead of an average opponent", is_share=True, reference=0.5)
    *first, last = (kind.name for kind in kinds)
    told_apart = f"{', '.join(first)} and {last}"
    caption = (
        f"One fit of all finishing orders (Plackett–Luce) that tells {told_apart} apart: what each "
        "would do against an average opponent, everything else being equal."
    )
    return [forest("How strong each one is by itself", rows, look, caption, "strengths")]


def _against_average(strength: Interval) -> Interval:
    """A strength in natural logs of odds as a chance."""
    ends = (strength.value, strength.low, strength.high)
    return Interval(*(float(1 / (1 + np.exp(-end))) for end in ends))
