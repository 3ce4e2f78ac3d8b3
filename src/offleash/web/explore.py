"""The pages on which anybody changes rules and watches games, which a released wheel can serve."""

from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.games import registry
from offleash.tools.errors import OffleashError
from offleash.web.headers import EXPLORE_POLICY, REVALIDATE
from offleash.web.wasm.game_files import is_shipped, read_shipped

ADDRESS = "/explore"


def routes() -> list[BaseRoute]:
    """Return the route of the pages."""
    return [Route(ADDRESS + "/{game}", show)]


def explorable_games() -> dict[str, str]:
    """Return the titles of the games that came with modules for web pages, by their addresses."""
    names = [name for name in registry.ROWS if is_shipped(name)]
    return {f"{ADDRESS}/{name}": registry.row(name).title for name in names}


@cache
def explore_page(name: str) -> str:
    """Return the page of a game. Raises OffleashError if its modules are of other rules."""
    from offleash.web.wasm.explorable import explorable_page

    game = registry.load(name)
    read_shipped(game)
    return explorable_page(game, game.options())


async def show(request: Request) -> Response:
    """Return the page of a game."""
    name = request.path_params["game"]
    if f"{ADDRESS}/{name}" not in explorable_games():
        raise HTTPException(404, "This server has no such page to explore.")
    try:
        text = await run_in_threadpool(explore_page, name)
    except OffleashError:
        why = "The modules for web pages are of other rules than this server's."
        raise HTTPException(503, why) from None
    return HTMLResponse(text, headers={**REVALIDATE, "content-security-policy": EXPLORE_POLICY})
