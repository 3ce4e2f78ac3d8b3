"""Plans from a page: the text of a plan file, of which nothing is read from the disk.

Boards and decks are shipped ones, stand in the text itself, or are files of the project that the
page names. Bots are known by name: no code is ever named here.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile, OffleashError
from offleash.core.game import Game
from offleash.core.options import shipped_files_only
from offleash.core.texts import keep_text
from offleash.games import registry
from offleash.lab import claim, compare, ladder, sweep, tune
from offleash.lab.experiment import Experiment
from offleash.lab.plan import EVERYTHING, Plan
from offleash.lab.plan_files import PlanFile
from offleash.play.project import PROJECT, file_options, read_inside

NAME = "plan.toml"  # what a plan would be called in the folder of its project
MOST_GAMES = 20_000_000  # of all arms and trials together
MOST_KEPT = 1_000_000  # games whose every row is kept
OPTIONS, OVER = ("options", "a", "b"), ("sweep", "tune")  # tables in which options are named
TESTS: Mapping[str, Callable[[Experiment], Any]] = {  # of a plan, before anything is played
    "compare": compare.check_settings,
    "sweep": sweep.check_settings,
    "tune": tune.check_settings,
    "ladder": ladder.check,
    "claim": claim.check,
}


class Mistake(OffleashError):
    """What is wrong with a plan, and where: the table and the key, and the line."""

    def __init__(self, problem: str, table: str = "", key: str = "", line: int | None = None):
        self.problem, self.table, self.key, self.line = problem, table, key, line
        super().__init__(f"line {line}: {problem}" if line else problem)


def plan_from_text(text: str, project: Path | None = None) -> Plan:
    """The plan that a text describes; files that it names are those of the project."""
    path = (project or Path()) / NAME
    file: PagePlan | None = None
    try:
        file = PagePlan(path, text)
        file.settle_files(project)
        with shipped_files_only():
            plan = file.plan()
            with file.errors_in_question():
                _check(plan)
    except BadFile as error:
        if error.path != str(path):
            raise Mistake(_plain(str(error), project)) from None
        table, key = file.at_fault if file else ("", "")
        raise Mistake(_plain(error.problem, project), table, key, error.line) from None
    return plan


def _plain(sentence: str, project: Path | None) -> str:
    """Without where on the disk a project lies."""
    return sentence.replace(f"{project.parent}/", "") if project else sentence


def _check(plan: Plan) -> None:
    """What can be known without a game: that it asks something, and not for too much."""
    if plan.kind in TESTS:
        TESTS[plan.kind](Experiment(plan))
    games = plan.games * len(plan.arms) * plan.goal.get("trials", 1)
    if games > MOST_GAMES:
        raise OffleashError(
            f"that is up to {games:,} games; from a page at most {MOST_GAMES:,} are played, "
            "and `offleash run` takes any number"
        )
    if games > MOST_KEPT and plan.record == EVERYTHING:
        raise OffleashError(
            f'that is up to {games:,} games; record = "figures" keeps no row of each, which is '
            f"needed above {MOST_KEPT:,}"
        )


class PagePlan(PlanFile):
    """A plan file that is only a text."""

    at_fault = ("", "")  # the table and the key of the last mistake

    def error_at(self, problem: str, key: str, table: str = "") -> BadFile:
        """What is wrong, remembered with its place."""
        self.at_fault = (table, key)
        return super().error_at(problem, key, table)

    def settle_files(self, project: Path | None) -> None:
        """Every file of the project that is named becomes its text."""
        self._project = project
        for table in ("", "a", "b"):
            self._check_rules(table)
        game = self._game()
        if game is None:
            return  # which is told when the plan is read
        for table in OPTIONS:
            self._settle(game, self._table(table), table)
        for kind in OVER:
            self._settle(game, self._table(f"{kind}.over"), f"{kind}.over")
        for arm in self.data.get("arms", ()) if isinstance(self.data.get("arms"), list) else ():
            if isinstance(arm, dict):
                self._settle(game, arm.get("options", {}), "arms")

    def _game(self) -> Game | None:
        try:
            return registry.load(self.data["game"])
        except (KeyError, OffleashError, TypeError):
            return None

    def _check_rules(self, table: str) -> None:
        """Rules come from the project as a whole, whose files are all inside its folder."""
        rules = self._table(table).get("rules")
        if rules is None or (rules == PROJECT and self._project is not None):
            return
        can = f'rules = "{PROJECT}"' if self._project else "none, unless a project is chosen"
        raise self.error_at(f"of rules files a page takes {can}", "rules", table)

    def _settle(self, game: Game, said: Mapping[str, Any], table: str) -> None:
        if not isinstance(said, dict):
            return
        for name in file_options(game).keys() & said.keys():
            with self.errors_at(name, table):
                value = said[name]
                is_list = isinstance(value, list)
                found = [
                    self._text_of(game, name, each) for each in (value if is_list else [value])
                ]
                said[name] = found if is_list else found[0]

    def _text_of(self, game: Game, option: str, value: Any) -> Any:
        """The digest of a file of the project; whatever else is named is left as it is."""
        switch = file_options(game)[option]
        is_name = isinstance(value, str) and value not in switch.shipped and value[:1] != "@"
        if not is_name or self._project is None:
            return value
        text = read_inside(self._project, value)
        switch.check(text)
        return f"@{keep_text(text):016x}"
