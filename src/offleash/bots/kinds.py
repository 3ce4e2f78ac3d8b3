"""The kinds of bots, found by name: a table that a game or an installed package adds to.

A package offers a kind as an entry point of the group `offleash.bots` that leads to a `Kind`, or to
a class with `choose(view, legal)`, which then plays under the name of the entry point; a game lists
its own in `Game.bots`. `module:Class` is known once this process has admitted it, and admitting is
left to whoever reads the command line: no page, project, plan or transcript can do it.
"""

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import numpy as np

from offleash.bots import budgets, guests
from offleash.bots.templates import search
from offleash.core import weights
from offleash.core.compile import specialise
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
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
    usual: str = ""  # and examples of it
    check: Callable[[Game, str], Any] | None = None  # refuses such an argument with a sentence
    # How long it thinks, where that is not said in playouts: its row then begins with these, and
    # its notes tell how many there were
    milliseconds: Callable[[Game, str], int] = lambda game, argument: 0
    is_slow: bool = False  # whether it thinks long at every decision
    text_of: Callable[[Game, str], str] | None = None  # a line for one of its arguments
    builds_on: tuple[tuple["Kind", str], ...] = ()  # what it binds of other kinds' templates
    note: np.dtype[Any] = field(default=EMPTY)  # the record of its own workspace
    notes: int = 1
    # Of one that is written in Python: takes its seat, and has `choose(view, legal)`; the template
    # is then the module that it stands in
    make: Callable[[Game, Records, int], Any] | None = None

    def is_timed(self, game: Game, argument: str) -> bool:
        """Whether it thinks for a time, and so not the same on every machine."""
        return self.milliseconds(game, argument) > 0

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

    def offers(self, game: Game) -> dict[str, str]:
        """The same for people to read, with a line for each: where it can't be listed, its form."""
        if self.form:
            return {f"{self.name}:{self.form}": self.text}
        names = self.names(game)
        if self.text_of is None or self.arguments is _no_arguments:
            return dict.fromkeys(names, self.text)
        return {name: self.text_of(game, name.partition(":")[2]) for name in names}


POLICIES = "offleash.bots.templates.policies"


def _persona_names(game: Game) -> Sequence[str]:
    return list(game.personas)


def _persona_text(game: Game, argument: str) -> str:
    return game.personas[argument].text


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
    usual="search, search:500 or search:50ms",
    check=budgets.budget_of,
    milliseconds=lambda game, argument: budgets.budget_of(game, argument).milliseconds,
    is_slow=True,
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
        text_of=_persona_text,
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
        if isinstance(found, Kind):
            return found
        if not re.fullmatch(r"[\w.-]+", point.name):
            raise ValueError("nobody could type its name")
        return _guest(point.name, found)
    except Exception as error:
        print(f"offleash: the installed bot {point.name} is left out ({error})", file=sys.stderr)
        return None


def _guest(name: str, bot: Any) -> Kind:
    """The kind of a bot that is written in Python."""
    make, owner = guests.maker_of(name, bot), bot if isinstance(bot, type) else type(bot)
    return Kind(name, guests.title_of(bot), owner.__module__, "choose", needs=(), make=make)


guest_kinds: dict[str, Kind] = {}


def admit(bot: Any) -> str:
    """Lets a bot play in this process: a class or an object, or `module:Class`, which is imported.

    Gives its name. Only what a person names at the command line, or hands over in Python, may come
    here: importing runs code.
    """
    if isinstance(bot, str):
        name = bot
        bot = guests.load(name) if name not in guest_kinds else None
    else:
        owner = bot if isinstance(bot, type) else type(bot)
        name = f"{owner.__module__}:{owner.__qualname__}".replace(".<locals>", "")
    if bot is not None:
        guest_kinds[name] = _guest(name, bot)
    return name


def is_code(game: Game, name: str) -> bool:
    """Whether a name would have to be imported: `persona:hunter` looks the same, and would not."""
    own = {kind.name for kind in known_kinds(game)}
    return guests.is_code(name) and name.partition(":")[0].lower() not in own


def kinds(game: Game) -> dict[str, Kind]:
    """Every kind of bot that can play a game, by name."""
    return {kind.name: kind for kind in known_kinds(game) if kind.can_play(game)}


def known_kinds(game: Game) -> tuple[Kind, ...]:
    """Every kind there is: the built-in ones, sets of weights, installed, the game's, admitted.

    Searching comes behind all that plays greedily, for that is the order in which policies are
    compiled: a table of a search and `tuned` is compiled as that of a search and the greedy.
    """
    simple = tuple(kind for kind in BUILT_IN if kind is not SEARCH)
    listed = (*simple, *map(of_set, game.weight_sets), SEARCH, *installed(), *game.bots)
    return (*listed, *guest_kinds.values())


def bot_names(game: Game) -> list[str]:
    """The bots of a game that can be listed."""
    return [name for kind in kinds(game).values() for name in kind.names(game)]


def offered(game: Game) -> dict[str, str]:
    """All bots of a game, as people write them, with a line for each."""
    every = (kind.offers(game) for kind in kinds(game).values())
    return {name: text for each in every for name, text in each.items()}


def as_known(game: Game, name: str) -> str:
    """A name as the table has it: in small letters, but for code, where case matters."""
    plain = name.strip()
    return plain if plain in kinds(game) or is_code(game, plain) else plain.lower()


def find(game: Game, name: str) -> tuple[Kind, str]:
    """The kind and the argument that a name stands for; raises a sentence that lists them."""
    known = kinds(game)
    if name in known and known[name].make is not None:
        return known[name], ""
    word, colon, argument = name.partition(":")
    kind = known.get(word)
    if kind is not None and kind.check is not None:
        if colon and not argument:
            raise OffleashError(f"{name} says nothing behind its colon: write {kind.usual}")
        kind.check(game, argument)
    elif name not in bot_names(game):
        raise OffleashError(_unknown(game, name))
    assert kind is not None
    return kind, argument


def _meant(game: Game, name: str) -> str:
    """The bot that a slip was probably meant for, or nothing."""
    word, colon, argument = name.partition(":")
    for kind in get_close_matches(word.lower(), kinds(game), 1) if colon else ():
        if kind != word:  # else its argument is the slip
            with suppress(OffleashError):
                find(game, f"{kind}:{argument}")
                return f"{kind}:{argument}"
    return next(iter(get_close_matches(name.lower(), bot_names(game), 1)), "")


def _unknown(game: Game, name: str) -> str:
    """That there is no such bot, and what there is."""
    word, listed = name.partition(":")[0], ", ".join(offered(game))
    if any(kind.name == word for kind in BUILT_IN) and word not in kinds(game):
        return f"{word} can't play {game.title}, which lacks rules for it; the bots are {listed}"
    near = _meant(game, name)
    hint = f", did you mean {near}" if near else ""
    code = "; module:Class is taken from the command line only" if is_code(game, name) else ""
    return f"there is no bot {name!r}{hint}; the bots are {listed}{code}"
