"""The playtests of a project: people's games, typed in or from tables, next to those of bots."""

import json
import math
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url, urlencode

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.contract import Game, Label, Records
from offleash.contract.lab.playing_time import HEADING
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.people import PeopleRow, compare_with_bots, people_account, shared_keys
from offleash.play.session import Session
from offleash.play.transcript import parse_transcript
from offleash.projects.history import latest_version
from offleash.projects.playtests import (
    LONGEST_LINE,
    MOST_BYTES,
    PlaytestGame,
    delete_playtest,
    list_playtests,
    save_playtest,
)
from offleash.projects.project import Project, read_project
from offleash.studio.boards.editor import attachment_headers
from offleash.studio.playtests.bot_games import GamesPlayed, play_bots
from offleash.studio.projects.access import navigation, project_folder, without_paths
from offleash.studio.projects.history import format_time
from offleash.studio.projects.json_requests import Events
from offleash.studio.projects.projects import title_of
from offleash.tools.confidence import LEVEL
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.jobs import Waiting
from offleash.web.owner import for_owner
from offleash.web.templates import page

MOST_FIELDS = 30
LONGEST_NAME = 40
MOST_ROUNDS, MOST_MINUTES = 1000, 10_000
BOT_GAMES = 1500  # at least, to compare with
FEWEST_GAMES = 3  # of people, before anything is compared
MOST_DIFFERENCES = 12

Sent = Mapping[str, str]


def routes() -> list[BaseRoute]:
    """Return the routes of playtests."""
    at = "/studio/{project}/playtests"
    return [
        Route(at, for_owner(show_playtests)),
        Route(at, for_owner(change), methods=["POST"]),
        Route(f"{at}/comparison", for_owner(follow_comparison), methods=["POST"]),
        Route(f"{at}/{{name}}.txt", for_owner(transcript)),
    ]


@dataclass(frozen=True)
class PeopleComparison:
    """People's games next to those of bots."""

    people: int
    bots: int
    others: int  # games that were left out: of other versions, or without a transcript
    groups: Sequence[tuple[str, Sequence[tuple[str, PeopleRow]]]]  # rows with their names
    differing: Sequence[tuple[str, PeopleRow]]
    measures: int  # that were looked at for differences
    problem: str = ""


async def show_playtests(request: Request) -> Response:
    """Show the games; with `?bots`, next to those that bots play now."""
    return await _show(request, {})


async def _show(request: Request, sent: Sent, problem: str = "") -> Response:
    folder = await run_in_threadpool(project_folder, request)
    comparison = None
    if "bots" in request.query_params:
        comparison = await _compare(request, folder)
    return await run_in_threadpool(_page, request, folder, sent, problem, comparison)


def _page(
    request: Request, folder: Path, sent: Sent, problem: str, comparison: PeopleComparison | None
) -> Response:
    with without_paths(folder.parent):
        project = read_project(folder)
    games, game = list_playtests(folder), project.game
    return page(
        request,
        "playtests.html",
        422 if problem else 200,
        title=f"{title_of(folder)}, playtests",
        heading=title_of(folder),
        project=folder.name,
        game=game,
        games=games,
        dates={one.name: format_time(one.at) for one in games},
        summary=summarise(games),
        seats=_seat_names(project),
        comparison=comparison,
        sent=sent,
        problem=problem,
        message=request.query_params.get("done", ""),
        **navigation(request, game),
    )


def _seat_names(project: Project) -> list[str]:
    seats = range(project.game.seat_count(project.options))
    return [project.game.seat_name(project.options, seat) for seat in seats]


def summarise(games: Sequence[PlaytestGame]) -> dict[str, Any]:
    """Return the ratings and the lengths of all games."""
    ratings = [answer.rating for game in games for answer in game.answers]
    minutes = sorted(game.minutes for game in games if game.minutes is not None)
    return {
        "ratings": {number: ratings.count(number) for number in range(1, 6)} if ratings else {},
        "rating": sum(ratings) / len(ratings) if ratings else None,
        "minutes": minutes[len(minutes) // 2] if minutes else None,
    }


# People next to bots


async def _compare(request: Request, folder: Path) -> PeopleComparison:
    """Return the comparison, for which bots play in a job."""
    async with aclosing(_comparison_events(request, folder)) as events:
        async for event in events:
            if isinstance(event, PeopleComparison):
                return event
    raise HTTPException(503)


async def follow_comparison(request: Request) -> Response:
    """Stream how many games the bots have played, then the comparison as HTML."""
    folder = await run_in_threadpool(project_folder, request)

    async def events() -> AsyncGenerator[str, None]:
        async with aclosing(_comparison_events(request, folder)) as updates:
            async for update in updates:
                yield json.dumps(_event_data(request, update))

    return Events(events())


def _event_data(
    request: Request, update: Waiting | GamesPlayed | PeopleComparison
) -> dict[str, Any]:
    if isinstance(update, Waiting):
        return {"is": "waiting", "ahead": update.ahead}
    if isinstance(update, GamesPlayed):
        return {"is": "played", "games": update.games, "of": update.of}
    html = request.app.state.pages.render("people_comparison.html", comparison=update)
    return {"is": "done", "html": html}


async def _comparison_events(
    request: Request, folder: Path
) -> AsyncGenerator[Waiting | GamesPlayed | PeopleComparison, None]:
    """Yield the progress of the bots, then the comparison."""
    games = await run_in_threadpool(list_playtests, folder)
    if len(games) < FEWEST_GAMES:
        problem = f"Play or type in at least {FEWEST_GAMES} games first."
        yield PeopleComparison(len(games), 0, 0, (), (), 0, problem)
        return
    jobs = request.app.state.papers
    runs = getattr(request.app.state, "runs", "")
    work = jobs.plans.run(jobs.next_name(), play_bots, folder, runs, BOT_GAMES)
    try:
        async with aclosing(work) as updates:
            async for update in updates:
                if isinstance(update, Waiting | GamesPlayed):
                    yield update
                else:
                    yield await run_in_threadpool(compare_games, folder, games, *update)
    except OffleashError as error:
        yield PeopleComparison(len(games), 0, 0, (), (), 0, to_sentence(error))


def compare_games(
    folder: Path, games: Sequence[PlaytestGame], bots: MeasureAccount, bot_games: int
) -> PeopleComparison:
    """Return people's games on the project's rules, next to the account of bots' games."""
    project = read_project(folder)
    played = [(game, session) for game in games if (session := _session(game, project))]
    typed = [game for game in games if not game.transcript]
    account = people_account([s for _, s in played]) if played else empty_account(bots)
    account = with_typed(account, typed, project)
    account = with_minutes(account, [*(game for game, _ in played), *typed])
    groups = _listed_measures(project, account)
    keys = [key for _, rows in groups for key in rows]
    others = [key for key in shared_keys(account, bots) if key not in keys]
    wording = project.game.wording(project.options)
    shown = wording.text if wording else str
    level = 1 - (1 - LEVEL) / max(1, len(others))  # so that all of them together have it
    clear = [row for row in compare_with_bots(account, bots, others, level) if row.is_clear]
    return PeopleComparison(
        people=len(played) + len(typed),
        bots=bot_games,
        others=len(games) - len(played) - len(typed),
        groups=[
            (
                name,
                [
                    (shown(rows[row.label.key]), row)
                    for row in compare_with_bots(account, bots, list(rows))
                ],
            )
            for name, rows in groups
        ],
        differing=[
            (shown(row.label.key), row)
            for row in sorted(clear, key=_surprise, reverse=True)[:MOST_DIFFERENCES]
        ],
        measures=len(others),
    )


def _listed_measures(
    project: Project, account: MeasureAccount
) -> list[tuple[str, Mapping[str, str]]]:
    """Return the measures that are always shown, by group, with their names."""
    bench = project.game.studio.workbench
    groups = (
        [(group.name, group.rows) for group in bench.trial.groups] if bench and bench.trial else []
    )
    minutes = {label.key: "minutes (estimated for bots)" for label in _minutes(account)}
    return [*groups, ("Time at the table", minutes)]


def _minutes(account: MeasureAccount) -> list[Label]:
    return [
        label for label in account.means if label.heading == HEADING and label.name == "minutes"
    ]


def with_minutes(account: MeasureAccount, games: Sequence[PlaytestGame]) -> MeasureAccount:
    """Return the account with the minutes that people took, in place of an estimate."""
    totals, of = account.totals.copy(), account.of.copy()
    for label in _minutes(account):
        column = account.means.index(label)
        totals[:, column] = [game.minutes or 0 for game in games]
        of[:, column] = [game.minutes is not None for game in games]
    return MeasureAccount(tuple(account.means), totals, of)


def _session(game: PlaytestGame, project: Project) -> Session | None:
    """Return a game played again, if it has the project's rules as they are now."""
    session = game.session() if game.transcript else None
    if session is None or session.game is not project.game or not session.over:
        return None
    plain = [_without_names(project.game, one) for one in (session.options, project.options)]
    return session if plain[0].tobytes() == plain[1].tobytes() else None


def _without_names(game: Game, options: Records) -> Records:
    """Return options without own names: games count whatever things are called."""
    own_names = game.studio.own_names
    return own_names.without_names(options) if own_names else options


def _surprise(row: PeopleRow) -> float:
    """Return how far a difference is from 0, in half widths of its interval."""
    half = (row.difference.high - row.difference.low) / 2
    return abs(row.difference.value) / half if half > 0 else math.inf


def empty_account(bots: MeasureAccount) -> MeasureAccount:
    """Return an account without games, with the measures of the bots."""
    nothing = np.zeros((0, len(bots.means)))
    return MeasureAccount(tuple(bots.means), nothing, nothing)


def with_typed(
    account: MeasureAccount, games: Sequence[PlaytestGame], project: Project
) -> MeasureAccount:
    """Return the account with typed-in games, of which only the winner and the rounds are known."""
    totals = np.zeros((len(games), len(account.means)))
    of = np.zeros_like(totals)
    wording = project.game.wording(project.options)
    shown = wording.text if wording else str
    for column, label in enumerate(account.means):
        names = project.game.rules.seat_names if label.group == "seat" else _seat_names(project)
        for row, game in enumerate(games):
            is_win = label.is_share and label.name == f"by {label.group}"
            column_name = shown(label.column)
            if is_win and column_name in names:
                seat = list(names).index(column_name)
                if seat < len(game.results):
                    totals[row, column], of[row, column] = game.results[seat], 1
            elif label.name == "rounds" and game.rounds is not None:
                totals[row, column], of[row, column] = game.rounds, 1
    labels = tuple(account.means)
    return MeasureAccount(labels, np.vstack([account.totals, totals]), np.vstack([account.of, of]))


# Changes


async def change(request: Request) -> Response:
    """Carry out a form of the page and return to it."""
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        sent = {key: value.strip() for key, value in form.items() if isinstance(value, str)}
        upload = form.get("upload")
        data = await upload.read(MOST_BYTES) if isinstance(upload, UploadFile) else b""
    action = ACTIONS.get(sent.get("action", ""))
    if action is None:
        raise HTTPException(400, "There is no such action.")
    folder = await run_in_threadpool(project_folder, request)
    try:
        with without_paths(folder.parent):
            text = data.decode("utf-8-sig", "replace")
            done = await run_in_threadpool(action, folder, {**sent, "text": text})
    except OffleashError as error:
        return await _show(request, sent, to_sentence(error))
    at = f"/studio/{quote_url(folder.name, safe='')}/playtests"
    return RedirectResponse(f"{at}?{urlencode({'done': done})}", 303)


def add_typed(folder: Path, sent: Sent) -> str:
    """Store a game from a real table: who won, rounds, minutes and notes."""
    names = _seat_names(read_project(folder))
    winners = [seat for seat in range(len(names)) if sent.get(f"won-{seat}")]
    if not winners:
        raise OffleashError("mark who won; mark several seats if they shared the win")
    results = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(names))]
    players = [sent.get(f"player-{seat}", "")[:LONGEST_NAME] for seat in range(len(names))]
    game = _new_game(folder, [name or seat for name, seat in zip(players, names, strict=True)])
    rounds = _number(sent.get("rounds", ""), "rounds", MOST_ROUNDS)
    minutes = _number(sent.get("minutes", ""), "minutes", MOST_MINUTES)
    notes = sent.get("notes", "")[: 10 * LONGEST_LINE]
    save_playtest(
        folder, replace(game, results=results, rounds=rounds, minutes=minutes, notes=notes)
    )
    return "Stored the game."


def add_transcript(folder: Path, sent: Sent) -> str:
    """Store a game that was written down as a transcript."""
    if not sent["text"].strip():
        raise OffleashError("choose the file of a transcript")
    session = parse_transcript(sent["text"], "the transcript").session
    project = read_project(folder)
    if session.game is not project.game:
        raise OffleashError(f"this is a game of {session.game.title}, not of {project.game.title}")
    if not session.over:
        raise OffleashError("this game is not over yet")
    names = list(session.seats) or _seat_names(project)
    game = _new_game(folder, names)
    minutes = _number(sent.get("minutes", ""), "minutes", MOST_MINUTES)
    notes = sent.get("notes", "")[: 10 * LONGEST_LINE]
    game = replace(game, results=session.returns, transcript=sent["text"], minutes=minutes)
    save_playtest(folder, replace(game, notes=notes))
    return "Stored the transcript."


def _new_game(folder: Path, seats: Sequence[str]) -> PlaytestGame:
    latest = latest_version(folder)
    version = latest.number if latest else 0
    people = list(range(len(seats)))
    name = f"typed-{secrets.token_hex(8)}"
    return PlaytestGame(name, time.time(), version, seats, people, [0.0] * len(seats))


def _number(text: str, words: str, most: int) -> float | None:
    """Return a number in a field; None if it is empty."""
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= most:
        raise OffleashError(f"{words} must be a number from 1 to {most:,}")
    return number


def delete(folder: Path, sent: Sent) -> str:
    """Delete a game."""
    delete_playtest(folder, sent.get("name", ""))
    return "Deleted the game."


ACTIONS: dict[str, Callable[[Path, Sent], str]] = {
    "typed": add_typed,
    "transcript": add_transcript,
    "delete": delete,
}


def transcript(request: Request) -> Response:
    """Send the transcript of a game as a download."""
    folder, name = project_folder(request), request.path_params["name"]
    for game in list_playtests(folder):
        if game.name == name and game.transcript:
            headers = attachment_headers(f"{folder.name}-{name}.txt")
            return PlainTextResponse(game.transcript, headers=headers)
    raise HTTPException(404, "This game has no transcript.")
