"""The printed supply is enough for real games, and is what the rules call for."""

from collections import Counter

import numpy as np
import pytest

from offleash.contract.studio.kit import KitChoice
from offleash.contract.studio.supplies import suffices
from offleash.games import registry
from offleash.games.uri_nation.draw.supply import LARGE, SMALL, in_play, supply_of
from offleash.paper.printing.measure import measure_supply, most_in_play

URI = registry.load("uri-nation")
OTHER_SEED = 11  # the data was measured with seed 0


def printed(options) -> Counter:
    """The worth of the printed tokens by their names, and the disks of one colour."""
    counts = Counter()
    for part in URI.studio.kit(options, KitChoice()).components:
        name, _, value = part.label.partition(" of ")
        if part.kind in ("tokens", "pegs"):
            counts[name] += part.count * int(value or 1)
        elif part.kind in (LARGE, SMALL):
            counts[part.kind] = part.count
    return counts


@pytest.mark.parametrize("preset", ["1.2", "1.4"])
def test_games_get_by_with_the_printed_supply(preset):
    options = URI.options(preset)
    peaks = most_in_play(URI, options, games=100, seed=OTHER_SEED, step=40)
    assert set(peaks) == set(printed(options))
    assert suffices(peaks, printed(options)).mean() >= 0.95
    halved = {kind: count // 2 for kind, count in printed(options).items()}
    assert suffices(peaks, halved).mean() < 0.5  # the supply is not lavish


@pytest.mark.soak
@pytest.mark.parametrize("preset", ["1.2", "1.4"])
def test_the_data_is_what_2000_games_need(preset):
    options = URI.options(preset)
    assert measure_supply(URI, options, preset) == supply_of(options)


def test_pieces_in_play_are_counted():
    options = URI.options("1.2")
    states = URI.new_state(options)
    states["owned"][0] = [0b111, 0b1000, 0, 0]
    states["fort"][0, :4] = [1, 2, 0, 3]
    states["marks"][0, 0] = 0b0011
    states["bowl"][0] = np.arange(20).reshape(4, 5)
    counts = {kind: int(values[0]) for kind, values in in_play(states, options).items()}
    homes = Counter(int(seat) for seat in states["home_disk"][0])
    assert counts.pop("water") == 4 + 9 + 14 + 19
    assert counts == {
        "Swagger": 0 + 5 + 10 + 15, "Drive": 1 + 6 + 11 + 16, "Grit": 2 + 7 + 12 + 17,
        "Bond": 3 + 8 + 13 + 18, LARGE: 3 + homes[0], SMALL: 3 + 1,
    }  # fmt: skip


def test_changed_rules_say_that_they_were_not_measured():
    assert supply_of(URI.options("1.4", seats=3)).is_exact
    other = supply_of(URI.options("1.4", claim_water=1))
    assert not other.is_exact and other.rules == "of every preset"
    kit = URI.studio.kit(URI.options("1.4", claim_water=1), KitChoice())
    assert any("`print --measure` plays these rules" in part.reason for part in kit.components)


@pytest.mark.parametrize(
    ("name", "preset", "players", "kind", "count"),
    [
        ("puppy-park", "expansion", None, "houses", 4),
        ("puppy-park", "expansion", 3, "tree-poop tiles", 3),
        ("puppy-park", "base", None, "houses", 2),
        ("puppy-park", "base", 3, "houses", 0),
        ("domidog", "base", 2, "shiba tiles", 0),
        ("domidog", "base", None, "houses", 4),
        ("secret-mission", "base", 2, "missions", 2),
    ],
)
def test_parts_are_for_the_players_asked_for_or_the_whole_box(name, preset, players, kind, count):
    game = registry.load(name)
    kit = game.studio.kit(game.options(preset), KitChoice(players=players))
    assert sum(part.count for part in kit.components if part.kind == kind) == count
