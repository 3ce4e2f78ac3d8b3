"""What is told, for every game: events and errors are the same for what a seat can't tell apart."""

import random

import pytest

from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import IllegalAction
from tests.battery import battery, rebind
from tests.variety import choices, numbers, positions, twins, view_of, viewers

GAMES = tuple(registry.ROWS)
SECRETIVE = [name for name in GAMES if battery(name).SECRETS]
ACTIONS_EACH = 4  # actions of each position
EVENT_INTERVAL = 5  # listening is slow: one position in so many

each_game = pytest.mark.parametrize("name", GAMES)
each_secretive_game = pytest.mark.parametrize("name", SECRETIVE)


def at(game, options, states):
    session = Session(game, options)
    session.state = states.copy()
    return session


def view_and_events(game, options, states, action, seat):
    """What a seat sees after an action, and what it was told."""
    session = at(game, options, states).play(action)
    return session.view(seat).tobytes(), session.events(seat)


def in_the_open(game, options, states, action):
    """An action that everybody sees, such as dice, or UNSEEN: no view has to show it again."""
    return registry.load(game.name).rules.seen(states[0], options[0], action, NOBODY)


def event_leaks(game, options, states, seat):
    """Actions after which a seat sees the same, but was told something else."""
    by_view, differences = {}, []
    for position in (states, *twins(game, states, options, seat)):
        for action in choices(game, position, options)[:ACTIONS_EACH]:
            view, events = view_and_events(game, options, position, action, seat)
            key = view, game.rules.actor(position[0]), in_the_open(game, options, position, action)
            if by_view.setdefault(key, events) != events:
                differences.append((action, events, by_view[key]))
    return differences


@each_game
def test_positions_that_look_alike_produce_the_same_events(name):
    game = registry.load(name)
    for options, states in positions(name, "knowledge")[::EVENT_INTERVAL]:
        for seat in viewers(game, options):
            assert not event_leaks(game, options, states, seat), (
                f"{game.notation.format_position(states, options)} seen by {seat}"
            )


@each_secretive_game
def test_a_telltale_event_is_caught(name):
    game = rebind(registry.load(name), seen=lambda state, options, action, seat: action)
    assert any(
        event_leaks(game, options, states, seat)
        for options, states in positions(name, "knowledge")
        for seat in viewers(game, options)
    )


@each_game
def test_events_are_numbered_and_name_their_actor(name):
    game = registry.load(name)
    session = Session(game, seed=11)
    for _ in range(12):
        session.play(session.legal[-1])
    for seat in viewers(game, session.options):
        events = session.events(seat)
        assert [event.number for event in events] == list(range(len(session.history)))
        assert [event.actor for event in events] == [m.actor for m in session.history]
        assert session.events(seat, 5) == events[5:]
        for event, moment in zip(events, session.history, strict=True):
            is_own = moment.actor == seat and seat != NOBODY
            text = game.notation.format_action(moment.action, session.options)
            assert event.text in ((text,) if is_own else (text, ""))


# Errors


def refusal(game, options, states, action):
    with pytest.raises(IllegalAction) as error:
        at(game, options, states).play(action)
    return str(error.value)


def refusal_leaks(game, options, states):
    """Illegal actions whose refusal tells the actor what it can't know."""
    seat = max(int(game.rules.actor(states[0])), NOBODY)
    legal = set(choices(game, states, options))
    candidates = numbers(game, legal, random.Random(states.tobytes()), 100)
    illegal = [action for action in candidates if action not in legal]
    for twin in twins(game, states, options, seat):
        for action in illegal[:: 1 + len(illegal) // ACTIONS_EACH]:
            one, two = (refusal(game, options, position, action) for position in (states, twin))
            if one != two:
                return one, two
    return None


@each_game
def test_refusals_are_the_same_for_twins(name):
    game = registry.load(name)
    for options, states in positions(name, "knowledge"):
        assert refusal_leaks(game, options, states) is None


@each_secretive_game
def test_a_telltale_refusal_is_caught(name):
    game = registry.load(name)

    def why_illegal(states, options, action):
        reason = game.notation.why_illegal(states, options, action)
        return reason and f"{reason} in {game.notation.format_position(states, options)}"

    leaky = rebind(game, why_illegal=why_illegal)
    assert any(
        refusal_leaks(leaky, options, states) for options, states in positions(name, "knowledge")
    )


@each_secretive_game
def test_a_view_is_what_the_error_shows(name):
    """The whole position stands in no message."""
    game, count = registry.load(name), 0
    for options, states in positions(name, "knowledge"):
        seat = max(int(game.rules.actor(states[0])), NOBODY)
        whole = game.notation.format_position(states, options)
        view = game.notation.format_position(view_of(game, states, options, seat), options)
        message = refusal(game, options, states, game.rules.action_count)
        assert view in message
        if view != whole:
            count += 1
            assert whole not in message
    assert count > 5
