"""Training in the terminal: progress, what was learnt, and where it was written."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from offleash.cli.figures import make_table, print_uncropped
from offleash.cli.terminal import console, messages, print_wrapped, printable
from offleash.tools.errors import StoppedByUser
from offleash.tools.files import check_writable, write_bytes

if TYPE_CHECKING:
    from offleash.lab.training.judge import JudgeTraining
    from offleash.lab.training.train import Training, TrainingResult
    from offleash.learners.training import PlayerTraining


def train_judge(
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


def train_player(training: "PlayerTraining", threads: int | None) -> None:
    """Train a player network, print how it does, and write it with what it won."""
    from offleash.learners.training import conduct

    check_writable(training.out)
    try:
        result = conduct(training, threads, messages.print)
    except KeyboardInterrupt:
        raise StoppedByUser("stopped; the same command with --resume continues") from None
    table = make_table("won against", "share")
    for bots, share in result.items():
        table.add_row(bots, share)
    print_uncropped(table)
    place = printable(str(training.out))
    print_wrapped(f"Wrote {place}. To play it: --weights mine={place} --seats learned:mine")


def train_weights(training: "Training", folder: Path, threads: int | None) -> "TrainingResult":
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


def finish(training: "Training", outcome: "TrainingResult", out: Path) -> None:
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
