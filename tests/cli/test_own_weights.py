"""Sets of weights that a user hands in: `--weights mine=file.toml`."""

import pytest

from offleash.cli.app import run as offleash
from offleash.core.errors import OffleashError
from offleash.core.weights import PlayerWeights, format_weights

TOLD = {"command": "", "seed": 1, "games": 1, "result": "", "rules": "1", "date": "today"}


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.toml"
    found = {"greedy": PlayerWeights({"bold": 75}, TOLD), "nose": PlayerWeights({"bold": 10}, TOLD)}
    file.write_text(format_weights(found))
    return file


def test_a_set_of_the_user_plays(mine, capsys):
    seats = "mine,mine:nose,greedy"
    offleash(["simulate", "digs", "-n", "3", "--seats", seats, "--weights", f"mine={mine}"])
    printed = capsys.readouterr().out
    assert "wins of mine" in printed and "mine:nose" in printed
    bots = ["--bots", "mine,greedy", "-n", "6"]
    offleash(["ladder", "digs", *bots, "--weights", f"mine={mine}"])
    assert "mine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ("mine", "--weights needs name=file, not 'mine'"),
        ("greedy={}", "the name greedy is taken"),
        ("persona={}", "the name persona is taken"),
        ("hand={}", "can't be called 'hand'"),
        ("Mine={}", "can't be called 'Mine'"),
        ("mine=/nowhere.toml", "/nowhere.toml: it can't be read"),
    ],
)
def test_a_wrong_set_is_one_sentence(mine, weights, problem):
    with pytest.raises(OffleashError, match=problem):
        offleash(["simulate", "digs", "-n", "1", "--weights", weights.format(mine)])


def test_a_run_that_is_kept_takes_shipped_weights_alone(mine, tmp_path):
    kept = ["--weights", f"mine={mine}", "--out", str(tmp_path / "run")]
    for command in (["simulate", "digs"], ["ladder", "digs", "--bots", "mine,greedy"]):
        with pytest.raises(OffleashError, match="--weights can't be combined with"):
            offleash([*command, *kept])
    assert not (tmp_path / "run").exists()
