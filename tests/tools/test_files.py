"""Files that a user names: one sentence for each failure, and never half a file."""

import os
from pathlib import Path

import pytest

from offleash.tools import files
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import check_writable, read_text, write_text
from tests.processes import run_python


def test_text_is_read_with_or_without_a_mark_and_with_any_line_ends(tmp_path):
    file = tmp_path / "x"
    file.write_bytes("\ufeffä\r\nb\rc\n".encode())
    assert read_text(file) == "ä\nb\nc\n"
    assert read_text(str(file)) == "ä\nb\nc\n"


def test_what_is_written_is_read_back_folders_included(tmp_path):
    file = tmp_path / "a" / "b" / "x.txt"
    write_text(file, "ä\n")
    assert read_text(file) == "ä\n"
    assert os.listdir(file.parent) == ["x.txt"]


def test_the_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.chdir(tmp_path)
    write_text("~/x.txt", "hello")
    assert (tmp_path / "me" / "x.txt").read_text() == "hello"
    assert read_text("~/x.txt") == "hello"
    assert sorted(os.listdir(tmp_path)) == ["me"]


def bad_files(tmp_path):
    (tmp_path / "latin").write_bytes(b"\xe4")
    return {
        "gone": (tmp_path / "gone", "it can't be read (No such file or directory)"),
        "folder": (tmp_path, "it can't be read (Is a directory)"),
        "nul": ("a\0b", "it can't be read (no file can have this name)"),
        "surrogate": ("a\ud800b", "it can't be read (no file can have this name)"),
        "empty": ("", "it can't be read (no file can have this name)"),
        "long": (tmp_path / ("x" * 300), "it can't be read (File name too long)"),
        "latin": (tmp_path / "latin", "it is not text in UTF-8"),
        "endless": ("/dev/zero", "it is larger than 16 MB"),
        "stranger": ("~nobody-of-this-name/x", "it can't be read (there is no such user)"),
    }


@pytest.mark.parametrize("kind", bad_files(Path("/tmp")))
def test_a_file_that_cannot_be_read_gives_one_error_message(tmp_path, kind):
    path, problem = bad_files(tmp_path)[kind]
    with pytest.raises(BadFile) as error:
        read_text(path)
    assert str(error.value) == f"{path}: {problem}"


@pytest.mark.parametrize("act", [check_writable, lambda path: write_text(path, "new")])
@pytest.mark.parametrize("name", ["", "a\0b", "folder", "file/x", "x" * 300, "/proc/no/x"])
def test_a_file_that_cannot_be_written_gives_one_error_message(tmp_path, act, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("old")
    path = f"{tmp_path}/{name}" if name and name[0] != "/" else name
    with pytest.raises(OffleashError, match=r"can't be written \([^)]+\)$"):
        act(path)
    assert (tmp_path / "file").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


@pytest.mark.parametrize("act", [check_writable, lambda path: write_text(path, "new")])
def test_write_protection_is_kept(tmp_path, monkeypatch, act):
    file = tmp_path / "x"
    file.write_text("old")
    file.chmod(0o444)
    if os.access(file, os.W_OK):  # root may write everywhere
        monkeypatch.setattr(files.os, "access", lambda path, mode: False)
    with pytest.raises(OffleashError, match="write-protected"):
        act(file)
    assert file.read_text() == "old"


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_permissions_and_links_stay(tmp_path, mode):
    file, link = tmp_path / "x", tmp_path / "link"
    file.write_text("old")
    file.chmod(mode)
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == mode


def test_a_new_file_has_the_usual_permissions(tmp_path):
    write_text(tmp_path / "ours", "")
    (tmp_path / "usual").write_text("")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
def test_a_failure_at_any_step_keeps_the_old_file(tmp_path, monkeypatch, step):
    def fail(*_):
        raise OSError(28, "No space left on device")

    file = tmp_path / "x"
    file.write_text("old")
    monkeypatch.setattr(files.os, step, fail)
    with pytest.raises(OffleashError, match=r"x can't be written \(No space left on device\)"):
        write_text(file, "new")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["x"]


def test_a_disk_that_runs_full_keeps_the_old_file(tmp_path):
    """A real failure of a real write: the process may not write files beyond a size."""
    file = tmp_path / "x"
    file.write_text("old")
    code = (
        "import resource, signal, sys\n"
        "from offleash.tools.files import write_text\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n    write_text(sys.argv[1], 'new' * 1000)\n"
        "except Exception as error:\n    print(error)\n"
    )
    process = run_python(code, str(file))
    assert process.stdout == f"{file} can't be written (File too large)\n", process.stderr
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["x"]


def test_devices_are_written_to_as_they_are():
    write_text("/dev/null", "gone")
    check_writable("/dev/null")
    check_writable("/dev/stdout")
    assert not Path("/dev/null").is_file()


def test_writing_one_file_under_two_names_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "here").symlink_to(tmp_path)
    check_writable("x", "y", None, None, "new/x")
    for other in ("x", "./x", "new/../x", str(tmp_path / "x"), "~/x", "here/x"):
        with pytest.raises(OffleashError, match="are the same file"):
            check_writable("x", None, other)
    assert os.listdir(tmp_path) == ["here"]
