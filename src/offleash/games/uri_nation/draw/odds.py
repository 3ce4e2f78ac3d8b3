"""The odds of a challenge, by counting all rolls of two dice under the game's own rules."""

from fractions import Fraction

from offleash.games.uri_nation.draw.view import View
from offleash.games.uri_nation.rules.actions import SIDES
from offleash.games.uri_nation.rules.challenges import handicap, ties_defend
from offleash.games.uri_nation.rules.record import NO_BID, NO_QUARRY, UNKNOWN


def chance_to_win(lead: int, are_ties_lost: bool) -> Fraction:
    """Of an attacker whose total is so much above the defender's before the dice (C1, C6)."""
    faces = range(1, SIDES + 1)
    margins = [lead + attack - defence for attack in faces for defence in faces]
    wins, ties = sum(by > 0 for by in margins), margins.count(0)
    return Fraction(wins, len(margins) - (0 if are_ties_lost else ties))


def odds_of(view: View, seat: int, quarry: int, target: int) -> Fraction:
    """Of a challenge that a seat might declare; bids are still to come."""
    lead = -int(handicap(view.state, view.options, seat, quarry, target))
    return chance_to_win(lead, bool(ties_defend(view.state, view.options, quarry, target)))


def lead_now(view: View) -> int | None:
    """How far ahead the attacker is before the dice fall; None while a bid is not known."""
    state = view.state
    if state.quarry == NO_QUARRY:
        return None
    bids = [int(bid) for bid in state.bids]
    if UNKNOWN in bids:
        return None
    attack, defence = (0 if bid == NO_BID else bid for bid in bids)
    against = handicap(state, view.options, int(state.seat), int(state.quarry), int(state.target))
    return attack - defence - int(against)


def percent(odds: Fraction) -> str:
    """Whole percent; never 0 or 100 for what can go either way."""
    whole = round(100 * odds)
    if 0 < odds < 1:
        whole = min(99, max(1, whole))
    return f"{whole} %"
