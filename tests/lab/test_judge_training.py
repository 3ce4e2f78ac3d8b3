"""Training of a judge: targets, tables, and a network that is the same after a stop."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offleash.bots.kinds import LEARNED
from offleash.contract import Persona
from offleash.contract.bots.judges import REQUIRED, read_judge
from offleash.games import registry
from offleash.lab.training import judge
from offleash.lab.training.fitters import Fitter, GpuFitter
from offleash.lab.training.judge import (
    JudgeEffort,
    JudgeTrainer,
    JudgeTraining,
    add_network,
    check_judge_file,
    provenance_of,
    targets_of,
)
from offleash.lab.training.league import League
from offleash.lab.training.network import FloatNetwork, random_network
from offleash.lab.training.recorder import Recording, record_games
from offleash.tools.errors import BadFile, OffleashError
from tests.processes import run_program

pytestmark = pytest.mark.more

GAME = registry.load("uri-nation")
DATA = Path(registry.__file__).parent / "uri_nation" / "data"
RULES = GAME.options("1.4", {"max_rounds": 3})
EFFORT = JudgeEffort(iterations=3, games=24, steps=4, check=8, seed=2)


def training(effort: JudgeEffort = EFFORT) -> JudgeTraining:
    return JudgeTraining(GAME, RULES, effort, "search:2")


def numbers(network: FloatNetwork) -> bytes:
    return network.numbers.tobytes()


def plain_targets(chances: list[float], outcome: float, trace: float) -> list[float]:
    """λ-returns as their definition says: a mixture of all n-step returns."""
    count = len(chances)
    later = [*chances[1:], outcome]  # what one step, two steps … say
    targets = []
    for i in range(count):
        steps = later[i:]
        weights = [(1 - trace) * trace**n for n in range(len(steps) - 1)]
        weights.append(trace ** (len(steps) - 1))
        targets.append(sum(w * v for w, v in zip(weights, steps, strict=True)))
    return targets


@pytest.mark.parametrize("trace", [0.0, 0.6, 1.0])
def test_targets_are_returns(trace: float) -> None:
    rng = np.random.default_rng(3)
    network = random_network((5, 4, 3), rng)
    samples = rng.integers(0, 30, (9, 5)).astype(np.uint8)
    owners = np.array([[0, 1]] * 4 + [[0, 3]] * 1 + [[2, 0]] * 4)
    results = np.zeros((3, 4))
    results[0, 3], results[2, 0] = 1.0, 0.5
    targets = targets_of(Recording(samples, owners, results), network, trace)
    chances = network.chances(samples).tolist()
    expected = [
        *plain_targets(chances[:4], 0.0, trace),
        *plain_targets(chances[4:5], 1.0, trace),
        *plain_targets(chances[5:], 0.5, trace),
    ]
    assert targets == pytest.approx(expected, abs=1e-6)


def test_a_fit_goes_down_the_slope() -> None:
    """A step of the network follows the slopes that differences give, on any number of threads."""
    rng = np.random.default_rng(4)
    network = random_network((6, 5, 4), rng)
    samples = rng.integers(0, 30, (3000, 6)).astype(np.uint8)
    targets = rng.random(3000).astype(np.float32)
    picks = rng.integers(3000, size=2500)

    def loss(at: int, more: float) -> float:
        moved = network.copy()
        moved.numbers[at] += np.float32(more)
        chances = np.clip(moved.chances(samples[picks]), 1e-6, 1 - 1e-6).astype(np.float64)
        goals = targets[picks].astype(np.float64)
        return float(-(goals * np.log(chances) + (1 - goals) * np.log(1 - chances)).sum())

    slopes = []
    for fitter in (Fitter(1), Fitter(2), *gpu_fitters()):
        with fitter.using([samples[:2], samples], [targets[:2], targets]):
            own, entropy = fitter.slopes(network, 1, picks)
        slopes.append(own)
        assert entropy == pytest.approx(loss(0, 0.0), rel=1e-4)
    assert slopes[0].tobytes() == slopes[1].tobytes()
    expected = [(loss(at, 0.01) - loss(at, -0.01)) / 0.02 for at in range(len(slopes[0]))]
    for own in slopes:
        assert own == pytest.approx(np.array(expected), rel=0.05, abs=2.5)


def gpu_fitters() -> list[Fitter]:
    """The fitter with PyTorch, where that is installed; it computes the same without a GPU."""
    return [GpuFitter(device="cpu")] if find_spec("torch") else []


def test_steps_make_the_loss_smaller() -> None:
    rng = np.random.default_rng(4)
    network = random_network((6, 5, 4), rng)
    samples = rng.integers(0, 30, (300, 6)).astype(np.uint8)
    targets = (samples[:, 0] > samples[:, 3]).astype(np.float32)
    fitter, picks = Fitter(1), np.arange(300)
    with fitter.using([samples], [targets]):
        losses = [fitter.fit(network, 0, picks, 0.02) for _ in range(150)]
    assert losses[-1] < 0.3 * losses[0]


def test_every_table_has_a_learner_and_only_it_is_watched() -> None:
    job = training()
    league = League(GAME, [RULES], job.judge(job.first_network()), "search:2")
    league.earlier = [job.judge(job.first_network())] * 2
    fixture = league.tables(300, 7, np.random.default_rng(1))
    policy = league.policy(job.judge(job.first_network()))
    learners = fixture.casts == 0
    assert learners.any(axis=1).all()
    assert (fixture.watched == (learners * (1 << np.arange(4))).sum(axis=1)).all()
    assert fixture.casts.max() == len(policy.personas) - 1  # an earlier self
    names = np.array(policy.players)
    seated = set(names[fixture.casts[fixture.casts < len(names)]])
    assert {LEARNED.name, "search:2", "persona:yapper", "tuned:yapper"} <= seated
    sparring = {"persona:ally", "persona:hunter"}
    assert sparring <= seated
    for row, cast in zip(fixture.rows, fixture.casts, strict=True):
        for seat in range(4):  # a persona sits where its archetype does, or is a sparring partner
            player = cast[seat]
            if 0 < player < len(names) and names[player] in sparring:
                continue
            if 0 < player < len(names) and ":" in names[player] and "search" not in names[player]:
                usual = names[league.usual[row][seat]].partition(":")[2]
                assert names[player].partition(":")[2] == usual


@pytest.mark.more
def test_records_do_not_depend_on_threads() -> None:
    job = training()
    first = job.judge(job.first_network())
    league = League(GAME, [RULES], first, "search:2")
    fixture = league.tables(40, 7, np.random.default_rng(1))
    one, two = (record_games(GAME, league.policy(first), fixture, 5, n) for n in (1, 2))
    assert one.samples.tobytes() == two.samples.tobytes()
    assert one.owners.tobytes() == two.owners.tobytes()
    assert one.results.tobytes() == two.results.tobytes()
    turns = np.bitwise_count(fixture.watched).sum() * 3
    assert turns - 40 <= len(one.samples) <= turns  # the last turn of a game has no end to judge
    assert set(map(tuple, one.owners)) <= {
        (game, seat) for game in range(40) for seat in range(4) if fixture.casts[game, seat] == 0
    }


def test_every_turn_but_the_last_of_a_game_is_a_sample() -> None:
    """Also where a lost challenge ended it, which leaves nothing to choose."""
    rules = GAME.options("1.4", {"max_rounds": 9, "win_territories": 40})
    job = JudgeTraining(GAME, rules, EFFORT)
    first = job.judge(job.first_network())
    league = League(GAME, [rules], first, "search:2")  # so that no other kernel is needed
    fixture = league.first_tables(16, 7, np.random.default_rng(1))
    samples = record_games(GAME, league.policy(first), fixture, 5, 1).samples
    assert len(samples) == 16 * (4 * 9 - 1)


def test_a_stopped_training_ends_with_the_same_network(tmp_path: Path) -> None:
    whole = JudgeTrainer(training(), tmp_path / "whole", threads=2)
    whole.train()
    part = JudgeTrainer(training(), tmp_path / "part", threads=1)
    part.note = stop_after("iteration 2")
    with pytest.raises(KeyboardInterrupt):
        part.train()
    part.close()
    again = JudgeTrainer(training(), tmp_path / "part", threads=2)
    again.train()
    assert numbers(again.network) == numbers(whole.network)
    assert numbers(again.network) != numbers(training().first_network())
    curve = again.learning_curve()
    assert [trial.games for trial in curve] == [24, 48, 72]
    file = tmp_path / "mine.npz"
    about = provenance_of(again.training, curve[-1])
    assert about["command"].startswith("offleash train uri-nation --judge --preset 1.4 --set max_")
    file.write_bytes(add_network(file, GAME, "1.4", again.network.whole(), about))
    file.write_bytes(add_network(file, GAME, "1.2", again.network.whole(), about))
    assert list(read_judge(file, GAME.bots.features).networks) == ["1.4", "1.2"]
    for trainer in (whole, again):
        trainer.close()
    (tmp_path / "part" / "network-00002.npz").write_bytes(b"nonsense")
    with pytest.raises(BadFile, match="it was damaged or changed"):
        JudgeTrainer(training(), tmp_path / "part")


def test_training_continues_from_another_judge(tmp_path: Path) -> None:
    first = JudgeTrainer(training(), threads=2)
    first.train()
    file, about = tmp_path / "mine.npz", provenance_of(first.training, first.trial(3, 8))
    file.write_bytes(add_network(file, GAME, "1.4", first.network.whole(), about))
    job = JudgeTraining(GAME, RULES, EFFORT, "search:2", start=str(file))
    begin, whole = job.first_network(), first.network.whole()
    assert all((a == b).all() for a, b in zip(begin.whole().weights, whole.weights, strict=True))
    assert all((a == b).all() for a, b in zip(begin.whole().biases, whole.biases, strict=True))
    assert begin.numbers == pytest.approx(first.network.numbers, abs=2 / 4096)
    further = JudgeTrainer(job, tmp_path / "further", threads=1)
    further.train()
    assert numbers(further.network) != numbers(begin)
    assert provenance_of(job, further.trial(3, 8))["start"] == about
    further.close()
    other = add_network(file, GAME, "1.4", training().first_network().whole(), about)
    file.write_bytes(other)
    with pytest.raises(OffleashError, match="another"):  # the same command, another start
        JudgeTrainer(
            JudgeTraining(GAME, RULES, EFFORT, "search:2", start=str(file)), tmp_path / "further"
        )
    with pytest.raises(OffleashError, match=r"no network '1\.2'"):
        JudgeTraining(GAME, GAME.options("1.2"), EFFORT, start=str(file))


def stop_after(start: str) -> Any:
    def note(text: str) -> None:
        if text.startswith(start):
            raise KeyboardInterrupt

    return note


def shuffled_weights(persona: Persona) -> Persona:
    """A persona whose weights mean nothing: its own numbers in a random order."""
    values = np.random.default_rng(1).permutation(list(persona.weights.values())).tolist()
    return replace(persona, weights=dict(zip(persona.weights, values, strict=True)))


@pytest.mark.more
def test_twenty_thousand_games_are_enough_to_beat_random_weights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A short form of the training that ships: among three such dogs a quarter would be equal."""
    monkeypatch.setattr(judge, "BATCH", 2048)
    effort, rules = JudgeEffort(iterations=1, games=20_000, steps=500, seed=2), GAME.options("1.4")
    job = JudgeTraining(GAME, rules, effort, "search:2")
    trainer = JudgeTrainer(job)
    trainer.train()
    personas = {name: shuffled_weights(style) for name, style in GAME.bots.personas.items()}
    game = replace(GAME, bots=replace(GAME.bots, personas=personas))
    learner = job.judge(trainer.network)
    league = League(game, [rules], learner, "search:2")
    fixture, seats = league.trial_tables(50, judge.FIRST_FRESH_GAME)
    results = record_games(game, league.policy(learner), fixture, seed=2).results
    assert results[np.arange(len(seats)), seats].mean() > 0.5


def test_what_can_not_be_trained_is_said() -> None:
    with pytest.raises(OffleashError, match="several networks"):
        JudgeTraining(GAME, RULES, EFFORT, also=[{"stop_rule": "anywhere"}])
    with pytest.raises(OffleashError, match="no features"):
        JudgeTraining(registry.load("dog"), registry.load("dog").options(), EFFORT)
    with pytest.raises(OffleashError, match="games is 0"):
        JudgeEffort(games=0)


def test_the_command_writes_a_judge_that_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    few = "--set max_rounds=3 --iterations 2 --games 24 --steps 3 --check 8 --search search:2"
    command = ("train", "uri-nation", "--judge", *few.split(), "--also", "board=nine-blocks")
    done = run_program("offleash.cli", *command, "--out", str(file))
    assert done.returncode == 0, done.stderr
    assert "48  " in done.stdout and "learned:mine" in done.stdout
    provenance = read_judge(file, GAME.bots.features).provenance["1.4"]
    assert "--also board=nine-blocks" in provenance["command"] and provenance["games"] == 48
    short = ("--games", "2", "--set", "max_rounds=2", "--brief")
    played = run_program(
        "offleash.cli",
        "simulate",
        "uri-nation",
        "--weights",
        f"mine={file}",
        "--seats",
        "learned:mine",
        *short,
    )
    assert played.returncode == 0, played.stderr


def test_a_mistake_is_found_before_anything_is_played(tmp_path: Path) -> None:
    other = tmp_path / "notes.npz"
    other.write_text("my notes")
    folder = str(tmp_path / "new")
    cases = {
        "is not a judge": ("--out", str(other)),
        "ends with .npz": ("--out", str(tmp_path / "mine")),
        "no bot 'nobody'": ("--search", "nobody", "--state", folder),
        "nowhere.npz can't be read": ("--start", "nowhere.npz"),
        f"{tmp_path} can't be read: it is a folder": ("--start", str(tmp_path)),
        "--also needs name=value": ("--also", "nine-blocks"),
        "one after the other": ("--preset", "1.2", "--preset", "1.4"),
        "leave out --who": ("--who", "persona:yapper"),
        "--fix, --free": ("--fix", "own"),
        "--within and --playouts": ("--playouts", "20"),
        "one of cpu, gpu": ("--fit-on", "tpu"),
    }
    for problem, words in cases.items():
        done = run_program("offleash.cli", "train", "uri-nation", "--judge", *words)
        assert done.returncode == 2 and problem in done.stderr, (problem, done.stderr)
    done = run_program("offleash.cli", "train", "uri-nation", "--also", "board=nine-blocks")
    assert done.returncode == 2 and "need --judge" in done.stderr
    assert other.read_text() == "my notes"
    assert list(tmp_path.iterdir()) == [other]


def test_a_command_names_a_board_by_its_file(tmp_path: Path) -> None:
    board = tmp_path / "yard.txt"
    board.write_text((DATA / "six-blocks.txt").read_text())
    command = JudgeTraining(GAME, RULES, EFFORT, also=[{"board": str(board)}]).command
    assert f"--set max_rounds=3 --also board={board} " in command


def test_a_network_of_another_size_is_refused_before_the_training(tmp_path: Path) -> None:
    file, about = tmp_path / "mine.npz", dict.fromkeys(REQUIRED, "a test")
    small = random_network((len(GAME.bots.features), 5, 4), np.random.default_rng(0)).whole()
    file.write_bytes(add_network(file, GAME, "1.4", small, about))
    check_judge_file(file, training())  # the network that would be replaced
    other = JudgeTraining(GAME, GAME.options("1.2"), EFFORT)
    with pytest.raises(BadFile, match=r"network '1\.4' has a different size"):
        check_judge_file(file, other)


def test_a_network_that_knows_nothing_does_not_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first targets are results alone, unless the training starts from a judge."""
    traces: list[float] = []

    def noted_targets(recording: Recording, network: FloatNetwork, trace: float) -> Any:
        traces.append(trace)
        return targets_of(recording, network, trace)

    monkeypatch.setattr(judge, "targets_of", noted_targets)
    few = JudgeEffort(iterations=2, games=4, steps=1, check=2)
    for start, expected in (("", [1.0, judge.TRACE]), ("learned", [judge.TRACE] * 3)):
        traces.clear()
        JudgeTrainer(JudgeTraining(GAME, RULES, few, "search:2", start=start), threads=1).train()
        assert traces == expected


def test_games_without_the_end_of_a_turn_teach_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer, width = JudgeTrainer(training(), threads=1), len(GAME.bots.features)
    nothing = np.zeros((0, width), np.uint8), np.zeros((0, 2), np.int64), np.zeros((1, 4))
    monkeypatch.setattr(trainer, "_play", lambda iteration: Recording(*nothing))
    with pytest.raises(OffleashError, match="nothing to learn from"):
        trainer.train()
