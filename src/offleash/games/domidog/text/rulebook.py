"""The rulebook of Dömidög: its templates are in the folder `rulebook`, its examples in `data`."""

from pathlib import Path

from offleash.contract import Records
from offleash.contract.text.rulebook import Rulebook, option_values
from offleash.contract.text.rulebook_template import Texts, read_rulebook
from offleash.games.domidog.draw.teaching import draw_choices
from offleash.games.domidog.options import OPTION_LIST
from offleash.games.domidog.rules import record as R
from offleash.games.tiles.draw.teaching import draw_breeds
from offleash.games.tiles.text.rulebook import PAIR, starter_words, tile_counts

FOLDER = Path(__file__).parent.parent
COVER = (
    "chain=red-red,red-yellow>red-red.2,blue-yellow>red-yellow.yellow,red-white>red-red.1 "
    "hands=red-black|grey-grey supply=black-black"
)


def rulebook(options: Records, texts: Texts | None = None) -> Rulebook:
    """Return the whole book; `texts` are sections that replace ours."""
    o = option_values(OPTION_LIST, options)
    is_extra = bool(o.extra_tiles or o.players > PAIR)
    counts = tile_counts(is_extra)
    opener = starter_words(o.starter, o.players, "draw lots for who starts")
    values = {
        **vars(o),
        **counts,
        "is_extra": is_extra,
        "dealt": R.DEALT,
        "supply": counts["tiles"] - R.DEALT * o.players,
        "opener": opener.removesuffix("."),
    }
    pictures = {"dogs": lambda: draw_breeds(counts["all_breeds"]), "turn": draw_choices}
    cover = COVER if o.players == PAIR else ""
    return read_rulebook(FOLDER, texts, values, pictures, cover)
