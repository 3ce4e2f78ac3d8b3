"""Which database is meant, and how that may be printed."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from offleash.tables.log import addresses
from offleash.tools.errors import OffleashError


def test_without_an_address_it_is_a_file_in_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert addresses.file_of("") == tmp_path / "offleash" / "tables.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # which its specification says to ignore
    monkeypatch.setenv("HOME", str(tmp_path))
    assert addresses.file_of("") == tmp_path / ".local/share/offleash/tables.sqlite"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "windows"))
    assert addresses.file_of("") == tmp_path / "windows/offleash/tables.sqlite"


def test_a_path_of_windows_is_a_file():
    assert addresses.file_of(r"C:\dogs\tables.sqlite").name.endswith("tables.sqlite")
    assert not addresses.is_shared(r"C:\dogs\tables.sqlite")


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/a/b.sqlite", "/a/b.sqlite"),
        ("sqlite:///a/b.sqlite", "/a/b.sqlite"),
        ("/a/b c?d#e.sqlite", "/a/b c?d#e.sqlite"),
    ],
)
def test_a_file_address_is_a_path(address, path):
    assert addresses.file_of(address) == Path(path)
    assert not addresses.is_shared(address)


@pytest.mark.parametrize("address", ["mysql://x/y", "http://x", "sqlite://", "/"])
def test_anything_else_gives_one_error_message(address):
    with pytest.raises(OffleashError, match=r"not a file name|a database must be a file"):
        addresses.file_of(address)


def test_a_password_is_not_shown():
    address = "postgresql://me:secret@host:5433/tables?password=secret"
    assert addresses.is_shared(address)
    assert addresses.without_password(address) == "postgresql://host:5433/tables"


def test_a_file_that_is_something_else_gives_one_error_message(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear dog, " * 1000)
    with pytest.raises(OffleashError, match=r"letter\.txt: file is not a database"):
        asyncio.run(addresses.check_database(str(file)))


def test_tables_of_a_later_version_are_refused(tmp_path):
    address = str(tmp_path / "tables.sqlite")
    asyncio.run(addresses.check_database(address))
    connection = sqlite3.connect(address)
    with connection:
        connection.execute("UPDATE settings SET value = '2' WHERE name = 'format'")
    connection.close()
    with pytest.raises(OffleashError, match="later version"):
        asyncio.run(addresses.check_database(address))
