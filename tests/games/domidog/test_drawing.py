"""The pictures of Dömidög: nothing overlaps or moves, and nothing hidden shows."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

import numpy as np
import pytest

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.domidog import GAME
from offleash.games.domidog.draw.layout import Layout, are_neighbours, lane, on_paths, path
from offleash.games.domidog.draw.strands import read_chain, strands
from offleash.games.domidog.draw.terminal import draw_wide
from offleash.games.domidog.rules.actions import DRAW, FORK, PLAY, end_of, spot_of, tile_of
from offleash.games.domidog.rules.record import CHAIN, HAND, NO_HALF, SUPPLY
from offleash.games.shared.svg import with_marks
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile
from tests.variety import applied, choices, view_of, viewers

GAMES = 16
MANY_GAMES = 1_500
WIDTHS = (60, 80, 100)


def game_of(seed):
    """A random game: options, and positions with the action that follows; some love to fork."""
    rng = random.Random(f"drawing {seed}")
    options = GAME.options(players=2 + seed % 3, extra_tiles=rng.random() < 0.5)
    forking = rng.choice((0.05, 0.3, 1))
    states = GAME.new_state(options)
    while actions := choices(GAME, states, options):
        forks = [action for action in actions if action >= FORK]
        action = rng.choice(forks if forks and rng.random() < forking else actions)
        after = applied(GAME, states, options, action)
        yield options, states, action, after
        states = after


@cache
def random_positions():
    """Decisions of a few games, early and late, for all numbers of players."""
    positions = []
    for seed in range(6):
        decisions = [(o, s) for o, s, _, _ in game_of(seed) if GAME.rules.actor(s[0]) >= 0]
        positions += [decisions[0], *decisions[4::9], decisions[-1]]
    return positions


# The layout


def place_of(layout, states, tile):
    """The cells of a tile of the chain, the half that touches first."""
    half = 2 * tile + int(states["joint"][0][tile])
    return layout.cells[half], layout.cells[half ^ 1]


def check_ghost(before, states, options, action):
    """A tile lies where its ghost was."""
    layout, tile = Layout(before[0]), int(tile_of(action))
    joint = int(states["joint"][0][tile])
    if action >= FORK:
        seat = int(before["seat"][0])
        ghost = layout.fork(int(end_of(action)), tile, joint, int(spot_of(action)), seat)
    else:
        ghost = layout.play(int(end_of(action)), tile, joint)
    assert place_of(Layout(states[0]), states, tile) == ghost, GAME.notation.format_position(
        states, options
    )


def check_layouts(seed, counts):
    """No two halves share a cell, halves of a tile touch, and what lies stays."""
    earlier = {}
    for options, before, action, states in game_of(seed):
        if not (PLAY <= action < DRAW or action >= FORK):
            continue
        cells = Layout(states[0]).cells
        message = f"{GAME.notation.format_position(states, options)} in game {seed}"
        assert len({*cells.values()}) == len(cells), f"two on one cell: {message}"
        tiles = [tile for tile in range(36) if states["where"][0][tile] == CHAIN]
        assert sorted(cells) == [2 * tile + k for tile in tiles for k in (0, 1)], message
        assert all(are_neighbours(cells[2 * t], cells[2 * t + 1]) for t in tiles), message
        assert all(cells[half] == cell for half, cell in earlier.items()), (
            f"something moved: {message}"
        )
        tile = int(tile_of(action))
        parent = int(states["parent"][0][tile])
        touches = are_neighbours(cells[parent], place_of(Layout(states[0]), states, tile)[0])
        counts["fork" if action >= FORK else "play", touches] += 1
        if action >= FORK or counts["play", True] % 5 == 0:
            check_ghost(before, states, options, action)
        earlier = cells
    return counts


def test_nothing_overlaps_or_moves():
    counts = Counter()
    for seed in range(GAMES):
        check_layouts(seed, counts)
    assert (
        counts["fork", True] > counts["fork", False] > 0
    )  # most forks branch off where they belong
    assert counts["play", True] > 10 * counts["play", False]


@pytest.mark.soak
def test_nothing_overlaps_or_moves_in_many_games():
    counts = Counter()
    for seed in range(GAMES, MANY_GAMES):
        check_layouts(seed, counts)
    assert counts["fork", True] > counts["fork", False] > 0


def test_paths_are_rows_of_neighbours_that_never_meet():
    for side in (0, 1):
        cells = path(side)
        assert all(map(are_neighbours, cells, cells[1:]))
        assert len({*cells}) == len(cells) >= 2 * 35
    assert not {*path(0)} & {*path(1)}
    lanes = [lane(cell, seat) for cell in on_paths() for seat in (0, 1)]
    assert sum(map(bool, lanes)) > 100
    assert not on_paths().intersection(*[cells for cells in lanes if cells])
    for cell in on_paths():
        assert not {*lane(cell, 0)} & {*lane(cell, 1)}


def test_strands_of_a_position_by_hand():
    """Rust forked at the right half of red-red, where yellow-red lay before."""
    options = GAME.options()
    states = GAME.notation.parse_position(
        "chain=red-red,red-white>red-red.1,red-yellow>red-red.2,blue-red>red-red.2 "
        "ends=blue-red.blue|red-yellow.yellow houses=red-white.white|hand "
        "hands=grey-grey|black-black",
        options,
    )
    actual = [
        (strand.side, [TILE_NAMES[tile] for tile in strand.tiles])
        for strand in strands(read_chain(states[0]))
    ]
    assert actual == [(0, ["red-white"]), (0, ["blue-red"]), (1, ["yellow-red"])]


# The picture


def ids_of(svg):
    return [element.get("id") for element in ET.fromstring(svg).iter() if element.get("id")]


def test_pictures_are_whole():
    """Every tile of the chain and of the own hand is there once, others by their backs."""
    for options, states in random_positions()[::2]:
        state = states[0]
        for seat in viewers(GAME, options):
            id_counts = Counter(ids_of(GAME.pictures.draw(states, options, seat)))
            assert set(id_counts.values()) == {1}
            tiles = {int(name[5:]) for name in id_counts if re.fullmatch(r"tile-\d+", name)}
            visible = [HAND + seat, CHAIN] if seat != NOBODY else [CHAIN]
            assert tiles == {*np.flatnonzero(np.isin(state["where"], visible)).tolist()}
            backs = sum(name.startswith("back-") for name in id_counts)
            others = [s for s in range(int(state["players"])) if s != seat]
            assert backs == sum(int(state["held"][s]) for s in others)
            assert "supply" in id_counts
            ends = {"end-left", "end-right"} & id_counts.keys()
            assert len(ends) == (0 if state["end"][0] == NO_HALF else 2)


def test_hands_face_up_show_in_the_picture():
    options = GAME.options(face_up=True)
    states = GAME.notation.parse_position(
        "chain=blue-blue hands=red-red|grey-grey supply=-", options
    )
    for seat in (0, 1, NOBODY):
        assert "back-" not in "".join(ids_of(GAME.pictures.draw(states, options, seat)))
        assert "grey-grey" in GAME.pictures.draw_text(states, options, seat).plain


def test_only_the_seat_to_move_is_shown_what_it_may_do():
    for options, states in random_positions():
        legal = choices(GAME, states, options)
        for seat in viewers(GAME, options):
            marks = GAME.pictures.draw_targets(states, options, seat, legal)
            assert bool(marks) == (seat == GAME.rules.actor(states[0]))
            assert bool(GAME.pictures.targets(states, options, seat, legal)) == bool(marks)


def test_every_legal_action_has_a_mark():
    for options, states in random_positions():
        legal, seat = choices(GAME, states, options), int(GAME.rules.actor(states[0]))
        marks = GAME.pictures.draw_targets(states, options, seat, legal)
        whole = ET.fromstring(with_marks(GAME.pictures.draw(states, options, seat), marks))
        actions = [
            element.get("data-action") for element in whole.iter() if element.get("data-action")
        ]
        assert sorted(map(int, actions)) == legal


# What a seat may see


def shuffled(states, seat, rng):
    """The same position with the tiles that a seat can't see in other places."""
    other = states.copy()
    locations = other["where"][0]
    secret = np.flatnonzero(
        (locations == SUPPLY) | ((locations >= HAND) & (locations != HAND + seat))
    )
    locations[secret] = rng.permutation(locations[secret])
    return other


def test_hidden_tiles_do_not_show():
    rng = np.random.default_rng(5)
    for options, states in random_positions()[::3]:
        for seat in viewers(GAME, options):
            blank, other = view_of(GAME, states, options, seat), shuffled(states, seat, rng)
            for draw in (GAME.pictures.draw, GAME.pictures.draw_text):
                assert draw(states, options, seat) == draw(blank, options, seat)
                assert draw(states, options, seat) == draw(other, options, seat)


def test_everybody_sees_all_that_is_known():
    for options, states in random_positions():
        plain = GAME.pictures.draw_text(states, options, EVERYBODY).plain
        tiles = np.flatnonzero(states["where"][0] >= HAND)
        assert all(is_named(plain, tile) for tile in tiles)
        view = view_of(GAME, states, options, 0)
        drawing = GAME.pictures.draw_text(
            states, options, 0
        ).plain  # with her spots for forks below
        assert drawing.startswith(GAME.pictures.draw_text(view, options, EVERYBODY).plain)


# The terminal


def is_named(plain, tile):
    first, second = TILE_NAMES[tile].split("-")
    return re.search(rf"\b({first}-{second}|{second}-{first})\b", plain) is not None


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_terminal_names_everything_within_its_width(columns):
    for options, states in random_positions():
        seat = int(GAME.rules.actor(states[0]))
        plain = draw_wide(states, options, seat, columns).plain
        assert max(map(len, plain.splitlines())) <= columns
        tiles = np.flatnonzero(np.isin(states["where"][0], [CHAIN, HAND + seat]))
        assert all(is_named(plain, tile) for tile in tiles)
        for word in re.findall(r"\b[a-z]+-[a-z]+\b", plain):
            parse_tile(word)
        if states["end"][0][0] != NO_HALF:
            assert len(re.findall(r"left <|> left", plain)) == 1
            assert len(re.findall(r"right <|> right", plain)) == 1


def parse_spots(plain):
    """The dog and the tile of every spot that the terminal names."""
    text = " ".join(plain.partition("\nspots ")[2].split())
    for row in re.findall(r"([a-z]+) at ((?:[a-z]+-[a-z]+ ?)+)", text):
        yield from ((row[0], tile) for tile in row[1].split())


def test_spots_of_forks_are_named_as_they_are_typed():
    count = 0
    for options, states in random_positions():
        texts = [GAME.notation.format_action(a, options) for a in choices(GAME, states, options)]
        forks = [text.split()[-1].split(".") for text in texts if text.startswith("fork")]
        spots = {(dog if dog.isalpha() else tile.split("-")[0], tile) for tile, dog in forks}
        plain = GAME.pictures.draw_text(states, options, int(GAME.rules.actor(states[0]))).plain
        assert sorted(parse_spots(plain)) == sorted(spots)
        count += len(spots)
    assert count > 10
