"""What a seat may know: news beyond the actions themselves, and observations for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.core.prose import count_of
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.position import ALL_TOKENS, CARD_NAMES, SEAT_NAMES, Position, partner_of
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.knowledge import count_unseen, hide
from offleash.games.dog.text.notation import format_cards, format_position


def welcome(options: Records, seat: int) -> list[str]:
    """Who a seat is, and with whom and against whom it plays."""
    right, partner, left = (SEAT_NAMES[(seat + k) % R.SEATS] for k in (1, 2, 3))
    return [
        f"You are {SEAT_NAMES[seat]}, and {partner} opposite is your partner.",
        f"Against you play {right} (right) and {left} (left).",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Rounds begun, cards exchanged, hands thrown, tokens captured, and the end.

    Both positions are views of one seat, so nothing is revealed that it may not know.
    """
    old, new = (Position(states, options, seat) for states in (before, after))
    pairs = ((old.spot(*token), new.spot(*token)) for token in ALL_TOKENS)
    lines = [f"{a.name} is captured" for a, b in pairs if a.place != R.KENNEL == b.place]
    lines += _throws(old, new)
    dealer, phases = SEAT_NAMES[new.state.dealer], (old.phase, new.phase)
    if new.phase == R.FINISHED:
        team = new.state.winner
        lines.append(f"{SEAT_NAMES[team]} and {SEAT_NAMES[team + 2]} win")
    if old.phase == R.ROLL:
        lines.append(f"{dealer} deals first")
    if phases == (R.DEALING, R.GIVING):
        lines.append(f"a new round: {dealer} has dealt {new.state.deal} cards each")
    if phases == (R.GIVING, R.PLAYING):
        lines += [_exchange(new), f"{SEAT_NAMES[new.seat]} begins"]
    return lines


def _throws(old: Position, new: Position) -> list[str]:
    """A hand that was laid down unplayed, face up or face down."""
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
    """What a seat gave and got; others only see that cards changed hands."""
    if new.viewer == NOBODY:
        return "partners have exchanged a card each"
    partner = partner_of(new.viewer)
    gave, got = (CARD_NAMES[new.state.gave[seat]] for seat in (new.viewer, partner))
    return f"you gave {SEAT_NAMES[partner]} {gave} and got {got}"


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view of one seat (or NOBODY): seats and spaces are counted from where it sits.

    The numbers are, in this order: 16 tokens (kennel −1, loop from the viewer's start, home
    100 …), 4 fresh, 16 laps, the viewer's hand, 4 hand sizes, the discards, 4 × 14 cards shown
    this round, the cards given by the viewer and by its partner, 14 unseen cards, then dealer,
    deal, seat to act, phase, steps left, joker.
    """
    views = states.copy()
    view, loop_len, viewer = views[0], int(options[0].loop_len), max(seat, 0)
    hide(view, options[0], seat)
    text = format_position(views, options)
    order = [(viewer + k) % R.SEATS for k in range(R.SEATS)]
    places = view.token[order].astype(np.int16).ravel()
    on_loop = (places != R.KENNEL) & (places < R.HOME)
    places[on_loop] = (places[on_loop] - viewer * loop_len // R.SEATS) % loop_len
    count_unseen(view, options[0], seat)
    dealer, mover = ((int(number) - viewer) % R.SEATS for number in (view.dealer, view.seat))
    parts = [
        places,
        view.fresh[order],
        view.lap[order].ravel(),
        view.hand[seat] if seat != NOBODY else np.zeros(R.RANKS, np.int8),
        view.held[order],
        view.discard,
        view.shown[order].ravel(),
        view.gave[[order[0], order[2]]],
        view.stock,
        [dealer, view.deal, mover, view.phase, view.seven_left, view.seven_joker],
    ]
    return Observation(text, np.concatenate([np.asarray(part, np.int16) for part in parts]))
