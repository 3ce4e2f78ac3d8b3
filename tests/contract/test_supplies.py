"""Counts of pieces: enough for nearly all games, any split can be laid out, files are exact."""

import random
from pathlib import Path

import numpy as np
import pytest

from offleash.contract.studio.supplies import (
    ALL_RULES,
    Supply,
    format_supplies,
    merged,
    read_supplies,
    smallest_counts,
    suffices,
    token_values,
)
from offleash.tools.errors import BadFile


def lays_out(holding: int, values: list[int]) -> dict[int, int]:
    """The tokens that somebody with so much takes, the largest first."""
    tokens = {}
    for value in sorted(values, reverse=True):
        tokens[value], holding = divmod(holding, value)
    return tokens


@pytest.mark.parametrize("holders", [1, 2, 4])
def test_any_split_can_be_laid_out_with_the_tokens(holders):
    rng = random.Random(holders)
    for total in range(150):
        counts = token_values(total, holders)
        assert sum(counts.values()) <= total
        for _ in range(20):
            cuts = sorted(rng.randint(0, total) for _ in range(holders - 1))
            split = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
            for value, count in counts.items():
                assert sum(lays_out(part, list(counts))[value] for part in split) <= count


def test_large_tokens_are_used_where_they_save_some():
    assert token_values(16, 4) == {1: 16}
    assert token_values(30, 4) == {1: 16, 5: 6}
    assert sum(token_values(130, 4).values()) < 40


def test_counts_suffice_for_all_kinds_at_once():
    rng = np.random.default_rng(5)
    peaks = {kind: rng.integers(0, 1000, 2000) for kind in "abcde"}  # independent of each other
    counts = smallest_counts(peaks)
    assert suffices(peaks, counts).mean() >= 0.99
    lower = {kind: int(np.quantile(values, 0.99)) for kind, values in peaks.items()}
    assert suffices(peaks, lower).mean() < 0.97  # 99 % of each would not be 99 % of games


def test_supplies_are_written_and_read_back(tmp_path: Path):
    supplies = [Supply("1.4", 4, 2000, {"Swagger": 9, "large disks": 3}), Supply("1.2", 2, 5, {})]
    file = tmp_path / "supplies.toml"
    file.write_text(format_supplies("make it", supplies), encoding="utf-8")
    assert read_supplies(file) == supplies
    file.write_text('[[supply]]\nrules = "1.4"\n', encoding="utf-8")
    with pytest.raises(BadFile, match="a supply needs rules, seats, games and counts"):
        read_supplies(file)


def test_other_rules_get_the_most_of_all_measured_ones():
    one, other = Supply("1.4", 4, 2000, {"a": 9, "b": 1}), Supply("1.2", 4, 2000, {"a": 3, "b": 7})
    both = merged([one, other])
    assert (both.counts, both.is_exact, both.rules) == ({"a": 9, "b": 7}, False, ALL_RULES)
