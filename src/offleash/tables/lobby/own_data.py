"""What a server knows of a player, and its removal: there are no accounts, only a cookie."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.tables.lobby.lobby import holder_of, host_of
from offleash.web.cookies import forget_browser
from offleash.web.quotas import client_of, shares_of
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of a player's own data."""
    return [Route("/your-data", own_data, methods=["GET", "POST"])]


async def own_data(request: Request) -> Response:
    """Say what is stored about this browser's player; the form removes it."""
    holder, host = holder_of(request), host_of(request)
    if request.method == "GET":
        tables = await host.store.tables_of(holder) if holder else []
        return page(request, "own_data.html", title="Your data", count=len(tables))
    shares_of(request).use(client_of(request), "tables")
    replay = request.app.state.replays
    for table in await host.forget(holder) if holder else []:
        replay.tapes.drop(table)
    answer = RedirectResponse("/", 303)
    forget_browser(answer)
    return answer
