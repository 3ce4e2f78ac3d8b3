"""TOML files that users write: scenarios and rules files."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from offleash.contract import Game
from offleash.contract.options import EDITS
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import exists
from offleash.tools.toml import read_toml


def read_rules(path: Path, game: Game) -> tuple[str | None, dict[str, Any]]:
    """Return a rules file: `base = "1.4"`, the name of a preset, and options that differ from it.

    File names are relative to the folder of the rules file. Raises BadFile if it is wrong.
    """
    text, document = read_toml(path)
    base, name = document.pop("base", None), document.pop("game", game.name)
    if name != game.name:
        raise BadFile(path, line_of(text, "game"), f"these are rules of {name}, not {game.name}")
    if base is not None and not isinstance(base, str):
        raise BadFile(path, line_of(text, "base"), f"base must be the name of a preset: {base!r}")
    document = resolve_files(path, game, document)
    try:
        game.options(base, document)
    except OffleashError as error:
        line = line_of(text, first_bad_option(game, base, document, str(error)))
        raise BadFile(path, line, str(error)) from None
    return base, document


def resolve_files(path: Path, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of a file, with the files that they name resolved relative to it."""
    files = game.file_options
    resolved = dict(options)
    for name, value in options.items():
        if name in files and isinstance(value, str) and value not in files[name].shipped:
            file, colon, edits = value.partition(EDITS)
            target = Path(os.path.expanduser(path)).parent / file
            resolved[name] = f"{target}{colon}{edits}" if exists(target) else value
    return resolved


def first_bad_option(game: Game, base: str | None, document: dict[str, Any], problem: str) -> str:
    """Return the option that causes a problem; options before it may merely need a later one."""
    settings: dict[str, Any] = {}
    for name, value in document.items():
        try:
            game.options(base, settings)
        except OffleashError as error:
            if str(error) == problem:
                break
        settings[name] = value
    return next(reversed(settings), "base")


def line_of(text: str, key: str) -> int | None:
    """Return the line where a top-level key is set."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=\]]|\s*\[\s*{re.escape(key)}\b", line):
            return number
    return None
