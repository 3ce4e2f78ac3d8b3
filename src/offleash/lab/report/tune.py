"""The report of a search for rules: which nothing beats, and the best compromise among them."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from offleash.lab.finished_run import FinishedRun
from offleash.lab.report import estimates
from offleash.lab.report.differences import interval_of
from offleash.lab.report.facts import (
    and_text,
    changes_text,
    colophon,
    game_title,
    players_text,
    rules_text,
    unfinished_text,
)
from offleash.lab.report.fronts import BASE, BEATEN, BEST, FRONT, Axis, Mark, progress, scatter
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Answer, Cell, Part, Report, Section, Table, Text
from offleash.lab.statistics import Interval

Summary = Mapping[str, Any]
Trial = Mapping[str, Any]
MOST_PAIRS = 6
HINT = (
    "The best of many look better than they are, because luck helped to choose them. Play them "
    "again with another seed, or compare them with the base."
)
SCATTER = (
    "Every point is a set of rules that was tried. Blue ones are beaten by none in all goals at "
    "once, grey ones are. Lines are 95 % intervals. {}"
)
PROGRESS = (
    "Every set of rules in the order in which it was tried; the line is the best so far. A line "
    "that has long been level says that more trials would bring little."
)


def build(loaded: FinishedRun) -> Report:
    """The report of a search that has ended."""
    return report_of(loaded.summary)


def report_of(summary: Summary) -> Report:
    """From the summary alone."""
    if not summary["front"]:
        none = Text(["None of the rules that were tried could be played."])
        sections = [Section("In short", [none], lead(summary))]
        return Report(title(summary), sections, subtitle(summary), colophon(summary))
    axes, marks = _axes(summary), _marks(summary)
    sections = [
        Section("In short", answers(summary), lead(summary)),
        Section("What nothing beats", [_front(summary), Text([HINT])], _front_lead(summary)),
        *([Section("Goals against each other", _scatters(axes, marks))] if len(axes) > 1 else []),
        Section("How the search went", [progress("Progress", marks, axes, PROGRESS)]),
    ]
    return Report(title(summary), sections, subtitle(summary), colophon(summary))


def title(summary: Summary) -> str:
    """`Uri-Nation tuned for fairness and few changes`."""
    return f"{game_title(summary)} tuned for {and_text([_short(g) for g in summary['goals']])}"


def _short(goal: Mapping[str, Any]) -> str:
    """A goal in a few words."""
    match goal["kind"]:
        case "fairness":
            return f"fairness by {goal['measure']}" if goal["measure"] else "fairness"
        case "few-changes":
            return "few changes"
        case "target":
            return f"{_plain(goal)} of {number(goal['target'])}"
    return f"{'more' if goal['kind'] == 'max' else 'less'} {_plain(goal)}"


def _plain(goal: Mapping[str, Any]) -> str:
    """A measure without its heading; that it is a mean goes without saying."""
    return str(goal["measure"]).rpartition(": ")[2].removesuffix(", mean")


def subtitle(summary: Summary) -> str:
    """What the search started from and could change."""
    over = ", ".join(f"`{name}`" for name in summary["over"])
    told = [rules_text(summary), players_text(summary), f"free to change {over}"]
    return "; ".join(text for text in told if text)


def lead(summary: Summary) -> str:
    """How much was tried."""
    trials = summary["trials"]
    refused = sum("refused" in trial for trial in trials)
    told = (
        f"{len(trials):,} sets of rules were tried, {summary['games']:,} games in all, each with "
        f"the same dice and cards; {len(summary['front'])} of them are beaten by none."
    )
    if refused:
        told += f" {refused} could not be played."
    return f"{told} {unfinished_text(summary['unfinished'])}".strip()


# The headlines


def answers(summary: Summary) -> list[Part]:
    """The best compromise: what it changes, and what it comes to beside the base."""
    best, base = _trial(summary, summary["best"]), _trial(summary, 0)
    changes = changes_text(best["changes"])
    said = f"in the best compromise: {changes}." if changes else "in the best compromise: the base."
    count = len(best["changes"])
    found: list[Part] = [Answer(said, "1 change" if count == 1 else f"{count} changes")]
    for place, goal in enumerate(summary["goals"]):
        if goal["kind"] == "few-changes":
            continue
        near = _near(best, place)
        is_share = best["reached"][place]["is_share"]
        ends = estimates.ends(near, is_share)
        said = f"{_goal_text(goal)}, in the best compromise"
        if base["reached"] and base is not best:
            said += f"; {estimates.told(_near(base, place), is_share)} in the base"
        shown = estimates.shown(near, is_share)
        found.append(Answer(f"{said}.", shown, f"95 % interval {ends}" if ends else ""))
    return found


def _goal_text(goal: Mapping[str, Any]) -> str:
    match goal["kind"]:
        case "fairness":
            group = goal["measure"] or "archetype, home, side, seat or turn"
            return f"Largest gap between a win share and an equal share, by {group}"
        case "few-changes":
            return "Options changed"
        case "target":
            return f"Distance of “{goal['measure']}” from {number(goal['target'])}"
    wish = "more is better" if goal["kind"] == "max" else "less is better"
    return f"{goal['measure']} ({wish})"


def _axis_text(goal: Mapping[str, Any]) -> str:
    match goal["kind"]:
        case "fairness":
            return "largest gap from an equal share"
        case "few-changes":
            return "options changed"
        case "target":
            return f"{_plain(goal)}: distance from {number(goal['target'])}"
    return f"{_plain(goal)} ({'more' if goal['kind'] == 'max' else 'less'} is better)"


# Pictures


def _trial(summary: Summary, wanted: int) -> Trial:
    found: Trial = next(each for each in summary["trials"] if each["number"] == wanted)
    return found


def _near(trial: Trial, goal: int) -> Interval:
    near = trial["reached"][goal]
    return interval_of(near["value"], (near["low"], near["high"]))


def _axes(summary: Summary) -> list[Axis]:
    best = _trial(summary, summary["best"])
    return [
        Axis(
            _axis_text(goal), near["is_share"], goal["kind"] == "max", goal["kind"] == "few-changes"
        )
        for goal, near in zip(summary["goals"], best["reached"], strict=True)
    ]


def _marks(summary: Summary) -> list[Mark]:
    played = [trial for trial in summary["trials"] if trial["reached"]]
    goals = range(len(summary["goals"]))
    return [
        Mark(
            trial["number"],
            tuple(_near(trial, goal) for goal in goals),
            _kind(summary, trial["number"]),
            ", ".join(f"{name}={value}" for name, value in trial["changes"].items()) or "none",
        )
        for trial in played
    ]


def _kind(summary: Summary, trial: int) -> str:
    if trial == summary["best"]:
        return BEST
    if trial == 0:
        return BASE
    return FRONT if trial in summary["front"] else BEATEN


def _scatters(axes: Sequence[Axis], marks: Sequence[Mark]) -> list[Part]:
    """A scatter for each pair of goals."""
    pairs = list(combinations(range(len(axes)), 2))[:MOST_PAIRS]
    found: list[Part] = []
    for across, up in pairs:
        name = f"{_capital(axes[up].title)}, against {axes[across].title}"
        caption = SCATTER.format(_where_best(axes[across], axes[up]))
        found.append(scatter(name, marks, axes, (across, up), caption))
    return found


def _where_best(across: Axis, up: Axis) -> str:
    side, level = ("right" if across.is_large else "left"), ("top" if up.is_large else "bottom")
    return f"The best place is at the {level} {side}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Numbers


def _front_lead(summary: Summary) -> str:
    return (
        "None of these can be better in one goal without being worse in another, as far as it was "
        "tried. The best compromise is the nearest to the best of every goal, each measured from "
        "its best to its worst in this table. The base is there for comparison."
    )


def _front(summary: Summary) -> Table:
    numbers = list(summary["front"])
    numbers += [] if 0 in numbers or not _trial(summary, 0)["reached"] else [0]
    columns = ["", *(_short(goal) for goal in summary["goals"]), "changes"]
    rows = [_line(summary, _trial(summary, each)) for each in numbers]
    return Table(columns, rows, "Sets of rules that are beaten by none")


def _line(summary: Summary, trial: Trial) -> list[Cell]:
    kind = _kind(summary, trial["number"])
    name = f"trial {trial['number']}"
    if trial["number"] == 0:
        name = BASE
    if kind == BEST:
        name += f", {BEST}"
    cells: list[Cell] = []
    for place, goal in enumerate(summary["goals"]):
        near = _near(trial, place)
        is_count = goal["kind"] == "few-changes"
        is_share = trial["reached"][place]["is_share"]
        cells.append(number(near.value) if is_count else estimates.cell(near, is_share))
    return [name, *cells, changes_text(trial["changes"]) or "none"]
