"""The report of proposals: better rules next to today's, what they change, and what matters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from offleash.contract.options import describe_settings
from offleash.lab.experiments.agreement import (
    agreement,
    broken_text,
    conclusion,
    met_text,
    not_better_text,
    reach_text,
    trade_rows,
)
from offleash.lab.experiments.goals import MET_KINDS
from offleash.lab.report import differences, estimates, facts
from offleash.lab.report.charts import forest, pareto, theme
from offleash.lab.report.differences import read_interval
from offleash.lab.report.numbers import number, percent
from offleash.lab.report.parts import (
    Answer,
    Cell,
    DataTable,
    Download,
    Fold,
    Part,
    Report,
    Section,
    Text,
)
from offleash.lab.report.tune import best_corner, goal_texts
from offleash.lab.statistics.intervals import Interval
from offleash.tools.prose import capitalise, count_of, join_and

Summary = Mapping[str, Any]
Rules = Mapping[str, Any]  # today's, or a proposal

TODAY = "today's rules"
MOST_OPTIONS = 15  # in the chart of the screening
WHY_NOT = (
    "A proposal has to be clearly better for at least one goal, and clearly worse for none, with "
    "every group of bots on fresh luck. None of these is:"
)
VALIDATED = (
    "All rules played the same fresh luck, by which none of them was selected. What the search saw "
    "before looks better than it is, because luck helped to select it. Differences from today's "
    "rules are paired, so they are more precise than the values. Intervals are 95 %."
)
SCREENED = (
    "How far a measure of this goal moves when one option changes and all others stay, on average "
    "over {}, without its sign. Lines are 95 % intervals. An option without effect that only "
    "reshuffles the luck would show about as much as the dashed line."
)
SEARCHED = (
    "Every point is a rule set that the search tried. Blue ones are unbeaten: no other set is "
    "clearly better on one goal and nowhere worse. Where groups of bots differ, the worst result "
    "counts. {}"
)
TRADED = (
    "The best rule set with each number of changes, as the search saw it, where more changes come "
    "nearer. The distance adds up how far each goal is missed with the bots that do worst, as a "
    "share of today's distance, of a tenth of its limit, or of half its band."
)
SENTENCES = "The sentences of the rulebook that change."


def report_from_summary(summary: Summary) -> Report:
    """Build the report from the summary."""
    sections = [
        Section("In short", list(_answers(summary)), _lead(summary)),
        *_trade(summary),
        Section("Against today's rules", list(_comparisons(summary)), VALIDATED),
        Section("The measures behind the goals", list(_measures(summary))),
        *(_proposal(summary, proposal) for proposal in summary["proposals"]),
        Section("Which options matter", list(_screening(summary))),
        Section("How the search went", list(_scatters(summary))),
    ]
    goals = join_and(goal_texts(goal).short for goal in summary["goals"])
    return facts.make_report(
        summary,
        f"{facts.game_title(summary)}: proposals for {goals}",
        sections,
        facts.rules_text(summary),
        f"played by {join_and(group['name'] for group in summary['bots'])}",
    )


def _lead(summary: Summary) -> str:
    trials, options = len(summary["trials"]), summary["screening"]["options"]
    varied = sum(row["is_varied"] for row in options)
    slow = summary.get("refined", 0)
    too = f", {slow} of them with slow bots too" if slow else ""
    text = (
        f"{count_of(len(options), 'option')} were screened, the search tried {trials:,} rule "
        f"sets over the {varied} that matter most{too}, and "
        f"{count_of(len(summary['proposals']), 'proposal was', 'proposals were')} validated: "
        f"{summary['games']:,} games."
    )
    return f"{text} {facts.unfinished_text(summary['unfinished'])}".strip()


def _trade(summary: Summary) -> Iterator[Section]:
    """Yield how near the best rule sets with few and with many changes come to the goals."""
    rows = [list(row) for row in trade_rows(summary)]
    if len(rows) > 1:
        columns = ["changes", "distance", "lacks", "what changes"]
        yield Section("What changes buy", [DataTable(columns, rows, "What changes buy")], TRADED)


# The answer


def _answers(summary: Summary) -> Iterator[Part]:
    """Yield what the best proposal changes and gains, or that there is none."""
    texts = (reach_text(summary), conclusion(summary), broken_text(summary))
    notes = list(filter(None, texts))
    if summary["best"] is None:
        verdicts = [f"Proposal {row['number']}: {row['verdict']}." for row in summary["proposals"]]
        yield Text([not_better_text(summary), *([WHY_NOT, *verdicts] if verdicts else ()), *notes])
        return
    best = next(row for row in summary["proposals"] if row["number"] == summary["best"])
    changes = "; ".join(_describe(change) for change in best["described"])
    count = count_of(len(best["changes"]), "change")
    yield Answer(f"in proposal {best['number']}, the best: {changes}.", count)
    for place, goal in _measured(summary):
        bots, value = max(_values(best, place), key=lambda pair: _badness(goal, pair[1]))
        today = max(_values(summary["today"], place), key=lambda pair: _badness(goal, pair[1]))
        if goal["kind"] in MET_KINDS and not value["value"]:
            continue  # nothing to add: it is met with all bots
        is_share = value["is_share"]
        before = estimates.format_estimate(_interval(today[1]), is_share)
        headline = (
            f"{goal_texts(goal).full}, in proposal {best['number']} with {bots}, which do worst"
            f"{_furthest(summary, best, place, bots)}. Today: {before} with {today[0]}."
        )
        yield estimates.estimate_answer(headline, _interval(value), is_share)
    if notes:
        yield Text(notes)


def _furthest(summary: Summary, rules: Rules, place: int, bots: str) -> str:
    """Return `: Bruiser 31 %`, the share that is furthest from an equal one."""
    if summary["goals"][place]["kind"] != "fairness":
        return ""
    shares = {key: rules["measures"][bots][key] for key in summary["goal_measures"][place]}
    by_group: dict[str, list[float]] = {}
    for share in shares.values():
        by_group.setdefault(share["group"], []).append(share["value"])
    equal = {group: sum(values) / len(values) for group, values in by_group.items()}
    key = max(shares, key=lambda key: abs(shares[key]["value"] - equal[shares[key]["group"]]))
    return f": {_short_name(key)} {percent(shares[key]['value'])}"


def _describe(change: Mapping[str, str]) -> str:
    return f"{change['text']}: {change['change']} (`{change['option']}`)"


def _badness(goal: Mapping[str, Any], value: Mapping[str, Any]) -> float:
    return float(-value["value"] if goal["kind"] == "max" else value["value"])


def _measured(summary: Summary) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Return the goals that games decide, with their places."""
    goals = enumerate(summary["goals"])
    return ((place, goal) for place, goal in goals if goal["kind"] != "few-changes")


def _values(rules: Rules, place: int) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the value of a goal with each group of bots."""
    return [(bots, values[place]) for bots, values in rules["validated"].items()]


def _interval(value: Mapping[str, Any]) -> Interval:
    return read_interval(value["value"], (value["low"], value["high"]))


def _all_rules(summary: Summary) -> list[tuple[str, Rules]]:
    proposals = [(_name(summary, proposal), proposal) for proposal in summary["proposals"]]
    return [(TODAY, summary["today"]), *proposals]


def _name(summary: Summary, proposal: Rules) -> str:
    star = " ★" if proposal["number"] == summary["best"] else ""
    return f"proposal {proposal['number']}{star}"


# Comparisons with today's rules


def _comparisons(summary: Summary) -> Iterator[Part]:
    """Yield for each goal a picture and a table of all rules with all bots."""
    bots = [group["name"] for group in summary["bots"]]
    colours = theme.scale(bots)
    for place, goal in _measured(summary):
        texts, rows, lines = goal_texts(goal), [], []
        if goal["kind"] in MET_KINDS and _is_met(summary, place):
            yield Text([f"All of these rules meet the goal “{goal['text']}” with all bots."])
            continue
        for name, rules in _all_rules(summary):
            for group, value in _values(rules, place):
                rows.append(forest.ForestRow(name, _interval(value), group))
                lines.append(_line(name, rules, group, place, goal))
        is_share = summary["today"]["validated"][bots[0]][place]["is_share"]
        axis = forest.ForestAxis(texts.axis, is_share, zero=goal["kind"] not in ("min", "max"))
        caption = f"{texts.full}, on fresh luck, with 95 % intervals."
        yield forest.grouped(capitalise(texts.short), rows, colours, axis, caption)
        columns = ["", "bots", "while searching", "on fresh luck", "from today's rules"]
        yield DataTable(columns, lines, texts.full)
    changes = [
        [
            _name(summary, row),
            "; ".join(map(_describe, row["described"])),
            capitalise(row["verdict"]),
        ]
        for row in summary["proposals"]
    ]
    if changes:
        yield DataTable(["", "changes", "verdict"], changes, "What the proposals change")


def _is_met(summary: Summary, place: int) -> bool:
    """Return whether all rules reach a target with all bots."""
    rules = [rules for _, rules in _all_rules(summary)]
    return not any(value["value"] for row in rules for _, value in _values(row, place))


def _line(name: str, rules: Rules, group: str, place: int, goal: Mapping[str, Any]) -> list[Cell]:
    value = rules["validated"][group][place]
    is_share, seen = value["is_share"], rules["seen"].get(group)
    change = read_interval(value["difference"], value["interval"])
    return [
        name,
        group,
        _value_cell(goal, seen[place]) if seen else None,
        _value_cell(goal, value),
        None if name == TODAY else differences.difference_cell(change, is_share),
    ]


def _value_cell(goal: Mapping[str, Any], value: Mapping[str, Any]) -> Cell:
    cell = estimates.estimate_cell(_interval(value), value["is_share"])
    return met_text(goal, value) or cell


def _measures(summary: Summary) -> Iterator[Part]:
    """Yield the measures of each goal, side by side, for all rules and bots."""
    for place, goal in _measured(summary):
        keys = summary["goal_measures"][place]
        rows: list[list[Cell]] = []
        for name, rules in _all_rules(summary):
            for group, measures in rules["measures"].items():
                rows.append([name, group, *(_measure_cell(measures[key]) for key in keys)])
        columns = ["", "bots", *map(_short_name, keys)]
        yield DataTable(columns, rows, capitalise(goal_texts(goal).short))


def _short_name(key: str) -> str:
    """Return `Bruiser` of “Wins: archetype, Bruiser”, `rounds` of “Game length: rounds, mean”."""
    return key.rpartition(": ")[2].removesuffix(", mean").rpartition(", ")[2]


def _measure_cell(measure: Mapping[str, Any]) -> Cell:
    interval = read_interval(measure["value"], measure["interval"])
    return estimates.estimate_cell(interval, measure["is_share"])


# One proposal


def _proposal(summary: Summary, proposal: Rules) -> Section:
    """Return what a proposal changes: options, sentences, further measures; and its rules file."""
    changes = [
        [change["text"], change["change"], f"`{change['option']}`"]
        for change in proposal["described"]
    ]
    parts: list[Part] = [DataTable(["rule", "change", "option"], changes, "Changes")]
    if proposal["notes"]:
        parts.append(Text([f"{capitalise(note)}." for note in proposal["notes"]]))
    if proposal["sentences"]:
        lines: list[list[Cell]] = [
            [row["chapter"], _join(row["before"]) or "–", _join(row["after"]) or "–"]
            for row in proposal["sentences"]
        ]
        parts.append(DataTable(["chapter", "today", "proposal"], lines, SENTENCES))
    if proposal["others"]:
        title = f"What else clearly changes, with {next(iter(proposal['validated']))}"
        parts.append(Fold(title, [_other_measures(proposal["others"])]))
    for name, text in proposal["files"].items():
        command = f"offleash play {summary['game']} --rules {name}"
        is_rules = name.endswith(".toml")
        parts.append(Download(name, text, command=command * is_rules, folder="proposals"))
    lead = " ".join((f"{capitalise(proposal['verdict'])}.", *agreement(summary, proposal)))
    return Section(capitalise(_name(summary, proposal)), parts, lead)


def _join(sentences: Sequence[str]) -> str:
    """Return sentences in one paragraph; list items, which have no full stop, get a semicolon."""
    return " ".join(text if text[-1:] in ".!?" else f"{text};" for text in sentences).rstrip(";")


def _other_measures(rows: Sequence[Mapping[str, Any]]) -> DataTable:
    """Return further measures that clearly differ from today's rules."""
    lines: list[list[Cell]] = []
    for row in rows:
        is_share = row["is_share"]
        values = [percent(value) if is_share else number(value) for value in row["values"]]
        change = read_interval(row["difference"], row["interval"])
        lines.append([row["measure"], *values, differences.difference_cell(change, is_share)])
    columns = ["measure", "today", "proposal", "difference"]
    return DataTable(columns, lines)


# The screening


def _screening(summary: Summary) -> Iterator[Part]:
    """Yield for each goal the options that move its measures most."""
    screening, options = summary["screening"], summary["screening"]["options"]
    centres = "today's rules and rules near them"
    for place, goal in _measured(summary):
        known = [row for row in options if row["effects"][place]["size"] is not None]
        ranked = sorted(known, key=lambda row: -row["effects"][place]["size"])
        if not ranked:
            continue
        is_share = ranked[0]["effects"][place]["is_share"]
        rows = [
            forest.ForestRow(row["option"], _size(row["effects"][place]))
            for row in ranked[:MOST_OPTIONS]
        ]
        axis = forest.ForestAxis("mean change", is_share, screening["luck"][place], zero=True)
        title = f"{capitalise(goal_texts(goal).short)}: what moves it"
        yield forest.forest(title, rows, axis, SCREENED.format(centres), f"screening-{place + 1}")
        lines: list[list[Cell]] = [
            [
                row["option"],
                row["text"],
                estimates.estimate_cell(_size(row["effects"][place]), is_share),
                row["effects"][place]["measure"],
                "yes" if row["is_varied"] else "",
            ]
            for row in ranked
        ]
        columns = ["option", "rule", "mean change", "measure that moves most", "in the search"]
        yield Fold(f"All {len(ranked)} options", [DataTable(columns, lines)])


def _size(effect: Mapping[str, Any]) -> Interval:
    size = read_interval(effect["size"], effect["interval"])
    return replace(size, high=min(size.high, 1.0)) if effect["is_share"] else size


# The search


def _scatters(summary: Summary) -> Iterator[Part]:
    """Yield every trial, for each pair of goals."""
    played = [trial for trial in summary["trials"] if "reached" in trial]
    axes = [
        pareto.GoalAxis(
            goal_texts(goal).axis,
            value["is_share"],
            goal["kind"] == "max",
            goal["kind"] == "few-changes",
        )
        for goal, value in zip(summary["goals"], played[0]["reached"], strict=True)
    ]
    marks = [
        pareto.TrialPoint(
            trial["number"],
            tuple(_interval(value) for value in trial["reached"]),
            _kind(summary, trial["number"]),
            describe_settings(trial["changes"]) or "none",
        )
        for trial in played
    ]
    for across, up in ((0, place) for place in range(1, len(axes))):
        title = f"{capitalise(axes[up].title)}, against {axes[across].title}"
        caption = SEARCHED.format(best_corner(axes[across], axes[up]))
        yield pareto.scatter(title, marks, axes, (across, up), caption)
    refused = len(summary["trials"]) - len(played)
    if refused:
        yield Text([f"{number(refused)} rule sets could not be played."])


def _kind(summary: Summary, trial: int) -> str:
    if trial == 0:
        return pareto.BASE
    if any(proposal["trial"] == trial for proposal in summary["proposals"]):
        return pareto.PROPOSED
    return pareto.FRONT if trial in summary["front"] else pareto.BEATEN
