"""Dömidög on a terminal: the chain strand by strand, every tile by its name, then the hands.

    left < black-white white-brown brown-blue [blue-blue] blue-red red-red > right
           from blue-red.red: red-yellow yellow-grey ⌂Anna

Dogs are written in the order in which they lie, so that touching ones are equal. All names can be
typed as they stand.
"""

from collections.abc import Iterable, Iterator

from rich.text import Text

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rules.actors import NOBODY
from offleash.games.domidog.draw.strands import Strand
from offleash.games.domidog.draw.view import END_NAMES, View, half_words, headline, supply_words
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.choices import choices_in
from offleash.games.tiles.draw.terminal import BREED_STYLES, QUIET, SEAT_STYLES, WIDTH, add_words
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES

INDENT = 8
HOUSE = "⌂"


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """All that this seat may see, for sixty columns."""
    return draw_wide(states, options, seat, WIDTH)


def draw_wide(states: Records, options: Records, seat: int, columns: int) -> Text:
    """The same for a terminal of so many columns."""
    view = View(states, options, seat)
    text = Text(no_wrap=True)
    add_chain(text, view, columns)
    style = "bold" if view.mover == NOBODY else SEAT_STYLES[view.mover]
    text.append(f"\n{headline(view)}", style)
    text.append(f" · {supply_words(view)}\n")
    for each in range(view.players):
        add_hand(text, view, each, columns)
    add_spots(text, view, columns)
    return text


# The chain


def add_chain(text: Text, view: View, columns: int) -> None:
    """The row through the first tile, then a row for each fork."""
    first = view.layout.first
    if first is None:
        text.append("no tile has been laid\n", QUIET)
        return
    roots = [strand for strand in view.layout.strands if strand.seat == R.NO_SEAT]
    left, right = (row_of(view, strand) for strand in roots[: R.ENDS])
    middle = Text("[")
    middle.append_text(tile_text(first * HALVES, first * HALVES + 1))
    middle.append("]")
    words = [*tip_words(view, roots[0]), *left[::-1], middle, *right, *tip_words(view, roots[1])]
    add_row(text, "chain", words, columns)
    for strand in view.layout.strands:
        if strand not in roots[: R.ENDS]:
            begin = Text(f"from {half_words(strand.spot)}:", QUIET)
            words = [begin, *row_of(view, strand), *tip_words(view, strand)]
            add_row(text, "fork", words, columns)


def add_row(text: Text, name: str, words: Iterable[Text], columns: int) -> None:
    """A name, and words that hang in below it."""
    text.append(f"{name:<{INDENT}}", QUIET)
    add_words(text, words, INDENT, columns)


def row_of(view: View, strand: Strand) -> list[Text]:
    """The tiles of a strand; those that go left from the first tile have their dogs turned."""
    row = []
    for tile in strand.tiles:
        half = tile * HALVES + int(view.state.joint[tile])
        turned = strand.seat == R.NO_SEAT and strand.side == 0
        row.append(tile_text(half ^ 1, half) if turned else tile_text(half, half ^ 1))
    return row


def tile_text(half: int, other: int) -> Text:
    """The two dogs of a tile as they lie, on their colours."""
    text = Text()
    for index, each in enumerate((half, other)):
        breed = int(dog_at(each))
        text.append("-" if index else "")
        text.append(COLOURS[breed], BREED_STYLES[breed])
    return text


def tip_words(view: View, strand: Strand) -> Iterator[Text]:
    """What is at the end of a strand: its name, or the house that shuts it."""
    tip = strand.spot
    if strand.tiles:
        tile = strand.tiles[-1]
        tip = tile * HALVES + 1 - int(view.state.joint[tile])
    if tip in view.houses:
        owner = view.houses[tip]
        yield Text(f"{HOUSE}{SEAT_NAMES[owner]}", SEAT_STYLES[owner])
    elif tip in view.ends:
        name = END_NAMES[view.ends.index(tip)]
        leads_left = strand.seat == R.NO_SEAT and strand.side == 0
        yield Text(f"{name} <" if leads_left else f"> {name}", "bold")


# The hands


def add_hand(text: Text, view: View, seat: int, columns: int) -> None:
    """A player's tiles as far as they are seen, and the house while it is at hand."""
    pointer = ">" if seat == view.mover else " "
    text.append(f"{pointer} {SEAT_NAMES[seat]:<{INDENT - 2}}", SEAT_STYLES[seat])
    hand = view.hand(seat)
    words = [Text(HOUSE, SEAT_STYLES[seat])] if view.has_house(seat) else []
    if hand is None or not hand:
        words.append(Text(count_of(view.held(seat), "tile")))
    else:
        words += [tile_text(tile * HALVES, tile * HALVES + 1) for tile in hand]
    add_words(text, words, INDENT, columns)


def add_spots(text: Text, view: View, columns: int) -> None:
    """Where the viewer can fork: by the dog that has to match, the tiles that have it inside."""
    if view.phase != R.PLAYING or view.seat != view.mover:
        return
    forks = choices_in(view.states, view.settings).forks
    spots = sorted({int(A.spot_of(action)) for action in forks})
    for number, breed in enumerate(sorted({int(dog_at(half)) for half in spots})):
        words = [Text(f"{COLOURS[breed]} at", QUIET)]
        tiles = dict.fromkeys(half // HALVES for half in spots if dog_at(half) == breed)
        words += [tile_text(tile * HALVES, tile * HALVES + 1) for tile in tiles]
        add_row(text, "" if number else "spots", words, columns)
