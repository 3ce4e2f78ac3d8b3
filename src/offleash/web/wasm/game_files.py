"""The files of a game for web pages: written, read, and refused where the rules are others."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.compiler.cache import digest
from offleash.contract import Game
from offleash.tools.errors import OffleashError, quote
from offleash.tools.files import write_bytes, write_text
from offleash.web.templates import package_folder

FORMAT = 1  # of descriptions and modules

SHIPPED = package_folder("web.wasm", "games")  # written by `make release`

Json = dict[str, Any]


@dataclass(frozen=True)
class WebGame:
    """A game for pages: its description, and its modules by the names of their files."""

    description: Json
    code: dict[str, bytes]


def rules_digest(game: Game) -> str:
    """Return a digest of everything that decides the code of a game's modules."""
    rules = game.rules.rule
    return digest(f"{game.rules_version}\n{rules.facts}", rules.bot_files)


def is_shipped(name: str) -> bool:
    """Return whether a game came with modules for web pages, of whatever rules."""
    return (SHIPPED / f"{name}.json").exists()


def read_shipped(game: Game) -> WebGame:
    """Read what came with the package. Raises OffleashError as `read_game` does."""
    return read_game(SHIPPED, game)


def write_game(folder: Path, built: WebGame) -> None:
    """Write the files of a game: its description last, as it names the others."""
    for name, code in built.code.items():
        write_bytes(folder / name, code)
    name = f"{built.description['game']}.json"
    write_text(folder / name, json.dumps(built.description, ensure_ascii=False) + "\n")


def read_game(folder: Path, game: Game) -> WebGame:
    """Read the files of a game. Raises OffleashError if they are stale, damaged or missing."""
    path = folder / f"{game.name}.json"
    again = f"build it again with `offleash build-web {game.name} --output {folder}`"
    try:
        description = json.loads(path.read_text(encoding="utf-8"))
        is_current = description["format"] == FORMAT and description["digest"] == rules_digest(game)
        if not is_current:
            raise OffleashError(
                f"{quote(str(path))} was built from other rules of {game.title}: {again}"
            )
        facts = {fact["file"]: fact["sha256"] for fact in description["modules"].values()}
        code = {name: (folder / name).read_bytes() for name in facts}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise OffleashError(f"{quote(str(path))} is missing or can't be read: {again}") from None
    for name, data in code.items():
        if hashlib.sha256(data).hexdigest() != facts[name]:
            raise OffleashError(f"{quote(str(folder / name))} has been changed: {again}")
    return WebGame(description, code)
