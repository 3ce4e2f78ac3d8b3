"""`train`: weights of bots that win more, found by playing."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from offleash.cli.figures import print_whole
from offleash.cli.lab import Threads
from offleash.cli.parameters import GameName, RulesFile, Settings, chosen_options, load
from offleash.cli.progress import bar
from offleash.cli.terminal import console, messages, printable, tell
from offleash.core.errors import BadNotation, Stopped
from offleash.core.files import check_writable

if TYPE_CHECKING:
    from offleash.lab.train import Training, TrainingResult


Who = Annotated[
    str,
    typer.Option(
        metavar="WHO",
        help="greedy, persona:x, all-personas, or of a search: search-own, search-opponents, "
        "judgement",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BOTS",
        help="who plays the other seats: one name, or one for each; repeated: a table for each; "
        "default: the hand-set greedy and personas, and for a search itself",
    ),
]
Games = Annotated[
    int, typer.Option("--games", "-n", min=1, help="of each candidate in a generation")
]
Generations = Annotated[int, typer.Option(min=1, max=10_000, help="how often it is asked")]
Population = Annotated[int, typer.Option(min=4, max=1000, help="candidates in a generation")]
Check = Annotated[
    int, typer.Option(min=2, help="games on fresh luck, with what was found and without")
]
Seed = Annotated[int, typer.Option(min=0, max=999_999, help="higher ones are kept for claims")]
Only = Annotated[str, typer.Option(metavar="WEIGHTS", help="these may move, no others: a,b")]
Fix = Annotated[str, typer.Option(metavar="WEIGHTS", help="these stay as they are")]
Free = Annotated[str, typer.Option(metavar="WEIGHTS", help="these may change their sign")]
Step = Annotated[
    list[str] | None,
    typer.Option(metavar="WEIGHT=N", help="a first step of a weight that is 0; may be repeated"),
]
Within = Annotated[
    float, typer.Option(help="the factor by which weights that make a persona may move")
]
Start = Annotated[str, typer.Option(metavar="SET", help="weights to begin with: hand or tuned")]
Playouts = Annotated[int, typer.Option(min=2, help="of a search that is trained: few are enough")]
Presets = Annotated[
    list[str] | None,
    typer.Option("--preset", metavar="NAME", help="named rules; repeated: under all of them"),
]
WeightFile = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="a set of weights; default: GAME-tuned.toml"),
]
State = Annotated[
    Path | None,
    typer.Option(
        "--state",
        metavar="DIR",
        help="where generations are kept, so that the same command goes on; default: beside FILE",
    ),
]


def train(
    name: GameName,
    who: Who = "greedy",
    against: Against = None,
    games: Games = 400,
    generations: Generations = 30,
    population: Population = 16,
    check: Check = 4000,
    seed: Seed = 0,
    only: Only = "",
    fix: Fix = "",
    free: Free = "",
    step: Step = None,
    within: Within = 2.0,
    start: Start = "hand",
    playouts: Playouts = 75,
    preset: Presets = None,
    rules: RulesFile = None,
    settings: Settings = None,
    threads: Threads = None,
    out: WeightFile = None,
    state: State = None,
) -> None:
    """Find weights that win more, by playing, and write them down with how they were found."""
    from offleash.lab.train import Effort, Training, check_file
    from offleash.lab.trainees import trainees_of
    from offleash.lab.weight_space import WeightLimits

    game = load(name)
    out = out or Path(f"{game.name}-tuned.toml")
    check_writable(out)
    check_file(out, game)
    effort = Effort(games, generations, population, check, seed)
    limits = WeightLimits(_names(only), _names(fix), _names(free), _steps(step), within)
    options = [chosen_options(game, each, rules, settings) for each in preset or (None,)]
    trainees = trainees_of(game, who, start, playouts)
    asked = [
        Training(game, each.name, options, effort, against or [], limits, start, playouts)
        for each in trainees
    ]
    kept = state or out.with_suffix(".training")
    for training in asked:
        if training.idle:
            note = f"note: {training.trainee.name} does not go by {', '.join(training.idle)}"
            messages.print(note, style="dim", markup=False, highlight=False)
        found = _conducted(training, kept / training.trainee.player, threads)
        _finish(training, found, out)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _steps(texts: Sequence[str] | None) -> dict[str, int]:
    found = {}
    for text in texts or []:
        name, _, number = text.rpartition("=")
        if not name or not number.strip().isdecimal():
            raise BadNotation(f"--step {text!r} is not understood: write --step weight=10")
        found[name.strip()] = int(number)
    return found


def _conducted(training: "Training", folder: Path, threads: int | None) -> "TrainingResult":
    """Trains to the end, and shows how far it is."""
    from offleash.lab.train import Trainer, conduct

    with bar(not messages.is_terminal) as shown:
        task = shown.add_task(f"training {training.trainee.name}", total=training.games, told="")
        player = Trainer(
            training,
            folder,
            threads,
            lambda games: shown.advance(task, games),
            lambda text: shown.update(task, told=text),
        )
        with closing(player):
            try:
                return conduct(player)
            except KeyboardInterrupt:
                raise Stopped("stopped; the same command goes on from there") from None


def _finish(training: "Training", found: "TrainingResult", out: Path) -> None:
    """Says what was found, and writes it where it is better."""
    from offleash.lab.train import add_to_file

    console.print(f"[bold]{training.trainee.name} of {training.game.title}[/bold]")
    if found.is_better:
        add_to_file(out, training.game, found)
    moved = {n: value for n, value in found.weights.items() if value != found.start[n]}
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("weight", no_wrap=True)
    table.add_column("before", justify="right")
    table.add_column("after", justify="right")
    for name, value in moved.items():
        table.add_row(name, f"{found.start[name]:,}", f"{value:,}")
    print_whole(table)
    tell(f"It {found.trained.provenance['result']}.", hanging=2)
    place = printable(str(out))
    if found.is_better:
        tell(f"Written to {place}.", hanging=2)
    else:
        tell(f"That is not surely better, so nothing is written to {place}.", hanging=2)
