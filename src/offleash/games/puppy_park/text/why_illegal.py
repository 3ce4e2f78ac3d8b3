"""Why an action is not legal: half a sentence, for the person who tried it."""

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.notation import tree_poop_ways
from offleash.games.puppy_park.text.position import ParkPosition, piece_name
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import HALF_WAYS, WAYS
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.games.tiles.text.places import STEPS, WAY_NAMES, cells_at, format_cell, neighbours


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Return half a sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    attempt = Attempt.of(states, options)
    return "" if action in attempt.legal else attempt.why_not(action)


class Attempt(ParkPosition):
    """A position in which somebody tried something."""

    def why_not(self, action: int) -> str:
        """Return the reason, by what has to be decided now."""
        if self.actor == OVER:
            return "the game is over"
        if self.actor == CHANCE:
            return self._why_not_chance(action)
        if A.FIRST <= action < A.DEAL:
            return "it is known already who starts"
        if A.DEAL <= action < A.PLACE:
            return "all tiles have been dealt"
        return {
            R.PICKING: self._why_not_pick,
            R.PLACING: self._why_not_place,
            R.HOUSING: self._why_not_house,
        }[self.phase](action)

    def _why_not_chance(self, action: int) -> str:
        if self.phase == R.DEALING:
            if A.DEAL <= action < A.PLACE:
                return f"{TILE_NAMES[action - A.DEAL]} is not among the tiles still to be dealt"
            return "the tiles are being dealt"
        if A.FIRST <= action < A.DEAL:
            return f"there is no player at seat {action - A.FIRST}"
        return "the starter has to be drawn by lot"

    # Picking

    def _why_not_pick(self, action: int) -> str:
        if action >= A.HOUSE or action == A.NO_HOUSE:
            return "no tile has just been laid"
        if action >= A.PLACE:
            return "pick a tile first"
        if action == A.PASS:
            return "a player who can lay a tile may not pass"
        if action < A.PICK + R.TREE_POOP:
            return self._why_not_dogs(action - A.PICK)
        return self._why_not_tree_poop(action)

    def _why_not_dogs(self, tile: int) -> str:
        name = TILE_NAMES[tile]
        if tile not in self.hand(self.seat):
            return f"{name} is not in the hand"
        if self.declared == R.TREE_RULES:
            return f"tree rules: another tile can be laid next to a tree, and {name} can't"
        return f"poop rules leave no place for {name}"

    def _why_not_tree_poop(self, action: int) -> str:
        if not self.has_tree_poop(self.seat):
            return "no tree-poop tile is in the hand"
        if not self.covered:
            return "a tree-poop tile is never the first tile"
        is_first = self.declared == R.UNDECLARED
        if is_first and action not in (A.PICK_POOP, A.PICK_TREE):
            return "the first tree-poop tile comes with a declaration: poop rules or tree rules"
        if not is_first and action in (A.PICK_POOP, A.PICK_TREE):
            return "it has been declared already what holds for tree-poop tiles"
        return "tree rules: a dog can be laid next to a tree, so no tree-poop tile may be laid"

    # Placing

    def _why_not_place(self, action: int) -> str:
        if not A.PLACE <= action < A.HOUSE:
            return f"{piece_name(self.picked)} has been picked and must be placed"
        cell, way = divmod(action - A.PLACE, WAYS)
        if self.picked == R.TREE_POOP:
            return self._why_not_tree_poop_at(cell, way)
        if self.is_alike and way >= HALF_WAYS:
            return "a double is laid E, SE or SW, so that each place has one name"
        cells = cells_at(cell, way)
        return self._why_not_there(cells) or self._why_not_near(cells)

    def _why_not_tree_poop_at(self, cell: int, way: int) -> str:
        ways = tree_poop_ways(self.shape)
        if way >= ways:
            if ways == 1:
                return "a tree-poop tile of one hexagon is always laid E"
            return "a tree-poop tile that is alike both ways is laid E, SE or SW"
        cells = self.tree_poop_cells(cell, way)
        for half in cells:
            if half in self.covered:
                return f"{format_cell(half)} is taken, and tree-poop tiles go on the ground"
        return f"{self._spot(cells)} touches no tile in play"

    def _why_not_there(self, cells: tuple[int, int]) -> str:
        """Return why a piece can't lie there: what lies there, or doesn't, bars it (P5, P6)."""
        covered = [cell for cell in cells if cell in self.covered]
        if not covered:
            is_apart = self.rim.isdisjoint(cells)
            return f"{self._spot(cells)} touches no tile in play" if is_apart else ""
        for cell in covered:
            if cell not in self.dogs:
                return f"a tree-poop tile on {format_cell(cell)} is never covered"
        for cell, breed in zip(cells, BREED[self.picked].tolist(), strict=True):
            if cell in self.dogs and self.dogs[cell] != breed:
                dog = f"the dog on {format_cell(cell)} is {COLOURS[self.dogs[cell]]}"
                return f"{dog}, and only its own breed may cover it"
        if len(covered) == 1:
            return f"half of it would cover {format_cell(covered[0])} and half lie on the ground"
        if self.heights[cells[0]] != self.heights[cells[1]]:
            return "the dogs below are of different height"
        asleep = [cell for cell in cells if cell in self.houses]
        if asleep and not self.options.cover_house:
            return f"a house stands on {format_cell(asleep[0])}, and a dog that naps is not covered"
        return ""

    def _why_not_near(self, cells: tuple[int, int]) -> str:
        """Return why a piece can't lie there: a poop is next to it, or no tree (P16, P17)."""
        near_poops = neighbours(self.poops) if self.declared == R.POOP_RULES else ()
        for cell in cells:
            if cell in near_poops:
                return f"a poop lies next to {format_cell(cell)}"
        place = self._spot(cells)
        return f"tree rules: {place} has no dog next to a tree, and another placement has"

    def _spot(self, cells: tuple[int, ...]) -> str:
        """Return a place as the notation has it, such as `1,0 E`."""
        if len(cells) == 1:
            return format_cell(cells[0])
        return f"{format_cell(cells[0])} {WAY_NAMES[STEPS.index(cells[1] - cells[0])]}"

    # Housing

    def _why_not_house(self, action: int) -> str:
        if action < A.HOUSE:
            return "first say where the house goes, or no house"
        cell = action - A.HOUSE
        where = format_cell(cell)
        if cell in self.houses:
            return f"the dog on {where} naps already"
        if cell in self.covered:
            return f"a tree-poop tile lies on {where}, and houses go on dogs"
        return f"no dog lies on {where}"
