"""Every kind of action that the rules offer is explained in the book, and no other is."""

import re

import pytest

from offleash.bots.players import Bots
from offleash.contract.text.rulebook import anchor_of
from offleash.contract.text.rulebook_template import sections_of
from offleash.games import registry
from offleash.play.session import Session

SHIPPED = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]
TILE = re.compile(r"(blue|brown|yellow|red|white|black|grey|shiba)-\w+")
# Options under which a book has everything to explain
ALL = {
    "uri-nation": {
        "walk_tricks": "true",
        "secret_bidding": "true",
        "final_tie": "random",
        "events_deck": "true",
        "start_claims": "1",
        "homes": "random",
    },
    "dog": {"seven_partial": "true"},
    "puppy-park": {"tree_poop": "true"},
    "domidog": {},
    "secret-mission": {},
}
PLAYED = [
    (name, preset) for name in SHIPPED for preset in registry.load(name).rules.presets or [None]
]


def kind_of(action):
    """What the templates call an action: its first word, or that it is a tile."""
    word = action.split()[0]
    return "tile" if TILE.fullmatch(word) else word


def explained(name, options):
    """The actions and phases that the sections of a book say they explain."""
    book = registry.load(name).notation.rulebook(options)
    actions = {action for chapter in book.chapters for action in chapter.actions}
    return actions, {phase for chapter in book.chapters for phase in chapter.phases}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_book_explains_exactly_the_actions_that_there_are(name):
    game = registry.load(name)
    options = game.options(None, ALL[name])
    numbers = range(game.rules.action_count)
    kinds = {kind_of(game.notation.format_action(number, options)) for number in numbers}
    actions, phases = explained(name, options)
    assert actions == kinds
    assert phases == set(game.notation.field_words["phase"])


@pytest.mark.parametrize(("name", "preset"), PLAYED)
def test_all_that_happens_in_games_is_explained(name, preset):
    game = registry.load(name)
    options = game.options(preset)
    words = game.notation.field_words["phase"]
    happened, phases = set(), set()
    for seed in range(2):
        bots = Bots(game, ["random"] * game.seat_count(options))
        session = Session(game, options, seed=seed)
        while not session.over:
            happened |= {kind_of(action) for action in session.legal}
            phases.add(words[int(session.state["phase"][0])])
            bots.play(session)
    actions, explained_phases = explained(name, options)
    assert happened and happened <= actions
    assert phases <= explained_phases


def test_a_table_finds_the_section_of_its_phase():
    game = registry.load("uri-nation")
    book = game.notation.rulebook(game.options("1.4"))
    sections = sections_of(book.chapters)
    assert (sections["move"], sections["action"]) == ("walking", "actions")
    assert "bid" not in sections  # not under these options
    titles = {anchor_of(chapter.title) for chapter in book.chapters}
    assert {"walking", "actions"} <= titles


@pytest.mark.parametrize(("name", "preset"), PLAYED)
def test_every_link_within_a_book_leads_to_a_section(name, preset):
    game = registry.load(name)
    book = game.notation.rulebook(game.options(preset, ALL[name]))
    anchors = {anchor_of(chapter.title) for chapter in (*book.chapters, book.summary)}
    links = re.findall(r"\]\(#([\w-]+)\)", repr(book))
    assert set(links) <= anchors
