"""`train`: find stronger weights for bots by playing, or train a network."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.answers.train import finish, train_judge, train_player, train_weights
from offleash.cli.lab import Threads
from offleash.cli.parameters import RulesChoice, RulesFile, Settings, load, parse_settings
from offleash.cli.questions import as_command
from offleash.cli.terminal import messages
from offleash.lab.questions.field import own_fields
from offleash.lab.questions.train import JUDGE, PLAYER, WEIGHTS, Train
from offleash.tools.errors import BadNotation
from offleash.tools.files import check_writable
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from offleash.contract import Game
    from offleash.lab.training.judge import JudgeTraining
    from offleash.learners.training import PlayerTraining


@dataclass(frozen=True)
class TrainingFiles:
    """What training reads and writes, and how."""

    rules: RulesFile = None
    settings: Settings = None
    threads: Threads = None
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="the file to write; default: GAME-tuned.toml, GAME-judge.npz or GAME-player.npz",
        ),
    ] = None
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            metavar="DIR",
            help="where to store generations, so that you can resume; default: next to FILE",
        ),
    ] = None

    def base(self, preset: str | None) -> RulesChoice:
        """Return the rules to train under."""
        return RulesChoice(preset, self.rules, self.settings)


def train_command() -> Callable[..., None]:
    """Return the command `train`."""

    def command(name: str, files: TrainingFiles, **values: Any) -> None:
        from offleash.lab.experiments.questions import make_question

        game = load(name)
        given = {key: value for key, value in values.items() if value not in (None, [])}
        question = make_question(Train, game, given)
        _check_groups(question)
        if _is_player(question):
            train_player(_player_training(question, game, files), files.threads)
        elif question.judge:
            training = _judge_training(question, game, files)
            train_judge(training, files.threads, files.out, files.state)
        else:
            _train_weights(question, game, files)

    return as_command(Train, command, {"files": TrainingFiles})


SHARED = ("also", "against")  # with a player network, though they belong to others


def _is_player(question: Train) -> bool:
    return question.minutes is not None or question.updates is not None


def _check_groups(question: Train) -> None:
    """Raise BadNotation if options of one kind of training are mixed with those of another."""
    flags: dict[str, list[str]] = {WEIGHTS: [], JUDGE: [], PLAYER: []}
    named = set()
    is_player = _is_player(question)
    for name, field in own_fields(Train).items():
        if field.spec.group:
            flags[field.spec.group].append(field.flag)
            is_shared = is_player and name in SHARED
            if getattr(question, name) != field.default and not is_shared:
                named.add(field.spec.group)
    if is_player and (question.judge or named - {PLAYER}):
        others = join_and([*flags[WEIGHTS], *flags[JUDGE], "--judge"])
        raise BadNotation(f"--minutes and --updates train a player network: leave out {others}")
    if not is_player and PLAYER in named:
        raise BadNotation(f"{join_and(flags[PLAYER][2:])} need --minutes or --updates")
    if not question.judge and JUDGE in named:
        raise BadNotation(f"{join_and(flags[JUDGE])} need --judge")
    if question.judge and WEIGHTS in named:
        raise BadNotation(f"--judge trains a network: leave out {join_and(flags[WEIGHTS])}")
    if question.judge and len(question.presets) > 1:
        raise BadNotation("a judge has a network per preset: train them one after the other")


def _player_training(question: Train, game: "Game", files: TrainingFiles) -> "PlayerTraining":
    from offleash.learners.training import PlayerTraining

    rules = [files.base(preset).options(game) for preset in question.presets or (None,)]
    also = [parse_settings([text], "--also") for text in question.also]
    out = files.out or Path(f"{game.name}-player.npz")
    state = files.state or out.with_suffix(".training")
    return PlayerTraining(game, rules, also, question, out, state)


def _judge_training(question: Train, game: "Game", files: TrainingFiles) -> "JudgeTraining":
    from offleash.lab.training.judge import JudgeEffort, JudgeTraining

    games = question.games or JudgeEffort.games
    effort = JudgeEffort(question.iterations, games, question.steps, question.check, question.seed)
    rules = files.base(next(iter(question.presets), None)).options(game)
    start = "" if question.start == Train.start else question.start
    also = [parse_settings([text], "--also") for text in question.also]
    return JudgeTraining(game, rules, effort, question.search, question.fit_on, start, also)


def _train_weights(question: Train, game: "Game", files: TrainingFiles) -> None:
    """Train one player after another, and write those that became better."""
    from offleash.lab.training.train import Effort, Training, check_file
    from offleash.lab.training.trainees import trainees_of
    from offleash.lab.training.weight_space import WeightLimits

    out = files.out or Path(f"{game.name}-tuned.toml")
    check_writable(out)
    check_file(out, game)
    games = question.games or Effort.games
    effort = Effort(games, question.generations, question.population, question.check, question.seed)
    only, fix, free = (_names(text) for text in (question.only, question.fix, question.free))
    limits = WeightLimits(only, fix, free, _steps(question.step), question.within)
    options = [files.base(preset).options(game) for preset in question.presets or (None,)]
    how = (options, effort, question.against, limits, question.start, question.playouts)
    trainees = trainees_of(game, question.trainee, question.start, question.playouts)
    trainings = [Training(game, trainee.name, *how) for trainee in trainees]
    state_folder = files.state or out.with_suffix(".training")
    for training in trainings:
        if training.idle:
            note = f"note: {training.trainee.name} does not use {', '.join(training.idle)}"
            messages.print(note, style="dim", markup=False, highlight=False)
        outcome = train_weights(training, state_folder / training.trainee.player, files.threads)
        finish(training, outcome, out)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _steps(texts: Iterable[str]) -> dict[str, int]:
    steps = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        if not name or not number.strip().isdecimal():
            raise BadNotation(f"--step must be like weight=10, not {text!r}")
        steps[name.strip()] = int(number)
    return steps
