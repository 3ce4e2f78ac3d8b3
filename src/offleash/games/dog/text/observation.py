"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.knowledge import count_unseen, hide
from offleash.games.dog.text.notation import format_position


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
