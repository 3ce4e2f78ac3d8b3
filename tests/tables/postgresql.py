"""A real PostgreSQL for the tests: Debian's, on loopback, with a port and a folder of its own."""

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.timeouts import TIMEOUT_S

PACKAGES = Path("/usr/lib/postgresql")
PORTS = range(10_000, 32_768)  # Linux itself hands out higher ones
OWNER = "postgres"  # who runs it where the tests are run by root, whom it refuses


def programs() -> Path:
    """Where the newest PostgreSQL is; without one the test is skipped, or fails with CI=true."""
    paths = sorted(PACKAGES.glob("*/bin/postgres"), key=lambda file: float(file.parts[-3]))
    if not paths:
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse("PostgreSQL is missing: no database for tables (as root, `make test` installs it)")
    return paths[-1].parent


def free_port() -> int:
    """A port that nobody gets by chance, so that it is still free later, or free again."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as listener, suppress(OSError):  # it is in use
            listener.bind(("127.0.0.1", port))
            return port


class Server:
    """A PostgreSQL of its own, which can be stopped and started as a test likes."""

    def __init__(self, is_safe: bool = False, parent: Path | None = None) -> None:
        """Only where `is_safe` does it wait for the disk: measurements want that, tests do not."""
        self._programs = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="offleash-postgresql-", dir=parent))
        self._data = self._folder / "data"
        self._count = 0
        self.port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self._folder, OWNER)
        self._run("initdb", "-D", self._data, "-U", OWNER, "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = {
            "listen_addresses": "'127.0.0.1'",
            "port": self.port,
            "unix_socket_directories": "''",
            "fsync": "on" if is_safe else "off",
            "synchronous_commit": "on" if is_safe else "off",
        }
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        as_owner = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            as_owner = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        subprocess.run(
            [str(self._programs / program), *map(str, arguments)],
            check=True,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            **as_owner,
        )

    def start(self) -> None:
        self._control("start", "-l", self._folder / "log")

    def stop(self, mode: str = "fast") -> None:
        """`immediate` is as if the power had gone."""
        self._control("stop", "-m", mode)

    def _control(self, command: str, *options: object) -> None:
        """Waits until it is done."""
        limit = ("-t", int(TIMEOUT_S))
        self._run("pg_ctl", command, "-w", *limit, "-s", "-D", self._data, *options)

    def restart(self) -> None:
        self.stop()
        self.start()

    def log(self) -> str:
        """What it wrote last, for a test that fails."""
        return (self._folder / "log").read_text()[-3000:]

    def address(self, name: str = OWNER) -> str:
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The address of an empty database."""
        self._count += 1
        name = f"tables{self._count}"
        address = ("-h", "127.0.0.1", "-p", self.port, "-U", OWNER)
        self._run("createdb", *address, "-T", "template0", name)
        return self.address(name)

    def remove(self) -> None:
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self._folder)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """One server for all tests of a process; each takes a database of its own.

    A test that stops the server starts it again.
    """
    server = Server()
    yield server
    server.remove()
