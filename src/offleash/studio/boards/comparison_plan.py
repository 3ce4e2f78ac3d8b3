"""The plan of an experiment that plays one project on two boards with the same luck."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from offleash.bots.lineup import default_bot
from offleash.contract.option_texts import store_text
from offleash.lab.experiments.compare import KIND, goal_of
from offleash.lab.plans.plan import Arm, Plan, make_arm, make_plan
from offleash.lab.questions.compare import Compare
from offleash.lab.questions.question import FIGURES
from offleash.projects.project import Project
from offleash.tools.errors import BadNotation, OffleashError, quote

SIDES = ("A", "B")
SAME = "A and B are the same board: choose two that differ."


@dataclass(frozen=True)
class BoardChoice:
    """A board in the comparison, with its name for the owner."""

    name: str
    text: str


def plan_of(
    project: Project,
    option: str,
    boards: Sequence[BoardChoice],
    measure: str | None = None,
    margin: float | None = None,
) -> Plan:
    """Return a plan of two arms that differ only in the board, with the usual bot in each seat.

    Raises OffleashError if the boards are the same or one can't be played.
    """
    if len({board.text for board in boards}) < len(boards):
        raise OffleashError(SAME)
    arms = [_arm(project, option, side, board) for side, board in zip(SIDES, boards, strict=True)]
    # Homes rotate too, as in trials; otherwise a home's effect would mix with the playing order's.
    seatings = "all" if project.game.lab.seating.places is None else "factorial"
    goal = goal_of(measure, margin)
    return make_plan(project.game, arms, Compare.games, 0, seatings, KIND, goal, FIGURES)


def _arm(project: Project, option: str, side: str, board: BoardChoice) -> Arm:
    game = project.game
    try:
        game.file_options[option].check(board.text)
        override = {option: f"@{store_text(board.text, board.name):016x}"}
        options = game.options(project.base, project.changes, override)
    except BadNotation as error:
        raise OffleashError(f"Board {side} can't be played: {error}") from None
    seats = range(game.seat_count(options))
    return make_arm(game, side, options, [default_bot(game, options, seat) for seat in seats])


def margin_of(value: object) -> float | None:
    """Return the smallest difference that matters, or None to let the lab choose it."""
    if value is None or value == "":
        return None
    try:
        margin = float(value) if isinstance(value, str | int | float) else math.nan
    except (ValueError, OverflowError):
        margin = math.nan
    if not 0 < margin < math.inf or isinstance(value, bool):
        raise OffleashError(f"The margin must be a number above 0, not {quote(value)}.")
    return margin
