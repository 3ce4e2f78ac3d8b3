"""Trials without a server: a project, orders for it, and what is said of them."""

import fcntl
import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from offleash.games import registry
from offleash.projects.project import new_project
from offleash.studio.boards.bot_games.order import TrialOrder
from offleash.studio.boards.bot_games.process import conduct

GAMES = 576  # six blocks
SHORT_GAMES = "win_territories = 8\nmax_rounds = 10\n"  # with both endings


@dataclass
class Project:
    """A project in a folder, next to a folder of runs."""

    folder: Path
    events: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.project, self.runs = self.folder / "projects" / "mine", self.folder / "runs"
        new_project(self.project, registry.load("uri-nation"), "1.4", "My street")
        (self.project / "rules.toml").write_text(SHORT_GAMES)
        self.text = (self.project / "board.txt").read_text()

    def order(self, text: str = "", **changes: Any) -> TrialOrder:
        """A trial of a board; its own unless another is given."""
        order = TrialOrder(
            game="uri-nation",
            project="mine",
            folder=str(self.project),
            option="board",
            file="board.txt",
            text=text or self.text,
            runs=str(self.runs),
            games=GAMES,
        )
        return replace(order, **changes)

    def play(
        self, order: TrialOrder | None = None, look: Any = lambda _: None
    ) -> list[dict[str, Any]]:
        """All that is said of a trial."""
        events: list[dict[str, Any]] = []
        self.events = events
        conduct(order or self.order(), events.append, look)
        return events


def as_bytes(event: dict[str, Any]) -> bytes:
    """An event as it is sent."""
    return json.dumps(event).encode()


def rows_of(event: dict[str, Any], key: str) -> dict[str, dict[str, Any]]:
    """The rows of a group by name."""
    (group,) = (group for group in event["groups"] if group["key"] == key)
    return {row["name"]: row for row in group["rows"]}


def redraw_board(text: str) -> str:
    """Another sound board: a territory of the middle is a garden."""
    assert "/TTTs" in text
    return text.replace("/TTTs", "/TT.s", 1)


def break_board(text: str) -> str:
    """A board that nobody can play: no home touches what it must."""
    head, _, grid = text.partition("grid:\n")
    return f"{head}grid:\n{grid.replace('T', '.', 3)}"


def is_free(folder: Path) -> bool:
    """Whether nobody plays what is kept there."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True
