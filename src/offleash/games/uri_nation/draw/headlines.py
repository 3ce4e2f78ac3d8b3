"""A position in words: who does what, what lasts, and the whole street for whoever can't see it."""

from offleash.core.prose import count_of
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.uri_nation.board.text import cell_text
from offleash.games.uri_nation.draw.bowls import place_words
from offleash.games.uri_nation.draw.disks import fort_words, home_words, site_words
from offleash.games.uri_nation.draw.view import View, cell_words, seat_list
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.names import DECK_NAMES


def headline(view: View) -> str:
    """What is going on, in a few words."""
    if view.phase == R.FINISHED:
        return ending(view)
    if view.phase in (R.HOMES_DRAWN, R.ORDER, R.TIE):
        return {
            R.HOMES_DRAWN: "homes are drawn",
            R.ORDER: f"a roll-off for the order of round {int(view.state.rounds)}",
            R.TIE: f"{seat_list(view, int(view.state.winners))} tie: the winner is drawn",
        }[view.phase]
    who = view.decider if view.decider != R.NOBODY_THERE else view.walker
    return f"{view.name(who)} {doing(view)}"


def doing(view: View) -> str:
    """What the seat that decides, or whose turn it is, does."""
    state = view.state
    dice, deck = int(state.dice), DECK_NAMES[int(state.deck)]
    steps = count_of(int(state.steps), "step", zero="0")
    card = view.card(int(state.card)).name if state.card != R.NO_CARD else "a card"
    where = quarry_words(view)
    return {
        R.SETUP_CLAIM: "makes a starting claim",
        R.PRE_ROLL: "may play a card before it rolls",
        R.ROLL: "rolls for the walk",
        R.POST_ROLL: f"has rolled {dice}: a trick?",
        R.MOVE: f"walks: {steps} left",
        R.DRINK: f"is at the water, {steps} left: drink?",
        R.DRAW: f"draws a card: {deck}",
        R.CARD_TARGET: f"chooses for “{card}”",
        R.CARD_DISCARD: "discards a card",
        R.ACTION: "decides what to do here",
        R.BID_ATT: f"bids in secret as it challenges {where}",
        R.BID_DEF: f"bids in secret to defend {where}",
        R.REVEAL: f"challenges {where}: the bids are laid open",
        R.DICE: f"challenges {where}: the dice decide",
        R.RECLAIM: f"has won {where}: keep it?",
        R.PATROL: "is on patrol",
    }[view.phase]


def ending(view: View) -> str:
    """Who has won, and how."""
    winners = int(view.state.winners)
    many = winners.bit_count() > 1
    how = {
        R.BY_THRESHOLD: f"hold{'' if many else 's'} {int(view.options.win_territories)} or more",
        R.LAST_DOG: "nobody else holds any territory",
    }.get(int(view.state.ending), "the last round is over")
    return f"{seat_list(view, winners)} {'win together' if many else 'wins'}: {how}"


def quarry_words(view: View) -> str:
    """What is being challenged."""
    if view.state.quarry == R.NO_QUARRY or view.quarry is None:
        return "nothing"
    if view.state.quarry == R.TERRITORY:
        return cell_text(view.quarry)
    if view.state.quarry == R.SITE:
        return f"the alliance at {cell_text(view.quarry)}"
    return f"home {int(view.state.target) + 1}"


def lasting(view: View) -> list[str]:
    """What cards keep up until their drawers' next turns."""
    state, found = view.state, []
    for mask, what in (
        (int(state.no_water), "water closed"),
        (int(state.no_chance), "chance spots closed"),
        (int(state.open_road), "roads free to cross"),
    ):
        if mask:
            found.append(f"{what} until {seat_list(view, mask)} plays again")
    return found


def description(view: View) -> str:
    """The street in words."""
    who = {NOBODY: "a spectator", EVERYBODY: "everybody"}.get(view.seat)
    who = who or view.name(view.seat)
    state, board = view.state, view.board
    said = [f"A street of Uri-Nation, {board.name}, seen by {who}"]
    said.append(f"Round {int(state.rounds)} of {int(view.options.max_rounds)}; {headline(view)}")
    for seat in range(view.seats):
        said.append(f"{place_words(view, seat)}; at {cell_words(view, view.cell(seat))}")
        claims = [
            cell_text(cell) + fort_words(int(state.fort[n]))
            for n, cell in enumerate(board.territories)
            if view.owner(n) == seat
        ]
        said.append(f"{view.name(seat)} holds {' '.join(claims) or 'nothing'}")
    said += [
        home_words(view, n)
        for n in range(len(board.homes))
        if state.home_disk[n] != R.NOBODY_THERE or state.home_away[n]
    ]
    said += [site_words(view, n) for n in range(len(board.sites)) if state.marks[n]]
    return ". ".join([*said, *lasting(view)]) + "."
