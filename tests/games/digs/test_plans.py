"""Plans: a dog keeps to the bone it chose, and its score depends on that."""

import numpy as np

from offleash.bots.lineup import policy
from offleash.bots.players import Bots
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.play.session import Session
from tests.figures import figures_of
from tests.toys.digs.options import board_of


def planned(game, session, plan, weights=None):
    weights = game.weights if weights is None else weights
    game.bots.prepare(session.state[0], session.options[0], game.new_work()[0], plan[0], weights)
    return plan


def goal(game, session, plan):
    return board_of(session.options).names[int(plan["goal"][0]) - 1]


def walking(game, position):
    return Session(game, position=f"{position} phase=walk card=trot drawn=0|0|1|0")


def test_a_dog_keeps_to_its_bone_while_it_lies_there():
    game = registry.load("digs")
    plan = np.zeros(1, game.rules.plan)
    first = walking(game, "a1|h1|a6")
    assert goal(game, first, planned(game, first, plan)) == "b3"
    elsewhere = walking(game, "g6|h1|a6")  # now other bones are nearer
    assert goal(game, elsewhere, planned(game, elsewhere, plan)) == "b3"
    without_bone = walking(game, "g6|h1|a6 dug=b3")
    assert goal(game, without_bone, planned(game, without_bone, plan)) == "g4"
    assert int(plan["chosen"][0]) == 2
    fresh = planned(game, elsewhere, np.zeros(1, game.rules.plan))
    assert goal(game, elsewhere, fresh) == "g4"


def test_scores_hang_on_the_plan():
    game = registry.load("digs")
    session = walking(game, "g6|h1|a6")
    far = planned(game, walking(game, "a1|h1|a6"), np.zeros(1, game.rules.plan))
    near = planned(game, session, np.zeros(1, game.rules.plan))
    fixed = session.state[0], session.options[0], game.new_work()[0]
    worth = [
        [game.bots.score(*fixed, plan[0], action, game.weights) for action in session.legal_numbers]
        for plan in (far, near)
    ]
    assert worth[0] != worth[1]
    assert np.argmax(worth[0]) != np.argmax(worth[1])


def test_games_differ_for_dogs_that_forget():
    """Bots that choose a new goal at every decision do not play the games of the batch."""
    game = registry.load("digs")
    options = game.options("long")
    names = ["persona:loner"] * 4
    batch = play_batch(game, policy(game, names), 12, 1, options)
    faithful = forgetful = 0
    for number in range(12):
        for forgets in (False, True):
            session, bots = Session(game, options, seed=1, number=number), Bots(game, names)
            while not session.over:
                if forgets:
                    session.luck.plans[:] = 0
                bots.play(session)
            is_equal = session.state.tobytes() == batch.states[number].tobytes()
            faithful += is_equal and not forgets
            forgetful += is_equal and forgets
    assert faithful == 12
    assert forgetful < 10


def test_personas_play_differently_and_are_told_apart():
    game = registry.load("digs")
    names = ["persona:loner", "persona:nose", "persona:miser"]
    seatings = [names[k:] + names[:k] for k in range(3)]
    seated = np.arange(300) % 3
    batch = play_batch(game, policy(game, *seatings), 300, 2, seated=seated)
    figures = {figure.label.name: figure for figure in figures_of(measures_of(game, batch))}
    bids = [figures[f"biscuits bid by {name}"].value for name in names]
    assert bids[0] > bids[1] > bids[2]
    assert {figures[f"bones of {name}"].label.group for name in names} == {"player"}
    seats = [figures[f"wins of {name}"] for name in game.rules.seat_names[:3]]
    assert {figure.label.group for figure in seats} == {"seat"}
    assert abs(sum(figure.value for figure in seats) - 1) < 1e-9
    assert "wins of Green" not in figures


def test_sums_are_the_walks_and_bids_of_the_games():
    """Counted again in Python, from what the actions say."""
    game = registry.load("digs")
    options = game.options()
    names = ["greedy", "random", "persona:miser"]
    batch = play_batch(game, policy(game, names), 5, 3, options)
    walks = dict.fromkeys(board_of(options).names, 0)
    bids = [0] * 16
    for number in range(5):
        session, bots = Session(game, options, seed=3, number=number), Bots(game, names)
        while not session.over:
            bots.play(session)
        for moment in session.history:
            verb, argument = game.notation.format_action(moment.action, options).split()
            if verb == "walk":
                walks[argument] += 1
            elif verb == "bid":
                bids[int(argument)] += 1
    visits = batch.sums["visits"][0]
    assert visits[: len(walks)].tolist() == list(walks.values())
    assert visits[len(walks) :].sum() == 0
    assert batch.sums["bids"][0].tolist() == bids
