"""The weights at the end of a bot's name: a set, and a persona to play like: `tuned:yapper`."""

from dataclasses import dataclass

from offleash.contract import Game
from offleash.contract.bots.weights import HAND, TUNED
from offleash.tools.errors import OffleashError


@dataclass(frozen=True)
class Style:
    """A set of weights and the persona that uses them, or no persona."""

    weights: str = HAND
    persona: str = ""


HAND_SET = Style()


def default_style(game: Game) -> Style:
    """The weights of a bot that names none."""
    return Style(TUNED if TUNED in game.bots.weight_sets else HAND)


def parse_style(game: Game, bot: str, text: str) -> Style:
    """Parses the end of a bot's name. Raises OffleashError if there are no such weights."""
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
