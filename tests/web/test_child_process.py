"""Child processes: messages both ways, limits, and their end."""

import asyncio
import os
import resource
import time

import pytest

from offleash.web.child_process import GRACE_S, ChildProcess, Limits
from tests.timeouts import TIMEOUT_S
from tests.web import sample_jobs

UNLIMITED = resource.RLIM_INFINITY


def test_messages_go_both_ways_and_the_status_is_known():
    messages, child = [], ChildProcess(Limits(0), sample_jobs.echo)
    large = "x" * (1 << 20)  # more than a pipe holds
    for message in ("a", large, "c", 7):
        child.send(message)  # before it runs
    assert child.run(messages.append) == 7
    assert messages == ["a", large, "c"]
    child.send("d")
    child.kill()  # it has ended


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(0), (UNLIMITED, UNLIMITED, UNLIMITED, 0)),
        (Limits(3, data=1 << 40), (UNLIMITED, 1 << 40, UNLIMITED, 0)),
        (
            Limits(0, seconds=9.5, address_space=1 << 41),
            (1 << 41, UNLIMITED, (9 + GRACE_S) * os.cpu_count(), 0),
        ),
    ],
)
def test_limits_are_set(limits, expected):
    messages = []
    ChildProcess(limits, sample_jobs.tell_limits).run(messages.append)
    assert messages == [(min(19, os.nice(0) + limits.niceness), *expected)]


def test_a_process_that_is_killed_before_it_starts_ends_at_once():
    child = ChildProcess(Limits(0), sample_jobs.echo)
    child.kill()
    assert child.run() == -9


def test_messages_are_at_an_end_when_the_process_is():
    async def scene():
        child = ChildProcess(Limits(0), sample_jobs.echo)
        messages = child.messages()
        child.send("a")
        assert await anext(messages) == "a"
        pid = child.pid
        child.kill()
        assert [message async for message in messages] == []
        return pid

    pid = asyncio.run(asyncio.wait_for(scene(), TIMEOUT_S))
    assert not os.path.exists(f"/proc/{pid}")


def test_a_process_that_cannot_start_fails(monkeypatch, caplog):
    def full(self):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    async def scene():
        return [message async for message in ChildProcess(Limits(0), sample_jobs.echo).messages()]

    monkeypatch.setattr(ChildProcess, "_start", full)
    assert asyncio.run(scene()) == [] and ChildProcess(Limits(0), sample_jobs.echo).run() == 1
    assert "can't start a child process" in caplog.text


def test_nothing_stays_open():
    def handles():
        return len(os.listdir("/proc/self/fd"))

    before, deadline = handles(), time.monotonic() + TIMEOUT_S
    for _ in range(3):
        child = ChildProcess(Limits(0), sample_jobs.echo)
        child.send(0)
        assert child.run() == 0
    del child
    while handles() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert handles() <= before
