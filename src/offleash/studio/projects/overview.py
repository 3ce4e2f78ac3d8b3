"""The overview of a project: its boards and rule sets, what changed, and one click to play."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from offleash.contract.option_texts import MOST_BYTES
from offleash.projects import boards_and_rules
from offleash.projects.boards_and_rules import RULE_SET, ProjectPart, ProjectParts, read_parts
from offleash.projects.history import MOST_IMAGE_BYTES, Version, list_versions
from offleash.projects.images import delete_image, image_files, image_slots, read_image, save_image
from offleash.projects.links import (
    create_link,
    delete_comment,
    list_comments,
    list_links,
    revoke_link,
)
from offleash.projects.project import (
    FileConflict,
    parse_own_names,
    parse_sizes,
    read_inside,
    read_project,
)
from offleash.studio.projects import drafts
from offleash.studio.projects.access import (
    address_for_owner,
    author_of,
    is_linked,
    navigation,
    project_address,
    project_folder,
    routes_to_edit,
    without_paths,
)
from offleash.studio.projects.pictures import picture_response
from offleash.studio.projects.projects import LONGEST_TITLE, copy_project
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.cookies import name_of
from offleash.web.frame import address
from offleash.web.owner import REFUSAL
from offleash.web.templates import page

MOST_FIELDS = 40
LONGEST_NOTES = 2000
MOST_CHANGES = 8  # options that a line of the page names


def routes() -> list[BaseRoute]:
    """Return the routes of the overview."""
    return [
        *routes_to_edit("/overview", overview),
        *routes_to_edit("/overview", change, ["POST"], saves=True),
        *routes_to_edit("/overview/board.svg", picture),
        *routes_to_edit("/overview/image", image),
    ]


@dataclass(frozen=True)
class PartRow:
    """A board or rule set on the page."""

    part: ProjectPart
    address: str  # of its editor
    query: str  # that selects it, for printing
    changes: str  # what differs from the preset
    last: Version | None  # in which it last changed
    before: int  # the number of the version before that


def overview(request: Request) -> Response:
    """Show a project's boards and rule sets."""
    return _show(request, {})


def _show(request: Request, sent: Mapping[str, str], problem: str = "") -> Response:
    folder = project_folder(request)
    with without_paths(folder.parent):
        parts, versions = read_parts(folder), list_versions(folder)
        rows = [_row(project_address(request), parts, part, versions) for part in parts.parts]
        links = [] if is_linked(request) else list(list_links(folder).values())
    return page(
        request,
        "overview.html",
        422 if problem else 200,
        title=_title(parts),
        notes=str(parts.head.get("notes", "")),
        project=folder.name,
        player=name_of(request).strip() or "Designer",  # so that one click is enough
        game=parts.game,
        groups=_groups(parts, rows),
        versions=len(versions),
        sizes=_sizes(parts),
        words=_words(parts),
        slots=_slots(parts),
        images=image_files(folder),
        shares=[(link, address(request, f"/shared/{link.code}")) for link in links],
        comments=list_comments(folder),
        sent=sent,
        problem=problem,
        message=request.query_params.get("done", ""),
        **navigation(request, parts.game),
    )


def _title(parts: ProjectParts) -> str:
    return str(parts.head.get("title") or parts.folder.name).strip()


def _sizes(parts: ProjectParts) -> list[tuple[str, float, str]]:
    """Return the name of each piece, its usual size, and the project's own as text."""
    try:
        own = parse_sizes(parts.game, str(parts.head.get("sizes", "")))
    except OffleashError:
        own = {}
    usual = parts.game.studio.piece_sizes
    return [(name, size, f"{own[name]:g}" if name in own else "") for name, size in usual.items()]


def _words(parts: ProjectParts) -> list[tuple[str, str]]:
    """Return the words that a project may replace, each with the project's own."""
    try:
        own = parse_own_names(parts.game, str(parts.head.get("names", "")))
    except OffleashError:
        own = {}
    own_names = parts.game.studio.own_names
    return [(word, own.get(word, "")) for word in own_names.spellings] if own_names else []


def _slots(parts: ProjectParts) -> dict[str, str]:
    """Return what images can be for; nothing while the project is invalid."""
    try:
        return image_slots(parts.game, read_project(parts.folder).options)
    except OffleashError:
        return {}


def _groups(parts: ProjectParts, rows: list[PartRow]) -> list[dict[str, Any]]:
    """Return the sections of the page: boards, if the game has any to draw, and rule sets."""
    boards = [row for row in rows if row.part.kind != RULE_SET]
    rule_sets = [row for row in rows if row.part.kind == RULE_SET]
    groups = [{"kind": RULE_SET, "title": "Rule sets", "one": "rule set", "rows": rule_sets}]
    if parts.board_kind:
        first = {"kind": parts.board_kind, "title": "Boards", "one": "board", "rows": boards}
        groups.insert(0, first)
    return groups


def _row(at: str, parts: ProjectParts, part: ProjectPart, versions: list[Version]) -> PartRow:
    room = "rule-sets" if part.kind == RULE_SET else "boards"
    editor = f"{at}/{room}/{quote_url(part.file, safe='')}"
    query = urlencode({part.kind: part.file})
    last, before = _last_change(part.file, versions)
    return PartRow(part, editor, query, describe_part(parts, part), last, before)


def _last_change(file: str, versions: list[Version]) -> tuple[Version | None, int]:
    """Return the version in which a file last changed, and the number of the one before."""
    for new, old in pairwise(versions):
        if new.files.get(file) != old.files.get(file):
            return new, old.number
    return None, 0


def describe_part(parts: ProjectParts, part: ProjectPart) -> str:
    """Return what a rule set changes, or why a part can't be played."""
    try:
        project = read_project(parts.folder, {part.kind: part.file})
    except OffleashError as error:
        return to_sentence(str(error).replace(f"{parts.folder}/", ""))
    if part.kind != RULE_SET:
        return ""
    own_names = parts.game.studio.own_names
    hidden = {*project.files, *([own_names.option] if own_names and project.names else [])}
    changed = parts.game.changes(project.options)
    texts = [f"{name} {value}" for name, value in changed.items() if name not in hidden]
    if project.base and project.base != parts.head.get("base", project.base):
        texts.insert(0, f"preset {project.base}")
    more = f" and {len(texts) - MOST_CHANGES} more" if len(texts) > MOST_CHANGES else ""
    return ", ".join(texts[:MOST_CHANGES]) + more if texts else "as the preset"


async def picture(request: Request) -> Response:
    """Send the picture of a board of the project."""
    folder = await run_in_threadpool(project_folder, request)
    return await board_picture(request, folder)


async def board_picture(request: Request, folder: Path) -> Response:
    """Return the picture of a board. Raises HTTPException if there is none."""
    try:
        board = await run_in_threadpool(_read_board, folder, request.query_params.get("file", ""))
        return await picture_response(request, folder, *board)
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None


def _read_board(folder: Path, file: str) -> tuple[str, str]:
    """Return the game and the text of a board. Raises HTTPException 404 if there is none."""
    with without_paths(folder.parent):
        parts = read_parts(folder)
        if parts.game.studio.workbench is None or parts.part(file).kind == RULE_SET:
            raise HTTPException(404, "There is no such board.")
        return parts.game.name, read_inside(folder, file)


def image(request: Request) -> Response:
    """Send an image of the project, as it is used."""
    folder, slot = project_folder(request), request.query_params.get("slot", "")
    path = image_files(folder).get(slot)
    if path is None:
        raise HTTPException(404, "This image does not exist, or no longer exists.")
    try:
        with without_paths(folder.parent):
            address = read_image(path)
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
    head, _, data = address.partition(";base64,")
    return Response(base64.b64decode(data), media_type=head.removeprefix("data:"))


# Changes


async def change(request: Request) -> Response:
    """Carry out a form of the page and return to it."""
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        sent = {key: value for key, value in form.items() if isinstance(value, str)}
        upload = await _uploaded_file(form)
    return await run_in_threadpool(_carry_out, request, sent, upload)


async def _uploaded_file(form: FormData) -> tuple[str, bytes]:
    """Return the name and the contents of the file in a form; both empty without one."""
    upload = form.get("upload")
    if not isinstance(upload, UploadFile):
        return "", b""
    return upload.filename or "", await upload.read(MOST_IMAGE_BYTES + 1)


def _carry_out(request: Request, sent: Mapping[str, str], upload: tuple[str, bytes]) -> Response:
    folder, action = project_folder(request), sent.get("action", "")
    if action not in ACTIONS:
        raise HTTPException(400, "There is no such action.")
    if action in OWNER_ACTIONS and is_linked(request):
        raise HTTPException(403, REFUSAL)
    at = f"{project_address(request)}/overview"
    try:
        with without_paths(folder.parent):
            parts = read_parts(folder, author_of(request))
            done = ACTIONS[action](parts, sent, *upload)
    except FileConflict as error:
        return _show(request, sent, f"{to_sentence(error)} Please try again.")
    except OffleashError as error:
        return _show(request, sent, to_sentence(str(error).replace(f"{folder}/", "")))
    target = done if done.startswith("/") else f"{at}?{urlencode({'done': done})}"
    return RedirectResponse(target, 303)


def _decode(name: str, data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise OffleashError(f"a file can have at most {MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OffleashError(f"{name} is not text in UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


Sent = Mapping[str, str]


def _add(parts: ProjectParts, sent: Sent) -> str:
    file = boards_and_rules.add_part(parts, sent.get("kind", ""), sent.get("name", ""))
    return f"Added {Path(file).stem}."


def _import(parts: ProjectParts, sent: Sent, file_name: str, data: bytes) -> str:
    text = _decode(file_name, data)
    if not text.strip():
        raise OffleashError("choose a file to import")
    kind, name = sent.get("kind", ""), sent.get("name", "").strip()
    if name:
        file = boards_and_rules.add_part(parts, kind, name, text)
    else:
        file = boards_and_rules.import_part(parts, kind, file_name, text)
    return f"Imported {Path(file).stem}."


def _save_image(parts: ProjectParts, sent: Sent, file_name: str, data: bytes) -> str:
    if not data:
        raise OffleashError("choose an image")
    save_image(parts.folder, sent.get("slot", ""), _slots(parts), data, parts.author)
    return "Saved the image."


def _copy(parts: ProjectParts, sent: Sent) -> str:
    file = boards_and_rules.copy_part(parts, sent.get("file", ""), sent.get("name", ""))
    return f"Copied to {Path(file).stem}."


def _rename(parts: ProjectParts, sent: Sent) -> str:
    old = sent.get("file", "")
    new = boards_and_rules.rename_part(parts, old, sent.get("name", ""))
    if new != old:
        drafts.move_draft(parts.folder, old, new)
    return f"Renamed to {Path(new).stem}."


def _delete(parts: ProjectParts, sent: Sent) -> str:
    name = parts.part(sent.get("file", "")).name
    boards_and_rules.delete_part(parts, sent.get("file", ""))
    return f"Deleted {name}. The history still has it."


def _use(parts: ProjectParts, sent: Sent) -> str:
    name = parts.part(sent.get("file", "")).name
    boards_and_rules.use_part(parts, sent.get("file", ""))
    return f"The project now uses {name}."


def _merged(sent: Sent, current: Sent) -> dict[str, str]:
    """Return the fields of a form with what was changed in it, and otherwise as they are now.

    The form also has what it began with. Raises FileConflict if somebody else has changed a field
    in the meantime that was changed in the form as well.
    """
    merged = {}
    for key, now in current.items():
        new, was = _plain(sent.get(key, "")), _plain(sent.get(f"was-{key}", now))
        if new != was and now not in (was, new):
            name = key.partition("-")[2] or key
            problem = f"somebody else has changed {name} to {quote(now)}"
            raise FileConflict(f"{problem}, so nothing was saved")
        merged[key] = now if new == was else new
    return merged


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _retitle(parts: ProjectParts, sent: Sent) -> str:
    current = {"title": _title(parts), "notes": _plain(str(parts.head.get("notes", "")))}
    title, notes = _merged(sent, current).values()
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise OffleashError(f"a title has 1 to {LONGEST_TITLE} characters")
    if len(notes) > LONGEST_NOTES:
        raise OffleashError(f"notes can have at most {LONGEST_NOTES:,} characters")
    boards_and_rules.retitle(parts, title, notes)
    return "Saved the title and the notes."


def _resize(parts: ProjectParts, sent: Sent) -> str:
    sizes = _merged(sent, {f"size-{name}": own for name, _, own in _sizes(parts)})
    boards_and_rules.resize_pieces(
        parts, {key.removeprefix("size-"): size for key, size in sizes.items()}
    )
    return "Saved the sizes of the components."


def _rename_words(parts: ProjectParts, sent: Sent) -> str:
    names = _merged(sent, {f"name-{word}": own for word, own in _words(parts)})
    boards_and_rules.rename_words(
        parts, {key.removeprefix("name-"): name for key, name in names.items()}
    )
    return "Saved the names."


def _share(parts: ProjectParts, sent: Sent) -> str:
    can_edit = sent.get("can") == "edit"
    create_link(parts.folder, sent.get("name", ""), can_edit)
    what = "edit it" if can_edit else "comment on it"
    return f"Created a link. Everyone who has it can see the project and {what}."


def _revoke(parts: ProjectParts, sent: Sent) -> str:
    revoke_link(parts.folder, sent.get("code", ""))
    return "The link is no longer valid."


def _delete_comment(parts: ProjectParts, sent: Sent) -> str:
    delete_comment(parts.folder, sent.get("id", ""))
    return "Deleted the comment."


def _copy_project(parts: ProjectParts, sent: Sent) -> str:
    copy = copy_project(parts.folder, sent.get("name", "").strip())
    return f"{address_for_owner(copy.name)}/overview"


def _delete_image(parts: ProjectParts, sent: Sent) -> str:
    delete_image(parts.folder, sent.get("slot", ""), parts.author)
    return "Deleted the image. The history still has it."


Action = Callable[[ProjectParts, Sent, str, bytes], str]  # with the name and data of a file


def _without_file(action: Callable[[ProjectParts, Sent], str]) -> Action:
    return lambda parts, sent, file_name, data: action(parts, sent)


FORMS: dict[str, Callable[[ProjectParts, Sent], str]] = {
    "new": _add,
    "duplicate": _copy,
    "rename": _rename,
    "delete": _delete,
    "use": _use,
    "title": _retitle,
    "sizes": _resize,
    "names": _rename_words,
    "share": _share,
    "revoke": _revoke,
    "delete-comment": _delete_comment,
    "copy-project": _copy_project,
    "delete-image": _delete_image,
}
ACTIONS: dict[str, Action] = {
    "import": _import,
    "image": _save_image,
    **{name: _without_file(action) for name, action in FORMS.items()},
}
OWNER_ACTIONS = ("share", "revoke", "delete-comment", "copy-project")
