"""What several commands take: a game, its options, a position."""

import inspect
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.core.errors import BadNotation, OffleashError

if TYPE_CHECKING:
    from offleash.core.game import Game, Records

GameName = Annotated[
    str, typer.Argument(help="a game that [bold]offleash games[/bold] lists", metavar="GAME")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="an option of the game; may be repeated"),
]

MoveLimit = Annotated[
    float,
    typer.Option(
        "--move-limit",
        metavar="SECONDS",
        help="for each move of a bot that is named as module:Class; 0: no limit",
    ),
]
MOVE_LIMIT = 10.0

Preset = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help="the named rules to build on")
]
RulesFile = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="a TOML file: base = a preset, and changes"),
]

ProjectFolder = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        help="a folder with project.toml: the game, its rules, boards and decks",
    ),
]

WeightFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--weights",
        metavar="NAME=FILE",
        help="a set of weights from a file of yours: then there are the bots NAME, NAME:persona "
        "and search:300:NAME; may be repeated",
    ),
]


def chosen_options(
    game: "Game", preset: str | None, rules: Path | None, settings: list[str] | None
) -> "Records":
    """The options of a game that the command line describes; what does nothing is noted."""
    from offleash.cli.terminal import messages
    from offleash.play.options_from import options_from

    options = options_from(game, preset, rules, chosen(settings))
    for note in game.notes_on(options):
        messages.print(f"note: {note}", style="dim", markup=False, highlight=False)
    return options


def admit_bots(game: "Game", *texts: str | None, limit: float | None = None) -> None:
    """Loads the bots that the command line names as `module:Class`: nothing else may name them."""
    from offleash.bots.kinds import bot_names, is_python_bot, register_bot
    from offleash.bots.python_bots import BotModuleNotFound
    from offleash.bots.time_limit import set_time_limit

    if limit is not None:
        set_time_limit(limit)
    for name in ",".join(filter(None, texts)).split(","):
        if is_python_bot(game, name.strip()):
            try:
                with redirect_stdout(sys.stderr):  # what it prints is no part of the answer
                    register_bot(name.strip())
            except BotModuleNotFound as error:
                near = get_close_matches(name.strip(), bot_names(game), 1)
                hint = f", did you mean {near[0]}" if near else ""
                raise OffleashError(f"{error}{hint}") from None


def chosen(settings: list[str] | None) -> dict[str, str]:
    """`--set canadian=true --set loop_len=72` as a dictionary."""
    found: dict[str, str] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadNotation(f"--set {setting!r} has no '=': write --set name=value")
        if name.strip() in found:
            raise BadNotation(f"--set names {name.strip()} twice")
        found[name.strip()] = value.strip()
    return found


def with_project(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command that takes --rules takes --project too, which also says the game.

    To the command, a project is a rules file: its `project.toml`.
    """
    signature = inspect.signature(command, eval_str=True)
    if "rules" not in signature.parameters:
        return command
    says_game = _takes_game_alone(signature)

    @wraps(command)
    def chooses(*given: Any, project: Path | None = None, **more: Any) -> Any:
        if project is not None:
            more |= _of_project(project, more["name"], more["rules"])
        elif says_game and not more["name"]:
            raise OffleashError(f"GAME is missing; `offleash {called} --help` says more")
        return command(*given, **more)

    called = command.__name__
    kept = list(signature.parameters.values())
    if says_game:
        kept[0] = kept[0].replace(default="")
        kept[1:] = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in kept[1:]]
    kind = inspect.Parameter.KEYWORD_ONLY
    added = inspect.Parameter("project", kind, default=None, annotation=ProjectFolder)
    chooses.__signature__ = signature.replace(parameters=[*kept, added])  # type: ignore[attr-defined]
    chooses.__annotations__ = {each.name: each.annotation for each in (*kept, added)}
    return chooses


def _takes_game_alone(signature: inspect.Signature) -> bool:
    """Whether the game is the only thing that is told by its place, and must be told."""
    first, *others = signature.parameters.values()
    placed = [each for each in others if "ArgumentInfo" in str(each.annotation)]
    return first.default is inspect.Parameter.empty and first.name == "name" and not placed


def _of_project(folder: Path, name: str | None, rules: Path | None) -> dict[str, Any]:
    """The game and the rules file that a project stands for."""
    from offleash.play.project import PROJECT, game_of, project_folder

    if rules is not None:
        raise OffleashError("--project has rules of its own: leave --rules away")
    game = game_of(folder)
    if name and name != game:
        raise OffleashError(f"{folder} is a project of {game}, not of {name}")
    return {"name": game, "rules": project_folder(folder) / PROJECT}


def with_options(name: str, command: Callable[..., Any]) -> Callable[..., Any]:
    """A game's command that takes `options` gets them from --preset, --rules and --set.

    It gets None where none of those is given.
    """
    signature = inspect.signature(command, eval_str=True)
    if "options" not in signature.parameters:
        return command

    @wraps(command)
    def chooses(
        *given: Any,
        preset: str | None = None,
        rules: Path | None = None,
        settings: list[str] | None = None,
        **more: Any,
    ) -> Any:
        is_chosen = preset is not None or rules is not None or bool(settings)
        options = chosen_options(load(name), preset, rules, settings) if is_chosen else None
        return command(*given, options=options, **more)

    kinds = {"preset": Preset, "rules": RulesFile, "settings": Settings}
    kept = [each for each in signature.parameters.values() if each.name != "options"]
    added = [
        inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for each, kind in kinds.items()
    ]
    chooses.__signature__ = signature.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    chooses.__annotations__ = {each.name: each.annotation for each in (*kept, *added)}
    return chooses


def announce_compiling() -> None:
    """From now on the user is told when rules have to be compiled first, and how far that is."""
    from offleash.cli.compiling import ProgressLine
    from offleash.core import compile as compiling
    from offleash.core import machine

    if compiling.MODE == "cuda":
        raise OffleashError("OFFLEASH_RULES=cuda is for `make gpu`, not for this command")
    machine.announce = ProgressLine()


def load(name: str, weights: list[str] | None = None) -> "Game":
    """A game with its rules, and with the sets of weights that a command line adds."""
    from offleash.games import registry

    announce_compiling()
    game = registry.load(name)
    return _with_weights(game, weights) if weights else game


def _with_weights(game: "Game", texts: list[str]) -> "Game":
    """The game with further sets of weights: `mine=folder/file.toml`."""
    from offleash.bots.kinds import known_kinds
    from offleash.core.weights import check_set_name, read_weights, weights_alone

    sets = dict(game.weight_sets)
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals:
            raise BadNotation(f"--weights {text!r} has no '=': write --weights name=file")
        if check_set_name(name) in {*sets, *(kind.name for kind in known_kinds(game))}:
            raise BadNotation(
                f"--weights {name}={file}: {name} is there already, name it otherwise"
            )
        sets[name] = weights_alone(read_weights(file, game.weights_by_name, game.personas))
    return replace(game, weight_sets=sets)


def refuse_kept(weights: list[str] | None, *kept: object) -> None:
    """A run that is kept must be playable from what it holds, and that is no file of the user."""
    if weights and any(kept):
        raise OffleashError("--weights is for a run that is not kept: leave --out, --report and "
                            "--cluster away")  # fmt: skip
