"""The game that `offleash new-game` writes, for one test."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from offleash.cli.new_game import game_files
from offleash.games import registry


def write_fetch(folder: Path) -> Path:
    """The files of the game in a folder, which is returned."""
    for path, text in game_files("fetch").items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@contextmanager
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is imported and registered meanwhile is not there afterwards."""
    monkeypatch.setattr(registry, "ROWS", dict(registry.ROWS))
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "fetch"]:
        del sys.modules[name]
