"""What a player of Dömidög may look up at the table; every line fits sixty columns."""

from offleash.contract import Records
from offleash.games.domidog.rules.course import set_tiles
from offleash.games.tiles.rules.dogs import BASE_TILES
from offleash.games.tiles.text.rulebook import list_breeds

RULES = """\
The first player with no tiles left wins. The player who
holds blue-blue starts with it; if nobody does, the first
tile is any double.

On your turn lay a tile to an end of the chain, dog to equal
dog. If you can't, draw until you can. If you can, you may
neither draw nor pass. With the supply empty you pass, and
when all pass, the player with the fewest tiles wins; those
who tie share the win.

Once a game you may fork instead: your house shuts an end
for ever, and a tile goes to the inside of any other tile,
dog to equal dog. That makes a new end, with the name of the
one that was shut. Then you draw a tile, if there is one."""

FORK_LATE = "You may also fork after drawing, while nothing fits."
FORK_EARLY = "Nobody may fork after drawing in the same turn."

LAST_DRAWS = """\
After a fork with your last tile you draw as well: it wins
only when the supply is empty."""
LAST_WINS = "A fork with your last tile wins at once."

HIDDEN = """\
Hands are hidden. But a player who draws or passes has no
tile that fits: everybody may remember that."""
FACE_UP = "Hands lie face up on the table."

TYPING = """\
red-yellow        lays it, where it fits only one end
red-yellow left   lays it to the left end
left              lays the only tile that fits there
fork left red-yellow at brown-yellow
                  your house shuts the left end, and
                  red-yellow goes to brown-yellow
draw, pass        when nothing fits

Either dog of a tile may come first, and l and r stand for
left and right. In a fork, leave out what is clear."""


def rules(options: Records) -> str:
    """Return the rules as the options have them."""
    settings = options[0]
    parts = [
        RULES,
        FORK_EARLY if settings["fork_before_draw_only"] else FORK_LATE,
        LAST_WINS if settings["fork_wins_before_draw"] else LAST_DRAWS,
        FACE_UP if settings["face_up"] else HIDDEN,
        f"There are {int(set_tiles(settings))} tiles, every two dogs once.",
    ]
    return "\n\n".join(parts)


def dogs(options: Records) -> str:
    """Return the breeds by their colours."""
    return list_breeds(int(set_tiles(options[0])) > BASE_TILES, with_marks=False)
