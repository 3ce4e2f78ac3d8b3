"""What a picture of Puppy Park shows, in words, and where it is."""

from functools import cached_property

from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.course import has_won
from offleash.games.puppy_park.text.position import TREE_POOP_NAME, ParkPosition, piece_name
from offleash.games.tiles.draw.geometry import ACROSS, Point
from offleash.games.tiles.draw.hands import HEAD, SeatPanel, panels
from offleash.games.tiles.draw.scene import TileScene
from offleash.games.tiles.rules.dogs import tiles_in
from offleash.games.tiles.text.landmarks import Landmarks, describe_tiles
from offleash.games.tiles.text.names import SEAT_NAMES, win_words
from offleash.tools.prose import capitalise, count_of

DECLARED = {
    R.UNDECLARED: "",
    R.POOP_RULES: "poop rules: no dog next to a poop",
    R.TREE_RULES: "tree rules: next to a tree, if you can",
}
SMALL = 0.44  # scale of a tree-poop tile next to a name


class ParkScene(ParkPosition, TileScene):
    """A position and the measures of its picture."""

    @property
    def counts(self) -> list[int]:
        """How many tiles each player has now."""
        return [len(self.hand(seat)) for seat in self.seats]

    @cached_property
    def panels(self) -> tuple[list[SeatPanel], SeatPanel]:
        dealt = int(tiles_in(self.options.extra_tiles)) // self.players
        return panels(self.viewer, self.counts, dealt)

    def house_at(self, panel: SeatPanel) -> Point:
        """Return where a house lies that is still at hand."""
        return panel.x + panel.width - 24, panel.y + HEAD / 2 + 2

    def tree_poop_at(self, panel: SeatPanel) -> Point:
        """Return the middle of the left half of a tree-poop tile that is still at hand."""
        return panel.x + panel.width - 55 - ACROSS * SMALL, panel.y + HEAD / 2 - 1

    def declare_at(self, panel: SeatPanel, number: int) -> Point:
        """Return where a button next to it lies, the first or the second."""
        return self.tree_poop_at(panel)[0] - 76 - 118 * (1 - number), panel.y + HEAD / 2

    # In words

    def tree_poop_words(self, cell: int, way: int) -> str:
        """Return where a tree-poop tile lies."""
        dogs, halves = Landmarks(self.table), self.half_names(R.TREE_POOP)
        if self.shape == R.ONE_HEX:
            return f"{TREE_POOP_NAME} tile {dogs.place(cell)}"
        return f"{TREE_POOP_NAME} tile: {dogs.piece(halves, cell, way)}"

    @cached_property
    def winners(self) -> list[int]:
        """Who has won; nobody before the end."""
        if self.phase != R.FINISHED:
            return []
        return [seat for seat in self.seats if has_won(self.state, self.options, seat)]

    @cached_property
    def headline(self) -> str:
        if self.winners:
            return win_words(self.winners)
        name = SEAT_NAMES[self.seat]
        return {
            R.DEALING: "Tiles are dealt",
            R.STARTING: "Who starts?",
            R.HOUSING: f"{name} may place the dog house",
            R.PICKING: f"{name} picks a tile",
        }.get(self.phase) or f"{name} lays {piece_words(self.picked)}"

    @property
    def note(self) -> str:
        """What was declared."""
        return DECLARED[self.declared]

    @property
    def description(self) -> str:
        tiles = "; ".join(describe_tiles(self.table, self.other_landmarks)) or "no tiles yet"
        trees = [
            f"{SEAT_NAMES[seat]}'s {self.tree_poop_words(*at)}" for seat, *at in self.tree_poops
        ]
        naps = [
            f"{capitalise(self.landmarks.dog(cell))} is asleep in {SEAT_NAMES[seat]}'s house"
            for cell, seat in sorted(self.houses.items())
        ]
        counts = enumerate(self.counts)
        hands = [f"{SEAT_NAMES[seat]} has {count_of(count, 'tile')}" for seat, count in counts]
        table = f"On the lawn: {tiles}"
        parts = ["A table of Puppy Park", table, *trees, *naps, *hands, self.note]
        return ". ".join(filter(None, parts)) + "."


def piece_words(piece: int) -> str:
    """Return `blue-brown` or `the tree-poop tile`."""
    return f"the {piece_name(piece)} tile" if piece == R.TREE_POOP else piece_name(piece)
