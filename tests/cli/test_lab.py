"""Experiments from the command line: folders, what they refuse, and what is missing."""

import json
import os
import pty

import pytest

from offleash.cli import app
from offleash.games.registry import load
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.estimate import LiveEstimate
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError
from tests.processes import fork_server, output_of

# A world in which some libraries were never installed: three commands, a line for each.
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('polars', 'scipy', 'altair', 'optuna'):
            raise ModuleNotFoundError(f'No module named {name!r}')
sys.meta_path.insert(0, Missing())
from offleash.cli.app import run
from offleash.tools.errors import OffleashError
for more in [], ['--out', sys.argv[1]], ['--report', sys.argv[1]]:
    try:
        run(['simulate', 'dog', '-n', '20', '--brief', *more])
    except OffleashError as error:
        print(error)
"""


@pytest.fixture
def run_command(capsys):
    """Runs a command in this process; what it printed, and its messages."""

    def run(*arguments):
        status = app.run([str(argument) for argument in arguments])
        assert not status
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


def error_of(*arguments) -> str:
    with pytest.raises(OffleashError) as error:
        app.run([str(argument) for argument in arguments])
    return str(error.value)


def test_a_folder_is_kept_and_read_again(run_command, tmp_path):
    plain = ("simulate", "dog", "-n", 40)
    command = (*plain, "--out", tmp_path / "run")
    first, errors = run_command(*command)
    assert "games per second; seed 0" in errors
    assert run_command(*command) == (first, "already played; seed 0\n")
    assert first == run_command(*plain)[0]
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert json.loads(run_command(*command, "--json")[0]) == summary
    assert json.loads(run_command(*plain, "--json")[0]) == summary


def test_seconds_change_minutes_and_no_game(run_command, tmp_path):
    plain = ("simulate", "digs", "-n", 12, "--seats", "random")
    usual = json.loads(run_command(*plain, "--json")[0])
    command = (*plain, "--seconds", "choice=20,chance=0,forced=0", "--out", tmp_path / "run")
    text = run_command(*command)[0]
    assert "with --seconds choice=20,forced=0,chance=0" in text.splitlines()
    slow = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert slow["seconds"] == {"choice": 20, "forced": 0, "chance": 0}
    figures, others = slow["figures"], usual["figures"]
    assert slow["digest"] == usual["digest"]
    changed = {key for key in figures if figures[key] != others[key]}
    assert changed and all(key.startswith("Playing time") for key in changed)
    choices = figures["Decisions: decisions"] * (1 - figures["Decisions: of them forced"])
    assert figures["Playing time: minutes, mean"] == pytest.approx(choices * 20 / 60)
    again = run_command("run", tmp_path / "run" / "plan.toml", "--json")[0]
    assert json.loads(again) == slow
    assert "has no kind of decision 'walk'" in error_of(*plain, "--seconds", "walk=3")


def test_absurd_numbers_of_threads_are_accepted(run_command):
    plain = ("simulate", "dog", "-n", 8, "--seats", "random")
    assert run_command(*plain, "--threads", 10**18)[0] == run_command(*plain, "--threads", 1)[0]
    assert "the number of threads is 1000" in error_of(*plain, "--threads", 10**30)


def test_a_folder_without_a_name_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for option in ("--out", "--report"):
        message = error_of("simulate", "dog", "-n", 8, option, "")
        assert message == "--out and --report need the name of a folder"
    assert not list(tmp_path.iterdir())


def test_folders_are_refused_before_anything_is_played(run_command, tmp_path):
    (tmp_path / "thesis.tex").touch()
    run_command("simulate", "dog", "-n", 8, "--out", tmp_path / "run")
    many = ("simulate", "dog", "-n", 10_000_000, "--out")
    assert "has other files in it" in error_of(*many, tmp_path)
    assert "is a file" in error_of(*many, tmp_path / "thesis.tex")
    assert "are two folders" in error_of(*many, tmp_path / "a", "--report", tmp_path / "b")
    message = "holds another experiment (not the same games): name another folder"
    assert message in error_of(*many, tmp_path / "run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "thesis.tex"]


def test_without_the_extra_figures_are_printed_and_folders_refused(run_command, tmp_path):
    message = "needs polars, which is not installed: pip install 'offleash[lab]'\n"
    figures = run_command("simulate", "dog", "-n", 20, "--brief")[0]
    refusals = f"a folder of results {message}a report {message}"
    assert output_of(WITHOUT, str(tmp_path / "run")) == figures + refusals
    assert not (tmp_path / "run").exists()


def test_without_a_terminal_there_is_no_bar(run_command):
    assert len(run_command("simulate", "dog", "-n", 40)[1].splitlines()) == 1


def test_a_bar_shows_pace_and_estimate():
    master, slave = pty.openpty()
    command = ["simulate", "dog", "-n", "3000", "--brief"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "160"}
    streams = {"stdin": os.devnull, "stdout": os.devnull, "stderr": os.ttyname(slave)}
    program = fork_server().start("offleash.cli", command, environment, **streams)
    screen = os.read(master, 4096)
    os.close(slave)  # the program has it open by now
    while True:
        try:
            screen += os.read(master, 4096)
        except OSError:  # the other end was closed
            break
    os.close(master)
    assert program.wait() == 0
    text = screen.decode()
    assert "playing 3,000 games" in text
    assert "games/s" in text
    assert "wins of Red" in text and "±" in text


def test_the_estimate_is_that_of_all_shards_so_far():
    game = load("dog")
    arm = make_arm(game, "", game.options(), ["random"])
    experiment = Experiment(make_plan(game, [arm], 60, goal={"measure": "cards played"}), game)
    run, texts = Run(experiment, threads=1, games_a_shard=20), []
    estimate = LiveEstimate(run)

    def on_progress(shard) -> None:
        estimate.add(shard)
        texts.append(estimate.text())

    figures = {f.label.key: f for f in run.play(on_progress=on_progress).account(0).figures()}
    figure = figures["cards played"]
    half = (figure.high - figure.low) / 2
    assert len(texts) == 3
    assert texts[-1] == f"cards played {figure.value:,.1f} ± {half:,.2g}"
    assert LiveEstimate(run).text() == texts[-1]  # a run that goes on knows it from the start


@pytest.mark.parametrize(("games", "is_rough"), [(12, True), (60, False)])
def test_intervals_of_few_blocks_are_called_rough(run_command, games, is_rough):
    """Digs has one game per block here."""
    plain = ("digs", "-n", games, "--seats", "random")
    for command in (("simulate", *plain), ("sweep", *plain, "--over", "rounds=4,5")):
        assert ("the intervals are rough" in " ".join(run_command(*command)[0].split())) == is_rough
