"""Own names: words of a game replaced in texts and pictures, and nothing else."""

import pytest

from offleash.contract.text.rulebook import Chapter, Example, Paragraph
from offleash.contract.text.wording import Wording, format_names, parse_names
from offleash.tools.errors import BadNotation

SPELLINGS = {
    "Grit": ("Grit",),
    "Yapper": ("Yapper",),
    "Chance": ("Chance", "chance(?= cards?)"),
    "Water Chance": ("Water Chance",),
}
WORDS = list(SPELLINGS)
NAMES = {"Grit": "Pluck", "Yapper": "Airedale", "Chance": "Luck", "Water Chance": "Puddle"}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a Yapper gains 1 Grit.", "an Airedale gains 1 Pluck."),
        ("A Yapper's Grit; Yappers", "An Airedale's Pluck; Airedales"),
        ("Water Chance, not Chance", "Puddle, not Luck"),
        ("two chance cards, by chance", "two Luck cards, by chance"),
        ("Gritty grit fortify_grit XGrit Grit-x", "Gritty grit fortify_grit XGrit Grit-x"),
    ],
)
def test_whole_words_are_replaced(text, result):
    assert Wording(SPELLINGS, NAMES).text(text) == result


def test_a_word_that_is_part_of_another_leaves_that_alone():
    text = Wording(SPELLINGS, {"Chance": "Luck"}).text("a Water Chance, a Chance")
    assert text == "a Water Chance, a Luck"


def test_markup_keeps_its_tags_styles_and_scripts():
    markup = '<g class="Grit" aria-label="Grit"><style>Grit{}</style><text>Grit</text></g>'
    result = '<g class="Grit" aria-label="Pluck"><style>Grit{}</style><text>Pluck</text></g>'
    assert Wording(SPELLINGS, NAMES).markup(markup) == result


def test_everything_in_a_book_is_replaced_but_the_names_of_examples():
    chapter = Chapter("Grit", (Paragraph("1 Grit"), Example("Grit weakens")))
    expected = Chapter("Pluck", (Paragraph("1 Pluck"), Example("Grit weakens")))
    assert Wording(SPELLINGS, NAMES).everything(chapter) == expected


def test_names_are_read_and_written():
    text = "Grit = True Grit, Yapper = Zoë’s-Dog"
    names = parse_names(text, WORDS)
    assert names == {"Grit": "True Grit", "Yapper": "Zoë’s-Dog"}
    assert format_names(names) == text
    assert parse_names("Grit = Grit, ", WORDS) == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Grot = Pluck", "did you mean Grit"),
        ("Grit", "write a name as Grit = NAME"),
        ("Grit = ", "letters, digits"),
        ("Grit = <b>", "letters, digits"),
        ("Grit = a&amp;b", "letters, digits"),
        ("Grit = " + "x" * 21, "1 to 20"),
        ("Grit = A, Grit = B", "two names"),
        ("Grit = Yapper", "something else"),
        ("Grit = pluck, Yapper = Pluck", "something else"),
    ],
)
def test_a_wrong_name_is_refused(text, problem):
    with pytest.raises(BadNotation, match=problem):
        parse_names(text, WORDS)
