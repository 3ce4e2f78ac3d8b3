"""Uri-Nation on a terminal: a street with two letters a cell, then every bowl.

Every disk and every dog is written with its dog's letter, so that nothing depends on colour.
"""

import textwrap
from collections.abc import Iterable

from rich.text import Text

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.contract.text.wording import in_current_names
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, Board, Cell, cell_text
from offleash.games.uri_nation.position import Position, lasting_effects, plural, status_line
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import is_housebound
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.text.names import STOCK_NAMES, archetype_name, home_text

WIDTH = 60  # of the lines below the board
NAME_WIDTH = 9  # of a dog
SEAT_STYLES = ("bold #e0522c", "bold #c99a00", "bold #3c8fd0", "bold #12a37d")
DISK_STYLES = (
    "bold white on #c23b18",
    "bold black on #f4c51f",
    "bold white on #1c72b4",
    "bold white on #0b7d5e",
)
QUIET = "dim"
PEG, HOLE = "●", "○"
WIDEST = 47  # columns of two letters each that fit a hundred; wider boards have one letter

STYLES = {
    "s": "#8f8778 on #dfd8c9",
    ":": "#a97a5a on #cf9f7c",
    "=": "#8a8d93 on #5d6066",
    "x": "bold #f3efe2 on #5d6066",
    "+": "#8a8d93 on #5d6066",
    ".": "",
    "/": "#9a7038 on #ead9ae",
    "T": "#35591f on #c5dd9a",
    "B": "bold white on #a81f18",
    "P": "bold white on #4f8a2d",
    "C": "bold white on #5b6b74",
    "E": "bold white on #9c6b3d",
    "W": "bold white on #3b7fa8",
    **dict(zip(LABELS, DISK_STYLES, strict=True)),
}
SIGNS = {"s": "·", ".": " "}  # all other glyphs stand for themselves

Ground = dict[Cell, tuple[str, str]]  # the two letters of each cell, and their style


# A board


def ground(board: Board) -> Ground:
    """Return what each cell shows on an empty board."""
    return {
        (row, column): (f" {SIGNS.get(glyph, glyph)}", STYLES[glyph])
        for row, line in enumerate(board.rows)
        for column, glyph in enumerate(line)
    }


def draw_grid(board: Board, cells: Ground) -> Text:
    """Return cells in their rows, with the numbers of rows and columns around them."""
    text = Text(no_wrap=True)
    columns = range(len(board.rows[0]))
    letters = 2 if len(columns) <= WIDEST else 1
    tens = "".join(f"{'' if column % 10 else column // 10 or '':>{letters}}" for column in columns)
    units = "".join(f"{column % 10:{letters}}" for column in columns)
    text.append(f"   {tens.rstrip()}\n   {units}\n", QUIET)
    for row in range(len(board.rows)):
        text.append(f"{row:2} ", QUIET)
        for column in columns:
            sign, style = cells[row, column]
            text.append(sign[-letters:], style)
        text.append(f" {row}\n", QUIET)
    return text


def draw_map(board: Board) -> Text:
    """Return a board with its name, its paths and what its letters mean."""
    text = Text(f"{board.name}, for version {board.version_text}\n\n", no_wrap=True)
    text.append_text(draw_grid(board, ground(board)))
    for entry, leave in board.paths:
        text.append(f"path {cell_text(entry)} > {cell_text(leave)}\n")
    glyphs = [glyph for glyph in GLYPHS if glyph not in "./" + LABELS]
    text.append("\n" + "  ".join(legend(board, glyphs)) + "  1-4 homes")
    return text


def legend(board: Board, glyphs: Iterable[str]) -> list[str]:
    """Return what the glyphs of a board mean, only those that it has."""
    used = (glyph for glyph in glyphs if any(glyph in row for row in board.rows))
    return [f"{SIGNS.get(glyph, glyph)} {GLYPHS[glyph]}" for glyph in used]


# A position


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """Return the street and the bowls; all of it is open to everybody but a bid not yet shown."""
    position = Position(states, options, seat)
    text = draw_grid(position.board, street(position))
    text.append("\n")
    add_status(text, position)
    for player in range(position.seats):
        add_bowl(text, position, player)
    for place, marks in zip(position.names.sites, position.marks, strict=False):
        if marks:
            dogs = [dog_name(position, seat) for seat in position.members(marks)]
            text.append(f"alliance at {place}: {', '.join(dogs)}\n")
    add_legend(text, position)
    return text


def seat_on(position: Position) -> int:
    """Return who decides, or whose luck it is; OVER where it is nobody's."""
    if position.actor != CHANCE:
        return position.actor
    return position.walker if position.order[0] != R.NOBODY_THERE else OVER


def dog_name(position: Position, seat: int) -> str:
    """Return what a project calls a dog: `Yapper`."""
    return in_current_names(archetype_name(position.records, seat))


def letters(position: Position) -> list[str]:
    """Return the letter of every dog, `y`: the first one of its name that no dog before it has."""
    taken: list[str] = []
    for seat in range(position.seats):
        name = [letter for letter in dog_name(position, seat).lower() if letter.isalnum()]
        others = [letter for letter in [*name, *"abcd"] if letter not in taken]
        taken.append(others[0])
    return taken


def street(position: Position) -> Ground:
    """Return the board with disks, fortify tokens, markers and dogs on it."""
    board, cells, dog_letters = position.board, ground(position.board), letters(position)
    for number, place in enumerate(board.territories):
        owner = position.owner(number)
        if owner != R.NOBODY_THERE:
            tokens = position.fort[number] or " "
            cells[place] = (f"{tokens}{dog_letters[owner]}", DISK_STYLES[owner])
    for home, place in enumerate(board.homes):  # `!` while its disk is lost
        resident, sign = position.resident(home), "!" if position.home_away[home] else " "
        style = QUIET if resident == R.NOBODY_THERE else DISK_STYLES[resident]
        cells[place] = (f"{sign}{LABELS[home]}", style)
    for site, place in enumerate(board.sites):
        founder = position.founder[site]
        if founder != R.NOBODY_THERE:
            count = position.marks[site].bit_count()
            cells[place] = (f"{count}{board.at(place)}", DISK_STYLES[founder])
    for cell, dogs in position.dogs_by_cell.items():
        dog = seat_on(position) if seat_on(position) in dogs else dogs[0]
        letter = dog_letters[dog] if len(dogs) == 1 else str(len(dogs))
        cells[board.cells[cell]] = (f"@{letter}", DISK_STYLES[dog])
    return cells


# The lines below


def add_status(text: Text, position: Position) -> None:
    """Add the round, and what is going on."""
    options, mover = position.options, seat_on(position)
    rounds = f"round {position.rounds} of {options.last_round}"
    text.append(f"{rounds} · {options.territories_to_win} territories win\n", QUIET)
    style = SEAT_STYLES[mover] if mover >= 0 else "bold"
    status = in_current_names(status_line(position, position.dog, has_bonuses=True))
    for line in textwrap.wrap(status, WIDTH):
        text.append(f"{line}\n", style)
    for effect in lasting_effects(position, position.dog):
        text.append("\n".join(textwrap.wrap(in_current_names(effect), WIDTH)) + "\n")


def add_bowl(text: Text, position: Position, seat: int) -> None:
    """Add a dog with its water and tokens; then where it is, and what else there is to know."""
    pointer = ">" if seat == seat_on(position) else " "
    water = position.water(seat)
    empty = max(0, position.most_water(seat) - water)
    tokens = [f"{STOCK_NAMES[stock]} {position.stock(seat, stock)}" for stock in range(R.WATER)]
    names = [label(position, dog) for dog in range(position.seats)]
    width = max(NAME_WIDTH, *(len(name) + 1 for name in names))
    text.append(f"{pointer} {names[seat]:<{width}}", SEAT_STYLES[seat])
    text.append(f"{PEG * water}{HOLE * empty}", "#3c8fd0")
    text.append(f" {' '.join(map(in_current_names, tokens))}\n")
    facts = in_current_names(", ".join(details(position, seat)))
    for line in textwrap.wrap(facts, WIDTH - 4):
        text.append(f"    {line}\n", QUIET)


def label(position: Position, seat: int) -> str:
    """Return the name of a dog, with its letter if that is not the first one: `Alpha (l)`."""
    name, letter = dog_name(position, seat), letters(position)[seat]
    return name if name.lower().startswith(letter) else f"{name} ({letter})"


def details(position: Position, seat: int) -> list[str]:
    """Return territories, place, home, cards, and what holds a dog back."""
    state, cell, home = position.state, position.cell(seat), position.home[seat]
    count = plural(position.territory_count(seat), "territory", "territories")
    facts = [count, f"at {position.cell_name(cell) if cell != NOWHERE else '-'}"]
    if home != NOWHERE:
        tokens = position.home_fort[home]
        facts.append(home_text(home) + (f" with {tokens} fortify" if tokens else ""))
    facts += [f"holds {card.id} {card.name}" for card in position.cards(seat)]
    extra, bonus = state.walk_extra[seat], state.attack[seat]
    facts += [f"{extra:+d} on the next walk"] * bool(extra)
    facts += [f"{bonus:+d} in challenges"] * bool(bonus)
    facts += ["no action"] * bool(state.skip[seat])
    return facts + ["housebound"] * bool(is_housebound(state, position.options, seat))


def add_legend(text: Text, position: Position) -> None:
    """Add what the letters mean."""
    letter = letters(position)[0]
    entries = [
        f"@{letter} {in_current_names(position.dog(0))}",
        f"{letter} its territory",
        f"2{letter} with 2 fortify tokens",
        "1-4 homes",
        *legend(position.board, "TsxBPWCE:"),
    ]
    lines = textwrap.wrap("  ".join(entry.replace(" ", "\0") for entry in entries), WIDTH)
    text.append("\n".join(lines).replace("\0", " "), QUIET)
