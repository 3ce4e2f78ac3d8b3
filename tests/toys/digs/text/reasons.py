"""Why an action is not legal: half a sentence that tells nothing a seat can't know."""

import numpy as np

from offleash.contract import Records
from tests.toys.digs.options import SEAT_NAMES
from tests.toys.digs.rules.actions import ACTIONS, BID, DRAW, WALK
from tests.toys.digs.rules.course import legal_actions, others, stock
from tests.toys.digs.rules.record import BIDDING, CELLS, DRAWING, FINISHED, WALKING, WORK
from tests.toys.digs.text.notation import cell_name, kind_name


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Empty if the action is legal."""
    phase = int(states["phase"][0])
    if not 0 <= action < ACTIONS:
        return f"there is no action number {action}"
    if phase == FINISHED:
        return "the game is over"
    if action >= DRAW:
        return _why_not_drawn(states, options, action - DRAW)
    if phase == DRAWING:
        return "a card has to be drawn first"
    if action >= BID:
        return _why_not_bid(states, action - BID)
    return _why_not_walk(states, options, action - WALK)


def _why_not_drawn(states: Records, options: Records, kind: int) -> str:
    if states["phase"][0] != DRAWING:
        return "no card is drawn now"
    if kind >= options["kinds"][0]:
        return "the deck has no such card"
    left = stock(states[0], options[0], kind)
    return "" if left else f"there is no {kind_name(options, kind)} left in the deck"


def _why_not_bid(states: Records, biscuits: int) -> str:
    if states["phase"][0] != BIDDING:
        return "there is no bone to bid for"
    seat = int(states["seat"][0])
    purse = int(states["biscuits"][0][seat])
    return "" if biscuits <= purse else f"{SEAT_NAMES[seat]} has {purse} biscuits"


def _why_not_walk(states: Records, options: Records, cell: int) -> str:
    if states["phase"][0] != WALKING:
        return "the dog has walked already"
    if cell >= options["cells"][0]:
        return "the yard has no such cell"
    out = np.zeros(CELLS + 1, np.int32)
    n = legal_actions(states[0], options[0], np.zeros(1, WORK)[0], out)
    if WALK + cell in out[:n]:
        return ""
    name = cell_name(options, cell)
    if int(others(states[0], options[0])) >> cell & 1:
        return f"another dog is on {name}"
    if cell == states["place"][0][int(states["turn"][0])]:
        return "the dog has to leave its cell"
    card = kind_name(options, int(states["card"][0]))
    return f"{name} is too far away for a {card}, or another dog is in the way"
