"""The inputs of the form that take one number or word: the single fields of all questions."""

from collections.abc import Mapping
from dataclasses import dataclass

from offleash.lab.questions.field import QuestionField, fields_of
from offleash.lab.questions.questions import KINDS
from offleash.tools.prose import to_sentence

# Single fields with lists of their own: what they take depends on the game
OWN_INPUTS = ("game", "preset", "rules", "seatings", "measure", "anchor")
SHARED, MAIN, FURTHER = "shared", "main", "further"  # places in the form
VARIED = "the usual number"


@dataclass(frozen=True)
class Setting:
    """One input, for every kind of question that has a field of this name."""

    name: str
    fields: Mapping[str, QuestionField]  # by kind of question

    @property
    def first(self) -> QuestionField:
        return next(iter(self.fields.values()))

    @property
    def kinds(self) -> str:
        """The kinds of questions, as classes of the style sheet."""
        return " ".join(self.fields)

    @property
    def place(self) -> str:
        if not self.first.spec.is_main:
            return FURTHER
        return SHARED if self.first.is_common else MAIN

    @property
    def hints(self) -> dict[str, str]:
        """The explanations, each with the kinds of questions that have it."""
        kinds: dict[str, list[str]] = {}
        for kind, field in self.fields.items():
            kinds.setdefault(to_sentence(field.spec.help), []).append(kind)
        return {" ".join(names): hint for hint, names in kinds.items()}

    @property
    def placeholder(self) -> str:
        usual = {field.usual for field in self.fields.values()}
        return usual.pop() if len(usual) == 1 else VARIED

    @property
    def others(self) -> list[tuple[str, str]]:
        """The words to choose from beside the default."""
        return [(word, word) for word in self.first.spec.choices if word != self.first.default]

    @property
    def mode(self) -> str:
        """The keyboard that a phone shows."""
        return {int: "numeric", float: "decimal"}.get(self.first.type, "text")


def form_kinds() -> dict[str, tuple[str, str]]:
    """Return the kinds of questions that the form offers, with their names and what they ask."""
    return {
        kind: (kind.capitalize(), question.asks)
        for kind, question in KINDS.items()
        if question.asks
    }


def settings() -> list[Setting]:
    """Every input, in the order of the questions' fields."""
    by_name: dict[str, dict[str, QuestionField]] = {}
    for kind in form_kinds():
        for name, field in fields_of(KINDS[kind]).items():
            if field.is_single and name not in OWN_INPUTS:
                by_name.setdefault(name, {})[kind] = field
    return [Setting(name, fields) for name, fields in by_name.items()]
