"""Goals with a limit: a measure of at most or at least so much, a gap that is fair enough."""

import numpy as np
import pytest

from offleash.contract import Label
from offleash.lab.experiments.goals import Goal, goal_costs, parse_goal
from offleash.lab.experiments.rule_sets import Comparison
from offleash.studio.experiments.goal_rows import GoalRow, row_of
from offleash.tools.errors import OffleashError

SHARE = Label("idle", True)
WINS = [Label(f"wins of {name}", True, "", "seat", "Wins", name) for name in ("Red", "Blue", "Tan")]


@pytest.mark.parametrize(
    ("text", "values", "costs"),
    [
        ("idle<=15%", [0.10, 0.15, 0.40], [0, 0, 0.25]),
        ("idle<=0.15", [0.10, 0.40], [0, 0.25]),
        ("idle>=90 %", [0.95, 0.90, 0.60], [0, 0, 0.30]),
        ("idle=40%..60%", [0.5, 0.7, 0.1], [0, 0.1, 0.3]),
    ],
)
def test_a_limit_costs_only_what_is_beyond_it(
    text: str, values: list[float], costs: list[float]
) -> None:
    goal = parse_goal(text)
    assert goal.measure == "idle" and goal.text == text and goal.has_distance
    table = np.array(values)[:, None]
    assert goal_costs(goal, [SHARE], table, 0) == pytest.approx(costs)


@pytest.mark.parametrize("text", ["idle<=15%", "idle>=3", "idle=1..2", "idle=4"])
def test_a_measure_without_a_value_meets_no_goal(text: str) -> None:
    assert np.isnan(parse_goal(text).distance(np.nan))


def test_a_measure_may_have_commas_and_colons_before_its_limit() -> None:
    goal = parse_goal("Turns without an action: in all, all<=15%")
    assert (goal.measure, goal.target) == ("Turns without an action: in all, all", 0.15)


def test_a_gap_within_the_limit_is_as_good_as_none() -> None:
    goal = parse_goal("fairness:seat<=4%")
    assert goal == Goal("fairness:seat<=4%", "fairness", "seat", 0.04)
    third = 1 / 3
    shares = np.array(
        [[third, third, third], [third + 0.04, third - 0.04, third], [0.5, 0.25, 0.25]]
    )
    assert goal_costs(goal, WINS, shares, 0) == pytest.approx([0, 0, 0.5 - third - 0.04])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("idle<=", "must have a measure before '<=' and a number"),
        ("<=3", "must have a measure before '<=' and a number"),
        ("idle<=many", "must have a measure before '<=' and a number"),
        ("fairness>=4%", "must be a largest gap, such as fairness<=4%"),
        ("fairness<=0", "must be a largest gap, such as fairness<=4%"),
        ("fairness:cats<=4%", "must name one of archetype"),
        ("idle", "there is no goal 'idle'; a goal is .*MEASURE<=NUMBER"),
    ],
)
def test_a_limit_that_is_none_gets_an_error_message(text: str, sentence: str) -> None:
    with pytest.raises(OffleashError, match=sentence):
        parse_goal(text)


def test_a_miss_counts_as_a_share_of_todays() -> None:
    """Half of 30 points beyond the limit are 0.5; of a limit that today meets, a tenth is 1."""
    comparison = Comparison([parse_goal("idle<=15%"), parse_goal("rounds<=20")])
    parts = comparison.parts([[0.15, 1.0], [0.0, 0.0]], [0.30, 0.0])
    assert parts == pytest.approx(np.array([[-0.5, 0.5], [-1.0, 0.0]]))


@pytest.mark.parametrize("text", ["idle<=0.15", "idle>=3", "fairness:seat<=0.04", "fairness"])
def test_the_form_has_a_row_for_each_limit(text: str) -> None:
    assert row_of(2, text).text == text
    assert GoalRow(0, "at most", measure="idle", low="15%").text == "idle<=15%"
    with pytest.raises(OffleashError, match="fill in the number"):
        print(GoalRow(0, "at most", measure="idle").text)
