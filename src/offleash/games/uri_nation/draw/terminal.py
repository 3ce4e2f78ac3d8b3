"""Uri-Nation on a terminal: the street in letters, then every bowl.

Every disk and every dog is written with its dog's initial, so that nothing hangs on colour.
"""

import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.text import Text

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.core.rules.actors import CHANCE, OVER
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, Board
from offleash.games.uri_nation.draw.map import SIGNS, Ground, draw_grid, ground
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has, ones
from offleash.games.uri_nation.rules.challenges import resident_of
from offleash.games.uri_nation.rules.economy import is_housebound, most_of
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.rules.territory import held_count, owner_of
from offleash.games.uri_nation.rules.turn import actor
from offleash.games.uri_nation.text.names import (
    STOCK_NAMES,
    archetype_name,
    card_id,
    card_name,
    dog_name,
    home_text,
    site_text,
    stand_text,
)
from offleash.games.uri_nation.text.now import headline

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
    table = Table(states, options)
    text = draw_grid(table.board, street(table))
    text.append("\n")
    add_status(text, table)
    for each in range(table.seats):
        add_bowl(text, table, each)
    add_alliances(text, table)
    add_legend(text, table)
    return text


@dataclass(frozen=True)
class Table:
    """A position with all that drawing asks of it."""

    states: Records
    options: Records

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def rules(self) -> Any:
        return self.options[0]

    @cached_property
    def board(self) -> Board:
        return board_of(self.options)

    @cached_property
    def seats(self) -> int:
        return int(self.rules["seats"])

    @cached_property
    def mover(self) -> int:
        """Who decides, or whose luck it is."""
        who = int(actor(self.state))
        if who != CHANCE:
            return who
        return int(self.state["seat"]) if self.state["order"][0] != R.NOBODY_THERE else OVER

    def initial(self, seat: int) -> str:
        return archetype_name(self.options, seat)[0].lower()

    def stand(self, seat: int) -> str:
        """Where a dog stands, if it has a home yet."""
        cell = int(self.state["cell"][seat])
        return stand_text(self.options, cell) if cell != NOWHERE else "-"


# The street


def street(table: Table) -> Ground:
    """The board with disks, fortify tokens, markers and dogs on it."""
    shown = ground(table.board)
    for number, place in enumerate(table.board.territories):
        owner = int(owner_of(table.state, table.rules, number))
        if owner != R.NOBODY_THERE:
            tokens = int(table.state["fort"][number]) or " "
            shown[place] = (f"{tokens}{table.initial(owner)}", DISK_STYLES[owner])
    for home, place in enumerate(table.board.homes):
        shown[place] = home_cell(table, home)
    for site, place in enumerate(table.board.sites):
        founder = int(table.state["founder"][site])
        if founder != R.NOBODY_THERE:
            count = ones(int(table.state["marks"][site]))
            shown[place] = (f"{count}{table.board.at(place)}", DISK_STYLES[founder])
    for cell, dogs in standing(table).items():
        who = table.mover if table.mover in dogs else dogs[0]
        letter = table.initial(who) if len(dogs) == 1 else str(len(dogs))
        shown[table.board.cells[cell]] = (f"@{letter}", DISK_STYLES[who])
    return shown


def home_cell(table: Table, home: int) -> tuple[str, str]:
    """A home in the colour of who lives there, `!` while its disk is lost."""
    resident = int(resident_of(table.state, table.rules, home))
    is_lost = table.state["home_away"][home] > 0
    style = QUIET if resident == R.NOBODY_THERE else DISK_STYLES[resident]
    return f"{'!' if is_lost else ' '}{LABELS[home]}", style


def standing(table: Table) -> dict[int, list[int]]:
    """The dogs by the cell where they stand."""
    found: dict[int, list[int]] = {}
    for seat in range(table.seats):
        cell = int(table.state["cell"][seat])
        if cell != NOWHERE:
            found.setdefault(cell, []).append(seat)
    return found


# The lines below


def add_status(text: Text, table: Table) -> None:
    """The round, and what is going on."""
    rounds = f"round {int(table.state['rounds'])} of {int(table.rules['max_rounds'])}"
    goal = f"{int(table.rules['win_territories'])} territories win"
    text.append(f"{rounds} · {goal}\n", QUIET)
    style = SEAT_STYLES[table.mover] if table.mover >= 0 else "bold"
    for line in textwrap.wrap(headline(table.states, table.options), WIDTH):
        text.append(f"{line}\n", style)
    for field, words in (
        ("no_water", "no water is to be had"),
        ("no_chance", "the chance spots are closed"),
        ("open_road", "crossings are free"),
    ):
        if whose := int(table.state[field]):
            names = [dog_name(table.options, s) for s in range(table.seats) if has(whose, s)]
            line = f"{words} until the next turn of {join_and(names)}"
            text.append("\n".join(textwrap.wrap(line, WIDTH)) + "\n")


def add_bowl(text: Text, table: Table, seat: int) -> None:
    """A dog with its water and tokens; then where it is, and what else there is to know."""
    pointer = ">" if seat == table.mover else " "
    bowl = [int(table.state["bowl"][seat, stock]) for stock in range(R.STOCKS)]
    empty = max(0, int(most_of(table.rules, seat, R.WATER)) - bowl[R.WATER])
    tokens = " ".join(f"{STOCK_NAMES[stock]} {bowl[stock]}" for stock in range(R.WATER))
    text.append(f"{pointer} {archetype_name(table.options, seat):<9}", SEAT_STYLES[seat])
    text.append(f"{PEG * bowl[R.WATER]}{HOLE * empty}", "#3c8fd0")
    text.append(f" {tokens}\n")
    for line in textwrap.wrap(", ".join(details(table, seat)), WIDTH - 4):
        text.append(f"    {line}\n", QUIET)


def details(table: Table, seat: int) -> list[str]:
    """Territories, place, home, cards, and what holds a dog back."""
    state, count = table.state, int(held_count(table.state, seat))
    told = [count_of(count, "territory", "territories", zero="0"), f"at {table.stand(seat)}"]
    home = int(state["home"][seat])
    if home != NOWHERE:
        tokens = int(state["home_fort"][home])
        told.append(home_text(home) + (f" with {tokens} fortify" if tokens else ""))
    told += [
        f"holds {card_id(table.options, int(card))} {card_name(table.options, int(card))}"
        for card in state["held"][seat]
        if card != R.NO_CARD
    ]
    if extra := int(state["walk_extra"][seat]):
        told.append(f"{extra:+d} on the next walk")
    if attack := int(state["attack"][seat]):
        told.append(f"{attack:+d} in challenges")
    if state["skip"][seat]:
        told.append("no action")
    if is_housebound(state, table.rules, seat):
        told.append("housebound")
    return told


def add_alliances(text: Text, table: Table) -> None:
    """Who is bonded where."""
    for site in range(int(table.rules["sites"])):
        marks = int(table.state["marks"][site])
        if marks:
            names = [archetype_name(table.options, s) for s in range(table.seats) if has(marks, s)]
            text.append(f"alliance at {site_text(table.options, site)}: {', '.join(names)}\n")


def add_legend(text: Text, table: Table) -> None:
    """What the letters mean."""
    first = table.initial(0)
    name = archetype_name(table.options, 0)
    said = [
        f"@{first} the {name}",
        f"{first} its territory",
        f"2{first} with 2 fortify tokens",
        "1-4 homes",
        *(
            f"{SIGNS.get(glyph, glyph)} {GLYPHS[glyph]}"
            for glyph in "TsxBPWCE:"
            if any(glyph in row for row in table.board.rows)
        ),
    ]
    lines = textwrap.wrap("  ".join(word.replace(" ", "\0") for word in said), WIDTH)
    text.append("\n".join(lines).replace("\0", " "), QUIET)
