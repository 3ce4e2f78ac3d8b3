"""TOML that users write: scenarios and rules files."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile, OffleashError
from offleash.core.files import exists
from offleash.core.game import Game
from offleash.core.options import File
from offleash.core.toml import read_toml


def read_rules(path: Path, game: Game) -> tuple[str | None, dict[str, Any]]:
    """A rules file: `base = "1.4"`, the name of a preset, and options that differ from it.

    Files that it names are looked for beside it.
    """
    text, document = read_toml(path)
    base, wanted = document.pop("base", None), document.pop("game", game.name)
    if wanted != game.name:
        raise BadFile(path, line_of(text, "game"), f"these are rules of {wanted}, not {game.name}")
    if base is not None and not isinstance(base, str):
        raise BadFile(path, line_of(text, "base"), f"base must be the name of a preset: {base!r}")
    document = beside(path, game, document)
    try:
        game.options(base, document)
    except OffleashError as error:
        line = line_of(text, culprit(game, base, document, str(error)))
        raise BadFile(path, line, str(error)) from None
    return base, document


def beside(path: Path, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a file, with the files that they name looked for beside it."""
    known = {switch.name: switch for switch in game.switches}
    found = dict(options)
    for name, value in options.items():
        switch = known.get(name)
        if isinstance(switch, File) and isinstance(value, str) and value not in switch.shipped:
            there = Path(os.path.expanduser(path)).parent / value
            found[name] = str(there) if exists(there) else value
    return found


def culprit(game: Game, base: str | None, document: dict[str, Any], problem: str) -> str:
    """The option with which the problem begins; before it, some may just lack one that follows."""
    taken: dict[str, Any] = {}
    for name, value in document.items():
        try:
            game.options(base, taken)
        except OffleashError as error:
            if str(error) == problem:
                break
        taken[name] = value
    return next(reversed(taken), "base")


def line_of(text: str, key: str) -> int | None:
    """The line where a top-level key is set."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=\]]|\s*\[\s*{re.escape(key)}\b", line):
            return number
    return None
