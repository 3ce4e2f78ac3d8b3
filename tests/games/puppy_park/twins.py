"""The naive twin beside the engine: its positions as records, its actions as numbers."""

import random

import numpy as np

from offleash.contract import Game, Records
from offleash.games.puppy_park.rules import actions, record
from offleash.games.tiles.rules.hexes import OFF_TABLE, REACH, SIDE, WAYS
from tests.games.puppy_park import naive

PHASES = ("deal", "start", "pick", "place", "house", "over")
RULES = (None, "poop", "tree")
NUMBERS = {tile: number for number, tile in enumerate(naive.TILES)}

MODULES = ("extra_tiles", "houses34", "tree_poop")
OPTION_LIST = ("cover_house", "tp_must_be_played", "tree_blocks_e")
WORDS = {
    "pairs": ("disjoint", "each", "edges"),
    "stuck": ("fewest", "shared"),
    "tp_shape": ("halves", "two_hex", "one_hex"),
}


def random_options(rng: random.Random, **fixed: object) -> naive.Options:
    """Any company, any modules, few or many options."""
    density = rng.choice((0, 0.3, 0.7))
    settings: dict[str, object] = {"players": rng.randint(2, 4)}
    settings["starter"] = rng.choice((None, 0, 1, 2, 3))
    settings |= {name: rng.random() < 0.6 for name in MODULES}
    settings |= {name: rng.random() < density for name in OPTION_LIST}
    settings |= {name: rng.choice(words) for name, words in WORDS.items() if rng.random() < density}
    return naive.Options(**{**settings, **fixed})


def engine_options(game: Game, options: naive.Options) -> Records:
    """The same options for the engine."""
    settings = {name: getattr(options, name) for name in options.__dataclass_fields__}
    return game.options(**{k: "none" if v is None else v for k, v in settings.items()})


def changed(options: naive.Options) -> dict[str, object]:
    """What is not as usual, for messages."""
    usual = naive.Options()
    settings = {name: getattr(options, name) for name in options.__dataclass_fields__}
    return {name: value for name, value in settings.items() if value != getattr(usual, name)}


# Positions


def cell_number(cell: tuple[int, int]) -> int:
    return (cell[0] + REACH) * SIDE + cell[1] + REACH


def cell_of(number: int) -> tuple[int, int]:
    return number // SIDE - REACH, number % SIDE - REACH


def to_record(position: naive.Position) -> Records:
    """The position as the engine holds it."""
    states = np.zeros(1, record.RECORD)
    state = states[0]
    state.cell[:] = OFF_TABLE
    state.house[:] = state.tp_cell[:] = record.GONE
    for piece in position.table:
        tile = NUMBERS[piece.tile]
        state.where[tile] = record.TABLE
        state.cell[tile], state.way[tile] = cell_number(piece.cell), piece.way
        state.level[tile] = piece.level
    for seat, hand in enumerate(position.hands):
        for tile in hand:
            state.where[NUMBERS[tile]] = record.HAND + seat
    for tile in position.stock:
        state.where[NUMBERS[tile]] = record.STOCK
    special = {naive.GONE: record.GONE, naive.IN_HAND: record.AT_HAND}
    for seat in range(position.players):
        house, place = position.houses[seat], position.tree_poops[seat]
        state.house[seat] = special[house] if house in special else cell_number(house)
        if place in special:
            state.tp_cell[seat] = special[place]
        else:
            state.tp_cell[seat], state.tp_way[seat] = cell_number(place[0]), place[1]
    state.declared = RULES.index(position.rules)
    state.players, state.stock_left = position.players, len(position.stock)
    state.starter, state.seat, state.passes = position.first, position.seat, position.passes
    state.picked = piece_number(position.picked)
    state.phase = PHASES.index(position.phase)
    return states


def piece_number(piece: object) -> int:
    if piece == naive.TREE_POOP:
        return record.TREE_POOP
    return record.NOTHING_PICKED if piece is None else NUMBERS[piece]


# Actions


def to_number(action: tuple, position: naive.Position) -> int:
    """The number of an action of the twin's."""
    word, *rest = action
    if word == "at":
        return actions.PLACE + cell_number(rest[0]) * WAYS + rest[1]
    if word == "tile":
        return actions.PICK + NUMBERS[rest[0]]
    if word == naive.TREE_POOP:
        if position.rules:
            return actions.PICK + record.TREE_POOP
        return {"poop": actions.PICK_POOP, "tree": actions.PICK_TREE}[rest[0]]
    if word == "house":
        return actions.HOUSE + cell_number(rest[0])
    if word == "deal":
        return actions.DEAL + NUMBERS[rest[0]]
    if word == "first":
        return actions.FIRST + rest[0]
    return {"pass": actions.PASS, "no house": actions.NO_HOUSE}[word]


def numbered(choices, position: naive.Position) -> dict[int, tuple]:
    """Actions of the twin's by their numbers."""
    by_number = {to_number(action, position): action for action in choices}
    assert len(by_number) == len(choices), "two actions have one number"
    return by_number
