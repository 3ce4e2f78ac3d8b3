"""The question of a claim, field by field: whether a bot wins as often as claimed."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Seats, Texts, field
from offleash.lab.questions.question import SEATINGS, RunQuestion


class Claim(RunQuestion):
    """Test whether a bot wins more than a share, or more than another bot; only in plan files."""

    kind = "claim"
    is_command = False

    bot: str = field("the bot that the claim is about")
    above: float = field("the share of the wins that it exceeds", low=0, high=1)
    _: KW_ONLY
    against: Seats = field("its opponents, each on half of the sides", default=())
    among: Seats = field("the whole table, a name for each seat", default=())
    than: str = field("the bot that it wins more than", default="", usual="the share alone")
    habit: Texts = field("measures of what it does more often than others", default=())
    of: str = field("the archetype that does it most", default="")
    per: str = field("the measure by which they are divided", default="")
    games: int | None = field(
        "the most games per arm", default=None, unit="games", low=1, usual="1,024 blocks"
    )
    seatings: str | None = field("how players change seats", default="rotations", choices=SEATINGS)
