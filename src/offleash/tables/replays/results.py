"""The result page: who won, by what, the turning point, and the story of the game."""

from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.tables.live.messages import Line
from offleash.tables.replays.game_story import (
    HEIGHT,
    WIDTH,
    Story,
    Turn,
    chart,
    chart_height,
    chart_place,
)
from offleash.tables.replays.replay import NOT_OVER_MESSAGE, replays_of, tape_of
from offleash.tools.prose import count_of
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of result pages."""
    return [Route("/result/{name}", show)]


@dataclass(frozen=True)
class ShownTurn:
    """A turn on the page."""

    name: str  # of the player
    colour: str
    lines: list[Line]
    chances: str  # how it changed the player's chances
    moment: int  # of the replay
    is_turning_point: bool


async def show(request: Request) -> Response:
    """Return the result of a finished game."""
    tape, name = await tape_of(request), request.path_params["name"]
    if not (tape.is_over or tape.early_end):
        raise HTTPException(403, NOT_OVER_MESSAGE)
    context = await replays_of(request).run_in_thread(describe, Story(tape))
    title, play = tape.game.title, f"/new/{tape.game.name}"
    return page(request, "result.html", title=title, replay=f"/replay/{name}", play=play, **context)


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
        "lines": [chart(turns, seat) for seat in range(len(tape.names))],
        "point": (chart_place(turns, point), chart_height(0), chart_height(1)) if point else None,
        "size": (WIDTH, HEIGHT),
        "has_estimates": story.has_estimates,
    }


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
