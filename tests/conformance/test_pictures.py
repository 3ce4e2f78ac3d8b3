"""Pictures and targets, for every game: one target for each legal action, in the bare picture."""

import xml.etree.ElementTree as ET

import pytest

from offleash.games import registry
from offleash.games.shared.svg import with_marks
from tests.variety import choices, hidden, positions

GAMES = tuple(registry.ROWS)
DRAWN = 4  # drawing is slow: one position in so many


def decisions(name):
    """Positions in which a seat is to act, with its view and its legal actions."""
    game = registry.load(name)
    for options, states in positions(name, "reasons")[::DRAWN]:
        seat = int(game.actor(states[0]))
        if seat >= 0:
            view = hidden(game, states, options, seat)
            yield options, view, seat, choices(game, states, options)


@pytest.mark.parametrize("name", GAMES)
def test_targets_are_the_legal_actions_and_point_into_the_picture(name):
    game, compared = registry.load(name), 0
    for options, view, seat, legal in decisions(name):
        found = game.targets(view, options, seat, legal)
        picture = game.draw(view, options, seat)
        ids = {element.get("id") for element in ET.fromstring(picture).iter()}
        assert [target.action for target in found] == legal
        assert [t.text for t in found] == [game.format_action(a, options) for a in legal]
        for target in found:
            assert target.clicks
            assert set(target.clicks) <= ids, target
            assert target.label.strip()
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("name", GAMES)
def test_marks_fit_into_the_picture(name):
    """Together they are one document, in which no id occurs twice."""
    game = registry.load(name)
    for options, view, seat, legal in decisions(name):
        marks = game.draw_targets(view, options, seat, legal)
        last = game.draw_last(view, options, seat, legal[:1])
        whole = ET.fromstring(with_marks(game.draw(view, options, seat), last, marks))
        ids = [element.get("id") for element in whole.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
