"""The three decks: what is in them (D1, D2, part 4 of the rules page), and what is refused."""

import json
from collections import Counter
from fractions import Fraction

import pytest

from offleash.contract.option_texts import store_text
from offleash.contract.options import make_options
from offleash.games.uri_nation.deck import (
    DECK_OPTIONS,
    TOKENS,
    deck_of,
    parse_deck,
    refuse_bad_deck,
)
from offleash.games.uri_nation.editor.deck_bench import read_sheet
from offleash.games.uri_nation.options import OPTION_LIST, OPTIONS, settle
from offleash.games.uri_nation.rules import card_words as cw
from offleash.games.uri_nation.text.words import names_of
from offleash.tools.errors import BadNotation


@pytest.fixture(scope="module")
def options():
    record = make_options(OPTION_LIST, OPTIONS)
    settle(record)
    return record


# What the rulings say of the shipped decks


@pytest.mark.parametrize(
    ("deck", "counts"),
    [
        (cw.WATER_DECK, {"clean": 5, "decent": 8, "questionable": 7, "terrible": 4}),
        (
            cw.CHANCE_DECK,
            {"food": 8, "confidence": 4, "toughening": 4, "social": 2, "mixed": 4, "penalty": 2},
        ),
        (cw.EVENT_DECK, {"weather": 8, "personal": 9, "neighbourhood": 7}),
    ],
)
def test_a_deck_has_24_cards_in_its_categories(options, deck, counts):
    cards = deck_of(options, deck)
    assert Counter(card.category for card in cards) == counts
    assert options["deck_size"][0, deck] == len(cards) == 24
    prefix = ("WA", "CH", "EV")[deck]
    assert [card.id for card in cards] == [f"{prefix}{n:02}" for n in range(1, 25)]


def gained(cards) -> Counter:
    """Tokens and water that all cards together give the drawer."""
    total: Counter = Counter()
    for card in cards:
        for op, target, token, n in card.effects:
            assert target == cw.ME
            if op == cw.OP_TOK:
                total[TOKENS[token]] += n
            if op == cw.OP_WATER:
                total["water"] += n
    return total


def test_what_the_water_cards_give_in_all(options):
    total = gained(deck_of(options, cw.WATER_DECK))
    assert (total["grit"], total["bond"], total["drive"], total["swagger"]) == (7, 2, -2, -2)


def test_what_the_chance_cards_give_in_all(options):
    total = gained(deck_of(options, cw.CHANCE_DECK))
    assert total == {"drive": 10, "swagger": 5, "grit": 5, "bond": 1, "water": -2}


@pytest.mark.parametrize(("cap", "mean"), [(6, "3.125"), (3, "1.875"), (4, "2.083")])
def test_water_of_a_drink_from_empty(options, cap, mean):
    """A half refill is rounded up (E12); losing a peg costs an empty bowl nothing (E13)."""
    water = 0
    for card in deck_of(options, cw.WATER_DECK):
        for op, _, amount, _ in card.effects:
            if op == cw.OP_REFILL:
                water += cap if amount == cw.FULL else (cap + 1) // 2
    assert f"{float(Fraction(water, 24)):.3f}" == mean


def test_the_penalties_of_water_are_fixed(options):
    """D2: three Grit, two Drive, two Swagger; two Grit twice, a peg, an action; two Bonds."""
    cards = deck_of(options, cw.WATER_DECK)
    of = {
        grade: Counter(card.text for card in cards if card.category == grade)
        for grade in ("clean", "questionable", "terrible")
    }
    assert of["clean"] == {"refill full": 3, "refill full; tok bond +1": 2}
    assert of["questionable"] == {
        "refill half; tok grit +1": 3,
        "refill half; tok drive -1": 2,
        "refill half; tok swagger -1": 2,
    }
    assert of["terrible"] == {"tok grit +2": 2, "water -1": 1, "skip_action": 1}


def test_the_grades_of_drinks_are_known_to_the_rules(options):
    grades = options["drink_grade"][0, :24].tolist()
    assert grades == [cw.CLEAN] * 5 + [cw.DECENT] * 8 + [cw.QUESTIONABLE] * 7 + [cw.TERRIBLE] * 4


def test_six_events_are_held(options):
    holds = {card.id: card.hold for card in deck_of(options, cw.EVENT_DECK) if card.hold}
    assert holds == {
        "EV15": "pre_roll",
        "EV16": "pre_action",
        "EV17": "pre_roll",
        "EV22": "pre_action",
        "EV23": "pre_action",
        "EV24": "pre_action",
    }
    assert options["card_hold"][0, cw.EVENT_DECK, 14] == cw.PRE_ROLL_CARD
    assert options["card_hold"][0, cw.EVENT_DECK, 15] == cw.PRE_ACTION_CARD
    assert not options["card_hold"][0, : cw.EVENT_DECK].any()


@pytest.mark.parametrize(
    ("card", "effects"),
    [
        ("WA04", [(cw.OP_REFILL, cw.ME, cw.FULL, 0), (cw.OP_TOK, cw.ME, cw.BOND, 1)]),
        ("WA23", [(cw.OP_WATER, cw.ME, 0, -1)]),
        ("WA24", [(cw.OP_SKIP, cw.ME, 0, 0)]),
        ("CH20", [(cw.OP_TOK, cw.ME, cw.DRIVE, -1), (cw.OP_TOK, cw.ME, cw.SWAGGER, 1)]),
        ("EV02", [(cw.OP_REFILL, cw.ALL, cw.HALF, 0)]),
        ("EV03", [(cw.OP_WALK, cw.ALL, 0, -2)]),
        ("EV06", [(cw.OP_CLOSE, cw.ALL, cw.CLOSE_CHANCE, 0)]),
        ("EV07", [(cw.OP_CLOSE, cw.ALL, cw.CLOSE_WATER, 0)]),
        ("EV13", [(cw.OP_SEND_HOME, cw.ME, 0, 0), (cw.OP_TOK, cw.ME, cw.GRIT, 1)]),
        ("EV18", [(cw.OP_FORT, cw.ALL, 0, -1)]),
        ("EV19", [(cw.OP_BONDS_CLEAR, cw.ALL, cw.CLEAR_ALL, 0)]),
        ("EV20", [(cw.OP_UNCLAIM, cw.MOST, 0, 0)]),
        ("EV21", [(cw.OP_FREE_CROSS, cw.ALL, 0, 0)]),
        ("EV22", [(cw.OP_BONDS_CLEAR, cw.ME, cw.CLEAR_ONE, 0)]),
        ("EV24", [(cw.OP_ATTACK, cw.ME, 0, 1)]),
    ],
)
def test_rules_see_effects_as_numbers(options, card, effects):
    deck, number = divmod(names_of(options).cards[card.lower()], cw.MOST_CARDS)
    rows = options["card_effect"][0, deck, number].tolist()
    assert rows == [list(effect) for effect in effects] + [[0] * 4] * (4 - len(effects))
    assert deck_of(options, deck)[number].id == card


# A designer's decks


def deck_text(**fields: str) -> str:
    """A deck of one card with some fields changed; None leaves a field out."""
    card = {"id": "X1", "category": "odd", "name": "A slipper", "effects": "tok grit +1"}
    card |= fields
    lines = (f"{key} = {json.dumps(value)}\n" for key, value in card.items() if value is not None)
    return "[[card]]\n" + "".join(lines)


def test_a_card_of_ones_own_is_read():
    text = deck_text(
        effects=" tok drive 2 ;most:  water -3; me: fort +1; all: free_cross",
        hold="pre_action",
        source="mine",
    )
    (card,) = parse_deck(text)
    assert card.effects == (
        (cw.OP_TOK, cw.ME, cw.DRIVE, 2),
        (cw.OP_WATER, cw.MOST, 0, -3),
        (cw.OP_FORT, cw.ME, 0, 1),
        (cw.OP_FREE_CROSS, cw.ALL, 0, 0),
    )
    assert (card.name, card.hold, card.source) == ("A slipper", "pre_action", "mine")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[card]\n", "this is not TOML"),
        ("a = " + "[" * 5000, "this is not TOML"),
        ("", "a deck has 1 to 40 cards, not 0"),
        ("card = 3", "write cards as [[card]] tables"),
        ("[card]\nid = 'X1'", "write cards as [[card]] tables"),
        ("title = 'mine'\n" + deck_text(), "a deck has only [[card]] tables, not 'title'"),
        (
            deck_text(colour="red"),
            "card X1 (line 1) has an unknown field 'colour'; the fields are id",
        ),
        (deck_text(id="X-1"), "a card (line 1), id: 'X-1' is not 1 to 12 letters and digits"),
        (deck_text(id="Ä1"), "a card (line 1), id: 'Ä1' is not"),
        (deck_text(id="X" * 13), "is not 1 to 12 letters and digits"),
        (deck_text(id=None), "a card (line 1), id: None is not 1 to 12"),
        (deck_text(id=7), "a card (line 1), id: 7 is not"),
        (deck_text(name=None), "card X1 (line 1) has no name"),
        (deck_text(name="  "), "card X1 (line 1) has no name"),
        (deck_text(category=None), "card X1 (line 1) has no category"),
        (deck_text(effects=None), "card X1 (line 1) has no effects"),
        (deck_text(effects=3), "card X1 (line 1), effects: write a text in quotes, not 3"),
        (deck_text(name="x" * 81), "card X1 (line 1), name: write one line of at most 80 letters"),
        (
            deck_text(name="two\nlines"),
            "card X1 (line 1), name: write one line of at most 80 letters",
        ),
        (deck_text(hold="always"), "hold: write pre_roll or pre_action, not 'always'"),
        (deck_text(hold=""), "hold: write pre_roll or pre_action, not ''"),
        (deck_text(effects="tok grit +1;" * 4), "effects: at most 4, not 5"),
        (
            deck_text(effects="bark"),
            "effects: 'bark' is not an effect; they are tok, water, refill",
        ),
        (deck_text(effects="tok grit +1;"), "effects: '' is not an effect"),
        (deck_text(effects="Tok grit +1"), "effects: 'Tok grit +1' is not an effect"),
        (deck_text(effects="you: water +1"), "must begin with one of me, all, most, not 'you'"),
        (
            deck_text(effects="tok courage +1"),
            "'tok courage +1' is not understood: write it like 'tok grit +1'",
        ),
        (deck_text(effects="tok grit"), "is not understood: write it like 'tok grit +1'"),
        (deck_text(effects="tok grit many"), "is not understood"),
        (deck_text(effects="tok grit +1.5"), "is not understood"),
        (deck_text(effects="tok grit 0"), "needs a number from 1 to 20, with + or -"),
        (deck_text(effects="water -21"), "needs a number from 1 to 20"),
        (deck_text(effects="water 999"), "is not understood"),
        (deck_text(effects="refill some"), "is not understood: write it like 'refill half'"),
        (deck_text(effects="skip_action 2"), "is not understood: write it like 'skip_action'"),
        (deck_text(effects="fort +2"), "is not understood: write it like 'fort +1' or 'fort -1'"),
        (deck_text(effects="bonds_clear"), "write it like 'bonds_clear all' or 'bonds_clear one'"),
        (deck_text(effects="all: close park"), "write it like 'close water' or 'close chance'"),
        (deck_text(effects="close water"), "happens to everybody: write 'all: close water'"),
        (deck_text(effects="most: free_cross"), "happens to everybody: write 'all: free_cross'"),
        (deck_text(effects="me: bonds_clear all"), "happens to everybody: write 'all: bonds_clear"),
        (deck_text() + deck_text(id="x1"), "card x1 (line 6), id: there is a card x1 already"),
    ],
)
def test_a_bad_card_is_refused_with_its_id_and_field(text, message):
    with pytest.raises(BadNotation) as error:
        refuse_bad_deck(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_a_deck_has_40_cards_at_most():
    cards = [deck_text(id=f"X{n}") for n in range(41)]
    assert len(parse_deck("".join(cards[:40]))) == 40
    with pytest.raises(BadNotation, match="1 to 40 cards, not 41"):
        parse_deck("".join(cards))


def test_anybody_may_clear_a_bond_of_their_choice():
    for target, number in (("me", cw.ME), ("all", cw.ALL), ("most", cw.MOST)):
        (card,) = parse_deck(deck_text(effects=f"{target}: bonds_clear one"))
        assert card.effects == ((cw.OP_BONDS_CLEAR, number, cw.CLEAR_ONE, 0),)


def test_one_id_in_two_decks_is_refused(options):
    """Transcripts name a card by its id alone."""
    mine = options.copy()
    mine["event_cards"][0] = store_text(deck_text(id="wa07"))
    with pytest.raises(BadNotation, match="options water_cards and event_cards both have a card"):
        settle(mine)


def test_a_designers_deck_takes_the_place_of_the_shipped_one(options, tmp_path):
    path = tmp_path / "lean.toml"
    path.write_text(deck_text(id="LE1", hold="pre_roll"))
    mine = make_options(OPTION_LIST, OPTIONS, {"chance_cards": str(path)})
    settle(mine)
    assert mine["deck_size"][0].tolist() == [24, 1, 24]
    assert mine["card_hold"][0, cw.CHANCE_DECK].tolist() == [cw.PRE_ROLL_CARD] + [0] * 39
    assert not mine["card_effect"][0, cw.CHANCE_DECK, 1:].any()
    assert names_of(mine).cards["le1"] == cw.CHANCE_DECK * cw.MOST_CARDS
    path.write_text(deck_text(effects="bark"))
    with pytest.raises(BadNotation, match=r"lean\.toml: card X1 \(line 1\), effects: 'bark'"):
        make_options(OPTION_LIST, OPTIONS, {"chance_cards": str(path)})


def test_other_categories_of_water_have_no_grade(options):
    mine = options.copy()
    mine["water_cards"][0] = store_text(deck_text(category="imported"))
    settle(mine)
    assert mine["drink_grade"][0, 0] == cw.UNGRADED


def test_the_decks_are_named_in_the_order_of_their_numbers():
    assert DECK_OPTIONS[cw.WATER_DECK] == "water_cards"
    assert DECK_OPTIONS[cw.CHANCE_DECK] == "chance_cards"
    assert DECK_OPTIONS[cw.EVENT_DECK] == "event_cards"


@pytest.mark.parametrize("text", ["card = " + "1" * 5000, ".".join("a" * 30_000) + " = 1"])
def test_a_deck_that_nobody_can_read_is_refused_at_once(text):
    for read in (parse_deck, read_sheet):
        with pytest.raises(BadNotation, match="this is not TOML"):
            read(text)
