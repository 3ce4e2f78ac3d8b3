"""Deleted projects: whole folders in `.deleted`, next to the projects, until they are erased."""

import os
import shutil
from pathlib import Path

from offleash.projects.project import list_projects, path_inside
from offleash.tools.errors import OffleashError
from offleash.tools.locks import lock_folder

DELETED = ".deleted"


def delete_project(projects: Path, name: str) -> None:
    """Delete a project, so that it can be restored with its history and links.

    Raises OffleashError if there is none.
    """
    if name not in list_projects(projects):
        raise OffleashError("There is no such project.")
    source, target = path_inside(projects, name), projects / DELETED
    with lock_folder(source, wait=True):  # nobody saves meanwhile
        target.mkdir(exist_ok=True)
        source.rename(_free_place(target, name))


def list_deleted(projects: Path) -> list[str]:
    """Return the names of the projects that can be restored."""
    return list_projects(projects / DELETED)


def restore_project(projects: Path, name: str) -> None:
    """Restore a deleted project. Raise OffleashError if there is none, or its name is taken."""
    source = _deleted_folder(projects, name)
    if (projects / name).exists():
        raise OffleashError(f"{name} already exists: rename or delete that project first.")
    source.rename(projects / name)


def erase_project(projects: Path, name: str) -> None:
    """Remove a deleted project for good, with its history, images, comments and links."""
    shutil.rmtree(_deleted_folder(projects, name))


def _deleted_folder(projects: Path, name: str) -> Path:
    if name not in list_deleted(projects):
        raise OffleashError("There is no such deleted project.")
    return projects / DELETED / name


def _free_place(folder: Path, name: str) -> Path:
    """Return where a project goes: its name, with a number if one of that name is there."""
    number, place = 1, folder / name
    while os.path.lexists(place):
        number += 1
        place = folder / f"{name}-{number}"
    return place
