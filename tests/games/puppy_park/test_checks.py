"""The exact checks of Puppy Park's rules page, by the engine and by the twin."""

import random
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import offleash
from offleash.contract.rules.actors import OVER
from offleash.games.puppy_park.rules.actions import PASS
from offleash.games.puppy_park.rules.record import GONE
from offleash.games.tiles.rules.hexes import FURTHEST
from tests.games.puppy_park import naive
from tests.games.puppy_park.dressed import blank
from tests.games.puppy_park.naive import TILES, Lawn, Options, Piece, beside
from tests.games.puppy_park.twins import cell_number, engine_options, numbered, to_number, to_record

game = offleash.load_game("puppy-park")
work, out = game.new_work(), game.new_out()
SCENARIOS = Path(__file__).parent / "scenarios"


def engine_legal(states, opts):
    n = game.rules.legal_actions(states[0], opts[0], work[0], out)
    return out[:n].tolist()


def engine_kinds(states, opts):
    """How many placements there are of each option."""
    counts = Counter()
    for action in engine_legal(states, opts):
        after, tally = states.copy(), game.new_tally()
        game.rules.apply(after[0], opts[0], work[0], action, tally[0])
        for kind, name in (
            ("a", "two_pairs"),
            ("b", "stacks"),
            ("c", "plain"),
            ("e", "tree_poops"),
        ):
            counts[kind] += int(tally[name].sum())
    return +counts


def twin_kinds(position, options):
    return Counter(
        naive.option_of(position, options, action) for action in naive.places(position, options)
    )


# Counts of placements

MIXED = "hands=yellow-red,white-white|grey-grey picked=yellow-red"
DOUBLE = "hands=yellow-yellow,white-white|grey-grey picked=yellow-yellow"
TREES = {"tree_poop": True}
COUNTS = {
    "one tile, a mixed one": (f"table=blue-brown@0,0E {MIXED}", {}, {"c": 60}),
    "one tile, a double": (f"table=blue-brown@0,0E {DOUBLE}", {}, {"c": 30}),
    "a double touching one dog twice": (
        "table=blue-brown@0,0E hands=blue-blue,white-white|grey-grey picked=blue-blue",
        {},
        {"c": 30},
    ),
    "the same with each": (
        "table=blue-brown@0,0E hands=blue-blue,white-white|grey-grey picked=blue-blue",
        {"pairs": "each"},
        {"a": 4, "c": 26},
    ),
    "the same with edges": (
        "table=blue-brown@0,0E hands=blue-blue,white-white|grey-grey picked=blue-blue",
        {"pairs": "edges"},
        {"a": 4, "c": 26},
    ),
    "a mixed tile beside a double": (
        "table=blue-blue@0,0E hands=blue-brown,white-white|grey-grey picked=blue-brown",
        {},
        {"c": 60},
    ),
    "a mixed tile beside a double with each": (
        "table=blue-blue@0,0E hands=blue-brown,white-white|grey-grey picked=blue-brown",
        {"pairs": "each"},
        {"c": 60},
    ),
    "a mixed tile beside a double with edges": (
        "table=blue-blue@0,0E hands=blue-brown,white-white|grey-grey picked=blue-brown",
        {"pairs": "edges"},
        {"a": 8, "c": 52},
    ),
    "two tiles in line": (f"table=blue-brown@0,0E,blue-red@2,0E {MIXED}", {}, {"c": 84}),
    "two tiles side by side": (f"table=blue-brown@0,0E,blue-red@0,1E {MIXED}", {}, {"c": 72}),
    "two tiles side by side, a double": (
        f"table=blue-brown@0,0E,blue-red@0,1E {DOUBLE}",
        {},
        {"c": 36},
    ),
    "a house that keeps two pairs apart": (
        "table=blue-brown@0,0E,yellow-red@-1,1SE hands=blue-yellow,white-white|grey-grey "
        "houses=0,0|gone picked=blue-yellow",
        {},
        {"c": 82},
    ),
    "a tree-poop tile": (
        "table=blue-brown@0,0E hands=white-white|grey-grey tree-poop=hand|gone rules=poop "
        "picked=tree-poop",
        TREES,
        {"e": 60},
    ),
    "a tree-poop tile of two_hex": (
        "table=blue-brown@0,0E hands=white-white|grey-grey tree-poop=hand|gone rules=poop "
        "picked=tree-poop",
        TREES | {"tp_shape": "two_hex"},
        {"e": 30},
    ),
    "a tree-poop tile of one_hex": (
        "table=blue-brown@0,0E hands=white-white|grey-grey tree-poop=hand|gone rules=poop "
        "picked=tree-poop",
        TREES | {"tp_shape": "one_hex"},
        {"e": 8},
    ),
}
for place, rules, count in (
    ("0,1SE", "poop", 42),
    ("0,1SE", "tree", 20),
    ("0,2NW", "poop", 58),
    ("0,2NW", "tree", 36),
):
    COUNTS[f"{rules} rules, tree-poop at {place}"] = (
        f"table=blue-blue@0,0E {MIXED} tree-poop={place}|gone rules={rules}",
        TREES,
        {"c": count},
    )


@pytest.mark.parametrize("name", COUNTS)
def test_placements_are_counted(name):
    text, settings, expected = COUNTS[name]
    options, position = Options(**settings), naive.from_text(text)
    opts = engine_options(game, options)
    assert twin_kinds(position, options) == expected
    assert engine_kinds(game.notation.parse_position(text, opts), opts) == expected


def test_the_second_tile_never_earns_a_turn():
    """Whatever the first is: 60 placements of a mixed tile, 30 of a double, all plain."""
    options, rng = Options(extra_tiles=True), random.Random("second tiles")
    opts = engine_options(game, options)
    for tile in TILES:
        first, spare, other = rng.sample([one for one in TILES if one != tile], 3)
        position = blank(options)
        position.table = [Piece(first, (0, 0), 0, 0)]
        position.hands, position.picked = [{tile, spare}, {other}], tile
        position.phase = "place"
        spots = 30 if naive.is_double(tile) else 60
        assert engine_kinds(to_record(position), opts) == {"c": spots}


def test_a_tree_poop_tile_after_the_opening_has_120_choices():
    """60 for each declaration; the next player's has 60 where the first one is out of the way."""
    opts = game.options(tree_poop=True)
    position = "table=blue-brown@0,0E hands=white-white|grey-grey tree-poop=hand|hand"
    states = game.notation.parse_position(position, opts)
    picks = [played(states, opts, f"tree-poop {rules} rules") for rules in ("poop", "tree")]
    assert sum(len(engine_legal(picked, opts)) for picked in picks) == 120
    later = played(picks[0], opts, "at 0,1 E")
    later["tp_cell"][0][0] = GONE  # out of the way
    assert len(engine_legal(played(later, opts, "tree-poop"), opts)) == 60


def played(states, opts, text):
    after, action = states.copy(), game.notation.parse_action(text, opts)
    assert action in engine_legal(states, opts), f"{text} is not legal"
    game.rules.apply(after[0], opts[0], work[0], action, game.new_tally()[0])
    return after


# Straight lines


def in_a_row(way, count):
    """So many tiles in a straight line from (0, 0) on."""
    row, cell = [], (0, 0)
    for tile in TILES[:count]:
        row.append(Piece(tile, cell, way % 3, 0))
        cell = beside(beside(cell, way), way)
    return row


@pytest.mark.parametrize("k", [1, 2, 3, 5, 10])
@pytest.mark.parametrize("way", range(3))
def test_spots_around_a_row(k, way):
    options = Options(extra_tiles=True)
    opts = engine_options(game, options)
    position = blank(options)
    position.table = in_a_row(way, k)
    lawn = Lawn(position, options)
    assert len(lawn.ring) == 4 * k + 4
    assert len(lawn.spots) == 2 * (12 * k + 18)
    for picked, spots in (((6, 7), 2 * (12 * k + 18)), ((7, 7), 12 * k + 18)):
        position.hands, position.picked = [{picked, (5, 5)}, {(6, 6)}], picked
        position.phase = "place"
        assert len(engine_legal(to_record(position), opts)) == spots


def line_actions(way, rules):
    """A game in which 37 pieces are laid in one straight line, as (seat, pick, place).

    Two players with 18 tiles each; the 35th and 36th piece are the tree-poop tiles, tree and poop
    turned so that dogs may follow them under either rule.
    """
    hands = [TILES[:18], TILES[18:]]
    end = (1, 0) if way == 0 else (0, 0)
    yield 0, ("tile", hands[0].pop()), None
    for piece in range(2, 38):
        hand = hands[(piece - 1) % 2]
        near, far = beside(end, way), beside(beside(end, way), way)
        if piece == 35:
            yield 0, (naive.TREE_POOP, rules), ("at", near, way)
        elif piece == 36:
            yield 1, (naive.TREE_POOP, rules), ("at", far, (way + 3) % 6)
        else:
            tile = hand.pop()
            is_turned = naive.is_double(tile) and way >= 3
            yield (
                (piece - 1) % 2,
                ("tile", tile),
                ("at", *((far, way - 3) if is_turned else (near, way))),
            )
        end = far


@pytest.mark.parametrize("way", range(6), ids=naive.WAY_NAMES)
@pytest.mark.parametrize("rules", ["poop", "tree"])
def test_a_game_in_a_straight_line(way, rules):
    """37 pieces, as many as ever lie: legal all the way, on the grid, and the same after text."""
    options = Options(extra_tiles=True, tree_poop=True, houses34=True)
    opts = engine_options(game, options)
    position = blank(options)
    position.hands = [set(TILES[:18]), set(TILES[18:])]
    position.tree_poops = [naive.IN_HAND] * 2
    states, tally = to_record(position), game.new_tally()
    for number, (seat, *actions) in enumerate(line_actions(way, rules), 1):
        assert game.rules.actor(states[0]) == seat
        for action in filter(None, actions):
            legal = engine_legal(states, opts)
            assert to_number(action, position) in legal
            assert len(legal) <= game.rules.max_actions
            if number % 9 == 1:
                assert set(legal) == set(numbered(naive.legal(position, options), position))
            game.rules.apply(states[0], opts[0], work[0], to_number(action, position), tally[0])
            position = naive.apply(position, options, action)
            assert states.tobytes() == to_record(position).tobytes()
            text = game.notation.format_position(states, opts)
            assert game.notation.parse_position(text, opts).tobytes() == states.tobytes()
    assert game.rules.actor(states[0]) == OVER
    assert number == 37
    cells = [
        cell for piece in position.table for cell in (piece.cell, beside(piece.cell, piece.way))
    ]
    assert max(abs(number) for cell in cells for number in cell) == FURTHEST - (way != 0)


# Cells around tiles


def ring_of(cells):
    return {(q + dq, r + dr) for q, r in cells for dq, dr in naive.WAYS} - set(cells)


def further_pairs(cells):
    """Every pair of empty cells next to these."""
    for near in ring_of(cells):
        for way in range(6):
            if (far := beside(near, way)) not in cells:
                yield near, far


def test_few_cells_touch_few_tiles():
    """At most 4k + 4 empty cells touch k tiles: all tables of three tiles, and random ones."""
    tables = [frozenset({(0, 0), (1, 0)})]
    for k in (1, 2, 3):
        assert max(len(ring_of(cells)) for cells in tables) == 4 * k + 4
        tables = {cells | {*pair} for cells in tables for pair in further_pairs(cells)}
    rng = random.Random("rings")
    for _ in range(60):
        cells, spread = {(0, 0), (1, 0)}, rng.random()
        for k in range(2, 37):
            ring = sorted(ring_of(cells), key=lambda cell: abs(cell[0]) + abs(cell[1]))
            near = rng.choice(ring[-6:] if rng.random() < spread else ring)
            far = [cell for cell in ring_of({near}) if cell not in cells]
            if not far:
                break
            cells |= {near, max(far) if rng.random() < spread else rng.choice(far)}
            assert len(ring_of(cells)) <= 4 * k + 4


# Fences of tree-poop tiles: one dog tile on the table under poop rules (P9, N5)


def fences(shape, count):
    """Every set of so many tree-poop tiles next to the centre tile that do not overlap."""
    options = Options(players=4, tree_poop=True, tp_shape=shape)
    position = blank(options)
    position.table = [Piece((0, 1), (0, 0), 0, 0)]
    places = sorted(naive.tree_poop_places(Lawn(position, options), options))
    hexes = {place: set().union(*naive.tree_poop_hexes(place, options)) for place in places}

    def extend(fence, cells, start):
        if len(fence) == count:
            yield fence
            return
        for at in range(start, len(places)):
            if not hexes[places[at]] & cells:
                yield from extend([*fence, places[at]], cells | hexes[places[at]], at + 1)

    return options, position, list(extend([], set(), 0))


def deadlocks(shape, count):
    """How many fences there are, and in how many of them nobody can lay a tile."""
    options, position, candidates = fences(shape, count)
    opts = engine_options(game, options)
    position.rules = "poop"
    position.hands = [{(2, 3), (4, 4)}, {(5, 5)}, {(6, 6)}, {(3, 3)}]
    states, deadlocked = to_record(position), 0
    for fence in candidates:
        for seat, (cell, way) in enumerate(fence):
            states["tp_cell"][0][seat], states["tp_way"][0][seat] = cell_number(cell), way
        deadlocked += engine_legal(states, opts) == [PASS]
    return len(candidates), deadlocked


FENCES = {
    ("halves", 1): (60, 0),
    ("halves", 2): (1420, 0),
    ("halves", 3): (16960, 0),
    ("two_hex", 1): (30, 0),
    ("two_hex", 2): (355, 4),
    ("one_hex", 1): (8, 0),
    ("one_hex", 2): (28, 0),
    ("one_hex", 3): (56, 8),
}


@pytest.mark.parametrize(("shape", "count"), FENCES)
def test_tiles_fenced_in_by_poop(shape, count):
    assert deadlocks(shape, count) == FENCES[shape, count]


@pytest.mark.soak
def test_tiles_fenced_in_by_four_poops():
    assert deadlocks("halves", 4) == (109200, 30)


# The scenarios once more, by the twin


def twin_step(position, options, step):
    """What differs from one step of a scenario, and the position after it."""
    choices = naive.chances(position, options) or naive.legal(position, options)
    by_name = {naive.action_text(action, position): action for action in choices}
    (key, expected), *_ = step.items()
    if key == "play":
        for text in [expected] if isinstance(expected, str) else expected:
            choices = naive.chances(position, options) or naive.legal(position, options)
            by_name = {naive.action_text(action, position): action for action in choices}
            if text not in by_name:
                return [f"{text} is not legal"], position
            position = naive.apply(position, options, by_name[text])
        return [], position
    if key == "legal":
        return sorted(set(expected) ^ set(by_name)), position
    if key == "includes":
        return sorted(set(expected) - set(by_name)), position
    if key in ("excludes", "illegal"):
        unwanted = [expected] if isinstance(expected, str) else expected
        return sorted(set(unwanted) & set(by_name)), position
    if key == "position":
        return position_differs(position, expected), position
    return fields_differ(position, options, expected), position


def position_differs(position, text):
    """The fields of a partly written position that are otherwise."""
    fields = {"tree-poop": "tree_poops", "stock": "stock"}
    hands = "" if "hands=" in text else " hands=" + "|".join("-" * position.players)
    read = naive.from_text(text + hands)
    read.table, position.table = sorted(read.table), sorted(position.table)
    names = [fields.get(name, name) for name in re.findall(r"([a-z-]+)=", text)]
    return [name for name in names if getattr(read, name) != getattr(position, name)]


def fields_differ(position, options, expected):
    chance, over = position.phase in ("deal", "start"), position.phase == "over"
    actual = {
        "actor": "chance" if chance else "over" if over else position.seat,
        "phase": position.phase,
        "over": over,
        "returns": naive.returns(position, options) if over else None,
        "stock_left": len(position.stock),
        "starter": position.first,
    }
    return [name for name, value in expected.items() if actual[name] != value]


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_twin_meets_the_scenarios(path):
    """What the examples say was worked out twice."""
    for scenario in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
        modules = ("extra_tiles", "houses34", "tree_poop") if "preset" in scenario else ()
        options = Options(**dict.fromkeys(modules, True) | scenario.get("options", {}))
        text = scenario.get("position")
        position = naive.from_text(text) if text else naive.setup(options)
        for step in scenario["steps"]:
            differences, position = twin_step(position, options, step)
            assert not differences, f"{scenario['name']}: {step}: {differences}"
