"""Which database is meant: an address is a URL of PostgreSQL, or a file, or nothing."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit, urlunsplit

from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.tables.store.store import Store

POSTGRESQL = ("postgresql", "postgres")


def data_folder() -> Path:
    """Where this user's tables are, unless another database is named."""
    chosen = os.environ.get("XDG_DATA_HOME", "")
    try:
        home = Path(chosen) if os.path.isabs(chosen) else Path.home() / ".local" / "share"
    except RuntimeError:  # a user without a home, as in a container
        raise OffleashError(
            "there is no home folder to keep tables in: name a file with --database"
        ) from None
    return home / "offleash"


def is_shared(address: str) -> bool:
    """Whether several workers can use it."""
    return _parts(address).scheme in POSTGRESQL


def _parts(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:
        raise OffleashError("the address of the database is none: its brackets differ") from None


def file_of(address: str) -> Path:
    """The file of an address that is none of PostgreSQL's."""
    parts = _parts(address)
    if parts.scheme not in ("", "sqlite", "file"):
        raise OffleashError(f"a database is a file, or postgresql://…, and not {parts.scheme}://…")
    if not address:
        return data_folder() / "tables.sqlite"
    path = Path(os.path.abspath(os.path.expanduser(parts.path if parts.scheme else address)))
    if not parts.path or path.is_dir():
        raise OffleashError(f"{address} is no file that tables could be kept in")
    return path


@contextmanager
def held(address: str) -> Iterator[None]:
    """Nobody else serves from the file meanwhile: what they wrote would not be heard here."""
    if is_shared(address):
        yield
        return
    path = file_of(address)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OffleashError(
                f"another offleash serve keeps its tables in {path}: stop that one, or name "
                "another file with --database"
            ) from None
        yield


def shown(address: str) -> str:
    """The address as it may be printed: without a password."""
    if not is_shared(address):
        return str(file_of(address))
    parts = _parts(address)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


def store_at(address: str, patience: float | None = None) -> "Store":
    """The store, still closed; `patience` is how long it waits for a database that is away."""
    if not is_shared(address):
        from offleash.tables.store.sqlite import SqliteStore

        return SqliteStore(file_of(address))
    from offleash.tables.store.postgresql import PATIENCE, PostgresqlStore

    return PostgresqlStore(address, PATIENCE if patience is None else patience)


async def try_out(address: str) -> None:
    """Raises one sentence where no tables can be kept there."""
    store = store_at(address, patience=0.0)
    try:
        await store.open()
        await store.close()
    except OffleashError as error:
        raise OffleashError(f"{shown(address)}: {error}") from None


async def make_owner_anew(address: str) -> None:
    """No browser that was the owner's stays so."""
    store = store_at(address, patience=0.0)
    await store.open()
    try:
        await store.make_owner_anew()
    finally:
        await store.close()
