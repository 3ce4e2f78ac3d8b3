"""The route that plays games on a board while it is being edited."""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.studio.boards.bot_games.client import client_of
from offleash.studio.boards.bot_games.order import TrialOrder
from offleash.studio.boards.editor import text_in
from offleash.studio.projects.access import OWNER_ADDRESS
from offleash.studio.projects.json_requests import Events, json_body
from offleash.studio.projects.projects import BOARD_PATHS, ProjectBoard, board_of
from offleash.web.owner import for_owner


def routes() -> list[BaseRoute]:
    """Return the routes of trials."""
    paths = [f"{OWNER_ADDRESS}{path}/trial" for path in BOARD_PATHS]
    return [Route(path, for_owner(play), methods=["POST"]) for path in paths]


async def play(request: Request) -> Response:
    """Stream events until all games are played, the page closes or another page takes over."""
    body = await json_body(request)
    board = await run_in_threadpool(board_of, request)
    if board.bench.trial is None:
        raise HTTPException(404, f"{board.game.title} has no trials of its boards.")
    client = client_of(request.app)
    text = text_in(body, board.bench.write)
    compared = body.get("before")
    before = None if compared is None else text_in({"text": compared}, board.bench.write)
    return Events(client.play(_order(request, board, text, before)))


def _order(request: Request, board: ProjectBoard, text: str, before: str | None) -> TrialOrder:
    return TrialOrder(
        game=board.game.name,
        project=board.project,
        folder=str(board.folder),
        option=board.bench.option,
        file=board.file,
        text=text,
        before=before,
        runs=getattr(request.app.state, "runs", ""),
        games=client_of(request.app).games,
    )
