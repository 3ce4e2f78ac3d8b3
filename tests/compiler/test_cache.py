"""What is kept: damaged files are written again, old folders go, a full disk stops nothing."""

import errno
import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from offleash.compiler import cache_files as cache, notice
from offleash.games import registry
from offleash.tools.errors import OffleashError
from tests.compiler.conftest import RAISED, raise_three

NOW = 2_000_000_000.0


def flip_bit(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGES = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "one bit": flip_bit,
    "noise": lambda data: b"\x80\x04noise" * 100,
    "head only": lambda data: cache.FORMAT,
    "longer": lambda data: data + b"\0",
    "another format": lambda data: data.replace(cache.FORMAT, b"offleash 0\n", 1),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("kinds", [["whole"], ["part", "whole"]], ids=["machine code", "all"])
def test_damaged_files_are_rewritten(small_rules, damage, kinds, capfd):
    assert raise_three(small_rules.load()) == RAISED
    files = [file for kind in kinds for file in small_rules.files(kind)]
    for file in files:
        file.write_bytes(damage(file.read_bytes()))
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices[-1].done == len(files)
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices == []
    assert capfd.readouterr().err == ""


def test_files_that_cannot_be_unpickled_are_rewritten(small_rules):
    assert raise_three(small_rules.load()) == RAISED
    for file in small_rules.files("whole"):
        cache.write(file, b"no pickle")
    assert raise_three(small_rules.load()) == RAISED
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices == []


def test_a_file_without_read_permission_is_rewritten(small_rules, monkeypatch):
    assert raise_three(small_rules.load()) == RAISED
    read_bytes = Path.read_bytes

    def refuse(path):
        if path.suffix == ".whole":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert raise_three(small_rules.load()) == RAISED
    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices == []


def raise_disk_full(*_, **__):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_reported_once_and_stops_nothing(small_rules, monkeypatch, capsys):
    module = small_rules.load()
    monkeypatch.setattr(Path, "write_bytes", raise_disk_full)
    assert raise_three(module) == RAISED
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"offleash: compiled rules can't be stored in {small_rules.folder}")
    assert lines[0].endswith("make room there, or set OFFLEASH_CACHE to another folder")
    assert [file for file in small_rules.folder.rglob("*") if file.suffix] == []


def test_a_disk_without_room_for_a_folder_stops_nothing(small_rules, monkeypatch, capsys):
    monkeypatch.setattr(Path, "mkdir", raise_disk_full)
    assert raise_three(small_rules.load()) == RAISED
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_that_cannot_be_made_is_refused(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OFFLEASH_CACHE", str(tmp_path / "file"))
    with pytest.raises(OffleashError, match="set OFFLEASH_CACHE to a folder"):
        cache.open_folder("dog-0123456789abcdef")


def make_cache_folder(root, name, days, stamp=cache.STAMP):
    """A folder that was last used so long ago."""
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "rule.part").write_bytes(b"code")
    if stamp:
        (folder / stamp).touch()
        os.utime(folder / stamp, (NOW - days * cache.DAY_S,) * 2)
    return folder


def test_folders_long_unused_are_removed_and_nothing_else(tmp_path):
    old = make_cache_folder(tmp_path, "dog-0123456789abcdef", 61)
    kept_folders = [
        make_cache_folder(tmp_path, "dog-1123456789abcdef", 59),
        make_cache_folder(tmp_path, "notes", 1000),
        make_cache_folder(tmp_path, "dog-short", 1000),
        make_cache_folder(tmp_path, "dog-2123456789abcdef", 1000, stamp=None),
        make_cache_folder(tmp_path / "other", "dog-0123456789abcdef", 1000),
    ]
    (tmp_path / "dog-3123456789abcdef").symlink_to(tmp_path / "other" / "dog-0123456789abcdef")
    (tmp_path / "dog-4123456789abcdef").write_text("a file")
    cache.prune(tmp_path, NOW)
    assert not old.exists()
    assert all((folder / "rule.part").exists() for folder in kept_folders)
    assert (tmp_path / "dog-3123456789abcdef").is_symlink()
    assert (tmp_path / "dog-4123456789abcdef").is_file()


def test_opening_a_folder_uses_it_and_looks_for_old_ones_once_a_day(monkeypatch, tmp_path):
    monkeypatch.setenv("OFFLEASH_CACHE", str(tmp_path))
    prune_times = []
    monkeypatch.setattr(cache, "prune", lambda root, now: prune_times.append(now))
    folder = make_cache_folder(tmp_path, "dog-0123456789abcdef", 100)
    hours = [NOW + hour * 3600 for hour in (0, 1, 23, 25)]
    for now in hours:
        monkeypatch.setattr(cache.time, "time", lambda now=now: now)
        cache.open_folder(folder.name)
    assert prune_times == [hours[0], hours[3]]
    assert (folder / cache.STAMP).stat().st_mtime == hours[3]


def test_the_time_is_estimated_from_earlier_compilations(monkeypatch, tmp_path):
    monkeypatch.setenv("OFFLEASH_CACHE", str(tmp_path))
    notices = []

    def compile_rules(total, seconds):
        clock = iter([0.0, seconds])
        monkeypatch.setattr(notice.time, "perf_counter", lambda: next(clock))
        with notice.Progress(notices.append, "dog", "perft", total) as progress:
            for _ in range(total):
                progress.advance()
        return notices[-1].seconds

    many = notice.MANY
    assert compile_rules(many - 1, 1000.0) is None
    assert compile_rules(many, 10.0) is None  # nothing was known yet
    assert compile_rules(2 * many, 12.0) == pytest.approx(20.0)
    assert compile_rules(many, 1.0) == pytest.approx(6.0)
    assert compile_rules(many - 1, 1.0) is None


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch):
    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    for name in ("OFFLEASH_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(cache.Path, "home", nowhere)
    with pytest.raises(OffleashError, match="set OFFLEASH_CACHE to a folder"):
        cache.cache_root()
    monkeypatch.setenv("LOCALAPPDATA", "/windows")
    assert cache.cache_root() == Path("/windows/offleash")


def non_contiguous_arrays(modules):
    """Arrays among the globals of modules that do not lie in one piece."""
    return [
        f"{name}.{key}"
        for name, module in modules.items()
        for key, value in vars(module).items()
        if isinstance(value, np.ndarray) and not value.flags.c_contiguous
    ]


@pytest.mark.parametrize("name", registry.ROWS)
def test_tables_that_rules_read_are_contiguous(name):
    """Others are read by their address: code that does so is good for one process only."""
    homes = tuple(f"{package}.rules." for package in registry.load(name).rules.rule.packages)
    modules = {key: module for key, module in sys.modules.items() if key.startswith(homes)}
    assert modules
    assert non_contiguous_arrays(modules) == []


def test_a_non_contiguous_table_is_found():
    module = ModuleType("small")
    module.WHOLE, module.TURNED = np.zeros((2, 3)), np.zeros((2, 3)).T
    assert non_contiguous_arrays({"small": module}) == ["small.TURNED"]
