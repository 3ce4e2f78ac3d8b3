"""The plan of an experiment that plays one project on two boards, with the same luck."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from offleash.bots.seats import default_bot
from offleash.core.errors import BadNotation, OffleashError, shown
from offleash.core.texts import keep_text
from offleash.lab.compare import GAMES, KIND, goal_of
from offleash.lab.plan import FIGURES, Arm, Plan, make_arm, make_plan
from offleash.play.project import Project, file_options

SIDES = ("A", "B")
SAME = "A and B are the same board: choose two that differ."


@dataclass(frozen=True)
class Board:
    """A board that takes part, by what its owner calls it."""

    name: str
    text: str


def plan_of(
    project: Project,
    option: str,
    boards: Sequence[Board],
    measure: str | None = None,
    margin: float | None = None,
) -> Plan:
    """Two arms that differ in the board alone; everybody plays as the seat should, everywhere."""
    if len({board.text for board in boards}) < len(boards):
        raise OffleashError(SAME)
    arms = [_arm(project, option, side, board) for side, board in zip(SIDES, boards, strict=True)]
    # Homes go round, as while one draws, or a home could not be told from a place in the order.
    seatings = "all" if project.game.seating.places is None else "factorial"
    goal = goal_of(measure, margin)
    return make_plan(project.game, arms, GAMES, 0, seatings, KIND, goal, FIGURES)


def _arm(project: Project, option: str, side: str, board: Board) -> Arm:
    game = project.game
    try:
        file_options(game)[option].check(board.text)
        chosen = {option: f"@{keep_text(board.text):016x}"}
        options = game.options(project.base, project.changes, chosen)
    except BadNotation as error:
        raise OffleashError(f"Board {side} can't be played: {error}") from None
    seats = range(game.seat_count(options))
    return make_arm(game, side, options, [default_bot(game, options, seat) for seat in seats])


def margin_of(said: object) -> float | None:
    """How much is too little to matter; nothing where the lab shall choose."""
    if said is None or said == "":
        return None
    try:
        margin = float(said) if isinstance(said, str | int | float) else math.nan
    except (ValueError, OverflowError):
        margin = math.nan
    if not 0 < margin < math.inf or isinstance(said, bool):
        raise OffleashError(f"The margin is a number above 0, not {shown(said)}.")
    return margin
