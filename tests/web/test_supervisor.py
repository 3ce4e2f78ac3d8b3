"""Workers die and are replaced, and nothing is left behind, however the supervisor ends."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from offleash.tools.errors import OffleashError
from offleash.web.supervisor import MAX_FAILED_STARTS, Settings, bind, link_of, network_link
from offleash.web.worker import run
from tests.timeouts import TIMEOUT_S


class Running:
    """A supervisor in a process of its own, in a group as a terminal has it."""

    def __init__(self, application: str, workers: int, warmth: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.supervised_site", application, str(workers), warmth],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.link = self.line()

    def line(self) -> str:
        return self.process.stdout.readline().strip()

    def ask(self) -> int:
        """The worker that answers: a page waits until there is one."""
        with urlopen(self.link, timeout=TIMEOUT_S) as answer:
            return int(answer.read())

    def end(self) -> tuple[int, str, str]:
        """Its status and what it still said, once every process that can speak is gone."""
        stdout, stderr = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, stdout, stderr


@pytest.fixture
def start() -> Iterator[object]:
    processes: list[Running] = []

    def starts(application: str = "says_who", workers: int = 1, warmth: str = "") -> Running:
        processes.append(Running(application, workers, warmth))
        return processes[-1]

    yield starts
    for running in processes:
        if running.process.poll() is None:
            running.process.kill()
        running.process.communicate(timeout=TIMEOUT_S)


def test_a_worker_that_is_killed_is_replaced(start):
    running = start()
    for _ in range(6):  # more often than workers may die at birth
        first = running.ask()
        os.kill(first, signal.SIGKILL)
        assert running.ask() != first
        assert running.line() == "worker 1 was stopped by SIGKILL; starting another"
    running.process.terminate()
    assert running.end() == (0, "", "")


def test_workers_are_replaced_one_after_the_other(start):
    running = start(workers=2)
    os.kill(running.ask(), signal.SIGKILL)
    old = {running.ask()}  # a page is served while another worker is born
    assert running.line().endswith("was stopped by SIGKILL; starting another")
    running.process.send_signal(signal.SIGUSR1)
    assert running.line() == "replaced a worker; 1 more to replace"
    assert running.line() == "replaced a worker; 0 more to replace"
    for worker in old:  # a stopped worker lets its connections end
        while Path(f"/proc/{worker}").exists():
            time.sleep(0.01)
    assert running.ask() not in old
    running.process.terminate()
    assert running.end() == (0, "", "")


def test_old_workers_go_on_if_new_ones_cannot_start(start, tmp_path, monkeypatch):
    faults = tmp_path / "faults"
    faults.touch()
    monkeypatch.setenv("SMALL_SITE_FAULTS", str(faults))
    running = start("breaks_sometimes")
    worker = running.ask()

    def fail_to_reload() -> None:
        faults.write_text("x" * MAX_FAILED_STARTS)
        running.process.send_signal(signal.SIGUSR1)
        assert running.line() == "worker 1 ended with status 2; starting another"

    def wait_for_the_end_of_it() -> None:
        while (line := running.line()) == "worker 1 ended with status 2; starting another":
            pass
        assert line == "the new workers can't start; the old ones go on"

    fail_to_reload()
    wait_for_the_end_of_it()
    assert running.ask() == worker
    fail_to_reload()
    os.kill(worker, signal.SIGKILL)  # the old one dies meanwhile
    wait_for_the_end_of_it()
    assert running.line() == "worker 1 was stopped by SIGKILL; starting another"
    assert running.ask() != worker
    running.process.terminate()
    status, stdout, _ = running.end()
    assert (status, stdout) == (0, "")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_to_the_whole_group_leaves_the_end_to_the_supervisor(start, name):
    """The server that forks workers would take them along, before they are done."""
    running = start()
    worker = running.ask()
    server = int(Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[1])
    assert server != running.process.pid
    os.kill(server, signal.Signals[name])
    time.sleep(0.2)
    assert running.ask() == worker
    os.killpg(running.process.pid, signal.Signals[name])  # as Ctrl-C reaches every process
    assert running.end() == (0, "", "")  # the pipes are closed: nobody holds them any more


def test_a_stream_without_an_end_holds_up_nobody(start):
    running = start("never_ends")
    with urlopen(running.link, timeout=TIMEOUT_S) as answer:
        answer.readline()
        os.killpg(running.process.pid, signal.SIGINT)
        assert answer.read() == b""  # whole: it was not broken off
        assert running.end() == (0, "", "")


def test_ctrl_c_at_once_is_quiet_too(start):
    running = start()
    os.killpg(running.process.pid, signal.SIGINT)
    status, _, stderr = running.end()
    assert "Traceback" not in stderr
    assert status in (0, -signal.SIGINT)


def test_workers_end_with_a_supervisor_that_is_killed(start):
    running = start(workers=2)
    running.ask()
    running.process.kill()
    assert running.end() == (-signal.SIGKILL, "", "")


def test_a_worker_born_after_the_supervisor_died_says_nothing(capfd):
    """As long as the watch has not ended it, the worker serves; nobody hears that it does."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    receiver.close()
    bound = bind("127.0.0.1", 0)
    worker = context.Process(
        target=run, args=(bound, "tests.web.small_sites:says_who", Settings(), sender)
    )
    worker.start()
    sender.close()
    with urlopen(f"http://127.0.0.1:{bound.getsockname()[1]}", timeout=TIMEOUT_S) as answer:
        assert int(answer.read()) == worker.pid
    worker.terminate()
    worker.join(TIMEOUT_S)
    bound.close()
    assert (worker.exitcode, *capfd.readouterr()) == (0, "", "")


def test_the_compiling_process_is_restarted_a_few_times(start, tmp_path):
    running = start(warmth=str(tmp_path / "missing" / "warmth.json"))
    for _ in range(4):
        assert running.line() == "the compiling process ended with status 2; starting it again"
    assert running.ask()
    running.process.terminate()
    status, stdout, stderr = running.end()
    assert (status, stdout) == (0, "")
    assert all("can't compile rules ahead" in line for line in stderr.splitlines())


def test_workers_that_all_fail_to_start_are_given_up(start):
    running = start("dies_at_birth")
    _, stdout, stderr = running.end()
    assert stdout.splitlines()[-1] == (
        "refused: no worker can start: 5 in a row ended with status 2"
    )
    assert stderr.splitlines() == ["offleash: the kennel is closed"] * 5


def test_a_port_in_use_gives_one_error_message():
    with bind("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        with pytest.raises(OffleashError, match=f"port {port} is in use"):
            bind("127.0.0.1", port)


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid", "x" * 300, ""])
def test_a_host_of_another_machine_gives_one_error_message(host):
    with pytest.raises(OffleashError, match="is not an address of this machine"):
        bind(host, 0)


def test_links_are_local_and_for_the_network():
    with bind("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        assert (link_of(bound), network_link(bound)) == (f"http://127.0.0.1:{port}/", None)
    with bind("0.0.0.0", 0) as bound:
        port = bound.getsockname()[1]
        assert link_of(bound) == f"http://127.0.0.1:{port}/"
        assert network_link(bound).endswith(f":{port}/")
    if socket.has_ipv6:
        with bind("::1", 0) as bound:
            assert link_of(bound) == f"http://[::1]:{bound.getsockname()[1]}/"
