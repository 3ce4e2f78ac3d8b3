"""Tuning: goals, fronts, a planted optimum, and studies that stop and go on."""

import json
import random
import subprocess
import sys
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from offleash.cli.answers.tune import print_tuning
from offleash.cli.app import run as command
from offleash.contract import Figure, Label
from offleash.games import registry
from offleash.lab.experiments.goals import (
    compromise,
    front,
    goal_value,
    parse_goal,
    parse_goals,
    refuse_unknown,
)
from offleash.lab.experiments.kinds import conduct
from offleash.lab.experiments.tune import CHECKS, KIND, tune_goal, tuning_space
from offleash.lab.plans.plan import Plan, fresh_seed, make_arm, make_plan, plan_from
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

OVER = ("rounds=1..6", "must_walk", "crumbs")
GOALS = ("rounds=2", "few-changes")


def study(trials: int = 30, sampler: str = "nsga2", goals: tuple[str, ...] = GOALS) -> Plan:
    game = registry.load("digs")
    options = game.options("quick")
    goal = tune_goal(game, options, OVER, goals, trials, sampler)
    arm = make_arm(game, "base", options, ["greedy"])
    return make_plan(game, [arm], 3, 5, kind=KIND, goal=goal)


def tune(plan: Plan, out: Path | None = None, on_progress: Any = None) -> dict[str, Any]:
    return dict(conduct(Run(Experiment(plan), threads=1, out=out), on_progress))


# Goals


def shares(group: str, *values: float) -> dict[Label, Figure]:
    labels = [Label(f"wins of {group} {n}", True, group=group) for n in range(len(values))]
    pairs = zip(labels, values, strict=True)
    return {label: Figure(label, value, value - 0.05, value + 0.05) for label, value in pairs}


def test_fairness_is_the_largest_gap_from_an_equal_share() -> None:
    figures = shares("seat", 0.25, 0.35, 0.20, 0.20) | shares("home", 0.1, 0.3, 0.3, 0.3)
    figures |= shares("player", 0.9, 0.1)
    overall = goal_value(parse_goal("fairness"), list(figures), figures, 0)
    assert overall.value == pytest.approx(0.15)  # home 0, and players only where they are asked for
    assert (overall.low, overall.high) == (pytest.approx(0.10), pytest.approx(0.20))
    seats = goal_value(parse_goal("fairness:seat"), list(figures), figures, 0)
    assert seats.value == pytest.approx(0.10)
    players = goal_value(parse_goal("fairness:player"), list(figures), figures, 0)
    assert players.value == pytest.approx(0.40)


def test_a_game_without_rounds_says_so_when_asked_for_its_length() -> None:
    with pytest.raises(
        OffleashError, match="'length=20' means rounds, which this game does not have"
    ):
        refuse_unknown([parse_goal("length=20")], [Label("tiles laid")])


def test_fairness_minds_the_order_of_play() -> None:
    """Where the lot says who starts, seats are equal whatever the rules are."""
    figures = shares("seat", 0.5, 0.5) | shares("turn", 0.6, 0.4)
    for goal in ("fairness", "fairness:turn"):
        assert goal_value(parse_goal(goal), list(figures), figures, 0).value == pytest.approx(0.10)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("rounds=20", (2.0, 1.0, 3.0)),  # 18 ± 1
        ("length=20", (2.0, 1.0, 3.0)),
        ("rounds=18.5", (0.5, 0.0, 1.5)),  # the target is in the interval
        ("rounds=20..24", (2.0, 1.0, 3.0)),
        ("rounds=10..14.5", (3.5, 2.5, 4.5)),
        ("length=18..30", (0.0, 0.0, 1.0)),  # in the band, and perhaps below it
        ("rounds=17.9..18.1", (0.0, 0.0, 0.9)),  # the interval is wider than the band
        ("rounds=12..30", (0.0, 0.0, 0.0)),
        ("min:rounds", (18.0, 17.0, 19.0)),
        ("max: rounds", (18.0, 17.0, 19.0)),
        ("few-changes", (3.0, 3.0, 3.0)),
    ],
)
def test_how_near_games_come_to_a_goal(goal: str, expected: tuple[float, ...]) -> None:
    label = Label("rounds")
    near = goal_value(parse_goal(goal), [label], {label: Figure(label, 18.0, 17.0, 19.0)}, 3)
    assert (near.value, near.low, near.high) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("goals", "sentence"),
    [
        ([], "tuning needs a goal"),
        (["rounds"], "there is no goal 'rounds'; a goal is fairness, few-changes"),
        (["rounds=soon"], "the goal 'rounds=soon' has no number after '='"),
        (["rounds=nan"], "the goal 'rounds=nan' has no number after '='"),
        (["rounds=3.."], "the goal 'rounds=3..' has no number after '='"),
        (["rounds=5..3"], "the band of the goal 'rounds=5..3' is empty: write the lower end first"),
        (["fairness:cats"], "the goal 'fairness:cats' must name one of"),
        (["few-changes", "few-changes"], "the goal 'few-changes' is named twice"),
        (["min:"], "there is no goal 'min:'"),
    ],
)
def test_bad_goals_get_an_error_message(goals: list[str], sentence: str) -> None:
    with pytest.raises(OffleashError, match=sentence.replace("?", r"\?")):
        parse_goals(goals)


# Fronts


def test_a_front_is_what_nothing_beats() -> None:
    assert front([(1, 3), (2, 2), (3, 1), (2, 3), (3, 3)]) == [0, 1, 2]
    assert front([(1, 1), (1, 1), (2, 0)]) == [0, 1, 2]  # equals do not beat each other
    rng = random.Random(7)
    for _ in range(50):
        rows = [tuple(rng.randrange(4) for _ in range(3)) for _ in range(12)]
        front_rows = [rows[i] for i in front(rows)]
        for row in rows:  # every row is kept, or is worse than a kept one
            better = [k for k in front_rows if k != row and all(map(lambda a, b: a <= b, k, row))]
            assert (row in front_rows) == (not better)


def test_a_compromise_is_near_the_best_of_every_goal() -> None:
    rows = [(0, 100), (1, 30), (10, 0)]
    assert compromise(rows, [0, 1, 2]) == 1
    assert compromise([(row[0], 1000 * row[1]) for row in rows], [0, 1, 2]) == 1  # in any unit
    assert compromise([(5,), (2,), (9,)], [1]) == 1


def test_values_in_a_band_are_equally_good(capsys: pytest.CaptureFixture[str]) -> None:
    summary = tune(study(30, goals=("rounds=1..2", "few-changes")))
    best = [t for t in summary["trials"] if t["number"] in summary["front"] and t["changes"]]
    assert {t["changes"]["rounds"] for t in best} == {"1", "2"}
    assert [t["reached"][0]["value"] for t in best] == [0, 0]
    assert summary["goals"][0]["upper"] == 2.0 and "upper" not in summary["goals"][1]
    print_tuning(registry.load("digs"), summary)
    assert "rounds off 1..2" in capsys.readouterr().out


# Studies


@pytest.mark.parametrize("sampler", ["nsga2", "tpe"])
def test_a_planted_optimum_is_found(sampler: str) -> None:
    """A game of Digs that is called in after two rounds has two: one change, and on the spot."""
    summary = tune(study(30, sampler))
    best = [trial for trial in summary["trials"] if trial["number"] in summary["front"]]
    assert {"rounds": "2"} in [trial["changes"] for trial in best]
    assert summary["trials"][0]["changes"] == {}  # the base comes first, and is on the front
    assert len(best) == 2 and 0 in summary["front"]
    values = {tuple(goal["value"] for goal in trial["reached"]) for trial in best}
    assert (0.0, 1) in values
    change_texts = [json.dumps(trial["changes"], sort_keys=True) for trial in summary["trials"]]
    assert len(change_texts) == len(set(change_texts)) == 30


def test_a_small_space_is_tried_out() -> None:
    """All of it, once each, and then the study is over."""
    game = registry.load("digs")
    options = game.options("quick")
    over = ("must_walk", "rounds=2,3,none")
    goal = tune_goal(game, options, over, GOALS, 500)
    arm = make_arm(game, "base", options, ["random"])
    summary = tune(make_plan(game, [arm], 3, 0, kind=KIND, goal=goal))
    expected = product(("true", "false"), ("6", "2", "3", "none"))
    actual = [{"must_walk": "true", "rounds": "6"} | t["changes"] for t in summary["trials"]]
    assert sorted(map(tuple, map(dict.values, actual))) == sorted(expected)


def test_rules_that_cannot_be_played_are_left_out() -> None:
    """Three bots that differ need three seats."""
    game = registry.load("digs")
    options = game.options("quick")
    goal = tune_goal(game, options, ["seats", "crumbs=0..3"], ["min:rounds", "few-changes"], 9)
    arm = make_arm(game, "base", options, ["random", "greedy", "persona:nose"])
    summary = tune(make_plan(game, [arm], 3, 0, kind=KIND, goal=goal))
    refused_trials = [t for t in summary["trials"] if t["changes"].get("seats", "3") != "3"]
    assert refused_trials and all(
        "3 bots are named for" in trial["refused"] for trial in refused_trials
    )
    assert summary["front"] and not {t["number"] for t in refused_trials} & set(summary["front"])
    assert summary["best"] in summary["front"]


def test_rules_under_which_a_goal_means_nothing_are_left_out() -> None:
    game = registry.load("digs")
    options = game.options("quick")
    goal = tune_goal(game, options, ["seats"], ["wins of Blue=0.5", "few-changes"], 9)
    arm = make_arm(game, "base", options, ["greedy"])
    summary = tune(make_plan(game, [arm], 3, 0, kind=KIND, goal=goal))
    is_refused = {
        trial["changes"].get("seats", "3"): "refused" in trial for trial in summary["trials"]
    }
    assert is_refused == {"2": True, "3": False, "4": False}  # Blue has the third seat


def test_what_nothing_beats_is_checked_on_fresh_luck(capsys: pytest.CaptureFixture[str]) -> None:
    """With the games that a plan with the seed of the check plays, and no others."""
    game = registry.load("digs")
    options = game.options("quick")
    goal = tune_goal(game, options, ["crumbs=0..3"], ["fairness:seat", "few-changes"], 9)
    arm = make_arm(game, "base", options, ["greedy"])
    plan = make_plan(game, [arm], 30, 5, kind=KIND, goal=goal)
    summary = tune(plan)
    checks = {check["number"]: check for check in summary["checks"]}
    assert set(checks) == {0, *summary["front"]}
    again = tune(replace(plan, seed=fresh_seed(plan, CHECKS)))["trials"]
    by_changes = {json.dumps(trial["changes"]): trial for trial in again}
    for check in checks.values():
        same = by_changes[json.dumps(check["changes"])]
        assert (check["reached"], check["digest"]) == (same["reached"], same["digest"])
    best = summary["trials"][summary["best"]]
    assert checks[best["number"]]["reached"] != best["reached"]  # luck matters in so few games
    print_tuning(game, summary)
    seen, fresh = (100 * x["reached"][0]["value"] for x in (best, checks[best["number"]]))
    assert f"{seen:.1f} → {fresh:.1f} (" in capsys.readouterr().out


class Stopped(Exception):
    pass


@pytest.mark.parametrize("sampler", ["nsga2", "tpe"])
def test_a_study_that_stopped_goes_on_as_if_it_had_not(sampler: str, tmp_path: Path) -> None:
    trials = 13
    plan = study(trials, sampler)
    whole, calls = tune(plan), [0]

    def stops_after(count: int) -> Any:
        def on_progress(shard: object) -> None:
            calls[0] += 1
            if calls[0] % count == 0:
                raise Stopped

        return on_progress

    for _ in range(2):  # stopped in the sixth and in the eleventh trial
        with pytest.raises(Stopped):
            tune(plan, tmp_path, stops_after(6))
    assert len(list((tmp_path / "trials").iterdir())) == 10
    with pytest.raises(Stopped):  # in the second check
        tune(plan, tmp_path, stops_after(calls[0] + trials - 10 + 2))
    assert len(list((tmp_path / "checks").iterdir())) == 1
    assert tune(plan, tmp_path, stops_after(1000)) == whole
    # three sets of rules are played twice: nothing that was written down is played again
    assert calls[0] == trials + len(whole["checks"]) + 3


@pytest.mark.soak
def test_a_study_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Killed at whatever moment, and started again with the same command."""
    line = [sys.executable, "-m", "tests.program", "tune", "digs", "--trials", "30", "--json"]
    for over in OVER:
        line += ["--over", over]
    for goal in GOALS:
        line += ["--goal", goal]
    line += ["--games", "30"]
    whole = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    line += ["--out", str(tmp_path / "out")]
    for target in (1, 4, 5, 17):
        with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None:
                if len(list(tmp_path.glob("out/trials/[0-9]*.json"))) >= target:
                    process.kill()
                time.sleep(0.01)
    output = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    assert json.loads(output) == json.loads(whole)


def test_a_trial_of_another_study_is_noticed(tmp_path: Path) -> None:
    plan = study(4)
    tune(plan, tmp_path)
    (tmp_path / "summary.json").unlink(missing_ok=True)  # or else it has ended
    path = tmp_path / "trials" / "0003.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "changes": {"crumbs": "3", "rounds": "5"}}))
    with pytest.raises(OffleashError, match="holds other rules than the sampler proposes now"):
        tune(plan, tmp_path)
    path.write_text("{")
    with pytest.raises(OffleashError, match="it is not a trial of a study"):
        tune(plan, tmp_path)


def test_a_plan_that_was_written_down_is_the_same_study() -> None:
    """Files keep no order of names."""
    plan = study(5)
    text = json.dumps(plan.identity, sort_keys=True)
    assert tune(plan_from(json.loads(text)))["trials"] == tune(plan)["trials"]


def test_another_seed_tries_other_rules() -> None:
    plan = study(4)
    tries = [
        [trial["changes"] for trial in tune(variant)["trials"]]
        for variant in (plan, replace(plan, seed=6))
    ]
    assert tries[0] != tries[1]


@pytest.mark.parametrize(
    ("over", "sentence"),
    [
        ([], "name at least one option"),
        (["cats"], "Digs has no option 'cats'"),
        (["rounds=6..2"], "the range 6..2 of rounds is empty"),
        (["rounds="], "a value of rounds is missing"),
        (["board"], "name the values to try for board"),
        (["crumbs", "crumbs=1,2"], "option crumbs is named twice"),
    ],
)
def test_what_cannot_be_tuned_gets_an_error_message(over: list[str], sentence: str) -> None:
    game = registry.load("digs")
    with pytest.raises(OffleashError, match=sentence):
        tuning_space(game, game.options(), over)


def test_a_goal_that_nobody_counts_is_refused_before_any_trial(tmp_path: Path) -> None:
    for goal in ("cats=9", "fairness:home"):
        with pytest.raises(OffleashError, match=r"cats|home"):
            tune(study(5, goals=(goal,)), tmp_path / goal[:4])
    assert not list(tmp_path.glob("*/trials"))


# The command


def test_the_command_prints_the_front(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = ["tune", "digs", "--over", "rounds=2,3", "--goal", "rounds=2", "--goal", "few-changes"]
    command([*line, "--games", "3", "--out", str(tmp_path / "out")])
    text = capsys.readouterr().out
    assert "3 rule sets of Digs, 9 games" in text
    rows = [row.split()[-2:] for row in text.splitlines()]
    assert [row for row in rows if row[-1:] in (["none"], ["rounds=2"])] == [
        ["1", "rounds=2"],
        ["0", "none"],
    ]
    command([*line, "--games", "3", "--out", str(tmp_path / "out"), "--json"])
    summary = json.loads(capsys.readouterr().out)
    assert [trial["changes"] for trial in summary["trials"]] == [
        {},
        {"rounds": "2"},
        {"rounds": "3"},
    ]
