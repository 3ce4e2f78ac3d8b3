"""Command-line parsing, commands from games, and usage errors."""

import importlib
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from offleash.games import registry
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean, join_and, join_or

LOOKS_LIKE_OPTION = re.compile(r"--?[A-Za-z][A-Za-z0-9-]*(=.*)?", re.DOTALL)


class Commands(TyperGroup):
    """The commands of the program and of its games, which are imported when called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*self.commands, *(n for n in game_commands() if n not in self.commands)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        commands = game_commands().get(cmd_name, {})
        if len(commands) == 1:  # the game need not be named
            (game, command), *_ = commands.items()
            return DeferredCommand(game, command, name=cmd_name)
        return _group_of_games(cmd_name, commands) if commands else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        command = self.get_command(ctx, args[0])
        if command is None:
            names = self.list_commands(ctx)
            raise OffleashError(f"there is no {_suggest('command', args[0], names)}")
        return args[0], command, _arrange_for(command, args[1:])


def game_commands() -> dict[str, dict[str, registry.Command]]:
    """Return the games that have a command, by the command's name."""
    commands: dict[str, dict[str, registry.Command]] = {}
    for row in registry.ROWS.values():
        for command in row.commands:
            commands.setdefault(command.name, {})[row.name] = command
    return commands


def _group_of_games(name: str, commands: dict[str, registry.Command]) -> "GamesWithCommand":
    texts = [f"{command.help} ({game})." for game, command in commands.items()]
    return GamesWithCommand(
        name=name,
        help=" ".join(texts),
        commands={game: DeferredCommand(game, command) for game, command in commands.items()},
        subcommand_metavar="GAME …",
        rich_markup_mode="rich",
    )


class GamesWithCommand(TyperGroup):
    """A command that several games have: `offleash board uri-nation …`."""

    def invoke(self, ctx: Any) -> Any:
        if not ctx._protected_args:
            raise OffleashError(f"{self.name} needs a game: {join_or(self.commands)}")
        return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        if args[0] not in self.commands:
            registry.row(args[0])
            have = f"only {join_and(self.commands)} do"
            raise OffleashError(f"{args[0]} has no {self.name} command; {have}")
        return args[0], self.commands[args[0]], args[1:]


class DeferredCommand(TyperCommand):
    """A placeholder for a game's command in `--help`; imports the game when called."""

    def __init__(self, game: str, command: registry.Command, name: str | None = None) -> None:
        text = command.help if name is None else f"{command.help} ({game})."
        super().__init__(name=name or game, help=text, rich_markup_mode="rich")
        self.game, self.command_name = game, command.name

    def make_context(
        self, info_name: Any, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        from offleash.cli.parameters import announce_compiling, with_options

        if self.name != self.game:
            args = self._without_game(args)
        announce_compiling()
        module = importlib.import_module(f"{registry.row(self.game).module}.commands")
        implementation = module.COMMANDS[self.command_name]
        decorate = partial(with_options, self.game)
        real = _command(implementation, str(self.name), decorate, str(self.help))
        return real.make_context(info_name, _arrange_for(real, args), parent, **extra)

    def _without_game(self, args: list[str]) -> list[str]:
        """Drop the name of the game. Raises OffleashError if it is another game."""
        if not args or args[0] not in registry.ROWS:
            return args
        if args[0] != self.game:
            raise OffleashError(f"{args[0]} has no {self.name} command; only {self.game} does")
        return args[1:]


class Subcommands(TyperGroup):
    """A command with subcommands: `offleash board check …`."""

    def invoke(self, ctx: Any) -> Any:
        if not ctx._protected_args:
            parts = join_or(self.commands)
            raise OffleashError(f"{self.name} needs {parts}; see `{ctx.command_path} --help`")
        return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        if args[0] not in self.commands:
            text = _suggest(f"{self.name} command", args[0], list(self.commands))
            raise OffleashError(f"there is no {text}; see `{ctx.command_path} --help`")
        return args[0], self.commands[args[0]], arrange(self.commands[args[0]], args[1:])


GameCommand = Callable[..., Any] | Mapping[str, Callable[..., Any]]
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _command(implementation: GameCommand, name: str, decorate: Decorator, text: str = "") -> Any:
    """Make a game's command from one function, or from several as subcommands."""
    if isinstance(implementation, Mapping):
        parts = {
            part: _command(function, part, decorate) for part, function in implementation.items()
        }
        look: dict[str, Any] = {"subcommand_metavar": "…", "rich_markup_mode": "rich"}
        return Subcommands(name=name, commands=parts, help=text, **look)
    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(name)(decorate(implementation))
    return typer.main.get_command(app)


def _arrange_for(command: Any, args: list[str]) -> list[str]:
    """Arrange the arguments now, or later for a command whose options are not known yet."""
    is_later = isinstance(command, TyperGroup | DeferredCommand)
    return args if is_later else arrange(command, args)


def arrange(command: Any, args: list[str]) -> list[str]:
    """Put options first, then `--` and the rest: boards may begin with dashes, `----|P16*---|…`."""
    known = {text: option for option in command.params for text in _spellings(option)}
    options: list[str] = []
    others: list[str] = []
    waiting = list(args)
    while waiting:
        arg = waiting.pop(0)
        if arg == "--":
            others += waiting
            break
        name, equals, _ = arg.partition("=")
        attached = arg[:2] in known and not arg.startswith("--") and len(arg) > 2
        if name in known or attached or LOOKS_LIKE_OPTION.fullmatch(arg):
            options.append(arg)
            if name in known and not equals and not known[name].is_flag:
                if not waiting:
                    raise OffleashError(f"{name} needs a value")
                options.append(waiting.pop(0))
        else:
            others.append(arg)
    return [*options, "--", *others]


def _spellings(option: Any) -> list[str]:
    return [*option.opts, *option.secondary_opts] if hasattr(option, "is_flag") else []


# Usage errors


def format_usage_error(error: Any) -> str:
    """Return what is wrong with a command line, and which help to read."""
    kind = type(error).__name__
    ctx = getattr(error, "ctx", None)
    command = ctx.command_path if ctx else "offleash"
    if kind == "NoSuchOption":
        matches = error.possibilities or []
        text = f"there is no {_suggest('option', error.option_name, matches)}"
    elif kind == "MissingParameter":
        text = f"{_title(error.param)} is missing"
    elif kind == "BadParameter" and error.param is not None:
        text = _bad_value(error)
    else:
        message = error.format_message().strip().rstrip(".")
        message = re.sub(
            r"^Got unexpected extra arguments?(\(s\))? \((.*)\)$",
            r"unexpected argument \2",
            message,
        )
        text = message[:1].lower() + message[1:]
    return f"{text}; see `{command} --help`"


def _suggest(text: str, typed: str, names: list[str]) -> str:
    return f"{text} {typed!r}{did_you_mean(typed, names)}"


def _title(param: Any) -> str:
    return str(param.opts[0] if hasattr(param, "is_flag") else param.metavar or param.name.upper())


def _bad_value(error: Any) -> str:
    """Return `--games must be a whole number from 1 to 10000000, not 'x'`."""
    param = error.param
    annotation = param.type_descriptor.annotation
    kind = {int: "a whole number", list[int]: "a whole number", float: "a number"}.get(annotation)
    typed = error.__cause__.errors()[0]["input"] if error.__cause__ else "this"
    if kind is None:
        return f"{_title(param)} can't be {quote(typed)}: {error.message.strip().rstrip('.')}"
    low, high = getattr(param, "min", None), getattr(param, "max", None)
    limits = f" of at least {low:,}" if low is not None else ""
    if high is not None:
        limits = f" of at most {high:,}" if low is None else f" from {low:,} to {high:,}"
    return f"{_title(param)} must be {kind}{limits}, not {quote(typed)}"
