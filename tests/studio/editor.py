"""The studio on a free port with one project, and its editor in a real browser."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from offleash.games import registry
from offleash.projects.project import new_project
from offleash.studio import site
from offleash.web import owner
from offleash.web.cookies import Keys
from offleash.web.frame import make_app
from tests.browser import BrowserPage
from tests.web.serving import serving

KEY = "a-key-for-tests"
DESK = {"viewport": {"width": 1280, "height": 900}}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "color_scheme": "dark"}


DRAWN = "#sheet[data-size]:not([data-size=''])"  # as soon as the board is seen
LEFT = ("/trial", "/check")  # a page takes back what it asked when the next edit comes
GAMES = "offleash/games"  # where a browser keeps whether it plays while one draws


def make_studio(projects: Path, first: Sequence[BaseRoute] = ()) -> Starlette:
    """The studio alone, on the frame; routes that come first take the place of its own."""

    async def start(app: Starlette) -> None:
        app.state.keys, app.state.projects = Keys(b"k" * 32), str(projects)

    routes = [*owner.routes(), *first, *site.routes()]
    app = make_app(routes, [start], packages=("web", "studio"))
    owner.set_owner_key(app, KEY)
    return app


# Turns games while one draws off in a browser, until a test turns them on.
PLAY_NOTHING = f"localStorage[{GAMES!r}] ??= 'off'"


@dataclass
class Studio:
    """A running studio, a browser, and where the projects lie."""

    address: str
    projects: Path
    chromium: Any
    pictures: Path

    def make(self, name: str, preset: str = "1.4") -> Path:
        """A new project; the file of its board."""
        new_project(self.projects / name, registry.load("uri-nation"), preset, name)
        (board,) = (self.projects / name).glob("board*.txt")
        return board

    @contextmanager
    def editor(
        self, name: str, context: Any = None, path: str = "", **settings: Any
    ) -> Iterator["Editor"]:
        """The editor of a project, which complains about nothing; a link has another path."""
        if context is None:
            opened_page: BrowserPage = self.chromium.take_page(
                self.pictures, self.address, PLAY_NOTHING, **{**DESK, **settings}
            )
            self.sign_in(opened_page.page.context)
        else:
            opened_page = BrowserPage(context.new_page(), self.pictures, allowed=self.address)
            opened_page.listen()
        opened_page.page.goto(f"{self.address}{path or f'/studio/{name}'}")
        editor = Editor(opened_page)
        editor.page.wait_for_selector(DRAWN)
        yield editor
        errors = [error for error in opened_page.errors if not error.endswith(LEFT)]
        assert errors == [], errors
        if context is None:
            self.chromium.give_back(opened_page)

    def context(self, plays: bool = False, **settings: Any) -> Any:
        """A browser of the owner's; most tests are about drawing alone."""
        context = self.chromium.new_context(**{**DESK, **settings})
        if not plays:
            context.add_init_script(PLAY_NOTHING)
        self.sign_in(context)
        return context

    def sign_in(self, context: Any) -> None:
        """Makes a browser the owner's."""
        context.request.get(f"{self.address}/owner/{KEY}", max_redirects=0)


@contextmanager
def running(
    folder: Path, chromium: Any, pictures: Path, first: Sequence[BaseRoute] = ()
) -> Iterator[Studio]:
    """A studio with no project yet."""
    folder.mkdir(exist_ok=True)
    with serving(make_studio(folder, first)) as address:
        yield Studio(address, folder, chromium, pictures)


@dataclass
class Editor:
    """An open editor, and how a person uses it."""

    opened_page: BrowserPage

    @property
    def page(self) -> Any:
        return self.opened_page.page

    def point(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        box = self.page.evaluate(
            f"""async () => {{
              await new Promise(requestAnimationFrame);
              const sheet = document.querySelector("#sheet");
              const [rows, columns] = sheet.dataset.size.split(" ").map(Number);
              const box = sheet.querySelector("canvas").getBoundingClientRect();
              return [box.x + (({column} + 0.5) / columns) * box.width,
                box.y + (({row} + 0.5) / rows) * box.height];
            }}"""
        )
        return box[0], box[1]

    def drag(self, *cells: tuple[int, int]) -> None:
        """Down at the first cell, over the others, and up."""
        mouse = self.page.mouse
        mouse.move(*self.point(*cells[0]))
        mouse.down()
        for cell in cells[1:]:
            mouse.move(*self.point(*cell))
        mouse.up()

    def tool(self, word: str) -> None:
        self.page.click(f'#tools button:has-text("{word}")')

    def kind(self, key: str) -> None:
        self.page.click(f'#kinds button:has(kbd:text-is("{key.upper()}"))')
        self.page.evaluate("scrollTo(0, 0)")  # back to the sheet, which the click may have left

    def keys(self, *keys: str) -> None:
        """Presses keys; `"ArrowRight*6"` presses one six times."""
        for key in keys:
            name, _, times = key.partition("*") if len(key) > 1 else (key, "", "")
            for _ in range(int(times or 1)):
                self.page.keyboard.press(name)

    def about(self, **fields: str) -> None:
        """Fills in the form about the board."""
        for name, value in fields.items():
            field = self.page.locator(f"#{name}")
            field.select_option(value) if name == "version" else field.fill(value)
            field.dispatch_event("change") if name != "version" else None

    def state(self, words: str) -> None:
        """Waits until the page says of the drawing what it should."""
        self.page.wait_for_function(
            "words => document.querySelector('#state').textContent.includes(words)", arg=words
        )

    def light(self, name: str, state: str) -> None:
        """Waits until a constraint has a light."""
        self.page.wait_for_selector(f'#lights li.{state}:has(b:text-is("{name}"))')
