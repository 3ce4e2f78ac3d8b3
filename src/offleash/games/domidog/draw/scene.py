"""What a picture of Dömidög shows to one seat, in words, and where it is."""

from functools import cached_property

from offleash.core.prose import count_of, join_and
from offleash.games.domidog.draw.layout import Layout
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.text.halves import format_half
from offleash.games.domidog.text.position import END_NAMES, ChainPosition
from offleash.games.tiles.draw.geometry import Point
from offleash.games.tiles.draw.hands import HEAD, Panel, panels
from offleash.games.tiles.draw.lawn import WIDTH
from offleash.games.tiles.draw.scene import Scene
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES


class ChainScene(ChainPosition, Scene):
    """A position and the measures of its picture."""

    @cached_property
    def panels(self) -> tuple[list[Panel], Panel]:
        return panels(self.viewer, self.counts, R.DEALT)

    @cached_property
    def layout(self) -> Layout:
        """Where the chain lies."""
        return Layout(self.state)

    @cached_property
    def laid(self) -> list[int]:
        """The tiles of the chain that have a place on the lawn."""
        return sorted({half // HALVES for half in self.layout.cells})

    @property
    def covered(self) -> list[int]:
        return list(self.layout.cells.values())

    def inner(self) -> list[int]:
        """The halves that a fork may begin at, wherever the house goes."""
        shut = {*self.ends, *self.houses}
        return [half for half in sorted(self.layout.cells) if half not in shut]

    def house_at_home(self, panel: Panel) -> Point:
        """A house that is still with its player."""
        return panel.x + panel.width - 26, panel.y + HEAD / 2 + 2


SUPPLY_AT: Point = (WIDTH - 112, 58)  # on the lawn, in the units of what is around it


def winners(scene: ChainScene) -> list[int]:
    """Who has the fewest tiles at the end (M12); nobody before."""
    if scene.phase != R.FINISHED:
        return []
    return [seat for seat in scene.seats if scene.counts[seat] == min(scene.counts)]


def headline(scene: ChainScene) -> str:
    """What is going on, in a few words."""
    if names := [SEAT_NAMES[seat] for seat in winners(scene)]:
        blocked = "Blocked: " if min(scene.counts) else ""
        verb = "wins" if len(names) == 1 else "share the win"
        return f"{blocked}{join_and(names)} {verb}"
    name = SEAT_NAMES[scene.seat]
    return {
        R.DEALING: "Tiles are dealt",
        R.STARTING: "Who starts?",
        R.OPENING: f"{name} opens with a double",
        R.PLAYING: f"{name} to play",
    }.get(scene.phase, f"{name} draws a tile")


def supply_words(scene: ChainScene) -> str:
    """How many tiles are left to draw."""
    return f"{count_of(scene.supply, 'tile')} to draw"


def hand_words(scene: ChainScene, seat: int) -> str:
    """A hand as far as it is seen."""
    hand = scene.hand(seat)
    if not hand:
        return count_of(scene.counts[seat], "tile")
    return ", ".join(TILE_NAMES[tile] for tile in hand)


def chain_words(scene: ChainScene) -> str:
    """Every strand of the chain, its ends and houses, in words."""
    layout = scene.layout
    if layout.first is None:
        return "No tile has been laid"
    parts = [f"The chain began with {TILE_NAMES[layout.first]}"]
    for strand in layout.strands:
        if strand.tiles:
            row = ", ".join(TILE_NAMES[tile] for tile in strand.tiles)
            parts.append(f"from {format_half(strand.spot)}: {row}")
    parts += [f"{END_NAMES[end]} end {format_half(half)}" for end, half in enumerate(scene.ends)]
    parts += [f"{SEAT_NAMES[s]}'s house on {format_half(half)}" for half, s in scene.houses.items()]
    return "; ".join(parts)


def description(scene: ChainScene) -> str:
    """The table and the hands in words, for people who can't see them."""
    hands = [f"{SEAT_NAMES[s]} has {hand_words(scene, s)}" for s in scene.seats]
    return ". ".join(["A table of Dömidög", chain_words(scene), *hands, supply_words(scene)]) + "."
