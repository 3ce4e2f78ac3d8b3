"""The experiments as functions: `offleash.compare("dog", {"canadian": False}, {"canadian": True})`.

Each function asks the question that the command of its name asks, and plays the same games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from offleash.bots.kinds import is_python_bot, register_bot
from offleash.contract import Game
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.experiments.questions import CommonSettings, bot_names, make_question_plan
from offleash.lab.libraries import require
from offleash.lab.notebook.lab_run import LabRun
from offleash.lab.notebook.progress import show_progress
from offleash.lab.plans.plan import Plan, check_games
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.finished_run import FinishedRun, load_run
from offleash.lab.runs.run import Run
from offleash.projects.project import PROJECT, game_of, is_project, options_from, project_folder
from offleash.tools.errors import OffleashError, quote

AnyPath = str | PathLike[str]
Seats = str | Sequence[Any]  # names of bots, or bots written in Python: classes or objects
Changes = str | Mapping[str, Any]  # of one arm: a preset, a rules file, or names and values
Ranges = str | Sequence[str] | Mapping[str, Any]

NOTEBOOK = Path("notebook")  # files are relative to its folder, the current one


@dataclass(frozen=True)
class Playing:
    """How an experiment is played: threads, where it is stored, whether a bar shows progress."""

    threads: int | None
    out: AnyPath | None
    progress: bool

    def play(self, experiment: Experiment) -> LabRun:
        """Play an experiment, in a temporary folder if none is named."""
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
        """Play an experiment in a folder, unless a finished one lies there."""
        run = Run(experiment, self.threads, folder)
        if run.summary is None:
            kinds.compile_rules(experiment)
        with show_progress(run, self.progress) as on_shard:
            summary = dict(kinds.conduct(run, on_shard))
        place, digest = folder.expanduser(), experiment.rules_digest
        return FinishedRun(place, experiment.plan, experiment, run.results, summary, digest)


def simulate(
    game: str | Game,
    games: int = 1000,
    *,
    seats: Seats = "greedy",
    preset: str | None = None,
    rules: AnyPath | None = None,
    seconds: Mapping[str, float] | None = None,
    seed: int = 0,
    seatings: str | None = None,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> LabRun:
    """Play many games between bots.

    `game` is the name of a game or the folder of a project. `seats` names one bot for all seats, or
    one for each in a list or separated by commas; a bot of your own is a class with
    `choose(view, legal)`. Further keywords are options of the game; `options` takes those with the
    name of a parameter. With `out` the run is stored in a folder, with the same bytes as by
    `offleash simulate --out`, and one that was interrupted goes on. Raises OffleashError.
    """
    base = _base(game, preset, rules, _merge(options, more_options), seats)
    section = {"seconds": dict(seconds) if isinstance(seconds, Mapping) else seconds}
    question = {"simulate": _without_none(section)}
    experiment = base.ask("simulate", question, games, seed, seatings)
    return Playing(threads, out, progress).play(experiment)


def compare(
    game: str | Game,
    a: Changes,
    b: Changes,
    *,
    measure: str | None = None,
    margin: float | None = None,
    level: float | None = None,
    precision: float | None = None,
    games: int | None = None,
    seats: Seats = "greedy",
    preset: str | None = None,
    rules: AnyPath | None = None,
    seed: int = 0,
    seatings: str | None = None,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> LabRun:
    """Play two variants with the same luck until it is clear whether they differ.

    `a` and `b` are what each changes: options, `preset`, `rules` or `bots` in a dictionary, or the
    name of a preset or of a rules file. `measure` decides; it is the game's first if there is none.
    All else is as in `simulate`. Raises OffleashError.
    """
    base = _base(game, preset, rules, _merge(options, more_options), seats)
    settings = {"measure": measure, "margin": margin, "level": level, "precision": precision}
    sides = {"a": base.changes("a", a), "b": base.changes("b", b)}
    experiment = base.ask(
        "compare", {"compare": _without_none(settings), **sides}, games, seed, seatings
    )
    return Playing(threads, out, progress).play(experiment)


def sweep(
    game: str | Game,
    over: Ranges,
    *,
    measures: str | Sequence[str] = (),
    sobol: int | None = None,
    games: int | None = None,
    seats: Seats = "greedy",
    preset: str | None = None,
    rules: AnyPath | None = None,
    seed: int = 0,
    seatings: str | None = None,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> LabRun:
    """Vary options over their values and measure the effect.

    `over` is a dictionary of options and their values, where True means those that the game
    suggests, or it is written as for the command: `"rounds=4..8"`. With `sobol` samples, a power of
    two, it ranks the options instead. All else is as in `simulate`. Raises OffleashError.
    """
    base = _base(game, preset, rules, _merge(options, more_options), seats)
    section = _without_none({"over": _ranges(over), "sobol": sobol, "measures": _texts(measures)})
    experiment = base.ask("sweep", {"sweep": section}, games, seed, seatings)
    return Playing(threads, out, progress).play(experiment)


def tune(
    game: str | Game,
    over: Ranges,
    goals: str | Sequence[str],
    *,
    trials: int | None = None,
    sampler: str | None = None,
    games: int | None = None,
    seats: Seats = "greedy",
    preset: str | None = None,
    rules: AnyPath | None = None,
    seed: int = 0,
    seatings: str | None = None,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> LabRun:
    """Search for the rules that come closest to several goals.

    `goals` are written as for the command: `fairness`, `few-changes`, `"rounds=12"`,
    `"max:lead changes"`. `over` is as in `sweep`, all else as in `simulate`. Raises OffleashError.
    """
    base = _base(game, preset, rules, _merge(options, more_options), seats)
    section = {"over": _ranges(over), "goals": _texts(goals), "trials": trials, "sampler": sampler}
    experiment = base.ask("tune", {"tune": _without_none(section)}, games, seed, seatings)
    return Playing(threads, out, progress).play(experiment)


def ladder(
    game: str | Game,
    bots: Seats,
    *,
    anchor: str | None = None,
    games: int | None = None,
    preset: str | None = None,
    rules: AnyPath | None = None,
    seed: int = 0,
    seatings: str | None = None,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> LabRun:
    """Play every pairing of the bots and rate them; the rating of the `anchor` is 0.

    `games` is for each pairing. All else is as in `simulate`. Raises OffleashError.
    """
    base = _base(game, preset, rules, _merge(options, more_options))
    section = _without_none({"bots": list(_seat_names(base.game, bots)), "anchor": anchor})
    experiment = base.ask("ladder", {"ladder": section}, games, seed, seatings)
    return Playing(threads, out, progress).play(experiment)


def run(
    plan: AnyPath | Plan,
    *,
    threads: int | None = None,
    out: AnyPath | None = None,
    progress: bool = True,
) -> LabRun:
    """Play a plan file, as `offleash run` does, or another run's plan, or raise OffleashError."""
    playing = Playing(threads, out, progress)
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
    """Load the run that any experiment has left in a folder, or raise OffleashError."""
    place = _path("the folder of a run", folder)
    if str(folder) in registry.ROWS and not place.exists():
        raise OffleashError(
            f"load() opens the folder of a run; load_game({str(folder)!r}) loads the game"
        )
    return LabRun(load_run(place))


def _path(name: str, path: object) -> Path:
    """Return the path of a file or folder. Raise OffleashError if it is none, or empty."""
    if not isinstance(path, str | PathLike) or not (text := fspath(path)):
        raise OffleashError(f"{name} must be a path, not {quote(path)}")
    return Path(text).expanduser()


# The question


@dataclass(frozen=True)
class BaseRules:
    """The game with the base rules of an experiment and its bots."""

    game: Game
    common: CommonSettings

    def changes(self, name: str, changes: Changes) -> Mapping[str, Any]:
        """Return what an arm changes, as in a plan file; register bots written in Python."""
        if isinstance(changes, str):
            return {"rules" if changes.endswith(".toml") else "preset": changes}
        if not isinstance(changes, Mapping):
            raise OffleashError(f"{name} is a preset or a dictionary, not {quote(changes)}")
        changed = dict(changes)
        if "bots" in changed:
            changed["bots"] = list(_seat_names(self.game, changed["bots"]))
        return changed

    def ask(
        self,
        kind: str,
        section: Mapping[str, Any],
        games: int | None,
        seed: int,
        seatings: str | None,
    ) -> Experiment:
        """Return the experiment that answers a question, checked before anything is stored."""
        if games is not None:
            check_games(games)
        common = replace(self.common, games=games, seed=seed, seatings=seatings)
        experiment = Experiment(make_question_plan(kind, self.game, common, section), self.game)
        kinds.check(experiment)
        return experiment


def _base(
    game: str | Game,
    preset: str | None,
    rules: AnyPath | None,
    options: Mapping[str, Any],
    seats: Seats = "greedy",
) -> BaseRules:
    """Return the base rules: a preset or project, changed by a rules file, then by options."""
    file = None if rules is None else _path("rules=", rules)
    if isinstance(game, str) and game not in registry.ROWS and is_project(Path(game)):
        if file is not None:
            raise OffleashError("a project already sets the rules: leave out rules=")
        game, file = game_of(game), project_folder(Path(game)) / PROJECT
    loaded_game = game if isinstance(game, Game) else registry.load(game)
    records = options_from(loaded_game, preset, file, dict(options))
    names = _seat_names(loaded_game, seats)
    return BaseRules(loaded_game, CommonSettings(NOTEBOOK, records, preset, file, options, names))


def _merge(options: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    if options is not None and not isinstance(options, Mapping):
        raise OffleashError(f"options= takes names and values, not {quote(options)}")
    return {**(options or {}), **more}


def _seat_names(game: Game, seats: Seats) -> tuple[str, ...]:
    """Return the names of bots; register those written in Python, or raise OffleashError."""
    if not isinstance(seats, str | list | tuple) and hasattr(seats, "choose"):
        seats = [seats]
    if isinstance(seats, list | tuple):
        seats = [bot if isinstance(bot, str) else _register(bot) for bot in seats]
    names = bot_names(seats)
    for name in names:
        if is_python_bot(game, name.strip()):
            register_bot(name.strip())
    return names


def _register(bot: object) -> Any:
    """Register a bot and return its name; return anything else as it is, for the error message."""
    return register_bot(bot) if hasattr(bot, "choose") else bot


def _texts(texts: Any) -> Any:
    """Return one text or several as in a plan file; anything else is refused as it is there."""
    if isinstance(texts, str):
        return [texts]
    return list(texts) if isinstance(texts, Iterable) else texts


def _ranges(over: Ranges) -> Any:
    """Return options and values as in a plan file; anything else is refused as it is there."""
    if not isinstance(over, Mapping):
        return _texts(over)
    return {
        name: values if isinstance(values, str) or not isinstance(values, Iterable) else [*values]
        for name, values in over.items()
    }


def _without_none(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if value is not None}
