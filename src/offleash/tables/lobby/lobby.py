"""The lobby: games, new tables, invitations, seats that move to another device, rules."""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.bots.kinds import display_name
from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from offleash.projects.boards_and_rules import RULE_SET, read_parts
from offleash.projects.history import latest_version
from offleash.projects.images import image_digests
from offleash.projects.project import Project, game_of, list_projects, path_inside, read_project
from offleash.tables.live.characters import face_of
from offleash.tables.live.chat import MAX_LENGTH, REACTIONS
from offleash.tables.live.host import Host, LiveTable, stand_in
from offleash.tables.live.player_names import InvalidName, check_not_a_seat, clean_name
from offleash.tables.live.table import ABANDONED, GATHERING, Refusal, Table, new_facts
from offleash.tables.lobby.forms import Form, names_of, stand_ins
from offleash.tables.lobby.guided_tables import is_guided, offered_guides, own_guide, own_minutes
from offleash.tables.lobby.invitations import is_local_only, partners_of, qr_code, share_address
from offleash.tables.log.entries import OPEN, Entry, Facts, SeatTaken
from offleash.tables.log.store import TableSummary
from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of, join_and, to_sentence
from offleash.tools.steady_time import steady_now
from offleash.web.cookies import Keys, holder, name_of, remember_name
from offleash.web.frame import is_secure
from offleash.web.option_form import FormValues
from offleash.web.quotas import client_of, shares_of
from offleash.web.rulebook import rulebook
from offleash.web.templates import page

LINK_TTL_S = 15 * 60
WAITING_S = 30.0  # a player whose page was open so lately is waiting
MAX_OPEN_TABLES = 40  # on the front page
MAX_FIELDS = 500
CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
YOUR_TURN, FINISHED = "your turn", "finished"
NO_TABLE_MESSAGE = "This table does not exist, or no longer exists."
NO_INVITATION_MESSAGE = "This invitation is not valid, or is no longer valid."
NO_LINK_MESSAGE = "This link is not valid, or is no longer valid."


def routes() -> list[BaseRoute]:
    """Return the routes of the lobby."""
    return [
        Route("/", front),
        Route("/warmth", warmth),
        Route("/new/{game}", new, methods=["GET", "POST"]),
        Route("/join/{code}", join, methods=["GET", "POST"]),
        Route("/watch/{code}", watch),
        Route("/table/{table}", sit),
        Route("/table/{table}/carry", carry, methods=["POST"]),
        Route("/take/{code}", take, methods=["GET", "POST"]),
    ]


# The request and its browser


def host_of(request: Request) -> Host:
    """Return the tables of this worker."""
    host: Host = request.app.state.host
    return host


def holder_of(request: Request) -> str:
    """Return the holder id of this browser in the log; empty if it never had a seat."""
    keys: Keys = request.app.state.keys
    return keys.holder_of(request) or ""


def readiness(request: HTTPConnection) -> Mapping[str, float]:
    """Return how far each game is compiled, from 0 to 1; games that are ready may be missing."""
    measure = getattr(request.app.state, "warmth", None)
    return {} if measure is None else measure()


def game_row(request: Request) -> registry.Row:
    """Return the game in the URL. Raise HTTPException 404 if there is none."""
    name = request.path_params["game"]
    if name not in registry.ROWS:
        raise HTTPException(404, "There is no such game.")
    return registry.ROWS[name]


def check_ready(request: HTTPConnection, name: str) -> None:
    """Raise HTTPException 503 if a game is still being compiled."""
    if readiness(request).get(name, 1.0) < 1.0:
        title = registry.ROWS[name].title
        raise HTTPException(
            503, f"We are still getting {title} ready. The first time, this takes a minute."
        )


def code_of(request: Request, name: str = "code") -> str:
    """Return a code or an id in the URL. Raise HTTPException 404 if it is malformed."""
    code: str = request.path_params[name]
    if not CODE.fullmatch(code):
        raise HTTPException(404)
    return code


async def read_form_values(request: Request) -> FormValues:
    """Return the text fields of a form, or of the query."""
    fields: FormData | Any = request.query_params
    if request.method == "POST":
        fields = await request.form(max_files=0, max_fields=MAX_FIELDS, max_part_size=4096)
    return {name: value for name, value in fields.items() if isinstance(value, str)}


def redirect(request: Request, path: str, browser: str = "", name: str = "") -> Response:
    """Redirect to another page, and set the browser's cookies."""
    answer = RedirectResponse(path, 303)
    if browser:
        request.app.state.keys.remember(answer, browser, is_secure(request))
    if name:
        remember_name(answer, name, is_secure(request))
    return answer


def browser_of(request: Request) -> str:
    """Return the id of this browser, or a new one."""
    keys: Keys = request.app.state.keys
    return keys.browser_of(request) or keys.new_browser()


def remembered_name(request: Request) -> str:
    """Return the name last used in this browser, if it is valid."""
    try:
        return clean_name(name_of(request))
    except InvalidName:
        return ""


# The front page


async def front(request: Request) -> Response:
    """Show every game with its picture, and the tables of this browser."""
    own = holder_of(request)
    summaries = await host_of(request).store.tables_of(own) if own else []
    now = steady_now()
    shown = [s for s in summaries if s.game in registry.ROWS and not is_guided(s)]
    tables = [
        summary_line(request, summary, now) | {"others": await others_at(request, summary)}
        for summary in shown
    ]
    tables.sort(key=lambda line: (line["state"] != YOUR_TURN, line["state"] == FINISHED))
    cards = await run_in_threadpool(all_cards, request)
    open_tables = await list_open_tables(request) if has_lobby(request) else None
    guides = await run_in_threadpool(offered_guides, summaries)
    context: dict[str, Any] = {"cards": cards, "tables": tables, "open_tables": open_tables}
    context["guides"] = guides
    return page(request, "front.html", title="Tables", **context)


def has_lobby(request: Request) -> bool:
    """Return whether this server lists tables that anyone may join."""
    return bool(getattr(request.app.state, "has_lobby", False))


async def list_open_tables(request: Request) -> dict[str, list[dict[str, Any]]]:
    """Return public tables with an open seat and somebody waiting there, by the game's title."""
    host, now = host_of(request), steady_now()
    lines: dict[str, list[dict[str, Any]]] = {row.title: [] for row in registry.ROWS.values()}
    for facts in await host.store.open_tables(now - WAITING_S, MAX_OPEN_TABLES):
        if facts.game not in registry.ROWS or readiness(request).get(facts.game, 1.0) < 1.0:
            continue
        live = await host.table(facts.table)
        if live is None or live.table.phase != GATHERING:
            continue
        names = [sitting.name for sitting in live.table.seats if sitting.name]
        lines[live.table.game.title].append(
            {
                "link": f"/join/{facts.invitation}",
                "players": join_and(names),
                "free": count_of(sum(not s.is_taken for s in live.table.seats), "open seat"),
                "played": live.table.game.describe_options(live.table.session.options),
                "ago": format_age(now - facts.created),
            }
        )
    return {title: of_game for title, of_game in lines.items() if of_game}


def all_cards(request: Request) -> list[dict[str, Any]]:
    """Return the cards of all games; the first call reads their rules pages."""
    ready = readiness(request)
    return [card(request, row, ready.get(row.name, 1.0)) for row in registry.ROWS.values()]


def card(request: Request, row: registry.Row, ready: float) -> dict[str, Any]:
    """Return a game on the front page; nothing needs to be compiled for it."""
    picture = f"tables/games/{row.name}.svg"
    book = rulebook(row.name)
    return {
        "row": row,
        "picture": picture if request.app.state.assets.has(picture) else "",
        "blurb": book.blurb if book else row.nature,
        "warmth": ready,
    }


def summary_line(request: Request, summary: TableSummary, now: float) -> dict[str, Any]:
    """Return a line of "Your tables", with whose turn it is if the table is in memory."""
    link = f"/replay/{summary.table}" if summary.is_over else f"/table/{summary.table}"
    live = host_of(request).loaded_table(summary.table)
    state = describe_state(live.table, summary.seat) if live else ""
    return {
        "title": registry.ROWS[summary.game].title,
        "link": link,
        "state": FINISHED if summary.is_over else state,
        "ago": format_age(now - summary.written_at),
    }


async def others_at(request: Request, summary: TableSummary) -> str:
    """Who else sits at a table; bots are counted."""
    store = host_of(request).store
    facts = await store.facts(summary.table)
    people = {entry.seat: entry.name for entry in await store.sittings(summary.table)}
    seats = facts.seats if facts else ()
    names = [people[seat] for seat in sorted(people) if seat != summary.seat]
    bots = sum(bot != OPEN for seat, bot in enumerate(seats) if seat not in people)
    return join_and([*names, *([count_of(bots, "bot")] if bots else [])])


def describe_state(table: Table, seat: int) -> str:
    """Return the state of a table, for the player in a seat."""
    if table.actor == seat:
        return YOUR_TURN
    if table.actor >= 0:
        return f"{table.name_of(table.actor)} to move"
    return {GATHERING: "waiting for players", ABANDONED: "given up"}.get(table.phase, "")


def format_age(seconds: float) -> str:
    """Return how long ago something happened, roughly."""
    for length, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count_of(count, word)} ago"
    return "just now"


async def warmth(request: Request) -> Response:
    """Return how far each game is compiled, for the front page."""
    ready = readiness(request)
    return JSONResponse({name: ready.get(name, 1.0) for name in registry.ROWS})


# A new table


async def new(request: Request) -> Response:
    """Return the form for a new table; a valid one creates it."""
    row = game_row(request)
    check_ready(request, row.name)
    values, folder = await read_form_values(request), projects_of(request)
    if request.method == "POST":
        values = {**values, "sent": "yes"}  # so that the form is checked
    form = await run_in_threadpool(read_form, row.name, values, remembered_name(request), folder)
    projects = await run_in_threadpool(projects_about, folder, row.name)
    if request.method == "POST":
        name = form.check_name()
        if not form.wrong:
            return await create_table(request, form, name)
    status = 422 if request.method == "POST" else 200
    book = rulebook(row.name)
    own = await run_in_threadpool(own_guide, form.project)
    guide = own.file.minutes if own else await offered_minutes(request, row.name)
    context: dict[str, Any] = {"row": row, "form": form, "book": book, "projects": projects}
    context["has_lobby"] = has_lobby(request)
    context["guide"], context["face_of"] = guide, face_of
    return page(request, "new.html", status, title=row.title, **context)


async def offered_minutes(request: Request, game: str) -> int:
    """Return how long a guided game takes for a browser that never played this game; else 0."""
    own = holder_of(request)
    summaries = await host_of(request).store.tables_of(own) if own else []
    return (await run_in_threadpool(offered_guides, summaries)).get(game, 0)


def read_form(game: str, values: FormValues, name: str, folder: Path | None = None) -> Form:
    """Read the form; it imports the game, which is slow, so call it in a thread."""
    project_name = values.get("project", "")
    try:
        project = require_project(folder, project_name, game, values) if project_name else None
    except OffleashError as error:
        form = Form(registry.load(game), values, name)
        form.wrong["options"] = f"{error}."
        return form
    return Form(registry.load(game), values, name, project)


def projects_of(request: Request) -> Path | None:
    """Return the folder of projects, for the server's owner only: guests must not see names.

    A table stores all that it needs of its project, so guests can still play it.
    """
    folder: str = getattr(request.app.state, "projects", "")
    return Path(folder) if folder and request.app.state.is_owner(request) else None


def projects_about(folder: Path | None, game: str) -> list[str]:
    """Return the names of the readable projects of a game."""
    names = []
    for name in list_projects(folder) if folder else []:
        try:
            if folder and game_of(folder / name) == game:
                names.append(name)
        except OffleashError:
            continue
    return names


def require_project(
    folder: Path | None, name: str, game: str, values: FormValues | None = None
) -> Project:
    """Return a project by its name, with the board and the rule set that the form names.

    Raises OffleashError, without the path, if it can't be read.
    """
    if folder is None or name not in projects_about(folder, game):
        raise OffleashError("There is no such project")
    try:
        parts = read_parts(path_inside(folder, name))
        keys = (RULE_SET, parts.board_kind)
        selection = parts.selection({key: (values or {}).get(key, "") for key in keys if key})
        return read_project(parts.folder, selection)
    except OffleashError as error:
        raise OffleashError(str(error).replace(f"{folder}/", "")) from None


async def check_shares(request: Request) -> None:
    """Raise TooManyRequests if this browser or its address has made too many tables."""
    shares, client = shares_of(request), client_of(request)
    summaries = await host_of(request).store.tables_of(client.browser)
    unfinished = [summary for summary in summaries if not (summary.is_over or is_guided(summary))]
    shares.check_count(client, "open", len(unfinished))
    shares.use(client, "tables")


def with_images(facts: Facts, project: Project | None) -> Facts:
    """Return the facts of a table whose pictures have the images of its project, if it has one."""
    if project is None:
        return facts
    images = image_digests(project.folder)
    return msgspec.structs.replace(facts, project=project.folder.name, images=images)


async def create_table(request: Request, form: Form, name: str) -> Response:
    """Create the table, and redirect to the creator's seat or to a link."""
    await check_shares(request)
    browser, seat, now = browser_of(request), form.own_seat, int(steady_now())
    facts = msgspec.structs.replace(
        new_facts(form.game, form.options, form.seat_values, created=now, hints=form.hints),
        maker=NOBODY if seat is None else seat,
        chat=form.chat,
        clock_s=60 * form.clock_minutes,
        live_luck=form.is_luck_live,
        is_public=form.is_public and has_lobby(request),
    )
    facts = await run_in_threadpool(with_images, facts, form.project)
    if form.project and form.is_playtest:
        latest = await run_in_threadpool(latest_version, form.project.folder)
        version = latest.number if latest else 0
        facts = msgspec.structs.replace(facts, playtest=form.project.folder.name, version=version)
    if form.project:
        guide = await run_in_threadpool(own_guide, form.project, form.options)
        facts = msgspec.structs.replace(facts, own_guide=guide.text if guide else "")
    entries: list[Entry] = [] if seat is None else [SeatTaken(seat, holder(browser), name)]
    await host_of(request).make_table(facts, entries)
    if seat is not None:
        return redirect(request, f"/table/{facts.table}", browser, name)
    is_open = "open" in facts.seats
    path = f"/join/{facts.invitation}" if is_open else f"/watch/{facts.watching}"
    return redirect(request, path)


# Sitting down


async def require_table(request: Request, table: str | None, message: str) -> LiveTable:
    """Return a table by its id. Raise HTTPException 404 with the message if there is none."""
    facts = await host_of(request).store.facts(table) if table else None
    if facts is None or facts.game not in registry.ROWS:
        raise HTTPException(404, message)
    check_ready(request, facts.game)
    live = await host_of(request).table(facts.table)
    if live is None:
        raise HTTPException(404, message)
    return live


async def find_invitation(request: Request, code: str) -> LiveTable:
    """Return the table of an invitation. Raise HTTPException 404 if there is none."""
    is_code = CODE.fullmatch(code) is not None
    table = await host_of(request).store.find_by_invitation(code) if is_code else None
    return await require_table(request, table, NO_INVITATION_MESSAGE)


async def join(request: Request) -> Response:
    """Show an invitation, or give a seat to a person with a name."""
    live = await find_invitation(request, code_of(request))
    if await host_of(request).seat_of(live, holder_of(request)) >= 0:
        return redirect(request, f"/table/{live.name}")
    if request.method == "GET":
        facts = live.table.facts
        guide = own_minutes(facts) or await offered_minutes(request, facts.game)
        return join_page(request, live, {"name": remembered_name(request)}, guide=guide)
    values = await read_form_values(request)
    try:
        name = clean_name(values.get("name", ""))
        check_free(live.table, name)
    except InvalidName as error:
        return join_page(request, live, values, 422, name=str(error))
    browser = browser_of(request)
    try:
        await host_of(request).sit(live, holder(browser), name, parse_seat(values))
    except Refusal as error:
        if live.table.seat_of(holder(browser)) < 0:
            return join_page(request, live, values, 409, seat=to_sentence(error))
    return redirect(request, f"/table/{live.name}", browser, name)


def check_free(table: Table, name: str) -> None:
    """Raise InvalidName if somebody at the table, or one of its seats, already has this name."""
    if not table.is_read_only:
        check_not_a_seat(table.game, table.session.options, name)
    if name.casefold() in {sitting.name.casefold() for sitting in table.seats}:
        raise InvalidName(f"{name} is already at this table; please choose another name.")


def parse_seat(values: FormValues) -> int | None:
    """Return the seat in the form, or None for any."""
    text = values.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < 3 else None


def join_page(
    request: Request,
    live: LiveTable,
    values: FormValues,
    status: int = 200,
    guide: int = 0,
    **wrong: str,
) -> Response:
    """Return the page of a table for somebody without a seat."""
    table, facts = live.table, live.table.facts
    seats = [
        {
            "number": number,
            "word": table.seat_word(number),
            "name": table.name_of(number),
            "sitting": sitting,
            "partners": partners_of(table, number),
        }
        for number, sitting in enumerate(table.seats)
    ]
    invitation = share_address(request, f"/join/{facts.invitation}")
    return page(
        request,
        "join.html",
        status,
        title=table.game.title,
        row=registry.ROWS[facts.game],
        seats=seats,
        is_full=all(sitting.is_taken for sitting in table.seats),
        played="" if table.is_read_only else table.game.describe_options(table.session.options),
        first=next((n for n, sitting in enumerate(table.seats) if not sitting.is_taken), -1),
        titles=display_name,
        texts=names_of(table.game),
        values=values,
        wrong=wrong,
        guide=guide,
        invite=invitation,
        code=qr_code(invitation),
        invitation=facts.invitation,
        is_local=is_local_only(request),
        watch=f"/watch/{facts.watching}",
        is_luck_live=facts.live_luck,
    )


async def sit(request: Request) -> Response:
    """Return the table page for a player."""
    table = code_of(request, "table")
    live = await require_table(request, table, NO_TABLE_MESSAGE)
    seat = await host_of(request).seat_of(live, holder_of(request))
    if seat < 0:
        raise HTTPException(
            403, "This browser has no seat at that table. Ask a player for the invitation link."
        )
    return table_page(request, live.table, f"/table/{table}/socket", seat)


async def watch(request: Request) -> Response:
    """Return the table page for a spectator."""
    code = code_of(request)
    table = await host_of(request).store.find_by_watch_code(code)
    live = await require_table(request, table, NO_LINK_MESSAGE)
    return table_page(request, live.table, f"/watch/{code}/socket", -1)


def table_page(request: Request, table: Table, socket: str, you: int) -> Response:
    """Return the page of a table; a spectator does not get the invitation."""
    facts, has_seat = table.facts, you >= 0
    has_book = table.game.notation.rulebook is not None
    can_play = has_seat and not table.is_read_only
    invites = has_seat and not all(sitting.is_taken for sitting in table.seats)
    invitation = share_address(request, f"/join/{facts.invitation}") if invites else ""
    guide = table.guide.file if not table.is_read_only and table.guide else None
    return page(
        request,
        "table.html",
        title=registry.ROWS[facts.game].title,
        socket=socket,
        rules=f"/rules/{facts.game}/glance",
        book=f"{socket.removesuffix('/socket')}/rulebook/here" if has_book else "",
        close_ups=table.game.pictures.close_ups,
        invitation=invitation,
        code=qr_code(invitation) if invites else "",
        partners=partners_of(table, you) if has_seat else "",
        is_local=is_local_only(request),
        watching="" if guide else share_address(request, f"/watch/{facts.watching}"),
        carry=f"/table/{facts.table}/carry" if has_seat and not guide and not table.draws else "",
        is_luck_live=facts.live_luck,
        replay="" if guide else f"/replay/{facts.table}",
        result="" if guide else f"/result/{facts.table}",
        guide=guide,
        play=f"/join/{facts.invitation_used}" if facts.invitation_used else f"/new/{facts.game}",
        has_seat=has_seat,
        is_maker=has_seat and you == facts.maker,
        reactions=REACTIONS,
        chat_length=MAX_LENGTH,
        stand_ins=stand_ins(table.game, table.session.options, you) if can_play else {},
        stand_in=stand_in(table, you) if can_play else "",
        titles=display_name,
        questions=f"/table/{facts.table}/questions" if has_seat and facts.playtest else "",
    )


# Another device


async def carry(request: Request) -> Response:
    """Create a one-time link for the same seat on another device."""
    table = code_of(request, "table")
    live = await require_table(request, table, NO_TABLE_MESSAGE)
    seat = await host_of(request).seat_of(live, holder_of(request))
    if seat < 0:
        raise HTTPException(403, "This browser has no seat at that table.")
    code = secrets.token_urlsafe(24)
    await host_of(request).store.save_link(code, table, seat, steady_now() + LINK_TTL_S)
    link = share_address(request, f"/take/{code}")
    context: dict[str, Any] = {"link": link, "code": qr_code(link), "table": table}
    return page(request, "carry.html", title="Another device", **context)


async def take(request: Request) -> Response:
    """Open a one-time link; it is only used up when the button is pressed."""
    code = code_of(request)
    if request.method == "GET":
        return page(request, "take.html", title="Your seat", code=code)
    seat_link = await host_of(request).store.use_link(code, steady_now())
    too_late = "This link has been used or has expired. Please make a new one on the other device."
    live = await require_table(request, seat_link[0] if seat_link else None, too_late)
    assert seat_link is not None
    browser = browser_of(request)
    try:
        await host_of(request).transfer_seat(live, seat_link[1], holder(browser))
    except Refusal:  # the wrong device was tried: the right one can still use it
        await host_of(request).store.save_link(code, *seat_link, steady_now() + LINK_TTL_S)
        raise
    name = live.table.seats[seat_link[1]].name
    return redirect(request, f"/table/{live.name}", browser, name)
