"""The rules of Secret Mission against a second implementation, written from the rulings alone."""

import random

import numpy as np
import pytest

import offleash
from offleash.contract.rules.actors import CHANCE, OVER
from tests.games.secret_mission import naive
from tests.games.secret_mission.table import action_number, encode
from tests.processes import output_of

SEEDS = range(6)
GAMES = 6  # for each seed, of about 60 positions each

game = offleash.load_game("secret-mission")
work, out, weights, tally = game.new_work(), game.new_out(), game.new_chances(), game.new_tally()


def random_options(rng):
    return naive.Options(
        players=rng.choice((2, 3, 4)),
        starter=rng.choice((None, 0, 1, 2, 3)),
        extra_tiles=rng.random() < 0.5,
        open_playing_tile=rng.random() < 0.5,
    )


def engine_options(options):
    return game.options(
        players=options.players,
        starter="none" if options.starter is None else options.starter,
        extra_tiles=options.extra_tiles,
        open_playing_tile=options.open_playing_tile,
    )


# Comparing


def check_position(states, position):
    """The record, byte for byte."""
    is_equal = states.tobytes() == encode(position).tobytes()
    assert is_equal, f"{states} is not {naive.to_text(position)}"


def check_choices(states, options, position):
    """Who acts, and all that can be done or happen, with equal weights."""
    message = naive.to_text(position)
    actor = game.rules.actor(states[0])
    if position.phase == "over":
        assert actor == OVER, message
        return
    if naive.is_chance(position):
        assert actor == CHANCE, message
        n = game.rules.chance_outcomes(states[0], options[0], out, weights)
        assert len({int(weight) for weight in weights[:n]} - {0}) == 1, message
        assert 0 not in weights[:n], message
    else:
        assert actor == position.seat, message
        n = game.rules.legal_actions(states[0], options[0], work[0], out)
    expected = sorted(map(action_number, naive.legal(position)))
    assert [int(action) for action in out[:n]] == expected, message


def check_end(states, options, position, tallies):
    """Scores, groups, ranks and who has won."""
    message = naive.to_text(position)
    points, order = naive.scores(position), naive.order(position)
    groups = naive.groups(naive.lawn(position))
    assert tallies["score"][0].tolist() == points + [0] * (4 - len(points)), message
    assert tallies["largest"][0].tolist() == naive.largest(naive.lawn(position)), message
    counts = [sum(of == breed for of, _ in groups) for breed in range(8)]
    assert tallies["groups"][0].tolist() == counts, message
    assert tallies["tied"][0] == (points.count(min(points)) > 1), message
    places, shares = np.zeros(4, np.int64), np.zeros(4)
    game.rules.rank(states[0], options[0], places)
    game.rules.returns(states[0], options[0], shares)
    players = range(position.players)
    assert [int(places[seat]) for seat in players] == [order.index(seat) for seat in players], (
        message
    )
    assert [shares[seat] for seat in players] == [seat == order[0] for seat in players], message


# Whole games


def sociable(position, actions, rng):
    """A placement that joins dogs of one breed, if one of a few tried does: groups get large."""
    if position.phase != "place":
        return rng.choice(actions)
    tile, dogs = position.playing[position.seat], naive.lawn(position)

    def friends(action):
        _, cell, way = action
        halves = ((tile[0], cell), (tile[1], naive.step(cell, way)))
        return sum(dogs.get(near) == dog for dog, at in halves for near in naive.around(at))

    return max(rng.sample(actions, min(30, len(actions))), key=friends)


def play(rng, choose):
    """One game in both implementations; how many positions were compared, and the last one."""
    twin = random_options(rng)
    options, position = engine_options(twin), naive.start(twin)
    states, compared = game.new_state(options), 0
    tally[:] = 0
    while True:
        compared += 1
        check_position(states, position)
        check_choices(states, options, position)
        if position.phase == "over":
            check_end(states, options, position, tally)
            return compared, position
        action = choose(position, naive.legal(position), rng)
        position = naive.apply(position, action)
        game.rules.apply(states[0], options[0], work[0], action_number(action), tally[0])


def any_of(position, actions, rng):
    return rng.choice(actions)


def play_some(seed, games, choose):
    rng = random.Random(f"games {seed}")
    return sum(play(rng, choose)[0] for _ in range(games))


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_agree(seed):
    assert play_some(seed, GAMES // 2, any_of) + play_some(seed, GAMES // 2, sociable) > 200


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_more_games_agree(seed):
    assert play_some(seed, 100, any_of) + play_some(seed, 100, sociable) > 8_000


def test_sociable_games_have_large_groups():
    """Or else the games above would say little about groups."""
    rng = random.Random(3)
    sizes = [max(naive.largest(naive.lawn(play(rng, sociable)[1]))) for _ in range(8)]
    assert max(sizes) >= 7


INTERPRETED = """
import random
from tests.games.secret_mission.test_twin import any_of, play, sociable
rng = random.Random(8)
print(*(play(rng, choose)[0] for choose in (any_of, sociable)))
"""


def test_interpreted_games_agree_to_their_end():
    """Also where rules run as plain Python: other tests give interpreted games up before."""
    compared = output_of(INTERPRETED, OFFLEASH_RULES="interpreted").split()
    assert all(int(positions) > 50 for positions in compared)


# Groups on boards that no game comes to


def dressed_up(rng, players, tiles):
    """One tile before the end: rows, rings and combs, with as many friends touching as can be."""
    options = naive.Options(players, 0, tiles == 36)
    position, shape = naive.start(options), rng.choice((row, comb, ring, clump))
    while sum(tile is not None for tile in position.playing) != 1 or naive.supply(position):
        actions = naive.legal(position)
        in_place = position.phase == "place"
        action = shape(position, actions, rng) if in_place else rng.choice(actions)
        position = naive.apply(position, action)
    return options, position


def row(position, actions, rng):
    """As far east as possible, so that tiles make long bands."""
    return max(actions, key=lambda action: (action[1][0] - 2 * abs(action[1][1]), action[2] == "E"))


def comb(position, actions, rng):
    """Every other column, so that groups are thin and bent."""
    return max(actions, key=lambda action: (action[1][0] % 2 == 0, action[2] == "SE", rng.random()))


def ring(position, actions, rng):
    """At a distance of four from the middle: groups that close on themselves."""

    def off(action):
        q, r = action[1]
        return abs(max(abs(q), abs(r), abs(q + r)) - 4)

    return min(actions, key=lambda action: (off(action), rng.random()))


def clump(position, actions, rng):
    return sociable(position, actions, rng)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("tiles", [28, 36])
def test_groups_on_dressed_up_boards(players, tiles):
    rng = random.Random(f"boards {players} {tiles}")
    for _ in range(5):
        twin, position = dressed_up(rng, players, tiles)
        options, states = engine_options(twin), encode(position)
        check_choices(states, options, position)
        for action in rng.sample(naive.legal(position), 5):
            after, tallies = states.copy(), game.new_tally()
            game.rules.apply(after[0], options[0], work[0], action_number(action), tallies[0])
            end = naive.apply(position, action)
            check_position(after, end)
            check_end(after, options, end, tallies)


def random_lawn(rng, tiles, players):
    """Tiles anywhere, also apart from the others: groups don't hang on how they came about."""
    mixed = [tile for tile in naive.all_tiles(tiles) if tile[0] != tile[1]]
    missions = tuple(rng.sample(mixed, players))
    cells, table = set(), {}
    for tile in naive.all_tiles(tiles):
        cell, way = (rng.randrange(-3, 4), rng.randrange(-3, 4)), rng.choice([*naive.WAYS])
        halves = {cell, naive.step(cell, way)}
        if tile not in missions and not halves & cells:
            cells |= halves
            table[tile] = (cell, way)
    last = tuple(rng.sample(range(1, 20), players))
    return naive.Position("over", 0, 0, tiles, missions, (None,) * players, last, table)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ranks_on_any_lawn(players):
    """Ranks and results hang on the position alone."""
    rng = random.Random(f"lawns {players}")
    options = game.options(players=players)
    for tiles in (28, 36) * 40:
        position = random_lawn(rng, tiles, players)
        states, places = encode(position), np.zeros(4, np.int64)
        game.rules.rank(states[0], options[0], places)
        order = naive.order(position)
        assert [int(p) for p in places[:players]] == [order.index(s) for s in range(players)]
