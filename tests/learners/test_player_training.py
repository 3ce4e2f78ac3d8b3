"""Training of player networks: what is known of a game, and a cut run that ends the same."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from offleash.games import registry  # noqa: E402
from offleash.learners.network import LearningNetwork  # noqa: E402
from offleash.learners.rollouts import TRACE, TensorTable, gains_of, roll_out  # noqa: E402
from offleash.learners.strength import player_of, strength  # noqa: E402
from offleash.learners.trainer import PlayerSettings, PlayerTrainer, rule_rows  # noqa: E402
from offleash.tools.errors import OffleashError  # noqa: E402
from tests.processes import run_program  # noqa: E402

GAME = registry.load("domidog")
RULES = rule_rows(GAME, GAME.options(), [{"players": "3"}])
SMALL = PlayerSettings(games=20, steps=6, part=64, units=(16, 8, 8, 8), seed=3)


def numbers(trainer: PlayerTrainer) -> bytes:
    return b"".join(part.tobytes() for part in trainer.whole().arrays.values())


def trainer(**changes: Any) -> PlayerTrainer:
    return PlayerTrainer(GAME, RULES, replace(SMALL, **changes))


@pytest.mark.parametrize("against", [(), ("agent,greedy", "greedy,agent")])
def test_a_run_cut_in_three_ends_the_same(
    monkeypatch: pytest.MonkeyPatch, against: tuple[str, ...]
) -> None:
    monkeypatch.setattr("offleash.learners.trainer.PAST_EVERY", 2)
    rules = GAME.options() if against else RULES
    settings = replace(SMALL, against=against)
    whole = PlayerTrainer(GAME, rules, settings)
    whole.run(lambda: whole.updates == 6)
    data = b""
    for stop in (1, 3, 6):
        part = PlayerTrainer(GAME, rules, settings)
        if data:
            part.restore(data)
        part.run(lambda part=part, stop=stop: part.updates == stop)  # type: ignore[misc]
        data = part.checkpoint()
    assert numbers(part) == numbers(whole)
    assert (part.decisions, part.games) == (whole.decisions, whole.games)
    assert len(part.past) == 3
    other = PlayerTrainer(GAME, rules, replace(settings, seed=4))
    other.run(lambda: other.updates == 1)
    assert numbers(other) != numbers(whole)


def test_checkpoints_of_other_settings_are_refused() -> None:
    data = trainer().checkpoint()
    with pytest.raises(OffleashError, match="other settings"):
        trainer(seed=9).restore(data)
    with pytest.raises(OffleashError, match="damaged"):
        trainer().restore(data[:-2000])


def test_gains_are_those_of_each_seat_by_itself() -> None:
    """Two seats in turn, and the game ends with the third decision: seat 0 wins."""
    actors = torch.tensor([[0], [1], [0], [1]])
    ends = torch.tensor([[False], [False], [True], [False]])
    rewards = torch.tensor([[[0.0, 0.0]], [[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]]])
    values = torch.tensor([[0.5], [0.4], [0.75], [0.3]])
    gains, known = gains_of(actors, ends, rewards, values, torch.tensor([0]), torch.tensor([0.6]))
    last = 1.0 - 0.75
    expected = [0.75 - 0.5 + TRACE * last, 0.0 - 0.4, last]
    assert gains[:3, 0].tolist() == pytest.approx(expected)
    assert known[:, 0].tolist() == [True, True, True, False]


def test_whole_numbers_score_as_the_network_does() -> None:
    torch.manual_seed(5)
    network = LearningNetwork(GAME, (32, 16, 16, 8))
    with torch.no_grad():
        network.score.weight.mul_(10)
    luck = torch.Generator()
    env_trainer = trainer()
    table: TensorTable = env_trainer.tables[0]
    samples = roll_out(table, network, None, 4, 0, luck)
    starts = samples.counts.cumsum(0) - samples.counts
    owners = torch.repeat_interleave(torch.arange(len(samples.counts)), samples.counts)
    with torch.no_grad():
        scores, _ = network(samples.positions, samples.actions, owners, samples.counts)
    arrays = {name: part.astype(np.int64) for name, part in network.whole().arrays.items()}
    close = 0
    for i in range(len(samples.counts)):
        on = [c for c in samples.positions[i].tolist() if c < network.position_columns.columns]
        first = np.maximum(arrays["first_bias"] + arrays["first"][on].sum(axis=0) >> 2, 0)
        second = np.maximum(arrays["second_bias"] + first @ arrays["second"] >> 12, 0)
        row = int(starts[i])
        own = arrays["action"][samples.actions[row].tolist()].sum(axis=0) << 10
        mixed = arrays["mix_bias"] + second @ arrays["mix"] + own
        last = arrays["last_bias"] + np.maximum(mixed >> 12, 0) @ arrays["last"]
        whole = int(np.maximum(last >> 12, 0) @ arrays["score"])
        close += abs(whole / (1 << 22) - float(scores[row])) < 0.01
    assert close == len(samples.counts)


def test_strength_counts_what_each_seat_won() -> None:
    player = player_of(GAME, LearningNetwork(GAME, (16, 8, 8, 8)).whole())
    won = strength(GAME, GAME.options(), player, "greedy", 60)
    assert 0 <= won.low <= won.value <= won.high < 0.5  # it has learnt nothing


def test_the_command_trains_and_resumes(tmp_path: Path) -> None:
    out = tmp_path / "p.npz"
    words = ("train", "domidog", "--tables", "8", "--check", "20", "--out", out)
    done = run_program("offleash.cli", *words, "--updates", "1")
    assert done.returncode == 0 and out.exists(), done.stderr
    again = run_program("offleash.cli", *words, "--updates", "2")
    assert again.returncode == 2 and "add --resume" in again.stderr
    more = run_program("offleash.cli", *words, "--updates", "2", "--resume")
    assert more.returncode == 0, more.stderr
