"""Text and pictures for a game that has none of its own yet, made from its record alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from rich.text import Text

from offleash.contract.encoding import FormatPosition, Observation, Observe
from offleash.contract.game_rules import GameRules
from offleash.contract.part import Records
from offleash.contract.rules.actors import CHANCE, EVERYBODY, OVER
from offleash.contract.text.notation import Notation
from offleash.contract.text.pictures import Pictures, Target
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean, join_and
from offleash.tools.record_text import RecordText

REASON_LENGTH = 100  # the most characters of a reason
LABEL_COLUMNS, VALUE_COLUMNS = 18, 40  # of the table of fields
LINE_HEIGHT = 28  # of the same table in the picture
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img" \
aria-labelledby="plain-title" font-family="sans-serif" font-size="18">\
<title id="plain-title">{title}</title><rect width="640" height="{height}" fill="#fffdf7"/>\
{lines}</svg>"""
LINE = '<text x="16" y="{y}" fill="#6b5f4d">{label}</text><text x="210" y="{y}">{value}</text>'


def plain_notation(
    rules: GameRules,
    action_texts: Sequence[str],
    *,
    check: Callable[[Records, Records], str] | None = None,
    field_words: Mapping[str, Sequence[str]] | None = None,
    **own: Any,
) -> Notation:
    """Return a notation that lists the fields of the record: `place=12,7 seat=1 rolled=4`.

    `check(states, options)` says why a position is impossible; `own` fields of `Notation` replace
    the plain ones. Raises ValueError if there is not one text for each action.
    """
    numbers = {text.lower(): number for number, text in enumerate(action_texts)}
    if not len(numbers) == len(action_texts) == rules.action_count:
        raise ValueError(f"plain notation needs {rules.action_count} different action texts")
    text = RecordText(rules.record, field_words or {})
    plain = PlainNotation(rules, text, action_texts, numbers, check)
    names = [name for name in vars(PlainNotation) if name in Notation.__annotations__]
    functions = {name: getattr(plain, name) for name in names}
    return Notation(**{**functions, "field_words": text.field_words, **own})


@dataclass(frozen=True)
class PlainNotation:
    """The functions of a plain notation: `Notation` says what each of them does."""

    rules: GameRules
    text: RecordText
    action_texts: Sequence[str]
    numbers: Mapping[str, int]  # of the actions, by their text in lower case
    check: Callable[[Records, Records], str] | None

    def format_action(self, action: int, options: Records) -> str:
        if not 0 <= action < len(self.action_texts):
            raise BadNotation(f"there is no action number {action}")
        return self.action_texts[action]

    def parse_action(self, text: str, options: Records) -> int:
        name = " ".join(text.lower().split())
        if name not in self.numbers:
            raise BadNotation(f"{quote(text)} is not an action{did_you_mean(name, self.numbers)}")
        return self.numbers[name]

    def format_position(self, states: Records, options: Records) -> str:
        return self.text.format(states)

    def parse_position(self, text: str, options: Records) -> Records:
        states = self.read_board(text, options)
        problem = self.check(states, options) if self.check else ""
        seats = int(self.rules.seats(options[0]))
        if not problem and not OVER <= self.rules.actor(states[0]) < seats:
            problem = f"the seat to move must be one of 0 to {seats - 1}"
        if problem:
            raise BadNotation(f"{quote(text)} is impossible: {problem}")
        return states

    def format_board(self, states: Records, options: Records) -> str:
        board = states.copy()
        self.rules.canonical(board[0])
        return self.text.format(board)

    def read_board(self, text: str, options: Records) -> Records:
        states = np.zeros(1, self.rules.record)
        for name, values in self.text.parse(text).items():
            states[name] = values
        return states

    def position_differs(self, text: str, states: Records, options: Records) -> list[str]:
        return [
            f"{name} is {self.text.format_field(name, states[name])}, "
            f"not {self.text.format_field(name, values)}"
            for name, values in self.text.parse(text).items()
            if not np.array_equal(states[name][0], values)
        ]

    def is_whole(self, states: Records) -> bool:
        return True

    def why_illegal(self, states: Records, options: Records, action: int) -> str:
        actor = self.rules.actor(states[0])
        if not 0 <= action < len(self.action_texts):
            return f"there is no action number {action}"
        if actor == OVER:
            return "the game is over"
        possible = self._possible_actions(states, options)
        if action in possible:
            return ""
        verb = "is" if len(possible) == 1 else "are"
        reason = f"only {join_and(self.action_texts[n] for n in possible)} {verb} possible here"
        return reason if len(reason) <= REASON_LENGTH else "it is not possible here"

    def _possible_actions(self, states: Records, options: Records) -> list[int]:
        """Return the legal actions, or the possible chance outcomes."""
        rules, out = self.rules, np.zeros(self.rules.max_actions + 1, np.int32)
        if rules.actor(states[0]) == CHANCE:
            n = rules.chance_outcomes(states[0], options[0], out, np.zeros(len(out), np.int64))
        else:
            n = rules.legal_actions(states[0], options[0], np.zeros(1, rules.work)[0], out)
        return [int(action) for action in out[:n]]


def plain_pictures(rules: GameRules, notation: Notation, **own: Any) -> Pictures:
    """Return pictures with the record's fields as a table; `own` fields replace the plain ones."""
    text = RecordText(rules.record, notation.field_words)

    def draw(states: Records, options: Records, seat: int) -> str:
        view = view_of(rules, states, options, seat)
        table = enumerate(_table(rules, text, view), 1)
        lines = [
            LINE.format(y=LINE_HEIGHT * n, label=escape(label), value=escape(value))
            for n, (label, value) in table
        ]
        title = escape(notation.format_position(view, options))
        return SVG.format(height=LINE_HEIGHT * len(lines) + 16, title=title, lines="".join(lines))

    def draw_text(states: Records, options: Records, seat: int) -> Text:
        table = _table(rules, text, view_of(rules, states, options, seat))
        return Text("".join(f"{label:{LABEL_COLUMNS}} {value}\n" for label, value in table))

    def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
        names = {action: notation.format_action(action, options) for action in legal}
        return [Target(n, name, "", "", name, (f"target-{n}",)) for n, name in names.items()]

    def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
        return "".join(f'<g id="target-{action}" data-action="{action}"/>' for action in legal)

    def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
        return ""

    functions = (draw, draw_text, targets, draw_targets, draw_last)
    return Pictures(**{**{function.__name__: function for function in functions}, **own})


def view_of(rules: GameRules, states: Records, options: Records, seat: int) -> Records:
    """Return a copy of what a seat may see."""
    view = states.copy()
    if seat != EVERYBODY:
        rules.hide(view[0], options[0], seat)
    return view


def plain_observer(rules: GameRules, format_position: FormatPosition) -> Observe:
    """Return the function `observe` of a game without an encoding: the numbers of a view."""
    names = [name for name in rules.record.names or () if name != "pad"]
    limits = np.iinfo(np.int32)

    def observe(states: Records, options: Records, seat: int) -> Observation:
        view = view_of(rules, states, options, seat)
        numbers = [number for name in names for number in view[name].ravel().tolist()]
        array = np.array([min(max(n, limits.min), limits.max) for n in numbers], np.int32)
        return Observation(lambda: format_position(view, options), array)

    return observe


def _table(rules: GameRules, text: RecordText, view: Records) -> list[tuple[str, str]]:
    """Return lines of two columns: who acts next, then every field, by seat where it has seats."""
    seats, actor = rules.seat_names, int(rules.actor(view[0]))
    rows = [("next", seats[actor] if actor >= 0 else "chance" if actor == CHANCE else "nobody")]
    for name in text.names:
        values = view[name][0]
        is_by_seat = values.shape[:1] == (len(seats),)
        for seat, part in zip(seats, values, strict=True) if is_by_seat else [("", values)]:
            rows.append((f"{name} {seat}".strip(), text.format_field(name, part, " ")))
    return [
        ("" if n else label[:LABEL_COLUMNS], line)
        for label, value in rows
        for n, line in enumerate(wrap(value, VALUE_COLUMNS))
    ]
