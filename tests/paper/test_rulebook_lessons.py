"""Pictures that teach: their numbers are those of the text, under any options."""

import re

import pytest

from offleash.core.rulebook import Chapter, Illustration, Points
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


def test_pictures_are_on_the_page_with_their_captions():
    rules = URI.notation.rulebook(URI.options("1.4"))
    turn = next(chapter for chapter in rules.chapters if chapter.title == "A turn at a glance")
    picture = "<svg></svg>"
    page = render_book_html(Book("T", "S", "", picture, (turn,), Chapter("Sum", ()), {}, ()))
    assert page.count('<figure class="lesson">') == 1
    assert "<figcaption>Your turn, from left to right.</figcaption>" in page
