"""A project in the browser: duplicated, brought back to an old version, its images at a table."""

from io import BytesIO

import pytest
from PIL import Image

from offleash.projects.history import list_versions
from offleash.projects.links import create_link
from tests.browser import BrowserPage
from tests.studio.editor import DRAWN, GAMES, Editor
from tests.studio.owner_site import KEY, make_app
from tests.web.serving import serving

LOADED = (
    "() => [...document.querySelectorAll('#picture image')].some((image) => image.getBBox().width)"
)


@pytest.fixture
def site(tmp_path):
    with serving(make_app(tmp_path)) as address:
        yield address, tmp_path / "projects"


def open_browser(chromium, tmp_path, address):
    context = chromium.new_context()
    context.add_init_script(f"localStorage[{GAMES!r}] ??= 'off'")
    browser = BrowserPage(context.new_page(), tmp_path, allowed=address)
    browser.listen()
    return browser


def test_a_copy_is_changed_brought_back_and_played(chromium, tmp_path, site):
    address, projects = site
    browser = open_browser(chromium, tmp_path, address)
    page = browser.page
    page.context.request.get(f"{address}/owner/{KEY}", max_redirects=0)
    page.goto(f"{address}/studio/mine/overview")
    page.fill("#copy-project", "Rosewood Corner")
    page.click("text=Duplicate the project")
    page.wait_for_selector("h1:text('Rosewood Corner')")
    page.fill("[name=name-Grit]", "Pluck")
    page.click("text=Save names")
    page.wait_for_selector(".done")
    picture = BytesIO()
    Image.new("RGB", (30, 30), "red").save(picture, "PNG")
    upload = {"name": "a.png", "mimeType": "image/png", "buffer": picture.getvalue()}
    page.select_option("#image-slot", "token-dogs-yapper")
    page.set_input_files("#image-file", upload)
    page.click("text=Save the image")
    page.wait_for_selector("#images img")
    page.click("a:text('3 versions')")
    page.click("li:has(b:text-is('1')) button")
    page.wait_for_selector(".done:text('Restored project.toml.')")
    page.click("summary:text('Make room')")
    page.check("[name=a][value='1']")
    page.click("button:text('Delete the versions')")
    page.wait_for_selector(".done:text('Deleted 2 versions.')")
    folder = projects / "Rosewood-Corner"
    assert [version.number for version in list_versions(folder)] == [4, 1]
    assert "Pluck" not in (folder / "project.toml").read_text()
    page.goto(f"{address}/studio/Rosewood-Corner/overview")
    page.click("button.main:text('Play') >> nth=0")
    page.wait_for_function(LOADED)
    assert browser.errors == []
    page.context.close()


def test_a_drawing_outlives_its_board(chromium, tmp_path, site):
    address, projects = site
    code = create_link(projects / "mine", "Ben", can_edit=True)
    owner, guest = (open_browser(chromium, tmp_path, address) for _ in range(2))
    guest.page.goto(f"{address}/shared/{code}/edit/boards/board.txt")
    guest.page.wait_for_selector(DRAWN)
    owner.page.context.request.get(f"{address}/owner/{KEY}", max_redirects=0)
    owner.page.goto(f"{address}/studio/mine/overview")
    owner.page.click("summary[aria-label^='Change Six Blocks']")
    owner.page.fill("#board-1-name", "Other")
    owner.page.click("form:has(#board-1-name) button")
    owner.page.wait_for_selector(".done:text('Renamed to Other.')")
    editor = Editor(guest)
    editor.kind("W")
    editor.drag((1, 1))
    guest.page.click("#save")
    guest.page.wait_for_selector("#choice >> text=Download it, and import it")
    with guest.page.expect_download() as download:
        guest.page.click("#download")
    assert "\nsWT1" in download.value.path().read_text()
    for browser in (owner, guest):
        browser.page.context.close()
