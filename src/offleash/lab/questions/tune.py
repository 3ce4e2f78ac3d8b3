"""What `tune` can be asked, field by field: which rules come closest to several goals."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Ranges, Texts, field
from offleash.lab.questions.question import GOALS, SeatedQuestion, games_field, rule_sets_field

SAMPLERS = ("nsga2", "tpe")


class Tune(SeatedQuestion):
    """Search for rules that meet your goals: fairness, length, few changes."""

    kind = "tune"
    asks = "Which rules come closest to several goals?"

    over: Ranges = field(
        "an option to vary, over its suggested values or those listed; may be repeated",
        metavar="NAME[=VALUES]",
    )
    goals: Texts = field(GOALS, flag="--goal", metavar="GOAL")
    _: KW_ONLY
    trials: int = rule_sets_field(
        "number of rule sets to try", 60, "Rule sets to try", is_main=True
    )
    sampler: str = field(
        "the search algorithm: nsga2 or tpe",
        default=SAMPLERS[0],
        choices=SAMPLERS,
        label="Search algorithm",
    )
    games: int = games_field("games per rule set", 1000)
