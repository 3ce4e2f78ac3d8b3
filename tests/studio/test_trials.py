"""Games while a board is drawn: what they come to, and that it hangs on the board alone."""

import fcntl
import json
import os
import threading
import time
from dataclasses import asdict
from errno import ENOSPC
from multiprocessing import Pipe

import numpy as np
import pytest

from offleash.compiler import machine
from offleash.compiler.notice import Notice
from offleash.contract import option_texts
from offleash.games import registry
from offleash.lab.figures.differences import paired_differences
from offleash.lab.runs import store
from offleash.lab.runs.run import Run
from offleash.studio.boards.bot_games import board as boards, folders, process
from offleash.studio.boards.bot_games.board import TrialBoard
from offleash.studio.boards.bot_games.order import experiment_of
from offleash.studio.boards.bot_games.process import TrialStopped
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.child_process import ParentPipe
from tests.studio.trial_project import GAMES, Project, as_bytes, break_board, redraw_board, rows_of
from tests.timeouts import TIMEOUT_S

GROUPS = ["homes", "archetypes", "seats", "length", "endings"]
BLOCKS = 6
MAPS = ["visits", "fights", "ownership", "crossings"]


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


@pytest.fixture(scope="module")
def played_trials(tmp_path_factory):
    """A board that was played to its end, and then another next to it."""
    project = Project(tmp_path_factory.mktemp("played"))
    first = project.play()
    second = project.play(project.order(redraw_board(project.text), before=project.text))
    return project, first, second


def stop_after(project, events):
    """Somebody who stops a trial in the middle of a step, after so many events."""

    def look(games):
        if games and len(project.events) == events:
            raise TrialStopped

    return look


def test_figures_come_step_by_step_and_become_more_certain(played_trials):
    _, events, _ = played_trials
    assert [event["is"] for event in events] == ["played"] * len(events)
    games = [event["games"] for event in events]
    assert games == sorted(set(games)) and games[0] <= 200 and games[-1] == GAMES
    widths = [row["high"] - row["low"] for e in events for row in [rows_of(e, "homes")["home 1"]]]
    assert widths[-1] < widths[0] / 2
    for event in events:
        assert [group["key"] for group in event["groups"]] == GROUPS
        assert [len(group["rows"]) for group in event["groups"]] == [4, 4, 4, 3, 4]
        assert [heat["key"] for heat in event["heat"]] == MAPS
        assert event["of"] == GAMES and event["run"].startswith("trials-mine-")


def test_figures_are_those_of_the_run_folder(played_trials):
    project, events, _ = played_trials
    last = events[-1]
    summary = json.loads((project.runs / last["run"] / "summary.json").read_text())
    assert (summary["kind"], summary["games"]) == ("simulate", GAMES)
    for key, name, column in (
        ("homes", "home 3", "Win rates: by home, home 3"),
        ("archetypes", "Yapper", "Win rates: by archetype, Yapper"),
        ("seats", "Blue", "Win rates: by seat, Blue"),
        ("length", "rounds", "Game length: rounds, mean"),
        ("endings", "threshold", "Game length: % of the games, threshold"),
    ):
        row = rows_of(last, key)[name]
        assert row["value"] == pytest.approx(summary["figures"][column], abs=1e-6)
        assert [row["low"], row["high"]] == pytest.approx(summary["intervals"][column], abs=1e-6)
        assert row["before"] is None and row["change"] is None
    for key in ("homes", "archetypes", "seats"):  # everyone is everywhere equally often
        assert sum(row["value"] for row in rows_of(last, key).values()) == pytest.approx(
            1, abs=1e-5
        )


def test_heat_is_what_the_game_counts_by_place(played_trials):
    project, events, _ = played_trials
    game, board = registry.load("uri-nation"), trial_board(project, project.text)
    counts = {(kind, place): n for kind, place, n in game.lab.places(board.options, board.sums())}
    for heat, kind in (("visits", "visits"), ("fights", "challenges"), ("crossings", "crossings")):
        (heat_map,) = (entry for entry in events[-1]["heat"] if entry["key"] == heat)
        assert len(heat_map["cells"]) > 4 and heat_map["before"] is None
        for row, column, value in heat_map["cells"]:
            assert value == pytest.approx(counts[kind, f"({row},{column})"] / GAMES, abs=1e-6)
    board.close()


def trial_board(project, text):
    order = project.order()
    return TrialBoard(experiment_of(order, text), order.project, order.runs)


def test_a_change_is_paired_and_on_the_blocks_of_both(played_trials):
    project, _, events = played_trials
    last, old = events[-1], trial_board(project, project.text)
    new = trial_board(project, redraw_board(project.text))
    labels = [e for e in new.account(BLOCKS).means if e.key == "Win rates: by home, home 1"]
    differences = paired_differences([old.account(BLOCKS), new.account(BLOCKS)], labels)[:, 0]
    row = rows_of(last, "homes")["home 1"]
    assert row["change"] == pytest.approx(differences.mean(), abs=1e-6)
    assert row["value"] - row["before"] == pytest.approx(row["change"], abs=2e-6)
    sides = sorted((row["change_high"] - row["change"], row["change"] - row["change_low"]))
    student = 2.570582 * differences.std(ddof=1) / np.sqrt(BLOCKS)
    assert sides[0] == pytest.approx(student, rel=1e-4) and sides[1] > student  # they are skewed
    assert np.ptp(differences) > 0
    for heat in last["heat"]:
        assert len(heat["before"]) > 4
    old.close()
    new.close()


def test_the_board_before_catches_up(project):
    order = project.order(redraw_board(project.text), before=project.text, games=768)
    events = project.play(order)
    assert [event["games"] for event in events] == [192, 576, 576, 576, 768, 768]
    changes = [rows_of(event, "homes")["home 1"]["change"] for event in events]
    assert changes[:2] == [None, None] and None not in changes[2:]
    finished_folders = [
        folder for folder in project.runs.iterdir() if (folder / "summary.json").exists()
    ]
    assert len(finished_folders) == 2


def test_a_new_name_changes_nothing(played_trials):
    project, _, _ = played_trials
    other = project.text.replace("name: Six", "name: Sixty")
    assert other != project.text
    last = project.play(project.order(other, before=project.text, games=192))[-1]
    for key in GROUPS:
        for row in rows_of(last, key).values():
            assert row["change"] == 0
            assert row["change_low"] is row["change_high"] is None  # of two blocks


def test_a_board_that_was_played_answers_at_once_with_the_same_bytes(played_trials):
    project, events, _ = played_trials

    def look(games):
        assert games == 0, "something was played again"

    replayed = project.play(look=look)
    assert as_bytes(replayed[0]) == as_bytes(events[-1]) and len(replayed) == 1


@pytest.mark.parametrize("events", [0, 1])
def test_a_stopped_trial_resumes_to_the_same_result(played_trials, project, events):
    _, whole, _ = played_trials
    with pytest.raises(TrialStopped):
        project.play(look=stop_after(project, events))
    assert project.events == whole[:events]
    later = project.play()
    assert [as_bytes(event) for event in later] == [
        as_bytes(e) for e in whole[max(0, events - 1) :]
    ]


def test_other_steps_and_threads_give_the_same_result(played_trials, project, monkeypatch):
    _, whole, _ = played_trials
    monkeypatch.setattr(boards, "FIRST_STEP_GAMES", 96)
    monkeypatch.setattr(boards, "STEP_GAMES", 200)
    monkeypatch.setattr(boards, "spare_cores", lambda: 3)
    other = project.play()
    assert [event["games"] for event in other] == [96, 288, 480, 576]
    assert as_bytes(other[-1]) == as_bytes(whole[-1])


def test_a_damaged_shard_is_played_again(played_trials, project):
    _, whole, _ = played_trials
    with pytest.raises(TrialStopped):
        project.play(look=stop_after(project, 1))
    (shard,) = next(iter(project.runs.iterdir())).glob("shards/*/account.npz")
    shard.write_bytes(b"no more what it was")
    assert as_bytes(project.play()[-1]) == as_bytes(whole[-1])


@pytest.mark.parametrize("file", ["account.npz", "summary.json", "plan.json"])
def test_a_damaged_folder_is_played_again(project, file):
    order = project.order(games=96)
    (whole,) = project.play(order)
    (project.runs / whole["run"] / file).write_bytes(b"no more what it was")
    assert project.play(order) == [whole]
    summary = json.loads((project.runs / whole["run"] / "summary.json").read_text())
    assert summary["games"] == 96


def test_a_valid_folder_survives_a_temporary_lock(project, monkeypatch):
    order = project.order(games=96)
    (whole,) = project.play(order)

    def shut(experiment, threads, folder=None):  # by a worker's process that ends just now
        if folder is not None:
            raise OffleashError(f"another run is writing to {folder}: wait for it to end")
        return Run(experiment, threads)

    with monkeypatch.context() as patch:
        patch.setattr(boards, "Run", shut)
        (unsaved,) = project.play(order)
    assert unsaved["run"] == "" and unsaved["groups"] == whole["groups"]
    assert (project.runs / whole["run"] / "summary.json").exists()


# What is refused


def play_error(project, order):
    with pytest.raises(OffleashError) as error:
        project.play(order)
    assert project.events == [] and not project.runs.exists()
    return str(error.value)


def test_a_board_that_breaks_a_constraint_is_refused(project):
    message = play_error(project, project.order(break_board(project.text)))
    assert message.startswith("the board breaks K") and str(project.folder) not in message


def test_an_invalid_board_is_refused(project):
    assert play_error(project, project.order("no board")).startswith("line 1: a board begins with")


def test_broken_rules_are_refused_without_a_path(project):
    (project.project / "rules.toml").write_text("seats = 17\n")
    message = play_error(project, project.order())
    assert message.startswith("rules.toml, line 1: ") and str(project.folder) not in message
    assert to_sentence(message).startswith("rules.toml, line 1: ")


def test_a_board_before_that_cannot_be_played_is_left_out(project):
    events = project.play(project.order(before=break_board(project.text), games=96))
    assert rows_of(events[-1], "homes")["home 1"]["change"] is None


# Where they are kept


def test_without_a_folder_games_are_still_played(played_trials, project):
    _, whole, _ = played_trials
    (only,) = project.play(project.order(runs="", games=192))
    assert only["run"] == "" and "no folder of runs" in only["note"]
    assert only["groups"] == whole[0]["groups"]


def test_an_unwritable_folder_is_reported(project):
    project.runs.write_text("a file")
    last = project.play(project.order(games=96))[-1]
    assert last["run"] == "" and last["note"].startswith("These games are not saved: ")
    assert str(project.folder) not in last["note"] and last["games"] == 96


def test_a_full_disk_stops_no_trial(played_trials, project, monkeypatch):
    _, whole, _ = played_trials
    write, left = store.write_whole, [1]

    def full(folder, files):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(ENOSPC, "No space left on device")
        write(folder, files)

    monkeypatch.setattr(store, "write_whole", full)
    events = project.play()
    assert [event.get("note", "")[:26] for event in events] == ["", "These games are not saved:"]
    assert events[-1]["note"].endswith("can't be written (No space left on device).")
    assert events[-1]["groups"] == whole[-1]["groups"]


def test_another_process_on_the_same_board_is_left_alone(project):
    board = trial_board(project, project.text)
    last = project.play()[0]
    assert last["run"] == "" and "another run is writing" in last["note"]
    board.close()


def make_old_folder(runs, project, number, at):
    folder = runs / f"trials-{project}-{number:016x}"
    folder.mkdir(parents=True)
    (folder / "plan.json").write_text("{}")
    os.utime(folder, (at, at))
    return folder


def test_only_the_last_trials_of_a_project_stay(tmp_path):
    trial_folders = [
        make_old_folder(tmp_path, "mine", n, 1000 + n) for n in range(folders.MAX_FOLDERS + 5)
    ]
    unrelated = [
        make_old_folder(tmp_path, "mine-too", 1, 1),
        tmp_path / "claims",
        tmp_path / "trials-mine-x",
    ]
    for folder in unrelated[1:]:
        folder.mkdir()
    handle = os.open(trial_folders[1], os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    folders.mark_used(trial_folders[0])
    folders.prune(tmp_path, "mine")
    os.close(handle)
    left = {path for path in trial_folders if path.exists()}
    assert left == {trial_folders[0], trial_folders[1], *trial_folders[6:]}
    assert all(folder.exists() for folder in unrelated)


def test_a_trial_removes_old_ones(project):
    old = [make_old_folder(project.runs, "mine", n, 1000 + n) for n in range(folders.MAX_FOLDERS)]
    project.play(project.order(games=96))
    assert [path.exists() for path in old] == [False, *[True] * (folders.MAX_FOLDERS - 1)]


def test_the_boards_of_orders_are_forgotten(project, monkeypatch):
    monkeypatch.setattr(machine, "announce", machine.announce)
    orders = [
        project.order(project.text.replace("name: Six", f"name: {n}"), games=96) for n in range(3)
    ]
    pipe, before = Orders(orders), option_texts.text_count()
    process.play_orders(pipe)
    assert pipe.text_counts == [before + 1] * 3  # while each is played
    assert option_texts.text_count() == before


class Orders:
    """A pipe with orders, which counts the texts that are known when one is done."""

    def __init__(self, orders):
        self.orders, self.text_counts = list(enumerate(orders, 1)), []

    def receive(self, timeout):
        if self.orders:
            number, order = self.orders.pop(0)
            return {"number": number, "order": asdict(order)}
        return None

    def send(self, message):
        if message[1] == "done":
            self.text_counts.append(option_texts.text_count())

    def pending(self):
        return []


def test_waiting_for_the_compiler_is_reported_and_a_newer_order_stops_it(monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(os, "_exit", lambda status: ended.set())  # with its worker
    monkeypatch.setattr(machine, "announce", machine.announce)  # which the process changes
    worker, connection = Pipe()
    pipe = ParentPipe(connection)
    worker.send({"number": 6, "order": {}})
    worker.send({"number": 7, "order": {}})
    worker.send({"stop": 7})
    worker.send(None)  # as after a long silence
    while len(pipe.pending()) < 4:
        time.sleep(0.01)
    assert process.is_stopped(pipe, 7)
    process.play_orders(pipe)  # neither is played
    machine.announce(Notice("uri-nation", "play_games", 3, 80, None))
    machine.announce(Notice("uri-nation", "play_games", 80, 80, None, over=True))
    number, word, event = worker.recv()
    assert (number, word) == (0, "waiting") and "3 of 80" in event and not worker.poll()
    worker.close()
    assert ended.wait(TIMEOUT_S)
