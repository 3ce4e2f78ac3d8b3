"""What `compare` can be asked, field by field: whether a change matters."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Changes, field
from offleash.lab.questions.question import SeatedQuestion, games_field
from offleash.tools.confidence import LEVEL

SHARE_MARGIN = 0.01  # one point
OTHER_MARGIN = 0.01  # relative to arm a at the first look
MOST_LEVEL = 0.999999  # above it tails are rounding errors
CHANGE = "NAME=VALUE, a preset, a rules file or bots=…; may be repeated"


class Compare(SeatedQuestion):
    """Play two variants with the same luck until it is clear whether they differ."""

    kind = "compare"
    asks = "Does this change matter?"

    a: Changes = field(CHANGE, metavar="CHANGE", usual="the base")
    b: Changes = field("the other variant, in the same form", metavar="CHANGE", usual="the base")
    _: KW_ONLY
    measure: str | None = field(
        "the measure that decides",
        default=None,
        metavar="NAME",
        usual="the game's first",
        label="Deciding measure",
    )
    margin: float | None = field(
        "the largest difference that does not matter; of a share, 0.05 is five points",
        default=None,
        above=0,
        usual=f"{SHARE_MARGIN:g} for a share, otherwise {OTHER_MARGIN:.0%} of the value of a",
        label="Smallest difference that matters",
        is_main=True,
    )
    level: float = field(
        "confidence level over all looks",
        default=LEVEL,
        low=0.5,
        high=MOST_LEVEL,
        label="Confidence",
    )
    precision: float | None = field(
        "play on after the verdict until the interval reaches at most this far to each side",
        default=None,
        above=0,
        usual="stop at once",
    )
    games: int = games_field("maximum games per arm", 48_000)  # whole blocks in every game
