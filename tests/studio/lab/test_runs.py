"""Runs of the server: played by a process, stopped, killed, gone on with; and folders gone bad."""

import fcntl
import json
import os
import signal
from pathlib import Path
from threading import Thread

import pytest
from starlette.exceptions import HTTPException

from offleash.compiler import machine
from offleash.studio.experiments import run_process, runs as module, states
from offleash.studio.experiments.run_queue import RunQueue
from offleash.studio.experiments.runs import Runs
from offleash.tools.errors import OffleashError
from offleash.web.child_process import ChildProcess
from tests.studio.lab.sample_runs import CLAIM, LONG, make_unplayed_run, plan_of, play, wait_for
from tests.web import sample_jobs


@pytest.fixture
def runs(tmp_path):
    all_runs = Runs(tmp_path / "runs")
    yield all_runs
    all_runs.close()


@pytest.fixture
def idle(tmp_path, monkeypatch):
    """Runs that nobody plays."""
    monkeypatch.setattr(module.RunPlayer, "wake", lambda self: None)
    return Runs(tmp_path / "runs")


@pytest.fixture
def processes(monkeypatch):
    """Every process that is begun."""
    children = []

    def create(*arguments):
        children.append(ChildProcess(*arguments))
        return children[-1]

    monkeypatch.setattr(module, "ChildProcess", create)
    return children


def test_a_run_is_stopped_killed_and_goes_on_and_others_wait_for_it(runs, processes):
    first = runs.start(plan_of(LONG), "A long one")
    second = runs.start(plan_of(CLAIM))
    wait_for(lambda: runs.state(first).games > 0)
    assert [state.status for state in (runs.state(first), runs.state(second))] == [
        "playing",
        "waiting",
    ]
    played = runs.state(first)
    assert played.title == "A long one" and played.question == "How does Dog play?"
    assert played.of >= 900_000 and 0 < played.share < 1 and "±" in played.note
    runs.stop(first)
    state = wait_for(lambda: (s := runs.state(second)).status == "done" and s)
    assert runs.state(first).status == "stopped" and runs.state(first).can_go_on
    assert state.verdict == "The claim holds." and state.share == 1
    assert not state.has_report and not state.can_go_on and state.sentence == ""

    before = runs.state(first).games
    runs.go_on(first)
    wait_for(lambda: runs.state(first).games > before)  # and not from nothing
    os.kill(processes[-1].pid, signal.SIGKILL)
    wait_for(lambda: runs.state(first).status == "stopped")
    assert runs.state(first).games >= before
    runs.remove(first)
    assert [state.name for state in runs.list()] == [second]
    assert not (runs.folder / first).exists()


def test_the_same_plan_is_the_same_run(idle):
    name = idle.start(plan_of(), "Mine")
    assert idle.start(plan_of(), "Again") == name
    assert idle.state(name).title == "Mine" and idle.state(name).status == "waiting"
    assert idle.start(plan_of(seed=2)) != name
    assert len(idle.list()) == 2


def test_runs_of_other_rules_are_left_alone_and_reported(idle):
    name = idle.start(plan_of())
    idle.stop(name)
    assert idle.state(name).status == "stopped"
    file = idle.folder / name / "plan.json"
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "rules": "others"}))
    state = idle.state(name)
    assert state.status == "failed" and "rules have changed" in state.sentence
    with pytest.raises(OffleashError, match="rules have changed"):
        idle.go_on(name)
    assert idle.start(plan_of()) == f"{name}-2"


def test_the_queue_keeps_its_order_and_has_a_limit(tmp_path, monkeypatch):
    queue = RunQueue(tmp_path)
    for number, name in enumerate(("first", "second", "third")):
        queue.join(name)
        os.utime(tmp_path / ".line" / "waiting" / name, (number, number))
    queue.join("first")  # once is enough
    queue.leave("second")
    assert queue.state().waiting == ("first", "third") and queue.state().playing == ""
    with queue.take_next() as name:
        assert name == "first" and queue.state().playing == "first"
        queue.join("first")
        assert queue.state().waiting == ("third",)
        queue.leave("first")
        assert (
            queue.state().playing == ""
            and queue.lock_owner() == "first"
            and not queue.is_active("first")
        )
    with queue.take_next() as name:
        assert name == "third"
    assert queue.state().playing == "" and queue.lock_owner() == ""  # its process is gone
    with queue.take_next() as name:
        assert name == ""
    monkeypatch.setattr("offleash.studio.experiments.run_queue.MAX_WAITING", 0)
    with pytest.raises(OffleashError, match="are waiting"):
        queue.join("more")


def test_a_run_beyond_the_queue_limit_is_not_started(idle, monkeypatch):
    monkeypatch.setattr("offleash.studio.experiments.run_queue.MAX_WAITING", 1)
    name = idle.start(plan_of())
    with pytest.raises(OffleashError, match="are waiting"):
        idle.start(plan_of(seed=2))
    assert idle.start(plan_of()) == name and [state.name for state in idle.list()] == [name]


def test_two_processes_never_play_at_once(tmp_path):
    queue = RunQueue(tmp_path)
    with queue.take_next():
        other = os.open(tmp_path / ".line" / "lock", os.O_RDWR)
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(other)


def test_a_run_whose_process_cannot_start_fails(runs, monkeypatch):
    monkeypatch.setattr(run_process, "play_next", sample_jobs.exit_at_once)
    monkeypatch.setattr(module, "MAX_ATTEMPTS", 1)
    name = runs.start(plan_of())
    state = wait_for(lambda: (s := runs.state(name)).status == "failed" and s)
    assert state.sentence == "Its process could not be started."


def test_a_run_fails_when_no_process_can_be_created_and_later_runs_are_played(runs, monkeypatch):
    def full(self):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(ChildProcess, "_start", full)
        name = runs.start(plan_of(CLAIM))
        state = wait_for(lambda: (s := runs.state(name)).status == "failed" and s)
        assert state.sentence == "Its process could not be started."
    runs.go_on(name)
    wait_for(lambda: runs.state(name).status == "done")


@pytest.mark.parametrize("name", ["..", "../x", "/etc", ".line", "", "a/b", "x" * 200, "ü", "-x",
                                  "runs", "compare", "choices"])  # fmt: skip
def test_only_plain_names_lead_to_a_run(idle, name):
    play_nothing(idle.folder / "x")
    if name.isalpha() and len(name) < 10:  # a folder whose address would be another page
        play_nothing(idle.folder / name)
        assert [state.name for state in idle.list()] == ["x"]
    for ask in (idle.state, idle.stop, idle.go_on, idle.remove, idle.plan):
        with pytest.raises(HTTPException) as error:
            ask(name)
        assert error.value.status_code == 404


def play_nothing(folder: Path) -> Path:
    return make_unplayed_run(folder, plan_of())


def test_a_symlink_out_of_the_folder_is_not_a_run(idle, tmp_path):
    outside = play_nothing(tmp_path / "outside")
    idle.folder.mkdir()
    (idle.folder / "link").symlink_to(outside)
    assert idle.list() == []
    with pytest.raises(HTTPException):
        idle.remove("link")
    assert outside.exists()


def test_command_line_runs_are_listed_and_studio_trials_separately(idle):
    play(idle.folder / "by-hand", plan_of())
    play_nothing(idle.folder / "trials-mine-abc")
    (idle.folder / "no-run").mkdir()
    (state,) = idle.list()
    assert (state.name, state.status, state.games, state.kind) == ("by-hand", "done", 8, "simulate")
    (trial,) = idle.list(trials=True)
    assert trial.name == "trials-mine-abc" and trial.is_trial and trial.status == "stopped"


@pytest.mark.parametrize("bad", ["", "{", "[]", '{"plan": 3}', "\0" * 100, "[" * 10_000])
def test_a_damaged_folder_is_reported_and_hides_no_other(idle, bad):
    play_nothing(idle.folder / "sound")
    broken = play_nothing(idle.folder / "broken")
    (broken / "plan.json").write_text(bad)
    by_name = {state.name: state for state in idle.list()}
    assert by_name["broken"].status == "failed" and "damaged" in by_name["broken"].sentence
    assert by_name["sound"].status == "stopped"
    assert idle.state("broken").status == "failed"
    idle.remove("broken")
    assert [state.name for state in idle.list()] == ["sound"]


SHAPES = [
    {"games": ["x"]},
    {"games": [[1]]},
    {"games": 10**400},
    {"games": -1},
    [1],
    {"kind": "\ud800"},
]


@pytest.mark.parametrize("bad", SHAPES)
def test_a_summary_of_another_shape_hides_no_run(idle, bad):
    folder = play_nothing(idle.folder / "odd")
    (folder / "summary.json").write_text(json.dumps(bad))
    (state,) = idle.list()
    assert (state.name, state.status, state.games) == ("odd", "done", 0)
    json.dumps(state.to_json(), ensure_ascii=False).encode()


def test_lone_surrogates_and_huge_numbers_in_a_note_hide_no_run(idle):
    name = idle.start(plan_of())
    odd = {"title": "a\ud800", "games": 10**400, "made": -(10**30), "of": -1}
    (idle.folder / name / states.FILE).write_text(json.dumps(odd))
    (state,) = idle.list()
    assert (state.title, state.games, state.start_time, state.of) == ("a?", 0, 0, 0)


ODD = [
    ("arms", []),
    ("arms", [{}]),
    ("goal", 5),
    ("kind", 5),
    ("game", "\ud800"),
    ("seatings", None),
]
ODD_ARMS = [("options", [[5]]), ("options", "x"), ("lineups", []), ("lineups", [[5]]), ("name", 5)]


@pytest.mark.parametrize(("key", "value"), [*ODD, *ODD_ARMS])
def test_a_malformed_plan_is_reported(idle, key, value):
    folder = play_nothing(idle.folder / "odd")
    data = json.loads((folder / "plan.json").read_text())
    place = data["plan"]["arms"][0] if (key, value) in ODD_ARMS else data["plan"]
    place[key] = value
    (folder / "plan.json").write_text(json.dumps(data))
    state = idle.state("odd")
    assert state.status == "failed" and state.sentence
    with pytest.raises(OffleashError):
        idle.go_on("odd")


@pytest.mark.parametrize("bad", ["", "null", '{"games": "many", "title": 3}', "{"])
def test_a_damaged_note_about_a_run_says_nothing(idle, bad):
    name = idle.start(plan_of())
    (idle.folder / name / states.FILE).write_text(bad)
    assert idle.state(name).status == "waiting" and idle.state(name).games == 0


def test_a_thousand_runs_are_read_once(idle, monkeypatch):
    one = play_nothing(idle.folder / "run-0000")
    plan = (one / "plan.json").read_text()
    for number in range(1, 1000):
        folder = idle.folder / f"run-{number:04}"
        folder.mkdir()
        (folder / "plan.json").write_text(plan)
        states.write(folder, states.RunInfo(f"Run {number}", start_time=number))
    listing = idle.list()
    assert len(listing) == 1000 and listing[1].title == "Run 999"
    read = []
    monkeypatch.setattr(states, "read", lambda folder: read.append(folder) or states.RunInfo())
    assert len(idle.list()) == 1000 and read == []
    states.write(idle.folder / "run-0007", states.RunInfo("Changed, and longer"))
    idle.list()
    assert [folder.name for folder in read] == ["run-0007"]


def test_an_unwritable_folder_is_reported_without_its_path(tmp_path, monkeypatch):
    (tmp_path / "runs").write_text("a file")
    blocked = Runs(tmp_path / "runs")
    with pytest.raises(OffleashError) as error:
        blocked.start(plan_of())
    assert str(tmp_path) not in str(error.value)
    missing = Runs(tmp_path / "missing")
    assert missing.list() == [] and not (tmp_path / "missing").exists()


def test_removing_waits_for_a_writer(idle, monkeypatch):
    name = idle.start(plan_of())
    monkeypatch.setattr(module, "STOP_TIMEOUT_S", 0.0)
    handle = os.open(idle.folder / name, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(OffleashError, match="still being played"):
        idle.remove(name)
    os.close(handle)
    idle.remove(name)
    assert idle.list() == []


def test_what_a_killed_server_was_removing_is_removed(idle):
    name = idle.start(plan_of())
    left = idle.folder / f"{module.REMOVED_PREFIX}old-1"
    left.mkdir()
    assert len(idle.list()) == 1
    idle.remove(name)
    assert not left.exists()


# What goes wrong while it is played, in this process


@pytest.fixture
def stopped_run(idle, monkeypatch):
    monkeypatch.setattr(machine, "announce", machine.announce)  # which the work changes
    name = idle.start(plan_of())
    idle.stop(name)
    return idle, name


def test_a_failed_report_leaves_a_finished_run(stopped_run, monkeypatch):
    runs, name = stopped_run

    def fail(folder):
        raise OffleashError(f"{folder}/games.parquet can't be read")

    monkeypatch.setattr("offleash.lab.report.write.write_report", fail)
    run_process.play(runs.folder, name)
    state = runs.state(name)
    assert state.status == "done" and not state.has_report and state.can_go_on
    assert state.sentence == f"{name}/games.parquet can't be read."
    assert state.verdict.endswith("in 8 games.")


def test_a_full_disk_fails_the_run_and_keeps_its_files(stopped_run, monkeypatch):
    runs, name = stopped_run

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("offleash.lab.runs.store.write_whole", full)
        run_process.play(runs.folder, name)
    state = runs.state(name)
    assert state.status == "failed" and "No space left on device" in state.sentence
    assert str(runs.folder) not in state.sentence
    runs.go_on(name)
    assert runs.state(name).status == "waiting" and runs.state(name).sentence == ""


def test_errors_are_reported_and_logged(stopped_run, monkeypatch):
    runs, name = stopped_run
    monkeypatch.setattr("offleash.lab.experiments.kinds.conduct", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run_process.play(runs.folder, name)
    assert runs.state(name).sentence == run_process.BROKEN


def test_two_workers_begin_the_same_plan_once(tmp_path, monkeypatch):
    monkeypatch.setattr(module.RunPlayer, "wake", lambda self: None)
    plan, names = plan_of(), set()
    threads = [
        Thread(target=lambda: names.add(Runs(tmp_path / "runs").start(plan))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names) == 1 and len(Runs(tmp_path / "runs").list()) == 1
