"""The door to all reasons: which chapter answers depends on what is being decided."""

from collections.abc import Callable

import numpy as np

from offleash.core.game import Records
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import GRIT, SWAGGER
from offleash.games.uri_nation.rules.turn import chance_outcomes, legal_actions
from offleash.games.uri_nation.text.names import card_id, home_text, territory_text
from offleash.games.uri_nation.text.reasons import acting, cards, walking
from offleash.games.uri_nation.text.reasons.case import NOT_HERE, Case
from offleash.games.uri_nation.text.reasons.chance import EXPECTED, why_not_by_chance

ROLL_TRICKS = (A.IS_LEASH, A.IS_ZOOMIES, A.IS_DISTRACTED)


def why_illegal(states: Records, options: Records, action: int) -> str:
    """One sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    phase = int(states["phase"][0])
    if phase == R.FINISHED:
        return "the game is over"
    legal = legal_numbers(states, options)
    if action in legal:
        return ""
    case = Case(states, options, *A.decode(action), legal)
    if phase in EXPECTED:
        return why_not_by_chance(case)
    if case.kind >= A.IS_HOME:
        return f"that is for dice, decks and lots: now {case.dog} decides"
    chapter = CHAPTERS[case.phase].get(case.kind)
    return chapter(case) if chapter else why_not_now(case)


def legal_numbers(states: Records, options: Records) -> tuple[int, ...]:
    """The legal actions, or the possible chance outcomes."""
    out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
    if int(states["phase"][0]) in EXPECTED:
        n = chance_outcomes(states[0], options[0], out, np.zeros(A.MAX_ACTIONS + 1, np.int64))
    else:
        n = legal_actions(states[0], options[0], np.zeros(1, R.WORK)[0], out)
    return tuple(int(action) for action in out[:n])


# What has no place in a phase at all


def why_not_now(case: Case) -> str:
    """What has to be decided first, or when the time for that kind of action is."""
    if case.phase in FIRST_OF_ALL:
        return FIRST_OF_ALL[case.phase](case)
    if case.kind in ROLL_TRICKS and case.rules["walk_tricks"] == 0:
        return f"there are no walk tricks {NOT_HERE}"
    if case.kind in OUT_OF_PLACE:
        return OUT_OF_PLACE[case.kind]
    if case.phase == R.ACTION:
        return "the walk is over"  # all that is left are steps, crossings, paths and stops
    if case.phase == R.MOVE:
        return f"{case.dog} has to end its walk first"
    return f"{case.dog} has to go on to the {'roll' if case.phase == R.PRE_ROLL else 'walk'} first"


def _target_first(case: Case) -> str:
    card = card_id(case.options, int(case.state["card"]))
    return f"{case.dog} has to choose a target for {card} first"


def _reclaim_first(case: Case) -> str:
    target = int(case.state["target"])
    is_home = int(case.state["quarry"]) == R.HOME
    place = home_text(target) if is_home else territory_text(case.options, target)
    return f"{case.dog} has to re-claim {place} or decline first"


def _patrol_first(case: Case) -> str:
    return f"{case.dog} is on patrol: fortify, or done"


FIRST_OF_ALL: dict[int, Callable[[Case], str]] = {
    R.SETUP_CLAIM: lambda case: f"{case.dog} first claims a territory next to its home",
    R.DRINK: lambda case: f"{case.dog} has to drink here or leave it first",
    R.CARD_TARGET: _target_first,
    R.CARD_DISCARD: lambda case: f"{case.dog} holds too many cards and has to discard one first",
    R.BID_ATT: lambda case: f"{case.dog} has to bid water first",
    R.BID_DEF: lambda case: f"{case.dog} has to bid water first",
    R.RECLAIM: _reclaim_first,
    R.PATROL: _patrol_first,
}

# Kinds of action that only one moment asks for.
OUT_OF_PLACE = {
    A.IS_DRINK: "there is no water to drink from now",
    A.IS_LEAVE: "there is no water to leave now",
    A.IS_GO: "there is nothing to go on from",
    A.IS_LEASH: "Pull the Leash comes straight after the roll",
    A.IS_ZOOMIES: "Zoomies come straight after the roll",
    A.IS_DISTRACTED: "Distracted Owner comes straight after the roll",
    A.IS_DONE: "no patrol is under way",
    A.IS_RECLAIM_SWAGGER: "there is nothing to re-claim",
    A.IS_RECLAIM_GRIT: "there is nothing to re-claim",
    A.IS_DECLINE: "there is nothing to decline",
    A.IS_BID: "no challenge waits for a bid",
    A.IS_TARGET: "no card asks for a territory",
    A.IS_TARGET_SITE: "no card asks for an alliance",
    A.IS_DISCARD: "no card has to be discarded",
}


# Bids and re-claims


def why_no_bid(case: Case) -> str:
    """More than the bowl holds (W7)."""
    left = int(case.state["bowl"][case.seat, R.WATER])
    return f"{case.dog} has {left or 'no'} water left to bid"


def why_no_swagger(case: Case) -> str:
    """A re-claim with Swagger (C10)."""
    return case.lacks("a re-claim", int(case.rules["reclaim_cost"]), SWAGGER)


def why_no_grit(case: Case) -> str:
    """A re-claim with Grit (C10)."""
    return case.lacks("a re-claim", int(case.rules["reclaim_cost"]), GRIT)


# What each phase asks for, by kind of action; anything else has no place there.
Chapter = dict[int, Callable[[Case], str]]
BIDDING: Chapter = {A.IS_BID: why_no_bid}
CHAPTERS: dict[int, Chapter] = {
    R.SETUP_CLAIM: {A.IS_CLAIM: acting.why_no_setup_claim},
    R.PRE_ROLL: {A.IS_PLAY: cards.why_not_played},
    R.POST_ROLL: {**dict.fromkeys(ROLL_TRICKS, walking.why_no_roll_trick)},
    R.MOVE: {
        A.IS_STEP: walking.why_no_step,
        A.IS_CROSS: walking.why_no_crossing,
        A.IS_PATH: walking.why_no_path,
        A.IS_STOP: walking.why_no_stop,
        A.IS_ALLY: walking.why_no_early_ally,
    },
    R.DRINK: {},
    R.CARD_TARGET: {A.IS_TARGET: cards.why_no_target, A.IS_TARGET_SITE: cards.why_no_target_site},
    R.CARD_DISCARD: {A.IS_DISCARD: cards.why_not_in_hand},
    R.ACTION: {
        **dict.fromkeys(acting.ACTING, acting.why_not_done),
        A.IS_PLAY: cards.why_not_played,
    },
    R.BID_ATT: BIDDING,
    R.BID_DEF: BIDDING,
    R.RECLAIM: {A.IS_RECLAIM_SWAGGER: why_no_swagger, A.IS_RECLAIM_GRIT: why_no_grit},
    R.PATROL: {
        A.IS_FORTIFY: acting.why_not_on_beat,
        A.IS_FORTIFY_HOME: acting.why_home_is_not_on_beat,
    },
}
