"""The rulebook of Secret Mission: templates are in the folder `rulebook`, examples in `data`."""

from pathlib import Path

from offleash.contract import Records
from offleash.contract.text.rulebook import Rulebook, option_values
from offleash.contract.text.rulebook_template import Texts, read_rulebook
from offleash.games.secret_mission.draw.teaching import draw_turn
from offleash.games.secret_mission.options import OPTION_LIST
from offleash.games.tiles.draw.teaching import draw_breeds
from offleash.games.tiles.text.rulebook import PAIR, starter_words, tile_counts

FOLDER = Path(__file__).parent.parent
COVER = (
    "table=blue-brown@0,0E,red-red@0,1E,yellow-yellow@2,-1SE,white-grey@-1,2E,black-black@1,2E "
    "missions=brown-yellow|blue-red playing=black-grey|white-white"
)


def rulebook(options: Records, texts: Texts | None = None) -> Rulebook:
    """Return the whole book; `texts` are sections that replace ours."""
    o = option_values(OPTION_LIST, options)
    counts = tile_counts(o.extra_tiles)
    values = {
        **vars(o),
        **counts,
        "supply": counts["tiles"] - 2 * o.players,  # less a mission and a playing tile each
        "laid": counts["tiles"] - o.players,
        "starter_words": starter_words(o.starter, o.players, "Draw lots for who starts."),
    }
    pictures = {"dogs": lambda: draw_breeds(counts["breeds"]), "turn": draw_turn}
    cover = COVER if o.players == PAIR else ""
    return read_rulebook(FOLDER, texts, values, pictures, cover)
