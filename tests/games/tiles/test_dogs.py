"""The tile set: which dogs are on which tile."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from offleash.games.tiles.rules.dogs import (
    BASE_TILES,
    BLUE,
    BLUE_BLUE,
    BREED,
    BREEDS,
    SHIBA,
    TILES,
    is_double,
    other_dog,
    tiles_in,
)

PAIRS = [(int(a), int(b)) for a, b in BREED]


def test_there_are_28_tiles_and_36_with_the_expansion():
    assert (tiles_in(0), tiles_in(1)) == (28, 36) == (BASE_TILES, TILES)
    assert len(PAIRS) == 36


@pytest.mark.parametrize(("tiles", "breeds"), [(28, 7), (36, 8)])
def test_every_pair_of_breeds_occurs_once(tiles, breeds):
    assert sorted(PAIRS[:tiles]) == [*combinations_with_replacement(range(breeds), 2)]


@pytest.mark.parametrize(("tiles", "doubles", "halves"), [(28, 7, 8), (36, 8, 9)])
def test_doubles_and_halves(tiles, doubles, halves):
    assert sum(bool(is_double(tile)) for tile in range(tiles)) == doubles
    dogs = Counter(dog for pair in PAIRS[:tiles] for dog in pair)
    assert set(dogs.values()) == {halves}


def test_numbers_follow_the_alphabet_of_breeds_and_the_shiba_comes_last():
    base = [(a, b) for a in range(7) for b in range(7) if a <= b]
    assert PAIRS[:28] == base
    assert PAIRS[28:] == [*((breed, SHIBA) for breed in range(7)), (SHIBA, SHIBA)]
    assert PAIRS[BLUE_BLUE] == (BLUE, BLUE)
    assert (BREEDS, SHIBA) == (8, 7)


def test_the_other_dog():
    for tile, (a, b) in enumerate(PAIRS):
        assert other_dog(tile, a) == b
        assert other_dog(tile, b) == a
        assert bool(is_double(tile)) == (a == b)
