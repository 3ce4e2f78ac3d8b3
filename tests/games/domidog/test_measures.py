"""Measures of Dömidög, told again along the way of the same games."""

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import Bots
from offleash.contract import FinishedGames
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games.domidog import GAME
from offleash.play.session import Session
from tests.figures import figures_of

GAMES, SEED = 14, 6


def figures(batch):
    return {figure.label.key: figure.value for figure in figures_of(measures_of(GAME, batch))}


class GameCount:
    """What happens in one game, counted from the words of its actions alone."""

    def __init__(self, options, names, number):
        session, bots = Session(GAME, options, seed=SEED, number=number), Bots(GAME, names)
        while not session.over:
            bots.play(session)
        texts = [(m.actor, GAME.notation.format_action(m.action, options)) for m in session.history]
        dealt_tiles = 8 * len(names)
        self.drawn = sum(text.startswith("deal") for _, text in texts) - dealt_tiles
        self.laid = sum(text.endswith(("left", "right")) or "-" in text for _, text in texts)
        self.laid -= self.drawn + dealt_tiles
        self.forkers = {actor for actor, text in texts if text.startswith("fork")}
        self.forks = sum(text.startswith("fork") for _, text in texts)
        self.passes = sum(text == "pass" for _, text in texts)
        self.opener = next(actor for actor, text in texts if text.startswith("open"))
        self.blocked = [text for _, text in texts[-len(names) :]] == ["pass"] * len(names)
        fields = dict(word.split("=", 1) for word in session.position.split())
        hands = [hand.split(",") for hand in fields["hands"].split("|")]
        self.left = [len([tile for tile in hand if tile != "-"]) for hand in hands]
        least = min(self.left)
        self.won = [(n == least) / self.left.count(least) for n in self.left]
        self.supply = len(fields["supply"].split(",")) if "supply" in fields else 0


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_measured_is_what_happened(players):
    names = ["random"] * players
    options = GAME.options(players=players)
    measured = figures(play_batch(GAME, policy(GAME, names), GAMES, SEED, options))
    games = [GameCount(options, names, number) for number in range(GAMES)]
    mean = {
        "tiles laid": [game.laid for game in games],
        "tiles drawn": [game.drawn for game in games],
        "forks": [game.forks for game in games],
        "passes": [game.passes for game in games],
        "blocked games": [game.blocked for game in games],
        "shared wins": [max(game.won) < 1 for game in games],
        "tiles left in the supply": [game.supply for game in games],
        "games that used up the supply": [game.supply == 0 for game in games],
        "wins of Rust (seat 0)": [game.won[0] for game in games],
        "wins of the first player": [game.won[game.opener] for game in games],
        "wins of the second player": [game.won[(game.opener + 1) % players] for game in games],
        "tiles left": [
            n for game in games for n, w in zip(game.left, game.won, strict=True) if not w
        ],
        "tiles left to who wins a blocked game": [min(e.left) for e in games if e.blocked],
        "wins of players who forked": [game.won[seat] for game in games for seat in game.forkers],
    }
    for name, expected in mean.items():
        assert measured[name] == pytest.approx(np.mean(expected)), name
    assert measured["shortest game"] == min(game.laid for game in games)
    assert measured["longest game"] == max(game.laid for game in games)
    assert measured["most tiles drawn in any game"] == max(game.drawn for game in games)
    assert 0 < sum(game.blocked for game in games) < GAMES  # both kinds of ends are met
    assert "wins of Teal (seat 3)" not in measured
    assert "wins of the fourth player" not in measured


def test_a_shared_win_counts_in_parts():
    """Three are blocked with 2, 1 and 1 tiles; who opened was seat 2 (M12)."""
    options = GAME.options(players=3)
    states = GAME.notation.parse_position(
        "chain=red-red hands=blue-grey,grey-grey|blue-blue|grey-black passes=3 first=2 phase=over",
        options,
    )
    tallies = np.zeros(1, GAME.rules.tally)
    tallies["blocked"], tallies["left"], tallies["forks"] = 1, [2, 1, 1, 0], [1, 0, 1, 0]
    batch = FinishedGames(
        states=states,
        tallies=tallies,
        sums=np.zeros(1, GAME.rules.sums),
        variants=options,
        rows=np.zeros(1, np.int64),
        players=["random"],
        players_by_seat=np.zeros((1, 4), np.int64),
        playing=np.array([[True, True, True, False]]),
        results=np.array([[0.0, 0.5, 0.5, 0.0]]),
        lengths=np.ones(1, np.int64),
        paces=np.ones((1, 3), np.int64),
    )
    measured = figures(batch)
    assert measured["shared wins"] == measured["blocked games"] == 1
    assert measured["wins of Azure (seat 1)"] == measured["wins of Gold (seat 2)"] == 0.5
    assert measured["wins of the first player"] == measured["wins of the third player"] == 0.5
    assert measured["wins of the second player"] == 0
    assert measured["wins of players who forked"] == 0.25  # Rust and Gold
    assert measured["wins of players who did not fork"] == 0.5
    assert measured["tiles left"] == 2
    assert measured["tiles left to who wins a blocked game"] == 1
    assert GAME.lab.columns(batch).games["winner"][0] == -1
    assert GAME.lab.columns(batch).seats["turn"][0, :3].tolist() == [1, 2, 0]
