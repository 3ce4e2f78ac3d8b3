"""Many variants on the same luck: a grid over options, or Sobol samples to rank them.

Every point is an arm. All of them play the same blocks, so a difference from the base rules is a
difference of rules. With Sobol samples options take their values with equal probability; points
that come up again are played once.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import MAIN, MEAN, Game, Label, Records
from offleash.contract.options import describe_settings, format_setting, parts_of
from offleash.lab.experiments.simulate import figures_to_json, summary_head
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.differences import columns, interval_to_json, number_to_json, values
from offleash.lab.figures.measures import find_measure
from offleash.lab.plans.plan import RANGES, TEXT, TEXTS, WHOLE, Arm, Plan, check_goal, make_arm
from offleash.lab.plans.ranges import Range
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run, ShardCallback
from offleash.lab.statistics.intervals import paired_ratio_difference
from offleash.lab.statistics.multiple_comparisons import holm
from offleash.lab.statistics.sobol_sequence import MAX_DIMENSIONS
from offleash.tools.errors import OffleashError

KIND = "sweep"
MOST_POINTS = 400
MOST_SAMPLES = 4096
BASE = "base"  # name of the base rules if they are not on the grid
DEFAULT_MEASURES = 5  # default number of measures for a game without headings

Point = tuple[str, ...]  # a value for each option, as text


# The plan


def plan_sweep(
    game: Game,
    base: Records,
    bots: Sequence[str],
    ranges: Sequence[Range],
    sobol: int | None = None,
    seed: int = 0,
    measures: Sequence[str] = (),
) -> tuple[list[Arm], dict[str, Any]]:
    """Return the arms of a sweep, one for each point, and its goal."""
    if not ranges:
        raise OffleashError("a sweep needs at least one option to vary")
    _check_samples(sobol, len(ranges))
    if sobol is None:
        _refuse_many(len(axis.values) for axis in ranges)
    points = list(dict.fromkeys(design(ranges, sobol, seed)))
    if len(points) > MOST_POINTS:
        raise OffleashError(
            f"{sobol} Sobol samples of {len(ranges)} options are {len(points):,} points; a sweep "
            f"takes {MOST_POINTS} at most: take fewer samples or fewer values"
        )
    arms = [_arm(game, base, bots, ranges, point) for point in points]
    base_point = _base_point(game, base, ranges)
    if base_point not in points:
        arms.append(make_arm(game, BASE, base, bots))
    goal: dict[str, Any] = {"over": {axis.name: list(axis.values) for axis in ranges}}
    goal["base"] = point_name(ranges, base_point) if base_point in points else BASE
    goal |= {"measures": list(measures)} if measures else {}
    return arms, goal | ({"sobol": sobol} if sobol else {})


def _refuse_many(sizes: Iterable[int]) -> None:
    """Raise OffleashError if a grid is too large, before it is listed."""
    if (count := math.prod(sizes)) > MOST_POINTS:
        raise OffleashError(f"the grid has {count:,} points; a sweep takes {MOST_POINTS} at most")


def _check_samples(sobol: int | None, options: int) -> None:
    if sobol is None:
        return
    if 2 * options > MAX_DIMENSIONS:
        raise OffleashError(
            f"a sweep with Sobol samples takes {MAX_DIMENSIONS // 2} options at most, not {options}"
        )
    if not 2 <= sobol <= MOST_SAMPLES or sobol & (sobol - 1):
        raise OffleashError(
            f"the number of Sobol samples is {sobol}; it must be a power of two from 2 to "
            f"{MOST_SAMPLES}"
        )


def design(ranges: Sequence[Range], sobol: int | None, seed: int) -> list[Point]:
    """Return all points in order; with samples, those of Saltelli's design, which may repeat."""
    if sobol is None:
        return list(product(*(axis.values for axis in ranges)))
    from offleash.lab.statistics.sensitivity import sobol_points

    cube = sobol_points(len(ranges), sobol, seed)
    return [
        tuple(axis.values[int(u * len(axis.values))] for axis, u in zip(ranges, row, strict=True))
        for row in cube
    ]


def point_name(ranges: Sequence[Range], point: Point) -> str:
    """Return the name of a point: `rounds=4, tie=nobody`."""
    return ", ".join(f"{axis.name}={value}" for axis, value in zip(ranges, point, strict=True))


def _arm(
    game: Game, base: Records, bots: Sequence[str], ranges: Sequence[Range], point: Point
) -> Arm:
    changes = {axis.name: value for axis, value in zip(ranges, point, strict=True)}
    name = point_name(ranges, point)
    try:
        options = game.options(game.base(base) or None, game.changes(base), changes)
        return make_arm(game, name, options, bots)
    except OffleashError as error:
        raise OffleashError(f"at {describe_settings(changes)}: {error}") from None


def _base_point(game: Game, base: Records, ranges: Sequence[Range]) -> Point:
    return tuple(format_setting(game.rules.options, base, axis.name) for axis in ranges)


# Playing


def check(experiment: Experiment) -> list[Label]:
    """Return the measures that a plan asks for. Raise OffleashError if one can't be compared."""
    check_settings(experiment)
    labels = experiment.labels(0)
    texts = experiment.plan.goal.get("measures", [])
    measures = [find_measure(labels, text) for text in texts] or usual_measures(labels)
    for label in measures:
        if label.extent != MEAN:
            raise OffleashError(
                f"{label.key!r} is the {label.extent} of all games, and only means can be compared"
            )
    return list(dict.fromkeys(measures))


def check_settings(experiment: Experiment) -> None:
    """Raise OffleashError if the goal is invalid or a point has no arm; play nothing."""
    plan = experiment.plan
    check_goal(plan, {"over": RANGES, "base": TEXT}, {"measures": TEXTS, "sobol": WHOLE})
    _check_samples(plan.goal.get("sobol"), len(plan.goal["over"]))
    option_list = experiment.game.rules.options
    known = {*(option.name for option in option_list), *parts_of(option_list)}
    for name, listed in plan.goal["over"].items():
        if name not in known:
            raise OffleashError(f"{experiment.game.title} has no option {name!r}")
        if not listed:
            raise OffleashError(f"the range of {name} is empty: list its values")
    if "sobol" not in plan.goal:
        _refuse_many(map(len, plan.goal["over"].values()))
    names = {arm.name for arm in plan.arms}
    for name in (*_points(plan), plan.goal["base"]):
        if name not in names:
            raise OffleashError(f"the sweep has a point {name!r}, but the plan has no arm for it")


def usual_measures(labels: Sequence[Label]) -> list[Label]:
    """Return the default measures: the first row under each of the first two headings."""
    means = [label for label in labels if label.extent == MEAN]
    main = [label for label in means if label.depth == MAIN] or means
    headings = list(dict.fromkeys(label.heading for label in main if label.heading))[:2]
    if len(headings) < 2:
        return main[:DEFAULT_MEASURES]
    first = {label.heading: label.name for label in reversed(main)}
    return [
        label for label in main if label.heading in headings and first[label.heading] == label.name
    ]


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Play all points and compare them with the base."""
    experiment, plan = run.experiment, run.experiment.plan
    labels = check(experiment)
    results = run.play(on_progress=on_progress)
    accounts = [results.account(arm) for arm in range(len(plan.arms))]
    names = [arm.name for arm in plan.arms]
    base = names.index(plan.goal["base"])
    differences = _differences(accounts, base, labels)
    points = {
        name: dict(zip(plan.goal["over"], point, strict=True))
        for name, point in _points(plan).items()
    }
    point_summaries = [
        {
            "name": names[arm],
            "values": points.get(names[arm]),
            "games": results.games(arm),
            "unfinished": results.unfinished(arm),
            **figures_to_json([figure for figure in account.figures() if figure.label in labels]),
            "differences": differences[arm],
        }
        for arm, account in enumerate(accounts)
    ]
    return {
        **summary_head(experiment, base),
        "blocks": experiment.blocks,
        "games": sum(point["games"] for point in point_summaries),
        "unfinished": sum(point["unfinished"] for point in point_summaries),
        "over": plan.goal["over"],
        "sobol": plan.goal.get("sobol"),
        "base": base,
        "measures": [
            {"measure": label.key, "unit": label.unit, "is_share": label.is_share}
            for label in labels
        ],
        "points": point_summaries,
        **({"indices": _indices(plan, accounts, labels)} if "sobol" in plan.goal else {}),
        "digest": results.digest(),
    }


def games_text(points: Sequence[Mapping[str, Any]]) -> str:
    """Return `480 games each`, or `480 to 5,760 games` if points have different numbers."""
    counts = [point["games"] for point in points]
    if len(set(counts)) == 1:
        return f"{counts[0]:,} games each"
    return f"{min(counts):,} to {max(counts):,} games"


def _ranges(plan: Plan) -> list[Range]:
    return [Range(name, tuple(listed)) for name, listed in plan.goal["over"].items()]


def _points(plan: Plan) -> dict[str, Point]:
    """Return all points by the names of their arms, without a base outside the grid."""
    ranges = _ranges(plan)
    points = design(ranges, plan.goal.get("sobol"), plan.seed)
    return {point_name(ranges, point): point for point in points}


def _differences(
    accounts: Sequence[MeasureAccount], base: int, labels: Sequence[Label]
) -> list[dict[str, Any]]:
    """Return differences from the base by point and measure, with Holm-adjusted p-values."""
    by_point: list[dict[str, Any]] = []
    for arm, account in enumerate(accounts):
        shared = [
            label for label in labels if label in account.means and label in accounts[base].means
        ]
        intervals = paired_ratio_difference(
            *columns(accounts[base], shared), *columns(account, shared)
        )
        estimates = zip(
            shared, intervals.value, intervals.low, intervals.high, intervals.p, strict=True
        )
        own = {
            label.key: {
                "difference": float(d),
                "interval": interval_to_json(low, high),
                "p": float(p),
            }
            for label, d, low, high, p in estimates
            if not math.isnan(d)
        }
        by_point.append({} if arm == base else own)
    rows = [row for point in by_point for row in point.values()]
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_holm"] = number_to_json(adjusted)
        row["p"] = number_to_json(row["p"])
    return by_point


def _indices(
    plan: Plan, accounts: Sequence[MeasureAccount], labels: Sequence[Label]
) -> dict[str, dict[str, dict[str, list[float | None]]]]:
    """Return first-order and total Sobol indices by measure and option."""
    from offleash.lab.statistics.sensitivity import sobol_indices

    ranges, names = _ranges(plan), [arm.name for arm in plan.arms]
    rows = [
        names.index(point_name(ranges, point))
        for point in design(ranges, plan.goal["sobol"], plan.seed)
    ]
    by_arm = np.array([_row(account, labels) for account in accounts])
    known = [i for i in range(len(labels)) if not np.isnan(by_arm[rows, i]).any()]
    sensitivity = sobol_indices(by_arm[rows][:, known], len(ranges), plan.seed)
    indices = {}
    for place, i in enumerate(known):
        indices[labels[i].key] = {
            name: {
                axis.name: [
                    number_to_json(numbers[place, column])
                    for numbers in (part.value, part.low, part.high)
                ]
                for column, axis in enumerate(ranges)
            }
            for name, part in (("first", sensitivity.first), ("total", sensitivity.total))
        }
    return indices


def _row(account: MeasureAccount, labels: Sequence[Label]) -> NDArray[np.float64]:
    """Return the values of the measures; NaN if the arm does not have one."""
    return np.array(
        [values(account, [label])[0] if label in account.means else math.nan for label in labels]
    )
