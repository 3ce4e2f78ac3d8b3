"""The pictures of Secret Mission: whole, marked, and silent about what a seat may not see."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from offleash.contract.rules.actors import CHANCE, NOBODY
from offleash.games.secret_mission import GAME
from offleash.games.secret_mission.rules.groups import largest_group
from offleash.games.secret_mission.text.position import MissionPosition, groups
from offleash.games.tiles.rules.dogs import BREED, BREEDS
from offleash.games.tiles.rules.hexes import cell_at
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES
from offleash.play.session import Session

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 150_000  # bytes of a picture with every mark

# Browns on (1,0) (1,1) (2,0) hang together, and so do the yellows on (0,1) and (0,2).
POSITION = (
    "table=blue-brown@0,0E,brown-yellow@1,1W,brown-red@2,0E,yellow-white@0,2W "
    "missions={} playing={} last=4|3 seat=0"
)


def table(missions="brown-black|yellow-grey", playing="red-white|blue-grey", **settings):
    position = POSITION.format(missions, playing)
    return Session(GAME, GAME.options("base", **settings), position=position)


def parse(session, seat=NOBODY):
    return ET.fromstring(session.svg(seat))


def ids_of(tree):
    return [element.get("id") for element in tree.iter() if element.get("id")]


def by_id(tree, element_id):
    return next(element for element in tree.iter() if element.get("id") == element_id)


def symbols_of(tree, name):
    """What a piece shows: the numbers of two breeds, or two backs."""
    symbols = [element.get("href")[1:] for element in by_id(tree, name).iter(f"{SVG}use")]
    return [symbol for symbol in symbols if symbol.startswith(("dog", "back"))]


def breeds(*colours):
    return [f"dog-{COLOURS.index(colour)}" for colour in colours]


def random_session(seed, tiles, **settings):
    rng = random.Random(seed)
    session = Session(GAME, GAME.options("expansion", **settings), seed=seed)
    while not session.over and (session.state[0]["laid"] < tiles or session.actor == CHANCE):
        session.play(rng.choice(session.legal_numbers))
    return session


# What is in the picture


def test_own_tiles_lie_face_up_and_others_face_down():
    tree = parse(table(), 0)
    assert symbols_of(tree, "mission-0") == breeds("brown", "black")
    assert symbols_of(tree, "playing-0") == breeds("red", "white")
    assert symbols_of(tree, "mission-1") == symbols_of(tree, "playing-1") == ["back", "back"]
    tree = parse(table())
    for name in ("mission-0", "mission-1", "playing-0", "playing-1"):
        assert symbols_of(tree, name) == ["back", "back"]


def test_playing_tiles_may_lie_open():
    tree = parse(table(open_playing_tile=True), 0)
    assert symbols_of(tree, "playing-1") == breeds("blue", "grey")
    assert symbols_of(tree, "mission-1") == ["back", "back"]


@pytest.mark.parametrize("seat", [NOBODY, 0])
def test_a_picture_tells_nothing_hidden(seat):
    """Whatever the other has, and whether the record is hidden or whole: the same picture."""
    pictures = set()
    for missions, playing in (("yellow-grey", "blue-grey"), ("white-black", "red-red")):
        session = table(f"brown-black|{missions}", f"red-white|{playing}")
        pictures.add(GAME.pictures.draw(session.view(seat), session.options, seat))
        pictures.add(GAME.pictures.draw(session.state, session.options, seat))
    assert len(pictures) == 1


def test_words_tell_what_lies_there():
    tree = parse(table(), 0)
    description = tree.find(f"{SVG}desc").text
    assert "Rust: mission brown-black, to lay red-white" in description
    assert "Azure: mission face down, to lay face down" in description
    assert "yellow-white: yellow to the lower right of the yellow of brown-yellow" in description
    assert tree.find(f"{SVG}title").text == "Rust lays a tile"
    assert "20 tiles to draw" in [element.text for element in tree.iter(f"{SVG}text")]


def test_the_score_so_far_and_the_groups_of_ones_own_mission():
    """Two yellows or three browns, no black yet: the sum is told, and the group is outlined."""
    tree = parse(table("yellow-black|brown-grey"), 0)
    assert "2 × 0 = 0" in "".join(tree.itertext())
    assert len(list(by_id(tree, "groups").iter(f"{SVG}polygon"))) == 2 * 2  # light under dark
    tree = parse(table("brown-black|yellow-grey"), 0)
    assert "3 × 0 = 0" in "".join(tree.itertext())
    assert len(list(by_id(tree, "groups").iter(f"{SVG}polygon"))) == 2 * 3
    assert "groups" not in ids_of(parse(table()))


def test_groups_are_those_that_count():
    for seed in range(4):
        session = random_session(seed, 20, players=2 + seed % 3)
        dogs = MissionPosition(session.state, session.options).dogs
        for breed in range(BREEDS):
            of_breed = groups(dogs, breed)
            assert max(map(len, of_breed), default=0) == largest_group(session.state[0], breed)
            assert sum(map(len, of_breed)) == list(dogs.values()).count(breed)


def test_at_the_end_everything_is_shown():
    session = random_session(3, 99, players=4)
    tree = parse(session, 0)
    for seat in range(4):
        mission = int(session.state["mission"][0][seat])
        assert symbols_of(tree, f"mission-{seat}") == [f"dog-{breed}" for breed in BREED[mission]]
    winner = SEAT_NAMES[session.returns.index(1)]
    assert tree.find(f"{SVG}title").text == f"{winner} wins"
    assert len(re.findall(r"\d × \d = \d+", "".join(tree.itertext()))) == 4


# Targets and the last turn


def test_targets_in_words():
    session = table()
    action = GAME.notation.parse_action("at -1,0 NW", session.options)
    assert action in session.legal_numbers
    (target,) = GAME.pictures.targets(session.view(0), session.options, 0, [action])
    assert target.group == "red-white"
    assert target.label == "red to the left of the blue of blue-brown, white to its upper left"
    assert target.clicks == (f"cell-{cell_at(-1, 0)}", f"cell-{cell_at(-1, -1)}")


@pytest.mark.parametrize("seed", range(3))
def test_every_click_is_in_the_picture_and_every_action_has_its_mark(seed):
    session = random_session(seed, 12 * seed, players=2 + seed)
    seat, legal = session.actor, session.legal_numbers
    targets = GAME.pictures.targets(session.view(seat), session.options, seat, legal)
    tree = parse(session, seat)
    ids = ids_of(tree)
    clicks = {target.clicks for target in targets}
    assert len(clicks) == len(legal)
    assert {click for chain in clicks for click in chain} <= set(ids)
    assert len(ids) == len(set(ids))
    assert {f"target-{action}" for action in legal} <= set(ids)
    assert len(session.svg(seat)) < MOST_BYTES
    assert "marks" not in ids_of(parse(session, NOBODY))


@pytest.mark.parametrize("seat", [NOBODY, 0, 1])
def test_the_last_tile_is_outlined_and_its_player_named(seat):
    session = table()
    assert "last" not in ids_of(parse(session, seat))
    session.play("at -1,0 NW")
    last = by_id(parse(session, seat), "last")
    assert "Rust laid a tile" in "".join(last.itertext())
    assert len(list(last.iter(f"{SVG}polygon"))) == 2
