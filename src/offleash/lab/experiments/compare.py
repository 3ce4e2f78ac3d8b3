"""Two arms on the same luck, and whether one measure differs by more than a margin.

The looks are fixed before the first game, in whole groups of blocks. After each look the test
either stops with an answer or goes on to the next.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from offleash.contract import MEAN, RECORDED, Label
from offleash.lab.experiments.simulate import figures_to_json
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.differences import (
    Numbers,
    change_scale,
    defined_labels,
    interval_to_json,
    largest_step,
    looks_to_json,
    paired_differences,
    shared_labels,
    values,
)
from offleash.lab.figures.measures import find_measure, first_questions
from offleash.lab.plans.plan import NUMBER, TEXT, Arm, Plan, arm_options, check_goal
from offleash.lab.questions.compare import OTHER_MARGIN, SHARE_MARGIN, Compare
from offleash.lab.questions.field import check_bounds
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Results, Run, ShardCallback
from offleash.lab.statistics.multiple_comparisons import holm
from offleash.lab.statistics.sequential import Look, Sequential, Verdict, schedule
from offleash.tools.errors import OffleashError

KIND = "compare"
FIRST_LOOK = 96  # groups of blocks at the first look
LEAST_MARGIN = 1e-9  # the margin if both arms have the value 0
WHOLE = ", all"  # how the key of a measure ends whose parts have measures of their own
NEAR_MARGIN = "differs, and about as much as the margin"


def goal_of(
    measure: str | None = None,
    margin: float | None = None,
    level: float = Compare.level,
    precision: float | None = None,
) -> dict[str, Any]:
    """Return the goal of a comparison; settings left out are chosen when it starts."""
    goal = {"measure": measure, "margin": margin, "level": level, "precision": precision}
    return {name: value for name, value in goal.items() if value is not None}


@dataclass(frozen=True)
class ComparisonSettings:
    """The measure that decides the comparison, and when to look."""

    label: Label
    first: tuple[Label, ...]  # what a designer asks first
    margin: float | None  # None: derived at the first look
    level: float
    looks: tuple[int, ...]  # in groups of blocks


def check(experiment: Experiment) -> ComparisonSettings:
    """Return the settings of a plan. Raise OffleashError if they can't be met."""
    margin, level, looks = check_settings(experiment)
    labels = [experiment.labels(arm) for arm in range(2)]
    label = _label(experiment.plan.goal.get("measure"), labels)
    return ComparisonSettings(label, tuple(first_questions(labels[0])), margin, level, looks)


def check_settings(experiment: Experiment) -> tuple[float | None, float, tuple[int, ...]]:
    """Check margin, level and looks without playing. Raise OffleashError if one is wrong."""
    plan, goal = experiment.plan, experiment.plan.goal
    numbers = dict.fromkeys(("margin", "level", "precision"), NUMBER)
    check_goal(plan, {}, {"measure": TEXT, **numbers})
    if len(plan.arms) != 2:
        raise OffleashError(f"a comparison is between two arms, and the plan has {len(plan.arms)}")
    if _identity(plan.arms[0]) == _identity(plan.arms[1]):
        raise OffleashError("a and b are the same, so there is nothing to compare")
    margin, level = goal.get("margin"), float(goal.get("level", Compare.level))
    check_bounds(Compare, goal)
    groups = experiment.blocks // experiment.group
    if groups < FIRST_LOOK:
        least = FIRST_LOOK * min(experiment.games_per_block)
        raise OffleashError(
            f"a comparison needs at least {FIRST_LOOK} blocks, here {least:,} games of each arm, "
            f"and the plan allows {plan.games:,}"
        )
    return margin, level, schedule(groups, FIRST_LOOK)


def _identity(arm: Arm) -> tuple[Any, ...]:
    return arm.preset, sorted(arm.options.items()), arm.lineups


def _label(text: str | None, arms: Sequence[Sequence[Label]]) -> Label:
    """Return the measure that decides: the one in the goal, else the first that both arms have."""
    shared = shared_labels(arms, RECORDED)
    if text is None:
        return (shared_labels(arms) or shared)[0]
    label = find_measure([label for labels in arms for label in labels], text)
    if label.extent != MEAN:
        raise OffleashError(
            f"{label.key!r} is the {label.extent} of all games, and only means can be compared"
        )
    if label not in shared:
        lacks = "b" if label in arms[0] else "a"
        raise OffleashError(f"arm {lacks} has no measure {label.key!r}, so it can't be compared")
    return label


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Play from look to look until the test decides or all blocks are played."""
    experiment = run.experiment
    question = check(experiment)
    test, path = None, list[Look]()
    for groups in question.looks:
        blocks = groups * experiment.group
        results = run.play(blocks, on_progress)
        accounts = [results.account(arm, blocks) for arm in range(2)]
        _refuse_uncounted(question.label, accounts, blocks)
        test = test or _test(question, accounts)
        path.append(test.look(paired_differences(accounts, [question.label])[:, 0]))
        run.note(format_look(question.label, path[-1]))
        if path[-1].verdict is not Verdict.UNDECIDED and _is_precise(experiment, path[-1]):
            break
    assert test is not None
    return _summary(experiment, question, test, path, results, accounts)


def _is_precise(experiment: Experiment, look: Look) -> bool:
    """Return whether the interval is as narrow as the plan asks for, if it does."""
    return bool((look.high - look.low) / 2 <= experiment.plan.goal.get("precision", math.inf))


def _refuse_uncounted(label: Label, accounts: Sequence[MeasureAccount], blocks: int) -> None:
    """Raise OffleashError if the measure has no value in an arm."""
    for name, account in zip("ab", accounts, strict=True):
        if not defined_labels([account], [label]):
            raise OffleashError(
                f"no game of arm {name} in {blocks:,} blocks has a value for {label.key!r}, "
                "so it can't be compared"
            )


def _test(question: ComparisonSettings, accounts: Sequence[MeasureAccount]) -> Sequential:
    """Return the test; a missing margin is derived from the blocks of the first look."""
    label = question.label
    margin = question.margin
    if margin is None and label.is_share:
        margin = SHARE_MARGIN
    elif margin is None:
        either = [abs(float(values(account, [label])[0])) for account in accounts]
        margin = OTHER_MARGIN * (either[0] or either[1]) or LEAST_MARGIN
    bound = largest_step(accounts, label)
    return Sequential(margin, question.looks, question.level, bound)


def format_look(label: Label, look: Look) -> str:
    """Return the state of the test as a short text."""
    scale, sign = (100, " %") if label.is_share else (1, "")
    effect, low, high = (f"{scale * number:+,.2f}" for number in (look.effect, look.low, look.high))
    return f"b − a: {effect}{sign} ({low} … {high})"


# The summary


def _summary(
    experiment: Experiment,
    question: ComparisonSettings,
    test: Sequential,
    path: Sequence[Look],
    results: Results,
    accounts: Sequence[MeasureAccount],
) -> dict[str, Any]:
    plan, label, last = experiment.plan, question.label, path[-1]
    size = experiment.group
    arms = [
        _arm_summary(experiment, results, number, account)
        for number, account in enumerate(accounts)
    ]
    return {
        "kind": plan.kind,
        "game": plan.game,
        "rules": experiment.game.rules_version,
        "seatings": plan.seatings,
        "seed": plan.seed,
        "measure": label.key,
        "unit": label.unit,
        "is_share": label.is_share,
        "margin": test.margin,
        "margin_is_given": question.margin is not None,
        "level": test.level,
        "verdict": str(last.verdict),
        "effect": last.effect,
        "interval": interval_to_json(last.low, last.high),
        "corrected": _corrected(plan, test, paired_differences(accounts, [label])[:, 0]),
        "values": [float(values(account, [label])[0]) for account in accounts],
        "blocks": last.blocks * size,
        "games": [arm["games"] for arm in arms],
        "more_games": last.more * size * max(experiment.games_per_block),
        "looks": looks_to_json(path, "effect", size),
        "possible_looks": [groups * size for groups in question.looks],
        "others": _others(label, test, accounts),
        "first": [first.key for first in question.first],
        "arms": arms,
        "digest": results.digest(),
    }


def _corrected(plan: Plan, test: Sequential, differences: Numbers) -> float | None:
    """Return the effect corrected for the chance to stop early; None for a precise test."""
    return None if "precision" in plan.goal else test.corrected(differences)


def _arm_summary(
    experiment: Experiment, results: Results, number: int, account: MeasureAccount
) -> dict[str, Any]:
    arm = experiment.plan.arms[number]
    return {
        "name": arm.name,
        "preset": arm.preset,
        "options": dict(arm.options),
        "chosen": _differing_options(experiment, number),
        "seats": list(arm.lineups[0]),
        "games": results.games(number),
        "unfinished": results.unfinished(number),
        **figures_to_json(account.figures()),
    }


def _differing_options(experiment: Experiment, number: int) -> dict[str, str]:
    """Return the arm's values of all options that differ between arms, defaults included."""
    plan, game = experiment.plan, experiment.game
    options = arm_options(game, plan.arms[number])
    differing = {}
    if len({arm.preset for arm in plan.arms}) > 1:
        differing["preset"] = plan.arms[number].preset
    for option in game.rules.options:
        if len({arm.options.get(option.name) for arm in plan.arms}) > 1:
            differing[option.name] = option.format(options[option.name][0])
    bots = [format_bots(arm.lineups[0]) for arm in plan.arms]
    return differing | ({"bots": bots[number]} if len(set(bots)) > 1 else {})


def format_bots(names: Sequence[str]) -> str:
    """Return the bots by seat, or one name if all are the same."""
    return names[0] if len(set(names)) == 1 else ",".join(names)


def _others(
    primary: Label, test: Sequential, accounts: Sequence[MeasureAccount]
) -> list[Mapping[str, Any]]:
    """Return all other main measures of both arms; intervals and p-values are valid at any stop."""
    shared = shared_labels([account.labels for account in accounts])
    labels = [label for label in shared if label != primary]
    labels = defined_labels(accounts, labels)
    if not labels:
        return []
    pairs = paired_differences(accounts, labels)
    p = test.p_values(pairs)
    a, b = (values(account, labels) for account in accounts)
    rows = zip(labels, a, b, pairs.T, p, holm(p), strict=True)
    return [
        {
            "measure": label.key,
            "unit": label.unit,
            "is_share": label.is_share,
            "values": [float(of_a), float(of_b)],
            **_difference(replace(test, bound=largest_step(accounts, label)), numbers),
            "p": float(own),
            "p_holm": float(adjusted),
        }
        for label, of_a, of_b, numbers, own, adjusted in rows
    ]


def _difference(test: Sequential, numbers: Numbers) -> dict[str, Any]:
    intervals = test.intervals(numbers[:, None])
    return {
        "difference": float(intervals.value[0]),
        "interval": interval_to_json(intervals.low[0], intervals.high[0]),
    }


def is_decided(summary: Mapping[str, Any]) -> bool:
    """Return whether the test has an answer."""
    return bool(summary["verdict"] != Verdict.UNDECIDED)


def is_real(summary: Mapping[str, Any]) -> bool:
    """Return whether the interval leaves out zero: only the size of the difference is open."""
    low, high = summary["interval"]
    return None not in (low, high) and bool(low > 0 or high < 0)


def sentence(summary: Mapping[str, Any]) -> str:
    """Return the verdict in words."""
    if is_decided(summary):
        return str(summary["verdict"])
    if is_real(summary):
        return NEAR_MARGIN
    return f"undecided: play about {summary['more_games']:,} more games of each arm"


def first_rows(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the other measures that a designer asks for first: wins, then length."""
    rows = {row["measure"]: row for row in summary["others"]}
    return [rows[key] for key in summary.get("first", ()) if key in rows]


def most_changed(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return all further measures that differ, those that changed most first, each only once."""
    rows = ranked_rows(summary)[len(first_rows(summary)) :]
    return [row for row in rows if _differs(row, summary)]


def ranked_rows(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the other measures, no repeats: wins and length, what changed most, then the rest."""
    first = first_rows(summary)
    others = [row for row in summary["others"] if row not in first]
    others.sort(key=lambda row: (not _differs(row, summary), -_change(row)))
    differing = [row["measure"] for row in others if _differs(row, summary)]
    wholes = {key.removesuffix(WHOLE) for key in differing if key.endswith(WHOLE)}
    ranked, known = list[Mapping[str, Any]](), set[tuple[float, ...]]()
    for row in (*first, *others):
        name, _, part = row["measure"].rpartition(", ")
        is_part = name in wholes and f", {part}" != WHOLE
        # the same numbers under another name: players who always have the same archetype
        numbers = (*row["values"], *row["interval"])
        if row in first or not (is_part or numbers in known):
            ranked.append(row)
        known.add(numbers)
    return ranked


def _differs(row: Mapping[str, Any], summary: Mapping[str, Any]) -> bool:
    return bool(row["p_holm"] < 1 - summary["level"])


def _change(row: Mapping[str, Any]) -> float:
    before, after = row["values"]
    scale = change_scale(before, after, row["is_share"], row["unit"])
    return abs(float(row["difference"])) * scale
