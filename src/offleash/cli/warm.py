"""`warm`: compile games ahead."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import complete_game
from offleash.cli.terminal import messages, print_plain

if TYPE_CHECKING:
    from offleash.web.warming import Warmth

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="the games to compile; all of them by default",
        autocompletion=complete_game,
    ),
]


def warm(names: Games = None) -> None:
    """Compile games ahead, so that nobody waits for it later.

    Compiles what tables in the browser, games in the terminal and simulations of greedy
    and random bots need, the quickest game first, and stores it in the cache. Games that
    are in the cache already take a moment.
    """
    from offleash.games import registry
    from offleash.web import warming

    game_names = list(dict.fromkeys(registry.row(name).name for name in names or registry.ROWS))
    for name in warming.quickest_first(game_names):
        start = time.perf_counter()
        with _Bar(name) as bar:
            warming.make_all(name, bar.update)
        title = registry.row(name).title
        print_plain(f"{title}: ready after {time.perf_counter() - start:.0f} s")


class _Bar:
    """A progress bar for one game; shows nothing without a terminal."""

    def __init__(self, name: str) -> None:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        self._name = name
        columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
        self._bar = Progress(
            *columns, console=messages, transient=True, disable=not messages.is_terminal
        )
        self._task = self._bar.add_task(f"compiling {name}", total=None)

    def __enter__(self) -> "_Bar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def update(self, games: "Warmth") -> None:
        """Show how much of the game is compiled."""
        item = games[self._name]
        self._bar.update(self._task, completed=item["done"], total=item["total"] or None)
