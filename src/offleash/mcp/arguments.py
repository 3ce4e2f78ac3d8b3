"""The arguments of tools: classes with fields, as questions of the lab are, and their JSON schemas.

The schema that a program reads and the check of the values that it sends are both made from them.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY
from typing import Any

from offleash.lab.questions.field import (
    Changes,
    Fields,
    Lineups,
    Options,
    QuestionField,
    Ranges,
    Seats,
    Seconds,
    Texts,
    field,
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
GAME = "a game that `games` lists, or a project"
PRESET = "the preset rules"
OPTIONS = "options of the game that differ from the preset, by name"
SEAT = "the key of the seat, from `new_game` or `join_table`"


class ListGames(Fields):
    """List the games and projects, or the presets, options and bots of one."""

    game: str = field("describe this one", default="")
    preset: str | None = field(PRESET, default=None, usual="the game's first")
    options: Options | None = field(OPTIONS, default=None)


class ReadRules(Fields):
    """Read the rulebook: its table of contents, or the sections that fit what you ask about."""

    game: str = field(GAME)
    _: KW_ONLY
    preset: str | None = field(PRESET, default=None, usual="the game's first")
    options: Options | None = field(OPTIONS, default=None)
    about: str = field("words to look for, or a heading", default="", usual="the table of contents")


class NewGame(Fields):
    """Start a game against bots, or between several programs; returns a key for each seat.

    A key shows what its seat may know, and plays for it. Seats without a bot are for programs.
    """

    game: str = field(GAME)
    _: KW_ONLY
    preset: str | None = field(PRESET, default=None, usual="the game's first")
    options: Options | None = field(OPTIONS, default=None)
    seats: Seats = field(
        "who plays, one name for each seat: `me` for a program, or a bot",
        default=(),
        usual="me at the first seat, and the game's usual bots",
    )
    seed: int | None = field(
        "a number that repeats the luck; whoever knows it can work out what is hidden",
        default=None,
        low=0,
        usual="luck that nobody knows",
    )


class JoinTable(Fields):
    """Take a seat at a table in the browser, with people, by its invitation; returns its key.

    The others see your name, marked as a program's.
    """

    link: str = field("the invitation: http://NAME/join/CODE")
    name: str = field("your name, at most 14 characters")
    place: int | None = field("the seat, from 0", default=None, low=0, usual="any")


class Observe(Fields):
    """See the game as one seat sees it, and what it has learnt; nothing that it may not know."""

    seat: str = field(SEAT)
    since: int = field("the number of the first event to list", default=0, low=0)
    wait: float = field(
        "at a table in the browser: wait so long for your turn",
        default=0.0,
        unit="s",
        low=0,
        high=300,
    )


class Legal(Fields):
    """List the legal actions of your seat, if it is to move."""

    seat: str = field(SEAT)
    contains: str = field("only actions that contain this text", default="")


class Play(Fields):
    """Play an action for your seat; the bots answer, and you see what happened until your turn."""

    seat: str = field(SEAT)
    action: str = field("an action, as `legal` lists it")


class AskAdvice(Fields):
    """Search for the best actions of your seat, with chances to win and reasons.

    The search uses only what your seat may see.
    """

    seat: str = field(SEAT)
    count: int = field("how many actions", default=3, low=1, high=20)
    playouts: int = field("playouts of the search", default=1000, low=2, high=MOST_PLAYOUTS)


class CheckBoard(Fields):
    """Check a board against every constraint of its game; the text need not be a valid board."""

    game: str = field(GAME)
    board: str = field(
        "the text of a board file, or the name of a board that the game brings",
        default="",
        usual="the project's board, or the usual one",
    )


def schema_of(question: type) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    fields = _fields(question)
    return {
        "type": "object",
        "properties": {name: _property(one) for name, one in fields.items()},
        "required": [name for name, one in fields.items() if _is_needed(one)],
        "additionalProperties": False,
    }


def read_arguments(question: type, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a program sent, checked; nulls are left out. Raises OffleashError."""
    fields = _fields(question)
    values = {name: value for name, value in sent.items() if value is not None}
    refuse_unknown(values, list(fields), "this tool")
    for name, one in fields.items():
        if name not in values and _is_needed(one):
            raise OffleashError(f"{name} is missing: {one.spec.help}")
    return {name: _read(fields[name], value) for name, value in values.items()}


def filled(question: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with the defaults of the fields that they omit."""
    return {name: values.get(name, one.default) for name, one in _fields(question).items()}


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
