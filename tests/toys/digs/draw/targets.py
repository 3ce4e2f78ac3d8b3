"""What to point at for each legal action of Digs, and the marks of the last turn."""

from collections.abc import Sequence

from offleash.contract import Records, Target
from offleash.games.shared.svg import disc, tag
from tests.toys.digs.draw.picture import CREAM, SIDE, biscuit_spot, middle
from tests.toys.digs.draw.view import Table
from tests.toys.digs.options import SEAT_NAMES
from tests.toys.digs.rules.actions import BID
from tests.toys.digs.text.notation import cell_name, format_action, kind_name


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """A walk is the dog and its cell, a bid so many biscuits of the purse."""
    return [_target(Table(states, options, seat), action) for action in legal]


def _target(table: Table, action: int) -> Target:
    options, seat = table.options, table.bidder
    text = format_action(action, options)
    if action >= BID:
        clicks = (f"biscuit-{seat}-{action - BID}",)
        return Target(action, text, "bids", "", f"{action - BID} biscuits", clicks)
    name = cell_name(options, action)
    label = f"dig {'a bone ' if table.has_bone(action) else ''}on {name}"
    card = kind_name(options, int(table.state["card"]))
    return Target(action, text, card, SEAT_NAMES[seat], label, (f"dog-{seat}", f"cell-{name}"))


def _spot(table: Table, action: int) -> tuple[float, float]:
    if action < BID:
        return middle(table, action)
    return biscuit_spot(table, table.bidder, action - BID)


def _ring(table: Table, action: int, name: str, **more: str) -> str:
    x, y = _spot(table, action)
    size = 0.4 * SIDE if action < BID else 10
    ring = disc(x, y, size, fill="none", stroke=CREAM, stroke_width=3)
    return tag("g", ring, id=f"{name}-{action}", **more)


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """A ring for each legal action."""
    table = Table(states, options, seat)
    return "".join(_ring(table, a, "target", data_action=str(a)) for a in legal)


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """A broken ring where the last dog dug."""
    table = Table(before, options, seat)
    walks = [action for action in actions if action < BID]
    return "".join(_ring(table, walk, "last", stroke_dasharray="4 4") for walk in walks)
