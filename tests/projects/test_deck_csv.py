"""Cards as CSV: exact both ways, harmless in a spreadsheet, and errors with their lines."""

import csv
import io

import pytest

from offleash.games import registry
from offleash.projects.deck_csv import FORMULA_STARTS, cards_from_csv, cards_to_csv
from offleash.projects.decks import import_deck, read_deck
from offleash.projects.history import list_versions
from offleash.projects.project import new_project, read_inside, read_project
from offleash.tools.errors import BadNotation, OffleashError

BENCHES = {bench.option: bench for bench in registry.load("uri-nation").studio.decks}
BENCH = BENCHES["chance_cards"]


@pytest.fixture
def folder(tmp_path):
    new_project(tmp_path / "mine", registry.load("uri-nation"), "1.4", "My street")
    return tmp_path / "mine"


@pytest.mark.parametrize("deck", BENCHES)
def test_a_deck_goes_to_csv_and_back(folder, deck):
    cards = read_deck(folder, deck)
    assert cards_from_csv(cards.bench, cards_to_csv(cards.bench, cards.cards), cards.cards) == (
        cards.cards
    )
    before = read_inside(folder, f"{deck}.toml")
    assert import_deck(folder, deck, cards_to_csv(cards.bench, cards.cards), "x") == len(
        cards.cards
    )
    assert read_inside(folder, f"{deck}.toml") == before  # not a byte differs


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://x","y")', "+1", "-1+2", "@SUM(1)", "'=1", "'"]
)
def test_a_formula_is_only_a_text(name):
    card = {"id": "C1", "name": name, "category": "a;b", "effects": ["tok drive +2", "water -1"]}
    text = cards_to_csv(BENCH, [card])
    _, cells = csv.reader(io.StringIO(text, newline=""))
    assert not any(cell.startswith(FORMULA_STARTS[:-1]) for cell in cells)
    (read,) = cards_from_csv(BENCH, text)
    assert {key: read[key] for key in card} == card


def test_a_count_stands_for_cards_that_differ_only_in_their_ids():
    text = "id,name,effects,count\r\nC1,Bone,water +1,3\r\nC2,Ball,water +2,\r\n"
    cards = cards_from_csv(BENCH, text)
    assert [card["id"] for card in cards] == ["C1", "C1-2", "C1-3", "C2"]
    assert {card["name"] for card in cards[:3]} == {"Bone"}
    rows = list(csv.DictReader(io.StringIO(cards_to_csv(BENCH, cards), newline="")))
    assert [(row["id"], row["count"]) for row in rows] == [("C1", "3"), ("C2", "1")]
    other = [cards[0], {**cards[1], "name": "Stick"}, cards[2]]
    rows = list(csv.DictReader(io.StringIO(cards_to_csv(BENCH, other), newline="")))
    assert [row["count"] for row in rows] == ["1", "1", "1"]
    for count in ("0", "100", "-1", "two", "1.5"):
        with pytest.raises(BadNotation, match="line 2: the count is a number from 1 to 99"):
            cards_from_csv(BENCH, f"id,count\r\nC1,{count}\r\n")


def test_a_table_from_another_spreadsheet():
    text = (
        "\ufeffName;Id;Played;Effects;;\r\nBone;C1;kept, before a roll;tok drive +2; ;\r\n;;;;;\r\n"
    )
    (card,) = cards_from_csv(BENCH, text)
    assert (card["name"], card["id"], card["hold"]) == ("Bone", "C1", "pre_roll")
    assert card["effects"] == ["tok drive +2"] and card["category"] == card["was"] == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the columns are id, .* id is missing"),
        ("id,price\nC1,3\n", "line 1: .*'price' is not one of them"),
        ("id,id\nC1,C2\n", "line 1: .*'id' occurs twice"),
        ("id,name\n", "no card"),
        ("id,name\nC1,a,b\n", "line 2: there are more cells than columns"),
        ('id,name\nC1,"a\n', "line 2: this is not CSV"),
        ("id,name\n" + "C1,a\n" * 200, "a deck has at most"),
        ("id,name\nC1," + "a" * 200_000, "line 2: this is not CSV"),
    ],
)
def test_a_table_that_is_none(text, message):
    with pytest.raises(BadNotation, match=message):
        cards_from_csv(BENCH, text)


def test_an_import_changes_the_deck_or_nothing(folder):
    first = read_deck(folder, "chance_cards").cards[0]
    table = cards_to_csv(BENCH, [first, {**first, "id": "ZZ9", "name": "A second bone"}])
    with pytest.raises(OffleashError, match="card CH01: "):
        import_deck(
            folder, "chance_cards", table.replace("tok drive +2", "tok drive lots"), "x.csv"
        )
    with pytest.raises(OffleashError, match=r"has no deck 'cards': its decks are water_cards"):
        import_deck(folder, "cards", table, "x.csv")
    assert len(list_versions(folder)) == 1
    assert import_deck(folder, "chance_cards", table, "x.csv") == 2
    assert "A second bone" in read_project(folder).texts["chance_cards.toml"]
    assert list_versions(folder)[0].note == "imported cards into chance_cards"
