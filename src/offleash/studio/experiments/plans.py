"""Plans from a page: the text of a plan file, which can name no files outside of projects.

Boards and decks are built in, part of the text, or files of projects: `FILE` in the project that
the page names, `../NAME/FILE` in another one; without a project, `NAME/FILE`. Bots are built in
too: a plan from a page can't load code.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from offleash.contract import Game
from offleash.contract.option_texts import store_text
from offleash.contract.options import EDITS, shipped_files_only
from offleash.games import registry
from offleash.lab.experiments import claim, compare, ladder, propose, sweep, tune
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.plans.plan import Plan
from offleash.lab.questions.question import EVERYTHING
from offleash.lab.runs.experiment import Experiment
from offleash.projects.project import PROJECT, list_projects, path_inside, read_inside
from offleash.tools.errors import BadFile, OffleashError, quote

NAME = "plan.toml"  # the plan's name in error messages
MAX_GAMES = 20_000_000  # of all arms and trials together
MAX_RECORDED_GAMES = 1_000_000  # with a row for every game
OPTIONS, OVER = ("options", "a", "b"), ("sweep", "tune", "propose")  # tables with options
CHECKS: Mapping[str, Callable[[Experiment], Any]] = {  # before anything is played
    "compare": compare.check_settings,
    "sweep": sweep.check_settings,
    "tune": tune.check_settings,
    "propose": propose.check_settings,
    "ladder": ladder.check,
    "claim": claim.check,
}


class PlanError(OffleashError):
    """An error in a plan, with its table, key and line."""

    def __init__(self, problem: str, table: str = "", key: str = "", line: int | None = None):
        self.problem, self.table, self.key, self.line = problem, table, key, line
        super().__init__(f"line {line}: {problem}" if line else problem)


def plan_from_text(text: str, project: Path | None = None, projects: Path | None = None) -> Plan:
    """Return the plan in a text, with files of projects. Raises PlanError if it is invalid."""
    projects = project.parent if project else projects
    path = (project or projects or Path()) / NAME
    file: PagePlan | None = None
    try:
        file = PagePlan(path, text)
        file.inline_files(project, projects)
        with shipped_files_only():
            plan = file.plan()
            with file.errors_in_question():
                _check(plan)
    except BadFile as error:
        if error.path != str(path):
            raise PlanError(_hide_paths(str(error), projects)) from None
        table, key = file.error_key if file else ("", "")
        raise PlanError(_hide_paths(error.problem, projects), table, key, error.line) from None
    return plan


def _hide_paths(message: str, projects: Path | None) -> str:
    """Return the message without the path of the projects folder."""
    return message.replace(f"{projects}/", "") if projects else message


def _check(plan: Plan) -> None:
    """Check a plan without playing. Raises OffleashError if it asks nothing or too much."""
    if plan.kind in CHECKS:
        CHECKS[plan.kind](Experiment(plan))
    games = plan.games * len(plan.arms) * plan.goal.get("trials", 1)
    if plan.kind == propose.KIND:
        games = propose.most_games(Experiment(plan))
    if games > MAX_GAMES:
        raise OffleashError(
            f"that is up to {games:,} games; a page can start at most {MAX_GAMES:,}, "
            "but `offleash run` plays any number"
        )
    if games > MAX_RECORDED_GAMES and plan.record == EVERYTHING:
        raise OffleashError(
            f"that is up to {games:,} games; above {MAX_RECORDED_GAMES:,} you need "
            'record = "figures", which saves no row per game'
        )


class PagePlan(PlanFile):
    """A plan file that is only a text."""

    error_key = ("", "")  # the table and key of the last error

    def error_at(self, problem: str, key: str, table: str = "") -> BadFile:
        """Return an error and remember its table and key."""
        self.error_key = (table, key)
        return super().error_at(problem, key, table)

    def inline_files(self, project: Path | None, projects: Path | None) -> None:
        """Replace the names of project files with references to their texts."""
        self._project, self._projects = project, projects
        for table in ("", "a", "b"):
            self._check_rules(table)
        game = self._game()
        if game is None:
            return  # reading the plan reports that
        for table in OPTIONS:
            self._inline(game, self._table(table), table)
        for kind in OVER:
            self._inline(game, self._table(f"{kind}.over"), f"{kind}.over")
        for arm in self.data.get("arms", ()) if isinstance(self.data.get("arms"), list) else ():
            if isinstance(arm, dict):
                self._inline(game, arm.get("options", {}), "arms")

    def _game(self) -> Game | None:
        try:
            return registry.load(self.data["game"])
        except (KeyError, OffleashError, TypeError):
            return None

    def _check_rules(self, table: str) -> None:
        """Raise BadFile unless the rules are those of the chosen project."""
        rules = self._table(table).get("rules")
        if rules is None or (rules == PROJECT and self._project is not None):
            return
        allowed = f'"{PROJECT}"' if self._project else "that of a chosen project"
        raise self.error_at(f"the only rules file that a page can use is {allowed}", "rules", table)

    def _inline(self, game: Game, values: Mapping[str, Any], table: str) -> None:
        if not isinstance(values, dict):
            return
        for name in game.file_options.keys() & values.keys():
            with self.errors_at(name, table):
                value = values[name]
                is_list = isinstance(value, list)
                texts = [
                    self._inline_file(game, name, item) for item in (value if is_list else [value])
                ]
                values[name] = texts if is_list else texts[0]

    def _inline_file(self, game: Game, name: str, value: Any) -> Any:
        """Return the reference to a project file's text; any other value stays as it is."""
        option = game.file_options[name]
        file, colon, edits = value.partition(EDITS) if isinstance(value, str) else ("", "", "")
        is_name = file and file not in option.shipped and file[:1] != "@"
        folder = self._folder_of(file) if is_name else None
        if folder is None:
            return value
        text = read_inside(folder, file.rpartition("/")[2])
        option.check(text)
        title = Path(file).stem if folder == self._project else folder.name
        return f"@{store_text(text, title):016x}{colon}{edits}"

    def _folder_of(self, file: str) -> Path | None:
        """Return the project with a file; None if a plan without a project names none."""
        *folders, _ = file.split("/")
        is_other = len(folders) == 1 if self._project is None else folders[:-1] == [".."]
        if is_other and self._projects is not None:
            if folders[-1] not in list_projects(self._projects):
                raise OffleashError(f"there is no project {quote(folders[-1])}")
            return path_inside(self._projects, folders[-1])
        if self._project is not None:
            path_inside(self._project, file)  # raises if it leads elsewhere
        return self._project
