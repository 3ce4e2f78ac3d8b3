"""Many variants on the same luck: a grid over options, or samples that say which options matter.

Every point is an arm. All of them play the same blocks, so a difference from the base rules is a
difference of rules. With Sobol samples options take their values with equal probability; points
that come up again are played once.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.errors import OffleashError
from offleash.core.game import MAIN, MEAN, Game, Label, Records
from offleash.lab.accounts import Account
from offleash.lab.differences import columns, ends, number, values
from offleash.lab.experiment import Experiment, Work
from offleash.lab.extra import require
from offleash.lab.measures import find_measure
from offleash.lab.plan import Arm, Plan, make_arm
from offleash.lab.ranges import Range
from offleash.lab.run import Results, Run, Told
from offleash.lab.shapes import RANGES, TEXT, TEXTS, WHOLE, check_goal
from offleash.lab.simulate import told_figures
from offleash.lab.statistics.intervals import holm, paired_ratio_difference

KIND = "sweep"
GAMES, SOBOL_GAMES = 2400, 480  # of each point
MOST_POINTS = 400
MOST_SAMPLES = 4096
BASE = "base"  # what the point of the base rules is called where the grid has none for it
FEW = 5  # measures of a game without headings that are told if none is named

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
    """The arms of a sweep, one for each point, and its goal."""
    if not ranges:
        raise OffleashError("a sweep needs at least one option to vary")
    _check_samples(sobol)
    if sobol is None:
        _refuse_many(len(each.values) for each in ranges)
    points = list(dict.fromkeys(design(ranges, sobol, seed)))
    if len(points) > MOST_POINTS:
        raise OffleashError(
            f"{sobol} Sobol samples of {len(ranges)} options are {len(points):,} points; a sweep "
            f"takes {MOST_POINTS} at most: take fewer samples or fewer values"
        )
    arms = [_arm(game, base, bots, ranges, point) for point in points]
    here = _base_point(game, base, ranges)
    if here not in points:
        arms.append(make_arm(game, BASE, base, bots))
    goal: dict[str, Any] = {"over": {each.name: list(each.values) for each in ranges}}
    goal["base"] = point_name(ranges, here) if here in points else BASE
    goal |= {"measures": list(measures)} if measures else {}
    return arms, goal | ({"sobol": sobol} if sobol else {})


def _refuse_many(sizes: Iterable[int]) -> None:
    """A grid is refused before it is listed."""
    if (count := math.prod(sizes)) > MOST_POINTS:
        raise OffleashError(f"the grid has {count:,} points; a sweep takes {MOST_POINTS} at most")


def _check_samples(sobol: int | None) -> None:
    if sobol is None:
        return
    require("a sweep with Sobol samples", "scipy")
    if not 2 <= sobol <= MOST_SAMPLES or sobol & (sobol - 1):
        raise OffleashError(
            f"the number of Sobol samples is {sobol}; it must be a power of two from 2 to "
            f"{MOST_SAMPLES}"
        )


def design(ranges: Sequence[Range], sobol: int | None, seed: int) -> list[Point]:
    """Every point in order; with samples, those of Saltelli's design, some of them repeatedly."""
    if sobol is None:
        return list(product(*(each.values for each in ranges)))
    from offleash.lab.statistics.sensitivity import sobol_points

    cube = sobol_points(len(ranges), sobol, seed)
    return [
        tuple(each.values[int(u * len(each.values))] for each, u in zip(ranges, row, strict=True))
        for row in cube
    ]


def point_name(ranges: Sequence[Range], point: Point) -> str:
    """What a point is called: `rounds=4, tie=nobody`."""
    return ", ".join(f"{each.name}={value}" for each, value in zip(ranges, point, strict=True))


def _arm(
    game: Game, base: Records, bots: Sequence[str], ranges: Sequence[Range], point: Point
) -> Arm:
    chosen = {each.name: value for each, value in zip(ranges, point, strict=True)}
    name = point_name(ranges, point)
    try:
        options = game.options(game.base(base) or None, game.changed(base), chosen)
        return make_arm(game, name, options, bots)
    except OffleashError as error:
        raise OffleashError(f"at {name}: {error}") from None


def _base_point(game: Game, base: Records, ranges: Sequence[Range]) -> Point:
    switches = {switch.name: switch for switch in game.switches}
    return tuple(switches[each.name].format(base[each.name][0]) for each in ranges)


# Playing it


def check(experiment: Experiment) -> list[Label]:
    """The measures that a plan asks for; one that can't be told is refused."""
    asked(experiment)
    labels = experiment.play(Work(0, 0, 1)).account.labels
    wanted = experiment.plan.goal.get("measures", [])
    found = [find_measure(labels, text) for text in wanted] or usual_measures(labels)
    for label in found:
        if label.extent != MEAN:
            raise OffleashError(
                f"{label.key!r} is the {label.extent} of all games, and only means can be compared"
            )
    return list(dict.fromkeys(found))


def asked(experiment: Experiment) -> None:
    """The same before anything is played: every point of the goal is an arm, as is the base."""
    plan = experiment.plan
    check_goal(plan, {"over": RANGES, "base": TEXT}, {"measures": TEXTS, "sobol": WHOLE})
    _check_samples(plan.goal.get("sobol"))
    known = {switch.name for switch in experiment.game.switches}
    for name, listed in plan.goal["over"].items():
        if name not in known:
            raise OffleashError(f"{experiment.game.title} has no option {name!r}")
        if not listed:
            raise OffleashError(f"the range of {name} is empty")
    if "sobol" not in plan.goal:
        _refuse_many(map(len, plan.goal["over"].values()))
    names = {arm.name for arm in plan.arms}
    for name in (*_points(plan), plan.goal["base"]):
        if name not in names:
            raise OffleashError(f"the sweep has a point {name!r}, and the plan no arm for it")


def usual_measures(labels: Sequence[Label]) -> list[Label]:
    """What is told if nothing is named: the first row under each of the first two headings."""
    means = [label for label in labels if label.extent == MEAN]
    main = [label for label in means if label.depth == MAIN] or means
    headings = list(dict.fromkeys(label.heading for label in main if label.heading))[:2]
    if len(headings) < 2:
        return main[:FEW]
    first = {label.heading: label.name for label in reversed(main)}
    return [each for each in main if each.heading in headings and first[each.heading] == each.name]


def conduct(run: Run, told: Told | None = None) -> dict[str, Any]:
    """Plays all points and sets them beside the base."""
    experiment, plan = run.experiment, run.experiment.plan
    labels = check(experiment)
    results = run.play(told=told)
    accounts = [results.account(arm) for arm in range(len(plan.arms))]
    names = [arm.name for arm in plan.arms]
    base = names.index(plan.goal["base"])
    differences = _differences(accounts, base, labels)
    points = _points(plan)
    told_points = [
        {
            "name": names[arm],
            "values": _chosen(plan, points.get(names[arm])),
            **_told(results, arm, labels, account),
            "differences": differences[arm],
        }
        for arm, account in enumerate(accounts)
    ]
    return {
        "kind": plan.kind,
        "game": plan.game,
        "rules": experiment.game.rules_version,
        "preset": plan.arms[base].preset,
        "options": dict(plan.arms[base].options),
        "seats": list(plan.arms[base].lineups[0]),
        "seatings": plan.seatings,
        "seed": plan.seed,
        "blocks": experiment.blocks,
        "games": sum(point["games"] for point in told_points),
        "unfinished": sum(point["unfinished"] for point in told_points),
        "over": plan.goal["over"],
        "sobol": plan.goal.get("sobol"),
        "base": base,
        "measures": [
            {"measure": label.key, "unit": label.unit, "is_share": label.is_share}
            for label in labels
        ],
        "points": told_points,
        **({"indices": _indices(plan, accounts, labels)} if "sobol" in plan.goal else {}),
        "digest": results.digest(),
    }


def _told(results: Results, arm: int, labels: Sequence[Label], account: Account) -> dict[str, Any]:
    """What the measures of one point came to."""
    return {
        "games": results.games(arm),
        "unfinished": results.unfinished(arm),
        **told_figures([figure for figure in account.figures() if figure.label in labels]),
    }


def _chosen(plan: Plan, point: Point | None) -> dict[str, str] | None:
    """The options of a point, or nothing for a base that lies outside the grid."""
    return None if point is None else dict(zip(plan.goal["over"], point, strict=True))


def _ranges(plan: Plan) -> list[Range]:
    return [Range(name, tuple(listed)) for name, listed in plan.goal["over"].items()]


def _points(plan: Plan) -> dict[str, Point]:
    """By the name of its arm, every point; a base outside the grid is none."""
    ranges = _ranges(plan)
    points = design(ranges, plan.goal.get("sobol"), plan.seed)
    return {point_name(ranges, point): point for point in points}


def _differences(
    accounts: Sequence[Account], base: int, labels: Sequence[Label]
) -> list[dict[str, Any]]:
    """By point and measure, the difference from the base; p-values are Holm's over all of them."""
    found: list[dict[str, Any]] = []
    for arm, account in enumerate(accounts):
        shared = [each for each in labels if each in account.means and each in accounts[base].means]
        told = paired_ratio_difference(*columns(accounts[base], shared), *columns(account, shared))
        rows = zip(shared, told.value, told.low, told.high, told.p, strict=True)
        own = {
            label.key: {"difference": float(d), "interval": ends(low, high), "p": float(p)}
            for label, d, low, high, p in rows
            if not math.isnan(d)
        }
        found.append({} if arm == base else own)
    every = [each for point in found for each in point.values()]
    for each, adjusted in zip(every, holm([each["p"] for each in every]), strict=True):
        each["p_holm"] = number(adjusted)
        each["p"] = number(each["p"])
    return found


def _indices(
    plan: Plan, accounts: Sequence[Account], labels: Sequence[Label]
) -> dict[str, dict[str, dict[str, list[float | None]]]]:
    """By measure: what share of the spread between points each option makes, alone and in all."""
    from offleash.lab.statistics.sensitivity import sobol_indices

    ranges, names = _ranges(plan), [arm.name for arm in plan.arms]
    rows = [
        names.index(point_name(ranges, point))
        for point in design(ranges, plan.goal["sobol"], plan.seed)
    ]
    by_arm = np.array([_row(account, labels) for account in accounts])
    known = [i for i in range(len(labels)) if not np.isnan(by_arm[rows, i]).any()]
    found = sobol_indices(by_arm[rows][:, known], len(ranges), plan.seed)
    told = {}
    for place, i in enumerate(known):
        told[labels[i].key] = {
            name: {
                each.name: [number(it[place, column]) for it in (part.value, part.low, part.high)]
                for column, each in enumerate(ranges)
            }
            for name, part in (("first", found.first), ("total", found.total))
        }
    return told


def _row(account: Account, labels: Sequence[Label]) -> NDArray[np.float64]:
    """The values of the measures; NaN where an arm has none of it."""
    return np.array(
        [values(account, [each])[0] if each in account.means else math.nan for each in labels]
    )
