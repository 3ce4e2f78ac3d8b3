"""Why an action is not legal: one sentence, for the person who tried it."""

from typing import Any

import numpy as np

from offleash.core.game import Records
from offleash.core.rules.actors import OVER
from offleash.games.dog.position import CARD_NAMES, TOKEN_NAMES
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import movement, seven
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.course import actor, legal_actions

PHASE_NEEDS = {
    R.ROLL: (A.DEALER, A.DEAL, "the dice decide who deals first"),
    R.DEALING: (A.DEAL, A.ACTIONS, "the cards are being dealt"),
    R.GIVING: (A.GIVE, A.DEALER, "every player first gives the partner a card"),
    R.PLAYING: (0, A.STEP, "it is time to play a card"),
    R.SPLITTING: (A.STEP, A.THROW, "the 7 must be finished step by step"),
}


def why_illegal(states: Records, options: Records, action: int) -> str:
    """One sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    state = states[0]
    if actor(state) == OVER:
        return "the game is over"
    phase = int(state["phase"])
    if phase in (R.ROLL, R.DEALING) and action >= A.DEALER:
        return _why_not_chance(state, phase, action)
    work, out = np.zeros(1, R.WORK), np.zeros(A.MAX_ACTIONS + 1, np.int32)
    if phase not in (R.ROLL, R.DEALING):
        n = legal_actions(state, options[0], work[0], out)
        if action in out[:n]:
            return ""
        if out[0] == A.THROW and action >= A.STEP:
            return "no card can be played, so the hand must be thrown"
    if action == A.THROW and phase == R.PLAYING:
        return "a hand is thrown only when none of its cards can be played"
    low, high, reason = PHASE_NEEDS[phase]
    if not low <= action < high:
        return reason
    if phase == R.GIVING:
        return f"there is no {CARD_NAMES[A.decode(action).rank]} in the hand"
    return (
        _why_not_step(state, options[0], action)
        if phase == R.SPLITTING
        else _why_not_play(state, options[0], action)
    )


def _why_not_chance(state: Any, phase: int, action: int) -> str:
    if phase == R.ROLL:
        return "the dice decide who deals first" if action >= A.DEAL else ""
    if action < A.DEAL:
        return "the dealer is known already"
    return "" if state["stock"][A.decode(action).rank] > 0 else "no such card is left in the stock"


def _why_not_play(state: Any, options: Any, action: int) -> str:
    """A card use that is not legal: the card is missing, or the board forbids it."""
    seat = int(state["seat"])
    said = A.decode(action)
    if state["hand"][seat][said.rank] <= 0:
        return f"there is no {CARD_NAMES[said.rank]} in the hand"
    owner = int(seven.controlled(state, seat))
    if said.kind == A.IS_MOVE:
        return _why_not_move(state, options, owner, said)
    if said.kind == A.IS_SWAP:
        return _why_not_swap(state, options, owner, said)
    if said.kind == A.IS_SEVEN:
        if options["seven_partial"]:
            return "no step can be made"
        return "seven steps can't all be made"
    if state["fresh"][owner] and not options["restart_over_fresh"]:
        return "an own protected token stands on the start"
    return "no token is left in the kennel"


def _why_not_move(state: Any, options: Any, seat: int, said: A.Decoded) -> str:
    token, steps, enters, as_joker = said.token, said.steps, said.enters, said.rank == R.JOKER
    here, name = int(state["token"][seat][token]), TOKEN_NAMES[token]
    if here == R.KENNEL:
        return f"token {name} is in the kennel"
    if here >= R.HOME:
        return _why_not_inside(state, options, seat, token, steps, enters)
    if steps < 0:
        return _why_not_back(state, options, seat, token, enters, as_joker)
    clear = int(movement.clear_ahead(state, options, here))
    if not enters:
        if steps > clear:
            return f"a protected token stands {clear + 1} ahead of token {name}"
        return f"token {name} must enter home when it can"
    return _why_not_home(state, options, seat, token, steps, as_joker)


def _why_not_home(
    state: Any, options: Any, seat: int, token: int, steps: int, as_joker: bool
) -> str:
    """Why a token on the loop may not end inside home."""
    here, name = int(state["token"][seat][token]), TOKEN_NAMES[token]
    gap = int(movement.ahead(options, here, movement.start_of(options, seat)))
    room = int(movement.home_room(state, seat))
    if movement.is_protected(state, options, seat, token):
        return f"token {name} has only just started and may not enter home"
    if not gap < steps <= gap + R.HOME_SPACES:
        return f"{steps} steps do not bring token {name} into home"
    if gap > movement.clear_ahead(state, options, here):
        return f"a protected token bars the way of token {name}"
    if steps > gap + room:
        return "a token in home is in the way"
    if as_joker and seven.joker_forbids(state, options, seat, token):
        return "a joker may not bring the last token home"
    return f"token {name} has not been round the loop yet"


def _why_not_inside(
    state: Any, options: Any, seat: int, token: int, steps: int, enters: int
) -> str:
    """Why a token in home may not move so."""
    name = TOKEN_NAMES[token]
    if steps < 0:
        if not options["four_back_home"] or enters:
            return f"token {name} is home and does not go back"
        return f"the way out of home is barred for token {name}"
    if not enters:
        return f"token {name} is home and stays there"
    depth = int(state["token"][seat][token]) - R.HOME
    if depth + steps >= R.HOME_SPACES:
        return f"home ends {R.HOME_SPACES - 1 - depth} spaces ahead of token {name}"
    return "a token in home is in the way"


def _why_not_back(
    state: Any, options: Any, seat: int, token: int, enters: int, as_joker: bool
) -> str:
    """Why a token on the loop may not go four back, along it or into home."""
    name, here = TOKEN_NAMES[token], int(state["token"][seat][token])
    if not enters:
        if movement.clear_behind(state, options, here) < movement.BACK:
            return f"a protected token stands close behind token {name}"
        return f"token {name} must enter home when it can"
    if not options["four_back_home"]:
        return "nobody goes backward into home"
    gap = int(movement.ahead(options, movement.start_of(options, seat), here))
    if movement.is_protected(state, options, seat, token):
        return f"token {name} has only just started and may not enter home"
    if gap >= movement.BACK:
        return f"four steps back do not bring token {name} into home"
    if gap > movement.clear_behind(state, options, here):
        return f"a protected token bars the way of token {name}"
    if movement.BACK - gap > movement.home_room(state, seat):
        return "a token in home is in the way"
    if as_joker and seven.joker_forbids(state, options, seat, token):
        return "a joker may not bring the last token home"
    return f"token {name} has not been round the loop yet"


def _why_not_swap(state: Any, options: Any, seat: int, said: A.Decoded) -> str:
    for who, which in ((seat, said.token), divmod(said.other, R.TOKENS)):
        name = f"{who}{TOKEN_NAMES[which]}"
        if not movement.is_on_loop(state, who, which):
            return f"token {name} is not on the loop"
        if movement.is_protected(state, options, who, which):
            return f"token {name} is protected"
    if not options["jack_own_own"]:
        return "a jack swaps with another player's token"
    return "two own tokens are named in order, each once"


def _why_not_step(state: Any, options: Any, action: int) -> str:
    """Why a step of a seven is not offered."""
    if action == A.END_SEVEN:
        if options["seven_partial"]:
            return "a 7 takes one step at least"
        return f"all seven steps must be made, {int(state['seven_left'])} are left"
    choice, seat, said = action - A.STEP, int(state["seat"]), A.decode(action)
    owner = int(seven.step_owner(state, seat, said.token))
    token = said.token % R.TOKENS
    if choice >= seven.step_choices(state, options, seat):
        return _why_not_partner(state, seat)
    name = TOKEN_NAMES[token]
    place = int(state["token"][owner][token])
    if place == R.KENNEL:
        return f"token {name} is in the kennel"
    if seven.chosen_cost(state, options, seat, choice, int(state["seven_left"])) > 0:
        return "the rest of the seven steps could not be made after it"
    if said.enters and state["seven_joker"] and _open_to_a_seven(state, options, choice):
        return "a joker may not bring the last token home"
    if place >= R.HOME:
        return f"token {name} is home and can't move so"
    if said.enters:
        return f"token {name} does not stand before a home that is free and open to it"
    if movement.clear_ahead(state, options, place) == 0:
        return f"a protected token stands right ahead of token {name}"
    return f"token {name} must enter home when it can"


def _open_to_a_seven(state: Any, options: Any, choice: int) -> bool:
    """Whether a real seven could make the step, so that only the joker forbids it."""
    real = np.array([state], state.dtype).view(np.recarray)
    real["seven_joker"] = 0
    seat, left = int(state["seat"]), int(state["seven_left"])
    return bool(seven.chosen_cost(real[0], options, seat, choice, left) > 0)


def _why_not_partner(state: Any, seat: int) -> str:
    if movement.tokens_home(state, seat) == R.TOKENS:
        return "the partner's tokens are played like own ones now"
    return "the partner's tokens may be stepped only once all own are home"
