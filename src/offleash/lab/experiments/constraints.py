"""Constraints that a designer puts on rule sets: what must stay, whatever the goals say.

`water_cap` keeps an option as it is, `sum(mod_max_yapper)=8` keeps a total, and
`claim_water=ally_water` two options equal; `<=` and `>=` compare as well. `changes<=3` allows three
changed numbers: a spread of four tokens in which two differ is two changes.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from offleash.contract import Game, Records
from offleash.contract.options import NumbersOption, Option, format_setting, parts_of
from offleash.tools.errors import OffleashError
from offleash.tools.prose import did_you_mean

CHANGES = "changes"  # what people write for the number of changed numbers
FORMS = "OPTION, sum(OPTION)=NUMBER, OPTION=OPTION or changes<=NUMBER"
SIGN = re.compile(r"<=|>=|=")
SUM = re.compile(r"sum\(([^()]*)\)")
COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "=": lambda a, b: a == b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}

Texts = Mapping[str, str]  # options or parts of them, as texts


@dataclass(frozen=True)
class Side:
    """One side of a comparison: a number, options to be added up, or the number of changes."""

    text: str
    names: tuple[str, ...] = ()  # options, or parts such as `water_cap.bruiser`
    number: float = math.nan


@dataclass(frozen=True)
class RuleConstraint:
    """What must hold for the options of a rule set. Without a sign an option stays as it is."""

    text: str
    left: Side
    sign: str = ""
    right: Side | None = None

    @property
    def option(self) -> str:
        """The option that may not change, if that is what the constraint says."""
        return "" if self.sign else self.left.names[0]


class Constraints:
    """The constraints of a search, over the options of its base rules."""

    def __init__(self, game: Game, base: Records, texts: Sequence[str]) -> None:
        """Parse the texts. Raise OffleashError if one is no constraint or names no option."""
        self._listed: dict[str, Option] = {o.name: o for o in game.rules.options}
        self._parts = parts_of(game.rules.options)
        self._title, self._options, self._base = game.title, game.rules.options, base
        self.texts = list(texts)
        self.all = [self._parse(text.strip()) for text in texts]
        doubled = [text for text in texts if list(texts).count(text) > 1]
        if doubled:
            raise OffleashError(f"the constraint {doubled[0]!r} is named twice")

    # Reading

    def _parse(self, text: str) -> RuleConstraint:
        signs = SIGN.findall(text)
        if len(signs) > 1:
            raise OffleashError(f"there is no constraint {text!r}; a constraint is {FORMS}")
        if not signs:
            return RuleConstraint(text, Side(text, (self._check_name(text, text),)))
        left, right = (self._side(text, side.strip()) for side in text.split(signs[0]))
        if left.text == CHANGES and not (signs[0] == "<=" and right.number >= 1):
            raise OffleashError(f"the constraint {text!r} must be {CHANGES}<= and a number from 1")
        if not left.names and left.text != CHANGES:
            raise OffleashError(f"the constraint {text!r} must begin with an option: {FORMS}")
        return RuleConstraint(text, left, signs[0], right)

    def _side(self, text: str, side: str) -> Side:
        try:
            return Side(side, number=float(side))
        except ValueError:
            pass
        if side == CHANGES:
            return Side(side)
        match = SUM.fullmatch(side)
        names = [name.strip() for name in match[1].split(",")] if match else [side]
        checked = [self._check_name(text, name) for name in names]
        if not match and isinstance(self._listed.get(side), NumbersOption):
            raise OffleashError(f"{side} in {text!r} has several numbers: write sum({side})")
        return Side(side, tuple(checked))

    def _check_name(self, text: str, name: str) -> str:
        known = {**self._listed, **self._parts}
        if name not in known:
            hint = did_you_mean(name, known)
            raise OffleashError(
                f"the constraint {text!r} names {name!r}, which is no option of {self._title}{hint}"
            )
        return name

    # What may change

    def is_kept(self, name: str) -> bool:
        """Return whether an option, or a part of one, must stay as it is."""
        names = [c.option for c in self.all if c.option]
        return any(name == other or name.startswith(f"{other}.") for other in names)

    @cached_property
    def names(self) -> list[str]:
        """The options that constraints speak of, in whole, for repairs."""
        sides = [side for c in self.all for side in (c.left, c.right) if c.sign and side]
        return list(dict.fromkeys(name.partition(".")[0] for side in sides for name in side.names))

    def broken(self, changes: Texts) -> list[str]:
        """Return the constraints that do not hold for the base with these changes."""
        return [c.text for c in self.all if not self._holds(c, changes)]

    def allow(self, changes: Texts) -> bool:
        """Return whether all constraints hold for the base with these changes."""
        return all(self._holds(constraint, changes) for constraint in self.all)

    def _holds(self, constraint: RuleConstraint, changes: Texts) -> bool:
        if constraint.right is None:
            return not any(
                name == constraint.option or name.startswith(f"{constraint.option}.")
                for name in changes
            )
        left, right = (self._value(side, changes) for side in (constraint.left, constraint.right))
        if math.isnan(left) and math.isnan(right) and constraint.sign == "=":
            return self._words(constraint.left, changes) == self._words(constraint.right, changes)
        return COMPARE[constraint.sign](left, right)

    def _value(self, side: Side, changes: Texts) -> float:
        if side.text == CHANGES:
            return float(self.count(changes))
        if not side.names:
            return side.number
        return sum(_number(text) for name in side.names for text in self._texts(name, changes))

    def _words(self, side: Side, changes: Texts) -> list[str]:
        return [text for name in side.names for text in self._texts(name, changes)]

    def _texts(self, name: str, changes: Texts) -> list[str]:
        """Return the value of an option or a part; of several numbers, each."""
        option, _, part = name.partition(".")
        if name in changes and part:
            return [changes[name]]
        whole = changes.get(option, self._base_text(option))
        described = self._listed[option]
        if not isinstance(described, NumbersOption):
            return [whole]
        numbers = dict(zip(described.labels, _numbers(described, whole), strict=True))
        numbers |= {
            other.partition(".")[2]: text
            for other, text in changes.items()
            if other.startswith(f"{option}.")
        }
        return [numbers[part]] if part else list(numbers.values())

    def _base_text(self, name: str) -> str:
        return self._base_texts.setdefault(name, format_setting(self._options, self._base, name))

    @cached_property
    def _base_texts(self) -> dict[str, str]:
        return {}

    def count(self, changes: Texts) -> int:
        """Return how many numbers change: of an option with several, those that differ."""
        return sum(self._differences(name, text) for name, text in changes.items())

    def _differences(self, name: str, text: str) -> int:
        option = self._listed.get(name)
        if not isinstance(option, NumbersOption):
            return 1
        texts = (_numbers(option, whole) for whole in (text, self._base_text(name)))
        return sum(a != b for a, b in zip(*texts, strict=True))


def _numbers(option: NumbersOption, text: str) -> list[str]:
    """Return the number of each label; one number stands for all."""
    numbers = text.split(",")
    return numbers * len(option.labels) if len(numbers) == 1 else numbers


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def without_kept(over: Iterable[str], constraints: Constraints) -> list[str]:
    """Return the ranges of options that may change."""
    return [text for text in over if not constraints.is_kept(text.partition("=")[0].strip())]
