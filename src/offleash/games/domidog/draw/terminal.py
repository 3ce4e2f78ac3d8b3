"""Dömidög on a terminal: the chain strand by strand, every tile by its name, then the hands.

    left < black-white white-brown brown-blue [blue-blue] blue-red red-red > right
           from blue-red.red: red-yellow yellow-grey ⌂Rust

Dogs are written in the order in which they lie, so that touching ones are equal. All names can be
typed as they are.
"""

from collections.abc import Iterable, Iterator

from rich.text import Text

from offleash.contract import Records
from offleash.games.domidog.draw.scene import ChainScene
from offleash.games.domidog.draw.strands import Strand
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, format_half, parts_of
from offleash.games.tiles.draw import terminal
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES
from offleash.tools.prose import count_of

INDENT = 8
HOUSE = "⌂"


def draw_wide(states: Records, options: Records, seat: int, columns: int = terminal.WIDTH) -> Text:
    """Return all that this seat may see."""
    scene = ChainScene(states, options, seat)
    text = Text(no_wrap=True)
    add_chain(text, scene, columns)
    text.append(f"\n{scene.headline}", terminal.mover_style(scene))
    text.append(f" · {scene.note}\n")
    for owner in scene.seats:
        add_hand(text, scene, owner, columns)
    add_spots(text, scene, columns)
    return text


# The chain


def add_chain(text: Text, scene: ChainScene, columns: int) -> None:
    """Add the row through the first tile, then a row for each fork."""
    first = scene.layout.first
    if first is None:
        text.append("no tile has been laid\n", terminal.QUIET)
        return
    roots = [strand for strand in scene.layout.strands if strand.seat == R.NO_SEAT]
    left, right = (row_of(scene, strand) for strand in roots[: R.ENDS])
    middle = Text("[")
    middle.append_text(tile_text(first * HALVES, first * HALVES + 1))
    middle.append("]")
    words = [*tip_words(scene, roots[0]), *left[::-1], middle, *right, *tip_words(scene, roots[1])]
    add_row(text, "chain", words, columns)
    for strand in scene.layout.strands:
        if strand not in roots[: R.ENDS]:
            begin = Text(f"from {format_half(strand.spot)}:", terminal.QUIET)
            words = [begin, *row_of(scene, strand), *tip_words(scene, strand)]
            add_row(text, "fork", words, columns)


def add_row(text: Text, name: str, words: Iterable[Text], columns: int) -> None:
    """Add a name, and words indented below it."""
    text.append(f"{name:<{INDENT}}", terminal.QUIET)
    terminal.add_words(text, words, INDENT, columns)


def row_of(scene: ChainScene, strand: Strand) -> list[Text]:
    """Return the tiles of a strand; those left of the first tile have their dogs turned."""
    row = []
    for tile in strand.tiles:
        half = tile * HALVES + int(scene.state.joint[tile])
        turned = strand.seat == R.NO_SEAT and strand.side == 0
        row.append(tile_text(half ^ 1, half) if turned else tile_text(half, half ^ 1))
    return row


def tile_text(half: int, other: int) -> Text:
    """Return the two dogs of a tile as they lie, on their colours."""
    text = Text()
    for index, breed in enumerate((int(dog_at(half)), int(dog_at(other)))):
        text.append("-" if index else "")
        text.append(COLOURS[breed], terminal.BREED_STYLES[breed])
    return text


def tip_words(scene: ChainScene, strand: Strand) -> Iterator[Text]:
    """Yield what is at the end of a strand: its name, or the house that shuts it."""
    tip = strand.spot
    if strand.tiles:
        tile = strand.tiles[-1]
        tip = tile * HALVES + 1 - int(scene.state.joint[tile])
    if tip in scene.houses:
        owner = scene.houses[tip]
        yield Text(f"{HOUSE}{SEAT_NAMES[owner]}", terminal.SEAT_STYLES[owner])
    elif tip in scene.ends:
        name = END_NAMES[scene.ends.index(tip)]
        leads_left = strand.seat == R.NO_SEAT and strand.side == 0
        yield Text(f"{name} <" if leads_left else f"> {name}", "bold")


# The hands


def add_hand(text: Text, scene: ChainScene, seat: int, columns: int) -> None:
    """Add a player's tiles as far as they are seen, and the house while it is at hand."""
    text.append_text(terminal.seat_word(scene, seat, INDENT - 2))
    hand = scene.hand(seat)
    words = [Text(HOUSE, terminal.SEAT_STYLES[seat])] if scene.has_house(seat) else []
    if not hand:
        words.append(Text(count_of(scene.counts[seat], "tile")))
    else:
        words += [tile_text(tile * HALVES, tile * HALVES + 1) for tile in hand]
    terminal.add_words(text, words, INDENT, columns)


def add_spots(text: Text, scene: ChainScene, columns: int) -> None:
    """Add where the viewer can fork: by the dog to match, the tiles that have it inside."""
    if scene.phase != R.PLAYING or not scene.is_viewer_to_move:
        return
    forks = ChainPosition.of(scene.states, scene.settings).forks
    spots = sorted({parts_of(action).spot for action in forks})
    for number, breed in enumerate(sorted({int(dog_at(half)) for half in spots})):
        words = [Text(f"{COLOURS[breed]} at", terminal.QUIET)]
        tiles = dict.fromkeys(half // HALVES for half in spots if dog_at(half) == breed)
        words += [tile_text(tile * HALVES, tile * HALVES + 1) for tile in tiles]
        add_row(text, "" if number else "spots", words, columns)
