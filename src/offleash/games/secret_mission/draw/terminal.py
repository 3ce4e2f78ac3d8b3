"""Secret Mission on a terminal: the lawn in letters, then what everybody has.

The seat to move sees numbers on the cells where its tile may go, and every seat its own mission.
"""

from rich.text import Text

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.groups import largest_group
from offleash.games.secret_mission.text.news import how_it_ended, score_words
from offleash.games.secret_mission.text.position import MissionPosition
from offleash.games.tiles.draw import terminal
from offleash.games.tiles.rules.dogs import BASE_TILES, BREEDS, NO_TILE, SHIBA
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES

INDENT = 4
NAME_WIDTH = 6
TILE_WIDTH = len(" tile Bu-Bn")


def draw_wide(states: Records, options: Records, seat: int, columns: int = terminal.WIDTH) -> Text:
    """Return what a seat may see; only the seat to move sees numbers."""
    position = MissionPosition(states, options, seat)
    text = Text(no_wrap=True)
    terminal.add_lawn(text, _cells(position), columns)
    text.append("\n" if position.dogs else "")
    _add_status(text, position)
    for owner in position.seats:
        _add_seat(text, position, owner, columns)
    _add_breeds(text, position, columns)
    return text


def _cells(position: MissionPosition) -> dict[int, terminal.Cell]:
    """Return every cell that shows something."""
    cells = dict.fromkeys(position.rim, terminal.TURF)
    if position.is_viewer_to_move and position.dogs:
        for cell, number in position.ghosts.numbers.items():
            cells[cell] = (str(number), terminal.GHOST)
    return {**cells, **{cell: terminal.dog_mark(breed) for cell, breed in position.dogs.items()}}


# Lines


def _add_status(text: Text, position: MissionPosition) -> None:
    """Add what is going on."""
    text.append(_headline(position), terminal.mover_style(position))
    if position.actor != OVER:
        left = f"{position.supply} in the supply" if position.supply else "the supply is empty"
        text.append(f"  {left}", terminal.QUIET)
    text.append("\n")


def _headline(position: MissionPosition) -> str:
    name = SEAT_NAMES[position.seat]
    if position.actor == OVER:
        return how_it_ended(position)
    if position.actor == CHANCE:
        if position.phase == R.STARTING:
            return "The starter is drawn by lot"
        return f"{name} draws a {'mission' if position.phase == R.MISSIONS else 'tile'}"
    tile = TILE_NAMES[position.tile] if position.is_viewer_to_move else "a tile"
    return f"{name} lays {tile}"


def _add_seat(text: Text, position: MissionPosition, owner: int, columns: int) -> None:
    """Add the name, the tile to be laid and the mission, as far as the viewer may know them."""
    words = [terminal.seat_word(position, owner, NAME_WIDTH)]
    if position.phase != R.FINISHED:
        tile = _tile_word("tile", position.playing(owner))
        tile.pad_right(TILE_WIDTH - len(tile.plain))
        words.append(tile)
    mission = position.mission(owner)
    words.append(_tile_word("mission", mission))
    if mission >= 0:
        words.append(Text(score_words(position, mission), terminal.QUIET))
    terminal.add_words(text, words, INDENT, columns)


def _tile_word(label: str, tile: int) -> Text:
    """Return `mission Bu-Bn`, `mission ?` or `mission -`."""
    word = Text(f" {label} ")
    if tile >= 0:
        terminal.add_tile(word, tile)
    else:
        word.append("-" if tile == NO_TILE else "?")
    return word


def _add_breeds(text: Text, position: MissionPosition, columns: int) -> None:
    """Add what the marks mean, and how large the largest group of each breed is."""
    breeds = BREEDS if int(position.state.tiles) > BASE_TILES else SHIBA
    words = [Text("largest groups:", terminal.QUIET)]
    for breed in range(breeds):
        words.append(terminal.breed_word(breed, f" {int(largest_group(position.state, breed))}"))
    terminal.add_words(text, words, 0, columns)
