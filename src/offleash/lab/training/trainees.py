"""The players that can be trained: greedy, personas, and the three roles of a search."""

from collections.abc import Collection
from dataclasses import dataclass

from offleash.bots.kinds import SEARCH, find
from offleash.bots.templates.policies import WEIGHTS
from offleash.bots.templates.search import HEADER
from offleash.contract import Game, Weights
from offleash.contract.bots.weights import GREEDY, HAND, SEARCH_ROLES
from offleash.lab.questions.train import Train
from offleash.tools.errors import OffleashError, quote

PERSONA, ALL_PERSONAS = "persona:", "all-personas"
SEARCHING = {"search-own": "own", "search-opponents": "opponents", "judgement": "judgement"}


@dataclass(frozen=True)
class Trainee:
    """A player that can be trained."""

    name: str  # as people write it
    player: str  # name of its table in a file of weights
    bot: str  # name of the bot that plays it
    start: Weights  # all its weights before training
    offsets: tuple[int, ...]  # of the weights in the bot's row, one per player model
    signature_weights: Collection[str] = ()  # that define its character
    listed_weights: Collection[str] = ()  # always written to a file

    @property
    def is_searching(self) -> bool:
        """Whether it is one of the roles of a search."""
        return self.player in SEARCH_ROLES


def trainee_of(game: Game, name: str, start: str = HAND, playouts: int = Train.playouts) -> Trainee:
    """Return the trainee of this name, starting from a set of weights. Raises OffleashError."""
    if start != HAND and start not in game.bots.weight_sets:
        known = ", ".join((HAND, *game.bots.weight_sets))
        raise OffleashError(f"{game.title} has no weights {quote(start)}; there are {known}")
    weight_set = game.bots.weight_sets[start] if start != HAND else {}
    persona = name.removeprefix(PERSONA)
    if name == GREEDY:
        return _greedy(game, name, GREEDY, start if GREEDY in weight_set else GREEDY, ())
    if name.startswith(PERSONA) and persona in game.bots.personas:
        bot = f"{start}:{persona}" if persona in weight_set else name
        return _greedy(game, name, persona, bot, tuple(game.bots.personas[persona].weights))
    if name in SEARCHING and SEARCH.can_play(game):
        listed = tuple(weight_set.get(SEARCHING[name], ()))
        return _search_role(game, name, f"{SEARCH.name}:{playouts}:{start}", start, listed)
    if name in SEARCHING:
        raise OffleashError(f"{game.title} has no search, so {name} can't be trained")
    raise OffleashError(f"{quote(name)} can't be trained; choose from {', '.join(names_of(game))}")


def _greedy(game: Game, name: str, player: str, bot: str, signature: tuple[str, ...]) -> Trainee:
    kind, argument = find(game, bot)
    row = [0, *kind.weights(game, argument)]  # as in a policy, which adds the kernel's number
    weights = dict(zip(game.bots.weights_by_name, row[WEIGHTS:], strict=True))
    return Trainee(name, player, bot, weights, (WEIGHTS,), signature, signature)


def _search_role(game: Game, name: str, bot: str, start: str, listed: tuple[str, ...]) -> Trainee:
    """Return a role of a search; it has weights for each player model of the game."""
    find(game, bot)
    role, names = SEARCHING[name], list(game.bots.weights_by_name)
    weights = dict(zip(names, game.weights_in_set(start, role), strict=True))
    models = max(1, len(game.bots.models))
    first = SEARCH_ROLES.index(role) * models
    offsets = tuple(HEADER + (first + model) * len(names) for model in range(models))
    return Trainee(name, role, bot, weights, offsets, (), listed)


def names_of(game: Game) -> list[str]:
    """Return the names of all trainees of a game."""
    personas = [f"{PERSONA}{name}" for name in game.bots.personas]
    searching = list(SEARCHING) if SEARCH.can_play(game) else []
    return [GREEDY, *personas, *([ALL_PERSONAS] if personas else []), *searching]


def trainees_of(
    game: Game, name: str, start: str = HAND, playouts: int = Train.playouts
) -> list[Trainee]:
    """Return the trainee of this name, or all personas."""
    names = [f"{PERSONA}{p}" for p in game.bots.personas] if name == ALL_PERSONAS else [name]
    if not names:
        raise OffleashError(f"{game.title} has no personas")
    return [trainee_of(game, one, start, playouts) for one in names]
