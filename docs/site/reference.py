"""The pages of reference that are written from the code: commands, options, public names."""

from collections.abc import Iterator
from importlib import import_module
from types import FunctionType
from typing import Any

import typer
from rich.text import Text

from offleash.cli.app import app
from offleash.cli.games import options_as_json
from offleash.games import registry

# What a version promises to keep: the names in `__all__` of these modules.
PUBLIC_MODULES = {
    "offleash": "What `import offleash` offers: sessions, experiments, environments.",
    "offleash.contract": "What a game says of itself. [The contract of a game]"
    "(../docs/architecture.md#the-contract-of-a-game) explains each part.",
    "offleash.adapters.vector": "Many games at once, as arrays.",
    "offleash.adapters.gymnasium": "One seat of a game as an environment of gymnasium.",
    "offleash.adapters.pettingzoo": "A table as an environment of PettingZoo.",
    "offleash.adapters.openspiel": "Games and states of OpenSpiel.",
    "offleash.bots.players": "Bots that play in a session.",
}


def pages() -> dict[str, str]:
    """Return every page by its path in the site."""
    return {
        "reference/commands.md": "\n".join(commands()),
        "reference/options.md": "\n".join(options()),
        "reference/python.md": "\n".join(public_names()),
    }


# Commands


def commands() -> Iterator[str]:
    """Yield the lines of the page of commands."""
    yield "# Commands and their options\n"
    yield "Each command prints this with `--help`."
    yield "[On the command line](../docs/commands.md) has examples.\n"
    group = typer.main.get_command(app)
    yield from _subcommands(group, group.make_context("offleash", [], resilient_parsing=True), 2)


def _subcommands(group: Any, context: Any, level: int) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = command.make_context(
            f"{context.info_name} {name}", [], parent=context, resilient_parsing=True
        )
        yield f"{'#' * level} {inner.info_name}\n"
        yield plain(command.help or "") + "\n"
        if hasattr(command, "list_commands"):
            yield from _subcommands(command, inner, level + 1)
            continue
        rows = [_parameter(p, inner) for p in command.get_params(inner) if not _is_hidden(p)]
        if rows:
            yield from ("| argument or option | what it does |", "|---|---|", *rows, "")


def _is_hidden(parameter: Any) -> bool:
    return parameter.name == "help" or bool(getattr(parameter, "hidden", False))


def _parameter(parameter: Any, context: Any) -> str:
    names = ", ".join((*parameter.opts, *parameter.secondary_opts))
    shown = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        names, shown = shown or parameter.name.upper(), ""
    text = plain(getattr(parameter, "help", None) or "")
    default = parameter.default
    if isinstance(default, (str, int, float)) and default not in ("", False, True):
        text += f" (default: {default})"
    return f"| `{cell(f'{names} {shown}'.strip())}` | {cell(text)} |"


def plain(text: str) -> str:
    """Return a text without the marks of the terminal, and safe in Markdown."""
    words = Text.from_markup(text).plain
    return words.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


# Options


def options() -> Iterator[str]:
    """Yield the lines of the page of options."""
    yield "# Options of every game\n"
    yield "`--set NAME=VALUE` changes one wherever a game is played."
    yield "The rules pages explain what they settle.\n"
    for row in registry.ROWS.values():
        yield f"## {row.title}\n"
        yield from ("| option | default | values | what it does |", "|---|---|---|---|")
        for name, option in options_as_json(row.name, None)["options"].items():
            texts = (option["range"], plain(option["text"]))
            yield f"| `{name}` | `{option['value']}` | {' | '.join(map(cell, texts))} |"
        yield ""


# Public names


def public_names() -> Iterator[str]:
    """Yield the lines of the page of public names."""
    yield "# Public names\n"
    yield "These names keep working as"
    yield "[the changelog](../CHANGELOG.md#what-a-version-promises) says."
    yield "Everything else may change.\n"
    described: set[int] = set()
    for name, text in PUBLIC_MODULES.items():
        yield f"## {name}\n"
        yield text + "\n"
        yield "```{eval-rst}"
        yield f".. currentmodule:: {name}\n"
        module = import_module(name)
        for public in sorted(module.__all__, key=str.lower):
            value = getattr(module, public)
            if not public.startswith("_"):
                yield from _entry(public, value, is_first=id(value) not in described)
            described.add(id(value))
        yield "```\n"


def _entry(name: str, value: object, is_first: bool) -> Iterator[str]:
    if isinstance(value, type):
        yield f".. autoclass:: {name}"
        yield "   :members:\n" if is_first else "   :no-index:\n"
    elif isinstance(value, FunctionType):
        yield f".. autofunction:: {name}"
        yield "" if is_first else "   :no-index:\n"
    else:
        yield f".. py:data:: {name}\n"
