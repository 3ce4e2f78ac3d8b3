"""The rulebook says what is played: every option that changes anything changes the book."""

import re

import pytest

from offleash.contract.options import FileOption, NumberOption, NumbersOption
from offleash.contract.text.rulebook import (
    Aside,
    Chapter,
    Example,
    Grid,
    Paragraph,
    Points,
    Rulebook,
    Subheading,
)
from offleash.games import registry
from offleash.paper.rulebook.book import make_book
from offleash.paper.rulebook.examples import play_examples
from offleash.tools.errors import OffleashError
from tests.paper.books import SHIPPED, usual_book

WITH_RULEBOOK = [name for name in SHIPPED if registry.load(name).notation.rulebook]

# What must be on before an option means anything; most mean something under every preset.
BONDS = {"alliance_site": "bond", "ally_zone": "influence"}
DESPERATE = {"desperation_grit": 2, "desperation_below": 3}
HOMES = {"home_challenge": True}
NEEDS = {
    "uri-nation": {
        "win_territories": {"win_share": None},
        "water_cards": {"drink_mode": "deck"},
        "chance_cards": {"chance_deck": True},
        "event_cards": {"events_deck": True},
        "held_cards_max": {"events_deck": True},
        "paths": {"board": "six-blocks"},
        "path_drive": {"board": "six-blocks", "paths": True},
        "path_forced": {"board": "six-blocks", "paths": True},
        "side_street_drive": {"board": "elm-street"},
        "side_street_return_drive": {"board": "elm-street"},
        "park_early_stop": {"stop_rule": "full_roll", "alliance_site": "park"},
        "home_stop": {"stop_rule": "full_roll"},
        "influence_radius": BONDS,
        "bond_links_adjacency": BONDS,
        "swagger_per": {"swagger_mode": "floor_per_group"},
        "desperation_grit": DESPERATE,
        "desperation_below": DESPERATE,
        "desperation_grace_rounds": DESPERATE,
        "park_bond_if_active": {"alliance_site": "park", "park_bond": 1},
        "yapper_grit_timing": {"yapper_attacker_grit": 1},
        "scrapper_free_drink": {"drink_drive": 1},
        "cluster_min": {"tie_rule": "reroll"},
        "home_bonus": HOMES,
        "home_revert_turns": HOMES,
        "home_fortify_max": HOMES,
        "home_taken_blocks_resupply": HOMES,
        "join_if_unable": {"join_water": 1},
        "ally_zone": BONDS,
    },
    "domidog": {"extra_tiles": {"players": 2}},
    "puppy-park": {
        "starter": {"players": 4},
        "houses34": {"players": 4},
        "cover_house": {"players": 2},
        "tp_must_be_played": {"tree_poop": True},
        "tp_shape": {"tree_poop": True},
        "tree_blocks_e": {"tree_poop": True},
    },
    "secret-mission": {},
    "dog": {"seven_waste_win": {"seven_partial": False}},
}
SAME = {("uri-nation", "homes"): "1,2,3,4"}  # of two values that mean one thing, one


def words(part):
    """All that a part says."""
    if isinstance(part, Paragraph | Aside | Subheading):
        return [part.text]
    if isinstance(part, Points):
        return list(part.items)
    if isinstance(part, Grid):
        return [*part.head, *(cell for row in part.rows for cell in row)]
    return []


def body(name, options):
    """The text of a book's chapters, without its summary and without the list of changes."""
    book = registry.load(name).notation.rulebook(options)
    return "\n".join(f"{c.title}\n" + "\n".join(w for p in c.parts for w in words(p))
                     for c in book.chapters)  # fmt: skip


def sample_values(option, tmp_path, most):
    """Values of every kind that an option can have; of a file also one that is not shipped."""
    if isinstance(option, FileOption):
        own_file = tmp_path / f"{option.name}.txt"
        path = next(iter(option.shipped.values()))
        text = path.read_text(encoding="utf-8")
        own_file.write_text(re.sub(r'(?m)^name(: | = ").', r"name\1Q", text), encoding="utf-8")
        return [*option.values, option.parse(own_file)]
    values = [*option.sweep]
    if len(values) > most:
        values = [*values[: most // 2], *values[-most // 2 :]]
    if hasattr(option, "each"):  # each seat by itself
        first = list(option.default)
        for place in range(len(first)):
            changed = list(first)
            changed[place] += 1
            values.append(tuple(changed))
    return list(dict.fromkeys(tuple(v) if isinstance(v, tuple) else v for v in values))


@pytest.mark.parametrize("is_long", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_every_option_changes_the_book(name, is_long, tmp_path):
    """Under every preset with up to 8 values, or each option under one of them in turn with 2."""
    game, silent = registry.load(name), []
    presets = [*game.rules.presets] or [None]
    for number, option in enumerate(game.rules.options):
        needs = {**NEEDS[name].get(option.name, {})}
        if option.name == "starter":
            needs["players"] = 4
        for preset in presets if is_long else [presets[number % len(presets)]]:
            books = {}
            for value in sample_values(option, tmp_path, 8 if is_long else 2):
                changes = {**needs, option.name: option.format(value)}
                if SAME.get((name, option.name)) == changes[option.name]:
                    continue
                text = body(name, game.options(preset, changes))
                if text in books:
                    silent.append(
                        f"{preset}: {option.name} {books[text]} and {changes[option.name]}"
                    )
                books[text] = changes[option.name]
    assert not silent


def test_a_book_that_forgets_an_option_is_noticed():
    """The check above can fail: a book that never mentions a price is the same for all prices."""
    dog = registry.load("dog")
    texts = {body("dog", dog.options(None, jokers=n)) for n in (4, 6)}
    assert len(texts) == 2
    plain = {re.sub(r"\b\d+ (cards|jokers)", "", text) for text in texts}
    assert len(plain) == 1


# Numbers come from the options, or from the rules' own constants


def literals(name):
    """Every text that a game's rulebook is written with, and where it is; no expressions."""
    for file in sorted((registry.folder(name) / "rulebook").glob("*.md")):
        if file.name == "book.md":  # the number of players and their age
            continue
        for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            tags = re.findall(r"\{\{.*?\}\}", text)
            inside = [words for tag in tags for words in re.findall(r'"([^"]*)"', tag)]
            outside = re.sub(
                r"\{[{%].*?[}%]\}|^1\. |<!--.*-->|\]\(\S+\)|\[walk_dice, 2\]", "", text
            )
            for words in (outside, *inside):
                yield words, f"{file.name}, line {line}"


# What the cards of Dog are called, and numbers of homes
CARDS = re.compile(
    r"\*\*[\dQKAJ *,]+\*\*|1 step or 11|\b1[123] steps forward|\b4 (back|steps)|\b[aA4] [47]|"
    r"\b[47] |the 7\.|homes? [1-4](, 2| and 3)*|in 1, 2 and 3|1 Swagger for every"
)


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_no_number_is_written_into_the_text(name):
    sources = list(literals(name))
    assert len(sources) > 30
    problems = [
        f"{place}: {text}" for text, place in sources if re.search(r"\d", CARDS.sub("", text))
    ]
    assert not problems


NUMBER_WORDS = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten|twelve|thrice)\b", re.I)
# Numbers in words that no option changes: how a tile is made, what a pair is, names of examples
FIXED_WORDS = re.compile(
    r"two (pairs|dogs|to a tile|breeds|edges|different|steps|territories|hexagons|cards let)|"
    r"\b(the|any|or) two\b|two of (the steps|your own)|four (dogs|kinds|paws)|one to six|"
    r"(the|a) seven|nine kilos|three streets away|two walks in a row|and on two$|"
    r"two players may|three and four players|with three dogs|, three in 1",
    re.I,
)


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_no_number_is_written_in_words_that_an_option_could_change(name):
    problems = [f"{place}: {text}" for text, place in literals(name)
             if NUMBER_WORDS.search(FIXED_WORDS.sub("", text))]  # fmt: skip
    assert not problems


def sentences(name, options):
    """Everything that a whole book says, its summary too; lists of cards come from the decks."""
    book = registry.load(name).notation.rulebook(options)
    for part in (p for c in (*book.chapters, book.summary) for p in c.parts):
        if isinstance(part, Grid):
            is_deck = any(re.fullmatch(r"[A-Z]{2}\d+", cell) for row in part.rows for cell in row)
            yield from () if is_deck else (" | ".join(row) for row in part.rows)
        else:
            yield from (s for text in words(part) for s in re.split(r"(?<=[.;:])\s+", text))


def other_numbers(game, preset):
    """Every option with a number, each with another one than the preset has."""
    base, changes = game.options(preset), {}
    for option in game.rules.options:
        if isinstance(option, NumberOption | NumbersOption):
            now = option.format(base[option.name][0])
            larger = (
                tuple(n + 1 for n in base[option.name][0])
                if isinstance(option, NumbersOption)
                else ()
            )
            for value in (*option.sweep, *([larger] if larger else [])):
                text = option.format(value)
                if text != now and is_possible(game, preset, {**changes, option.name: text}):
                    changes[option.name] = text
                    break
            else:
                raise AssertionError(f"{option.name} can't be changed")
    return changes


def is_possible(game, preset, changes):
    try:
        game.options(preset, changes)
    except OffleashError:
        return False
    return True


def stale(before, after):
    """Sentences with a number that are the same though all numbers were changed."""
    return sorted(s for s in set(before) & set(after) if re.search(r"\d", s))


# What no option changes: the board and decks, which are files; the cards and tokens of Dog; what
# the tiles are; and tables with a row for every number of players.
FIXED = {
    "uri-nation": r"\d+ territories,|dice with the numbers one to six|deck, \d+ cards$",
    "dog": r"token|card|steps? |^\*\*[\d ]+\*\*|A 4 back|the 7\b|a 7\b|with a 4\b|"
    r"\d (dogs|in each)|dog number|round",
    "puppy-park": r"\d+ tiles\*\*|every pair of \d breeds|2 dog houses|^[234] \|",
    "domidog": r"\d+ tiles\*\*|every pair of \d breeds|deal 8 to each|gets 8 tiles|^[234]\b.* \|",
    "secret-mission": r"\d+ tiles\*\*|every pair of \d breeds|^[234] \|",
}


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_no_number_is_stale_when_every_option_has_another(name):
    game = registry.load(name)
    for preset in game.rules.presets or [None]:
        changes = other_numbers(game, preset)
        before = list(sentences(name, game.options(preset)))
        after = list(sentences(name, game.options(preset, changes)))
        assert sum(bool(re.search(r"\d", sentence)) for sentence in before) >= 5
        left = [
            sentence for sentence in stale(before, after) if not re.search(FIXED[name], sentence)
        ]
        assert not left


def test_a_stale_number_would_be_noticed():
    game = registry.load("uri-nation")
    before = list(sentences("uri-nation", game.options("1.4")))
    after = list(sentences("uri-nation", game.options("1.4", other_numbers(game, "1.4"))))
    copied = next(sentence for sentence in before if re.search(r"\d water\b(?! so)", sentence))
    assert copied not in stale(before, after)
    assert copied in stale(before, [*after, copied])


# Examples


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_every_example_is_shown_somewhere_and_holds(name):
    game = registry.load(name)
    names, shown_names = set(), set()
    for preset in game.rules.presets or [None]:
        book = make_book(game, game.options(preset))
        assert not book.problems
        rules = game.notation.rulebook(game.options(preset))
        names |= {p.name for c in rules.chapters for p in c.parts if isinstance(p, Example)}
        shown_names |= set(book.examples)
        in_book = {p.name for c in book.chapters for p in c.parts if isinstance(p, Example)}
        assert in_book <= set(book.examples) and len(in_book) > 0
        assert book.cover.startswith("<svg")
    assert names == shown_names


WRONG = """
game = "dog"

[[scenario]]
name = "A jack swaps two tokens"
position = "P10|P15|| hands=5|||"
steps = [{ play = "5 a" }, { position = "P16|||" }]

[[scenario]]
name = "An ace brings a token out"
options = { jack_own_own = true }
position = "P1P5||| hands=J|||"
steps = [{ includes = ["J a 0b"] }]
"""


def test_a_failing_example_is_left_out_and_reported(tmp_path):
    file = tmp_path / "examples.toml"
    file.write_text(WRONG)
    dog = registry.load("dog")
    rules = Rulebook("", (), Chapter("", ()), file)
    examples, problems = play_examples(dog, dog.options(), rules)
    assert not examples and len(problems) == 1 and "A jack swaps two tokens" in problems[0]
    examples, problems = play_examples(dog, dog.options(jack_own_own=True), rules)
    assert list(examples) == ["an-ace-brings-a-token-out"] and len(problems) == 1


def test_an_example_of_other_numbers_is_not_shown():
    game = registry.load("uri-nation")
    usual = usual_book("uri-nation").examples
    dear = make_book(game, game.options(claim_water=3)).examples
    assert set(usual) - set(dear) == {"a-walk-a-free-crossing-and-a-claim"}


def test_what_was_changed_is_listed():
    game = registry.load("dog")
    book = make_book(game, game.options(jokers=8), "Our <Dog>", "For four.")
    assert [c.title for c in book.chapters][-1] == "What is different here"
    assert ("8", "jokers") in [row[1:] for row in book.chapters[-1].parts[1].rows]
    assert usual_book("dog").chapters[-1].title == "Rare cases"


@pytest.mark.parametrize(
    ("options", "expected", "unexpected"),
    [
        ({"challenge_water": 0, "challenge_drive": 0}, "It costs nothing. Each side", "Pay first"),
        ({"challenge_water": 0}, "Pay first: 1 Drive, which is never given back. Then", "nothing."),
        ({"walk_dice": 1}, "Roll 1 die. What it shows is one walk", "The sum"),
    ],
)
def test_free_costs_and_single_dice_are_worded_as_such(options, expected, unexpected):
    game = registry.load("uri-nation")
    parts = [part for chapter in game.notation.rulebook(game.options(None, options)).chapters
             if chapter.title in ("Challenges", "Walking") for part in chapter.parts]  # fmt: skip
    text = " ".join(part.text for part in parts if isinstance(part, Paragraph))
    assert expected in text and unexpected not in text


def test_what_a_dog_saves_is_not_said_as_a_price():
    """The Bruiser saves a Swagger; "pays 2 water to claim" reads as if only it paid water."""
    game = registry.load("uri-nation")
    chapters = game.notation.rulebook(game.options("1.2")).chapters
    parts = next(chapter.parts for chapter in chapters if chapter.title == "Actions")
    text = " ".join(part.text for part in parts if isinstance(part, Paragraph))
    assert "The Bruiser needs no Swagger to claim: 2 water is all it takes." in text
    free = game.notation.rulebook(game.options("1.2", {"claim_water": 0})).chapters
    parts = next(chapter.parts for chapter in free if chapter.title == "Actions")
    text = " ".join(part.text for part in parts if isinstance(part, Paragraph))
    assert "The Bruiser needs no Swagger to claim. " in text
