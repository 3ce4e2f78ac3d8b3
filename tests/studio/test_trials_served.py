"""Trials over HTTP, with the process that plays them: stopped, replaced, killed, left alone."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx
import pytest

from offleash.games import registry
from offleash.projects.project import new_project
from offleash.studio.boards.bot_games import client
from offleash.studio.boards.bot_games.order import TrialOrder
from tests.studio import crashing_player
from tests.studio.owner_site import make_app, owner
from tests.studio.trial_project import SHORT_GAMES, break_board, is_free, redraw_board
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving

GAMES = 288
LONG = 500_000  # games that no test waits for


class Site:
    """A running site, its owner's browser, and the folders on the disk."""

    def __init__(self, app, browser, folder):
        self.app, self.browser, self.folder = app, browser, folder
        self.text = (folder / "projects" / "mine" / "board.txt").read_text()

    @property
    def line(self):
        return self.app.state.trials

    @contextmanager
    def trial(self, text="", games=GAMES, browser=None, **fields):
        """The events of a trial, as they come."""
        self.line.games = games
        body = {"text": text or self.text, **fields}
        with (browser or self.browser).stream("POST", "/studio/mine/trial", json=body) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert "content-encoding" not in answer.headers
            yield events_of(answer)

    def events(self, *args, **fields):
        with self.trial(*args, **fields) as events:
            return list(events)

    def process_of(self):
        """The id of the process that plays."""
        wait_until(lambda: self.line.pid)
        return self.line.pid


def events_of(answer):
    for line in answer.iter_lines():
        if line:
            assert line.startswith("data: ")
            yield json.loads(line.removeprefix("data: "))


def next_event(events, word):
    """The next event of a kind; those before it are of other kinds, and none is the last."""
    for event in events:
        if event["is"] == word:
            return event
        assert event["is"] in ("waiting", "played"), event
    raise AssertionError(f"the stream ended without {word}")


def wait_until(condition):
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def make_site(folder):
    app = make_app(folder)
    (folder / "projects" / "mine" / "rules.toml").write_text(SHORT_GAMES)
    app.state.runs = str(folder / "runs")
    return app


@contextmanager
def a_site(folder):
    app = make_site(folder)
    with serving(app) as url, owner(url) as browser:
        browser.timeout = httpx.Timeout(TIMEOUT_S)
        yield Site(app, browser, folder)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with a_site(tmp_path_factory.mktemp("trials")) as site:
        yield site


def test_a_page_that_opens_brings_the_process_and_the_stream_has_all(tmp_path):
    with a_site(tmp_path) as site:
        assert site.line.pid is None
        assert site.browser.get("/studio/mine").status_code == 200
        pid = site.process_of()
        events = site.events()
        assert [e["is"] for e in events if e["is"] != "waiting"] == ["played", "played", "done"]
        assert site.process_of() == pid
        played = [event for event in events if event["is"] == "played"]
        folder = site.folder / "runs" / played[-1]["run"]
        assert (folder / "summary.json").exists() and played[-1]["games"] == GAMES
        replayed = site.events()
        assert replayed == [played[-1], {"is": "done"}]


def test_a_page_that_goes_stops_its_games_at_once(site):
    other = redraw_board(site.text)
    with site.trial(other, games=LONG) as events:
        run = next_event(events, "played")["run"]
        assert not is_free(site.folder / "runs" / run)
    wait_until(lambda: is_free(site.folder / "runs" / run))
    assert not (site.folder / "runs" / run / "summary.json").exists()
    assert site.browser.post("/studio/mine/check", json={"text": other}).status_code == 200


def test_of_two_pages_the_newest_gets_its_games(site):
    with site.trial(redraw_board(site.text), games=LONG) as first:
        next_event(first, "played")
        with httpx.Client(base_url=site.browser.base_url, timeout=TIMEOUT_S) as tab:
            tab.headers, tab.cookies = site.browser.headers, site.browser.cookies
            with site.trial(browser=tab) as second:
                assert next_event(second, "done")
        assert next_event(first, "refused")["why"] == client.REPLACED
        assert list(first) == []


def test_unplayable_boards_are_reported(site):
    events = site.events(break_board(site.text))
    (refusal,) = (event for event in events if event["is"] != "waiting")
    assert refusal["is"] == "refused"
    assert refusal["why"].startswith("The board breaks K") and refusal["why"].endswith(".")
    for body, words in (
        ({"text": 3}, "must be a string, not 3"),
        ({"text": site.text, "before": 3}, "must be a string, not 3"),
        ({}, "must be a string, not None"),
        ([], "must be a JSON object"),
    ):
        answer = site.browser.post("/studio/mine/trial", json=body)
        assert answer.status_code == 400 and words in answer.json()["sentence"]
    assert site.browser.post("/studio/nobody/trial", json={}).status_code == 404


def test_a_game_without_boards_has_no_trials(site):
    new_project(site.folder / "projects" / "dog", registry.load("dog"))
    answer = site.browser.post("/studio/dog/trial", json={"text": ""})
    assert (answer.status_code, answer.json()["sentence"]) == (404, "Dog has no boards to draw.")


def test_a_process_that_is_killed_is_replaced_and_its_games_go_on(site):
    with site.trial(redraw_board(site.text), games=LONG + 1) as events:
        first, old = next_event(events, "played"), site.process_of()
        os.kill(old, signal.SIGKILL)
        next_event(events, "waiting")  # for another
        assert next_event(events, "played")["games"] >= first["games"]
    assert site.process_of() != old and not is_alive(old)


# With a process that is none


@pytest.fixture
def crashing_site(tmp_path, monkeypatch):
    """A site whose process dies as often as a file says."""
    crashing_player.crash_on_orders(monkeypatch, tmp_path / "lives")
    with a_site(tmp_path) as site:
        yield site, tmp_path / "lives"


def test_a_board_that_crashes_the_worker_is_tried_twice_and_then_refused(crashing_site):
    site, lives = crashing_site
    lives.write_text("1")
    events = site.events()
    assert [event["is"] for event in events][-2:] == ["played", "done"]
    assert "The rules are being compiled" in {e["why"][:28] for e in events if e["is"] == "waiting"}
    lives.write_text("2")
    last = site.events()[-1]
    assert last == {"is": "refused", "why": client.ENDED}
    assert next_event(iter(site.events()), "done")  # and the next one is played


def test_listeners_are_released_when_the_worker_stops(tmp_path, monkeypatch):
    crashing_player.crash_on_orders(monkeypatch, tmp_path / "lives")
    (tmp_path / "lives").write_text(f"{crashing_player.ENDLESS}")

    async def listen():
        line = client.TrialClient()
        events = line.play(TrialOrder("uri-nation", "", "", "", "", ""))
        while json.loads(await anext(events))["is"] != "played":
            pass
        line.leave()
        assert [event async for event in events] == []
        assert [
            event async for event in line.play(TrialOrder("uri-nation", "", "", "", "", ""))
        ] == []
        pid = line.pid
        await line.close()
        assert not is_alive(pid)

    asyncio.run(listen())


def test_the_process_ends_with_the_site(tmp_path, monkeypatch):
    crashing_player.crash_on_orders(monkeypatch, tmp_path / "lives")
    with a_site(tmp_path) as site:
        site.browser.get("/studio/mine")
        pid = site.process_of()
        assert is_alive(pid)
    assert not is_alive(pid)


WORKER = """
import json, sys
from offleash.studio.boards.bot_games.process import play_orders
from offleash.web.child_process import ChildProcess, Limits

if __name__ == "__main__":
    child = ChildProcess(Limits(0), play_orders)
    child.send({"number": 1, "order": json.loads(sys.argv[1])})
    child.run(lambda event: print(child.pid, event[1], flush=True))
"""


def test_the_process_always_ends_when_its_worker_is_gone(site, tmp_path):
    """The end of its pipe is all that it learns of a worker that was killed."""
    order = {
        "game": "uri-nation",
        "project": "mine",
        "folder": str(site.folder / "projects" / "mine"),
        "option": "board",
        "file": "board.txt",
        "text": site.text,
        "games": LONG,
    }
    (tmp_path / "worker.py").write_text(WORKER)
    command = [sys.executable, tmp_path / "worker.py", json.dumps(order)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        while (line := worker.stdout.readline().split())[1] != "played":
            assert worker.poll() is None
        worker.kill()
    wait_until(lambda: not is_alive(int(line[0])))
