"""The fields of the Lab's form: what was filled in, and what can be chosen.

Everything is chosen from lists; texts as plan files have them (`goals=fairness`) fill in the lists,
so that links can ask questions.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from offleash.bots.kinds import display_name, display_player, find
from offleash.contract import MAIN, MEAN, RECORDED, Game, Label, Records
from offleash.contract.lab.general_measures import is_win_of_player, labels_of
from offleash.contract.options import FileOption, format_setting
from offleash.contract.text.wording import Wording
from offleash.games import registry
from offleash.lab.experiments.goals import goal_labels, parse_goal
from offleash.lab.figures.measures import find_measure
from offleash.lab.questions.question import SEATINGS
from offleash.projects.project import (
    game_of,
    list_projects,
    option_file_name,
    path_inside,
    read_project,
)
from offleash.projects.rule_edits import read_project_rules
from offleash.studio.experiments.goal_rows import GoalRow, fair_groups, row_of, sent_row
from offleash.studio.experiments.lineups import Lineup, describe_choices, lineup_of
from offleash.studio.experiments.option_rows import (
    MAX_ROWS,
    Choices,
    OptionRow,
    Tick,
    options_by_name,
    options_by_section,
)
from offleash.studio.experiments.settings import FURTHER, Setting, form_kinds, settings
from offleash.studio.projects.access import without_paths
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence

SEATING_WORDS = {
    "fixed": "nobody changes seats",
    "rotations": "the players rotate, seat by seat",
    "all": "every order of the players",
    "subsets": "every choice of archetypes, in every order",
    "factorial": "every order, and the homes rotate too",
}
GROUPS = ("options", "a", "b", "over")  # rows of options and values
ROWS = (*GROUPS, "goals", "measures")
FIELDS_OF_ALL_GAMES = ("kind", "subject", "games", "seed", "title")
Sent = Mapping[str, str]


@dataclass
class QuestionFields:
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
        return kind if kind in form_kinds() else next(iter(form_kinds()))

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

    @cached_property
    def wording(self) -> Wording | None:
        """Return the chosen project's own names, if it has any."""
        with suppress(OffleashError):
            return read_project_rules(self.project).wording if self.project else None
        return None

    @property
    def presets(self) -> Choices:
        return [(name, name) for name in self.game.rules.presets] if self.project is None else []

    @property
    def seatings(self) -> list[tuple[str, str]]:
        seating = self.game.lab.seating
        has = {"factorial": seating.places is not None, "subsets": bool(seating.moves)}
        return [(way, SEATING_WORDS[way]) for way in SEATINGS if has.get(way, True)]

    @property
    def settings(self) -> list[Setting]:
        """Return the inputs that take one number or word."""
        return settings()

    @property
    def further_is_open(self) -> bool:
        """Return whether a further setting is filled in or wrong."""
        names = [setting.name for setting in settings() if setting.place == FURTHER]
        return any(self.value(name) or name in self.errors for name in names)

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
        options = self.game.file_options
        return {name: list(self._project_files(option)) for name, option in options.items()}

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
            base = self.game.options(preset) if preset in dict(self.presets) else self._base
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
        return list(dict.fromkeys([*split_list(self.value("bots")), *filter(self._is_bot, texts)]))

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
            (label.key, ", ".join(filter(None, (self._own_name(label), _unit_words(label)))))
            for label in self.labels
            if label.extent == MEAN and label.depth < RECORDED
        ]

    def _own_name(self, label: Label) -> str:
        """Return what the project calls a measure; empty if as the game does."""
        own = self.wording.text(label.key) if self.wording else ""
        return own if own != label.key else ""

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
                parts += split_list(line)
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


@lru_cache(maxsize=32)
def game_labels(game: str, players: tuple[str, ...]) -> tuple[Label, ...]:
    """Return the labels of a game's measures; some are about single players."""
    return tuple(labels_of(registry.load(game), players))


def _unit_words(label: Label) -> str:
    if is_win_of_player(label):
        return f"in %, of the {display_name(label.column or label.name.rpartition(' ')[2])}"
    return label.unit or ("in %" if label.is_share else "")


def split_lines(text: str) -> list[str]:
    """Split a text at line ends."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def split_list(text: str) -> list[str]:
    """Split a text at line ends and commas."""
    return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]
