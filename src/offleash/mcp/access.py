"""What a program may use: everything, the shipped games and one project, or one seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.contract import Game
from offleash.contract.options import shipped_files_only
from offleash.games import registry
from offleash.lab.experiments.questions import Setup
from offleash.projects.project import (
    PROJECT,
    game_of,
    list_projects,
    path_inside,
    read_inside,
    store_file,
)
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean
from offleash.web.quotas import Client

SEAT_ONLY = "this key is for one seat: it can only observe, play and ask for advice there"
READ_ONLY = "this key reads a project and plays: experiments need a link that allows editing"


@dataclass(frozen=True)
class Access:
    """Who a program is, and what it may use."""

    name: str  # whose share of the server it uses
    is_owner: bool = False
    projects: Path | None = None  # the folder with projects
    project: str = ""  # the only one, for everyone but the owner
    seat: str = ""  # the key of the only seat; empty: it may start games
    can_run: bool = False  # experiments, for everyone but the owner

    @property
    def client(self) -> Client:
        """Whose quota it uses."""
        return Client(self.name, "", self.is_owner)

    @property
    def project_names(self) -> list[str]:
        """The projects that it may use."""
        names = list_projects(self.projects) if self.projects else []
        return [name for name in names if self.is_owner or name == self.project]

    def check_seat(self, key: str) -> None:
        """Raise OffleashError if another seat's key is all that it has."""
        if self.seat and self.seat != key:
            raise OffleashError(SEAT_ONLY)

    def check_start(self) -> None:
        """Raise OffleashError if it may not start games."""
        if self.seat:
            raise OffleashError(SEAT_ONLY)

    def check_run(self) -> None:
        """Raise OffleashError if it may not run experiments."""
        self.check_start()
        if not self.is_owner and not self.can_run:
            raise OffleashError(READ_ONLY)

    def folder(self, name: str) -> Path | None:
        """Return the folder of a project; None for a game. Raises OffleashError without either."""
        if name in registry.ROWS:
            return None
        known = [*registry.ROWS, *self.project_names]
        if self.projects is None or name not in known:
            hint, listed = did_you_mean(name, known), ", ".join(known)
            raise OffleashError(f"there is no game {quote(name)}{hint}; there are {listed}")
        return path_inside(self.projects, name)

    def setup(self, values: Mapping[str, Any]) -> Setup:
        """Return the game and the rules that arguments name; read no files but a project's."""
        folder, preset = self.folder(values["game"]), values.get("preset")
        if folder is None:
            game, rules = registry.load(values["game"]), None
        else:
            game, rules = registry.load(game_of(folder)), folder / PROJECT
        settings = with_own_files(game, folder, values.get("options") or {})
        if rules is None:
            with shipped_files_only():
                return _checked(Setup(game, preset, None, settings))
        return _checked(Setup(game, preset, rules, settings, rules))


def with_own_files(game: Game, folder: Path | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options in which the files of a project are texts; others are refused later."""
    files = game.file_options
    values = dict(options)
    for name, value in options.items():
        if name in files and isinstance(value, str) and value not in files[name].shipped:
            if folder is None or value.startswith("@"):
                continue
            values[name] = store_file(folder, game, name, value, read_inside(folder, value))
    return values


def _checked(setup: Setup) -> Setup:
    """Return the setup with its options made. Raises OffleashError if they are wrong."""
    _ = setup.options
    return setup
