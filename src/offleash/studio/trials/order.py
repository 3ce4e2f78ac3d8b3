"""What is to be played: a board as it is drawn, with everything else as its project has it."""

from dataclasses import dataclass
from pathlib import Path

from offleash.bots.kinds import SEARCH
from offleash.bots.seats import default_bot
from offleash.bots.shared_kernel import SHARED_BOTS
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.lab.experiment import Experiment
from offleash.lab.plan import ACCOUNTS, make_arm, make_plan
from offleash.play.project import file_options, make_project, read_inside

GAMES = 6000  # at least: whole blocks are played
SEED = 20  # the same luck for every board


@dataclass(frozen=True)
class Order:
    """One trial, as a worker asks for it."""

    game: str
    project: str
    folder: str  # of the project
    option: str  # whose file is drawn
    file: str
    text: str
    before: str | None = None  # the text of another board, to be compared with
    runs: str = ""  # where runs are kept; empty: nowhere
    games: int = GAMES


def experiment_of(order: Order, text: str) -> Experiment:
    """The games on a board; raises one sentence where none can be played on it."""
    folder = Path(order.folder)
    try:
        project = make_project(
            folder, lambda name: text if name == order.file else read_inside(folder, name)
        )
    except OffleashError as error:
        raise OffleashError(plain(error, folder)) from None
    return experiment_with(project.game, project.options, order.games)


def check_board(game: Game, option: str, text: str) -> None:
    """Refuses a text that is no board, or breaks what every board has to keep."""
    file_options(game)[option].check(text)


def experiment_with(game: Game, options: Records, games: int = GAMES) -> Experiment:
    """Each seat played as it should be, everyone in every place; the kernel that tables have."""
    players = [default_bot(game, options, seat) for seat in range(game.seat_count(options))]
    seatings = "all" if game.seating.places is None else "factorial"
    arm = make_arm(game, "", options, players)
    plan = make_plan(game, [arm], games, SEED, seatings, record=ACCOUNTS)
    return Experiment(plan, game, SHARED_BOTS if SEARCH.can_play(game) else SHARED_BOTS[:2])


def plain(error: Exception, folder: Path) -> str:
    """A sentence that does not tell where on the disk projects lie."""
    return str(error).replace(f"{folder}/", "").replace(f"{folder.parent}/", "")
