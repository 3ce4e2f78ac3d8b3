"""The report of a comparison: whether b differs from a, and in which other measures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from offleash.contract.options import describe_settings, describe_value
from offleash.lab.experiments.compare import NEAR_MARGIN, is_decided, is_real, ranked_rows
from offleash.lab.questions.question import EVERYTHING
from offleash.lab.report import estimates, facts
from offleash.lab.report.differences import (
    DECIDES,
    DIFFERS,
    SAME,
    Difference,
    difference_cell,
    difference_forest,
    format_difference,
    format_margin,
    format_signed_ends,
    look_path,
    read_figure,
    read_interval,
)
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Answer, Cell, Chart, DataTable, Fold, Part, Report, Section
from offleash.lab.report.sections.length import length_comparison
from offleash.lab.report.sections.why import why_comparison
from offleash.lab.runs.finished_run import FinishedRun

Summary = Mapping[str, Any]
MOST_ROWS = 12  # in one forest, besides the measure that decides
SMALLEST_P = 1e-4  # smaller ones are written as `< 0.0001`


def build(loaded: FinishedRun) -> Report:
    """Build the report of a finished comparison; without recorded games, from figures alone."""
    arms = loaded.summary["arms"]
    names = [f"{arm['name']}: {describe_settings(arm['chosen'])}" for arm in arms]
    has_games = loaded.plan.record == EVERYTHING
    length = [length_comparison(loaded, names)] if has_games else []
    why = why_comparison(loaded, names)
    return report_from_summary(loaded.summary, [*length, *([why] if why.parts else [])])


def report_from_summary(summary: Summary, extra: Sequence[Section] = ()) -> Report:
    """Build the report from the summary; extra sections come before the last one."""
    rows = _rows(summary)
    sections = [
        Section("In short", _answers(summary, rows), _lead(summary, rows[0])),
        Section("How it was decided", [_path(summary)], _method(summary)),
        Section("What else changes", _forests(summary, rows)),
        *extra,
        Section("Every measure", _tables(summary), TABLES),
    ]
    arms = [f"{arm['name']}: {facts.changes_text(arm['chosen'])}" for arm in summary["arms"]]
    bots = {facts.players_text(summary["game"], arm["seats"]) for arm in summary["arms"]}
    texts = [*arms, *(bots if len(bots) == 1 else ()), "both with the same luck."]
    title = f"{facts.game_title(summary)}: {_question(summary)}"
    return facts.make_report(summary, title, sections, *texts)


def _question(summary: Summary) -> str:
    """Return the question in short, such as `swagger_per 2 or 3?`."""
    a, b = (arm["chosen"] for arm in summary["arms"])
    if len(a) == 1 and list(a) == list(b):
        ((name, first),) = a.items()
        return f"{name} {describe_value(name, first)} or {describe_value(name, b[name])}?"
    return "two variants compared"


def _lead(summary: Summary, first: Difference) -> str:
    """Return the verdict with its effect, its interval and its cost."""
    effect = format_difference(first.interval, first.is_share)
    ends = format_signed_ends(first.interval, first.is_share)
    games = " and ".join(f"{count:,}" for count in dict.fromkeys(summary["games"]))
    estimate = f"b − a is {effect} ({ends}), after {games} games of each arm."
    if summary.get("corrected") is not None:
        interval = replace(first.interval, value=summary["corrected"])
        corrected = format_difference(interval, first.is_share)
        estimate += f" Corrected for the chance to stop early, it is about {corrected}."
    lost = facts.unfinished_text(sum(arm["unfinished"] for arm in summary["arms"]))
    return f"{_verdict(summary, first)} {estimate} {lost}".strip()


def _method(summary: Summary) -> str:
    """Explain how the comparison was made."""
    level = number(100 * summary["level"])
    return (
        "Both arms play the same blocks with the same luck, so any difference comes from the "
        "change. The looks were scheduled before the first game, and play stops at the first one "
        f"that gives a clear answer. The intervals allow for that: all looks together have {level} "
        "% confidence."
    )


# The headline


def _answers(summary: Summary, rows: Sequence[Difference]) -> list[Part]:
    """Return the verdict, both values, the number of games, and how many other measures differ."""
    first, others = rows[0], rows[1:]
    level = number(100 * summary["level"])
    is_open = not is_decided(summary) and is_real(summary)
    verdict = NEAR_MARGIN if is_open else summary["verdict"]
    verdict = f"{'the measure ' * (is_decided(summary) or is_open)}{verdict}"
    effect = Answer(
        f"Difference b − a: {verdict}.",
        format_difference(first.interval, first.is_share),
        f"{level} % over all looks: {format_signed_ends(first.interval, first.is_share)}",
    )
    parts: list[Part] = [effect, *(_value(summary, arm) for arm in summary["arms"])]
    parts.append(_cost(summary))
    if others:
        count = sum(row.kind == DIFFERS for row in others)
        headline = "other measures differ, even after Holm's correction for many tests."
        parts.append(Answer(headline, f"{count:,} of {len(others):,}"))
    return parts


def _verdict(summary: Summary, first: Difference) -> str:
    """State the verdict in one sentence."""
    name, margin = f"“{first.measure}”", format_margin(summary["margin"], first.is_share)
    margin = f"the margin of {margin}{' points' if first.is_share else ''}"
    if not is_decided(summary) and is_real(summary):
        return f"{name} differs, and about as much as {margin}."
    if not is_decided(summary):
        more = f"play about {summary['more_games']:,} more games of each arm"
        return f"It is undecided whether {name} differs by more than {margin}: {more}."
    if summary["verdict"].startswith("differs"):
        way = "higher" if first.interval.value > 0 else "lower"
        return f"{name} differs: it is {way} in b than in a, by more than {margin}."
    return f"{name} does not differ by more than {margin}."


def _value(summary: Summary, arm: Mapping[str, Any]) -> Answer:
    key = summary["measure"]
    headline = f"“{key}” in {arm['name']} ({facts.changes_text(arm['chosen'])})."
    return estimates.estimate_answer(headline, read_figure(arm, key), summary["is_share"])


def _cost(summary: Summary) -> Answer:
    looks, possible = len(summary["looks"]), len(summary["possible_looks"])
    most = _games_at(summary, summary["possible_looks"][-1])
    headline = f"games of each arm were enough to decide; the limit was {most}."
    if not is_decided(summary):
        headline = "games of each arm, the limit, were not enough to decide."
    return Answer(headline, f"{max(summary['games']):,}", f"look {looks} of {possible}")


def _games_at(summary: Summary, blocks: int) -> str:
    return f"{blocks * max(summary['games']) // summary['blocks']:,}"


# Pictures


def _data_rows(summary: Summary) -> list[Mapping[str, Any]]:
    """Return the deciding measure in the form of the others, then the others in their order."""
    shared = ("measure", "unit", "is_share", "values", "interval", "margin")
    first = {**{key: summary[key] for key in shared}, "difference": summary["effect"]}
    return [first, *summary["others"]]


def _rows(summary: Summary) -> list[Difference]:
    """Return the measure that decides, then all others in their order."""
    error = 1 - summary["level"]
    return [
        Difference(
            row["measure"],
            read_interval(row["difference"], row["interval"]),
            tuple(row["values"]),
            row["is_share"],
            DECIDES if "margin" in row else DIFFERS if row["p_holm"] < error else SAME,
            row.get("margin"),
        )
        for row in _data_rows(summary)
    ]


def _path(summary: Summary) -> Chart:
    known = {
        look["blocks"]: read_interval(look["effect"], look["interval"]) for look in summary["looks"]
    }
    looks = [(_games_at(summary, n), known.get(n)) for n in summary["possible_looks"]]
    caption = (
        f"The interval of “{summary['measure']}” at each look. The yellow band is the margin: an "
        "interval entirely outside it shows a difference that matters, one entirely inside it "
        "shows that any difference is too small to matter. Looks that were not needed are empty."
    )
    is_share = summary["is_share"]
    return look_path("The interval at each look", looks, summary["margin"], is_share, caption)


def _forests(summary: Summary, rows: Sequence[Difference]) -> list[Part]:
    """Return one forest of shares in points, one of amounts in per cent of a.

    Each has what decides, wins or length, then the measures that change most.
    """
    by_measure = {row.measure: row for row in rows[1:]}
    ranked = [by_measure[row["measure"]] for row in ranked_rows(summary)]
    parts: list[Part] = []
    for is_share, name in ((True, "Shares"), (False, "Amounts")):
        candidates = [
            row for row in ranked if row.is_share == is_share and estimates.has_ends(row.interval)
        ]
        selected = [row for row in rows[:1] if row.is_share == is_share] + candidates[:MOST_ROWS]
        if not candidates:
            continue
        caption = _forest_caption(len(candidates), is_share, has_first=rows[0] in selected)
        parts.append(difference_forest(f"{name}, b against a", selected, caption, name.lower()))
    return parts


def _forest_caption(count: int, is_share: bool, has_first: bool) -> str:
    left = f"Wins and length, and those of {count:,} measures that change most. "
    left = left if count > MOST_ROWS else ""
    scale = "points: from 25 % to 27 % is +2" if is_share else "per cent of the value in a"
    first = " The red measure decides; the yellow band is its margin." if has_first else ""
    return (
        f"{left}Right of the dashed line the measure is higher in b, left of it lower, in {scale}. "
        "Lines are intervals at the final look. Blue measures differ even after Holm's correction "
        f"for many tests; grey ones are not shown to differ.{first}"
    )


# Numbers


def _tables(summary: Summary) -> list[Part]:
    """Return one table for each heading, without measures that are zero in both arms."""
    groups: dict[str, list[list[Cell]]] = {}
    for row in _data_rows(summary):
        heading, _, name = row["measure"].rpartition(": ")
        if any(row["values"]):
            groups.setdefault(heading, []).append(_line(summary, name, row))
    columns = ["", "unit", *(arm["name"] for arm in summary["arms"]), "b − a", "p (Holm)"]
    return [
        Fold(heading or "In general", [DataTable(columns, rows)])
        for heading, rows in groups.items()
    ]


def _line(summary: Summary, name: str, row: Mapping[str, Any]) -> list[Cell]:
    key, is_share = row["measure"], row["is_share"]
    sides = [estimates.estimate_cell(read_figure(arm, key), is_share) for arm in summary["arms"]]
    difference = difference_cell(read_interval(row["difference"], row["interval"]), is_share)
    p = p_text(row["p_holm"]) if "p_holm" in row else "decides"
    return [name, row["unit"], *sides, difference, p]


def p_text(p: float | None) -> str:
    """Return `0.034`, or `< 0.0001`; an empty text for None."""
    if p is None:
        return ""
    return f"< {SMALLEST_P:.4f}" if p < SMALLEST_P else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


TABLES = (
    "Both arms with their 95 % intervals, and b − a with an interval that holds whenever play "
    "stops; shares differ in points. Differences are paired, so they are more precise than the "
    "two columns suggest. The last column is the p-value after Holm's correction. Measures that "
    "are zero in both arms are left out."
)
