"""The routes of the Lab: its form, its runs and their reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.lab.report.write import PAGE
from offleash.studio.experiments.form_plan import QuestionForm
from offleash.studio.experiments.goal_rows import GOAL_WORDS
from offleash.studio.experiments.plans import plan_from_text
from offleash.studio.experiments.run_comparison import RunPair, compare_runs, load_arm
from offleash.studio.experiments.runs import Runs, runs_of
from offleash.studio.experiments.settings import form_kinds
from offleash.studio.experiments.states import DONE, RunState
from offleash.studio.projects.access import projects_folder
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.headers import FRAMED_POLICY, FRAMING_POLICY
from offleash.web.owner import for_owner
from offleash.web.templates import page

MAX_FIELDS = 400
MAX_FIELD_BYTES = 512 * 1024
MAX_TITLE_LENGTH = 120
MAX_LISTED = 100  # runs, unless all are requested
FILES = {  # of a run's folder that can be downloaded, and their contents
    "plan.toml": "the plan; offleash run plays it again",
    "summary.json": "all figures and intervals, and the verdict",
    "games.parquet": "one row per game",
    "seats.parquet": "one row per seat",
    "places.parquet": "counts by place",
    "versions.json": "the versions it was played with",
}


def routes() -> list[BaseRoute]:
    """Return the routes of the Lab."""
    run = "/lab/runs/{name}"
    return [
        Route("/lab", for_owner(lab)),
        Route("/lab", for_owner(start), methods=["POST"]),
        Route("/lab/choices", for_owner(choices), methods=["POST"]),
        Route("/lab/runs", for_owner(every_run)),
        Route(run, for_owner(one_run)),
        Route(f"{run}/stop", for_owner(stop), methods=["POST"]),
        Route(f"{run}/go-on", for_owner(go_on), methods=["POST"]),
        Route(f"{run}/remove", for_owner(remove), methods=["POST"]),
        Route("/lab/compare", for_owner(compare)),
        Route("/lab/{name}", for_owner(run_page)),
        Route("/lab/{name}/report", for_owner(report)),
        Route("/lab/{name}/files/{file}", for_owner(download)),
    ]


async def close(app: Starlette) -> None:
    """End the process that plays runs with the site; they can be resumed."""
    if hasattr(app.state, "lab"):
        await run_in_threadpool(app.state.lab.close)


# The form and the list


def lab(request: Request) -> Response:
    """Show the form and the runs; the query can fill in fields."""
    return _lab(request, dict(request.query_params))


async def start(request: Request) -> Response:
    """Start a run, or show the form again with its contents and errors."""
    return await run_in_threadpool(_start, request, await _fields(request))


async def _fields(request: Request) -> dict[str, str]:
    limits: dict[str, Any] = {"max_files": 0, "max_fields": MAX_FIELDS}
    async with request.form(**limits, max_part_size=MAX_FIELD_BYTES) as form:
        return {name: str(value) for name, value in form.items()}


def _start(request: Request, sent: Mapping[str, str]) -> Response:
    form, runs = QuestionForm(sent, projects_folder(request)), runs_of(request)
    title = " ".join(sent.get("title", "").split())[:MAX_TITLE_LENGTH]
    action = sent.get("do", "start")
    if action == "choose":  # another game or kind, in a browser without scripts
        return _lab(request, sent)
    try:
        plan = (
            plan_from_text(sent.get("plan", ""), form.project, form.projects)
            if action == "paste"
            else form.plan()
        )
        if plan is None:
            return _lab(request, sent, form)
        if action == "show":
            return _lab(request, sent, form, toml=form.text)
        name = runs.start(plan, title)
    except OffleashError as error:
        form.errors["plan" if action == "paste" else "form"] = to_sentence(error)
        return _lab(request, sent, form)
    return RedirectResponse(f"/lab/{quote_url(name)}", 303)


def _lab(
    request: Request, sent: Mapping[str, str], form: QuestionForm | None = None, toml: str = ""
) -> Response:
    form = form or QuestionForm(sent, projects_folder(request))
    runs, trials, trouble = _runs(request)
    limit = None if "all" in request.query_params else MAX_LISTED
    return page(
        request,
        "experiments/page.html",
        422 if form.errors else 200,
        title="Lab",
        form=form,
        kinds=form_kinds(),
        goal_words=GOAL_WORDS,
        runs=runs[:limit],
        more=len(runs) - len(runs[:limit]),
        trials=trials[:limit],
        trouble=trouble,
        toml=toml,
    )


def _runs(request: Request) -> tuple[list[RunState], list[RunState], str]:
    """Return the runs and the studio's trials; or the error."""
    try:
        runs = runs_of(request)
        return list(runs.list()), list(runs.list(trials=True)), ""
    except HTTPException as error:
        return [], [], error.detail
    except OffleashError as error:
        return [], [], to_sentence(error)


async def choices(request: Request) -> Response:
    """Send the form again, with the choices that depend on those already filled in."""
    sent = await _fields(request)
    return await run_in_threadpool(_choices, request, sent)


def _choices(request: Request, sent: Mapping[str, str]) -> Response:
    form = QuestionForm(sent, projects_folder(request))
    return page(
        request, "experiments/form.html", form=form, kinds=form_kinds(), goal_words=GOAL_WORDS
    )


# Runs


def every_run(request: Request) -> Response:
    """Send all states; with `?under_way` only those of active runs."""
    states = runs_of(request).list()
    if "under_way" in request.query_params:
        states = [state for state in states if state.is_under_way]
    return JSONResponse([state.to_json() for state in states])


def one_run(request: Request) -> Response:
    """Send one run's state."""
    runs, name = _runs_and_name(request)
    return JSONResponse(runs.state(name).to_json())


def _runs_and_name(request: Request) -> tuple[Runs, str]:
    return runs_of(request), request.path_params["name"]


def stop(request: Request) -> Response:
    """Stop a run."""
    runs, name = _runs_and_name(request)
    runs.stop(name)
    return _respond(request, f"/lab/{name}")


def go_on(request: Request) -> Response:
    """Resume a run."""
    runs, name = _runs_and_name(request)
    try:
        runs.go_on(name)
    except OffleashError as error:
        raise HTTPException(409, to_sentence(error)) from None
    return _respond(request, f"/lab/{name}")


async def remove(request: Request) -> Response:
    """Remove a run after confirmation."""
    runs, name = _runs_and_name(request)
    if not _is_script(request):
        async with request.form(max_files=0, max_fields=5) as form:
            is_sure = form.get("sure") == "yes"
        if not is_sure:
            state = await run_in_threadpool(runs.state, name)
            return page(request, "experiments/remove.html", title="Remove a run", run=state)
    await run_in_threadpool(runs.remove, name)
    return _respond(request, "/lab")


def _is_script(request: Request) -> bool:
    return request.headers.get("accept", "").startswith("application/json")


def _respond(request: Request, address: str) -> Response:
    """Send the new state to a script, or redirect a browser to the page."""
    if not _is_script(request):
        return RedirectResponse(address, 303)
    return JSONResponse({}) if address == "/lab" else one_run(request)


# One run


def run_page(request: Request) -> Response:
    """Show the progress and the report of a run."""
    runs, name = _runs_and_name(request)
    state, folder = runs.state(name), runs.folder_of(name)
    others = [run for run in runs.list() if run.status == DONE and run.name != name]
    return page(
        request,
        "experiments/run.html",
        headers={"content-security-policy": FRAMING_POLICY},
        title=state.title,
        run=state,
        files=[(file, text) for file, text in FILES.items() if _is_regular(folder / file)],
        others=others[:MAX_LISTED],
    )


def report(request: Request) -> Response:
    """Send the report, with a policy that isolates it."""
    runs, name = _runs_and_name(request)
    file = runs.folder_of(name) / PAGE
    if not _is_regular(file):
        raise HTTPException(404, "This run has no report.")
    headers = {"content-security-policy": FRAMED_POLICY}
    return FileResponse(file, media_type="text/html; charset=utf-8", headers=headers)


def download(request: Request) -> Response:
    """Send a file of a run as a download."""
    runs, name = _runs_and_name(request)
    file = request.path_params["file"]
    path = runs.folder_of(name) / file
    if file not in FILES or not _is_regular(path):
        raise HTTPException(404, "There is no such file in this run.")
    return FileResponse(path, filename=f"{name}-{file}", media_type="application/octet-stream")


def _is_regular(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()


# Two runs


def compare(request: Request) -> Response:
    """Show two finished runs side by side."""
    runs, query = runs_of(request), request.query_params
    done = [run for run in runs.list() if run.status == DONE]
    selected = [runs.state(query[key]) if query.get(key) else None for key in ("a", "b")]
    comparison: RunPair | None = None
    trouble = ""
    try:
        if all(selected):
            comparison = _compare_states(runs, query)
    except OffleashError as error:
        trouble = to_sentence(error)
    return page(
        request,
        "experiments/compare.html",
        422 if trouble else 200,
        headers={"content-security-policy": FRAMING_POLICY},
        title="Two runs",
        done=done,
        a=selected[0],
        b=selected[1],
        pair=comparison,
        trouble=trouble,
    )


def _compare_states(runs: Runs, query: Mapping[str, str]) -> RunPair:
    with runs.without_paths():
        sides = [load_arm(runs.folder_of(query[key]), _number(query, f"arm_{key}")) for key in "ab"]
    return compare_runs(*sides)


def _number(query: Mapping[str, str], key: str) -> int:
    text = query.get(key, "0")
    return int(text) if text.isdecimal() and len(text) < 6 else 0
