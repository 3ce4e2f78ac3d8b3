"""Why a dog may not walk so, stop here, or do that trick (M6-M22, W1-W3)."""

from offleash.core.prose import count_of
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import movement
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import is_on_trail
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.places import NOWHERE, PARK
from offleash.games.uri_nation.rules.turn import LEASH_DRIVE
from offleash.games.uri_nation.text.names import WAY_NAMES, site_text, stand_text
from offleash.games.uri_nation.text.reasons.acting import why_barred, why_no_ally, why_not_site
from offleash.games.uri_nation.text.reasons.case import NOT_HERE, Case


def why_no_step(case: Case) -> str:
    """There is no cell, no step left, no Drive, or it would be a turn (M6, M14)."""
    there = int(case.rules["step"][case.cell, case.which])
    if there == NOWHERE:
        return f"nothing to walk on lies {WAY_NAMES[case.which]} of {case.here}"
    if case.state["steps"] < 1:
        return "no steps are left"
    price = int(movement.step_price(case.rules, case.cell, there))
    place = stand_text(case.options, there)
    if lack := case.lacks(f"stepping to {place}", price, DRIVE):
        return lack
    if case.rules["uturn"] == R.NEVER_TURN:
        return f"a dog does not turn back to {place} within a walk"
    return f"a dog does not turn back to {place} while another step is open"


def why_no_crossing(case: Case) -> str:
    """There is none, it leads back, or it can't be paid (M10-M12)."""
    there = int(case.rules["cross"][case.cell, case.which])
    if there == NOWHERE:
        return f"no crossing leads {WAY_NAMES[case.which]} from {case.here}"
    if again := _why_not_again(case, there):
        return again
    steps, left = (
        int(movement.crossing_steps(case.rules, case.cell, case.which)),
        int(case.state["steps"]),
    )
    if left < steps:
        needed = count_of(steps, "step")
        return f"crossing here takes {needed} and {left or 'none'} {_is(left)} left"
    price = int(movement.crossing_price(case.state, case.rules, case.cell, case.which))
    return case.lacks("crossing here", price, DRIVE)


def why_no_path(case: Case) -> str:
    """There is none, it is not a matter of choice, or it can't be paid (M21, M22)."""
    there = int(case.rules["path"][case.cell])
    if case.rules["paths"] == 0:
        return f"paths are not used {NOT_HERE}"
    if there == NOWHERE:
        return f"no path begins at {case.here}"
    if case.rules["path_forced"] != 0:
        return "a path is not chosen: it takes along who enters its start and can pay"
    price = int(case.rules["path_drive"])
    return _why_not_again(case, there) or case.lacks("the path", price, DRIVE)


def _why_not_again(case: Case, there: int) -> str:
    """Crossings and paths do not go in circles (M11)."""
    if not is_on_trail(case.state, there):
        return ""
    return f"{stand_text(case.options, there)} has been visited since the last step"


def why_no_stop(case: Case) -> str:
    """The rest of the roll, or the first step, is still to be walked (M16-M20)."""
    if case.rules["stop_rule"] != R.FULL_ROLL:
        return "a dog has to move before it may stop"
    left = int(case.state["steps"])
    return f"the walk must use its full roll: {count_of(left, 'step')} {_is(left)} left"


def _is(number: int) -> str:
    return "is" if number < 2 else "are"


def why_no_early_ally(case: Case) -> str:
    """An alliance in mid-walk, which is a stop at a park (M20, N8)."""
    site = case.which
    if wrong := why_not_site(case, site):
        return wrong
    if A.STOP in case.legal:
        return "an alliance is the action after the walk: stop first"
    if case.rules["park_early_stop"] != R.INITIATE_ONLY or case.rules["kind"][site] != PARK:
        return f"an alliance at {site_text(case.options, site)} does not end a walk: walk on"
    return why_barred(case) or why_no_ally(case)


# Tricks with the dice seen


def why_no_roll_trick(case: Case) -> str:
    """Pull the Leash, Zoomies or Distracted Owner (W1-W3)."""
    used = int(case.state["tricks"][case.seat])
    if case.kind == A.IS_LEASH:
        return _used_up(case, used & R.LEASH, "Pull the Leash") or case.lacks(
            "Pull the Leash", LEASH_DRIVE, DRIVE
        )
    if case.kind == A.IS_DISTRACTED:
        doubles = "Distracted Owner needs doubles, and the dice show none"
        return _used_up(case, used & R.DISTRACTED, "Distracted Owner") or doubles
    if case.rules["archetypes"][case.seat] != R.SCRAPPER:
        return "Zoomies are a trick of the Scrapper alone"
    return _used_up(case, used & R.ZOOMIES, "Zoomies")


def _used_up(case: Case, used: int, trick: str) -> str:
    return f"{case.dog} has used up {trick}: every trick comes once a game" if used else ""
