"""The addresses of the Lab: what is asked, what is being played, and what it came to."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError
from offleash.lab.report.write import PAGE
from offleash.studio.boards import to_sentence
from offleash.studio.lab import files
from offleash.studio.lab.form import KINDS, Form
from offleash.studio.lab.plans import plan_from_text
from offleash.studio.lab.runs import Runs, runs_of
from offleash.studio.lab.side_by_side import Pair, pair, side_of
from offleash.studio.lab.states import DONE, State
from offleash.studio.projects import projects_folder
from offleash.web.headers import FRAMED, HOLDS_FRAMES
from offleash.web.owner import for_owner
from offleash.web.templates import page

MOST_FIELDS = 400
LONGEST_FIELD = 512 * 1024
LONGEST_TITLE = 120
SHOWN = 100  # runs that the page lists, unless all are asked for


def routes() -> list[BaseRoute]:
    """Every address of the Lab."""
    run = "/lab/runs/{name}"
    return [
        Route("/lab", for_owner(lab)),
        Route("/lab", for_owner(start), methods=["POST"]),
        Route("/lab/choices", for_owner(choices)),
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
    """With the site ends what it has played; it can go on."""
    if hasattr(app.state, "lab"):
        await run_in_threadpool(app.state.lab.close)


# The form and the list


async def lab(request: Request) -> Response:
    """The form and the runs; a link may fill some of it in."""
    return await run_in_threadpool(_lab, request, dict(request.query_params))


async def start(request: Request) -> Response:
    """Begins what was asked for; or shows the form again, with nothing lost."""
    limits: dict[str, Any] = {"max_files": 0, "max_fields": MOST_FIELDS}
    async with request.form(**limits, max_part_size=LONGEST_FIELD) as form:
        sent = {name: str(value) for name, value in form.items()}
    return await run_in_threadpool(_start, request, sent)


def _start(request: Request, sent: Mapping[str, str]) -> Response:
    form, runs = Form(sent, projects_folder(request)), runs_of(request)
    title, wants = " ".join(sent.get("title", "").split())[:LONGEST_TITLE], sent.get("do", "start")
    if wants == "choose":  # another game or kind, for whoever has no scripts
        return _lab(request, sent)
    try:
        plan = (
            plan_from_text(sent.get("plan", ""), form.project) if wants == "paste" else form.plan()
        )
        if plan is None:
            return _lab(request, sent, form)
        if wants == "show":
            return _lab(request, sent, form, toml=form.text)
        name = runs.start(plan, title)
    except OffleashError as error:
        form.wrong["plan" if wants == "paste" else "form"] = to_sentence(error)
        return _lab(request, sent, form)
    return RedirectResponse(f"/lab/{quote(name)}", 303)


def _lab(
    request: Request,
    sent: Mapping[str, str],
    form: Form | None = None,
    toml: str = "",
) -> Response:
    form = form or Form(sent, projects_folder(request))
    runs, trials, measures, trouble = _known(request, form)
    shown = None if "all" in request.query_params else SHOWN
    return page(
        request,
        "lab/page.html",
        422 if form.wrong else 200,
        title="Lab",
        form=form,
        kinds=KINDS,
        runs=runs[:shown],
        more=len(runs) - len(runs[:shown]),
        trials=trials[:shown],
        trouble=trouble,
        toml=toml,
        measures=measures,
    )


def _known(request: Request, form: Form) -> tuple[list[State], list[State], list[str], str]:
    """The runs, those of the studio, what the game counts; or why nothing is known."""
    try:
        runs = runs_of(request)
        measures = list(runs.measures(form.game.name))
        return list(runs.list()), list(runs.list(trials=True)), measures, ""
    except HTTPException as error:
        return [], [], [], error.detail
    except OffleashError as error:
        return [], [], [], to_sentence(error)


async def choices(request: Request) -> Response:
    """What a game has to choose from."""
    form = Form(dict(request.query_params), projects_folder(request))
    return JSONResponse(await run_in_threadpool(lambda: form.choices))


# Runs


async def every_run(request: Request) -> Response:
    """All states; with `?under_way` those only about which there is news."""
    runs = runs_of(request)
    found = await run_in_threadpool(runs.list)
    if "under_way" in request.query_params:
        found = [each for each in found if each.is_under_way]
    return JSONResponse([each.plain for each in found])


async def one_run(request: Request) -> Response:
    """One state."""
    runs, name = _named(request)
    return JSONResponse((await run_in_threadpool(runs.state, name)).plain)


def _named(request: Request) -> tuple[Runs, str]:
    return runs_of(request), request.path_params["name"]


async def stop(request: Request) -> Response:
    """Stops a run."""
    runs, name = _named(request)
    await run_in_threadpool(runs.stop, name)
    return await _done(request, f"/lab/{name}")


async def go_on(request: Request) -> Response:
    """Goes on with one."""
    runs, name = _named(request)
    try:
        await run_in_threadpool(runs.go_on, name)
    except OffleashError as error:
        raise HTTPException(409, to_sentence(error)) from None
    return await _done(request, f"/lab/{name}")


async def remove(request: Request) -> Response:
    """Removes one, once somebody said that this is what is wanted."""
    runs, name = _named(request)
    if not _is_script(request):
        async with request.form(max_files=0, max_fields=5) as form:
            is_sure = form.get("sure") == "yes"
        if not is_sure:
            state = await run_in_threadpool(runs.state, name)
            return page(request, "lab/remove.html", title="Remove a run", run=state)
    await run_in_threadpool(runs.remove, name)
    return await _done(request, "/lab")


def _is_script(request: Request) -> bool:
    return request.headers.get("accept", "").startswith("application/json")


async def _done(request: Request, address: str) -> Response:
    """The state after it for a script, or the page where it can be seen."""
    if not _is_script(request):
        return RedirectResponse(address, 303)
    if address == "/lab":
        return JSONResponse({})
    return await one_run(request)


# One run


async def run_page(request: Request) -> Response:
    """How far a run is, and what it came to."""
    return await run_in_threadpool(_run_page, request)


def _run_page(request: Request) -> Response:
    runs, name = _named(request)
    state, folder = runs.state(name), runs.place(name)
    others = [each for each in runs.list() if each.status == DONE and each.name != name]
    return page(
        request,
        "lab/run.html",
        headers={"content-security-policy": HOLDS_FRAMES},
        title=state.title,
        run=state,
        files=files.listed(folder),
        others=others[:SHOWN],
    )


async def report(request: Request) -> Response:
    """The report itself, locked up."""
    runs, name = _named(request)
    file = files.report_in(runs.place(name), PAGE)
    headers = {"content-security-policy": FRAMED}
    return FileResponse(file, media_type="text/html; charset=utf-8", headers=headers)


async def download(request: Request) -> Response:
    """A file of a run."""
    runs, name = _named(request)
    file = files.file_in(runs.place(name), request.path_params["file"])
    return FileResponse(file, filename=f"{name}-{file.name}", media_type="application/octet-stream")


# Two of them


async def compare(request: Request) -> Response:
    """Two finished runs side by side."""
    return await run_in_threadpool(_compare, request)


def _compare(request: Request) -> Response:
    runs, asked = runs_of(request), request.query_params
    done = [each for each in runs.list() if each.status == DONE]
    chosen = [runs.state(asked[key]) if asked.get(key) else None for key in ("a", "b")]
    found: Pair | None = None
    trouble = ""
    try:
        if all(chosen):
            found = _pair(runs, asked)
    except OffleashError as error:
        trouble = to_sentence(error)
    return page(
        request,
        "lab/compare.html",
        422 if trouble else 200,
        headers={"content-security-policy": HOLDS_FRAMES},
        title="Two runs",
        done=done,
        a=chosen[0],
        b=chosen[1],
        pair=found,
        trouble=trouble,
    )


def _pair(runs: Runs, asked: Mapping[str, str]) -> Pair:
    with runs.without_paths():
        sides = [side_of(runs.place(asked[key]), _number(asked, f"arm_{key}")) for key in "ab"]
    return pair(*sides)


def _number(asked: Mapping[str, str], key: str) -> int:
    text = asked.get(key, "0")
    return int(text) if text.isdecimal() and len(text) < 6 else 0
