"""The pictures of Puppy Park: whole, stable, marked, and never too small for what lies there."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from offleash.contract.rules.actors import NOBODY
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import HOUSE, PLACE
from offleash.games.puppy_park.rules.record import HAND, PICKING, PLACING, TABLE
from offleash.games.puppy_park.text.position import PLAIN, ParkPosition
from offleash.games.tiles.draw.geometry import LIFT, centre
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, STEP, WAYS, cell_at
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile
from offleash.games.tiles.text.places import WAY_NAMES, format_cell
from offleash.play.session import Session
from tests.games.puppy_park.pictures import PICTURE, POSITION, picture
from tests.variety import choices

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 150_000  # bytes of a picture with every mark

TWO_TILES = "table=blue-brown@0,0E,yellow-red@1,1W hands=blue-red,white-white|red-red"
# Red on (0,1) is three high, brown on (1,0) too; blue and yellow are two high.
STACKS = (
    "table=blue-brown@0,0E,yellow-red@1,1W,blue-red@0,0SE^1,brown-yellow@1,0SE^1,"
    "brown-red@1,0SW^2,white-white@2,0E hands=blue-blue,white-grey|red-red,grey-grey "
    "houses=hand|2,0 tree-poop=hand|-1,1W rules=tree"
)


def table(position, **settings):
    return Session(GAME, GAME.options("expansion", **settings), position=position)


def parse(session, seat=NOBODY):
    return ET.fromstring(session.svg(seat))


def draw_unmarked(session, seat=NOBODY):
    return ET.fromstring(GAME.pictures.draw(session.state, session.options, seat))


def ids_of(tree):
    return [element.get("id") for element in tree.iter() if element.get("id")]


def by_id(tree, element_id):
    return next(element for element in tree.iter() if element.get("id") == element_id)


def used(tree):
    return [element.get("href")[1:] for element in tree.iter(f"{SVG}use")]


def point(element):
    return tuple(float(number) for number in re.findall(r"-?[\d.]+", element.get("transform"))[:2])


def random_session(seed, tiles, phase=PLACING, **settings):
    """A random game as far as so many tiles on the table, in a phase."""
    rng = random.Random(seed)
    session = Session(GAME, GAME.options("expansion", **settings), seed=seed)
    while not session.over:
        state = session.state[0]
        if (state["where"] == TABLE).sum() >= tiles and state["phase"] == phase:
            break
        session.play(rng.choice(session.legal_numbers))
    return session


# What is in the picture


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_piece_is_drawn_once_for_every_viewer(players):
    session = random_session(players, 12, PICKING, players=players)
    state = session.state[0]
    expected = {f"tile-{t}" for t in range(TILES) if state["where"][t] in (TABLE, *seats(players))}
    expected |= {f"house-{s}" for s in range(players) if state["house"][s] != -1}
    expected |= {f"tree-poop-{s}" for s in range(players)}
    expected |= {f"{part}-{s}" for s in range(players) for part in ("hand", "seat")}
    for seat in (NOBODY, *range(players)):
        ids = ids_of(draw_unmarked(session, seat))
        assert len(ids) == len(set(ids))
        pieces = r"(tile|house|tree-poop|hand|seat)-\d+"
        assert {name for name in ids if re.fullmatch(pieces, name)} == expected


def seats(players):
    return range(HAND, HAND + players)


def test_heights_lift_tiles_and_are_written_on_them():
    session = table(STACKS)
    tree = draw_unmarked(session, 0)
    for name, level in (("blue-brown", 0), ("blue-red", 1), ("brown-red", 2)):
        tile = parse_tile(name)
        x, y = centre(int(session.state["cell"][0][tile]))
        way = int(session.state["way"][0][tile])
        assert way < 3  # so that it is drawn from its first dog
        assert point(by_id(tree, f"tile-{tile}")) == (x, y - LIFT * level)
    badges = [element.text for element in tree.iter(f"{SVG}text") if (element.text or "").isdigit()]
    assert sorted(badges) == ["2", "2", "3", "3"]
    order = [element_id for element_id in ids_of(tree) if element_id.startswith("tile-")]
    lower = [order.index(f"tile-{parse_tile(n)}") for n in ("blue-brown", "blue-red", "brown-red")]
    assert lower == sorted(lower)


def test_words_tell_what_lies_there():
    tree = draw_unmarked(table(STACKS), 1)
    description = tree.find(f"{SVG}desc").text
    for words in (
        "On the lawn: blue-brown: blue in the middle of the lawn, brown to its right;",
        "yellow-red: yellow to the lower right of the brown of blue-brown, red to its left;",
        "white-white: white to the right of the brown of blue-brown, the other to its right;",
        "brown-red: brown on the brown of brown-yellow, red to its lower left.",
        "The left white of white-white is asleep in Azure's house",
        "Azure's tree-poop tile: tree to the lower left of the blue of blue-red, poop to its left",
        "Rust has 2 tiles",
        "tree rules",
    ):
        assert words in description
    assert tree.find(f"{SVG}title").text == "Rust picks a tile"
    texts = [element.text for element in tree.iter(f"{SVG}text")]
    assert {"Rust", "Azure", "2 tiles", "tree rules: next to a tree, if you can"} <= set(texts)


def test_dogs_nap_under_houses_and_nowhere_else():
    symbols = used(by_id(draw_unmarked(table(STACKS)), f"tile-{parse_tile('white-white')}"))
    assert [symbol for symbol in symbols if symbol[:3] in ("dog", "nap")] == ["nap-4", "dog-4"]
    assert sum(symbol.startswith("nap-") for symbol in used(draw_unmarked(table(STACKS)))) == 1


def test_the_winner_is_named():
    session = table("table=blue-brown@0,0E hands=blue-red|red-red", players=2)
    session.play("blue-red", "at 2,0 E")
    tree = parse(session)
    assert tree.find(f"{SVG}title").text == "Rust wins"
    assert "wins" in [element.text for element in tree.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("shape", "halves"),
    [
        ("halves", ["tree", "poop"]),
        ("two_hex", ["tree-and-poop"] * 2),
        ("one_hex", ["tree-and-poop"]),
    ],
)
def test_tree_poop_tiles_have_the_shape_that_is_played(shape, halves):
    position = "table=blue-brown@0,0E hands=blue-red|red-red tree-poop=hand|0,1E rules=tree"
    session = table(position, tp_shape=shape)
    tree = draw_unmarked(session, 0)
    for seat in range(2):
        symbols = used(by_id(tree, f"tree-poop-{seat}"))
        assert [symbol for symbol in symbols if symbol.startswith(("tree", "poop"))] == halves
    session.play("tree-poop")
    targets = GAME.pictures.targets(session.state, session.options, 0, session.legal_numbers)
    assert {len(target.clicks) for target in targets} == {len(halves)}


# The view box


def view_box(tree):
    left, top, width, height = (float(number) for number in tree.get("viewBox").split())
    return left, top, left + width, top + height


def line(way, rest="rules=poop phase=over"):
    """As many pieces as a table can hold, in a line: 33 tiles with dogs, 4 with trees and poops."""
    at = [format_cell(CENTRE + 2 * i * int(STEP[way])) + WAY_NAMES[way] for i in range(37)]
    tiles = ",".join(
        f"{name}@{place}" for name, place in zip(TILE_NAMES[:33], at[:33], strict=True)
    )
    hands = "|".join([*TILE_NAMES[33:], "-"])
    return f"table={tiles} hands={hands} tree-poop={'|'.join(at[33:])} {rest}"


@pytest.mark.parametrize("way", range(HALF_WAYS))
def test_the_longest_line_fits_into_a_picture_of_sensible_proportions(way):
    options = GAME.options("expansion", players=4)
    states = GAME.notation.read_board(line(way), options)
    svg = GAME.pictures.draw(states, options, 0)
    tree = ET.fromstring(svg)
    left, top, right, bottom = view_box(tree)
    cells = [
        element
        for element in tree.iter(f"{SVG}use")
        if (element.get("id") or "").startswith("cell-")
    ]
    assert len(cells) > 74
    for element in cells:
        assert left + 26 < float(element.get("x")) < right - 26
        assert top + 30 < float(element.get("y")) < bottom - 30
    assert 0.5 < (bottom - top) / (right - left) < 2
    assert len(svg) < MOST_BYTES


# Targets


def describe_targets(session, *actions):
    numbers = [GAME.notation.parse_action(action, session.options) for action in actions]
    assert set(numbers) <= set(session.legal_numbers)
    targets = GAME.pictures.targets(session.state, session.options, session.actor, numbers)
    return [(target.group, target.label, target.clicks) for target in targets]


def cells(*places):
    return tuple(f"cell-{cell_at(q, r)}" for q, r in places)


# Where blue-red may lie next to two tiles
RIGHT_OF_BROWN = "blue to the right of the brown of blue-brown, red to its right"
LEFT_OF_BLUE = "blue to the left of the blue of blue-brown, red to its lower right"
ON_BLUE = "blue on the blue of blue-brown, red to its lower right"


def test_targets_in_words():
    session = table(TWO_TILES.replace("hands", "houses=hand|hand tree-poop=hand|hand hands"))
    assert describe_targets(
        session, "blue-red", "tree-poop poop rules", "tree-poop tree rules"
    ) == [
        ("blue-red", "lay blue-red", (f"tile-{parse_tile('blue-red')}",)),
        ("tree-poop", "declare poop rules", ("declare-poop",)),
        ("tree-poop", "declare tree rules", ("declare-tree",)),
    ]
    session.play("blue-red")
    assert describe_targets(session, "at 2,0 E", "at -1,0 SE", "at 0,0 SE") == [
        ("blue-red", RIGHT_OF_BROWN, cells((2, 0), (3, 0))),
        ("blue-red", f"{LEFT_OF_BLUE}: two pairs, another turn", cells((-1, 0), (-1, 1))),
        ("blue-red", f"{ON_BLUE}: another turn", cells((0, 0), (0, 1))),
    ]
    session.play("at 2,0 E")
    assert describe_targets(session, "house 3,0", "no house") == [
        ("house", "the red of blue-red naps", cells((3, 0))),
        ("house", "keep the house", ("house-0",)),
    ]


def test_a_last_tile_wins_and_earns_nothing():
    """Two pairs or atop, no turn comes after it (P10); a tree-poop tile is not the last."""
    position = TWO_TILES.replace("blue-red,white-white", "blue-red") + " tree-poop=hand|hand"
    session = table(f"{position} picked=blue-red")
    assert [
        label for _, label, _ in describe_targets(session, "at 2,0 E", "at -1,0 SE", "at 0,0 SE")
    ] == [f"{words}: wins" for words in (RIGHT_OF_BROWN, LEFT_OF_BLUE, ON_BLUE)]
    session = table(f"{position} picked=tree-poop rules=poop")
    assert [label for _, label, _ in describe_targets(session, "at 2,0 E")] == [
        "tree to the right of the brown of blue-brown, poop to its right"
    ]


def test_a_pass_is_a_click_on_the_name():
    """Two hexes of tree and poop on either side fence a tile in (N5)."""
    position = "table=blue-blue@0,0E hands=red-red|white-white tree-poop=0,-1E|0,1E rules=poop"
    session = table(position, tp_shape="two_hex")
    assert describe_targets(session, "pass") == [("pass", "pass: nothing can be laid", ("seat-0",))]
    assert "pass" in [element.text for element in parse(session, 0).iter(f"{SVG}text")]


@pytest.mark.parametrize("seed", range(4))
def test_every_click_is_in_the_picture_and_every_action_has_its_own(seed):
    for phase in (PICKING, PLACING):
        session = random_session(seed, 5 * seed + 1, phase, players=2 + seed % 3)
        seat, legal = session.actor, session.legal_numbers
        targets = GAME.pictures.targets(session.state, session.options, seat, legal)
        ids = set(ids_of(draw_unmarked(session, seat)))
        clicks = [target.clicks for target in targets]
        assert len(set(clicks)) == len(clicks) == len(legal)
        assert all(set(click) <= ids for click in clicks)
        tree = parse(session, seat)
        marks = {
            int(element.get("data-action")) for element in tree.iter() if element.get("data-action")
        }
        assert marks == set(legal)
        assert len(ids_of(tree)) == len(set(ids_of(tree)))
        assert len(session.svg(seat)) < MOST_BYTES


def test_nobody_else_is_shown_what_the_mover_may_do():
    session = table(STACKS)
    for seat in (NOBODY, 1):
        assert "marks" not in ids_of(parse(session, seat))
        assert (
            GAME.pictures.targets(session.state, session.options, seat, session.legal_numbers) == []
        )


@pytest.mark.parametrize("pairs", ["disjoint", "each", "edges"])
def test_gold_is_where_another_turn_is_earned(pairs):
    """What the marks say, the rules do: the same seat picks again."""
    options = GAME.options("expansion", pairs=pairs)
    session = Session(GAME, options, position=POSITION.replace("\n", ""))
    states, seat, golden = session.state, session.actor, 0
    tree, position = parse(session, seat), ParkPosition(session.state, options, seat)
    for action in session.legal_numbers:
        after = states.copy()
        GAME.rules.apply(after[0], options[0], GAME.new_work()[0], action, None)
        earns_turn = after[0]["seat"] == seat and after[0]["phase"] == PICKING
        assert (position.gain(*divmod(action - PLACE, WAYS)) != PLAIN) == earns_turn
        shape = by_id(tree, f"target-{action}").get("href")
        assert shape.startswith("#gold-" if earns_turn else "#way-")
        golden += earns_turn
    assert len(session.legal_numbers) > golden >= 4


def test_a_house_may_go_where_a_roof_is():
    session = table(STACKS)
    session.play("white-grey")
    session.play(next(a for a in session.legal_numbers if "another" not in label_of(session, a)))
    tree = parse(session, 0)
    houses = [action for action in session.legal_numbers if action >= HOUSE]
    assert len(houses) > 5
    assert {f"target-{action}" for action in session.legal_numbers} <= set(ids_of(tree))


def label_of(session, action):
    return GAME.pictures.targets(session.state, session.options, session.actor, [action])[0].label


# The last turn


def last_of(session, seat=NOBODY):
    return next(
        (element for element in parse(session, seat).iter() if element.get("id") == "last"), None
    )


def test_the_last_turn_is_outlined_and_described():
    session = table(TWO_TILES.replace("white-white", "white-white,grey-grey"))
    assert last_of(session) is None
    session.play("blue-red")
    assert last_of(session) is None  # picked, not laid
    session.play("at -1,0 SE")
    last = last_of(session)
    assert "Rust laid blue-red" in "".join(last.itertext())
    assert len(list(last.iter(f"{SVG}polygon"))) == 2
    session.play("white-white", "at 2,0 E")
    last = last_of(session, 1)
    text = "".join(last.itertext())
    assert "Rust laid blue-red and white-white" in text
    assert text.startswith("12")  # which was first and which second
    assert len(list(last.iter(f"{SVG}polygon"))) == 4


def test_the_very_first_tile_is_described():
    session = Session(GAME, GAME.options("base"), seed=2)
    assert [name.startswith("cell-") for name in ids_of(parse(session))].count(True) > 8
    tile = session.legal[0]
    session.play(tile)
    assert f"laid {tile}" in "".join(last_of(session).itertext())


def test_a_house_is_described():
    session = table(TWO_TILES.replace("hands", "houses=hand|hand hands"))
    session.play("blue-red", "at 2,0 E", "house 3,0")
    assert "Rust laid blue-red, placed the house" in "".join(last_of(session).itertext())


def test_the_marks_of_a_long_line_stay_small():
    """Its wedges are many: each refers to a symbol and has no more than a number."""
    options = GAME.options("expansion", players=4)
    position = line(0, "rules=poop picked=black-shiba phase=place")
    states = GAME.notation.read_board(position, options)
    legal = choices(GAME, states, options)
    assert min(legal) >= PLACE and len(legal) > 500
    assert len(GAME.pictures.draw_targets(states, options, 0, legal)) < 120 * len(legal) + 10_000


# Documents


def test_the_picture_in_the_documents_is_current():
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run `make pictures`"


def test_no_button_lies_under_the_one_that_keeps_the_house():
    """`no house` stands where a rule is declared at other times."""
    position = f"{TWO_TILES} houses=hand|hand tree-poop=hand|hand"
    assert "declare-poop" in ids_of(draw_unmarked(table(position), 0))
    assert "declare-poop" not in ids_of(draw_unmarked(table(f"{position} phase=house"), 0))
