"""The rules of a project in the browser: checking and saving every option."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from offleash.projects.boards_and_rules import RULE_SET, read_parts
from offleash.projects.rule_edits import ProjectRules, read_project_rules
from offleash.studio.projects.access import (
    navigation,
    project_address,
    project_folder,
    routes_to_edit,
    without_paths,
)
from offleash.studio.projects.json_requests import Body, json_endpoint, note_in, save_files
from offleash.studio.projects.projects import title_of
from offleash.studio.rules.form import RuleForm
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.rulebook import rulebook
from offleash.web.templates import page

MAX_VALUE_LENGTH = 100  # characters


def routes() -> list[BaseRoute]:
    """Return the routes of a project's rules."""
    return [
        route
        for path in ("/rules", "/rule-sets/{file}")
        for route in (
            *routes_to_edit(path, rules),
            *routes_to_edit(path, save_rules, ["POST"], saves=True),
            *routes_to_edit(f"{path}/check", check_rules, ["POST"]),
        )
    ]


def rules_in(request: Request) -> ProjectRules:
    """Return the rule set in the URL, or the one in use. Raises HTTPException if there is none."""
    folder, file = project_folder(request), request.path_params.get("file", "")
    with without_paths(folder.parent):
        if file and file not in [part.file for part in read_parts(folder).rule_sets]:
            raise HTTPException(404, "This project has no such rule set, or no longer has it.")
    return read_rules(folder, file)


def rules(request: Request) -> Response:
    """Show every option of the game."""
    project = rules_in(request)
    game, file = project.game, request.path_params.get("file", "")
    return page(
        request,
        "rules_of_project.html",
        title=f"{title_of(project.folder)}, the rules",
        heading=title_of(project.folder),
        at_rules=_address(project_address(request), file),
        rule_set=file,
        project=project.folder.name,
        game=game,
        form=RuleForm(project, project.base),
        wording=project.wording,
        book=rulebook(game.name),
        digests=json.dumps(project.digests),
        **navigation(request, game),
    )


def _address(at: str, file: str) -> str:
    return f"{at}/rule-sets/{quote_url(file, safe='')}" if file else f"{at}/rules"


def read_rules(folder: Path, rule_set: str = "") -> ProjectRules:
    """Return a project's rules as its files have them. Raises HTTPException if they are invalid."""
    try:
        with without_paths(folder.parent):
            return read_project_rules(folder, rule_set)
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None


@json_endpoint
def check_rules(request: Request, body: Body) -> Body:
    """Check options that have not been saved."""
    project = rules_in(request)
    return {"digests": project.digests, **_form(project, body).to_json()}


def _form(project: ProjectRules, body: Body) -> RuleForm:
    """Return the form in a request: a preset, filled-in fields, and options to reset."""
    preset = body.get("preset", project.base)
    sent, reset = body.get("sent", {}), body.get("back", [])
    if preset not in list(project.game.rules.presets or [""]):
        raise HTTPException(400, f"There is no preset {quote(preset)}.")
    if not isinstance(sent, dict) or not all(isinstance(text, str) for text in sent.values()):
        raise HTTPException(400, "`sent` must map field names to strings.")
    if not isinstance(reset, list) or not all(isinstance(text, str) for text in reset):
        raise HTTPException(400, "`back` must be a list of option names.")
    if any(len(text) > MAX_VALUE_LENGTH for text in sent.values()):
        raise HTTPException(400, f"A value can have at most {MAX_VALUE_LENGTH} characters.")
    return RuleForm(project, preset, sent, reset)


@json_endpoint
def save_rules(request: Request, body: Body) -> Body:
    """Write the changes if the files are unchanged since the page read them."""
    project, file = rules_in(request), request.path_params.get("file", "")
    form = _form(project, body)
    if form.errors:
        raise HTTPException(422, next(iter(form.errors.values())))
    selection = {RULE_SET: file} if file else None
    save_files(project.folder, form.texts, digests_in(body), selection, note_in(request, body))
    fresh = read_rules(project.folder, file)
    return {"digests": fresh.digests, **RuleForm(fresh, fresh.base).to_json()}


def digests_in(body: Body) -> dict[str, str]:
    """Return the digests of the texts on which the page is based, by file name."""
    digests: Any = body.get("digests", {})
    is_valid = isinstance(digests, dict) and len(digests) <= 10
    if not is_valid or not all(isinstance(text, str) for text in digests.values()):
        raise HTTPException(400, "`digests` must map file names to strings.")
    return digests
