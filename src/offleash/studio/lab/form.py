"""The form of the Lab page: its fields become the text of a plan file, and that a plan.

So the page asks the same questions as a plan file, and every error has the key of its field.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from offleash.bots.kinds import describe_bots
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.options import FileOption, Option
from offleash.core.prose import capitalise, to_sentence
from offleash.core.toml import format_settings
from offleash.games import registry
from offleash.lab.plans.plan import SEATINGS, Plan
from offleash.play.project import PROJECT, game_of, list_projects, path_inside, read_project
from offleash.studio.lab.plans import MAX_RECORDED_GAMES, PlanError, plan_from_text
from offleash.studio.projects import without_paths

KINDS = {
    "simulate": ("Simulate", "What are these rules like?"),
    "compare": ("Compare", "Does this change matter?"),
    "sweep": ("Sweep", "Which value is best?"),
    "tune": ("Tune", "Which rules come closest to several goals?"),
    "propose": ("Propose", "Which rules would be better?"),
    "ladder": ("Ladder", "How strong are the bots?"),
}
SEATING_WORDS = {
    "fixed": "nobody changes seats",
    "rotations": "the players rotate, seat by seat",
    "all": "every order of the players",
    "subsets": "every choice of archetypes, in every order",
    "factorial": "every order, and the homes rotate too",
}
GROUPS = ("options", "a", "b", "over")  # rows of options and values
EMPTY_ROWS = 2  # on the page, for browsers without scripts
MAX_ROWS = 40
HEAD_FIELDS = ("preset", "games", "seed", "seatings")
INTEGER = re.compile(r"-?[0-9]{1,18}")
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")
Sent = Mapping[str, str]


@dataclass(frozen=True)
class OptionRow:
    """An option and the value filled in for it."""

    group: str
    number: int
    name: str = ""
    value: str = ""

    @property
    def field(self) -> str:
        return f"{self.group}.{self.number}"


@dataclass
class QuestionForm:
    """The form as far as it is filled in, with errors by field."""

    sent: Sent
    projects: Path | None = None  # the folder of projects, if there is one
    errors: dict[str, str] = field(default_factory=dict)

    # Choices

    @property
    def kind(self) -> str:
        kind = self.sent.get("kind", "")
        return kind if kind in KINDS else next(iter(KINDS))

    @cached_property
    def subjects(self) -> list[tuple[str, str]]:
        """Return what can be played: every game, and the owner's projects."""
        games = [(f"game/{name}", registry.load(name).title) for name in registry.ROWS]
        own = list_projects(self.projects) if self.projects else []
        return [*((f"project/{name}", f"Project {name}") for name in own), *games]

    @property
    def subject(self) -> str:
        subject = self.sent.get("subject", "")
        known = [value for value, _ in self.subjects]
        return subject if subject in known else known[-len(registry.ROWS)]

    @property
    def project(self) -> Path | None:
        """Return the folder of the chosen project."""
        word, _, name = self.subject.partition("/")
        if word != "project" or self.projects is None:
            return None
        return path_inside(self.projects, name)

    @cached_property
    def game(self) -> Game:
        """Return the chosen game, or that of the chosen project."""
        if self.project is None:
            return registry.load(self.subject.partition("/")[2])
        assert self.projects is not None
        try:
            with without_paths(self.projects):
                return registry.load(game_of(self.project))
        except OffleashError as error:
            self.errors["subject"] = to_sentence(error)
            return registry.load(next(iter(registry.ROWS)))

    @property
    def seatings(self) -> list[tuple[str, str]]:
        seating = self.game.lab.seating
        has = {"factorial": seating.places is not None, "subsets": bool(seating.moves)}
        return [(way, SEATING_WORDS[way]) for way in SEATINGS if has.get(way, True)]

    @property
    def bots(self) -> dict[str, str]:
        """Return every bot with a short description."""
        return describe_bots(self.game)

    def rows(self, group: str) -> list[OptionRow]:
        """Return the rows filled in, and some empty ones."""
        rows = [
            OptionRow(group, n, self.value(f"{group}.{n}.name"), self.value(f"{group}.{n}.value"))
            for n in range(MAX_ROWS)
        ]
        filled = [row for row in rows if row.name or row.value]
        first = max((row.number for row in filled), default=-1) + 1
        return [*filled, *(OptionRow(group, first + offset) for offset in range(EMPTY_ROWS))]

    def value(self, name: str) -> str:
        """Return what was filled in for a field."""
        return self.sent.get(name, "").strip()

    def has_rows(self, group: str) -> bool:
        """Return whether any row of a group is filled in."""
        return any(row.name or row.value for row in self.rows(group))

    def hint(self, name: str, group: str) -> str:
        """Return an option's description and its values."""
        option = self._switch(name)
        if option is None:
            return ""
        about = switch_to_json(option)
        values = f"worth trying: {about['sweep']}" if group == "over" else about["range"]
        return f"{about['text']} ({values})"

    @cached_property
    def _base(self) -> Records:
        """Return the options of the preset or the project, without changes."""
        with suppress(OffleashError):
            if self.project is not None:
                return read_project(self.project).options
            return self.game.options(self.value("preset") or None)
        return self.game.options()

    @cached_property
    def choices(self) -> dict[str, Any]:
        """Return what depends on the game, for the script that fills in the lists."""
        return {
            "presets": list(self.game.rules.presets) if self.project is None else [],
            "options": [
                {**switch_to_json(option), "usual": option.format(self._base[option.name][0])}
                for option in self.game.rules.options
            ],
            "bots": [[name, text] for name, text in self.bots.items()],
            "seatings": self.seatings,
            "usual": self.game.lab.seating.usual,
        }

    # The plan file

    @property
    def text(self) -> str:
        """Return the plan file for the form."""
        head, tables = self._plan_tables()
        parts = ["".join(format_settings(head))]
        for name, table in tables.items():
            over = table.pop("over", None)
            parts += [f"\n[{name}]\n", *format_settings(table)]
            if over is not None:
                parts += [f"\n[{name}.over]\n", *format_settings(over)]
        return "".join(parts)

    def _plan_tables(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        head: dict[str, Any] = {"kind": self.kind, "game": self.game.name}
        if self.project is not None:
            head["rules"] = PROJECT
        head |= {name: _parse_value(self.value(name)) for name in HEAD_FIELDS if self.value(name)}
        if "preset" in head:
            head["preset"] = self.value("preset")
        if self.project is not None:
            head.pop("preset", None)
        if self.kind not in ("ladder", "propose") and self.value("seats"):
            head["seats"] = _names(self.value("seats"))
        games = head.get("games", 0)
        if isinstance(games, int) and games > MAX_RECORDED_GAMES:
            head["record"] = "figures"
        tables: dict[str, dict[str, Any]] = {}
        if options := dict(self._options("options")):
            tables["options"] = options
        return head, {**tables, **TABLES[self.kind](self)}

    def _options(self, group: str) -> Iterator[tuple[str, Any]]:
        for row in self.rows(group):
            if row.name:
                yield row.name, _parse_value(row.value)
            elif row.value:
                raise PlanError("choose an option for this value", group, f"#{row.number}")

    def _arms(self) -> dict[str, dict[str, Any]]:
        tables: dict[str, dict[str, Any]] = {}
        for arm in ("a", "b"):
            preset, bots = self.value(f"{arm}.preset"), self.value(f"{arm}.seats")
            tables[arm] = {"preset": preset} if preset else {}
            tables[arm] |= {"bots": _names(bots)} if bots else {}
            tables[arm] |= dict(self._options(arm))
        return tables

    def _over(self) -> dict[str, Any]:
        """Return the options to vary with their values; no values mean those worth trying."""
        texts = {row.name: row.value for row in self.rows("over") if row.name}
        return {"over": {name: _values(self._switch(name), text) for name, text in texts.items()}}

    def _switch(self, name: str) -> Option | None:
        return next((option for option in self.game.rules.options if option.name == name), None)

    def _filled(self, **parsers: Callable[[str], Any]) -> dict[str, Any]:
        """Return the fields that are filled in, parsed."""
        return {n: parse(self.value(n)) for n, parse in parsers.items() if self.value(n)}

    def compare_tables(self) -> dict[str, dict[str, Any]]:
        return {**self._arms(), "compare": self._filled(measure=str, margin=_parse_value)}

    def sweep_tables(self) -> dict[str, dict[str, Any]]:
        return {"sweep": {**self._over(), **self._filled(measures=_split, sobol=_parse_value)}}

    def tune_tables(self) -> dict[str, dict[str, Any]]:
        trials = self._filled(trials=_parse_value)
        return {"tune": {"goals": _split(self.value("goals")), **self._over(), **trials}}

    def propose_tables(self) -> dict[str, dict[str, Any]]:
        over = self._over() if self.has_rows("over") else {}
        filled = self._filled(goals=_split, trials=_parse_value, finalists=_parse_value)
        return {"propose": {**filled, **over}}

    def ladder_tables(self) -> dict[str, dict[str, Any]]:
        return {"ladder": {**self._filled(anchor=str), "bots": _split(self.value("bots"))}}

    # The plan

    def plan(self) -> Plan | None:
        """Return the plan, or None after recording an error of a field."""
        if self.value("subject") not in ("", self.subject):
            self.errors["subject"] = "There is no such game or project."
        try:
            text = self.text
            return None if self.errors else plan_from_text(text, self.project)
        except PlanError as error:
            self.errors[self._error_field(error)] = to_sentence(error.problem)
        except OffleashError as error:
            self.errors["form"] = to_sentence(error)
        return None

    def _error_field(self, error: PlanError) -> str:
        """Return the field that an error concerns; `form` if it is none in particular."""
        table, key = error.table, error.key
        group = "over" if table in ("sweep.over", "tune.over", "propose.over") else table
        if group in GROUPS:
            if key in ("bots", "seats", "preset") and f"{group}.{key}" in self.sent:
                return f"{group}.{'seats' if key == 'bots' else key}"
            if key == "bots":
                return f"{group}.seats"
            for row in self.rows(group):
                if key and key in (row.name, f"#{row.number}"):
                    return row.field
        if key == "rules" or (not table and key in ("game", "kind")):
            return "subject"
        if key == "over" or group == "over":
            return "over"
        if not key and table in KINDS:  # something is missing
            key = next((name for name in MISSING[table] if name in error.problem), "option")
            return MISSING[table].get(key, "form")
        return key if key and (not table or table in KINDS) else "form"


TABLES = {
    "simulate": lambda form: {},
    "compare": QuestionForm.compare_tables,
    "sweep": QuestionForm.sweep_tables,
    "tune": QuestionForm.tune_tables,
    "propose": QuestionForm.propose_tables,
    "ladder": QuestionForm.ladder_tables,
}


MISSING = {  # by kind and a word of the message, the empty field
    "simulate": {},
    "compare": {},
    "sweep": {"option": "over"},
    "tune": {"goal": "goals", "option": "over"},
    "propose": {"goal": "goals", "option": "over"},
    "ladder": {"bots": "bots"},
}


def switch_to_json(option: Option) -> dict[str, str]:
    """Return an option for the list of choices."""
    shipped = ", ".join(option.shipped) if isinstance(option, FileOption) else ""
    return {
        "name": option.name,
        "section": option.section,
        "text": capitalise(option.text),
        "range": shipped or option.range_text,
        "sweep": option.sweep_text,
    }


def _parse_value(text: str) -> Any:
    """Return a number or boolean as TOML has them; anything else is text."""
    if INTEGER.fullmatch(text):
        return int(text)
    if NUMBER.fullmatch(text):
        return float(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def _names(text: str) -> str | list[str]:
    names = [name.strip() for name in text.split(",")]
    return names if len(names) > 1 else text


def _split(text: str) -> list[str]:
    """Split a text at line ends and commas."""
    return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]


def _values(option: Option | None, text: str) -> Any:
    """Return the values to try; True stands for all that are worth trying."""
    if not text:
        return True
    if isinstance(option, FileOption):
        return [part.strip() for part in text.split(",")]
    return text
