"""The budget of a search: `500` playouts a decision, or `50ms` of time; and its set of weights.

A number of playouts gives the same move on every machine. How many playouts fit into a time depends
on the machine, so time is for interactive play, and batches refuse it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from offleash.bots.templates.notes import MOST_CANDIDATES
from offleash.bots.templates.search import HEADER, PLAYOUTS
from offleash.core.errors import OffleashError
from offleash.core.game import Game
from offleash.core.weights import HAND, SEARCH_ROLES, TUNED

DEFAULT_PLAYOUTS = 300
MIN_PLAYOUTS, MAX_PLAYOUTS = 2, 10_000_000
MAX_MILLISECONDS = 600_000


@dataclass(frozen=True)
class Budget:
    """Playouts or milliseconds a decision, and the name of a set of weights."""

    playouts: int = DEFAULT_PLAYOUTS
    milliseconds: int = 0
    weights: str = HAND


def parse_budget(game: Game, argument: str) -> Budget:
    """Parses what follows `search:`. Raises OffleashError if it is malformed."""
    amount, colon, weights = argument.partition(":")
    if colon and not weights:
        raise OffleashError(
            f"search:{argument} has nothing after its last colon: leave the colon out"
        )
    if weights and weights not in (known := [HAND, *game.bots.weight_sets]):
        raise OffleashError(
            f"{game.title} has no weights {weights!r} for a search; choose from {', '.join(known)}"
        )
    weights = weights or default_weights(game)
    match = re.fullmatch(r"([0-9]{1,18})(ms)?", amount)
    if argument and not match:
        raise OffleashError(
            f"search:{argument} is not valid: write search:500 for playouts, search:50ms for time"
        )
    if not match:
        return Budget(weights=weights)
    number, low, high, unit = int(match[1]), MIN_PLAYOUTS, MAX_PLAYOUTS, "playouts"
    if match[2]:
        low, high, unit = 1, MAX_MILLISECONDS, "milliseconds"
    if not low <= number <= high:
        raise OffleashError(f"a search takes from {low:,} to {high:,} {unit}, not {number:,}")
    return Budget(DEFAULT_PLAYOUTS, number, weights) if match[2] else Budget(number, 0, weights)


def default_weights(game: Game) -> str:
    """The set of weights that a search uses by default."""
    return TUNED if TUNED in game.bots.weight_sets else HAND


def search_row(game: Game, argument: str) -> Sequence[int]:
    """A searching player's numbers, as `templates.search` reads them."""
    budget, horizon = parse_budget(game, argument), game.bots.horizon
    models = game.bots.models or ("",)
    name = budget.weights
    weights = [game.weights_in_set(name, role, model) for role in SEARCH_ROLES for model in models]
    width = min(horizon.width, MOST_CANDIDATES)
    depth = [horizon.boundaries, horizon.judged, horizon.decisions]
    header = [budget.playouts, width, *depth, len(weights[0]), len(models)]
    assert len(header) == HEADER - PLAYOUTS
    return [*header, *chain.from_iterable(weights)]
