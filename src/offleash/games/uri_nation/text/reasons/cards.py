"""Why a card may not be played, discarded, or used on that."""

from offleash.core.prose import count_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import OP_BONDS_CLEAR, OP_UNCLAIM, PRE_ROLL_CARD
from offleash.games.uri_nation.rules.cards import operation
from offleash.games.uri_nation.rules.decks import hold_window
from offleash.games.uri_nation.text.names import card_id, has_card, site_text, territory_text
from offleash.games.uri_nation.text.reasons.case import Case


def why_no_card(case: Case) -> str:
    """A card that is in no deck."""
    return "" if has_card(case.options, case.which) else "the decks have no such card"


def why_not_in_hand(case: Case) -> str:
    """A card that the seat does not hold (D3)."""
    if wrong := why_no_card(case):
        return wrong
    if case.which in [int(card) for card in case.state["held"][case.seat]]:
        return ""
    return f"{case.dog} does not hold {card_id(case.options, case.which)}"


def why_not_played(case: Case) -> str:
    """A card in hand outside its window (D3)."""
    if wrong := why_not_in_hand(case):
        return wrong
    is_early = hold_window(case.rules, case.which) == PRE_ROLL_CARD
    if (case.phase == R.PRE_ROLL) == is_early and case.phase in (R.PRE_ROLL, R.ACTION):
        return "held cards are played before the first action of a turn"
    when = "before the roll" if is_early else "at the start of the action phase"
    return f"{card_id(case.options, case.which)} is played {when}"


def why_no_target(case: Case) -> str:
    """A territory that the card's effect does not fit."""
    card, territory = card_id(case.options, int(case.state["card"])), case.which
    op = operation(case.state, case.rules)
    if op == OP_BONDS_CLEAR:
        return f"{card} asks for an alliance, not for a territory"
    if territory >= case.rules["territories"]:
        return f"this board has no territory {territory}"
    place, tokens = territory_text(case.options, territory), int(case.state["fort"][territory])
    if case.owner(territory) != case.seat:
        return f"{card} asks for a territory of {case.dog}, and {place} is none"
    if op == OP_UNCLAIM:
        return f"{card} asks for a territory without fortify tokens, and {place} has {tokens}"
    if tokens > 0:
        return f"{place} has {count_of(tokens, 'fortify token')}, the most"
    return f"{place} has no fortify token to take off"


def why_no_target_site(case: Case) -> str:
    """A site where no alliance is."""
    card, site = card_id(case.options, int(case.state["card"])), case.which
    if operation(case.state, case.rules) != OP_BONDS_CLEAR:
        return f"{card} asks for a territory, not for an alliance"
    if site >= case.rules["sites"]:
        return f"this board has no site {site}"
    return f"there is no alliance at {site_text(case.options, site)}"
