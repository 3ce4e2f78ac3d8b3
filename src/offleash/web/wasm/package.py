"""A folder with games for web pages: modules, descriptions, and the runtime, as an ES package."""

import json
from collections.abc import Sequence
from pathlib import Path

import offleash
from offleash.bots.kinds import find, normalise_name
from offleash.bots.lineup import refuse_timed
from offleash.contract import Game
from offleash.tools.errors import OffleashError
from offleash.tools.files import read_text, write_text
from offleash.web.templates import package_folder
from offleash.web.wasm.description import describe
from offleash.web.wasm.game_files import WebGame
from offleash.web.wasm.modules import bot_sets, play_module, rules_module

RUNTIME = package_folder("web", "assets") / "wasm" / "offleash.js"
LICENSE = "MIT"


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
