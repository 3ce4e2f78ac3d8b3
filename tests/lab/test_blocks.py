"""Plans, seatings and blocks: what an experiment plays, and that cutting it changes nothing."""

import json

import numpy as np
import pytest

from offleash.bots.players import watch_game
from offleash.games.registry import load
from offleash.lab.figures.accounts import account_of, join_accounts
from offleash.lab.plans.plan import make_arm, make_plan, plan_from
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

DOG, URI = load("dog"), load("uri-nation")
PERSONAS = [f"persona:{name}" for name in ("bruiser", "scrapper", "diplomat", "yapper")]


def experiment(game, lineup, games=4, seatings=None, **options) -> Experiment:
    arm = make_arm(game, "", game.options(None, options), lineup)
    return Experiment(make_plan(game, [arm], games, 7, seatings), game)


@pytest.mark.parametrize(
    ("lineup", "seatings", "cells"),
    [
        (["greedy"], None, 1),  # turning a table of equals changes nothing
        (["greedy", "random", "greedy", "random"], None, 2),
        (["greedy", "greedy", "random", "random"], None, 4),
        (["greedy", "greedy", "random", "random"], "all", 6),
        (["greedy", "greedy", "random", "random"], "fixed", 1),
    ],
)
def test_every_seating_is_played_once(lineup, seatings, cells):
    assert experiment(DOG, lineup, seatings=seatings).games_per_block == [cells]


@pytest.mark.parametrize(("seatings", "cells"), [(None, 24), ("rotations", 4), ("factorial", 96)])
def test_dogs_change_seats_with_their_players(seatings, cells):
    table = experiment(URI, PERSONAS, seatings=seatings).arm_table(0)
    names = URI.rules.options
    archetypes = next(option for option in names if option.name == "archetypes").labels
    assert len(table.seatings) == cells
    for row, cell in enumerate(table.seatings):
        dogs = [archetypes[n] for n in table.variants["archetypes"][row]]
        assert [f"persona:{dog}" for dog in dogs] == list(cell.players)
    homes = {tuple(row) for row in table.variants["homes"]}
    assert len(homes) == (4 if seatings == "factorial" else 1)
    pairs = {(dog, seat) for cell in table.seatings for seat, dog in enumerate(cell.players)}
    assert len(pairs) == 16  # every dog plays on every seat


@pytest.mark.parametrize(
    ("options", "homes"),
    [
        ({}, {"1,2,3,4", "2,3,4,1", "3,4,1,2", "4,1,2,3"}),
        ({"homes": "random"}, {"1,2,3,4", "2,3,4,1", "3,4,1,2", "4,1,2,3"}),
        ({"homes": "1,3,2,4"}, {"1,3,2,4", "2,4,3,1", "3,1,4,2", "4,2,1,3"}),
        ({"seats": 2}, {"1,3", "2,4", "3,1", "4,2"}),
        ({"seats": 2, "homes": "1,2,3,4"}, {"1,2", "2,3", "3,4", "4,1"}),
    ],
)
def test_homes_that_rules_name_are_turned_and_no_others(options, homes):
    cells = experiment(URI, ["greedy"], seatings="factorial", **options).arm_table(0).seatings
    assert {cell.changes["homes"] for cell in cells} == homes


def test_all_orders_change_neighbours_and_turning_does_not():
    def neighbours(way: str) -> set[tuple[str, str]]:
        cells = experiment(URI, PERSONAS, seatings=way).arm_table(0).seatings
        return {(c.players[i], c.players[(i + 1) % 4]) for c in cells for i in range(4)}

    assert (len(neighbours("rotations")), len(neighbours("all"))) == (4, 12)


def packs(game_experiment: Experiment, seats: int) -> set[frozenset[int]]:
    """The sets of dogs that play against each other."""
    rows = game_experiment.arm_table(0).variants["archetypes"]
    return {frozenset(row[:seats].tolist()) for row in rows}


@pytest.mark.parametrize(("seats", "cells", "choices"), [(2, 12, 6), (3, 24, 4)])
def test_every_choice_of_fewer_dogs_plays_in_every_order(seats, cells, choices):
    plain = experiment(URI, ["greedy"], seats=seats)
    assert plain.plan.seatings == "subsets"
    assert plain.games_per_block == [cells] and len(packs(plain, seats)) == choices


def test_a_bot_for_each_dog_plays_wherever_its_dog_does():
    table = experiment(URI, PERSONAS, seats=2).arm_table(0)
    assert len(table.seatings) == 12
    for row, cell in zip(table.variants["archetypes"], table.seatings, strict=True):
        assert list(cell.players) == [PERSONAS[dog] for dog in row[:2]]


@pytest.mark.parametrize(
    ("lineup", "options"), [(["greedy"], {"archetypes": "yapper,bruiser"}), (PERSONAS[:2], {})]
)
def test_dogs_that_a_plan_names_change_seats_among_themselves(lineup, options):
    named = experiment(URI, lineup, seats=2, **options)
    assert named.plan.seatings == "all"
    assert named.games_per_block == [2] and len(packs(named, 2)) == 1


def test_two_bots_can_not_play_every_choice_of_four_dogs():
    with pytest.raises(OffleashError, match="one for each of the 4 archetypes"):
        experiment(URI, PERSONAS[:2], seatings="subsets", seats=2).arm_table(0)


def test_every_arm_and_seating_of_a_block_has_the_luck_of_its_number():
    """Each game is watched by itself, as the game of that number."""
    arms = [
        make_arm(DOG, "mixed", DOG.options(), ["greedy", "random", "greedy", "random"]),
        make_arm(DOG, "other", DOG.options(None, {"canadian": True}), ["greedy"]),
    ]
    pair = Experiment(make_plan(DOG, arms, 4, 7), DOG)
    for arm, cells in enumerate(pair.games_per_block):
        table, batch = pair.arm_table(arm), pair.batch(Work(arm, 1, 3))
        for game in range(2 * cells):
            block, cell = 1 + game // cells, game % cells
            options, players = table.variants[cell : cell + 1], table.seatings[cell].players
            session = watch_game(DOG, options, players, 7, block)
            assert session.state[0] == batch.states[game]
    assert pair.games_per_block == [2, 1]


def test_cutting_changes_nothing():
    lineup = ["greedy", "random", "greedy", "random"]
    whole = experiment(DOG, lineup, games=40)
    one, two = Run(whole, threads=1), Run(whole, threads=2)
    one.play()
    for blocks in (3, 11, 20):  # as a question that is asked in stages would
        two.play(blocks)
    assert one.results.digest() == two.results.digest()
    a, b = one.results.account(0), two.results.account(0)
    assert np.array_equal(a.totals, b.totals) and np.array_equal(a.of, b.of)
    assert a.spreads == b.spreads
    assert one.results.games(0) == two.results.games(0) == 40


def test_accounts_add_up_games_in_rows():
    lineup = ["greedy", "random", "greedy", "random"]
    measured = experiment(DOG, lineup, games=12)
    shard = measured.play(Work(0, 0, 6))
    plays = measured.batch(Work(0, 0, 6)).tallies["plays"].sum(axis=1)
    column = [label.key for label in shard.account.means].index("cards played")
    assert list(shard.account.totals[:, column]) == list(plays.reshape(6, 2).sum(axis=1))
    figures = {f.label.key: f for f in shard.account.figures()}
    assert figures["cards played"].value == pytest.approx(plays.mean())
    assert figures["cards played"].low < plays.mean() < figures["cards played"].high
    assert figures["median game"].value == np.median(plays)
    assert figures["longest game"].value == plays.max()
    halves = [experiment(DOG, lineup, games=12).play(Work(0, *span)) for span in ((0, 4), (4, 6))]
    joined = join_accounts([half.account for half in halves])
    assert np.array_equal(joined.totals, shard.account.totals)
    assert joined.spreads == shard.account.spreads


def test_groups_of_blocks_keep_accounts_small():
    measured = experiment(DOG, ["random"], games=5000)
    assert measured.group == 3
    assert all(work.lo % 3 == 0 for work in measured.works(0, 0, measured.blocks, 300))
    rows = measured.play(Work(0, 0, 6)).account.totals
    single = experiment(DOG, ["random"], games=6).play(Work(0, 0, 6)).account.totals
    assert np.allclose(rows, single.reshape(2, 3, -1).sum(axis=1), rtol=1e-12)
    assert account_of([], 3).labels == ()


def test_a_plan_written_down_is_the_same_plan(tmp_path):
    board = next(option for option in URI.rules.options if option.name == "board")
    text = board.shipped["elm-street"].read_text().replace("Elm Street", "My Street")
    (tmp_path / "mine.txt").write_text(text)
    plan = experiment(URI, PERSONAS, board=str(tmp_path / "mine.txt")).plan
    copy = plan_from(json.loads(json.dumps(plan.identity)))
    assert copy == plan and copy.digest == plan.digest
    assert list(plan.texts.values()) == [text]
    other = experiment(URI, PERSONAS, games=5).plan
    assert other.digest != plan.digest


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seatings": "round"}, "there are no seatings 'round'"),
        ({"seatings": "factorial"}, "Dog has no places that move"),
        ({"games": 0}, "the number of games is 0"),
        ({"lineup": ["greedy", "random"]}, "2 bots are named for 4 seats"),
        ({"lineup": ["best"]}, "there is no bot 'best'"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(change, sentence):
    with pytest.raises(OffleashError, match=sentence):
        experiment(DOG, **{"lineup": ["greedy"], **change})


def test_two_arms_of_one_name_are_refused():
    arm = make_arm(DOG, "a", DOG.options(), ["greedy"])
    with pytest.raises(OffleashError, match="two arms"):
        make_plan(DOG, [arm, arm], 4)


def test_other_bots_are_another_digest():
    assert (
        experiment(DOG, ["greedy"]).rules_digest
        == experiment(DOG, ["greedy"], 9).rules_digest
        != experiment(DOG, ["random"]).rules_digest
    )
