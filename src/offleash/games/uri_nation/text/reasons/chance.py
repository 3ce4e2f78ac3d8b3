"""Why dice, decks and lots can't fall so."""

from offleash.core.prose import count_of
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.text.names import DECK_NAMES, card_id, home_text
from offleash.games.uri_nation.text.reasons.cards import why_no_card
from offleash.games.uri_nation.text.reasons.case import Case

# What chance is about to do, and the action that says it.
EXPECTED = {
    R.HOMES_DRAWN: "the homes are being drawn by lot",
    R.ORDER: "a roll-off decides who is next in the order",
    R.ROLL: "the dice of the walk have to be rolled first",
    R.DRAW: "a card has to be drawn first",
    R.REVEAL: "the bids have to be laid open first",
    R.DICE: "the dice of the challenge have to be rolled first",
    R.TIE: "the lot decides between those who tie",
}
EXPECTED_KIND = {
    R.HOMES_DRAWN: A.IS_HOME,
    R.ORDER: A.IS_NEXT,
    R.ROLL: A.IS_ROLL,
    R.DRAW: A.IS_DRAW,
    R.TIE: A.IS_WINNER,
}


def why_not_by_chance(case: Case) -> str:
    """While chance is to act: a decision, another kind of luck, or what is impossible."""
    if EXPECTED_KIND.get(case.phase) != case.kind:
        return EXPECTED[case.phase]
    if case.kind == A.IS_HOME:
        return f"{home_text(case.which)} is taken already"
    if case.kind == A.IS_ROLL:
        return f"a walk is rolled with {count_of(int(case.rules['walk_dice']), 'die', 'dice')}"
    if case.kind == A.IS_DRAW:
        return _why_not_drawn(case)
    if case.which >= case.rules["seats"]:
        return f"only {int(case.rules['seats'])} dogs play"
    if case.kind == A.IS_NEXT:
        return _why_not_next(case)
    return f"{case.name(case.which)} is not among those who tie"


def _why_not_drawn(case: Case) -> str:
    """A card of another deck, or one that has been drawn (E16)."""
    if wrong := why_no_card(case):
        return wrong
    deck, card = int(case.state["deck"]), card_id(case.options, case.which)
    if case.which // MOST_CARDS != deck:
        return f"a card of the {DECK_NAMES[deck]} deck is drawn, and {card} is none"
    return f"{card} is not in the pile any more"


def _why_not_next(case: Case) -> str:
    """A dog that has its place, or that others come before (T1)."""
    seat = case.which
    if seat in [int(each) for each in case.state["order"][: int(case.state["placed"])]]:
        return f"{case.name(seat)} has its place in the order already"
    return f"dogs with fewer territories than {case.name(seat)} come first"
