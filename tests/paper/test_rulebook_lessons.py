"""Pictures that teach: their numbers are those of the text, under any options."""

import re

import pytest

from offleash.contract.text.rulebook import Chapter, Grid, Illustration, Points
from offleash.games import registry
from offleash.paper.rulebook.book import Book
from offleash.paper.rulebook.html import render_book_html

URI = registry.load("uri-nation")
BADGE = re.compile(r'fill="#6a1b9a"[^>]*/><text[^>]*>(\d+)</text>')


def lesson(chapter_title: str, options) -> tuple[Illustration, Points]:
    """The picture of a chapter, and its list of steps."""
    chapters = URI.notation.rulebook(options).chapters
    (chapter,) = (chapter for chapter in chapters if chapter.title == chapter_title)
    (picture,) = (part for part in chapter.parts if isinstance(part, Illustration))
    (steps,) = (p for p in chapter.parts if isinstance(p, Points) and p.numbered)
    return picture, steps


@pytest.mark.parametrize(
    ("preset", "changes", "decks"),
    [
        ("1.2", {}, 3),
        ("1.4", {}, 0),
        ("1.4", {"seats": 2, "chance_deck": True}, 1),
        ("1.2", {"seats": 3, "archetypes": "yapper,bruiser,diplomat"}, 3),
    ],
)
def test_the_picture_of_the_setup_has_the_numbers_of_its_steps(preset, changes, decks):
    options = URI.options(preset, **changes)
    picture, steps = lesson("Set-up", options)
    seats = URI.seat_count(options)
    numbers = [int(number) for number in BADGE.findall(picture.svg)]
    things = ("the street", "moves in", "your bowl", "your dog on", "Shuffle")
    named = {word: n for n, step in enumerate(steps.items, 1) for word in things if word in step}
    street, homes, bowls, dogs, *shuffle = (named[word] for word in things if word in named)
    expected = [street, *[homes, dogs, bowls] * seats, *shuffle * decks]
    assert sorted(numbers) == sorted(expected)


def test_homes_that_are_drawn_by_lot_show_no_dogs():
    picture, _ = lesson("Set-up", URI.options("1.4", homes="random"))
    assert sorted(set(BADGE.findall(picture.svg))) == ["1", "3"]  # the board and the bowls


def test_a_turn_at_a_glance_follows_the_options():
    usual, _ = lesson("A turn at a glance", URI.options("1.4"))
    assert BADGE.findall(usual.svg) == ["1", "2", "3", "4", "5"]
    words = re.sub(r"<[^>]+>", " ", usual.svg)
    assert "15 territories win" in words and "as far as you" in " ".join(words.split())
    other, _ = lesson("A turn at a glance", URI.options("1.2", win_territories=7, walk_dice=3))
    words = " ".join(re.sub(r"<[^>]+>", " ", other.svg).split())
    assert "7 territories win" in words and "Roll 3 dice" in words and "you passed" in words


@pytest.mark.parametrize("preset", list(URI.rules.presets))
@pytest.mark.parametrize(
    "changes", [{}, {"resupply_timing": "immediate"}, {"home_challenge": False}]
)
def test_the_panels_of_a_turn_are_the_steps_of_the_text(preset, changes):
    picture, steps = lesson("A turn at a glance", URI.options(preset, changes))
    assert BADGE.findall(picture.svg) == [str(n + 1) for n in range(len(steps.items))]


def glance(name: str, **changes) -> tuple[list[str], str]:
    """The numbers or letters of the panels of a game, and their words."""
    game = registry.load(name)
    chapters = game.notation.rulebook(game.options(None, **changes)).chapters
    (chapter,) = (chapter for chapter in chapters if "at a glance" in chapter.title)
    (picture,) = (part for part in chapter.parts if isinstance(part, Illustration))
    badges = re.findall(r'fill="#6a1b9a"[^>]*/><text[^>]*>(\w)</text>', picture.svg)
    return badges, " ".join(re.sub(r"<[^>]+>", " ", picture.svg).split())


def test_the_other_games_have_panels_that_follow_the_options():
    assert glance("dog")[0] == ["1", "2", "3", "4"]
    assert "face up" in glance("dog")[1] and "face down: you" in glance("dog", throw_hidden=True)[1]
    badges, words = glance("puppy-park")
    assert badges == ["a", "b", "c"] and "put your house" in words
    assert "put your house" not in glance("puppy-park", players=3)[1]
    assert glance("puppy-park", tree_poop=True)[0] == ["a", "b", "c", "d"]
    assert glance("domidog")[0] == ["a", "b", "c"]
    assert glance("secret-mission")[0] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("name", "preset", "rows"),
    [
        ("puppy-park", "base", [("2", "14", "none", "one each"), ("3", "9", "1", "none")]),
        (
            "puppy-park",
            "expansion",
            [("3", "12", "none", "one each"), ("4", "9", "none", "one each")],
        ),
        ("domidog", "base", [("2", "36", "20"), ("3", "36", "12"), ("4", "36", "4")]),
        ("secret-mission", "expansion", [("2", "32", "34"), ("3", "30", "33"), ("4", "28", "32")]),
    ],
)
def test_set_up_has_the_numbers_for_every_number_of_players(name, preset, rows):
    game = registry.load(name)
    chapters = game.notation.rulebook(game.options(preset)).chapters
    (chapter,) = (chapter for chapter in chapters if chapter.title == "Set-up")
    (table,) = (part for part in chapter.parts if isinstance(part, Grid))
    assert set(rows) <= set(table.rows)


def test_pictures_are_on_the_page_with_their_captions():
    rules = URI.notation.rulebook(URI.options("1.4"))
    turn = next(chapter for chapter in rules.chapters if chapter.title == "A turn at a glance")
    picture = "<svg></svg>"
    page = render_book_html(Book("T", "S", "", picture, (turn,), Chapter("Sum", ()), {}, ()))
    assert page.count('<figure class="lesson">') == 1
    assert "<figcaption>Your turn, from left to right.</figcaption>" in page
