"""What is typed and told at the table of Puppy Park."""

import random
import re

import pytest

from offleash.bots.players import Bots
from offleash.cli import terminal
from offleash.cli.table import table as tables
from offleash.cli.table.listing import parse_actions, print_legal
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import PLACE
from offleash.games.puppy_park.rules.record import HOUSING, PICKING, PLACING, TREE_POOP
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.places import WAY_NAMES
from offleash.play.session import Session
from offleash.tools.errors import BadNotation, OffleashError
from tests.games.puppy_park import naive
from tests.games.puppy_park.twins import cell_of, engine_options, random_options

BASE = GAME.options()
FULL = GAME.options("expansion")
TABLE = "table=blue-brown@0,0E,red-red@0,1E "
HANDS = "hands=brown-red,blue-blue,grey-grey|yellow-white,white-white "


def session(text, options=BASE):
    return Session(GAME, options, seed=1, position=text)


def interpret(text, typed, options=BASE):
    """What a line stands for, as actions in words."""
    at = session(text, options)
    actions = parse_actions(at, typed)
    return [
        action if isinstance(action, str) else GAME.notation.format_action(action, options)
        for action in actions
    ]


# What is typed


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        ("1", ["blue-blue"]),
        ("2", ["brown-red"]),
        ("#3", ["grey-grey"]),
        ("red-brown", ["red-brown"]),
        ("brown-red at 2,0 SE", ["brown-red", "at 2,0 SE"]),
        ("2 at 2,0 se", ["brown-red", "at 2,0 SE"]),
    ],
)
def test_a_tile_is_picked_by_number_or_name(typed, actions):
    assert interpret(TABLE + HANDS, typed) == actions


def test_a_declaration_may_be_typed_alone():
    position = TABLE + HANDS + "tree-poop=hand|hand"
    assert interpret(position, "tree rules", FULL) == ["tree-poop tree rules"]
    assert interpret(position, "4", FULL) == ["tree-poop poop rules"]


def number_of(text, cell):
    """The number that the board shows on a cell."""
    numbers = ParkPosition.of(session(text).state, BASE).ghosts.numbers
    return next(
        n for c, n in numbers.items() if GAME.notation.format_action(c + _house(), BASE)[6:] == cell
    )


def _house():
    return GAME.notation.parse_action("house -80,-80", BASE)


def test_a_place_is_named_by_numbers_and_a_way():
    text = TABLE + HANDS + "picked=brown-red"
    start, end = number_of(text, "2,0"), number_of(text, "2,1")
    for typed in (f"{start} SE", f"{start} se", f"at {start} SE", f"{start} {end}", "2,0 SE"):
        assert interpret(text, typed) == ["at 2,0 SE"], typed
    assert interpret(text, f"{end} {start}") == ["at 2,1 NW"]
    assert interpret(text, f"{number_of(text, '1,0')} SE") == ["at 1,0 SE"]  # atop


def test_a_double_may_be_named_from_either_end():
    text = TABLE + HANDS + "picked=grey-grey"
    start, end = number_of(text, "2,0"), number_of(text, "2,1")
    for typed in (f"{start} SE", f"{end} NW", f"{start} {end}", f"{end} {start}"):
        assert interpret(text, typed) == ["at 2,0 SE"], typed


def test_one_way_need_not_be_named():
    """Blue-brown would lie on itself; blue-red has one spot atop, and only there is 0,0 a place."""
    text = TABLE + "hands=blue-red|white-white picked=blue-red"
    text = text.replace("blue-red|white-white", "blue-red,grey-grey|white-white")
    assert interpret(text, str(number_of(text, "0,0"))) == ["at 0,0 SE"]


def test_a_house_goes_on_a_number():
    text = TABLE + HANDS + "houses=hand|hand phase=house"
    assert interpret(text, "1") == ["house 0,0"]
    assert interpret(text, "4") == ["house 1,1"]
    assert interpret(text, "1,1") == ["house 1,1"]
    assert interpret(text, "no") == interpret(text, "none") == ["no house"]


@pytest.mark.parametrize(
    ("more", "typed", "sentence"),
    [
        ("", "4", "there is no piece 4 in the hand: they go from 1 to 3"),
        ("", "0", "there is no piece 0 in the hand"),
        ("", "9 at 2,0 E", "there is no piece 9"),
        ("", "brown-red at 2,0", "is not an action"),
        ("picked=brown-red", "999", "there is no place 999: they go from 1 to"),
        ("picked=brown-red", "1 X", "'X' is not a way"),
        ("picked=brown-red", "1 27", "it can't be laid on 1 and 27"),
        ("houses=hand|hand phase=house", "5", "there is no place 5: they go from 1 to 4"),
    ],
)
def test_an_unknown_number_is_refused(more, typed, sentence):
    with pytest.raises(BadNotation) as error:
        interpret(TABLE + HANDS + more, typed)
    assert sentence in str(error.value)


def test_a_tree_poop_tile_of_one_hexagon_is_not_called_a_tree():
    options = GAME.options("expansion", tp_shape="one_hex")
    at = session(TABLE + HANDS + "tree-poop=hand|hand picked=tree-poop rules=poop", options)
    lines = GAME.notation.brief(at.state, options, 0, at.legal_numbers)
    assert lines[0] == "Type a number of the board: there lies the tree-poop tile."


def test_a_number_of_thousands_of_digits_is_refused_too():
    for more in ("", " at 2,0 E"):
        with pytest.raises(
            BadNotation, match="there is no piece 99999… in the hand: they go from 1 to 3"
        ):
            interpret(TABLE + HANDS, "9" * 5000 + more)


def test_a_way_that_is_missing_is_asked_for():
    text = TABLE + HANDS + "picked=brown-red"
    number = number_of(text, "2,0")
    with pytest.raises(BadNotation, match=f"may lie E, SE, NW or NE: add the way, as {number} E"):
        interpret(text, str(number))


def test_a_barred_way_is_reported():
    text = TABLE + "hands=blue-red,grey-grey|white-white picked=blue-red"
    with pytest.raises(BadNotation, match="it may lie SE, not W"):
        interpret(text, f"{number_of(text, '0,0')} W")


def test_numbers_with_a_hash_are_those_of_the_list():
    at = session(TABLE + HANDS + "picked=brown-red")
    assert parse_actions(at, "#1")[0] in at.legal
    with pytest.raises(OffleashError, match="there is no action #999"):
        parse_actions(at, "#999")


# What is told instead of a list


@pytest.fixture
def sixty(monkeypatch):
    monkeypatch.setattr(terminal.console, "_width", 60)


@pytest.mark.parametrize(
    ("more", "lines", "phrases"),
    [
        ("", 4, ["number of a tile", "marked !", "list all 3"]),
        ("picked=brown-red", 6, ["for the brown dog", "Another turn: ", "undo", "list all"]),
        ("picked=grey-grey", 5, ["for the grey dog and the way to the other", "undo"]),
        ("houses=hand|hand phase=house", 3, ["put your house", "or no for no house"]),
    ],
)
def test_a_long_list_is_summarised_in_a_few_lines(sixty, capsys, more, lines, phrases):
    at = session(TABLE + HANDS + more)
    print_legal(at)
    brief = capsys.readouterr().out
    assert len(brief.splitlines()) <= lines
    for words in phrases:
        assert words in " ".join(brief.split())
    print_legal(at, in_full=True)
    full = capsys.readouterr().out
    assert [int(n) for n in re.findall(r"#(\d+) ", full)] == list(range(1, len(at.legal) + 1))
    for listed in (brief, full):
        assert max(map(len, listed.splitlines())) <= 60


def test_the_places_that_earn_another_turn_are_named():
    text = TABLE + HANDS + "picked=brown-red"
    at = session(text)
    lines = GAME.notation.brief(at.state, BASE, 0, at.legal_numbers)
    earning = next(line for line in lines if line.startswith("Another turn: "))
    # As in test_terminal.py: 2,0 SE and 2,-1 SE on the ground, 1,0 SE and 1,0 SW atop.
    places = [("2,-1", "SE"), ("1,0", "SE"), ("1,0", "SW"), ("2,0", "SE")]
    expected = ", ".join(f"{number_of(text, cell)} {way}" for cell, way in places)
    assert earning == f"Another turn: {expected}."


def test_the_last_tile_wins_anywhere():
    at = session(TABLE + "hands=brown-red|white-white picked=brown-red")
    lines = GAME.notation.brief(at.state, BASE, 0, at.legal_numbers)
    assert "It is your last: you win wherever it lies." in lines
    assert not any("Another turn" in line for line in lines)


def test_a_pass_is_listed_as_usual():
    options = GAME.options("expansion", tp_shape="one_hex", players=4)
    position = (
        "table=blue-blue@0,0E tree-poop=0,1E|1,-1E|2,-1E|-1,0E rules=poop "
        "hands=red-red|red-white|grey-grey|white-white"
    )
    at = session(position, options)
    assert at.legal == ["pass"]
    assert GAME.notation.brief(at.state, options, 0, at.legal_numbers) is None


# News


def news_of(text, *actions, options=BASE):
    at = session(text, options)
    at.play(*actions)
    return [line for event in at.events(0) for line in event.news]


def test_extra_turns_are_announced_with_their_cause():
    assert news_of(TABLE + HANDS, "brown-red", "at 2,0 SE") == [
        "two pairs: Rust takes another turn"
    ]
    atop = news_of(TABLE + HANDS, "brown-red", "at 1,0 SE")
    assert atop == ["atop two dogs: Rust takes another turn"]
    assert news_of(TABLE + HANDS, "blue-blue", "at 2,0 E") == []


def test_naps_and_covered_houses_are_announced():
    text = TABLE + HANDS + "houses=hand|hand"
    lines = news_of(text, "blue-blue", "at 2,0 E", "house 1,0")
    assert lines == ["a brown dog naps and makes no more pairs"]
    covering = GAME.options(cover_house=True)
    text = TABLE + HANDS + "houses=gone|1,0"
    lines = news_of(text, "brown-red", "at 1,0 SE", options=covering)
    assert lines[0] == "Azure's house is covered and leaves the game"


def test_declarations_are_announced():
    text = TABLE + HANDS + "tree-poop=hand|hand"
    assert news_of(text, "tree-poop poop rules", options=FULL) == [
        "poop rules: no dog may be placed next to a poop"
    ]
    assert news_of(text, "tree-poop tree rules", options=FULL) == [
        "tree rules: who can place a dog next to a tree must"
    ]


def test_the_end_is_announced():
    last = TABLE + "hands=blue-blue|white-white"
    assert news_of(last, "blue-blue", "at 2,0 E") == ["Rust has no dogs left and wins"]
    position = (
        "table=blue-blue@0,0E tree-poop=0,1E|1,-1E|2,-1E|-1,0E rules=poop passes=3 "
        "hands={} phase=pick"
    )
    changes = {"tp_shape": "one_hex", "players": 4}
    fewest = GAME.options("expansion", **changes)
    one = "red-red,red-white|grey-grey|blue-red,blue-grey|white-white,grey-white"
    assert news_of(position.format(one), "pass", options=fewest) == [
        "nobody can lay anything: Azure wins with the fewest dogs left, 1 tile"
    ]
    two = "red-red|grey-grey|blue-red,blue-grey|white-white,grey-white"
    assert news_of(position.format(two), "pass", options=fewest) == [
        "nobody can lay anything: Rust and Azure share the win with the fewest dogs left, 1 tile"
    ]
    shared = GAME.options("expansion", stuck="shared", **changes)
    assert news_of(position.format(one), "pass", options=shared) == [
        "nobody can lay anything: all share the win"
    ]


def test_the_beginning_is_announced():
    at = Session(GAME, GAME.options(players=3), seed=4)
    news = [line for event in at.events(0) for line in event.news]
    centre = GAME.notation.position_differs("table=", at.state, at.options)
    assert len(news) == 2
    assert news[0].endswith(" is left over and lies in the centre")
    assert news[0].split()[0] in centre[0]
    assert news[1] == f"{GAME.rules.seat_names[at.actor]} begins"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_welcome_says_who_is_who(players):
    options = GAME.options(players=players)
    for seat in range(players):
        first = GAME.notation.welcome(options, seat)[0]
        assert first.startswith(f"You are {GAME.rules.seat_names[seat]};")
        order = [GAME.rules.seat_names[(seat + k) % players] for k in range(1, players)]
        places = [first.index(name) for name in order]
        assert places == sorted(places)


def test_pages_fit_and_follow_the_options():
    for options in (BASE, FULL, GAME.options("expansion", tp_shape="one_hex", pairs="edges")):
        for name in GAME.notation.pages:
            assert max(map(len, GAME.page(name, options).split("\n"))) <= 60
    assert "tree-poop" not in GAME.page("rules", BASE)
    assert "tree rules" in GAME.page("rules", FULL)
    assert "house" not in GAME.page("rules", GAME.options(players=3))
    assert "shiba" in GAME.page("dogs", FULL)
    assert "shiba" not in GAME.page("dogs", BASE)
    assert "any two edges" in GAME.page("rules", GAME.options(pairs="edges"))


# Options that lie idle


@pytest.mark.parametrize(
    ("changes", "notes"),
    [
        ({}, []),
        ({"houses34": True}, ["houses34 does nothing: two players have houses anyway"]),
        ({"houses34": True, "players": 3}, []),
        ({"cover_house": True, "players": 3}, ["cover_house does nothing: there are no houses"]),
        ({"cover_house": True}, []),
        ({"starter": 2}, ["starter does nothing: seats go from 0 to 1"]),
        ({"starter": 2, "players": 3}, []),
        ({"tp_shape": "one_hex"}, ["tp_shape does nothing: tree_poop is off"]),
        ({"tp_shape": "one_hex", "tree_poop": True}, []),
    ],
)
def test_changed_options_without_effect_are_noted(changes, notes):
    assert GAME.notes_on(GAME.options(**changes)) == notes


# A whole game at the table


class Person:
    """Reads the numbers from the screen, takes one decision back, and goes on to the end."""

    def __init__(self, table):
        self.session, self.questions, self.undone = table, 0, False

    def __call__(self, question, remember=False):
        state = self.session.state
        choices = ParkPosition.of(state, self.session.options)
        if self.session.over:
            return "quit"
        self.questions += 1
        if self.questions > 8 and not self.undone:
            self.undone = True
            return "undo"
        phase = int(state["phase"][0])
        if phase == PICKING:
            return "1"
        if phase == HOUSING:
            return "2" if self.questions % 2 else "no"
        assert phase == PLACING
        cell = choices.ghosts.cells[len(choices.ghosts.cells) // 2]
        return f"{choices.ghosts.numbers[cell]} {WAY_NAMES[choices.ghosts.ways[cell][0]]}"


@pytest.mark.parametrize("columns", [60, 100])
def test_a_game_is_played_by_numbers_alone(monkeypatch, capsys, columns):
    monkeypatch.setattr(terminal.console, "_width", columns)
    game = Session(GAME, FULL, seed=3)
    person = Person(game)
    monkeypatch.setattr(tables, "ask", person)
    tables.TerminalGame(game, (0,), Bots(GAME, ["random"] * 2), ask_forced=False).play()
    text = capsys.readouterr().out
    assert game.over
    assert person.undone
    assert "illegal" not in text
    assert "not an action" not in text
    assert max(map(len, text.splitlines())) <= columns
    assert "chance: deal x36" in text
    assert re.search(r"(Rust|Azure) has no dogs left and wins", text)


def test_marks_are_where_the_twin_makes_two_pairs_or_stacks():
    rng = random.Random(4)
    counts = {"a": 0, "b": 0, "c": 0}
    for pairs in ("disjoint", "each", "edges") * 2:
        plain = random_options(rng, pairs=pairs)
        game = Session(GAME, engine_options(GAME, plain), seed=rng.randrange(100))
        while not game.over:
            choices = ParkPosition.of(game.state, game.options)
            if choices.phase == PLACING and choices.picked != TREE_POOP and not choices.is_last:
                position = naive.from_text(game.position)
                sample = rng.choices(game.legal_numbers, k=6)
                for action in sample + _marked_actions(choices)[:3]:
                    place = divmod(action - PLACE, WAYS)
                    at = ("at", cell_of(place[0]), place[1])
                    option = naive.option_of(position, plain, at)
                    assert (place in choices.earning) == (option in "ab"), game.position
                    counts[option] += 1
            picks = sorted(choices.earning_picks) if rng.random() < 0.7 else ()
            game.play(rng.choice(_marked_actions(choices) or picks or choices.legal))
    assert min(counts.values()) > 10, counts


def _marked_actions(choices):
    return [PLACE + cell * WAYS + way for cell, way in sorted(choices.earning)]
