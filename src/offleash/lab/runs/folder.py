"""The folder of a run: owned by one plan, locked by one writer, written atomically.

A folder belongs to a run when it has a `plan.json`. Before that it must be empty, so that no other
file is ever overwritten.
"""

import json
import os
import platform
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from offleash import __version__
from offleash.engine.batch import cores
from offleash.lab.plans.plan import files_to_json, store_files
from offleash.tools import locks
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import check_writable, read_text, write_text

PLAN, VERSIONS, HOST, SUMMARY = "plan.json", "versions.json", "host.json", "summary.json"
DRAFT = ".draft-"  # prefix of files that are still being written
LIBRARIES = ("numpy", "numba", "polars")


class Folder:
    """A folder that only this process writes to until it is closed."""

    def __init__(self, path: Path, identity: Mapping[str, Any], rules: str) -> None:
        """Open or create the folder of a plan; `rules` is the digest of its rules and bots."""
        self.path = _resolve(path)
        _refuse_foreign_files(self.path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _write_error(path, error) from None
        check_writable(self.path / PLAN)
        self._lock = _take_lock(self.path)
        try:
            self._open(identity, rules)
        except BaseException:
            self.close()
            raise

    def _open(self, identity: Mapping[str, Any], rules: str) -> None:
        if (self.path / PLAN).exists():
            _refuse_other_plan(self.path, identity, rules)
        else:
            files = files_to_json(identity)
            more = {"files": files} if files else {}
            self.write_json(PLAN, {"plan": identity, "rules": rules, **more})
        for leftover in filter(lambda file: _is_draft(file.name), self.path.iterdir()):
            if leftover.is_dir():
                remove(leftover)
            else:
                leftover.unlink(missing_ok=True)

    def close(self) -> None:
        """Release the lock."""
        self._lock.close()

    def write_json(self, name: str, data: Any) -> None:
        """Write data as JSON, sorted so that the same data give the same bytes."""
        text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
        write_text(self.path / name, f"{text}\n")

    def write_facts(self) -> None:
        """Write software versions and the host, which are not part of the results."""
        self.write_json(VERSIONS, versions())
        self.write_json(HOST, {"cores": cores(), "platform": platform.platform()})

    def write(self, name: str, data: bytes) -> None:
        """Write a file atomically."""
        draft = self.draft(name)
        _write_through(draft, data)
        self.publish(draft, name)

    def draft(self, name: str) -> Path:
        """Return the temporary path for a file of this name."""
        return self.path / f"{DRAFT}{name}"

    def publish(self, draft: Path, name: str) -> None:
        """Rename a draft to its final name once it is on the disk."""
        _sync(draft)
        draft.replace(self.path / name)
        _sync(self.path)


def write_whole(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a new folder with its files atomically."""
    draft = folder.with_name(f"{DRAFT}{folder.name}")
    remove(draft)
    draft.mkdir(parents=True)
    try:
        for name, data in files.items():
            _write_through(draft / name, data)
        _sync(draft)
        draft.rename(folder)
        _sync(folder.parent)
    except BaseException:
        remove(draft)
        raise


def remove(folder: Path) -> None:
    """Delete a folder with its contents, if it exists."""
    shutil.rmtree(folder, ignore_errors=True)


def read_json(path: Path) -> Any:
    """Read a JSON file. Raise BadFile if it can't be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it was damaged or changed"
        raise BadFile(path, None, f"it can't be read ({reason})") from None


def read_plan(path: Path) -> tuple[dict[str, Any], str]:
    """Return the identity of a folder's plan and the digest of its rules; store its files.

    Raises BadFile.
    """
    try:
        data = json.loads(read_text(path / PLAN))
        store_files(data["plan"], data.get("files", {}))
        return dict(data["plan"]), str(data["rules"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadFile(path / PLAN, None, "it is not the plan of a run") from None


def versions() -> dict[str, str]:
    """Return the versions of Offleash, Python and the libraries in use."""
    installed = {"offleash": __version__, "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            installed[name] = version(name)
        except PackageNotFoundError:
            continue
    return installed


def write_failure(path: Path, error: Exception, games: int) -> OffleashError:
    """Return the error for a run that can't write its results."""
    remains = f"{games:,} games are saved; " if games else ""
    return OffleashError(
        f"{path} can't be written ({_reason(error)}): {remains}repeat the command to continue"
    )


# Checks


def _resolve(path: Path) -> Path:
    try:
        place = Path(path).expanduser()
        if place.exists() and not place.is_dir():
            raise OffleashError(f"{path} is a file, and a run needs a folder")
    except RuntimeError:
        raise OffleashError(f"{path} can't be written (there is no such user)") from None
    except (OSError, ValueError) as error:
        raise _write_error(path, error) from None
    return place


def _refuse_foreign_files(path: Path) -> None:
    if not path.exists() or (path / PLAN).exists():
        return
    foreign = sorted(file.name for file in path.iterdir() if not _is_draft(file.name))
    if foreign:
        raise OffleashError(
            f"{path} has other files in it, such as {foreign[0]}: name a new folder"
        )


def _is_draft(name: str) -> bool:
    return name.startswith((DRAFT, ".offleash-"))


def _refuse_other_plan(path: Path, identity: Mapping[str, Any], rules: str) -> None:
    known, played_by = read_plan(path)
    if known != identity:
        every: Iterable[str] = sorted({*known, *identity})
        differs = [name for name in every if known.get(name) != identity.get(name)]
        raise OffleashError(
            f"{path} holds another experiment (not the same {', '.join(differs)}): "
            "name another folder"
        )
    if played_by != rules:
        raise OffleashError(
            f"the rules have changed since the games in {path} were played: name another folder"
        )


def _take_lock(path: Path) -> ExitStack:
    """Take a lock that ends with the process. Raise OffleashError if another holds it."""
    lock = ExitStack()
    try:
        lock.enter_context(locks.lock_folder(path))
    except BlockingIOError:
        raise OffleashError(f"another run is writing to {path}: wait for it to end") from None
    except OSError:  # a file system without locks
        pass
    return lock


def _write_error(path: Path, error: Exception) -> OffleashError:
    return OffleashError(f"{path} can't be written ({_reason(error)})")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split())


# Disk writes


def _write_through(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
