"""A trial to play: a board as it is drawn, with the other rules of its project."""

from dataclasses import dataclass
from pathlib import Path

from offleash.bots.lineup import default_bot, shared_bots
from offleash.contract import Game, Records
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.questions.question import ACCOUNTS
from offleash.lab.runs.experiment import Experiment
from offleash.projects.project import make_project, read_inside
from offleash.tools.errors import OffleashError

GAMES = 6000  # at least; blocks are always complete
SEED = 20  # the same luck for every board


@dataclass(frozen=True)
class TrialOrder:
    """One trial, as a worker requests it."""

    game: str
    project: str
    folder: str  # of the project
    option: str  # whose file is being edited
    file: str
    text: str
    before: str | None = None  # the text of a board to compare with
    runs: str = ""  # the folder of runs; empty if there is none
    games: int = GAMES


def experiment_of(order: TrialOrder, text: str) -> Experiment:
    """Return the games on a board. Raises OffleashError if it can't be played."""
    folder = Path(order.folder)
    try:
        project = make_project(
            folder,
            lambda name: text if name == order.file else read_inside(folder, name),
            {order.option: order.file},
        )
    except OffleashError as error:
        raise OffleashError(hide_paths(error, folder)) from None
    return experiment_with(project.game, project.options, order.games)


def check_board(game: Game, option: str, text: str) -> None:
    """Raise OffleashError if the text is not a valid board."""
    game.file_options[option].check(text)


def experiment_with(game: Game, options: Records, games: int = GAMES) -> Experiment:
    """Return an experiment with the usual bot in each seat, on the kernel that tables use."""
    players = [default_bot(game, options, seat) for seat in range(game.seat_count(options))]
    seatings = "all" if game.lab.seating.places is None else "factorial"
    arm = make_arm(game, "", options, players)
    plan = make_plan(game, [arm], games, SEED, seatings, record=ACCOUNTS)
    return Experiment(plan, game, shared_bots(game))


def hide_paths(error: Exception, folder: Path) -> str:
    """Return an error's message without the paths of project folders."""
    return str(error).replace(f"{folder}/", "").replace(f"{folder.parent}/", "")
