"""Places in words: each means one cell, and nobody reads coordinates that no board shows."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from offleash.games import registry
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.text.landmarks import Landmarks, describe_tiles
from offleash.games.tiles.text.places import Laid, neighbours, parse_table
from offleash.play.session import Session
from tests.games.tiles.lawns import grow_lawn, number

COORDINATES = re.compile(r"-?\d+,-?\d+|\.\d")
GAMES = {"domidog": "base", "puppy-park": "expansion", "secret-mission": "base"}  # and presets


def random_table(seed):
    """Tiles on a lawn, each of another kind."""
    rng = random.Random(seed)
    tiles = rng.sample(range(TILES), 20)
    places = grow_lawn(rng, len(tiles))
    return [Laid(tile, number(cell), way) for tile, (cell, way) in zip(tiles, places, strict=True)]


@pytest.mark.parametrize("seed", range(8))
def test_words_mean_one_cell(seed):
    table = random_table(seed)
    landmarks, covered = Landmarks(table), {cell for laid in table for cell in laid.cells}
    near = neighbours(covered) | neighbours(neighbours(covered))
    words = {landmarks.place(cell) for cell in near}
    assert len(words) == len(near) and "further away" not in words
    dogs = {landmarks.dog(cell) for cell in covered}
    assert len(dogs) == len(covered)


@pytest.mark.parametrize("seed", range(8))
def test_each_tile_is_described_by_what_was_named_before(seed):
    table = random_table(seed)
    lines = describe_tiles(table)
    names = [line.partition(":")[0] for line in lines]
    assert len({*names}) == len(table)
    for number_, line in enumerate(lines[1:], 1):
        assert re.search(r"of ([a-z]+-[a-z]+),", line)[1] in names[:number_]


def test_sides_of_a_dog():
    landmarks = Landmarks(parse_table("blue-brown@0,0E,red-red@0,1E"))
    for cell, words in {
        (-1, 0): "to the left of the blue of blue-brown",
        (0, -1): "to the upper left of the blue of blue-brown",
        (1, -1): "to the upper left of the brown of blue-brown",
        (2, -1): "to the upper right of the brown of blue-brown",
        (-1, 2): "to the lower left of the left red of red-red",
        (-1, -1): "one step to the left and one to the upper left of the blue of blue-brown",
        (-2, 0): "two steps to the left of the blue of blue-brown",
        (0, 0): "on the blue of blue-brown",
    }.items():
        assert landmarks.place(number(cell)) == words
    assert landmarks.piece(("grey", "grey"), number((2, 0)), 0) == (
        "grey to the right of the brown of blue-brown, the other to its right"
    )


@pytest.mark.parametrize("name", GAMES)
def test_nobody_hears_coordinates(name):
    game, texts = registry.load(name), 0
    luck = random.Random(2)
    session = Session(game, game.options(GAMES[name]), seed=2)
    while not session.over:
        seat, legal = session.actor, session.legal_numbers
        view = session.view(seat)
        labels = [t.label for t in game.pictures.targets(view, session.options, seat, legal)]
        tree = ET.fromstring(game.pictures.draw(view, session.options, seat))
        spoken = [e.text or "" for e in tree.iter() if e.tag.endswith(("desc", "title"))]
        assert not any(map(COORDINATES.search, [*labels, *spoken]))
        texts += len(labels) + len(spoken)
        session.play(luck.choice(legal))
    assert texts > 100
