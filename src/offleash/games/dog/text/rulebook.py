"""The rulebook of Dog: its templates are in the folder `rulebook`, its examples in `data`."""

from pathlib import Path

from offleash.contract import Records
from offleash.contract.text.rulebook import Rulebook, option_values
from offleash.contract.text.rulebook_template import Texts, read_rulebook
from offleash.games.dog.draw.teaching import draw_round
from offleash.games.dog.options import OPTION_LIST
from offleash.games.dog.rules import record as R

FOLDER = Path(__file__).parent.parent
COVER = "F3P10P0*|P20P52|P41F2|P5P60 hands=|||"
DEALT = (6, 5, 4, 3, 2)  # cards for each player, round by round


def rulebook(options: Records, texts: Texts | None = None) -> Rulebook:
    """Return the whole book; `texts` are sections that replace ours."""
    values = vars(option_values(OPTION_LIST, options))
    values |= {
        "seats": R.SEATS,
        "tokens": R.TOKENS,
        "team": 2 * R.TOKENS,
        "dealt": DEALT,
        "ranks": R.RANKS - 1,
        "copies": R.COPIES,
        "deck": R.COPIES * (R.RANKS - 1) + values["jokers"],
        "quarter": values["loop_len"] // R.SEATS,
    }
    pictures = {"round": lambda: draw_round(values["throw_hidden"])}
    return read_rulebook(FOLDER, texts, values, pictures, COVER)
