"""Sentences of Uri-Nation that once said what the rules don't."""

import pytest

from offleash.games import registry
from offleash.games.uri_nation.draw.pieces import BREEDS

GAME = registry.load("uri-nation")


def book_text(preset: str, **changes: str) -> str:
    assert GAME.notation.rulebook is not None
    return repr(GAME.notation.rulebook(GAME.options(preset, changes), None))


def test_homes_have_their_own_number_of_fortify_tokens() -> None:
    text = book_text("1.2", fortify_max="1", home_fortify_max="3")
    assert "on a territory of yours, 1 at most, or on your home, 3 at most" in text


@pytest.mark.parametrize("preset", GAME.rules.presets)
def test_the_end_names_no_neighbourhood_that_the_book_does_not_explain(preset: str) -> None:
    text = book_text(preset)
    assert "home neighbourhoods do" not in text and "territories next to a home do" in text


def test_a_tip_for_the_diplomat_holds_under_every_rules() -> None:
    """Alliances at parks reach no territories in 1.4, and partners may challenge elsewhere."""
    assert "partners can't challenge you there" not in BREEDS.read_text("utf-8")


def test_the_bond_of_an_active_park_goes_to_dogs_that_cannot_join_too() -> None:
    [option] = [option for option in GAME.rules.options if option.name == "park_bond_if_active"]
    assert "whether the dog joins there or can't" in option.text
