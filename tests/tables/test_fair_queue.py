"""Time for bots: whoever has many tables waits for himself."""

import asyncio
import pickle
import random
import threading

import pytest

from offleash.tables.live.fair_queue import FairQueue
from offleash.tables.live.thinkers import FairThreads


def served(queue: FairQueue, seconds: dict[str, float], times: int) -> list[str]:
    """Who is served, where an item of each owner takes so long."""
    owners = []
    for _ in range(times):
        owner, _ = queue.pop()
        queue.charge(owner, seconds[owner])
        owners.append(owner)
    return owners


def filled(**counts: int) -> FairQueue:
    queue: FairQueue[int] = FairQueue()
    for owner, count in counts.items():
        for number in range(count):
            queue.put(owner, number)
    return queue


def test_owners_take_turns_however_many_items_they_have():
    queue = filled(ann=40, ben=2, cleo=1)
    owners = served(queue, dict.fromkeys(("ann", "ben", "cleo"), 1.0), 6)
    assert sorted(owners[:3]) == ["ann", "ben", "cleo"] and owners.count("ben") == 2
    assert len(queue) == 37


def test_time_is_shared_not_turns():
    queue = filled(slow=100, fast=100)
    owners = served(queue, {"slow": 3.0, "fast": 1.0}, 40)
    assert abs(owners.count("fast") - 3 * owners.count("slow")) <= 3


def test_items_of_one_owner_go_in_order():
    queue = filled(ann=5)
    assert [queue.pop()[1] for _ in range(5)] == list(range(5))


def test_a_newcomer_is_next_and_gets_no_credit_for_waiting():
    queue = filled(ann=100)
    served(queue, {"ann": 1.0}, 50)
    for _ in range(10):
        queue.put("ben", 0)
    owners = served(queue, {"ann": 1.0, "ben": 1.0}, 10)
    assert owners[0] == "ben" and owners.count("ben") in (5, 6)


def test_nothing_is_remembered_of_those_who_are_gone():
    queue, rng = filled(ann=3), random.Random(1)
    for number in range(1000):
        queue.put(f"owner {number}", number)
        served(queue, {f"owner {number}": rng.random(), "ann": 1.0}, 2)
        queue.put("ann", 0)
    assert len(pickle.dumps(queue)) < 500  # a thousand names take far more


def test_threads_are_shared_and_errors_reach_the_caller():
    """The only thread is busy with the first work of Ann; then Ben comes before her others."""

    async def body() -> None:
        busy, order = threading.Event(), []
        threads = FairThreads(1, "test", iter(range(1000)).__next__)

        def work(owner: str) -> str:
            busy.wait(60)
            order.append(owner)
            return owner

        runs = [asyncio.create_task(threads.run("ann", lambda: work("ann"))) for _ in range(4)]
        await asyncio.sleep(0)
        runs.append(asyncio.create_task(threads.run("ben", lambda: work("ben"))))
        failure = asyncio.create_task(threads.run("cleo", lambda: 1 // 0))
        abandoned = asyncio.create_task(threads.run("dario", lambda: work("dario")))
        await asyncio.sleep(0)
        assert len(threads) == 6
        abandoned.cancel()
        busy.set()
        assert await asyncio.gather(*runs) == ["ann"] * 4 + ["ben"]
        with pytest.raises(ZeroDivisionError):
            await failure
        assert order == ["ann", "ben", "ann", "ann", "ann"] and not len(threads)
        threads.close()

    asyncio.run(body())
