"""The form of the Lab page: what was filled in becomes the text of a plan file, and that a plan.

So what is asked on the page is asked as in a file, and every mistake has the key of its field.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from offleash.bots.kinds import describe_bots
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.options import File, Switch
from offleash.core.toml import settings
from offleash.games import registry
from offleash.lab.plan import SEATINGS, Plan
from offleash.play.project import PROJECT, game_of, list_projects, path_inside, read_project
from offleash.studio.lab.plans import MOST_KEPT, Mistake, plan_from_text
from offleash.studio.lab.states import sentence_of
from offleash.studio.projects import plainly

KINDS = {
    "simulate": ("Simulate", "What are these rules like?"),
    "compare": ("Compare", "Does this change matter?"),
    "sweep": ("Sweep", "How much of it is best?"),
    "tune": ("Tune", "Which rules come nearest to several goals?"),
    "ladder": ("Ladder", "How strong are the bots?"),
}
SEATED = {  # how players change seats, in words
    "fixed": "nobody changes seats",
    "rotations": "the table is turned, seat by seat",
    "all": "every order of the players",
    "factorial": "every order, and the homes are turned too",
}
GROUPS = ("options", "a", "b", "over")  # rows of options and values
ROWS = 2  # empty ones that a page shows, for whoever has no scripts
MOST_ROWS = 40
PLAIN = ("preset", "games", "seed", "seatings")
WHOLE = re.compile(r"-?[0-9]{1,18}")
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")
Sent = Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """An option and what was filled in for it."""

    group: str
    number: int
    name: str = ""
    value: str = ""

    @property
    def field(self) -> str:
        return f"{self.group}.{self.number}"


@dataclass
class Form:
    """The form as far as it is filled in, and what is wrong with it, by the field."""

    sent: Sent
    projects: Path | None = None  # the folder of projects, where there is one
    wrong: dict[str, str] = field(default_factory=dict)

    # What can be chosen

    @property
    def kind(self) -> str:
        chosen = self.sent.get("kind", "")
        return chosen if chosen in KINDS else next(iter(KINDS))

    @cached_property
    def subjects(self) -> list[tuple[str, str]]:
        """What can be played: every game, and the projects of the owner."""
        games = [(f"game/{name}", registry.load(name).title) for name in registry.ROWS]
        own = list_projects(self.projects) if self.projects else []
        return [*((f"project/{name}", f"Project {name}") for name in own), *games]

    @property
    def subject(self) -> str:
        chosen = self.sent.get("subject", "")
        known = [value for value, _ in self.subjects]
        return chosen if chosen in known else known[-len(registry.ROWS)]

    @property
    def project(self) -> Path | None:
        """The folder of the project that is chosen."""
        word, _, name = self.subject.partition("/")
        if word != "project" or self.projects is None:
            return None
        return path_inside(self.projects, name)

    @cached_property
    def game(self) -> Game:
        """The game that is chosen, or that the project is about."""
        if self.project is None:
            return registry.load(self.subject.partition("/")[2])
        assert self.projects is not None
        try:
            with plainly(self.projects):
                return registry.load(game_of(self.project))
        except OffleashError as error:
            self.wrong["subject"] = sentence_of(str(error))
            return registry.load(next(iter(registry.ROWS)))

    @property
    def seatings(self) -> list[tuple[str, str]]:
        has_places = self.game.seating.places is not None
        return [(way, SEATED[way]) for way in SEATINGS if way != "factorial" or has_places]

    @property
    def bots(self) -> dict[str, str]:
        """Every bot with a line about it."""
        return describe_bots(self.game)

    def rows(self, group: str) -> list[Row]:
        """What was filled in, and some empty rows."""
        found = [
            Row(
                group,
                number,
                self.value(f"{group}.{number}.name"),
                self.value(f"{group}.{number}.value"),
            )
            for number in range(MOST_ROWS)
            if {f"{group}.{number}.name", f"{group}.{number}.value"} & self.sent.keys()
        ]
        kept = [row for row in found if row.name or row.value]
        first = max((row.number for row in kept), default=-1) + 1
        return [*kept, *(Row(group, first + each) for each in range(ROWS))]

    def value(self, name: str) -> str:
        """What was filled in."""
        return self.sent.get(name, "").strip()

    def has(self, group: str) -> bool:
        """Whether any row of a group is filled in."""
        return any(row.name or row.value for row in self.rows(group))

    def hint(self, name: str, group: str) -> str:
        """What an option is, and what it takes."""
        switch = self._switch(name)
        if switch is None:
            return ""
        told = told_switch(switch)
        values = f"worth trying: {told['sweep']}" if group == "over" else told["range"]
        return f"{told['text']} ({values})"

    @cached_property
    def _base(self) -> Records:
        """The options of the preset or the project, before anything is changed."""
        with suppress(OffleashError):
            if self.project is not None:
                return read_project(self.project).options
            return self.game.options(self.value("preset") or None)
        return self.game.options()

    @cached_property
    def choices(self) -> dict[str, Any]:
        """All that depends on the game, for a script that fills in the lists."""
        return {
            "presets": list(self.game.presets) if self.project is None else [],
            "options": [
                {**told_switch(switch), "usual": switch.format(self._base[switch.name][0])}
                for switch in self.game.switches
            ],
            "bots": [[name, text] for name, text in self.bots.items()],
            "seatings": self.seatings,
            "usual": self.game.seating.usual,
        }

    # What was asked

    @property
    def text(self) -> str:
        """The plan file that the form stands for."""
        head, tables = self._said()
        parts = ["".join(settings(head))]
        for name, table in tables.items():
            over = table.pop("over", None)
            parts += [f"\n[{name}]\n", *settings(table)]
            if over is not None:
                parts += [f"\n[{name}.over]\n", *settings(over)]
        return "".join(parts)

    def _said(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        head: dict[str, Any] = {"kind": self.kind, "game": self.game.name}
        if self.project is not None:
            head["rules"] = PROJECT
        head |= {name: _typed(self.value(name)) for name in PLAIN if self.value(name)}
        if "preset" in head:
            head["preset"] = self.value("preset")
        if self.project is not None:
            head.pop("preset", None)
        if self.kind != "ladder" and self.value("seats"):
            head["seats"] = _names(self.value("seats"))
        games = head.get("games", 0)
        if isinstance(games, int) and games > MOST_KEPT:
            head["record"] = "figures"
        tables: dict[str, dict[str, Any]] = {}
        if options := dict(self._options("options")):
            tables["options"] = options
        return head, {**tables, **ASKED[self.kind](self)}

    def _options(self, group: str) -> Iterator[tuple[str, Any]]:
        for row in self.rows(group):
            if row.name:
                yield row.name, _typed(row.value)
            elif row.value:
                raise Mistake("choose an option for this value", group, f"#{row.number}")

    def _arms(self) -> dict[str, dict[str, Any]]:
        tables = {}
        for arm in ("a", "b"):
            bots = self.value(f"{arm}.seats")
            own: dict[str, Any] = (
                {"preset": preset} if (preset := self.value(f"{arm}.preset")) else {}
            )
            own |= {"bots": _names(bots)} if bots else {}
            tables[arm] = {**own, **dict(self._options(arm))}
        return tables

    def _over(self) -> dict[str, Any]:
        """Options with their values; none stand for those that are worth trying."""
        named = {row.name: row.value for row in self.rows("over") if row.name}
        return {"over": {name: _values(self._switch(name), text) for name, text in named.items()}}

    def _switch(self, name: str) -> Switch | None:
        return next((each for each in self.game.switches if each.name == name), None)

    def compared(self) -> dict[str, dict[str, Any]]:
        own = {name: self.value(name) for name in ("measure",) if self.value(name)}
        margin = {"margin": _typed(self.value("margin"))} if self.value("margin") else {}
        return {**self._arms(), "compare": {**own, **margin}}

    def swept(self) -> dict[str, dict[str, Any]]:
        own: dict[str, Any] = self._over()
        own |= {"measures": _lines(self.value("measures"))} if self.value("measures") else {}
        own |= {"sobol": _typed(self.value("sobol"))} if self.value("sobol") else {}
        return {"sweep": own}

    def tuned(self) -> dict[str, dict[str, Any]]:
        own: dict[str, Any] = {"goals": _lines(self.value("goals")), **self._over()}
        own |= {"trials": _typed(self.value("trials"))} if self.value("trials") else {}
        return {"tune": own}

    def rated(self) -> dict[str, dict[str, Any]]:
        anchor = {"anchor": self.value("anchor")} if self.value("anchor") else {}
        return {"ladder": {**anchor, "bots": _lines(self.value("bots"))}}

    # What came of it

    def plan(self) -> Plan | None:
        """The plan, or nothing where something is wrong, which then stands at its field."""
        if self.value("subject") not in ("", self.subject):
            self.wrong["subject"] = "There is no such game or project."
        try:
            text = self.text
            return None if self.wrong else plan_from_text(text, self.project)
        except Mistake as error:
            self.wrong[self._field(error)] = sentence_of(error.problem)
        except OffleashError as error:
            self.wrong["form"] = sentence_of(str(error))
        return None

    def _field(self, error: Mistake) -> str:
        """The field that a mistake is about; that of the whole form where it is none."""
        table, key = error.table, error.key
        group = {"sweep.over": "over", "tune.over": "over"}.get(table, table)
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


ASKED = {
    "simulate": lambda form: {},
    "compare": Form.compared,
    "sweep": Form.swept,
    "tune": Form.tuned,
    "ladder": Form.rated,
}


MISSING = {  # by the kind and a word of the sentence, the field that lacks something
    "simulate": {},
    "compare": {},
    "sweep": {"option": "over"},
    "tune": {"goal": "goals", "option": "over"},
    "ladder": {"bots": "bots"},
}


def told_switch(switch: Switch) -> dict[str, str]:
    """An option, for whoever chooses one."""
    shipped = ", ".join(switch.shipped) if isinstance(switch, File) else ""
    return {
        "name": switch.name,
        "section": switch.section,
        "text": f"{switch.text[:1].upper()}{switch.text[1:]}",
        "range": shipped or switch.range_text,
        "sweep": switch.sweep_text,
    }


def _typed(text: str) -> Any:
    """A number or yes and no as TOML has them; whatever else is text."""
    if WHOLE.fullmatch(text):
        return int(text)
    if NUMBER.fullmatch(text):
        return float(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def _names(text: str) -> str | list[str]:
    names = [name.strip() for name in text.split(",")]
    return names if len(names) > 1 else text


def _lines(text: str) -> list[str]:
    """One a line, or parted by commas."""
    return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]


def _values(switch: Switch | None, text: str) -> Any:
    """Values to be tried: nothing stands for all that are worth it."""
    if not text:
        return True
    if isinstance(switch, File):
        return [part.strip() for part in text.split(",")]
    return text
