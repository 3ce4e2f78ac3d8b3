"""What `ladder` can be asked, field by field: how strong the bots are."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Seats, field
from offleash.lab.questions.question import SEATINGS, RunQuestion, games_field


class Ladder(RunQuestion):
    """Play every pairing of the bots and rate them."""

    kind = "ladder"
    asks = "How strong are the bots?"

    bots: Seats = field("the bots to rate: random,greedy,persona:x …")
    _: KW_ONLY
    anchor: str = field(
        "the bot whose rating is 0",
        default="",
        metavar="BOT",
        usual="the mean of all is 0",
        label="Rated 0",
    )
    games: int = games_field("games per pairing", 1000)
    seatings: str | None = field(
        "how bots change seats: rotations, all, factorial",
        default="rotations",
        choices=SEATINGS,
        metavar="WAY",
    )
