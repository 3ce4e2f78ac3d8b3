"""Why a dog may not walk so, stop here, or do that trick (M6-M22, W1-W3)."""

from offleash.games.uri_nation.rules import actions as A, movement, record as R
from offleash.games.uri_nation.rules.bits import is_on_trail
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.places import NOWHERE, PARK
from offleash.games.uri_nation.rules.turn import LEASH_DRIVE
from offleash.games.uri_nation.text.names import WAY_NAMES
from offleash.games.uri_nation.text.why_illegal.acting import (
    why_no_action,
    why_not_site,
    why_used_up,
)
from offleash.games.uri_nation.text.why_illegal.attempt import UNDER_THESE_RULES, Attempt
from offleash.tools.prose import count_of


def why_no_step(attempt: Attempt) -> str:
    """Say why there is no step: no cell, no step left, no Drive, or a turn back (M6, M14)."""
    goal = int(attempt.options.step[attempt.at, attempt.index])
    if goal == NOWHERE:
        way, cell = WAY_NAMES[attempt.index], attempt.cell_name(attempt.at)
        return f"there is nothing to walk on {way} of {cell}"
    if attempt.steps < 1:
        return "no steps are left"
    price = int(movement.step_price(attempt.options, attempt.at, goal))
    place = attempt.cell_name(goal)
    if lack := attempt.lacks(f"stepping to {place}", price, DRIVE):
        return lack
    never = attempt.options.uturn == R.NEVER_TURN
    when = "within a walk" if never else "while another step is open"
    return f"a dog does not turn back to {place} {when}"


def why_no_crossing(attempt: Attempt) -> str:
    """Say why not to cross: there is no crossing, it leads back, or can't be paid (M10-M12)."""
    cell, way, left = attempt.at, attempt.index, attempt.steps
    goal = int(attempt.options.cross[cell, way])
    if goal == NOWHERE:
        return f"no crossing leads {WAY_NAMES[way]} from {attempt.cell_name(cell)}"
    if again := _why_not_again(attempt, goal):
        return again
    steps = int(movement.crossing_steps(attempt.options, cell, way))
    if left < steps:
        verb = "is" if left < 2 else "are"
        return f"crossing here takes {count_of(steps, 'step')} and {left or 'none'} {verb} left"
    price = int(movement.crossing_price(attempt.state, attempt.options, cell, way))
    return attempt.lacks("crossing here", price, DRIVE)


def why_no_path(attempt: Attempt) -> str:
    """Say why not a path: there is none, it is no matter of choice, or can't be paid (M21, M22)."""
    goal = int(attempt.options.path[attempt.at])
    if not attempt.options.paths:
        return f"paths are not used {UNDER_THESE_RULES}"
    if goal == NOWHERE:
        return f"no path begins at {attempt.cell_name(attempt.at)}"
    if attempt.options.path_forced:
        return "nobody chooses a path: it takes along every dog that enters its start and can pay"
    price = int(attempt.options.path_drive)
    return _why_not_again(attempt, goal) or attempt.lacks("the path", price, DRIVE)


def _why_not_again(attempt: Attempt, goal: int) -> str:
    """Say that crossings and paths do not go in circles (M11)."""
    is_visited = is_on_trail(attempt.state, goal)
    return f"{attempt.cell_name(goal)} has been visited since the last step" if is_visited else ""


def why_no_stop(attempt: Attempt) -> str:
    """Say that the rest of the roll, or the first step, is still to be walked (M16-M20)."""
    if attempt.options.stop_rule != R.FULL_ROLL:
        return "a dog has to move before it may stop"
    steps, verb = attempt.steps, "is" if attempt.steps < 2 else "are"
    return f"the walk must use its full roll: {count_of(steps, 'step')} {verb} left"


def why_no_early_ally(attempt: Attempt) -> str:
    """Say why not to ally in mid-walk, which is a stop at a park (M20, N8)."""
    if problem := why_not_site(attempt):
        return problem
    if A.STOP in attempt.legal:
        return "an alliance is the action after the walk: stop first"
    options = attempt.options
    if options.park_early_stop != R.INITIATE_ONLY or options.kind[attempt.index] != PARK:
        return f"an alliance at {attempt.place} does not end a walk: walk on"
    return why_no_action(attempt)


# Tricks with the dice seen


def why_no_roll_trick(attempt: Attempt) -> str:
    """Say why not Pull the Leash, Zoomies or Distracted Owner (W1-W3)."""
    if attempt.kind == A.IS_LEASH:
        used_up = why_used_up(attempt, R.LEASH)
        return used_up or attempt.lacks("Pull the Leash", LEASH_DRIVE, DRIVE)
    if attempt.kind == A.IS_DISTRACTED:
        used_up = why_used_up(attempt, R.DISTRACTED)
        return used_up or "Distracted Owner needs doubles, and the dice show none"
    if attempt.archetype(attempt.seat) != R.SCRAPPER:
        return "Zoomies are a trick of the Scrapper alone"
    return why_used_up(attempt, R.ZOOMIES)
