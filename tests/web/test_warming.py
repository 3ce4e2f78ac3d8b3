"""Games are made ready ahead, and how far that has come can be read at any time."""

import json
from functools import partial
from pathlib import Path

import pytest

from offleash.bots.lineup import kernel, policy, shared_policy
from offleash.compiler import machine
from offleash.compiler.notice import Notice
from offleash.games import registry
from offleash.web import warming

GAME = "domidog"


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    monkeypatch.setattr(machine, "announce", machine.announce)
    monkeypatch.setattr(warming, "lower_priority", lambda by: None)


def test_without_a_file_everything_is_ready():
    assert all(game["ready"] for game in warming.read_warmth("").values())


def test_before_the_first_word_nothing_is(tmp_path):
    warmth = warming.read_warmth(str(tmp_path / "none"))
    assert warmth == {n: {"done": 0, "total": 0, "ready": False} for n in registry.ROWS}


def test_progress_goes_up_to_the_end(tmp_path):
    file = tmp_path / "warmth.json"
    progress = warming.WarmingProgress(partial(warming.write_warmth, file), [GAME])
    states = []

    def record():
        states.append(warming.read_warmth(str(file))[GAME])

    progress.begin(GAME, 30)
    record()
    for size in (20, 10):
        progress.step(size)
        record()
        for number in range(5):
            progress.on_notice(Notice(GAME, "choose", number, 4, None))
            record()
        progress.on_notice(Notice(GAME, "choose", 4, 4, None, over=True))
    assert not any(one["ready"] for one in states)
    progress.finish(GAME)
    record()
    numbers = [one["done"] for one in states]
    assert numbers == sorted(numbers)
    assert {5, 15, 22} <= set(numbers)
    assert states[-1] == {"done": 30, "total": 30, "ready": True}
    assert set(json.loads(file.read_text())) >= set(registry.ROWS)


@pytest.fixture
def cache_files(monkeypatch):
    """The files of an empty cache, by path."""
    files: dict[Path, bytes] = {}
    monkeypatch.setattr(warming.cache_files, "read", files.get)
    monkeypatch.setattr(warming.cache_files, "write", files.__setitem__)
    return files


def test_a_game_is_compiled_once(tmp_path, monkeypatch, cache_files):
    """Every machine of a table is made, a game is rehearsed, and the second time nothing is."""
    machines, rehearsed = [], []
    monkeypatch.setattr(machine.Machine, "make", lambda self: machines.append(self))
    monkeypatch.setattr(warming, "rehearse", rehearsed.append)
    foreseen: list[str] = []
    monkeypatch.setattr(warming, "compile_futures", foreseen.append)
    file = tmp_path / "warmth.json"
    for _ in range(2):
        warming.warm(file, [GAME])
        assert warming.read_warmth(str(file))[GAME]["ready"]
    assert machines == [machine_ for _, machine_ in warming.machines_for(GAME)]
    assert rehearsed == [GAME]
    assert foreseen == [GAME, GAME]  # after everything else; what is there is only loaded
    (stamp,) = cache_files
    assert stamp.parent == registry.load(GAME).rules.rule.folder  # so it goes when the rules change
    assert warming.is_ready(GAME) and not warming.is_ready("dog")


def test_the_kernel_for_futures_is_compiled_too(monkeypatch):
    machines = []
    monkeypatch.setattr(machine.Machine, "make", lambda self: machines.append(self))
    warming.compile_futures(GAME)
    game = registry.load(GAME)
    for bots in (["greedy"], ["random"]):
        players = shared_policy(game, bots * game.max_seats)
        assert machines == [kernel(game, players)]  # one for whoever plays


def test_only_a_game_that_is_ready_is_loaded(monkeypatch):
    machines = []
    monkeypatch.setattr(machine.Machine, "make", lambda self: machines.append(self))
    for is_ready, expected in (
        (False, []),
        (True, [machine_ for _, machine_ in warming.machines_for(GAME)]),
    ):
        monkeypatch.setattr(warming, "is_ready", lambda name, value=is_ready: value)
        warming.load(GAME)
        assert machines == expected


def test_all_kinds_of_bots_are_compiled():
    names = {machine.function.__name__ for _, machine in warming.machines_for(GAME)}
    assert {"choose_greedy", "choose_random", "choose_search", "apply", "hide"} <= names


def test_a_rehearsal_plays_a_whole_game(monkeypatch):
    over_flags = []
    monkeypatch.setattr(warming, "exercise_views", lambda session: over_flags.append(session.over))
    warming.rehearse(GAME)
    assert over_flags[0] is False and over_flags[-1] is True


def test_exercising_views_draws_and_describes(monkeypatch):
    from offleash.play.session import Session

    session = Session(registry.load(GAME), seed=3)
    before = session.state.tobytes()
    warming.exercise_views(session)
    assert session.state.tobytes() == before


def test_games_with_short_rules_are_compiled_first(tmp_path, monkeypatch):
    order = []
    monkeypatch.setattr(warming, "is_ready", lambda name: name == "dog")
    monkeypatch.setattr(warming, "make_ready", lambda name, progress: order.append(name))
    monkeypatch.setattr(warming, "compile_futures", order.append)
    length = {"uri-nation": 300, "dog": 200, "domidog": 100}
    monkeypatch.setattr(warming, "rules_length", length.__getitem__)
    warming.warm(tmp_path / "warmth.json", list(length))
    assert order == ["domidog", "uri-nation", "domidog", "dog", "uri-nation"]


def test_the_length_of_rules_is_that_of_their_files():
    files = registry.load(GAME).rules.rule.files
    assert warming.rules_length(GAME) == sum(len(file.read_bytes()) for file in files) > 10_000


def test_all_of_a_game_includes_the_kernels_of_simulations(monkeypatch, cache_files):
    machines, shares = [], []
    monkeypatch.setattr(machine.Machine, "make", lambda self: machines.append(self))
    monkeypatch.setattr(warming, "rehearse", lambda name: None)
    warming.make_all(GAME, lambda games: shares.append(warming.ready_shares(games)[GAME]))
    game = registry.load(GAME)
    for bot in ("random", "greedy"):
        assert kernel(game, policy(game, [bot] * game.max_seats)) in machines
    assert {item for _, item in warming.machines_for(GAME)} < {*machines}
    assert shares == sorted(shares) and shares[0] == 0 and shares[-1] == 1
    assert warming.is_ready(GAME)
