"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.knowledge import count_unseen, hide
from offleash.games.dog.text.notation import format_position


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view of one seat (or NOBODY): seats and spaces are told from where it sits.

    The numbers are, in this order: 16 tokens (kennel −1, loop from the viewer's start, home
    100 …), 4 fresh, 16 laps, the viewer's hand, 4 hand sizes, the discards, 4 × 14 cards shown
    this round, the cards given by the viewer and by its partner, 14 unseen cards, then dealer,
    deal, seat to act, phase, steps left, joker.
    """
    view = states.copy()
    hide(view[0], options[0], seat)
    text = format_position(view, options)
    viewer = max(seat, 0)
    order = [(viewer + k) % R.SEATS for k in range(R.SEATS)]
    loop_len = int(options["loop_len"][0])
    start = viewer * loop_len // R.SEATS
    places = view["token"][0][order].astype(np.int16).ravel()
    on_loop = (places != R.KENNEL) & (places < R.HOME)
    places[on_loop] = (places[on_loop] - start) % loop_len
    count_unseen(view[0], options[0], seat)
    hand = view["hand"][0][seat] if seat != NOBODY else np.zeros(14, np.int8)
    numbers = ("dealer", "deal", "seat", "phase", "seven_left", "seven_joker")
    turned = {"dealer", "seat"}
    last = [
        (int(view[n][0]) - viewer) % R.SEATS if n in turned else int(view[n][0]) for n in numbers
    ]
    parts = [
        places,
        view["fresh"][0][order],
        view["lap"][0][order].ravel(),
        hand,
        view["held"][0][order],
        view["discard"][0],
        view["shown"][0][order].ravel(),
        view["gave"][0][[order[0], order[2]]],
        view["stock"][0],
        last,
    ]
    return Observation(text, np.concatenate([np.asarray(part, np.int16) for part in parts]))
