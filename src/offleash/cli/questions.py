"""The commands that ask the lab a question: their flags are the fields of the question."""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.answers.compare import print_comparison
from offleash.cli.answers.ladder import print_ladder
from offleash.cli.answers.propose import print_proposals
from offleash.cli.answers.simulate import play_simulation
from offleash.cli.answers.sweep import print_sweep
from offleash.cli.answers.tune import print_tuning
from offleash.cli.lab import Printer, RunOptions
from offleash.cli.parameters import (
    MOVE_LIMIT,
    GameName,
    MoveLimit,
    RulesChoice,
    WeightFiles,
    load_bots,
    option_of,
    print_notes,
    with_parameters,
)
from offleash.cli.terminal import messages, printable
from offleash.lab.questions.field import Changes, QuestionField, Seats, Seconds, fields_of
from offleash.lab.questions.question import Question, RunQuestion
from offleash.lab.questions.simulate import Simulate
from offleash.tools.errors import BadNotation
from offleash.tools.files import check_writable, write_text

if TYPE_CHECKING:
    from offleash.contract import Game
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.run import Run

OTHERWISE = ("game", "preset", "rules", "options")  # fields with parameters of all commands
PRINTERS: dict[str, Printer] = {
    "compare": print_comparison,
    "sweep": print_sweep,
    "tune": print_tuning,
    "propose": print_proposals,
    "ladder": print_ladder,
}


@dataclass(frozen=True)
class PlayerOptions:
    """Where bots come from, and how long they may think."""

    weights: WeightFiles = None
    move_limit: MoveLimit = MOVE_LIMIT


@dataclass(frozen=True)
class FirstGame:
    """What else `simulate` prints and writes."""

    brief: Annotated[bool, typer.Option("--brief", help="print only the main figures")] = False
    transcript: Annotated[Path | None, typer.Option(help="write the first game to this file")] = (
        None
    )
    svg: Annotated[Path | None, typer.Option(help="write its last position to this SVG file")] = (
        None
    )


GROUPS = {"rules": RulesChoice, "players": PlayerOptions, "output": RunOptions}


def command_of(question: type[RunQuestion]) -> Callable[..., None]:
    """Return the command that asks a question and prints the answer."""

    def command(
        name: str, rules: RulesChoice, players: PlayerOptions, output: RunOptions, **values: Any
    ) -> None:
        experiment = ask(question, name, values, rules, players, output)
        output.play_run(output.start(experiment), PRINTERS[question.kind])

    return as_command(question, command, GROUPS)


def simulate_command() -> Callable[..., None]:
    """Return the command `simulate`, which can also write the first game."""

    def command(
        name: str,
        rules: RulesChoice,
        players: PlayerOptions,
        first: FirstGame,
        output: RunOptions,
        **values: Any,
    ) -> None:
        check_writable(first.transcript, first.svg)
        experiment = ask(Simulate, name, values, rules, players, output)
        run = output.start(experiment)
        play_simulation(run, output, first.brief)
        write_first_game(run, first.transcript, first.svg)

    return as_command(Simulate, command, {**GROUPS, "first": FirstGame})


def write_first_game(run: "Run", transcript: Path | None, svg: Path | None) -> None:
    """Play the first game again and write its transcript and picture, if they are asked for."""
    from offleash.bots.players import watch_game
    from offleash.lab.plans.plan import arm_options
    from offleash.play.transcript import format_transcript

    if not transcript and not svg:
        return
    game, plan = run.experiment.game, run.experiment.plan
    options = arm_options(game, plan.arms[0])
    names, seed = list(plan.arms[0].lineups[0])[: game.seat_count(options)], plan.seed

    with redirect_stdout(sys.stderr):
        session = watch_game(game, options, names, seed)
    if transcript:
        write_text(transcript, format_transcript(session))
        messages.print(f"transcript of the first game: {printable(str(transcript))}", markup=False)
    if svg:
        write_text(svg, session.svg())
        messages.print(f"its final position: {printable(str(svg))}", markup=False)


def as_command(
    question: type[Question], command: Callable[..., None], groups: Mapping[str, type]
) -> Callable[..., None]:
    """Give a command the name, the help and the flags of a question, and groups of options."""
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("name", kind, annotation=GameName),
        *flags_of(question),
        *(inspect.Parameter(name, kind, annotation=group) for name, group in groups.items()),
    ]
    command.__name__, command.__doc__ = question.kind, question.__doc__
    return with_parameters(command, parameters)


def flags_of(question: type[Question]) -> Iterator[inspect.Parameter]:
    """Yield a parameter for each field of a question."""
    for name, field in fields_of(question).items():
        if name not in OTHERWISE:
            is_needed = field.is_required and field.type != Changes
            default = inspect.Parameter.empty if is_needed else _default(field)
            annotation: Any = Annotated[_flag_type(field), option_of(field)]
            kind = inspect.Parameter.KEYWORD_ONLY
            yield inspect.Parameter(name, kind, default=default, annotation=annotation)


def _flag_type(field: QuestionField) -> Any:
    if field.is_single:
        return field.type | None if field.default is None else field.type
    return str if field.type in (Seats, Seconds) else list[str] | None


def _default(field: QuestionField) -> Any:
    if field.type == Seconds:
        return ""
    return field.default if field.is_single or field.type == Seats else None


def ask(
    question: type[RunQuestion],
    name: str,
    flags: Mapping[str, Any],
    rules: RulesChoice,
    players: PlayerOptions,
    output: RunOptions,
) -> "Experiment":
    """Return the experiment that a command line asks for, checked; prints what has no effect."""
    from offleash.lab.experiments import kinds
    from offleash.lab.experiments.questions import make_plan_of
    from offleash.lab.plans.plan import arm_options
    from offleash.lab.runs.experiment import Experiment

    output.check_weights(players.weights)
    setup = rules.setup(name, players.weights, players.move_limit)
    game, values = setup.game, values_of(question, setup.game, flags)
    experiment = Experiment(make_plan_of(question.kind, setup, values), game)
    arms = experiment.plan.arms if question.kind == "compare" else ()
    print_notes(game, *([arm_options(game, arm) for arm in arms] or [setup.options]))
    kinds.check(experiment)
    return experiment


def values_of(question: type[Question], game: "Game", flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the command line names, as a plan file has it, and load the bots in it."""
    from offleash.contract.lab.playing_time import parse_seconds
    from offleash.lab.experiments.questions import with_own_bots

    fields, values = fields_of(question), {}
    for name, value in flags.items():
        if value in (None, "", []):
            continue
        if fields[name].type == Changes:
            value = parse_changes(game, f"--{name}", value)
        elif fields[name].type == Seconds:
            value = parse_seconds(game, value)
        values[name] = value
    return with_own_bots(question, values, partial(_load, game))


def _load(game: "Game", names: str) -> str:
    load_bots(game, names)
    return names


# Arms as people write them: `rounds=8`, `1.2`, `mine.toml`, `bots=random`


def parse_changes(game: "Game", flag: str, texts: Sequence[str]) -> dict[str, str]:
    """Parse the values of one flag, which may be repeated, into what a plan file would have.

    Raises BadNotation if a value is not a change, or changes something twice.
    """
    changes: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            name, value = _classify_word(game, flag, name), name
        elif name == "seats" and value[:1].isalpha():
            name = "bots"  # seats=4 is an option, seats=greedy names the bots
        if name in changes:
            raise BadNotation(f"{flag} sets {name} twice")
        changes[name] = value
    return changes


def _classify_word(game: "Game", flag: str, text: str) -> str:
    """Return what a word without '=' is: `preset` or `rules`. Raises BadNotation if neither."""
    if text in game.rules.presets:
        return "preset"
    if text.endswith(".toml"):
        return "rules"
    forms = "name=value or a .toml file"
    if game.rules.presets:
        forms = f"name=value, a .toml file or a preset ({', '.join(game.rules.presets)})"
    raise BadNotation(f"{flag} must be {forms}, not {text!r}")
