"""Every constraint is broken and mended on the page, by the page's own tools."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from offleash.games.uri_nation.board.text import Board, Cell, format_board_file, parse_board
from offleash.games.uri_nation.editor.constraints import CONSTRAINTS
from offleash.games.uri_nation.editor.workbench import lights
from tests.browser import SCREENSHOTS
from tests.games.uri_nation.test_board_checks import BROKEN_BOARDS, ELM, LEVELS, SIX
from tests.studio.editor import Editor, Studio, running

ADVICE = set(LEVELS["advice"])  # is never more than a warning
MISSING = {"KA1", "KB6", "KC2"}  # what is not there has no cells to go to


@pytest.fixture(scope="module")
def studio(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("constraints")
    with running(folder / "projects", chromium, Path(SCREENSHOTS or folder)) as running_studio:
        yield running_studio


class Drawer:
    """Makes one board of another on the page, with the mouse or with keys alone."""

    def __init__(self, editor: Editor, by_keys: bool) -> None:
        self.editor, self.page, self.by_keys = editor, editor.page, by_keys
        self.size = (0, 0)
        self.points: dict[Cell, tuple[float, float]] = {}

    def make(self, before: Board, after: Board) -> None:
        """Changes the size, cells, paths and bonds in which the two differ."""
        size = len(after.rows), len(after.rows[0])
        if size != (len(before.rows), len(before.rows[0])):
            self.editor.about(rows=str(size[0]), columns=str(size[1]))
        self.size = size
        if self.by_keys:
            self.page.focus("#sheet")
        different = sorted(
            (glyph, (row, column))
            for row, line in enumerate(after.rows)
            for column, glyph in enumerate(line)
            if before.at((row, column)) != glyph
        )
        for kind, cells in groupby(different, key=lambda change: change[0]):
            self.pick(kind)
            for stroke in strokes([cell for _, cell in cells]):
                self.draw(*stroke)
        self.lines(before, after)

    def lines(self, before: Board, after: Board) -> None:
        """Paths that differ, and what bond spaces influence."""
        removed = [path for path in before.paths if path not in after.paths]
        new = [path for path in after.paths if path not in before.paths]
        if removed or new:
            self.take("Path", "a")
        for entry, leave in [*((entry, entry) for entry, _ in removed), *new]:
            self.draw(entry, leave)
        bonds = [bond for bond in after.bonds if bond not in before.bonds]
        for site, reached in bonds:
            self.take("Influence", "i")
            for cell in (site, *reached):
                self.draw(cell)

    def pick(self, kind: str) -> None:
        """With the brush, which is what one has at first, and again after paths and influence."""
        self.page.keyboard.press(kind) if self.by_keys else self.editor.kind(kind)
        self.look()

    def take(self, tool: str, key: str) -> None:
        self.page.keyboard.press(key) if self.by_keys else self.editor.tool(tool)
        self.look()

    def draw(self, *cells: Cell) -> None:
        """Down at the first cell, over the others, and up."""
        if self.by_keys:
            return self.draw_by_keys(cells)
        self.page.mouse.move(*self.points[cells[0]])
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.points[cell])
        self.page.mouse.up()

    def draw_by_keys(self, cells: tuple[Cell, ...]) -> None:
        self.go(cells[0])
        self.page.keyboard.press("Enter")
        for cell in cells[1:]:
            self.go(cell)
        self.page.keyboard.press("Enter")

    def go(self, cell: Cell) -> None:
        """By arrows from where the page says that the cursor is."""
        words = self.page.text_content("#where").replace(",", " ").replace(":", " ").split()
        down, right = cell[0] - int(words[1]), cell[1] - int(words[3])
        self.editor.keys(*[f"Arrow{'Down' if down > 0 else 'Up'}*{abs(down)}"] * bool(down))
        self.editor.keys(*[f"Arrow{'Right' if right > 0 else 'Left'}*{abs(right)}"] * bool(right))

    def look(self) -> None:
        """Where the middle of each cell is on the screen: a click may have scrolled the page."""
        if self.by_keys:
            return
        rows, columns = self.size
        first, last = self.editor.point(0, 0), self.editor.point(rows - 1, columns - 1)
        wide, high = (last[0] - first[0]) / (columns - 1), (last[1] - first[1]) / (rows - 1)
        self.points = {
            (row, column): (first[0] + column * wide, first[1] + row * high)
            for row in range(rows)
            for column in range(columns)
        }


def strokes(cells: list[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Cells that follow one another in a row, as one stroke each: its first and its last."""
    runs = groupby(enumerate(cells), key=lambda pair: (pair[1][0], pair[1][1] - pair[0]))
    for _, group in runs:
        run = [cell for _, cell in group]
        yield (run[0], run[-1]) if len(run) > 1 else (run[0],)


def break_and_mend(editor: Editor, name: str, before: str, by_keys: bool) -> None:
    """Its light turns, a click goes to its cells, and Undo gives back the board."""
    page, (text, expected) = editor.page, BROKEN_BOARDS[name]
    draw_board(editor, before, text, by_keys)
    wait_for_lights(page, errors=expected - ADVICE, warnings=expected & ADVICE)
    (cells,) = (light.cells for light in lights(text) if light.name == name)
    assert bool(cells) == (name not in MISSING)
    for row, column in cells[:1]:
        page.click(f'#lights button:has(b:text-is("{name}"))')
        assert page.text_content("#where").startswith(f"Row {row}, column {column}:")
        assert page.locator(".marks .fault").count() == len(cells)
    editor.opened_page.keep(f"broken-{name}")
    mend(editor, by_keys)


def draw_board(editor: Editor, before: str, text: str, by_keys: bool = False) -> None:
    """Until its own checks are listed: a slow browser also lists those of boards on the way."""
    drawn = format_board_file(parse_board(text))
    with editor.page.expect_response(lambda answer: checked(answer) == drawn) as response:
        Drawer(editor, by_keys).make(parse_board(before), parse_board(text))
    response.value.finished()
    editor.page.evaluate("() => new Promise(requestAnimationFrame)")


def checked(answer: Any) -> str:
    """The board that an answer is about; nothing where it is about none."""
    return str(answer.request.post_data_json["text"]) if answer.url.endswith("/check") else ""


def mend(editor: Editor, by_keys: bool) -> None:
    """Undo, until there is nothing left to undo: the board is the saved one, and it holds."""
    if not by_keys:
        editor.page.click("#undo")
    while editor.page.is_enabled("#undo"):
        editor.page.keyboard.press("Control+z")
    editor.state("Saved")
    wait_for_lights(editor.page)


def wait_for_lights(page: Any, errors: Iterable[str] = (), warnings: Iterable[str] = ()) -> None:
    """Until just these constraints are broken."""
    page.wait_for_function(
        """([errors, warnings]) => {
          const shown = (state) => document.querySelectorAll(`#lights li.${state} b`);
          const names = (state) => [...shown(state)].map((each) => each.textContent).sort();
          return String(names("error")) === errors && String(names("warning")) === warnings;
        }""",
        arg=[",".join(sorted(errors)), ",".join(sorted(warnings))],
    )


@pytest.mark.parametrize(
    ("preset", "board", "step"),
    [
        ("1.2", ELM, 6),
        pytest.param("1.2", ELM, 1, marks=pytest.mark.soak),
        pytest.param("1.4", SIX, 1, marks=pytest.mark.soak),
    ],
)
def test_constraints_are_broken_and_repaired_on_the_page(
    studio: Studio, preset: str, board: str, step: int
) -> None:
    project = f"{preset}-{step}"
    file = studio.make(project, preset)
    assert file.read_text() == board
    names = [name for name, (text, _) in BROKEN_BOARDS.items() if f"version: {preset}" in text]
    with studio.editor(project) as editor:
        for number, name in enumerate(names[::step]):
            break_and_mend(editor, name, board, by_keys=number % 2 == 1)
        labels = editor.page.locator("#lights b").all_text_contents()
    of_both = {name for name in labels if name.startswith("KA")}
    assert set(labels) - of_both <= set(names)  # what only this version has can be broken here
    assert file.read_text() == board


def test_a_check_is_switched_off_and_on_again(studio: Studio) -> None:
    """Games go on without it, the file says so, and Undo brings it back."""
    file = studio.make("switched", "1.2")
    text, expected = BROKEN_BOARDS["KB9"]
    assert expected == {"KB9"}
    with studio.editor("switched") as editor:
        page = editor.page
        draw_board(editor, ELM, text)
        wait_for_lights(page, errors={"KB9"})
        assert "some dogs have more neighbours" in page.text_content("#lights li.error .reason")
        page.click('button[aria-label^="Ignore: KB9"]')
        wait_for_lights(page)
        page.wait_for_selector("#lights li.ignored")
        assert page.text_content("#verdict") == "None failed, 1 switched off"
        editor.opened_page.keep("switched-off")
        page.click("#save")
        editor.state("Saved")
        assert "\nignore: KB9\n" in file.read_text()
        page.click('button[aria-label^="Check again: KB9"]')
        wait_for_lights(page, errors={"KB9"})
        page.click("#undo")
        wait_for_lights(page)
        assert page.locator("#lights li.ignored").count() == 1


def test_a_check_that_games_need_has_no_switch(studio: Studio) -> None:
    studio.make("needed", "1.2")
    with studio.editor("needed") as editor:
        draw_board(editor, ELM, BROKEN_BOARDS["KA2"][0])
        wait_for_lights(editor.page, errors={"KA2"})
        assert editor.page.locator("#lights li.error button.ignore").count() == 0


def test_checks_read_the_rules_of_the_project(studio: Studio) -> None:
    """Few territories are enough where few win (KA8)."""
    file = studio.make("own-rules", "1.4")
    file.write_text(BROKEN_BOARDS["KA8"][0])
    with studio.editor("own-rules") as editor:
        wait_for_lights(editor.page, warnings={"KA8"})
    rules = file.with_name("rules.toml")
    rules.write_text(rules.read_text() + "\nwin_territories = 11\n")
    with studio.editor("own-rules") as editor:
        wait_for_lights(editor.page)


def test_no_constraint_was_left_out() -> None:
    boards = [text for text, _ in BROKEN_BOARDS.values()]
    assert list(BROKEN_BOARDS) == list(CONSTRAINTS)
    assert all("version: 1.2" in text or "version: 1.4" in text for text in boards)
