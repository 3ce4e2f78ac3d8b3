"""Measures of Puppy Park, told again along the way of the same games."""

import numpy as np
import pytest

from offleash.bots.players import Bots
from offleash.bots.seats import policy
from offleash.core.batch import play_batch
from offleash.core.figures import figures_of, measures_of
from offleash.core.game import FinishedGames
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import HOUSE, PLACE
from offleash.games.puppy_park.rules.record import PICKING, PLACING, TABLE, TREE_POOP
from offleash.play.session import Session

GAMES = 5


def figures(played):
    return {figure.label.key: figure.value for figure in figures_of(measures_of(GAME, played))}


class Told:
    """What happens in one game, counted from positions and actions alone."""

    def __init__(self, options, names, number):
        self.session, bots = Session(GAME, options, seed=6, number=number), Bots(GAME, names)
        self.extra = self.turns = self.houses = self.tree_poops = self.running = self.chain = 0
        self.first = self.session.actor
        while not self.session.over:
            before, seat = self.session.state.copy(), self.session.actor
            bots.play(self.session)
            self.count(before, seat, self.session.history[-1].action)
        self.winner = self.session.returns.index(1.0)

    def count(self, before, seat, action):
        after = self.session.state
        self.houses += action >= HOUSE
        if before["phase"][0] == PLACING and PLACE <= action < HOUSE:
            self.tree_poops += before["picked"][0] == TREE_POOP
        placed = before["phase"][0] == PLACING
        again = placed and after["phase"][0] == PICKING and after["seat"][0] == seat
        self.extra += bool(again)
        self.running = self.running + 1 if again else self.running
        self.chain = max(self.chain, self.running)
        if self.session.over or after["seat"][0] != seat:
            self.turns += 1
            self.running = 0


@pytest.mark.parametrize("preset", ["base", "expansion"])
def test_what_is_measured_is_what_happened(preset):
    names = ["random", "random"]
    options = GAME.options(preset)
    played = play_batch(GAME, policy(GAME, names), GAMES, 6, options)
    told = [Told(options, names, number) for number in range(GAMES)]
    found = figures(played)
    mean = {
        "turns": [each.turns for each in told],
        "houses placed": [each.houses for each in told],
        "tree-poop tiles laid": [each.tree_poops for each in told],
        "most extra turns in one turn": [each.chain for each in told],
        "tiles on the table": [(each.session.state["where"] == TABLE).sum() for each in told],
        "wins of the first player": [each.winner == each.first for each in told],
        "wins of Anna (seat 0)": [each.winner == 0 for each in told],
        "dogs on top of each other, at most": [
            1 + each.session.state["level"].max() for each in told
        ],
    }
    for name, counted in mean.items():
        assert found[name] == pytest.approx(np.mean(counted)), name
    assert found["longest game"] == max(each.turns for each in told)
    # The tile that wins by two pairs or atop earns nothing more, but it was laid so.
    won_so = sum(
        found.get(f"games won with {words}", 0) for words in ("two pairs", "a tile atop two dogs")
    )
    assert found["extra turns earned"] - won_so == pytest.approx(
        np.mean([each.extra for each in told])
    )
    assert found["games in which nobody could move"] == 0
    assert found["wins of the first player"] + found["wins of the second player"] == 1
    assert "wins of Cleo (seat 2)" not in found
    assert "wins of the third player" not in found


def stuck(states, results, **changes):
    """A game that was not played: everybody is stuck."""
    options = GAME.options("expansion", tp_shape="one_hex", players=4, **changes)
    tallies = np.zeros(1, GAME.rules.tally)
    playing = np.ones((1, 4), bool)
    return FinishedGames(
        states=states,
        tallies=tallies,
        sums=np.zeros(1, GAME.rules.sums),
        variants=options,
        rows=np.zeros(1, np.int64),
        players=["random"],
        players_by_seat=np.zeros((1, 4), np.int64),
        playing=playing,
        results=np.array(results),
        lengths=np.ones(1, np.int64),
        paces=np.ones((1, 3), np.int64),
    )


def test_a_shared_win_counts_in_parts():
    options = GAME.options("expansion", tp_shape="one_hex", players=4)
    closed = GAME.notation.parse_position(
        "table=blue-blue@0,0E tree-poop=0,1E|1,-1E|2,-1E|-1,0E rules=poop passes=4 phase=over "
        "hands=red-red|grey-grey|blue-red,blue-grey|white-white,grey-white,red-white first=3",
        options,
    )
    found = figures(stuck(closed, [[0.5, 0.5, 0.0, 0.0]]))
    assert found["games in which nobody could move"] == 1
    assert found["games under poop rules"] == 1
    assert found["wins of Anna (seat 0)"] == found["wins of Ben (seat 1)"] == 0.5
    assert found["wins of the first player"] == found["wins of the fourth player"] == 0
    assert found["wins of the second player"] == found["wins of the third player"] == 0.5
    assert found["tiles left"] == 2.5  # of two losers, with 2 and 3
    assert GAME.lab.columns(stuck(closed, [[0.5, 0.5, 0.0, 0.0]])).games["winner"][0] == -1


def test_headlines_are_made_of_the_figures():
    """Each has its figure; what no game has is not told."""
    for preset, count in (("base", 3), ("expansion", 4)):
        played = play_batch(GAME, policy(GAME, ["random"] * 2), GAMES, 6, GAME.options(preset))
        every = {figure.label.key: figure for figure in figures_of(measures_of(GAME, played))}
        told = GAME.lab.headlines(every)
        assert len(told) == count
        assert told[0].figure.value == every["turns"].value
        assert every["wins of the second player"] in told[1].sentence
    assert GAME.lab.headlines({}) == []
