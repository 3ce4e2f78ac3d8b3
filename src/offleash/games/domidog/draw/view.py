"""A position as one seat looks at it, in words, and where things are in its picture."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.domidog.draw.layout import Layout
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.text.halves import format_half
from offleash.games.tiles.draw.geometry import Point
from offleash.games.tiles.draw.hands import HEAD, PAD, SIGN, Panel, panels
from offleash.games.tiles.draw.lawn import FIRST_CELLS, WIDTH, Frame, frame_of
from offleash.games.tiles.rules.dogs import HALVES, TILES
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES

END_NAMES = ("left", "right")


@dataclass(frozen=True)
class View:
    """One position as one seat looks at it: what others hide is never read, hidden or not."""

    states: Records
    settings: Records
    seat: int

    @cached_property
    def state(self) -> Any:
        return self.states[0]

    @cached_property
    def players(self) -> int:
        return int(self.state.players)

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def mover(self) -> int:
        """Who decides, or NOBODY."""
        return int(self.state.seat) if self.phase in (R.OPENING, R.PLAYING) else NOBODY

    def held(self, seat: int) -> int:
        """How many tiles a player has: everybody sees that."""
        return int(self.state.held[seat])

    def hand(self, seat: int) -> list[int] | None:
        """A player's tiles, or None where this seat sees only their backs."""
        if not (self.settings[0].face_up or self.seat in (seat, EVERYBODY)):
            return None
        tiles = [tile for tile in range(TILES) if self.state.where[tile] == R.HAND + seat]
        return tiles if len(tiles) == self.held(seat) else None

    @property
    def supply(self) -> int:
        """How many tiles are left to draw."""
        return int(self.state.supply_left)

    # The chain

    @cached_property
    def layout(self) -> Layout:
        """Where the chain lies."""
        return Layout(self.state)

    @cached_property
    def laid(self) -> list[int]:
        """The tiles of the chain."""
        return sorted({half // HALVES for half in self.layout.cells})

    @property
    def ends(self) -> list[int]:
        """The open halves, left and right; none before the opening."""
        return [int(half) for half in self.state.end if half != R.NO_HALF]

    @cached_property
    def houses(self) -> dict[int, int]:
        """Whose house shuts a half."""
        at = ((int(self.state.house[seat]), seat) for seat in range(self.players))
        return {half: seat for half, seat in at if half != R.AT_HAND}

    def has_house(self, seat: int) -> bool:
        """Whether a house is still with its player."""
        return bool(self.state.house[seat] == R.AT_HAND)

    def inner(self) -> list[int]:
        """The halves that a fork may begin at, wherever the house goes."""
        shut = {*self.ends, *self.houses}
        return [half for half in sorted(self.layout.cells) if half not in shut]

    # Where things are

    @cached_property
    def _panels(self) -> tuple[list[Panel], Panel]:
        held = [self.held(seat) for seat in range(self.players)]
        return panels(self.seat, held, R.DEALT)

    @property
    def others(self) -> list[Panel]:
        """The panels over the lawn."""
        return self._panels[0]

    @property
    def own(self) -> Panel:
        """The panel under it."""
        return self._panels[1]

    @cached_property
    def frame(self) -> Frame:
        """The lawn with room for the panels."""
        over = SIGN + max(panel.height for panel in self.others) + PAD
        cells = {*self.layout.cells.values(), *FIRST_CELLS}
        return frame_of(cells, over, self.own.height + 2 * PAD)

    def transform(self, panel: Panel) -> str:
        """Into the units of a panel."""
        if panel is self.own:
            return self.frame.under_lawn()
        return f"{self.frame.over_lawn()} translate(0,{SIGN:g})"

    def house_at_home(self, panel: Panel) -> Point:
        """A house that is still with its player."""
        return panel.x + panel.width - 26, panel.y + HEAD / 2 + 2


SUPPLY_AT: Point = (WIDTH - 112, 58)  # on the lawn, in the units of what stands around it


def winners(view: View) -> list[int]:
    """Who has the fewest tiles (M12)."""
    counts = [view.held(seat) for seat in range(view.players)]
    return [seat for seat, count in enumerate(counts) if count == min(counts)]


def headline(view: View) -> str:
    """What is going on, in a few words."""
    if view.phase == R.FINISHED:
        names = [SEAT_NAMES[seat] for seat in winners(view)]
        blocked = "Blocked: " if view.held(winners(view)[0]) else ""
        if len(names) == 1:
            return f"{blocked}{names[0]} wins"
        return f"{blocked}{join_and(names)} share the win"
    name = SEAT_NAMES[int(view.state.seat)]
    return {
        R.DEALING: "Tiles are dealt",
        R.STARTING: "Who starts?",
        R.OPENING: f"{name} opens with a double",
        R.PLAYING: f"{name} to play",
    }.get(view.phase, f"{name} draws a tile")


def supply_words(view: View) -> str:
    """How many tiles are left to draw."""
    return f"{count_of(view.supply, 'tile')} to draw"


def half_words(half: int) -> str:
    """A half of the chain, as a person would type it."""
    return format_half(half)


def dog_name(half: int, breeds: Any) -> str:
    """The dog on a half."""
    return COLOURS[int(breeds[half // HALVES, half % HALVES])]


def hand_words(view: View, seat: int) -> str:
    """A hand as far as it is seen."""
    hand = view.hand(seat)
    if not hand:
        return count_of(view.held(seat), "tile")
    return ", ".join(TILE_NAMES[tile] for tile in hand)


def chain_words(view: View) -> str:
    """Every strand of the chain, its ends and houses, in words."""
    layout = view.layout
    if layout.first is None:
        return "No tile has been laid"
    said = [f"The chain began with {TILE_NAMES[layout.first]}"]
    for strand in layout.strands:
        if strand.tiles:
            row = ", ".join(TILE_NAMES[tile] for tile in strand.tiles)
            said.append(f"from {half_words(strand.spot)}: {row}")
    said += [f"{END_NAMES[end]} end {half_words(half)}" for end, half in enumerate(view.ends)]
    said += [f"{SEAT_NAMES[s]}'s house on {half_words(half)}" for half, s in view.houses.items()]
    return "; ".join(said)


def description(view: View) -> str:
    """The table and the hands in words, for whoever can't see them."""
    hands = [f"{SEAT_NAMES[s]} has {hand_words(view, s)}" for s in range(view.players)]
    return ". ".join(["A table of Dömidög", chain_words(view), *hands, supply_words(view)]) + "."


assert len(END_NAMES) == R.ENDS
