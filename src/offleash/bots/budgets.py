"""The budget of a search: `500` playouts a decision, or `50ms` of time; and its weights.

A number of playouts gives the same move on every machine. How many playouts fit into a time depends
on the machine, so time is for interactive play, and batches refuse it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from offleash.bots.styles import HAND_SET, Style, default_style, parse_style
from offleash.bots.templates.notes import MOST_CANDIDATES
from offleash.bots.templates.search import HEADER, PLAYOUTS
from offleash.contract import Game
from offleash.contract.bots.weights import SEARCH_ROLES
from offleash.tools.errors import OffleashError

DEFAULT_PLAYOUTS = 300
MIN_PLAYOUTS, MAX_PLAYOUTS = 2, 10_000_000
MAX_MILLISECONDS = 600_000


@dataclass(frozen=True)
class Budget:
    """Playouts or milliseconds a decision, and the weights."""

    playouts: int = DEFAULT_PLAYOUTS
    milliseconds: int = 0
    style: Style = HAND_SET


def parse_budget(game: Game, argument: str) -> Budget:
    """Parses what follows `search:`. Raises OffleashError if it is malformed."""
    amount, colon, text = argument.partition(":")
    style = parse_style(game, f"search:{argument}", text) if colon else default_style(game)
    match = re.fullmatch(r"([0-9]{1,18})(ms)?", amount)
    if argument and not match:
        raise OffleashError(
            f"search:{argument} is not valid: write search:500 for playouts, search:50ms for time"
        )
    if not match:
        return Budget(style=style)
    number, low, high, unit = int(match[1]), MIN_PLAYOUTS, MAX_PLAYOUTS, "playouts"
    if match[2]:
        low, high, unit = 1, MAX_MILLISECONDS, "milliseconds"
    if not low <= number <= high:
        raise OffleashError(f"a search takes from {low:,} to {high:,} {unit}, not {number:,}")
    return Budget(DEFAULT_PLAYOUTS, number, style) if match[2] else Budget(number, 0, style)


def search_row(game: Game, argument: str) -> Sequence[int]:
    """A searching player's numbers, as `templates.search` reads them."""
    budget, horizon = parse_budget(game, argument), game.bots.horizon
    models = game.bots.models or ("",)
    own, *others = SEARCH_ROLES
    name, persona = budget.style.weights, budget.style.persona
    weights = [game.weights_in_set(name, own, persona or model) for model in models]
    weights += [game.weights_in_set(name, role, model) for role in others for model in models]
    width = min(horizon.widths.get(name, horizon.width), MOST_CANDIDATES)
    depth = [horizon.boundaries, horizon.judged, horizon.decisions]
    rivals = horizon.rivals.get(name, 0)
    header = [budget.playouts, width, *depth, len(weights[0]), len(models), rivals]
    assert len(header) == HEADER - PLAYOUTS
    return [*header, *chain.from_iterable(weights)]
