"""A forked program does what an ordinary process does."""

import subprocess
import sys

import pytest

from tests import processes
from tests.processes import run_program

PROGRAM = """
import os, sys
print(sys.stdin.read().upper(), sys.argv[1:], os.environ.get("COLOUR"), os.getcwd())
print("woof", file=sys.stderr)
if sys.argv[1:] == ["fail"]:
    raise ValueError("a bone")
sys.exit({"word": "no", "seven": 7}.get(sys.argv[-1], 0))
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A module of the current folder."""
    (tmp_path / "planted_program.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "planted_program"


def started(module, *arguments, stdin, encoding="utf-8", **environment):
    """The same in an ordinary process."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        input=stdin,
        capture_output=True,
        encoding=encoding,
        env={**processes.os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "status"), [((), 0), (("a", "b c"), 0), (("seven",), 7), (("word",), 1)]
)
def test_output_errors_and_status_are_the_same(program, arguments, status):
    forked = run_program(program, *arguments, stdin="sit é", COLOUR="brown")
    plain = started(program, *arguments, stdin="sit é", COLOUR="brown")
    assert (
        (forked.returncode, forked.stdout)
        == (status, plain.stdout)
        == (plain.returncode, forked.stdout)
    )
    assert forked.stderr == plain.stderr and "SIT É" in forked.stdout and "brown" in forked.stdout


def test_a_crash_is_a_traceback_and_status_1(program):
    forked = run_program(program, "fail")
    assert forked.returncode == 1
    assert forked.stderr.startswith("woof\nTraceback") and "ValueError: a bone" in forked.stderr


def test_the_encoding_is_the_one_asked_for(program):
    forked = run_program(program, stdin="é".encode("latin-1"), PYTHONIOENCODING="latin-1")
    assert forked.stdout.startswith("É ")


def test_programs_leave_nothing_behind(program):
    run_program(program, COLOUR="brown")
    assert "None" in run_program(program).stdout


def test_what_python_reads_at_start_up_needs_an_ordinary_process(program, monkeypatch):
    monkeypatch.setattr(processes.ForkServer, "run", None)
    assert run_program(program, PYTHONHASHSEED="1").returncode == 0
    with pytest.raises(TypeError):
        run_program(program)


def test_answers_that_come_together_are_read_one_by_one():
    code = "import sys; print('7\\n0', flush=True); sys.stdin.read()"
    server = processes.ForkServer("-c", code)
    assert [int(server.answer("a number")) for _ in range(2)] == [7, 0]
    server.stop()


def test_a_program_that_hangs_is_killed(tmp_path, monkeypatch):
    (tmp_path / "planted_hanging.py").write_text("import time; time.sleep(3600)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(processes, "TIMEOUT_S", 0.1)
    with pytest.raises(subprocess.TimeoutExpired):
        run_program("planted_hanging")
    monkeypatch.undo()
    assert run_program("offleash.cli", "--version").returncode == 0
