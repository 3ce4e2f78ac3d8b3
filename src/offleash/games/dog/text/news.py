"""What a seat is told beyond the actions themselves."""

from offleash.contract import Records
from offleash.contract.rules.actors import NOBODY
from offleash.games.dog.position import ALL_TOKENS, CARD_NAMES, SEAT_NAMES, Position, partner_of
from offleash.games.dog.rules import record as R
from offleash.games.dog.text.notation import format_cards
from offleash.tools.prose import count_of


def welcome(options: Records, seat: int) -> list[str]:
    """Return who a seat is, and with whom and against whom it plays."""
    right, partner, left = (SEAT_NAMES[(seat + k) % R.SEATS] for k in (1, 2, 3))
    return [
        f"You are {SEAT_NAMES[seat]}, and {partner} opposite is your partner.",
        f"Against you play {right} (right) and {left} (left).",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Return rounds begun, cards exchanged, hands thrown, tokens captured, and the end.

    Both positions are views of one seat, so nothing is revealed that it may not know.
    """
    old, new = (Position(states, options, seat) for states in (before, after))
    pairs = ((old.spot(*token), new.spot(*token)) for token in ALL_TOKENS)
    captured = [a.seat for a, b in pairs if a.place != R.KENNEL == b.place]
    lines = [f"a token of {SEAT_NAMES[owner]} goes back to its kennel" for owner in captured]
    lines += _throws(old, new)
    dealer, phases = SEAT_NAMES[new.state.dealer], (old.phase, new.phase)
    if new.phase == R.FINISHED:
        lines += _victory(new)
    if old.phase == R.ROLL:
        lines.append(f"{dealer} deals first")
    if phases == (R.DEALING, R.GIVING):
        lines.append(f"a new round: {dealer} has dealt {new.state.deal} cards each")
    if phases == (R.GIVING, R.PLAYING):
        lines += [_exchange(new), f"{SEAT_NAMES[new.seat]} begins"]
    return lines


def _victory(new: Position) -> list[str]:
    """Return who has won, and how far the others were."""
    team = int(new.state.winner)
    winners, losers = (f"{SEAT_NAMES[t]} and {SEAT_NAMES[t + 2]}" for t in (team, 1 - team))
    spots = [new.spot(*token) for token in ALL_TOKENS]
    home = sum(spot.place >= R.HOME and spot.seat % 2 != team for spot in spots)
    return [f"all tokens of {winners} are home, and {home} of {losers}", f"{winners} win"]


def _throws(old: Position, new: Position) -> list[str]:
    """Return a hand that was laid down unplayed, face up or face down."""
    seat = old.seat
    laid = new.state.shown[seat] - old.state.shown[seat]
    if laid.sum() > 1:
        return [f"{SEAT_NAMES[seat]} lays down {format_cards(laid)}"]
    emptied = old.count_hand(seat) > 0 == new.count_hand(seat)
    buried = int(new.state.buried_held.sum() - old.state.buried_held.sum())
    if emptied and new.phase in (R.PLAYING, R.DEALING) and buried > 0:
        return [f"{SEAT_NAMES[seat]} throws {count_of(buried, 'card')} face down"]
    return []


def _exchange(new: Position) -> str:
    """Return what a seat gave and got; others only see that cards changed hands."""
    if new.viewer == NOBODY:
        return "partners have exchanged a card each"
    partner = partner_of(new.viewer)
    gave, got = (CARD_NAMES[new.state.gave[seat]] for seat in (new.viewer, partner))
    return f"you gave {SEAT_NAMES[partner]} {gave} and got {got}"
