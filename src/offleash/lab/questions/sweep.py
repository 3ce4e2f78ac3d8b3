"""What `sweep` can be asked, field by field: which value of an option is best."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Ranges, Texts, field
from offleash.lab.questions.question import SeatedQuestion, games_field

GRID_GAMES, SOBOL_GAMES = 2400, 480  # per point


class Sweep(SeatedQuestion):
    """Vary options over their values and measure the effect."""

    kind = "sweep"
    asks = "Which value is best?"

    over: Ranges = field(
        "an option and its values: name, name=1,4,none, name=2..6, name=3,1,2,2/2,2,2,2, "
        "water_cap.bruiser=4..6 for one archetype; may be repeated",
        metavar="RANGE",
    )
    _: KW_ONLY
    sobol: int | None = field(
        "estimate which options matter from N samples, a power of two, instead of a grid",
        default=None,
        unit="samples",
        metavar="N",
        usual="a grid",
        label="Sobol samples",
        is_main=True,
    )
    measures: Texts = field(
        "a measure to print; may be repeated",
        default=(),
        flag="--measure",
        metavar="NAME",
        usual="the first few",
    )
    games: int | None = games_field(
        "games per point", None, f"{GRID_GAMES}, or {SOBOL_GAMES} with --sobol"
    )
