"""Two questions to each player after a playtest."""

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.projects.playtests import LONGEST_LINE, RATINGS
from offleash.tables.live.table import OVER, Refusal, Table
from offleash.tables.lobby.lobby import (
    NO_TABLE_MESSAGE,
    code_of,
    holder_of,
    host_of,
    read_form_values,
    require_table,
)
from offleash.tables.log.entries import AnswerGiven, Entry
from offleash.tools.prose import to_sentence
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of the questions."""
    return [Route("/table/{table}/questions", questions, methods=["GET", "POST"])]


async def questions(request: Request) -> Response:
    """Ask a player two questions after a playtest, or store the answers."""
    table = code_of(request, "table")
    live = await require_table(request, table, NO_TABLE_MESSAGE)
    seat = live.table.seat_of(holder_of(request))
    if seat < 0 or not live.table.facts.playtest:
        raise HTTPException(403, "These questions are for the players of a playtest.")
    if request.method == "GET":
        answer = live.table.answers.get(seat) or AnswerGiven(seat, 0)
        return _page(request, table, answer)
    values = await read_form_values(request)
    rating, line = values.get("rating", ""), " ".join(values.get("line", "").split())
    is_agreed = "agreed" in values
    if rating not in [str(number) for number in RATINGS] or len(line) > LONGEST_LINE:
        answer = AnswerGiven(seat, 0, line[:LONGEST_LINE], is_agreed)
        return _page(request, table, answer, "Choose a number from 1 to 5.")
    answer = AnswerGiven(seat, int(rating), line, is_agreed)

    def decide(table: Table) -> Entry:
        if table.phase != OVER:
            raise Refusal("the game is not over yet")
        return answer

    try:
        await host_of(request).carry_out(live, secrets.token_hex(8), decide)
    except Refusal as error:
        return _page(request, table, answer, to_sentence(error))
    return RedirectResponse(f"/table/{table}/questions?done", 303)


def _page(request: Request, table: str, answer: AnswerGiven, problem: str = "") -> Response:
    return page(
        request,
        "questions.html",
        422 if problem else 200,
        title="Two questions",
        table=table,
        rating=answer.rating,
        line=answer.line,
        is_agreed=answer.is_agreed,
        problem=problem,
        is_done="done" in request.query_params,
    )
