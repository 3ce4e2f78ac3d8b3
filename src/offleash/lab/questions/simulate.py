"""What `simulate` can be asked, field by field: what rules are like."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Seconds, field
from offleash.lab.questions.question import SeatedQuestion, games_field


class Simulate(SeatedQuestion):
    """Play many games between bots and print statistics."""

    kind = "simulate"
    asks = "What are these rules like?"

    games: int = games_field("number of games, rounded up to whole blocks", 1000)
    _: KW_ONLY
    seconds: Seconds | None = field(
        "seconds that people need for kinds of decisions, for the playing time",
        default=None,
        unit="seconds",
        metavar="KIND=S,…",
        usual="those of the game",
    )
