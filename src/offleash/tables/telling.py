"""A game in words, line by line, as one seat heard of it, as who looks on did, or all of it."""

from collections.abc import Sequence

import numpy as np

from offleash.core.rules.actors import CHANCE, EVERYBODY, NOBODY, UNSEEN
from offleash.play.session import Event, Session
from offleash.tables.messages import Line

FACE_DOWN = "does something face down"


def told(session: Session, seat: int, since: int = 0) -> list[list[Line]]:
    """The lines of each action from number `since` on; EVERYBODY is told all of it."""
    events = session.events(NOBODY if seat == EVERYBODY else seat, since)
    return [words(session, event, seat) for event in events]


def words(session: Session, event: Event, seat: int) -> list[Line]:
    """An event as one seat heard of it: chance that it does not see is no event to it."""
    said = [Line(event.number, event.actor, news, "news") for news in event.news]
    action = session.history[event.number].action if seat == EVERYBODY else event.action
    if event.actor == CHANCE:
        if action == UNSEEN:
            return said
        text = session.game.format_action(action, session.options)
        return [Line(event.number, CHANCE, text, "chance"), *said]
    deed = FACE_DOWN if action == UNSEEN else _deed(session, event, action, seat)
    return [Line(event.number, event.actor, deed, "move"), *said]


def _deed(session: Session, event: Event, action: int, seat: int) -> str:
    """An action in words, from what the viewer saw before it."""
    game, options = session.game, session.options
    before = np.frombuffer(bytearray(session.history[event.number].before), game.record)
    if seat != EVERYBODY:
        game.hide(before[0], options[0], seat)
    [target] = game.targets(before, options, event.actor, [action])
    captured = f", captures {' and '.join(target.captures)}" if target.captures else ""
    return f"{target.label}{captured}" if target.label else game.format_action(action, options)


def result(shares: Sequence[float], names: Sequence[str], seat: int = NOBODY) -> str:
    """Who wins, in words for a seat."""
    winners = [each for each, share in enumerate(shares) if share == max(shares)]
    if len(winners) == len(shares):
        return "Nobody wins: all share"
    if winners == [seat]:
        return "You win"
    called = [names[each] for each in winners]
    joined = " and ".join(filter(None, [", ".join(called[:-1]), called[-1]]))
    return f"{joined} {'win' if len(called) > 1 else 'wins'}"
