"""The options that somebody describes: a preset, a rules file or a project, single settings."""

from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.play.project import PROJECT, read_project
from offleash.play.toml_files import read_rules


def options_from(
    game: Game, preset: str | None, rules: Path | None, chosen: dict[str, Any]
) -> Records:
    """A preset, changed by a rules file or a project, changed by single settings."""
    base, changes = _described(game, rules) if rules else (None, {})
    if preset is not None and base is not None and preset != base:
        raise OffleashError(f"{rules} builds on {base}, and the preset is {preset}: name one")
    return game.options(base if preset is None else preset, changes, chosen)


def _described(game: Game, path: Path) -> tuple[str | None, dict[str, Any]]:
    """What a file changes: `project.toml` stands for its whole project."""
    if path.name != PROJECT:
        return read_rules(path, game)
    project = read_project(path)
    if project.game.name != game.name:
        raise OffleashError(f"{path} is a project of {project.game.name}, not of {game.name}")
    return project.base, dict(project.changes)
