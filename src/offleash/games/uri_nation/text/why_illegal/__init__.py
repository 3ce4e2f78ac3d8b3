"""Why an action is not legal: one sentence, for the person who tried it."""

from collections.abc import Callable

import numpy as np

from offleash.contract import Records
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.rules.card_words import GRIT, SWAGGER
from offleash.games.uri_nation.rules.course import apply
from offleash.games.uri_nation.rules.turn import chance_outcomes, legal_actions
from offleash.games.uri_nation.text.why_illegal import acting, chance, walking
from offleash.games.uri_nation.text.why_illegal.attempt import UNDER_THESE_RULES, Attempt

ROLL_TRICKS = (A.IS_LEASH, A.IS_ZOOMIES, A.IS_DISTRACTED)


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Return one sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    phase = int(states["phase"][0])
    if phase == R.FINISHED:
        return "the game is over"
    legal = legal_numbers(states, options)
    if action in legal:
        return ""
    attempt = Attempt(states, options, action, legal)
    if phase in chance.EXPECTED:
        return chance.why_not_by_chance(attempt)
    if attempt.kind >= A.IS_HOME:
        return f"that is for dice, decks and lots: now {attempt.player} decides"
    chapter = CHAPTERS[attempt.phase].get(attempt.kind)
    return chapter(attempt) if chapter else why_not_now(attempt)


def legal_numbers(states: Records, options: Records) -> tuple[int, ...]:
    """Return the legal actions, or the possible chance outcomes."""
    out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
    if int(states["phase"][0]) in chance.EXPECTED:
        n = chance_outcomes(states[0], options[0], out, np.zeros(A.MAX_ACTIONS + 1, np.int64))
    else:
        n = legal_actions(states[0], options[0], np.zeros(1, R.WORK)[0], out)
    return tuple(int(action) for action in out[:n])


def position_after(states: Records, options: Records, action: int) -> Records:
    """Return the position that a legal action leads to, in a record of its own."""
    after = states.copy()
    apply(after[0], options[0], np.zeros(1, R.WORK)[0], action, np.zeros(1, R.TALLY)[0])
    return after


# What has no place in a phase at all


def why_not_now(attempt: Attempt) -> str:
    """Return what has to be decided first, or when the time for that kind of action is."""
    if attempt.phase in FIRST_OF_ALL:
        card = attempt.names.card(int(attempt.state.card))
        sentence = FIRST_OF_ALL[attempt.phase]
        return sentence.format(player=attempt.player, card=card, quarry=attempt.quarry_name)
    if attempt.kind in ROLL_TRICKS and not attempt.options.walk_tricks:
        return f"there are no walk tricks {UNDER_THESE_RULES}"
    if attempt.kind in OUT_OF_PLACE:
        return OUT_OF_PLACE[attempt.kind]
    if attempt.phase == R.ACTION:
        return "the walk is over"  # all that is left are steps, crossings, paths and stops
    if attempt.phase == R.MOVE:
        return f"{attempt.player} has to end its walk first"
    step = "roll" if attempt.phase == R.PRE_ROLL else "walk"
    return f"{attempt.player} has to go on to the {step} first"


# What has to be decided first in a phase
FIRST_OF_ALL = {
    R.SETUP_CLAIM: "{player} first claims a territory next to its home",
    R.DRINK: "{player} has to drink here or leave it first",
    R.CARD_TARGET: "{player} has to choose a target for {card} first",
    R.CARD_DISCARD: "{player} holds too many cards and has to discard one first",
    R.BID_ATT: "{player} has to bid water first",
    R.BID_DEF: "{player} has to bid water first",
    R.RECLAIM: "{player} has to re-claim {quarry} or decline first",
    R.PATROL: "{player} is on patrol: fortify, or done",
}

# Kinds of action that only one moment asks for
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


def why_no_bid(attempt: Attempt) -> str:
    """Say that a bid is more than the bowl holds (W7)."""
    return f"{attempt.player} has {attempt.water(attempt.seat) or 'no'} water left to bid"


def why_no_reclaim(attempt: Attempt) -> str:
    """Say that the dog can't pay for a re-claim (C10)."""
    stock = SWAGGER if attempt.kind == A.IS_RECLAIM_SWAGGER else GRIT
    return attempt.lacks("a re-claim", attempt.options.reclaim_cost, stock)


# What each phase asks for, by kind of action
Chapter = dict[int, Callable[[Attempt], str]]
CHAPTERS: dict[int, Chapter] = {
    R.SETUP_CLAIM: {A.IS_CLAIM: acting.why_no_setup_claim},
    R.PRE_ROLL: {A.IS_PLAY: chance.why_not_played},
    R.POST_ROLL: dict.fromkeys(ROLL_TRICKS, walking.why_no_roll_trick),
    R.MOVE: {
        A.IS_STEP: walking.why_no_step,
        A.IS_CROSS: walking.why_no_crossing,
        A.IS_PATH: walking.why_no_path,
        A.IS_STOP: walking.why_no_stop,
        A.IS_ALLY: walking.why_no_early_ally,
    },
    R.DRINK: {},
    R.CARD_TARGET: {A.IS_TARGET: chance.why_no_target, A.IS_TARGET_SITE: chance.why_no_target_site},
    R.CARD_DISCARD: {A.IS_DISCARD: chance.why_not_in_hand},
    R.ACTION: {
        **dict.fromkeys(acting.ACTING, acting.why_no_action),
        A.IS_PLAY: chance.why_not_played,
    },
    R.BID_ATT: {A.IS_BID: why_no_bid},
    R.BID_DEF: {A.IS_BID: why_no_bid},
    R.RECLAIM: dict.fromkeys((A.IS_RECLAIM_SWAGGER, A.IS_RECLAIM_GRIT), why_no_reclaim),
    R.PATROL: dict.fromkeys((A.IS_FORTIFY, A.IS_FORTIFY_HOME), acting.why_not_on_beat),
}
