"""A greedy or a persona that now and then plays anything: `careless:20:hand:yapper`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from offleash.bots.bot_names import Style, default_style, parse_style
from offleash.contract import Game
from offleash.contract.bots.weights import GREEDY
from offleash.tools.errors import OffleashError


@dataclass(frozen=True)
class Carelessness:
    """How often a bot plays any legal action, in per cent, and its weights otherwise."""

    slips: int
    style: Style


def parse_carelessness(game: Game, argument: str) -> Carelessness:
    """Parse what follows `careless:`, or raise OffleashError if it is malformed."""
    share, colon, text = argument.partition(":")
    if not re.fullmatch(r"[0-9]{1,3}", share) or int(share) > 100:
        raise OffleashError(
            f"careless:{argument} is not valid: write careless:20 for a bot that plays anything "
            "in 20 per cent of its decisions"
        )
    style = parse_style(game, f"careless:{argument}", text) if colon else default_style(game)
    return Carelessness(int(share), style)


def careless_row(game: Game, argument: str) -> Sequence[int]:
    """Return a careless player's numbers, as `templates.policies` reads them."""
    how = parse_carelessness(game, argument)
    player = how.style.persona or GREEDY
    return [how.slips, *game.weights_in_set(how.style.weights, player, how.style.persona)]
