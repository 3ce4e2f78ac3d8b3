"""Reads and writes the files that a user names; a file is written completely or not at all."""

import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from offleash.tools.errors import BadFile, OffleashError

MEGABYTE = 1 << 20
BLOCK_BYTES = 4096  # bytes that a disk gives a file at least
MAX_BYTES = 16 * MEGABYTE  # much more than any transcript, scenario or rules file


def read_text(path: str | Path) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark. Raises BadFile."""
    try:
        with _expand(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError, OffleashError) as error:
        raise BadFile(path, None, f"it can't be read ({_reason(error)})") from None
    if len(data) > MAX_BYTES:
        raise BadFile(path, None, f"it is larger than {MAX_BYTES // MEGABYTE} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(path, None, "it is not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: str | Path) -> bytes:
    """Read a file. Raise OffleashError if that is not possible."""
    try:
        return _require_file(_expand(path)).read_bytes()
    except (OSError, OffleashError) as error:
        raise OffleashError(f"{path} can't be read: {_reason(error)}") from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file in UTF-8; if that fails, the old file is unchanged. Raises OffleashError."""
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file and its folders; if that fails, the old file is unchanged."""
    try:
        place = _require_file(_expand(path))
        if place.exists() and not place.is_file():
            place.write_bytes(data)  # a pipe or a device can't be replaced
        else:
            _replace(Path(os.path.realpath(place)), data)
    except (OSError, ValueError, OffleashError) as error:
        raise _write_error(path, error) from None


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write several files; if the disk has no room for all of them, none is changed."""
    drafts: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            try:
                target = Path(os.path.realpath(_require_file(_expand(path))))
                drafts.append((_write_draft(target, data), target))
            except (OSError, ValueError, OffleashError) as error:
                raise _write_error(path, error) from None
        for name, target in drafts:
            try:
                os.replace(name, target)
            except OSError as error:
                raise _write_error(target, error) from None
    finally:
        for name, _ in drafts:
            with suppress(OSError):
                os.unlink(name)


def check_writable(*paths: str | Path | None) -> None:
    """Check before long work that all files can be written and no two paths are the same file."""
    path_by_place: dict[Path, str | Path] = {}
    for path in paths:
        if path is None:
            continue
        try:
            place = _require_file(_expand(path))
            is_device = place.exists() and not place.is_file()
            place = Path(os.path.realpath(place))
            if not is_device:
                _check_place(place)
        except (OSError, ValueError, OffleashError) as error:
            raise _write_error(path, error) from None
        if place in path_by_place:
            raise OffleashError(
                f"{path_by_place[place]} and {path} are the same file: name two different ones"
            )
        path_by_place[place] = path


def used_bytes(folder: str | Path) -> int:
    """Return the room that a folder takes on the disk, in whole blocks; 0 if there is none."""
    total, folders = 0, [os.fspath(folder)]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                with suppress(OSError):  # removed in the meantime
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    blocks = -(-entry.stat(follow_symlinks=False).st_size // BLOCK_BYTES)
                    total += max(blocks, 1) * BLOCK_BYTES
    return total


def exists(path: str | Path) -> bool:
    """Return whether there is a file that writing would replace."""
    try:
        return _expand(path).exists()
    except (OSError, ValueError, OffleashError):
        return False


def _expand(path: str | Path) -> Path:
    """Return the path with `~` expanded. Raises OffleashError for names that no file can have."""
    if not str(path) or "\0" in str(path):
        raise OffleashError("no file can have this name")
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise OffleashError("there is no such user") from None


def _require_file(place: Path) -> Path:
    if place.is_dir():
        raise OffleashError("it is a folder")
    return place


def _replace(target: Path, data: bytes) -> None:
    """Write a draft next to the target, then replace the target in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    name = _write_draft(target, data)
    try:
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _write_draft(target: Path, data: bytes) -> str:
    """Write a new file in the folder of the target and return its name."""
    mode = _mode(target)
    handle, name = tempfile.mkstemp(prefix=".offleash-", dir=target.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return name


def _mode(target: Path) -> int:
    """Return the permissions of the existing file, or those of a new one."""
    if target.exists():
        if not os.access(target, os.W_OK):
            raise OffleashError("it is write-protected")
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _check_place(place: Path) -> None:
    """Create and remove a file in the nearest folder that exists."""
    folder = place.parent
    while not folder.exists():
        folder = folder.parent
    if place.exists() and not os.access(place, os.W_OK):
        raise OffleashError("it is write-protected")
    if len(os.fsencode(place.name)) > os.pathconf(folder, "PC_NAME_MAX"):
        raise OffleashError("the name is too long")
    handle, name = tempfile.mkstemp(prefix=".offleash-", dir=folder)
    os.close(handle)
    os.unlink(name)


def _write_error(path: str | Path, error: Exception) -> OffleashError:
    return OffleashError(f"{path} can't be written ({_reason(error)})")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) if isinstance(error, OffleashError) else "no file can have this name"
