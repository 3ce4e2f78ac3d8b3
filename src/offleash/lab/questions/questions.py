"""The questions that the lab answers, each with all of its fields.

A new field is one line here. It is then a flag of the command, a keyword in Python, a key of plan
files, an input of the studio's form and a row of the table in the docs.
"""

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from offleash.lab.questions.field import (
    AnyPath,
    Changes,
    FieldSpec,
    Lineups,
    Options,
    Ranges,
    Seats,
    Seconds,
    Texts,
)
from offleash.lab.statistics.level import LEVEL

if TYPE_CHECKING:
    from offleash.contract import Game

SEATINGS = ("fixed", "rotations", "all", "subsets", "factorial")
# What a run stores: every game; figures and counts by place; or figures only (without Polars).
EVERYTHING, FIGURES, ACCOUNTS = RECORDS = ("all", "figures", "accounts")
# What a function in Python does where a bot of one's own loses a game by an error.
RAISE, COUNT = ON_FORFEIT = ("raise", "count")
SAMPLERS = ("nsga2", "tpe")
MOST_TRIALS = 10_000
GRID_GAMES, SOBOL_GAMES = 2400, 480  # of a sweep, per point
SHARE_MARGIN = 0.01  # one point
OTHER_MARGIN = 0.01  # relative to arm a at the first look
MOST_LEVEL = 0.999999  # above it tails are rounding errors
GENERATION_GAMES, ITERATION_GAMES = 400, 10_000  # of a training: of weights, of a judge
WEIGHTS, JUDGE = "Training weights", "Training a judge"
CHANGE = "NAME=VALUE, a preset, a rules file or bots=…; may be repeated"
GOALS = (
    "fairness, few-changes, MEASURE=NUMBER, MEASURE=LOW..HIGH (any value between is equally good), "
    "min:MEASURE or max:MEASURE; may be repeated"
)


def _games(text: str, usual: str = "") -> FieldSpec:
    """How many games are played."""
    return FieldSpec(text, "games", low=1, usual=usual, short="-n", is_main=True)


@dataclass(frozen=True)
class Question:
    """What every question has: the game, its rules, and the luck."""

    kind: ClassVar[str]
    is_command: ClassVar[bool] = True

    game: Annotated["str | Game", FieldSpec("a game, or the folder of a project")]
    _: KW_ONLY
    preset: Annotated[
        str | None,
        FieldSpec("the preset rules to start from", metavar="NAME", usual="the game's first"),
    ] = None
    rules: Annotated[
        AnyPath | None, FieldSpec("a TOML file with a base preset and changes", metavar="FILE")
    ] = None
    options: Annotated[
        Options | None,
        FieldSpec("set an option of the game; may be repeated", flag="--set", metavar="NAME=VALUE"),
    ] = None
    seed: Annotated[int, FieldSpec("the same seed plays the same games", low=0, is_main=True)] = 0
    threads: int | None = None  # how it is played, which changes no game


@dataclass(frozen=True)
class RunQuestion(Question):
    """A question that a run answers, which can be stored."""

    asks: ClassVar[str] = ""  # in the studio's form; without it the form does not offer the kind

    _: KW_ONLY
    seatings: Annotated[
        str | None,
        FieldSpec(
            "how players change seats within a block: fixed, rotations, all, subsets, which also "
            "plays every choice of archetypes if there are fewer seats, or factorial, which also "
            "moves homes",
            choices=SEATINGS,
            metavar="WAY",
            usual="the most informative one for the game",
        ),
    ] = None
    record: Annotated[
        str,
        FieldSpec(
            "what a run stores: all; figures: no rows per game, for runs that would fill the disk; "
            "accounts: no Parquet files at all, which needs only NumPy",
            choices=RECORDS,
            metavar="WHAT",
        ),
    ] = EVERYTHING
    out: AnyPath | None = None
    progress: bool = True
    on_forfeit: str = RAISE


@dataclass(frozen=True)
class SeatedQuestion(RunQuestion):
    """A question about games in which the same bots sit at every table."""

    _: KW_ONLY
    seats: Annotated[Seats, FieldSpec("bots: one name, or one per seat")] = "greedy"


@dataclass(frozen=True)
class Simulate(SeatedQuestion):
    """Play many games between bots and print statistics."""

    kind = "simulate"
    asks = "What are these rules like?"

    games: Annotated[int, _games("number of games, rounded up to whole blocks")] = 1000
    _: KW_ONLY
    seconds: Annotated[
        Seconds | None,
        FieldSpec(
            "seconds that people need for kinds of decisions, for the playing time",
            "seconds",
            metavar="KIND=S,…",
            usual="those of the game",
        ),
    ] = None


@dataclass(frozen=True)
class Compare(SeatedQuestion):
    """Play two variants with the same luck until it is clear whether they differ."""

    kind = "compare"
    asks = "Does this change matter?"

    a: Annotated[Changes, FieldSpec(CHANGE, metavar="CHANGE", usual="the base")]
    b: Annotated[
        Changes,
        FieldSpec("the other variant, in the same form", metavar="CHANGE", usual="the base"),
    ]
    _: KW_ONLY
    measure: Annotated[
        str | None,
        FieldSpec(
            "the measure that decides",
            metavar="NAME",
            usual="the game's first",
            label="Deciding measure",
        ),
    ] = None
    margin: Annotated[
        float | None,
        FieldSpec(
            "the largest difference that does not matter; of a share, 0.05 is five points",
            above=0,
            usual=f"{SHARE_MARGIN:g} for a share, otherwise {OTHER_MARGIN:.0%} of the value of a",
            label="Smallest difference that matters",
            is_main=True,
        ),
    ] = None
    level: Annotated[
        float,
        FieldSpec("confidence level over all looks", low=0.5, high=MOST_LEVEL, label="Confidence"),
    ] = LEVEL
    precision: Annotated[
        float | None,
        FieldSpec(
            "play on after the verdict until the interval reaches at most this far to each side",
            above=0,
            usual="stop at once",
        ),
    ] = None
    games: Annotated[int, _games("maximum games per arm")] = (
        48_000  # a whole number of blocks in every game
    )


@dataclass(frozen=True)
class Sweep(SeatedQuestion):
    """Vary options over their values and measure the effect."""

    kind = "sweep"
    asks = "Which value is best?"

    over: Annotated[
        Ranges,
        FieldSpec(
            "an option and its values: name, name=1,4,none, name=2..6, name=3,1,2,2/2,2,2,2, "
            "water_cap.bruiser=4..6 for one archetype; may be repeated",
            metavar="RANGE",
        ),
    ]
    _: KW_ONLY
    sobol: Annotated[
        int | None,
        FieldSpec(
            "estimate which options matter from N samples, a power of two, instead of a grid",
            "samples",
            metavar="N",
            usual="a grid",
            label="Sobol samples",
            is_main=True,
        ),
    ] = None
    measures: Annotated[
        Texts,
        FieldSpec(
            "a measure to print; may be repeated",
            flag="--measure",
            metavar="NAME",
            usual="the first few",
        ),
    ] = ()
    games: Annotated[
        int | None, _games("games per point", f"{GRID_GAMES}, or {SOBOL_GAMES} with --sobol")
    ] = None


@dataclass(frozen=True)
class Tune(SeatedQuestion):
    """Search for rules that meet your goals: fairness, length, few changes."""

    kind = "tune"
    asks = "Which rules come closest to several goals?"

    over: Annotated[
        Ranges,
        FieldSpec(
            "an option to vary, over its suggested values or those listed; may be repeated",
            metavar="NAME[=VALUES]",
        ),
    ]
    goals: Annotated[Texts, FieldSpec(GOALS, flag="--goal", metavar="GOAL")]
    _: KW_ONLY
    trials: Annotated[
        int,
        FieldSpec(
            "number of rule sets to try",
            "rule sets",
            low=1,
            high=MOST_TRIALS,
            label="Rule sets to try",
            is_main=True,
        ),
    ] = 60
    sampler: Annotated[
        str,
        FieldSpec("the search algorithm: nsga2 or tpe", choices=SAMPLERS, label="Search algorithm"),
    ] = SAMPLERS[0]
    games: Annotated[int, _games("games per rule set")] = 1000


@dataclass(frozen=True)
class Propose(RunQuestion):
    """Propose better rules: find what matters, search, and check the best on fresh luck."""

    kind = "propose"
    asks = "Which rules would be better?"

    _: KW_ONLY
    goals: Annotated[
        Texts,
        FieldSpec(
            GOALS,
            flag="--goal",
            metavar="GOAL",
            usual="fairness, the length on the box, few-changes",
        ),
    ] = ()
    over: Annotated[
        Ranges,
        FieldSpec(
            "an option that may change, to its suggested values or those listed; may be repeated",
            metavar="NAME[=VALUES]",
            usual="all rules of the game",
        ),
    ] = ()
    bots: Annotated[
        Lineups,
        FieldSpec(
            "bots: one name, or one per seat; repeat it for several groups of bots",
            flag="--seats",
            usual="persona, trained, greedy and searching bots",
        ),
    ] = ()
    trials: Annotated[
        int,
        FieldSpec(
            "rule sets to try in the search",
            "rule sets",
            low=1,
            high=MOST_TRIALS,
            label="Rule sets to try",
            is_main=True,
        ),
    ] = 160
    slow_trials: Annotated[
        int,
        FieldSpec(
            "the best rule sets and variants of them that slow bots play too",
            "rule sets",
            low=1,
            high=MOST_TRIALS,
            label="Rule sets for slow bots",
        ),
    ] = 24
    finalists: Annotated[
        int,
        FieldSpec(
            "rule sets to validate and propose",
            "rule sets",
            low=1,
            high=20,
            label="Rule sets to propose",
            is_main=True,
        ),
    ] = 4
    centres: Annotated[
        int,
        FieldSpec("how often each option is changed in the screening", "times", low=1, high=100),
    ] = 4
    check_games: Annotated[
        int, FieldSpec("games per validated rule set; half in the shortlist", "games", low=1)
    ] = 4800
    slow_games: Annotated[
        int, FieldSpec("the same for slow bots, such as searching ones", "games", low=1)
    ] = 480
    games: Annotated[int, _games("games per rule set in the search")] = (
        480  # for each group of bots
    )


@dataclass(frozen=True)
class Ladder(RunQuestion):
    """Play every pairing of the bots and rate them."""

    kind = "ladder"
    asks = "How strong are the bots?"

    bots: Annotated[Seats, FieldSpec("the bots to rate: random,greedy,persona:x …")]
    _: KW_ONLY
    anchor: Annotated[
        str,
        FieldSpec(
            "the bot whose rating is 0",
            metavar="BOT",
            usual="the mean of all is 0",
            label="Rated 0",
        ),
    ] = ""
    games: Annotated[int, _games("games per pairing")] = 1000
    seatings: Annotated[
        str | None,
        FieldSpec(
            "how bots change seats: rotations, all, factorial", choices=SEATINGS, metavar="WAY"
        ),
    ] = "rotations"


@dataclass(frozen=True)
class Claim(RunQuestion):
    """Test whether a bot wins more than a share, or more than another bot; only in plan files."""

    kind = "claim"
    is_command = False

    bot: Annotated[str, FieldSpec("the bot that the claim is about")]
    above: Annotated[float, FieldSpec("the share of the wins that it exceeds", low=0, high=1)]
    _: KW_ONLY
    against: Annotated[Seats, FieldSpec("its opponents, each on half of the sides")] = ()
    among: Annotated[Seats, FieldSpec("the whole table, a name for each seat")] = ()
    than: Annotated[str, FieldSpec("the bot that it wins more than", usual="the share alone")] = ""
    habit: Annotated[Texts, FieldSpec("measures of what it does more often than others")] = ()
    of: Annotated[str, FieldSpec("the archetype that does it most")] = ""
    per: Annotated[str, FieldSpec("the measure by which they are divided")] = ""
    games: Annotated[
        int | None, FieldSpec("the most games per arm", "games", low=1, usual="1,024 blocks")
    ] = None
    seatings: Annotated[str | None, FieldSpec("how players change seats", choices=SEATINGS)] = (
        "rotations"
    )


@dataclass(frozen=True)
class Worth(Question):
    """Measure what an action is worth: split games where it is legal, and play on both ways."""

    kind = "worth"

    action: Annotated[str, FieldSpec("the first word of an action, such as ally", metavar="WORD")]
    _: KW_ONLY
    seats: Annotated[
        Seats | None, FieldSpec("bots: one name, or one per seat", usual="each seat's persona")
    ] = None
    games: Annotated[
        int, FieldSpec("how many games to split", "games", low=2, short="-n", is_main=True)
    ] = 200
    futures: Annotated[
        int, FieldSpec("how often each of the two futures is played", "times", low=1)
    ] = 32


@dataclass(frozen=True)
class Train(Question):
    """Find stronger weights by playing, and write them to a file with their origin."""

    kind = "train"

    _: KW_ONLY
    trainee: Annotated[
        str,
        FieldSpec(
            "what to train: greedy, persona:x, all-personas, or part of a search: search-own, "
            "search-opponents, judgement",
            flag="--who",
            metavar="WHO",
            group=WEIGHTS,
        ),
    ] = "greedy"
    against: Annotated[
        Lineups,
        FieldSpec(
            "bots in the other seats: one name, or one per seat; repeat for several line-ups",
            metavar="BOTS",
            usual="the hand-set greedy and personas, or for a search, itself",
            group=WEIGHTS,
        ),
    ] = ()
    generations: Annotated[
        int, FieldSpec("number of generations", low=1, high=10_000, group=WEIGHTS)
    ] = 30
    population: Annotated[
        int, FieldSpec("candidates per generation", low=4, high=1000, group=WEIGHTS)
    ] = 16
    only: Annotated[
        str, FieldSpec("change only these weights: a,b", metavar="WEIGHTS", group=WEIGHTS)
    ] = ""
    fix: Annotated[
        str, FieldSpec("do not change these weights", metavar="WEIGHTS", group=WEIGHTS)
    ] = ""
    free: Annotated[
        str, FieldSpec("let these weights change sign", metavar="WEIGHTS", group=WEIGHTS)
    ] = ""
    step: Annotated[
        Texts,
        FieldSpec(
            "the initial step for a weight that is 0; may be repeated",
            metavar="WEIGHT=N",
            group=WEIGHTS,
        ),
    ] = ()
    within: Annotated[
        float,
        FieldSpec(
            "the largest factor by which the weights that define a persona may change",
            group=WEIGHTS,
        ),
    ] = 2.0
    playouts: Annotated[
        int, FieldSpec("playouts when training a search; few are enough", low=2, group=WEIGHTS)
    ] = 75  # weights that are good for few are good for more
    games: Annotated[
        int | None,
        FieldSpec(
            "games per candidate and generation, or per iteration",
            "games",
            low=1,
            short="-n",
            usual=f"{GENERATION_GAMES}, or {ITERATION_GAMES:,} with --judge",
        ),
    ] = None
    check: Annotated[
        int,
        FieldSpec("games with new luck to compare the new weights with the old", "games", low=2),
    ] = 4000
    seed: Annotated[
        int, FieldSpec("the random seed; higher seeds are reserved for claims", low=0, high=999_999)
    ] = 0
    start: Annotated[
        str,
        FieldSpec(
            "the weights to start from: hand or tuned; a judge starts from random ones, or from "
            "another judge: learned, or its FILE",
            metavar="SET",
        ),
    ] = "hand"
    presets: Annotated[
        Texts,
        FieldSpec(
            "the preset rules; repeat to train under several", flag="--preset", metavar="NAME"
        ),
    ] = ()
    judge: Annotated[bool, FieldSpec("train the network of a learned player instead")] = False
    iterations: Annotated[
        int, FieldSpec("rounds of games and fits", low=1, high=10_000, group=JUDGE)
    ] = 40
    steps: Annotated[int, FieldSpec("steps of the fit per iteration", low=1, group=JUDGE)] = 1500
    also: Annotated[
        Texts,
        FieldSpec(
            "play some tables with this option changed, such as board=nine-blocks; may be repeated",
            metavar="NAME=VALUE",
            group=JUDGE,
        ),
    ] = ()
    search: Annotated[
        str,
        FieldSpec(
            "a search that sits at some tables, such as search:20", metavar="BOT", group=JUDGE
        ),
    ] = ""
    fit_on: Annotated[
        str,
        FieldSpec(
            "cpu, or gpu with PyTorch: faster, but it rounds differently",
            metavar="PLACE",
            group=JUDGE,
        ),
    ] = "cpu"


KINDS: dict[str, type[RunQuestion]] = {  # that runs answer
    question.kind: question for question in (Simulate, Compare, Sweep, Tune, Propose, Ladder, Claim)
}
QUESTIONS: dict[str, type[Question]] = {**KINDS, Worth.kind: Worth, Train.kind: Train}
