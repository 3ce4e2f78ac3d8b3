"""Plan files: an experiment in TOML, written by hand or by a run.

A file asks a question (`kind`, `game`, what differs), or it lists every arm in full, as the
`plan.toml` in the folder of a run does. Paths in it are relative to the file.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from offleash.bots.lineup import seat_names
from offleash.compiler.seeds import check_seed
from offleash.contract import Game
from offleash.contract.option_texts import store_text
from offleash.games import registry
from offleash.lab.experiments.questions import Setup, make_plan_of
from offleash.lab.plans.plan import SIMULATE, Arm, Plan, check_games, make_arm, make_plan
from offleash.lab.questions.field import (
    Changes,
    bot_names,
    fields_of,
    own_fields,
    read_value,
    refuse_unknown,
)
from offleash.lab.questions.question import RECORDS, RunQuestion
from offleash.lab.questions.questions import KINDS
from offleash.play.rules_files import resolve_files
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.toml import line_of, parse_toml, read_toml

ASKED_KEYS = ("games", "seed", "seatings", "record", "seats")  # values of the question
# In a file that a person writes, and in one that a run has written
QUESTION_KEYS = ("game", *ASKED_KEYS, "preset", "rules")
COMPLETE_KEYS = ("kind", "game", *ASKED_KEYS[:-1], "goal", "arms", "texts", "names")
ARM_KEYS = ("name", "preset", "seats", "options")


def tables_of(kind: str) -> tuple[str, ...]:
    """Return the tables of a kind beside its own, with options of the game."""
    return tuple(f.name for f in fields_of(KINDS[kind]).values() if f.type == Changes)


def read_plan(path: Path) -> Plan:
    """Read a plan from a file, or raise BadFile with the line of the error."""
    return PlanFile(path).plan()


class PlanFile:
    """A plan file being read, which can locate errors in its text."""

    def __init__(
        self, path: Path, text: str | None = None, changes: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        """`text` replaces the contents of the file, which need not exist, `changes` some keys."""
        self.path = Path(path)
        if text is None:
            self.text, self.data = read_toml(self.path)
        else:
            self.text, self.data = text, parse_toml(text, path)
        self.data |= changes

    def plan(self) -> Plan:
        """Return the plan in the file. Raises BadFile."""
        kind = self._kind()
        is_complete, fields = "arms" in self.data, fields_of(KINDS[kind])
        shared = [key for key in (*QUESTION_KEYS, "options") if key in fields]
        known = COMPLETE_KEYS if is_complete else ("kind", *shared, kind, *tables_of(kind))
        with self.errors_in(""):
            refuse_unknown(self.data, known, f"a plan of kind {kind}")
        with self.errors_at("game"):
            if "game" not in self.data:
                raise OffleashError(f"a plan needs a game: game = {next(iter(registry.ROWS))!r}")
            game = registry.load(self.data["game"])
        self._check_numbers()
        return self._complete_plan(game, kind) if is_complete else self._question_plan(game, kind)

    # Locating errors

    def error_at(self, problem: str, key: str, table: str = "") -> BadFile:
        """Return an error with the line of a key."""
        return BadFile(self.path, line_of(self.text, table, key), problem)

    def errors_at(self, key: str, table: str = "") -> AbstractContextManager[None]:
        """Turn an OffleashError inside into a BadFile at this key."""
        return self._errors(lambda message: (table, key))

    def errors_in(self, *tables: str) -> AbstractContextManager[None]:
        """Turn an OffleashError into a BadFile at the key of these tables it mentions."""

        def place(message: str) -> tuple[str, str]:
            matches = [
                m for name in tables for m in _matching_keys(message, name, self._table(name))
            ]
            _, table, key = max(matches, default=(0, tables[0], ""), key=lambda match: match[0])
            return table, key

        return self._errors(place)

    @contextmanager
    def _errors(self, place: Callable[[str], tuple[str, str]]) -> Iterator[None]:
        """Turn an OffleashError inside into a BadFile at the table and key of its message."""
        try:
            yield
        except OffleashError as error:
            if isinstance(error, BadFile) and error.path == str(self.path):
                raise
            table, key = place(str(error))
            raise self.error_at(str(error), key, table) from None

    def errors_in_question(self) -> AbstractContextManager[None]:
        """Turn an OffleashError inside into a BadFile at a key of the question."""
        kind = self.data.get("kind", SIMULATE)
        tables = ("goal", "arms") if "arms" in self.data else tables_of(kind)
        return self.errors_in(kind, f"{kind}.over", *tables)

    def _table(self, name: str) -> Mapping[str, Any]:
        table: Any = self.data
        for part in filter(None, name.split(".")):
            table = table.get(part, {}) if isinstance(table, Mapping) else {}
        return table if isinstance(table, Mapping) else {}

    # What all kinds share

    def _kind(self) -> str:
        kind = self.data.get("kind", SIMULATE)
        with self.errors_at("kind"):
            if not isinstance(kind, str) or kind not in KINDS:
                raise OffleashError(f"kind can't be {quote(kind)}; it can be {', '.join(KINDS)}")
        return kind

    def _check_numbers(self) -> None:
        """Check the values that every plan has."""
        with self.errors_at("seed"):
            check_seed(self.data.get("seed", 0))
        with self.errors_at("games"):
            check_games(self.data.get("games", 1))
        for key in ("seatings", "record"):
            with self.errors_at(key):
                if key in self.data:
                    fields_of(RunQuestion)[key].read(self.data[key])

    def _question_plan(self, game: Game, kind: str) -> Plan:
        """Return the plan of a question."""
        own, tables = own_fields(KINDS[kind]), tables_of(kind)
        section = {name: self._section(name) for name in (kind, *tables)}
        with self.errors_in(kind):
            refuse_unknown(section[kind], [key for key in own if key not in tables], f"[{kind}]")
        setup = self._setup(game)
        shared = {key: self.data[key] for key in ASKED_KEYS if key in self.data}
        if "seats" in fields_of(KINDS[kind]):
            with self.errors_at("seats"):
                names = bot_names(self.data.get("seats", "greedy"))
                seat_names(game, ",".join(names), game.seat_count(setup.options))
        sides = {name: section[name] for name in tables}
        with self.errors_in_question():
            return make_plan_of(kind, setup, {**shared, **section[kind], **sides})

    def _section(self, name: str) -> Mapping[str, Any]:
        section = self.data.get(name, {})
        if not isinstance(section, dict):
            raise self.error_at(f"[{name}] must be a table, not {quote(section)}", name)
        return section

    def _setup(self, game: Game) -> Setup:
        """Return a preset, changed by a rules file, changed by single options."""
        preset, rules = self._text("preset"), self._text("rules")
        with self.errors_at("preset"):
            game.options(preset)
        setup = Setup(game, preset, rules and self.path.parent / rules, path=self.path)
        with self.errors_at("rules"):
            _ = setup.options
        with self.errors_in("options"):
            settings = resolve_files(self.path, game, self._section("options"))
            setup = replace(setup, settings=settings)
            _ = setup.options
        return setup

    def _text(self, key: str) -> Any:
        with self.errors_at(key):
            return read_value(key, self.data[key], str) if key in self.data else None

    # Plans written by runs

    def _complete_plan(self, game: Game, kind: str) -> Plan:
        """Return the plan of a file that lists every arm in full."""
        names = self._section("names")
        for digest, text in self._section("texts").items():
            with self.errors_at(digest, "texts"):
                name = str(names.get(digest, ""))
                if not isinstance(text, str) or f"@{store_text(text, name):016x}" != digest:
                    raise OffleashError(f"the text of {digest} has been changed")
        arms = self.data["arms"]
        if not isinstance(arms, list) or not all(isinstance(arm, dict) for arm in arms):
            raise self.error_at("arms must be tables: [[arms]]", "", "arms")
        with self.errors_at("", "arms"):
            plan_arms = [_arm(game, arm) for arm in arms]
            goal = self._section("goal")
            numbers = (self.data.get("games", 1), self.data.get("seed", 0))
            record = self.data.get("record", RECORDS[0])
            return make_plan(
                game, plan_arms, *numbers, self.data.get("seatings"), kind, goal, record
            )


def _arm(game: Game, table: Mapping[str, Any]) -> Arm:
    """Return an arm listed in full."""
    refuse_unknown(table, ARM_KEYS, "an arm")
    name, options, lineups = table.get("name", ""), table.get("options", {}), table.get("seats")
    if not isinstance(name, str) or not isinstance(options, dict) or not isinstance(lineups, list):
        raise OffleashError("an arm needs a name, a table of options, and seats (lists of bots)")
    arm_options = game.options(table.get("preset") or None, options)
    return make_arm(game, name, arm_options, *(bot_names(bots) for bots in lineups))


def _matching_keys(
    message: str, table: str, entries: Mapping[str, Any]
) -> list[tuple[int, str, str]]:
    """Return the keys of a table that a message may be about: score, table, key."""
    matches = []
    message = message.split(", did you mean")[0]  # hints name other keys
    for key, value in entries.items():
        values = value if isinstance(value, list) else [] if isinstance(value, dict) else [value]
        has_value = any(_has(message, str(part)) for part in values)
        is_quoted = repr(key) in message  # rather than one in a list of valid keys
        sure = 4 * is_quoted + 2 * _has(message, key) + has_value
        matches += [(sure, table, key)] if sure else []
    return matches


def _has(message: str, word: str) -> bool:
    """Whether a message contains a whole word."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", message) is not None
