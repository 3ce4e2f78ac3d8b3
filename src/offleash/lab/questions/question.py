"""What all questions share: the game, its rules, the luck, and the bots at the table."""

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Any, ClassVar

from offleash.lab.questions.field import AnyPath, Fields, Options, Seats, field

if TYPE_CHECKING:
    from offleash.contract import Game

SEATINGS = ("fixed", "rotations", "all", "subsets", "factorial")
# What a run stores: every game; figures and counts by place; or figures only (without Polars).
EVERYTHING, FIGURES, ACCOUNTS = RECORDS = ("all", "figures", "accounts")
# What a function in Python does where a bot of one's own loses a game by an error.
RAISE, COUNT = ON_FORFEIT = ("raise", "count")
MOST_TRIALS = 10_000
GOALS = (
    "fairness, few-changes, MEASURE=NUMBER, MEASURE=LOW..HIGH (any value between is equally good), "
    "MEASURE<=NUMBER, MEASURE>=NUMBER (a limit, such as 15%), min:MEASURE or max:MEASURE; may be "
    "repeated"
)


def games_field(text: str, default: int | None, usual: str = "") -> Any:
    """Return the field with the number of games that are played."""
    return field(text, default=default, unit="games", low=1, usual=usual, short="-n", is_main=True)


def rule_sets_field(
    text: str, default: int, label: str, high: int = MOST_TRIALS, **spec: Any
) -> Any:
    """Return a field with a number of rule sets."""
    return field(text, default=default, unit="rule sets", low=1, high=high, label=label, **spec)


class Question(Fields):
    """What every question has: the game, its rules, and the luck."""

    kind: ClassVar[str]
    is_command: ClassVar[bool] = True

    game: "str | Game" = field("a game, or the folder of a project")
    _: KW_ONLY
    preset: str | None = field(
        "the preset rules to start from", default=None, metavar="NAME", usual="the game's first"
    )
    rules: AnyPath | None = field(
        "a TOML file with a base preset and changes", default=None, metavar="FILE"
    )
    options: Options | None = field(
        "set an option of the game; may be repeated",
        default=None,
        flag="--set",
        metavar="NAME=VALUE",
    )
    seed: int = field("the same seed plays the same games", default=0, low=0, is_main=True)
    threads: int | None = None  # how it is played, which changes no game


class RunQuestion(Question):
    """A question that a run answers, which can be stored."""

    asks: ClassVar[str] = ""  # in the studio's form; without it the form does not offer the kind

    _: KW_ONLY
    seatings: str | None = field(
        "how players change seats within a block: fixed, rotations, all, subsets, which also "
        "plays every choice of archetypes if there are fewer seats, or factorial, which also "
        "moves homes",
        default=None,
        choices=SEATINGS,
        metavar="WAY",
        usual="the most informative one for the game",
    )
    record: str = field(
        "what a run stores: all; figures: no rows per game, for runs that would fill the disk; "
        "accounts: no Parquet files at all, which needs only NumPy",
        default=EVERYTHING,
        choices=RECORDS,
        metavar="WHAT",
    )
    out: AnyPath | None = None
    progress: bool = True
    on_forfeit: str = RAISE


class SeatedQuestion(RunQuestion):
    """A question about games in which the same bots sit at every table."""

    _: KW_ONLY
    seats: Seats = field("bots: one name, or one per seat", default="greedy")
