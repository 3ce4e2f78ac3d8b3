"""Options of every kind: what people may write, what is stored, and what is refused."""

import random

import numpy as np
import pytest

from offleash.compiler.record import MOST_BYTES
from offleash.contract.option_texts import store_text, stored_text
from offleash.contract.options import (
    NONE,
    changed_options,
    choice,
    describe_setting,
    file,
    flag,
    make_options,
    numbers,
    option_words,
    options_record,
    order,
    section,
    whole,
)
from offleash.games import registry
from offleash.lab.plans.ranges import parse_range
from offleash.tools.errors import BadNotation


def check_yard(text):
    if not text.startswith("yard"):
        raise BadNotation("row 1, column 1: a yard begins with the word yard")


@pytest.fixture
def option_list(tmp_path):
    (tmp_path / "small.txt").write_text("yard small\n")
    (tmp_path / "large.txt").write_text("yard large\n")
    shipped = {name: tmp_path / f"{name}.txt" for name in ("small", "large")}
    return (
        flag("loud", "barks"),
        flag("leash", "is kept on it", default=True, source="§2"),
        choice("way", ("left", "right"), "where to"),
        choice("mood", ("calm", "wild"), "how", default="wild"),
        whole("legs", 4, 2, 8, "how many", step=2, swept=(2, 4)),
        whole("limit", None, 0, 20, "turns at most"),
        whole("fuel", 3, 0, 9, "or as much as one likes", or_none=True),
        numbers("biscuits", ("ann", "bob"), 3, 0, 9, "to begin with"),
        order("dogs", ("rex", "luna", "bo"), "who is who"),
        order("beds", ("1", "2", "3"), "who sleeps where", words=("usual", "random")),
        file("yard", shipped, check_yard, "where it is played"),
    )


def options_with(option_list, **changes):
    return make_options(option_list, options_record(option_list), changes)


@pytest.mark.parametrize(
    ("name", "text", "stored"),
    [
        ("loud", "yes", 1),
        ("loud", True, 1),
        ("leash", "off", 0),
        ("way", "Right", 1),
        ("mood", "calm", 0),
        ("legs", 6, 6),
        ("legs", " 8 ", 8),
        ("limit", "none", NONE),
        ("limit", "0", 0),
        ("fuel", "None", NONE),
        ("biscuits", "5", [5, 5]),
        ("biscuits", "5,2", [5, 2]),
        ("biscuits", [1, 2], [1, 2]),
        ("biscuits", "bob=9", [3, 9]),
        ("biscuits", {"ann": 0, "bob": 1}, [0, 1]),
        ("dogs", "luna,rex,bo", [1, 0, 2]),
        ("dogs", "Bo", [2, 0, 1]),
        ("dogs", ["bo", "luna"], [2, 1, 0]),
        ("beds", "random", [-2, -2, -2]),
        ("beds", " 3 , 1 ", [2, 0, 1]),
        ("beds", 2, [1, 0, 2]),
    ],
)
def test_values_are_stored_and_formatted(option_list, name, text, stored):
    options = options_with(option_list, **{name: text})
    assert options[name][0].tolist() == stored
    (option,) = (option for option in option_list if option.name == name)
    copy = options_with(option_list, **{name: option.format(options[name][0])})
    assert copy.tobytes() == options.tobytes()


def test_defaults_match_their_description(option_list):
    options = options_with(option_list)
    assert options["leash"][0] == 1
    assert options["mood"][0] == 1
    assert options["limit"][0] == NONE
    assert options["dogs"][0].tolist() == [0, 1, 2]
    assert options["beds"][0].tolist() == [-1, -1, -1]
    assert stored_text(options["yard"][0]) == "yard small\n"
    assert changed_options(option_list, options, options_with(option_list)) == {}


def test_changed_options_are_formatted_as_they_are_written(option_list):
    changes = {"leash": "no", "limit": 7, "biscuits": "3,4", "dogs": "bo", "yard": "large"}
    texts = changed_options(
        option_list, options_with(option_list, **changes), options_with(option_list)
    )
    assert texts == {
        "leash": "false",
        "limit": "7",
        "biscuits": "3,4",
        "dogs": "bo,rex,luna",
        "yard": "large",
    }


def test_a_file_of_the_user_is_named_by_its_digest(option_list, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\xef\xbb\xbfyard mine\r\n")  # as an editor on another system writes it
    options = options_with(option_list, yard=str(path))
    (text,) = changed_options(option_list, options, options_with(option_list)).values()
    assert text == f"@{int(options['yard'][0]):016x}"
    assert stored_text(options["yard"][0]) == "yard mine\n"
    assert options_with(option_list, yard=text).tobytes() == options.tobytes()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"loud": "maybe"}, "option loud can't be 'maybe': it takes false or true"),
        ({"way": "up"}, "option way can't be 'up': it takes left or right"),
        ({"legs": 3}, "option legs can't be 3: it takes a whole number from 2 to 8 in steps of 2"),
        ({"legs": "four"}, "option legs can't be 'four'"),
        ({"legs": "none"}, "option legs can't be 'none'"),
        ({"legs": True}, "option legs can't be True"),
        ({"legs": "4" * 6000}, "option legs can't be '4444"),
        ({"limit": 21}, "it takes a whole number from 0 to 20 or none"),
        ({"biscuits": "1,2,3"}, "option biscuits can't be '1,2,3'"),
        ({"biscuits": "eve=1"}, "for each of ann, bob"),
        ({"biscuits": "10"}, "option biscuits can't be '10'"),
        ({"dogs": "rex,rex"}, "option dogs can't be 'rex,rex': it takes an order of rex, luna, bo"),
        ({"dogs": "fido"}, "option dogs can't be 'fido'"),
        ({"dogs": ""}, "option dogs can't be ''"),
        ({"dogs": []}, "option dogs can't be []"),
        ({"dogs": "usual"}, "option dogs can't be 'usual'"),
        ({"beds": "random,1"}, "it takes an order of 1, 2, 3, or usual, or random"),
        ({"beds": "4"}, "option beds can't be '4'"),
        ({"yard": "huge"}, "option yard can't be 'huge': it takes small, large, or the path of"),
        ({"yard": "gone/x.txt"}, "gone/x.txt: it can't be read"),
        ({"yard": "@0123456789abcdef"}, "@0123456789abcdef, whose text is not known"),
        (
            {"lout": 1},
            "there is no option 'lout', did you mean loud; the options are loud, leash, way",
        ),
    ],
)
def test_bad_values_get_one_error_message(option_list, changes, message):
    with pytest.raises(BadNotation if "gone" not in message else Exception) as error:
        options_with(option_list, **changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_a_bad_file_is_named_with_its_problem(option_list, tmp_path):
    path = tmp_path / "street.txt"
    path.write_text("street\n")
    with pytest.raises(BadNotation, match=r"street\.txt: row 1, column 1: a yard begins"):
        options_with(option_list, yard=path)
    path.write_text("yard" + " " * 70_000)
    with pytest.raises(BadNotation, match=r"street\.txt: .* at most 65,536 bytes"):
        options_with(option_list, yard=path)


def test_any_value_can_be_written_and_read(option_list):
    rng = random.Random(5)
    for _ in range(60):
        changes = {s.name: s.format(s.any_value(rng)) for s in option_list}
        options = options_with(option_list, **changes)
        assert {s.name: s.format(options[s.name][0]) for s in option_list} == changes


def test_choices_are_stored_as_numbers_and_have_a_sweep(option_list):
    assert option_words(option_list)["way"] == {"left": 0, "right": 1}
    assert "legs" not in option_words(option_list)
    assert option_words(option_list)["beds"] == {"1": 0, "2": 1, "3": 2, "usual": -1, "random": -2}
    sweeps = {option.name: option.sweep_text for option in option_list}
    assert sweeps["legs"] == "2 4"
    assert sweeps["way"] == "left right"
    assert sweeps["limit"] == "none … 20"
    assert sweeps["dogs"].split() == [
        "rex,luna,bo",
        "rex,bo,luna",
        "luna,rex,bo",
        "luna,bo,rex",
        "bo,rex,luna",
        "bo,luna,rex",
    ]


def test_a_range_of_one_number_is_that_number():
    assert (
        whole("turns", 1, 1, 1, "or as often as one likes", or_none=True).range_text == "1 or none"
    )


def test_switches_are_listed_under_their_heading(option_list):
    listing = (*section("Dogs", *option_list[:2]), *section("Ways", *option_list[2:3]))
    assert [(option.section, option.name) for option in listing] == [
        ("Dogs", "loud"),
        ("Dogs", "leash"),
        ("Ways", "way"),
    ]
    assert options_with(listing, way="right")["way"][0] == 1


@pytest.mark.parametrize(
    "declare",
    [
        lambda: choice("tie", ("Digger", "poorest"), "who wins"),
        lambda: whole("rounds", 50, 0, 10, "how many"),
        lambda: whole("legs", 3, 2, 8, "how many", step=2),
        lambda: whole("depth", None, -1, 10, "or none"),
        lambda: numbers("biscuits", ("Ann",), 3, 0, 9, "to begin with"),
        lambda: numbers("biscuits", ("ann", "bob"), (3,), 0, 9, "to begin with"),
        lambda: order("dogs", ("rex", "rex"), "who is who"),
        lambda: order("dogs", ("rex", "usual"), "who is who", words=("usual",)),
        lambda: order("dogs", "abcdefg", "too many orders"),
        lambda: options_record((flag("game", "is a key of rules files"),)),
    ],
)
def test_a_wrong_declaration_is_found_when_it_is_made(declare):
    with pytest.raises(ValueError, match=r"tie|rounds|legs|depth|biscuits|dogs|game"):
        declare()


def test_options_may_be_large_and_have_tables_of_their_own(option_list):
    dtype = options_record(option_list, board=(np.int16, (100, 100)))
    assert dtype.itemsize > MOST_BYTES
    with pytest.raises(ValueError, match="'legs' is the name of another field"):
        options_record(option_list, legs=np.int64)


def test_people_see_names_of_files_and_never_a_digest():
    """A board has its name in its text; the name of its file is second best."""
    street, deck = store_text("name: My street\n", "file"), store_text("no name", "fast cards")
    assert describe_setting("board", f"@{street:016x}") == 'board="My street"'
    assert describe_setting("deck", f"@{deck:016x}", " = ") == 'deck = "fast cards"'
    assert describe_setting("event_cards", "@0123456789abcdef") == "own event cards"
    assert describe_setting("seats", 4) == "seats=4"


@pytest.mark.parametrize("name", ["uri-nation", "domidog", "puppy-park", "secret-mission"])
def test_how_many_play_has_one_name_in_every_game(name):
    game = registry.load(name)
    own = "seats" if name == "uri-nation" else "players"
    for word in ("players", "seats"):
        options = game.options(None, {word: 3})
        assert game.seat_count(options) == 3 and game.changes(options) == {own: "3"}
        assert parse_range(game, f"{word}=2,3").name == own


@pytest.mark.parametrize(("name", "own"), [("uri-nation", "seats"), ("domidog", "players")])
def test_either_name_says_how_many_play_but_not_both(name, own):
    game = registry.load(name)
    for word in ("players", "seats"):
        assert game.options(None, {word: 3})[own][0] == 3
    with pytest.raises(BadNotation, match="players and seats both say how many play"):
        game.options(None, {"players": 2, "seats": 3})
