"""The options of a game: each has a name, a default, a range, a source and an explanation.

Every option is a field of the game's OPTIONS record. A game may add fields that are derived from
them (a compiled board); its `settle` fills these whenever options are created.
"""

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.record import ANY_SIZE, record
from offleash.contract.option_texts import file_name, store_text, stored_text, text_name
from offleash.tools.errors import BadNotation, quote
from offleash.tools.files import read_text
from offleash.tools.prose import did_you_mean

YES = ("true", "yes", "on", "1")
NO = ("false", "no", "off", "0")
NONE = -1  # how a number that may be *none* is stored
MOST_ORDERED = 6  # labels, since every order of them is a value
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
DIGEST = re.compile("@[0-9a-f]{16}")  # the value of an option whose file is not shipped
EDITS = ": "  # between a file and changes to it
PLAYER_OPTIONS = ("players", "seats")  # how many play: a game has one of them, and answers to both
BASE = "preset"  # the field with the number of the preset that options build on

RULES_FILE_KEYS = ("base", "game")  # of a rules file, in addition to options

_reads_files = ContextVar("_reads_files", default=True)  # whether an option may name any file

Stored = Any  # the value in the record: a number, or an array of them


@contextmanager
def shipped_files_only() -> Iterator[None]:
    """Refuse paths as values of options in the block: for options that come from the network."""
    token = _reads_files.set(False)
    try:
        yield
    finally:
        _reads_files.reset(token)


@dataclass(frozen=True)
class Input:
    """One input of a form for an option: a choice of words, or a number if there are none."""

    key: str  # empty if the option has only one input
    label: str
    text: str
    words: tuple[str, ...] = ()
    number: "NumberOption | None" = None


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option; the base class of all kinds."""

    name: str
    text: str
    default: Stored
    source: str = ""  # the paragraph of the rules that it comes from
    swept: tuple[Stored, ...] = ()  # the values that the lab tries, if not all
    section: str = ""  # the heading in lists of options

    words: tuple[str, ...] = ()  # that are values

    has_commas: ClassVar[bool] = False  # within one value

    @property
    def number(self) -> "NumberOption | None":
        """The option of one of its numbers, or None if its values are not numbers."""
        return None

    @property
    def dtype(self) -> Any:
        """Options are read by every rule and never copied, so each is a full 64-bit number."""
        return np.int64

    @property
    def word_numbers(self) -> dict[str, int]:
        """The stored number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @property
    def range_text(self) -> str:
        raise NotImplementedError

    @property
    def values_text(self) -> str:
        """The range in short form, with the values that the lab tries."""
        swept = f"; sweep {self.sweep_text}" if self.swept else ""
        return self.range_text.removeprefix("a whole number ") + swept

    @property
    def values(self) -> Sequence[Stored]:
        """Every possible value, as it is stored."""
        raise NotImplementedError

    @property
    def sweep(self) -> Sequence[Stored]:
        """The values worth comparing."""
        return self.swept or self.values

    @property
    def sweep_text(self) -> str:
        values = [self.format(value) for value in self.sweep]
        return " ".join(values) if len(values) <= 8 else f"{values[0]} … {values[-1]}"

    def parse(self, value: Any) -> Stored:
        """Return the stored form of a value. Raises BadNotation with the name of the option."""
        raise NotImplementedError

    def parse_onto(self, value: Any, current: Stored) -> Stored:
        """Parse a value that may change only a part of the current one."""
        return self.parse(value)

    def format(self, value: Stored) -> str:
        raise NotImplementedError

    def to_python(self, value: Stored) -> Any:
        """Return a plain value: a bool, word, number or None, dictionary or list."""
        return self.format(value)

    def to_toml(self, text: str) -> Any:
        """Return typed text as a value for a rules file. Raises BadNotation if it is invalid."""
        return self.to_python(self.parse(text))

    def inputs(self, value: Stored) -> list[Input]:
        """Return the inputs of a form for this option, with their values."""
        return [Input("", "", self.format(value), self.words)]

    def join_inputs(self, texts: Sequence[str]) -> str:
        """Join the texts of the inputs to a text for `parse`."""
        return ",".join(texts)

    def any_value(self, rng: random.Random) -> Stored:
        """Return a random value, for tests."""
        return rng.choice(self.values)

    def error(self, value: Any) -> BadNotation:
        """Return the error for a value that is not allowed."""
        limits = f"it takes {self.range_text}"
        return BadNotation(f"option {self.name} can't be {quote(value)}: {limits}")


@dataclass(frozen=True, kw_only=True)
class WordOption(Option):
    """One of several words; on/off is the words false and true."""

    @property
    def range_text(self) -> str:
        return " or ".join(self.words)

    @property
    def values(self) -> Sequence[int]:
        return range(len(self.words))

    def parse(self, value: Any) -> int:
        text = _to_text(value).lower()
        if self.words == ("false", "true"):
            if text in YES or text in NO:
                return int(text in YES)
        elif text in self.words:
            return self.words.index(text)
        raise self.error(value)

    def format(self, value: Stored) -> str:
        return self.words[int(value)]

    def to_python(self, value: Stored) -> Any:
        return bool(value) if self.words == ("false", "true") else self.format(value)


@dataclass(frozen=True, kw_only=True)
class NumberOption(Option):
    """A whole number in a range; with `or_none` it may also be missing."""

    low: int
    high: int
    step: int = 1
    or_none: bool = False

    @property
    def range_text(self) -> str:
        multiple = f" in steps of {self.step}" if self.step > 1 else ""
        none = " or none" if self.or_none else ""
        if self.low == self.high:
            return f"{self.low}{none}"
        return f"a whole number from {self.low} to {self.high}{multiple}{none}"

    @property
    def numbers(self) -> range:
        return range(self.low, self.high + 1, self.step)

    @property
    def values(self) -> Sequence[int]:
        return [NONE, *self.numbers] if self.or_none else self.numbers

    def parse(self, value: Any) -> int:
        text = _to_text(value).lower()
        if self.or_none and text == "none":
            return NONE
        is_number = not isinstance(value, bool) and NUMBER.fullmatch(text)
        if is_number and int(text) in self.numbers:
            return int(text)
        raise self.error(value)

    def format(self, value: Stored) -> str:
        return "none" if self.or_none and value == NONE else str(int(value))

    @property
    def number(self) -> "NumberOption":
        return self

    def to_python(self, value: Stored) -> int | None:
        return None if self.format(value) == "none" else int(value)

    def to_toml(self, text: str) -> Any:
        number = self.to_python(self.parse(text))
        return "none" if number is None else number

    def inputs(self, value: Stored) -> list[Input]:
        return [Input("", "", self.format(value).removesuffix("none"), number=self)]

    def join_inputs(self, texts: Sequence[str]) -> str:
        return texts[0] or ("none" if self.or_none else "")


@dataclass(frozen=True, kw_only=True)
class NumbersOption(Option):
    """A whole number for each seat or archetype: `3`, `3,1,2,2` or `yapper=3,bruiser=1`."""

    element: NumberOption  # the option of one label
    labels: tuple[str, ...]

    has_commas: ClassVar[bool] = True

    @property
    def number(self) -> NumberOption:
        return self.element

    @property
    def dtype(self) -> Any:
        return (np.int64, len(self.labels))

    @property
    def range_text(self) -> str:
        return f"{self.element.range_text} for each of {', '.join(self.labels)}"

    @property
    def values(self) -> Sequence[Stored]:
        return [(value,) * len(self.labels) for value in self.element.values]

    def parse(self, value: Any) -> Stored:
        return self.parse_onto(value, self.default)

    def parse_onto(self, value: Any, current: Stored) -> Stored:
        """Parse labels; those that are not named stay as they are in the preset or the defaults."""
        if isinstance(value, Mapping):
            parts = [f"{label}={_to_text(number)}" for label, number in value.items()]
        elif isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim):
            parts = [_to_text(part) for part in value]
        else:
            parts = [part.strip() for part in _to_text(value).split(",")]
        if not parts:
            raise self.error(value)
        if all("=" in part for part in parts):
            return self._by_label(parts, value, current)
        numbers = tuple(self._one(part, value) for part in parts)
        if len(numbers) == 1:
            return numbers * len(self.labels)
        if len(numbers) != len(self.labels):
            raise self.error(value)
        return numbers

    def _one(self, part: str, whole: Any) -> int:
        try:
            return self.element.parse(part)
        except BadNotation:
            raise self.error(whole) from None

    def _by_label(self, parts: Sequence[str], whole: Any, current: Stored) -> Stored:
        by_label: dict[str, int] = {}
        for part in parts:
            label, _, number = part.partition("=")
            label = label.strip().lower()
            if label not in self.labels or label in by_label:
                raise self.error(whole)
            by_label[label] = self._one(number, whole)
        return tuple(
            by_label.get(label, int(number))
            for label, number in zip(self.labels, current, strict=True)
        )

    def format(self, value: Stored) -> str:
        texts = [self.element.format(number) for number in value]
        return texts[0] if len(set(texts)) == 1 else ",".join(texts)

    def to_python(self, value: Stored) -> dict[str, int]:
        return {label: int(number) for label, number in zip(self.labels, value, strict=True)}

    def to_toml(self, text: str) -> Any:
        numbers = self.to_python(self.parse(text))
        return numbers[self.labels[0]] if len(set(numbers.values())) == 1 else numbers

    def inputs(self, value: Stored) -> list[Input]:
        numbers = self.to_python(value).items()
        return [Input(k, k, self.element.format(n), number=self.element) for k, n in numbers]

    def any_value(self, rng: random.Random) -> Stored:
        return tuple(rng.choice(self.element.values) for _ in self.labels)


@dataclass(frozen=True, kw_only=True)
class OrderOption(Option):
    """The labels in some order: `yapper,bruiser`, followed by the others in their usual order.

    The numbers of the labels are stored; for a word instead of an order, a row of -1, -2 …
    """

    labels: tuple[str, ...]

    has_commas: ClassVar[bool] = True

    @property
    def dtype(self) -> Any:
        return (np.int64, len(self.labels))

    @property
    def word_numbers(self) -> dict[str, int]:
        labels = {label: number for number, label in enumerate(self.labels)}
        return labels | {word: -1 - number for number, word in enumerate(self.words)}

    @property
    def range_text(self) -> str:
        words = "".join(f", or {word}" for word in self.words)
        return f"an order of {', '.join(self.labels)}{words}"

    @property
    def values(self) -> Sequence[Stored]:
        words = [self._row(-1 - number) for number in range(len(self.words))]
        return [*words, *permutations(range(len(self.labels)))]

    def _row(self, number: int) -> Stored:
        return (number,) * len(self.labels)

    def parse(self, value: Any) -> Stored:
        if isinstance(value, list | tuple):
            parts = [_to_text(part).lower() for part in value]
        else:
            parts = [part.strip().lower() for part in _to_text(value).split(",")]
        if len(parts) == 1 and parts[0] in self.words:
            return self._row(self.word_numbers[parts[0]])
        if not parts or len(set(parts)) < len(parts) or not set(parts) <= set(self.labels):
            raise self.error(value)
        named = [self.labels.index(part) for part in parts]
        return (*named, *(number for number in range(len(self.labels)) if number not in named))

    def format(self, value: Stored) -> str:
        numbers = [int(number) for number in value]
        if numbers[0] < 0:
            return self.words[-1 - numbers[0]]
        return ",".join(self.labels[number] for number in numbers)

    def to_python(self, value: Stored) -> Any:
        text = self.format(value)
        return text if text in self.words else text.split(",")

    def inputs(self, value: Stored) -> list[Input]:
        """Return a choice for each place; a word in the first place sets the whole order."""
        texts = self.format(value).split(",")
        texts += self.labels[len(texts) :]
        choices = [(*self.words, *self.labels), *(self.labels for _ in texts[1:])]
        return [Input(str(n), str(n + 1), texts[n], words) for n, words in enumerate(choices)]

    def join_inputs(self, texts: Sequence[str]) -> str:
        return texts[0] if texts[0] in self.words else ",".join(texts)


@dataclass(frozen=True, kw_only=True)
class FileOption(Option):
    """A text file (a board, a deck): its digest is stored, its text is in `contract.option_texts`.

    A value is the name of a shipped file, a path, or `@` and the digest of a known text. With
    `edit`, changes may follow a colon: `NAME: CHANGES`.
    """

    shipped: Mapping[str, Path]
    check: Callable[[str], None]  # raises BadNotation for an invalid text
    edit: Callable[[str, str, str], str] | None = None  # a text, the changes, the text's name

    @property
    def dtype(self) -> Any:
        return np.uint64

    @property
    def range_text(self) -> str:
        return f"{', '.join(self.shipped)}, or the path of a file"

    @cached_property
    def _digests(self) -> dict[str, int]:
        return {
            name: store_text(read_text(path), is_shipped=True)
            for name, path in self.shipped.items()
        }

    @property
    def values(self) -> Sequence[int]:
        return list(self._digests.values())

    def parse(self, value: Any) -> int:
        text = _to_text(value)
        if text in self.shipped:
            return self._digests[text]
        base, colon, edits = text.partition(EDITS)
        if colon and self.edit is not None:
            return self._edited(self.edit, base.strip(), edits.strip())
        if DIGEST.fullmatch(text):
            if stored_text(int(text[1:], 16)) is None:
                raise BadNotation(f"option {self.name} names {text}, whose text is not known")
            return int(text[1:], 16)
        if not isinstance(value, Path) and not re.search(r"[./\\]", text):
            raise self.error(value)
        return self._from_file(Path(text))

    def _from_file(self, path: Path) -> int:
        if not _reads_files.get():
            raise BadNotation(
                f"option {self.name} takes {', '.join(self.shipped)} here, not the file {path}"
            )
        text = read_text(path)
        try:
            self.check(text)
            return store_text(text, path.stem)
        except BadNotation as error:
            raise BadNotation(f"{path}: {error}") from None

    def _edited(self, edit: Callable[[str, str, str], str], base: str, edits: str) -> int:
        """Return a known text with changes, which has to be valid as well."""
        original = self.parse(base)
        name = base if base in self.shipped else text_name(original) or base
        try:
            text = edit(stored_text(original) or "", edits, name)
            self.check(text)
        except BadNotation as error:
            raise BadNotation(f"{base}{EDITS}{edits}: {error}") from None
        return store_text(text)

    def format(self, value: Stored) -> str:
        for name, digest in self._digests.items():
            if digest == int(value):
                return name
        return f"@{int(value):016x}"

    def to_toml(self, text: str) -> str:
        return text

    def inputs(self, value: Stored) -> list[Input]:
        own = () if self.is_shipped(value) else (self.format(value),)
        return [Input("", "", self.format(value), (*own, *self.shipped))]

    def is_shipped(self, value: Stored) -> bool:
        return int(value) in self.values


def _to_text(value: Any) -> str:
    """Return a value as a person would write it."""
    is_huge = isinstance(value, int) and value.bit_length() > 64
    return quote(value) if is_huge else str(value).strip()


# Declaring options


def flag(name: str, text: str, default: bool = False, **more: Any) -> Option:
    """Return an option that is on or off."""
    return WordOption(name=name, text=text, default=int(default), words=("false", "true"), **more)


def _check_spelling(name: str, words: Sequence[str]) -> None:
    """Refuse words that are not in lower case: values are parsed without regard to case."""
    if any(word != word.strip().lower() or not word for word in words):
        raise ValueError(f"the words of option {name} must be in lower case: {words}")


def choice(
    name: str, words: Sequence[str], text: str, default: str | None = None, **more: Any
) -> Option:
    """Return an option with one of the words; the first is the default unless another is named."""
    _check_spelling(name, words)
    number = 0 if default is None else list(words).index(default)
    return WordOption(name=name, text=text, default=number, words=tuple(words), **more)


def whole(
    name: str, default: int | None, low: int, high: int, text: str, step: int = 1, **more: Any
) -> Option:
    """Return an option with a whole number, or none with `or_none=True` or the default None."""
    or_none = more.pop("or_none", default is None)
    if or_none and low < 0:
        raise ValueError(f"option {name} may be none, so its numbers start at 0")
    number = NONE if default is None else default
    if default is not None and default not in range(low, high + 1, step):
        raise ValueError(f"option {name} can't be {default}, which is its default")
    limits: dict[str, Any] = {"low": low, "high": high, "step": step, "or_none": or_none}
    return NumberOption(name=name, text=text, default=number, **limits, **more)


def numbers(
    name: str,
    labels: Sequence[str],
    default: int | Sequence[int],
    low: int,
    high: int,
    text: str,
    **more: Any,
) -> Option:
    """Return an option with a whole number for each label: seats, archetypes."""
    _check_spelling(name, labels)
    element = NumberOption(name=name, text=text, default=low, low=low, high=high)
    start = (default,) * len(labels) if isinstance(default, int) else tuple(default)
    if len(start) != len(labels) or not set(start) <= set(element.values):
        raise ValueError(f"option {name} can't be {default}, which is its default")
    return NumbersOption(
        name=name, text=text, default=start, element=element, labels=tuple(labels), **more
    )


def order(
    name: str, labels: Sequence[str], text: str, words: Sequence[str] = (), **more: Any
) -> Option:
    """Return an option that orders labels; the first word is the default, else the usual order."""
    _check_spelling(name, (*labels, *words))
    if len({*labels, *words}) < len(labels) + len(words) or len(labels) > MOST_ORDERED:
        raise ValueError(f"option {name} orders {MOST_ORDERED} labels at most, all different")
    start = (-1,) * len(labels) if words else tuple(range(len(labels)))
    both: dict[str, Any] = {"labels": tuple(labels), "words": tuple(words)}
    return OrderOption(name=name, text=text, default=start, **both, **more)


def file(
    name: str,
    shipped: Mapping[str, Path],
    check: Callable[[str], None],
    text: str,
    default: str | None = None,
    **more: Any,
) -> Option:
    """Return an option with a text file: a shipped one, by default the first, or a path."""
    start = next(iter(shipped)) if default is None else default
    return FileOption(name=name, text=text, default=start, shipped=shipped, check=check, **more)


def section(heading: str, *option_list: Option) -> tuple[Option, ...]:
    """Return options that are listed together, under a heading."""
    return tuple(replace(option, section=heading) for option in option_list)


# Records of options


def options_record(
    option_list: Iterable[Option], presets: Iterable[str] = (), **tables: Any
) -> np.dtype[Any]:
    """Return a field for each option, one for the base if there are presets, and derived tables."""
    fields = {option.name: option.dtype for option in option_list}
    reserved = {BASE, *RULES_FILE_KEYS}
    if clash := sorted({*reserved, *fields} & tables.keys()) or sorted(reserved & fields.keys()):
        raise ValueError(f"{clash[0]!r} is the name of another field of the options")
    if tuple(presets):
        fields[BASE] = np.int64
    return record(ANY_SIZE, **fields, **tables)


def option_words(option_list: Iterable[Option]) -> dict[str, dict[str, int]]:
    """Return the number of each word of each option, for compiled rules."""
    return {o.name: o.word_numbers for o in option_list if o.word_numbers}


def default_of(option: Option) -> Stored:
    """Return the stored default; a shipped file is read on first use."""
    return option.parse(option.default) if isinstance(option, FileOption) else option.default


def option_name(name: str, known: Collection[str]) -> str:
    """Return the game's own name of an option: `players` and `seats` both say how many play."""
    own = next((word for word in PLAYER_OPTIONS if word in known), name)
    return own if name in PLAYER_OPTIONS else name


def make_options(
    option_list: Sequence[Option], dtype: np.dtype[Any], *changes: Mapping[str, Any]
) -> NDArray[Any]:
    """Return an array of one options record: the defaults with changes, one set after another."""
    by_name = {option.name: option for option in option_list}
    options = np.zeros(1, dtype)
    for option in option_list:
        options[option.name][0] = default_of(option)
    for settings in changes:
        if settings.keys() >= {*PLAYER_OPTIONS}:
            both = " and ".join(PLAYER_OPTIONS)
            raise BadNotation(f"{both} both say how many play: name one of them")
        for name, value in settings.items():
            name = option_name(str(name), by_name)
            if name not in by_name and name in parts_of(option_list):
                name, _, label = name.partition(".")
                value = {label: value}
            if name not in by_name:
                hint = did_you_mean(name, (*by_name, *parts_of(option_list)))
                listed = ", ".join(by_name)
                raise BadNotation(f"there is no option {name!r}{hint}; the options are {listed}")
            options[name][0] = by_name[name].parse_onto(value, options[name][0])
    return options


def parts_of(option_list: Iterable[Option]) -> dict[str, NumberOption]:
    """Return the number of one seat or archetype as an option of its own: `cap.yapper`."""
    return {
        f"{option.name}.{label}": replace(option.element, name=f"{option.name}.{label}")
        for option in option_list
        if isinstance(option, NumbersOption)
        for label in option.labels
    }


def format_setting(option_list: Sequence[Option], options: NDArray[Any], name: str) -> str:
    """Return the value of an option, or of a part of one, as text."""
    name, _, label = name.partition(".")
    option = {option.name: option for option in option_list}[name]
    value = options[name][0]
    if label and isinstance(option, NumbersOption):
        return option.element.format(value[option.labels.index(label)])
    return option.format(value)


def idle_sentences(cases: Iterable[tuple[bool, str, str]], among: Collection[str]) -> list[str]:
    """Return why some options do nothing, from cases: whether one is idle, its name, the reason."""
    return [
        f"{name} does nothing: {why}" for is_idle, name, why in cases if is_idle and name in among
    ]


def sort_values(option_list: Sequence[Option], name: str, texts: Sequence[str]) -> list[str]:
    """Return an option's values in natural order: numbers ascending, none last, words as declared.

    Files, and values that the option no longer takes, stay in the order in which they are listed.
    """
    known = {option.name: option for option in option_list} | parts_of(option_list)
    option = known.get(name)
    if option is None or isinstance(option, FileOption):
        return list(texts)

    def rank(text: str) -> list[tuple[bool, int]]:
        stored = option.parse(text)
        numbers = stored if isinstance(stored, tuple) else (stored,)
        may_be_none = isinstance(option, NumberOption) and option.or_none
        return [(may_be_none and number == NONE, int(number)) for number in numbers]

    try:
        return sorted(texts, key=rank)
    except BadNotation:
        return list(texts)


def changed_options(
    option_list: Iterable[Option], options: NDArray[Any], base: NDArray[Any]
) -> dict[str, str]:
    """Return every option that differs from the base, as text."""
    return {
        option.name: option.format(options[option.name][0])
        for option in option_list
        if (options[option.name][0] != base[option.name][0]).any()
    }


def name_values(option: str, values: Iterable[str]) -> dict[str, str]:
    """Return a different name for each value of an option: that of a file instead of its digest.

    Files of the same name are told apart by the names of the files, else by their digests.
    """
    names, files = dict[str, str](), dict[str, list[int]]()
    for value in values:
        digest = int(value[1:], 16) if DIGEST.fullmatch(value) else None
        names[value] = value if digest is None else _file_text(option, digest)
        if digest is not None and digest not in files.setdefault(names[value], []):
            files[names[value]].append(digest)
    for name, digests in files.items():
        if len(digests) > 1 or name in names:
            additions = _distinguish(name, digests)
            names |= {f"@{d:016x}": f"{name} ({text})" for d, text in additions.items()}
    return names


def _distinguish(name: str, digests: Sequence[int]) -> dict[int, str]:
    """Return the shortest texts that differ for files of one name."""
    for distinguish in (file_name, lambda digest: f"{digest:016x}"[:6]):
        additions = {digest: distinguish(digest) for digest in digests}
        if len({"", name, *additions.values()}) == len(digests) + 2:
            return additions
    return {digest: f"{digest:016x}" for digest in digests}


def _file_text(option: str, digest: int) -> str:
    name = text_name(digest)
    return name if name not in ("", option) else f"own {option.replace('_', ' ')}"


def describe_value(option: str, value: object) -> str:
    """Return a value for people: a file that is not shipped has its name, or else "own board"."""
    text = str(value)
    is_file = DIGEST.fullmatch(text)
    name = _file_text(option, int(text[1:], 16)) if is_file else text
    return f'"{name}"' if (is_file or " " in name) and not name.startswith("own ") else name


def describe_setting(option: str, value: object, equals: str = "=") -> str:
    """Return `seats=4`, `board="My street"`, or just `own board` if its name is not known."""
    text = describe_value(option, value)
    return text if text.startswith("own ") else f"{option}{equals}{text}"


def describe_settings(settings: Mapping[str, object], equals: str = "=") -> str:
    """Return all settings in one line; empty if there are none."""
    return ", ".join(describe_setting(*item, equals) for item in settings.items())


def describe_rules(base: str, changes: Mapping[str, object]) -> str:
    """Return a preset and the changes to it in one line."""
    text = describe_settings(changes)
    default = "" if text else "default rules"
    return " with ".join(filter(None, (f"rules {base}" if base else default, text)))
