"""What a player of Secret Mission may look up at the table; every line fits sixty columns."""

from offleash.contract import Records

RULES = """\
Everybody has a secret mission, a tile with two breeds. At
the end your score is the largest group of one breed times
the largest group of the other, and the lowest score wins.
If players tie, the one who laid a final tile earlier wins.

A turn: lay your playing tile on the ground, next to a tile,
and draw the next one while there is a supply. Dogs need not
match, nothing is stacked, nobody passes. Play goes
anticlockwise. The game ends when all tiles but the missions
are laid.

Dogs of one breed are a group when their cells touch. A
mission is never a double, so every double is laid, and no
score is below 4."""

OPEN = "Playing tiles lie face up."
HIDDEN = "Playing tiles are hidden until they are laid."


TYPING = """\
The board shows a number on every cell where the first dog
of your tile may lie. Type it with the way to the other dog:
12 SE. Or type two numbers, a dog on each: 12 13.

A place can also be written by its cell: at 3,-2 SW. At the
left of every row is the cell it begins with."""


def rules(options: Records) -> str:
    """Return the rules as the options have them."""
    return f"{RULES}\n\n{OPEN if options['open_playing_tile'][0] else HIDDEN}"
