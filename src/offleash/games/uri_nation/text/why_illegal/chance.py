"""Why a card can't be played, discarded or aimed there, and why dice and lots can't fall so."""

from offleash.games.uri_nation.rules import actions as A, card_words as W, record as R
from offleash.games.uri_nation.rules.cards import operation
from offleash.games.uri_nation.rules.decks import hold_window
from offleash.games.uri_nation.text.names import DECK_NAMES, home_text
from offleash.games.uri_nation.text.why_illegal.attempt import Attempt
from offleash.tools.prose import count_of

# Cards


def _why_no_card(attempt: Attempt) -> str:
    """Say that a card is in no deck."""
    is_there = attempt.index in attempt.names.cards.values()
    return "" if is_there else "the decks have no such card"


def why_not_in_hand(attempt: Attempt) -> str:
    """Say that the seat does not hold a card (D3)."""
    problem = _why_no_card(attempt)
    if problem or attempt.index in attempt.hand(attempt.seat):
        return problem
    return f"{attempt.player} does not hold {attempt.names.card(attempt.index)}"


def why_not_played(attempt: Attempt) -> str:
    """Say that a held card is outside its window (D3)."""
    if problem := why_not_in_hand(attempt):
        return problem
    is_early = hold_window(attempt.options, attempt.index) == W.PRE_ROLL_CARD
    if attempt.phase == (R.PRE_ROLL if is_early else R.ACTION):
        return "held cards are played before the first action of a turn"
    when = "before the roll" if is_early else "at the start of the action phase"
    return f"{attempt.names.card(attempt.index)} is played {when}"


def why_no_target(attempt: Attempt) -> str:
    """Say why the card's effect does not fit a territory."""
    card = attempt.names.card(int(attempt.state.card))
    op = operation(attempt.state, attempt.options)
    if op == W.OP_BONDS_CLEAR:
        return f"{card} asks for an alliance, not for a territory"
    if problem := attempt.not_on_board():
        return problem
    place, tokens = attempt.place, attempt.fort[attempt.index]
    if attempt.owner(attempt.index) != attempt.seat:
        return f"{card} asks for a territory of {attempt.player}, and {place} is not one"
    if op == W.OP_UNCLAIM:
        return f"{card} asks for a territory without fortify tokens, and {place} has {tokens}"
    return attempt.no_token_fits(tokens, 1) or f"{place} has no fortify token to take off"


def why_no_target_site(attempt: Attempt) -> str:
    """Say that a site has no alliance."""
    if operation(attempt.state, attempt.options) != W.OP_BONDS_CLEAR:
        card = attempt.names.card(int(attempt.state.card))
        return f"{card} asks for a territory, not for an alliance"
    return attempt.not_on_board() or attempt.no_alliance()


# Dice, decks and lots: the kind of action that is due, and what to say of all others
EXPECTED = {
    R.HOMES_DRAWN: (A.IS_HOME, "the homes are being drawn by lot"),
    R.ORDER: (A.IS_NEXT, "a roll-off decides who is next in the order"),
    R.ROLL: (A.IS_ROLL, "the dice of the walk have to be rolled first"),
    R.DRAW: (A.IS_DRAW, "a card has to be drawn first"),
    R.REVEAL: (A.IS_REVEAL, "the bids have to be laid open first"),
    R.DICE: (A.IS_DICE, "the dice of the challenge have to be rolled first"),
    R.TIE: (A.IS_WINNER, "the winner among those who tie is drawn by lot"),
}


def why_not_by_chance(attempt: Attempt) -> str:
    """Say why not while chance is to act: a decision, other luck, or what is impossible."""
    kind, which = attempt.kind, attempt.index
    due, problem = EXPECTED[attempt.phase]
    if kind != due:
        return problem
    if kind == A.IS_HOME:
        return f"{home_text(which)} is taken already"
    if kind == A.IS_ROLL:
        return f"a walk is rolled with {count_of(attempt.options.walk_dice, 'die', 'dice')}"
    if kind == A.IS_DRAW:
        return _why_not_drawn(attempt)
    if which >= attempt.seats:
        return f"only {attempt.seats} dogs play"
    if kind == A.IS_WINNER:
        return f"{attempt.dog(which)} is not among those who tie"
    if which in attempt.order[: attempt.state.placed]:
        return f"{attempt.dog(which)} has its place in the order already"
    return f"dogs with fewer territories than {attempt.dog(which)} come first"  # T1


def _why_not_drawn(attempt: Attempt) -> str:
    """Say that a card is of another deck, or has been drawn (E16)."""
    if problem := _why_no_card(attempt):
        return problem
    card = attempt.names.card(attempt.index)
    if attempt.index // W.MOST_CARDS != attempt.deck:
        return f"a card of the {DECK_NAMES[attempt.deck]} deck is drawn, and {card} is not one"
    return f"{card} is not in the pile any more"
