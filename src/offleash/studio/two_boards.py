"""Two boards side by side: chosen, looked at, played against each other, and judged by the lab."""

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError, shown
from offleash.lab.compare import sentence as verdict_of
from offleash.lab.compare import strongest
from offleash.lab.folder import SUMMARY, read_json
from offleash.lab.statistics.sequential import Verdict
from offleash.play.project import read_project
from offleash.studio.board_plans import Board, margin_of, plan_of
from offleash.studio.boards import Body, said, sentence
from offleash.studio.candidates import Candidate, candidates, text_of, usual_pair
from offleash.studio.lab.runs import NO_FOLDER, runs_of
from offleash.studio.projects import Drawn, drawn_in, parts_of, plainly
from offleash.web.owner import for_owner
from offleash.web.templates import page

DAMAGED = "The summary of this run is not what the lab has written: remove it."
OTHERS = 12  # further measures that are told


def routes() -> list[BaseRoute]:
    """Every address of the page."""
    at = "/studio/{project}/compare"
    return [
        Route(at, for_owner(show)),
        Route(at, for_owner(begin), methods=["POST"]),
        Route(f"{at}/board.svg", for_owner(picture)),
        Route(f"{at}/{{run}}", for_owner(follow)),
    ]


async def show(request: Request) -> Response:
    """The page, with the boards that its address names, or with the usual ones."""
    drawn, found = await run_in_threadpool(_found, request)
    return page(
        request,
        "two_boards.html",
        title="Two boards",
        project=drawn.project,
        boards=_grouped(found),
        chosen=_chosen(request, found),
        measures=_measures(drawn),
        no_folder="" if getattr(request.app.state, "runs", "") else NO_FOLDER,
        **parts_of(drawn.game),
    )


def _found(request: Request) -> tuple[Drawn, dict[str, Candidate]]:
    drawn = drawn_in(request)
    with plainly(drawn.folder.parent):
        return drawn, candidates(drawn)


def _grouped(found: Mapping[str, Candidate]) -> list[tuple[str, list[Candidate]]]:
    return [(name, list(each)) for name, each in groupby(found.values(), lambda c: c.group)]


def _chosen(request: Request, found: Mapping[str, Candidate]) -> dict[str, str]:
    named = {side: request.query_params.get(side, "") for side in ("a", "b")}
    usual = dict(zip("ab", usual_pair(found), strict=True))
    return {side: key if key in found else usual[side] for side, key in named.items()}


def _measures(drawn: Drawn) -> list[tuple[str, dict[str, str]]]:
    """What can decide: all that is told while one draws, by groups."""
    trial = drawn.bench.trial
    return [(group.name, dict(group.rows)) for group in trial.groups] if trial else []


async def picture(request: Request) -> Response:
    """A board as its players see it."""
    svg = await run_in_threadpool(_drawn, request)
    return Response(svg, media_type="image/svg+xml")


def _drawn(request: Request) -> str:
    drawn = drawn_in(request)
    _, text = text_of(drawn, request.query_params.get("board"))
    try:
        return drawn.bench.picture(text)
    except OffleashError as error:
        raise HTTPException(422, f"This board can't be drawn: {sentence(error)}") from None


async def begin(request: Request) -> Response:
    """Starts the experiment; says which run it is."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_begun, request, body))


def _begun(request: Request, body: Body) -> Body:
    drawn, runs = drawn_in(request), runs_of(request)
    measure = body.get("measure") or None
    if not isinstance(measure, str | None):
        raise HTTPException(400, f"A measure is a text, not {shown(measure)}.")
    boards = [Board(*text_of(drawn, body.get(side))) for side in ("a", "b")]
    try:
        with plainly(drawn.folder.parent):
            project = read_project(drawn.folder)
            option, margin = drawn.bench.option, margin_of(body.get("margin"))
            plan = plan_of(project, option, boards, measure, margin)
    except OffleashError as error:
        raise HTTPException(422, sentence(error)) from None
    names = " against ".join(board.name for board in boards)
    return {"run": runs.start(plan, f"{drawn.project}: {names}")}


async def follow(request: Request) -> Response:
    """How far a run is, and what it came to once it is done."""
    return JSONResponse(await run_in_threadpool(_followed, request))


def _followed(request: Request) -> Body:
    drawn_in(request)
    runs, name = runs_of(request), request.path_params["run"]
    state = runs.state(name)
    plain = {key: getattr(state, key) for key in ("name", "status", "games", "of", "note")}
    outcome = outcome_of(runs.place(name)) if state.status == "done" else None
    return {
        **plain,
        "sentence": state.sentence,
        "lab": f"/lab/{quote(name, safe='')}",
        "outcome": outcome,
    }


def outcome_of(folder: Path) -> Body:
    """What the page shows of a comparison's summary."""
    summary = read_json(folder / SUMMARY)
    if not isinstance(summary, dict) or summary.get("kind") != "compare":
        raise HTTPException(404, "This run compares no boards.")
    try:
        return _told(summary)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise HTTPException(422, DAMAGED) from None


def _told(summary: Mapping[str, Any]) -> Body:
    keys = ("measure", "unit", "is_share", "margin", "level", "effect", "interval", "values")
    return {
        **{key: summary[key] for key in keys},
        "games": sum(summary["games"]),
        "is_decided": summary["verdict"] != Verdict.UNDECIDED,
        "verdict": verdict(summary),
        "others": [_other(row) for row in strongest(summary["others"], OTHERS)],
    }


def verdict(summary: Mapping[str, Any]) -> str:
    """What the lab says, as a sentence about the boards."""
    words = verdict_of(summary)
    if summary["verdict"] == Verdict.UNDECIDED:
        return f"{words[:1].upper()}{words[1:]}.".replace("each arm", "each board")
    return f"Board B {words}."


def _other(row: Mapping[str, Any]) -> Body:
    keys = ("measure", "unit", "is_share", "values", "difference", "interval", "p_holm")
    return {key: row[key] for key in keys}
