"""Secret Mission on a terminal: the lawn in letters, then what everybody has.

Who is to move sees numbers on the cells where the tile may go. A mission is shown to its owner.
"""

from rich.text import Text

from offleash.core.game import Records
from offleash.core.rules.actors import CHANCE, EVERYBODY, OVER
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.groups import largest_group
from offleash.games.secret_mission.text.choices import Choices, choices_in
from offleash.games.secret_mission.text.news import how_it_ended, score_words
from offleash.games.tiles.draw import terminal
from offleash.games.tiles.rules.dogs import BASE_TILES, BREEDS, NO_TILE, SHIBA
from offleash.games.tiles.text.names import DOGS, SEAT_NAMES, TILE_NAMES

GHOST = "bold #12a37d"
INDENT = 4
TILE_WIDTH = len(" tile Bu-Bn")


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """What a seat may see, for sixty columns."""
    return draw_wide(states, options, seat, terminal.WIDTH)


def draw_wide(states: Records, options: Records, seat: int, columns: int) -> Text:
    """The same for a terminal of so many columns; only who is to move gets numbers."""
    choices = choices_in(states)
    text = Text(no_wrap=True)
    terminal.add_lawn(text, _cells(choices, numbered=choices.mover == seat), columns)
    text.append("\n" if choices.breed else "")
    _add_status(text, choices, seat)
    for each in range(int(states["players"][0])):
        _add_seat(text, choices, options, each, seat, columns)
    _add_breeds(text, choices, columns)
    return text


def _cells(choices: Choices, numbered: bool) -> dict[int, terminal.Cell]:
    """Every cell that shows something."""
    cells = dict.fromkeys(choices.rim, terminal.TURF)
    if numbered and choices.breed:
        for cell, number in choices.ghosts.numbers.items():
            cells[cell] = (str(number), GHOST)
    return {**cells, **{cell: terminal.dog_mark(breed) for cell, breed in choices.breed.items()}}


# Lines


def _add_status(text: Text, choices: Choices, seat: int) -> None:
    """What is going on."""
    style = terminal.SEAT_STYLES[choices.mover] if choices.mover >= 0 else "bold"
    text.append(_headline(choices, seat), style)
    if choices.mover != OVER:
        left = int(supply(choices.states[0]))
        text.append(f"  {left} in the supply" if left else "  the supply is empty", terminal.QUIET)
    text.append("\n")


def _headline(choices: Choices, seat: int) -> str:
    name = SEAT_NAMES[choices.seat]
    if choices.mover == OVER:
        return how_it_ended(choices.states[0])
    if choices.mover == CHANCE:
        if choices.phase == R.STARTING:
            return "The lot says who starts"
        return f"{name} draws a {'mission' if choices.phase == R.MISSIONS else 'tile'}"
    if choices.mover == seat:
        return f"{name} lays {TILE_NAMES[choices.tile]}"
    return f"{name} lays a tile"


def _add_seat(
    text: Text, choices: Choices, options: Records, owner: int, seat: int, columns: int
) -> None:
    """Who it is, the tile to be laid and the mission, as far as the viewer may know them."""
    is_open = seat in (owner, EVERYBODY) or choices.phase == R.FINISHED
    name = Text(f"{'>' if owner == choices.mover else ' '} {SEAT_NAMES[owner]:<6}")
    name.stylize(terminal.SEAT_STYLES[owner])
    words = [name]
    playing = int(choices.states["playing"][0][owner])
    if choices.phase != R.FINISHED:
        tile = _held("tile", playing, is_open or bool(options["open_playing_tile"][0]))
        tile.pad_right(TILE_WIDTH - len(tile.plain))
        words.append(tile)
    mission = int(choices.states["mission"][0][owner])
    words.append(_held("mission", mission, is_open))
    if is_open and mission >= 0:
        words.append(Text(score_words(choices.states[0], mission), terminal.QUIET))
    terminal.add_words(text, words, INDENT, columns)


def _held(what: str, tile: int, is_open: bool) -> Text:
    """`mission Bu-Bn`, `mission ?` or `mission -`."""
    word = Text(f" {what} ")
    if tile >= 0 and is_open:
        terminal.add_tile(word, tile)
    else:
        word.append("-" if tile == NO_TILE else "?")
    return word


def _add_breeds(text: Text, choices: Choices, columns: int) -> None:
    """What the marks mean, and how large the largest group of each breed is."""
    breeds = BREEDS if int(choices.states["tiles"][0]) > BASE_TILES else SHIBA
    words = [Text("largest groups:", terminal.QUIET)]
    for breed in range(breeds):
        word = Text()
        word.append(*terminal.dog_mark(breed))
        largest = int(largest_group(choices.states[0], breed))
        word.append(f" {DOGS[breed].colour} {largest}", terminal.QUIET)
        words.append(word)
    terminal.add_words(text, words, 0, columns)
