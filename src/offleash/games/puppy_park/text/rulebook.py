"""The rulebook of Puppy Park: its templates are in the folder `rulebook`, examples in `data`."""

from pathlib import Path

from offleash.contract import Records
from offleash.contract.text.rulebook import Rulebook, option_values
from offleash.contract.text.rulebook_template import Texts, read_rulebook
from offleash.games.puppy_park.draw.teaching import draw_choices
from offleash.games.puppy_park.options import OPTION_LIST
from offleash.games.tiles.draw.teaching import draw_breeds
from offleash.games.tiles.text.rulebook import PAIR, starter_words, tile_counts

FOLDER = Path(__file__).parent.parent
COVER = (
    "table=blue-brown@0,0E,yellow-red@-1,1SE,blue-yellow@-1,0SW,brown-red@2,-1E,red-red@0,2E,"
    "white-grey@-3,2SE,black-shiba@2,0SE hands=grey-grey|black-black"
)


def rulebook(options: Records, texts: Texts | None = None) -> Rulebook:
    """Return the whole book; `texts` are sections that replace ours."""
    o = option_values(OPTION_LIST, options)
    counts = tile_counts(o.extra_tiles)
    lot = "Draw lots, or let the player with the cutest dog start."
    values = {
        **vars(o),
        **counts,
        "hand": counts["tiles"] // o.players,
        "left_over": counts["tiles"] % o.players,
        "houses": o.players == PAIR or o.houses34,
        "starter_words": starter_words(o.starter, o.players, lot),
    }
    cover = COVER if o.players == PAIR else ""
    cover = cover if o.extra_tiles else cover.replace(",black-shiba@2,0SE", "")
    shape = int(options["tp_shape"][0]) if o.tree_poop else None
    pictures = {
        "dogs": lambda: draw_breeds(counts["breeds"]),
        "turn": lambda: draw_choices(values["houses"], shape),
    }
    return read_rulebook(FOLDER, texts, values, pictures, cover)
