"""What follows the kind in a bot's name: `search:500`, `search:50ms:tuned`, `greedy:tuned:yapper`.

First comes the budget of a search, in playouts a decision or in time; at the end, its weights: a
set, and a persona to play like.

A number of playouts gives the same move on every machine. How many playouts fit into a time depends
on the machine, so time is for interactive play, and batches refuse it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from offleash.bots.templates.notes import MOST_CANDIDATES
from offleash.bots.templates.search import HEADER, PLAYOUTS
from offleash.contract import Game
from offleash.contract.bots.weights import HAND, SEARCH_ROLES, TUNED
from offleash.tools.errors import OffleashError

DEFAULT_PLAYOUTS = 300
OFFERED_PLAYOUTS = (75, DEFAULT_PLAYOUTS, 1200)  # of searches on pages
MIN_PLAYOUTS, MAX_PLAYOUTS = 2, 10_000_000
MAX_MILLISECONDS = 600_000


@dataclass(frozen=True)
class Style:
    """A set of weights and the persona that uses them, or no persona."""

    weights: str = HAND
    persona: str = ""


HAND_SET = Style()


def default_style(game: Game) -> Style:
    """Return the weights of a bot that names none."""
    return Style(TUNED if TUNED in game.bots.weight_sets else HAND)


def parse_style(game: Game, bot: str, text: str) -> Style:
    """Parse the end of a bot's name, or raise OffleashError if there are no such weights."""
    weights, colon, persona = text.partition(":")
    if not weights or (colon and not persona):
        raise OffleashError(f"{bot} has nothing after its last colon: leave the colon out")
    if weights not in (known := [HAND, *game.bots.weight_sets]):
        raise OffleashError(
            f"{game.title} has no weights {weights!r}; choose from {', '.join(known)}"
        )
    if persona and persona not in game.bots.personas:
        known = list(game.bots.personas)
        raise OffleashError(
            f"{game.title} has no persona {persona!r}; choose from {', '.join(known)}"
        )
    return Style(weights, persona)


@dataclass(frozen=True)
class Budget:
    """Playouts or milliseconds a decision, and the weights."""

    playouts: int = DEFAULT_PLAYOUTS
    milliseconds: int = 0
    style: Style = HAND_SET


def parse_budget(game: Game, argument: str) -> Budget:
    """Parse what follows `search:`, or raise OffleashError if it is malformed."""
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
    """Return a searching player's numbers, as `templates.search` reads them."""
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
