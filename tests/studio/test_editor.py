"""The board editor in a real browser: drawn by mouse and by keys, checked, saved, never lost."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from offleash.projects.links import create_link
from tests.browser import SCREENSHOTS, wait_for_requests
from tests.studio.editor import DESK, TABLET, Editor, Studio, running
from tests.studio.test_model import SHIPPED

SIX_BLOCKS = SHIPPED["six-blocks"]


@pytest.fixture(scope="module")
def studio(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("studio")
    with running(folder / "projects", chromium, Path(SCREENSHOTS or folder)) as running_studio:
        yield running_studio


def violations(page: Any, part: str | None = None) -> list[str]:
    """What axe finds on a page, or in one part of it, a line each."""
    violations = Axe().run(page, part).response["violations"]
    return [
        f"{violation['id']}: {[node['html'] for node in violation['nodes']][:3]}"
        for violation in violations
    ]


def empty_sheet(editor: Editor) -> None:
    """An empty sheet with the size and the name of six-blocks."""
    editor.page.click("#clear")
    editor.about(name="Six Blocks of Good Smells", rows="9", columns="23", radius="", version="1.4")


def save(editor: Editor) -> None:
    editor.page.click("#save")
    editor.state("Saved")


def test_the_sample_board_by_mouse(studio: Studio) -> None:
    """Half of it is drawn; the half turn draws the rest."""
    file = studio.make("mouse", "1.2")
    with studio.editor("mouse") as editor:
        empty_sheet(editor)
        editor.page.select_option("#symmetry", "turn2")
        painted = [
            ("s", "Fill", [(0, 0)]),
            ("=", "Line", [(0, 7), (8, 7)]),
            ("=", "Line", [(4, 0), (4, 22)]),
            ("T", "Rectangle", [(1, 1), (2, 5)]),
            ("T", "Rectangle", [(6, 1), (7, 5)]),
            ("T", "Rectangle", [(1, 9), (2, 13)]),
            ("x", "Brush", [(3, 7), (4, 6)]),
            ("x", "Brush", [(5, 7), (4, 8)]),
            ("+", "Brush", [(4, 7)]),
            ("1", "Brush", [(1, 3)]),
            ("2", "Brush", [(7, 3)]),
            ("W", "Brush", [(2, 3)]),
            ("W", "Brush", [(6, 3)]),
            ("/", "Brush", [(1, 10), (2, 10)]),
            ("P", "Brush", [(2, 11)]),
        ]
        for kind, tool, cells in painted:
            editor.kind(kind)
            editor.tool(tool)
            for cell in (
                [cells] if tool in ("Line", "Rectangle") else [[one_cell] for one_cell in cells]
            ):
                editor.drag(*cell)
        editor.tool("Path")
        editor.drag((3, 10), (0, 10))
        editor.page.wait_for_selector("#problem.fine")
        save(editor)
        editor.opened_page.keep("editor-mouse")
    assert file.read_text() == SIX_BLOCKS


def test_two_blocks_by_keyboard_alone(studio: Studio) -> None:
    """One is drawn, the other is its mirror image: the homes' colours go round."""
    file = studio.make("block", "1.4")
    lines = SIX_BLOCKS.splitlines(keepends=True)
    first = lines.index("grid:\n") + 1
    for row in range(first, first + 4):
        lines[row] = f"{'.' * 7}{lines[row][7:16]}{'.' * 7}\n"
    file.write_text("".join(lines))
    with studio.editor("block") as editor:
        editor.page.focus("#sheet")
        draw_a_block(editor.keys)
        editor.keys("End", "ArrowLeft*6", "ArrowUp*3", "Control+v", "m", "Control+s")
        editor.state("Saved")
    assert file.read_text() == SIX_BLOCKS


def draw_a_block(press: Callable[..., None]) -> None:
    """By keys, in the corner above left; it is copied."""
    press("s", "r", "Space", "ArrowDown*3", "ArrowRight*6", "Space")  # a block of sidewalk
    press("t", "Home", "ArrowRight", "ArrowUp*2", "Space", "ArrowDown", "ArrowRight*4", "Space")
    press("d", "1", "ArrowUp", "ArrowLeft*2", "Space", "w", "ArrowDown", "Space")
    press("Home", "ArrowUp*2", "Shift+ArrowDown*3", "Shift+ArrowRight*6", "Control+c", "Escape")


@pytest.mark.soak
def test_the_sample_board_by_keyboard_alone(studio: Studio) -> None:
    """A block is drawn once, copied, and turned: the homes' colours go round."""
    file = studio.make("keys", "1.4")
    file.write_text(SIX_BLOCKS.replace("T", "s"))
    with studio.editor("keys") as editor:
        press = editor.keys
        editor.page.focus("#sheet")
        press("Control+a", "Delete", "Escape")  # from an empty sheet
        editor.page.focus("#sheet")
        draw_a_block(press)
        press("End", "ArrowLeft*6", "ArrowUp*3", "Control+v", "m")  # the mirrored block has home 4
        press("Escape", "Home", "ArrowRight*8", "Control+v", "Escape")  # the block in the middle
        press("t", "d", "ArrowRight*3", "ArrowDown", "Space", "p", "ArrowDown", "Space")
        press("/", "ArrowLeft", "Enter", "ArrowUp", "Enter")
        press("=", "l", "Home", "ArrowRight*7", "ArrowUp", "Space", "ArrowDown*3", "Space")
        press("ArrowRight*8", "Space", "ArrowUp*3", "Space")
        press("x", "d", "ArrowDown*3", "Space", "ArrowLeft*8", "Space", "Home")
        press("Shift+ArrowUp*3", "Shift+ArrowRight*22", "Control+c", "Escape")
        press("ArrowDown*8", "ArrowUp*3", "Home", "Control+v")  # the other half
        press("m", "Shift+M", "Escape")
        press("=", "l", "Home", "ArrowUp", "Space", "ArrowRight*22", "Space")
        press("d", "Home", "ArrowRight*6", "x", "Space", "ArrowRight*2", "Space")
        press("+", "ArrowLeft", "Space", "ArrowRight*8", "Space")
        press("x", "ArrowLeft", "Space", "ArrowRight*2", "Space")
        press("y", "a", "ArrowLeft*6", "ArrowUp", "Space", "ArrowUp*3", "Space")  # both paths
        press("Control+s")
        editor.state("Saved")
        editor.opened_page.keep("editor-keys")
    assert file.read_text() == SIX_BLOCKS


def test_a_constraint_is_broken_repaired_and_undone_to_the_same_bytes(studio: Studio) -> None:
    file = studio.make("lights")
    with studio.editor("lights") as editor:
        page = editor.page
        editor.light("KA1", "ok")
        editor.kind("4")
        editor.drag((1, 3))
        editor.light("KA1", "error")
        editor.light("KA7", "untested")
        page.click('#lights button:has-text("KA1")')  # two homes 4
        assert page.text_content("#where") == "Row 1, column 3: home 4"
        page.click('#lights button:has-text("KA1")')
        assert page.text_content("#where") == "Row 1, column 19: home 4"
        assert page.locator(".marks .fault").count() == 2
        assert violations(page, "#lights") == []
        editor.opened_page.keep("editor-broken")
        page.click("#save")
        page.wait_for_selector("#choice:has-text('KA1')")  # a broken board is no board to play
        assert file.read_text() == SIX_BLOCKS
        editor.opened_page.errors.clear()  # the browser tells of the refusal
        editor.kind("1")
        editor.drag((1, 3))
        editor.light("KA1", "ok")
        editor.kind("s")
        for tool in ("Fill", "Rectangle", "Line"):
            editor.tool(tool)
            editor.drag((1, 1), (7, 20))
        page.select_option("#version", "1.2")
        editor.light("KB2", "error")
        while page.is_enabled("#undo"):
            page.click("#undo")
        editor.state("Saved")
        with page.expect_download() as download:
            page.click("#download")
        assert Path(download.value.path()).read_text() == SIX_BLOCKS


def test_a_killed_tab_loses_nothing_that_was_drawn(studio: Studio) -> None:
    file = studio.make("killed")
    context = studio.context()
    with studio.editor("killed", context) as editor:
        editor.kind("W")
        editor.drag((1, 1))
        editor.page.mouse.move(*editor.point(2, 1))
        editor.page.mouse.down()  # and never up
        editor.page.wait_for_function("() => Object.values(localStorage).join().includes('sWTWT')")
        editor.page.close(run_before_unload=False)  # before the server knows
    with studio.editor("killed", context) as editor:
        editor.state("Not saved")
        assert editor.page.is_visible("#choice")
        save(editor)
        expected = SIX_BLOCKS.replace("sTT1TTs=sT/", "sWT1TTs=sT/")
        expected = expected.replace("sTTWTTs=sT/", "sWTWTTs=sT/")
        assert file.read_text() == expected
        editor.kind("T")
        with editor.page.expect_response("**/draft"):
            editor.drag((1, 1))
        editor.state("a draft is stored")
    context.close()
    with studio.editor("killed") as editor:  # another browser: the server's draft
        editor.page.click("text=Back to the saved board")
        editor.state("Saved")
        editor.page.click("#undo")
        editor.state("Not saved")
    assert file.read_text() == expected


def test_a_file_that_changed_meanwhile_is_not_overwritten(studio: Studio) -> None:
    file = studio.make("changed")
    other_text = SIX_BLOCKS.replace("Six Blocks of Good Smells", "Theirs")
    with studio.editor("changed") as editor:
        editor.about(name="Mine")
        file.write_text(other_text)
        editor.page.click("#save")
        editor.page.wait_for_selector("#choice p:has-text('Name: Mine here, Theirs there.')")
        assert file.read_text() == other_text
        editor.opened_page.errors.clear()  # the browser tells of the conflict
        editor.page.click("text=Keep theirs")
        editor.state("Saved")
        assert editor.page.input_value("#name") == "Theirs"
        editor.page.click("#undo")
        save(editor)
    assert "name: Mine\n" in file.read_text()


def test_a_question_is_not_replaced_by_an_earlier_look_at_the_file(studio: Studio) -> None:
    """The page saw that the file has changed, and is still merging it when somebody saves."""
    file, context, merges = studio.make("asked"), studio.context(), []
    with studio.editor("asked", context) as editor:
        page = editor.page
        page.route("**/merge", lambda route: merges.append(route))
        editor.about(name="Mine")
        file.write_text(SIX_BLOCKS.replace("Six Blocks of Good Smells", "Theirs"))
        wait_for_requests(page, merges, 1)
        page.click("#save")
        wait_for_requests(page, merges, 2)
        merges[1].continue_()
        button = page.wait_for_selector("#choice button:has-text('Keep theirs')")
        with page.expect_response("**/merge") as response:
            merges[0].continue_()
        response.value.finished()
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert button.evaluate("button => button.isConnected")
        editor.opened_page.errors.clear()  # the browser tells of the conflict
    context.close()


def test_a_save_waits_for_the_one_before(studio: Studio) -> None:
    """Or it would be in conflict with it."""
    file, context, saves = studio.make("twice"), studio.context(), []
    with studio.editor("twice", context) as editor:
        page = editor.page
        page.route("**/board", lambda route: saves.append(route))
        for name in ("Mine", "Mine too"):
            editor.about(name=name)
            page.click("#save")
            wait_for_requests(page, saves, 1)
        for number in (1, 2):
            wait_for_requests(page, saves, number)
            saves[number - 1].continue_()
        editor.state("Saved")
    assert "name: Mine too\n" in file.read_text()
    context.close()


# What the page does every few seconds, to be done by `LOOK` at once.
RECORD_LOOKS = """
  const start = setInterval;
  window.looks = [];
  window.setInterval = (look, delay) => {
    window.looks.push(look);
    return start(look, delay);
  };
"""
LOOK = "() => Promise.all(window.looks.map((look) => look()))"


def test_a_look_at_the_file_asks_nothing_while_it_is_saved(studio: Studio) -> None:
    file, context, saves = studio.make("saving"), studio.context(), []
    context.add_init_script(RECORD_LOOKS)
    with studio.editor("saving", context) as editor:
        page = editor.page
        page.route("**/board", lambda route: saves.append(route))
        editor.about(name="Mine")
        page.click("#save")
        wait_for_requests(page, saves, 1)
        file.write_text(SIX_BLOCKS.replace("Six Blocks of Good Smells", "Theirs"))
        page.evaluate(LOOK)
        assert page.is_hidden("#choice")
        saves[0].continue_()
        page.wait_for_selector("#choice p:has-text('Name: Mine here, Theirs there.')")
        editor.opened_page.errors.clear()  # the browser tells of the conflict
    context.close()


def test_the_owner_and_a_guest_draw_on_one_board(studio: Studio) -> None:
    file = studio.make("shared")
    path = f"/shared/{create_link(file.parent, 'Ben', can_edit=True)}/edit"
    guest = studio.chromium.new_context(**DESK)
    with studio.editor("shared") as one, studio.editor("shared", guest, path) as other:
        assert one.page.query_selector("#games") and not other.page.query_selector("#games")
        for editor, column in ((one, 1), (other, 5)):
            editor.kind("w")
            editor.drag((1, column))
            editor.state("Not saved")
        save(one)
        assert "sWT1TTs" in file.read_text()
        script = "() => Object.values(localStorage).some((text) => text.includes('sWT1TWs'))"
        other.page.wait_for_function(script)  # without a click, and with both edits
        save(other)
        assert "sWT1TWs" in file.read_text()
    guest.close()


def test_a_picture_is_traced(studio: Studio) -> None:
    studio.make("traced")
    script = "<script>document.title = 'x'</script>"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{script}</svg>'.encode()
    with studio.editor("traced") as editor:
        page = editor.page

        def choose(kind: str, data: bytes) -> None:
            page.set_input_files("#tracing-file", {"name": "a", "mimeType": kind, "buffer": data})

        choose("text/html", b"<p>")
        page.wait_for_selector("#tracing-problem:has-text('Choose a PNG')")
        choose("image/png", b"no picture")
        page.wait_for_selector("#tracing-problem:has-text('not a picture')")
        assert page.query_selector("#sheet .tracing") is None
        choose("image/svg+xml", svg)
        page.wait_for_selector("#sheet .tracing")
        boxes = [
            page.query_selector(f"#sheet {name}").bounding_box() for name in ("canvas", ".tracing")
        ]
        assert boxes[0] == boxes[1] and page.title() != "x"
        editor.kind("w")
        editor.drag((1, 1))  # through the picture
        editor.state("Not saved")
        page.click("#tracing-remove")
        assert page.query_selector("#sheet .tracing") is None


def test_a_file_is_opened_as_one_edit_or_refused(studio: Studio) -> None:
    studio.make("opening")
    other = SIX_BLOCKS.replace("Six Blocks of Good Smells", "Straße")
    bad = {
        "old.txt": (other.encode("latin-1"), "old.txt is not text in UTF-8."),
        "large.txt": (b"s" * 1_100_000, "more than 1 MB"),
        "words.txt": (b"woof\n", "words.txt can't be drawn: line 1"),
        "none.txt": (b"", "none.txt can't be drawn"),
    }
    with studio.editor("opening") as editor:
        editor.about(name="Mine")
        for name, (data, sentence) in bad.items():
            load(editor, name, data)
            wait_for_words(editor, sentence)
            assert editor.page.input_value("#name") == "Mine"
        good = b"\xef\xbb\xbf" + other.replace("\n", "\r\n").encode()
        load(editor, "good.txt", good)
        wait_for_words(editor, "good.txt is loaded; Undo brings back the previous board.")
        assert editor.page.input_value("#name") == "Straße"
        editor.page.click("#undo")
        assert editor.page.input_value("#name") == "Mine"
        editor.opened_page.errors.clear()  # the browser tells of the large one


def load(editor: Editor, name: str, data: bytes) -> None:
    file = {"name": name, "mimeType": "text/plain", "buffer": data}
    editor.page.focus("#open")
    editor.page.set_input_files("#file", file)


def wait_for_words(editor: Editor, words: str) -> None:
    script = "words => document.querySelector('#message').textContent.includes(words)"
    editor.page.wait_for_function(script, arg=words)


def test_a_file_that_was_broken_meanwhile_is_not_loaded(studio: Studio) -> None:
    file = studio.make("spoilt")
    with studio.editor("spoilt") as editor:
        editor.about(name="Mine")
        file.write_text("no board\nat all\n")
        editor.page.click("#save")
        editor.page.click("#choice button:has-text('Load the file')")
        editor.page.wait_for_selector("#choice p:has-text('The file can\\'t be drawn')")
        assert editor.page.input_value("#name") == "Mine"
        assert file.read_text() == "no board\nat all\n"
        editor.page.click("#save")
        editor.page.click("#choice button:has-text('Overwrite the file')")
        editor.state("Saved")
        editor.opened_page.errors.clear()  # the browser tells of the conflicts
    assert "name: Mine\n" in file.read_text()


def is_about(answer: Any, view: str) -> bool:
    """Whether the server has told of a view."""
    return answer.url.endswith("/check") and answer.request.post_data_json.get("views") == [view]


def test_views_and_a_tablet(studio: Studio) -> None:
    studio.make("views", "1.2")
    with studio.editor("views", **TABLET) as editor:
        page = editor.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 820
        for view, selector in (
            ("walk", ".count"),
            ("groups", "#view-table td"),
            ("frontage", ".count"),
            ("reach", ".count"),
            ("crossings", "circle.way"),
            ("fairness", "#view-table td"),
        ):
            with page.expect_response(lambda answer: is_about(answer, view)):  # noqa: B023
                page.select_option("#view", view)
            page.wait_for_selector(selector, state="attached")
            editor.opened_page.keep(f"editor-view-{view}")
        page.touchscreen.tap(*editor.point(3, 0))
        assert "Row 3, column 0" in page.text_content("#where")
        assert violations(page) == []
        two_fingers(editor, distances=(60, 240), by=(0, 0))
        wide = page.evaluate("document.querySelector('#sheet').clientWidth")
        assert wide > page.evaluate("document.querySelector('#frame').clientWidth")
        two_fingers(editor, distances=(100, 100), by=(-80, 0))
        assert page.evaluate("document.querySelector('#frame').scrollLeft") >= 79
        assert page.text_content("#state") == "Saved"  # two fingers draw nothing
        assert page.is_disabled("#undo")


def two_fingers(editor: Editor, distances: tuple[int, int], by: tuple[int, int]) -> None:
    """Put on the sheet, moved from so far apart to so far, and as far along, and lifted."""
    box = editor.page.locator("#frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hands = editor.page.context.new_cdp_session(editor.page)

    def touch(kind: str, share: float) -> None:
        half = (distances[0] + share * (distances[1] - distances[0])) / 2
        left, top = x + share * by[0], y + share * by[1]
        points = [{"x": left + side * half, "y": top, "id": side} for side in (-1, 1)]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for step in range(1, 6):
        touch("touchMove", step / 5)
    hands.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_keys_are_for_the_sheet_where_nothing_has_the_focus(studio: Studio) -> None:
    """On a page that has just opened; but what is typed into a field goes there."""
    studio.make("keys-first", "1.4")
    with studio.editor("keys-first") as editor:
        page = editor.page
        assert page.evaluate("document.activeElement === document.body")
        page.keyboard.press("Delete")
        editor.state("Not saved")
        page.locator("#name").fill("Trial", timeout=5000)
        page.locator("#name").press("T")
        page.locator("#name").press("Delete")
        assert page.input_value("#name") == "TrialT"
