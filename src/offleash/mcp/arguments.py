"""The arguments of tools: classes with fields, as questions of the lab are, and their JSON schemas.

A field is one line, annotated with a `FieldSpec`. The schema that a program reads and the check of
the values that it sends are both made from it.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, Any

from offleash.lab.questions.field import (
    Changes,
    FieldSpec,
    Lineups,
    Options,
    QuestionField,
    Ranges,
    Seats,
    Seconds,
    Texts,
    fields_of,
    refuse_unknown,
)
from offleash.tools.errors import OffleashError, quote

MOST_PLAYOUTS = 20_000  # of advice
# Fields of questions that name files, or say how a run is stored, which no program decides.
LEFT_OUT = ("rules", "record")
TEXTS = {"type": "array", "items": {"type": "string"}}
ONE_OR_MORE = {"anyOf": [{"type": "string"}, TEXTS]}
SCALAR = {"type": ["string", "number", "boolean"]}
TABLE = {"type": "object", "additionalProperties": SCALAR}
CHANGES = {
    "type": "object",
    "additionalProperties": {"anyOf": [SCALAR, TEXTS]},
    "examples": [{"NAME": "VALUE"}, {"preset": "NAME"}, {"bots": "greedy"}],
}
SCHEMAS: dict[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Seats: ONE_OR_MORE,
    Texts: TEXTS,
    Lineups: TEXTS,
    Ranges: TEXTS,
    Options: TABLE,
    Changes: CHANGES,
    Seconds: {"type": "object", "additionalProperties": {"type": "number"}},
}
GAME = FieldSpec("a game that `games` lists, or a project")
PRESET = FieldSpec("the preset rules", usual="the game's first")
OPTIONS = FieldSpec("options of the game that differ from the preset, by name")
SEAT = FieldSpec("the key of the seat, from `new_game`")


@dataclass(frozen=True)
class ListGames:
    """List the games and projects, or the presets, options and bots of one."""

    game: Annotated[str, FieldSpec("describe this one")] = ""
    preset: Annotated[str | None, PRESET] = None


@dataclass(frozen=True)
class ReadRules:
    """Read the rulebook: its table of contents, or the sections that fit what you ask about."""

    game: Annotated[str, GAME]
    _: KW_ONLY
    preset: Annotated[str | None, PRESET] = None
    options: Annotated[Options | None, OPTIONS] = None
    about: Annotated[
        str, FieldSpec("words to look for, or a heading", usual="the table of contents")
    ] = ""


@dataclass(frozen=True)
class NewGame:
    """Start a game against bots, or between several programs; returns a key for each seat.

    A key shows what its seat may know, and plays for it. Seats without a bot are for programs.
    """

    game: Annotated[str, GAME]
    _: KW_ONLY
    preset: Annotated[str | None, PRESET] = None
    options: Annotated[Options | None, OPTIONS] = None
    seats: Annotated[
        Seats,
        FieldSpec(
            "who plays, one name for each seat: `me` for a program, or a bot",
            usual="me at the first seat, and the game's usual bots",
        ),
    ] = ()
    seed: Annotated[
        int | None,
        FieldSpec(
            "a number that repeats the luck; whoever knows it can work out what is hidden",
            low=0,
            usual="luck that nobody knows",
        ),
    ] = None


@dataclass(frozen=True)
class Observe:
    """See the game as one seat sees it, and what it has learnt; nothing that it may not know."""

    seat: Annotated[str, SEAT]
    since: Annotated[int, FieldSpec("the number of the first event to list", low=0)] = 0


@dataclass(frozen=True)
class Legal:
    """List the legal actions of your seat, if it is to move."""

    seat: Annotated[str, SEAT]
    contains: Annotated[str, FieldSpec("only actions that contain this text")] = ""


@dataclass(frozen=True)
class Play:
    """Play an action for your seat; the bots answer, and you see what happened until your turn."""

    seat: Annotated[str, SEAT]
    action: Annotated[str, FieldSpec("an action, as `legal` lists it")]


@dataclass(frozen=True)
class AskAdvice:
    """Search for the best actions of your seat, with chances to win and reasons.

    The search uses only what your seat may see.
    """

    seat: Annotated[str, SEAT]
    count: Annotated[int, FieldSpec("how many actions", low=1, high=20)] = 3
    playouts: Annotated[int, FieldSpec("playouts of the search", low=2, high=MOST_PLAYOUTS)] = 1000


@dataclass(frozen=True)
class CheckBoard:
    """Check a board against every constraint of its game; the text need not be a valid board."""

    game: Annotated[str, GAME]
    board: Annotated[
        str,
        FieldSpec(
            "the text of a board file, or the name of a board that the game brings",
            usual="the project's board, or the usual one",
        ),
    ] = ""


def schema_of(question: type) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    fields = _fields(question)
    return {
        "type": "object",
        "properties": {name: _property(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if _is_needed(field)],
        "additionalProperties": False,
    }


def read_arguments(question: type, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a program sent, checked; nulls are left out. Raises OffleashError."""
    fields = _fields(question)
    values = {name: value for name, value in sent.items() if value is not None}
    refuse_unknown(values, list(fields), "this tool")
    for name, field in fields.items():
        if name not in values and _is_needed(field):
            raise OffleashError(f"{name} is missing: {field.spec.help}")
    return {name: _read(fields[name], value) for name, value in values.items()}


def filled(question: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with the defaults of the fields that they omit."""
    return {name: values.get(name, field.default) for name, field in _fields(question).items()}


def _fields(question: type) -> dict[str, QuestionField]:
    fields = {name: f for name, f in fields_of(question).items() if name not in LEFT_OUT}
    return dict(sorted(fields.items(), key=lambda item: item[0] != "game"))


def _is_needed(field: QuestionField) -> bool:
    return field.is_required and field.type != Changes


def _read(field: QuestionField, value: Any) -> Any:
    if field.type is bool and not isinstance(value, bool):
        raise OffleashError(f"{field.name} must be true or false, not {quote(value)}")
    if field.name == "game" and not isinstance(value, str):
        raise OffleashError(f"game must be text, not {quote(value)}")
    if field.type == Ranges and not isinstance(value, str | list | Mapping):
        raise OffleashError(f"{field.name} must be a list of texts, not {quote(value)}")
    return field.read(value)


def _property(field: QuestionField) -> dict[str, Any]:
    spec, usual = field.spec, f"; default: {field.usual}" if field.usual else ""
    kind = SCHEMAS[str if field.name == "game" else field.type]
    limits = {"minimum": spec.low, "maximum": spec.high, "exclusiveMinimum": spec.above}
    enum = {"enum": list(spec.choices)} if spec.choices else {}
    numbers = {name: limit for name, limit in limits.items() if limit is not None}
    return {**kind, **numbers, **enum, "description": f"{spec.help}{usual}"}
