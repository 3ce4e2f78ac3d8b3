"""What a designer keeps: totals, options that stay, options that are equal, few changed numbers."""

from typing import Any

import pytest

from offleash.games import registry
from offleash.lab.experiments.constraints import Constraints, without_kept
from offleash.lab.experiments.kinds import conduct
from offleash.lab.experiments.propose import check_settings, propose_plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

URI = registry.load("uri-nation")


def constraints(*texts: str, **options: Any) -> Constraints:
    return Constraints(URI, URI.options("1.4", options), texts)


@pytest.mark.parametrize(
    ("text", "changes", "holds"),
    [
        ("sum(mod_max_yapper)=8", {}, True),
        ("sum(mod_max_yapper)=8", {"mod_max_yapper": "2"}, True),  # 2 of each
        ("sum(mod_max_yapper)=8", {"mod_max_yapper": "2,2,2,3"}, False),
        ("sum(mod_max_yapper)<=8", {"mod_max_yapper": "1,2,2,2"}, True),
        ("sum(water_cap)=17", {"water_cap.bruiser": "5"}, False),
        ("sum(water_cap)=17", {"water_cap.bruiser": "5", "water_cap.yapper": "5"}, True),
        ("sum(water_cap.bruiser, claim_water)=8", {"claim_water": "2"}, True),
        ("claim_water=challenge_water", {}, True),
        ("claim_water=challenge_water", {"claim_water": "1"}, False),
        ("claim_water=challenge_water", {"claim_water": "1", "challenge_water": "1"}, True),
        ("stop_rule=uturn", {}, False),  # words are compared as they are
        ("win_territories>=12", {"win_territories": "10"}, False),
        ("grit_threshold<=9", {"grit_threshold": "none"}, False),
        ("water_cap", {"water_cap.bruiser": "5"}, False),
        ("water_cap", {"claim_water": "1"}, True),
        ("changes<=2", {"claim_water": "1", "paths": "false"}, True),
        ("changes<=2", {"mod_max_bruiser": "2"}, True),  # 3,2,2,1: two numbers differ
        ("changes<=2", {"mod_max_bruiser": "2", "claim_water": "1"}, False),
    ],
)
def test_a_constraint_holds_or_not(text: str, changes: dict[str, str], holds: bool) -> None:
    rules = constraints(text)
    assert rules.allow(changes) is holds
    assert rules.broken(changes) == ([] if holds else [text])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sum(water_cop)=8", "names 'water_cop', which is no option of Uri-Nation.*water_cap"),
        ("claim_water=2=3", "there is no constraint 'claim_water=2=3'"),
        ("mod_max_yapper=8", r"has several numbers: write sum\(mod_max_yapper\)"),
        ("8=sum(mod_max_yapper)", "must begin with an option"),
        ("changes>=2", "must be changes<= and a number from 1"),
        ("changes<=0", "must be changes<= and a number from 1"),
        ("", "names '', which is no option"),
    ],
)
def test_what_is_no_constraint_gets_an_error_message(text: str, sentence: str) -> None:
    with pytest.raises(OffleashError, match=sentence):
        constraints(text)


def test_a_kept_option_is_not_searched_and_its_parts_are_not_either() -> None:
    fixed = constraints("water_cap", "claim_water")
    over = ["water_cap.bruiser=4..8", "claim_water", "claim_swagger=0,1"]
    assert without_kept(over, fixed) == ["claim_swagger=0,1"]
    plan = propose_plan(URI, URI.options("1.4"), keep=("water_cap", "claim_water"))
    assert plan.goal["keep"] == ["water_cap", "claim_water"]
    assert not [name for name in plan.goal["over"] if name.partition(".")[0] in plan.goal["keep"]]
    with pytest.raises(OffleashError, match="claim_water can't both be kept and be changed"):
        propose_plan(URI, URI.options("1.4"), over=("claim_water",), keep=("claim_water",))
    with pytest.raises(OffleashError, match="'claim_water' is named twice"):
        constraints("claim_water", "claim_water")


def test_todays_rules_may_break_a_constraint_only_if_the_search_can_mend_it() -> None:
    """The Diplomat of 1.5 begins with 12 tokens."""
    options = URI.options("1.5-even")
    keep = ("sum(mod_max_diplomat)=8",)
    check_settings(Experiment(propose_plan(URI, options, ("greedy",), keep=keep)))
    narrow = propose_plan(URI, options, ("greedy",), ("claim_water",), keep=keep)
    with pytest.raises(OffleashError, match=r"today's rules break 'sum\(mod_max_diplomat\)=8'"):
        check_settings(Experiment(narrow))


OVER = ("rounds=1..6", "must_walk", "crumbs", "biscuits.red=3..7", "biscuits.blue=3..7")
SMALL = {"trials": 40, "finalists": 3, "centres": 1, "check_games": 12, "slow_games": 4}


@pytest.mark.more
def test_whatever_is_proposed_keeps_what_must_stay() -> None:
    """Fewer rounds are the goal, and each must be paid for with biscuits of the two dogs."""
    game, keep = registry.load("digs"), ("biscuits.red=biscuits.blue", "changes<=3", "rounds>=3")
    plan = propose_plan(
        game, game.options("quick"), ("random",), OVER, ("min:rounds", "few-changes"), 8, 5,
        keep=keep, **SMALL,
    )  # fmt: skip
    summary = dict(conduct(Run(Experiment(plan), 2), None))
    assert summary["keep"] == list(keep)
    tried = [trial["changes"] for trial in summary["trials"] if trial["changes"]]
    assert len(tried) > 10 and any("biscuits.red" in changes for changes in tried)
    for changes in tried:
        assert changes.get("biscuits.red") == changes.get("biscuits.blue") and len(changes) <= 3
        assert changes.get("rounds", "6") >= "3"
    assert summary["proposals"][0]["changes"]["rounds"] == "3"
