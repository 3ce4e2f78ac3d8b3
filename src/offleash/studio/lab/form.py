"""The form of the Lab page: its fields become the text of a plan file, and that a plan.

So the page asks the same questions as a plan file, and every error has the key of its field.
Everything is chosen from lists; texts as plan files have them (`goals=fairness`) fill in the lists,
so that links can ask questions.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from offleash.bots.kinds import display_name, display_player, find
from offleash.core.errors import OffleashError
from offleash.core.figures import is_win_of_player, labels_of
from offleash.core.game import MAIN, MEAN, RECORDED, Game, Label, Records
from offleash.core.options import FileOption, format_setting
from offleash.core.prose import to_sentence
from offleash.core.toml import format_settings
from offleash.games import registry
from offleash.lab.experiments.goals import goal_labels, parse_goal
from offleash.lab.figures.measures import find_measure
from offleash.lab.plans.plan import SEATINGS, Plan
from offleash.play.project import (
    PROJECT,
    game_of,
    list_projects,
    option_file_name,
    path_inside,
    read_project,
)
from offleash.studio.lab.goal_rows import GoalRow, fair_groups, row_of, sent_row
from offleash.studio.lab.lineups import Lineup, describe_choices, lineup_of
from offleash.studio.lab.option_rows import (
    MAX_ROWS,
    Choices,
    OptionRow,
    Tick,
    options_by_name,
    options_by_section,
)
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
ROWS = (*GROUPS, "goals", "measures")
HEAD_FIELDS = ("preset", "games", "seed", "seatings")
FIELDS_OF_ALL_GAMES = ("kind", "subject", "games", "seed", "title")
INTEGER = re.compile(r"-?[0-9]{1,18}")
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")
Sent = Mapping[str, str]


@dataclass
class QuestionForm:
    """The form as far as it is filled in, with errors by field."""

    sent: Sent
    projects: Path | None = None  # the folder of projects, if there is one
    errors: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.value("game") not in ("", self.game.name):  # another one has been chosen since
            self.sent = {n: text for n, text in self.sent.items() if n in FIELDS_OF_ALL_GAMES}

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
    def presets(self) -> list[str]:
        return list(self.game.rules.presets) if self.project is None else []

    @property
    def seatings(self) -> list[tuple[str, str]]:
        seating = self.game.lab.seating
        has = {"factorial": seating.places is not None, "subsets": bool(seating.moves)}
        return [(way, SEATING_WORDS[way]) for way in SEATINGS if has.get(way, True)]

    def value(self, name: str) -> str:
        """Return what was filled in for a field."""
        return self.sent.get(name, "").strip()

    def _row_numbers(self, group: str, key: str = "") -> list[int]:
        """Return the numbers of the rows filled in, and of an empty one."""
        filled = [n for n in range(MAX_ROWS) if self.value(f"{group}.{n}{key}")]
        return [*filled, max(filled, default=-1) + 1]

    # Rules

    @cached_property
    def _base(self) -> Records:
        """Return the options of the preset or the project, without changes."""
        with suppress(OffleashError):
            if self.project is not None:
                return read_project(self.project).options
            return self.game.options(self.value("preset") or None)
        return self.game.options()

    def sections(self, group: str) -> dict[str, Choices]:
        """Return the options to choose from by heading; parts of them can only be varied."""
        return options_by_section(self.game, group == "over")

    def rows(self, group: str) -> list[OptionRow]:
        """Return the rows filled in, and an empty one."""
        numbers = {*self._row_numbers(group, ".name"), *self._row_numbers(group, ".value")[:-1]}
        return [self._row(group, number) for number in sorted(numbers)]

    def _row(self, group: str, number: int) -> OptionRow:
        name = self.value(f"{group}.{number}.name")
        option = options_by_name(self.game, group == "over").get(name)
        if option is None:
            return OptionRow(group, number, name, self.sent, self.game)
        usual = format_setting(self.game.rules.options, self._base, name)
        files = self._files[name] if isinstance(option, FileOption) else ()
        own = next((value for value, _ in files if "/" not in value), usual)
        usual = usual if usual[:1] != "@" else own
        return OptionRow(group, number, name, self.sent, self.game, option, usual, files)

    def has_rows(self, group: str) -> bool:
        """Return whether any row of a group is filled in."""
        return any(row.name or row.is_filled for row in self.rows(group))

    @cached_property
    def _files(self) -> dict[str, Choices]:
        """Return for each option that names a file those of the owner's projects."""
        return {
            option.name: list(self._project_files(option))
            for option in self.game.rules.options
            if isinstance(option, FileOption)
        }

    def _project_files(self, option: FileOption) -> Iterator[tuple[str, str]]:
        for name in list_projects(self.projects) if self.projects else []:
            assert self.projects is not None
            folder = path_inside(self.projects, name)
            with suppress(OffleashError):
                if game_of(folder) != self.game.name:
                    continue
                file = option_file_name(folder, option.name)
                if file not in option.shipped:
                    up = "" if self.project is None else "../"
                    is_own = folder == self.project
                    words = f"{file}, in this project" if is_own else f"{file} of project {name}"
                    yield file if is_own else f"{up}{name}/{file}", words

    @property
    def has_files(self) -> bool:
        """Return whether a row names a file of a project."""
        rows = [row for group in GROUPS for row in self.rows(group)]
        return any(text in dict(row.files) for row in rows for text in row.texts)

    # Bots

    @cached_property
    def bots(self) -> dict[str, str]:
        """Return every bot with its name for people and a description."""
        return describe_choices(self.game)

    def bot_name(self, bot: str) -> str:
        """Return the name of a bot for people; of several, as they were written."""
        return display_player(self.game, bot)

    def lineup(self, name: str) -> Lineup:
        """Return the bots in the field `seats`, `a.seats` or `b.seats`."""
        return lineup_of(self.game, self._changed_options(name.rpartition(".")[0]), name, self.sent)

    def _changed_options(self, arm: str) -> Records:
        """Return the options of an arm as far as they are valid, for the number of seats."""
        groups = ["options", arm] if arm else ["options"]
        changes = [
            {row.name: row.value for row in self.rows(group) if row.option and not row.files}
            for group in groups
        ]
        preset = self.value(f"{arm}.preset") if arm else ""
        with suppress(OffleashError):
            base = self.game.options(preset) if preset in self.presets else self._base
            return self.game.options(
                self.game.base(base) or None, self.game.changes(base), *changes
            )
        return self._base

    @property
    def bot_ticks(self) -> list[Tick]:
        """Return a check box for each bot to rate."""
        ticked = self._rated_bots()
        extra = [bot for bot in ticked if bot not in self.bots and self._is_bot(bot)]
        return [
            Tick(f"bots.{n}", bot, self.bots.get(bot, display_name(bot)), bot in ticked)
            for n, bot in enumerate([*self.bots, *extra])
        ]

    def _rated_bots(self) -> list[str]:
        texts = [text for name, text in self.sent.items() if re.fullmatch(r"bots\.\d+", name)]
        return list(dict.fromkeys([*_split(self.value("bots")), *filter(self._is_bot, texts)]))

    def _is_bot(self, name: str) -> bool:
        try:
            find(self.game, name)
        except OffleashError:
            return False
        return True

    # Measures and goals

    @cached_property
    def labels(self) -> Sequence[Label]:
        """Return the measures of the game with the chosen bots."""
        lineups = ("seats", "a.seats", "b.seats") if self.kind == "compare" else ("seats",)
        players = {bot for name in lineups for bot in self.lineup(name).text.split(",") if bot}
        return game_labels(self.game.name, tuple(sorted(players)))

    @property
    def measures(self) -> Choices:
        """Return the measures to choose from, with their units."""
        return [
            (label.key, _unit_words(label))
            for label in self.labels
            if label.extent == MEAN and label.depth < RECORDED
        ]

    @property
    def first_measure(self) -> str:
        """Return the measure that decides unless another one is chosen."""
        main = [label for label in self.labels if label.extent == MEAN and label.depth == MAIN]
        return main[0].key if main else ""

    @property
    def measure_rows(self) -> list[tuple[int, str]]:
        """Return the measures filled in by their number, and an empty one."""
        texts = self._split_known("measures", lambda text: find_measure(self.labels, text))
        numbers = self._row_numbers("measures")[:-1]
        rows = [*enumerate(texts), *((n, self.value(f"measures.{n}")) for n in numbers)]
        return [*rows, (max((n for n, _ in rows), default=-1) + 1, "")]

    def _split_known(self, name: str, check: Callable[[str], object]) -> list[str]:
        """Split a text at line ends, and at commas unless they are part of a name."""
        parts: list[str] = []
        for line in filter(None, map(str.strip, self.value(name).split("\n"))):
            try:
                check(line)
                parts.append(line)
            except OffleashError:
                parts += _split(line)
        return parts

    @property
    def groups(self) -> Choices:
        """Return the groups that should win equally often."""
        return fair_groups(self.labels)

    @property
    def goal_rows(self) -> list[GoalRow]:
        """Return the goals filled in, and an empty row."""
        rows = [sent_row(n, self.sent) for n in self._row_numbers("goals", ".kind")[:-1]]
        for text in self._goal_texts():
            with suppress(OffleashError):
                rows.append(row_of(len(rows), text))
        return [*rows, GoalRow(max((row.number for row in rows), default=-1) + 1)]

    def _goal_texts(self) -> list[str]:
        """Return the goals that were sent as one text."""
        return self._split_known("goals", lambda text: goal_labels(parse_goal(text), self.labels))

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
        seats = self.lineup("seats").text
        if self.kind not in ("ladder", "propose") and seats:
            head["seats"] = _names(seats)
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
            elif row.is_filled:
                raise PlanError("choose an option for this value", group, f"#{row.number}")

    def _arms(self) -> dict[str, dict[str, Any]]:
        tables: dict[str, dict[str, Any]] = {}
        for arm in ("a", "b"):
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

    def _filled(self, **parsers: Callable[[str], Any]) -> dict[str, Any]:
        """Return the fields that are filled in, parsed."""
        return {n: parse(self.value(n)) for n, parse in parsers.items() if self.value(n)}

    def compare_tables(self) -> dict[str, dict[str, Any]]:
        return {**self._arms(), "compare": self._filled(measure=str, margin=_parse_value)}

    def sweep_tables(self) -> dict[str, dict[str, Any]]:
        measures = [text for _, text in self.measure_rows[:-1]]
        own = {**self._over(), **self._filled(sobol=_parse_value)}
        return {"sweep": {**own, **({"measures": measures} if measures else {})}}

    def tune_tables(self) -> dict[str, dict[str, Any]]:
        goals = self._goals()
        if not goals:
            raise PlanError("choose at least one goal", "tune", "goals")
        return {"tune": {**goals, **self._over(), **self._filled(trials=_parse_value)}}

    def propose_tables(self) -> dict[str, dict[str, Any]]:
        over = self._over() if self.has_rows("over") else {}
        filled = self._filled(trials=_parse_value, finalists=_parse_value)
        return {"propose": {**self._goals(), **filled, **over}}

    def ladder_tables(self) -> dict[str, dict[str, Any]]:
        return {"ladder": {**self._filled(anchor=str), "bots": self._rated_bots()}}

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
        """Raises PlanError at the field of a measure that the game does not have."""
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


@lru_cache(maxsize=32)
def game_labels(game: str, players: tuple[str, ...]) -> tuple[Label, ...]:
    """Return the labels of a game's measures; some are about single players."""
    return tuple(labels_of(registry.load(game), players))


def _unit_words(label: Label) -> str:
    if is_win_of_player(label):
        return f"in %, of the {display_name(label.column or label.name.rpartition(' ')[2])}"
    return label.unit or ("in %" if label.is_share else "")


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


def _split(text: str) -> list[str]:
    """Split a text at line ends and commas."""
    return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]
