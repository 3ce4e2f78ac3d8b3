"""Compiling ahead: all that a table needs, game after game, beside the workers.

How far it has come stands in a small file, which every worker reads. What was made ready once stays
so until the rules change: a stamp beside the compiled rules says so.
"""

import json
import os
from contextlib import closing, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from offleash.bots.kinds import SEARCH
from offleash.bots.seats import Bots, policy
from offleash.bots.shared_kernel import kernel, shared_policy
from offleash.core import cache, machine
from offleash.core.compile import MODE
from offleash.core.game import Game
from offleash.core.notice import Notice
from offleash.games import registry
from offleash.play.session import Session

STAMP = "tables"  # beside a game's compiled rules: every one that a table needs is there
NICE = 10
BOT = 20  # times as long as a rule, which is a part of it, does a bot take to compile
LOOKED_AT = 12  # a picture is drawn after so many actions of a rehearsal

Warmth = dict[str, dict[str, Any]]


def warmth(file: str) -> Warmth:
    """For each game the rules that are ready, of how many, and whether it can be played.

    Without a file nothing is being compiled, and everything can.
    """
    found: Warmth = {name: {"done": 0, "total": 0, "ready": not file} for name in registry.ROWS}
    with suppress(FileNotFoundError):  # not written yet
        found |= json.loads(Path(file).read_text()) if file else {}
    return found


def shares(found: Warmth) -> dict[str, float]:
    """How much of each game is ready, 1 for one that can be played."""
    return {
        name: 1.0 if each["ready"] else min(0.99, each["done"] / max(1, each["total"]))
        for name, each in found.items()
    }


def warm(file: Path, names: list[str]) -> None:
    """Makes these games ready, those first that are so already; gives way to everybody else."""
    os.nice(NICE)
    progress = Progress(file, names)
    machine.announce = progress.hear
    cold = [name for name in names if not is_ready(name)]
    for name in names:
        if name not in cold:
            progress.finish(name)  # at once
    for name in cold:
        make_ready(name, progress)
    for name in names:
        foresee(name)


def is_ready(name: str) -> bool:
    """Whether all that a table of this game needs was compiled before."""
    return MODE != "compiled" or cache.read(_stamp(name)) is not None


def load(name: str) -> None:
    """Takes what is compiled into this process; a game that is not ready is left alone."""
    if MODE == "compiled" and is_ready(name):
        for _, each in wanted(name):
            each.make()


def _stamp(name: str) -> Path:
    """In the folder of the game's rules, named after those of the bots: any change is another."""
    folders = sorted({each.folder for _, each in wanted(name)})
    return folders[0] / f"{STAMP}.{cache.digest(' '.join(f.name for f in folders), ())}"


def make_ready(name: str, progress: "Progress") -> None:
    """Compiles what a table of this game needs."""
    machines = wanted(name)
    progress.begin(name, sum(size for size, _ in machines) + BOT)
    for size, each in machines:
        progress.step(size)
        each.make()
    progress.step(BOT)
    rehearse(name)
    cache.write(_stamp(name), b"")
    progress.finish(name)


def foresee(name: str) -> None:
    """What plays many games on from a moment: no table waits for it, so it comes last."""
    game = registry.load(name)
    kernel(game, shared_policy(game, ["random"] * game.max_seats)).make()


def wanted(name: str) -> list[tuple[int, machine.Machine]]:
    """What a table calls, and how large it is: each kind of bot, then the rules themselves."""
    game = registry.load(name)
    seats = game.max_seats
    bots: list[Any] = [policy(game, [bot] * seats).choose for bot in bots_of(game)]
    rules = [getattr(getattr(game, field.name), "machine", None) for field in fields(game)]
    return [
        *((BOT, bot.machine) for bot in bots),
        *((1, rule) for rule in rules if isinstance(rule, machine.Machine)),
    ]


def bots_of(game: Game) -> list[str]:
    """One of each kind: personas and tuned ones are greedy with other weights."""
    return ["greedy", "random", *(["search:2"] if SEARCH.can_play(game) else [])]


def rehearse(name: str) -> None:
    """A game between bots with all that a table asks for: what is compiled only when it is met."""
    game = registry.load(name)
    session = Session(game, game.options(), seed=1)
    seats = game.seat_count(session.options)
    with closing(Bots(game, ["random"] * seats)) as bots:
        while not session.over:
            if len(session.history) % LOOKED_AT == 0:
                look(session)
            bots.play(session)
    look(session)
    session.undo()
    for bot in bots_of(game):
        with closing(Bots(game, [bot] * seats)) as bots:
            bots.choose(session)


def look(session: Session) -> None:
    """As every seat and a spectator: the picture, the news, the choices, their reasons."""
    game, options = session.game, session.options
    for seat in range(-1, game.seat_count(options)):
        session.svg(seat)
        session.events(seat, len(session.history) - 3)
    if session.actor >= 0:
        legal, view = session.legal_numbers, session.view(session.actor)
        game.targets(view, options, session.actor, legal)
        game.why_illegal(view, options, (legal[-1] + 1) % game.action_count)
        if game.points is not None:
            game.points(view, options, session.actor, legal[0])


class Progress:
    """How far each game has come, in a file that is always whole."""

    def __init__(self, file: Path, names: list[str]) -> None:
        self._file = file
        self._games = warmth("-") | {name: _now(0, 0, False) for name in names}
        self._name, self._done, self._size, self._total = "", 0, 0, 0
        self._write()

    def begin(self, name: str, total: int) -> None:
        self._name, self._done, self._size, self._total = name, 0, 0, total
        self._tell(0.0)

    def step(self, size: int) -> None:
        """The step before is done, and one of this size begins."""
        self._done += self._size
        self._size = size
        self._tell(0.0)

    def hear(self, notice: Notice) -> None:
        """Called by the compiler after each rule of a step."""
        if not notice.over:
            self._tell(notice.done / notice.total)

    def finish(self, name: str) -> None:
        self._games[name] = _now(self._total, self._total, True)
        self._name = ""
        self._write()

    def _tell(self, share: float) -> None:
        """`share` of the step at hand is done."""
        if self._name:
            done = self._done + int(self._size * share)
            self._games[self._name] = _now(done, self._total, False)
            self._write()

    def _write(self) -> None:
        draft = self._file.with_suffix(".tmp")
        draft.write_text(json.dumps(self._games))
        draft.replace(self._file)


def _now(done: int, total: int, is_ready: bool) -> dict[str, Any]:
    return {"done": done, "total": total, "ready": is_ready}
