"""The pictures of Digs: whole, stable, and silent about bids."""

import xml.etree.ElementTree as ET

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games import registry
from offleash.play.session import Session


def ids_of(picture):
    return [element.get("id") for element in ET.fromstring(picture).iter() if element.get("id")]


def test_every_cell_dog_and_purse_is_drawn_once():
    game = registry.load("digs")
    for preset, seats in (("quick", 3), ("long", 4)):
        session = Session(game, game.options(preset), seed=1)
        ids = ids_of(session.svg())
        assert len(ids) == len(set(ids))
        cells = [name for name in ids if name.startswith("cell-")]
        assert len(cells) == int(session.options["cells"][0])
        assert {f"dog-{seat}" for seat in range(seats)} <= set(ids)
        assert f"dog-{seats}" not in ids


def test_legal_actions_are_marked_for_the_seat_to_move():
    game = registry.load("digs")
    session = Session(game).play("draw dash")
    marks = {name for name in ids_of(session.svg(0)) if name.startswith("target-")}
    assert marks == {f"target-{action}" for action in session.legal_numbers}
    assert not [name for name in ids_of(session.svg(1)) if name.startswith("target-")]
    session.play("walk e1")
    marks = {name for name in ids_of(session.svg(0)) if name.startswith("target-")}
    assert marks == {f"target-{action}" for action in session.legal_numbers}


def test_targets_name_what_is_in_the_picture():
    game = registry.load("digs")
    session = Session(game).play("draw dash")
    labels = {}
    for action in ("walk e1", "bid 2"):
        targets = game.pictures.targets(session.view(0), session.options, 0, session.legal_numbers)
        ids = set(ids_of(game.pictures.draw(session.view(0), session.options, 0)))
        assert [target.text for target in targets] == session.legal
        assert all(set(target.clicks) <= ids for target in targets)
        labels |= {target.text: target.label for target in targets}
        session.play(action)
    assert labels["walk e1"] == "dig a bone on e1"
    assert labels["walk b1"] == "dig on b1"
    assert labels["bid 2"] == "2 biscuits"


def test_the_last_walk_is_marked_and_a_bid_is_not():
    game = registry.load("digs")
    session = Session(game).play("draw dash", "walk e1", "bid 3")
    walked = game.notation.parse_action("walk e1", session.options)
    assert [name for name in ids_of(session.svg(1)) if "last-" in name] == [f"last-{walked}"]
    session.play("bid 2")
    assert not [name for name in ids_of(session.svg(0)) if "last-" in name]


def test_a_bid_is_shown_to_its_bidder_alone():
    game = registry.load("digs")
    session = Session(game).play("draw dash", "walk e1", "bid 4")
    is_shown = {seat: "bid 4" in session.svg(seat) for seat in (NOBODY, 0, 1, 2)}
    assert is_shown == {NOBODY: False, 0: True, 1: False, 2: False}
    texts = {seat: session.text(seat).plain for seat in (NOBODY, 0, 1, 2)}
    assert ["bid 4" in text for text in texts.values()] == [False, True, False, False]
    assert "has bid" in texts[1]
    assert "bid 4" in game.pictures.draw_text(session.state, session.options, EVERYBODY).plain


def test_the_terminal_shows_the_yard():
    session = Session(registry.load("digs")).play("draw sniff", "walk a2")
    assert session.text().plain.splitlines()[:2] == [". . . . B . . Y  1", "R . # . . # . .  2"]
