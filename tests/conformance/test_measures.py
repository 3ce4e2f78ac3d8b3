"""Measures of every game: labels that hang on nothing that was played, and one total a game."""

import numpy as np
import pytest

from offleash.bots.seats import policy
from offleash.core.batch import play_batch
from offleash.core.figures import figures_of, measures_of
from offleash.core.game import FURTHER, MAIN, MEAN, RECORDED
from offleash.games import registry
from tests.battery import battery  # noqa: F401  # which brings the toys
from tests.variety import random_variants

each_game = pytest.mark.parametrize("name", list(registry.ROWS))


def measured(game, games, seed, variants=None, rows=None, limit=10_000_000):
    names = (["random", "greedy"] * game.max_seats)[: game.max_seats]
    chosen = policy(game, names)
    return measures_of(game, play_batch(game, chosen, games, seed, variants, rows, limit=limit))


def labels(measures):
    return [each.label for each in measures]


@each_game
def test_labels_do_not_hang_on_what_was_played(name):
    """Shards are added up column by column: whatever their games, columns are the same."""
    game = registry.load(name)
    usual = labels(measured(game, 7, 1))
    assert labels(measured(game, 1, 2)) == usual
    variants, rows = random_variants(game, 12, seed=3)
    assert labels(measured(game, 12, 3, variants, rows)) == usual
    assert labels(measured(game, 3, 3, limit=5)) == usual  # games that were given up
    assert labels(measured(game, 0, 1)) == usual


@each_game
def test_no_two_measures_are_called_alike(name):
    keys = [label.key for label in labels(measured(registry.load(name), 2, 1))]
    assert len(keys) > 3
    assert len(set(keys)) == len(keys)
    assert len({key.lower() for key in keys}) == len(keys)


@each_game
def test_every_measure_has_a_number_for_each_game(name):
    game = registry.load(name)
    variants, rows = random_variants(game, 12, seed=5)
    for each in measured(game, 12, 5, variants, rows):
        assert each.total.shape == (12,), each.label
        assert each.label.depth in (MAIN, FURTHER, RECORDED)
        assert np.isfinite(each.total.astype(float)).all(), each.label
        if each.of is not None:
            assert each.of.shape == (12,), each.label
            assert (each.of >= 0).all(), each.label
            assert each.label.extent == MEAN, each.label
            assert not each.total[each.of == 0].any(), each.label  # nothing is divided by nothing


@each_game
def test_shares_lie_between_none_and_all(name):
    for figure in figures_of(measured(registry.load(name), 30, 6)):
        if figure.label.is_share:
            assert 0 <= figure.value <= 1, figure


@each_game
def test_a_batch_is_measured_as_its_games_one_by_one(name):
    """No measure of a game knows of the others."""
    game = registry.load(name)
    names = ["random"] * game.max_seats
    together = measures_of(game, play_batch(game, policy(game, names), 4, 8))
    for number in range(4):
        batch = play_batch(game, policy(game, names), 1, 8, first=number)
        for whole, alone in zip(together, measures_of(game, batch), strict=True):
            assert whole.total[number] == alone.total[0], whole.label
            if whole.of is not None and alone.of is not None:
                assert whole.of[number] == alone.of[0], whole.label


@each_game
def test_decisions_are_told(name):
    game = registry.load(name)
    batch = play_batch(game, policy(game, ["random"] * game.max_seats), 3, 8)
    found = {figure.label.key: figure.value for figure in figures_of(measures_of(game, batch))}
    decisions, forced, choices = batch.paces.sum(axis=0)
    assert found["Decisions: decisions"] == pytest.approx(decisions / 3)
    assert found["Decisions: of them forced"] == pytest.approx(forced / decisions)
    assert found["Decisions: choices"] == pytest.approx(choices / decisions)
