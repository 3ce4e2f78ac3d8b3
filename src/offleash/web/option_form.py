"""Options as a form: every one with its parts to fill in, and what was filled in, checked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from offleash.core.errors import BadNotation
from offleash.core.options import File, Numbers, Order, Switch, Whole
from offleash.web.rulebook import RULING, Rulebook

Sent = Mapping[str, str]


@dataclass(frozen=True)
class Part:
    """One thing to fill in: a choice, or a number where there are no choices."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    number: Whole | None = None


@dataclass(frozen=True)
class Field:
    """An option as the form shows it."""

    switch: Switch
    parts: tuple[Part, ...]
    wrong: str = ""

    @property
    def range(self) -> str:
        """What it takes, where the form itself does not say so."""
        return self.parts[0].number.range_text if self.parts[0].number else ""

    @property
    def about(self) -> str:
        """The explanation; rulings that it names are links beside it."""
        text = re.sub(rf"\s*\({RULING.pattern}\)", "", self.switch.text)
        return text[:1].upper() + text[1:]

    def rulings(self, book: Rulebook) -> list[str]:
        """The rulings that it goes back to, for links."""
        named = RULING.findall(f"{self.switch.text} {self.switch.source}")
        return [ruling for ruling in dict.fromkeys(named) if ruling in book.rulings]

    def paragraphs(self, book: Rulebook) -> list[str]:
        """Where the rules page speaks of it: its rulings, or else where it is first named."""
        named = book.mentions.get(self.switch.name)
        return self.rulings(book) or ([named] if named else [])


def field_of(switch: Switch, value: object, sent: Sent, wrong: str = "") -> Field:
    """An option with what was filled in, or else its value."""
    key = f"o.{switch.name}"
    if isinstance(switch, Numbers):
        parts = [
            Part(f"{key}.{label}", label, switch.each.format(number), number=switch.each)
            for label, number in zip(switch.labels, value, strict=True)  # type: ignore[call-overload]
        ]
    elif isinstance(switch, Order):
        parts = _places(switch, key, switch.format(value).split(","))
    elif isinstance(switch, Whole):
        parts = [Part(key, "", switch.format(value).removesuffix("none"), number=switch)]
    else:
        words = switch.shipped if isinstance(switch, File) else switch.words
        choices = tuple((word, shown_word(word)) for word in words)
        if isinstance(switch, File) and not switch.is_shipped(value):
            choices = ((switch.format(value), "the project's own"), *choices)
        parts = [Part(key, "", switch.format(value), choices)]
    filled = (Part(p.name, p.label, sent.get(p.name, p.value), p.choices, p.number) for p in parts)
    return Field(switch, tuple(filled), wrong)


def _places(switch: Order, key: str, values: list[str]) -> list[Part]:
    """A choice for each place of an order; a word in the first stands for the whole."""
    labels = tuple((label, label) for label in switch.labels)
    words = tuple((word, shown_word(word)) for word in switch.words)
    return [
        Part(
            f"{key}.{place}",
            str(place + 1),
            values[place] if place < len(values) else switch.labels[place],
            (*words, *labels) if place == 0 else labels,
        )
        for place in range(len(switch.labels))
    ]


def shown_word(word: str) -> str:
    """A value that is a word, as people read it."""
    return {"false": "no", "true": "yes"}.get(word, word.replace("_", " "))


def written(switch: Switch, sent: Sent) -> str | None:
    """What was filled in for an option, as people write it; None where nothing was."""
    key = f"o.{switch.name}"
    if isinstance(switch, Numbers):
        names = [f"{key}.{label}" for label in switch.labels]
    elif isinstance(switch, Order):
        names = [f"{key}.{place}" for place in range(len(switch.labels))]
        if sent.get(names[0]) in switch.words:
            return sent[names[0]]
    else:
        names = [key]
    if not any(name in sent for name in names):
        return None
    text = ",".join(sent.get(name, "").strip() for name in names)
    return "none" if isinstance(switch, Whole) and switch.or_none and not text else text


def checked(switch: Switch, text: str, own: str = "") -> str:
    """The same where it is allowed; never a file of this machine's disk but the project's."""
    if isinstance(switch, File) and text not in (*switch.shipped, own):
        raise BadNotation(f"option {switch.name} takes one of {', '.join(switch.shipped)}")
    switch.parse(text)
    return text
