"""The page of findings: what the simulator says about the questions of the designs."""

import re
from functools import cache

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.web.explore import explorable_games
from offleash.web.headers import REVALIDATE
from offleash.web.rulebook import RulesPage, read_page
from offleash.web.templates import Assets, package_folder, page

ADDRESS = "/findings"
PICTURE = re.compile(r'src="\.\./assets/([\w.-]+\.svg)"')


def routes() -> list[BaseRoute]:
    """Return the route of the page."""
    return [Route(ADDRESS, show)]


@cache
def findings_page() -> RulesPage:
    """Return the page from the file that `make pages` writes."""
    return read_page(package_folder("web", "pages") / "findings.md", ADDRESS)


async def show(request: Request) -> Response:
    """Return the findings, with their pictures."""
    book, assets = await run_in_threadpool(findings_page), request.app.state.assets
    body = Markup(PICTURE.sub(lambda match: _source(assets, match[1]), book.body))
    explorable = explorable_games()
    return page(
        request, "findings.html", headers=REVALIDATE, book=book, body=body, explorable=explorable
    )


def _source(assets: Assets, name: str) -> str:
    return f'src="{assets.address(f"web/{name}")}" loading="lazy"'
