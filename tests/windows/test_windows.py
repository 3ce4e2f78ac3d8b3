"""Where Python lacks what it lacks on Windows, tables are served, and locks still lock.

That everything can be imported and commands run is checked in the environment of `tests/install`.
"""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

from offleash.tools import locks
from tests.timeouts import TIMEOUT_S
from tests.windows import sitecustomize

FOLDER = Path(__file__).parent
SOURCE = FOLDER.parent.parent / "src" / "offleash"
GAME = "domidog"


def windows_variables():
    path = os.pathsep.join((str(FOLDER), str(SOURCE.parent), str(FOLDER.parent.parent)))
    return {**os.environ, "PYTHONPATH": path}


def unguarded(tree):
    """POSIX modules that are imported outside `try`, by name."""
    guarded = {
        node
        for attempt in ast.walk(tree)
        if isinstance(attempt, ast.Try)
        for statement in attempt.body
        for node in ast.walk(statement)
    }
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in guarded:
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node not in guarded:
            names.append(node.module)
    return {*names} & {*sitecustomize.MODULES}


def test_posix_modules_are_imported_in_a_try():
    assert unguarded(ast.parse("def f():\n    import fcntl")) == {"fcntl"}
    assert unguarded(ast.parse("try:\n    import fcntl\nexcept ImportError:\n    pass")) == set()
    texts = {file: file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py")}
    named = {f: t for f, t in texts.items() if any(name in t for name in sitecustomize.MODULES)}
    assert {f.name: names for f, t in named.items() if (names := unguarded(ast.parse(t)))} == {}


LOCK = """
import sys
from pathlib import Path
from offleash.tools import locks
lock = locks.lock_folder if Path(sys.argv[1]).is_dir() else locks.lock_file
try:
    with lock(Path(sys.argv[1]), wait=sys.argv[2] == "wait"):
        print("locked", flush=True)
        sys.stdin.read()
except BlockingIOError:
    print("busy")
"""


@pytest.fixture(params=["file", "folder"])
def place(request, tmp_path):
    path = tmp_path / request.param
    path.mkdir() if request.param == "folder" else path.write_text("dog")
    return path


@pytest.mark.parametrize("variables", [os.environ, windows_variables()], ids=["here", "windows"])
def test_a_lock_ends_with_its_process(place, variables):
    def start(how):
        return subprocess.Popen(
            [sys.executable, "-c", LOCK, str(place), how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=variables,
        )

    def is_locked():
        code = "import sys; from pathlib import Path; from offleash.tools import locks"
        ask = [sys.executable, "-c", f"{code}; print(locks.is_locked(Path(sys.argv[1])))"]
        return subprocess.check_output([*ask, str(place)], text=True, env=variables) == "True\n"

    assert not is_locked()
    first = start("wait")
    assert first.stdout.readline() == "locked\n" and is_locked()
    assert start("now").communicate(timeout=TIMEOUT_S) == ("busy\n", None)
    if place.is_file():
        assert place.read_text() == "dog"  # nobody is kept from reading it
    second = start("wait")
    first.kill()
    first.communicate()
    assert second.stdout.readline() == "locked\n"
    second.communicate("", timeout=TIMEOUT_S)
    assert not is_locked()


def test_the_current_folder_is_locked_under_any_path(tmp_path, monkeypatch):
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", SimpleNamespace(locking=os.lockf, LK_NBLCK=os.F_TLOCK))
    for path in (Path(), Path("../mine"), folder):
        with locks.lock_folder(path):
            assert [file.name for file in tmp_path.iterdir() if file.is_file()] == [".mine.lock"]
    assert list(folder.iterdir()) == []


def test_tables_are_served(tmp_path):
    command = [sys.executable, "-m", "offleash", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "tables.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=windows_variables(),
    )
    try:
        link = process.stdout.readline().split()[1]
        for path in ("", f"rules/{GAME}", "replay"):
            with urlopen(f"{link}{path}", timeout=TIMEOUT_S) as page:
                assert page.status == 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=TIMEOUT_S)
        assert (process.returncode, errors) == (0, "")
    finally:
        process.kill()
        process.communicate()
