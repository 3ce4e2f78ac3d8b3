"""What `worth` can be asked, field by field: what an action is worth."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Seats, field
from offleash.lab.questions.question import Question


class Worth(Question):
    """Measure what an action is worth: split games where it is legal, and play on both ways."""

    kind = "worth"

    action: str = field("the first word of an action, such as ally", metavar="WORD")
    _: KW_ONLY
    seats: Seats | None = field(
        "bots: one name, or one per seat", default=None, usual="each seat's persona"
    )
    games: int = field(
        "how many games to split", default=200, unit="games", low=2, short="-n", is_main=True
    )
    futures: int = field(
        "how often each of the two futures is played", default=32, unit="times", low=1
    )
