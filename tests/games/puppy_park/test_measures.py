"""Measures of Puppy Park, told again along the way of the same games."""

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import Bots
from offleash.contract import FinishedGames
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import HOUSE, PLACE
from offleash.games.puppy_park.rules.record import PICKING, PLACING, TABLE, TREE_POOP
from offleash.play.session import Session
from tests.figures import figures_of

GAMES = 5


def figures(batch):
    return {figure.label.key: figure.value for figure in figures_of(measures_of(GAME, batch))}


class GameCount:
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
        is_placing = before["phase"][0] == PLACING
        earns_turn = is_placing and after["phase"][0] == PICKING and after["seat"][0] == seat
        self.extra += bool(earns_turn)
        self.running = self.running + 1 if earns_turn else self.running
        self.chain = max(self.chain, self.running)
        if self.session.over or after["seat"][0] != seat:
            self.turns += 1
            self.running = 0


@pytest.mark.parametrize("preset", ["base", "expansion"])
def test_what_is_measured_is_what_happened(preset):
    names = ["random", "random"]
    options = GAME.options(preset)
    batch = play_batch(GAME, policy(GAME, names), GAMES, 6, options)
    games = [GameCount(options, names, number) for number in range(GAMES)]
    measured = figures(batch)
    mean = {
        "turns": [game.turns for game in games],
        "houses placed": [game.houses for game in games],
        "tree-poop tiles laid": [game.tree_poops for game in games],
        "most extra turns in one turn": [game.chain for game in games],
        "tiles on the table": [(game.session.state["where"] == TABLE).sum() for game in games],
        "wins of the first player": [game.winner == game.first for game in games],
        "wins of Rust (seat 0)": [game.winner == 0 for game in games],
        "dogs on top of each other, at most": [
            1 + game.session.state["level"].max() for game in games
        ],
    }
    for name, expected in mean.items():
        assert measured[name] == pytest.approx(np.mean(expected)), name
    assert measured["longest game"] == max(game.turns for game in games)
    # The tile that wins by two pairs or atop earns nothing more, but it was laid so.
    winning_turns = sum(
        measured.get(f"games won with {words}", 0)
        for words in ("two pairs", "a tile atop two dogs")
    )
    assert measured["extra turns earned"] - winning_turns == pytest.approx(
        np.mean([game.extra for game in games])
    )
    assert measured["games in which nobody could move"] == 0
    assert measured["wins of the first player"] + measured["wins of the second player"] == 1
    assert "wins of Gold (seat 2)" not in measured
    assert "wins of the third player" not in measured


def stuck_batch(states, results, **changes):
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
    states = GAME.notation.parse_position(
        "table=blue-blue@0,0E tree-poop=0,1E|1,-1E|2,-1E|-1,0E rules=poop passes=4 phase=over "
        "hands=red-red|grey-grey|blue-red,blue-grey|white-white,grey-white,red-white first=3",
        options,
    )
    measured = figures(stuck_batch(states, [[0.5, 0.5, 0.0, 0.0]]))
    assert measured["games in which nobody could move"] == 1
    assert measured["games under poop rules"] == 1
    assert measured["wins of Rust (seat 0)"] == measured["wins of Azure (seat 1)"] == 0.5
    assert measured["wins of the first player"] == measured["wins of the fourth player"] == 0
    assert measured["wins of the second player"] == measured["wins of the third player"] == 0.5
    assert measured["tiles left"] == 2.5  # of two losers, with 2 and 3
    assert GAME.lab.columns(stuck_batch(states, [[0.5, 0.5, 0.0, 0.0]])).games["winner"][0] == -1


def test_headlines_are_made_of_the_figures():
    """Each has its figure; what no game has is not told."""
    for preset, count in (("base", 3), ("expansion", 4)):
        batch = play_batch(GAME, policy(GAME, ["random"] * 2), GAMES, 6, GAME.options(preset))
        every = {figure.label.key: figure for figure in figures_of(measures_of(GAME, batch))}
        headlines = GAME.lab.headlines(every)
        assert len(headlines) == count
        assert headlines[0].figure.value == every["turns"].value
        assert every["wins of the second player"] in headlines[1].sentence
    assert GAME.lab.headlines({}) == []
