"""Puppy Park on a terminal: the lawn in letters, then every hand.

Who is to move sees numbers: on tiles to pick, on cells for the tile picked, on dogs for the house.
"""

from rich.text import Text

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rules.actors import CHANCE, OVER
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.choices import Choices, choices_in
from offleash.games.puppy_park.text.news import DECLARED, how_it_ended
from offleash.games.puppy_park.text.notation import hand_of
from offleash.games.tiles.draw import terminal
from offleash.games.tiles.rules.dogs import BASE_BREEDS, BREEDS
from offleash.games.tiles.text.names import DOGS, SEAT_NAMES, TILE_NAMES

TREE, POOP, BOTH = (
    ("Tr", "bold #ffffff on #2e7d32"),
    ("Po", "bold #ffffff on #6d4c2f"),
    ("TP", "bold #ffffff on #2e7d32"),
)
GHOST, EARNS = "bold #12a37d", "bold black on #8fd14f"
INDENT = 4
PATCH = 3  # letters of colour, and one apart


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """All that lies face up, for sixty columns."""
    return draw_wide(states, options, seat, terminal.WIDTH)


def draw_wide(states: Records, options: Records, seat: int, columns: int) -> Text:
    """The same for a terminal of so many columns; only who is to move gets numbers."""
    choices = choices_in(states, options)
    text = Text(no_wrap=True)
    numbered = choices.mover == seat
    terminal.add_lawn(text, _cells(choices, numbered), columns)
    text.append("\n")
    _add_status(text, choices, columns)
    for each in range(int(states["players"][0])):
        _add_hand(text, choices, each, numbered and each == choices.seat, columns)
    _add_legend(text, choices, numbered, columns)
    return text


# The lawn


def _cells(choices: Choices, numbered: bool) -> dict[int, terminal.Cell]:
    """Every cell that shows something."""
    lawn = choices.lawn
    cells = dict.fromkeys(lawn.rim, terminal.TURF)
    for cell in lawn.trees | lawn.poops:
        both = cell in lawn.trees and cell in lawn.poops
        mark, style = BOTH if both else TREE if cell in lawn.trees else POOP
        cells[cell] = (f"{mark:<{PATCH}}", style)
    for cell in lawn.breed:
        cells[cell] = _dog(choices, cell)
    return {**cells, **_ghosts(choices)} if numbered else cells


def _dog(choices: Choices, cell: int) -> terminal.Cell:
    """`Bu`, `Bu2` where two are on top of each other, `Buz` where it naps; a patch of colour."""
    mark, style = terminal.dog_mark(choices.lawn.breed[cell])
    height = choices.lawn.height[cell]
    naps = cell in choices.lawn.house
    letters = mark + str(height) * (height > 1) + "z" * naps
    return f"{letters:<{PATCH}}", style + " italic" * naps


def _ghosts(choices: Choices) -> dict[int, terminal.Cell]:
    """Numbers on the places to choose from."""
    lawn, found = choices.lawn, {}
    for cell, number in choices.ghosts.numbers.items():
        if choices.phase == R.HOUSING:
            mark, style = terminal.dog_mark(lawn.breed[cell])
            found[cell] = (f"{f'{mark}{number}':<{PATCH}}", style)
            continue
        places = [choices.ghosts.named[cell, way] for way in choices.ghosts.ways[cell]]
        earns = not choices.earning.isdisjoint(places)
        style = (
            terminal.BREED_STYLES[lawn.breed[cell]]
            if cell in lawn.breed
            else EARNS
            if earns
            else GHOST
        )
        letters = f"{number}{'!' * earns}"
        found[cell] = (f"{letters:<{PATCH}}" if cell in lawn.breed else letters, style)
    return found


# Lines


def _add_status(text: Text, choices: Choices, columns: int) -> None:
    """What is going on, and what was declared."""
    style = terminal.SEAT_STYLES[choices.mover] if choices.mover >= 0 else "bold"
    text.append(_headline(choices), style)
    text.append("\n")
    if choices.lawn.declared != R.UNDECLARED:
        words = DECLARED[choices.lawn.declared == R.POOP_RULES].split()
        terminal.add_words(text, [Text(word, terminal.QUIET) for word in words], 0, columns)


def _headline(choices: Choices) -> str:
    name = SEAT_NAMES[choices.seat]
    if choices.mover == OVER:
        return how_it_ended(choices.states, choices.options)
    if choices.mover == CHANCE:
        return "The tiles are dealt" if choices.phase == R.DEALING else "The lot says who starts"
    if choices.phase == R.PLACING:
        tree_poop = choices.picked == R.TREE_POOP
        return f"{name} places {'tree-poop' if tree_poop else TILE_NAMES[choices.picked]}"
    return (
        f"{name} may put a house on a dog" if choices.phase == R.HOUSING else f"{name} picks a tile"
    )


def _add_hand(text: Text, choices: Choices, seat: int, numbered: bool, columns: int) -> None:
    """Who it is, what is at hand beside tiles, and the tiles."""
    tiles = hand_of(choices.states, seat)
    text.append(
        f"{'>' if seat == choices.mover else ' '} {SEAT_NAMES[seat]}", terminal.SEAT_STYLES[seat]
    )
    beside = [count_of(len(tiles), "tile", zero="0")]
    for name, field in (("house", "house"), ("tree-poop tile", "tp_cell")):
        if int(choices.states[field][0][seat]) == R.AT_HAND:
            beside.append(name)
    text.append(f"  {', '.join(beside)}\n", terminal.QUIET)
    if tiles:
        text.append(" " * INDENT)
        terminal.add_words(
            text, [_tile(choices, tile, numbered) for tile in tiles], INDENT, columns
        )


def _tile(choices: Choices, tile: int, numbered: bool) -> Text:
    """`Bu-Bn`, or ` 3 Bu-Bn!` in the hand of who is to pick."""
    word = Text()
    action = A.PICK + tile
    if numbered and choices.phase == R.PICKING:
        number = str(choices.picks.index(action) + 1) if action in choices.picks else "-"
        word.append(f"{number:>2} ")
    terminal.add_tile(word, tile)
    if numbered and choices.phase == R.PICKING:
        word.append("!" if action in choices.earning_picks else " ", "bold")
    elif numbered and tile == choices.picked:
        word.append("*", "bold")
    return word


def _add_legend(text: Text, choices: Choices, numbered: bool, columns: int) -> None:
    """What the marks mean; numbers on dogs are no heights while a house may be placed."""
    choosing_dogs = numbered and choices.phase == R.HOUSING
    breeds = BREEDS if choices.options["extra_tiles"][0] else BASE_BREEDS
    words = []
    for breed in range(breeds):
        word = Text()
        word.append(*terminal.dog_mark(breed))
        word.append(f" {DOGS[breed].colour}", terminal.QUIET)
        words.append(word)
    lawn = choices.lawn
    signs = {
        "2 high": max(lawn.height.values(), default=0) > 1 and not choosing_dogs,
        "z naps": bool(lawn.house),
        "Tr tree": bool(lawn.trees - lawn.poops),
        "Po poop": bool(lawn.poops - lawn.trees),
        "TP tree and poop": bool(lawn.trees & lawn.poops),
    }
    terminal.add_words(
        text,
        [*words, *(Text(sign, terminal.QUIET) for sign, is_there in signs.items() if is_there)],
        0,
        columns,
    )
