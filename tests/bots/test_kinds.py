"""Bots are found by name; a game, a search or an installed package can add its own."""

import dataclasses

import numpy as np
import pytest

import offleash
from offleash.bots import kinds
from offleash.bots.kinds import BotKind, bot_names, display_name, display_player, find
from offleash.bots.lineup import policy, seat_names
from offleash.bots.players import watch_game
from offleash.compiler.record import record
from offleash.engine.batch import Policy, play_batch
from offleash.tools.errors import OffleashError
from tests.battery import rebind
from tests.bots.thinker import NOTE
from tests.processes import output_of

DREAMER = BotKind(
    "dreamer",
    "the action a dream liked best",
    "tests.bots.thinker",
    "choose_dreamer",
    needs=(),
    may_use=(),
    note=NOTE,
    notes=2,
)
GAME = rebind(offleash.load_game("dog"), weight_sets={})  # as a person set them
DREAMERS = ["dreamer", "greedy", "dreamer"]
DREAMY = rebind(offleash.load_game("digs"), kinds=(DREAMER,))  # compiled soon


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("greedy", "Greedy bot"),
        ("persona:scrapper", "Scrapper bot"),
        ("persona:lap_dog", "Lap dog bot"),
        ("search", "Search bot"),
        ("search:300", "Search bot (300)"),
        ("search:50ms", "Search bot (50 ms)"),
        ("tuned", "Trained bot"),
        ("tuned:yapper", "Trained Yapper bot"),
        ("mine:yapper", "Mine bot (yapper)"),
    ],
)
def test_people_see_names_of_bots(bot, name):
    assert display_name(bot) == name


def test_a_bot_in_python_is_called_by_its_class(monkeypatch):
    monkeypatch.setitem(kinds.registered_kinds, "my_bots:Last", DREAMER)
    monkeypatch.setitem(kinds.registered_kinds, "my_bots:FastBot", DREAMER)
    assert display_name("my_bots:Last") == "Last bot"
    assert display_name("my_bots:FastBot") == "FastBot"


def test_people_keep_their_names():
    assert display_player(GAME, "persona:hunter") == "Hunter bot"
    assert display_player(GAME, "Ann") == "Ann"


def test_a_game_lists_its_bots():
    assert bot_names(GAME) == [
        "random",
        "greedy",
        "persona:runner",
        "persona:hunter",
        "persona:blocker",
    ]
    assert bot_names(DREAMY)[-1] == "dreamer"


TUNED = rebind(
    GAME, weight_sets={"tuned": {"greedy": {"out": 30}, "hunter": {"home": 99, "opponents": 240}}}
)


def test_a_set_of_weights_is_a_kind_of_bot():
    names = bot_names(TUNED)
    assert names[names.index("persona:blocker") + 1 :] == ["tuned", "tuned:hunter"]
    for name, changed in {
        "tuned": {"out": 30},
        "tuned:hunter": {"home": 99, "opponents": 240},
    }.items():
        kind, argument = find(TUNED, name)
        expected = list({**GAME.bots.weights_by_name, **changed}.values())
        assert list(kind.weights(TUNED, argument)) == [0, *expected]  # no slips
    only_a_persona = {"mine": {"hunter": {}}}
    assert bot_names(rebind(GAME, weight_sets=only_a_persona))[-1] == "mine:hunter"
    for absent in ("tuned:runner", "tuned:", "tuned:greedy", "mine"):
        with pytest.raises(OffleashError, match="there is no bot"):
            find(TUNED, absent)
    with pytest.raises(OffleashError, match="there is no bot 'tuned'"):
        find(GAME, "tuned")


def test_a_set_of_weights_compiles_nothing_of_its_own():
    """With a search at the table, too: the order of policies is that of the greedy."""
    tuned = policy(TUNED, ["tuned", "search:8", "tuned:hunter", "search:8"])
    plain = policy(TUNED, ["greedy", "search:8", "persona:hunter", "search:8"])
    assert tuned.choose is plain.choose
    assert tuned.personas[0].tolist() != plain.personas[0].tolist()


@pytest.mark.parametrize("name", ["gredy", "persona", "persona:", "persona:cat", "random:x", ""])
def test_an_unknown_name_is_refused_with_the_known_names(name):
    with pytest.raises(OffleashError) as error:
        find(GAME, name)
    assert str(error.value).startswith(f"there is no bot {name!r}")
    assert str(error.value).endswith("careless:PERCENT, person:FILE, search:PLAYOUTS")


def test_an_installed_package_adds_a_bot(monkeypatch):
    class Point:
        name = "dreamer"

        def load(self):
            return DREAMER

    groups = []
    monkeypatch.setattr(kinds, "entry_points", lambda group: groups.append(group) or [Point()])
    kinds.installed_kinds.cache_clear()
    try:
        assert "dreamer" in bot_names(GAME)
        assert groups == ["offleash.bots"]
    finally:
        monkeypatch.undo()
        kinds.installed_kinds.cache_clear()
    assert "dreamer" not in bot_names(GAME)


def test_an_installed_bot_that_cannot_be_loaded_is_left_out(monkeypatch, capsys):
    class Broken:
        name = "broken"

        def load(self):
            raise ImportError("no module named brain")

    monkeypatch.setattr(kinds, "entry_points", lambda group: [Broken()])
    kinds.installed_kinds.cache_clear()
    try:
        assert "greedy" in bot_names(GAME)
    finally:
        monkeypatch.undo()
        kinds.installed_kinds.cache_clear()
    errors = capsys.readouterr().err
    assert errors == "offleash: the installed bot broken is left out (no module named brain)\n"


def test_one_name_fills_all_seats_and_other_counts_are_refused():
    assert seat_names(GAME, "greedy", 3) == ["greedy"] * 3
    assert seat_names(GAME, " Random, greedy", 2) == ["random", "greedy"]
    with pytest.raises(OffleashError, match="2 bots are named for 4 seats"):
        seat_names(GAME, "greedy,random", 4)


def test_too_few_players_are_refused():
    players = policy(GAME, ["greedy"] * 4)
    short = Policy(players.choose, players.personas, players.casts[:, :2], players.players)
    with pytest.raises(OffleashError, match="2 players are named for 4 seats"):
        play_batch(GAME, short, 1)
    wrong = Policy(players.choose, players.personas, players.casts + 1, players.players)
    with pytest.raises(OffleashError, match="a player that is not one of the 1"):
        play_batch(GAME, wrong, 1)
    with pytest.raises(OffleashError, match="seated must have a number below 1 for each game"):
        play_batch(GAME, players, 2, seated=np.array([0, 1]))
    with pytest.raises(OffleashError, match="rows must have a number below 1 for each game"):
        play_batch(GAME, players, 2, rows=np.array([0, -1]))


def test_personas_play_their_own_weights():
    """Greedy with the persona's weights by another way: the same games."""
    changed = {**GAME.bots.weights_by_name, **GAME.bots.personas["hunter"].weights}
    hunter = play_batch(GAME, policy(GAME, ["persona:hunter"] * 4), 20, seed=3)
    same = rebind(GAME, weights_by_name=changed)
    second = play_batch(same, policy(same, ["greedy"] * 4), 20, seed=3)
    plain = play_batch(GAME, policy(GAME, ["greedy"] * 4), 20, seed=3)
    assert hunter.states.tobytes() == second.states.tobytes() != plain.states.tobytes()


def test_players_follow_their_seats_through_rotated_seatings():
    """One batch of four seatings: each game as if its seating were alone."""
    names = ["persona:hunter", "greedy", "random", "persona:runner"]
    turned = [names[k:] + names[:k] for k in range(4)]
    seated = np.arange(24) % 4
    batch = play_batch(GAME, policy(GAME, *turned), 24, seed=8, seated=seated)
    for k, seating in enumerate(turned):
        alone = play_batch(GAME, policy(GAME, seating), 24, seed=8)
        indices = np.flatnonzero(seated == k)
        assert batch.states[indices].tobytes() == alone.states[indices].tobytes()
        for game in indices:
            assert [batch.players[player] for player in batch.players_by_seat[game]] == seating


def test_a_policy_may_own_a_workspace_and_streams_of_its_own():
    batch = play_batch(DREAMY, policy(DREAMY, DREAMERS), 6, seed=2)
    second = play_batch(DREAMY, policy(DREAMY, DREAMERS), 6, seed=2, threads=1)
    assert batch.finished.all()
    assert batch.states.tobytes() == second.states.tobytes()
    watched = watch_game(DREAMY, DREAMY.options(), DREAMERS, 2, 3)
    assert watched.state.tobytes() == batch.states[3].tobytes()


DREAM = """
import hashlib
import tests.toys
from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from tests.bots.test_kinds import DREAMERS, DREAMY
batch = play_batch(DREAMY, policy(DREAMY, DREAMERS), 2, seed=2, limit=300, threads=1)
print(hashlib.sha256(batch.states.tobytes()).hexdigest())
"""


def test_a_workspace_is_the_same_interpreted():
    assert output_of(DREAM, OFFLEASH_RULES="interpreted") == output_of(DREAM)


def test_two_kinds_with_workspaces_of_different_types_are_refused():
    other = dataclasses.replace(DREAMER, name="other", note=record(asked=np.int32))
    game = rebind(GAME, kinds=(DREAMER, other))
    with pytest.raises(OffleashError, match="dreamer and other can't play in one game"):
        policy(game, ["dreamer", "other", "dreamer", "other"])
