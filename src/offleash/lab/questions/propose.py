"""What `propose` can be asked, field by field: which rules would be better."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Lineups, Ranges, Texts, field
from offleash.lab.questions.question import GOALS, RunQuestion, games_field, rule_sets_field


class Propose(RunQuestion):
    """Propose better rules: find what matters, search, and check the best on fresh luck."""

    kind = "propose"
    asks = "Which rules would be better?"

    _: KW_ONLY
    goals: Texts = field(
        GOALS,
        default=(),
        flag="--goal",
        metavar="GOAL",
        usual="fairness, the length on the box, few-changes",
    )
    over: Ranges = field(
        "an option that may change, to its suggested values or those listed; may be repeated",
        default=(),
        metavar="NAME[=VALUES]",
        usual="all rules of the game",
    )
    bots: Lineups = field(
        "bots: one name, or one per seat; repeat it for several groups of bots",
        default=(),
        flag="--seats",
        usual="persona, trained, greedy and searching bots",
    )
    keep: Texts = field(
        "what must stay, whatever the goals say: an option, sum(OPTION)=NUMBER, OPTION=OPTION, or "
        "changes<=NUMBER for the numbers that change; may be repeated",
        default=(),
        metavar="CONSTRAINT",
        usual="nothing",
    )
    also: Texts = field(
        "play with this option changed too, such as board=nine-blocks, and judge rules by where "
        "they do worst; may be repeated",
        default=(),
        metavar="NAME=VALUE",
        usual="only the rules that are named",
    )
    minutes: float | None = field(
        "finish in about so many minutes: how many rule sets and games that buys is measured "
        "before the search, and takes the place of the counts",
        default=None,
        unit="minutes",
        above=0,
        is_main=True,
        usual="as long as the counts take",
    )
    trials: int = rule_sets_field(
        "rule sets to try in the search", 160, "Rule sets to try", is_main=True
    )
    slow_trials: int = rule_sets_field(
        "the best rule sets and variants of them that slow bots play too",
        24,
        "Rule sets for slow bots",
    )
    finalists: int = rule_sets_field(
        "rule sets to validate and propose", 5, "Rule sets to propose", high=20, is_main=True
    )
    centres: int = field(
        "how often each option is changed in the screening",
        default=4,
        unit="times",
        low=1,
        high=100,
    )
    check_games: int = field(
        "games per validated rule set; half in the shortlist", default=4800, unit="games", low=1
    )
    slow_games: int = field(
        "the same for slow bots, such as searching ones", default=480, unit="games", low=1
    )
    games: int = games_field("games per rule set in the search", 480)  # for each group of bots
