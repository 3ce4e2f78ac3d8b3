"""`offleash run`: a file says what a command line says, and gives the same."""

import json

import pytest

from offleash.cli import app
from offleash.tools.errors import OffleashError


@pytest.fixture
def run_command(capsys):
    """Runs a command in this process; what it printed."""

    def run(*arguments):
        assert not app.run([str(argument) for argument in arguments])
        return capsys.readouterr().out

    return run


def plan_file(folder, text):
    path = folder / "mine.toml"
    path.write_text(f'game = "digs"\nseed = 3\n{text}', encoding="utf-8")
    return path


KINDS = {
    "simulate": (
        'seats = ["greedy", "random", "random"]\ngames = 60\n[options]\nrounds = 4\n',
        ["--seats", "greedy,random,random", "--games", "60", "--set", "rounds=4"],
    ),
    "compare": (
        'kind = "compare"\ngames = 300\n[a]\nrounds = 4\n[b]\nrounds = 8\n'
        "[compare]\nmargin = 0.5\n",
        ["--a", "rounds=4", "--b", "rounds=8", "--games", "300", "--margin", "0.5"],
    ),
    "sweep": (
        'kind = "sweep"\ngames = 30\npreset = "long"\n[sweep.over]\nrounds = [4, "none"]\n',
        ["--over", "rounds=4,none", "--games", "30", "--preset", "long"],
    ),
    "tune": (
        'kind = "tune"\ngames = 30\n[tune]\ngoals = ["max:rounds"]\ntrials = 3\n'
        "over = {rounds = [4, 8]}\n",
        ["--over", "rounds=4,8", "--goal", "max:rounds", "--trials", "3", "--games", "30"],
    ),
    "ladder": (
        'kind = "ladder"\ngames = 30\nseatings = "all"\n[ladder]\nbots = ["greedy", "random"]\n',
        ["--bots", "greedy,random", "--games", "30", "--seatings", "all"],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_gives_what_the_command_line_gives(run_command, tmp_path, kind):
    text, arguments = KINDS[kind]
    path = plan_file(tmp_path, text)
    folder = tmp_path / "run"
    printed = run_command("run", path, "--out", folder)
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["kind"] == kind and summary["seed"] == 3
    assert summary == json.loads(run_command(kind, "digs", "--seed", 3, *arguments, "--json"))
    assert run_command("run", folder / "plan.toml", "--out", folder) == printed


def test_errors_are_reported_with_their_line_before_a_folder_is_created(tmp_path):
    path = plan_file(tmp_path, f'{KINDS["compare"][0]}measure = "roundz"\n')
    with pytest.raises(OffleashError) as error:
        app.run(["run", str(path), "--out", str(tmp_path / "run")])
    assert str(error.value).startswith(f"{path}, line 11: there is no measure 'roundz'")
    assert not (tmp_path / "run").exists()


def test_an_unreachable_cluster_leaves_no_folder(tmp_path):
    path = plan_file(tmp_path, KINDS["simulate"][0])
    arguments = ["--out", str(tmp_path / "run"), "--cluster", "tcp://127.0.0.1:1"]
    with pytest.raises(OffleashError, match="no Dask scheduler answers at"):
        app.run(["run", str(path), *arguments])
    assert not (tmp_path / "run").exists()
