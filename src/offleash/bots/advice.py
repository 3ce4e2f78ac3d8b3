"""Advice: the best few actions of a search, what they promise, and what speaks for each."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from offleash.bots.kinds import SEARCH
from offleash.bots.seats import Bots
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Point, Records
from offleash.core.rules.actors import CHANCE
from offleash.core.rules.outlook import CERTAIN
from offleash.core.rules.random import CHOICES, seed_streams
from offleash.core.seeds import streams
from offleash.play.session import Session

USUAL = 4000  # playouts: more than a bot takes, since somebody reads the intervals
SURE = 1.96  # standard deviations on either side
MOST_TOLD = 3  # points of an action


@dataclass(frozen=True)
class Advice:
    """One action: the chance to win with it, with a 95 % interval, and why."""

    action: int
    text: str
    chance: float
    low: float
    high: float
    playouts: int
    why: str


def advise(session: Session, spent: str = str(USUAL), count: int = MOST_TOLD) -> list[Advice]:
    """The best few actions of the seat to move, best first; nothing is changed.

    It is made from what that seat may see. A forced action comes alone, without a search.
    """
    game, options, seat = session.game, session.options, session.actor
    check(session)
    bots = Bots(game, [f"{SEARCH.name}:{spent}"] * game.seat_count(options))
    action, _ = bots.choose(session)
    note = bots.study.notes[0]
    tried = [int(each) for each in note["action"][: int(note["candidates"])]] or [action]
    best = tried[:count]
    view = session.view(seat)
    reasons = told(game, view, options, seat, best)
    found = []
    for place, (each, why) in enumerate(zip(best, reasons, strict=True)):
        numbers = (int(note[name][place]) for name in ("total", "squares", "playouts"))
        text = game.format_action(each, options)
        found.append(Advice(each, text, *estimate(*numbers), why))
    return found


def check(session: Session) -> None:
    """Whether there is anything to advise on: one sentence where there is not."""
    game = session.game
    if not SEARCH.can_play(game):
        raise OffleashError(f"{game.title} has no search, so there is no advice")
    if session.over:
        raise OffleashError("the game is over, so there is nothing to advise")
    if session.actor == CHANCE:
        raise OffleashError("chance is next, so there is nothing to advise")
    if not knows_itself(session):
        name = game.name_of(session.options, session.actor)
        raise OffleashError(f"the position does not say all that {name}, who is to move, knows")


def knows_itself(session: Session) -> bool:
    """Whether the seat to move has its own view: filling it must not add to what it sees."""
    game, options, seat = session.game, session.options, session.actor
    view, rng = session.view(seat), streams()
    for luck in range(4):  # what is missing may happen to be filled with a blank once
        filled = view.copy()
        seed_streams(rng, luck, 0)
        game.resample(filled[0], options[0], game.new_work()[0], seat, rng, CHOICES + seat)
        game.hide(filled[0], options[0], seat)
        if filled.tobytes() != view.tobytes():
            return False
    return True


def estimate(total: int, squares: int, playouts: int) -> tuple[float, float, float, int]:
    """The mean of the playouts' chances, its interval, and how many there were."""
    if playouts == 0:
        return math.nan, math.nan, math.nan, 0
    mean = total / playouts / CERTAIN
    if playouts == 1:  # says nothing about how far others may lie
        return mean, 0.0, 1.0, playouts
    spread = max(0.0, squares / playouts / CERTAIN**2 - mean**2)
    half = SURE * math.sqrt(spread / (playouts - 1))
    return mean, max(0.0, mean - half), min(1.0, mean + half), playouts


def told(
    game: Game, view: Records, options: Records, seat: int, actions: Sequence[int]
) -> list[str]:
    """For each action the points in which it differs from the others, in the game's order."""
    if game.points is None:
        targets = game.targets(view, options, seat, list(actions))
        labels = {target.action: target.label for target in targets}
        return [labels.get(action, "") for action in actions]
    every = [game.points(view, options, seat, action) for action in actions]
    return [
        "; ".join(_telling(points, every[:place] + every[place + 1 :]))
        for place, points in enumerate(every)
    ]


def _telling(points: Sequence[Point], others: Sequence[Sequence[Point]]) -> list[str]:
    """What is not true of all the others; where all is, what comes first."""
    sizes = [{point.key: point.size for point in other} for other in others]
    differ = [point for point in points if any(s.get(point.key) != point.size for s in sizes)]
    return [point.words for point in (differ or points[:1])[:MOST_TOLD]]
