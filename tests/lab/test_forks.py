"""Processes that are forked after an experiment: threads of polars do not survive that."""

import os
import signal

import pytest

import offleash
from offleash.tools.errors import OffleashError

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Using fork.*:RuntimeWarning"),
]
REFUSED, PLAYED, FAILED = 0, 1, 2


def in_fork(*calls):
    """What each call came to in a child of this process, which may take twenty seconds."""
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        outcomes = {REFUSED: 0, PLAYED: 0, FAILED: 0}
        for call in calls:
            try:
                call()
                outcomes[PLAYED] += 1
            except OffleashError as error:
                outcomes[REFUSED if "get_context('spawn')" in str(error) else FAILED] += 1
        os._exit(10 * outcomes[REFUSED] + outcomes[PLAYED] + 100 * bool(outcomes[FAILED]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_an_experiment_in_a_fork_is_refused_instead_of_waiting_for_ever(tmp_path):
    settings = {"seats": "random", "progress": False}
    run = offleash.simulate("digs", 4, out=tmp_path / "run", **settings)
    assert len(run.games) == 4
    needing_polars = (
        lambda: offleash.simulate("digs", 4, **settings),
        lambda: offleash.compare("digs", {}, {"tie": "nobody"}, games=96, **settings),
        lambda: offleash.load(tmp_path / "run"),
        lambda: run.games,
        lambda: in_fork_of_fork(settings),
    )
    assert in_fork(*needing_polars) == 10 * len(needing_polars)

    def play_vector():
        env = offleash.vector("digs", 4)
        env.reset(1)
        env.step(env.legal_actions[:, 0])

    def play_session():
        session = offleash.new("digs", seed=1)
        session.play(session.legal_numbers[0])

    assert in_fork(play_vector, play_session) == 2


def in_fork_of_fork(settings):
    """A grandchild lacks the threads as well."""
    if in_fork(lambda: offleash.simulate("digs", 4, **settings)) == 10:
        raise OffleashError("get_context('spawn')")
