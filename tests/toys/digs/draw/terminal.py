"""Digs on a terminal: the yard in letters, and a line for each dog."""

from rich.text import Text

from offleash.contract import Records
from tests.toys.digs.draw.view import Table
from tests.toys.digs.options import SEAT_NAMES

STYLES = ("bold #e0522c", "bold #c99a00", "bold #3c8fd0", "bold #12a37d")


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """The yard as `seat` may see it: dogs by their initial, o a hole, B a bone."""
    table = Table(states, options, seat)
    text = Text(no_wrap=True)
    dogs = {table.board.spots[table.place(number)]: number for number in range(table.seats)}
    cells = {spot: cell for cell, spot in enumerate(table.board.spots)}
    for row, line in enumerate(table.board.rows):
        for column in range(len(line)):
            spot = row, column
            if spot in dogs:
                text.append(SEAT_NAMES[dogs[spot]][0], STYLES[dogs[spot]])
            elif spot not in cells:
                text.append("#", "green")
            else:
                cell = cells[spot]
                text.append("B" if table.has_bone(cell) else "o" if table.is_dug(cell) else ".")
            text.append(" ")
        text.append(f" {row + 1}\n", "dim")
    for number in range(table.seats):
        text.append(f"{SEAT_NAMES[number]:7}", STYLES[number])
        text.append(f"{table.purse(number)}\n")
    text.append(table.headline, "bold")
    return text
