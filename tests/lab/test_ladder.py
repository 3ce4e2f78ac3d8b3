"""The ladder: who meets whom, what they won, and ratings that know no order of games."""

import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offleash.bots.players import watch_game
from offleash.cli.app import run as command
from offleash.games import registry
from offleash.lab.experiments.kinds import conduct
from offleash.lab.experiments.ladder import (
    as_rankings,
    ladder_plan,
    matrix,
    rate_bots,
    unbeaten_groups,
    wins_by_group,
)
from offleash.lab.plans.plan import Plan, arm_options
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Results, Run
from offleash.tools.errors import OffleashError

ELO = 400 / math.log(10)


def ladder(game: str, bots: str, games: int, **settings: Any) -> Plan:
    loaded = registry.load(game)
    options = loaded.options()
    return ladder_plan(loaded, options, bots.split(","), games, **settings)


def conduct_ladder(plan: Plan) -> dict[str, Any]:
    return dict(conduct(Run(Experiment(plan), threads=1)))


# Who meets whom


def test_partners_are_one_bot_and_sides_change() -> None:
    plan = ladder("dog", "random,greedy", 10)
    cells = [seating.players for seating in Experiment(plan).arm_table(0).seatings]
    assert sorted(cells) == [
        ("greedy", "random", "greedy", "random"),
        ("random", "greedy", "random", "greedy"),
    ]


def test_every_seat_and_archetype_goes_to_both_bots_alike() -> None:
    experiment = Experiment(ladder("uri-nation", "random,greedy", 10))
    meetings = []
    for seating in experiment.arm_table(0).seatings:
        assert sorted(seating.players) == ["greedy", "greedy", "random", "random"]
        dogs = seating.changes["archetypes"].split(",")
        meetings += [(bot, seat, dogs[seat]) for seat, bot in enumerate(seating.players)]
    counts = {meeting: meetings.count(meeting) for meeting in meetings}
    assert len(counts) == 2 * 4 * 4 and set(counts.values()) == {1}


def test_three_sides_are_shared_out_both_ways() -> None:
    plan = ladder("digs", "random,greedy,persona:nose", 9)
    experiment = Experiment(plan)
    assert len(plan.arms) == 2 * 3
    for number, pair in enumerate(plan.goal["pairings"]):
        assert pair["sides"] == [2, 1]
        first, second = (plan.goal["bots"][bot] for bot in pair["bots"])
        cells = [seating.players for seating in experiment.arm_table(number).seatings]
        assert all(sorted(seating) == sorted([first, first, second]) for seating in cells)
        assert {seating.index(second) for seating in cells} == {0, 1, 2}
    assert experiment.blocks * experiment.games_per_block[0] * 2 >= 9  # games of one pairing


def test_the_order_in_which_bots_are_named_does_not_matter() -> None:
    plans = [ladder("digs", bots, 5) for bots in ("random,greedy,persona:nose",
                                                  "persona:nose,random,greedy")]  # fmt: skip
    assert plans[0].identity == plans[1].identity


@pytest.mark.parametrize(
    ("bots", "settings", "sentence"),
    [
        ("greedy", {}, "a ladder needs at least two bots"),
        ("greedy,random,greedy", {}, "the bot greedy is named twice"),
        ("greedy,clever", {}, "there is no bot 'clever'"),
        (
            "greedy,random",
            {"anchor": "nobody"},
            "the anchor 'nobody' is not one of the bots greedy",
        ),
        ("greedy,random", {"seatings": "round"}, "there are no seatings 'round'"),
    ],
)
def test_bad_ladders_get_an_error_message(
    bots: str, settings: dict[str, str], sentence: str
) -> None:
    with pytest.raises(OffleashError, match=sentence):
        ladder("dog", bots, 10, **settings)


def test_seatings_that_split_a_side_are_refused() -> None:
    with pytest.raises(OffleashError, match="'all' would put two bots on one side of Dog"):
        conduct_ladder(ladder("dog", "greedy,random", 10, seatings="all"))


# What they won


def test_wins_are_those_of_games_played_one_by_one() -> None:
    """Every game of a pairing again as a session, with what each seat won there."""
    plan = ladder("digs", "random,greedy", 12, seed=3)
    experiment = Experiment(plan)
    run = Run(experiment, threads=1)
    wins = wins_by_group(run.play())
    assert wins.shape == (experiment.blocks, 2, 2)
    for number, arm in enumerate(plan.arms):
        pair = [plan.goal["bots"][bot] for bot in plan.goal["pairings"][number]["bots"]]
        for block in range(experiment.blocks):
            expected = [0.0, 0.0]
            for seating in experiment.arm_table(number).seatings:
                options = arm_options(experiment.game, arm, seating.changes)
                over = watch_game(experiment.game, options, seating.players, plan.seed, block)
                for bot, won in zip(seating.players, over.returns, strict=False):
                    expected[pair.index(bot)] += won
            assert wins[block, number] == pytest.approx(expected)


def test_partners_who_win_have_won_one_game() -> None:
    plan = ladder("dog", "random,greedy", 6)
    experiment = Experiment(plan)
    wins = wins_by_group(Run(experiment, threads=1).play())
    assert wins.sum(axis=2) == pytest.approx(np.full((3, 1), 2.0))
    assert wins[:, 0, plan.goal["bots"].index("greedy")] == pytest.approx([2.0, 2.0, 2.0])


# Ratings


def synthetic_results(
    strengths: Sequence[float], sides: tuple[int, int], groups: int, games: int
) -> tuple[list[dict[str, Any]], np.ndarray]:
    """Results of a round robin in which a side wins with odds exp(strength)."""
    rng = np.random.default_rng(11)
    pairs, wins = [], []
    for a in range(len(strengths)):
        for b in range(len(strengths)):
            if a < b or (a != b and sides[0] != sides[1]):
                odds = sides[0] * math.exp(strengths[a]), sides[1] * math.exp(strengths[b])
                won = rng.binomial(games, odds[0] / sum(odds), groups)
                pairs.append({"bots": [a, b], "sides": list(sides)})
                wins.append(np.stack([won, games - won], axis=1))
    return pairs, np.stack(wins, axis=1).astype(float)


@pytest.mark.parametrize("sides", [(1, 1), (2, 1)])
def test_known_strengths_are_recovered(sides: tuple[int, int]) -> None:
    true = [0.0, 1.2, -0.7, 0.5, 0.4]
    names = [f"bot {n}" for n in range(len(true))]
    pairs, wins = synthetic_results(true, sides, groups=400, games=10)
    rows = rate_bots(names, pairs, wins, seed=1, anchor="bot 0")
    assert [row["bot"] for row in rows] == ["bot 1", "bot 3", "bot 4", "bot 0", "bot 2"]
    for row in rows:
        expected = ELO * true[names.index(row["bot"])]
        assert row["rating"] == pytest.approx(expected, abs=16)  # 3 deviations or more
        assert row["low"] - 8 <= expected <= row["high"] + 8
    assert rows[0]["above_next"] == 1.0 and 0.5 < rows[1]["above_next"] <= 1.0


def test_the_order_of_games_does_not_matter() -> None:
    pairs, wins = synthetic_results([0.0, 0.8, -0.4], (1, 1), groups=60, games=6)
    names = ["a", "b", "c"]
    rows = rate_bots(names, pairs, wins, seed=1, anchor="")
    shuffled = rate_bots(names, pairs, wins[np.random.default_rng(2).permutation(60)], 1, "")
    for row, other in zip(rows, shuffled, strict=True):
        assert (other["bot"], other["rating"]) == (row["bot"], pytest.approx(row["rating"]))
    assert sum(row["rating"] for row in rows) == pytest.approx(0.0, abs=1e-9)


def test_the_order_of_shards_does_not_matter() -> None:
    """Played in any order and cut in any way: the same ladder to the last bit."""
    plan = ladder("digs", "random,greedy,persona:miser", 12, seed=2)
    whole = conduct_ladder(plan)
    experiment = Experiment(plan)
    works = [w for arm in range(6) for w in experiment.works(arm, 0, experiment.blocks, games=6)]
    random.Random(4).shuffle(works)
    run = Run(experiment, threads=1)
    run.results = Results(experiment)
    for work in works:
        run.results.add(experiment.play(work))
    assert dict(conduct(run)) == whole


def test_a_bot_that_wins_every_game_has_a_finite_rating() -> None:
    summary = conduct_ladder(ladder("dog", "random,greedy", 40))
    best, last = summary["ratings"]
    assert (best["bot"], last["bot"]) == ("greedy", "random")
    assert {(seating["row"], seating["score"]) for seating in summary["matrix"]} == {
        ("greedy", 1.0),
        ("random", 0.0),
    }
    assert 200 < best["low"] < best["rating"] < best["high"] < 2000
    assert best["rating"] == pytest.approx(-last["rating"])
    assert summary["groups"] == [["greedy"], ["random"]]
    score = next(seating for seating in summary["matrix"] if seating["row"] == "greedy")
    assert score["low"] < 1.0 == score["high"] and score["games"] == 40
    json.dumps(summary, allow_nan=False)


def test_one_block_has_no_interval_and_says_so() -> None:
    summary = conduct_ladder(ladder("dog", "random,greedy", 2))
    assert [row["low"] for row in summary["ratings"]] == [None, None]
    json.dumps(summary, allow_nan=False)


def test_scores_of_a_pairing_add_up_to_one() -> None:
    pairs, wins = synthetic_results([0.0, 0.8, -0.4], (2, 1), groups=20, games=3)
    cells = {(c["row"], c["column"]): c for c in matrix(["a", "b", "c"], pairs, wins)}
    assert len(cells) == 6 and all(seating["games"] == 2 * 20 * 3 for seating in cells.values())
    for (row, column), seating in cells.items():
        other = cells[column, row]
        assert seating["score"] + other["score"] == pytest.approx(1.0)
        assert seating["low"] == pytest.approx(1 - other["high"])
    wins_of_a = (
        wins[:, 0, 0].sum() + wins[:, 2, 1].sum()
    )  # a with two sides, then with one, against b
    assert cells["a", "b"]["score"] == pytest.approx(wins_of_a / 120)


def test_a_fit_takes_every_side_as_an_entrant() -> None:
    """Two equal bots, one of them on two sides of three: it wins two games of three."""
    pairs = [{"bots": [0, 1], "sides": [2, 1]}, {"bots": [1, 0], "sides": [2, 1]}]
    wins = np.tile([[[200.0, 100.0], [200.0, 100.0]]], (4, 1, 1))
    rows = rate_bots(["a", "b"], pairs, wins, seed=0, anchor="")
    assert [row["rating"] for row in rows] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert as_rankings(2, pairs, wins).weigh()[0] == pytest.approx([1200.0, 1200.0])


def test_groups_that_never_lost_to_the_next() -> None:
    def cells(*won: str) -> list[dict[str, Any]]:
        pairs = [(a, b) for a in "abcd" for b in "abcd" if a != b]
        return [{"row": a, "column": b, "score": 0.5 * (a + b in won)} for a, b in pairs]

    wins = ["ab", "ac", "ad", "bc", "bd", "cd"]
    assert unbeaten_groups("abcd", cells(*wins)) == [["a"], ["b"], ["c"], ["d"]]
    assert unbeaten_groups("abcd", cells(*wins, "ba")) == [["a", "b"], ["c"], ["d"]]
    assert unbeaten_groups("abcd", cells(*wins, "da")) == [["a", "b", "c", "d"]]  # round in a ring


# The command


def test_the_command_prints_ratings_and_scores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = ["ladder", "dog", "--bots", "random,greedy", "--games", "20", "--anchor", "random"]
    line += ["--out", str(tmp_path / "run")]
    command(line)
    text = capsys.readouterr().out
    assert "A ladder of 2 bots in Dog, 20 games" in text
    places = [line.split()[:2] for line in text.splitlines() if line[:1].isdigit()]
    assert places == [["1", "greedy"], ["2", "random"]] * 2
    assert "random won no game against greedy" in text and "random is 0" in text
    command([*line, "--json"])
    summary = json.loads(capsys.readouterr().out)
    assert [row["bot"] for row in summary["ratings"]] == ["greedy", "random"]
    assert summary["games"] == 20
