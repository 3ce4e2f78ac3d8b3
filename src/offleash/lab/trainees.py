"""Who can be trained: the greedy, a persona, and the three minds of a search."""

from collections.abc import Collection
from dataclasses import dataclass

from offleash.bots.kinds import SEARCH, find
from offleash.bots.templates.search import HEADER
from offleash.core.errors import OffleashError, shown
from offleash.core.game import Game
from offleash.core.weights import GREEDY, HAND, MINDS

PERSONA, ALL_PERSONAS = "persona:", "all-personas"
SEARCHING = {"search-own": "own", "search-opponents": "opponents", "judgement": "judgement"}
PLAYOUTS = 75  # few, so that many games are played: what is good for a few is good for more


@dataclass(frozen=True)
class Trainee:
    """One of them."""

    who: str  # as people write it
    player: str  # whose table of a file its weights go to
    bot: str  # as which bot it sits down
    at: int  # where its weights begin in that bot's row
    kept: Collection[str] = ()  # weights that make it what it is

    @property
    def is_searching(self) -> bool:
        """Whether it is one of the minds of a search."""
        return self.player in MINDS


def trainee_of(game: Game, who: str, start: str = HAND, playouts: int = PLAYOUTS) -> Trainee:
    """Somebody by name, as hand-set or with another set of weights to start from."""
    if start != HAND and start not in game.weight_sets:
        known = ", ".join((HAND, *game.weight_sets))
        raise OffleashError(f"{game.title} has no weights {shown(start)}; there are {known}")
    known_players = game.weight_sets[start] if start != HAND else {}
    if who == GREEDY:
        return Trainee(who, GREEDY, start if GREEDY in known_players else GREEDY, 1)
    name = who.removeprefix(PERSONA)
    if who.startswith(PERSONA) and name in game.personas:
        bot = f"{start}:{name}" if name in known_players else who
        return Trainee(who, name, bot, 1, tuple(game.personas[name].weights))
    if who in SEARCHING:
        if not SEARCH.can_play(game):
            raise OffleashError(f"{game.title} has no search, so {who} can't be trained")
        bot, mind = f"{SEARCH.name}:{playouts}:{start}", SEARCHING[who]
        find(game, bot)
        return Trainee(who, mind, bot, HEADER + MINDS.index(mind) * len(game.weights_by_name))
    raise OffleashError(f"{shown(who)} can't be trained; there are {', '.join(names_of(game))}")


def names_of(game: Game) -> list[str]:
    """Everybody who can be trained in a game."""
    personas = [f"{PERSONA}{name}" for name in game.personas]
    searching = list(SEARCHING) if SEARCH.can_play(game) else []
    return [GREEDY, *personas, *([ALL_PERSONAS] if personas else []), *searching]


def trainees_of(game: Game, who: str, start: str = HAND, playouts: int = PLAYOUTS) -> list[Trainee]:
    """One, or all personas."""
    named = [f"{PERSONA}{name}" for name in game.personas] if who == ALL_PERSONAS else [who]
    if not named:
        raise OffleashError(f"{game.title} has no personas")
    return [trainee_of(game, each, start, playouts) for each in named]
