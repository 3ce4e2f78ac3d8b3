"""Sets of weights that a user hands in: `--weights mine=file.toml`."""

import pytest

from offleash.cli.app import run as offleash
from offleash.contract.bots.weights import PlayerWeights, format_weights
from offleash.tools.errors import OffleashError

PROVENANCE = {"command": "", "seed": 1, "games": 1, "result": "", "rules": "1", "date": "today"}


@pytest.fixture
def weights_file(tmp_path):
    file = tmp_path / "mine.toml"
    weights = {
        "greedy": PlayerWeights({"bold": 75}, PROVENANCE),
        "nose": PlayerWeights({"bold": 10}, PROVENANCE),
    }
    file.write_text(format_weights(weights))
    return file


def test_a_users_weight_set_plays(weights_file, capsys):
    seats = "mine,mine:nose,greedy"
    offleash(["simulate", "digs", "-n", "3", "--seats", seats, "--weights", f"mine={weights_file}"])
    output = capsys.readouterr().out
    assert "wins of mine" in output and "mine:nose" in output
    bots = ["--bots", "mine,greedy", "-n", "6"]
    offleash(["ladder", "digs", *bots, "--weights", f"mine={weights_file}"])
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
def test_a_wrong_set_gives_one_error_message(weights_file, weights, problem):
    with pytest.raises(OffleashError, match=problem):
        offleash(["simulate", "digs", "-n", "1", "--weights", weights.format(weights_file)])


def test_a_stored_run_takes_only_shipped_weights(weights_file, tmp_path):
    options = ["--weights", f"mine={weights_file}", "--out", str(tmp_path / "run")]
    for command in (["simulate", "digs"], ["ladder", "digs", "--bots", "mine,greedy"]):
        with pytest.raises(OffleashError, match="--weights can't be combined with"):
            offleash([*command, *options])
    assert not (tmp_path / "run").exists()
