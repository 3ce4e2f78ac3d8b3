"""What a search may spend: `500` playouts a decision, or `50ms` of time; and whose weights it has.

Playouts give the same move on every machine. Time is for play: how many playouts fit into it is up
to the machine, so no batch is played with it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from offleash.bots.templates.search import HEADER, MOST_CANDIDATES, PLAYOUTS
from offleash.core.errors import OffleashError
from offleash.core.game import Game
from offleash.core.weights import HAND, MINDS, TUNED

USUAL = 300  # playouts
LEAST, MOST = 2, 10_000_000
LONGEST = 600_000  # milliseconds


@dataclass(frozen=True)
class Budget:
    """One of the two, and the name of a set of weights."""

    playouts: int = USUAL
    milliseconds: int = 0
    weights: str = HAND


def budget_of(game: Game, argument: str) -> Budget:
    """What stands behind `search:`; one sentence where it means nothing."""
    spent, colon, weights = argument.partition(":")
    if colon and not weights:
        raise OffleashError(f"search:{argument} says nothing behind its last colon: leave it away")
    if weights and weights not in (known := [HAND, *game.weight_sets]):
        raise OffleashError(
            f"{game.title} has no weights {weights!r} for a search; there are {', '.join(known)}"
        )
    weights = weights or usual_weights(game)
    found = re.fullmatch(r"([0-9]{1,18})(ms)?", spent)
    if argument and not found:
        raise OffleashError(
            f"search:{argument} is no search: write search:500 for playouts, search:50ms for time"
        )
    if not found:
        return Budget(weights=weights)
    number = int(found[1])
    low, high, what = (1, LONGEST, "milliseconds") if found[2] else (LEAST, MOST, "playouts")
    if not low <= number <= high:
        raise OffleashError(f"a search has from {low:,} to {high:,} {what}, not {number:,}")
    return Budget(USUAL, number, weights) if found[2] else Budget(number, 0, weights)


def usual_weights(game: Game) -> str:
    """The set of weights that a search goes by, unless another is named."""
    return TUNED if TUNED in game.weight_sets else HAND


def row_of(game: Game, argument: str) -> Sequence[int]:
    """A searching player's numbers, as `templates.search` reads them."""
    budget, look = budget_of(game, argument), game.horizon
    models = game.models or ("",)
    minds = [game.mind(budget.weights, name, model) for name in MINDS for model in models]
    width = min(look.width, MOST_CANDIDATES)
    far = [look.boundaries, look.judged, look.decisions]
    header = [budget.playouts, width, *far, len(minds[0]), len(models)]
    assert len(header) == HEADER - PLAYOUTS
    return [*header, *(weight for mind in minds for weight in mind)]
