"""Parameters that commands share: a game, its options, bots and weights."""

import inspect
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.lab.questions.field import QuestionField, fields_of
from offleash.lab.questions.question import Question
from offleash.tools.errors import BadNotation, OffleashError
from offleash.tools.prose import did_you_mean

if TYPE_CHECKING:
    from offleash.contract import Game, Records
    from offleash.lab.experiments.questions import Setup


def complete_game(incomplete: str) -> list[str]:
    """Return the games that begin so, for the completion of the shell."""
    from offleash.games import registry

    return [name for name in registry.ROWS if name.startswith(incomplete)]


def option_of(field: QuestionField) -> Any:
    """Return the flag, or the argument, that gives a field of a question."""
    spec = field.spec
    names = [field.flag, *filter(None, [spec.short])]
    usual = f"; default: {spec.usual}" if spec.usual else ""
    limits = (spec.low, spec.high) if field.type is int else (None, None)
    low, high = (limit if limit is None else int(limit) for limit in limits)
    text = f"{spec.help}{usual}"
    if field.is_required and field.type is str:
        return typer.Argument(metavar=spec.metavar, help=text)
    look: dict[str, Any] = {"metavar": spec.metavar or None, "rich_help_panel": spec.group or None}
    return typer.Option(*names, help=text, min=low, max=high, **look)


GameName = Annotated[
    str,
    typer.Argument(
        help="a game listed by [bold]offleash games[/bold]",
        metavar="GAME",
        autocompletion=complete_game,
    ),
]
ProjectOrGame = Annotated[
    str,
    typer.Argument(
        metavar="PROJECT|GAME", help="a project folder or a game", autocompletion=complete_game
    ),
]
MoveLimit = Annotated[
    float,
    typer.Option(
        "--move-limit",
        metavar="SECONDS",
        help="the time limit per move for bots given as module:Class; 0 for none",
    ),
]
MOVE_LIMIT = 10.0

BASE = fields_of(Question)  # of every question: its rules
Preset = Annotated[str | None, option_of(BASE["preset"])]
RulesFile = Annotated[Path | None, option_of(BASE["rules"])]
Settings = Annotated[list[str] | None, option_of(BASE["options"])]

ProjectFolder = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        help="a project folder with the game, its rules, boards and decks",
    ),
]

WeightFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--weights",
        metavar="NAME=FILE",
        help="load your own weights as the bots NAME, NAME:persona and search:300:NAME, or a "
        "learned player (.npz) as learned:NAME; may be repeated",
    ),
]


@dataclass(frozen=True)
class RulesChoice:
    """The rules to play by: a preset, changed by a file, changed by single options."""

    preset: Preset = None
    rules: RulesFile = None
    settings: Settings = None

    def __bool__(self) -> bool:
        return self.preset is not None or self.rules is not None or bool(self.settings)

    def setup(self, name: str, weights: list[str] | None, move_limit: float) -> "Setup":
        """Return the game under these rules, with the weights that the command line adds."""
        from offleash.bots.python.time_limit import set_time_limit
        from offleash.lab.experiments.questions import Setup

        set_time_limit(move_limit)
        game = load(name, weights)
        return Setup(game, self.preset, self.rules, parse_settings(self.settings))

    def options(self, game: "Game") -> "Records":
        """Return the options of the game; print a note for each without effect."""
        from offleash.projects.project import options_from

        options = options_from(game, self.preset, self.rules, parse_settings(self.settings))
        print_notes(game, options)
        return options


def print_notes(game: "Game", *options: "Records") -> None:
    """Print a note for each change that has no effect, once."""
    from offleash.cli.terminal import messages

    for line in dict.fromkeys(line for records in options for line in game.notes_on(records)):
        messages.print(f"note: {line}", style="dim", markup=False, highlight=False)


def resolve_source(source: str, rules: RulesChoice) -> tuple["Game", "Records", str, str]:
    """Return the game, its options, and a project's title and notes, which are empty for a game.

    Raises OffleashError if a project is combined with --rules.
    """
    from offleash.games import registry
    from offleash.projects.project import PROJECT, is_project, project_folder, read_project

    if source in registry.ROWS or not is_project(Path(source)):
        game = load(source)
        return game, rules.options(game), "", ""
    if rules.rules is not None:
        raise OffleashError("a project already sets the rules: leave out --rules")
    project = read_project(source)
    file = project_folder(Path(source)) / PROJECT
    options = replace(rules, rules=file).options(project.game)
    return project.game, options, project.title, project.notes


def project_at(source: str) -> Path | None:
    """Return the folder of a project; None for a game."""
    from offleash.games import registry
    from offleash.projects.project import is_project, project_folder

    is_game = source in registry.ROWS or not is_project(Path(source))
    return None if is_game else project_folder(Path(source))


def piece_sizes(source: str) -> dict[str, float]:
    """Return the sizes of pieces that a project changes; none for a game."""
    from offleash.projects.project import read_project

    return {} if project_at(source) is None else dict(read_project(source).sizes)


def project_images(source: str) -> dict[str, str]:
    """Return the images of a project, for `own_images`; none for a game."""
    from offleash.games import registry
    from offleash.projects.images import read_images
    from offleash.projects.project import is_project, project_folder

    is_game = source in registry.ROWS or not is_project(Path(source))
    return {} if is_game else read_images(project_folder(Path(source)))


def load_bots(game: "Game", *texts: str | None, limit: float | None = None) -> None:
    """Import the bots given as `module:Class`, which only the command line may name.

    Raises OffleashError if there is no such module.
    """
    from offleash.bots.kinds import bot_names, must_be_registered, register_bot
    from offleash.bots.python.bots import BotModuleNotFound
    from offleash.bots.python.time_limit import set_time_limit

    if limit is not None:
        set_time_limit(limit)
    for name in ",".join(filter(None, texts)).split(","):
        if must_be_registered(game, name.strip()):
            try:
                with redirect_stdout(sys.stderr):  # keeps what it prints out of the output
                    register_bot(name.strip())
            except BotModuleNotFound as error:
                hint = did_you_mean(name.strip(), bot_names(game))
                raise OffleashError(f"{error}{hint}") from None


def parse_settings(settings: list[str] | None, flag: str = "--set") -> dict[str, str]:
    """Parse `--set canadian=true --set loop_len=72`. Raises BadNotation if one is malformed."""
    values: dict[str, str] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadNotation(f"{flag} needs name=value, not {setting!r}")
        if name.strip() in values:
            raise BadNotation(f"{flag} sets {name.strip()} twice")
        values[name.strip()] = value.strip()
    return values


def with_groups(command: Callable[..., Any]) -> Callable[..., Any]:
    """Replace each parameter whose type is a dataclass by the options that are its fields."""
    parameters = inspect.signature(command, eval_str=True).parameters
    groups: dict[str, Any] = {
        name: parameter.annotation
        for name, parameter in parameters.items()
        if is_dataclass(parameter.annotation)
    }

    @wraps(command)
    def wrapper(**kwargs: Any) -> Any:
        for name, group in groups.items():
            members = {member.name: kwargs.pop(member.name) for member in fields(group)}
            kwargs[name] = group(**members)
        return command(**kwargs)

    expanded: list[inspect.Parameter] = []
    for name, parameter in parameters.items():
        group = groups.get(name)
        expanded += inspect.signature(group).parameters.values() if group else [parameter]
    return with_parameters(wrapper, expanded)


def with_parameters(
    function: Callable[..., Any], parameters: Iterable[inspect.Parameter]
) -> Callable[..., Any]:
    """Give a function other parameters, for Typer to read."""
    by_keyword = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
    function.__signature__ = inspect.Signature(by_keyword)  # type: ignore[attr-defined]
    function.__annotations__ = {p.name: p.annotation for p in by_keyword}
    return function


def with_project(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --project to a command that takes --rules; it also sets the game.

    The command receives the project as a rules file: its `project.toml`.
    """
    signature = inspect.signature(command, eval_str=True)
    if "rules" not in signature.parameters:
        return command
    takes_game_only = _takes_game_only(signature)

    @wraps(command)
    def wrapper(project: Path | None = None, **kwargs: Any) -> Any:
        if project is not None:
            kwargs |= _project_arguments(project, kwargs["name"], kwargs["rules"])
        elif takes_game_only and not kwargs["name"]:
            raise OffleashError(f"GAME is missing; see `offleash {command.__name__} --help`")
        return command(**kwargs)

    parameters = list(signature.parameters.values())
    if takes_game_only:
        parameters[0] = parameters[0].replace(default="")
    kind = inspect.Parameter.KEYWORD_ONLY
    project = inspect.Parameter("project", kind, default=None, annotation=ProjectFolder)
    return with_parameters(wrapper, [*parameters, project])


def _takes_game_only(signature: inspect.Signature) -> bool:
    """Return whether the game is the only positional argument, and required."""
    first, *others = signature.parameters.values()
    positional = [parameter for parameter in others if "ArgumentInfo" in str(parameter.annotation)]
    return first.default is inspect.Parameter.empty and first.name == "name" and not positional


def _project_arguments(folder: Path, name: str | None, rules: Path | None) -> dict[str, Any]:
    """Return the arguments that a project stands for, or raise OffleashError on a conflict."""
    from offleash.projects.project import PROJECT, game_of, project_folder

    if rules is not None:
        raise OffleashError("--project already sets the rules: leave out --rules")
    game = game_of(folder)
    if name and name != game:
        raise OffleashError(f"{folder} is a project of {game}, not of {name}")
    return {"name": game, "rules": project_folder(folder) / PROJECT}


def with_options(name: str, command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --preset, --rules and --set to a game's command that takes `options`.

    Without any of them, `options` is None.
    """
    signature = inspect.signature(command, eval_str=True)
    if "options" not in signature.parameters:
        return command

    @wraps(command)
    def wrapper(options: RulesChoice, **kwargs: Any) -> Any:
        return command(options=options.options(load(name)) if options else None, **kwargs)

    others = [p for p in signature.parameters.values() if p.name != "options"]
    options = signature.parameters["options"].replace(annotation=RulesChoice)
    return with_groups(with_parameters(wrapper, [*others, options]))


def announce_compiling() -> None:
    """Show a progress bar whenever rules are compiled from now on."""
    from offleash.cli.compiling import ProgressLine
    from offleash.compiler import machine

    machine.announce = ProgressLine()


def load(name: str, weights: list[str] | None = None) -> "Game":
    """Load a game, with the sets of weights that the command line adds."""
    from offleash.games import registry

    announce_compiling()
    game = registry.load(name)
    return _with_weights(game, weights) if weights else game


def _with_weights(game: "Game", texts: list[str]) -> "Game":
    """Add sets of weights, `mine=folder/file.toml`, and judges, `mine=folder/file.npz`.

    Raises BadNotation if one is malformed.
    """
    from offleash.bots.kinds import known_kinds
    from offleash.contract.bots.judges import SUFFIX
    from offleash.contract.bots.learned_players import read_learned
    from offleash.contract.bots.weights import check_set_name, read_weights, without_provenance

    sets, judges = dict(game.bots.weight_sets), dict(game.bots.judges)
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals:
            raise BadNotation(f"--weights needs name=file, not {text!r}")
        if check_set_name(name) in {*sets, *judges, *(kind.name for kind in known_kinds(game))}:
            raise BadNotation(f"--weights {name}={file}: the name {name} is taken, choose another")
        if file.endswith(SUFFIX):
            learning = game.learning
            encodings = learning.encoding, learning.action_encoding
            judges[name] = read_learned(file, game.bots.features, encodings)
        else:
            weights = read_weights(file, game.bots.weights_by_name, game.bots.personas)
            sets[name] = without_provenance(weights)
    return replace(game, bots=replace(game.bots, weight_sets=sets, judges=judges))
