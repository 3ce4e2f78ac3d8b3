"""What a search goes by in Digs."""

import math

from offleash.bots.players import Bots, watch_game
from offleash.contract import Horizon
from offleash.contract.rules.win_chance import CERTAIN
from tests.battery import rebind
from tests.toys.digs import GAME
from tests.toys.digs.rules.record import BIDDING, DRAWING


def chances(options, cards, biscuits):
    """Each seat's chance to win with so many bones and biscuits."""
    states = GAME.new_state(options)
    states["won"][0][: len(cards)] = cards
    states["biscuits"][0][: len(cards)] = biscuits
    work = GAME.new_work()
    return [
        int(GAME.bots.outlook(states[0], options[0], work[0], seat, GAME.weights)) / CERTAIN
        for seat in range(len(cards))
    ]


def test_a_bone_more_makes_a_win_e_times_as_likely():
    two = GAME.options(seats=2)
    assert chances(two, [1, 1], [5, 5]) == [0.5, 0.5]
    first, second = chances(two, [2, 1], [5, 5])
    assert abs(first / second - math.e) < 1e-3
    ahead, _ = chances(two, [1, 1], [6, 5])  # a biscuit is a sixteenth of a bone
    assert abs(ahead - 1 / (1 + math.exp(-1 / 16))) < 1e-3


def test_chances_of_all_add_up():
    every = chances(GAME.options(seats=4), [0, 1, 2, 1], [3, 9, 0, 15])
    assert abs(sum(every) - 1) < 1e-3
    assert sorted(range(4), key=every.__getitem__) == [0, 1, 3, 2]


def test_boundaries_are_between_rounds():
    options = GAME.options(seats=2)
    states = GAME.new_state(options)
    for phase, turn, is_boundary in ((DRAWING, 0, True), (DRAWING, 1, False), (BIDDING, 0, False)):
        states["phase"], states["turn"] = phase, turn
        assert GAME.bots.is_boundary(states[0], options[0]) == is_boundary


def search_values(session, **far):
    """What a search of one world finds of its two candidates, looking so far."""
    game = rebind(GAME, horizon=Horizon(**far))
    bots = Bots(game, ["search:2"] * GAME.seat_count(session.options))
    bots.choose(session)
    note = bots.study.notes[0]
    return {int(a): int(t) for a, t in zip(note["action"][:2], note["total"][:2], strict=True)}


def test_a_playout_that_is_judged_twice_counts_the_mean():
    """The same playout, judged at its first boundary, at its second, and at both."""
    session, differ = watch_game(GAME, GAME.options(), ["greedy"] * 3, seed=5), 0
    for _ in range(12):
        session.undo()
        if session.actor < 0 or len(session.legal_numbers) < 2:
            continue
        first, second = search_values(session, boundaries=1), search_values(session, boundaries=2)
        mean = search_values(session, boundaries=2, judged=2)
        assert mean == {action: (first[action] + second[action]) // 2 for action in first}
        differ += first != second
    assert differ > 3
