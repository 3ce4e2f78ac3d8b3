"""Training: what may move, that candidates are measured fairly, and that it finds what is there."""

import json
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from offleash.bots.kinds import SEARCH, find
from offleash.bots.lineup import policy
from offleash.bots.templates.search import HEADER
from offleash.cli.app import run as offleash
from offleash.contract.bots.weights import PlayerWeights, format_weights, read_weights
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.statistics.intervals import Interval
from offleash.lab.training.arena import TRAINEE, Arena, lineups_of
from offleash.lab.training.train import (
    Effort,
    Trainer,
    Training,
    TrainingResult,
    add_to_file,
    conduct,
    evolve,
)
from offleash.lab.training.trainees import trainee_of, trainees_of
from offleash.lab.training.weight_space import WeightLimits, make_space
from offleash.tools.errors import BadFile, OffleashError
from tests.battery import rebind
from tests.processes import output_of

DIGS = registry.load("digs")
SMALL = Effort(games=36, generations=4, population=6, check=240, seed=5)
# A greedy that bids too little to win a bone: one weight of Digs, spoilt.
SHY = rebind(DIGS, weights_by_name={**DIGS.bots.weights_by_name, "bold": 20})


# The space


def axes(start, fixed_names=(), **limits):
    space = make_space(start, WeightLimits(**limits), fixed_names)
    return {axis.name: (axis.low, axis.high) for axis in space.axes}


def test_weights_move_on_their_side_of_zero_and_a_zero_to_both():
    ranges = axes(
        {"plus": 30, "minus": -5, "nothing": 0, "always": 1_000_000}, steps={"nothing": 3}
    )
    reach = ranges["nothing"][1]
    assert ranges == {"plus": (0, 300), "minus": (-50, 0), "nothing": (-reach, reach)}
    assert axes({"plus": 30}, free=("plus",)) == {"plus": (-300, 300)}


def test_what_makes_a_persona_moves_by_a_factor_and_keeps_its_sign():
    start = {"a": 30, "b": -5, "c": 0, "d": 7}
    ranges = axes(start, fixed_names=("a", "b", "c"), within=2)
    assert ranges == {"a": (15, 60), "b": (-10, -3), "d": (0, 70)}


def test_only_and_fix():
    start = {"a": 1, "b": 2, "c": 3}
    assert list(axes(start, only=("a", "b"), fix=("b",))) == ["a"]
    with pytest.raises(OffleashError, match="no weight is left to train"):
        axes(start, only=("a",), fix=("a",))
    for limits in ({"only": ("x",)}, {"fix": ("x",)}, {"free": ("x",)}, {"steps": {"x": 1}}):
        with pytest.raises(OffleashError, match="there is no weight 'x'; the weights are a, b, c"):
            axes(start, **limits)
    with pytest.raises(OffleashError, match="the first step of z must be at least 1"):
        axes({"z": 0}, steps={"z": 0})
    with pytest.raises(OffleashError, match="a factor above 1"):
        axes(start, within=1)


def test_an_axis_starts_where_the_weight_is_and_its_ends_are_reached():
    start = {"a": 140, "b": -5, "c": 0, "d": 1, "e": 99_999}
    space = make_space(start, WeightLimits(), signature=("b",))
    assert space.weights(np.zeros(len(space.axes))) == start
    for axis, (low, high) in zip(space.axes, space.bounds, strict=True):
        assert low <= 0 <= high
        assert (axis.weight(low), axis.weight(high)) == (axis.low, axis.high)
        assert (axis.weight(low - 9), axis.weight(high + 9)) == (axis.low, axis.high)
        places = [axis.weight(x) for x in np.linspace(low, high, 200)]
        assert places == sorted(places)


def test_a_first_step_is_a_third_of_a_weight_or_as_requested():
    space = make_space({"a": 300, "z": 0}, WeightLimits(steps={"z": 40}))
    step = space.weights([1.0, 1.0])
    assert step["z"] == 40
    assert 380 <= step["a"] <= 410


# The search


def test_a_planted_optimum_is_found():
    start = {"a": 100, "b": 40, "zero": 0, "never": -1_000_000}
    best = {"a": 260, "b": 12, "zero": -30, "never": -1_000_000}
    requests = []

    def rate(generation, candidates):
        requests.append((generation, len(candidates)))
        return [-sum(abs(w[n] - best[n]) / 20 for n in best) for w in candidates]

    effort = Effort(generations=60, population=12, seed=1)
    weights = evolve(make_space(start, WeightLimits(steps={"zero": 10})), effort, rate)
    assert requests == [(generation, 12) for generation in range(60)]
    assert weights["never"] == best["never"]
    for name in ("a", "b", "zero"):
        assert abs(weights[name] - best[name]) <= 4, weights


def test_what_cannot_be_played_is_refused():
    for wrong in ({"games": 0}, {"generations": 0}, {"population": 3}, {"check": 1}, {"seed": -1}):
        with pytest.raises(OffleashError, match=f"{next(iter(wrong))} is "):
            Effort(**wrong)
    with pytest.raises(OffleashError, match=r"seed is 1,000,000; .*kept for claims"):
        Effort(seed=1_000_000)


# Who is trained, against whom


def test_who_can_be_trained():
    assert [t.player for t in trainees_of(DIGS, "all-personas")] == ["nose", "miser", "loner"]
    assert trainee_of(DIGS, "persona:nose").signature_weights == ("near", "bold")
    dog = registry.load("dog")
    weights = len(dog.bots.weights_by_name)
    mind = trainee_of(dog, "search-opponents", playouts=20)
    assert (mind.player, mind.bot) == ("opponents", "search:20:hand")
    assert mind.offsets == (HEADER + weights,)
    with pytest.raises(OffleashError, match=r"'cat' can't be trained; choose from greedy,"):
        trainee_of(dog, "cat")
    with pytest.raises(OffleashError, match="has no weights 'mine'; there are hand"):
        trainee_of(rebind(dog, weight_sets={}), "greedy", "mine")
    if not SEARCH.can_play(DIGS):
        with pytest.raises(OffleashError, match="Digs has no search"):
            trainee_of(DIGS, "judgement")


def test_training_goes_on_from_a_set():
    sets = {"tuned": {"greedy": {"near": 12}, "nose": {"bone": 31}}}
    game = rebind(DIGS, weight_sets=sets)
    assert trainee_of(game, "greedy", "tuned").start == {**DIGS.bots.weights_by_name, "near": 12}
    nose = trainee_of(game, "persona:nose", "tuned")
    assert nose.start == {**DIGS.bots.weights_by_name, "near": 20, "bold": 40, "bone": 31}
    assert nose.bot == "tuned:nose"


def test_teams_play_together_and_archetypes_keep_their_seats():
    dog, uri = registry.load("dog"), registry.load("uri-nation")
    table = lineups_of(dog, dog.options(), trainee_of(dog, "greedy"), ["random"])
    assert table == [(TRAINEE, "random", TRAINEE, "random")]
    usual = lineups_of(dog, dog.options(), trainee_of(dog, "greedy"))
    assert [names[1] for names in usual] == ["greedy", *(f"persona:{n}" for n in dog.bots.personas)]
    hunter = lineups_of(dog, dog.options(), trainee_of(dog, "persona:hunter"))
    assert [names[1] for names in hunter] == ["greedy", "persona:runner", "persona:blocker"]
    searching = lineups_of(dog, dog.options(), trainee_of(dog, "judgement"))
    assert searching == [(TRAINEE, "search:75:hand", TRAINEE, "search:75:hand")]
    dogs = ["bruiser", "scrapper", "diplomat", "yapper"]
    personas = [f"persona:{name}" for name in dogs]
    one = lineups_of(uri, uri.options(), trainee_of(uri, "persona:diplomat"))
    assert one == [(personas[0], personas[1], TRAINEE, personas[3])]
    lineups = lineups_of(uri, uri.options(), trainee_of(uri, "greedy"))
    assert lineups == [
        tuple(TRAINEE if i == j else personas[j] for j in range(4)) for i in range(4)
    ]
    with pytest.raises(OffleashError, match="2 bots are named for 3 seats"):
        lineups_of(uri, uri.options(), trainee_of(uri, "greedy"), ["greedy,random"])


def test_a_candidate_plays_as_the_bot_with_its_weights_does():
    """Shares of a batch of candidates, beside games played one by one with bots by name."""
    arena = Arena(DIGS, [DIGS.options()], trainee_of(DIGS, "greedy"), ["greedy", "random"])
    miser = dict(
        zip(DIGS.bots.weights_by_name, DIGS.persona_weights("miser").tolist(), strict=True)
    )
    shares = arena.shares([arena.trainee.start, miser], seed=3, first=7, blocks=4, threads=2)
    assert shares.shape == (4, 2)
    for candidate, bot in enumerate(["greedy", "persona:miser"]):
        for block in range(4):
            won = []
            for seating in arena.seatings:
                names = [bot if name == TRAINEE else name for name in seating.players]
                seat = seating.players.index(TRAINEE)
                one = play_batch(DIGS, policy(DIGS, names), 1, 3, first=7 + block)
                won.append(one.results[0, seat] / one.results[0].sum())
            assert shares[block, candidate] == pytest.approx(np.mean(won))


def test_a_mind_is_rewritten_as_a_set_of_weights_would_do_it():
    """In Uri-Nation a search models every archetype: what moves, moves in all of them."""
    uri = rebind(registry.load("uri-nation"), weight_sets={})
    trainee = trainee_of(uri, "judgement", playouts=8)
    arena = Arena(uri, [uri.options()], trainee)
    changed = {"claim": 77, "open": 9}
    tuned = rebind(uri, weight_sets={"tuned": {"judgement": changed}})
    bots = (("search:8:hand", {}), ("search:8:tuned", changed))
    for bot, changes in bots:
        row = arena.cast([{**trainee.start, **changes}]).personas[-1]
        kind, argument = find(tuned, bot)
        assert row[1:].tolist() == list(kind.weights(tuned, argument))


def test_every_seat_is_taken_equally_often():
    arena = Arena(DIGS, [DIGS.options()], trainee_of(DIGS, "greedy"), ["random"])
    seats = [seating.players.index(TRAINEE) for seating in arena.seatings]
    assert sorted(seats) == list(range(DIGS.seat_count(DIGS.options())))


def test_threads_change_nothing():
    arena = Arena(DIGS, [DIGS.options()], trainee_of(DIGS, "greedy"))
    candidates = [arena.trainee.start, {**arena.trainee.start, "near": 3}]
    one, two = (arena.shares(candidates, 1, 0, 6, threads=n) for n in (1, 2))
    assert one.tobytes() == two.tobytes()


# Training


def test_weights_that_change_nothing_stay_out_of_the_search():
    weights = {**DIGS.bots.weights_by_name, "spare": 0}  # which no rule reads
    game = rebind(DIGS, weights_by_name=weights)
    training = Training(game, "greedy", [game.options()], SMALL, ["persona:nose"])
    assert training.idle == ["spare"]
    assert [axis.name for axis in training.space.axes] == list(DIGS.bots.weights_by_name)
    limits = WeightLimits(only=("spare",))
    idle = Training(game, "greedy", [game.options()], SMALL, limits=limits)
    with pytest.raises(OffleashError, match="none of spare changes how greedy plays"):
        assert idle.space


def train_greedy(folder: Path | None, **settings):
    training = Training(
        SHY, "greedy", [SHY.options()], SMALL, ["persona:nose"], settings.pop("limits", None)
    )
    player = Trainer(training, folder, threads=1, **settings)
    try:
        return conduct(player)
    finally:
        player.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "greedy"
    return folder, train_greedy(folder)


def test_a_spoilt_weight_is_found(whole):
    _, result = whole
    assert result.start["bold"] == 20
    assert 25 < result.weights["bold"] < 100
    assert result.is_better
    assert result.after > result.before + 0.1
    assert result.blocks.value > 0.5


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_training_that_was_stopped_ends_with_the_same_bytes(whole, tmp_path):
    class Stop(Exception):
        pass

    def stop_at(limit):
        played = 0

        def on_progress(games):
            nonlocal played
            played += games
            if played > limit:
                raise Stop

        return on_progress

    games = 36 * 6
    for generations in (0.5, 1.5, 1.7, 4.1):
        with pytest.raises(Stop):
            train_greedy(tmp_path / "greedy", on_progress=stop_at(generations * games))
    assert train_greedy(tmp_path / "greedy") == whole[1]
    assert contents(tmp_path / "greedy") == contents(whole[0])


def test_a_folder_keeps_to_one_training(whole):
    limits = WeightLimits(fix=("bone",))
    with pytest.raises(OffleashError, match=r"holds another experiment \(not the same command"):
        train_greedy(whole[0], limits=limits)


def copy_of(folder, place):
    place.mkdir()
    for name, data in contents(folder).items():
        (place / name).write_bytes(data)
    return place


def test_a_generation_that_was_changed_is_refused(whole, tmp_path):
    folder = copy_of(whole[0], tmp_path / "greedy")
    file = folder / "generation-00001.json"
    text = file.read_text()
    file.write_text(text.replace("25", "26"))
    assert file.read_text() != text
    with pytest.raises(BadFile, match=r"generation-00001\.json: it holds other weights"):
        train_greedy(folder)
    file.write_text("[1]")
    with pytest.raises(BadFile, match=r"generation-00001\.json: it was damaged or changed"):
        train_greedy(folder)


@pytest.mark.parametrize("share", [float("nan"), 1.5, -0.1])
def test_shares_that_nobody_can_win_are_refused(whole, tmp_path, share):
    folder = copy_of(whole[0], tmp_path / "greedy")
    file = folder / "generation-00001.json"
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "shares": [share] * len(data["shares"])}))
    with pytest.raises(BadFile, match=r"generation-00001\.json: it was damaged or changed"):
        train_greedy(folder)


@pytest.mark.parametrize("text", ['{"a": 1}', '"soon"', "7"])
def test_an_invalid_date_is_refused(whole, tmp_path, text):
    folder = copy_of(whole[0], tmp_path / "greedy")
    (folder / "date.json").write_text(text)
    with pytest.raises(BadFile, match=r"date\.json: it was damaged or changed"):
        train_greedy(folder)


def test_provenance_says_how_to_repeat_the_training(whole):
    provenance = whole[1].trained.provenance
    assert provenance["games"] == 4 * 6 * 36
    assert (provenance["seed"], provenance["generations"], provenance["rules"]) == (
        5,
        4,
        DIGS.rules_version,
    )
    assert provenance["opponents"] == "persona:nose"
    assert provenance["result"].startswith(
        f"wins {100 * whole[1].after:.1f} % where it began with "
    )
    words = shlex.split(provenance["command"])
    assert words[:3] == ["offleash", "train", "digs"]
    assert words[words.index("--against") + 1] == "persona:nose"


def test_what_was_found_can_be_read_and_played(whole, tmp_path):
    file = tmp_path / "mine.toml"
    other = PlayerWeights({"bold": 60}, whole[1].trained.provenance)
    file.write_text(format_weights({"loner": other}))
    add_to_file(file, SHY, whole[1])
    weights_by_name = read_weights(file, SHY.bots.weights_by_name, SHY.bots.personas)
    assert list(weights_by_name) == ["greedy", "loner"]
    assert weights_by_name["loner"] == other
    weights = {**SHY.bots.weights_by_name, **weights_by_name["greedy"].weights}
    assert weights == whole[1].weights


def test_a_kept_run_notices_that_weights_have_changed():
    def digest(near):
        game = rebind(DIGS, weight_sets={"tuned": {"greedy": {"near": near}}})
        arm = make_arm(game, "", game.options(), ["tuned"])
        return Experiment(make_plan(game, [arm], 3), game).rules_digest

    assert digest(3) == digest(3) != digest(4)


def test_better_means_that_the_whole_interval_is():
    trained_ = PlayerWeights({}, {})
    for gain, is_better in (
        (Interval(0.02, 0.001, 0.04), True),
        (Interval(0.02, -0.001, 1), False),
    ):
        assert TrainingResult("greedy", {}, {}, 0, 0, gain, gain, trained_).is_better is is_better


# The command


QUICK = "--games 12 --generations 2 --population 4 --seed 3 --threads 1".split()  # noqa: SIM905


def test_a_command_line_repeats_itself(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("offleash.cli.train.load", lambda name: SHY)
    arguments = ["train", "digs", "--who", "greedy", "--against", "persona:nose", *QUICK]
    arguments += ["--only", "bold,crumb", "--generations", "4"]
    out, second_out = tmp_path / "a.toml", tmp_path / "b.toml"
    offleash([*arguments, "--check", "400", "--out", str(out)])
    output = capsys.readouterr().out
    assert "greedy of Digs" in output and "Wrote" in output
    command = read_weights(out, SHY.bots.weights_by_name, SHY.bots.personas)["greedy"].provenance[
        "command"
    ]
    offleash([*shlex.split(command)[1:], "--out", str(second_out), "--threads", "2"])
    assert second_out.read_bytes() == out.read_bytes()


def test_weights_that_are_not_better_are_not_written(tmp_path, capsys):
    out = tmp_path / "weights.toml"
    offleash(["train", "digs", "--who", "persona:nose", *QUICK, "--check", "12", "--out", str(out)])
    assert "That may be chance, so nothing was written" in " ".join(capsys.readouterr().out.split())
    assert not out.exists()
    assert (tmp_path / "weights.training" / "nose" / "weights.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--who", "nobody"], "'nobody' can't be trained"),
        (["--against", "cat"], "there is no bot 'cat'"),
        (["--only", "nera"], "there is no weight 'nera'"),
        (["--step", "near"], "--step must be like weight=10, not 'near'"),
        (["--start", "mine"], "has no weights 'mine'"),
        (["--within", "0.5"], "a factor above 1"),
    ],
)
def test_a_wrong_argument_gives_one_error_message(tmp_path, arguments, problem):
    with pytest.raises(OffleashError, match=problem):
        offleash(["train", "digs", *QUICK, "--out", str(tmp_path / "x.toml"), *arguments])
    assert list(tmp_path.iterdir()) == []


def test_an_invalid_weights_file_is_found_before_anything_is_played(tmp_path):
    out = tmp_path / "x.toml"
    out.write_text("near = 3\n")
    with pytest.raises(BadFile, match=r"x\.toml, line 1: 'near' is not one of greedy, nose"):
        offleash(["train", "digs", *QUICK, "--out", str(out)])


def test_training_needs_none_of_the_heavy_libraries():
    """It runs on a bare machine, where the lab's other libraries are missing."""
    code = """
import sys
for name in ("scipy", "pandas", "polars", "optuna", "altair", "vl_convert", "distributed"):
    sys.modules[name] = None
import tests.toys
from offleash.games.registry import load
from offleash.lab.training.train import Effort, Trainer, Training, conduct
game = load("digs")
effort = Effort(games=3, generations=1, population=4, check=3)
found = conduct(Trainer(Training(game, "greedy", [game.options()], effort), threads=1))
import offleash.cli.train
print(found.player)
"""
    assert output_of(code) == "greedy\n"


def test_cmaes_is_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(OffleashError, match=r"training needs cmaes, .* pip install"):
        Training(DIGS, "greedy", [DIGS.options()])
