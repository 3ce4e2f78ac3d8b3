"""Runs that are killed or interrupted: the same command ends with the same rows and summary."""

import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest

from offleash.lab.runs.store import SHARDS
from tests.lab import kill_runs
from tests.lab.runs import assert_same, conduct_experiment, small_experiment
from tests.timeouts import TIMEOUT_S

KILLED = -signal.SIGKILL


def exit_codes(folder, games_a_shard: int, moments) -> list[int]:
    """How the runs ended, the last of them not killed."""
    arguments = [str(argument) for argument in (folder, games_a_shard, *moments)]
    process = subprocess.run(
        [sys.executable, "-m", "tests.lab.kill_runs", *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert process.stderr == ""
    return [int(status) for status in process.stdout.split()]


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "run"
    conduct_experiment(small_experiment(kill_runs.GAMES), path, threads=1, games_a_shard=12)
    return path


@pytest.mark.parametrize("kills", [4, pytest.param(10, marks=pytest.mark.soak)])
def test_kills_at_random_moments(whole_run, tmp_path, kills):
    rng = random.Random(7)
    moments = [rng.randint(1, 40) for _ in range(kills)]
    assert exit_codes(tmp_path / "run", 12, moments) == [KILLED] * kills + [0]
    assert_same(tmp_path / "run", whole_run)


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_a_kill_at_any_moment_of_the_end(whole_run, tmp_path, step):
    """Some moments later each time, from the last shards on, until a run comes to its end."""
    moments = range(14, 42, step)
    statuses = exit_codes(tmp_path / "run", 60, moments)
    survived = statuses.count(0)
    assert statuses == [KILLED] * (len(moments) + 1 - survived) + [0] * survived
    assert 2 <= survived < 10
    assert_same(tmp_path / "run", whole_run)


# The program itself


def start_program(folder, game: str, games: int, *arguments: str) -> subprocess.Popen:
    command = [
        sys.executable,
        "-m",
        "tests.program",
        "simulate",
        game,
        "-n",
        str(games),
        *arguments,
    ]
    return subprocess.Popen(
        [*command, "--out", str(folder), "--brief"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished_shards(folder) -> list[int]:
    """How many games each of them has, in the order of their blocks."""
    try:
        names = [name for name in os.listdir(folder / SHARDS) if not name.startswith(".")]
    except FileNotFoundError:
        return []
    stretches = [name.split("-")[1:] for name in sorted(names)]
    return [int(hi) - int(lo) for lo, hi in stretches]


def test_ctrl_c_keeps_what_is_finished(tmp_path):
    folder = tmp_path / "run"
    process = start_program(folder, "digs", 2_000_000)
    while len(finished_shards(folder)) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, out) == (130, "")
    message = r"offleash: stopped after ([\d,]+) games; run the same command to continue\n"
    games = int(re.fullmatch(message, errors)[1].replace(",", ""))
    sizes = finished_shards(folder)
    ignore_note = {0, *sizes}  # the last one may have been written, and not have been heard of
    assert games in {sum(sizes) - size for size in ignore_note}


def run_output(folder, game: str, games: int, *arguments: str) -> str:
    """What a run that is let to its end prints."""
    process = start_program(folder, game, games, *arguments)
    out, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0, errors
    return out


@pytest.mark.soak
def test_a_longer_run_is_killed_at_ten_random_times(tmp_path):
    """Uri-Nation, with the clock and not the files to say when."""
    rng, whole_run, folder = random.Random(11), tmp_path / "whole", tmp_path / "run"
    start = time.perf_counter()
    expected = run_output(whole_run, "uri-nation", 12_000)
    seconds = time.perf_counter() - start
    for _ in range(10):
        target = len(finished_shards(folder)) + rng.randint(0, 1)
        process = start_program(folder, "uri-nation", 12_000)
        while process.poll() is None and len(finished_shards(folder)) < target:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.03) * seconds)
        assert process.poll() is None, "it came to its end too soon"
        process.kill()
        process.communicate()
    assert finished_shards(folder)
    assert run_output(folder, "uri-nation", 12_000) == expected
    assert_same(folder, whole_run)
    assert run_output(folder, "uri-nation", 12_000, "--threads", "1") == expected
