"""Puppy Park on a terminal: the lawn in letters, then every hand.

The seat to move sees numbers: on tiles to pick, on cells for its tile, on dogs for the house.
"""

from rich.text import Text

from offleash.contract import Records
from offleash.contract.rules.actors import OVER
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.news import DECLARED, how_it_ended
from offleash.games.puppy_park.text.position import ParkPosition, piece_name
from offleash.games.tiles.draw import terminal
from offleash.games.tiles.rules.dogs import BASE_BREEDS, BREEDS
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.tools.prose import count_of

TREE, POOP, BOTH = (
    ("Tr", "bold #ffffff on #2e7d32"),
    ("Po", "bold #ffffff on #6d4c2f"),
    ("TP", "bold #ffffff on #2e7d32"),
)
EARNS = "bold black on #8fd14f"
INDENT = 4
PATCH = 3  # letters of colour, and one apart


def draw_wide(states: Records, options: Records, seat: int, columns: int = terminal.WIDTH) -> Text:
    """Return all that lies face up; only the seat to move sees numbers."""
    position = ParkPosition(states, options, seat)
    text = Text(no_wrap=True)
    terminal.add_lawn(text, _cells(position), columns)
    text.append("\n")
    _add_status(text, position, columns)
    for owner in position.seats:
        _add_hand(text, position, owner, columns)
    _add_legend(text, position, columns)
    return text


# The lawn


def _cells(position: ParkPosition) -> dict[int, terminal.Cell]:
    """Return every cell that shows something."""
    cells = dict.fromkeys(position.rim, terminal.TURF)
    for cell in position.trees | position.poops:
        both = cell in position.trees and cell in position.poops
        mark, style = BOTH if both else TREE if cell in position.trees else POOP
        cells[cell] = (f"{mark:<{PATCH}}", style)
    for cell in position.dogs:
        cells[cell] = _dog(position, cell)
    return {**cells, **_ghosts(position)} if position.is_viewer_to_move else cells


def _dog(position: ParkPosition, cell: int) -> terminal.Cell:
    """Return `Bu`, `Bu2` where two are stacked, `Buz` where it naps; as a patch of colour."""
    mark, style = terminal.dog_mark(position.dogs[cell])
    height = position.heights[cell]
    naps = cell in position.houses
    letters = mark + str(height) * (height > 1) + "z" * naps
    return f"{letters:<{PATCH}}", style + " italic" * naps


def _ghosts(position: ParkPosition) -> dict[int, terminal.Cell]:
    """Return numbers on the places to choose from."""
    ghosts, cells = position.ghosts, {}
    for cell, number in ghosts.numbers.items():
        letters, style = str(number), terminal.GHOST
        if position.phase == R.HOUSING:
            letters = terminal.dog_mark(position.dogs[cell])[0] + letters
        elif not position.earning.isdisjoint(ghosts.names[cell, way] for way in ghosts.ways[cell]):
            letters, style = f"{letters}!", EARNS
        if cell in position.dogs:
            letters, style = f"{letters:<{PATCH}}", terminal.BREED_STYLES[position.dogs[cell]]
        cells[cell] = (letters, style)
    return cells


# Lines


def _add_status(text: Text, position: ParkPosition, columns: int) -> None:
    """Add what is going on, and what was declared."""
    text.append(_headline(position), terminal.mover_style(position))
    text.append("\n")
    if position.declared != R.UNDECLARED:
        words = DECLARED[position.declared == R.POOP_RULES].split()
        terminal.add_words(text, [Text(word, terminal.QUIET) for word in words], 0, columns)


def _headline(position: ParkPosition) -> str:
    if position.actor == OVER:
        return how_it_ended(position)
    name = SEAT_NAMES[position.seat]
    return {
        R.DEALING: "The tiles are dealt",
        R.STARTING: "The starter is drawn by lot",
        R.HOUSING: f"{name} may put a house on a dog",
        R.PICKING: f"{name} picks a tile",
    }.get(position.phase) or f"{name} places {piece_name(position.picked)}"


def _add_hand(text: Text, position: ParkPosition, seat: int, columns: int) -> None:
    """Add the name, what is at hand besides tiles, and the tiles."""
    tiles = position.hand(seat)
    text.append_text(terminal.seat_word(position, seat))
    extras = ["house"] * position.has_house(seat)
    extras += ["tree-poop tile"] * position.has_tree_poop(seat)
    counts = [count_of(len(tiles), "tile", zero="0"), *extras]
    text.append(f"  {', '.join(counts)}\n", terminal.QUIET)
    if tiles:
        text.append(" " * INDENT)
        is_numbered = position.is_viewer_to_move and seat == position.seat
        words = [_tile(position, tile, is_numbered) for tile in tiles]
        terminal.add_words(text, words, INDENT, columns)


def _tile(position: ParkPosition, tile: int, is_numbered: bool) -> Text:
    """Return `Bu-Bn`, or ` 3 Bu-Bn!` in the hand of the seat to pick."""
    word = Text()
    action = A.PICK + tile
    if is_numbered and position.phase == R.PICKING:
        number = str(position.picks.index(action) + 1) if action in position.picks else "-"
        word.append(f"{number:>2} ")
    terminal.add_tile(word, tile)
    if is_numbered and position.phase == R.PICKING:
        word.append("!" if action in position.earning_picks else " ", "bold")
    elif is_numbered and tile == position.picked:
        word.append("*", "bold")
    return word


def _add_legend(text: Text, position: ParkPosition, columns: int) -> None:
    """Add what the marks mean; numbers on dogs are no heights while a house may be placed."""
    shows_heights = not (position.is_viewer_to_move and position.phase == R.HOUSING)
    trees, poops = position.trees, position.poops
    signs = {
        "2 high": max(position.heights.values(), default=0) > 1 and shows_heights,
        "z naps": bool(position.houses),
        "Tr tree": bool(trees - poops),
        "Po poop": bool(poops - trees),
        "TP tree and poop": bool(trees & poops),
    }
    words = map(terminal.breed_word, range(BREEDS if position.options.extra_tiles else BASE_BREEDS))
    notes = [Text(sign, terminal.QUIET) for sign, is_there in signs.items() if is_there]
    terminal.add_words(text, [*words, *notes], 0, columns)
