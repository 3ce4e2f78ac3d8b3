"""What is wrong with a game: checked when it is made, as compiled rules check nothing."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

import numpy as np

from offleash.contract.encoding import Span
from offleash.contract.part import ContractPart
from offleash.tools.errors import quote

NAME = re.compile("[a-z][a-z0-9-]*")  # of a game, as people type it
LIMITS = np.iinfo(np.int32)  # of the numbers of an encoding
MOST_SEATS = 8  # random streams for the choices of seats

# Fields without a default that are no functions.
DATA = {"rule", "options", "max_actions", "action_count", "seat_names", "draw_text", "kinds"}


def check_game(game: Any) -> None:
    """Raise ValueError with a sentence on the first mistake in a game."""
    for check in (_identity, _functions, _rules, _bots, _notation, _learning):
        for mistake in check(game):
            raise ValueError(f"the game {game.name!r} can't be made: {mistake}")


def _identity(game: Any) -> Iterator[str]:
    if not isinstance(game.name, str) or not NAME.fullmatch(game.name):
        yield f"its name is {quote(game.name)}; use lower-case letters, digits and hyphens"
    for name in ("title", "rules_version"):
        value = getattr(game, name)
        if not isinstance(value, str) or not value.strip():
            yield f"its {name} is {quote(value)}; it must be a text"


def _functions(game: Any) -> Iterator[str]:
    """Everything that has to be a function is one."""
    parts: Mapping[str, ContractPart] = {
        name: getattr(game, name) for name in ("rules", "notation", "pictures")
    }
    for part, values in parts.items():
        for field in fields(values):
            is_needed = field.default is MISSING and field.default_factory is MISSING
            value = getattr(values, field.name)
            if is_needed and field.name not in DATA and not callable(value):
                yield f"{part}.{field.name} must be a function, not {quote(value)}"


def _rules(game: Any) -> Iterator[str]:
    rules = game.rules
    for name in ("max_actions", "action_count"):
        if not _is_number(getattr(rules, name), 1, LIMITS.max):
            yield f"rules.{name} is {quote(getattr(rules, name))}; it must be at least 1"
    seats = list(rules.seat_names)
    if not 0 < len(seats) <= MOST_SEATS or not all(isinstance(seat, str) for seat in seats):
        yield f"rules.seat_names has {len(seats)} names; it needs 1 to {MOST_SEATS} texts"
    elif len({*seats}) < len(seats):
        yield "rules.seat_names has a name twice"
    names = [option.name for option in rules.options]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        yield f"rules.options has {twice[0]!r} twice"
    for name in names:
        if name not in (rules.options_record.names or ()):
            yield f"the option {name!r} is no field of the record of options"
    for preset, values in rules.presets.items():
        for name in values:
            if name not in names:
                yield f"the preset {preset!r} sets {name!r}, which is no option"
    for name in rules.sums.names or ():
        if rules.sums[name].base != np.int64:
            yield f"the field {name!r} of the sums must be a 64-bit whole number"


def _bots(game: Any) -> Iterator[str]:
    bots = game.bots
    for name, weight in bots.weights_by_name.items():
        if not _is_number(weight, -(1 << 63), (1 << 63) - 1):
            yield f"the weight {name!r} is {quote(weight)}; it must be a whole number"
    changes = [(f"the persona {name!r}", it.weights) for name, it in bots.personas.items()]
    for number, sets in bots.weight_sets.items():
        changes += [
            (f"the weights {number!r} of {name!r}", values) for name, values in sets.items()
        ]
    for place, weights in changes:
        for name in weights:
            if name not in bots.weights_by_name:
                yield f"{place} has an unknown weight {name!r}"


def _notation(game: Any) -> Iterator[str]:
    for name in game.notation.field_words:
        if name not in (game.rules.record.names or ()):
            yield f"notation.field_words has {name!r}, which is no field of a position"


def _learning(game: Any) -> Iterator[str]:
    facts, count = game.learning, game.rules.action_count
    yield from _encoding("encode", facts.encode, "encoding", facts.encoding)
    yield from _encoding(
        "write_action", facts.write_action, "action_encoding", facts.action_encoding
    )
    chance = facts.chance_actions
    is_range = isinstance(chance, range) and chance.step == 1
    if not is_range or (chance and not 0 <= chance.start < chance.stop <= count):
        yield f"learning.chance_actions is {quote(chance)}; it must lie within range(0, {count})"
    if not isinstance(facts.returns_sum, int | float) or not 0 < facts.returns_sum <= MOST_SEATS:
        yield f"learning.returns_sum is {quote(facts.returns_sum)}; it is a number above 0"
    if not isinstance(facts.longest, Callable):  # type: ignore[arg-type]
        yield f"learning.longest must be a function, not {quote(facts.longest)}"


def _encoding(rule: str, bound: object, name: str, encoding: Any) -> Iterator[str]:
    """Yield what is wrong with an encoding, or with the rule that writes it."""
    spans, title = getattr(encoding, "spans", None), name.replace("_", " ")
    if not isinstance(spans, tuple) or not all(isinstance(span, Span) for span in spans):
        yield f"learning.{name} must be an Encoding of Spans, not {quote(encoding)}"
        return
    if bound is not None and not spans:
        yield f"learning.{rule} is there without learning.{name}, so nobody knows what it writes"
    if bound is None and spans:
        yield f"learning.{name} is there without learning.{rule}, which would write its numbers"
    if spans and not _is_number(encoding.version, 1, LIMITS.max):
        yield f"the version of the {title} is {quote(encoding.version)}; it counts from 1"
    names = [span.name for span in spans]
    for span in spans:
        if names.count(span.name) > 1:
            yield f"the {title} has {span.name!r} twice"
        if not span.size:
            yield f"{span.name!r} of the {title} has an axis without labels"
        bounds = (span.low, span.high)
        if not all(_is_number(n, LIMITS.min, LIMITS.max) for n in bounds) or span.low > span.high:
            yield f"{span.name!r} of the {title} goes from {span.low} to {span.high}"


def _is_number(value: object, low: int, high: int) -> bool:
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    return is_whole and low <= int(value) <= high  # type: ignore[call-overload]
