"""Pictures and targets, for every game: one target for each legal action, in the bare picture."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from offleash.games import registry
from offleash.games.shared.svg import with_marks
from tests.variety import choices, positions, view_of

GAMES = tuple(registry.ROWS)
PICTURE_COUNT = 20  # drawing is slow: so many positions, or a few more


def decisions(name):
    """Positions in which a seat is to act, with its view and its legal actions."""
    game = registry.load(name)
    cases = [
        (options, states, int(game.rules.actor(states[0])))
        for options, states in positions(name, "reasons")
        if game.rules.actor(states[0]) >= 0
    ]
    for options, states, seat in cases[:: max(1, len(cases) // PICTURE_COUNT)]:
        view = view_of(game, states, options, seat)
        yield options, view, seat, choices(game, states, options)


def ids_in(elements):
    return {element.get("id") for element in ET.fromstring(f"<g>{elements}</g>").iter()}


@pytest.mark.parametrize("name", GAMES)
def test_targets_are_the_legal_actions_and_point_into_the_picture(name):
    """The last click may be the action's own button, which is one of the marks."""
    game, compared = registry.load(name), 0
    for options, view, seat, legal in decisions(name):
        targets = game.pictures.targets(view, options, seat, legal)
        ids = ids_in(game.pictures.draw(view, options, seat))
        buttons = ids_in(game.pictures.draw_targets(view, options, seat, legal))
        assert [target.action for target in targets] == legal
        assert [t.text for t in targets] == [game.notation.format_action(a, options) for a in legal]
        for target in targets:
            button = {f"target-{target.action}"} & buttons & set(target.clicks[-1:])
            assert target.clicks
            assert set(target.clicks) <= ids | button, target
            assert target.label.strip()
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", GAMES)
def test_clicks_tell_actions_apart(name):
    """No two actions have the same clicks, and none begins another's."""
    game = registry.load(name)
    for options, view, seat, legal in decisions(name):
        clicks = sorted(
            target.clicks for target in game.pictures.targets(view, options, seat, legal)
        )
        for one, next_one in pairwise(clicks):
            assert next_one[: len(one)] != one


@pytest.mark.parametrize("name", GAMES)
def test_marks_fit_into_the_picture(name):
    """Together they are one document, in which no id occurs twice."""
    game = registry.load(name)
    for options, view, seat, legal in decisions(name):
        marks = game.pictures.draw_targets(view, options, seat, legal)
        last = game.pictures.draw_last(view, options, seat, legal[:1])
        whole = ET.fromstring(with_marks(game.pictures.draw(view, options, seat), last, marks))
        ids = [element.get("id") for element in whole.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", GAMES)
def test_routes_can_be_played_and_point_into_the_picture(name):
    """Every action is legal after the one before it; only the choice of a way is off the board."""
    game, seen = registry.load(name), 0
    if game.pictures.routes is None:
        pytest.skip("this game has no routes")
    for options, view, seat, legal in decisions(name):
        routes = game.pictures.routes(view, options, seat, legal)
        ids = ids_in(game.pictures.draw(view, options, seat)) if routes else set()
        for route in routes[:: max(1, len(routes) // 5)]:
            seen += 1
            on_board = [element for element in route.clicks if not element.startswith("way-")]
            assert on_board and {*on_board, *route.passes} <= ids
            assert route.passes[-1] == on_board[-1]
            states = view.copy()
            for action in route.actions:
                assert action in choices(game, states, options)
                fixed = (states[0], options[0], game.new_work()[0])
                game.rules.apply(*fixed, action, game.new_tally()[0])
        assert len({route.clicks for route in routes}) == len(routes)
    assert seen > 0
