"""The rules page: every ruling has its heading, and what it says of the data is true."""

import re
from fractions import Fraction
from itertools import product

import pytest

from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.text import GLYPHS
from offleash.games.uri_nation.deck import OPS
from offleash.games.uri_nation.editor.constraints import CONSTRAINTS
from offleash.games.uri_nation.options import OPTION_LIST
from tests.games.uri_nation.pages import PAGE, cards_page, options_page, with_blocks

TEXT = PAGE.read_text(encoding="utf-8")
RULINGS = re.findall(r"^### ([A-Z]\d+)\b", TEXT, re.MULTILINE)
LETTERS = list(dict.fromkeys(ruling[0] for ruling in RULINGS))


def test_rulings_are_in_order():
    in_order = sorted(RULINGS, key=lambda name: (LETTERS.index(name[0]), int(name[1:])))
    assert in_order == RULINGS


def test_every_ruling_has_words_under_its_heading():
    parts = re.split(r"^#+ ", TEXT, flags=re.MULTILINE)
    short = [part for part in parts if re.match(r"[A-Z]\d+ ", part) and len(part.split()) < 7]
    assert short == []


def test_rulings_that_are_mentioned_exist():
    plain = re.sub(r"\bG1[24]\b|\b(WA|CH|EV)\d+", "", TEXT)
    mentioned = set(re.findall(r"\b[A-Z]\d+\b", plain))
    assert mentioned - {*RULINGS} == set()


def test_the_tables_are_as_the_game_has_them():
    assert options_page() in TEXT
    assert cards_page() in TEXT
    assert with_blocks(TEXT) == TEXT, "run make pages"


def test_a_table_of_yesterday_is_found_and_made_again():
    old = TEXT.replace("how many dogs play", "how many cats play")
    assert old != TEXT
    assert with_blocks(old) == TEXT
    with pytest.raises(ValueError, match="0 marks for its cards"):
        with_blocks(TEXT.replace("<!-- cards:", "<!-- carts:"))


def test_every_option_is_listed_with_both_values():
    for option in OPTION_LIST:
        assert re.search(rf"^\| `{option.name}` \| [^|]+ \| [^|]+ \|", TEXT, re.MULTILINE)


def test_sources_of_options_are_rulings_that_exist():
    for option in OPTION_LIST:
        for letter, number in re.findall(r"\b([A-FH-Z])(\d+)\b", option.source):
            assert re.search(rf"^### {letter}{number}\b", TEXT, re.MULTILINE), option.name


def test_every_constraint_and_sign_of_boards_is_explained():
    listed = set(re.findall(r"\bK[ABC]\d+b?\b", TEXT[TEXT.index("## What a board must keep") :]))
    assert listed == set(CONSTRAINTS)
    signs = TEXT[TEXT.index("| sign | meaning") : TEXT.index("Steps go up")]
    for glyph in GLYPHS:
        assert f"`{glyph}`" in signs or glyph in "23"  # of the homes only 1 and 4 are named


@pytest.mark.parametrize("name", ["elm-street", "six-blocks"])
def test_the_sample_boards_are_those_in_the_box(name):
    assert f"```\n{BOARDS[name].read_text(encoding='utf-8')}```" in TEXT


def test_every_effect_of_cards_is_explained():
    table = TEXT[TEXT.index("| effect | meaning") : TEXT.index("A HOLD card")]
    assert [op for op in OPS if f"`{op}" not in table] == []


def odds(handicap: int) -> tuple[int, int, int]:
    """Won, tied and lost of the 36 rolls."""
    margins = [a - d - handicap for a, d in product(range(1, 7), repeat=2)]
    return sum(m > 0 for m in margins), margins.count(0), sum(m < 0 for m in margins)


def test_the_odds_are_exact():
    rows = re.findall(
        r"^\| (−?\d) \| (\d+), (\d+), (\d+) \| ([\d/]+).* \| ([\d/]+)", TEXT, re.MULTILINE
    )
    assert [row[0] for row in rows] == [str(k).replace("-", "−") for k in range(-6, 7)]
    for handicap, *counts, rerolling, defender in rows:
        wins, tied, losses = odds(int(handicap.replace("−", "-")))
        assert [int(count) for count in counts] == [wins, tied, losses]
        assert Fraction(rerolling) == Fraction(wins, 36 - tied)
        assert Fraction(defender) == Fraction(wins, 36)


def test_percentages_follow_from_their_fractions():
    matches = re.findall(r"(\d+)/(\d+) = (\d+(?:\.\d+)?) %", TEXT)
    assert len(matches) > 20
    for above, below, percent in matches:
        digits = len(percent.partition(".")[2])
        assert f"{100 * int(above) / int(below):.{digits}f}" == percent


def test_nothing_but_published_papers_is_cited():
    assert "shared/" not in TEXT
