"""Two boards side by side: choosing, viewing and comparing them in the lab."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.contract.text.wording import Wording
from offleash.lab.experiments.compare import first_rows, most_changed, sentence as verdict_of
from offleash.lab.runs.folder import SUMMARY, read_json
from offleash.lab.statistics.sequential import Verdict
from offleash.projects.project import read_project
from offleash.projects.rule_edits import read_project_rules
from offleash.studio.boards.candidates import Candidate, candidates, name_and_text, usual_pair
from offleash.studio.boards.comparison_plan import BoardChoice, margin_of, plan_of
from offleash.studio.experiments.runs import NO_FOLDER, runs_of
from offleash.studio.projects.access import navigation, project_images, without_paths
from offleash.studio.projects.json_requests import Body, json_endpoint
from offleash.studio.projects.projects import ProjectBoard, board_of
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.owner import for_owner
from offleash.web.templates import page

DAMAGED = "The summary of this run is damaged: remove the run."
MAX_OTHERS = 12  # further measures on the page


def routes() -> list[BaseRoute]:
    """Return the routes of the page."""
    at = "/studio/{project}/compare"
    return [
        Route(at, for_owner(show_page)),
        Route(at, for_owner(start), methods=["POST"]),
        Route(f"{at}/board.svg", for_owner(picture)),
        Route(f"{at}/{{run}}", for_owner(follow)),
    ]


def show_page(request: Request) -> Response:
    """Show the page with the boards in the query, or the default pair."""
    board = board_of(request)
    with without_paths(board.folder.parent):
        options = candidates(board)
    return page(
        request,
        "two_boards.html",
        title="Two boards",
        project=board.project,
        boards=_by_group(options),
        selection=_selection(request, options),
        measures=_measures(board),
        no_folder="" if getattr(request.app.state, "runs", "") else NO_FOLDER,
        **navigation(request, board.game),
    )


def _by_group(options: Mapping[str, Candidate]) -> list[tuple[str, list[Candidate]]]:
    return [(name, list(members)) for name, members in groupby(options.values(), lambda c: c.group)]


def _selection(request: Request, options: Mapping[str, Candidate]) -> dict[str, str]:
    keys = {side: request.query_params.get(side, "") for side in ("a", "b")}
    usual = dict(zip("ab", usual_pair(options), strict=True))
    return {side: key if key in options else usual[side] for side, key in keys.items()}


def _measures(board: ProjectBoard) -> list[tuple[str, dict[str, str]]]:
    """Return the measures that can decide, by group: those of trials."""
    trial, wording = board.bench.trial, _wording(board)
    shown = wording.text if wording else str
    return [
        (shown(group.name), {key: shown(name) for key, name in group.rows.items()})
        for group in (trial.groups if trial else ())
    ]


def _wording(board: ProjectBoard) -> Wording | None:
    """Return the project's own names, if it has any."""
    with suppress(OffleashError):
        return read_project_rules(board.folder).wording
    return None


def picture(request: Request) -> Response:
    """Send the picture of a board as players see it."""
    board = board_of(request)
    _, text = name_and_text(board, request.query_params.get("board"))
    try:
        with project_images(board.folder):
            return Response(board.bench.picture(text), media_type="image/svg+xml")
    except OffleashError as error:
        raise HTTPException(422, f"This board can't be drawn: {to_sentence(error)}") from None


@json_endpoint
def start(request: Request, body: Body) -> Body:
    """Start the experiment and send the name of its run."""
    board, runs = board_of(request), runs_of(request)
    measure = body.get("measure") or None
    if not isinstance(measure, str | None):
        raise HTTPException(400, f"`measure` must be a string, not {quote(measure)}.")
    boards = [BoardChoice(*name_and_text(board, body.get(side))) for side in ("a", "b")]
    try:
        with without_paths(board.folder.parent):
            project = read_project(board.folder)
            option, margin = board.bench.option, margin_of(body.get("margin"))
            plan = plan_of(project, option, boards, measure, margin)
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
    names = " against ".join(choice.name for choice in boards)
    return {"run": runs.start(plan, f"{board.project}: {names}")}


def follow(request: Request) -> Response:
    """Send the progress of a run, and its outcome once it is done."""
    wording = _wording(board_of(request))
    runs, name = runs_of(request), request.path_params["run"]
    state = runs.state(name)
    keys = ("name", "status", "games", "of", "note", "sentence")
    progress = {key: getattr(state, key) for key in keys}
    outcome = outcome_of(runs.folder_of(name)) if state.status == "done" else None
    if outcome and wording:
        outcome = wording.everything(outcome)
    address = f"/lab/{quote_url(name, safe='')}"
    return JSONResponse({**progress, "lab": address, "outcome": outcome})


def outcome_of(folder: Path) -> Body:
    """Return the parts of a comparison's summary that the page shows."""
    summary = read_json(folder / SUMMARY)
    if not isinstance(summary, dict) or summary.get("kind") != "compare":
        raise HTTPException(404, "This run does not compare boards.")
    try:
        return _summary_to_json(summary)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise HTTPException(422, DAMAGED) from None


def _summary_to_json(summary: Mapping[str, Any]) -> Body:
    keys = ("measure", "unit", "is_share", "margin", "level", "effect", "interval", "values")
    rows = [*first_rows(summary), *most_changed(summary)]
    return {
        **{key: summary[key] for key in keys},
        "games": sum(summary["games"]),
        "is_decided": summary["verdict"] != Verdict.UNDECIDED,
        "verdict": describe_verdict(summary),
        "others": [_measure_to_json(row) for row in rows[:MAX_OTHERS]],
    }


def describe_verdict(summary: Mapping[str, Any]) -> str:
    """Return the lab's verdict as a sentence about the boards."""
    clause = verdict_of(summary)
    if clause.startswith(Verdict.UNDECIDED):
        return to_sentence(clause).replace("each arm", "each board")
    return f"Board B {clause}."


def _measure_to_json(row: Mapping[str, Any]) -> Body:
    keys = ("measure", "unit", "is_share", "values", "difference", "interval", "p_holm")
    return {key: row[key] for key in keys}
