"""Measures and columns of Secret Mission, told again from games played one by one."""

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import Bots
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games.secret_mission import GAME
from offleash.games.tiles.rules.hexes import SIDE
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.games.tiles.text.places import parse_table
from offleash.play.session import Session
from tests.figures import figures_of

GAMES, SEED = 12, 5
WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def groups_of(session):
    """The sizes of the groups of each colour, from the text of the table."""
    table = session.position.partition("table=")[2].split()[0]
    colour = {}
    for piece in parse_table(table):
        colour.update(zip(piece.cells, TILE_NAMES[piece.tile].split("-"), strict=True))
    steps = {q * SIDE + r for q, r in WAYS}
    sizes = {name: [] for name in COLOURS}
    while colour:
        cell, name = colour.popitem()
        group, waiting = 1, [cell]
        while waiting:
            near = [c for c in colour if c - waiting[0] in steps and colour[c] == name]
            waiting = waiting[1:] + near
            group += len(near)
            for member in near:
                del colour[member]
        sizes[name].append(group)
    return sizes


def one_by_one(options, names):
    """Every game of the batch as a session, with what it came to."""
    for number in range(GAMES):
        session, bots = Session(GAME, options, seed=SEED, number=number), Bots(GAME, names)
        while not session.over:
            bots.play(session)
        groups = groups_of(session)
        missions = [
            TILE_NAMES[tile].split("-") for tile in session.state["mission"][0] if tile >= 0
        ]
        scores = [max(groups[a]) * max(groups[b]) for a, b in missions]
        yield session, groups, scores, missions


def figures(batch):
    return {figure.label.key: figure.value for figure in figures_of(measures_of(GAME, batch))}


@pytest.mark.parametrize("changes", [{}, {"players": "3", "extra_tiles": "true"}])
def test_scores_groups_ties_and_who_won(changes):
    options = GAME.options(**changes)
    names = ["greedy"] * GAME.seat_count(options)
    batch = play_batch(GAME, policy(GAME, names), GAMES, SEED, options)
    best, others, ties, largest, first, brown = [], [], 0, [], 0, []
    for session, groups, scores, missions in one_by_one(options, names):
        winner = session.returns.index(1.0)
        assert scores[winner] == min(scores)
        best.append(scores[winner])
        others += [score for seat, score in enumerate(scores) if seat != winner]
        ties += scores.count(min(scores)) > 1
        largest += [max(sizes) for sizes in groups.values() if sizes]
        first += winner == int(session.state["starter"][0])
        brown += [seat == winner for seat, mission in enumerate(missions) if "brown" in mission]
    values = figures(batch)
    assert values["score of the winner"] == pytest.approx(np.mean(best))
    assert values["score of the others"] == pytest.approx(np.mean(others))
    assert values["ties for the lowest score"] == pytest.approx(ties / GAMES)
    assert values["largest group"] == pytest.approx(np.mean(largest))
    assert values["largest group of any game"] == max(largest)
    assert values["wins of the first player"] == pytest.approx(first / GAMES)
    assert values["wins with brown in the mission"] == pytest.approx(np.mean(brown))
    assert 0 < first < GAMES


def test_columns_tell_every_game():
    options = GAME.options(players="3")
    names = ["random"] * 3
    batch = play_batch(GAME, policy(GAME, names), GAMES, SEED, options)
    columns = GAME.lab.columns(batch)
    games, seats = columns.games, columns.seats
    for number, (session, groups, scores, _) in enumerate(one_by_one(options, names)):
        assert seats["score"][number][:3].tolist() == scores
        assert games["winner"][number] == session.returns.index(1.0)
        assert games["tied"][number] == (scores.count(min(scores)) > 1)
        assert games["largest_red"][number] == max(groups["red"])
        assert games["groups_red"][number] == len(groups["red"])
        assert games["largest_shiba"][number] == games["groups_shiba"][number] == 0
        movers = [moment.actor for moment in session.history if moment.actor >= 0]
        assert seats["turn"][number][:3].tolist() == [movers.index(seat) for seat in range(3)]
        last = [25 - movers[::-1].index(seat) for seat in range(3)]
        assert seats["last"][number][:3].tolist() == last
    assert columns.words["mission"][8] == "brown-yellow"
    assert all(values.shape == (GAMES,) for values in games.values())
    assert all(values.shape == (GAMES, 4) for values in seats.values())
