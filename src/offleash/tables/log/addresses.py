"""Addresses of databases: a PostgreSQL URL, a file, or nothing for the default file."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit, urlunsplit

from offleash.tools import locks
from offleash.tools.errors import OffleashError

if TYPE_CHECKING:
    from offleash.tables.log.store import Store

POSTGRESQL = ("postgresql", "postgres")


def data_folder() -> Path:
    """Return the folder of this user's tables. Raise OffleashError if there is no home folder."""
    places = (os.environ.get(name, "") for name in ("XDG_DATA_HOME", "LOCALAPPDATA"))
    try:
        home = next(filter(os.path.isabs, places), "") or Path.home() / ".local" / "share"
    except RuntimeError:  # a user without a home folder, as in a container
        raise OffleashError(
            "there is no home folder for the tables: name a file with --database"
        ) from None
    return Path(home) / "offleash"


def is_shared(address: str) -> bool:
    """Return whether several workers can use the database."""
    return _parts(address).scheme in POSTGRESQL


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        is_windows_path = len(parts.scheme) == 1  # C:\tables.sqlite
        return SplitResult("", "", address, "", "") if is_windows_path else parts
    except ValueError:
        raise OffleashError(
            "the address of the database is invalid: its brackets do not match"
        ) from None


def file_of(address: str) -> Path:
    """Return the file of an address. Raise OffleashError if it names none."""
    parts = _parts(address)
    if parts.scheme not in ("", "sqlite", "file"):
        raise OffleashError(f"a database must be a file or postgresql://…, not {parts.scheme}://…")
    if not address:
        return data_folder() / "tables.sqlite"
    path = Path(os.path.abspath(os.path.expanduser(parts.path if parts.scheme else address)))
    if not parts.path or path.is_dir():
        raise OffleashError(f"{address} is not a file name; tables need a file")
    return path


@contextmanager
def lock_file(address: str) -> Iterator[None]:
    """Lock the file of a database. Raise OffleashError if another server uses it."""
    if is_shared(address):
        yield
        return
    path = file_of(address)
    with ExitStack() as lock:
        try:
            lock.enter_context(locks.lock_file(path.with_name(f"{path.name}.lock")))
        except BlockingIOError:
            raise OffleashError(
                f"another offleash serve uses the tables in {path}: stop that one, or name "
                "another file with --database"
            ) from None
        yield


def without_password(address: str) -> str:
    """Return the address for display, without a password."""
    if not is_shared(address):
        return str(file_of(address))
    parts = _parts(address)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


def store_at(address: str, timeout_s: float | None = None) -> "Store":
    """Return the store of an address, not yet open; `timeout_s` is how long calls are retried."""
    if not is_shared(address):
        from offleash.tables.log.sqlite import SqliteStore

        return SqliteStore(file_of(address))
    from offleash.tables.log.postgresql import TIMEOUT_S, PostgresqlStore

    return PostgresqlStore(address, TIMEOUT_S if timeout_s is None else timeout_s)


async def check_database(address: str) -> None:
    """Raise OffleashError if the database can't be used."""
    store = store_at(address, timeout_s=0.0)
    try:
        await store.open()
        await store.close()
    except OffleashError as error:
        raise OffleashError(f"{without_password(address)}: {error}") from None


async def owner_key(address: str, is_new: bool) -> str:
    """Return the key in the Studio link; a new one makes guests of all former owners."""
    from offleash.web.cookies import Keys

    store = store_at(address, timeout_s=0.0)
    await store.open()
    try:
        if is_new:
            await store.renew_owner()
        return Keys(await store.key(), await store.owners()).owner_key
    finally:
        await store.close()
