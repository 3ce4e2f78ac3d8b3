"""Bots written in Python: how they are registered, what they see, and what they may answer."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

import offleash
from offleash.bots import kinds
from offleash.bots.kinds import bot_names, describe_bots, find, normalise_name, register_bot
from offleash.bots.lineup import policy, seat_names
from offleash.bots.players import Bots, watch_game
from offleash.bots.python.views import Action, BotView
from offleash.engine.forfeit import Forfeited
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
from tests.bots import sample_bots
from tests.processes import output_of

DOG = offleash.load_game("dog")
FIRST = "tests.bots.sample_bots:First"


# Admission


def test_a_name_is_known_after_it_was_registered_and_keeps_its_case():
    with pytest.raises(OffleashError, match=r"module:Class works only on the command line$"):
        seat_names(DOG, FIRST, 4)
    assert register_bot(FIRST) == FIRST
    assert seat_names(DOG, f"{FIRST}, Greedy", 2) == [FIRST, "greedy"]
    assert describe_bots(DOG)[FIRST] == "Takes the first of all actions."
    assert register_bot(sample_bots.First) == FIRST


def test_looking_for_a_name_imports_nothing():
    code = """
import sys, offleash
from offleash.bots.kinds import find
from offleash.tools.errors import OffleashError
for name in ("antigravity:Flyer", "tests.bots.sample_bots:First"):
    try:
        find(offleash.load_game("dog"), name)
    except OffleashError as error:
        print(str(error).startswith(f"there is no bot {name!r}"))
print({"antigravity", "tests.bots.sample_bots"} & set(sys.modules))
"""
    assert output_of(code) == "True\nTrue\nset()\n"


def test_a_persona_is_never_taken_for_a_module():
    for name in ("persona:cat", "random:x", "search:fast", "greedy:x"):
        assert not kinds.is_python_bot(DOG, name)
    for name in ("mine:Bot", "my.own.bots:Bot"):
        assert kinds.is_python_bot(DOG, name)
    for name in ("mine", ":Bot", "mine:", "my bots:Bot", "mine:Bot:fast", "..mine:Bot", "3:4"):
        assert not kinds.is_python_bot(DOG, name)
    assert normalise_name(DOG, " Persona:Hunter ") == "persona:hunter"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("tests.bots.sample_bots:None_such", "there is no None_such in .*sample_bots.py"),
        ("tests.bots.sample_bots:Dumb", r"is not a bot: it has no choose\(view, legal\)"),
        ("tests.bots.sample_bots:Greedy", "may only take game, options, seat"),
        ("tests.bots.nowhere:Bot", "no module 'tests.bots.nowhere' in the current folder"),
        ("nowhere.at.all:Bot", "no module 'nowhere' in the current folder"),
        ("mine.py:Bot", "write mine:Bot$"),
    ],
)
def test_invalid_registrations_are_refused(name, sentence):
    with pytest.raises(OffleashError, match=sentence):
        register_bot(name)
    assert name not in bot_names(DOG)


def test_a_module_in_the_current_folder_is_found_and_its_errors_are_reported(tmp_path, monkeypatch):
    (tmp_path / "my_wrong_bots.py").write_text("import json\n\nlater = json.loads('')\n")
    (tmp_path / "my_broken_bots.py").write_text("class Bot:\n    def choose(self\n")
    (tmp_path / "my_leaving_bots.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    with pytest.raises(OffleashError, match=r"it raised JSONDecodeError: .*\(decoder.py, line"):
        register_bot("my_wrong_bots:Bot")
    with pytest.raises(OffleashError, match=r"it raised SyntaxError: .*\(my_broken_bots.py, line"):
        register_bot("my_broken_bots:Bot")
    with pytest.raises(OffleashError, match="it raised SystemExit: 3"):
        register_bot("my_leaving_bots:Bot")


def test_an_entry_point_may_lead_to_a_class(monkeypatch):
    class Point:
        name = "Starter"

        def load(self):
            return sample_bots.First

    class Wrong(Point):
        name = "wrong"

        def load(self):
            return sample_bots.Dumb

    monkeypatch.setattr(kinds, "entry_points", lambda group: [Point(), Wrong()])
    kinds.installed_kinds.cache_clear()
    try:
        assert find(DOG, "Starter")[0].factory is not None
        assert seat_names(DOG, "Starter", 4) == ["Starter"] * 4
        assert "wrong" not in bot_names(DOG)
    finally:
        monkeypatch.undo()
        kinds.installed_kinds.cache_clear()


# What a bot sees


class Watcher:
    """Keeps every view, and takes the last action."""

    def __init__(self):
        self.views = []

    def choose(self, view, legal):
        self.views.append(view)
        assert legal == view.legal
        return legal[-1]


def watch_views(seed=5, number=0):
    watcher = Watcher()
    session = watch_game(DOG, DOG.options(), [register_bot(watcher), *["greedy"] * 3], seed, number)
    return watcher.views, session


def test_a_view_holds_only_what_the_seat_may_know():
    views, session = watch_views()
    assert session.over and len(views) > 10
    turns = [place for place, moment in enumerate(session.history) if moment.actor == 0]
    assert {view.turn for view in views} <= set(turns)
    for view in views[:10]:
        state = np.frombuffer(bytearray(session.history[view.turn].before), DOG.rules.record)
        DOG.rules.hide(state[0], session.options[0], 0)
        assert view.record.tobytes() == state.tobytes()
        assert view.position == DOG.notation.format_position(state, session.options)
        assert view.text == DOG.notation.observe(state, session.options, 0).text
        assert (
            view.array.tobytes() == DOG.notation.observe(state, session.options, 0).array.tobytes()
        )
        assert (view.seat, view.number, view.game) == (0, 0, DOG)
        assert [target.text for target in view.targets] == [action.text for action in view.legal]
        assert len(view.legal) > 1, "a forced move is nobody's decision"


@pytest.mark.parametrize("kind", ["view", "world"])
def test_the_documented_attributes_exist_and_no_others(kind):
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    table = re.search(rf"^\| `{kind}\.` \|.*?\n\n", page, re.DOTALL | re.MULTILINE)[0]
    cells = [line.split("|")[1] for line in table.strip().splitlines()[2:]]
    documented = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
    view = watch_views()[0][0]
    one = view if kind == "view" else view.worlds()[0]
    assert documented | {"game", "options"} == {n for n in dir(one) if not n.startswith("_")}
    for example in re.findall(rf"`({kind}\.[^`]+\])`", page):
        eval(example, {kind: one})


def test_an_action_is_its_number_and_knows_its_text():
    number = DOG.notation.parse_action("give 7", DOG.options())
    action = Action(number, DOG, DOG.options())
    assert action == number and {action: 1}[number] == 1
    assert (action.text, str(action), repr(action)) == ("give 7", "give 7", f"<{number}: give 7>")


def test_the_luck_of_a_view_is_its_own_and_the_same_again():
    def numbers_drawn(views):
        return [view.random.random() for view in views]

    first, second = (numbers_drawn(watch_views()[0]) for _ in range(2))
    assert first == second
    assert len(set(first)) == len(first)
    assert numbers_drawn(watch_views(number=1)[0])[:3] != first[:3]
    assert numbers_drawn(watch_views(seed=6)[0])[:3] != first[:3]


def test_worlds_agree_with_the_view_and_differ_from_each_other():
    view = watch_views()[0][3]
    worlds = view.worlds(12)
    assert len({world.record.tobytes() for world in worlds}) > 1
    for world in worlds:
        hidden = world.record.copy()
        DOG.rules.hide(hidden[0], view.options[0], view.seat)
        assert hidden.tobytes() == view.record.tobytes()
        assert (world.actor, world.legal) == (view.seat, view.legal)


def test_a_world_is_played_on_and_stays_as_it_is():
    view = watch_views()[0][3]
    world = view.worlds(1)[0]
    before = world.record.tobytes()
    one, same = (world.after(view.legal[0]) for _ in range(2))
    assert one.record.tobytes() == same.record.tobytes() != before
    assert one.actor >= 0 and one.legal
    assert world.after(view.legal[0].text).record.tobytes() == one.record.tobytes()
    end = one.play_on()
    assert end.over and end.legal == []
    assert [end.chance(seat) for seat in range(4)] in ([1, 0, 1, 0], [0, 1, 0, 1])
    assert one.play_on(most=3).record.tobytes() not in (one.record.tobytes(), end.record.tobytes())
    assert 0 < one.chance(0) < 1 and one.chance(0) != one.chance(1)
    assert one.chance(0) == pytest.approx(1 - one.chance(1), abs=0.005)
    assert world.record.tobytes() == before
    with pytest.raises(OffleashError, match="is not a legal action in"):
        world.after(max(view.legal) + 1)


def test_a_bot_may_request_arguments_and_modify_them():
    names = [register_bot(sample_bots.Placed), register_bot(sample_bots.Wild)]
    played = watch_game(DOG, DOG.options(), names * 2, 3)
    second = watch_game(DOG, DOG.options(), names * 2, 3)
    assert played.over
    assert played.state.tobytes() == second.state.tobytes()
    assert DOG.options().tobytes() == played.options.tobytes()


def test_an_object_plays_as_well_as_a_class():
    bot = sample_bots.First()
    by_object = watch_game(DOG, DOG.options(), [register_bot(bot), "greedy"] * 2, 3)
    by_class = watch_game(DOG, DOG.options(), [register_bot(sample_bots.First), "greedy"] * 2, 3)
    assert by_object.state.tobytes() == by_class.state.tobytes()


# What it may answer


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda legal: max(legal) + 1, "answered [0-9]+, which is not a legal action"),
        (lambda legal: -1, "answered -1, which is not a legal action"),
        (lambda legal: 10**30, "answered 1000+, which is not a legal action"),
        (lambda legal: "up the hill", "answered 'up the hill', which is not an action"),
        (lambda legal: None, "answered None, which is neither a number nor a text"),
        (lambda legal: True, "answered True, which is neither"),
        (lambda legal: 1.0, "answered 1.0, which is neither"),
        (
            lambda legal: 1 // 0,
            r"raised ZeroDivisionError: .* \(test_python_bots.py, line [0-9]+\)",
        ),
        (lambda legal: [][0], r"raised IndexError: list index out of range"),
        (lambda legal: exit_now(), "raised SystemExit: 7"),
        (lambda legal: raise_now(KeyboardInterrupt), "raised KeyboardInterrupt"),
        (lambda legal: raise_now(GeneratorExit), "raised GeneratorExit"),
        (lambda legal: raise_now(Unreadable), "raised Unreadable: no message that can be read"),
        (lambda legal: BadNumber(legal[0]), "raised ZeroDivisionError"),
        (lambda legal: BadText(legal[0].text), "raised ZeroDivisionError"),
        (lambda legal: Shy(), "raised KeyboardInterrupt"),
    ],
)
def test_a_wrong_answer_forfeits_and_is_quoted(answer, problem):
    class Wrong:
        def choose(self, view, legal):
            return answer(legal)

    name = register_bot(Wrong())
    session = Session(DOG, DOG.options(), seed=4, number=9)
    before = session.position
    with pytest.raises(Forfeited, match=problem) as error:
        Bots(DOG, [name] * 4).play(session)
    forfeit = error.value.forfeit
    assert (forfeit.game, forfeit.seat, forfeit.player) == (9, session.actor, name)
    view = session.view(session.actor)
    assert forfeit.saw == DOG.notation.format_position(view, session.options) != session.position
    assert session.position == before
    assert str(forfeit).count("\n") == 0


class Unreadable(BaseException):
    def __str__(self):
        raise KeyboardInterrupt


class BadNumber(int):
    def __int__(self):
        return 1 // 0


class BadText(str):
    def lower(self):
        return 1 // 0

    strip = split = upper = casefold = partition = lower


class Shy:
    def __repr__(self):
        raise KeyboardInterrupt


def raise_now(kind):
    raise kind


def exit_now():
    raise SystemExit(7)


def test_numpy_numbers_and_texts_are_valid_answers():
    class Any:
        def choose(self, view, legal):
            return random.Random(view.turn).choice([np.int32(legal[0]), legal[0].text])

    name, first = register_bot(Any), register_bot(sample_bots.First)
    games = [watch_game(DOG, DOG.options(), [bot, "greedy"] * 2, 8) for bot in (name, first)]
    assert games[0].state.tobytes() == games[1].state.tobytes()


def test_a_view_describes_itself():
    session = Session(DOG, DOG.options(), seed=4)
    seat = session.actor
    view = BotView(DOG, session.options, seat, session.view(seat), session.legal_numbers)
    assert repr(view) == f"<what seat {seat} sees: {view.position}>"
    assert repr(view.worlds()[0]).startswith("<a world: ")


def test_python_bots_need_no_compiled_players():
    players = policy(DOG, [register_bot(sample_bots.First)] * 4)
    assert set(players.guests) == {0}
    mixed = policy(DOG, ["greedy", FIRST, "random", FIRST])
    assert set(mixed.guests) == {1}
