"""The plan that the form of the Lab page asks for: its fields become a plan file, and that a plan.

So the page asks the same questions as a plan file, and every error has the key of its field.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from offleash.lab.experiments.goals import goal_labels, parse_goal
from offleash.lab.experiments.plan_files import tables_of
from offleash.lab.figures.measures import find_measure
from offleash.lab.plans.plan import Plan
from offleash.lab.questions.field import fields_of, own_fields
from offleash.lab.questions.ladder import Ladder
from offleash.lab.questions.question import FIGURES
from offleash.lab.questions.questions import KINDS
from offleash.projects.project import PROJECT
from offleash.studio.experiments.fields import (
    GROUPS,
    ROWS,
    QuestionFields,
    game_labels,
    split_lines,
)
from offleash.studio.experiments.plans import MAX_RECORDED_GAMES, PlanError, plan_from_text
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.tools.toml import format_settings

HEAD_FIELDS = ("preset", "games", "seed", "seatings", "record")
INTEGER = re.compile(r"-?[0-9]{1,18}")
LINES = ("keep", "also")  # lists that are filled in as lines of a text
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")


class QuestionForm(QuestionFields):
    """The question that is asked with the fields."""

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
        seats = self.lineup("seats").text
        if "seats" in fields_of(KINDS[self.kind]) and seats:
            head["seats"] = _names(seats)
        games = head.get("games", 0)
        if isinstance(games, int) and games > MAX_RECORDED_GAMES:
            head.setdefault("record", FIGURES)
        tables: dict[str, dict[str, Any]] = {}
        if options := dict(self._options("options")):
            tables["options"] = options
        own = {**self._singles(), **self._lists()}
        return head, {**tables, **self._arms(), **({self.kind: own} if own else {})}

    def _options(self, group: str) -> Iterator[tuple[str, Any]]:
        for row in self.rows(group):
            if row.name:
                yield row.name, _parse_value(row.value)
            elif row.is_filled:
                raise PlanError("choose an option for this value", group, f"#{row.number}")

    def _arms(self) -> dict[str, dict[str, Any]]:
        tables: dict[str, dict[str, Any]] = {}
        for arm in tables_of(self.kind):
            preset, bots = self.value(f"{arm}.preset"), self.lineup(f"{arm}.seats").text
            tables[arm] = {"preset": preset} if preset else {}
            tables[arm] |= {"bots": _names(bots)} if bots else {}
            tables[arm] |= dict(self._options(arm))
        return tables

    def _over(self) -> dict[str, Any]:
        """Return the options to vary with their values."""
        rows = [row for row in self.rows("over") if row.name]
        if empty := [row for row in rows if not row.values]:
            raise PlanError("tick at least two values", "over", f"#{empty[0].number}")
        return {"over": {row.name: row.values for row in rows}}

    def _goals(self) -> dict[str, Any]:
        """Return the goals in the form of plans."""
        for text in self._goal_texts():
            with _at("goals", ""):
                parse_goal(text)
        goals = []
        for row in self.goal_rows[:-1]:
            with _at("goals", f"#{row.number}"):
                goals.append(parse_goal(row.text).text)
        return {"goals": goals} if goals else {}

    def _singles(self) -> dict[str, Any]:
        """Return the question's own numbers and words that are filled in."""
        return {
            name: self.value(name) if field.type is str else _parse_value(self.value(name))
            for name, field in own_fields(KINDS[self.kind]).items()
            if field.is_single and self.value(name)
        }

    def _lists(self) -> dict[str, Any]:
        """Return what rows have: options to vary, goals, measures, bots to rate."""
        own = own_fields(KINDS[self.kind])
        lists: dict[str, Any] = {}
        if "goals" in own:
            lists |= self._goals()
            if own["goals"].is_required and not lists:
                raise PlanError("choose at least one goal", self.kind, "goals")
        if "over" in own and (own["over"].is_required or self.has_rows("over")):
            lists |= self._over()
        if "measures" in own and len(self.measure_rows) > 1:
            lists["measures"] = [text for _, text in self.measure_rows[:-1]]
        for name in LINES:
            if name in own and (lines := split_lines(self.value(name))):
                lists[name] = lines
        if self.kind == Ladder.kind:
            lists["bots"] = self._rated_bots()
        return lists

    # The plan

    def plan(self) -> Plan | None:
        """Return the plan, or None after recording an error of a field."""
        if self.value("subject") not in ("", self.subject):
            self.errors["subject"] = "There is no such game or project."
        try:
            text = self.text
            if self.errors:
                return None
            plan = plan_from_text(text, self.project, self.projects)
            self._check_measures(plan)
            return plan
        except PlanError as error:
            self.errors[self._error_field(error)] = to_sentence(error.problem)
        except OffleashError as error:
            self.errors["form"] = to_sentence(error)
        return None

    def _check_measures(self, plan: Plan) -> None:
        """Raise PlanError at the field of a measure that the game does not have."""
        players = {bot for arm in plan.arms for lineup in arm.lineups for bot in lineup}
        labels = game_labels(self.game.name, tuple(sorted(players)))
        if "measure" in plan.goal:
            with _at("compare", "measure"):
                find_measure(labels, plan.goal["measure"])
        if self.kind == "sweep":
            for number, text in self.measure_rows[:-1]:
                with _at("measures", f"#{number}"):
                    find_measure(labels, text)
        if self.kind in ("tune", "propose"):
            for row in self.goal_rows[:-1]:
                with _at("goals", f"#{row.number}"):
                    goal_labels(parse_goal(row.text), labels)

    def _error_field(self, error: PlanError) -> str:
        """Return the field that an error concerns; `form` if it is none in particular."""
        table, key = error.table, error.key
        group = "over" if table in ("sweep.over", "tune.over", "propose.over") else table
        if group in ROWS and key.startswith("#"):
            return f"{group}.{key[1:]}"
        if group in GROUPS:
            if key in ("bots", "seats", "preset") and f"{group}.{key}" in self.sent:
                return f"{group}.{'seats' if key == 'bots' else key}"
            if key == "bots":
                return f"{group}.seats"
            for row in self.rows(group):
                if key and key == row.name:
                    return row.field
        if key == "rules" or (not table and key in ("game", "kind")):
            return "subject"
        if key == "over" or group == "over":
            return "over"
        if not key and table in KINDS:  # something is missing
            key = next((name for name in MISSING[table] if name in error.problem), "option")
            return MISSING[table].get(key, "form")
        return key if key and (not table or table in KINDS) else table if table in ROWS else "form"


MISSING = {  # by kind and a word of the message, the empty field
    "simulate": {},
    "compare": {},
    "sweep": {"option": "over"},
    "tune": {"goal": "goals", "option": "over"},
    "propose": {"goal": "goals", "option": "over"},
    "ladder": {"bots": "bots"},
}


@contextmanager
def _at(table: str, key: str) -> Iterator[None]:
    """Turn an OffleashError inside into a PlanError at this key."""
    try:
        yield
    except OffleashError as error:
        raise PlanError(str(error), table, key) from None


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
