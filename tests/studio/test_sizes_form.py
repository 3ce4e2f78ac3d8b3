"""Sizes on the page: the cell, its sub-grid, footprints by fields, by pointer and by keys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import SCREENSHOTS
from tests.games.uri_nation.test_sizes import SIX, with_size
from tests.studio.editor import Editor, Studio, running
from tests.studio.scripts import run_script
from tests.studio.test_editor import save, violations

Spot = tuple[float, float]  # a row and a column, in sub-cells


@pytest.fixture(scope="module")
def studio(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("sizes")
    with running(folder / "projects", chromium, Path(SCREENSHOTS or folder)) as running_studio:
        yield running_studio


def fill(editor: Editor, **fields: str) -> None:
    """Types into fields of the form, as one leaves them."""
    for name, value in fields.items():
        editor.page.fill(f"#{name.replace('_', '-')}", value)
        editor.page.keyboard.press("Tab")


def footprint_fields(editor: Editor) -> list[int]:
    """Rows, columns, row and column of the footprint that the form shows."""
    names = ("print-rows", "print-columns", "print-row", "print-column")
    return [int(editor.page.input_value(f"#{name}")) for name in names]


def drag(editor: Editor, grid: tuple[int, int], start: Spot, end: Spot) -> None:
    """On the picture of the cell."""
    picture = editor.page.locator("#cell-picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()

    def point(spot: Spot) -> tuple[float, float]:
        down, right = (
            (1 + 40 * offset / size) / 42 for offset, size in zip(spot, grid, strict=True)
        )
        return box["x"] + right * box["width"], box["y"] + down * box["height"]

    mouse = editor.page.mouse
    mouse.move(*point(start))
    mouse.down()
    mouse.move(*point(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)))
    mouse.move(*point(end))
    mouse.up()


def test_the_whole_form_of_sizes(studio: Studio) -> None:
    file = studio.make("sizes")
    with studio.editor("sizes") as editor:
        page = editor.page
        fill(editor, cell_size="30.5", sub_rows="6", sub_columns="8")
        editor.kind("T")
        assert footprint_fields(editor) == [6, 8, 0, 0]
        fill(editor, print_rows="3", print_columns="5", print_row="2", print_column="1")
        assert page.text_content("#cell-words").endswith(": 19.1 × 15.3 mm of 30.5")
        page.wait_for_selector("#misfits button:has-text('territory has 19.1 x 15.2')")
        page.click("#misfits button")
        assert page.text_content("#where") == "Row 1, column 1: territory"
        page.select_option("#whose", "own")
        fill(editor, print_rows="4")  # of this one only
        assert footprint_fields(editor) == [4, 5, 2, 1]
        editor.kind("s")
        page.select_option("#whose", "kind")
        page.select_option("#view", "room")
        page.wait_for_selector(".overlay .space.short")
        editor.opened_page.keep("sizes")
        assert violations(page, "#sizes") == []
        save(editor)
        lines = ["cell_mm: 30.5", "sub_grid: 6 x 8", "footprint: territory : 3 x 5 at 2,1"]
        assert file.read_text() == with_size(SIX, *lines, "footprint: 1,1 : 4 x 5 at 2,1")
        fill(editor, sub_rows="4")  # what lies outside a smaller sub-grid goes
        editor.state("Not saved")
        page.click("#undo")
        editor.state("Saved")
        editor.kind("T")
        page.click("#whole")
        save(editor)
        assert file.read_text() == with_size(SIX, *lines[:2], "footprint: 1,1 : 4 x 5 at 2,1")


def test_a_footprint_is_dragged(studio: Studio) -> None:
    file, grid = studio.make("dragged"), (4, 4)
    with studio.editor("dragged") as editor:
        page = editor.page
        editor.kind("T")
        drag(editor, grid, (2, 3.9), (2, 2.9))  # the right edge
        assert footprint_fields(editor) == [4, 3, 0, 0]
        drag(editor, grid, (0.1, 0.1), (1.1, 1.1))  # the corner above left
        assert footprint_fields(editor) == [3, 2, 1, 1]
        drag(editor, grid, (2.5, 2), (1.6, 9))  # all of it, as far as the cell goes
        assert footprint_fields(editor) == [3, 2, 0, 2]
        drag(editor, grid, (3.5, 0.5), (2.5, 1.5))  # a new one, beside it
        assert footprint_fields(editor) == [2, 2, 2, 0]
        drag(editor, grid, (3, 1), (3, 1.2))  # not as far as another sub-cell
        for before in ([3, 2, 0, 2], [3, 2, 1, 1], [4, 3, 0, 0], [4, 4, 0, 0]):
            page.click("#undo")  # a drag is one step
            assert footprint_fields(editor) == before
        assert page.is_disabled("#undo")
        editor.state("Saved")
        page.keyboard.press("Control+y")
        editor.state("Not saved")
        save(editor)
        assert file.read_text() == with_size(SIX, "footprint: territory : 4 x 3 at 0,0")


def test_a_footprint_by_keys(studio: Studio) -> None:
    file = studio.make("pressed")
    with studio.editor("pressed") as editor:
        page = editor.page
        page.focus("#sheet")
        editor.keys("ArrowRight*3", "ArrowDown")  # home 1
        page.select_option("#whose", "own")
        page.focus("#cell-picture")
        editor.keys("Shift+ArrowUp", "Shift+ArrowLeft*2", "ArrowRight*5", "ArrowDown")
        assert footprint_fields(editor) == [3, 2, 1, 2]
        save(editor)
        assert file.read_text() == with_size(SIX, "footprint: 1,3 : 3 x 2 at 1,2")
        page.focus("#cell-picture")
        editor.keys("Shift+ArrowUp*9", "Shift+ArrowLeft*9")
        assert footprint_fields(editor) == [1, 1, 1, 2]
        editor.keys("Delete")
        save(editor)
        assert file.read_text() == SIX


def test_a_footprint_never_leaves_its_cell() -> None:
    code = """
const { dragFootprint, moveByKey, startDrag } = await load("footprint.js");
let state = 1;
const below = (count) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return (state / 2147483648) * count;
};
const whole = (count) => Math.floor(below(count));
const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const placements = [];
for (let round = 0; round < 300; round++) {
  const grid = [1 + whole(16), 1 + whole(16)];
  let print = [...grid, 0, 0];
  for (let step = 0; step < 8; step++) {
    const spot = () => [below(grid[0] + 4) - 2, below(grid[1] + 4) - 2];
    print = step % 2
      ? moveByKey(print, grid, { key: keys[whole(4)], shiftKey: whole(2) === 1 })
      : dragFootprint(startDrag(print, grid, spot()), spot());
    placements.push([grid, print]);
  }
}
give(placements);
"""
    placements = run_script(code, None)
    for grid, (rows, columns, row, column) in placements:
        assert rows >= 1 and row >= 0 and row + rows <= grid[0]
        assert columns >= 1 and column >= 0 and column + columns <= grid[1]
    assert len({str(placement) for placement in placements}) > 1000
