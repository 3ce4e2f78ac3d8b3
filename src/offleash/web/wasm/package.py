"""A folder with games for web pages: modules, descriptions, and the runtime, as an ES package."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import offleash
from offleash.bots.kinds import find, normalise_name
from offleash.bots.lineup import refuse_timed
from offleash.contract import Game
from offleash.tools.errors import OffleashError, quote
from offleash.tools.files import read_text, write_bytes, write_text
from offleash.web.templates import package_folder
from offleash.web.wasm.description import FORMAT, describe, rules_digest
from offleash.web.wasm.modules import Json, bot_sets, play_module, rules_module

RUNTIME = package_folder("web", "assets") / "wasm" / "offleash.js"
LICENSE = "MIT"


@dataclass(frozen=True)
class WebGame:
    """A game for pages: its description, and its modules by the names of their files."""

    description: Json
    code: dict[str, bytes]


def build_game(game: Game, bots: Sequence[str] = ()) -> WebGame:
    """Build the usual modules of a game; `bots` get one besides."""
    return build_modules(game, bot_sets(game, bots))


def build_modules(game: Game, sets: Sequence[Sequence[str]]) -> WebGame:
    """Build the module of a game's rules, and one for each set of bots."""
    modules = [rules_module(game), *(play_module(game, names) for names in sets)]
    description = describe(game, modules, [name for names in sets for name in names])
    files = (description["modules"][module.name]["file"] for module in modules)
    codes = (module.code for module in modules)
    return WebGame(description, dict(zip(files, codes, strict=True)))


def read_bots(game: Game, text: str) -> list[str]:
    """Return the bots that a text names. Raises OffleashError if a page can't play one of them."""
    names = [normalise_name(game, name) for name in filter(None, text.split(","))]
    refuse_timed(game, names)
    for name in names:
        if find(game, name)[0].factory is not None:
            raise OffleashError(f"{name} is written in Python, so no page can play it")
    return names


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


def write_package(folder: Path, games: Sequence[str]) -> None:
    """Write what makes the folder a package that scripts can import: the runtime and its facts."""
    write_text(folder / "offleash.js", read_text(RUNTIME))
    write_text(folder / "offleash.d.ts", read_text(RUNTIME.with_suffix(".d.ts")))
    facts = {
        "name": "offleash",
        "version": offleash.__version__,
        "description": f"Board games about dogs in WebAssembly: {', '.join(games)}",
        "license": LICENSE,
        "type": "module",
        "main": "offleash.js",
        "types": "offleash.d.ts",
        "exports": {".": {"types": "./offleash.d.ts", "default": "./offleash.js"}, "./*": "./*"},
        "files": ["*.js", "*.d.ts", "*.json", "*.wasm"],
        "sideEffects": False,
    }
    write_text(folder / "package.json", json.dumps(facts, indent=2) + "\n")
