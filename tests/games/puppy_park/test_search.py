"""What a search of Puppy Park goes by: goals, whims, where it stops looking and its judgement."""

import json
import math

import numpy as np
import pytest

from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.bots.templates.search import RIVALS
from offleash.contract.rules.actors import MOST_GOALS, NO_ACTION, OVER
from offleash.contract.rules.win_chance import CERTAIN
from offleash.engine.batch import play_batch
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.bots.chances import TILE_OF
from offleash.games.puppy_park.bots.outlook import survey
from offleash.games.tiles.rules.hexes import cell_at
from tests.processes import output_of
from tests.searching import Position, decide, save, searching, to_row
from tests.variety import positions

NOISE = np.random.default_rng(1).bytes(GAME.rules.work.itemsize)
# Blue lies next to yellow, and brown next to yellow and red.
SIDE_BY_SIDE = "table=blue-brown@0,0E,yellow-red@0,1E"
JUDGEMENT = np.array(GAME.weights_in_set("tuned", "judgement"), np.int64)
OWN_WEIGHTS = np.array(GAME.weights_in_set("tuned", "own"), np.int64)


def used_work():
    """Scratch space as somebody else might have left it."""
    work = GAME.new_work()
    work.view(np.uint8)[:] = np.frombuffer(NOISE, np.uint8)
    return work[0]


def legal(states, options):
    out = GAME.new_out()
    n = GAME.rules.legal_actions(states[0], options[0], GAME.new_work()[0], out)
    return [int(action) for action in out[:n]]


def goals(states, options):
    out = GAME.new_out()
    n = GAME.bots.list_goals(states[0], options[0], used_work(), OWN_WEIGHTS, out)
    return [int(goal) for goal in out[:n]]


def chances(states, options, weights):
    """Everybody's chance to win."""
    fixed = (states[0], options[0], used_work())
    seats = range(int(options["players"][0]))
    return [int(GAME.bots.outlook(*fixed, seat, weights)) / CERTAIN for seat in seats]


def decisions():
    """Positions of every phase in which a seat decides, under many options."""
    options = GAME.options()
    opening = GAME.notation.parse_position(
        "hands=blue-red,grey-grey|blue-brown,white-white", options
    )
    every = [*positions("puppy-park", "search"), (options, opening)]
    return [(o, s) for o, s in every if GAME.rules.actor(s[0]) >= 0]


def weights_of(**values):
    return np.array(
        list({**dict.fromkeys(GAME.bots.weights_by_name, 0), **values}.values()), np.int64
    )


# Goals


def follow(states, options, goal):
    """The actions that lead to a goal, each of them legal when it is due."""
    after, plan = states.copy(), np.full(1, 7, np.int64).repeat(GAME.rules.plan.itemsize // 8)
    plan = plan.view(GAME.rules.plan)  # a plan as another decision left it
    seat, actions = GAME.rules.actor(after[0]), []
    GAME.bots.aim(after[0], options[0], used_work(), plan[0], goal)
    while GAME.rules.actor(after[0]) == seat:
        action = int(GAME.bots.planned(after[0], options[0], plan[0]))
        if action == NO_ACTION:
            break
        assert action in legal(after, options)
        actions.append(action)
        GAME.rules.apply(after[0], options[0], used_work(), action, GAME.new_tally()[0])
    return actions


def test_every_goal_leads_on_by_legal_actions_and_none_is_listed_twice():
    phases = set()
    for options, states in decisions():
        if len(legal(states, options)) > 1:
            goal_list = goals(states, options)
            lines = [tuple(follow(states, options, goal)) for goal in goal_list]
            assert 1 <= len(goal_list) <= MOST_GOALS
            assert len(set(lines)) == len(lines) and all(lines)
            phases |= {(int(states["phase"][0]), len(line)) for line in lines}
    pick, place, house = (
        GAME.notation.field_words["phase"].index(w) for w in ("pick", "place", "house")
    )
    assert phases == {(pick, 1), (pick, 2), (place, 1), (house, 1)}


def format_goals(position, **settings):
    options = GAME.options(**settings)
    states = GAME.notation.parse_position(position, options)
    lines = [follow(states, options, goal) for goal in goals(states, options)]
    return [
        " ".join(GAME.notation.format_action(action, options) for action in line) for line in lines
    ]


def test_the_longest_run_comes_first_and_plain_placements_are_among_the_rest():
    """Blue-yellow earns a turn by itself, brown-red too: each begins a run of two."""
    hand = "blue-yellow,brown-red,white-grey,grey-grey"
    lines = format_goals(f"{SIDE_BY_SIDE} hands={hand}|black-black,white-white")
    assert lines[0].split()[0] in ("blue-yellow", "brown-red")
    assert {line.split()[0] for line in lines} >= {"blue-yellow", "brown-red"}
    assert any(line.split()[0] in ("white-grey", "grey-grey") for line in lines)


def test_tree_poop_tiles_are_tried_with_either_declaration():
    lines = format_goals(
        f"{SIDE_BY_SIDE} hands=white-white,white-grey|blue-yellow,black-black tree-poop=hand|hand",
        tree_poop=True,
    )
    assert any(line.startswith("tree-poop poop rules at") for line in lines)
    assert any(line.startswith("tree-poop tree rules at") for line in lines)


# Whims


def greedy_turn(states, options, whim, weights):
    """Which tile the greedy means to lay where."""
    plan = np.zeros(1, GAME.rules.plan)
    plan["whim"] = whim
    GAME.bots.prepare(states[0], options[0], used_work(), plan[0], weights)
    return int(plan["pick"][0]), int(plan["place"][0])


def test_a_whim_changes_plain_placements_and_nothing_without_its_weight():
    options = GAME.options()
    hands = "hands=white-white,white-grey,grey-grey|black-black,black-grey"
    states = GAME.notation.parse_position(f"{SIDE_BY_SIDE} {hands}", options)
    plain = greedy_turn(states, options, 0, OWN_WEIGHTS)
    assert plain == greedy_turn(states, options, 0, GAME.weights)
    assert {greedy_turn(states, options, whim, GAME.weights) for whim in range(9)} == {plain}
    strayed = {greedy_turn(states, options, whim, OWN_WEIGHTS) for whim in range(1, 9)}
    assert len(strayed) > 1


def test_no_whim_spoils_an_extra_turn():
    options = GAME.options()
    hands = "hands=blue-yellow,white-grey,grey-grey|black-black,black-grey"
    states = GAME.notation.parse_position(f"{SIDE_BY_SIDE} {hands}", options)
    assert len({greedy_turn(states, options, whim, OWN_WEIGHTS)[0] for whim in range(9)}) == 1


# Where a search stops looking, and what it thinks then


def test_a_turn_begins_where_a_piece_is_picked():
    pick = GAME.notation.field_words["phase"].index("pick")
    for options, states in decisions():
        assert bool(GAME.bots.is_boundary(states[0], options[0])) == (states["phase"][0] == pick)


def test_a_tile_ahead_is_worth_its_odds():
    """100 of 400: the odds are e to the power of 1/4, and with three players of all three."""
    weights = weights_of(tile=100)
    two = GAME.notation.parse_position(
        "table=blue-brown@0,0E hands=blue-red|grey-grey,red-red", options2()
    )
    assert chances(two, options2(), weights)[0] == pytest.approx(
        1 / (1 + math.exp(-0.25)), abs=5e-3
    )
    options = GAME.options(players=3)
    hands = "hands=blue-red|grey-grey,red-red|white-white,white-grey"
    three = GAME.notation.parse_position(f"table=blue-brown@0,0E {hands}", options)
    expected = 1 / (1 + 2 * math.exp(-0.25))
    assert chances(three, options, weights)[0] == pytest.approx(expected, abs=5e-3)


def options2():
    return GAME.options()


def worth_of(position, **weights):
    """How far the first player is ahead, from the odds."""
    states = GAME.notation.parse_position(position, options2())
    chance = chances(states, options2(), weights_of(**weights))[0]
    return 400 * math.log(chance / (1 - chance))


HANDS = "hands=blue-yellow,white-grey,grey-grey|black-black,black-grey,white-white"


def test_each_breed_at_hand_and_each_chance_counts():
    """Four breeds and three; only blue-yellow has chances, at most a dozen count."""
    assert worth_of(f"{SIDE_BY_SIDE} {HANDS}", breadth=100) == pytest.approx(100, abs=4)
    options, work = options2(), used_work()
    states = GAME.notation.parse_position(f"{SIDE_BY_SIDE} {HANDS}", options)
    survey(states[0], options[0], work)
    assert worth_of(f"{SIDE_BY_SIDE} {HANDS}", many=10) == pytest.approx(
        10 * min(int(work.support[TILE_OF[0, 2]]), 12), abs=4
    )


def test_what_is_left_after_extra_turns_counts_for_those_who_wait():
    """120 divided by the tiles left, in fours: one extra turn leaves two of three tiles."""
    waiting = f"{SIDE_BY_SIDE} {HANDS} seat=1"
    assert worth_of(waiting, after=10, glimpse=10) == pytest.approx(150, abs=4)
    assert worth_of(waiting, after=10) == pytest.approx(100, abs=4)


def test_the_chances_of_all_make_one():
    for options, states in decisions():
        assert sum(chances(states, options, JUDGEMENT)) == pytest.approx(1, abs=0.02)


def test_who_can_lay_all_tiles_in_one_turn_is_as_good_as_home():
    """Blue-yellow earns the turn in which the last tile is laid; without a chance it is even."""
    options = GAME.options()
    hands = "hands=blue-yellow,white-grey|black-black,grey-grey"
    states = GAME.notation.parse_position(f"{SIDE_BY_SIDE} {hands}", options)
    assert chances(states, options, JUDGEMENT)[0] > 0.9
    states = GAME.notation.parse_position(f"{SIDE_BY_SIDE} {hands} seat=1", options)
    assert 0.1 < chances(states, options, JUDGEMENT)[0] < 0.9


def test_judgement_changes_no_position():
    for options, states in decisions()[::4]:
        before = states.tobytes()
        chances(states, options, JUDGEMENT)
        goals(states, options)
        assert states.tobytes() == before


# All of it together


SEATINGS = (["search:6", "greedy"], ["greedy", "search:6"], ["search:32", "greedy"])
SEATS = policy(GAME, *SEATINGS, also_compiled=SHARED_BOTS)


def searched(position, decisions):
    """Where a search comes to from a position in so many decisions."""
    options = GAME.options()
    starts, seated = GAME.notation.parse_position(position, options), np.array([2])
    return play_batch(GAME, SEATS, 1, 1, options, seated=seated, starts=starts, limit=decisions)


def test_a_run_that_wins_is_played_to_its_end():
    """Four tiles, each picked and placed; Azure has not laid one."""
    hand = "blue-yellow,brown-red,brown-yellow"
    batch = searched(f"{SIDE_BY_SIDE} hands={hand},white-grey|black-black,grey-grey", 8)
    assert GAME.rules.actor(batch.states[0]) == OVER
    assert batch.results[0, 0] == 1


def test_a_house_spoils_the_turn_that_would_win():
    """Azure would win by blue-yellow first, which needs the blue and the yellow dog awake."""
    hands = "hands=white-white,white-grey,grey-grey|blue-yellow,black-black"
    batch = searched(f"{SIDE_BY_SIDE} {hands} houses=hand|gone phase=house", 1)
    assert batch.states["house"][0, 0] in (cell_at(0, 0), cell_at(0, 1))


def test_the_search_beats_the_greedy():
    games = 16
    numbers, seated = np.arange(games) // 2, np.arange(games) % 2
    batch = play_batch(GAME, SEATS, games, 4, GAME.options(), numbers=numbers, seated=seated)
    assert all(GAME.rules.actor(state) == OVER for state in batch.states)
    assert batch.results[np.arange(games), seated].mean() >= 0.8


# The best reply

# Violet, with two tiles left, wins in one turn after many placements, though not by a greedy reply.
NEAR_THE_END = (
    "table=blue-blue@-2,1E,blue-brown@-1,2NE,blue-yellow@-1,1NW^1,blue-red@1,1E,"
    "blue-white@-2,1W^1,brown-brown@0,0E,brown-white@0,2SE,brown-grey@0,-2SE,yellow-yellow@-3,2SE,"
    "yellow-red@-1,0NW,yellow-white@-3,2NW^2,yellow-black@-4,3SE,yellow-grey@-3,2W^1,"
    "red-red@1,-1E,red-black@-3,0E,red-grey@1,-1W^1,white-white@-1,3SE,white-black@-2,3SW,"
    "white-grey@-3,1SW,black-black@-3,-1E,black-grey@-4,0SE,grey-grey@-5,1SE "
    "hands=blue-black,blue-grey,brown-yellow,brown-red|brown-black,red-white houses=-3,0|0,-2"
)


def players_of(playouts, rivals):
    """A search as it ships but for the number of rivals."""
    players = searching(GAME, playouts)
    players.personas[:, RIVALS] = rivals
    return players


def turn_after(players, states, luck):
    """Where a search's turn ends."""
    options, states = GAME.options(), states.copy()
    seat = GAME.rules.actor(states[0])
    while GAME.rules.actor(states[0]) == seat:
        at = Position(options, states)
        action = decide(GAME, players, at, luck).action
        GAME.rules.apply(states[0], options[0], GAME.new_work()[0], action, GAME.new_tally()[0])
    return states


def loses_at_once(players, luck):
    """Whether the next player ends the game in her turn."""
    states = GAME.notation.parse_position(NEAR_THE_END, GAME.options())
    after = turn_after(players, states, luck)
    assert GAME.rules.actor(after[0]) == 1
    return GAME.rules.actor(turn_after(players_of(300, 0), after, luck)[0]) == OVER


def test_the_best_reply_is_seen_where_a_greedy_one_is_harmless():
    luck = range(4)
    assert not any(loses_at_once(players_of(75, 5), i) for i in luck)
    assert any(loses_at_once(players_of(75, 0), i) for i in luck)


def test_rivals_are_compared_where_the_budget_has_room():
    """With few playouts, and with the first weights, a search is what it was without rivals."""
    states = GAME.notation.parse_position(NEAR_THE_END, GAME.options())
    at = Position(GAME.options(), states)
    few = [to_row(decide(GAME, players_of(40, n), at, 1)) for n in (0, 5)]
    assert few[0] == few[1]
    many = [to_row(decide(GAME, players_of(75, n), at, 1)) for n in (0, 5)]
    assert sum(many[1]["playouts"]) < sum(many[0]["playouts"])
    first, tuned = (policy(GAME, [f"search:75:{name}"] * 2).personas for name in ("first", "tuned"))
    assert {*first[:, RIVALS]} == {0} and {*tuned[:, RIVALS]} == {5}


@pytest.mark.more
def test_replies_are_compared_alike_interpreted_and_compiled(tmp_path):
    states = GAME.notation.parse_position(NEAR_THE_END, GAME.options())
    at, playouts = Position(GAME.options(), states), 50
    save([at], tmp_path / "position.npz")
    arguments = ("puppy-park", str(tmp_path / "position.npz"), str(playouts))
    main = "from tests.searching import main; main()"
    interpreted = json.loads(output_of(main, *arguments, OFFLEASH_RULES="interpreted"))
    assert [to_row(decide(GAME, searching(GAME, playouts), at, 0))] == interpreted
