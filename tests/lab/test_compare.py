"""Two arms on the same luck: the verdict, what it stands on, and who may not ask for it."""

import functools
import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from offleash.cli.answers import compare as cli_compare
from offleash.cli.app import run as command_line
from offleash.compiler import machine
from offleash.engine.batch import play_batch
from offleash.games.registry import load
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES
from offleash.lab.experiments import kinds
from offleash.lab.experiments.compare import (
    FIRST_LOOK,
    KIND,
    first_rows,
    goal_of,
    most_changed,
    sentence,
)
from offleash.lab.figures.differences import paired_differences
from offleash.lab.figures.measures import first_questions
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

DIGS = load("digs")
DIFFERS, DOES_NOT = "differs by more than the margin", "does not differ by more than the margin"


def comparison(a, b, games=4000, seed=1, lineup=("random",), seatings=None, **goal) -> Experiment:
    arms = [
        make_arm(DIGS, name, DIGS.options(None, changes), lineup)
        for name, changes in (("a", a), ("b", b))
    ]
    return Experiment(make_plan(DIGS, arms, games, seed, seatings, KIND, goal_of(**goal)), DIGS)


def conduct_comparison(*sides, threads=2, **settings):
    return kinds.conduct(Run(comparison(*sides, **settings), threads))


@functools.cache
def without_effect(measure):
    """Green does not play with three at the table, so its biscuits matter to nobody."""
    return conduct_comparison({}, {"biscuits": "green=9"}, measure=measure)


@functools.cache
def with_effect():
    """More crumbs, more biscuits bid."""
    return conduct_comparison({"crumbs": 0}, {"crumbs": 2}, measure="biscuits bid by Red")


def games_of(experiment: Experiment, arm: int, blocks: int, key: str) -> np.ndarray:
    """A measure game by game, asked of the batch itself: no shard, account or group."""
    table, seed = experiment.arm_table(arm), experiment.plan.seed
    batch = play_batch(DIGS, table.policy, blocks, seed, table.variants)
    measured = {measure.label.key: measure for measure in DIGS.lab.measures(batch)}[key]
    return measured.total / (1 if measured.of is None else measured.of)


def test_a_planted_difference_is_found_and_nothing_is_played_after_that():
    experiment = comparison({"crumbs": 0}, {"crumbs": 2}, measure="biscuits bid by Red")
    run = Run(experiment, 2)
    summary = kinds.conduct(run)
    assert summary["verdict"] == DIFFERS
    assert summary["blocks"] < experiment.blocks
    assert [run.results.games(arm) for arm in range(2)] == [summary["blocks"]] * 2
    values_by_arm = [
        games_of(experiment, arm, summary["blocks"], "biscuits bid by Red") for arm in range(2)
    ]
    assert summary["values"] == pytest.approx([values.mean() for values in values_by_arm])
    assert summary["effect"] == pytest.approx((values_by_arm[1] - values_by_arm[0]).mean())
    low, high = summary["interval"]
    plain = 1.96 * (values_by_arm[1] - values_by_arm[0]).std() / np.sqrt(len(values_by_arm[0]))
    assert summary["margin"] < low < summary["effect"] - plain  # wider than a test that looks once
    assert summary["effect"] + plain < high


def test_the_luck_of_both_arms_is_the_same():
    """So the interval of the difference is narrower than those of the arms allow."""
    summary = conduct_comparison({"crumbs": 1}, {"crumbs": 2}, measure="bones of Red", margin=0.15)
    low, high = summary["interval"]
    intervals = [arm["intervals"]["bones of Red"] for arm in summary["arms"]]
    independent = sum((b - a) ** 2 for a, b in intervals) ** 0.5
    assert high - low < 0.8 * independent


@pytest.mark.parametrize("measure", ["wins of Red", "rounds"])
def test_a_change_without_effect_does_not_differ(measure):
    summary = without_effect(measure)
    assert summary["verdict"] == DOES_NOT
    assert summary["effect"] == 0


def test_only_bounded_measures_have_bounds():
    """Blocks that all agree bound a share: one block can move it by one. Bids know no bound."""
    summary = without_effect("wins of Red")
    assert summary["looks"][-1]["blocks"] < summary["possible_looks"][-1]
    intervals = {row["measure"]: row["interval"] for row in summary["others"]}
    low, high = intervals["wins of Blue"]
    assert -0.01 < low == -high < 0
    assert intervals["biscuits bid by Red"] == [None, None]


def test_a_precise_comparison_plays_on_after_the_verdict():
    sides, measure = ({"crumbs": 0}, {"crumbs": 2}), "biscuits bid by Red"
    plain = with_effect()
    low, high = plain["interval"]
    assert plain["corrected"] is not None and abs(plain["corrected"]) <= abs(plain["effect"])
    half = (high - low) / 4
    precise = conduct_comparison(*sides, measure=measure, precision=half)
    low, high = precise["interval"]
    assert precise["verdict"] == DIFFERS and (high - low) / 2 <= half
    assert precise["blocks"] > plain["blocks"] and precise["corrected"] is None
    with pytest.raises(OffleashError, match="precision is 0"):
        conduct_comparison(*sides, precision=0)


def test_a_small_difference_is_within_a_generous_margin():
    summary = conduct_comparison({"crumbs": 1}, {"crumbs": 2}, measure="wins of Red", margin=0.08)
    assert summary["verdict"] == DOES_NOT
    assert summary["effect"] != 0
    assert -0.08 < summary["interval"][0] < summary["interval"][1] < 0.08


def test_an_undecided_comparison_says_how_much_more_to_play():
    sides = ({"crumbs": 1}, {"crumbs": 2})
    experiment = comparison(*sides, games=300, measure="wins of Yellow", margin=0.002)
    summary = kinds.conduct(Run(experiment, 2))
    assert summary["verdict"] == "undecided"
    assert summary["games"] == [300, 300]
    assert summary["more_games"] > 0
    assert [look["blocks"] for look in summary["looks"]] == summary["possible_looks"]


def test_looks_fall_on_whole_groups_of_blocks():
    experiment = comparison(
        {"crumbs": 0}, {"crumbs": 3}, games=7001, measure="wins of Red", margin=0.3
    )
    assert experiment.group == 4
    summary = kinds.conduct(Run(experiment, 2))
    assert summary["verdict"] == DOES_NOT
    assert summary["blocks"] == 4 * FIRST_LOOK
    assert all(look % 4 == 0 for look in summary["possible_looks"])
    assert 7001 - 4 < summary["possible_looks"][-1] <= 7001


@pytest.mark.parametrize("size", [13, 4096])
def test_shards_and_threads_change_nothing(monkeypatch, size):
    sides = ({"crumbs": 1}, {"crumbs": 2})
    settings = {"games": 300, "measure": "wins of Red", "margin": 0.04}
    whole = json.dumps(conduct_comparison(*sides, threads=1, **settings))
    works = Experiment.works
    monkeypatch.setattr(Experiment, "works", lambda *work: works(*work[:4], size))
    assert json.dumps(conduct_comparison(*sides, threads=3, **settings)) == whole


def test_a_ratio_is_compared_as_a_ratio():
    """Choices a decision: games with many decisions count for more, so no mean of games' own."""
    summary = conduct_comparison(
        {"crumbs": 0}, {"crumbs": 2}, measure="Decisions: choices", margin=0.01
    )
    a, b = (arm["figures"]["Decisions: choices"] for arm in summary["arms"])
    assert summary["effect"] == pytest.approx(b - a)
    assert summary["values"] == pytest.approx([a, b])


def test_other_measures_are_reported_with_holms_correction():
    summary = with_effect()
    rows = summary["others"]
    assert "biscuits bid by Red" not in [row["measure"] for row in rows]
    assert "Decisions: decisions" not in [row["measure"] for row in rows]  # not a main one
    for row in rows:
        a, b = (arm["figures"][row["measure"]] for arm in summary["arms"])
        assert row["difference"] == pytest.approx(b - a)
    ordered = sorted(rows, key=lambda row: row["p"])
    largest = 0.0  # Holm by hand
    for rank, row in enumerate(ordered):
        largest = max(largest, min(1.0, (len(ordered) - rank) * row["p"]))
        assert row["p_holm"] == pytest.approx(largest)
    clear = {row["measure"] for row in rows if row["p_holm"] < 0.05}
    assert clear >= {"biscuits bid by Yellow", "biscuits bid by random"}
    assert "rounds" not in clear  # six, whatever the crumbs
    json.loads(json.dumps(summary, allow_nan=False))


def test_pairs_add_up_whatever_the_groups():
    """The mean of the numbers that the test gets is the difference of the ratios."""
    experiment = comparison({"crumbs": 0}, {"crumbs": 2}, games=300)
    accounts = [experiment.play(Work(arm, 0, 300)).account for arm in range(2)]
    means = accounts[0].means
    columns = np.flatnonzero(accounts[0].of.any(axis=0))  # nobody plays Green
    assert 0 < len(columns) < len(means)
    a, b = (
        account.totals[:, columns].sum(axis=0) / account.of[:, columns].sum(axis=0)
        for account in accounts
    )
    differences = paired_differences(accounts, [means[column] for column in columns])
    assert differences.mean(axis=0) == pytest.approx(b - a)


def test_arms_may_have_other_bots_and_seats():
    arms = [
        make_arm(DIGS, "a", DIGS.options(), ["random"]),
        make_arm(DIGS, "b", DIGS.options(seats=2), ["persona:miser", "random"]),
    ]
    goal = goal_of("wins of Red", 0.2)
    experiment = Experiment(make_plan(DIGS, arms, 500, 0, None, KIND, goal), DIGS)
    assert experiment.games_per_block == [1, 2]
    summary = kinds.conduct(Run(experiment, 2))
    assert summary["games"][1] == 2 * summary["games"][0]
    assert summary["arms"][1]["chosen"] == {"seats": "2", "bots": "persona:miser,random"}
    goal = goal_of("wins of persona:miser")
    experiment = Experiment(make_plan(DIGS, arms, 500, 0, None, KIND, goal), DIGS)
    with pytest.raises(OffleashError, match="arm a has no measure 'wins of persona:miser'"):
        kinds.check(experiment)


# On the command line


@pytest.fixture(autouse=True)
def _same_announcement(monkeypatch):
    monkeypatch.setattr(machine, "announce", machine.announce)  # commands set it


def command_output(capsys, *arguments):
    assert not command_line(["compare", "digs", *arguments])
    return capsys.readouterr().out


def test_verdict_effect_interval_and_cost_are_printed(capsys, tmp_path):
    sides = ("--a", "crumbs=0", "--b", "crumbs=1", "--seats", "random", "--games", "2000")
    question = (*sides, "--measure", "biscuits bid by Red", "--out", str(tmp_path / "run"))
    text = command_output(capsys, *question)
    summary = json.loads(command_output(capsys, *question, "--json"))
    assert f"\n  {summary['verdict']}\n" in text
    effect = f"+{summary['effect']:.2f}"
    low, high = (f"+{end:.2f}" for end in summary["interval"])
    assert f"b − a {effect}  ({low} … {high}) per game, 95 % over all looks" in text
    assert f"{summary['games'][0]:,} games per arm in {summary['blocks']:,} blocks" in text
    for arm, value in zip(("a", "b"), summary["values"], strict=True):
        crumbs = {"a": 0, "b": 1}[arm]
        assert f"\n  {arm}  {value:>10.2f}  crumbs={crumbs}\n" in text
    assert any("biscuits bid by Blue" in line and "< 0.001" in line for line in text.splitlines())


def test_a_side_is_options_a_preset_a_file_or_bots(capsys, tmp_path):
    def arm_choices(*arguments):
        few = ("--games", "100", "--margin", "1", "--measure", "rounds", "--json")
        text = command_output(capsys, *arguments, "--seats", "random", *few)
        return [arm["chosen"] for arm in json.loads(text)["arms"]]

    assert arm_choices("--b", "rounds=3", "--b", "crumbs=2") == [
        {"rounds": "6", "crumbs": "1"},
        {"rounds": "3", "crumbs": "2"},
    ]
    four = ("--set", "seats=4", "--set", "board=park", "--set", "rounds=4")
    presets = arm_choices("--a", "quick", "--b", "preset=long", *four)
    assert presets[0]["preset"] == "quick" and presets[1]["preset"] == "long"
    (tmp_path / "mine.toml").write_text("rounds = 2\n")
    path = str(tmp_path / "mine.toml")
    for file, name in ((path, "bots"), (f"rules={path}", "seats")):
        assert arm_choices("--a", file, "--b", f"{name}=persona:miser") == [
            {"rounds": "2", "bots": "random"},
            {"rounds": "6", "bots": "persona:miser"},
        ]
    assert arm_choices("--b", "seats=2")[1] == {"seats": "2"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--a", "crumb=1"], "there is no option 'crumb', did you mean crumbs"),
        (["--a", "crumbs=7"], "option crumbs can't be '7'"),
        (["--a", "crumbs=2", "--a", "crumbs=3"], "--a sets crumbs twice"),
        (["--a", "crumbs"], "--a must be name=value, a .toml file"),
        (["--a", "no.toml"], "no.toml"),
        (["--b", "bots=rex"], "there is no bot 'rex'"),
        (["--a", "crumbs=1"], "a and b are the same"),  # what the rules say anyway
        (["--a", "crumbs=2", "--margin", "0"], "margin is 0.0; it must be a number above 0"),
        (["--a", "crumbs=2", "--margin", "-1"], "margin is -1"),
        (["--a", "crumbs=2", "--margin", "nan"], "margin is nan"),
        (["--a", "crumbs=2", "--level", "1"], "level is 1.0; it must be from 0.5 to 0.999999"),
        (["--a", "crumbs=2", "--level", "0.9999999999999999"], "level is 0.9999999999999999"),
        (["--a", "crumbs=2", "--a", "bots="], "there is no bot ''"),
        (["--a", "crumbs=2", "--a", "preset="], "Digs has no preset ''"),
        (["--a", "crumbs=2", "--games", "95"], "at least 96 blocks, here 96 games of each arm"),
        (["--a", "crumbs=2", "--measure", "howls"], "howls"),
    ],
)
def test_a_bad_question_gets_one_error_message_before_any_game(monkeypatch, arguments, sentence):
    monkeypatch.setattr(Run, "play", lambda *_: pytest.fail("games were played"))
    with pytest.raises(OffleashError) as error:
        command_line(["compare", "digs", *arguments])
    assert sentence in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_an_extreme_cannot_be_compared():
    dog = load("dog")
    arms = [make_arm(dog, n, dog.options(None, {"canadian": n == "b"}), ["random"]) for n in "ab"]
    goal = goal_of("longest game")
    with pytest.raises(OffleashError, match="'longest game' is the longest of all games"):
        kinds.check(Experiment(make_plan(dog, arms, 1000, kind=KIND, goal=goal), dog))


def test_what_never_happens_cannot_be_compared():
    """Green does not play with three at the table."""
    message = r"no game of arm a in 192 blocks has a value for 'bones of Green', so it can't"
    with pytest.raises(OffleashError, match=message):
        conduct_comparison({}, {"crumbs": 2}, measure="bones of Green")


def test_a_plan_of_a_comparison_has_two_arms():
    experiment = comparison({}, {"crumbs": 2})
    one = Experiment(replace(experiment.plan, arms=experiment.plan.arms[:1]), DIGS)
    with pytest.raises(OffleashError, match="between two arms, and the plan has 1"):
        kinds.check(one)


def test_the_bar_shows_the_estimate_so_far():
    run, notes = Run(comparison({"crumbs": 0}, {"crumbs": 2}, measure="wins of Red"), 2), []
    run.note = notes.append
    summary = kinds.conduct(run)
    assert len(notes) == len(summary["looks"])
    assert notes[-1].startswith(f"b − a: {100 * summary['effect']:+,.2f} % (")
    assert all(a["blocks"] < b["blocks"] for a, b in pairwise(summary["looks"]))


@pytest.mark.parametrize(("columns", "has"), [(120, "ab●"), (90, "ab"), (80, "")])
def test_other_measures_fit_on_the_terminal(monkeypatch, capsys, columns, has):
    """Bars go first, then what the arms have: no line is too long."""
    row = {"measure": "round, on average, in which a game ends out of time"}
    row |= {"values": [0.125, 0.25], "difference": 0.125, "interval": [0.1, 0.15]}
    row |= {"is_share": True, "unit": "", "p": 0.02, "p_holm": 0.02}
    monkeypatch.setattr(cli_compare.console, "_width", columns)  # whoever made it, and when
    cli_compare.print_comparison(DIGS, {**with_effect(), "others": [row]})
    lines = capsys.readouterr().out.partition("\nOther measures\n")[2].splitlines()[:3]
    assert max(map(len, lines)) <= columns
    cells = {"a": "12.50 %", "b": "25.00 %", "●": "●"}
    assert [sign for sign in cells if cells[sign] in lines[-1]] == list(has)
    assert "+12.50" in lines[-1] and "0.020" in lines[-1]


def other(measure, a, b, p_holm=0.001, is_share=False):
    interval = [b - a - 0.01, b - a + 0.01]
    row = {"measure": measure, "is_share": is_share, "values": [a, b], "difference": b - a}
    return row | {"unit": "", "interval": interval, "p": p_holm, "p_holm": p_holm}


def test_wins_and_length_come_first_then_what_changed_most():
    rows = [
        other("Length: rounds, mean", 20.0, 20.1, 0.9),
        other("Wins: by dog, Rex", 0.5, 0.5, 1.0, is_share=True),
        other("Play: tiny but sure", 100.0, 101.0, 1e-9),
        other("Play: doubled", 1.0, 2.0, 0.04),
        other("Play: unsure", 1.0, 9.0, 0.5),
        other("Play: a share", 0.2, 0.5, is_share=True),
        other("Play: steps, Rex", 3.0, 5.0),
        other("Play: steps, all", 3.0, 4.5),
        other("Play: rolls, Rex", 4.0, 6.0),
        other("Play: rolls, all", 4.0, 4.1, 0.9),
        other("Play: a percentage", 20.0, 25.0) | {"unit": "% of the turns"},
        other("Play: the same as doubled", 1.0, 2.0, 0.04),
    ]
    first = ["Wins: by dog, Rex", "Wins: by dog, Ann", "Length: rounds, mean"]
    summary = {"others": rows, "first": first, "level": 0.95}
    assert [row["measure"] for row in first_rows(summary)] == [first[0], first[2]]
    assert [row["measure"] for row in most_changed(summary)] == [
        "Play: doubled",
        "Play: steps, all",
        "Play: rolls, Rex",
        "Play: a share",
        "Play: a percentage",
        "Play: tiny but sure",
    ]
    without = {"others": rows[2:4], "level": 0.95}  # a run that does not say what comes first
    assert first_rows(without) == [] and len(most_changed(without)) == 2


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        (
            "uri-nation",
            [
                *(f"Win rates: by archetype, {dog}" for dog in ARCHETYPE_NAMES),
                "Game length: rounds, mean",
            ],
        ),
        ("dog", ["wins of Red–Blue", "wins of Yellow–Green", "cards played"]),
        ("digs", [*(f"wins of {seat}" for seat in ("Red", "Yellow", "Blue", "Green")), "rounds"]),
    ],
)
def test_what_a_designer_asks_first(name, keys):
    game = load(name)
    arm = make_arm(game, "", game.options(), ["random"])
    labels = Experiment(make_plan(game, [arm], 1), game).play(Work(0, 0, 1)).account.labels
    assert [label.key for label in first_questions(labels)] == keys


def test_the_terminal_shows_them_in_that_order(capsys):
    cli_compare.print_comparison(DIGS, with_effect())
    text = capsys.readouterr().out.partition("\nOther measures\n")[2]
    headings = ("wins and length", "  wins of Red", "  rounds", "what else changed most")
    places = [text.index(f"\n{heading} ") for heading in headings]
    assert places == sorted(places)
    assert "further measures differ clearly" in text


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        ([-0.0414, -0.0103], "differs, and about as much as the margin"),
        ([0.001, 0.04], "differs, and about as much as the margin"),
        ([-0.01, 0.04], "undecided: play about 1,200 more games of each arm"),
        ([None, None], "undecided: play about 1,200 more games of each arm"),
    ],
)
def test_a_difference_near_the_margin_is_real(interval, text):
    assert sentence({"verdict": "undecided", "interval": interval, "more_games": 1200}) == text
