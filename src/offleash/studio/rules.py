"""The rules of a project in the browser: every option, checked as it is filled in, and saved."""

import json
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError, shown
from offleash.play.project import FileConflict, write_project
from offleash.play.project_rules import ProjectRules, read_project_rules
from offleash.studio.boards import Body, said, sentence
from offleash.studio.projects import parts_of, place_of, plainly
from offleash.studio.rule_form import RuleForm
from offleash.web.owner import for_owner
from offleash.web.rulebook import rulebook
from offleash.web.templates import page

LONGEST = 100  # letters of one value


def routes() -> list[BaseRoute]:
    """Every address of a project's rules."""
    at = "/studio/{project}/rules"
    return [
        Route(at, for_owner(rules)),
        Route(at, for_owner(save_rules), methods=["POST"]),
        Route(f"{at}/check", for_owner(check_rules), methods=["POST"]),
    ]


async def rules(request: Request) -> Response:
    """The page with every option of the game."""
    return await run_in_threadpool(_page, request)


def _page(request: Request) -> Response:
    written = written_in(place_of(request))
    game = written.game
    return page(
        request,
        "rules_of_project.html",
        title=f"{written.folder.name}, the rules",
        project=written.folder.name,
        game=game,
        form=RuleForm(written, written.base),
        book=rulebook(game.name),
        digests=json.dumps(written.digests),
        **parts_of(game),
    )


def written_in(place: Path) -> ProjectRules:
    """What the files of a project say, or one sentence on why that can't be told."""
    try:
        with plainly(place.parent):
            return read_project_rules(place)
    except OffleashError as error:
        raise HTTPException(422, sentence(error)) from None


async def check_rules(request: Request) -> Response:
    """What is to be said of the options as they are filled in just now."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_checked, request, body))


def _checked(request: Request, body: Body) -> Body:
    written = written_in(place_of(request))
    return {"digests": written.digests, **_form(written, body).told}


def _form(written: ProjectRules, body: Body) -> RuleForm:
    """What a page sent: a preset, parts that were filled in, and options to be as in the preset."""
    preset = body.get("preset", written.base)
    sent, back = body.get("sent", {}), body.get("back", [])
    if preset not in list(written.game.presets or [""]):
        raise HTTPException(400, f"There is no preset {shown(preset)}.")
    if not isinstance(sent, dict) or not all(isinstance(each, str) for each in sent.values()):
        raise HTTPException(400, "What was filled in are names with texts.")
    if not isinstance(back, list) or not all(isinstance(each, str) for each in back):
        raise HTTPException(400, "Options to take back are a list of names.")
    if any(len(each) > LONGEST for each in sent.values()):
        raise HTTPException(400, f"A value has at most {LONGEST} letters.")
    return RuleForm(written, preset, sent, back)


async def save_rules(request: Request) -> Response:
    """Writes what was changed, where the files are still what the page has read."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_saved, request, body))


def _saved(request: Request, body: Body) -> Body:
    written = written_in(place_of(request))
    form = _form(written, body)
    if form.wrong:
        raise HTTPException(422, next(iter(form.wrong.values())))
    save(written.folder, form.texts, digests_in(body))
    fresh = written_in(written.folder)
    return {"digests": fresh.digests, **RuleForm(fresh, fresh.base).told}


def save(folder: Path, texts: dict[str, str], digests: dict[str, str]) -> None:
    """Writes files of a project all together; a refusal is told with its status."""
    try:
        with plainly(folder.parent):
            write_project(folder, texts, digests)
    except FileConflict as error:
        raise HTTPException(409, sentence(error)) from None
    except OffleashError as error:
        raise HTTPException(422, sentence(error)) from None


def digests_in(body: Body) -> dict[str, str]:
    """Which texts the page began with, by the names of the files."""
    digests: Any = body.get("digests", {})
    is_fine = isinstance(digests, dict) and len(digests) <= 10
    if not is_fine or not all(isinstance(each, str) for each in digests.values()):
        raise HTTPException(400, "Digests are names of files with texts.")
    return digests
