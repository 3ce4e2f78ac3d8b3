"""What games on a board came to, as plain data for the page, beside those on another board."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from offleash.core.game import Label
from offleash.core.workbench import Group, Heat, Trial
from offleash.lab.accounts import MeasureAccount
from offleash.lab.differences import columns
from offleash.lab.statistics.intervals import (
    Differences,
    Intervals,
    paired_ratio_difference,
    ratio_interval,
)
from offleash.studio.trials.board import Board

DIGITS = 6
FEWEST = 2  # blocks that both boards must have played before a change is told

Told = dict[str, Any]
Changes = tuple[Intervals, Differences]


def told_board(trial: Trial, board: Board, before: Board | None = None) -> Told:
    """All that is told of a board after some games: figures by group, and heat by cell."""
    other = before if before and before.blocks else None
    told = {
        "is": "played",
        "games": board.games,
        "of": board.of,
        "run": board.name,
        "groups": told_groups(trial.groups, board, other),
        "heat": told_heat(trial, board, other),
    }
    return {**told, "note": board.note} if board.note else told


def told_groups(groups: Sequence[Group], board: Board, before: Board | None) -> list[Told]:
    """Every group with its rows, each with an interval, and a change where there is one."""
    account = board.account(board.blocks)
    labels = _labels(groups, account)
    found = _intervals(account, labels)
    changes = _changes(labels, board, before)
    place = {label.key: number for number, label in enumerate(labels)}
    told = []
    for group in groups:
        rows = [
            {"name": name, **_row(found, changes, place[key])}
            for key, name in group.rows.items()
            if key in place and np.isfinite(found.value[place[key]])
        ]
        is_share = all(labels[place[key]].is_share for key in group.rows if key in place)
        told.append({"key": group.key, "name": group.name, "is_share": is_share, "rows": rows})
    return told


def _labels(groups: Sequence[Group], account: MeasureAccount) -> list[Label]:
    wanted = {key for group in groups for key in group.rows}
    return [label for label in account.means if label.key in wanted]


def _intervals(account: MeasureAccount, labels: Sequence[Label]) -> Intervals:
    shares = np.array([label.is_share for label in labels], bool)
    return ratio_interval(*columns(account, labels), share=shares)


def _changes(labels: Sequence[Label], board: Board, before: Board | None) -> Changes | None:
    """On the blocks that both have played: their luck is the same, so it cancels out."""
    if before is None or before.experiment.games_per_block != board.experiment.games_per_block:
        return None
    blocks = min(board.blocks, before.blocks)
    if blocks < FEWEST * board.experiment.group:
        return None
    old, new = before.account(blocks), board.account(blocks)
    if not set(labels) <= set(old.means):
        return None
    change = paired_ratio_difference(*columns(old, labels), *columns(new, labels))
    return _intervals(old, labels), change


def _row(found: Intervals, changes: Changes | None, at: int) -> dict[str, float | None]:
    row = {"value": found.value[at], "low": found.low[at], "high": found.high[at]}
    old, change = changes or (None, None)
    row["before"] = old.value[at] if old else np.nan
    row |= {
        "change": change.value[at] if change else np.nan,
        "change_low": change.low[at] if change else np.nan,
        "change_high": change.high[at] if change else np.nan,
    }
    return {name: _number(value) for name, value in row.items()}


def _number(value: float) -> float | None:
    return round(float(value), DIGITS) if np.isfinite(value) else None


def told_heat(trial: Trial, board: Board, before: Board | None) -> list[Told]:
    """Every map, with the same map of the board before."""
    now = trial.heat(board.options, board.sums(), board.games)
    old: Mapping[str, Heat] = {}
    if before is not None:
        found = trial.heat(before.options, before.sums(), before.games)
        old = {heat.key: heat for heat in found}
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


def _cells(heat: Heat) -> list[list[float | None]]:
    return [[*cell, _number(value)] for cell, value in heat.cells.items()]
