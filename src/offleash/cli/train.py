"""`train`: find stronger weights for bots by playing."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.figures import make_table, print_uncropped
from offleash.cli.lab import Threads
from offleash.cli.parameters import GameName, RulesChoice, RulesFile, Settings, load, parse_settings
from offleash.cli.terminal import console, messages, print_wrapped, printable
from offleash.tools.errors import BadNotation, StoppedByUser
from offleash.tools.files import check_writable, write_bytes

if TYPE_CHECKING:
    from offleash.contract import Game
    from offleash.lab.training.judge import JudgeTraining
    from offleash.lab.training.train import Training, TrainingResult


JUDGE = "Training a judge"
GREEDY, HAND = "greedy", "hand"
WEIGHT_OPTIONS = (
    "--who, --against, --generations, --population, --only, --fix, --free, --step, --within and "
    "--playouts"
)


TraineeName = Annotated[
    str,
    typer.Option(
        "--who",
        metavar="WHO",
        help="what to train: greedy, persona:x, all-personas, or part of a search: search-own, "
        "search-opponents, judgement",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BOTS",
        help="bots in the other seats: one name, or one per seat; repeat for several line-ups; "
        "default: the hand-set greedy and personas, or for a search, itself",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        min=1,
        help="games per candidate and generation (default 400), or per iteration (default 10,000)",
    ),
]
Generations = Annotated[int, typer.Option(min=1, max=10_000, help="number of generations")]
Population = Annotated[int, typer.Option(min=4, max=1000, help="candidates per generation")]
Check = Annotated[
    int, typer.Option(min=2, help="games with new luck to compare the new weights with the old")
]
Seed = Annotated[
    int,
    typer.Option(min=0, max=999_999, help="the random seed; higher seeds are reserved for claims"),
]
Only = Annotated[str, typer.Option(metavar="WEIGHTS", help="change only these weights: a,b")]
Fix = Annotated[str, typer.Option(metavar="WEIGHTS", help="do not change these weights")]
Free = Annotated[str, typer.Option(metavar="WEIGHTS", help="let these weights change sign")]
Step = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WEIGHT=N", help="the initial step for a weight that is 0; may be repeated"
    ),
]
Within = Annotated[
    float,
    typer.Option(help="the largest factor by which the weights that define a persona may change"),
]
Start = Annotated[
    str,
    typer.Option(
        metavar="SET",
        help="the weights to start from: hand or tuned; a judge starts from random ones, or from "
        "another judge: learned, or its FILE",
    ),
]
Playouts = Annotated[
    int, typer.Option(min=2, help="playouts when training a search; few are enough")
]
Presets = Annotated[
    list[str] | None,
    typer.Option(
        "--preset", metavar="NAME", help="the preset rules; repeat to train under several"
    ),
]
WeightFile = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="the file to write; default: GAME-tuned.toml, or GAME-judge.npz",
    ),
]
State = Annotated[
    Path | None,
    typer.Option(
        "--state",
        metavar="DIR",
        help="where to store generations, so that you can resume; default: next to FILE",
    ),
]


Judge = Annotated[
    bool,
    typer.Option(
        "--judge", help="train the network of a learned player instead", rich_help_panel=JUDGE
    ),
]
Iterations = Annotated[
    int, typer.Option(min=1, max=10_000, help="rounds of games and fits", rich_help_panel=JUDGE)
]
Steps = Annotated[
    int, typer.Option(min=1, help="steps of the fit per iteration", rich_help_panel=JUDGE)
]
Also = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="play some tables with this option changed, such as board=nine-blocks; may be "
        "repeated",
        rich_help_panel=JUDGE,
    ),
]
Opponent = Annotated[
    str,
    typer.Option(
        "--search",
        metavar="BOT",
        help="a search that sits at some tables, such as search:20",
        rich_help_panel=JUDGE,
    ),
]
FitOn = Annotated[
    str,
    typer.Option(
        "--fit-on",
        metavar="PLACE",
        help="cpu, or gpu with PyTorch: faster, but it rounds differently",
        rich_help_panel=JUDGE,
    ),
]


@dataclass(frozen=True)
class WeightOptions:
    """The options of `train` without `--judge`."""

    trainee_name: TraineeName = GREEDY
    against: Against = None
    generations: Generations = 30
    population: Population = 16
    only: Only = ""
    fix: Fix = ""
    free: Free = ""
    step: Step = None
    within: Within = 2.0
    playouts: Playouts = 75

    @property
    def is_default(self) -> bool:
        """Whether the user has named none of them."""
        return replace(self, against=self.against or None, step=self.step or None) == type(self)()


@dataclass(frozen=True)
class JudgeOptions:
    """The options of `train --judge`."""

    judge: Judge = False
    iterations: Iterations = 40
    steps: Steps = 1500
    also: Also = None
    search: Opponent = ""
    fit_on: FitOn = "cpu"

    def check(self, weights: WeightOptions, presets: int) -> None:
        """Raise BadNotation if options for a judge and for weights are mixed."""
        if not self.judge and replace(self, also=self.also or None) != JudgeOptions():
            raise BadNotation("--iterations, --steps, --also, --search and --fit-on need --judge")
        if self.judge and not weights.is_default:
            raise BadNotation(f"--judge trains a network: leave out {WEIGHT_OPTIONS}")
        if self.judge and presets > 1:
            raise BadNotation("a judge has a network per preset: train them one after the other")

    def training(
        self, game: "Game", base: RulesChoice, games: int | None, check: int, seed: int, start: str
    ) -> "JudgeTraining":
        """Return the training that these options and those of any training ask for."""
        from offleash.lab.training.judge import JudgeEffort, JudgeTraining

        effort = JudgeEffort(self.iterations, games or JudgeEffort.games, self.steps, check, seed)
        rules, other = base.options(game), "" if start == HAND else start
        also = [parse_settings([text], "--also") for text in self.also or []]
        return JudgeTraining(game, rules, effort, self.search, self.fit_on, other, also)


def train(
    name: GameName,
    weights: WeightOptions = WeightOptions(),  # noqa: B008
    games: Games = None,
    check: Check = 4000,
    seed: Seed = 0,
    start: Start = HAND,
    preset: Presets = None,
    rules: RulesFile = None,
    settings: Settings = None,
    threads: Threads = None,
    out: WeightFile = None,
    state: State = None,
    judge: JudgeOptions = JudgeOptions(),  # noqa: B008
) -> None:
    """Find stronger weights by playing, and write them to a file with their origin."""
    judge.check(weights, len(preset or ()))
    if judge.judge:
        base = RulesChoice(preset[0] if preset else None, rules, settings)
        _train_judge(
            judge.training(load(name), base, games, check, seed, start), threads, out, state
        )
        return
    from offleash.lab.training.train import Effort, Training, check_file
    from offleash.lab.training.trainees import trainees_of
    from offleash.lab.training.weight_space import WeightLimits

    game = load(name)
    out = out or Path(f"{game.name}-tuned.toml")
    check_writable(out)
    check_file(out, game)
    count = games or Effort.games
    effort = Effort(count, weights.generations, weights.population, check, seed)
    only, fix, free = (_names(text) for text in (weights.only, weights.fix, weights.free))
    limits = WeightLimits(only, fix, free, _steps(weights.step), weights.within)
    options = [RulesChoice(name, rules, settings).options(game) for name in preset or (None,)]
    against, playouts = weights.against or [], weights.playouts
    trainees = trainees_of(game, weights.trainee_name, start, playouts)
    trainings = [
        Training(game, trainee.name, options, effort, against, limits, start, playouts)
        for trainee in trainees
    ]
    state_folder = state or out.with_suffix(".training")
    for training in trainings:
        if training.idle:
            note = f"note: {training.trainee.name} does not use {', '.join(training.idle)}"
            messages.print(note, style="dim", markup=False, highlight=False)
        outcome = _train(training, state_folder / training.trainee.player, threads)
        _finish(training, outcome, out)


def _train_judge(
    training: "JudgeTraining", threads: int | None, out: Path | None, state: Path | None
) -> None:
    """Train a network with a progress bar, and write it with what it won."""
    from offleash.lab.experiments.progress import make_bar
    from offleash.lab.training import judge as judges

    game, effort = training.game, training.effort
    out = out or Path(f"{game.name}-judge{judges.SUFFIX}")
    check_writable(out)
    judges.check_judge_file(out, training)
    total = effort.games * effort.iterations
    with make_bar(messages) as bar:
        task = bar.add_task(f"training {training.network or game.title}", total=total, status="")
        trainer = judges.JudgeTrainer(
            training,
            state or out.with_suffix(".training"),
            threads,
            lambda games: bar.advance(task, games),
            lambda text: bar.update(task, status=text),
        )
        with closing(trainer):
            try:
                trainer.train()
                curve = trainer.learning_curve()
            except KeyboardInterrupt:
                raise StoppedByUser("stopped; run the same command to continue") from None
    about = judges.provenance_of(training, curve[-1])
    network = trainer.network.whole()
    write_bytes(out, judges.add_network(out, game, training.network, network, about))
    table = make_table(
        "games learnt from", "won among the usual bots", right=("games learnt from",)
    )
    for point in curve:
        table.add_row(f"{point.games:,}", point.share)
    print_uncropped(table)
    place = printable(str(out))
    print_wrapped(f"Wrote {place}. To play it: --weights mine={place} --seats learned:mine")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _steps(texts: Sequence[str] | None) -> dict[str, int]:
    steps = {}
    for text in texts or []:
        name, _, number = text.rpartition("=")
        if not name or not number.strip().isdecimal():
            raise BadNotation(f"--step must be like weight=10, not {text!r}")
        steps[name.strip()] = int(number)
    return steps


def _train(training: "Training", folder: Path, threads: int | None) -> "TrainingResult":
    """Train with a progress bar. Raises Stopped after Ctrl-C."""
    from offleash.lab.experiments.progress import make_bar
    from offleash.lab.training.train import Trainer, conduct

    with make_bar(messages) as bar:
        task = bar.add_task(f"training {training.trainee.name}", total=training.games, status="")
        player = Trainer(
            training,
            folder,
            threads,
            lambda games: bar.advance(task, games),
            lambda text: bar.update(task, status=text),
        )
        with closing(player):
            try:
                return conduct(player)
            except KeyboardInterrupt:
                raise StoppedByUser("stopped; run the same command to continue") from None


def _finish(training: "Training", outcome: "TrainingResult", out: Path) -> None:
    """Print the outcome, and write the weights if they are better."""
    from offleash.lab.training.train import add_to_file

    console.print(f"[bold]{training.trainee.name} of {training.game.title}[/bold]")
    if outcome.is_better:
        add_to_file(out, training.game, outcome)
    moved = {n: value for n, value in outcome.weights.items() if value != outcome.start[n]}
    table = make_table("weight", "before", "after", right=("before", "after"))
    for name, value in moved.items():
        table.add_row(name, f"{outcome.start[name]:,}", f"{value:,}")
    print_uncropped(table)
    print_wrapped(f"It {outcome.trained.provenance['result']}.", hanging=2)
    place = printable(str(out))
    if outcome.is_better:
        print_wrapped(f"Wrote {place}.", hanging=2)
    else:
        print_wrapped(f"That may be chance, so nothing was written to {place}.", hanging=2)
