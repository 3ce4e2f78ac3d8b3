"""The results of games on a board as JSON for the page, compared with another board."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from offleash.contract import Label
from offleash.contract.studio.workbench import CellCounts, FigureGroup, Trial
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.differences import columns
from offleash.lab.statistics.intervals import (
    Differences,
    Intervals,
    paired_ratio_difference,
    ratio_interval,
)
from offleash.studio.boards.bot_games.board import TrialBoard

DIGITS = 6
MIN_GROUPS = 2  # of blocks that both boards need before a change is shown

Json = dict[str, Any]
Changes = tuple[Intervals, Differences]


def board_figures(trial: Trial, board: TrialBoard, before: TrialBoard | None = None) -> Json:
    """Return a board's results after some games: figures by group and heat by cell."""
    other = before if before and before.blocks else None
    figures = {
        "is": "played",
        "games": board.games,
        "of": board.total_games,
        "run": board.name,
        "groups": group_figures(trial.groups, board, other),
        "heat": heat_figures(trial, board, other),
    }
    wording = board.experiment.game.wording(board.options)
    figures["groups"] = wording.everything(figures["groups"]) if wording else figures["groups"]
    return {**figures, "note": board.note} if board.note else figures


def group_figures(
    groups: Sequence[FigureGroup], board: TrialBoard, before: TrialBoard | None
) -> list[Json]:
    """Return every group with its rows: an interval each, and the change if there is one."""
    account = board.account(board.blocks)
    labels = _labels(groups, account)
    intervals = _intervals(account, labels)
    changes = _changes(labels, board, before)
    place = {label.key: number for number, label in enumerate(labels)}
    figures = []
    for group in groups:
        rows = [
            {"name": name, **_row(intervals, changes, place[key])}
            for key, name in group.rows.items()
            if key in place and np.isfinite(intervals.value[place[key]])
        ]
        is_share = all(labels[place[key]].is_share for key in group.rows if key in place)
        figures.append({"key": group.key, "name": group.name, "is_share": is_share, "rows": rows})
    return figures


def _labels(groups: Sequence[FigureGroup], account: MeasureAccount) -> list[Label]:
    keys = {key for group in groups for key in group.rows}
    return [label for label in account.means if label.key in keys]


def _intervals(account: MeasureAccount, labels: Sequence[Label]) -> Intervals:
    shares = np.array([label.is_share for label in labels], bool)
    return ratio_interval(*columns(account, labels), share=shares)


def _changes(
    labels: Sequence[Label], board: TrialBoard, before: TrialBoard | None
) -> Changes | None:
    """Compare the blocks that both have played: their luck is the same, so it cancels out."""
    if before is None or before.experiment.games_per_block != board.experiment.games_per_block:
        return None
    blocks = min(board.blocks, before.blocks)
    if blocks < MIN_GROUPS * board.experiment.group:
        return None
    old, new = before.account(blocks), board.account(blocks)
    if not set(labels) <= set(old.means):
        return None
    change = paired_ratio_difference(*columns(old, labels), *columns(new, labels))
    return _intervals(old, labels), change


def _row(intervals: Intervals, changes: Changes | None, at: int) -> dict[str, float | None]:
    row = {"value": intervals.value[at], "low": intervals.low[at], "high": intervals.high[at]}
    row |= dict.fromkeys(("before", "change", "change_low", "change_high"), np.nan)
    if changes:
        old, change = changes
        row |= {"before": old.value[at], "change": change.value[at]}
        row |= {"change_low": change.low[at], "change_high": change.high[at]}
    return {name: _number(value) for name, value in row.items()}


def _number(value: float) -> float | None:
    return round(float(value), DIGITS) if np.isfinite(value) else None


def heat_figures(trial: Trial, board: TrialBoard, before: TrialBoard | None) -> list[Json]:
    """Return every heat map, with the same map of the other board."""
    now = trial.heat(board.options, board.sums(), board.games)
    old: Mapping[str, CellCounts] = {}
    if before is not None:
        heats = trial.heat(before.options, before.sums(), before.games)
        old = {heat.key: heat for heat in heats}
    return [
        {
            "key": heat.key,
            "name": heat.name,
            "unit": heat.unit,
            "cells": _cells(heat),
            "before": _cells(old[heat.key]) if heat.key in old else None,
        }
        for heat in now
    ]


def _cells(heat: CellCounts) -> list[list[float | None]]:
    return [[*cell, _number(value)] for cell, value in heat.cells.items()]
