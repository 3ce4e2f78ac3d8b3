"""Sweeps: points that are what `simulate` says, differences from the base, what matters most."""

import json
from dataclasses import replace

import numpy as np
import pytest

from offleash.cli.app import run as command_line
from offleash.compiler import machine
from offleash.contract import MEAN, Label
from offleash.engine.batch import play_batch
from offleash.games.registry import load
from offleash.games.uri_nation.options import ARCHETYPES
from offleash.lab.experiments import kinds, sweep as sweeping
from offleash.lab.experiments.sweep import BASE, KIND, design, plan_sweep, usual_measures
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.plans.ranges import parse_range, parse_ranges
from offleash.lab.runs import experiment as cutting
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

DIGS, URI = load("digs"), load("uri-nation")


def sweep_of(*over, games=60, seed=3, sobol=None, measures=(), **base) -> Experiment:
    ranges = parse_ranges(DIGS, over)
    options = DIGS.options(None, base)
    arms, goal = plan_sweep(DIGS, options, ["random"], ranges, sobol, seed, measures)
    return Experiment(make_plan(DIGS, arms, games, seed, None, KIND, goal), DIGS)


def conduct_sweep(*over, threads=2, **settings):
    return kinds.conduct(Run(sweep_of(*over, **settings), threads))


# Values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("crumbs", "0 1 2 3"),
        ("rounds", "4 8"),  # what is worth a try, where that is said
        ("rounds=2..5", "2 3 4 5"),
        ("rounds=none,3,7..8,3", "none 3 7 8"),
        (" tie = nobody , digger ", "nobody digger"),
        ("must_walk", "false true"),
        ("must_walk=no,yes", "false true"),
        ("biscuits=2..4", "2 3 4"),
        ("biscuits=1,2,3,4/5/red=9", "1,2,3,4 5 9,5,5,5"),
        ("board", "garden park"),
    ],
)
def test_values_as_people_write_them(text, values):
    assert list(parse_range(DIGS, text).values) == values.split()


def test_ranges_keep_to_the_steps_of_an_option():
    assert parse_range(load("dog"), "loop_len=64..72").values == ("64", "68", "72")


@pytest.mark.parametrize(
    ("over", "sentence"),
    [
        ("crumb", "Digs has no option 'crumb', did you mean crumbs"),
        ("crumbs=2..9", "option crumbs can't be '9'"),
        ("crumbs=3..1", "the range 3..1 of crumbs is empty"),
        ("crumbs=1", "gives crumbs only one value"),
        ("crumbs=1,1", "gives crumbs only one value"),
        ("crumbs=", "a value of crumbs is missing"),
        ("crumbs=1,,2", "a value of crumbs is missing in '1,,2'"),
        ("tie=1..2", "option tie has no range: it takes digger or poorest or nobody"),
        ("board=garden,no.txt", "no.txt"),
    ],
)
def test_invalid_values_get_one_error_message(over, sentence):
    with pytest.raises(OffleashError) as error:
        parse_range(DIGS, over)
    assert sentence in str(error.value)


# Grids


def test_a_point_matches_simulate_with_the_same_seed():
    summary = conduct_sweep(
        "crumbs=0,2", "rounds=3,6", measures=["wins of Red", "Decisions: choices"]
    )
    assert len(summary["points"]) == 5  # the grid, and the base
    for point in summary["points"]:
        arm = make_arm(DIGS, "", DIGS.options(None, point["values"] or {}), ["random"])
        alone = kinds.conduct(Run(Experiment(make_plan(DIGS, [arm], 60, 3), DIGS), 1))
        for part in ("figures", "intervals"):
            assert point[part] == {key: alone[part][key] for key in point[part]}
            assert set(point[part]) == {"wins of Red", "Decisions: choices"}


def test_points_are_the_grid_and_the_base_is_one_of_them():
    summary = conduct_sweep("crumbs=0,1", "rounds=3..6", measures=["rounds"])
    grid = [{"crumbs": crumbs, "rounds": str(rounds)} for crumbs in "01" for rounds in range(3, 7)]
    assert [point["values"] for point in summary["points"]] == grid
    assert grid[summary["base"]] == {"crumbs": "1", "rounds": "6"}
    for point in summary["points"]:  # six rounds are six rounds
        assert point["figures"]["rounds"] == int(point["values"]["rounds"])


def test_a_base_outside_the_grid_is_played_too():
    summary = conduct_sweep("crumbs=0,2", measures=["rounds"], rounds=5)
    assert [point["name"] for point in summary["points"]] == ["crumbs=0", "crumbs=2", BASE]
    assert summary["points"][summary["base"]]["values"] is None
    assert summary["options"] == {"rounds": "5"}
    assert all(point["figures"]["rounds"] == 5 for point in summary["points"])


def test_differences_are_paired_and_corrected_over_all_of_them():
    keys = ["biscuits bid by Red", "wins of Red"]
    experiment = sweep_of("crumbs", measures=keys)
    summary = kinds.conduct(Run(experiment, 2))
    assert summary["points"][1]["differences"] == {} and summary["base"] == 1

    def by_game(arm, key):
        table = experiment.arm_table(arm)
        batch = play_batch(DIGS, table.policy, 60, experiment.plan.seed, table.variants)
        result = {entry.label.key: entry for entry in DIGS.lab.measures(batch)}[key]
        return result.total / result.of

    family = []
    for arm in (0, 2, 3):
        for key in keys:
            values = by_game(arm, key) - by_game(1, key)
            result = summary["points"][arm]["differences"][key]
            assert result["difference"] == pytest.approx(values.mean())
            half = 2.001 * values.std(ddof=1) / 60**0.5  # t with 59 degrees of freedom
            below, above = abs(np.array(result["interval"]) - values.mean())
            is_right = ((values - values.mean()) ** 3).sum() > 0  # the longer tail of the games
            assert (below if is_right else above) == pytest.approx(half, rel=1e-3)
            assert half < (above if is_right else below) < 1.2 * half  # widened for skewness
            family.append(result)
    largest = 0.0
    for rank, result in enumerate(sorted(family, key=lambda entry: entry["p"])):
        largest = max(largest, min(1.0, (len(family) - rank) * result["p"]))
        assert result["p_holm"] == pytest.approx(largest)


@pytest.mark.parametrize("size", [7, 4096])
def test_shards_and_threads_change_nothing(monkeypatch, size):
    over = ("crumbs=0,2", "tie")
    whole = json.dumps(conduct_sweep(*over, threads=1), allow_nan=False)
    works = Experiment.works
    monkeypatch.setattr(Experiment, "works", lambda *work: works(*work[:4], size))
    assert json.dumps(conduct_sweep(*over, threads=3)) == whole


def test_what_an_arm_does_not_count_is_left_out():
    """With two at the table nobody plays Blue."""
    summary = conduct_sweep("seats=2,3", measures=["wins of Blue"])
    two, three = summary["points"]
    assert "wins of Blue" not in two["figures"] and "wins of Blue" in three["figures"]
    assert two["differences"] == {}


def test_measures_that_nobody_names():
    def label(key, heading="", extent=MEAN):
        name, _, column = key.partition(",")
        return Label(name, heading=heading, column=column, extent=extent)

    flat = [label(str(number)) for number in range(9)]
    assert usual_measures(flat) == flat[:5]
    rows = ["length,mean", "length,longest", "turns,mean", "dog,Rex", "dog,Bo", "seat,1", "cats"]
    under = ["Length"] * 3 + ["Wins"] * 3 + ["Cats"]
    extents = [MEAN, "longest", *[MEAN] * 5]
    labels = [label(*row) for row in zip(rows, under, extents, strict=True)]
    assert [item.key for item in usual_measures(labels)] == [
        "Length: length, mean",
        "Wins: dog, Rex",
        "Wins: dog, Bo",
    ]


def test_uri_nation_sweeps_length_and_wins():
    arm = make_arm(URI, "", URI.options(), ["greedy"])
    labels = Experiment(make_plan(URI, [arm], 4, 0, "fixed"), URI).play(Work(0, 0, 4)).account
    keys = [label.key for label in usual_measures(labels.labels)]
    assert keys[0] == "Game length: rounds, mean"
    assert [key.split(", ")[-1] for key in keys[1:]] == [
        "Bruiser",
        "Scrapper",
        "Diplomat",
        "Yapper",
    ]


# Samples


def test_samples_find_the_option_that_matters():
    """What Green would have is nobody's: its index is exactly nothing, and crumbs do it all."""
    over = ("crumbs", "biscuits=green=1/green=5/green=9")
    summary = conduct_sweep(*over, sobol=64, measures=["biscuits bid by Red"], games=40)
    indices = summary["indices"]["biscuits bid by Red"]
    assert indices["total"]["biscuits"] == [0, 0, 0]
    assert indices["first"]["biscuits"][0] == pytest.approx(0, abs=1e-9)
    value, low, high = indices["total"]["crumbs"]
    assert low <= value <= high and value == pytest.approx(1, abs=0.15)
    assert indices["first"]["crumbs"][0] == pytest.approx(1, abs=0.15)


def test_indices_are_those_of_the_points_that_were_played():
    """Jansen's total index by its formula, from the values that the points tell."""
    key, over, sobol = "biscuits bid by Red", ("crumbs", "rounds=2..6"), 16
    summary = conduct_sweep(*over, sobol=sobol, measures=[key], games=40)
    figures = {point["name"]: point["figures"][key] for point in summary["points"]}
    rows = design(parse_ranges(DIGS, over), sobol, 3)
    values = np.array([figures[f"crumbs={a}, rounds={b}"] for a, b in rows]).reshape(4, sobol)
    for column, name in enumerate(("crumbs", "rounds")):
        variance = ((values[0] - values[2 + column]) ** 2).mean() / 2
        value = summary["indices"][key]["total"][name][0]
        assert value == pytest.approx(variance / values[:2].var(), rel=1e-6)


def test_samples_that_come_up_again_are_played_once():
    experiment = sweep_of("crumbs", "tie", sobol=64)
    names = [arm.name for arm in experiment.plan.arms]
    assert len(set(names)) == len(names) == 12  # of 256 rows
    assert "crumbs=1, tie=digger" in names  # the base
    values = [dict(part.split("=") for part in name.split(", ")) for name in names]
    assert {value["crumbs"] for value in values} == set("0123")


def test_a_measure_that_never_changes_has_no_indices():
    summary = conduct_sweep("crumbs", "tie", sobol=8, measures=["rounds"], games=20)
    assert summary["indices"]["rounds"]["first"]["crumbs"] == [None, None, None]
    json.dumps(summary, allow_nan=False)


def test_values_come_up_equally_often():
    ranges = parse_ranges(DIGS, ["crumbs", "tie"])
    rows = np.array(design(ranges, 128, 5)[:256])  # both matrices whole
    for column, count in ((0, 4), (1, 3)):
        counts = np.unique(rows[:, column], return_counts=True)[1]
        assert len(counts) == count
        assert abs(counts - 256 / count).max() <= 4


# Refused


@pytest.mark.parametrize(
    ("over", "settings", "sentence"),
    [
        ([], {}, "at least one option"),
        (["crumbs", "crumbs=1,2"], {}, "option crumbs is named twice"),
        (["rounds=1..40", "crumbs", "tie"], {}, "the grid has 480 points; a sweep takes 400"),
        (["crumbs"], {"sobol": 12}, "is 12; it must be a power of two from 2 to 4096"),
        (["crumbs"], {"sobol": 1}, "is 1; it must be a power of two"),
        (["rounds=1..40", "crumbs", "biscuits"], {"sobol": 256}, "take fewer samples"),
    ],
)
def test_an_invalid_design_gets_one_error_message(over, settings, sentence):
    with pytest.raises(OffleashError) as error:
        sweep_of(*over, **settings)
    assert sentence in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_the_largest_grid_is_accepted_and_shares_the_memory(monkeypatch):
    monkeypatch.setattr(sweeping, "MOST_POINTS", 40)
    monkeypatch.setattr(cutting, "MOST_ROWS", 4000)
    experiment = sweep_of("rounds=1..40", games=10_000)
    assert len(experiment.plan.arms) == 40
    assert experiment.group == 100  # so that all accounts together have 4,000 rows
    alone = Experiment(replace(experiment.plan, arms=experiment.plan.arms[:1]), DIGS)
    assert alone.group == 5


def test_samples_of_too_many_options_get_one_error_message(monkeypatch):
    monkeypatch.setattr(sweeping, "MAX_DIMENSIONS", 3)
    assert sweep_of("crumbs", sobol=8).plan.goal["sobol"] == 8
    with pytest.raises(OffleashError, match="takes 1 options at most, not 2"):
        sweep_of("crumbs", "rounds", sobol=8)


def test_a_point_that_cannot_be_played_is_named():
    ranges = parse_ranges(DIGS, ["seats=2..4"])
    with pytest.raises(OffleashError, match=r"^at seats=2: 3 bots are named for 2 seats"):
        plan_sweep(DIGS, DIGS.options(), ["random"] * 3, ranges)


def test_an_extreme_and_an_unknown_measure_are_refused():
    with pytest.raises(OffleashError, match="howls"):
        kinds.check(sweep_of("crumbs", measures=["howls"]))
    dog = load("dog")
    ranges = parse_ranges(dog, ["canadian"])
    arms, goal = plan_sweep(dog, dog.options(), ["random"], ranges, measures=["longest game"])
    with pytest.raises(OffleashError, match="only means can be compared"):
        kinds.check(Experiment(make_plan(dog, arms, 10, kind=KIND, goal=goal), dog))


# On the command line


@pytest.fixture(autouse=True)
def _same_announcement(monkeypatch):
    monkeypatch.setattr(machine, "announce", machine.announce)  # commands set it


def command_output(capsys, *arguments):
    command = ["sweep", "digs", "--seats", "random", "--games", "60", *arguments]
    assert not command_line(command)
    return capsys.readouterr().out


def test_one_option_is_a_table_with_the_base_marked(capsys):
    text = command_output(capsys, "--over", "rounds=4..6", "--measure", "rounds")
    rows = [line.split() for line in text.splitlines() if line[:1] in {*"456"}]
    assert [row[:1] for row in rows] == [["4"], ["5"], ["6"]]
    assert rows[2][:3] == ["6", "(base)", "6.00"]
    assert "−2.00" in rows[0] and "−1.00" in rows[1]


def test_two_options_are_a_matrix(capsys):
    arguments = ("--over", "crumbs=0,3", "--over", "rounds=4,6", "--measure", "rounds")
    lines = command_output(capsys, *arguments).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("crumbs ↓  rounds →"))
    assert [line.split() for line in lines[start + 1 : start + 3]] == [
        ["0", "4.00*", "6.00"],
        ["3", "4.00*", "6.00"],
    ]
    assert lines[start + 3] == "base rules: 6.00"


def test_samples_are_a_list_of_options_the_largest_first(capsys):
    arguments = ("--over", "tie", "--over", "rounds=4,6", "--sobol", "16", "--measure", "rounds")
    lines = command_output(capsys, *arguments).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("option"))
    assert [line.split()[0] for line in lines[start + 1 : start + 3]] == ["rounds", "tie"]
    assert "1.00" in lines[start + 1] and "█" * 20 in lines[start + 1]


def test_json_is_json(capsys):
    text = command_output(capsys, "--over", "crumbs=0,2", "--json")
    assert [point["name"] for point in json.loads(text)["points"]] == ["crumbs=0", "crumbs=2", BASE]


def test_the_games_of_the_points():
    even, uneven = ([{"games": games} for games in counts] for counts in ([480, 480], [480, 5760]))
    assert sweeping.games_text(even) == "480 games each"
    assert sweeping.games_text(uneven) == "480 to 5,760 games"


def test_one_archetype_is_varied_alone():
    game = load("uri-nation")
    base = game.options("1.2", {"water_cap.yapper": 5})
    ranges = parse_ranges(game, ["water_cap.bruiser=4..6", "water_cap.scrapper=3,4"])
    arms, goal = plan_sweep(game, base, ["greedy"], ranges)
    caps = {arm.name: arm.options["water_cap"] for arm in arms}
    assert len(caps) == 6
    usual = dict(zip(ARCHETYPES, game.options("1.2")["water_cap"][0].tolist(), strict=True))
    for name, cap in caps.items():
        bruiser, scrapper = (int(part.partition("=")[2]) for part in name.split(", "))
        changed = usual | {"yapper": 5, "bruiser": bruiser, "scrapper": scrapper}
        assert cap == ",".join(map(str, changed.values()))
    assert goal["base"] == "water_cap.bruiser=6, water_cap.scrapper=3"
    with pytest.raises(OffleashError, match=r"did you mean water_cap\.bruiser"):
        parse_ranges(game, ["water_cap.bruisr=4..6"])
