"""Options from a preset, a rules file or a project, and single settings."""

from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.play.project import PROJECT, read_project
from offleash.play.toml_files import read_rules


def options_from(
    game: Game, preset: str | None, rules: Path | None, settings: dict[str, Any]
) -> Records:
    """A preset, changed by a rules file or a project, then by single settings.

    Raises OffleashError if these don't fit together.
    """
    base, changes = _read_changes(game, rules) if rules else (None, {})
    if preset is not None and base is not None and preset != base:
        raise OffleashError(
            f"{rules} is based on {base}, but the preset is {preset}: name only one of them"
        )
    return game.options(base if preset is None else preset, changes, settings)


def _read_changes(game: Game, path: Path) -> tuple[str | None, dict[str, Any]]:
    """The base and the changes of a rules file, or of the project of a `project.toml`."""
    if path.name != PROJECT:
        return read_rules(path, game)
    project = read_project(path)
    if project.game.name != game.name:
        raise OffleashError(f"{path} is a project of {project.game.name}, not of {game.name}")
    return project.base, dict(project.changes)
