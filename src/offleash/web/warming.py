"""Compiles all that tables need, game by game, in a separate process.

A small file, which every worker reads, has the progress. A game that is ready stays ready until its
rules change: a stamp next to the compiled rules says so.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from offleash.bots.lineup import kernel, policy, shared_bots, shared_policy
from offleash.bots.players import Bots
from offleash.compiler import cache_files, machine
from offleash.compiler.cache import digest
from offleash.compiler.notice import Notice
from offleash.compiler.rule import MODE
from offleash.engine.batch import order_kernels
from offleash.games import registry
from offleash.play.session import Session
from offleash.web.child_process import lower_priority

STAMP = "tables"  # next to a game's compiled rules: all that a table needs is compiled
NICENESS = 10
BOT_WEIGHT = 20  # a bot takes this many times as long to compile as a rule
DRAW_INTERVAL = 12  # actions of a rehearsal between two pictures

Warmth = dict[str, dict[str, Any]]
WeightedMachines = Sequence[tuple[int, machine.Machine]]


def read_warmth(file: str) -> Warmth:
    """Return for each game: how many rules are compiled, of how many, and whether it is ready.

    Without a file nothing is being compiled, and every game is ready.
    """
    games: Warmth = {name: {"done": 0, "total": 0, "ready": not file} for name in registry.ROWS}
    with suppress(FileNotFoundError):  # not written yet
        games |= json.loads(Path(file).read_text()) if file else {}
    return games


def ready_shares(games: Warmth) -> dict[str, float]:
    """Return how much of each game is compiled, 1 if it is ready."""
    return {
        name: 1.0 if item["ready"] else min(0.99, item["done"] / max(1, item["total"]))
        for name, item in games.items()
    }


def warm(file: Path, names: list[str]) -> None:
    """Compile these games, at a low priority; those that are ready are reported first."""
    lower_priority(NICENESS)
    progress = WarmingProgress(partial(write_warmth, file), names)
    machine.announce = progress.on_notice
    cold = [name for name in quickest_first(names) if not is_ready(name)]
    for name in names:
        if name not in cold:
            progress.finish(name)  # at once
    for name in cold:
        make_ready(name, progress)
    for name in quickest_first(names):
        compile_futures(name)


def quickest_first(names: Iterable[str]) -> list[str]:
    """Return the games by compile time, which grows with the length of their rules."""
    return sorted(names, key=rules_length)


def rules_length(name: str) -> int:
    """Return the bytes of all rules that a game is compiled from."""
    return sum(file.stat().st_size for file in registry.load(name).rules.rule.files)


def is_ready(name: str) -> bool:
    """Return whether all that a table of this game needs is compiled."""
    return MODE != "compiled" or cache_files.read(_stamp(name)) is not None


def load(name: str) -> None:
    """Load the compiled rules of a game into this process, if it is ready."""
    if MODE == "compiled" and is_ready(name):
        for _, item in machines_for(name):
            item.make()


def _stamp(name: str) -> Path:
    """Return the stamp file in the folder of the game's rules, named by a digest of all folders."""
    folders = sorted({item.folder for _, item in machines_for(name)})
    return folders[0] / f"{STAMP}.{digest(' '.join(f.name for f in folders), ())}"


def make_all(name: str, on_change: Callable[[Warmth], None]) -> None:
    """Compile what a table of this game needs, and what plays batches of the usual bots."""
    progress = WarmingProgress(on_change, [name])
    machine.announce = progress.on_notice
    make_ready(name, progress, batch_machines(name))


def make_ready(name: str, progress: "WarmingProgress", more: WeightedMachines = ()) -> None:
    """Compile what a table of this game needs, and more."""
    machines = [*machines_for(name), *more]
    progress.begin(name, sum(size for size, _ in machines) + BOT_WEIGHT)
    for size, item in machines:
        progress.step(size)
        item.make()
    progress.step(BOT_WEIGHT)
    rehearse(name)
    cache_files.write(_stamp(name), b"")
    progress.finish(name)


def compile_futures(name: str) -> None:
    """Compile what plays futures: no table waits for it, so it comes last."""
    game = registry.load(name)
    kernel(game, shared_policy(game, ["random"] * game.max_seats)).make()


def batch_machines(name: str) -> WeightedMachines:
    """Return what plays futures, and simulations of one kind of bot."""
    game = registry.load(name)
    seats = game.max_seats
    policies = [policy(game, [bot] * seats) for bot in ("random", "greedy")]
    policies.append(shared_policy(game, ["random"] * seats))
    orders = order_kernels(game).rank_games.machine
    return [*((BOT_WEIGHT, kernel(game, players)) for players in policies), (1, orders)]


def machines_for(name: str) -> list[tuple[int, machine.Machine]]:
    """Return what a table calls, with its weight: each kind of bot, then the rules."""
    game = registry.load(name)
    bots: list[Any] = [policy(game, [b] * game.max_seats).choose for b in shared_bots(game)]
    return [
        *((BOT_WEIGHT, bot.machine) for bot in bots),
        *((1, rule.machine) for rule in game.compiled_rules()),
    ]


def rehearse(name: str) -> None:
    """Play a game between bots, using all that a table uses, so that it is compiled."""
    game = registry.load(name)
    session = Session(game, game.options(), seed=1)
    seats = game.seat_count(session.options)
    with closing(Bots(game, ["random"] * seats)) as bots:
        while not session.over:
            if len(session.history) % DRAW_INTERVAL == 0:
                exercise_views(session)
            bots.play(session)
    exercise_views(session)
    session.undo()
    for bot in shared_bots(game):
        with closing(Bots(game, [bot] * seats)) as bots:
            bots.choose(session)


def exercise_views(session: Session) -> None:
    """Draw, read events, list choices and reasons for every seat and a spectator."""
    game, options = session.game, session.options
    for seat in range(-1, game.seat_count(options)):
        session.svg(seat)
        session.events(seat, len(session.history) - 3)
    if session.actor >= 0:
        legal, view = session.legal_numbers, session.view(session.actor)
        game.pictures.targets(view, options, session.actor, legal)
        game.notation.why_illegal(view, options, (legal[-1] + 1) % game.rules.action_count)
        if game.bots.points is not None:
            game.bots.points(view, options, session.actor, legal[0])


class WarmingProgress:
    """The progress of each game, which is passed on whenever it changes."""

    def __init__(self, on_change: Callable[[Warmth], None], names: Iterable[str]) -> None:
        self._on_change = on_change
        self._games = read_warmth("-") | {name: _state(0, 0, False) for name in names}
        self._name, self._done, self._size, self._total = "", 0, 0, 0
        on_change(self._games)

    def begin(self, name: str, total: int) -> None:
        self._name, self._done, self._size, self._total = name, 0, 0, total
        self._update(0.0)

    def step(self, size: int) -> None:
        """Finish the step before, and begin one of this size."""
        self._done += self._size
        self._size = size
        self._update(0.0)

    def on_notice(self, notice: Notice) -> None:
        """Note the progress of the compiler, which calls this after each rule of a step."""
        if not notice.over:
            self._update(notice.done / notice.total)

    def finish(self, name: str) -> None:
        self._games[name] = _state(self._total, self._total, True)
        self._name = ""
        self._on_change(self._games)

    def _update(self, share: float) -> None:
        """Note that `share` of the current step is done."""
        if self._name:
            done = self._done + int(self._size * share)
            self._games[self._name] = _state(done, self._total, False)
            self._on_change(self._games)


def write_warmth(file: Path, games: Warmth) -> None:
    """Replace the progress file atomically."""
    draft = file.with_suffix(".tmp")
    draft.write_text(json.dumps(games))
    draft.replace(file)


def _state(done: int, total: int, is_ready: bool) -> dict[str, Any]:
    return {"done": done, "total": total, "ready": is_ready}
