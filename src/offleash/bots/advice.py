"""Advice: the best few actions of a search, their chances to win, and a reason for each."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from offleash.bots.kinds import SEARCH
from offleash.bots.players import Bots
from offleash.bots.templates.search import RIVALS
from offleash.compiler.rules.random import CHOICES, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Point, Records
from offleash.contract.rules.actors import CHANCE
from offleash.contract.rules.win_chance import CERTAIN
from offleash.play.session import Session
from offleash.tools.confidence import LEVEL, normal_quantile, unanimous
from offleash.tools.errors import OffleashError

DEFAULT_PLAYOUTS = 4000  # more than a bot uses, since people read the intervals
REACH = normal_quantile((1.0 + LEVEL) / 2.0)  # standard deviations on either side
MAX_ACTIONS = 3
MAX_POINTS = 3  # of an action, in its reason
WEAKEST_REPLY = "the best reply to it is the weakest"


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


def advise(
    session: Session, budget: str = str(DEFAULT_PLAYOUTS), count: int = MAX_ACTIONS
) -> list[Advice]:
    """Return the best few actions of the seat to move, best first; change nothing.

    Uses only what that seat may see. A forced action is returned alone, without a search.
    Raises OffleashError if there is nothing to advise on.
    """
    game, options, seat = session.game, session.options, session.actor
    check_can_advise(session)
    bots = Bots(game, [f"{SEARCH.name}:{budget}"] * game.seat_count(options))
    action, _ = bots.choose(session)
    note = bots.study.notes[0]
    tried = [int(number) for number in note["action"][: int(note["candidates"])]] or [action]
    best = tried[:count]
    view = session.view(seat)
    reasons = describe_reasons(game, view, options, seat, best)
    advice = []
    for place, (action, why) in enumerate(zip(best, reasons, strict=True)):
        numbers = (int(note[name][place]) for name in ("total", "squares", "playouts"))
        text = game.notation.format_action(action, options)
        advice.append(Advice(action, text, *estimate(*numbers), why))
    if bots.policy.personas[0, RIVALS] and len(advice) > 1 and advice[0].chance < advice[1].chance:
        why = "; ".join(filter(None, (advice[0].why, WEAKEST_REPLY)))
        advice[0] = replace(advice[0], why=why)
    return advice


def check_can_advise(session: Session) -> None:
    """Raise OffleashError if there is nothing to advise on."""
    game = session.game
    if not SEARCH.can_play(game):
        raise OffleashError(f"{game.title} has no search, so it offers no advice")
    if session.over:
        raise OffleashError("the game is over, so there is nothing to advise")
    if session.actor == CHANCE:
        raise OffleashError("chance is next, so there is nothing to advise")
    if not has_own_view(session):
        name = game.seat_name(session.options, session.actor)
        raise OffleashError(
            f"the position omits some of what {name}, who is to move, knows: write it out"
        )


def has_own_view(session: Session) -> bool:
    """Return whether the seat to move has its own view: filling in unknowns must not change it."""
    game, options, seat = session.game, session.options, session.actor
    view, rng = session.view(seat), streams()
    for luck in range(4):  # a single random filling may happen to be blank
        filled = view.copy()
        seed_streams(rng, luck, 0)
        game.rules.resample(filled[0], options[0], game.new_work()[0], seat, rng, CHOICES + seat)
        game.rules.hide(filled[0], options[0], seat)
        if filled.tobytes() != view.tobytes():
            return False
    return True


def estimate(total: int, squares: int, playouts: int) -> tuple[float, float, float, int]:
    """Return the mean of the playouts' chances, its interval, and their number."""
    if playouts == 0:
        return math.nan, math.nan, math.nan, 0
    mean = total / playouts / CERTAIN
    if playouts == 1:  # says nothing about the spread
        return mean, 0.0, 1.0, playouts
    spread = max(0.0, squares / playouts / CERTAIN**2 - mean**2)
    half = REACH * math.sqrt(spread / (playouts - 1))
    if spread == 0.0 and mean in (0.0, 1.0):  # never or always won: the other may be rare
        half = unanimous(playouts)
    return mean, max(0.0, mean - half), min(1.0, mean + half), playouts


def describe_reasons(
    game: Game, view: Records, options: Records, seat: int, actions: Sequence[int]
) -> list[str]:
    """Return for each action the points where it differs from the others, in the game's order."""
    if game.bots.points is None:
        targets = game.pictures.targets(view, options, seat, list(actions))
        labels = {target.action: target.label for target in targets}
        return [labels.get(action, "") for action in actions]
    all_points = [game.bots.points(view, options, seat, action) for action in actions]
    return [
        "; ".join(_distinguishing_points(points, all_points[:place] + all_points[place + 1 :]))
        for place, points in enumerate(all_points)
    ]


def _distinguishing_points(points: Sequence[Point], others: Sequence[Sequence[Point]]) -> list[str]:
    """Return the points not shared by all others, or the first point if all are shared."""
    sizes = [{point.key: point.size for point in other} for other in others]
    differ = [point for point in points if any(s.get(point.key) != point.size for s in sizes)]
    return [point.words for point in (differ or points[:1])[:MAX_POINTS]]
