"""The server or the tab is killed while somebody draws: at most the last second is lost."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from offleash.studio.projects import drafts
from tests.browser import BrowserPage
from tests.studio.editor import DESK, DRAWN, PLAY_NOTHING, Editor
from tests.studio.killable_site import KillableSite
from tests.studio.owner_site import KEY
from tests.timeouts import TIMEOUT_S

pytestmark = pytest.mark.more

STORAGE_KEY = "offleash/studio/mine/boards/board.txt"
COLUMNS = 23
STROKES = (6, 16)  # between two kills


def strokes_in(text: str) -> int:
    """How many cells were emptied, one after the other: a draft holds all of them up to one."""
    cells = text.split("grid:\n")[1].replace("\n", "")
    count = cells.count(".")
    assert cells.startswith("." * count)
    return count


@dataclass
class Drawing:
    """Somebody who empties a board cell by cell, and remembers when each was done."""

    context: Any
    server: KillableSite
    ends: list[float] = field(default_factory=list)
    acknowledged: int = 0  # strokes in the last draft that the server has answered
    editor: Editor = field(init=False)

    def open(self) -> None:
        """The editor in a new tab, and the brush that empties cells."""
        page = self.context.new_page()
        page.on("response", self._on_response)
        page.goto(f"{self.server.url}/studio/mine")
        self.editor = Editor(BrowserPage(page, Path()))
        page.wait_for_selector(DRAWN)
        self.editor.kind(".")

    def _on_response(self, answer: Any) -> None:
        if answer.url.endswith("/draft") and answer.ok:
            self.acknowledged = strokes_in(answer.request.post_data_json["text"])

    def draw(self, strokes: int) -> None:
        for _ in range(strokes):
            self.editor.drag(divmod(len(self.ends), COLUMNS))
            self.ends.append(time.monotonic())

    def half_a_stroke(self) -> None:
        """The pen goes down, and the tab or the server will not see it lifted."""
        self.editor.page.mouse.move(*self.editor.point(*divmod(len(self.ends), COLUMNS)))
        self.editor.page.mouse.down()

    def older_than_a_second(self, now: float) -> int:
        return sum(end < now - 1 for end in self.ends)

    @property
    def local_strokes(self) -> int:
        """Strokes that the browser has kept."""
        item = self.editor.page.evaluate("key => localStorage.getItem(key)", STORAGE_KEY)
        return strokes_in(json.loads(item)["text"])

    @property
    def stored_strokes(self) -> int:
        """Strokes that lie on the server's disk."""
        draft = drafts.read_draft(self.server.folder / "projects" / "mine", "board.txt")
        return strokes_in(draft.text) if draft else 0

    def wait_until_stored(self) -> None:
        limit = time.monotonic() + TIMEOUT_S
        while self.stored_strokes != len(self.ends):
            assert time.monotonic() < limit, (
                f"{self.stored_strokes} of {len(self.ends)} strokes came"
            )
            self.editor.page.wait_for_timeout(50)


@contextmanager
def drawing(chromium: Any, folder: Path) -> Iterator[Drawing]:
    server = KillableSite(folder)
    context = chromium.new_context(**DESK)
    context.add_init_script(PLAY_NOTHING)
    try:
        context.request.get(f"{server.url}/owner/{KEY}", max_redirects=0)
        yield Drawing(context, server)
    finally:
        context.close()
        server.kill()


def kill_servers(drawing: Drawing, kills: int, seed: int, is_timed: bool) -> None:
    """What was answered is on the disk; the page goes on and brings all to the next server."""
    chance = random.Random(seed)
    drawing.open()
    for _ in range(kills):
        drawing.draw(chance.randint(*STROKES))
        drawing.server.kill()
        killed = time.monotonic()
        assert drawing.stored_strokes >= drawing.acknowledged
        if is_timed:
            assert drawing.stored_strokes >= drawing.older_than_a_second(killed)
        corner = drawing.editor.point(0, 0)
        drawing.draw(2)  # nobody hears of these
        drawing.editor.state("does not respond")
        assert drawing.editor.point(0, 0) == corner  # the message does not move the sheet
        drawing.server.start()
        drawing.wait_until_stored()  # the page tries again by itself
        assert drawing.local_strokes == len(drawing.ends)
    drawing.editor.page.close()


def kill_tabs(drawing: Drawing, kills: int, seed: int) -> None:
    """A stroke that was done is there in the next tab; half of one may be."""
    chance = random.Random(seed)
    for _ in range(kills):
        drawing.open()
        drawing.draw(chance.randint(*STROKES))
        is_half = chance.random() < 0.5
        if is_half:
            drawing.half_a_stroke()
        crash(drawing.editor.page)
        drawing.open()
        drawing.editor.state("Not saved")
        assert drawing.local_strokes - len(drawing.ends) in (0, int(is_half))
        drawing.ends += [time.monotonic()] * (drawing.local_strokes - len(drawing.ends))
        drawing.editor.page.close()


def crash(page: Any) -> None:
    """As the system does it: nothing of the page runs any more."""
    with page.expect_event("crash"), suppress(Exception):
        page.goto("chrome://crash", wait_until="commit")
    page.close()


def test_a_server_and_a_tab_are_killed(chromium: Any, tmp_path: Path) -> None:
    with drawing(chromium, tmp_path) as sheet:
        kill_servers(sheet, 1, seed=5, is_timed=False)
        kill_tabs(sheet, 1, seed=8)


@pytest.mark.soak
def test_servers_and_tabs_are_killed_ten_times(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "servers").mkdir()
    (tmp_path / "tabs").mkdir()
    with drawing(chromium, tmp_path / "servers") as sheet:
        kill_servers(sheet, 10, seed=21, is_timed=True)
    with drawing(chromium, tmp_path / "tabs") as sheet:
        kill_tabs(sheet, 10, seed=22)
