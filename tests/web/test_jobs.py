"""Jobs of pages: bounded, one a browser, gone with who asked."""

import asyncio
import os
import subprocess
import sys
from contextlib import aclosing

import pytest

from offleash.web.jobs import NICENESS, Busy, JobFailed, Jobs, Waiting
from tests.timeouts import TIMEOUT_S
from tests.web import sample_jobs


@pytest.fixture(scope="module")
def jobs():
    """They give way to nobody: on a busy machine those that do get next to nothing of it."""
    return Jobs(
        running=1, waiting=2, seconds=TIMEOUT_S, preload=["tests.web.sample_jobs"], niceness=0
    )


async def every(jobs, owner, *work):
    return [came async for came in jobs.run(owner, *work)]


async def wait_for_exit(pid):
    """Until a process is no more: the test's own time limit is the only clock."""
    while os.path.exists(f"/proc/{pid}"):
        await asyncio.sleep(0.01)


def test_a_job_sends_its_results_in_order(jobs):
    assert asyncio.run(every(jobs, "a", sample_jobs.count, 5)) == [0, 1, 2, 3, 4]
    assert asyncio.run(jobs.result("a", sample_jobs.count, 5)) == 4


def test_a_job_runs_in_another_process_with_low_priority():
    usual = Jobs(seconds=TIMEOUT_S)
    pid, niceness = asyncio.run(usual.result("a", sample_jobs.tell_who))
    assert pid != os.getpid()
    assert niceness >= min(19, os.nice(0) + NICENESS)


@pytest.mark.parametrize(
    ("job", "sentence"),
    [
        (sample_jobs.refuse, "there is no such bone"),
        (sample_jobs.stumble, "something broke on our side"),
        (sample_jobs.vanish, "the job stopped"),
        (sample_jobs.swell, "more memory than we allow"),
    ],
)
def test_a_failing_job_reports_its_error(jobs, job, sentence):
    with pytest.raises(JobFailed, match=sentence):
        asyncio.run(jobs.result("a", job))
    assert asyncio.run(jobs.result("a", sample_jobs.count, 2)) == 1  # and the next one runs


def test_a_job_takes_no_more_memory_than_it_may():
    # less memory than usual would leave no room to say so, once the compiler is loaded
    small = Jobs(seconds=TIMEOUT_S, niceness=0)
    with pytest.raises(JobFailed, match="more memory than we allow"):
        asyncio.run(small.result("a", sample_jobs.crowd))


def test_a_job_has_a_time_cap():
    async def scene(seconds):
        short = Jobs(seconds=seconds, niceness=0)
        job = short.run("a", sample_jobs.linger)
        try:
            pid = await anext(job)
        except JobFailed:  # the machine is so busy that it had not even begun
            return False
        with pytest.raises(JobFailed, match=f"was stopped after {seconds:g} seconds"):
            await anext(job)
        await wait_for_exit(pid)
        return True

    assert any(asyncio.run(scene(seconds)) for seconds in (0.8, 4, 20, TIMEOUT_S))


def test_a_job_is_killed_when_nobody_listens(jobs):
    async def scene():
        async with aclosing(jobs.run("a", sample_jobs.linger)) as job:
            pid = await anext(job)
            assert os.path.exists(f"/proc/{pid}")
        await wait_for_exit(pid)

        async def listen():
            async with aclosing(jobs.run("a", sample_jobs.linger)) as job:
                async for pid in job:
                    started.set_result(pid)

        started = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(listen())
        pid = await started
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await wait_for_exit(pid)

    asyncio.run(asyncio.wait_for(scene(), TIMEOUT_S))


def test_a_browser_has_one_job_and_few_wait(jobs):
    async def scene():
        first = jobs.run("a", sample_jobs.linger)
        pid = await anext(first)
        with pytest.raises(Busy, match="one at a time"):
            await anext(jobs.run("a", sample_jobs.count, 1))
        second, third = jobs.run("b", sample_jobs.count, 1), jobs.run("c", sample_jobs.count, 2)
        assert await anext(second) == Waiting(1)
        assert await anext(third) == Waiting(2)
        with pytest.raises(Busy, match="too many people are waiting"):
            await anext(jobs.run("d", sample_jobs.count, 1))
        later = asyncio.create_task(anext(third))
        await asyncio.sleep(0)
        await second.aclose()  # who leaves the line lets the others move up
        assert await later == Waiting(1)
        await first.aclose()
        assert [came async for came in third] == [0, 1]
        await wait_for_exit(pid)

    asyncio.run(asyncio.wait_for(scene(), TIMEOUT_S))


def test_many_jobs_come_and_go_without_a_trace(jobs):
    async def scene():
        handles = len(os.listdir("/proc/self/fd"))
        for number in range(8):
            async with aclosing(jobs.run("a", sample_jobs.count, 3)) as job:
                assert await anext(job) == 0
            assert await jobs.result(str(number), sample_jobs.count, 2) == 1
        while len(os.listdir("/proc/self/fd")) > handles + 4:  # the last ones may still be ending
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scene(), TIMEOUT_S))


WORKER = """
import asyncio
from offleash.web.jobs import Jobs
from tests.web import sample_jobs

async def work():
    async for pid in Jobs(niceness=0).run("a", sample_jobs.linger):
        print(pid, flush=True)

if __name__ == "__main__":
    asyncio.run(work())
"""


def test_a_job_does_not_outlive_its_worker(tmp_path):
    file = tmp_path / "worker.py"
    file.write_text(WORKER)
    places = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, file]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=places)
    pid = int(worker.stdout.readline())
    worker.kill()
    worker.communicate()
    asyncio.run(asyncio.wait_for(wait_for_exit(pid), TIMEOUT_S))
