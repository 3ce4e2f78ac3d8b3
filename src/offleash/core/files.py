"""The files that a user names: read whole or refused, written whole or not at all."""

import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from offleash.core.errors import BadFile, OffleashError

MEGABYTE = 1 << 20
LARGEST = 16 * MEGABYTE  # no transcript, scenario or rules file comes near


def read_text(path: str | Path) -> str:
    """The text of a file in UTF-8, with or without the mark that some editors put first."""
    try:
        with _located(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError, OffleashError) as error:
        raise BadFile(path, None, f"it can't be read ({_reason(error)})") from None
    if len(data) > LARGEST:
        raise BadFile(path, None, f"it is larger than {LARGEST // MEGABYTE} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(path, None, "it is not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: str | Path, text: str) -> None:
    """Writes a file in UTF-8; when that fails, the file that was there is still there."""
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Writes a file, folders included; when that fails, the file that was there is still there."""
    try:
        place = _refuse_folder(_located(path))
        if place.exists() and not place.is_file():
            place.write_bytes(data)  # a pipe or a device, which nothing can take the place of
        else:
            _replace(Path(os.path.realpath(place)), data)
    except (OSError, ValueError, OffleashError) as error:
        raise _not_written(path, error) from None


def write_together(files: Mapping[Path, bytes]) -> None:
    """Writes plain files; when there is no room for all of them, all are still as they were."""
    made: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            try:
                target = Path(os.path.realpath(_refuse_folder(_located(path))))
                made.append((_beside(target, data), target))
            except (OSError, ValueError, OffleashError) as error:
                raise _not_written(path, error) from None
        for name, target in made:
            try:
                os.replace(name, target)
            except OSError as error:
                raise _not_written(target, error) from None
    finally:
        for name, _ in made:
            with suppress(OSError):
                os.unlink(name)


def check_writable(*paths: str | Path | None) -> None:
    """Before long work: every file can be written where it is wanted, and no two are one."""
    named: dict[str, str | Path] = {}
    for path in paths:
        if path is None:
            continue
        try:
            place = _refuse_folder(_located(path))
            is_device = place.exists() and not place.is_file()
            place = Path(os.path.realpath(place))
            if not is_device:
                _try_out(place)
        except (OSError, ValueError, OffleashError) as error:
            raise _not_written(path, error) from None
        if str(place) in named:
            raise OffleashError(f"{named[str(place)]} and {path} are one file: name two")
        named[str(place)] = path


def exists(path: str | Path) -> bool:
    """Whether there is something that writing would overwrite."""
    try:
        return _located(path).exists()
    except (OSError, ValueError, OffleashError):
        return False


def _located(path: str | Path) -> Path:
    """The path with `~` resolved; refuses names that no file can have."""
    if not str(path) or "\0" in str(path):
        raise OffleashError("no file can have this name")
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise OffleashError("there is no such user") from None


def _refuse_folder(place: Path) -> Path:
    if place.is_dir():
        raise OffleashError("it is a folder")
    return place


def _replace(target: Path, data: bytes) -> None:
    """Writes beside the target first, then takes its place in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    name = _beside(target, data)
    try:
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _beside(target: Path, data: bytes) -> str:
    """The name of a new file that can take the target's place."""
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
    """The permissions of the file that is there, or those of a new one."""
    if target.exists():
        if not os.access(target, os.W_OK):
            raise OffleashError("it is write-protected")
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _try_out(place: Path) -> None:
    """Makes and removes a file in the nearest folder that is there already."""
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


def _not_written(path: str | Path, error: Exception) -> OffleashError:
    return OffleashError(f"{path} can't be written ({_reason(error)})")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) if isinstance(error, OffleashError) else "no file can have this name"
