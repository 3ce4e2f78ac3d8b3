"""What the book says is in the box is in the printed kit, and the other way round."""

import re
from collections import Counter

import pytest

from offleash.contract.studio.kit import KitChoice
from offleash.contract.text.rulebook import Points
from offleash.games import registry

TILE_GAMES = {
    "tiles": r"(\d+) tiles", "shiba tiles": "the shiba among them", "bone": "the bone",
    "houses": r"(\d+) dog houses|a dog house for each",
    "tree-poop tiles": "a tree-poop tile for each",
    "missions": "a card for each colour",
}  # fmt: skip
# The kinds of components of a kit, and what the book calls them, perhaps with their number
NAMES = {
    "uri-nation": {
        "board": "the board", "dogs": r"(\d+) dogs", "bowls": "each with a bowl",
        "breed cards": "a breed card", "player aids": "a player aid", "pegs": r"(\d+) water pegs",
        "tokens": "tokens of four kinds", "large disks": "large disks",
        "fortify tokens": "fortify tokens", "dice to fold": r"(\d+) dice",
        "round track": "a round track", "order track": "an order track",
        "order markers": "with a marker for each dog",
        "start-player marker": "a start-player marker",
        "water cards": r"Water Chance deck, (\d+)", "chance cards": r"the Chance deck, (\d+)",
        "event cards": r"Neighbourhood Events deck, (\d+)",
    },
    "dog": {
        "board": "a board", "tokens": r"(\d+) tokens", "cards": r"(\d+) cards",
        "deal track": "a track",
        "start-player marker": "a marker for the dealer", "die to fold": "a die",
    },
    "puppy-park": TILE_GAMES, "domidog": TILE_GAMES, "secret-mission": TILE_GAMES,
}  # fmt: skip
CASES = [(name, preset) for name in NAMES for preset in registry.load(name).rules.presets or [None]]


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_the_box_of_the_book_is_that_of_the_kit(name, preset):
    game = registry.load(name)
    options = game.options(preset)
    printed = Counter()
    for component in game.studio.kit(options, KitChoice()).components:
        printed[component.kind] += component.count
    (box,) = (
        c for c in game.notation.rulebook(options).chapters if c.title == "What is in the box"
    )
    lines = [line for part in box.parts if isinstance(part, Points) for line in part.items]
    if "shiba tiles" in printed:  # the book counts all tiles together
        printed["tiles"] += printed["shiba tiles"]
    for kind, count in printed.items():
        match = re.search(NAMES[name][kind], "\n".join(lines))
        assert match, kind
        if "for each" in match[0]:
            assert count == game.max_seats, kind
        elif match.groups():
            assert count == int(match[1]), kind
    named = {kind: pattern for kind, pattern in NAMES[name].items() if kind in printed}
    for line in lines:
        assert any(re.search(pattern, line) for pattern in named.values()), line
