"""A server that is killed while somebody draws: what was answered is on the disk, and whole."""

import threading

import httpx

from offleash.games.uri_nation.board import BOARDS
from offleash.studio.projects import drafts
from tests.studio.killable_site import KillableSite
from tests.studio.owner_site import owner
from tests.timeouts import TIMEOUT_S

SIX = BOARDS["six-blocks"].read_text()
KILLED_AFTER = 15  # drafts that were answered


def draw_until_the_server_is_gone(url, acknowledged, ready):
    with owner(url) as browser:
        for number in range(10_000):
            text = SIX.replace("Six", f"{number} and six")
            try:
                browser.post("/studio/mine/draft", json={"text": text, "digest": "d"})
            except httpx.TransportError:
                return
            acknowledged.append(number)
            if len(acknowledged) == KILLED_AFTER:
                ready.set()


def test_a_draft_that_was_answered_outlives_a_killed_server(tmp_path):
    server = KillableSite(tmp_path)
    acknowledged, ready = [], threading.Event()
    drawing = threading.Thread(
        target=draw_until_the_server_is_gone, args=(server.url, acknowledged, ready)
    )
    try:
        drawing.start()
        assert ready.wait(TIMEOUT_S)
    finally:
        server.kill()
        drawing.join(TIMEOUT_S)
    folder = tmp_path / "projects" / "mine"
    draft = drafts.read_draft(folder, "board.txt").text
    last = acknowledged[-1]
    assert draft in [SIX.replace("Six", f"{number} and six") for number in (last, last + 1)]
    assert (folder / "board.txt").read_text() == SIX
