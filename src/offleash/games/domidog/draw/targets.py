"""Every legal action as a person points at it: what to click, and what it does in words."""

from collections.abc import Sequence

from offleash.core.game import Records, Target
from offleash.core.prose import count_of
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.text.halves import format_half
from offleash.games.domidog.text.notation import format_action
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, parts_of
from offleash.games.tiles.text.names import TILE_NAMES


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to move has any.

    A tile is laid by a click on it and then on an end (`tile-8`, `end-left`), the first one on
    `first-place`. A fork is your house, the end that it shuts, the tile, and the half that the
    tile goes to (`house-0`, `end-left`, `tile-8`, `half-17`). The `supply` stands for drawing, and
    when it is empty for passing.
    """
    position = ChainPosition(states, options, seat)
    if not position.is_viewer_to_move:
        return []
    return [one_target(position, int(action)) for action in legal]


def one_target(position: ChainPosition, action: int) -> Target:
    """An action in words and clicks."""
    text = format_action(action)
    if action == A.DRAW:
        label = f"draw, {count_of(position.supply, 'tile')} left"
        return Target(action, text, "draw", "", label, ("supply",))
    if action == A.PASS:
        return Target(action, text, "pass", "", "pass: nothing to draw", ("supply",))
    end_number, tile, spot = parts_of(action)
    name, piece = TILE_NAMES[tile], f"tile-{tile}"
    if action < A.PLAY:
        return Target(action, text, name, name, f"open with {name}", (piece, "first-place"))
    end = END_NAMES[end_number]
    if action < A.FORK:
        label = f"lay {name} to the {end} end"
        return Target(action, text, name, name, label, (piece, f"end-{end}"))
    label = f"house on the {end} end, {name} to {format_half(spot)}"
    clicks = (f"house-{position.mover}", f"end-{end}", piece, f"half-{spot}")
    return Target(action, text, "fork", name, label, clicks)
