"""What a search of Uri-Nation goes by: places to stop, plans that lead there, and chances."""

import math

import numpy as np
import pytest

import offleash
from offleash.bots.players import Bots
from offleash.contract.rules.actors import MOST_GOALS, NO_ACTION
from offleash.contract.rules.win_chance import CERTAIN, odds
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.options import ARCHETYPES
from offleash.games.uri_nation.rules.actions import ALLY, LEAVE, STOP
from offleash.games.uri_nation.rules.record import ACTION, DRINK, MOVE
from tests.variety import applied, choices

PLAIN = np.array(GAME.weights_in_set("hand", "judgement", "bruiser"), np.int64)
BLOCK = "bruiser at (3,10) drive {}; scrapper owns (2,9); yapper owns (1,20)"


def position(text, preset="1.4", **settings):
    options = GAME.options(preset, **settings)
    return GAME.notation.parse_position(text, options), options


def goals_of(states, options):
    """The places to stop, best first, each with the plan that leads there."""
    work, out = GAME.new_work(), np.zeros(MOST_GOALS, np.int32)
    n = GAME.bots.list_goals(states[0], options[0], work[0], PLAIN, out)
    plans = np.zeros(n, GAME.rules.plan)
    for plan, goal in zip(plans, out[:n], strict=True):
        GAME.bots.aim(states[0], options[0], work[0], plan, int(goal))
    return [int(work["node_cell"][0, goal // 2]) for goal in out[:n]], plans


def every_stop(states, options):
    """Where a walk can end, found by walking every way; drinks are left."""
    stops, keys, waiting = set(), set(), [states]
    while waiting:
        current = waiting.pop()
        state = current[0]
        for action in choices(GAME, current, options):
            after = applied(GAME, current, options, action)
            while int(after["phase"][0]) == DRINK:
                after = applied(GAME, after, options, LEAVE)
            key = after.tobytes()
            if action == STOP or action >= ALLY:  # an alliance at a park is a stop (M20)
                stops.add(int(state["cell"][int(state["seat"])]))
            elif int(after["phase"][0]) == MOVE and key not in keys:
                keys.add(key)
                waiting.append(after)
    return stops


@pytest.mark.parametrize(("drive", "steps"), [(0, 2), (0, 5), (0, 8), (1, 2), (1, 5)])
def test_goals_are_all_places_where_a_walk_can_end(drive, steps):
    states, options = position(f"{BLOCK.format(drive)}; steps {steps}")
    cells, _ = goals_of(states, options)
    assert len(cells) < MOST_GOALS
    assert {*cells} == every_stop(states, options)


def test_the_first_goal_is_where_the_greedy_goes():
    states, options = position(f"{BLOCK.format(2)}; steps 7")
    plan = np.zeros(1, GAME.rules.plan)
    GAME.bots.prepare(states[0], options[0], GAME.new_work()[0], plan[0], PLAIN)
    _, plans = goals_of(states, options)
    assert plans[0]["move"].tobytes() == plan["move"][0].tobytes()


@pytest.mark.parametrize("preset", ["1.4", "1.2"])
def test_plans_lead_to_their_goals(preset):
    """Each action that is due is legal, up to the stop at the goal's cell."""
    text = {"1.4": f"{BLOCK.format(2)}; steps 7", "1.2": "bruiser at (3,10) drive 2; steps 6"}
    start, options = position(text[preset], preset)
    ends = []
    for cell, plan in zip(*goals_of(start, options), strict=True):
        states = start
        while int(states["phase"][0]) == MOVE:
            due = int(GAME.bots.planned(states[0], options[0], plan))
            assert due in choices(GAME, states, options)
            states = applied(GAME, states, options, due)
            if int(states["phase"][0]) == DRINK:
                states = applied(GAME, states, options, LEAVE)
        if int(states["phase"][0]) == ACTION:  # else a card came between
            ends.append(int(states["cell"][0, 0]) == cell)
    assert all(ends) and len(ends) > 5


def test_a_plan_says_nothing_where_it_does_not_hold():
    states, options = position(f"{BLOCK.format(1)}; steps 5")
    _, plans = goals_of(states, options)
    assert GAME.bots.planned(states[0], options[0], plans[0]) != NO_ACTION
    for text in (
        f"{BLOCK.format(1)}; steps 4",  # off the way
        f"{BLOCK.format(1)}; steps 5; round 2",  # another turn
        f"{BLOCK.format(1)}; phase action",
    ):
        other, _ = position(text)
        assert GAME.bots.planned(other[0], options[0], plans[0]) == NO_ACTION
    blank = np.zeros(1, GAME.rules.plan)
    assert GAME.bots.planned(states[0], options[0], blank[0]) == NO_ACTION


@pytest.mark.soak
def test_a_search_thinks_once_for_a_walk():
    """The first step is searched, the others follow; what was found names actions, each once."""
    session = offleash.new("uri-nation", position=f"{BLOCK.format(1)}; steps 6", seed=3)
    bots, searched, walked = Bots(GAME, ["search:8"] * 4), 0, 0
    while int(session.view(0)["phase"][0]) == MOVE and session.actor == 0:
        walked += len(session.legal_numbers) > 1
        bots.play(session)
        note = bots.study.notes[0]
        searched += note["candidates"] > 0
        firsts = note["action"][: note["candidates"]].tolist()
        assert len({*firsts}) == len(firsts)
    assert searched == 1 < walked


# Chances


def test_odds_by_the_exponential():
    assert odds(0, 100) == CERTAIN
    assert odds(100, 100) == pytest.approx(CERTAIN * math.e, rel=1e-4)
    assert odds(-250, 100) == pytest.approx(CERTAIN * math.exp(-2.5), rel=1e-3)
    assert odds(10**9, 1) == odds(8, 1) and odds(-(10**9), 1) == odds(-8, 1)


def chance(text, dog, preset="1.4"):
    states, options = position(text, preset)
    before = states.tobytes()
    outlook = int(GAME.bots.outlook(states[0], options[0], GAME.new_work()[0], dog, PLAIN))
    assert states.tobytes() == before  # it looks and changes nothing
    return outlook / CERTAIN


@pytest.mark.parametrize("preset", ["1.4", "1.2"])
def test_what_is_better_has_the_better_outlook(preset):
    yards = {"1.4": "(1,1) (1,2) (2,1)", "1.2": "(2,1) (2,2) (2,4)"}[preset]
    base = f"yapper owns {yards}; turn bruiser; round 20"
    usual = chance(base, 3, preset)
    assert chance(f"{base}; bruiser owns (2,13)", 3, preset) < usual
    assert chance(base.replace(" owns", " water 0 owns"), 3, preset) < usual
    assert chance(base.replace("round 20", "round 30"), 3, preset) > usual
    assert chance("yapper owns (2,2); turn bruiser; round 20", 3, preset) < usual
    total = sum(chance(base, dog, preset) for dog in range(4))
    assert total == pytest.approx(1, abs=0.01)  # the table of odds has steps


def test_a_fortify_token_is_half_a_territory_where_games_last():
    base = "yapper owns (1,1){} (1,20); bruiser owns (1,5) (2,5); turn bruiser; round 15"
    plain, dug = (chance(base.format(token), 3) for token in ("", "+1"))
    more = chance(base.format(" (1,2)"), 3)
    assert plain < dug < more


def test_models_are_the_archetypes():
    options = GAME.options(archetypes="yapper,bruiser,diplomat,scrapper")
    assert [GAME.bots.models[GAME.bots.model_of(options[0], seat)] for seat in range(4)] == [
        "yapper", "bruiser", "diplomat", "scrapper",
    ]  # fmt: skip
    assert GAME.bots.models == ARCHETYPES
