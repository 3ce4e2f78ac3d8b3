"""Options as form fields, and the parsing and checking of what was filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from offleash.contract.options import (
    FileOption,
    NumberOption,
    NumbersOption,
    Option,
    default_of,
    describe_value,
)
from offleash.tools.errors import BadNotation
from offleash.tools.prose import capitalise
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
        return capitalise(plain_text(self.option))

    def rulings(self, book: RulesPage) -> list[str]:
        """Return the rulings that the option is based on, for links."""
        names = RULING.findall(f"{self.option.text} {self.option.source}")
        return [ruling for ruling in dict.fromkeys(names) if ruling in book.rulings]

    def paragraphs(self, book: RulesPage) -> list[str]:
        """Return anchors in the rules page: the option's rulings, or else its first mention."""
        names = book.mentions.get(self.option.name)
        return self.rulings(book) or ([names] if names else [])


def plain_text(option: Option) -> str:
    """Return the explanation of an option without rulings."""
    return re.sub(rf"\s*\({RULING.pattern}\)", "", option.text)


def field_of(option: Option, value: object, values: FormValues, wrong: str = "") -> Field:
    """Return a field with the form's values, or else the option's value."""
    parts = []
    for item in option.inputs(value):
        name = input_name(option, item.key)
        choices = tuple((word, _display_choice(option, word)) for word in item.words)
        text = values.get(name, item.text)
        parts.append(FormInput(name, item.label, text, choices, item.number))
    return Field(option, tuple(parts), wrong)


def input_name(option: Option, key: str) -> str:
    """Return the name of one of an option's inputs in the form."""
    return f"o.{option.name}.{key}" if key else f"o.{option.name}"


def _display_choice(option: Option, word: str) -> str:
    own = describe_value(option.name, word)
    return own.strip('"') if own != word else display_word(word)


def display_word(word: str) -> str:
    """Return the display text of a value that is a word."""
    return {"false": "no", "true": "yes"}.get(word, word.replace("_", " "))


def display_value(option: Option, text: str) -> str:
    """Return the display text of any value of an option."""
    if isinstance(option, NumbersOption) and "," in text:
        pairs = zip(option.labels, text.split(","), strict=True)
        return ", ".join(f"{label} {number}" for label, number in pairs)
    return _display_choice(option, text).replace(",", ", ")


def read_option(option: Option, values: FormValues) -> str | None:
    """Return the text of an option from the form's values; None if it is missing."""
    names = [input_name(option, item.key) for item in option.inputs(default_of(option))]
    if not any(name in values for name in names):
        return None
    return option.join_inputs([values.get(name, "").strip() for name in names])


def check_option(option: Option, text: str, own: str = "") -> str:
    """Return the text of a valid option. Raise BadNotation if it is invalid.

    A file must be a shipped one or the project's own, never another file on this machine.
    """
    if isinstance(option, FileOption) and text not in (*option.shipped, own):
        raise BadNotation(f"option {option.name} must be one of {', '.join(option.shipped)}")
    option.parse(text)
    return text
