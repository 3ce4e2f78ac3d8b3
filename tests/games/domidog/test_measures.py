"""Measures of Dömidög, told again along the way of the same games."""

import numpy as np
import pytest

from offleash.bots.players import Bots
from offleash.bots.seats import policy
from offleash.core.batch import play_batch
from offleash.core.figures import figures_of, measures_of
from offleash.core.game import FinishedGames
from offleash.games.domidog import GAME
from offleash.play.session import Session

GAMES, SEED = 14, 6


def figures(played):
    return {figure.label.key: figure.value for figure in figures_of(measures_of(GAME, played))}


class Told:
    """What happens in one game, counted from the words of its actions alone."""

    def __init__(self, options, names, number):
        session, bots = Session(GAME, options, seed=SEED, number=number), Bots(GAME, names)
        while not session.over:
            bots.play(session)
        texts = [(m.actor, GAME.notation.format_action(m.action, options)) for m in session.history]
        dealt = 8 * len(names)
        self.drawn = sum(text.startswith("deal") for _, text in texts) - dealt
        self.laid = sum(text.endswith(("left", "right")) or "-" in text for _, text in texts)
        self.laid -= self.drawn + dealt
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
    found = figures(play_batch(GAME, policy(GAME, names), GAMES, SEED, options))
    told = [Told(options, names, number) for number in range(GAMES)]
    mean = {
        "tiles laid": [each.laid for each in told],
        "tiles drawn": [each.drawn for each in told],
        "forks": [each.forks for each in told],
        "passes": [each.passes for each in told],
        "blocked games": [each.blocked for each in told],
        "shared wins": [max(each.won) < 1 for each in told],
        "tiles left in the supply": [each.supply for each in told],
        "games that used up the supply": [each.supply == 0 for each in told],
        "wins of Anna (seat 0)": [each.won[0] for each in told],
        "wins of the first player": [each.won[each.opener] for each in told],
        "wins of the second player": [each.won[(each.opener + 1) % players] for each in told],
        "tiles left": [
            n for each in told for n, w in zip(each.left, each.won, strict=True) if not w
        ],
        "tiles left to who wins a blocked game": [min(e.left) for e in told if e.blocked],
        "wins of players who forked": [each.won[seat] for each in told for seat in each.forkers],
    }
    for name, counted in mean.items():
        assert found[name] == pytest.approx(np.mean(counted)), name
    assert found["shortest game"] == min(each.laid for each in told)
    assert found["longest game"] == max(each.laid for each in told)
    assert found["most tiles drawn in any game"] == max(each.drawn for each in told)
    assert 0 < sum(each.blocked for each in told) < GAMES  # both kinds of ends are met
    assert "wins of Dario (seat 3)" not in found
    assert "wins of the fourth player" not in found


def test_a_shared_win_counts_in_parts():
    """Three are blocked with 2, 1 and 1 tiles; who opened was seat 2 (M12)."""
    options = GAME.options(players=3)
    states = GAME.notation.parse_position(
        "chain=red-red hands=blue-grey,grey-grey|blue-blue|grey-black passes=3 first=2 phase=over",
        options,
    )
    tallies = np.zeros(1, GAME.rules.tally)
    tallies["blocked"], tallies["left"], tallies["forks"] = 1, [2, 1, 1, 0], [1, 0, 1, 0]
    played = FinishedGames(
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
    found = figures(played)
    assert found["shared wins"] == found["blocked games"] == 1
    assert found["wins of Ben (seat 1)"] == found["wins of Cleo (seat 2)"] == 0.5
    assert found["wins of the first player"] == found["wins of the third player"] == 0.5
    assert found["wins of the second player"] == 0
    assert found["wins of players who forked"] == 0.25  # Anna and Cleo
    assert found["wins of players who did not fork"] == 0.5
    assert found["tiles left"] == 2
    assert found["tiles left to who wins a blocked game"] == 1
    assert GAME.lab.columns(played).games["winner"][0] == -1
    assert GAME.lab.columns(played).seats["turn"][0, :3].tolist() == [1, 2, 0]
