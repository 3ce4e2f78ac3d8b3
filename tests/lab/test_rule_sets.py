"""Rules that break a game are never proposed, and slow bots have their say in the search."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from offleash.contract import Label
from offleash.contract.lab.general_measures import DECISIONS
from offleash.games import registry
from offleash.lab.experiments.agreement import agreement, broken_text, conclusion, met_text
from offleash.lab.experiments.constraints import Constraints
from offleash.lab.experiments.flaws import find_flaw, flaw_labels
from offleash.lab.experiments.goals import parse_goals
from offleash.lab.experiments.kinds import conduct
from offleash.lab.experiments.propose import propose_plan
from offleash.lab.experiments.refinement import Model, krige, refine
from offleash.lab.experiments.rule_search import Surrogate
from offleash.lab.experiments.rule_sets import Changes, Comparison, RuleSet, Stage
from offleash.lab.experiments.stepwise import SearchTask, best_by_size, search
from offleash.lab.experiments.trimming import Trimming, Twins
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from tests.lab import sample_summaries as sample

WINS = [Label(f"by {group}", True, "", group, "Wins", name) for group, name in (
    ("seat", "Red"), ("seat", "Blue"))]  # fmt: skip
ROUNDS = Label("rounds")
GOALS = parse_goals(["fairness:seat", "rounds=9..18"])
LABELS = [WINS, [ROUNDS]]


def games(decisions: list[float], red: float = 0.5, rounds: float = 29, lost: int = 0) -> Any:
    """Four blocks of ten games: decisions in each block, wins of Red, rounds, unfinished games."""
    means = {
        DECISIONS.key: decisions,
        WINS[0].key: [red] * 4,
        WINS[1].key: [1 - red] * 4,
        ROUNDS.key: [rounds] * 4,
    }
    totals = {key: [10 * mean for mean in values] for key, values in means.items()}
    of = {key: [10.0] * 4 for key in means}
    return {"games": 40 - lost, "unfinished": lost, "totals": totals, "of": of}


TODAY = games([100, 120, 90, 110])


@pytest.mark.parametrize(
    ("rules", "flaw"),
    [
        (games([1, 2, 1, 1], rounds=29), "players hardly decide anything: 1 decisions"),
        (games([50, 50, 50, 50], rounds=12), "all games are alike: 50 decisions"),
        (games([40, 50, 45, 50], rounds=12, lost=10), "25 % of the games do not end"),
        (games([40, 50, 45, 50], rounds=2), "games are over after 2.0 rounds, after 29.0 today"),
        (games([40, 50, 45, 50], rounds=12, red=0.97), ""),  # which the goal of fairness judges
        (games([40, 50, 45, 50], rounds=12), ""),
        (games([40, 50, 45, 50], rounds=8.5), ""),
        (TODAY, ""),
    ],
)
def test_a_broken_game_is_recognised_by_what_happens_in_it(rules: Any, flaw: str) -> None:
    labels = flaw_labels([*WINS, ROUNDS, DECISIONS])
    assert labels == [DECISIONS, ROUNDS, *WINS]
    text = find_flaw(rules, TODAY, labels, GOALS, LABELS)
    assert text.startswith(flaw) and bool(text) == bool(flaw)


def test_a_target_that_is_missed_on_its_other_side_is_a_flaw() -> None:
    labels, today = flaw_labels([DECISIONS]), games([100, 120, 90, 110], rounds=20)
    text = find_flaw(games([40, 50, 45, 50], rounds=4), today, labels, GOALS, LABELS)
    assert text == "rounds=9..18 is missed on the other side: 4.0, today 20.0"


def test_who_wins_nearly_all_is_judged_by_the_goals_or_breaks_the_game() -> None:
    labels, goals = flaw_labels([*WINS, DECISIONS]), parse_goals(["rounds=9..18"])
    rules = games([40, 50, 45, 50], rounds=12, red=0.97)
    flaw = "Red wins 97 % of the games"
    assert find_flaw(rules, TODAY, labels, goals, [[ROUNDS]]) == flaw
    homes = parse_goals(["fairness:home", "rounds=9..18"])
    assert find_flaw(rules, TODAY, labels, homes, [[], [ROUNDS]]) == flaw
    everywhere = parse_goals(["fairness", "rounds=9..18"])
    assert find_flaw(rules, TODAY, labels, everywhere, [[], [ROUNDS]]) == ""


def test_what_is_unfair_today_is_not_called_broken() -> None:
    labels, today = flaw_labels([*WINS, DECISIONS]), games([100, 120, 90, 110], red=0.9)
    rules = games([90, 100, 95, 90], red=0.8)
    assert find_flaw(rules, today, labels, GOALS, LABELS) == ""


def test_a_degenerate_rule_set_with_the_best_figures_is_not_proposed() -> None:
    """The fewest rounds are the goal: one round would win, but then nobody decides anything."""
    game = registry.load("digs")
    plan = propose_plan(
        game, game.options("quick"), ("random",), ("rounds=1..6", "must_walk"),
        ("min:rounds", "few-changes"), 24, 3, trials=12, finalists=4, centres=5, check_games=24,
    )  # fmt: skip
    summary = dict(conduct(Run(Experiment(plan), 1), None))
    assert summary["best"] == 1 and summary["proposals"][0]["changes"] == {"rounds": "2"}
    changes = [row["changes"] for row in summary["proposals"]]
    assert changes and not any(row.get("rounds") == "1" for row in changes)
    assert summary["broken"]["examples"][0]["changes"] == {"rounds": "1"}
    assert "hardly decide anything" in broken_text(summary)


# The refinement


class FakePlayer:
    """Plays rule sets whose shares are known: `a` makes the game fair with quick bots only."""

    def play(self, stage: Stage, number: int, changes: Changes) -> RuleSet:
        fast = 0.8 - 0.3 * ("a" in changes) - 0.28 * ("b" in changes) - 0.15 * ("c" in changes)
        slow = 0.8 - 0.28 * ("b" in changes)
        shares = {"quick": fast, "slow": slow}
        groups = [name for name, count in zip(shares, stage.games, strict=True) if count]
        bots, costs = {}, {}
        for name in groups:
            red = shares[name]
            values = {WINS[0].key: [10 * red] * 9, WINS[1].key: [10 - 10 * red] * 9}
            bots[name] = {"totals": values, "of": dict.fromkeys(values, [10.0] * 9)}
            costs[name] = [np.full(10, abs(red - 0.5)), np.full(10, float(len(changes)))]
        return RuleSet(number, changes, costs, {"bots": bots})

    def play_all(self, stage: Stage, first: int, sets: Sequence[Changes]) -> list[RuleSet]:
        return [self.play(stage, first + i, changes) for i, changes in enumerate(sets)]


def free(*texts: str) -> Constraints:
    """Constraints on three options of Digs, none unless some are named."""
    game = registry.load("digs")
    return Constraints(game, game.options("quick"), texts)


def test_a_refinement_prefers_rules_that_are_fair_with_slow_bots_too() -> None:
    player: Any = FakePlayer()
    goals = parse_goals(["fairness:seat", "few-changes"])
    space: Mapping[str, list[str]] = {name: ["0", "1"] for name in "abc"}
    surrogate = Surrogate(space, goals, [WINS, []])
    quick, both = Stage("search", 1, (10, 0), 3), Stage("refinement", 2, (10, 10), 6)
    tried: list[Changes] = [{}, {"a": "1"}, {"b": "1", "c": "1"}]
    trials = [player.play(quick, n, changes) for n, changes in enumerate(tried)]
    for trial in trials[1:]:
        surrogate.add(trial, trials[0])
    comparison = Comparison(goals)
    assert comparison.leaders(trials, trials[0])[0].changes == {"a": "1"}
    model = Model(space, np.full(3, 1 / 3), surrogate, comparison, free())
    base, best, *others = refine(player, both, model, trials)
    assert base.changes == {} and best.changes == {"b": "1"}  # which the search had not tried
    assert {"a": "1"} in [rules.changes for rules in others]


def test_values_of_the_same_changes_tell_most() -> None:
    rows = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    values = np.array([[0.0], [1.0], [1.0], [1.0]])
    guess = krige(rows, values, np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]), 0.0, 0.5)[:, 0]
    assert 0.5 < guess[0] <= 1 and guess[1] < guess[0] / 2 and guess[2] < guess[0] / 2


# Rule sets that play alike

SPACE = {**{name: ["0", "1"] for name in "abc"}, "idle": ["30", "60", "45"], "word": ["x", "y"]}
FAIR = Comparison(parse_goals(["fairness:seat", "few-changes"]))
QUICK = Stage("search", 1, (10, 0), 9)


def played(*tries: Changes) -> list[RuleSet]:
    """The rule sets of a search, the base first."""
    player: Any = FakePlayer()
    return [player.play(QUICK, number, changes) for number, changes in enumerate(({}, *tries))]


def test_of_rule_sets_that_play_alike_the_smallest_has_the_best_place() -> None:
    """Nothing depends on `idle` or `word`."""
    far, near, other = {"b": "1", "idle": "60"}, {"b": "1", "idle": "45"}, {"a": "1"}
    base, *sets = played(far, other, near, {"idle": "45"})
    twins = Twins(SPACE, WINS)
    assert [rules.changes for rules in twins.distinct(sets, base)] == [near, other]
    base, *sets = played(far, other, {"b": "1"}, near)
    assert [rules.changes for rules in twins.distinct(sets, base)] == [{"b": "1"}, other]


def test_changes_without_effect_are_taken_back_as_long_as_there_is_room() -> None:
    player: Any = FakePlayer()
    sets = played({"b": "1", "idle": "60", "word": "y"}, {"idle": "60"}, {"c": "1"})
    trimming = Trimming(player, QUICK, Twins(SPACE, WINS), list(sets), FAIR, free())
    assert [rules.changes for rules in trimming.trim(sets[1:], 3)] == [{"b": "1"}, {"c": "1"}]
    numbers = [rules.number for rules in trimming.sets]
    assert numbers == list(range(len(numbers))) and len(numbers) <= QUICK.total
    stage = Stage("search", 1, (10, 0), 4)
    full = Trimming(player, stage, Twins(SPACE, WINS), list(sets), FAIR, free())
    left = [{"b": "1", "idle": "60", "word": "y"}, {"c": "1"}]  # the second is like the base
    assert [rules.changes for rules in full.trim(sets[1:], 3)] == left
    assert [rules.changes for rules in full.trim(sets[1:], 1)] == left[:1]


def test_changes_that_no_goal_needs_are_taken_back() -> None:
    """With b the game is within 2 points of even; c then takes it 13 points too far."""
    player: Any = FakePlayer()
    sets = played({"b": "1", "c": "1"}, {"a": "1", "word": "y"})
    trimming = Trimming(player, QUICK, Twins(SPACE, WINS), list(sets), FAIR, free())
    assert [rules.changes for rules in trimming.trim(sets[1:], 3)] == [{"b": "1"}, {"a": "1"}]


# The search, change by change


def planted(changes: Changes) -> float:
    """Costs 10 points, less for each of five options, most for a pair that goes together."""
    pair = 4.0 if {"a", "b"} <= changes.keys() else -1.0 * ("a" in changes) - ("b" in changes)
    singles = {"c": 2.0, "d": 1.5, "e": 1.0}
    harm = 0.5 * len(changes.keys() & {"x", "y", "z"})
    return 10 - pair - sum(worth for name, worth in singles.items() if name in changes) + harm


class PlantedPlayer(FakePlayer):
    """Plays rule sets whose only measure is the planted cost."""

    def play(self, stage: Stage, number: int, changes: Changes) -> RuleSet:
        cost = planted(changes)
        bots = {"totals": {ROUNDS.key: [10 * cost] * 9}, "of": {ROUNDS.key: [10.0] * 9}}
        return RuleSet(number, changes, {"bots": [np.full(10, cost)]}, {"bots": {"bots": bots}})


@pytest.mark.more
def test_the_best_rule_set_of_each_size_is_found() -> None:
    """Of 4**8 rule sets 400 are tried; the pair of which each half harms is among them."""
    player: Any = PlantedPlayer()
    space = {name: ["0", "1", "2", "3"] for name in "abcdexyz"}
    goals = parse_goals(["min:rounds"])
    surrogate, comparison = Surrogate(space, goals, [[ROUNDS]]), Comparison(goals)
    model = Model(space, np.full(8, 1 / 8), surrogate, comparison, free())
    seen: list[int] = []

    def after(sets: Sequence[RuleSet]) -> bool:
        seen.append(len(sets))
        return False

    trials = search(SearchTask(player, Stage("search", 3, (10,), 400), model, after), 400)
    assert seen[:3] == [17, 33, 49] and seen[-1] == len(trials) == 400
    best = best_by_size(comparison, trials, trials[0])
    names = {size: set(best[size][0].changes) for size in (1, 2, 3, 5)}
    assert names == {1: {"c"}, 2: {"a", "b"}, 3: {"a", "b", "c"}, 5: set("abcde")}


def test_a_search_ends_when_it_is_told_to() -> None:
    player: Any = PlantedPlayer()
    space = {name: ["0", "1", "2", "3"] for name in "abcdexyz"}
    goals = parse_goals(["min:rounds"])
    surrogate = Surrogate(space, goals, [[ROUNDS]])
    model = Model(space, np.full(8, 1 / 8), surrogate, Comparison(goals), free())
    task = SearchTask(player, Stage("search", 3, (10,), 400), model, lambda sets: len(sets) > 30)
    assert len(search(task, 400)) == 33


# In words


def test_a_summary_says_with_which_bots_its_proposals_are_fair() -> None:
    summary = sample.propose()
    assert conclusion(summary) == "Proposal 1 meets all goals with all bots."
    first, second = summary["proposals"]
    fair, length = agreement(summary, first)[:2]
    assert fair == "Fair with all bots: every archetype within 6 points of an equal share."
    assert length == "On target with all bots: length within 9..18."
    assert agreement(summary, second)[0] == (
        "Not fair with any bots: the worst archetype is off by 40.0 points with persona bots "
        "and 43.0 points with searching bots."
    )
    first["validated"]["searching bots"][0]["value"] = 0.2
    assert agreement(summary, first)[0] == (
        "Fair with persona bots (every archetype within 6 points of an equal share), but off by "
        "20.0 points with searching bots."
    )
    assert conclusion(summary).startswith("No proposal meets all goals with all bots. Proposal 1")


def test_where_bots_disagree_is_named() -> None:
    summary = sample.propose()
    rules = summary["proposals"][0]
    key = summary["goal_measures"][0][0]
    name = key.rpartition(", ")[2]
    for bots, share in (("persona bots", 0.27), ("searching bots", 0.45)):
        rules["measures"][bots] = dict(rules["measures"][bots])
        ends = [share - 0.02, share + 0.02]
        rules["measures"][bots][key] = {**rules["measures"][bots][key], "value": share}
        rules["measures"][bots][key]["interval"] = ends
    assert agreement(summary, rules)[-1] == (
        f"Bots disagree most about {name}, who wins 45 % with searching bots and 27 % with "
        "persona bots."
    )


def test_a_band_that_is_met_is_put_in_words() -> None:
    band = {"kind": "target", "target": 9.0, "upper": 18.0}
    met = {"value": 0.0, "low": 0.0, "high": 0.0}
    assert met_text(band, met) == "within 9..18"
    assert met_text({"kind": "target", "target": 2.0}, met) == "exactly 2"
    assert met_text(band, {**met, "high": 0.3}) == met_text({"kind": "fairness"}, met) == ""
