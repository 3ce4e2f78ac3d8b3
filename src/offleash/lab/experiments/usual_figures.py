"""What every measure of a game is today: a few games with the game's usual bots."""

from collections.abc import Sequence

from offleash.bots.lineup import default_bot
from offleash.contract import Figure, Game, Records
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run

GAMES = 240


def usual_figures(game: Game, options: Records, games: int = GAMES) -> Sequence[Figure]:
    """Play games under these rules, the same ones each time, and return every measure."""
    bots = [default_bot(game, options, seat) for seat in range(game.seat_count(options))]
    plan = make_plan(game, [make_arm(game, "today", options, bots)], games)
    run = Run(Experiment(plan, game))
    return run.play().account(0).figures()
