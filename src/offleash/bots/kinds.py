"""The kinds of bots, found by name: a table that a game or an installed package adds to.

A package offers a kind as an entry point of the group `offleash.bots` that leads to a `Kind`; a
game lists its own in `Game.bots`.
"""

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import numpy as np

from offleash.bots import budgets
from offleash.bots.templates import search
from offleash.core import weights
from offleash.core.compile import specialise
from offleash.core.errors import OffleashError
from offleash.core.game import Game
from offleash.core.record import EMPTY

GROUP = "offleash.bots"


def _no_arguments(game: Game) -> Sequence[str]:
    return ()


def _default_weights(game: Game, argument: str) -> Sequence[int]:
    return [int(weight) for weight in game.weights]


@dataclass(frozen=True)
class Kind:
    """A kind of bot. People type its name, and an argument behind a colon where it takes one."""

    name: str
    text: str  # one line for people
    template: str  # the module that holds its `choose`, a template for `specialise`
    choose: str
    needs: tuple[str, ...] = ("score",)  # rules of the game that the template binds
    may_use: tuple[str, ...] = ("prepare",)  # and those that it takes where a game has them
    arguments: Callable[[Game], Sequence[str]] = _no_arguments
    weights: Callable[[Game, str], Sequence[int]] = _default_weights
    form: str = ""  # what to write where arguments can't be listed, such as "PLAYOUTS"
    check: Callable[[Game, str], Any] | None = None  # refuses such an argument with a sentence
    is_timed: Callable[[Game, str], bool] = lambda game, argument: False
    builds_on: tuple[tuple["Kind", str], ...] = ()  # what it binds of other kinds' templates
    note: np.dtype[Any] = field(default=EMPTY)  # the record of its own workspace
    notes: int = 1

    def module(self, game: Game, note: np.dtype[Any]) -> Any:
        """Its template, bound to one game; `note` is the record of the workspace at this table."""
        offered = {name: getattr(game, name) for name in self.may_use}
        bound = {name: getattr(game, name) for name in self.needs}
        bound |= {name: rule for name, rule in offered.items() if rule is not None}
        bound |= {name: getattr(kind.module(game, note), name) for kind, name in self.builds_on}
        template = importlib.import_module(self.template)
        return specialise(game.rule, template, note=note, **bound)

    def compiled(self, game: Game, note: np.dtype[Any]) -> Callable[..., Any]:
        """Its `choose`, bound to one game."""
        choose: Callable[..., Any] = getattr(self.module(game, note), self.choose)
        return choose

    def can_play(self, game: Game) -> bool:
        """Whether the game has the rules that it needs."""
        return all(getattr(game, name) is not None for name in self.needs)

    def names(self, game: Game) -> list[str]:
        """All that people may type for it in this game, where that can be listed."""
        if self.form:
            return []
        arguments = self.arguments(game)
        if self.arguments is _no_arguments:
            return [self.name]
        return [f"{self.name}:{argument}" if argument else self.name for argument in arguments]

    def offers(self, game: Game) -> list[str]:
        """The same for people to read: where it can't be listed, how it is written."""
        return [f"{self.name}:{self.form}"] if self.form else self.names(game)


POLICIES = "offleash.bots.templates.policies"


def _persona_names(game: Game) -> Sequence[str]:
    return list(game.personas)


def _persona_weights(game: Game, argument: str) -> Sequence[int]:
    return [int(weight) for weight in game.persona_weights(argument)]


@cache
def of_set(name: str) -> Kind:
    """The greedy and the personas with a further set of weights: `tuned`, `tuned:yapper`."""

    def players(game: Game) -> Sequence[str]:
        known = game.weight_sets[name]
        return [
            *([""] if weights.GREEDY in known else []),
            *(each for each in game.personas if each in known),
        ]

    def row(game: Game, argument: str) -> Sequence[int]:
        usual = game.personas[argument].weights if argument else {}
        changed = game.weight_sets[name][argument or weights.GREEDY]
        return list({**game.weights_by_name, **usual, **changed}.values())

    text = f"the greedy, or a persona, with the weights {name!r}"
    return Kind(name, text, POLICIES, "choose_greedy", arguments=players, weights=row)


GREEDY = Kind(
    "greedy", "the action that scores best, with default weights", POLICIES, "choose_greedy"
)
SEARCH = Kind(
    "search",
    "tries the best few actions in many playouts: search:500, or search:50ms of time",
    "offleash.bots.templates.search",
    "choose_search",
    needs=(
        *("actor", "side", "legal_actions", "chance_outcomes", "stream", "apply", "returns"),
        *("hide", "resample", "score", "outlook"),
    ),
    may_use=(
        *("prepare", "is_boundary", "distinct_actions", "model_of", "wander"),
        *("list_goals", "aim", "planned"),
    ),
    weights=budgets.row_of,
    form="PLAYOUTS",
    check=budgets.budget_of,
    is_timed=lambda game, argument: budgets.budget_of(game, argument).milliseconds > 0,
    builds_on=((GREEDY, "pick_best"),),
    note=search.NOTE,
)
BUILT_IN = (
    Kind("random", "any legal action, each equally likely", POLICIES, "choose_random"),
    GREEDY,
    Kind(
        "persona",
        "plays one of the game's archetypes",
        POLICIES,
        "choose_greedy",
        arguments=_persona_names,
        weights=_persona_weights,
    ),
    SEARCH,
)


@cache
def installed() -> tuple[Kind, ...]:
    """What installed packages add."""
    return tuple(filter(None, map(_loaded, entry_points(group=GROUP))))


def _loaded(point: EntryPoint) -> Kind | None:
    """What a package offers; one that can't be loaded must not take every command down."""
    try:
        found = point.load()
        if not isinstance(found, Kind):
            raise TypeError(f"it is {type(found).__name__}, no kind of bot")
        return found
    except Exception as error:
        print(f"offleash: the installed bot {point.name} is left out ({error})", file=sys.stderr)
        return None


def kinds(game: Game) -> dict[str, Kind]:
    """Every kind of bot that can play a game, by name."""
    return {kind.name: kind for kind in known_kinds(game) if kind.can_play(game)}


def known_kinds(game: Game) -> tuple[Kind, ...]:
    """Every kind there is: the built-in ones, sets of weights, installed ones, the game's own.

    Searching comes behind all that plays greedily, for that is the order in which policies are
    compiled: a table of a search and `tuned` is compiled as that of a search and the greedy.
    """
    simple = tuple(kind for kind in BUILT_IN if kind is not SEARCH)
    return (*simple, *map(of_set, game.weight_sets), SEARCH, *installed(), *game.bots)


def bot_names(game: Game) -> list[str]:
    """The bots of a game that can be listed."""
    return [name for kind in kinds(game).values() for name in kind.names(game)]


def offered(game: Game) -> list[str]:
    """All bots of a game, as people write them."""
    return [name for kind in kinds(game).values() for name in kind.offers(game)]


def find(game: Game, name: str) -> tuple[Kind, str]:
    """The kind and the argument that a name stands for; raises a sentence that lists them."""
    word, _, argument = name.partition(":")
    kind = kinds(game).get(word)
    if kind is not None and kind.check is not None:
        kind.check(game, argument)
    elif name not in (known := bot_names(game)):
        near = get_close_matches(name, known, 1)
        hint = f", did you mean {near[0]}" if near else ""
        listed = ", ".join(offered(game))
        raise OffleashError(f"there is no bot {name!r}{hint}; the bots are {listed}")
    assert kind is not None
    return kind, argument
