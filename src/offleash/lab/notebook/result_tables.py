"""The results of a run as rows: what each kind of experiment answers, and every figure."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from offleash.lab.plans.plan import arm_names
from offleash.lab.runs.finished_run import FinishedRun

Summary = Mapping[str, Any]
Rows = list[dict[str, Any]]
MEASURE = ("measure", "unit", "is_share")  # what describes a measure


def result_rows(finished: FinishedRun) -> Rows:
    """Return the answer of an experiment."""
    kind = finished.plan.kind
    return TABLES[kind](finished.summary) if kind in TABLES else figure_rows(finished)


def figure_rows(finished: FinishedRun) -> Rows:
    """Return every figure of every arm that was played, with its interval."""
    results, rows = finished.results, []
    for arm, name in enumerate(arm_names(finished.plan)):
        if not results.games(arm):
            continue
        for figure in results.account(arm).figures():
            label = figure.label
            ends = {"low": _known(figure.low), "high": _known(figure.high)}
            fields = {"measure": label.key, "unit": label.unit, "is_share": label.is_share}
            rows.append({"arm": name, **fields, "value": figure.value, **ends})
    return rows


def _known(end: float) -> float | None:
    """Return an end of an interval, or None if the data do not give one."""
    return end if end == end else None


def _columns(rows: Sequence[Mapping[str, str | None]]) -> list[dict[str, Any]]:
    """Return values of options as whole numbers, in columns that have no other values."""
    names = [
        name
        for name in rows[0]
        if all(re.fullmatch(r"-?\d+", value) for row in rows if (value := row[name]) is not None)
    ]
    return [
        {
            name: int(value) if name in names and value is not None else value
            for name, value in row.items()
        }
        for row in rows
    ]


def _compare(summary: Summary) -> Rows:
    """Return one row per measure; the first decides."""
    keys = (*MEASURE, "values", "interval")
    first = {**{key: summary[key] for key in keys}, "difference": summary["effect"]}
    return [_difference(row) for row in (first, *summary["others"])]


def _difference(row: Summary) -> dict[str, Any]:
    (a, b), (low, high) = row["values"], row["interval"]
    fields = {key: row[key] for key in MEASURE}
    ends = {"difference": row["difference"], "low": low, "high": high}
    return {**fields, "a": a, "b": b, **ends, "p_holm": row.get("p_holm")}


def _sweep(summary: Summary) -> Rows:
    """Return one row per point and measure, with its difference from the base."""
    if summary["sobol"]:
        return _indices(summary)
    points, rows = summary["points"], []
    columns = _columns([point["values"] or dict.fromkeys(summary["over"]) for point in points])
    for number, (point, values) in enumerate(zip(points, columns, strict=True)):
        for measure in summary["measures"]:
            key, fields = measure["measure"], {name: measure[name] for name in MEASURE}
            low, high = point["intervals"].get(key, (None, None))
            change = point["differences"].get(key, {})
            figures = {"value": point["figures"].get(key), "low": low, "high": high}
            differences = {"difference": change.get("difference"), "p_holm": change.get("p_holm")}
            is_base = number == summary["base"]
            rows.append({**values, "is_base": is_base, **fields, **figures, **differences})
    return rows


def _indices(summary: Summary) -> Rows:
    """Return one row per measure and option: its share of the variance, alone and in all."""
    rows = []
    for measure, indices in summary["indices"].items():
        for option in summary["over"]:
            ends = {
                f"{kind}{suffix}": number
                for kind in ("first", "total")
                for suffix, number in zip(("", "_low", "_high"), indices[kind][option], strict=True)
            }
            rows.append({"measure": measure, "option": option, **ends})
    return rows


def _ladder(summary: Summary) -> Rows:
    """Return one row per bot, best first."""
    keys = ("bot", "rating", "low", "high", "above_next")
    return [{key: row.get(key) for key in keys} for row in summary["ratings"]]


def _tune(summary: Summary) -> Rows:
    """Return one row per rule set: its changes, and the value of each goal, also on fresh luck."""
    goals = [goal["text"] for goal in summary["goals"]]
    trials, rows = summary["trials"], []
    checks = {check["number"]: check["reached"] for check in summary["checks"]}
    columns = _columns([{n: trial["changes"].get(n) for n in summary["over"]} for trial in trials])
    for trial, changes in zip(trials, columns, strict=True):
        reached, again = (
            [value["value"] for value in values or ()] or [None] * len(goals)
            for values in (trial.get("reached"), checks.get(trial["number"]))
        )
        place = {
            "number": trial["number"],
            "is_in_front": trial["number"] in summary["front"],
            "is_best": trial["number"] == summary["best"],
        }
        fresh = {f"{goal}, fresh luck": value for goal, value in zip(goals, again, strict=True)}
        rows.append({**place, **changes, **dict(zip(goals, reached, strict=True)), **fresh})
    return rows


TABLES: dict[str, Callable[[Summary], Rows]] = {
    "compare": _compare,
    "sweep": _sweep,
    "ladder": _ladder,
    "tune": _tune,
}
