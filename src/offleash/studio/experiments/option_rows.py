"""Rows of the form that choose an option and its values from lists."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from offleash.contract import Game
from offleash.contract.options import (
    FileOption,
    NumberOption,
    NumbersOption,
    Option,
    default_of,
    parts_of,
)
from offleash.lab.plans.ranges import COMMA, parse_range
from offleash.tools.errors import BadNotation
from offleash.tools.prose import capitalise
from offleash.web.option_form import FormInput, display_value, field_of, plain_text

MAX_ROWS = 40
MAX_BOXES = 30  # for the values to try
FEW_VALUES = 12  # that have a box each, recommended or not
TYPED = "typed"  # in place of a file's name: it is described in words
Choices = Sequence[tuple[str, str]]  # values and their words


@dataclass(frozen=True)
class Tick:
    """A check box."""

    name: str
    value: str
    words: str
    is_ticked: bool


@dataclass(frozen=True)
class OptionRow:
    """An option of the game, and the value or the values to try that are filled in for it."""

    group: str
    number: int
    name: str
    sent: Mapping[str, str]
    game: Game
    option: Option | None = None
    usual: str = ""  # the option's value in the chosen rules
    files: Choices = ()  # of projects, if the option names a file

    @property
    def field(self) -> str:
        return f"{self.group}.{self.number}"

    def _text(self, key: str) -> str:
        return self.sent.get(f"{self.field}.{key}", "").strip()

    @property
    def is_filled(self) -> bool:
        """Whether values were sent, and for this option: the row may have had another before."""
        owner = self.sent.get(f"{self.field}.of")
        return bool(self._text("value")) if owner is None else owner == self.name

    # One value

    @property
    def value(self) -> str:
        """Return the value as text; until one is filled in, that of the chosen rules."""
        text = self._text("value")
        if self.option is None:
            return text
        if not self.is_filled:
            return self.usual
        if isinstance(self.option, FileOption):
            return self._text("words") if text == TYPED else text
        keys = [item.key for item in self.option.inputs(default_of(self.option))]
        if text or keys == [""]:
            return self.option.join_inputs([text])
        return self.option.join_inputs([self._text(f"value.{key}") for key in keys])

    @property
    def inputs(self) -> list[FormInput]:
        """Return the inputs for one value."""
        if self.option is None:
            return []
        if isinstance(self.option, FileOption):
            return [self._file_input(self.option)]
        is_valid = True
        try:
            stored = self.option.parse(self.value)
        except BadNotation:
            stored, is_valid = self.option.parse(self.usual), False
        inputs = []
        for part in field_of(self.option, stored, {}).parts:
            name = f"{self.field}.value{part.name.removeprefix(f'o.{self.option.name}')}"
            text = part.value if is_valid else self.sent.get(name, part.value)
            extra = () if not part.choices or text in dict(part.choices) else ((text, text),)
            choices = (*part.choices, *extra)  # an invalid word stays
            inputs.append(FormInput(name, part.label, text, choices, part.number))
        return inputs

    def _file_input(self, option: FileOption) -> FormInput:
        choices = [*self.files, *((name, display_value(option, name)) for name in option.shipped)]
        value = self.value
        if option.edit is not None:
            choices.append((TYPED, "another one, typed"))
        if value not in dict(choices):
            choices += [] if option.edit else [(value, value)]
            value = TYPED if option.edit else value
        return FormInput(f"{self.field}.value", "", value, tuple(choices))

    @property
    def words(self) -> str:
        """Return the description of a file that is not in the list."""
        is_listed = not self.inputs or self.inputs[0].value != TYPED
        return "" if is_listed else self.value

    # Several values

    @property
    def ticks(self) -> list[Tick]:
        """Return a check box for each value worth trying, and for those filled in."""
        if self.option is None:
            return []
        ticked = self._ticked()
        texts = dict.fromkeys([*self._listed(), *ticked])
        return [
            Tick(f"{self.field}.try.{number}", text, self._display(text), text in ticked)
            for number, text in enumerate(texts)
        ]

    def _display(self, text: str) -> str:
        assert self.option is not None
        return dict(self.files).get(text) or display_value(self.option, text)

    def _recommended(self) -> list[str]:
        assert self.option is not None
        values = self.option.sweep
        return [] if len(values) > MAX_BOXES else [self.option.format(value) for value in values]

    def _listed(self) -> list[str]:
        option = self.option
        assert option is not None
        is_short = len(option.values) <= FEW_VALUES
        listed = [option.format(value) for value in option.values] if is_short else []
        return [*(listed or self._recommended()), *dict(self.files)]

    def _ticked(self) -> list[str]:
        if not self.is_filled:
            return self._recommended()
        if f"{self.field}.of" in self.sent:
            boxes = f"{self.field}.try."
            return [text for name, text in self.sent.items() if name.startswith(boxes)]
        return self._expand(self._text("value"))

    def _expand(self, text: str) -> list[str]:
        """Return the values of a text; none if it is invalid."""
        if isinstance(self.option, FileOption):
            return _split(text)
        try:
            return list(parse_range(self.game, f"{self.name}={text}").values)
        except BadNotation:
            return []

    @property
    def more(self) -> str:
        """Return the values that were typed, other than those with a check box."""
        is_expanded = f"{self.field}.of" not in self.sent and self._expand(self._text("value"))
        return "" if is_expanded or not self.is_filled else self._text("value")

    @property
    def takes_more(self) -> str:
        """Return an example of values that can be typed; empty if all have a check box."""
        option = self.option
        if isinstance(option, FileOption) and option.edit is not None:
            return f"{next(iter(option.shipped))}: your changes"
        if isinstance(option, NumberOption | NumbersOption) and len(option.values) > len(
            self.ticks
        ):
            last = option.number.high
            return f"such as {last}" if len(self.ticks) else f"such as {last - 1}, {last}"
        return ""

    @property
    def values(self) -> Any:
        """Return the values for a plan; True stands for the recommended ones."""
        ticked, more = self._ticked() if self.option else [], self.more
        if self.option is None:
            return self._text("value") or True
        if not more and (set(ticked) == set(self._recommended()) or not self.ticks):
            return True
        if isinstance(self.option, FileOption):
            return [*ticked, *_split(more)]
        if isinstance(self.option, NumbersOption):
            parts = more.split(",")  # as many as seats or archetypes are one value
            more = more if len(parts) == len(self.option.labels) else "/".join(parts)
        between = "/" if self.option.has_commas else ","
        return between.join([*ticked, *([more] if more else [])])

    @property
    def texts(self) -> list[str]:
        """Return the value, or the values to try, that are filled in."""
        return [self.value] if self.group != "over" else self._ticked() if self.option else []

    # Words

    @property
    def hint(self) -> str:
        """Return the option's explanation, its range and its value in the chosen rules."""
        if self.option is None:
            return ""
        about = f"{capitalise(plain_text(self.option))}."
        number = self.option.number
        limits = f" {capitalise(number.range_text)}." if number else ""
        return f"{about}{limits} In these rules: {self._display(self.usual)}."


def _split(text: str) -> list[str]:
    return [part.strip() for part in re.split(COMMA, text) if part.strip()]


def options_by_name(game: Game, with_parts: bool) -> dict[str, Option]:
    """Return the options of a game by name; also one for each number of options with several."""
    parts = parts_of(game.rules.options) if with_parts else {}
    named: dict[str, Option] = {}
    for option in game.rules.options:
        named[option.name] = option
        named |= {n: part for n, part in parts.items() if n.partition(".")[0] == option.name}
    return named


def options_by_section(game: Game, with_parts: bool) -> dict[str, Choices]:
    """Return every option with its words, under the headings of the rules."""
    headings = {option.name: option.section for option in game.rules.options}
    sections: dict[str, list[tuple[str, str]]] = {}
    for name, option in options_by_name(game, with_parts).items():
        row = (name, f"{capitalise(option_words(name))}: {plain_text(option)}")
        sections.setdefault(capitalise(headings[name.partition(".")[0]]), []).append(row)
    return dict(sections)


def option_words(name: str) -> str:
    """Return an option's name as people read it: `hand_size.north` is “hand size of the North”."""
    whole, _, part = name.replace("_", " ").partition(".")
    return f"{whole} of the {capitalise(part)}" if part else whole
