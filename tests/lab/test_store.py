"""Runs in folders: whatever happens on the way, the same rows and the same summary."""

import errno
import os
import runpy
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from offleash.games.registry import load
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import Arm, Plan
from offleash.lab.report.write import write_report
from offleash.lab.runs import folder as folders
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.finished_run import load_run
from offleash.lab.runs.folder import read_json
from offleash.lab.runs.results import to_json
from offleash.lab.runs.run import Run
from offleash.lab.runs.store import SHARDS, scan
from offleash.tools.errors import OffleashError
from tests.battery import rebind
from tests.lab.runs import assert_same, conduct_experiment, contents, small_experiment

SIZE = 12  # games of a shard: ten shards


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run that nothing has disturbed."""
    path = tmp_path_factory.mktemp("whole") / "run"
    conduct_experiment(small_experiment(), path, threads=1, games_a_shard=SIZE)
    return path


def stop_after(experiment, path, shards: int) -> None:
    """A run that ends after so many shards."""
    run, shards_played = Run(experiment, threads=1, out=path, games_a_shard=SIZE), []

    def on_progress(shard) -> None:
        shards_played.append(shard)
        if len(shards_played) == shards:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kinds.conduct(run, on_progress)


def resume_run(experiment, path, **settings) -> list:
    """What a run that goes on still plays."""
    shards: list = []
    kinds.conduct(Run(experiment, out=path, **settings), shards.append)
    return [shard.work for shard in shards]


@pytest.mark.parametrize("settings", [{"threads": 2}, {"games_a_shard": 50}, {"games_a_shard": 3}])
def test_threads_and_shards_change_nothing(whole, tmp_path, settings):
    conduct_experiment(small_experiment(), tmp_path / "run", **settings)
    assert_same(tmp_path / "run", whole)


def test_late_values_are_put_in_order(tmp_path):
    """The longest and the median game of Dog are found from how often each length came."""
    for size in (10, 25, 60):
        dog = small_experiment(60, name="dog", lineup=["random"])
        conduct_experiment(dog, tmp_path / str(size), games_a_shard=size)
    assert_same(tmp_path / "10", tmp_path / "60")
    assert_same(tmp_path / "25", tmp_path / "60")


@pytest.mark.parametrize("settings", [{"games_a_shard": SIZE}, {"threads": 2, "games_a_shard": 21}])
def test_a_run_goes_on_where_it_was_stopped(whole, tmp_path, settings):
    path = tmp_path / "run"
    stop_after(small_experiment(), path, 4)
    assert len(os.listdir(path / SHARDS)) == 4
    works = resume_run(small_experiment(), path, **settings)
    assert min(work.lo for work in works) == 16
    assert sum(work.hi - work.lo for work in works) == 24
    assert_same(path, whole)


def test_a_run_that_has_ended_plays_nothing(whole, tmp_path, monkeypatch):
    path = shutil.copytree(whole, tmp_path / "run")
    before = contents(path)[1]
    monkeypatch.setattr(Experiment, "play", None)
    assert conduct_experiment(small_experiment(), path) == read_json(whole / "summary.json")
    assert contents(path)[1] == before
    assert_same(path, whole)


def test_what_is_damaged_is_played_again(whole, tmp_path):
    path = tmp_path / "run"
    stop_after(small_experiment(), path, 5)
    first, second, third, fourth, _ = sorted((path / SHARDS).iterdir())
    table = first / "games.parquet"
    table.write_bytes(table.read_bytes()[:-40])
    account = second / "account.npz"
    account.write_bytes(account.read_bytes()[:100])
    (third / "seats.parquet").unlink()
    fourth.rename(fourth.with_name(f"{folders.DRAFT}{fourth.name}"))  # killed before the rename
    (path / f"{folders.DRAFT}games.parquet").write_bytes(b"half")
    works = resume_run(small_experiment(), path, games_a_shard=SIZE)
    assert min(work.lo for work in works) == 0
    assert sum(work.hi - work.lo for work in works) == 36
    assert_same(path, whole)
    assert not [name for name in os.listdir(path) if name.startswith(".")]


def test_a_full_disk_ends_with_one_error_message_and_the_run_goes_on(whole, tmp_path, monkeypatch):
    path, real, places = tmp_path / "run", os.fsync, []

    def fsync(handle) -> None:
        place = Path(os.readlink(f"/proc/self/fd/{handle}"))
        if place.is_file() and place.parts[-3] == SHARDS:
            places.append(place)
            if len(places) > 8:  # the third file of the third shard
                os.ftruncate(handle, 10)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(folders.os, "fsync", fsync)
    with pytest.raises(OffleashError) as error:
        conduct_experiment(small_experiment(), path, threads=1, games_a_shard=SIZE)
    assert str(error.value) == (
        f"{path} can't be written (No space left on device): 24 games are saved; "
        "repeat the command to continue"
    )
    assert len(os.listdir(path / SHARDS)) == 2
    monkeypatch.undo()
    assert sum(work.hi - work.lo for work in resume_run(small_experiment(), path)) == 32
    assert_same(path, whole)


def test_a_disk_that_is_full_at_the_end(whole, tmp_path, monkeypatch):
    path = tmp_path / "run"

    monkeypatch.setattr(folders.Folder, "draft", lambda *_: Path("/dev/full"))
    with pytest.raises(OffleashError, match=r"No space left.*: 120 games are saved"):
        conduct_experiment(small_experiment(), path)
    monkeypatch.undo()
    assert resume_run(small_experiment(), path) == []
    assert_same(path, whole)


# What is refused


def open_error(experiment, path) -> str:
    """The sentence; nothing in the folder is touched."""
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    with pytest.raises(OffleashError) as error:
        Run(experiment, out=path)
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before
    return str(error.value)


def test_a_folder_of_another_plan_is_refused(whole):
    message = f"{whole} holds another experiment (not the same "
    assert open_error(small_experiment(seed=4), whole) == f"{message}seed): name another folder"
    assert open_error(small_experiment(games=150), whole) == f"{message}games): name another folder"
    other = small_experiment(arms=({"rounds": 4},))
    assert open_error(other, whole) == f"{message}arms): name another folder"


@pytest.mark.parametrize("has_ended", [True, False])
def test_changed_rules_are_refused(whole, tmp_path, monkeypatch, has_ended):
    path = tmp_path / "run"
    if has_ended:
        shutil.copytree(whole, path)
    else:
        stop_after(small_experiment(), path, 2)
    experiment = small_experiment()
    weights = experiment.game.weights.copy()
    weights[0] += 1
    monkeypatch.setitem(experiment.game.__dict__, "weights", weights)
    assert "the rules have changed since the games in" in open_error(experiment, path)


def test_folders_of_others_are_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    message = f"{tmp_path} has other files in it, such as thesis.tex: name a new folder"
    assert open_error(small_experiment(), tmp_path) == message
    file = tmp_path / "thesis.tex"
    assert open_error(small_experiment(), file) == f"{file} is a file, and a run needs a folder"
    assert "can't be written (Not a directory)" in open_error(small_experiment(), file / "below")


def test_an_invalid_plan_is_refused(tmp_path):
    (tmp_path / "plan.json").write_text("{}")
    assert (
        open_error(small_experiment(), tmp_path)
        == f"{tmp_path}/plan.json: it is not the plan of a run"
    )


DEEP = b"[" * 100_000  # more brackets than any program follows


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("games.parquet", None, "games.parquet can't be read (it is missing)"),
        ("seats.parquet", -40, "seats.parquet can't be read (it was damaged or changed)"),
        ("places.parquet", 0, "places.parquet can't be read (it was damaged or changed)"),
        ("account.npz", None, "account.npz can't be read (it is missing)"),
        ("account.npz", 100, "account.npz can't be read (it was damaged or changed)"),
        ("summary.json", 50, "summary.json: it can't be read (it was damaged or changed)"),
        ("summary.json", b"{}", "summary.json is not the summary of the run in"),
        ("summary.json", b"[]", "summary.json is not the summary of the run in"),
        ("summary.json", DEEP, "summary.json: it can't be read (it was damaged or changed)"),
        ("plan.json", DEEP, "plan.json: it is not the plan of a run"),
    ],
)
def test_an_ended_run_with_broken_files_is_refused(whole, tmp_path, name, data, sentence):
    path = shutil.copytree(whole, tmp_path / "run")
    if data is None:
        (path / name).unlink()
    else:
        contents = data if isinstance(data, bytes) else (path / name).read_bytes()[:data]
        (path / name).write_bytes(contents)
    assert sentence in open_error(small_experiment(), path)
    with pytest.raises(OffleashError) as error:
        load_run(path)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"arms"', '"rams"', "the plan has been changed and can't be read"),
        ('"texts": {}', '"texts": 3', "the plan has been changed and can't be read"),
        ('"games": 120', '"games": 0', "the number of games is 0"),
        ('"seed": 3', '"seed": "x"', "the seed is 'x'; it must be a whole number"),
        ('"format": 1', '"format": 0', "the plan was written by another version of the lab"),
        ('"games": 120', '"games": 60', "account.npz does not match the games in"),
        ('"games": 120', '"games": 99999999', "account.npz does not match the games in"),
        ('"lineups": [', '"lineups": [["greedy"],', "a line-up of 1 does not fit"),
    ],
)
def test_a_plan_that_was_edited_in_its_folder_is_refused(whole, tmp_path, old, new, sentence):
    path = shutil.copytree(whole, tmp_path / "run")
    text = (path / "plan.json").read_text()
    assert text.count(old) == 1
    (path / "plan.json").write_text(text.replace(old, new))
    with pytest.raises(OffleashError) as error:
        load_run(path)
    assert sentence in str(error.value)


def test_a_damaged_table_has_no_report(whole, tmp_path):
    path = shutil.copytree(whole, tmp_path / "run")
    table = bytearray((path / "games.parquet").read_bytes())
    table[20:200] = bytes(byte ^ 255 for byte in table[20:200])
    (path / "games.parquet").write_bytes(table)
    with pytest.raises(OffleashError, match=r"a table in .* can't be read"):
        write_report(path)
    assert not (path / "report.html").exists()


def test_an_unwritable_report_is_not_started(whole, tmp_path):
    path = shutil.copytree(whole, tmp_path / "run")
    (path / "report.html").mkdir()
    with pytest.raises(OffleashError, match=r"report.html can't be written \(it is a folder\)"):
        write_report(path)
    assert not (path / "stories").exists()


def test_things_in_the_way(tmp_path):
    """A file where shards should be; a folder that is called like something half written."""
    path = tmp_path / "run"
    stop_after(small_experiment(), path, 2)
    shutil.rmtree(path / SHARDS)
    (path / SHARDS).touch()
    (path / f"{folders.DRAFT}x" / "y").mkdir(parents=True)
    with pytest.raises(OffleashError) as error:
        conduct_experiment(small_experiment(), path)
    message = f"{path} can't be written (Not a directory): repeat the command to continue"
    assert str(error.value) == message
    assert not (path / f"{folders.DRAFT}x").exists()


def test_what_options_are_made_of_counts_as_rules(monkeypatch):
    """Boards become tables in files that no rule imports: those of the arms tell."""

    def digests() -> list[str]:
        return [small_experiment(arms=({"rounds": rounds},)).rules_digest for rounds in (3, 4)]

    game, before = small_experiment().game, digests()
    plain = game.rules.settle

    def settle(options) -> None:
        plain(options)
        options["crumbs"] += options["rounds"] == 4

    monkeypatch.setitem(game.rules.__dict__, "settle", settle)
    after = digests()
    assert after[0] == before[0] and after[1] != before[1]


def test_how_homes_are_turned_counts_as_rules(tmp_path):
    arm, file = Arm("a", {}, (("greedy",) * 4,), "1.4"), tmp_path / "homes.py"
    plan, uri = Plan("uri-nation", (arm,), 96, seatings="factorial"), load("uri-nation")

    def digest(turns: str) -> str:
        file.write_text(f"def places(options):\n    return {turns}\n")
        seating = replace(uri.lab.seating, places=runpy.run_path(str(file))["places"])
        return Experiment(plan, rebind(uri, seating=seating)).rules_digest

    assert digest("[{}]") == digest("[{}]") != digest("[{}, {}]")


def test_two_runs_cannot_share_a_folder(tmp_path, whole):
    path = tmp_path / "run"
    first = Run(small_experiment(), out=path)
    assert (
        open_error(small_experiment(), path)
        == f"another run is writing to {path}: wait for it to end"
    )
    kinds.conduct(first)
    assert_same(path, whole)
    Run(small_experiment(), out=path).close()


# What is in the tables


def test_blocks_beyond_the_end_count_for_nothing(tmp_path):
    """A rule that stops early: what was played ahead is not in the tables."""
    summary = {"answer": 42}
    paths = [tmp_path / "ahead", tmp_path / "plain"]
    for path, steps in zip(paths, ([10, 20, 10], [10]), strict=True):
        run = Run(small_experiment(), threads=1, out=path, games_a_shard=SIZE)
        for blocks in steps:
            run.play(blocks)
        assert run.results.games(0) == 30
        run.finish(summary)
    assert_same(*paths)
    assert len(contents(paths[0])[0]["games"]) == 30


def test_a_shard_across_the_end_is_played_in_halves(tmp_path):
    paths = [tmp_path / "across", tmp_path / "plain"]
    for path, steps in zip(paths, ([40, 10], [10]), strict=True):
        run = Run(small_experiment(), threads=1, out=path, games_a_shard=21)
        for blocks in steps:
            run.play(blocks)
        run.finish({})
    assert_same(*paths)


def test_rows_are_ordered_by_arm_block_and_seating(tmp_path):
    arms = ({}, {"rounds": 4}, {"seats": 3, "tie": "nobody"})
    conduct_experiment(small_experiment(60, arms=arms), tmp_path, threads=2, games_a_shard=9)
    frames = contents(tmp_path)[0]
    expected = [(arm, f"arm {arm}", i // 3, i % 3) for arm in range(3) for i in range(60)]
    assert frames["games"].select("arm", "name", "block", "seating").rows() == expected
    assert frames["seats"].select("arm", "block", "seating", "seat").rows() == [
        (arm, block, seating, seat) for arm, _, block, seating in expected for seat in range(3)
    ]


def test_counts_by_place_are_those_of_the_games(tmp_path):
    experiment = small_experiment(30)
    conduct_experiment(experiment, tmp_path, games_a_shard=6)
    places = contents(tmp_path)[0]["places"]
    sums = Run(experiment).play().sums(0)
    for name in ("visits", "bids"):
        counts = places.filter(what=name)["count"].to_list()
        assert counts == sums[name][0].tolist()
        assert sum(counts) > 0


def test_arms_with_other_words_become_text(tmp_path):
    for arm, words in enumerate((["a", "b"], ["b", "c"])):
        dogs = pl.Series("dog", words, pl.Enum(words))
        pl.DataFrame({"arm": [arm, arm], "dog": dogs}).write_parquet(tmp_path / f"{arm}.parquet")
    frame = scan([[tmp_path / "0.parquet"], [tmp_path / "1.parquet"]]).collect()
    assert frame.rows() == [(0, "a"), (0, "b"), (1, "b"), (1, "c")]


def test_a_run_is_read_back(whole):
    loaded, fresh = load_run(whole), Run(small_experiment())
    assert not loaded.rules_changed
    assert loaded.plan == small_experiment().plan
    assert loaded.summary == to_json(kinds.conduct(fresh))
    loaded_account, fresh_account = loaded.results.account(0), fresh.results.account(0)
    assert loaded_account.figures() == fresh_account.figures()
    assert np.array_equal(loaded_account.upto(7).totals, loaded.results.account(0, 7).totals)
    assert loaded.results.sums(0) == fresh.results.sums(0)
    assert loaded.results.digest() == fresh.results.digest()
    assert loaded.results.games(0) == loaded.games.collect().height == 120
    assert loaded.seats.collect().height == 360


def test_a_run_may_end_without_games_of_its_own(tmp_path):
    """As a study does, whose games are those of other experiments."""
    summary = {"kind": "simulate", "best": 3}
    Run(small_experiment(), out=tmp_path).finish(summary)
    loaded = load_run(tmp_path)
    assert loaded.summary == summary
    with pytest.raises(OffleashError, match="has no table of games"):
        loaded.games.collect()


def test_only_runs_that_have_ended_are_read(tmp_path):
    with pytest.raises(OffleashError, match="is not the folder of a run"):
        load_run(tmp_path)
    stop_after(small_experiment(), tmp_path / "run", 2)
    with pytest.raises(OffleashError, match="has not ended: repeat its command to continue"):
        load_run(tmp_path / "run")


def test_nan_values_are_left_out_of_summaries():
    data = {"a": float("nan"), 2: (np.float64(0.5), np.int8(3)), "b": {"c": float("inf")}}
    assert to_json(data) == {"a": None, "2": [0.5, 3], "b": {"c": None}}
