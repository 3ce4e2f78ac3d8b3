"""Every legal action as a person points at it: what to click, and what it does in words."""

from collections.abc import Sequence

from offleash.core.game import Records, Target
from offleash.core.prose import count_of
from offleash.core.rules.actors import NOBODY
from offleash.games.domidog.draw.view import END_NAMES, View, half_words
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.text.notation import format_action
from offleash.games.tiles.text.names import TILE_NAMES


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to move has any.

    A tile is laid by a click on it and then on an end (`tile-8`, `end-left`), the first one on
    `first-place`. A fork is the own house, the end that it shuts, the tile, and the half that the
    tile goes to (`house-0`, `end-left`, `tile-8`, `half-17`). The `supply` stands for drawing, and
    when it is empty for passing.
    """
    view = View(states, options, seat)
    if seat == NOBODY or view.mover != seat:
        return []
    return [one_target(view, int(action)) for action in legal]


def one_target(view: View, action: int) -> Target:
    """An action in words and clicks."""
    text = format_action(action, view.settings)
    if action == A.DRAW:
        return Target(
            action, text, "draw", "", f"draw, {count_of(view.supply, 'tile')} left", ("supply",)
        )
    if action == A.PASS:
        return Target(action, text, "pass", "", "pass: nothing to draw", ("supply",))
    tile = int(A.tile_of(action))
    name, piece = TILE_NAMES[tile], f"tile-{tile}"
    if action < A.PLAY:
        return Target(action, text, name, name, f"open with {name}", (piece, "first-place"))
    end = END_NAMES[int(A.end_of(action))]
    if action < A.FORK:
        label = f"lay {name} to the {end} end"
        return Target(action, text, name, name, label, (piece, f"end-{end}"))
    spot = int(A.spot_of(action))
    label = f"house on the {end} end, {name} to {half_words(spot)}"
    clicks = (f"house-{view.mover}", f"end-{end}", piece, f"half-{spot}")
    return Target(action, text, "fork", name, label, clicks)
