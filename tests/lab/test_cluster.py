"""The same shards on a real cluster: what comes back never depends on who played it."""

import json
import sys
from dataclasses import replace
from threading import Thread

import numpy as np
import pytest

from offleash import __version__
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs import cluster
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError
from tests.lab.runs import assert_same
from tests.lab.workers import DaskProcesses, Loopback, wait_until

CRASHING, OTHER_RULES = "tests.lab.crashing_worker", "tests.lab.worker_of_other_rules"
BARE = "tests.lab.worker_without_offleash"
GAMES = (1500, 4500)  # of the arms


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A scheduler may be busy."""
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT_S", 120.0)


def experiment():
    """Two arms of a small game, one with three seatings, in some fifteen shards."""
    game = registry.load("digs")
    arms = [
        make_arm(game, name, game.options(), lineup)
        for name, lineup in (("a", ["greedy"]), ("b", ["greedy", "random", "random"]))
    ]
    return Experiment(make_plan(game, arms, GAMES[0], seed=3), game)


def games_of(run):
    return run.results.games(0) + run.results.games(1)


def sentence(error):
    text = str(error.value)
    assert text and "\n" not in text
    return text


def kill_when_marked(process, mark, before=lambda: None):
    """Kills a worker as soon as it says that it holds a shard back, but first does `before`."""

    def watch():
        try:
            wait_until(mark.exists, "the worker that is to be killed")
            before()
        finally:
            process.kill()  # or the run would wait for it for ever

    thread = Thread(target=watch)
    thread.start()
    return thread


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    """Starts schedulers and workers, which share its imports."""
    processes = DaskProcesses(tmp_path_factory.mktemp("dask"))
    yield processes
    processes.stop()


@pytest.fixture(scope="module")
def loopback(processes, tmp_path_factory):
    """One scheduler for all tests; each ends the workers that it has started."""
    with Loopback(tmp_path_factory.mktemp("cluster"), processes) as loopback:
        yield loopback


def test_a_worker_that_dies_changes_nothing(loopback, tmp_path):
    mark, local = tmp_path / "mark", Run(experiment(), threads=1, out=tmp_path / "here")
    kinds.conduct(local)
    with loopback.workers():
        crashing = loopback.worker(CRASHING, OFFLEASH_TEST_MARK=str(mark))
        loopback.wait_for_workers(1)

        def start_another():  # only now: Dask might have given it all of the shards
            loopback.worker()
            loopback.wait_for_workers(2)

        killing = kill_when_marked(crashing, mark, start_another)
        remote = Run(experiment(), cluster=loopback.address, out=tmp_path / "there")
        kinds.conduct(remote)
        killing.join()
        assert crashing.wait() == -9
    assert_same(tmp_path / "here", tmp_path / "there")
    for arm in (0, 1):
        local_account, remote_account = local.results.account(arm), remote.results.account(arm)
        assert (
            remote_account.labels == local_account.labels
            and remote_account.spreads == local_account.spreads
        )
        assert np.array_equal(remote_account.totals, local_account.totals) and np.array_equal(
            remote_account.of, local_account.of
        )
        assert remote.results.games(arm) == GAMES[arm]


def test_a_worker_without_offleash_is_refused(loopback):
    with loopback.workers():
        loopback.worker(BARE)
        loopback.wait_for_workers(1)
        with pytest.raises(OffleashError) as error:
            Run(experiment(), cluster=loopback.address).play()
    assert "can't play (there is no offleash here): install" in sentence(error)


@pytest.mark.soak
def test_a_worker_with_other_rules_is_refused(loopback):
    local = experiment()
    with loopback.workers():
        loopback.worker(OTHER_RULES)
        loopback.wait_for_workers(1)
        with pytest.raises(OffleashError) as error:
            Run(local, cluster=loopback.address).play()
    message = sentence(error)
    altered = Experiment(local.plan, replace(local.game, rules_version="a house rule"))
    assert "worker tcp://127.0.0.1:" in message
    assert local.rules_digest in message and altered.rules_digest in message


def test_a_worker_of_another_version_is_refused():
    plan = b"a plan that only 0.0.7 can read"
    result = cluster.play_shard("tcp://far:1", plan, ("0.0.7", "f00d"), False, (0, 0, 1))
    assert result == (
        f"worker tcp://far:1 has offleash {__version__}, and this machine has offleash 0.0.7 with "
        "rules f00d: install the same on both"
    )


def test_a_worker_with_other_rules_answers_with_both_digests():
    local = experiment()
    plan = json.dumps(local.plan.identity).encode()
    result = cluster.play_shard("tcp://far:1", plan, (__version__, "f00d"), False, (0, 0, 1))
    assert "worker tcp://far:1" in result and local.rules_digest in result and "f00d" in result


def test_a_shard_that_kills_every_worker_ends_the_run(loopback, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "FETCH_TIMEOUT_S", 0.1)
    mark = tmp_path / "mark"
    with loopback.workers(), loopback.allowing_no_failures():
        crashing = loopback.worker(CRASHING, OFFLEASH_TEST_MARK=str(mark))
        loopback.wait_for_workers(1)
        killing = kill_when_marked(crashing, mark)
        run = Run(experiment(), cluster=loopback.address)
        with pytest.raises(OffleashError) as error:
            run.play()
        killing.join()
    assert "a shard was lost with 1 worker of the cluster" in sentence(error)


@pytest.mark.more
def test_a_cluster_that_disappears(processes, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(cluster, "WORKERLESS_TIMEOUT_S", 0.0)
    monkeypatch.setattr(cluster, "FETCH_TIMEOUT_S", 0.1)
    monkeypatch.setattr(cluster, "POLL_INTERVAL_S", 0.1)
    with Loopback(tmp_path, processes) as loopback:
        with pytest.raises(OffleashError, match="has no workers"):
            Run(experiment(), cluster=loopback.address)
        worker = loopback.worker()
        loopback.wait_for_workers(1)
        run = Run(experiment(), cluster=loopback.address)
        with pytest.raises(OffleashError) as error:
            run.play(on_progress=lambda shard: worker.kill())
        assert "has lost all of its workers" in sentence(error)
        played = games_of(run)
        assert 0 < played < sum(GAMES)
        loopback.wait_for_workers(0)
        loopback.worker()
        loopback.wait_for_workers(1)
        monkeypatch.setattr(cluster, "WORKERLESS_TIMEOUT_S", 120.0)  # until the client has noticed
        monkeypatch.setattr(cluster, "CONNECT_TIMEOUT_S", 20.0)  # asks a dead scheduler that long
        with pytest.raises(OffleashError) as error:
            run.play(on_progress=lambda shard: loopback.scheduler.kill())
        assert "disconnected during the run" in sentence(error)
        assert played < games_of(run) < sum(GAMES)
    assert caplog.records == []  # nothing but the sentences is logged


@pytest.mark.parametrize(
    "address",
    ["", "nowhere", "tcp://", "ftp://127.0.0.1:1", "127.0.0.1:port", "tcp://127.0.0.1:1", "a\0b:1"],
)
def test_an_address_where_nobody_answers(monkeypatch, address):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT_S", 0.2)
    with pytest.raises(OffleashError) as error:
        Run(experiment(), cluster=address)
    assert "no Dask scheduler answers at" in sentence(error)


def test_threads_and_a_cluster():
    with pytest.raises(OffleashError, match="choose either threads or a cluster"):
        Run(experiment(), threads=2, cluster="tcp://127.0.0.1:1")


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OffleashError) as error:
        Run(experiment(), cluster="tcp://127.0.0.1:8786")
    assert "pip install 'offleash[cluster]'" in sentence(error)
