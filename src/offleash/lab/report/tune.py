"""The report of a search for rules: the unbeaten sets, and the best compromise among them."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from offleash.contract.options import describe_settings
from offleash.lab.report import estimates, facts
from offleash.lab.report.charts import pareto
from offleash.lab.report.differences import read_interval
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Answer, Cell, DataTable, Part, Report, Section, Text
from offleash.lab.statistics.intervals import Interval
from offleash.tools.prose import capitalise, count_of, join_and

Summary = Mapping[str, Any]
Trial = Mapping[str, Any]
MOST_PAIRS = 6
HINT = (
    "The best of many rule sets look better than they are, because luck helped to pick them. So "
    "these were played once more with luck that the search did not have: trust the columns "
    "*on fresh luck*."
)
FRESH = "on fresh luck"
SCATTER = (
    "Every point is a rule set that was tried. Blue ones are unbeaten: no other set does "
    "better on one goal without doing worse on another. Grey ones are beaten. Lines are 95 % "
    "intervals. {}"
)
COMPROMISE = (
    "No set that was tried beats one of these: whatever does better on one goal does worse on "
    "another. The best compromise is the set nearest to the best score on every goal, where each "
    "goal is scaled from its best to its worst score in this table. The base is listed for "
    "comparison."
)
PROGRESS = (
    "Every rule set in the order it was tried; the line is the best so far. A line that has "
    "been level for long suggests that more trials would gain little."
)


def report_from_summary(summary: Summary) -> Report:
    """Build the report from the summary."""
    if summary["front"]:
        axes, marks = _axes(summary), _marks(summary)
        sections = [
            Section("In short", _answers(summary), _lead(summary)),
            Section("Unbeaten rules", [_front(summary), Text([HINT])], COMPROMISE),
            Section("Goals against each other", _scatters(axes, marks)),
            Section("How the search went", [pareto.progress("Progress", marks, axes, PROGRESS)]),
        ]
    else:
        none = Text(["None of the rules that were tried could be played."])
        sections = [Section("In short", [none], _lead(summary))]
    goals = join_and(goal_texts(goal).short for goal in summary["goals"])
    over = ", ".join(f"`{name}`" for name in summary["over"])
    return facts.make_report(
        summary,
        f"{facts.game_title(summary)} tuned for {goals}",
        sections,
        facts.rules_text(summary),
        facts.players_text(summary["game"], summary["seats"]),
        f"the search could change {over}",
    )


class GoalTexts(NamedTuple):
    """A goal in a few words, on an axis, and in full."""

    short: str
    axis: str
    full: str


def goal_texts(goal: Mapping[str, Any]) -> GoalTexts:
    """Return a goal for people."""
    measure = str(goal["measure"])
    plain = measure.rpartition(": ")[2].removesuffix(", mean")
    match goal["kind"]:
        case "fairness":
            group = measure or "archetype, home, side, seat or turn"
            return GoalTexts(
                f"fairness by {measure}" if measure else "fairness",
                "largest gap from an equal share",
                f"Largest gap between a win share and an equal share, by {group}",
            )
        case "few-changes":
            return GoalTexts("few changes", "options changed", "Options changed")
        case "target" if "upper" in goal:
            low, high = number(goal["target"]), number(goal["upper"])
            return GoalTexts(
                f"{plain} from {low} to {high}",
                f"{plain}: distance from {low} to {high}",
                f"Distance of “{measure}” from the band {low} to {high}",
            )
        case "target":
            target = number(goal["target"])
            return GoalTexts(
                f"a {plain} of {target}",
                f"{plain}: distance from {target}",
                f"Distance of “{measure}” from {target}",
            )
        case "at most" | "at least":
            limit = goal["text"].rpartition("=")[2].strip().replace("%", " %")
            return GoalTexts(
                f"{plain} {goal['kind']} {limit}",
                f"{plain}: distance from {goal['kind']} {limit}",
                f"Distance of “{measure}” from {goal['kind']} {limit}",
            )
    way = "more" if goal["kind"] == "max" else "less"
    better = f"({way} is better)"
    return GoalTexts(f"{way} {plain}", f"{plain} {better}", f"{measure} {better}")


def _lead(summary: Summary) -> str:
    """Return how many rule sets were tried."""
    trials = summary["trials"]
    refused = sum("refused" in trial for trial in trials)
    count = len(summary["front"])
    text = (
        f"{len(trials):,} rule sets were tried with the same luck, {summary['games']:,} games "
        f"in all; {count} of them {'is' if count == 1 else 'are'} unbeaten."
    )
    if refused:
        text += f" {refused} could not be played."
    return f"{text} {facts.unfinished_text(summary['unfinished'])}".strip()


# The headlines


def _answers(summary: Summary) -> list[Part]:
    """Return the best compromise: what it changes, and its scores next to those of the base."""
    best, base = _trial(summary, summary["best"]), _trial(summary, 0)
    changes = facts.changes_text(best["changes"])
    headline = f"in the best compromise: {changes or 'it is the base'}."
    count = len(best["changes"])
    parts: list[Part] = [Answer(headline, count_of(count, "change", zero="0"))]
    checked, checked_base = _check(summary, best["number"]), _check(summary, 0)
    for place, goal in enumerate(summary["goals"]):
        if goal["kind"] == "few-changes":
            continue
        is_share = best["reached"][place]["is_share"]
        headline = f"{goal_texts(goal).full}, in the best compromise {FRESH}"
        if checked_base["reached"] and base is not best:
            today = estimates.format_estimate(_score(checked_base, place), is_share)
            headline += f"; {today} in the base"
        seen = estimates.format_estimate(_score(best, place), is_share)
        headline += f"; the search saw {seen}."
        parts.append(estimates.estimate_answer(headline, _score(checked, place), is_share))
    return parts


# Pictures


def _trial(summary: Summary, trial_number: int) -> Trial:
    trials: list[Trial] = summary["trials"]
    return next(trial for trial in trials if trial["number"] == trial_number)


def _check(summary: Summary, trial_number: int) -> Trial:
    """Return the same rules on fresh luck."""
    checks: list[Trial] = summary["checks"]
    return next(check for check in checks if check["number"] == trial_number)


def _score(trial: Trial, goal: int) -> Interval:
    score = trial["reached"][goal]
    return read_interval(score["value"], (score["low"], score["high"]))


def _axes(summary: Summary) -> list[pareto.GoalAxis]:
    best = _trial(summary, summary["best"])
    return [
        pareto.GoalAxis(
            goal_texts(goal).axis,
            score["is_share"],
            goal["kind"] == "max",
            goal["kind"] == "few-changes",
        )
        for goal, score in zip(summary["goals"], best["reached"], strict=True)
    ]


def _marks(summary: Summary) -> list[pareto.TrialPoint]:
    played = [trial for trial in summary["trials"] if trial["reached"]]
    goals = range(len(summary["goals"]))
    return [
        pareto.TrialPoint(
            trial["number"],
            tuple(_score(trial, goal) for goal in goals),
            _kind(summary, trial["number"]),
            describe_settings(trial["changes"]) or "none",
        )
        for trial in played
    ]


def _kind(summary: Summary, trial: int) -> str:
    if trial == summary["best"]:
        return pareto.BEST
    if trial == 0:
        return pareto.BASE
    return pareto.FRONT if trial in summary["front"] else pareto.BEATEN


def _scatters(axes: Sequence[pareto.GoalAxis], marks: Sequence[pareto.TrialPoint]) -> list[Part]:
    """Return one scatter plot for each pair of goals."""
    pairs = list(combinations(range(len(axes)), 2))[:MOST_PAIRS]
    parts: list[Part] = []
    for across, up in pairs:
        name = f"{capitalise(axes[up].title)}, against {axes[across].title}"
        caption = SCATTER.format(best_corner(axes[across], axes[up]))
        parts.append(pareto.scatter(name, marks, axes, (across, up), caption))
    return parts


def best_corner(across: pareto.GoalAxis, up: pareto.GoalAxis) -> str:
    """Return where in a scatter plot the best rule sets are."""
    side = "right" if across.larger_is_better else "left"
    level = "top" if up.larger_is_better else "bottom"
    return f"The best corner is at the {level} {side}."


# Numbers


def _front(summary: Summary) -> DataTable:
    numbers = list(summary["front"])
    numbers += [] if 0 in numbers or not _trial(summary, 0)["reached"] else [0]
    columns = [""]
    for goal in summary["goals"]:
        columns += [goal_texts(goal).short, *([FRESH] if goal["kind"] != "few-changes" else [])]
    columns.append("changes")
    rows = [_line(summary, _trial(summary, index)) for index in numbers]
    return DataTable(columns, rows, "Scores with 95 % intervals")


def _line(summary: Summary, trial: Trial) -> list[Cell]:
    kind = _kind(summary, trial["number"])
    name = f"trial {trial['number']}"
    if trial["number"] == 0:
        name = pareto.BASE
    if kind == pareto.BEST:
        name += f", {pareto.BEST}"
    check, cells = _check(summary, trial["number"]), list[Cell]()
    for place, goal in enumerate(summary["goals"]):
        if goal["kind"] == "few-changes":
            cells.append(number(_score(trial, place).value))
            continue
        is_share = trial["reached"][place]["is_share"]
        cells.append(estimates.estimate_cell(_score(trial, place), is_share))
        again = estimates.estimate_cell(_score(check, place), is_share) if check["reached"] else "–"
        cells.append(again)
    return [name, *cells, facts.changes_text(trial["changes"]) or "none"]
