"""What a picture of Dömidög shows to one seat, in words, and where it is."""

from functools import cached_property

from offleash.games.domidog.draw.layout import Layout
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, dog_word
from offleash.games.tiles.draw.geometry import Point
from offleash.games.tiles.draw.hands import HEAD, SeatPanel, panels
from offleash.games.tiles.draw.lawn import WIDTH
from offleash.games.tiles.draw.scene import TileScene
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.landmarks import Landmarks
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES, win_words
from offleash.games.tiles.text.places import Laid
from offleash.tools.prose import count_of

SUPPLY_AT: Point = (WIDTH - 112, 58)  # on the lawn, in the units of what is around it


class ChainScene(ChainPosition, TileScene):
    """A position and the measures of its picture."""

    @cached_property
    def panels(self) -> tuple[list[SeatPanel], SeatPanel]:
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
        """Return the halves that a fork may begin at, wherever the house goes."""
        shut = {*self.ends, *self.houses}
        return [half for half in sorted(self.layout.cells) if half not in shut]

    def house_at_home(self, panel: SeatPanel) -> Point:
        """Return where a house lies that is still with its player."""
        return panel.x + panel.width - 26, panel.y + HEAD / 2 + 2

    # In words

    @cached_property
    def landmarks(self) -> Landmarks:
        """What the halves of the chain are named by."""
        cells, way = self.layout.cells, self.layout.way
        return Landmarks(Laid(tile, cells[tile * HALVES], way(tile)) for tile in self.laid)

    def half_name(self, half: int) -> str:
        """Return words such as `the red of red-white`."""
        if half in self.layout.cells:
            return self.landmarks.dog(self.layout.cells[half])
        return f"a {dog_word(half)} of {TILE_NAMES[half // HALVES]}"

    @cached_property
    def winners(self) -> list[int]:
        """Who has the fewest tiles at the end (M12); nobody before."""
        if self.phase != R.FINISHED:
            return []
        return [seat for seat in self.seats if self.counts[seat] == min(self.counts)]

    @cached_property
    def headline(self) -> str:
        if self.winners:
            return f"{'Blocked: ' if min(self.counts) else ''}{win_words(self.winners)}"
        name = SEAT_NAMES[self.seat]
        return {
            R.DEALING: "Tiles are dealt",
            R.STARTING: "Who starts?",
            R.OPENING: f"{name} opens with a double",
            R.PLAYING: f"{name} to play",
        }.get(self.phase, f"{name} draws a tile")

    @property
    def note(self) -> str:
        """How many tiles are left to draw."""
        return f"{count_of(self.supply, 'tile')} to draw"

    def hand_words(self, seat: int) -> str:
        """Return a hand as far as it is seen."""
        names = [TILE_NAMES[tile] for tile in self.hand(seat) or ()]
        return ", ".join(names) or count_of(self.counts[seat], "tile")

    def chain_words(self) -> str:
        """Return every strand of the chain, its ends and houses, in words."""
        if self.layout.first is None:
            return "No tile has been laid"
        parts = [f"The chain began with {TILE_NAMES[self.layout.first]}"]
        for strand in self.layout.strands:
            if strand.tiles:
                row = ", ".join(TILE_NAMES[tile] for tile in strand.tiles)
                parts.append(f"from {self.half_name(strand.spot)}: {row}")
        parts += [
            f"the {END_NAMES[end]} end is {self.half_name(half)}"
            for end, half in enumerate(self.ends)
        ]
        houses = self.houses.items()
        parts += [f"{SEAT_NAMES[seat]}'s house on {self.half_name(half)}" for half, seat in houses]
        return "; ".join(parts)

    @property
    def description(self) -> str:
        hands = [f"{SEAT_NAMES[seat]} has {self.hand_words(seat)}" for seat in self.seats]
        return ". ".join(["A table of Dömidög", self.chain_words(), *hands, self.note]) + "."
