"""Measures of every game: labels that hang on nothing that was played, and one total a game."""

import numpy as np
import pytest

from offleash.bots.lineup import policy, shared_policy
from offleash.contract import FURTHER, MAIN, MEAN, RECORDED
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games import registry
from tests.battery import battery  # noqa: F401  # which brings the toys
from tests.figures import figures_of
from tests.variety import random_variants

each_game = pytest.mark.parametrize("name", list(registry.ROWS))


def measure_games(game, games, seed, variants=None, rows=None, limit=10_000_000):
    names = (["random", "greedy"] * game.max_seats)[: game.max_seats]
    players = shared_policy(game, names)
    return measures_of(game, play_batch(game, players, games, seed, variants, rows, limit=limit))


def labels(measures):
    return [measure.label for measure in measures]


@each_game
def test_labels_do_not_hang_on_what_was_played(name):
    """Shards are added up column by column: whatever their games, columns are the same."""
    game = registry.load(name)
    usual = labels(measure_games(game, 7, 1))
    assert labels(measure_games(game, 1, 2)) == usual
    variants, rows = random_variants(game, 12, seed=3)
    assert labels(measure_games(game, 12, 3, variants, rows)) == usual
    assert labels(measure_games(game, 3, 3, limit=5)) == usual  # games that were given up
    assert labels(measure_games(game, 0, 1)) == usual


@each_game
def test_no_two_measures_are_called_alike(name):
    keys = [label.key for label in labels(measure_games(registry.load(name), 2, 1))]
    assert len(keys) > 3
    assert len(set(keys)) == len(keys)
    assert len({key.lower() for key in keys}) == len(keys)


@each_game
def test_every_measure_has_a_number_for_each_game(name):
    game = registry.load(name)
    variants, rows = random_variants(game, 12, seed=5)
    for measure in measure_games(game, 12, 5, variants, rows):
        assert measure.total.shape == (12,), measure.label
        assert measure.label.depth in (MAIN, FURTHER, RECORDED)
        assert np.isfinite(measure.total.astype(float)).all(), measure.label
        if measure.of is not None:
            assert measure.of.shape == (12,), measure.label
            assert (measure.of >= 0).all(), measure.label
            assert measure.label.extent == MEAN, measure.label
            assert not measure.total[measure.of == 0].any(), (
                measure.label
            )  # nothing is divided by nothing


@each_game
def test_shares_lie_between_none_and_all(name):
    for figure in figures_of(measure_games(registry.load(name), 30, 6)):
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
def test_decisions_are_measured(name):
    game = registry.load(name)
    batch = play_batch(game, policy(game, ["random"] * game.max_seats), 3, 8)
    values = {figure.label.key: figure.value for figure in figures_of(measures_of(game, batch))}
    decisions, forced_count, choices = batch.paces.sum(axis=0)
    assert values["Decisions: decisions"] == pytest.approx(decisions / 3)
    assert values["Decisions: of them forced"] == pytest.approx(forced_count / decisions)
    assert values["Decisions: choices"] == pytest.approx(choices / decisions)
