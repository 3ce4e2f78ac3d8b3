"""A job: bots play the rules of a project, for people's games to be compared with."""

from dataclasses import dataclass
from pathlib import Path

from offleash.contract.option_texts import text_scope
from offleash.projects.project import read_project
from offleash.studio.boards.bot_games.board import TrialBoard
from offleash.studio.boards.bot_games.order import GAMES, experiment_with, hide_paths
from offleash.tools.errors import OffleashError
from offleash.web.jobs import Emit


@dataclass(frozen=True)
class GamesPlayed:
    """The progress of the bots."""

    games: int
    of: int


def play_bots(send: Emit, folder: Path, runs: str, games: int) -> None:
    """Send how many games were played, then their account and number; trials are used again."""
    with text_scope():
        try:
            project = read_project(folder)
        except OffleashError as error:
            raise OffleashError(hide_paths(error, folder)) from None
        board = TrialBoard(experiment_with(project.game, project.options, GAMES), folder.name, runs)
        try:
            while board.games < games and not board.is_complete:
                send(GamesPlayed(board.games, games))
                board.step(lambda games: None)
            send((board.account(board.blocks), board.games))
        finally:
            board.close()
