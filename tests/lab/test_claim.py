"""A claim: who sits where, what a block is worth, when it holds, and that a run can be stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tests.toys  # noqa: F401  # so that Digs can be played
from offleash.bots.players import watch_game
from offleash.cli.app import run as command
from offleash.games import registry
from offleash.lab.experiments.claim import block_values, claim_plan, sentence, with_blocks
from offleash.lab.experiments.kinds import check, conduct
from offleash.lab.experiments.plan_files import read_plan
from offleash.lab.plans.plan import Plan, arm_options
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError

ARCHETYPES = ["persona:bruiser", "persona:scrapper", "persona:diplomat", "persona:yapper"]


def claim(game: str, bot: str, above: float, blocks: int = 32, **settings: Any) -> Plan:
    loaded = registry.load(game)
    options = loaded.options(settings.pop("preset", None), **settings.pop("options", {}))
    plan = claim_plan(loaded, options, bot, above, games=1, **settings)
    return with_blocks(plan, blocks)


def put_to_test(plan: Plan, **settings: Any) -> dict[str, Any]:
    return dict(conduct(Run(Experiment(plan), threads=1, **settings)))


def cells(plan: Plan, arm: int = 0) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    return [
        (seating.players, dict(seating.changes))
        for seating in Experiment(plan).arm_table(arm).seatings
    ]


# Who sits where


def test_against_others_sides_are_swapped() -> None:
    plan = claim("dog", "greedy", 0.5, against=["random", "persona:hunter"])
    assert sorted(names for names, _ in cells(plan)) == [
        ("greedy", "persona:hunter", "greedy", "persona:hunter"),
        ("greedy", "random", "greedy", "random"),
        ("persona:hunter", "greedy", "persona:hunter", "greedy"),
        ("random", "greedy", "random", "greedy"),
    ]


def test_among_others_a_bot_takes_every_place_and_every_dog() -> None:
    """Sixteen games: each archetype's dog at each seat, the other three by their personas."""
    cell_list = cells(claim("uri-nation", "greedy", 0.25, among=ARCHETYPES))
    meetings = set()
    for names, changes in cell_list:
        dogs = changes["archetypes"].split(",")
        seat = names.index("greedy")
        meetings.add((seat, dogs[seat]))
        opponents = {(name, dog) for name, dog in zip(names, dogs, strict=True) if name != "greedy"}
        assert opponents == {(f"persona:{dog}", dog) for dog in dogs if dog != dogs[seat]}
    assert len(cell_list) == len(meetings) == 16


def test_two_bots_take_the_same_place_in_turn() -> None:
    plan = claim(
        "uri-nation", "greedy", 0.5, among=ARCHETYPES, than="persona:yapper", seatings="all"
    )
    cells_a, cells_b = cells(plan, 0), cells(plan, 1)
    assert len(cells_a) == len(cells_b) == 24
    for (names, changes), (other_names, same) in zip(cells_a, cells_b, strict=True):
        assert changes == same
        assert [n.replace("greedy", "persona:yapper") for n in names] == list(other_names)


@pytest.mark.parametrize(
    ("game", "settings", "pattern"),
    [
        ("dog", {}, "a claim needs either against"),
        ("dog", {"against": ["greedy"]}, "greedy can't be compared with itself"),
        ("dog", {"against": ["random"], "than": "random"}, "can't be compared with itself"),
        ("dog", {"against": ["rex"]}, "there is no bot 'rex'"),
        ("digs", {"against": ["random"]}, "Digs has 3 sides, which can't be split evenly"),
        ("dog", {"among": ["random"] * 4, "than": "persona:hunter"}, "is not at the table"),
        ("dog", {"among": ["random"] * 3}, "3 bots are named for 4 seats"),
    ],
)
def test_invalid_claims_are_refused(game: str, settings: dict[str, Any], pattern: str) -> None:
    with pytest.raises(OffleashError, match=pattern) as error:
        claim(game, "greedy", 0.5, **settings)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("blocks", "goal", "pattern"),
    [
        (1, {}, "from 2 to 2,048 blocks, here 4 to 4,096 games, and the plan allows 2"),
        (2049, {}, "from 2 to 2,048 blocks"),
        (8, {"above": 1.0}, "above is 1; it must be a share from 0 to 1"),
        (8, {"above": "much"}, "above in the goal of a claim can't be 'much'"),
        (8, {"bot": "persona:hunter"}, "does not play with others in every line-up"),
        (8, {"than": "random"}, "is about 2 bots, and has 1 arms"),
        (8, {"habit": ["captures"]}, "a habit needs both"),
        (8, {"colour": "red"}, "has no 'colour'"),
    ],
)
def test_a_plan_that_somebody_changed_is_refused(
    blocks: int, goal: dict[str, Any], pattern: str
) -> None:
    from dataclasses import replace

    plan = claim("dog", "greedy", 0.5, blocks, against=["random"])
    with pytest.raises(OffleashError, match=pattern):
        check(Experiment(replace(plan, goal={**plan.goal, **goal})))


# What a block is worth


def shares_by_hand(plan: Plan, arm: int, bot: str, blocks: int) -> list[float]:
    """Every game of a block watched by itself; the bot's part of all that was won."""
    game, shares = registry.load(plan.game), []
    for block in range(blocks):
        own = whole = 0.0
        for names, changes in cells(plan, arm):
            options = arm_options(game, plan.arms[arm], changes)
            session = watch_game(game, options, names, plan.seed, block)
            won = session.returns
            own += sum(w for name, w in zip(names, won, strict=True) if name == bot)
            whole += sum(won)
        shares.append(own / whole)
    return shares


def test_a_block_is_the_share_of_what_was_won() -> None:
    plan = claim("digs", "greedy", 0.3, 3, among=["persona:nose", "persona:miser", "random"])
    run = Run(Experiment(plan), threads=1)
    values = block_values(run.play(), 3)
    np.testing.assert_allclose(values, shares_by_hand(plan, 0, "greedy", 3))
    assert len(set(values)) > 1


def test_a_block_goes_to_the_larger_share() -> None:
    plan = claim("digs", "greedy", 0.3, 6, among=["persona:nose", "random", "random"],
                 than="persona:nose")  # fmt: skip
    run = Run(Experiment(plan), threads=1)
    shares_a = shares_by_hand(plan, 0, "greedy", 6)
    shares_b = shares_by_hand(plan, 1, "persona:nose", 6)
    expected = [0.5 if a == b else float(a > b) for a, b in zip(shares_a, shares_b, strict=True)]
    assert block_values(run.play(), 6).tolist() == expected
    assert len(set(expected)) > 1


def test_a_block_may_be_played_under_several_options() -> None:
    also = [registry.load("digs").options(rounds=3)]
    plan = claim("digs", "greedy", 0.3, 3, among=["persona:nose", "random", "random"],
                 than="persona:nose", also=also)  # fmt: skip
    assert [arm.name.split(",")[0] for arm in plan.arms] == ["greedy", "persona:nose"] * 2
    shares_a, shares_b = (
        (np.array(shares_by_hand(plan, first, bot, 3)) + shares_by_hand(plan, first + 2, bot, 3))
        for first, bot in enumerate(("greedy", "persona:nose"))
    )
    expected = np.where(shares_a == shares_b, 0.5, shares_a > shares_b)
    run = Run(Experiment(plan), threads=1)
    np.testing.assert_array_equal(block_values(run.play(), 3), expected)


# When it holds


def test_a_claim_that_holds_stops_at_the_first_look() -> None:
    summary = put_to_test(claim("dog", "greedy", 0.8, 256, against=["random"], seed=3))
    assert summary["holds"] and summary["verdict"] == "is above the figure"
    assert (summary["blocks"], summary["games"]) == (32, 64)
    assert summary["possible_looks"] == [32, 64, 128, 256]
    assert summary["share"] == 1.0 and 0.8 < summary["interval"][0] < 1.0
    assert sentence(summary) == "holds"
    json.dumps(summary, allow_nan=False)


def test_a_claim_that_falls_and_one_that_is_not_shown() -> None:
    fallen = put_to_test(claim("dog", "random", 0.3, 64, against=["greedy"]))
    assert not fallen["holds"] and fallen["verdict"] == "is below the figure"
    assert sentence(fallen) == "does not hold"
    near = put_to_test(claim("dog", "persona:blocker", 0.5, 40, against=["greedy"]))
    assert not near["holds"] and near["verdict"] == "undecided"
    assert near["blocks"] == 40 and near["interval"][0] < 0.5 < near["interval"][1]
    assert "not shown: about" in sentence(near)


def test_a_habit_is_tested_in_addition_to_the_wins() -> None:
    habit = {"habit": ["Marking: fortifies"], "of": "Yapper"}
    settings = {"preset": "1.2", "among": ARCHETYPES, "than": "persona:yapper"}
    summary = put_to_test(claim("uri-nation", "greedy", 0.0, 32, **settings, habit=habit))
    rates = summary["habit"]["rates"]
    assert [*rates] == ["Bruiser", "Diplomat", "Scrapper", "Yapper"]
    assert summary["habit"]["holds"] == (max(rates.values()) == rates["Yapper"])
    failing = put_to_test(
        claim("uri-nation", "greedy", 0.0, 32, **settings, habit={**habit, "of": "Scrapper"})
    )
    assert (
        failing["habit"]["rates"] == rates
        and not failing["habit"]["holds"]
        and not failing["holds"]
    )
    assert sentence(failing) == "does not hold: Scrapper has lost its habit"
    with pytest.raises(OffleashError, match="there is no measure 'Marking: naps, Yapper'"):
        put_to_test(
            claim(
                "uri-nation",
                "greedy",
                0.0,
                2,
                **settings,
                habit={**habit, "habit": ["Marking: naps"]},
            )
        )


# Runs


def test_a_run_goes_on_and_other_bots_in_the_kernel_change_nothing(tmp_path: Path) -> None:
    plan = claim("digs", "greedy", 0.3, 64, among=["persona:nose", "random", "random"])
    whole = put_to_test(plan)
    experiment = Experiment(plan, also_compiled=["persona:miser", "random"])
    run = Run(experiment, 1, tmp_path / "run", games_a_shard=1)
    run.play(5)
    run.close()
    resumed = Run(Experiment(plan), 1, tmp_path / "run")
    assert resumed.results.games_of_all() == 5 * experiment.games_per_block[0]
    assert dict(conduct(resumed)) == whole
    names = {file.name for file in (tmp_path / "run").iterdir()}
    assert "summary.json" in names and not any(name.endswith(".parquet") for name in names)
    assert read_plan(tmp_path / "run" / "plan.toml") == plan


def test_company_shares_the_kernel_of_another_table() -> None:
    game = registry.load("dog")
    from offleash.bots.lineup import policy

    seats = ["greedy", "persona:hunter"] * 2
    policies = [
        policy(game, names, also_compiled=["random"]) for names in (seats, ["random", "greedy"] * 2)
    ]
    assert policies[0].choose is policies[1].choose
    assert policy(game, seats).choose is not policies[0].choose
    assert list(policies[0].players) == ["greedy", "persona:hunter"]


def test_a_plan_file_may_ask_for_a_claim(tmp_path: Path) -> None:
    file = tmp_path / "claim.toml"
    file.write_text(
        'kind = "claim"\ngame = "dog"\ngames = 80\nseed = 3\n'
        '[claim]\nbot = "greedy"\nabove = 0.8\nagainst = "random"\n'
    )
    assert read_plan(file).identity == {
        **claim("dog", "greedy", 0.8, 40, against=["random"], seed=3).identity,
        "record": "all",
    }


def test_the_command_plays_such_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "claim.toml"
    file.write_text(
        'kind = "claim"\ngame = "dog"\ngames = 80\nseed = 3\n'
        '[claim]\nbot = "greedy"\nabove = 0.8\nagainst = "random"\n'
    )
    command(["run", str(file), "--threads", "1"])
    assert capsys.readouterr().out == (
        "Dog: greedy wins, above 80 %\n"
        "  100.0 %  (86.9 … 100.0), 64 games in 32 blocks; look 1 of 2; seed 3\n"
        "  holds\n"
    )
    with pytest.raises(OffleashError, match="a claim has no report"):
        command(["run", str(file), "--report", str(tmp_path / "report")])
    assert not (tmp_path / "report").exists()
    for wrong, pattern in {"bot": "a claim needs bot", "above": "a claim needs above"}.items():
        lines = [line for line in file.read_text().splitlines() if not line.startswith(wrong)]
        (tmp_path / "wrong.toml").write_text("\n".join(lines))
        with pytest.raises(OffleashError, match=pattern):
            read_plan(tmp_path / "wrong.toml")
