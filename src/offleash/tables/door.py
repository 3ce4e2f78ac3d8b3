"""The door: the games, new tables, invitations, seats that change the device, rules to read."""

import re
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError
from offleash.games import registry
from offleash.play.project import Project, game_of, list_projects, path_inside, read_project
from offleash.tables.entries import Entry, Sat
from offleash.tables.forms import BadName, Form, clean_name
from offleash.tables.host import Held, Host
from offleash.tables.store.store import Mine
from offleash.tables.strengths import title_of
from offleash.tables.table import Refusal, Table, new_facts
from offleash.tables.tape import files_of
from offleash.web.frame import address, is_secure
from offleash.web.keys import Keys, holder, name_of, remember_name
from offleash.web.option_form import Sent
from offleash.web.rulebook import rulebook
from offleash.web.templates import page

LINK_LASTS = 15 * 60  # seconds
MOST_FIELDS = 500
CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
YOURS, FINISHED = "your turn", "finished"
READ_AGAIN = {"cache-control": "no-cache"}  # pages that hold nothing of anybody


def routes() -> list[BaseRoute]:
    """Every address of the door."""
    return [
        Route("/", front),
        Route("/warmth", warmth),
        Route("/new/{game}", new, methods=["GET", "POST"]),
        Route("/join/{code}", join, methods=["GET", "POST"]),
        Route("/watch/{code}", watch),
        Route("/table/{table}", sit),
        Route("/table/{table}/carry", carry, methods=["POST"]),
        Route("/take/{code}", take, methods=["GET", "POST"]),
        Route("/rules", all_rules),
        Route("/rules/{game}", rules),
    ]


# What is asked, and by whom


def host_of(request: Request) -> Host:
    """The tables of this worker."""
    host: Host = request.app.state.host
    return host


def holder_of(request: Request) -> str:
    """What the log calls this browser; empty where it never had a seat."""
    keys: Keys = request.app.state.keys
    return keys.holder_of(request) or ""


def warm(request: HTTPConnection) -> Mapping[str, float]:
    """How far each game is compiled, from 0 to 1; those that are ready may be missing."""
    found = getattr(request.app.state, "warmth", None)
    return {} if found is None else found()


def game_row(request: Request) -> registry.Row:
    """The game that an address names."""
    name = request.path_params["game"]
    if name not in registry.ROWS:
        raise HTTPException(404, "There is no such game in the box.")
    return registry.ROWS[name]


def check_ready(request: HTTPConnection, name: str) -> None:
    """Nothing waits for a compiler behind a page's back."""
    if warm(request).get(name, 1.0) < 1.0:
        title = registry.ROWS[name].title
        raise HTTPException(
            503, f"{title} is still being made ready, which takes a minute the first time."
        )


def code_of(request: Request, name: str = "code") -> str:
    """A code or an id of an address, where it looks like one: no database sees anything else."""
    code: str = request.path_params[name]
    if not CODE.fullmatch(code):
        raise HTTPException(404)
    return code


async def sent_by(request: Request) -> Sent:
    """What was filled in; a file among it is not taken."""
    filled: FormData | Any = request.query_params
    if request.method == "POST":
        filled = await request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=4096)
    return {name: value for name, value in filled.items() if isinstance(value, str)}


def seen_off(request: Request, path: str, browser: str = "", name: str = "") -> Response:
    """Leads to another page, and hands out who the browser is."""
    answer = RedirectResponse(path, 303)
    if browser:
        request.app.state.keys.remember(answer, browser, is_secure(request))
    if name:
        remember_name(answer, name, is_secure(request))
    return answer


def browser_of(request: Request) -> str:
    """Who this browser is; a new one where it is nobody yet."""
    keys: Keys = request.app.state.keys
    return keys.browser_of(request) or keys.new_browser()


def usual_name(request: Request) -> str:
    """What this browser's owner was last called, if that is a name."""
    try:
        return clean_name(name_of(request))
    except BadName:
        return ""


# The front page


async def front(request: Request) -> Response:
    """Every game with its picture, and the tables of this browser."""
    whose = holder_of(request)
    mine = await host_of(request).store.tables_of(whose) if whose else []
    now = time.time()
    tables = [told(request, each, now) for each in mine if each.game in registry.ROWS]
    tables.sort(key=lambda each: (each["state"] != YOURS, each["state"] == FINISHED))
    cards = await run_in_threadpool(all_cards, request)
    return page(request, "front.html", title="Tables", cards=cards, tables=tables)


def all_cards(request: Request) -> list[dict[str, Any]]:
    """Every game in the box; the first time, its rules page is read."""
    ready = warm(request)
    return [card(request, row, ready.get(row.name, 1.0)) for row in registry.ROWS.values()]


def card(request: Request, row: registry.Row, ready: float) -> dict[str, Any]:
    """A game on the front page: nothing of it needs to be compiled for that."""
    picture = f"tables/games/{row.name}.svg"
    book = rulebook(row.name)
    return {
        "row": row,
        "picture": picture if request.app.state.assets.has(picture) else "",
        "blurb": book.blurb if book else row.nature,
        "warmth": ready,
    }


def told(request: Request, mine: Mine, now: float) -> dict[str, Any]:
    """A line of "your tables"; whose turn it is, where the table is at hand anyway."""
    link = f"/replay/{mine.table}" if mine.is_over else f"/table/{mine.table}"
    held = host_of(request).at_hand(mine.table)
    state = FINISHED if mine.is_over else situation(held.table, mine.seat) if held else ""
    title = registry.ROWS[mine.game].title
    return {"title": title, "link": link, "state": state, "ago": ago(now - mine.written)}


def situation(table: Table, seat: int) -> str:
    """Where a table stands, for somebody who has a seat there."""
    if table.actor == seat:
        return YOURS
    if table.actor >= 0:
        return f"{table.name_of(table.actor)} to move"
    return "waiting for players" if table.phase == "gathering" else ""


def ago(seconds: float) -> str:
    """How long it is since something happened, roughly."""
    for length, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"


async def warmth(request: Request) -> Response:
    """How far each game is, for the front page."""
    ready = warm(request)
    return JSONResponse({name: ready.get(name, 1.0) for name in registry.ROWS})


# A new table


async def new(request: Request) -> Response:
    """The form, and what comes of it."""
    row = game_row(request)
    check_ready(request, row.name)
    sent, folder = await sent_by(request), projects_of(request)
    if request.method == "POST":
        sent = {**sent, "sent": "yes"}  # whatever was left out, what is there is checked
    form = await run_in_threadpool(read_form, row.name, sent, usual_name(request), folder)
    projects = await run_in_threadpool(projects_about, folder, row.name)
    if request.method == "POST":
        name = form.check_name()
        if not form.wrong:
            return await make(request, form, name)
    status = 422 if request.method == "POST" else 200
    book = rulebook(row.name)
    about: dict[str, Any] = {"row": row, "form": form, "book": book, "projects": projects}
    return page(request, "new.html", status, title=row.title, **about)


def read_form(game: str, sent: Sent, name: str, folder: Path | None = None) -> Form:
    """Imports the game, which takes its time, so this runs beside the tables."""
    wanted = sent.get("project", "")
    try:
        project = project_called(folder, wanted, game) if wanted else None
    except OffleashError as error:
        form = Form(registry.load(game), sent, name)
        form.wrong["options"] = f"{error}."
        return form
    return Form(registry.load(game), sent, name, project)


def projects_of(request: Request) -> Path | None:
    """The folder of projects, where there is one and its owner asks: guests learn no names.

    What is played at a table is kept with the table, so guests play it all the same.
    """
    folder: str = getattr(request.app.state, "projects", "")
    return Path(folder) if folder and request.app.state.is_owner(request) else None


def projects_about(folder: Path | None, game: str) -> list[str]:
    """The projects of a game; one that can't be read is not among them."""
    found = []
    for name in list_projects(folder) if folder else []:
        try:
            if folder and game_of(folder / name) == game:
                found.append(name)
        except OffleashError:
            continue
    return found


def project_called(folder: Path | None, name: str, game: str) -> Project:
    """A project by its name; its sentence never tells where on the disk it lies."""
    if folder is None or name not in projects_about(folder, game):
        raise OffleashError("There is no such project")
    try:
        return read_project(path_inside(folder, name))
    except OffleashError as error:
        raise OffleashError(str(error).replace(f"{folder}/", "")) from None


async def make(request: Request, form: Form, name: str) -> Response:
    """The table that was asked for; its maker is led to their seat, or else to its link."""
    browser, seat, game = browser_of(request), form.mine, form.game
    facts = new_facts(
        game.name,
        game.rules_version,
        game.base(form.options),
        dict(form.changed),
        form.seated,
        created=int(time.time()),
        files=files_of(game, form.options),
        hints=form.hints,
    )
    entries: list[Entry] = [] if seat is None else [Sat(seat, holder(browser), name)]
    await host_of(request).make_table(facts, entries)
    if seat is not None:
        return seen_off(request, f"/table/{facts.table}", browser, name)
    is_open = "open" in facts.seats
    path = f"/join/{facts.invitation}" if is_open else f"/watch/{facts.watching}"
    return seen_off(request, path)


# Sitting down


async def found(request: Request, table: str | None, otherwise: str) -> Held:
    """A table in hand; where there is none, a page says so."""
    facts = await host_of(request).store.facts(table) if table else None
    if facts is None or facts.game not in registry.ROWS:
        raise HTTPException(404, otherwise)
    check_ready(request, facts.game)
    held = await host_of(request).table(facts.table)
    if held is None:
        raise HTTPException(404, otherwise)
    return held


async def join(request: Request) -> Response:
    """An invitation: who sits where, and a free seat for who has a name."""
    table = await host_of(request).store.invited(code_of(request))
    held = await found(request, table, "This invitation leads nowhere, or not any more.")
    if held.table.seat_of(holder_of(request)) >= 0:
        return seen_off(request, f"/table/{held.name}")
    if request.method == "GET":
        return join_page(request, held, {"name": usual_name(request)})
    sent = await sent_by(request)
    try:
        name = clean_name(sent.get("name", ""))
        check_free(held.table, name)
    except BadName as error:
        return join_page(request, held, sent, 422, name=str(error))
    browser = browser_of(request)
    try:
        await host_of(request).sit(held, holder(browser), name, wanted_seat(sent))
    except Refusal as error:
        if held.table.seat_of(holder(browser)) < 0:
            return join_page(request, held, sent, 409, seat=f"{str(error).capitalize()}.")
    return seen_off(request, f"/table/{held.name}", browser, name)


def check_free(table: Table, name: str) -> None:
    """Two people at a table have different names."""
    if name.casefold() in {sitting.name.casefold() for sitting in table.seats}:
        raise BadName(f"{name} sits here already: please choose another name.")


def wanted_seat(sent: Sent) -> int | None:
    """The seat that was chosen, or none in particular."""
    text = sent.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < 3 else None


def join_page(
    request: Request, held: Held, sent: Sent, status: int = 200, **wrong: str
) -> Response:
    """The table as somebody sees it who has no seat yet."""
    table, facts = held.table, held.table.facts
    seats = [
        {"number": number, "word": seat_word(table, number), "sitting": sitting}
        for number, sitting in enumerate(table.seats)
    ]
    return page(
        request,
        "join.html",
        status,
        title=table.game.title,
        row=registry.ROWS[facts.game],
        seats=seats,
        is_full=all(sitting.is_taken for sitting in table.seats),
        played="" if table.is_read_only else table.game.told(table.session.options),
        first=next((n for n, each in enumerate(table.seats) if not each.is_taken), -1),
        titles=title_of,
        sent=sent,
        wrong=wrong,
        invite=address(request, f"/join/{facts.invitation}"),
        watch=f"/watch/{facts.watching}",
    )


def seat_word(table: Table, seat: int) -> str:
    """What the game calls a seat."""
    if table.is_read_only:
        return table.game.seat_names[seat]
    return table.game.name_of(table.session.options, seat)


async def sit(request: Request) -> Response:
    """The page of somebody who has a seat."""
    table = code_of(request, "table")
    held = await found(request, table, "There is no such table, or not any more.")
    seat = held.table.seat_of(holder_of(request))
    if seat < 0:
        raise HTTPException(403, "This browser has no seat at that table: ask for its link.")
    return table_page(request, held.table, f"/table/{table}/socket", seat)


async def watch(request: Request) -> Response:
    """The page of somebody who looks on."""
    code = code_of(request)
    table = await host_of(request).store.watched(code)
    held = await found(request, table, "This link leads nowhere, or not any more.")
    return table_page(request, held.table, f"/watch/{code}/socket", -1)


def table_page(request: Request, table: Table, socket: str, you: int) -> Response:
    """A table; who looks on is not handed the invitation."""
    facts, has_seat = table.facts, you >= 0
    invites = has_seat and not all(sitting.is_taken for sitting in table.seats)
    return page(
        request,
        "table.html",
        title=registry.ROWS[facts.game].title,
        socket=socket,
        rules=f"/rules/{facts.game}",
        invitation=address(request, f"/join/{facts.invitation}") if invites else "",
        watching=address(request, f"/watch/{facts.watching}"),
        carry=f"/table/{facts.table}/carry" if has_seat else "",
        replay=f"/replay/{facts.table}",
    )


# Another device


async def carry(request: Request) -> Response:
    """A link that works once, for the same seat on another device."""
    table = code_of(request, "table")
    held = await found(request, table, "There is no such table, or not any more.")
    seat = held.table.seat_of(holder_of(request))
    if seat < 0:
        raise HTTPException(403, "This browser has no seat at that table.")
    code = secrets.token_urlsafe(24)
    await host_of(request).store.keep_link(code, table, seat, time.time() + LINK_LASTS)
    link = address(request, f"/take/{code}")
    return page(request, "carry.html", title="Another device", link=link, table=table)


async def take(request: Request) -> Response:
    """The other end of that link; only a press of the button uses it up."""
    code = code_of(request)
    if request.method == "GET":
        return page(request, "take.html", title="Your seat", code=code)
    used = await host_of(request).store.use_link(code, time.time())
    too_late = "This link was used, or is too old: please make a new one on the other device."
    held = await found(request, used[0] if used else None, too_late)
    assert used is not None
    browser = browser_of(request)
    try:
        await host_of(request).carry(held, used[1], holder(browser))
    except Refusal:  # the wrong device was tried: the right one may still use it
        await host_of(request).store.keep_link(code, *used, time.time() + LINK_LASTS)
        raise
    name = held.table.seats[used[1]].name
    return seen_off(request, f"/table/{held.name}", browser, name)


# Rules


async def all_rules(request: Request) -> Response:
    """Whose rules can be read."""
    books = [(row, book) for row in registry.ROWS.values() if (book := rulebook(row.name))]
    return page(request, "all_rules.html", headers=READ_AGAIN, title="Rules", books=books)


async def rules(request: Request) -> Response:
    """The rules page of a game."""
    row = game_row(request)
    book = await run_in_threadpool(rulebook, row.name)
    if book is None:
        raise HTTPException(404, f"{row.title} has no rules page.")
    short = await run_in_threadpool(short_pages, row.name)
    about: dict[str, Any] = {"title": row.title, "row": row, "book": book, "short": short}
    return page(request, "rules.html", headers=READ_AGAIN, **about)


def short_pages(name: str) -> dict[str, str]:
    """What a player looks up at the table, as it is under the usual options."""
    game = registry.load(name)
    return {word: game.page(word, game.options()) for word in game.pages}
