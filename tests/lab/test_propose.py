"""Proposals: what matters, noise-aware fronts, validation, rules files, and runs that stop."""

import json
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offleash.cli.answers.propose import print_proposals
from offleash.cli.app import run as command
from offleash.contract import Label
from offleash.games import registry
from offleash.lab.experiments.agreement import not_better_text
from offleash.lab.experiments.goals import parse_goals
from offleash.lab.experiments.kinds import conduct, most_games
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.experiments.propose import (
    check_settings,
    default_goals,
    default_groups,
    default_ranges,
    propose_plan,
    stages_of,
)
from offleash.lab.experiments.rule_changes import changed_sentences, describe_changes, rules_files
from offleash.lab.experiments.rule_search import Surrogate
from offleash.lab.experiments.rule_sets import Comparison, RuleSet
from offleash.lab.plans.plan import Plan, plan_from
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.projects.project import options_from
from offleash.tools.errors import OffleashError

OVER = ("rounds=1..6", "must_walk", "crumbs", "biscuits.green=3..7")
GOALS = ("rounds=2", "few-changes")
SMALL = {"trials": 12, "finalists": 2, "centres": 2, "check_games": 12, "slow_games": 4}


def small_plan(
    over: tuple[str, ...] = OVER,
    goals: tuple[str, ...] = GOALS,
    bots: tuple[str, ...] = ("greedy",),
    **counts: int,
) -> Plan:
    """Digs for three: biscuits of Green, who is not there, can't matter."""
    game = registry.load("digs")
    options = game.options("quick")
    return propose_plan(game, options, bots, over, goals, 8, 5, **{**SMALL, **counts})


def play(plan: Plan, out: Path | None = None, on_progress: Any = None, threads: int = 1) -> Any:
    return dict(conduct(Run(Experiment(plan), threads, out), on_progress))


def wide_plan() -> Plan:
    """More rule sets than are tried, so that the search has to choose."""
    return small_plan(goals=("rounds=2", "max:choices", "few-changes"))


@cache
def wide() -> dict[str, Any]:
    """The summary of the wide plan, played once."""
    return play(wide_plan())


@cache
def whole() -> dict[str, Any]:
    """The summary of the small plan, played once."""
    return play(small_plan())


# Screening


def test_what_decides_everything_is_first_and_what_does_nothing_last() -> None:
    over, bots = (
        ("must_walk", "biscuits.green=3..7", "rounds=1..6"),
        ("greedy,persona:nose,random",),
    )
    plan = replace(small_plan(over, bots=bots), games=24)
    options = play(plan)["screening"]["options"]
    assert [row["option"] for row in options] == ["rounds", "must_walk", "biscuits.green"]
    first, _, last = (row["effects"][0] for row in options)
    assert first["size"] > 1 and last["size"] == last["mean"] == 0
    assert [row["is_varied"] for row in options] == [True, True, False]


def test_only_goals_that_today_misses_rank_options() -> None:
    """With 1 to 40 rounds all right, only the choices count, which crumbs change most."""
    options = play(small_plan(goals=("rounds=1..40", "max:choices")))["screening"]["options"]
    assert options[0]["option"] == "crumbs" and options[-1]["option"] == "biscuits.green"


# Fronts


def rule_set(number: int, *goals: list[float]) -> RuleSet:
    """A rule set with the costs of goals by block; each is a mean of its blocks."""
    rows = []
    for blocks in map(np.array, goals):
        whole = blocks.mean()
        rows.append(np.array([whole, *((blocks.sum() - b) / (len(blocks) - 1) for b in blocks)]))
    return RuleSet(number, {}, {"bots": rows}, {"bots": {}})


def costs(mean: float, spread: float, shift: float = 0.0) -> list[float]:
    """Costs of eight blocks around a mean; `shift` moves those of one rule set only."""
    wave = np.array([1, -1, 1, -1, 1, -1, 1, -1]) * spread
    own = np.array([1, 1, -1, -1, 1, 1, -1, -1]) * shift
    return (mean + wave + own).tolist()


def test_a_difference_counts_only_beyond_its_interval() -> None:
    comparison = Comparison(parse_goals(["min:a", "min:b"]))
    base = rule_set(0, costs(5.0, 2.0), costs(3.0, 1.0))
    paired = rule_set(1, costs(4.8, 2.0, 0.1), costs(3.0, 1.0))  # the same luck in both
    noisy = rule_set(2, costs(4.8, 2.0, 1.0), costs(3.0, 1.0))
    worse = rule_set(3, costs(4.8, 2.0, 0.1), costs(3.0, 1.0, 0.5))
    assert comparison.dominates(paired, base)  # although their own intervals overlap
    assert not comparison.dominates(noisy, base)
    assert comparison.dominates(paired, worse) is False  # equal, as far as means go
    assert {a.number for a in comparison.front([base, paired, noisy])} == {1, 2}
    interval = comparison.difference(base, paired, 0)
    assert interval.value == pytest.approx(-0.2) and -0.3 < interval.low < interval.high < -0.1


def test_the_worst_bots_count() -> None:
    goals = parse_goals(["min:a"])
    base = RuleSet(0, {}, {"x": [np.full(9, 4.0)], "y": [np.full(9, 6.0)]}, {"bots": {}})
    other = RuleSet(1, {}, {"x": [np.full(9, 1.0)], "y": [np.full(9, 7.0)]}, {"bots": {}})
    comparison = Comparison(goals)
    assert (base.point_costs, other.point_costs) == ((6.0,), (7.0,))
    assert comparison.is_better(base, other, 0) and comparison.is_better(other, base, 0, "x")


def test_all_goals_together_decide_the_order() -> None:
    """Costs as shares of those of today's rules: 1.2, 0.6 and 0.9."""
    comparison = Comparison(parse_goals(["min:a", "min:b"]))
    today = rule_set(0, costs(10.0, 0.1), costs(10.0, 0.1))
    first = rule_set(1, costs(1.0, 0.1), costs(11.0, 0.1))
    both = rule_set(2, costs(3.0, 0.1), costs(3.0, 0.1))
    second = rule_set(3, costs(8.0, 0.1), costs(1.0, 0.1))
    assert comparison.leaders([first, both, second], today) == [both, second, first]
    assert comparison.score(today.point_costs, today.point_costs) == 0


def test_rules_that_are_fair_for_one_kind_of_bots_lose_to_those_that_are_for_both() -> None:
    comparison = Comparison(parse_goals(["fairness", "few-changes"]))

    def gaps(number: int, personas: float, search: float, changes: int) -> RuleSet:
        tables = {
            name: [np.full(9, gap), np.full(9, float(changes))]
            for name, gap in (("personas", personas), ("search", search))
        }
        return RuleSet(number, {}, tables, {"bots": {}})

    today, one, both = gaps(0, 0.4, 0.3, 0), gaps(1, 0.01, 0.25, 1), gaps(2, 0.06, 0.05, 5)
    assert comparison.leaders([one, both], today) == [both, one]


def test_few_changes_alone_improve_nothing() -> None:
    comparison = Comparison(parse_goals(["min:a", "few-changes"]))
    fewer = rule_set(0, costs(1.0, 0.1), [1.0] * 8)
    more = rule_set(1, costs(1.0, 0.1), [2.0] * 8)
    assert comparison.dominates(fewer, more) and not comparison.improves(fewer, more)


# The whole search


def test_a_planted_optimum_is_proposed_and_validated() -> None:
    summary = whole()
    best = summary["proposals"][0]
    assert summary["best"] == best["number"] == 1
    assert best["changes"] == {"rounds": "2"} and best["is_better"]
    assert best["verdict"] == "clearly better than today's rules"
    reached, today = (rules["validated"]["Greedy bot"][0] for rules in (best, summary["today"]))
    assert reached["value"] == 0 < today["value"]
    assert reached["difference"] == pytest.approx(-today["value"])
    assert best["seen"]["Greedy bot"][0]["value"] == 0
    assert best["measures"]["Greedy bot"]["rounds"]["value"] == 2


def test_nothing_is_recommended_where_nothing_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    """Who gets a bone that ties does not change how long a game is."""
    summary = play(small_plan(("tie", "biscuits.red=3..7"), ("rounds=2",), centres=1))
    assert summary["best"] is None and not any(p["is_better"] for p in summary["proposals"])
    print_proposals(registry.load("digs"), summary)
    text = " ".join(capsys.readouterr().out.split())
    assert "is clearly better than today's rules" in " ".join(text.split()) and "*" not in text


def test_a_budget_of_one_game_neither_crashes_nor_misleads() -> None:
    tiny = {"trials": 2, "finalists": 1, "centres": 1, "check_games": 1, "slow_games": 1}
    game = registry.load("digs")
    settings = (OVER, ("fairness", "few-changes"), 1, 5)
    summary = play(propose_plan(game, game.options("quick"), ("greedy",), *settings, **tiny))
    assert summary["best"] is None
    assert "not looked long enough" in not_better_text(summary)
    enough = {**summary, "trials": summary["trials"] * 50}
    assert "unlikely that another one is" in not_better_text(enough)


def test_rules_that_play_exactly_alike_are_proposed_once() -> None:
    """Greedy dogs dig up all bones in five rounds: 20, 30 or 40 rounds at most are the same."""
    game = registry.load("digs")
    over, counts = ("rounds=2,40,30,20", "must_walk"), {**SMALL, "finalists": 4}
    for goals in (("max:rounds",), ("max:rounds", "few-changes")):
        plan = propose_plan(
            game, game.options("quick", {"rounds": 2}), ("greedy",), over, goals, 8, 5, **counts
        )
        summary = play(plan)
        assert {trial["changes"].get("rounds") for trial in summary["trials"]} >= {"20", "30", "40"}
        (proposal,) = summary["proposals"]
        assert proposal["is_better"] and proposal["changes"] == {"rounds": "20"}


def test_stages_have_luck_of_their_own_and_slow_bots_play_late() -> None:
    plan = small_plan(bots=("search:4", "greedy"))
    assert [arm.name for arm in plan.arms] == ["Greedy bot", "Search bot (4)"]
    stages = stages_of(Experiment(plan))
    assert [stage.games for stage in stages.values()] == [(4, 0), (8, 0), (8, 2), (6, 2), (12, 4)]
    seeds = [stages[name].seed for name in ("search", "refinement", "shortlist", "validation")]
    assert seeds[0] == plan.seed and len(set(seeds)) == 4
    assert "refinement" not in stages_of(Experiment(small_plan()))


def test_a_refinement_plays_quick_forms_of_slow_bots_and_goes_on_where_it_stopped(
    tmp_path: Path,
) -> None:
    plan = small_plan(bots=("greedy", "search:16"), slow_trials=3)
    assert stages_of(Experiment(plan))["refinement"].stand_ins == {"search:16": "search:12"}
    summary = play(plan)
    assert summary["refined"] == 3
    numbers = [trial["number"] for trial in summary["trials"]]
    assert numbers == list(range(len(numbers)))
    bots = ["Greedy bot", "Search bot (16)"]
    assert all(list(row["validated"]) == bots for row in summary["proposals"])
    calls = [0]

    def stop(shard: object) -> None:
        calls[0] += 1
        if len(list(tmp_path.glob("refinement/*"))) == 2 and calls[0] < 1000:
            calls[0] = 1000
            raise Stopped

    with pytest.raises(Stopped):
        play(plan, tmp_path, stop)
    assert play(plan, tmp_path, stop) == summary


def test_plans_from_before_the_refinement_are_still_read() -> None:
    plan = small_plan()
    older = {name: value for name, value in plan.goal.items() if name != "slow_trials"}
    check_settings(Experiment(replace(plan, goal=older)))


def test_the_number_of_games_is_known_before(tmp_path: Path) -> None:
    plan = small_plan(trials=5)
    run = Run(Experiment(plan), 1)
    total, shards = most_games(run), []
    summary = conduct(run, shards.append)
    assert sum(shard.work.hi - shard.work.lo for shard in shards) == summary["games"] <= total


# Stopping


class Stopped(Exception):
    pass


def test_a_search_that_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    plan, calls = wide_plan(), [0]

    def stop_at(count: int) -> Any:
        def on_progress(shard: object) -> None:
            calls[0] += 1
            if calls[0] % count == 0:
                raise Stopped

        return on_progress

    for _ in range(3):  # in the screening, the search and later
        with pytest.raises(Stopped):
            play(plan, tmp_path, stop_at(7))
    assert play(plan, tmp_path, stop_at(1000), threads=2) == wide()
    assert calls[0] == 3 + len(list(tmp_path.glob("*/0*.json")))  # nothing is played twice
    files = {path.name: path.read_text() for path in (tmp_path / "proposals").iterdir()}
    proposed = [proposal["files"] for proposal in wide()["proposals"]]
    assert files == {name: text for texts in proposed for name, text in texts.items()}


def test_a_rule_set_of_another_search_is_noticed(tmp_path: Path) -> None:
    plan = small_plan()
    play(plan, tmp_path)
    (tmp_path / "summary.json").unlink()
    path = tmp_path / "search" / "0001.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "changes": {"crumbs": "9"}}))
    with pytest.raises(OffleashError, match="holds other rules than this search would play"):
        play(plan, tmp_path)
    path.write_text("[]")
    with pytest.raises(OffleashError, match="it is not a rule set of this search"):
        play(plan, tmp_path)


@pytest.mark.soak
def test_a_search_that_is_killed_goes_on(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "tests.program", "propose", "digs", "--preset", "quick", "--json"]
    for over in OVER:
        line += ["--over", over]
    for goal in GOALS:
        line += ["--goal", goal]
    line += ["--games", "30", "--trials", "12", "--centres", "2", "--check-games", "60"]
    line += ["--seats", "greedy", "--seats", "search:4", "--slow-games", "6"]
    expected = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    line += ["--out", str(tmp_path / "out")]
    for target in (1, 7, 15, 24, 30):
        with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None:
                if len(list(tmp_path.glob("out/*/0*.json"))) >= target:
                    process.kill()
                time.sleep(0.01)
    output = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    assert json.loads(output) == json.loads(expected)


def test_another_seed_is_another_search() -> None:
    again = play(replace(wide_plan(), seed=6))
    tries = [[trial["changes"] for trial in run["trials"]] for run in (again, wide())]
    assert tries[0] != tries[1]
    for changes in tries:  # the base first, nothing twice, and a quarter more to trim the best
        unique = {json.dumps(c, sort_keys=True) for c in changes}
        assert changes[0] == {} and 12 <= len(unique) == len(changes) <= 15


def test_a_plan_that_was_written_down_is_the_same_search() -> None:
    text = json.dumps(wide_plan().identity, sort_keys=True)
    assert play(plan_from(json.loads(text)))["proposals"] == wide()["proposals"]


# What is asked


def test_every_rule_of_a_game_is_tried_unless_told_otherwise() -> None:
    game = registry.load("uri-nation")
    options = game.options("1.2")
    ranges = default_ranges(game, options)
    assert {"swagger_per", "water_cap.bruiser=4..8", "water_cap.scrapper=1..5"} <= set(ranges)
    names = {text.partition("=")[0] for text in ranges}
    assert not names & {"seats", "board", "archetypes", "homes", "chance_cards", "water_cap"}
    assert default_goals(game) == ["fairness:archetype", "length=9..18", "few-changes"]
    groups = default_groups(game, options)
    assert list(groups) == ["persona bots", "trained bots", "greedy bots", "searching bots"]
    assert groups["trained bots"][3] == "tuned:yapper"
    plan = propose_plan(game, options)
    assert plan.goal["over"]["water_cap.bruiser"] == ["6", "4", "5", "7", "8"]


def test_the_dogs_of_other_seats_are_played_by_their_personas() -> None:
    game = registry.load("uri-nation")
    options = game.options("1.4", {"seats": 2, "archetypes": "yapper,diplomat"})
    groups = default_groups(game, options)
    assert groups["persona bots"] == ["persona:yapper", "persona:diplomat"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"goals": ("few-changes",)}, "goals must name a measure too"),
        ({"goals": ("fairness:player",)}, "goals can't have fairness:player"),
        ({"goals": ("rounds=3..2",)}, "the band of the goal 'rounds=3..2' is empty"),
        ({"trials": 0}, "trials is 0; it must be from 1 to"),
        ({"finalists": 21}, "finalists is 21; it must be from 1 to 20"),
        ({"over": ("cats",)}, "Digs has no option 'cats'"),
        ({"bots": ("cat",)}, "there is no bot 'cat'"),
        ({"bots": tuple(f"search:{n}" for n in range(2, 10))}, "8 groups of bots are too many"),
    ],
)
def test_what_cannot_be_proposed_gets_an_error_message(
    settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OffleashError, match=sentence):
        check_settings(Experiment(small_plan(**settings)))


def test_a_plan_file_asks_the_same(tmp_path: Path) -> None:
    text = """
kind = "propose"
game = "digs"
preset = "quick"
games = 8
seed = 5

[propose]
goals = ["rounds=2", "few-changes"]
bots = ["greedy"]
trials = 12
finalists = 2
centres = 2
check_games = 12
slow_games = 4

[propose.over]
rounds = "1..6"
must_walk = true
crumbs = true
"biscuits.green" = "3..7"
"""
    assert PlanFile(tmp_path / "plan.toml", text).plan() == small_plan()
    bad = text.replace("trials = 12", "trials = 0")
    with pytest.raises(OffleashError, match=r"plan.toml, line 11: trials is 0"):
        PlanFile(tmp_path / "plan.toml", bad).plan()
    short = PlanFile(tmp_path / "plan.toml", 'kind = "propose"\ngame = "digs"\n').plan()
    assert short.goal["goals"] == ["fairness", "few-changes"]


# What is written down


def test_a_rules_file_gives_the_proposed_rules(tmp_path: Path) -> None:
    game = registry.load("uri-nation")
    changes = {"water_cap.bruiser": "5", "grit_threshold": "none", "mod_max_diplomat": "3,2,3,4"}
    base = game.options("1.2", {"swagger_per": 2})
    options = game.options("1.2", {"swagger_per": 2}, changes)
    (text,) = rules_files(game, "proposal-1.toml", base, options).values()
    (tmp_path / "proposal-1.toml").write_text(text, encoding="utf-8")
    assert (options_from(game, None, tmp_path / "proposal-1.toml", {}) == options).all()
    assert "# Water pegs that each bowl holds: Bruiser 6 → 5\n" in text
    assert "bruiser = 5, scrapper = 3" in text


def test_a_rules_file_brings_its_own_board(tmp_path: Path) -> None:
    game = registry.load("digs")
    board = Path(__file__).parent.parent / "toys" / "digs" / "data" / "park.txt"
    own = tmp_path / "mine.txt"
    own.write_text(board.read_text().replace("name: ", "name: My "))
    base = game.options("quick", {"board": str(own)})
    options = game.options("quick", {"board": str(own), "crumbs": 2})
    files = rules_files(game, "rules.toml", base, options)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert (options_from(game, None, tmp_path / "rules.toml", {}) == options).all()


def test_sentences_of_the_rulebook_that_change() -> None:
    game = registry.load("uri-nation")
    base = game.options("1.2")
    assert changed_sentences(game, base, base) == []
    options = game.options("1.2", {"water_cap.bruiser": 5, "grit_threshold": "none"})
    rows = changed_sentences(game, base, options)
    dogs = next(row for row in rows if row["chapter"] == "The dogs")
    assert dogs["before"][0].startswith("Bruiser: water 6,")
    assert dogs["after"][0].startswith("Bruiser: water 5,")
    gone = [text for row in rows for text in row["before"] if "Grit" in text]
    assert gone and not any(
        "**" in text for row in rows for text in (*row["before"], *row["after"])
    )


def test_changes_in_words() -> None:
    game = registry.load("uri-nation")
    options = game.options("1.2", {"water_cap.bruiser": 5, "mod_max_yapper": "1,2,3,3"})
    texts = describe_changes(game, game.options("1.2"), options)
    assert [(row["option"], row["change"]) for row in texts] == [
        ("water_cap", "Bruiser 6 → 5"),
        ("mod_max_yapper", "Bond 2 → 3"),
    ]
    assert texts[1]["text"].startswith("Tokens that the Yapper starts with")


def test_the_command_prints_and_saves_the_proposals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = ["propose", "digs", "--preset", "quick", "--seed", "5", "--games", "8"]
    for over in OVER:
        line += ["--over", over]
    for goal in GOALS:
        line += ["--goal", goal]
    line += ["--seats", "greedy", "--trials", "12", "--finalists", "2", "--centres", "2"]
    line += ["--check-games", "12", "--slow-games", "4", "--report", str(tmp_path / "out")]
    command([*line, "--json"])
    assert json.loads(capsys.readouterr().out) == whole()
    command(line)
    text = capsys.readouterr().out
    assert "* Proposal 1: clearly better than today's rules" in text
    assert "Rounds until the dogs are called in: 6 → 2 (rounds)" in text
    rules = tmp_path / "out" / "proposals" / "proposal-1.toml"
    game = registry.load("digs")
    assert game.changes(options_from(game, None, rules, {})) == {"rounds": "2"}
    assert (tmp_path / "out" / "report.html").exists()


def test_a_label_is_measured_for_every_group_of_bots() -> None:
    """The wins of a bot have no value where it does not play, so they can't be a goal."""
    plan = small_plan(goals=("wins of greedy=0.5",), bots=("greedy,random,random", "random"))
    with pytest.raises(OffleashError, match="games of Random bot have no measure 'wins of greedy'"):
        play(plan)


# The search


def test_a_surrogate_learns_effects_that_add_up() -> None:
    """Two options: the one adds 2 to a measure, the other takes 0.5 away."""
    label = Label("rounds")

    def played(changes: dict[str, str]) -> RuleSet:
        value = 5.0 + 2.0 * ("a" in changes) - 0.5 * ("b" in changes)
        bots = {"totals": {"rounds": [value, value]}, "of": {"rounds": [1.0, 1.0]}}
        return RuleSet(0, changes, {}, {"bots": {"x": bots}})

    space = {"a": ["0", "1"], "b": ["0", "1"], "c": ["0", "1"]}
    goals = parse_goals(["rounds=6", "few-changes"])
    surrogate, base = Surrogate(space, goals, [[label], []]), played({})
    for _ in range(100):  # until the prior counts for nothing
        surrogate.add(played({"a": "1"}), base)
        surrogate.add(played({"a": "1", "b": "1"}), played({"a": "1"}))
    surrogate.add(played({"d": "1"}), base)  # an option that is not searched
    costs = surrogate.costs([{}, {"a": "1"}, {"a": "1", "b": "1"}, {"b": "1", "c": "1"}])
    assert costs[:, 0] == pytest.approx([1.0, 1.0, 0.5, 1.5], abs=0.02)
    assert costs[:, 1].tolist() == [0, 1, 2, 2]
