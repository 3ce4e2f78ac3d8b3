"""Options as form fields, and the parsing and checking of what was filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from offleash.core.errors import BadNotation
from offleash.core.options import (
    FileOption,
    NumberOption,
    NumbersOption,
    Option,
    OrderOption,
    describe_value,
)
from offleash.core.prose import capitalise
from offleash.web.rulebook import RULING, RulesPage

FormValues = Mapping[str, str]


@dataclass(frozen=True)
class FormInput:
    """One input: a choice, or a number if there are no choices."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    number: NumberOption | None = None


@dataclass(frozen=True)
class Field:
    """An option in the form."""

    option: Option
    parts: tuple[FormInput, ...]
    wrong: str = ""

    @property
    def range(self) -> str:
        """The range of a number; empty for choices."""
        return self.parts[0].number.range_text if self.parts[0].number else ""

    @property
    def about(self) -> str:
        """The explanation, without rulings, which are shown as links."""
        return capitalise(re.sub(rf"\s*\({RULING.pattern}\)", "", self.option.text))

    def rulings(self, book: RulesPage) -> list[str]:
        """The rulings that the option is based on, for links."""
        names = RULING.findall(f"{self.option.text} {self.option.source}")
        return [ruling for ruling in dict.fromkeys(names) if ruling in book.rulings]

    def paragraphs(self, book: RulesPage) -> list[str]:
        """Anchors in the rules page: the option's rulings, or else its first mention."""
        names = book.mentions.get(self.option.name)
        return self.rulings(book) or ([names] if names else [])


def field_of(option: Option, value: object, values: FormValues, wrong: str = "") -> Field:
    """A field with the form's values, or else the option's value."""
    key = f"o.{option.name}"
    if isinstance(option, NumbersOption):
        parts = [
            FormInput(f"{key}.{label}", label, option.item.format(number), number=option.item)
            for label, number in zip(option.labels, value, strict=True)  # type: ignore[call-overload]
        ]
    elif isinstance(option, OrderOption):
        parts = _places(option, key, option.format(value).split(","))
    elif isinstance(option, NumberOption):
        parts = [FormInput(key, "", option.format(value).removesuffix("none"), number=option)]
    else:
        words = option.shipped if isinstance(option, FileOption) else option.words
        choices = tuple((word, display_word(word)) for word in words)
        if isinstance(option, FileOption) and not option.is_shipped(value):
            own = option.format(value)
            choices = ((own, describe_value(option.name, own).strip('"')), *choices)
        parts = [FormInput(key, "", option.format(value), choices)]
    filled_parts = (
        FormInput(p.name, p.label, values.get(p.name, p.value), p.choices, p.number) for p in parts
    )
    return Field(option, tuple(filled_parts), wrong)


def _places(option: OrderOption, key: str, values: list[str]) -> list[FormInput]:
    """A choice for each place of an order; a word in the first place sets the whole order."""
    labels = tuple((label, label) for label in option.labels)
    words = tuple((word, display_word(word)) for word in option.words)
    return [
        FormInput(
            f"{key}.{place}",
            str(place + 1),
            values[place] if place < len(values) else option.labels[place],
            (*words, *labels) if place == 0 else labels,
        )
        for place in range(len(option.labels))
    ]


def display_word(word: str) -> str:
    """The display text of a value that is a word."""
    return {"false": "no", "true": "yes"}.get(word, word.replace("_", " "))


def read_option(option: Option, values: FormValues) -> str | None:
    """The text of an option from the form's values; None if it is missing."""
    key = f"o.{option.name}"
    if isinstance(option, NumbersOption):
        names = [f"{key}.{label}" for label in option.labels]
    elif isinstance(option, OrderOption):
        names = [f"{key}.{place}" for place in range(len(option.labels))]
        if values.get(names[0]) in option.words:
            return values[names[0]]
    else:
        names = [key]
    if not any(name in values for name in names):
        return None
    text = ",".join(values.get(name, "").strip() for name in names)
    return "none" if isinstance(option, NumberOption) and option.or_none and not text else text


def check_option(option: Option, text: str, own: str = "") -> str:
    """Returns the text of a valid option. Raises BadNotation if it is invalid.

    A file must be a shipped one or the project's own, never another file on this machine.
    """
    if isinstance(option, FileOption) and text not in (*option.shipped, own):
        raise BadNotation(f"option {option.name} must be one of {', '.join(option.shipped)}")
    option.parse(text)
    return text
