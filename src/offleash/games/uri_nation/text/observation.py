"""What a seat may know of a position, as text and as numbers for a learner."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import Observation, Records
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.knowledge import hide
from offleash.games.uri_nation.rules.places import MOST_CELLS, MOST_FEATURES, MOST_TERRITORIES
from offleash.games.uri_nation.text.notation import format_position

Numbers = NDArray[Any]

# Fields with a value for each seat, from the viewer on
BY_SEAT = ("cell", "home", "walk_extra", "attack", "skip", "empty_turns", "tricks")
# Sets of seats, and single seats
SEAT_SETS = ("has_held", "no_water", "no_chance", "open_road", "most", "winners")
SINGLE_SEATS = ("seat", "decider")
PLAIN = (
    *("rounds", "phase", "turn", "placed"),
    *("steps", "came", "left", "dice", "doubles", "tricked", "moved", "entered_home", "walk_over"),
    *("cursor", "deck", "card", "effect", "whom", "window"),
    *("actions_left", "acted", "quarry", "target", "clustered", "provoked", "ending"),
)


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view of one seat (or NOBODY): seats count from that one, itself as 0.

    The numbers are, in this order: for each of 4 seats its archetype, the fields of `BY_SEAT`, 5
    stocks and 4 held cards; for each of 62 territories its owner (−1: nobody) and fortify tokens;
    for each of 4 homes disk, tokens and turns away; for each of 20 sites its initiator, 4 markers
    and 4 ceasefires; 60 features that have triggered; 256 cells visited since the last step; 3 × 40
    cards still in the piles; 63 that a patrol has fortified; the order of the round; two bids; the
    seats of `SEAT_SETS`, of `SINGLE_SEATS`, and `PLAIN`.
    """
    view = states.copy()
    state: Any = view[0]
    hide(state, options[0], seat)
    text = format_position(view, options)
    seats, viewer = int(options["seats"][0]), max(seat, 0)
    order = [(viewer + k) % seats for k in range(seats)] + [*range(seats, R.SEATS)]
    parts = (_dogs(state, options, order), _street(state, order), _turn(state, order))
    return Observation(text, np.concatenate(parts).astype(np.int16))


def _bits(mask: Any, count: int) -> list[int]:
    return [int(mask) >> bit & 1 for bit in range(count)]


def _relative(order: list[int], seats: Any) -> list[int]:
    """Seats as the viewer counts them."""
    return [R.NOBODY_THERE if seat == R.NOBODY_THERE else order.index(int(seat)) for seat in seats]


def _dogs(state: Any, options: Records, order: list[int]) -> Numbers:
    rows = [[options["archetypes"][0][order]], *([state[name][order]] for name in BY_SEAT)]
    columns = np.concatenate(rows).T
    return np.concatenate([columns, state["bowl"][order], state["held"][order]], axis=1).ravel()


def _street(state: Any, order: list[int]) -> Numbers:
    """Territories, homes and sites."""
    owners = np.full(MOST_TERRITORIES, R.NOBODY_THERE)
    for place, seat in enumerate(order):
        owners[np.array(_bits(state["owned"][seat], MOST_TERRITORIES), bool)] = place
    disks = _relative(order, state["home_disk"])
    markers = [[int(mask) >> seat & 1 for seat in order] for mask in state["marks"]]
    parts = (
        np.stack([owners, state["fort"]], axis=1),
        np.stack([disks, state["home_fort"], state["home_away"]], axis=1),
        np.array(_relative(order, state["founder"])),
        np.array(markers),
        state["barred"][:, order],
    )
    return np.concatenate([part.ravel() for part in parts])


def _turn(state: Any, order: list[int]) -> Numbers:
    """How far the turn has gone, what lasts, and how it ended."""
    trail = [bit for mask in state["trail"] for bit in _bits(mask, R.TRAIL_BITS)][:MOST_CELLS]
    piles = [bit for mask in state["pile"] for bit in _bits(mask, MOST_CARDS)]
    sets = [int(state[name]) >> seat & 1 for name in SEAT_SETS for seat in order]
    return np.array(
        [
            *_bits(state["used"], MOST_FEATURES),
            *trail,
            *piles,
            *_bits(state["patrolled"], MOST_TERRITORIES + 1),
            *_relative(order, state["order"]),
            *state["bids"],
            *sets,
            *_relative(order, [state[name] for name in SINGLE_SEATS]),
            *(int(state[name]) for name in PLAIN),
        ]
    )
