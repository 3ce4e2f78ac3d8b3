"""The same shards on a real cluster: what comes back never depends on who played it."""

import sys
from threading import Thread

import numpy as np
import pytest

from offleash.core.errors import OffleashError
from offleash.games import registry
from offleash.lab import cluster
from offleash.lab.experiment import Experiment
from offleash.lab.plan import make_arm, make_plan
from offleash.lab.run import Run
from tests.lab.workers import Loopback, wait_until

DOOMED, OTHER_RULES = "tests.lab.doomed_worker", "tests.lab.worker_of_other_rules"


def experiment(games=3000):
    """Two arms of a small game, in some twenty shards each."""
    game = registry.load("digs")
    arms = [
        make_arm(game, name, game.options(), lineup)
        for name, lineup in (("a", ["greedy"]), ("b", ["greedy", "random", "random"]))
    ]
    return Experiment(make_plan(game, arms, games, seed=3), game)


def sentence(error):
    text = str(error.value)
    assert text and "\n" not in text
    return text


def kill_when_marked(process, mark):
    """Kills a worker as soon as it says that it holds a shard back."""

    def watch():
        wait_until(mark.exists, "the worker that is to be killed")
        process.kill()

    thread = Thread(target=watch)
    thread.start()
    return thread


def test_a_worker_that_dies_changes_nothing(tmp_path):
    mark = tmp_path / "mark"
    here = Run(experiment(), threads=1).play()
    with Loopback(tmp_path, OFFLEASH_TEST_MARK=str(mark)) as loopback:
        loopback.worker()
        doomed = loopback.worker(DOOMED)
        loopback.wait_for_workers(2)
        killing = kill_when_marked(doomed, mark)
        there = Run(experiment(), cluster=loopback.address).play()
        killing.join()
        assert doomed.wait() == -9
    assert there.digest() == here.digest()
    for arm in (0, 1):
        mine, theirs = here.account(arm), there.account(arm)
        assert theirs.labels == mine.labels and theirs.spreads == mine.spreads
        assert np.array_equal(theirs.totals, mine.totals) and np.array_equal(theirs.of, mine.of)
        assert there.sums(arm).tobytes() == here.sums(arm).tobytes()
        assert there.games(arm) == here.games(arm) and not there.missing(arm, 3000)
