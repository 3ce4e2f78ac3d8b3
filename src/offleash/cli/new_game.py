"""`new-game`: write a small game as a package of your own."""

import re
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.terminal import print_plain, printable
from offleash.games import registry
from offleash.tools.errors import OffleashError, quote
from offleash.tools.files import write_text

SUFFIX = ".txt"  # of a template; without it tools would take templates for code
MODULE = "MODULE"  # stands for the module in the names of files
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="what people type: tug-of-war")],
    title: Annotated[str, typer.Option(help="the title; default: from the name")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="a new folder; default: the name")
    ] = None,
) -> None:
    """Write a small game as a package of your own, with tests that pass."""
    folder = (out or Path(name)).expanduser()
    texts = game_files(name, title)
    if folder.exists():
        raise OffleashError(f"{folder} exists already: name a new folder with --out")
    for path, text in texts.items():
        write_text(folder / path, text)
    place = printable(str(folder))
    print_plain(f"wrote {place}: a race of two dogs, for you to change into your game")
    print_plain(f"  pip install -e '{place}[test]'   makes `offleash play {name}` work")
    print_plain(f"  pytest {place}   runs its tests")


def game_files(name: str, title: str = "") -> dict[str, str]:
    """Return the files of a new game by path; raise OffleashError if the name can't be used."""
    module = check_name(name)
    words = {"name": name, "module": module, "title": title.strip() or _title(name)}
    if not words["title"].isprintable() or set(words["title"]) & set('"\\'):
        raise OffleashError(
            f"the title can't be {quote(title)}: leave out quotes, backslashes and line breaks"
        )
    files = {}
    for path, text in _templates(resources.files("offleash.cli") / "skeleton").items():
        for word, value in words.items():
            text = text.replace(f"<{word}>", value)
        files[path.replace(MODULE, module).removesuffix(SUFFIX)] = text
    return files


def check_name(name: str) -> str:
    """Return the module of a game with this name, or raise OffleashError if it can't have it."""
    module = name.replace("-", "_")
    if not NAME.fullmatch(name) or iskeyword(module):
        plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        is_usable = NAME.fullmatch(plain) and not iskeyword(plain)
        hint = f", such as {plain}" if is_usable else ""
        letters = "lower-case letters, digits and hyphens"
        raise OffleashError(f"a game can't be called {quote(name)}: use {letters}{hint}")
    if name in registry.ROWS:
        raise OffleashError(f"there is already a game called {name}: choose another name")
    if find_spec(module) is not None:
        raise OffleashError(f"there is already a Python module {module}: choose another name")
    return module


def _title(name: str) -> str:
    return name.replace("-", " ").title()


def _templates(folder: Traversable, path: str = "") -> dict[str, str]:
    """Return the texts of all templates by their paths."""
    texts: dict[str, str] = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            texts |= _templates(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            texts[f"{path}{entry.name}"] = entry.read_text(encoding="utf-8")
    return texts
