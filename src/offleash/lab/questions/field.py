"""A field of a question: its type, default, unit, bounds and help, written once for every door.

A question is a dataclass, and a field is one `field(…)` in it. The command line, the functions in
Python, plan files, the studio's form and the tables in the docs read it.
"""

import dataclasses
import functools
import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from types import UnionType
from typing import Any, ClassVar, Union, dataclass_transform, get_args, get_origin

from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean

AnyPath = str | PathLike[str]
Seats = str | Sequence[Any]  # names of bots, or bots written in Python: classes or objects
Changes = str | Mapping[str, Any]  # of one arm: a preset, a rules file, or names and values
Ranges = str | Sequence[str] | Mapping[str, Any]  # options, and the values that each takes
Texts = str | Sequence[str]
Lineups = str | list[str] | tuple[str, ...]  # several, each the bots of all seats
Seconds = Mapping[str, float]  # by kind of decision
Options = Mapping[str, Any]  # of the game, by name
SHARED = ("game", "preset", "rules", "options", "seats", "seatings", "games", "seed", "record")
NOUNS: dict[Any, str] = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    list: "a list of texts",
    Texts: "a list of texts",
    Lineups: "a list of texts",
    Seconds: "a table",
    Options: "a table",
    Changes: "a table",
}


@dataclass(frozen=True)
class FieldSpec:
    """What every door says of a field beside its name, type and default."""

    help: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    above: float | None = None  # in place of `low`: the number itself is too small
    choices: tuple[str, ...] = ()
    usual: str = ""  # what holds if nothing is named, where the default does not say it
    flag: str = ""  # on the command line, if it is not the name
    short: str = ""
    metavar: str = ""
    label: str = ""  # in the form, if it is not the name
    group: str = ""  # of fields that are only used together
    is_main: bool = False  # whether the form shows it at once, not under “Further settings”


def field(text: str, *, default: Any = dataclasses.MISSING, **spec: Any) -> Any:
    """Return a field of a question: what it means, its default, and what else `FieldSpec` has."""
    return dataclasses.field(default=default, metadata={"spec": FieldSpec(text, **spec)})


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Fields:
    """The base of all questions: every class derived from it is a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    def __init_subclass__(cls) -> None:
        """Make the class a dataclass."""
        dataclass(frozen=True)(cls)


@dataclass(frozen=True)
class QuestionField:
    """A field of one question, with its name, type and default."""

    name: str
    type: Any
    default: Any
    spec: FieldSpec
    is_common: bool  # a key of the plan itself, not of the table of its kind

    @property
    def is_required(self) -> bool:
        return self.default is dataclasses.MISSING

    @property
    def is_single(self) -> bool:
        """Whether the value is one number or text."""
        return self.type in (int, float, str, bool)

    @property
    def usual(self) -> str:
        """What holds if nothing is named, in words; empty if something must be."""
        is_silent = self.is_required or self.default in (None, "", ())
        number = self.default
        text = f"{number:,}" if isinstance(number, int) and number >= 10_000 else str(number)
        return self.spec.usual or ("" if is_silent else text)

    @property
    def flag(self) -> str:
        return self.spec.flag or f"--{self.name.replace('_', '-')}"

    @property
    def label(self) -> str:
        return self.spec.label or self.name.replace("_", " ").capitalize()

    def read(self, value: Any) -> Any:
        """Return the value as plain data. Raises OffleashError if it has another type."""
        if self.type == Seats:
            return bot_names(value, self.name)
        if self.type in (Texts, Lineups) and isinstance(value, str):
            value = [value]
        if self.type not in NOUNS:
            return value
        value = read_value(self.name, value, self.type)
        self.check(value)
        return value

    def check(self, value: Any) -> None:
        """Raise OffleashError if a number is out of bounds or a word is none of the choices."""
        spec = self.spec
        if spec.choices and value not in spec.choices:
            listed = ", ".join(spec.choices)
            raise OffleashError(f"{self.name} can't be {quote(value)}; it can be {listed}")
        if not isinstance(value, int | float):
            return
        low = -math.inf if spec.low is None else spec.low
        high = math.inf if spec.high is None else spec.high
        is_above = spec.above is None or value > spec.above
        if not (low <= value <= high and is_above and value < math.inf):
            raise OffleashError(f"{self.name} is {value:,}; it must be {self.bounds}")

    @property
    def bounds(self) -> str:
        """The bounds in words; empty without any."""
        spec = self.spec
        if spec.above is not None:
            return f"a number above {spec.above:g}"
        if spec.low is None:
            return ""
        return (
            f"at least {spec.low:,}"
            if spec.high is None
            else (f"from {spec.low:,} to {spec.high:,}")
        )


def check_bounds(question: type, values: Mapping[str, Any]) -> None:
    """Raise OffleashError if a value of a stored question is out of bounds."""
    for name, field in own_fields(question).items():
        if name in values and field.is_single:
            field.check(values[name])


def fields_of(question: type) -> dict[str, QuestionField]:
    """Return the fields of a question by name, those of its own first."""
    fields = [
        QuestionField(m.name, _plain(m.type), m.default, m.metadata["spec"], m.name in SHARED)
        for m in dataclasses.fields(question)
        if "spec" in m.metadata
    ]
    return {field.name: field for field in sorted(fields, key=lambda field: field.is_common)}


def own_fields(question: type) -> dict[str, QuestionField]:
    """Return the fields that stand in the table of the question's kind."""
    return {name: field for name, field in fields_of(question).items() if not field.is_common}


def _plain(kind: Any) -> Any:
    """Return a type without `None`."""
    if get_origin(kind) in (Union, UnionType) and type(None) in get_args(kind):
        kinds = [part for part in get_args(kind) if part is not type(None)]
        return functools.reduce(operator.or_, kinds)
    return kind


# Values


def bot_names(names: Any, key: str = "seats") -> tuple[str, ...]:
    """Return the names of bots in a text with commas or a list. Raises OffleashError."""
    if isinstance(names, str):
        return tuple(names.split(","))
    if isinstance(names, list | tuple) and names and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise OffleashError(f"{key} must be names of bots, not {quote(names)}")


def read_value(name: str, value: Any, kind: Any) -> Any:
    """Return a text, a number, a list of texts or a table. Raises OffleashError."""
    texts = list if kind in (list, Texts, Lineups) else None
    kinds: Any = texts or (Mapping if kind not in (str, int, float) else kind)
    kinds = (int, float) if kind is float else kinds
    value = list(value) if texts and isinstance(value, tuple) else value
    is_texts = not isinstance(value, list) or all(isinstance(text, str) for text in value)
    if not isinstance(value, kinds) or isinstance(value, bool) or not is_texts:
        raise OffleashError(f"{name} must be {NOUNS[kind]}, not {quote(value)}")
    return float(value) if kind is float else value


def refuse_unknown(section: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Raise OffleashError if a section has an unknown key, with a hint for typos."""
    for key in section:
        if key not in known:
            hint = did_you_mean(key, known)
            takes = f"; it takes {', '.join(known)}" if known else ""
            raise OffleashError(f"{where} has no key {key!r}{hint}{takes}")
