"""Uri-Nation on a terminal: the street in letters, then every bowl.

Every disk and every dog is written with its dog's initial, so that nothing depends on colour.
"""

import textwrap

from rich.text import Text

from offleash.core.game import Records
from offleash.core.rules.actors import CHANCE, OVER
from offleash.games.uri_nation.board.text import GLYPHS, LABELS
from offleash.games.uri_nation.draw.map import SIGNS, Ground, draw_grid, ground
from offleash.games.uri_nation.position import Position, plural
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import is_housebound, most_of
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.text.names import STOCK_NAMES, archetype_name, home_text
from offleash.games.uri_nation.text.status_line import lasting_effects, status_line

WIDTH = 60  # of the lines below the board
SEAT_STYLES = ("bold #e0522c", "bold #c99a00", "bold #3c8fd0", "bold #12a37d")
DISK_STYLES = (
    "bold white on #c23b18",
    "bold black on #f4c51f",
    "bold white on #1c72b4",
    "bold white on #0b7d5e",
)
QUIET = "dim"
PEG, HOLE = "●", "○"


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """The street and the bowls; all of it is open to everybody but a bid that is not shown."""
    position = Position(states, options, seat)
    text = draw_grid(position.board, street(position))
    text.append("\n")
    add_status(text, position)
    for player in range(position.seats):
        add_bowl(text, position, player)
    add_alliances(text, position)
    add_legend(text, position)
    return text


def seat_on(position: Position) -> int:
    """Who decides, or whose luck it is; OVER where it is nobody's."""
    if position.actor != CHANCE:
        return position.actor
    return position.walker if position.order[0] != R.NOBODY_THERE else OVER


def initial(position: Position, seat: int) -> str:
    """The letter of a dog: `y`."""
    return archetype_name(position.records, seat)[0].lower()


# The street


def street(position: Position) -> Ground:
    """The board with disks, fortify tokens, markers and dogs on it."""
    board, cells = position.board, ground(position.board)
    for number, place in enumerate(board.territories):
        owner = position.owner(number)
        if owner != R.NOBODY_THERE:
            tokens = position.fort[number] or " "
            cells[place] = (f"{tokens}{initial(position, owner)}", DISK_STYLES[owner])
    for home, place in enumerate(board.homes):
        cells[place] = home_cell(position, home)
    for site, place in enumerate(board.sites):
        founder = position.founder[site]
        if founder != R.NOBODY_THERE:
            count = position.marks[site].bit_count()
            cells[place] = (f"{count}{board.at(place)}", DISK_STYLES[founder])
    for cell, dogs in dogs_by_cell(position).items():
        dog = seat_on(position) if seat_on(position) in dogs else dogs[0]
        letter = initial(position, dog) if len(dogs) == 1 else str(len(dogs))
        cells[board.cells[cell]] = (f"@{letter}", DISK_STYLES[dog])
    return cells


def home_cell(position: Position, home: int) -> tuple[str, str]:
    """A home in the colour of its resident, `!` while its disk is lost."""
    resident = position.resident(home)
    style = QUIET if resident == R.NOBODY_THERE else DISK_STYLES[resident]
    return f"{'!' if position.home_away[home] else ' '}{LABELS[home]}", style


def dogs_by_cell(position: Position) -> dict[int, list[int]]:
    """The dogs that stand on each cell."""
    dogs: dict[int, list[int]] = {}
    for seat in range(position.seats):
        if position.cell(seat) != NOWHERE:
            dogs.setdefault(position.cell(seat), []).append(seat)
    return dogs


# The lines below


def add_status(text: Text, position: Position) -> None:
    """The round, and what is going on."""
    options, mover = position.options, seat_on(position)
    rounds = f"round {position.rounds} of {options.max_rounds}"
    text.append(f"{rounds} · {options.win_territories} territories win\n", QUIET)
    style = SEAT_STYLES[mover] if mover >= 0 else "bold"
    status = status_line(position, position.dog, has_bonuses=True)
    for line in textwrap.wrap(status, WIDTH):
        text.append(f"{line}\n", style)
    for effect in lasting_effects(position, position.dog):
        text.append("\n".join(textwrap.wrap(effect, WIDTH)) + "\n")


def add_bowl(text: Text, position: Position, seat: int) -> None:
    """A dog with its water and tokens; then where it is, and what else there is to know."""
    pointer = ">" if seat == seat_on(position) else " "
    water = position.water(seat)
    empty = max(0, int(most_of(position.options, seat, R.WATER)) - water)
    tokens = [f"{STOCK_NAMES[stock]} {position.stock(seat, stock)}" for stock in range(R.WATER)]
    text.append(f"{pointer} {archetype_name(position.records, seat):<9}", SEAT_STYLES[seat])
    text.append(f"{PEG * water}{HOLE * empty}", "#3c8fd0")
    text.append(f" {' '.join(tokens)}\n")
    for line in textwrap.wrap(", ".join(details(position, seat)), WIDTH - 4):
        text.append(f"    {line}\n", QUIET)


def details(position: Position, seat: int) -> list[str]:
    """Territories, place, home, cards, and what holds a dog back."""
    state, cell, home = position.state, position.cell(seat), position.home[seat]
    count = plural(position.territory_count(seat), "territory", "territories")
    facts = [count, f"at {position.cell_name(cell) if cell != NOWHERE else '-'}"]
    if home != NOWHERE:
        tokens = position.home_fort[home]
        facts.append(home_text(home) + (f" with {tokens} fortify" if tokens else ""))
    facts += [f"holds {card.id} {card.name}" for card in position.cards(seat)]
    if state.walk_extra[seat]:
        facts.append(f"{state.walk_extra[seat]:+d} on the next walk")
    if state.attack[seat]:
        facts.append(f"{state.attack[seat]:+d} in challenges")
    if state.skip[seat]:
        facts.append("no action")
    if is_housebound(state, position.options, seat):
        facts.append("housebound")
    return facts


def add_alliances(text: Text, position: Position) -> None:
    """Who is bonded where."""
    for site, place in enumerate(position.names.sites):
        if members := position.members(position.marks[site]):
            dogs = [archetype_name(position.records, seat) for seat in members]
            text.append(f"alliance at {place}: {', '.join(dogs)}\n")


def add_legend(text: Text, position: Position) -> None:
    """What the letters mean."""
    letter = initial(position, 0)
    entries = [
        f"@{letter} {position.dog(0)}",
        f"{letter} its territory",
        f"2{letter} with 2 fortify tokens",
        "1-4 homes",
        *(
            f"{SIGNS.get(glyph, glyph)} {GLYPHS[glyph]}"
            for glyph in "TsxBPWCE:"
            if any(glyph in row for row in position.board.rows)
        ),
    ]
    lines = textwrap.wrap("  ".join(entry.replace(" ", "\0") for entry in entries), WIDTH)
    text.append("\n".join(lines).replace("\0", " "), QUIET)
