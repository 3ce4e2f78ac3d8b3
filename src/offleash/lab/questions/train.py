"""What `train` can be asked, field by field: stronger weights, a judge, or a player network."""

from dataclasses import KW_ONLY

from offleash.lab.questions.field import Lineups, Texts, field
from offleash.lab.questions.question import Question

GENERATION_GAMES, ITERATION_GAMES = 400, 10_000  # of a training: of weights, of a judge
WEIGHTS, JUDGE = "Training weights", "Training a judge"
PLAYER = "Training a player network"
PLACES = ("cpu", "cuda")


class Train(Question):
    """Find stronger weights by playing, and write them to a file with their origin."""

    kind = "train"

    _: KW_ONLY
    trainee: str = field(
        "what to train: greedy, persona:x, all-personas, or part of a search: search-own, "
        "search-opponents, judgement",
        default="greedy",
        flag="--who",
        metavar="WHO",
        group=WEIGHTS,
    )
    against: Lineups = field(
        "bots in the other seats: one name, or one per seat; repeat for several line-ups",
        default=(),
        metavar="BOTS",
        usual="the hand-set greedy and personas, or for a search, itself",
        group=WEIGHTS,
    )
    generations: int = field("number of generations", default=30, low=1, high=10_000, group=WEIGHTS)
    population: int = field(
        "candidates per generation", default=16, low=4, high=1000, group=WEIGHTS
    )
    only: str = field(
        "change only these weights: a,b", default="", metavar="WEIGHTS", group=WEIGHTS
    )
    fix: str = field("do not change these weights", default="", metavar="WEIGHTS", group=WEIGHTS)
    free: str = field("let these weights change sign", default="", metavar="WEIGHTS", group=WEIGHTS)
    step: Texts = field(
        "the initial step for a weight that is 0; may be repeated",
        default=(),
        metavar="WEIGHT=N",
        group=WEIGHTS,
    )
    within: float = field(
        "the largest factor by which the weights that define a persona may change",
        default=2.0,
        group=WEIGHTS,
    )
    # weights that are good for few playouts are good for more
    playouts: int = field(
        "playouts when training a search; few are enough", default=75, low=2, group=WEIGHTS
    )
    games: int | None = field(
        "games per candidate and generation, or per iteration",
        default=None,
        unit="games",
        low=1,
        short="-n",
        usual=f"{GENERATION_GAMES}, or {ITERATION_GAMES:,} with --judge",
    )
    check: int = field(
        "games with new luck to compare the new weights with the old",
        default=4000,
        unit="games",
        low=2,
    )
    seed: int = field(
        "the random seed; higher seeds are reserved for claims", default=0, low=0, high=999_999
    )
    start: str = field(
        "the weights to start from: hand or tuned; a judge starts from random ones, or from "
        "another judge: learned, or its FILE",
        default="hand",
        metavar="SET",
    )
    presets: Texts = field(
        "the preset rules; repeat to train under several",
        default=(),
        flag="--preset",
        metavar="NAME",
    )
    judge: bool = field("train the network of a learned player instead", default=False)
    iterations: int = field("rounds of games and fits", default=40, low=1, high=10_000, group=JUDGE)
    steps: int = field("steps of the fit per iteration", default=1500, low=1, group=JUDGE)
    also: Texts = field(
        "play some tables with this option changed, such as board=nine-blocks; may be repeated",
        default=(),
        metavar="NAME=VALUE",
        group=JUDGE,
    )
    search: str = field(
        "a search that sits at some tables, such as search:20",
        default="",
        metavar="BOT",
        group=JUDGE,
    )
    fit_on: str = field(
        "cpu, or gpu with PyTorch: faster, but it rounds differently",
        default="cpu",
        metavar="PLACE",
        group=JUDGE,
    )
    minutes: float | None = field(
        "train a network that scores actions, by self-play, for so many minutes",
        default=None,
        above=0.0,
        group=PLAYER,
    )
    updates: int | None = field(
        "the same, until there are so many updates in all", default=None, low=1, group=PLAYER
    )
    device: str = field(
        "cpu, or cuda: games and network on an NVIDIA GPU",
        default="cpu",
        choices=PLACES,
        group=PLAYER,
    )
    tables: int | None = field(
        "games that are played at once",
        default=None,
        low=8,
        high=1_000_000,
        usual="512 on the CPU, 32,768 on a GPU",
        group=PLAYER,
    )
    resume: bool = field(
        "go on with the training in the folder of --state", default=False, group=PLAYER
    )
