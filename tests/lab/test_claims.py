"""Files of claims: how they are read, that runs go on, and what is written down of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from offleash.bots import speed
from offleash.cli import app
from offleash.lab.experiments import standings
from offleash.lab.experiments.claim_files import read_claims
from offleash.lab.experiments.standings import games_a_shard
from offleash.lab.runs.experiment import Experiment
from offleash.tools.errors import BadFile, OffleashError
from tests.processes import output_of

TWO_GAMES = """
[[claim]]
name = "dog-greedy"
game = "dog"
bot = "greedy"
against = ["random"]
above = 0.8
blocks = 64
seed = 5

[[claim]]
name = "dog-alike"
game = "dog"
bot = "persona:blocker"
than = "persona:runner"
against = ["greedy"]
above = 0.97
blocks = 32
seed = 6

[[growth]]
name = "dog-growth"
game = "dog"
bots = ["random", "greedy"]
blocks = 30
seed = 7

[[ladder]]
name = "domidog-ladder"
game = "domidog"
bots = ["persona:jailer", "greedy"]  # one kernel plays both
anchor = "greedy"
blocks = 20
seed = 8
"""
ONE = TWO_GAMES[: TWO_GAMES.index("[[claim]]", 20)]


@pytest.fixture(autouse=True)
def _short_timing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The speed of a bot is measured, and no test depends on how well."""
    monkeypatch.setattr(speed, "MIN_BATCH_S", 0.001)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "claims.toml"
    path.write_text(TWO_GAMES)
    return path


def run_claims(file: Path, *arguments: Any) -> int | None:
    out = file.parent / "out"
    status: int | None = app.run(
        ["claims", str(file), "--threads", "1", "--out", str(out), *map(str, arguments)]
    )
    return status


# What a file says


def test_entries_become_plans(file: Path) -> None:
    first, second, growth, ladder = read_claims(file)
    assert (first.line, second.line, growth.line, ladder.line) == (2, 11, 21, 28)
    assert first.plan.kind == second.plan.kind == "claim"
    assert growth.plan.kind == ladder.plan.kind == "ladder"
    assert [Experiment(entry.plan).blocks for entry in (first, second, growth, ladder)] == [
        64,
        32,
        30,
        20,
    ]
    assert {entry.plan.record for entry in (first, growth)} == {"accounts"}
    assert second.plan.goal["than"] == "persona:runner" and first.bots == ["greedy", "random"]


def test_a_shorter_form_has_fewer_blocks(file: Path) -> None:
    scaled = [Experiment(entry.plan).blocks for entry in read_claims(file, scale=0.5)]
    assert scaled == [32, 16, 15, 10]
    assert Experiment(read_claims(file, ["dog-greedy"], 0.001)[0].plan).blocks == 8


def test_claims_can_be_selected_by_name(file: Path) -> None:
    assert [entry.name for entry in read_claims(file, ["dog-g", "domi"])] == [
        "dog-greedy",
        "dog-growth",
        "domidog-ladder",
    ]
    longer = file.with_name("longer.toml")
    longer.write_text(file.read_text().replace("dog-growth", "dog-greedy-grows"))
    assert [entry.name for entry in read_claims(longer, ["dog-greedy"])] == ["dog-greedy"]
    with pytest.raises(OffleashError, match="is called 'cat'"):
        read_claims(file, ["cat"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[claim]]", "[[clam]]", "clam must be one of [[claim]], [[growth]], [[ladder]]"),
        ("[[claim]]", "[claim]", "claim must be one of [[claim]]"),
        ("above = 0.8", "", "line 2: [[claim]] needs above"),
        ("above = 0.8", 'above = "0.8"', "line 2: above must be a number"),
        ("above = 0.8", "above = nan", "line 2: above is nan; it must be a share"),
        ("above = 0.8", "above = 1", "line 2: above is 1; it must be a share"),
        ('"dog-greedy"', '"../dog"', "line 2: the name '../dog' may only have letters"),
        ('"dog-greedy"', '""', "line 2: the name '' may only have letters"),
        ("blocks = 64", "blocks = 6.4", "line 2: blocks must be a whole number"),
        ("blocks = 64", "blocks = true", "line 2: blocks must be a whole number"),
        ('["random"]', '"random"', "line 2: against must be a list of texts"),
        ('["random"]', "[1]", "line 2: against must be a list of texts"),
        ("seed = 5", "sed = 5", "line 2: [[claim]] has no key 'sed', did you mean seed"),
        ("blocks = 64", "blocks = 1", "line 2: dog-greedy: the number of blocks is 1"),
        ('["random"]', '["rex"]', "line 2: dog-greedy: there is no bot 'rex'"),
        ('game = "dog"', 'game = "cat"', "line 2: dog-greedy: there is no game 'cat'"),
        ("seed = 5", "seed = -5", "line 2: dog-greedy: the seed is -5"),
    ],
)
def test_a_mistake_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(ONE.replace(old, new, 1))
    with pytest.raises(BadFile) as error:
        _ = [entry.plan for entry in read_claims(file)]
    assert message in str(error.value) and "\n" not in str(error.value)


def test_two_of_one_name_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(ONE + ONE)
    with pytest.raises(BadFile, match="line 12: two entries are called 'dog-greedy'"):
        read_claims(file)


def test_slow_bots_play_small_shards(tmp_path: Path) -> None:
    """By arm: a block of search:1200 is work enough, greedy bots play many games in one go."""
    file = tmp_path / "claims.toml"
    bots = '["greedy", "random", "search:300", "search:1200"]'
    text = TWO_GAMES[TWO_GAMES.index("[[growth]]") : TWO_GAMES.index("[[ladder]]")]
    claim = ONE.replace('bot = "greedy"', 'bot = "search:9"')
    file.write_text(text.replace('["random", "greedy"]', bots) + claim)
    growth, claimed = (Experiment(entry.plan) for entry in read_claims(file))
    sizes = dict(zip((arm.name for arm in growth.plan.arms), games_a_shard(growth), strict=True))
    assert sizes["greedy against random"] == 128
    assert sizes["greedy against search:300"] == 8
    assert sizes["search:1200 against search:300"] == 2
    assert games_a_shard(claimed) == [1]


# The command


def test_results_are_written_down_and_nothing_is_played_twice(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    results = file.parent / "results"
    assert run_claims(file, "--results", results) == 1  # one of them can't hold
    output = capsys.readouterr().out
    assert "2 of 3 claims hold\nfailed: dog-alike\n" in output
    dog, domidog = (json.loads((results / f"{n}.json").read_text()) for n in ("dog", "domidog"))
    greedy, alike = dog["claim"]
    assert greedy["holds"] and greedy["share"] == 1.0 and greedy["against"] == ["random"]
    assert greedy["command"] == f"offleash claims {file.as_posix()} --only dog-greedy"
    assert greedy["seed"] == 5 and greedy["blocks"] == 32 and greedy["most_blocks"] == 64
    assert set(greedy["weights"]) == {"greedy", "random"} and greedy["rules"] == "1"
    assert not alike["holds"]
    (growth,) = dog["growth"]
    assert growth["holds"] and growth["steps"][0]["low"] > 0
    (ladder,) = domidog["ladder"]
    for table in ("ratings", "speeds"):
        assert {row["bot"] for row in ladder[table]} == {"persona:jailer", "greedy"}
    assert all(row["milliseconds"] > 0 and row["machine"] for row in ladder["speeds"])
    monkeypatch.setattr(Experiment, "play", None)
    monkeypatch.setattr(standings, "warm_all", lambda bots: None)  # all of it is compiled
    before = (results / "dog.json").read_text()
    assert run_claims(file, "--results", results) == 1
    assert capsys.readouterr().out == output
    assert (results / "dog.json").read_text() == before


def test_results_of_one_leave_the_others(file: Path) -> None:
    results = file.parent / "results"
    (results).mkdir()
    old = {"claim": [{"name": "dog-alike", "old": 1}, {"name": "dog-gone"}], "growth": []}
    (results / "dog.json").write_text(json.dumps(old))
    assert not run_claims(file, "--results", results, "--only", "dog-greedy")
    data = json.loads((results / "dog.json").read_text())
    assert [claim["name"] for claim in data["claim"]] == ["dog-greedy", "dog-alike"]
    assert data["claim"][1]["old"] == 1
    assert not (results / "domidog.json").exists()


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("x", "it can't be read"),
        ("[]", "does not hold the results"),
        ('{"claim": 3}', "does not hold the results"),
        ('{"claim": [3]}', "does not hold the results"),
        ('{"claim": [{}]}', "does not hold the results"),
    ],
)
def test_damaged_results_are_refused_before_anything_is_played(
    file: Path, text: str, pattern: str
) -> None:
    results = file.parent / "results"
    results.mkdir()
    (results / "domidog.json").write_text(text)
    with pytest.raises(BadFile, match=rf"domidog\.json: .*{pattern}"):
        run_claims(file, "--results", results, "--only", "dog-greedy")
    assert (results / "domidog.json").read_text() == text
    assert not (file.parent / "out").exists()


def test_damaged_speeds_are_refused(file: Path) -> None:
    assert not run_claims(file, "--only", "domidog-ladder")
    (speeds,) = (file.parent / "out").glob("*/speeds.json")
    for text in ("[]", "{}", "[1]", '[{"bot": "greedy"}]'):
        speeds.write_text(text)
        with pytest.raises(BadFile, match=r"speeds\.json: it was damaged or changed"):
            run_claims(file, "--only", "domidog-ladder")


def test_changed_claims_are_played_again(file: Path) -> None:
    for seed in (5, 55, 5):
        file.write_text(TWO_GAMES.replace("seed = 5", f"seed = {seed}"))
        run_claims(file, "--only", "dog-greedy")
    assert len(list((file.parent / "out").iterdir())) == 2


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        (["--scale", 0], "--scale must be above 0 and at most 1, not 0"),
        (["--scale", 0.5, "--results", "x"], "--results needs all blocks"),
    ],
)
def test_what_the_command_refuses(file: Path, arguments: list[Any], pattern: str) -> None:
    with pytest.raises(OffleashError, match=pattern):
        run_claims(file, *arguments)


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('polars', 'scipy', 'altair', 'optuna', 'pandas', 'pyarrow'):
            raise ModuleNotFoundError(f'No module named {name!r}')
sys.meta_path.insert(0, Missing())
from offleash.cli.app import run
run(['claims', sys.argv[1], '--only', 'dog-g', '--out', sys.argv[2], '--results', sys.argv[3]])
"""


def test_numpy_and_numba_are_enough(file: Path, tmp_path: Path) -> None:
    output = output_of(WITHOUT, str(file), str(tmp_path / "out"), str(tmp_path / "results"))
    assert "2 of 2 claims hold" in output
    assert (tmp_path / "results" / "dog.json").exists()
