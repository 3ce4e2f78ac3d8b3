"""Batches in which every bot of a game plays every preset: what checks of all indices play."""

import numpy as np

import tests.toys  # noqa: F401
from offleash.bots import kinds
from offleash.bots.lineup import policy
from offleash.contract import Game, Records
from offleash.engine.batch import Batch, play_batch
from tests.variety import random_variants

PLAYOUTS = 8  # of a search
SLOW_SHARE = 16  # a slow bot plays so many times fewer actions


def bot_names(game: Game, with_slow: bool = True) -> dict[str, bool]:
    """Every bot, and whether it is slow; of those that differ in their playouts, one.

    Models of people lie in files, which `tests/lab/test_fit.py` plays.
    """
    names: dict[str, bool] = {}
    for kind in kinds.kinds(game).values():
        if kind is kinds.PERSON:
            continue
        listed = [f"{kind.name}:{PLAYOUTS}"] if kind.form else kind.names(game)
        names |= dict.fromkeys(listed if with_slow or not kind.is_slow else [], kind.is_slow)
    return names


def presets_of(game: Game) -> list[Records]:
    return [game.options(preset) for preset in game.rules.presets or [None]]


def tables(game: Game) -> list[list[str]]:
    """Every bot that is not slow, each with other bots, as many as play a preset."""
    names = list(bot_names(game, with_slow=False))
    seats = min(game.seat_count(options) for options in presets_of(game))
    groups = [names[i : i + seats] for i in range(0, len(names), seats)]
    return [(group * game.max_seats)[: game.max_seats] for group in groups]


def play_every_bot(game: Game, games: int, limit: int, seed: int = 2) -> Batch:
    """So many games of each bot with each preset, and as many with random options.

    All are one batch, so that one kernel is compiled for them. Games end after `limit` actions.
    """
    bots, presets = bot_names(game), presets_of(game)
    others, _ = random_variants(game, 0, seed)
    variants = np.concatenate([*presets, others])
    choices = len(presets) + 1  # one of the presets, or any of the others
    cases = np.arange(len(bots) * choices * games)
    seated, choice = cases // (choices * games), cases // games % choices
    any_other = len(presets) + np.random.default_rng(seed).integers(0, len(others), len(cases))
    rows = np.where(choice < len(presets), choice, any_other)
    limits = np.where(np.array([*bots.values()])[seated], limit // SLOW_SHARE, limit)
    players = policy(game, *([name] * game.max_seats for name in bots))
    return play_batch(game, players, len(cases), seed, variants, rows, limit=limits, seated=seated)
