"""The experiments as functions: `offleash.compare("dog", {"canadian": False}, {"canadian": True})`.

Each function asks the question that the command of its name asks, and plays the same games.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, ParamSpec, TypeVar

from offleash.bots.kinds import must_be_registered, register_bot
from offleash.contract import Game
from offleash.engine.forfeit import Forfeited
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.experiments.action_worth import ActionWorth, bots_of, measure_worth
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.experiments.questions import Setup, make_plan_of, make_question, with_own_bots
from offleash.lab.figures.forfeits import Forfeits, forfeits_from
from offleash.lab.libraries import require
from offleash.lab.notebook.lab_run import LabRun
from offleash.lab.notebook.progress import show_progress
from offleash.lab.plans.plan import Plan
from offleash.lab.questions.compare import Compare
from offleash.lab.questions.field import AnyPath, bot_names, fields_of
from offleash.lab.questions.ladder import Ladder
from offleash.lab.questions.propose import Propose
from offleash.lab.questions.question import COUNT, ON_FORFEIT, RAISE, Question, RunQuestion
from offleash.lab.questions.simulate import Simulate
from offleash.lab.questions.sweep import Sweep
from offleash.lab.questions.tune import Tune
from offleash.lab.questions.worth import Worth
from offleash.lab.runs.experiment import Experiment, Shard
from offleash.lab.runs.finished_run import FinishedRun, load_run
from offleash.lab.runs.run import Run
from offleash.projects.project import PROJECT, game_of, is_project, project_folder
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Playing:
    """How an experiment is played: threads, folder, bar of progress, and if a bot fails."""

    threads: int | None
    out: AnyPath | None
    progress: bool
    on_forfeit: str = RAISE

    def __post_init__(self) -> None:
        if self.on_forfeit not in ON_FORFEIT:
            listed = " or ".join(map(repr, ON_FORFEIT))
            raise OffleashError(f"on_forfeit must be {listed}, not {quote(self.on_forfeit)}")

    def play(self, experiment: Experiment) -> LabRun:
        """Plays an experiment, in a temporary folder if none is named."""
        require("an experiment in Python", "polars")
        if self.out is not None:
            return LabRun(self._play_in(_path("out=", self.out), experiment))
        folder = Path(mkdtemp(prefix="offleash-"))
        try:
            return LabRun(self._play_in(folder, experiment), is_temporary=True)
        except BaseException:
            rmtree(folder, ignore_errors=True)
            raise

    def _play_in(self, folder: Path, experiment: Experiment) -> FinishedRun:
        """Plays an experiment in a folder, unless a finished one lies there."""
        run = Run(experiment, self.threads, folder)
        if run.summary is None:
            kinds.compile_rules(experiment)
        with show_progress(run, self.progress) as on_shard:

            def check_shard(shard: Shard) -> None:
                self._check(shard.forfeits)
                if on_shard:
                    on_shard(shard)

            summary = dict(kinds.conduct(run, check_shard))
        self._check(forfeits_from(summary.get("forfeits", {})))
        place, digest = folder.expanduser(), experiment.rules_digest
        return FinishedRun(place, experiment.plan, experiment, run.results, summary, digest)

    def _check(self, forfeits: Forfeits) -> None:
        """Raise Forfeited at the first game that a bot forfeits, unless they are to be counted."""
        if forfeits and self.on_forfeit == RAISE:
            hint = f" (with on_forfeit={COUNT!r} the bot loses such games, and the others count)"
            raise Forfeited(forfeits.first[0], hint)


def run(
    plan: AnyPath | Plan,
    *,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
    on_forfeit: str = RAISE,
) -> LabRun:
    """Plays a plan file, as `offleash run` does, or another run's plan. Raises OffleashError."""
    playing = Playing(threads, out, progress, on_forfeit)
    if isinstance(plan, Plan):
        experiment = Experiment(plan)
        kinds.check(experiment)
        return playing.play(experiment)
    file = PlanFile(_path("a plan", plan))
    experiment = Experiment(file.plan())
    with file.errors_in_question():
        kinds.check(experiment)
    return playing.play(experiment)


def load(folder: AnyPath) -> LabRun:
    """Load the run in a folder, which any experiment can have left there. Raises OffleashError."""
    place = _path("the folder of a run", folder)
    if str(folder) in registry.ROWS and not place.exists():
        raise OffleashError(
            f"load() opens the folder of a run; load_game({str(folder)!r}) loads the game"
        )
    return LabRun(load_run(place))


def _path(name: str, path: object) -> Path:
    """Return the path of a file or folder. Raises OffleashError if it is none, or empty."""
    if not isinstance(path, str | PathLike) or not (text := fspath(path)):
        raise OffleashError(f"{name} must be a path, not {quote(path)}")
    return Path(text).expanduser()


# The question


def _setup_and_values(
    question: type[Question], values: dict[str, Any], more: Values
) -> tuple[Setup, dict[str, Any]]:
    """Return the game under its base rules, and the rest as a plan file has it."""
    game, preset, rules = (values.pop(name, None) for name in ("game", "preset", "rules"))
    setup = _setup(game, preset, rules, _merge(values.pop("options", None), more))
    plain = {name: _plain(name, value) for name, value in values.items()}
    return setup, with_own_bots(question, plain, partial(_bot_names, setup.game))


def _setup(
    game: str | Game, preset: str | None, rules: AnyPath | None, options: Mapping[str, Any]
) -> Setup:
    """Return the base rules: a preset or a project, changed by a rules file and by options."""
    file = None if rules is None else _path("rules=", rules)
    if isinstance(game, str) and game not in registry.ROWS and is_project(Path(game)):
        if file is not None:
            raise OffleashError("a project already sets the rules: leave out rules=")
        game, file = game_of(game), project_folder(Path(game)) / PROJECT
    return Setup(game if isinstance(game, Game) else registry.load(game), preset, file, options)


def _merge(options: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    if options is not None and not isinstance(options, Mapping):
        raise OffleashError(f"options= takes names and values, not {quote(options)}")
    return {**(options or {}), **more}


def _plain(name: str, value: Any) -> Any:
    """Return a value as a plan file has it."""
    if name in ("a", "b") and isinstance(value, str):
        return {"rules" if value.endswith(".toml") else "preset": value}
    if name in ("a", "b") and not isinstance(value, Mapping):
        raise OffleashError(f"{name} is a preset or a dictionary, not {quote(value)}")
    return value


def _bot_names(game: Game, seats: Any) -> tuple[str, ...]:
    """Return the names of bots; registers those written in Python. Raises OffleashError."""
    if not isinstance(seats, str | list | tuple) and hasattr(seats, "choose"):
        seats = [seats]
    if isinstance(seats, list | tuple):
        seats = [register_bot(bot) if hasattr(bot, "choose") else bot for bot in seats]
    names = bot_names(seats)
    for name in names:
        if must_be_registered(game, name.strip()):
            register_bot(name.strip())
    return names


# The functions

P = ParamSpec("P")
R = TypeVar("R")


def play(question: type[RunQuestion], values: Values, more: Values) -> LabRun:
    """Play the experiment that answers a question."""
    own = dict(values)
    out, on_forfeit = own.pop("out", None), own.pop("on_forfeit", RAISE)
    playing = Playing(own.pop("threads", None), out, own.pop("progress", True), on_forfeit)
    setup, own = _setup_and_values(question, own, more)
    experiment = Experiment(make_plan_of(question.kind, setup, own), setup.game)
    kinds.check(experiment)
    return playing.play(experiment)


def measure(question: type[Worth], values: Values, more: Values) -> ActionWorth:
    """Measure what an action is worth."""
    own = dict(values)
    threads = own.pop("threads", None)
    setup, own = _setup_and_values(question, own, more)
    request, game = make_question(question, setup.game, own), setup.game
    bots = bots_of(request, game, setup.options)
    how = (request.games, request.futures, request.seed, threads)
    return measure_worth(game, setup.options, bots, request.action, *how)


def function_of(
    question: Callable[P, Question], answer: Callable[[type[Any], Values, Values], R]
) -> Callable[P, R]:
    """Return the function that asks a question; its keywords are the question's fields.

    An unknown keyword is an option of the game, as `options` takes them: type checkers refuse it.
    """
    kind: type[Question] = question  # type: ignore[assignment]
    signature = inspect.signature(kind)

    def ask(*args: Any, **keywords: Any) -> R:
        known = {name: value for name, value in keywords.items() if name in signature.parameters}
        more = {name: value for name, value in keywords.items() if name not in known}
        for name in more:
            if hint := did_you_mean(name, signature.parameters):
                raise OffleashError(f"{kind.kind}() has no keyword {name!r}{hint}")
        given = signature.bind(*args, **known).arguments
        values = {name: value for name, value in given.items() if value is not None}
        return answer(kind, values, more)

    ask.__name__ = ask.__qualname__ = kind.kind
    ask.__doc__ = f"{kind.__doc__}\n\n{_fields_text(kind)}\n\nRaises OffleashError."
    ask.__signature__ = signature.replace(  # type: ignore[attr-defined]
        return_annotation=LabRun if issubclass(kind, RunQuestion) else ActionWorth
    )
    return ask


def _fields_text(question: type[Question]) -> str:
    """Return what each keyword means, for `help`."""
    rows = [f"{field.name}: {field.spec.help}" for field in fields_of(question).values()]
    rows.append("threads: how many to use; all cores if None")
    if issubclass(question, RunQuestion):
        rows.append("out: a folder to keep the run in; one that was interrupted goes on")
        rows.append("progress: whether a bar is shown")
        rows.append(
            f"on_forfeit: where a bot in Python fails, {RAISE!r} an error, or {COUNT!r} the game "
            "as one that it lost"
        )
    return "\n".join(rows)


simulate = function_of(Simulate, play)
compare = function_of(Compare, play)
sweep = function_of(Sweep, play)
tune = function_of(Tune, play)
propose = function_of(Propose, play)
ladder = function_of(Ladder, play)
worth = function_of(Worth, measure)
