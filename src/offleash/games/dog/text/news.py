"""What everybody hears at the table of Dog beside the actions themselves.

Both positions are views of one seat, so nothing can be told here that it may not know.
"""

from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.position import CARD_NAMES, SEAT_NAMES, TOKEN_NAMES
from offleash.games.dog.rules import record as R
from offleash.games.dog.text.notation import format_cards


def welcome(options: Records, seat: int) -> list[str]:
    """Who a seat is, and with whom and against whom it plays."""
    partner, right, left = ((seat + k) % R.SEATS for k in (2, 1, 3))
    return [
        f"You are {SEAT_NAMES[seat]}, and {SEAT_NAMES[partner]} opposite is your partner.",
        f"Against you play {SEAT_NAMES[right]} (right) and {SEAT_NAMES[left]} (left).",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Rounds begun, cards exchanged, hands thrown, tokens captured, and the end."""
    old, new = before[0], after[0]
    told = [*_captured(old, new), *_thrown(old, new)]
    if new["phase"] == R.FINISHED:
        team = int(new["winner"])
        told.append(f"{SEAT_NAMES[team]} and {SEAT_NAMES[team + 2]} win")
    if old["phase"] == R.ROLL:
        told.append(f"{SEAT_NAMES[int(new['dealer'])]} deals first")
    if old["phase"] == R.DEALING and new["phase"] == R.GIVING:
        told.append(_round_begins(new))
    if old["phase"] == R.GIVING and new["phase"] == R.PLAYING:
        told.append(_exchange(new, seat))
        told.append(f"{SEAT_NAMES[int(new['seat'])]} begins")
    return told


def _captured(old: Any, new: Any) -> list[str]:
    """Tokens that were sent back."""
    return [
        f"{SEAT_NAMES[seat]} {TOKEN_NAMES[token]} is captured"
        for seat in range(R.SEATS)
        for token in range(R.TOKENS)
        if old["token"][seat][token] != R.KENNEL and new["token"][seat][token] == R.KENNEL
    ]


def _thrown(old: Any, new: Any) -> list[str]:
    """A hand that was laid down unplayed, face up or face down."""
    seat = int(old["seat"])
    laid = [int(new["shown"][seat][rank] - old["shown"][seat][rank]) for rank in range(R.RANKS)]
    gone = int(old["held"][seat])
    emptied = gone and new["held"][seat] == 0 and new["phase"] in (R.PLAYING, R.DEALING)
    if sum(laid) > 1:
        return [f"{SEAT_NAMES[seat]} lays down {format_cards(laid)}"]
    buried = int(new["buried_held"].sum() - old["buried_held"].sum())
    if emptied and buried > 0:
        return [f"{SEAT_NAMES[seat]} throws {count_of(buried, 'card')} face down"]
    return []


def _round_begins(new: Any) -> str:
    dealer, deal = SEAT_NAMES[int(new["dealer"])], int(new["deal"])
    return f"a new round: {dealer} has dealt {deal} cards each"


def _exchange(new: Any, seat: int) -> str:
    """What a seat gave and got; others only see that cards changed hands."""
    if seat == NOBODY:
        return "partners have exchanged a card each"
    partner = (seat + 2) % R.SEATS
    gave, got = (CARD_NAMES[int(new["gave"][each])] for each in (seat, partner))
    return f"you gave {SEAT_NAMES[partner]} {gave} and got {got}"
