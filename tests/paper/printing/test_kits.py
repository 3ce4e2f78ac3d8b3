"""Whatever the options: components have the size that they say, and their words stay inside."""

import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from offleash.contract.studio.kit import KitChoice
from offleash.games import registry
from offleash.games.uri_nation.draw.cards import cards
from offleash.paper.fonts import BODY, BOLD, register_fonts
from offleash.paper.printing.document import cover_sections
from offleash.paper.printing.plan import PrintSettings, plan_game
from offleash.paper.svg.renderer import parse_svg, render

CHOICES = [
    ("dog", {}),
    ("dog", {"loop_len": 16, "jokers": 0}),
    ("dog", {"loop_len": 96, "jokers": 12}),
    ("puppy-park", {"players": 3}),
    ("puppy-park", {"tree_poop": True, "tp_shape": "one_hex"}),
    ("puppy-park", {"tree_poop": True, "tp_shape": "two_hex"}),
    ("domidog", {"extra_tiles": True}),
    ("secret-mission", {"extra_tiles": True, "players": 3}),
    ("uri-nation", {"seats": 2, "homes": "random", "archetypes": "yapper,diplomat"}),
    ("uri-nation", {"seats": 3, "supply_large": 11, "supply_small": 7, "board": "elm-street"}),
]


def kit_of(name, changes, cell=None):
    game = registry.load(name)
    return game.studio.kit(game.options(**changes), KitChoice(cell))


@pytest.mark.parametrize(("name", "changes"), CHOICES)
def test_components_are_what_they_say(name, changes):
    for cell in (None, 17.5):
        kit = kit_of(name, changes, cell)
        assert kit.cell == cell or cell is None
        keys = [(component.kind, component.label) for component in kit.components]
        assert len(set(keys)) == len(keys)
        for component in kit.components:
            assert component.count > 0
            for svg in filter(None, (component.front, component.back)):
                _, _, width, height = map(float, re.search('viewBox="([^"]+)"', svg)[1].split())
                assert width / height == pytest.approx(
                    component.width / component.height, abs=0.001
                )


def test_supplies_are_those_of_the_options():
    counts = {}
    for component in kit_of(*CHOICES[-1]).components:
        counts[component.kind] = counts.get(component.kind, 0) + component.count
    assert (counts["large disks"], counts["fortify tokens"], counts["dogs"]) == (33, 21, 3)


@pytest.mark.parametrize(
    ("win", "notes"),
    [(15, ["The board ignores KA8 (2.5 to 4 times as many territories as win)."]), (8, [])],
)
def test_the_first_page_names_the_checks_that_a_board_ignores(win, notes):
    game = registry.load("uri-nation")
    options = game.options("1.4", {"board": "few-yards", "win_territories": win})
    sections = dict(cover_sections(plan_game(game, options, "", PrintSettings())))
    assert sections.get("About these rules", []) == notes


@dataclass
class Listening:
    """A pen that draws nothing and remembers what is written: start, stop, height, words."""

    lines: list[tuple[float, float, float, str]] = field(default_factory=list)

    def save(self, matrix=None):
        assert matrix is None or matrix[:4] == (1, 0, 0, 1), "words are turned or scaled"

    def restore(self): ...
    def clip(self, outline): ...
    def draw_shape(self, outline, style): ...

    def draw_text(self, x, y, text, style):
        font = BOLD if style["font-weight"] == "bold" else BODY
        width = stringWidth(text, font, float(style["font-size"]))
        start = x - (width / 2 if style["text-anchor"] == "middle" else 0)
        self.lines.append((start, start + width, y, text))


def texts(svg: str) -> list[tuple[float, float, float, str]]:
    """Where each line of a card begins and ends, as its font sets it, and its height."""
    register_fonts()
    root, pen = parse_svg(svg), Listening()
    words = ElementTree.Element(root.tag, root.attrib)
    words.extend(node for node in root.iter() if node.tag.endswith("}text"))
    assert len(words)
    render(words, pen, {})
    return pen.lines


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dog", "cards"),
        ("secret-mission", "missions"),
        ("uri-nation", "event cards"),
        ("uri-nation", "water cards"),
        ("uri-nation", "player aids"),
        ("uri-nation", "breed cards"),
        ("uri-nation", "round track"),
    ],
)
def test_words_stay_inside_the_cut(name, kind):
    game = registry.load(name)
    drawn = ["1.2"] if kind.endswith(" cards") and name == "uri-nation" else game.rules.presets
    for preset in drawn or (None,):
        kit = game.studio.kit(game.options(preset), KitChoice())
        parts = [part for part in kit.components if part.kind == kind]
        assert parts
        for part in parts:
            for start, stop, _, words in texts(part.front):
                assert -part.width / 2 + 2.5 < start and stop < part.width / 2 - 2.5, words


def test_a_long_card_stays_inside(tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text(
        '[[card]]\nid = "LONGESTID123"\ncategory = "twenty letters long"\n'
        f'name = "{"Wandering wolfhounds " * 3 + "wait and wag"}"\n'
        'effects = "all: close water; all: close chance; all: free_cross; all: water -1"\n'
        'hold = "pre_action"\n',
        encoding="utf-8",
    )
    game = registry.load("uri-nation")
    options = game.options(chance_deck=True, chance_cards=str(deck))
    card = next(component for component in cards(options) if component.label == "LONGESTID123")
    for start, stop, _, words in texts(card.front):
        assert start > -25 and stop < 25, words
    assert max(row for _, _, row, _ in texts(card.front)) < card.height / 2 - 2
