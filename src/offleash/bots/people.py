"""Models of people: the file of a model, and the numbers by which it plays.

A model is TOML, written by `offleash fit`. Weights that it leaves out are those of the greedy bot.

    [person]
    name = "Anna"
    game = "dog"
    [choices]
    lapses = 0.03
    noise = 9.5
    [weights]
    home = 140
    [attention]
    give = -1.5
    [origin]
    command = "offleash fit GAMES --player Anna"
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from offleash.bots.templates import goal_worths, person
from offleash.compiler.rule import specialise
from offleash.contract import Game, Weights
from offleash.contract.bots.weights import MOST
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.files import read_text
from offleash.tools.prose import closest, suggest
from offleash.tools.toml import format_settings, line_of, parse_toml

PERSON = "person"  # the kind of bot
TABLES = ("person", "choices", "weights", "attention", "intervals", "origin")
IDENTITY = ("name", "game")
PIECE = "tile"  # the kind of all actions that begin with the name of a piece, such as `red-blue`
LEAST_POWER, MOST_POWER = -8.0, 40.0  # of 2, for the noise
MOST_ODDS = 40.0  # of e, for attention


@dataclass(frozen=True)
class Choices:
    """How somebody chooses: how often anything, and with how much noise."""

    lapses: float = 0.02  # the share of decisions in which anything is played
    noise: float = 6.0  # of a decision among eight, as a power of 2, in points of the score
    crowd: float = 0.0  # how much it grows when twice as many can be chosen
    stakes: float = 0.0  # how much it grows when twice as much is at stake
    plans: float = 0.0  # more noise of decisions that stand for a whole walk


BOUNDS: Mapping[str, tuple[float, float]] = {
    "lapses": (0, 1),
    "noise": (LEAST_POWER, MOST_POWER),
    "crowd": (-8, 8),
    "stakes": (-8, 8),
    "plans": (LEAST_POWER, MOST_POWER),
}


@dataclass(frozen=True)
class Person:
    """A model of a person or a group: what it values, what it notices, and where that is from."""

    name: str
    game: str
    choices: Choices = Choices()
    weights: Weights = field(default_factory=dict)  # those that differ from the greedy bot's
    attention: Mapping[str, float] = field(default_factory=dict)  # by kind, as a power of e
    intervals: Mapping[str, Sequence[float]] = field(default_factory=dict)
    origin: Mapping[str, Any] = field(default_factory=dict)


# How it plays


@dataclass(frozen=True)
class ActionKinds:
    """The kinds of a game's actions: the first word of each, and where runs of one kind begin."""

    names: Sequence[str]
    begins: Sequence[int]
    kinds: Sequence[int]  # of each run, as a number of `names`


def action_kinds(game: Game) -> ActionKinds:
    """Return the kinds of a game's actions by their notation; a game's are worked out once."""
    rule = game.rules.rule
    if rule not in _kinds_by_rule:
        _kinds_by_rule[rule] = _list_kinds(game)
    return _kinds_by_rule[rule]


_kinds_by_rule: dict[Any, ActionKinds] = {}


def _list_kinds(game: Game) -> ActionKinds:
    options = game.options()
    names: dict[str, int] = {}
    begins: list[int] = []
    kinds: list[int] = []
    for action in range(game.rules.action_count):
        word = game.notation.format_action(action, options).split()[0]
        kind = names.setdefault(PIECE if "-" in word else word, len(names))
        if not kinds or kinds[-1] != kind:
            begins.append(action)
            kinds.append(kind)
    return ActionKinds(tuple(names), begins, kinds)


def person_row(game: Game, model: Person) -> list[int]:
    """Return a person's numbers, as `templates.person` reads them."""
    kinds, choices = action_kinds(game), model.choices
    weights = list({**game.bots.weights_by_name, **model.weights}.values())
    noise = round(person.UNIT * (choices.noise + 8))  # in 256ths of a score
    powers = (round(person.UNIT * power) for power in (choices.crowd, choices.stakes))
    plans = round(person.UNIT * choices.plans)
    header = [round(person.CERTAIN * choices.lapses), noise, *powers, plans]
    counts = [len(weights), len(kinds.names), len(kinds.begins)]
    odds = [round(person.UNIT * model.attention.get(name, 0.0)) for name in kinds.names]
    return [*header, *counts, *weights, *odds, *kinds.begins, *kinds.kinds]


def goal_rules(game: Game) -> dict[str, Any]:
    """Return the rule that says what a goal is worth, if the game's scratch space does."""
    if game.bots.list_goals is None or "goal_worth" not in (game.rules.work.names or ()):
        return {}
    return {"goal_worth": specialise(game.rules.rule, goal_worths).goal_worth}


# Files


def read_person(path: str | Path) -> Person:
    """Read a model. Raises BadFile with the line of a mistake."""
    return parse_person(read_text(path), path)


def parse_person(text: str, path: str | Path = "person") -> Person:
    """Parse a model; `path` names the text in errors. Raises BadFile."""
    document = parse_toml(text, path)

    def error(problem: str, table: str, key: str = "") -> BadFile:
        return BadFile(path, line_of(text, table, key), problem)

    for table, value in document.items():
        if table not in TABLES:
            raise error(f"there is no table {quote(table)} in a model of a person", table)
        if not isinstance(value, dict):
            raise error(f"{table} must be a table", "", table)
    identity = document.get("person", {})
    for name in IDENTITY:
        if not isinstance(identity.get(name), str) or not identity[name]:
            raise error(f"[person] needs {name}, a text", "person", name)
    for name, value in document.get("choices", {}).items():
        if name not in BOUNDS:
            raise error(f"[choices] has no {quote(name)}", "choices", name)
        _check_number(value, *BOUNDS[name], lambda p, n=name: error(p, "choices", n), name)
    for name, value in document.get("attention", {}).items():
        bounds = (-MOST_ODDS, MOST_ODDS)
        _check_number(value, *bounds, lambda p, n=name: error(p, "attention", n), name)
    for name, value in document.get("weights", {}).items():
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST:
            raise error(f"the weight {name!r} must be a whole number", "weights", name)
    parts = {table: document.get(table, {}) for table in TABLES[2:]}
    choices = Choices(**{name: float(value) for name, value in document.get("choices", {}).items()})
    return Person(identity["name"], identity["game"], choices, **parts)


def _check_number(value: Any, low: float, high: float, error: Any, name: str) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        raise error(f"{name} is {quote(value)}; it must be a number from {low:g} to {high:g}")


def format_person(model: Person) -> str:
    """Format a model as text; `parse_person` gives the same model again."""
    tables = {
        "person": {"name": model.name, "game": model.game},
        "choices": {name: getattr(model.choices, name) for name in BOUNDS},
        "weights": model.weights,
        "attention": model.attention,
        "intervals": {name: list(ends) for name, ends in model.intervals.items()},
        "origin": model.origin,
    }
    parts = [f"[{name}]\n" + "".join(format_settings(table)) for name, table in tables.items()]
    return "\n".join(parts)


# By name

_registered: dict[str, Person] = {}


def is_person(name: str) -> bool:
    """Return whether a bot's name is that of a model in a file: `person:anna.toml`."""
    return name.partition(":")[0] == PERSON and ":" in name


def register_person(name: str) -> str:
    """Read the model that a bot's name refers to, for this process; return the name.

    Like code, files are read only for those who named them on the command line or in Python.
    """
    _registered[name.partition(":")[2]] = read_person(Path(name.partition(":")[2]).expanduser())
    return name


def find_person(game: Game, argument: str) -> Person:
    """Return a model that was registered. Raises OffleashError if it does not fit the game."""
    if argument not in _registered:
        problem = "models of people are read only for the command line and in Python"
        raise OffleashError(f"there is no bot '{PERSON}:{argument}': {problem}")
    model = _registered[argument]
    check_person(game, model, argument)
    return model


def check_person(game: Game, model: Person, path: str) -> None:
    """Raise OffleashError if a model is one of another game, or names what the game lacks."""
    if model.game != game.name:
        raise OffleashError(f"{path} is a model for {model.game}, not for {game.name}")
    for words, known, thing in (
        (model.weights, game.bots.weights_by_name, "weight"),
        (model.attention, action_kinds(game).names, "kind of action"),
    ):
        for word in words:
            if word not in known:
                hint = suggest(closest(word, list(known)))
                raise OffleashError(f"{path}: {game.title} has no {thing} {quote(word)}{hint}")


def title_of_person(argument: str) -> str:
    """Return what to call a model's player: `people/anna.toml` is anna."""
    return re.sub(r"\.toml$", "", Path(argument).name)
