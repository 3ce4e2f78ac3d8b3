"""A search with a budget in minutes: what it buys, where it ends, and what it says so far."""

from pathlib import Path
from typing import Any

import pytest

from offleash.cli import main
from offleash.games import registry
from offleash.lab.experiments import propose
from offleash.lab.experiments.agreement import reach_text, trade_rows
from offleash.lab.experiments.budget import Groups, TimeBudget, _buy, read_budget
from offleash.lab.experiments.kinds import conduct
from offleash.lab.experiments.propose import propose_plan
from offleash.lab.plans.plan import Plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

OVER = ("rounds=1..6", "must_walk", "crumbs", "biscuits.red=3..7", "biscuits.blue=3..7")
GOALS = ("rounds=2", "few-changes")


def plan(minutes: float | None, also: tuple[str, ...] = (), **counts: int) -> Plan:
    game = registry.load("digs")
    return propose_plan(
        game, game.options("quick"), ("greedy",), OVER, GOALS, 8, 5, minutes=minutes, also=also,
        **counts,
    )  # fmt: skip


def play(plan: Plan, out: Path | None = None, threads: int = 1) -> dict[str, Any]:
    return dict(conduct(Run(Experiment(plan), threads, out), None))


@pytest.mark.parametrize("game", registry.ROWS)
def test_the_counts_fit_into_the_time(game: str) -> None:
    """However much time there is: the seconds of all games together, one thread, no game played."""
    loaded = registry.load(game)
    default = propose_plan(loaded, loaded.options())
    costs = Groups([0], [0, 1], [2], 0.4, 24).costs([0.001, 0.001, 0.4])
    options, finalists = 1 + len(default.goal["over"]), default.goal["finalists"]
    for seconds in (600.0, 6_000.0, 60_000.0):
        bought = _buy(default, costs, seconds)
        counts, games = bought["counts"], bought["games"]
        rule_sets = 1 + finalists + (3 + finalists) / 2
        spent = counts["centres"] * options * games / 2 * costs["screening"]
        spent += 1.25 * counts["trials"] * games * costs["fast"]
        spent += counts["slow_trials"] * (games * 0.002 + 0.3 * counts["slow_games"] * 0.16)
        spent += rule_sets * (0.002 * counts["check_games"] + 0.4 * counts["slow_games"])
        assert spent <= 1.05 * seconds
        assert counts["trials"] >= 8 and counts["slow_games"] >= 24 and games % 24 == 0
    assert bought["counts"]["trials"] > 1000


def test_a_run_goes_on_with_the_counts_that_it_began_with(tmp_path: Path) -> None:
    first = play(plan(0.02), tmp_path)
    budget = read_budget(tmp_path)
    assert budget and first["budget"]["counts"] == budget.counts
    assert "0.02 minutes on 1 thread buy about" in first["budget"]["text"]
    (tmp_path / "summary.json").unlink()
    again = play(plan(0.02), tmp_path)
    assert again["proposals"] == first["proposals"] and again["trials"] == first["trials"]
    (tmp_path / "summary.json").unlink()
    (tmp_path / "budget.json").write_text("[]")
    with pytest.raises(OffleashError, match="it is not a budget"):
        play(plan(0.02), tmp_path)


def test_a_search_that_is_slower_than_forecast_ends_and_says_where(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(propose, "SEARCH_ENDS", 0.0)
    counts = {"trials": 60, "centres": 2, "check_games": 12, "slow_games": 4, "slow_trials": 2}
    budget = TimeBudget(1.0, 1, {"Greedy bot": 0.001}, counts, 8)
    monkeypatch.setattr(propose, "forecast", lambda *_: budget)
    wide = propose_plan(
        registry.load("digs"), registry.load("digs").options("quick"), ("greedy",), OVER,
        ("rounds=2", "max:choices"), 8, 5, minutes=1,
    )  # fmt: skip
    summary = play(wide, tmp_path)
    ended = read_budget(tmp_path)
    assert ended and ended.tried == 17 <= len(summary["trials"]) < 60


def test_rules_are_judged_where_they_do_worst() -> None:
    counts = {"trials": 20, "finalists": 2, "centres": 4, "check_games": 12, "slow_games": 4}
    summary = play(plan(None, ("board=park",), **counts), threads=2)
    names = [bots["name"] for bots in summary["bots"]]
    assert names == ["Greedy bot", "Greedy bot, board=park"]
    best = summary["proposals"][0]
    assert set(best["changes"]) == {"rounds"} and set(best["validated"]) == set(names)
    assert summary == play(plan(None, ("board=park",), **counts))  # on one thread too
    with pytest.raises(OffleashError, match="--also changes an option, such as board=…"):
        plan(None, ("park",))


def test_what_changes_buy_and_which_goals_are_in_the_way() -> None:
    goals = [{"text": f"{name}<=1"} for name in "abc"]
    rows = [(0, 3.0, [0, 1, 2]), (1, 1.5, [1, 2]), (2, 1.6, [1]), (3, 0.4, [1])]
    trade = [
        {"changes": size, "distance": far, "missed": missed, "trial": size, "described": []}
        for size, far, missed in rows
    ]
    summary: dict[str, Any] = {"goals": goals, "trade": trade, "over": {"x": ["1", "2"]}}
    assert [row[:3] for row in trade_rows(summary)] == [
        ("0", "3.00", "a<=1, b<=1, c<=1"), ("1", "1.50", "b<=1, c<=1"), ("3", "0.40", "b<=1"),
    ]  # fmt: skip
    summary["reach"] = {
        "tried": 9,
        "goals": [0, 1, 2],
        "met": [4, 0, 3],
        "all": 0,
        "apart": [[0, 2]],
    }
    assert reach_text(summary) == (
        "None of the 9 rule sets that the search tried meets all goals. None meets b<=1. a<=1 and "
        "c<=1 are each met by some, but together by none."
    )
    assert "no proof" in reach_text({**summary, "over": {name: ["1", "2"] for name in "abc"}})
    summary["reach"] |= {"all": 2}
    assert reach_text(summary) == "2 of 9 rule sets meet all goals in the games of the search."


def test_an_interrupted_search_says_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    class Interrupted(propose.Search):
        def shorten(self) -> Any:
            raise KeyboardInterrupt

    monkeypatch.setattr(propose, "Search", Interrupted)
    line = ["propose", "digs", "--preset", "quick", "--seats", "greedy", "--games", "8"]
    line += [*(f"--over={over}" for over in OVER), "--goal", "rounds=2", "--trials", "20"]
    for where in ([], ["--out", str(tmp_path)]):
        monkeypatch.setattr("sys.argv", ["offleash", *line, *where])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 130
        text = capsys.readouterr().err
        assert "Best so far of 6 rule sets, not checked on fresh luck: today's rules meet" in text
        assert "1 of 1 goal with --set rounds=2" in text
        assert ("run the same command to continue" in text) is bool(where)
    assert "rounds = 2" in (tmp_path / "so-far" / "1-changes.toml").read_text()
