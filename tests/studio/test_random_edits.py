"""Random edits by hand in a real browser, and as many undos: the same bytes, step by step."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import SCREENSHOTS
from tests.studio.editor import Editor, Studio, running

pytestmark = pytest.mark.more

FEW, MANY = 15, 200
PAINTING = {"brush": "d", "line": "l", "rectangle": "r", "fill": "f"}
OTHER_ACTIONS = ("move", "copy", "path", "influence", "turn", "size", "name", "footprint", "empty")


@pytest.fixture(scope="module")
def studio(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("random")
    with running(folder / "projects", chromium, Path(SCREENSHOTS or folder)) as running_studio:
        yield running_studio


class Scribbler:
    """Does anything that can be done on the page, with mouse and keys."""

    def __init__(self, editor: Editor, name: str, saved_text: str, seed: int) -> None:
        self.editor, self.page, self.saved_text = editor, editor.page, saved_text
        self.key = f"offleash/studio/{name}/boards/board.txt"
        self.random = random.Random(seed)
        self.visible_box = (0.0, 0.0, 0.0, 0.0)
        self.press: Callable[[str], None] = self.page.keyboard.press

    @property
    def text(self) -> str:
        """The board as the page has kept it."""
        item = self.page.evaluate("key => localStorage.getItem(key)", self.key)
        return json.loads(item)["text"] if item else self.saved_text

    def scribble(self, action: str) -> None:
        """One edit, which may turn out to change nothing."""
        self.page.focus("#sheet")
        self.look()
        if self.random.random() < 0.1:
            self.press("y")  # the next symmetry
        if action in PAINTING:
            self.press(self.random.choice("s:=x+.T1234BPCEW"))
            self.press(PAINTING[action])
            self.drag(2)
        else:
            getattr(self, action)()

    def look(self) -> None:
        """Where the part of the sheet is that can be seen, once the last edit is drawn."""
        self.visible_box = self.page.evaluate(
            """async () => {
              await new Promise(requestAnimationFrame);
              const [sheet, frame] = ["sheet", "frame"].map(
                (id) => document.getElementById(id).getBoundingClientRect());
              const left = Math.max(sheet.left, frame.left), top = Math.max(sheet.top, frame.top);
              const right = Math.min(sheet.right, frame.right);
              const bottom = Math.min(sheet.bottom, frame.bottom);
              return [left + 8, top + 8, right - 8, bottom - 8];
            }"""
        )

    def point(self) -> tuple[float, float]:
        left, top, right, bottom = self.visible_box
        return self.random.uniform(left, right), self.random.uniform(top, bottom)

    def drag(self, points: int) -> None:
        self.page.mouse.move(*self.point())
        self.page.mouse.down()
        for _ in range(points - 1):
            self.page.mouse.move(*self.point())
        self.page.mouse.up()

    def select(self) -> None:
        self.press("Escape")
        self.press("v")
        self.drag(2)

    def move(self) -> None:
        self.select()
        self.press("g")
        for _ in range(3):
            self.press(self.random.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
        self.press(" ")

    def copy(self) -> None:
        self.select()
        self.press("Control+c")
        self.press("Escape")
        self.page.mouse.click(*self.point())
        self.press("Control+v")

    def path(self) -> None:
        self.press("a")
        self.drag(2)

    def influence(self) -> None:
        """A bond space and a territory are drawn, and one reaches the other."""
        self.press("d")
        places = [self.point(), self.point()]
        for kind, place in zip("BT", places, strict=True):
            self.press(kind)
            self.page.mouse.click(*place)
        self.press("i")
        for place in places:
            self.page.mouse.click(*place)

    def turn(self) -> None:
        if self.random.random() < 0.5:
            self.select()
        self.press(self.random.choice(["m", "Shift+M", "q", "Shift+Q"]))

    def size(self) -> None:
        size = {"rows": self.random.randint(4, 12), "columns": self.random.randint(6, 25)}
        self.editor.about(**{name: str(value) for name, value in size.items()})

    def name(self) -> None:
        self.editor.about(name=f"Board {self.random.randrange(1000)}")

    def footprint(self) -> None:
        self.page.select_option("#whose", self.random.choice(["kind", "own"]))
        self.page.focus("#cell-picture")
        for _ in range(2):
            arrow = self.random.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
            self.press(self.random.choice(["", "Shift+"]) + arrow)

    def empty(self) -> None:
        self.select()
        self.press("Delete")


@pytest.mark.parametrize("edits", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_edits_and_as_many_undos_in_the_browser_give_back_the_same_bytes(
    studio: Studio, edits: int
) -> None:
    name = f"random-{edits}"
    file = studio.make(name, "1.2")
    saved_text = file.read_text()
    with studio.editor(name) as editor:
        scribbler = Scribbler(editor, name, saved_text, seed=11)
        texts, changing = [saved_text], Counter[str]()
        kinds = [*PAINTING, *OTHER_ACTIONS, *PAINTING]
        while len(texts) <= edits:
            action = kinds[len(texts) % len(kinds)]
            scribbler.scribble(action)
            changing[action] += scribbler.text != texts[-1]
            texts.append(scribbler.text)
        assert len(set(texts)) > edits * 0.8, changing
        if edits == MANY:
            assert min(changing[action] for action in kinds) > 1, changing
        editor.opened_page.keep("scribbled")
        steps = undo_all(editor, scribbler)
        assert steps[-1] == saved_text and [text for text in texts if text not in steps] == []
        while editor.page.is_enabled("#redo"):
            editor.page.keyboard.press("Control+y")
        assert scribbler.text == texts[-1]
    assert file.read_text() == saved_text


def undo_all(editor: Editor, scribbler: Scribbler) -> list[str]:
    """Every board on the way back; in a field the same keys are the field's own."""
    editor.page.focus("#sheet")
    states = [scribbler.text]
    while editor.page.is_enabled("#undo"):
        editor.page.keyboard.press("Control+z")
        states.append(scribbler.text)
    return states
