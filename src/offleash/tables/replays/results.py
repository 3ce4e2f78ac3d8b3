"""The result page: who won, by what, what people could have done better, and the story."""

from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.bots.kinds import is_bot
from offleash.contract import Game
from offleash.tables.live.messages import Line
from offleash.tables.lobby.forms import ME, names_of
from offleash.tables.lobby.lobby import remembered_name
from offleash.tables.replays.chances import won_of_70
from offleash.tables.replays.game_story import (
    HEIGHT,
    WIDTH,
    Story,
    Turn,
    chart,
    chart_height,
    chart_place,
)
from offleash.tables.replays.moments import Review, usual_bot
from offleash.tables.replays.replay import NOT_OVER_MESSAGE, as_json, replays_of, seat_at, tape_of
from offleash.tables.replays.tape import Tape
from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of, to_sentence
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of result pages."""
    return [Route("/result/{name}", show), Route("/result/{name}/moments", moments)]


@dataclass(frozen=True)
class ShownTurn:
    """A turn on the page."""

    name: str  # of the player
    colour: str
    lines: list[Line]
    chances: str  # how it changed the player's chances
    moment: int  # of the replay
    is_turning_point: bool


def has_end(tape: Tape) -> bool:
    """Return whether a game is over by its rules, or was given up."""
    return tape.is_over or bool(tape.early_end)


async def show(request: Request) -> Response:
    """Return the result of a finished game."""
    tape, name = await tape_of(request), request.path_params["name"]
    if not has_end(tape):
        raise HTTPException(403, NOT_OVER_MESSAGE)
    context = await replays_of(request).run_in_thread(describe, Story(tape))
    title, play = tape.game.title, f"/new/{tape.game.name}"
    seat = await seat_at(request, name)
    me = remembered_name(request) if seat >= 0 else ""
    return page(
        request,
        "result.html",
        title=title,
        game_name=name,
        replay=f"/replay/{name}",
        play=play,
        version=request.app.state.assets.digest,
        end=len(tape),
        again=next_games(tape, seat) if me else {},
        me=me,
        **context,
    )


class Moments(msgspec.Struct, frozen=True):
    """What a page gets of the review of a game."""

    review: Review
    names: tuple[str, ...]
    colours: tuple[str, ...]
    seats: dict[int, tuple[str, ...]]  # who plays on from a moment of a person


async def moments(request: Request) -> Response:
    """Return where people lost most, once a job has made the review."""
    tape, name = await tape_of(request), request.path_params["name"]
    if not has_end(tape):
        raise HTTPException(403, NOT_OVER_MESSAGE)
    try:
        result = await replays_of(request).review(request, name, tape)
    except OffleashError as error:
        return as_json({"wrong": to_sentence(error)})
    seats = {seat: same_company(tape, seat) for seat in result.people}
    return as_json(Moments(result, tape.display_names, tuple(tape.colours), seats))


def same_company(tape: Tape, own: int) -> tuple[str, ...]:
    """Return who sits where if a person plays on against the same bots; bots sit for the others."""
    others = [name if is_bot(tape.game, name) else usual_bot(tape.game) for name in tape.names]
    known = names_of(tape.game)
    seats = [bot if bot in known else usual_bot(tape.game) for bot in others]
    return tuple(ME if seat == own else bot for seat, bot in enumerate(seats))


def next_games(tape: Tape, own: int) -> dict[str, tuple[str, ...]]:
    """Return ways to go on, each with who sits where."""
    if not has_end(tape):
        return {}
    same = same_company(tape, own)
    harder = tuple(bot if bot == ME else harder_bot(tape.game, bot) for bot in same)
    ways = {"Rematch": same, "Swap seats": (*same[-1:], *same[:-1])}
    return ways | ({"A harder bot": harder} if harder != same else {})


def harder_bot(game: Game, bot: str) -> str:
    """Return the next stronger level; the strongest stays, and what is no level becomes one."""
    levels = list(game.bots.levels)
    level, _, persona = bot.partition(":")
    if not levels:
        return bot
    if level not in levels:
        return levels[-2]
    stronger = levels[min(levels.index(level) + 1, len(levels) - 1)]
    return f"{stronger}:{persona}" if persona else stronger


def describe(story: Story) -> dict[str, Any]:
    """Return what the page shows; it takes a moment, so call it in a thread."""
    tape, turns, point = story.tape, story.turns, story.turning_point
    decisions = sum(moment.actor >= 0 for moment in tape.session.history)
    return {
        "result": tape.result,
        "ending": [line for line in story.ending if line != tape.result],
        "length": f"{count_of(len(turns), 'turn')}, {count_of(decisions, 'decision')}",
        "turning_point": shown_turn(story, point) if point else None,
        "turns": [shown_turn(story, turn) for turn in story.main_turns],
        "players": list(zip(tape.display_names, tape.colours, strict=True)),
        "lines": [
            (chart(turns, seats[0]), [tape.colours[seat] for seat in seats])
            for seats in teams(tape)
        ],
        "won_of_70": won_of_70(tape.game.name),
        "point": (chart_place(turns, point), chart_height(0), chart_height(1)) if point else None,
        "size": (WIDTH, HEIGHT),
        "has_estimates": story.has_estimates,
    }


def teams(tape: Tape) -> list[list[int]]:
    """Return the seats of each side: partners have one line."""
    sides = tape.game.sides(tape.session.options[0])
    return [[n for n, side in enumerate(sides) if side == own] for own in dict.fromkeys(sides)]


def shown_turn(story: Story, turn: Turn) -> ShownTurn:
    """Return a turn in words."""
    tape = story.tape
    before, after = (round(100 * chances[turn.seat]) for chances in (turn.before, turn.after))
    return ShownTurn(
        tape.display_names[turn.seat],
        tape.colours[turn.seat],
        story.lines(turn),
        f"{before} % → {after} %" if story.has_estimates else "",
        turn.end,
        turn == story.turning_point,
    )
