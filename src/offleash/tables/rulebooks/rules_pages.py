"""Rules at three lengths: one screen with pictures, the rulebook, and every ruling."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.games import registry
from offleash.lab.report.safe_svg import inline_svg
from offleash.paper.rulebook.book import make_book
from offleash.paper.rulebook.html import BookChapter, render_chapters
from offleash.play.glance import draw_glance
from offleash.tables.lobby.guided_tables import guide_minutes
from offleash.tables.lobby.lobby import check_ready, game_row
from offleash.tables.rulebooks.rulebook import books_of
from offleash.web.headers import REVALIDATE
from offleash.web.rulebook import rulebook
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of the rules."""
    return [
        Route("/rules", all_rules),
        Route("/rules/{game}", rulings),
        Route("/rules/{game}/glance", glance),
        Route("/rules/{game}/book", book),
    ]


@dataclass(frozen=True)
class ShownPanel:
    """A panel on the page."""

    title: str
    text: str
    picture: Markup


async def all_rules(request: Request) -> Response:
    """List the games with a rules page."""
    books = [(row, pages) for row in registry.ROWS.values() if (pages := rulebook(row.name))]
    return page(request, "all_rules.html", headers=REVALIDATE, title="Rules", books=books)


async def glance(request: Request) -> Response:
    """Return the game on one screen."""
    row = game_row(request)
    check_ready(request, row.name)
    panels = await books_of(request).get(glance_panels, row.name)
    if not panels:
        raise HTTPException(404, f"{row.title} has no page with pictures.")
    rules = rulebook(row.name)
    context: dict[str, Any] = {"row": row, "panels": panels, "length": "glance"}
    context |= {"blurb": rules.blurb if rules else row.nature, "guide": guide_minutes(row.name)}
    return page(request, "glance.html", headers=REVALIDATE, title=row.title, **context)


@cache
def glance_panels(name: str) -> list[ShownPanel]:
    """Return the panels of a game, drawn once."""
    return [
        ShownPanel(panel.title, panel.text, Markup(inline_svg(panel.picture, f"g{n}-")))
        for n, panel in enumerate(draw_glance(name))
    ]


async def book(request: Request) -> Response:
    """Return the rulebook, as it is printed for the usual rules."""
    row = game_row(request)
    check_ready(request, row.name)
    chapters = await books_of(request).get(book_chapters, row.name)
    if not chapters:
        raise HTTPException(404, f"{row.title} has no rulebook.")
    context: dict[str, Any] = {"row": row, "chapters": chapters, "length": "book"}
    return page(request, "rulebook.html", headers=REVALIDATE, title=row.title, **context)


@cache
def book_chapters(name: str) -> list[BookChapter]:
    """Return the chapters of a game's rulebook, rendered once."""
    game = registry.load(name)
    if game.notation.rulebook is None:
        return []
    return render_chapters(make_book(game, game.options()))


async def rulings(request: Request) -> Response:
    """Return every ruling of a game."""
    row = game_row(request)
    rules = await run_in_threadpool(rulebook, row.name)
    if rules is None:
        raise HTTPException(404, f"{row.title} has no rules page.")
    short = await run_in_threadpool(short_pages, row.name)
    context: dict[str, Any] = {"row": row, "book": rules, "short": short, "length": "rulings"}
    return page(request, "rules.html", headers=REVALIDATE, title=row.title, **context)


def short_pages(name: str) -> dict[str, str]:
    """Return the short pages of a game, under its default options."""
    game = registry.load(name)
    return {word: game.page(word, game.options()) for word in game.notation.pages}
